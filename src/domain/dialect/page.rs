//! A reviewer's text as classified lines: which ones are the reviewer's own words, and which are
//! fenced, quoted, commented out, front matter or data.
//!
//! It knows Markdown's blocks and nothing of reviews: it never decides what a line means. One
//! pass, linear time; of hostile texts at most [`MAX_LINES`] non-blank lines and [`MAX_TEXT`] bytes
//! are read, and the page says that it was cut.

mod blocks;
mod links;
mod marks;
mod markup;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::LazyLock;

use blocks::Blocks;
pub(crate) use marks::Marks;
use regex::Regex;

/// Non-blank lines kept of a text: many times what a review has, few enough to bound time and memory. The tools
/// take 1 MiB of text (SPEC 3); a review of that size has some 20,000.
const MAX_LINES: usize = 25_000;

/// Bytes read of a text, twice what the tools take (SPEC 3); beyond them it is cut behind a whole line.
const MAX_TEXT: usize = 2 << 20;

/// Bytes kept of a line, more than any paragraph has: an answer in JSON may be longer, and is read from the
/// text itself.
const MAX_LINE: usize = 64 << 10;

/// Bytes looked at for a line as it was written, behind its indent: more than 200 characters.
const WRITTEN: usize = 4096;

/// What a line is, as far as blocks go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Prose,
    /// `#` to `######`.
    Heading(u8),
    Item,
    Table,
    /// `---`, `***`, `___`, `===`.
    Rule,
    /// Inside the fence of that index in [`Page::fences`].
    Fenced(usize),
    /// The line that opens or closes a fence.
    FenceMark,
    /// `> …`, or inside an element that quotes (`<previous_findings>`, `<pre>`).
    Quote,
    Comment,
    FrontMatter,
    /// Indented by four or more outside a list, or in a hunk of a diff.
    Code,
    /// Part of a JSON value that stands in the text.
    Data,
}

/// A non-blank line.
#[derive(Debug, Clone)]
pub(crate) struct Line<'a> {
    /// From 1, counting blank lines too.
    pub(crate) number: u32,
    /// Byte offset of the line's first byte in the text.
    pub(crate) start: usize,
    /// Bytes of blanks the line begins with.
    lead: usize,
    /// Trimmed; odd blanks and full-width colons made plain, invisible characters dropped.
    pub(crate) text: Cow<'a, str>,
    pub(crate) indent: usize,
    pub(crate) blank_before: bool,
    pub(crate) kind: Kind,
    /// It held invisible, direction-changing, control or undecodable characters: what it seems to say may not be what it says.
    pub(crate) disguised: bool,
    lower: OnceCell<String>,
    marks: OnceCell<Marks>,
}

impl<'a> Line<'a> {
    /// Puts another text in the line's place.
    fn write(&mut self, text: Cow<'a, str>) {
        (self.text, self.lower, self.marks) = (text, OnceCell::new(), OnceCell::new());
    }

    /// Returns the text in lower case; each dialect asks for it to see whether the page is its own.
    pub(crate) fn lower(&self) -> &str {
        self.lower.get_or_init(|| self.text.to_lowercase())
    }

    /// Returns which words that dialects are known by stand in the line, as written or in lower case.
    pub(crate) fn marks(&self) -> Marks {
        *self.marks.get_or_init(|| {
            let found = Marks::found(&self.text);
            // Letters of other scripts may have ASCII ones for their lower case.
            if self.text.is_ascii() { found } else { found.and(Marks::found(self.lower())) }
        })
    }

    /// Tells whether the line is the reviewer's own running text.
    pub(crate) fn own(&self) -> bool {
        matches!(self.kind, Kind::Prose | Kind::Heading(_) | Kind::Item | Kind::Table)
    }

    /// Says why a line that is not the reviewer's own does not count.
    pub(crate) fn why_not(&self) -> &'static str {
        match self.kind {
            Kind::Fenced(_) | Kind::FenceMark => "in a code fence",
            Kind::Quote => "in a quotation",
            Kind::Comment => "in a comment",
            Kind::Code => "in code or a diff",
            Kind::FrontMatter => "in front matter",
            Kind::Data => "in data",
            Kind::Prose | Kind::Heading(_) | Kind::Item | Kind::Table | Kind::Rule => "not a statement",
        }
    }
}

