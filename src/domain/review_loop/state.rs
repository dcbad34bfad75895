//! A loop as its events make it. `apply` is total: it never refuses history.

use std::collections::BTreeSet;

use super::contract;
pub use super::dissent::LateDissent;
use super::event::GivenRange;
use super::event::{Claim, Course, Entry, Event, Judgement, Outcome, PassReason, Question, TestRun, Turned};
use super::noted::Noted;
pub use super::pass::{PassRecord, UsedCode};
use crate::domain::attested::Attested;
use crate::domain::finding::Finding;
use crate::domain::ids::{Countersign, FindingId, LoopId, Oid, Pass, RepoPath, Timestamp, Turn};
use crate::domain::protocol::{Protocol, Tier};
use crate::domain::review::{Remark, Response, ResponseKind, RulingKind};
use crate::domain::subject::{Contract, Found, Subject};

/// The standing of a choice that the client's own dialogue or a terminal vouches for (SPEC 6.10).
pub const ATTESTED: &str = "attested";

/// What the loop waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// A reviewer's answer to the open pass.
    Review,
    /// Fixes of the open findings, or the revised document.
    Fix,
    /// The attempt restored and done again.
    Reexecute,
    /// The host's call that opens the next review.
    NextReview(PassReason),
    /// Failing tests mended and run again.
    Retest,
    /// Somebody's choice.
    Ask(Question),
    /// No reviewer could run; to be tried again at the plan boundary.
    Unreviewed {
        why: String,
    },
    Closed(Outcome),
}

impl Standing {
    /// Returns how the loop ended, where it did.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Standing::Closed(outcome) => Some(*outcome),
            Standing::Review
            | Standing::Fix
            | Standing::Reexecute
            | Standing::NextReview(_)
            | Standing::Retest
            | Standing::Ask(_)
            | Standing::Unreviewed { .. } => None,
        }
    }
}

/// A turn that a write used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedTurn {
    /// The turn the caller named.
    pub turn: Turn,
    pub digest: String,
    /// The turn of the event it made.
    pub recorded: Turn,
    pub responses: Vec<Response>,
}

/// A choice somebody made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub choice: String,
    pub reason: String,
    pub decided_by: String,
    pub standing: String,
    pub at: Timestamp,
    /// The turn that recorded it.
    pub turn: Turn,
    /// It ended the loop.
    pub ends: bool,
}

/// The test runs of a loop; they have a counter of their own (SPEC 4.5).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tests {
    pub runs: Vec<TestRun>,
    /// Runs of the tier that works now.
    pub in_tier: u32,
    /// Runs in a row without progress.
    pub no_progress: u32,
    /// What the loop waited for before tests failed.
    pub before: Option<Box<Standing>>,
    /// A second answer had the attempt done again while tests failed.
    pub restart: bool,
    /// The tests that conditions of findings wait for and that were reported as passed since the last review.
    pub passing: BTreeSet<String>,
}

/// What is asked of the subject now, where it is not what the loop began with.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedNow {
    pub contract: Contract,
    pub subject: Subject,
    /// What the loop waited for.
    pub before: Box<Standing>,
}

