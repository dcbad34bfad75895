//! Findings as other tools and people take them (SPEC 11): what is told of loops as one plain value, and a file a format.
//!
//! The value is the published shape of `countersign export --format json` (`schemas/export.json`). Every writer is pure:
//! the same value gives the same bytes. Texts of reviewers, fixers and documents are data in all of them: what would act
//! on whoever reads is written out, what would end a format's own structure is escaped as that format says, and nothing
//! is cut.

pub mod github;
pub mod html;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod rdjson;
pub mod sarif;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::finding::{Finding, FindingStatus, Grounding};
use super::ids::{FindingId, LoopId, Oid, Pass, RepoPath, Timestamp};
use super::protocol::Protocol;
use super::review::{Location, Remark, Response, ResponseKind, RulingKind, Severity, Stage, Verdict};
use super::review_loop::event::Outcome;
use super::review_loop::{LoopState, admit};
use super::subject::{Subject, SubjectKind};

/// The version of this shape: it is raised where a reader of the one before would misread the next.
pub const VERSION: u32 = 1;

/// The code of the remark on a loop that cannot be read, or that committed reports alone tell of.
pub const UNREADABLE: &str = "loop_unreadable";

/// The word for what a finding says is wrong.
const ISSUE: &str = "Issue";

/// Findings of some loops, with what is to be known of the loops.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Export {
    /// The version of this shape.
    pub version: u32,
    /// The version of the program that wrote it.
    pub countersign: String,
    /// What was asked about: `branch main`, `phase 01-cart`, `loop rl-7f3a9c21`.
    pub scope: String,
    /// The branch that is checked out; nothing on a detached head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// Resolved findings are told as well.
    pub with_resolved: bool,
    /// How many findings are open.
    pub open: usize,
    /// How many of these block.
    pub blocking: usize,
    /// How many are resolved and told.
    pub resolved: usize,
    /// Those with blocking findings first, each kind in the order in which they were opened.
    pub loops: Vec<Loop>,
    /// What is missing here and why (`loop_unreadable`), and what else is to be known.
    pub remarks: Vec<Remark>,
}

/// One loop with its findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Loop {
    pub id: LoopId,
    /// How people call what is under review: `03-01 Task 2`, `login/design`, the id of a change.
    pub subject: String,
    pub kind: SubjectKind,
    /// The title of the task, plan or change.
    pub title: String,
    /// The plan, or the document under review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<RepoPath>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// Whose rules hold: `megazord`, `gsd`, …
    pub protocol: String,
    /// The number of the newest pass; 0 before the first.
    pub pass: Pass,
    /// What it waits for, in words; nothing for one that has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<String>,
    /// How it ended; nothing while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What the last answered pass came to; nothing where none was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Who answered it, as he called himself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    /// How many findings are open.
    pub open: usize,
    /// How many of these block.
    pub blocking: usize,
    /// The tests that failed in the last run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing_tests: Vec<String>,
    /// The commit before the change that the newest pass looked at; nothing where it holds the root commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Oid>,
    /// The commit that the newest pass looked at, or the snapshot of what nobody committed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Oid>,
    /// The files of that change.
    pub files: Vec<RepoPath>,
    /// Where its report lies, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<RepoPath>,
    /// When it was opened, in milliseconds since the Unix epoch, UTC.
    pub opened_at: Timestamp,
    /// When something of it was recorded last, in the same.
    pub last_at: Timestamp,
    /// Open ones first, then what blocks, then the worst.
    pub findings: Vec<Entry>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// The server's id, the same over all passes of its loop.
    pub id: FindingId,
    /// The id the reviewer gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_id: Option<String>,
    /// The tool that reported it, with its rule; nothing where a reviewer raised it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_by: Option<String>,
    pub severity: Severity,
    /// The protocol's own word for that severity.
    pub severity_word: String,
    /// The work may not go on with it.
    pub blocking: bool,
    pub status: FindingStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// As it was raised last.
    pub title: String,
    /// As it was raised first, where that says something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// A unified diff that would mend it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix_patch: Option<String>,
    /// The condition under which it counts as mended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_when: Option<String>,
    pub locations: Vec<Place>,
    /// The plan task, requirement, criterion or rubric dimension it cites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requirement: Option<String>,
    pub first_pass: Pass,
    /// The last pass that raised it.
    pub last_pass: Pass,
    /// `late`, `fix_induced`, `repeated`, `citation_assumed`, `suggestion`, `precheck`, `overruled`, `architectural`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    pub grounding: Grounding,
    /// The fixer's latest word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<Response>,
    /// The ruling on the fixer's latest rejection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<RulingKind>,
    /// Why it counts as resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_by: Option<String>,
}

