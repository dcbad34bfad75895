//! What an approving answer in JSON refuses elsewhere in it: `"security_review": {"verdict": "rejected"}`,
//! `"spec_compliant": false`, `"unmet_requirements": ["logout"]`, `"tests": {"failed": 2}`.
//!
//! ```text
//! refusal = yes-key: false | no-key: true | says-key: word of refusal | any key: a verdict that refuses
//!         | counts-key: number above 0 | severity that blocks: number above 0, with nothing of it listed
//!         | met-key: "3/5" | lists-key: list with something in it | a sentence that takes the approval back
//!         | a list of texts below a key that is not known to be harmless | confidence below a half | waits-key: anything
//!         | a number of what was read, below that of what there is
//! past    = state: "still open"
//! ```
//!
//! Keys are taken by their words, so that the shape of an answer need not be known. What is about an earlier round,
//! lists findings or settles earlier ones is not asked: findings are weighed by their severities.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use super::keys::{COUNTS, DENIED, KEYS, LEFT, LISTED, MET, NO, PAST, REFUSES, SAYS, STILL, YES};
use super::unknown::{addressed, broke_off, partial, told_as_text, undone, unknown_list, waits};
use super::{LISTS, OwnWords, ROWS, words};
use crate::domain::dialect::statement::{self, share};
use crate::domain::dialect::words::Said;
use crate::domain::review::{RawFinding, Severity, Verdict};

/// Levels an object is looked into: more than any answer has.
const DEEP: usize = 16;
/// Levels at which a list's name says what it lists.
const NAMED: usize = 2;
/// Characters of a path, or of a value, that are told.
const TOLD: usize = 80;

/// What is weighed on the walk through an answer.
struct Walk<'w> {
    own: OwnWords,
    /// Something that blocks is listed: what counts it refuses nothing more.
    grave: bool,
    /// How many findings are listed.
    listed: usize,
    path: Vec<&'w str>,
    /// What stands below is about an earlier round: only its states are asked.
    past: bool,
    /// Bytes of sentences that may still be read.
    left: usize,
    /// A text was longer than that, so that nobody knows what it says.
    unread: bool,
}

/// Bytes of sentences in one answer that are read for objections: many times what an answer has.
const SENTENCES: usize = 256 << 10;

/// Returns where an answer refuses and what stands there: `stages.quality.status says "failed"`.
pub(super) fn refused(answer: &Map<String, Value>, own: OwnWords, listed: &[RawFinding]) -> Option<String> {
    let grave = listed.iter().any(|f| f.severity <= Severity::High);
    Walk { listed: listed.len(), ..Walk::new(own, grave) }.object(answer)
}

/// Tells whether a row of requirements or checks says of itself that it is not met.
pub(super) fn row(row: &Map<String, Value>) -> bool {
    let walk = Walk::new(&[], false);
    row.iter().any(|(key, value)| {
        let classes = KEYS.of(&words::words(&spoken(key)));
        classes & PAST == 0 && !value.is_array() && walk.says(classes, value)
    })
}

/// Tells whether a key is about an earlier round, or an example.
pub(super) fn past(key: &str) -> bool {
    let classes = KEYS.of(&words::words(&spoken(key)));
    classes & PAST != 0 && classes & STILL == 0
}

impl<'w> Walk<'w> {
    fn new(own: OwnWords, grave: bool) -> Self {
        Self { own, grave, listed: 0, path: Vec::new(), past: false, left: SENTENCES, unread: false }
    }

