//! Which commits belong to a task (SPEC 7.1). Pure selection over a history that `io::git` read.
//!
//! Never reads a repository, and never guesses in silence: what was left out near the task is
//! returned beside what was taken, with the reason.

mod meant;
mod names;
mod pairs;
mod paths;
mod rival;
mod scope;

pub use meant::numbers;
pub use pairs::UNPAIRED;
pub use rival::Rival;
pub use scope::Outside;

pub use paths::{is_book_keeping, is_bulk_name, is_document, is_review_rule, stems, touches, touching};

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::diff::Commit;
use super::ids::{Oid, RepoPath};
use super::plan::root_of;
use super::review::Remark;
use names::{Named, PlanNames};

/// What is known of a task when its commits are looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TaskScope {
    /// As written: `03-auth`, `3`, `14.1`.
    pub phase: Option<String>,
    /// As written: `1`, `01`, `03-01`.
    pub plan: Option<String>,
    /// The task's number as written: `2`, `1.10`. Empty: the whole plan.
    pub task: String,
    /// The task's `<files>`: paths, folders or globs. Empty: the task names no files.
    pub files: Vec<String>,
    /// Commits that subjects of the phase already cover.
    pub covered: BTreeSet<Oid>,
    /// Paths Countersign wrote itself where configuration put them, besides [`is_book_keeping`].
    pub written: Vec<RepoPath>,
    /// The commit message that a task list gives the task, as written.
    pub message: Option<String>,
    /// That message and those of its fix tasks, by [`message_key`].
    pub messages: BTreeSet<String>,
    /// The messages of the list's other tasks, by [`message_key`].
    pub others: BTreeSet<String>,
    /// What a task list is called in scopes: the name of its spec.
    pub list: Option<String>,
    /// The numbers of the task's fix tasks in that list.
    pub fixes: BTreeSet<String>,
    /// The planning folder that the plan lies in.
    pub root: Option<RepoPath>,
    /// Plans of the same numbers in other planning folders, where some commit leaves open whose it is.
    pub rivals: Vec<Rival>,
    /// Commits that came in from another branch: by themselves, files do not make them the task's.
    pub came: BTreeSet<Oid>,
    /// What the tasks are called today that a commit's message names, where the plan was renumbered since.
    pub meant: BTreeMap<Oid, BTreeSet<String>>,
    /// Commits that carry the numbers of an earlier plan that is gone.
    pub earlier: BTreeSet<Oid>,
}

/// The commits of a task and what stands around them. Every list is oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    pub commits: Vec<Commit>,
    /// Others' commits between the first and the last of the task; not under review.
    pub siblings: Vec<Commit>,
    /// Commits since the phase began that neither this task nor another subject covers.
    pub unreviewed: Vec<Commit>,
    /// Why something near the task was left out or is doubtful.
    pub why: Vec<Remark>,
}

impl Selection {
    /// Returns the newest commit of the task.
    pub fn head(&self) -> Option<&Oid> {
        self.commits.last().map(|commit| &commit.id)
    }

    /// Returns what the range starts from: the first parent of the oldest commit. Nothing for a root
    /// commit, whose base is the empty tree, and nothing for an empty selection.
    pub fn base(&self) -> Option<&Oid> {
        self.commits.first().and_then(|commit| commit.parents.first())
    }

    /// Returns every file the task's commits changed, book-keeping left out, sorted.
    pub fn files(&self) -> Vec<RepoPath> {
        changed(&self.commits)
    }

    /// Returns the files that a sibling between changed as well: their diff from base to head mixes both.
    pub fn shared_files(&self) -> Vec<RepoPath> {
        let theirs: HashSet<RepoPath> = changed(&self.siblings).into_iter().collect();
        self.files().into_iter().filter(|path| theirs.contains(path)).collect()
    }
}

fn changed(commits: &[Commit]) -> Vec<RepoPath> {
    let files = commits.iter().flat_map(|commit| &commit.files).filter(|path| !is_book_keeping(path));
    files.cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

/// The most commits whose leaving out is explained one by one.
const MAX_REASONS: usize = 20;

/// How one commit stands to the task. `claims`: its message says it is part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It is part of the task.
    Own,
    /// It is somebody else's, although something may bring it near.
    Other { why: Option<Near> },
    /// It changes nothing that is reviewed: book-keeping only, or nothing at all.
    Silent { claims: bool },
    /// It joins histories; what it brings stands in its own commits.
    Merge { claims: bool },
}

