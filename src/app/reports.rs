//! Where reports go, and writing them. The event stands even when its report cannot be written; the answer says so.

use crate::domain::ids::{LoopId, RepoPath};
use crate::domain::plan::layout;
use crate::domain::receipt::same_subject;
use crate::domain::report;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::left::is_replanned;
use crate::domain::subject::Subject;
use crate::error::ErrorKind;
use crate::io::files::{Kind, Listed, beside, is_ours};

use super::loops::Loaded;
use super::workspace::Workspace;
use super::{journals, loops};

/// Most earlier loops that one report tells of.
const EARLIER_LOOPS: usize = 20;

/// Most times that one call writes a report anew for what others recorded while it wrote. Each of them writes it, too.
const MOST_CATCHING_UP: usize = 16;

/// What became of a report.
#[derive(Debug, Clone, Default)]
pub(super) struct Report {
    pub(super) path: Option<String>,
    pub(super) remark: Option<Remark>,
}

/// Writes the review report of a loop, if it has an answered pass, and tells the system's own files.
///
/// They lie where the loop's branch is checked out: whoever answers from another worktree names its loop alone.
pub(super) fn write_review(ws: &Workspace<'_>, state: &LoopState) -> Vec<Report> {
    let branch = state.subject.branch().filter(|branch| ws.repository.branch().as_deref() != Some(branch));
    let Some(home) = branch.and_then(|branch| ws.of_branch(branch)) else {
        return keep_up(ws, state, |now| write_once(ws, now));
    };
    let mut written = keep_up(&home, state, |now| write_once(&home, now));
    let mut told: Option<String> = None;
    for report in written.iter_mut().filter(|report| report.path.is_some() && report.remark.is_none()) {
        let path = report.path.as_deref().and_then(|path| RepoPath::parse(path).ok());
        let root = home.documents(path.as_ref()).root();
        let message = if root == home.files.root() {
            format!("written in {}, where the loop's branch is checked out", root.display())
        } else {
            format!("written in {}, where the system's folder lies", root.display())
        };
        // What lies beside it is told with it.
        if told.as_ref() != Some(&message) {
            report.remark = Some(Remark::new(0, "report_elsewhere", message.clone()));
            told = Some(message);
        }
    }
    written
}

/// Writes what a loop's state says, until that is all there is to say.
///
/// Servers that recorded something in the same moment write in any order, and one that knows less may come last. So
/// each looks at the log once more when it has written, and writes anew what came meanwhile: whoever writes last has
/// then seen all that was recorded before.
pub(super) fn keep_up(
    ws: &Workspace<'_>,
    state: &LoopState,
    write: impl Fn(&LoopState) -> Vec<Report>,
) -> Vec<Report> {
    let mut written = write(state);
    let mut told = state.turn;
    for _ in 0..MOST_CATCHING_UP {
        let Some(now) = newer(ws, &state.id, told) else { break };
        told = now.state.turn;
        written = write(&now.state);
    }
    written
}

/// Returns a loop as it stands where it has more events than were told; nothing where it has not, or cannot be read.
fn newer(ws: &Workspace<'_>, id: &LoopId, told: u64) -> Option<Loaded> {
    let store = ws.log().ok().flatten()?;
    store.length(id.as_str()).ok().flatten().filter(|length| *length > told)?;
    loops::load(&store, id.as_str()).ok()
}

/// Returns a loop as it stands where it has more events than when it was read.
pub(super) fn moved_on(ws: &Workspace<'_>, read: &Loaded) -> Option<Loaded> {
    let newer = newer(ws, &read.state.id, read.state.turn)?;
    Some(Loaded { born: read.born, ..newer })
}

/// Tells whether the store holds a loop of this id by now.
pub(super) fn is_known(ws: &Workspace<'_>, id: &str) -> bool {
    ws.log().ok().flatten().is_some_and(|store| matches!(store.length(id), Ok(Some(_))))
}

fn write_once(ws: &Workspace<'_>, state: &LoopState) -> Vec<Report> {
    let (before, unread) = before(ws, state);
    let mut written = Vec::new();
    if let Some(text) = report::render(state, &before) {
        let path = path_after(ws, state, &before, unread.as_ref());
        let report = write(ws, path.as_ref().map(RepoPath::as_str), &text);
        written.push(Report { remark: report.remark.or_else(|| said_of_what_is_there(ws, state)), ..report });
    }
    written.extend(journals::write(ws, state));
    written
}

