//! Sections of a review: what a heading says about the findings below it.
//!
//! It reads one heading at a time; which sections are open is the walk's business.

mod group;

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::dialect::page::{Kind, Page, heading_text};
use crate::domain::dialect::words::{self, Classes};
use crate::domain::dialect::{field, place, statement};
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
    /// The file that everything below is about.
    pub(super) file: Option<String>,
    /// Its text is too long to name a category or a file.
    pub(super) unnamed: bool,
    /// The number of its line, or of the line above it that is too long to name a file.
    pub(super) line: u32,
}

/// Bytes of a heading that may name the category, or the file, of what stands below it.
pub(super) const CATEGORY: usize = 300;

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
    Regex::new(r"(?i)\b(previous|prior|earlier|former|last)\b.*\b(findings?|rounds?|reviews?|pass|iterations?|attempts?|cycles?|issues?|report(ed)?|verdicts?)\b|\b(?:previously|formerly|already) (?:reported|raised|found|flagged|noted|listed|identified)\b|\bhistory\b|\bfor reference\b")
        .expect("a constant pattern")
});

static FINDINGS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:status|check|verification|follow-?up) (?:of|on) (?:the )?)?(?:previous|prior|earlier|former|last)(?:ly)? (?:\w+ ){0,2}(?:findings?|issues?|comments?|concerns?|points?)(?: (?:status|check|follow-?up|verification|resolution))?\W*$|^\W*(?:(?:findings?|issues?) )?(?:previously|formerly|already|earlier) (?:reported|raised|found|flagged|noted|listed|identified)(?: (?:findings?|issues?))?\W*$")
        .expect("a constant pattern")
});

/// `Resolved since last round:` is of findings, though it names a round.
static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:resolved|fixed|closed|addressed|settled)\b(?: \w+){0,5}\W*$")
        .expect("a constant pattern")
});

/// `Previous findings`, `Status of prior issues`: a list of findings, not the text of an earlier review with a verdict of
/// its own.
pub(super) fn of_findings(text: &str) -> bool {
    FINDINGS.is_match(text) || SETTLED.is_match(text)
}

/// Finds the heading of the last round in a history with which a text ends, where nothing before it states a verdict: of
/// such a text that round is the review.
pub(super) fn last_of_history(page: &Page<'_>) -> Option<usize> {
    let heading = |at: usize| {
        let Kind::Heading(level) = page.lines[at].kind else { return None };
        Some((level, heading_text(&page.lines[at].text)))
    };
    let mut history: Option<(usize, u8)> = None;
    let mut rounds: Vec<(usize, u32)> = Vec::new();
    for at in 0..page.lines.len() {
        let Some((level, text)) = heading(at) else { continue };
        match history {
            Some((_, above)) if level > above => {
                rounds.extend(statement::round_of(text).map(|number| (at, number)));
            }
            _ => {
                history =
                    (EARLIER.is_match(text) && statement::round_of(text).is_none()).then_some((at, level));
                rounds.clear();
            }
        }
    }
    let (opened, _) = history?;
    let rising = rounds.len() > 1 && rounds.windows(2).all(|pair| pair[0].1 < pair[1].1);
    let said =
        || page.lines[..opened].iter().any(|l| l.own() && statement::says_verdict(l, statement::body(l)));
    if rising && !said() { rounds.last().map(|round| round.0) } else { None }
}

impl Section {
    pub(super) fn read(text: &str, level: u8, parent: Option<&Section>) -> Self {
        let mut section = Section {
            level,
            mood: parent.map_or(Mood::Neutral, |p| p.mood),
            declared: false,
            stage: parent.and_then(|p| p.stage),
            severity: parent.and_then(|p| p.severity.clone()),
            category: None,
            file: parent.and_then(|p| p.file.clone()),
            unnamed: false,
            line: 0,
        };
        match place::only_file(text) {
            Some(file) if file.len() <= CATEGORY => {
                section.file = Some(file);
                return section;
            }
            Some(_) => section.unnamed = true,
            None => {}
        }
        // What lies in history or in a recap stays there, whatever its headings say.
        if matches!(section.mood, Mood::Earlier | Mood::Recap) {
            return section;
        }
        let Some((mood, stage, severity)) = declares(text) else {
            // A heading of more than a few words is a sentence, and names no category. Each finding
            // below repeats it.
            let category = field::clean(text);
            section.unnamed |= category.len() > CATEGORY;
            section.category = Some(category).filter(|c| c.len() <= CATEGORY);
            return section;
        };
        section.mood = mood;
        section.declared = true;
        section.stage = stage.or(section.stage);
        section.severity = severity;
        section
    }
}

type Declared = (Mood, Option<Stage>, Option<(Severity, String)>);

