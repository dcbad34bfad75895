//! The rules of the house, checked: who may know whom, what a file looks like, what the documents promise.
//!
//! Reads the source as text. Each fault is told as `file:line: rule`, all of them at once.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a house that cannot be read fails its test")]

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use countersign::mcp::listed_tools;
use regex::Regex;
use serde_json::{Value, json};

/// A ring and the rings it may name. `main.rs` only starts `cli`.
const RINGS: [(&str, &[&str]); 6] = [
    ("domain", &["domain"]),
    ("error", &["domain"]),
    ("io", &["io", "domain"]),
    ("app", &["app", "io", "domain", "error"]),
    ("mcp", &["mcp", "app", "error"]),
    ("cli", &["cli", "app", "mcp", "error", "domain"]),
];

/// A room that may know a ring which its own may not: the demo makes its scratch repository through git's one door.
const EXCEPTIONS: [(&str, &str); 1] = [("src/cli/demo", "io")];

/// What only some rooms may know: a pattern, the paths it may stand in, and why.
const DOORS: [(&str, &[&str], &str); 16] = [
    (r"\bgit2\b", &["src/io/git.rs", "src/io/git/"], "git has one door"),
    (r"\brusqlite\b", &["src/io/store.rs", "src/io/store/"], "the database has one door"),
    (r"\bclap\b", &["src/cli.rs", "src/cli/", "src/main.rs"], "arguments are read by the command line"),
    // The demo is a client: it speaks to the real server over its streams, as a host does.
    (
        r"\b(rmcp|tokio|tokio_util|futures)\b",
        &["src/mcp.rs", "src/mcp/", "src/cli/demo", "src/io/command.rs"],
        "everything below mcp is synchronous, but for waiting on a program",
    ),
    (
        r"\bcap_std\b",
        &["src/io/files.rs", "src/io/files/", "src/io/code.rs", "src/io/code/"],
        "files are opened by handle, in one place",
    ),
    (
        r"\btree_sitter\w*\b",
        &["src/domain/syntax.rs", "src/domain/syntax/"],
        "trees become outlines in one place",
    ),
    (r"\bquick_xml\b", &["src/domain/export/junit.rs"], "XML is written in one place"),
    (r"\bignore::", &["src/io/code/"], "the repository is walked in one place"),
    (r"\bgetrandom\b|\bSystemTime::now\b", &["src/io/clock.rs"], "one reader of the clock and of randomness"),
    (
        r"\bInstant\b|\bSystemTime\b",
        &["src/io/", "src/mcp.rs", "src/mcp/", "src/cli/demo"],
        "time is passed in",
    ),
    (
        r"\bstd::fs\b",
        &["src/io/", "src/mcp/stdio.rs", "src/cli/"],
        "the domain and the use cases touch no file themselves",
    ),
    (r"\bstd::net\b", &[], "nothing here speaks to a network"),
    (r"\bstd::env\b", &["src/io/", "src/cli.rs", "src/cli/", "src/mcp/"], "the environment is the edge's"),
    (
        r"\bprocess::Command\b|\bCommand::new\b|\bprocess::\{[^}]*\bCommand\b",
        &["src/cli/demo", "src/io/command.rs"],
        "nothing of a repository is ever run, but for what the user's own file lists",
    ),
    (r"\bprintln!|\bprint!", &["src/cli.rs", "src/cli/"], "standard output carries only the protocol"),
    (
        r"\btracing\b",
        &["src/mcp.rs", "src/mcp/", "src/cli/", "src/io/", "src/app.rs", "src/app/"],
        "the domain tells by values",
    ),
];

