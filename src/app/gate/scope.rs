//! What a gate is asked about: a phase's plans, one plan, one subject, or the branch.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::domain::diff::Commit;
use crate::domain::gate::{Change, Walk};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::next_step::Call;
use crate::domain::plan::{self, Plan};
use crate::domain::protocol::Protocol;
use crate::domain::range::{TaskScope, commits_of_task, is_book_keeping, is_document, touches, touching};
use crate::domain::receipt::{Content, Receipt, same_subject};
use crate::domain::subject::{Contract, Requirement, Subject};
use crate::error::Error;

use super::super::phases::{self, Due, DueKind, Unread};
use super::super::workspace::Workspace;
use super::super::{ranges, subjects};
use super::history::{self, Commits, content_at};
use super::known::{How, Known, NamedRange, Records};
use super::under::its_rules;
use super::{Reason, of_subject};

/// What a gate stands before.
#[derive(Debug)]
pub(in crate::app) enum Scope<'a> {
    /// Plans, of a phase or one alone, under the rules that hold for them. `on`: reviews are not switched off.
    Plans {
        plans: &'a [Plan],
        /// Those among them that cannot be read.
        unread: &'a [Unread],
        /// The folder of the phase, where the phase as a whole is asked about.
        folder: Option<&'a RepoPath>,
        rules: Option<&'a Protocol>,
        on: bool,
    },
    Subject(&'a Subject),
    Branch,
}

/// One subject that must have a receipt.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) struct Which {
    pub(in crate::app) subject: Subject,
    pub(in crate::app) label: String,
    /// The call that reviews it.
    pub(in crate::app) call: Call,
}

/// One subject with what is known of its reviews.
#[derive(Debug)]
pub(in crate::app) struct Wanted<'r> {
    pub(in crate::app) which: Which,
    /// On this branch, the one that speaks for it first.
    pub(in crate::app) known: Vec<&'r Known>,
    pub(in crate::app) elsewhere: Vec<&'r Known>,
}

impl<'r> Wanted<'r> {
    /// Returns the receipts that may hold for it.
    pub(super) fn receipts(&self) -> impl Iterator<Item = &'r Receipt> + '_ {
        let work = |k: &&&'r Known| k.subject.document().is_none();
        self.known.iter().chain(&self.elsewhere).filter(work).filter_map(|k| k.receipt())
    }
}

/// On which branches a review counts as one of here: the one checked out; on a detached head those that stand there.
pub(in crate::app) struct Here(Vec<Option<String>>);

impl Here {
    pub(in crate::app) fn of(ws: &Workspace<'_>) -> Self {
        match ws.repository.branch() {
            Some(branch) => Self(vec![Some(branch)]),
            None => {
                let at =
                    ws.repository.head().map(|head| ws.repository.branches_at(&head)).unwrap_or_default();
                Self(at.into_iter().map(Some).chain([None]).collect())
            }
        }
    }

    pub(in crate::app) fn is(&self, branch: Option<&str>) -> bool {
        self.0.iter().any(|b| b.as_deref() == branch)
    }
}

/// From where a history is looked at.
#[derive(Debug, Default)]
pub(super) struct Since {
    base: Option<Oid>,
    /// Some review began where this repository does not reach.
    lost: bool,
    /// The branch is asked about as a whole, from where it parts from the main branch.
    pub(super) from_main: bool,
}

impl Since {
    /// Returns the commit before the first that is looked at; nothing where all of them are.
    pub(super) fn base(&self) -> Option<&Oid> {
        self.base.as_ref()
    }

    /// Tells whether the first review may have begun before what is there.
    pub(super) fn is_cut_off(&self) -> bool {
        self.lost || self.base.is_none()
    }
}

