//! The gate of a scope (SPEC 7.6): a phase, a plan, one subject or the branch is open when every subject of it has a
//! receipt that holds, and nothing it asks about lies outside all receipts. Used by `loop_status`, `verify_phase` and
//! `countersign gate` alike. Writes nothing. What the rule leaves open is settled here, to the safe side:
//!
//! - *The tree at hand* is the work tree: a file of a receipt that differs there, committed or not, is a later change,
//!   also where git was told not to look at it; what is staged and stands otherwise there counts beside it.
//! - *A phase* asks about commits that carry its plans' scope, that touch its subjects' files after they were reviewed,
//!   or a file that a task of it lists, reviewed before or not, since its first base; and about every task its plans
//!   list. Others' commits to other files are not its business. *A branch* asks about every commit since it parts from
//!   the main branch, or, on that branch, since the first review; book-keeping, planning documents and the files of a
//!   spec's own folder are no work. What git does not track is told, not asked.
//! - *Receipts of other branches* count where their change is in this history, and what was merged or squashed into a
//!   branch is a subject of it as well. What is open on another branch does not close this one; its commits, where they
//!   are here, lie outside all receipts.
//! - *What the main branch brought* beside a phase's work, by a merge as by a rebase, is not the phase's to answer for,
//!   unless it carries its scope; a commit into which a review's change was squashed is, with all that it holds.
//! - *A merge* asks for nothing where it only joins its sides; what somebody settled in it is a change like any other.
//! - *Skipped* work must be gone from the tree and from the commit that is checked out. *Documents* hold by their bytes;
//!   ticks in a task list are no edit.
//! - *Edits at open notes* keep an approval while they remove nothing beside the noted lines and add at most
//!   [`notes::MORE`] lines at each place.
//! - *Two works on one file*, reviewed one after the other in the work tree, hold where the later one undoes nothing of
//!   the first: its review looked at both.
//! - *A shallow clone* that does not reach back to the first review is closed: nobody can tell what lies between.
//! - *A loop that a repair left out* closes the gate of its subject while that is here and not reviewed anew.
//! - *Reports* are read where no store is, from the commit that is checked out: claims whose digest shows alterations.

mod ahead;
mod asked;
mod dropped;
mod further;
mod halves;
mod hand;
mod history;
mod known;
mod lost;
mod mend;
mod notes;
mod own;
mod place;
mod proven;
mod replaced;
mod scope;
mod since;
mod speaking;
mod taken_back;
mod today;
mod under;
mod unread;

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::diff::Commit;
use crate::domain::gate::{Bridge, Change, Walk};
use crate::domain::ids::{LoopId, Oid, RepoPath};
use crate::domain::next_step::Call;
use crate::domain::receipt::Receipt;
use crate::domain::review::Remark;
use crate::domain::review_loop::event::Outcome;
use crate::error::Error;

use super::workspace::Workspace;
pub(super) use asked::{gate, of_branch, of_plans, of_spec, of_subject_alone, passes_on_branch};
use history::Commits;
pub(super) use known::{How, Known, Records};
pub(super) use lost::{anew, due as left_out_and_due, is_gone};
pub(super) use place::{Sides, is_it};
pub(super) use proven::proven;
pub(super) use scope::{Here, Scope, Wanted, Which, which};
use since::Since;
use speaking::of_subject;
pub(super) use speaking::speaks_for;
pub(super) use taken_back::is_gone_if_skipped;

/// How one subject stands at the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    /// It has a receipt that holds.
    Held,
    NeverReviewed,
    /// It has a receipt, and that does not cover what is there now; why, in words.
    Changed(String),
    /// It has a receipt, and the change of that is not in this history; in words.
    NotHere(String),
    /// Its review ended without one.
    GivenUp(Outcome),
    /// It used up its passes; whether that stops its phase.
    Failed {
        stops: bool,
    },
    /// It is open and waits for this; with the ids of what blocks.
    Waits {
        what: String,
        blocking: Vec<String>,
    },
    /// Its outcome is not enough for the rules it was reviewed under.
    NotEnough(Outcome),
    /// Its review cannot be read, or was left out by a repair; in words.
    Lost(String),
}

