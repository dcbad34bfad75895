//! Names that Ruby makes as it runs: `define_method(:total)`, `attr_reader :rows`, `method_missing`.

use tree_sitter::Node;

use super::fields::Fields as _;
use super::walk::Walk;

/// Calls that make methods of the names they are given.
const MAKERS: [&str; 12] = [
    "define_method",
    "define_singleton_method",
    "alias_method",
    "attr_reader",
    "attr_writer",
    "attr_accessor",
    "delegate",
    "def_delegator",
    "def_delegators",
    "class_eval",
    "instance_eval",
    "module_eval",
];

/// Keeps the names that a call makes; of a name that is computed only that there is one.
pub(super) fn look(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) {
    if kind == "method" {
        let name = node.field("name").map_or("", |n| walk.text_of(n));
        walk.out.open |= name == "method_missing";
        return;
    }
    let method = node.field("method").map_or("", |m| walk.text_of(m));
    if !MAKERS.contains(&method) {
        return;
    }
    let Some(given) = node.field("arguments") else {
        // `class_eval do … end` shows what it holds.
        return;
    };
    for at in 0..given.named_child_count().min(200) {
        let Some(name) = given.named_child(at as u32) else { continue };
        let written = walk.text_of(name);
        let whole = !written.contains("#{");
        match name.kind() {
            "simple_symbol" | "string" if whole && !method.ends_with("_eval") => {
                let name = written.trim_matches([':', '"', '\'']).to_owned();
                walk.out.made.insert(name);
            }
            "pair" | "block_argument" | "lambda" => {}
            _ => walk.out.open = true,
        }
    }
}
