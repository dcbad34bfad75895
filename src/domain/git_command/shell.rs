//! Parts a shell's line into its simple commands, each as text that `shlex` can split into words.
//!
//! It knows quotations, comments, substitutions, here-documents and arithmetic, because a command begins behind some of
//! their signs and not behind others. It expands nothing and runs nothing: an expansion is left in its word as [`OPEN`].

use std::mem;

/// Stands in a word for what only a shell could tell. Its `$` is what gives it away.
const OPEN: &str = "$()";

/// Stands before the target of a redirection, and before the text of a here-string. No shell lets it into a word.
pub(super) const TARGET: &str = "\0";
pub(super) const HERE: &str = "\0\0";

/// Reserved words behind which a command begins.
pub(super) const RESERVED: [&str; 11] =
    ["if", "then", "elif", "else", "while", "until", "do", "!", "{", "coproc", "time"];

/// Nesting that is followed. More is nobody's handwriting.
const DEEP: usize = 32;

/// How far behind `((` its end is looked for, in bytes. Behind that it is taken for two parentheses.
const ARITHMETIC: usize = 4096;

/// What ends a simple command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    And,
    Or,
    Pipe,
    Background,
    /// A semicolon, a line's end, a parenthesis, the end of it all.
    Other,
}

/// A part of a line, in the order in which a shell comes to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// What runs in a shell of its own begins, and ends.
    Enter,
    Leave,
    Command {
        text: String,
        ends: End,
    },
    /// A here-document's text, for the commands of the line before it.
    Text(String),
    /// From here on nothing is told.
    TooDeep,
}

/// Parts a line that stands itself inside `depth` others.
pub(super) fn parts(line: &str, depth: usize) -> Vec<Part> {
    let mut scan = Scan { line, at: 0, depth, parts: Vec::new(), waiting: Vec::new() };
    if scan.deeper() {
        scan.commands(None);
    }
    scan.parts
}

/// A here-document whose text begins behind the line's end.
#[derive(Debug)]
struct Waiting {
    delimiter: String,
    /// `<<-`: tabs before a line do not count.
    tabs: bool,
    /// A shell expands nothing in it.
    quoted: bool,
}

#[derive(Debug)]
struct Scan<'l> {
    line: &'l str,
    at: usize,
    depth: usize,
    parts: Vec<Part>,
    waiting: Vec<Waiting>,
}

impl<'l> Scan<'l> {
    fn rest(&self) -> &'l str {
        &self.line[self.at..]
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn skip(&mut self, sign: &str) -> bool {
        let there = self.rest().starts_with(sign);
        if there {
            self.at += sign.len();
        }
        there
    }

    /// Goes one level down; where that is too deep, to the end.
    fn deeper(&mut self) -> bool {
        self.depth += 1;
        if self.depth > DEEP {
            self.at = self.line.len();
            self.parts.push(Part::TooDeep);
        }
        self.depth <= DEEP
    }

