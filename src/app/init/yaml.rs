//! Our entry in goose's YAML: lines of its own below `extensions:`, so that not one byte of the rest is touched.
//!
//! A parser tells where the lines belong and, before they are handed on, that the rest reads as it did. Mappings written
//! in braces are not added to.

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::json::{Change, NAME, is_ours};
use super::unfit::Unfit;

const KEY: &str = "extensions";
/// The entry as lines, each with its depth below the entry's key. Goose counts its timeout in seconds.
const BODY: [&str; 7] = [
    "enabled: true",
    "type: stdio",
    "name: countersign",
    "description: Keeps the review loop",
    "cmd: countersign",
    "args: [serve]",
    "timeout: 300",
];
/// How deep a configuration may nest, and how many values it may hold.
const DEEPEST: usize = 64;
const MOST: usize = 50_000;

/// The lines that are added to a file that has none.
pub(super) fn lines() -> String {
    format!("{KEY}:\n{}", block(2, "\n"))
}

fn block(indent: usize, end: &str) -> String {
    let mut text = format!("{}{NAME}:{end}", " ".repeat(indent));
    for line in BODY {
        text.push_str(&format!("{}{line}{end}", " ".repeat(indent * 2)));
    }
    text
}

/// Adds the extension.
pub(super) fn put(text: &str) -> Result<Change, Unfit> {
    let page = Page::read(text)?;
    if let Some(ours) = &page.ours {
        let held = &page.tokens[ours.clone()];
        return match held {
            _ if *held == page_of_ours()? => Ok(Change::default()),
            held if held.windows(2).any(|w| w[0] == "=cmd" && is_ours(w[1].trim_start_matches('='))) => {
                Ok(Change { after: None, left: vec![format!("`{KEY}.{NAME}`")] })
            }
            held => {
                let words: Vec<&str> = held.iter().map(|t| t.trim_start_matches('=')).collect();
                let found = words.join(" ").chars().take(100).collect();
                Err(Unfit::Taken { key: format!("{KEY}.{NAME}"), found })
            }
        };
    }
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let braces = Unfit::Form { key: KEY, form: "a mapping in braces, an alias or a second document" };
    let (at, added, meant) = match &page.extensions {
        Some(Held::Block { line, indent }) => {
            (after_line(text, *line), block(*indent, end), page.tokens.clone())
        }
        Some(Held::Nothing { line, token }) => {
            let mut meant = page.tokens.clone();
            meant.splice(token..=token, ["{".to_owned(), "}".to_owned()]);
            (after_line(text, *line), block(2, end), meant)
        }
        Some(Held::Else(found)) => {
            return Err(Unfit::WrongKind { key: KEY.to_owned(), found, wanted: "a mapping" });
        }
        Some(Held::Braces) => return Err(braces),
        None => {
            let mut meant = page.tokens.clone();
            if meant.is_empty() {
                meant = vec!["{".to_owned(), "}".to_owned()];
            }
            let last = meant.len() - 1;
            meant.splice(last..last, [format!("={KEY}"), "{".to_owned(), "}".to_owned()]);
            (text.len(), lines().replace('\n', end), meant)
        }
    };
    let gap = if at > 0 && !text[..at].ends_with('\n') { end } else { "" };
    let after = format!("{}{gap}{added}{}", &text[..at], &text[at..]);
    let Ok(mut read) = Page::read(&after) else { return Err(braces) };
    let Some(ours) = read.ours.take() else { return Err(braces) };
    read.tokens.drain(ours.start - 1..ours.end);
    match read.tokens == meant {
        true => Ok(Change { after: Some(after), left: Vec::new() }),
        false => Err(braces),
    }
}

/// Takes the extension out where it stands as it was written.
pub(super) fn take(text: &str) -> Result<Change, Unfit> {
    let page = Page::read(text)?;
    let Some(ours) = &page.ours else { return Ok(Change::default()) };
    let left = Change { after: None, left: vec![format!("`{KEY}.{NAME}`")] };
    let Some(Held::Block { indent, .. }) = &page.extensions else { return Ok(left) };
    if page.tokens[ours.clone()] != page_of_ours()? {
        return Ok(left);
    }
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let block = block(*indent, end);
    let Some(at) = text.find(&block).filter(|at| *at == 0 || text[..*at].ends_with('\n')) else {
        return Ok(left);
    };
    let (mut from, to) = (at, at + block.len());
    let mut meant = page.tokens.clone();
    meant.drain(ours.start - 1..ours.end);
    // A key with nothing below it is not left behind, unless somebody wrote something beside it.
    if let Some(key) = empty_below(&meant) {
        let head = format!("{KEY}:{end}");
        if text[..from].ends_with(&head) {
            from -= head.len();
            meant.drain(key..key + 3);
        } else {
            meant.splice(key + 1..key + 3, ["=~".to_owned()]);
        }
    }
    let after = format!("{}{}", &text[..from], &text[to..]);
    let same = |read: &Page| read.tokens == meant || (read.tokens.is_empty() && meant == ["{", "}"]);
    match Page::read(&after) {
        Ok(read) if same(&read) => Ok(Change { after: Some(after), left: Vec::new() }),
        Ok(_) | Err(_) => Ok(left),
    }
}

