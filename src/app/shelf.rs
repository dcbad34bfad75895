//! What can be read by an address besides calling tools: loops, what a pass was asked and answered, the rules. Writes
//! nothing.
//!
//! The addresses themselves are the door's; here they are plain names.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::domain::brief::sent_again;
use crate::domain::ids::{FindingId, Pass};
use crate::domain::next_step::{FindingRow, fit_rows};
use crate::domain::protocol::Protocol;
use crate::domain::receipt;
use crate::domain::review::{Remark, Resolved, Response, Stage};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Answer;
use crate::domain::review_loop::state::PassRecord;
use crate::error::Error;
use crate::io::git::GitError;

use super::answers::LoopRow;
use super::loops;
use super::ranges;
use super::rules;
use super::status;
use super::workspace::Workspace;

mod pulse;
mod reports;
mod suggest;

pub use pulse::Pulse;
pub(super) use pulse::pulse;
pub(super) use reports::{of_loop as report_of, report};
pub use suggest::Wanted;
pub(super) use suggest::suggest;

/// The longest diff that is shown, in bytes; what is longer is read with git.
const DIFF: usize = 256 * 1024;

/// What the answer to a pass may take, in bytes.
const REVIEW: usize = 512 * 1024;

/// Some of the loops, the one opened last first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LoopsPage {
    pub loops: Vec<LoopRow>,
    /// Where the report of a loop lies, by the loop's id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reports: BTreeMap<String, String>,
    /// All loops there are, those of this page included.
    pub total: usize,
    /// The last loop of the page, where more follow it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// What is kept of one pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// The answer, as it came and as it was read.
    Review,
    /// What its reviewer was given.
    Brief,
    /// The change it looked at.
    Diff,
}

/// The answer to a pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PassReview {
    pub loop_id: String,
    pub subject: String,
    pub pass: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_verdict: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec_status: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality_status: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    /// Why the pass was opened.
    pub reason: String,
    pub opened_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<String>,
    /// Every finding of the loop as it stood after this answer.
    pub findings: Vec<FindingRow>,
    /// Those this answer raised.
    pub raised: Vec<String>,
    pub resolved: Vec<Resolved>,
    pub still_open: Vec<String>,
    pub blocking: Vec<String>,
    /// What the fixer said afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub responses: Vec<Response>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// What was sent, word for word; two where the stages came one after the other.
    pub texts: Vec<Sent>,
    /// Second answers to the same pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dissents: Vec<Sent>,
    /// Why no reviewer ran, where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<String>,
}

/// A text as somebody sent it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sent {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    pub text: String,
}

impl Sent {
    fn of(stage: Option<Stage>, answer: &Answer) -> Self {
        Self {
            stage: stage.map(|s| s.as_str().to_owned()),
            reviewer: answer.reviewer.clone(),
            text: answer.raw.clone(),
        }
    }
}

/// The rules of one protocol as they hold in this repository.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    pub protocol: Protocol,
    /// What of them a file of the repository or of the user sets.
    pub configured: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// Returns a page of loops after the one named, at most so many.
pub(super) fn page(ws: &Workspace<'_>, after: Option<&str>, many: usize) -> Result<LoopsPage, Error> {
    let gone = |id: &str| {
        Error::invalid("cursor", format!("{id:?} is no cursor of this list"))
            .hint("Take it from the last page, or list again without it")
    };
    let Some(store) = ws.store_if_any()? else {
        return after.map_or_else(|| Ok(LoopsPage::default()), |id| Err(gone(id)));
    };
    let (mut infos, missing) = loops::listed(&store)?;
    infos.reverse();
    let from = match after {
        None => 0,
        Some(id) => infos.iter().position(|i| i.id == id).ok_or_else(|| gone(id))? + 1,
    };
    let mut damaged = missing;
    if from == 0 {
        damaged.extend(loops::losses(&store));
        damaged.extend(loops::left_out_in_words(&store)?);
    }
    let (mut rows, mut reports) = (Vec::new(), BTreeMap::new());
    for info in infos.iter().skip(from).take(many) {
        match loops::load(&store, &info.id) {
            Ok(loaded) => {
                if let Some(path) = reports::of_loop(ws, &loaded.state) {
                    reports.insert(info.id.clone(), path.to_string());
                }
                rows.push(status::row(&loaded.state, None));
            }
            Err(error) => damaged.push(format!("{}: {error}", info.id)),
        }
    }
    let end = from + many;
    let last = infos.get(end.saturating_sub(1)).filter(|_| end < infos.len());
    Ok(LoopsPage {
        loops: rows,
        reports,
        total: infos.len(),
        after: last.map(|i| i.id.clone()),
        remarks: status::damage(&damaged),
    })
}

