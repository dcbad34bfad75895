//! Sections of a review: what a heading says about the findings below it.
//!
//! It reads one heading at a time; which sections are open is the walk's business.

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::dialect::{field, words};
use crate::domain::review::{Severity, Stage};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    Neutral,
    Findings,
    /// Praise, things looked at and found in order.
    Ignore,
    Resolved,
    Earlier,
    /// Lists once more what was listed before: action items, priorities.
    Recap,
}

#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) level: u8,
    pub(super) mood: Mood,
    /// The mood is this section's own, not its parent's.
    pub(super) declared: bool,
    pub(super) stage: Option<Stage>,
    pub(super) severity: Option<(Severity, String)>,
    pub(super) category: Option<String>,
}

/// Headings that some reviewers write without any mark.
pub(super) const SECTIONS: &[&str] = &[
    "spec compliance",
    "code quality",
    "findings",
    "issues",
    "critical issues",
    "critical",
    "warnings",
    "blocking issues",
];

/// Level of sections opened by a label line or bold line: below every heading.
pub(super) const LABEL_LEVEL: u8 = 7;

pub(super) static EARLIER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(previous|prior|earlier|former|last)\b.*\b(findings?|rounds?|reviews?|pass|iterations?|attempts?|cycles?|issues?|report(ed)?|verdicts?)\b|\bhistory\b|\bfor reference\b")
        .expect("a constant pattern")
});

impl Section {
    pub(super) fn read(text: &str, level: u8, parent: Option<&Section>) -> Self {
        let mood = parent.map_or(Mood::Neutral, |p| p.mood);
        let mut section = Section {
            level,
            mood,
            declared: false,
            stage: parent.and_then(|p| p.stage),
            severity: parent.and_then(|p| p.severity.clone()),
            category: None,
        };
        let words = words::words(text);
        let joined = format!(" {} ", words.join(" "));
        let has = |any: &[&str]| any.iter().any(|w| joined.contains(&format!(" {w} ")));
        let declare = |section: &mut Section, mood| {
            if !matches!(section.mood, Mood::Earlier | Mood::Recap) {
                section.mood = mood;
                section.declared = true;
            }
        };
        if has(&["readme", "example", "examples", "template", "sample", "excerpt", "quote", "quoted", "fixture"])
            && !has(&["finding"])
        {
            declare(&mut section, Mood::Earlier);
        } else if EARLIER.is_match(text) && !has(&["still", "re review"]) {
            declare(&mut section, Mood::Earlier);
        } else if has(&["action items", "prioritized", "priorities", "fix order", "at a glance", "recap"]) {
            declare(&mut section, Mood::Recap);
        } else if has(&["resolved", "fixed", "closed", "addressed", "retracted", "withdrawn"])
            && !has(&["not", "unresolved", "to be"])
        {
            declare(&mut section, Mood::Resolved);
            section.severity = None;
        } else if let Some(severity) = severity_heading(text) {
            declare(&mut section, Mood::Findings);
            section.severity = Some(severity);
        } else if has(&[
            "good",
            "strengths",
            "strength",
            "positive",
            "positives",
            "praise",
            "went well",
            "works well",
            "not an issue",
            "no issue",
            "not issues",
            "in order",
            "pass items",
            "passed",
            "false positives",
            "dismissed",
            "what works",
            "well done",
            "out of scope",
            "non issues",
            "highlights",
            "met",
            "verified",
        ]) {
            declare(&mut section, Mood::Ignore);
            section.severity = None;
        } else if has(&["spec compliance", "specification compliance", "spec findings", "stage 1"]) {
            declare(&mut section, Mood::Findings);
            section.stage = Some(Stage::Spec);
            section.severity = None;
        } else if has(&["code quality", "quality findings", "stage 2"]) {
            declare(&mut section, Mood::Findings);
            section.stage = Some(Stage::Quality);
            section.severity = None;
        } else if has(&[
            "findings",
            "finding",
            "issues",
            "problems",
            "concerns",
            "bugs",
            "defects",
            "замечания",
            "befunde",
            "probleme",
            "problemas",
            "achados",
            "hallazgos",
            "问题",
            "指摘事項",
            "constatations",
            "remarques",
        ]) {
            declare(&mut section, Mood::Findings);
            section.severity = None;
        } else if has(&[
            "summary",
            "overview",
            "verdict",
            "decision",
            "status",
            "checklist",
            "traceability",
            "method",
            "scope",
            "questions",
            "answers",
            "feedback",
            "recommendations",
            "next",
            "conclusion",
            "files",
            "tests",
            "context",
            "notes",
            "counts",
            "checked",
            "remark",
            "how",
            "another phase",
            "methodology",
            "background",
            "priority",
        ]) {
            declare(&mut section, Mood::Neutral);
            section.severity = None;
        } else {
            section.category = Some(field::clean(text));
        }
        section
    }
}

/// `Critical Issues (2)`, `🔴 Warnings`, `Minor observations (not blocking)`; not `High availability`.
pub(super) fn severity_heading(text: &str) -> Option<(Severity, String)> {
    let head = text.split(['(', ':', '—']).next().unwrap_or(text);
    let found = words::severity(head)?;
    let beside = [
        "issues",
        "issue",
        "findings",
        "finding",
        "problems",
        "priority",
        "severity",
        "items",
        "observations",
        "concerns",
        "bugs",
        "comments",
        "level",
        "points",
        "defects",
        "blocking",
    ];
    let fits = words::words(head).iter().all(|w| {
        found.1.split(' ').any(|f| f == w)
            || beside.contains(&w.as_str())
            || w.chars().all(|c| c.is_ascii_digit())
    });
    (fits && !matches!(found.1.as_str(), "note" | "notes" | "information")).then_some(found)
}
