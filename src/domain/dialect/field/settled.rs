//! Whether a status or the cell of a severity says that its row is no open finding.
//!
//! ```text
//! settled = (mended | fine) word*, nothing of it denied
//! denied  = "not" | "partly" | …      (of both)
//!         | "in part" | "mostly" | "but" | "untested" | … | "?"      (of what is mended)
//! ```
//!
//! What is mended in part is open still. Of what is fine a `but` tells a remark: `passed, but slow`.

use crate::domain::dialect::words;

/// What was wrong and is no more.
const MENDED: &[&str] = &["resolved", "fixed", "closed", "addressed", "done"];

/// What was not wrong, or is said no longer.
const FINE: &[&str] =
    &["pass", "passed", "ok", "met", "praise", "positive", "good", "verified", "withdrawn", "retracted"];

const DENIED: &[&str] = &["not", "partially", "partly", "never"];

/// Words that leave something of a repair to do, or to be seen.
const LEFT: &[&str] = &[
    "partial",
    "half",
    "halfway",
    "mostly",
    "largely",
    "almost",
    "nearly",
    "incompletely",
    "incomplete",
    "insufficiently",
    "unfinished",
    "untested",
    "unverified",
    "unconfirmed",
    "except",
    "but",
    "maybe",
    "perhaps",
    "possibly",
    "probably",
    "supposedly",
    "allegedly",
];

/// Tells whether a status or severity cell says that the row is no open finding.
pub(crate) fn settled(text: &str) -> bool {
    let words = words::words(text);
    let any = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    let Some(first) = words.first().map(String::as_str) else { return false };
    if any(DENIED) {
        return false;
    }
    if FINE.contains(&first) {
        return true;
    }
    // `fixed in part 2` names what mended it.
    let in_part = words.windows(2).enumerate().any(|(at, pair)| {
        let numbered = words.get(at + 2).is_some_and(|w| w.len() == 1 || w.parse::<u32>().is_ok());
        pair[0] == "in" && matches!(pair[1].as_str(), "part" | "parts") && !numbered
    });
    let asked = words.len() <= 3 && text.trim_end_matches(['*', '_', '`', ' ', ')']).ends_with('?');
    MENDED.contains(&first) && !in_part && !asked && !any(LEFT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mended_in_part_is_open() {
        for text in [
            "fixed in part",
            "Resolved (partial)",
            "addressed in parts, the rest is open",
            "**fixed?**",
            "done, mostly",
            "closed except for the second caller",
            "fixed - unverified",
            "resolved, but the index is still missing",
            "fixed: not yet",
            "open",
            "",
        ] {
            assert!(!settled(text), "{text}");
        }
    }

    #[test]
    fn what_is_mended_or_fine_is_settled() {
        for text in [
            "✅ Fixed",
            "resolved in 3f2a1c",
            "fixed in part 2 of the series",
            "addressed by the new index",
            "closed (verified)",
            "PASS, but slow",
            "passed (half a second)",
            "done",
        ] {
            assert!(settled(text), "{text}");
        }
    }
}
