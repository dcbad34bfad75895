//! What the reader passes over because it seems to be shown and not said, and what of it objects.
//!
//! ```text
//! passed over = quotation | code fence | indented code | element | cell of a table | part about an earlier round
//!             | below a lead-in | link, inline code or quotation marks in a sentence | object that is only shown
//! attributed  = the line above, or the one below, names whose it is or what it shows; an element's name; a language
//! doubt       = passed over, objects, not attributed
//! ```
//!
//! No verdict is ever read here. But an objection that a reviewer set into a box is his objection: beside an approval it
//! leaves a doubt, unless something says that it is somebody else's, or of another time. What objects is told by
//! the readers of the reviewer's own lines; of code, cells and single words only by what they take for an order, a
//! severity or a verdict, since such text holds any word.

mod cells;
mod whose;

use std::sync::LazyLock;

use regex::Regex;

use super::label::{Label, body, labelled};
use super::pattern::pattern;
use super::taken_back::{self, Doubt};
use super::{OwnRows, aside, failing, has_own_state, lead_in, left_open, shown, unexplained};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Page, element_name, heading_text, item_body};
use crate::domain::dialect::words::{self, Said};
use crate::domain::dialect::yaml_list;
use crate::domain::review::{Severity, Verdict};
use cells::{Columns, ticked};
pub(crate) use cells::{answers_against, fails_in_words};
pub(crate) use whose::attributed;
use whose::{NOT_SETTLED, OF_OTHERS, OWN, SETTLES, THEN, attributes, shows};

/// What says of all that was found before that it is over.
static ALL_OVER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:all|both|every\w*|each|none|nothing|the (?:previous|earlier|prior|above|old|two|three|four|five|six|findings?|issues?|blockers?|points?)|previous|prior|earlier|these|those|they|everything)\b.{0,80}\b(?:fixed|resolved|addressed|closed|gone|settled|done|mended|remains?|left|open|no longer|in order|corrected|taken care of)\b|\b(?:fixed|resolved|addressed|closed|corrected)\b.{0,40}\b(?:all|both|everything|them)\b",
    )
});
/// What is said to be found now, in a part about what was before.
static NEWLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:new(?:ly)?|now|this time|this (?:round|pass|cycle|iteration)|today|current(?:ly)?|fresh)\b",
    )
});
/// What a fence holds that names no language of code.
const PLAIN: &[&str] = &["", "text", "txt", "md", "markdown", "plain", "plaintext", "review", "none", "note"];
/// Forms of data that findings are not read from.
const DATA: &[&str] = &["yaml", "yml", "toml", "xml", "csv", "tsv", "json5", "ini"];
/// What such data has of a finding, and no alert and no setting has.
static OF_FINDING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?im)(?:^[\s<-]*|,\s*)\x22?(?:issues?|findings?|file(?:[_ ]?path)?|location|problem)\b\x22?\s*(?:[:=>,]|$)",
    )
});
/// Where it says how grave one is.
static GRAVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:severity|level|priority|blocking)\b\W{1,6}(?:critical|high|blocker|blocking|major|true)\b|(?:^|,)\s*\x22?(?:critical|high|blocker|major)\x22?\s*(?:,|$)",
    )
});
/// The kinds of a callout that warn by themselves.
static WARNS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\[!(?:caution|warning|danger|error|bug|failure)\]"));
static CALLS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)^\[![a-z]+\]\s*"));

const QUOTED: &str = "objects in a quotation, and nothing says that it is another's";
const FENCED: &str = "objects in a code fence, and nothing says that it shows something";
const LISTED: &str =
    "is of a list of findings in a form that is not read; findings are read from lists, tables and JSON";
const CODED: &str = "objects in indented code, and nothing says that it shows something";
const ELEMENT: &str = "objects in an element whose name does not say that it shows something";
const EARLIER: &str = "objects in a part about earlier rounds, and nothing says that it is over";
const BELOW: &str = "objects below a lead-in that does not say whose it is";
const CELL: &str = "objects in a cell of a table";
const COUNTS: &str = "counts something that blocks in a table";
const MARKED: &str = "objects in a link, in code marks or in quotation marks";

