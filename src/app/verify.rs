//! `verify_phase`: is what the phase promised now true (SPEC 9).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::domain::attested::Attested;
use crate::domain::ids::{ItemId, Timestamp};
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::phase::{
    self, Answer, CodeFacts, Evidence, Item, JudgedStatus, PhaseEvent, PhaseInput, PhaseNext, PhaseRefusal,
    PlanFacts, Proceed, RequirementFact, ReviewCall, ReviewFact, ReviewState, Trust,
};
use crate::domain::phase_report::{self, PhaseReport};
use crate::domain::plan::layout::PhaseFolder;
use crate::domain::plan::{Plan, Truth};
use crate::domain::review::Remark;
use crate::domain::roadmap::{self, requirements};
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::code;
use crate::io::settings::user;
use crate::io::store::{Batch, NewEvent, Opened, Store, StoreError};

use super::answers::VerifyPhaseAnswer;
use super::gate::{self, Records};
use super::requests::{self, VerifyPhase};
use super::workspace::Workspace;
use super::{phases, reports, rules};

/// The version of stored phase events.
const EVENT_VERSION: u32 = 1;

/// Verifies, keeps what was said and writes the report.
pub(super) fn verify_phase(ws: &Workspace<'_>, request: &VerifyPhase) -> Result<VerifyPhaseAnswer, Error> {
    verify(ws, request, Keep::Everything)
}

/// Verifies in the same way and writes nothing: no event, no report.
pub(super) fn verify_dry(ws: &Workspace<'_>, request: &VerifyPhase) -> Result<VerifyPhaseAnswer, Error> {
    verify(ws, request, Keep::Nothing)
}

/// Refuses confirmations and overrides that are not the user's: a subagent's, where a hook attests it, or a model's
/// word, where the user's configuration wants better (SPEC 6.10).
fn refuse_others(ws: &Workspace<'_>, request: &VerifyPhase) -> Result<(), Error> {
    let field = match (request.confirmations.is_empty(), request.overrides.is_empty()) {
        (true, true) => return Ok(()),
        (false, _) => "confirmations",
        (true, false) => "overrides",
    };
    let by = ws.store_if_any()?.map(|store| ws.attested(&store)).transpose()?.flatten();
    if let Some(by) = by.filter(Attested::is_subagent) {
        return Err(Error::refused(format!(
            "{} makes this call, and this is the user's to say",
            by.in_words()
        ))
        .at(field)
        .hint("Hand it back to the agent that started you; it asks the user and sends the answer"));
    }
    if user::read()?.decisions == user::Decisions::Attested {
        return Err(Error::refused("the user's configuration takes choices from the user alone (`decisions = \"attested\"`), and no client can be made to ask for these yet")
            .at(field)
            .hint("The user may set `decisions = \"claimed\"` for as long as the phase is confirmed"));
    }
    Ok(())
}

/// What stays of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    Everything,
    Nothing,
}

fn verify(ws: &Workspace<'_>, request: &VerifyPhase, keep: Keep) -> Result<VerifyPhaseAnswer, Error> {
    refuse_others(ws, request)?;
    let mut case = Case::gather(ws, request, keep)?;
    let said = case.take(ws, request)?;
    let items = case.items();
    let next = phase::next(&case.input, &items);
    let mut remarks = case.remarks.clone();
    let mut report = None;
    // While agents' judgements are open there is nothing to report yet (SPEC 10).
    if keep == Keep::Everything && !matches!(next, PhaseNext::Judge { .. }) {
        let written = case.report(ws, &items)?;
        remarks.extend(written.remark);
        report = written.path;
    }
    let standing = phase::status(&items, case.input.partial);
    remarks.push(Remark::new(0, "status", standing.reason));
    Ok(VerifyPhaseAnswer {
        status: standing.status.as_str().to_owned(),
        next: case.step(&next, said),
        score: phase::score(&items).to_string(),
        gaps: phase::gaps(&items),
        items,
        report,
        remarks,
    })
}

