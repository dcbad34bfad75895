//! A severity and what stands beside it: whether it blocks, a second level, a category, the scale of a form.
//!
//! ```text
//! rating      = piece { ("," | ";" | "/" | "|" | "·" | ":" | dash) piece }
//! piece       = level | disposition | category        (a category beside one level, behind a comma)
//! disposition = "blocking" | "not blocking" | "must fix" | "should fix" | "optional" | …
//! scale       = at least three levels, and nothing else
//! ```
//!
//! A disposition says what is to become of the finding and is no second level; of two levels the worse holds; a scale
//! is what a form offers, and rates nothing.

use super::severity::leveled;
use super::{joined, words};
use crate::domain::review::Severity;

/// What blocks, in so many words.
const BLOCKS: &[&str] = &[
    "blocking",
    "blocks",
    "is blocking",
    "must fix",
    "must be fixed",
    "blocks merge",
    "blocks merging",
    "blocks the merge",
    "blocks release",
    "blocks the release",
    "merge blocking",
    "merge blocker",
    "release blocking",
    "release blocker",
    "fix before merge",
    "fix before merging",
    "fix before release",
];
/// What need not be done now.
const FREE: &[&str] = &[
    "not blocking",
    "non blocking",
    "nonblocking",
    "not a blocker",
    "does not block",
    "not critical",
    "non critical",
    "should fix",
    "should be fixed",
    "could fix",
    "could be fixed",
    "optional",
    "nice to have",
    "advisory",
];
/// Levels beside which a second word may be a category: words that mean nothing else.
const PLAIN: &[&str] = &[
    "critical", "crit", "blocker", "severe", "high", "major", "medium", "med", "moderate", "low", "minor",
    "p0", "p1", "p2", "p3", "p4",
];
/// Words that make what stands beside a level more than a category: the level is past, or holds only under a
/// condition.
const NO_CATEGORY: &[&str] = &[
    "was",
    "were",
    "from",
    "formerly",
    "previously",
    "if",
    "not",
    "no",
    "non",
    "unless",
    "but",
    "or",
    "and",
    "than",
    "to",
    "until",
    "when",
    "for",
    "in",
    "of",
    "at",
    "on",
    "is",
    "are",
    "now",
    "fixed",
    "resolved",
    "closed",
    "done",
    "addressed",
    "verified",
    "withdrawn",
    "retracted",
    "dropped",
    "downgraded",
    "accepted",
    "rejected",
    "pass",
    "passed",
    "ok",
    "wontfix",
    "mended",
    "gone",
    "obsolete",
    "duplicate",
    "invalid",
];
/// States of a finding that is still there.
const STATES: &[&str] = &[
    "not fixed",
    "not resolved",
    "not addressed",
    "still open",
    "still there",
    "unresolved",
    "unfixed",
    "open",
];

/// Bytes of a value that may still be a rating with something beside it.
const LONGEST: usize = 120;

/// Tells whether a text has no pieces to rate by: a word, in marks of emphasis or not, as most values are, or the pairs of
/// an object, or what is left of them behind the first key, which are read by their keys.
fn in_one(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'*' | b'_' | b'`'))
        || text.starts_with(['{', '"']) && text.as_bytes().windows(2).any(|pair| pair == b"\":")
}

/// Tells what a text says that is nothing but a disposition: `true` where it blocks.
pub(crate) fn disposition(text: &str) -> Option<bool> {
    // The shortest is `blocks`.
    if text.len() > LONGEST || text.len() < 6 {
        return None;
    }
    let all = joined(text);
    let found = |list: &[&str]| list.contains(&all.as_str());
    if found(BLOCKS) { Some(true) } else { found(FREE).then_some(false) }
}

/// Tells whether a text is a word or two that say of what kind a finding is, or that it is still open.
pub(crate) fn category(text: &str) -> bool {
    let all = words(text);
    let plain = |w: &String| w.chars().all(char::is_alphabetic) && !NO_CATEGORY.contains(&w.as_str());
    let named = (1..=2).contains(&all.len()) && all.iter().all(plain) && all.iter().any(|w| w.len() > 2);
    named || STATES.contains(&all.join(" ").as_str())
}

/// Reads a piece that is wholly a level; what is also a disposition is one only where no level stands beside it.
fn level(piece: &str) -> Option<(Severity, String)> {
    if disposition(piece).is_some() { None } else { leveled(piece) }
}

fn cut(text: &str) -> Vec<&str> {
    text.split(['|', '/', ',', ';', '·', '—', '–', ':'])
        .flat_map(|p| p.split(" - "))
        .map(|p| p.trim_matches([' ', '*', '_', '`']))
        .collect()
}

