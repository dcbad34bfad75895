//! What names a requirement and does not ask for it: what is struck out, moved on to another phase, excepted, or only
//! spoken of.
//!
//! ```text
//! struck  = "~~" … "~~" [ "(" … ")" ]                            `~~AUTH-02~~ (moved to Phase 2)`
//! moved   = id [ "(" ] [ "was" … ] ("moved" | "deferred" | …)    `AUTH-02 (deferred)`, `AUTH-02 moved to Phase 2`
//!         | id ("→" | "in") "Phase" number                       of another phase
//! spoken  = ("see" [ "also" ] | "cf" | …) id                     `see also CART-01`
//! without = ("except" | "excluding" | "without" | …) id
//! ```
//!
//! A word that says so counts only where it stands beside an id: `AUTH-01 (removed hints)` and `moved from Phase 2` say
//! nothing of the kind.

use std::sync::LazyLock;

use regex::Regex;

use super::super::number_key;
use super::named::announced;

/// What is struck out, with a note behind it.
static STRUCK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"~~([^~]+)~~(?:\s*\([^()]*\))?").expect("a fixed pattern"));

/// A note in brackets.
static NOTE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\(([^()]*)\)").expect("a fixed pattern"));

/// What says, behind an id, that it was moved away.
static MOVED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\s*`_:—–-]*(?:(?:is|was|are|were|has|have|been|now|all|both)\s+)*(?:moved|deferred|postponed|pushed|shifted|delayed|re-?assigned|transferred|relocated|de-?scoped|dropped|removed|cut|cancell?ed|out of scope|superseded|obsolete|withdrawn)\s*(?:$|[,;:.)\]—–-]|(?:to|into|until|till|in favou?r|by|for now|from (?:scope|this phase|v\d))\b)")
        .expect("a fixed pattern")
});

/// What says, behind an id, which phase has it.
static ELSEWHERE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\s*`_]*(?:→|->|=>|in|is in)\s*\(?\s*phase\s*([\w.]+)").expect("a fixed pattern")
});

/// The phases that a text names.
static PHASE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\bphase\s*(\d[\w.]*)|\b(this phase|here)\b").expect("a fixed pattern"));

/// What leads over to an id that is only spoken of.
static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i-u:\b)(?i:see also|see|cf\.?|compare|related to|related:)\s+[*`\[]*[A-Z][A-Z0-9]*(?:[-_.][A-Z0-9]+)*[-_.]?\d")
        .expect("a fixed pattern")
});

/// What leads over to an id that is left out of several.
static WITHOUT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i-u:\b)(?i:except(?: for)?|excluding|excl\.?|apart from|other than|but not|without|minus|not including)\s+[*`\[]*[A-Z][A-Z0-9]*(?:[-_.][A-Z0-9]+)*[-_.]?\d")
        .expect("a fixed pattern")
});

/// Why an id is not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::domain::roadmap) enum Why {
    Struck,
    Moved,
    Excepted,
    Spoken,
}

impl Why {
    /// Returns how it is told.
    pub(in crate::domain::roadmap) fn told(self) -> &'static str {
        match self {
            Why::Struck => "struck out",
            Why::Moved => "moved away",
            Why::Excepted => "excepted",
            Why::Spoken => "only spoken of",
        }
    }

    /// Tells whether the phase is said not to have it, whatever else gives it.
    pub(in crate::domain::roadmap) fn denies(self) -> bool {
        self != Why::Spoken
    }
}

/// A line of requirements without what it does not ask for.
pub(in crate::domain::roadmap) struct Asked {
    pub(in crate::domain::roadmap) text: String,
    pub(in crate::domain::roadmap) left: Vec<(String, Why)>,
}

/// Takes off a line what it names and does not ask of the phase.
pub(in crate::domain::roadmap) fn asked(text: &str, phase: &str) -> Asked {
    let mut left = Vec::new();
    let mut leave = |text: &str, why: Why| {
        let ids = announced(text).ids;
        let any = !ids.is_empty();
        left.extend(ids.into_iter().map(|id| (id, why)));
        any
    };
    // A strike that holds no id may be the end of one: it stays.
    let text = STRUCK.replace_all(text, |found: &regex::Captures<'_>| {
        let inner = found.get(1).map_or("", |m| m.as_str());
        if leave(inner, Why::Struck) { String::new() } else { inner.to_owned() }
    });
    let mut out = String::new();
    let mut rest = text.as_ref();
    while let Some(found) = NOTE.captures(rest) {
        let (Some(whole), Some(inner)) = (found.get(0), found.get(1)) else { break };
        let (before, inner) = (&rest[..whole.start()], inner.as_str());
        out.push_str(before);
        if !announced(inner).ids.is_empty() {
            let kept: Vec<String> =
                inner.split(';').map(|piece| pieces(piece, &[], phase, &mut leave)).collect();
            out.push_str(&format!("({})", kept.join(";")));
        } else if MOVED.is_match(inner) && !stays(inner, phase) {
            // The note is of the last entry before it.
            let of = out.rfind([',', ';']).map_or(0, |at| at + 1);
            let of = out.rfind(" and ").map_or(of, |at| of.max(at + 5));
            if leave(&out[of..], Why::Moved) {
                out.truncate(of);
            }
        } else {
            out.push_str(whole.as_str());
        }
        rest = &rest[whole.end()..];
    }
    out.push_str(rest);
    let kept: Vec<String> = out.split(';').map(|clause| pieces(clause, &[','], phase, &mut leave)).collect();
    Asked { text: kept.join(";"), left }
}