/// What is said of a receipt whose contract is not what is asked now.
const OTHER_CONTRACT: &str = "asks for something else now than what was reviewed";

/// Why a gate is closed, once.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reason {
    pub(super) message: String,
    pub(super) subject: Option<String>,
    pub(super) commit: Option<Oid>,
    pub(super) files: Vec<RepoPath>,
    pub(super) call: Option<Call>,
    pub(super) fill: Vec<String>,
    /// Whether the review of the subject would be taken as the work stands, or why not; nothing where that was not tried.
    pub(super) taken: Option<Result<(), String>>,
    /// There is no subject at all.
    is_nothing: bool,
}

impl Reason {
    fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            subject: None,
            commit: None,
            files: Vec::new(),
            call: None,
            fill: Vec::new(),
            taken: None,
            is_nothing: false,
        }
    }

    /// Says it in one sentence of about `most` letters with the call that mends it, which is never cut.
    pub(super) fn in_words(&self, most: usize) -> String {
        let call = self.call.as_ref().map(|call| match self.fill.as_slice() {
            [] => format!("; call {}", call.in_words()),
            fill => format!("; call {} with your own {}", call.in_words(), fill.join(" and ")),
        });
        let call = call.unwrap_or_default();
        let left = most.saturating_sub(call.chars().count()).max(60);
        let message = match self.message.chars().count() > left {
            true => self.message.chars().take(left - 1).chain(['…']).collect(),
            false => self.message.clone(),
        };
        format!("{message}{call}")
    }
}

/// What a gate comes to.
#[derive(Debug, Default)]
pub(super) struct Judged {
    pub(super) reasons: Vec<Reason>,
    pub(super) remarks: Vec<Remark>,
    /// Each wanted subject with how it stands.
    pub(super) subjects: Vec<Stand>,
}

/// One subject at the gate.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stand {
    pub(super) which: Which,
    pub(super) standing: Standing,
    /// Ids of what is open and blocks in reviews that did not let it go on.
    pub(super) blocking: Vec<String>,
    /// The newest of them; nothing where only reports tell, or nothing does.
    pub(super) loop_id: Option<LoopId>,
    /// What was left open that blocks, or failing, where it was let go on all the same; in words.
    pub(super) left: Option<String>,
    /// What changed it since its review, where that is known.
    by: Option<By>,
}

/// What changed a subject since its review.
#[derive(Debug, Clone, PartialEq)]
enum By {
    Commit(Box<Commit>),
    /// What is not committed.
    Hand,
}

