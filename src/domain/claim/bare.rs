//! Lines without what does not count: nothing of a comment, and no white space where the language gives it no meaning.
//!
//! A small reader of many languages, line by line: it knows strings, comments and brackets, and no more. In doubt a
//! change counts as one of comments or blanks only where all of it reads so; what it cannot read counts as code, but for
//! lines that look like comments: those are what the caller says ([`Doubt`]).

use std::ops::Range;

use super::grammar::{Blanks, Grammar, Layout, Leads, grammar};
use super::magic::{is_coding, is_directive, preamble};
use super::markup::Markup;
use super::prose::{Prose, may_be_comment};
use super::quoted::{Ahead, Here, goes_on, is_escaped, is_lone_tick};
use super::scalar::Scalars;

/// Stands for a line end that means nothing to the language.
pub(super) const BREAK: char = '\u{1}';

/// What a line is held for that may be a comment and may be more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// A comment: whoever asks whether something was mended must not believe it.
    IsComment,
    /// Code: whoever asks whether nothing but comments changed must not believe it.
    IsCode,
}

/// What begins a comment over several lines, and what ends it.
type Block = (&'static str, &'static str);

/// What a reader is in the middle of at a line's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Code,
    /// A comment, until this ends it as often as it was begun.
    Comment(Block, u32),
    /// A string, until this ends it; a documentation string says nothing to the machine.
    Text(&'static str, bool),
    /// A string in which nothing is escaped, until this ends it.
    Raw(&'static str),
}

/// What the reader is in the middle of where a piece of a file begins.
#[derive(Debug, Clone)]
pub(super) struct Start(Middle);

#[derive(Debug, Clone)]
enum Middle {
    Code(Box<Reader>),
    Text(Prose),
}

/// Returns each line without what does not count. The lines stand one after the other in one file; they may begin or
/// end in the middle of a comment, which is guessed where nothing before them is known.
pub(super) fn bare(file_name: &str, lines: &[&str], doubt: Doubt) -> Vec<String> {
    let grammar = grammar(file_name);
    if grammar.layout == Layout::Text {
        return Prose::default().lines(grammar, lines, doubt);
    }
    let mut reader = Reader { inside: begins_inside(grammar, lines), ..Reader::at_top(grammar, doubt) };
    reader.kept = preamble(file_name, lines);
    // A line alone is read as code, and a piece whose beginning is unknown as what its first lines say.
    reader.markup = Markup::at_top(file_name).filter(|_| doubt == Doubt::IsCode && lines.len() > 1);
    reader.lines(lines)
}

/// Does the same for lines of which it is known what stands before them.
pub(super) fn bare_from(start: &Start, file_name: &str, lines: &[&str], doubt: Doubt) -> Vec<String> {
    match &start.0 {
        Middle::Code(reader) => reader.clone().lines(lines),
        Middle::Text(prose) => prose.clone().lines(grammar(file_name), lines, doubt),
    }
}

/// Reads a whole file and tells what stands before each of some of its lines, counted from 1 and in their order.
pub(super) fn starts(file_name: &str, text: &str, lines: &[u32], doubt: Doubt) -> Vec<Start> {
    let grammar = grammar(file_name);
    let mut prose = Prose::default();
    let mut reader = Reader { blocks: Some(Vec::new()), ..Reader::at_top(grammar, doubt) };
    let all: Vec<&str> = text.lines().collect();
    reader.kept = preamble(file_name, &all);
    reader.markup = Markup::at_top(file_name);
    let mut read = 0;
    let mut found = Vec::with_capacity(lines.len());
    for wanted in lines {
        while read + 1 < *wanted as usize {
            let Some(line) = all.get(read) else { break };
            if grammar.layout == Layout::Text {
                prose.lines(grammar, &[line], doubt);
            } else {
                reader.line(line, Ahead { whole: true, ..Ahead::of(&all, read) });
            }
            read += 1;
        }
        found.push(Start(match grammar.layout {
            Layout::Text => Middle::Text(prose.clone()),
            Layout::Free | Layout::Lines | Layout::Recipes | Layout::Indent => {
                Middle::Code(Box::new(reader.clone()))
            }
        }));
    }
    found
}

/// A cut-out of a file may begin inside of a comment: then its end comes before any beginning.
fn begins_inside(grammar: Grammar, lines: &[&str]) -> Inside {
    for block @ (open, close) in grammar.block {
        let first = |mark: &str| lines.iter().position(|l| l.contains(mark));
        let ends_first = match (first(open), first(close)) {
            (Some(o), Some(c)) => c < o || c == o && lines[c].find(close) < lines[o].find(open),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        // `*/` may stand in a string; then a quote is open before it, or nothing before it looks like prose.
        let prose = |l: &&str| !l.trim_end().ends_with([';', '{', '}']);
        let quoted = |l: &str| {
            let before = l.split(close).next().unwrap_or_default();
            grammar.quotes.iter().filter(|q| **q != "'").any(|q| before.matches(q).count() % 2 == 1)
                || before.ends_with('\'')
        };
        let holds = lines.iter().find(|l| l.contains(close));
        // What ends other things as well, as `}}` does, ends a comment for sure only where it stands alone.
        if !close.contains(['*', '-', '#', ')']) && holds.is_some_and(|l| l.trim() != *close) {
            continue;
        }
        if ends_first
            && holds.is_some_and(|l| !quoted(l))
            && lines.iter().take_while(|l| !l.contains(close)).all(prose)
        {
            return Inside::Comment(*block, 1);
        }
    }
    if grammar.layout == Layout::Indent && grammar.quotes.contains(&"\"\"\"") {
        return begins_in_docstring(lines);
    }
    // Deep inside a comment whose lines begin with a star.
    let starred = |l: &str| l.trim() == "*" || l.trim_start().starts_with("* ");
    if grammar.block.iter().any(|(open, _)| *open == "/*")
        && !lines.is_empty()
        && lines.iter().all(|l| starred(l))
    {
        return Inside::Comment(("/*", "*/"), 1);
    }
    Inside::Code
}

fn begins_in_docstring(lines: &[&str]) -> Inside {
    for mark in ["\"\"\"", "'''"] {
        let marks: usize = lines.iter().map(|l| l.matches(mark).count()).sum();
        let Some(at) = lines.iter().position(|l| l.contains(mark)) else { continue };
        let line = lines[at].trim();
        let after_head = at > 0
            && lines[..at].iter().rev().find(|l| !l.trim().is_empty()).is_some_and(|l| {
                let l = l.trim_end();
                l.ends_with(':') || l.ends_with("):")
            });
        let closes = line == mark && !after_head && at > 0
            || line.ends_with(mark) && !line.starts_with(mark) && !line.contains('=') && !line.contains('(');
        if marks % 2 == 1 && closes {
            return Inside::Text(if mark == "'''" { "'''" } else { "\"\"\"" }, true);
        }
    }
    Inside::Code
}

#[derive(Debug, Clone)]
struct Reader {
    grammar: Grammar,
    doubt: Doubt,
    inside: Inside,
    /// Where texts stand among the lines that are no strings of the language: `run: |`.
    scalar: Option<Scalars>,
    /// Open brackets: inside of them a line end is a blank.
    depth: usize,
    /// Those among them that hold no statements.
    parens: usize,
    /// What ends a text which a shell is given as it stands.
    here: Option<Here>,
    /// The last line ended with a backslash.
    goes_on: bool,
    /// How deep the blocks stand that are open, where the file is read from its top: then a line's depth is their number,
    /// whatever they are indented by.
    blocks: Option<Vec<usize>>,
    /// How many lines were read, and which of them are code though they look like comments.
    at: usize,
    kept: Range<usize>,
    /// Whether the lines are text between tags, where that can be.
    markup: Option<Markup>,
    out: String,
}

impl Reader {
    /// A reader before the first line of a file.
    fn at_top(grammar: Grammar, doubt: Doubt) -> Self {
        let scalar = (grammar.scalars).then(|| Scalars::new(doubt));
        let (inside, out) = (Inside::Code, String::new());
        let (here, goes_on, blocks) = (None, false, None);
        let (at, kept, markup) = (0, 0..0, None);
        Self {
            grammar,
            doubt,
            inside,
            scalar,
            depth: 0,
            parens: 0,
            here,
            goes_on,
            blocks,
            at,
            kept,
            markup,
            out,
        }
    }

    /// Reads lines that follow one another, and of which nothing is known behind them.
    fn lines(&mut self, lines: &[&str]) -> Vec<String> {
        lines.iter().enumerate().map(|(at, line)| self.line(line, Ahead::of(lines, at))).collect()
    }

    fn line(&mut self, line: &str, ahead: Ahead<'_>) -> String {
        self.out = String::new();
        let number = self.at;
        self.at += 1;
        // The mark of the encoding is none of the code.
        let line = line.trim_start_matches('\u{feff}').trim_end();
        if let Some(here) = &self.here {
            if here.ends(line) {
                self.here = None;
            }
            return format!("{line}\n");
        }
        if self.kept.contains(&number) {
            // What such a comment ends in is code, whatever began it.
            self.inside = Inside::Code;
            return format!("{line}\n");
        }
        let begins_in_code = self.inside == Inside::Code;
        if let Some(kept) = self.scalar.as_mut().and_then(|scalar| scalar.take(line, self.blocks.is_some())) {
            return kept;
        }
        if begins_in_code && may_be_comment(self.grammar, line, self.doubt) {
            return String::new();
        }
        let mut rest = line;
        // Where nothing tells which line of its file it is, it may be one of the first.
        let first = number < 2 && (self.blocks.is_some() || self.doubt == Doubt::IsCode);
        let coding = || self.grammar.line == ["#"] && first && is_coding(line);
        if begins_in_code && (is_directive(line) || coding()) {
            return format!("{line}\n");
        }
        if let Some(markup) = &mut self.markup
            && markup.is_text(line, begins_in_code)
        {
            return format!("{line}\n");
        }
        while !rest.is_empty() {
            rest = match self.inside {
                Inside::Comment(block, depth) => self.past_comment(rest, block, depth),
                Inside::Raw(end) => self.in_raw(rest, end),
                Inside::Text(end, silent) => self.in_text(rest, end, silent),
                Inside::Code => self.code(line, rest, ahead),
            };
        }
        self.end_of_line(ahead);
        self.here = Here::after(self.grammar, &self.out).filter(|_| self.inside == Inside::Code);
        self.goes_on = self.inside == Inside::Code && line.ends_with('\\');
        if let Some(scalar) = &mut self.scalar
            && begins_in_code
        {
            scalar.after(line, &self.out);
        }
        self.laid_out(line, begins_in_code)
    }

    /// Only long strings go on in the next line.
    fn end_of_line(&mut self, ahead: Ahead<'_>) {
        let goes_on = |mark: &str| goes_on(self.grammar, mark, ahead, self.doubt);
        match self.inside {
            Inside::Text(end, silent) if end.len() == 3 || end == "`" || goes_on(end) => {
                if !silent {
                    self.out.push('\n');
                }
            }
            // What begins as other strings do ends as they do.
            Inside::Raw(end)
                if !self.grammar.unescaped.contains(&end) || end.len() == 3 || end == "`" || goes_on(end) =>
            {
                self.out.push('\n');
            }
            Inside::Text(..) | Inside::Raw(_) => self.inside = Inside::Code,
            Inside::Code | Inside::Comment(..) => {}
        }
    }

    /// Gives the line its indentation and its end, where these mean something.
    fn laid_out(&mut self, line: &str, begins_in_code: bool) -> String {
        let out = std::mem::take(&mut self.out);
        let text = out.trim_end_matches([' ', '\t']);
        if text.trim().is_empty() {
            return String::new();
        }
        let goes_on = self.depth > 0 || self.inside != Inside::Code;
        let optional = self.grammar.ends_optional && self.parens == 0 && self.inside == Inside::Code;
        let text = match text.strip_suffix(';').filter(|rest| optional && !is_head_alone(rest)) {
            Some(rest) => rest,
            None => text,
        };
        match self.grammar.layout {
            // Scripts end a statement there, whatever stands in the next line.
            Layout::Free if ends_with_word(text, "return") => format!("{text}\n"),
            Layout::Free if self.grammar.signs_begin && self.parens == 0 && begins_with_sign(text) => {
                format!("\n{text}{BREAK}")
            }
            Layout::Free | Layout::Text => format!("{text}{BREAK}"),
            Layout::Lines => format!("{text}{}", if goes_on { BREAK } else { '\n' }),
            Layout::Recipes => {
                let tab = if line.starts_with('\t') { "\t" } else { "" };
                format!("{tab}{text}\n")
            }
            Layout::Indent => {
                let end = if goes_on { BREAK } else { '\n' };
                if !begins_in_code || self.continues(text) {
                    return format!("{text}{end}");
                }
                let indent = &line[..line.len() - line.trim_start().len()];
                // In YAML a list belongs to its key at the same depth as well.
                let item = self.grammar.scalars && (text.starts_with("- ") || text == "-");
                let deep = indent.len() * 2 + usize::from(item);
                match &mut self.blocks {
                    Some(blocks) => format!("{}{text}{end}", "\t".repeat(level(blocks, deep))),
                    None => format!("{indent}{text}{end}"),
                }
            }
        }
    }

    /// The line began inside of brackets, where indentation means nothing.
    fn continues(&self, text: &str) -> bool {
        let opened = text.matches(['(', '[', '{']).count();
        let closed = text.matches([')', ']', '}']).count();
        self.depth + closed > opened
    }

    fn past_comment<'a>(&mut self, rest: &'a str, block: Block, depth: u32) -> &'a str {
        let (open, close) = block;
        let opens = rest.find(open).filter(|_| self.grammar.nests);
        match (rest.find(close), opens) {
            (ends, Some(at)) if ends.is_none_or(|end| at < end) => {
                self.inside = Inside::Comment(block, depth + 1);
                &rest[at + open.len()..]
            }
            (Some(at), _) => {
                self.inside = if depth > 1 { Inside::Comment(block, depth - 1) } else { Inside::Code };
                &rest[at + close.len()..]
            }
            (None, _) => "",
        }
    }

    fn in_raw<'a>(&mut self, rest: &'a str, end: &'static str) -> &'a str {
        let mut from = 0;
        let mut upto = None;
        while let Some(at) = rest[from..].find(end).map(|at| from + at) {
            from = at + end.len();
            // A quote in it is written twice.
            if matches!(end, "'" | "\"") && rest[from..].starts_with(end) {
                from += end.len();
            } else if self.grammar.line == ["--"] && is_escaped(&rest[..at], &rest[from..]) {
                continue;
            } else {
                upto = Some(from);
                break;
            }
        }
        if upto.is_some() {
            self.inside = Inside::Code;
        }
        let (text, after) = rest.split_at(upto.unwrap_or(rest.len()));
        self.out.push_str(text);
        after
    }

    fn in_text<'a>(&mut self, rest: &'a str, end: &'static str, silent: bool) -> &'a str {
        let mut at = 0;
        let bytes = rest.as_bytes();
        while at < bytes.len() {
            if bytes[at] == b'\\' {
                at += 2;
                continue;
            }
            if rest.is_char_boundary(at) && rest[at..].starts_with(end) {
                let upto = at + end.len();
                self.keep(&rest[..upto], silent);
                self.inside = Inside::Code;
                return &rest[upto..];
            }
            at += 1;
        }
        self.keep(rest, silent);
        ""
    }

    fn keep(&mut self, text: &str, silent: bool) {
        if !silent {
            self.out.push_str(text);
        }
    }

    fn code<'a>(&mut self, line: &str, rest: &'a str, ahead: Ahead<'_>) -> &'a str {
        let at = line.len() - rest.len();
        let before = line[..at].chars().next_back();
        for block in self.grammar.block {
            // A browser may read what stands in it.
            if rest.starts_with("<!--[if") {
                break;
            }
            if let Some(after) = rest.strip_prefix(block.0) {
                self.inside = Inside::Comment(*block, 1);
                return after;
            }
        }
        let starts_comment = self.grammar.line.iter().any(|mark| rest.starts_with(mark));
        let parted = before.is_none_or(char::is_whitespace) || !self.grammar.parted;
        // `\/\/` in a pattern, `://` in an address outside of quotes.
        // `#[…]` is an attribute where `#` and braces go together.
        let attribute = self.grammar.layout == Layout::Free && rest.starts_with("#[");
        let leads = match self.grammar.leads {
            Leads::Anywhere => true,
            Leads::Mostly => self.doubt == Doubt::IsComment || line[..at].trim().is_empty(),
            Leads::Only => line[..at].trim().is_empty(),
        };
        if starts_comment && parted && leads && !attribute && !matches!(before, Some('\\' | ':')) {
            return "";
        }
        if self.grammar.patterns
            && let Some(upto) = pattern(&line[..at], rest)
        {
            self.out.push_str(&rest[..upto]);
            return &rest[upto..];
        }
        for (open, close) in self.grammar.raw {
            if let Some(after) = rest.strip_prefix(open).filter(|_| begins_raw(open, &line[..at])) {
                self.out.push_str(open);
                self.inside = Inside::Raw(close);
                return after;
            }
        }
        if let Some(after) = self.quote(line, at, rest, ahead) {
            return after;
        }
        let Some(c) = rest.chars().next() else { return "" };
        let after = &rest[c.len_utf8()..];
        // A shell's `\"` begins no string.
        let is_shell = self.grammar.blanks == Blanks::Part && self.grammar.layout != Layout::Indent;
        if c == '\\' && is_shell {
            let two = after.chars().next().map_or(c.len_utf8(), |next| c.len_utf8() + next.len_utf8());
            self.out.push_str(&rest[..two]);
            return &rest[two..];
        }
        if c.is_whitespace() {
            self.blank(after);
            return after.trim_start();
        }
        match c {
            '(' | '[' | '{' => self.depth += 1,
            ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if c == ';' && self.grammar.ends_optional && self.parens == 0 && ends_statement(&self.out) {
            self.out.push(BREAK);
            return after.trim_start();
        }
        // An empty statement behind another.
        let is_c_like = self.grammar.line.contains(&"//") && self.grammar.block.contains(&("/*", "*/"));
        if c == ';' && is_c_like && self.parens == 0 && self.out.ends_with(';') {
            return after;
        }
        match c {
            '(' | '[' => self.parens += 1,
            ')' | ']' => self.parens = self.parens.saturating_sub(1),
            _ => {}
        }
        self.out.push(c);
        after
    }

    /// Takes the beginning of a string. A `'` is a lifetime or an apostrophe where no other follows, where one letter is
    /// all that may stand between two, and behind a word: `1'000`, `it's`.
    fn quote<'a>(&mut self, line: &str, at: usize, rest: &'a str, ahead: Ahead<'_>) -> Option<&'a str> {
        let mark = self.grammar.quotes.iter().find(|q| rest.starts_with(**q))?;
        let after = &rest[mark.len()..];
        let before = &line[..at];
        let closes = || after.contains('\'') || goes_on(self.grammar, mark, ahead, self.doubt);
        if *mark == "'" && (!closes() || self.is_apostrophe(before, after)) {
            return None;
        }
        if *mark == "`" && self.grammar.patterns && is_lone_tick(before, after, ahead) {
            return None;
        }
        // In the middle of a value that is none itself it is a letter.
        if self.grammar.scalars && !begins_value(before) {
            return None;
        }
        // `E'…'`, `$'…'`
        let escapes = before.ends_with('$') || self.grammar.line == ["--"] && before.ends_with(['E', 'e']);
        if self.grammar.unescaped.contains(mark) && !escapes {
            self.out.push_str(mark);
            self.inside = Inside::Raw(mark);
            return Some(after);
        }
        // A formatter's choice of quotes says nothing.
        if self.grammar.either_quote
            && self.doubt == Doubt::IsComment
            && let Some((text, after)) = plain_text(mark, before, after)
        {
            self.out.extend(["\"", text, "\""]);
            return Some(after);
        }
        let alone = line[..at].trim().is_empty() && self.depth == 0 && !self.goes_on;
        let silent = mark.len() == 3 && alone && self.grammar.layout == Layout::Indent;
        self.keep(mark, silent);
        self.inside = Inside::Text(mark, silent);
        Some(after)
    }

    fn is_apostrophe(&self, before: &str, after: &str) -> bool {
        /// What may stand before a string and belongs to it.
        const PREFIXES: [&str; 14] =
            ["r", "b", "f", "u", "rb", "br", "fr", "rf", "t", "l", "u8", "n", "e", "x"];
        if self.grammar.lifetimes {
            return !after.starts_with('\\') && after.chars().nth(1) != Some('\'');
        }
        // A shell puts strings behind words.
        if self.grammar.blanks == Blanks::Part && self.grammar.layout != Layout::Indent {
            return false;
        }
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let begins = before
            .rfind(|c| !word(c))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let last = before[begins..].to_lowercase();
        !last.is_empty() && !PREFIXES.contains(&last.as_str())
    }

    /// Keeps one blank where it means something: mostly between two words, and between signs that would become another.
    fn blank(&mut self, after: &str) {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let last = self.out.chars().next_back();
        let next = after.trim_start().chars().next();
        let (Some(a), Some(b)) = (last, next) else { return };
        let parts = match self.grammar.blanks {
            Blanks::PartWords => word(a) && word(b) || a == b && "+-&|<>=".contains(a),
            Blanks::Part => true,
            Blanks::Select => !"{};,:".contains(a) && !"{};,".contains(b),
        };
        if parts && a != ' ' {
            self.out.push(' ');
        }
    }
}

/// Returns a text between single quotes in which nothing would be read otherwise between double ones, and what follows it;
/// nothing where it may stand among the words of markup.
fn plain_text<'a>(mark: &str, before: &str, after: &'a str) -> Option<(&'a str, &'a str)> {
    const WORDS: [&str; 20] = [
        "return", "from", "import", "case", "typeof", "in", "of", "default", "else", "throw", "await",
        "yield", "not", "and", "or", "if", "is", "r", "b", "u",
    ];
    let before = before.trim_end();
    let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let in_code = match word {
        "" => !before.ends_with('>') || before.ends_with("=>"),
        word => WORDS.contains(&word),
    };
    let (text, after) = after.split_once('\'').filter(|_| mark == "'" && in_code)?;
    (!text.contains(['\\', '"', '`', '$', '{'])).then_some((text, after))
}

