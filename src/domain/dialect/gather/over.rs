//! One line that says of earlier findings, by their ids, that they are over: `Resolved - F1: the lock is taken first`,
//! `F1: resolved, the lock is taken first`, `f-001 (high) and f-002 (high) are resolved.`
//!
//! What follows the word is the reason; who takes half of it back in the same breath resolves nothing.

use std::sync::LazyLock;

use regex::Regex;

use super::Walk;
use super::section::Mood;
use crate::domain::dialect::field::{self, Head};
use crate::domain::review::{Remark, ReportedStatus, Resolved};

static WORD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("(?i-u)resolved|fixed|closed|addressed").expect("a constant pattern"));

/// The word, and a finding behind it.
static FIRST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[\s*_\[(>✅✓✔☑]*(?i:resolved|fixed|closed|addressed)(?i: (?:findings?|issues?))?[\s*_\]):.✅✓✔–—-]+")
        .expect("a constant pattern")
});

/// What stands between an id and the word.
static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[\s*_:\]).`✅✓✔☑(–—-]*(?i:(?:(?:is|was|has been|now) )*(?:resolved|fixed|closed|addressed))(?P<rest>(?:[,:;.!)\]*_]|\s+[–—(-]).*)?$")
        .expect("a constant pattern")
});

/// Findings that are over, all in one sentence, and nothing else.
static TOGETHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\W*(?:(?i:[a-z]{1,4})-?\d+(?:-\d+)*(?:\s*\([^)]{0,40}\))?(?:\s*(?:,|and|&)\s*)*)+\s*(?i:is|are|was|were|have been|has been)(?i: (?:all|both|now|since|indeed|verified|confirmed|as))* (?i:resolved|fixed|closed|addressed|gone)\W*$")
        .expect("a constant pattern")
});

/// Between two ids of a list.
static NEXT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[\s*_`]*(?:,|;|&|\band\b)[\s*_`]*").expect("a constant pattern"));

/// What takes half of it back.
static RESERVED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:but|partly|partially|half|except|still|unless|however|though|although|only|must|should|to be|todo|incomplete|in part|pending|not (?:yet|fully|entirely|completely|quite|everywhere|verified|confirmed|resolved|fixed))\b|\?")
        .expect("a constant pattern")
});

/// What says of a finding of an earlier round that it is not over.
static OPEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:still (?:open|there|present|failing|unfixed|unresolved|not|missing|exists|reproduces)|(?:not|never) (?:yet |fully |entirely |completely |really )?(?:fixed|resolved|addressed|closed|mended)|un(?:resolved|fixed|addressed)|persists?|partly|partially|only (?:one|half|some|a part|\d+) of)\b|\bonly (?:one|half) (?:is|was) (?:fixed|resolved)\b")
        .expect("a constant pattern")
});

/// What decorates a text at its ends.
const MARKS: [char; 16] = [' ', '*', '_', '`', ':', ';', ',', '.', '!', '(', ')', '[', ']', '–', '—', '-'];

/// Tells whether a text only names findings that are over.
pub(super) fn only_settles(text: &str) -> bool {
    TOGETHER.is_match(text)
}

/// Returns what a line resolves by id, each with the reason that it gives.
fn over(text: &str) -> Vec<Resolved> {
    // Few lines have the word at all.
    if !WORD.is_match(text) {
        return Vec::new();
    }
    if let Some(word) = FIRST.find(text) {
        return listed(&text[word.end()..]);
    }
    let start = text.trim_start_matches(MARKS);
    let Some(id) = field::id(start) else { return Vec::new() };
    let Some(found) = BEHIND.captures(&start[id.len()..]) else { return Vec::new() };
    let reason = found.name("rest").and_then(|rest| said(rest.as_str()));
    vec![Resolved { id: id.to_owned(), reason }]
}

/// Reads `F1 (checked), F3: the lock is taken first`: a reason in brackets is its own id's, the last one everybody's who
/// has none.
fn listed(text: &str) -> Vec<Resolved> {
    let mut found: Vec<Resolved> = Vec::new();
    let mut rest = text;
    while let Some(id) = field::id(rest) {
        rest = rest[id.len()..].trim_start_matches(['*', '_', '`', ' ', ']']);
        let mut reason = None;
        if let Some((own, behind)) = rest.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
            (reason, rest) = (said(own), behind);
        }
        found.push(Resolved { id: id.to_owned(), reason });
        match NEXT.find(rest).filter(|next| field::id(&rest[next.end()..]).is_some()) {
            Some(next) => rest = &rest[next.end()..],
            None => break,
        }
    }
    let common = said(rest);
    for one in found.iter_mut().filter(|one| one.reason.is_none()) {
        one.reason.clone_from(&common);
    }
    found
}

/// Returns a reason without the marks around it; nothing where no word is left.
fn said(text: &str) -> Option<String> {
    let text = text.trim_matches(MARKS);
    text.contains(char::is_alphanumeric).then(|| text.to_owned())
}

