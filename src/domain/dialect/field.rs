//! The named parts of a finding (`**Severity:** high`, `sug`, `File:Line`) and the head of one
//! (`[BLOCKER] src/a.rs:3 …`, `### CR-01: …`, `- f-001 (high)`), whatever the decoration.
//!
//! It reads one line at a time and keeps no state.

pub(crate) mod blank;
mod head;
mod settled;

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::place;
use super::words::{self, Lexicon};
use crate::domain::review::ReportedStatus;
pub(crate) use head::{Head, embedded_head, head, id, pieces, rated_at_end, segmented};
pub(crate) use settled::settled;

/// Bytes kept of one part of a finding.
pub(crate) const MOST: usize = 8 << 10;

/// A named part of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Id,
    Severity,
    File,
    Line,
    Title,
    Issue,
    Fix,
    Requirement,
    Why,
    Category,
    Status,
    Stage,
    /// The finding that this one takes back.
    Reverses,
    /// The condition under which it counts as mended.
    ClosedWhen,
    /// Marked as blocking, in so many words.
    Blocks,
    Position,
}

/// The names under which reviewers write the parts, in several languages.
const NAMES: &[(Part, &[&str])] = &[
    (Part::Id, &["id", "issue id", "finding id"]),
    (
        Part::Severity,
        &[
            "severity",
            "sev",
            "priority",
            "level",
            "schweregrad",
            "gravidade",
            "severidade",
            "severidad",
            "sévérité",
            "серьёзность",
            "критичность",
            "严重程度",
            "严重性",
            "重大度",
            "심각도",
            "prio",
        ],
    ),
    (
        Part::File,
        &[
            "file",
            "file line",
            "files",
            "path",
            "location",
            "locations",
            "loc",
            "where",
            "place",
            "datei",
            "ort",
            "fichier",
            "arquivo",
            "archivo",
            "ubicación",
            "local",
            "файл",
            "место",
            "文件",
            "位置",
            "ファイル",
            "파일",
            "f",
        ],
    ),
    (
        Part::Line,
        &["line", "lines", "line s", "line numbers", "line number", "ln", "l", "zeile", "zeilen", "行"],
    ),
    (Part::Title, &["title", "name", "headline", "titel", "título", "titre", "标题"]),
    (
        Part::Issue,
        &[
            "issue",
            "problem",
            "finding",
            "desc",
            "description",
            "detail",
            "details",
            "what",
            "what happens",
            "summary",
            "message",
            "comment",
            "observation",
            "concern",
            "current state",
            "проблема",
            "описание",
            "problema",
            "problème",
            "beschreibung",
            "befund",
            "descrição",
            "descripción",
            "问题",
            "描述",
            "問題",
            "내용",
        ],
    ),
    (
        Part::Fix,
        &[
            "suggestion",
            "sug",
            "fix",
            "rec",
            "recommendation",
            "recommended fix",
            "suggested fix",
            "suggested change",
            "proposed change",
            "fix hint",
            "remedy",
            "what to do",
            "how to fix",
            "proposed fix",
            "resolution",
            "action",
            "feedback",
            "required change",
            "recommended action",
            "suggested action",
            "vorschlag",
            "empfehlung",
            "lösung",
            "sugestão",
            "correção",
            "sugerencia",
            "solución",
            "solution",
            "correction",
            "предложение",
            "исправление",
            "решение",
            "建议",
            "修复",
            "提案",
            "修正",
        ],
    ),
    (
        Part::Requirement,
        &[
            "requirement",
            "requirements",
            "req",
            "criterion",
            "criterion failed",
            "acceptance criterion",
            "anforderung",
            "requisito",
            "exigence",
            "требование",
            "需求",
            "要件",
        ],
    ),
    (Part::Why, &["why", "impact", "why it matters", "rationale", "reason", "effect", "risk", "consequence"]),
    (Part::Category, &["category", "dimension", "type", "area", "kategorie", "topic"]),
    (Part::Status, &["status", "state"]),
    (Part::Stage, &["stage", "section"]),
    (Part::Reverses, &["reverses", "takes back"]),
    (Part::ClosedWhen, &["closed when", "closes when"]),
    (Part::Position, &["#", "no", "nr", "num", "number", "n"]),
];

/// Returns the part a label or a column's header names.
pub(crate) fn part(label: &str) -> Option<Part> {
    part_named(label, &words::joined(label))
}

/// Does the same where the label's words are at hand.
pub(crate) fn part_named(label: &str, words: &str) -> Option<Part> {
    if label.trim() == "#" {
        return Some(Part::Position);
    }
    BY_NAME.get(words).copied().flatten()
}

