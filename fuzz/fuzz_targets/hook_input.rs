//! Any bytes as what a host's hook says, and as the shell command it asks about.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| countersign::cli::hook::fuzzed::hook_input(data));
