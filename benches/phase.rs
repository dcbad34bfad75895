//! How long verifying a phase takes, beside what `rg` needs for the same patterns over the same files, in the same run.
//!
//! `cargo bench --bench phase` makes scratch projects and prints a row each: one artifact and one link in a project of 40
//! files, in this process, against [`ONE`] milliseconds (and, for comparison, where nearly each file has two folders of its
//! own, and in a process that sees the files for the first time); 100 items among 50,000 files against one `rg` with the
//! same patterns over the same files, both warm, and the memory it took; and the worst of a hundred hostile patterns
//! against [`PATTERN`] milliseconds. It judges at the end by these bounds. A word chooses the rows whose name holds
//! it: one, many, patterns. Where `rg` is not installed the row has nothing beside it and judges nothing.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up ends")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use countersign::app::App;
use countersign::app::answers::VerifyPhaseAnswer;
use countersign::app::requests::VerifyPhase;
use tempfile::TempDir;

#[path = "../tests/it/hostile_patterns.rs"]
mod hostile_patterns;

use hostile_patterns::hostile;

/// The most that one artifact and one link may take in a small project, in milliseconds.
const ONE: f64 = 5.0;
/// The most that 100 items among 50,000 files may take, in times of `rg`.
const MANY: f64 = 2.0;
/// The most memory that those may take, in MiB.
const MEMORY: u64 = 300;
/// The most that one hostile pattern may take, in milliseconds.
const PATTERN: f64 = 250.0;

const PHASE: &str = ".planning/phases/01-cart";

/// A promised file, and the link from the file before it.
struct Item {
    path: String,
    name: String,
}

fn plan(items: &[Item], patterns: &[String]) -> String {
    let mut text = String::from("---\nphase: 01-cart\nplan: 01\nmust_haves:\n  truths: []\n  artifacts:\n");
    for item in items {
        writeln!(
            text,
            "    - path: {}\n      contains: \"{}\"\n      exports: [\"{}\"]",
            item.path, item.name, item.name
        )
        .unwrap();
    }
    text.push_str("  key_links:\n");
    for (pair, pattern) in items.windows(2).zip(patterns) {
        let pattern = pattern.replace('\'', "''");
        writeln!(
            text,
            "    - from: {}\n      to: {}\n      via: import\n      pattern: '{pattern}'",
            pair[0].path, pair[1].path
        )
        .unwrap();
    }
    text.push_str("---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: All</name>\n  <files>src</files>\n  <action>Write it.</action>\n  <done>it is there</done>\n</task>\n</tasks>\n");
    text
}

/// Where the files of a project lie, two folders deep: so many of the first level, and so many of the second.
#[derive(Clone, Copy)]
struct Folders(usize, usize);

/// As people lay out some forty files.
const SAMPLE: Folders = Folders(4, 2);
/// As many folders as can be: nearly each file has two of its own.
const SCATTERED: Folders = Folders(97, 31);

/// A project of so many TypeScript files, the first `promised` of which the plan promises.
fn project(files: usize, promised: usize, patterns: Option<&str>, folders: Folders) -> (TempDir, Vec<Item>) {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q", "-b", "main"]);
    let path = |n: usize| format!("src/d{}/e{}/module{n}.ts", n % folders.0, n / folders.0 % folders.1);
    let items: Vec<Item> =
        (0..promised).map(|n| Item { path: path(n), name: format!("computeTotal{n}") }).collect();
    for n in (promised..files).chain(0..promised) {
        if n == 0 && files > promised {
            // What was there before the phase is none of its work, which is looked through whole.
            commit(folder.path(), "feat: the shop");
        }
        let mut text = String::new();
        if n + 1 < promised {
            let (up, next) = ("../../", path(n + 1));
            let next = next.trim_start_matches("src/").trim_end_matches(".ts");
            writeln!(text, "import {{ computeTotal{} }} from '{up}{next}';", n + 1).unwrap();
            writeln!(text, "export function computeTotal{n}(a: number): number {{\n  const more = computeTotal{}(a);\n  return more * a + {n};\n}}", n + 1).unwrap();
        } else {
            writeln!(
                text,
                "export function computeTotal{n}(a: number): number {{\n  return a * a + {n};\n}}"
            )
            .unwrap();
        }
        for line in 0..24 {
            writeln!(text, "export const value{line} = (input: string) => input.length + {line} + {n};")
                .unwrap();
        }
        let full = folder.path().join(path(n));
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, text).unwrap();
    }
    // A program that begins with the first of them, so that it is used too.
    let first = items[0].path.trim_start_matches("src/").trim_end_matches(".ts");
    let main = format!("import {{ computeTotal0 }} from './{first}';\n\nconsole.log(computeTotal0(1));\n");
    fs::write(folder.path().join("src/main.ts"), main).unwrap();
    fs::write(folder.path().join("package.json"), "{ \"name\": \"shop\", \"main\": \"src/main.ts\" }\n")
        .unwrap();
    let links: Vec<String> = (1..promised)
        .map(|n| patterns.map_or_else(|| format!("import .*computeTotal{n}\\b"), str::to_owned))
        .collect();
    fs::create_dir_all(folder.path().join(PHASE)).unwrap();
    fs::write(folder.path().join(PHASE).join("01-01-PLAN.md"), plan(&items, &links)).unwrap();
    fs::write(folder.path().join(PHASE).join("01-01-SUMMARY.md"), "# Summary\n\nDone.\n").unwrap();
    fs::write(
        folder.path().join(".planning/ROADMAP.md"),
        "# Roadmap\n\n### Phase 1: Cart\n**Goal**: It adds up\n",
    )
    .unwrap();
    commit(folder.path(), "feat(01-01): all");
    (folder, items)
}

