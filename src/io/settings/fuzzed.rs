//! What holds of configuration for any text. Built for the fuzzer alone (`fuzz/`).

use serde_json::Value;

use super::{foreign, own, user};
use crate::domain::ids::RepoPath;
use crate::domain::protocol::{Protocol, overlay};

/// Reads a text as a file of ours, as the user's own, and as one of the other systems'.
///
/// # Panics
///
/// Where a value that was read cannot be laid over a protocol twice with one effect.
pub fn configuration(text: &str) {
    let path = RepoPath::parse("countersign.toml").expect("a constant path");
    let _ = user::parse("config.toml", text);
    if let Ok(own) = own::parse(&path, text) {
        for (key, value) in &own.review.fields {
            assert_eq!(overlay::read(key, value).as_ref(), Ok(value), "what was read is read again");
            for mut protocol in Protocol::all() {
                for may_loosen in [false, true] {
                    if overlay::lay(&mut protocol, key, value, may_loosen).is_ok() {
                        let once = protocol.clone();
                        assert!(overlay::lay(&mut protocol, key, value, may_loosen).is_ok(), "{key}");
                        assert_eq!(protocol, once, "{key}");
                    }
                }
            }
        }
    }
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        let _ = foreign::megazord(path.clone(), &value);
        let _ = foreign::yolo(path.clone(), &value);
        let _ = foreign::gsd(path, &value);
    }
}
