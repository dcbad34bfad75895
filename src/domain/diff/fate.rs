//! Where an old line stands after a change, and whether a change met a finding's place (SPEC 6.5, 7.3).

use serde::{Deserialize, Serialize};

use super::{ChangeKind, Diff, FileChange, Hunk, Origin};
use crate::domain::ids::RepoPath;
use crate::domain::review::Location;

/// Rows of one side of a file, from 1, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rows {
    pub first: u32,
    pub last: u32,
}

impl Rows {
    /// Tells whether the two have a row in common.
    pub fn meets(self, other: Rows) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

impl Hunk {
    /// Returns the rows of the new side that the hunk changed. Where it only took lines away, these are the two rows
    /// that now stand next to each other.
    pub fn new_rows(&self) -> Vec<Rows> {
        // A hunk without new lines stands after its `new_start`.
        let mut new = self.new_start.saturating_add(u32::from(self.new_lines == 0));
        let mut rows = Vec::new();
        let mut group: Option<(u32, bool)> = None;
        let mut close = |group: &mut Option<(u32, bool)>, new: u32| {
            if let Some((first, added)) = group.take() {
                let (first, last) = if added { (first, new - 1) } else { (first.saturating_sub(1), first) };
                rows.push(Rows { first, last });
            }
        };
        for line in &self.lines {
            match line.origin {
                Origin::Context => {
                    close(&mut group, new);
                    new = new.saturating_add(1);
                }
                Origin::Removed => group = group.or(Some((new, false))),
                Origin::Added => {
                    group = Some((group.map_or(new, |(first, _)| first), true));
                    new = new.saturating_add(1);
                }
            }
        }
        close(&mut group, new);
        rows
    }
}

/// What became of a line of the old side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFate {
    /// It stands at this line of the new side, from 1.
    At(u32),
    /// It is gone, alone or with its file.
    Removed,
    /// The change shows no lines: a binary or oversized file.
    Unknown,
}

/// What a change did at a place that a finding names: the words of SPEC 7.3 that a diff alone can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Touch {
    /// A changed line lies in the place or adjoins it.
    RegionChanged,
    /// The file changed, but away from the place, or where lines cannot be told.
    TouchedElsewhere,
    /// The file's content is as it was.
    Untouched,
}

/// Tells where line `old_line` (from 1) of the old side went.
pub fn line_fate(change: &FileChange, old_line: u32) -> LineFate {
    if change.kind == ChangeKind::Deleted {
        return LineFate::Removed;
    }
    if change.hunks.is_empty() && change.content_changed() {
        return LineFate::Unknown;
    }
    let old_line = i64::from(old_line);
    let mut shift = 0;
    for hunk in &change.hunks {
        let first = first_old_line(hunk.old_start, hunk.old_lines);
        if old_line < first {
            break;
        }
        if old_line < first + i64::from(hunk.old_lines) {
            return within(hunk, old_line);
        }
        shift += i64::from(hunk.new_lines) - i64::from(hunk.old_lines);
    }
    u32::try_from(old_line + shift).map_or(LineFate::Removed, LineFate::At)
}

/// Returns where an old line stands now; nothing when it was removed or cannot be told.
pub fn map_line(change: &FileChange, old_line: u32) -> Option<u32> {
    match line_fate(change, old_line) {
        LineFate::At(line) => Some(line),
        LineFate::Removed | LineFate::Unknown => None,
    }
}

/// Tells whether the change met a place on its old side.
///
/// Lines removed in the place or next to it, and lines put in it or directly before or after it, make
/// [`Touch::RegionChanged`]. A place without a line is its whole file, and a new name for the file
/// counts. A file that is not in the diff is [`Touch::Untouched`], whatever else changed: a fix made in
/// another file is asked about with that file's location. What others changed in a file meets a place only where it
/// takes away or parts the place's own lines.
pub fn touch(diff: &Diff, location: &Location) -> Touch {
    met(diff, location, 1)
}

/// Tells the same of the place's own lines: one that was changed next to it, or put in before or after it, leaves it.
pub fn touch_itself(diff: &Diff, location: &Location) -> Touch {
    met(diff, location, 0)
}

fn met(diff: &Diff, location: &Location, beside: i64) -> Touch {
    let path = RepoPath::parse(&location.file);
    let name = path.as_ref().map_or(location.file.as_str(), RepoPath::as_str);
    // The place was named before the change, so an old name wins over an equal new one.
    let named_before = diff.files.iter().find(|file| file.before().as_str() == name);
    let Some(change) = named_before.or_else(|| diff.file(name)) else {
        return Touch::Untouched;
    };
    let Some(line) = location.line.filter(|line| *line > 0) else {
        return if change.by_others { Touch::TouchedElsewhere } else { Touch::RegionChanged };
    };
    if change.kind == ChangeKind::Deleted && change.hunks.is_empty() {
        return Touch::RegionChanged;
    }
    if !change.content_changed() {
        return Touch::Untouched;
    }
    let end = location.end_line.filter(|end| *end > 0).unwrap_or(line);
    let (first, last) = (i64::from(line.min(end)), i64::from(line.max(end)));
    let beside = if change.by_others { 0 } else { beside };
    if change.hunks.iter().any(|hunk| meets(hunk, (first, last), beside)) {
        Touch::RegionChanged
    } else {
        Touch::TouchedElsewhere
    }
}

/// Returns the first old line a hunk covers; one without old lines stands after its `old_start`.
fn first_old_line(old_start: u32, old_lines: u32) -> i64 {
    i64::from(old_start) + i64::from(old_lines == 0)
}