/// Collects what was passed over, objects, and is nobody else's. `approves` is the line of the approval, `led` are lines
/// below a lead-in, ascending; of `own_rows` the dialect has read the rows with those states itself.
pub(crate) fn doubts(
    page: &Page<'_>,
    gathered: &Gathered,
    approves: usize,
    own_rows: OwnRows,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Vec<Doubt> {
    // Where what blocks was listed, verdict and findings disagree anyway.
    if gathered.findings.iter().any(|(f, _)| f.severity <= Severity::High || f.unmet.is_some()) {
        return Vec::new();
    }
    let mut walk = Walk {
        page,
        gathered,
        approves,
        led,
        own_rows,
        block: Block::default(),
        table: Columns::default(),
        section_new: false,
        named_round: false,
        over: None,
        last_heading: page
            .lines
            .iter()
            .enumerate()
            .rposition(|(at, l)| matches!(l.kind, Kind::Heading(_)) && !gathered.earlier.contains(at)),
        lead: None,
        left: MOST,
    };
    let mut out = Vec::new();
    for at in 0..page.lines.len() {
        if let Some(why) = walk.line(at)
            && !shown::in_diff(page, &page.lines[at], context)
        {
            out.push(Doubt { at, anywhere: true, why });
            if out.len() >= ENOUGH {
                break;
            }
        }
    }
    out
}

/// Doubts that are kept: one is enough to keep a text from approving, and the reader is told the first.
const ENOUGH: usize = 20;

/// Bytes that are looked at: many times what a review passes over.
const MOST: usize = 1 << 20;

/// Bytes of a line that are looked at.
const LONGEST: usize = 4_000;

/// The block of quoted or fenced lines the walk stands in.
#[derive(Debug, Default)]
struct Block {
    /// One past the last line known to belong to it.
    until: usize,
    attributed: bool,
    element: bool,
    /// A fence of a language: its lines are code unless they read otherwise.
    code: bool,
    /// Data of a form that is not read, with the keys of findings.
    lists: bool,
    /// A callout that warns.
    warns: bool,
}

struct Walk<'w, 'p> {
    page: &'w Page<'p>,
    gathered: &'w Gathered,
    approves: usize,
    led: &'w [usize],
    own_rows: OwnRows,
    block: Block,
    table: Columns,
    /// In a part about earlier rounds: below a heading of what is new.
    section_new: bool,
    /// In such a part: below a heading that names a round.
    named_round: bool,
    /// Whether the text says that all of before is over; looked up once.
    over: Option<bool>,
    /// The last heading of a part that is not about earlier rounds.
    last_heading: Option<usize>,
    /// The line that leads in to those below it.
    lead: Option<usize>,
    left: usize,
}

impl Walk<'_, '_> {
    fn line(&mut self, at: usize) -> Option<&'static str> {
        let line = &self.page.lines[at];
        self.left = self.left.saturating_sub(line.text.len());
        if self.left == 0 || line.text.len() > LONGEST {
            return None;
        }
        if line.kind != Kind::Table {
            self.table = Columns::default();
        }
        match line.kind {
            Kind::Comment | Kind::FrontMatter | Kind::Rule | Kind::Data | Kind::FenceMark => None,
            Kind::Fenced(_) | Kind::Code | Kind::Quote => self.block(at),
            Kind::Table => {
                let elsewhere = self.gathered.taken.contains(at) || self.gathered.earlier.contains(at);
                self.row(at).filter(|_| !elsewhere)
            }
            Kind::Heading(_) | Kind::Prose | Kind::Item => self.own(at),
        }
    }

    /// Reads a line of a block that is passed over as a whole.
    fn block(&mut self, at: usize) -> Option<&'static str> {
        if at >= self.block.until {
            self.block = self.begin(at);
        }
        let line = &self.page.lines[at];
        if self.block.attributed {
            return None;
        }
        let text = line.text.trim_start_matches(['>', ' ']);
        let text = item_body(text).map_or(text, |(body, _)| body);
        if line.kind == Kind::Quote {
            let head = CALLS.find(text).map_or(text, |m| &text[m.end()..]);
            let warned = self.block.warns && head.contains(char::is_alphanumeric) && !calms(head);
            return (warned || speaks_against(head)).then_some(if self.block.element {
                ELEMENT
            } else {
                QUOTED
            });
        }
        if self.block.lists && GRAVE.is_match(text) {
            return Some(LISTED);
        }
        let reads = !self.block.code || prose(text);
        let why = if matches!(line.kind, Kind::Code) { CODED } else { FENCED };
        (reads && !commented(text) && plainly(text)).then_some(why)
    }

    /// Looks where a block begins, how far it goes, and whether something says whose it is.
    fn begin(&self, at: usize) -> Block {
        let lines = &self.page.lines;
        let line = &lines[at];
        let mut block = Block { until: at + 1, ..Block::default() };
        let mut before = at;
        match line.kind {
            Kind::Fenced(index) => {
                let fence = &self.page.fences[index];
                before = fence.opening;
                block.until = at + lines[at..].iter().take_while(|l| l.kind == Kind::Fenced(index)).count();
                block.code = !PLAIN.contains(&fence.info.as_str());
                let content = self.page.text.get(fence.content.clone()).unwrap_or_default().trim_start();
                block.lists = DATA.contains(&fence.info.as_str()) && OF_FINDING.is_match(content);
                // Data is read where it stands; a diff is the work, or what is proposed for it.
                block.attributed = content.starts_with(['{', '['])
                    && !content.starts_with("[C")
                    && !content.starts_with("[H")
                    && !content.starts_with("[B")
                    && !content.starts_with("[P")
                    || matches!(fence.info.as_str(), "diff" | "patch" | "suggestion");
                block.attributed &= !block.lists;
                block.attributed |= block.lists && yaml_list::read(self.page, fence).is_some();
            }
            Kind::Quote if !line.text.starts_with('>') => {
                // An element is followed to its end and no further: there may be any number of them in a row.
                let mut run = lines[at..].iter().take_while(|l| l.kind == Kind::Quote);
                if let Some(name) = element_name(&line.text) {
                    block.element = true;
                    block.attributed = shows(&name);
                    let closing = format!("</{name}");
                    let closes = |text: &str| {
                        text.starts_with("</") && text.to_lowercase().replace('-', "_").starts_with(&closing)
                    };
                    let mut passed = 0;
                    run.any(|l| {
                        passed += 1;
                        closes(&l.text)
                    });
                    block.until = at + passed.max(1);
                } else {
                    block.until = at + run.count();
                }
            }
            kind @ (Kind::Prose
            | Kind::Heading(_)
            | Kind::Item
            | Kind::Table
            | Kind::Rule
            | Kind::FenceMark
            | Kind::Quote
            | Kind::Comment
            | Kind::FrontMatter
            | Kind::Code
            | Kind::Data) => {
                let same = |l: &crate::domain::dialect::page::Line<'_>| l.kind == kind;
                block.until = at + lines[at..].iter().take_while(|l| same(l)).count();
                let head = line.text.trim_start_matches(['>', ' ']);
                block.warns = WARNS.is_match(head);
                // A hunk of a diff is the work; a quotation in a quotation is another's by its form.
                block.attributed = kind == Kind::Code && line.indent < 4
                    || line.text.trim_start_matches('>').trim_start().starts_with('>');
            }
        }
        block.attributed |= self.gathered.taken.contains(before)
            || before.checked_sub(1).is_some_and(|i| self.gathered.taken.contains(i) && lines[i].own())
            || self.gathered.earlier.contains(before)
            || self.gathered.earlier.contains(at)
            || self.announced(before)
            || self.settled_below(block.until);
        block
    }

    /// Tells whether the line above a block says whose it is, or what it shows.
    fn announced(&self, before: usize) -> bool {
        let command = |i: usize| super::foreign::is_command(&self.page.lines[i].text);
        if before.checked_sub(1).is_some_and(command) {
            return true;
        }
        let above = before.checked_sub(1).map(|i| &self.page.lines[i]).filter(|l| l.own());
        above.is_some_and(|line| attributes(body(line), matches!(line.kind, Kind::Heading(_))))
    }

    /// Tells whether the line below a block says that it is over, or was said another time.
    fn settled_below(&self, until: usize) -> bool {
        let lines = self.page.lines.get(until..).unwrap_or_default();
        let below = lines.iter().find(|l| l.kind != Kind::FenceMark).filter(|l| l.own());
        below.is_some_and(|line| {
            let first = taken_back::sentences(body(line)).next().unwrap_or_default();
            SETTLES.is_match(first) && !NOT_SETTLED.is_match(first)
        })
    }

    /// Reads a line of the reviewer's own that, or of which a part, is passed over.
    fn own(&mut self, at: usize) -> Option<&'static str> {
        let line = &self.page.lines[at];
        let text = body(line);
        if self.gathered.earlier.contains(at) {
            return self.earlier(at);
        }
        (self.section_new, self.named_round) = (false, false);
        if self.led.binary_search(&at).is_ok() {
            return self.led(at);
        }
        self.lead = None;
        if self.gathered.taken.contains(at) {
            return None;
        }
        if let Kind::Heading(_) = line.kind
            && counted_heading(text)
        {
            return Some("counts something that blocks");
        }
        if tallied(text) {
            return Some("counts something that blocks");
        }
        marked(text).then_some(MARKED)
    }

    /// Reads a line of a part about earlier rounds.
    fn earlier(&mut self, at: usize) -> Option<&'static str> {
        let line = &self.page.lines[at];
        let text = body(line);
        let titled = matches!(line.kind, Kind::Heading(_)) || alone_in_bold(&line.text);
        if titled {
            self.section_new = NEWLY.is_match(text);
            self.named_round = super::round_of(text).is_some();
            return None;
        }
        let said = self.section_new || NEWLY.is_match(text);
        let grave = plainly(text) || said && (speaks_against(text) || names_grave(text));
        if !grave || left_open::is_over(text) {
            return None;
        }
        // A heading of now behind it closes what was before.
        let closed = self.last_heading.is_some_and(|now| now > at);
        let later = at > self.approves && !closed && !self.named_round && super::round_of(text).is_none();
        (said || later && !self.over()).then_some(EARLIER)
    }

    /// Tells whether the reviewer says that what was found before is over.
    fn over(&mut self) -> bool {
        let page = self.page;
        *self.over.get_or_insert_with(|| {
            page.own().take(2_000).any(|line| {
                let text = &line.text[..line.text.floor_char_boundary(LONGEST)];
                taken_back::sentences(text).any(|s| ALL_OVER.is_match(s) && !NOT_SETTLED.is_match(s))
            })
        })
    }

    /// Reads a line below a lead-in: of what leads in, only what says whose it is takes the words from the reviewer.
    fn led(&mut self, at: usize) -> Option<&'static str> {
        let line = &self.page.lines[at];
        let text = body(line);
        let opens = line.text.trim_end_matches(['*', '_', ' ']).ends_with(':');
        if self.lead.is_none() || opens {
            self.lead = Some(at);
            return None;
        }
        let lead = body(&self.page.lines[self.lead?]);
        let supposed = lead_in::supposes(lead) && OWN.is_match(lead);
        let nothing = !lead_in::supposes(lead) && EXAMPLE_ALONE.is_match(lead);
        let first = taken_back::sentences(text).next().unwrap_or_default();
        let refused = words::is_bare_verdict(first, &[]) && refusing(words::verdict(first, &[]));
        (supposed && (refused || speaks_against(text)) || nothing && plainly(text)).then_some(BELOW)
    }

    /// Reads a row of a table that no finding was read from.
    fn row(&mut self, at: usize) -> Option<&'static str> {
        let line = &self.page.lines[at];
        let cells: Vec<&str> = line.text.trim().trim_matches('|').split('|').map(str::trim).collect();
        let ruled = |text: &str| text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
        if ruled(&line.text) {
            return None;
        }
        let next = self.page.lines.get(at + 1);
        if next.is_some_and(|l| l.kind == Kind::Table && ruled(&l.text)) {
            self.table = Columns::of(&cells);
            return None;
        }
        if self.table.counts_grave(&cells) {
            return Some(COUNTS);
        }
        // A dialect with rows of its own has read their states.
        let state = |cell: &str| has_own_state(cell, self.own_rows);
        let objects = |cell: &&str| plainly(cell) && !left_open::is_over(cell) && !state(cell);
        if cells.iter().any(objects) && !self.table.of_cases {
            return Some(CELL);
        }
        if self.table.of_cases {
            return None;
        }
        // A row that passes may say in words that it does not.
        let passes = |cell: &&str| matches!(words::joined(cell).as_str(), "pass" | "met" | "passed" | "ok");
        if !self.own_rows.is_empty()
            && cells.iter().any(passes)
            && cells
                .last()
                .is_some_and(|cell| !words::fewer(cell, 5) && !fails_in_words(cell) && speaks_against(cell))
        {
            return Some(CELL);
        }
        let missing = || self.table.missing.iter().any(|&i| cells.get(i).is_some_and(|c| ticked(c)));
        let named = || {
            let [name, value] = cells.as_slice() else { return false };
            answers_against(name, value)
        };
        (missing() || self.own_rows.is_empty() && named()).then_some(CELL)
    }
}

