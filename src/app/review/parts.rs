//! The size of a brief, and reading its further parts (SPEC 7.5).

use std::collections::BTreeMap;

use serde_json::json;

use super::super::answers::ReviewTaskAnswer;
use super::super::loops;
use super::super::next;
use super::super::requests::ReviewTask;
use super::super::subjects;
use super::super::workspace::Workspace;
use crate::domain::brief::{BUDGET, Brief, TOKEN};
use crate::domain::diff::Diff;
use crate::domain::envelope;
use crate::domain::ids::RepoPath;
use crate::domain::review::Remark;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, Standing};
use crate::error::Error;
use crate::io::store::Store;

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
    if diff.text_bytes() < SMALL {
        return BTreeMap::new();
    }
    ws.repository.marked_generated(diff.paths())
}

/// How many parts the brief of a pass has.
pub(super) fn count(pass: &PassRecord) -> u32 {
    u32::try_from(pass.parts.len() + 1).unwrap_or(u32::MAX)
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

/// Reads one part of the brief of the open pass, as it was sent. Writes nothing and looks at no file.
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
    let Some(pass) = state.pass().filter(|_| state.standing == Standing::Review) else {
        let call = json!({ "loop_id": state.id.as_str() });
        return Err(none().call("review_task", call));
    };
    let text = text(&store, &state, pass, part)?;
    let mut answer = super::answer(next::of(ws, &state), Vec::new());
    answer.loop_id = Some(state.id.to_string());
    answer.pass = Some(pass.number);
    answer.max_passes = Some(state.protocol.max_passes);
    answer.countersign = Some(pass.countersign.to_string());
    answer.brief = Some(text);
    answer.parts = Some(count(pass));
    Ok(answer)
}

fn text(store: &Store, state: &LoopState, pass: &PassRecord, part: u32) -> Result<String, Error> {
    let id = match part {
        1 => Some(&pass.brief),
        _ => (part as usize).checked_sub(2).and_then(|at| pass.parts.get(at)),
    };
    let Some(id) = id else {
        let all = count(pass);
        return Err(Error::invalid("part", format!("the brief of this pass has {all} parts, from 1"))
            .hint(format!("Give `part` from 1 to {all}"))
            .call("review_task", json!({ "loop_id": state.id.as_str(), "part": all })));
    };
    let bytes = store
        .get_blob(id)?
        .ok_or_else(|| Error::io(format!("part {part} of the brief of the open pass is not in the store")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