/// Reads what a heading declares of what stands below it.
fn declares(text: &str) -> Option<Declared> {
    let classes = CLASSES.of(&words::words(text));
    let has = |class: u32| classes & 1 << class != 0;
    // "Must be fixed", "not met": a heading that demands or denies is no praise and no history.
    let open = has(OPEN);
    let shown = has(SHOWN) && !has(FINDING);
    if shown || (EARLIER.is_match(text) && !has(STILL)) {
        return Some((Mood::Earlier, None, None));
    }
    if has(RECAP) {
        return Some((Mood::Recap, None, None));
    }
    if has(DONE) && !open {
        return Some((Mood::Resolved, None, None));
    }
    if let Some(severity) = severity_heading(text) {
        return Some((Mood::Findings, None, Some(severity)));
    }
    if (has(PRAISE) && !open) || has(DISMISSED) {
        return Some((Mood::Ignore, None, None));
    }
    if has(SPEC) {
        return Some((Mood::Findings, Some(Stage::Spec), None));
    }
    if has(QUALITY) {
        return Some((Mood::Findings, Some(Stage::Quality), None));
    }
    if has(LISTS) {
        return Some((Mood::Findings, None, None));
    }
    has(NEUTRAL).then_some((Mood::Neutral, None, None))
}

// What the words of a heading may be, each the place of its list in [`CLASSES`].
const SHOWN: u32 = 0;
const FINDING: u32 = 1;
const STILL: u32 = 2;
const OPEN: u32 = 3;
const RECAP: u32 = 4;
const DONE: u32 = 5;
const PRAISE: u32 = 6;
const DISMISSED: u32 = 7;
const SPEC: u32 = 8;
const QUALITY: u32 = 9;
const LISTS: u32 = 10;
const NEUTRAL: u32 = 11;

/// The words and phrases by which a heading declares what stands below it.
static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    Classes::new(&[
        // SHOWN
        &["readme", "example", "examples", "template", "sample", "excerpt", "quote", "quoted", "fixture"],
        // FINDING
        &["finding"],
        // STILL
        &["still", "re review"],
        // OPEN
        &["not", "must", "be", "should", "need", "needs", "before", "never", "failed", "unresolved"],
        // RECAP
        &["action items", "prioritized", "priorities", "fix order", "at a glance", "recap"],
        // DONE
        &["resolved", "fixed", "closed", "addressed", "retracted", "withdrawn"],
        // PRAISE
        &[
            "good",
            "strengths",
            "strength",
            "positive",
            "positives",
            "praise",
            "went well",
            "works well",
            "in order",
            "pass items",
            "passed",
            "what works",
            "well done",
            "out of scope",
            "highlights",
            "met",
            "verified",
        ],
        // DISMISSED
        &[
            "not an issue",
            "no issue",
            "not issues",
            "not findings",
            "not a finding",
            "false positives",
            "dismissed",
            "non issues",
        ],
        // SPEC
        &["spec compliance", "specification compliance", "spec findings", "stage 1"],
        // QUALITY
        &["code quality", "quality findings", "stage 2"],
        // LISTS
        &[
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
            "not met",
            "unmet",
            "required changes",
            "requested changes",
            "changes requested",
            "changes required",
            "changes needed",
            "to be fixed",
            "open points",
        ],
        // NEUTRAL
        &[
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
        ],
    ])
});

/// Words that say of a list what is to be done with it. A title may hold any of them, and is not made of nothing else.
const LISTED: &[&str] = &[
    "be",
    "to",
    "the",
    "a",
    "we",
    "you",
    "it",
    "this",
    "that",
    "in",
    "of",
    "for",
    "on",
    "or",
    "and",
    "not",
    "are",
    "is",
    "have",
    "has",
    "need",
    "needs",
    "please",
    "all",
    "next",
    "first",
    "soon",
    "now",
    "later",
    "below",
    "here",
    "nice",
    "pr",
    "branch",
    "release",
    "releasing",
    "commit",
    "deploy",
    "deploying",
    "production",
    "ship",
    "shipping",
    "going",
    "live",
    "blocks",
    "block",
    "address",
    "addressed",
    "addressing",
    "resolve",
    "resolved",
    "resolving",
    "fixing",
    "things",
    "points",
    "problems",
    "bugs",
    "mandatory",
    "recommended",
    "approval",
    "approving",
    "must",
    "should",
    "could",
    "fix",
    "fixed",
    "before",
    "merge",
    "merging",
    "blocking",
    "required",
    "optional",
    "issues",
    "findings",
    "items",
    "following",
    "these",
    "consider",
];

/// `Critical Issues (2)`, `🔴 Warnings`, `Minor observations (not blocking)`; not `High availability`.
pub(crate) fn severity_heading(text: &str) -> Option<(Severity, String)> {
    let head = text.split(['(', ':', '—']).next().unwrap_or(text);
    let name = group::name(head);
    let found = group::demanded(name).or_else(|| words::severity(name))?;
    // `High: Session fixation` heads a finding, `High: 2` and `High: fix before merging` a list.
    if let Some(after) = text[head.len()..].strip_prefix(':').filter(|a| !words::fewer(a, 1))
        && !words::says_none(after)
        && words::first(after).is_none_or(|w| w.parse::<u32>().is_err())
        && !words::words(after).iter().all(|w| LISTED.contains(&w.as_str()))
    {
        return None;
    }
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
        "probleme",
        "befunde",
        "mängel",
        "punkte",
        "priorität",
        "problemas",
        "hallazgos",
        "achados",
        "problèmes",
        "prioridad",
        "prioridade",
        "priorité",
    ];
    let fits = words::words(name).iter().all(|w| {
        found.1.split(' ').any(|f| f == w)
            || beside.contains(&w.as_str())
            || group::BESIDE.contains(&w.as_str())
            || w.chars().all(|c| c.is_ascii_digit())
    });
    (fits && !matches!(found.1.as_str(), "note" | "notes" | "information")).then_some(found)
}
