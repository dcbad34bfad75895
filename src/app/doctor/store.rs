//! The event log: where it lies, whether it can be written, whether every chain in it holds (SPEC 13.3).

use std::collections::BTreeMap;

use crate::domain::checkup::{Check, State};
use crate::error::ErrorKind;
use crate::io::machine::{self, Sharing};
use crate::io::store::{
    self, Damage, LogFault, LostLog, ReadOnly, RemovedLog, Store, StoreError, StreamInfo,
};

use super::super::loops::{self, Loaded, lost_logs};
use super::super::refusals::with_sources;
use super::super::some_of::some_of;
use super::super::verify;
use super::super::workspace::Workspace;
use super::{phases, reports};

/// How often everything is looked at anew because others wrote meanwhile.
const LOOKS: u32 = 4;
/// The most contents that are named one by one.
const NAMED: usize = 5;

pub(super) const REPAIR: &str = "countersign doctor --repair";

pub(super) fn checks(ws: &Workspace<'_>) -> Vec<Check> {
    let mut checks = place(ws);
    let mut looks: Vec<Vec<Check>> = Vec::new();
    for _ in 0..LOOKS {
        match Store::open_to_examine(ws.repository.common_dir()) {
            Ok(store) => {
                let found = of_store(ws, &store);
                // What others wrote meanwhile may look like damage to one who reads past them.
                if !store.moved_on() {
                    looks.clear();
                    looks.push(found);
                    break;
                }
                looks.push(found);
            }
            Err(error) => {
                checks.push(closed(&error));
                if matches!(error, StoreError::Missing { .. }) {
                    checks.extend(only_log(ws));
                    checks.extend(reports::without_a_store(ws));
                }
                return checks;
            }
        }
    }
    checks.extend(agreed(looks));
    checks
}

/// Takes from looks between which others wrote what each of them found: a report that is newer than what was read of its
/// loop is no damage, and what is damaged stays so.
fn agreed(mut looks: Vec<Vec<Check>>) -> Vec<Check> {
    let last = looks.pop().unwrap_or_default();
    let holds = |check: &Check| check.state == State::Ok || looks.iter().all(|look| look.contains(check));
    let (mut agreed, fleeting): (Vec<Check>, Vec<Check>) = last.into_iter().partition(holds);
    if !fleeting.is_empty() {
        agreed.push(
            Check::note("store.busy", "others wrote whenever this was looked at")
                .means("what only some of the looks found is left out: it was most likely a report that came between two of them")
                .mend("ask again when nobody works here"),
        );
    }
    agreed
}

/// What is around the file, whether there is one or not.
fn place(ws: &Workspace<'_>) -> Vec<Check> {
    let common = ws.repository.common_dir();
    let mut checks = Vec::new();
    match machine::sharing(common) {
        Sharing::Network(kind) => checks.push(
            Check::error("store.network", format!("the repository lies on a network file system ({kind})"))
                .about(common.display().to_string())
                .means("locks and the write-ahead log do not hold between machines: two of them can damage the store")
                .mend("work in a clone on a local disk; until then use it from one machine at a time"),
        ),
        Sharing::Bridge(kind) => checks.push(
            Check::note("store.network", format!("the repository lies on {kind}, which others may have mounted too"))
                .about(common.display().to_string())
                .means("a host and its guest that write at the same time can damage the store; one of them alone cannot"),
        ),
        Sharing::Local => {}
    }
    checks.extend(store::lost_logs(common).iter().map(lost_log));
    let aside = store::set_aside(common);
    if !aside.is_empty() {
        let named: Vec<String> = aside.iter().map(|path| path.display().to_string()).collect();
        checks.push(
            Check::note("store.set_aside", format!("kept beside the store: {}", named.join(", ")))
                .means("damaged files that a repair set aside, and backups from before a change of schema; only a repair looks into the former once more, for what it had to leave out")
                .mend("remove them by hand once you miss nothing"),
        );
    }
    checks
}

