//! Mending: a damaged store is set aside and filled anew with what is whole, reports are written from the events.

use crate::domain::review_loop::{Event, LoopState};
use crate::error::Error;
use crate::io::store::{ReadOnly, Salvaged, Store, StoreError};

use super::super::loops::{self, Loaded};
use super::super::refusals::with_sources;
use super::super::workspace::Workspace;
use super::reports;
use super::store::key_of;

/// Repairs what is to be repaired, and says what was done.
pub(super) fn repair(ws: &Workspace<'_>) -> Result<Vec<String>, Error> {
    let common = ws.repository.common_dir();
    let mut done = Vec::new();
    let mut unnamed = Vec::new();
    if let Some(why) = damaged(ws)? {
        let derive = |stream: &Salvaged| (stream.kind == loops::KIND).then(|| derived(stream)).flatten();
        let repaired = Store::repair(common, ws.clock.now(), &loops::KINDS, &derive)?;
        done.push(format!("{why}; what was found was set aside as {}", repaired.aside.display()));
        done.push(format!("{} loops and phases were carried over whole", repaired.carried.len()));
        for cut in &repaired.cut {
            done.push(format!(
                "{} was left out: its chain broke at event {} ({}); its first {} events can be read with `countersign log {}`",
                cut.stream, cut.seq, cut.fault, cut.kept, cut.stream
            ));
        }
        for cut in &repaired.again {
            done.push(match cut.kept {
                0 => format!(
                    "what an earlier repair kept of {} was damaged, and nothing of it was found again in what was set aside",
                    cut.stream
                ),
                kept => format!(
                    "what an earlier repair kept of {} was damaged; its first {kept} events were found again, see `countersign log {}`",
                    cut.stream, cut.stream
                ),
            });
        }
        if !repaired.lost.is_empty() {
            done.push(format!(
                "{} stored texts no longer matched their hash and were left out",
                repaired.lost.len()
            ));
        }
        unnamed = repaired.unnamed;
    }
    // What cannot be read after a repair is said by the checks that follow.
    if let Some(store) = ws.store_if_any()? {
        let (whole, _) = loops::all(&store)?;
        done.extend(opened_past(&whole, &unnamed));
        let before = reports::wrong(ws, &whole);
        reports::rebuild(ws, None, &whole, false)?;
        let after = reports::wrong(ws, &whole);
        done.extend(
            before
                .into_iter()
                .filter(|path| !after.contains(path))
                .map(|path| format!("{path} was written anew")),
        );
    }
    Ok(done)
}

/// Says why the store is to be repaired; nothing where it is whole, or not ours to touch.
fn damaged(ws: &Workspace<'_>) -> Result<Option<String>, Error> {
    // A writer's moment must not be taken for damage: the store is read with its locks here.
    let store = match Store::open_to_read(ws.repository.common_dir()) {
        Ok(store) => store,
        Err(StoreError::Missing { .. }) => return Ok(None),
        Err(StoreError::Repairing { .. }) => {
            return Ok(Some("a repair that was cut short was finished".to_owned()));
        }
        Err(error @ (StoreError::Damaged { .. } | StoreError::NotAStore { .. })) => {
            return Ok(Some(with_sources(&error)));
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(reason @ ReadOnly::NewerSchema { .. }) = store.read_only() {
        return Err(StoreError::ReadOnly { path: store.path().to_owned(), reason }.into());
    }
    if let Some(reason @ ReadOnly::Misnumbered { .. }) = store.read_only() {
        return Ok(Some(reason.to_string()));
    }
    if let Some(first) = store.verify_with(&loops::names_of).first() {
        return Ok(Some(first.to_string()));
    }
    if store.facts()?.linked {
        return Ok(Some("the store's file or its log had a second name, a hard link".to_owned()));
    }
    let (whole, _) = loops::all(&store)?;
    let infos = store.streams(Some(loops::KIND))?;
    let differs = whole.iter().find(|l| {
        let info = infos.iter().find(|info| info.id == l.state.id.as_str());
        info.is_some_and(|info| info.key != key_of(l))
    });
    Ok(differs
        .map(|l| format!("the list of loops kept {} under another subject than its events", l.state.id)))
}

/// Names the loops that were opened without the findings and counters of an earlier one of their subject, since the list
/// of subjects did not lead to that.
fn opened_past(whole: &[Loaded], unnamed: &[String]) -> Vec<String> {
    let key = |l: &Loaded| l.state.subject.key(&l.state.contract);
    let follows_none = |l: &&Loaded| {
        let first = l.entries.first().map(|entry| &entry.event);
        matches!(first, Some(Event::Opened { predecessor: None, .. }))
    };
    let mut named = Vec::new();
    for past in whole.iter().filter(|l| unnamed.iter().any(|id| id == l.state.id.as_str())) {
        let later = whole.iter().filter(|l| l.born > past.born && key(l) == key(past)).filter(follows_none);
        named.extend(later.map(|l| {
            format!(
                "{} was opened past {} of the same subject, which the damaged list did not show: it has neither its findings nor its counters; read `countersign log {}`, and have the work reviewed again where one still holds",
                l.state.id, past.state.id, past.state.id
            )
        }));
    }
    named
}

/// Tells from a loop's events under which key it is open; nothing where this version cannot read them.
fn derived(stream: &Salvaged) -> Option<Option<String>> {
    let entries = stream.events.iter().map(|row| loops::entry(row).ok()).collect::<Option<Vec<_>>>()?;
    let state = LoopState::fold(&entries)?;
    Some(key_of(&Loaded { state, entries, born: 0 }))
}