/// Returns where the review report of a loop lies and what it holds as the loop stands; nothing before the first
/// answered pass.
pub(super) fn expected(ws: &Workspace<'_>, state: &LoopState) -> Option<(RepoPath, String)> {
    let (before, unread) = before(ws, state);
    let text = report::render(state, &before)?;
    Some((path_after(ws, state, &before, unread.as_ref())?, text))
}

/// Returns where the review report of a loop lies, or would lie.
pub(super) fn path_of(ws: &Workspace<'_>, state: &LoopState) -> Option<RepoPath> {
    let (before, unread) = before(ws, state);
    path_after(ws, state, &before, unread.as_ref())
}

fn path_after(
    ws: &Workspace<'_>,
    state: &LoopState,
    before: &[LoopState],
    unread: Option<&LoopId>,
) -> Option<RepoPath> {
    let path = own_path(ws, state, before, in_session(ws, &review_path(state)?));
    let path = match trace(ws, state, unread, &path) {
        None => path,
        // What is there may be the only trace of what was lost: it stays, and the loop's own name stands in the other's.
        Some(_) => beside_traces(ws, state, unread, &path),
    };
    RepoPath::parse(&path).ok()
}

fn beside_traces(ws: &Workspace<'_>, state: &LoopState, unread: Option<&LoopId>, path: &str) -> String {
    let (stem, ending) = path.strip_suffix(".md").map_or((path, ""), |stem| (stem, ".md"));
    let named = |n: usize| match n {
        1 => format!("{stem}-{}{ending}", state.id),
        n => format!("{stem}-{}-{n}{ending}", state.id),
    };
    // A store may be put back more than once.
    (1..MOST_CATCHING_UP)
        .map(named)
        .find(|path| trace(ws, state, unread, path).is_none())
        .unwrap_or_else(|| named(1))
}

/// What a report tells that the store does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trace {
    /// A moment of its loop that the chain does not have: events were dropped, or an older store was put back.
    Head,
    /// An earlier loop that cannot be read any more.
    Earlier(LoopId),
}

/// Returns what the report where the loop's lies tells that the store does not, with its path.
pub(super) fn trace_there(ws: &Workspace<'_>, state: &LoopState) -> Option<(RepoPath, Trace)> {
    let (before, unread) = before(ws, state);
    let path = own_path(ws, state, &before, in_session(ws, &review_path(state)?));
    let trace = trace(ws, state, unread.as_ref(), &path)?;
    Some((RepoPath::parse(&path).ok()?, trace))
}

fn trace(ws: &Workspace<'_>, state: &LoopState, unread: Option<&LoopId>, path: &str) -> Option<Trace> {
    let text = report_at(ws, path)?;
    if line(&text, "loop: ") != Some(state.id.as_str()) {
        return None;
    }
    let head = line(&text, "chain: ").filter(|head| *head != state.chain);
    // Another server may have written what this one does not know yet; the log has it by then.
    let chain = || ws.log().ok().flatten()?.events(state.id.as_str()).ok();
    if let Some(head) = head
        && chain().is_some_and(|events| events.iter().all(|event| event.hash != head))
    {
        return Some(Trace::Head);
    }
    unread.filter(|id| text.contains(id.as_str())).cloned().map(Trace::Earlier)
}

/// Says that the report of a loop tells of a later moment than the store holds of it; nothing where it does not.
pub(super) fn outlives(ws: &Workspace<'_>, loaded: &Loaded) -> Option<String> {
    let id = &loaded.state.id;
    let path = in_session(ws, &review_path(&loaded.state)?);
    (trace(ws, &loaded.state, None, &path)? == Trace::Head).then(|| {
        format!(
            "{path} prints a head that the chain of {id} does not have, so events were dropped or an older store was put back: compare it with `countersign log {id}`; `countersign report {id} --force` then writes what the store holds"
        )
    })
}

/// Tells whether the report at a loop's place is that of a later loop which goes back to it, and tells of it.
pub(super) fn is_taken_over(ws: &Workspace<'_>, state: &LoopState) -> bool {
    let holder = || {
        let id = holder(ws, &in_session(ws, &review_path(state)?))?;
        let store = ws.log().ok().flatten()?;
        Some(loops::load(&store, &id).ok()?.state)
    };
    holder().is_some_and(|later| before(ws, &later).0.iter().any(|earlier| earlier.id == state.id))
}

/// Returns the earlier loops of the same subject, newest first, as far as they can be read.
pub(super) fn predecessors(ws: &Workspace<'_>, state: &LoopState) -> Vec<LoopState> {
    before(ws, state).0
}

