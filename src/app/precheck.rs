//! The check before the reviewer: what can be told of a document without one (SPEC 4.2, 4.4).
//!
//! Where it rejects, no reviewer runs; its word is recorded as the answer of the pass and counts as one. Else it
//! goes into the brief.

use crate::domain::dialect::Reading;
use crate::domain::front_matter;
use crate::domain::ids::RepoPath;
use crate::domain::plan_check::{PlanFinding, PlanVerdict};
use crate::domain::protocol::Protocol;
use crate::domain::review::{Location, RawFinding, Severity, Verdict};
use crate::domain::review_loop::event::{Answer, Precheck, PrecheckVerdict};
use crate::domain::review_loop::{Event, LoopState, Standing, judge};
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::store::{self, Store};

use super::check_plan;
use super::loops::{self, Loaded};
use super::record::evidence;
use super::workspace::Workspace;

/// Who answered, as reports name it.
const CHECK: &str = "pre-check";

/// Checks what the subject's protocol has checked before a reviewer reads it; nothing where it has nothing checked,
/// or where nothing was found.
pub(super) fn of(
    ws: &Workspace<'_>,
    subject: &Subject,
    protocol: &Protocol,
    document: Option<&str>,
) -> Result<Option<Precheck>, Error> {
    let (Some(path), Some(text)) = (subject.document(), document) else { return Ok(None) };
    if let Some(said) = protocol.empty_document.as_ref().filter(|_| is_empty(text)) {
        let mut finding = RawFinding::new(Severity::High, said.clone());
        finding.category = Some("empty".to_owned());
        finding.locations = vec![Location { file: path.to_string(), line: None, end_line: None }];
        return Ok(Some(Precheck { verdict: PrecheckVerdict::Reject, findings: vec![finding] }));
    }
    match subject {
        Subject::Plan { plan_path, .. } if protocol.precheck => {
            let checked = check_plan::checked(ws, plan_path.clone(), &mut Vec::new())?;
            let verdict = match checked.verdict {
                PlanVerdict::Approve => PrecheckVerdict::Approve,
                PlanVerdict::Conditional => PrecheckVerdict::Conditional,
                PlanVerdict::Reject => PrecheckVerdict::Reject,
            };
            let findings = checked.findings.iter().map(|f| said(plan_path, f)).collect();
            Ok(Some(Precheck { verdict, findings }))
        }
        Subject::Plan { .. }
        | Subject::Artifact { .. }
        | Subject::Task { .. }
        | Subject::Change { .. }
        | Subject::Execution { .. } => Ok(None),
    }
}

/// A finding of the structural check as a reviewer would raise it.
fn said(path: &RepoPath, found: &PlanFinding) -> RawFinding {
    let mut finding = RawFinding::new(found.severity, found.issue.clone());
    finding.category = Some(found.id.clone());
    finding.locations = vec![Location { file: path.to_string(), line: found.line, end_line: None }];
    finding.suggestion = Some(found.suggested_fix.clone());
    finding
}

/// Tells whether a document holds nothing, or nothing behind its front matter.
fn is_empty(text: &str) -> bool {
    let body = match front_matter::read(text) {
        Ok(Some(matter)) => text.get(matter.body_at..).unwrap_or_default(),
        Ok(None) | Err(_) => text,
    };
    body.trim_start_matches('\u{feff}').trim().is_empty()
}

/// Tells whether a call only repeats one that the check refused: the document is the one it looked at, nobody answered
/// since, and it finds the same. It is deterministic, so that is no new cycle (SPEC 6.3).
pub(super) fn repeats(ws: &Workspace<'_>, state: &LoopState, document: Option<&str>) -> Result<bool, Error> {
    let Some(pass) = state.pass().filter(|p| p.responses.is_empty() && state.standing == Standing::Fix)
    else {
        return Ok(false);
    };
    let refused = pass.precheck.as_ref().filter(|p| p.verdict == PrecheckVerdict::Reject);
    if pass.answer.is_none() || refused.is_none() {
        return Ok(false);
    }
    Ok(of(ws, &state.subject, &state.protocol, document)?.as_ref() == refused)
}

/// Records the check's rejection as the answer of the open pass, where there is one that nobody answered yet.
pub(super) fn prechecked(ws: &Workspace<'_>, store: &mut Store, loaded: Loaded) -> Result<Loaded, Error> {
    loops::write(store, ws.clock, loaded, |now| {
        let state = &now.state;
        let Some(pass) = state.pass().filter(|_| state.standing == Standing::Review) else { return Ok(None) };
        let Some(precheck) = pass.precheck.as_ref().filter(|p| p.verdict == PrecheckVerdict::Reject) else {
            return Ok(None);
        };
        let reading = Reading {
            claimed_verdict: Verdict::ChangesRequested,
            parsed: true,
            ..Reading::nothing("precheck")
        };
        let evidence = evidence::since_last(ws, state, pass);
        let judgement = judge::judge(state, pass, &reading, &evidence);
        let titles: Vec<&str> = precheck.findings.iter().map(|f| f.title.as_str()).collect();
        let answer = Answer {
            raw: String::new(),
            digest: store::blob_id(titles.join("\n").as_bytes()),
            reading,
            reviewer: Some(CHECK.to_owned()),
            by: None,
            unsigned: false,
        };
        let event = Event::ReviewRecorded {
            pass: pass.number,
            code: pass.countersign.clone(),
            answer,
            judgement: Box::new(judgement),
        };
        Ok(Some((event, Vec::new())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_of_front_matter_only_is_empty() {
        for (text, empty) in [
            ("", true),
            ("\u{feff}\n \n", true),
            ("---\ntitle: Design\n---\n\n", true),
            ("---\ntitle: Design\n---\n\nText\n", false),
            ("# Design\n", false),
        ] {
            assert_eq!(is_empty(text), empty, "{text:?}");
        }
    }
}
