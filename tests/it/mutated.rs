//! Real answers, damaged: whatever is lost, doubled, moved or slipped in between, reading goes on,
//! says the same each time, points into the text, and takes no objection for an approval.
//!
//! The texts are those of `tests/reviews` and, where `COUNTERSIGN_CORPUS` names its folder, of an
//! outside corpus. `PROPTEST_CASES` raises how many damages are tried.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use countersign::domain::dialect::{ReadContext, Reading, held_verdict, names, read};
use countersign::domain::review::Verdict;
use proptest::prelude::*;
use proptest::sample::Index;

/// A real answer and the line its verdict was read from.
struct Real {
    name: String,
    text: String,
    /// The line that objects, as written; nothing for answers that do not.
    objects: Option<String>,
}

static TEXTS: LazyLock<Vec<Real>> = LazyLock::new(|| {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reviews");
    let mut folders = vec![own];
    folders.extend(std::env::var_os("COUNTERSIGN_CORPUS").map(PathBuf::from));
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|e| e == "md") {
                files.push(entry);
            }
        }
    }
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
            let reading = read(&text, &ReadContext::default());
            let objecting = matches!(reading.claimed_verdict, Verdict::ChangesRequested | Verdict::Rejected);
            let because = reading.because.filter(|_| objecting);
            let objects = because.map(|b| text.split('\n').nth(b.line as usize - 1).unwrap().to_owned());
            // Where a line beside the objection approves by itself, their order tells, and damage changes that.
            let alone = |_: &String| {
                let approves = |l: &str| read(l, &ReadContext::default()).claimed_verdict.approves();
                !text.split('\n').any(approves)
            };
            let objects = objects.filter(alone);
            Real { name: file.display().to_string(), text, objects }
        })
        .collect()
});

/// What may happen to a text on its way.
#[derive(Debug, Clone)]
enum Damage {
    Delete(Index),
    Double(Index, Index),
    Swap(Index, Index),
    Upper(Index),
    Lower(Index),
    Insert(Index, &'static str),
    /// A line loses its end.
    Cut(Index, Index),
    /// The text loses its end.
    End(Index),
    /// Something is set inside a line.
    Within(Index, Index, &'static str),
}

/// Lines that change what the lines around them are.
const LINES: &[&str] = &[
    "",
    "```",
    "~~~",
    "> quoted",
    "<!--",
    "-->",
    "---",
    "# Heading",
    "## Previous round",
    "## Findings",
    "<review>",
    "</review>",
    "<old>",
    "</old>",
    "- item",
    "    code",
    "| a | b |",
    "|---|---|",
    "{",
    "}",
    "{\"a\": [",
    "Verdict:",
    "text:",
];
/// What may get inside a line.
const MARKS: &[&str] = &[
    "\u{200b}", "\u{202e}", "\u{feff}", "\u{a0}", "\u{ad}", "`", "**", "_", "~~", "<!--", "-->", "\"", "\r",
    "\t", "|", "&quot;", "é", "🔴", "\0",
];

/// Damage to whole lines, which puts no new words anywhere.
fn to_lines() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        4 => at().prop_map(Damage::Delete),
        2 => (at(), at()).prop_map(|(a, b)| Damage::Double(a, b)),
        2 => (at(), at()).prop_map(|(a, b)| Damage::Swap(a, b)),
        1 => at().prop_map(Damage::Lower),
        2 => (at(), prop::sample::select(LINES)).prop_map(|(a, line)| Damage::Insert(a, line)),
    ]
}

fn anything() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        4 => to_lines(),
        1 => at().prop_map(Damage::Upper),
        1 => (at(), at()).prop_map(|(a, b)| Damage::Cut(a, b)),
        1 => at().prop_map(Damage::End),
        2 => (at(), at(), prop::sample::select(MARKS)).prop_map(|(a, b, mark)| Damage::Within(a, b, mark)),
    ]
}

