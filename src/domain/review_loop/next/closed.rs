//! Steps of a loop that has ended.

use std::collections::BTreeSet;

use serde_json::json;

use super::{Surroundings, count, rows};
use crate::domain::envelope::markdown;
use crate::domain::finding::Finding;
use crate::domain::ids::{FindingId, LoopId};
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::plan::layout;
use crate::domain::review::{ResponseKind, Verdict};
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::left::{is_replanned, waits_for_tests};
use crate::domain::review_loop::state::{LoopState, PassRecord};
use crate::domain::review_loop::{course, options};
use crate::domain::subject::{PinnedFile, Subject};

/// Tells the host how it ended and what that means for it.
pub(super) fn closed(state: &LoopState, outcome: Outcome, around: Surroundings) -> NextStep {
    // A phase can be asked for where its folder is one; other plans stand by themselves.
    let in_phase = state.subject.plan_path().is_some_and(|path| layout::phase_of(path).is_some());
    let call = match (state.subject.phase().filter(|_| in_phase), &state.subject) {
        (Some(phase), _) => Call::new("loop_status", [("phase", json!(phase))]),
        // A spec is asked for as a phase is: that names what of it is reviewed next.
        (None, Subject::Artifact { spec, .. }) => Call::new("loop_status", [("phase", json!(spec))]),
        (None, _) => Call::new("loop_status", []),
    };
    let (action, why) = in_words(state, outcome, around);
    let mut step = if tests_are_to_be_seen(state) {
        // Whoever wants what took its place asks for that by its id.
        let call = Call::new("record_tests", [("loop_id", json!(state.id.as_str()))]);
        NextStep::new(action, Who::Host, why, call, &["failed", "passed"])
    } else if let Some(by) = state.replaced_by.last() {
        // What took its place leads on.
        let call = Call::new("loop_status", [("loop_id", json!(by.as_str()))]);
        NextStep::new(action, Who::Host, why, call, &[])
    } else if is_replanned(state) && options::may_be_replaced(state) {
        // By the same rules, also where no system is told by its files.
        let rules = json!(state.protocol.name);
        let call = Call::new("review_task", [("replaces", json!(state.id.as_str())), ("protocol", rules)]);
        NextStep::new(action, Who::Host, why, call, &["id", "title", "criteria"])
    } else {
        NextStep::new(action, Who::Host, why, call, &[])
    };
    step.outcome = Some(outcome.as_str().to_owned());
    step.options = options::words(state);
    let in_person = options::in_person_words(state);
    match outcome {
        // Late notes stay open under an approval: they are shown, and do not count.
        Outcome::Approved | Outcome::ApprovedWithNotes => {
            step.findings = rows(state);
            let absent = state.pass().and_then(PassRecord::unseen);
            step.warnings.extend(absent.map(|why| format!("no reviewer looked at it ({why})")));
            step.warnings.extend(overruled(state));
            if state.protocol.manager_choices.is_empty() {
                step.warnings.extend(raised_after_acceptance(state));
                step.warnings.extend(skipped_suggestions(state));
            } else {
                // What is approved goes to the manager, who has not seen the rounds.
                step.warnings.extend(flags(state));
            }
        }
        Outcome::AcceptedWithWarnings | Outcome::AcceptedWithIssues => step.warnings = warnings(state),
        Outcome::Failed => {
            step.findings = rows(state);
            step.warnings = warnings(state);
        }
        Outcome::Skipped | Outcome::Aborted | Outcome::Abandoned => step.warnings = blocking(state),
    }
    step.warnings.extend(in_person);
    step.summary_section = left_open(state);
    if !around.settled {
        files(state, outcome, &mut step);
    }
    if action == Action::Proceed {
        step.next = next_document(state);
    }
    step
}

