//! Reviews by what is asked today (SPEC 6.8, 7.6): a receipt counts for what was reviewed, by its words. A task that was
//! renumbered takes its reviews along; one that asks for something else than what was reviewed has no receipt.

use std::collections::HashMap;
use std::rc::Rc;

use crate::domain::ids::RepoPath;
use crate::domain::plan::numbers::number_today;
use crate::domain::plan::{Plan, layout};
use crate::domain::subject::{Contract, Subject};

use super::super::phases;
use super::super::subjects::{self, plan_now};
use super::super::workspace::Workspace;

/// Where a review stands today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// Where it stood; what it was held against is asked there still, or nothing is.
    Kept,
    /// What it was held against stands at another number, or in another plan.
    Moved(Subject),
    /// What it was held against is asked nowhere; of what has its name, or else its number, something else is asked.
    Other(Option<Subject>),
}

/// What a review was held against, as far as that is known.
pub(super) enum Asked<'c> {
    /// With the contracts that somebody chose to lay aside.
    Contract(&'c Contract, &'c [String]),
    /// What a report says of it: [`Contract::asked`], or of older ones the contract's digest.
    Digest { asked: Option<&'c str>, contract: &'c str },
}

/// What is asked now, each read once.
pub(super) struct Today<'w, 'a> {
    ws: &'w Workspace<'a>,
    contracts: HashMap<(RepoPath, String), Rc<Contract>>,
    folders: HashMap<RepoPath, Rc<[Rc<Plan>]>>,
}

impl<'w, 'a> Today<'w, 'a> {
    pub(super) fn new(ws: &'w Workspace<'a>) -> Self {
        Self { ws, contracts: HashMap::new(), folders: HashMap::new() }
    }

    /// Tells where a review of a task, or of a plan's execution, stands today. Documents and free changes stand where
    /// they stood.
    pub(super) fn place(&mut self, subject: &Subject, asked: &Asked<'_>) -> Place {
        let (Subject::Task { plan_path, .. } | Subject::Execution { plan_path, .. }) = subject else {
            return Place::Kept;
        };
        let plan = plan_now(self.ws, plan_path);
        let here = plan.as_ref().and_then(|plan| self.contract(plan, subject));
        if here.as_ref().is_some_and(|now| is_asked(asked, now)) {
            return Place::Kept;
        }
        match self.elsewhere(subject, plan.as_ref(), asked) {
            Some(moved) => Place::Moved(moved),
            None if here.is_some_and(|now| differs(asked, &now)) => {
                Place::Other(plan.and_then(|plan| self.by_name(&plan, subject)))
            }
            None => Place::Kept,
        }
    }

    /// Returns the task that has a task's name today, where that has another number.
    fn by_name(&self, plan: &Rc<Plan>, subject: &Subject) -> Option<Subject> {
        let Subject::Task { task, title, .. } = subject else { return None };
        let now = plan.task(number_today(plan, task, title)?)?;
        let moved = !layout::same_number(&now.number, task);
        let branch = subject.branch().map(str::to_owned);
        moved.then(|| subjects::task_of(self.ws, plan, now).on_branch(branch))
    }

    /// Returns the one other place where the same is asked, in its own plan before others.
    fn elsewhere(&mut self, subject: &Subject, own: Option<&Rc<Plan>>, asked: &Asked<'_>) -> Option<Subject> {
        let of_own = own.map(|plan| self.places(plan, subject, asked)).unwrap_or_default();
        let mut found = if of_own.is_empty() { self.beside(subject, asked) } else { of_own };
        let one = found.pop().filter(|_| found.is_empty())?;
        Some(one.on_branch(subject.branch().map(str::to_owned)))
    }

