//! Quoted texts: where they end, what their escapes lose, what they say.
//!
//! It reads the quotes of one line and never decides what becomes of the value.

/// Splits a text that starts with a quote into the inside and what follows the closing quote.
pub(super) fn quoted(text: &str) -> Option<(&str, &str)> {
    let mark = text.chars().next().filter(|c| *c == '"' || *c == '\'')?;
    let inner = &text[1..];
    let bytes = inner.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (mark, byte) {
            ('"', b'\\') => at += 2,
            ('\'', b'\'') if bytes.get(at + 1) == Some(&b'\'') => at += 2,
            (_, byte) if char::from(*byte) == mark => return Some((&inner[..at], &inner[at + 1..])),
            (_, _) => at += 1,
        }
    }
    None
}

/// Tells whether double-quoted text holds an escape that loses something, and whether YAML would refuse it; `item`: the
/// text is an item of a list, which has no lines of its own.
///
/// `\n`, `\t` and `\r` between the letters of a word are the folders of a path: `app\routes`, `src\new.ts`. In a text of
/// several words a line end may be meant, as where lines of code are promised.
pub(super) fn escapes(inner: &str, item: bool) -> (bool, bool) {
    let (mut lossy, mut refused) = (false, false);
    let mut chars = inner.chars();
    let mut last = ' ';
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(c) = chars.next() {
        if c != '\\' {
            last = c;
            continue;
        }
        let before = std::mem::replace(&mut last, ' ');
        match chars.next() {
            Some(sign @ ('n' | 't' | 'r')) if letter(before) && chars.as_str().starts_with(letter) => {
                lossy |= sign != 'n' || item || !inner.contains(char::is_whitespace);
            }
            Some('"' | '\\' | '/' | 'n' | 't' | 'r' | ' ') => {}
            Some('x' | 'u' | 'U') => {
                let hex = chars.as_str().chars().take_while(char::is_ascii_hexdigit).count();
                if hex < 2 {
                    (lossy, refused) = (true, true);
                }
            }
            Some('0' | 'a' | 'b' | 'e' | 'f' | 'v' | 'N' | '_' | 'L' | 'P') => lossy = true,
            Some(_) | None => (lossy, refused) = (true, true),
        }
    }
    (lossy, refused)
}

/// Reads the inside of a quoted text; in a double-quoted one, escapes nobody means are kept as written.
pub(super) fn unescape(inner: &str, double: bool) -> String {
    if !double {
        return inner.replace("''", "'");
    }
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some(plain @ ('"' | '\\' | '/')) => out.push(plain),
            // The tolerant reader and mended lines hold one line each.
            Some(other) => {
                out.push('\\');
                out.push(other);
            }
            None => out.push('\\'),
        }
    }
    out
}
