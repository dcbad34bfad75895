//! One reading of a page by the rules all dialects share: statements, findings in Markdown,
//! answers in JSON, stated counts.
//!
//! A dialect gives its form and manner and adds what only it has. Whether verdict and findings
//! agree is settled by its caller.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use super::answer::Answer;
use super::gather::{self, Gathered, Manner};
use super::page::{Kind, Line, Page, item_body};
use super::statement::taken_back::Doubt;
use super::statement::{self, Collected, Form, Statement, Weight};
use super::{Ignored, Met, ReadContext, StatedCounts, answer, field, json, words};
use crate::domain::review::{RawFinding, Remark, Resolved, Ruling, Verdict};

/// What was read of a page, before it is settled.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub(crate) collected: Collected,
    /// Findings with their line numbers.
    pub(crate) findings: Vec<(RawFinding, u32)>,
    pub(crate) resolved: Vec<Resolved>,
    pub(crate) met: Vec<(Met, u32)>,
    pub(crate) rulings: Vec<Ruling>,
    /// Rubric dimensions that pass.
    pub(crate) passed: Vec<Resolved>,
    pub(crate) counts: StatedCounts,
    /// Blocking findings the text says it has.
    pub(crate) blocking_count: Option<u32>,
    pub(crate) about: Option<String>,
    pub(crate) remarks: Vec<Remark>,
    /// The lines that state the counts.
    pub(crate) counted_at: CountedAt,
    /// Counts of the dialect's own that contradict the list.
    pub(crate) miscounted: Option<Remark>,
    /// What of the text was not read and may hold an objection: with it nothing approves.
    pub(crate) unread: Option<Remark>,
}

/// Line numbers of stated counts, 0 where none is stated.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CountedAt {
    pub(crate) critical: u32,
    pub(crate) warnings: u32,
    pub(crate) info: u32,
    pub(crate) total: u32,
    pub(crate) blocking: u32,
}

/// Bytes beside an object that is all a text says: the marks of its fence.
const ALONE: usize = 16;

