//! The kinds of values a protocol's fields hold. None of them is a list of systems: each is one rule that any
//! system may have.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::review::Severity;

/// A severity and the system's word for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeverityWord {
    pub severity: Severity,
    pub word: String,
}

impl SeverityWord {
    /// Returns words for severities, in the given order.
    pub fn list<const N: usize>(words: [(Severity, &str); N]) -> Vec<SeverityWord> {
        words.into_iter().map(|(severity, word)| Self { severity, word: word.to_owned() }).collect()
    }
}

/// Where the work of a subject is looked for when the caller names no base (SPEC 7.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RangeRule {
    /// The commits that carry the task's scope or touch its files.
    CommitsOfTask,
    /// HEAD against staged, unstaged and untracked files, those of the subject only.
    WorkTree,
    /// From the merge base with the main branch to HEAD.
    MergeBase,
}

/// A document of a spec: who writes it and what its review looks at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArtifactRule {
    /// The file's stem, such as `design`.
    pub name: String,
    pub author: String,
    pub rubric: Vec<Dimension>,
}

/// One question a review answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dimension {
    pub name: String,
    /// What is looked at, in a line.
    pub asks: String,
}

impl Dimension {
    /// Returns dimensions with what each asks.
    pub fn list<const N: usize>(dimensions: [(&str, &str); N]) -> Vec<Dimension> {
        dimensions.into_iter().map(|(n, a)| Self { name: n.to_owned(), asks: a.to_owned() }).collect()
    }
}

/// What a request for changes must name to hold; one that names less is asked about (SPEC 5.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestsRestOn {
    /// A finding that blocks.
    Blocking,
    /// A finding that says why it matters.
    Reasoned,
    /// Any finding.
    AnyFinding,
}

/// What happens when the last pass still blocks and no tier is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtLimit {
    /// Go on: `accepted_with_warnings`, the rest in the summary.
    Proceed,
    /// The subject failed.
    Fail,
    /// A manager, where there is one, or the user chooses.
    Ask,
}

/// What becomes of a pass whose answer stays unreadable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unreadable {
    /// It is used up; a fresh review follows, at the limit the limit rule.
    UsesPass,
    /// Go on with a warning.
    Proceed,
}

/// What happens when no reviewer can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoReviewer {
    /// The subject stays unreviewed and is tried again at the plan boundary.
    StaysUnreviewed,
    /// The pre-check's verdict counts; it resolves nothing a reviewer raised.
    Precheck,
    /// Go on with a warning.
    Proceed,
    NextTier,
    AskUser,
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
    OnRequest,
    /// No loop, unless asked for on demand.
    Off,
}

impl ReviewMode {
    /// Reads the word of a configuration, in any system's terms.
    pub fn parse(word: &str) -> Option<Self> {
        match word.trim().to_ascii_lowercase().as_str() {
            "auto" | "always" => Some(ReviewMode::Auto),
            "manual" => Some(ReviewMode::Manual),
            "on_request" => Some(ReviewMode::OnRequest),
            "off" | "never" => Some(ReviewMode::Off),
            _ => None,
        }
    }

    /// Returns the word of a configuration.
    pub fn as_str(self) -> &'static str {
        match self {
            ReviewMode::Auto => "auto",
            ReviewMode::Manual => "manual",
            ReviewMode::OnRequest => "on_request",
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

/// What is done about a review by the agent that executed (SPEC 6.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Separation {
    Warn,
    /// Refused, where a hook attests who called.
    RequireWhenAttested,
}

/// Who fixes: a step of the ladder on which the work is handed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tier {
    /// `developer`, `senior_engineer`.
    pub name: String,
    pub agent: String,
}

impl Tier {
    /// Returns a tier.
    pub fn new(name: &str, agent: &str) -> Tier {
        Tier { name: name.to_owned(), agent: agent.to_owned() }
    }
}

/// An option of a question, and what choosing it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    pub word: String,
    /// What it means, for the one who chooses.
    pub meaning: String,
    pub effect: Effect,
}

