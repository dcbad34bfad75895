//! What denies that a marked line leaves something open: it counts to none, says that it is past, or turns into good.

use std::sync::LazyLock;

use regex::Regex;

use super::super::pattern::pattern;
use crate::domain::dialect::words;

const GOOD: [char; 4] = ['✅', '✓', '✔', '☑'];
const BAD: [char; 5] = ['❌', '✗', '✘', '⛔', '🚫'];

/// `FAIL → PASS`, `❌ -> fixed`.
static TURNED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:→|➜|⇒|->|=>)\s*[\W_]*(?:pass(?:ed|es|ing)?|fixed|done|ok|met|resolved|closed|green|works|addressed)\b",
    )
});
/// A severity of which there is none: `no blocking`, `without any critical`.
static NO_SUCH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:no|zero|without|non|any|0) (?:[\w-]+ ){0,3}(?:critical|blocker|blocking|high|major|severity)|\b(?:earlier|previous(?:ly)?|prior|former) (?:[\w-]+ ){0,2}(?:critical|blockers?|high|major|findings?|issues?|rounds?|reviews?|pass|severity)",
    )
});
/// What is over.
static PAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:your|the (?:developer|executor)['’]s|the) rejection (?:is |was )?accepted\b|\b(?:resolved|resolves|fixed|fixes|closed|closes|addressed|mended|no longer|used to|would have been|dropped|downgraded|withdrawn|retracted|verified|confirmed|gone)\b",
    )
});
/// What says of something past that it is not.
static NOT_PAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:not|never|isn't|isn’t|wasn't|wasn’t|hasn't|hasn’t|yet to be|to be|must be|should be|needs? to be|still|only|partially|partly|half|un)(?: \w+)?[ -](?:resolved|fixed|closed|addressed|mended|gone|verified|confirmed)\b|\bunresolved\b",
    )
});

/// Tells whether a piece of text says that there is nothing, or counts to 0.
pub(crate) fn none(text: &str) -> bool {
    let plain = text.trim_matches(|c: char| !c.is_alphanumeric());
    words::says_none(plain)
        || plain.parse::<u32>() == Ok(0)
        || words::first(plain).is_some_and(|w| {
            let none =
                ["none", "nothing", "0", "zero", "n", "nil", "empty", "keine", "aucun", "ninguno", "нет"];
            none.contains(&w.as_str())
        })
}

/// Tells whether a text says as a whole that nothing of a kind was found: `No critical issues in this pass`.
pub(super) fn nothing_found(text: &str) -> bool {
    let plain = text.trim_matches(|c: char| !c.is_alphanumeric());
    none(text) || words::first(plain).is_some_and(|w| matches!(w.as_str(), "no" | "not"))
}

/// Tells whether a text is denied: a piece of it, behind a mark that sets pieces apart, says none, or it is past.
pub(super) fn denied(text: &str) -> bool {
    past(text)
        || NO_SUCH.is_match(text)
        || text.split([':', '=', '|', '—', '–']).skip(1).any(|piece| {
            let piece = piece.trim_matches([' ', '*', '_', '`']);
            none(piece) && piece.contains(char::is_alphanumeric) || matches!(piece, "-" | "no" | "No" | "NO")
        })
}

/// Tells whether a text says that what it names is over.
pub(super) fn past(text: &str) -> bool {
    PAST.is_match(text) && !NOT_PAST.is_match(text) && !TURNED_BACK.is_match(text) && !asked_and_denied(text)
}

