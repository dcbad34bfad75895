//! YOLO's plan reviewer (`yolo-reviewer`), its delta re-review, and the older JSON-lines reviews.
//!
//! ```text
//! answer  = "VERDICT: " ("approve" | "reject" | "conditional") delta? "FINDINGS:" finding*
//! delta   = "CYCLE: " n "/" max "RESOLVED: " n "PERSISTENT: " n "NEW: " n
//! finding = "- [id:f-" n "] [severity:" ("high" | "medium" | "low") "] "
//!           ("[status:" ("new" | "persistent" | "changed") "] ")? "[file:" path "] issue: " text " | suggestion: " text
//! jsonl   = {"r": "approve" | "changes_requested", …} LF {"id", "sev", "f", "ln", "issue", "sug"}*
//! ```
//!
//! High blocks. `conditional` is an approval with notes. Leniencies and why: tags in any order and
//! with blanks (small models), tables and nested bullets instead of tag lines (long findings), the
//! whole answer in a fence, lines added to the path.

use super::gather::{self, Manner};
use super::page::{Kind, Line, Marks, Page, heading_text, item_body};
use super::statement::taken_back::Doubt;
use super::statement::{Form, Statement, shown};
use super::survey::{self, Survey};
use super::{Dialect, ReadContext, blocks_high, field, said_in_json, words};
use crate::domain::review::{RawFinding, Remark, ReportedStatus, Severity, Verdict};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "yolo",
    detect,
    read,
    blocks: blocks_high,
    fail_must_block: false,
    notes_by_findings: false,
    form: "VERDICT: approve|reject|conditional\nFINDINGS:\n- [id:f-001] [severity:high|medium|low] [file:(path)] issue: (what is wrong) | suggestion: (what to do)",
};

/// A line without any of these is no mark of the dialect.
const MARKS: Marks = Marks::of(&[
    "verdict",
    "f-",
    "findings",
    "[id:",
    "[severity:",
    "qa report",
    "cycle:",
    "persistent:",
    "\"r\"",
    "\"sev\"",
    "\"sug\"",
]);

fn detect(page: &Page<'_>) -> u32 {
    let mut score = 0;
    for line in &page.lines {
        if !line.marks().meets(MARKS) {
            continue;
        }
        let text = field::undecorated(heading_text(&line.text));
        let lower = field::undecorated(heading_text(line.lower()));
        if said_in_json(page, line, &["verdict"], &["approve", "reject", "conditional"]) {
            score += 45;
        }
        if line.own() && field::id(text).is_some_and(|id| id.starts_with("f-")) {
            score += 15;
        }
        match line.kind {
            Kind::Prose | Kind::Item | Kind::Heading(_) => {
                if lower.starts_with("verdict")
                    && ["approve", "reject", "conditional"].iter().any(|w| lower.contains(w))
                {
                    score += if text.starts_with("VERDICT:") { 40 } else { 25 };
                }
                if lower.trim_end_matches(['*', ' ', ':']) == "findings"
                    && !matches!(line.kind, Kind::Heading(_))
                {
                    score += 15;
                }
                if lower.contains("[id:") || lower.contains("[severity:") || lower.starts_with("qa report") {
                    score += 30;
                }
                if lower.starts_with("cycle:") || lower.starts_with("persistent:") {
                    score += 15;
                }
                if lower.starts_with("{\"r\":") || lower.starts_with("{\"r\" :") {
                    score += 60;
                }
                if lower.starts_with('{') && (lower.contains("\"sev\"") || lower.contains("\"sug\"")) {
                    score += 30;
                }
            }
            Kind::Table
            | Kind::Rule
            | Kind::Fenced(_)
            | Kind::FenceMark
            | Kind::Quote
            | Kind::Comment
            | Kind::FrontMatter
            | Kind::Code
            | Kind::Data => {}
        }
    }
    score
}

fn read(page: &mut Page<'_>, context: &ReadContext<'_>) -> Survey {
    let form = Form { dialect: "yolo", own: &[], front: true, signals: false, own_rows: &[] };
    let manner = Manner { told: true, numbered_headings: true, ..Manner::default() };
    let mut survey = survey::read(page, &form, manner, context);
    survey.miscounted = delta(page, &survey);
    survey.counts.resolved = resolved(page);
    survey.collected.doubts.extend(counted_and_not_listed(page, &survey));
    survey.collected.doubts.sort_by_key(|doubt| doubt.at);
    qa_report(page, &mut survey, context);
    survey
}