/// Returns the earlier loops of the same subject, newest first, as far as they can be read, and the first that cannot.
fn before(ws: &Workspace<'_>, state: &LoopState) -> (Vec<LoopState>, Option<LoopId>) {
    let mut before: Vec<LoopState> = Vec::new();
    let Some(mut next) = state.predecessor.clone() else { return (before, None) };
    let Ok(Some(store)) = ws.log() else { return (before, Some(next)) };
    while before.len() < EARLIER_LOOPS && next != state.id && before.iter().all(|b| b.id != next) {
        let Ok(loaded) = loops::load(&store, next.as_str()) else { return (before, Some(next)) };
        if is_replanned(&loaded.state) && loaded.state.subject.label() != state.subject.label() {
            // Given up for this one, and another subject: its report is its own.
            break;
        }
        let further = loaded.state.predecessor.clone();
        before.push(loaded.state);
        match further {
            Some(id) => next = id,
            None => break,
        }
    }
    (before, None)
}

/// Keeps a change's report off the path where another loop's lies: the same id under other criteria is
/// another subject (SPEC 6.2).
fn own_path(ws: &Workspace<'_>, state: &LoopState, before: &[LoopState], path: String) -> String {
    let of_phase = state.subject.plan_path().is_some_and(|p| layout::phase_of(p).is_some());
    if of_phase {
        return of_branch(ws, state, before, path);
    }
    let mark = state.contract.digest.get(..6).unwrap_or("other");
    let marked = |mark: &str| match path.strip_suffix(".md") {
        Some(stem) => format!("{stem}-{mark}.md"),
        None => format!("{path}-{mark}"),
    };
    let mine = |path: &String| match holder(ws, path) {
        Some(id) => id == state.id.as_str() || before.iter().any(|b| b.id.as_str() == id),
        None => true,
    };
    let mut paths = [path.clone(), marked(mark)].into_iter();
    // The loop's own id is nobody else's, however many went before under that name and those criteria.
    paths.find(mine).unwrap_or_else(|| marked(state.id.as_str()))
}

/// Keeps a report in a phase's folder off the one that a loop of another branch left there: while neither is committed,
/// they lie in one work tree. What is committed each branch has for itself.
fn of_branch(ws: &Workspace<'_>, state: &LoopState, before: &[LoopState], path: String) -> String {
    let branch = state.subject.branch().map_or_else(|| "detached".to_owned(), file_name);
    let marked = match path.strip_suffix(".md") {
        Some(stem) => format!("{stem}-{branch}.md"),
        None => format!("{path}-{branch}"),
    };
    let mine = |id: &str| id == state.id.as_str() || before.iter().any(|b| b.id.as_str() == id);
    if holder(ws, &marked).is_some_and(|id| mine(&id)) {
        return marked;
    }
    let Some(other) = holder(ws, &path).filter(|id| !mine(id)) else { return path };
    let committed = || {
        let head = ws.repository.head().ok()?;
        ws.repository.entry_at(&head, &RepoPath::parse(&path).ok()?).ok()?
    };
    let store = ws.log().ok().flatten();
    let Some(other) = store.and_then(|store| loops::load(&store, &other).ok()) else {
        // Of a clone's loop nothing is in the store: its report is all there is of it.
        let free = holder(ws, &marked).is_none();
        return if free { marked } else { path.replace(".md", &format!("-{}.md", state.id)) };
    };
    let elsewhere = other.state.subject.branch() != state.subject.branch();
    if elsewhere && committed().is_none() { marked } else { path }
}