impl Scope<'_> {
    /// Returns the subjects that must have a receipt, with what is known of each.
    pub(super) fn wanted<'r>(&self, ws: &Workspace<'_>, records: &'r Records) -> Vec<Wanted<'r>> {
        match self {
            Scope::Plans { plans, unread, folder, rules, on } => {
                of_plans(ws, records, (plans, unread, *folder), *rules, *on)
            }
            Scope::Subject(subject) => {
                let (known, elsewhere) = of_subject(ws, records, |s| same_subject(s, subject));
                let speaks = known.first().or(elsewhere.first()).copied();
                let which = its_rules(ws, which((*subject).clone(), speaks), speaks);
                vec![Wanted { which, known, elsewhere }]
            }
            Scope::Branch => {
                let (here, _) = of_subject(ws, records, |_| true);
                let mut wanted: Vec<Wanted<'r>> = Vec::new();
                for known in &here {
                    if !wanted.iter().any(|w| same_subject(&w.which.subject, &known.subject)) {
                        let (known, elsewhere) = of_subject(ws, records, |s| same_subject(s, &known.subject));
                        let which = which(known[0].subject.clone(), Some(known[0]));
                        let which = its_rules(ws, which, Some(known[0]));
                        wanted.push(Wanted { which, known, elsewhere });
                    }
                }
                wanted.extend(merged(ws, records, &wanted));
                wanted
            }
        }
    }

    /// Returns the commits of a history, oldest first, that are the scope's own by what they say.
    pub(super) fn own(&self, ws: &Workspace<'_>, asked: &[Commit]) -> Vec<Oid> {
        let newest_first: Vec<Commit> = asked.iter().rev().cloned().collect();
        let of = |subject: &Subject| -> Vec<Commit> {
            if let Subject::Change { id, .. } = subject {
                return ranges::by_name(&newest_first, id, &TaskScope::default());
            }
            if subject.document().is_some() || subjects::has_no_scope(subject) {
                return Vec::new();
            }
            let scope = subjects::scope(ws, subject, subject.files().to_vec());
            let scope = subjects::told_apart(ws, subject, scope, &newest_first);
            commits_of_task(&newest_first, &scope, None).commits
        };
        let found: Vec<Commit> = match self {
            Scope::Plans { plans, .. } => {
                plans.iter().flat_map(|plan| of(&subjects::execution_of(ws, plan))).collect()
            }
            Scope::Subject(subject) => of(subject),
            Scope::Branch => Vec::new(),
        };
        found.into_iter().map(|c| c.id).collect()
    }

    /// Returns from where the history is looked at: before the first change that some review of the scope looked at.
    pub(super) fn since(&self, ws: &Workspace<'_>, wanted: &[Wanted<'_>]) -> Result<Since, Error> {
        let Ok(head) = ws.repository.head() else { return Ok(Since::default()) };
        if matches!(self, Scope::Branch)
            && let Some(base) = parts_at(ws, &head)?
        {
            return Ok(Since { base: Some(base), lost: false, from_main: true });
        }
        let mut since = Since { base: Some(head.clone()), ..Since::default() };
        let branch = ws.repository.branch();
        let line = match self {
            Scope::Branch => Some(Line::of(ws, &head)?),
            Scope::Plans { .. } | Scope::Subject(_) => None,
        };
        let all = wanted.iter().flat_map(|w| w.known.iter().chain(&w.elsewhere));
        for known in all.filter(|k| k.subject.document().is_none()) {
            let there =
                |id: &Oid| ws.repository.has(id) && ws.repository.is_ancestor(id, &head).unwrap_or(false);
            let began = match (&known.base, &known.head) {
                (Some(base), _) if there(base) => match &line {
                    Some(line) if known.subject.branch() != branch.as_deref() => {
                        Some(line.parts_from(ws, base))
                    }
                    Some(_) | None => Some(base.clone()),
                },
                (None, _) if known.from_root => None,
                (_, Some(tip)) if ws.repository.has(tip) => ws.repository.merge_base(tip, &head)?,
                (Some(_) | None, _) => {
                    since.lost = true;
                    None
                }
            };
            since.base = match (since.base, began) {
                (Some(one), Some(other)) => older(ws, &one, &other)?,
                (None, _) | (_, None) => None,
            };
        }
        Ok(since)
    }

    /// Says that there is no subject at all.
    pub(super) fn nothing(&self, ws: &Workspace<'_>, records: &Records) -> Reason {
        let mut reason = Reason::new(match (self, records.claims) {
            (Scope::Plans { plans: [], .. } | Scope::Plans { rules: None, .. }, _) => {
                "no plan of this phase was found, so nothing of it is reviewed".to_owned()
            }
            (Scope::Plans { rules: Some(rules), .. }, _) => format!(
                "of this phase's plans {} has nothing reviewed without being asked for it, and nothing was",
                rules.name
            ),
            (Scope::Subject(subject), _) => format!("{} was never reviewed", subject.label()),
            (Scope::Branch, true) => {
                "no committed report tells of a review, and there is no review store here".to_owned()
            }
            (Scope::Branch, false) => "nothing on this branch was ever reviewed".to_owned(),
        });
        reason.is_nothing = true;
        let mut call = Call::new("review_task", []);
        // Where nothing is planned nobody can name a task: work is reviewed by what is said of it.
        let plans = !matches!(self, Scope::Branch) || phases::folders(ws).is_ok_and(|all| !all.is_empty());
        let fill: &[&str] = if plans { &["plan", "task"] } else { &["id", "title", "criteria"] };
        reason.fill = fill.iter().map(|field| (*field).to_owned()).collect();
        let kept = Kept::of(&[], records);
        if !plans && ws.differing().is_ok_and(|found| !found.paths.iter().any(|path| kept.is_work(path))) {
            // No commit names what has no name yet.
            match ws.repository.head().ok().and_then(|head| parts_at(ws, &head).ok().flatten()) {
                Some(base) => drop(call.arguments.insert("base".to_owned(), json!(base.as_str()))),
                None => reason.fill.push("base".to_owned()),
            }
        }
        reason.call = Some(call);
        reason
    }
}