/// `For example:` and nothing of what.
static EXAMPLE_ALONE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\W*(?:for (?:example|instance)|e\.g\.?|example)\W*$"));

/// Tells whether a text objects by any means that read the reviewer's own lines.
pub(crate) fn speaks_against(text: &str) -> bool {
    plainly(text)
        || taken_back::of_text(text).is_some()
        || left_open::of_text(text).is_some()
        || failing::of_text(text)
        || unexplained::of_text(text).is_some()
}

/// Tells whether a text objects in so many words: by a verdict, an order, a severity or what blocks. What merely describes,
/// denies or demands does not.
pub(crate) fn plainly(text: &str) -> bool {
    if text.len() > LONGEST || !text.contains(char::is_alphabetic) {
        return false;
    }
    let stated = match labelled(text) {
        Some((Label::Ours { .. }, value)) => refusing(words::verdict(value, &[])),
        Some((Label::Others, _)) => return false,
        None => {
            words::is_bare_verdict(text, &[])
                && words::shouts(text, &[])
                && refusing(words::verdict(text, &[]))
        }
    };
    stated || taken_back::plainly(text) || left_open::rates(text)
}

fn refusing(said: Said) -> bool {
    matches!(said, Said::Verdict(Verdict::ChangesRequested | Verdict::Rejected))
}

