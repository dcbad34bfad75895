//! JSON objects as answers: a verdict, findings, resolved ids and rulings under many names.
//!
//! It turns an object into values of the model; whether the object is the reviewer's answer or
//! an example is `survey`'s question.

mod cut;
mod entry;
mod keys;
mod location;
mod nested;
pub(super) mod refused;
mod severity;
mod tracking;
mod unknown;

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;

use super::json::{self, Found, Object};
use super::words::{self, Lexicon, OwnWords, Said};
use super::{StatedCounts, field, gather, place};
use crate::domain::review::{RawFinding, Resolved, Ruling, Severity, Stage, Verdict};
use cut::Cut;
use location::{PLACE, locations};

const VERDICT: &[&str] = &[
    "claimed_verdict",
    "verdict",
    "status",
    "decision",
    "signal",
    "review_status",
    "review_result",
    "result",
    "outcome",
    "r",
    "recommendation",
    "overall_correctness",
    "final_verdict",
    "overall_verdict",
    "event",
];
/// Keys that an answer without a list of findings may have besides the verdict.
const KNOWN: &[&str] = &[
    "approved",
    "passed",
    "failed",
    "failures",
    "task",
    "subject",
    "plan",
    "plans",
    "phase",
    "id",
    "iteration",
    "cycle",
    "round",
    "pass",
    "attempt",
    "summary",
    "reason",
    "reasons",
    "notes",
    "note",
    "notes_for_future",
    "comment",
    "reviewer",
    "reviewed",
    "critical",
    "high",
    "medium",
    "low",
    "info",
    "warnings",
    "warning",
    "total",
    "score",
    "requirements_score",
    "dt",
    "date",
    "tdd",
    "to_agent",
    "session_id",
    "group_id",
    "confidence",
    "counts",
    "blocking",
    "blocking_count",
    "findings_count",
    "major",
    "minor",
    "nit",
    "max",
    "resolved",
    "persistent",
    "new",
    "dimensions",
    "critical_issues",
    "feedback",
    "type",
    "stage",
    "spec_status",
    "quality_status",
    "scope_creep",
    "unfulfilled",
    "iteration_tracking",
    "rulings",
    "explanation",
    "requirements",
    "checks",
    "criteria",
    "acceptance_criteria",
    "must_haves",
];
/// Fields in which an answer speaks of the whole.
const SAYS: &[&str] =
    &["summary", "notes", "note", "comment", "reason", "explanation", "feedback", "message"];
static KEYS: LazyLock<Lexicon<()>> = LazyLock::new(|| KNOWN.iter().map(|key| (*key, ())).collect());
/// Keys under which requirements, checks and dimensions stand as rows, each with its status.
const ROWS: &[&str] =
    &["requirements", "checks", "criteria", "acceptance criteria", "dimensions", "must haves"];
const LISTS: &[&str] =
    &["findings", "issues", "problems", "comments", "review_findings", "issue_list", "defects", "concerns"];
const NESTED: &[&str] = &[
    "review",
    "result",
    "output",
    "answer",
    "handoff",
    "data",
    "response",
    "review_result",
    "tech_lead_review",
];
const SEVERITY: &[&str] = &["severity", "sev", "priority", "level", "criticality", "severity_level"];
const TITLE: &[&str] = &["title", "name", "headline"];
const ISSUE: &[&str] = &[
    "issue",
    "problem",
    "finding",
    "description",
    "desc",
    "detail",
    "details",
    "message",
    "msg",
    "summary",
    "text",
    "comment",
    "notes",
    "truth",
    "body",
];
const FIX: &[&str] = &[
    "suggestion",
    "sug",
    "fix",
    "fix_hint",
    "suggested_fix",
    "recommendation",
    "rec",
    "feedback",
    "remedy",
    "solution",
];