/// Why a commit near the task is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Near {
    OtherPlan,
    OtherTask,
    NoTask,
    NoBase,
    NoScope,
    NoFiles,
    Shared,
    CameIn,
    Unpaired,
}

impl Standing {
    fn is_own(self) -> bool {
        self == Standing::Own
    }

    fn is_others(self) -> bool {
        matches!(self, Standing::Other { .. })
    }

    /// Returns the code and the end of the sentence that says why the commit was left out.
    fn reason(self) -> Option<(&'static str, &'static str)> {
        match self {
            Standing::Own
            | Standing::Other { why: None }
            | Standing::Silent { claims: false }
            | Standing::Merge { claims: false } => None,
            Standing::Other { why: Some(Near::Unpaired) } => Some((UNPAIRED, Near::Unpaired.sentence())),
            Standing::Other { why: Some(near) } => Some(("left_out", near.sentence())),
            Standing::Silent { claims: true } => {
                Some(("changes_nothing", "names this task and changes nothing that is reviewed"))
            }
            Standing::Merge { claims: true } => Some((
                "merge_left_out",
                "names this task and is a merge: what it brings stands in its own commits",
            )),
        }
    }
}

impl Near {
    fn sentence(self) -> &'static str {
        match self {
            Near::OtherPlan => "touches the task's files and carries another plan's scope",
            Near::OtherTask => "touches the task's files and names another task",
            Near::NoTask => "carries the plan's scope, names no task and touches none of the task's files",
            Near::NoScope => {
                "names a task of this number without the plan's scope and touches none of the task's files; it counts when a base before it is given"
            }
            Near::NoFiles => "has the task's commit message and touches none of its files",
            Near::Shared => {
                "has a commit message that several tasks share and touches none of this task's files"
            }
            Near::CameIn => {
                "touches the task's files, names neither plan nor task, and came in from another branch"
            }
            Near::Unpaired => {
                "is a test that names no task, before commits of several tasks: nothing tells whose it is"
            }
            Near::NoBase => {
                "touches the task's files without the plan's scope; it counts when a base before it is given"
            }
        }
    }
}

/// Selects the commits of a task from a history, newest first, as `io::git` reads it from a head.
///
/// A commit belongs to the task when its conventional scope is the task's phase and plan and its
/// message names the task, or names none and touches the task's files (any file, when the task lists
/// none). After `since` a commit without a plan's scope belongs when it touches the task's files. One
/// that names another task, or carries another plan's scope, never does. `since` and what lies before
/// it are out of range.
pub fn commits_of_task(history: &[Commit], scope: &TaskScope, since: Option<&Oid>) -> Selection {
    let plan = PlanNames::new(scope.phase.as_deref(), scope.plan.as_deref());
    let before = since.map(|base| reachable(history, base)).unwrap_or_default();
    let mut judged: Vec<(&Commit, Standing)> = history
        .iter()
        .filter(|commit| !before.contains(&commit.id))
        .map(|commit| (commit, standing(commit, scope, &plan, since.is_some())))
        .collect();
    apart(&mut judged, history, scope, &plan);
    let paired = pairs::pair(&mut judged, &plan);
    // The history is newest first; the answers are oldest first.
    let newest = judged.iter().position(|(_, s)| s.is_own());
    let oldest = judged.iter().rposition(|(_, s)| s.is_own());
    let mut selection = Selection::default();
    if let (Some(newest), Some(oldest)) = (newest, oldest) {
        let range = judged.get(newest..=oldest).unwrap_or_default();
        selection.commits = pick(range, Standing::is_own);
        selection.siblings = pick(range, Standing::is_others);
    }
    let began = judged.iter().rposition(|(commit, _)| plan.is_of_phase(&commit.subject));
    let began = began.or(if since.is_some() { judged.len().checked_sub(1) } else { oldest });
    // By its date what came in may be older than the phase; it is said all the same.
    let came = Standing::Other { why: Some(Near::CameIn) };
    let began = began.max(judged.iter().rposition(|(_, s)| *s == came));
    let phase = began.and_then(|began| judged.get(..=began)).unwrap_or_default();
    selection.unreviewed = pick(phase, Standing::is_others);
    selection.unreviewed.retain(|c| !scope.covered.contains(&c.id) && !scope.earlier.contains(&c.id));
    selection.why = reasons(phase);
    selection.why.extend(paired);
    selection.why.extend(shared(&selection.shared_files(), "task"));
    selection
}

