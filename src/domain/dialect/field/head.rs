//! The head of a finding: id, severity and place in any order, then the title.

use std::sync::LazyLock;

use regex::Regex;

use super::{blank, clean, undecorated};
use crate::domain::dialect::{place, words};
use crate::domain::review::{Location, Severity};

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
    /// Where its severity would stand it shows several, as a form does.
    pub(crate) offered: Option<String>,
    /// It is a form's entry that nobody filled in: besides, all the rest of it is a form's text.
    pub(crate) template: bool,
    /// It says beside its severity that it blocks.
    pub(crate) blocks: bool,
    /// Its parts are set apart by bars.
    pub(crate) piped: bool,
    /// It has the form of a conventional comment: `issue (blocking): …`.
    pub(crate) conventional: bool,
    /// A heading that may turn out not to be a finding's.
    pub(crate) tentative: bool,
    /// Its file was named by more than a path may have.
    pub(crate) misplaced: bool,
    /// It stands in a form that has no place for a severity.
    pub(crate) ungraded: bool,
    pub(crate) title: String,
}

pub(super) static ID: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?:[A-Z]{1,8}(?:-[A-Za-z0-9_]{1,24})*-\d{1,4}[a-z]?|[a-z]{1,4}-\d{1,4}|[A-Z]{1,3}\d{1,3})\b",
    )
    .expect("a constant pattern")
});

pub(super) static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:finding|issue|problem|bug|concern|comment|befund|hallazgo|achado|замечание|问题|発見|指摘)\s*#?(\d{1,3}(?:\.\d{1,3})?)\b(?:\s*(?:of|/)\s*\d{1,3}\b)?\s*")
        .expect("a constant pattern")
});

pub(super) static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\[\s*(id|severity|sev|file|path|location|status|line|category|check)\s*[:=]\s*([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]")
        .expect("a constant pattern")
});

/// Ids that name requirements, standards and tasks rather than findings.
pub(super) const NO_ID: &[&str] = &[
    "AC", "FR", "NFR", "US", "REQ", "RFC", "CVE", "CWE", "UTF", "SHA", "ISO", "RS", "ES", "TASK", "HTTP",
    "MH", "PR", "PLAN", "SC", "PHASE", "STEP", "WAVE", "TRUTH", "UC", "EPIC", "STORY", "ADR", "V", "ART",
    "KL", "MD", "AES", "GPT",
];

impl Head {
    /// Notes what a severity's text says beside the level.
    fn rate(&mut self, value: &str) {
        self.blocks |= words::blocks_beside(value);
        if words::offered(value) > 1 {
            self.offered = Some(value.trim().to_owned());
        }
    }
}

/// Reads an id at the start of a text.
pub(crate) fn id(text: &str) -> Option<&str> {
    // Every id begins with a letter and has a digit.
    let letter = text.starts_with(|c: char| c.is_ascii_alphabetic());
    if !letter || !text.split(char::is_whitespace).next()?.contains(char::is_numeric) {
        return None;
    }
    let found = ID.find(text)?.as_str();
    let family =
        found.split(['-', '_']).next().unwrap_or(found).trim_end_matches(|c: char| c.is_ascii_digit());
    let priority = family == "P" && !found.contains('-');
    (!NO_ID.contains(&family) && !priority).then_some(found)
}

/// A label in bold behind tags.
static BOLD_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\*\*(issue|problem|suggestion|fix|recommendation)(?::\*\*|\*\*:)")
        .expect("a constant pattern")
});

/// `` `[id:f-001]` `[severity:high]` **issue:** text ``: tags in code marks are tags, and labels in bold behind them labels.
fn tags(text: &str) -> Option<String> {
    let front = text.trim_start_matches(['*', ' ', '`']);
    let tagged = front.starts_with("[id") || front.starts_with("[severity");
    let marked = text.contains("`[") || text.contains("**");
    (tagged && marked).then(|| {
        let plain = text.replace("`[", "[").replace("]`", "]");
        BOLD_LABEL.replace_all(&plain, "$1:").into_owned()
    })
}

/// Reads the head of a finding: tags, id, severity, place in any order, then the title.
pub(crate) fn head(text: &str) -> Option<Head> {
    let bare = tags(text);
    let text = bare.as_deref().unwrap_or(text);
    unnumbered(text).or_else(|| {
        // One number and no more: a line may be nothing but numbers.
        let found = NUMBERED_IN_BOLD.captures(text)?;
        unnumbered(&format!("{}{}", &found[1], &found[2])).filter(|head| head.severity.is_some())
    })
}

