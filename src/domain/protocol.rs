//! The rules of one reviewing system as data (SPEC 4).
//!
//! A protocol is one value of plain fields. Nothing outside this value asks which protocol it is:
//! a rule that differs between systems is a field here. Opening a loop takes a snapshot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::plan_check::PlanCheckRules;
use super::review::{RawFinding, Severity, Stage};
use super::subject::{Subject, SubjectKind};

mod bazinga;
mod countersign;
mod gsd;
mod megazord;
pub mod overlay;
mod ralph;
pub mod rules;
mod yolo;

pub use rules::{
    Agents, ArtifactRule, AtLimit, Choice, Dimension, Effect, FixCommit, Journal, JournalForm, Models,
    NoReviewer, RangeRule, Reports, RequestsRestOn, ReviewMode, Separation, SeverityWord, Tier, Unreadable,
};

/// One system's rules. Every field is plain data and can be overridden by configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Protocol {
    pub name: String,
    /// The dialect its reviewers write.
    pub dialect: String,

    /// What it reviews.
    pub subjects: Vec<SubjectKind>,
    /// Of these, what is reviewed only when asked for on demand.
    pub on_request: Vec<SubjectKind>,
    /// Whether and how reviews run.
    pub mode: ReviewMode,
    /// Where the work under review is looked for; the first that holds a change is taken. Documents are their own range.
    pub range: Vec<RangeRule>,
    /// The documents of a spec, in the order they are written.
    pub artifacts: Vec<ArtifactRule>,
    /// What a review of work looks at, beyond what every review does.
    pub rubric: Vec<Dimension>,
    /// What the structural check of a plan holds it against.
    pub plan_check: PlanCheckRules,
    /// That check comes before a plan's reviewer.
    pub precheck: bool,
    /// What is said of a document without content, which fails without a reviewer.
    pub empty_document: Option<String>,

    /// The system's own words, worst first. Severities without a word are mapped upward to the next that has one.
    pub severity_words: Vec<SeverityWord>,
    /// An open finding of one of these severities blocks.
    pub blocking: Vec<Severity>,
    /// A spec finding that cites a requirement and is at least this bad is an unmet requirement, and blocks.
    pub unmet_from: Option<Severity>,
    /// So many open findings of medium severity block together.
    pub notes_block_from: Option<u32>,
    /// What is marked as blocking in so many words blocks, whatever severity it is given.
    #[serde(default)]
    pub marks_block: bool,
    /// What a request for changes must name to hold.
    pub requests_rest_on: RequestsRestOn,
    /// On a re-review it may also rest on any finding that is new, though none blocks by itself.
    #[serde(default)]
    pub new_ones_suffice: bool,
    /// An open finding this bad, or the verdict `rejected`, means: restore and do it again.
    pub restart_on: Option<Severity>,
    /// What an earlier finding becomes that is raised again with its place untouched.
    pub ignored_is: Option<Severity>,
    /// What a finding becomes when it is raised for the third time.
    pub third_time_is: Option<Severity>,
    /// Findings are rows of a rubric: the dimension is what tells one from another.
    pub dimensions_identify: bool,
    /// A blocking spec finding must cite the task or a requirement.
    pub citation_required: bool,
    /// A concern of architecture is never worse than this.
    pub architectural_cap: Option<Severity>,
    /// This many findings below blocking in one review give a notice.
    pub notice_from: Option<u32>,
    /// New non-blocking findings of a re-review never touch the verdict, and new blocking ones need a reason.
    pub late_are_notes: bool,
    /// A finding in the spec's own documents is a suggestion; so many rounds of nothing else go uncounted.
    pub suggestion_rounds: Option<u32>,

    /// Who fixes, in the order in which the work is handed on.
    pub tiers: Vec<Tier>,
    /// Passes a tier has.
    pub max_passes: u32,
    /// Rounds in a row without progress after which a tier has done what it could.
    pub max_no_progress: Option<u32>,
    /// Clarifications a pass may ask for before the answer counts as unreadable.
    pub clarifications: u32,
    /// Reviews in a row of a subject that moved meanwhile, before the user is asked.
    pub max_stale: u32,
    /// The limit counts runs of a reviewer: one whose subject moved meanwhile uses no pass and brings the limit rule nearer.
    #[serde(default)]
    pub stale_runs_count: bool,
    /// Choices that send the loop on; after them only those are left that end it.
    pub max_decisions: u32,
    /// What happens when the last tier has used up its passes or makes no progress. A loop that swings meets
    /// the same rule at once (SPEC 6.6).
    pub at_limit: AtLimit,
    /// The reviewer is shown what the executor says it did, as a claim.
    #[serde(default)]
    pub claims_are_told: bool,
    /// A re-review's brief lists the earlier findings that are open no more.
    #[serde(default)]
    pub resolved_are_told: bool,
    /// A failed subject stops its whole phase.
    pub failure_stops_phase: bool,
    pub unreadable: Unreadable,
    pub no_reviewer: NoReviewer,
    /// What the user is offered at the limit.
    pub user_choices: Vec<Choice>,
    /// What a manager is offered before the user is asked; empty where the system has none.
    pub manager_choices: Vec<Choice>,
    /// What the user is offered at each blocking review in manual mode; where there is nothing to offer, the fix
    /// loop runs as if it were automatic.
    pub manual_choices: Vec<Choice>,
    /// What the user is offered when a second review contradicts one that let the work pass.
    pub dissent_choices: Vec<Choice>,

    pub fix_commit: FixCommit,
    /// The work is committed when it is approved, not before.
    pub commit_after_approval: bool,
    /// A fix is a task of its own for the task list, at most so many for one original task.
    pub fix_tasks: Option<u32>,
    /// Each blocking finding needs a response before the next review.
    pub responses_required: bool,
    /// A rejection must rest on the code, a requirement or behaviour, not on effort or opinion.
    pub technical_reasons: bool,
    /// An approval must rule on each rejection of a blocking finding.
    pub rulings_required: bool,
    pub separation: Separation,
    /// A choice that lets the work go on with findings open is taken from a person alone, never from a model's word for
    /// one: a file of the repository made the question come, or come sooner.
    #[serde(default)]
    pub endings_attested: bool,
    /// After an approval, edits of comments alone leave it standing.
    #[serde(default)]
    pub comments_keep: bool,

    pub agents: Agents,
    pub models: Models,
    /// Turns a reviewer subagent may take.
    pub reviewer_turns: u32,
    /// Whole affected files are left out of the brief above this many changed lines.
    pub affected_files_up_to: u32,
    /// The server's finding ids, with `{n}`, or `{subject}`, `{pass}`, `{seq}`.
    pub finding_ids: String,
    /// How a gate names what blocks, with `{ids}`.
    pub gate_words: String,
    /// How it is said that the passes are used up, with `{max}`.
    pub limit_words: String,
    /// How it is said that an answer gave no verdict and the work goes on all the same.
    pub no_signal_words: String,
    /// The heading under which what stays unresolved is written down, with `{name}` of the document or `execution`.
    pub unresolved_heading: String,
    pub reports: Reports,
    /// Files of the system's own that are kept in step with a loop.
    #[serde(default)]
    pub journals: Vec<Journal>,
}

