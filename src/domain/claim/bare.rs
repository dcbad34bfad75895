//! Lines without what does not count: nothing of a comment, and no white space where the language gives it no meaning.
//!
//! A small reader of many languages, line by line: it knows strings, comments and brackets, and no more. In doubt a
//! change counts as one of comments or blanks only where all of it reads so; what it cannot read counts as code, but for
//! lines that look like comments: those are what the caller says ([`Doubt`]).

use super::grammar::{Blanks, Grammar, Layout, grammar};
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
    /// A text, within a comment that this ends.
    Text(Option<&'static str>),
}

/// Returns each line without what does not count. The lines stand one after the other in one file; they may begin or
/// end in the middle of a comment, which is guessed where nothing before them is known.
pub(super) fn bare(file_name: &str, lines: &[&str], doubt: Doubt) -> Vec<String> {
    let grammar = grammar(file_name);
    if grammar.layout == Layout::Text {
        return plain(grammar, lines, doubt, &mut None);
    }
    let mut reader = Reader { inside: begins_inside(grammar, lines), ..Reader::at_top(grammar, doubt) };
    lines.iter().map(|line| reader.line(line)).collect()
}

/// Does the same for lines of which it is known what stands before them.
pub(super) fn bare_from(start: &Start, file_name: &str, lines: &[&str], doubt: Doubt) -> Vec<String> {
    match &start.0 {
        Middle::Code(reader) => {
            let mut reader = reader.clone();
            lines.iter().map(|line| reader.line(line)).collect()
        }
        Middle::Text(inside) => plain(grammar(file_name), lines, doubt, &mut inside.clone()),
    }
}

/// Reads a whole file and tells what stands before each of some of its lines, counted from 1 and in their order.
pub(super) fn starts(file_name: &str, text: &str, lines: &[u32], doubt: Doubt) -> Vec<Start> {
    let grammar = grammar(file_name);
    let mut inside = None;
    let mut reader = Reader { blocks: Some(Vec::new()), ..Reader::at_top(grammar, doubt) };
    let mut all = text.lines();
    let mut read = 1;
    let mut found = Vec::with_capacity(lines.len());
    for wanted in lines {
        while read < *wanted {
            let Some(line) = all.next() else { break };
            if grammar.layout == Layout::Text {
                plain(grammar, &[line], doubt, &mut inside);
            } else {
                reader.line(line);
            }
            read += 1;
        }
        found.push(Start(match grammar.layout {
            Layout::Text => Middle::Text(inside),
            Layout::Free | Layout::Lines | Layout::Recipes | Layout::Indent => {
                Middle::Code(Box::new(reader.clone()))
            }
        }));
    }
    found
}

/// Tells whether a line begins as a comment that may be one.
fn may_be_comment(grammar: Grammar, line: &str, doubt: Doubt) -> bool {
    let line = line.trim_start();
    doubt == Doubt::IsComment && grammar.maybe.iter().any(|mark| line.starts_with(mark))
}

/// Lines of text, each as it stands. In doubt what may be a comment is none of it. `inside` is what ends the comment that
/// they begin in, and then the one that they end in.
fn plain(grammar: Grammar, lines: &[&str], doubt: Doubt, inside: &mut Option<&'static str>) -> Vec<String> {
    const MARKS: [&str; 5] = [" // ", " # ", " -- ", " ; ", " /* "];
    let each = lines.iter().map(|line| {
        let line = line.trim_end();
        if doubt == Doubt::IsCode {
            return format!("{line}\n");
        }
        if may_be_comment(grammar, line, doubt) {
            return String::new();
        }
        // The marks of code nobody knows; prose has none.
        let known = !grammar.maybe.contains(&"#");
        let end = MARKS.iter().filter(|_| !known).filter_map(|mark| line.find(mark)).min();
        let (mut rest, mut kept) = (end.map_or(line, |at| &line[..at]), String::new());
        while !rest.is_empty() {
            if let Some(close) = *inside {
                rest = rest.find(close).map_or("", |at| {
                    *inside = None;
                    &rest[at + close.len()..]
                });
                continue;
            }
            let begins = grammar.block.iter().filter_map(|(o, c)| Some((rest.find(o)?, *o, *c))).min();
            let Some((at, open, close)) = begins else {
                kept.push_str(rest);
                break;
            };
            kept.push_str(&rest[..at]);
            *inside = Some(close);
            rest = &rest[at + open.len()..];
        }
        let kept = kept.trim_end();
        if kept.is_empty() && !line.is_empty() { String::new() } else { format!("{kept}\n") }
    });
    each.collect()
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
    /// The word that ends a text which a shell is given as it stands.
    here: Option<String>,
    /// The last line ended with a backslash.
    goes_on: bool,
    /// How deep the blocks stand that are open, where the file is read from its top: then a line's depth is their number,
    /// whatever they are indented by.
    blocks: Option<Vec<usize>>,
    out: String,
}

