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
/// Most matches across lines that are looked at.
const MOST_ACROSS: usize = 40;

/// What searching a text for a pattern came to.
pub(super) enum Search {
    Hits {
        /// At least one place, in the order of the text.
        places: Vec<Range<usize>>,
        /// What had to be done to find it.
        said: Option<String>,
        /// Why the match may be no connection: it spans more lines than one statement would, or is not in one piece.
        far: Option<&'static str>,
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
    search_with(pattern, text, &|_| Some(true))
}

/// Tells whether a match is in one piece; nothing where the search is given up.
type IsOnePiece<'a> = dyn Fn(&Range<usize>) -> Option<bool> + 'a;

/// As [`search`]; of the matches across lines those that are in one piece go before all others.
pub(super) fn search_with(pattern: &str, text: &str, is_one_piece: &IsOnePiece<'_>) -> Search {
    let literal = |said: &str| {
        let places: Vec<_> =
            text.match_indices(pattern).take(MOST_HITS).map(|(at, m)| at..at + m.len()).collect();
        let said = Some(said.to_owned());
        if places.is_empty() { Search::Nothing { said } } else { Search::Hits { places, said, far: None } }
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
        return Search::Hits { places, said: None, far: None };
    }
    if let Some(hit) = compiled(pattern, true).ok().and_then(|regex| across_lines(&regex, text, is_one_piece))
    {
        return hit;
    }
    if plain.is_match(pattern) {
        return Search::Nothing { said: None };
    }
    if let Some(either) = as_grep_writes(pattern)
        && let Search::Hits { places, said: None, far } = search_with(&either, text, is_one_piece)
    {
        let said = Some("`\\|` was taken for `|`".to_owned());
        return Search::Hits { places, said, far };
    }
    // It is a sound expression, and was tried as one: its text is told of only where that was found.
    match literal("the pattern does not match its own text; it was taken literally") {
        Search::Nothing { .. } => Search::Nothing { said: None },
        found @ (Search::Hits { .. } | Search::Vacuous) => found,
    }
}

/// `openDesk\|closeDesk`, as grep writes alternatives; nothing where that may be meant as it stands.
fn as_grep_writes(pattern: &str) -> Option<String> {
    let parts: Vec<&str> = pattern.split("\\|").collect();
    let is_name = |part: &&str| part.len() >= 6 && part.chars().all(|c| c.is_alphanumeric() || c == '_');
    (parts.len() > 1 && parts.iter().all(is_name)).then(|| parts.join("|"))
}

/// Finds the match that spans the fewest lines, among the first few; one that is in one piece, where there is any.
fn across_lines(regex: &Regex, text: &str, is_one_piece: &IsOnePiece<'_>) -> Option<Search> {
    let span = |found: &Range<usize>| text[found.clone()].bytes().filter(|b| *b == b'\n').count();
    let (mut whole, mut torn): (Vec<Range<usize>>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
    let mut at = 0;
    for _ in 0..MOST_ACROSS {
        let Some(found) = regex.find_at(text, at).map(|m| m.range()) else { break };
        let fits = is_one_piece(&found)?;
        // What is torn may hide a match in one piece that begins behind its first word.
        at = if fits { found.end.max(found.start + 1) } else { found.start + 1 };
        while !text.is_char_boundary(at) && at < text.len() {
            at += 1;
        }
        if fits {
            whole.push(found);
        } else {
            torn.push(found);
        }
        if at >= text.len() {
            break;
        }
    }
    let nearest = |of: &[Range<usize>]| of.iter().min_by_key(|found| span(found)).cloned();
    let (found, in_pieces) = match (nearest(&whole), nearest(&torn)) {
        (Some(whole), _) => (whole, false),
        (None, torn) => (torn?, true),
    };
    let lines = u32::try_from(span(&found)).unwrap_or(u32::MAX).saturating_add(1);
    let said = format!("the pattern matches only with multi-line and dot-all, over {lines} lines");
    let far = if lines > SPAN_LIMIT {
        Some("its parts stand too far apart to be one connection")
    } else {
        in_pieces.then_some("its parts belong to different definitions or statements")
    };
    Some(Search::Hits { places: vec![found], said: Some(said), far })
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
