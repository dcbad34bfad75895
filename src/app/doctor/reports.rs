//! Reports on disk against what the store would write, and writing them anew (SPEC 10, 11).
//!
//! Every report prints the head of its loop's chain. A head that the store does not have tells of events that were
//! dropped or rewritten, even where the chain that is left holds by itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::checkup::{Check, State};
use crate::domain::ids::RepoPath;
use crate::domain::receipt::same_subject;
use crate::domain::receipt::written::{self, Unproven};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::error::Error;
use crate::io::files::{Files, Kind};

use super::super::journals;
use super::super::loops::Loaded;
use super::super::reports::{self, Report, Trace};
use super::super::some_of::some_of;
use super::super::workspace::Workspace;

/// The largest report read, in bytes; the most files looked at, and how deep.
const LIMIT: u64 = 16 * 1024 * 1024;
const FILES: usize = 5000;
const DEPTH: usize = 6;
/// Reports that are named one by one.
const NAMED: usize = 20;

/// A report of ours that lies on the disk.
struct Found {
    path: RepoPath,
    text: String,
}

impl Found {
    /// Reads a line of the front matter.
    fn line(&self, key: &str) -> Option<&str> {
        let lines = self.text.lines().skip(1).take_while(|line| *line != "---");
        lines.filter_map(|line| line.strip_prefix(key)).map(str::trim).next()
    }
}

/// How a report stands to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Right,
    /// It is not there.
    Missing,
    /// It tells of an earlier moment than the last that it should tell of.
    Behind,
    /// It is not what the store would have written at that moment.
    Altered,
    /// It prints a head that the store does not have.
    Unknown,
    /// It tells of an earlier loop that cannot be read any more: left as it is.
    Kept,
}

impl Standing {
    fn is_right(self) -> bool {
        matches!(self, Standing::Right | Standing::Kept)
    }
}

/// One loop's report.
struct Judged<'l> {
    loaded: &'l Loaded,
    path: RepoPath,
    standing: Standing,
    /// The front matter is not what its own digest was made of.
    broken_seal: bool,
}

/// How often a loop is looked at again whose report is not as it should be and to which something was added meanwhile.
const LOOKS_AGAIN: u32 = 5;

/// Holds the reports against the loops that are `whole`; of those that are `named` something is there, if no more than that
/// they were left out.
pub(super) fn checks(ws: &Workspace<'_>, whole: &[Loaded], named: &BTreeSet<String>) -> Vec<Check> {
    let (judged, elsewhere) = judge(ws, whole);
    let wrong: Vec<&Judged<'_>> = judged.iter().filter(|j| !j.standing.is_right()).collect();
    let mut checks: Vec<Check> = wrong.iter().take(NAMED).map(|j| told(j)).collect();
    let kept = judged.iter().filter(|j| j.standing == Standing::Kept);
    checks.extend(kept.take(NAMED).map(told));
    if wrong.len() > NAMED {
        checks.push(
            Check::warning(
                "report",
                format!("{} more reports are not as they should be", wrong.len() - NAMED),
            )
            .mend("countersign report --all"),
        );
    }
    if wrong.is_empty() && !judged.is_empty() {
        checks
            .push(Check::ok("report", format!("{} reports are as the store would write them", judged.len())));
    }
    if elsewhere > 0 {
        checks.push(
            Check::note(
                "report",
                format!("{elsewhere} reports of branches that are checked out nowhere were not looked at"),
            )
            .mend("check the branch out and ask again"),
        );
    }
    checks.extend(strange(ws, whole, named));
    checks
}

/// Names the reports that are not as they should be.
pub(super) fn wrong(ws: &Workspace<'_>, whole: &[Loaded]) -> Vec<String> {
    let (judged, _) = judge(ws, whole);
    judged.iter().filter(|j| !j.standing.is_right()).map(|j| j.path.to_string()).collect()
}

fn told(judged: &Judged<'_>) -> Check {
    let id = &judged.loaded.state.id;
    let path = &judged.path;
    let mend = format!("countersign report {id}");
    match judged.standing {
        Standing::Right => Check::ok("report", format!("{path} is as the store would write it")),
        Standing::Missing => {
            Check::warning("report.missing", format!("the report of {id} is missing: {path}"))
                .about(path.as_str())
                .means("what was recorded stands; people and other clones do not see it")
                .mend(mend)
        }
        Standing::Behind => {
            Check::warning("report.behind", format!("{path} does not tell what {id} came to since"))
                .about(path.as_str())
                .means("what was recorded stands; the report was not written at the last change")
                .mend(mend)
        }
        Standing::Altered => {
            Check::warning("report.altered", format!("{path} is not what the store would write"))
                .about(path.as_str())
                .means("somebody edited it, or another version wrote it; the store holds what was recorded")
                .mend(mend)
        }
        Standing::Kept => Check::note(
            "report.kept",
            format!("{path} tells of an earlier loop of its subject that cannot be read"),
        )
        .about(path.as_str())
        .means("it may be the only trace of what that loop found, so it is left as it is")
        .mend(format!("{mend} --force writes it without that loop")),
        Standing::Unknown => {
            let head = if judged.broken_seal {
                "the report's own digest does not fit either: it was altered, or both were"
            } else {
                "the report's own digest fits: events of the loop were dropped or rewritten in the store"
            };
            Check::error("report.head", format!("{path} prints a head that the chain of {id} does not have"))
                .about(path.as_str())
                .means(head)
                .mend(format!(
                    "compare it with `countersign log {id}` and the report's history in git; countersign report {id} --force writes what the store holds now"
                ))
        }
    }
}