fn commit(folder: &Path, message: &str) {
    git(folder, &["add", "-A"]);
    let who = ["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"];
    git(folder, &[&who[..], &["commit", "-qm", message]].concat());
}

fn git(folder: &Path, arguments: &[&str]) {
    // What git tidies up in the background would be at work while it is measured.
    let status = Command::new("git")
        .args(["-c", "gc.auto=0", "-c", "maintenance.auto=false"])
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success(), "git {arguments:?}");
}

fn verify(folder: &Path) -> VerifyPhaseAnswer {
    let request = VerifyPhase { phase: Some("1".to_owned()), ..VerifyPhase::default() };
    App::new(folder).verify_dry(&request).unwrap()
}

/// The shortest of some times of a piece of work.
fn best(times: u32, work: impl Fn()) -> Duration {
    let once = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..times).map(|_| once()).min().unwrap_or_default()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn judged(fine: bool) -> &'static str {
    if fine { "holds" } else { "does not hold  <==" }
}

fn one_row() -> bool {
    // The folders that are walked cost most of it: said, not judged.
    let (_, scattered) = one_of(SCATTERED);
    println!("{:<44} {scattered:>8.1} ms", "the same with two folders for each file");
    let (folders, ours) = one_of(SAMPLE);
    println!(
        "{:<44} {ours:>8.1} ms of {ONE:.0}  {}",
        format!("one artifact and one link, 40 files, {} folders", folders.0 * (1 + folders.1)),
        judged(ours <= ONE)
    );
    // Parsing them is the rest: said, not judged.
    println!("{:<44} {:>8.1} ms", "the same where its files were never seen", first_of(SAMPLE));
    ours <= ONE
}

/// How long one artifact and one link take, in milliseconds.
fn one_of(folders: Folders) -> (Folders, f64) {
    let (folder, _) = project(40, 2, None, folders);
    holds(folder.path());
    (folders, milliseconds(best(20, || drop(verify(folder.path())))))
}

fn holds(folder: &Path) {
    let answer = verify(folder);
    // Nobody reviewed it: that item alone is open.
    let mut promised = answer.items.iter().filter(|i| i.kind.as_str() != "review");
    assert!(promised.all(|i| i.status.holds()), "{:#?}", answer.items);
}

