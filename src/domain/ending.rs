//! What the last words of a reviewer are worth that ends without having recorded an answer (SPEC 6.4, 11).
//!
//! A form that the reader knows is a report. Words in passing are none: that a sentence sounds like an approval must
//! not let work through that nobody reported on. Never records anything.

use std::sync::LazyLock;

use regex::Regex;

use super::dialect::Reading;
use super::review::Verdict;

/// Words of who is not done, or did something else.
static UNFINISHED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:not final|turn limit|halfway|unfinished|still to come|to be continued|i(?:'ll| will) (?:now|next|then|continue)|i (?:have )?only (?:reviewed|read|looked)|let me (?:now|next|verify|check)|was told to (?:return|approve|say)|not (?:yet )?started)\b|(?i:so far:)")
        .expect("a constant pattern")
});

/// How often an agent is held back at one step before it is let go.
pub const HELD_BACK: u32 = 2;

/// Tells whether a text that a reviewer ended with is its report, by what was read of it.
///
/// An approval has to look like one from end to end, unless the text is signed with the code of its brief: a line
/// `Status: passed` stands in notes on the way too, and nobody would look again.
pub fn is_report(reading: &Reading, text: &str, signed: bool) -> bool {
    // A verdict in a sentence of prose is an impression; one under its label, in a form or in JSON is a statement.
    let stated = reading.because.as_ref().is_some_and(|b| !b.rule.ends_with(".sentence"));
    let formed = reading.dialect != "prose";
    match reading.claimed_verdict {
        Verdict::Approved | Verdict::ApprovedWithNotes => {
            stated && (signed || formed && is_form(reading, text) && !UNFINISHED.is_match(text))
        }
        Verdict::ChangesRequested | Verdict::Rejected => stated || !reading.findings.is_empty(),
        Verdict::Unclear => formed && !reading.findings.is_empty(),
    }
}

/// Tells whether a text has more of a form than the line of its verdict: a signal or JSON of its own, a heading, the
/// label of a list in capitals.
fn is_form(reading: &Reading, text: &str) -> bool {
    let Some(because) = &reading.because else { return false };
    let apart = |(at, line): (usize, &str)| {
        let line = line.trim();
        let label = line.split_once(':').map_or("", |(label, _)| label);
        let capitals =
            label.len() > 3 && label.bytes().all(|b| b.is_ascii_uppercase() || b == b' ' || b == b'_');
        at + 1 != because.line as usize && (line.starts_with('#') || capitals)
    };
    because.rule.ends_with(".signal")
        || because.rule.ends_with(".json")
        || text.lines().enumerate().any(apart)
}

/// Returns the countersigns with which a text is signed: those of a line that says so, `Countersign: cs-1-k7r2m9`. One
/// that stands elsewhere may be another review's.
pub fn signed(text: &str) -> Vec<&str> {
    let says_so = |line: &&str| {
        let words = line.trim_start_matches(|c: char| !c.is_alphanumeric());
        words.get(..11).is_some_and(|w| w.eq_ignore_ascii_case("countersign"))
    };
    text.lines().filter(says_so).flat_map(codes).collect()
}

/// Returns the countersigns that stand in a text, each once, in their order, at most so many.
pub fn codes(text: &str) -> Vec<&str> {
    const MOST: usize = 16;
    let mut found: Vec<&str> = Vec::new();
    for (at, _) in text.match_indices("cs-") {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '-') {
            continue;
        }
        let rest = &text[at..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        let code = &rest[..end];
        if is_code(code) && !found.contains(&code) && found.len() < MOST {
            found.push(code);
        }
    }
    found
}

fn is_code(text: &str) -> bool {
    let mut parts = text.split('-');
    parts.next() == Some("cs")
        && parts.next().is_some_and(|n| (1..=6).contains(&n.len()) && n.bytes().all(|c| c.is_ascii_digit()))
        && parts.next().is_some_and(|n| n.len() == 6 && n.bytes().all(|c| c.is_ascii_alphanumeric()))
        && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::{ReadContext, read};

    #[test]
    fn a_form_is_a_report_and_words_in_passing_are_none() {
        for (text, expected) in [
            (
                "## REVIEW COMPLETE\n\n**Task:** 01-01 Task 1\n**Status:** passed\n\n### Spec Compliance\n\nNo issues found.\n\n### Code Quality\n\nNo issues found.\n",
                true,
            ),
            ("VERDICT: approve\nFINDINGS:\n", true),
            (
                "VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:high] [file:src/a.rs] issue: leaks | suggestion: close it\n",
                true,
            ),
            ("### Verdict: PASS\n### Findings\nNone.\n", true),
            ("**Verdict:** APPROVED", false),
            ("Progress: spec stage done.\n\nStatus: passed\n\nI will now look at quality", false),
            ("So far:\n\n**Status:** passed\n\n(spec stage only; quality still to come)", false),
            ("**Status:** passed\n\nWait, let me verify the discount first.", false),
            ("I hit my turn limit. src/cart.js not read.\n\n**Status:** passed", false),
            ("Result: PASS (12 tests)", false),
            ("Halfway. Verification so far:\n\n### Verdict: PASS\n\nI will check scope creep next.", false),
            ("# Notes\n\n### Verdict: PASS\n\nI only reviewed the README.", false),
            ("**Decision:** APPROVED. Use Redis 7.", false),
            ("LGTM", false),
            ("REVIEW_PASS", true),
            ("{\"status\":\"APPROVED\",\"issues\":[]}", true),
            ("approved, next: proceed", false),
            ("I am done. The review is recorded.", false),
            ("The code looks good to me. LGTM", false),
            ("I could not find the plan, so I stopped.", false),
            ("", false),
        ] {
            assert_eq!(is_report(&read(text, &ReadContext::default()), text, false), expected, "{text}");
        }
    }

    #[test]
    fn countersigns_are_found_where_they_stand_alone() {
        let text = "**Countersign:** cs-1-abc123\n(cs-12-k7r2m9), cs-1-abc123 xcs-1-abc123 cs-1-abc1234 cs--abc123 cs-1-abc123-4";
        assert_eq!(codes(text), ["cs-1-abc123", "cs-12-k7r2m9"]);
        assert!(codes("no code, css-1 cs-").is_empty());
        let text =
            "Other open review: cs-1-abc123\n**Countersign:** cs-2-abc124\n> countersign `cs-3-abc125`\n";
        assert_eq!(signed(text), ["cs-2-abc124", "cs-3-abc125"]);
    }
}
