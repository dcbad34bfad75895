//! Figures over loops: how reviews go, by protocol, reviewer and model (SPEC 6.11). Pure: events in, counts out.
//!
//! What concerns a finding counts for the reviewer who raised it first: responses and rejections answer him, whoever
//! reviewed last. A second answer to a pass counts for whoever gave it, everything else for the one who answered last when
//! it happened. Says how often, never whether that is good.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::finding::{Finding, Grounding};
use super::ids::{FindingId, LoopId};
use super::review::{Response, ResponseKind, RulingKind, Verdict};
use super::review_loop::event::{Answer, Claim, Course, Entry, Event, Judgement};
use super::review_loop::state::PassRecord;
use super::review_loop::{LoopState, Outcome};

/// Figures of all loops and of their groups.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Metrics {
    pub all: Figures,
    /// By the protocol's name.
    pub protocols: BTreeMap<String, Figures>,
    /// By the name the answer carried; `(unnamed)` where it carried none.
    pub reviewers: BTreeMap<String, Figures>,
    /// By the model the protocol named for its reviewer; `(unknown)` where it named none.
    pub models: BTreeMap<String, Figures>,
}

/// One group's figures. Counts, and ratios between 0 and 1 that are absent where there is nothing to divide by.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Figures {
    pub loops: u32,
    pub open: u32,
    /// Closed loops by outcome.
    pub outcomes: BTreeMap<&'static str, u32>,
    /// Answers recorded; clarified, stale and second ones not among them.
    pub answers: u32,
    /// Loops that a review approved, with or without notes.
    pub approved: u32,
    /// Of these, by the first answer.
    pub first_pass_approvals: u32,
    /// Loops that ended approved at a pass where no reviewer ran, by what the check before it found.
    pub approved_unseen: u32,
    /// Mean number of passes of the approved loops, those of the loops among them that they took over from and that no
    /// review approved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes_to_approval: Option<f64>,
    /// Findings that block and are open: in open loops, and in those that ended past them and were not followed by another.
    pub open_blocking: u32,
    pub findings: u32,
    /// Findings with a place and a suggestion.
    pub actionable: u32,
    /// Findings whose place is not there, or that name none.
    pub ungrounded: u32,
    /// Findings that do not block.
    pub suggestions: u32,
    /// Of these, fixed or resolved.
    pub suggestions_taken_up: u32,
    pub responses: u32,
    pub rejections: u32,
    /// Rejections by responses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_ratio: Option<f64>,
    /// Rejections that a review ruled on.
    pub rejections_ruled: u32,
    pub rejections_accepted: u32,
    /// Accepted by ruled on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceptance_ratio: Option<f64>,
    /// Answers that contradict themselves: verdict and findings, counts and list, resolved and raised.
    pub contradictions: u32,
    /// Answers that could not be read, clarified ones among them.
    pub unreadable: u32,
    /// Answers to a change that had moved.
    pub stale: u32,
    /// Fixes that were claimed, once in each round.
    pub fixes_claimed: u32,
    /// Claimed fixes that the diff did not bear out by the next review.
    pub unsubstantiated: u32,
    pub tier_changes: u32,
    /// Blocking findings that were first raised after an approval of the same work.
    pub blocking_after_approval: u32,
    pub test_runs: u32,
    pub decisions: u32,
    /// Of these, from the client's own dialogue or a terminal.
    pub decisions_attested: u32,
    /// Passes of the approved loops together.
    #[serde(skip)]
    approval_passes: u32,
}

/// Where the figures of one fact go.
struct Place {
    protocol: String,
    reviewer: String,
    model: String,
}

impl Place {
    /// Returns where what concerns a finding goes: to the reviewer who raised it.
    fn of(&self, raisers: &BTreeMap<FindingId, String>, id: &FindingId) -> Place {
        self.by(raisers.get(id).unwrap_or(&self.reviewer))
    }

    /// Returns where what a reviewer said himself goes.
    fn by(&self, reviewer: &str) -> Place {
        Place { protocol: self.protocol.clone(), reviewer: reviewer.to_owned(), model: self.model.clone() }
    }
}

