//! What holds of the frame guard for any bytes. Built for the fuzzer alone (`fuzz/`).

use serde_json::Value;

use super::frames::{Frame, Sorted, read_frame, sort};

/// Cuts bytes into frames and sorts each; the first byte says how long a line may be.
///
/// # Panics
///
/// Where a rule of the guard does not hold: one frame a line, refusals that are lines of the protocol, no request with a
/// readable id passed over.
pub fn frames(bytes: &[u8]) {
    let Some((&first, mut input)) = bytes.split_first() else { return };
    let most = 16 + 64 * usize::from(first);
    let lines =
        input.split(|b| *b == b'\n').count() - usize::from(input.is_empty() || input.ends_with(b"\n"));
    let mut seen = 0;
    while let Some(frame) = read_frame(&mut input, most).expect("bytes in memory can be read") {
        seen += 1;
        let line = match &frame {
            Frame::Line(line) => {
                assert!(line.len() <= most && !line.contains(&b'\n'), "a line within its limit");
                line.as_slice()
            }
            Frame::TooLong { bytes, .. } => {
                assert!(*bytes > most as u64);
                &[]
            }
        };
        match sort(&frame) {
            Sorted::Deliver(_) => {}
            Sorted::Refuse(refusals) => {
                for refusal in refusals {
                    let answer = refusal.to_line();
                    let (end, text) = answer.split_last().expect("an answer is no empty line");
                    assert!(*end == b'\n' && !text.contains(&b'\n'), "one line");
                    let answer: Value = serde_json::from_slice(text).expect("an answer is JSON");
                    assert_eq!(answer.get("id"), refusal.id.as_ref());
                }
            }
            Sorted::Ignore => {
                if let Ok(Value::Object(message)) = serde_json::from_slice(line) {
                    let waits = message.get("id").is_some_and(|id| id.is_string() || id.is_number());
                    assert!(!(waits && message.contains_key("method")), "a request is never passed over");
                }
            }
        }
    }
    assert_eq!(seen, lines, "a frame a line");
}