/// A place in a file. Lines count from 1; `end_line` is included in the range and never before `line`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// From the repository's root, with `/` between folders; as the reviewer wrote it where it does not lie in there.
    pub path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// It does not lie in the repository: absolute, or out of it through `..`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outside: bool,
}

impl Export {
    /// Puts loops and what is said of them together.
    pub fn new(scope: String, branch: Option<String>, with_resolved: bool, mut loops: Vec<Loop>) -> Self {
        loops.sort_by_key(|one| one.blocking == 0);
        let entries = || loops.iter().flat_map(|one| &one.findings);
        Self {
            version: VERSION,
            countersign: env!("CARGO_PKG_VERSION").to_owned(),
            scope,
            branch,
            with_resolved,
            open: loops.iter().map(|one| one.open).sum(),
            blocking: loops.iter().map(|one| one.blocking).sum(),
            resolved: entries().filter(|entry| !entry.is_open()).count(),
            loops,
            remarks: Vec::new(),
        }
    }

    /// Returns what is said of loops that cannot be read: what they found is missing here.
    pub fn unreadable(&self) -> impl Iterator<Item = &str> {
        self.remarks.iter().filter(|remark| remark.code == UNREADABLE).map(|remark| remark.message.as_str())
    }

    /// Returns every finding with its loop.
    fn entries(&self) -> impl Iterator<Item = (&Loop, &Entry)> {
        self.loops.iter().flat_map(|one| one.findings.iter().map(move |entry| (one, entry)))
    }

    /// Returns how many findings of each severity are open, and how many of these block; the worst comes first.
    fn severities(&self) -> [(Severity, usize, usize); Severity::ALL.len()] {
        Severity::ALL.map(|severity| {
            let open = || self.entries().filter(|(_, e)| e.is_open() && e.severity == severity);
            (severity, open().count(), open().filter(|(_, entry)| entry.blocking).count())
        })
    }

    /// Says how much there is, for people.
    fn in_words(&self) -> String {
        let many = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
        let block =
            if self.blocking == 1 { "1 blocks".to_owned() } else { format!("{} block", self.blocking) };
        let resolved =
            if self.with_resolved { format!(", {} resolved", self.resolved) } else { String::new() };
        format!(
            "{} open in {}: {block}{resolved}",
            many(self.open, "finding"),
            many(self.loops.len(), "loop")
        )
    }
}

impl Loop {
    /// Tells what a loop comes to; what was said of its open pass so far counts. `root` is the folder that absolute places
    /// of reviewers may lie in.
    pub fn of(state: &LoopState, root: &str, with_resolved: bool, report: Option<RepoPath>) -> Self {
        let state = &*state.with_what_was_said();
        let mut findings: Vec<Entry> = state
            .findings
            .iter()
            .filter(|finding| with_resolved || finding.is_open())
            .map(|finding| Entry::of(finding, &state.protocol, root))
            .collect();
        findings.sort_by_key(|entry| (!entry.is_open(), !entry.blocking, entry.severity));
        let answered = state.answered().and_then(|pass| pass.answer.as_ref());
        let change = state.pass().map(|pass| &pass.change);
        Self {
            id: state.id.clone(),
            subject: state.subject.label(),
            kind: state.subject.kind(),
            title: state.subject.title().to_owned(),
            document: document_of(&state.subject).cloned(),
            branch: state.subject.branch().map(str::to_owned),
            protocol: state.protocol.name.clone(),
            pass: state.pass().map_or(0, |pass| pass.number),
            waits_for: state.outcome().is_none().then(|| admit::waits_for(&state.standing).to_owned()),
            outcome: state.outcome(),
            verdict: answered.map(|(_, judgement)| judgement.verdict),
            reviewer: answered.and_then(|(answer, _)| answer.reviewer.clone()),
            open: state.open_findings().len(),
            blocking: state.blocking().len(),
            failing_tests: state.failing_tests().to_vec(),
            base: change.and_then(|change| change.base.clone()),
            head: change.map(|change| change.head.clone()),
            files: change.map(|c| c.files.iter().map(|f| f.path.clone()).collect()).unwrap_or_default(),
            report,
            opened_at: state.opened_at,
            last_at: state.last_at,
            findings,
        }
    }