/// Says what the report that lies where this loop's would tells and the store does not: of events that were lost, of an
/// earlier loop that cannot be read, of a loop that a repair left out, of another clone's.
pub(super) fn said_of_what_is_there(ws: &Workspace<'_>, state: &LoopState) -> Option<Remark> {
    let id = &state.id;
    match trace_there(ws, state) {
        Some((path, Trace::Head)) => {
            let message = format!(
                "{path} is a report of {id} and prints a head that the store does not have: events of this loop were dropped, or an older store was put back. What was recorded then is not known here. It stays as it is, what is written now lies beside it; compare it with `countersign log {id}` before anything rests on this review"
            );
            return Some(Remark::new(0, "lost_events", message));
        }
        Some((path, Trace::Earlier(earlier))) => {
            let message = format!(
                "{path} tells of {earlier}, an earlier loop of this subject that cannot be read any more (`countersign log {earlier}`): it stays as it is, what is written now lies beside it"
            );
            return Some(Remark::new(0, "earlier_loop_unreadable", message));
        }
        None => {}
    }
    let path = in_session(ws, &review_path(state)?);
    let held = holder(ws, &path).filter(|held| held != id.as_str());
    let store = ws.log().ok().flatten()?;
    let lost = loops::left_out(&store).unwrap_or_default();
    if lost.is_empty() && held.is_none() {
        return None;
    }
    let later = loops::Later::grouped(&store, |_| Some(String::new()));
    // What goes on from a loop that is there knows of all that was before that one.
    let goes_on_past = |lost: &loops::LeftOut| match &state.predecessor {
        None => true,
        Some(earlier) => later.as_ref().is_ok_and(|later| !later.has_id(earlier, lost)),
    };
    let is_it = |lost: &&loops::LeftOut| {
        held.as_deref() == Some(lost.state.id.as_str())
            || state.passes.len() < 2
                && same_subject(&lost.state.subject, &state.subject)
                && goes_on_past(lost)
    };
    // Of several the one that was opened last speaks.
    if let Some(lost) = lost.iter().filter(is_it).max_by_key(|lost| (lost.born, lost.state.opened_at)) {
        let before = &lost.state.id;
        let message = format!(
            "this subject was under review before as {before}: {}. What it found, how it ended and what anybody decided there is not known here, and its counters are not carried on; its report, where one lies, stays as it is",
            lost.why
        );
        return Some(Remark::new(0, "loop_left_out", message));
    }
    let held = held?;
    let why = match loops::load(&store, &held) {
        Ok(_) => return None,
        Err(error) if error.kind == ErrorKind::NotFound => {
            "which is not in this repository's store: another clone's, or an older store's".to_owned()
        }
        Err(error) => format!("which cannot be read ({})", error.message),
    };
    let message = format!(
        "{path} is the report of loop {held}, {why}. It stays as it is, this loop's report lies beside it; read there what was found before"
    );
    Some(Remark::new(0, "report_of_another_clone", message))
}

/// Returns the loop whose report lies where one for this path is written.
fn holder(ws: &Workspace<'_>, path: &str) -> Option<String> {
    line(&report_at(ws, path)?, "loop: ").map(str::to_owned)
}

/// Reads a line of a report's front matter.
fn line<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let lines = text.lines().skip(1).take_while(|line| *line != "---");
    lines.filter_map(|line| line.strip_prefix(key)).map(str::trim).next()
}

/// Reads the report of ours that lies where one for this path is written: at the path, or beside a foreign file there.
fn report_at(ws: &Workspace<'_>, path: &str) -> Option<String> {
    let path = RepoPath::parse(path).ok()?;
    let documents = ws.documents(Some(&path));
    let read = |path: &RepoPath| documents.read_text(path, 4 * 1024 * 1024).ok().flatten();
    match read(&path) {
        Some(text) if is_ours(&text) => Some(text),
        Some(_) => beside(&path).ok().as_ref().and_then(read).filter(|text| is_ours(text)),
        None => None,
    }
}

/// Writes a report of ours to a path, beside a foreign file where one holds it.
pub(super) fn write(ws: &Workspace<'_>, path: Option<&str>, text: &str) -> Report {
    let failed = |why: String| Report {
        path: None,
        remark: Some(Remark::new(
            0,
            "report_not_written",
            format!("{why}; what was recorded stands, the report can be rebuilt"),
        )),
    };
    let Some(path) = path.and_then(|p| RepoPath::parse(p).ok()) else {
        return failed("no path for the report could be made".to_owned());
    };
    match ws.documents(Some(&path)).write_report(&path, &ws.redact(text)) {
        Ok(written) => Report {
            remark: written.beside_foreign.then(|| {
                let message =
                    format!("{path} is not ours and was left alone; the report is {}", written.path);
                Remark::new(0, "report_beside", message)
            }),
            path: Some(written.path.to_string()),
        },
        Err(error) => failed(super::refusals::with_sources(&error)),
    }
}

/// Fills in `{newest:PREFIX}` with the newest folder of that beginning, a session's; where there is none, the
/// pattern does without.
fn in_session(ws: &Workspace<'_>, path: &str) -> String {
    let without = || {
        let (before, rest) = path.split_once("{newest:")?;
        let (_, after) = rest.split_once("}/")?;
        Some(format!("{before}{after}"))
    };
    in_newest(ws, path).or_else(without).unwrap_or_else(|| path.to_owned())
}

