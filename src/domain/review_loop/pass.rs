//! One pass of a loop, as its events make it.

use super::dissent::LateDissent;
use super::event::{Answer, BesideFallen, Claim, FurtherParts, Judgement, LeftOut, PassReason, Precheck};
use crate::domain::dialect::Reading;
use crate::domain::ids::{Countersign, FindingId, Pass, Timestamp, Turn};
use crate::domain::review::{Response, Stage, Verdict};
use crate::domain::subject::PinnedChange;

/// One pass: the change it looks at and what came back.
#[derive(Debug, Clone, PartialEq)]
pub struct PassRecord {
    pub number: Pass,
    pub reason: PassReason,
    /// The code the answer must carry now.
    pub countersign: Countersign,
    pub change: PinnedChange,
    /// Hash of the brief as sent.
    pub brief: String,
    /// What had to be left out of it.
    pub truncated: Vec<LeftOut>,
    /// Its parts after the first; nothing where it has one.
    pub rest: Option<FurtherParts>,
    pub unchanged: bool,
    /// The caller named the head: later commits move nothing.
    pub head_given: bool,
    pub precheck: Option<Precheck>,
    /// Stages answered so far, where an answer comes in two calls.
    pub stages: Vec<(Stage, Answer)>,
    pub opened_at: Timestamp,
    /// The turn that opened it, the last time.
    pub opened_turn: Turn,
    pub clarifications: u32,
    /// What was read of the answers that were asked about; findings that block in them do not vanish by the next.
    pub asked: Vec<Reading>,
    /// What the reviewer was asked to leave out of those where it is the same in other words.
    pub asked_beside: Vec<BesideFallen>,
    /// How many of these looked at another tree than the pass does now.
    pub asked_before: usize,
    /// What answers to this pass put on file while the subject moved under them.
    pub while_moving: Vec<FindingId>,
    /// What to ask with, while a clarification is open.
    pub question: Option<String>,
    /// Codes already answered, with the digest of what was sent and the turn that recorded it.
    pub used: Vec<UsedCode>,
    pub answer: Option<(Answer, Judgement)>,
    pub answered_at: Option<Timestamp>,
    pub dissents: Vec<Answer>,
    /// Second answers that came when the work had gone on.
    pub late: Vec<LateDissent>,
    /// What was held before a second answer made it stricter: verdict and blocking findings.
    pub held_first: Option<(Verdict, Vec<FindingId>)>,
    /// A person kept to the first answer against the second: the findings that were laid aside by it.
    pub upheld: Option<Vec<FindingId>>,
    /// Why no reviewer ran, where none did.
    pub absent: Option<String>,
    /// The pass is over: answered, or decided without an answer.
    pub used_up: bool,
    pub responses: Vec<Response>,
    pub claims: Vec<Claim>,
}

/// A countersign that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedCode {
    pub code: Countersign,
    pub digest: String,
    pub turn: Turn,
}

impl PassRecord {
    /// A pass as it is opened, the first time, and nothing said of it yet.
    pub(super) fn new(number: Pass, countersign: Countersign, change: PinnedChange) -> PassRecord {
        PassRecord {
            number,
            reason: PassReason::First,
            countersign,
            change,
            brief: String::new(),
            truncated: Vec::new(),
            rest: None,
            unchanged: false,
            head_given: false,
            precheck: None,
            stages: Vec::new(),
            opened_at: Timestamp(0),
            opened_turn: 0,
            clarifications: 0,
            asked: Vec::new(),
            asked_beside: Vec::new(),
            asked_before: 0,
            while_moving: Vec::new(),
            question: None,
            used: Vec::new(),
            answer: None,
            answered_at: None,
            dissents: Vec::new(),
            late: Vec::new(),
            held_first: None,
            upheld: None,
            absent: None,
            used_up: false,
            responses: Vec::new(),
            claims: Vec::new(),
        }
    }
}
