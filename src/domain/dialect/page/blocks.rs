//! Markdown's blocks: fences, quotations, comments, elements, front matter, lists.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::{Fence, Kind, Line, Page, item_body};
use crate::domain::dialect::words;

/// Elements whose content is the reviewer's own; every other element on lines of its own quotes.
pub(super) const TRANSPARENT: [&str; 30] = [
    "review",
    "answer",
    "verdict",
    "result",
    "results",
    "output",
    "final",
    "final_answer",
    "response",
    "report",
    "details",
    "summary",
    "div",
    "p",
    "span",
    "findings",
    "finding",
    "issues",
    "issue",
    "feedback",
    "code_review",
    "review_result",
    "review_output",
    "review_report",
    "final_verdict",
    "table",
    "ul",
    "ol",
    "section",
    "body",
];

/// Splits an element's own-line tag into name and whether it closes.
pub(super) fn tag(text: &str) -> Option<(String, bool)> {
    let inner = text.strip_prefix('<')?.strip_suffix('>')?;
    let (inner, closes) = inner.strip_prefix('/').map_or((inner, false), |rest| (rest, true));
    let name: String =
        inner.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':')).collect();
    let fits = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !inner.contains(['<', '>']);
    (fits && !inner.ends_with('/')).then(|| (name.to_lowercase().replace('-', "_"), closes))
}

/// Elements in which models think.
const THOUGHTS: [&str; 4] = ["think", "thinking", "reasoning", "scratchpad"];

/// Returns the name of the thought that a line begins.
pub(super) fn thought_name(text: &str) -> Option<&'static str> {
    let inner = text.strip_prefix('<')?;
    THOUGHTS.into_iter().find(|name| inner.strip_prefix(*name).is_some_and(|rest| rest.starts_with('>')))
}

/// The state of one pass over the lines.
pub(super) struct Blocks {
    /// Line indexes of closing tags by name, ascending.
    pub(super) closings: HashMap<String, Vec<usize>>,
    pub(super) front_end: Option<usize>,
    /// Line indexes on which a thought ends, ascending.
    thoughts: Vec<usize>,
}

impl Blocks {
    pub(super) fn new(page: &Page<'_>) -> Self {
        let mut closings: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, line) in page.lines.iter().enumerate() {
            if line.text.starts_with("</")
                && let Some((name, true)) = tag(&line.text)
            {
                closings.entry(name).or_default().push(at);
            }
        }
        let ends = |text: &str| {
            text.contains("</") && THOUGHTS.iter().any(|name| text.contains(&format!("</{name}>")))
        };
        let thoughts = (0..page.lines.len()).filter(|&at| ends(&page.lines[at].text)).collect();
        Self { closings, front_end: front_end(page), thoughts }
    }

    pub(super) fn classify(&self, page: &mut Page<'_>) {
        let mut comment = false;
        let mut quote_until = 0;
        let mut in_list = false;
        let mut open: Option<(char, usize)> = None;
        let mut hunk = Hunk::default();
        let mut before = Kind::Rule;
        for at in 0..page.lines.len() {
            let line = &page.lines[at];
            if self.front_end.is_some_and(|end| at <= end) {
                page.lines[at].kind = Kind::FrontMatter;
                continue;
            }
            if let Some((mark, width)) = open {
                let closes = fence_mark(&line.text)
                    .is_some_and(|(m, w, info)| m == mark && w >= width && info.is_empty());
                let index = page.fences.len() - 1;
                page.lines[at].kind = if closes { Kind::FenceMark } else { Kind::Fenced(index) };
                if closes {
                    let end = page.lines[at].start;
                    page.fences[index].content.end = end;
                    page.fences[index].closed = true;
                    open = None;
                }
                continue;
            }
            if !comment && hunk.takes(page, at) {
                page.lines[at].kind = Kind::Code;
                continue;
            }
            let (rest, was_comment) = strip_comments(&line.text, &mut comment);
            if was_comment && rest.trim().is_empty() {
                page.lines[at].kind = Kind::Comment;
                continue;
            }
            if was_comment {
                page.lines[at].text = Cow::Owned(rest.trim().to_owned());
            }
            let line = &page.lines[at];
            if at < quote_until {
                page.lines[at].kind = Kind::Quote;
                continue;
            }
            if let Some(end) = self.quoting_element(page, at, &line.text) {
                quote_until = end + 1;
                page.lines[at].kind = Kind::Quote;
                continue;
            }
            if let Some((mark, width, info)) = fence_mark(&line.text) {
                open = Some((mark, width));
                let content = page.lines.get(at + 1).map_or(page.text.len(), |l| l.start);
                let info = info.split_whitespace().next().unwrap_or_default().to_lowercase();
                page.fences.push(Fence {
                    info,
                    content: content..page.text.len(),
                    opening: at,
                    closed: false,
                });
                page.lines[at].kind = Kind::FenceMark;
                continue;
            }
            let kind = block_kind(line, before, in_list);
            let kind = if kind == Kind::Prose { underlined(page, at).unwrap_or(Kind::Prose) } else { kind };
            in_list = match kind {
                Kind::Item => true,
                Kind::Heading(_) | Kind::Rule => false,
                Kind::Prose
                | Kind::Table
                | Kind::Fenced(_)
                | Kind::FenceMark
                | Kind::Quote
                | Kind::Comment
                | Kind::FrontMatter
                | Kind::Code
                | Kind::Data => in_list && (line.indent > 0 || !line.blank_before),
            };
            before = kind;
            page.lines[at].kind = kind;
        }
    }

    /// Returns the line of the closing tag when the line opens an element that quotes.
    /// `<thinking>Maybe …`: what a model thinks before it answers ends where its element does, and where nothing closes it,
    /// with the text: no answer is told from it.
    fn thought(&self, page: &Page<'_>, at: usize, text: &str) -> Option<usize> {
        let name = thought_name(text)?;
        if text.len() > name.len() + 2 && text[1..].contains(&format!("</{name}>")) {
            return text.ends_with(&format!("</{name}>")).then_some(at);
        }
        let next = self.thoughts.partition_point(|&end| end <= at);
        Some(self.thoughts.get(next).copied().unwrap_or(page.lines.len() - 1))
    }

    pub(super) fn quoting_element(&self, page: &Page<'_>, at: usize, text: &str) -> Option<usize> {
        if !text.starts_with('<') {
            return None;
        }
        if let Some(end) = self.thought(page, at, text) {
            return Some(end);
        }
        let (name, closes) = match text.strip_prefix("<details><summary>") {
            Some(_) => ("details".to_owned(), false),
            None => tag(text)?,
        };
        let folded = name == "details" && folds_away(page, at);
        if closes || (TRANSPARENT.contains(&name.as_str()) && !folded) {
            return None;
        }
        let ends = self.closings.get(&name)?;
        ends.get(ends.partition_point(|&end| end <= at)).copied()
    }
}

