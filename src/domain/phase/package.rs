//! Folders that are a package of Python or Go: whoever imports the folder sees what the files right in it export.
//!
//! A folder holds promised exports and nothing else: what it contains and how long it is are asked of a file.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::ids::RepoPath;
use crate::domain::plan::Artifact;
use crate::domain::wiring::{Project, Wired};

use super::artifact::{Asks, all, verify_but};
use super::code_text::Code;
use super::export::{Export, export};
use super::{Checks, CodeFacts, FileState, Item, ItemKind, ItemStatus, Levels};

/// Tells whether a file shows names of its own to whoever imports its folder.
pub fn is_part(name: &str) -> bool {
    name == "__init__.py" || name.ends_with(".go") && !name.ends_with("_test.go")
}

/// The files through which a folder is imported, of those that were read.
pub(super) fn parts<'c>(folder: &RepoPath, code: &'c CodeFacts) -> Vec<&'c RepoPath> {
    if code.files.get(folder).is_none_or(|fact| fact.state != FileState::Folder) {
        return Vec::new();
    }
    let within = code.files.iter().filter(|(path, fact)| {
        is_part(path.file_name()) && fact.state == FileState::File && path.parent().as_ref() == Some(folder)
    });
    within.map(|(path, _)| path).collect()
}

/// Adds to some paths what folders among them are imported through.
pub(super) fn with_parts(mut paths: BTreeSet<RepoPath>, code: &CodeFacts) -> BTreeSet<RepoPath> {
    let added: Vec<RepoPath> = paths.iter().flat_map(|path| parts(path, code)).cloned().collect();
    paths.extend(added);
    paths
}

/// Verifies the exports that a plan promises of a folder: each in the file that has it. Nothing where the folder is no
/// package, or no export is promised.
pub(super) fn verify(
    plan: &str,
    folder: &RepoPath,
    promised: &Artifact,
    code: &CodeFacts,
    project: Option<&Project<'_>>,
) -> Option<Item> {
    let parts = parts(folder, code);
    if parts.is_empty() || promised.exports.is_empty() {
        return None;
    }
    let mut of_file: BTreeMap<&RepoPath, Vec<String>> = BTreeMap::new();
    let mut absent = Vec::new();
    for name in &promised.exports {
        let said = |path: &RepoPath| {
            let text = code.files.get(path).and_then(|fact| fact.text.as_deref());
            text.map_or(Export::CannotTell, |text| match project.and_then(|p| p.outline(path)) {
                Some(outline) => export(&Code::with(path, text, Some(outline)), name),
                None => export(&Code::new(path, text), name),
            })
        };
        let said: Vec<(&RepoPath, Export)> = parts.iter().map(|path| (*path, said(path))).collect();
        let has = said.iter().find(|(_, export)| matches!(export, Export::At(_)));
        match has.or_else(|| said.iter().find(|(_, export)| *export != Export::Absent)) {
            Some((file, _)) => of_file.entry(file).or_default().push(name.clone()),
            None => absent.push(name),
        }
    }
    let asked = promised.min_lines.is_some()
        || !promised.contains.is_empty()
        || !promised.must_not_contain.is_empty();
    // A package is in use where one of its files is.
    let in_use =
        project.and_then(|p| of_file.keys().copied().find(|file| matches!(p.wired(file), Wired::Yes { .. })));
    let each = of_file.into_iter().map(|(file, exports)| {
        let asks = if in_use.is_none_or(|used| used == file) { Asks::All } else { Asks::Substance };
        let of_it = Artifact { path: file.to_string(), exports, ..Artifact::default() };
        verify_but(plan, &of_it, code, project, asks)
    });
    let label = promised.path.trim();
    let none = || {
        let checks = Some(Checks { exports: Some(false), ..Checks::default() });
        let levels = Some(Levels { exists: Some(true), substantive: Some(false), wired: None });
        Item { checks, levels, ..Item::new(ItemKind::Artifact, Some(plan), label, ItemStatus::Failed) }
    };
    let gone = (!absent.is_empty()).then(none);
    let mut whole = each.chain(gone).reduce(joined)?;
    label.clone_into(&mut whole.label);
    whole.reasons.insert(0, format!("`{folder}` is a folder and read as a package"));
    for name in absent {
        whole.reasons.push(format!("no file right in `{folder}` exports `{name}`"));
        whole.missing.push(format!("the export `{name}` in `{folder}`"));
    }
    if asked {
        whole.reasons.push("lines and texts are not asked of a folder; name the file".to_owned());
        if whole.status == ItemStatus::Verified {
            whole.status = ItemStatus::Uncertain;
        }
    }
    Some(whole)
}

/// What two files of a package come to: the worse of both.
fn joined(a: Item, b: Item) -> Item {
    let rank = |status: ItemStatus| (status.is_gap(), status != ItemStatus::Verified);
    let (one, other) = (a.levels.unwrap_or_default(), b.levels.unwrap_or_default());
    let levels = Levels {
        exists: all(&[one.exists, other.exists]),
        substantive: all(&[one.substantive, other.substantive]),
        wired: one.wired.max(other.wired),
    };
    let (one, other) = (a.checks.unwrap_or_default(), b.checks.unwrap_or_default());
    let stub = [one.stub, other.stub];
    let checks = Checks {
        exports: all(&[one.exports, other.exports]),
        stub: if stub.contains(&Some(false)) { Some(false) } else { one.stub.max(other.stub) },
        ..Checks::default()
    };
    Item {
        status: if rank(b.status) > rank(a.status) { b.status } else { a.status },
        levels: Some(levels),
        checks: Some(checks),
        reasons: [a.reasons, b.reasons].concat(),
        evidence: [a.evidence, b.evidence].concat(),
        missing: [a.missing, b.missing].concat(),
        ..a
    }
}