    /// Says where the walk stands and what stands there.
    fn told(&self, value: &Value) -> String {
        let path: Vec<String> = self.path.iter().map(|key| key.chars().take(TOLD).collect()).collect();
        let said: String = match value {
            _ if self.unread => "is longer than is read for objections".to_owned(),
            _ if self.path.len() >= DEEP => "lies deeper than is read".to_owned(),
            Value::Array(list) => format!("lists {}", list.len()),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
                format!("says {value}")
            }
        };
        format!("{} {}", path.join("."), said.chars().take(TOLD).collect::<String>())
    }

    fn object(&mut self, map: &'w Map<String, Value>) -> Option<String> {
        if self.past && says_now(map) && map.values().any(|v| v.as_str().is_some_and(|t| self.refuses(t))) {
            return Some(format!("{} tells of now", self.path.join(".")));
        }
        // A list of what must hold: `{"tests": true, "secrets": false}`.
        let ticks = map.values().filter(|v| v.is_boolean()).count() >= 2
            && self.path.last().is_some_and(|k| checks(k));
        if !self.past
            && let Some(said) = partial(map)
        {
            return Some(format!("{} {said}", self.path.join(".")).trim_start().to_owned());
        }
        if !self.past
            && let Some(said) = below_threshold(map)
        {
            return Some(said);
        }
        map.iter().find_map(|(key, value)| self.field(key, value, ticks))
    }

    fn field(&mut self, key: &'w str, value: &'w Value, ticks: bool) -> Option<String> {
        let name = spoken(key);
        let classes = KEYS.of(&words::words(&name));
        let severity = words::only_severity(&name);
        let snake = name.replace(' ', "_");
        let listed = value.is_array() || value.is_object();
        let lists = listed
            && (LISTS.contains(&snake.as_str()) || name.ends_with(" findings") || name.ends_with(" issues"));
        let rows = ROWS.contains(&name.as_str()) && value.is_array();
        let ruled = matches!(snake.as_str(), "rulings" | "tl_verdicts" | "issue_responses");
        let older = classes & PAST != 0 && classes & STILL == 0;
        let open = lists
            && (classes & STILL != 0 || classes & NO != 0 && !self.grave)
            && value.as_array().is_some_and(|l| l.iter().any(id_alone));
        if open {
            self.path.push(key);
            let said = self.told(value);
            self.path.pop();
            return Some(said);
        }
        let rated = lists || rows || ruled || severity.is_some() && listed;
        if rated && !older {
            // Listed as text, what was not seen or done is no finding about the work.
            let undone = !self.grave && value.as_array().is_some_and(|list| list.iter().any(undone));
            return undone.then(|| format!("{key} {}", self.told(value).trim_start()));
        }
        if listed && self.path.len() >= DEEP {
            return Some(self.told(value));
        }
        let before = self.past;
        self.past |= older;
        self.path.push(key);
        let found = if self.past {
            state(classes, value)
        } else {
            let counted = severity.is_some_and(|(severity, _)| severity <= Severity::High)
                && !self.grave
                && positive(value);
            counted
                || self.says(classes, value)
                || ticks && *value == Value::Bool(false)
                || broke_off(&name, value)
                || waits(&name, value)
                || addressed(&name, value)
                || self.path.len() <= NAMED && unknown_list(&name, value)
                || told_as_text(&snake, value)
                || classes & LEFT != 0 && classes & (DENIED | YES) == 0 && self.more_than_listed(value)
                || self.pair(&name, value)
                || name.ends_with("score") && value.as_str().is_some_and(share::short_score)
                || self.sentence(&name, value)
        };
        let found = found.then(|| self.told(value)).or_else(|| self.inside(value));
        self.path.pop();
        self.past = before;
        found
    }

    fn inside(&mut self, value: &'w Value) -> Option<String> {
        match value {
            Value::Object(map) => self.object(map),
            Value::Array(list) => list.iter().find_map(|value| {
                if let Value::String(_) = value
                    && !self.past
                    && self.sentence("", value)
                {
                    return Some(self.told(value));
                }
                self.inside(value)
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        }
    }

    /// Tells whether a value refuses under a key of those classes.
    fn says(&self, classes: u32, value: &Value) -> bool {
        let is = |class: u32| classes & class != 0;
        match value {
            Value::Bool(yes) => {
                if *yes {
                    is(NO) || (is(LISTED) || is(COUNTS)) && !is(DENIED)
                } else {
                    is(YES) && !is(NO) && !is(DENIED)
                }
            }
            Value::Number(number) => {
                is(COUNTS) && positive(value)
                    || (is(SAYS) || is(YES)) && number.as_f64().is_some_and(|n| n < 0.0)
            }
            Value::String(text) => {
                is(NO) && affirms(text)
                    || (is(SAYS) || is(YES)) && !is(DENIED) && self.refuses(text)
                    || is(SAYS) && self.path.len() == 1 && holds_back(text)
                    || words::fewer(text, 9) && opens_refusing(text, self.own)
                    || is(MET) && share::whole(text)
                    || is(LISTED) && !words::fewer(text, 2) && !words::says_none(text) && !denies(text)
            }
            Value::Array(list) => is(LISTED) && list.iter().any(something),
            Value::Null | Value::Object(_) => false,
        }
    }

    /// Tells whether a short value is a word of refusal.
    fn refuses(&self, text: &str) -> bool {
        words::fewer(text, 5)
            && (refusing(words::verdict(text, self.own))
                || REFUSES.contains(&words::joined(&text.replace(['_', '-'], " ")).as_str())
                || text.trim() == "❌")
    }

    /// Tells whether a value counts, or lists by their ids, more findings than the answer has.
    fn more_than_listed(&self, value: &Value) -> bool {
        let count = match value {
            Value::Number(number) => {
                number.as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or_default()
            }
            Value::Array(list) => list.iter().filter(|v| something(v)).count(),
            Value::Null | Value::Bool(_) | Value::String(_) | Value::Object(_) => 0,
        };
        count > self.listed
    }

    /// Tells whether a key and its short value, read as a line of a review, object: `"tests": "12 failed"`.
    fn pair(&self, name: &str, value: &Value) -> bool {
        let text = match value {
            Value::String(text) => text.as_str(),
            Value::Bool(false) => "false",
            Value::Null | Value::Bool(true) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                return false;
            }
        };
        let short =
            !self.grave && self.path.len() <= NAMED && words::fewer(text, 9) && !words::says_none(text);
        short && statement::pair_objects(name, text)
    }

    /// Tells whether a text takes the approval back, or names what blocks.
    fn sentence(&mut self, name: &str, value: &Value) -> bool {
        let Value::String(text) = value else { return false };
        let named = ["id", "title", "name", "file", "path", "task", "phase", "branch", "commit"];
        if named.contains(&name) || words::fewer(text, 3) {
            return false;
        }
        self.unread = text.len() > self.left;
        if self.unread {
            return true;
        }
        self.left -= text.len();
        statement::taken_back::of_text(text)
            .or_else(|| statement::left_open::of_text(text))
            .or_else(|| statement::unexplained::of_text(text))
            .is_some()
    }
}