/// A fenced block.
#[derive(Debug, Clone)]
pub(crate) struct Fence {
    /// First word after the marks, in lower case.
    pub(crate) info: String,
    /// Byte range of the content in the text.
    pub(crate) content: std::ops::Range<usize>,
    /// Index into [`Page::lines`] of the opening mark.
    pub(crate) opening: usize,
    pub(crate) closed: bool,
}

/// The scanned text.
#[derive(Debug, Clone)]
pub(crate) struct Page<'a> {
    pub(crate) text: &'a str,
    pub(crate) lines: Vec<Line<'a>>,
    pub(crate) fences: Vec<Fence>,
    /// The text has more lines than are read.
    pub(crate) cut: bool,
    /// Lines of which only the first [`MAX_LINE`] bytes are kept, ascending.
    long: Vec<usize>,
    /// Byte offset to which the text is read: its end, unless it was cut.
    pub(crate) end: usize,
}

impl<'a> Page<'a> {
    /// Scans a text.
    pub(crate) fn scan(text: &'a str) -> Self {
        let (text, cut) = within(text);
        let end = text.len();
        let mut page = Self { text, lines: Vec::new(), fences: Vec::new(), cut, long: Vec::new(), end };
        page.split();
        Blocks::new(&page).classify(&mut page);
        for line in &mut page.lines {
            markup::plain(line);
        }
        page
    }

