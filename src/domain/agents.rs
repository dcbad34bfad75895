//! Which subagents are known by the name of their definition, and which loop one of them is started for.
//!
//! A host names an agent by its definition alone. What it is to do is looked up in the loops that are open: one that
//! can be meant is taken, and where several can be, none is. Never guesses, and knows no system by name: the names are
//! those of the protocols (SPEC 4) and of the definitions that come with the program.

pub mod chooser;

use super::attested::Attested;
use super::protocol::Protocol;
use super::review_loop::{LoopState, Standing};

/// The reviewer that comes with the program; it reviews for any protocol.
const REVIEWER: &str = "countersign-reviewer";
/// The executor that comes with it; it mends for any protocol.
const EXECUTOR: &str = "countersign-executor";

/// What an agent is started for, by the name of its definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Reviewer,
    /// Mends or revises: the fixers of the tiers, and the authors of documents.
    Fixer,
}

impl Role {
    /// Returns the word for events and sentences.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Reviewer => "reviewer",
            Role::Fixer => "fixer",
        }
    }
}

/// Returns what an agent of a known definition is started for; nothing for every other.
pub fn role(by: &Attested) -> Option<Role> {
    if by.is_a(REVIEWER) {
        return Some(Role::Reviewer);
    }
    if by.is_a(EXECUTOR) {
        return Some(Role::Fixer);
    }
    let all = Protocol::all();
    if all.iter().any(|p| by.is_a(&p.agents.reviewer)) {
        return Some(Role::Reviewer);
    }
    let mends = |p: &Protocol| {
        p.tiers.iter().any(|t| by.is_a(&t.agent))
            || by.is_a(&p.agents.author)
            || p.artifacts.iter().any(|a| by.is_a(&a.author))
    };
    all.iter().any(mends).then_some(Role::Fixer)
}

/// Tells whether an agent's definition, which a host always names, may be anybody's: it has no part of its own in any protocol, as who verifies,
/// tests or manages has.
pub fn may_be_anybody(by: &Attested) -> bool {
    let others = |p: &Protocol| {
        let manager = p.agents.manager.as_ref();
        [&p.agents.verifier, &p.agents.tester].into_iter().chain(manager).any(|name| by.is_a(name))
    };
    by.kind.is_some() && role(by).is_none() && !Protocol::all().iter().any(others)
}

/// Tells whether an agent's definition is one that reviews in this loop.
pub fn reviews(state: &LoopState, by: &Attested) -> bool {
    by.is_a(REVIEWER) || by.is_a(&state.protocol.agents.reviewer)
}

/// Tells whether an agent's definition is the one that mends in this loop now.
pub fn mends(state: &LoopState, by: &Attested) -> bool {
    let author = || state.subject.kind().is_document() && by.is_a(state.protocol.author_of(&state.subject));
    by.is_a(EXECUTOR) || author() || state.fixer().is_some_and(|tier| by.is_a(&tier.agent))
}

/// Which of the open loops an agent can be meant for.
#[derive(Debug, Clone, PartialEq)]
pub enum Meant<'l> {
    Nothing,
    One(&'l LoopState),
    /// More than one, so none of them.
    Several(Vec<&'l LoopState>),
}

impl<'l> Meant<'l> {
    fn of(mut found: Vec<&'l LoopState>) -> Self {
        match found.len() {
            0 | 1 => found.pop().map_or(Meant::Nothing, Meant::One),
            _ => Meant::Several(found),
        }
    }
}

/// Finds the loop that a reviewer who starts on a branch is to answer: the one with an open pass; where none is open,
/// the one whose next pass is due. `changed` tells of a loop in whose hands the work is whether it was worked on.
pub fn meant_for_reviewer<'l>(
    open: &[&'l LoopState],
    by: &Attested,
    branch: Option<&str>,
    changed: impl Fn(&LoopState) -> bool,
) -> Meant<'l> {
    let ours = |s: &LoopState| reviews(s, by) && s.subject.branch() == branch;
    let ours: Vec<&LoopState> = open.iter().copied().filter(|s| ours(s)).collect();
    waiting(&ours, changed)
}

/// Finds which of these loops waits for a review: the one with an open pass; where none is open, the one whose next
/// pass is due.
pub fn waiting<'l>(ours: &[&'l LoopState], changed: impl Fn(&LoopState) -> bool) -> Meant<'l> {
    let of = |wanted: &dyn Fn(&LoopState) -> bool| -> Vec<&'l LoopState> {
        ours.iter().copied().filter(|s| wanted(s)).collect()
    };
    let waiting = of(&|s| s.standing == Standing::Review);
    if !waiting.is_empty() {
        return Meant::of(waiting);
    }
    Meant::of(of(&|s| match s.standing {
        Standing::NextReview(_) | Standing::Unreviewed { .. } => true,
        Standing::Fix => (!s.protocol.responses_required || s.unanswered().is_empty()) && changed(s),
        Standing::Reexecute => s.failing_tests().is_empty() && changed(s),
        Standing::Review | Standing::Retest | Standing::Ask(_) | Standing::Closed(_) => false,
    }))
}

/// Finds the loop that a fixer who starts on a branch is to mend.
pub fn meant_for_fixer<'l>(open: &[&'l LoopState], by: &Attested, branch: Option<&str>) -> Meant<'l> {
    let waits = |s: &&LoopState| {
        matches!(s.standing, Standing::Fix | Standing::Reexecute)
            && mends(s, by)
            && s.subject.branch() == branch
    };
    Meant::of(open.iter().copied().filter(waits).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: &str) -> Attested {
        Attested { session: "s".to_owned(), agent: Some("a".to_owned()), kind: Some(kind.to_owned()) }
    }

    #[test]
    fn each_protocols_agents_are_known_under_any_plugin() {
        for (kind, expected) in [
            ("mz-reviewer", Some(Role::Reviewer)),
            ("yolo:yolo-reviewer", Some(Role::Reviewer)),
            ("yolo-reviewer", Some(Role::Reviewer)),
            ("gsd-execution-reviewer", Some(Role::Reviewer)),
            ("spec-reviewer", Some(Role::Reviewer)),
            ("ralph-specum:spec-reviewer", Some(Role::Reviewer)),
            ("tech_lead", Some(Role::Reviewer)),
            ("countersign:countersign-reviewer", Some(Role::Reviewer)),
            ("Countersign-Reviewer", Some(Role::Reviewer)),
            ("mz-executor", Some(Role::Fixer)),
            ("yolo:yolo-architect", Some(Role::Fixer)),
            ("senior_software_engineer", Some(Role::Fixer)),
            ("research-analyst", Some(Role::Fixer)),
            ("countersign:countersign-executor", Some(Role::Fixer)),
            ("countersign-verifier", None),
            ("general-purpose", None),
            ("reviewer", None),
            ("mz-reviewer-of-mine", None),
            ("", None),
        ] {
            assert_eq!(role(&of(kind)), expected, "{kind}");
        }
        assert_eq!(role(&Attested { session: "s".to_owned(), agent: None, kind: None }), None);
    }

    #[test]
    fn who_has_another_part_is_not_anybody() {
        for (kind, expected) in [
            ("general-purpose", true),
            ("reviewer-of-mine", true),
            ("mz-reviewer", false),
            ("mz-executor", false),
            ("mz-verifier", false),
            ("countersign-verifier", false),
        ] {
            assert_eq!(may_be_anybody(&of(kind)), expected, "{kind}");
        }
    }
}
