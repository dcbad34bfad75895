//! Two works on one file, reviewed one after the other before anything of it is committed (SPEC 7.6): the later review
//! looked at both, from where the first began. The way from what the first approved to what the later did is led by that,
//! where nothing of the first is undone in it: what it took away again no line of the later review shows.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::diff::{FileChange, Origin};
use crate::domain::gate::{Bridge, Walk};
use crate::domain::ids::RepoPath;
use crate::domain::receipt::{Content, Proof, Receipt};

use super::Case;
use super::history::between;
use super::known::Known;
use crate::app::workspace::Workspace;

/// Returns the ways that later reviews lead on from what was approved in the work tree, of receipts that do not hold
/// without them.
pub(super) fn bridges(
    ws: &Workspace<'_>,
    walk: &Walk,
    receipts: &[&Receipt],
    known: &[Bridge],
) -> Vec<Bridge> {
    let mut by_path: BTreeMap<&RepoPath, Vec<&Receipt>> = BTreeMap::new();
    for receipt in receipts {
        receipt.files.iter().for_each(|file| by_path.entry(&file.path).or_default().push(*receipt));
    }
    let held = walk.held(receipts, known);
    let mut leads = BTreeMap::new();
    let mut found = Vec::new();
    for receipt in receipts.iter().filter(|r| !r.is_of_commits()) {
        let others = |file: &Proof| -> Vec<&Proof> {
            by_path[&file.path].iter().filter_map(|other| further(receipt, file, other)).collect()
        };
        let more: Vec<(&Proof, Vec<&Proof>)> = receipt
            .files
            .iter()
            .map(|file| (file, others(file)))
            .filter(|(_, all)| !all.is_empty())
            .collect();
        let stands = || held.since(receipt, false).is_some_and(|later| later.is_empty());
        if more.is_empty() || stands() {
            continue;
        }
        for (file, others) in more {
            // Worked out once, however many reviewed the file afterwards; nothing where git lacks a content.
            let made = match &file.before {
                None => None,
                Some(_) => match between(ws, &file.path, &file.before, &file.after) {
                    None => continue,
                    made => made,
                },
            };
            let leading = leads.entry(&file.path).or_insert_with(|| {
                let reviewed = by_path[&file.path].iter().filter_map(|receipt| receipt.file(&file.path));
                leading(&walk.contents(&file.path), reviewed, known.iter().filter(|b| b.path == file.path))
            });
            let others = others
                .into_iter()
                .filter(|more| leading.as_ref().is_none_or(|all| all.contains(&more.after)));
            let led = others.filter(|more| holds(ws, made.as_ref(), file, more));
            found.extend(led.map(|more| Bridge {
                path: file.path.clone(),
                from: file.after.clone(),
                to: more.after.clone(),
            }));
        }
    }
    found
}

/// Returns the contents of a file to which ways may be needed: those that are met in the walk, and those from which reviews lead
/// there, also as reviews that began elsewhere. To any other nothing need be led: what leads to it from an earlier one leads
/// by itself to where it leads. Nothing is told of a file that the walk does not speak of.
fn leading<'c>(
    met: &[&'c Option<Content>],
    reviewed: impl Iterator<Item = &'c Proof>,
    known: impl Iterator<Item = &'c Bridge>,
) -> Option<BTreeSet<&'c Option<Content>>> {
    if met.is_empty() {
        return None;
    }
    let mut found: BTreeSet<_> = met.iter().copied().collect();
    let reviewed: BTreeSet<_> = reviewed.map(|file| (&file.after, &file.before)).collect();
    // Come to from two places, it leads on to what began at either.
    let twice = reviewed.iter().zip(reviewed.iter().skip(1)).filter(|(one, other)| one.0 == other.0);
    found.extend(twice.map(|(one, _)| one.0));
    let led = known.map(|bridge| (&bridge.to, &bridge.from));
    let ways: Vec<_> = reviewed.iter().copied().chain(led).collect();
    loop {
        let more = ways.iter().filter(|(to, from)| found.contains(to) && !found.contains(from));
        let more: Vec<_> = more.map(|(_, from)| *from).collect();
        if more.is_empty() {
            return Some(found);
        }
        found.extend(more);
    }
}