/// Returns in how many blocks a line stands that is indented by so much.
fn level(blocks: &mut Vec<usize>, indent: usize) -> usize {
    while blocks.last().is_some_and(|open| *open > indent) {
        blocks.pop();
    }
    if indent > blocks.last().copied().unwrap_or(0) {
        blocks.push(indent);
    }
    blocks.len()
}

/// A head whose body is nothing: `while (next());`.
fn is_head_alone(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches('}');
    ["if", "for", "while", "else"].iter().any(|word| {
        text.strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// Tells whether a `;` behind this says no more than the line's end that could stand for it: `a(); b();` on one line is
/// what it is on two.
fn ends_statement(before: &str) -> bool {
    /// Behind these it tells that nothing follows which belongs to them.
    const ALONE: [&str; 5] = ["return", "break", "continue", "yield", "throw"];
    let statement = before.rsplit([BREAK, ';', '{', '}']).next().unwrap_or_default();
    !is_head_alone(statement) && !ALONE.iter().any(|word| ends_with_word(before, word))
}

/// Begins with one sign of two, and not with both: `++n`.
fn begins_with_sign(text: &str) -> bool {
    let rest = text.trim_start();
    ['+', '-'].iter().any(|sign| rest.strip_prefix(*sign).is_some_and(|after| !after.starts_with(*sign)))
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let name = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.';
    text.strip_suffix(word).is_some_and(|before| !before.ends_with(name))
}

/// Returns where a pattern ends that begins here: `/` where a value may stand, up to the next one that is not in brackets
/// nor behind a backslash.
fn pattern(before: &str, rest: &str) -> Option<usize> {
    const VALUES: [&str; 12] =
        ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "else", "do", "yield", "await"];
    if !rest.starts_with('/') || rest.starts_with("//") || rest.starts_with("/*") {
        return None;
    }
    let trimmed = before.trim_end();
    let may_begin = trimmed.is_empty()
        || trimmed.ends_with(|c| "(,=:[!&|?{;+-*%~^".contains(c))
        || trimmed.ends_with("=>")
        || VALUES.iter().any(|word| ends_with_word(trimmed, word));
    if !may_begin {
        return None;
    }
    let (mut escaped, mut class) = (false, false);
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Tells whether a string may begin in which nothing is escaped: its letter is none of a name.
fn begins_raw(open: &str, before: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let before = before.strip_suffix(['b', 'c', 'u', 'L', '8']).unwrap_or(before);
    !open.starts_with(char::is_alphabetic) || !before.ends_with(word)
}

/// Tells whether a value may begin behind this, in YAML.
fn begins_value(before: &str) -> bool {
    let trimmed = before.trim_end();
    let last = trimmed.rsplit(char::is_whitespace).next().unwrap_or_default();
    trimmed.is_empty() || trimmed.ends_with([':', '-', '[', '{', ',', '?']) || last.starts_with(['!', '&'])
}
