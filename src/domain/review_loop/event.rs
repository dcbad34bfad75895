//! The facts of a loop, in the order they happened. Stored as they stand here; each carries all that replay needs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::attested::Attested;
use crate::domain::dialect::Reading;
use crate::domain::finding::Finding;
use crate::domain::ids::{Countersign, FindingId, LoopId, Oid, Pass, RepoPath, Timestamp, Turn};
use crate::domain::protocol::Protocol;
use crate::domain::review::{RawFinding, Remark, Resolved, Response, Stage, Verdict};
use crate::domain::subject::{Contract, PinnedChange, Subject};

/// The version of the event bodies below; an older binary meets a newer one with a read-only loop.
pub const EVENT_VERSION: u32 = 2;

/// How a loop ended (SPEC 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Approved,
    ApprovedWithNotes,
    /// The limit was reached and the protocol goes on.
    AcceptedWithWarnings,
    /// A human chose to go on with open findings.
    AcceptedWithIssues,
    /// A human chose to go on without the work.
    Skipped,
    Aborted,
    /// The limit was reached and the protocol stops.
    Failed,
    Abandoned,
}

impl Outcome {
    /// Returns the word used in answers, reports and receipts.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Approved => "approved",
            Outcome::ApprovedWithNotes => "approved_with_notes",
            Outcome::AcceptedWithWarnings => "accepted_with_warnings",
            Outcome::AcceptedWithIssues => "accepted_with_issues",
            Outcome::Skipped => "skipped",
            Outcome::Aborted => "aborted",
            Outcome::Failed => "failed",
            Outcome::Abandoned => "abandoned",
        }
    }

    /// Tells whether reviews let it through by the protocol's own rules; nobody chose, nothing failed.
    pub fn by_review(self) -> bool {
        match self {
            Outcome::Approved | Outcome::ApprovedWithNotes | Outcome::AcceptedWithWarnings => true,
            Outcome::AcceptedWithIssues
            | Outcome::Skipped
            | Outcome::Aborted
            | Outcome::Failed
            | Outcome::Abandoned => false,
        }
    }

    /// Tells whether the work was let go on, by reviews or by a person: what is found of it again stands in nobody's way.
    pub fn lets_go_on(self) -> bool {
        match self {
            Outcome::Approved
            | Outcome::ApprovedWithNotes
            | Outcome::AcceptedWithWarnings
            | Outcome::AcceptedWithIssues
            | Outcome::Skipped => true,
            Outcome::Aborted | Outcome::Failed | Outcome::Abandoned => false,
        }
    }
}

/// Why a review is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PassReason {
    First,
    ReReview,
    /// The subject moved while the review ran.
    Stale,
    /// The answer could not be taken; the same review is asked once more.
    Clarify,
    /// The last answer was used up without being readable.
    Fresh,
}

impl PassReason {
    /// Returns the word of `next.reason`.
    pub fn as_str(self) -> &'static str {
        match self {
            PassReason::First => "first",
            PassReason::ReReview => "re_review",
            PassReason::Stale => "stale",
            PassReason::Clarify => "clarify",
            PassReason::Fresh => "fresh",
        }
    }
}

/// The status of one of the two report sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SectionStatus {
    Passed,
    IssuesFound,
    /// The answer could not be read.
    Unclear,
}

impl SectionStatus {
    /// Returns the word used in answers and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            SectionStatus::Passed => "passed",
            SectionStatus::IssuesFound => "issues_found",
            SectionStatus::Unclear => "unclear",
        }
    }
}

/// What an answer amounts to under the protocol, worked out when it was recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    pub claimed: Verdict,
    pub verdict: Verdict,
    pub spec_status: SectionStatus,
    pub quality_status: SectionStatus,
    /// Every finding of the loop as it stands after this answer.
    pub findings: Vec<Finding>,
    /// Those this answer raised, in its order.
    pub raised: Vec<FindingId>,
    /// Those this answer, or the change since, resolved.
    pub resolved: Vec<Resolved>,
    /// Open ones the answer did not mention.
    pub still_open: Vec<FindingId>,
    /// Those it raised again though their rejection was accepted: they stay so, and are none that it raised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallen: Vec<FindingId>,
    pub blocking: Vec<FindingId>,
    pub remarks: Vec<Remark>,
    /// Set when the answer cannot be taken as it is: what to ask the reviewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<String>,
    /// The findings that it asks about, since they stand where others fell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ask_beside: Vec<BesideFallen>,
    /// At least one blocking finding of earlier passes newly resolved; absent where there is nothing to compare with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<bool>,
    /// Where the loop turns back on itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub swings: Vec<Swing>,
    /// The pass does not count against the limit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncounted: bool,
    /// The number that a fix task for what this review finds has, where the system mends so (SPEC 4.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix_task: Option<u32>,
    /// What follows.
    pub course: Course,
}