/// Takes from the task what only its files speak for where it was made on another branch: it came in from there, or
/// stands on the line that the task's own commits were merged into, neither before the first of them nor after any.
fn apart(judged: &mut [(&Commit, Standing)], history: &[Commit], scope: &TaskScope, plan: &PlanNames) {
    let says = |commit: &Commit| says(commit, scope, plan);
    if !judged.iter().any(|(c, s)| s.is_own() && !says(c)) {
        return;
    }
    let first = judged.iter().rfind(|(c, s)| s.is_own() && says(c)).map(|(c, _)| &c.id);
    let before = first.map(|first| reachable(history, first)).unwrap_or_default();
    let mut after: HashSet<&Oid> = HashSet::new();
    for (commit, standing) in judged.iter().rev() {
        if standing.is_own() && says(commit) || commit.parents.iter().any(|p| after.contains(p)) {
            after.insert(&commit.id);
        }
    }
    let line = first_line(history);
    for (commit, standing) in judged.iter_mut().filter(|(c, s)| s.is_own() && !says(c)) {
        let apart = !before.contains(&commit.id) && !after.contains(&commit.id);
        let beside = first.is_some() && apart && line.contains(&commit.id);
        if beside || scope.came.contains(&commit.id) {
            *standing = Standing::Other { why: Some(Near::CameIn) };
        }
    }
}

/// Returns the newest commit of a history and what lies before it by first parents: the line that others are merged into.
fn first_line(history: &[Commit]) -> HashSet<&Oid> {
    let by_id: HashMap<&Oid, &Commit> = history.iter().map(|commit| (&commit.id, commit)).collect();
    let mut line = HashSet::new();
    let mut at = history.first();
    while let Some(commit) = at.filter(|commit| line.insert(&commit.id)) {
        at = commit.parents.first().and_then(|parent| by_id.get(parent).copied());
    }
    line
}

/// Tells whether a commit would be the task's by nothing but the files it touches.
pub fn counts_by_files(commit: &Commit, scope: &TaskScope) -> bool {
    let plan = PlanNames::new(scope.phase.as_deref(), scope.plan.as_deref());
    commit.parents.len() < 2
        && !plan.is_scope_of(&commit.subject)
        && touches(&commit.files, &scope.files)
        && scope.named_by(commit) == Named::Nothing
}

/// Tells whether a commit says that it is the task's: by its plan's scope, its number or its message.
pub fn says_it(commit: &Commit, scope: &TaskScope) -> bool {
    says(commit, scope, &PlanNames::new(scope.phase.as_deref(), scope.plan.as_deref()))
}

fn says(commit: &Commit, scope: &TaskScope, plan: &PlanNames) -> bool {
    plan.is_scope_of(&commit.subject) && !rival::is_theirs(commit, scope)
        || scope.is_named(&scope.named_by(commit))
        || scope.messages.contains(&message_key(&commit.subject))
}

/// What the commit of a fix task proposed here says behind the task's number.
pub const FIX_MESSAGE: &str = "address review findings";

/// Tells whether a commit's message is that of the task or of a fix task that was proposed for it, or carries the number
/// of one in the place of its scope, and no other task's.
///
/// Such a message proves nothing by itself (a list's words may be another list's, too); where a fix is awaited, it is the
/// fix, whatever it touches.
pub fn is_handed_out(commit: &Commit, scope: &TaskScope) -> bool {
    let key = message_key(&commit.subject);
    let is_ours = |number: &String| {
        // One that nobody put into the list.
        let proposed = scope.is_below(number) && key.ends_with(FIX_MESSAGE);
        scope.is_own_number(number) || proposed
    };
    let numbered = || names::number_as_scope(&commit.subject).as_ref().is_some_and(is_ours);
    !scope.others.contains(&key) && (scope.messages.contains(&key) || scope.list.is_some() && numbered())
}

/// Returns the scope by which commits of a task's plan are found, as the plan's file is called where that is one.
pub fn written_scope(phase: &str, plan: &str, stem: &str) -> String {
    let names = PlanNames::new(Some(phase), Some(plan));
    let full = format!("{phase}-{plan}");
    let is_found = |scope: &str| names.is_scope_of(&format!("fix({scope}): x"));
    // A task list is called by its spec.
    if phase != stem && !is_found(stem) && is_found(&full) { full } else { stem.to_owned() }
}

/// Returns what tells whether a commit's subject names a plan in its scope, as `feat(03-01): …` does.
pub fn names_plan(phase: &str, plan: &str) -> impl Fn(&str) -> bool + use<> {
    let names = PlanNames::new(Some(phase), Some(plan));
    move |subject| names.is_scope_of(subject)
}

