//! The size of a brief, and reading its further parts (SPEC 7.5).

use std::collections::BTreeMap;

use serde_json::json;

use super::super::answers::ReviewTaskAnswer;
use super::super::loops;
use super::super::next;
use super::super::ranges;
use super::super::refusals::on_with;
use super::super::requests::ReviewTask;
use super::super::subjects;
use super::super::workspace::Workspace;
use crate::domain::brief::{BUDGET, Brief, Rest, Stock, TOKEN, Unwritten, sent_again};
use crate::domain::diff::Diff;
use crate::domain::envelope;
use crate::domain::ids::RepoPath;
use crate::domain::review::Remark;
use crate::domain::review_loop::event::FurtherParts;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, Standing};
use crate::error::Error;
use crate::io::store::{Store, blob_id};

/// What a brief may weigh: four bytes, as they stand in the answer, to a token.
pub(super) fn budget(max_tokens: Option<u32>) -> usize {
    max_tokens.map_or(BUDGET, |tokens| (tokens as usize).saturating_mul(TOKEN).min(BUDGET))
}

/// Refuses a size that has no room for what every brief holds.
pub(super) fn too_small(least: usize) -> Error {
    let tokens = least.div_ceil(TOKEN);
    Error::invalid("max_tokens", "the rules, the answer form and the task need more room than that")
        .hint(format!("At least {tokens} would do; what does not fit goes to further parts"))
}

/// Files that the repository marks as generated; a small diff is never cut, and not asked about.
pub(super) fn marked(ws: &Workspace<'_>, diff: &Diff) -> BTreeMap<RepoPath, bool> {
    const SMALL: usize = 1024;
    if !diff.holds_more_than(SMALL) {
        return BTreeMap::new();
    }
    ws.repository.marked_generated(diff.paths())
}

/// How many parts the brief of a pass has.
pub(super) fn count(pass: &PassRecord) -> u32 {
    pass.rest.as_ref().map_or(1, |rest| rest.count)
}

/// Says where a brief has not the size that is asked for: the largest there is, or the one it was written with.
pub(super) fn size_remark(max_tokens: Option<u32>, brief: &Brief) -> Option<Remark> {
    let asked = max_tokens? as usize;
    let has = envelope::weight(&brief.text).div_ceil(TOKEN);
    if asked * TOKEN > BUDGET {
        let most = BUDGET / TOKEN;
        let message = format!("a part of a brief has at most {most} tokens; the rest is in further parts");
        return Some(Remark::new(0, "max_tokens_capped", message));
    }
    (has > asked).then(|| {
        let message = format!("the brief of this open pass was written before and has {has} tokens");
        Remark::new(0, "brief_written_before", message)
    })
}

/// What a pass keeps of the parts after the first: how many, by what, and that itself.
pub(super) fn further(rest: &Rest) -> Result<Option<(FurtherParts, Vec<u8>)>, Error> {
    if rest.count() == 1 {
        return Ok(None);
    }
    let bytes = serde_json::to_vec(rest)
        .map_err(|e| Error::internal(format!("the parts of a brief cannot be written: {e}")))?;
    let count = u32::try_from(rest.count()).unwrap_or(u32::MAX);
    Ok(Some((FurtherParts { count, made_of: blob_id(&bytes) }, bytes)))
}