impl Judged {
    pub(super) fn is_open(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// Judges a scope.
pub(super) fn judge(ws: &Workspace<'_>, scope: &Scope<'_>, records: &Records) -> Result<Judged, Error> {
    let wanted = scope.wanted(ws, records);
    let mut case = Case::gather(ws, scope, records, &wanted)?;
    case.settle(ws)?;
    case.take_away_halves(ws, &wanted, &scope::Kept::of(&wanted, records))?;
    case.look_back(ws, &wanted);
    let mut judged = Judged::default();
    for one in &wanted {
        let standing = case.standing(ws, one)?;
        let stuck = one.known.iter().filter(|k| !matches!(k.how, How::Receipt(_) | How::Skipped(_)));
        judged.subjects.push(Stand {
            which: one.which.clone(),
            standing,
            blocking: stuck.flat_map(|k| k.blocking.iter().cloned()).collect(),
            loop_id: one.known.first().filter(|k| k.is_in_store()).map(|k| k.id.clone()),
            left: one.known.first().or(one.elsewhere.first()).and_then(|known| known.left_open()),
            by: case.changed_by(one),
        });
    }
    replaced::settle(&wanted, &records.all, &mut judged);
    case.assign(ws, &wanted, &mut judged);
    judged.reasons.splice(0..0, lost::unreadable(records));
    let mut tries = mend::TRIES;
    for (one, stand) in wanted.iter().zip(&judged.subjects) {
        let held = stand.standing == Standing::Held;
        judged.reasons.extend(match replaced::waits_for(one, &records.all, &judged).filter(|_| !held) {
            Some(waits) => Some(mend::replanned(ws, one, waits)),
            None => mend::reason(ws, one, stand, &records.all, records.claims, &mut tries),
        });
        judged.remarks.extend(mend::remark(one, &stand.standing));
    }
    judged.reasons.extend(case.rest(ws, &wanted));
    judged.reasons.extend(case.limits(ws));
    unread::close(&mut judged, &unread::of(ws, scope, &wanted, &case.plans_changed));
    if !records.damaged.is_empty() && !records.claims {
        // No review is opened beside one that cannot be read: that comes first.
        let reviews = |r: &&mut Reason| r.call.as_ref().is_some_and(|c| c.tool == "review_task");
        judged.reasons.iter_mut().filter(reviews).for_each(|r| (r.call, r.fill) = (None, Vec::new()));
    }
    if wanted.is_empty() && judged.reasons.is_empty() {
        judged.reasons.push(scope.nothing(ws, records));
    }
    judged.remarks.extend(case.remarks(records));
    Ok(judged)
}

/// A scope with all that it is judged by.
struct Case<'r> {
    whole_branch: bool,
    from_main: bool,
    records: &'r Records,
    commits: Commits,
    walk: Walk,
    /// Every receipt that may cover something.
    receipts: Vec<&'r Receipt>,
    /// What came after those of the scope's subjects.
    since: Vec<Since<'r>>,
    /// Those that cover nothing, because only a part of what they looked at is here.
    halves: Vec<&'r Receipt>,
    hand: hand::Hand,
    bridges: Vec<Bridge>,
    /// Commits of the scope by their messages and files.
    own: BTreeSet<Oid>,
    /// Files that the scope's subjects list and that differ in the work tree, or that some commit changed.
    listed: BTreeSet<RepoPath>,
    /// Changes that nobody reviewed and that the scope asks about.
    open: Vec<Change>,
    /// Files that differ in the work tree and are nobody's.
    loose: Vec<RepoPath>,
    /// What lies before the scope's first base.
    before: Vec<bool>,
    /// What the main branch brought beside the scope's work: a rebase would put it before that.
    beside: Vec<bool>,
    notes_taken: Vec<RepoPath>,
    /// Free changes of which nothing is here any more.
    taken_back: Vec<String>,
    /// The history does not reach back to the first review.
    cut_off: bool,
    /// Plans of phases that a branch changed.
    plans_changed: BTreeSet<RepoPath>,
}

impl<'r> Case<'r> {
    fn gather(
        ws: &Workspace<'_>,
        scope: &Scope<'_>,
        records: &'r Records,
        wanted: &[Wanted<'r>],
    ) -> Result<Self, Error> {
        let whole_branch = matches!(scope, Scope::Branch);
        let since = scope.since(ws, wanted)?;
        let commits = Commits::since(ws, since.base())?;
        let hand = hand::Hand::read(ws, &commits)?;
        let own: BTreeSet<Oid> = scope.own(ws, commits.asked()).into_iter().collect();
        let kept = scope::Kept::of(wanted, records);
        let mut paths: BTreeSet<RepoPath> = BTreeSet::new();
        for one in wanted {
            paths.extend(one.receipts().flat_map(|r| r.files.iter().map(|f| f.path.clone())));
            let work = one.known.iter().filter(|k| k.subject.document().is_none());
            paths.extend(work.flat_map(|k| k.files.iter().cloned()));
        }
        let mut listed: BTreeSet<RepoPath> = scope::listed(wanted, &hand.differing);
        let mut others: BTreeSet<RepoPath> = BTreeSet::new();
        for commit in commits.asked() {
            let mut files = commit.files.clone();
            if commit.parents.len() > 1 {
                files.extend(ws.repository.by_hand(&commit.id)?);
            }
            // A squash may hold more than what was reviewed.
            let holds = |r: &Receipt| !r.files.is_empty() && r.files.iter().all(|f| files.contains(&f.path));
            let squashed = || wanted.iter().flat_map(Wanted::receipts).any(holds);
            if whole_branch || own.contains(&commit.id) {
                paths.extend(files);
                continue;
            }
            if squashed() {
                paths.extend(files.iter().cloned());
            }
            others.extend(files);
        }
        // Whoever made it: what a task lists is that task's.
        let theirs = scope::listed_by_name(wanted, &others.into_iter().collect::<Vec<_>>());
        listed.extend(theirs.iter().cloned());
        paths.extend(theirs);
        let tracked = |p: &RepoPath| match &commits.head {
            Some(head) => ws.repository.entry_at(head, p).map(|b| b.is_some()),
            None => Ok(false),
        };
        let mut loose = Vec::new();
        let mut at_hand = Vec::new();
        for path in hand.differing.iter().cloned() {
            if paths.contains(&path) || listed.contains(&path) {
                at_hand.push(path);
            } else if !kept.is_work(&path) {
            } else if whole_branch && (tracked(&path)? || hand.is_staged(&path)) {
                at_hand.push(path);
            } else {
                loose.push(path);
            }
        }
        paths.extend(at_hand.iter().cloned());
        paths.retain(|p| kept.is_work(p));
        let stands = hand.stands(ws, &at_hand)?;
        let mut walk = commits.walk(ws, &paths, &stands)?;
        hand.add_staged(ws, &commits, &paths, &stands, &mut walk)?;
        let receipts: Vec<&Receipt> = records
            .all
            .iter()
            .filter(|k| k.subject.document().is_none())
            .filter_map(Known::receipt)
            .filter(|r| r.files.iter().any(|f| paths.contains(&f.path)))
            .collect();
        walk.earlier = dropped::earlier(ws, &walk, commits.head.as_ref(), &receipts);
        let unknown = |c: &Commit| ws.repository.joins_the_unknown(&c.parents).unwrap_or(false);
        let cut_off = since.is_cut_off() || commits.asked().iter().any(unknown);
        let plans_changed = match whole_branch {
            true => unread::touched(commits.asked(), &hand.differing),
            false => BTreeSet::new(),
        };
        Ok(Self {
            whole_branch,
            from_main: since.from_main,
            records,
            before: vec![false; walk.nodes.len()],
            beside: vec![false; walk.nodes.len()],
            commits,
            walk,
            receipts,
            since: Vec::new(),
            halves: Vec::new(),
            hand,
            bridges: Vec::new(),
            own,
            listed,
            open: Vec::new(),
            loose,
            notes_taken: Vec::new(),
            taken_back: Vec::new(),
            cut_off,
            plans_changed,
        })
    }

    /// Finds what nobody reviewed: by commits and contents first, then by what commits did, then by what may stay.
    fn settle(&mut self, ws: &Workspace<'_>) -> Result<(), Error> {
        let held = self.walk.held(&self.receipts, &[]);
        let mut open = held.uncovered();
        if !open.is_empty() || !self.receipts.is_empty() {
            let since: Vec<_> = self.receipts.iter().map(|r| held.since(r, false)).collect();
            drop(held);
            let missing = self.missing(&since);
            // What came after a receipt's commits may be the rest of what it looked at.
            let later = since.into_iter().flatten().flatten();
            let look: BTreeSet<Change> = open.iter().cloned().chain(missing).chain(later).collect();
            let look: Vec<Change> = look.into_iter().collect();
            history::look(ws, &mut self.walk, &self.commits, &look, &self.receipts)?;
        }
        let held = self.walk.held(&self.receipts, &[]);
        open = held.uncovered();
        // What came after receipts without being covered, as far as contents tell.
        let later: BTreeSet<Change> =
            self.receipts.iter().filter_map(|r| held.since(r, false)).flatten().collect();
        let doubtful: Vec<Change> = open.iter().cloned().chain(later).collect();
        drop(held);
        if !doubtful.is_empty() {
            self.bridges = notes::comments(ws, &self.walk, &self.receipts, &doubtful);
            let without = self.walk.uncovered(&self.receipts, &self.bridges);
            let taken = notes::taken_up(ws, &self.walk, &self.receipts, &doubtful);
            self.bridges.extend(taken);
            let with = self.walk.uncovered(&self.receipts, &self.bridges);
            let kept = without.iter().filter(|c| !with.contains(c)).map(|c| c.path.clone());
            self.notes_taken = kept.collect::<BTreeSet<_>>().into_iter().collect();
            open = with;
        }
        let further = further::bridges(ws, &self.walk, &self.receipts, &self.bridges);
        if !further.is_empty() {
            self.bridges.extend(further);
            open = self.walk.uncovered(&self.receipts, &self.bridges);
        }
        self.open = open;
        Ok(())
    }

    /// Tells how a subject stands, by the review that speaks for it.
    fn standing(&mut self, ws: &Workspace<'_>, one: &Wanted<'_>) -> Result<Standing, Error> {
        let mut standing = Standing::NeverReviewed;
        for (n, known) in one.known.iter().enumerate() {
            let this = self.of_known(ws, known)?;
            // The newest decides; of older ones only what is still open or blocked was kept.
            if n == 0 || this != Standing::Held {
                standing = this;
            }
            if standing != Standing::Held {
                break;
            }
        }
        if one.known.is_empty() {
            for known in lost::speaking(&one.elsewhere) {
                match self.of_known(ws, known)? {
                    Standing::Held => return Ok(Standing::Held),
                    // Its change is here, with something on top.
                    changed @ (Standing::Changed(_) | Standing::Lost(_)) => standing = changed,
                    Standing::NotHere(_)
                    | Standing::NeverReviewed
                    | Standing::GivenUp(_)
                    | Standing::Failed { .. }
                    | Standing::Waits { .. }
                    | Standing::NotEnough(_) => {}
                }
            }
        }
        Ok(if standing == Standing::NeverReviewed { lost::standing(ws, self.records, one) } else { standing })
    }

    fn of_known(&mut self, ws: &Workspace<'_>, known: &Known) -> Result<Standing, Error> {
        Ok(match &known.how {
            How::Waits(what) => Standing::Waits { what: what.clone(), blocking: known.blocking.clone() },
            How::Failed { stops } => Standing::Failed { stops: *stops },
            How::GivenUp(outcome) => Standing::GivenUp(*outcome),
            How::NotEnough(outcome) => Standing::NotEnough(*outcome),
            How::Lost(why) => Standing::Lost(why.clone()),
            How::Gone(_) => Standing::Held,
            How::Skipped(receipt) => taken_back::skipped(ws, receipt)?,
            How::Receipt(_) if known.asks_other => Standing::Changed(OTHER_CONTRACT.to_owned()),
            How::Receipt(receipt) => match known.subject.document() {
                Some(path) => notes::document(ws, path, receipt)?,
                None => {
                    let standing = self.of_receipt(ws, known, receipt);
                    let is_gone = matches!(standing, Standing::NotHere(_));
                    if is_gone && taken_back::is_taken_back(ws, &known.subject, receipt)? {
                        self.taken_back.push(known.subject.label());
                        return Ok(Standing::Held);
                    }
                    standing
                }
            },
        })
    }

    fn of_receipt(&self, ws: &Workspace<'_>, known: &Known, receipt: &Receipt) -> Standing {
        if receipt.files.is_empty() {
            return Standing::Changed("has a receipt that says nothing of its files".to_owned());
        }
        let Some(later) = self.since(receipt).and_then(|since| since.known.as_ref()) else {
            let further = self.changed_further(known, receipt).filter(|_| receipt.commits.is_empty());
            let words = || dropped::words(ws, &self.walk, &known.subject, receipt);
            return Standing::NotHere(further.unwrap_or_else(words));
        };
        match later.first() {
            None => Standing::Held,
            Some(_) => Standing::Changed(format!("changed since its review: {}", self.told(later))),
        }
    }

    /// Returns what came first on top of the review that speaks for a subject, uncovered.
    fn changed_by(&self, one: &Wanted<'_>) -> Option<By> {
        let known = one.known.first().or(one.elsewhere.first())?;
        let receipt = known.receipt().filter(|_| !known.asks_other)?;
        let Some(later) = self.since(receipt).and_then(|since| since.later.as_ref()) else {
            return (!dropped::uncommitted(&self.walk, receipt).is_empty()).then_some(By::Hand);
        };
        later.first().map(|change| self.by(change.node))
    }

    fn by(&self, node: usize) -> By {
        self.commit(node).map_or(By::Hand, |commit| By::Commit(Box::new(commit.clone())))
    }

    /// Names changes by their commits, with the files of each; the first few of them.
    fn told(&self, changes: &[Change]) -> String {
        let mut by_node: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for change in changes {
            by_node.entry(change.node).or_default().push(change.path.as_str());
        }
        let told = by_node.iter().take(2).map(|(node, files)| match self.commit(*node) {
            Some(commit) => format!(
                "commit {} \"{}\" changes {}",
                commit.id.short(),
                mend::short(&commit.subject),
                mend::some(files)
            ),
            None => format!("{} changed and not committed", mend::some(files)),
        });
        let told: Vec<String> = told.collect();
        let more = by_node.len() - told.len();
        let more = if more == 0 { String::new() } else { format!(", and {more} more commits") };
        format!("{}{more}", told.join(", "))
    }

    fn commit(&self, node: usize) -> Option<&Commit> {
        self.commits.list.get(node)
    }

    /// Gives to its subject what nobody reviewed and a subject's next review would look at.
    fn assign(&mut self, ws: &Workspace<'_>, wanted: &[Wanted<'_>], judged: &mut Judged) {
        self.before = self.first_base(wanted);
        self.beside = self.beside(ws, wanted);
        self.take_squashed(wanted);
        let mut left = Vec::new();
        for change in self.open.iter().filter(|c| !self.is_told_twice(c)).cloned().collect::<Vec<_>>() {
            if self.stands_at_hand(wanted, &change, judged) || !self.is_asked(&change) {
                continue;
            }
            let commit = self.commit(change.node).cloned();
            let target = mend::target(ws, wanted, commit.as_ref(), &change.path);
            let open = self.under_review(wanted, &change, commit.as_ref());
            // Whoever made it: a phase's tasks answer for the files they list.
            let lists = |one: &Wanted<'_>| {
                !lost::is_over(one)
                    && !scope::listed_by_name(std::slice::from_ref(one), std::slice::from_ref(&change.path))
                        .is_empty()
            };
            let its = || wanted.iter().position(lists).filter(|_| !self.whole_branch && commit.is_some());
            match target.or(open).or_else(its) {
                Some(at) if judged.subjects[at].standing == Standing::Held => {
                    let told = self.told(std::slice::from_ref(&change));
                    judged.subjects[at].standing =
                        Standing::Changed(format!("changed since its review: {told}"));
                    judged.subjects[at].by = Some(self.by(change.node));
                }
                // It is said already that somebody must look at this subject.
                Some(_) => {}
                None if self.is_said(wanted, judged, &change) => {}
                None => left.push(change),
            }
        }
        self.open = left;
    }

