//! `import`: what linters and other reviewers report in SARIF, into a pass (SPEC 11).
//!
//! Nothing imported ever approves: results are put on file beside what reviewers say, and the pass still waits for its
//! answer. Of a pass that is answered they are a second answer, which only adds (SPEC 6.3).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::domain::dialect::Reading;
use crate::domain::finding::Finding;
use crate::domain::next_step::FindingRow;
use crate::domain::review::{Location, RawFinding, Remark, Severity, Verdict};
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, Standing};
use crate::domain::sarif::{self, Left, Report};
use crate::error::Error;
use crate::io::store::Store;

use super::answers::NextStep;
use super::loops::{self, Loaded};
use super::places;
use super::record::evidence::{lies_in, reviewed};
use super::record::imported::{self, Import as Recorded};
use super::workspace::Workspace;
use super::{next, status};

/// The most findings of one file that go into a pass, as many as a reviewer may send.
const MOST: usize = 200;

/// The most open findings of tools in one pass: each is held against every other.
const MOST_OF_PASS: usize = 500;

/// A report and where it is to go.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Import {
    /// The loop; without one the only one whose pass is open.
    pub loop_id: Option<String>,
    /// What was read of the file.
    pub report: Report,
    /// BLAKE3 of the file, so that the same one is known again.
    pub digest: String,
    /// Results outside of the change, too.
    pub everything: bool,
}

/// What became of a report.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ImportAnswer {
    pub loop_id: String,
    pub subject: String,
    pub pass: u32,
    /// Whether anything was recorded by this call or by the same one before.
    pub recorded: bool,
    /// Who reports.
    pub tools: Vec<String>,
    /// What was taken, as it stands on file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingRow>,
    /// What was not, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// What holds of the pass, where it was answered before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Ids of the loop that block now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocking: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextStep>,
}

/// Results that did not go into the pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    pub count: usize,
    /// Behind the number: `outside of the change`.
    pub why: String,
}

pub(super) fn import(ws: &Workspace<'_>, request: &Import) -> Result<ImportAnswer, Error> {
    if ws.store_if_any()?.is_none() {
        return Err(Error::refused("no review was opened here yet, so no pass waits for anything")
            .at("LOOP")
            .hint("`review_task` opens one"));
    }
    let mut store = ws.store()?;
    let loaded = chosen(&store, request.loop_id.as_deref())?;
    let pass = open_or_answered(ws, &loaded.state)?.clone();
    let mut answer = ImportAnswer {
        loop_id: loaded.state.id.to_string(),
        subject: loaded.state.subject.label(),
        pass: pass.number,
        tools: request.report.tools.clone(),
        remarks: request.report.remarks.clone(),
        ..ImportAnswer::default()
    };
    let taken = taken(ws, &pass, request, &mut answer)?;
    let held = loaded.state.findings.iter().filter(|f| f.is_open() && f.said.reported_by.is_some()).count();
    if held + taken.len() > MOST_OF_PASS {
        return Err(Error::refused(format!(
            "{held} findings of tools are open in this loop, and {} more would go over the limit of {MOST_OF_PASS}; nothing was recorded",
            taken.len()
        ))
        .at("FILE")
        .hint("Mend what is there first, or have the tool report less: fewer rules, or its errors alone"));
    }
    if taken.is_empty() {
        answer.next = Some(next::of(ws, &loaded.state));
        return Ok(answer);
    }
    let reading = reading_of(&loaded.state, taken);
    let digest = digest(&loaded.state, &pass, &request.digest, &reading);
    let import = Recorded { reading, digest, tools: request.report.tools.join(", ") };
    let done = imported::record(ws, &mut store, loaded, &import)?;
    let state = &done.state;
    let row = |finding: &Finding| FindingRow::of(finding, &state.protocol);
    answer.recorded = done.recorded;
    answer.findings = done.taken.iter().map(row).collect();
    if done.let_go > 0 {
        let why = "let go by the reviewer or by an accepted rejection, and unchanged since".to_owned();
        answer.left_out.push(LeftOut { count: done.let_go, why });
    }
    answer.verdict = done.verdict;
    answer.blocking = state.blocking().iter().map(ToString::to_string).collect();
    answer.remarks.extend(done.remarks);
    answer.reports = done.reports;
    answer.next = Some(next::of(ws, state));
    Ok(answer)
}

/// Loads the loop that was named, or the only one whose pass waits for its answer.
fn chosen(store: &Store, named: Option<&str>) -> Result<Loaded, Error> {
    if let Some(id) = named {
        return loops::load(store, id).map_err(|error| error.at("LOOP"));
    }
    let (open, damaged) = loops::open(store)?;
    let mut waiting: Vec<Loaded> =
        open.into_iter().filter(|l| l.state.standing == Standing::Review).collect();
    let told: Vec<String> = status::damage(&damaged).into_iter().map(|remark| remark.message).collect();
    if waiting.len() == 1
        && told.is_empty()
        && let Some(only) = waiting.pop()
    {
        return Ok(only);
    }
    let error = match waiting.len() {
        0 => Error::refused("no pass waits for its answer").hint(
            "`review_task` opens one; to add to a pass that is answered, name its loop, which `countersign status` or the report shows",
        ),
        1 => Error::refused("not every loop can be read, so nothing tells that only one waits"),
        many => Error::refused(format!("{many} passes wait for their answers")),
    };
    let named = |l: &Loaded| format!("{} ({})", l.state.id, l.state.subject.label());
    let hint = match waiting.is_empty() {
        true => None,
        false => Some(format!("Name one: {}", waiting.iter().map(named).collect::<Vec<_>>().join(", "))),
    };
    Err(told.into_iter().chain(hint).fold(error.at("LOOP"), Error::hint))
}