/// Reads one part of the brief of whoever acts now: the open pass's reviewer, or who mends. Writes nothing.
pub(super) fn part(ws: &Workspace<'_>, request: &ReviewTask, part: u32) -> Result<ReviewTaskAnswer, Error> {
    let none = || {
        Error::refused("no pass is open whose brief could be read")
            .at("part")
            .hint("Open the pass first: the same call without `part`")
    };
    let store = ws.store_if_any()?.ok_or_else(none)?;
    let id = match &request.loop_id {
        Some(id) => id.clone(),
        None => {
            let named = subjects::name(ws, request)?;
            store.stream_for_key(&named.subject.key(&named.contract))?.ok_or_else(none)?
        }
    };
    let state = loops::load(&store, &id)?.state;
    let mut answer = super::answer(next::of(ws, &state), Vec::new());
    let (text, count) = if let Some(pass) = state.pass().filter(|_| state.standing == Standing::Review) {
        answer.pass = Some(pass.number);
        answer.max_passes = Some(state.protocol.max_passes);
        answer.countersign = Some(pass.countersign.to_string());
        if part == 1 {
            // The brief asks it, and has the form.
            answer.next.question = None;
        }
        (of_review(ws, &store, &state, pass, part)?, count(pass))
    } else if let Some(brief) = next::brief(ws, &state, &answer.next) {
        answer.next = next::beside_brief(answer.next);
        (of_mending(&state, &brief, part)?, u32::try_from(brief.rest.count()).unwrap_or(u32::MAX))
    } else {
        return Err(on_with(none(), &state));
    };
    answer.loop_id = Some(state.id.to_string());
    answer.brief = Some(text);
    answer.parts = Some(count);
    Ok(answer)
}

fn of_review(
    ws: &Workspace<'_>,
    store: &Store,
    state: &LoopState,
    pass: &PassRecord,
    part: u32,
) -> Result<String, Error> {
    let gone = || Error::io(format!("part {part} of the brief of the open pass is not in the store"));
    if part == 1 {
        let bytes = store.get_blob(&pass.brief)?.ok_or_else(gone)?;
        return Ok(sent_again(pass, &String::from_utf8_lossy(&bytes)).into_owned());
    }
    let Some(kept) = pass.rest.as_ref().filter(|rest| (2..=rest.count).contains(&part)) else {
        return Err(no_such_part(state, "the brief of this pass", count(pass)));
    };
    let bytes = store.get_blob(&kept.made_of)?.ok_or_else(gone)?;
    let rest: Rest = serde_json::from_slice(&bytes)
        .map_err(|e| Error::io(format!("the parts of the open pass's brief cannot be read: {e}")))?;
    // What nobody committed is laid again where git has forgotten it, in memory alone: this only reads.
    ws.repository.keep_in_memory()?;
    ranges::restore(ws, state)?;
    let stock = Stock {
        diff: &|base, head, files| ws.repository.diff(base, head, files).map_err(Error::from),
        content: &|blob| ws.repository.blob(blob).map_err(Error::from),
    };
    match rest.part(part as usize, state, &stock) {
        Ok(text) => text.ok_or_else(gone),
        Err(Unwritten::Stock(error)) => Err(error),
        Err(Unwritten::Other) => Err(changed(state)),
    }
}

/// The parts of a brief of who mends: texts alone, written anew from the state.
fn of_mending(state: &LoopState, brief: &Brief, part: u32) -> Result<String, Error> {
    if part == 1 {
        return Ok(brief.text.clone());
    }
    let stock = Stock { diff: &|_, _, _| Err(changed(state)), content: &|_| Err(changed(state)) };
    match brief.rest.part(part as usize, state, &stock) {
        Ok(Some(text)) => Ok(text),
        Ok(None) => {
            let all = u32::try_from(brief.rest.count()).unwrap_or(u32::MAX);
            Err(no_such_part(state, "no pass is open, and the brief of who mends", all))
        }
        Err(Unwritten::Stock(error)) => Err(error),
        Err(Unwritten::Other) => Err(changed(state)),
    }
}

fn no_such_part(state: &LoopState, whose: &str, all: u32) -> Error {
    let plural = if all == 1 { "" } else { "s" };
    Error::invalid("part", format!("{whose} has {all} part{plural}, from 1"))
        .hint(format!("Give `part` from 1 to {all}"))
        .call("review_task", json!({ "loop_id": state.id.as_str(), "part": all }))
}

fn changed(state: &LoopState) -> Error {
    Error::stale("the parts of this brief were made of lines that are not there any more")
        .at("part")
        .hint("Read the change with git, as part 1 says row by row")
        .call("review_task", json!({ "loop_id": state.id.as_str() }))
}
