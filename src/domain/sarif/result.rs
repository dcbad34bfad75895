//! One result → a finding, or why it is none.

use super::Left;
use super::message::{self, beginning};
use super::place;
use super::shape::{PLACES, Properties, Result, Rule, Rules, Run};
use crate::domain::review::{RawFinding, Remark, Severity, Stage};

/// A title is a line; what is longer stands whole in the description. In characters.
const TITLE: usize = 200;
/// What a rule says of itself is taken along up to this length, in bytes: handbooks stay where they are.
const WHY: usize = 600;

/// What a result is.
pub(super) enum Read {
    Finding {
        finding: Box<RawFinding>,
        /// Some of its texts, or of its places, are too long to be taken whole.
        cut: bool,
    },
    Left(Left),
}

/// Reads the result at a place of its list.
pub(super) fn read(
    (run, rules): (&Run, &Rules<'_>),
    tool: &str,
    (at, result): (usize, &Result),
    remarks: &mut Vec<Remark>,
) -> Read {
    if let Some(why) = left(result, at, remarks) {
        return Read::Left(why);
    }
    let rule = rules.rule(result);
    let ours = tool.starts_with("Countersign ");
    let (severity, said) = severity((at, result), rule, ours, remarks);
    let id = result.id().or_else(|| rule.and_then(|rule| rule.id.as_deref()));
    let words = message::words(run, result, rule)
        .or_else(|| described(rule).map(str::to_owned))
        .unwrap_or_else(|| id.map_or_else(|| "a result without words".to_owned(), str::to_owned));
    let mut cut = words.len() > message::LONGEST;
    let words = beginning(&words, message::LONGEST);
    let title = title(words);
    let mut finding = RawFinding::new(severity, title.clone());
    // The rest of it, or the whole where the title is a part of its line.
    let rest = words.strip_prefix(title.as_str()).map_or(words, str::trim);
    let mut description: Vec<String> = (!rest.is_empty()).then(|| rest.to_owned()).into_iter().collect();
    let names = place::names(result);
    if !names.is_empty() {
        description.push(format!("In {}.", beginning(&names.join(", "), 300)));
    }
    let elsewhere = place::elsewhere(run, result);
    if !elsewhere.is_empty() {
        description.push(format!("At {}.", beginning(&elsewhere.join(", "), 1000)));
    }
    finding.description = (!description.is_empty()).then(|| description.join("\n"));
    finding.reported_severity = Some(said);
    finding.reported_by = Some(id.map_or_else(|| tool.to_owned(), |id| format!("{tool} ({id})")));
    // What a tool can find is how the work is made, not whether it is what was asked for.
    finding.stage = Some(Stage::Quality);
    finding.locations = place::places(run, result);
    cut |= finding.locations.len() > PLACES;
    finding.locations.truncate(PLACES);
    // What `export` writes of its rules says nothing.
    finding.why = described(rule).filter(|why| *why != words && !ours).map(str::to_owned);
    let fixes = result.fixes.iter().flatten();
    let fixes: Vec<&str> = fixes.filter_map(|fix| fix.description.as_ref()?.text.as_deref()).collect();
    let fixes = fixes.join("\n");
    cut |= fixes.len() > message::LONGEST;
    let fixes = beginning(&fixes, message::LONGEST);
    finding.suggestion = (!fixes.trim().is_empty()).then(|| fixes.to_owned());
    Read::Finding { finding: Box::new(finding), cut }
}

/// Tells why a result is none that wants anything. A word that is not known lets nothing go.
fn left(result: &Result, at: usize, remarks: &mut Vec<Remark>) -> Option<Left> {
    // Absent is accepted, says the format.
    let suppresses = |status: Option<&str>| status.is_none_or(|status| status == "accepted");
    let suppressions = result.suppressions.as_deref().unwrap_or_default();
    if suppressions.iter().any(|s| suppresses(s.status.as_deref())) {
        return Some(Left::Suppressed);
    }
    if result.baseline_state.as_deref() == Some("absent") {
        return Some(Left::Gone);
    }
    match result.kind.as_deref() {
        None | Some("fail" | "open" | "review") => None,
        Some("pass" | "notApplicable" | "informational") => Some(Left::Passed),
        Some(other) => {
            let other = beginning(other, 40);
            let message = format!("result {at} is of the unknown kind {other:?}; it counts as a finding");
            remarks.push(Remark::new(0, "unknown_kind", message));
            None
        }
    }
}

/// Returns the severity with the words it was given in: the worse of the level and of the measure that code scanning goes
/// by.
fn severity(
    (at, result): (usize, &Result),
    rule: Option<&Rule>,
    ours: bool,
    remarks: &mut Vec<Remark>,
) -> (Severity, String) {
    let of_rule = || rule.and_then(|rule| rule.default_configuration.as_ref()?.level.as_deref());
    // Neither given is a warning, says the format.
    let level = beginning(result.level.as_deref().or_else(of_rule).unwrap_or("warning"), 40).to_owned();
    let by_level = match level.to_ascii_lowercase().as_str() {
        "error" => Severity::High,
        "warning" => Severity::Medium,
        "note" => Severity::Low,
        "none" => Severity::Info,
        _ => {
            let message = format!("result {at} has the unknown level {level:?}; it counts as medium");
            remarks.push(Remark::new(0, "unknown_severity", message));
            Severity::Medium
        }
    };
    let measure = |properties: Option<&Properties>| {
        let value = properties?.security_severity.as_ref()?;
        value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).filter(|v: &f64| v.is_finite())
    };
    let measured = measure(result.properties.as_ref()).or_else(|| measure(rule?.properties.as_ref()));
    let own = result.properties.as_ref().filter(|_| ours).and_then(|own| own.severity.as_ref()?.as_str());
    let by_own = Severity::ALL.into_iter().find(|severity| own == Some(severity.as_str()));
    let by_level = by_own.map_or(by_level, |own| own.min(by_level));
    let Some(measured) = measured else { return (by_level, level) };
    let by_measure = match measured {
        m if m >= 9.0 => Severity::Critical,
        m if m >= 7.0 => Severity::High,
        m if m >= 4.0 => Severity::Medium,
        _ => Severity::Low,
    };
    (by_level.min(by_measure), format!("{level}, security-severity {measured}"))
}

/// Returns what a rule says of itself: all of it where that is no handbook. Some give the pattern of their messages there,
/// with places for names that only a result fills.
fn described(rule: Option<&Rule>) -> Option<&str> {
    let rule = rule?;
    let short = rule.short_description.as_ref().and_then(|t| t.text.as_deref());
    let full = rule.full_description.as_ref().and_then(|t| t.text.as_deref());
    let is_plain = |text: &&str| !text.trim().is_empty() && !text.contains(['{', '}']);
    let fits = |text: &&str| is_plain(text) && text.len() <= WHY;
    full.filter(fits).or(short.filter(fits)).map(str::trim)
}

/// Returns the first line of a message, cut at a word where that is long.
fn title(words: &str) -> String {
    let line = words.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let Some((end, _)) = line.char_indices().nth(TITLE) else { return line.to_owned() };
    let cut = line[..end].rfind(char::is_whitespace).filter(|at| *at > 0).unwrap_or(end);
    format!("{} …", line[..cut].trim_end())
}