fn in_words(state: &LoopState, outcome: Outcome, around: Surroundings) -> (Action, String) {
    let label = state.subject.label();
    let commit = match (state.protocol.commit_after_approval, around.settled) {
        (true, _) if state.passes.is_empty() => {
            ": commit what was changed for it (no review pinned it, so no file is named here)"
        }
        (true, false) => ": commit its files",
        (true, true) => "; nothing of its files is left to commit",
        (false, _) => "",
    };
    match outcome {
        Outcome::Approved => {
            let late = match rows(state).len() {
                0 => String::new(),
                n => format!("; {} came too late to count", count(n, "note")),
            };
            (Action::Proceed, format!("{label} is approved{late}{commit}"))
        }
        Outcome::ApprovedWithNotes => {
            let open = rows(state).len();
            let notes = if open == 0 { "nothing open".to_owned() } else { count(open, "open note") };
            let why = match state.pass().and_then(|p| p.absent.as_deref()) {
                Some(absent) => format!(
                    "no reviewer could run ({absent}); the check before him lets {label} pass with {notes}"
                ),
                None => format!("{label} is approved with {notes}"),
            };
            let why = if state.subject.kind().is_document() && open > 0 {
                format!("{why}; give `findings` to whoever works by it")
            } else {
                format!("{why}{commit}")
            };
            (Action::Proceed, why)
        }
        Outcome::AcceptedWithWarnings => (Action::Proceed, went_on(state, str::to_owned)),
        Outcome::AcceptedWithIssues => {
            (Action::Proceed, format!("{label} goes on with what is open, as was chosen{commit}"))
        }
        Outcome::Skipped if around.settled => (
            Action::Proceed,
            format!("{label} is skipped, as was chosen, and what it changed is taken back: go on without it"),
        ),
        Outcome::Skipped if state.passes.is_empty() => (
            Action::Proceed,
            format!(
                "{label} is skipped, as was chosen: take back what was changed for it (no review pinned it, so no file is named here), and go on without it"
            ),
        ),
        Outcome::Skipped => (
            Action::Proceed,
            format!(
                "{label} is skipped, as was chosen: restore what `files` names{}, remove what `added` names{}, and go on without it",
                as_the_base_has_it(state),
                if is_in_commits(state) { ", commit that" } else { "" }
            ),
        ),
        Outcome::Failed => {
            let why = failed(state);
            let stops = state.protocol.failure_stops_phase;
            let phase =
                if stops { ": stop the whole phase, all its plans, those already approved too" } else { "" };
            (Action::Stop, format!("{why}{phase}"))
        }
        Outcome::Aborted => {
            (Action::Stop, format!("{label} was stopped by choice: nothing is done further without the user"))
        }
        Outcome::Abandoned => {
            let given_up = format!("the review of {label} was given up by choice");
            let by: Vec<&str> = state.replaced_by.iter().map(LoopId::as_str).collect();
            let why = match (by.as_slice(), is_replanned(state)) {
                ([], false) => given_up,
                ([], true) => {
                    format!(
                        "{given_up}, to be planned anew: review each subject that takes its place with this call"
                    )
                }
                (by, _) if tests_are_to_be_seen(state) => {
                    let what = count(state.failing_tests().len(), "test");
                    format!(
                        "{given_up} while {what} failed, which no review of what took its place mends: once a run is green, send it with this call (in its place: {})",
                        by.join(", ")
                    )
                }
                (by, _) => format!("{given_up}; in its place: {}", by.join(", ")),
            };
            (Action::Stop, why)
        }
    }
}

/// Tells whether a subject that others took the place of waits for a run that shows its tests to pass.
fn tests_are_to_be_seen(state: &LoopState) -> bool {
    !state.replaced_by.is_empty() && waits_for_tests(state)
}

/// Says that a second answer asked for changes and a person kept to the first.
fn overruled(state: &LoopState) -> Option<String> {
    let aside = state.answered()?.upheld.as_ref()?;
    let by = state.decisions.last()?;
    let ids: Vec<String> = aside.iter().map(ToString::to_string).collect();
    let what = if ids.is_empty() { "it".to_owned() } else { ids.join(", ") };
    Some(format!(
        "a second review asked for changes; {} kept to the first ({}) and laid {what} aside",
        by.decided_by, by.standing
    ))
}