impl Protocol {
    /// Returns the protocol of that name, if this binary has it.
    pub fn named(name: &str) -> Option<Protocol> {
        Protocol::all().into_iter().find(|p| p.name == name)
    }

    /// Returns every protocol this binary has, the default one last.
    pub fn all() -> Vec<Protocol> {
        vec![
            megazord::protocol(),
            yolo::protocol(),
            gsd::protocol(),
            ralph::protocol(),
            bazinga::protocol(),
            countersign::protocol(),
        ]
    }

    /// Tells whether an open finding of this severity blocks, whatever else it is.
    pub fn blocks(&self, severity: Severity) -> bool {
        self.blocking.contains(&severity)
    }

    /// Tells whether a finding would block as it was said.
    pub fn blocks_as_said(&self, said: &RawFinding) -> bool {
        self.blocks(said.severity) || self.is_unmet(said) || (self.marks_block && said.marked_blocking)
    }

    /// Returns the mildest severity that blocks.
    pub fn mildest_blocking(&self) -> Option<Severity> {
        self.blocking.iter().copied().max()
    }

    /// Tells whether a finding is a requirement that is not met.
    pub fn is_unmet(&self, said: &RawFinding) -> bool {
        let Some(from) = self.unmet_from else { return false };
        if said.unmet.is_some() {
            return true;
        }
        said.severity <= from
            && said.stage == Some(Stage::Spec)
            && said.requirement.as_deref().is_some_and(|r| !r.trim().is_empty())
    }

    /// Brings a finding to a level that the system knows, and tells whether it was another; what was said is kept. A
    /// criterion that was not met stays what it is.
    pub fn bring_to_level(&self, said: &mut RawFinding) -> bool {
        let level = self.level(said.severity);
        if level == said.severity || self.is_unmet(said) {
            return false;
        }
        said.reported_severity.get_or_insert_with(|| said.severity.as_str().to_owned());
        said.severity = level;
        true
    }