/// A log that is gone with what it alone held.
fn lost_log(lost: &LostLog) -> Check {
    let seen = format!(
        "{REPAIR}: it names the reports that tell of loops which are gone, and opens the gates again; have the work of those reviewed anew"
    );
    let (means, mend) = match lost.process {
        Some(process) => (
            "others went on without it, and gates stay closed: what it held comes back when that process goes on, and never where it has ended",
            format!(
                "let it go on (`kill -CONT {process}`) or end it; then, where this is told still, {seen}"
            ),
        ),
        None => (
            "what was recorded in it nobody can bring back: loops may be gone or short, and gates stay closed",
            seen,
        ),
    };
    Check::error("store.log_lost", lost_logs::in_words(lost))
        .about(lost.path.display().to_string())
        .means(means)
        .mend(mend)
}

/// Why there is no store to be looked at.
fn closed(error: &StoreError) -> Check {
    let said = with_sources(error);
    match error {
        StoreError::Missing { path } => {
            Check::ok("store", format!("none yet; the first review makes it at {}", path.display()))
        }
        StoreError::NewerSchema { .. } => Check::error("store.schema", said)
            .means("this version can neither read nor write it; nothing was changed")
            .mend("install the newer version wherever Countersign is started"),
        StoreError::Outside { path, .. } => Check::error("store", said)
            .means("nothing is read or written through it")
            .mend(format!("replace the link {} by what it leads to, or remove it", path.display())),
        StoreError::NoFile { path, .. } => Check::error("store", said)
            .about(path.display().to_string())
            .means("every call that needs the store is refused; nothing was read or written through it")
            .mend(store::put_in_place(path)),
        StoreError::Repairing { .. } => Check::error("store", said)
            .means("every call that needs the store is refused until it is finished; nothing is lost")
            .mend(REPAIR),
        StoreError::NotAStore { path, .. } if !path.exists() => Check::error("store", said)
            .means("every call that needs the store is refused; what its log holds was left as it is")
            .mend(format!(
                "{REPAIR} brings back what the log holds, where that is the whole store; else put a backup of {} back, or move {}-wal away and begin anew: {}",
                path.display(),
                path.display(),
                store::set_aside_by_hand(path)
            )),
        StoreError::NotAStore { path, .. } => Check::error("store", said)
            .means("every call that needs the store is refused; the file was left as it is")
            .mend(format!(
                "{REPAIR}, if it was a store; where that finds nothing in it: {}",
                store::set_aside_by_hand(path)
            )),
        StoreError::PastRepair { command, .. } => Check::error("store", said)
            .means("every call that needs the store is refused; the file was left as it is")
            .mend(command.clone()),
        StoreError::Damaged { .. } => Check::error("store", said)
            .means("every call that needs the store is refused; the file was left as it is")
            .mend(REPAIR),
        StoreError::Stale { .. }
        | StoreError::NoStream { .. }
        | StoreError::StreamTaken { .. }
        | StoreError::KeyTaken { .. }
        | StoreError::Broken { .. }
        | StoreError::BrokenBlob { .. }
        | StoreError::ReadOnly { .. }
        | StoreError::CannotCreate { .. }
        | StoreError::Replaced { .. }
        | StoreError::Locked { .. }
        | StoreError::OfAnother { .. }
        | StoreError::DiskFull { .. }
        | StoreError::NoWal { .. }
        | StoreError::Io { .. }
        | StoreError::Sqlite { .. } => Check::error("store", said)
            .means("every call that needs the store is refused; nothing was changed")
            .mend(error.hint()),
    }
}

fn of_store(ws: &Workspace<'_>, store: &Store) -> Vec<Check> {
    let mut checks = file(ws, store);
    let damage = store.verify_with(&loops::names_of);
    let (infos, _) = store.readable_streams(None).unwrap_or_default();
    let (whole, newer) = load(store, &infos, &damage);
    checks.extend(damage_checks(store, &damage, infos.len()));
    checks.extend(newer);
    checks.extend(listing(&whole, &infos));
    checks.extend(loops::out_of_order(&whole).into_iter().map(|said| {
        Check::error("store.listing", said)
            .means("which loop of a subject came last is told by that order; the events are there")
            .mend(REPAIR)
    }));
    checks.extend(cuts(ws, store));
    checks.extend(removed_logs(store));
    checks.extend(strays(store));
    let cuts = store.cuts().unwrap_or_default().into_iter().map(|cut| cut.stream);
    let named = infos.into_iter().map(|info| info.id).chain(cuts).collect();
    checks.extend(reports::checks(ws, &whole, &named));
    checks.extend(phases::checks(ws, store));
    checks
}

