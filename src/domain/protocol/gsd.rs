//! GSD with execution reviews: the work tree before its commit, three attempts, a critical means do it again (SPEC 4.3).

use super::{
    Agents, AtLimit, Choice, Dimension, Effect, FixCommit, Journal, Models, NoReviewer, Protocol, RangeRule,
    Reports, RequestsRestOn, ReviewMode, Separation, SeverityWord, Tier, Unreadable,
};
use crate::domain::plan_check::PlanCheckRules;
use crate::domain::review::Severity;
use crate::domain::subject::SubjectKind;

pub(super) fn protocol() -> Protocol {
    Protocol {
        name: "gsd".to_owned(),
        dialect: "gsd".to_owned(),
        subjects: vec![SubjectKind::Change, SubjectKind::Execution],
        on_request: Vec::new(),
        mode: ReviewMode::Auto,
        range: vec![RangeRule::WorkTree],
        artifacts: Vec::new(),
        // The kinds of its reviewer's requirements checklist, and the step that it may never leave out.
        rubric: Dimension::list([
            ("Functional requirements", "what it must do, each one by itself, and only that"),
            ("Behavioral requirements", "how it must act: on errors, at its limits, in which order"),
            ("Constraints", "what it must keep to: formats, versions, patterns, what it must not touch"),
            (
                "Implicit requirements",
                "what was not said and is taken for granted, what worked before above all",
            ),
            ("Permissions and isolation", "who may call it, and whose data it can reach"),
        ]),
        plan_check: PlanCheckRules::gsd(),
        precheck: false,
        empty_document: None,
        severity_words: SeverityWord::list([
            (Severity::Critical, "Critical"),
            (Severity::Medium, "Warning"),
            (Severity::Info, "Info"),
        ]),
        blocking: vec![Severity::Critical],
        // A row NOT_MET or PARTIALLY_MET, and scope creep, are read as high.
        unmet_from: Some(Severity::High),
        marks_block: false,
        notes_block_from: Some(4),
        requests_rest_on: RequestsRestOn::Blocking,
        // Its agents: earlier findings addressed but new ones there is NEEDS_FIX.
        new_ones_suffice: true,
        restart_on: Some(Severity::Critical),
        ignored_is: Some(Severity::Critical),
        third_time_is: None,
        dimensions_identify: false,
        citation_required: false,
        architectural_cap: None,
        notice_from: None,
        late_are_notes: false,
        suggestion_rounds: None,
        tiers: vec![Tier::new("developer", "gsd-executor")],
        // `max_retries` 2: one attempt and two more.
        max_passes: 3,
        max_no_progress: None,
        clarifications: 1,
        max_stale: 3,
        stale_runs_count: false,
        max_decisions: 5,
        at_limit: AtLimit::Ask,
        claims_are_told: true,
        resolved_are_told: true,
        failure_stops_phase: false,
        unreadable: Unreadable::UsesPass,
        no_reviewer: NoReviewer::AskUser,
        user_choices: vec![
            Choice::new("commit", "commit it as it is", Effect::Accept),
            Choice::new("skip", "restore its files and go on without it", Effect::Skip),
            Choice::new("stop", "stop the execution here", Effect::Abort),
        ],
        manager_choices: Vec::new(),
        manual_choices: Vec::new(),
        dissent_choices: Choice::on_dissent(true),
        fix_commit: FixCommit::None,
        commit_after_approval: true,
        fix_tasks: None,
        responses_required: false,
        technical_reasons: false,
        rulings_required: false,
        separation: Separation::Warn,
        endings_attested: false,
        comments_keep: false,
        agents: Agents {
            reviewer: "gsd-execution-reviewer".to_owned(),
            author: "gsd-planner".to_owned(),
            verifier: "gsd-verifier".to_owned(),
            tester: "gsd-executor".to_owned(),
            manager: None,
        },
        models: Models::default(),
        reviewer_turns: 15,
        affected_files_up_to: 300,
        finding_ids: "F{n}".to_owned(),
        gate_words: "still blocked by {ids}".to_owned(),
        limit_words: "the limit of {max} is reached".to_owned(),
        no_signal_words: "no verdict could be read".to_owned(),
        unresolved_heading: "### Unresolved Review Findings".to_owned(),
        reports: Reports {
            task: "{phase_dir}/{pp}-{plan}-REVIEW-T{task}.md".to_owned(),
            on_demand: "{phase_dir}/{pp}-{plan}-REVIEW-manual.md".to_owned(),
            plan: "{phase_dir}/{pp}-{plan}-REVIEW-plan.md".to_owned(),
            execution: "{phase_dir}/{pp}-{plan}-REVIEW-execution.md".to_owned(),
            artifact: ".planning/reviews/REVIEW-{id}.md".to_owned(),
            change: ".planning/reviews/REVIEW-{id}.md".to_owned(),
        },
        journals: Journal::of_summary(),
    }
}
