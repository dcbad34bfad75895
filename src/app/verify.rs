//! `verify_phase`: is what the phase promised now true (SPEC 9).

use std::cell::OnceCell;
use std::collections::BTreeSet;

use serde_json::json;

use crate::domain::attested::Attested;
use crate::domain::envelope::one_line;
use crate::domain::ids::RepoPath;
use crate::domain::phase::{
    self, CodeFacts, Item, PhaseEvent, PhaseInput, PhaseNext, PhaseRefusal, ReviewFact,
};
use crate::domain::phase_report::{self, PhaseReport};
use crate::domain::plan::Plan;
use crate::domain::plan::layout::PhaseFolder;
use crate::domain::review::Remark;
use crate::error::Error;
use crate::io::code;
use crate::io::settings::user;
use crate::io::store::{Batch, Opened, StoreError};

use super::answers::VerifyPhaseAnswer;
use super::dialogue::{Asked, Said};
use super::requests::VerifyPhase;
use super::workspace::Workspace;
use super::{phases, reports, secrets};
use confirm::Confirmed;
use documents::{input, named_phase, reviews};
use history::{Chain, history, moved_on, row, stream, stream_id};
pub(super) use history::{KIND, event, id_of};
use look::{Ahead, End, Until, list_ahead};
use words::{Word, already, words};

mod commands;
mod confirm;
mod documents;
mod foreign;
mod history;
mod look;
mod refused;
mod step;
mod words;

/// Verifies, keeps what was said and writes the report.
pub(super) fn verify_phase(ws: &Workspace<'_>, request: &VerifyPhase) -> Result<VerifyPhaseAnswer, Error> {
    let verified = verify(ws, request, Keep::Everything, None)?;
    Ok(verified.answer)
}

/// Verifies; where the call says nothing itself and a person is asked next, returns the question.
pub(super) fn asking(ws: &Workspace<'_>, request: &VerifyPhase) -> Result<Asked<VerifyPhaseAnswer>, Error> {
    let verified = verify(ws, request, Keep::Everything, None)?;
    if !request.says_nothing() {
        return Ok(Asked::Answer(verified.answer));
    }
    verified.asked(ws)
}

/// Takes in what came of asking about one item. What is no answer leaves the step as it was; after an answer the next
/// item is asked about.
pub(super) fn after_dialogue(
    ws: &Workspace<'_>,
    request: &VerifyPhase,
    seal: &str,
    said: &Said,
) -> Result<Asked<VerifyPhaseAnswer>, Error> {
    if !request.says_nothing() {
        return Err(Error::invalid("requestState", "belongs to a call that says nothing of any item")
            .hint("Send judgements, confirmations and overrides in a call of their own"));
    }
    let heard = confirm::heard(ws, seal, said)?;
    let mut verified = verify(ws, request, Keep::Everything, heard.confirmed.as_ref())?;
    if let Some(why) = heard.why_not {
        let words = format!("{why}; nothing was recorded, and the question stays open");
        verified.answer.next.warnings.push(words);
        return Ok(Asked::Answer(verified.answer));
    }
    verified.asked(ws)
}

/// Verifies in the same way and writes nothing: no event, no report.
pub(super) fn verify_dry(ws: &Workspace<'_>, request: &VerifyPhase) -> Result<VerifyPhaseAnswer, Error> {
    let verified = verify(ws, request, Keep::Nothing, None)?;
    Ok(verified.answer)
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
        .hint("Hand it back to the agent that started you; it asks the user and sends the answer")
        .call("verify_phase", without_words(request)));
    }
    if ws.user()?.decisions == user::Decisions::Attested {
        let hint = match field {
            "confirmations" => {
                "Leave `confirmations` out: the user is asked where the client can ask, one item at a time"
            }
            _ => {
                "No client can be made to ask for an override; the user may set `decisions = \"claimed\"` for as long as it takes"
            }
        };
        return Err(Error::refused(
            "the user's configuration takes choices from the user alone (`decisions = \"attested\"`)",
        )
        .at(field)
        .hint(hint)
        .call("verify_phase", without_words(request)));
    }
    Ok(())
}