/// Judges the report of each loop; with it how many lie on branches that are checked out nowhere.
fn judge<'l>(ws: &Workspace<'_>, whole: &'l [Loaded]) -> (Vec<Judged<'l>>, usize) {
    // Of the loops that share a path one holds it.
    let mut held: BTreeMap<String, Judged<'l>> = BTreeMap::new();
    let mut elsewhere = 0;
    for loaded in whole {
        let branch = loaded.state.subject.branch();
        let here = branch.is_none() || ws.repository.branch().as_deref() == branch;
        let other = if here { None } else { branch.and_then(|branch| ws.of_branch(branch)) };
        if !here && other.is_none() {
            elsewhere += usize::from(loaded.state.answered().is_some());
            continue;
        }
        let ws = other.as_ref().unwrap_or(ws);
        let Some(judged) = one(ws, loaded, whole) else { continue };
        let key = format!("{}\n{}", ws.files.root().display(), judged.path);
        match held.get(&key) {
            Some(before) if !is_later(loaded, before.loaded) => {}
            Some(_) | None => {
                held.insert(key, judged);
            }
        }
    }
    (held.into_values().collect(), elsewhere)
}

/// Tells which of two loops holds a path that they share: of one subject the one opened last, whatever the clock said by
/// then, and else the one written last.
fn is_later(one: &Loaded, other: &Loaded) -> bool {
    if same_subject(&one.state.subject, &other.state.subject) {
        return one.born > other.born;
    }
    one.state.last_at > other.state.last_at
}

fn one<'l>(ws: &Workspace<'_>, loaded: &'l Loaded, whole: &[Loaded]) -> Option<Judged<'l>> {
    let path = reports::path_of(ws, &loaded.state)?;
    let files = ws.documents(Some(&path));
    let id = loaded.state.id.as_str();
    let beside = beside(&path);
    let ours = [Some(path.clone()), beside].into_iter().flatten().find_map(|path| read(files, &path));
    let judged = |path, standing, broken_seal| Judged { loaded, path, standing, broken_seal };
    if let Some((path, trace)) = reports::trace_there(ws, &loaded.state)
        && let Some(found) = [Some(path.clone()), self::beside(&path)]
            .into_iter()
            .flatten()
            .find_map(|path| read(files, &path))
    {
        let is_last = found.line("chain: ") == Some(loaded.state.chain.as_str());
        match trace {
            Trace::Head => return Some(judged(path, Standing::Unknown, is_altered(&found))),
            Trace::Earlier(_) if is_last => return Some(judged(path, Standing::Kept, false)),
            // What came since lies beside it.
            Trace::Earlier(_) => {}
        }
    }
    let Some((_, now)) = reports::expected(ws, &loaded.state) else {
        // Nothing was answered yet, and still there is a report: it tells of what the store has lost.
        let found = ours.filter(|found| found.line("loop: ") == Some(id))?;
        let broken_seal = is_altered(&found);
        return Some(judged(found.path, Standing::Unknown, broken_seal));
    };
    let Some(found) = ours else {
        // A later loop of a free change took its place over, and tells of this one.
        let taken_over = reports::is_taken_over(ws, &loaded.state);
        return (!taken_over).then(|| judged(path, Standing::Missing, false));
    };
    let holder = found.line("loop: ").unwrap_or_default();
    if holder != id {
        // A later loop of the subject took it over, and tells of this one.
        let known =
            whole.iter().any(|other| other.state.id.as_str() == holder) || reports::is_known(ws, holder);
        return (!known).then(|| judged(found.path, Standing::Missing, false));
    }
    let standing = standing(ws, loaded, &found, &now);
    let broken_seal = is_altered(&found);
    Some(judged(found.path, standing, broken_seal))
}

/// Tells whether a report's own digest does not fit it.
fn is_altered(found: &Found) -> bool {
    matches!(written::read(&found.text), Err(Unproven::Altered | Unproven::Unreadable))
}

