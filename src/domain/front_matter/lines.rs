//! The tolerant line reader: takes over where YAML fails, and says line by line what it guessed.
//!
//! It knows keys, lists, scalars, block texts and flow lists and maps. Indentation is
//! judged loosely: a line that is indented too far belongs to the nearest thing it can.

use std::borrow::Cow;

use super::doubled;
use super::flow::{self, Flow};
use super::mend::{self, Shape};
use super::quotes;
use super::{Budget, Entry, Node, Remark, Value, count};

/// How deep the reader descends.
const MAX_DEPTH: usize = 32;

/// How many pieces the reader takes.
const MAX_PIECES: usize = 4_000;

/// A piece of a line: a dash, a key with or without a value, or bare text.
struct Piece {
    indent: usize,
    line: u32,
    kind: Kind,
}

enum Kind {
    Dash,
    Key {
        key: String,
        value: Option<Value>,
    },
    Bare(String),
    /// What stood in quotes: a text, whatever it looks like.
    Said(String),
}

/// Reads the block; the budget that was broken with its line otherwise.
pub(super) fn read(
    lines: &[String],
    first_line: u32,
    remarks: &mut Vec<Remark>,
) -> Result<Node, (u32, Budget)> {
    let pieces = pieces(lines, first_line)?;
    let mut reader = Reader { pieces: pieces.into_iter().map(Some).collect(), at: 0, remarks };
    let mut entries = Vec::new();
    // What the outer map could not take is remarked and passed over.
    while reader.at < reader.pieces.len() {
        let node = reader.block(0, 0)?;
        match node.value {
            Value::Map(found) => entries.extend(found),
            Value::Empty | Value::Text(_) | Value::List(_) => reader.lost(node.line),
        }
    }
    let (node, doubles) = doubled::joined(Node { value: Value::Map(entries), line: first_line });
    remarks.extend(doubles);
    Ok(node)
}

/// Cuts lines into pieces; block texts are gathered here, since only their indentation ends them.
fn pieces(lines: &[String], first_line: u32) -> Result<Vec<Piece>, (u32, Budget)> {
    let mut out = Vec::new();
    let mut i = 0;
    // The column that a text must be indented beyond to go on with the value above.
    let mut above: Option<usize> = None;
    while let Some(text) = lines.get(i) {
        let line = first_line + count(i);
        i += 1;
        let bare = text.trim();
        let goes_on = above.is_some_and(|owner| mend::indent_of(text) > owner);
        if bare.is_empty() || bare.starts_with('#') && (mend::comments(bare) || !goes_on) {
            continue;
        }
        let shape = Shape::above(text, lines.get(i..).unwrap_or_default());
        if shape.dashes.len() > MAX_DEPTH {
            return Err((line, Budget::Depth));
        }
        if out.len() > MAX_PIECES {
            return Err((line, Budget::Nodes));
        }
        for indent in &shape.dashes {
            out.push(Piece { indent: *indent, line, kind: Kind::Dash });
        }
        if shape.content.is_empty() {
            continue;
        }
        // What is neither an item nor a key goes on with the value above.
        if goes_on
            && shape.dashes.is_empty()
            && shape.key.is_none()
            && let Some(Piece { kind: Kind::Key { value: Some(Value::Text(said)), .. }, .. }) = out.last_mut()
        {
            said.push(' ');
            said.push_str(bare);
            continue;
        }
        let indent = shape.content_at;
        let owner = shape.owner();
        // A text goes on for what is indented beyond its first line.
        above = match shape.key {
            None if shape.dashes.is_empty() => above.filter(|_| goes_on),
            Some(_) | None => Some(owner).filter(|_| !shape.value.is_empty()),
        };
        let kind = match shape.key {
            Some(key) => {
                let value = match mend::block_header(shape.value) {
                    Some(folded) => Some(Value::Text(block_text(lines, &mut i, owner, folded))),
                    None => value_of(&whole_flow(shape.value, lines, &mut i), line, 0),
                };
                Kind::Key { key: unquote(key), value }
            }
            None => match mend::block_header(shape.value) {
                Some(folded) => Kind::Bare(block_text(lines, &mut i, owner, folded)),
                None if shape.value.starts_with(['[', '{']) => {
                    Kind::Bare(whole_flow(shape.value, lines, &mut i).into_owned())
                }
                None => match shape.value.starts_with(['"', '\'']) {
                    true => Kind::Said(unquote(shape.value)),
                    false => Kind::Bare(unquote(shape.value)),
                },
            },
        };
        out.push(Piece { indent, line, kind });
    }
    Ok(out)
}

