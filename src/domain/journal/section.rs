//! One section of ours in a Markdown file of somebody else's, between marks that name its loop.
//!
//! What stands between the marks is held as a sequence against what we wrote there: a line is ours by its place, not by its
//! words. Whatever else stands there is somebody else's, its blank lines included.

use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::MARK;
use crate::domain::ids::LoopId;

/// The most lines that are compared one by one. Nobody reads a longer section of ours; of such a one what does not begin
/// and end as ours is somebody else's.
const MOST: usize = 4_000;

/// The most texts of ours that a section is held against, from the last on.
const TEXTS: usize = 40;

fn opening(id: &LoopId) -> String {
    format!("{MARK}{} -->", id)
}

fn closing(id: &LoopId) -> String {
    format!("<!-- /countersign:{} -->", id)
}

/// Where a section stands in a text, its marks included.
fn span(text: &str, id: &LoopId) -> Option<Range<usize>> {
    let (open, close) = (opening(id), closing(id));
    // The last one: where somebody took a closing mark away, ours was laid anew behind it.
    let start = text.rfind(&open)?;
    let end = start + text[start..].find(&close)? + close.len();
    Some(start..end)
}

/// Returns what stands between the marks.
pub(super) fn of<'t>(text: &'t str, id: &LoopId) -> Option<&'t str> {
    let inside = &text[span(text, id)?];
    inside.strip_prefix(&opening(id))?.strip_suffix(&closing(id))
}

/// Tells whether a section holds a body, whatever its line ends are.
pub(super) fn has(section: &str, body: &str) -> bool {
    section.replace("\r\n", "\n").contains(body.trim())
}

/// Returns the pieces between the marks that are not ours, each with the blank lines within it: neither of the body that is
/// to stand there nor of the one of those that were `written` which it is most like.
pub(super) fn others<'t>(text: &'t str, id: &LoopId, body: &str, written: &[String]) -> Vec<Vec<&'t str>> {
    let inside = of(text, id).unwrap_or_default();
    let lines: Vec<&str> = inside.lines().map(|line| line.trim_end_matches('\r')).collect();
    let mut least: Option<(usize, Vec<Vec<&str>>)> = None;
    for ours in std::iter::once(body).chain(written.iter().rev().take(TEXTS).map(String::as_str)) {
        let (distance, found) = apart(ours.trim(), &lines);
        // Of those that it is as like as any other it is the last that was written.
        if least.as_ref().is_none_or(|(least, _)| distance < *least) {
            least = Some((distance, found));
        }
        if distance == 0 {
            break;
        }
    }
    least.map(|(_, found)| found).unwrap_or_default()
}

/// Tells lines apart that are of a text of ours and that are not: how many of either there are that the other has not, and
/// the pieces that are not ours. Blank lines at the ends of a piece are of the seam and not of the piece.
fn apart<'t>(ours: &str, lines: &[&'t str]) -> (usize, Vec<Vec<&'t str>>) {
    let is_blank = |line: &&str| line.trim().is_empty();
    let ours: Vec<&str> = ours.lines().filter(|line| !is_blank(line)).collect();
    let at: Vec<usize> = (0..lines.len()).filter(|at| !is_blank(&lines[*at])).collect();
    let there: Vec<&str> = at.iter().map(|at| lines[*at]).collect();
    let same = ours.iter().zip(&there).take_while(|(a, b)| a == b).count();
    let (ours, rest) = (&ours[same..], &there[same..]);
    let tail = ours.iter().rev().zip(rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (ours, rest) = (&ours[..ours.len() - tail], &rest[..rest.len() - tail]);
    if ours.len() + rest.len() > MOST {
        return (
            ours.len() + rest.len(),
            pieces(lines, &at, &there, std::iter::once(same..same + rest.len())),
        );
    }
    let (mut distance, mut found) = (0, Vec::new());
    for op in capture_diff_slices(Algorithm::Myers, ours, rest) {
        let new = op.new_range();
        if op.tag() != DiffTag::Equal {
            distance += op.old_range().len() + new.len();
            found.push(new.start + same..new.end + same);
        }
    }
    found.retain(|piece| !piece.is_empty());
    (distance, pieces(lines, &at, &there, found))
}

/// Returns the lines of pieces. `there` are the lines that are not blank, `at` where they stand; a piece is a range of them.
fn pieces<'t>(
    lines: &[&'t str],
    at: &[usize],
    there: &[&str],
    found: impl IntoIterator<Item = Range<usize>>,
) -> Vec<Vec<&'t str>> {
    let mut behind = 0;
    let mut pieces = Vec::new();
    for piece in found.into_iter().filter(|piece| !piece.is_empty()) {
        let end = piece.end;
        let piece = slid(at, there, piece, behind);
        behind = end;
        pieces.push(lines[at[piece.start]..=at[piece.end - 1]].to_vec());
    }
    pieces
}

