//! Promises that stand outside of must_haves, where nobody checks them.

use super::super::super::front_matter::{Entry, Value};
use super::super::super::review::Remark;
use super::{MISSPELT, PARTS, meant};

/// Says that a key of the front matter holds promises which nobody checks there: `mustHaves`, or a part of must_haves that
/// stands outside of it; `promises`: must_haves has some of its own.
pub(in crate::domain::plan) fn outside(entry: &Entry, promises: bool) -> Option<Remark> {
    if entry.node.is_empty() || matches!(&entry.node.value, Value::List(items) if items.is_empty()) {
        return None;
    }
    let key = entry.key.as_str();
    // `must_haves.truths` means a part of it as well.
    let head = key.split(['.', '/']).next().unwrap_or(key);
    let message = match (meant(head, &["must_haves"]), promises) {
        (Some(known), _) => format!(
            "`{key}` is no key of a plan: write `{known}` and its parts below it, or what it promises is not checked"
        ),
        // Beside promises in their place the word may mean something else.
        (None, true) => return None,
        (None, false) if PARTS.contains(&key) => {
            format!(
                "`{key}` stands outside of `must_haves`: indent it below `must_haves:`, or what it promises is not checked"
            )
        }
        (None, false) => return None,
    };
    Some(Remark::new(entry.line, MISSPELT, message))
}
