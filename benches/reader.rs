//! How long reading takes beside a plain regex pass over the same text, in the same run.
//!
//! `cargo bench --bench reader` prints a row a text: size, time of reading, time of the pass, ratio.
//! It judges nothing; a ratio that grows with the size is what to look for.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use countersign::domain::dialect::{ReadContext, read};
use regex::Regex;

const BENIGN: &str = "### Finding 1: The handle leaks\n- **Severity:** warning\n- **File:** src/a.rs:10\n- **Issue:** The early return skips the close.\n- **Suggestion:** Close it before returning.\n\n";

fn texts(size: usize) -> Vec<(&'static str, String)> {
    let of = |unit: &str| unit.repeat(size.div_ceil(unit.len()));
    vec![
        ("benign", format!("## REVIEW COMPLETE\n\n**Status:** issues_found\n\n{}", of(BENIGN))),
        ("items", of("- [HIGH] `a.rs:1` x\n")),
        ("headings", of("# Finding 1: x\n")),
        ("braces", of("{")),
        ("objects not closed", of("{\"a\":")),
        ("fences", of("```\nx\n```\n")),
        ("full stops", of("I approve. ")),
        ("tables", of("| a | b |\n|---|---|\n| c | d |\n\n")),
    ]
}

fn time<T>(mut work: impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

fn main() {
    let plain = Regex::new(r"(?i)\b(verdict|status|finding|severity)\b").expect("a constant pattern");
    println!("{:<20} {:>9} {:>12} {:>12} {:>8}", "text", "bytes", "read", "regex", "ratio");
    for size in [4 << 10, 100 << 10, 1 << 20] {
        for (name, text) in texts(size) {
            let reading = time(|| read(black_box(&text), &ReadContext::default()));
            let pass = time(|| plain.find_iter(black_box(&text)).count());
            let ratio = reading.as_secs_f64() / pass.as_secs_f64().max(1e-9);
            println!("{name:<20} {:>9} {reading:>12.1?} {pass:>12.1?} {ratio:>8.0}", text.len());
        }
    }
}
