//! Any text as a configuration: ours, the user's own, those of the other systems.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| countersign::io::settings::fuzzed::configuration(&String::from_utf8_lossy(data)));
