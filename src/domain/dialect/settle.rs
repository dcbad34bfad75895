//! From what was read of a page to the [`Reading`]: which statement holds, and whether verdict,
//! findings, counts and ids agree.
//!
//! Every disagreement becomes a remark; none is hidden, and none is resolved towards approval.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use super::page::{Fence, Kind, Line, Page};
use super::survey::{CountedAt, Survey};
use super::{Dialect, ReadContext, Reading};
use super::{gather, statement, words};
use crate::domain::review::{RawFinding, Remark, RulingKind, Severity, Verdict};

static ANSWERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(reviewer|review|reviewed|result|verdict|answer|report|findings|output|here)\b")
        .expect("a constant pattern")
});
static SHOWS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(previous(ly)?|prior|earlier|last|first|example|template|format|sample|expected|fixture|tests?|script|prints|file contains|contains|reads|quoted?|diff|for reference|would|code|log|not|should|must|please)\b")
        .expect("a constant pattern")
});

/// `in the requested format`: the form of the answer, and no sample of it.
static AS_ASKED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:in|using|following|per) (?:the|your|this) (?:requested|required|expected|specified|given|exact|agreed|prescribed|demanded) (?:output |answer |review )?(?:format|form|structure|template|layout)\b|\bmust-?haves?\b")
        .expect("a constant pattern")
});

/// A run that failed: a verdict above nothing but that is asked about.
static FAILED_RUN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?im)\b[1-9]\d* (?:\w+ )?(?:failed|failures?|failing|errors?)\b|^\s*(?:FAIL|FAILED|ERROR|not ok|✗|✖)\b")
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
    let shown = page.text.get(fence.content.clone()).unwrap_or_default();
    // What was typed at a terminal, and came of it, is no answer; a run that failed is asked about.
    if shown.trim_start().starts_with("$ ") && !FAILED_RUN.is_match(shown) {
        return None;
    }
    // A verdict that refuses announces no approval.
    let stated = |line: &Line<'_>| statement::stated(statement::body(line));
    let refused = || page.own().filter_map(stated).any(|verdict| !verdict.approves());
    let approves = || page.inside(fence).lines.iter().filter_map(stated).any(Verdict::approves);
    let announced = own.len() <= 2
        && !(refused() && approves())
        && own.iter().all(|t| ANSWERS.is_match(t) && !SHOWS.is_match(&AS_ASKED.replace(t, "")))
        && page.lines.iter().rposition(super::page::Line::own).is_some_and(|last| last < fence.opening);
    (own.is_empty() || announced).then(|| page.inside(fence))
}

/// Lines of an answer in YAML in which its verdict is looked for.
const TOP: usize = 20;

/// JSON in a fence is read where it stands; code and diffs are no answer.
fn is_data(page: &Page<'_>, fence: &Fence) -> bool {
    let content = page.text.get(fence.content.clone()).unwrap_or_default().trim_start();
    let prose = matches!(
        fence.info.as_str(),
        "" | "text" | "txt" | "md" | "markdown" | "plain" | "plaintext" | "review"
    );
    // A whole answer in YAML reads as lines of labels.
    let label = |line: &str| {
        line.split_once([':', '=']).is_some_and(|(key, _)| words::fewer(key, 3) && !key.starts_with('-'))
    };
    let judges = |line: &str| {
        ["verdict", "status", "decision"]
            .iter()
            .any(|key| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with([':', '='])))
    };
    let yaml = matches!(fence.info.as_str(), "yaml" | "yml" | "toml")
        && content.lines().next().is_some_and(label)
        && content.lines().take(TOP).any(judges);
    !(prose || yaml) || content.starts_with(['{', '['])
}