/// Tells whether a line begins with what is struck out, and takes nothing of that back behind it: `~~[HIGH] a.ts:4 no
/// check~~ fixed in a1b2c3d`.
pub(super) fn struck(line: &str) -> bool {
    let text = line.trim_start_matches([' ', '-', '*', '+', '✅', '✓', '✔', '>']);
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ')', ' ']);
    let Some((out, rest)) = text.strip_prefix("~~").and_then(|text| text.split_once("~~")) else {
        return false;
    };
    let all = rest.chars().all(|c| !c.is_alphanumeric());
    !out.is_empty() && !rest.contains("~~") && (all || WORD.is_match(rest)) && !RESERVED.is_match(rest)
}

impl Walk<'_, '_> {
    /// Reads an entry of a list of what is resolved.
    pub(super) fn resolve(&mut self, body: &str) {
        if let Some(head) = field::head(body)
            && let Some(id) = head.id
        {
            let reason = (!head.title.is_empty()).then_some(head.title);
            self.out.resolved.push(Resolved { id, reason });
        }
    }

    /// `Finding 1 (critical, src/a.ts:14): SQL by hand. Still open.` in a list of earlier findings is one of this round, too.
    pub(super) fn still_open(&mut self, at: usize, body: &str) {
        if self.mood() != Mood::Earlier || self.out.earlier_findings.is_none() || !OPEN.is_match(body) {
            return;
        }
        let rated = |h: &Head| h.severity.is_some() && !h.template && !h.title.is_empty();
        let Some(head) = field::head(body).or_else(|| field::embedded_head(body)).filter(rated) else {
            return;
        };
        self.flush();
        self.begin(at, head, Some(self.page.lines[at].indent));
        if let Some(draft) = self.current.as_mut() {
            draft.finding.reported_status = Some(ReportedStatus::Persistent);
        }
        self.flush();
    }

    /// Reads a line that resolves findings by id, and tells whether it was one.
    pub(super) fn settles(&mut self, at: usize, text: &str) -> bool {
        let found = over(text);
        if found.is_empty() {
            return false;
        }
        self.flush();
        self.claim(at);
        if RESERVED.is_match(text) {
            let ids: Vec<&str> = found.iter().map(|r| r.id.as_str()).collect();
            let message = format!(
                "{} called resolved with a reservation; that closes nothing",
                if ids.len() == 1 { format!("{} is", ids[0]) } else { format!("{} are", ids.join(", ")) }
            );
            self.out.remarks.push(Remark::new(self.page.lines[at].number, "lenient", message));
        } else {
            self.out.resolved.extend(found);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{over, struck};

    fn told(text: &str) -> Vec<(String, Option<String>)> {
        over(text).into_iter().map(|r| (r.id, r.reason)).collect()
    }

    #[test]
    fn one_line_resolves_by_id() {
        let locked = || Some("the lock is taken first".to_owned());
        for text in [
            "Resolved - F1: the lock is taken first",
            "Resolved: F1 — the lock is taken first",
            "Resolved F1: the lock is taken first.",
            "**Resolved:** F1 (the lock is taken first)",
            "[resolved] F1: the lock is taken first",
            "F1: resolved, the lock is taken first",
            "**F1** ✅ Resolved: the lock is taken first",
            "F1 – fixed (the lock is taken first)",
            "F1 is now resolved: the lock is taken first",
        ] {
            assert_eq!(told(text), [("F1".to_owned(), locked())], "{text}");
        }
        assert_eq!(told("F1 is resolved."), [("F1".to_owned(), None)]);
    }

    #[test]
    fn several_share_the_last_reason() {
        let id = |id: &str, reason: &str| (id.to_owned(), Some(reason.to_owned()));
        assert_eq!(
            told("Resolved: F1 (a guard now), F3 (a test)"),
            [id("F1", "a guard now"), id("F3", "a test")]
        );
        assert_eq!(told("Fixed: F1, F3 and f-002: seen in the diff").len(), 3);
        assert_eq!(told("Fixed: F1 and F3: seen in the diff")[0], id("F1", "seen in the diff"));
    }

    #[test]
    fn what_is_struck_out_is_over_unless_something_takes_that_back() {
        for text in [
            "- ~~[HIGH] src/a.ts:4 no check~~ fixed in a1b2c3d",
            "1. ~~**Critical**: SQL by hand~~",
            "~~F1: the lock~~ (resolved)",
        ] {
            assert!(struck(text), "{text}");
        }
        for text in [
            "- ~~[HIGH] src/a.ts:4 no check~~ still open",
            "- ~~[HIGH]~~ [CRITICAL] src/a.ts:4 no check",
            "- ~~F1~~ partly fixed",
            "- ~~F1~~ not fixed",
        ] {
            assert!(!struck(text), "{text}");
        }
    }

    #[test]
    fn what_only_begins_like_it_resolves_nothing() {
        for text in [
            "F1: Fixed size buffers overflow",
            "Fixed the lock, F1 remains",
            "F1 is not resolved",
            "Resolved paths are never cached",
            "F1 [high] closed: sockets leak",
            "Not resolved: F1",
            "Fixed: REQ-01 is met",
            "F1",
        ] {
            assert_eq!(told(text), [], "{text}");
        }
    }
}