/// The line of the branch that is asked about: its commits by first parents, newest first.
struct Line(Vec<Oid>);

impl Line {
    fn of(ws: &Workspace<'_>, head: &Oid) -> Result<Self, Error> {
        let commits = ws.repository.messages(head, history::MOST)?;
        let first: BTreeMap<&Oid, Option<&Oid>> =
            commits.iter().map(|c| (&c.id, c.parents.first())).collect();
        let next = |id: &&Oid| first.get(*id).copied().flatten();
        Ok(Self(std::iter::successors(Some(head), next).cloned().collect()))
    }

    /// Returns from where the work of a branch that was merged here is asked about: like that branch itself, from where
    /// it parts from this line, and not from its first review on.
    fn parts_from(&self, ws: &Workspace<'_>, base: &Oid) -> Oid {
        if self.0.contains(base) {
            return base.clone();
        }
        let within = |id: &Oid| ws.repository.is_ancestor(id, base).unwrap_or(false);
        let at = self.0.partition_point(|id| !within(id));
        self.0.get(at).unwrap_or(base).clone()
    }
}

/// Returns the subjects that were reviewed on other branches alone and whose change came into this one: by its commits,
/// or squashed. A branch that has nothing of its own has no subject by that.
fn merged<'r>(ws: &Workspace<'_>, records: &'r Records, wanted: &[Wanted<'r>]) -> Vec<Wanted<'r>> {
    let Ok(head) = ws.repository.head() else { return Vec::new() };
    let base = parts_at(ws, &head).ok().flatten();
    if base.is_none() && !is_main(ws, &head) {
        return Vec::new();
    }
    let others = records
        .all
        .iter()
        .filter(|known| !wanted.iter().any(|w| same_subject(&w.which.subject, &known.subject)));
    let (mut came, unsure): (Vec<&Known>, Vec<&Known>) =
        others.partition(|known| came_in(ws, known, &head, base.as_ref()));
    came.extend(by_patch(ws, unsure, &head, base.as_ref()));
    let mut found: Vec<Wanted<'r>> = Vec::new();
    for known in came {
        if found.iter().any(|w| same_subject(&w.which.subject, &known.subject)) {
            continue;
        }
        let (_, elsewhere) = of_subject(ws, records, |s| same_subject(s, &known.subject));
        let which = its_rules(ws, which(known.subject.clone(), Some(known)), Some(known));
        found.push(Wanted { which, known: Vec::new(), elsewhere });
    }
    found
}

/// The most reviews of other branches that are looked for by what they did.
const BY_PATCH: usize = 40;

