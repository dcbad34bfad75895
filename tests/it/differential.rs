//! The same differences as the git program shows: files, states and line counts over generated histories.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::path::Path;

use countersign::domain::diff::{ChangeKind, FileChange};
use countersign::domain::ids::Oid;

use crate::git_cli;
use crate::scene::{Edit, Scene};

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n as u64).unwrap()
    }
}

/// Histories that are made, how many of them in one repository, and commits of each after its first.
const HISTORIES: u64 = 300;
const TOGETHER: u64 = 30;
const COMMITS: usize = 4;

/// Words that begin lines; numbers make them differ, so that only renamed files are alike. How alike two short
/// files are is measured differently by the two programs, so no edited rename here is near their threshold.
const WORDS: [&str; 7] = ["let a", "}", "", "\tif (b) {", "return a + b;", "// été", "x\r"];

/// The least lines of a file that is renamed with an edit, and the most lines edited in it before.
const LONG: usize = 20;
const CALM: usize = 3;

fn line(dice: &mut Dice) -> String {
    format!("{} {}", WORDS[dice.below(WORDS.len())], dice.below(100_000))
}

fn lines(dice: &mut Dice) -> Vec<String> {
    (0..dice.below(40)).map(|_| line(dice)).collect()
}

fn edited(dice: &mut Dice, mut lines: Vec<String>, edits: usize) -> Vec<String> {
    for _ in 0..edits {
        let at = dice.below(lines.len() + 1);
        match dice.below(3) {
            0 if at < lines.len() => {
                lines.remove(at);
            }
            1 if at < lines.len() => lines[at] = line(dice),
            _ => lines.insert(at, line(dice)),
        }
    }
    lines
}

/// A file of the scene as it stands.
#[derive(Clone)]
struct Held {
    /// `F` a file, `X` an executable one, `L` a link.
    kind: char,
    lines: Vec<String>,
    /// Whether its last line has a line feed, and whether a NUL follows.
    closed: bool,
    binary: bool,
    /// Lines edited since the base.
    edits: usize,
    /// It was renamed, or is another kind of entry than at the base: it stays as it is.
    settled: bool,
}

impl Held {
    fn new(dice: &mut Dice, lines: Vec<String>) -> Self {
        let (closed, binary) = (dice.below(6) != 0, dice.below(25) == 0);
        Held { kind: 'F', lines, closed, binary, edits: 0, settled: false }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.lines.join("\n").into_bytes();
        if self.closed && !bytes.is_empty() {
            bytes.push(b'\n');
        }
        if self.binary {
            bytes.push(0);
        }
        bytes
    }
}

type Tree = BTreeMap<String, Held>;

