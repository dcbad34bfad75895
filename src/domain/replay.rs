//! A recorded loop through other rules: the same readings, judged as another protocol would (SPEC 6.12).
//!
//! The record is what it is: where other rules would have asked for something that was never given (a
//! response, a choice, a second answer), the replay says so and stops. Writes nothing; what was read is
//! not read anew.

use std::collections::BTreeMap;

use serde::Serialize;

use super::dialect::Reading;
use super::diff::Changed;
use super::finding::Finding;
use super::ids::{Countersign, FindingId};
use super::protocol::{NoReviewer, Protocol};
use super::review_loop::admit::{refuse_response, waits_for};
use super::review_loop::event::{Answer, Entry, Event, Judgement, Outcome};
use super::review_loop::left::takes_run;
use super::review_loop::state::PassRecord;
use super::review_loop::{Evidence, LoopState, Refusal, Standing, admit, course, judge, options, stages};

/// How one loop went, or would have gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Course {
    pub protocol: String,
    /// Answered passes.
    pub passes: u32,
    /// How it ended; absent where it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// What it waits for, where it did not end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<&'static str>,
    /// Each answer's verdict, in order.
    pub verdicts: Vec<&'static str>,
    /// Blocking findings at the end.
    pub blocking: u32,
}

impl Course {
    fn of(state: &LoopState) -> Course {
        let answers = || state.passes.iter().filter_map(|p| p.answer.as_ref());
        Course {
            protocol: state.protocol.name.clone(),
            passes: u32::try_from(answers().count()).unwrap_or(u32::MAX),
            outcome: state.outcome().map(super::review_loop::Outcome::as_str),
            waits_for: state.outcome().is_none().then(|| waits_for(&state.standing)),
            verdicts: answers().map(|(_, judgement)| judgement.verdict.as_str()).collect(),
            blocking: u32::try_from(state.blocking().len()).unwrap_or(u32::MAX),
        }
    }
}

/// A loop beside itself under other rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replay {
    pub loop_id: String,
    pub subject: String,
    pub recorded: Course,
    pub replayed: Course,
    /// The two end alike: the replay goes to the end of the record, and there outcome, what is waited for and the number
    /// of passes are the same.
    pub alike: bool,
    /// Why the replay ends before the record does, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Where the other rules would have gone another way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Replays a loop under a protocol; nothing where the entries are no loop. `evidence` gives what git shows for a reading.
pub fn replay(
    entries: &[Entry],
    protocol: &Protocol,
    evidence: &mut dyn FnMut(&LoopState, &PassRecord, &Reading) -> Evidence,
) -> Option<Replay> {
    let recorded = LoopState::fold(entries)?;
    let mut first = entries.first()?.clone();
    if let Event::Opened { protocol: rules, .. } = &mut first.event {
        **rules = protocol.clone();
    }
    let mut player = Player {
        state: LoopState::fold([&first])?,
        names: BTreeMap::new(),
        answered: 0,
        notes: Vec::new(),
        evidence,
    };
    let mut stopped = None;
    for entry in entries.iter().skip(1) {
        if let Err(why) = player.play(entry) {
            stopped = Some(why);
            break;
        }
    }
    let (recorded, replayed) = (Course::of(&recorded), Course::of(&player.state));
    Some(Replay {
        loop_id: player.state.id.to_string(),
        subject: player.state.subject.label(),
        alike: stopped.is_none()
            && recorded.outcome == replayed.outcome
            && recorded.waits_for == replayed.waits_for
            && recorded.passes == replayed.passes,
        recorded,
        replayed,
        stopped,
        notes: player.notes,
    })
}

struct Player<'e> {
    state: LoopState,
    /// The record's finding ids, and what these rules call the same findings.
    names: BTreeMap<String, FindingId>,
    /// The last pass that has its answer.
    answered: u32,
    notes: Vec<String>,
    evidence: &'e mut dyn FnMut(&LoopState, &PassRecord, &Reading) -> Evidence,
}

