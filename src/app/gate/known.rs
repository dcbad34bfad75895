//! What is known of reviews: the loops of the store, or, where there is none, what committed reports claim.

use crate::domain::finding::Finding;
use crate::domain::ids::{FindingId, LoopId, Oid, RepoPath, Turn};
use crate::domain::next_step::Call;
use crate::domain::plan::layout;
use crate::domain::range::is_book_keeping;
use crate::domain::receipt::{self, Proof, Receipt, written};
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::left::{is_replanned, waits_for_tests};
use crate::domain::review_loop::{LoopState, Standing, admit, options};
use crate::domain::subject::{Contract, Found, Subject, SubjectKind};
use crate::error::Error;

use super::super::loops::{self, Loaded};
use super::super::ranges;
use super::super::reports;
use super::super::review::begins_anew;
use super::super::subjects::read_plan;
use super::super::tests::call_for;
use super::super::workspace::Workspace;
use super::lost;
use super::replaced::Replanned;
use super::today::{Asked, Place, Today};

/// The most reports a commit is searched for, and the largest of them in bytes.
const REPORTS: usize = 2000;
const REPORT: u64 = 2 * 1024 * 1024;

/// How a review ended, or what it waits for.
#[derive(Debug, Clone)]
pub(in crate::app) enum How {
    /// Its outcome lets the subject go on.
    Receipt(Receipt),
    /// Somebody chose to do without the work.
    Skipped(Receipt),
    /// It did not pass; whether that stops the phase.
    Failed {
        stops: bool,
    },
    GivenUp(Outcome),
    /// It is open and waits for this.
    Waits(String),
    /// Its outcome does not let the subject go on by the rules it was reviewed under.
    NotEnough(Outcome),
    /// A repair left it out of the store: what it found or came to nobody knows; in words.
    Lost(String),
    /// Likewise, and nothing of its subject is here that could be reviewed anew; in words.
    Gone(String),
}

/// A range as it was named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::app) struct NamedRange {
    /// Nothing where it holds the root commit.
    pub(in crate::app) base: Option<Oid>,
    pub(in crate::app) head: Option<Oid>,
    pub(in crate::app) only: Vec<RepoPath>,
}

/// One review of one subject.
#[derive(Debug, Clone)]
pub(in crate::app) struct Known {
    pub(in crate::app) subject: Subject,
    pub(in crate::app) id: LoopId,
    pub(in crate::app) how: How,
    /// Ids of what is open and blocks.
    pub(in crate::app) blocking: Vec<String>,
    /// All that was ever found in it or taken over, with the title it was first raised with: each loop numbers its own.
    pub(in crate::app) findings: Vec<(FindingId, String)>,
    /// The tests that failed in its last run.
    pub(in crate::app) failing_tests: Vec<String>,
    /// How the protocol names what blocks, with `{ids}`.
    pub(in crate::app) gate_words: String,
    /// What its last pass looked at.
    pub(in crate::app) commits: Vec<Oid>,
    pub(in crate::app) files: Vec<RepoPath>,
    /// Where its first pass began; nothing for a root commit or a document.
    pub(in crate::app) base: Option<Oid>,
    /// Its change holds the root commit.
    pub(in crate::app) from_root: bool,
    pub(in crate::app) head: Option<Oid>,
    /// Its change was found in the work tree.
    pub(in crate::app) found_at_hand: bool,
    /// What a free change was held against: nothing else knows it.
    pub(in crate::app) asked: Option<Contract>,
    /// Where its range was named: its base, its head where that was named too, and the files it was narrowed to.
    pub(in crate::app) named: Option<NamedRange>,
    /// The name of the rules it was reviewed under; nothing where a report alone speaks of it.
    pub(in crate::app) rules: Option<String>,
    /// What was chosen by somebody nobody vouches for.
    pub(in crate::app) claimed_choice: bool,
    /// It was opened on demand: without that, reviews that are switched off open nothing.
    pub(in crate::app) on_demand: bool,
    /// It was given up to be planned anew, or others took its place.
    pub(in crate::app) replanned: Option<Replanned>,
    /// The run that must come first, where it ended while its tests failed.
    pub(in crate::app) tests_first: Option<Call>,
    /// The turn at which it may be opened again by choice, where it has ended so.
    pub(in crate::app) reopens: Option<Turn>,
    /// Only the user in person has it reviewed once more.
    pub(in crate::app) in_person: bool,
    /// Once its subject changed, `review_task` begins anew without a choice.
    pub(in crate::app) begins_anew: bool,
    /// The report that claims all this, where there is no store.
    pub(in crate::app) report: Option<RepoPath>,
    /// It was of this subject under another number.
    pub(in crate::app) renumbered: bool,
    /// Something else is asked of its subject now than what it was held against.
    pub(in crate::app) asks_other: bool,
}

