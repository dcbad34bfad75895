//! Quoted texts: where they end, what their escapes lose, what they say.
//!
//! It reads the quotes of one line and never decides what becomes of the value.
//!
//! ```text
//! escape = "\" ( sign | "x" hex{2} | "u" hex{4} | "U" hex{8} )
//! pair   = "\u" high "\u" low        two halves of one letter, as JSON writes it; YAML refuses them
//! ```

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

/// What YAML would make of a double-quoted text and nobody means.
pub(super) struct Trouble {
    /// What the text says.
    pub(super) text: String,
    pub(super) code: &'static str,
    pub(super) why: &'static str,
    /// YAML would refuse the text.
    pub(super) broken: bool,
}

/// Why a text keeps its backslashes.
const KEPT: &str =
    "a backslash escape that is none, gives a control character, or stands within a word, as in a path";

/// Why a text is read though YAML refuses it.
const PAIRED: &str = "two halves such as `\\ud83d\\ude80` are one letter to JSON and no escape to YAML";

/// The codes of what is told of escapes.
pub(super) const OF_ESCAPES: [&str; 2] = ["escape_kept", "surrogate_pair"];

/// Returns what is wrong with the escapes inside a double-quoted text; nothing where YAML reads them as they are meant.
///
/// `item`: the text is an item of a list, which has no lines of its own.
pub(super) fn trouble(inner: &str, item: bool) -> Option<Trouble> {
    let found = losses(inner, item);
    if found.lossy {
        let text = as_written(inner);
        return Some(Trouble { text, code: OF_ESCAPES[0], why: KEPT, broken: found.refused });
    }
    found.paired.then(|| Trouble { text: decoded(inner), code: OF_ESCAPES[1], why: PAIRED, broken: true })
}

/// Returns what the inside of a quoted text says. Where one escape of it loses something all are kept as written.
pub(super) fn said(inner: &str, mark: char, item: bool) -> String {
    match mark {
        '"' if losses(inner, item).lossy => as_written(inner),
        '"' => decoded(inner),
        _ => inner.replace("''", "'"),
    }
}

/// What the escapes of a text lose.
#[derive(Default)]
struct Losses {
    lossy: bool,
    /// YAML refuses one that is not read either.
    refused: bool,
    /// Two of them are halves of one letter.
    paired: bool,
}

/// Finds what the escapes of a double-quoted text lose.
///
/// `\n`, `\t` and `\r` between the letters of a word are the folders of a path: `app\routes`, `src\new.ts`. In a text of
/// several words a line end may be meant, as where lines of code are promised.
fn losses(inner: &str, item: bool) -> Losses {
    let mut out = Losses::default();
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    let mut last = ' ';
    let mut rest = inner;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            last = c;
            continue;
        }
        let before = std::mem::replace(&mut last, ' ');
        let sign = rest.chars().next().unwrap_or(' ');
        let Some(found) = escape(rest) else {
            (out.lossy, out.refused) = (true, true);
            rest = rest.get(sign.len_utf8()..).unwrap_or_default();
            continue;
        };
        rest = &rest[found.length..];
        match sign {
            'n' | 't' | 'r' if letter(before) && rest.starts_with(letter) => {
                out.lossy |= sign != 'n' || item || !inner.contains(char::is_whitespace);
            }
            '0' | 'a' | 'b' | 'e' | 'f' | 'v' | 'N' | '_' | 'L' | 'P' => out.lossy = true,
            'x' | 'u' | 'U' => {
                last = found.letter;
                out.paired |= found.paired;
            }
            _ => {}
        }
    }
    out
}

/// What stands behind a backslash.
struct Escape {
    letter: char,
    /// In bytes, without the backslash.
    length: usize,
    paired: bool,
}