impl Reader {
    /// A reader before the first line of a file.
    fn at_top(grammar: Grammar, doubt: Doubt) -> Self {
        let scalar = (grammar.scalars).then(|| Scalars::new(doubt));
        let (inside, out) = (Inside::Code, String::new());
        let (here, goes_on, blocks) = (None, false, None);
        Self { grammar, doubt, inside, scalar, depth: 0, parens: 0, here, goes_on, blocks, out }
    }

    fn line(&mut self, line: &str) -> String {
        self.out = String::new();
        // The mark of the encoding is none of the code.
        let line = line.trim_start_matches('\u{feff}').trim_end();
        if let Some(end) = &self.here {
            if line.trim() == end {
                self.here = None;
            }
            return format!("{line}\n");
        }
        let begins_in_code = self.inside == Inside::Code;
        if let Some(kept) = self.scalar.as_mut().and_then(|scalar| scalar.take(line)) {
            return kept;
        }
        if begins_in_code && may_be_comment(self.grammar, line, self.doubt) {
            return String::new();
        }
        let mut rest = line;
        let directive = rest.trim_start().starts_with("#!")
            || rest.starts_with("//go:")
            || rest.starts_with("// +build")
            || rest.starts_with("#include")
            || rest.starts_with("{-#");
        if begins_in_code && directive {
            return format!("{line}\n");
        }
        while !rest.is_empty() {
            rest = match self.inside {
                Inside::Comment(block, depth) => self.past_comment(rest, block, depth),
                Inside::Raw(end) => self.in_raw(rest, end),
                Inside::Text(end, silent) => self.in_text(rest, end, silent),
                Inside::Code => self.code(line, rest),
            };
        }
        // Only long strings go on in the next line.
        if let Inside::Text(end, silent) = self.inside {
            if end.len() == 3 || end == "`" || self.grammar.long_strings && end == "\"" {
                if !silent {
                    self.out.push('\n');
                }
            } else {
                self.inside = Inside::Code;
            }
        }
        if matches!(self.inside, Inside::Raw(_)) {
            self.out.push('\n');
        }
        self.here = here(self.grammar, &self.out);
        self.goes_on = self.inside == Inside::Code && line.ends_with('\\');
        if let Some(scalar) = &mut self.scalar
            && begins_in_code
        {
            scalar.after(line, &self.out);
        }
        self.laid_out(line, begins_in_code)
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
                match &mut self.blocks {
                    Some(blocks) => format!("{}{text}{end}", "\t".repeat(level(blocks, indent.len()))),
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
        let upto = rest.find(end).map(|at| at + end.len());
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

    fn code<'a>(&mut self, line: &str, rest: &'a str) -> &'a str {
        let at = line.len() - rest.len();
        let before = line[..at].chars().next_back();
        for block in self.grammar.block {
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
        if starts_comment && parted && !attribute && !matches!(before, Some('\\' | ':')) {
            return "";
        }
        if self.grammar.patterns
            && let Some(upto) = pattern(&line[..at], rest)
        {
            self.out.push_str(&rest[..upto]);
            return &rest[upto..];
        }
        for (open, close) in self.grammar.raw {
            if let Some(after) = rest.strip_prefix(open) {
                self.out.push_str(open);
                self.inside = Inside::Raw(close);
                return after;
            }
        }
        if let Some(after) = self.quote(line, at, rest) {
            return after;
        }
        let Some(c) = rest.chars().next() else { return "" };
        let after = &rest[c.len_utf8()..];
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
    fn quote<'a>(&mut self, line: &str, at: usize, rest: &'a str) -> Option<&'a str> {
        let mark = self.grammar.quotes.iter().find(|q| rest.starts_with(**q))?;
        let after = &rest[mark.len()..];
        if *mark == "'" && (!after.contains('\'') || self.is_apostrophe(&line[..at], after)) {
            return None;
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

/// Returns the word that ends a text given as it stands, where this line begins one: `cat <<EOF`.
fn here(grammar: Grammar, code: &str) -> Option<String> {
    if !grammar.line.contains(&"#") || grammar.layout == Layout::Free {
        return None;
    }
    let (before, after) = code.rsplit_once("<<")?;
    if before.ends_with('<') {
        return None;
    }
    let after = after.strip_prefix(['-', '~']).unwrap_or(after);
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
    let name = quote.map_or(after, |q| &after[q.len_utf8()..]);
    let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
    let (word, rest) = name.split_at(end);
    // In capitals or in quotes: what shifts bits or adds to a list is written otherwise.
    let named = word.starts_with(char::is_uppercase) || quote.is_some() && !word.is_empty();
    let closed = quote.is_none_or(|q| rest.strip_prefix(q).is_some_and(|r| !r.starts_with('>')));
    (named && closed).then(|| word.to_owned())
}