impl Metrics {
    /// Counts loops, each given by its events from the first; what is no loop is left out.
    pub fn of<'a>(loops: impl IntoIterator<Item = &'a [Entry]>) -> Metrics {
        let loops: Vec<&[Entry]> = loops.into_iter().collect();
        let mut metrics = Metrics::default();
        let followed: BTreeSet<&str> = loops.iter().filter_map(|l| predecessor(l)).collect();
        let before = Before(loops.iter().filter_map(|entries| past(entries)).collect());
        for entries in &loops {
            metrics.add(entries, &before, &followed);
        }
        let groups = [&mut metrics.protocols, &mut metrics.reviewers, &mut metrics.models];
        for figures in groups.into_iter().flat_map(BTreeMap::values_mut).chain([&mut metrics.all]) {
            figures.divide();
        }
        metrics
    }

    /// Adds one loop, folding it again fact by fact.
    fn add(&mut self, entries: &[Entry], before: &Before, followed: &BTreeSet<&str>) {
        let Some(mut state) = LoopState::fold(entries.first()) else { return };
        let mut place = Place {
            protocol: state.protocol.name.clone(),
            reviewer: "(unnamed)".to_owned(),
            model: state.protocol.models.reviewer.clone().unwrap_or_else(|| "(unknown)".to_owned()),
        };
        // What a loop took over was counted where it was raised.
        let carried: Vec<FindingId> = state.findings.iter().map(|f| f.id.clone()).collect();
        let mut raisers: BTreeMap<FindingId, String> = BTreeMap::new();
        let mut passed = state.predecessor.as_ref().is_some_and(|p| before.was_approved(p));
        let mut claims = Claims::default();
        for entry in &entries[1..] {
            let by = reviewer(&entry.event).unwrap_or_else(|| place.reviewer.clone());
            self.count(&place.by(&by), |f| f.fact(&state, &entry.event, passed));
            for id in put_on_file(&entry.event) {
                raisers.entry(id.clone()).or_insert_with(|| by.clone());
            }
            if is_led_by(&entry.event) {
                place.reviewer.clone_from(&by);
            }
            if let Event::ReviewRecorded { judgement, .. } | Event::DissentRecorded { judgement, .. } =
                &entry.event
            {
                for finding in &judgement.findings {
                    self.count(&place.of(&raisers, &finding.id), |f| f.ruled(&state, finding));
                }
            }
            if let Event::Responded { responses, .. } = &entry.event {
                for response in responses {
                    self.count(&place.of(&raisers, &response.finding_id), |f| f.responded(response));
                }
            }
            for claim in claims.settled_by(&entry.event) {
                self.count(&place.of(&raisers, &claim.finding_id), |f| f.claimed(&claim));
            }
            if let Event::ReviewRecorded { judgement, .. } = &entry.event {
                passed |= judgement.verdict.approves();
            }
            state.apply(entry);
        }
        for claim in claims.0.values() {
            self.count(&place.of(&raisers, &claim.finding_id), |f| f.claimed(claim));
        }
        self.count(&place, |f| f.end(&state, before.passes(state.predecessor.as_ref())));
        for finding in state.findings.iter().filter(|f| !carried.contains(&f.id)) {
            self.count(&place.of(&raisers, &finding.id), |f| f.finding(&state, finding));
        }
        // What blocks now blocks whoever raised it, and wherever.
        let stands = match state.outcome() {
            None => true,
            // What was given up or taken back is not what stands; what a later loop took over is open there.
            Some(Outcome::Skipped | Outcome::Abandoned) => false,
            Some(_) => !followed.contains(state.id.as_str()),
        };
        for id in state.blocking().iter().filter(|_| stands) {
            self.count(&place.of(&raisers, id), |f| f.open_blocking += 1);
        }
    }

    /// Lets one fact count for everything and for its groups.
    fn count(&mut self, place: &Place, add: impl Fn(&mut Figures)) {
        let mut said = Figures::default();
        add(&mut said);
        if said == Figures::default() {
            // What counts nothing makes no row.
            return;
        }
        add(&mut self.all);
        add(self.protocols.entry(place.protocol.clone()).or_default());
        add(self.reviewers.entry(place.reviewer.clone()).or_default());
        add(self.models.entry(place.model.clone()).or_default());
    }
}