/// What an object answers.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) verdict: Option<Verdict>,
    /// It states two verdicts.
    pub(crate) confused: bool,
    /// It lists the options: an echo of what was asked for.
    pub(crate) template: bool,
    pub(crate) findings: Vec<RawFinding>,
    pub(crate) resolved: Vec<Resolved>,
    pub(crate) rulings: Vec<Ruling>,
    pub(crate) counts: StatedCounts,
    pub(crate) blocking_count: Option<u32>,
    pub(crate) about: Option<String>,
    pub(crate) round: Option<u32>,
    /// It has the shape of a whole answer, not of a stray object.
    pub(crate) full: bool,
    /// What of it was not read.
    pub(crate) cut: Cut,
    /// What it says in sentences of the whole: a summary, notes.
    pub(crate) says: Vec<String>,
    /// Where it refuses although its verdict approves.
    pub(crate) refuses: Option<String>,
    /// How a finding is rated with a word that is no severity, the first.
    pub(crate) unrated: Option<String>,
    /// An entry of a list of findings that says something and became none, the first.
    pub(crate) unread: Option<String>,
}

impl Answer {
    /// Tells whether it refuses, or lists what would block.
    pub(crate) fn objects(&self) -> bool {
        matches!(self.verdict, Some(Verdict::ChangesRequested | Verdict::Rejected))
            || self.findings.iter().any(|f| f.severity <= Severity::High || f.marked_blocking)
    }
}

/// Keys of an object that are looked through for each of dozens of fields: many times what an answer or a
/// finding has.
const KEYS_READ: usize = 2_000;

/// The title of a finding whose own is nothing but marks: it is one all the same.
const UNTITLED: &str = "(no title given)";

/// Reads an object as an answer; nothing when it is about something else. `alone`: nothing else stands in the text,
/// so that its verdict is the reviewer's whatever other keys it has.
pub(crate) fn read(found: &Found, own: OwnWords, stages: bool, alone: bool) -> Option<Answer> {
    let mut answer = answer(found, own, stages, alone)?;
    let blank = |c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '*' | '_' | '`' | '~' | '"' | '\'' | '-')
    };
    for finding in answer.findings.iter_mut().filter(|finding| finding.title.chars().all(blank)) {
        UNTITLED.clone_into(&mut finding.title);
    }
    Some(answer)
}

fn answer(found: &Found, own: OwnWords, stages: bool, alone: bool) -> Option<Answer> {
    let mut object = Object::of(&found.value);
    for _ in 0..3 {
        if object.map.len() > KEYS_READ {
            return crowded(object);
        }
        match json::get(object, NESTED) {
            Some(Value::Object(inner)) if verdict_of(object, own).is_none() => object = Object::of(inner),
            _ => break,
        }
    }
    if object.map.len() > KEYS_READ {
        return crowded(object);
    }
    let said = verdict_of(object, own);
    let mut answer = Answer {
        // `"pass": 3` counts what passed as often as it numbers a review, and lets nothing be superseded.
        round: json::count(object, &["iteration", "cycle", "round", "attempt"]),
        ..Answer::default()
    };
    let mut done = Vec::new();
    let lists = lists(object, &mut answer, stages, &mut done);
    if lists || alone || matches!(said, Some(Said::Verdict(_) | Said::Unsure(_))) {
        nested::read(&found.value, stages, &done, &mut answer);
    }
    let lists = lists || !answer.findings.is_empty();
    if said.is_none() && !lists {
        if let Some(finding) = one_line(object, &mut answer) {
            answer.findings.push(finding);
            return Some(answer);
        }
        return None;
    }
    // A status among keys that no review has is some other object's.
    let known = |key: &str| KEYS.has(key) || KEYS.has(&refused::spoken(key).replace(' ', "_"));
    let whole =
        alone && json::get(object, &["verdict", "claimed_verdict", "approved", "review_status"]).is_some();
    let stray = |key: &String| !known(key) && !VERDICT.contains(&key.as_str());
    if !lists
        && !whole
        && json::get(object, &["from_agent", "issue_summary", "countersign"]).is_none()
        && object.map.keys().any(stray)
    {
        return None;
    }
    tracking::read(object, &mut answer);
    counts(object, &mut answer);
    match said {
        Some(Said::Verdict(verdict)) => {
            let whole =
                found.unsound.is_none() && !answer.cut.entries && !answer.cut.keys && !answer.cut.deep;
            if verdict.approves() {
                let unread = || {
                    answer
                        .unread
                        .as_ref()
                        .filter(|_| found.unsound.is_none())
                        .map(|entry| format!("lists what is no finding: {entry}"))
                };
                answer.refuses = answer
                    .refuses
                    .take()
                    .or_else(|| unknown::handed_over(object))
                    .or_else(|| refused::refused(&found.value, own, &answer.findings))
                    .or_else(unread);
            }
            let contradicted = answer.refuses.is_some() || answer.unrated.is_some();
            let sound = whole && !contradicted || !verdict.approves();
            answer.verdict = Some(if sound { verdict } else { Verdict::Unclear });
        }
        Some(Said::Template) => answer.template = true,
        Some(Said::Unsure(_)) => {
            answer.verdict = Some(Verdict::Unclear);
            answer.confused = true;
        }
        Some(Said::Nothing) | None => {}
    }
    answer.full =
        lists || json::get(object, &["from_agent", "issue_summary", "countersign", "summary"]).is_some();
    answer.about = json::text(object, &["task", "about", "subject"]);
    answer.says = SAYS.iter().filter_map(|name| json::text(object, &[name])).collect();
    Some(answer)
}