/// Why a loop failed.
fn failed(state: &LoopState) -> String {
    let label = state.subject.label();
    let last = state.pass().and_then(|p| p.answer.as_ref()).map(|(_, j)| j);
    if last.is_some_and(|j| !j.swings.is_empty()) {
        return format!("the reviews of {label} ask for opposite things, and it cannot pass so");
    }
    if let Some(why) = state.pass().and_then(|p| p.absent.as_deref()) {
        let times = count(state.absences as usize, "time");
        return format!("no reviewer could run for {label} {times} in a row ({why})");
    }
    let passes = state.pass().map_or(0, |p| p.number);
    format!("{label} has not passed after {}", count(passes as usize, "review"))
}

/// Why a loop goes on with what is open, by the protocol's own rule.
///
/// `shown` makes foreign text fit for the place; the system's own words stay as they are.
fn went_on(state: &LoopState, shown: fn(&str) -> String) -> String {
    let label = shown(&state.subject.label());
    if !state.failing_tests().is_empty() {
        let tests = count(state.failing_tests().len(), "test");
        return format!("the test runs of {label} are used up; it goes on with {tests} failing");
    }
    let last = state.pass();
    if let Some(why) = last.and_then(|p| p.absent.as_deref()) {
        return format!("no reviewer could run for {label} ({}); it goes on with a warning", shown(why));
    }
    if state.stale > 0 {
        return format!(
            "{}, and {label} moved under the last of its reviewers: nobody looked at it as it stands; it goes on with a warning",
            limit_words(state)
        );
    }
    let judged = last.and_then(|p| p.answer.as_ref()).map(|(_, j)| j);
    let unclear = judged.is_some_and(|j| j.verdict == Verdict::Unclear);
    let early = course::runs(state) < state.protocol.max_passes;
    if judged.is_some_and(|j| !j.swings.is_empty()) {
        return format!(
            "the reviews of {label} ask for opposite things; it goes on with its findings unresolved"
        );
    }
    if unclear && early {
        return format!(
            "the review of {label} gave no signal; it goes on with a warning: {}",
            state.protocol.no_signal_words
        );
    }
    if early && state.open_findings().iter().all(|f| f.suggestion) {
        return format!("the review of {label} only has suggestions for the author of the spec; it goes on");
    }
    if unclear {
        return format!(
            "{}, and the last review of {label} gave no verdict; it goes on with a warning",
            limit_words(state)
        );
    }
    let rest = if state.open_findings().is_empty() {
        "without a review that could be read"
    } else {
        "with its findings unresolved"
    };
    format!("{}; {label} goes on {rest}", limit_words(state))
}

/// Says in the system's words that the passes are used up.
pub(super) fn limit_words(state: &LoopState) -> String {
    let words = &state.protocol.limit_words;
    let most = state.protocol.max_passes;
    // A sentence of ours counts passes, a system's own words have the number alone.
    let max = if words.contains("({max})") { most.to_string() } else { passes(most) };
    let words = words.replace("{max}", &max);
    if !course::counts_stale_runs(state) {
        return words;
    }
    let all = count(course::runs(state) as usize, "run");
    format!("{words} ({} of {all} looked at what moved meanwhile)", state.stale_runs)
}

fn passes(n: u32) -> String {
    if n == 1 { "1 pass".to_owned() } else { format!("{n} passes") }
}

/// Returns what somebody above the fixer should know of his responses, where each finding asks for one (SPEC 4.5): rounds
/// in which more than half were rejections, and suggestions of which none was taken up.
pub fn flags(state: &LoopState) -> Vec<String> {
    let mut told = Vec::new();
    for pass in state.passes.iter().filter(|_| state.protocol.responses_required) {
        let (rejected, all) = pass.rejections();
        if rejected * 2 > all {
            let of = pass.number;
            told.push(format!("{rejected} of {all} responses to pass {of} were rejections: more than half"));
        }
    }
    told.extend(raised_after_acceptance(state));
    told.extend(skipped_suggestions(state));
    told
}

