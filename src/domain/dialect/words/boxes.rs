//! Boxes to tick: of several answers in one text the ticked one is the value.
//!
//! ```text
//! text   = (box words)*      box = "[ ]" | "[x]" | "( )" | "(x)" | "☐" | "☑" | "⬜" …
//! value  = what stands behind the ticked box; none ticked, or several that differ, is no value
//! ```
//!
//! A single unticked box before a word denies it. It knows boxes, not verdicts.

/// What a text's boxes come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ticked<'t> {
    /// The text has no box.
    None,
    /// It has boxes, and none is ticked.
    Nothing,
    /// The words behind the only ticked one.
    One(&'t str),
    Several,
}

const OPEN: &[&str] = &["[ ]", "[]", "( )", "☐", "⬜", "⬛", "◻", "◯", "○", "🔲"];
const FILLED: &[&str] =
    &["[x]", "[X]", "[✓]", "[✔]", "[✅]", "(x)", "(X)", "(*)", "(•)", "☑", "🗹", "◉", "🔘"];

/// Reads a box at the beginning: whether it is ticked, and what follows it.
pub(crate) fn leading(text: &str) -> Option<(bool, &str)> {
    let text = text.trim_start_matches(['*', '_', ' ']);
    let found = |marks: &[&str]| marks.iter().find_map(|m| text.strip_prefix(m));
    // `[X](link)` is no box.
    let rest = found(OPEN).map(|rest| (false, rest)).or_else(|| found(FILLED).map(|rest| (true, rest)))?;
    (!rest.1.starts_with('(') || !text.starts_with('[')).then(|| (rest.0, rest.1.trim_start()))
}

/// Reads the boxes of a value.
pub(crate) fn ticked(value: &str) -> Ticked<'_> {
    let first = value.trim_start_matches(['*', '_', ' ']);
    if leading(first).is_none() {
        return Ticked::None;
    }
    let mut found = Ticked::Nothing;
    let mut rest = first;
    while let Some((tick, behind)) = leading(rest) {
        let end = next_box(behind).unwrap_or(behind.len());
        if tick {
            found = match found {
                Ticked::Nothing => Ticked::One(behind[..end].trim()),
                Ticked::None | Ticked::One(_) | Ticked::Several => Ticked::Several,
            };
        }
        rest = &behind[end..];
    }
    found
}

/// Tells whether a value ends in a box that nobody ticked: `APPROVED [ ]`.
pub(crate) fn left_open(value: &str) -> bool {
    let end = value.trim_end_matches(['*', '_', ' ', '.']);
    OPEN.iter().any(|mark| end.len() > mark.len() && end.ends_with(mark))
}

fn next_box(text: &str) -> Option<usize> {
    OPEN.iter().chain(FILLED).filter_map(|mark| text.find(mark)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_behind_a_word_may_be_left_open() {
        for text in ["APPROVED [ ]", "**PASS:** [ ]", "approved ☐"] {
            assert!(left_open(text), "{text}");
        }
        for text in ["APPROVED [x]", "APPROVED", "[ ]", "returns []string"] {
            assert!(!left_open(text), "{text}");
        }
    }

    #[test]
    fn the_ticked_box_is_the_value() {
        for (text, expected) in [
            ("[x] approved [ ] changes requested", Ticked::One("approved")),
            ("[ ] approved [X] changes requested", Ticked::One("changes requested")),
            ("☐ PASS ☑ NEEDS_FIX ☐ CRITICAL", Ticked::One("NEEDS_FIX")),
            ("( ) yes (x) no", Ticked::One("no")),
            ("[ ] PASS", Ticked::Nothing),
            ("☑ a ☑ b", Ticked::Several),
            ("PASS", Ticked::None),
            ("[PASS](x)", Ticked::None),
            ("", Ticked::None),
        ] {
            assert_eq!(ticked(text), expected, "{text}");
        }
    }
}
