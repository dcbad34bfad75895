//! Whose a text is that stands in a box: what the line above it, the line below it or the name of its element says.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::label::body;
use super::cells::Columns;
use super::pattern;
use crate::domain::dialect::page::{Kind, Page};

/// Rows above an object in a table among which its header is looked for.
const ROWS: usize = 60;

/// Whose, or of what, a text is: another person, another time, or the work itself.
pub(super) static OF_OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:previous(?:ly)?|prior|earlier|old|original(?:ly)?|initial(?:ly)?|last (?:time|round|pass|review|iteration|week|cycle)|first (?:round|pass|review|iteration|attempt)|back then|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:round|pass|iteration|cycle|attempt) \d|before this|wrote|said|says|writes|(?:the|this|that|an?|its) (?:\w+ )?(?:files?|report|script|page|document|tool|reviewer|program)|author|developer|executor|implementer|user|customer|reporter|colleague|bot|linter|teammate|maintainer|he|she|they|who|(?:the|linked|original) (?:issue|ticket)|brief|prompt|instructions?|spec(?:ification)?|requirements?|criteri(?:on|a)|acceptance|task|plan|docs?|documentation|readme|changelog|adr|guide(?:line)?s?|policy|conventions?|diff|hunk|patch|snippet|functions?|method|handler|middleware|tests?|fixture|logs?|output|stdout|stderr|console|terminal|commands?|ran|prints?|printed|returns?|returned|responds?|response|payload|request|message|exception|trace|sample|template|format|schema|config(?:uration)?|comments?|commit|description|string|constant|sketch|suggest(?:s|ed|ions?)|could (?:be|read|look)|instead)\b|`",
    )
});
/// The same where nothing but an example is named: whose, or of what, it does not say.
static EXAMPLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:example of|an? (?:\w+ )?example|examples? (?:answer|verdict|message|output|review|text|from|in))\b",
    )
});
/// The reviewer of himself.
pub(super) static OWN: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(?:my|mine|me|i|we|our)\b"));
/// What makes even his own words those of another time.
pub(super) static THEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:previous(?:ly)?|prior|earlier|last|first|old|original(?:ly)?|initial(?:ly)?|wrote|said|asked|had|was|were|yesterday|then|(?:mon|tues|wednes|thurs|fri|satur|sun)day|ran|would have|tried|sent|fed|copied|see|saw|get|got)\b",
    )
});
/// A sentence behind a block that says what became of it.
pub(super) static SETTLES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:(?:that|this|it|these|those|they|both|all (?:of (?:that|this|it|them) )?|the (?:above|quoted?\w*|first|latter)|which)\b.{0,60}\b(?:was|were|is|are|has been|have been|got)\b.{0,40}\b(?:fixed|resolved|addressed|closed|gone|done|mended|settled|from|mine|earlier|old|outdated|obsolete|past|before|last|previous|answered|history|no longer|handled|covered|in now|there now|(?:round|pass|iteration|cycle|attempt) (?:\d|one|two|three))\b|(?:fixed|resolved|addressed|closed|done|gone|mended|settled|outdated|no longer|all (?:fixed|resolved|done|addressed|gone)|(?:is|are|has been|have been) (?:now )?(?:fixed|resolved|addressed|closed|gone|done))\b)",
    )
});
pub(super) static NOT_SETTLED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:not|never|still|un\w+ed|partly|partially|only|nothing)\b|n['’]t\b"));

/// Elements whose names say that they show something.
const SHOWING: &[&str] = &[
    "previous",
    "prior",
    "earlier",
    "last",
    "old",
    "history",
    "former",
    "first",
    "example",
    "examples",
    "template",
    "sample",
    "quote",
    "quoted",
    "diff",
    "code",
    "file",
    "files",
    "log",
    "logs",
    "stdout",
    "stderr",
    "prompt",
    "brief",
    "instructions",
    "context",
    "spec",
    "task",
    "plan",
    "requirements",
    "criteria",
    "document",
    "documents",
    "doc",
    "input",
    "test",
    "tests",
    "author",
    "developer",
    "executor",
    "user",
    "system",
    "script",
    "style",
    "think",
    "thinking",
    "reasoning",
    "scratchpad",
    "svg",
    "source",
    "commit",
    "message",
    "details",
    "tool",
    "command",
    "local",
];
/// Elements that say what a review found of something: `<spec_compliance>`, `<test_findings>`.
const JUDGING: &[&str] = &[
    "compliance",
    "review",
    "verdict",
    "result",
    "results",
    "findings",
    "finding",
    "issues",
    "issue",
    "concerns",
    "concern",
    "blockers",
    "blocker",
    "check",
    "checks",
    "quality",
    "security",
    "problems",
    "objections",
];
/// Words by which all of an element is of another time or person.
const ANOTHER: &[&str] = &[
    "tool",
    "command",
    "stdout",
    "stderr",
    "previous",
    "prior",
    "earlier",
    "last",
    "old",
    "history",
    "former",
    "first",
    "example",
    "examples",
    "sample",
    "template",
    "quoted",
    "quote",
    "executor",
    "developer",
    "author",
];

/// Tells whether an element's name says that it shows something.
pub(super) fn shows(name: &str) -> bool {
    let any = |words: &[&str]| name.split('_').any(|word| words.contains(&word));
    any(ANOTHER) || any(SHOWING) && !any(JUDGING)
}

/// Tells whether a line above a block says whose the block is, or what it shows.
pub(super) fn attributes(text: &str, heading: bool) -> bool {
    let text = &text[text.ceil_char_boundary(text.len().saturating_sub(400))..];
    // Of several sentences the last one leads in.
    let text = text.rfind(". ").map_or(text, |end| &text[end + 2..]);
    let others = OF_OTHERS.is_match(text) || EXAMPLE.is_match(text);
    let told =
        heading || text.trim_end_matches(['*', '_', ' ']).ends_with(':') || !text.trim_end().ends_with('?');
    others && told && (!OWN.is_match(text) || THEN.is_match(text))
}

/// Tells whether what stands before an object on its line, or the line above where nothing does, says whose it is.
pub(crate) fn attributed(page: &Page<'_>, at: usize, object: Range<usize>) -> bool {
    let line = &page.lines[at];
    let start = object.start;
    if line.kind == Kind::Table {
        let rows = page.lines[..=at].iter().rev().take(ROWS).take_while(|l| l.kind == Kind::Table);
        let header = rows.last().map_or("", |l| l.text.as_ref());
        let cells: Vec<&str> = header.trim_matches('|').split('|').map(str::trim).collect();
        return Columns::of(&cells).of_cases;
    }
    let behind = page.text.get(object.end..).unwrap_or_default();
    let behind = &behind[..behind.floor_char_boundary(400)];
    // The mark that closes inline code names nobody.
    if OF_OTHERS.is_match(&behind.lines().next().unwrap_or_default().replace('`', " ")) {
        return true;
    }
    let before = page.text.get(line.start..start).unwrap_or_default();
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(400))..];
    // A picture.
    if before.ends_with("![") {
        return true;
    }
    if before.contains(char::is_alphabetic) {
        let before = before.replace('`', " ");
        return OF_OTHERS.is_match(&before) && (!OWN.is_match(&before) || THEN.is_match(&before));
    }
    let above = at.checked_sub(1).map(|i| &page.lines[i]).filter(|l| l.own());
    above.is_some_and(|l| attributes(body(l), matches!(l.kind, Kind::Heading(_))))
}
