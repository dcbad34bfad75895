//! What shape a line has: head of a finding, count, mention, template, ruling.
//!
//! These look at one line's words and know nothing of where it stands.

use std::sync::LazyLock;

use regex::Regex;

use super::Manner;
use super::section::severity_heading;
use crate::domain::dialect::field::{self, Head};
use crate::domain::dialect::page::item_body;
use crate::domain::dialect::{place, words};
use crate::domain::review::{RawFinding, Ruling, RulingKind, Severity, Stage};

/// Reads a heading as a finding's; the forms without id, number or severity only where `numbered` headings are.
pub(super) fn heading_head(text: &str, numbered: bool, under_severity: bool) -> Option<Head> {
    let body = item_body(text).map_or(text, |(body, _)| body);
    // `2.1 Finding 1: Title`
    let outline = body.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let body =
        if outline.len() < body.len() && outline.starts_with(' ') { outline.trim_start() } else { body };
    if let Some(head) = field::head(body) {
        let titled = !head.title.is_empty() && !is_count(&head.title) && !words::says_none(&head.title);
        let only_severity = head.id.is_none() && !head.numbered && head.place.is_none();
        let fits = if only_severity {
            titled && severity_heading(body).is_none()
        } else {
            // "Finding 3" heads a finding whatever its title says, and without one.
            titled || head.id.is_some() || head.place.is_some() || head.numbered
        };
        if fits {
            return Some(head);
        }
    }
    if let Some(head) = by_id(body).or_else(|| field::segmented(body)) {
        return Some(head);
    }
    let plain = item_body(text).is_some_and(|(_, ordered)| ordered) && (numbered || under_severity);
    (plain && severity_heading(body).is_none()).then(|| Head {
        title: field::clean(field::undecorated(body)),
        numbered: true,
        ..Head::default()
    })
}

/// `H-1 Token not checked`: an id that rates, and behind it without any mark the title.
fn by_id(text: &str) -> Option<Head> {
    let text = field::undecorated(text).trim_start_matches(['*', '_']);
    let id = field::id(text).filter(|id| id.contains('-') && severity_of_id(id).is_some())?;
    let title = text[id.len()..].strip_prefix(' ')?.trim_end_matches(['*', '_']);
    let capital = title.starts_with(|c: char| c.is_uppercase() || c == '`');
    (capital && !words::fewer(title, 2)).then(|| Head {
        id: Some(id.to_owned()),
        title: field::clean(title),
        ..Head::default()
    })
}

/// The title a finding has in the end: its own, or what its issue says.
pub(super) fn title(finding: &mut RawFinding, issue: Option<String>, manner: Manner) {
    if let Some(issue) = issue.filter(|i| !i.is_empty()) {
        if finding.title.is_empty() {
            let line = issue.lines().next().unwrap_or_default();
            let short = if manner.sentence_titles { field::first_sentence(line) } else { line };
            finding.title = short.chars().take(300).collect();
        }
        finding.description = match finding.description.take().filter(|d| !d.is_empty() && *d != issue) {
            Some(before) => Some(format!("{before}\n\n{issue}")),
            None => Some(issue),
        };
    }
    if finding.title.is_empty()
        && let Some(text) = &finding.description
    {
        let line = text.lines().next().unwrap_or_default();
        finding.title = field::clean(field::first_sentence(line)).chars().take(300).collect();
    }
    let first = field::first_sentence(&finding.title);
    if first.len() < finding.title.len() && finding.description.is_none() && manner.sentence_titles {
        let rest = finding.title[first.len()..].trim().to_owned();
        finding.suggestion = finding.suggestion.take().or((!rest.is_empty()).then_some(rest));
        let short = first.to_owned();
        finding.description = Some(std::mem::replace(&mut finding.title, short));
    }
}