/// Tells whether the state of a whole answer is that of none that is given: `"decision": "hold"`, `"status": "draft"`.
fn holds_back(text: &str) -> bool {
    let said = words::joined(&text.replace(['_', '-'], " "));
    ["hold", "on hold", "held", "paused", "draft", "wip", "in review", "under review"]
        .contains(&said.as_str())
}

fn refusing(said: Said) -> bool {
    matches!(said, Said::Verdict(Verdict::ChangesRequested | Verdict::Rejected))
}

/// `changes requested: the lock leaks`, `REQUEST_CHANGES`, `NOT_MET — no route`: a refusal that opens a text in capitals, or that
/// is the whole of it.
fn opens_refusing(text: &str, own: OwnWords) -> bool {
    let head = text.split([':', '—', '–', '(']).next().unwrap_or(text).trim();
    let set_off = head.len() < text.trim().len();
    let shouted = head.chars().any(char::is_alphabetic) && !head.chars().any(char::is_lowercase);
    let unmet = ["not met", "fail", "failed", "unmet", "not implemented", "not satisfied"];
    let plain = words::joined(&head.replace(['_', '-'], " "));
    (set_off || shouted || words::fewer(text, 4))
        && words::fewer(head, 4)
        && (unmet.contains(&plain.as_str())
            || words::is_bare_verdict(head, own)
                && refusing(words::verdict(head, own))
                && !words::fewer(&plain, 1))
}

