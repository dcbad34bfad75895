//! What is cut comes whole in the parts, nothing of it twice, whatever its lengths.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::domain::brief::hunks::{self, Command, Shown};
use crate::domain::brief::rest::Stock;
use crate::domain::brief::tests::{TAG, oid, path};
use crate::domain::diff::{ChangeKind, Diff, Hunk, OpenEnd, Origin};
use crate::domain::ids::RepoPath;

/// The blocks of texts: name and what stands in it, as it was.
fn blocks(texts: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for text in texts {
        let mut rest = *text;
        while let Some(at) = rest.find(&format!("<data-{TAG} name=\"")) {
            let (name, inner) = rest[at..].split_once("name=\"").unwrap().1.split_once("\">\n").unwrap();
            let (inside, after) = inner.split_once(&format!("\n</data-{TAG}>")).unwrap();
            found.push((name.to_owned(), envelope::unveil(inside)));
            rest = after;
        }
    }
    found
}

/// Writes the parts of what was packed, from what a store would keep of it.
fn bodies(packed: &Packed, diff: &Diff) -> Vec<String> {
    let rest: Rest = serde_json::from_slice(&serde_json::to_vec(&packed.rest).unwrap()).unwrap();
    assert_eq!(rest, packed.rest);
    let of = |_: Option<&Oid>, _: &Oid, files: &[RepoPath]| Ok::<_, ()>(diff.for_files(files));
    let stock = Stock { diff: &of, content: &|_| Err(()) };
    rest.parts.iter().map(|blocks| rest.body(blocks, &stock).unwrap()).collect()
}

/// Puts the blocks of one name together.
fn joined(texts: &[&str], name: &str) -> String {
    let mut whole = String::new();
    for (block, text) in blocks(texts) {
        if block == name {
            if !whole.is_empty() {
                whole.push('\n');
            }
            whole.push_str(&text);
        } else if block == format!("{name}, goes on") {
            whole.push_str(&text);
        }
    }
    whole
}

/// Every line of a diff by file, side and number; a line that stands there twice fails.
fn lines(diff: &str) -> BTreeMap<(String, char, u32), String> {
    let mut found = BTreeMap::new();
    let (mut file, mut at) = (String::new(), (0, 0));
    let mut left = (0, 0);
    let mut last: Vec<(String, char, u32)> = Vec::new();
    for line in diff.split('\n') {
        if left == (0, 0) {
            if line.starts_with("\\ No newline") {
                for key in &last {
                    found.get_mut(key).map(|l: &mut String| l.push_str("<open>")).unwrap();
                }
            } else if let Some(names) = line.strip_prefix("diff --git ") {
                names.clone_into(&mut file);
            } else if let Some(place) = line.strip_prefix("@@ -") {
                let place = place.split_once(" @@").unwrap().0;
                let side = |s: &str| -> (u32, u32) {
                    let (start, lines) = s.split_once(',').unwrap_or((s, "1"));
                    (start.parse().unwrap(), lines.parse().unwrap())
                };
                let (old, new) = place.split_once(" +").map(|(o, n)| (side(o), side(n))).unwrap();
                at = (old.0 + u32::from(old.1 == 0), new.0 + u32::from(new.1 == 0));
                left = (old.1, new.1);
            }
            continue;
        }
        if line.starts_with("\\ No newline") {
            for key in &last {
                found.get_mut(key).map(|l: &mut String| l.push_str("<open>")).unwrap();
            }
            continue;
        }
        let sign = &line[..1];
        last.clear();
        if sign != "+" {
            last.push((file.clone(), '-', at.0));
            (at.0, left.0) = (at.0 + 1, left.0 - 1);
        }
        if sign != "-" {
            last.push((file.clone(), '+', at.1));
            (at.1, left.1) = (at.1 + 1, left.1 - 1);
        }
        for key in &last {
            assert_eq!(found.insert(key.clone(), line.to_owned()), None, "twice: {key:?}");
        }
    }
    found
}

