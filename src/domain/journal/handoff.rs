//! The tech lead's handoff: the latest review as JSON for the agent that goes on (SPEC 4.5).
//!
//! A handoff that we made is ours key by key; what others add to it stays. One that the tech lead wrote gets one key,
//! `countersign`, which holds ours whole: none of his words is changed.

use serde_json::{Map, Value, json};

use super::Holder;
use super::keys::{self, Fate, Unmergeable};
use crate::domain::envelope::{one_line, visible};
use crate::domain::finding::Finding;
use crate::domain::review::{ResponseKind, RulingKind, Severity, Verdict};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Judgement;
use crate::domain::review_loop::next::flags;

/// Writes or merges the handoff; nothing before the first review.
pub(super) fn told(
    state: &LoopState,
    path: &str,
    before: Option<&str>,
) -> Result<Option<String>, Unmergeable> {
    let Some((_, judgement)) = state.answered().and_then(|p| p.answer.as_ref()) else { return Ok(None) };
    let wanted = handoff(state, path, judgement);
    let Some(text) = before else {
        let mut new = Map::new();
        new.insert("writer".to_owned(), json!("countersign"));
        new.extend(wanted.as_object().cloned().unwrap_or_default());
        return Ok(serde_json::to_string_pretty(&Value::Object(new)).ok().map(|text| text + "\n"));
    };
    let fate = |thing: &Value| fate(state, thing);
    let there = keys::read(text);
    if there.as_ref().is_none_or(keys::is_ours) {
        return keys::merged(text, &wanted, &fate);
    }
    match there.as_ref().and_then(|there| there.get(OURS)) {
        Some(held) if !held.is_null() && !keys::is_ours(held) => {
            Err(Unmergeable::Taken { key: OURS.to_owned() })
        }
        Some(_) | None => {
            let mut ours = Map::from_iter([("writer".to_owned(), json!("countersign"))]);
            let mut all = wanted.as_object().cloned().unwrap_or_default();
            // What names the loop stands in ours itself.
            let of_loop = all.remove(OURS).and_then(|held| held.as_object().cloned()).unwrap_or_default();
            ours.extend(of_loop);
            ours.extend(all);
            keys::merged(text, &json!({ OURS: ours }), &fate)
        }
    }
}

/// What we write of an issue besides what tells which it is.
const SAID: [&str; 7] = ["severity", "blocking", "location", "problem", "fix", "why", "fix_patch"];

/// Tells what becomes of an issue or a note that this review has not. One of ours is an earlier review's; what others added
/// to it stays, with the id and title it belongs to. One that we do not know stays, and so does a word that we never noted,
/// though it says what a finding's title says.
fn fate(state: &LoopState, thing: &Value) -> Fate {
    if let Some(word) = thing.as_str() {
        return if was_noted(state, word) { Fate::Goes } else { Fate::Stays };
    }
    let known = |f: &&Finding| keys::id_of(thing) == Some(f.id.as_str());
    if !state.findings.iter().any(|f| known(&f)) {
        return Fate::Stays;
    }
    let held: Vec<&String> = thing.as_object().into_iter().flat_map(Map::keys).collect();
    let is_ours = |key: &str| SAID.contains(&key) || ["id", "title"].contains(&key);
    if held.iter().all(|key| is_ours(key)) && held.iter().any(|key| SAID.contains(&key.as_str())) {
        return Fate::Goes;
    }
    Fate::Loses(held.into_iter().filter(|key| SAID.contains(&key.as_str())).cloned().collect())
}

/// Tells whether a review of this loop noted a word for the future.
fn was_noted(state: &LoopState, word: &str) -> bool {
    let answered = state.passes.iter().filter_map(|pass| pass.answer.as_ref());
    let noting = answered.filter(|(_, judgement)| judgement.verdict == Verdict::ApprovedWithNotes);
    noting.flat_map(|(_, judgement)| &judgement.findings).any(|f| visible(&f.said.title) == word)
}

/// Says what the tech lead's own words in a handoff claim otherwise than what was recorded.
pub(super) fn differs(state: &LoopState, path: &str, text: &str) -> Option<String> {
    let (_, judgement) = state.answered()?.answer.as_ref()?;
    let there = keys::read(text).filter(|there| !keys::is_ours(there))?;
    let said = there.get("status").and_then(Value::as_str)?;
    let held = handoff(state, path, judgement)["status"].as_str()?.to_owned();
    let said = one_line(said).chars().take(60).collect::<String>();
    (said != held).then(|| {
        format!("{path}: its `status` is {said}, which is its author's; recorded is {held}, under `{OURS}`")
    })
}

