//! Any bytes on the wire through the frame guard.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| countersign::mcp::fuzzed::frames(data));
