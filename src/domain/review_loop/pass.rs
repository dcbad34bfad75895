//! One pass of a loop, as its events make it.

use std::collections::BTreeMap;

use super::dissent::LateDissent;
use super::event::{
    Answer, BesideFallen, Claim, FurtherParts, Judgement, LeftOut, Outcome, PassReason, Precheck,
};
use super::judge::{PRECHECK, WRONG_PASS};
use crate::domain::dialect::Reading;
use crate::domain::finding::Finding;
use crate::domain::ids::{Countersign, FindingId, Pass, Timestamp, Turn};
use crate::domain::review::{Response, ResponseKind, Stage, Verdict};
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
    /// The stage that no reviewer can run for, and why, while the other is waited for.
    pub stage_absent: Option<(Stage, String)>,
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
    /// What was imported from tools while it was open.
    pub imports: Vec<Answer>,
    /// What tools report of the work under review, known before or not: a reviewer's silence closes none of it. Of other
    /// work it says nothing, so a pass that is opened again for that begins without.
    pub reported: Vec<FindingId>,
    /// What was put on file before the pass is answered: by answers to a subject that moved under them, by what was
    /// said before nobody answered any more, and from tools.
    pub while_moving: Vec<FindingId>,
    /// What answers that were asked about, and the first of two stages, raised. The answer that closes the pass is
    /// judged without it, since it joins those itself; it goes on file where none comes (SPEC 6.5).
    pub so_far: Vec<Finding>,
    /// What reviewers said of the work while it moved under them.
    pub claims_while_moving: Vec<Verdict>,
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
    /// The loop ended by that: how, and the findings as they stood then. A review that comes after all is held beside it.
    pub let_through: Option<(Outcome, Vec<Finding>)>,
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
    /// Returns why nobody looked at the work, where nobody did: an answer that was asked about, or one stage of two, is
    /// no verdict, and a look all the same.
    pub fn unseen(&self) -> Option<&str> {
        self.absent.as_deref().filter(|_| self.asked.is_empty() && self.stages.is_empty())
    }

    /// Tells whether it came to something that another answer is held beside: an answer, or the end of the loop without
    /// one.
    pub fn has_its_say(&self) -> bool {
        self.answer.is_some() || self.let_through.is_some()
    }

    /// Tells whether an answer under one of its used codes is held beside what the pass came to: an answer, or the end of
    /// the loop without one. A pass that only had no reviewer is opened again under its own number.
    pub fn takes_further(&self, code: &Countersign) -> bool {
        self.has_its_say() && self.used.iter().any(|used| &used.code == code)
    }

    /// Tells whether a review of this pass was read. One that could not be, one that was about other work, and a check in
    /// the reviewer's place looked at no finding: what was mended before it is still to be seen.
    pub fn is_read(&self) -> bool {
        self.answer.as_ref().is_some_and(|(answer, judgement)| {
            answer.reading.dialect != PRECHECK
                && answer.reading.claimed_verdict != Verdict::Unclear
                && !judgement.remarks.iter().any(|remark| remark.code == WRONG_PASS)
        })
    }

    /// Returns how many findings were rejected since this pass, and how many were answered.
    pub fn rejections(&self) -> (usize, usize) {
        // Of several words on one finding the last is the response.
        let last: BTreeMap<_, _> = self.responses.iter().map(|r| (&r.finding_id, r.response)).collect();
        (last.values().filter(|r| **r == ResponseKind::Rejected).count(), last.len())
    }

    /// Tells whether a blocking finding was answered since this pass: mended, or rejected.
    pub(super) fn is_answered(&self, id: &FindingId) -> bool {
        let answers = |r: &Response| matches!(r.response, ResponseKind::Fixed | ResponseKind::Rejected);
        self.responses.iter().any(|r| &r.finding_id == id && answers(r))
    }

    /// Tells whether a reviewer of this pass asked for changes in words that came to no verdict: they were asked about,
    /// could not be held, or looked at a tree that moved.
    pub(super) fn changes_were_claimed(&self) -> bool {
        let asks = |verdict: Verdict| matches!(verdict, Verdict::ChangesRequested | Verdict::Rejected);
        let unheld = self.answer.as_ref().filter(|(_, judgement)| judgement.verdict == Verdict::Unclear);
        self.asked.iter().any(|reading| asks(reading.claimed_verdict))
            || self.stages.iter().any(|(_, answer)| asks(answer.reading.claimed_verdict))
            || self.claims_while_moving.iter().any(|claimed| asks(*claimed))
            || unheld.is_some_and(|(answer, _)| asks(answer.reading.claimed_verdict))
    }

    /// Takes in one stage: its answer, or that no reviewer can run for it. Where one ran after all, he was there.
    pub(super) fn take_stage(&mut self, stage: Stage, answer: &Answer, absent: Option<&str>) {
        if let Some(why) = absent {
            self.stage_absent = Some((stage, why.to_owned()));
            return;
        }
        self.stage_absent.take_if(|(absent, _)| *absent == stage);
        self.stages.push((stage, answer.clone()));
    }

    /// Takes in what a tool reports.
    pub(super) fn take_import(&mut self, answer: &Answer, raised: &[Finding], again: &[FindingId]) {
        self.imports.push(answer.clone());
        self.reported.extend(raised.iter().map(|finding| &finding.id).chain(again).cloned());
    }

    /// Returns why no reviewer can run for the other stage, where only that is missing and nobody is waited for.
    pub fn other_stage_is_absent(&self) -> Option<&str> {
        let (absent, why) = self.stage_absent.as_ref()?;
        (!self.stages.is_empty() && self.stages.iter().all(|(came, _)| came != absent)).then_some(why)
    }

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
            stage_absent: None,
            opened_at: Timestamp(0),
            opened_turn: 0,
            clarifications: 0,
            asked: Vec::new(),
            asked_beside: Vec::new(),
            asked_before: 0,
            imports: Vec::new(),
            reported: Vec::new(),
            while_moving: Vec::new(),
            so_far: Vec::new(),
            claims_while_moving: Vec::new(),
            question: None,
            used: Vec::new(),
            answer: None,
            answered_at: None,
            dissents: Vec::new(),
            late: Vec::new(),
            held_first: None,
            upheld: None,
            absent: None,
            let_through: None,
            used_up: false,
            responses: Vec::new(),
            claims: Vec::new(),
        }
    }
}