/// Damages a text; `keep` is a line that stays as it is.
fn damaged(text: &str, damages: &[Damage], keep: Option<&str>) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for damage in damages {
        if lines.is_empty() {
            break;
        }
        let count = lines.len();
        let kept = |lines: &[String], at: usize| keep.is_some_and(|k| lines[at] == k);
        match damage {
            Damage::Delete(a) if !kept(&lines, a.index(count)) => {
                lines.remove(a.index(count));
            }
            Damage::Double(a, b) => {
                let line = lines[a.index(count)].clone();
                lines.insert(b.index(count), line);
            }
            Damage::Swap(a, b) => lines.swap(a.index(count), b.index(count)),
            Damage::Upper(a) if !kept(&lines, a.index(count)) => {
                lines[a.index(count)] = lines[a.index(count)].to_uppercase();
            }
            Damage::Lower(a) if !kept(&lines, a.index(count)) => {
                lines[a.index(count)] = lines[a.index(count)].to_lowercase();
            }
            Damage::Insert(a, line) => lines.insert(a.index(count), (*line).to_owned()),
            Damage::Cut(a, b) if !kept(&lines, a.index(count)) => {
                let line = &mut lines[a.index(count)];
                let end = line.floor_char_boundary(b.index(line.len() + 1));
                line.truncate(end);
            }
            Damage::End(a) => {
                let end = a.index(count);
                if !(end..count).any(|at| kept(&lines, at)) {
                    lines.truncate(end);
                }
            }
            Damage::Within(a, b, mark) if !kept(&lines, a.index(count)) => {
                let line = &mut lines[a.index(count)];
                let at = line.floor_char_boundary(b.index(line.len() + 1));
                line.insert_str(at, mark);
            }
            Damage::Delete(_)
            | Damage::Upper(_)
            | Damage::Lower(_)
            | Damage::Cut(..)
            | Damage::Within(..) => {}
        }
    }
    lines.join("\n")
}

/// What holds of every reading of every text.
fn check(text: &str, reading: &Reading) -> Result<(), TestCaseError> {
    let lines: Vec<&str> = text.split('\n').collect();
    let inside = |line: u32| (1..=lines.len()).contains(&(line as usize));
    prop_assert!(names().any(|n| n == reading.dialect));
    prop_assert!(!reading.claimed_verdict.approves() || reading.because.is_some(), "{reading:?}");
    if let Some(because) = &reading.because {
        prop_assert!(inside(because.line), "{because:?}");
        let written = lines[because.line as usize - 1];
        prop_assert!(!because.text.is_empty() && written.contains(&because.text), "{because:?}: {written:?}");
    }
    prop_assert!(reading.ignored.iter().all(|i| inside(i.line)));
    for remark in &reading.remarks {
        prop_assert!(remark.line == 0 || inside(remark.line), "{remark:?} of {text:?}");
    }
    prop_assert!(reading.findings.iter().all(|f| !f.title.is_empty()));
    prop_assert!(!held_verdict(reading).approves() || reading.claimed_verdict.approves());
    Ok(())
}

fn cases(few: u32) -> ProptestConfig {
    let named = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig { cases: named.unwrap_or(few), failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn there_are_texts_that_object() {
    assert!(TEXTS.iter().filter(|t| t.objects.is_some()).count() >= 30);
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..600), forced in any::<Index>()) {
        let text = String::from_utf8_lossy(&bytes);
        let forced = names().nth(forced.index(names().count()));
        for forced in [None, forced] {
            let context = ReadContext { forced, ..ReadContext::default() };
            let reading = read(&text, &context);
            check(&text, &reading)?;
            prop_assert_eq!(&reading, &read(&text, &context));
        }
    }

    #[test]
    fn damaged_answers_are_read(at in any::<Index>(), damages in prop::collection::vec(anything(), 1..12), forced in any::<Index>()) {
        let real = at.get(TEXTS.as_slice());
        let text = damaged(&real.text, &damages, None);
        let forced = names().nth(forced.index(names().count() + 1));
        let context = ReadContext { forced, ..ReadContext::default() };
        let reading = read(&text, &context);
        check(&text, &reading)?;
        prop_assert_eq!(&reading, &read(&text, &context), "{}", real.name);
    }

    #[test]
    fn an_objection_that_still_stands_is_not_read_as_an_approval(at in any::<Index>(), damages in prop::collection::vec(to_lines(), 1..8)) {
        let real = at.get(TEXTS.as_slice());
        let Some(objects) = &real.objects else { return Ok(()) };
        let text = damaged(&real.text, &damages, Some(objects));
        let before = &text[..text.rfind(objects.as_str()).unwrap()];
        if before.rfind("<!--") > before.rfind("-->") {
            // What a comment hides does not stand.
            return Ok(());
        }
        let reading = read(&text, &ReadContext::default());
        prop_assert!(!reading.claimed_verdict.approves(), "{}: {:?}\n{text}", real.name, reading.because);
    }
}
