//! A subagent ends: a reviewer's last words are its answer where it gave none, and whoever leaves a step undone is held
//! back, a few times and no more.

use std::path::Path;

use crate::domain::agents::{self, Role};
use crate::domain::attested::Attested;
use crate::domain::dialect::{self, ReadContext, Reading};
use crate::domain::ending::{self, HELD_BACK};
use crate::domain::review::Verdict;
use crate::domain::review_loop::event::{Answer, Event};
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, Standing, judge, separation};
use crate::domain::subject::Subject;
use crate::error::{Error, ErrorKind};
use crate::io::clock::Clock;
use crate::io::store::Store;

use super::super::loops::{self, Loaded};
use super::super::record::{self, TEXT_LIMIT};
use super::super::resume::is_on;
use super::super::stopped;
use super::super::workspace::Workspace;
use super::{HeldBack, changed, existing, held_back, is_reviewed, stranger, workspace};

/// Takes in that a subagent wants to end, with its last words. Returns why it is held back; nothing where it may go.
pub(in crate::app) fn ended(
    start: &Path,
    clock: &Clock,
    by: &Attested,
    text: &str,
) -> Result<Option<HeldBack>, Error> {
    let Some(role) = agents::role(by) else { return stranger::ended(start, clock, by, text) };
    let Some(ws) = workspace(start, clock, Some(by))? else { return Ok(None) };
    let store = match existing(&ws)? {
        Some(store) => store,
        // A report is not lost because it is the first that anybody gave here.
        None if role == Role::Reviewer && is_reviewed(&ws) && ending::is_report(&read(text), text, false) => {
            ws.store()?
        }
        None => return Ok(None),
    };
    let mut last = Ending { ws: &ws, store, by, text, role };
    match role {
        Role::Reviewer => last.reviewer(),
        Role::Fixer => last.fixer(),
    }
}

fn read(text: &str) -> Reading {
    dialect::read(text, &ReadContext::default())
}

pub(super) struct Ending<'a> {
    pub(super) ws: &'a Workspace<'a>,
    pub(super) store: Store,
    pub(super) by: &'a Attested,
    pub(super) text: &'a str,
    /// What it did: by its definition, or by what it says.
    pub(super) role: Role,
}