/// A finding raised where another one fell by an accepted rejection; whether it is that one in other words only the
/// reviewer can tell (SPEC 4.5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BesideFallen {
    pub title: String,
    pub fallen: FindingId,
}

/// Two reviews that ask for opposite things at one place (SPEC 6.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Swing {
    pub finding: FindingId,
    /// What it takes back, in words: an earlier finding, or an earlier content.
    pub against: String,
}

/// What follows an answer, an absence, a test run or a choice. Worked out once, when it is recorded (SPEC 6.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "to", rename_all = "snake_case")]
pub enum Course {
    Close {
        outcome: Outcome,
    },
    /// The open findings are mended; a document is revised.
    Fix,
    /// The attempt is restored and done again.
    Reexecute,
    Review {
        reason: PassReason,
    },
    Ask {
        question: Question,
    },
    /// The next tier takes over, with counters of its own.
    HandOver {
        /// Index into the protocol's tiers.
        tier: u32,
        why: Turned,
    },
    /// No reviewer could run; to be tried again at the plan boundary.
    Unreviewed,
    /// What the loop waited for before it was asked about its contract (SPEC 6.8).
    Resume {
        /// What is asked now takes the place of what the loop began with.
        adopt: bool,
    },
    /// The failing tests are mended and run again.
    Retest,
}

/// Why a tier or the loop has done what it could.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turned {
    NoProgress,
    Passes,
    Swinging,
    /// The fixer said so.
    TooHard,
    NoReviewer,
    /// A choice.
    Chosen,
}

/// What is put before somebody who may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum Question {
    /// Manual mode: a blocking finding is open.
    Blocking,
    /// The limit is reached, and the protocol has no manager before the user.
    Limit { why: Turned },
    /// The limit is reached, and the manager chooses.
    Manager { why: Turned },
    /// The subject moved under too many reviews in a row.
    Moving,
    /// A second review contradicts an approval.
    Dissent,
    /// No reviewer can run.
    NoReviewer,
    /// What is asked of the subject is not what the loop began with (SPEC 6.8).
    Contract,
}

/// A reviewer's answer as it came and as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The text as received, or the structured findings as JSON.
    pub raw: String,
    /// BLAKE3 of what was sent, so that a repeated call is seen.
    pub digest: String,
    pub reading: Reading,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    /// The agent that sent it, where a hook attests it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Attested>,
    /// A hook picked the text up as the agent ended; it carried no countersign and is bound by the agent alone
    /// (SPEC 6.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsigned: bool,
}

/// What the check before the reviewer found (SPEC 4.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Precheck {
    /// `approve`, `conditional`, `reject`.
    pub verdict: PrecheckVerdict,
    pub findings: Vec<RawFinding>,
}

/// What the check before the reviewer decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PrecheckVerdict {
    Approve,
    /// The reviewer is told.
    Conditional,
    /// No reviewer runs; it counts as a pass.
    Reject,
}

impl PrecheckVerdict {
    /// Returns the word used in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            PrecheckVerdict::Approve => "approve",
            PrecheckVerdict::Conditional => "conditional",
            PrecheckVerdict::Reject => "reject",
        }
    }
}

/// A test run and what it means beside the runs before it (SPEC 4.5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestRun {
    /// Every test that does not pass, those included that were not run again.
    pub failing: Vec<String>,
    /// Of these, the ones that did not fail in the run before.
    pub new: Vec<String>,
    /// Failing in the run before, passing now.
    pub fixed: Vec<String>,
    /// Failing before and not run now.
    pub not_run: Vec<String>,
    pub total: Option<u32>,
    pub command: Option<String>,
    /// Reported as passed, of the tests that conditions of findings wait for (SPEC 6.9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<String>,
    /// A test that failed in the first run and in the one before passes now; absent in the first run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<bool>,
    /// A digest of the work as it stood when the run was told: the same words about other work are another run. Absent where
    /// that could not be read, and of older runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    /// The work was what its last review had looked at: nothing of it was done anew.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unchanged: bool,
}

/// What a caller says of the range when the first pass of a loop is opened that a test run began: until then nothing was
/// fixed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GivenRange {
    /// The base was named.
    pub base: bool,
    /// Only these paths count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<RepoPath>,
    /// The files of a free change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

/// Something that did not fit a brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// The file it is about; empty where it is about none.
    pub path: String,
    /// What, and how to see it.
    pub what: String,
    /// The part of the brief that holds it; nothing where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<u32>,
}

