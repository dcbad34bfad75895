//! A value cut into words and marks.
//!
//! Every line of a text is cut several times, for each thing it might be; so this allocates as
//! little as it can and asks the Unicode tables only for letters of rare scripts.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

/// Characters of a value that are looked at.
const MOST: usize = 400;

/// A word or a mark of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token<'v> {
    /// In lower case; `shouted` when it was written in capitals.
    Word {
        text: Cow<'v, str>,
        shouted: bool,
    },
    Mark(char),
}

impl Token<'_> {
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Token::Word { text, .. } => Some(text),
            Token::Mark(_) => None,
        }
    }
}

/// A word as it was written, or a mark.
enum Piece<'v> {
    Word(Cow<'v, str>),
    Mark(char),
}

/// Cuts a value into words and marks; emphasis, quotes, brackets and symbols vanish.
pub(super) fn tokens(value: &str) -> Vec<Token<'_>> {
    beginning(value, usize::MAX)
}

/// Cuts the beginning of a value, up to so many words.
pub(super) fn beginning(value: &str, most: usize) -> Vec<Token<'_>> {
    let near = &value[..end(value)];
    pieces(near, most)
}

/// Cuts the whole of a value, however long it is.
pub(super) fn all(value: &str) -> Vec<Token<'_>> {
    pieces(value, usize::MAX)
}

/// Returns what of a value [`tokens`] does not look at; nothing for all but the longest.
pub(super) fn beyond(value: &str) -> &str {
    &value[end(value)..]
}

fn pieces(value: &str, most: usize) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut count = 0;
    cut_all(value, |piece| {
        out.push(match piece {
            Piece::Word(word) => {
                count += 1;
                let shouted = word.chars().any(char::is_alphabetic) && !word.chars().any(char::is_lowercase);
                Token::Word { text: lower(word), shouted }
            }
            Piece::Mark(mark) => Token::Mark(mark),
        });
        count < most
    });
    out
}

/// Tells whether a text has fewer than so many words.
pub(crate) fn fewer(text: &str, than: usize) -> bool {
    let mut count = 0;
    cut(text, |piece| {
        count += usize::from(matches!(piece, Piece::Word(_)));
        count < than
    });
    count < than
}

/// Returns the words of a text in lower case, without marks.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    cut(text, |piece| {
        if let Piece::Word(word) = piece {
            out.push(lower(word).into_owned());
        }
        true
    });
    out
}

/// Returns all the words of a text in lower case, however long it is.
pub(super) fn all_words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    cut_all(text, |piece| {
        if let Piece::Word(word) = piece {
            out.push(lower(word).into_owned());
        }
        true
    });
    out
}

/// Returns the first word of a text in lower case.
pub(crate) fn first(text: &str) -> Option<String> {
    // The look at the first character that is part of a word is cheap; entities may hide one.
    let begin = text.char_indices().take(MOST).find(|&(_, c)| alphanumeric(c) || c == '&')?;
    let rest = &text[begin.0..];
    let near = rest.char_indices().nth(40).map_or(rest.len(), |(at, _)| at);
    let end = rest[..near].find(|c: char| !(alphanumeric(c) || matches!(c, '\'' | '’' | '&')));
    match end {
        Some(end) if !rest[..end].contains('&') => words(&rest[..end]).into_iter().next(),
        _ => words(text).into_iter().next(),
    }
}

/// Returns the words of a text in lower case, a blank between them.
pub(crate) fn joined(text: &str) -> String {
    let mut out = String::new();
    cut(text, |piece| {
        if let Piece::Word(word) = piece {
            if !out.is_empty() {
                out.push(' ');
            }
            let from = out.len();
            out.push_str(&word);
            if word.is_ascii() {
                out[from..].make_ascii_lowercase();
            } else {
                out.truncate(from);
                out.push_str(&lower(word));
            }
        }
        true
    });
    out
}