/// Splits `title: still open`, `title (done, thanks)`, `title - fixed in 81fe3b2` into the title and what became of it.
pub(super) fn state(title: &str) -> Option<(&str, &'static str)> {
    let text = title.trim_end_matches(['.', ' ', '!', ')']);
    let set_off = text.rfind([':', '—', '–', '(', '→']);
    let spaced = [" - ", " -> ", ", now ", ". "].into_iter().filter_map(|mark| text.rfind(mark)).max();
    let at = set_off.max(spaced)?;
    let tail = words::words(&text[at..]);
    let tail: Vec<&str> = tail.iter().map(String::as_str).collect();
    let state = match tail.as_slice() {
        ["still", "open"] | ["not", "fixed"] | ["still", "there"] | ["still", "failing"] => "still open",
        ["now", said @ ..] | said => became(said)?,
    };
    let kept = text[..at].trim_end();
    (!kept.is_empty()).then_some((kept, state))
}

static ALONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:fixed|resolved|addressed|mended|closed|done)(?:\W*$|,? (?:and )?(?:verified|confirmed|checked|tested|seen)\b|,? in (?:commit )?[0-9a-f]{7,40}\b)|(?:(?:your|the|the (?:developer|executor)['’]s) )?rejection (?:is |was )?accepted\b)")
        .expect("a constant pattern")
});

/// Reads what became of a finding that is named by its id and says nothing but that: `F-1 (HIGH): fixed, verified in src/a.rs`.
pub(super) fn state_alone(text: &str) -> Option<&'static str> {
    (ALONE.is_match(text) && !NOT_ENDED.is_match(text)).then_some("done")
}

