//! Lists and maps in brackets: where they close, and which of their texts YAML would change.
//!
//! ```text
//! flow   = "[" … "]" | "{" … "}"          over any number of lines
//! text   = '"' … '"' | "'" … "'" | plain   plain ends at "," "]" "}" or ": "
//! ```
//!
//! What is said of a value in block style holds here as well: the text as written wins, and a remark says so. Each
//! text that YAML would change is quoted where it stands, so that line numbers hold.

use super::folds::{self, Fold};
use super::mend::{Judged, Names, comments, is_blank_or_comment, judge_start};
use super::quotes;

/// How deep brackets may nest before the block is refused.
const MAX_BRACKETS: usize = 32;

/// What becomes of a value that begins with a bracket.
pub(super) enum Flow {
    /// It closes; its lines, the first from the bracket on, and what was mended in them.
    Closed {
        lines: Vec<String>,
        mends: Vec<Mend>,
    },
    /// Text follows the closing bracket.
    Trailed,
    Unclosed,
    /// Brackets nest too deep.
    TooDeep,
}

/// A text of a flow that was quoted, or a comment that was left out.
pub(super) struct Mend {
    /// The line, counted from the first of the flow, from 0.
    pub(super) line: usize,
    pub(super) code: &'static str,
    pub(super) why: &'static str,
    pub(super) text: Option<String>,
    pub(super) broken: bool,
}

/// A place in the lines of a flow.
#[derive(Clone, Copy)]
struct At {
    line: usize,
    byte: usize,
}

/// What stands in place of some bytes of a line.
struct Edit {
    line: usize,
    from: usize,
    to: usize,
    text: String,
}

/// A text that was walked over: its parts, one a line, and where they stand.
struct Scalar {
    parts: Vec<(usize, usize, usize)>,
    /// A `#` behind a blank stands in it, which YAML takes for the beginning of a comment.
    hash: bool,
}

/// Walks over a flow from its opening bracket to the one that closes it, for `most` lines below the first.
pub(super) fn scan(value: &str, rest: &[String], names: &Names<'_>, most: usize) -> Flow {
    let mut lines = vec![value];
    lines.extend(rest.iter().take(most).map(String::as_str));
    Walk { lines, at: At { line: 0, byte: 0 }, depth: 0, edits: Vec::new(), mends: Vec::new(), names }.run()
}

struct Walk<'a> {
    lines: Vec<&'a str>,
    at: At,
    depth: usize,
    edits: Vec<Edit>,
    mends: Vec<Mend>,
    names: &'a Names<'a>,
}