fn lower(word: Cow<'_, str>) -> Cow<'_, str> {
    let small = word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
    if small || word.chars().all(is_small) {
        return word;
    }
    if word.is_ascii() { word.to_ascii_lowercase().into() } else { word.to_lowercase().into() }
}

/// Tells of the commonest letters that they have no other lower case.
fn is_small(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | 'а'..='я' | 'ё' | 'ß'..='ö' | 'ø'..='ÿ' | '\u{4e00}'..='\u{9fff}'
        | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{ac00}'..='\u{d7a3}')
}

/// Tells whether a character is a letter or a digit, without a table for the commonest scripts.
pub(crate) fn alphanumeric(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    // Accents set on letters, arrows and signs, emoji.
    if matches!(c, '\u{300}'..='\u{344}' | '\u{2190}'..='\u{2429}' | '\u{1f300}'..='\u{1faff}') {
        return false;
    }
    is_small(c) || matches!(c, 'А'..='Я') || c.is_alphanumeric()
}

/// Returns where the part of a value ends that is looked at for its words.
fn end(value: &str) -> usize {
    if value.len() <= MOST {
        value.len()
    } else {
        value.char_indices().nth(MOST).map_or(value.len(), |(at, _)| at)
    }
}

/// Hands over the pieces of a value's beginning, as long as more are wanted.
fn cut<'v>(value: &'v str, take: impl FnMut(Piece<'v>) -> bool) {
    cut_all(&value[..end(value)], take);
}

/// Hands over the pieces of a value, as long as more are wanted.
fn cut_all<'v>(value: &'v str, mut take: impl FnMut(Piece<'v>) -> bool) {
    if value.contains('&') {
        walk(&decode(value), |piece| {
            take(match piece {
                Piece::Word(word) => Piece::Word(word.into_owned().into()),
                Piece::Mark(mark) => Piece::Mark(mark),
            })
        });
    } else {
        walk(value, take);
    }
}

fn walk<'v>(value: &'v str, mut take: impl FnMut(Piece<'v>) -> bool) {
    // A word is a piece of the value, but for a typographic apostrophe inside it.
    let word = |from: usize, to: usize, take: &mut dyn FnMut(Piece<'v>) -> bool| {
        let word = &value[from..to];
        if word.contains('’') {
            return take(Piece::Word(word.replace('’', "'").into()));
        }
        word.is_empty() || take(Piece::Word(word.into()))
    };
    let take = &mut take;
    let mut from = 0;
    for (at, c) in value.char_indices() {
        if alphanumeric(c) {
            continue;
        }
        let after = at + c.len_utf8();
        let inside = from < at && value[after..].chars().next().is_some_and(alphanumeric);
        if inside && matches!(c, '\'' | '’') {
            continue;
        }
        if !word(from, at, take) {
            return;
        }
        from = after;
        let mark = match c {
            '-' | '.' if inside => continue,
            '|' | '/' | ',' | ';' | ':' | '.' | '(' | ')' | '?' | '!' | '=' | '→' | '~' | '·' | '-' => c,
            '—' | '–' => '-',
            '¦' | '｜' => '|',
            // An emoji ends what it stands behind.
            c if !c.is_ascii()
                && !c.is_whitespace()
                && !matches!(c, '“' | '”' | '„' | '«' | '»' | '‘' | '（' | '）' | '「' | '」') =>
            {
                '·'
            }
            _ => continue,
        };
        if !take(Piece::Mark(mark)) {
            return;
        }
    }
    word(from, value.len(), take);
}

static ENTITY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"&(?:#(\d{1,6})|#[xX]([0-9a-fA-F]{1,5})|([a-zA-Z]{2,5}));").expect("a constant pattern")
});

/// Decodes the entities that chat fronts leave in texts.
pub(crate) fn decode(text: &str) -> String {
    let decoded = ENTITY.replace_all(text, |caps: &regex::Captures<'_>| {
        let code = match (caps.get(1), caps.get(2)) {
            (Some(d), _) => d.as_str().parse().ok(),
            (None, Some(h)) => u32::from_str_radix(h.as_str(), 16).ok(),
            (None, None) => None,
        };
        let named = match caps.get(3).map(|m| m.as_str()) {
            Some("lt") => Some('<'),
            Some("gt") => Some('>'),
            Some("quot") => Some('"'),
            Some("apos") => Some('\''),
            Some("nbsp") => Some(' '),
            Some("amp") => Some('&'),
            _ => code.and_then(char::from_u32).filter(|c| !c.is_control()),
        };
        named.map_or_else(|| caps[0].to_owned(), String::from)
    });
    decoded.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_known_as_the_tables_know_them() {
        for c in '\0'..=char::MAX {
            assert_eq!(alphanumeric(c), c.is_alphanumeric(), "{c:?}");
            assert!(!is_small(c) || c.to_lowercase().eq([c]), "{c:?}");
        }
    }

    #[test]
    fn words_are_cut_at_marks_and_joined_by_blanks() {
        for (text, expected) in [
            ("**PASS_WITH-NOTES**, isn’t it?", "pass with notes isn't it"),
            ("&lt;Größe&gt; 'x' a- -b ’c", "größe x a b c"),
            ("ВЕРДИКТ: ГОТОВО", "вердикт готово"),
            ("", ""),
        ] {
            assert_eq!(joined(text), expected, "{text:?}");
            assert_eq!(words(text).join(" "), expected, "{text:?}");
            assert_eq!(first(text), words(text).into_iter().next(), "{text:?}");
            let count = words(text).len();
            assert!(fewer(text, count + 1) && !fewer(text, count), "{text:?}");
        }
        assert_eq!(words(&"ä ".repeat(900)).len(), MOST / 2);
    }
}