/// Fills in `{newest:PREFIX}`; nothing where there is no such folder.
pub(super) fn in_newest(ws: &Workspace<'_>, path: &str) -> Option<String> {
    let (before, rest) = path.split_once("{newest:")?;
    let (prefix, after) = rest.split_once("}/")?;
    let folder = RepoPath::parse(before.trim_end_matches('/')).ok();
    // A session may stand in the main checkout alone, though the worktree has reports of its own there.
    let sides = || std::iter::once(&ws.files).chain(ws.main());
    let listed = folder.iter().flat_map(|f| sides().filter_map(|side| side.list(Some(f)).ok())).flatten();
    let listed: Vec<Listed> = listed.collect();
    let sessions = listed.iter().filter(|e| e.kind == Kind::Folder).map(|e| e.path.file_name());
    // Their names hold the time they began or their number, so the last of them is the newest.
    let session = sessions.filter(|name| name.starts_with(prefix)).max_by_key(|name| counted(name))?;
    Some(format!("{before}{session}/{after}"))
}

/// Returns a name in pieces by which `_10` comes after `_9`: digits by how many they are without leading zeros, then by
/// themselves; all else letter by letter.
fn counted(name: &str) -> Vec<(usize, &str)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let end = match is_digit(first) {
            true => rest.find(|c| !is_digit(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (piece, behind) = rest.split_at(end);
        let number = piece.trim_start_matches('0');
        pieces.push(if is_digit(first) { (number.len(), number) } else { (0, piece) });
        rest = behind;
    }
    pieces
}

/// Returns the path of a loop's report, from the protocol's pattern for its kind of subject.
pub(super) fn review_path(state: &LoopState) -> Option<String> {
    let reports = &state.protocol.reports;
    let (pattern, stem, task) = match &state.subject {
        Subject::Task { stem, task, .. } if state.on_demand => (&reports.on_demand, stem, Some(task)),
        Subject::Task { stem, task, .. } => (&reports.task, stem, Some(task)),
        Subject::Plan { stem, .. } => (&reports.plan, stem, None),
        Subject::Execution { stem, .. } => (&reports.execution, stem, None),
        Subject::Artifact { spec, artifact, .. } => {
            let path = reports.artifact.replace("{spec}", &file_name(spec));
            let path = path.replace("{artifact}", &file_name(artifact));
            return Some(path.replace("{id}", &file_name(&format!("{spec}-{artifact}"))));
        }
        Subject::Change { id, .. } => return Some(reports.change.replace("{id}", &file_name(id))),
    };
    let id = match task {
        Some(task) => file_name(&format!("{stem}-T{task}")),
        None => file_name(stem),
    };
    let folder = state.subject.plan_path().and_then(layout::phase_of);
    let Some(folder) = folder else {
        // Outside any phase there is no folder that a pattern could name.
        let pattern = if pattern.contains("{phase_dir}") { &reports.change } else { pattern };
        return Some(pattern.replace("{id}", &id));
    };
    let pp = folder.padded();
    // A stem repeats the phase (`03-01`); the pattern has it already.
    let plan = stem.strip_prefix(&format!("{pp}-")).unwrap_or(stem);
    Some(
        pattern
            .replace("{phase_dir}", folder.dir.as_str())
            .replace("{pp}", &pp)
            .replace("{plan}", &file_name(plan))
            .replace("{task}", &task.map(|t| file_name(t)).unwrap_or_default())
            .replace("{id}", &id),
    )
}

/// Keeps of a text what may stand in a file's name. A text that had to be altered has a hash of the whole of it
/// at its end, so that no two texts share one name.
pub(super) fn file_name(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' })
        .take(80)
        .collect();
    let kept = kept.trim_matches(['.', '-']);
    if kept == text && !kept.is_empty() {
        return kept.to_owned();
    }
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let kept = if kept.is_empty() { "unnamed" } else { kept };
    format!("{kept}-{}", &hash[..6])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_are_counted() {
        let mut names = [
            "bazinga_10",
            "bazinga_9",
            "bazinga_010a",
            "bazinga_20240101_9",
            "bazinga_é",
            "bazinga_20240101_10",
        ];
        names.sort_by_key(|name| counted(name));
        assert_eq!(
            names,
            [
                "bazinga_é",
                "bazinga_9",
                "bazinga_10",
                "bazinga_010a",
                "bazinga_20240101_9",
                "bazinga_20240101_10"
            ]
        );
    }
}
