//! The named parts of a finding (`**Severity:** high`, `sug`, `File:Line`) and the head of one
//! (`[BLOCKER] src/a.rs:3 …`, `### CR-01: …`, `- f-001 (high)`), whatever the decoration.
//!
//! It reads one line at a time and keeps no state.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::{place, words};
use crate::domain::review::{Location, ReportedStatus, Severity};

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
    (Part::Position, &["#", "no", "nr", "num", "number", "n"]),
];

/// Returns the part a label or a column's header names.
pub(crate) fn part(label: &str) -> Option<Part> {
    if label.trim() == "#" {
        return Some(Part::Position);
    }
    let words = words::words(label);
    if words.is_empty() || words.len() > 4 {
        return None;
    }
    let joined = words.join(" ");
    BY_NAME.get(joined.as_str()).copied()
}

static BY_NAME: LazyLock<HashMap<&'static str, Part>> =
    LazyLock::new(|| NAMES.iter().flat_map(|(part, names)| names.iter().map(|n| (*n, *part))).collect());

static FILE_LINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*_`]*(file\s*[:/&]\s*lines?)[*_`]*\s*[:=][*_`]*").expect("a constant pattern")
});

/// Splits `**Label:** value`; the value may be empty.
pub(crate) fn labelled(text: &str) -> Option<(Part, &str)> {
    let text = undecorated(text);
    if let Some(m) = FILE_LINE.find(text) {
        return Some((Part::File, text[m.end()..].trim()));
    }
    if text.starts_with('[') {
        return None;
    }
    let end = text.char_indices().take(48).find(|(_, c)| *c == ':').map(|(at, _)| at)?;
    let part = part(&text[..end])?;
    let value = text[end + 1..].trim();
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

/// Drops emoji, bullets of symbols and emphasis marks before the first letter, bracket or code mark.
pub(crate) fn undecorated(text: &str) -> &str {
    text.trim_start_matches(|c: char| {
        !(c.is_alphanumeric() || matches!(c, '[' | '(' | '`' | '"' | '“' | '#' | '<' | '{' | '~'))
    })
}

/// Cleans a value for the reading: entities decoded, table escapes undone, emphasis around the whole dropped.
pub(crate) fn clean(value: &str) -> String {
    let value = value.trim();
    let value = value.strip_prefix("**").and_then(|v| v.strip_suffix("**")).unwrap_or(value);
    let mut text = value.replace("\\|", "|");
    if text.contains('&') {
        text = words::decode(&text);
    }
    text.trim().chars().take(4000).collect()
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

/// The head of a finding.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    pub(crate) id: Option<String>,
    pub(crate) severity: Option<(Severity, String)>,
    pub(crate) place: Option<Location>,
    pub(crate) status: Option<String>,
    /// "Finding 3": a position, no id.
    pub(crate) numbered: bool,
    /// The severity stood in brackets or before a colon, not loose in the text.
    pub(crate) marked: bool,
    /// What stands behind a head with the title in front.
    pub(crate) detail: Option<String>,
    /// It shows the options instead of choosing: an echoed template.
    pub(crate) template: bool,
    /// Its parts are set apart by bars.
    pub(crate) piped: bool,
    /// A heading that may turn out not to be a finding's.
    pub(crate) tentative: bool,
    pub(crate) title: String,
}

static ID: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?:[A-Z]{1,8}(?:-[A-Za-z0-9_]{1,24})*-\d{1,4}[a-z]?|[a-z]{1,4}-\d{1,4}|[A-Z]{1,3}\d{1,3})\b",
    )
    .expect("a constant pattern")
});
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:finding|issue|problem|bug|concern|comment|befund|hallazgo|achado|замечание|问题|発見|指摘)\s*#?(\d{1,3}(?:\.\d{1,3})?)\b\s*")
        .expect("a constant pattern")
});
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\[\s*(id|severity|sev|file|path|location|status|line|category|check)\s*[:=]\s*([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]")
        .expect("a constant pattern")
});

