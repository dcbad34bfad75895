//! How long opening a review takes beside what git itself needs for the same change, in the same run.
//!
//! `cargo bench --bench review` makes scratch repositories with `git fast-import` and prints a row each: `review_task`
//! in this process against `git diff HEAD~1 HEAD` and one `fdatasync` on a small repository, against `git diff` on a
//! change of 400,000 lines together with the memory it took, and on 100 and 100,000 files and commits against itself.
//! What is not committed is found through git's index, which holds every file of the repository: there the row beside
//! is `git diff HEAD~1` of the one file in the same work tree, and one `fdatasync`.
//! It judges at the end by [`SMALL`], [`LARGE`], [`MEMORY`], [`GROWTH`] and [`DIRTY`], saying row by row which bound
//! holds. A word chooses the rows whose name holds it: small, large, files, commits, dirty.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up ends")]

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use countersign::app::App;
use countersign::app::requests::ReviewTask;
use tempfile::TempDir;

/// The most a review of a small repository may take, in times of git's diff and one `fdatasync`.
const SMALL: f64 = 3.0;
/// The most a review of 400,000 changed lines may take, in times of git's diff.
const LARGE: f64 = 1.0;
/// The most memory that one may take, in MiB.
const MEMORY: u64 = 256;
/// The most a review may take longer in a repository of a thousand times the size.
const GROWTH: f64 = 2.0;
/// The most a review of one uncommitted file among 100,000 may take, in times of git's diff and one `fdatasync`.
const DIRTY: f64 = 3.0;

/// What tells megazord, committed: what only lies in the work tree chooses no protocol.
const CONFIG: (&str, &str) = (".planning/config.json", "{\"version\": 1}\n");
const PLAN: &str = ".planning/phases/01-cart/01-01-PLAN.md";

fn plan(files: &str) -> String {
    format!(
        "---\nphase: 01-cart\nplan: 01\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Sum</name>\n  \
         <files>{files}</files>\n  <action>Sum the cart.</action>\n  <done>it sums</done>\n</task>\n</tasks>\n"
    )
}

/// A stream for `git fast-import`.
#[derive(Default)]
struct Stream {
    text: Vec<u8>,
    commits: u64,
}

impl Stream {
    /// Commits files on `main`; those of before stay.
    fn commit(&mut self, message: &str, files: &[(String, String)]) {
        self.commits += 1;
        let time = 1_700_000_000 + self.commits;
        let who = format!("Bench <bench@example.invalid> {time} +0000");
        write!(self.text, "commit refs/heads/main\nauthor {who}\ncommitter {who}\n").unwrap();
        writeln!(self.text, "data {}\n{message}", message.len()).unwrap();
        for (path, text) in files {
            write!(self.text, "M 100644 inline {path}\ndata {}\n{text}\n", text.len()).unwrap();
        }
    }

    /// Makes the repository, with the plan in its work tree and nothing else.
    fn import(self, plan: &str) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "-q", "-b", "main"]);
        let mut child = Command::new("git")
            .args(["fast-import", "--quiet"])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(&self.text).unwrap();
        assert!(child.wait().unwrap().success(), "git fast-import");
        std::fs::create_dir_all(folder.path().join(".planning/phases/01-cart")).unwrap();
        std::fs::write(folder.path().join(PLAN), plan).unwrap();
        std::fs::write(folder.path().join(CONFIG.0), CONFIG.1).unwrap();
        folder
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let status = Command::new("git").args(arguments).current_dir(folder).stdout(Stdio::null()).status();
    assert!(status.unwrap().success(), "git {arguments:?}");
}

fn config() -> (String, String) {
    (CONFIG.0.to_owned(), CONFIG.1.to_owned())
}