/// Tells whether an entry of a history says of itself that it is how things stand.
fn says_now(map: &Map<String, Value>) -> bool {
    let now = ["current", "currently", "now", "latest", "still"];
    map.values()
        .filter_map(Value::as_str)
        .any(|text| words::fewer(text, 9) && words::words(text).iter().any(|w| now.contains(&w.as_str())))
}

/// `{"score": 3, "threshold": 7}`: the answer's own measure is not reached.
fn below_threshold(map: &Map<String, Value>) -> Option<String> {
    let number = |names: &[&str]| {
        map.iter().find_map(|(key, value)| {
            names.contains(&spoken(key).as_str()).then(|| value.as_f64().map(|n| (key, n))).flatten()
        })
    };
    let (key, score) = number(&["score", "rating", "grade", "quality score", "overall score", "points"])?;
    let (least, wanted) = number(&[
        "threshold",
        "pass threshold",
        "min score",
        "minimum",
        "minimum score",
        "required score",
        "pass mark",
        "passing score",
    ])?;
    (score < wanted).then(|| format!("{key} says {score}, below its {least} {wanted}"))
}

/// `yes` in a field that asks whether something speaks against it.
pub(super) fn affirms(text: &str) -> bool {
    matches!(words::joined(text).as_str(), "yes" | "true" | "y" | "required" | "needed")
}

/// `no scope creep found`, `nothing is missing`.
pub(super) fn denies(text: &str) -> bool {
    words::first(text)
        .is_some_and(|w| matches!(w.as_str(), "no" | "none" | "nothing" | "not" | "0" | "zero" | "all"))
}

/// Tells whether a cell, or a value, of a state refuses: `no`, `missing`, `NEEDS_FIX`, `not implemented`.
pub(crate) fn cell(text: &str) -> bool {
    let walk = Walk::new(&[], false);
    let plain = text.trim_matches(|c: char| !c.is_alphanumeric() && c != '❌' && c != '%');
    // `red, 2 open CVEs`: the state, and what it comes from.
    let state = plain.split([',', ';', '(', ':', '—', '–']).next().unwrap_or(plain).trim();
    walk.refuses(plain)
        || state.len() < plain.len() && REFUSES.contains(&words::joined(state).as_str())
        || UNMET_CELL.is_match(text)
        || undecided(text)
        || share::whole(plain)
        || short_share(plain)
}

/// A state that denies one, in any language that is read, or by a sign.
static UNMET_CELL: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?i)^\W*(?:met|pass(?:ed)?|ok|done|fixed|yes|implemented|verified|covered)\W{1,3}(?:partly|partially|mostly|almost|except|but|in part|half|only|some|without)\b|^\W*(?:not|nicht|non|pas|no|não|ne|не|nie|niet|ikke|inte|nog niet|noch nicht|pas encore|aún no|ainda não|non ancora|ещ[её] не|sin|ohne|without|sans|senza|sem|без) \w+(?: \w+)?\W*$|^\W*(?:n|nein|nope|nah|fehlt|offen|manquante?|absente?|falta|ausente|pendiente|pendente|manca|нет|отсутствует|todo|tbd|open|pending|later|skipped|stub|unknown|unclear)\W*$|^\W*(?:未|没|沒|无法|缺|不(?:满足|通过|符合)|尚未)|(?:なし|ていない|ません|不足|不可|未\S{1,4})\W*$|(?:않음|미\S{1,3}|없음|안 됨)\W*$|[👎✗✘✖🚫⛔🔴🟥☒❎⬜☐]";
    Regex::new(text).expect("a constant pattern")
});

