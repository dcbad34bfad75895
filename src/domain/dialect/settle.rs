//! From what was read of a page to the [`Reading`]: which statement holds, and whether verdict,
//! findings, counts and ids agree.
//!
//! Every disagreement becomes a remark; none is hidden, and none is resolved towards approval.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::page::{Fence, Kind, Page};
use super::survey::Survey;
use super::{Dialect, ReadContext, Reading};
use super::{gather, statement};
use crate::domain::review::{RawFinding, Remark, Severity, Verdict};

static ANSWERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(reviewer|review|result|verdict|answer|report|findings|output|here)\b")
        .expect("a constant pattern")
});
static SHOWS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(previous(ly)?|prior|earlier|last|first|example|template|format|sample|expected|fixture|tests?|script|prints|file contains|contains|reads|quoted?|diff|for reference|would|code|log|not|should|must|please)\b")
        .expect("a constant pattern")
});

/// Returns the page inside a fence that is the whole answer: nothing stands outside it but, at
/// most, a line or two that announce the review.
pub(crate) fn answer_in_fence<'a>(page: &Page<'a>) -> Option<Page<'a>> {
    let [fence] = page.fences.as_slice() else { return None };
    let quoted = page.lines.iter().any(|l| matches!(l.kind, Kind::Quote | Kind::FrontMatter));
    if quoted || !fence.closed || is_data(page, fence) {
        return None;
    }
    let own: Vec<&str> = page.own().map(|l| l.text.as_ref()).collect();
    let announced = own.len() <= 2
        && own.iter().all(|t| ANSWERS.is_match(t) && !SHOWS.is_match(t))
        && page.lines.iter().rposition(super::page::Line::own).is_some_and(|last| last < fence.opening);
    (own.is_empty() || announced).then(|| page.inside(fence))
}

/// JSON in a fence is read where it stands; code and diffs are no answer.
fn is_data(page: &Page<'_>, fence: &Fence) -> bool {
    let content = page.text.get(fence.content.clone()).unwrap_or_default().trim_start();
    let prose = matches!(
        fence.info.as_str(),
        "" | "text" | "txt" | "md" | "markdown" | "plain" | "plaintext" | "review"
    );
    !prose || content.starts_with(['{', '['])
}

/// Says what a rule forgives that the strict grammars do not; nothing for those that are strict.
fn leniency(rule: &str) -> Option<&'static str> {
    match rule.split_once('.')?.1 {
        "value_below" => Some("the verdict was read from the line below its label"),
        "inside_sentence" => Some("the verdict was read from inside a sentence"),
        "label_within" => Some("the verdict was read from the middle of a line"),
        "table" => Some("the verdict was read from a table row"),
        "checkbox" => Some("the verdict was read from a ticked box"),
        "sentence" => Some("the verdict was read from a sentence, as no line states it in form"),
        _ => None,
    }
}

/// Tells whether a path holds characters that end a line, move the cursor or show nothing: no file is
/// called so, and what prints it must not be led astray.
fn deceives(path: &str) -> bool {
    path.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || super::page::invisible(c))
}