/// Returns the commits since the phase began that are not the task's, oldest first, as far as a history goes; those of
/// the phase before the task's first are among them.
pub fn others_of_phase(history: &[Commit], scope: &TaskScope, own: &[Commit]) -> Vec<Commit> {
    let mut found = commits_of_task(history, scope, None).unreviewed;
    found.retain(|commit| own.iter().all(|o| o.id != commit.id));
    found
}

/// Returns what a merge of the history brought in from its other sides: what the given parents of it hold and its first
/// does not.
pub fn brought_in(history: &[Commit], merge: &Commit, from: &[Oid]) -> BTreeSet<Oid> {
    let ours = merge.parents.first().map(|p| reachable(history, p)).unwrap_or_default();
    let theirs: HashSet<Oid> = from.iter().flat_map(|p| reachable(history, p)).collect();
    history.iter().map(|c| &c.id).filter(|id| theirs.contains(id) && !ours.contains(id)).cloned().collect()
}

/// Returns what a history holds up to `now` that it did not hold at `before`.
pub fn came_between(history: &[Commit], before: &Oid, now: &Oid) -> BTreeSet<Oid> {
    let (was, is) = (reachable(history, before), reachable(history, now));
    history.iter().map(|c| &c.id).filter(|id| is.contains(id) && !was.contains(id)).cloned().collect()
}

/// Tells whether a commit message carries the scope of some plan.
pub fn carries_a_plan(commit: &Commit) -> bool {
    names::carries_a_plan(&commit.subject)
}

fn pick(range: &[(&Commit, Standing)], wanted: fn(Standing) -> bool) -> Vec<Commit> {
    range.iter().rev().filter(|(_, s)| wanted(*s)).map(|(commit, _)| (*commit).clone()).collect()
}

/// Says why commits near the task were left out, oldest first and at most [`MAX_REASONS`].
fn reasons(range: &[(&Commit, Standing)]) -> Vec<Remark> {
    let mut all = range.iter().rev().filter_map(|(commit, standing)| {
        let (code, what) = standing.reason()?;
        let message = format!("commit {} \"{}\" {what}", commit.id.short(), shorten(&commit.subject));
        Some(Remark::new(0, code, message))
    });
    let mut said: Vec<Remark> = all.by_ref().take(MAX_REASONS).collect();
    let more = all.count();
    if more > 0 {
        said.push(Remark::new(0, "left_out", format!("{more} more commits near the task were left out")));
    }
    said
}

/// The code of the remark that a diff shows others' changes as well.
pub const SHARED: &str = "shared_with_siblings";

/// Says that files changed in others' commits as well, of which a diff shows the changes among its own.
pub fn shared(files: &[RepoPath], what: &str) -> Option<Remark> {
    let named: Vec<&str> = files.iter().take(5).map(RepoPath::as_str).collect();
    let more = files.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let message = format!(
        "{}{more} changed in this {what} and in others' commits between: the diff of the range shows both",
        named.join(", ")
    );
    (!files.is_empty()).then(|| Remark::new(0, SHARED, message))
}

/// Returns how many of the newest commits must be looked at to find a task: up to the oldest whose message puts it
/// in the task's phase, names the task, or is the one its list gives it. Only messages are read. Nothing when none does.
pub fn reach(messages: &[Commit], scope: &TaskScope) -> Option<usize> {
    let plan = PlanNames::new(scope.phase.as_deref(), scope.plan.as_deref());
    let near = |commit: &Commit| {
        plan.is_of_phase(&commit.subject)
            || plan.is_scope_of(&commit.subject)
            || plan.is_empty() && scope.is_named(&scope.named_by(commit))
            || scope.messages.contains(&message_key(&commit.subject))
    };
    messages.iter().rposition(near).map(|oldest| oldest + 1)
}

/// Tells whether a commit's message carries the numbers of another plan than the scope's.
pub fn is_another_plans(commit: &Commit, scope: &TaskScope) -> bool {
    let plan = PlanNames::new(scope.phase.as_deref(), scope.plan.as_deref());
    let own_plan = || plan.is_scope_of(&commit.subject) && !rival::is_theirs(commit, scope);
    !plan.is_empty() && names::carries_a_plan(&commit.subject) && !own_plan()
}

/// Tells whether a commit says that it is somebody else's: it carries another plan's scope, or names another task.
pub fn is_siblings(commit: &Commit, scope: &TaskScope) -> bool {
    if is_another_plans(commit, scope) {
        return true;
    }
    match scope.named_by(commit) {
        Named::Tasks(_) if scope.task.is_empty() => false,
        named @ Named::Tasks(_) => !scope.is_named(&named),
        Named::Nothing => false,
    }
}