/// Reads a page.
pub(crate) fn read(page: &mut Page<'_>, form: &Form, manner: Manner, context: &ReadContext<'_>) -> Survey {
    let text = page.text.trim();
    let alone = |found: &json::Found| found.end - found.start + ALONE >= text.len();
    let (objects, stopped) =
        json::read_each(page, |found| answer::read(found, form.own, manner.stages, alone(found)));
    let mut shown = Vec::new();
    // Objects that are only shown, and object.
    let mut objecting: Vec<Doubt> = Vec::new();
    let answers: Vec<_> = said(page, objects, |found, answer, why| {
        if answer.as_ref().is_some_and(Answer::objects)
            && !statement::attributed(page, found.first, found.start..found.end)
        {
            let why = "shows an object that objects, and nothing says whose it is";
            objecting.push(Doubt { at: found.first, anywhere: true, why });
        }
        if answer.as_ref().is_some_and(|a| a.verdict.is_some()) {
            let line = &page.lines[found.first];
            shown.push(Ignored { line: line.number, text: page.written(line), why: why.to_owned() });
        }
    });
    let answers: Vec<_> =
        answers.into_iter().filter_map(|(found, answer)| answer.map(|answer| (found, answer))).collect();
    for (found, _) in answers.iter().filter(|(f, _)| !f.fenced) {
        for line in &mut page.lines[found.first..=found.last] {
            line.kind = Kind::Data;
        }
    }
    page.cut_long();
    let mut gathered = gather::gather(page, manner);
    statement::round_table::past(page).into_iter().for_each(|at| gathered.earlier.insert(at));
    let collected = statement::collect(page, form, &gathered, context);
    let mut survey = Survey { collected, ..Survey::default() };
    survey.unread = stopped.map(|at| {
        let line =
            page.lines.partition_point(|l| l.start <= at).checked_sub(1).map_or(0, |i| page.lines[i].number);
        Remark::new(
            line,
            "text_cut",
            "the text has more braces than are read as JSON: it is read to this line",
        )
    });
    survey.collected.ignored.extend(shown);
    if let Some(at) = survey.collected.unread {
        let message = "the text has more sentences than are read for a verdict: it is read to this line";
        survey.unread = Some(Remark::new(page.lines[at].number, "text_cut", message));
    }
    take_answers(page, answers, &gathered, form, context, &mut survey);
    if survey.collected.statements.iter().any(|s| s.verdict.approves()) {
        let said = statement::taken_back::doubts(page, &gathered, &survey.collected.led, context);
        survey.collected.doubts.extend(said);
        let led = &survey.collected.led;
        let open = statement::left_open::marked(page, &gathered, form.own_rows, led, context);
        survey.collected.doubts.extend(open);
        let failing = statement::failing::doubts(page, &gathered, form.own_rows, led, context);
        survey.collected.doubts.extend(failing);
        let unexplained = statement::unexplained::doubts(page, &gathered, led, context);
        survey.collected.doubts.extend(unexplained);
        survey.collected.doubts.extend(ungraded(page, &gathered, &survey.collected.statements));
        let last = survey.collected.statements.last().map_or(0, |s| s.at);
        let passed = statement::passed_over(page, &gathered, last, form.own_rows, led, context);
        survey.collected.doubts.extend(passed);
        survey.collected.doubts.extend(statement::begun::doubt(page, &gathered, last));
        survey.collected.doubts.extend(statement::broken_off::doubt(page));
        survey.collected.doubts.extend(objecting);
        survey.collected.doubts.sort_by_key(|doubt| doubt.at);
    }
    survey.remarks.extend(cut_cells(page));
    let Gathered { findings, resolved, rulings, remarks, telling, taken, unrated, .. } = gathered;
    survey.remarks.extend(unrated.into_iter().map(|(line, word)| unknown_severity(line, &word)));
    survey.collected.listed = taken;
    survey.remarks.extend(remarks);
    survey.findings.extend(findings);
    let asks = survey
        .collected
        .statements
        .last()
        .is_some_and(|s| matches!(s.verdict, Verdict::ChangesRequested | Verdict::Rejected));
    if asks {
        take_set_off(page, manner, &mut survey);
    }
    if survey.findings.is_empty() && asks {
        let (told, unread) = gather::told(page, &telling);
        survey.remarks.extend(unread.map(|line| {
            Remark::new(
                line,
                "cut",
                "more findings are told in sentences than are read: they are read to this line",
            )
        }));
        survey.remarks.extend(told.first().map(|(_, line)| {
            Remark::new(*line, "lenient", "no finding is listed; those told in sentences were taken")
        }));
        survey.findings.extend(told);
    }
    take_note(page, &mut survey);
    survey.resolved.extend(resolved);
    survey.rulings.extend(rulings);
    label_counts(page, &mut survey);
    survey.about = survey.about.take().or_else(|| about(page));
    survey
}

/// What is listed as wrong beside a plain approval, with nobody knowing how grave it is.
fn ungraded(page: &Page<'_>, gathered: &Gathered, statements: &[Statement]) -> Vec<Doubt> {
    if statements.iter().any(|s| s.verdict == Verdict::ApprovedWithNotes) {
        return Vec::new();
    }
    let why = "lists what is wrong, and does not say how grave it is";
    let line = |number: &u32| page.lines.binary_search_by_key(number, |l| l.number).ok();
    let small = |at: &usize| statement::unfinished::light(&page.lines[*at].text);
    let open = gathered.ungraded.iter().filter_map(line).filter(|at| !small(at));
    open.map(|at| Doubt { at, anywhere: true, why }).collect()
}

