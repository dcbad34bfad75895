//! Small projects in seven languages, one change at a time: each changes exactly the items that it should.
//!
//! A change that is said to alter nothing is as much a test as one that is said to break something.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a scene that cannot be made fails its test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use countersign::domain::ids::RepoPath;
use countersign::domain::phase::{self, CodeFacts, ItemKind, PhaseInput, PlanFacts};
use countersign::domain::plan::{Artifact, KeyLink, MustHaves, Plan};
use countersign::io::code;
use countersign::io::follower::Nobody;

#[path = "mutations/csharp.rs"]
mod csharp;
#[path = "mutations/go.rs"]
mod go;
#[path = "mutations/java.rs"]
mod java;
#[path = "mutations/python.rs"]
mod python;
#[path = "mutations/ruby.rs"]
mod ruby;
#[path = "mutations/rust.rs"]
mod rust;
#[path = "mutations/typescript.rs"]
mod typescript;

/// A project as it is when everything holds.
struct Sample {
    files: &'static [(&'static str, &'static str)],
    /// Path, exports, what it contains.
    artifacts: &'static [(&'static str, &'static [&'static str], &'static str)],
    /// From, to, pattern; an empty pattern is none.
    links: &'static [(&'static str, &'static str, &'static str)],
}

/// What a change does to a file.
enum Edit {
    /// Replaces the first text by the second, which must be there.
    Swap(&'static str, &'static str, &'static str),
    Delete(&'static str),
    Write(&'static str, &'static str),
}

use Edit::{Delete, Swap, Write};

/// A change, and what becomes of the items it touches: label and status, `-` for one that is new and only warns.
struct Mutation(&'static str, &'static [Edit], &'static [(&'static str, &'static str)]);

fn input(sample: &Sample) -> PhaseInput {
    let artifacts = sample.artifacts.iter().map(|(path, exports, contains)| Artifact {
        path: (*path).to_owned(),
        exports: exports.iter().map(|e| (*e).to_owned()).collect(),
        contains: Some(*contains).filter(|c| !c.is_empty()).map(str::to_owned).into_iter().collect(),
        ..Artifact::default()
    });
    let key_links = sample.links.iter().map(|(from, to, pattern)| KeyLink {
        from: (*from).to_owned(),
        to: (*to).to_owned(),
        pattern: Some(*pattern).filter(|p| !p.is_empty()).map(str::to_owned),
        ..KeyLink::default()
    });
    let must_haves = MustHaves {
        truths: Vec::new(),
        artifacts: artifacts.collect(),
        key_links: key_links.collect(),
        ..MustHaves::default()
    };
    let plan = Plan {
        path: RepoPath::parse(".planning/phases/01-shop/01-01-PLAN.md").unwrap(),
        stem: "01-01".to_owned(),
        phase: None,
        plan: None,
        title: None,
        wave: None,
        depends_on: Vec::new(),
        files_modified: Vec::new(),
        requirements: Vec::new(),
        must_haves,
        tasks: Vec::new(),
        other: BTreeMap::new(),
        remarks: Vec::new(),
        degraded: false,
        listed: false,
    };
    PhaseInput { plans: vec![PlanFacts { plan, has_summary: true }], ..PhaseInput::default() }
}

/// Every item by its label, with its status and why.
fn seen(root: &Path, input: &PhaseInput) -> BTreeMap<String, (String, String)> {
    let files = code::read(root, &phase::questions(input, &[])).unwrap();
    let mut facts = CodeFacts { files, ..CodeFacts::default() };
    let mut words = phase::words(input, &facts);
    facts.survey = Some(code::survey(root, &code::list(root, &Nobody), &words, &Nobody).unwrap());
    words.extend(phase::further_words(input, &facts));
    facts.survey = Some(code::survey(root, &code::list(root, &Nobody), &words, &Nobody).unwrap());
    let items = phase::items(input, &facts, &[]);
    items
        .into_iter()
        .map(|item| {
            let warns = item.kind == ItemKind::AntiPattern && item.status.holds();
            let status = if warns { "-" } else { item.status.as_str() };
            (item.label, (status.to_owned(), item.reasons.join("; ")))
        })
        .collect()
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn change(root: &Path, edit: &Edit) {
    match edit {
        Swap(path, from, to) => {
            let text = fs::read_to_string(root.join(path)).unwrap();
            assert!(text.contains(from), "{path} has no {from:?}");
            write(root, path, &text.replacen(from, to, 1));
        }
        Delete(path) => fs::remove_file(root.join(path)).unwrap(),
        Write(path, text) => write(root, path, text),
    }
}

fn check(sample: &Sample, mutations: &[Mutation]) {
    let input = input(sample);
    let scene = |edits: &[Edit]| {
        let root = tempfile::tempdir().unwrap();
        sample.files.iter().for_each(|(path, text)| write(root.path(), path, text));
        edits.iter().for_each(|edit| change(root.path(), edit));
        seen(root.path(), &input)
    };
    let before = scene(&[]);
    let mut faults: Vec<String> = before
        .iter()
        .filter(|(_, (status, _))| status != "verified")
        .map(|(label, (status, why))| format!("as it is: {label} is {status}: {why}"))
        .collect();
    for Mutation(name, edits, expected) in mutations {
        let after = scene(edits);
        let changed: BTreeMap<&str, &str> = after
            .iter()
            .filter(|(label, (status, _))| before.get(*label).is_none_or(|(was, _)| was != status))
            .map(|(label, (status, _))| (label.as_str(), status.as_str()))
            .collect();
        let wanted: BTreeMap<&str, &str> = expected.iter().copied().collect();
        if changed != wanted {
            let why: Vec<String> = after
                .iter()
                .filter(|(label, _)| {
                    changed.contains_key(label.as_str()) || wanted.contains_key(label.as_str())
                })
                .map(|(label, (status, why))| format!("      {label} {status}: {why}"))
                .collect();
            faults.push(format!(
                "{name}:\n    changed {changed:?}\n    wanted  {wanted:?}\n{}",
                why.join("\n")
            ));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn there_are_eighty_of_them() {
    let all =
        [typescript::MUTATIONS.len(), python::MUTATIONS.len(), rust::MUTATIONS.len(), go::MUTATIONS.len()];
    assert!(all.iter().sum::<usize>() >= 80, "{all:?}");
}

#[test]
fn changes_of_a_typescript_project_change_what_they_should() {
    check(&typescript::SAMPLE, typescript::MUTATIONS);
}

#[test]
fn changes_of_a_python_project_change_what_they_should() {
    check(&python::SAMPLE, python::MUTATIONS);
}

#[test]
fn changes_of_a_rust_project_change_what_they_should() {
    check(&rust::SAMPLE, rust::MUTATIONS);
}

#[test]
fn changes_of_a_go_project_change_what_they_should() {
    check(&go::SAMPLE, go::MUTATIONS);
}

#[test]
fn changes_of_a_java_project_change_what_they_should() {
    check(&java::SAMPLE, java::MUTATIONS);
}

#[test]
fn changes_of_a_csharp_project_change_what_they_should() {
    check(&csharp::SAMPLE, csharp::MUTATIONS);
}

#[test]
fn changes_of_a_ruby_project_change_what_they_should() {
    check(&ruby::SAMPLE, ruby::MUTATIONS);
}

#[test]
fn modules_that_all_bring_in_each_other_are_told_soon() {
    let root = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..24).map(|n| format!("part{n}")).collect();
    for name in &names {
        let others = names.iter().filter(|other| *other != name);
        let brings: String = others.map(|other| format!("from .{other} import *\n")).collect();
        write(
            root.path(),
            &format!("shop/{name}.py"),
            &format!("{brings}\ndef of_{name}(x):\n    return x + 1\n"),
        );
    }
    write(root.path(), "shop/__init__.py", "from .part0 import *\n");
    write(root.path(), "shop/idle.py", "def never(x):\n    return x + 2\n");
    write(root.path(), "main.py", "from shop import of_part23, never\n\nprint(of_part23(1))\n");
    let sample = Sample {
        files: &[],
        artifacts: &[("shop/part23.py", &["of_part23"], ""), ("shop/idle.py", &["never"], "")],
        links: &[],
    };
    let started = std::time::Instant::now();
    let seen = seen(root.path(), &input(&sample));
    assert_eq!(seen["shop/part23.py"].0, "verified", "{seen:?}");
    assert_eq!(seen["shop/idle.py"].0, "failed", "{seen:?}");
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn a_user_that_is_too_large_to_be_parsed_leaves_it_open() {
    let root = tempfile::tempdir().unwrap();
    let padding = |bytes: usize| "  show('one line of a text that is very long');\n".repeat(bytes / 48);
    let user = |name: &str, bytes: usize| {
        format!(
            "import {{ {name} }} from './{name}';\nexport function all() {{\n{}  {name}(1);\n}}\n",
            padding(bytes)
        )
    };
    for (name, bytes) in [("parsed", 40 * 1024), ("large", 900 * 1024), ("huge", 3 * 1024 * 1024)] {
        let module = format!("export const {name} = (n: number) => load(n);\n");
        write(root.path(), &format!("src/{name}.ts"), &module);
        write(root.path(), &format!("src/all_{name}.ts"), &user(name, bytes));
    }
    // What is large and no code, or a test, keeps nothing open.
    write(root.path(), "src/idle.ts", "export const idle = (n: number) => load(n);\n");
    write(root.path(), "src/idle.test.ts", &user("idle", 900 * 1024));
    write(root.path(), "data.json", &format!("{{\"idle\": \"{}\"}}\n", "x".repeat(3 * 1024 * 1024)));
    write(root.path(), "package.json", "{\"name\": \"shop\"}\n");
    let sample = Sample {
        files: &[],
        artifacts: &[
            ("src/parsed.ts", &["parsed"], ""),
            ("src/large.ts", &["large"], ""),
            ("src/huge.ts", &["huge"], ""),
            ("src/idle.ts", &["idle"], ""),
        ],
        links: &[],
    };
    let seen = seen(root.path(), &input(&sample));
    let told: Vec<(&str, &str)> = seen.iter().map(|(l, (status, _))| (l.as_str(), status.as_str())).collect();
    let expected = [
        ("src/huge.ts", "uncertain"),
        ("src/idle.ts", "failed"),
        ("src/large.ts", "uncertain"),
        ("src/parsed.ts", "verified"),
    ];
    assert_eq!(told, expected, "{seen:?}");
    assert!(seen["src/huge.ts"].1.contains("`src/all_huge.ts`, which holds a name of it"), "{seen:?}");
}
