//! The use cases: one method a tool, the only place that joins `domain` and `io`.
//!
//! A request goes in as a plain value, an answer or a typed refusal comes out. Everything here is
//! synchronous; the doors decide on which thread it runs. Nothing here knows of MCP or of a terminal.

use std::path::{Path, PathBuf};

pub mod answers;
pub mod requests;

use crate::error::Error;
use answers::{
    DecideAnswer, LoopStatusAnswer, ParseVerdictAnswer, RecordFindingsAnswer, RespondFindingsAnswer,
    ReviewTaskAnswer, VerifyPhaseAnswer,
};
use requests::{Decide, LoopStatus, ParseVerdict, RecordFindings, RespondFindings, ReviewTask, VerifyPhase};

/// The application, started in a directory. Shared by every call of a server.
#[derive(Debug)]
pub struct App {
    start: PathBuf,
}

impl App {
    /// Returns an application that looks for its repository from `start` upwards, at each call.
    pub fn new(start: impl Into<PathBuf>) -> Self {
        Self { start: start.into() }
    }

    /// Returns the directory the application was started in.
    pub fn start(&self) -> &Path {
        &self.start
    }

    /// Opens a loop or its next pass, or returns the open one.
    pub fn review_task(&self, _request: ReviewTask) -> Result<ReviewTaskAnswer, Error> {
        Err(not_built("review_task"))
    }

    /// Reads a reviewer's text and records nothing.
    pub fn parse_verdict(&self, _request: ParseVerdict) -> Result<ParseVerdictAnswer, Error> {
        Err(not_built("parse_verdict"))
    }

    /// Records the reviewer's answer to the open pass.
    pub fn record_findings(&self, _request: RecordFindings) -> Result<RecordFindingsAnswer, Error> {
        Err(not_built("record_findings"))
    }

    /// Records the fixer's responses.
    pub fn respond_findings(&self, _request: RespondFindings) -> Result<RespondFindingsAnswer, Error> {
        Err(not_built("respond_findings"))
    }

    /// Records a choice.
    pub fn decide(&self, _request: Decide) -> Result<DecideAnswer, Error> {
        Err(not_built("decide"))
    }

    /// Tells where loops stand.
    pub fn loop_status(&self, _request: LoopStatus) -> Result<LoopStatusAnswer, Error> {
        Err(not_built("loop_status"))
    }

    /// Verifies a phase.
    pub fn verify_phase(&self, _request: VerifyPhase) -> Result<VerifyPhaseAnswer, Error> {
        Err(not_built("verify_phase"))
    }
}

/// Returns the refusal of a use case that this binary does not have.
fn not_built(tool: &str) -> Error {
    Error::unavailable(format!("{tool} is not built into this binary yet"))
        .hint("Install a newer countersign; nothing was read or written")
}