fn change(name: &str, groups: &[(usize, usize, usize)], text: &str) -> FileChange {
    let mut file = FileChange::new(path(name), ChangeKind::Modified);
    (file.old_blob, file.new_blob) = (Some(oid('1')), Some(oid('2')));
    let (mut old, mut new) = (1, 1);
    for (at, (context, removed, added)) in groups.iter().enumerate() {
        let mut lines = Vec::new();
        let mut put = |origin, count: usize, word: &str| {
            for n in 0..count {
                lines.push(DiffLine { origin, text: format!("{at}.{n} {word} {text}") });
            }
        };
        put(Origin::Context, *context, "before");
        put(Origin::Removed, *removed, "old");
        put(Origin::Added, *added, "new");
        put(Origin::Context, *context, "after");
        let count = |n: usize| u32::try_from(n).unwrap();
        let (old_lines, new_lines) = (count(context * 2 + removed), count(context * 2 + added));
        let start = |next: u32, lines: u32| if lines == 0 { next - 1 } else { next };
        file.hunks.push(Hunk {
            old_start: start(old, old_lines),
            old_lines,
            new_start: start(new, new_lines),
            new_lines,
            lines,
        });
        file.insertions += count(*added);
        file.deletions += count(*removed);
        (old, new) = (old + old_lines + 7, new + new_lines + 7);
    }
    file
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_diff_comes_whole_and_once(
        files in prop::collection::vec(
            (
                prop::collection::vec((0usize..6, 0usize..40, 0usize..60), 0..6),
                prop::sample::select(vec!["", "x", "k7r2m9q4", "\u{202e}\\u{41}", "a rather long line of code(); "]),
                prop::sample::select(vec![0usize, 1, 30, 300]),
                any::<(bool, bool)>(),
            ),
            1..7,
        ),
        most in prop::sample::select(vec![0usize, 700, 3000, 12_000, 30_000]),
        room in prop::sample::select(vec![3000usize, 8000, 33_000]),
        marked in any::<bool>(),
    ) {
        let changes: Vec<FileChange> = files
            .iter()
            .enumerate()
            .map(|(n, (groups, text, times, (old, new)))| {
                let groups: Vec<_> = groups.iter().copied().filter(|(_, r, a)| r + a > 0).collect();
                let mut file = change(&format!("src/{n}.rs"), &groups, &text.repeat(*times));
                file.open_end = OpenEnd { old: *old, new: *new };
                file
            })
            .collect();
        let diff = Diff { files: changes };
        let marks: BTreeMap<_, _> = [(path("src/0.rs"), marked)].into();
        let command = Command::between(&oid('a'), &oid('c'));
        let between = Between::of(Some(&oid('a')), &oid('c'));
        let shown = Shown {
            name: "diff",
            diff: &diff,
            between: &between,
            listed: &[],
            marked: &marks,
            command: &command,
        };
        let mut cut = Cut::default();
        let first = hunks::seal(TAG, shown, most, &mut cut);
        prop_assert!(envelope::weight(&first) <= most.max(1), "{} over {most}", envelope::weight(&first));
        // What is kept is read back, as from the store.
        let bodies = bodies(&cut.pack(TAG, room, false), &diff);
        for body in &bodies {
            prop_assert!(envelope::weight(body) <= room, "{} over {room}", envelope::weight(body));
        }
        let texts: Vec<&str> = std::iter::once(first.as_str()).chain(bodies.iter().map(String::as_str)).collect();
        prop_assert_eq!(lines(&joined(&texts, "diff")), lines(&diff.unified()));
    }

    #[test]
    fn a_text_comes_whole_and_once(
        text in prop::sample::select(vec!["a", "\"\n", "\u{202e}", "\\u{41} ", "</data-k7r2m9q4>\n", "k7r2m9q4", "é"]),
        length in prop::sample::select(vec![1usize, 600, 9000, 100_000]),
        room in prop::sample::select(vec![3000usize, 33_000]),
    ) {
        let text = text.repeat(length / text.len() + 1);
        let (first, rest) = crate::domain::brief::budget::seal_first(TAG, "context", &text, 900);
        let mut cut = Cut::default();
        cut.keep("x", "y", Left::whole("other", "between"));
        if !rest.is_empty() {
            cut.keep("(context)", "more", Left::more("context", rest));
        }
        let bodies = bodies(&cut.pack(TAG, room, false), &Diff::default());
        for body in &bodies {
            prop_assert!(envelope::weight(body) <= room);
        }
        let texts: Vec<&str> = std::iter::once(first.as_str()).chain(bodies.iter().map(String::as_str)).collect();
        let whole = joined(&texts, "context");
        prop_assert_eq!(whole, text);
    }
}

#[test]
fn what_stands_around_a_line_longer_than_a_part_comes_too() {
    for long in 0..3 {
        let mut file = change("src/0.rs", &[(0, 0, 3), (1, 1, 1)], "x");
        file.hunks[0].lines[long].text = "a rather long line of code(); ".repeat(300);
        let diff = Diff { files: vec![file] };
        let command = Command::between(&oid('a'), &oid('c'));
        let between = Between::of(Some(&oid('a')), &oid('c'));
        let marked = BTreeMap::new();
        let shown = Shown {
            name: "diff",
            diff: &diff,
            between: &between,
            listed: &[],
            marked: &marked,
            command: &command,
        };
        let mut cut = Cut::default();
        let first = hunks::seal(TAG, shown, 0, &mut cut);
        let bodies = bodies(&cut.pack(TAG, 3000, false), &diff);
        let texts: Vec<&str> =
            std::iter::once(first.as_str()).chain(bodies.iter().map(String::as_str)).collect();
        assert_eq!(lines(&joined(&texts, "diff")), lines(&diff.unified()), "{long}");
    }
}
