//! The 71 documents that kill, stall or deceive a careless reader of front matter (SPEC 8.1), each read twice: in this
//! process against the clock, and by the program with no more memory than it may use.
//!
//! What each comes to stands in `probes.txt`: `UPDATE_EXPECT=1` writes it anew; read every line that changes.

#![allow(clippy::unwrap_used, reason = "a failing test says where")]

use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

use countersign::domain::ids::RepoPath;
use countersign::domain::plan;
use expect_test::expect_file;

use crate::scene::Scene;

const AT: &str = ".planning/phases/01-cart/01-01-PLAN.md";
/// The longest that a processor may be busy with reading one, this build being one without optimisation.
const LONGEST: Duration = Duration::from_millis(250);
/// The most memory that the whole program may write to while it checks one, in KiB.
const MEMORY: u32 = 64 * 1024;
const BODY: &str = "\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: All</name>\n  <files>src/a.rs</files>\n  <done>it is</done>\n</task>\n</tasks>\n";

/// A plan with one truth, as its line says it.
fn truth(line: &str) -> String {
    format!("---\nphase: 01-cart\nplan: 01\nmust_haves:\n  truths:\n    - {line}\n---\n{BODY}")
}

/// A plan with lines of front matter of one's own.
fn head(lines: &str) -> String {
    format!("---\nphase: 01-cart\nplan: 01\n{lines}\n---\n{BODY}")
}

/// Rows of nine aliases of the row before, so many deep.
fn aliases(depth: usize) -> String {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for n in 1..depth {
        let row = vec![format!("*a{}", n - 1); 9].join(", ");
        writeln!(text, "a{n}: &a{n} [{row}]").unwrap();
    }
    text
}

/// Maps, each one column further in.
fn maps(depth: usize) -> String {
    (0..depth).map(|n| format!("{}k:\n", " ".repeat(n))).collect()
}

/// The 46 small ones.
fn small() -> Vec<(&'static str, String)> {
    let whole = head("must_haves:\n  truths:\n    - \"It adds up\"");
    vec![
        ("a hash sign", truth("Fix issue #12 now")),
        ("an ampersand", truth("&mut self is used")),
        ("an exclamation mark", truth("!important css")),
        ("a colon", truth("prints: ok")),
        ("two colons", truth("a: b: c")),
        ("a backtick", truth("`cargo test` passes")),
        ("an at sign", truth("@decorator is kept")),
        ("two asterisks", truth("**bold** works")),
        ("one asterisk", truth("*.rs files compile")),
        ("a box", truth("[x] is ticked")),
        ("a per cent sign", truth("%d is printed")),
        ("a bar", truth("| separates columns")),
        ("a comparison", truth(">= 80 % are covered")),
        ("a quoted start", truth("\"foo\" returns bar")),
        ("an escape YAML lacks", truth("\"regex \\d+ matches\"")),
        ("an apostrophe", truth("'it' isn't quoted")),
        ("a brace", truth("{id} is in the path")),
        ("a dash", truth("- stays a dash")),
        ("a question mark", truth("? asks")),
        ("properly quoted", truth("\"a \\\"b\\\" c: #1\"")),
        ("properly quoted once", truth("'a ''b'' c: #1'")),
        ("yes", truth("yes")),
        ("true", truth("true")),
        ("null", truth("null")),
        ("a tilde", truth("~")),
        ("1e3", truth("1e3")),
        ("infinity", truth(".inf")),
        ("thirty digits", truth("123456789012345678901234567890")),
        ("an escape character", truth("\"\\u001b[31mred\"")),
        ("bidirectional marks", truth("a \u{202e}b\u{202c} c")),
        ("octal", head("wave: 0o17")),
        (
            "a decimal phase",
            "---\nphase: 1.10\nplan: 02.10\nmust_haves:\n  truths: [x]\n---\n".to_owned() + BODY,
        ),
        ("the same key twice", head("wave: 1\nwave: 2")),
        ("CRLF", whole.replace('\n', "\r\n")),
        ("a byte order mark", format!("\u{feff}{whole}")),
        ("a blank first line", format!("\n{whole}")),
        ("four dashes", whole.replacen("---\n", "----\n", 1)),
        ("three dots at the end", whole.replacen("\n---\n", "\n...\n", 1)),
        ("no closing line", whole.replacen("\n---\n", "\n", 1)),
        ("a rule inside a block text", head("notes: |\n  a\n---\n  b\nwave: 1")),
        ("a NUL", truth("a \0 b")),
        ("a tab after the colon", head("wave:\t1")),
        ("a tab as indent", head("must_haves:\n\ttruths:\n\t\t- x")),
        (
            "the whole block indented",
            "---\n  phase: 01\n  plan: 02\n  must_haves:\n    - x\n---\n".to_owned() + BODY,
        ),
        ("a merge key", head("a: {b: 1}\nc:\n  <<: {d: 2}")),
        ("a tag", head("a: !!binary aGk=")),
    ]
}

