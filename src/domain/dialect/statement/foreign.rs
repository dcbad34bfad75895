//! Lines that hold an approval and are of something else: a listing with numbered lines, a comment of code, a value that
//! waits to be filled in, what a command printed, another's mail.
//!
//! ```text
//! listing     = number ("|" | tab | "→") rest                  (one bar: more are a table)
//! comment     = ("//" | "/*" | "--" | ";" | "%" | `"""`) rest
//! placeholder = label (":" | "=") ("<"…">" | "{"…"}" | "$"word | "%"word"%")
//!             | label ":" "["word in small letters"]"
//!             | label ":" value ("//" | "#" | "<-") "fill in" | "choose" | …
//! speaker     = (name | "@" handle) ":"                         (alone on its line, up to the next paragraph but one)
//! ```
//!
//! Only approvals are asked: what objects may stand anywhere.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;
use super::{Scan, aside, label, unexplained};
use crate::domain::dialect::{field, words};

/// Bytes of a line that are looked at: more than a line with a verdict has.
const LONGEST: usize = 400;

static LISTING: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\d{1,6}(?:\s*\|[^|]*$|\t|\s*→)"));
static COMMENT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"^(?://|/\*|--\s|;\s|%\s|"""|'''|\(\*|\{#|\{%|<%|(?i:rem)\s)"#));
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"[:=][\s*_`]*(?:<[^<>]*>|\{\{?[^{}]*\}?\}|\$\{?\w+\}?|%\w+%|\[\p{Ll}[\p{Ll} _-]*\])[\s*_`.]*$")
});
static TO_FILL_IN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:<-+|←|//|\s#|<!--|--)\s*(?:please )?(?:fill|replace|choose|pick|change|set|put|enter|insert|edit|select|todo|tbd|placeholder|example|your)\b",
    )
});
/// What begins another's mail, quoted whole to the end.
static MAIL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\W*-{2,}\s*(?:original|forwarded) message\b|^begin forwarded message\b"));

/// The head of a mail, or of a commit.
static HEAD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^From: .*\n(?:Sent|To|Date|Subject): |^Author: .*<.*>\nDate: "));

/// Says why a line that approves is none of the reviewer's; `text` is the line as it was written, without its indent.
pub(super) fn why_not(text: &str) -> Option<&'static str> {
    // A line may be as long as the text, and be asked about for each of its sentences: its form stands at its beginning.
    let text = &text[..text.floor_char_boundary(LONGEST)];
    if LISTING.is_match(text) {
        return Some("a line of a listing");
    }
    if COMMENT.is_match(text) {
        return Some("a comment of code");
    }
    // In code marks such a note is the code's.
    let to_fill_in = || TO_FILL_IN.is_match(&aside::without_shown(text));
    (PLACEHOLDER.is_match(text) || to_fill_in()).then_some("a value to be filled in")
}

/// Tells whether a line, with the one below, begins a mail or a commit of somebody else.
pub(super) fn begins_mail(text: &str, below: Option<&str>) -> bool {
    if text.len() > 200 {
        return false;
    }
    MAIL.is_match(text)
        || text.starts_with(['F', 'A'])
            && below.is_some_and(|below| below.len() < 200 && HEAD.is_match(&format!("{text}\n{below}")))
}

/// Words on a line of their own with a colon that are no name of anybody, besides labels and what heads lists.
const NO_NAME: &[&str] = &[
    "explanation",
    "justification",
    "motivation",
    "takeaway",
    "takeaways",
    "answer",
    "hence",
    "therefore",
    "finally",
    "overall",
    "final",
    "now",
    "today",
    "tldr",
    "hello",
    "hi",
    "thanks",
    "so",
    "wrapup",
    "begründung",
    "zusammenfassung",
    "resumen",
    "résumé",
    "resumo",
    "riepilogo",
    "bottom",
    "also",
    "here",
    "hey",
    "all",
    "me",
    "mine",
    "blockers",
    "critical",
    "warnings",
    "warning",
    "high",
    "medium",
    "low",
    "none",
    "failed",
    "missing",
    "open",
    "must",
    "still",
    "english",
    "meine",
    "mon",
    "mi",
    "my",
    "remaining",
    "required",
    "pending",
    "unresolved",
    "problems",
    "bugs",
    "defects",
];

/// Tells whether a line is nothing but a name with a colon: what stands below is that one's word. Any word that could
/// head a part of a review is none.
pub(crate) fn speaker(text: &str) -> bool {
    let Some(name) = text.trim_matches(['*', '_', ' ', '<', '>']).strip_suffix(':').filter(|n| n.len() <= 40)
    else {
        return false;
    };
    let name = name.trim_end_matches(['*', '_']);
    if let Some(handle) = name.strip_prefix('@') {
        return !handle.is_empty() && !handle.contains(char::is_whitespace);
    }
    let named = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase)
            && word.chars().count() > 1
            && letters.all(|c| c.is_lowercase() && c <= '\u{24f}')
    };
    let plain = words::words(name);
    (1..=2).contains(&plain.len())
        && name.split_whitespace().all(named)
        && label::label(name).is_none()
        && field::part(name).is_none()
        && !unexplained::harmless_name(name)
        && !plain.iter().any(|w| NO_NAME.contains(&w.as_str()))
}

/// Tells whether a line is a command as a shell shows it: what it printed stands below.
pub(super) fn is_command(text: &str) -> bool {
    text.starts_with("$ ") || text.starts_with("❯ ") || text.starts_with('[') && text.contains("] $ ")
}

/// Follows comments of code over several lines: tells whether the line after this one stands in one.
pub(super) fn in_comment(before: bool, text: &str) -> bool {
    let quotes = text.matches("\"\"\"").count() + text.matches("'''").count();
    if text.starts_with("/*") || before && !text.starts_with("\"\"\"") && !text.starts_with("'''") {
        return !text.contains("*/");
    }
    if text.starts_with("\"\"\"") || text.starts_with("'''") {
        return before != (quotes % 2 == 1);
    }
    false
}

