//! What `countersign doctor` finds, as values: each with a state, what it means and what mends it.
//!
//! Judges nothing by itself and looks at nothing; whoever gathers facts makes these of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Something is lost, refused or cannot be trusted.
    Error,
    /// Something does not work as it should, or soon will not.
    Warning,
    /// Worth knowing; nothing is to be done.
    Note,
    /// As it should be.
    Ok,
}

impl State {
    /// Returns the word used in JSON and at the beginning of a line.
    pub fn as_str(self) -> &'static str {
        match self {
            State::Error => "error",
            State::Warning => "warning",
            State::Note => "note",
            State::Ok => "ok",
        }
    }

    /// Tells whether something is to be mended.
    pub fn is_wrong(self) -> bool {
        match self {
            State::Error | State::Warning => true,
            State::Note | State::Ok => false,
        }
    }
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// What was looked at, stable over versions: `store.log`, `loop.chain`.
    pub check: String,
    pub state: State,
    /// What it is about: a loop's id, a file, a host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// What was found, in one sentence without a full stop.
    pub finding: String,
    /// What that means for the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub means: Option<String>,
    /// The command or step that mends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mend: Option<String>,
}

impl Check {
    fn new(state: State, check: &str, finding: impl Into<String>) -> Self {
        Self { check: check.to_owned(), state, about: None, finding: finding.into(), means: None, mend: None }
    }

    /// Returns a check that found everything as it should be.
    pub fn ok(check: &str, finding: impl Into<String>) -> Self {
        Self::new(State::Ok, check, finding)
    }

    /// Returns a finding that is only worth knowing.
    pub fn note(check: &str, finding: impl Into<String>) -> Self {
        Self::new(State::Note, check, finding)
    }

    /// Returns a finding that is to be mended.
    pub fn warning(check: &str, finding: impl Into<String>) -> Self {
        Self::new(State::Warning, check, finding)
    }

    /// Returns a finding that is to be mended before anything here can be relied upon.
    pub fn error(check: &str, finding: impl Into<String>) -> Self {
        Self::new(State::Error, check, finding)
    }

    /// Names what it is about.
    #[must_use]
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about = Some(about.into());
        self
    }

    /// Says what it means.
    #[must_use]
    pub fn means(mut self, means: impl Into<String>) -> Self {
        self.means = Some(means.into());
        self
    }

    /// Says what mends it.
    #[must_use]
    pub fn mend(mut self, mend: impl Into<String>) -> Self {
        self.mend = Some(mend.into());
        self
    }
}

/// Everything that was looked at, the worst first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checkup {
    /// Nothing is to be mended.
    pub healthy: bool,
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
    /// What a repair did, a sentence each; empty where none was asked for or needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repaired: Vec<String>,
    pub checks: Vec<Check>,
}

impl Checkup {
    /// Sorts the checks, those of one state in the order they were made.
    pub fn of(mut checks: Vec<Check>, repaired: Vec<String>) -> Self {
        checks.sort_by_key(|check| check.state);
        let count = |state: State| checks.iter().filter(|check| check.state == state).count();
        Self {
            healthy: !checks.iter().any(|check| check.state.is_wrong()),
            errors: count(State::Error),
            warnings: count(State::Warning),
            notes: count(State::Note),
            repaired,
            checks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_comes_first_and_only_what_is_wrong_counts() {
        let checks =
            vec![Check::ok("a", "x"), Check::note("b", "x"), Check::error("c", "x"), Check::ok("d", "x")];
        let checkup = Checkup::of(checks.clone(), Vec::new());
        let order: Vec<&str> = checkup.checks.iter().map(|c| c.check.as_str()).collect();
        assert_eq!(order, ["c", "b", "a", "d"]);
        assert!(!checkup.healthy && checkup.errors == 1 && checkup.notes == 1);
        assert!(Checkup::of(checks[..2].to_vec(), Vec::new()).healthy, "a note is nothing to mend");
    }
}
