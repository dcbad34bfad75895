//! Uses that no syntax tree shows: of files in other languages, and of files that are too large or too deep to be parsed.
//!
//! A name in a text proves no use. It is enough not to call a file unused.

use super::{Project, has_word, is_test, mention};
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;
use crate::domain::syntax::{Grammar, Outline, PARSE_LIMIT, line_of};

/// Most texts that are searched for one file.
const MOST: usize = 400;
/// From how many bytes on a file may be too much work to parse.
const LARGE: usize = 64 * 1024;

/// Programs and pages that name classes of Java by their names, once they name the package.
const BESIDE_JAVA: [&str; 11] =
    ["kt", "kts", "scala", "sc", "groovy", "gradle", "clj", "jsp", "jspx", "tag", "tagx"];
/// Settings that name classes of Java in full.
const SETTINGS: [&str; 12] =
    ["xml", "properties", "yml", "yaml", "html", "ftl", "ftlh", "vm", "imports", "factories", "conf", "pro"];
/// Pages and programs that name classes of .NET.
const BESIDE_DOTNET: [&str; 11] =
    ["razor", "cshtml", "xaml", "axaml", "aspx", "ascx", "asax", "master", "vb", "fs", "fsx"];
/// Pages that name constants of Ruby.
const BESIDE_RUBY: [&str; 6] = ["erb", "haml", "slim", "jbuilder", "arb", "builder"];

/// Says where a file may be in use that for all that was parsed is not.
pub(super) fn perhaps(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<String> {
    large(project, path, outline).or_else(|| behind(project, path)).or_else(|| named(project, path, outline))
}

fn large(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<String> {
    let over = |file: &RepoPath| match project.text(file) {
        Some(text) if text.len() <= PARSE_LIMIT => {
            (text.len() > LARGE || Grammar::of(file).is_some()) && project.outline(file).is_none()
        }
        Some(_) | None => true,
    };
    let file = project.candidates(path, outline).into_iter().find(over)?;
    Some(format!("`{file}`, which holds a name of it, is too large, or nested too deep, to be parsed"))
}

/// The code behind a page: `Card.razor.cs` beside `Card.razor`.
fn behind(project: &Project<'_>, path: &RepoPath) -> Option<String> {
    let page = RepoPath::parse(path.as_str().strip_suffix(".cs")?).ok()?;
    let known = BESIDE_DOTNET.contains(&extension(&page)) && project.exists(&page);
    known.then(|| format!("it is the code behind `{page}`"))
}

fn named(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<String> {
    let home = outline.homes.first().map_or("", String::as_str);
    for symbol in outline.exports() {
        let name = symbol.name.as_str();
        let holders = project.survey.mentions.get(name).into_iter().flatten();
        for file in holders.filter(|f| *f != path && !is_test(f) && !mention::uses_nothing(f)).take(MOST) {
            let Some(whole) = asked(outline.grammar, file, name, home) else { continue };
            let Some(text) = project.text(file) else { continue };
            let text = without_comments(Code::new(file, text).text);
            if outline.grammar == Grammar::Java && !text.contains(home) {
                continue;
            }
            let at = whole.iter().find_map(|w| text.find(w.as_str()).filter(|_| has_word(&text, w)));
            if let Some(at) = at {
                let line = line_of(&text, at);
                return Some(format!("`{name}` stands at {file}:{line}, of which no syntax tree is read"));
            }
        }
    }
    None
}

/// What of a class must stand in a file that may use it; nothing where the file's kind uses none.
fn asked(grammar: Grammar, file: &RepoPath, name: &str, home: &str) -> Option<Vec<String>> {
    let kind = extension(file);
    let beside: &[&str] = match grammar {
        Grammar::Java => &BESIDE_JAVA,
        Grammar::CSharp => &BESIDE_DOTNET,
        Grammar::Ruby if name.starts_with(char::is_uppercase) => &BESIDE_RUBY,
        Grammar::TypeScript
        | Grammar::Tsx
        | Grammar::JavaScript
        | Grammar::Python
        | Grammar::Rust
        | Grammar::Go
        | Grammar::Ruby => return None,
    };
    if beside.contains(&kind) {
        return Some(vec![name.to_owned()]);
    }
    let named = SETTINGS.contains(&kind) || file.as_str().contains("META-INF/");
    if grammar != Grammar::Java || !named {
        return None;
    }
    let mut whole = vec![if home.is_empty() { name.to_owned() } else { format!("{home}.{name}") }];
    if file.file_name() == "AndroidManifest.xml" {
        whole.push(format!("\".{name}\""));
    }
    Some(whole)
}

fn extension(path: &RepoPath) -> &str {
    path.file_name().rsplit_once('.').map_or("", |(_, ext)| ext)
}

/// Blanks the comments of pages, which a text of their kind keeps.
pub(super) fn without_comments(mut text: String) -> String {
    for (open, close) in [("<!--", "-->"), ("@*", "*@"), ("<%--", "--%>"), ("<%#", "%>")] {
        if !text.contains(open) {
            continue;
        }
        let mut parts = text.split(open);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (comment, rest) = part.split_once(close).unwrap_or((part, ""));
            out.extend(comment.chars().map(|c| if c == '\n' { c } else { ' ' }));
            out.push_str(rest);
        }
        text = out;
    }
    text
}
