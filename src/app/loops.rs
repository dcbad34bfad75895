//! Loops in the event log: load → admit → append → apply.
//!
//! A writer that finds the loop moved on under it loads it anew and tries once more (SPEC 13.2).

use std::collections::BTreeSet;

use crate::domain::ids::LoopId;
use crate::domain::review_loop::event::{EVENT_VERSION, Entry, Outcome};
use crate::domain::review_loop::left::counts_on;
use crate::domain::review_loop::{Event, LoopState, Standing, admit};
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::clock::Clock;
use crate::io::store::{Batch, NewEvent, Opened, Store, StoreError, Stored, StreamInfo};

use super::refusals::{of_loop, on_with};
use super::{gate, secrets};

mod left_out;
pub(super) mod lost_logs;

pub(super) use left_out::{Later, LeftOut, is_behind, left_out, left_out_in_words, losses, untold_left_out};

/// What kind of stream a loop is in the log.
pub(super) const KIND: &str = "loop";

/// The kind of event that opens a pass.
const PASS_OPENED: &str = "pass_opened";

/// A loop with its entries, so that an earlier answer can be given again from the state of its day.
#[derive(Debug, Clone)]
pub(super) struct Loaded {
    pub(super) state: LoopState,
    pub(super) entries: Vec<Entry>,
    /// Its place in the store's own order: a later loop has a higher one, whatever the clock said. 0 for one that was
    /// loaded alone.
    pub(super) born: i64,
}

impl Loaded {
    /// Returns the loop as it stood after the given turn.
    pub(super) fn at_turn(&self, turn: u64) -> Option<LoopState> {
        LoopState::fold(self.entries.iter().take_while(|e| e.turn <= turn))
    }
}

/// Reads a loop that does not hold, or that a newer version went on with, as far as that can be read here, with what ends
/// it; nothing for one that is whole or was never there. Only to be shown: nobody may go on from it.
pub(super) fn readable_part(store: &Store, id: &str) -> Result<Option<(Vec<Entry>, String)>, Error> {
    if let Some((stored, cut)) = store.readable_part(id)? {
        let broken = if cut.is_damaged {
            "it was left out when the store was repaired, and what was kept of it is damaged".to_owned()
        } else if cut.is_aside {
            format!("{}; it lies in {}", cut.why(), cut.aside)
        } else {
            format!("the chain breaks at event {}: {}", cut.seq, cut.fault)
        };
        return Ok(Some((stored.iter().map_while(|row| entry(row).ok()).collect(), broken)));
    }
    Ok(known_part(store, id)?.map(|(loaded, why)| (loaded.entries, why)))
}

/// Reads what lay in a log that was removed and is no part of a loop that goes on without it, with what that is. Only to be
/// shown.
pub(super) fn kept_beside(store: &Store, id: &str) -> Result<Option<(Vec<Entry>, String)>, Error> {
    let found = store.kept_beside(id)?.filter(|_| store.events(id).is_ok());
    Ok(found.map(|(cut, rows)| {
        let why = format!("{}, and went on without them", cut.why());
        (rows.iter().map_while(|row| entry(row).ok()).collect(), why)
    }))
}

/// Reads a loop that a newer version went on with, as far as this one knows its events, with what ends that; nothing for
/// any other. Only to be shown.
pub(super) fn known_part(store: &Store, id: &str) -> Result<Option<(Loaded, String)>, Error> {
    let Ok(stored) = store.events(id) else { return Ok(None) };
    let entries: Vec<Entry> = stored.iter().map_while(|row| entry(row).ok()).collect();
    let (Some(first), Some(state)) = (stored.get(entries.len()), LoopState::fold(&entries)) else {
        return Ok(None);
    };
    let why = format!("event {} ({}) was written by a newer countersign", first.seq, first.kind);
    Ok(Some((Loaded { state, entries, born: 0 }, why)))
}

fn known_state(store: &Store, id: &str) -> Option<Box<LoopState>> {
    known_part(store, id).ok().flatten().map(|(loaded, _)| Box::new(loaded.state))
}