/// What is kept of a log that was removed under a server where there is no store: it may hold all there was of one.
fn only_log(ws: &Workspace<'_>) -> Option<Check> {
    let kept = store::logs_aside(ws.repository.common_dir());
    let named: Vec<String> = kept.iter().map(|path| path.display().to_string()).collect();
    (!named.is_empty()).then(|| {
        Check::error(
            "store.log_removed",
            format!("there is no store, and its log was removed while it was in use: {} may hold all there was of it", named.join(", ")),
        )
        .means("what was answered for is there; calls begin a new store without it")
        .mend(format!("{REPAIR}: it brings it back"))
    })
}

/// What is kept of logs that were removed under a server, and in the store nowhere.
fn removed_logs(store: &Store) -> Vec<Check> {
    let logs = match store.removed_logs() {
        Ok(logs) => logs,
        Err(error) => return vec![closed(&error)],
    };
    let due =
        logs.into_iter().filter(|log| log.strays > 0 || log.alone.as_ref().is_none_or(|ids| !ids.is_empty()));
    due.map(|RemovedLog { path, alone, strays }| {
        let shown = path.display();
        let said = "the log of the store was removed while it was in use, and others wrote past it";
        match alone {
            Some(ids) => {
                let texts = (strays > 0).then(|| format!("{strays} texts that no loop took"));
                let held: Vec<String> =
                    (!ids.is_empty()).then(|| some_of(&ids, NAMED)).into_iter().chain(texts).collect();
                Check::error("store.log_removed", format!("{said}: {shown} alone holds {}", held.join(" and ")))
                    .means("what was answered for is there; gates stay closed for it, and later reviews do not know of it")
                    .mend(format!("{REPAIR}: it brings them into the store where that has nothing else in their place, or keeps them to be read and reviewed anew"))
            }
            None => Check::warning(
                "store.log_removed",
                format!("{said}: what {shown} holds of it cannot be read as a whole"),
            )
            .means("loops may be in it that the store does not hold; their reports tell")
            .mend(format!("{REPAIR} keeps what can be read of it; then remove the file")),
        }
        .about(shown.to_string())
    })
    .collect()
}

