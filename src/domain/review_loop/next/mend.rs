//! Steps of the one who mends: fix, revise, re-execute, respond, mend tests.

use serde_json::json;

use super::{Surroundings, count, loop_id, rows, work_at};
use crate::domain::finding::Finding;
use crate::domain::ids::FindingId;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::protocol::FixCommit;
use crate::domain::range::FIX_MESSAGE;
use crate::domain::review::{ResponseKind, Verdict};
use crate::domain::review_loop::event::Turned;
use crate::domain::review_loop::state::LoopState;
use crate::domain::subject::Subject;

/// The open findings are to be mended: by the author of a document, by the fixer of the tier otherwise.
pub(super) fn fix(state: &LoopState, around: Surroundings) -> NextStep {
    let answered_some = state.pass().is_some_and(|p| !p.responses.is_empty());
    let unanswered = state.unanswered();
    // Who takes over is told so first, whatever the one before him has answered.
    let takes_over = state.just_handed_over().is_some() || !chosen(state).is_empty();
    if state.protocol.responses_required && answered_some && !takes_over && !unanswered.is_empty() {
        return respond(state);
    }
    if state.subject.kind().is_document() {
        return revise(state);
    }
    let commit = match state.protocol.fix_commit {
        FixCommit::Amend if around.may_amend => FixCommit::Amend,
        FixCommit::Amend | FixCommit::Separate => FixCommit::Separate,
        FixCommit::None => FixCommit::None,
    };
    let task = fix_task(state);
    let how = match commit {
        FixCommit::Separate if task.is_some() => "committed by itself with the message on its Commit line",
        FixCommit::Amend => "amend the task's commit",
        FixCommit::Separate => "commit the fix separately, under the task's scope",
        FixCommit::None => "leave the fix uncommitted",
    };
    let (call, fill, then) = then(state);
    let blocking = state.blocking().len();
    let by =
        if task.is_some() { "Put the task in `fix` into the task list, have it executed" } else { "Mend" };
    let last = state.pass().and_then(|p| p.answer.as_ref()).map(|(_, judged)| judged.verdict);
    let asks_for_changes = matches!(last, Some(Verdict::ChangesRequested | Verdict::Rejected));
    let what = match blocking {
        0 if task.is_some() => format!("{by} and {how}"),
        0 if asks_for_changes && state.open_findings().len() == 1 => {
            format!("The review asks for changes. {by} the open finding and {how}")
        }
        0 if state
            .protocol
            .notes_block_from
            .is_some_and(|from| state.open_findings().len() >= from as usize) =>
        {
            format!("No finding blocks by itself; together they do. {by} them and {how}")
        }
        0 if !asks_for_changes => format!("Nothing that is open blocks. {by} it and {how}"),
        0 => format!(
            "No finding blocks by itself; the review asks for changes all the same. {by} them and {how}"
        ),
        1 if task.is_some() => format!("1 finding blocks. {by} and {how}"),
        n if task.is_some() => format!("{n} findings block. {by} and {how}"),
        1 => format!("1 finding blocks. {by} it and {how}"),
        n => format!("{n} findings block. {by} them and {how}"),
    };
    let what = match state.protocol.fix_tasks {
        Some(most) if has_all_fix_tasks(state) => {
            format!("{what}, without a further fix task: {most} are all that one task gets")
        }
        Some(_) | None => what,
    };
    let why = format!("{}{}{what}. {then}{}", chosen(state), handed_over(state), unruled(state));
    let mut step = NextStep::new(Action::Fix, Who::Fixer, why, call, fill);
    of_fixer(state, &mut step);
    step.findings = rows(state);
    step.commit = Some(commit.as_str().to_owned());
    step.fix = task;
    step
}

/// What comes after the mending: the answers where they are required, else the re-review.
fn then(state: &LoopState) -> (Call, &'static [&'static str], &'static str) {
    if state.protocol.responses_required && !state.unanswered().is_empty() {
        let call = Call::new("respond_findings", [loop_id(state), ("turn", json!(state.turn))]);
        return (call, &["responses"], "Then answer each blocking finding");
    }
    let call = Call::new("review_task", [loop_id(state)]);
    let words = "Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings";
    (call, &[], words)
}

/// Says that somebody chose this, and why.
pub(super) fn chosen(state: &LoopState) -> String {
    let decision = state.decisions.last().filter(|d| d.at == state.last_at);
    decision.map_or_else(String::new, |d| {
        format!("{} chose `{}`: {}. ", d.decided_by, d.choice, d.reason.trim_end_matches('.'))
    })
}