    /// Reads commands to the parenthesis that closes them, or to the end.
    fn commands(&mut self, close: Option<char>) {
        let mut text = String::new();
        let mut cases = 0_usize;
        while let Some(c) = self.next() {
            let ends = match c {
                ')' => {
                    let pattern = cases > 0 || lead(&text) == Some("case");
                    if close == Some(')') && !pattern {
                        break;
                    }
                    End::Other
                }
                '\n' => {
                    if !text.trim().is_empty() {
                        self.end(&mut text, End::Other, &mut cases);
                    }
                    self.documents(close);
                    continue;
                }
                '&' if self.rest().starts_with('>') => {
                    self.at += 1;
                    self.skip(">");
                    text.extend([" ", TARGET, " "]);
                    continue;
                }
                '&' if self.skip("&") => End::And,
                '&' => End::Background,
                '|' if self.skip("|") => End::Or,
                '|' => {
                    self.skip("&");
                    End::Pipe
                }
                ';' => End::Other,
                '(' => {
                    self.parenthesis(&mut text, &mut cases);
                    continue;
                }
                '<' | '>' => {
                    self.redirection(c, &mut text);
                    continue;
                }
                '#' if text.is_empty() || text.ends_with([' ', '\t']) => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                    continue;
                }
                _ => {
                    self.word(c, &mut text);
                    continue;
                }
            };
            self.end(&mut text, ends, &mut cases);
        }
        self.end(&mut text, End::Other, &mut cases);
    }

    fn end(&mut self, text: &mut String, ends: End, cases: &mut usize) {
        match lead(text) {
            Some("case") => *cases += 1,
            Some("esac") => *cases = cases.saturating_sub(1),
            Some(_) | None => {}
        }
        self.parts.push(Part::Command { text: mem::take(text), ends });
    }

    /// Reads one sign of a word, or a quotation or an expansion in it whole.
    fn word(&mut self, c: char, text: &mut String) {
        match c {
            '\\' => match self.next() {
                Some('\n') | None => {}
                // Behind a space that stands open a comment could begin.
                Some(next) if next.is_whitespace() => text.extend(['\'', next, '\'']),
                Some(next) => text.extend(['\\', next]),
            },
            '\'' => self.single(text),
            '"' => self.double(text),
            '$' => self.dollar(text, false),
            '`' => self.backticks(text),
            '\0' => {}
            _ => text.push(c),
        }
    }

    fn single(&mut self, text: &mut String) {
        let end = self.rest().find('\'').unwrap_or(self.rest().len());
        text.push('\'');
        text.extend(self.rest()[..end].chars().filter(|c| *c != '\0'));
        text.push('\'');
        self.at = (self.at + end + 1).min(self.line.len());
    }

    fn double(&mut self, text: &mut String) {
        text.push('"');
        self.expanded(text, Some('"'));
        text.push('"');
    }

    /// Reads what a shell expands but does not part: a double quotation, a here-document, arithmetic, a parameter.
    fn expanded(&mut self, text: &mut String, close: Option<char>) {
        while let Some(c) = self.next() {
            match c {
                _ if Some(c) == close => return,
                '\\' => match self.next() {
                    Some('\n') | None => {}
                    Some(next) => text.extend(['\\', next]),
                },
                '$' => self.dollar(text, true),
                '`' => self.backticks(text),
                '"' if close == Some('}') => self.double(text),
                '\0' => {}
                _ => text.push(c),
            }
        }
    }

    fn dollar(&mut self, text: &mut String, in_quotation: bool) {
        if let Some(length) = self.arithmetic() {
            text.push_str(OPEN);
            self.computed(length);
        } else if self.skip("(") {
            text.push_str(OPEN);
            // What a substitution leaves unfinished ends with it.
            let outside = mem::take(&mut self.waiting);
            self.inner();
            self.waiting = outside;
        } else if self.skip("{") {
            text.push_str(OPEN);
            if self.deeper() {
                self.expanded(&mut String::new(), Some('}'));
            }
            self.depth -= 1;
        } else if !in_quotation && self.skip("'") {
            text.push('\'');
            while let Some(c) = self.next().filter(|c| *c != '\'') {
                let c = if c == '\\' { self.next() } else { Some(c) };
                text.extend(c.filter(|c| !matches!(c, '\'' | '\0')));
            }
            text.push('\'');
        } else {
            text.push('$');
        }
    }

    /// Returns how long the arithmetic is that begins here with `((`, if its two parentheses close together.
    fn arithmetic(&self) -> Option<usize> {
        let inside = self.rest().strip_prefix("((")?;
        let mut open = 2;
        let mut quoted = None;
        let mut signs = inside.char_indices().take_while(|(at, _)| *at < ARITHMETIC);
        while let Some((at, c)) = signs.next() {
            match c {
                '\\' => drop(signs.next()),
                _ if quoted.is_some() => quoted = quoted.filter(|q| *q != c),
                '\'' | '"' => quoted = Some(c),
                '(' => open += 1,
                ')' if open == 2 => return inside[at..].starts_with("))").then_some(2 + at + 2),
                ')' => open -= 1,
                _ => {}
            }
        }
        None
    }

    /// Goes over arithmetic of a length: its signs part no commands, and its substitutions run.
    fn computed(&mut self, length: usize) {
        let within = Scan { line: &self.line[..self.at + length - 2], at: self.at + 2, ..self.fresh() };
        self.adopt(within, |scan| scan.expanded(&mut String::new(), None));
        self.at += length;
    }

    fn fresh(&self) -> Scan<'l> {
        Scan { line: "", at: 0, depth: self.depth, parts: Vec::new(), waiting: Vec::new() }
    }

    /// Reads another text at this place.
    fn adopt<'t>(&mut self, mut other: Scan<'t>, read: impl FnOnce(&mut Scan<'t>)) {
        if other.deeper() {
            read(&mut other);
        }
        self.parts.append(&mut other.parts);
    }

    /// Reads what runs in a shell of its own, to its closing parenthesis.
    fn inner(&mut self) {
        self.parts.push(Part::Enter);
        if self.deeper() {
            self.commands(Some(')'));
        }
        self.depth -= 1;
        self.parts.push(Part::Leave);
    }

    fn backticks(&mut self, text: &mut String) {
        text.push_str(OPEN);
        let mut inside = String::new();
        while let Some(c) = self.next().filter(|c| *c != '`') {
            match c {
                '\\' if self.rest().starts_with(['`', '\\', '$']) => inside.extend(self.next()),
                _ => inside.push(c),
            }
        }
        let within = Scan { line: &inside, at: 0, depth: self.depth, parts: Vec::new(), waiting: Vec::new() };
        self.parts.push(Part::Enter);
        self.adopt(within, |scan| scan.commands(None));
        self.parts.push(Part::Leave);
    }

    /// Reads what an unquoted parenthesis opens: arithmetic, an array's words, a function's head, or commands.
    fn parenthesis(&mut self, text: &mut String, cases: &mut usize) {
        let at_start = lead(text).is_none();
        if at_start {
            self.at -= 1;
            if let Some(length) = self.arithmetic() {
                text.push_str(OPEN);
                return self.computed(length);
            }
            self.at += 1;
            return self.inner();
        }
        if text.ends_with(['=', '?', '*', '+', '@', '!']) {
            text.push_str(OPEN);
            let mut depth = 1;
            while let Some(c) = self.next() {
                match c {
                    '(' => depth += 1,
                    ')' if depth == 1 => return,
                    ')' => depth -= 1,
                    _ => self.word(c, &mut String::new()),
                }
            }
            return;
        }
        self.inner();
        // A function's body is a command, wherever it is called.
        self.end(text, End::Other, cases);
    }

    fn redirection(&mut self, sign: char, text: &mut String) {
        if self.skip("(") {
            text.push_str(OPEN);
            return self.inner();
        }
        // The number of what is redirected is no word.
        let number = text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        if text[..number].is_empty() || text[..number].ends_with([' ', '\t']) {
            text.truncate(number);
        }
        if sign == '<' && self.skip("<<") {
            text.extend([" ", HERE, " "]);
        } else if sign == '<' && self.skip("<") {
            text.push(' ');
            self.document();
        } else {
            let _ = self.skip(">") || self.skip("&") || self.skip("|");
            text.extend([" ", TARGET, " "]);
        }
    }

    /// Reads the mark of a here-document.
    fn document(&mut self) {
        let tabs = self.skip("-");
        while self.skip(" ") || self.skip("\t") || self.skip("\\\n") {}
        let begin = self.at;
        let (mut delimiter, mut quoted) = (String::new(), false);
        while let Some(c) = self.rest().chars().next() {
            if c.is_whitespace() || matches!(c, ';' | '&' | '|' | '<' | '>' | '(' | ')') {
                break;
            }
            self.at += c.len_utf8();
            match c {
                '\'' | '"' => {
                    quoted = true;
                    let end = self.rest().find(c).unwrap_or(self.rest().len());
                    delimiter.push_str(&self.rest()[..end]);
                    self.at = (self.at + end + 1).min(self.line.len());
                }
                '\\' => {
                    quoted = true;
                    delimiter.extend(self.next());
                }
                _ => delimiter.push(c),
            }
        }
        if self.at > begin {
            self.waiting.push(Waiting { delimiter, tabs, quoted });
        }
    }

    /// Reads the here-documents that a line's end begins.
    fn documents(&mut self, close: Option<char>) {
        for waiting in mem::take(&mut self.waiting) {
            let mut body = String::new();
            while !self.rest().is_empty() {
                let whole = self.rest().split_inclusive('\n').next().unwrap_or_default();
                let line = if waiting.tabs { whole.trim_start_matches('\t') } else { whole };
                let behind = line.strip_prefix(waiting.delimiter.as_str());
                // Shells let the parenthesis of a substitution stand right behind the mark.
                if let Some(behind) = behind.filter(|b| close.is_some() && b.starts_with(')')) {
                    self.at += whole.len() - behind.len();
                    break;
                }
                self.at += whole.len();
                if behind.is_some_and(|b| b.trim_end_matches('\n').is_empty()) {
                    break;
                }
                body.push_str(line);
            }
            if !waiting.quoted {
                let within =
                    Scan { line: &body, at: 0, depth: self.depth, parts: Vec::new(), waiting: Vec::new() };
                self.adopt(within, |scan| scan.expanded(&mut String::new(), None));
            }
            self.parts.push(Part::Text(body));
        }
    }
}

/// Returns the first word that is no reserved one.
fn lead(text: &str) -> Option<&str> {
    text.split_whitespace().find(|word| !RESERVED.contains(word))
}