/// Takes off a clause what leads over to ids that are not asked for, and the pieces of it that are moved away.
fn pieces(clause: &str, cuts: &[char], phase: &str, leave: &mut impl FnMut(&str, Why) -> bool) -> String {
    let mut clause = clause;
    for (lead, why) in [(&WITHOUT, Why::Excepted), (&SPOKEN, Why::Spoken)] {
        if let Some(found) = lead.find(clause)
            && leave(&clause[found.start()..], why)
        {
            clause = &clause[..found.start()];
        }
    }
    let mut kept = Vec::new();
    for piece in clause.split(cuts) {
        let moved = announced(piece).ids.last().is_some_and(|id| {
            let number = id.rsplit(['-', '_', '.']).next().unwrap_or(id);
            let behind = piece.rfind(number).map_or("", |at| &piece[at + number.len()..]);
            let elsewhere = ELSEWHERE.captures(behind).and_then(|found| found.get(1));
            MOVED.is_match(behind) && !stays(behind, phase)
                || elsewhere.is_some_and(|of| number_key(of.as_str()) != number_key(phase))
        });
        if !(moved && leave(piece, Why::Moved)) {
            kept.push(piece);
        }
    }
    kept.join(",")
}

/// Tells whether what is moved is moved to the phase itself.
fn stays(text: &str, phase: &str) -> bool {
    PHASE.captures(text).is_some_and(|found| {
        found.get(1).is_none_or(|of| number_key(of.as_str().trim_end_matches('.')) == number_key(phase))
    })
}

/// Takes apart what is struck out in a cell: what stays, and whether anything was.
pub(super) fn unstruck(cell: &str) -> (String, bool) {
    let kept = STRUCK.replace_all(cell, "");
    (kept.trim().to_owned(), kept.len() < cell.len())
}

/// Tells whether a cell of a table says that its row is not for now: `Dropped`, `Deferred to v2`. What was moved, was moved
/// to the phase that the row names.
pub(super) fn gives_up(cell: &str) -> bool {
    let said = cell.trim_start_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    MOVED.is_match(&said)
        && !["moved", "re", "shifted", "transferred", "pushed", "relocated"]
            .iter()
            .any(|w| said.starts_with(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_asked_of_the_phase_is_kept() {
        use Why::{Excepted, Moved, Spoken, Struck};
        for (text, kept, left) in [
            ("AUTH-01, ~~AUTH-02~~ (moved to Phase 2)", "AUTH-01", &[("AUTH-02", Struck)][..]),
            ("~~AUTH-01, AUTH-02~~ AUTH-03", "AUTH-03", &[("AUTH-01", Struck), ("AUTH-02", Struck)]),
            ("AUTH-01 (AUTH-02 deferred to Phase 2)", "AUTH-01", &[("AUTH-02", Moved)]),
            (
                "AUTH-01 (AUTH-02, AUTH-03 moved to Phase 2)",
                "AUTH-01",
                &[("AUTH-02", Moved), ("AUTH-03", Moved)],
            ),
            ("AUTH-01, AUTH-02 (moved to Phase 2), AUTH-03", "AUTH-01 AUTH-03", &[("AUTH-02", Moved)]),
            ("AUTH-01 and AUTH-02 (deferred)", "AUTH-01", &[("AUTH-02", Moved)]),
            ("AUTH-01, AUTH-02 deferred to v2", "AUTH-01", &[("AUTH-02", Moved)]),
            ("AUTH-01, AUTH-02 → Phase 2", "AUTH-01", &[("AUTH-02", Moved)]),
            ("AUTH-01, AUTH-02 was moved to Phase 2", "AUTH-01", &[("AUTH-02", Moved)]),
            ("All AUTH requirements except AUTH-02", "", &[("AUTH-02", Excepted)]),
            (
                "AUTH-01 to AUTH-04 (except for AUTH-03)",
                "AUTH-01 AUTH-02 AUTH-03 AUTH-04",
                &[("AUTH-03", Excepted)],
            ),
            ("AUTH-01 — see also CART-01 in Phase 2", "AUTH-01", &[("CART-01", Spoken)]),
            ("AUTH-01 (see CART-01)", "AUTH-01", &[("CART-01", Spoken)]),
            // What is asked for all the same.
            ("CART-02 groundwork (full CART-01 in Phase 2)", "CART-02", &[("CART-01", Moved)]),
            ("AUTH-01 (partial), AUTH-02 (infra only)", "AUTH-01 AUTH-02", &[]),
            ("Login (AUTH-01, AUTH-02), Cart (CART-01)", "AUTH-01 AUTH-02 CART-01", &[]),
            ("AUTH-01 (moved from Phase 2)", "AUTH-01", &[]),
            ("AUTH-01 (moved to Phase 1)", "AUTH-01", &[]),
            ("AUTH-01 (moved here), AUTH-02 (removed hints)", "AUTH-01 AUTH-02", &[]),
            ("AUTH-01 (partially moved to Phase 2)", "AUTH-01", &[]),
            ("AUTH-01 (see REQUIREMENTS.md), AUTH-02", "AUTH-01 AUTH-02", &[]),
            ("AUTH-01 without MFA, AUTH-02", "AUTH-01 AUTH-02", &[]),
            ("AUTH-01 (builds on Phase 2), AUTH-02 in Phase 1", "AUTH-01 AUTH-02", &[]),
            ("AUTH-01 – AUTH-03", "AUTH-01 AUTH-02 AUTH-03", &[]),
            ("AUTH-01: deferred rendering", "AUTH-01", &[]),
        ] {
            let found = asked(text, "1");
            let ids = announced(&found.text).ids.join(" ");
            let told: Vec<(&str, Why)> = found.left.iter().map(|(id, why)| (id.as_str(), *why)).collect();
            assert_eq!((ids.as_str(), told.as_slice()), (kept, left), "{text}");
        }
    }
}