/// Commits a few random edits.
fn step(scene: &Scene, tree: &mut Tree, dice: &mut Dice) {
    let mut done: Vec<(char, String, Vec<u8>)> = Vec::new();
    for _ in 0..=dice.below(4) {
        let names: Vec<String> = tree.keys().cloned().collect();
        let fresh = format!("{}/f{}.txt", ["a", "b/c", "été", "sp ace"][dice.below(4)], dice.below(400));
        let known = (!names.is_empty()).then(|| names[dice.below(names.len())].clone());
        // One edit a path and commit.
        if done.iter().any(|(_, path, _)| *path == fresh || Some(path) == known.as_ref()) {
            continue;
        }
        let held = known.as_ref().map(|path| tree[path].clone());
        match (dice.below(8), known, held) {
            (0, Some(path), Some(held)) if !held.settled => {
                tree.remove(&path);
                done.push(('D', path, Vec::new()));
            }
            (1, Some(path), Some(mut held)) if !tree.contains_key(&fresh) && !held.settled => {
                let calm = held.edits <= CALM && held.lines.len() >= LONG && !held.binary;
                if held.edits > 0 && !calm || held.lines.is_empty() {
                    continue;
                }
                if calm && dice.below(2) == 0 {
                    held.lines = edited(dice, held.lines, 1);
                }
                held.settled = true;
                tree.remove(&path);
                done.push(('D', path, Vec::new()));
                done.push((held.kind, fresh.clone(), held.bytes()));
                tree.insert(fresh, held);
            }
            (2, Some(path), Some(mut held)) if !held.settled => {
                held.kind = ['F', 'X', 'L'][dice.below(3)];
                held.settled = true;
                let target = format!("target {}", dice.below(100_000)).into_bytes();
                let content = if held.kind == 'L' { target } else { held.bytes() };
                done.push((held.kind, path.clone(), content));
                tree.insert(path, held);
            }
            (3..=5, Some(path), Some(mut held)) if !held.settled => {
                let edits = 1 + dice.below(4);
                held.lines = edited(dice, held.lines, edits);
                held.edits += edits;
                done.push((held.kind, path.clone(), held.bytes()));
                tree.insert(path, held);
            }
            (_, _, _) if !tree.contains_key(&fresh) => {
                let lines = lines(dice);
                let held = Held::new(dice, lines);
                done.push(('F', fresh.clone(), held.bytes()));
                tree.insert(fresh, held);
            }
            (_, _, _) => {}
        }
    }
    for (_, path, _) in done.iter().filter(|(kind, ..)| *kind != 'L') {
        // A link that becomes a file must not be written through.
        let full = scene.root().join(path);
        if full.is_symlink() && done.iter().all(|(kind, p, _)| p != path || *kind != 'D') {
            std::fs::remove_file(full).unwrap();
        }
    }
    let targets: Vec<String> = done.iter().map(|(.., c)| String::from_utf8_lossy(c).into_owned()).collect();
    let edits: Vec<Edit<'_>> = done
        .iter()
        .zip(&targets)
        .map(|((kind, path, content), target)| match kind {
            'D' => Edit::Remove(path),
            'X' => Edit::Executable(path, content),
            'L' => Edit::Link(path, target),
            _ => Edit::Write(path, content),
        })
        .collect();
    scene.edit("step", &edits);
}

/// A row as git's `--raw` and `--numstat` give it: the state's letter, both names, lines added and removed.
type Row = (char, String, String, Option<(u32, u32)>);

fn ours(file: &FileChange) -> Row {
    let letter = match file.kind {
        ChangeKind::Added => 'A',
        ChangeKind::Modified => 'M',
        ChangeKind::Deleted => 'D',
        ChangeKind::Renamed => 'R',
        ChangeKind::TypeChanged => 'T',
    };
    let lines = (!file.binary).then_some((file.insertions, file.deletions));
    (letter, file.before().to_string(), file.path.to_string(), lines)
}

/// What the git program says of the same two commits.
fn theirs(root: &Path, base: &Oid, head: &Oid) -> Vec<Row> {
    let shown = git_cli::git(
        root,
        &[
            "--attr-source=4b825dc642cb6eb9a060e54bf8d69288fbee4904",
            "diff-tree",
            "-r",
            "-z",
            "-M50%",
            "-l1000",
            "--raw",
            "--numstat",
            "--no-ext-diff",
            "--no-textconv",
            "--diff-algorithm=myers",
            "--indent-heuristic",
            base.as_str(),
            head.as_str(),
        ],
    )
    .expect("git compares two commits");
    let mut states: BTreeMap<String, (char, String)> = BTreeMap::new();
    let mut counts: BTreeMap<String, Option<(u32, u32)>> = BTreeMap::new();
    let mut parts = shown.split('\0').filter(|p| !p.is_empty());
    while let Some(part) = parts.next() {
        if let Some(raw) = part.strip_prefix(':') {
            let letter = raw.rsplit(' ').next().unwrap().chars().next().unwrap();
            let first = parts.next().unwrap().to_owned();
            let path = if letter == 'R' { parts.next().unwrap().to_owned() } else { first.clone() };
            states.insert(path, (letter, first));
        } else {
            let mut fields = part.splitn(3, '\t');
            let (added, removed) = (fields.next().unwrap(), fields.next().unwrap());
            let path = match fields.next().unwrap() {
                "" => {
                    parts.next();
                    parts.next().unwrap().to_owned()
                }
                path => path.to_owned(),
            };
            let lines = (added != "-").then(|| (added.parse().unwrap(), removed.parse().unwrap()));
            counts.insert(path, lines);
        }
    }
    states.into_iter().map(|(path, (letter, old))| (letter, old, path.clone(), counts[&path])).collect()
}

