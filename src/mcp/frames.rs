//! The frame guard: what arrives on the wire, before the SDK sees it.
//!
//! The SDK drops malformed JSON, invalid UTF-8 and over-long lines without a word, and answers a message of
//! the wrong shape without its id; the client then waits until its own timeout. Here every line is sorted
//! into a message to deliver, refusals to send at once, or nothing to say (SPEC 13.4). Works on bytes, in
//! linear time, without recursion; keeps at most one line of [`LINE_BYTES`] and two windows of a longer one.

use std::io::{self, BufRead};

use rmcp::model::ClientJsonRpcMessage;
use serde_json::{Value, json};

/// Longest line taken, in bytes.
pub(super) const LINE_BYTES: usize = 16 * 1024 * 1024;
/// How much of the start and of the end of a longer line is kept to look for its id.
const WINDOW: usize = 64 * 1024;

const PARSE_ERROR: i32 = -32700;
pub(super) const INVALID_REQUEST: i32 = -32600;
pub(super) const METHOD_NOT_FOUND: i32 = -32601;

/// One line as read.
#[derive(Debug, PartialEq)]
pub(super) enum Frame {
    /// A line within the limit, without its line feed.
    Line(Vec<u8>),
    /// A longer line: its length and its two ends.
    TooLong { head: Vec<u8>, tail: Vec<u8>, bytes: u64 },
}

/// An answer that the guard gives itself. Without an id it answers nothing in particular.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Refusal {
    pub(super) id: Option<Value>,
    pub(super) code: i32,
    pub(super) message: String,
}

impl Refusal {
    /// Returns the refusal as a line of the protocol. An unreadable id is left out, as both current
    /// revisions have it; they know no null id.
    pub(super) fn to_line(&self) -> Vec<u8> {
        let error = json!({ "code": self.code, "message": self.message });
        let message = match &self.id {
            Some(id) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
            None => json!({ "jsonrpc": "2.0", "error": error }),
        };
        let mut line = message.to_string().into_bytes();
        line.push(b'\n');
        line
    }
}

/// What a frame comes to.
#[derive(Debug)]
pub(super) enum Sorted {
    /// A message for the SDK.
    Deliver(Box<ClientJsonRpcMessage>),
    /// Answers to send at once. Responses and notifications are never answered.
    Refuse(Vec<Refusal>),
    /// Nothing to say.
    Ignore,
}

/// Reads the next line, never holding more than `most` bytes of it; nothing at the end. A last line without a
/// line feed counts.
pub(super) fn read_frame(input: &mut impl BufRead, most: usize) -> io::Result<Option<Frame>> {
    let mut line: Vec<u8> = Vec::new();
    let mut tail: Vec<u8> = Vec::new();
    let mut total: u64 = 0;
    let mut started = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(started.then(|| finish(line, tail, total, most)));
        }
        started = true;
        let end = available.iter().position(|b| *b == b'\n');
        let chunk = &available[..end.unwrap_or(available.len())];
        total += chunk.len() as u64;
        let room = most.saturating_sub(line.len()).min(chunk.len());
        if tail.is_empty() {
            line.extend_from_slice(&chunk[..room]);
        }
        if total > most as u64 {
            if tail.is_empty() {
                // The end of what was kept is the start of the last window.
                tail.extend_from_slice(&line[line.len().saturating_sub(WINDOW)..]);
                tail.extend_from_slice(&chunk[room..]);
                line.truncate(WINDOW);
                line.shrink_to_fit();
            } else {
                tail.extend_from_slice(chunk);
            }
            let extra = tail.len().saturating_sub(WINDOW);
            tail.drain(..extra);
        }
        let consumed = chunk.len() + usize::from(end.is_some());
        input.consume(consumed);
        if end.is_some() {
            return Ok(Some(finish(line, tail, total, most)));
        }
    }
}

/// Returns the frame of a line that has ended.
fn finish(line: Vec<u8>, tail: Vec<u8>, total: u64, most: usize) -> Frame {
    if total > most as u64 { Frame::TooLong { head: line, tail, bytes: total } } else { Frame::Line(line) }
}

