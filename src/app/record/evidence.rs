//! What a judgement needs from git: what changed since the last review, and where each place lies.

use std::collections::{BTreeMap, BTreeSet};

use super::elsewhere;
use crate::app::workspace::Workspace;
use crate::domain::closed_when::ClosedWhen;
use crate::domain::dialect::Reading;
use crate::domain::diff::{Changed, Diff, FileChange};
use crate::domain::finding::Grounding;
use crate::domain::identity::same_file;
use crate::domain::ids::{Oid, Pass, RepoPath};
use crate::domain::phase::{FileFact, FileState};
use crate::domain::quote;
use crate::domain::review::{Location, RawFinding};
use crate::domain::review_loop::judge::REGION_CHANGED;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{Evidence, LoopState};
use crate::io::git::GitError;

/// Larger files, in bytes, are not looked into.
const LARGEST: u64 = 4 * 1024 * 1024;
/// Places of one finding that are looked at.
const MOST_PLACES: usize = 32;

/// Gathers what the judgement needs from git: the change since the last review, and where each place lies.
pub(in crate::app) fn evidence(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
    reading: &Reading,
) -> Evidence {
    let diff = reviewed(ws, pass);
    let groundings = reading.findings.iter().map(|f| ground(ws, state, pass, &diff, f)).collect();
    let since = since(ws, state, pass);
    let earlier = earlier(ws, state, pass, (&since.own, reading));
    let patches = reading.findings.iter().map(|f| fits(ws, pass, f)).collect();
    let files = conditions(ws, state, pass, reading);
    let closed = closed_by_silence(ws, state, pass);
    Evidence { since, earlier, closed, groundings, patches, files, by: None }
}

/// Tells whether a finding's patch applies to the tree under review.
fn fits(ws: &Workspace<'_>, pass: &PassRecord, finding: &RawFinding) -> Option<Result<(), String>> {
    let patch = finding.fix_patch.as_deref()?;
    Some(ws.repository.applies(&pass.change.head, patch).map_err(|why| why.to_string()))
}

/// What stands at the files that conditions of open and raised findings name.
fn conditions(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
    reading: &Reading,
) -> BTreeMap<RepoPath, FileFact> {
    let open = state.findings.iter().filter(|f| f.is_open()).map(|f| &f.said);
    condition_files(ws, state, &pass.change.head, open.chain(&reading.findings))
}

/// What stands in a tree at the files that the findings' conditions name.
pub(in crate::app) fn condition_files<'f>(
    ws: &Workspace<'_>,
    state: &LoopState,
    head: &Oid,
    findings: impl Iterator<Item = &'f RawFinding>,
) -> BTreeMap<RepoPath, FileFact> {
    let asked = findings.filter_map(|f| ClosedWhen::parse(f.closed_when.as_deref()?).ok());
    let files: BTreeSet<RepoPath> = asked.filter_map(|c| c.file().cloned()).collect();
    let fact = |path: &RepoPath| match ws.repository.read_at(head, path, LARGEST) {
        Ok(Some(bytes)) => FileFact::of_text(String::from_utf8_lossy(&bytes)),
        Ok(None) if was_there(ws, state, path) => FileFact::gone(),
        Ok(None) => FileFact::missing(),
        Err(_) => FileFact::bare(FileState::Unreadable),
    };
    files.into_iter().map(|path| (path.clone(), fact(&path))).collect()
}

/// Tells whether some pass of the loop had a file, or its base.
fn was_there(ws: &Workspace<'_>, state: &LoopState, path: &RepoPath) -> bool {
    let trees = state.passes.iter().flat_map(|p| p.change.base.iter().chain([&p.change.head]));
    trees.into_iter().any(|tree| ws.repository.entry_at(tree, path).is_ok_and(|entry| entry.is_some()))
}