/// Reads the loop of an id, or refuses as every call on a loop does.
fn load(ws: &Workspace<'_>, id: &str) -> Result<LoopState, Error> {
    let Some(store) = ws.store_if_any()? else {
        return Err(Error::not_found("loop_id", format!("no loop {id:?} in this repository"))
            .hint("No loop was opened here yet"));
    };
    Ok(loops::load(&store, id)?.state)
}

fn pass(state: &LoopState, number: Pass) -> Result<&PassRecord, Error> {
    state.passes.iter().find(|p| p.number == number).ok_or_else(|| {
        let there: Vec<String> = state.passes.iter().map(|p| p.number.to_string()).collect();
        let hint = match there.as_slice() {
            [] => "No pass of it was opened yet".to_owned(),
            [one] => format!("It has pass {one}"),
            [first, .., last] => format!("It has passes {first} to {last}"),
        };
        Error::not_found("pass", format!("{} has no pass {number}", state.id)).hint(hint)
    })
}

/// Returns the answer to a pass; one that nobody answered is refused.
pub(super) fn review(ws: &Workspace<'_>, id: &str, number: Pass) -> Result<PassReview, Error> {
    let state = load(ws, id)?;
    let pass = pass(&state, number)?;
    if pass.answer.is_none() && pass.stages.is_empty() && pass.absent.is_none() {
        return Err(Error::not_found("pass", format!("pass {number} of {id} has no answer yet"))
            .hint("Its brief and its diff can be read"));
    }
    let judged = pass.answer.as_ref().map(|(_, judgement)| judgement);
    let ids = |ids: &[FindingId]| ids.iter().map(ToString::to_string).collect();
    let mut texts: Vec<Sent> = pass.stages.iter().map(|(s, a)| Sent::of(Some(*s), a)).collect();
    if let Some((answer, _)) = &pass.answer
        && texts.iter().all(|sent| sent.text != answer.raw)
    {
        texts.push(Sent::of(None, answer));
    }
    texts.extend(pass.imports.iter().map(|import| Sent::of(None, import)));
    let reviewer = pass.answer.as_ref().map(|(answer, _)| answer).or(pass.stages.first().map(|(_, a)| a));
    Ok(fitted(PassReview {
        loop_id: state.id.to_string(),
        subject: state.subject.label(),
        pass: number,
        verdict: judged.map(|j| j.verdict.as_str().to_owned()),
        claimed_verdict: judged.map(|j| j.claimed.as_str().to_owned()),
        spec_status: judged.map(|j| j.spec_status.as_str().to_owned()),
        quality_status: judged.map(|j| j.quality_status.as_str().to_owned()),
        reviewer: reviewer.and_then(|answer| answer.reviewer.clone()),
        reason: pass.reason.as_str().to_owned(),
        opened_at: pass.opened_at.to_string(),
        answered_at: pass.answered_at.map(|at| at.to_string()),
        findings: judged
            .map(|j| j.findings.iter().map(|f| FindingRow::of(f, &state.protocol)).collect())
            .unwrap_or_default(),
        raised: judged.map(|j| ids(&j.raised)).unwrap_or_default(),
        resolved: judged.map(|j| j.resolved.clone()).unwrap_or_default(),
        still_open: judged.map(|j| ids(&j.still_open)).unwrap_or_default(),
        blocking: judged.map(|j| ids(&j.blocking)).unwrap_or_default(),
        responses: pass.responses.clone(),
        remarks: judged.map(|j| j.remarks.clone()).unwrap_or_default(),
        texts,
        dissents: pass.dissents.iter().map(|answer| Sent::of(None, answer)).collect(),
        absent: pass.absent.clone(),
    }))
}