/// Reads the page once more, where changes are asked for: what a severity sets off is a finding then, and where nothing is
/// listed at all, what an id sets off.
fn take_set_off(page: &Page<'_>, manner: Manner, survey: &mut Survey) {
    let mut walked = gather::gather(page, Manner { by_severity: true, ..manner }).findings;
    let mut why = "what is set off by a severity was taken for a finding";
    if walked.is_empty() && survey.findings.is_empty() {
        walked = gather::gather(page, Manner { by_severity: true, by_id: true, ..manner }).findings;
        why = "nothing else is listed; what begins with an id was taken";
    }
    let known: HashSet<u32> = survey.findings.iter().map(|(_, line)| *line).collect();
    let mut more = walked.into_iter().filter(|(_, line)| !known.contains(line)).peekable();
    survey.remarks.extend(more.peek().map(|(_, line)| Remark::new(*line, "lenient", why)));
    survey.findings.extend(more);
    survey.findings.sort_by_key(|(_, line)| *line);
    // What the first reading saw in full the second may see in an overview.
    gather::merge_repeats(&mut survey.findings);
}

/// Reads `LGTM with one nit: `a.rs:10` – rename `tmp``: the note that an approval names behind its colon, where nothing else
/// is listed.
fn take_note(page: &Page<'_>, survey: &mut Survey) {
    let noted = |s: &&Statement| s.verdict == Verdict::ApprovedWithNotes && s.rule.ends_with(".signal");
    let Some(at) = survey.collected.statements.last().filter(noted).map(|s| s.at) else { return };
    let Some((first, _)) = page.lines[at].text.split_once(": ").filter(|_| survey.findings.is_empty()) else {
        return;
    };
    let rated = words::words(first).iter().find_map(|word| words::only_severity(word));
    let (told, _) = gather::told(page, &[(at, rated.clone())]);
    survey.findings.extend(told.into_iter().filter(|_| rated.is_some()));
}

/// Characters of an unknown severity that are told.
const WORD: usize = 40;

fn unknown_severity(line: u32, word: &str) -> Remark {
    let word: String = word.chars().take(WORD).collect();
    Remark::new(
        line,
        "unknown_severity",
        format!("\"{word}\" is no known severity; the finding counts as medium"),
    )
}

/// Says what a summary in JSON has against the approval it stands in.
fn against(text: &str) -> Option<&'static str> {
    statement::taken_back::of_text(text)
        .or_else(|| statement::left_open::of_text(text))
        .or_else(|| statement::unexplained::of_text(text))
}

/// Rows with a cell that is longer than is kept of it, whatever is read from them.
fn cut_cells<'p>(page: &'p Page<'_>) -> impl Iterator<Item = Remark> + 'p {
    let long = |l: &&Line<'_>| {
        l.kind == Kind::Table
            && l.text.len() > field::MOST
            && l.text.split('|').any(|cell| cell.trim().len() > field::MOST)
    };
    page.lines.iter().filter(long).map(|l| {
        let message = format!("a cell is longer than {} bytes; the rest is cut", field::MOST);
        Remark::new(l.number, "cut", message)
    })
}

