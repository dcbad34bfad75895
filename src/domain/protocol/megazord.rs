//! Megazord (`/mz:*`): two stages in one pass, only critical blocks, three passes, then on with warnings (SPEC 4.1).

use super::{Agents, AtLimit, FixCommit, Models, Protocol, RangeRule, ReviewMode, SeverityWord};
use crate::domain::review::Severity;
use crate::domain::subject::SubjectKind;

pub(super) fn protocol() -> Protocol {
    let word = |severity, word: &str| SeverityWord { severity, word: word.to_owned() };
    Protocol {
        name: "megazord".to_owned(),
        dialect: "megazord".to_owned(),
        // A change is its on-demand review (`/mz:review`), inside or outside a phase.
        subjects: vec![SubjectKind::Task, SubjectKind::Change],
        range: RangeRule::CommitsOfTask,
        severity_words: vec![
            word(Severity::Critical, "critical"),
            word(Severity::Medium, "warning"),
            word(Severity::Info, "info"),
        ],
        blocking: vec![Severity::Critical],
        citation_required: true,
        architectural_cap: Some(Severity::Medium),
        notice_from: Some(4),
        max_passes: 3,
        at_limit: AtLimit::Proceed,
        clarifications: 1,
        max_stale: 3,
        mode: ReviewMode::Auto,
        agents: Agents {
            reviewer: "mz-reviewer".to_owned(),
            fixer: "mz-executor".to_owned(),
            verifier: "mz-verifier".to_owned(),
        },
        models: Models::default(),
        reviewer_turns: 15,
        affected_files_up_to: 300,
        fix_commit: FixCommit::Amend,
        responses_required: false,
        report_path: "{phase_dir}/{pp}-{plan}-REVIEW-T{task}.md".to_owned(),
        manual_report_path: "{phase_dir}/{pp}-{plan}-REVIEW-manual.md".to_owned(),
        change_report_path: ".planning/reviews/REVIEW-{id}.md".to_owned(),
    }
}