    /// Returns the places of the plans beside its own, and where that is gone those of the phases beside it.
    fn beside(&mut self, subject: &Subject, asked: &Asked<'_>) -> Vec<Subject> {
        let Some(home) = subject.home() else { return Vec::new() };
        let is_gone = plan_now(self.ws, home).is_none();
        let mut folders: Vec<RepoPath> = home.parent().into_iter().collect();
        if is_gone {
            let root = layout::root_of(home);
            let phases = phases::folders(self.ws).unwrap_or_default();
            folders.extend(phases.iter().filter(|f| Some(&f.root) == root.as_ref()).map(|f| f.dir.clone()));
            folders.sort();
            folders.dedup();
        }
        let mut found = Vec::new();
        for folder in folders {
            for plan in self.folder(&folder).iter().filter(|plan| &plan.path != home) {
                found.extend(self.places(plan, subject, asked));
            }
        }
        found
    }

    /// Returns the subjects of one plan of which the same is asked.
    fn places(&mut self, plan: &Rc<Plan>, subject: &Subject, asked: &Asked<'_>) -> Vec<Subject> {
        let all: Vec<Subject> = match subject {
            Subject::Task { .. } => {
                plan.tasks.iter().map(|task| subjects::task_of(self.ws, plan, task)).collect()
            }
            Subject::Execution { .. } => vec![subjects::execution_of(self.ws, plan)],
            Subject::Plan { .. } | Subject::Artifact { .. } | Subject::Change { .. } => Vec::new(),
        };
        let is_it =
            |one: &Subject| self.contract(plan, one).is_some_and(|now| is_same_but_for_numbers(asked, &now));
        all.into_iter().filter(is_it).collect()
    }

    /// Returns what the documents ask of a subject of a plan now; nothing where the plan has no such task.
    fn contract(&mut self, plan: &Rc<Plan>, subject: &Subject) -> Option<Rc<Contract>> {
        let number = match subject {
            Subject::Task { task, .. } => plan.task(task)?.number.clone(),
            Subject::Execution { .. } => String::new(),
            Subject::Plan { .. } | Subject::Artifact { .. } | Subject::Change { .. } => return None,
        };
        let key = (plan.path.clone(), number);
        if let Some(known) = self.contracts.get(&key) {
            return Some(known.clone());
        }
        let now = match plan.task(&key.1).filter(|_| !key.1.is_empty()) {
            Some(task) => subjects::contract_of(self.ws, plan, task, &mut Vec::new()),
            None => subjects::contract_of_execution(self.ws, plan, &mut Vec::new()),
        };
        let now = Rc::new(self.ws.without_secrets(now).ok()?);
        self.contracts.insert(key, now.clone());
        Some(now)
    }

    fn folder(&mut self, folder: &RepoPath) -> Rc<[Rc<Plan>]> {
        let ws = self.ws;
        let read = || {
            let plans = phases::plans_in(ws, folder);
            plans.into_iter().map(Rc::new).collect::<Rc<[Rc<Plan>]>>()
        };
        self.folders.entry(folder.clone()).or_insert_with(read).clone()
    }
}

/// Tells whether what a review was held against is what is asked now. What was given along is the caller's.
fn is_asked(asked: &Asked<'_>, now: &Contract) -> bool {
    match asked {
        Asked::Contract(was, aside) => {
            let with_known =
                || Contract::new(now.text.clone(), now.requirements.clone(), was.context.clone());
            was.documents_ask_the_same(now) || !aside.is_empty() && aside.contains(&with_known().digest)
        }
        Asked::Digest { asked: Some(was), .. } => *was == now.asked(),
        Asked::Digest { asked: None, contract } => *contract == now.digest,
    }
}

/// Tells whether it surely is not. A report of an older countersign does not say whether something was given along.
fn differs(asked: &Asked<'_>, now: &Contract) -> bool {
    !matches!(asked, Asked::Digest { asked: None, .. }) && !is_asked(asked, now)
}

fn is_same_but_for_numbers(asked: &Asked<'_>, now: &Contract) -> bool {
    match asked {
        Asked::Contract(was, _) => was.asked() == now.asked(),
        Asked::Digest { asked: Some(was), .. } => *was == now.asked(),
        Asked::Digest { asked: None, .. } => false,
    }
}