/// The call that has the user asked: it says nothing of any item.
fn without_words(request: &VerifyPhase) -> serde_json::Value {
    let mut call = serde_json::Map::new();
    call.extend(request.phase.as_ref().map(|phase| ("phase".to_owned(), phase.as_str().into())));
    call.extend(request.worktree.as_ref().map(|tree| ("worktree".to_owned(), tree.as_str().into())));
    call.extend(request.partial.map(|partial| ("partial".to_owned(), partial.into())));
    call.into()
}

/// What stays of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    Everything,
    Nothing,
}

/// A phase as it was verified, with what is next in the domain's words.
struct Verified {
    case: Case,
    next: PhaseNext,
    answer: VerifyPhaseAnswer,
}

/// Most looks at a phase that other servers write to at the same moment: each but the last writer of a round looks again.
const LOOKS: usize = 8;

/// Verifies; where another server was faster with its word, once more against what stands then.
fn verify(
    ws: &Workspace<'_>,
    request: &VerifyPhase,
    keep: Keep,
    heard: Option<&Confirmed>,
) -> Result<Verified, Error> {
    refuse_others(ws, request)?;
    let mut last = look_once(ws, request, keep, heard);
    for _ in 1..LOOKS {
        match &last {
            Err(error) if history::is_moved_on(error) => last = look_once(ws, request, keep, heard),
            Ok(_) | Err(_) => break,
        }
    }
    last
}

fn look_once(
    ws: &Workspace<'_>,
    request: &VerifyPhase,
    keep: Keep,
    heard: Option<&Confirmed>,
) -> Result<Verified, Error> {
    let until = Until::new(ws.follower);
    let gathered = OnceCell::new();
    // Which files there are, what the documents say, what git says of the reviews and who uses what is promised: each
    // begins as soon as what it needs is known.
    let (settled, code) = std::thread::scope(|scope| {
        let _ends = End(&until);
        let listing = list_ahead(ws, scope, &until);
        let found = Case::gather(ws, request, keep)?;
        let (case, unread) = gathered.get_or_init(|| found);
        let ahead = case.look_ahead(ws, scope, &until, listing);
        let settled = case.settle(ws, unread)?;
        Ok::<_, Error>((settled, ahead.map(Ahead::done).transpose()?))
    })?;
    let gathered = gathered.into_inner().ok_or_else(|| Error::internal("a phase was not gathered"))?;
    let mut case = gathered.0;
    case.settled(settled);
    case.run_listed(ws, request.says_nothing() && heard.is_none())?;
    // Once, and only now: commands may have written what is looked at.
    case.look(ws, code)?;
    case.look_at_changed(ws)?;
    case.look_at_all_of_it(ws)?;
    let words = match heard {
        Some(confirmed) => case.confirmed(ws, confirmed)?,
        None => words(ws, request)?,
    };
    let said = case.take(ws, request, words)?;
    let items = case.items(ws)?;
    let next = phase::next(&case.input, &items, &ws.clock.random_tag());
    case.look_at_shown(ws, &items)?;
    let mut remarks = case.remarks.clone();
    let mut report = None;
    remarks.extend(case.stale(&case.code));
    let gone = gone(&case.events, &items);
    remarks.extend(gone.clone());
    remarks.extend(foreign::claims(ws, &case.folder));
    // While agents' judgements are open there is nothing to report yet (SPEC 10).
    if keep == Keep::Everything && !matches!(next, PhaseNext::Judge { .. }) {
        let written = case.report(ws, &items)?;
        remarks.extend(written.remark);
        report = written.path;
    }
    let standing = phase::status(&items, case.input.partial);
    remarks.push(Remark::new(0, "status", standing.reason));
    let mut step = case.step(&next, &items, said);
    // Whoever goes on is told what nobody asks for any more; a gap is closed by no edit of a plan.
    let doubted = case.remarks.iter().filter(|remark| remark.code == "summary_unfinished").cloned();
    let told = gone.into_iter().chain(doubted).filter(|_| matches!(next, PhaseNext::Proceed { .. }));
    step.warnings.extend(told.map(|told| told.message));
    let answer = VerifyPhaseAnswer {
        status: standing.status.as_str().to_owned(),
        next: step,
        score: phase::score(&items).to_string(),
        gaps: phase::gaps(&items),
        items,
        report,
        remarks,
    };
    Ok(Verified { case, next, answer })
}

