//! YAML within budgets: a gray_matter engine on a parser's events, without recursion.
//!
//! The events come one at a time and every budget is checked as they come, so that a bomb costs
//! no more than its first few hundred bytes. Anchors, aliases, tags and complex keys are refused.

use std::collections::HashMap;
use std::fmt;

use gray_matter::engine::Engine;
use gray_matter::{Matter, Pod};
use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde::Deserialize;

use super::{Entry, Node, Value, Wire, count};

/// How deep a front matter may nest.
const MAX_DEPTH: usize = 32;

/// How many values a front matter may hold.
const MAX_NODES: usize = 20_000;

/// What a front matter asked for too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    Depth,
    Nodes,
    Anchor,
    Tag,
    ComplexKey,
    Documents,
}

impl Budget {
    /// Returns the stable word for the budget.
    fn word(self) -> &'static str {
        match self {
            Budget::Depth => "depth",
            Budget::Nodes => "nodes",
            Budget::Anchor => "anchor",
            Budget::Tag => "tag",
            Budget::ComplexKey => "complex_key",
            Budget::Documents => "documents",
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Budget::Depth => "nests deeper than 32 levels",
            Budget::Nodes => "holds more than 20000 values",
            Budget::Anchor => "uses an anchor or alias (`&name`, `*name`); write the value out, or quote it",
            Budget::Tag => "uses a tag (`!name`); leave it out, or quote the value",
            Budget::ComplexKey => "uses a list or map as a key; keys must be plain words",
            Budget::Documents => "holds more than one YAML document",
        })
    }
}

/// Why a block gave no tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    Budget { line: u32, budget: Budget },
    Syntax { line: u32, message: String },
}

/// The gray_matter engine: every scalar a text, every node with its line, faults as values.
#[derive(Debug)]
pub struct BudgetedYaml;

impl Engine for BudgetedYaml {
    fn parse(content: &str) -> gray_matter::Result<Pod> {
        let mut root = HashMap::new();
        match events(content) {
            Ok(node) => {
                root.insert("tree".to_owned(), pod(&node));
            }
            Err(Fault::Budget { line, budget }) => {
                root.insert("line".to_owned(), Pod::Integer(line.into()));
                root.insert("budget".to_owned(), Pod::String(budget.word().to_owned()));
            }
            Err(Fault::Syntax { line, message }) => {
                root.insert("line".to_owned(), Pod::Integer(line.into()));
                root.insert("message".to_owned(), Pod::String(message));
            }
        }
        Ok(Pod::Hash(root))
    }
}

/// What the engine answers, read back from gray_matter.
#[derive(Debug, Deserialize)]
struct Answer {
    #[serde(default)]
    tree: Option<Wire>,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    budget: Option<Budget>,
    #[serde(default)]
    message: Option<String>,
}

/// Parses the lines of a block whose first line has the number `first_line` in its document.
pub(super) fn parse(lines: &[String], first_line: u32) -> Result<Node, Fault> {
    // The comment line keeps gray_matter from trimming leading blank lines and indentation.
    let document = format!("---\n#\n{}\n---\n", lines.join("\n"));
    let shift = |line: u32| (line + first_line).saturating_sub(2).max(first_line.min(1));
    let matter: Matter<BudgetedYaml> = Matter::new();
    let answer = match matter.parse::<Answer>(&document) {
        Ok(parsed) => parsed.data,
        Err(error) => return Err(Fault::Syntax { line: first_line, message: error.to_string() }),
    };
    let Some(answer) = answer else {
        return Ok(Node { value: Value::Empty, line: first_line });
    };
    if let Some(budget) = answer.budget {
        return Err(Fault::Budget { line: shift(answer.line), budget });
    }
    match answer.tree {
        Some(tree) => Ok(unwire(tree, &shift)),
        None => Err(Fault::Syntax { line: shift(answer.line), message: answer.message.unwrap_or_default() }),
    }
}

/// Turns the travelling form back into nodes; depth is bounded by [`MAX_DEPTH`].
fn unwire(wire: Wire, shift: &impl Fn(u32) -> u32) -> Node {
    let line = shift(wire.line);
    let value = match (wire.text, wire.items, wire.keys) {
        (Some(text), _, _) => Value::Text(text),
        (None, Some(items), Some(keys)) => {
            let entries = keys.into_iter().zip(items).map(|(key, item)| Entry {
                line: shift(key.line),
                key: key.text.unwrap_or_default(),
                node: unwire(item, shift),
            });
            Value::Map(entries.collect())
        }
        (None, Some(items), None) => Value::List(items.into_iter().map(|i| unwire(i, shift)).collect()),
        (None, None, _) => Value::Empty,
    };
    Node { value, line }
}