/// How many lines of a diff's hunk are still to come, by its own head.
#[derive(Debug, Default)]
struct Hunk {
    old: u32,
    new: u32,
    /// The line taken last; one line of the text may be several of the page.
    last: u32,
}

static HUNK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@").expect("a constant pattern")
});

impl Hunk {
    /// Tells whether a line is part of a diff that stands outside any fence.
    fn takes(&mut self, page: &Page<'_>, at: usize) -> bool {
        let line = &page.lines[at];
        if line.text.starts_with("@@")
            && let Some(caps) = HUNK.captures(&line.text)
        {
            let count = |i| caps.get(i).map_or(Some(1), |m| m.as_str().parse().ok()).unwrap_or(0);
            (self.old, self.new, self.last) = (count(1), count(2), line.number);
            return true;
        }
        if self.old == 0 && self.new == 0 {
            return false;
        }
        if line.number == self.last {
            return true;
        }
        // Blank lines are lines that did not change.
        let blank = line.number - self.last - 1;
        (self.old, self.new) = (self.old.saturating_sub(blank), self.new.saturating_sub(blank));
        let mark = page.text.as_bytes().get(line.start).copied().unwrap_or_default();
        let open = match mark {
            b'+' => self.new > 0,
            b'-' => self.old > 0,
            b' ' => self.old > 0 && self.new > 0,
            b'\\' => true,
            _ => false,
        };
        if !open {
            *self = Self::default();
            return false;
        }
        self.new -= u32::from(matches!(mark, b'+' | b' '));
        self.old -= u32::from(matches!(mark, b'-' | b' '));
        self.last = line.number;
        true
    }
}

static FOLDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)<summary>.*\b(previous(ly)?|prior|earlier|former|old|last (time|round|pass|review)|first (round|pass|review)|round \d|pass \d|example|template|format|brief|prompt|instructions|log|output|transcript|diff|file contents?)\b")
        .expect("a constant pattern")
});

/// Tells whether a folded block says of itself that it shows something older or other.
fn folds_away(page: &Page<'_>, at: usize) -> bool {
    page.lines[at..page.lines.len().min(at + 2)].iter().any(|l| FOLDED.is_match(&l.text))
}

