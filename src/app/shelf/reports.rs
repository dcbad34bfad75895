//! Reports by their path: ours only, and read by handle. What others wrote lies in the repository for everyone.

use serde_json::Value;

use crate::domain::ids::RepoPath;
use crate::domain::review_loop::LoopState;
use crate::error::Error;
use crate::io::files::is_ours;

use super::super::refusals::of_files;
use super::super::reports::path_of;
use super::super::workspace::Workspace;
use super::super::{loops, phases};

/// The longest report that is read, in bytes.
const LIMIT: u64 = 4 * 1024 * 1024;
/// Loops whose reports are looked for.
const LOOPS: usize = 200;
/// Reports that a refusal names.
const NAMED: usize = 5;
/// Where verifications lie that have no phase folder.
const VERIFICATIONS: &str = ".countersign/verification";

/// Reads a report of ours.
pub(in crate::app) fn report(ws: &Workspace<'_>, path: &str) -> Result<String, Error> {
    let there = |error: Error| match known(ws).into_iter().take(NAMED).collect::<Vec<_>>().as_slice() {
        [] => error.hint("No report of ours lies here yet"),
        some => error.hint(format!("Reports here: {}", some.join(", "))),
    };
    let path = ws.path("path", path).map_err(there)?;
    match ws.documents(Some(&path)).read_text(&path, LIMIT) {
        Ok(Some(text)) if written_by_us(&path, &text) => Ok(text),
        Ok(Some(_)) => Err(there(
            Error::not_found("path", format!("{path} is no report of ours"))
                .hint("Files of the repository are read where they lie"),
        )),
        Ok(None) => Err(there(Error::not_found("path", format!("there is no report {path}")))),
        Err(error) => Err(there(of_files("path", &error))),
    }
}

fn written_by_us(path: &RepoPath, text: &str) -> bool {
    let json = || serde_json::from_str::<Value>(text).is_ok_and(|value| value["writer"] == "countersign");
    is_ours(text) || (path.as_str().ends_with(".json") && json())
}

/// Returns where the report of a loop lies, where it is there.
pub(in crate::app) fn of_loop(ws: &Workspace<'_>, state: &LoopState) -> Option<RepoPath> {
    lying(ws, path_of(ws, state)?)
}

/// Returns the path at which ours lies: that one, or the one beside it where a file of others holds it.
fn lying(ws: &Workspace<'_>, path: RepoPath) -> Option<RepoPath> {
    let name = path.file_name();
    let beside = format!("{}.countersign.md", name.strip_suffix(".md").unwrap_or(name));
    let beside = match path.parent() {
        Some(folder) => folder.join(&beside).ok(),
        None => RepoPath::parse(&beside).ok(),
    };
    let ours = |path: &RepoPath| {
        let text = ws.documents(Some(path)).read_text(path, LIMIT).ok().flatten();
        text.is_some_and(|text| is_ours(&text))
    };
    [Some(path), beside].into_iter().flatten().find(ours)
}

/// Lists the reports that lie here: of the newest loops, then of phases.
pub(super) fn known(ws: &Workspace<'_>) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(Some(store)) = ws.store_if_any() {
        let infos = loops::listed(&store).map(|(infos, _)| infos).unwrap_or_default();
        for info in infos.iter().rev().take(LOOPS) {
            found.extend(loops::load(&store, &info.id).ok().and_then(|loaded| of_loop(ws, &loaded.state)));
        }
    }
    let folders = phases::folders(ws).unwrap_or_default();
    found.extend(folders.iter().filter_map(|folder| lying(ws, folder.verification().ok()?)));
    let outside = RepoPath::parse(VERIFICATIONS).ok();
    let listed = outside.and_then(|folder| ws.files.list(Some(&folder)).ok()).unwrap_or_default();
    found.extend(listed.into_iter().filter_map(|entry| lying(ws, entry.path)));
    let mut names: Vec<String> = Vec::new();
    for path in found {
        if !names.iter().any(|name| name == path.as_str()) {
            names.push(path.to_string());
        }
    }
    names
}
