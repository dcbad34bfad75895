//! JSON values in a reviewer's text: fenced, bare, one a line, in the middle of a sentence.
//!
//! Strict JSON first (`serde_json`); what that refuses goes once through [`repair`], a named
//! leniency for what models write: comments, trailing commas, typographic quotes, line breaks in
//! strings, bare keys, a missing end. Linear in the text but for [`TRIES`] false starts.

use serde_json::{Map, Value};

use super::page::{Fence, Kind, Page};
use super::yaml_list;

/// Braces in prose that turn out not to be closed; later ones are not tried.
const TRIES: usize = 8;

/// Objects that are read of a text: more than any review has, few enough to bound memory.
const OBJECTS: usize = 20_000;

/// What an object without its end is said to be.
const CUT: &str = "is cut off";

/// A JSON object of the text.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) value: Map<String, Value>,
    /// Indexes into [`Page::lines`], first and last.
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// Byte offset of its first character in the text.
    pub(crate) start: usize,
    /// Byte offset behind its last character.
    pub(crate) end: usize,
    /// It stands in a code fence.
    pub(crate) fenced: bool,
    /// Strict JSON refused it.
    pub(crate) repaired: bool,
    /// Why it cannot approve: its end is missing, or a key of the top level stands twice.
    pub(crate) unsound: Option<&'static str>,
}

/// Finds every object in the reviewer's own text and in fences.
pub(crate) fn find(page: &Page<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    each(page, |object| found.push(object));
    found.sort_by_key(|f| f.first);
    found
}

/// Reads every object and keeps what was read in place of the object: a text may be nothing but objects,
/// and their values take many times its memory. In the order of their lines; the second is the byte at
/// which reading stopped, where not all of it was read.
pub(crate) fn read_each<T>(
    page: &Page<'_>,
    mut read: impl FnMut(&Found) -> T,
) -> (Vec<(Found, T)>, Option<usize>) {
    let mut kept = Vec::new();
    let stopped = each(page, |mut object| {
        let read = read(&object);
        object.value = Map::new();
        kept.push((object, read));
    });
    kept.sort_by_key(|(f, _)| f.first);
    (kept, stopped)
}

/// Hands over every object; returns the byte at which it stopped before the end, where it did.
fn each(page: &Page<'_>, mut take: impl FnMut(Found)) -> Option<usize> {
    let mut sink = Sink { left: OBJECTS, stopped: None, take: &mut take };
    for fence in &page.fences {
        let in_quote = page.lines.get(fence.opening).is_none_or(|l| l.kind != Kind::FenceMark);
        let content = page.text.get(fence.content.clone()).unwrap_or_default();
        let lead = content.len() - content.trim_start().len();
        if in_quote {
            continue;
        }
        if !content.trim_start().starts_with(['{', '[']) {
            listed(page, fence, &mut sink);
            continue;
        }
        let range = fence.content.start + lead..fence.content.start + content.trim_end().len();
        several(page, range, fence.closed, &mut sink);
    }
    bare(page, &mut sink);
    sink.stopped
}

/// Hands over a list of findings in YAML as the object it stands for.
fn listed(page: &Page<'_>, fence: &Fence, sink: &mut Sink<'_>) {
    let Some(value) = yaml_list::read(page, fence) else { return };
    let (start, end) = (fence.content.start, fence.content.end);
    if sink.full(start) {
        return;
    }
    let (first, last) = (line_at(page, start), line_at(page, end.saturating_sub(1).max(start)));
    sink.push(Found { value, first, last, start, end, fenced: true, repaired: false, unsound: None });
}

/// Where objects go, up to a number.
struct Sink<'s> {
    left: usize,
    /// The byte at which something was left unread, the first.
    stopped: Option<usize>,
    take: &'s mut dyn FnMut(Found),
}

