//! Texts of nodes without their comments, for what judges by the words that stand in a node.

use std::borrow::Cow;
use std::ops::Range;

use tree_sitter::Node;

use super::fields::Fields as _;
use super::names::is_comment;
use super::walk::Walk;

/// How many nodes are looked at for comments.
const MOST: usize = 4_000;

impl<'t> Walk<'t> {
    /// Returns the text of a node, a blank in the place of each comment.
    pub(super) fn without_comments(&self, node: Node<'_>) -> Cow<'t, str> {
        let cuts = self.comments_in(node).into_iter().map(|range| (range, " ")).collect();
        self.with_cuts(node, cuts)
    }

    /// Returns where comments stand in a node, in order.
    pub(super) fn comments_in(&self, node: Node<'_>) -> Vec<Range<usize>> {
        let text = self.text_of(node);
        let mut found = Vec::new();
        if !["//", "/*", "#"].iter().any(|sign| text.contains(sign)) {
            return found;
        }
        let mut open = vec![node];
        let mut met = 0;
        while let Some(at) = open.pop() {
            met += 1;
            if met > MOST {
                break;
            }
            if is_comment(at.kind()) {
                found.push(at.byte_range());
                continue;
            }
            let count = at.named_child_count().min(200);
            open.extend((0..count).rev().filter_map(|place| at.named_child(place as u32)));
        }
        found
    }

    /// Returns the text of a node with other texts in the place of some of it, which stand in order and apart.
    pub(super) fn with_cuts(&self, node: Node<'_>, cuts: Vec<(Range<usize>, &str)>) -> Cow<'t, str> {
        let text = self.text_of(node);
        if cuts.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut at = node.start_byte();
        for (range, instead) in cuts {
            out.push_str(self.text.get(at..range.start).unwrap_or(""));
            out.push_str(instead);
            at = range.end;
        }
        out.push_str(self.text.get(at..node.end_byte()).unwrap_or(""));
        Cow::Owned(out)
    }
}

/// Returns what stands between two parts of a node, its comments aside: an operator.
pub(super) fn between<'t>(text: &'t str, left: Node<'t>, right: Node<'t>) -> Option<&'t str> {
    let whole = text.get(left.end_byte()..right.start_byte())?.trim();
    if whole.len() < 2 || !whole.contains(['/', '#']) {
        return Some(whole);
    }
    let above = left.parent()?;
    let operator = above.field("operator").or_else(|| above.field("operators"))?;
    text.get(operator.byte_range())
}