/// Reads a rating of more than one piece: `HIGH, blocking`, `High/Critical`, `CRITICAL, security`.
pub(super) fn several(text: &str) -> Option<(Severity, String)> {
    if text.len() > LONGEST || in_one(text) || scale(text) {
        return None;
    }
    let pieces = cut(text);
    if !(2..=5).contains(&pieces.len()) {
        return None;
    }
    let mut worst: Option<(Severity, String)> = None;
    let mut others = 0;
    for piece in pieces {
        match level(piece) {
            Some(found) => {
                worst = Some(match worst {
                    Some(before) if before.0 <= found.0 => before,
                    Some(_) | None => found,
                });
            }
            None if disposition(piece).is_some() => {}
            None if category(piece) => others += 1,
            None => return None,
        }
    }
    let (severity, word) = worst?;
    // `a/b/high` is no rating, and `[error, data]` may be anything.
    let listed = !text.contains(['|', '/', '·', ':']) && PLAIN.contains(&word.as_str());
    (others == 0 || others <= 2 && listed).then_some((severity, word))
}

/// Tells how many levels a text offers that consists of levels: `critical|warning|info` has three.
pub(crate) fn offered(text: &str) -> usize {
    if in_one(text) {
        return 0;
    }
    let text = text.trim_matches(|c: char| c.is_whitespace() || "{}<>[]()`*_\"'.".contains(c));
    if text.len() > LONGEST || !text.contains(['|', '/', ',']) && !text.contains(" or ") {
        return 0;
    }
    let mut found: Vec<Severity> = Vec::new();
    for piece in text.split(['|', '/', ',']).flat_map(|p| p.split(" or ")) {
        let piece = piece.trim().trim_start_matches("or ");
        match level(piece) {
            Some((severity, _)) if !found.contains(&severity) => found.push(severity),
            Some(_) => {}
            None if disposition(piece).is_some() => {}
            None => return 0,
        }
    }
    found.len()
}

/// Tells whether a text lists most of the levels there are: a form's offer, of which nothing was chosen.
pub(crate) fn scale(text: &str) -> bool {
    offered(text) >= 3
}

/// Tells whether a rating says that its finding blocks, beside the level it gives: `HIGH (blocking)`, `P2, must fix`.
pub(crate) fn blocks_beside(text: &str) -> bool {
    if text.len() > LONGEST || in_one(text) {
        return false;
    }
    let pieces: Vec<&str> = cut(text).into_iter().flat_map(|p| p.split(['(', ')', '[', ']'])).collect();
    let apart =
        pieces.iter().any(|p| disposition(p) == Some(true)) && pieces.iter().any(|p| level(p).is_some());
    apart || pieces.iter().any(|p| together(p) == Some(true))
}

/// Reads `HIGH blocking`, `low must fix`: a level and a disposition without a mark between them.
pub(super) fn together(text: &str) -> Option<bool> {
    let (first, rest) = text.trim().split_once(' ')?;
    level(first)?;
    disposition(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beside_a_level_stands_no_second_one() {
        for (text, expected) in [
            ("HIGH, blocking", Severity::High),
            ("blocking, HIGH", Severity::High),
            ("P1, blocking", Severity::High),
            ("major; must fix", Severity::High),
            ("MEDIUM / should-fix", Severity::Medium),
            ("LOW, not blocking", Severity::Low),
            ("low, optional", Severity::Low),
            ("High/Critical", Severity::Critical),
            ("low | high", Severity::High),
            ("CRITICAL, security", Severity::Critical),
            ("Data loss, high", Severity::High),
            ("HIGH, still open", Severity::High),
            ("HIGH — must fix", Severity::High),
        ] {
            assert_eq!(several(text).map(|s| s.0), Some(expected), "{text:?}");
        }
        for text in [
            "HIGH",
            "a/b/high",
            "error, data",
            "HIGH, fixed",
            "LOW, was HIGH",
            "high|medium|low",
            "note, see below",
            "blocking, must fix",
            "high, only on windows hosts",
            "{\"sev\": high, \"fix\": low}",
        ] {
            assert_eq!(several(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_scale_is_most_of_the_levels() {
        for text in [
            "critical|warning|info",
            "HIGH / MEDIUM / LOW",
            "{critical, major, minor}",
            "high or medium or low",
        ] {
            assert!(scale(text), "{text:?}");
        }
        for text in
            ["HIGH, blocking", "HIGH/CRITICAL", "low", "high, medium and what else", "P1/must fix/optional"]
        {
            assert!(!scale(text), "{text:?}");
        }
    }

    #[test]
    fn every_disposition_is_read() {
        for (list, blocks) in [(BLOCKS, true), (FREE, false)] {
            for text in list {
                assert_eq!(disposition(&format!("**{text}**")), Some(blocks), "{text}");
                assert_eq!(disposition(text), Some(blocks), "{text}");
            }
        }
    }

    #[test]
    fn what_blocks_is_said_beside_the_level() {
        for text in ["MEDIUM, blocking", "P2 (must fix)", "low blocking", "Minor — blocks merge"] {
            assert!(blocks_beside(text), "{text:?}");
        }
        for text in ["blocking", "LOW, not blocking", "low non-blocking", "must fix", "medium"] {
            assert!(!blocks_beside(text), "{text:?}");
        }
    }

    #[test]
    fn a_kind_is_named_by_a_word_of_three_letters_or_more() {
        for text in ["API", "UI bug", "security"] {
            assert!(category(text), "{text:?}");
        }
        for text in ["so", "v2", "it is", "is it so"] {
            assert!(!category(text), "{text:?}");
        }
    }
}
