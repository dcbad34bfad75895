//! Regular expressions of this reader's own, all of them constants.

use regex::Regex;

/// Compiles a constant pattern.
///
/// # Panics
///
/// If the text is none: a mistake of ours, which the first text that is read shows.
pub(super) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}