fn standing(ws: &Workspace<'_>, loaded: &Loaded, found: &Found, now: &str) -> Standing {
    if found.text == now {
        return Standing::Right;
    }
    let head = found.line("chain: ").unwrap_or_default();
    let Some(at) = loaded.entries.iter().find(|entry| entry.hash == head) else { return Standing::Unknown };
    let then = loaded.at_turn(at.turn).and_then(|state: LoopState| reports::expected(ws, &state));
    if then.is_none_or(|(_, then)| then != found.text) {
        return Standing::Altered;
    }
    // What happened since may be nothing that a report tells.
    if without_head(now) == without_head(&found.text) { Standing::Right } else { Standing::Behind }
}

/// Leaves out the two lines that change with every event.
fn without_head(text: &str) -> String {
    let kept = text.lines().filter(|line| !line.starts_with("chain: ") && !line.starts_with("receipt: "));
    kept.collect::<Vec<_>>().join("\n")
}

/// Reports whose loop the store does not hold. One that git does not know came with no clone: it was written here.
fn strange(ws: &Workspace<'_>, whole: &[Loaded], named: &BTreeSet<String>) -> Vec<Check> {
    let is_told = |report: &Unknown| named.contains(&report.id) || ws.repository.is_in_index(&report.path);
    let (known, own): (Vec<Unknown>, Vec<Unknown>) = unknown(ws, whole).into_iter().partition(is_told);
    let said = |reports: &[Unknown]| {
        let shown = in_words(reports)?;
        Some(format!("{} reports tell of loops that this store does not hold: {shown}", reports.len()))
    };
    let own = said(&own).map(|said| {
        Check::warning("report.unknown", format!("{said}, and git does not know them, so they were written here"))
            .means("their loops cannot be read or were lost, as with a store that was removed; what they found is told by the reports alone")
            .mend("have their work reviewed anew, then remove the reports; or commit them, where they came from another clone")
    });
    let known = said(&known).map(|said| {
        Check::note("report.unknown", said)
            .means("they were written in another clone, or their loops cannot be read or were lost")
    });
    own.into_iter().chain(known).collect()
}

/// A report of a loop that is not there.
pub(super) struct Unknown {
    path: RepoPath,
    id: String,
}

/// Returns the reports of this work tree whose loops are not among these.
pub(super) fn unknown(ws: &Workspace<'_>, whole: &[Loaded]) -> Vec<Unknown> {
    let found = on_disk(&ws.files, whole).into_iter().filter_map(|found| {
        let id = found.line("loop: ")?.to_owned();
        let is_known = whole.iter().any(|l| l.state.id.as_str() == id);
        (!is_known).then_some(Unknown { path: found.path, id })
    });
    found.collect()
}

/// Names the first of them, each with its loop; nothing where there are none.
pub(super) fn in_words(unknown: &[Unknown]) -> Option<String> {
    let named: Vec<String> = unknown.iter().map(|Unknown { path, id }| format!("{path} ({id})")).collect();
    (!named.is_empty()).then(|| some_of(&named, NAMED))
}

/// What the reports of this work tree tell where there is no store.
pub(super) fn without_a_store(ws: &Workspace<'_>) -> Vec<Check> {
    strange(ws, &[], &BTreeSet::new()).into_iter().filter(|check| check.state == State::Warning).collect()
}

/// Finds the review reports of a work tree where reports are written.
fn on_disk(files: &Files, whole: &[Loaded]) -> Vec<Found> {
    let mut folders = files.planning_roots(None);
    folders.extend([".countersign", "specs"].iter().filter_map(|name| RepoPath::parse(name).ok()));
    let written =
        whole.iter().filter_map(|l| RepoPath::parse(&reports::review_path(&l.state)?).ok()?.parent());
    folders.extend(written);
    folders.sort();
    // One folder below another is walked with it.
    folders.dedup_by(|later, earlier| later == earlier || later.as_str().starts_with(&format!("{earlier}/")));
    let mut open: Vec<(RepoPath, usize)> = folders.into_iter().map(|folder| (folder, 0)).collect();
    let (mut found, mut looked) = (Vec::new(), 0);
    while let Some((folder, depth)) = open.pop() {
        for entry in files.list(Some(&folder)).unwrap_or_default() {
            match entry.kind {
                Kind::Folder if depth < DEPTH => open.push((entry.path, depth + 1)),
                Kind::File if entry.path.as_str().ends_with(".md") && looked < FILES => {
                    looked += 1;
                    found.extend(read(files, &entry.path));
                }
                Kind::Folder | Kind::File | Kind::Other => {}
            }
        }
    }
    found
}

/// Reads a report of ours; nothing where there is none.
fn read(files: &Files, path: &RepoPath) -> Option<Found> {
    let text = files.read_text(path, LIMIT).ok().flatten()?;
    written::is_report(&text).then(|| Found { path: path.clone(), text })
}