/// The changes between the trees in which findings were last open that silence closed, since their places had changed,
/// and the present one: whether they stand as they stood.
fn closed_by_silence(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Vec<(Pass, Changed)> {
    let closed = state.findings.iter().filter(|f| f.resolved_by.as_deref() == Some(REGION_CHANGED));
    let passes: BTreeMap<Pass, &PassRecord> =
        closed.filter_map(|f| state.last_open(&f.id)).map(|p| (p.number, p)).collect();
    passes
        .into_iter()
        .filter_map(|(number, open)| {
            let mut own = paths(pass);
            own.extend(paths(open));
            let trees = (&open.change.head, &pass.change.head);
            // Silence closed them by their places of then.
            let findings = open.answer.as_ref().map(|(_, judgement)| judgement.findings.as_slice());
            Some((number, elsewhere::changed(ws, trees, &own, findings.unwrap_or_default()).ok()?))
        })
        .collect()
}

/// What differs between passes before the last answered one and this one, in files that findings name and the last
/// fix changed: whether a place is again what it was (SPEC 6.6).
fn earlier(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
    (since, reading): (&Diff, &Reading),
) -> Vec<(Pass, Diff)> {
    let named = |path: &RepoPath| {
        let places = reading.findings.iter().flat_map(|f| f.locations.iter().take(MOST_PLACES));
        places.into_iter().any(|l| same_file(path.as_str(), &l.file))
    };
    let files: Vec<RepoPath> = since.paths().filter(|p| named(p)).cloned().collect();
    if files.is_empty() {
        return Vec::new();
    }
    let before = state.passes.iter().rev().filter(|p| p.answer.is_some() && p.number != pass.number).skip(1);
    before
        .filter_map(|p| {
            let diff = ws.repository.diff(Some(&p.change.head), &pass.change.head, &files).ok()?;
            Some((p.number, diff))
        })
        .collect()
}

/// What an answer without findings of its own is judged by.
pub(super) fn since_last(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Evidence {
    let files = conditions(ws, state, pass, &Reading::nothing(""));
    Evidence { since: since(ws, state, pass), files, ..Evidence::default() }
}

/// The change of the subject's own files since the tree that the last answered pass looked at, and where code of theirs
/// went.
pub(in crate::app) fn since(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Changed {
    match state.answered() {
        Some(last) if last.number != pass.number => {
            let mut own = paths(pass);
            own.extend(paths(last));
            // A tree that git has forgotten proves no fix: nothing counts as changed then.
            elsewhere::changed(ws, (&last.change.head, &pass.change.head), &own, &state.findings)
                .unwrap_or_default()
        }
        Some(_) | None => Changed::default(),
    }
}

fn paths(pass: &PassRecord) -> Vec<RepoPath> {
    pass.change.files.iter().flat_map(|f| [Some(f.path.clone()), f.old_path.clone()]).flatten().collect()
}

/// Says how a finding relates to the reviewed change (SPEC 7.2): by the best of its places, since a reviewer may name
/// one more that is wrong.
fn ground(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
    reviewed: &Diff,
    finding: &RawFinding,
) -> Grounding {
    let quotes = quote::quotes(finding);
    let places = finding.locations.iter().take(MOST_PLACES);
    places
        .map(|place| ground_place(ws, state, pass, reviewed, (place, &quotes)))
        .min_by_key(|g| rank(*g))
        .unwrap_or(Grounding::Unlocated)
}

/// The surer, the lower.
fn rank(grounding: Grounding) -> u8 {
    match grounding {
        Grounding::InDiff => 0,
        Grounding::InFile => 1,
        Grounding::ExpectedFile => 2,
        Grounding::QuoteNotFound => 3,
        Grounding::LineOutOfRange => 4,
        Grounding::MissingFile => 5,
        Grounding::Unlocated => 6,
    }
}

fn ground_place(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
    reviewed: &Diff,
    (place, quotes): (&Location, &[String]),
) -> Grounding {
    // A path that climbs out of the repository names nothing in it; only trees are read, never the file system.
    let Ok(path) = RepoPath::parse(&place.file) else { return Grounding::MissingFile };
    let change = reviewed.file(path.as_str());
    // The file as it stood before the change, under the name it had then.
    let before = || {
        let name = change.map_or(&path, |c| c.before());
        let base = pass.change.base.as_ref()?;
        ws.repository.read_at(base, name, LARGEST).ok().flatten()
    };
    let bytes = match ws.repository.read_at(&pass.change.head, &path, LARGEST) {
        Ok(Some(bytes)) => bytes,
        // There, and too large to be looked into.
        Err(GitError::FileTooLarge { .. }) => return Grounding::InFile,
        Ok(None) if change.is_some() => {
            // Removed or renamed: the finding is about what stood there.
            let lines = before().map_or(0, |b| lines_of(&b));
            let there = place.line.is_none_or(|l| l > 0 && (lines == 0 || l as usize <= lines));
            return if there { Grounding::InDiff } else { Grounding::LineOutOfRange };
        }
        Ok(None) | Err(_) => {
            let listed = state.subject.files().iter().any(|f| same_file(f, path.as_str()));
            return if listed { Grounding::ExpectedFile } else { Grounding::MissingFile };
        }
    };
    let removed = change.is_some_and(|file| meets(file, place, Side::Old));
    if place.line.is_some_and(|l| l == 0 || l as usize > lines_of(&bytes)) {
        // Lines that the change removed were there before it.
        let was = before().is_some_and(|b| place.line.is_some_and(|l| l > 0 && l as usize <= lines_of(&b)));
        return if was && removed { Grounding::InDiff } else { Grounding::LineOutOfRange };
    }
    let stands = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        quotes.iter().any(|q| quote::stands_in(q, &text))
    };
    if !quotes.is_empty() && !stands(&bytes) {
        // What is quoted may be what the change took away.
        return if before().is_some_and(|b| stands(&b)) {
            Grounding::InDiff
        } else {
            Grounding::QuoteNotFound
        };
    }
    if change.is_some_and(|file| meets(file, place, Side::New)) {
        Grounding::InDiff
    } else {
        Grounding::InFile
    }
}

fn lines_of(bytes: &[u8]) -> usize {
    crate::domain::phase::line_count(bytes) as usize
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

/// Tells whether a place lies in a hunk, on one side of it.
fn meets(file: &FileChange, place: &Location, side: Side) -> bool {
    place.line.is_none_or(|line| {
        let last = place.end_line.unwrap_or(line).max(line);
        file.hunks.iter().any(|h| {
            let (start, lines) =
                if side == Side::Old { (h.old_start, h.old_lines) } else { (h.new_start, h.new_lines) };
            line < start.saturating_add(lines.max(1)) && start <= last
        })
    })
}

/// The whole change that the pass looks at.
pub(super) fn reviewed(ws: &Workspace<'_>, pass: &PassRecord) -> Diff {
    // Without the trees there is no line to compare with; nothing is approved by that.
    ws.repository.diff(pass.change.base.as_ref(), &pass.change.head, &paths(pass)).unwrap_or_default()
}