/// The file as a file: size, schema, journal, permissions, locks.
fn file(ws: &Workspace<'_>, store: &Store) -> Vec<Check> {
    let facts = match store.facts() {
        Ok(facts) => facts,
        Err(error) => return vec![closed(&error)],
    };
    let shown = facts.path.display().to_string();
    let mut checks = vec![Check::ok(
        "store",
        format!(
            "{shown}, {} KB and {} KB of log, schema {}, journal {}",
            facts.bytes.div_ceil(1024),
            facts.log_bytes.div_ceil(1024),
            facts.schema,
            facts.journal
        ),
    )];
    if facts.schema < facts.known_schema && !matches!(facts.read_only, Some(ReadOnly::Misnumbered { .. })) {
        checks.push(
            Check::note("store.schema", format!("an older version wrote it (schema {})", facts.schema))
                .means("the next call that writes keeps a backup beside it and brings it up to date"),
        );
    }
    if let Some(ReadOnly::NewerSchema { found, known }) = facts.read_only {
        checks.push(
            Check::error(
                "store.schema",
                format!("a newer version wrote it (schema {found}; this version writes {known})"),
            )
            .about(shown.clone())
            .means("it can be read, and every call that writes is refused")
            .mend("install the newer version wherever Countersign is started"),
        );
    }
    if let Some(reason @ ReadOnly::Misnumbered { .. }) = facts.read_only {
        checks.push(
            Check::error("store.schema", reason.to_string())
                .about(shown.clone())
                .means(
                    "it can be read, and every call that writes is refused; no newer version would know it",
                )
                .mend(REPAIR),
        );
    }
    if facts.journal == "unknown" && facts.bytes > 0 {
        checks.push(
            Check::error("store.journal", "its header does not say how it is journalled: that is damaged")
                .about(shown.clone())
                .means("it can be read; a call that writes may be refused")
                .mend(REPAIR),
        );
    } else if facts.journal != "wal" && facts.bytes > 0 {
        checks.push(
            Check::warning(
                "store.journal",
                format!("it is journalled as {}, not by a write-ahead log", facts.journal),
            )
            .about(shown.clone())
            .means("readers and writers wait for each other; another program changed it")
            .mend("any call that writes sets it right"),
        );
    }
    if facts.linked {
        checks.push(
            Check::error("store.linked", "the store's file or its log has a second name, a hard link")
                .about(shown.clone())
                .means("two copies of the repository would write into one file, each past the other: it can be read, and every call that writes is refused")
                .mend(format!("{REPAIR}: it gives this repository a file of its own")),
        );
    }
    let folder = store::folder(ws.repository.common_dir());
    let files = facts.files();
    // What SQLite lays beside the file is there: nothing has to be made in the folder to go on.
    let goes_on = files.iter().all(|path| path.exists() && machine::may_write(path) != Some(false));
    for path in files.iter().chain([&folder]) {
        if machine::may_write(path) == Some(false) {
            let check = if goes_on {
                Check::warning("store.permissions", format!("no file can be made in {}", path.display()))
                    .means("calls that write work while store.db-wal and store.db-shm lie there, and are refused once those are gone; neither backup nor repair can be made")
            } else {
                Check::error("store.permissions", format!("{} cannot be written", path.display()))
                    .means("what is recorded can be read; every call that writes is refused, and no second store is made")
            };
            checks.push(check.about(path.display().to_string()).mend(format!(
                "chmod u+w {}, as the user that the server runs as; in a sandbox, allow writes to it",
                path.display()
            )));
        }
        let refused =
            (path == &folder && machine::may_write(path) == Some(true)).then(|| machine::makes_files(path));
        if let Some(why) = refused.flatten().map(std::io::Error::from_raw_os_error) {
            checks.push(
                Check::error("store.permissions", format!("no file can be made in {}: {why}", path.display()))
                    .about(path.display().to_string())
                    .means("its mode allows it and the system does not; calls that write are refused, and no second store is made")
                    .mend("in a sandbox allow writes to the git directory; on a full disk free space; with too many open files raise `ulimit -n`"),
            );
        }
        if machine::is_open_to_all(path) {
            checks.push(
                Check::warning(
                    "store.permissions",
                    format!("every user of this machine may write to {}", path.display()),
                )
                .about(path.display().to_string())
                .means("others can alter the record; the chains show that, and do not prevent it")
                .mend(format!("chmod o-w {}", path.display())),
            );
        }
    }
    if let Some(owner) = facts.of_another() {
        let what = format!("user {owner}, whose it is, could not write to what this user makes beside it");
        let check = if goes_on {
            Check::warning("store.permissions", what)
                .means("calls that write work while store.db-wal and store.db-shm lie there, and are refused once those are gone")
        } else {
            Check::error("store.permissions", what)
                .means("what is recorded can be read; every call of this user that writes is refused, and no second store is made")
        };
        checks.push(check.about(shown).mend(format!(
            "as user {owner}: chmod g+s {}: what is made there is of his group then",
            folder.display()
        )));
    }
    let (writing, open): (Vec<_>, Vec<_>) =
        machine::holders(&facts.locks()).into_iter().partition(|holder| holder.writes);
    let named = |holders: &[machine::Holder]| {
        let named = |h: &machine::Holder| match h.pid {
            0 => "0 (of another container)".to_owned(),
            pid => format!("{pid} ({})", h.name.as_deref().unwrap_or("unknown")),
        };
        holders.iter().map(named).collect::<Vec<_>>().join(", ")
    };
    if !open.is_empty() {
        checks.push(
            Check::note("store.open", format!("open in process {}", named(&open)))
                .means("that is as it should be: a server keeps the store open while it runs"),
        );
    }
    let unseen = facts.unseen();
    if !unseen.is_empty() {
        checks.push(
            Check::note("store.open", format!("what process {} has open cannot be told from here", named(&unseen)))
                .means("it uses the store and is of another user or another container: where somebody removed store.db-wal, what it held is with that process alone until it goes on, and would not be told of here")
                .mend("where the log was removed, run this as that user, or where that process runs"),
        );
    }
    if !writing.is_empty() {
        checks.push(
            Check::note("store.locks", format!("being written at this moment by process {}", named(&writing)))
                .means("a call takes milliseconds; a lock of writers that stays for seconds is of a process that hangs, and holds up every call that writes")
                .mend("if it stays, end that process; nothing is lost by it"),
        );
    }
    checks
}

