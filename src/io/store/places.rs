//! The places of streams in the order in which they were opened, put back where the list of streams has others.
//!
//! No hash holds a place. But what a stream names is listed with it, and a stream that follows another says so in its
//! events: neither agrees with places that were exchanged.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;

use super::names;
use super::repair::Knowing;
use super::salvage::Salvaged;

/// How often streams are put behind those that they follow: a long chain in disorder is a rare thing.
const ROUNDS: usize = 64;

/// Puts streams back to their places, and returns which were at others.
pub(super) fn put_back(conn: &Connection, streams: &mut [Salvaged], knowing: Knowing<'_>) -> Vec<String> {
    let found: BTreeMap<String, i64> = streams.iter().map(|s| (s.id.clone(), s.born)).collect();
    by_names(conn, streams, knowing);
    by_order(streams, knowing);
    streams.iter().filter(|s| found.get(&s.id) != Some(&s.born)).map(|s| s.id.clone()).collect()
}

/// By the places at which what they name is listed. Who stands there gets a place that is free then.
fn by_names(conn: &Connection, streams: &mut [Salvaged], knowing: Knowing<'_>) {
    let unlisted = || -> rusqlite::Result<BTreeSet<String>> {
        conn.prepare("SELECT stream FROM unlisted")?.query_map([], |row| row.get(0))?.collect()
    };
    // A store of an older schema has no such list.
    let Ok(unlisted) = unlisted() else { return };
    let named = streams.iter().filter(|s| s.fault.is_none() && !unlisted.contains(&s.id)).map(|s| {
        let names = s.events.iter().flat_map(|event| (knowing.names_of)(event).unwrap_or_default());
        (s.id.clone(), s.born, names.collect())
    });
    let Ok(misnamed) = names::misnamed(conn, named) else { return };
    let listed: BTreeMap<String, i64> =
        misnamed.into_iter().filter_map(|found| Some((found.id, found.listed?))).collect();
    let taken: BTreeSet<i64> = listed.values().copied().collect();
    if taken.len() < listed.len() {
        // Two of one place: nobody knows whose it is.
        return;
    }
    let left: BTreeSet<i64> = streams.iter().filter(|s| listed.contains_key(&s.id)).map(|s| s.born).collect();
    let mut free = left.difference(&taken).copied();
    for stream in streams.iter_mut() {
        match listed.get(&stream.id) {
            Some(place) => stream.born = *place,
            None if taken.contains(&stream.born) => stream.born = free.next().unwrap_or(stream.born),
            None => {}
        }
    }
}

/// Behind those that they follow.
fn by_order(streams: &mut [Salvaged], knowing: Knowing<'_>) {
    let nth: BTreeMap<String, usize> = streams.iter().enumerate().map(|(n, s)| (s.id.clone(), n)).collect();
    let followed: Vec<(usize, usize)> = streams
        .iter()
        .enumerate()
        .filter_map(|(n, s)| Some((n, *nth.get(&(knowing.followed_by)(s)?)?)))
        .collect();
    for _ in 0..ROUNDS {
        let mut is_in_order = true;
        for (later, earlier) in &followed {
            let (one, other) = (streams[*later].born, streams[*earlier].born);
            if one < other {
                (streams[*later].born, streams[*earlier].born) = (other, one);
                is_in_order = false;
            }
        }
        if is_in_order {
            return;
        }
    }
}