fn take_answers(
    page: &Page<'_>,
    answers: Vec<(json::Found, answer::Answer)>,
    gathered: &Gathered,
    form: &Form,
    context: &ReadContext<'_>,
    survey: &mut Survey,
) {
    let spoken = survey.collected.statements.iter().any(|s| s.weight == Weight::Formal);
    let top = answers.iter().filter_map(|(_, a)| a.round).max();
    let mut around = Around::new(page, gathered, context);
    for (found, mut answer) in answers {
        let line = &page.lines[found.first];
        let before = found.first.checked_sub(1).map(|i| if found.fenced { i.saturating_sub(1) } else { i });
        let why = if found.fenced && answer.verdict.is_some_and(Verdict::approves) && in_a_list(page, &found)
        {
            Some("nested in a list")
        } else if found.fenced && (spoken && !answer.full || around.example(found.first)) {
            Some("in a code fence")
        } else if !found.fenced && line.indent >= 2 && before.is_some_and(|i| gathered.taken.contains(i)) {
            Some("inside a finding")
        } else if gathered.earlier.contains(found.first)
            || before.is_some_and(|i| around.announces_earlier(i))
        {
            Some("about an earlier round or an example")
        } else {
            None
        };
        let why = why.or(answer.template.then_some("echoed template"));
        let shown = answer.verdict.is_some_and(Verdict::approves)
            && (found.first..=found.last).all(|at| around.shown(at));
        let why = why.or(shown.then_some("stands in the reviewed diff"));
        let aside = answer.verdict.is_some_and(Verdict::approves)
            && survey.collected.set_aside.binary_search(&found.first).is_ok();
        let why = why.or(aside.then_some("below what calls it a draft, or somebody else's"));
        let stale = why
            .or_else(|| (answer.round.is_some() && answer.round < top).then_some("about an earlier round"));
        if let Some(why) = stale {
            let text = page.written(line);
            survey.collected.ignored.push(Ignored { line: line.number, text, why: why.to_owned() });
            continue;
        }
        if found.repaired {
            survey.remarks.push(Remark::new(
                line.number,
                "json_repaired",
                "the JSON is not well formed and was mended",
            ));
        }
        if let Some(fault) = found.unsound {
            let message = format!("the JSON {fault}; it cannot approve");
            survey.remarks.push(Remark::new(line.number, "json_unsound", message));
        }
        survey.remarks.extend(answer.cut.told().map(|message| Remark::new(line.number, "cut", message)));
        if let Some(refuses) = &answer.refuses {
            let message = format!("the JSON approves, and {refuses}");
            survey.remarks.push(Remark::new(line.number, "verdict_vs_verdict", message));
        }
        if let Some(word) = &answer.unrated {
            survey.remarks.push(unknown_severity(line.number, word));
            let why = "rates a finding with a word that is no known severity";
            survey.collected.doubts.push(Doubt { at: found.first, anywhere: true, why });
        }
        // Beside a verdict of its own the object was heard for it.
        if answer.verdict.is_none() && answer.unread.is_some() {
            let why = "lists what is no finding in a form that is read";
            survey.collected.doubts.push(Doubt { at: found.first, anywhere: true, why });
        }
        if answer.confused {
            survey.remarks.push(Remark::new(line.number, "hedged", "the JSON names no single verdict"));
        }
        if answer.verdict.is_some_and(Verdict::approves)
            && let Some(why) = answer.says.iter().find_map(|text| against(text))
        {
            survey.collected.doubts.push(Doubt { at: found.first, anywhere: true, why });
        }
        if let Some(verdict) = answer.verdict {
            let rounds = &survey.collected.rounds;
            let under = rounds.binary_search_by_key(&found.first, |r| r.0).ok().map(|i| rounds[i].1);
            answer.round = answer.round.or(under);
            let rule = format!("{}.json", form.dialect);
            let statement =
                Statement { round: answer.round, ..Statement::formal(found.first, verdict, rule) };
            survey.collected.statements.push(statement);
        }
        survey.findings.extend(answer.findings.into_iter().map(|f| (f, line.number)));
        survey.resolved.extend(answer.resolved);
        survey.rulings.extend(answer.rulings);
        survey.about = answer.about.or(survey.about.take());
        if answer.blocking_count.is_some() {
            (survey.blocking_count, survey.counted_at.blocking) = (answer.blocking_count, line.number);
        }
        let at = line.number;
        let lines = CountedAt { critical: at, warnings: at, info: at, total: at, blocking: 0 };
        merge_counts(survey, &answer.counts, lines);
    }
    survey.collected.statements.sort_by_key(|s| s.at);
}

static EARLIER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(previous(ly)?|prior|earlier|last (time|round|pass|iteration|review)|first (round|pass|attempt|iteration)|example|template|format|schema|sample|expected|looks like this|fixture|for reference|payload|request body|would (have )?(be|said|look))\b")
        .expect("a constant pattern")
});

