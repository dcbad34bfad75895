//! The front matter of a Markdown document as a tree of texts with line numbers (SPEC 8.1).
//!
//! Finds the block, mends lines YAML would silently change, parses within budgets, and falls back to
//! a line reader where YAML gives up. It never guesses types: `01` and `1.10` stay what was written.

mod bullets;
mod doubled;
mod flow;
mod folds;
mod lines;
mod mend;
mod misplaced;
mod quotes;
mod wraps;
mod yaml;

use serde::Deserialize;

use super::review::Remark;

pub use misplaced::{How, Misplaced, misplaced};
pub use yaml::{Budget, BudgetedYaml};

/// The largest front matter read, in bytes.
pub const MAX_FRONT_MATTER: usize = 64 * 1024;

/// A value and the line of the document it starts on, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub value: Value,
    pub line: u32,
}

/// What stands at a place of the front matter. Scalars are never typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing was written, or `~`.
    Empty,
    Text(String),
    List(Vec<Node>),
    /// In the order written; keys are unique.
    Map(Vec<Entry>),
}

/// One key of a map with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub key: String,
    /// The line of the key.
    pub line: u32,
    pub node: Node,
}

impl Node {
    /// Returns the text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Empty | Value::List(_) | Value::Map(_) => None,
        }
    }

    /// Returns whether nothing was said: empty, or the word `null`.
    pub fn is_empty(&self) -> bool {
        match &self.value {
            Value::Empty => true,
            Value::Text(text) => text.is_empty() || text == "null",
            Value::List(_) | Value::Map(_) => false,
        }
    }

    /// Returns the value of a key of a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(entries) => entries.iter().find(|e| e.key == key).map(|e| &e.node),
            Value::Empty | Value::Text(_) | Value::List(_) => None,
        }
    }
}

/// The front matter of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontMatter<'a> {
    /// The top-level keys in the order written.
    pub entries: Vec<Entry>,
    /// The line of the opening delimiter, from 1.
    pub open_line: u32,
    /// The first line of the body, from 1.
    pub body_line: u32,
    /// Where the body starts, in bytes of the text given.
    pub body_at: usize,
    /// False when the closing line is missing and the end was guessed.
    pub closed: bool,
    /// The block is no valid YAML as written; what was guessed is in the remarks.
    pub degraded: bool,
    /// YAML gave up, and would not have if the value it gave up at stood in quotes.
    pub quotable: bool,
    pub remarks: Vec<Remark>,
    source: Vec<&'a str>,
}

impl<'a> FrontMatter<'a> {
    /// Returns the value of a top-level key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries.iter().find(|e| e.key == key).map(|e| &e.node)
    }

    /// Returns a line of the block as written, by its number in the document.
    pub fn raw(&self, line: u32) -> Option<&'a str> {
        let index = line.checked_sub(self.open_line + 1)?;
        self.source.get(index as usize).copied()
    }
}

/// Why a document's front matter is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrontMatterError {
    /// The block is longer than [`MAX_FRONT_MATTER`].
    #[error("the front matter holds {size} bytes; at most {MAX_FRONT_MATTER} are read")]
    TooLarge { size: usize },
    /// The block asks for more than a front matter ever needs.
    #[error("line {line}: the front matter {budget}")]
    Budget { line: u32, budget: Budget },
    /// The document holds a NUL byte.
    #[error("line {line} holds a NUL character")]
    Nul { line: u32 },
}

/// Reads the front matter of a document; nothing where there is none.
///
/// Lines of every remark and node count from 1 in `text`.
pub fn read(text: &str) -> Result<Option<FrontMatter<'_>>, FrontMatterError> {
    if let Some(at) = text.find('\0') {
        return Err(FrontMatterError::Nul { line: line_of(text, at) });
    }
    let Some(block) = find_block(text) else { return Ok(None) };
    let size = block.end - block.start;
    if size > MAX_FRONT_MATTER {
        return Err(FrontMatterError::TooLarge { size });
    }
    let source: Vec<&str> = text[block.start..block.end].lines().collect();
    let first_line = block.open_line + 1;
    let mut remarks = block.remarks;
    let mended = mend::mend(&source, first_line);
    remarks.extend(mended.remarks);
    if let Some(line) = mended.too_deep {
        return Err(FrontMatterError::Budget { line, budget: Budget::Depth });
    }
    let (mut degraded, mut quotable) = (mended.broken, false);
    let node = match yaml::parse(&mended.lines, first_line) {
        Ok(node) => {
            let (node, doubles) = doubled::joined(node);
            if let Some(first) = doubles.iter().min_by_key(|remark| remark.line) {
                degraded = true;
                let message = format!("no valid YAML ({})", first.message);
                remarks.push(Remark::new(first.line, "yaml_failed", message));
            }
            remarks.extend(doubles);
            node
        }
        Err(yaml::Fault::Budget { line, budget }) => {
            return Err(FrontMatterError::Budget { line, budget });
        }
        Err(yaml::Fault::Syntax { line, message }) => {
            degraded = true;
            // What is found at one line often went wrong in the one above.
            quotable = (line.saturating_sub(1)..=line).any(|line| {
                let quoted = mend::with_quotes(&mended.lines, line.saturating_sub(first_line) as usize);
                quoted.is_some_and(|lines| yaml::parse(&lines, first_line).is_ok())
            });
            // What fails at the end fails in the last line that is written.
            let last = block.open_line + count(source.len());
            remarks.push(Remark::new(
                line.min(last),
                "yaml_failed",
                format!("no valid YAML ({message}); read line by line instead"),
            ));
            lines::read(&mended.lines, first_line, &mut remarks)
                .map_err(|(line, budget)| FrontMatterError::Budget { line, budget })?
        }
    };
    let entries = match node.value {
        Value::Map(entries) => entries,
        Value::Empty => Vec::new(),
        // A horizontal rule opens many documents; text between two of them is no front matter.
        Value::Text(_) | Value::List(_) => return Ok(None),
    };
    Ok(Some(FrontMatter {
        entries,
        open_line: block.open_line,
        body_line: block.body_line,
        body_at: block.body_at,
        closed: block.closed,
        degraded,
        quotable,
        remarks,
        source,
    }))
}