fn unnumbered(text: &str) -> Option<Head> {
    let mut head = Head::default();
    let rest = elements(undecorated(text), &mut head);
    if head.id.is_none()
        && head.severity.is_none()
        && head.place.is_none()
        && !head.numbered
        && head.status.is_none()
        && head.offered.is_none()
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
    head.template = head.offered.is_some()
        && blank::of_form(&head.title)
        && head.detail.as_deref().is_none_or(blank::of_form)
        && head.place.as_ref().is_none_or(blank::place_of_form);
    Some(head)
}

/// `**1. Warning — Title**`: a number within the bold, and behind it what is a head by itself.
static NUMBERED_IN_BOLD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(\*\*)\s*\d{1,3}[.)]\s+(\S.*)$").expect("a constant pattern"));

/// What sets the parts of a title's line apart.
const APART: [&str; 5] = [" · ", " • ", " | ", " — ", " – "];

/// Parts of a title's line that are looked at.
const SEGMENTS: usize = 8;

/// Takes the next part off a line of several.
fn segment(text: &str) -> (&str, &str) {
    let next = APART.iter().filter_map(|m| text.find(m).map(|at| (at, m.len()))).min();
    next.map_or((text, ""), |(at, len)| (&text[..at], &text[at + len..]))
}

/// Reads `**Title** · Severity: Critical · `a.rs:4``: behind a title its severity and its place in any order, with labels or
/// without, set off by dots, bars or dashes; what follows them is the detail.
pub(crate) fn segmented(text: &str) -> Option<Head> {
    let body = undecorated(text).trim_start_matches('*');
    // A line may be as long as the text; a title is not.
    let (first, mut rest) = segment(&body[..body.floor_char_boundary(600)]);
    let mut head = Head::default();
    let mut title = first.len();
    let mut labelled = false;
    for _ in 0..SEGMENTS {
        if rest.is_empty() {
            break;
        }
        let (piece, behind) = segment(rest);
        let bare = piece.trim_matches(['*', '_', ' ', '(', ')', '[', ']']);
        let known = match super::labelled(piece) {
            Some((super::Part::Severity, value)) if words::rating(value).is_some() => {
                head.rate(value);
                head.severity = words::rating(value);
                labelled = true;
                true
            }
            Some((super::Part::File, value)) => {
                head.place = head.place.take().or_else(|| place::field(value).into_iter().next());
                head.place.is_some()
            }
            Some((super::Part::Category | super::Part::Status | super::Part::Stage, _)) => true,
            Some(_) => false,
            None if head.severity.is_none() && words::only_severity(bare).is_some() => {
                head.rate(bare);
                head.severity = words::only_severity(bare);
                true
            }
            None if head.place.is_none()
                && let Some((found, "")) = place::leading(piece.trim()) =>
            {
                head.place = Some(found);
                true
            }
            None => words::disposition(bare).map(|blocks| head.blocks |= blocks).is_some(),
        };
        let begun = head.severity.is_some() || head.place.is_some();
        if !known && begun {
            break;
        }
        rest = behind;
        if !known {
            // The title itself has such a mark.
            title = body.floor_char_boundary(600) - rest.len();
        }
    }
    let sure = head.severity.is_some() && (head.place.is_some() || labelled);
    head.title = clean(
        body[..title.min(body.len())].trim_matches(|c: char| c.is_whitespace() || "*:·•|—–".contains(c)),
    );
    let from = body.floor_char_boundary(600) - rest.len();
    head.detail = Some(clean(&body[from..])).filter(|d| !d.is_empty());
    head.marked = true;
    // What begins with an id, a severity or a place is read from its front.
    let sure = sure && self::head(first).is_none();
    (sure && !words::fewer(&head.title, 2) && super::labelled(first).is_none()).then_some(head)
}

