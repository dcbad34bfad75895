//! Lines that stand in the reviewed diff: whoever repeats them shows the work, and states nothing.
//!
//! A quotation rarely keeps a line's first characters, so it is compared without list marks,
//! heading marks, indentation and marks of a diff, on either side.

use crate::domain::dialect::ReadContext;
use crate::domain::dialect::page::{Line, Page, heading_text, item_body};
use crate::domain::dialect::words;

/// Marks that a line of the diff may have in front and its quotation may have lost.
const LOST: [&str; 7] = ["- ", "* ", "> ", "+ ", "# ", "## ", "### "];

/// Tells whether a line, as written or without what a quotation adds or loses, stands in the diff.
pub(crate) fn in_diff(page: &Page<'_>, line: &Line<'_>, context: &ReadContext<'_>) -> bool {
    let raw = page.text.get(line.start..).unwrap_or_default().lines().next().unwrap_or_default().trim();
    let known = |text: &str| !text.is_empty() && (context.diff_lines)(text);
    [raw, line.text.trim()].into_iter().any(|text| {
        let mut inner = text;
        // Of each kind of mark at most a few are set before a line.
        for _ in 0..4 {
            if known(inner) {
                return true;
            }
            let bare = unmarked(inner);
            if bare.len() == inner.len() {
                break;
            }
            inner = bare;
        }
        let plain = inner.trim_matches(['"', '“', '”', '`', '*', '_', ' ']);
        if known(plain) {
            return true;
        }
        // A single word may stand in any diff; a line with a label is no chance.
        if words::fewer(inner, 2) {
            return false;
        }
        let mut marked = String::with_capacity(inner.len() + 4);
        let mut with = |mark: &str, text: &str| {
            marked.clear();
            marked.extend([mark, text]);
            known(&marked)
        };
        LOST.iter().any(|mark| with(mark, inner) || plain != inner && with(mark, plain))
    })
}

/// Tells whether a comment on the line says that the line is a sample.
pub(super) fn as_sample(page: &Page<'_>, line: &Line<'_>) -> bool {
    let raw = page.written(line).to_ascii_lowercase();
    raw.split("<!--").skip(1).any(|comment| {
        let inner = comment.split("-->").next().unwrap_or(comment);
        ["sample", "example", "template", "replace", "placeholder", "dummy"].iter().any(|w| inner.contains(w))
    })
}

/// Takes one mark off: of a list, a heading, a quotation or a diff.
fn unmarked(text: &str) -> &str {
    let body = item_body(text).map_or(text, |(body, _)| body);
    let body = heading_text(body);
    body.strip_prefix(['+', '>', '|']).unwrap_or(body).trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_known_whatever_stands_around_it() {
        let in_it = |line: &str| line == "**Status:** passed" || line == "- Verdict: PASS";
        let context = ReadContext { diff_lines: &in_it, ..ReadContext::default() };
        for (text, expected) in [
            ("**Status:** passed", true),
            ("   - **Status:** passed", true),
            ("1. **Status:** passed", true),
            ("+ **Status:** passed", true),
            ("+**Status:** passed", true),
            ("- Verdict: PASS", true),
            ("Verdict: PASS", true),
            ("“Verdict: PASS”", true),
            ("Verdict: PASS_WITH_NOTES", false),
        ] {
            let page = Page::scan(text);
            assert_eq!(in_diff(&page, &page.lines[0], &context), expected, "{text:?}");
        }
    }
}