/// Turns a node into gray_matter's value; depth is bounded by [`MAX_DEPTH`].
fn pod(node: &Node) -> Pod {
    let mut map = HashMap::from([("line".to_owned(), Pod::Integer(node.line.into()))]);
    match &node.value {
        Value::Empty => {}
        Value::Text(text) => {
            map.insert("text".to_owned(), Pod::String(text.clone()));
        }
        Value::List(items) => {
            map.insert("items".to_owned(), Pod::Array(items.iter().map(pod).collect()));
        }
        Value::Map(entries) => {
            let keys = entries.iter().map(|e| pod(&Node { value: Value::Text(e.key.clone()), line: e.line }));
            map.insert("keys".to_owned(), Pod::Array(keys.collect()));
            map.insert("items".to_owned(), Pod::Array(entries.iter().map(|e| pod(&e.node)).collect()));
        }
    }
    Pod::Hash(map)
}

/// A collection that is still open.
enum Open {
    List { items: Vec<Node>, line: u32 },
    Map { entries: Vec<Entry>, key: Option<(String, u32)>, line: u32 },
}

/// Builds the tree of the only document from the parser's events.
fn events(text: &str) -> Result<Node, Fault> {
    let mut parser = Parser::new_from_str(text);
    let mut stack: Vec<Open> = Vec::new();
    let mut root: Option<Node> = None;
    let mut nodes = 0usize;
    let mut documents = 0usize;
    while let Some(next) = parser.next_event() {
        let (event, span) =
            next.map_err(|e| Fault::Syntax { line: count(e.marker().line()), message: e.info().to_owned() })?;
        let line = count(span.start.line());
        let over = |budget| Err(Fault::Budget { line, budget });
        let finished = match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => None,
            Event::DocumentStart(_) => {
                documents += 1;
                if documents > 1 {
                    return over(Budget::Documents);
                }
                None
            }
            Event::Alias(_) => return over(Budget::Anchor),
            Event::Scalar(_, _, anchor, _)
            | Event::SequenceStart(anchor, _)
            | Event::MappingStart(anchor, _)
                if anchor > 0 =>
            {
                return over(Budget::Anchor);
            }
            Event::Scalar(_, _, _, Some(_))
            | Event::SequenceStart(_, Some(_))
            | Event::MappingStart(_, Some(_)) => return over(Budget::Tag),
            Event::Scalar(text, style, _, None) => Some(scalar(&text, style, span)),
            Event::SequenceStart(_, None) => {
                open(&mut stack, Open::List { items: Vec::new(), line }, line)?;
                None
            }
            Event::MappingStart(_, None) => {
                let map = Open::Map { entries: Vec::new(), key: None, line };
                open(&mut stack, map, line)?;
                None
            }
            Event::SequenceEnd | Event::MappingEnd => stack.pop().map(close),
        };
        let Some(node) = finished else { continue };
        nodes += 1;
        if nodes > MAX_NODES {
            return over(Budget::Nodes);
        }
        match stack.last_mut() {
            None => root = Some(node),
            Some(parent) => place(parent, node)?,
        }
    }
    Ok(root.unwrap_or(Node { value: Value::Empty, line: 1 }))
}

/// Opens a collection, unless it stands where a key must, or too deep.
fn open(stack: &mut Vec<Open>, new: Open, line: u32) -> Result<(), Fault> {
    if let Some(Open::Map { key: None, .. }) = stack.last() {
        return Err(Fault::Budget { line, budget: Budget::ComplexKey });
    }
    if stack.len() >= MAX_DEPTH {
        return Err(Fault::Budget { line, budget: Budget::Depth });
    }
    stack.push(new);
    Ok(())
}

/// Returns the finished collection.
fn close(open: Open) -> Node {
    match open {
        Open::List { items, line } => Node { value: Value::List(items), line },
        Open::Map { entries, line, .. } => Node { value: Value::Map(entries), line },
    }
}

/// Puts a finished node into the collection around it, as a key or as a value. A key that stands twice is for the reader of
/// the tree, which loses nothing else for it.
fn place(parent: &mut Open, node: Node) -> Result<(), Fault> {
    match parent {
        Open::List { items, .. } => items.push(node),
        Open::Map { entries, key, .. } => match key.take() {
            Some((key, line)) => entries.push(Entry { key, line, node }),
            None => {
                let line = node.line;
                let name = match node.value {
                    Value::Text(text) => text,
                    Value::Empty => String::new(),
                    Value::List(_) | Value::Map(_) => {
                        return Err(Fault::Budget { line, budget: Budget::ComplexKey });
                    }
                };
                *key = Some((name, line));
            }
        },
    }
    Ok(())
}

/// Returns a scalar as text; the parser stands for an empty value with a plain `~`.
fn scalar(text: &str, style: ScalarStyle, span: Span) -> Node {
    let plain = matches!(style, ScalarStyle::Plain);
    let value =
        if plain && (text == "~" || text.is_empty()) { Value::Empty } else { Value::Text(text.to_owned()) };
    Node { value, line: count(span.start.line()) }
}