/// Tells whether a commit carries the plan's numbers, and nothing else shows that it is not another plan's of the same.
pub fn could_be_rivals(commit: &Commit, scope: &TaskScope) -> bool {
    let plan = PlanNames::new(scope.phase.as_deref(), scope.plan.as_deref());
    plan.is_scope_of(&commit.subject) && rival::is_doubtful(commit, scope)
}

/// Returns the commits most likely meant when a selection is empty, best first, at most `limit`:
/// those that carry the plan's scope or name the task, then those that touch its files, then the newest.
pub fn likeliest<'a>(history: &'a [Commit], scope: &TaskScope, limit: usize) -> Vec<&'a Commit> {
    let plan = PlanNames::new(scope.phase.as_deref(), scope.plan.as_deref());
    let mut ranked: Vec<(u8, &Commit)> = history
        .iter()
        .filter(|commit| !is_silent(commit, scope))
        .map(|commit| {
            let named = scope.is_named(&scope.named_by(commit));
            let listed = scope.messages.contains(&message_key(&commit.subject));
            let score = 4 * u8::from(listed || plan.is_scope_of(&commit.subject))
                + 2 * u8::from(!scope.files.is_empty() && touches(&commit.files, &scope.files))
                + u8::from(named);
            (score, commit)
        })
        .collect();
    // A stable sort keeps the newest first among equals.
    ranked.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    ranked.into_iter().take(limit).map(|(_, commit)| commit).collect()
}

fn standing(commit: &Commit, scope: &TaskScope, plan: &PlanNames, based: bool) -> Standing {
    if scope.earlier.contains(&commit.id) {
        return Standing::Other { why: None };
    }
    let own_plan = plan.is_scope_of(&commit.subject) && !rival::is_theirs(commit, scope);
    let named = scope.named_by(commit);
    let names_it = scope.is_named(&named);
    let own_list = names_it && scope.list.as_ref().is_some_and(|l| names::is_of_list(&commit.subject, l));
    let foreign = !own_plan && !own_list && !plan.is_empty() && names::carries_a_plan(&commit.subject);
    let claims = own_plan && names_it || own_list;
    if commit.parents.len() > 1 {
        return Standing::Merge { claims };
    }
    if is_silent(commit, scope) {
        return Standing::Silent { claims };
    }
    let files = !scope.files.is_empty() && touches(&commit.files, &scope.files);
    if let Some(standing) = by_message(commit, scope, files, based) {
        return standing;
    }
    if own_plan && scope.task.is_empty() {
        // Everything under the plan's scope is its execution; writing the plan itself is not.
        let plans = commit.files.iter().all(|path| root_of(path).is_some());
        return if plans { Standing::Silent { claims: false } } else { Standing::Own };
    }
    if foreign {
        return Standing::Other { why: files.then_some(Near::OtherPlan) };
    }
    match named {
        // Without a plan's scope a task's number could be any plan's: then only the files count.
        Named::Tasks(_) if claims || names_it && (plan.is_empty() || files && based) => Standing::Own,
        Named::Tasks(_) if names_it => {
            Standing::Other { why: Some(if files { Near::NoBase } else { Near::NoScope }) }
        }
        Named::Tasks(_) => Standing::Other { why: files.then_some(Near::OtherTask) },
        Named::Nothing if own_plan && (files || scope.files.is_empty()) => Standing::Own,
        Named::Nothing if own_plan => Standing::Other { why: Some(Near::NoTask) },
        Named::Nothing if files && based => Standing::Own,
        Named::Nothing => Standing::Other { why: files.then_some(Near::NoBase) },
    }
}

/// How a commit stands by the messages that a task list gives its tasks; nothing where it has none of them.
fn by_message(commit: &Commit, scope: &TaskScope, files: bool, based: bool) -> Option<Standing> {
    if scope.messages.is_empty() && scope.others.is_empty() {
        return None;
    }
    let key = message_key(&commit.subject);
    let own = |ours: bool, near: Near| match ours {
        true => Standing::Own,
        false => Standing::Other { why: Some(near) },
    };
    match (scope.messages.contains(&key), scope.others.contains(&key)) {
        (false, false) => None,
        (false, true) => Some(Standing::Other { why: files.then_some(Near::OtherTask) }),
        (true, false) => Some(own(files || scope.files.is_empty(), Near::NoFiles)),
        // A message that several tasks share tells nothing by itself.
        (true, true) => Some(own(files || based && scope.files.is_empty(), Near::Shared)),
    }
}

