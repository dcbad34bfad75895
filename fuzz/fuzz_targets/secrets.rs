//! Any bytes through the redaction of secrets.

#![no_main]

use countersign::domain::secret::{Key, is_in, places, redact};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let key = Key::new("fuzz");
    let redacted = redact(&text, &key);
    assert_eq!(is_in(&text), !places(&text).is_empty());
    assert_eq!(is_in(&text), *redacted != *text, "what is found is redacted");
    assert_eq!(text.split('\n').count(), redacted.split('\n').count(), "lines keep their numbers");
    assert_eq!(redact(&redacted, &key), redacted, "once is enough\n{redacted}");
});