    /// Returns a page whose reviewer's words are the content of one fence of this page.
    pub(crate) fn inside(&self, fence: &Fence) -> Page<'a> {
        let offset = fence.content.start;
        // The content begins with its first line that is not blank.
        let first = self.lines.get(fence.opening + 1).map_or(0, |l| l.number.saturating_sub(1));
        let content = self.text.get(fence.content.clone()).unwrap_or_default();
        let mut page = Page::scan(content);
        page.text = self.text;
        page.end += offset;
        for line in &mut page.lines {
            line.number += first;
            line.start += offset;
        }
        for inner in &mut page.fences {
            inner.content = inner.content.start + offset..inner.content.end + offset;
        }
        page
    }

    /// Takes the text for cut where the rest of a long line is not read: neither a fence nor an answer in JSON has it.
    pub(crate) fn cut_long(&mut self) {
        let unread = |&at: &usize| !matches!(self.lines[at].kind, Kind::Data | Kind::Fenced(_));
        self.cut |= self.long.iter().any(unread);
    }

    /// Returns the reviewer's own lines.
    pub(crate) fn own(&self) -> impl Iterator<Item = &Line<'a>> {
        self.lines.iter().filter(|l| l.own())
    }

    /// Tells whether the text breaks off in a table's row, which ends before that line.
    pub(crate) fn breaks_off_in_row(&self, end: usize) -> bool {
        let row = self.lines.len() == end && self.lines.last().is_some_and(|l| l.kind == Kind::Table);
        row && !self.text.ends_with(['\n', '|'])
    }

    /// Returns the line as it was written, at most 200 characters of it.
    pub(crate) fn written(&self, line: &Line<'_>) -> String {
        let rest = self.text.get(line.start + line.lead..).unwrap_or_default();
        // A line may be as long as the text, and be asked for as often as it holds answers.
        let near = rest[..rest.floor_char_boundary(WRITTEN)].lines().next().unwrap_or_default().trim();
        let near = if near.is_empty() { line.text.as_ref() } else { near };
        near[..near.char_indices().nth(200).map_or(near.len(), |(at, _)| at)].to_owned()
    }

    /// Returns the front matter's fields at the top level, keys in lower case.
    pub(crate) fn front_fields(&self) -> Vec<(usize, String, String)> {
        let mut fields = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            if line.kind == Kind::FrontMatter
                && line.indent == 0
                && let Some((key, value)) = line.text.split_once(':')
            {
                fields.push((
                    at,
                    key.trim().to_lowercase(),
                    value.trim().trim_matches(['"', '\'']).to_owned(),
                ));
            }
        }
        fields
    }

    /// Returns the front matter's nested fields (`findings:` → `critical: 1`), keys in lower case.
    pub(crate) fn front_nested(&self, parent: &str) -> Vec<(usize, String, String)> {
        let mut inside = false;
        let mut fields = Vec::new();
        for (at, line) in self.lines.iter().enumerate().filter(|(_, l)| l.kind == Kind::FrontMatter) {
            if line.indent == 0 {
                inside = line.text.strip_suffix(':').is_some_and(|k| k.eq_ignore_ascii_case(parent));
            } else if inside && let Some((key, value)) = line.text.split_once(':') {
                fields.push((at, key.trim().to_lowercase(), value.trim().to_owned()));
            }
        }
        fields
    }

    /// Takes `**Task:** x **Status:** y` apart, as a line each; returns the last part.
    fn push_labels(&mut self, text: Cow<'a, str>, like: &Line<'a>) -> Cow<'a, str> {
        let body = item_body(&text).map_or(text.as_ref(), |(body, _)| body);
        if !body.starts_with("**") || text.matches(":**").count() < 2 {
            return text;
        }
        let lead = text.len() - body.len();
        let item = lead > 0;
        let mut from = 0;
        let (mut ticks, mut seen) = (0, 0);
        let mut cuts: Vec<usize> = Vec::new();
        for m in LABEL.find_iter(&text).filter(|m| m.start() > lead).take(200) {
            ticks += text[seen..m.start()].matches('`').count();
            seen = m.start();
            // In inline code a label is shown, not said; in a list item a sentence may name one.
            let set_apart = m.as_str().trim_start().starts_with(['|', '·', '•', ';', '—', '–']);
            if ticks % 2 == 0 && (!item || set_apart) && cuts.len() < 40 {
                cuts.push(m.start());
            }
        }
        for cut in cuts {
            let part = text[from..cut]
                .trim_matches(|c: char| {
                    c.is_whitespace() || matches!(c, '|' | ',' | ';' | '·' | '•' | '—' | '–') && from > 0
                })
                .to_owned();
            let blank_before = like.blank_before && from == 0;
            self.lines.push(Line { text: Cow::Owned(part), blank_before, ..like.clone() });
            from = cut;
        }
        let rest = text[from..].trim_start_matches(|c: char| {
            c.is_whitespace() || matches!(c, '|' | ',' | ';' | '·' | '•' | '—' | '–')
        });
        Cow::Owned(rest.to_owned())
    }

    fn split(&mut self) {
        let mut blank = true;
        let mut start = 0;
        for (i, raw) in self.text.split_inclusive('\n').enumerate() {
            let at = start;
            start += raw.len();
            if raw.trim().is_empty() {
                blank = true;
                continue;
            }
            if self.lines.len() == MAX_LINES {
                (self.cut, self.end) = (true, at);
                break;
            }
            let lead = raw.len() - raw.trim_start().len();
            let raw = if i == 0 { raw.trim_start_matches('\u{feff}') } else { raw };
            let (clean, disguised) = plain(&raw[..raw.floor_char_boundary(MAX_LINE)]);
            let indent = indent_of(&clean);
            let text = match clean {
                Cow::Borrowed(s) => Cow::Borrowed(s.trim()),
                Cow::Owned(s) => Cow::Owned(s.trim().to_owned()),
            };
            if text.is_empty() {
                blank = true;
                continue;
            }
            let number = u32::try_from(i + 1).unwrap_or(u32::MAX);
            let kind = Kind::Prose;
            let like = Line {
                number,
                start: at,
                lead,
                text: "".into(),
                indent,
                blank_before: blank,
                kind,
                disguised,
                lower: OnceCell::new(),
                marks: OnceCell::new(),
            };
            let text = self.push_labels(text, &like);
            let blank_before = blank && self.lines.last().is_none_or(|l| l.number != number);
            if raw.len() > MAX_LINE {
                self.long.push(self.lines.len());
            }
            self.lines.push(Line { text, blank_before, ..like });
            blank = false;
        }
        let least = self.lines.iter().map(|l| l.indent).min().unwrap_or(0);
        for line in &mut self.lines {
            line.indent -= least;
        }
    }
}

