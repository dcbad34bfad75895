//! What may change after an approval and leave it standing: open notes taken up, comments where the rules say so, ticks
//! in a task list.

use std::collections::BTreeSet;

use crate::domain::claim::only_comments;
use crate::domain::diff::Mode;
use crate::domain::diff::{FileChange, Origin};
use crate::domain::gate::{Bridge, Change, Walk};
use crate::domain::identity::same_file;
use crate::domain::ids::RepoPath;
use crate::domain::plan;
use crate::domain::receipt::{Content, Receipt};
use crate::domain::review::Location;
use crate::error::Error;

use super::super::workspace::Workspace;
use super::Standing;
use super::history::{between, between_whole};
use crate::io::git::snapshot::blob_id;

/// The most lines that taking up a note may add at one place.
pub(super) const MORE: usize = 5;

/// A note of more lines than this, that takes in more than half of its file, names no place in it.
const PLACE: u32 = 3;

/// The most contents of one file that are held against the notes on it.
const CONTENTS: usize = 20;

/// Returns the ways that taking up notes leads: from what a receipt looked at to what stands now with edits at its open
/// notes alone.
pub(super) fn taken_up(
    ws: &Workspace<'_>,
    walk: &Walk,
    receipts: &[&Receipt],
    doubtful: &[Change],
) -> Vec<Bridge> {
    let paths: BTreeSet<&RepoPath> = doubtful.iter().map(|c| &c.path).collect();
    let mut bridges = Vec::new();
    for path in paths {
        for receipt in receipts.iter().filter(|r| !r.notes.is_empty()) {
            let notes: Vec<&Location> =
                receipt.notes.iter().filter(|n| same_file(path.as_str(), &n.file)).collect();
            let Some(file) = receipt.file(path).filter(|_| !notes.is_empty()) else { continue };
            let lines = lines_of(ws, &file.after);
            let notes: Vec<&Location> = notes.into_iter().filter(|n| is_place(n, lines)).collect();
            for content in walk.contents(path).into_iter().rev().take(CONTENTS) {
                let change = between(ws, path, &file.after, content).filter(|_| *content != file.after);
                if change.is_some_and(|c| is_at(&c, &notes)) {
                    bridges.push(Bridge {
                        path: path.clone(),
                        from: file.after.clone(),
                        to: content.clone(),
                    });
                }
            }
        }
    }
    bridges
}

/// Returns how many lines a content has; none where it cannot be read.
fn lines_of(ws: &Workspace<'_>, content: &Option<Content>) -> u32 {
    let blob = content.as_ref().map(Content::blob).filter(|id| ws.repository.has(id));
    let bytes = blob.and_then(|id| ws.repository.blob(&id).ok()).unwrap_or_default();
    let feeds = bytes.iter().filter(|b| **b == b'\n').count();
    u32::try_from(feeds + usize::from(bytes.last().is_some_and(|b| *b != b'\n'))).unwrap_or(u32::MAX)
}

/// Tells whether a note names a place in its file of that many lines, and not the file as a whole: taking that up would
/// let any rewrite stand.
fn is_place(note: &Location, lines: u32) -> bool {
    let Some(line) = note.line else { return false };
    let end = note.end_line.unwrap_or(line);
    let noted = (line.max(end) - line.min(end)).saturating_add(1);
    noted <= PLACE || noted <= lines / 2
}

/// Tells whether a change stays at the noted places: it removes their lines and those next to them, and adds little.
fn is_at(change: &FileChange, notes: &[&Location]) -> bool {
    if change.binary || change.hunks.is_empty() {
        return false;
    }
    let places: Vec<(u32, u32)> = notes
        .iter()
        .filter_map(|n| {
            let line = n.line.filter(|l| *l > 0)?;
            let end = n.end_line.unwrap_or(line);
            Some((line.min(end).saturating_sub(1), line.max(end) + 1))
        })
        .collect();
    change.hunks.iter().all(|hunk| {
        // The old line that comes next; an addition stands before it.
        let mut old = hunk.old_start + u32::from(hunk.old_lines == 0);
        let mut added = 0;
        hunk.lines.iter().all(|line| {
            let within = |at: u32| places.iter().any(|(from, to)| (*from..=*to).contains(&at));
            match line.origin {
                Origin::Context => {
                    old += 1;
                    true
                }
                Origin::Removed => {
                    old += 1;
                    within(old - 1)
                }
                Origin::Added => {
                    added += 1;
                    added <= MORE && (within(old) || within(old.saturating_sub(1)))
                }
            }
        })
    })
}

