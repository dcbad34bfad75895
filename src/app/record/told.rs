//! What the caller is told of a recorded answer, under 40 KB.

use super::absent;
use crate::app::answers::RecordFindingsAnswer;
use crate::app::workspace::Workspace;
use crate::app::{next, reports};
use crate::domain::finding::Finding;
use crate::domain::ids::Pass;
use crate::domain::next_step::{FindingRow, fit_rows};
use crate::domain::review::{Remark, Verdict};
use crate::domain::review_loop::event::{Judgement, Question};
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{Event, LoopState, Standing, course};

/// Builds the answer of the event that recorded an answer, from the state of its day.
pub(super) fn answer_of(
    ws: &Workspace<'_>,
    state: &LoopState,
    event: &Event,
    written: Vec<reports::Report>,
) -> RecordFindingsAnswer {
    let mut answer = RecordFindingsAnswer {
        verdict: Verdict::Unclear,
        next: next::with_brief(ws, state),
        claimed_verdict: Verdict::Unclear,
        spec_status: None,
        quality_status: None,
        findings: Vec::new(),
        resolved: Vec::new(),
        still_open: Vec::new(),
        blocking: Vec::new(),
        remarks: Vec::new(),
        reports: Vec::new(),
    };
    match event {
        Event::ReviewRecorded { judgement, .. } => judged(&mut answer, state, judgement),
        Event::DissentRecorded { pass, judgement, .. } => {
            judged(&mut answer, state, judgement);
            // `verdict` is what the server holds of the pass: the stricter answer's, or the one that was acted upon. A
            // second answer resolves nothing.
            answer.blocking = state.blocking().iter().map(ToString::to_string).collect();
            answer.resolved.clear();
            answer.verdict = held(state, *pass, judgement);
            let message = format!("{}; {}", dissent_words(state, *pass), of_two(judgement, answer.verdict));
            answer.remarks.push(Remark::new(0, "dissent", message));
        }
        Event::ClarificationAsked { answer: given, remarks, .. } => {
            answer.claimed_verdict = given.reading.statement();
            answer.remarks.clone_from(remarks);
        }
        Event::StaleRecorded { answer: given, moved, raised, .. } => {
            answer.claimed_verdict = given.reading.statement();
            answer.remarks.clone_from(&given.reading.remarks);
            let row = |f: &Finding| FindingRow::of(f, &state.protocol).short();
            answer.findings = raised.iter().map(row).collect();
            let stays = match raised.len() {
                0 => "",
                _ => "; what it raises is on file, and the next review says what became of it",
            };
            let most = state.protocol.max_passes;
            let uses = match course::runs(state) {
                run if !course::counts_stale_runs(state) || run > most => "uses no pass".to_owned(),
                run if run == most => format!("uses no pass; it was the last of {most} runs"),
                run => format!("uses no pass, and is number {run} of at most {most} runs"),
            };
            let message = format!(
                "the subject moved while it was reviewed ({}); the answer is recorded and {uses}{stays}",
                moved.join(", ")
            );
            answer.remarks.push(Remark::new(0, "stale", message));
        }
        Event::ReviewerUnavailable { why, judgement, .. } => {
            let mut message = format!("no reviewer could run: {why}");
            if let Some(judgement) = judgement {
                judged(&mut answer, state, judgement);
                // Nobody said anything, and neither stage was looked at.
                answer.claimed_verdict = Verdict::Unclear;
                (answer.spec_status, answer.quality_status) = (None, None);
                message.push_str("; `verdict` is that of the check before him, which stands in his place");
            }
            answer.remarks.push(Remark::new(0, "unreviewed", message));
            let of_pass = state.pass().filter(|_| matches!(state.standing, Standing::Unreviewed { .. }));
            answer.remarks.extend(of_pass.into_iter().flat_map(|p| absent::checks(ws, state, p)));
        }
        Event::StageRecorded { stage, absent: Some(why), .. } => {
            let message = format!(
                "no reviewer could run for the {} stage ({why}); the pass waits for the {} stage, which closes it",
                stage.as_str(),
                stage.other().as_str()
            );
            answer.remarks.push(Remark::new(0, "stage_absent", message));
        }
        Event::StageRecorded { stage, answer: given, .. } => {
            answer.claimed_verdict = given.reading.statement();
            answer.remarks.clone_from(&given.reading.remarks);
            let message = format!(
                "the {} stage is recorded with {} findings; the {} stage closes the pass",
                stage.as_str(),
                given.reading.findings.len(),
                stage.other().as_str()
            );
            answer.remarks.push(Remark::new(0, "stage_recorded", message));
            let of_stage = |p: &&PassRecord| p.stages.iter().filter(|(s, _)| s == stage).count();
            if state.pass().as_ref().map_or(0, of_stage) > 1 {
                let message = format!(
                    "the {} stage was answered before with other content; both are kept, what either raises is raised, and the stricter verdict holds",
                    stage.as_str()
                );
                answer.remarks.push(Remark::new(0, "dissent", message));
            }
        }
        Event::Opened { .. }
        | Event::PassOpened { .. }
        | Event::Imported { .. }
        | Event::Responded { .. }
        | Event::Escalated { .. }
        | Event::ContractChanged { .. }
        | Event::TestsRecorded { .. }
        | Event::Decided { .. }
        | Event::BranchFollowed { .. }
        | Event::Replaced { .. }
        | Event::LetGo { .. } => {}
    }
    fit(&mut answer);
    for report in written {
        answer.remarks.extend(report.remark);
        answer.reports.extend(report.path);
    }
    answer
}