static DELTA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*_`]*(?:cycle|resolved|persistent|new|changed)[*_`]*\s*:[\s*_`]*\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?\W*$")
        .expect("a constant pattern")
});

/// Tells whether a line counts what became of earlier findings: it says nothing of the finding above it.
pub(super) fn delta(text: &str) -> bool {
    DELTA.is_match(text)
}

/// Splits `[NIT] rename it` into the title and the severity in its brackets.
pub(super) fn rated_in_front(title: &str) -> Option<(&str, (Severity, String))> {
    let (inner, rest) = title.strip_prefix('[')?.split_once(']')?;
    let found = words::only_severity(inner).filter(|_| inner.len() < 24)?;
    let rest = rest.trim_start_matches([' ', ':', '*', '—', '–', '-']);
    (!rest.is_empty()).then_some((rest, found))
}

/// What is said of how something is known to be over.
const HOW: &[&str] = &[
    "now",
    "thanks",
    "verified",
    "confirmed",
    "checked",
    "rechecked",
    "tested",
    "and",
    "in",
    "by",
    "with",
    "since",
    "commit",
    "at",
    "against",
    "the",
    "diff",
    "reading",
    "a",
];
/// Of these, what wants a name behind it.
const LEADS_ON: &[&str] = &["in", "by", "with", "since", "at", "against", "the", "a"];

/// `fixed`, `done in 3fa2`: that it is over, and since which commit.
fn became(said: &[&str]) -> Option<&'static str> {
    let (word, rest) = said.split_first()?;
    let state = match *word {
        "fixed" => "fixed",
        "resolved" => "resolved",
        "done" | "addressed" | "closed" => "done",
        _ => return None,
    };
    let commit = |w: &&str| {
        w.len() >= 4 && w.chars().any(|c| c.is_ascii_digit()) && w.bytes().all(|b| b.is_ascii_hexdigit())
    };
    // `verified in commit 3fa2b1c`, `now, thanks`: how it is known, and no more.
    let how = |w: &&str| HOW.contains(w) || commit(w);
    let over = rest.len() <= 8
        && rest.iter().all(how)
        && (rest.iter().any(commit) || rest.iter().all(|w| !LEADS_ON.contains(w)) || rest.contains(&"diff"));
    over.then_some(state)
}

static ENDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:fixed|resolved|addressed|closed|done|verified|mended|handled|gone|removed)\b")
        .expect("a constant pattern")
});
static NOT_ENDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:not|never|still|partly|partially|half|only|must|should|to be|but|un\w+)\b|n['’]t\b")
        .expect("a constant pattern")
});

/// `- [x] F-1 the lock was never released: fixed`: ticked, and said to be over.
pub(super) fn ticked_off(item: &str) -> bool {
    let body = item_body(item).map_or(item, |(body, _)| body);
    let ticked = words::box_before(body).is_some_and(|(ticked, _)| ticked);
    let end = ENDED.find_iter(body).last();
    ticked
        && end.is_some_and(|e| {
            !NOT_ENDED.is_match(&body[body[..e.start()].rfind(['.', ':', ';', '—', ',']).unwrap_or(0)..])
        })
}

static AFFIRMS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:is|are|works?|behaves?|looks?) (?:correct(?:ly)?|intentional|intended|defensive|sound|fine|as (?:intended|expected|designed))\b")
        .expect("a constant pattern")
});

/// Tells whether a title says that something is right: an observation of the lowest level that asks for nothing.
pub(super) fn affirms(title: &str) -> bool {
    let Some(found) = AFFIRMS.find(title) else { return false };
    let before = words::words(&title[..found.start()]);
    let after = words::words(&title[found.end()..]);
    let takes_back = ["but", "only", "if", "when", "unless", "except", "though", "until"];
    !before.iter().any(|w| matches!(w.as_str(), "not" | "no" | "never" | "whether"))
        && !after.iter().any(|w| takes_back.contains(&w.as_str()))
}

/// Tells whether a title is nothing but a word or two for good: `Errors: handled`, `CART-01: met`. Behind what looks like a
/// level or an id it is the answer to a point that was looked at.
pub(super) fn is_fine(title: &str) -> bool {
    const FINE: &str = "adequate all and appropriate are clean clear complete consistent correct covered documented fine good \
        handled implemented is met ok okay pass passed passes present readable satisfied sound tested verified well yes";
    let said = words::words(title);
    (1..=4).contains(&said.len())
        && !said.iter().all(|word| matches!(word.as_str(), "all" | "and" | "are" | "is"))
        && said.iter().all(|word| FINE.split_ascii_whitespace().any(|fine| fine == word))
}

/// `Flicker on drop (acknowledged design)`, `Type errors (out of scope)`: listed, and set aside.
pub(super) fn set_aside(title: &str) -> bool {
    let Some(inner) = title.strip_suffix(')').and_then(|t| t.rsplit_once('(')).map(|(_, i)| i) else {
        return false;
    };
    let joined = format!(" {} ", words::joined(inner));
    [" out of scope ", " acknowledged ", " pre existing ", " by design ", " known limitation "]
        .iter()
        .any(|w| joined.contains(w))
        && !joined.contains(" not ")
}

/// Takes the place out of a title that ends with one, or that names one file, with a line.
pub(super) fn place_of_title(finding: &mut RawFinding) {
    if let Some((place, rest)) = place::trailing(&finding.title) {
        let rest = rest.to_owned();
        finding.locations.push(place);
        finding.title = rest;
    } else {
        finding.locations.extend(place::in_prose(&finding.title).into_iter().filter(|p| p.line.is_some()));
    }
}

static RETRACTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(retracted after|retracting|finding (is )?(retracted|withdrawn)|removing this finding|downgrading this finding|withdraw(ing|n)? this finding|not a finding)\b")
        .expect("a constant pattern")
});

static MAY_TAKE_BACK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("(?i-u)finding|retract").expect("a constant pattern"));

/// Tells whether a text takes its finding back.
pub(super) fn takes_back(text: &str) -> bool {
    MAY_TAKE_BACK.is_match(text) && RETRACTED.is_match(text)
}

/// `Makefile: …`: a file alone, which says what is spoken of and not that it is wrong.
pub(super) fn speaks_of_file(head: &Head, text: &str) -> bool {
    head.place.as_ref().is_some_and(|place| place.line.is_none())
        && place::file_set_off(field::undecorated(text))
}

/// The same, where what is said is no praise: a finding, where changes are asked for.
pub(super) fn wrong_in_file(head: &Head, text: &str) -> bool {
    speaks_of_file(head, text) && words::not_harmless(&head.title).is_some()
}

/// `CR-`, `BL-` are critical, `WR-` warnings, `IN-` information, by the habit of the systems that number so.
pub(super) fn severity_of_id(id: &str) -> Option<Severity> {
    match id.split('-').next()?.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "CR" | "BL" | "C" => Some(Severity::Critical),
        "WR" => Some(Severity::Medium),
        "IN" => Some(Severity::Info),
        // `C-01`, `H-01`, `M-02` of audits, and `HIGH-1`.
        "H" => Some(Severity::High),
        "M" => Some(Severity::Medium),
        "L" => Some(Severity::Low),
        word if word.len() > 2 && id.contains('-') => {
            words::only_severity(word).map(|(severity, _)| severity)
        }
        _ => None,
    }
}

/// Tells whether a finding's head names itself critical or high.
pub(super) fn grave(head: &Head) -> bool {
    head.severity.as_ref().is_some_and(|(severity, _)| *severity <= Severity::High)
}

/// Tells whether a finding's id, as `CR-01`, names it critical or high.
pub(super) fn grave_id(head: &Head) -> bool {
    let id = head.id.as_deref().filter(|id| id.contains('-'));
    id.and_then(severity_of_id).is_some_and(|severity| severity <= Severity::High)
}

/// Tells whether a finding's head says nothing of being settled.
pub(super) fn unsettled(head: &Head) -> bool {
    !head.status.as_deref().is_some_and(field::settled) && state(&head.title).is_none()
}

/// `BLOCKER: no task for the migration`, `🔴 **Critical** · the lock leaks`: a severity in capitals, in bold or behind a sign,
/// with what is wrong, and no heading of a list.
pub(super) fn set_off(head: &Head, text: &str) -> bool {
    let plain = field::undecorated(text).trim_start_matches(['*', '_', '[', '(']);
    let word = plain.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let capitals = word.len() > 2 && word.chars().all(char::is_uppercase);
    let rated = head.severity.as_ref().is_some_and(|(severity, _)| *severity <= Severity::Low);
    head.marked
        && rated
        && (capitals || text.contains("**") || words::sign(text).is_some())
        && !words::fewer(&head.title, 2)
        && severity_heading(text).is_none()
}

/// Tells whether a line begins with an id that says by its letters that its finding blocks, and says what it is.
pub(crate) fn blocks_by_id(text: &str) -> bool {
    let Some(head) = field::head(text).filter(|h| h.severity.is_none()) else { return false };
    let grave = head.id.as_deref().and_then(severity_of_id).is_some_and(|s| s <= Severity::High);
    let settled = head.status.as_deref().is_some_and(field::settled)
        || state(&head.title).is_some_and(|(_, state)| field::settled(state));
    grave && !settled && !words::fewer(&head.title, 2) && !only_ids(&head.title) && !mention(&head.title)
}

pub(crate) fn stage_of(text: &str) -> Option<Stage> {
    let words = words::words(text);
    if words.iter().any(|w| w.starts_with("spec") || w == "requirements") {
        Some(Stage::Spec)
    } else if words.iter().any(|w| w == "quality" || w == "code") {
        Some(Stage::Quality)
    } else {
        None
    }
}

/// What our own forms have in round brackets where something is to be filled in: it says what, and no more.
static ASKED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\((?:as in|what|how|why|where|when|which|path|title|number|category|in (?:a|one|two)|true or|id of|an open|the (?:requirement|plan|code|id|failure)|critical|high|accepted or)\b[^()]*\)\.?$")
        .expect("a constant pattern")
});

/// `{title}`, `<what is wrong>`, `(what is wrong, in a line)`, `critical|warning|info`, `...`
pub(crate) fn placeholder(text: &str) -> bool {
    let text = text.trim().trim_matches('`');
    if text.len() < 200 && ASKED.is_match(text) {
        return true;
    }
    let wrapped = |open, close| text.starts_with(open) && text.ends_with(close) && text.len() > 2;
    let one_tag = wrapped('<', '>') && text[1..text.len() - 1].find(['<', '>']).is_none();
    (wrapped('{', '}') && !text.contains(':'))
        || one_tag
        || matches!(text, "..." | "…" | "what is wrong" | "what to do" | "title" | "TITLE" | "n" | "N")
        || text.starts_with('{') && text.ends_with('}') && words::fewer(text, 4)
}