    /// Returns the system's level for a severity: itself, or the next worse one that has a word.
    pub fn level(&self, severity: Severity) -> Severity {
        if self.knows(severity) {
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

    /// Returns the system's word for a finding: an unmet requirement of a severity it has no word for is called that.
    pub fn word_of(&self, said: &RawFinding) -> &str {
        if self.is_called_unmet(said) { "unmet requirement" } else { self.word(said.severity) }
    }

    /// Tells whether a finding goes by the requirement it misses, not by its severity.
    pub fn is_called_unmet(&self, said: &RawFinding) -> bool {
        (said.unmet.is_some() || !self.knows(said.severity)) && self.is_unmet(said)
    }

    /// Tells whether the system has a word for a severity.
    pub fn knows(&self, severity: Severity) -> bool {
        self.severity_words.iter().any(|w| w.severity == severity)
    }

    /// Returns the words of the severities that block, for sentences.
    pub fn blocking_words(&self) -> String {
        let words: Vec<&str> = self.blocking.iter().map(|s| self.word(*s)).collect();
        let mut words: Vec<&str> = words;
        // Two severities may share a word.
        words.dedup();
        words.extend(self.unmet_from.map(|_| "an unmet requirement"));
        if words.is_empty() { "blocking".to_owned() } else { words.join(" or ") }
    }

    /// Tells whether a choice gives the loop up for new subjects.
    pub fn replans(&self, word: &str) -> bool {
        let all = self.manager_choices.iter().chain(&self.user_choices);
        all.into_iter().any(|c| c.word == word && c.effect == Effect::Replan)
    }

    /// Tells whether reviews run by themselves.
    pub fn is_on(&self) -> bool {
        matches!(self.mode, ReviewMode::Auto | ReviewMode::Manual)
    }

    /// Tells whether a subject is reviewed without being asked for.
    pub fn runs(&self, kind: SubjectKind, on_demand: bool) -> bool {
        on_demand || (self.is_on() && !self.on_request.contains(&kind))
    }

    /// Returns the tier that works now; beyond the last one the last.
    pub fn tier(&self, index: usize) -> Option<&Tier> {
        self.tiers.get(index).or(self.tiers.last())
    }

    /// Returns the rule of a spec document, by its name.
    pub fn artifact(&self, name: &str) -> Option<&ArtifactRule> {
        self.artifacts.iter().find(|a| a.name == name)
    }

    /// Returns the agent that wrote the document under review.
    pub fn author_of(&self, subject: &Subject) -> &str {
        match subject {
            Subject::Artifact { artifact, .. } => {
                self.artifact(artifact).map_or(&self.agents.author, |rule| &rule.author)
            }
            Subject::Task { .. }
            | Subject::Change { .. }
            | Subject::Plan { .. }
            | Subject::Execution { .. } => &self.agents.author,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severities_without_a_word_go_upward() {
        let words = |name: &str| {
            let p = Protocol::named(name).unwrap();
            Severity::ALL.map(|s| p.word(s).to_owned())
        };
        assert_eq!(words("megazord"), ["critical", "critical", "warning", "warning", "info"]);
        assert_eq!(words("gsd"), ["Critical", "Critical", "Warning", "Warning", "Info"]);
        assert_eq!(words("yolo"), ["high", "high", "medium", "low", "low"]);
        assert_eq!(words("bazinga"), ["CRITICAL", "HIGH", "MEDIUM", "LOW", "LOW"]);
        assert_eq!(words("countersign"), ["critical", "high", "medium", "low", "info"]);
    }

    #[test]
    fn a_protocol_survives_being_stored() {
        for p in Protocol::all() {
            let text = serde_json::to_string(&p).unwrap();
            assert_eq!(serde_json::from_str::<Protocol>(&text).unwrap(), p);
        }
    }

    #[test]
    fn every_protocol_can_end() {
        for p in Protocol::all() {
            assert!(!p.tiers.is_empty() && p.max_passes > 0 && p.max_decisions > 0, "{}", p.name);
            // Whoever is asked can end it: some choice neither fixes nor asks on.
            let ends = |choices: &[Choice]| choices.iter().any(|c| c.effect.ends());
            assert!(p.at_limit != AtLimit::Ask || ends(&p.user_choices), "{}", p.name);
            for choices in [&p.manager_choices, &p.manual_choices, &p.dissent_choices] {
                assert!(choices.is_empty() || ends(choices), "{}", p.name);
            }
            assert!(!p.dissent_choices.is_empty(), "{}", p.name);
        }
    }
}