/// Ids that name requirements, standards and tasks rather than findings.
const NO_ID: &[&str] = &[
    "AC", "FR", "NFR", "US", "REQ", "RFC", "CVE", "CWE", "UTF", "SHA", "ISO", "RS", "ES", "TASK", "HTTP",
    "MH", "PR", "PLAN", "SC", "PHASE", "STEP", "WAVE", "TRUTH", "UC", "EPIC", "STORY", "ADR", "V", "ART",
    "KL", "MD", "AES", "GPT",
];

/// Reads an id at the start of a text.
pub(crate) fn id(text: &str) -> Option<&str> {
    let found = ID.find(text)?.as_str();
    let family =
        found.split(['-', '_']).next().unwrap_or(found).trim_end_matches(|c: char| c.is_ascii_digit());
    let priority = family == "P" && !found.contains('-');
    (!NO_ID.contains(&family) && !priority).then_some(found)
}

/// Reads the head of a finding: tags, id, severity, place in any order, then the title.
pub(crate) fn head(text: &str) -> Option<Head> {
    let mut head = Head::default();
    let rest = elements(undecorated(text), &mut head);
    if head.id.is_none()
        && head.severity.is_none()
        && head.place.is_none()
        && !head.numbered
        && head.status.is_none()
    {
        return None;
    }
    let mut rest = rest.trim();
    // `**[P1] Title** — src/a.rs:4 text`
    if rest.matches("**").count() % 2 == 1
        && let Some((title, after)) = rest.split_once("**")
    {
        let after =
            after.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '—' | '–' | '-' | ':'));
        head.detail = Some(clean(elements(after, &mut head))).filter(|d| !d.is_empty());
        rest = title;
    }
    let title = trailing_severity(rest, &mut head);
    head.title = clean(title.trim_end_matches("**").trim());
    Some(head)
}

/// Reads a head whose severity stands behind the title: `**Title** (warning) — src/a.rs:4: text`.
pub(crate) fn embedded_head(text: &str) -> Option<Head> {
    let body = undecorated(text).trim_start_matches('*');
    for (open, close) in [(" (", ')'), (" [", ']')] {
        for (at, _) in body.match_indices(open).take(4) {
            let Some((inner, rest)) = body[at + 2..].split_once(close) else { break };
            let Some(found) = words::only_severity(inner) else { continue };
            let mut head = Head { severity: Some(found), marked: true, ..Head::default() };
            let rest = elements(
                rest.trim_start_matches(|c: char| {
                    c.is_whitespace() || matches!(c, ':' | '—' | '–' | '-' | '*')
                }),
                &mut head,
            );
            head.title = clean(body[..at].trim_end_matches(['*', ' ', ':', '`', '_']));
            head.detail = Some(clean(rest)).filter(|d| !d.is_empty());
            return (!head.title.is_empty()).then_some(head);
        }
    }
    None
}

/// Takes the elements of a head off the front of a text and returns what is left.
fn elements<'t>(text: &'t str, head: &mut Head) -> &'t str {
    let mut rest = text;
    for _ in 0..10 {
        let before = rest.len();
        rest = tag(rest, head)
            .or_else(|| bracketed(rest, head))
            .or_else(|| bare_id(rest, head))
            .or_else(|| numbered(rest, head))
            .or_else(|| bare_severity(rest, head))
            .or_else(|| bare_place(rest, head))
            .unwrap_or(rest);
        if rest.len() == before {
            break;
        }
        head.piped |= rest.trim_start().starts_with('|');
        rest = rest.trim_start_matches(|c: char| {
            c.is_whitespace() || matches!(c, '*' | ':' | ',' | '|' | '—' | '–' | '_' | '·')
        });
        rest = rest.strip_prefix("- ").or_else(|| rest.strip_prefix(". ")).unwrap_or(rest).trim_start();
        rest = if rest.starts_with(['[', '(']) { rest } else { undecorated_keep(rest) };
    }
    rest
}

/// Drops emoji before a title without touching quotes and other marks that belong to it.
fn undecorated_keep(text: &str) -> &str {
    text.trim_start_matches(|c: char| {
        !c.is_ascii() && !c.is_alphanumeric() && !matches!(c, '“' | '”' | '„' | '«' | '‘' | '「' | '『' | '…')
    })
    .trim_start()
}

