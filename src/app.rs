//! The use cases: one method a tool, the only place that joins `domain` and `io`.
//!
//! A request goes in as a plain value, an answer or a typed refusal comes out. Everything here is
//! synchronous; the doors decide on which thread it runs. Nothing here knows of MCP or of a terminal.

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub mod answers;
mod attest;
mod check_plan;
mod claims;
mod config;
mod contract;
mod decide;
pub mod dialogue;
mod doctor;
mod export;
mod gate;
pub mod hooks;
pub mod import;
pub mod init;
mod journals;
mod loops;
mod next;
mod parse;
mod phases;
mod placeholders;
mod places;
mod planning_text;
mod precheck;
mod ranges;
mod record;
mod refusals;
pub mod replay;
mod reports;
/// Makes the text of a repository visible, for the edges that show answers.
pub use crate::domain::envelope as visibly;
pub use crate::domain::secret::is_in_value as holds_secret;
pub mod requests;
mod respond;
mod resume;
mod review;
mod rules;
mod secrets;
pub mod shelf;
mod some_of;
mod status;
mod stopped;
mod subjects;
mod tests;
mod verify;
mod workspace;

use crate::domain::attested::Attested;
use crate::domain::checkup::Checkup;
use crate::domain::dialect;
use crate::domain::export::Export;
use crate::domain::git_command::GitCommand;
use crate::domain::metrics::Metrics;
use crate::domain::replay::Replay;
use crate::domain::sarif;
use crate::error::Error;
use crate::io::clock::Clock;
pub use crate::io::follower::{Follower, Nobody};
use crate::io::store::Held;
use answers::{
    BrokenLoop, CheckPlanAnswer, ConfigAnswer, DecideAnswer, GateAnswer, LoopStatusAnswer,
    ParseVerdictAnswer, RecordFindingsAnswer, RecordTestsAnswer, ReportAnswer, RespondFindingsAnswer,
    ReviewTaskAnswer, VerifyPhaseAnswer,
};
use dialogue::{Asked, Said};
use hooks::{HeldBack, Shut, Started};
use import::{Import, ImportAnswer};
use requests::{
    CheckPlan, Config, Decide, Gate, LoopStatus, ParseVerdict, RecordFindings, RecordTests, RespondFindings,
    ReviewTask, VerifyPhase,
};
use secrets::Keeps;
use shelf::{LoopsPage, PassReview, Pulse, Rules, Wanted};
use workspace::{Caller, Workspace};

/// The application, started in a directory. Shared by every call of a server.
#[derive(Debug)]
pub struct App {
    start: PathBuf,
    clock: Arc<Clock>,
    /// The host's id of the one call this application serves.
    call: Option<String>,
    follower: Arc<dyn Follower>,
    /// What keeps the event log open between the calls.
    held: Arc<Held>,
}

impl App {
    /// Returns an application that looks for its repository from `start` upwards, at each call.
    pub fn new(start: impl Into<PathBuf>) -> Self {
        Self {
            start: start.into(),
            clock: Arc::new(Clock::system()),
            call: None,
            follower: Arc::new(Nobody),
            held: Arc::default(),
        }
    }

    /// Has each step of this process wait for whoever else writes for at most `limit`: a host waits for the process itself.
    pub fn waits_at_most(limit: std::time::Duration) {
        crate::io::store::wait_at_most(limit);
    }

    /// Returns the application as one call sees it: `id` is the host's own name of the call, by which its hooks
    /// attest the agent that makes it (SPEC 6.10).
    #[must_use]
    pub fn of_call(&self, id: Option<String>) -> Self {
        Self {
            start: self.start.clone(),
            clock: Arc::clone(&self.clock),
            call: id,
            follower: Arc::clone(&self.follower),
            held: Arc::clone(&self.held),
        }
    }

    /// Lets someone follow what takes long, and end it: nothing is written from then on.
    #[must_use]
    pub fn followed_by(mut self, follower: Arc<dyn Follower>) -> Self {
        self.follower = follower;
        self
    }

