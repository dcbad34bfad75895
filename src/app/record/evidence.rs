//! What a judgement needs from git: what changed since the last review, and where each place lies.

use std::cmp::Reverse;

use super::{elsewhere, hidden, others};
use crate::app::workspace::Workspace;
use crate::app::{reports, subjects};
use crate::domain::closed_when::{ClosedWhen, Facts};
use crate::domain::dialect::Reading;
use crate::domain::diff::{Changed, Diff, FileChange};
use crate::domain::finding::{Finding, Grounding};
use crate::domain::identity::same_file;
use crate::domain::ids::{Oid, Pass, RepoPath};
use crate::domain::phase::{FileFact, FileState};
use crate::domain::quote;
use crate::domain::review::{Location, RawFinding};
use crate::domain::review_loop::judge::{BY_THE_REVIEWER, CLOSED_WHEN, Closed, REGION_CHANGED, Spread};
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{Evidence, LoopState};
use crate::io::git::GitError;

/// Larger files, in bytes, are not looked into.
const LARGEST: u64 = 4 * 1024 * 1024;
/// The most other files that are looked into for lines that went.
const MOST_CHANGED: usize = 500;
/// The most further trees of findings that are compared with the one under review.
const MOST_TREES: usize = 16;
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
    let (base, since) = since(ws, state, pass);
    let (forgotten, since) = (since.is_none(), since.unwrap_or_default());
    let trees = trees(ws, state, pass, &base);
    let earlier = earlier(ws, state, pass, (&since.own, reading));
    let patches = reading.findings.iter().map(|f| fits(ws, pass, f)).collect();
    let facts = conditions(ws, state, pass, reading);
    let closed = closed(ws, state, pass);
    let spread = spread(ws, state, (&pass.change.head, &paths(pass)));
    Evidence {
        since,
        base: Some(base),
        forgotten,
        trees,
        earlier,
        closed,
        spread,
        groundings,
        patches,
        facts,
        fix_tasks: fix_tasks(ws, state),
        by: None,
    }
}

/// How many fix tasks of the subject its list holds, whoever put them there, or earlier loops of it asked for.
fn fix_tasks(ws: &Workspace<'_>, state: &LoopState) -> u32 {
    let (Some(task), Some(path)) = (state.mended_by_tasks(), state.subject.plan_path()) else { return 0 };
    let list = subjects::read_plan(ws, path).ok().filter(|plan| plan.listed);
    let listed = list.map_or(0, |plan| u32::try_from(plan.fixes_of(task).count()).unwrap_or(u32::MAX));
    let before = reports::predecessors(ws, state);
    let earlier = before.iter().filter(|b| b.mended_by_tasks() == Some(task)).map(LoopState::fix_tasks_made);
    earlier.max().unwrap_or_default().max(listed)
}

/// Tells whether a finding's patch applies to the tree under review.
fn fits(ws: &Workspace<'_>, pass: &PassRecord, finding: &RawFinding) -> Option<Result<(), String>> {
    let patch = finding.fix_patch.as_deref()?;
    Some(ws.repository.applies(&pass.change.head, patch).map_err(|why| why.to_string()))
}

/// What stands at the files that conditions of open and raised findings name.
fn conditions(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord, reading: &Reading) -> Facts {
    // One that held may hold no longer.
    let held = |f: &&Finding| f.is_open() || f.resolved_by.as_deref() == Some(CLOSED_WHEN);
    let open = state.findings.iter().filter(held).map(|f| &f.said);
    condition_files(ws, state, &pass.change.head, open.chain(&reading.findings))
}