/// Says which rejections the last review left without a word.
fn unruled(state: &LoopState) -> String {
    if !state.protocol.rulings_required || state.pass().is_some_and(|p| !p.responses.is_empty()) {
        return String::new();
    }
    let waits = |f: &&Finding| {
        f.blocks(&state.protocol)
            && f.ruling.is_none()
            && f.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected)
    };
    let ids: Vec<&str> = state.findings.iter().filter(waits).map(|f| f.id.as_str()).collect();
    if ids.is_empty() {
        return String::new();
    }
    let which = some(ids.into_iter());
    if state.pass().is_some_and(|p| p.absent.is_some() && p.answer.is_none()) {
        return format!(". No reviewer ran who could rule on the rejection of {which}: reject again, or fix");
    }
    format!(". The reviewer left the rejection of {which} without a ruling: reject again, or fix")
}

/// Names the first of some findings and how many more there are; the step's rows have them all.
fn some<'i>(ids: impl ExactSizeIterator<Item = &'i str>) -> String {
    const NAMED: usize = 8;
    let more = ids.len().saturating_sub(NAMED);
    let named = ids.take(NAMED).collect::<Vec<_>>().join(", ");
    if more == 0 { named } else { format!("{named} and {more} more") }
}

/// Who mends now, and with which model.
fn of_fixer(state: &LoopState, step: &mut NextStep) {
    if let Some(tier) = state.fixer() {
        step.agent = Some(tier.agent.clone());
        step.tier = Some(tier.name.clone());
    }
    step.model.clone_from(&state.protocol.models.fixer);
}

/// Says why another tier has the work now.
fn handed_over(state: &LoopState) -> String {
    let Some(why) = state.just_handed_over() else { return String::new() };
    let tier = state.fixer().map_or("the next tier", |t| t.name.as_str()).replace('_', " ");
    let why = match why {
        Turned::NoProgress => {
            let of = if state.failing_tests().is_empty() { "round" } else { "test run" };
            format!("{} without progress", count(state.protocol.max_no_progress.unwrap_or(1) as usize, of))
        }
        Turned::Passes => "the passes of the tier before are used up".to_owned(),
        Turned::Swinging => {
            format!("the reviews ask for opposite things: {}", super::ask::positions(state))
        }
        Turned::TooHard => "the tier before says it is beyond it".to_owned(),
        Turned::NoReviewer => "no reviewer could run".to_owned(),
        Turned::Chosen => "it was chosen so".to_owned(),
    };
    format!("The {tier} takes over ({why}). ")
}

/// A document goes back to its author.
fn revise(state: &LoopState) -> NextStep {
    let (call, fill, then) = then(state);
    let blocking = state.blocking().len();
    let what = match blocking {
        0 => count(state.open_findings().len(), "finding"),
        n => count(n, "blocking finding"),
    };
    let why = format!("revise {} by its open findings ({what}). {then}", state.subject.label());
    let mut step = NextStep::new(Action::Revise, Who::Author, why, call, fill);
    step.agent = Some(state.protocol.author_of(&state.subject).to_owned());
    step.model.clone_from(&state.protocol.models.fixer);
    step.findings = rows(state);
    if let Some(document) = state.subject.document() {
        step.files = vec![document.to_string()];
    }
    step
}

/// Some findings were answered, others not.
fn respond(state: &LoopState) -> NextStep {
    let unanswered = state.unanswered();
    let call = Call::new("respond_findings", [loop_id(state), ("turn", json!(state.turn))]);
    let why = format!(
        "{} still without a response: {}",
        count(unanswered.len(), "blocking finding"),
        some(unanswered.iter().map(FindingId::as_str))
    );
    let mut step = NextStep::new(Action::Respond, Who::Fixer, why, call, &["responses"]);
    of_fixer(state, &mut step);
    let waits = |id: &String| unanswered.iter().any(|u| u.as_str() == id);
    step.findings = rows(state).into_iter().filter(|r| waits(&r.id)).collect();
    step
}