/// The parts of a brief after the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FurtherParts {
    /// How many parts there are, the first one included.
    pub count: u32,
    /// Hash of what they are made of, kept in the store.
    pub made_of: String,
}

/// What the diff says of a claim that a finding is fixed (SPEC 7.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    pub finding_id: FindingId,
    /// `region_changed`, `partly_changed`, `touched_elsewhere`, `metadata_only`, `untouched`, `unchanged_subject`, or `unknown`
    /// where git could not tell; of a finding with a condition `condition_met` or `condition_open`.
    pub claim: String,
}

/// What a loop has used up beside its passes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Patience {
    /// Index of the tier that works.
    pub tier: u32,
    /// Passes of that tier that count.
    pub tier_passes: u32,
    /// Rounds in a row without progress.
    pub no_progress: u32,
    /// Test runs of that tier with something failing.
    pub tests: u32,
    /// Of these, in a row without progress.
    pub tests_no_progress: u32,
    /// Times that a choice sent it on.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sent_on: u32,
    /// Answers in a row to what had moved meanwhile.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stale: u32,
    /// All such answers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stale_runs: u32,
    /// Reviewers in a row that could not run.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub absences: u32,
    /// Rounds that use no pass.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub uncounted: u32,
}

impl Patience {
    /// Returns the passes that a loop's first tier has used up. Older loops say it by the number of their passes alone,
    /// which is no less where none went uncounted.
    pub fn passes_of_tier(&self, passes_before: Pass) -> u32 {
        if self.tier > 0 || self.uncounted > 0 { self.tier_passes } else { passes_before }
    }

