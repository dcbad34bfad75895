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
    let otherwise = || {
        as_other_languages_write(pattern).into_iter().find_map(|(meant, said)| {
            match search_with(&meant, text, is_one_piece) {
                Search::Hits { places, said: None, far } => {
                    Some(Search::Hits { places, said: Some(said.to_owned()), far })
                }
                Search::Hits { .. } | Search::Nothing { .. } | Search::Vacuous => None,
            }
        })
    };
    let plain = match compiled(pattern, false) {
        Ok(plain) => plain,
        Err(regex::Error::CompiledTooBig(_)) => {
            return literal("the pattern grows too large as a regular expression; it was taken literally");
        }
        Err(_) => {
            let literal = literal("the pattern is no regular expression; it was taken literally");
            let is_found = matches!(literal, Search::Hits { .. });
            return if is_found { literal } else { otherwise().unwrap_or(literal) };
        }
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
    let broken = over_broken_chains(pattern).map(|meant| search_with(&meant, text, is_one_piece));
    if let Some(Search::Hits { places, said: None, far }) = broken {
        let said = Some("the pattern matches where a chain is broken over lines".to_owned());
        return Search::Hits { places, said, far };
    }
    if plain.is_match(pattern) {
        return Search::Nothing { said: None };
    }
    if let Some(hit) = otherwise() {
        return hit;
    }
    // It is a sound expression, and was tried as one: its text is told of only where that was found.
    match literal("the pattern does not match its own text; it was taken literally") {
        Search::Nothing { .. } => Search::Nothing { said: None },
        found @ (Search::Hits { .. } | Search::Vacuous) => found,
    }
}

/// A pattern as it would be written here, where another way of writing may be meant, and what was taken for what.
fn as_other_languages_write(pattern: &str) -> Vec<(String, &'static str)> {
    let either = as_grep_writes(pattern).map(|meant| (meant, "`\\|` was taken for `|`"));
    // As YAML in double quotes, JSON and most code write a backslash; in plain and single quotes YAML keeps both.
    let doubled = pattern.contains("\\\\").then(|| pattern.replace("\\\\", "\\"));
    let doubled = doubled.map(|meant| (meant, "`\\\\` was taken for `\\`"));
    let slashed =
        between_slashes(pattern).map(|meant| (meant, "the slashes around the pattern were left out"));
    either.into_iter().chain(doubled).chain(slashed).collect()
}

/// `db\.insert\(` as it finds `db⏎  .insert(`, too: formatters break long chains before or behind a dot. Nothing where the
/// pattern has no dot between two words.
fn over_broken_chains(pattern: &str) -> Option<String> {
    let (mut meant, mut chars, mut in_class, mut any) =
        (String::new(), pattern.chars().peekable(), false, false);
    let ends_a_word = |so_far: &str| {
        let is_escape = so_far.chars().rev().skip(1).take_while(|c| *c == '\\').count() % 2 == 1;
        let last = so_far.chars().next_back();
        last.is_some_and(|c| if is_escape { matches!(c, ')' | ']') } else { c.is_alphanumeric() || c == '_' })
    };
    // An expression that may be one of several words: `Schema\.(parse|safeParse)`.
    let begins_one = |next: Option<&char>, is_sure: bool| {
        next.is_some_and(|c| c.is_alphabetic() || *c == '_' || is_sure && *c == '(')
    };
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next() } else { None };
        let is_dot = escaped == Some('.') || c == '.';
        in_class = (in_class || c == '[') && c != ']';
        if is_dot && !in_class && ends_a_word(&meant) && begins_one(chars.peek(), escaped.is_some()) {
            meant.push_str(r"\s*\.\s*");
            any = true;
        } else {
            meant.push(c);
            meant.extend(escaped);
        }
    }
    any.then_some(meant)
}

/// The inside of `/pay\(/`, as JavaScript writes an expression; nothing where it may be a path.
fn between_slashes(pattern: &str) -> Option<String> {
    let (inner, flags) = pattern.strip_prefix('/')?.rsplit_once('/')?;
    let is_flags = flags.len() <= 3 && flags.chars().all(|flag| "gimsuy".contains(flag));
    (is_flags && inner.contains('\\') && !inner.starts_with("\\/")).then(|| inner.to_owned())
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
    fn patterns_as_other_languages_write_them_are_found_and_it_is_said() {
        let text = "const made = createUser(data);\nfetch('/api/pay');\n";
        for (pattern, told) in [
            (r"createUser\\(", Some(r"`\\` was taken for `\`")),
            (r"createUser\\(data\\)", Some(r"`\\` was taken for `\`")),
            (r"/createUser\(/", Some("the slashes around the pattern were left out")),
            (r"/createUser\(data/i", Some("the slashes around the pattern were left out")),
            (r"removeUser\\(", None),
            (r"/removeUser\(/", None),
            // A path, not an expression.
            ("/made/", None),
            (r"/\/made/", None),
        ] {
            let found = match search(pattern, text) {
                Search::Hits { said, .. } => said,
                Search::Nothing { .. } | Search::Vacuous => None,
            };
            assert_eq!(found.as_deref(), told, "{pattern}");
        }
    }

    #[test]
    fn a_chain_that_a_formatter_broke_is_found_and_it_is_said() {
        let said = Some("the pattern matches where a chain is broken over lines");
        let broken = "const rows = ledger\n  .entries\n  .append({ id })\nawait box.\n    post(letter)\n(await made())\n  .send()";
        for (pattern, told) in [
            (r"ledger\.entries\.append\(", said),
            ("ledger.entries.append", said),
            (r"box\.post", said),
            (r"box\.(post|mail)\(", said),
            (r"made\(\)\)\.send", said),
            (r"entries.*append", Some("the pattern matches only with multi-line and dot-all, over 2 lines")),
            (r"ledger\.append", None),
            (r"ledger[.]entries", None),
            (r"ledger\\\.entries", None),
            (r"ledgers\.entries", None),
        ] {
            let found = match search(pattern, broken) {
                Search::Hits { said, .. } => said,
                Search::Nothing { .. } | Search::Vacuous => None,
            };
            assert_eq!(found.as_deref(), told, "{pattern}");
        }
    }

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
