//! Mending: a damaged store is set aside and filled anew with what is whole, reports are written from the events.

use crate::domain::review_loop::{Event, LoopState};
use crate::error::Error;
use crate::io::store::{self, BroughtBack, Damage, Knowing, LostLog, ReadOnly, Salvaged, Store, StoreError};

use super::super::loops::{self, Loaded, lost_logs};
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
        let of_loop = |stream: &Salvaged| (stream.kind == loops::KIND).then(|| derived(stream)).flatten();
        let knowing = Knowing {
            kinds: &loops::KINDS,
            key_of: &|stream| of_loop(stream).map(|loaded| key_of(&loaded)),
            names_of: &loops::names_of,
            followed_by: &|stream| Some(of_loop(stream)?.state.predecessor?.to_string()),
        };
        let repaired = Store::repair_knowing(common, ws.clock.now(), knowing)?;
        done.push(format!("{why}; what was found was set aside as {}", repaired.aside.display()));
        if repaired.searched {
            done.push(
                "the lists that lead to its rows were damaged: its pages were read one by one; of a loop whose newest events are on a page that was lost, the report prints a head that the store does not have"
                    .to_owned(),
            );
        }
        for id in &repaired.moved {
            done.push(format!(
                "{id} was put back to its place in the order in which loops were opened: the list had it at another one than its events prove"
            ));
        }
        done.push(if repaired.was_done {
            "the new file was in its place already, and only the mark of that repair was left".to_owned()
        } else {
            format!("{} loops and phases were carried over whole", repaired.carried.len())
        });
        for cut in &repaired.cut {
            let kept = match cut.kept {
                0 => "none of its events can be read".to_owned(),
                1 => format!("its first event can be read with `countersign log {}`", cut.stream),
                n => format!("its first {n} events can be read with `countersign log {}`", cut.stream),
            };
            done.push(format!("{} was left out: {}; {kept}", cut.stream, cut.why()));
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
    done.extend(kept_of_removed_logs(ws)?);
    let mut there = Vec::new();
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
        there = whole;
    }
    done.extend(lost_logs_seen(ws, &there)?);
    Ok(done)
}

/// Says of each lost log that it was seen, and which reports tell of loops that are not there.
fn lost_logs_seen(ws: &Workspace<'_>, whole: &[Loaded]) -> Result<Vec<String>, Error> {
    let seen = store::see_lost_logs(ws.repository.common_dir())?;
    if seen.is_empty() {
        return Ok(Vec::new());
    }
    let unknown = reports::unknown(ws, whole);
    let told = match reports::in_words(&unknown) {
        None => "no report here tells of a loop that the store does not hold".to_owned(),
        Some(shown) => format!(
            "reports that tell of loops which the store does not hold: {shown}; have their work reviewed anew"
        ),
    };
    let said = |lost: &LostLog| {
        let (what, name) = (lost_logs::in_words(lost), lost_logs::name(lost));
        format!("{what} ({name}): what it held cannot be brought back; {told}")
    };
    Ok(seen.iter().map(said).collect())
}

/// Keeps what lies in logs that were removed under a server, and nowhere in the store.
fn kept_of_removed_logs(ws: &Workspace<'_>) -> Result<Vec<String>, Error> {
    let has_some = match ws.store_if_any() {
        Ok(Some(store)) => store.removed_logs().is_ok_and(|logs| !logs.is_empty()),
        // All that there was of the store may have lain in its log.
        Ok(None) => !store::logs_aside(ws.repository.common_dir()).is_empty(),
        // Said by the checks that follow.
        Err(_) => false,
    };
    if !has_some {
        return Ok(Vec::new());
    }
    let done = ws.store()?.bring_back_removed_logs(&loops::KINDS)?;
    let said = |one: BroughtBack| match one {
        BroughtBack::Strays { texts, aside } => format!(
            "{texts} texts that no loop took lay in a log which was removed under a server, {aside}; they are in the store"
        ),
        BroughtBack::Whole { stream, events, aside } => format!(
            "{stream} goes on with {events} events that lay in a log which was removed under a server, {aside}"
        ),
        BroughtBack::Kept(cut) => format!(
            "{} lay in a log that was removed under a server, {}: its events are kept, see `countersign log {}`; have its work reviewed anew",
            cut.stream, cut.aside, cut.stream
        ),
    };
    Ok(done.into_iter().map(said).collect())
}

/// Says why the store is to be repaired; nothing where it is whole, or not ours to touch.
fn damaged(ws: &Workspace<'_>) -> Result<Option<String>, Error> {
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
    // What another server writes between two looks must not be taken for damage.
    store.at_one_moment(|| damaged_now(&store))?
}

fn damaged_now(store: &Store) -> Result<Option<String>, Error> {
    let damage = store.verify_with(&loops::names_of);
    // What is lost with each table is said.
    let gone: Vec<String> =
        damage.iter().filter(|d| matches!(d, Damage::Table { .. })).map(ToString::to_string).collect();
    if !gone.is_empty() {
        return Ok(Some(gone.join("; ")));
    }
    if let Some(first) = damage.first() {
        return Ok(Some(first.to_string()));
    }
    let facts = store.facts()?;
    if facts.journal == "unknown" {
        return Ok(Some("the header of the store's file did not say how it is journalled".to_owned()));
    }
    if facts.linked {
        return Ok(Some("the store's file or its log had a second name, a hard link".to_owned()));
    }
    let (whole, _) = loops::all(store)?;
    if let Some(first) = loops::out_of_order(&whole).into_iter().next() {
        return Ok(Some(first));
    }
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

/// Reads a loop from its events; nothing where this version cannot read them.
fn derived(stream: &Salvaged) -> Option<Loaded> {
    let entries = stream.events.iter().map(|row| loops::entry(row).ok()).collect::<Option<Vec<_>>>()?;
    let state = LoopState::fold(&entries)?;
    Some(Loaded { state, entries, born: 0 })
}