static BY_NAME: LazyLock<Lexicon<Option<Part>>> = LazyLock::new(|| {
    NAMES.iter().flat_map(|(part, names)| names.iter().map(|n| (*n, Some(*part)))).collect()
});

static FILE_LINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*_`]*(file\s*[:/&]\s*lines?)[*_`]*\s*[:=][*_`]*").expect("a constant pattern")
});

/// Splits `**Label:** value`; the value may be empty.
pub(crate) fn labelled(text: &str) -> Option<(Part, &str)> {
    let text = undecorated(text);
    if text.starts_with(['f', 'F', '*', '_', '`'])
        && let Some(m) = FILE_LINE.find(text)
    {
        return Some((Part::File, text[m.end()..].trim()));
    }
    if text.starts_with('[') || text.starts_with("`[") {
        return None;
    }
    if text.starts_with('<') {
        return element(text);
    }
    if let Some((name, value)) = dashed(text) {
        return Some((part(name)?, value));
    }
    let end = text.char_indices().take(48).find(|(_, c)| *c == ':').map(|(at, _)| at)?;
    // `**f-001** – severity: high` heads a finding.
    if text[..end].contains(char::is_numeric) && id(text.trim_start_matches(['*', '`', '_'])).is_some() {
        return None;
    }
    let value = text[end + 1..].trim();
    let part = part(&text[..end])
        .or_else(|| answers(&text[..end], value))
        .or_else(|| places(&text[..end], value))?;
    let value = if text[..end].matches('*').count().is_multiple_of(2)
        && value.starts_with("**")
        && !value[2..].contains("**")
    {
        &value[2..]
    } else if value.starts_with("**") {
        value.strip_prefix("**").filter(|v| v.starts_with(' ') || v.is_empty()).unwrap_or(value)
    } else {
        value.strip_prefix("* ").unwrap_or(value)
    };
    Some((part, value.trim()))
}

/// Splits `<severity>high</severity>`.
fn element(text: &str) -> Option<(Part, &str)> {
    let (name, rest) = text.strip_prefix('<')?.split_once('>')?;
    let value = rest.strip_suffix('>')?.strip_suffix(name)?.strip_suffix("</")?;
    Some((part(name)?, value.trim()))
}

/// Splits `**Label** — value`: a dash for the colon, where the label is set in bold.
fn dashed(text: &str) -> Option<(&str, &str)> {
    let end = text[..text.floor_char_boundary(48)].find("** ")?;
    let value = text[end + 3..].trim_start().strip_prefix(['—', '–', '-'])?;
    (!text[..end].contains(['*', ':'])).then(|| (&text[..end], value.trim()))
}

/// What may stand between the parts of one line, and before a label of it.
static NEXT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:\s*[|·•;]\s*|\s+[—–-]\s+|[,.]\s+|\s{2,}|\s+[*_]{1,2}|\s*[,.)]?\s*\()[*_`]{0,3}([A-Z#][\w#/ ]{0,24}|sev|severity|file|line|lines)[*_`]{0,3}\s*:[*_`]{0,3}\s")
        .expect("a constant pattern")
});

/// Splits `high — **File:** a.rs:3` into the value and the labelled rest; what is running text stays whole.
pub(crate) fn further(of: Part, value: &str) -> (&str, Option<&str>) {
    let short = matches!(
        of,
        Part::Id | Part::Severity | Part::File | Part::Line | Part::Category | Part::Status | Part::Stage
    );
    if !short || !value.contains(':') {
        return (value, None);
    }
    for caps in NEXT.captures_iter(value).take(8) {
        let (Some(whole), Some(name)) = (caps.get(0), caps.get(1)) else { continue };
        if part(name.as_str()).is_some() {
            return (value[..whole.start()].trim_end(), Some(&value[name.start()..]));
        }
    }
    (value, None)
}

/// `Blocking: true` answers a question of the form; `Blocking: a.rs:3 …` is a finding.
fn answers(label: &str, value: &str) -> Option<Part> {
    let asked =
        words::words(label).last().is_some_and(|w| matches!(w.as_str(), "blocking" | "blocker" | "blocks"));
    if !asked || !words::fewer(value, 2) {
        return None;
    }
    let answer = words::first(value)?;
    match answer.as_str() {
        "true" | "yes" => Some(Part::Blocks),
        "false" | "no" => Some(Part::Position),
        _ => None,
    }
}

/// `Evidence: src/a.ts:4`: what may be a text as well is the place where it is nothing else.
fn places(label: &str, value: &str) -> Option<Part> {
    let named =
        matches!(words::joined(label).as_str(), "evidence" | "source" | "reference" | "seen at" | "affected");
    let whole = || place::leading(value).is_some_and(|(place, rest)| place.line.is_some() && rest.is_empty());
    (named && whole()).then_some(Part::File)
}

/// Drops emoji, bullets of symbols and emphasis marks before the first letter, bracket or code mark.
pub(crate) fn undecorated(text: &str) -> &str {
    text.trim_start_matches(|c: char| {
        !(words::alphanumeric(c) || matches!(c, '[' | '【' | '(' | '`' | '"' | '“' | '#' | '<' | '{' | '~'))
    })
}