/// Returns those of some reviews whose change was rebased or picked into the history of a commit since its base: what
/// they looked at is known again by what it did, as it is where ranges are followed.
fn by_patch<'r>(
    ws: &Workspace<'_>,
    unsure: Vec<&'r Known>,
    head: &Oid,
    base: Option<&Oid>,
) -> Vec<&'r Known> {
    let mut known: Vec<(&Known, &Receipt)> = Vec::new();
    let mut since: Option<Oid> = base.cloned();
    for one in unsure.into_iter().filter(|k| k.subject.document().is_none()) {
        let receipt = one.receipt().filter(|r| r.files.iter().any(|f| f.patch.is_some()));
        let began = one.head.as_ref().filter(|tip| ws.repository.has(tip));
        let began = began.and_then(|tip| ws.repository.merge_base(tip, head).ok().flatten());
        let (Some(receipt), Some(began)) = (receipt, began) else { continue };
        if base.is_none() {
            since = match &since {
                None => Some(began),
                Some(known) => older(ws, known, &began).ok().flatten(),
            };
        }
        known.push((one, receipt));
        if known.len() >= BY_PATCH {
            break;
        }
    }
    let walked = || -> Result<Walk, Error> {
        let commits = Commits::since(ws, since.as_ref())?;
        let paths = known.iter().flat_map(|(_, r)| r.files.iter().map(|f| f.path.clone())).collect();
        let mut walk = commits.walk(ws, &paths, &BTreeMap::new())?;
        let steps = walk.nodes.iter().enumerate().flat_map(|(node, n)| {
            n.edits.iter().filter(|(_, e)| e.step).map(move |(path, _)| Change { node, path: path.clone() })
        });
        let steps: Vec<Change> = steps.collect();
        let receipts: Vec<&Receipt> = known.iter().map(|(_, receipt)| *receipt).collect();
        history::look(ws, &mut walk, &commits, &steps, &receipts)?;
        Ok(walk)
    };
    if known.is_empty() {
        return Vec::new();
    }
    let Ok(walk) = walked() else { return Vec::new() };
    known.retain(|(_, receipt)| walk.held(&[*receipt], &[]).since(receipt, false).is_some());
    known.into_iter().map(|(one, _)| one).collect()
}

/// Tells whether what a review looked at last came into the history of a commit after its base.
fn came_in(ws: &Workspace<'_>, known: &Known, head: &Oid, base: Option<&Oid>) -> bool {
    if known.subject.document().is_some() {
        return false;
    }
    let within = |id: &Oid, of: &Oid| ws.repository.is_ancestor(id, of).unwrap_or(false);
    let last = known.commits.last().filter(|id| ws.repository.has(id) && within(id, head));
    if let Some(last) = last {
        return base.is_none_or(|base| !within(last, base));
    }
    let Some(receipt) = known.receipt().filter(|r| !r.files.is_empty()) else { return false };
    let stands = |at: &Oid, path: &RepoPath, content: &Option<Content>| {
        content_at(ws, Some(at), path).is_ok_and(|now| now == *content)
    };
    let squashed = receipt.files.iter().all(|f| f.after != f.before && stands(head, &f.path, &f.after));
    squashed && base.is_none_or(|base| receipt.files.iter().any(|f| !stands(base, &f.path, &f.after)))
}

/// Tells whether the checked-out branch, or a head without one, is where work is merged into.
pub(super) fn is_main(ws: &Workspace<'_>, head: &Oid) -> bool {
    let mains = ws.repository.main_branches(None);
    match ws.repository.branch() {
        Some(branch) => mains.iter().any(|m| m.name.trim_start_matches("origin/") == branch),
        None => mains.iter().any(|m| &m.tip == head),
    }
}

/// Returns the older of two commits of one history, or the one before both.
fn older(ws: &Workspace<'_>, one: &Oid, other: &Oid) -> Result<Option<Oid>, Error> {
    if ws.repository.is_ancestor(one, other)? {
        return Ok(Some(one.clone()));
    }
    if ws.repository.is_ancestor(other, one)? {
        return Ok(Some(other.clone()));
    }
    Ok(ws.repository.merge_base(one, other)?)
}

