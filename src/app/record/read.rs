//! An answer as it was sent, read: a text through its dialect, structured findings as they are.

use std::collections::HashSet;

use serde_json::json;

use super::evidence::reviewed;
use crate::app::places;
use crate::app::requests::RecordFindings;
use crate::app::workspace::Workspace;
use crate::domain::dialect::{self, ReadContext, Reading};
use crate::domain::review::{RawFinding, Verdict};
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, judge, stages};

pub(super) fn raw(request: &RecordFindings) -> String {
    match &request.text {
        Some(text) => text.clone(),
        None => json!({
            "verdict": request.verdict,
            "findings": request.findings,
            "resolved": request.resolved,
            "rulings": request.rulings,
        })
        .to_string(),
    }
}

/// Reads the answer: a text through its dialect, structured findings as they are. Places are completed.
pub(super) fn read(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
    request: &RecordFindings,
) -> Reading {
    let mut reading = match &request.text {
        None => structured(request),
        Some(text) => {
            let given = given_lines(ws, state, pass);
            let diff = reviewed(ws, pass);
            let stands = |line: &str| given.contains(line.trim()) || diff.contains_line(line);
            let context = ReadContext {
                forced: None,
                countersign: Some(pass.countersign.as_str()),
                diff_lines: &stands,
                prefers: Some(state.protocol.dialect.as_str()),
            };
            let mut reading = dialect::read(text, &context);
            reading.rulings.extend(request.rulings.iter().cloned().map(Into::into));
            reading
        }
    };
    places::complete(ws, pass, &mut reading);
    match request.stage {
        Some(stage) => stages::of_stage(reading, stage),
        None => reading,
    }
}

/// The lines that the reviewer was given to read: quoted, they are nobody's verdict (SPEC 5.4, 13.9).
fn given_lines(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> HashSet<String> {
    let mut texts = vec![state.contract.text.clone()];
    texts.extend(state.contract.context.iter().map(|c| c.text.clone()));
    texts.extend(state.contract.requirements.iter().filter_map(|r| r.text.clone()));
    texts.extend(pass.change.commits.iter().map(|c| c.subject.clone()));
    for file in pass.change.files.iter().filter(|f| f.blob.is_some()) {
        if let Ok(Some(bytes)) = ws.repository.read_at(&pass.change.head, &file.path, 256 * 1024) {
            texts.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    let lines = texts.iter().flat_map(|t| t.lines()).map(str::trim).filter(|l| !l.is_empty());
    lines.map(str::to_owned).collect()
}

fn structured(request: &RecordFindings) -> Reading {
    let findings: Vec<RawFinding> = request
        .findings
        .iter()
        .flatten()
        .cloned()
        .map(|given| {
            let id = given.id.clone();
            let mut raw = RawFinding::from(given);
            raw.repeats = id;
            raw
        })
        .collect();
    Reading {
        claimed_verdict: request.verdict.map_or(Verdict::Unclear, Into::into),
        findings,
        resolved: request.resolved.iter().cloned().map(Into::into).collect(),
        rulings: request.rulings.iter().cloned().map(Into::into).collect(),
        parsed: true,
        ..Reading::nothing(judge::STRUCTURED)
    }
}
