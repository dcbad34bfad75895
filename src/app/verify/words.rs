//! What one call says of a phase's items: judgements, confirmations, overrides. Reads them; whether they are taken
//! is the domain's to say.

use super::super::placeholders;
use super::super::requests::{self, VerifyPhase};
use super::super::workspace::Workspace;
use super::refused;
use crate::domain::ids::ItemId;
use crate::domain::phase::{self, Answer, CodeFacts, Evidence, JudgedStatus, PhaseEvent, PhaseInput, Trust};
use crate::error::Error;

/// One thing a caller says of an item.
pub(super) enum Word {
    Judged { item: ItemId, status: JudgedStatus, evidence: Vec<Evidence>, note: Option<String> },
    Confirmed { item: ItemId, answer: Answer, note: Option<String>, trust: Trust },
    Overridden { item: ItemId, reason: String, decided_by: String },
}

impl Word {
    pub(super) fn event(&self, input: &PhaseInput, code: &CodeFacts) -> PhaseEvent {
        match self {
            Word::Judged { item, status, evidence, note } => {
                let (evidence, by) = (evidence.clone(), "the verifier".to_owned());
                phase::judgement(input, code, item.clone(), *status, evidence, (by, note.clone()))
            }
            Word::Confirmed { item, answer, note, trust } => {
                phase::confirmation(input, code, item.clone(), *answer, note.clone(), *trust)
            }
            Word::Overridden { item, reason, decided_by } => PhaseEvent::Overridden {
                item: item.clone(),
                reason: reason.clone(),
                decided_by: decided_by.clone(),
                trust: Trust::Claimed,
                digest: None,
            },
        }
    }
}

/// Everything the call says, each with the argument that says it.
pub(super) fn words(ws: &Workspace<'_>, request: &VerifyPhase) -> Result<Vec<(String, Word)>, Error> {
    let evidence = |given: &requests::GivenEvidence| -> Evidence {
        let mut evidence = evidence(given);
        // An absolute path inside of the root, or one with detours; what leads elsewhere is refused as it is written.
        let odd = evidence.file.take_if(|file| file.starts_with('/') || file.contains("./"));
        evidence.file =
            odd.map(|file| ws.path("file", &file).map_or(file, |path| path.to_string())).or(evidence.file);
        evidence
    };
    let mut words = Vec::new();
    refused::contradictions(request)?;
    for (i, judged) in request.judgements.iter().enumerate() {
        let word = Word::Judged {
            item: ItemId::new(&judged.item_id),
            status: judged.status,
            evidence: judged.evidence.iter().map(&evidence).collect(),
            note: judged.note.clone().filter(|note| !note.trim().is_empty()),
        };
        words.push((format!("judgements[{i}]"), word));
    }
    for (i, confirmed) in request.confirmations.iter().enumerate() {
        let word = Word::Confirmed {
            item: ItemId::new(&confirmed.item_id),
            answer: confirmed.answer,
            note: confirmed.note.clone(),
            // Passed on by a model; only a terminal or the client's own dialogue attests (SPEC 6.10).
            trust: Trust::Claimed,
        };
        words.push((format!("confirmations[{i}]"), word));
    }
    for (i, given) in request.overrides.iter().enumerate() {
        placeholders::refuse(&format!("overrides[{i}].reason"), &given.reason)?;
        placeholders::refuse(&format!("overrides[{i}].decided_by"), &given.decided_by)?;
        refused::decided_by_an_agent(request, i)?;
        let word = Word::Overridden {
            item: ItemId::new(&given.item_id),
            reason: given.reason.clone(),
            decided_by: given.decided_by.clone(),
        };
        words.push((format!("overrides[{i}]"), word));
    }
    Ok(words)
}

pub(super) fn evidence(given: &requests::GivenEvidence) -> Evidence {
    Evidence {
        file: given.file.clone(),
        line: given.line,
        text: given.text.clone(),
        commit: given.commit.clone(),
        command: given.command.clone(),
        claimed: false,
    }
}

/// The same word again, as a repeated call sends it, is no second act (SPEC 6.3).
pub(super) fn already(events: &[PhaseEvent], event: &PhaseEvent) -> bool {
    let of = |e: &PhaseEvent| match e {
        PhaseEvent::Judged { item, .. } => Some((item.clone(), 0)),
        PhaseEvent::Confirmed { item, .. } => Some((item.clone(), 1)),
        PhaseEvent::Overridden { item, .. } => Some((item.clone(), 2)),
        PhaseEvent::Reported { .. } | PhaseEvent::Ran { .. } => None,
    };
    let Some(last) = events.iter().rev().find(|e| of(e) == of(event)) else { return false };
    match (last, event) {
        // While an override holds there is no fault by which it could be known.
        (
            PhaseEvent::Overridden { reason: was, decided_by: whose, trust: then, .. },
            PhaseEvent::Overridden { reason, decided_by, trust, digest: None, .. },
        ) => (was, whose, then) == (reason, decided_by, trust),
        _ => last == event,
    }
}
