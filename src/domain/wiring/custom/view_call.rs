//! Helpers of Rails: every view may call the methods of every module in `app/helpers`, by their names alone.

use super::super::{Project, Wired, is_test};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{self, Grammar, Outline, line_of};

/// Most views that are searched for one method.
const MOST: usize = 400;

/// The methods that a file gives to views; none where it is no helper.
pub(in crate::domain::wiring) fn methods<'o>(path: &RepoPath, outline: &'o Outline) -> Vec<&'o str> {
    if outline.grammar != Grammar::Ruby || !format!("/{path}").contains("/app/helpers/") {
        return Vec::new();
    }
    let own = outline.symbols.iter().filter(|s| s.exported && s.name.starts_with(|c: char| c.is_lowercase()));
    own.map(|s| s.name.as_str()).filter(|name| name.len() > 3).take(60).collect()
}

/// Looks for a view that calls one of the methods of a helper.
pub(in crate::domain::wiring) fn called(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let outline = project.outline(path)?;
    let methods = methods(path, &outline);
    if methods.is_empty() || !project.manifests.rails_app(path) {
        return None;
    }
    let root = path.as_str().split_once("app/helpers/").map_or("", |(root, _)| root);
    let views = format!("{root}app/views/");
    for name in methods {
        let holders: Vec<&RepoPath> = project.survey.mentions.get(name).into_iter().flatten().collect();
        // Of several methods of one name the last is called, and nobody can tell which that is.
        let declares = |file: &&&RepoPath| {
            let other = **file != path && format!("/{file}").contains("/app/helpers/") && !is_test(file);
            other && project.outline(file).is_some_and(|o| o.symbols.iter().any(|s| s.name == name))
        };
        if holders.iter().any(|file| declares(&file)) {
            continue;
        }
        // What a view is given under that name hides the method.
        let given = holders.iter().any(|file| {
            project
                .text(file)
                .is_some_and(|t| t.contains(&format!("{name}:")) || t.contains(&format!(":{name} =>")))
        });
        // Mails are shown without the helpers of pages.
        let is_view =
            |file: &&&RepoPath| file.as_str().starts_with(&views) && !file.as_str().contains("_mailer/");
        for file in holders.iter().filter(is_view).take(MOST).take_while(|_| project.goes_on()) {
            let Some(line) = project.text(file).and_then(|text| calls(file, text, name, given)) else {
                continue;
            };
            let how = format!("`{name}` is called at {file}:{line}");
            return Some(Wired::Yes { file: (*file).clone(), line, how });
        }
    }
    None
}

/// The line on which a view calls a method; `given` says that a name alone may be something else.
fn calls(file: &RepoPath, text: &str, name: &str, given: bool) -> Option<u32> {
    let ruby = RepoPath::parse("view.rb").ok()?;
    // What is asked of something is that one's own.
    let asked = (format!(".{name}"), format!(".{}", "_".repeat(name.len())));
    let uses = |code: &str| {
        let code = &code.replace(&asked.0, &asked.1);
        let outline = syntax::outline(&ruby, code)?;
        let line = outline.uses.get(name)?.plain?;
        let written = code.lines().nth(line.saturating_sub(1) as usize).unwrap_or("");
        (!given || written.contains(&format!("{name}("))).then_some(line)
    };
    match file.file_name().rsplit_once('.').map_or("", |(_, ending)| ending) {
        "erb" => uses(&of_erb(text)),
        "haml" | "slim" => {
            // Blocks end with what stands further out there: line by line each is code of its own.
            let mut lines = text.match_indices(name).map(|(at, _)| line_of(text, at));
            lines.find(|line| {
                let written = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or("");
                of_line(written).is_some_and(|code| uses(&code).is_some())
            })
        }
        "jbuilder" | "builder" | "ruby" => uses(text),
        _ => None,
    }
}

/// The code of a page of ERB, all else blanked.
fn of_erb(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let blank = |text: &str| text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect::<String>();
    let mut parts = text.split("<%");
    out.push_str(&blank(parts.next().unwrap_or("")));
    for part in parts {
        let (code, rest) = part.split_once("%>").unwrap_or((part, ""));
        let comment = code.starts_with(['#', '%']);
        if comment {
            out.push_str(&blank(code));
        } else {
            out.push_str(code.trim_start_matches(['=', '-']).trim_end_matches('-'));
        }
        out.push(';');
        out.push_str(&blank(rest));
    }
    out
}

/// The code on a line of HAML or Slim: behind its sign, behind a tag, and what is interpolated in its text.
fn of_line(line: &str) -> Option<String> {
    let line = line.trim_start();
    if line.starts_with("-#") || line.starts_with('/') {
        return None;
    }
    if line.starts_with(['-', '=', '~']) || line.starts_with("!=") || line.starts_with("&=") {
        return Some(line.trim_start_matches(['-', '=', '~', '!', '&']).to_owned());
    }
    let mut found = String::new();
    let tag = |c: char| c.is_alphanumeric() || matches!(c, '%' | '.' | '#' | '_' | '-' | ':');
    let rest = line.trim_start_matches(tag);
    let (attributes, rest) = attributes(rest);
    found.push_str(attributes);
    let behind = rest.trim_start_matches(['<', '>', ' ']);
    let code = ["==", "!=", "="].iter().find_map(|sign| behind.strip_prefix(sign));
    match code {
        Some(code) => {
            found.push(';');
            found.push_str(code);
        }
        None => {
            for part in rest.split("#{").skip(1) {
                found.push(';');
                found.push_str(part.split('}').next().unwrap_or(""));
            }
        }
    }
    Some(found).filter(|code| !code.trim().is_empty())
}

/// The attributes behind a tag as a table of Ruby, and what follows them.
fn attributes(rest: &str) -> (&str, &str) {
    if !rest.starts_with('{') {
        return ("", rest);
    }
    let mut depth = 0_usize;
    for (at, c) in rest.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return rest.split_at(at + 1);
        }
    }
    ("", rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_calls_a_method_in_its_code_alone() {
        for (file, text, line) in [
            ("a.html.erb", "<p>\n<%= desk_total(@desk) %></p>", Some(2)),
            ("a.html.erb", "<% if desk_total > 3 %>x<% end %>", Some(1)),
            ("a.html.erb", "<p>desk_total</p>", None),
            ("a.html.erb", "<%# desk_total(@desk) %>", None),
            ("a.html.erb", "<%= @desk.desk_total %>", None),
            ("a.html.erb", "<%= \"desk_total\" %>", None),
            ("a.html.haml", "%h1\n  %b= desk_total(@desk)", Some(2)),
            ("a.html.haml", "- if desk_total\n  x", Some(1)),
            ("a.html.haml", "%p.a{class: desk_total(1)} x", Some(1)),
            ("a.html.haml", "%p sum #{desk_total(1)}", Some(1)),
            ("a.html.haml", "%p desk_total", None),
            ("a.html.haml", "-# desk_total(1)", None),
            ("a.html.slim", "h1 = desk_total(@desk)", Some(1)),
            ("a.html.slim", "h1 desk_total", None),
            ("a.json.jbuilder", "json.sum desk_total(@desk)", Some(1)),
        ] {
            let path = RepoPath::parse(file).expect("a path");
            assert_eq!(calls(&path, text, "desk_total", false), line, "{text}");
        }
        let path = RepoPath::parse("a.html.erb").expect("a path");
        assert_eq!(calls(&path, "<%= desk_total %>", "desk_total", true), None);
        assert_eq!(calls(&path, "<%= desk_total(1) %>", "desk_total", true), Some(1));
    }
}
