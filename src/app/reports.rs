//! Where reports go, and writing them. The event stands even when its report cannot be written; the answer says so.

use crate::domain::ids::{LoopId, RepoPath};
use crate::domain::plan::layout;
use crate::domain::report;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::left::is_replanned;
use crate::domain::subject::Subject;
use crate::io::files::{Kind, Listed, beside, is_ours};

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
pub(super) fn write_review(ws: &Workspace<'_>, state: &LoopState) -> Vec<Report> {
    keep_up(ws, state, |now| write_once(ws, now))
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
        let Some(now) = moved_on(ws, &state.id, told) else { break };
        told = now.turn;
        written = write(&now);
    }
    written
}

/// Returns a loop as it stands where it has more events than were told; nothing where it has not, or cannot be read.
fn moved_on(ws: &Workspace<'_>, id: &LoopId, told: u64) -> Option<LoopState> {
    let store = ws.log().ok().flatten()?;
    store.length(id.as_str()).ok().flatten().filter(|length| *length > told)?;
    Some(loops::load(&store, id.as_str()).ok()?.state)
}

fn write_once(ws: &Workspace<'_>, state: &LoopState) -> Vec<Report> {
    let before = predecessors(ws, state);
    let mut written = Vec::new();
    if let Some(text) = report::render(state, &before) {
        let path = review_path(state).map(|path| own_path(ws, state, &before, in_session(ws, &path)));
        let report = write(ws, path.as_deref(), &text);
        written.push(Report { remark: report.remark.or_else(|| of_another_clone(ws, state)), ..report });
    }
    written.extend(journals::write(ws, state));
    written
}

/// Returns where the review report of a loop lies and what it holds as the loop stands; nothing before the first
/// answered pass.
pub(super) fn expected(ws: &Workspace<'_>, state: &LoopState) -> Option<(RepoPath, String)> {
    let before = predecessors(ws, state);
    let text = report::render(state, &before)?;
    Some((path_after(ws, state, &before)?, text))
}

/// Returns where the review report of a loop lies, or would lie.
pub(super) fn path_of(ws: &Workspace<'_>, state: &LoopState) -> Option<RepoPath> {
    path_after(ws, state, &predecessors(ws, state))
}

fn path_after(ws: &Workspace<'_>, state: &LoopState, before: &[LoopState]) -> Option<RepoPath> {
    RepoPath::parse(&own_path(ws, state, before, in_session(ws, &review_path(state)?))).ok()
}

/// Returns the earlier loops of the same subject, newest first, as far as they can be read.
pub(super) fn predecessors(ws: &Workspace<'_>, state: &LoopState) -> Vec<LoopState> {
    let mut before: Vec<LoopState> = Vec::new();
    let Some(mut next) = state.predecessor.clone() else { return before };
    let Ok(Some(store)) = ws.log() else { return before };
    while before.len() < EARLIER_LOOPS && next != state.id && before.iter().all(|b| b.id != next) {
        let Ok(loaded) = loops::load(&store, next.as_str()) else { break };
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
    before
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

/// Says that a report of another clone lies where this loop's would: its loop is not in the store.
pub(super) fn of_another_clone(ws: &Workspace<'_>, state: &LoopState) -> Option<Remark> {
    let path = in_session(ws, &review_path(state)?);
    let held = holder(ws, &path).filter(|id| id != state.id.as_str())?;
    let store = ws.log().ok().flatten()?;
    if loops::load(&store, &held).is_ok() {
        return None;
    }
    let message = format!(
        "{path} is the report of loop {held}, which is not in this repository's store: another clone's, or an older store's. It stays as it is, this loop's report lies beside it; read there what was found before"
    );
    Some(Remark::new(0, "report_of_another_clone", message))
}

/// Returns the loop whose report lies where one for this path is written: at the path, or beside a foreign file there.
fn holder(ws: &Workspace<'_>, path: &str) -> Option<String> {
    let path = RepoPath::parse(path).ok()?;
    let documents = ws.documents(Some(&path));
    let read = |path: &RepoPath| documents.read_text(path, 4 * 1024 * 1024).ok().flatten();
    let text = match read(&path) {
        Some(text) if is_ours(&text) => text,
        Some(_) => beside(&path).ok().as_ref().and_then(read).filter(|text| is_ours(text))?,
        None => return None,
    };
    text.lines().take(6).find_map(|l| l.strip_prefix("loop: ")).map(str::to_owned)
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