/// Returns what an object of too many keys says: nothing that could be relied on, where it is an answer at all.
fn crowded(object: Object<'_>) -> Option<Answer> {
    let answers = object.map.keys().any(|key| {
        let name = key.to_lowercase();
        VERDICT.contains(&name.as_str()) || LISTS.contains(&name.as_str())
    });
    let cut = Cut { keys: true, ..Cut::default() };
    answers.then(|| Answer { verdict: Some(Verdict::Unclear), full: true, cut, ..Answer::default() })
}

/// Reads the verdict; two keys that say different things are unsure.
fn verdict_of(object: Object<'_>, own: OwnWords) -> Option<Said> {
    let mut said: Option<Said> = None;
    for name in VERDICT {
        let next = match json::get(object, &[name]) {
            // Codex says it of the patch: "patch is incorrect".
            Some(Value::String(text)) if *name == "overall_correctness" => correctness(text),
            Some(Value::String(text)) => words::verdict(text, own),
            _ => continue,
        };
        match (said, next) {
            (_, Said::Nothing) => {}
            (None, next) => said = Some(next),
            // What hedges beside a refusal leaves it one.
            (Some(Said::Unsure(_)), next) if refuses(next) => said = Some(next),
            (Some(before), Said::Unsure(_)) if refuses(before) => {}
            (Some(before), next) if before != next => said = Some(Said::Unsure("says two things")),
            (Some(_), _) => {}
        }
    }
    if let Some(Value::Bool(yes)) = json::get(object, &["approved", "passed"]) {
        let next = Said::Verdict(if *yes { Verdict::Approved } else { Verdict::ChangesRequested });
        said = match said {
            Some(Said::Verdict(v)) if v.approves() != *yes => Some(Said::Unsure("says two things")),
            None => Some(next),
            said => said,
        };
    }
    // A number says how many, and of none that nobody approves.
    if let Some(Value::Number(number)) = json::get(object, &["approved"])
        && number.as_f64() == Some(0.0)
    {
        said = Some(Said::Unsure("counts none"));
    }
    said
}

fn refuses(said: Said) -> bool {
    matches!(said, Said::Verdict(Verdict::ChangesRequested | Verdict::Rejected))
}

fn correctness(text: &str) -> Said {
    match words::words(text).iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["patch", "is", "correct"] | ["correct"] => Said::Verdict(Verdict::Approved),
        ["patch", "is", "incorrect"] | ["patch", "is", "not", "correct"] | ["incorrect"] => {
            Said::Verdict(Verdict::ChangesRequested)
        }
        _ => Said::Nothing,
    }
}

/// Entries of a list that are read of one answer: more than any review has, few enough to bound time and memory.
const ENTRIES: usize = 20_000;

/// Keys under which a stage's findings stand as a list, and notes that are findings.
const STAGED: &[&str] = &["spec_compliance", "specification_compliance", "code_quality", "spec", "quality"];

/// Tells whether a key is the name of a list of findings.
fn list_name(name: &str) -> bool {
    LISTS.contains(&name)
        || (name.ends_with("_findings") || name.ends_with("_issues")) && !refused::past(name)
}

