//! What was said of a phase, as rows of the store. Never judges: what a word means is the domain's.

use super::super::workspace::Workspace;
use crate::domain::ids::Timestamp;
use crate::domain::phase::PhaseEvent;
use crate::domain::phase_report::{ChainEnds, chain_of};
use crate::domain::plan::layout::PhaseFolder;
use crate::domain::review::Remark;
use crate::error::{Error, ErrorKind};
use crate::io::store::{NewEvent, Store, StoreError, Stored};

/// What kind of stream a phase is in the log.
pub(in crate::app) const KIND: &str = "phase";

/// The version of stored phase events.
const EVENT_VERSION: u32 = 1;

const MOVED_ON: &str = "the verification of this phase was changed by another call meanwhile";

pub(super) fn moved_on() -> Error {
    Error::stale(MOVED_ON).hint("Repeat the call")
}

/// Tells whether the same call may go through against what stands by now.
pub(super) fn is_moved_on(error: &Error) -> bool {
    error.kind == ErrorKind::Stale && error.message == MOVED_ON
}

pub(super) fn row(at: Timestamp, event: &PhaseEvent) -> Result<NewEvent, Error> {
    let kind = match event {
        PhaseEvent::Judged { .. } => "judged",
        PhaseEvent::Confirmed { .. } => "confirmed",
        PhaseEvent::Overridden { .. } => "overridden",
        PhaseEvent::Reported { .. } => "reported",
        PhaseEvent::Ran { .. } => "ran",
    };
    let body = serde_json::to_string(event)
        .map_err(|e| Error::internal(format!("an event could not be written as JSON: {e}")))?;
    Ok(NewEvent { at, kind: kind.to_owned(), version: EVENT_VERSION, body })
}

/// The key of a phase's event stream: its folder and branch.
pub(super) fn stream(ws: &Workspace<'_>, folder: &PhaseFolder) -> String {
    format!("phase\n{}\n{}", folder.dir, ws.repository.branch().as_deref().unwrap_or("(detached)"))
}

/// The id of a phase's event stream.
pub(in crate::app) fn id_of(ws: &Workspace<'_>, folder: &PhaseFolder) -> String {
    stream_id(&stream(ws, folder))
}

pub(super) fn stream_id(key: &str) -> String {
    format!("ph-{}", &blake3::hash(key.as_bytes()).to_hex()[..12])
}

/// What the stored events of a phase are known by, in their order.
#[derive(Debug, Default)]
pub(super) struct Chain {
    hashes: Vec<String>,
    /// What was said on another branch and counts here, too, until it is stored here along with the first word.
    along: Vec<PhaseEvent>,
    /// What a repair left out of the store of it, in words, while no report was written since.
    left_out: Option<String>,
}

impl Chain {
    /// How many events are in the store.
    pub(super) fn events(&self) -> u64 {
        self.hashes.len() as u64
    }

    /// What is to be stored here before anything else is.
    pub(super) fn along(&self) -> &[PhaseEvent] {
        &self.along
    }

    /// Takes in what was said of a phase on another branch, where the report that lies here was written there: the work was
    /// merged, or the branch renamed. What it rests on is looked at anew in any case. What cannot be read there is told.
    pub(super) fn take_along(
        &mut self,
        store: &Store,
        key: &str,
        report: Option<&str>,
    ) -> Result<Option<(Vec<PhaseEvent>, Remark)>, Error> {
        let printed = report.and_then(chain_of).filter(|_| self.hashes.is_empty() && self.left_out.is_none());
        let (Some(printed), Some((folder, _))) = (printed, key.rsplit_once('\n')) else { return Ok(None) };
        let mut unread = Vec::new();
        for info in store.streams(Some(KIND))? {
            let Some(branch) = info.subject.strip_prefix(folder).and_then(|rest| rest.strip_prefix('\n'))
            else {
                continue;
            };
            let Some((events, chain)) = legible(store, &info.subject)? else {
                unread.push(format!("`{branch}`"));
                continue;
            };
            if chain.hashes.first() == Some(&printed.begins) && chain.hashes.contains(&printed.head) {
                let message = format!(
                    "what was judged, confirmed and overridden on branch `{branch}` counts here, too, as far as what it rests on is the same: the report that was written there came here with the work"
                );
                self.along.clone_from(&events);
                return Ok(Some((events, Remark::new(0, "answers_taken_along", message))));
            }
        }
        if unread.is_empty() {
            return Ok(None);
        }
        let message = format!(
            "the last report of this phase was written elsewhere, maybe on {}, of which the history of this phase cannot be read: it is damaged (`countersign doctor`) or of a newer version. What was judged, confirmed or overridden there does not count here",
            unread.join(" or ")
        );
        Ok(Some((Vec::new(), Remark::new(0, "lost_events", message))))
    }