/// Returns the number of the line that holds a byte.
fn line_of(text: &str, at: usize) -> u32 {
    count(text.as_bytes().iter().take(at).filter(|b| **b == b'\n').count()) + 1
}

/// Returns a count as a line number; documents are capped far below the limit.
fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Where the block stands.
struct Block {
    start: usize,
    end: usize,
    open_line: u32,
    body_line: u32,
    body_at: usize,
    closed: bool,
    remarks: Vec<Remark>,
}

/// Finds the delimiters by byte offset: `---` alone on the first line that is not blank, up to the next one.
fn find_block(text: &str) -> Option<Block> {
    let mut remarks = Vec::new();
    let mut at = 0;
    if text.starts_with('\u{feff}') {
        at = '\u{feff}'.len_utf8();
        remarks.push(Remark::new(1, "bom", "a byte order mark before the front matter was left out"));
    }
    let mut line = 1u32;
    let mut lines = text[at..].split_inclusive('\n');
    let open_line = loop {
        let current = lines.next()?;
        at += current.len();
        if current.trim_end() == "---" {
            break line;
        }
        if !current.trim().is_empty() {
            return None;
        }
        line += 1;
    };
    if open_line > 1 {
        remarks.push(Remark::new(
            open_line,
            "blank_before_front_matter",
            "blank lines before the front matter",
        ));
    }
    let start = at;
    for current in lines {
        line += 1;
        let word = current.trim_end();
        if word == "---" || word == "..." {
            let body_at = at + current.len();
            if word == "..." {
                remarks.push(Remark::new(
                    line,
                    "front_matter_dots",
                    "the front matter ends with `...`, not `---`",
                ));
            }
            if let Some(remark) = cut_in_block(&text[start..at], &text[body_at..], line) {
                remarks.push(remark);
            }
            let body_line = line + 1;
            return Some(Block { start, end: at, open_line, body_line, body_at, closed: true, remarks });
        }
        at += current.len();
    }
    Some(unclosed(text, start, open_line, remarks))
}

/// Guesses where a front matter without a closing line ends: at the first line that is plainly the body's.
fn unclosed(text: &str, start: usize, open_line: u32, mut remarks: Vec<Remark>) -> Block {
    let mut end = start;
    let mut line = open_line + 1;
    let mut blank = false;
    for current in text[start..].split_inclusive('\n') {
        let bare = current.trim_end();
        let keyed = bare.split_once(':').is_some_and(|(key, rest)| {
            !key.contains(['<', '*', '`', '(']) && (rest.is_empty() || rest.starts_with([' ', '\t']))
        });
        let inner = bare.is_empty() || bare.starts_with([' ', '\t', '-']) || keyed;
        let comment = bare.starts_with('#') && !blank;
        if !(inner || comment) {
            break;
        }
        blank = bare.is_empty();
        end += current.len();
        line += 1;
    }
    remarks.push(Remark::new(
        open_line,
        "front_matter_unclosed",
        format!("the front matter has no closing `---`; it was taken to end before line {line}"),
    ));
    Block { start, end, open_line, body_line: line, body_at: end, closed: false, remarks }
}

/// Tells when a `---` inside a block scalar ended the front matter early: the block text was open, and the
/// text after it goes on like front matter up to another `---`.
fn cut_in_block(block: &str, rest: &str, line: u32) -> Option<Remark> {
    let mut open = false;
    for current in block.lines().filter(|l| !l.trim().is_empty()) {
        let bare = current.trim_end();
        if bare.ends_with(['|', '>']) || bare.ends_with("|-") || bare.ends_with(">-") {
            open = true;
        } else if !current.starts_with([' ', '\t']) {
            open = false;
        }
    }
    if !open {
        return None;
    }
    for current in rest.lines().take(200) {
        let bare = current.trim_end();
        if bare == "---" {
            let message = "a `---` at the start of a line inside a block text ended the front matter here; \
                           what follows up to the next `---` was read as the body";
            return Some(Remark::new(line, "front_matter_cut", message));
        }
        if bare.starts_with(['#', '<']) {
            return None;
        }
    }
    None
}

/// A node as it travels through gray_matter's untyped value.
#[derive(Debug, Deserialize)]
struct Wire {
    line: u32,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    items: Option<Vec<Wire>>,
    #[serde(default)]
    keys: Option<Vec<Wire>>,
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_escapes;
#[cfg(test)]
mod tests_folded;