/// Joins a list or map in brackets with the lines it goes on for.
fn whole_flow<'t>(value: &'t str, lines: &[String], i: &mut usize) -> Cow<'t, str> {
    let rest = lines.get(*i..).unwrap_or_default();
    if !value.starts_with(['[', '{']) {
        return Cow::Borrowed(value);
    }
    match flow::scan(value, rest, &mend::Names::default(), mend::MAX_SPAN) {
        Flow::Closed { lines: flow, .. } if flow.len() > 1 => {
            let more = flow.len() - 1;
            let below = rest.iter().take(more).map(|line| line.trim()).filter(|line| !mend::comments(line));
            *i += more;
            Cow::Owned(std::iter::once(value).chain(below).collect::<Vec<_>>().join(" "))
        }
        Flow::Closed { .. } | Flow::Trailed | Flow::Unclosed | Flow::TooDeep => Cow::Borrowed(value),
    }
}

/// Gathers the lines of a block text: all that are indented more than its owner.
fn block_text(lines: &[String], i: &mut usize, owner: usize, folded: bool) -> String {
    let start = *i;
    while let Some(text) = lines.get(*i) {
        if !text.trim().is_empty() && mend::indent_of(text) <= owner {
            break;
        }
        *i += 1;
    }
    let body = &lines[start..*i];
    let cut = body.iter().filter(|l| !l.trim().is_empty()).map(|l| mend::indent_of(l)).min().unwrap_or(0);
    let parts: Vec<&str> = body.iter().map(|l| l.get(cut..).unwrap_or("").trim_end()).collect();
    parts.join(if folded { " " } else { "\n" }).trim_end().to_owned()
}

struct Reader<'r> {
    pieces: Vec<Option<Piece>>,
    at: usize,
    remarks: &'r mut Vec<Remark>,
}

impl Reader<'_> {
    /// Returns the next piece's indentation and line, and what it is.
    fn peek(&self) -> Option<&Piece> {
        self.pieces.get(self.at).and_then(Option::as_ref)
    }

    fn take(&mut self) -> Option<Piece> {
        let piece = self.pieces.get_mut(self.at).and_then(Option::take);
        self.at += 1;
        piece
    }

    fn lost(&mut self, line: u32) {
        self.remarks.push(Remark::new(
            line,
            "line_not_understood",
            "this line fits nowhere and was left out",
        ));
    }

    /// Reads the list, map or text that starts here and is indented by `min` or more.
    fn block(&mut self, min: usize, depth: usize) -> Result<Node, (u32, Budget)> {
        let Some(first) = self.peek() else { return Ok(Node { value: Value::Empty, line: 0 }) };
        let (indent, line) = (first.indent, first.line);
        if depth > MAX_DEPTH {
            return Err((line, Budget::Depth));
        }
        let value = match &first.kind {
            Kind::Dash => self.list(min, indent, depth)?,
            Kind::Key { .. } => self.map(min, indent, depth)?,
            Kind::Bare(_) | Kind::Said(_) => self.bare(min, line),
        };
        Ok(Node { value, line })
    }

    fn list(&mut self, min: usize, indent: usize, depth: usize) -> Result<Value, (u32, Budget)> {
        let mut items = Vec::new();
        while let Some(piece) = self.peek().filter(|p| p.indent >= min) {
            let (at, line) = (piece.indent, piece.line);
            if !matches!(piece.kind, Kind::Dash) {
                // A key may be the next of the map around the list; a text is nobody's, and what follows it the list's.
                if at <= indent && matches!(piece.kind, Kind::Key { .. }) {
                    break;
                }
                self.lost(line);
                self.at += 1;
                continue;
            }
            self.at += 1;
            let inner = self.peek().is_some_and(|p| p.indent > at);
            items.push(match inner {
                true => self.block(at + 1, depth + 1)?,
                false => Node { value: Value::Empty, line },
            });
        }
        Ok(Value::List(items))
    }

    fn map(&mut self, min: usize, indent: usize, depth: usize) -> Result<Value, (u32, Budget)> {
        let mut entries = Vec::new();
        while let Some(piece) = self.peek().filter(|p| p.indent >= min) {
            if !matches!(piece.kind, Kind::Key { .. }) {
                if matches!(piece.kind, Kind::Dash) && piece.indent < indent {
                    break;
                }
                let line = piece.line;
                self.lost(line);
                self.at += 1;
                continue;
            }
            let Some(Piece { indent: at, line, kind: Kind::Key { key, value } }) = self.take() else { break };
            let node = match value {
                Some(value) => Node { value, line },
                None => {
                    let child = self.peek().and_then(|p| match p.kind {
                        Kind::Dash => (p.indent >= at).then_some(p.indent),
                        Kind::Key { .. } | Kind::Bare(_) | Kind::Said(_) => {
                            (p.indent > at).then_some(p.indent)
                        }
                    });
                    match child {
                        // The loosest indentation that is still inside: at, for a dash; else beyond it.
                        Some(inner) => self.block(if inner == at { at } else { at + 1 }, depth + 1)?,
                        None => Node { value: Value::Empty, line },
                    }
                }
            };
            entries.push(Entry { key, line, node });
        }
        Ok(Value::Map(entries))
    }

    /// Joins bare text lines.
    fn bare(&mut self, min: usize, line: u32) -> Value {
        let mut text = String::new();
        let mut said = false;
        let texts = |p: &Piece| matches!(p.kind, Kind::Bare(_) | Kind::Said(_));
        while self.peek().is_some_and(|p| p.indent >= min && texts(p)) {
            let piece = self.take();
            said |= matches!(piece, Some(Piece { kind: Kind::Said(_), .. }));
            if let Some(Piece { kind: Kind::Bare(more) | Kind::Said(more), .. }) = piece {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&more);
            }
        }
        match said {
            true => Value::Text(text),
            false => value_of(&text, line, 0).unwrap_or(Value::Empty),
        }
    }
}