/// `RESOLVED: 2` of a delta that counts nothing as persistent.
fn resolved(page: &Page<'_>) -> Option<u32> {
    let counted = |wanted: &str| {
        let mut counts = page.own().filter_map(|line| {
            let (name, value) = field::undecorated(&line.text).split_once(':')?;
            name.trim().eq_ignore_ascii_case(wanted).then(|| value.trim().parse().ok())?
        });
        counts.next().filter(|_| counts.next().is_none())
    };
    counted("resolved").filter(|_| counted("persistent") == Some(0))
}

/// `QA REPORT:` with `passed:` and lines of checks: a failed check is a finding.
fn qa_report(page: &Page<'_>, survey: &mut Survey, context: &ReadContext<'_>) {
    let mut own = page.lines.iter().enumerate().filter(|(_, l)| l.own());
    if !own.by_ref().any(|(_, l)| heading_text(&l.text).trim_matches('*').starts_with("QA REPORT")) {
        return;
    }
    for (at, line) in own {
        let body = item_body(&line.text).map_or(line.text.as_ref(), |(b, _)| b);
        let yes = match field::undecorated(body).split_once(':') {
            Some((name, value)) if words::words(name) == ["passed"] => words::words(value).first().cloned(),
            _ => None,
        };
        let verdict = match yes.as_deref() {
            Some("true" | "yes") if !line.disguised && !shown::in_diff(page, line, context) => {
                Verdict::Approved
            }
            Some("false" | "no") => Verdict::ChangesRequested,
            Some(_) => Verdict::Unclear,
            None => {
                survey.findings.extend(failed_check(body).map(|f| (f, line.number)));
                continue;
            }
        };
        let rule = "yolo.qa_passed".to_owned();
        let statement = Statement::formal(at, verdict, rule);
        survey.collected.statements.push(statement);
    }
    survey.collected.statements.sort_by_key(|s| s.at);
    gather::merge_repeats(&mut survey.findings);
}

/// `[id:q-001] name: X | status: fail | fixable_by: Y | detail: "…"`
fn failed_check(body: &str) -> Option<RawFinding> {
    let rest = body.strip_prefix("[id:")?;
    let (id, rest) = rest.split_once(']')?;
    let mut finding = RawFinding::new(Severity::High, "");
    finding.reported_id = Some(id.trim().to_owned());
    let mut failed = false;
    for part in rest.split('|') {
        let Some((name, value)) = part.split_once(':') else { continue };
        let value = field::clean(value.trim().trim_matches('"'));
        match name.trim() {
            "name" => finding.title = value,
            "status" => failed = value.eq_ignore_ascii_case("fail"),
            "detail" => finding.description = Some(value),
            "fixable_by" => finding.category = Some(value),
            _ => {}
        }
    }
    (failed && !finding.title.is_empty()).then_some(finding)
}

/// `PERSISTENT: 1` with nothing listed: what is open was counted and is not here to be weighed.
fn counted_and_not_listed(page: &Page<'_>, survey: &Survey) -> Option<Doubt> {
    let open = |text: &str| {
        let (name, value) = text.split_once(':')?;
        let stated: u32 = value.trim().parse().ok()?;
        let open = matches!(name.trim().to_lowercase().as_str(), "persistent" | "new");
        (open && stated > 0).then_some(())
    };
    let counted = |l: &Line<'_>| l.own() && open(field::undecorated(&l.text).trim_matches('*')).is_some();
    let at = page.lines.iter().position(counted).filter(|_| survey.findings.is_empty())?;
    Some(Doubt { at, anywhere: true, why: "counts findings that are open, and none is listed" })
}

/// Compares `PERSISTENT: n` and `NEW: n` with the list.
fn delta(page: &Page<'_>, survey: &Survey) -> Option<Remark> {
    let marked = survey.findings.iter().any(|(f, _)| f.reported_status.is_some());
    let count = |status| survey.findings.iter().filter(|(f, _)| f.reported_status == Some(status)).count();
    let (persistent, new) = (count(ReportedStatus::Persistent), count(ReportedStatus::New));
    for line in page.own() {
        let Some((name, value)) = line.text.split_once(':') else { continue };
        let Ok(stated) = value.trim().parse::<usize>() else { continue };
        let listed = match name.trim().to_lowercase().as_str() {
            "persistent" => persistent,
            "new" => new,
            _ => continue,
        };
        if listed != stated && (marked || stated > 0) {
            let name = name.trim().to_lowercase();
            let message = format!("the text states {stated} {name} and lists {listed}; the list counts");
            return Some(Remark::new(line.number, "counts_vs_findings", message));
        }
    }
    None
}
