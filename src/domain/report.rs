//! A loop → its review report in Markdown (SPEC 10). Pure: the same events give the same bytes.
//!
//! The report holds the latest answered pass in full, then every earlier one in short, so that a
//! re-review never overwrites what an earlier one found.

use super::envelope::{code_block, markdown, one_line, quoted};
use super::finding::Finding;
use super::range::Outside;
use super::receipt::written;
use super::review::{Response, ResponseKind, RulingKind, Severity, Stage};
use super::review_loop::LoopState;
use super::review_loop::event::{Answer, Judgement, SectionStatus};
use super::review_loop::state::{Decision, PassRecord};
use super::subject::Subject;

/// The mark by which a report of ours is known.
pub const WRITER: &str = "writer: countersign";

/// Renders the report; nothing before the first answered pass.
///
/// `predecessors` are the earlier loops of the same subject, oldest last: a new loop takes the place of their
/// report and must not take what they found with it.
pub fn render(state: &LoopState, predecessors: &[LoopState]) -> Option<String> {
    let pass = state.answered()?;
    let (answer, judgement) = pass.answer.as_ref()?;
    let mut text = front_matter(state, pass, answer, judgement);
    text.push_str(&format!("\n# Review: {}\n", heading(&state.subject)));
    text.push_str(&format!("\n{}\n", markdown(state.subject.title())));
    let status = overall(state, judgement);
    let nothing = |status: SectionStatus, of: &str| match status {
        SectionStatus::Unclear => format!("No answer about {of} could be read."),
        SectionStatus::Passed | SectionStatus::IssuesFound => format!("No {of} issues found."),
    };
    let none = nothing(judgement.spec_status, "spec compliance");
    section(&mut text, state, Stage::Spec, "Spec Compliance", &none);
    let none = nothing(judgement.quality_status, "code quality");
    section(&mut text, state, Stage::Quality, "Code Quality", &none);
    summary(&mut text, state);
    text.push_str(&format!("\n**Status:** {}\n", status.as_str()));
    if let Some(outcome) = state.outcome() {
        let chosen =
            chosen(state).map(|d| format!(" (chosen, {})", markdown(&d.standing))).unwrap_or_default();
        text.push_str(&format!("**Outcome:** {}{chosen}\n", outcome.as_str()));
    }
    scope(&mut text, state, pass);
    remarks(&mut text, judgement);
    resolved(&mut text, state);
    responses(&mut text, state);
    tests(&mut text, state);
    decisions(&mut text, state);
    earlier(&mut text, state, pass);
    earlier_loops(&mut text, predecessors);
    Some(text)
}

fn heading(subject: &Subject) -> String {
    match subject {
        Subject::Task { phase, plan, task, .. } => {
            format!("Phase {} Plan {} Task {}", markdown(phase), markdown(plan), markdown(task))
        }
        Subject::Plan { phase, plan, .. } => format!("Phase {} Plan {}", markdown(phase), markdown(plan)),
        Subject::Execution { phase, plan, .. } => {
            format!("Phase {} Plan {} (execution)", markdown(phase), markdown(plan))
        }
        Subject::Artifact { spec, artifact, .. } => format!("{} {}", markdown(spec), markdown(artifact)),
        Subject::Change { id, .. } => markdown(id),
    }
}

/// A report knows two words (SPEC 10): what no review approved, an unclear answer too, has not passed. Why, `verdict`
/// says.
fn overall(state: &LoopState, judgement: &Judgement) -> SectionStatus {
    if judgement.verdict.approves() && state.blocking().is_empty() {
        SectionStatus::Passed
    } else {
        SectionStatus::IssuesFound
    }
}

fn open_in(state: &LoopState, stage: Stage) -> Vec<&Finding> {
    state.open_findings().into_iter().filter(|f| f.said.stage.unwrap_or(Stage::Quality) == stage).collect()
}