/// Reads a head whose severity stands behind the title: `**Title** (warning) — src/a.rs:4: text`.
pub(crate) fn embedded_head(text: &str) -> Option<Head> {
    if let Some(head) = segmented(text) {
        return Some(head);
    }
    let body = undecorated(text).trim_start_matches('*');
    for (open, close) in [(" (", ')'), (" [", ']')] {
        for (at, _) in body.match_indices(open).take(4) {
            let Some((inner, rest)) = body[at + 2..].split_once(close) else { break };
            let Some((found, place)) = pieces(inner) else { continue };
            let mut head = Head { severity: Some(found), place, marked: true, ..Head::default() };
            head.rate(inner);
            let rest = elements(
                rest.trim_start_matches(|c: char| {
                    c.is_whitespace() || matches!(c, ':' | '—' | '–' | '-' | '*' | '·' | '•' | '|')
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
pub(super) fn elements<'t>(text: &'t str, head: &mut Head) -> &'t str {
    let mut rest = after_position(text);
    for _ in 0..10 {
        let before = rest.len();
        rest = tag(rest, head)
            .or_else(|| conventional(rest, head))
            .or_else(|| bracketed(rest, head))
            .or_else(|| bare_id(rest, head))
            .or_else(|| numbered(rest, head))
            .or_else(|| bare_severity(rest, head))
            .or_else(|| disposed(rest, head))
            .or_else(|| bare_place(rest, head))
            .or_else(|| bare_line(rest, head))
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

static POSITION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?i:#\d{1,3}|\(\d{1,3}\)|\[\d{1,3}\]|\(?[a-z]\)|[a-z]\.|priority \d|\d{1,3}\x{20e3}|(?:first|second|third|fourth|fifth)(?:ly)?)[\s|:.)—–*-]+")
        .expect("a constant pattern")
});

/// `#3 | HIGH | …`, `[3] HIGH …`, `First (high): …` → `HIGH | …`: a position before a severity; `#3: …` may as well
/// be a ticket.
fn after_position(text: &str) -> &str {
    let Some(found) = POSITION.find(text) else { return text };
    let body = &text[found.end()..];
    let mut probe = Head::default();
    let rated = bracketed(body, &mut probe).or_else(|| bare_severity(body, &mut probe)).is_some();
    if rated && probe.severity.is_some() { body } else { text }
}

/// Drops emoji before a title without touching quotes and other marks that belong to it.
pub(super) fn undecorated_keep(text: &str) -> &str {
    text.trim_start_matches(|c: char| {
        !c.is_ascii() && !c.is_alphanumeric() && !matches!(c, '“' | '”' | '„' | '«' | '‘' | '「' | '『' | '…')
    })
    .trim_start()
}

pub(super) fn tag<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if !text.starts_with('[') {
        return None;
    }
    let caps = TAG.captures(text)?;
    let value = caps.get(2).map_or("", |m| m.as_str()).trim();
    match caps[1].to_lowercase().as_str() {
        "id" => head.id = (!value.is_empty()).then(|| value.to_owned()),
        "severity" | "sev" => {
            head.rate(value);
            head.severity = words::rating(value);
            head.marked = true;
        }
        "file" | "path" | "location" => {
            head.place = place::field(value).into_iter().next();
            head.misplaced |= head.place.is_none() && place::too_long(value);
        }
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

static CONVENTIONAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(issue|suggestion|todo|chore|question|thought|note|nitpick|nit|polish|typo|quibble|praise)\s*\(([^()]{1,60})\)[*_`]*\s*:[*_`]*\s*")
        .expect("a constant pattern")
});

/// `issue (blocking, security): …`, as Conventional Comments have it: the label says what it is, the
/// words in brackets whether it blocks.
fn conventional<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if head.severity.is_some() || !text[..text.floor_char_boundary(80)].contains('(') {
        return None;
    }
    let caps = CONVENTIONAL.captures(text)?;
    let label = caps[1].to_lowercase();
    let blocking = words::joined(&caps[2]);
    let (severity, word) = match label.as_str() {
        "praise" => {
            head.status = Some(label);
            return Some(&text[caps.get(0)?.end()..]);
        }
        _ if blocking.split(' ').next() == Some("blocking") => (Severity::Critical, "blocking"),
        "nitpick" | "nit" | "polish" | "typo" | "quibble" => (Severity::Low, "nitpick"),
        "issue" | "todo" if words::only_severity(&caps[2]).is_some() => {
            head.severity = words::only_severity(&caps[2]);
            (head.marked, head.conventional) = (true, true);
            return Some(&text[caps.get(0)?.end()..]);
        }
        "thought" | "note" | "question" => (Severity::Info, "note"),
        _ if blocking.contains("minor") => (Severity::Low, "minor"),
        _ => (Severity::Medium, "suggestion"),
    };
    head.severity = Some((severity, word.to_owned()));
    head.marked = true;
    head.conventional = true;
    Some(&text[caps.get(0)?.end()..])
}

pub(super) fn bracketed<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    let open = text.chars().next()?;
    let close = match open {
        '[' => ']',
        '(' => ')',
        '【' => '】',
        _ => return None,
    };
    let (inner, rest) = text[open.len_utf8()..].split_once(close)?;
    if matches!(inner.trim(), "" | "x" | "X" | "✓") {
        return Some(rest);
    }
    if words::scale(inner) {
        head.rate(inner);
        return Some(rest);
    }
    if head.severity.is_none()
        && let Some(found) = words::only_severity(inner)
    {
        head.rate(inner);
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

pub(super) fn bare_id<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
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
pub(super) fn long_id(found: &str) -> bool {
    found.matches('-').count() >= 2
}

pub(super) fn numbered<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if head.numbered {
        return None;
    }
    if !text.chars().take(24).any(char::is_numeric) {
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
pub(super) fn bare_severity<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if head.severity.is_some() {
        return None;
    }
    let end = text
        .char_indices()
        .take(24)
        .find(|(_, c)| !(c.is_alphanumeric() || matches!(c, ' ' | '-' | '/')))
        .map_or(text.len(), |(at, _)| at);
    let end = text[..end].find(" - ").unwrap_or(end);
    // `LOW tools/gen.py:5 …`, `high tools/gen.py:5 …`: right before a place.
    let first = text.find(' ').filter(|&at| at < 16).unwrap_or(0);
    let capital = text[..first].chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let placed = |(place, _): (Location, &str)| capital || place.line.is_some();
    // `src/a.rs:4 HIGH …`
    let behind = capital && first > 2 && head.place.as_ref().is_some_and(|p| p.line.is_some());
    let led = first > 0 && (behind || place::leading(&text[first..]).is_some_and(placed));
    let end = if led { first } else { end };
    let (word, rest) = text.split_at(end);
    // `BLOCKER 1: …`
    let counted = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let word = if rest.starts_with([':', '*']) && counted.ends_with(' ') { counted } else { word };
    let found = words::only_severity(word)?;
    let after = rest.trim_start_matches(['*', '_', '`', ' ']);
    let set_off = led
        || after.is_empty()
        || after.starts_with([':', '—', '–', '|', '-', ',', ']', '(', '[', '/', '·'])
        || rest.starts_with("**")
        || rest.starts_with('\t');
    set_off.then(|| {
        head.rate(word);
        head.severity = Some(found);
        head.marked = true;
        rest
    })
}

/// `HIGH, blocking: …`, `| HIGH | must fix | …`: behind a severity, set off, what is to become of the finding.
fn disposed<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if !head.marked || head.severity.is_none() {
        return None;
    }
    let bare = text.trim_start_matches(['(', '[']);
    let near = &bare[..bare.floor_char_boundary(32)];
    let end = near.find(|c: char| !(c.is_alphanumeric() || matches!(c, ' ' | '-'))).unwrap_or(near.len());
    let rest = bare[end..].trim_start_matches([')', ']', '*', '_', '`']).trim_start();
    let set_off = rest.is_empty()
        || end < near.len() && rest.len() < bare.len() - end
        || rest.starts_with([':', '—', '–', '|', '-', ',', '·', '[', '(']);
    let blocks = words::disposition(&bare[..end]).filter(|_| set_off)?;
    head.blocks |= blocks;
    Some(rest)
}

pub(super) fn bare_place<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    if head.place.is_some() {
        return None;
    }
    let (found, rest) = place::leading(text)?;
    let graded = (head.severity.is_some() || head.id.is_some()) && found.file.contains(['/', '\\']);
    // A path that begins a sentence is its subject, not a place set before it; behind a severity or an id it is both.
    let rated = head.severity.is_some() && text.starts_with('`') && graded;
    let taken = text[..text.len() - rest.len()].trim_end();
    let set_off = found.line.is_some()
        || rated
        || rest.is_empty()
        || (graded || place::file_set_off(text)) && taken.ends_with(':')
        || rest.starts_with([':', '—', '–', '-', '|', '·']);
    if set_off || graded {
        head.place = Some(found);
    }
    set_off.then(|| rest.trim_start_matches([':', '—', '–', '-', '.']).trim_start())
}

/// `high · src/a.rs · 4 · title`: the line as an element of its own, between bars or dots behind the file.
fn bare_line<'t>(text: &'t str, head: &mut Head) -> Option<&'t str> {
    let place = head.place.as_mut().filter(|p| p.line.is_none())?;
    let digits = text.find(|c: char| !c.is_ascii_digit()).filter(|&at| (1..=7).contains(&at))?;
    let rest = text[digits..].trim_start();
    let line = text[..digits].parse().ok().filter(|&n| n > 0)?;
    rest.starts_with(['·', '|', '•']).then(|| {
        place.line = Some(line);
        rest
    })
}

