//! How long a repository of 1,000 plans takes to be checked, beside reading the same files, in the same run.
//!
//! `cargo bench --bench plans` makes two scratch projects, of 250 and of 1,000 plans, checks every plan of each through
//! the use case of `check_plan`, and reads every file of each without looking at it. It prints both times, their ratio,
//! and how much longer four times as many plans take: that may not be more than [`GROWTH`] times, for otherwise the time
//! would not grow with their size.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up ends")]

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use countersign::app::App;
use countersign::app::requests::CheckPlan;
use tempfile::TempDir;

/// Plans of a phase.
const IN_A_PHASE: usize = 10;
/// The most times longer that four times as many plans may take.
const GROWTH: f64 = 8.0;

fn plan(phase: usize, number: usize) -> String {
    let waits = if number > 1 { format!("\"{phase:02}-{:02}\"", number - 1) } else { String::new() };
    let truths: String = (1..9)
        .map(|n| format!("    - \"Order {n} of phase {phase} is shown with its {number}. total\"\n"))
        .collect();
    format!(
        "---\nphase: {phase:02}-part\nplan: {number:02}\ntype: execute\nwave: {number}\ndepends_on: [{waits}]\nfiles_modified:\n  - src/p{phase}/n{number}.rs\nautonomous: true\nmust_haves:\n  truths:\n{truths}  artifacts:\n    - path: src/p{phase}/n{number}.rs\n      min_lines: 1\n---\n\n<objective>\n{}</objective>\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Part {number}</name>\n  <files>src/p{phase}/n{number}.rs</files>\n  <action>Write it.</action>\n  <done>it is there</done>\n</task>\n</tasks>\n",
        "What the part is for, in a line as people write them.\n".repeat(60)
    )
}

/// A committed project of so many plans, and where they lie.
fn project(plans: usize) -> (TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q", "-b", "main"]);
    let mut paths = Vec::new();
    for n in 0..plans {
        let (phase, number) = (n / IN_A_PHASE + 1, n % IN_A_PHASE + 1);
        let path = format!(".planning/phases/{phase:02}-part/{phase:02}-{number:02}-PLAN.md");
        write(&folder.path().join(&path), &plan(phase, number));
        write(&folder.path().join(format!("src/p{phase}/n{number}.rs")), "fn part() {}\n");
        paths.push(path);
    }
    write(&folder.path().join(".planning/ROADMAP.md"), "# Roadmap\n");
    git(folder.path(), &["add", "-A"]);
    let identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"];
    git(folder.path(), &[&identity[..], &["commit", "-q", "-m", "begin"]].concat());
    (folder, paths)
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn git(folder: &Path, arguments: &[&str]) {
    let status =
        Command::new("git").args(arguments).current_dir(folder).stdout(Stdio::null()).status().unwrap();
    assert!(status.success(), "git {arguments:?}");
}

/// Checks every plan; the time it took.
fn checked(root: &Path, paths: &[String]) -> Duration {
    let app = App::new(root);
    let begun = Instant::now();
    for path in paths {
        let answer = app.check_plan(&CheckPlan { plan: path.clone(), worktree: None }).unwrap();
        assert_eq!(answer.verdict.as_str(), "approve", "{path}: {:?}", answer.findings);
    }
    begun.elapsed()
}

/// Reads every plan and looks at none; the time it took.
fn read(root: &Path, paths: &[String]) -> Duration {
    let begun = Instant::now();
    let bytes: usize = paths.iter().map(|path| fs::read(root.join(path)).unwrap().len()).sum();
    assert!(bytes > paths.len());
    begun.elapsed()
}

/// The time to check the plans of one project, in milliseconds: the best of three.
fn row(plans: usize) -> f64 {
    let (folder, paths) = project(plans);
    let best = |run: fn(&Path, &[String]) -> Duration| {
        (0..3).map(|_| run(folder.path(), &paths)).min().unwrap().as_secs_f64() * 1_000.0
    };
    let (reading, checking) = (best(read), best(checked));
    println!(
        "{plans:>5} plans: {checking:>9.1} ms checked, {reading:>7.1} ms read, {:>7.1} times, {:>6.2} ms a plan",
        checking / reading,
        checking / plans as f64
    );
    checking
}

fn main() -> ExitCode {
    let growth = row(1_000) / row(250);
    let fine = growth <= GROWTH;
    println!(
        "four times as many plans take {growth:.1} times as long, of {GROWTH:.0}  {}",
        if fine { "fine" } else { "TOO MUCH" }
    );
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