fn tag<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    let caps = TAG.captures(text)?;
    let value = caps.get(2).map_or("", |m| m.as_str()).trim();
    match caps[1].to_lowercase().as_str() {
        "id" => head.id = (!value.is_empty()).then(|| value.to_owned()),
        "severity" | "sev" => {
            head.template |= words::lists_severities(value);
            head.severity = words::severity(value);
            head.marked = true;
        }
        "file" | "path" | "location" => head.place = place::field(value).into_iter().next(),
        "line" => {
            if let (Some(place), Some((line, end))) = (head.place.as_mut(), place::line_numbers(value)) {
                (place.line, place.end_line) = (Some(line), end);
            }
        }
        "status" => head.status = Some(value.to_owned()),
        _ => {}
    }
    Some(&text[caps.get(0).map_or(0, |m| m.end())..])
}

fn bracketed<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    let close = match text.chars().next()? {
        '[' => ']',
        '(' => ')',
        _ => return None,
    };
    let (inner, rest) = text[1..].split_once(close)?;
    if matches!(inner.trim(), "" | "x" | "X" | "✓") {
        return Some(rest);
    }
    if head.severity.is_none()
        && let Some(found) = words::only_severity(inner)
    {
        head.severity = Some(found);
        head.marked = true;
        return Some(rest);
    }
    if matches!(
        inner.trim().to_lowercase().as_str(),
        "new" | "persistent" | "changed" | "still open" | "repeated"
    ) {
        head.status = Some(inner.trim().to_lowercase());
        return Some(rest);
    }
    if head.id.is_none()
        && let Some(found) = id(inner).filter(|f| f.len() == inner.trim().len())
    {
        head.id = Some(found.to_owned());
        return Some(rest);
    }
    if head.place.is_none()
        && let Some((found, rest)) = place::leading(text)
    {
        head.place = Some(found);
        return Some(rest);
    }
    None
}

fn bare_id<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if head.id.is_some() {
        return None;
    }
    let (text, ticked) = text.strip_prefix('`').map_or((text, false), |t| (t, true));
    let found = id(text)?;
    let rest = &text[found.len()..];
    let short = !found.contains('-');
    let set_off = rest.is_empty()
        || rest.starts_with([':', '.', ')', '*', ',', '(', '[', '|', '`'])
        || rest.starts_with(" —")
        || rest.starts_with(" –")
        || rest.starts_with(" - ")
        || rest.starts_with(" (")
        || rest.starts_with(" |")
        || rest.starts_with(" ·")
        || rest.starts_with(" [")
        || rest.starts_with("  ");
    if (short && !set_off) || (!set_off && !ticked && !long_id(found)) {
        return None;
    }
    head.id = Some(found.to_owned());
    Some(rest.strip_prefix('`').unwrap_or(rest).trim_start_matches(['.', ')', ']']))
}

/// `TL-AUTH-1-001` needs no mark behind it to be an id.
fn long_id(found: &str) -> bool {
    found.matches('-').count() >= 2
}

fn numbered<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if head.numbered {
        return None;
    }
    let found = NUMBERED.find(text)?;
    let rest = text[found.end()..].trim_start();
    let set_off = rest.is_empty() || rest.starts_with([':', '.', ')', '—', '–', '-', '(', '[', '*', '|']);
    set_off.then(|| {
        head.numbered = true;
        rest.trim_start_matches(['.', ')', '—', '–', '-'])
    })
}

/// `CRITICAL: …`, `**High** — …`, `MEDIUM | …`: a severity set off from what follows.
fn bare_severity<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if head.severity.is_some() {
        return None;
    }
    let end = text
        .char_indices()
        .take(24)
        .find(|(_, c)| !(c.is_alphanumeric() || matches!(c, ' ' | '-' | '/')))
        .map_or(text.len(), |(at, _)| at);
    let end = text[..end].find(" - ").unwrap_or(end);
    let (word, rest) = text.split_at(end);
    let found = words::only_severity(word)?;
    let after = rest.trim_start_matches(['*', '_', '`', ' ']);
    let set_off = after.is_empty()
        || after.starts_with([':', '—', '–', '|', '-', ',', ']', '(', '[', '/', '·'])
        || rest.starts_with("**");
    set_off.then(|| {
        head.severity = Some(found);
        head.marked = true;
        rest
    })
}