/// Returns what is read of a text, and whether that is not all of it.
fn within(text: &str) -> (&str, bool) {
    if text.len() <= MAX_TEXT {
        return (text, false);
    }
    let read = &text[..text.floor_char_boundary(MAX_TEXT)];
    (read.rfind('\n').map_or(read, |end| &read[..=end]), true)
}

static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[\s|,;·•—–]*\*\*[A-Z][A-Za-z][A-Za-z /:]{0,24}:\*\*\s").expect("a constant pattern")
});

/// Counts leading blanks, a tab as four.
fn indent_of(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// Makes odd blanks and full-width colons plain and drops invisible characters; tells whether any of those could deceive.
fn plain(raw: &str) -> (Cow<'_, str>, bool) {
    // Terminals and broken transports leave these; what stands among them may not be what was written.
    let mut disguised = raw.bytes().any(|b| b.is_ascii_control() && !matches!(b, b'\t' | b'\r' | b'\n'));
    if raw.is_ascii() {
        return (Cow::Borrowed(raw), disguised);
    }
    let mut out = String::with_capacity(raw.len());
    let mut before = ' ';
    for c in raw.chars() {
        match c {
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => out.push(' '),
            '\u{ff1a}' => out.push(':'),
            // The sign of information is a letter to Unicode and a mark to everyone else.
            '\u{2139}' => out.push('·'),
            // Emoji are joined and styled by these; between letters they only hide.
            '\u{fe0e}' | '\u{fe0f}' => {}
            '\u{200d}' if !before.is_ascii_alphanumeric() => {}
            c if invisible(c) => disguised = true,
            char::REPLACEMENT_CHARACTER => {
                disguised = true;
                out.push(c);
            }
            c => out.push(c),
        }
        before = c;
    }
    (Cow::Owned(out), disguised)
}

/// Tells whether a character shows nothing, turns the reading direction or strikes its neighbour out.
pub(crate) fn invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}' | '\u{334}'..='\u{338}')
}

/// Returns what follows a bullet or a list number, and whether it was a number.
pub(crate) fn item_body(text: &str) -> Option<(&str, bool)> {
    let first = text.chars().next()?;
    if matches!(first, '-' | '*' | '+' | '•' | '–' | '·' | '◦' | '▪' | '‣') {
        let rest = &text[first.len_utf8()..];
        return (rest.starts_with([' ', '\t']) && !rest.trim().is_empty())
            .then(|| (rest.trim_start(), false));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=3).contains(&digits) {
        let rest = text[digits..].strip_prefix(['.', ')'])?;
        return (rest.starts_with([' ', '\t']) && !rest.trim().is_empty()).then(|| (rest.trim_start(), true));
    }
    None
}

/// Returns the name of the element that a line opens, in lower case and with low lines.
pub(crate) fn element_name(text: &str) -> Option<String> {
    if text.starts_with("<details><summary>") {
        return Some("details".to_owned());
    }
    let thought = || blocks::thought_name(text).map(str::to_owned);
    blocks::tag(text).and_then(|(name, closes)| (!closes).then_some(name)).or_else(thought)
}