/// The 25 by size.
fn sized() -> Vec<(&'static str, String)> {
    vec![
        ("2,168 dashes", head(&"- ".repeat(2_168))),
        ("2,179 dashes", head(&"- ".repeat(2_179))),
        ("3,000 dashes", head(&"- ".repeat(3_000))),
        ("8,734 dashes", head(&"- ".repeat(8_734))),
        ("30,000 dashes", head(&"- ".repeat(30_000))),
        ("10,000 question marks", head(&"? ".repeat(10_000))),
        ("aliases 4 deep", head(&aliases(4))),
        ("aliases 6 deep", head(&aliases(6))),
        ("aliases 7 deep", head(&aliases(7))),
        ("aliases 9 deep", head(&aliases(9))),
        ("maps 100 deep", head(&maps(100))),
        ("maps 300 deep", head(&maps(300))),
        ("maps 1,000 deep", head(&maps(1_000))),
        ("1,000 brackets", head(&format!("a: {}", "[".repeat(1_000)))),
        ("60,000 brackets", head(&format!("a: {}", "[".repeat(60_000)))),
        ("1,000 braces", head(&format!("a: {}", "{".repeat(1_000)))),
        ("10,000 maps in a line", head(&format!("a: {}", "{a: ".repeat(10_000)))),
        ("a text of 60 KB", truth(&format!("\"{}\"", "x".repeat(60_000)))),
        ("a text of 10 MB", truth(&format!("\"{}\"", "x".repeat(10_000_000)))),
        ("5,000 keys", head(&(0..5_000).map(|n| format!("k{n}: 1\n")).collect::<String>())),
        ("100,000 keys", head(&(0..100_000).map(|n| format!("k{n}: 1\n")).collect::<String>())),
        ("5,000 items", head(&format!("a:\n{}", "  - x\n".repeat(5_000)))),
        ("100,000 items", head(&format!("a:\n{}", "  - x\n".repeat(100_000)))),
        ("12,000 open quotes", head(&"a: \"\n".repeat(12_000))),
        ("1,000,000 bytes of tasks", format!("{}{}", head("wave: 1"), BODY.repeat(8_000))),
    ]
}

/// Shapes that attackers found since: what is read once must not be written out for each item on its line.
fn later() -> Vec<(&'static str, String)> {
    let flow = |count: usize| vec!["a: b"; count].join(",");
    let padded = format!("{},\"{}\"", flow(5_000), "p".repeat(30_000));
    vec![
        ("5,000 truths in a line, each with a colon", head(&format!("must_haves: [{}]", flow(5_000)))),
        ("the same and a long one", head(&format!("must_haves:\n  truths: [{padded}]"))),
        ("5,000 artifacts in a line", head(&format!("must_haves:\n  artifacts: [{}]", flow(5_000)))),
        ("5,000 links in a line", head(&format!("must_haves:\n  key_links: [{}]", flow(5_000)))),
    ]
}