    fn is_whole(&self) -> bool {
        *self == Self::default()
    }
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// One fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Opened {
        loop_id: LoopId,
        subject: Subject,
        protocol: Box<Protocol>,
        contract: Contract,
        /// The closed loop of the same subject before this one.
        predecessor: Option<LoopId>,
        on_demand: bool,
        /// The caller named the base; without it the range is the protocol's.
        explicit_base: bool,
        /// Only these paths count, where the caller narrowed the range.
        only: Vec<RepoPath>,
        /// What was guessed at opening.
        notes: Vec<Remark>,
        /// Findings of the predecessor that go on: open ones, and rejections that were accepted (SPEC 6.2).
        carried: Vec<Finding>,
        /// Passes the predecessor used up without an end that holds; counters go on (SPEC 6.7).
        passes_before: Pass,
        /// Choices by a model's word that led back, of the loops given up before this one.
        #[serde(default, skip_serializing_if = "is_zero")]
        turned_before: u32,
        /// Whose turn it was in a loop that was given up, and what of patience was used up: neither begins anew (SPEC 6.7).
        #[serde(default, skip_serializing_if = "Patience::is_whole")]
        patience_before: Patience,
        /// Who executed there; none of them reviews what he made (SPEC 6.10).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        executed_before: Vec<Attested>,
        /// The base that a test run named for a loop it opened: its first review begins there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base: Option<Oid>,
    },
    PassOpened {
        pass: Pass,
        reason: PassReason,
        countersign: Countersign,
        change: PinnedChange,
        /// What the check before the reviewer found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        precheck: Option<Precheck>,
        /// Hash of the brief as sent, kept in the store.
        brief: String,
        /// What had to be left out of it.
        truncated: Vec<LeftOut>,
        /// Its parts after the first; nothing where it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rest: Option<FurtherParts>,
        /// The change is the one the last pass looked at.
        unchanged: bool,
        /// The caller named the head, so that what comes after it moves nothing.
        head_given: bool,
        /// What the change shows now of the fixes that were claimed since the last review: they may have been made after
        /// they were answered (SPEC 7.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        claims: Vec<Claim>,
        /// What was said of the range at the first pass of a loop that a test run opened.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        given: Option<GivenRange>,
    },
    /// An answer that could not be taken: the reviewer is asked once, under a new code; no pass is used.
    ClarificationAsked {
        pass: Pass,
        code: Countersign,
        answer: Answer,
        question: String,
        countersign: Countersign,
        remarks: Vec<Remark>,
        /// The findings that it asks about, since they stand where others fell.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        beside: Vec<BesideFallen>,
        /// What it raised: on file where the pass gets no further answer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        raised: Vec<Finding>,
    },
    /// An answer to a change that had moved meanwhile: recorded, uses no pass.
    StaleRecorded {
        pass: Pass,
        code: Countersign,
        answer: Answer,
        moved: Vec<String>,
        /// What it raised, held against the tree that it looked at: on file from now on, and named by the next brief.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        raised: Vec<Finding>,
        /// Where it leads, when it was the last run of a limit that counts runs; else to a review of what is there now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        course: Option<Course>,
    },
    /// One stage of an answer that comes in two calls.
    StageRecorded {
        pass: Pass,
        code: Countersign,
        stage: Stage,
        answer: Answer,
        /// Why no reviewer can run for this stage, where none can: then nothing was answered, and the other closes the pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        absent: Option<String>,
        /// What it raised: on file where the pass gets no further answer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        raised: Vec<Finding>,
    },
    ReviewRecorded {
        pass: Pass,
        code: Countersign,
        answer: Answer,
        judgement: Box<Judgement>,
    },
    /// A second, different answer to an answered pass (SPEC 6.3).
    DissentRecorded {
        pass: Pass,
        code: Countersign,
        answer: Answer,
        judgement: Box<Judgement>,
    },
    /// What tools report of the work under review, from a file that a person named (SPEC 11): on file from now on, and no
    /// answer to the pass.
    Imported {
        pass: Pass,
        /// What of the results is news, as findings; its reviewer is the tool.
        answer: Answer,
        /// What is on file since then.
        raised: Vec<Finding>,
        /// What was open already and is reported again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<FindingId>,
    },
    ReviewerUnavailable {
        pass: Pass,
        code: Countersign,
        digest: String,
        why: String,
        /// What the check before the reviewer decides in his place, where the protocol lets it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        judgement: Option<Box<Judgement>>,
        course: Course,
    },
    Responded {
        turn: Turn,
        digest: String,
        responses: Vec<Response>,
        claims: Vec<Claim>,
        /// The agent that answers, where a hook attests it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Attested>,
    },
    /// The fixer hands the work on: it is beyond him.
    Escalated {
        turn: Turn,
        digest: String,
        reason: String,
        course: Course,
    },
    /// What is asked of the subject was found to have changed, when its next review was to be opened (SPEC 6.8).
    ContractChanged {
        contract: Contract,
        /// The subject as the documents name it now.
        subject: Subject,
        /// The loop's own finding that asked for it; without one the user is asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        suggested_by: Option<FindingId>,
    },
    /// A test run, as the tester reports it.
    TestsRecorded {
        turn: Turn,
        digest: String,
        run: TestRun,
        course: Course,
    },
    Decided {
        turn: Turn,
        digest: String,
        choice: String,
        reason: String,
        decided_by: String,
        /// `claimed`, or `attested` by a terminal or the client's own dialogue.
        standing: String,
        course: Course,
    },
    /// The work went on under another branch, made in the middle of the loop; its subject goes with it (SPEC 6.7).
    BranchFollowed {
        from: Option<String>,
        to: Option<String>,
    },
    /// A loop given up for a new plan: this one is of a subject that takes its place (SPEC 4.5).
    Replaced {
        by: LoopId,
    },
    /// A subagent ended with its step undone, though it was held back so often (SPEC 11). Nobody's turn is used by it.
    LetGo {
        pass: Pass,
        by: Attested,
        /// `reviewer` or `fixer`.
        role: String,
        /// What is undone, in a sentence.
        why: String,
        /// How often it was held back.
        times: u32,
    },
}

impl Event {
    /// Returns what it pins by name.
    pub fn pins(&self) -> Vec<&str> {
        if let Event::PassOpened { change, .. } = self { change.names().collect() } else { Vec::new() }
    }

    /// Returns the stored name of the kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Opened { .. } => "opened",
            Event::PassOpened { .. } => "pass_opened",
            Event::ClarificationAsked { .. } => "clarification_asked",
            Event::StaleRecorded { .. } => "stale_recorded",
            Event::StageRecorded { .. } => "stage_recorded",
            Event::ReviewRecorded { .. } => "review_recorded",
            Event::DissentRecorded { .. } => "dissent_recorded",
            Event::Imported { .. } => "imported",
            Event::ReviewerUnavailable { .. } => "reviewer_unavailable",
            Event::Responded { .. } => "responded",
            Event::Escalated { .. } => "escalated",
            Event::ContractChanged { .. } => "contract_changed",
            Event::TestsRecorded { .. } => "tests_recorded",
            Event::Decided { .. } => "decided",
            Event::BranchFollowed { .. } => "branch_followed",
            Event::Replaced { .. } => "replaced",
            Event::LetGo { .. } => "let_go",
        }
    }
}

/// An event with its place and time in the loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// From 1; the loop's turn after it.
    pub turn: Turn,
    pub at: Timestamp,
    pub event: Event,
    /// Head of the chain after this event.
    pub hash: String,
}
