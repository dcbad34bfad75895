//! Reports of phases against the events they rest on (SPEC 10, 13.3): a report prints the ends of its chain, and one that
//! ends where the store's does not has outlived events that were dropped or rewritten.

use std::collections::BTreeMap;

use crate::app::phases;
use crate::app::verify::{KIND, event, id_of};
use crate::app::workspace::Workspace;
use crate::domain::checkup::Check;
use crate::domain::phase_report::{ChainEnds, chain_of};
use crate::io::store::Store;

/// The largest report read, in bytes.
const LIMIT: u64 = 16 * 1024 * 1024;

/// How the chain that a report prints stands to those of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Held,
    /// A chain of the store begins like it, and does not hold its head.
    Cut,
    /// No chain begins like it: another clone wrote it, or all of it was lost.
    Unknown,
}

pub(super) fn checks(ws: &Workspace<'_>, store: &Store) -> Vec<Check> {
    let chains = chains(store);
    let mut checks = newer(store);
    let mut held = 0;
    for folder in phases::folders(ws).unwrap_or_default() {
        let Ok(path) = folder.verification() else { continue };
        let text = ws.documents(Some(&path)).read_text(&path, LIMIT).ok().flatten();
        let Some(printed) = text.as_deref().and_then(chain_of) else { continue };
        match standing(&chains, &printed) {
            Standing::Held => held += 1,
            Standing::Cut => checks.push(
                Check::error("report.head", format!("{path} prints a head that the chain of its phase does not have"))
                    .about(path.as_str())
                    .means("events of the phase were dropped or rewritten in the store: a judgement, a person's word or a report")
                    .mend(format!(
                        "compare it with its history in git; countersign verify {} looks anew and writes what holds now",
                        phases::called(ws, folder)
                    )),
            ),
            Standing::Unknown => checks.push(
                Check::note("report.unknown", format!("{path} rests on events that this store does not hold"))
                    .about(path.as_str())
                    .means("it was written in another clone, or its events cannot be read or were lost"),
            ),
        }
    }
    if held > 0 {
        checks.push(Check::ok("report", format!("{held} reports of phases rest on events that are there")));
    }
    checks
}

/// Says what a phase means whose events a repair left out, and which call looks at it anew.
pub(super) fn left_out(ws: &Workspace<'_>, stream: &str) -> (String, String) {
    let means = "what was judged, confirmed or overridden of its phase counts no more".to_owned();
    let folders = phases::folders(ws).unwrap_or_default();
    let mend = match folders.iter().find(|folder| id_of(ws, folder) == stream) {
        Some(folder) => {
            let phase = phases::called(ws, folder);
            format!("verify_phase {{\"phase\":{phase:?}}} has every item judged and confirmed anew")
        }
        None => {
            "verify_phase with its phase, on its branch, has every item judged and confirmed anew".to_owned()
        }
    };
    (means, mend)
}

/// Names the phases that a newer version went on with.
fn newer(store: &Store) -> Vec<Check> {
    let (infos, _) = store.readable_streams(Some(KIND)).unwrap_or_default();
    let told = infos.iter().filter_map(|info| {
        let events = store.events(&info.id).ok()?;
        let error = events.iter().find_map(|stored| event(stored).err())?;
        // A phase's key is its folder and branch.
        let folder = info.subject.split('\n').nth(1).unwrap_or(&info.id);
        Some(
            Check::warning("phase.newer", format!("{folder}: {}", error.message))
                .about(info.id.clone())
                .means("its verification is read-only for this version; the others go on")
                .mend("install the newer version wherever Countersign is started"),
        )
    });
    told.collect()
}

/// The hashes of each chain of a phase, by its first.
fn chains(store: &Store) -> BTreeMap<String, Vec<String>> {
    let (infos, _) = store.readable_streams(Some(KIND)).unwrap_or_default();
    let read = infos.iter().filter_map(|info| store.events(&info.id).ok());
    let hashes = read.map(|events| events.into_iter().map(|event| event.hash).collect::<Vec<_>>());
    hashes.filter_map(|all| Some((all.first()?.clone(), all))).collect()
}

fn standing(chains: &BTreeMap<String, Vec<String>>, printed: &ChainEnds) -> Standing {
    match chains.get(&printed.begins) {
        Some(chain) if chain.contains(&printed.head) => Standing::Held,
        Some(_) => Standing::Cut,
        None => Standing::Unknown,
    }
}