/// What stands in a tree at the files that the findings' conditions name, and where what they held went since the loop
/// looked at it.
pub(in crate::app) fn condition_files<'f>(
    ws: &Workspace<'_>,
    state: &LoopState,
    head: &Oid,
    findings: impl Iterator<Item = &'f RawFinding>,
) -> Facts {
    let asked = findings.filter_map(|f| Some((f, ClosedWhen::parse(f.closed_when.as_deref()?).ok()?)));
    let asked: Vec<(&RawFinding, ClosedWhen)> = asked.collect();
    // What only left git's sight is not gone, unless that is what was asked for.
    let hides = |path: &RepoPath| {
        let mut of_file = asked.iter().filter(|(_, condition)| condition.file() == Some(path));
        hidden::stands(ws, head, path) && !of_file.all(|(said, _)| hidden::asks_to_leave_git(said))
    };
    let mut facts = Facts::default();
    let fact = |path: &RepoPath| match ws.repository.read_at(head, path, LARGEST) {
        Ok(Some(bytes)) => FileFact::of_text(String::from_utf8_lossy(&bytes)),
        Ok(None) if hides(path) => FileFact::bare(FileState::Outside),
        Ok(None) if had(ws, state, path).next().is_some() => FileFact::gone(),
        Ok(None) => FileFact::missing(),
        Err(_) => FileFact::bare(FileState::Unreadable),
    };
    for (_, condition) in &asked {
        let Some(path) = condition.file() else { continue };
        let here = facts.files.entry(path.clone()).or_insert_with(|| fact(path));
        let went = match here.state {
            FileState::Missing => renamed(ws, state, head, path).into_iter().collect(),
            FileState::File if condition.lacks().is_some() => moved(ws, state, head, condition, path),
            FileState::File | FileState::Folder | FileState::Outside | FileState::Unreadable => Vec::new(),
        };
        for to in &went {
            facts.files.entry(to.clone()).or_insert_with(|| fact(to));
        }
        facts.went.entry(path.clone()).or_default().extend(went);
    }
    facts
}

/// The trees of the loop that had a file, the newest first: of its passes, then their bases.
fn had<'s>(ws: &'s Workspace<'_>, state: &'s LoopState, path: &'s RepoPath) -> impl Iterator<Item = &'s Oid> {
    let heads = state.passes.iter().rev().map(|p| &p.change.head);
    let trees = heads.chain(state.passes.iter().rev().filter_map(|p| p.change.base.as_ref()));
    trees.filter(|tree| ws.repository.entry_at(tree, path).is_ok_and(|entry| entry.is_some()))
}

/// Returns the name that a file has in a tree which had another one when the loop looked at it.
fn renamed(ws: &Workspace<'_>, state: &LoopState, head: &Oid, path: &RepoPath) -> Option<RepoPath> {
    let tree = had(ws, state, path).next()?;
    let diff = ws.repository.diff(Some(tree), head, std::slice::from_ref(path)).ok()?;
    diff.files.into_iter().find(|f| f.old_path.as_ref() == Some(path)).map(|f| f.path)
}