/// A state that leaves it open whether it is met.
static UNDECIDED: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?i)^\W*(?:unverified|deferred|postponed|pending|hold|on hold|wait(?:ing)?|blocked|abstain(?:s|ed)?|unproven|not started|in progress|wip|concerns?|incomplete|tbd|todo)\W*$|^\W*n/?a\W+(?:could not|couldn.t|unable|failed|not found|no access)|[⏳⌛🕒]";
    Regex::new(text).expect("a constant pattern")
});

/// Tells whether a state leaves it open whether it is met: `DEFERRED`, `⏳`, `N/A — could not locate`.
pub(crate) fn undecided(text: &str) -> bool {
    UNDECIDED.is_match(text)
}

/// `40 %`, where all would be done.
fn short_share(text: &str) -> bool {
    let share = text.trim_end().strip_suffix('%').map(str::trim_end);
    share.and_then(|n| n.parse::<f32>().ok()).is_some_and(|n| n < 100.0)
}

/// Tells whether a field of front matter refuses: `blocking: true`, `must_fix:` with a list below.
pub(crate) fn front(key: &str, value: &str, list_below: bool) -> bool {
    let classes = KEYS.of(&words::words(&spoken(key)));
    let walk = Walk::new(&[], false);
    let none = value.is_empty() || words::says_none(value) || value == "[]";
    let replaced = ["superseded", "replaced", "obsoleted", "overruled", "revoked"];
    let by = words::words(&spoken(key)).iter().any(|w| replaced.contains(&w.as_str()));
    label(key, value)
        || by && !none && words::joined(value) != "false"
        || classes & PAST == 0 && classes & LISTED != 0 && (list_below || !none)
        || classes & PAST == 0 && classes & SAYS == 0 && walk.refuses(value) && !matches!(value, "no" | "fix")
}

pub(super) fn positive(value: &Value) -> bool {
    value.as_f64().is_some_and(|n| n > 0.0)
}

pub(super) fn something(value: &Value) -> bool {
    match value {
        Value::String(text) => !words::says_none(text),
        Value::Object(map) => !map.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) => true,
        Value::Null => false,
    }
}

/// Tells whether an entry of a list is an id alone: it refers to a finding and is none.
pub(super) fn id_alone(value: &Value) -> bool {
    value.as_str().map(str::trim).is_some_and(|text| {
        text.contains(|c: char| c.is_ascii_digit())
            && !text.contains(char::is_whitespace)
            && !words::says_none(text)
    })
}

/// Tells whether a label of a review refuses by its value: `Mergeable: no`, `Blocking: yes`.
pub(crate) fn label(label: &str, value: &str) -> bool {
    let yes = match words::joined(value).as_str() {
        "yes" | "true" => true,
        "no" | "false" => false,
        _ => return false,
    };
    let classes = KEYS.of(&words::words(&spoken(label)));
    let walk = Walk::new(&[], false);
    classes & PAST == 0 && walk.says(classes, &Value::Bool(yes))
}

/// A key under which stands what must hold.
fn checks(key: &str) -> bool {
    words::words(&spoken(key)).iter().any(|w| {
        let named = [
            "check",
            "checks",
            "checklist",
            "gate",
            "gates",
            "criteria",
            "requirements",
            "dimensions",
            "musts",
        ];
        named.contains(&w.as_str())
    })
}