/// Sorts a frame.
pub(super) fn sort(frame: &Frame) -> Sorted {
    match frame {
        Frame::Line(line) => sort_line(line),
        Frame::TooLong { head, tail, bytes } => {
            let mut seen = members(head);
            if seen.id.is_none() {
                let last = tail_members(tail);
                seen = Members { id: last.id, answer: seen.answer || last.answer };
            }
            let message = format!("the line is {bytes} bytes long; at most {LINE_BYTES} are read");
            refuse_unless_answer(seen, INVALID_REQUEST, message)
        }
    }
}

/// Sorts a line within the limit.
fn sort_line(line: &[u8]) -> Sorted {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Sorted::Ignore;
    }
    match serde_json::from_slice::<ClientJsonRpcMessage>(line) {
        // The SDK takes a request whose id it cannot read for a notification, and would never answer it.
        Ok(ClientJsonRpcMessage::Notification(_)) if has_id(line) => sort_value(line),
        Ok(message) => Sorted::Deliver(Box::new(message)),
        Err(_) => sort_value(line),
    }
}

/// Sorts a line that is no message of the protocol.
fn sort_value(line: &[u8]) -> Sorted {
    let value = match serde_json::from_slice::<Value>(line) {
        Ok(value) => value,
        Err(error) => {
            let seen = members(line);
            let what = match std::str::from_utf8(line) {
                Ok(_) => format!("the line is no JSON: {error}"),
                Err(at) => format!("the line is no UTF-8 from byte {}", at.valid_up_to()),
            };
            return refuse_unless_answer(seen, PARSE_ERROR, what);
        }
    };
    match value {
        Value::Array(batch) => {
            let message = "batches are not part of this protocol; send each message on a line of its own";
            let refusals: Vec<Refusal> = batch
                .iter()
                .filter(|m| m.get("method").is_some())
                .filter_map(|m| m.get("id").and_then(readable))
                .map(|id| Refusal { id: Some(id), code: INVALID_REQUEST, message: message.to_owned() })
                .collect();
            if refusals.is_empty() && batch.is_empty() {
                return refuse_one(None, "an empty batch says nothing".to_owned());
            }
            Sorted::Refuse(refusals)
        }
        Value::Object(message) => {
            let id = message.get("id");
            let is_answer = !message.contains_key("method")
                && (message.contains_key("result") || message.contains_key("error"));
            if is_answer || (id.is_none() && message.contains_key("method")) {
                return Sorted::Ignore;
            }
            refuse_one(id.and_then(readable), wrong_shape(&message))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            refuse_one(None, "the line is no JSON-RPC message but a bare value".to_owned())
        }
    }
}

/// Says what keeps an object from being a request.
fn wrong_shape(message: &serde_json::Map<String, Value>) -> String {
    let id = message.get("id");
    if message.get("jsonrpc") != Some(&json!("2.0")) {
        return "the message lacks \"jsonrpc\": \"2.0\"".to_owned();
    }
    if !message.get("method").is_some_and(Value::is_string) {
        return "the message has no \"method\" that is text".to_owned();
    }
    if !id.is_some_and(|id| id.is_string() || id.is_i64()) {
        return "the \"id\" of a request must be text or a whole number".to_owned();
    }
    "the message has the shape of no JSON-RPC request".to_owned()
}

fn refuse_one(id: Option<Value>, message: String) -> Sorted {
    Sorted::Refuse(vec![Refusal { id, code: INVALID_REQUEST, message }])
}

/// Refuses a broken line, unless it is an answer to us, which is never answered.
fn refuse_unless_answer(seen: Members, code: i32, message: String) -> Sorted {
    if seen.answer {
        return Sorted::Ignore;
    }
    Sorted::Refuse(vec![Refusal { id: seen.id, code, message }])
}

/// Returns an id that can be given back: text or a number.
fn readable(id: &Value) -> Option<Value> {
    (id.is_string() || id.is_number()).then(|| id.clone())
}

/// Tells whether the outer object of valid JSON has an id, whatever its type.
fn has_id(line: &[u8]) -> bool {
    serde_json::from_slice::<Value>(line).is_ok_and(|v| v.get("id").is_some())
}

/// What can be told of a broken message: its id, and whether it answers a request of ours.
#[derive(Debug, Default, PartialEq)]
struct Members {
    id: Option<Value>,
    answer: bool,
}