/// Loads a loop by its id.
pub(super) fn load(store: &Store, id: &str) -> Result<Loaded, Error> {
    let stored = match store.events(id) {
        Ok(stored) => stored,
        Err(StoreError::NoStream { .. }) => return Err(unknown(store, id)),
        Err(error) => return Err(error.into()),
    };
    let entries = stored.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
    let state = LoopState::fold(&entries)
        .ok_or_else(|| Error::refused(format!("{id} is not a review loop")).at("loop_id"))?;
    Ok(Loaded { state, entries, born: 0 })
}

/// Refuses an id that no loop has, naming those that are there; one that a repair cut is told from one that never was.
fn unknown(store: &Store, id: &str) -> Error {
    if let Ok(Some((rows, cut))) = store.readable_part(id) {
        let entries: Vec<Entry> = rows.iter().map_while(|row| entry(row).ok()).collect();
        let state = LoopState::fold(&entries);
        if cut.is_damaged && state.is_none() {
            return Error::refused(format!(
                "{id} does not go on: the store was repaired without it, and what was kept of it is damaged"
            ))
            .at("loop_id")
            .hint("`countersign doctor --repair` looks for it in the file that was set aside")
            .call("loop_status", serde_json::json!({}));
        }
        let without = if cut.is_aside {
            format!("it lies in {}, from where `countersign doctor --repair` takes it", cut.aside)
        } else {
            "the store was repaired without it".to_owned()
        };
        let error =
            Error::refused(format!("{id} does not go on: {}, and {without}", cut.why())).at("loop_id");
        let Some(state) = state else {
            // Nothing tells what it was of but a report.
            return error
                .hint("None of its events can be read; a report that names it, which `countersign doctor` finds, tells what it was of, and review_task with that subject begins a new loop")
                .call("loop_status", serde_json::json!({}));
        };
        let error = error.hint(format!(
            "`countersign log {id}` shows its first {} events; review_task with its subject begins a new loop",
            cut.kept
        ));
        let (call, fill) = gate::anew(&state);
        return error.call(&call.tool, serde_json::json!(call.arguments)).fill(fill);
    }
    let known: Vec<String> = store
        .streams(Some(KIND))
        .map(|s| s.into_iter().filter(|s| s.key.is_some()).map(|s| s.id).take(5).collect())
        .unwrap_or_default();
    let open = if known.is_empty() {
        "No loop is open here".to_owned()
    } else {
        format!("Open here: {}", known.join(", "))
    };
    Error::not_found("loop_id", format!("no loop {id:?} in this repository"))
        .hint(open)
        .call("loop_status", serde_json::json!({}))
}

/// Reads a stored row back as an entry. A kind or version of a newer binary makes the loop unreadable for this one, and says so.
pub(super) fn entry(stored: &Stored) -> Result<Entry, Error> {
    let newer = || {
        Error::unavailable(format!(
            "event {} ({}) was written by a newer countersign; this one cannot go on with its loop",
            stored.seq, stored.kind
        ))
        .hint("Install that version; nothing was changed")
    };
    if stored.version > EVENT_VERSION {
        return Err(newer());
    }
    let event: Event = serde_json::from_str(&stored.body).map_err(|_| newer())?;
    Ok(Entry { turn: stored.seq, at: stored.at, event, hash: stored.hash.clone() })
}

fn row(clock: &Clock, event: &Event) -> Result<NewEvent, Error> {
    let body = serde_json::to_string(event)
        .map_err(|e| Error::internal(format!("an event could not be written as JSON: {e}")))?;
    Ok(NewEvent { at: clock.now(), kind: event.kind().to_owned(), version: EVENT_VERSION, body })
}

/// Keeps secrets that git or a document brought out of what is about to be written.
fn clean(store: &mut Store, clock: &Clock, event: &Event) -> Result<Event, Error> {
    Ok(secrets::clean(event, || secrets::key(store, clock))?.into_owned())
}