    /// Tells whether the reason of a subject names this change already.
    fn is_said(&self, wanted: &[Wanted<'_>], judged: &Judged, change: &Change) -> bool {
        wanted.iter().zip(&judged.subjects).any(|(one, stand)| {
            matches!(stand.standing, Standing::Changed(_) | Standing::NotHere(_))
                && one.receipts().any(|r| {
                    r.file(&change.path).is_some()
                        && match self.since(r).and_then(|since| since.later.as_ref()) {
                            Some(later) => later.contains(change),
                            None => self.walk.goes_on_from(r, change.node),
                        }
                })
        })
    }

    /// Returns the subject whose open review looks at a change.
    fn under_review(&self, wanted: &[Wanted<'_>], change: &Change, commit: Option<&Commit>) -> Option<usize> {
        wanted.iter().position(|one| {
            one.known.iter().filter(|k| k.is_open()).any(|k| {
                let named = commit.is_some_and(|c| k.commits.contains(&c.id));
                named || commit.is_none() && k.files.contains(&change.path)
            })
        })
    }

    fn is_asked(&self, change: &Change) -> bool {
        match self.commit(change.node) {
            None => self.whole_branch || self.listed.contains(&change.path),
            // Where the branch parts from the main one is its first base.
            Some(_) if self.whole_branch => self.from_main || !self.before[change.node],
            Some(commit) => {
                let listed = self.listed.contains(&change.path) && !self.beside[change.node];
                let its = self.own.contains(&commit.id) || listed;
                its && !self.before[change.node]
            }
        }
    }

    /// Says what no subject's review would mend: commits and files that lie outside all of them.
    fn rest(&self, ws: &Workspace<'_>, wanted: &[Wanted<'_>]) -> Vec<Reason> {
        let mut by_node: BTreeMap<usize, (Vec<RepoPath>, Option<String>)> = BTreeMap::new();
        for change in &self.open {
            let (files, half) = by_node.entry(change.node).or_default();
            files.push(change.path.clone());
            *half = half.take().or_else(|| self.half_of(change));
        }
        let reasons = by_node.into_iter().map(|(node, (files, half))| {
            let mut reason = mend::commit(ws, self.commit(node), files, wanted, &self.records.all);
            reason.message.push_str(&half.unwrap_or_default());
            reason
        });
        reasons.collect()
    }

    /// Says where the history does not reach, or is too long to be asked about.
    fn limits(&self, ws: &Workspace<'_>) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if self.commits.cut {
            reasons.push(Reason::new(format!(
                "more than {} commits lie between here and the first review; only the newest were looked at: ask phase by phase (`countersign gate --phase P`)",
                history::MOST
            )));
        }
        if self.cut_off && ws.repository.shallow_note().is_some() {
            reasons.push(Reason::new(
                "this is a shallow clone that does not reach back to the first review, so nobody can tell what was committed between: `git fetch --unshallow` (in a CI checkout: `fetch-depth: 0`), then ask again",
            ));
        }
        reasons
    }