/// Returns what of a commit message is compared: its first line in small letters, without the full stop and the
/// `(#12)` that a merge of a pull request adds.
pub fn message_key(message: &str) -> String {
    let line = message.trim().lines().next().unwrap_or_default().trim_end();
    let numbered = line.rsplit_once(" (#").filter(|(_, n)| {
        n.strip_suffix(')').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    });
    let line = numbered.map_or(line, |(before, _)| before).trim_end_matches(['.', ' ']);
    line.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Cuts a subject so that a sentence stays readable.
fn shorten(subject: &str) -> String {
    let mut text: String = subject.chars().take(80).collect();
    if text.len() < subject.len() {
        text.push('…');
    }
    text
}

fn is_silent(commit: &Commit, scope: &TaskScope) -> bool {
    commit.files.iter().all(|path| is_book_keeping(path) || scope.written.contains(path))
}

/// Returns `base` and what it can reach within the history.
fn reachable(history: &[Commit], base: &Oid) -> HashSet<Oid> {
    let by_id: HashMap<&Oid, &Commit> = history.iter().map(|commit| (&commit.id, commit)).collect();
    let mut seen = HashSet::from([base.clone()]);
    let mut open = vec![base];
    while let Some(id) = open.pop() {
        for parent in by_id.get(id).map(|commit| commit.parents.as_slice()).unwrap_or_default() {
            if seen.insert(parent.clone()) {
                open.push(parent);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::Timestamp;

    /// Builds a linear history from oldest to newest and returns it newest first.
    pub(super) fn history(commits: &[(&str, &[&str])]) -> Vec<Commit> {
        let id = |n: usize| Oid::new(format!("{n:040x}"));
        let mut all: Vec<Commit> = commits
            .iter()
            .enumerate()
            .map(|(n, (message, files))| {
                let (subject, body) = message.split_once('\n').unwrap_or((message, ""));
                Commit {
                    id: id(n + 1),
                    parents: if n == 0 { vec![] } else { vec![id(n)] },
                    subject: subject.to_owned(),
                    body: body.to_owned(),
                    author_time: Timestamp(n as i64),
                    files: files.iter().map(|file| RepoPath::parse(file).unwrap()).collect(),
                    renamed: Vec::new(),
                }
            })
            .collect();
        all.reverse();
        all
    }

    pub(super) fn scope(task: &str, files: &[&str]) -> TaskScope {
        TaskScope {
            phase: Some("03-auth".to_owned()),
            plan: Some("01".to_owned()),
            task: task.to_owned(),
            files: files.iter().map(|file| (*file).to_owned()).collect(),
            ..TaskScope::default()
        }
    }

    pub(super) fn subjects(commits: &[Commit]) -> Vec<&str> {
        commits.iter().map(|commit| commit.subject.as_str()).collect()
    }

    #[test]
    fn a_task_is_found_between_its_siblings() {
        let history = history(&[
            ("chore: start", &["README.md"]),
            ("feat(03-01): task 1 model", &["src/model.rs"]),
            ("feat(03-01): task 2 login", &["src/login.rs"]),
            ("feat(03-02): task 2 mail", &["src/mail.rs"]),
            ("docs(03-01): progress", &[".planning/STATE.md"]),
            ("fix(3-1): handle empty names", &["src/login.rs"]),
            ("feat(03-01): task 3 logout", &["src/logout.rs"]),
        ]);
        let mut scope = scope("2", &["src/login.rs"]);
        scope.covered.insert(history[5].id.clone());
        let found = commits_of_task(&history, &scope, None);
        assert_eq!(subjects(&found.commits), ["feat(03-01): task 2 login", "fix(3-1): handle empty names"]);
        assert_eq!(subjects(&found.siblings), ["feat(03-02): task 2 mail"]);
        assert_eq!(subjects(&found.unreviewed), ["feat(03-02): task 2 mail", "feat(03-01): task 3 logout"]);
        assert_eq!(found.base(), Some(&history[5].id));
        assert_eq!(found.head(), Some(&history[1].id));
        assert_eq!(found.files(), [RepoPath::parse("src/login.rs").unwrap()]);
        assert!(found.why.is_empty(), "{:?}", found.why);
    }

    #[test]
    fn a_root_commit_has_no_base() {
        let history = history(&[("feat(03-01): task 1 all", &["a"])]);
        let found = commits_of_task(&history, &scope("1", &[]), None);
        assert_eq!(found.commits.len(), 1);
        assert_eq!(found.base(), None);
    }

    #[test]
    fn files_count_only_after_the_base() {
        let history = history(&[
            ("wip", &["src/login.rs"]),
            ("wip again", &["src/login.rs"]),
            ("tidy", &["src/other.rs"]),
            ("more", &["src/login.rs"]),
        ]);
        let scope = scope("2", &["src/login.rs"]);
        assert!(commits_of_task(&history, &scope, None).commits.is_empty());
        let since = history[3].id.clone();
        let found = commits_of_task(&history, &scope, Some(&since));
        assert_eq!(subjects(&found.commits), ["wip again", "more"]);
        assert_eq!(subjects(&found.siblings), ["tidy"]);
        assert_eq!(subjects(&found.unreviewed), ["tidy"]);
        assert_eq!(found.base(), Some(&since));
    }

    #[test]
    fn others_never_enter_through_the_files() {
        let history = history(&[
            ("base", &["x"]),
            ("feat(03-01): task 1 a", &["src/login.rs"]),
            ("feat(04-01): task 2 b", &["src/login.rs"]),
            ("feat: Task 3 c", &["src/login.rs"]),
        ]);
        let since = history[3].id.clone();
        let found = commits_of_task(&history, &scope("2", &["src/login.rs"]), Some(&since));
        assert!(found.commits.is_empty(), "{:?}", subjects(&found.commits));
        assert_eq!(found.why.len(), 3, "{:?}", found.why);
        assert_eq!(found.unreviewed.len(), 3);
    }

    #[test]
    fn what_a_brief_calls_a_task_is_taken_for_it_in_any_form() {
        let history = history(&[
            ("feat(03-01): task 2 a", &["src/login.rs"]),
            ("fix(03-01 Task 2): helper", &["src/hash.rs"]),
            ("fix: helper (03-01 Task 2)", &["src/hash.rs"]),
            ("fix: 03-01 Task 2: helper", &["src/hash.rs"]),
            ("fix(03-01 Task 3): another's", &["src/login.rs"]),
            ("fix: another's (03-02 Task 2)", &["src/login.rs"]),
            ("fix: a helper as in 03-01 Task 2", &["src/hash.rs"]),
        ]);
        let found = commits_of_task(&history, &scope("2", &["src/login.rs"]), None);
        assert_eq!(
            subjects(&found.commits),
            [
                "feat(03-01): task 2 a",
                "fix(03-01 Task 2): helper",
                "fix: helper (03-01 Task 2)",
                "fix: 03-01 Task 2: helper"
            ]
        );
    }

    #[test]
    fn a_task_of_a_list_is_found_by_the_name_of_its_spec() {
        let history = history(&[
            ("feat(login): write", &["src/login.js"]),
            ("fix(login): Task 1.1 parse helper", &["src/parse.js"]),
            ("fix(login Task 1.1.1): parse helper", &["src/parse.js"]),
            ("fix: parse helper (login Task 1.1)", &["src/parse.js"]),
            ("fix(login): Task 1.2 another's", &["src/login.js"]),
            ("fix(signup): Task 1.1 another list's", &["src/signup.js"]),
            ("fix(login): of no task", &["src/parse.js"]),
        ]);
        let scope = TaskScope {
            phase: Some("login".to_owned()),
            plan: Some("tasks".to_owned()),
            list: Some("login".to_owned()),
            fixes: BTreeSet::from(["1.1.1".to_owned()]),
            messages: BTreeSet::from(["feat(login): write".to_owned()]),
            ..scope("1.1", &["src/login.js"])
        };
        let found = commits_of_task(&history, &scope, None);
        assert_eq!(
            subjects(&found.commits),
            [
                "feat(login): write",
                "fix(login): Task 1.1 parse helper",
                "fix(login Task 1.1.1): parse helper",
                "fix: parse helper (login Task 1.1)"
            ]
        );
    }

    #[test]
    fn what_was_handed_out_is_told_by_its_message_or_its_number() {
        let scope = TaskScope {
            list: Some("login".to_owned()),
            fixes: BTreeSet::from(["1.1.1".to_owned()]),
            messages: BTreeSet::from(["fix(1.1.1): address review findings".to_owned(), "build".to_owned()]),
            others: BTreeSet::from(["build".to_owned()]),
            ..scope("1.1", &["src/login.js"])
        };
        for (subject, expected) in [
            ("fix(1.1.1): address review findings", true),
            ("fix(1.1.1): move the parser (#3)", true),
            ("fix(1.1): move the parser", true),
            ("fix(1.1.2): address review findings", true),
            ("fix(1.1.2): move the parser", false),
            ("fix(1.1.2.1): address review findings", false),
            ("fix(1.2.1): address review findings", false),
            ("fix(1.10): move the parser", false),
            ("fix(login): move the parser", false),
            ("build", false),
        ] {
            let commits = history(&[(subject, &["src/parse.js"])]);
            assert_eq!(is_handed_out(&commits[0], &scope), expected, "{subject}");
        }
        // Without a list a number in the place of the scope is anything.
        let elsewhere = TaskScope { list: None, ..scope };
        assert!(!is_handed_out(&history(&[("fix(1.1): x", &["a"])])[0], &elsewhere));
    }

    #[test]
    fn the_scope_that_is_told_is_one_that_is_found() {
        for (phase, plan, stem, expected) in [
            ("03-auth", "01", "03-01", "03-01"),
            ("03", "03-01", "03-01", "03-01"),
            ("03-auth", "01", "01", "03-auth-01"),
            ("login", "tasks", "login", "login"),
        ] {
            assert_eq!(written_scope(phase, plan, stem), expected, "{phase} {plan} {stem}");
        }
    }

    #[test]
    fn merges_and_silent_commits_are_said_not_taken() {
        let mut history = history(&[
            ("feat(03-01): task 2 a", &["src/a.rs"]),
            ("feat(03-01): task 2 nothing", &[]),
            ("docs(03-01): task 2 review", &[".planning/phases/03-auth/03-01-REVIEW-T2.md"]),
            ("feat(03-01): task 2 merge", &["src/b.rs"]),
        ]);
        history[0].parents.push(Oid::new("f".repeat(40)));
        let found = commits_of_task(&history, &scope("2", &[]), None);
        assert_eq!(subjects(&found.commits), ["feat(03-01): task 2 a"]);
        let codes: Vec<&str> = found.why.iter().map(|remark| remark.code.as_str()).collect();
        assert_eq!(codes, ["changes_nothing", "changes_nothing", "merge_left_out"]);
        assert!(found.siblings.is_empty() && found.unreviewed.is_empty());
    }

    #[test]
    fn reasons_are_bounded_and_the_rest_is_counted() {
        let mut commits = vec![("feat(03-01): task 2 a", &["src/a.rs"][..])];
        commits.extend(std::iter::repeat_n(("feat(03-01): task 3 b", &["src/a.rs"][..]), 30));
        let found = commits_of_task(&history(&commits), &scope("2", &["src/a.rs"]), None);
        assert_eq!(found.why.len(), MAX_REASONS + 1);
        assert!(
            found.why[MAX_REASONS].message.starts_with("10 more commits"),
            "{:?}",
            found.why[MAX_REASONS]
        );
    }

    #[test]
    fn files_shared_with_a_sibling_are_said() {
        let history = history(&[
            ("feat(03-01): task 2 a", &["src/a.rs"]),
            ("feat(03-02): task 1 b", &["src/a.rs", "src/b.rs"]),
            ("fix(03-01): task 2 c", &["src/a.rs"]),
        ]);
        let found = commits_of_task(&history, &scope("2", &["src/"]), None);
        assert_eq!(found.shared_files(), [RepoPath::parse("src/a.rs").unwrap()]);
        assert!(found.why.iter().any(|remark| remark.code == "shared_with_siblings"));
    }

    #[test]
    fn a_task_outside_any_plan_is_known_by_its_name() {
        let history = history(&[("add login (task 2)", &["a"]), ("task 3", &["b"])]);
        let scope = TaskScope { task: "2".to_owned(), ..TaskScope::default() };
        assert_eq!(subjects(&commits_of_task(&history, &scope, None).commits), ["add login (task 2)"]);
    }

    #[test]
    fn reports_written_elsewhere_are_silent() {
        let history = history(&[("feat(03-01): task 2 x", &["reviews/two.md"])]);
        let mut scope = scope("2", &[]);
        assert_eq!(commits_of_task(&history, &scope, None).commits.len(), 1);
        scope.written.push(RepoPath::parse("reviews/two.md").unwrap());
        assert!(commits_of_task(&history, &scope, None).commits.is_empty());
    }

    #[test]
    fn candidates_come_best_first() {
        let history = history(&[
            ("feat(03-01): task 1 x", &["a"]),
            ("wip", &["src/login.rs"]),
            ("newest", &["z"]),
            ("docs", &[".planning/STATE.md"]),
        ]);
        let found = likeliest(&history, &scope("2", &["src/login.rs"]), 2);
        let subjects: Vec<&str> = found.iter().map(|commit| commit.subject.as_str()).collect();
        assert_eq!(subjects, ["feat(03-01): task 1 x", "wip"]);
    }
}