/// One phase with everything a verification looks at.
struct Case {
    input: PhaseInput,
    folder: PhaseFolder,
    code: CodeFacts,
    /// What was said of it so far, with this call's own words.
    events: Vec<PhaseEvent>,
    /// How many of them are in the store.
    stored: u64,
    keep: Keep,
    remarks: Vec<Remark>,
}

impl Case {
    fn gather(ws: &Workspace<'_>, request: &VerifyPhase, keep: Keep) -> Result<Self, Error> {
        let mut remarks = Vec::new();
        let phase = named_phase(ws, request, &mut remarks)?;
        let folder = phases::folder(ws, &phase)?;
        let plans = phases::plans_in(ws, &folder.dir)?;
        let input = input(ws, request, &folder, plans, &mut remarks)?;
        phase::admit_verification(&input).map_err(|r| refusal(&folder, input.partial, &r))?;
        let (events, stored) = match ws.store_if_any()? {
            Some(store) => history(&store, &stream(ws, &folder))?,
            None => (Vec::new(), 0),
        };
        let mut case = Self { input, folder, code: CodeFacts::default(), events, stored, keep, remarks };
        case.look(ws)?;
        Ok(case)
    }

    /// Reads the files and commits that the items and the words on them need.
    fn look(&mut self, ws: &Workspace<'_>) -> Result<(), Error> {
        let paths = phase::questions(&self.input, &self.events);
        self.code.files = code::read(ws.repository.root(), &paths)
            .map_err(|e| Error::io(super::refusals::with_sources(&e)))?;
        if self.code.survey.is_none() {
            self.survey(ws)?;
        }
        let cited: BTreeSet<String> = self.events.iter().flat_map(cited_commits).collect();
        self.code.commits =
            cited.into_iter().filter(|c| ws.repository.resolve("commit", c).is_ok()).collect();
        Ok(())
    }

    /// Looks over the repository for who uses what is promised: once for a call, since what is said changes no code.
    fn survey(&mut self, ws: &Workspace<'_>) -> Result<(), Error> {
        let look = |words: &BTreeSet<String>| {
            code::survey(ws.repository.root(), words, &|| true)
                .map_err(|e| Error::io(super::refusals::with_sources(&e)))
        };
        let mut words = phase::words(&self.input, &self.code);
        self.code.survey = Some(look(&words)?);
        // What only passes on a promised file has users of its own.
        let known = words.len();
        words.extend(phase::further_words(&self.input, &self.code));
        if words.len() > known {
            self.code.survey = Some(look(&words)?);
        }
        Ok(())
    }

    fn items(&self) -> Vec<Item> {
        phase::items(&self.input, &self.code, &self.events)
    }

    /// Takes in this call's judgements, confirmations and overrides, all or none, and stores them where they are kept.
    fn take(&mut self, ws: &Workspace<'_>, request: &VerifyPhase) -> Result<usize, Error> {
        let words = words(request)?;
        if words.is_empty() {
            return Ok(0);
        }
        let before = self.events.len();
        for (at, word) in words {
            let probe = word.event(&self.input, &self.code);
            self.events.push(probe);
            self.look(ws)?;
            // Bound to the facts only once the cited files were read.
            let event = word.event(&self.input, &self.code);
            self.events.pop();
            if already(&self.events, &event) {
                continue;
            }
            let items = self.items();
            phase::admit(&self.input, &self.code, &self.events, &items, &event)
                .map_err(|r| {
                    refusal(&self.folder, self.input.partial, &r).hint(format!(
                        "`{at}` is the one that was refused. Nothing of this call was recorded: mend it, or leave it out, and send the others with it again"
                    ))
                })?;
            self.events.push(event);
        }
        let new: Vec<PhaseEvent> = self.events[before..].to_vec();
        self.store(ws, &new)?;
        Ok(new.len())
    }