/// Moves a piece that begins and ends within paragraphs up to where it stands beside blank lines, as far as its lines say
/// the same there: who copied an entry of ours and put it above the entry wrote the one above.
fn slid(at: &[usize], there: &[&str], piece: Range<usize>, behind: usize) -> Range<usize> {
    let parted = |i: usize| i == 0 || i >= at.len() || at[i] > at[i - 1] + 1;
    let beside = |piece: &Range<usize>| usize::from(parted(piece.start)) + usize::from(parted(piece.end));
    let (mut best, mut now) = (piece.clone(), piece);
    if beside(&best) > 0 {
        return best;
    }
    while now.start > behind && there[now.start - 1] == there[now.end - 1] {
        now = now.start - 1..now.end - 1;
        if beside(&now) > beside(&best) {
            best = now.clone();
        }
    }
    best
}

/// Lays a section into a text: in the place of the one that is there, else at the end. An empty body takes it away.
/// What somebody else wrote within it goes below it, as it is.
///
/// Nothing where the text has it already.
pub(super) fn laid(text: &str, id: &LoopId, body: &str, written: &[String]) -> Option<String> {
    let others = others(text, id, body, written);
    let body = body.trim();
    let ends = line_end(text);
    let there = span(text, id);
    let section = match body {
        "" => String::new(),
        body => format!("{}\n\n{body}\n\n{}", opening(id), closing(id)).replace('\n', ends),
    };
    if !others.is_empty()
        && let Some(there) = there
    {
        let (before, after) = (&text[..there.start], &text[there.end..]);
        let rest = after.strip_prefix(ends).unwrap_or(after);
        let kept: Vec<String> = others.iter().map(|piece| format!("{}{ends}", piece.join(ends))).collect();
        // What stood apart stays apart: paragraphs that meet are one.
        let kept = kept.join(ends);
        let seam = if rest.is_empty() || rest.starts_with(ends) { "" } else { ends };
        let section = if section.is_empty() { section } else { section + ends };
        return Some(format!("{before}{section}{kept}{seam}{rest}"));
    }
    if body.is_empty() {
        let there = there?;
        let (before, after) = (&text[..there.start], &text[there.end..]);
        return Some(match after.strip_prefix(ends) {
            Some(after) => format!("{before}{after}"),
            // Where it stands at the very end, the line before it had no end of its own.
            None => format!("{}{after}", before.strip_suffix(ends).unwrap_or(before)),
        });
    }
    let new = match there {
        Some(there) => format!("{}{section}{}", &text[..there.start], &text[there.end..]),
        None => {
            // A mark needs no empty line above it. Just what is laid here is taken away again, so that the rest is what it
            // was: a text whose last line has no end gets none below the section either.
            if text.is_empty() || text.ends_with('\n') {
                format!("{text}{section}{ends}")
            } else {
                format!("{text}{ends}{section}")
            }
        }
    };
    (new != text).then_some(new)
}