/// Reads every list of findings; tells whether there was one, even an empty one.
fn lists(object: Object<'_>, answer: &mut Answer, stages: bool, done: &mut Vec<*const Value>) -> bool {
    let mut any = false;
    let mut repeated: Vec<&str> = Vec::new();
    for (key, value) in object.map {
        let name = refused::spoken(key).replace(' ', "_");
        let stage = if stages { gather::stage_of(&name) } else { None };
        let severity = words::only_severity(&name);
        let listed = match value {
            Value::Array(list)
                if list_name(&name)
                    || stages && STAGED.contains(&name.as_str())
                    || name == "notes_for_future" && list.iter().all(Value::is_object) =>
            {
                // Ralph repeats failed rows under `critical_issues`; the row is the finding.
                let repeats = severity.is_some()
                    && list.iter().all(Value::is_string)
                    && object.map.contains_key("findings");
                if repeats {
                    repeated.extend(list.iter().filter_map(Value::as_str));
                } else {
                    items(list, stage, severity.as_ref(), answer);
                }
                true
            }
            Value::Array(list)
                if ROWS.contains(&refused::spoken(key).as_str()) && list.iter().any(Value::is_object) =>
            {
                let asked = !matches!(name.as_str(), "checks" | "dimensions");
                rows(list, &entry::checks_of(object.map), stage.or(asked.then_some(Stage::Spec)), answer);
                done.push(std::ptr::from_ref(value));
                false
            }
            Value::Array(list) if severity.is_some() => {
                items(list, stage, severity.as_ref(), answer);
                true
            }
            Value::Object(inner) if LISTS.contains(&name.as_str()) || stage.is_some() => {
                let grouped = groups(Object::of(inner), stage, answer);
                // `{"a.py:3": "…"}`: findings by their places, which no list has.
                if !grouped && LISTS.contains(&name.as_str()) && entry::says(value) {
                    entry::note(value, answer);
                }
                grouped
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => false,
        };
        if listed {
            done.push(std::ptr::from_ref(value));
        }
        any |= listed;
    }
    raise_criticals(&repeated, answer);
    any
}

/// Bytes of findings' titles that are looked for inside the texts of a list of critical issues, over all
/// of its texts; a rubric has a few hundred.
const SOUGHT: usize = 4 << 20;

/// Raises the findings that a list of critical issues repeats; one that is not listed is added.
fn raise_criticals(repeated: &[&str], answer: &mut Answer) {
    let mut by_words: HashMap<String, usize> = HashMap::new();
    if !repeated.is_empty() {
        for (at, finding) in answer.findings.iter().enumerate() {
            by_words.entry(words::joined(&finding.title)).or_insert(at);
        }
    }
    let mut sought = 0;
    for text in repeated.iter().filter(|t| !words::says_none(t)) {
        let same = words::joined(text);
        if let Some(&at) = by_words.get(&same) {
            answer.findings[at].severity = Severity::Critical;
            continue;
        }
        // Beyond the bound a text that only holds a title is listed beside it: more is said, nothing lost.
        let held = answer.findings.iter().map(|f| f.title.as_str()).take_while(|title| {
            sought += text.len() + title.len();
            sought <= SOUGHT
        });
        let held = held.into_iter().any(|title| text.contains(title));
        answer.cut.sought |= sought > SOUGHT;
        if !held && answer.findings.len() >= ENTRIES {
            answer.cut.entries = true;
        } else if !held {
            answer.cut.text |= text.len() > field::MOST;
            by_words.insert(same, answer.findings.len());
            answer.findings.push(RawFinding::new(Severity::Critical, field::clean(text)));
        }
    }
}

/// `"findings": {"critical": […], "warning": […]}` and `"spec_compliance": {"findings": […]}`.
fn groups(inner: Object<'_>, stage: Option<Stage>, answer: &mut Answer) -> bool {
    let mut any = false;
    for (key, value) in inner.map {
        let Value::Array(list) = value else { continue };
        let name = key.to_lowercase();
        let severity = words::only_severity(&name);
        if severity.is_some() || LISTS.contains(&name.as_str()) {
            any = true;
            items(list, stage, severity.as_ref(), answer);
        }
    }
    any
}

/// Reads rows of requirements or checks: one that is not met is a finding.
fn rows(list: &[Value], told: &[&str], stage: Option<Stage>, answer: &mut Answer) {
    for row in list.iter().filter_map(Value::as_object) {
        if answer.findings.len() >= ENTRIES || row.len() > KEYS_READ {
            answer.cut.entries |= row.len() <= KEYS_READ;
            answer.cut.keys |= row.len() > KEYS_READ;
            return;
        }
        if !refused::row(row) || entry::is_told(row, told) {
            continue;
        }
        let object = Object::of(row);
        let named = json::text(object, &["requirement", "criterion", "check", "truth", "text", "id"]);
        let found = finding(object, answer).or_else(|| {
            let mut finding = RawFinding::new(Severity::High, field::clean(&named.clone()?));
            finding.locations = locations(object);
            Some(finding)
        });
        if let Some(mut finding) = found {
            if finding.reported_severity.is_none() {
                finding.severity = Severity::High;
            }
            finding.requirement = finding.requirement.or_else(|| finding.reported_id.take()).or(named);
            finding.stage = finding.stage.or(stage);
            answer.findings.push(finding);
        }
    }
}

fn items(list: &[Value], stage: Option<Stage>, severity: Option<&(Severity, String)>, answer: &mut Answer) {
    for value in list {
        if answer.findings.len() >= ENTRIES {
            answer.cut.entries = true;
            return;
        }
        match value {
            Value::Object(object) if object.len() > KEYS_READ => answer.cut.keys = true,
            Value::Object(object) => {
                // `{"finding": {…}}`
                let inner = || match object.values().next().filter(|_| object.len() == 1) {
                    Some(Value::Object(inner)) => Some(inner),
                    _ => None,
                };
                let found = finding(Object::of(object), answer);
                let found = found.or_else(|| finding(Object::of(inner()?), answer));
                let Some(mut finding) = found else {
                    if entry::says(value) {
                        entry::note(value, answer);
                    }
                    continue;
                };
                finding.stage = finding.stage.or(stage);
                if finding.reported_severity.is_none()
                    && let Some((severity, word)) = severity
                {
                    finding.severity = *severity;
                    finding.reported_severity = Some(word.clone());
                }
                answer.findings.push(finding);
            }
            Value::String(text) if !words::says_none(text) && !gather::placeholder(text) => {
                answer.cut.text |= text.len() > field::MOST;
                let (level, word) = severity.cloned().map_or((Severity::Medium, None), |(s, w)| (s, Some(w)));
                let mut finding = match field::head(text) {
                    Some(head) => {
                        let mut f =
                            RawFinding::new(head.severity.as_ref().map_or(level, |s| s.0), head.title);
                        f.reported_id = head.id;
                        f.locations.extend(head.place);
                        f
                    }
                    None => RawFinding::new(level, field::clean(text)),
                };
                finding.reported_severity = word;
                finding.stage = stage;
                answer.findings.push(finding);
            }
            Value::Array(_) if entry::says(value) => entry::note(value, answer),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {}
        }
    }
}

/// Reads one object of a list; a passed or settled one is none, its id is noted as resolved.
fn finding(object: Object<'_>, answer: &mut Answer) -> Option<RawFinding> {
    let status = json::text(object, &["status", "st", "state"]).unwrap_or_default();
    let written = severity::of(object);
    let settled = field::settled(&status) || written.as_deref().is_some_and(field::settled);
    let id = json::text(object, &["id", "issue_id", "finding_id", "reported_id"]);
    if settled {
        if let (Some(id), false) = (id, words::words(&status).first().is_some_and(|w| w == "pass")) {
            answer.resolved.push(Resolved { id, reason: None });
        }
        return None;
    }
    let title = json::text(object, TITLE);
    let issue = json::text(object, ISSUE);
    let name = title.clone().or_else(|| issue.clone()).filter(|t| !gather::placeholder(t))?;
    // An entry that only says "none" is none; one with an id or a place is a finding, whatever its title.
    if words::says_none(&name) && id.is_none() && locations(object).is_empty() {
        return None;
    }
    let mut clean = |text: &str| {
        answer.cut.text |= text.len() > field::MOST;
        field::clean(text)
    };
    let mut finding = RawFinding::new(Severity::Medium, clean(&name));
    if title.is_some() {
        finding.description = issue.as_deref().map(&mut clean);
    }
    finding.suggestion = json::text(object, FIX).as_deref().map(&mut clean);
    finding.why = json::text(object, &["why", "impact", "rationale", "why_it_matters"]).as_deref().map(clean);
    // What it is called by another name rates it where no severity does.
    let other =
        || json::text(object, &["impact", "type", "kind", "category"]).and_then(|w| words::only_severity(&w));
    let rated = written.as_deref().and_then(|w| match w.trim() {
        "0" | "1" | "2" | "3" | "4" => words::severity(&format!("p{}", w.trim())),
        w => words::rating(w),
    });
    let rated = rated.or_else(|| if written.is_none() { other() } else { None });
    // `[P1] Title` and `**P1** Title` rate themselves.
    let rated = match field::head(&finding.title).filter(|h| h.marked && name.starts_with(['[', '*'])) {
        Some(head) if !head.title.is_empty() => {
            finding.title = head.title;
            rated.or(head.severity)
        }
        _ => rated,
    };
    match rated {
        Some((severity, word)) => {
            finding.severity = severity;
            finding.reported_severity = Some(word);
        }
        None if written.as_deref().is_some_and(words::unrated) => {
            answer.unrated = answer.unrated.take().or_else(|| written.clone());
        }
        None if status.eq_ignore_ascii_case("fail") || status.eq_ignore_ascii_case("failed") => {
            finding.severity = Severity::High;
        }
        None => {}
    }
    finding.reported_id = id;
    finding.locations = locations(object);
    let named = || matches!(json::get(object, PLACE), Some(Value::String(text)) if place::too_long(text));
    answer.cut.place |= finding.locations.is_empty() && named();
    finding.requirement = json::text(object, &["requirement", "criterion_failed", "criterion", "req"]);
    finding.category = json::text(object, &["category", "dimension", "type", "check"]);
    finding.fix_patch = json::text(object, &["fix_patch", "patch"]);
    finding.closed_when = json::text(object, &["closed_when"]);
    finding.stage = json::text(object, &["stage"]).as_deref().and_then(gather::stage_of);
    finding.architectural = matches!(json::get(object, &["architectural"]), Some(Value::Bool(true)));
    finding.reverses = reversed(object);
    // The mark is the reviewer's word as much as the severity is; what it means is settled later.
    let marks = [
        "blocking",
        "is_blocking",
        "must_fix",
        "blocker",
        "is_blocker",
        "blocks_merge",
        "blocks_approval",
        "merge_blocker",
        "merge_blocking",
        "release_blocker",
    ];
    finding.marked_blocking = match json::get(object, &marks) {
        Some(Value::Bool(yes)) => *yes,
        Some(Value::String(text)) => refused::affirms(text),
        _ => written.as_deref().is_some_and(words::blocks_beside),
    };
    finding.reported_status = field::reported_status(&status);
    Some(finding)
}

/// The findings that one takes back: one id, a list of them, or a word for none.
fn reversed(object: json::Object<'_>) -> Option<String> {
    const NAMES: [&str; 2] = ["reverses", "takes_back"];
    let several = json::texts(object, &NAMES).join(", ");
    let said = if several.is_empty() { json::text(object, &NAMES)? } else { several };
    (!words::says_none(&said)).then_some(said)
}

/// A line of a JSON-lines review.
fn one_line(object: Object<'_>, answer: &mut Answer) -> Option<RawFinding> {
    json::text(object, SEVERITY)?;
    let mut own = Answer::default();
    let finding = finding(object, &mut own);
    (answer.cut, answer.unrated) = (own.cut, own.unrated);
    finding
}

fn counts(object: Object<'_>, answer: &mut Answer) {
    let inner = match json::get(object, &["issue_summary", "counts", "summary"]) {
        Some(Value::Object(inner)) => Object::of(inner),
        _ => object,
    };
    answer.counts = StatedCounts {
        critical: json::count(inner, &["critical", "critical_count"]),
        warnings: json::count(inner, &["warnings", "warning"]),
        info: json::count(inner, &["info"]),
        total: json::count(inner, &["total", "findings_count", "issue_count"]),
        resolved: None,
    };
    answer.blocking_count = json::count(inner, &["blocking_count", "blocking"]);
}