/// What opening a loop came to.
#[derive(Debug)]
pub(super) enum Begun {
    New(Box<Loaded>),
    /// Another process opened the same subject first.
    Existing(LoopId),
}

/// Opens a loop with its first events and the contents they name.
pub(super) fn begin(
    store: &mut Store,
    clock: &Clock,
    key: &str,
    id: &LoopId,
    events: &[Event],
    blobs: Vec<Vec<u8>>,
) -> Result<Begun, Error> {
    let events = events.iter().map(|e| clean(store, clock, e)).collect::<Result<Vec<_>, _>>()?;
    let rows = events.iter().map(|e| row(clock, e)).collect::<Result<Vec<_>, _>>()?;
    let batch = blobs.into_iter().fold(Batch::new(rows), Batch::with_blob);
    let batch = batch.naming(events.iter().flat_map(named));
    match store.open_stream(key, id.as_str(), KIND, &batch)? {
        Opened::New(_) => Ok(Begun::New(Box::new(load(store, id.as_str())?))),
        Opened::Existing(id) => Ok(Begun::Existing(LoopId::new(id))),
    }
}

/// How often a call tries to write, where others write into the same loop.
const ATTEMPTS: u32 = 16;

/// Makes an event from the loop's present state, admits it and appends it; tries again where another writer was faster,
/// each of whom has got on.
///
/// `make` sees the state anew each time and may decide that nothing is to be written.
pub(super) fn write(
    store: &mut Store,
    clock: &Clock,
    mut loaded: Loaded,
    make: impl Fn(&Loaded) -> Result<Option<(Event, Vec<Vec<u8>>)>, Error>,
) -> Result<Loaded, Error> {
    for attempt in 0..ATTEMPTS {
        let Some((event, blobs)) = make(&loaded)? else { return Ok(loaded) };
        let event = clean(store, clock, &event)?;
        admit(&loaded.state, &event).map_err(|r| of_loop(&loaded.state, &r))?;
        let mut after = loaded.state.clone();
        let probe = Entry {
            turn: loaded.state.turn + 1,
            at: loaded.state.last_at,
            event: event.clone(),
            hash: String::new(),
        };
        after.apply(&probe);
        let mut batch = blobs.into_iter().fold(Batch::new([row(clock, &event)?]), Batch::with_blob);
        batch = batch.naming(named(&event));
        if is_settled(&after) {
            batch = batch.settling();
        }
        let key = after.subject.key(&after.contract);
        let moves = key != loaded.state.subject.key(&loaded.state.contract);
        if after.outcome().is_some() && matches!(event, Event::DissentRecorded { .. }) {
            // Nobody who acts would learn of it: what goes on is the loop that followed.
            let holder = store.stream_for_key(&key)?.filter(|holder| holder != loaded.state.id.as_str());
            if let Some(holder) = holder {
                return Err(succeeded(store, &loaded.state, &event, &holder));
            }
        }
        match (loaded.state.outcome().is_some(), after.outcome().is_some()) {
            (false, false) if moves => batch = batch.moving_key_to(key),
            // The subject's next loop may be opened from the moment this one ends.
            (false, true) => batch = batch.releasing_key(),
            (true, false) => batch = batch.moving_key_to(key),
            (false, false) | (true, true) => {}
        }
        match store.append(loaded.state.id.as_str(), loaded.state.turn, &batch) {
            Ok(rows) => {
                for row in &rows {
                    let entry = entry(row)?;
                    loaded.state.apply(&entry);
                    loaded.entries.push(entry);
                }
                return Ok(loaded);
            }
            Err(StoreError::Stale { .. }) if attempt + 1 < ATTEMPTS => {
                loaded = load(store, loaded.state.id.as_str())?;
            }
            Err(StoreError::KeyTaken { holder, .. }) => {
                return Err(succeeded(store, &loaded.state, &event, &holder));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(Error::stale("the loop was changed by others again and again while this call ran")
        .hint("Repeat the call"))
}

/// Refuses to wake a loop whose subject has a newer open one, naming that and the call that takes it there.
fn succeeded(store: &Store, state: &LoopState, event: &Event, holder: &str) -> Error {
    let what = if let Event::DissentRecorded { pass, .. } = event {
        format!("a second answer to its pass {pass}")
    } else if let Event::Decided { choice, .. } = event {
        format!("the choice `{choice}`")
    } else {
        event.kind().replace('_', " ")
    };
    let error = Error::refused(format!(
        "{} ended and was followed by {holder}, which is open for the same subject; {what} cannot open it again",
        state.id
    ))
    .at("loop_id");
    let second = matches!(event, Event::DissentRecorded { .. });
    let open = load(store, holder).ok().filter(|l| second && l.state.standing == Standing::Review);
    let Some((open, code)) = open.and_then(|l| l.state.pass().map(|p| p.countersign.clone()).map(|c| (l, c)))
    else {
        let hint = if second {
            "Nothing was changed; the text is kept among the strays. Open the review of that loop and raise in it what still holds"
        } else {
            "Nothing was changed. Go on with that loop"
        };
        let error = error.hint(hint);
        return match load(store, holder) {
            Ok(open) => on_with(error, &open.state),
            Err(_) => error.call("loop_status", serde_json::json!({ "loop_id": holder })),
        };
    };
    error
        .hint("Nothing was changed; the text is kept among the strays. Pass {} of that loop waits for its review: answer it there, with what you found".replace("{}", &open.state.next_pass().to_string()))
        .call("record_findings", serde_json::json!({ "loop_id": holder, "countersign": code.as_str() }))
        .fill(&["text"])
}

/// What kinds of streams there are in the log.
pub(super) const KINDS: [&str; 2] = [KIND, "phase"];

/// Loads every loop that can be read, newest first, and says which cannot.
pub(super) fn all(store: &Store) -> Result<(Vec<Loaded>, Vec<String>), Error> {
    let (infos, missing) = listed(store)?;
    let (loops, mut damaged) = load_each(store, infos);
    damaged.extend(out_of_order(&loops));
    damaged.extend(missing);
    damaged.extend(losses(store));
    Ok((loops, damaged))
}

/// Names the loops that stand before the one that they followed: which came last is told by that order.
pub(super) fn out_of_order(loops: &[Loaded]) -> Vec<String> {
    let mut by_place: Vec<&Loaded> = loops.iter().collect();
    by_place.sort_by_key(|l| std::cmp::Reverse(l.born));
    let found = astray(by_place.into_iter().map(|l| &l.state));
    let words = |(id, error): (String, Error)| format!("{id}: {error}. {}", error.hints.join(". "));
    found.into_iter().map(words).collect()
}

/// Returns those of these loops, the newest first, that stand before the one that they followed, with the refusal of
/// whoever would go by their order.
pub(super) fn astray<'s>(newest_first: impl Iterator<Item = &'s LoopState>) -> Vec<(String, Error)> {
    let mut later = BTreeSet::new();
    let mut found = Vec::new();
    for state in newest_first {
        if let Some(followed) = state.predecessor.as_ref().filter(|id| later.contains(id)) {
            let said = format!(
                "the list of loops has {} opened before {followed}, which it followed, so nobody knows which came last",
                state.id
            );
            let error = Error::refused(said).hint("`countersign doctor --repair` puts them into their order");
            found.push((state.id.to_string(), error));
        }
        later.insert(&state.id);
    }
    found
}

/// Lists the loops as far as the list can be read, and says what of it cannot: a damaged row must not hide a loop.
pub(super) fn listed(store: &Store) -> Result<(Vec<StreamInfo>, Vec<String>), Error> {
    let (mut infos, failed) = store.readable_streams(None)?;
    let mut missing: Vec<String> =
        failed.map(|error| format!("the list of loops: {}", Error::from(error))).into_iter().collect();
    let strange = infos.iter().filter(|info| !KINDS.contains(&info.kind.as_str()));
    missing.extend(strange.map(|info| format!("{}: what it is a record of cannot be read", info.id)));
    infos.retain(|info| info.kind == KIND);
    Ok((infos, missing))
}

/// Loads the open loops only, newest first: what has ended costs nothing, however long the history.
pub(super) fn open(store: &Store) -> Result<(Vec<Loaded>, Vec<String>), Error> {
    let (mut infos, missing) = listed(store)?;
    infos.retain(|i| i.key.is_some());
    let (loops, mut damaged) = load_each(store, infos);
    damaged.extend(missing);
    damaged.extend(losses(store));
    Ok((loops, damaged))
}

/// Loads the open loops as [`open`] does, without a word on rows of ended ones that cannot be read: what a hook has
/// time for.
pub(super) fn open_alone(store: &Store) -> Result<(Vec<Loaded>, Vec<String>), Error> {
    let (infos, failed) = store.open_streams(KIND)?;
    let (loops, mut damaged) = load_each(store, infos);
    damaged.extend(failed.map(|error| format!("the list of loops: {}", Error::from(error))));
    damaged.extend(losses(store));
    Ok((loops, damaged))
}

/// A part of a list of loops, newest first.
pub(super) struct Page {
    pub(super) loops: Vec<Loaded>,
    /// The place of each in the whole list: what cannot be read has one, too.
    pub(super) places: Vec<usize>,
    /// Where the next page begins.
    pub(super) end: usize,
    /// How long the list is.
    pub(super) total: usize,
    /// What of this part, or of the list, cannot be read.
    pub(super) damaged: Vec<String>,
}

impl Page {
    /// A list that was read as a whole.
    pub(super) fn whole((loops, damaged): (Vec<Loaded>, Vec<String>)) -> Self {
        let total = loops.len();
        Self { loops, places: (0..total).collect(), end: total, total, damaged }
    }
}

/// Loads `count` of all loops from the place `from` on, and no others.
pub(super) fn page(store: &Store, from: usize, count: usize) -> Result<Page, Error> {
    let (mut infos, mut damaged) = listed(store)?;
    infos.sort_by_key(|info| std::cmp::Reverse((info.last_at, info.born)));
    let total = infos.len();
    let (mut loops, mut places) = (Vec::new(), Vec::new());
    for (place, info) in infos.into_iter().enumerate().skip(from).take(count) {
        match load(store, &info.id) {
            Ok(loaded) => {
                loops.push(Loaded { born: info.born, ..loaded });
                places.push(place);
            }
            Err(error) => damaged.push(format!("{}: {error}", info.id)),
        }
    }
    Ok(Page { loops, places, end: from.saturating_add(count).min(total), total, damaged })
}

/// How many loops the store holds, whatever became of them.
pub(super) fn count(store: &Store) -> Result<usize, Error> {
    Ok(listed(store)?.0.len())
}

/// Loads loops, the one opened last first, one after the other as they are asked for; only those whose subject, by the
/// key it was opened under, is `wanted`. Which was opened last says the store: a clock may have been put back.
///
/// One that cannot be read is handed on as the refusal of whoever would go on as if it were not there.
pub(super) fn of_subjects<'s>(
    store: &'s Store,
    wanted: impl FnMut(&str) -> bool,
) -> Result<impl Iterator<Item = Result<LoopState, Error>> + 's, Error> {
    Ok(as_known(store, wanted)?.map(|found| found.map_err(|(error, _)| error)))
}