fn empty_below(tokens: &[String]) -> Option<usize> {
    let head = format!("={KEY}");
    tokens.windows(3).position(|w| w[0] == head && w[1] == "{" && w[2] == "}")
}

fn page_of_ours() -> Result<Vec<String>, Unfit> {
    let page = Page::read(&lines())?;
    Ok(page.ours.map(|ours| page.tokens[ours].to_vec()).unwrap_or_default())
}

/// Returns the place after a line, counted from one.
fn after_line(text: &str, line: usize) -> usize {
    text.match_indices('\n').nth(line.saturating_sub(1)).map_or(text.len(), |(at, _)| at + 1)
}

/// What stands below `extensions:`.
enum Held {
    /// A mapping in lines; the line of its key, and how far its first key stands in.
    Block {
        line: usize,
        indent: usize,
    },
    /// Nothing at all; the line of the key, and the token of its value.
    Nothing {
        line: usize,
        token: usize,
    },
    /// A mapping in braces, an alias, a value with an anchor.
    Braces,
    Else(&'static str),
}

/// A configuration as a flat row of tokens: `{`, `}`, `[`, `]`, and scalars after a `=`.
struct Page {
    tokens: Vec<String>,
    extensions: Option<Held>,
    /// The tokens of our entry's value; its key stands right before.
    ours: Option<std::ops::Range<usize>>,
}

/// A mapping or list that is open while reading.
struct Open {
    is_map: bool,
    /// A key was read and its value comes next.
    at_value: bool,
    /// The last key, and its line.
    key: (String, usize),
}

impl Page {
    fn read(text: &str) -> Result<Self, Unfit> {
        let body = text.trim_start_matches('\u{feff}');
        let lines: Vec<&str> = body.lines().collect();
        let page = Page { tokens: Vec::new(), extensions: None, ours: None };
        let mut reader = Reader { page, open: Vec::new(), begun: None, documents: 0 };
        let mut parser = Parser::new_from_str(body);
        while let Some(next) = parser.next_event() {
            let (event, span) =
                next.map_err(|e| unreadable(format!("line {}: {}", e.marker().line(), e.info())))?;
            let (line, column) = (span.start.line(), span.start.col());
            let source = lines.get(line.saturating_sub(1)).copied().unwrap_or_default();
            reader.look(&event, source, column)?;
            reader.take(event, line)?;
        }
        let page = reader.page;
        match page.tokens.first().map(String::as_str) {
            None | Some("{") => Ok(page),
            Some("=~") => Ok(Page { tokens: Vec::new(), ..page }),
            Some(_) => Err(Unfit::NotAnObject { found: "a list or a word" }),
        }
    }
}

/// Builds a page from the parser's events, within bounds and without recursion.
struct Reader {
    page: Page,
    open: Vec<Open>,
    /// The token at which the value of our entry began.
    begun: Option<usize>,
    documents: usize,
}

impl Reader {
    /// Notes where `extensions:` and our entry stand, before the event is taken.
    fn look(&mut self, event: &Event<'_>, source: &str, column: usize) -> Result<(), Unfit> {
        let ends = matches!(event, Event::MappingEnd | Event::SequenceEnd);
        let Some(top) = self.open.last().filter(|top| top.is_map && top.at_value && !ends) else {
            return Ok(());
        };
        let (key, line) = &top.key;
        match self.open.len() {
            1 if key == KEY => {
                if self.page.extensions.is_some() {
                    return Err(Unfit::Twice { key: KEY.to_owned() });
                }
                self.page.extensions = Some(held(event, *line, source, column, self.page.tokens.len()));
            }
            2 if key == NAME && self.open[0].key.0 == KEY => {
                if self.page.ours.is_some() {
                    return Err(Unfit::Twice { key: format!("{KEY}.{NAME}") });
                }
                self.begun = Some(self.page.tokens.len());
            }
            _ => {}
        }
        Ok(())
    }

