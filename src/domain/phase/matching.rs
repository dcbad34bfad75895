//! Patterns of key links: how they are compiled, tried and bounded (SPEC 9.4).
//!
//! Never backtracks, never finds with a pattern that would find anything, and says what it had to do to find.

use std::ops::Range;

use regex::{Regex, RegexBuilder};

/// Longest pattern that is tried, in bytes.
pub(super) const PATTERN_LIMIT: usize = 1_000;
/// Largest compiled pattern, in bytes: keeps the time a search takes in bounds.
const COMPILED_LIMIT: usize = 512 * 1024;
/// Most lines that a match across lines may span and still be one statement.
const SPAN_LIMIT: u32 = 60;

/// Most matches that are looked at.
const MOST_HITS: usize = 200;

/// What searching a text for a pattern came to.
pub(super) enum Search {
    Hits {
        /// At least one place, in the order of the text.
        places: Vec<Range<usize>>,
        /// What had to be done to find it.
        said: Option<String>,
        /// The match spans more lines than one statement would.
        far: bool,
    },
    Nothing {
        said: Option<String>,
    },
    /// The pattern finds something in almost any text.
    Vacuous,
}

fn compiled(pattern: &str, across: bool) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern)
        .multi_line(across)
        .dot_matches_new_line(across)
        // Lazy across lines, so that a match is as short as it can be.
        .swap_greed(across)
        .size_limit(COMPILED_LIMIT)
        .dfa_size_limit(COMPILED_LIMIT * 4)
        .build()
}

/// Looks for a pattern: as a regular expression, across lines where that alone finds it, or as it is written.
pub(super) fn search(pattern: &str, text: &str) -> Search {
    let literal = |said: &str| {
        let places: Vec<_> =
            text.match_indices(pattern).take(MOST_HITS).map(|(at, m)| at..at + m.len()).collect();
        let said = Some(said.to_owned());
        if places.is_empty() { Search::Nothing { said } } else { Search::Hits { places, said, far: false } }
    };
    if pattern.len() > PATTERN_LIMIT {
        return literal("the pattern is too long for a regular expression; it was taken literally");
    }
    let plain = match compiled(pattern, false) {
        Ok(plain) => plain,
        Err(regex::Error::CompiledTooBig(_)) => {
            return literal("the pattern grows too large as a regular expression; it was taken literally");
        }
        Err(_) => return literal("the pattern is no regular expression; it was taken literally"),
    };
    // What finds nothing at all, or any one ordinary character, finds everything.
    if ["", "a", "Z", "0", " ", "_", ".", "\n", "\u{E000}"].iter().any(|probe| plain.is_match(probe)) {
        return Search::Vacuous;
    }
    let places: Vec<_> = plain.find_iter(text).take(MOST_HITS).map(|m| m.range()).collect();
    if !places.is_empty() {
        return Search::Hits { places, said: None, far: false };
    }
    if let Some(hit) = compiled(pattern, true).ok().and_then(|regex| across_lines(&regex, text)) {
        return hit;
    }
    if plain.is_match(pattern) {
        return Search::Nothing { said: None };
    }
    literal("the pattern does not match its own text; it was taken literally")
}

/// Finds the match that spans the fewest lines, among the first few.
fn across_lines(regex: &Regex, text: &str) -> Option<Search> {
    let span = |found: &regex::Match<'_>| found.as_str().bytes().filter(|b| *b == b'\n').count();
    let nearest = regex.find_iter(text).take(20).min_by_key(span)?;
    let lines = u32::try_from(span(&nearest)).unwrap_or(u32::MAX).saturating_add(1);
    let said = format!("the pattern matches only with multi-line and dot-all, over {lines} lines");
    Some(Search::Hits { places: vec![nearest.range()], said: Some(said), far: lines > SPAN_LIMIT })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_patterns_end_soon() {
        let text = "ab".repeat(300_000) + &"\na b".repeat(100_000);
        for pattern in [
            "(a|b|ab|ba){1,100}c",
            "(?-u)([ab]{1,20}\\s*){1,9}[^ab\\s]",
            "(\\w{1,9}\\s*){1,9}[^\\w\\s]",
            "a.*b.*a.*b.*[^ab\\s]",
            "((a*)*)*[xy]{2}",
        ] {
            let started = std::time::Instant::now();
            let found = search(pattern, &text);
            assert!(matches!(found, Search::Nothing { .. }), "{pattern}");
            assert!(started.elapsed().as_secs() < 20, "{pattern}: {:?}", started.elapsed());
        }
    }
}
