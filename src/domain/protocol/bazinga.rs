//! BAZINGA: a tech lead's review of a group's branch; progress counts, and without it the work goes up the tiers (SPEC 4.5).

use super::{
    Agents, AtLimit, Choice, Dimension, Effect, FixCommit, Journal, JournalForm, Models, NoReviewer,
    Protocol, RangeRule, Reports, RequestsRestOn, ReviewMode, Separation, SeverityWord, Tier, Unreadable,
};
use crate::domain::plan_check::PlanCheckRules;
use crate::domain::review::Severity;
use crate::domain::subject::SubjectKind;

pub(super) fn protocol() -> Protocol {
    Protocol {
        name: "bazinga".to_owned(),
        dialect: "bazinga".to_owned(),
        subjects: vec![SubjectKind::Change],
        on_request: Vec::new(),
        mode: ReviewMode::Auto,
        range: vec![RangeRule::MergeBase],
        artifacts: Vec::new(),
        rubric: Dimension::list([
            ("Security", "who can make it do what it must not"),
            ("Edge cases", "empty, huge, missing, repeated, out of order"),
            ("Maintenance", "what the next change here will break"),
            ("Load", "what happens at a thousand times the traffic"),
            ("Integration", "what callers and neighbours expect of it"),
        ]),
        plan_check: PlanCheckRules::either(),
        precheck: false,
        empty_document: None,
        severity_words: SeverityWord::list([
            (Severity::Critical, "CRITICAL"),
            (Severity::High, "HIGH"),
            (Severity::Medium, "MEDIUM"),
            (Severity::Low, "LOW"),
        ]),
        blocking: vec![Severity::Critical, Severity::High],
        unmet_from: None,
        marks_block: true,
        notes_block_from: None,
        requests_rest_on: RequestsRestOn::Blocking,
        restart_on: None,
        ignored_is: None,
        third_time_is: None,
        dimensions_identify: false,
        citation_required: false,
        architectural_cap: None,
        notice_from: None,
        late_are_notes: true,
        suggestion_rounds: None,
        tiers: vec![
            Tier::new("developer", "developer"),
            Tier::new("senior_engineer", "senior_software_engineer"),
        ],
        max_passes: 5,
        max_no_progress: Some(2),
        clarifications: 1,
        max_stale: 3,
        max_decisions: 5,
        at_limit: AtLimit::Ask,
        resolved_are_told: false,
        failure_stops_phase: false,
        unreadable: Unreadable::UsesPass,
        no_reviewer: NoReviewer::NextTier,
        user_choices: vec![
            Choice::new("reduce_scope", "plan it anew with less", Effect::Replan),
            Choice::new("fix", "one more round of the present tier", Effect::Fix),
            Choice::new("stop", "stop here", Effect::Abort),
        ],
        // Approval by force is not among them.
        manager_choices: vec![
            Choice::new("replan", "give this up and plan new subjects in its place", Effect::Replan),
            Choice::new(
                "senior_engineer",
                "a senior engineer takes it on",
                Effect::HandOver { tier: "senior_engineer".to_owned() },
            ),
            Choice::new("restart", "reject the work and start over", Effect::Reexecute),
            Choice::new("ask_user", "ask the user to reduce the scope", Effect::AskUser),
        ],
        manual_choices: Vec::new(),
        // What blocks is mended or ruled on, never waved through.
        dissent_choices: Choice::on_dissent(false),
        fix_commit: FixCommit::Separate,
        commit_after_approval: false,
        fix_tasks: None,
        responses_required: true,
        technical_reasons: true,
        rulings_required: true,
        separation: Separation::RequireWhenAttested,
        comments_keep: false,
        agents: Agents {
            reviewer: "tech_lead".to_owned(),
            author: "project_manager".to_owned(),
            verifier: "countersign-verifier".to_owned(),
            tester: "qa_expert".to_owned(),
            manager: Some("project_manager".to_owned()),
        },
        models: Models::default(),
        reviewer_turns: 15,
        affected_files_up_to: 300,
        finding_ids: "TL-{subject}-{pass}-{seq}".to_owned(),
        gate_words: "Unresolved blocking review issues: [{ids}]".to_owned(),
        limit_words: "the limit of {max} is reached".to_owned(),
        no_signal_words: "no verdict could be read".to_owned(),
        unresolved_heading: "### Unresolved Review Findings".to_owned(),
        reports: Reports {
            task: "bazinga/artifacts/{newest:bazinga_}/{id}/REVIEW.md".to_owned(),
            on_demand: "bazinga/artifacts/{newest:bazinga_}/{id}/REVIEW.md".to_owned(),
            plan: "bazinga/artifacts/{newest:bazinga_}/{id}/REVIEW.md".to_owned(),
            execution: "bazinga/artifacts/{newest:bazinga_}/{id}/REVIEW.md".to_owned(),
            artifact: "bazinga/artifacts/{newest:bazinga_}/{id}/REVIEW.md".to_owned(),
            change: "bazinga/artifacts/{newest:bazinga_}/{id}/REVIEW.md".to_owned(),
        },
        journals: vec![Journal::new(
            "bazinga/artifacts/{newest:bazinga_}/{id}/handoff_tech_lead.json",
            JournalForm::Handoff,
        )],
    }
}