/// The five counts of a report, and one more for each further level that the protocol knows: none is left out (SPEC 10).
fn counts(state: &LoopState) -> Vec<(&'static str, &'static str, usize)> {
    let protocol = &state.protocol;
    let open = state.open_findings();
    let unmet = open.iter().filter(|f| protocol.is_called_unmet(&f.said)).count();
    let of = |severity: Severity| {
        let met = open.iter().filter(|f| !protocol.is_called_unmet(&f.said));
        met.filter(|f| protocol.level(f.severity()) == severity).count()
    };
    let mut counts = vec![
        ("spec_findings", "Spec findings", open_in(state, Stage::Spec).len()),
        ("quality_findings", "Quality findings", open_in(state, Stage::Quality).len()),
        ("critical", "Critical", of(Severity::Critical)),
        ("warnings", "Warnings", of(Severity::Medium)),
        ("info", "Info", of(Severity::Info)),
    ];
    let further = [
        (protocol.knows(Severity::Low), 4, ("low", "Low", of(Severity::Low))),
        (protocol.knows(Severity::High), 3, ("high", "High", of(Severity::High))),
        (protocol.unmet_from.is_some(), 3, ("unmet", "Unmet requirements", unmet)),
    ];
    for (_, at, count) in further.into_iter().filter(|(known, _, _)| *known) {
        counts.insert(at, count);
    }
    counts
}

fn front_matter(state: &LoopState, pass: &PassRecord, answer: &Answer, judgement: &Judgement) -> String {
    let mut lines = vec![WRITER.to_owned(), format!("loop: {}", state.id)];
    match &state.subject {
        Subject::Task { phase, plan, task, .. } => {
            lines.push(format!("phase: {}", quoted(phase)));
            lines.push(format!("plan: {}", quoted(plan)));
            lines.push(format!("task: {}", quoted(task)));
        }
        Subject::Plan { phase, plan, .. } | Subject::Execution { phase, plan, .. } => {
            lines.push(format!("phase: {}", quoted(phase)));
            lines.push(format!("plan: {}", quoted(plan)));
        }
        Subject::Artifact { spec, artifact, .. } => {
            lines.push(format!("spec: {}", quoted(spec)));
            lines.push(format!("artifact: {}", quoted(artifact)));
        }
        Subject::Change { id, .. } => lines.push(format!("change: {}", quoted(id))),
    }
    let reviewed = pass.answered_at.unwrap_or(pass.opened_at);
    lines.push(format!("reviewed: {reviewed}"));
    lines.push(format!("pass: {}", pass.number));
    lines.push(format!("status: {}", overall(state, judgement).as_str()));
    lines.push(format!("verdict: {}", judgement.verdict.as_str()));
    if let Some(outcome) = state.outcome() {
        lines.push(format!("outcome: {}", outcome.as_str()));
    }
    if let Some(decision) = chosen(state) {
        lines.push(format!("decision: {}", quoted(&decision.standing)));
    }
    lines.extend(counts(state).iter().map(|(key, _, count)| format!("{key}: {count}")));
    let base = pass.change.base.as_ref().map_or("(root)", |b| b.as_str());
    lines.push(format!("range: {}", quoted(&format!("{base}..{}", pass.change.head))));
    if let Some(reviewer) = &answer.reviewer {
        lines.push(format!("reviewer: {}", quoted(reviewer)));
    }
    if answer.unsigned {
        lines.push("countersign: none".to_owned());
    }
    lines.push(format!("chain: {}", state.chain));
    lines.extend(written::lines(state));
    lines.push(written::seal(&lines));
    format!("---\n{}\n---\n", lines.join("\n"))
}

fn section(text: &mut String, state: &LoopState, stage: Stage, title: &str, nothing: &str) {
    text.push_str(&format!("\n## {title}\n"));
    let findings = open_in(state, stage);
    if findings.is_empty() {
        text.push_str(&format!("\n{nothing}\n"));
    }
    for (i, finding) in findings.iter().enumerate() {
        text.push_str(&one_finding(state, i + 1, finding));
    }
}

