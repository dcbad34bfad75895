//! Lines that lead a text where the file is known.
//!
//! ```text
//! led   = lines aside? mark text      ("L10: …", "30-33: …", "Lines 3–5 — …", "Line 12 (Critical): …")
//!       | named lines rating …        ("L10 🔴 critical: …", "Lines 3–5 high: …", "L10 [HIGH] …")
//! named = "L" number | "Line" number  (a bare number is none: `10 high: …` counts)
//! ```
//!
//! A rating is a coloured sign, or a level in brackets, in bold or with a mark behind it: `Line 12 high load is slow`
//! rates nothing.

use std::sync::LazyLock;

use regex::Regex;

use super::number;
use crate::domain::dialect::words;

static LED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[*_`(\[]{0,3}(?:L|[Ll]ines?\s+)?(\d{1,7})(?:\s*[-–]\s*L?(\d{1,7}))?[*_`)\]]{0,3}\s*(?:[\[(]([^()\[\]]{1,40})[\])][*_]{0,2}\s*)?(?::|—|–|\s-\s)[*_`]{0,2}\s*")
        .expect("a constant pattern")
});

static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[*_`(\[]{0,3}(?:L|[Ll]ines?\s+)(\d{1,7})(?:\s*[-–]\s*L?(\d{1,7}))?[*_`)\]]{0,3}\s+")
        .expect("a constant pattern")
});

/// Reads lines that lead a text where the file is known: the first, the last, and the text behind them.
///
/// The third is what stands in brackets behind the number: `Line 12 (Critical): …`.
pub(crate) fn leading_lines(text: &str) -> Option<(u32, Option<u32>, &str, &str)> {
    let first = text.trim_start_matches(['*', '_', '`', '(', '[']).chars().next()?;
    if !(first.is_ascii_digit() || matches!(first, 'L' | 'l')) {
        return None;
    }
    // A range's dash is no mark: `L30–34 high: …`.
    let named = NAMED.captures(text).filter(|caps| rates(&text[caps.get(0).map_or(0, |m| m.end())..]));
    let caps = named.or_else(|| LED.captures(text))?;
    let line = number(caps.get(1))?;
    let aside = caps.get(3).map_or("", |m| m.as_str());
    Some((line, number(caps.get(2)).filter(|&e| e >= line), aside, &text[caps.get(0)?.end()..]))
}

/// Tells whether a text begins with a rating.
fn rates(text: &str) -> bool {
    if words::sign(text).is_some() {
        return true;
    }
    let bare = text.trim_start_matches(['*', '[', '(', '`']);
    let Some((_, word)) = words::severity(bare) else { return false };
    let Some((level, behind)) = bare.split_at_checked(word.len()) else { return false };
    let behind = behind.trim_start();
    let set_off =
        if bare.len() < text.len() { &[']', ')', '*', '`', ':'][..] } else { &[':', '—', '–'][..] };
    level.to_lowercase() == word && (behind.starts_with(set_off) || behind.starts_with("- "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lead_a_rating_or_a_mark() {
        for (text, expected) in [
            ("L7 🟠 high: the lock is kept", Some((7, None, "🟠 high: the lock is kept"))),
            ("L40–44 high: no timeout", Some((40, Some(44), "high: no timeout"))),
            ("Lines 3-5 **Minor** – naming", Some((3, Some(5), "**Minor** – naming"))),
            ("`L9` [P1] the map grows", Some((9, None, "[P1] the map grows"))),
            ("L12: critical", Some((12, None, "critical"))),
            ("12-14: the loop", Some((12, Some(14), "the loop"))),
            ("Line 12 high load is not handled", None),
            ("Line 3 minor wording", None),
            ("10 high: ten of them", None),
        ] {
            let found = leading_lines(text).map(|(line, end, _, rest)| (line, end, rest));
            assert_eq!(found, expected, "{text}");
        }
    }
}