impl Sink<'_> {
    fn push(&mut self, found: Found) {
        self.left = self.left.saturating_sub(1);
        (self.take)(found);
    }

    /// Tells whether there is room for more; notes where there was none.
    fn full(&mut self, at: usize) -> bool {
        let full = self.left == 0;
        if full {
            self.stop(at);
        }
        full
    }

    fn stop(&mut self, at: usize) {
        self.stopped = Some(self.stopped.map_or(at, |before| before.min(at)));
    }
}

fn line_at(page: &Page<'_>, offset: usize) -> usize {
    page.lines.partition_point(|l| l.start <= offset).saturating_sub(1)
}

/// Reads one value after another from a fence: a whole answer, or one a line.
fn several(page: &Page<'_>, range: std::ops::Range<usize>, closed: bool, sink: &mut Sink<'_>) {
    let mut at = range.start;
    while at < range.end {
        let rest = &page.text[at..range.end];
        let Some(begin) = rest.find(['{', '[']) else { return };
        if sink.full(at + begin) {
            return;
        }
        let rest = &rest[begin..];
        let end = extent(rest).unwrap_or(rest.len());
        if let Some(mut found) = take(page, at + begin, &rest[..end], true) {
            if !closed && found.last + 1 >= page.lines.len() && found.repaired {
                found.unsound = found.unsound.or(Some(CUT));
            }
            sink.push(found);
        }
        at += begin + end;
    }
}

fn bare(page: &Page<'_>, sink: &mut Sink<'_>) {
    let mut tries = 0;
    let mut until = 0;
    for line in page.own() {
        let end = page.text[line.start..].find('\n').map_or(page.text.len(), |n| line.start + n);
        let mut at = line.start.max(until);
        while at < end {
            let Some(begin) = page.text[at..end].find('{') else { break };
            let begin = at + begin;
            let rest = &page.text[begin..page.end.max(end)];
            if !opens_object(rest) {
                at = begin + 1;
                continue;
            }
            if sink.full(begin) {
                return;
            }
            match extent(rest) {
                Some(length) => {
                    if let Some(found) = take(page, begin, &rest[..length], false) {
                        sink.push(found);
                    }
                    until = begin + length;
                    at = until;
                }
                None if tries < TRIES => {
                    tries += 1;
                    // A cut answer starts its line; a brace in a sentence is no such thing.
                    if page.text[line.start..begin].trim().is_empty()
                        && let Some(found) = take(page, begin, rest, false)
                    {
                        sink.push(found);
                        return;
                    }
                    at = begin + 1;
                }
                None => {
                    sink.stop(begin);
                    return;
                }
            }
        }
    }
}

/// Tells whether a brace is followed by what an object begins with.
fn opens_object(text: &str) -> bool {
    let first = text[1..].trim_start().chars().next();
    if !first
        .is_some_and(|c| matches!(c, '"' | '“' | '”' | '\'' | '}' | '/' | '_') || c.is_ascii_alphabetic())
    {
        return false;
    }
    let near = &text[1..];
    let next = near[..near.char_indices().nth(80).map_or(near.len(), |(at, _)| at)].trim_start();
    next.starts_with(['"', '“', '”', '\'', '}', '/'])
        || next.split_once(':').is_some_and(|(k, _)| bare_key(k.trim()))
}