/// Says which reviews raised again what was rejected and the rejection accepted.
fn raised_after_acceptance(state: &LoopState) -> Vec<String> {
    let of_pass = |pass: &PassRecord| {
        let (_, judgement) = pass.answer.as_ref()?;
        let ids: BTreeSet<&str> = judgement.fallen.iter().map(FindingId::as_str).collect();
        let ids: Vec<&str> = ids.into_iter().collect();
        (!ids.is_empty()).then(|| {
            format!(
                "pass {} raised {} again, after the rejection was accepted: it stays accepted",
                pass.number,
                ids.join(", ")
            )
        })
    };
    state.passes.iter().filter_map(of_pass).collect()
}

/// Says when every suggestion of the first review was put off (SPEC 4.5).
fn skipped_suggestions(state: &LoopState) -> Option<String> {
    let first = state.passes.iter().find(|p| p.answer.is_some())?;
    let put_off = |id: &FindingId| {
        let last = first.responses.iter().rev().find(|r| &r.finding_id == id);
        last.is_some_and(|r| matches!(r.response, ResponseKind::Skipped | ResponseKind::Deferred))
    };
    let (_, judgement) = first.answer.as_ref()?;
    let raised = judgement.findings.iter().filter(|f| judgement.raised.contains(&f.id));
    let notes: Vec<_> = raised.filter(|f| !f.blocks(&state.protocol)).collect();
    let all = !notes.is_empty() && notes.iter().all(|f| put_off(&f.id));
    all.then(|| match notes.len() {
        1 => format!("the one suggestion of pass {} was not taken up", first.number),
        n => format!("none of the {n} suggestions of pass {} was taken up", first.number),
    })
}

/// What is to be committed now, or restored, where the review comes before the commit (SPEC 4.3).
fn files(state: &LoopState, outcome: Outcome, step: &mut NextStep) {
    if !state.protocol.commit_after_approval {
        return;
    }
    let Some(pass) = state.pass() else { return };
    match outcome {
        Outcome::Approved
        | Outcome::ApprovedWithNotes
        | Outcome::AcceptedWithWarnings
        | Outcome::AcceptedWithIssues => {
            // Of a renamed file both names belong to the commit.
            let both = |f: &PinnedFile| f.old_path.iter().chain([&f.path]).map(ToString::to_string).collect();
            step.files = pass.change.files.iter().flat_map::<Vec<String>, _>(both).collect();
            step.files.sort();
            step.files.dedup();
            step.commit = Some("separate".to_owned());
        }
        Outcome::Skipped => {
            (step.files, step.added) = to_take_back(&pass.change.files);
            step.warnings.extend(may_be_others(state));
        }
        Outcome::Aborted | Outcome::Failed | Outcome::Abandoned => {}
    }
}

/// Says which commit holds what is restored: the attempt may be committed meanwhile.
pub(super) fn as_the_base_has_it(state: &LoopState) -> String {
    let base = state.pass().and_then(|pass| pass.change.base.as_ref());
    base.map(|base| format!(" as {} has them", base.short())).unwrap_or_default()
}

/// Tells whether commits hold of the change what was looked at last: restoring its files is to be committed then.
fn is_in_commits(state: &LoopState) -> bool {
    state.pass().is_some_and(|pass| !pass.change.commits.is_empty())
}

/// What takes a change back: the paths to restore, and those to remove. A renamed file comes back under its old name.
pub(super) fn to_take_back(files: &[PinnedFile]) -> (Vec<String>, Vec<String>) {
    let (mut restore, mut remove) = (Vec::new(), Vec::new());
    for file in files {
        match &file.old_path {
            Some(old) => restore.push(old.to_string()),
            None if !file.added => restore.push(file.path.to_string()),
            None => {}
        }
        if file.added || file.old_path.is_some() {
            remove.push(file.path.to_string());
        }
    }
    for paths in [&mut restore, &mut remove] {
        paths.sort();
        paths.dedup();
    }
    // Something else stands under that name by now: it is restored over it.
    remove.retain(|path| !restore.contains(path));
    (restore, remove)
}

/// Says that not every file to take back need be the attempt's.
pub(super) fn may_be_others(state: &LoopState) -> Option<String> {
    state.takes_all_that_differs().then(|| {
        "nobody listed the files of this change, so that all that lay uncommitted was reviewed: take back and remove only what the attempt itself changed or added".to_owned()
    })
}