    fn store(&mut self, ws: &Workspace<'_>, new: &[PhaseEvent]) -> Result<(), Error> {
        if new.is_empty() || self.keep == Keep::Nothing {
            return Ok(());
        }
        let rows = new.iter().map(|e| row(ws.clock.now(), e)).collect::<Result<Vec<_>, _>>()?;
        let batch = Batch::new(rows);
        let mut store = ws.store()?;
        let key = stream(ws, &self.folder);
        let id = stream_id(&key);
        match store.append(&id, self.stored, &batch) {
            Ok(_) => {}
            Err(StoreError::NoStream { .. }) => match store.open_stream(&key, &id, "phase", &batch)? {
                Opened::New(_) => {}
                Opened::Existing(_) => return Err(moved_on()),
            },
            Err(StoreError::Stale { .. }) => return Err(moved_on()),
            Err(error) => return Err(error.into()),
        }
        self.stored += new.len() as u64;
        Ok(())
    }

    /// Writes the report, and remembers what it said where that is new.
    fn report(&mut self, ws: &Workspace<'_>, items: &[Item]) -> Result<reports::Report, Error> {
        let reported = phase::reported(&self.input, &self.code, &self.events, items);
        let last = self.events.iter().rev().find(|e| matches!(e, PhaseEvent::Reported { .. }));
        let text = phase_report::render(&PhaseReport::new(
            &self.input,
            &self.code,
            &self.events,
            items.to_vec(),
            ws.clock.now(),
        ));
        let path = self.folder.verification().map_err(|e| Error::internal(e.to_string()))?;
        let written = reports::write(ws, Some(path.as_str()), &text);
        if last != Some(&reported) {
            self.store(ws, std::slice::from_ref(&reported))?;
            self.events.push(reported);
        }
        Ok(written)
    }