/// What names a severity that blocks, in a sentence about something new.
fn names_grave(text: &str) -> bool {
    words::words(text).iter().any(|w| matches!(w.as_str(), "critical" | "blocker" | "blocking" | "high"))
        && !words::says_none(text)
}

/// A warning that warns of nothing: it calls itself small, or says that there is nothing.
fn calms(text: &str) -> bool {
    words::says_none(text) || super::unfinished::light(text) || words::not_harmless(text).is_none()
}

/// Tells whether a line of code reads as a sentence: words with blanks between them, and none of code's marks.
fn prose(text: &str) -> bool {
    let marks =
        text.chars().filter(|c| matches!(c, '{' | '}' | ';' | '=' | '(' | ')' | '<' | '>' | '$')).count();
    marks == 0 && text.split_whitespace().count() > 2
}

/// Tells whether a line is a comment of code.
fn commented(text: &str) -> bool {
    ["//", "/*", "# ", "--", ";", "%", "'''", "\"\"\"", "* "].iter().any(|mark| text.starts_with(mark))
}

/// `**New findings**` on a line of its own.
fn alone_in_bold(text: &str) -> bool {
    let text = text.trim_end_matches(':');
    text.len() > 4
        && text.starts_with("**")
        && text.ends_with("**")
        && !text[2..text.len() - 2].contains("**")
}