    /// Says where it stands: how it ended, or what it waits for.
    fn standing(&self) -> String {
        match (self.outcome, &self.waits_for) {
            (Some(outcome), _) => outcome.as_str().to_owned(),
            (None, Some(waits)) => format!("open, waits for {waits}"),
            (None, None) => "open".to_owned(),
        }
    }

    /// Says why no finding stands here, where none does: silence is no approval.
    fn nothing_found(&self) -> Option<&'static str> {
        match (self.findings.is_empty(), self.verdict) {
            (false, _) => None,
            (true, None) => Some("No review was answered yet."),
            (true, Some(_)) => Some("No open findings."),
        }
    }

    /// Tells whether nothing speaks against it that is known: no finding that blocks, no failing test.
    fn is_clean(&self) -> bool {
        self.blocking == 0 && self.failing_tests.is_empty()
    }

    /// Returns a file that stands for findings without a place, where a format asks for one: the first file of the change,
    /// the document, the report, else the root.
    fn stand_in(&self) -> &str {
        let paths = [self.files.first(), self.document.as_ref(), self.report.as_ref()];
        paths.into_iter().flatten().next().map_or(".", RepoPath::as_str)
    }
}

fn document_of(subject: &Subject) -> Option<&RepoPath> {
    match subject {
        Subject::Task { plan_path, .. }
        | Subject::Plan { plan_path, .. }
        | Subject::Execution { plan_path, .. } => Some(plan_path),
        Subject::Artifact { path, .. } => Some(path),
        Subject::Change { .. } => None,
    }
}

impl Entry {
    fn of(finding: &Finding, protocol: &Protocol, root: &str) -> Self {
        let said = &finding.said;
        let marks = finding.marks().chain(said.architectural.then_some("architectural"));
        Self {
            id: finding.id.clone(),
            reported_id: said.reported_id.clone(),
            reported_by: said.reported_by.clone(),
            severity: finding.severity(),
            severity_word: protocol.word_of(said).to_owned(),
            blocking: finding.blocks(protocol),
            status: finding.status,
            stage: said.stage,
            category: said.category.clone(),
            title: said.title.clone(),
            first_title: finding.renewed_title().map(|_| finding.first_title.clone()),
            description: said.description.clone(),
            suggestion: said.suggestion.clone(),
            why: said.why.clone(),
            fix_patch: said.fix_patch.clone(),
            closed_when: said.closed_when.clone(),
            locations: said.locations.iter().map(|location| Place::of(location, root)).collect(),
            requirement: said.requirement.clone(),
            first_pass: finding.first_pass,
            last_pass: finding.last_pass,
            marks: marks.map(str::to_owned).collect(),
            grounding: finding.grounding,
            response: finding.response.clone(),
            ruling: finding.ruling,
            resolved_by: finding.resolved_by.clone(),
        }
    }

    fn is_open(&self) -> bool {
        self.status.is_open()
    }

    /// Returns the name under which tools group findings: the category, else the stage.
    fn rule(&self) -> &str {
        let category = self.category.as_deref().filter(|category| !category.trim().is_empty());
        category.or(self.stage.map(Stage::as_str)).unwrap_or("finding")
    }

    /// Returns why it was closed although nothing was mended: its rejection was accepted.
    fn accepted_rejection(&self) -> Option<&str> {
        let response = self.response.as_ref().filter(|r| r.response == ResponseKind::Rejected)?;
        let accepted = self.ruling == Some(RulingKind::Accepted);
        accepted.then(|| response.reason.as_deref().or(response.details.as_deref()).unwrap_or("rejected"))
    }

    /// Says where it stands, in a line.
    fn standing(&self) -> String {
        let mut words = vec![self.status.as_str().to_owned(), format!("since pass {}", self.first_pass)];
        if self.last_pass != self.first_pass {
            words.push(format!("last raised in pass {}", self.last_pass));
        }
        words.push(self.grounding.as_str().to_owned());
        words.extend(self.marks.iter().cloned());
        words.join(", ")
    }

    /// Says what the fixer answered and what came of it; nothing where he did not.
    fn answered(&self) -> Option<String> {
        let response = self.response.as_ref()?;
        let word = response.response.as_str();
        let said = response.reason.as_ref().or(response.details.as_ref());
        let said = said.map(|said| format!(": {said}")).unwrap_or_default();
        let ruled = match self.ruling {
            Some(RulingKind::Accepted) => " (the rejection was accepted)",
            Some(RulingKind::Overruled) => " (the rejection was overruled)",
            None => "",
        };
        Some(format!("{word}{said}{ruled}"))
    }