fn bare_key(key: &str) -> bool {
    !key.is_empty() && key.len() < 40 && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn take(page: &Page<'_>, start: usize, text: &str, fenced: bool) -> Option<Found> {
    let strict = serde_json::from_str::<Value>(text);
    let repaired = strict.is_err();
    let (value, cut, mended) = match strict {
        Ok(value) => (value, false, None),
        Err(_) => {
            // A quotation inside a string is looked for only where nothing else helps.
            let mended = [false, true].into_iter().find_map(|quoting| {
                let (mended, cut) = repair(text, quoting);
                serde_json::from_str::<Value>(&mended).ok().map(|value| (value, cut, Some(mended)))
            });
            mended?
        }
    };
    // Mended, every key stands in quotation marks.
    let twice = || key_twice(mended.as_deref().unwrap_or(text)).then_some("has a key twice");
    let unsound = cut.then_some(CUT).or_else(twice);
    let first = line_at(page, start);
    let last = line_at(page, start + text.len().saturating_sub(1));
    let value = match value {
        Value::Object(map) => map,
        Value::Array(list) if list.iter().any(Value::is_object) => {
            Map::from_iter([("findings".to_owned(), Value::Array(list))])
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => return None,
    };
    let end = start + text.len();
    Some(Found { value, first, last, start, end, fenced, repaired, unsound })
}

/// Returns where the value that begins the text ends.
fn extent(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut walk = Walk::new(text);
    while let Some((at, mark)) = walk.next_outside() {
        match mark {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Keys of an object that are compared one by one, without more ado.
const FEW: usize = 8;

/// Tells whether a key of the top level stands twice: which of the two holds cannot be known.
fn key_twice(text: &str) -> bool {
    let mut few: Vec<String> = Vec::new();
    let mut many = std::collections::HashSet::new();
    let mut depth = 0_usize;
    let mut walk = Walk::new(text);
    while let Some((_, mark)) = walk.next_outside() {
        match mark {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b':' if depth == 1 => {
                let key = walk.last_string.to_lowercase();
                if few.contains(&key) || many.contains(&key) {
                    return true;
                }
                // Most objects have a handful of keys: comparing them is faster than hashing.
                if few.len() < FEW {
                    few.push(key);
                } else {
                    many.insert(key);
                }
            }
            _ => {}
        }
    }
    false
}

/// Walks over the brackets and colons outside strings and comments.
struct Walk<'t> {
    text: &'t str,
    at: usize,
    last_string: &'t str,
}

impl<'t> Walk<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, last_string: "" }
    }

    fn next_outside(&mut self) -> Option<(usize, u8)> {
        let bytes = self.text.as_bytes();
        loop {
            let at = self.at;
            let byte = *bytes.get(at)?;
            // No byte of a longer character is one of these but the first of a typographic quote.
            match byte {
                b'"' => self.string(at + 1, '"'),
                0xe2 if bytes[at..].starts_with("“".as_bytes()) => self.string(at + 3, '“'),
                0xe2 if bytes[at..].starts_with("”".as_bytes()) => self.string(at + 3, '”'),
                b'/' if bytes.get(at + 1) == Some(&b'/') => {
                    self.at = self.text[at..].find('\n').map_or(bytes.len(), |n| at + n);
                }
                b'/' if bytes.get(at + 1) == Some(&b'*') => {
                    self.at = self.text[at..].find("*/").map_or(bytes.len(), |n| at + n + 2);
                }
                b'{' | b'[' | b'}' | b']' | b':' => {
                    self.at += 1;
                    return Some((at, byte));
                }
                _ => self.at += 1,
            }
        }
    }

    /// Passes the string whose first character stands at `from`.
    fn string(&mut self, from: usize, open: char) {
        let inner = &self.text[from..];
        let length = string_end(inner, open, false).unwrap_or(inner.len());
        self.last_string = &inner[..length];
        let mark = inner[length..].chars().next().map_or(0, char::len_utf8);
        self.at = from + length + mark;
    }
}

/// Returns where a string that was opened by `open` ends.
fn string_end(inner: &str, open: char, quoting: bool) -> Option<usize> {
    let mut escaped = false;
    if open == '"' && !quoting {
        return inner.bytes().position(|b| {
            let closes = b == b'"' && !escaped;
            escaped = b == b'\\' && !escaped;
            closes
        });
    }
    for (at, c) in inner.char_indices() {
        // A mark inside a text that such marks delimit ends it only before what follows a value.
        let closes = matches!(c, '“' | '”' | '"') && ends_value(&inner[at + c.len_utf8()..]);
        if closes && !escaped {
            return Some(at);
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

fn ends_value(rest: &str) -> bool {
    rest.trim_start().chars().next().is_none_or(|c| matches!(c, ',' | ':' | '}' | ']'))
}

/// Mends what models get wrong; tells whether the end was missing. What it returns is parsed strictly. Where strings
/// may quote, a mark ends one only before what follows a value.
fn repair(text: &str, quoting: bool) -> (String, bool) {
    let mut out = String::with_capacity(text.len() + 8);
    let mut closers = Vec::new();
    let mut at = 0;
    let mut cut = false;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        match c {
            '"' | '“' | '”' => {
                let inner = &rest[c.len_utf8()..];
                let end = string_end(inner, c, quoting);
                cut |= end.is_none();
                add_comma(&mut out);
                push_string(&mut out, &inner[..end.unwrap_or(inner.len())]);
                let mark = end.and_then(|e| inner[e..].chars().next()).map_or(0, char::len_utf8);
                at += c.len_utf8() + end.unwrap_or(inner.len()) + mark;
            }
            '\'' if out.trim_end().ends_with(['{', '[', ',', ':']) => {
                let inner = &rest[1..];
                let end = inner.find('\'');
                cut |= end.is_none();
                push_string(&mut out, &inner[..end.unwrap_or(inner.len())]);
                at += 1 + end.map_or(inner.len(), |e| e + 1);
            }
            '/' if rest.starts_with("//") => at += rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => at += rest.find("*/").map_or(rest.len(), |n| n + 2),
            '{' | '[' => {
                add_comma(&mut out);
                closers.push(if c == '{' { '}' } else { ']' });
                out.push(c);
                at += 1;
            }
            '}' | ']' => {
                drop_comma(&mut out);
                closers.pop();
                out.push(c);
                at += 1;
            }
            c if c.is_alphabetic() || c == '_' => {
                let word: &str =
                    &rest[..rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())];
                match word {
                    "True" => out.push_str("true"),
                    "False" => out.push_str("false"),
                    "None" | "undefined" => out.push_str("null"),
                    word if rest[word.len()..].trim_start().starts_with(':') => push_string(&mut out, word),
                    word => out.push_str(word),
                }
                at += word.len();
            }
            c => {
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
    if !closers.is_empty() {
        cut = true;
        close(&mut out, closers);
    }
    (out, cut)
}

/// Ends a cut text so that what came before can be read.
fn close(out: &mut String, closers: Vec<char>) {
    drop_comma(out);
    let kept = out.trim_end().len();
    out.truncate(kept);
    if out.ends_with(':') {
        out.push_str("null");
    } else if let Some(key_start) = dangling_key(out, closers.last().copied()) {
        out.truncate(key_start);
        drop_comma(out);
    }
    out.extend(closers.into_iter().rev());
}

/// Returns where a key without a colon begins, at the end of a cut object.
fn dangling_key(out: &str, closer: Option<char>) -> Option<usize> {
    if closer != Some('}') || !out.ends_with('"') {
        return None;
    }
    let bytes = out.as_bytes();
    let mut at = out.len() - 1;
    while at > 0 {
        at -= 1;
        if bytes[at] != b'"' {
            continue;
        }
        let slashes = bytes[..at].iter().rev().take_while(|&&b| b == b'\\').count();
        if slashes % 2 == 0 {
            return out[..at].trim_end().ends_with(['{', ',']).then_some(at);
        }
    }
    None
}

/// Adds the comma that is missing between two values, or a value and the next key.
fn add_comma(out: &mut String) {
    let blank = out.bytes().rev().take_while(u8::is_ascii_whitespace).count();
    if out[..out.len() - blank].ends_with(['"', '}', ']']) {
        out.push(',');
    }
}

fn drop_comma(out: &mut String) {
    let kept = out.trim_end().len();
    if out[..kept].ends_with(',') {
        out.truncate(kept - 1);
    }
}

fn push_string(out: &mut String, inner: &str) {
    out.push('"');
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        // `Src\Stock`, `\d+`: a backslash that begins no escape stands for itself.
        if escaped && !escapes(&inner[at..]) {
            out.push('\\');
        }
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => {}
            '\t' => out.push_str("\\t"),
            '"' if !escaped => out.push_str("\\\""),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
        escaped = c == '\\' && !escaped;
    }
    if escaped {
        out.push('\\');
    }
    out.push('"');
}

/// Tells whether a text behind a backslash goes on as an escape of JSON does.
fn escapes(text: &str) -> bool {
    match text.as_bytes() {
        [b'u', hex @ ..] => hex.len() >= 4 && hex[..4].iter().all(u8::is_ascii_hexdigit),
        [first, ..] => matches!(first, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't'),
        [] => false,
    }
}

/// An object with a look ahead at its keys: it is asked for dozens of fields that it has not, and a bit
/// a key says so before any is compared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object<'v> {
    pub(crate) map: &'v Map<String, Value>,
    keys: u128,
}

impl<'v> Object<'v> {
    /// Looks at a map's keys.
    pub(crate) fn of(map: &'v Map<String, Value>) -> Self {
        let keys = map.keys().fold(0, |keys, key| keys | bit(key));
        Self { map, keys }
    }

    /// Tells whether one of the keys may be that name; where none may, none is.
    fn may(self, name: &str) -> bool {
        self.keys & bit(name) != 0
    }
}

impl<'v> From<&'v Map<String, Value>> for Object<'v> {
    fn from(map: &'v Map<String, Value>) -> Self {
        Self::of(map)
    }
}

/// Returns the bit of a key or a name: by how many letters and digits it has and its ends. A key of another script may be
/// any name, since its letters may have ASCII ones in lower case.
fn bit(key: &str) -> u128 {
    if !key.is_ascii() {
        return u128::MAX;
    }
    let (mut first, mut last, mut length) = (0, 0, 0_usize);
    for byte in plain(key) {
        first = if length == 0 { byte } else { first };
        (last, length) = (byte, length + 1);
    }
    1 << ((7 * usize::from(first) + 3 * usize::from(last) + 13 * length) % 128)
}

/// The letters and digits of a name, in lower case: `blockingCount`, `blocking-count` and `blocking_count` are one.
fn plain(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase())
}

/// Returns the first field of those names that is there and not null.
pub(crate) fn get<'v>(object: impl Into<Object<'v>>, names: &[&str]) -> Option<&'v Value> {
    let object = object.into();
    if !names.iter().any(|name| object.may(name)) {
        return None;
    }
    let mut exact: Option<(usize, &Value)> = None;
    let mut near = None;
    for (key, value) in object.map {
        for (at, name) in names.iter().enumerate() {
            if key.len().abs_diff(name.len()) > MARKS && key.is_ascii() {
                continue;
            }
            if key == name && exact.is_none_or(|(before, _)| at < before) {
                exact = Some((at, value));
            }
            if near.is_none() && !value.is_null() && is_called(key, name) {
                near = Some(value);
            }
        }
    }
    exact.map(|(_, value)| value).filter(|v| !v.is_null()).or(near)
}