/// One phase with everything a verification looks at.
struct Case {
    input: PhaseInput,
    folder: PhaseFolder,
    /// The name by which it is asked for again.
    called: String,
    code: CodeFacts,
    /// What was said of it so far, with this call's own words.
    events: Vec<PhaseEvent>,
    /// Those of them that are in the store.
    chain: Chain,
    keep: Keep,
    remarks: Vec<Remark>,
}

/// What of a phase git and the store tell.
struct Settled {
    reviews: Vec<ReviewFact>,
    events: Vec<PhaseEvent>,
    chain: Chain,
    remarks: Vec<Remark>,
}

impl Case {
    /// Reads what the documents promise; with it the plans that cannot be read.
    fn gather(
        ws: &Workspace<'_>,
        request: &VerifyPhase,
        keep: Keep,
    ) -> Result<(Self, Vec<phases::Unread>), Error> {
        let mut remarks = Vec::new();
        let phase = named_phase(ws, request, &mut remarks)?;
        let folder = phases::folder(ws, &phase).map_err(|error| asked_again(error, request))?;
        let called = phases::called(ws, &folder);
        let (plans, unread) = phases::readable_in(ws, &folder.dir)?;
        remarks.extend(phases::passed_over(ws, &folder.dir));
        let input = input(ws, request, &folder, (plans, &unread), &mut remarks);
        let (code, events) = (CodeFacts::default(), Vec::new());
        let chain = Chain::default();
        Ok((Self { input, folder, called, code, events, chain, keep, remarks }, unread))
    }

    /// Reads how the reviews stand and what was said of the phase so far; refuses what cannot be verified yet.
    fn settle(&self, ws: &Workspace<'_>, unread: &[phases::Unread]) -> Result<Settled, Error> {
        let mut remarks = Vec::new();
        let finished = self.input.plans.iter().filter(|facts| facts.has_summary);
        let finished: Vec<Plan> = finished.map(|facts| facts.plan.clone()).collect();
        let reviews = reviews(ws, &self.folder, (&finished, unread), &mut remarks)?;
        let doubted = phases::doubted_summaries(ws, self.input.plans.iter().map(|facts| &facts.plan));
        phase::admit_verification(&self.input).map_err(|r| refusal(&self.called, &r, &doubted))?;
        remarks.extend(doubted);
        let report = self.last_report(ws);
        let (mut events, mut chain) = (Vec::new(), Chain::default());
        let mut along = None;
        if let Some(store) = ws.store_if_any()? {
            let key = stream(ws, &self.folder);
            (events, chain) = history(&store, &key)?;
            along = chain.take_along(&store, &key, report.as_deref())?;
        }
        match along {
            Some((said, remark)) => {
                events = said;
                remarks.push(remark);
            }
            None => remarks.extend(chain.lost(report.as_deref())),
        }
        Ok(Settled { reviews, events, chain, remarks })
    }

    fn settled(&mut self, settled: Settled) {
        let Settled { reviews, events, chain, remarks } = settled;
        (self.input.reviews, self.events, self.chain) = (reviews, events, chain);
        self.remarks.extend(remarks);
    }

    /// The report that lies there.
    fn last_report(&self, ws: &Workspace<'_>) -> Option<String> {
        let path = self.folder.verification().ok()?;
        ws.documents(Some(&path)).read_text(&path, 4 * 1024 * 1024).ok().flatten()
    }

    fn items(&self, ws: &Workspace<'_>) -> Result<Vec<Item>, Error> {
        let items = phase::items_while(&self.input, &self.code, &self.events, &|| {
            look::goes_on(&self.code, ws.follower)
        });
        // What was given up halfway is no look at all.
        ws.goes_on().map(|()| items)
    }