#[test]
fn three_hundred_histories_differ_as_git_says() {
    if !git_cli::there("three_hundred_histories_differ_as_git_says") {
        return;
    }
    let mut files = 0;
    let mut seen = std::collections::BTreeSet::new();
    let mut scene = Scene::new();
    for seed in 1..=HISTORIES {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        if seed % TOGETHER == 0 {
            scene = Scene::new();
        }
        // Each is a branch of its own, from nothing.
        scene.git.set_head(&format!("refs/heads/history{seed}")).unwrap();
        scene.git.index().unwrap().clear().unwrap();
        let mut tree = Tree::new();
        let first: Vec<(String, Held)> = (0..6)
            .map(|n| {
                let lines = (0..LONG + n).map(|_| line(&mut dice)).collect();
                (format!("a/start{n}.txt"), Held::new(&mut dice, lines))
            })
            .collect();
        let written: Vec<(String, Vec<u8>)> = first.iter().map(|(p, h)| (p.clone(), h.bytes())).collect();
        let edits: Vec<Edit<'_>> = written.iter().map(|(p, b)| Edit::Write(p, b)).collect();
        scene.edit("start", &edits);
        tree.extend(first);
        let base = scene.open().head().unwrap();
        for _ in 0..COMMITS {
            step(&scene, &mut tree, &mut dice);
        }
        let repository = scene.open();
        let head = repository.head().unwrap();
        let diff = repository.diff(Some(&base), &head, &[]).unwrap();
        let mut ours: Vec<Row> = diff.files.iter().map(ours).collect();
        ours.sort_by(|a, b| a.2.cmp(&b.2));
        let mut theirs = theirs(scene.root(), &base, &head);
        theirs.sort_by(|a, b| a.2.cmp(&b.2));
        assert_eq!(ours, theirs, "history {seed} at {}", scene.root().display());
        files += ours.len();
        seen.extend(ours.iter().map(|row| row.0));
    }
    assert!(files > 900, "only {files} files");
    assert_eq!(seen.into_iter().collect::<String>(), "ADMRT", "every state was met");
}

/// Files of a few lines that were renamed and edited: joined as git joins them.
#[test]
fn tiny_files_are_renamed_as_git_says() {
    if !git_cli::there("tiny_files_are_renamed_as_git_says") {
        return;
    }
    for (was, is, other) in [
        ("one line of text\n", "one line of text\nand one\n", ""),
        ("a\nb\n", "a\nc\n", ""),
        ("a\nb\n", "c\nd\n", ""),
        ("let total = 1;\nlet more = 2;\n", "let total = 1;\nlet less = 2;\n", "let total = 1;\n"),
        ("x", "x\ny\n", ""),
        ("function a() {\n  return 1;\n}\n", "function b() {\n  return 1;\n}\n", "function a() {\n}\n"),
    ] {
        let scene = Scene::new();
        let base = scene.commit("before", &[("old.js", was), ("stays.js", "s\n")]);
        let mut edits = vec![Edit::Remove("old.js"), Edit::Write("new.js", is.as_bytes())];
        if !other.is_empty() {
            edits.push(Edit::Write("other.js", other.as_bytes()));
        }
        let head = scene.edit("after", &edits);
        let arguments = ["diff", "--name-status", "-M50%", "--no-ext-diff", base.as_str(), head.as_str()];
        let told = git_cli::git(scene.root(), &arguments).unwrap();
        let renamed = told.lines().find_map(|l| l.strip_prefix('R')).map(|l| {
            let mut parts = l.split('\t').skip(1);
            (parts.next().unwrap().to_owned(), parts.next().unwrap().to_owned())
        });
        let diff = scene.open().diff(Some(&base), &head, &[]).unwrap();
        let ours = diff.files.iter().find(|f| f.kind == ChangeKind::Renamed);
        let ours = ours.map(|f| (f.before().to_string(), f.path.to_string()));
        assert_eq!(ours, renamed, "{was:?} {is:?}: {told}");
    }
}
