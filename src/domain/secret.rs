//! Secrets of known shapes: found in any text, and written as `[redacted github-token 1f0c9a37]` (SPEC 13.10).
//!
//! The eight digits are a keyed hash: the same secret looks the same wherever one repository's store shows it, and
//! who has the text alone cannot try passwords against it. Line ends stay, so that line numbers hold. What is
//! redacted cannot be had back from here.

mod shapes;

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;

use shapes::{SHAPES, Shape};

/// Any shape. It only tells where to look closer: its groups are not asked for.
static ANY: LazyLock<Regex> = LazyLock::new(|| {
    let all: Vec<String> = SHAPES.iter().map(|s| format!("(?:{})", bounded(s))).collect();
    ascii(&all.join("|"))
});
/// Each shape for itself, in the order of the table, over the very text that [`ANY`] found.
static EACH: LazyLock<Vec<Regex>> =
    LazyLock::new(|| SHAPES.iter().map(|s| ascii(&format!(r"\A(?:\\[nrt])?(?:{})\z", s.pattern))).collect());
/// The shape that runs over lines.
const KEY_BLOCK: &str = "private-key";
/// Signs in a row of which a key block's lines are made.
static KEY_LINE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[A-Za-z0-9/=][A-Za-z0-9+/=]{3,}").expect("a constant pattern"));
/// What stands for a secret that is not there.
static STAND_IN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)example|placeholder|change[_-]?me|your[_-]|redacted|dummy|sample|\$\{|\{\{|%\(|^\$|^<|^\*+$|^\.+$|^(?:pass(?:word)?|passwd|pwd|secret|token|user|postgres|root|admin|test|key)$")
        .expect("a constant pattern")
});
/// The mark of a redacted secret.
static MARK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[redacted [a-z0-9-]{2,24} [0-9a-f]{8}\]").expect("a constant pattern"));

/// A pattern over ASCII alone, which is made many times faster.
fn ascii(pattern: &str) -> Regex {
    regex::RegexBuilder::new(pattern).unicode(false).build().expect("a constant pattern")
}

/// A shape that does not begin inside of a word; the `\n` of a text in quotation marks is none.
fn bounded(shape: &Shape) -> String {
    let before = if shape.pattern.starts_with(['-', '(']) { "" } else { r"(?:\\[nrt]|\b)" };
    format!("{before}(?:{})", shape.pattern)
}

/// What the hashes of one repository are keyed with.
#[derive(Debug, Clone)]
pub struct Key([u8; 32]);

impl Key {
    /// Makes the key from a store's own secret text.
    pub fn new(secret: &str) -> Self {
        Self(blake3::derive_key("countersign 2026-11-22 equality of redacted secrets", secret.as_bytes()))
    }

    /// The mark that stands for a secret.
    fn mark(&self, name: &str, secret: &str) -> String {
        let hash = blake3::keyed_hash(&self.0, secret.as_bytes()).to_hex();
        format!("[redacted {name} {}]", &hash.as_str()[..8])
    }
}

/// Tells whether a text holds a secret of a known shape.
pub fn is_in(text: &str) -> bool {
    each(text).next().is_some()
}

/// Returns where the secrets of a text begin, in bytes.
pub fn places(text: &str) -> Vec<usize> {
    each(text).map(|(_, start, _)| start).collect()
}

/// Writes every secret of a text as its mark. Doing so again changes nothing.
pub fn redact<'t>(text: &'t str, key: &Key) -> Cow<'t, str> {
    let (mut out, mut written) = (String::new(), 0);
    for (shape, start, end) in each(text) {
        let secret = &text[start..end];
        out.push_str(&text[written..start]);
        let mark = key.mark(shape.name, secret);
        out.push_str(&if shape.name == KEY_BLOCK { block(secret, &mark) } else { mark });
        written = end;
    }
    if written == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[written..]);
    Cow::Owned(out)
}