/// Reads what stands behind a backslash; nothing where it is no escape.
fn escape(rest: &str) -> Option<Escape> {
    let sign = rest.chars().next()?;
    let hex = |from: usize, digits: usize| -> Option<u32> {
        let text =
            rest.get(from..from + digits).filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
        u32::from_str_radix(text, 16).ok()
    };
    let digits = match sign {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => {
            let letter = match sign {
                '"' | '\\' | '/' | ' ' | '\t' => sign,
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '0' => '\0',
                'a' => '\u{7}',
                'b' => '\u{8}',
                'e' => '\u{1b}',
                'f' => '\u{c}',
                'v' => '\u{b}',
                'N' => '\u{85}',
                '_' => '\u{a0}',
                'L' => '\u{2028}',
                'P' => '\u{2029}',
                _ => return None,
            };
            return Some(Escape { letter, length: 1, paired: false });
        }
    };
    let value = hex(1, digits)?;
    if let Some(letter) = char::from_u32(value) {
        return Some(Escape { letter, length: 1 + digits, paired: false });
    }
    // Half a letter: the other half must follow.
    rest.get(5..).filter(|rest| sign == 'u' && rest.starts_with("\\u"))?;
    let low = hex(7, 4)?;
    let (high, low) = (value.checked_sub(0xD800)?, low.checked_sub(0xDC00)?);
    let whole = high < 0x400 && low < 0x400;
    let letter = whole.then(|| char::from_u32(0x10000 + (high << 10) + low)).flatten()?;
    Some(Escape { letter, length: 11, paired: true })
}

/// Reads the inside of a double-quoted text with every escape as it was written but for those of quote and backslash.
fn as_written(inner: &str) -> String {
    read(inner, |sign| ['"', '\\', '/'].contains(&sign))
}

/// Reads the inside of a double-quoted text with every escape as what it means.
fn decoded(inner: &str) -> String {
    read(inner, |_| true)
}

/// Reads the inside of a double-quoted text: the escapes whose sign is wanted by what they mean, the others as written.
fn read(inner: &str, wanted: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let sign = rest.chars().next();
        match escape(rest).filter(|_| sign.is_some_and(&wanted)) {
            Some(found) => {
                out.push(found.letter);
                rest = &rest[found.length..];
            }
            None => {
                out.push('\\');
                out.extend(sign);
                rest = &rest[sign.map_or(0, char::len_utf8)..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_escapes_say_and_what_is_wrong_with_them() {
        for (inner, says, code, broken) in [
            (r"\ud83d\ude80 goes", "🚀 goes", Some("surrogate_pair"), true),
            (r"\uD83D\uDE80\u00e9\t\x41", "🚀é\tA", Some("surrogate_pair"), true),
            (r"\u00e9 \U0001F680 \x41 \u2192", "é 🚀 A →", None, false),
            // Half a letter, too few digits, a number that is no letter.
            (r"\ud83d goes", r"\ud83d goes", Some("escape_kept"), true),
            (r"\ude80\ud83d", r"\ude80\ud83d", Some("escape_kept"), true),
            (r"\ud83d\u0041", r"\ud83d\u0041", Some("escape_kept"), true),
            (r"\u12 and \x4", r"\u12 and \x4", Some("escape_kept"), true),
            (r"\U00110000", r"\U00110000", Some("escape_kept"), true),
            (r"src\utils", r"src\utils", Some("escape_kept"), true),
            // One that loses something keeps the others beside it as written, too.
            (r"a\.b \ud83d\ude80", r"a\.b \ud83d\ude80", Some("escape_kept"), true),
            // A number says that the sign is meant, whatever it is.
            (r"\u001b[0m", "\u{1b}[0m", None, false),
            (r#"say \"a\" \\ \/"#, r#"say "a" \ /"#, None, false),
            ("ends in \\", "ends in \\", Some("escape_kept"), true),
        ] {
            let found = trouble(inner, true);
            assert_eq!(
                found.as_ref().map(|t| (t.code, t.broken)),
                code.map(|code| (code, broken)),
                "{inner}"
            );
            assert!(found.is_none_or(|t| t.text == says), "{inner}");
            assert_eq!(said(inner, '"', true), says, "{inner}");
        }
        assert_eq!(said("it''s \\n", '\'', true), "it's \\n");
    }
}