/// Tells whether an object's fence is set into a list: an answer stands at the margin.
fn in_a_list(page: &Page<'_>, found: &json::Found) -> bool {
    let fence = page.fences.partition_point(|f| f.opening < found.first).checked_sub(1);
    fence.and_then(|i| page.lines.get(page.fences[i].opening)).is_some_and(|l| l.indent >= 2)
}

/// Returns the objects that are said; what is only shown in the middle of a line is handed to `shown` with why.
fn said(
    page: &Page<'_>,
    objects: Vec<(json::Found, Option<Answer>)>,
    mut shown: impl FnMut(&json::Found, &Option<Answer>, &'static str),
) -> Vec<(json::Found, Option<Answer>)> {
    let mut kept = Vec::with_capacity(objects.len());
    // The line the last object ended on, where it ended, and what the line said before.
    let (mut line, mut end, mut before) = (usize::MAX, 0, statement::aside::Before::default());
    for (found, answer) in objects {
        if found.fenced {
            kept.push((found, answer));
            continue;
        }
        if found.first != line {
            before = statement::aside::Before::default();
            end = page.lines[found.first].start;
        }
        let piece = page.text.get(end..found.start).unwrap_or_default();
        let table = (page.lines[found.first].kind == Kind::Table).then_some("in a table");
        (line, end) = (found.last, found.end);
        let behind = page.text.get(found.end..).unwrap_or_default();
        match before.next(piece, behind).or(table) {
            Some(why) => shown(&found, &answer, why),
            None => kept.push((found, answer)),
        }
    }
    kept
}

/// What stands around answers, looked up once a line: one line may hold any number of them.
struct Around<'s, 'p> {
    page: &'s Page<'p>,
    gathered: &'s Gathered,
    context: &'s ReadContext<'s>,
    announced: HashMap<usize, bool>,
    shown: HashMap<usize, bool>,
    /// A line asked about, and the reviewer's own line above it.
    above: (usize, Option<usize>),
}

impl<'s, 'p> Around<'s, 'p> {
    fn new(page: &'s Page<'p>, gathered: &'s Gathered, context: &'s ReadContext<'s>) -> Self {
        let (announced, shown) = (HashMap::new(), HashMap::new());
        Self { page, gathered, context, announced, shown, above: (0, None) }
    }

    /// Tells whether a line announces what follows as another round's or as an example.
    fn announces_earlier(&mut self, at: usize) -> bool {
        let page = self.page;
        *self.announced.entry(at).or_insert_with(|| {
            let close = page.lines.get(at + 1).is_some_and(|l| !l.blank_before);
            page.lines.get(at).is_some_and(|l| {
                // A shell's prompt: what follows is what a command printed.
                l.own() && l.text.starts_with("$ ") && close
                    || l.own()
                        && l.text.trim_end_matches(['*', ' ']).ends_with(':')
                        && (EARLIER.is_match(&l.text) || statement::lead_in::announced(&l.text).is_some())
                    || l.own() && l.kind == Kind::Prose && statement::lead_in::breaks_off(&l.text).is_some()
            })
        })
    }

    /// Tells whether a line says nothing, or stands in the reviewed diff.
    fn shown(&mut self, at: usize) -> bool {
        let (page, context) = (self.page, self.context);
        *self.shown.entry(at).or_insert_with(|| {
            page.lines.get(at).is_some_and(|l| {
                !l.text.chars().any(char::is_alphanumeric) || statement::shown::in_diff(page, l, context)
            })
        })
    }

    /// Tells whether a fence shows something rather than being the answer: it belongs to a finding.
    fn example(&mut self, first: usize) -> bool {
        // Answers come in the order of their lines, so each line is passed once.
        let (seen, above) = if first < self.above.0 { (0, None) } else { self.above };
        let own_above = (seen..first).rev().find(|&i| self.page.lines[i].own()).or(above);
        self.above = (first, own_above);
        own_above.is_some_and(|i| self.gathered.taken.contains(i))
    }
}

fn merge_counts(survey: &mut Survey, from: &StatedCounts, lines: CountedAt) {
    let (into, at) = (&mut survey.counts, &mut survey.counted_at);
    for (count, line, stated, stands) in [
        (&mut into.critical, &mut at.critical, from.critical, lines.critical),
        (&mut into.warnings, &mut at.warnings, from.warnings, lines.warnings),
        (&mut into.info, &mut at.info, from.info, lines.info),
        (&mut into.total, &mut at.total, from.total, lines.total),
    ] {
        if stated.is_some() {
            (*count, *line) = (stated, stands);
        }
    }
}

/// Reads `**Critical:** 2`, `Warnings: 0`, `| Info | 1 |` and the same in front matter.
fn label_counts(page: &Page<'_>, survey: &mut Survey) {
    let (mut front, mut lines) = (StatedCounts::default(), CountedAt::default());
    for (at, key, value) in page.front_fields().into_iter().chain(page.front_nested("findings")) {
        if let Ok(n) = value.parse() {
            count(&mut front, &mut lines, &key, n, page.lines[at].number);
        }
    }
    merge_counts(survey, &front, lines);
    let mut lines = CountedAt::default();
    let mut body = StatedCounts::default();
    for (at, line) in page.lines.iter().enumerate().filter(|(_, l)| l.own() && l.indent == 0) {
        let text = item_body(&line.text).map_or(line.text.as_ref(), |(b, _)| b);
        let pair = if line.kind == Kind::Table {
            let cells: Vec<&str> = text.trim_matches('|').split('|').map(str::trim).collect();
            if let [name, value] = cells.as_slice() { Some((*name, *value)) } else { None }
        } else {
            field::undecorated(text).split_once(':')
        };
        let Some((name, value)) = pair else { continue };
        let mut value = value.trim_matches(['*', '`', ' ', '_']).to_owned();
        if value.is_empty() && words::severity(name).is_some() {
            value = page.lines.get(at + 1).map(|l| l.text.to_string()).unwrap_or_default();
        }
        let digits: String = value.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(n) = digits.parse()
            && (words::fewer(&value, 3) || gather::counts(&value))
        {
            count(&mut body, &mut lines, name, n, line.number);
        }
    }
    merge_counts(survey, &body, lines);
}

fn count(counts: &mut StatedCounts, lines: &mut CountedAt, name: &str, n: u32, at: u32) {
    let (slot, line) = match words::joined(name).as_str() {
        "critical" | "criticals" | "critical issues" | "critical findings" | "blocker" | "blockers" => {
            (&mut counts.critical, &mut lines.critical)
        }
        "warning" | "warnings" => (&mut counts.warnings, &mut lines.warnings),
        "info" => (&mut counts.info, &mut lines.info),
        "total" | "total findings" | "findings" | "findings count" => (&mut counts.total, &mut lines.total),
        _ => return,
    };
    (*slot, *line) = (Some(n), at);
}

/// The task a text says it is about.
fn about(page: &Page<'_>) -> Option<String> {
    static TASK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\bphase\s+(\S+)\s+plan\s+(\S+)\s+task\s+(\S+)").expect("a constant pattern")
    });
    for (at, line) in page.lines.iter().enumerate().filter(|(_, l)| l.own()).take(60) {
        let text = field::undecorated(&line.text);
        if let Some((name, value)) = text.split_once(':')
            && words::words(name) == ["task"]
        {
            let value = field::clean(value.trim_matches(['*', ' ']));
            let below = || page.lines.get(at + 1).map(|l| field::clean(&l.text));
            return if value.is_empty() { below() } else { Some(value) }.filter(|v| !gather::placeholder(v));
        }
        if let Some(caps) = TASK.captures(text) {
            return Some(format!("{}-{} Task {}", &caps[1], &caps[2], &caps[3]));
        }
    }
    None
}