impl Known {
    /// Puts it where what it was held against is asked today.
    pub(super) fn placed(mut self, today: &mut Today<'_, '_>, asked: &Asked<'_>) -> Self {
        match today.place(&self.subject, asked) {
            Place::Kept => {}
            Place::Moved(subject) => (self.subject, self.renumbered) = (subject, true),
            Place::Other(subject) => {
                self.asks_other = true;
                if let Some(subject) = subject {
                    (self.subject, self.renumbered) = (subject, true);
                }
            }
        }
        self
    }

    pub(in crate::app) fn receipt(&self) -> Option<&Receipt> {
        match &self.how {
            How::Receipt(receipt) => Some(receipt),
            How::Skipped(_)
            | How::Failed { .. }
            | How::GivenUp(_)
            | How::Waits(_)
            | How::NotEnough(_)
            | How::Lost(_)
            | How::Gone(_) => None,
        }
    }

    /// Says what a review that let its subject go on left open that blocks, or failing; nothing where it left neither.
    pub(in crate::app) fn left_open(&self) -> Option<String> {
        const NAMED: usize = 5;
        let outcome = self.receipt()?.outcome;
        if !matches!(outcome, Outcome::AcceptedWithWarnings | Outcome::AcceptedWithIssues) {
            return None;
        }
        let named = |all: &[String]| -> String {
            let more = if all.len() > NAMED { ", …" } else { "" };
            format!("{}{more}", all[..all.len().min(NAMED)].join(", "))
        };
        let open = (!self.blocking.is_empty()).then(|| format!("{} open", named(&self.blocking)));
        let failing = &self.failing_tests;
        let failing = (!failing.is_empty()).then(|| format!("tests failing ({})", named(failing)));
        let left: Vec<String> = open.into_iter().chain(failing).collect();
        (!left.is_empty()).then(|| {
            format!(
                "ended {} with {}; its rules let it pass all the same",
                outcome.as_str(),
                left.join(" and ")
            )
        })
    }

    pub(in crate::app) fn is_open(&self) -> bool {
        matches!(self.how, How::Waits(_))
    }

    /// Tells whether a call can name its loop: neither a report alone speaks of it, nor what a repair kept.
    pub(in crate::app) fn is_in_store(&self) -> bool {
        self.report.is_none() && !matches!(self.how, How::Lost(_) | How::Gone(_))
    }

    /// Reads a loop.
    pub(in crate::app) fn of(ws: &Workspace<'_>, state: &LoopState) -> Self {
        let pass = state.answered().or_else(|| state.pass());
        let first = state.passes.first();
        Self {
            subject: state.subject.clone(),
            id: state.id.clone(),
            how: how(ws, state),
            blocking: state.blocking().iter().map(ToString::to_string).collect(),
            findings: state.findings.iter().map(named).collect(),
            failing_tests: state.failing_tests().to_vec(),
            gate_words: state.protocol.gate_words.clone(),
            commits: pass
                .map(|p| p.change.commits.iter().map(|c| c.id.clone()).collect())
                .unwrap_or_default(),
            files: pass.map(|p| receipt::paths(&p.change)).unwrap_or_default(),
            base: first.and_then(|p| p.change.base.clone()),
            from_root: first.is_some_and(|p| p.change.base.is_none() && p.change.found != Found::Document),
            head: pass.map(|p| p.change.head.clone()),
            found_at_hand: pass.is_some_and(|p| p.change.found == Found::WorkTree),
            asked: (state.subject.kind() == SubjectKind::Change).then(|| state.contract.clone()),
            named: named_range(state),
            rules: Some(state.protocol.name.clone()),
            claimed_choice: state.outcome() == Some(Outcome::AcceptedWithIssues)
                && state.decisions.last().is_some_and(|d| d.standing != "attested"),
            on_demand: state.on_demand,
            replanned: (is_replanned(state) || !state.replaced_by.is_empty()).then(|| Replanned {
                by: state.replaced_by.clone(),
                rules: state.protocol.name.clone(),
                tests_fail: waits_for_tests(state),
                open: open(state),
            }),
            tests_first: waits_for_tests(state).then(|| Call {
                tool: "record_tests".to_owned(),
                arguments: call_for(state, &state.protocol).as_object().cloned().unwrap_or_default(),
            }),
            reopens: options::reopens(state).then_some(state.turn),
            in_person: !options::only_in_person(state).is_empty(),
            begins_anew: begins_anew(state),
            report: None,
            renumbered: false,
            asks_other: false,
        }
    }
}