/// `FIXED ✗`, `| FIXED | ❌ |`, `fixed? No: …`, `claimed fixed; re-check: no`, `MET?`: what is claimed, and that it does not
/// hold.
static CLAIMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:resolved|fixed|closed|addressed|mended|done|met|verified|pass(?:ed)?)[\s*_`|:,;—–-]*[❌✗✘⛔🚫][\s*_`|.)]*$|\b(?:resolved|fixed|closed|addressed|mended|done|met|verified)\s*\?[\s*_`|:—–-]*(?:no|not|nope|partly|partially|never|nein|non)\b|\b(?:re-?check(?:ed)?|re-?verified|verified|confirmed|re-?test(?:ed)?)[\s*_`]*[:=][\s*_`]*(?:no|fail(?:s|ed)?|false|not \w+|❌|✗)(?:\W|$)|[:=|—–-][\s*_`]*(?-i:MET|PASS|PASSED|FIXED|DONE|VERIFIED|RESOLVED)\s*\?[\s*_`|]*$",
    )
});

/// Tells whether a text names what is claimed and says that it does not hold, or asks.
pub(super) fn asked_and_denied(text: &str) -> bool {
    CLAIMED.is_match(text)
}

/// `claimed fixed, but the other path still fails`.
static TURNED_BACK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\bclaim(?:s|ed)\b|[,;:—–] but\b|\bstill (?:\w+s|not)\b|\bhowever\b"));

/// `(was ❌ in round 1)`: the mark of then.
static WAS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:was|were|previously|before|formerly|earlier|first|round \d+|pass \d+)\b[\s:*_`(]{0,4}[❌✗✘⛔🚫]",
    )
});

/// Tells whether a text is marked as good, or turns from bad to good.
pub(super) fn good(text: &str) -> bool {
    let text = &*WAS.replace_all(text, "");
    let (good, bad) = (text.rfind(GOOD), text.rfind(BAD));
    match (good, bad) {
        (Some(good), Some(bad)) => good > bad && text[bad..good].contains(['→', '➜', '⇒', '>', '/']),
        (Some(_), None) => true,
        (None, _) => TURNED.is_match(text),
    }
}

/// Tells whether a text is marked as failed; a mark with a count of none is not.
pub(super) fn bad(text: &str) -> bool {
    let text = &*WAS.replace_all(text, "");
    let Some(at) = text.rfind(BAD) else { return false };
    let behind = text[at..].trim_start_matches(|c: char| !c.is_alphanumeric());
    let count = behind.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    count.parse::<u32>() != Ok(0) && !good(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defect_that_is_worded_with_no_denies_nothing() {
        for text in [
            "| Rate limit | ❌ | No limiter |",
            "❌ previous page link",
            "High: not fixed",
            "❌ login → home",
        ] {
            assert!(!denied(text) && !good(text), "{text}");
        }
        for text in
            ["High: none", "| High | 0 |", "no blocking issues", "High: fixed in 3fa2", "Critical — no"]
        {
            assert!(denied(text), "{text}");
        }
    }

    #[test]
    fn what_is_claimed_and_does_not_hold_is_not_past() {
        for text in [
            "F1: FIXED ✗",
            "| F1 | FIXED | ❌ |",
            "F1 FIXED? No: the loop still runs once too often.",
            "F1: claimed fixed; re-check: no",
            "REQ-02: MET?",
        ] {
            assert!(asked_and_denied(text) && !past(text), "{text}");
        }
        for text in [
            "F1: FIXED ✓",
            "❌ expiry: fixed",
            "Is F1 fixed? Yes.",
            "F1: fixed; re-check: yes",
            "No test failed.",
        ] {
            assert!(!asked_and_denied(text), "{text}");
        }
    }

    #[test]
    fn the_last_mark_holds_where_one_turns_into_the_other() {
        for (text, open) in [
            ("❌ → ✅ expiry", false),
            ("✅ login, ❌ logout", true),
            ("❌ logout, ✅ login", true),
            ("✅ 5 ❌ 0", false),
            ("FAIL → PASS", false),
            ("✅/❌ 0", false),
            ("❌ expiry", true),
            ("✅ pass (was ❌ in round 1)", false),
            ("F1: FIXED ✗", true),
        ] {
            assert_eq!(bad(text), open, "{text}");
        }
    }
}