/// Shows an answer in so many bytes that a client can take it at once: long words are shortened, then the mildest
/// findings left out, and it is said.
fn fitted(mut review: PassReview) -> PassReview {
    let (rows, left) = fit_rows(std::mem::take(&mut review.findings), REVIEW / 4);
    review.findings = rows;
    let mut cut = 0;
    let said = review.responses.iter_mut().flat_map(|r| r.details.iter_mut().chain(r.reason.iter_mut()));
    let why = review.resolved.iter_mut().flat_map(|r| r.reason.iter_mut());
    cut += shortened(said.chain(why).collect(), REVIEW / 4);
    let sent = review.texts.iter_mut().chain(&mut review.dissents).map(|s| &mut s.text);
    cut += shortened(sent.collect(), REVIEW / 4);
    if left + cut > 0 {
        let message = format!(
            "{cut} long texts are shortened and {left} findings left out, so that this stays readable: loop_status {{\"loop_id\":\"{}\"}} pages through the findings, `countersign export --format json` has them whole",
            review.loop_id
        );
        review.remarks.push(Remark::new(0, "listed_in_part", message));
    }
    review
}

/// Shortens texts that take more than so many bytes together, each to its even share; returns how many it shortened.
fn shortened(texts: Vec<&mut String>, most: usize) -> usize {
    if texts.iter().map(|t| t.len()).sum::<usize>() <= most {
        return 0;
    }
    let share = most / texts.len().max(1);
    let long = texts.into_iter().filter(|t| t.len() > share);
    long.map(|text| {
        text.truncate(text.floor_char_boundary(share));
        text.push('…');
    })
    .count()
}

/// Returns the brief of a pass as it was sent: its first part, which names the others. Where its reviewer is asked once
/// more, as it answers that.
pub(super) fn brief(ws: &Workspace<'_>, id: &str, number: Pass) -> Result<String, Error> {
    let state = load(ws, id)?;
    let pass = pass(&state, number)?;
    let gone = || Error::io(format!("the brief of pass {number} of {id} is not in the store"));
    let store = ws.store_if_any()?.ok_or_else(gone)?;
    let bytes = store.get_blob(&pass.brief)?.ok_or_else(gone)?;
    Ok(sent_again(pass, &String::from_utf8_lossy(&bytes)).into_owned())
}

/// Returns the change that a pass looked at, as a unified diff; a document as a whole that was added.
pub(super) fn diff(ws: &Workspace<'_>, id: &str, number: Pass) -> Result<String, Error> {
    let state = load(ws, id)?;
    let change = &pass(&state, number)?.change;
    // What nobody committed is laid again where git has forgotten it, in memory alone: this only reads.
    ws.repository.keep_in_memory()?;
    ranges::restore(ws, &state)?;
    let only = receipt::paths(change);
    let diff = ws.repository.diff(change.base.as_ref(), &change.head, &only).map_err(|error| {
        let is_gone = matches!(error, GitError::Missing { .. });
        let error = Error::from(error);
        if is_gone { error.hint("The brief of that pass was kept and can be read") } else { error }
    })?;
    let text = diff.unified();
    if text.len() <= DIFF {
        return Ok(text);
    }
    let end = text[..text.floor_char_boundary(DIFF)].rfind('\n').map_or(0, |at| at + 1);
    let base = change.base.as_ref().map_or_else(|| "the empty tree".to_owned(), ToString::to_string);
    Ok(format!(
        "{}# {} more bytes are left out; the whole lies between {base} and {}\n",
        &text[..end],
        text.len() - end,
        change.head
    ))
}

/// Returns the rules of a protocol as they hold here.
pub(super) fn protocol(ws: &Workspace<'_>, name: &str) -> Result<Rules, Error> {
    let rules::Effective { protocol, remarks, origins } =
        rules::Configuration::read(ws, None)?.effective(ws, None, Some(name))?;
    Ok(Rules { protocol, configured: origins.into_keys().collect(), remarks })
}