    /// Ends what stays open between calls, so that the event log is one file again. Calls go on, each by itself.
    pub fn let_go(&self) {
        self.held.let_go();
    }

    /// Ends what stays open of an event log that was removed or replaced, so that the next call sees the one that is there.
    pub fn let_go_of_what_is_gone(&self) {
        // It is tried again, and the next call says what is in the way.
        let _ = self.held.let_go_of_what_is_gone();
    }

    /// Returns the directory the application was started in.
    pub fn start(&self) -> &Path {
        &self.start
    }

    fn workspace(&self, worktree: Option<&str>) -> Result<Workspace<'_>, Error> {
        let caller = self.call.as_deref().map_or(Caller::Unknown, Caller::Call);
        let ws = Workspace::open(&self.start, worktree, &self.clock, caller)?;
        Ok(ws.followed_by(&*self.follower).holding(&self.held))
    }

    /// Opens a loop or its next pass, or returns the open one.
    pub fn review_task(&self, request: &ReviewTask) -> Result<ReviewTaskAnswer, Error> {
        self.guarded(Keeps::Yes, request, |request| {
            let ws = self.workspace(request.worktree.as_deref())?;
            let answer = review::review_task(&ws, request)?;
            if let Some(id) = answer.loop_id.as_deref().filter(|_| request.part.is_none()) {
                hooks::note_caller(&ws, id);
            }
            Ok(answer)
        })
    }

    /// Makes the reader ready on a thread of its own: who was handed a brief comes back with a text. Without a
    /// thread to be had, the first text is read in its own time.
    pub fn await_answer() {
        let _ = std::thread::Builder::new().name("ready".to_owned()).spawn(dialect::make_ready);
    }

    /// Reads a reviewer's text and records nothing; needs no repository.
    pub fn parse_verdict(&self, request: &ParseVerdict) -> Result<ParseVerdictAnswer, Error> {
        self.guarded(Keeps::No, request, parse::parse_verdict)
    }

    /// Reads a reviewer's text from the command line, up to 16 MiB.
    pub fn parse_text(&self, text: &str, dialect: Option<&str>) -> Result<ParseVerdictAnswer, Error> {
        parse::read(&self.redact(text), dialect)
    }

    /// Records the reviewer's answer to the open pass.
    pub fn record_findings(&self, request: &RecordFindings) -> Result<RecordFindingsAnswer, Error> {
        self.guarded(Keeps::Yes, request, |request| {
            let ws = self.workspace(request.worktree.as_deref())?;
            let answer = record::record_findings(&ws, request)?;
            hooks::note_caller(&ws, &request.loop_id);
            Ok(answer)
        })
    }

    /// Records the fixer's responses.
    pub fn respond_findings(&self, request: &RespondFindings) -> Result<RespondFindingsAnswer, Error> {
        self.guarded(Keeps::Yes, request, |request| {
            let ws = self.workspace(request.worktree.as_deref())?;
            let answer = respond::respond_findings(&ws, request)?;
            hooks::note_caller(&ws, &request.loop_id);
            Ok(answer)
        })
    }

    /// Records a test run.
    pub fn record_tests(&self, request: &RecordTests) -> Result<RecordTestsAnswer, Error> {
        self.guarded(Keeps::Yes, request, |request| {
            tests::record_tests(&self.workspace(request.worktree.as_deref())?, request)
        })
    }

    /// Records a choice.
    pub fn decide(&self, request: &Decide) -> Result<DecideAnswer, Error> {
        self.guarded(Keeps::Yes, request, |request| {
            decide::decide(&self.workspace(request.worktree.as_deref())?, request)
        })
    }

    /// Records a choice made at a terminal; `attested` where a person sits at it.
    pub fn decide_at_terminal(&self, request: &Decide, attested: bool) -> Result<DecideAnswer, Error> {
        self.guarded(Keeps::Yes, request, |request| {
            decide::at_terminal(&self.workspace(request.worktree.as_deref())?, request, attested)
        })
    }

    /// Records a choice; without one, returns the question for the human where the choice is theirs.
    pub fn decide_asking(&self, request: &Decide) -> Result<Asked<DecideAnswer>, Error> {
        self.guarded_asking(request, |request| {
            decide::asking(&self.workspace(request.worktree.as_deref())?, request)
        })
    }

    /// Takes in what came of asking the human; `seal` is the one of the question.
    pub fn decide_in_dialogue(
        &self,
        request: &Decide,
        seal: &str,
        said: &Said,
    ) -> Result<Asked<DecideAnswer>, Error> {
        let answered = self.guarded(Keeps::Yes, request, |request| {
            decide::after_dialogue(&self.workspace(request.worktree.as_deref())?, request, seal, said)
        });
        answered.map(Asked::Answer)
    }

    /// Tells where loops stand.
    pub fn loop_status(&self, request: &LoopStatus) -> Result<LoopStatusAnswer, Error> {
        self.guarded(Keeps::No, request, |request| {
            status::loop_status(&self.workspace(request.worktree.as_deref())?, request)
        })
    }

    /// Returns some of the loops, the one opened last first: at most so many, after the one named.
    pub fn loops_page(&self, after: Option<&str>, many: usize) -> Result<LoopsPage, Error> {
        self.guarded(Keeps::No, &after.map(str::to_owned), |after| {
            shelf::page(&self.workspace(None)?, after.as_deref(), many)
        })
    }

    /// Returns the answer to one pass of a loop.
    pub fn pass_review(&self, loop_id: &str, pass: u32) -> Result<PassReview, Error> {
        self.guarded(Keeps::No, &loop_id.to_owned(), |id| shelf::review(&self.workspace(None)?, id, pass))
    }

    /// Returns the brief of one pass of a loop, as it was sent.
    pub fn pass_brief(&self, loop_id: &str, pass: u32) -> Result<String, Error> {
        self.guarded(Keeps::No, &loop_id.to_owned(), |id| shelf::brief(&self.workspace(None)?, id, pass))
    }

    /// Returns the change that one pass of a loop looked at, as a unified diff.
    pub fn pass_diff(&self, loop_id: &str, pass: u32) -> Result<String, Error> {
        self.guarded(Keeps::No, &loop_id.to_owned(), |id| shelf::diff(&self.workspace(None)?, id, pass))
    }

    /// Returns a report of ours by its path; a file that is none is refused.
    pub fn report(&self, path: &str) -> Result<String, Error> {
        self.guarded(Keeps::No, &path.to_owned(), |path| shelf::report(&self.workspace(None)?, path))
    }

    /// Returns the rules of a protocol as they hold here.
    pub fn protocol(&self, name: &str) -> Result<Rules, Error> {
        self.guarded(Keeps::No, &name.to_owned(), |name| shelf::protocol(&self.workspace(None)?, name))
    }

    /// Returns what can be named where so much is known. Nothing where nothing can be told.
    pub fn suggest(&self, wanted: &Wanted) -> Vec<String> {
        let found =
            self.guarded(Keeps::No, wanted, |wanted| Ok(shelf::suggest(self.workspace(None), wanted)));
        found.unwrap_or_default()
    }

    /// Looks whether any loop moved since the last look; nothing where none did.
    pub fn pulse(&self, last: Option<&Pulse>) -> Option<Pulse> {
        shelf::pulse(&self.start, last)
    }

    /// Tells whether the gate of a phase, a plan or the branch is open, and what closes it.
    pub fn gate(&self, request: &Gate) -> Result<GateAnswer, Error> {
        self.guarded(Keeps::No, request, |request| {
            gate::gate(&self.workspace(request.worktree.as_deref())?, request)
        })
    }

    /// Returns findings of recorded loops as other tools and people take them. Writes nothing.
    pub fn export(&self, request: &requests::Export) -> Result<Export, Error> {
        self.guarded(Keeps::No, request, |request| export::export(&self.workspace(None)?, request))
    }

    /// Writes a file that the user names, from where the application was started; what is there is replaced, whole or not
    /// at all. One that lies outside of the work tree is refused.
    pub fn write_file(&self, path: &str, text: &str) -> Result<(), Error> {
        export::write_file(&self.workspace(None)?, &self.start, path, text)
    }

    /// Returns each configured value with its origin.
    pub fn config(&self, request: &Config) -> Result<ConfigAnswer, Error> {
        self.guarded(Keeps::No, request, |request| config::config(&self.workspace(None)?, request))
    }

    /// Tells an agent that starts or was compacted which loops are open and what each waits for.
    /// Outside a repository there is nothing to tell, which is no refusal: hooks run in every folder.
    pub fn open_loops(&self) -> Result<LoopStatusAnswer, Error> {
        resume::open_loops(&self.start, &self.clock)
    }

    /// Keeps who makes a call, as a host's hook tells before the call comes. Outside a repository, or where no loop was
    /// ever opened, there is nothing to attest.
    pub fn attest(&self, call: &str, by: &Attested) -> Result<(), Error> {
        attest::attest(&self.start, &self.clock, call, by)
    }

    /// Takes in that a subagent starts: a known reviewer is bound to the pass that waits for it. Returns what it is told.
    pub fn agent_started(&self, by: &Attested) -> Result<Option<Started>, Error> {
        hooks::started(&self.start, &self.clock, by)
    }

    /// Takes in that a subagent wants to end, with its last words: a reviewer's report is recorded where it recorded
    /// none. Returns why it is held back.
    pub fn agent_ended(&self, by: &Attested, text: &str) -> Result<Option<HeldBack>, Error> {
        hooks::ended(&self.start, &self.clock, by, &self.redact(text))
    }

    /// Tells why git is not to commit or push now, where the user wants the gate open before it.
    pub fn before_git(&self, commands: &[GitCommand]) -> Result<Option<Shut>, Error> {
        hooks::before(&self.start, &self.clock, commands)
    }

    /// Looks at everything Countersign depends on here. Writes nothing.
    pub fn examine(&self) -> Checkup {
        doctor::examine(&self.start, &self.clock)
    }

    /// Mends what can be mended, then looks at everything.
    pub fn repair(&self) -> Result<Checkup, Error> {
        doctor::repair(&self.start, &self.clock)
    }

    /// Writes the review report of one loop, or of every one, anew from its events; returns where they lie, with what
    /// was noticed. `force` overwrites one that tells of events the store does not have.
    pub fn rebuild_reports(&self, loop_id: Option<&str>, force: bool) -> Result<ReportAnswer, Error> {
        let ws = self.workspace(None)?;
        let Some(store) = ws.store_if_any()? else {
            return Err(Error::unavailable("no loop was opened in this repository yet"));
        };
        if let Some(id) = loop_id {
            // Said as every other call on the loop says it.
            loops::load(&store, id)?;
        }
        let (whole, damaged) = loops::all(&store)?;
        let written = doctor::rebuild(&ws, loop_id, &whole, force)?;
        let mut remarks: Vec<_> = written.iter().filter_map(|report| report.remark.clone()).collect();
        if loop_id.is_none() {
            remarks.extend(status::damage(&damaged));
        }
        Ok(ReportAnswer { reports: written.into_iter().filter_map(|report| report.path).collect(), remarks })
    }

    /// Tells what can be read of a loop whose chain does not hold; nothing for one that is whole or was never there.
    pub fn readable_part(&self, loop_id: &str) -> Result<Option<BrokenLoop>, Error> {
        let ws = self.workspace(None)?;
        let Some(store) = ws.store_if_any()? else { return Ok(None) };
        let Some((entries, broken)) = loops::readable_part(&store, loop_id)? else { return Ok(None) };
        Ok(Some(BrokenLoop { timeline: status::rows(&entries), broken }))
    }

    /// Tells what lay in a log that was removed and is no part of a loop that goes on without it; nothing for most.
    pub fn kept_beside(&self, loop_id: &str) -> Result<Option<BrokenLoop>, Error> {
        let ws = self.workspace(None)?;
        let Some(store) = ws.store_if_any()? else { return Ok(None) };
        let Some((entries, broken)) = loops::kept_beside(&store, loop_id)? else { return Ok(None) };
        Ok(Some(BrokenLoop { timeline: status::rows(&entries), broken }))
    }

    /// Registers the server with a host in the repository, or takes that out again.
    pub fn init(&self, request: &init::Init) -> Result<init::InitAnswer, Error> {
        init::init(&self.start, request)
    }

    /// Puts what a tool reports in SARIF on file in a pass: that of the loop named, or the only one that is open. Without
    /// `everything` only what lies in the change under review.
    pub fn import(&self, text: &str, loop_id: Option<&str>, everything: bool) -> Result<ImportAnswer, Error> {
        let report = sarif::read(text).map_err(|why| {
            self.refusal(Error::invalid("FILE", why.to_string()))
                .hint("Give SARIF 2.1.0, as linters write it; a reviewer's text goes through record_findings")
        })?;
        let digest = blake3::hash(text.as_bytes()).to_hex().to_string();
        let request = Import { loop_id: loop_id.map(str::to_owned), report, digest, everything };
        self.guarded(Keeps::Yes, &request, |request| import::import(&self.workspace(None)?, request))
    }

    /// Counts the recorded loops; with them which could not be read. Writes nothing.
    pub fn metrics(&self) -> Result<(Metrics, Vec<String>), Error> {
        replay::metrics(&self.workspace(None)?)
    }

    /// Leads one recorded loop, or every one, through the rules of another protocol. Writes nothing.
    pub fn replay(&self, loop_id: Option<&str>, protocol: &str) -> Result<(Vec<Replay>, Vec<String>), Error> {
        replay::replay(&self.workspace(None)?, loop_id, protocol)
    }

    /// Leads every recorded loop through the rules of another protocol, as far as that can be shown at once.
    pub fn replays(&self, protocol: &str) -> Result<replay::Replays, Error> {
        replay::replays(&self.workspace(None)?, protocol)
    }

    /// Checks a plan's structure before it is executed.
    pub fn check_plan(&self, request: &CheckPlan) -> Result<CheckPlanAnswer, Error> {
        self.guarded(Keeps::No, request, |request| {
            check_plan::check_plan(&self.workspace(request.worktree.as_deref())?, request)
        })
    }

    /// Verifies a phase.
    pub fn verify_phase(&self, request: &VerifyPhase) -> Result<VerifyPhaseAnswer, Error> {
        self.guarded(Keeps::Yes, request, |request| {
            verify::verify_phase(&self.workspace(request.worktree.as_deref())?, request)
        })
    }

    /// Verifies a phase; a call that says nothing returns the question for the human that comes next, if one does.
    pub fn verify_asking(&self, request: &VerifyPhase) -> Result<Asked<VerifyPhaseAnswer>, Error> {
        self.guarded_asking(request, |request| {
            verify::asking(&self.workspace(request.worktree.as_deref())?, request)
        })
    }

    /// Takes in what came of asking the human about an item, and goes on to the next; `seal` is the question's.
    pub fn verify_in_dialogue(
        &self,
        request: &VerifyPhase,
        seal: &str,
        said: &Said,
    ) -> Result<Asked<VerifyPhaseAnswer>, Error> {
        self.guarded_asking(request, |request| {
            verify::after_dialogue(&self.workspace(request.worktree.as_deref())?, request, seal, said)
        })
    }

    /// Verifies a phase as [`App::verify_phase`] does and writes nothing: no event, no report.
    pub fn verify_dry(&self, request: &VerifyPhase) -> Result<VerifyPhaseAnswer, Error> {
        self.guarded(Keeps::No, request, |request| {
            verify::verify_dry(&self.workspace(request.worktree.as_deref())?, request)
        })
    }
}