/// Cleans a value for the reading: entities decoded, table escapes undone, emphasis around the whole dropped.
pub(crate) fn clean(value: &str) -> String {
    let value = value.trim();
    let value = value.strip_prefix("**").and_then(|v| v.strip_suffix("**")).unwrap_or(value);
    // No entity is longer than sixteen times what it stands for.
    let mut text = Cow::Borrowed(&value[..value.floor_char_boundary(16 * MOST)]);
    if text.contains('\\') {
        text = Cow::Owned(text.replace("\\|", "|"));
    }
    if text.contains('&') {
        text = Cow::Owned(words::decode(&text));
    }
    let text = text.trim();
    text[..text.floor_char_boundary(MOST)].to_owned()
}

/// Returns the first sentence, or all of it.
pub(crate) fn first_sentence(text: &str) -> &str {
    let end = text.char_indices().find(|(at, c)| {
        let after = &text[at + c.len_utf8()..];
        matches!(c, '。' | '！')
            || (matches!(c, '.' | '!' | '?')
                && (after.is_empty() || after.starts_with([' ', '\n']))
                && sentence_goes_on(after))
    });
    end.map_or(text, |(at, c)| &text[..at + c.len_utf8()])
}

fn sentence_goes_on(after: &str) -> bool {
    after.trim_start().chars().next().is_none_or(|c| !c.is_lowercase())
}

static INLINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:^|\s*\|\s*|[.;。]\s+|\s{2,}|\s[—–·-]\s)[*_]{0,2}(issue|problem|suggestion|suggested fix|fix|recommendation|sug|rec)[*_]{0,2}\s*:[*_]{0,2}\s*")
        .expect("a constant pattern")
});

/// Splits `issue: A | suggestion: B` and `A. Fix: B` into what is wrong and what to do.
pub(crate) fn issue_and_fix(text: &str) -> (String, Option<String>) {
    // Most lines label nothing; what labels has a colon.
    if !text.contains(':') {
        return (clean(text), None);
    }
    let mut issue_from = 0;
    for caps in INLINE.captures_iter(text) {
        let (Some(whole), Some(name)) = (caps.get(0), caps.get(1)) else { continue };
        match part(name.as_str()) {
            Some(Part::Fix) => {
                let dot = text[whole.start()..].starts_with(['.', '。']);
                let end = whole.start() + usize::from(dot);
                let issue = text.get(issue_from..end).unwrap_or(&text[issue_from..whole.start()]);
                let fix = clean(&text[whole.end()..]);
                return (clean(issue), (!words::fewer(&fix, 1)).then_some(fix));
            }
            _ if whole.start() == 0 => issue_from = whole.end(),
            _ => {}
        }
    }
    (clean(&text[issue_from..]), None)
}

/// Reads what a re-review says of a finding's history.
pub(crate) fn reported_status(text: &str) -> Option<ReportedStatus> {
    let words = words::words(text);
    let has = |w: &str| words.iter().any(|x| x == w);
    if has("persistent")
        || has("persists")
        || (has("still") && (has("failing") || has("open") || has("blocking")))
    {
        Some(ReportedStatus::Persistent)
    } else if has("changed") {
        Some(ReportedStatus::Changed)
    } else if has("new") {
        Some(ReportedStatus::New)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_synonyms_and_decoration() {
        assert_eq!(labelled("**File:Line:** `a.rs:1`"), Some((Part::File, "`a.rs:1`")));
        assert_eq!(labelled("**Severity:** critical"), Some((Part::Severity, "critical")));
        assert_eq!(labelled("sug: do it"), Some((Part::Fix, "do it")));
        assert_eq!(labelled("**Severity**: high"), Some((Part::Severity, "high")));
        assert_eq!(labelled("Nothing: here"), None);
    }

    #[test]
    fn inline_parts_are_split() {
        assert_eq!(issue_and_fix("issue: a | b | suggestion: c"), ("a | b".to_owned(), Some("c".to_owned())));
        assert_eq!(
            issue_and_fix("Scores twice.  Fix: filter."),
            ("Scores twice.".to_owned(), Some("filter.".to_owned()))
        );
    }
}