/// The most lines of a source file, its tests left out.
const LONGEST: usize = 700;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a file of the project.
fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Lists the project's files as paths from the root, what is built or installed left out.
fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if ["target", ".git", "node_modules", "proptest-regressions"].contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else {
                let inside = path.strip_prefix(root()).unwrap();
                found.push(inside.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<String> {
    files("src").into_iter().filter(|f| f.ends_with(".rs")).collect()
}

/// Tells whether a path is one of these: a file, a folder (`…/`), or a name's beginning (`src/cli/demo`).
fn within(path: &str, places: &[&str]) -> bool {
    places.iter().any(|p| path == *p || (!p.ends_with(".rs") && path.starts_with(p)))
}

/// Fails with every fault found.
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Returns the lines of inline test modules: from `mod tests {` after `#[cfg(test)]` to the brace that closes it.
fn test_lines(source: &str) -> Vec<RangeInclusive<usize>> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let opens = lines[at].starts_with("#[cfg(test)]")
            && lines[at + 1..].iter().take(3).any(|l| l.starts_with("mod ") && l.ends_with('{'));
        let end = if opens { (at..lines.len()).find(|i| lines[*i] == "}") } else { None };
        if let Some(end) = end {
            found.push(at..=end);
            at = end;
        }
        at += 1;
    }
    found
}

/// Returns the code of a file line by line: comments and tests blanked, so that only what runs is judged.
fn code(source: &str) -> Vec<String> {
    let tests = test_lines(source);
    let blank = |i: usize| tests.iter().any(|t| t.contains(&i));
    let uncommented = |line: &str| {
        // A `//` inside a text has a colon before it in every case this house has (`https://`).
        let at = line.match_indices("//").map(|(at, _)| at).find(|at| !line[..*at].ends_with(':'));
        line[..at.unwrap_or(line.len())].to_owned()
    };
    source.lines().enumerate().map(|(i, l)| if blank(i) { String::new() } else { uncommented(l) }).collect()
}

/// Tells whether a file holds only tests; those may reach for what they like.
fn is_tests(path: &str) -> bool {
    path.ends_with("/tests.rs")
}

/// Returns the ring a source file belongs to; `lib.rs` and `main.rs` stand above them.
fn ring(path: &str) -> Option<&str> {
    let name = path.strip_prefix("src/")?.split('/').next()?.trim_end_matches(".rs");
    RINGS.iter().any(|(ring, _)| *ring == name).then_some(name)
}

/// Returns what follows the crate's root in each path of a file: `crate::a`, `crate::{a::x, b}`, and `super::`
/// as often as the file is deep.
fn root_names(path: &str, code: &[String]) -> Vec<(usize, String)> {
    let depth = path.trim_start_matches("src/").split('/').count();
    let climb = format!(r"\bcrate\s*::\s*|\b(?:super\s*::\s*){{{depth}}}");
    let climb = Regex::new(&climb).unwrap();
    let all = code.join("\n");
    let mut found = Vec::new();
    for hit in climb.find_iter(&all) {
        let line = all[..hit.start()].matches('\n').count() + 1;
        found.extend(heads(&all[hit.end()..]).into_iter().map(|name| (line, name)));
    }
    found
}

/// Returns the first name of a path, or of each path in a group in braces.
fn heads(rest: &str) -> Vec<String> {
    let name =
        |s: &str| s.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let (mut depth, mut from, mut found) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                found.push(name(&group[from..at]));
                from = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found.retain(|n| !n.is_empty());
    found
}

#[test]
fn imports_run_one_way() {
    let mut faults = Vec::new();
    for path in sources() {
        let Some(ring) = ring(&path) else { continue };
        let allowed = RINGS.iter().find(|(name, _)| *name == ring).unwrap().1;
        let excepted = |name: &str| EXCEPTIONS.iter().any(|(p, ring)| within(&path, &[p]) && *ring == name);
        for (line, name) in root_names(&path, &code(&text(&path))) {
            let is_ring = RINGS.iter().any(|(ring, _)| *ring == name);
            if is_ring && !allowed.contains(&name.as_str()) && !excepted(&name) {
                faults.push(format!("{path}:{line}: {ring} must not know {name}"));
            }
        }
    }
    none(&faults);
}