fn within(hunk: &super::Hunk, old_line: i64) -> LineFate {
    let mut old = first_old_line(hunk.old_start, hunk.old_lines);
    let mut new = hunk.new_start;
    for line in &hunk.lines {
        match line.origin {
            Origin::Context if old == old_line => return LineFate::At(new),
            Origin::Removed if old == old_line => return LineFate::Removed,
            Origin::Context => {
                old += 1;
                new = new.saturating_add(1);
            }
            Origin::Removed => old += 1,
            Origin::Added => new = new.saturating_add(1),
        }
    }
    LineFate::Unknown
}

/// `beside`: how many lines before and after the place count as it.
fn meets(hunk: &super::Hunk, (first, last): (i64, i64), beside: i64) -> bool {
    let mut old = first_old_line(hunk.old_start, hunk.old_lines);
    for line in &hunk.lines {
        match line.origin {
            Origin::Context => old += 1,
            Origin::Removed => {
                if (first - beside..=last + beside).contains(&old) {
                    return true;
                }
                old += 1;
            }
            // New lines stand between the old lines `old - 1` and `old`.
            Origin::Added => {
                if (first + 1 - beside..=last + beside).contains(&old) {
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::tests::change;
    use super::*;
    use crate::domain::ids::Oid;

    fn place(file: &str, line: Option<u32>, end_line: Option<u32>) -> Location {
        Location { file: file.to_owned(), line, end_line }
    }

    /// Old lines 10 to 15; 12 is replaced by two lines, one line follows 14.
    fn sample() -> FileChange {
        change("src/a.rs", 10, &[" 10", " 11", "-12", "+12a", "+12b", " 13", " 14", "+new", " 15"])
    }

    #[test]
    fn lines_move_with_the_change() {
        let file = sample();
        for (old, new) in
            [(1, Some(1)), (10, Some(10)), (12, None), (13, Some(14)), (15, Some(17)), (100, Some(102))]
        {
            assert_eq!(map_line(&file, old), new, "old line {old}");
        }
    }

    #[test]
    fn a_hunk_without_context_stands_after_its_old_start() {
        let mut file = change("a.rs", 5, &["+x", "+y"]);
        file.hunks[0].new_start = 6;
        assert_eq!(map_line(&file, 5), Some(5));
        assert_eq!(map_line(&file, 6), Some(8));
        assert_eq!(touch(&Diff { files: vec![file] }, &place("a.rs", Some(5), None)), Touch::RegionChanged);
    }

    #[test]
    fn fates_without_lines_are_told_apart() {
        let mut gone = sample();
        gone.kind = ChangeKind::Deleted;
        assert_eq!(line_fate(&gone, 3), LineFate::Removed);
        let mut binary = sample();
        binary.hunks.clear();
        binary.binary = true;
        assert_eq!(line_fate(&binary, 3), LineFate::Unknown);
        let mut renamed = sample();
        renamed.hunks.clear();
        renamed.new_blob = renamed.old_blob.clone();
        assert_eq!(line_fate(&renamed, 3), LineFate::At(3));
    }

    #[test]
    fn touching_is_meeting_or_adjoining() {
        let diff = Diff { files: vec![sample()] };
        for (line, end, expected) in [
            (12, None, Touch::RegionChanged),
            (11, None, Touch::RegionChanged),
            (13, None, Touch::RegionChanged),
            (10, None, Touch::TouchedElsewhere),
            (14, None, Touch::RegionChanged),
            (15, None, Touch::RegionChanged),
            (16, None, Touch::TouchedElsewhere),
            (1, Some(30), Touch::RegionChanged),
            (30, Some(1), Touch::RegionChanged),
            (40, Some(90), Touch::TouchedElsewhere),
            (u32::MAX, None, Touch::TouchedElsewhere),
        ] {
            assert_eq!(touch(&diff, &place("src/a.rs", Some(line), end)), expected, "{line} {end:?}");
        }
        assert_eq!(touch(&diff, &place("./src/a.rs", None, None)), Touch::RegionChanged);
        assert_eq!(touch(&diff, &place("src/b.rs", Some(12), None)), Touch::Untouched);
        assert_eq!(touch(&diff, &place("/src/a.rs", Some(12), None)), Touch::Untouched);
    }

    #[test]
    fn renames_are_followed_and_are_no_change_of_content() {
        let mut file = sample();
        file.kind = ChangeKind::Renamed;
        file.old_path = Some(RepoPath::parse("src/old.rs").unwrap());
        let diff = Diff { files: vec![file.clone()] };
        assert_eq!(touch(&diff, &place("src/old.rs", Some(12), None)), Touch::RegionChanged);
        file.hunks.clear();
        file.new_blob = file.old_blob.clone();
        let diff = Diff { files: vec![file] };
        assert_eq!(touch(&diff, &place("src/old.rs", Some(12), None)), Touch::Untouched);
        assert_eq!(touch(&diff, &place("src/old.rs", None, None)), Touch::RegionChanged);
    }

    #[test]
    fn binary_files_cannot_tell_lines() {
        let mut file = sample();
        file.hunks.clear();
        file.binary = true;
        file.new_blob = Some(Oid::new("c".repeat(40)));
        let diff = Diff { files: vec![file] };
        assert_eq!(touch(&diff, &place("src/a.rs", Some(12), None)), Touch::TouchedElsewhere);
    }
}