/// Names a finding so that another loop's of the same number is no other name for it.
fn named(finding: &Finding) -> (FindingId, String) {
    (finding.id.clone(), finding.first_title.clone())
}

/// What is open in a loop and blocks.
fn open(state: &LoopState) -> Vec<(FindingId, String)> {
    let state = state.with_what_was_said();
    let blocks = state.open_findings().into_iter().filter(|f| f.blocks(&state.protocol));
    blocks.map(named).collect()
}

pub(super) fn named_range(state: &LoopState) -> Option<NamedRange> {
    let pass = state.answered().or_else(|| state.pass()).filter(|_| state.explicit_base)?;
    Some(NamedRange {
        base: pass.change.base.clone(),
        head: pass.head_given.then(|| pass.change.head.clone()),
        only: state.only.clone(),
    })
}

fn how(ws: &Workspace<'_>, state: &LoopState) -> How {
    let Standing::Closed(outcome) = &state.standing else {
        return How::Waits(admit::waits_for(&state.standing).to_string());
    };
    let stops = state.protocol.failure_stops_phase;
    ended(*outcome, receipt::lets_go_on(&state.protocol, *outcome), stops, || {
        Receipt::of(state, proofs(ws, state))
    })
}

fn ended(outcome: Outcome, goes_on: bool, stops: bool, receipt: impl FnOnce() -> Option<Receipt>) -> How {
    match outcome {
        Outcome::Failed => How::Failed { stops },
        Outcome::Aborted | Outcome::Abandoned => How::GivenUp(outcome),
        Outcome::Skipped => receipt().map_or(How::GivenUp(outcome), How::Skipped),
        Outcome::Approved
        | Outcome::ApprovedWithNotes
        | Outcome::AcceptedWithWarnings
        | Outcome::AcceptedWithIssues => match receipt() {
            Some(receipt) if goes_on => How::Receipt(receipt),
            Some(_) | None => How::NotEnough(outcome),
        },
    }
}

/// Returns the proofs of a loop that an older countersign opened, as far as git still has what it looked at.
fn proofs(ws: &Workspace<'_>, state: &LoopState) -> Option<Vec<Proof>> {
    let change = &state.answered().or_else(|| state.pass())?.change;
    if !change.proof.is_empty() {
        return None;
    }
    let paths = receipt::paths(change);
    let diff = ws.repository.diff(change.base.as_ref(), &change.head, &paths).ok()?;
    Some(receipt::proofs(&diff.files))
}

/// Everything that is known, and where from.
#[derive(Debug, Default)]
pub(in crate::app) struct Records {
    /// The one opened last first.
    pub(in crate::app) all: Vec<Known>,
    /// Loops or reports that cannot be read, with why.
    pub(in crate::app) damaged: Vec<String>,
    /// What is lost where there is no store: what its logs held.
    pub(in crate::app) lost: Vec<String>,
    /// The subjects of loops that cannot be read, as far as they tell, with what is to be said of each.
    pub(super) unread: Vec<(Subject, String)>,
    /// There is no store: all of it is claimed by reports.
    pub(in crate::app) claims: bool,
    /// How many reports are committed.
    pub(in crate::app) reports: usize,
}

impl Records {
    /// Reads the store, or where there is none the committed reports.
    pub(in crate::app) fn read(ws: &Workspace<'_>) -> Result<Self, Error> {
        match ws.log()? {
            Some(store) => {
                let (all, damaged) = loops::all(&store)?;
                Self::of(ws, &all, damaged)
            }
            None => claimed(ws),
        }
    }