    /// Takes in this call's judgements, confirmations and overrides, all or none, and stores them where they are kept.
    fn take(
        &mut self,
        ws: &Workspace<'_>,
        request: &VerifyPhase,
        words: Vec<(String, Word)>,
    ) -> Result<usize, Error> {
        if words.is_empty() {
            return Ok(0);
        }
        let before = self.events.len();
        for (at, word) in words {
            let probe = word.event(&self.input, &self.code);
            self.events.push(probe);
            self.look(ws, None)?;
            // Bound to the facts only once the cited files were read.
            let event = word.event(&self.input, &self.code);
            self.events.pop();
            let items = self.items(ws)?;
            let event = phase::bound(event, &items);
            if already(&self.events, &event) {
                continue;
            }
            let goes_on = || look::goes_on(&self.code, ws.follower);
            let admitted =
                phase::admit_while(&self.input, &self.code, &self.events, &items, &event, &goes_on);
            // What was given up halfway refuses nothing.
            ws.goes_on()?;
            admitted.map_err(|r| self.refused(request, &items, &at, &r))?;
            self.events.push(event);
        }
        let new: Vec<PhaseEvent> = self.events[before..].to_vec();
        self.store(ws, &new)?;
        Ok(new.len())
    }

    fn store(&mut self, ws: &Workspace<'_>, new: &[PhaseEvent]) -> Result<(), Error> {
        if new.is_empty() && self.chain.along().is_empty() || self.keep == Keep::Nothing {
            return Ok(());
        }
        ws.goes_on()?;
        let mut store = ws.store()?;
        let mut rows = Vec::new();
        for event in self.chain.along().iter().chain(new) {
            let event = secrets::clean(event, || secrets::key(&mut store, ws.clock))?;
            rows.push(row(ws.clock.now(), &event)?);
        }
        // No review is looked for by what a phase's events name.
        let batch = Batch::new(rows).naming([]);
        let key = stream(ws, &self.folder);
        let id = stream_id(&key);
        let stored = match store.append(&id, self.chain.events(), &batch) {
            Ok(stored) => stored,
            Err(StoreError::NoStream { .. }) => match store.open_stream(&key, &id, KIND, &batch)? {
                Opened::New(stored) => stored,
                Opened::Existing(_) => return Err(moved_on()),
            },
            Err(StoreError::Stale { .. }) => return Err(moved_on()),
            Err(error) => return Err(error.into()),
        };
        self.chain.grow(stored);
        Ok(())
    }

    /// Says that the last report does not hold any more, where what it covered has changed (SPEC 9.8).
    fn stale(&self, code: &CodeFacts) -> Option<Remark> {
        stale(&self.input, code, &self.events)
    }

    /// Remembers what the report says where that is new, and writes it with the head of the chain.
    fn report(&mut self, ws: &Workspace<'_>, items: &[Item]) -> Result<reports::Report, Error> {
        ws.goes_on()?;
        let reported = phase::reported(&self.input, &self.code, &self.events, items);
        let last = self.events.iter().rev().find(|e| matches!(e, PhaseEvent::Reported { .. }));
        let path = self.folder.verification().map_err(|e| Error::internal(e.to_string()))?;
        let now = ws.clock.now();
        let mut report = PhaseReport::new(&self.input, &self.code, &self.events, items.to_vec(), now);
        if report.re_verification.is_none() {
            // The store knows of no report before this one, and a clone may have brought one along.
            let there = self.last_report(ws);
            report.re_verification = there.and_then(|text| phase_report::since(&text, items));
        }
        if last != Some(&reported) {
            self.store(ws, std::slice::from_ref(&reported))?;
            self.events.push(reported);
        } else {
            self.store(ws, &[])?;
        }
        report.chain = self.chain.ends();
        Ok(reports::write(ws, Some(path.as_str()), &phase_report::render(&report)))
    }
}