/// Returns the verdict that holds of a pass after a second answer. With anything open that blocks it approves nothing.
fn held(state: &LoopState, pass: Pass, second: &Judgement) -> Verdict {
    let answered = state.passes.iter().find(|p| p.number == pass).and_then(|p| p.answer.as_ref());
    // Where nobody had answered, this is the first word on it.
    let held = answered.map_or(second.verdict, |(_, judgement)| judgement.verdict);
    if held.approves() && !state.blocking().is_empty() { Verdict::ChangesRequested } else { held }
}

/// Says what a second answer came to by itself, beside what holds.
fn of_two(judgement: &Judgement, held: Verdict) -> String {
    let own = judgement.verdict;
    if own == held {
        format!("both come to {}", held.as_str())
    } else {
        format!("this answer came to {}, and {} holds", own.as_str(), held.as_str())
    }
}

/// Says what a second answer to a pass does, from the state after it.
fn dissent_words(state: &LoopState, pass: Pass) -> String {
    let record = state.passes.iter().find(|p| p.number == pass);
    let kept = if record.is_some_and(|p| p.answer.is_none()) {
        "no reviewer could run for this pass, and the loop ended without one; this answer came after all and is kept"
    } else {
        "this pass was answered before with other content; this answer is kept beside it"
    };
    let late = record.and_then(|p| p.late.last()).filter(|late| late.turn == state.turn);
    let does = if state.standing == Standing::Ask(Question::Dissent) {
        "it is stricter than what let the work pass, so the user is asked"
    } else if record.is_some_and(|p| p.upheld.is_some()) && late.is_none_or(|late| late.filed.is_empty()) {
        "a person kept to the first answer, and what this one raises was ruled on with it; nothing changes"
    } else if let Some(late) = late {
        match (late.filed.is_empty(), state.outcome().is_some()) {
            (true, false) => "the work went on since, and it adds nothing to what is on file",
            (false, false) => {
                "the work went on since, so the verdict stays; what it adds is on file, and all who act next are told"
            }
            (true, true) => "the loop has ended since, and it adds nothing to what is on file",
            (false, true) => {
                "the loop has ended, so its outcome stays; what it adds is on file, and `next` says what may be done"
            }
        }
    } else {
        "the stricter of the two holds while no fix has been recorded"
    };
    format!("{kept}; {does}")
}

/// Keeps the answer under 40 KB: its brief and its step have budgets of their own, the rows share the rest.
fn fit(answer: &mut RecordFindingsAnswer) {
    const ROWS: usize = 8 * 1024;
    let said = answer.next.brief.as_ref().map_or(0, |b| crate::domain::envelope::weight(b));
    let room = (38 * 1024_usize).saturating_sub(said);
    let (findings, more) = fit_rows(std::mem::take(&mut answer.findings), ROWS.min(room / 4));
    let (still_open, more_open) = fit_rows(std::mem::take(&mut answer.still_open), ROWS.min(room / 4));
    answer.findings = findings;
    answer.still_open = still_open;
    if more + more_open > 0 {
        let message = format!(
            "{} more findings are not shown here; loop_status with this loop_id pages through all",
            more + more_open
        );
        answer.remarks.push(Remark::new(0, "listed_in_part", message));
    }
    const REMARKS: usize = 12;
    if answer.remarks.len() > REMARKS {
        let left = answer.remarks.len() - REMARKS;
        answer.remarks.truncate(REMARKS);
        answer.remarks.push(Remark::new(
            0,
            "remarks_cut",
            format!("{left} more remarks; the report holds them"),
        ));
    }
    const IDS: usize = 200;
    for (what, ids) in [("resolved", &mut answer.resolved), ("blocking", &mut answer.blocking)] {
        if ids.len() > IDS {
            let message = format!("{} more ids are {what}; the report holds them", ids.len() - IDS);
            answer.remarks.push(Remark::new(0, "listed_in_part", message));
            ids.truncate(IDS);
        }
    }
}

fn judged(answer: &mut RecordFindingsAnswer, state: &LoopState, judgement: &Judgement) {
    let row = |id: &crate::domain::ids::FindingId| {
        judgement.findings.iter().find(|f| &f.id == id).map(|f| FindingRow::of(f, &state.protocol).short())
    };
    answer.verdict = judgement.verdict;
    answer.claimed_verdict = judgement.claimed;
    answer.spec_status = Some(judgement.spec_status.as_str().to_owned());
    answer.quality_status = Some(judgement.quality_status.as_str().to_owned());
    answer.findings = judgement.raised.iter().filter_map(row).collect();
    answer.resolved = judgement.resolved.iter().map(|r| r.id.clone()).collect();
    answer.still_open = judgement.still_open.iter().filter_map(row).collect();
    answer.blocking = judgement.blocking.iter().map(ToString::to_string).collect();
    answer.remarks.clone_from(&judgement.remarks);
}