/// Loads the loops that hold, with a check for each that a newer version wrote.
fn load(store: &Store, infos: &[StreamInfo], damage: &[Damage]) -> (Vec<Loaded>, Vec<Check>) {
    let broken = |id: &str| {
        damage
            .iter()
            .any(|d| matches!(d, Damage::Chain { stream, .. } | Damage::Orphans { stream } if stream == id))
    };
    let (mut whole, mut newer) = (Vec::new(), Vec::new());
    for info in infos.iter().filter(|info| info.kind == loops::KIND && !broken(&info.id)) {
        match loops::load(store, &info.id) {
            Ok(loaded) => whole.push(Loaded { born: info.born, ..loaded }),
            Err(error) if error.kind == ErrorKind::Unavailable => newer.push(
                Check::warning("loop.newer", format!("{}: {}", info.id, error.message))
                    .about(info.id.clone())
                    .means("the loop is read-only for this version; the others go on")
                    .mend("install the newer version wherever Countersign is started"),
            ),
            // Its chain is told of with the damage.
            Err(_) => {}
        }
    }
    (whole, newer)
}

fn damage_checks(store: &Store, damage: &[Damage], streams: usize) -> Vec<Check> {
    if damage.is_empty() {
        return vec![Check::ok("loop.chain", format!("every chain holds ({streams} loops and phases)"))];
    }
    let mut checks = Vec::new();
    let mut contents: Vec<&str> = Vec::new();
    let is_of_cut = |hash: &str| {
        damage.iter().any(|d| matches!(d, Damage::Cut { content: Some(content), .. } if content == hash))
    };
    for one in damage {
        match one {
            Damage::Chain { stream, seq, fault } => {
                let kept = store.readable_part(stream).ok().flatten().map_or(0, |(events, _)| events.len());
                let readable = match kept {
                    0 => "none of its events can be relied upon".to_owned(),
                    1 => format!("event 1 can be read (countersign log {stream})"),
                    n => format!("events 1 to {n} can be read (countersign log {stream})"),
                };
                checks.push(
                    Check::error(
                        "loop.chain",
                        format!("the chain of {stream} breaks at event {seq}: {fault}"),
                    )
                    .about(stream.clone())
                    .means(format!("{readable}; every call on it is refused, the others go on"))
                    .mend(REPAIR),
                );
            }
            Damage::Log { fault } => checks
                .push(Check::error("store.log", one.to_string()).means(what_of_the_log(*fault)).mend(REPAIR)),
            Damage::Orphans { .. } | Damage::Key { .. } | Damage::Listing { .. } | Damage::Names { .. } => {
                checks.push(
                    Check::error("store.listing", one.to_string())
                        .means("the events are there; the list that leads to them is damaged")
                        .mend(REPAIR),
                );
            }
            Damage::Named { .. } | Damage::Unplaced { .. } => checks.push(
                Check::error("store.listing", one.to_string())
                    .means("a loop or phase that was there is gone, or an entry was damaged: pages of an older store may lie among newer ones")
                    .mend(REPAIR),
            ),
            Damage::Cut { .. } => checks.push(
                Check::error("loop.cut", one.to_string())
                    .means("nobody knows what it found, so every gate is closed and no phase goes on; a repair looks for it in the files that were set aside")
                    .mend(REPAIR),
            ),
            Damage::Place { .. } => checks.push(
                Check::error("store.listing", one.to_string())
                    .means("which loop of a subject came last is told by that order; the events are there")
                    .mend(REPAIR),
            ),
            Damage::Table { .. } => checks.push(
                Check::error("store.tables", one.to_string())
                    .means("calls that need it are refused; the events are there")
                    .mend(REPAIR),
            ),
            Damage::Schema { .. } => checks.push(
                Check::error("store.schema", one.to_string())
                    .means("another program changed it: what a call writes may not be kept; the events that are there hold or are named")
                    .mend(REPAIR),
            ),
            // Told with the stream that it was kept of.
            Damage::Blob { hash } if is_of_cut(hash) => {}
            Damage::Blob { hash } => contents.push(hash),
            Damage::Pages { .. } => checks.push(
                Check::error("store.pages", one.to_string())
                    .means("what of the store can still be read is said above and below; the rest is refused")
                    .mend(REPAIR),
            ),
        }
    }
    if !contents.is_empty() {
        let named: Vec<&str> =
            contents.iter().take(NAMED).map(|hash| hash.get(..12).unwrap_or(hash)).collect();
        checks.push(
            Check::error("store.contents", format!("{} stored texts no longer match their hash: {}", contents.len(), named.join(", ")))
                .means("briefs and diffs of the passes that name them cannot be shown again; verdicts are not touched")
                .mend(REPAIR),
        );
    }
    checks
}