/// Lists the loops that are `wanted` by their id and the key they were opened under, oldest first, with what of the list
/// cannot be read; a row of no kind that there is may be one, and does not hold when it is loaded.
fn listed_if(
    store: &Store,
    mut wanted: impl FnMut(&str, &str) -> bool,
) -> Result<(Vec<StreamInfo>, Option<StoreError>), Error> {
    let may_be = |kind: &str| kind == KIND || !KINDS.contains(&kind);
    Ok(store.streams_wanted(|kind, id, subject| may_be(kind) && wanted(id, subject))?)
}

/// What stands for a loop that cannot be gone on with: the refusal, and how it stood where a newer version went on with it.
pub(super) type InTheDark = (Error, Option<Box<LoopState>>);

/// Loads loops as [`of_subjects`] does; with those that a newer version went on with, as far as they are known.
pub(super) fn as_known<'s>(
    store: &'s Store,
    mut wanted: impl FnMut(&str) -> bool,
) -> Result<impl Iterator<Item = Result<LoopState, InTheDark>> + 's, Error> {
    let (infos, failed) = listed_if(store, |_, subject| wanted(subject))?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    Ok(infos.into_iter().rev().map(|i| match load(store, &i.id) {
        Ok(loaded) => Ok(loaded.state),
        Err(error) => Err((in_the_dark(&i.id, error), known_state(store, &i.id))),
    }))
}