/// Marks between its words that a key may have more, or less, than a name.
const MARKS: usize = 6;

/// Tells whether a key is that name, case and the marks between its words aside. Asked of every key for
/// every field, so it compares in place.
fn is_called(key: &str, name: &str) -> bool {
    if !key.is_ascii() {
        // A letter of another script may have an ASCII one in lower case.
        return key.len() <= 4 * name.len() && key.to_lowercase().replace(['-', ' '], "_") == name;
    }
    plain(key).eq(plain(name))
}

/// Returns a field as text; numbers become text, a list its first text.
pub(crate) fn text<'v>(object: impl Into<Object<'v>>, names: &[&str]) -> Option<String> {
    let text = match get(object, names)? {
        Value::String(s) => s.trim().to_owned(),
        Value::Number(n) => n.to_string(),
        Value::Array(list) => list.first()?.as_str()?.trim().to_owned(),
        Value::Null | Value::Bool(_) | Value::Object(_) => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// Returns a field as a count.
pub(crate) fn count<'v>(object: impl Into<Object<'v>>, names: &[&str]) -> Option<u32> {
    match get(object, names)? {
        Value::Number(n) => n.as_u64().and_then(|n| u32::try_from(n).ok()),
        Value::String(s) => s.trim().parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns a field's texts: of a list of texts, or of objects with an id.
pub(crate) fn texts<'v>(object: impl Into<Object<'v>>, names: &[&str]) -> Vec<String> {
    match get(object, names) {
        Some(Value::Array(list)) => list
            .iter()
            .filter_map(|v| match v {
                Value::String(s) => Some(s.trim().to_owned()),
                Value::Object(o) => text(o, &["id", "issue_id", "finding_id"]),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Found> {
        find(&Page::scan(text))
    }

    #[test]
    fn objects_are_found_wherever_they_stand() {
        assert_eq!(all("{\"a\": 1}").len(), 1);
        assert_eq!(all("Result is {\"a\": \"}\"} as said, for {x} too").len(), 1);
        assert_eq!(all("```json\n{\"a\": 1}\n```").len(), 1);
        assert_eq!(all("{\"a\":1}\n{\"b\":2}\n").len(), 2);
        assert_eq!(all("> {\"a\": 1}").len(), 0);
    }

    #[test]
    fn what_models_write_is_mended() {
        let found = all("{\n // note\n status: 'OK', /* x */ “k”: “v”,\n \"l\": [1, 2,],\n}");
        assert_eq!(serde_json::to_string(&found[0].value).unwrap(), r#"{"status":"OK","k":"v","l":[1,2]}"#);
        assert!(found[0].repaired && found[0].unsound.is_none());
        for (text, expected) in [
            (r#"{"a": "Src\Stock\Count.cs", "b": "\d+"}"#, r#"{"a":"Src\\Stock\\Count.cs","b":"\\d+"}"#),
            (r#"{"a": "x" "b": [{"c": 1} {"d": 2}]}"#, r#"{"a":"x","b":[{"c":1},{"d":2}]}"#),
            (
                r#"{"a": "the string "x" is compared", "b": 1}"#,
                r#"{"a":"the string \"x\" is compared","b":1}"#,
            ),
            (r#"{"a": "\u12", "b": "\u0041"}"#, r#"{"a":"\\u12","b":"A"}"#),
        ] {
            let found = all(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(serde_json::to_string(&found[0].value).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn a_cut_object_is_read_as_far_as_it_goes_and_marked() {
        for text in [
            "{\"status\": \"OK\", \"issues\": [{\"title\": \"a b",
            "{\"status\": \"OK\", \"iss",
            "{\"status\": \"OK\", \"issues\":",
            "{\"status\": \"OK\", \"issues\": [",
        ] {
            let found = all(text);
            assert_eq!(found.first().and_then(|f| f.value["status"].as_str()), Some("OK"), "{text}");
            assert_eq!(found[0].unsound, Some(CUT), "{text}");
        }
    }

    #[test]
    fn a_key_that_stands_twice_is_unsound() {
        assert_eq!(all("{\"status\": \"A\", \"status\": \"B\"}")[0].unsound, Some("has a key twice"));
        assert_eq!(all("{\"a\": {\"x\": 1}, \"b\": {\"x\": 2}}")[0].unsound, None);
    }

    #[test]
    fn a_field_is_found_whatever_its_name() {
        for (first, last) in ('a'..='z').flat_map(|a| ('a'..='z').map(move |b| (a, b))) {
            let name = format!("{first}_{last}");
            let map = Map::from_iter([(name.clone(), Value::from(7)), ("other".to_owned(), Value::Null)]);
            assert_eq!(get(&map, &[name.as_str()]), Some(&Value::from(7)), "{name}");
        }
    }
}