/// Returns the index of the line that closes the front matter.
pub(super) fn front_end(page: &Page<'_>) -> Option<usize> {
    let first = page.lines.first()?;
    if first.text != "---" || !page.lines.get(1)?.text.contains(':') {
        return None;
    }
    page.lines
        .iter()
        .take(400)
        .enumerate()
        .skip(1)
        .find(|(_, l)| l.text == "---" || l.text == "...")
        .map(|(at, _)| at)
}

/// Reads a fence's marks: character, width, and what follows.
pub(super) fn fence_mark(text: &str) -> Option<(char, usize, &str)> {
    let body = item_body(text).map_or(text, |(body, _)| body);
    let mark = body.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let width = body.chars().take_while(|&c| c == mark).count();
    let info = body[width..].trim();
    (width >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, width, info))
}

/// Cuts comments out of a line; a comment mark inside inline code is text.
pub(super) fn strip_comments<'l>(text: &'l str, open: &mut bool) -> (Cow<'l, str>, bool) {
    if !*open && !text.contains("<!--") {
        return (Cow::Borrowed(text), false);
    }
    let mut out = String::new();
    let mut rest = text;
    let mut cut = *open;
    // Whether what is kept so far ends inside inline code.
    let mut coded = false;
    loop {
        if *open {
            let Some(end) = rest.find("-->") else { break };
            rest = &rest[end + 3..];
            *open = false;
        } else {
            let Some(begin) = rest.find("<!--") else {
                out.push_str(rest);
                break;
            };
            let (head, tail) = rest.split_at(begin);
            out.push_str(head);
            coded ^= head.bytes().filter(|&b| b == b'`').count() % 2 == 1;
            if coded {
                out.push_str("<!--");
            } else {
                *open = true;
                cut = true;
            }
            rest = &tail[4..];
        }
    }
    (Cow::Owned(out), cut)
}

pub(super) fn block_kind(line: &Line<'_>, before: Kind, in_list: bool) -> Kind {
    let text: &str = &line.text;
    let body = item_body(text).map_or(text, |(body, _)| body);
    if body.starts_with('>') {
        return Kind::Quote;
    }
    if before == Kind::Code && line.indent >= 4 && !in_list {
        return Kind::Code;
    }
    if line.indent >= 4 && line.blank_before && !in_list {
        return Kind::Code;
    }
    // Set into a list item, a heading belongs to what the item shows and heads nothing.
    if let Some(level) = heading_level(text)
        && !(in_list && line.indent >= 2)
    {
        return Kind::Heading(level);
    }
    if rule(text) {
        return Kind::Rule;
    }
    if text.starts_with('|') {
        return Kind::Table;
    }
    if item_body(text).is_some() {
        return Kind::Item;
    }
    // A paragraph line right below a quotation goes on with it, in Markdown as in mail.
    if before == Kind::Quote && !line.blank_before {
        return Kind::Quote;
    }
    Kind::Prose
}

/// Words of an underlined heading: more are a paragraph with a rule below it.
const UNDERLINED: usize = 7;

/// A few words with `===` or `---` right below them are a heading, as Markdown has it; a sentence and a label
/// with a rule below it stay what they are.
fn underlined(page: &Page<'_>, at: usize) -> Option<Kind> {
    let (line, next) = (&page.lines[at], page.lines.get(at + 1)?);
    let mark = next.text.chars().next().filter(|c| matches!(c, '=' | '-'))?;
    let under = !next.blank_before && next.text.len() >= 3 && next.text.chars().all(|c| c == mark);
    let alone = line.blank_before && line.indent <= 3 && next.indent <= 3;
    let titled = !line.text.contains([':', '|']) && !line.text.ends_with(['.', '!', '?', '。', '>']);
    (under && alone && titled && words::fewer(&line.text, UNDERLINED))
        .then_some(Kind::Heading(if mark == '=' { 1 } else { 2 }))
}

pub(super) fn heading_level(text: &str) -> Option<u8> {
    let width = text.bytes().take_while(|&b| b == b'#').count();
    let after = text.as_bytes().get(width).copied();
    let level = u8::try_from(width).ok()?;
    ((1..=6).contains(&level) && after.is_none_or(|b| b == b' ' || b == b'\t')).then_some(level)
}

pub(super) fn rule(text: &str) -> bool {
    let mut marks = text.chars().filter(|c| !c.is_whitespace());
    let Some(first) = marks.next().filter(|c| matches!(c, '-' | '*' | '_' | '=')) else { return false };
    let count = 1 + marks.clone().count();
    count >= 3 && marks.all(|c| c == first)
}