impl Ending<'_> {
    fn reviewer(&mut self) -> Result<Option<HeldBack>, Error> {
        let found = match self.pass()? {
            Some(found) => Some(found),
            None => self.signed_before()?,
        };
        let Some((loaded, number)) = found else {
            if is_reviewed(self.ws) {
                self.keep(None, "a reviewer ended with this text, and no open pass is known to be its own")?;
            }
            return self.done();
        };
        if !is_on(self.ws, &loaded) {
            return Ok(None);
        }
        self.answers(&loaded, number)
    }

    /// Records the text as the answer to a pass.
    pub(super) fn answers(&mut self, loaded: &Loaded, number: u32) -> Result<Option<HeldBack>, Error> {
        let state = &loaded.state;
        let open = state.pass().filter(|p| state.standing == Standing::Review && p.number == number);
        let Some(pass) = open else { return self.too_late(loaded, number) };
        if pass.stages.iter().any(|(_, answer)| self.is_mine(answer)) {
            // The other stage is another reviewer's.
            return self.done();
        }
        let why = match self.record(state, pass)? {
            Recorded::Done => return self.done(),
            Recorded::Asked(question) => question,
            Recorded::Not(why) => why,
        };
        self.hold_back(&loaded.state.id.to_string(), Role::Reviewer, why)
    }

    /// Returns the pass that the agent answers: the one whose code its text carries, else the one it was started for,
    /// unless the text says that it is about another; then the open one that it names.
    fn pass(&self) -> Result<Option<(Loaded, u32)>, Error> {
        let codes = ending::signed(self.text);
        let carried = |_: &LoopState, pass: &PassRecord| codes.contains(&pass.countersign.as_str());
        if !codes.is_empty()
            && let Some(found) = self.open_pass(&carried)?
        {
            return Ok(Some(found));
        }
        let Some(agent) = &self.by.agent else { return Ok(None) };
        let Some(bound) = self.store.bound(&self.by.session, agent)? else { return Ok(None) };
        let reading = read(self.text);
        if !bound.loop_id.is_empty() {
            let loaded = loops::load(&self.store, &bound.loop_id)?;
            if judge::is_about(&loaded.state, &reading) != Some(false) {
                return Ok(Some((loaded, bound.pass)));
            }
        }
        let branch = self.ws.repository.branch();
        let named = |state: &LoopState, pass: &PassRecord| {
            state.subject.branch() == branch.as_deref()
                && pass.opened_at <= bound.since
                && judge::is_about(state, &reading) == Some(true)
        };
        self.open_pass(&named)
    }

    /// Finds the one open pass for this reviewer that is wanted; where several are, none.
    fn open_pass(
        &self,
        wanted: &dyn Fn(&LoopState, &PassRecord) -> bool,
    ) -> Result<Option<(Loaded, u32)>, Error> {
        let (open, _) = loops::open_alone(&self.store)?;
        let number = |l: &Loaded| {
            let state = &l.state;
            let pass = state.pass().filter(|_| state.standing == Standing::Review)?;
            (agents::reviews(state, self.by) && wanted(state, pass)).then_some(pass.number)
        };
        let mut found = open.into_iter().filter_map(|l| number(&l).map(|number| (l, number)));
        let first = found.next();
        Ok(if found.next().is_some() { None } else { first })
    }

    /// The pass waits no more: the agent answered it itself, or another did.
    fn too_late(&mut self, loaded: &Loaded, number: u32) -> Result<Option<HeldBack>, Error> {
        if !self.has_answered(loaded) && !self.objects(loaded, number)? {
            let why = "a reviewer ended with this text after its pass was answered or closed";
            self.keep(Some(loaded.state.id.as_str()), why)?;
        }
        self.done()
    }

    /// Records the text as a second answer where it asks for changes and its pass was let through meanwhile by another
    /// answer: that closes the gate until it is ruled on (SPEC 6.3). Anything else would add nothing.
    fn objects(&self, loaded: &Loaded, number: u32) -> Result<bool, Error> {
        let pass = loaded.state.passes.iter().find(|p| p.number == number);
        let Some((pass, (_, held))) = pass.and_then(|p| Some((p, p.answer.as_ref()?))) else {
            return Ok(false);
        };
        let Some(used) = pass.used.last().filter(|_| held.verdict.approves()) else { return Ok(false) };
        let reading = read(self.text);
        let asks = matches!(reading.claimed_verdict, Verdict::ChangesRequested | Verdict::Rejected);
        if !asks || self.text.len() > TEXT_LIMIT || !ending::is_report(&reading, self.text, false) {
            return Ok(false);
        }
        // What its loop cannot take is kept with its reason.
        Ok(record::picked_up(self.ws, &loaded.state, &used.code, self.by, self.text).is_ok())
    }

    /// Returns the answered pass that a text is signed for, where one is.
    fn signed_before(&self) -> Result<Option<(Loaded, u32)>, Error> {
        let codes = ending::signed(self.text);
        if codes.is_empty() {
            return Ok(None);
        }
        let signed = |pass: &&PassRecord| pass.used.iter().any(|u| codes.contains(&u.code.as_str()));
        let (all, _) = loops::all(&self.store)?;
        Ok(all.into_iter().find_map(|l| {
            let number = l.state.passes.iter().find(signed)?.number;
            agents::reviews(&l.state, self.by).then_some((l, number))
        }))
    }

    /// Tells whether the agent has answered in a loop.
    fn has_answered(&self, loaded: &Loaded) -> bool {
        loaded.entries.iter().any(|e| answer_of(&e.event).is_some_and(|a| self.is_mine(a)))
    }

    fn is_mine(&self, answer: &Answer) -> bool {
        answer.by.as_ref().is_some_and(|by| by.is_the_subagent(self.by))
    }

    /// Records the text where it is a report that was not recorded before.
    fn record(&mut self, state: &LoopState, pass: &PassRecord) -> Result<Recorded, Error> {
        // The very answer that was asked about is no other one.
        let asked = pass.used.last().is_some_and(|used| used.digest == record::digest_of(self.text));
        if let Some(question) = pass.question.as_ref().filter(|_| asked) {
            return Ok(Recorded::Asked(question.clone()));
        }
        let context = ReadContext {
            countersign: Some(pass.countersign.as_str()),
            prefers: Some(state.protocol.dialect.as_str()),
            ..ReadContext::default()
        };
        let not = |why: &str| match &pass.question {
            Some(question) => Recorded::Asked(question.clone()),
            None => Recorded::Not(why.to_owned()),
        };
        if self.text.len() > TEXT_LIMIT {
            return Ok(not("the last words are longer than a review may be"));
        }
        let reading = dialect::read(self.text, &context);
        let signed = ending::signed(self.text).contains(&pass.countersign.as_str());
        if !ending::is_report(&reading, self.text, signed) {
            return Ok(not("no review can be read from the last words"));
        }
        // Nobody gave this text a code: that it is of this task, and of no other, it has to say itself.
        let is_task = matches!(state.subject, Subject::Task { .. });
        if reading.claimed_verdict.approves()
            && !signed
            && is_task
            && judge::is_about(state, &reading) != Some(true)
        {
            return Ok(not("the last words do not say in a line `Task:` which task they approve"));
        }
        match record::picked_up(self.ws, state, &pass.countersign, self.by, self.text) {
            Ok(_) => {}
            // Nothing that the agent could do would make its answer count.
            Err(error) if separation::refused(state, Some(self.by)).is_some() => return Err(error),
            Err(error) if matches!(error.kind, ErrorKind::Internal | ErrorKind::Io) => return Err(error),
            Err(error) => return Ok(Recorded::Not(error.message)),
        }
        let after = loops::load(&self.store, state.id.as_str())?.state;
        let asks = after.pass().filter(|p| after.standing == Standing::Review && p.number == pass.number);
        Ok(asks.and_then(|p| p.question.clone()).map_or(Recorded::Done, Recorded::Asked))
    }

    fn fixer(&mut self) -> Result<Option<HeldBack>, Error> {
        let Some(agent) = &self.by.agent else { return Ok(None) };
        let Some(bound) = self.store.bound(&self.by.session, agent)? else { return Ok(None) };
        let loaded = loops::load(&self.store, &bound.loop_id)?;
        let state = &loaded.state;
        if !is_on(self.ws, &loaded) || !agents::mends(state, self.by) {
            return Ok(None);
        }
        // Where its phase is stopped, nothing of it is to be mended now.
        let stopped = !matches!(stopped::by(self.ws, &self.store, &state.subject, &state.protocol), Ok(None));
        match self.undone(state).filter(|_| !stopped) {
            Some(why) => self.hold_back(&bound.loop_id, Role::Fixer, why),
            None => self.done(),
        }
    }

    /// Says what a fixer leaves undone. A change that nobody has to answer for is seen by the next review.
    fn undone(&self, state: &LoopState) -> Option<String> {
        let untouched = || !changed(self.ws, state);
        match state.standing {
            Standing::Fix if state.protocol.responses_required => match state.unanswered().len() {
                0 => None,
                1 => Some("1 blocking finding has no response".to_owned()),
                n => Some(format!("{n} blocking findings have no response")),
            },
            Standing::Fix if state.pass().is_some_and(|p| !p.responses.is_empty()) => None,
            Standing::Fix | Standing::Reexecute => untouched()
                .then(|| "nothing of what was reviewed has changed, and its findings are open".to_owned()),
            Standing::Review
            | Standing::NextReview(_)
            | Standing::Retest
            | Standing::Ask(_)
            | Standing::Unreviewed { .. }
            | Standing::Closed(_) => None,
        }
    }

    /// Holds the agent back, or lets it go and records that it was.
    fn hold_back(&mut self, id: &str, role: Role, why: String) -> Result<Option<HeldBack>, Error> {
        let Some(agent) = self.by.agent.clone() else { return Ok(None) };
        let loaded = loops::load(&self.store, id)?;
        let pass = loaded.state.pass().map_or(0, |p| p.number);
        let step = format!("{id}/{pass}/{}", role.as_str());
        let now = self.ws.clock.now();
        if self.store.hold_back(&self.by.session, &agent, &step, HELD_BACK, now)?.is_some() {
            return Ok(Some(held_back(self.ws, &loaded.state, role, why)));
        }
        self.keep(Some(id), "a reviewer was held back and ended all the same with this text")?;
        let gone = Event::LetGo {
            pass,
            by: self.by.clone(),
            role: role.as_str().to_owned(),
            // A question is long, and the pass has it.
            why: why.lines().next().unwrap_or_default().chars().take(200).collect(),
            times: HELD_BACK,
        };
        loops::write(&mut self.store, self.ws.clock, loaded, |_| Ok(Some((gone.clone(), Vec::new()))))?;
        self.done()
    }

    /// The agent may end; what it was started for is forgotten.
    pub(super) fn done(&mut self) -> Result<Option<HeldBack>, Error> {
        if let Some(agent) = &self.by.agent {
            self.store.unbind(&self.by.session, agent)?;
        }
        Ok(None)
    }

    /// Keeps a reviewer's text that no pass takes, as long as it is one (SPEC 6.4).
    pub(super) fn keep(&mut self, loop_id: Option<&str>, why: &str) -> Result<(), Error> {
        if self.role != Role::Reviewer || self.text.trim().is_empty() {
            return Ok(());
        }
        let mut end = self.text.len().min(TEXT_LIMIT);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let (kept, cut) = self.text.split_at(end);
        let cut = if cut.is_empty() { "" } else { "; it was longer, and the rest is not kept" };
        let why = format!("{why} ({}){cut}", self.by.in_words());
        self.store.keep_stray(self.ws.clock.now(), loop_id, &why, kept)?;
        Ok(())
    }
}

/// What became of a reviewer's last words.
enum Recorded {
    Done,
    /// The answer is asked about.
    Asked(String),
    /// They were not recorded, and why.
    Not(String),
}

pub(super) fn answer_of(event: &Event) -> Option<&Answer> {
    if let Event::ReviewRecorded { answer, .. }
    | Event::ClarificationAsked { answer, .. }
    | Event::StaleRecorded { answer, .. }
    | Event::StageRecorded { answer, absent: None, .. }
    | Event::DissentRecorded { answer, .. } = event
    {
        Some(answer)
    } else {
        None
    }
}
