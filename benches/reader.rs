//! How long reading takes beside a plain regular-expression pass over the same text, in the same run.
//!
//! `cargo bench --bench reader` prints a row a text, benign ones first: for 4 KB, 100 KB and 10 MB the
//! time of reading and, behind it, of the pass; then how much longer reading takes than the pass at
//! 10 MB, and how the time grew from 100 KB to 10 MB against the size: 1 is in proportion.
//! It judges at the end: a text of 10 MB that takes a second or more, or a growth above
//! [`GROWTH`], makes it fail. `cargo bench --bench reader -- fences 1000000` times the shapes whose
//! name holds a word, with another largest size.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/it/shapes.rs"]
mod shapes;

use std::collections::HashSet;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use countersign::domain::dialect::{ReadContext, read};
use regex::Regex;
use shapes::Shape;

/// Growth against the size that is still taken for noise: caches and allocations cost more at 10 MB.
const GROWTH: f64 = 4.0;

/// Returns how long this thread has been running, where the system tells it: in steps of some milliseconds,
/// and without what others do on the machine meanwhile.
fn running() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Runs work until it took long enough to be told from the clock's own steps, and gives the shortest time.
fn time<T>(mut work: impl FnMut() -> T) -> Duration {
    let mut best = Duration::MAX;
    let began = Instant::now();
    for run in 0..50 {
        let (before, start) = (running(), Instant::now());
        black_box(work());
        let mut took = start.elapsed();
        if took > Duration::from_millis(100)
            && let (Some(before), Some(after)) = (before, running())
        {
            took = took.min(after - before);
        }
        best = best.min(took);
        // The first time also makes the patterns the text comes to need.
        let warm = run > 0 || took > Duration::from_secs(2);
        if warm && began.elapsed() > Duration::from_millis(60) {
            break;
        }
    }
    best
}

fn shown(time: Duration) -> String {
    let us = time.as_secs_f64() * 1e6;
    if us < 1e3 {
        format!("{us:.0} µs")
    } else if us < 1e6 {
        format!("{:.1} ms", us / 1e3)
    } else {
        format!("{:.2} s", us / 1e6)
    }
}

/// Times one shape; tells whether it is as fast as it must be.
fn row(shape: &Shape, sizes: &[usize], plain: &Regex) -> bool {
    let known: HashSet<&str> = ["VERDICT: accept", "let a = 1;", "fn main() {"].into();
    let in_diff = |line: &str| known.contains(line);
    let context = ReadContext {
        forced: shape.forced,
        countersign: Some("cs-1-abcdef"),
        diff_lines: &in_diff,
        prefers: None,
    };
    let mut line = format!("{:<30}", shape.name);
    let mut before: Option<(usize, Duration)> = None;
    let (mut growth, mut ratio, mut reading) = (0.0, 0.0, Duration::ZERO);
    for &size in sizes {
        let text = (shape.make)(size);
        // What grows beyond all measure at a tenth is not waited for.
        if let Some((_, took)) = before
            && size > 1 << 20
        {
            if took > Duration::from_secs(1) {
                println!("{line} not tried further  <==");
                return false;
            }
            let tenth = (shape.make)(size / 10);
            let at_tenth = time(|| read(black_box(&tenth), &context));
            if at_tenth > Duration::from_secs(4) {
                println!("{line} {:>9} at {} bytes, not tried further  <==", shown(at_tenth), tenth.len());
                return false;
            }
        }
        reading = time(|| read(black_box(&text), &context));
        let pass = time(|| plain.find_iter(black_box(&text)).count());
        ratio = reading.as_secs_f64() / pass.as_secs_f64().max(1e-9);
        if let Some((smaller, took)) = before {
            // Below a tenth of a millisecond the fixed cost of a call is most of it.
            let took = took.as_secs_f64().max(1e-4);
            growth = reading.as_secs_f64() / took / (text.len() as f64 / smaller as f64);
        }
        before = Some((text.len(), reading));
        line.push_str(&format!(" {:>9} {:>9}", shown(reading), shown(pass)));
    }
    let fine = growth <= GROWTH && reading < Duration::from_secs(1);
    println!("{line} {ratio:>7.1} {growth:>7.2}{}", if fine { "" } else { "  <==" });
    fine
}

fn main() -> ExitCode {
    let plain = Regex::new(r"(?i)\b(verdict|status|finding|severity)\b").expect("a constant pattern");
    let mut largest = 10_000_000;
    let mut named = Vec::new();
    for word in std::env::args().skip(1).filter(|a| !a.starts_with("--")) {
        match word.parse() {
            Ok(size) => largest = size,
            Err(_) => named.push(word),
        }
    }
    let sizes = [4_000, 100_000, largest];
    print!("{:<30}", "text");
    for size in sizes {
        print!(" {:>9} {:>9}", format!("{} KB", size / 1000), "regex");
    }
    println!(" {:>7} {:>7}", "ratio", "growth");
    let shapes =
        shapes::all().filter(|s| named.is_empty() || named.iter().any(|n| s.name.contains(n.as_str())));
    let slow = shapes.filter(|s| !row(s, &sizes, &plain)).count();
    if slow > 0 {
        println!("{slow} of them are slow or grow faster than their text");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