/// Returns the loop that the handoff was told of last.
pub(super) fn holder(text: &str) -> Option<Holder> {
    let there = keys::read(text)?;
    let ours = there.get(OURS).filter(|ours| keys::is_ours(ours))?;
    let word = |name: &str| ours.get(name).and_then(Value::as_str).map(str::to_owned);
    Some(Holder { id: word("loop")?, chain: word("chain") })
}

/// The key that is ours in a file of somebody else's.
const OURS: &str = "countersign";

fn open(state: &LoopState) -> Vec<&Finding> {
    state.open_findings()
}

fn handoff(state: &LoopState, path: &str, judgement: &Judgement) -> Value {
    let issues = open(state);
    let status = match judgement.verdict {
        Verdict::Approved => "APPROVED",
        Verdict::ApprovedWithNotes => "APPROVED_WITH_NOTES",
        Verdict::ChangesRequested | Verdict::Rejected => "CHANGES_REQUESTED",
        Verdict::Unclear => "UNCLEAR",
    };
    let blocking = issues.iter().filter(|f| f.blocks(&state.protocol)).count();
    let goes_on = judgement.verdict.approves();
    let count = |severity: Severity| issues.iter().filter(|f| f.severity() == severity).count();
    // Required with APPROVED_WITH_NOTES; empty elsewhere, so that an earlier review's do not stay.
    let noted = judgement.verdict == Verdict::ApprovedWithNotes;
    let notes: Vec<String> = issues.iter().filter(|_| noted).map(|f| visible(&f.said.title)).collect();
    let mut wanted = json!({
        "from_agent": "tech_lead",
        "to_agent": if goes_on { "project_manager" } else { "developer" },
        "group_id": state.subject.label(),
        "status": status,
        "summary": format!(
            "Review {} of {}: {status}, {} open, {blocking} blocking",
            state.answered().map_or(1, |p| p.number),
            state.subject.label(),
            issues.len()
        ),
        "iteration": state.answered().map_or(1, |p| p.number),
        "issues": issues.iter().map(|f| issue(state, f)).collect::<Vec<_>>(),
        "issue_summary": {
            "critical": count(Severity::Critical),
            "high": count(Severity::High),
            "medium": count(Severity::Medium),
            "low": count(Severity::Low) + count(Severity::Info),
            "blocking_count": blocking,
        },
        "iteration_tracking": tracking(state, judgement),
        "notes_for_future": notes,
        "countersign": {
            "writer": "countersign",
            "loop": state.id.as_str(),
            "outcome": state.outcome().map(|o| o.as_str()),
            // What the manager is told of the rounds (SPEC 4.5); nothing takes back what an earlier review told.
            "flags": flags(state).join("; "),
            "chain": state.chain,
        },
    });
    if let Some(session) = path.split('/').find(|part| part.starts_with("bazinga_")) {
        wanted["session_id"] = json!(session);
    }
    wanted
}

fn issue(state: &LoopState, finding: &Finding) -> Value {
    let said = &finding.said;
    let mut issue = json!({
        "id": finding.id.as_str(),
        "severity": state.protocol.word(said.severity),
        "blocking": finding.blocks(&state.protocol),
        "title": visible(&said.title),
        "location": visible(&said.place().map(ToString::to_string).unwrap_or_default()),
        "problem": visible(said.description.as_deref().unwrap_or(&said.title)),
        "fix": visible(said.suggestion.as_deref().unwrap_or_default()),
        "why": visible(said.why.as_deref().unwrap_or_default()),
    });
    if let Some(patch) = &said.fix_patch {
        issue["fix_patch"] = json!(patch);
    }
    issue
}

fn tracking(state: &LoopState, judgement: &Judgement) -> Value {
    let earlier = |f: &&Finding| state.answered().is_some_and(|p| f.first_pass < p.number);
    let still = judgement.findings.iter().filter(earlier).filter(|f| f.is_open());
    let new = judgement.findings.iter().filter(|f| !earlier(f) && f.is_open());
    let ruled = |ruling: RulingKind| {
        let rejected =
            |f: &&Finding| f.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
        judgement.findings.iter().filter(rejected).filter(|f| f.ruling == Some(ruling)).count()
    };
    json!({
        "prior_issues_resolved": judgement.resolved.len(),
        "prior_issues_still_blocking": still.filter(|f| f.blocks(&state.protocol)).count(),
        "new_blocking_issues": new.filter(|f| f.blocks(&state.protocol)).count(),
        "rejections_accepted": ruled(RulingKind::Accepted),
        "rejections_overruled": ruled(RulingKind::Overruled),
    })
}