/// Loads loops as [`of_subjects`] does, as far as they can be read; with the refusals of the others.
pub(super) fn readable_of(
    store: &Store,
    wanted: impl FnMut(&str) -> bool,
) -> Result<(Vec<LoopState>, Vec<Error>), Error> {
    let (mut readable, mut dark) = (Vec::new(), Vec::new());
    for found in of_subjects(store, wanted)? {
        match found {
            Ok(state) => readable.push(state),
            Err(error) => dark.push(error),
        }
    }
    Ok((readable, dark))
}

/// Refusals for the loops whose row does not say any more what they are of: each may be of any subject. Those that are
/// `listed` by the key that stands there are left out.
pub(super) fn of_any_subject(
    store: &Store,
    mut listed: impl FnMut(&str) -> bool,
) -> Result<Vec<Error>, Error> {
    let mut astray = store.streams_astray()?;
    astray.retain(|(_, kind, subject)| (kind == KIND || !KINDS.contains(&kind.as_str())) && !listed(subject));
    let refusals = astray.iter().filter_map(|(id, _, _)| Some(in_the_dark(id, load(store, id).err()?)));
    Ok(refusals.collect())
}

/// Refuses to go on beside a loop that bears on it and cannot be read: nobody knows what it found, or whether it ended.
fn in_the_dark(id: &str, mut error: Error) -> Error {
    error.message = format!(
        "{id} may have to do with this and cannot be read, so nobody knows what it found or how it ended: {}",
        error.message
    );
    error
}