/// `` `a.rs:3`, high ``: a bracket that holds a severity and a place, and nothing else.
pub(crate) fn pieces(inner: &str) -> Option<((Severity, String), Option<Location>)> {
    if words::scale(inner) {
        return None;
    }
    if let Some(found) = words::only_severity(inner) {
        return Some((found, None));
    }
    let mut severity = None;
    let mut place = None;
    let mut count = 0;
    for piece in inner.split([',', ';', '·', '|', '—']) {
        count += 1;
        if words::disposition(piece).is_some() && severity.is_some() {
            continue;
        }
        if let Some(found) = words::only_severity(piece) {
            // Of two levels the worse holds.
            severity = Some(match severity.take() {
                Some(before) if before <= found => before,
                Some(_) | None => found,
            });
        } else if let Some(at) = place.as_mut().filter(|p: &&mut Location| p.line.is_none())
            && let Some((line, end)) = place::only_lines(piece)
        {
            (at.line, at.end_line) = (Some(line), end);
        } else {
            let file =
                || place::only_file(piece.trim()).map(|file| Location { file, line: None, end_line: None });
            let Some((found, rest)) = place::leading(piece).or_else(|| file().map(|found| (found, "")))
            else {
                // `HIGH, security, a.rs:3`
                if severity.is_some() && count <= 4 && words::category(piece) {
                    continue;
                }
                return None;
            };
            place = place.or(rest.is_empty().then_some(found));
            if !rest.is_empty() || count > 4 {
                return None;
            }
        }
    }
    severity.map(|s| (s, place))
}