/// Returns the loop that this one took over from.
fn predecessor(entries: &[Entry]) -> Option<&str> {
    let Event::Opened { predecessor, .. } = &entries.first()?.event else { return None };
    predecessor.as_ref().map(LoopId::as_str)
}

/// What a loop came to that others may take over from.
struct Past {
    /// A review approved.
    approved: bool,
    /// Passes that were answered.
    answered: u32,
    predecessor: Option<LoopId>,
}

/// What all loops came to.
struct Before(BTreeMap<LoopId, Past>);

impl Before {
    fn was_approved(&self, id: &LoopId) -> bool {
        self.0.get(id).is_some_and(|past| past.approved)
    }

    /// Returns how many passes were answered before a loop took over, back to the last approval.
    fn passes(&self, predecessor: Option<&LoopId>) -> u32 {
        let mut passes = 0;
        let mut at = predecessor;
        // No loop takes over from a later one; a log that says so is left after as many steps as there are loops.
        for _ in 0..self.0.len() {
            let past = at.and_then(|id| self.0.get(id)).filter(|past| !past.approved);
            let Some(past) = past else { break };
            passes += past.answered;
            at = past.predecessor.as_ref();
        }
        passes
    }
}

/// Returns what a loop was to those that take over from it.
fn past(entries: &[Entry]) -> Option<(LoopId, Past)> {
    let Event::Opened { loop_id, predecessor, .. } = &entries.first()?.event else { return None };
    let mut answered = BTreeSet::new();
    let mut approved = false;
    for entry in entries {
        if let Event::ReviewRecorded { pass, judgement, .. } = &entry.event {
            answered.insert(*pass);
            approved |= judgement.verdict.approves();
        }
    }
    let past = Past { approved, answered: count(answered.len()), predecessor: predecessor.clone() };
    Some((loop_id.clone(), past))
}

/// The fixes that were claimed since the last answer, each as the diff shows it so far: a fix may be made, or committed,
/// after it was answered for.
#[derive(Default)]
struct Claims(BTreeMap<FindingId, Claim>);

impl Claims {
    /// Takes in what an event says of claims; returns those that an answer found as they are.
    fn settled_by(&mut self, event: &Event) -> Vec<Claim> {
        match event {
            Event::Responded { responses, claims, .. } => {
                // The last word of a round is the response.
                self.0.retain(|id, _| responses.iter().all(|r| &r.finding_id != id));
                self.0.extend(claims.iter().map(|c| (c.finding_id.clone(), c.clone())));
                Vec::new()
            }
            Event::PassOpened { claims, .. } => {
                for claim in claims {
                    self.0.entry(claim.finding_id.clone()).and_modify(|c| c.clone_from(claim));
                }
                Vec::new()
            }
            Event::ReviewRecorded { .. } => std::mem::take(&mut self.0).into_values().collect(),
            Event::Opened { .. }
            | Event::ClarificationAsked { .. }
            | Event::StaleRecorded { .. }
            | Event::StageRecorded { .. }
            | Event::DissentRecorded { .. }
            | Event::Imported { .. }
            | Event::ReviewerUnavailable { .. }
            | Event::Escalated { .. }
            | Event::ContractChanged { .. }
            | Event::TestsRecorded { .. }
            | Event::Decided { .. }
            | Event::BranchFollowed { .. }
            | Event::Replaced { .. }
            | Event::LetGo { .. } => Vec::new(),
        }
    }
}

