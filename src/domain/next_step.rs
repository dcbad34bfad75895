//! The next step of a loop or a phase, as every answer carries it (SPEC 2). Values only.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::envelope;
use super::finding::{Finding, FindingStatus, Grounding};
use super::ids::Turn;
use super::protocol::Protocol;
use super::review::{Location, Severity, Stage};

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Review,
    Fix,
    Reexecute,
    Revise,
    Respond,
    Retest,
    AskUser,
    Judge,
    Confirm,
    CloseGaps,
    Proceed,
    Stop,
}

/// Who does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    Reviewer,
    Fixer,
    Executor,
    Author,
    Tester,
    /// The system's manager agent, before the human.
    Manager,
    Human,
    Verifier,
    Planner,
    Host,
}

/// The exact call that comes after the action, ready to copy; arguments the caller must supply are absent and named in `fill`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    pub tool: String,
    pub arguments: Map<String, Value>,
}

impl Call {
    /// Returns a call of `tool` with these arguments.
    pub fn new(tool: &str, arguments: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        let arguments = arguments.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        Self { tool: tool.to_owned(), arguments }
    }

    /// Writes the call as `tool {json}`, for sentences.
    pub fn in_words(&self) -> String {
        format!("{} {}", self.tool, Value::Object(self.arguments.clone()))
    }
}

/// A finding in a few fields, as the one who acts on it needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FindingRow {
    /// The server's id
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_id: Option<String>,
    pub severity: Severity,
    /// Must be mended before the work goes on
    pub blocking: bool,
    pub status: FindingStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// As first raised
    pub title: String,
    /// As raised last, where that says something else
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// Where it stands now
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Location>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requirement: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    pub grounding: Grounding,
    /// `late`, `repeated`, `suggestion`, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Why it is the same as before
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched_by: Option<String>,
}

impl FindingRow {
    /// Returns the row of a finding under a protocol.
    pub fn of(finding: &Finding, protocol: &Protocol) -> Self {
        Self {
            id: finding.id.to_string(),
            reported_id: finding.said.reported_id.clone(),
            severity: finding.severity(),
            blocking: finding.blocks(protocol),
            status: finding.status,
            stage: finding.said.stage,
            title: finding.first_title.clone(),
            // A row gives the first title back (SPEC 6.5); what is to be mended is what was said last.
            now: finding.renewed_title().map(str::to_owned),
            place: finding.said.place().cloned(),
            requirement: finding.said.requirement.clone(),
            category: finding.said.category.clone(),
            description: finding.said.description.clone(),
            suggestion: finding.said.suggestion.clone(),
            grounding: finding.grounding,
            marks: finding.marks().map(str::to_owned).collect(),
            matched_by: finding.matched_by.clone(),
        }
    }

    /// Shortens each text to so many bytes; titles, places and names at least to a line.
    fn shortened(&self, most: usize) -> Self {
        let cut = |text: &Option<String>| text.as_deref().map(|t| shortened(t, most));
        let line = most.min(600);
        let mut row = self.clone();
        row.title = shortened(&self.title, line);
        row.now = self.now.as_deref().map(|t| shortened(t, line));
        row.description = cut(&self.description);
        row.suggestion = cut(&self.suggestion);
        row.requirement = self.requirement.as_deref().map(|t| shortened(t, line));
        row.category = self.category.as_deref().map(|t| shortened(t, 100));
        row.reported_id = self.reported_id.as_deref().map(|t| shortened(t, 100));
        row.matched_by = cut(&self.matched_by);
        if let Some(place) = &mut row.place {
            place.file = shortened(&place.file, line);
        }
        row
    }

    /// The title as first raised, and what was said last beside it, for lists that have a line for each.
    pub fn in_words(&self) -> String {
        match &self.now {
            Some(now) => format!("{}; now: {now}", self.title),
            None => self.title.clone(),
        }
    }

    /// Leaves out the long texts, for answers that must stay small.
    #[must_use]
    pub fn short(mut self) -> Self {
        self.description = None;
        self.suggestion = None;
        self.matched_by = None;
        self
    }
}