impl Members {
    /// Takes note of a member of the outer object whose value starts at `value`.
    fn note(&mut self, key: &[u8], value: &[u8]) {
        match key {
            b"id" if self.id.is_none() => self.id = leading_id(value),
            b"result" | b"error" => self.answer = true,
            _ => {}
        }
    }
}

/// Reads the members of the outer object from the start of a line that need not be whole or valid.
fn members(bytes: &[u8]) -> Members {
    let mut seen = Members::default();
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let Some(end) = string_end(bytes, at) else {
                    break;
                };
                if depth == 1
                    && let Some(value) = after_colon(&bytes[end..])
                {
                    seen.note(&bytes[at + 1..end - 1], value);
                }
                at = end;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    seen
}

/// Reads the members of the outer object from the end of a line, backwards, so that the start may be missing.
fn tail_members(bytes: &[u8]) -> Members {
    let mut seen = Members::default();
    let mut depth = 0usize;
    let mut at = bytes.len();
    while at > 0 {
        at -= 1;
        match bytes[at] {
            b'"' => {
                let Some(start) = string_start(bytes, at) else {
                    break;
                };
                if depth == 1
                    && let Some(value) = after_colon(&bytes[at + 1..])
                {
                    seen.note(&bytes[start + 1..at], value);
                }
                at = start;
            }
            b'}' | b']' => depth += 1,
            b'{' | b'[' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    seen
}

/// Returns the position after the closing quote of the text that opens at `start`.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Returns the position of the opening quote of the text that closes at `end`.
fn string_start(bytes: &[u8], end: usize) -> Option<usize> {
    let mut at = end;
    while at > 0 {
        at -= 1;
        if bytes[at] == b'"' {
            let escapes = bytes[..at].iter().rev().take_while(|b| **b == b'\\').count();
            if escapes.is_multiple_of(2) {
                return Some(at);
            }
            // Step over the escapes too: each is looked at once.
            at -= escapes;
        }
    }
    None
}

/// Returns what follows a colon, if a colon comes next.
fn after_colon(bytes: &[u8]) -> Option<&[u8]> {
    bytes.trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start)
}

/// Reads an id, text or number of at most 1,024 bytes, from the start of a value.
fn leading_id(value: &[u8]) -> Option<Value> {
    let value = &value[..value.len().min(1024)];
    let end = match value.first()? {
        b'"' => string_end(value, 0)?,
        b'-' | b'0'..=b'9' => {
            let end = value.iter().position(|b| !b"+-.0123456789eE".contains(b))?;
            // A number that a space or the line's fault cuts short is not known to be whole.
            b",} \t\r".contains(value.get(end)?).then_some(end)?
        }
        _ => return None,
    };
    serde_json::from_slice(value.get(..end)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusals(line: &[u8]) -> Vec<(Option<Value>, i32)> {
        match sort(&Frame::Line(line.to_vec())) {
            Sorted::Refuse(refusals) => refusals.into_iter().map(|r| (r.id, r.code)).collect(),
            other @ (Sorted::Deliver(_) | Sorted::Ignore) => {
                panic!("{:?} was not refused but {other:?}", String::from_utf8_lossy(line))
            }
        }
    }

    #[test]
    fn a_broken_line_is_answered_under_its_id() {
        for (line, id) in [
            (&br#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"#[..], json!(7)),
            (br#"{"method":"x","id":"a\"b","params":{"id":9}"#, json!("a\"b")),
            (b"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"x\",\"params\":{\"t\":\"\xff\xfe\"}}", json!(3)),
            (br#"{"params":{"id":1,"s":"}{"}, "id" : -4 , nonsense"#, json!(-4)),
        ] {
            assert_eq!(refusals(line), [(Some(id), PARSE_ERROR)], "{}", String::from_utf8_lossy(line));
        }
        for line in [&b"garbage"[..], br#"{"params":{"id":1"#, br#"{"id":{"id":1"#, br#"{"id":12"#, b"{\"id"]
        {
            assert_eq!(refusals(line), [(None, PARSE_ERROR)], "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn json_of_another_shape_is_an_invalid_request() {
        for (line, id) in [
            (r#"{"id":1,"method":"tools/list"}"#, Some(json!(1))),
            (r#"{"jsonrpc":"2.0","id":1}"#, Some(json!(1))),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#, Some(json!(1.5))),
            (r#"{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}"#, Some(json!(u64::MAX))),
            (r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, None),
            (r#"{"jsonrpc":"2.0","id":[1],"method":"tools/list"}"#, None),
            ("[]", None),
            ("5", None),
        ] {
            assert_eq!(refusals(line.as_bytes()), [(id, INVALID_REQUEST)], "{line}");
        }
    }

    #[test]
    fn a_number_of_any_size_is_answered_as_it_was_sent() {
        for id in ["1111111111111111111110", "1.1", "-5e-324", "1.7976931348623157e308"] {
            let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":7}}"#);
            let Sorted::Refuse(refused) = sort(&Frame::Line(line.clone().into_bytes())) else {
                panic!("{line} is refused")
            };
            let answer: Value = serde_json::from_slice(&refused[0].to_line()).unwrap();
            let sent: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(answer["id"], sent["id"], "{line}");
        }
    }

    #[test]
    fn a_batch_is_refused_request_by_request() {
        let line = br#"[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":"b","method":"c"},3]"#;
        assert_eq!(refusals(line), [(Some(json!(1)), INVALID_REQUEST), (Some(json!("b")), INVALID_REQUEST)]);
    }

    #[test]
    fn answers_and_notifications_are_never_answered() {
        for line in [
            &br#"{"jsonrpc":"2.0","id":4,"result":{"a":"#[..],
            br#"{"jsonrpc":"2.0","error":{},"id":4,"#,
            br#"{"method":"notifications/odd"}"#,
            b"  \r",
            b"",
        ] {
            match sort(&Frame::Line(line.to_vec())) {
                Sorted::Ignore => {}
                other @ (Sorted::Deliver(_) | Sorted::Refuse(_)) => {
                    panic!("{:?} became {other:?}", String::from_utf8_lossy(line))
                }
            }
        }
    }

    #[test]
    fn a_request_is_delivered_with_a_mark_and_a_carriage_return() {
        let line = b"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\r";
        assert!(matches!(sort(&Frame::Line(line.to_vec())), Sorted::Deliver(_)));
    }

    #[test]
    fn lines_are_read_whole_up_to_the_limit() {
        let input = b"abc\n\nlonger than ten\nend";
        let mut reader = io::BufReader::with_capacity(4, &input[..]);
        let mut frames = Vec::new();
        while let Some(frame) = read_frame(&mut reader, 10).expect("bytes can be read") {
            frames.push(frame);
        }
        assert_eq!(
            frames,
            [
                Frame::Line(b"abc".to_vec()),
                Frame::Line(Vec::new()),
                Frame::TooLong { head: b"longer tha".to_vec(), tail: b"longer than ten".to_vec(), bytes: 15 },
                Frame::Line(b"end".to_vec()),
            ]
        );
    }

    #[test]
    fn a_line_too_long_is_answered_from_either_end() {
        let most = 300_000;
        let filler = "x\\\"{[".repeat(100_000);
        for line in [
            format!(r#"{{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{{"t":"{filler}"}}}}"#),
            format!(r#"{{"jsonrpc":"2.0","method":"tools/call","params":{{"t":"{filler}","id":3}},"id":8}}"#),
        ] {
            let mut reader = io::BufReader::new(line.as_bytes());
            let frame = read_frame(&mut reader, most).expect("bytes can be read").expect("one line");
            let Frame::TooLong { head, tail, bytes } = &frame else {
                panic!("{} bytes were kept", line.len())
            };
            assert!(head.len() <= WINDOW && tail.len() <= WINDOW);
            assert_eq!(*bytes, line.len() as u64);
            match sort(&frame) {
                Sorted::Refuse(refusals) => assert_eq!(refusals[0].id, Some(json!(8))),
                other @ (Sorted::Deliver(_) | Sorted::Ignore) => panic!("{other:?}"),
            }
        }
    }

    proptest::proptest! {
        /// Whatever the bytes, sorting ends, and never answers more than once outside a batch.
        #[test]
        fn sorting_never_fails(line in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
            if let Sorted::Refuse(refusals) = sort(&Frame::Line(line.clone())) {
                proptest::prop_assert!(refusals.len() <= 1 || line.trim_ascii().starts_with(b"["));
            }
            let _ = tail_members(&line);
        }
    }
}
