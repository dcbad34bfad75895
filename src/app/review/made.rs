//! A pass as it is made: its brief, the event that opens it, and what is kept with it.

use std::borrow::Cow;

use crate::domain::brief::{self, Affected, Brief, Document, Material};
use crate::domain::diff::{ChangeKind, Diff};
use crate::domain::ids::Countersign;
use crate::domain::review_loop::event::{Claim, Entry, FurtherParts, GivenRange, LeftOut};
use crate::domain::review_loop::{Event, LoopState, PassReason};
use crate::domain::subject::PinnedChange;
use crate::error::Error;

use super::super::claims;
use super::super::precheck;
use super::super::ranges::Pinned;
use super::super::requests::ReviewTask;
use super::super::subjects;
use super::super::workspace::Workspace;
use super::{beside, parts};

/// The event that opens a pass, its brief, and what is kept with it.
pub(super) struct Made {
    pub(super) pass: Event,
    pub(super) brief: Brief,
    pub(super) blobs: Vec<Vec<u8>>,
}

/// Writes the brief of a pass and the event that opens it.
pub(super) fn make_pass(
    ws: &Workspace<'_>,
    state: &LoopState,
    reason: PassReason,
    pinned: &Pinned,
    unchanged: bool,
    given: Option<&GivenRange>,
    request: &ReviewTask,
) -> Result<Made, Error> {
    let head_given = request.head.is_some();
    let report = claims::read(request.executor_report.as_deref())?;
    let upstream = subjects::upstream_of(ws, &state.subject, &state.protocol);
    let text = document_of(ws, state, pinned)?;
    let precheck = precheck::of(ws, &state.subject, &state.protocol, text.as_deref())?;
    let pass = state.next_pass();
    let change = super::super::gate::proven(ws, pinned);
    let countersign = Countersign::new(format!("cs-{pass}-{}", ws.clock.random_code(6)));
    let event = |brief: String, truncated: Vec<LeftOut>, rest: Option<FurtherParts>, claims: &[Claim]| {
        Event::PassOpened {
            pass,
            reason,
            countersign: countersign.clone(),
            change: change.clone(),
            precheck: precheck.clone(),
            brief,
            truncated,
            rest,
            unchanged,
            head_given,
            claims: claims.to_vec(),
            given: given.cloned(),
        }
    };
    let with = |claims: &[Claim]| {
        let mut opened = state.clone();
        opened.apply(&Entry {
            turn: state.turn + 1,
            at: state.last_at,
            event: event(String::new(), Vec::new(), None, claims),
            hash: String::new(),
        });
        opened
    };
    let not_there = || Error::internal("an opened pass is not there");
    let mut opened = with(&[]);
    let (mut since, mut claims) = (None, Vec::new());
    if state.answered().is_some() {
        let (_, changed) =
            super::super::record::evidence::since(ws, &opened, opened.pass().ok_or_else(not_there)?);
        let changed = changed.unwrap_or_default();
        claims = super::super::respond::claimed(ws, state, (&changed, &pinned.change.head));
        since = Some(changed.own);
        if !claims.is_empty() {
            opened = with(&claims);
        }
    }
    let record = opened.pass().ok_or_else(not_there)?;
    let (affected, unread) = affected(ws, &pinned.change, &pinned.diff);
    let tag = ws.clock.random_tag();
    let document = text.as_deref().map(|text| Document {
        text,
        upstream: &upstream.text,
        missing: &upstream.missing,
        requirements: &upstream.requirements,
        paths: &upstream.paths,
    });
    let mut left_out = beside::left_out(&pinned.notes);
    let beyond = report.as_ref().map(|report| claims::beyond_list(ws, report, &pinned.change));
    left_out.extend(beyond.into_iter().flatten().take(beside::NAMED).map(|path| beside::unlisted(&path)));
    let marked = parts::marked(ws, &pinned.diff);
    let material = Material {
        tag: &tag,
        budget: parts::budget(request.max_tokens),
        marked: &marked,
        change: &pinned.change,
        diff: &pinned.diff,
        affected: &affected,
        unread,
        beside: &left_out,
        verdict_like: beside::verdict_like(pinned),
        document,
        report: report.as_ref(),
    };
    let mut brief = brief::review(&opened, record, &material, since.as_ref()).map_err(parts::too_small)?;
    if let Cow::Owned(redacted) = ws.redact(&brief.text) {
        brief.text = redacted;
    }
    let (rest, made_of) = parts::further(&brief.rest)?.unzip();
    let id = crate::io::store::blob_id(brief.text.as_bytes());
    let pass = event(id, brief.truncated.clone(), rest, &claims);
    let blobs = kept(&brief, made_of, pinned);
    Ok(Made { pass, brief, blobs })
}

/// Returns the text of the document under review, as it was pinned.
pub(super) fn document_of(
    ws: &Workspace<'_>,
    state: &LoopState,
    pinned: &Pinned,
) -> Result<Option<String>, Error> {
    const LIMIT: u64 = 2 * 1024 * 1024;
    let Some(path) = state.subject.document() else { return Ok(None) };
    let bytes = ws.repository.read_at(&pinned.change.head, path, LIMIT)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Reads the changed files as they are at the head of the change, where they are text; with how many are too large.
fn affected(ws: &Workspace<'_>, change: &PinnedChange, diff: &Diff) -> (Vec<Affected>, usize) {
    /// The largest file that is read, and the most of all, in bytes.
    const LARGEST: u64 = 256 * 1024;
    const MOST: usize = 1024 * 1024;
    let (mut files, mut unread, mut all) = (Vec::new(), 0, 0);
    let huge = diff.holds_more_than(MOST);
    // The diff of a new file shows it whole.
    for file in diff.files.iter().filter(|f| f.kind != ChangeKind::Added && !f.binary) {
        let Some(blob) = &file.new_blob else { continue };
        if file.oversize.is_some() || all >= MOST || huge {
            unread += 1;
            continue;
        }
        match ws.repository.read_at(&change.head, &file.path, LARGEST) {
            Ok(Some(bytes)) => {
                all += bytes.len();
                if let Ok(text) = String::from_utf8(bytes) {
                    files.push(Affected { path: file.path.clone(), blob: blob.clone(), text });
                }
            }
            // A link, or nothing: its diff says all.
            Ok(None) => {}
            Err(_) => unread += 1,
        }
    }
    (files, unread)
}

/// What a pass needs later: its brief as sent, what the parts after it are made of, and contents that no commit holds.
fn kept(brief: &Brief, rest: Option<Vec<u8>>, pinned: &Pinned) -> Vec<Vec<u8>> {
    let mut blobs = vec![brief.text.clone().into_bytes()];
    blobs.extend(rest);
    blobs.extend(pinned.contents.iter().cloned());
    blobs
}