    fn step(&self, next: &PhaseNext, said: usize) -> NextStep {
        let phase = self.folder.dir.file_name().to_owned();
        let arguments = |more: &[(&'static str, Value)]| {
            let mut all = vec![("phase", json!(phase))];
            if self.input.partial {
                all.push(("partial", json!(true)));
            }
            all.extend(more.iter().cloned());
            all
        };
        match next {
            PhaseNext::Judge { items, brief, remaining } => {
                let call = Call::new("verify_phase", arguments(&[]));
                let more = if *remaining > 0 { format!("; {remaining} more follow") } else { String::new() };
                let what = match items.len() {
                    1 => "1 truth needs".to_owned(),
                    n => format!("{n} truths need"),
                };
                let why = format!("{what} a verifier's judgement with evidence{more}");
                let mut step = NextStep::new(Action::Judge, Who::Verifier, why, call, &["judgements"]);
                step.agent = Some("countersign-verifier".to_owned());
                step.items = items.iter().map(ToString::to_string).collect();
                step.brief = Some(brief.clone());
                step
            }
            PhaseNext::Confirm { item, question, expected, why, remaining } => {
                let call = Call::new("verify_phase", arguments(&[]));
                let after =
                    if *remaining > 0 { format!(" ({remaining} more after it)") } else { String::new() };
                let why = if why.is_empty() { "only a person can tell".to_owned() } else { why.clone() };
                let mut step = NextStep::new(
                    Action::Confirm,
                    Who::Human,
                    format!("{why}{after}"),
                    call,
                    &["confirmations"],
                );
                step.tier = Some("user".to_owned());
                step.items = vec![item.to_string()];
                step.options = ["yes", "no", "partial"].map(str::to_owned).to_vec();
                step.question = Some(match expected {
                    Some(expected) => format!("{question} Expected: {expected}"),
                    None => question.clone(),
                });
                step
            }
            PhaseNext::CloseGaps { gaps } => {
                let call = gaps.iter().find_map(|g| g.call.as_ref()).map_or_else(
                    || Call::new("verify_phase", arguments(&[])),
                    |c| Call {
                        tool: c.tool.clone(),
                        arguments: c.arguments.iter().map(|(k, v)| (k.clone(), json!(v))).collect(),
                    },
                );
                let what = match gaps.len() {
                    1 => "1 gap stands".to_owned(),
                    n => format!("{n} gaps stand"),
                };
                let why =
                    format!("{what} between the phase and its goal; close what is open, then verify again");
                let mut step = NextStep::new(Action::CloseGaps, Who::Planner, why, call, &[]);
                step.state_words = Some("Gaps found".to_owned());
                step.items = gaps.iter().map(|g| g.item.to_string()).collect();
                step
            }
            PhaseNext::Proceed { outcome, warnings } => {
                // The phase's own status would name its verification again: a host that follows each call would go round.
                let call = match outcome {
                    Proceed::Complete | Proceed::CompleteWithGaps => Call::new("loop_status", []),
                    Proceed::UnfinishedPlans => Call::new("loop_status", [("phase", json!(phase))]),
                };
                let taken = if said > 0 { "; what was said is recorded" } else { "" };
                let why = match outcome {
                    Proceed::Complete => format!("the phase does what it promised{taken}"),
                    Proceed::CompleteWithGaps => {
                        format!("the phase goes on with gaps that a person accepted{taken}")
                    }
                    Proceed::UnfinishedPlans => {
                        "nothing failed so far; finish the open plans, then verify without `partial`"
                            .to_owned()
                    }
                };
                let mut step = NextStep::new(Action::Proceed, Who::Host, why, call, &[]);
                step.outcome =
                    Some(phase::status(&self.items(), self.input.partial).status.as_str().to_owned());
                step.state_words = Some(outcome.as_str().to_owned());
                step.warnings.clone_from(warnings);
                step
            }
        }
    }
}

fn moved_on() -> Error {
    Error::stale("the verification of this phase was changed by another call meanwhile")
        .hint("Repeat the call")
}

fn row(at: Timestamp, event: &PhaseEvent) -> Result<NewEvent, Error> {
    let kind = match event {
        PhaseEvent::Judged { .. } => "judged",
        PhaseEvent::Confirmed { .. } => "confirmed",
        PhaseEvent::Overridden { .. } => "overridden",
        PhaseEvent::Reported { .. } => "reported",
    };
    let body = serde_json::to_string(event)
        .map_err(|e| Error::internal(format!("an event could not be written as JSON: {e}")))?;
    Ok(NewEvent { at, kind: kind.to_owned(), version: EVENT_VERSION, body })
}

/// The key of a phase's event stream: its folder and branch.
fn stream(ws: &Workspace<'_>, folder: &PhaseFolder) -> String {
    format!("phase\n{}\n{}", folder.dir, ws.repository.branch().as_deref().unwrap_or("(detached)"))
}

fn stream_id(key: &str) -> String {
    format!("ph-{}", &blake3::hash(key.as_bytes()).to_hex()[..12])
}

fn history(store: &Store, key: &str) -> Result<(Vec<PhaseEvent>, u64), Error> {
    let stored = match store.events(&stream_id(key)) {
        Ok(stored) => stored,
        Err(StoreError::NoStream { .. }) => return Ok((Vec::new(), 0)),
        Err(error) => return Err(error.into()),
    };
    let events = stored
        .iter()
        .map(|s| {
            serde_json::from_str(&s.body).map_err(|_| {
                Error::unavailable(format!(
                    "event {} of this phase was written by a newer countersign",
                    s.seq
                ))
                .hint("Install that version; nothing was changed")
            })
        })
        .collect::<Result<Vec<PhaseEvent>, _>>()?;
    let count = events.len() as u64;
    Ok((events, count))
}

/// The phase asked for, else the one STATE.md says is current.
fn named_phase(
    ws: &Workspace<'_>,
    request: &VerifyPhase,
    remarks: &mut Vec<Remark>,
) -> Result<String, Error> {
    if let Some(phase) = request.phase.as_deref().filter(|p| !p.trim().is_empty()) {
        return Ok(phase.to_owned());
    }
    let files = ws.documents(None);
    for root in files.planning_roots(None) {
        let text = root.join("STATE.md").ok().and_then(|p| files.read_text(&p, 1024 * 1024).ok().flatten());
        if let Some(phase) = text.as_deref().and_then(roadmap::current_phase) {
            remarks.push(Remark::new(
                0,
                "phase_assumed",
                format!("no phase was named; STATE.md says {phase}"),
            ));
            return Ok(phase);
        }
    }
    Err(Error::invalid("phase", "no phase is named, and no STATE.md says which is current")
        .hint("Give the phase as text, such as \"3\" or \"14.1\""))
}

/// Reads what the documents say of the phase.
fn input(
    ws: &Workspace<'_>,
    request: &VerifyPhase,
    folder: &PhaseFolder,
    plans: Vec<Plan>,
    remarks: &mut Vec<Remark>,
) -> Result<PhaseInput, Error> {
    let document = |name: &str| -> Option<String> {
        let path = folder.root.join(name).ok()?;
        ws.documents(Some(&path)).read_text(&path, 2 * 1024 * 1024).ok().flatten()
    };
    let roadmap = document("ROADMAP.md").map(|t| roadmap::read(&t));
    let known = document("REQUIREMENTS.md").map(|t| requirements::read(&t));
    let entry = roadmap.as_ref().and_then(|r| r.phase(&folder.number));
    if roadmap.is_some() && entry.is_none() {
        remarks.push(Remark::new(
            0,
            "phase_not_in_roadmap",
            format!("ROADMAP.md has no phase {}", folder.number),
        ));
    }
    for plan in &plans {
        let told = plan
            .remarks
            .iter()
            .map(|r| Remark { message: format!("{}: {}", plan.stem, r.message), ..r.clone() });
        remarks.extend(told);
    }
    let text_of =
        |id: &str| known.as_ref()?.iter().find(|r| r.id.eq_ignore_ascii_case(id)).map(|r| r.text.clone());
    let reviews = reviews(ws, folder, &plans, remarks)?;
    Ok(PhaseInput {
        phase: folder.number.clone(),
        name: entry
            .map(|e| e.name.clone())
            .or_else(|| (!folder.slug.is_empty()).then(|| folder.slug.clone())),
        dir: Some(folder.dir.clone()),
        goal: entry.and_then(|e| e.goal.clone()),
        criteria: entry
            .map(|e| {
                e.success_criteria.iter().map(|c| Truth { text: c.text.clone(), line: c.line }).collect()
            })
            .unwrap_or_default(),
        requirements: entry
            .map(|e| {
                e.requirements
                    .iter()
                    .map(|id| RequirementFact { id: id.clone(), text: text_of(id) })
                    .collect()
            })
            .unwrap_or_default(),
        known_requirements: known.as_ref().map(|k| k.iter().map(|r| r.id.clone()).collect()),
        reviews,
        partial: request.partial.unwrap_or(false),
        plans: plans
            .into_iter()
            .map(|plan| PlanFacts { has_summary: phases::has_summary(ws, &plan), plan })
            .collect(),
    })
}

/// How each task of a finished plan stands with its reviewers (SPEC 9.1). Where reviews are off, only what is
/// open with blocking findings and what cannot be read: neither may go unseen.
fn reviews(
    ws: &Workspace<'_>,
    folder: &PhaseFolder,
    plans: &[Plan],
    remarks: &mut Vec<Remark>,
) -> Result<Vec<ReviewFact>, Error> {
    // Whether reviews are asked for must be known before anything is said of them.
    rules::configured(ws, Some(&folder.dir), None)?;
    let mut records = Records::read(ws)?;
    let damaged = std::mem::take(&mut records.damaged);
    let mut facts: Vec<ReviewFact> = damaged.iter().map(|d| unreadable(d)).collect();
    remarks.extend(damaged.into_iter().map(|d| Remark::new(0, "loop_unreadable", d)));
    let finished: Vec<Plan> = plans.iter().filter(|p| phases::has_summary(ws, p)).cloned().collect();
    if finished.is_empty() {
        return Ok(facts);
    }
    let judged = gate::of_plans(ws, Some(&folder.dir), &finished, &records)?;
    if records.claims && records.reports > 0 {
        remarks.extend(judged.remarks.iter().filter(|r| r.code == "reports_are_claims").cloned());
    }
    facts.extend(judged.subjects.iter().map(fact));
    Ok(facts)
}

fn fact(stand: &gate::Stand) -> ReviewFact {
    let state = match &stand.standing {
        // What the protocol or a person let pass holds; its findings are shown at the boundary.
        gate::Standing::Held => ReviewState::Ok,
        _ if !stand.blocking.is_empty() => ReviewState::BlockingOpen(stand.blocking.clone()),
        gate::Standing::Changed(why) | gate::Standing::NotHere(why) => ReviewState::Changed(why.clone()),
        gate::Standing::NeverReviewed
        | gate::Standing::GivenUp(_)
        | gate::Standing::Failed { .. }
        | gate::Standing::Waits { .. }
        | gate::Standing::NotEnough(_) => ReviewState::NeverReviewed,
    };
    let call = (state != ReviewState::Ok).then(|| ReviewCall {
        tool: stand.which.call.tool.clone(),
        arguments: stand
            .which
            .call
            .arguments
            .iter()
            .filter_map(|(k, v)| Some((k.clone(), v.as_str()?.to_owned())))
            .collect(),
    });
    let task = match &stand.which.subject {
        Subject::Task { task, .. } => task.clone(),
        Subject::Plan { .. } => "plan".to_owned(),
        Subject::Execution { .. } | Subject::Change { .. } | Subject::Artifact { .. } => {
            "execution".to_owned()
        }
    };
    let plan = stand.which.subject.plan_path().map(Plan::stem_of).unwrap_or_default();
    ReviewFact { plan, task, state, call }
}

/// A loop that cannot be read: nobody knows whose review it is, so it stands against the phase.
fn unreadable(damage: &str) -> ReviewFact {
    let (id, why) = damage.split_once(": ").unwrap_or((damage, "it cannot be read"));
    let arguments = BTreeMap::from([("loop_id".to_owned(), id.to_owned())]);
    ReviewFact {
        plan: String::new(),
        task: id.to_owned(),
        state: ReviewState::Unreadable(why.to_owned()),
        call: Some(ReviewCall { tool: "loop_status".to_owned(), arguments }),
    }
}

fn cited_commits(event: &PhaseEvent) -> Vec<String> {
    match event {
        PhaseEvent::Judged { evidence, .. } => evidence.iter().filter_map(|e| e.commit.clone()).collect(),
        PhaseEvent::Confirmed { .. } | PhaseEvent::Overridden { .. } | PhaseEvent::Reported { .. } => {
            Vec::new()
        }
    }
}

/// One thing a caller says of an item.
enum Word {
    Judged { item: ItemId, status: JudgedStatus, evidence: Vec<Evidence> },
    Confirmed { item: ItemId, answer: Answer, note: Option<String> },
    Overridden { item: ItemId, reason: String, decided_by: String },
}

impl Word {
    fn event(&self, input: &PhaseInput, code: &CodeFacts) -> PhaseEvent {
        match self {
            Word::Judged { item, status, evidence } => phase::judgement(
                input,
                code,
                item.clone(),
                *status,
                evidence.clone(),
                "the verifier".to_owned(),
            ),
            // Passed on by a model; only a terminal or the client's own dialogue attests (SPEC 6.10).
            Word::Confirmed { item, answer, note } => {
                phase::confirmation(input, code, item.clone(), *answer, note.clone(), Trust::Claimed)
            }
            Word::Overridden { item, reason, decided_by } => PhaseEvent::Overridden {
                item: item.clone(),
                reason: reason.clone(),
                decided_by: decided_by.clone(),
                trust: Trust::Claimed,
            },
        }
    }
}

/// Everything the call says, each with the argument that says it.
fn words(request: &VerifyPhase) -> Result<Vec<(String, Word)>, Error> {
    let mut words = Vec::new();
    for (i, judged) in request.judgements.iter().enumerate() {
        let word = Word::Judged {
            item: ItemId::new(&judged.item_id),
            status: judged.status,
            evidence: judged.evidence.iter().map(evidence).collect(),
        };
        words.push((format!("judgements[{i}]"), word));
    }
    for (i, confirmed) in request.confirmations.iter().enumerate() {
        let word = Word::Confirmed {
            item: ItemId::new(&confirmed.item_id),
            answer: confirmed.answer,
            note: confirmed.note.clone(),
        };
        words.push((format!("confirmations[{i}]"), word));
    }
    for (i, given) in request.overrides.iter().enumerate() {
        super::placeholders::refuse(&format!("overrides[{i}].reason"), &given.reason)?;
        super::placeholders::refuse(&format!("overrides[{i}].decided_by"), &given.decided_by)?;
        let word = Word::Overridden {
            item: ItemId::new(&given.item_id),
            reason: given.reason.clone(),
            decided_by: given.decided_by.clone(),
        };
        words.push((format!("overrides[{i}]"), word));
    }
    Ok(words)
}

fn evidence(given: &requests::GivenEvidence) -> Evidence {
    Evidence {
        file: given.file.clone(),
        line: given.line,
        text: given.text.clone(),
        commit: given.commit.clone(),
        command: given.command.clone(),
        claimed: false,
    }
}

/// The same word again, as a repeated call sends it, is no second act (SPEC 6.3).
fn already(events: &[PhaseEvent], event: &PhaseEvent) -> bool {
    let of = |e: &PhaseEvent| match e {
        PhaseEvent::Judged { item, .. } => Some((item.clone(), 0)),
        PhaseEvent::Confirmed { item, .. } => Some((item.clone(), 1)),
        PhaseEvent::Overridden { item, .. } => Some((item.clone(), 2)),
        PhaseEvent::Reported { .. } => None,
    };
    events.iter().rev().find(|e| of(e) == of(event)).is_some_and(|last| last == event)
}

fn refusal(folder: &PhaseFolder, partial: bool, refused: &PhaseRefusal) -> Error {
    let phase = folder.dir.file_name();
    let message = refused.to_string();
    let arguments =
        if partial { json!({ "phase": phase, "partial": true }) } else { json!({ "phase": phase }) };
    let again = |e: Error| e.call("verify_phase", arguments.clone());
    match refused {
        PhaseRefusal::NeedsPartial { .. } => Error::refused(message)
            .at("partial")
            .call("verify_phase", json!({ "phase": phase, "partial": true })),
        PhaseRefusal::UnknownItem { .. } => again(Error::not_found("item_id", message)),
        PhaseRefusal::NoEvidence { .. } | PhaseRefusal::EvidenceNotFound { .. } => {
            again(Error::invalid("judgements", message))
        }
        PhaseRefusal::SaysNothing { field, .. } => again(Error::invalid(*field, message)),
        PhaseRefusal::NotForJudgement { .. } => again(Error::refused(message).at("judgements")),
        PhaseRefusal::NotForAPerson { .. } => again(Error::refused(message).at("confirmations")),
        PhaseRefusal::NoOverride { .. } => again(Error::refused(message).at("overrides")),
        PhaseRefusal::FilesChanged { .. } => again(Error::stale(message)),
    }
}