/// A loop folded from its events.
#[derive(Debug, Clone, PartialEq)]
pub struct LoopState {
    pub id: LoopId,
    pub subject: Subject,
    pub protocol: Protocol,
    pub contract: Contract,
    pub predecessor: Option<LoopId>,
    /// Where it was given up for a new plan: the loops of the subjects that took its place.
    pub replaced_by: Vec<LoopId>,
    pub on_demand: bool,
    /// The caller named the base; without it the range is the protocol's.
    pub explicit_base: bool,
    /// Only these paths count, where the caller narrowed the range.
    pub only: Vec<RepoPath>,
    /// The base that the test run named which opened the loop; passes have their own.
    pub base: Option<Oid>,
    /// What was guessed when the loop was opened.
    pub notes: Vec<Remark>,
    pub opened_at: Timestamp,
    pub passes: Vec<PassRecord>,
    /// Passes of the loop before this one that count against the limit.
    pub passes_before: Pass,
    /// Index into the protocol's tiers: who fixes now.
    pub tier: usize,
    /// Passes of this tier that count.
    pub tier_passes: u32,
    /// Rounds in a row without progress, in this tier.
    pub no_progress: u32,
    /// Passes that did not count.
    pub uncounted: u32,
    /// Why the work was handed to the present tier.
    pub handed_over: Option<Turned>,
    /// The turn that handed it over.
    pub handed_over_at: Turn,
    /// What the tier before said of work that is beyond it; empty where another reason handed it over.
    pub too_hard: String,
    /// Choices that sent the loop on.
    pub sent_on: u32,
    /// Choices by a model's word that led back to where the loop was, those of loops given up before it included.
    pub turned: u32,
    /// It used up its passes, and nothing that holds came after.
    pub failed: bool,
    /// Changed contracts that were followed, since the loop itself had asked for them.
    pub contracts_followed: contract::ContractsFollowed,
    pub tests: Tests,
    /// What was found to be asked now and waits for a choice.
    pub asked_now: Option<AskedNow>,
    /// Digests of what was asked meanwhile and laid aside by choice.
    pub laid_aside: Vec<String>,
    pub findings: Vec<Finding>,
    pub standing: Standing,
    /// The number of the loop's next step: how many events it has.
    pub turn: Turn,
    /// What was noted since the last step.
    pub noted: Noted,
    /// Stale reviews in a row.
    pub stale: u32,
    /// Stale reviews of this tier.
    pub stale_runs: u32,
    /// Absences of a reviewer in a row that used up no pass.
    pub absences: u32,
    pub used_turns: Vec<UsedTurn>,
    pub decisions: Vec<Decision>,
    /// The subagents that answered findings, where hooks attest them.
    pub executed_by: Vec<Attested>,
    /// Head of the event chain.
    pub chain: String,
    pub last_at: Timestamp,
}

impl LoopState {
    /// Folds a loop from its events; nothing when the first is not its opening.
    pub fn fold<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Option<LoopState> {
        let mut entries = entries.into_iter();
        let mut state = LoopState::opened(entries.next()?)?;
        for entry in entries {
            state.apply(entry);
        }
        Some(state)
    }

    /// Starts a loop from its opening event.
    fn opened(entry: &Entry) -> Option<LoopState> {
        let Event::Opened {
            loop_id,
            subject,
            protocol,
            contract,
            predecessor,
            on_demand,
            explicit_base,
            only,
            notes,
            carried,
            passes_before,
            turned_before,
            patience_before: patience,
            executed_before,
            base,
        } = &entry.event
        else {
            return None;
        };
        Some(LoopState {
            id: loop_id.clone(),
            subject: subject.clone(),
            protocol: (**protocol).clone(),
            contract: contract.clone(),
            predecessor: predecessor.clone(),
            replaced_by: Vec::new(),
            on_demand: *on_demand,
            explicit_base: *explicit_base,
            only: only.clone(),
            base: base.clone(),
            notes: notes.clone(),
            opened_at: entry.at,
            passes: Vec::new(),
            findings: carried.clone(),
            passes_before: *passes_before,
            tier: (patience.tier as usize).min(protocol.tiers.len().saturating_sub(1)),
            tier_passes: patience.passes_of_tier(*passes_before),
            no_progress: patience.no_progress,
            uncounted: patience.uncounted,
            handed_over: None,
            handed_over_at: 0,
            too_hard: String::new(),
            sent_on: patience.sent_on,
            turned: *turned_before,
            contracts_followed: contract::ContractsFollowed::default(),
            tests: Tests {
                in_tier: patience.tests,
                no_progress: patience.tests_no_progress,
                ..Tests::default()
            },
            failed: false,
            asked_now: None,
            laid_aside: Vec::new(),
            standing: Standing::NextReview(PassReason::First),
            turn: entry.turn,
            noted: Noted::after(entry.turn),
            stale: patience.stale,
            stale_runs: patience.stale_runs,
            absences: patience.absences,
            used_turns: Vec::new(),
            decisions: Vec::new(),
            executed_by: executed_before.clone(),
            chain: entry.hash.clone(),
            last_at: entry.at,
        })
    }