/// Fits rows into so many bytes of an answer: blocking first, long texts shortened, then the least severe left out.
///
/// Returns the rows that stay and how many do not (SPEC 3: answers stay under 40 KB).
#[must_use]
pub fn fit_rows(mut rows: Vec<FindingRow>, most_bytes: usize) -> (Vec<FindingRow>, usize) {
    rows.sort_by_key(|r| (!r.blocking, r.severity));
    for most in [usize::MAX, 2000, 600, 200, 60] {
        let shown: Vec<FindingRow> = rows.iter().map(|r| r.shortened(most)).collect();
        if size(&shown) <= most_bytes {
            return (shown, 0);
        }
    }
    let all = rows.len();
    let mut used = 2;
    let mut kept = Vec::new();
    for row in rows {
        let row = row.shortened(60).short();
        used += size(&row) + 1;
        if used > most_bytes {
            break;
        }
        kept.push(row);
    }
    let left_out = all - kept.len();
    (kept, left_out)
}

/// Returns how many bytes a value takes in an answer.
fn size(value: &impl Serialize) -> usize {
    serde_json::to_string(value).map_or(usize::MAX, |json| json.len())
}

/// Shortens a text to so many bytes of an answer, and says so.
fn shortened(text: &str, most: usize) -> String {
    let kept = envelope::beginning(text, most);
    match text[kept.len()..].chars().count() {
        0 => text.to_owned(),
        more => format!("{kept}… ({more} more characters: loop_status)"),
    }
}

/// The next step. `call` is always usable as it stands once `fill` is supplied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NextStep {
    pub action: Action,
    /// The loop's next step; writes carry it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    pub who: Who,
    /// Why this is next, in a sentence.
    pub why: String,
    /// Why a review: `first`, `re_review`, `stale`, `clarify`, `fresh`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The subagent to start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_turns: Option<u32>,
    /// `developer`, `senior_engineer`, `project_manager`, `user`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// What to put before the human, or the text to ask a reviewer with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// What is to be mended or judged, all of it that is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingRow>,
    /// Tests that fail
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// How to commit a fix: `amend`, `separate`, `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The text to give to the one who acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brief: Option<String>,
    /// To commit, or to restore
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// That the attempt added: to remove
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Task for the task list
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    /// Document after this one
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Markdown for the SUMMARY that the executor writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_section: Option<String>,
    /// Words for the host's own state file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state_words: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Ids of the verification items the step is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<String>,
    pub call: Call,
    /// Arguments of `call` that the caller must supply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fill: Vec<String>,
}

impl NextStep {
    /// Returns a step with nothing but what every step has.
    pub fn new(action: Action, who: Who, why: impl Into<String>, call: Call, fill: &[&str]) -> Self {
        Self {
            action,
            turn: None,
            who,
            why: why.into(),
            reason: None,
            agent: None,
            model: None,
            max_turns: None,
            tier: None,
            question: None,
            options: Vec::new(),
            findings: Vec::new(),
            tests: Vec::new(),
            commit: None,
            brief: None,
            files: Vec::new(),
            added: Vec::new(),
            outcome: None,
            fix: None,
            next: None,
            summary_section: None,
            state_words: None,
            warnings: Vec::new(),
            items: Vec::new(),
            call,
            fill: fill.iter().map(|f| (*f).to_owned()).collect(),
        }
    }
    /// Returns the step in at most `most` bytes of an answer (SPEC 3).
    ///
    /// The brief stays whole: it is measured by its own budget. Findings give way first, then long
    /// texts and lists; what gave way is named in `warnings`.
    #[must_use]
    pub fn fit(mut self, most: usize) -> NextStep {
        if size(&self) <= most {
            return self;
        }
        /// Room for the warnings that say what is missing.
        const WARNINGS: usize = 600;
        let loop_id = self.call.arguments.get("loop_id").and_then(Value::as_str).unwrap_or_default();
        let by_status = format!("loop_status {loop_id}").trim_end().to_owned();
        let rows = std::mem::take(&mut self.findings);
        let frame = size(&self) + WARNINGS;
        if frame > most {
            self.cut_texts(&by_status);
        }
        let room = most.saturating_sub(size(&self) + WARNINGS);
        let (kept, left_out) = fit_rows(rows, room);
        self.findings = kept;
        if left_out > 0 {
            let plural = if left_out == 1 { "" } else { "s" };
            self.warnings.push(format!("{left_out} more finding{plural}: {by_status} with cursor"));
        }
        self
    }