/// Says what a damaged log still lets be done.
fn what_of_the_log(fault: LogFault) -> &'static str {
    if fault.left_out == 0 {
        "nothing is passed over: the store can be read, and every call that writes is refused"
    } else {
        "every call that needs the store is refused: a loop may be short and hold by itself; after a repair, a report that prints a head the store does not have tells of it"
    }
}

/// Holds the keys in the list of streams against what the events say of them.
fn listing(whole: &[Loaded], infos: &[StreamInfo]) -> Vec<Check> {
    let keys: BTreeMap<&str, &Option<String>> = infos.iter().map(|i| (i.id.as_str(), &i.key)).collect();
    let differs =
        whole.iter().filter(|l| keys.get(l.state.id.as_str()).is_some_and(|key| **key != key_of(l)));
    differs
        .map(|l| {
            Check::error(
                "store.listing",
                format!("the list of loops keeps {} under another subject than its events", l.state.id),
            )
            .about(l.state.id.to_string())
            .means("review_task may not find it, and open a second loop for its subject")
            .mend(REPAIR)
        })
        .collect()
}

/// Returns the key under which a loop's subject is open; nothing once it has ended.
pub(super) fn key_of(loaded: &Loaded) -> Option<String> {
    let state = &loaded.state;
    state.outcome().is_none().then(|| state.subject.key(&state.contract))
}

fn cuts(ws: &Workspace<'_>, store: &Store) -> Vec<Check> {
    let cuts = store.cuts().unwrap_or_default();
    // What of them is damaged was said.
    cuts.into_iter()
        .filter(|cut| !cut.is_damaged)
        .map(|cut| {
            let (means, mend) = if cut.kind == verify::KIND {
                phases::left_out(ws, &cut.stream)
            } else {
                let kept = match cut.kept {
                    0 => "none of its events can be read; a report that names it tells what it was of"
                        .to_owned(),
                    1 => "its first event can be read, and nobody goes on from it".to_owned(),
                    n => format!("its first {n} events can be read, and nobody goes on from them"),
                };
                (kept, format!("countersign log {}; its subject is reviewed anew by review_task", cut.stream))
            };
            Check::note(
                "loop.cut",
                format!("{} was left out when the store was repaired: {}", cut.stream, cut.why()),
            )
            .about(cut.stream.clone())
            .means(format!("{means}; the damaged file is {}", cut.aside))
            .mend(mend)
        })
        .collect()
}

fn strays(store: &Store) -> Vec<Check> {
    let strays = match store.strays() {
        Ok(strays) => strays,
        Err(error) => return vec![Check::warning("strays", with_sources(&error)).mend(REPAIR)],
    };
    let Some(last) = strays.last() else { return Vec::new() };
    let count = match strays.len() {
        1 => "1 text belongs".to_owned(),
        n => format!("{n} texts belong"),
    };
    let hint = last.loop_hint.as_deref().map(|id| format!(", perhaps for {id}")).unwrap_or_default();
    vec![
        Check::note(
            "strays",
            format!("{count} to no loop; the latest of {}{hint}: {}", last.at, last.reason),
        )
        .means("a reviewer's answer that carried no code, or an old one, is kept and was not recorded"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_some_looks_found_while_others_wrote_is_left_out_and_said() {
        let report = Check::error("report.head", "it prints a head that is not there");
        let loop_ = Check::error("loop.chain", "it breaks");
        let fine = |n: usize| Check::ok("store.events", format!("{n} events"));
        let found = agreed(vec![
            vec![fine(1), loop_.clone()],
            vec![fine(2), loop_.clone(), report.clone()],
            vec![fine(3), loop_.clone(), report.clone()],
        ]);
        assert_eq!(found[..2], [fine(3), loop_.clone()]);
        assert_eq!(found[2].check, "store.busy");
        assert_eq!(found.len(), 3);
        // A look at a store that nobody wrote to says all.
        assert_eq!(agreed(vec![vec![loop_.clone(), report.clone()]]), [loop_, report]);
        assert!(agreed(Vec::new()).is_empty());
    }
}