/// Returns what another receipt made of a file, where it began at the same content and came to another one.
fn further<'r>(receipt: &Receipt, file: &Proof, other: &'r Receipt) -> Option<&'r Proof> {
    let other = Some(other).filter(|other| other.loop_id != receipt.loop_id)?;
    other.file(&file.path).filter(|more| more.before == file.before && more.after != file.after)
}

/// Tells whether a later change of a file holds all that an earlier one made of it, as far as git has the contents of both;
/// `made` is nothing where that made the file.
fn holds(ws: &Workspace<'_>, made: Option<&FileChange>, first: &Proof, more: &Proof) -> bool {
    between(ws, &first.path, &first.after, &more.after).is_some_and(|then| keeps(made, &then))
}

/// Lines that change together: where they stand on both sides, and what they say.
#[derive(Debug, Default)]
struct Run<'c> {
    /// Lines by their numbers, the end not among them; of none, the line they come before.
    old: (u32, u32),
    new: (u32, u32),
    removed: Vec<&'c str>,
    added: Vec<&'c str>,
}

fn runs(change: &FileChange) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    for hunk in &change.hunks {
        let mut old = hunk.old_start + u32::from(hunk.old_lines == 0);
        let mut new = hunk.new_start + u32::from(hunk.new_lines == 0);
        let mut open: Option<Run<'_>> = None;
        for line in &hunk.lines {
            if line.origin == Origin::Context {
                runs.extend(open.take());
                (old, new) = (old + 1, new + 1);
                continue;
            }
            let run = open.get_or_insert_with(|| Run { old: (old, old), new: (new, new), ..Run::default() });
            if line.origin == Origin::Removed {
                run.removed.push(line.text.trim());
                old += 1;
                run.old.1 = old;
            } else {
                run.added.push(line.text.trim());
                new += 1;
                run.new.1 = new;
            }
        }
        runs.extend(open);
    }
    runs
}

/// Tells whether a change that comes after another leaves all of that standing: it removes none of its lines, and where it
/// meets it brings back none of those that it removed. `first` is nothing where that made the file.
fn keeps(first: Option<&FileChange>, then: &FileChange) -> bool {
    let both = first.into_iter().chain([then]);
    if both.clone().any(|change| change.binary || change.hunks.is_empty()) {
        return false;
    }
    let then = runs(then);
    let Some(first) = first else { return then.iter().all(|run| run.removed.is_empty()) };
    let first = runs(first);
    then.iter().all(|run| {
        first.iter().all(|made| {
            let undone = run.old.0 < made.new.1 && made.new.0 < run.old.1 && !run.removed.is_empty();
            let meets = run.old.0 <= made.new.1 && made.new.0 <= run.old.1;
            let back = |line: &&str| !line.is_empty() && made.removed.contains(line);
            !(undone || meets && run.added.iter().any(back))
        })
    })
}

