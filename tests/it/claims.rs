//! What a change says of a claim that a finding is fixed, over changes that git made (SPEC 7.3).
//!
//! `tests/claims/*.case`: a case is its name, files before and after, the finding's places, the fixer's note, and the
//! word that is right.
//!
//! ```text
//! == what the case shows
//! before src/a.rs · after src/a.rs    followed by `| ` lines; a file without an `after` stays, `gone PATH` deletes it
//! at src/a.rs:2-3 src/b.rs:1          the finding's places
//! note the fixer's words
//! own src/a.rs                        the subject's own files, where not all of them are
//! title what is wrong · executable src/a.sh    the finding's title, where it matters; a file that may be run afterwards
//! = region_changed                    with `open` behind it: the finding is not closed by silence
//! ```

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use std::collections::BTreeMap;
use std::path::Path;

use countersign::domain::claim;
use countersign::domain::diff::{Changed, Diff, FileChange, Texts, Touch, touch};
use countersign::domain::finding::Finding;
use countersign::domain::identity;
use countersign::domain::ids::{FindingId, RepoPath};
use countersign::domain::review::{Location, RawFinding, Response, ResponseKind, Severity};

use crate::scene::{Edit, Scene};

#[derive(Default)]
struct Case {
    before: BTreeMap<String, String>,
    after: BTreeMap<String, String>,
    gone: Vec<String>,
    own: Vec<RepoPath>,
    executable: Vec<String>,
    title: Option<String>,
    places: Vec<Location>,
    note: Option<String>,
    expected: String,
}

fn place(text: &str) -> Location {
    let Some((file, lines)) = text.rsplit_once(':') else {
        return Location { file: text.to_owned(), line: None, end_line: None };
    };
    let (a, b) = lines.split_once('-').unwrap_or((lines, lines));
    let line = Some(a.parse().unwrap());
    Location { file: file.to_owned(), line, end_line: (a != b).then(|| b.parse().unwrap()) }
}

fn read(text: &str) -> Case {
    let mut case = Case::default();
    let mut open: Option<(bool, String)> = None;
    for line in text.lines() {
        if let Some((after, path)) = &open
            && let Some(text) = line.strip_prefix('|')
        {
            let side = if *after { &mut case.after } else { &mut case.before };
            let file = side.entry(path.clone()).or_default();
            file.push_str(text.strip_prefix(' ').unwrap_or(text));
            file.push('\n');
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "before" | "after" => open = Some((word == "after", rest.to_owned())),
            "gone" => case.gone.push(rest.to_owned()),
            "own" => case.own = rest.split(' ').map(|p| RepoPath::parse(p).unwrap()).collect(),
            "at" => case.places = rest.split(' ').map(place).collect(),
            "title" => case.title = Some(rest.to_owned()),
            "executable" => case.executable.push(rest.to_owned()),
            "note" => case.note = Some(rest.to_owned()),
            "=" => case.expected = rest.to_owned(),
            "" | "#" => {}
            other => panic!("{other}"),
        }
    }
    case
}

fn change(case: &Case) -> Changed {
    let scene = Scene::new();
    let pairs: Vec<(&str, &str)> = case.before.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let base = scene.commit("before", &pairs);
    let gone = case.gone.iter().map(|p| Edit::Remove(p));
    let runs = case.executable.iter().map(|p| Edit::Executable(p, case.before[p].as_bytes()));
    let edits: Vec<Edit<'_>> =
        gone.chain(runs).chain(case.after.iter().map(|(p, t)| Edit::Write(p, t.as_bytes()))).collect();
    let head = scene.edit("after", &edits);
    let own = scene.open().diff(Some(&base), &head, &case.own).unwrap();
    let lost = identity::taken(&own);
    let others = case.after.iter().filter(|(path, text)| {
        !case.own.is_empty() && own.file(path).is_none() && identity::holds_some(text, &lost)
    });
    let gained = others.map(|(path, text)| {
        let before = case.before.get(path).map_or("", String::as_str);
        FileChange::gained(RepoPath::parse(path).unwrap(), before, text)
    });
    let elsewhere = Diff { files: gained.collect() };
    drop(lost);
    let texts = own.files.iter().filter_map(|file| {
        let old = case.before.get(file.before().as_str())?.clone();
        let new = case.after.get(file.path.as_str())?.clone();
        Some(Texts { path: file.path.clone(), old, new })
    });
    let texts = texts.collect();
    Changed { own, elsewhere, texts }
}

/// Returns the word, and whether silence would leave the finding open though its place changed.
fn word(case: &Case) -> String {
    let since = change(case);
    let mut said = RawFinding::new(Severity::High, case.title.as_deref().unwrap_or("It is wrong"));
    said.locations = case.places.clone();
    let finding = Finding::new(FindingId::new("F1"), said, 1);
    let response = Response {
        finding_id: FindingId::new("F1"),
        response: ResponseKind::Fixed,
        details: case.note.clone(),
        reason: None,
        reason_kind: None,
        commit: None,
        tech_debt_id: None,
    };
    let word = claim::of(Some(&finding), &since, &response);
    let real = claim::substantive(&since);
    let all = case.places.iter().all(|p| p.line.is_some() && touch(&real, p) == Touch::RegionChanged);
    if word == "region_changed" && !all { format!("{word} open") } else { word.to_owned() }
}

#[test]
fn claims_of_fixes_are_what_the_table_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/claims");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let (mut count, mut wrong) = (0, Vec::new());
    for path in files {
        let text = format!("\n{}", std::fs::read_to_string(path).unwrap());
        for part in text.split("\n== ").skip(1) {
            let (name, rest) = part.split_once('\n').unwrap();
            let case = read(rest);
            count += 1;
            let got = word(&case);
            if got != case.expected {
                wrong.push(format!("{name}: {got}, not {}", case.expected));
            }
        }
    }
    println!("{count} cases, {} wrong", wrong.len());
    assert!(count >= 50, "{count} cases");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