/// Tells whether something of an earlier round is said to be open still.
fn state(classes: u32, value: &Value) -> bool {
    let open = [
        "open",
        "still open",
        "not fixed",
        "unfixed",
        "unresolved",
        "not resolved",
        "not addressed",
        "persistent",
        "persists",
        "partially fixed",
        "partially resolved",
        "still present",
        "still failing",
        "remains",
        "reopened",
        "not done",
    ];
    let named = classes & (SAYS | YES) != 0;
    match value {
        Value::String(text) => {
            named && open.contains(&words::joined(&text.replace(['_', '-'], " ")).as_str())
        }
        Value::Bool(false) => classes & YES != 0 && classes & DENIED == 0,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

/// A key as words: `specCompliant`, `spec_compliant` and `spec-compliant` are `spec compliant`.
pub(super) fn spoken(key: &str) -> String {
    let mut out = String::with_capacity(key.len() + 4);
    let mut small = false;
    for c in key.chars().take(TOLD) {
        if matches!(c, '_' | '-' | '.') {
            out.push(' ');
        } else {
            if small && c.is_uppercase() {
                out.push(' ');
            }
            out.extend(c.to_lowercase());
        }
        small = c.is_lowercase();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn found(value: &Value) -> Option<String> {
        refused(value.as_object().unwrap(), &[], &[])
    }

    #[test]
    fn a_refusal_is_heard_wherever_it_stands() {
        for (value, told) in [
            (
                json!({"security_review": {"verdict": "rejected"}}),
                r#"security_review.verdict says "rejected""#,
            ),
            (json!({"specCompliant": false}), "specCompliant says false"),
            (json!({"unmet_requirements": ["logout"]}), "unmet_requirements lists 1"),
            (json!({"stages": [{"name": "quality", "status": "FAILED"}]}), r#"stages.status says "FAILED""#),
            (json!({"tests": {"passed": 9, "failed": 2}}), "tests.failed says 2"),
            (json!({"changes-required": true}), "changes-required says true"),
            (
                json!({"tracking": {"new_blocking_issues": ["TL-2-001"]}}),
                "tracking.new_blocking_issues lists 1",
            ),
            (json!({"checks": {"format": "FAILED"}}), r#"checks.format says "FAILED""#),
            (
                json!({"verdicts": [{"reviewer": "s", "verdict": "rejected"}]}),
                r#"verdicts.verdict says "rejected""#,
            ),
            (json!({"a": "x ".repeat(SENTENCES)}), "a is longer than is read for objections"),
            (json!({"compliance": "NON_COMPLIANT"}), r#"compliance says "NON_COMPLIANT""#),
        ] {
            assert_eq!(found(&value).as_deref(), Some(told), "{value}");
        }
    }

    #[test]
    fn what_is_past_or_a_finding_or_denied_refuses_nothing() {
        for value in [
            json!({"previous_verdict": "rejected"}),
            json!({"history": [{"verdict": "changes_requested"}]}),
            json!({"findings": [{"status": "failed", "severity": "low"}]}),
            json!({"tests": {"passed": 9, "failed": 0}}),
            json!({"unmet_requirements": [], "missing": ["none"]}),
            json!({"blocking": false, "changes_required": false, "not_approved": false}),
            json!({"status": "passed", "checks_state": "ok", "state": "closed"}),
            json!({"minor_issues": [{"state": "failed"}]}),
        ] {
            assert_eq!(found(&value), None, "{value}");
        }
    }

    #[test]
    fn what_lies_deeper_than_is_read_may_be_a_refusal() {
        let nested = |levels: usize| (0..levels).fold(json!("x"), |inner, _| json!({ "a": inner }));
        assert_eq!(found(&nested(DEEP + 1)), None);
        let told = found(&nested(DEEP + 2)).unwrap_or_default();
        assert!(told.ends_with("lies deeper than is read"), "{told}");
    }

    #[test]
    fn of_an_earlier_round_only_what_a_key_of_a_state_says_is_open() {
        for (classes, value, open) in [
            (SAYS, json!("still_open"), true),
            (YES, json!("Not fixed"), true),
            (YES, json!(false), true),
            (0, json!("open"), false),
            (SAYS, json!("closed"), false),
            (SAYS, json!(false), false),
            (YES | DENIED, json!(false), false),
            (YES, json!(true), false),
        ] {
            assert_eq!(state(classes, &value), open, "{classes} {value}");
        }
    }
}