pub(super) fn praises(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("positive finding") || lower.contains("not a finding")
}

/// `**SQL injection** in `a.php:19`: …` or plain text, with the one place it names.
pub(super) fn plain_head(body: &str) -> Head {
    let (title, detail) = match body.strip_prefix("**").and_then(|b| b.split_once("**")) {
        Some((title, rest)) if !title.is_empty() => {
            (title, Some(field::clean(rest.trim_start_matches([':', ' ', '—', '–', '-']))))
        }
        _ => (field::undecorated(body), None),
    };
    let place = place::in_prose(body).into_iter().next();
    Head { title: field::clean(title), detail: detail.filter(|d| !d.is_empty()), place, ..Head::default() }
}

/// `TL-A-1-003: ACCEPTED, false positive`: a ruling on a rejection.
pub(super) fn ruling(body: &str) -> Option<Ruling> {
    if !["ccepted", "CCEPTED", "verruled", "VERRULED"].iter().any(|w| body.contains(w)) {
        return None;
    }
    let head = field::head(body)?;
    let mut words = words::words(&head.title).into_iter();
    let first = words.next()?;
    let word = if first == "rejection" { words.next()? } else { first };
    let ruling = match word.as_str() {
        "accepted" => RulingKind::Accepted,
        "overruled" => RulingKind::Overruled,
        _ => return None,
    };
    let reason = head.title.split_once([',', ':', ';', '—', '-', '.']).map(|(_, r)| r.trim().to_owned());
    Some(Ruling { finding_id: head.id?, ruling, reason: reason.filter(|r| !r.is_empty()) })
}

