//! `REVIEW_PASS` and `REVIEW_FAIL` on a line, and what stands in front of them: a label, a lead, or what makes a pass one
//! that is denied, waited for or only named.
//!
//! ```text
//! signal = [label ":" | lead lead?] ("REVIEW_PASS" | "REVIEW_FAIL")
//! none   = ("not" | "no" | "waiting" | "next" | …) … "REVIEW_PASS"
//! ```

use super::label::{Label, label};

/// In front of `REVIEW_PASS` these make it no signal: it is denied, waited for, or only named.
const AWAITS: &[&str] = &[
    "not",
    "no",
    "non",
    "never",
    "none",
    "without",
    "kein",
    "keine",
    "nicht",
    "ohne",
    "pas",
    "aucun",
    "sans",
    "sin",
    "não",
    "sem",
    "нет",
    "не",
    "without",
    "next",
    "waiting",
    "wait",
    "awaiting",
    "await",
    "expected",
    "expecting",
    "expect",
    "pending",
    "todo",
    "then",
    "after",
    "until",
    "before",
    "if",
    "when",
    "once",
    "want",
    "wanted",
    "need",
    "needs",
    "needed",
    "require",
    "required",
    "requires",
    "target",
    "goal",
    "hoping",
    "future",
    "later",
    "tomorrow",
    "instead",
    "missing",
    "lacks",
    "lacking",
    "cannot",
    "withheld",
    "withhold",
    "deny",
    "denied",
    "refused",
    "almost",
    "nearly",
    "ask",
    "asks",
    "asked",
    "emit",
    "emits",
    "prints",
    "either",
    "or",
    "example",
    "format",
    "options",
    "was",
    "would",
    "could",
    "should",
    "might",
    "may",
    "maybe",
    "perhaps",
    "probably",
    "toward",
    "towards",
    "for",
];
/// Words that may lead to the signal without a colon.
const LEADS: &[&str] = &[
    "so",
    "overall",
    "therefore",
    "thus",
    "hence",
    "final",
    "and",
    "this",
    "is",
    "a",
    "it",
    "it's",
    "my",
    "the",
    "our",
    "i",
    "say",
    "give",
    "answer",
    "clean",
    "clear",
    "done",
    "ok",
    "okay",
    "yes",
    "good",
    "all",
    "result",
    "here",
    "summary",
    "full",
    "solid",
    "easy",
    "ergo",
];

/// Tells whether what stands in front lets the signal be one; `names` are the words of `before`.
pub(super) fn signals(before: &str, found: &str, names: &[String], item: bool) -> bool {
    let passes = found.starts_with("REVIEW_PASS");
    if passes && names.iter().any(|w| AWAITS.contains(&w.as_str())) {
        return false;
    }
    let set_off = before.trim_end_matches(['*', '`', ' ', '"']).ends_with([':', '—', '→', '-']);
    let known = |w: &String| matches!(label(w), Some(Label::Ours { .. })) || LEADS.contains(&w.as_str());
    before.is_empty()
        || set_off && names.len() <= 8
        || !item && names.len() <= 2 && (!passes || names.iter().all(known))
}

/// Finds `REVIEW_PASS` or `REVIEW_FAIL` as a word: what stands before it, and it with the rest.
pub(super) fn review_signal(body: &str) -> Option<(&str, &str)> {
    let at = [body.find("REVIEW_PASS"), body.find("REVIEW_FAIL")].into_iter().flatten().min()?;
    let (before, found) = body.split_at(at);
    let inside = before.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
    let after = found["REVIEW_PASS".len()..].chars().next();
    let longer = after.is_some_and(|c| c.is_alphanumeric() && !matches!(c, 'E'));
    let clause = before.rfind(['.', ';', '!', '。']).map_or(before, |end| &before[end..]);
    let before = clause.trim_start_matches(|c: char| !c.is_alphanumeric());
    (!inside && !longer).then_some((before, found))
}