/// Says what a rule forgives that the strict grammars do not; nothing for those that are strict.
fn leniency(rule: &str) -> Option<&'static str> {
    match rule.split_once('.')?.1 {
        "value_below" => Some("the verdict was read from the line below its label"),
        "inside_sentence" => Some("the verdict was read from inside a sentence"),
        "label_within" => Some("the verdict was read from the middle of a line"),
        "table" => Some("the verdict was read from a table row"),
        "of_task" => Some("the verdict was read from behind the name of the task"),
        "closing" => Some("the verdict was read from the sentence that says what it is"),
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
    let mut survey = survey;
    survey.collected.noted = !survey.findings.is_empty();
    let mut decision = statement::decide(page, &survey.collected, context.countersign);
    let mut remarks = survey.remarks;
    remarks.extend(survey.collected.remarks);
    if page.cut {
        decision.verdict = Verdict::Unclear;
        decision.because = None;
        let last = page.lines.last().map_or(0, |l| l.number);
        remarks.push(Remark::new(
            last,
            "text_cut",
            "the text has more bytes or lines, or longer lines, than are read: it is read to this line at most",
        ));
    }
    if let Some(unread) = survey.unread {
        if decision.verdict.approves() {
            decision.verdict = Verdict::Unclear;
        }
        remarks.push(unread);
    }
    let beaten: HashSet<u32> = decision.beaten.iter().map(|&at| page.lines[at].number).collect();
    let mut listed = survey.findings;
    let mut met = survey.met;
    listed.retain(|(_, line)| !beaten.contains(line));
    met.retain(|(_, line)| !beaten.contains(line));
    if let Some(held) = decision.round {
        let earlier: HashSet<u32> = survey
            .collected
            .rounds
            .iter()
            .filter(|(_, r)| *r < held)
            .map(|(at, _)| page.lines[*at].number)
            .collect();
        listed.retain(|(_, line)| !earlier.contains(line));
        met.retain(|(_, line)| !earlier.contains(line));
    }
    gather::merge_repeats(&mut listed);
    gather::serious::raise(&mut listed, &mut remarks);
    gather::reversal::read(&mut listed);
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
    if decision.verdict.approves()
        && let Some(ruled) = survey.rulings.iter().find(|r| r.ruling == RulingKind::Overruled)
    {
        let message = format!("the answer approves, and overrules the rejection of {}", ruled.finding_id);
        let line = decision.because.as_ref().map_or(0, |b| b.line);
        remarks.push(Remark::new(line, "verdict_vs_verdict", message));
        decision.verdict = Verdict::Unclear;
    }
    // The mark is the reviewer's word, also where the protocol goes by severities.
    let marked = |f: &RawFinding| f.marked_blocking && !(dialect.blocks)(f);
    if decision.verdict.approves()
        && let Some((finding, line)) = listed.iter().find(|(f, _)| marked(f))
    {
        let title: String = finding.title.chars().take(80).collect();
        let message = format!("the answer approves, and marks a finding as blocking: {title}");
        remarks.push(Remark::new(*line, "verdict_vs_verdict", message));
        decision.verdict = Verdict::Unclear;
    }
    let (findings, lines): (Vec<RawFinding>, Vec<u32>) = listed.into_iter().unzip();
    if dialect.notes_by_findings && decision.verdict == Verdict::Approved && !findings.is_empty() {
        decision.verdict = Verdict::ApprovedWithNotes;
    }
    let noted = dialect.notes_by_findings && !findings.is_empty();
    let stated = decision.stated.filter(|_| decision.verdict == Verdict::Unclear);
    let stated = stated.map(|verdict| if noted { Verdict::ApprovedWithNotes } else { verdict });
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
        stated,
        because: decision.because,
        ignored,
        parsed: decision.verdict != Verdict::Unclear || !findings.is_empty(),
        findings,
        resolved: survey.resolved,
        met: met.into_iter().map(|(m, _)| m).collect(),
        rulings: survey.rulings,
        passed: survey.passed,
        about: survey.about,
        counts: survey.counts,
        remarks,
        unread_stages: Vec::new(),
    };
    counted_open(dialect, &mut reading, survey.blocking_count, survey.counted_at);
    let mut seen = HashSet::new();
    reading.resolved.retain(|r| seen.insert(r.id.clone()));
    contradictions(
        dialect,
        &mut reading,
        &lines,
        survey.blocking_count,
        survey.counted_at,
        survey.miscounted,
    );
    if !reading.parsed && !reading.remarks.iter().any(|r| tells_why_unclear(&r.code)) {
        reading.remarks.push(Remark::new(0, "unparsed", "neither a verdict nor a finding could be read"));
    }
    reading
}

/// An approval beside a count of what blocks, with nothing of it listed, is none: what was counted is not
/// here to be judged.
fn counted_open(dialect: &Dialect, reading: &mut Reading, blocking: Option<u32>, at: CountedAt) {
    let (count, line) = match (reading.counts.critical, blocking) {
        (Some(n @ 1..), _) => (n, at.critical),
        (_, Some(n @ 1..)) => (n, at.blocking),
        _ => return,
    };
    if reading.claimed_verdict.approves() && !reading.findings.iter().any(|f| (dialect.blocks)(f)) {
        reading.claimed_verdict = Verdict::Unclear;
        reading.parsed = !reading.findings.is_empty();
        let message =
            format!("the line approves and counts {count} that would block, and none of them is listed");
        reading.remarks.push(Remark::new(line, "hedged", message));
    }
}