/// `(info only)`, `M-02 (both minor)`: what follows an id or a path that is only mentioned.
pub(super) fn mention(title: &str) -> bool {
    title.starts_with('(') && title.ends_with(')') || field::id(title).is_some()
}

/// `TL-A-1-002, TL-A-1-003.`
pub(super) fn only_ids(title: &str) -> bool {
    !title.is_empty()
        && title
            .split([',', ' ', ';', '.'])
            .filter(|t| !t.is_empty() && *t != "and")
            .all(|t| field::id(t).is_some_and(|id| id == t))
}

/// What stands for findings that a summing line does not name.
const REST: &[&str] = &[
    "the",
    "rest",
    "other",
    "others",
    "remaining",
    "all",
    "none",
    "nothing",
    "everything",
    "else",
    "and",
    "plus",
    "both",
    "finding",
    "findings",
    "issue",
    "issues",
    "only",
    "is",
    "are",
    "block",
    "blocks",
    "blocking",
    "not",
    "non",
    "must",
    "should",
    "can",
    "fix",
    "fixed",
    "be",
    "optional",
    "later",
    "wait",
];

/// Bytes of a line that may still sum up.
const SUM: usize = 400;

/// `Blocking: F-1, F-2. Not blocking: the rest.`: labels and ids of findings that are known, and nothing else.
pub(super) fn sums_up(body: &str, known: impl Fn(&str) -> bool) -> bool {
    if body.len() > SUM {
        return false;
    }
    // `F-1 (the leak)` reminds of what it is.
    let plain: String = {
        let mut depth = 0_usize;
        let kept = |c: &char| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        };
        body.chars().filter(kept).collect()
    };
    let mut ids = 0;
    let all = plain.split(['.', ';']).all(|sentence| {
        let named = sentence.split_once(':').map_or(sentence, |(label, named)| {
            if words::fewer(label, 5) && field::id(field::undecorated(label)).is_none() {
                named
            } else {
                sentence
            }
        });
        named.split([',', ' ', '/', '&', '+', ':', '—', '–']).all(|token| {
            let token = token.trim_matches(['*', '`', '_', '[', ']']);
            let id = known(token);
            ids += usize::from(id);
            id || token.is_empty() || REST.contains(&token.to_lowercase().as_str())
        })
    });
    all && ids > 0
}