/// A repository of so many commits over so many files, whose last commit is the task.
fn repository(commits: u64, files: u64) -> TempDir {
    let mut stream = Stream::default();
    let name = |n: u64| format!("src/d{}/e{}/f{n}.js", n % 97, n % 31);
    let all: Vec<(String, String)> = (0..files).map(|n| (name(n), format!("// {n}\n"))).collect();
    stream.commit("chore: start", &all);
    for n in 1..commits.saturating_sub(2) {
        stream.commit(&format!("chore: step {n}"), &[(name(n % files), format!("// step {n}\n"))]);
    }
    let plan = plan("src/cart.js");
    stream.commit("docs(01-01): plan", &[(PLAN.to_owned(), plan.clone()), config()]);
    let cart: String = (0..60).map(|n| format!("export const item{n} = {n};\n")).collect();
    stream.commit("feat(01-01): task 1 sum the cart", &[("src/cart.js".to_owned(), cart)]);
    stream.import(&plan)
}

/// A repository whose task replaces 200,000 lines in 51 files by as many others.
fn large() -> TempDir {
    let mut stream = Stream::default();
    let files = |mark: &str| -> Vec<(String, String)> {
        (0..51)
            .map(|n| {
                let lines = if n < 50 { 3_922 } else { 3_900 };
                let mut text = String::new();
                for line in 0..lines {
                    writeln!(text, "export const {mark}{n}x{line} = compute({line}, {n}); // a line")
                        .unwrap();
                }
                (format!("src/file{n}.js"), text)
            })
            .collect()
    };
    let start: Vec<(String, String)> = files("old").into_iter().chain([config()]).collect();
    stream.commit("chore: start", &start);
    stream.commit("feat(01-01): task 1 replace", &files("new"));
    stream.import(&plan("src"))
}

fn request() -> ReviewTask {
    ReviewTask {
        plan: Some(PLAN.to_owned()),
        task: Some("1".to_owned()),
        on_demand: Some(true),
        ..ReviewTask::default()
    }
}

/// Opens the task's review in a store that has none of it yet.
fn review(app: &App) {
    let answer = app.review_task(&request()).unwrap();
    assert!(answer.countersign.is_some() && answer.range.is_some());
}

/// Forgets the loops: each opening is a first one. What an empty store costs to make is not counted.
fn forget(app: &App) {
    let _ = std::fs::remove_dir_all(app.start().join(".git/countersign"));
    // A refused call opens the store and leaves it empty.
    let unknown = ReviewTask { loop_id: Some("rl-none".to_owned()), ..ReviewTask::default() };
    assert!(app.review_task(&unknown).is_err());
}

/// The shortest of some times of a piece of work, each after something that is not counted.
fn best(times: u32, before: impl Fn(), work: impl Fn()) -> Duration {
    let once = || {
        before();
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..times).map(|_| once()).min().unwrap_or_default()
}

/// As a server does it, which is one application for all its calls.
fn reviewed(folder: &Path, times: u32) -> Duration {
    let app = App::new(folder);
    best(times, || forget(&app), || review(&app))
}

/// What git needs to show the same change.
fn diffed(folder: &Path, times: u32) -> Duration {
    best(times, || (), || git(folder, &["diff", "HEAD~1", "HEAD"]))
}

/// One small write that is on the disk when it returns, where the store lies.
fn synced(folder: &Path) -> Duration {
    let path = folder.join(".git/probe");
    let write = || {
        let mut file = File::options().append(true).create(true).open(&path).unwrap();
        file.write_all(&[7; 4096]).unwrap();
        file.sync_data().unwrap();
    };
    best(20, || (), write)
}

/// The most memory that this process ever held, in MiB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kib| kib / 1024)
}

fn shown(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64().max(1e-9)
}

fn row(name: &str, ours: Duration, theirs: Duration, most: f64) -> bool {
    let ratio = ratio(ours, theirs);
    let fine = ratio <= most;
    let mark = if fine { "holds" } else { "does not hold  <==" };
    println!("{name:<44} {:>10} {:>10} {ratio:>6.2} of {most:.1}  {mark}", shown(ours), shown(theirs));
    fine
}