/// How the lines of a text end.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "### Findings\n\n- F1";

    /// What others wrote around a section is the same bytes when it is taken away as before it was laid.
    #[test]
    fn a_section_that_goes_leaves_every_other_byte() {
        let id = LoopId::new("rl-abcdefgh");
        let written = [BODY.to_owned()];
        for before in ["", "A", "A\n", "A\n\n", "A\n\n\n\n", "A\r\n", "A\r\n\r\nB", "- a\n- b", "```\ncode"] {
            let with = laid(before, &id, BODY, &written).unwrap();
            assert!(with.starts_with(before), "{with:?}");
            assert!(laid(&with, &id, BODY, &written).is_none(), "it is there");
            assert_eq!(laid(&with, &id, "", &written).as_deref(), Some(before));
            let ends = line_end(before);
            for behind in ["C\n", "\n\n\n    indented\n", "C"] {
                let behind = behind.replace('\n', ends);
                let ended = if with.ends_with('\n') { "" } else { ends };
                let left = laid(&format!("{with}{ended}{behind}"), &id, "", &written).unwrap();
                let own = if before.is_empty() || before.ends_with('\n') { "" } else { ends };
                assert_eq!(left, format!("{before}{own}{behind}"), "{before:?}");
            }
        }
    }

    /// Each: what our section holds, with what somebody put into it between bars; what stands below it then.
    #[test]
    fn what_somebody_wrote_between_the_marks_survives_whole() {
        let id = LoopId::new("rl-abcdefgh");
        let first = "### Review 1\n- Status: FAIL\n- Action: asked\n\n### Left\n\n- F1";
        let second = "### Review 1\n- Status: FAIL\n- Action: revised\n\n### Review 2\n- Status: PASS";
        let written = [first.to_owned(), second.to_owned()];
        let copied = "### Review 1\n- Status: FAIL\n- Reviewer: me";
        for (there, below) in [
            (format!("{first}\nOne\n\nTwo"), "One\n\nTwo\n"),
            (format!("{first}\n\n```\ncode\n\n\ncode\n```"), "```\ncode\n\n\ncode\n```\n"),
            (
                format!("{first}\n\nA\n\n    code\n\n- Status: FAIL\n\nlast\n"),
                "A\n\n    code\n\n- Status: FAIL\n\nlast\n",
            ),
            // Lines that say what ours say, above ours and below.
            (format!("{first}\n\n{copied}"), "### Review 1\n- Status: FAIL\n- Reviewer: me\n"),
            (format!("{copied}\n\n{first}"), "### Review 1\n- Status: FAIL\n- Reviewer: me\n"),
            // At several places they stay apart.
            (first.replace("\n\n### Left", "\nA\n\nB\n\n### Left") + "\n- F1", "A\n\nB\n\n- F1\n"),
            // An older text of ours is ours.
            (first.to_owned(), ""),
            (second.to_owned(), ""),
            // Some of ours is taken out.
            (first.replace("- Status: FAIL\n", "") + "\nmine", "mine\n"),
        ] {
            for ends in ["\n", "\r\n"] {
                let text = format!("# P\n{}\n\n{there}\n\n{}\nrest\n", opening(&id), closing(&id));
                let with = laid(&text.replace('\n', ends), &id, second, &written);
                let with = with.unwrap_or_else(|| text.replace('\n', ends)).replace("\r\n", "\n");
                let (section, after) = with.split_once(&closing(&id)).unwrap();
                assert!(section.ends_with(&format!("{}\n\n{second}\n\n", opening(&id))), "{there:?}: {with}");
                let seam = if below.is_empty() { "" } else { "\n" };
                assert_eq!(after, format!("\n{below}{seam}rest\n"), "{there:?}");
                let again = laid(&with, &id, second, &written);
                assert!(again.is_none(), "it is there: {again:?}");
                let gone = laid(&text.replace('\n', ends), &id, "", &written).unwrap().replace("\r\n", "\n");
                assert_eq!(gone, format!("# P\n{below}{seam}rest\n"), "{there:?}");
            }
        }
    }

    /// More lines than are compared are all kept.
    #[test]
    fn a_long_text_between_the_marks_is_kept() {
        let id = LoopId::new("rl-abcdefgh");
        let long: String = (0..10_000).map(|n| format!("line {n}\n\n- F1\n")).collect();
        let text = format!("{}\n\n{BODY}\n{long}\n{}\n", opening(&id), closing(&id));
        let with = laid(&text, &id, "### Findings\n\n- F2", &[BODY.to_owned()]).unwrap();
        assert!(with.ends_with(&format!("{}\n{long}", closing(&id))));
    }
}