impl Player<'_> {
    /// Takes one recorded fact as these rules would; says why where it would not have happened.
    fn play(&mut self, entry: &Entry) -> Result<(), String> {
        if let Some(outcome) = self.state.outcome() {
            let wakes = match &entry.event {
                Event::DissentRecorded { .. } => true,
                Event::Decided { choice, .. } => course::of_choice(&self.state, choice).is_some(),
                Event::Opened { .. }
                | Event::PassOpened { .. }
                | Event::ClarificationAsked { .. }
                | Event::StaleRecorded { .. }
                | Event::StageRecorded { .. }
                | Event::ReviewRecorded { .. }
                | Event::Imported { .. }
                | Event::ReviewerUnavailable { .. }
                | Event::Responded { .. }
                | Event::Escalated { .. }
                | Event::ContractChanged { .. }
                | Event::BranchFollowed { .. } => false,
                // What became of it after its end is no step of it.
                Event::Replaced { .. } | Event::LetGo { .. } => return Ok(()),
                // Nor are runs of tests that it left failing, but they go on file with it.
                Event::TestsRecorded { run, .. } if outcome == Outcome::Abandoned => {
                    if !takes_run(&self.state, &run.failing) {
                        return Ok(());
                    }
                    true
                }
                Event::TestsRecorded { .. } => false,
            };
            if !wakes {
                return Err(format!("the loop had ended {}", outcome.as_str()));
            }
        }
        let event = match &entry.event {
            Event::Opened { .. } | Event::Replaced { .. } | Event::LetGo { .. } => return Ok(()),
            Event::BranchFollowed { from, to } => {
                Event::BranchFollowed { from: from.clone(), to: to.clone() }
            }
            // A half that nothing joins, since the subject moved or no reviewer came, is not unsaid.
            Event::StageRecorded { pass, stage, answer, absent, raised, .. } => {
                let reading = self.renamed(&answer.reading);
                let answer = Answer { reading, ..answer.clone() };
                let came = self.state.pass().map(|p| p.stages.as_slice()).unwrap_or_default();
                let whole = stages::with(came, *stage, &answer);
                Event::StageRecorded {
                    pass: *pass,
                    code: self.code(),
                    stage: *stage,
                    raised: self.on_file(&whole, raised),
                    absent: absent.clone(),
                    answer,
                }
            }
            Event::Imported { pass, answer, raised, again } => {
                let reading = self.renamed(&answer.reading);
                let raised = self.on_file(&reading, raised);
                let answer = Answer { reading, ..answer.clone() };
                Event::Imported { pass: *pass, answer, raised, again: again.clone() }
            }
            Event::PassOpened { .. } => return self.open(entry),
            Event::ReviewRecorded { pass, answer, judgement, .. } => {
                return self.answer(entry, *pass, answer, Ok(judgement));
            }
            Event::ClarificationAsked { pass, answer, raised, .. } => {
                return self.answer(entry, *pass, answer, Err(raised));
            }
            Event::DissentRecorded { pass, answer, .. } => return self.dissent(entry, *pass, answer),
            Event::StaleRecorded { answer, moved, raised, .. } => self.stale(answer, moved, raised),
            Event::ReviewerUnavailable { pass, digest, why, .. } => {
                let judgement = self.by_precheck();
                Event::ReviewerUnavailable {
                    pass: *pass,
                    code: self.code(),
                    digest: digest.clone(),
                    why: why.clone(),
                    course: course::without_reviewer(&self.state, judgement.as_ref().map(|j| j.verdict)),
                    judgement,
                }
            }
            Event::Responded { .. } => return self.respond(entry),
            Event::Escalated { reason, digest, .. } => {
                let event = Event::Escalated {
                    turn: self.state.turn,
                    digest: digest.clone(),
                    reason: reason.clone(),
                    course: course::beyond_the_fixer(&self.state),
                };
                return self.hand_on(entry, event);
            }
            Event::TestsRecorded { digest, run, .. } => Event::TestsRecorded {
                turn: self.state.turn,
                digest: digest.clone(),
                run: run.clone(),
                course: course::after_tests(&self.state, run),
            },
            Event::ContractChanged { .. } => entry.event.clone(),
            Event::Decided { .. } => return self.decide(entry),
        };
        self.take(entry, event)
    }

    /// Applies an event where these rules admit it.
    fn take(&mut self, entry: &Entry, event: Event) -> Result<(), String> {
        admit(&self.state, &event).map_err(|refusal| self.stopped(&refusal))?;
        self.apply(entry, event);
        Ok(())
    }

    /// Says why the record leads no further by these rules.
    fn stopped(&self, refusal: &Refusal) -> String {
        match self.state.standing {
            Standing::Ask(_) => self.asked(),
            Standing::Review
            | Standing::Fix
            | Standing::Reexecute
            | Standing::NextReview(_)
            | Standing::Retest
            | Standing::Unreviewed { .. }
            | Standing::Closed(_) => refusal.to_string(),
        }
    }

    /// Says that a person's choice is needed here, and among what.
    fn asked(&self) -> String {
        format!("somebody would have been asked to choose: {}", options::words(&self.state).join(", "))
    }

    fn apply(&mut self, entry: &Entry, event: Event) {
        let turn = self.state.turn + 1;
        self.state.apply(&Entry { turn, at: entry.at, event, hash: entry.hash.clone() });
    }

    fn code(&self) -> Countersign {
        self.state.pass().map_or_else(|| Countersign::new(String::new()), |pass| pass.countersign.clone())
    }

    fn open(&mut self, entry: &Entry) -> Result<(), String> {
        let mut event = entry.event.clone();
        if let Event::PassOpened { pass, .. } = &mut event {
            *pass = self.state.next_pass();
        }
        match admit(&self.state, &event) {
            Err(Refusal::Unanswered { findings }) => {
                // The fixer worked and was not asked for his word; only that is missing from the record.
                let ids: Vec<&str> = findings.iter().map(FindingId::as_str).collect();
                self.notes.push(format!("a response to {} would have been asked for first", ids.join(", ")));
            }
            admitted => admitted.map_err(|refusal| self.stopped(&refusal))?,
        }
        self.apply(entry, event);
        Ok(())
    }

    /// Judges a recorded answer anew. The record's judgement tells which findings are the same.
    fn answer(
        &mut self,
        entry: &Entry,
        recorded_pass: u32,
        answer: &Answer,
        recorded: Result<&Judgement, &[Finding]>,
    ) -> Result<(), String> {
        let (recorded, asked) = (recorded.ok(), recorded.err());
        if recorded_pass <= self.answered {
            self.notes.push(format!(
                "pass {recorded_pass}: its first answer would have been taken; the second is left out"
            ));
            return Ok(());
        }
        let Some(mut pass) = self.state.pass().cloned() else {
            return Err("no review was open".to_owned());
        };
        if recorded.is_some_and(|r| r.remarks.iter().any(|m| m.code == judge::STAGE_MISSING)) {
            pass.clarifications = u32::MAX;
        }
        let reading = self.renamed(&answer.reading);
        let evidence = (self.evidence)(&self.state, &pass, &reading);
        let mut judgement = judge::judge(&self.state, &pass, &reading, &evidence);
        if let Some(question) = judgement.ask.clone() {
            if recorded.is_none() {
                let (code, digest) = (self.code(), answer.clone());
                let raised = judge::of_stale(&self.state, &pass, &reading, &evidence);
                self.name(asked.unwrap_or_default(), &raised);
                let event = Event::ClarificationAsked {
                    pass: pass.number,
                    code: code.clone(),
                    answer: digest,
                    question,
                    countersign: code,
                    remarks: judgement.remarks,
                    beside: judgement.ask_beside,
                    raised,
                };
                return self.take(entry, event);
            }
            // Nobody knows what the reviewer would have said: the answer is taken as it stands.
            self.notes.push(format!("pass {}: the reviewer would have been asked once more", pass.number));
            pass.clarifications = u32::MAX;
            judgement = judge::judge(&self.state, &pass, &reading, &evidence);
        }
        if let Some(recorded) = recorded {
            let same = recorded.raised.iter().zip(&judgement.raised);
            self.names.extend(same.map(|(theirs, ours)| (theirs.to_string(), ours.clone())));
        }
        self.answered = recorded_pass;
        let answer = Answer { reading, ..answer.clone() };
        let event = Event::ReviewRecorded {
            pass: pass.number,
            code: self.code(),
            answer,
            judgement: Box::new(judgement),
        };
        self.take(entry, event)
    }

    /// An answer to a subject that moved: what it puts on file by these rules.
    fn stale(&mut self, answer: &Answer, moved: &[String], recorded: &[Finding]) -> Event {
        let reading = self.renamed(&answer.reading);
        let came = self.state.pass().and_then(|pass| stages::so_far(&pass.stages));
        let whole = came.map_or_else(|| reading.clone(), |came| stages::join(&came, reading.clone()));
        let raised = self.on_file(&whole, recorded);
        Event::StaleRecorded {
            pass: self.state.next_pass(),
            code: self.code(),
            answer: Answer { reading, ..answer.clone() },
            moved: moved.to_vec(),
            raised,
            course: course::after_stale(&self.state),
        }
    }

    /// What an answer that does not close its pass puts on file by these rules.
    fn on_file(&mut self, whole: &Reading, recorded: &[Finding]) -> Vec<Finding> {
        let Some(pass) = self.state.pass() else { return Vec::new() };
        let evidence = (self.evidence)(&self.state, pass, whole);
        let raised = judge::of_stale(&self.state, pass, whole, &evidence);
        self.name(recorded, &raised);
        raised
    }

    /// Keeps the ids that these rules give to the findings of an answer on record.
    fn name(&mut self, recorded: &[Finding], raised: &[Finding]) {
        let same =
            recorded.iter().zip(raised).filter(|(theirs, ours)| theirs.first_title == ours.first_title);
        self.names.extend(same.map(|(theirs, ours)| (theirs.id.to_string(), ours.id.clone())));
    }

    /// What the check before the reviewer decides in his place, where these rules let it.
    fn by_precheck(&mut self) -> Option<Box<Judgement>> {
        let pass = self.state.pass().filter(|_| self.state.protocol.no_reviewer == NoReviewer::Precheck)?;
        let evidence = (self.evidence)(&self.state, pass, &Reading::nothing("precheck"));
        Some(Box::new(judge::without_reviewer(&self.state, pass, &evidence)))
    }

    /// A second answer to an answered pass, held to the stricter side by these rules too.
    fn dissent(&mut self, entry: &Entry, number: u32, answer: &Answer) -> Result<(), String> {
        let held = |p: &&PassRecord| p.number == number && p.has_its_say();
        let pass = self.state.passes.iter().find(held).cloned();
        let Some((pass, used)) = pass.and_then(|p| p.used.last().cloned().map(|used| (p, used))) else {
            self.notes.push(format!("pass {number}: its second answer is left out"));
            return Ok(());
        };
        let reading = self.renamed(&answer.reading);
        let mut evidence = (self.evidence)(&self.state, &pass, &reading);
        // Nothing changed between two answers to one pass.
        evidence.since = Changed::default();
        let mut judgement = judge::judge(&self.state, &pass, &reading, &evidence);
        judgement.ask = None;
        let event = Event::DissentRecorded {
            pass: number,
            code: used.code,
            answer: Answer { reading, ..answer.clone() },
            judgement: Box::new(judgement),
        };
        if let Err(Refusal::Repeated { .. }) = admit(&self.state, &event) {
            self.notes.push(format!("pass {number}: its answer was sent a second time; that is left out"));
            return Ok(());
        }
        self.take(entry, event)
    }

    /// Returns a reading with the ids that these rules gave to the same findings.
    fn renamed(&self, reading: &Reading) -> Reading {
        let mut reading = reading.clone();
        let rename = |id: &mut String| {
            if let Some(ours) = self.names.get(id.as_str()) {
                *id = ours.to_string();
            }
        };
        for finding in &mut reading.findings {
            for id in [&mut finding.repeats, &mut finding.reported_id, &mut finding.reverses] {
                id.iter_mut().for_each(rename);
            }
        }
        reading.resolved.iter_mut().for_each(|r| rename(&mut r.id));
        reading.rulings.iter_mut().for_each(|r| rename(&mut r.finding_id));
        reading
    }

    /// Hands the work on where these rules know somebody to take it; where they do not, the call is refused and the fixer
    /// goes on, as the record does.
    fn hand_on(&mut self, entry: &Entry, event: Event) -> Result<(), String> {
        let asked = matches!(self.state.standing, Standing::Ask(_));
        match admit(&self.state, &event) {
            Err(refusal @ (Refusal::NoPlace { .. } | Refusal::NotOpen { .. })) if !asked => {
                self.notes.push(format!("the work would not have been handed on: {refusal}"));
                Ok(())
            }
            admitted => {
                admitted.map_err(|refusal| self.stopped(&refusal))?;
                self.apply(entry, event);
                Ok(())
            }
        }
    }

    fn respond(&mut self, entry: &Entry) -> Result<(), String> {
        let Event::Responded { digest, responses, claims, by, .. } = &entry.event else { return Ok(()) };
        if self.state.standing == Standing::Reexecute {
            let message =
                "the attempt would have been restored and done again; what was responded is left out";
            self.notes.push(message.to_owned());
            return Ok(());
        }
        let name = |id: &FindingId| self.names.get(id.as_str()).cloned().unwrap_or_else(|| id.clone());
        let mut taken = Vec::new();
        for response in responses {
            let mut response = response.clone();
            response.finding_id = name(&response.finding_id);
            match refuse_response(&self.state, &response) {
                None => taken.push(response),
                Some(why) => self.notes.push(format!("a response would have been refused: {why}")),
            }
        }
        if taken.is_empty() {
            return Ok(());
        }
        let mut claims = claims.clone();
        for claim in &mut claims {
            claim.finding_id = name(&claim.finding_id);
        }
        let event = Event::Responded {
            turn: self.state.turn,
            digest: digest.clone(),
            responses: taken,
            claims,
            by: by.clone(),
        };
        self.take(entry, event)
    }

    fn decide(&mut self, entry: &Entry) -> Result<(), String> {
        let Event::Decided { digest, choice, reason, decided_by, standing, .. } = &entry.event else {
            return Ok(());
        };
        let Some(course) = course::of_choice(&self.state, choice) else {
            return match self.state.standing {
                Standing::Ask(_) => Err(format!("{}; `{choice}` is not among them", self.asked())),
                Standing::Review
                | Standing::Fix
                | Standing::Reexecute
                | Standing::NextReview(_)
                | Standing::Retest
                | Standing::Unreviewed { .. }
                | Standing::Closed(_) => {
                    self.notes.push(format!("the choice `{choice}` would not have been asked for"));
                    Ok(())
                }
            };
        };
        let event = Event::Decided {
            turn: self.state.turn,
            digest: digest.clone(),
            choice: choice.clone(),
            reason: reason.clone(),
            decided_by: decided_by.clone(),
            standing: standing.clone(),
            course,
        };
        self.take(entry, event)
    }
}