impl Choice {
    /// Returns what is offered when a second review contradicts the first; `keep` where the first may be upheld.
    pub fn on_dissent(keep: bool) -> Vec<Choice> {
        let mut choices = vec![Choice::new("fix", "mend what the second review found", Effect::Fix)];
        if keep {
            choices.push(Choice::new("uphold", "keep to the first review", Effect::Uphold));
        }
        choices.push(Choice::new("stop", "stop here", Effect::Abort));
        choices
    }

    /// Returns a choice.
    pub fn new(word: &str, meaning: &str, effect: Effect) -> Choice {
        Choice { word: word.to_owned(), meaning: meaning.to_owned(), effect }
    }
}

/// What a choice does to the loop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Effect {
    /// The open findings are mended; the counters go on.
    Fix,
    /// The attempt is restored and done again.
    Reexecute,
    /// What is there now is reviewed.
    Review,
    /// The work is handed to a tier, with counters of its own.
    HandOver {
        tier: String,
    },
    /// The question goes to the user.
    AskUser,
    /// The loop goes on with what it was opened for.
    KeepContract,
    /// The loop goes on with what is asked now.
    AdoptContract,
    /// The second opinion is overruled: the loop ends as it had.
    Uphold,
    /// It goes on with open findings: `accepted_with_issues`.
    Accept,
    Skip,
    Abort,
    Abandon,
    /// It is given up for new subjects, whose loops are linked with it.
    Replan,
}

impl Effect {
    /// Tells whether the choice ends the loop.
    pub fn ends(&self) -> bool {
        match self {
            Effect::Uphold
            | Effect::Accept
            | Effect::Skip
            | Effect::Abort
            | Effect::Abandon
            | Effect::Replan => true,
            Effect::Fix
            | Effect::Reexecute
            | Effect::Review
            | Effect::HandOver { .. }
            | Effect::AskUser
            | Effect::KeepContract
            | Effect::AdoptContract => false,
        }
    }
}

/// The subagents a system names for each role; who fixes stands in the tiers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Agents {
    pub reviewer: String,
    /// Who revises a plan, and a document that names no author of its own.
    pub author: String,
    pub verifier: String,
    pub tester: String,
    /// Who is asked before the user, where the system has such a role.
    pub manager: Option<String>,
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

/// Where reports go, by kind of subject, with `{phase_dir}`, `{pp}`, `{plan}`, `{task}`, `{spec}`, `{artifact}`, `{id}`, `{newest:PREFIX}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reports {
    pub task: String,
    /// An on-demand review of a task.
    pub on_demand: String,
    pub plan: String,
    pub execution: String,
    pub artifact: String,
    pub change: String,
}

/// A file of the system's own that is kept in step with a loop, where the system uses it (SPEC 4, 8.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Journal {
    /// Where it lies, with `{root}` of the planning folder, `{spec_dir}`, `{summary}` of the plan, `{id}`,
    /// `{newest:PREFIX}`.
    pub path: String,
    pub form: JournalForm,
}

impl Journal {
    /// Returns a journal.
    pub fn new(path: &str, form: JournalForm) -> Journal {
        Journal { path: path.to_owned(), form }
    }

    /// Returns the one that most systems have: what stays unresolved, in the plan's SUMMARY.
    pub fn of_summary() -> Vec<Journal> {
        vec![Journal::new("{summary}", JournalForm::Unresolved)]
    }
}

/// What such a file says of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JournalForm {
    /// JSON with `review_loops`: cycles, their verdicts, how it stands.
    ReviewLoops,
    /// Lines of JSON, each an event with its time: when a review begins, each cycle, how it ends.
    Events,
    /// JSON of the latest review, handed to the next agent.
    Handoff,
    /// Markdown: an entry for each review, and what is left in the end.
    Entries,
    /// Markdown: what stays unresolved when the loop ends.
    Unresolved,
}