/// How deep lists and maps in brackets are read; what lies deeper stays a text.
const MAX_FLOWS: usize = 8;

/// Reads what stands after a key or dash, or, `depth` brackets deep, between commas.
fn value_of(text: &str, line: u32, depth: usize) -> Option<Value> {
    let text = text.trim();
    if text.is_empty() || text.starts_with("# ") {
        return None;
    }
    if text == "~" {
        return Some(Value::Empty);
    }
    let inner = |open: char, close: char| {
        let text = if depth == 0 { mend::without_comment(text) } else { text };
        if depth >= MAX_FLOWS {
            return None;
        }
        text.strip_prefix(open).and_then(|t| t.strip_suffix(close))
    };
    if let Some(items) = inner('[', ']') {
        let items = split_flow(items).into_iter().filter_map(|t| value_of(t, line, depth + 1));
        return Some(Value::List(items.map(|value| Node { value, line }).collect()));
    }
    if let Some(pairs) = inner('{', '}') {
        let entries = split_flow(pairs).into_iter().map(|pair| {
            // A key alone is one with an empty value, as YAML has it.
            let (key, value) = pair.split_once(':').unwrap_or((pair, ""));
            let node = Node { value: value_of(value, line, depth + 1).unwrap_or(Value::Empty), line };
            Entry { key: unquote(key.trim()), line, node }
        });
        return Some(Value::Map(entries.collect()));
    }
    Some(Value::Text(unquote(text)))
}

/// Splits at commas outside quotes and brackets.
fn split_flow(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut start, mut depth, mut quote) = (0, 0usize, None);
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some('"'), '\\') if !escaped => {
                escaped = true;
                continue;
            }
            (Some(q), c) if q == c && !escaped => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'')
                if text[start..at].trim().is_empty() || text[start..at].ends_with([' ', '[']) =>
            {
                quote = Some(c);
            }
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                out.push(text[start..at].trim());
                start = at + 1;
            }
            (None, _) => {}
        }
        escaped = false;
    }
    out.push(text[start..].trim());
    out.retain(|t| !t.is_empty());
    out
}

/// Takes the quotes off a quoted text; anything else is given back as written.
fn unquote(text: &str) -> String {
    let text = text.trim();
    if let Some((inner, rest)) = quotes::quoted(text)
        && mend::is_blank_or_comment(rest)
    {
        return quotes::said(inner, if text.starts_with('"') { '"' } else { '\'' }, false);
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Node, (u32, Budget)> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        read(&lines, 2, &mut Vec::new())
    }

    #[test]
    fn a_text_goes_on_in_the_lines_indented_beyond_its_key() {
        let Ok(Node { value: Value::Map(entries), .. }) = found("goal: one\n  two\n  three\nnext: four\n")
        else {
            panic!("no map");
        };
        let told: Vec<_> = entries.iter().map(|e| (e.key.as_str(), e.node.text(), e.line)).collect();
        assert_eq!(told, [("goal", Some("one two three"), 2), ("next", Some("four"), 5)]);
    }

    #[test]
    fn maps_within_maps_are_read_as_deep_as_is_allowed() {
        let nested = |keys: usize| (0..keys).map(|at| format!("{}a:\n", " ".repeat(at))).collect::<String>();
        assert!(found(&nested(MAX_DEPTH + 1)).is_ok());
        assert!(matches!(found(&nested(MAX_DEPTH + 2)), Err((_, Budget::Depth))));
    }
}