    /// Shortens everything but the brief and the call.
    fn cut_texts(&mut self, by_status: &str) {
        const TEXT: usize = 1200;
        const LIST: usize = 20;
        self.why = shortened(&self.why, TEXT);
        for text in [&mut self.question, &mut self.summary_section, &mut self.state_words, &mut self.fix] {
            *text = text.as_deref().map(|t| shortened(t, TEXT));
        }
        let more = self.warnings.len().saturating_sub(LIST / 2);
        self.warnings.truncate(LIST / 2);
        for warning in &mut self.warnings {
            *warning = shortened(warning, 200);
        }
        if more > 0 {
            self.warnings.push(format!("{more} more warnings"));
        }
        for (name, list) in [
            ("files", &mut self.files),
            ("added files", &mut self.added),
            ("tests", &mut self.tests),
            ("items", &mut self.items),
        ] {
            let more = list.len().saturating_sub(LIST);
            list.truncate(LIST);
            for entry in list.iter_mut() {
                *entry = shortened(entry, 200);
            }
            if more > 0 {
                self.warnings.push(format!("{more} more {name}: {by_status}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::protocol::Protocol;
    use crate::domain::review::RawFinding;

    fn row(at: usize, severity: Severity, text: &str) -> FindingRow {
        let mut said = RawFinding::new(severity, format!("finding {at}"));
        said.description = Some(text.to_owned());
        let finding = Finding::new(crate::domain::ids::FindingId::new(format!("F{at}")), said, 1);
        FindingRow::of(&finding, &Protocol::named("megazord").unwrap())
    }

    fn step(findings: Vec<FindingRow>) -> NextStep {
        let call =
            Call::new("respond_findings", [("loop_id", Value::from("rl-1")), ("turn", Value::from(3))]);
        let mut step = NextStep::new(Action::Fix, Who::Fixer, "mend them", call, &["responses"]);
        step.findings = findings;
        step
    }

    #[test]
    fn a_small_step_stays_as_it_is() {
        let small = step(vec![row(1, Severity::Info, "x"), row(2, Severity::Critical, "y")]);
        assert_eq!(small.clone().fit(10_000), small);
    }

    #[test]
    fn blocking_findings_stay_longest() {
        let text = "\"long\" text ".repeat(600);
        let rows: Vec<_> = (0..200)
            .map(|i| row(i, if i % 10 == 0 { Severity::Critical } else { Severity::Info }, &text))
            .collect();
        let whole = step(rows.clone()).fit(80_000);
        assert_eq!((whole.findings.len(), whole.warnings.len()), (200, 0));
        assert!(whole.findings.iter().take(20).all(|r| r.blocking));
        assert!(whole.findings[0].description.as_ref().unwrap().contains("more characters: loop_status)"));
        let cut = step(rows).fit(12_000);
        assert!(size(&cut) <= 12_000, "{}", size(&cut));
        assert_eq!(cut.findings.iter().filter(|r| r.blocking).count(), 20);
        let left_out = 200 - cut.findings.len();
        assert_eq!(cut.warnings, [format!("{left_out} more findings: loop_status rl-1 with cursor")]);
    }

    #[test]
    fn long_lists_give_way_and_say_so() {
        let mut long = step(vec![row(1, Severity::Critical, &"d".repeat(9000))]);
        long.question = Some("q".repeat(50_000));
        long.files = (0..4000).map(|i| format!("src/{i}.rs")).collect();
        let cut = long.fit(8000);
        assert!(size(&cut) <= 8000, "{}", size(&cut));
        assert_eq!(cut.findings.len(), 1);
        assert!(cut.warnings.contains(&"3980 more files: loop_status rl-1".to_owned()), "{:?}", cut.warnings);
    }

    #[test]
    fn of_many_warnings_the_first_stay_and_the_others_are_counted() {
        let mut long = step(Vec::new());
        long.warnings = (0..200).map(|i| format!("warning {i}: {}", "w".repeat(100))).collect();
        let cut = long.fit(4000);
        assert!(size(&cut) <= 4000, "{}", size(&cut));
        assert!(cut.warnings[9].starts_with("warning 9: "));
        assert_eq!(cut.warnings[10..], ["190 more warnings"]);
    }
}