/// Puts loops into the order in which they were opened, by the store's own order.
pub(super) fn oldest_first(store: &Store, states: &mut [LoopState]) -> Result<(), Error> {
    let (infos, _) = listed_if(store, |id, _| states.iter().any(|s| s.id.as_str() == id))?;
    let place = |state: &LoopState| infos.iter().position(|info| info.id == state.id.as_str());
    states.sort_by_key(|state| place(state));
    Ok(())
}

/// Loads the loops that had a key of this subject on any branch at any time, the one opened last first.
///
/// # Errors
///
/// Where one of them cannot be read.
///
/// A loop's key is found among those it ever had, since its subject may have come to another branch or to a contract
/// that it suggested itself; and in its own row, should an entry of those be damaged.
pub(super) fn of_same(store: &Store, key: &str) -> Result<Vec<Loaded>, Error> {
    let is_same = |other: &str| Subject::is_key_of_same(other, key);
    let known = store.streams_known_as(Subject::beginning_of_same(key), is_same)?;
    let (infos, failed) = listed_if(store, |id, subject| is_same(subject) || known.contains(id))?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if let Some(lost) = known.iter().find(|id| infos.iter().all(|info| info.id != **id)) {
        return Err(in_the_dark(lost, store.lost(lost).into()));
    }
    let load = |info: &StreamInfo| load(store, &info.id).map_err(|error| in_the_dark(&info.id, error));
    let found: Vec<Loaded> = infos.iter().rev().map(load).collect::<Result<_, _>>()?;
    match astray(found.iter().map(|l| &l.state)).pop() {
        Some((_, error)) => Err(error),
        None => Ok(found),
    }
}