/// Returns the other files of a tree that hold lines which a condition says its file lacks, and which that file held when
/// the loop looked at it: they did not.
fn moved(
    ws: &Workspace<'_>,
    state: &LoopState,
    head: &Oid,
    condition: &ClosedWhen,
    path: &RepoPath,
) -> Vec<RepoPath> {
    let read = |tree: &Oid, path: &RepoPath| {
        let bytes = ws.repository.read_at(tree, path, LARGEST).ok().flatten()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let now = read(head, path).unwrap_or_default();
    let first =
        had(ws, state, path).filter_map(|tree| Some((tree, condition.lines_lacked(&read(tree, path)?))));
    let Some((tree, lines)) = first.filter(|(_, lines)| !lines.is_empty()).last() else { return Vec::new() };
    let holds = |text: &str, line: &str| text.lines().any(|l| l.trim() == line);
    let gone: Vec<&String> = lines.iter().filter(|line| !holds(&now, line)).collect();
    if gone.is_empty() {
        return Vec::new();
    }
    let changed = ws.repository.diff_names(Some(tree), head).unwrap_or_default();
    let took = |other: &RepoPath| {
        let before = read(tree, other).unwrap_or_default();
        read(head, other).is_some_and(|is| gone.iter().any(|line| holds(&is, line) && !holds(&before, line)))
    };
    changed.into_iter().filter(|other| other != path).take(MOST_CHANGED).filter(took).collect()
}

/// What became of the changes that closed findings: whether these stand again as they stood.
fn closed(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Vec<Closed> {
    let by_change = |f: &&Finding| {
        f.resolved_by.as_deref().is_some_and(|by| [REGION_CHANGED, BY_THE_REVIEWER].contains(&by))
    };
    let closed = state.findings.iter().filter(by_change);
    let mut open: Vec<(&PassRecord, &Oid)> = closed.filter_map(|f| state.last_open(&f.id)).collect();
    open.sort_by_key(|(pass, tree)| (pass.number, tree.as_str()));
    open.dedup_by_key(|(pass, tree)| (pass.number, tree.as_str()));
    let between = |(from, tree): (&PassRecord, &Oid), to: &PassRecord| {
        let mut own = paths(to);
        own.extend(paths(from));
        // They were closed by their places of then.
        let findings = from.answer.as_ref().map(|(_, judgement)| judgement.findings.as_slice());
        elsewhere::changed(ws, (tree, &to.change.head), &own, findings.unwrap_or_default())
    };
    open.into_iter()
        .filter_map(|from| {
            let number = from.0.number;
            let next = state.passes.iter().find(|p| p.number > number && p.is_read());
            let then = next.and_then(|next| between(from, next).ok()).unwrap_or_default();
            let now = between(from, pass).ok()?;
            Some(Closed { pass: number, tree: Some(from.1.clone()), now, then })
        })
        .collect()
}

/// What changed of findings with several places that are open for longer than since the last answered pass, up to a tree.
/// A reviewer who raises one again after all its places changed begins anew.
pub(in crate::app) fn spread(
    ws: &Workspace<'_>,
    state: &LoopState,
    (head, files): (&Oid, &[RepoPath]),
) -> Vec<Spread> {
    let Some(last) = state.looked() else { return Vec::new() };
    let several = |f: &&Finding| f.is_open() && f.said.locations.len() > 1 && f.first_pass < last.number;
    let each = state.findings.iter().filter(several).filter_map(|finding| {
        let raised: Vec<(&PassRecord, &[Location])> = state
            .passes
            .iter()
            .filter_map(|p| {
                let (_, judgement) = p.answer.as_ref()?;
                let was =
                    judgement.findings.iter().find(|f| f.id == finding.id && f.last_pass == p.number)?;
                was.placed.as_ref().is_none_or(|tree| *tree == p.change.head).then_some(())?;
                (was.said.locations.len() > 1).then_some((p, was.said.locations.as_slice()))
            })
            .collect();
        let since = |(from, places): (&PassRecord, &[Location]), to: &Oid, files: &[RepoPath]| {
            let mut own = paths(from);
            own.extend_from_slice(files);
            let changed =
                elsewhere::changed(ws, (&from.change.head, to), &own, std::slice::from_ref(finding)).ok()?;
            Some(Spread { id: finding.id.clone(), places: places.to_vec(), changed })
        };
        let mut begins = *raised.first()?;
        for again in &raised[1..] {
            let until = since(begins, &again.0.change.head, &paths(again.0))?;
            if until.is_mended() {
                begins = *again;
            }
        }
        if begins.0.number >= last.number {
            return None;
        }
        since(begins, head, files)
    });
    each.collect()
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
    let last = state.looked().map_or(0, |last| last.number);
    let before = state.passes.iter().rev().filter(|p| p.answer.is_some() && p.number < last.min(pass.number));
    before
        .filter_map(|p| {
            let diff = ws.repository.diff(Some(&p.change.head), &pass.change.head, &files).ok()?;
            Some((p.number, diff))
        })
        .collect()
}

/// What an answer without findings of its own is judged by.
pub(in crate::app) fn since_last(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Evidence {
    let facts = conditions(ws, state, pass, &Reading::nothing(""));
    let spread = spread(ws, state, (&pass.change.head, &paths(pass)));
    let (base, since) = since(ws, state, pass);
    let (forgotten, since) = (since.is_none(), since.unwrap_or_default());
    let trees = trees(ws, state, pass, &base);
    Evidence { since, base: Some(base), forgotten, trees, spread, facts, ..Evidence::default() }
}

/// The tree that the last review looked at that was read, and the change of the subject's own files since, with where code
/// of theirs went; nothing where git has forgotten that tree, which proves no fix then.
pub(in crate::app) fn since(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
) -> (Oid, Option<Changed>) {
    let is_beside = state.answered().is_some_and(|last| last.number == pass.number);
    match state.looked().filter(|_| !is_beside) {
        Some(last) => {
            let mut own = paths(pass);
            own.extend(paths(last));
            let changed =
                elsewhere::changed(ws, (&last.change.head, &pass.change.head), &own, &state.findings);
            let marked = changed.map(|mut changed| {
                others::mark(ws, (&last.change, &pass.change), &mut changed);
                changed
            });
            (last.change.head.clone(), marked.ok())
        }
        None => (pass.change.head.clone(), Some(Changed::default())),
    }
}

/// The other trees in which findings stand: of a review that could not be read or came late, of a subject that moved, of
/// an earlier loop, of the pass that closed them; each with what changed since.
fn trees(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord, base: &Oid) -> Vec<(Oid, Changed)> {
    let mut placed: Vec<&Finding> = state.findings.iter().collect();
    placed.sort_by_key(|f| (!f.is_open(), Reverse(f.last_pass)));
    let mut trees: Vec<&Oid> = Vec::new();
    for tree in placed.into_iter().filter_map(|f| f.placed.as_ref()) {
        if tree != base && *tree != pass.change.head && !trees.contains(&tree) {
            trees.push(tree);
        }
    }
    let since =
        |tree: &Oid| Some((tree.clone(), since_tree(ws, state, tree, (&pass.change.head, &paths(pass)))?));
    trees.into_iter().take(MOST_TREES).filter_map(since).collect()
}

/// What changed of the subject's files, and of those that findings in a tree name, since that tree; nothing where git has
/// forgotten it.
pub(in crate::app) fn since_tree(
    ws: &Workspace<'_>,
    state: &LoopState,
    tree: &Oid,
    (head, files): (&Oid, &[RepoPath]),
) -> Option<Changed> {
    let there: Vec<Finding> =
        state.findings.iter().filter(|f| f.placed.as_ref() == Some(tree)).cloned().collect();
    let named = there.iter().flat_map(|f| f.said.locations.iter().take(MOST_PLACES));
    let mut own: Vec<RepoPath> = named.filter_map(|place| RepoPath::parse(&place.file).ok()).collect();
    own.extend_from_slice(files);
    elsewhere::changed(ws, (tree, head), &own, &there).ok()
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

/// Takes the side off that a diff's own headers put before a path, where that is a file of the change: `b/src/a.py`.
fn without_side(path: RepoPath, reviewed: &Diff) -> RepoPath {
    let named = path.as_str().strip_prefix("a/").or_else(|| path.as_str().strip_prefix("b/"));
    let file = named.filter(|_| reviewed.file(path.as_str()).is_none()).and_then(|name| reviewed.file(name));
    file.map_or(path, |file| file.path.clone())
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
    let path = without_side(path, reviewed);
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
            let was = before();
            let lines = was.as_ref().map_or(0, |b| lines_of(b));
            let there = place.line.is_none_or(|l| l > 0 && (lines == 0 || l as usize <= lines));
            let text = was.map(|b| String::from_utf8_lossy(&b).into_owned());
            let said =
                quotes.is_empty() || text.is_none_or(|t| quotes.iter().any(|q| quote::stands_in(q, &t)));
            return match (there, said) {
                (false, _) => Grounding::LineOutOfRange,
                (true, false) => Grounding::QuoteNotFound,
                (true, true) => Grounding::InDiff,
            };
        }
        Ok(None) | Err(_) => {
            // Expected is a listed file that is not there; one that is was only named in another way.
            let absent = |listed: &str| {
                let path = RepoPath::parse(listed).ok();
                path.is_none_or(|p| !matches!(ws.repository.entry_at(&pass.change.head, &p), Ok(Some(_))))
            };
            let listed = state.subject.files().iter().any(|f| same_file(f, path.as_str()) && absent(f));
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

/// Tells whether one of the places lies in a hunk of a change, as its files stand now.
pub(in crate::app) fn lies_in(diff: &Diff, places: &[Location]) -> bool {
    let of_file = |place: &Location| Some((diff.file(&place.file)?, place.clone()));
    places.iter().filter_map(of_file).any(|(file, place)| meets(file, &place, Side::New))
}

/// The whole change that the pass looks at.
pub(in crate::app) fn reviewed(ws: &Workspace<'_>, pass: &PassRecord) -> Diff {
    // Without the trees there is no line to compare with; nothing is approved by that.
    ws.repository.diff(pass.change.base.as_ref(), &pass.change.head, &paths(pass)).unwrap_or_default()
}