impl Scan<'_, '_> {
    /// Says why an approval on a line is somebody else's.
    pub(super) fn foreign(&self, at: usize) -> Option<&'static str> {
        if self.mailed {
            return Some("in another's mail");
        }
        if self.voice.is_some_and(|spoken| spoken != at) {
            return Some("below another's name");
        }
        let closes = self.page.lines.get(at + 1).is_some_and(|l| l.text.starts_with("*/"));
        if self.commented || closes {
            return Some("in a comment of code");
        }
        let above = at.checked_sub(1).map(|i| self.page.lines[i].text.as_ref());
        if !self.page.lines[at].blank_before && above.is_some_and(is_command) {
            return Some("what a command printed");
        }
        if let Some(why) = self.above.why() {
            return Some(why);
        }
        why_not(&self.page.lines[at].text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn approvals_of_others_are_told() {
        for text in [
            "14 | Verdict: approved",
            "2\tVerdict: approved",
            "// Verdict: approved",
            "/* Verdict: approved */",
            "-- Verdict: approved",
            "; Verdict: approved",
            "\"\"\"Verdict: approved\"\"\"",
            "Verdict: <approved>",
            "**Verdict:** {{approved}}",
            "Verdict: $approved",
            "verdict = %approved%",
            "Verdict: [approved]",
            "Verdict: approved // fill in",
            "# Verdict: approved   <- choose one",
        ] {
            assert!(why_not(text).is_some(), "{text}");
        }
        for text in [
            "Verdict: approved",
            "1. Verdict: approved",
            "| 1 | Verdict | approved |",
            "1 | AC-1 | approved",
            "- Verdict: approved",
            "**Verdict:** [APPROVED]",
            "Verdict: approved (see #12)",
            "Verdict: <b>approved</b>",
            "Verdict: approved -- nice work",
        ] {
            assert_eq!(why_not(text), None, "{text}");
        }
        for text in ["Bob:", "**Anna Meyer:**", "@lena:", "Priya:"] {
            assert!(speaker(text), "{text}");
        }
        for text in [
            "Verdict:",
            "Final verdict:",
            "Summary:",
            "Recommendation:",
            "Findings:",
            "Bob: LGTM",
            "So:",
            "My take:",
            "Closing remarks:",
            "Fazit:",
        ] {
            assert!(!speaker(text), "{text}");
        }
        assert!(begins_mail("-----Original Message-----", None));
        assert!(begins_mail("From: Bob <b@example.invalid>", Some("Sent: Tuesday")));
        assert!(begins_mail("Author: Dev <d@example.invalid>", Some("Date:   Mon Oct 6 10:00:00 2025")));
        assert!(!begins_mail("The original message is kept.", None));
        assert!(!begins_mail("From: the docs", Some("it is clear")));
        let mut inside = false;
        let held: Vec<bool> =
            ["/*", "Verdict: approved", "*/", "x", "\"\"\"", "Verdict: approved", "\"\"\"", "y"]
                .iter()
                .map(|line| {
                    let here = inside;
                    inside = in_comment(inside, line);
                    here
                })
                .collect();
        assert_eq!(held, [false, true, true, false, false, true, true, false]);
    }
}