/// `## Critical (2)`: a count in a heading.
fn counted_heading(text: &str) -> bool {
    static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^\W*(?:critical|blocking|blockers?|high|must[- ]fix|show-?stoppers?)(?:[ -](?:severity|priority|issues?|findings?|problems?|items?|bugs?))*\W{1,3}[1-9]\d{0,3}\W*$",
        )
    });
    COUNTED.is_match(heading_text(text))
}

/// `C0 H2 M1 L0`: a tally by first letters.
fn tallied(text: &str) -> bool {
    static TALLY: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b(?:C[:= ]?(?P<c>\d{1,3})[ ,;/|]+)?H[:= ]?(?P<h>\d{1,3})[ ,;/|]+M[:= ]?\d{1,3}[ ,;/|]+L[:= ]?\d{1,3}\b",
        )
    });
    TALLY.captures(text).is_some_and(|found| {
        let some = |name: &str| found.name(name).is_some_and(|m| m.as_str().bytes().any(|b| b != b'0'));
        some("c") || some("h")
    })
}

/// Tells whether a part of a line that is set in marks objects, and is the reviewer's own word: a link's text is, and so is
/// what stands alone on its line, or beside a word of himself.
fn marked(text: &str) -> bool {
    if !text.contains(['`', '"', '“', '[']) || labelled(text).is_some_and(|(l, _)| l == Label::Others) {
        return false;
    }
    // Data, a line of a diff and what is struck out are nobody's sentence.
    if text.starts_with('{') || text.contains("~~") || aside::whole(text).is_some() {
        return false;
    }
    let outside = aside::without_shown(text);
    if matches!(outside, std::borrow::Cow::Borrowed(_)) || outside.len() == text.len() {
        return false;
    }
    if !OF_OTHERS.is_match(&outside.replace('`', " "))
        && aside::links(text).any(|link| plainly(link) || speaks_against(link))
    {
        return true;
    }
    let unmarked: String = text.chars().filter(|c| !matches!(c, '`' | '"' | '“' | '”')).collect();
    if !outside.contains(char::is_alphanumeric) {
        return speaks_against(&unmarked) || severe(&unmarked);
    }
    // A path says where, not whose.
    let path = |w: &&str| !w.trim_end_matches(['.', ',']).contains(['/', '_', '.', '`']);
    let named = outside.split_whitespace().filter(path).collect::<Vec<&str>>().join(" ");
    let own = OWN.is_match(&named) && !THEN.is_match(&named) && !OF_OTHERS.is_match(&named);
    own && (plainly(&unmarked) || speaks_against(&unmarked)) && !speaks_against(&outside)
}

/// Words that alone say how grave something is.
fn severe(text: &str) -> bool {
    words::words(text).iter().any(|w| matches!(w.as_str(), "critical" | "blocker" | "blocking"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_of_code_is_told_by_its_first_mark() {
        for text in ["// the lock", "/* the lock", "# the lock", "-- the lock", "; the lock", "* the lock"] {
            assert!(commented(text), "{text}");
        }
        for text in ["the lock // here", "#hashtag", "-1 is refused", "*bold*"] {
            assert!(!commented(text), "{text}");
        }
    }

    #[test]
    fn words_that_alone_are_grave_are_told_from_others() {
        for text in ["CRITICAL", "a blocker", "Blocking: the lock"] {
            assert!(severe(text), "{text}");
        }
        for text in ["a nit", "nothing grave", "critically"] {
            assert!(!severe(text), "{text}");
        }
    }
}
