//! Promised files: are they there, and do they hold what was promised (SPEC 9.3).
//!
//! Never verifies a folder, a path outside the repository, or a check that could not be made.

use crate::domain::ids::RepoPath;
use crate::domain::plan::Artifact;

use super::code_text::Code;
use super::export::{Export, export};
use super::{Checks, CodeFacts, Evidence, FileFact, FileState, Item, ItemKind, ItemStatus, Levels};

/// Reads a path as plans write it: backticks and a trailing note in brackets are not part of it.
pub(super) fn written_path(text: &str) -> &str {
    let text = text.trim().trim_matches('`').trim();
    match text.split_once(" (") {
        Some((path, note)) if note.ends_with(')') => path.trim().trim_matches('`'),
        _ => text,
    }
}

/// Verifies one artifact of a finished plan.
pub(super) fn verify(plan: &str, artifact: &Artifact, code: &CodeFacts) -> Item {
    let item = Item::new(ItemKind::Artifact, Some(plan), artifact.path.trim(), ItemStatus::Failed);
    let path = match RepoPath::parse(written_path(&artifact.path)) {
        Ok(path) => path,
        Err(why) => {
            let levels = Some(Levels { exists: Some(false), ..Levels::default() });
            let item = Item { levels, ..item };
            return item.because_of(format!("a fault of the plan: the path {why}"));
        }
    };
    let Some(fact) = code.files.get(&path) else {
        let item = Item { status: ItemStatus::Uncertain, ..item };
        return item.because_of("the file was not looked at");
    };
    match fact.state {
        FileState::Missing => absent(item, &path, "does not exist"),
        FileState::Folder => absent(item, &path, "is a folder, not a file"),
        FileState::Outside => absent(item, &path, "leads out of the repository or is no regular file"),
        FileState::Unreadable => {
            let item = Item { status: ItemStatus::Uncertain, ..item };
            item.because_of(format!("`{path}` is there and could not be read"))
        }
        FileState::File => substance(item, &path, fact, artifact),
    }
}

fn absent(item: Item, path: &RepoPath, why: &str) -> Item {
    let levels = Some(Levels { exists: Some(false), ..Levels::default() });
    let missing = vec![format!("the file `{path}`")];
    Item { levels, missing, ..item }.because_of(format!("`{path}` {why}"))
}

/// One check's outcome: true, false, or not tellable.
type Told = Option<bool>;

/// What the checks of one artifact came to.
#[derive(Default)]
struct Findings {
    checks: Checks,
    told: Vec<Told>,
    reasons: Vec<String>,
    missing: Vec<String>,
    evidence: Vec<Evidence>,
}

/// Joins what several parts of one check told: one false decides, else one untold leaves it open.
fn all(parts: &[Told]) -> Told {
    if parts.contains(&Some(false)) {
        Some(false)
    } else if parts.contains(&None) {
        None
    } else {
        Some(true)
    }
}

fn substance(item: Item, path: &RepoPath, fact: &FileFact, artifact: &Artifact) -> Item {
    let mut found = Findings::default();
    if let Some(least) = artifact.min_lines {
        let told = enough_lines(path, fact, least, &mut found);
        found.checks.min_lines = told;
        found.told.push(told);
    }
    let code = fact.text.as_deref().map(|text| Code::new(path, text));
    let asked = !(artifact.contains.is_empty()
        && artifact.must_not_contain.is_empty()
        && artifact.exports.is_empty());
    match &code {
        Some(code) => text_checks(code, artifact, &mut found),
        None if asked => {
            found.told.push(None);
            found.reasons.push(format!("`{path}` is too large to look for texts in it"));
        }
        None => {}
    }
    let substantive = if found.told.is_empty() { None } else { all(&found.told) };
    let status = match (found.told.is_empty(), substantive) {
        (true, _) | (false, Some(true)) => ItemStatus::Verified,
        (false, Some(false)) => ItemStatus::Failed,
        (false, None) => ItemStatus::Uncertain,
    };
    if found.evidence.is_empty() {
        found.evidence.push(Evidence::file(path));
    }
    if found.told.is_empty() {
        found.reasons.push("the plan asks for nothing but that the file exists".to_owned());
    }
    Item {
        status,
        levels: Some(Levels { exists: Some(true), substantive, wired: None }),
        checks: (found.checks != Checks::default()).then_some(found.checks),
        reasons: found.reasons,
        evidence: found.evidence,
        missing: found.missing,
        ..item
    }
}

fn enough_lines(path: &RepoPath, fact: &FileFact, least: u32, found: &mut Findings) -> Told {
    let Some(lines) = fact.lines else {
        found.reasons.push(format!("`{path}` is too large to count its lines"));
        return None;
    };
    if lines < least {
        found.reasons.push(format!("`{path}` has {lines} lines; the plan asks for {least}"));
        found.missing.push(format!("at least {least} lines in `{path}` (it has {lines})"));
    }
    Some(lines >= least)
}

fn text_checks(code: &Code<'_>, artifact: &Artifact, found: &mut Findings) {
    let path = code.path;
    let mut parts = Vec::new();
    for wanted in &artifact.contains {
        let at = if wanted.trim().is_empty() { None } else { code.raw.find(wanted.as_str()) };
        parts.push(Some(at.is_some()));
        match at {
            Some(at) => found.evidence.push(Evidence::at(path, code.line_at(at), code.line_text(at))),
            None if wanted.trim().is_empty() => {
                found.reasons.push("a fault of the plan: an empty `contains`".to_owned());
            }
            None => {
                found.reasons.push(format!("`{wanted}` does not stand in `{path}`"));
                found.missing.push(format!("`{wanted}` in `{path}`"));
            }
        }
    }
    record(&parts, &mut found.told, &mut found.checks.contains);

    parts.clear();
    for unwanted in artifact.must_not_contain.iter().filter(|text| !text.trim().is_empty()) {
        let at = code.raw.find(unwanted.as_str());
        parts.push(Some(at.is_none()));
        if let Some(at) = at {
            let line = code.line_at(at);
            found.evidence.push(Evidence::at(path, line, code.line_text(at)));
            found.reasons.push(format!("`{unwanted}` must not stand in `{path}` and does, at line {line}"));
            found.missing.push(format!("`{unwanted}` taken out of `{path}`"));
        }
    }
    record(&parts, &mut found.told, &mut found.checks.must_not_contain);

    parts.clear();
    for name in &artifact.exports {
        parts.push(exported(code, name, found));
    }
    record(&parts, &mut found.told, &mut found.checks.exports);
}

fn record(parts: &[Told], told: &mut Vec<Told>, check: &mut Told) {
    if !parts.is_empty() {
        *check = all(parts);
        told.push(*check);
    }
}

fn exported(code: &Code<'_>, name: &str, found: &mut Findings) -> Told {
    let path = code.path;
    let (told, reason) = match export(code, name) {
        Export::At(at) => {
            found.evidence.push(Evidence::at(path, code.line_at(at), code.line_text(at)));
            return Some(true);
        }
        Export::NamedOnly(at) => {
            (Some(false), format!("`{name}` stands at {path}:{} and is not exported there", code.line_at(at)))
        }
        Export::Absent => (Some(false), format!("`{path}` does not export `{name}`")),
        Export::CannotTell => (
            None,
            format!("`{path}` passes on all of another module; whether `{name}` is in it cannot be told"),
        ),
    };
    found.reasons.push(reason);
    if told == Some(false) {
        found.missing.push(format!("the export `{name}` in `{path}`"));
    }
    told
}