fn beside(path: &RepoPath) -> Option<RepoPath> {
    let name = path.file_name();
    let name = format!("{}.countersign.md", name.strip_suffix(".md").unwrap_or(name));
    match path.parent() {
        Some(folder) => folder.join(&name).ok(),
        None => RepoPath::parse(&name).ok(),
    }
}

/// Writes the report of one loop, or of every loop, anew from its events: byte for byte what the store holds. One that
/// prints a head the store does not have is evidence, and only overwritten with `force`.
pub(in crate::app) fn rebuild(
    ws: &Workspace<'_>,
    loop_id: Option<&str>,
    whole: &[Loaded],
    force: bool,
) -> Result<Vec<Report>, Error> {
    let (judged, elsewhere) = judge(ws, whole);
    let mut written = Vec::new();
    let wanted = judged.iter().filter(|j| loop_id.is_none_or(|id| j.loaded.state.id.as_str() == id));
    for one in wanted {
        written.extend(rebuild_one(ws, one, whole, (loop_id.is_some(), force), LOOKS_AGAIN)?);
    }
    if let (Some(id), true) = (loop_id, written.is_empty()) {
        return Err(nothing_to_write(id, whole, elsewhere));
    }
    Ok(written)
}

/// Writes the report of one loop anew, where it is `named` or not. Where it is not as it should be, the loop is looked at
/// once more first: what was recorded since the loops were read may be what the report tells.
fn rebuild_one(
    ws: &Workspace<'_>,
    one: &Judged<'_>,
    whole: &[Loaded],
    (named, force): (bool, bool),
    looks: u32,
) -> Result<Vec<Report>, Error> {
    let home = home_of(ws, one.loaded);
    let at_home = home.as_ref().unwrap_or(ws);
    if one.standing != Standing::Right
        && let (Some(looks), Some(newer)) = (looks.checked_sub(1), reports::moved_on(ws, one.loaded))
    {
        let again = self::one(at_home, &newer, whole);
        return again.map_or(Ok(Vec::new()), |again| rebuild_one(ws, &again, whole, (named, force), looks));
    }
    let id = &one.loaded.state.id;
    if one.standing == Standing::Unknown && !force {
        if !named {
            let message = format!(
                "{} prints a head that the chain of {id} does not have, and was left as it is: compare it with `countersign log {id}`; `countersign report {id} --force` writes what the store holds now",
                one.path
            );
            return Ok(vec![Report { path: None, remark: Some(Remark::new(0, "lost_events", message)) }]);
        }
        return Err(Error::refused(format!("{} prints a head that the chain of {id} does not have", one.path))
            .hint("It may be the only trace of what was dropped: `countersign doctor` says more; keep a copy, then `--force` writes it anew"));
    }
    let kept = one.standing == Standing::Kept && !force;
    let mut written =
        if kept { Vec::new() } else { journals::write_again(at_home, one.loaded, whole, force) };
    if one.standing == Standing::Right || kept {
        let remark = reports::said_of_what_is_there(ws, &one.loaded.state).filter(|_| kept);
        written.push(Report { path: Some(one.path.to_string()), remark });
        return Ok(written);
    }
    // Forced, it takes the place of what was kept.
    let was_kept = matches!(one.standing, Standing::Unknown | Standing::Kept);
    written.extend(reports::keep_up(at_home, &one.loaded.state, |state| {
        let text = reports::expected(at_home, state);
        let place = |path| if was_kept { one.path.clone() } else { path };
        let report = text.map(|(path, text)| reports::write(at_home, Some(place(path).as_str()), &text));
        report.into_iter().collect()
    }));
    Ok(written)
}

/// The work tree where a loop's branch is checked out; nothing where that is this one.
fn home_of<'w>(ws: &'w Workspace<'_>, loaded: &Loaded) -> Option<Workspace<'w>> {
    let branch = loaded.state.subject.branch();
    let here = branch.is_none() || ws.repository.branch().as_deref() == branch;
    if here { None } else { branch.and_then(|branch| ws.of_branch(branch)) }
}

fn nothing_to_write(id: &str, whole: &[Loaded], elsewhere: usize) -> Error {
    let Some(loaded) = whole.iter().find(|l| l.state.id.as_str() == id) else {
        return Error::not_found("loop_id", format!("no loop {id:?} in this repository"));
    };
    if loaded.state.answered().is_none() {
        return Error::refused(format!("{id} has no answered pass yet, so there is nothing to report"));
    }
    if elsewhere > 0
        && let Some(branch) = loaded.state.subject.branch()
    {
        return Error::refused(format!("{id} is reviewed on branch {branch}, which is checked out nowhere"))
            .hint("Check it out and repeat the command");
    }
    Error::refused(format!(
        "the report of {id} was taken over by a later loop of its subject, which tells of it"
    ))
}