/// The document that is written after this one.
fn next_document(state: &LoopState) -> Option<String> {
    let Subject::Artifact { artifact, .. } = &state.subject else { return None };
    let at = state.protocol.artifacts.iter().position(|a| &a.name == artifact)?;
    state.protocol.artifacts.get(at + 1).map(|a| a.name.clone())
}

/// The open findings that block, a line each.
pub(super) fn blocking(state: &LoopState) -> Vec<String> {
    state
        .open_findings()
        .iter()
        .filter(|f| f.blocks(&state.protocol))
        .map(|f| format!("{} {}: {}", f.id, state.protocol.word_of(&f.said), f.said.title))
        .collect()
}

fn warnings(state: &LoopState) -> Vec<String> {
    let label = state.subject.label();
    let mut told = blocking(state);
    told.extend(state.failing_tests().iter().map(|test| format!("test {test} fails")));
    if told.is_empty() && !state.findings.iter().any(|f| f.is_open()) {
        let absent = state.pass().is_some_and(|p| p.unseen().is_some());
        let how = if absent { "no reviewer looked at" } else { "no review that can be read was given of" };
        told.push(format!("{how} {label}"));
    }
    told
}

/// Returns what is to be written down of what a loop leaves open; nothing while it goes on, or where it leaves nothing.
pub fn left_open(state: &LoopState) -> Option<String> {
    match state.outcome()? {
        Outcome::Approved | Outcome::ApprovedWithNotes => {
            let suggests = state.open_findings().iter().any(|f| f.suggestion);
            suggests.then(|| summary_section(state))
        }
        Outcome::AcceptedWithWarnings | Outcome::AcceptedWithIssues => Some(summary_section(state)),
        Outcome::Skipped | Outcome::Aborted | Outcome::Failed | Outcome::Abandoned => None,
    }
}

/// Returns the section that the executor puts into its SUMMARY, or the coordinator into its log: what stays
/// unresolved, and apart from it what is for the author of the spec.
fn summary_section(state: &LoopState) -> String {
    let label = state.subject.label();
    let (suggestions, open): (Vec<_>, Vec<_>) = state.open_findings().into_iter().partition(|f| f.suggestion);
    let mut parts = Vec::new();
    let tests: String =
        state.failing_tests().iter().map(|test| format!("- test {} fails\n", markdown(test))).collect();
    if !open.is_empty() || !tests.is_empty() || suggestions.is_empty() {
        let name = match &state.subject {
            Subject::Artifact { artifact, .. } => artifact.clone(),
            Subject::Task { task, .. } => format!("execution (Task {task})"),
            Subject::Change { .. } | Subject::Plan { .. } | Subject::Execution { .. } => label.clone(),
        };
        let heading = state.protocol.unresolved_heading.replace("{name}", &markdown(&name));
        let items = if open.is_empty() && !tests.is_empty() {
            tests
        } else if open.is_empty() {
            let why = if state.pass().is_some_and(|p| p.unseen().is_some()) {
                "No reviewer could run."
            } else {
                "No review that can be read was given."
            };
            format!("- {why}\n")
        } else {
            rows_of(state, &open) + &tests
        };
        let why = match state.outcome() {
            Some(Outcome::AcceptedWithWarnings) => sentence(&went_on(state, markdown)),
            Some(_) | None => String::new(),
        };
        parts.push(format!("{heading}\n\n**{}**\n\n{why}{items}", markdown(&label)));
    }
    if !suggestions.is_empty() {
        parts.push(format!(
            "## Review Suggestions\n\n**{}**\n\n{}",
            markdown(&label),
            rows_of(state, &suggestions)
        ));
    }
    parts.join("\n")
}

fn rows_of(state: &LoopState, findings: &[&Finding]) -> String {
    let row = |f: &&Finding| {
        let place = f.place().or_else(|| f.said.requirement.clone());
        let place = place.map(|p| format!(" ({})", markdown(&p))).unwrap_or_default();
        let word = state.protocol.word_of(&f.said);
        format!("- {} {word}: {}{place}\n", f.id, markdown(&f.said.title))
    };
    findings.iter().map(row).collect()
}

/// A paragraph of one sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.\n\n", letters.as_str())
}