#[test]
fn the_reader_of_imports_sees_every_form() {
    let read = |path: &str, source: &str| -> Vec<(usize, String)> { root_names(path, &code(source)) };
    let at = |line: usize, name: &str| (line, name.to_owned());
    let grouped =
        "use crate::{\n    app::{App, x},\n    io,\n};\n// use crate::mcp;\nfn f() { crate::cli::run(); }";
    assert_eq!(read("src/domain/a.rs", grouped), [at(1, "app"), at(1, "io"), at(6, "cli")]);
    assert_eq!(read("src/domain/a/b.rs", "use super::super::super::io::x;"), [at(1, "io")]);
    assert_eq!(read("src/domain/a/b.rs", "use super::io;"), []);
    let tested = "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::io;\n}\nuse crate::app;\n";
    assert_eq!(read("src/domain/a.rs", tested), [at(6, "app")]);
}

#[test]
fn every_library_stays_behind_its_door() {
    // A word in a message is no use of a library: quoted texts do not count.
    let quoted = Regex::new(r#""(?:[^"\\]|\\.)*""#).unwrap();
    let doors = DOORS.map(|(pattern, places, why)| (Regex::new(pattern).unwrap(), places, why));
    let mut faults = Vec::new();
    for path in sources().iter().filter(|p| !is_tests(p)) {
        for (i, line) in code(&text(path)).iter().enumerate() {
            let bare = quoted.replace_all(line, "\"\"");
            for (pattern, places, why) in &doors {
                if !within(path, places) && pattern.is_match(&bare) {
                    faults.push(format!("{path}:{}: {} ({why})", i + 1, line.trim()));
                }
            }
        }
    }
    none(&faults);
}

/// Where a system may be called by its name: its value, its grammar, and the files it is recognised by.
const NAMED_IN: [&str; 5] = [
    "src/domain/protocol",
    "src/domain/dialect",
    "src/io/settings",
    "src/domain/plan_check",
    "src/domain/brief",
];

#[test]
fn nobody_asks_which_protocol_it_is() {
    let name = Regex::new(r#""(megazord|yolo|gsd|ralph|bazinga)""#).unwrap();
    let mut faults = Vec::new();
    for path in sources().iter().filter(|p| !within(p, &NAMED_IN)) {
        for (n, line) in code(&text(path)).iter().enumerate() {
            if name.is_match(line) || line.contains("protocol.name ==") {
                faults.push(format!("{path}:{}: asks which protocol it is: {}", n + 1, line.trim()));
            }
        }
    }
    none(&faults);
}

#[test]
fn every_file_introduces_itself_and_stays_short() {
    let mut faults = Vec::new();
    let ours = sources().into_iter().chain(files("tests/it").into_iter().filter(|f| f.ends_with(".rs")));
    for path in ours {
        let source = text(&path);
        // `tests.rs` speaks of the module it belongs to.
        if !source.starts_with("//! ") && !is_tests(&path) {
            faults.push(format!("{path}:1: no `//!` that says what it is for"));
        }
        let name = path.rsplit('/').next().unwrap().trim_end_matches(".rs");
        if ["util", "utils", "helpers", "helper", "common", "misc", "mod"].contains(&name) {
            faults.push(format!("{path}:1: find the noun"));
        }
        if path.starts_with("tests/") || is_tests(&path) {
            continue;
        }
        let tests: usize = test_lines(&source).into_iter().map(|t| t.end() - t.start() + 1).sum();
        let lines = source.lines().count() - tests;
        if lines > LONGEST {
            faults.push(format!("{path}:{lines}: longer than {LONGEST} lines without its tests"));
        }
    }
    none(&faults);
}

/// Returns the names of the dependencies in Cargo.toml.
fn dependencies() -> Vec<String> {
    let manifest: toml::Table = text("Cargo.toml").parse().unwrap();
    let names = |table: &str| manifest[table].as_table().unwrap().keys().cloned().collect::<Vec<_>>();
    [names("dependencies"), names("dev-dependencies")].concat()
}

#[test]
fn every_dependency_has_a_user_and_a_reason() {
    let architecture = text("ARCHITECTURE.md");
    let all: Vec<String> = sources().into_iter().chain(files("tests/it")).collect();
    let all: Vec<String> = all.iter().map(|p| text(p)).collect();
    let mut faults = Vec::new();
    for name in dependencies() {
        let used = Regex::new(&format!(r"\b{}(::|!|;)", name.replace('-', "_"))).unwrap();
        if !all.iter().any(|source| used.is_match(source)) {
            faults.push(format!("Cargo.toml: nothing uses {name}"));
        }
        if !architecture.contains(&format!("`{name}`")) {
            faults.push(format!("ARCHITECTURE.md: does not say why {name} is there"));
        }
    }
    none(&faults);
}

#[test]
fn the_architecture_is_read_in_one_sitting() {
    let lines = text("ARCHITECTURE.md").lines().count();
    assert!(lines < 150, "ARCHITECTURE.md has {lines} lines");
}

/// Returns the names of the tools as hosts list them.
fn tools() -> Vec<String> {
    listed_tools().iter().map(|t| t.name.to_string()).collect()
}

#[test]
fn the_readme_tells_what_there_is() {
    let readme = text("README.md");
    let mut faults: Vec<String> = tools()
        .into_iter()
        .filter(|name| !readme.contains(&format!("| `{name}` |")))
        .map(|name| format!("README.md: no row for the tool {name}"))
        .collect();
    // What a newcomer needs stands on the first screen.
    let screen: Vec<&str> = readme.lines().take(30).collect();
    for command in ["cargo run --release -- demo", "cargo test"] {
        if !screen.contains(&command) {
            faults.push(format!("README.md:1: `{command}` is not on the first screen"));
        }
    }
    let all = text("src/io/settings/keys.rs");
    let of_repository = Regex::new(r#"\("([a-z_.]+)", Place::(?:Both|Repository)\)"#).unwrap();
    let keys = of_repository.captures_iter(&all).map(|found| found.get(1).unwrap().as_str());
    // Tables are told by their keys.
    let keys: Vec<&str> = keys.filter(|key| key.contains('.') || *key == "protocol").collect();
    assert!(keys.len() >= 10, "the list of keys: {keys:?}");
    for key in keys {
        if !readme.contains(&format!("`{key}`")) {
            faults.push(format!("README.md: no word on the setting {key}"));
        }
    }
    none(&faults);
}

#[test]
fn the_registration_starts_the_server() {
    let given: Value = serde_json::from_str(&text("mcp.json")).unwrap();
    let server = json!({ "type": "stdio", "command": "countersign", "args": ["serve"] });
    assert_eq!(given, json!({ "mcpServers": { "countersign": server } }));
}

/// Tools of the host that an agent may be given.
const HOST_TOOLS: [&str; 7] = ["Read", "Write", "Edit", "Grep", "Glob", "Bash", "Agent"];

/// Each agent with what it cannot work without; whatever else it has is checked against what it must not have.
const AGENTS: [(&str, &[&str], &[&str]); 3] = [
    ("countersign-reviewer", &["review_task", "record_findings"], &["respond_findings", "decide"]),
    ("countersign-executor", &["review_task", "respond_findings"], &["record_findings", "decide"]),
    ("countersign-verifier", &["verify_phase"], &["record_findings", "respond_findings", "decide"]),
];

/// Returns the front matter of an agent file as keys and values.
fn front_matter(source: &str) -> Vec<(String, String)> {
    let block = source.strip_prefix("---\n").and_then(|s| s.split_once("\n---\n")).expect("front matter").0;
    block
        .lines()
        .map(|line| line.split_once(": ").unwrap_or_else(|| panic!("{line:?} is no key and value")))
        .map(|(key, value)| (key.to_owned(), value.trim().to_owned()))
        .collect()
}

#[test]
fn every_agent_can_be_started_and_stays_in_its_role() {
    let mut faults = Vec::new();
    let mut found = Vec::new();
    for path in files("agents").iter().filter(|p| p.matches('/').count() == 1) {
        let source = text(path);
        let front = front_matter(&source);
        let value = |key: &str| front.iter().find(|(k, _)| k == key).map_or("", |(_, v)| v.as_str());
        let stem = path.trim_start_matches("agents/").trim_end_matches(".md");
        found.push(stem.to_owned());
        let Some((_, needed, forbidden)) = AGENTS.iter().find(|(name, _, _)| *name == stem) else {
            faults.push(format!("{path}:1: not in the list of agents"));
            continue;
        };
        // A colon and a blank would end a plain YAML scalar.
        if value("name") != stem || value("description").len() < 40 || value("description").contains(": ") {
            faults.push(format!("{path}:2: name and description do not introduce it"));
        }
        let given: Vec<&str> = value("tools").split(", ").collect();
        let ours: Vec<&str> = given.iter().filter_map(|t| t.strip_prefix("mcp__countersign__")).collect();
        let known = tools();
        for tool in &given {
            let own = tool.strip_prefix("mcp__countersign__");
            if own.map_or(!HOST_TOOLS.contains(tool), |own| !known.iter().any(|k| k == own)) {
                faults.push(format!("{path}:4: there is no tool {tool}"));
            }
        }
        faults.extend(needed.iter().filter(|t| !ours.contains(t)).map(|t| format!("{path}:4: needs {t}")));
        faults.extend(forbidden.iter().filter(|t| ours.contains(t)).map(|t| format!("{path}:4: has {t}")));
        let reads_only = stem != "countersign-executor";
        let writes = given.iter().filter(|t| ["Write", "Edit", "Bash", "Agent", "NotebookEdit"].contains(t));
        faults.extend(writes.filter(|_| reads_only).map(|t| format!("{path}:4: read-only, but has {t}")));
        // A tool that the text tells it to call must be one it has.
        for tool in known.iter().filter(|t| source.contains(&format!("`{t}`"))) {
            if !ours.contains(&tool.as_str()) {
                faults.push(format!("{path}: speaks of {tool}, which it does not have"));
            }
        }
    }
    found.sort();
    let mut listed: Vec<&str> = AGENTS.iter().map(|(name, _, _)| *name).collect();
    listed.sort_unstable();
    assert_eq!(found, listed);
    none(&faults);
}

#[test]
fn the_project_speaks_only_of_itself() {
    // Written in two halves, so that this file is not its own first fault.
    let foreign = [
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("/ho", "me/"),
        concat!("/Us", "ers/"),
        concat!("shared/", "corpus"),
        concat!("shared/", "reference"),
        concat!("registry", ".npmjs"),
        concat!("pypi", ".org"),
        concat!("index.", "crates.io"),
        concat!("HELP", "ERS.md"),
    ];
    let mut faults = Vec::new();
    for path in files("") {
        let Ok(source) = fs::read_to_string(root().join(&path)) else { continue };
        for (i, line) in source.lines().enumerate() {
            if let Some(word) = foreign.iter().find(|w| line.contains(**w)) {
                faults.push(format!("{path}:{}: {word} belongs to a machine, not to the project", i + 1));
            }
        }
    }
    none(&faults);
}

/// What stands at the top is what somebody put there on purpose: downloads and results of other tools do not come along
/// with a commit.
#[test]
fn the_top_holds_what_belongs_there() {
    const OURS: [&str; 31] = [
        ".ci",
        ".claude-plugin",
        ".gitignore",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "SECURITY.md",
        "agents",
        "benches",
        "briefs",
        "clippy.toml",
        "deny.toml",
        "docs",
        "fuzz",
        "hooks",
        "justfile",
        "mcp.json",
        "packages",
        "plugin",
        "proptest-regressions",
        "rustfmt.toml",
        "schemas",
        "server.json",
        "skills",
        "src",
        "tests",
    ];
    // A copy without its history has nothing that a commit could bring along.
    let Ok(git) = git2::Repository::open(root()) else { return };
    let index = git.index().unwrap();
    let mut faults: Vec<String> = index
        .iter()
        .filter_map(|entry| String::from_utf8(entry.path).ok())
        .map(|path| path.split('/').next().unwrap_or_default().to_owned())
        .filter(|top| !OURS.contains(&top.as_str()))
        .map(|top| format!("{top}: nothing of that name belongs to the top of the project"))
        .collect();
    faults.dedup();
    none(&faults);
}