    /// Writes what it says as paragraphs: title, issue, why, suggestion.
    fn paragraphs(&self) -> String {
        let said = self.texts().into_iter().map(|(label, text)| match label {
            // It follows the title as its own words.
            ISSUE => text,
            _ => format!("{label}: {text}"),
        });
        std::iter::once(self.title.clone()).chain(said).collect::<Vec<_>>().join("\n\n")
    }

    /// Returns what it says beside its title, each under the word that people know it by.
    fn texts(&self) -> Vec<(&'static str, String)> {
        said([(ISSUE, &self.description), ("Why", &self.why), ("Suggestion", &self.suggestion)])
    }

    /// Returns what is known of it beside what it says, likewise.
    fn facts(&self) -> Vec<(&'static str, String)> {
        said([
            ("First raised as", &self.first_title),
            ("Reported as", &self.reported_id),
            ("Reported by", &self.reported_by),
            ("Requirement", &self.requirement),
            ("Category", &self.category),
            ("Closed when", &self.closed_when),
            ("Response", &self.answered()),
            ("Resolved", &self.resolved_by),
        ])
    }

    /// Writes what formats have no field for, a line each: whose it is, how it stands, what it cites, what was answered,
    /// further places, the patch.
    fn particulars(&self, of: &Loop) -> String {
        let blocks = if self.blocking { ", blocks" } else { "" };
        let mut lines = vec![
            format!("{} of {} ({}), pass {}", self.id, of.subject, of.id, of.pass),
            format!("Severity: {}{blocks}", self.severity_word),
            format!("Standing: {}", self.standing()),
        ];
        lines.extend(self.facts().into_iter().map(|(label, text)| format!("{label}: {text}")));
        lines.extend(self.locations.iter().skip(1).map(|place| format!("Also at {}", place.in_words())));
        lines.extend(self.fix_patch.as_ref().map(|patch| format!("Patch:\n{}", patch.trim_end())));
        lines.join("\n")
    }
}

/// Leaves out what nobody said.
fn said<const N: usize>(labelled: [(&'static str, &Option<String>); N]) -> Vec<(&'static str, String)> {
    labelled.into_iter().filter_map(|(label, text)| Some((label, text.clone()?))).collect()
}

impl Place {
    fn of(location: &Location, root: &str) -> Self {
        let inside =
            location.file.strip_prefix(root).filter(|rest| rest.starts_with('/') && !root.is_empty());
        let relative = inside.map_or(location.file.as_str(), |rest| rest.trim_start_matches('/'));
        let parsed = RepoPath::parse(relative).ok();
        let line = location.line.filter(|line| *line > 0);
        Self {
            outside: parsed.is_none(),
            path: parsed.map_or_else(|| location.file.clone(), |path| path.to_string()),
            line,
            end_line: location.end_line.filter(|end| line.is_some_and(|line| *end >= line)),
        }
    }

    /// Writes `path`, `path:10` or `path:10-20`.
    fn in_words(&self) -> String {
        let place = Location { file: self.path.clone(), line: self.line, end_line: self.end_line };
        place.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &str, line: Option<u32>, end_line: Option<u32>) -> Place {
        Place::of(&Location { file: file.to_owned(), line, end_line }, "/srv/repo")
    }

    #[test]
    fn places_are_told_from_the_root() {
        for (file, path, outside) in [
            ("src/a.rs", "src/a.rs", false),
            ("./src//a.rs", "src/a.rs", false),
            ("src\\a.rs", "src/a.rs", false),
            ("/srv/repo/src/a.rs", "src/a.rs", false),
            ("/srv/repository/a.rs", "/srv/repository/a.rs", true),
            ("/srv/repo", "/srv/repo", true),
            ("../a.rs", "../a.rs", true),
            ("", "", true),
        ] {
            let told = place(file, None, None);
            assert_eq!((told.path.as_str(), told.outside), (path, outside), "{file}");
        }
    }

    #[test]
    fn lines_make_a_range_or_none() {
        let lines = |line, end| {
            let told = place("a", line, end);
            (told.line, told.end_line)
        };
        assert_eq!(lines(Some(3), Some(5)), (Some(3), Some(5)));
        assert_eq!(lines(Some(3), Some(2)), (Some(3), None), "a range does not end before it begins");
        assert_eq!(lines(Some(0), Some(2)), (None, None), "lines count from 1");
        assert_eq!(lines(None, Some(2)), (None, None));
    }
}