    fn take(&mut self, event: Event<'_>, line: usize) -> Result<(), Unfit> {
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => return Ok(()),
            Event::DocumentStart(_) => {
                self.documents += 1;
                return match self.documents {
                    1 => Ok(()),
                    _ => Err(unreadable("it holds more than one document".to_owned())),
                };
            }
            Event::Alias(id) => self.page.tokens.push(format!("*{id}")),
            Event::Scalar(word, _, anchor, tag) => {
                let marked =
                    if anchor == 0 && tag.is_none() { String::new() } else { format!("{anchor}{tag:?}") };
                // Nothing is written in three ways.
                let word = if ["", "null"].contains(&word.as_ref()) { "~".into() } else { word };
                self.page.tokens.push(format!("{marked}={word}"));
                if let Some(top) = self.open.last_mut().filter(|top| top.is_map && !top.at_value) {
                    top.key = (word.into_owned(), line);
                    top.at_value = true;
                    return Ok(());
                }
            }
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                let is_map = matches!(event, Event::MappingStart(..));
                self.page.tokens.push(if is_map { "{" } else { "[" }.to_owned());
                self.open.push(Open { is_map, at_value: false, key: (String::new(), 0) });
                let within = self.open.len() <= DEEPEST && self.page.tokens.len() <= MOST;
                return within
                    .then_some(())
                    .ok_or_else(|| unreadable("it nests too deep or holds too much".to_owned()));
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.page.tokens.push(if matches!(event, Event::MappingEnd) { "}" } else { "]" }.to_owned());
                self.open.pop();
            }
        }
        self.value_ended(line)
    }

    fn value_ended(&mut self, line: usize) -> Result<(), Unfit> {
        let depth = self.open.len();
        let Some(top) = self.open.last_mut() else { return Ok(()) };
        if top.is_map && !top.at_value {
            return Err(unreadable(format!("line {line}: a key that is no word")));
        }
        top.at_value = false;
        if depth == 2
            && let Some(start) = self.begun.take()
        {
            self.page.ours = Some(start..self.page.tokens.len());
        }
        Ok(())
    }
}

/// Tells what stands below `extensions:` by the first event of its value.
fn held(event: &Event<'_>, line: usize, source: &str, column: usize, token: usize) -> Held {
    match event {
        Event::MappingStart(0, None) if source.chars().nth(column) != Some('{') => {
            Held::Block { line, indent: column }
        }
        Event::Scalar(word, ScalarStyle::Plain, 0, None) if ["", "~", "null"].contains(&word.as_ref()) => {
            Held::Nothing { line, token }
        }
        Event::Scalar(..) => Held::Else("a word"),
        Event::SequenceStart(..) => Held::Else("a list"),
        Event::MappingStart(..)
        | Event::Alias(_)
        | Event::MappingEnd
        | Event::SequenceEnd
        | Event::Nothing
        | Event::StreamStart
        | Event::StreamEnd
        | Event::DocumentStart(_)
        | Event::DocumentEnd => Held::Braces,
    }
}

fn unreadable(reason: String) -> Unfit {
    Unfit::Unreadable { format: "YAML", reason }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_added_is_taken_out_again(text in "(a: 1\n)?(# c\n)?(extensions:(  # d)?\n((  b:\n    c: [1]\n)|(\t)|(  # e\n  f: g\n)){0,2})?(h: \"i\"(\n|\r\n)?)?") {
            if let Ok(Change { after: Some(after), .. }) = put(&text) {
                prop_assert_eq!(put(&after).unwrap(), Change::default());
                let taken = take(&after).unwrap();
                let taken = taken.after.unwrap();
                // Only the key itself may go with ours, and a line end may stay at the end.
                let bare = |t: &str| t.replace("extensions:\n", "").replace("\r\n", "\n").trim_end().to_owned();
                prop_assert_eq!(bare(&taken), bare(&text));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[a-c:#\\-{}\\[\\]&*!|> \n\"']{0,40}") {
            let _ = put(&text);
            let _ = take(&format!("extensions:\n{text}"));
        }
    }

    #[test]
    fn nesting_without_end_is_refused() {
        for deep in ["[".repeat(100_000), "- ".repeat(100_000), "a: {".repeat(50_000)] {
            assert!(matches!(put(&deep), Err(Unfit::Unreadable { .. })));
        }
    }
}