    /// Takes in one fact.
    pub fn apply(&mut self, entry: &Entry) {
        self.turn = entry.turn;
        self.chain.clone_from(&entry.hash);
        self.last_at = entry.at;
        if self.noted.takes(entry) {
            return;
        }
        match &entry.event {
            Event::Opened { .. } | Event::LetGo { .. } => {}
            Event::PassOpened {
                pass,
                reason,
                countersign,
                change,
                precheck,
                brief,
                truncated,
                rest,
                unchanged,
                head_given,
                claims,
                given,
            } => {
                given.iter().for_each(|given| self.take_range(given));
                let last = self.passes.iter_mut().rev().find(|p| p.answer.is_some());
                last.into_iter().for_each(|last| last.claims.extend_from_slice(claims));
                let record = PassRecord {
                    reason: *reason,
                    brief: brief.clone(),
                    truncated: truncated.clone(),
                    rest: rest.clone(),
                    unchanged: *unchanged,
                    head_given: *head_given,
                    precheck: precheck.clone(),
                    opened_at: entry.at,
                    opened_turn: entry.turn,
                    ..PassRecord::new(*pass, countersign.clone(), change.clone())
                };
                self.file_so_far();
                self.open_pass(record);
            }
            Event::ClarificationAsked { code, answer, question, countersign, beside, raised, .. } => {
                self.use_code(code, &answer.digest);
                if let Some(pass) = self.passes.last_mut() {
                    pass.countersign = countersign.clone();
                    pass.clarifications += 1;
                    pass.asked.push(answer.reading.clone());
                    pass.asked_beside.extend_from_slice(beside);
                    pass.question = Some(question.clone());
                    pass.stages.clear();
                }
                self.keep_so_far(raised);
                self.standing = Standing::Review;
            }
            Event::StageRecorded { stage, answer, absent, raised, .. } => {
                if let Some(pass) = self.passes.last_mut() {
                    pass.take_stage(*stage, answer, absent.as_deref());
                }
                self.keep_so_far(raised);
            }
            Event::StaleRecorded { code, answer, raised, course, .. } => {
                self.use_code(code, &answer.digest);
                self.file_so_far();
                self.take_while_moving(raised);
                if let Some(pass) = self.passes.last_mut() {
                    pass.claims_while_moving.push(answer.reading.claimed_verdict);
                }
                self.stale += 1;
                self.stale_runs += 1;
                self.standing = if self.stale >= self.protocol.max_stale {
                    Standing::Ask(Question::Moving)
                } else {
                    Standing::NextReview(PassReason::Stale)
                };
                if let Some(course) = course {
                    self.follow(course);
                }
            }
            Event::ReviewRecorded { code, answer, judgement, .. } => {
                self.use_code(code, &answer.digest);
                if let Some(pass) = self.passes.last_mut() {
                    pass.answer = Some((answer.clone(), (**judgement).clone()));
                    pass.answered_at = Some(entry.at);
                    pass.question = None;
                    pass.so_far.clear();
                }
                self.take_judgement(judgement);
                self.contracts_followed.unseen = None;
                // What this review raised or kept waits for runs to come.
                self.tests.passing.clear();
                self.follow(&judgement.course);
            }
            Event::DissentRecorded { pass, code, answer, judgement } => {
                self.record_dissent(*pass, code, answer, judgement);
            }
            Event::Imported { answer, raised, again, .. } => {
                if let Some(pass) = self.passes.last_mut() {
                    pass.take_import(answer, raised, again);
                }
                self.take_while_moving(raised);
            }
            Event::ReviewerUnavailable { code, digest, why, judgement, course, .. } => {
                self.use_code(code, digest);
                self.file_so_far();
                if let Some(pass) = self.passes.last_mut() {
                    pass.absent = Some(why.clone());
                }
                match judgement {
                    // Nobody looked, so no pass is used up: it waits for a reviewer under its own number.
                    Some(judgement) if judgement.uncounted => {
                        self.absences += 1;
                        self.findings.clone_from(&judgement.findings);
                    }
                    Some(judgement) => self.take_judgement(judgement),
                    None => {}
                }
                self.follow(course);
                self.keep_let_through();
            }
            Event::Responded { turn, digest, responses, claims, by } => {
                self.executed_by.extend(by.iter().filter(|by| by.is_subagent()).cloned());
                self.take_responses(responses, claims);
                self.use_turn(*turn, digest, responses);
            }
            Event::Escalated { turn, digest, reason, course } => {
                self.use_turn(*turn, digest, &[]);
                self.follow(course);
                self.too_hard.clone_from(reason);
            }
            Event::ContractChanged { contract, subject, suggested_by: Some(id) } => {
                self.follow_contract(contract, subject, id);
            }
            Event::ContractChanged { contract, subject, suggested_by: None } => {
                let before = Box::new(self.standing.clone());
                let now = AskedNow { contract: contract.clone(), subject: subject.clone(), before };
                self.asked_now = Some(now);
                self.standing = Standing::Ask(Question::Contract);
            }
            Event::TestsRecorded { turn, digest, run, course } => {
                self.use_turn(*turn, digest, &[]);
                self.take_tests(run, course);
            }
            Event::Decided { turn, digest, choice, reason, decided_by, standing, course } => {
                self.file_so_far();
                self.decisions.push(Decision {
                    choice: choice.clone(),
                    reason: reason.clone(),
                    decided_by: decided_by.clone(),
                    standing: standing.clone(),
                    at: entry.at,
                    turn: entry.turn,
                    ends: matches!(course, Course::Close { .. }),
                });
                self.use_turn(*turn, digest, &[]);
                let sends_on =
                    !matches!(course, Course::Close { .. } | Course::Ask { .. } | Course::Resume { .. });
                self.sent_on += u32::from(sends_on && self.outcome().is_none());
                self.stale *= u32::from(matches!(course, Course::Resume { .. }));
                // Where two answers differ, an end by review is the first one, kept to.
                let keeps = matches!(course, Course::Close { outcome } if outcome.by_review())
                    && self.standing == Standing::Ask(Question::Dissent);
                let reopens = sends_on && self.outcome().is_some();
                let adopts = matches!(course, Course::Resume { adopt: true });
                let upholds = keeps
                    || *course == Course::Close { outcome: Outcome::AcceptedWithIssues }
                        && self.standing == Standing::Ask(Question::Dissent);
                self.turned += u32::from(standing != ATTESTED && (upholds || reopens || adopts));
                if keeps {
                    self.lay_dissent_aside();
                }
                self.follow(course);
                self.keep_let_through();
            }
            Event::BranchFollowed { to, .. } => self.subject = self.subject.on_branch(to.clone()),
            Event::Replaced { by } => self.replaced_by.push(by.clone()),
        }
    }