fn one_finding(state: &LoopState, number: usize, finding: &Finding) -> String {
    let mut lines = vec![format!("- **Id:** {}", finding.id)];
    lines.push(format!("- **Severity:** {}", state.protocol.word(finding.severity())));
    if let Some(requirement) = &finding.said.requirement {
        let assumed = if finding.citation_assumed { " (assumed: the reviewer cited nothing)" } else { "" };
        lines.push(format!("- **Requirement:** {}{assumed}", markdown(requirement)));
    }
    match finding.place() {
        Some(place) => lines.push(format!("- **File:** {}", code_span(&place))),
        None => lines.push("- **File:** (unlocated)".to_owned()),
    }
    if let Some(tool) = &finding.said.reported_by {
        lines.push(format!("- **Reported by:** {}", markdown(tool)));
    }
    if let Some(issue) = &finding.said.description {
        lines.push(format!("- **Issue:** {}", markdown(issue)));
    }
    if let Some(suggestion) = &finding.said.suggestion {
        lines.push(format!("- **Suggestion:** {}", markdown(suggestion)));
    }
    let mut standing = vec![finding.status.as_str().to_owned(), format!("since pass {}", finding.first_pass)];
    standing.push(finding.grounding.as_str().to_owned());
    for (on, mark) in
        [(finding.late, "late"), (finding.fix_induced, "fix induced"), (finding.repeated, "repeated")]
    {
        if on {
            standing.push(mark.to_owned());
        }
    }
    lines.push(format!("- **Standing:** {}", standing.join(", ")));
    format!("\n### Finding {number}: {}\n\n{}\n", markdown(&finding.said.title), lines.join("\n"))
}

/// A path in code style; a path with a backtick is shown as text instead.
pub(super) fn code_span(text: &str) -> String {
    if text.contains('`') { markdown(text) } else { format!("`{}`", one_line(text)) }
}

fn summary(text: &mut String, state: &LoopState) {
    text.push_str("\n## Summary\n\n| Metric | Count |\n|---|---|\n");
    for (_, name, count) in counts(state) {
        text.push_str(&format!("| {name} | {count} |\n"));
    }
}

/// Says where the change leaves the files its subject lists (SPEC 7.4).
fn scope(text: &mut String, state: &LoopState, pass: &PassRecord) {
    let lines = Outside::of(&state.subject, &pass.change, &state.only).lines(usize::MAX);
    if lines.is_empty() {
        return;
    }
    text.push_str("\n## Scope\n\n");
    for line in lines {
        text.push_str(&format!("- {}\n", markdown(&line)));
    }
}

fn remarks(text: &mut String, judgement: &Judgement) {
    if judgement.remarks.is_empty() {
        return;
    }
    text.push_str("\n## Remarks on the reading\n\n");
    for remark in &judgement.remarks {
        let place = if remark.line == 0 { String::new() } else { format!("line {}: ", remark.line) };
        text.push_str(&format!("- {}: {place}{}\n", markdown(&remark.code), markdown(&remark.message)));
    }
}

fn resolved(text: &mut String, state: &LoopState) {
    let done: Vec<&Finding> = state.findings.iter().filter(|f| !f.is_open()).collect();
    if done.is_empty() {
        return;
    }
    text.push_str("\n## Resolved\n\n");
    for f in done {
        text.push_str(&format!(
            "- {} {}: {} ({})\n",
            f.id,
            state.protocol.word(f.severity()),
            markdown(&f.said.title),
            markdown(f.resolved_by.as_deref().unwrap_or("resolved"))
        ));
    }
}