/// The attempt is taken back and made anew. The server restores nothing: it names what to restore (SPEC 4.3).
pub(super) fn reexecute(state: &LoopState) -> NextStep {
    let label = state.subject.label();
    let changed = state.pass().map(|p| p.change.files.as_slice()).unwrap_or_default();
    let (mut restore, added) = super::closed::to_take_back(changed);
    let tests = state.failing_tests().to_vec();
    let (call, fill): (_, &[&str]) = if tests.is_empty() {
        (Call::new("review_task", [loop_id(state)]), &[])
    } else {
        // The tests that failed must pass before anybody reviews it.
        (Call::new("record_tests", [loop_id(state), ("turn", json!(state.turn))]), &["failed", "passed"])
    };
    let findings = rows(state);
    let mut take_back = Vec::new();
    if !restore.is_empty() {
        let to = super::closed::as_the_base_has_it(state);
        take_back.push(format!("restore the {} in `files`{to}", count(restore.len(), "file")));
    }
    if !added.is_empty() {
        take_back.push(format!("remove the {} in `added`", count(added.len(), "file")));
    }
    if take_back.is_empty() {
        // Nobody looked yet: only what the subject itself lists is known of its files.
        restore = state.subject.files().to_vec();
        let of = if restore.is_empty() { "" } else { " in `files`" };
        take_back.push(format!("take back what the attempt changed{of}"));
    }
    take_back.push("execute it anew".to_owned());
    let care = match findings.len() {
        0 if state.answered().is_some() => {
            "The review names nothing that could be read; what was said stands in the report"
        }
        0 if tests.is_empty() => "No review of the attempt was recorded",
        0 => "No review of the attempt was recorded; the tests in `tests` failed, and must pass this time",
        _ => "Do not repeat what `findings` names",
    };
    let why = format!("{label} is to be done again from the start: {}. {care}", take_back.join(", "));
    let mut step = NextStep::new(Action::Reexecute, Who::Executor, why, call, fill);
    step.tests = tests;
    of_fixer(state, &mut step);
    step.files = restore;
    step.added = added;
    step.findings = findings;
    if !(step.files.is_empty() && step.added.is_empty()) {
        step.warnings.extend(super::closed::may_be_others(state));
    }
    step
}

/// Failing tests are mended by the tier and run again by the tester.
pub(super) fn retest(state: &LoopState) -> NextStep {
    let failing = state.failing_tests().to_vec();
    let fixer = state.fixer().map_or("fixer", |t| t.agent.as_str());
    let why = format!(
        "{}{}{} of {}: {fixer} mends what makes them fail, then run them again and record the run",
        chosen(state),
        handed_over(state),
        count(failing.len(), "failing test"),
        state.subject.label()
    );
    let call = Call::new("record_tests", [loop_id(state), ("turn", json!(state.turn))]);
    let mut step = NextStep::new(Action::Retest, Who::Tester, why, call, &["failed", "passed"]);
    step.agent = Some(state.protocol.agents.tester.clone());
    step.tier = state.fixer().map(|t| t.name.clone());
    step.tests = failing;
    step
}

/// So many fix tasks as one task may have stand in the list, or were asked for (SPEC 4.4).
fn has_all_fix_tasks(state: &LoopState) -> bool {
    state.mended_by_tasks().is_some()
        && state.protocol.fix_tasks.is_some_and(|most| state.fix_task_due() > most)
}

/// The task that a coordinator puts into the task list, whole, where the system mends so (SPEC 4.4).
fn fix_task(state: &LoopState) -> Option<String> {
    state.mended_by_tasks().filter(|_| !has_all_fix_tasks(state))?;
    let Subject::Task { task, title, files, .. } = &state.subject else { return None };
    let made = state.fix_task_due();
    let markdown = crate::domain::envelope::markdown;
    let findings = state.open_findings();
    let findings: Vec<_> = findings.into_iter().filter(|f| !f.suggestion).collect();
    let located = findings.iter().flat_map(|f| f.said.locations.iter().map(|l| l.file.clone()));
    let suggested = findings.iter().filter_map(|f| f.said.suggestion.as_deref());
    // A fix often stands in a file that nothing has named before.
    let suggested: Vec<String> = suggested.flat_map(work_at::paths).collect();
    let mut places: Vec<String> = located.collect();
    if places.is_empty() {
        places.clone_from(files);
    }
    places.extend(suggested);
    places.sort();
    places.dedup();
    let files = places;
    let mut text = format!("- [ ] {task}.{made} [FIX {task}] Fix: {}\n  - **Do**:\n", markdown(title));
    for (n, f) in findings.iter().enumerate() {
        let how = f.said.suggestion.as_deref().map(|s| format!(" — {}", markdown(s))).unwrap_or_default();
        text.push_str(&format!("    {}. {} {}{how}\n", n + 1, f.id, markdown(&f.said.title)));
    }
    let ids: Vec<String> = findings.iter().map(|f| f.id.to_string()).collect();
    let hold = if ids.len() == 1 { "holds" } else { "hold" };
    let files: Vec<String> = files.iter().map(|f| markdown(f)).collect();
    text.push_str(&format!(
        "  - **Files**: {}\n  - **Done when**: {} no longer {hold}\n  - **Verify**: the re-review of task {task} passes\n  - **Commit**: `fix({task}.{made}): {FIX_MESSAGE}`\n",
        files.join(", "),
        ids.join(", "),
    ));
    Some(text)
}