/// Returns a heading's text without its marks, or the text itself.
pub(crate) fn heading_text(text: &str) -> &str {
    text.trim_start_matches('#').trim_end_matches('#').trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        Page::scan(text).lines.iter().map(|l| l.kind).collect()
    }

    #[test]
    fn blocks_are_told_apart() {
        let text =
            "# T\ntext\n\n- item\n> quote\nstill quoted\n\n```rs\ncode\n```\n<!-- a\nb --> \n| a |\n---\nend";
        use Kind::*;
        let expected = [
            Heading(1),
            Prose,
            Item,
            Quote,
            Quote,
            FenceMark,
            Fenced(0),
            FenceMark,
            Comment,
            Comment,
            Table,
            Rule,
            Prose,
        ];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn an_inner_fence_of_fewer_marks_does_not_close() {
        assert_eq!(
            kinds("````\n```\n````\nx"),
            [Kind::FenceMark, Kind::Fenced(0), Kind::FenceMark, Kind::Prose]
        );
    }

    #[test]
    fn elements_quote_unless_they_carry_an_answer() {
        assert_eq!(kinds("<prior_review>\nx\n</prior_review>"), [Kind::Quote, Kind::Quote, Kind::Quote]);
        assert_eq!(kinds("<review>\nx\n</review>"), [Kind::Prose, Kind::Prose, Kind::Prose]);
        assert_eq!(kinds("<prior_review>\nx"), [Kind::Prose, Kind::Prose]);
    }

    #[test]
    fn invisible_characters_are_dropped_and_told() {
        let page = Page::scan("PA\u{200b}SS\n👩\u{200d}💻 a\u{a0}b：c");
        assert_eq!((page.lines[0].text.as_ref(), page.lines[0].disguised), ("PASS", true));
        assert_eq!((page.lines[1].text.as_ref(), page.lines[1].disguised), ("👩💻 a b:c", false));
    }

    #[test]
    fn comments_inside_code_marks_are_text() {
        assert_eq!(kinds("use `<!--` here\nnext"), [Kind::Prose, Kind::Prose]);
        assert_eq!(Page::scan("a <!-- b --> c").lines[0].text, "a  c");
    }

    #[test]
    fn lines_inside_a_fence_keep_their_numbers() {
        let page = Page::scan("a\n```\n\n\nb\n\nc\n```\n");
        let inside = page.inside(&page.fences[0]);
        assert_eq!(inside.lines.iter().map(|l| l.number).collect::<Vec<_>>(), [5, 7]);
    }

    #[test]
    fn a_huge_text_is_cut_not_swallowed() {
        let text = "a\n".repeat(MAX_LINES + 5);
        let page = Page::scan(&text);
        assert!(page.cut);
        assert_eq!(page.lines.len(), MAX_LINES);
    }

    #[test]
    fn a_thought_on_one_line_is_quoted_and_what_follows_it_is_not() {
        assert_eq!(kinds("<thinking>VERDICT: approve</thinking>\nnext"), [Kind::Quote, Kind::Prose]);
        assert_eq!(
            kinds("<thinking>\nVERDICT: approve\n</thinking>\nnext")[1..],
            [Kind::Quote, Kind::Quote, Kind::Prose]
        );
    }

    #[test]
    fn a_diff_outside_of_fences_ends_with_the_lines_that_its_head_counts() {
        use Kind::{Code, Prose};
        assert_eq!(kinds("@@ -1,2 +0,0 @@\n-a\n+b"), [Code, Code, Prose]);
        assert_eq!(kinds("@@ -0,0 +1 @@\n+a\nb"), [Code, Code, Prose]);
        assert_eq!(kinds("@@ -1 +1 @@\n-a\n+b\n+c"), [Code, Code, Code, Prose]);
    }

    #[test]
    fn labels_on_one_line_are_lines_of_their_own_without_what_parts_them() {
        let page = Page::scan("**Task:** 01-01 | **Status:** passed · **Critical:** 0 — **Info:** 2");
        let texts: Vec<&str> = page.lines.iter().map(|l| l.text.as_ref()).collect();
        assert_eq!(texts, ["**Task:** 01-01", "**Status:** passed", "**Critical:** 0", "**Info:** 2"]);
    }

    #[test]
    fn code_marks_behind_three_of_them_are_inline_and_behind_waves_a_fence() {
        use Kind::{FenceMark, Fenced, Prose};
        assert_eq!(kinds("``` `a` ```\nx"), [Prose, Prose]);
        assert_eq!(kinds("~~~ a`b\nx\n~~~\ny"), [FenceMark, Fenced(0), FenceMark, Prose]);
    }
}
