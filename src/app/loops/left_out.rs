//! Loops that repairs left out of the store (SPEC 13.3). Nobody goes on from them, and nothing but what was kept of them
//! tells that they were there: whoever looks for earlier loops is told of them.
//!
//! A repair may leave out as many as there were. Each list is read once, whatever their number.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::domain::ids::LoopId;
use crate::domain::receipt::same_subject;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Entry;
use crate::error::Error;
use crate::io::store::{Cut, Store, StreamInfo};

use super::{KIND, KINDS, entry, listed_if, load, lost_logs};

/// A loop that a repair left out of the store, as its first events tell of it. Nobody goes on from it.
pub(in crate::app) struct LeftOut {
    pub(in crate::app) state: LoopState,
    /// Where its chain broke, and where what is left can be read.
    pub(in crate::app) why: String,
    /// Its place in the store's own order; nothing where an older version left it out, or nobody knows.
    pub(in crate::app) born: Option<i64>,
}

impl LeftOut {
    /// Tells whether a loop of this place was opened after it. Only where its own place is not known the clock tells.
    pub(in crate::app) fn is_before(&self, born: i64, state: &LoopState) -> bool {
        self.born.map_or(state.opened_at > self.state.opened_at, |own| born > own)
    }
}

/// Returns the loops that repairs left out and of which it can be told what they were of.
pub(in crate::app) fn left_out(store: &Store) -> Result<Vec<LeftOut>, Error> {
    let mut found = Vec::new();
    for (cut, rows) in store.kept()?.into_iter().filter(|(cut, _)| is_of_loop(cut)) {
        // What was kept of one and cannot be read any more is no other's loss; see [`losses`].
        let entries: Vec<Entry> = rows.iter().map_while(|row| entry(row).ok()).collect();
        let Some(state) = LoopState::fold(&entries) else { continue };
        let why = if cut.is_aside {
            format!("{}; `countersign doctor --repair` brings them in from {}", cut.why(), cut.aside)
        } else {
            format!(
                "{}, and the store was repaired without it; `countersign log {}` shows what is left",
                cut.why(),
                cut.stream
            )
        };
        found.push(LeftOut { state, why, born: cut.born });
    }
    Ok(found)
}

/// Tells whether a loop of the same subject was left out that stands behind this one: nobody who ended this one knew what that
/// one found, and the same work is reviewed anew.
pub(in crate::app) fn is_behind(store: &Store, state: &LoopState) -> Result<bool, Error> {
    let mut lost = left_out(store)?;
    lost.retain(|lost| same_subject(&lost.state.subject, &state.subject));
    if lost.is_empty() {
        return Ok(false);
    }
    let id = state.id.to_string();
    let born = store.streams(Some(KIND))?.into_iter().find(|info| info.id == id).map_or(0, |info| info.born);
    Ok(lost.iter().any(|lost| !lost.is_before(born, state)))
}

/// Tells whether a repair left out a loop: what cannot be told may have been one.
fn is_of_loop(cut: &Cut) -> bool {
    cut.kind == KIND || cut.is_damaged && cut.kind != KINDS[1]
}

/// Says what is known to be missing and of which nobody can tell what it found: loops that repairs left out and of which what
/// was kept is damaged since, and what logs held that are lost.
pub(in crate::app) fn losses(store: &Store) -> Vec<String> {
    let cuts = match store.cuts() {
        Ok(cuts) => cuts,
        Err(error) => return vec![format!("what repairs left out: {}", Error::from(error))],
    };
    let damaged = cuts.into_iter().filter(|cut| cut.is_damaged && is_of_loop(cut));
    let damaged = damaged.map(|cut| {
        format!(
            "{}: it was left out when the store was repaired, and what was kept of it is damaged; `countersign doctor --repair` looks for it in the file that was set aside",
            cut.stream
        )
    });
    damaged.chain(lost_logs::of(store)).collect()
}

/// Returns the ids of the loops that repairs left out and of which nothing tells what they were of.
pub(in crate::app) fn untold_left_out(store: &Store) -> Result<Vec<String>, Error> {
    let told: BTreeSet<String> = left_out(store)?.into_iter().map(|lost| lost.state.id.to_string()).collect();
    let untold = store.cuts()?.into_iter().filter(|cut| is_of_loop(cut) && !told.contains(&cut.stream));
    Ok(untold.map(|cut| cut.stream).collect())
}

/// Names the loops that repairs left out as [`super::all`] names those that cannot be read, but for those that it names
/// itself.
pub(in crate::app) fn left_out_in_words(store: &Store) -> Result<Vec<String>, Error> {
    let cuts = store.cuts()?.into_iter().filter(|cut| cut.kind == KIND && !cut.is_damaged);
    Ok(cuts.map(|cut| format!("{}: it was left out when the store was repaired", cut.stream)).collect())
}

/// The loops that are there, in groups, for those who ask which of them were opened after one that was left out: the list
/// is read once, and a loop at most once, when it is asked for.
pub(in crate::app) struct Later<'s> {
    store: &'s Store,
    groups: BTreeMap<String, Vec<StreamInfo>>,
    /// What was read; nothing where it cannot be.
    read: RefCell<BTreeMap<String, Option<LoopState>>>,
}

impl<'s> Later<'s> {
    /// Lists the loops by the group that `group` makes of the key under which each was opened; those of none are left out.
    pub(in crate::app) fn grouped(
        store: &'s Store,
        group: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Error> {
        let (infos, failed) = listed_if(store, |_, key| group(key).is_some())?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        let mut groups: BTreeMap<String, Vec<StreamInfo>> = BTreeMap::new();
        for info in infos {
            if let Some(group) = group(&info.subject) {
                groups.entry(group).or_default().push(info);
            }
        }
        Ok(Self { store, groups, read: RefCell::default() })
    }

    /// Tells whether a loop of this group that `is_it` was opened after the one that was left out.
    pub(in crate::app) fn has(
        &self,
        group: &str,
        lost: &LeftOut,
        is_it: impl Fn(&LoopState) -> bool,
    ) -> bool {
        self.groups.get(group).into_iter().flatten().any(|info| self.follows(info, lost, &is_it))
    }

    /// Tells whether the loop of this id was opened after the one that was left out.
    pub(in crate::app) fn has_id(&self, id: &LoopId, lost: &LeftOut) -> bool {
        let mut all = self.groups.values().flatten();
        all.find(|info| info.id == id.as_str()).is_some_and(|info| self.follows(info, lost, &|_| true))
    }

    fn follows(&self, info: &StreamInfo, lost: &LeftOut, is_it: &dyn Fn(&LoopState) -> bool) -> bool {
        // Where the places tell it, nothing is read for that.
        if lost.born.is_some_and(|own| info.born <= own) {
            return false;
        }
        let mut read = self.read.borrow_mut();
        let state = read
            .entry(info.id.clone())
            .or_insert_with(|| load(self.store, &info.id).ok().map(|loaded| loaded.state));
        state.as_ref().is_some_and(|state| lost.is_before(info.born, state) && is_it(state))
    }
}