    /// Takes in events as the store holds them.
    pub(super) fn grow(&mut self, stored: Vec<Stored>) {
        self.along.clear();
        self.hashes.extend(stored.into_iter().map(|event| event.hash));
    }

    /// Its ends, as a report prints them.
    pub(super) fn ends(&self) -> Option<ChainEnds> {
        Some(ChainEnds { begins: self.hashes.first()?.clone(), head: self.hashes.last()?.clone() })
    }

    /// Says that words about this phase were left out by a repair, whether or not a report tells of them; or that `report`
    /// was written from this chain when it was longer or another: events were lost since, or it is another clone's.
    pub(super) fn lost(&self, report: Option<&str>) -> Option<Remark> {
        if let Some(why) = &self.left_out {
            let report = report
                .and_then(chain_of)
                .map_or("", |_| "; compare the last report, which rests on them, with its history in git");
            return Some(Remark::new(
                0,
                "lost_events",
                format!(
                    "events of this phase were left out when the store was repaired: {why}. What was judged, confirmed or overridden there counts no more, and a judgement that failed or a person's no may be among it: every item is judged and confirmed anew{report}"
                ),
            ));
        }
        let printed = chain_of(report?)?;
        if self.hashes.is_empty() {
            return Some(Remark::new(
                0,
                "report_of_another_clone",
                "the last report of this phase rests on events that this store never held: another clone's, or an older store's. What was judged, confirmed or overridden there is not known here; read it in the report's history in git",
            ));
        }
        (self.hashes.first() == Some(&printed.begins) && !self.hashes.contains(&printed.head)).then(|| {
            let message = "the last report of this phase rests on events that the store does not hold any more: they were dropped or rewritten. What was judged, confirmed or overridden there is not known here; compare the report with its history in git";
            Remark::new(0, "lost_events", message)
        })
    }
}

pub(super) fn history(store: &Store, key: &str) -> Result<(Vec<PhaseEvent>, Chain), Error> {
    let id = stream_id(key);
    let stored = match store.events(&id) {
        Ok(stored) => stored,
        Err(StoreError::NoStream { .. }) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let events = stored.iter().map(event).collect::<Result<Vec<PhaseEvent>, _>>()?;
    // Until a report was written anew whoever goes on is told.
    let told = events.iter().any(|event| matches!(event, PhaseEvent::Reported { .. }));
    let left_out = if told { None } else { left_out(store, &id)? };
    let mut chain = Chain { left_out, ..Chain::default() };
    chain.grow(stored);
    Ok((events, chain))
}

/// Reads what was said of a phase on another branch; nothing where that is damaged or of a newer version, which holds up no
/// phase of this one.
fn legible(store: &Store, key: &str) -> Result<Option<(Vec<PhaseEvent>, Chain)>, Error> {
    match store.events(&stream_id(key)) {
        Err(StoreError::Broken { .. }) => Ok(None),
        Ok(stored) if stored.iter().any(|stored| event(stored).is_err()) => Ok(None),
        Ok(_) | Err(_) => history(store, key).map(Some),
    }
}

/// Says where the chain of a phase broke that a repair left out.
fn left_out(store: &Store, id: &str) -> Result<Option<String>, Error> {
    let cut = store.cuts()?.into_iter().find(|cut| cut.stream == id);
    Ok(cut.map(|cut| format!("{}, and the file that holds it was set aside as {}", cut.why(), cut.aside)))
}

/// Reads a stored row back. A kind or version of a newer binary makes the phase read-only for this one, and says so.
pub(in crate::app) fn event(stored: &Stored) -> Result<PhaseEvent, Error> {
    let newer = || {
        Error::unavailable(format!(
            "event {} ({}) of this phase was written by a newer countersign",
            stored.seq, stored.kind
        ))
        .hint("Install that version; nothing was changed")
    };
    if stored.version > EVENT_VERSION {
        return Err(newer());
    }
    serde_json::from_str(&stored.body).map_err(|_| newer())
}