/// Returns the pass that takes results: the open one, or the last one where it is answered.
fn open_or_answered<'s>(ws: &Workspace<'_>, state: &'s LoopState) -> Result<&'s PassRecord, Error> {
    let last = state.passes.last();
    let open = last.filter(|_| state.standing == Standing::Review);
    open.or(last.filter(|pass| pass.has_its_say())).ok_or_else(|| {
        let step = next::of(ws, state);
        let fill: Vec<&str> = step.fill.iter().map(String::as_str).collect();
        Error::refused(format!("no pass of {} is open or answered: {}", state.id, step.why))
            .at("LOOP")
            .hint("Import the file once its next pass is open")
            .call(&step.call.tool, json!(step.call.arguments))
            .fill(&fill)
    })
}

/// Chooses the results that go into the pass, and says of the others why they do not.
fn taken(
    ws: &Workspace<'_>,
    pass: &PassRecord,
    request: &Import,
    answer: &mut ImportAnswer,
) -> Result<Vec<RawFinding>, Error> {
    let mut findings = request.report.findings.clone();
    answer.remarks.extend(complete(ws, pass, &mut findings));
    let diff = reviewed(ws, pass);
    let (inside, outside): (Vec<_>, Vec<_>) =
        findings.into_iter().partition(|f| request.everything || lies_in(&diff, &f.locations));
    let mut left: Vec<(usize, &str)> =
        request.report.left.iter().map(|(why, count): (&Left, &usize)| (*count, why.in_words())).collect();
    let (placed, unplaced): (Vec<_>, Vec<_>) = outside.iter().partition(|f| !f.locations.is_empty());
    left.push((placed.len(), "outside of the change under review; --all takes them"));
    left.push((unplaced.len(), "without a place; --all takes them"));
    let row = |(count, why): (usize, &str)| LeftOut { count, why: why.to_owned() };
    answer.left_out = left.into_iter().filter(|(count, _)| *count > 0).map(row).collect();
    if inside.len() > MOST {
        return Err(Error::refused(format!(
            "{} results would go into pass {}, over the limit of {MOST}; nothing was recorded",
            inside.len(),
            pass.number
        ))
        .at("FILE")
        .hint(if request.everything {
            "Without --all only those in the change under review go in"
        } else {
            "Have the tool report less: fewer rules, or its errors alone"
        }));
    }
    Ok(inside)
}

/// Completes the places of results, each file once: there may be tens of thousands of them in a few files.
fn complete(ws: &Workspace<'_>, pass: &PassRecord, findings: &mut [RawFinding]) -> Vec<Remark> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for place in findings.iter().flat_map(|f| &f.locations) {
        files.entry(place.file.clone()).or_default();
    }
    let mut remarks = Vec::new();
    for (written, read) in &mut files {
        let mut one = Reading::nothing(sarif::DIALECT);
        let mut finding = RawFinding::new(Severity::Info, String::new());
        finding.locations = vec![Location { file: written.clone(), line: None, end_line: None }];
        one.findings.push(finding);
        places::complete(ws, pass, &mut one);
        let place = one.findings.first().and_then(RawFinding::place);
        *read = place.map_or_else(|| written.clone(), |place| place.file.clone());
        // The same file by its whole name is no guess.
        if !ws.files.relative(written).is_ok_and(|own| own.as_str() == read.as_str()) {
            remarks.append(&mut one.remarks);
        }
    }
    for place in findings.iter_mut().flat_map(|f| &mut f.locations) {
        if let Some(read) = files.get(&place.file) {
            place.file.clone_from(read);
        }
    }
    told_once(remarks)
}

/// Says of many completed paths that they were, and of the first few how.
fn told_once(mut remarks: Vec<Remark>) -> Vec<Remark> {
    const TOLD: usize = 3;
    let more = remarks.len().saturating_sub(TOLD);
    remarks.truncate(TOLD);
    if more > 0 {
        let message = format!("{more} more paths were completed likewise");
        remarks.push(Remark::new(0, "path_completed", message));
    }
    remarks
}

/// Puts results into the form of an answer. What it claims is what its findings amount to: it has no word of its own.
fn reading_of(state: &LoopState, findings: Vec<RawFinding>) -> Reading {
    let blocks = findings.iter().any(|said| {
        let mut said = said.clone();
        state.protocol.bring_to_level(&mut said);
        state.protocol.blocks_as_said(&said)
    });
    Reading {
        claimed_verdict: if blocks { Verdict::ChangesRequested } else { Verdict::ApprovedWithNotes },
        findings,
        parsed: true,
        ..Reading::nothing(sarif::DIALECT)
    }
}

/// Names what goes into a pass: the same file with fewer of its results left out is another import, and so is the same
/// file of other work, or in another pass.
fn digest(state: &LoopState, pass: &PassRecord, file: &str, reading: &Reading) -> String {
    let what = json!([file, state.id.as_str(), pass.number, pass.change.head.as_str(), reading.findings]);
    blake3::hash(what.to_string().as_bytes()).to_hex().to_string()
}