fn small_row() -> bool {
    let folder = repository(20, 20);
    // Taken in turn, so that a disk that is slow for a moment is slow for both.
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        ours = ours.min(reviewed(folder.path(), 6));
        theirs = theirs.min(diffed(folder.path(), 6) + synced(folder.path()));
    }
    row("a small repository, git diff + fdatasync", ours, theirs, SMALL)
}

fn large_rows() -> bool {
    let folder = large();
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        ours = ours.min(reviewed(folder.path(), 2));
        theirs = theirs.min(diffed(folder.path(), 2));
    }
    let fine = row("400,000 changed lines, git diff", ours, theirs, LARGE);
    // Memory is a process's: another one does it alone.
    forget(&App::new(folder.path()));
    let alone =
        Command::new(std::env::current_exe().unwrap()).arg("--alone").arg(folder.path()).output().unwrap();
    let told = String::from_utf8_lossy(&alone.stdout).trim().parse::<u64>().ok();
    match told {
        Some(peak) => {
            let mark = if peak < MEMORY { "holds" } else { "does not hold  <==" };
            println!("{:<44} {peak:>7} MiB {:>17} of {MEMORY}  {mark}", "400,000 changed lines, memory", "");
            fine && peak < MEMORY
        }
        None => {
            println!("memory is not told on this system");
            fine
        }
    }
}

fn growth_row(name: &str, few: &TempDir, many: &TempDir) -> bool {
    let (mut at_few, mut at_many) = (Duration::MAX, Duration::MAX);
    for _ in 0..4 {
        at_few = at_few.min(reviewed(few.path(), 4));
        at_many = at_many.min(reviewed(many.path(), 4));
    }
    row(name, at_many, at_few, GROWTH)
}

fn dirty_row(few: &TempDir, many: &TempDir) -> bool {
    let own = ReviewTask { protocol: Some("countersign".to_owned()), ..request() };
    for folder in [few, many] {
        git(folder.path(), &["reset", "-q", "--hard"]);
        std::fs::write(folder.path().join("src/cart.js"), "export const nothing = 0;\n").unwrap();
    }
    let opened = |folder: &Path| {
        let app = App::new(folder);
        best(4, || forget(&app), || assert!(app.review_task(&own).unwrap().range.is_some()))
    };
    let git_alone = |folder: &Path| {
        best(4, || (), || git(folder, &["diff", "HEAD~1", "--", "src/cart.js"])) + synced(folder)
    };
    let (mut ours, mut theirs, mut at_few) = (Duration::MAX, Duration::MAX, Duration::MAX);
    for _ in 0..4 {
        ours = ours.min(opened(many.path()));
        theirs = theirs.min(git_alone(many.path()));
        at_few = at_few.min(opened(few.path()));
    }
    println!("{:<44} {:>10}", "one uncommitted file of 100", shown(at_few));
    row("one uncommitted file of 100,000, git diff", ours, theirs, DIRTY)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [alone, folder] = arguments.as_slice()
        && alone == "--alone"
    {
        review(&App::new(folder));
        println!("{}", peak().unwrap_or_default());
        return ExitCode::SUCCESS;
    }
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|a| name.contains(a.as_str()));
    println!("{:<44} {:>10} {:>10}", "review_task", "ours", "beside");
    let mut fine = true;
    if wanted("small") {
        fine &= small_row();
    }
    if wanted("large") {
        fine &= large_rows();
    }
    if wanted("files") || wanted("dirty") {
        let (few, many) = (repository(100, 100), repository(100, 100_000));
        if wanted("files") {
            fine &= growth_row("100,000 files, beside 100", &few, &many);
        }
        if wanted("dirty") {
            fine &= dirty_row(&few, &many);
        }
    }
    if wanted("commits") {
        fine &= growth_row("100,000 commits, beside 100", &repository(100, 100), &repository(100_000, 100));
    }
    if !fine {
        println!("not all of them are as fast or as small as they must be");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