/// Tells whether a remark of that code says by itself why no verdict is held.
pub(crate) fn tells_why_unclear(code: &str) -> bool {
    matches!(
        code,
        "verdict_vs_verdict" | "hedged" | "disguised" | "json_unsound" | "text_cut" | "unknown_severity"
    )
}

fn contradictions(
    dialect: &Dialect,
    reading: &mut Reading,
    lines: &[u32],
    blocking: Option<u32>,
    counted_at: CountedAt,
    miscounted: Option<Remark>,
) {
    let line = reading.because.as_ref().map_or(0, |b| b.line);
    let blocking_ones = || reading.findings.iter().zip(lines).filter(|(f, _)| (dialect.blocks)(f));
    let blocked = blocking_ones().count();
    let clash = match reading.claimed_verdict {
        Verdict::Approved | Verdict::ApprovedWithNotes => blocking_ones().next().map(|(first, at)| {
            let title: String = first.title.chars().take(120).collect();
            let and = if blocked > 1 { format!(" and {} more", blocked - 1) } else { String::new() };
            format!("the verdict approves, but this finding blocks: {title} (line {at}){and}")
        }),
        Verdict::ChangesRequested | Verdict::Rejected if reading.findings.is_empty() => {
            Some("the verdict asks for changes, but no finding is listed".to_owned())
        }
        Verdict::ChangesRequested | Verdict::Rejected => {
            let none = blocked == 0 && (dialect.fail_must_block || blocking == Some(0));
            none.then(|| {
                format!(
                    "the verdict asks for changes, but no finding blocks; {} would",
                    blocking_words(dialect)
                )
            })
        }
        Verdict::Unclear => None,
    };
    if let Some(message) = clash {
        reading.remarks.push(Remark::new(line, "verdict_vs_findings", message));
    }
    reading.remarks.extend(miscount(reading, counted_at, blocking, blocked).or(miscounted));
    ids(reading, lines);
}

/// The severities that block by the dialect's own rule, in words: of several those that its form has.
pub(crate) fn blocking_words(dialect: &Dialect) -> String {
    let blocks = |s: &Severity| (dialect.blocks)(&RawFinding::new(*s, ""));
    let form = dialect.form.to_lowercase();
    let words: Vec<&str> = Severity::ALL.into_iter().filter(|s| blocks(s)).map(Severity::as_str).collect();
    let named: Vec<&str> = words.iter().copied().filter(|word| form.contains(word)).collect();
    if named.is_empty() { words.join(" or ") } else { named.join(" or ") }
}

fn miscount(reading: &Reading, at: CountedAt, blocking: Option<u32>, blocked: usize) -> Option<Remark> {
    let listed = |severities: &[Severity]| {
        reading.findings.iter().filter(|f| severities.contains(&f.severity)).count()
    };
    let counts = &reading.counts;
    let middle = [Severity::High, Severity::Medium, Severity::Low];
    let checks = [
        ("critical findings", counts.critical, listed(&[Severity::Critical]), at.critical),
        ("warnings", counts.warnings, listed(&middle), at.warnings),
        ("findings of severity info", counts.info, listed(&[Severity::Info]), at.info),
        ("findings in total", counts.total, reading.findings.len(), at.total),
        ("blocking findings", blocking, blocked, at.blocking),
    ];
    let wrong = checks
        .iter()
        .find(|(_, stated, listed, _)| stated.is_some_and(|n| usize::try_from(n) != Ok(*listed)))?;
    let (name, stated, listed, line) = wrong;
    let stated = stated.unwrap_or_default();
    let name = if stated == 1 { name.replacen("findings", "finding", 1) } else { (*name).to_owned() };
    let message = format!("the text states {stated} {name} and lists {listed}; the list counts");
    Some(Remark::new(*line, "counts_vs_findings", message))
}

fn ids(reading: &mut Reading, lines: &[u32]) {
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut twice: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for (finding, line) in reading.findings.iter().zip(lines) {
        let Some(id) = &finding.reported_id else { continue };
        match seen.get(id) {
            Some(first) => {
                twice.entry(id.clone()).or_insert((*first, *line));
            }
            None => {
                seen.insert(id.clone(), *line);
            }
        }
    }
    for (id, (first, second)) in twice {
        let other = if first == second { String::new() } else { format!(" (first on line {first})") };
        let message = format!("{id} names more than one finding{other}; they are kept apart");
        reading.remarks.push(Remark::new(second, "duplicate_ids", message));
    }
    for resolved in &reading.resolved {
        if let Some(line) = seen.get(&resolved.id) {
            let message =
                format!("{} is named as resolved and listed as a finding; it stays open", resolved.id);
            reading.remarks.push(Remark::new(*line, "resolved_vs_findings", message));
        }
    }
}