impl Case<'_> {
    /// Says whose later review of the same file does not hold all of what was approved in the work tree.
    pub(super) fn changed_further(&self, known: &Known, receipt: &Receipt) -> Option<String> {
        let of_hand = Some(receipt).filter(|r| !r.is_of_commits())?;
        let stands = |path, more: &Proof| self.walk.contents(path).last() == Some(&&more.after);
        for file in &of_hand.files {
            let mut others = self.records.all.iter().filter(|other| other.id != known.id);
            let other = others.find(|other| {
                let more = other.receipt().and_then(|other| further(of_hand, file, other));
                more.is_some_and(|more| stands(&file.path, more))
            });
            if let Some(other) = other {
                return Some(format!(
                    "changed since its review: {}, reviewed over the same file, changed {} further, and undoes something of it or lies too close to tell",
                    other.subject.label(),
                    file.path
                ));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::{ChangeKind, DiffLine, Hunk, Mode};
    use crate::domain::ids::Oid;

    fn change(start: (u32, u32), lines: &[&str]) -> FileChange {
        let mut file = FileChange::new(RepoPath::parse("a.js").unwrap(), ChangeKind::Modified);
        let lines: Vec<DiffLine> = lines
            .iter()
            .map(|line| DiffLine {
                origin: match &line[..1] {
                    "+" => Origin::Added,
                    "-" => Origin::Removed,
                    _ => Origin::Context,
                },
                text: line[1..].to_owned(),
            })
            .collect();
        let count = |origin| u32::try_from(lines.iter().filter(|l| l.origin != origin).count()).unwrap();
        let (old_lines, new_lines) = (count(Origin::Added), count(Origin::Removed));
        let (old_start, new_start) = start;
        file.hunks.push(Hunk { old_start, old_lines, new_start, new_lines, lines });
        file
    }

    #[test]
    fn a_later_change_keeps_an_earlier_one_where_it_undoes_nothing_of_it() {
        // Line 5 became two lines, 5 and 6.
        let first = change((4, 4), &[" a4", "-a5", "+x5", "+y5", " a6"]);
        for (start, lines, expected) in [
            // Far from it, right before it, right after it, and between its lines.
            ((20, 20), vec![" a", "-b", "+c"], true),
            ((4, 4), vec![" a4", "+more", " x5"], true),
            ((6, 6), vec![" y5", "+more", " a6"], true),
            ((5, 5), vec![" x5", "+more", " y5"], true),
            // A line beside it changes, and none of its own.
            ((6, 6), vec![" y5", "-a6", "+b6"], true),
            // One of its lines is gone or written anew, or what it took away is back.
            ((5, 5), vec!["-x5", " y5"], false),
            ((6, 6), vec!["-y5", "+z5", " a6"], false),
            ((4, 4), vec!["-a4", "-x5", "-y5", "+b"], false),
            ((6, 6), vec![" y5", "+  a5", " a6"], false),
            ((4, 4), vec![" a4", "+a5", " x5"], false),
        ] {
            assert_eq!(keeps(Some(&first), &change(start, &lines)), expected, "{start:?} {lines:?}");
        }
        // Something was only taken away: it is back, or something else stands there.
        let first = change((4, 4), &[" a4", "-a5", " a6"]);
        assert!(!keeps(Some(&first), &change((4, 4), &[" a4", "+a5", " a6"])));
        assert!(keeps(Some(&first), &change((4, 4), &[" a4", "+b5", " a6"])));
    }

    #[test]
    fn ways_are_needed_to_what_is_met_or_leads_there_alone() {
        let path = RepoPath::parse("a.js").unwrap();
        let content = |letter: char| Some(Content::new(&Oid::new(letter), Mode::File));
        let leading_of = |met: &str, reviewed: &[&str], known: &[&str]| {
            let met: Vec<_> = met.chars().map(content).collect();
            let sides =
                |way: &&str| (content(way.chars().next().unwrap()), content(way.chars().last().unwrap()));
            let reviewed: Vec<Proof> = reviewed
                .iter()
                .map(sides)
                .map(|(before, after)| Proof {
                    path: path.clone(),
                    before,
                    after,
                    patch: None,
                    parts: Vec::new(),
                })
                .collect();
            let known = known.iter().map(sides).map(|(from, to)| Bridge { path: path.clone(), from, to });
            let known: Vec<Bridge> = known.collect();
            let found = leading(&met.iter().collect::<Vec<_>>(), reviewed.iter(), known.iter())?;
            Some(('a'..='z').filter(|letter| found.contains(&content(*letter))).collect::<String>())
        };
        for (met, reviewed, known, expected) in [
            // What the commit and the work tree hold, of all that was reviewed between.
            ("bw", vec!["bc", "bd", "bw"], vec![], "bw"),
            ("bw", vec!["bc", "bd", "bx"], vec![], "bw"),
            // A review began at another's, and one at that.
            ("bw", vec!["bc", "bd", "de", "ew"], vec![], "bdew"),
            ("bw", vec!["bc", "bd"], vec!["dw"], "bdw"),
            // Two that began elsewhere came to the same: either may lead on.
            ("bw", vec!["bc", "bd", "xd", "xw"], vec![], "bdwx"),
        ] {
            assert_eq!(
                leading_of(met, &reviewed, &known).as_deref(),
                Some(expected),
                "{reviewed:?} {known:?}"
            );
        }
        // Of a file that the walk does not speak of nothing is told.
        assert_eq!(leading_of("", &["bc", "bd"], &[]), None);
    }

    #[test]
    fn a_file_that_was_made_stands_while_none_of_its_lines_is_gone() {
        assert!(keeps(None, &change((2, 2), &[" a", "+b", " c"])));
        assert!(!keeps(None, &change((2, 2), &[" a", "-b", "+c"])));
        let mut binary = change((2, 2), &["+b"]);
        binary.binary = true;
        assert!(!keeps(None, &binary));
    }
}
