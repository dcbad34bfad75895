//! What a JSON answer says of earlier findings: which are resolved, which persist, and how rejections are ruled on.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{Answer, ENTRIES, Object, json};
use crate::domain::review::{ReportedStatus, Resolved, Ruling, RulingKind};

/// What a re-review says of earlier findings and of rejections.
pub(super) fn read(object: Object<'_>, answer: &mut Answer) {
    let inner = match json::get(object, &["iteration_tracking", "tracking"]) {
        Some(Value::Object(inner)) => Object::of(inner),
        _ => object,
    };
    for id in json::texts(
        inner,
        &["prior_issues_resolved", "resolved", "resolved_ids", "resolved_findings", "fixed"],
    ) {
        if answer.resolved.len() >= ENTRIES {
            answer.cut.entries = true;
            break;
        }
        answer.resolved.push(Resolved { id, reason: None });
    }
    if let Some(Value::Array(list)) = json::get(inner, &["resolved", "resolved_findings"]) {
        let mut first: HashMap<String, usize> = HashMap::new();
        for (at, resolved) in answer.resolved.iter().enumerate() {
            first.entry(resolved.id.clone()).or_insert(at);
        }
        for entry in list.iter().take(ENTRIES).filter_map(Value::as_object).map(Object::of) {
            let id = json::text(entry, &["id", "finding_id", "issue_id"]);
            let reason = json::text(entry, &["reason", "note"]);
            if let (Some(id), Some(reason)) = (id, reason)
                && let Some(known) = first.get(&id).and_then(|&at| answer.resolved.get_mut(at))
            {
                known.reason = Some(reason);
            }
        }
    }
    mark(
        answer,
        json::texts(inner, &["prior_issues_still_blocking", "persistent", "still_open"]),
        ReportedStatus::Persistent,
    );
    mark(answer, json::texts(inner, &["new_blocking_issues", "new"]), ReportedStatus::New);
    // Counted instead of listed, they block as well.
    for key in ["prior_issues_still_blocking", "new_blocking_issues", "persistent", "still_open"] {
        let counted = match json::get(inner, &[key]) {
            Some(Value::Number(n)) => n.as_u64().filter(|n| *n > 0),
            _ => None,
        };
        if let Some(n) = counted {
            answer.refuses.get_or_insert_with(|| format!("`{key}`: {n}"));
        }
    }
    rulings(object, inner, answer);
}

fn mark(answer: &mut Answer, ids: Vec<String>, status: ReportedStatus) {
    let ids: HashSet<String> = ids.into_iter().collect();
    for finding in &mut answer.findings {
        if finding.reported_status.is_none()
            && finding.reported_id.as_ref().is_some_and(|id| ids.contains(id))
        {
            finding.reported_status = Some(status);
        }
    }
}

fn rulings(object: Object<'_>, tracking: Object<'_>, answer: &mut Answer) {
    for (names, ruling) in
        [(["rejections_accepted"], RulingKind::Accepted), (["rejections_overruled"], RulingKind::Overruled)]
    {
        for finding_id in json::texts(tracking, &names) {
            answer.rulings.push(Ruling { finding_id, ruling, reason: None });
        }
    }
    let listed = match json::get(object, &["rulings", "tl_verdicts", "verdicts"]) {
        Some(Value::Array(list)) => list.as_slice(),
        Some(Value::Object(inner)) => match inner.get("verdicts") {
            Some(Value::Array(list)) => list.as_slice(),
            _ => &[],
        },
        _ => &[],
    };
    let mut ruled: HashSet<String> = answer.rulings.iter().map(|r| r.finding_id.clone()).collect();
    for entry in listed.iter().filter_map(Value::as_object).map(Object::of) {
        let Some(finding_id) = json::text(entry, &["finding_id", "issue_id", "id"]) else { continue };
        let word = json::text(entry, &["ruling", "verdict", "decision"]).unwrap_or_default().to_lowercase();
        let ruling = match word.as_str() {
            "accepted" | "accept" | "rejection_accepted" => RulingKind::Accepted,
            "overruled" | "overrule" | "rejection_overruled" => RulingKind::Overruled,
            _ => continue,
        };
        let reason = json::text(entry, &["reason", "note", "why"]);
        if ruled.insert(finding_id.clone()) {
            answer.rulings.push(Ruling { finding_id, ruling, reason });
        }
    }
}