impl<'a> Walk<'a> {
    fn run(mut self) -> Flow {
        while let Some(rest) = self.rest() {
            let Some(sign) = rest.chars().next() else {
                self.next_line();
                continue;
            };
            match sign {
                ' ' | '\t' | ',' => self.at.byte += 1,
                '[' | '{' => {
                    self.depth += 1;
                    self.at.byte += 1;
                    if self.depth > MAX_BRACKETS {
                        return Flow::TooDeep;
                    }
                }
                ']' | '}' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.at.byte += 1;
                    if self.depth == 0 {
                        return self.closed();
                    }
                }
                ':' if ends_key(&rest[1..]) => self.at.byte += 1,
                '#' if self.is_comment(rest, "") => self.next_line(),
                '"' | '\'' => {
                    if !self.quoted(sign) {
                        return Flow::Unclosed;
                    }
                }
                _ => match self.plain() {
                    Ok(true) => {}
                    Ok(false) => return Flow::Unclosed,
                    Err(()) => return Flow::TooDeep,
                },
            }
        }
        Flow::Unclosed
    }

    /// Returns what is left of the line; nothing behind the last.
    fn rest(&self) -> Option<&'a str> {
        self.lines.get(self.at.line)?.get(self.at.byte..)
    }

    fn next_line(&mut self) {
        self.at = At { line: self.at.line + 1, byte: 0 };
    }

    /// Tells whether what begins with `#` is a comment: a blank follows it, at most one word stands before it, and it
    /// hides no closing bracket.
    fn is_comment(&self, rest: &str, before: &str) -> bool {
        let count = |signs: [char; 2]| rest.chars().filter(|c| signs.contains(c)).count();
        !before.trim().contains(' ') && comments(rest) && count([']', '}']) <= count(['[', '{'])
    }

    /// Walks over a quoted text; false where nothing closes it.
    fn quoted(&mut self, mark: char) -> bool {
        let start = self.at;
        let mut parts = Vec::new();
        let mut from = start.byte + 1;
        let mut line = start.line;
        let end = loop {
            let Some(text) = self.lines.get(line).copied() else { return false };
            let lead = if line > start.line { text.len() - text.trim_start().len() } else { from };
            from = lead;
            match closing(text, from, mark) {
                Some(end) => {
                    parts.push((line, from, end));
                    break At { line, byte: end + 1 };
                }
                None => parts.push((line, from, text.len())),
            }
            line += 1;
        };
        self.at = end;
        let mut inner = Fold::new("", mark == '"');
        for (n, (line, from, to)) in parts.iter().enumerate() {
            let text = self.lines.get(*line).and_then(|line| line.get(*from..*to)).unwrap_or_default();
            match n {
                0 => inner = Fold::new(text, mark == '"'),
                n if n + 1 == parts.len() => inner.end(text),
                _ => inner.push(text),
            }
        }
        // On one line nothing is folded.
        let inner = match parts.as_slice() {
            [(line, from, to)] => {
                self.lines.get(*line).and_then(|line| line.get(*from..*to)).unwrap_or_default()
            }
            _ => inner.text.as_str(),
        };
        let trouble = (mark == '"').then(|| quotes::trouble(inner, true)).flatten();
        if let Some(quotes::Trouble { text, code, why, broken }) = trouble {
            self.quote(start.line, &parts, 1, text, (code, why, broken));
        }
        true
    }

    /// Walks over a plain text; whether something ends it, and an error where brackets in it nest too deep.
    fn plain(&mut self) -> Result<bool, ()> {
        let start = self.at;
        let mut scalar = Scalar { parts: Vec::new(), hash: false };
        let mut inner = 0usize;
        loop {
            let from = self.at.byte;
            let Some(rest) = self.rest() else { return Ok(false) };
            let mut end = rest.len();
            let mut ended = false;
            let mut before = ' ';
            for (at, c) in rest.char_indices() {
                let behind = &rest[at + c.len_utf8()..];
                match c {
                    '[' | '{' => inner += 1,
                    ']' | '}' if inner > 0 => inner -= 1,
                    ']' | '}' => ended = true,
                    ',' if inner == 0 => ended = true,
                    ':' if inner == 0 && ends_key(behind) => ended = true,
                    '#' if before == ' ' => {
                        if at > 0 && self.is_comment(&rest[at..], &rest[..at]) {
                            self.mends.push(Mend {
                                line: self.at.line,
                                code: "comment_left_out",
                                why: "a comment after the value was left out; quote the value if it belongs to it",
                                text: None,
                                broken: false,
                            });
                            ended = true;
                        } else {
                            scalar.hash = true;
                        }
                    }
                    _ => {}
                }
                if self.depth + inner > MAX_BRACKETS {
                    return Err(());
                }
                if ended {
                    end = at;
                    break;
                }
                before = c;
            }
            let text = &rest[..end];
            scalar.parts.push((self.at.line, from, from + text.trim_end().len()));
            self.at.byte = from + end;
            if ended {
                break;
            }
            self.next_line();
            // Where the next text of the flow does not go on with this one, it ends here.
            while self.rest().is_some_and(|rest| rest.trim().is_empty()) {
                self.next_line();
            }
            let Some(rest) = self.rest() else { return Ok(false) };
            let bare = rest.trim_start();
            if inner == 0 && (bare.starts_with([',', ']', '}']) || self.is_comment_line(bare)) {
                break;
            }
            self.at.byte = rest.len() - bare.len();
        }
        // A comment ends its line.
        if self.rest().is_some_and(|rest| rest.starts_with('#')) {
            self.next_line();
        }
        self.judge(start, &scalar);
        Ok(true)
    }

    fn is_comment_line(&self, bare: &str) -> bool {
        bare.starts_with('#') && self.is_comment(bare, "")
    }

    /// Quotes a plain text that YAML would change.
    fn judge(&mut self, start: At, scalar: &Scalar) {
        let text = self.joined(&scalar.parts);
        let judged = match scalar.hash {
            true => Some(("hash_kept", "YAML would take `#` for a comment", false)),
            false => match judge_start(&text, self.names, false) {
                Some(Judged::Quote { code, why, broken, .. }) => Some((code, why, broken)),
                Some(_) | None => None,
            },
        };
        if let Some(told) = judged {
            self.quote(start.line, &scalar.parts, 0, text, told);
        }
    }

    /// Puts a text in single quotes in place of its parts; `mark` bytes around them are its old quotes.
    fn quote(
        &mut self,
        line: usize,
        parts: &[(usize, usize, usize)],
        mark: usize,
        text: String,
        (code, why, broken): (&'static str, &'static str, bool),
    ) {
        let last = parts.len().saturating_sub(1);
        for (n, (line, from, to)) in parts.iter().enumerate() {
            let from = if n == 0 { from - mark } else { *from };
            let to = if n == last { to + mark } else { *to };
            let written = if n == 0 { folds::quoted(&text) } else { String::new() };
            self.edits.push(Edit { line: *line, from, to, text: written });
        }
        self.mends.push(Mend { line, code, why, text: Some(text), broken });
    }

    fn joined(&self, parts: &[(usize, usize, usize)]) -> String {
        let texts = parts.iter().filter_map(|(line, from, to)| self.lines.get(*line)?.get(*from..*to));
        let last = parts.len().saturating_sub(1);
        let texts = texts.enumerate().map(|(n, text)| if n < last { text.trim_end() } else { text });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Returns the lines up to the closing bracket with every edit made.
    fn closed(self) -> Flow {
        let after = self.rest().unwrap_or_default();
        if !is_blank_or_comment(after) {
            return if self.at.line == 0 { Flow::Trailed } else { Flow::Unclosed };
        }
        let mut lines: Vec<String> =
            self.lines.iter().take(self.at.line + 1).map(|l| (*l).to_owned()).collect();
        // From the last on, so that the places of the earlier ones hold.
        for edit in self.edits.into_iter().rev() {
            if let Some(line) = lines.get_mut(edit.line) {
                line.replace_range(edit.from..edit.to, &edit.text);
            }
        }
        Flow::Closed { lines, mends: self.mends }
    }
}

/// Tells whether what stands behind a colon makes it the end of a key.
fn ends_key(behind: &str) -> bool {
    behind.is_empty() || behind.starts_with([' ', '\t', ',', ']', '}'])
}

/// Returns where a quoted text closes in a line, looked for from a byte on.
fn closing(line: &str, from: usize, mark: char) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match (mark, byte) {
            ('"', b'\\') => at += 2,
            ('\'', b'\'') if bytes.get(at + 1) == Some(&b'\'') => at += 2,
            (_, byte) if char::from(*byte) == mark => return Some(at),
            (_, _) => at += 1,
        }
    }
    None
}
