//! Whether a note says where in the file of its own finding the fix is. The file's name says no more than the finding
//! did: it takes a line that was changed, a name of the code that stands in the changed lines, or a change so near that
//! nothing else can be meant (SPEC 7.3).

use crate::domain::diff::{Diff, FileChange, Origin, Touch, touch};
use crate::domain::identity::same_file;
use crate::domain::review::Location;

/// Lines that whoever writes a note is off by.
const OFF_BY: u32 = 2;

/// The most lines a note can name at once: `1-400` says nothing.
const SPAN: u32 = 40;

/// Lines beside a finding in which a change is taken for its fix, once a note names the file.
const BESIDE: u32 = 5;

/// Tells whether a change lies a few lines beside one of some places.
pub(super) fn is_near(diff: &Diff, places: &[Location]) -> bool {
    places.iter().filter_map(|l| Some((l, l.line?))).any(|(place, line)| {
        let end = place.end_line.unwrap_or(line).max(line);
        let around = Location {
            file: place.file.clone(),
            line: Some(line.saturating_sub(BESIDE).max(1)),
            end_line: Some(end.saturating_add(BESIDE)),
        };
        touch(diff, &around) == Touch::RegionChanged
    })
}

/// Tells whether a note that names a changed file says where in it.
pub(super) fn says_where(file: &FileChange, note: &str) -> bool {
    lines(file, note).any(|(first, last)| is_changed(file, first, last)) || names_code(file, note)
}

/// The lines that a note names of a file: behind its name (`a.py:12-14`, `a.py#L12`) or in words (`line 12`).
fn lines<'n>(file: &'n FileChange, note: &'n str) -> impl Iterator<Item = (u32, u32)> + 'n {
    let words: Vec<&str> =
        note.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '`')).collect();
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |i| words[i]).to_lowercase();
        if matches!(before.as_str(), "line" | "lines" | "l") {
            out.extend(span(word));
        }
        if let Some((name, behind)) = word.split_once([':', '#'])
            && same_file(file.path.as_str(), name.trim_matches(['*', '_', '[', '"', '\'']))
        {
            out.extend(span(behind.trim_start_matches(['L', 'l'])));
        }
    }
    out.into_iter()
}

fn span(text: &str) -> Option<(u32, u32)> {
    let digits = |text: &str| -> Option<u32> {
        let text = text.trim_start_matches(['L', 'l']);
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse().ok()
    };
    let first = digits(text)?;
    let last = text.split_once(['-', '–']).and_then(|(_, last)| digits(last)).unwrap_or(first);
    let last = last.max(first);
    (first > 0 && last - first <= SPAN).then_some((first, last))
}

/// Tells whether lines of the file as it is now were added, or stand where some were taken away.
fn is_changed(file: &FileChange, first: u32, last: u32) -> bool {
    let (first, last) = (first.saturating_sub(OFF_BY), last.saturating_add(OFF_BY));
    file.hunks.iter().any(|hunk| {
        let mut now = hunk.new_start.max(1);
        hunk.lines.iter().any(|line| {
            let here = now;
            now += u32::from(line.origin != Origin::Removed);
            line.origin != Origin::Context && (first..=last).contains(&here)
        })
    })
}

/// Tells whether a note names something of the code (`parse_total()`, `isOpen`, `user_id`) that stands in a changed line.
fn names_code(file: &FileChange, note: &str) -> bool {
    let changed = || {
        let lines = file.hunks.iter().flat_map(|hunk| &hunk.lines);
        lines.filter(|line| line.origin != Origin::Context).map(|line| line.text.as_str())
    };
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let has = |text: &str, name: &str| text.split(|c| !part(c)).any(|word| word == name);
    let marked = note.split('`').skip(1).step_by(2);
    let marked = marked.flat_map(|code| code.split(|c| !part(c))).filter(|w| w.len() > 1);
    let called = note.match_indices('(').map(|(at, _)| &note[..at]).map(|before| {
        let start = before
            .rfind(|c| !part(c))
            .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
        &before[start..]
    });
    let written = note.split(|c| !part(c)).filter(|word| {
        let inner = word.get(1..).unwrap_or_default();
        word.contains('_') || word.starts_with(char::is_lowercase) && inner.contains(char::is_uppercase)
    });
    let stem = file.path.file_name().split('.').next().unwrap_or_default();
    let names = marked.chain(called).chain(written).filter(|name| !name.is_empty() && *name != stem);
    let names: Vec<&str> = names.filter(|name| !name.chars().all(|c| c.is_ascii_digit())).collect();
    !names.is_empty() && changed().any(|text| names.iter().any(|name| has(text, name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::{ChangeKind, DiffLine, Hunk};
    use crate::domain::ids::RepoPath;

    /// Line 10 was replaced by a guard in `load_total`.
    fn changed() -> FileChange {
        let mut file = FileChange::new(RepoPath::parse("src/a.py").unwrap(), ChangeKind::Modified);
        let line = |origin, text: &str| DiffLine { origin, text: text.to_owned() };
        let lines = vec![
            line(Origin::Context, "def load_total(items):"),
            line(Origin::Removed, "    return sum(items) / len(items)"),
            line(Origin::Added, "    return safeMean(items)"),
        ];
        file.hunks.push(Hunk { old_start: 9, old_lines: 2, new_start: 9, new_lines: 2, lines });
        file
    }

    #[test]
    fn a_changed_line_or_a_name_in_one_says_where() {
        for note in [
            "see src/a.py:10",
            "mended at a.py:9-11.",
            "src/a.py#L10",
            "in src/a.py, line 11",
            "src/a.py: now `safeMean`",
            "a.py uses safeMean(items) instead",
            "a.py: safeMean takes care of it",
        ] {
            assert!(says_where(&changed(), note), "{note}");
        }
    }

    #[test]
    fn its_name_or_the_findings_own_line_does_not() {
        for note in [
            "see src/a.py",
            "src/a.py:50 mended",
            "a.py:20",
            "mended in a.py as asked",
            "Fixed in `src/a.py` (as suggested)",
            "src/a.py:1-400",
            "a.py: load_items() is safe now",
        ] {
            assert!(!says_where(&changed(), note), "{note}");
        }
    }
}