/// Loads the loops that have a pass which pinned one of these names, the newest first, one after the other as they are
/// asked for; `wanted` tells of a pass's opening, as it is stored, whether it did. One that cannot be read is left out: it
/// covers nothing.
pub(super) fn with_pass<'s>(
    store: &'s Store,
    names: &[String],
    wanted: impl Fn(&[u8]) -> bool,
) -> Result<impl Iterator<Item = LoopState> + 's, Error> {
    let streams = store.streams_naming(names, PASS_OPENED, wanted)?;
    Ok(streams.into_iter().rev().filter_map(|found| Some(load(store, &found.id).ok()?.state)))
}

/// Loads the loops as [`with_pass`] finds them, oldest first, but for those of other subjects than the one of this key
/// that were let go on with nothing left open and got no event since: those are not read. `bears` tells by the key of
/// another subject whether its loop could stand in the way at all. One that a newer version went on with comes as it stood
/// before, with the refusal of whoever would go on over its work.
///
/// # Errors
///
/// Where a loop that could stand in the way is damaged, or a newer version went on with one of the subject itself.
pub(super) fn in_the_way(
    store: &Store,
    names: &[String],
    wanted: impl Fn(&[u8]) -> bool,
    key: &str,
    bears: impl Fn(&str) -> bool,
) -> Result<Vec<(LoopState, Option<Error>)>, Error> {
    let is_same = |other: &str| Subject::is_key_of_same(other, key);
    let own = store.streams_known_as(Subject::beginning_of_same(key), is_same)?;
    let mut found = Vec::new();
    let mut settled = Vec::new();
    for naming in store.streams_naming(names, PASS_OPENED, wanted)? {
        let is_own = is_same(&naming.subject) || own.contains(&naming.id);
        if naming.settled && !is_own {
            continue;
        }
        let Loaded { state, entries, .. } = match load(store, &naming.id) {
            Ok(loaded) => loaded,
            Err(error) if is_own || bears(&naming.subject) => {
                let error = in_the_dark(&naming.id, error);
                match known_state(store, &naming.id).filter(|_| !is_own) {
                    Some(known) => found.push((*known, Some(error))),
                    None => return Err(error),
                }
                continue;
            }
            Err(_) => continue,
        };
        let last = entries.last().filter(|_| !naming.settled && is_settled(&state));
        settled.extend(last.map(|last| (naming.id.clone(), last.hash.clone())));
        found.push((state, None));
    }
    // A note for the next time; without it they are read once more.
    let _ = store.settle(&settled);
    Ok(found)
}

/// Tells whether a loop ended so that it stands in the way of no other subject: it was let go on, and left nothing open.
fn is_settled(state: &LoopState) -> bool {
    state.outcome().is_some_and(Outcome::lets_go_on) && !counts_on(state)
}

/// Loops whose names one call lists that were not listed yet, at most.
const LISTED: u32 = 50;

/// Lists what loops pinned that are of an older version's store or were carried over by a repair, a part at each call.
pub(super) fn list_names(store: &Store) {
    // Those that are not listed are searched themselves.
    let _ = store.list_names(LISTED, &names_of);
}

/// Tells what an event names; nothing for one of a newer version.
pub(super) fn names_of(stored: &Stored) -> Option<Vec<String>> {
    if stored.kind != PASS_OPENED {
        return Some(Vec::new());
    }
    Some(named(&entry(stored).ok()?.event))
}

fn named(event: &Event) -> Vec<String> {
    event.pins().into_iter().map(str::to_owned).collect()
}

fn load_each(store: &Store, mut infos: Vec<StreamInfo>) -> (Vec<Loaded>, Vec<String>) {
    // They are listed as they were opened; shown first is what somebody worked on last.
    infos.sort_by_key(|info| std::cmp::Reverse((info.last_at, info.born)));
    let (mut loops, mut damaged) = (Vec::new(), Vec::new());
    for info in infos {
        match load(store, &info.id) {
            Ok(loaded) => loops.push(Loaded { born: info.born, ..loaded }),
            Err(error) => damaged.push(format!("{}: {error}", info.id)),
        }
    }
    (loops, damaged)
}