    /// Takes the loops of the store, which somebody read already.
    pub(in crate::app) fn of(
        ws: &Workspace<'_>,
        all: &[Loaded],
        mut damaged: Vec<String>,
    ) -> Result<Self, Error> {
        ws.repository.keep_in_memory()?;
        let unread = lost::unread(ws, &damaged)?;
        for loaded in all {
            // What one loop kept and cannot be read any more is no other loop's loss.
            if let Err(error) = ranges::restore(ws, &loaded.state) {
                damaged.push(format!("{}: {error}", loaded.state.id));
            }
            damaged.extend(reports::outlives(ws, loaded).map(|why| format!("{}: {why}", loaded.state.id)));
        }
        let mut today = Today::new(ws);
        let known = |l: &Loaded| {
            let asked = Asked::Contract(&l.state.contract, &l.state.laid_aside);
            Known::of(ws, &l.state).placed(&mut today, &asked)
        };
        // Which was opened last says the store, whatever the clock said.
        let mut born: Vec<&Loaded> = all.iter().collect();
        born.sort_by_key(|l| std::cmp::Reverse(l.born));
        let mut all: Vec<Known> = born.iter().copied().map(known).collect();
        lost::add_left_out(ws, &mut today, &born, &mut all)?;
        Ok(Self { all, damaged, unread, ..Self::default() })
    }
}

/// Reads the reports of the commit that is checked out: what lies about uncommitted claims nothing.
fn claimed(ws: &Workspace<'_>) -> Result<Records, Error> {
    let lost = loops::lost_logs::without_a_store(ws);
    let mut records = Records { claims: true, lost, ..Records::default() };
    let Ok(head) = ws.repository.head() else { return Ok(records) };
    let mut looked = 0;
    let mut today = Today::new(ws);
    for path in ws.repository.tracked_files_ending(&head, ".md")? {
        // Where a name is too long for one of ours, another stands for it.
        if !path.as_str().ends_with(".md") || !is_book_keeping(&path) || looked >= REPORTS {
            continue;
        }
        looked += 1;
        let Ok(Some(bytes)) = ws.repository.read_at(&head, &path, REPORT) else { continue };
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if !written::is_report(&text) {
            continue;
        }
        records.reports += 1;
        match written::read(&text) {
            Ok(claim) => {
                let (asked, contract) = (claim.asked.clone(), claim.contract.clone());
                let asked = Asked::Digest { asked: asked.as_deref(), contract: &contract };
                records.all.push(of_claim(ws, claim, path).placed(&mut today, &asked));
            }
            Err(why) => records.damaged.push(format!("{path}: {why}")),
        }
    }
    Ok(records)
}

fn of_claim(ws: &Workspace<'_>, claim: written::Claimed, report: RepoPath) -> Known {
    let receipt = claim.receipt.clone();
    let how = match claim.outcome {
        None => How::Waits("its reviews to end (the report was written before that)".to_owned()),
        Some(outcome) => ended(outcome, claim.goes_on, false, || receipt.clone()),
    };
    let of = |get: fn(&Receipt) -> Vec<Oid>| receipt.as_ref().map(get).unwrap_or_default();
    Known {
        subject: with_files(ws, claim.subject),
        id: claim.loop_id,
        how,
        findings: Vec::new(),
        blocking: Vec::new(),
        failing_tests: Vec::new(),
        gate_words: String::new(),
        commits: of(|r| r.commits.clone()),
        files: receipt.iter().flat_map(|r| r.files.iter().map(|f| f.path.clone())).collect(),
        from_root: claim.base.is_none(),
        base: claim.base,
        head: Some(claim.head),
        found_at_hand: false,
        asked: None,
        named: None,
        rules: None,
        claimed_choice: claim.outcome == Some(Outcome::AcceptedWithIssues),
        on_demand: false,
        replanned: None,
        tests_first: None,
        reopens: None,
        in_person: false,
        begins_anew: true,
        report: Some(report),
        renumbered: false,
        asks_other: false,
    }
}

/// Fills in what a report does not repeat: title and files stand in the plan.
fn with_files(ws: &Workspace<'_>, mut subject: Subject) -> Subject {
    let plan = subject.plan_path().and_then(|path| read_plan(ws, path).ok());
    let Some(plan) = plan else { return subject };
    match &mut subject {
        Subject::Task { task, title, files, .. } => {
            if let Some(found) = plan.tasks.iter().find(|t| layout::same_number(&t.number, task)) {
                title.clone_from(&found.name);
                files.clone_from(&found.files);
            }
        }
        Subject::Execution { files, .. } => {
            *files = plan.tasks.iter().flat_map(|t| t.files.iter().cloned()).collect();
        }
        Subject::Plan { .. } | Subject::Artifact { .. } | Subject::Change { .. } => {}
    }
    subject
}