/// How long this thread has been on a processor, where the kernel tells; it does not count what waits for others.
pub(crate) fn busy() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Says in a line what a document comes to.
fn outcome(text: &str) -> String {
    let path = RepoPath::parse(AT).unwrap();
    match plan::read_bytes(&path, text.as_bytes()) {
        Err(error) => format!("refused: {}", error.to_string().replace(AT, "PLAN")),
        Ok(plan) => {
            let mut codes: Vec<&str> = plan.remarks.iter().map(|r| r.code.as_str()).collect();
            if codes.len() > 20 {
                codes.sort_unstable();
                codes.dedup();
            }
            let short = |text: &str| -> String { text.escape_debug().take(60).collect() };
            let mut truths: Vec<String> = plan.must_haves.truths.iter().map(|t| short(&t.text)).collect();
            if truths.len() > 20 {
                truths = vec![format!("{} like {}", truths.len(), truths[0])];
            }
            format!(
                "{}phase {}, plan {}, wave {}, truths {truths:?}, {} tasks {codes:?}",
                if plan.degraded { "guessed: " } else { "" },
                plan.phase.unwrap_or_default(),
                plan.plan.unwrap_or_default(),
                plan.wave.unwrap_or_default(),
                plan.tasks.len(),
            )
        }
    }
}

#[test]
fn seventy_one_probes_end_in_time_in_little_memory_and_to_the_letter() {
    let mut probes: Vec<(&str, String)> = small().into_iter().chain(sized()).collect();
    assert_eq!(probes.len(), 71);
    probes.extend(later());
    let scene = Scene::new();
    scene.commit("begin", &[(".planning/ROADMAP.md", "# Roadmap\n"), ("src/a.rs", "fn a() {}\n")]);
    let at = scene.root().join(AT);
    std::fs::create_dir_all(at.parent().unwrap()).unwrap();
    let mut told = String::new();
    for (name, text) in &probes {
        // The fastest of three: this machine does other work, too.
        let read = |_| {
            let (begun, before) = (Instant::now(), busy());
            let said = outcome(text);
            let took =
                before.and_then(|before| busy()?.checked_sub(before)).unwrap_or_else(|| begun.elapsed());
            (took, said)
        };
        let (took, said) = (0..3).map(read).min_by_key(|(took, _)| *took).unwrap();
        assert!(took < LONGEST, "{name} took {took:?}");
        writeln!(told, "{name}: {said}").unwrap();

        std::fs::write(&at, text).unwrap();
        let limited = format!("ulimit -d {MEMORY} && exec \"$0\" check-plan {AT}");
        let run = Command::new("sh")
            .args(["-c", &limited, env!("CARGO_BIN_EXE_countersign")])
            .current_dir(scene.root())
            .output()
            .unwrap();
        let out = String::from_utf8_lossy(&run.stdout);
        assert!(
            matches!(run.status.code(), Some(0..=2)) && out.contains("\nverdict: "),
            "{name}: {:?} {out} {}",
            run.status,
            String::from_utf8_lossy(&run.stderr)
        );
        // Verifying looks at more than the plan; what it may not do is grow with the plan's tricks.
        let limited = format!("ulimit -d {} && exec \"$0\" verify 1 --dry-run --partial --json", 2 * MEMORY);
        let begun = Instant::now();
        let run = Command::new("sh")
            .args(["-c", &limited, env!("CARGO_BIN_EXE_countersign")])
            .current_dir(scene.root())
            .output()
            .unwrap();
        assert!(
            run.status.code().is_some(),
            "{name}: {:?} {}",
            run.status,
            String::from_utf8_lossy(&run.stderr)
        );
        assert!(begun.elapsed() < Duration::from_secs(20), "{name} was verified in {:?}", begun.elapsed());
    }
    expect_file!["probes.txt"].assert_eq(&told);
}