fn responses(text: &mut String, state: &LoopState) {
    // What is raised again has no response any more; that its rejection was overruled is no less on record.
    let said_last = |f: &Finding| {
        let all = state.passes.iter().rev().flat_map(|p| p.responses.iter().rev());
        all.into_iter()
            .find(|r| r.finding_id == f.id)
            .filter(|r| f.overruled && r.response == ResponseKind::Rejected)
    };
    let answered: Vec<(&Finding, &Response)> = state
        .findings
        .iter()
        .filter_map(|f| Some((f, f.response.as_ref().or_else(|| said_last(f))?)))
        .collect();
    if answered.is_empty() {
        return;
    }
    text.push_str("\n## Responses and rulings\n\n");
    for (f, response) in answered {
        let word = response.response.as_str();
        let said = response.reason.as_ref().or(response.details.as_ref());
        let said = said.map(|s| format!(": {}", markdown(s))).unwrap_or_default();
        let ruled = f.ruling.or_else(|| f.response.is_none().then_some(RulingKind::Overruled));
        let ruling = match ruled {
            Some(RulingKind::Accepted) => "; the rejection was accepted",
            Some(RulingKind::Overruled) => "; the rejection was overruled",
            None => "",
        };
        let why = ruled.and_then(|ruled| reason_of(state, f, ruled));
        let why = why.map(|why| format!(": {}", markdown(&why))).unwrap_or_default();
        let claim =
            state.passes.iter().rev().flat_map(|p| p.claims.iter().rev()).find(|c| c.finding_id == f.id);
        let claim = claim.map(|c| format!(" [diff: {}]", markdown(&c.claim))).unwrap_or_default();
        text.push_str(&format!("- {} {word}{said}{claim}{ruling}{why}\n", f.id));
    }
}

/// Returns why a reviewer ruled so on the rejection of a finding, by the last of his answers that says it.
fn reason_of(state: &LoopState, finding: &Finding, ruled: RulingKind) -> Option<String> {
    let own = |id: &str| {
        let reported = finding.said.reported_id.as_deref();
        id.eq_ignore_ascii_case(finding.id.as_str()) || reported.is_some_and(|r| r.eq_ignore_ascii_case(id))
    };
    let answers = state.passes.iter().flat_map(|p| p.answer.iter().map(|(a, _)| a).chain(&p.dissents));
    let rulings = answers.flat_map(|answer| &answer.reading.rulings);
    let mut its =
        rulings.filter(|r| r.ruling == ruled && own(&r.finding_id)).filter_map(|r| r.reason.as_deref());
    its.next_back().map(str::trim).filter(|reason| !reason.is_empty()).map(str::to_owned)
}

/// Returns the choice that ended the loop, where one did (SPEC 6.10).
fn chosen(state: &LoopState) -> Option<&Decision> {
    let last = state.decisions.last()?;
    let used = state.used_turns.last()?;
    (state.outcome().is_some() && used.recorded == state.turn).then_some(last)
}

/// The latest test runs, each in a line.
fn tests(text: &mut String, state: &LoopState) {
    const RUNS: usize = 10;
    let runs = &state.tests.runs;
    if runs.is_empty() {
        return;
    }
    text.push_str("\n## Test runs\n\n");
    for (at, run) in runs.iter().enumerate().skip(runs.len().saturating_sub(RUNS)) {
        let command = run.command.as_deref().map(|c| format!(" of {}", code_span(c))).unwrap_or_default();
        text.push_str(&format!(
            "- run {}{command}: {} failing, {} fixed, {} new\n",
            at + 1,
            run.failing.len(),
            run.fixed.len(),
            run.new.len()
        ));
    }
    for test in state.failing_tests().iter().take(50) {
        text.push_str(&format!("- failing: {}\n", markdown(test)));
    }
}

fn decisions(text: &mut String, state: &LoopState) {
    if state.decisions.is_empty() {
        return;
    }
    text.push_str("\n## Decisions\n\n");
    for d in &state.decisions {
        text.push_str(&format!(
            "- {}: **{}** by {} ({}): {}\n",
            d.at,
            markdown(&d.choice),
            markdown(&d.decided_by),
            markdown(&d.standing),
            markdown(&d.reason)
        ));
    }
}

