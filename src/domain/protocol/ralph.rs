//! Ralph Specum: the documents of a spec by their rubrics, and what its tasks did; three iterations, then on with warnings (SPEC 4.4).

use super::{
    Agents, ArtifactRule, AtLimit, Choice, Dimension, FixCommit, Journal, JournalForm, Models, NoReviewer,
    Protocol, RangeRule, Reports, RequestsRestOn, ReviewMode, Separation, SeverityWord, Tier, Unreadable,
};
use crate::domain::plan_check::PlanCheckRules;
use crate::domain::review::Severity;
use crate::domain::subject::SubjectKind;

pub(super) fn protocol() -> Protocol {
    Protocol {
        name: "ralph".to_owned(),
        dialect: "ralph".to_owned(),
        subjects: vec![SubjectKind::Artifact, SubjectKind::Task],
        on_request: vec![SubjectKind::Task],
        mode: ReviewMode::Auto,
        range: vec![RangeRule::CommitsOfTask],
        artifacts: artifacts(),
        rubric: Dimension::list([
            ("Alignment", "the work is what the task asks for"),
            ("Correctness", "the changed files are those of the task's Files list"),
            ("Completeness", "every Do step is done and Done when holds"),
            ("No hallucinations", "what it calls and names is there"),
        ]),
        plan_check: PlanCheckRules::either(),
        precheck: false,
        empty_document: Some("Artifact is empty. No content to review.".to_owned()),
        // A FAIL row is read as high, a WARNING row as medium.
        severity_words: SeverityWord::list([
            (Severity::Critical, "CRITICAL"),
            (Severity::High, "FAIL"),
            (Severity::Medium, "WARNING"),
            (Severity::Info, "INFO"),
        ]),
        blocking: vec![Severity::Critical, Severity::High],
        unmet_from: None,
        marks_block: false,
        notes_block_from: None,
        // The signal itself fails an iteration, whatever the rows are called.
        requests_rest_on: RequestsRestOn::AnyFinding,
        new_ones_suffice: false,
        restart_on: None,
        ignored_is: None,
        third_time_is: Some(Severity::Critical),
        dimensions_identify: true,
        citation_required: false,
        architectural_cap: None,
        notice_from: None,
        late_are_notes: false,
        suggestion_rounds: Some(1),
        tiers: vec![Tier::new("developer", "spec-executor")],
        max_passes: 3,
        max_no_progress: None,
        clarifications: 0,
        max_stale: 3,
        // Never more than three runs for one document, whatever they looked at.
        stale_runs_count: true,
        max_decisions: 5,
        at_limit: AtLimit::Proceed,
        claims_are_told: false,
        resolved_are_told: true,
        failure_stops_phase: false,
        unreadable: Unreadable::Proceed,
        no_reviewer: NoReviewer::Proceed,
        user_choices: Vec::new(),
        manager_choices: Vec::new(),
        manual_choices: Vec::new(),
        dissent_choices: Choice::on_dissent(true),
        fix_commit: FixCommit::Separate,
        commit_after_approval: false,
        fix_tasks: Some(3),
        responses_required: false,
        technical_reasons: false,
        rulings_required: false,
        separation: Separation::Warn,
        endings_attested: false,
        comments_keep: false,
        agents: Agents {
            reviewer: "spec-reviewer".to_owned(),
            author: "plan-synthesizer".to_owned(),
            verifier: "countersign-verifier".to_owned(),
            tester: "qa-engineer".to_owned(),
            manager: None,
        },
        models: Models::default(),
        reviewer_turns: 15,
        affected_files_up_to: 300,
        finding_ids: "F{n}".to_owned(),
        gate_words: "still blocked by {ids}".to_owned(),
        limit_words: "Max iterations ({max}) reached without REVIEW_PASS".to_owned(),
        no_signal_words: "REVIEW_PASS (no signal)".to_owned(),
        unresolved_heading: "### Review Warning: {name}".to_owned(),
        reports: Reports {
            task: ".countersign/reviews/{id}.md".to_owned(),
            on_demand: ".countersign/reviews/{id}-manual.md".to_owned(),
            plan: ".countersign/reviews/{id}.md".to_owned(),
            execution: ".countersign/reviews/{id}.md".to_owned(),
            artifact: ".countersign/reviews/{spec}-{artifact}.md".to_owned(),
            change: ".countersign/reviews/{id}.md".to_owned(),
        },
        journals: vec![Journal::new("{spec_dir}/.progress.md", JournalForm::Entries)],
    }
}

fn artifacts() -> Vec<ArtifactRule> {
    let rule = |name: &str, author: &str, rubric| ArtifactRule {
        name: name.to_owned(),
        author: author.to_owned(),
        rubric,
    };
    vec![
        rule(
            "research",
            "research-analyst",
            Dimension::list([
                ("Completeness", "executive summary, codebase analysis, feasibility assessment"),
                ("Grounding", "what it claims rests on files, documentation or sources it names"),
                ("Scope", "it answers the question asked, no other"),
            ]),
        ),
        rule(
            "requirements",
            "product-manager",
            Dimension::list([
                ("Completeness", "acceptance criteria with ids, functional requirements with a priority"),
                ("Testability", "each criterion can be shown to hold or not to hold"),
                ("Traceability", "each requirement comes from the research or the goal"),
                ("Scope", "nothing the goal does not need; what is out of scope is said"),
            ]),
        ),
        rule(
            "design",
            "architect-reviewer",
            Dimension::list([
                ("Completeness", "architecture, components, data flow, technical decisions, file structure"),
                ("Consistency", "its parts do not contradict each other or the requirements"),
                ("Feasibility", "it can be built with what is there"),
                ("Patterns", "it follows the patterns of the code base"),
                ("Principles", "each part has one reason to change"),
            ]),
        ),
        rule(
            "tasks",
            "task-planner",
            Dimension::list([
                ("Completeness", "each task has Do, Files, Done when, Verify, Commit"),
                ("Traceability", "each task names the requirement or design element it serves"),
                ("Actionability", "an executor can do it without asking"),
                ("Structure", "first a working path through, then refactoring, tests, quality gates"),
                ("Quality gates", "a verification task every two or three tasks"),
            ]),
        ),
    ]
}
