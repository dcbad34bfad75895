//! Promises that were never written: `TBD`, `...`, `[fill in]`.

use std::sync::LazyLock;

use regex::Regex;

/// The code of a remark on a promise that was never written: a fault that keeps a phase from passing.
pub(crate) const UNFILLED: &str = "unfilled_promise";

/// A text that only keeps the place of another.
static UNWRITTEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\A [\[<({]{0,2} \s* (?:
            (?:tbd|tba|todo|fixme|xxx|to\ be\ (?:done|decided|determined|defined|filled\ in)|placeholder|\.{2,}|…|\?+)
            | fill\ (?:me\ |this\ |it\ )?in (?:\ (?:later|here))?
        ) \s* [.!]? \s* [\]>)}]{0,2} \z",
    )
    .expect("a fixed pattern")
});

/// Tells whether a text only keeps the place of another.
pub(crate) fn is_unwritten(text: &str) -> bool {
    UNWRITTEN.is_match(text.trim())
}

/// Tells whether a text says that there is nothing.
pub(super) fn is_nothing(text: &str) -> bool {
    let words = ["none", "n/a", "nothing", "false", "-"];
    words.contains(&text.trim().trim_end_matches('.').to_ascii_lowercase().as_str())
}
