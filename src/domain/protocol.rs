//! The rules of one reviewing system as data (SPEC 4).
//!
//! A protocol is one value of plain fields. Nothing outside this value asks which protocol it is:
//! a rule that differs between systems is a field here. Opening a loop takes a snapshot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::review::Severity;
use super::subject::SubjectKind;

mod megazord;

/// One system's rules. Every field is plain data and can be overridden by configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Protocol {
    pub name: String,
    /// The dialect its reviewers write.
    pub dialect: String,
    pub subjects: Vec<SubjectKind>,
    pub range: RangeRule,
    /// The system's own words, worst first. Severities without a word are mapped upward to the next that has one.
    pub severity_words: Vec<SeverityWord>,
    /// An open finding of one of these severities blocks.
    pub blocking: Vec<Severity>,
    /// A blocking spec finding must cite the task or a requirement.
    pub citation_required: bool,
    /// A concern of architecture is never worse than this.
    pub architectural_cap: Option<Severity>,
    /// This many findings below blocking in one review give a notice.
    pub notice_from: Option<u32>,
    pub max_passes: u32,
    pub at_limit: AtLimit,
    /// Clarifications a pass may ask for before the answer counts as unreadable.
    pub clarifications: u32,
    /// Reviews in a row of a subject that moved meanwhile, before the user is asked.
    pub max_stale: u32,
    pub mode: ReviewMode,
    pub agents: Agents,
    pub models: Models,
    /// Turns a reviewer subagent may take.
    pub reviewer_turns: u32,
    /// Whole affected files are left out of the brief above this many changed lines.
    pub affected_files_up_to: u32,
    pub fix_commit: FixCommit,
    /// Each blocking finding needs a response before the next review.
    pub responses_required: bool,
    /// Report of a task, with `{phase_dir}`, `{pp}`, `{plan}`, `{task}`.
    pub report_path: String,
    /// Report of an on-demand review of a task.
    pub manual_report_path: String,
    /// Report of a change outside any phase, with `{id}`.
    pub change_report_path: String,
}

/// A severity and the system's word for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeverityWord {
    pub severity: Severity,
    pub word: String,
}

/// What is under review when the caller names no base (SPEC 7.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RangeRule {
    CommitsOfTask,
}

/// What happens when the last pass still blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtLimit {
    /// Go on: `accepted_with_warnings`, the rest in the summary.
    Proceed,
}

/// Whether and how reviews run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewMode {
    /// The fix loop runs by itself.
    Auto,
    /// A blocking finding is put before the user.
    Manual,
    /// No loop, unless asked for on demand.
    Off,
}

impl ReviewMode {
    /// Reads the word of a configuration.
    pub fn parse(word: &str) -> Option<Self> {
        match word.trim().to_ascii_lowercase().as_str() {
            "auto" => Some(ReviewMode::Auto),
            "manual" => Some(ReviewMode::Manual),
            "off" => Some(ReviewMode::Off),
            _ => None,
        }
    }

    /// Returns the word of a configuration.
    pub fn as_str(self) -> &'static str {
        match self {
            ReviewMode::Auto => "auto",
            ReviewMode::Manual => "manual",
            ReviewMode::Off => "off",
        }
    }
}

/// How a fix is committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FixCommit {
    /// Amend, while the subject's commit is HEAD and not pushed; otherwise a separate commit.
    Amend,
    Separate,
    None,
}

impl FixCommit {
    /// Returns the word of `next.commit`.
    pub fn as_str(self) -> &'static str {
        match self {
            FixCommit::Amend => "amend",
            FixCommit::Separate => "separate",
            FixCommit::None => "none",
        }
    }
}

/// The subagents a system names for each role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Agents {
    pub reviewer: String,
    pub fixer: String,
    pub verifier: String,
}

/// Models by role; nothing where none can be resolved.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Models {
    pub reviewer: Option<String>,
    pub fixer: Option<String>,
}

impl Models {
    /// Returns the models of a profile (SPEC 4); an unknown profile resolves none.
    pub fn of_profile(profile: &str) -> Models {
        let (reviewer, fixer) = match profile {
            "quality" => ("opus", "opus"),
            "balanced" => ("sonnet", "sonnet"),
            "budget" => ("haiku", "sonnet"),
            _ => return Models::default(),
        };
        Models { reviewer: Some(reviewer.to_owned()), fixer: Some(fixer.to_owned()) }
    }
}

impl Protocol {
    /// Returns the protocol of that name, if this binary has it.
    pub fn named(name: &str) -> Option<Protocol> {
        Protocol::all().into_iter().find(|p| p.name == name)
    }

    /// Returns every protocol this binary has.
    pub fn all() -> Vec<Protocol> {
        vec![megazord::protocol()]
    }

    /// Tells whether an open finding of this severity blocks.
    pub fn blocks(&self, severity: Severity) -> bool {
        self.blocking.contains(&severity)
    }

    /// Returns the system's level for a severity: itself, or the next worse one that has a word.
    pub fn level(&self, severity: Severity) -> Severity {
        if self.severity_words.iter().any(|w| w.severity == severity) {
            return severity;
        }
        self.severity_words
            .iter()
            .map(|w| w.severity)
            .filter(|s| *s < severity)
            .max()
            .or_else(|| self.severity_words.first().map(|w| w.severity))
            .unwrap_or(severity)
    }

    /// Returns the system's word for a severity.
    pub fn word(&self, severity: Severity) -> &str {
        let level = self.level(severity);
        self.severity_words.iter().find(|w| w.severity == level).map_or(level.as_str(), |w| w.word.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severities_without_a_word_go_upward() {
        let p = Protocol::named("megazord").unwrap();
        let levels: Vec<_> = Severity::ALL.iter().map(|s| (s.as_str(), p.word(*s))).collect();
        assert_eq!(
            levels,
            [
                ("critical", "critical"),
                ("high", "critical"),
                ("medium", "warning"),
                ("low", "warning"),
                ("info", "info")
            ]
        );
    }

    #[test]
    fn a_protocol_survives_being_stored() {
        for p in Protocol::all() {
            let text = serde_json::to_string(&p).unwrap();
            assert_eq!(serde_json::from_str::<Protocol>(&text).unwrap(), p);
        }
    }
}