/// Returns where the branch parts from the main one; nothing on that itself.
pub(super) fn parts_at(ws: &Workspace<'_>, head: &Oid) -> Result<Option<Oid>, Error> {
    let branch = ws.repository.branch();
    let mut nearest: Option<Oid> = None;
    for main in ws.repository.main_branches(branch.as_deref()) {
        let Some(base) = ws.repository.merge_base(head, &main.tip)? else { continue };
        // The remote side of the branch itself is where it was, not another branch.
        if branch.as_deref() == Some(main.name.as_str().trim_start_matches("origin/")) {
            continue;
        }
        nearest = match nearest {
            Some(known) if ws.repository.is_ancestor(&base, &known)? => Some(known),
            Some(_) | None => Some(base),
        };
    }
    Ok(nearest.filter(|base| base != head))
}

/// Names a subject with the call that reviews it. What is asked of a free change, and where it lies, only its own review
/// knows: `speaks`.
pub(in crate::app) fn which(subject: Subject, speaks: Option<&Known>) -> Which {
    let (asked, range) = (speaks.and_then(|k| k.asked.as_ref()), speaks.and_then(|k| k.named.as_ref()));
    Which { label: subject.label(), call: call_of(&subject, asked, range), subject }
}

/// The call that reviews a subject; of a free change with what is asked of it and where it lies, as far as that is known.
pub(super) fn call_of(subject: &Subject, asked: Option<&Contract>, range: Option<&NamedRange>) -> Call {
    match subject {
        Subject::Task { plan_path, task, .. } => {
            Call::new("review_task", [("plan", json!(plan_path.as_str())), ("task", json!(task))])
        }
        Subject::Plan { plan_path, .. } => {
            Call::new("review_task", [("plan", json!(plan_path.as_str())), ("of", json!("document"))])
        }
        Subject::Execution { plan_path, .. } => {
            Call::new("review_task", [("plan", json!(plan_path.as_str())), ("of", json!("execution"))])
        }
        Subject::Artifact { path, .. } => Call::new("review_task", [("artifact", json!(path.as_str()))]),
        Subject::Change { id, title, files, .. } => {
            let mut call = Call::new("review_task", [("id", json!(id))]);
            let mut set = |name: &str, value| drop(call.arguments.insert(name.to_owned(), value));
            // A report does not repeat it.
            if !title.is_empty() {
                set("title", json!(title));
            }
            if let Some(asked) = asked.filter(|a| is_short(a)) {
                set("criteria", json!(asked.text));
                let requirements: Vec<String> = asked.requirements.iter().map(written).collect();
                if !requirements.is_empty() {
                    set("requirements", json!(requirements));
                }
            }
            if let Some(range) = range {
                set("base", json!(range.base.as_ref().map_or(ranges::EMPTY_TREE, Oid::as_str)));
            }
            if let Some(head) = range.and_then(|r| r.head.as_ref()) {
                set("head", json!(head.as_str()));
            }
            let only = range.map(|r| r.only.iter().map(ToString::to_string).collect()).unwrap_or_default();
            let files = if files.is_empty() { only } else { files.clone() };
            if !files.is_empty() {
                set("files", json!(files));
            }
            call
        }
    }
}

/// Tells whether a call can say all that was asked: other words would make another subject of it.
fn is_short(asked: &Contract) -> bool {
    const MOST: usize = 2000;
    let texts = asked.requirements.iter().filter_map(|r| r.text.as_ref());
    asked.context.is_empty() && asked.text.len() + texts.map(String::len).sum::<usize>() <= MOST
}

fn written(requirement: &Requirement) -> String {
    match &requirement.text {
        Some(text) => format!("{}: {text}", requirement.id),
        None => requirement.id.clone(),
    }
}