static AT_END: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[.;,!?—–-]\s*(?:[*_]{0,2}(?:severity|sev|priority)[*_]{0,2}\s*[:=]\s*[*_]{0,2}([\w -]{1,20}?)|[*_]{2}([\w -]{1,20}?))[*_]{0,2}\.?[*_]{0,2}\s*$")
        .expect("a constant pattern")
});

/// Splits `No check. Severity: high.`, `No check. **High**` into the text and the severity at its end.
pub(crate) fn rated_at_end(text: &str) -> Option<(&str, (Severity, String))> {
    let near = text.floor_char_boundary(text.len().saturating_sub(60));
    let caps = AT_END.captures(&text[near..])?;
    let found = words::only_severity(caps.get(1).or(caps.get(2))?.as_str())?;
    let end = near + caps.get(0)?.start();
    let end = end + usize::from(text[end..].starts_with(['.', '!', '?']));
    (end > 0).then(|| (text[..end].trim_end(), found))
}

/// `title (CRITICAL)`, `title [HIGH]`.
pub(super) fn trailing_severity<'t>(title: &'t str, head: &mut Head) -> &'t str {
    let open = match title.chars().next_back() {
        Some(')') => '(',
        Some(']') => '[',
        _ => return title,
    };
    let Some(at) = title.rfind(open) else { return title };
    let inner = &title[at + 1..title.len() - 1];
    if let Some((severity, place)) = pieces(inner).filter(|_| head.severity.is_none()) {
        head.rate(inner);
        head.severity = Some(severity);
        head.place = head.place.take().or(place);
        head.marked = true;
        return title[..at].trim_end();
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_within_the_bold_is_passed_over_once() {
        let read = head("**1. Warning — The lock leaks** (`src/a.rs:3`)").unwrap();
        assert_eq!((read.severity.unwrap().0, read.title.as_str()), (Severity::Medium, "The lock leaks"));
        // Each further one taken off would be a call within a call.
        for numbers in [2, 300_000] {
            assert!(head(&format!("**{}Warning — The lock leaks**", "1. ".repeat(numbers))).is_none());
        }
    }

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
    fn a_place_and_a_severity_at_the_end_are_read_in_either_order() {
        for title in ["The lock leaks (src/a.rs:3, HIGH)", "The lock leaks [HIGH, src/a.rs:3]"] {
            let mut head = Head::default();
            assert_eq!(trailing_severity(title, &mut head), "The lock leaks");
            assert_eq!(head.severity.map(|s| s.0), Some(Severity::High), "{title}");
            assert_eq!(head.place.and_then(|p| p.line), Some(3), "{title}");
        }
    }

    #[test]
    fn what_blocks_is_heard_beside_a_labelled_severity() {
        let blocks = |text: &str| segmented(text).map(|h| h.blocks);
        assert_eq!(blocks("**The lock leaks** · Severity: low (blocking) · `src/a.rs:4`"), Some(true));
        assert_eq!(blocks("**The lock leaks** · Severity: low · `src/a.rs:4`"), Some(false));
    }
}