    /// Returns a finding by the server's id.
    pub fn finding(&self, id: &str) -> Option<&Finding> {
        self.findings.iter().find(|f| f.id.as_str() == id)
    }

    /// Returns the open findings, worst first, then by id.
    pub fn open_findings(&self) -> Vec<&Finding> {
        let mut open: Vec<&Finding> = self.findings.iter().filter(|f| f.is_open()).collect();
        open.sort_by_key(|f| f.severity());
        open
    }

    /// Returns the ids of the open findings that block.
    pub fn blocking(&self) -> Vec<FindingId> {
        self.open_findings().into_iter().filter(|f| f.blocks(&self.protocol)).map(|f| f.id.clone()).collect()
    }

    /// Returns the tier that fixes now.
    pub fn fixer(&self) -> Option<&Tier> {
        self.protocol.tier(self.tier)
    }

    /// Returns the tests that failed in the last run.
    pub fn failing_tests(&self) -> &[String] {
        self.tests.runs.last().map_or(&[], |run| &run.failing)
    }

    /// Returns how the loop ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.standing.outcome()
    }

    /// Returns the number the next pass will have; a stale or unreviewed one is opened again under its own.
    pub fn next_pass(&self) -> Pass {
        match self.passes.last() {
            None => self.passes_before + 1,
            Some(p) if p.answer.is_none() && !p.used_up => p.number,
            Some(p) => p.number + 1,
        }
    }

    /// Takes over what was said of the range before anything was pinned.
    pub fn take_range(&mut self, given: &GivenRange) {
        self.explicit_base |= given.base;
        if !given.only.is_empty() {
            self.only.clone_from(&given.only);
        }
        if let Subject::Change { files, .. } = &mut self.subject
            && !given.files.is_empty()
        {
            files.clone_from(&given.files);
        }
    }

    /// Puts a pass in place; one that was never answered is replaced and keeps its counters and used codes.
    fn open_pass(&mut self, mut record: PassRecord) {
        if let Some(last) = self.passes.last_mut().filter(|p| p.number == record.number) {
            record.clarifications = last.clarifications;
            record.used = std::mem::take(&mut last.used);
            // What was said of the pass is not unsaid because it is opened again.
            record.asked = std::mem::take(&mut last.asked);
            record.asked_beside = std::mem::take(&mut last.asked_beside);
            record.asked_before = last.asked_before;
            record.imports = std::mem::take(&mut last.imports);
            record.while_moving = std::mem::take(&mut last.while_moving);
            record.claims_while_moving = std::mem::take(&mut last.claims_while_moving);
            let stages = std::mem::take(&mut last.stages);
            if record.change.same_content(&last.change) {
                record.stages = stages;
                record.stage_absent = last.stage_absent.take();
            } else {
                record.asked.extend(stages.into_iter().map(|(_, answer)| answer.reading));
                record.asked_before = record.asked.len();
            }
            *last = record;
        } else {
            self.passes.push(record);
        }
        self.standing = Standing::Review;
    }

    fn use_code(&mut self, code: &Countersign, digest: &str) {
        let turn = self.turn;
        if let Some(pass) = self.passes.last_mut() {
            pass.used.push(UsedCode { code: code.clone(), digest: digest.to_owned(), turn });
        }
    }

    fn use_turn(&mut self, turn: Turn, digest: &str, responses: &[Response]) {
        self.used_turns.push(UsedTurn {
            turn,
            digest: digest.to_owned(),
            recorded: self.turn,
            responses: responses.to_vec(),
        });
    }

    /// Takes over what an answer, or the check in its place, amounts to, and counts the pass.
    fn take_judgement(&mut self, judgement: &Judgement) {
        self.stale = 0;
        self.absences = 0;
        self.findings.clone_from(&judgement.findings);
        if let Some(pass) = self.passes.last_mut() {
            pass.used_up = true;
        }
        if judgement.uncounted {
            self.uncounted += 1;
        } else {
            self.tier_passes += 1;
        }
        match judgement.progress {
            Some(true) => self.no_progress = 0,
            Some(false) => self.no_progress += 1,
            None => {}
        }
    }

    /// Goes where a recorded fact says the loop goes.
    pub(super) fn follow(&mut self, course: &Course) {
        if let Course::Close { outcome } = course {
            self.failed = *outcome == Outcome::Failed || self.failed && *outcome == Outcome::Abandoned;
        }
        self.standing = match course {
            Course::Close { outcome } => Standing::Closed(*outcome),
            Course::Fix => Standing::Fix,
            Course::Reexecute => Standing::Reexecute,
            Course::Review { reason } => Standing::NextReview(*reason),
            Course::Ask { question } => Standing::Ask(*question),
            Course::Retest => Standing::Retest,
            Course::Unreviewed => Standing::Unreviewed {
                why: self.passes.last().and_then(|p| p.absent.clone()).unwrap_or_default(),
            },
            Course::HandOver { tier, why } => {
                self.hand_over(*tier, *why);
                return;
            }
            Course::Resume { adopt } => {
                self.resume(*adopt);
                return;
            }
        };
    }

    /// Goes on after the question about the contract.
    fn resume(&mut self, adopt: bool) {
        let Some(now) = self.asked_now.take() else { return };
        self.standing = *now.before;
        if adopt {
            self.contract = now.contract;
            self.subject = now.subject;
        } else {
            self.laid_aside.push(now.contract.digest);
        }
    }

    /// Hands the work to a tier, whose counters begin anew; the loop's own numbers go on.
    fn hand_over(&mut self, tier: u32, why: Turned) {
        self.tier = tier as usize;
        self.handed_over = Some(why);
        self.handed_over_at = self.turn;
        self.too_hard.clear();
        self.tier_passes = 0;
        self.stale_runs = 0;
        self.no_progress = 0;
        self.tests.in_tier = 0;
        self.tests.no_progress = 0;
        self.standing = if !self.failing_tests().is_empty() {
            Standing::Retest
        } else if why == Turned::NoReviewer && self.waits_only_for_a_reviewer() {
            Standing::NextReview(self.again())
        } else if self.open_findings().is_empty() {
            Standing::NextReview(PassReason::Fresh)
        } else {
            Standing::Fix
        };
    }

    /// Every blocking finding was answered since the last review: what is missing is the re-review, not a fix.
    fn waits_only_for_a_reviewer(&self) -> bool {
        let blocking = self.blocking();
        self.answered()
            .is_some_and(|pass| !blocking.is_empty() && blocking.iter().all(|id| pass.is_answered(id)))
    }

    fn take_responses(&mut self, responses: &[Response], claims: &[Claim]) {
        for response in responses {
            if let Some(f) = self.findings.iter_mut().find(|f| f.id == response.finding_id) {
                f.response = Some(response.clone());
                f.ruling = None;
            }
        }
        if let Some(pass) = self.passes.last_mut() {
            pass.responses.extend_from_slice(responses);
            pass.claims.extend_from_slice(claims);
        }
        let waiting = self.unanswered();
        if self.standing == Standing::Fix && waiting.is_empty() {
            self.standing = Standing::NextReview(PassReason::ReReview);
        }
    }

    /// There were responses since the last review, and no blocking finding waits for one.
    pub(super) fn all_answered(&self) -> bool {
        self.passes.last().is_some_and(|p| !p.responses.is_empty()) && self.unanswered().is_empty()
    }

    /// Returns the blocking findings that were neither mended nor rejected since the last review: what was put off before
    /// it blocked is not answered by that.
    pub fn unanswered(&self) -> Vec<FindingId> {
        let Some(pass) = self.passes.last() else { return Vec::new() };
        self.blocking().into_iter().filter(|id| !pass.is_answered(id)).collect()
    }

    /// Returns why the work was handed on, until the tier that took it over has made a step: later it is no news.
    pub fn just_handed_over(&self) -> Option<Turned> {
        self.handed_over.filter(|_| self.tier_passes == 0 && self.handed_over_at >= self.noted.acted)
    }

    /// Tells whether all that lay uncommitted is under review, since nobody listed the files of the change: what of it is
    /// the attempt's is not known.
    pub fn takes_all_that_differs(&self) -> bool {
        let listed = !self.subject.files().is_empty() || !self.only.is_empty();
        !listed && self.passes.last().is_some_and(|pass| pass.change.found == Found::WorkTree)
    }

    /// Tells whether a finding's rejection was accepted.
    pub fn rejection_accepted(finding: &Finding) -> bool {
        finding.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected)
            && finding.ruling == Some(RulingKind::Accepted)
    }
}