fn of_plans<'r>(
    ws: &Workspace<'_>,
    records: &'r Records,
    (plans, unread, folder): (&[Plan], &[Unread], Option<&RepoPath>),
    rules: Option<&Protocol>,
    on: bool,
) -> Vec<Wanted<'r>> {
    let mut wanted: Vec<Wanted<'r>> = Vec::new();
    let due = plans.iter().filter(|_| on).flat_map(|p| rules.map(|r| phases::due(p, r)).unwrap_or_default());
    for due in due {
        let (known, elsewhere) = of_subject(ws, records, |s| due.is_of(s));
        let last = known.first().or(elsewhere.first()).copied();
        let which = its_rules(ws, which(subject_of(ws, &due), None), last);
        wanted.push(Wanted { which, known, elsewhere });
    }
    let is_ours =
        |path: &RepoPath| plans.iter().any(|p| &p.path == path) || unread.iter().any(|(p, _)| p == path);
    let is_gone =
        |path: &RepoPath| !is_ours(path) && folder.is_some_and(|dir| path.parent().as_ref() == Some(dir));
    // A task that was taken out of its plan, a side of a plan that is not due, a plan that cannot be read or one whose
    // file is gone takes no open review with it.
    let (here, _) = of_subject(ws, records, |s| s.plan_path().is_some_and(|p| is_ours(p) || is_gone(p)));
    for known in here {
        // What blocks, and a failure that stops its phase, count though reviews are off by now.
        let blocked =
            known.is_open() && !known.blocking.is_empty() || matches!(known.how, How::Failed { stops: true });
        let seen = wanted.iter().any(|w| w.known.iter().any(|k| k.id == known.id));
        let counts = blocked || on && !known.subject.plan_path().is_some_and(is_gone);
        if !seen && counts && !wanted.iter().any(|w| same_subject(&w.which.subject, &known.subject)) {
            wanted.push(Wanted {
                which: its_rules(ws, which(known.subject.clone(), Some(known)), Some(known)),
                known: vec![known],
                elsewhere: Vec::new(),
            });
        }
    }
    wanted
}

/// Returns what is due as a subject.
fn subject_of(ws: &Workspace<'_>, due: &Due<'_>) -> Subject {
    match &due.what {
        DueKind::Task(number) => match due.plan.task(number) {
            Some(task) => subjects::task_of(ws, due.plan, task),
            None => subjects::execution_of(ws, due.plan),
        },
        DueKind::Execution => subjects::execution_of(ws, due.plan),
        DueKind::Document => subjects::document_of(ws, due.plan),
    }
}

/// Which paths are work, in the eyes of a scope.
pub(super) struct Kept {
    listed: Vec<String>,
    specs: BTreeSet<RepoPath>,
}

impl Kept {
    pub(super) fn of(wanted: &[Wanted<'_>], records: &Records) -> Self {
        let listed = wanted.iter().flat_map(|w| w.which.subject.files().iter().cloned()).collect();
        let homes = records.all.iter().filter_map(|k| k.subject.home());
        let specs = homes.filter(|h| plan::root_of(h).is_none()).filter_map(RepoPath::parent).collect();
        Self { listed, specs }
    }

    /// Tells whether a path is work: no book-keeping, and no planning document unless a subject lists it as its file.
    pub(super) fn is_work(&self, path: &RepoPath) -> bool {
        if is_book_keeping(path) {
            return false;
        }
        // Code in a planning folder is code.
        let document = plan::root_of(path).is_some() && is_document(path.file_name())
            || path.file_name().ends_with(".md") && path.parent().is_some_and(|p| self.specs.contains(&p));
        !document || touches(std::slice::from_ref(path), &self.listed)
    }
}

/// Returns those of some paths that subjects whose work is reviewed list as their files.
pub(super) fn listed_by_name(wanted: &[Wanted<'_>], paths: &[RepoPath]) -> Vec<RepoPath> {
    let subjects = wanted.iter().flat_map(|one| {
        std::iter::once(&one.which.subject).chain(one.known.iter().map(|known| &known.subject))
    });
    let files: Vec<String> =
        subjects.filter(|s| s.document().is_none()).flat_map(|s| s.files().iter().cloned()).collect();
    touching(paths, &files)
}

/// Returns those of the differing paths that are the scope's: subjects list them, or list nothing and were found there.
pub(super) fn listed(wanted: &[Wanted<'_>], differing: &[RepoPath]) -> BTreeSet<RepoPath> {
    let mut found = BTreeSet::new();
    for one in wanted {
        found.extend(touching(differing, one.which.subject.files()));
        for known in &one.known {
            found.extend(touching(differing, known.subject.files()));
            if known.found_at_hand && known.subject.files().is_empty() {
                found.extend(differing.iter().cloned());
            }
        }
    }
    found
}
