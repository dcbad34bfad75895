//! Names with what they are reached through: `Shop::Cart` in Ruby, `cart.Total` in Go, `shop.cart.total` in Python.
//!
//! The last part alone tells too little there: another module may have one of the same name.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::walk::Walk;

/// The full names of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FullNames {
    /// Modules, classes and constants of Ruby that the file declares.
    pub(crate) declared: BTreeSet<String>,
    /// Where the modules and classes of Ruby stand that the file opens.
    spaces: Vec<(Range<usize>, String)>,
    /// Names as they are written, below the module or class of Ruby they stand in, with the first line.
    used: BTreeMap<(String, String), u32>,
}

impl FullNames {
    /// Returns the full name of the module or class of Ruby around a place.
    pub(crate) fn space_at(&self, at: usize) -> Option<&str> {
        let around = self.spaces.iter().filter(|(range, _)| range.contains(&at));
        around.min_by_key(|(range, _)| range.len()).map(|(_, name)| name.as_str())
    }

    /// Returns where a package's name is used: `cart.Total`.
    pub(crate) fn of_package(&self, package: &str, name: &str) -> Option<u32> {
        self.used.get(&(String::new(), format!("{package}.{name}"))).copied()
    }

    pub(super) fn keep(&mut self, path: String, line: u32) {
        self.used.entry((String::new(), path)).or_insert(line);
    }

    /// Returns where a constant of Ruby is used that another file declares under this full name.
    ///
    /// What the file itself declares nearer by comes first; a name that is longer than the other's means another one.
    pub(crate) fn of_constant(&self, full: &str) -> Option<u32> {
        let last = last_of(full);
        let mut named = self.used.iter().filter(|((_, path), _)| last_of(path) == last);
        named.find_map(|((space, path), line)| {
            let meant = match path.strip_prefix("::") {
                Some(rooted) => rooted == full,
                None => match self.nearest(space, path) {
                    Some(own) => own == full,
                    None => {
                        full.strip_suffix(path.as_str()).is_some_and(|b| b.is_empty() || b.ends_with("::"))
                    }
                },
            };
            meant.then_some(*line)
        })
    }

    /// Finds what a path means among the file's own, from the inside out.
    fn nearest(&self, space: &str, path: &str) -> Option<String> {
        let mut space = space;
        loop {
            let whole = joined(space, path);
            if self.declared.contains(&whole) {
                return Some(whole);
            }
            if space.is_empty() {
                return None;
            }
            space = space.rsplit_once("::").map_or("", |(outer, _)| outer);
        }
    }
}

/// Returns the last part of a full name of Ruby.
pub(crate) fn last_of(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn joined(space: &str, path: &str) -> String {
    if space.is_empty() { path.to_owned() } else { format!("{space}::{path}") }
}

impl Walk<'_> {
    /// Keeps a name with what it is reached through.
    pub(super) fn name_in_full(&mut self, node: Node<'_>, kind: &str, field: Option<&str>) {
        match self.grammar {
            Grammar::Ruby => self.constant(node, kind, field),
            Grammar::Go | Grammar::Python => self.of_package(node, kind),
            Grammar::TypeScript
            | Grammar::Tsx
            | Grammar::JavaScript
            | Grammar::Rust
            | Grammar::Java
            | Grammar::CSharp => {}
        }
    }

    fn of_package(&mut self, node: Node<'_>, kind: &str) {
        let (of, name) = match kind {
            "selector_expression" => ("operand", "field"),
            "qualified_type" => ("package", "name"),
            "attribute" => ("object", "attribute"),
            _ => return,
        };
        let (Some(of), Some(name)) = (node.field(of), node.field(name)) else {
            return;
        };
        let mut head = of;
        while let Some(inner) = head.field("object").filter(|_| head.kind() == "attribute") {
            head = inner;
        }
        let bare = matches!(head.kind(), "identifier" | "package_identifier") && of.byte_range().len() < 200;
        if bare && !self.is_hidden(head) && !self.is_discarded(head) {
            let path = format!("{}.{}", self.text_of(of), self.text_of(name));
            let line = self.line(name.start_byte());
            self.out.full.keep(path, line);
        }
    }

    fn constant(&mut self, node: Node<'_>, kind: &str, field: Option<&str>) {
        let at = node.start_byte();
        while self.around.spaces.last().is_some_and(|(end, _)| *end <= at) {
            self.around.spaces.pop();
        }
        let space = self.around.spaces.last().map_or("", |(_, space)| space);
        let above = self.stack.last().map_or("", |f| f.kind);
        let declares = matches!(above, "class" | "module") && field == Some("name")
            || above == "assignment" && field == Some("left");
        match kind {
            "class" | "module" => {
                let Some(name) = node.field("name") else { return };
                let written = self.text_of(name);
                let whole = written.strip_prefix("::").map_or_else(|| joined(space, written), str::to_owned);
                self.out.full.declared.insert(whole.clone());
                self.out.full.spaces.push((node.byte_range(), whole.clone()));
                self.around.spaces.push((node.end_byte(), whole));
            }
            "constant" if above == "assignment" && field == Some("left") => {
                let whole = joined(space, self.text_of(node));
                self.out.full.declared.insert(whole);
            }
            "constant" | "scope_resolution" if !declares && !self.is_discarded(node) => {
                // A part of a path is not asked for itself: `Shop` in `Shop::Cart` is where `Cart` stands.
                if above == "scope_resolution" {
                    return;
                }
                let path: String = self.text_of(node).split_whitespace().collect();
                let plain =
                    path.len() < 200 && path.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ':');
                if plain {
                    let key = (space.to_owned(), path);
                    let line = self.line(at);
                    self.out.full.used.entry(key).or_insert(line);
                }
            }
            _ => {}
        }
    }
}