/// The files that the last report's items named, beside those that were promised or cited.
fn last_shown(events: &[PhaseEvent]) -> Option<&BTreeSet<RepoPath>> {
    events.iter().rev().find_map(|event| match event {
        PhaseEvent::Reported { shown, .. } => Some(shown),
        PhaseEvent::Judged { .. }
        | PhaseEvent::Confirmed { .. }
        | PhaseEvent::Overridden { .. }
        | PhaseEvent::Ran { .. } => None,
    })
}

/// Says what failed or was open at an earlier report and is promised no more (SPEC 9.8).
fn gone(events: &[PhaseEvent], items: &[Item]) -> Option<Remark> {
    const NAMED: usize = 5;
    let gone = phase::no_longer_promised(events, items);
    let named = gone.iter().take(NAMED).map(|was| one_line(was)).collect::<Vec<_>>().join("; ");
    let more = match gone.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more, which the report lists"),
    };
    (!gone.is_empty()).then(|| {
        let message = format!(
            "no longer promised, and not closed: {named}{more}. An earlier report had this as open; the plan does not ask for it any more"
        );
        Remark::new(0, "no_longer_promised", message)
    })
}

fn stale(input: &PhaseInput, code: &CodeFacts, events: &[PhaseEvent]) -> Option<Remark> {
    let last = events.iter().rposition(|e| matches!(e, PhaseEvent::Reported { .. }))?;
    let PhaseEvent::Reported { status, score, covered_digest, shown, .. } = &events[last] else {
        return None;
    };
    // As the report saw it: what was said since is no change of what it covered.
    (phase::covered_digest(input, code, &events[..last], shown) != *covered_digest).then(|| {
        let said = format!(
            "the last report ({}, {score}) is stale: what it covers has changed since",
            status.as_str()
        );
        Remark::new(0, "stale", said)
    })
}

/// Says whether the last report of a phase is stale; nothing where none was written. Reads, and writes nothing.
pub(super) fn is_stale(
    ws: &Workspace<'_>,
    folder: &PhaseFolder,
    plans: &[Plan],
    unread: &[phases::Unread],
) -> Result<Option<Remark>, Error> {
    let Some(store) = ws.store_if_any()? else { return Ok(None) };
    let events = match history(&store, &stream(ws, folder)) {
        Ok((events, _)) => events,
        // Its verification is refused for that; what else is known of the phase is told all the same.
        Err(error) => return Ok(Some(Remark::new(0, "phase_unreadable", error.to_string()))),
    };
    if !events.iter().any(|e| matches!(e, PhaseEvent::Reported { .. })) {
        return Ok(None);
    }
    let facts =
        |plan: &Plan| phase::PlanFacts { has_summary: phases::has_summary(ws, plan), plan: plan.clone() };
    let unread = documents::unread_plans(unread.to_vec());
    let input = PhaseInput { plans: plans.iter().map(facts).collect(), unread, ..PhaseInput::default() };
    let mut paths = phase::questions(&input, &events);
    paths.extend(last_shown(&events).into_iter().flatten().cloned());
    let files =
        code::read(ws.repository.root(), &paths).map_err(|e| Error::io(super::refusals::with_sources(&e)))?;
    Ok(stale(&input, &CodeFacts { files, ..CodeFacts::default() }, &events))
}

/// Puts this tool's call in the place of the one that only looks at the same phase.
fn asked_again(error: Error, request: &VerifyPhase) -> Error {
    let Some(phase) = error.next_call.as_ref().and_then(|call| call["arguments"].get("phase").cloned())
    else {
        return error;
    };
    let mut arguments = json!({ "phase": phase });
    if let Some(partial) = request.partial {
        arguments["partial"] = json!(partial);
    }
    error.call("verify_phase", arguments)
}

/// Returns the refusal of a verification that is not asked for as it can be had.
fn refusal(phase: &str, refused: &PhaseRefusal, doubted: &[Remark]) -> Error {
    let arguments = json!({ "phase": phase, "partial": true });
    let error = Error::refused(refused.to_string()).at("partial").call("verify_phase", arguments);
    // A file that lies there is looked for in vain until it is said that it counts for none.
    let empty = doubted.iter().filter(|remark| remark.code == "summary_empty");
    empty.fold(error, |error, remark| error.hint(remark.message.clone()))
}