/// Every earlier pass in short: its verdict and what it raised, in the words of its day.
fn earlier(text: &mut String, state: &LoopState, latest: &PassRecord) {
    let before: Vec<&PassRecord> = state.passes.iter().filter(|p| p.number < latest.number).collect();
    if before.is_empty() && latest.dissents.is_empty() {
        return;
    }
    text.push_str("\n## Earlier passes\n");
    for pass in before.iter().rev() {
        let Some((answer, judgement)) = &pass.answer else { continue };
        let at = pass.answered_at.unwrap_or(pass.opened_at);
        let by = answer.reviewer.as_deref().map(|r| format!(", by {}", markdown(r))).unwrap_or_default();
        text.push_str(&format!(
            "\n### Pass {} ({at}): {}\n\nHead {}{by}.\n\n",
            pass.number,
            judgement.verdict.as_str(),
            pass.change.head.short()
        ));
        let raised: Vec<&Finding> =
            judgement.findings.iter().filter(|f| judgement.raised.contains(&f.id)).collect();
        if raised.is_empty() {
            text.push_str("- nothing raised\n");
        }
        for f in raised {
            let place =
                f.place().or_else(|| f.said.requirement.clone()).unwrap_or_else(|| "unlocated".to_owned());
            text.push_str(&format!(
                "- {} {} {}: {} ({})\n",
                f.id,
                state.protocol.word(f.severity()),
                f.status.as_str(),
                markdown(&f.said.title),
                markdown(&place)
            ));
        }
        pass.dissents.iter().for_each(|second| text.push_str(&in_short(second)));
    }
    for dissent in &latest.dissents {
        text.push_str("\n### A second answer to the latest pass\n\n");
        // Set in, so that no line of it begins as one of the report's own.
        let raw: Vec<String> = dissent
            .raw
            .split(['\n', '\r'])
            .map(|line| format!("  {}", line.trim_start_matches('\u{feff}')))
            .collect();
        text.push_str(&code_block("", &raw.join("\n")));
        text.push('\n');
    }
}

/// Every earlier loop of the subject in short: how it ended, and what it found.
/// A second answer to an earlier pass: who gave it, what it said and what it raised.
fn in_short(second: &Answer) -> String {
    let by = second.reviewer.as_deref().map(|r| format!(" by {}", markdown(r))).unwrap_or_default();
    let titles: Vec<String> = second.reading.findings.iter().map(|f| markdown(&f.title)).collect();
    let raised = if titles.is_empty() { "nothing raised".to_owned() } else { titles.join("; ") };
    format!("- a second answer{by}: {} ({raised})\n", second.reading.claimed_verdict.as_str())
}

fn earlier_loops(text: &mut String, predecessors: &[LoopState]) {
    if predecessors.is_empty() {
        return;
    }
    text.push_str("\n## Earlier loops\n");
    for state in predecessors {
        let outcome = state.outcome().map_or("open", super::review_loop::event::Outcome::as_str);
        let passes = match state.passes.len() {
            1 => "1 pass".to_owned(),
            n => format!("{n} passes"),
        };
        text.push_str(&format!(
            "\n### Loop {}: {outcome}\n\n{passes}, opened {}.\n\n",
            markdown(state.id.as_str()),
            state.opened_at
        ));
        if state.findings.is_empty() {
            text.push_str("- nothing found\n");
        }
        for f in &state.findings {
            let place =
                f.place().or_else(|| f.said.requirement.clone()).unwrap_or_else(|| "unlocated".to_owned());
            text.push_str(&format!(
                "- {} {} {}: {} ({})\n",
                f.id,
                state.protocol.word(f.severity()),
                f.status.as_str(),
                markdown(&f.said.title),
                markdown(&place)
            ));
        }
    }
}