    fn remarks(&self, records: &Records) -> Vec<Remark> {
        let mut remarks = Vec::new();
        if records.claims {
            let message = match records.reports {
                0 => {
                    "this clone has no review store and no committed report: nothing tells what was reviewed"
                        .to_owned()
                }
                n => format!(
                    "this clone has no review store: what {n} committed reports claim was held against the files here. Reports are claims: whoever can commit can write one; only the store of the repository that reviewed can vouch for them"
                ),
            };
            remarks.push(Remark::new(0, "reports_are_claims", message));
        }
        if !self.notes_taken.is_empty() {
            let files: Vec<&str> = self.notes_taken.iter().map(RepoPath::as_str).collect();
            let message = format!("notes taken up, unreviewed: {}", mend::some(&files));
            remarks.push(Remark::new(0, "notes_taken_up", message));
        }
        if !self.taken_back.is_empty() {
            let labels: BTreeSet<&str> = self.taken_back.iter().map(String::as_str).collect();
            let labels: Vec<&str> = labels.into_iter().collect();
            let message = format!("reviewed, and taken back since: {}", mend::some(&labels));
            remarks.push(Remark::new(0, "taken_back", message));
        }
        if !self.loose.is_empty() {
            let files: Vec<&str> = self.loose.iter().map(RepoPath::as_str).collect();
            let message = format!("not committed, and no part of this: {}", mend::some(&files));
            remarks.push(Remark::new(0, "not_asked", message));
        }
        remarks
    }
}