/// Returns the ways that edits of comments alone lead, on files of receipts whose rules let those stand.
pub(super) fn comments(
    ws: &Workspace<'_>,
    walk: &Walk,
    receipts: &[&Receipt],
    doubtful: &[Change],
) -> Vec<Bridge> {
    let lenient = |path: &RepoPath| {
        let mut of_file = receipts.iter().filter(|r| r.file(path).is_some()).peekable();
        of_file.peek().is_some() && of_file.all(|r| r.comments_keep)
    };
    doubtful
        .iter()
        .filter(|c| lenient(&c.path))
        .filter_map(|c| {
            let edit = walk.nodes.get(c.node)?.edits.get(&c.path)?;
            let change = between_whole(ws, &c.path, &edit.before, &edit.after)?;
            let bridge = Bridge { path: c.path.clone(), from: edit.before.clone(), to: edit.after.clone() };
            only_comments(&change).then_some(bridge)
        })
        .collect()
}

/// Tells how a document stands that was reviewed: by its bytes; ticks in a task list, and edits at its open notes, keep it.
pub(super) fn document(ws: &Workspace<'_>, path: &RepoPath, receipt: &Receipt) -> Result<Standing, Error> {
    let reviewed = receipt.file(path).and_then(|f| f.after.clone());
    let now = ws
        .documents(Some(path))
        .read(path, plan::MAX_PLAN as u64)
        .map_err(|e| super::super::refusals::of_files("plan", &e))?;
    let Some(now) = now else {
        return Ok(Standing::Changed("changed since its review: it is gone".to_owned()));
    };
    let content = Content::new(&blob_id(&now)?, Mode::File);
    let Some(reviewed) = reviewed else {
        return Ok(Standing::Changed("has a receipt that says nothing of its bytes".to_owned()));
    };
    if reviewed.blob() == content.blob() {
        return Ok(Standing::Held);
    }
    let before =
        ws.repository.has(&reviewed.blob()).then(|| ws.repository.blob(&reviewed.blob())).transpose()?;
    let texts = before.and_then(|b| String::from_utf8(b).ok()).zip(String::from_utf8(now).ok());
    Ok(match texts {
        Some((before, after)) if plan::only_progress(path, &before, &after) => Standing::Held,
        Some(_) | None => Standing::Changed(format!("changed since its review ({path} was edited)")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::{ChangeKind, DiffLine, Hunk};

    fn change(start: u32, lines: &[&str]) -> FileChange {
        let mut file = FileChange::new(RepoPath::parse("a.js").unwrap(), ChangeKind::Modified);
        let lines: Vec<DiffLine> = lines
            .iter()
            .map(|l| DiffLine {
                origin: match &l[..1] {
                    "+" => Origin::Added,
                    "-" => Origin::Removed,
                    _ => Origin::Context,
                },
                text: l[1..].to_owned(),
            })
            .collect();
        let count = |origin| u32::try_from(lines.iter().filter(|l| l.origin != origin).count()).unwrap();
        let (old_lines, new_lines) = (count(Origin::Added), count(Origin::Removed));
        file.hunks.push(Hunk { old_start: start, old_lines, new_start: start, new_lines, lines });
        file
    }

    #[test]
    fn edits_at_a_note_are_told_from_others() {
        let note = Location { file: "a.js".to_owned(), line: Some(5), end_line: None };
        let many = vec!["+x"; MORE + 1];
        for (start, lines, expected) in [
            (4, vec![" a", "-b", "+c", " d"], true),
            (5, vec!["-b", "+c", "+d"], true),
            (4, vec!["-a", "-b", "-c", "+d"], true),
            (5, vec!["+before", " b"], true),
            (5, vec![" b", "+after"], true),
            // Beside it, far from it, and too much of it.
            (4, vec![" a", " b", " c", "-d"], false),
            (2, vec!["-a", " b", " c", "-d"], false),
            (50, vec!["-b", "+c"], false),
            (5, many, false),
        ] {
            assert_eq!(is_at(&change(start, &lines), &[&note]), expected, "{start} {lines:?}");
        }
        let whole = Location { file: "a.js".to_owned(), line: None, end_line: None };
        assert!(!is_at(&change(5, &["-b"]), &[&whole]), "a note on the whole file names no place");
    }
}