/// Settles a survey into a reading.
pub(crate) fn settle(
    dialect: &Dialect,
    page: &Page<'_>,
    survey: Survey,
    context: &ReadContext<'_>,
) -> Reading {
    let mut decision = statement::decide(page, &survey.collected, context.countersign);
    let mut remarks = survey.remarks;
    remarks.extend(survey.collected.remarks);
    if page.cut {
        decision.verdict = Verdict::Unclear;
        decision.because = None;
        remarks.push(Remark::new(0, "text_cut", "the text has more lines than are read"));
    }
    let beaten: HashSet<u32> = decision.beaten.iter().map(|&at| page.lines[at].number).collect();
    let mut listed = survey.findings;
    listed.retain(|(_, line)| !beaten.contains(line));
    if let Some(held) = decision.round {
        let earlier: HashSet<u32> = survey
            .collected
            .rounds
            .iter()
            .filter(|(_, r)| *r < held)
            .map(|(at, _)| page.lines[*at].number)
            .collect();
        listed.retain(|(_, line)| !earlier.contains(line));
    }
    gather::merge_repeats(&mut listed);
    for (finding, line) in &mut listed {
        let before = finding.locations.len();
        finding.locations.retain(|place| !deceives(&place.file));
        if finding.locations.len() < before {
            remarks.push(Remark::new(
                *line,
                "bad_location",
                "a location holds control characters; it is left out",
            ));
        }
    }
    let findings: Vec<RawFinding> = listed.into_iter().map(|(f, _)| f).collect();
    if dialect.notes_by_findings && decision.verdict == Verdict::Approved && !findings.is_empty() {
        decision.verdict = Verdict::ApprovedWithNotes;
    }
    remarks.extend(decision.remarks);
    remarks.extend(
        decision.because.as_ref().and_then(|b| leniency(&b.rule).map(|m| Remark::new(b.line, "lenient", m))),
    );
    let mut ignored = survey.collected.ignored;
    ignored.extend(decision.ignored);
    ignored.sort_by_key(|i| i.line);
    let mut reading = Reading {
        dialect: dialect.name.to_owned(),
        claimed_verdict: decision.verdict,
        because: decision.because,
        ignored,
        parsed: decision.verdict != Verdict::Unclear || !findings.is_empty(),
        findings,
        resolved: survey.resolved,
        rulings: survey.rulings,
        passed: survey.passed,
        about: survey.about,
        counts: survey.counts,
        remarks,
    };
    let mut seen = HashSet::new();
    reading.resolved.retain(|r| seen.insert(r.id.clone()));
    contradictions(dialect, &mut reading, survey.blocking_count, survey.miscounted);
    if !reading.parsed {
        reading.remarks.push(Remark::new(0, "unparsed", "neither a verdict nor a finding could be read"));
    }
    reading
}

fn contradictions(
    dialect: &Dialect,
    reading: &mut Reading,
    blocking: Option<u32>,
    miscounted: Option<String>,
) {
    let line = reading.because.as_ref().map_or(0, |b| b.line);
    let blocked = reading.findings.iter().filter(|f| (dialect.blocks)(f)).count();
    let clash = match reading.claimed_verdict {
        Verdict::Approved | Verdict::ApprovedWithNotes => {
            (blocked > 0).then(|| format!("the verdict approves and {blocked} of the findings block"))
        }
        Verdict::ChangesRequested | Verdict::Rejected if reading.findings.is_empty() => {
            Some("the verdict asks for changes and no finding is listed".to_owned())
        }
        Verdict::ChangesRequested | Verdict::Rejected => {
            let none = blocked == 0 && (dialect.fail_must_block || blocking == Some(0));
            none.then(|| "the verdict asks for changes and no finding blocks".to_owned())
        }
        Verdict::Unclear => None,
    };
    if let Some(message) = clash {
        reading.remarks.push(Remark::new(line, "verdict_vs_findings", message));
    }
    if let Some(message) = miscount(reading, blocking, blocked).or(miscounted) {
        reading.remarks.push(Remark::new(0, "counts_vs_findings", message));
    }
    ids(reading);
}

fn miscount(reading: &Reading, blocking: Option<u32>, blocked: usize) -> Option<String> {
    let listed = |severities: &[Severity]| {
        reading.findings.iter().filter(|f| severities.contains(&f.severity)).count()
    };
    let checks = [
        ("critical", reading.counts.critical, listed(&[Severity::Critical])),
        ("warnings", reading.counts.warnings, listed(&[Severity::High, Severity::Medium, Severity::Low])),
        ("info", reading.counts.info, listed(&[Severity::Info])),
        ("findings in total", reading.counts.total, reading.findings.len()),
        ("blocking", blocking, blocked),
    ];
    let wrong = checks
        .iter()
        .find(|(_, stated, listed)| stated.is_some_and(|n| usize::try_from(n) != Ok(*listed)))?;
    let (name, stated, listed) = wrong;
    Some(format!("the text states {} {name} and lists {listed}; the list counts", stated.unwrap_or_default()))
}

fn ids(reading: &mut Reading) {
    let mut seen = HashSet::new();
    let mut twice = HashSet::new();
    for id in reading.findings.iter().filter_map(|f| f.reported_id.clone()) {
        if !seen.insert(id.clone()) {
            twice.insert(id);
        }
    }
    let mut twice: Vec<String> = twice.into_iter().collect();
    twice.sort();
    for id in twice {
        reading.remarks.push(Remark::new(0, "duplicate_ids", format!("{id} names more than one finding")));
    }
    for resolved in &reading.resolved {
        if seen.contains(&resolved.id) {
            let message = format!("{} is named as resolved and listed as a finding", resolved.id);
            reading.remarks.push(Remark::new(0, "resolved_vs_findings", message));
        }
    }
}