/// Tells whether any text of a value holds a secret.
pub fn is_in_value(value: &Value) -> bool {
    match value {
        Value::String(text) => is_in(text),
        Value::Array(items) => items.iter().any(is_in_value),
        Value::Object(fields) => fields.iter().any(|(name, value)| is_in(name) || is_in_value(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Redacts every text of a value, names of fields included: files and ids are names in some answers.
pub fn redact_value(value: &mut Value, key: &Key) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(redacted) = redact(text, key) {
                *text = redacted;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redact_value(item, key)),
        Value::Object(fields) => {
            if fields.keys().any(|name| is_in(name)) {
                let all = std::mem::take(fields);
                fields.extend(all.into_iter().map(|(name, value)| (redact(&name, key).into_owned(), value)));
            }
            fields.values_mut().for_each(|value| redact_value(value, key));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Splits a text at its marks: what stands between them was said, what they stand for is not known here.
pub fn between_marks(text: &str) -> impl Iterator<Item = &str> {
    MARK.split(text)
}

/// Finds the secrets one after the other: their shapes and places in bytes.
fn each(text: &str) -> impl Iterator<Item = (&'static Shape, usize, usize)> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let found = find(text, from)?;
        from = found.2;
        Some(found)
    })
}

fn find(text: &str, mut from: usize) -> Option<(&'static Shape, usize, usize)> {
    while let Some(near) = ANY.find_at(text, from) {
        let known = SHAPES.iter().zip(EACH.iter()).find_map(|(shape, pattern)| {
            let (start, end) = secret_of(&pattern.captures(near.as_str())?);
            let (start, end) = (near.start() + start, near.start() + end);
            let goes_on = text[end..].starts_with(|c: char| c.is_ascii_alphanumeric());
            let is_one = !(goes_on && shape.is_whole()) && is_secret(shape, &text[start..end]);
            is_one.then_some((shape, start, end))
        });
        if known.is_some() {
            return known;
        }
        // Not one after all: the next may begin inside of it.
        from = near.start() + near.as_str().chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// Where in a match the secret itself stands.
fn secret_of(found: &Captures<'_>) -> (usize, usize) {
    match (found.get(1), found.get(0)) {
        (Some(part), _) => (part.start(), part.end()),
        // The line feed that a text in quotation marks writes as two signs is none of the secret's.
        (None, Some(whole)) if whole.as_str().starts_with('\\') => (whole.start() + 2, whole.end()),
        (None, whole) => whole.map_or((0, 0), |m| (m.start(), m.end())),
    }
}

/// Tells a secret from what only has its shape: a stand-in, an example of a manual, a row of one sign.
fn is_secret(shape: &Shape, secret: &str) -> bool {
    if shape.name == KEY_BLOCK {
        return true;
    }
    let signs = distinct(secret);
    if shape.chosen {
        let enough = match shape.name {
            "secret" => {
                secret.bytes().filter(u8::is_ascii_digit).count() >= 3
                    && secret.bytes().any(|b| b.is_ascii_alphabetic())
                    && signs >= 12
                    && !is_words(secret)
                    && !is_uuid(secret)
            }
            _ => signs >= 2,
        };
        return enough && !STAND_IN.is_match(secret);
    }
    // AWS's and others' manuals end their samples so; a mask is made of one or two signs.
    let body = secret.rsplit(['_', '-', '.']).next().filter(|b| b.len() >= 12).unwrap_or(secret);
    !secret.ends_with("EXAMPLE") && !secret.ends_with("EXAMPLEKEY") && distinct(body) >= 5
}

/// Counts the different signs of a text.
fn distinct(text: &str) -> usize {
    let mut signs: Vec<u8> = text.bytes().collect();
    signs.sort_unstable();
    signs.dedup();
    signs.len()
}

/// Tells whether a text is a name of words with a number: `user_session_token_v2_2024`.
fn is_words(text: &str) -> bool {
    let mut parts = text.split(['_', '-', '.', '/']).filter(|p| !p.is_empty()).peekable();
    text.contains(['_', '-', '.', '/'])
        && parts.peek().is_some()
        && parts.all(|p| {
            p.bytes().all(|b| b.is_ascii_digit()) && p.len() <= 4
                || p.bytes().all(|b| b.is_ascii_alphabetic())
                || p.len() <= 3
        })
}

/// Tells whether a text has the form of a UUID, which names more often than it opens.
fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}

/// Redacts the inside of a key block line by line, so that the lines keep their number and what stands before them.
fn block(secret: &str, mark: &str) -> String {
    let mut first = true;
    let shown = KEY_LINE.replace_all(secret, |_: &Captures<'_>| {
        if std::mem::take(&mut first) { mark.to_owned() } else { "…".to_owned() }
    });
    shown.into_owned()
}

#[cfg(test)]
mod tests;
