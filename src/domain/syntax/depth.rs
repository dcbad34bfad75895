//! How deep a tree goes. What reads a tree asks for what stands within a value, and within that, by calls that stand within
//! each other: a tree without a bound would take the stack, and with it the server.

use tree_sitter::Tree;

/// Deepest tree that is read, in nodes above each other. Code that people write stays below a hundred; sums and chains that
/// programs write go on for hundreds.
const DEEPEST: u32 = 1_000;

/// Tells whether a tree goes deeper than that.
pub(super) fn is_too_deep(tree: &Tree) -> bool {
    let mut cursor = tree.walk();
    if cursor.node().descendant_count() <= DEEPEST as usize {
        return false;
    }
    loop {
        if cursor.goto_first_child() {
            if cursor.depth() > DEEPEST {
                return true;
            }
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return false;
            }
        }
    }
}