/// Returns the answer that an event records.
fn answer_of(event: &Event) -> Option<&Answer> {
    match event {
        Event::ReviewRecorded { answer, .. }
        | Event::ClarificationAsked { answer, .. }
        | Event::StaleRecorded { answer, .. }
        | Event::StageRecorded { answer, absent: None, .. }
        | Event::Imported { answer, .. }
        | Event::DissentRecorded { answer, .. } => Some(answer),
        Event::Opened { .. }
        | Event::StageRecorded { .. }
        | Event::PassOpened { .. }
        | Event::ReviewerUnavailable { .. }
        | Event::Responded { .. }
        | Event::Escalated { .. }
        | Event::ContractChanged { .. }
        | Event::TestsRecorded { .. }
        | Event::Decided { .. }
        | Event::BranchFollowed { .. }
        | Event::Replaced { .. }
        | Event::LetGo { .. } => None,
    }
}

/// Returns the name that the answer of an event carries.
fn reviewer(event: &Event) -> Option<String> {
    let name = |answer: &Answer| answer.reviewer.clone().unwrap_or_else(|| "(unnamed)".to_owned());
    answer_of(event).map(name)
}

/// Tells whether whoever gives the answer of an event has the loop from then on. A second answer to a pass is its own
/// reviewer's, and a stage is part of an answer; the loop stays with whoever answered the pass.
fn is_led_by(event: &Event) -> bool {
    matches!(
        event,
        Event::ReviewRecorded { .. } | Event::ClarificationAsked { .. } | Event::StaleRecorded { .. }
    )
}

/// Returns the findings that an event puts on file. What does not close its pass raises all the same.
fn put_on_file(event: &Event) -> Vec<&FindingId> {
    match event {
        Event::ReviewRecorded { judgement, .. } | Event::DissentRecorded { judgement, .. } => {
            judgement.raised.iter().collect()
        }
        Event::ClarificationAsked { raised, .. }
        | Event::Imported { raised, .. }
        | Event::StaleRecorded { raised, .. }
        | Event::StageRecorded { raised, .. } => raised.iter().map(|f| &f.id).collect(),
        Event::Opened { .. }
        | Event::PassOpened { .. }
        | Event::ReviewerUnavailable { .. }
        | Event::Responded { .. }
        | Event::Escalated { .. }
        | Event::ContractChanged { .. }
        | Event::TestsRecorded { .. }
        | Event::Decided { .. }
        | Event::BranchFollowed { .. }
        | Event::Replaced { .. }
        | Event::LetGo { .. } => Vec::new(),
    }
}

impl Figures {
    /// Counts one fact beside the loop as it stood before.
    fn fact(&mut self, before: &LoopState, event: &Event, passed: bool) {
        match event {
            Event::ReviewRecorded { judgement, .. } => {
                self.answers += 1;
                self.judged(before, judgement, passed);
                self.course(&judgement.course);
            }
            Event::DissentRecorded { judgement, .. } => self.judged(before, judgement, passed),
            Event::ClarificationAsked { answer, .. } => {
                self.unreadable += u32::from(answer.reading.claimed_verdict == Verdict::Unclear);
            }
            Event::StaleRecorded { .. } => self.stale += 1,
            Event::ReviewerUnavailable { course, .. } | Event::Escalated { course, .. } => {
                self.course(course);
            }
            Event::TestsRecorded { course, .. } => {
                self.test_runs += 1;
                self.course(course);
            }
            Event::Decided { standing, course, .. } => {
                self.decisions += 1;
                self.decisions_attested += u32::from(standing == "attested");
                self.course(course);
            }
            Event::Opened { .. }
            | Event::PassOpened { .. }
            | Event::StageRecorded { .. }
            | Event::Imported { .. }
            | Event::Responded { .. }
            | Event::ContractChanged { .. }
            | Event::BranchFollowed { .. }
            | Event::Replaced { .. }
            | Event::LetGo { .. } => {}
        }
    }

    fn judged(&mut self, before: &LoopState, judgement: &Judgement, passed: bool) {
        self.unreadable += u32::from(judgement.verdict == Verdict::Unclear);
        self.contradictions += u32::from(judgement.remarks.iter().any(|r| r.code.contains("_vs_")));
        for finding in &judgement.findings {
            let known = before.finding(finding.id.as_str());
            let new = known.is_none() && judgement.raised.contains(&finding.id);
            if new && passed && finding.blocks(&before.protocol) {
                self.blocking_after_approval += 1;
            }
        }
    }

