//! What should not be left behind in the files a phase touched (SPEC 9.6).
//!
//! Only a mark in a comment that says "this is broken" and names no issue stops a phase; everything else is listed as
//! a warning and decides nothing. A word in a string, a name or a document is none of it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::domain::ids::RepoPath;
use crate::domain::secret;
use crate::domain::syntax::{Hollow, HollowBody};
use crate::domain::wiring::{Project, is_test};

use super::artifact::written_path;
use super::code_text::{Code, Language};
use super::{CodeFacts, Evidence, FileState, Item, ItemKind, ItemStatus, PhaseInput};

/// Most warnings of all files together.
const MOST: usize = 60;
/// Most places that one item tells.
const PLACES: usize = 10;
/// Most files that are looked through whatever they hold: each is parsed. Of more, those with a word that may decide.
const FILES: usize = 2_000;

static BLOCKER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:FIXME|TBD|XXX)\b").expect("a constant pattern"));
/// What was said of a mark that is gone: "the old FIXME about rounding was resolved".
static OVER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:was|were|been|got)\s+(?:\w+ly\s+)?(?:resolved|fixed|removed|addressed|closed|done|dealt with)\b")
        .expect("a constant pattern")
});
static STILL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:not|never|until|unless|once|if|when|before|after|should|must)\b|n't\b")
        .expect("a constant pattern")
});
/// Sizes of clothes: "XXX large", "XL, XXL and XXX".
static SIZES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\bXXX[ -](?i:large|small)\b|\b(?:XL|XXL|XXXL|XS|XXS)\b").expect("a constant pattern")
});
static TO_DO: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:TODO|HACK|PLACEHOLDER)\b|(?i:coming soon|not (?:yet )?implemented)")
        .expect("a constant pattern")
});
/// An issue, a link, or a ticket: what is said of it is said there.
static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"https?://|#\d{1,5}\b|\b[A-Z][A-Z0-9]{1,9}-\d+\b|\bGH-\d+").expect("a constant pattern")
});
static SKIPPED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:it|test|describe)\.(?:skip|only)\s*\(|\bx(?:it|describe)\s*\(|@(?:pytest\.mark\.|unittest\.)?skip\b|#\[ignore|\bt\.Skip(?:f|Now)?\(|@(?:Disabled|Ignore)\b|\[(?:Fact|Theory)\(Skip").expect("a constant pattern")
});
static DEBUG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\bconsole\.(?:log|debug)\s*\(|\bdebugger\b|\bdbg!\s*\(|\bbreakpoint\(\)|\bpdb\.set_trace\(|\bbinding\.pry\b|\bvar_dump\(").expect("a constant pattern")
});

/// Looks through the files that finished plans touched.
pub(super) fn verify(input: &PhaseInput, code: &CodeFacts, project: Option<&Project<'_>>) -> Vec<Item> {
    // Where nobody looked over the repository, nobody asked for this either.
    let Some(project) = project else { return Vec::new() };
    let (mut found, mut looked, mut passed) = (Vec::new(), 0, 0);
    let mut paths = touched(input);
    paths.extend(code.changed.keys().cloned());
    for path in paths.into_iter().take_while(|_| project.goes_on()) {
        let fact = code.files.get(&path).or_else(|| code.changed.get(&path));
        let fact = fact.filter(|f| f.state == FileState::File);
        let Some(text) = fact.and_then(|f| f.text.as_deref()) else { continue };
        if is_prose(&path) {
            continue;
        }
        if looked >= FILES && !BLOCKER.is_match(text) {
            passed += 1;
            continue;
        }
        looked += 1;
        let code = match project.outline(&path) {
            Some(outline) => Code::with(&path, text, Some(outline)),
            None => Code::new(&path, text),
        };
        of_file(&code, &mut found);
    }
    // Blockers first: they decide, and none of them is cut.
    let (mut shown, warnings): (Vec<Item>, Vec<Item>) =
        found.into_iter().partition(|item| item.status == ItemStatus::Failed);
    let more = warnings.len().saturating_sub(MOST);
    shown.extend(warnings.into_iter().take(MOST));
    if more > 0 {
        let label = format!("{more} more of what should not be left behind");
        let item = Item::new(ItemKind::AntiPattern, None, label, ItemStatus::Verified);
        shown.push(
            item.because_of(format!("warning: {more} more warnings are not listed; they decide nothing")),
        );
    }
    if passed > 0 {
        let label = format!("{passed} more changed {}", if passed == 1 { "file" } else { "files" });
        let item = Item::new(ItemKind::AntiPattern, None, label, ItemStatus::Verified);
        shown.push(item.because_of(format!(
            "warning: beyond {FILES} files only those with a FIXME, TBD or XXX were looked through, and these have none; what else should not be left behind was not looked for in them, and decides nothing"
        )));
    }
    shown
}

/// The files that finished plans promise or change.
fn touched(input: &PhaseInput) -> BTreeSet<RepoPath> {
    let finished = input.plans.iter().filter(|facts| facts.has_summary);
    let written = finished.flat_map(|facts| {
        let plan = &facts.plan;
        let tasks = plan.tasks.iter().flat_map(|task| task.files.iter());
        plan.files_modified.iter().chain(tasks).chain(plan.must_haves.artifacts.iter().map(|a| &a.path))
    });
    written.filter_map(|text| RepoPath::parse(written_path(text)).ok()).collect()
}

fn is_prose(path: &RepoPath) -> bool {
    let name = path.file_name().to_ascii_lowercase();
    let hidden = path.as_str().starts_with('.');
    hidden
        || matches!(
            name.rsplit_once('.').map_or("", |(_, ext)| ext),
            "md" | "mdx" | "txt" | "rst" | "adoc" | "json" | "lock"
        )
        || name.contains(".min.")
        || Language::of(path) == Language::Plain
}

fn of_file(code: &Code<'_>, out: &mut Vec<Item>) {
    let comments = commented(code);
    let bare = bare_code(code);
    let unreferenced = |place: &usize| {
        let line = code.line_text(*place);
        !is_shape(line) && !only_tells(line) && !REFERENCE.find_iter(line).any(|m| !is_standard(m.as_str()))
    };
    let blockers: Vec<usize> = BLOCKER.find_iter(&comments).map(|m| m.start()).filter(unreferenced).collect();
    push(code, out, "a FIXME, TBD or XXX without a reference", &blockers, true);
    let to_do: Vec<usize> = TO_DO.find_iter(&comments).map(|m| m.start()).collect();
    push(code, out, "a TODO or placeholder in a comment", &to_do, false);
    if let Some(outline) = code.outline.as_deref() {
        let lines: Vec<usize> = outline.empty_catches.iter().map(|line| offset_of(code.raw, *line)).collect();
        push(code, out, "an error is caught and nothing is done", &lines, false);
        if !is_test(code.path) {
            let (constant, hollow): (Vec<_>, Vec<_>) =
                outline.hollow.iter().partition(|h| h.what == Hollow::Constant);
            let places = |of: Vec<&HollowBody>| {
                of.into_iter().map(|h| offset_of(code.raw, h.from)).collect::<Vec<_>>()
            };
            push(code, out, "a function that does nothing yet", &places(hollow), false);
            push(code, out, "a function that only gives back a constant", &places(constant), false);
        }
    }
    let at = |pattern: &Regex, text: &str| pattern.find_iter(text).map(|m| m.start()).collect::<Vec<_>>();
    push(code, out, "a test that is skipped, or shuts out the others", &at(&SKIPPED, &bare), false);
    if !is_test(code.path) {
        push(code, out, "output for debugging", &at(&DEBUG, &bare), false);
    }
    let secrets = secret::places(code.raw);
    if !secrets.is_empty() {
        let mut item = start(code, "the shape of a secret");
        // The text itself is not repeated.
        let places = secrets.iter().take(PLACES);
        item.evidence
            .extend(places.map(|at| Evidence { line: Some(code.line_at(*at)), ..Evidence::file(code.path) }));
        out.push(item);
    }
}

/// Names of standards have the shape of tickets and are none.
fn is_standard(found: &str) -> bool {
    const STANDARDS: [&str; 22] = [
        "UTF", "SHA", "ISO", "AES", "RSA", "IEEE", "MD", "BASE", "HTTP", "ECMA", "ES", "TLS", "IPV", "RFC",
        "CP", "UCS", "WIN", "DES", "HMAC", "ED", "X", "PKCS",
    ];
    let part = found.split('-').next().unwrap_or_default().trim_end_matches(|c: char| c.is_ascii_digit());
    found.contains('-') && STANDARDS.contains(&part)
}

/// `XXX-XXX-XXXX` shows how something is written.
fn is_shape(line: &str) -> bool {
    line.contains("XXX-X") || line.contains("X-XXX") || line.contains("XXX.XXX") || line.contains("XXX XXX")
}

/// Tells whether a line speaks of a mark or of sizes and makes no mark itself. One that begins a comment, or that says with a
/// colon or a bracket what is wrong, is one whatever else stands there.
fn only_tells(line: &str) -> bool {
    let marks: Vec<_> = BLOCKER.find_iter(line).collect();
    let makes = marks.iter().any(|mark| {
        let before = line[..mark.start()].trim_end();
        let first = !before.ends_with(|c: char| c.is_alphanumeric() || c == ',');
        let after = line[mark.end()..].trim_start_matches(' ');
        first || after.starts_with([':', '('])
    });
    let over = OVER.is_match(line) && !STILL.is_match(line);
    let sizes = marks.iter().all(|mark| mark.as_str() == "XXX") && SIZES.is_match(line);
    !makes && (over || sizes)
}

fn start(code: &Code<'_>, what: &str) -> Item {
    let label = format!("{}: {what}", code.path);
    Item::new(ItemKind::AntiPattern, None, label, ItemStatus::Verified)
        .because_of(format!("warning: {what}; it decides nothing"))
}

fn push(code: &Code<'_>, out: &mut Vec<Item>, what: &str, places: &[usize], blocks: bool) {
    if places.is_empty() {
        return;
    }
    let mut item = start(code, what);
    item.evidence.extend(
        places.iter().take(PLACES).map(|at| Evidence::at(code.path, code.line_at(*at), code.line_text(*at))),
    );
    if blocks {
        let lines: Vec<String> = places.iter().take(PLACES).map(|at| code.line_at(*at).to_string()).collect();
        item.status = ItemStatus::Failed;
        item.reasons = vec![format!(
            "a comment says that something is wrong and names no issue, line {}",
            lines.join(", ")
        )];
        item.missing = vec![format!("the work that `{}` marks, or a reference to its issue", code.path)];
    }
    out.push(item);
}

fn offset_of(text: &str, line: u32) -> usize {
    text.match_indices('\n').nth((line as usize).wrapping_sub(2)).map_or(0, |(at, _)| at + 1)
}

/// The text with everything but its comments blanked.
fn commented(code: &Code<'_>) -> String {
    let raw = code.raw.as_bytes();
    let blanked = code.text.as_bytes();
    let out: Vec<u8> =
        raw.iter().zip(blanked).map(|(r, b)| if r == b && *r != b'\n' { b' ' } else { *r }).collect();
    String::from_utf8_lossy(&out).into_owned()
}

/// The text without comments and strings.
fn bare_code(code: &Code<'_>) -> String {
    let Some(outline) = code.outline.as_deref().filter(|o| o.intact) else { return code.without_strings() };
    let mut out = code.text.clone().into_bytes();
    for at in outline.strings.iter().cloned().flatten() {
        if out.get(at).is_some_and(|b| *b != b'\n') {
            out[at] = b' ';
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::FileFact;
    use super::*;
    use crate::domain::wiring::Survey;

    #[test]
    fn hidden_files_documents_and_what_is_packed_are_not_looked_through() {
        let prose = |path: &str| is_prose(&RepoPath::parse(path).expect("a path"));
        for path in [".storybook/main.ts", "docs/pay.md", "package-lock.json", "public/app.min.js"] {
            assert!(prose(path), "{path}");
        }
        assert!(!prose("src/main.ts"));
    }

    #[test]
    fn of_very_many_files_those_that_may_decide_are_looked_through() {
        let path = |n: usize| RepoPath::parse(&format!("src/{n:05}.js")).expect("a path");
        let catches = "try { sell(); } catch (error) {}\n";
        let mut code = CodeFacts::default();
        for n in 0..FILES + 3 {
            let mark = if n > FILES { "// FIXME: sells twice\n" } else { "" };
            let text = if n + 1 < FILES { String::new() } else { format!("{mark}{catches}") };
            code.changed.insert(path(n), FileFact::of_text(text));
        }
        let survey = Survey::default();
        let project = Project::new(&survey, std::iter::empty());
        let items = verify(&PhaseInput::default(), &code, Some(&project));
        let failed: Vec<_> = items.iter().filter(|item| item.status == ItemStatus::Failed).collect();
        assert_eq!(failed.len(), 2, "{items:#?}");
        let caught = items.iter().filter(|item| item.label.contains("an error is caught")).count();
        assert_eq!(caught, 3, "the last one before the limit, and where something may decide: {items:#?}");
        let told = items.last().expect("a last one");
        assert!(told.label.starts_with("1 more changed file"), "{items:#?}");
    }
}