/// `Critical issues: X` sums up; the finding stands elsewhere.
pub(super) fn totals(body: &str) -> bool {
    let Some((name, _)) = field::undecorated(body).split_once(':') else { return false };
    let words = words::words(name);
    words.len() >= 2
        && words.last().is_some_and(|w| matches!(w.as_str(), "issues" | "findings" | "problems"))
        && words::only_severity(name).is_some()
}

/// `2`, `0 issues`: a count is no title.
pub(super) fn is_count(text: &str) -> bool {
    let words = words::words(text);
    !words.is_empty()
        && words.iter().all(|w| {
            w.chars().all(|c| c.is_ascii_digit())
                || matches!(w.as_str(), "issues" | "issue" | "findings" | "finding" | "of" | "total")
        })
}

/// `0 (was 2)`, `0, down from 2`, `zero`, `2 (see below)`: how many there are of a severity, with a note on it.
pub(crate) fn counts(text: &str) -> bool {
    const NOTES: &[&str] = &[
        "down",
        "up",
        "was",
        "were",
        "all",
        "both",
        "see",
        "none",
        "previously",
        "now",
        "fixed",
        "new",
        "of",
        "no",
        "as",
        "left",
    ];
    const COUNTED: &[&str] = &[
        "open",
        "left",
        "remaining",
        "new",
        "issues",
        "issue",
        "findings",
        "finding",
        "found",
        "more",
        "in",
        "of",
        "total",
    ];
    let text = text.trim_matches(['*', '_', '`', ' ', '.']);
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '/').unwrap_or(text.len());
    let (first, rest) = text.split_at(end);
    let rest = rest.trim_start_matches(['*', '_', '`', ' ']);
    let number = !first.is_empty() && first.bytes().all(|b| b.is_ascii_digit());
    let zero = number && first.bytes().all(|b| b == b'0')
        || matches!(first.to_ascii_lowercase().as_str(), "zero" | "n/a" | "nil");
    if !zero && !number {
        return false;
    }
    let next = words::first(rest);
    let noted = |list: &[&str]| next.as_deref().is_some_and(|w| list.contains(&w));
    let spaced = text[end..].starts_with([' ', ',', ';', '(', '*']);
    match rest.chars().next() {
        None => true,
        Some('(') => rest.ends_with(')'),
        Some(',' | ';' | '—' | '–' | '-') => spaced && (zero || noted(NOTES)),
        Some(_) => zero && spaced && noted(COUNTED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_may_have_a_note() {
        for text in [
            "0 (was 2)",
            "zero",
            "0, down from 2",
            "0 (both of pass 1 fixed)",
            "0 — all gone",
            "n/a",
            "2 (see below)",
            "**0** (none)",
            "3, see below",
            "0 open",
        ] {
            assert!(counts(text), "{text}");
        }
        for text in [
            "2 requests race on the lock",
            "0-length buffers crash",
            "0.5 s is too short a timeout",
            "404 (not found) is returned for a lost lock",
            "0x00 ends the string",
            "3, four and five are skipped",
            "the lock leaks (was 2)",
            "none of the rows is locked",
            "",
        ] {
            assert!(!counts(text), "{text}");
        }
    }

    #[test]
    fn what_became_of_a_finding_stands_at_its_end() {
        for (text, expected) in [
            ("lost messages - fixed in 81fe3b2", Some(("lost messages", "fixed"))),
            ("(double ack) - fixed in 81fe3b2", Some(("(double ack)", "fixed"))),
            ("lost messages -> FIXED", Some(("lost messages", "fixed"))),
            ("lost messages → resolved", Some(("lost messages", "resolved"))),
            ("lost messages, now fixed", Some(("lost messages", "fixed"))),
            ("no test (done in 3fa2)", Some(("no test", "done"))),
            ("no test: still open", Some(("no test", "still open"))),
            ("lost messages – fixed", Some(("lost messages", "fixed"))),
            ("lost messages, fixed", None),
            ("lost messages - not fixed in 81fe3b2", None),
            ("the window - fixed in size", None),
            ("lost messages - fixed in 81fe3b2, but only for one", None),
            ("must be fixed in 2 places", None),
        ] {
            assert_eq!(state(text), expected, "{text}");
        }
    }
}