/// The same in processes that have verified another project, and see these files for the first time.
fn first_of(folders: Folders) -> f64 {
    let (folder, _) = project(40, 2, None, folders);
    let (other, _) = project(41, 3, None, folders);
    // No file that is parsed is the same in both.
    for (n, entry) in ["src/d0/e0/module0.ts", "src/d1/e0/module1.ts", "src/main.ts"].iter().enumerate() {
        let path = other.path().join(entry);
        let text = fs::read_to_string(&path).unwrap() + &format!("export const another = {n};\n");
        fs::write(path, text).unwrap();
    }
    holds(folder.path());
    let once = || {
        let alone = [Path::new("--first"), other.path(), folder.path()];
        let output = Command::new(std::env::current_exe().unwrap()).args(alone).output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim().parse::<f64>().unwrap()
    };
    (0..20).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// What `rg` needs for the same names and patterns; nothing where it is not installed.
fn searched(folder: &Path, items: &[Item]) -> Option<Duration> {
    Command::new("rg").arg("--version").stdout(Stdio::null()).status().ok()?;
    let mut arguments = vec!["--count".to_owned(), "--no-messages".to_owned()];
    for (n, item) in items.iter().enumerate() {
        arguments.extend(["-e".to_owned(), item.name.clone()]);
        if n > 0 {
            arguments.extend(["-e".to_owned(), format!("import .*{}\\b", item.name)]);
        }
    }
    let search = || {
        let status =
            Command::new("rg").args(&arguments).arg("src").current_dir(folder).stdout(Stdio::null()).status();
        assert!(status.unwrap().success(), "rg finds something");
    };
    search();
    Some(best(5, search))
}

fn many_rows() -> bool {
    let (folder, items) = project(50_000, 51, None, SCATTERED);
    let answer = verify(folder.path());
    let held = answer.items.iter().filter(|i| i.status.holds()).count();
    println!("{:<44} {held} of {} items hold", "50,000 files", answer.items.len());
    let ours = best(3, || drop(verify(folder.path())));
    let mut fine = true;
    match searched(folder.path(), &items) {
        Some(theirs) => {
            let ratio = ours.as_secs_f64() / theirs.as_secs_f64().max(1e-9);
            fine &= ratio <= MANY;
            println!(
                "{:<44} {:>8.1} ms beside {:.1} ms: {ratio:.2} of {MANY:.1}  {}",
                "100 items among 50,000 files, rg",
                milliseconds(ours),
                milliseconds(theirs),
                judged(ratio <= MANY)
            );
        }
        None => println!(
            "{:<44} {:>8.1} ms; rg is not installed, nothing is judged",
            "100 items among 50,000 files",
            milliseconds(ours)
        ),
    }
    // Memory is a process's: another one does it alone.
    let alone =
        Command::new(std::env::current_exe().unwrap()).arg("--alone").arg(folder.path()).output().unwrap();
    match String::from_utf8_lossy(&alone.stdout).trim().parse::<u64>() {
        Ok(peak) => {
            fine &= peak < MEMORY;
            println!(
                "{:<44} {peak:>8} MiB of {MEMORY}  {}",
                "100 items among 50,000 files, memory",
                judged(peak < MEMORY)
            );
        }
        Err(_) => println!("memory is not told on this system"),
    }
    fine
}

fn pattern_rows() -> bool {
    let patterns = hostile();
    let mut worst = (0.0, String::new());
    for pattern in &patterns {
        let (folder, _) = project(12, 2, Some(pattern), SAMPLE);
        // A file as large as any that a phase promises.
        let path = folder.path().join("src/d0/e0/module0.ts");
        let long = fs::read_to_string(&path).unwrap()
            + &"const aab = 'aaaaaaaaaaaaaaaaaaaa'; // ab ba import x\n".repeat(4_000);
        fs::write(path, long).unwrap();
        let start = Instant::now();
        let answer = verify(folder.path());
        let took = milliseconds(start.elapsed());
        let link = answer.items.iter().find(|i| i.kind.as_str() == "key_link").unwrap();
        assert!(!link.reasons.is_empty() || link.status.holds(), "{pattern:?} is told of: {link:?}");
        if took > worst.0 {
            worst = (took, pattern.clone());
        }
    }
    let fine = worst.0 <= PATTERN;
    let shown: String = worst.1.chars().take(40).collect();
    println!(
        "{:<44} {:>8.1} ms of {PATTERN:.0} ({shown:?})  {}",
        format!("the worst of {} hostile patterns", patterns.len()),
        worst.0,
        judged(fine)
    );
    fine
}

/// The most memory that this process ever held, in MiB.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kib| kib / 1024)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [alone, folder] = arguments.as_slice()
        && alone == "--alone"
    {
        verify(Path::new(folder));
        println!("{}", peak().unwrap_or_default());
        return ExitCode::SUCCESS;
    }
    if let [first, other, folder] = arguments.as_slice()
        && first == "--first"
    {
        (0..3).for_each(|_| drop(verify(Path::new(other))));
        println!("{}", milliseconds(best(1, || drop(verify(Path::new(folder))))));
        return ExitCode::SUCCESS;
    }
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|a| name.contains(a.as_str()));
    let mut fine = true;
    if wanted("one") {
        fine &= one_row();
    }
    if wanted("many") {
        fine &= many_rows();
    }
    if wanted("patterns") {
        fine &= pattern_rows();
    }
    if !fine {
        println!("not all of them are as fast or as small as they must be");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