fn bare_place<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if head.place.is_some() {
        return None;
    }
    let (found, rest) = place::leading(text)?;
    // A path that begins a sentence is its subject, not a place set before it.
    let rated = head.severity.is_some() && text.starts_with('`') && found.file.contains(['/', '\\']);
    let set_off =
        found.line.is_some() || rated || rest.is_empty() || rest.starts_with([':', '—', '–', '-', '|', '·']);
    set_off.then(|| {
        head.place = Some(found);
        rest.trim_start_matches([':', '—', '–', '-', '.']).trim_start()
    })
}

/// `title (CRITICAL)`, `title [HIGH]`.
fn trailing_severity<'t>(title: &'t str, head: &mut Head) -> &'t str {
    let open = match title.chars().next_back() {
        Some(')') => '(',
        Some(']') => '[',
        _ => return title,
    };
    let Some(at) = title.rfind(open) else { return title };
    let inner = &title[at + 1..title.len() - 1];
    if head.severity.is_none()
        && let Some(found) = words::only_severity(inner)
    {
        head.severity = Some(found);
        head.marked = true;
        return title[..at].trim_end();
    }
    title
}

static INLINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:^|\s*\|\s*|[.;。]\s+|\s{2,}|\s[—–·-]\s)[*_]{0,2}(issue|problem|suggestion|suggested fix|fix|recommendation|sug|rec)[*_]{0,2}\s*:[*_]{0,2}\s*")
        .expect("a constant pattern")
});

/// Splits `issue: A | suggestion: B` and `A. Fix: B` into what is wrong and what to do.
pub(crate) fn issue_and_fix(text: &str) -> (String, Option<String>) {
    let mut issue_from = 0;
    for caps in INLINE.captures_iter(text) {
        let (Some(whole), Some(name)) = (caps.get(0), caps.get(1)) else { continue };
        match part(name.as_str()) {
            Some(Part::Fix) => {
                let dot = text[whole.start()..].starts_with(['.', '。']);
                let end = whole.start() + usize::from(dot);
                let issue = text.get(issue_from..end).unwrap_or(&text[issue_from..whole.start()]);
                let fix = clean(&text[whole.end()..]);
                return (clean(issue), (!fix.is_empty()).then_some(fix));
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

/// Tells whether a status or severity cell says that the row is no open finding.
pub(crate) fn settled(text: &str) -> bool {
    let words = words::words(text);
    let first = words.first().map(String::as_str).unwrap_or_default();
    matches!(
        first,
        "pass"
            | "passed"
            | "ok"
            | "resolved"
            | "fixed"
            | "closed"
            | "addressed"
            | "done"
            | "met"
            | "praise"
            | "positive"
            | "good"
            | "verified"
            | "withdrawn"
            | "retracted"
    ) && !words.iter().any(|w| matches!(w.as_str(), "not" | "partially" | "partly" | "never"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_in_any_order() {
        let h = head("[severity: HIGH]  [id: f-001]  [file: src/a.go:77]   Issue:  two hold it").unwrap();
        assert_eq!(
            (h.id.as_deref(), h.severity.unwrap().0, h.place.unwrap().line),
            (Some("f-001"), Severity::High, Some(77))
        );
        let h = head("**TL-PAY-1-001** (CRITICAL, blocking): Any clerk can pay").unwrap();
        assert_eq!((h.id.as_deref(), h.title.as_str()), (Some("TL-PAY-1-001"), "Any clerk can pay"));
        assert_eq!(h.severity.unwrap().0, Severity::Critical);
        let h = head("TL-FEED-1-002  [LOW]     feed/a_test.go:88  No baseline.").unwrap();
        assert_eq!((h.title.as_str(), h.place.unwrap().line), ("No baseline.", Some(88)));
        let h = head("Finding 1.1 — Missing file").unwrap();
        assert!(h.numbered && h.id.is_none() && h.title == "Missing file");
        let h = head("🔴 Critical: the lock leaks").unwrap();
        assert_eq!((h.severity.unwrap().0, h.title.as_str()), (Severity::Critical, "the lock leaks"));
        for none in [
            "high availability is fine",
            "The lock leaks",
            "AC-2.6 is not met",
            "UTF-8 only",
            "important to know",
        ] {
            assert!(head(none).is_none(), "{none:?} {:?}", head(none));
        }
    }

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