    /// Counts what a review says of a rejection that waited for a word.
    fn ruled(&mut self, before: &LoopState, finding: &Finding) {
        let known = before.finding(finding.id.as_str()).filter(|k| k.ruling.is_none() && rejected(k));
        let Some(known) = known else { return };
        // Raised again it is overruled, and no longer has the response that was.
        let overruled = (finding.overruled && !known.overruled).then_some(RulingKind::Overruled);
        if let Some(ruling) = finding.ruling.filter(|_| rejected(finding)).or(overruled) {
            self.rejections_ruled += 1;
            self.rejections_accepted += u32::from(ruling == RulingKind::Accepted);
        }
    }

    fn responded(&mut self, response: &Response) {
        self.responses += 1;
        self.rejections += u32::from(response.response == ResponseKind::Rejected);
    }

    fn claimed(&mut self, claim: &Claim) {
        self.fixes_claimed += 1;
        self.unsubstantiated += u32::from(is_empty(claim));
    }

    fn course(&mut self, course: &Course) {
        self.tier_changes += u32::from(matches!(course, Course::HandOver { .. }));
    }

    /// Counts a loop as it stands, after `earlier` passes of those it took over from.
    fn end(&mut self, state: &LoopState, earlier: u32) {
        self.loops += 1;
        match state.outcome() {
            None => self.open += 1,
            Some(outcome) => *self.outcomes.entry(outcome.as_str()).or_default() += 1,
        }
        if matches!(state.outcome(), Some(Outcome::Approved | Outcome::ApprovedWithNotes)) {
            let answered: Vec<&PassRecord> = state.passes.iter().filter(|p| p.answer.is_some()).collect();
            if state.passes.last().is_some_and(|p| p.answer.is_none() && p.let_through.is_some()) {
                self.approved_unseen += 1;
                return;
            }
            self.approved += 1;
            self.approval_passes += earlier + count(answered.len());
            let first =
                |p: &&PassRecord| p.number == 1 && p.answer.as_ref().is_some_and(|a| a.1.verdict.approves());
            self.first_pass_approvals += u32::from(earlier == 0 && answered.first().is_some_and(first));
        }
    }

    fn finding(&mut self, state: &LoopState, finding: &Finding) {
        let said = &finding.said;
        self.findings += 1;
        self.actionable += u32::from(said.place().is_some() && said.suggestion.is_some());
        self.ungrounded += u32::from(match finding.grounding {
            Grounding::MissingFile
            | Grounding::LineOutOfRange
            | Grounding::QuoteNotFound
            | Grounding::Unlocated => true,
            Grounding::InDiff | Grounding::InFile | Grounding::ExpectedFile => false,
        });
        if finding.suggestion || !state.protocol.blocks_as_said(said) {
            let fixed = finding.response.as_ref().is_some_and(|r| r.response == ResponseKind::Fixed);
            self.suggestions += 1;
            self.suggestions_taken_up +=
                u32::from(fixed || (!finding.is_open() && !LoopState::rejection_accepted(finding)));
        }
    }

    fn divide(&mut self) {
        self.passes_to_approval = ratio(self.approval_passes, self.approved);
        self.rejection_ratio = ratio(self.rejections, self.responses);
        self.acceptance_ratio = ratio(self.rejections_accepted, self.rejections_ruled);
    }
}

fn rejected(finding: &Finding) -> bool {
    finding.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected)
}

/// Tells whether a claimed fix is one the diff does not show.
fn is_empty(claim: &Claim) -> bool {
    matches!(claim.claim.as_str(), "untouched" | "unchanged_subject" | "metadata_only")
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Divides to two places after the point; nothing by nothing is nothing.
fn ratio(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| (f64::from(part) / f64::from(whole) * 100.0).round() / 100.0)
}
