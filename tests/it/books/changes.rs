//! Changes made of two texts of a file, for the books that ask what a change says.

use countersign::domain::diff::{
    ChangeKind, Changed, Diff, DiffLine, FileChange, Hunk, Origin, Texts, line_fate, map_line, touch,
};
use countersign::domain::ids::RepoPath;
use countersign::domain::review::Location;
use similar::{ChangeTag, TextDiff};

use super::{Page, hold_pages};

/// The parts of a page: what stands above the first `=== name`, and each name with its text.
pub(super) fn parts(text: &str) -> (String, Vec<(String, String)>) {
    let (mut head, mut parts) = (String::new(), Vec::<(String, String)>::new());
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            parts.push((name.to_owned(), String::new()));
            continue;
        }
        let into = parts.last_mut().map_or(&mut head, |(_, text)| text);
        into.push_str(line);
        into.push('\n');
    }
    (head, parts)
}

/// The change that leads from `=== old path` to `=== new path`; a renamed file is `=== new path < before`.
pub(super) fn change(parts: &[(String, String)]) -> Changed {
    let mut changed = Changed::default();
    let side = |word: &str| -> Vec<(&str, &str)> {
        let all = parts.iter().filter_map(|(name, text)| Some((name.strip_prefix(word)?, text.as_str())));
        all.collect()
    };
    let (old, new) = (side("old "), side("new "));
    let text =
        |of: &[(&str, &str)], path: &str| of.iter().find(|(p, _)| *p == path).map(|(_, t)| (*t).to_owned());
    for (name, is) in &new {
        let (path, before) = name.split_once(" < ").map_or((*name, None), |(p, b)| (p, Some(b)));
        let was = text(&old, before.unwrap_or(path));
        let kind = match (before, &was) {
            (Some(_), _) => ChangeKind::Renamed,
            (None, Some(_)) => ChangeKind::Modified,
            (None, None) => ChangeKind::Added,
        };
        let mut file = one(path, kind, was.as_deref().unwrap_or_default(), is);
        file.old_path = before.map(|b| RepoPath::parse(b).expect("a path"));
        changed.own.files.push(file);
        changed.texts.push(Texts {
            path: RepoPath::parse(path).expect("a path"),
            old: was.unwrap_or_default(),
            new: (*is).to_owned(),
        });
    }
    for (path, was) in old.iter().filter(|(p, _)| !new.iter().any(|(n, _)| n.split(" < ").any(|n| n == *p))) {
        changed.own.files.push(one(path, ChangeKind::Deleted, was, ""));
    }
    for (path, is) in side("elsewhere ") {
        changed.elsewhere.files.push(one(path, ChangeKind::Modified, "", is));
    }
    changed
}

fn one(path: &str, kind: ChangeKind, old: &str, new: &str) -> FileChange {
    let mut file = FileChange::new(RepoPath::parse(path).expect("a path"), kind);
    let count = |n: usize| u32::try_from(n).expect("a short text");
    let diff = TextDiff::from_lines(old, new);
    for ops in diff.grouped_ops(3) {
        let (first, last) = (ops.first().expect("a change"), ops.last().expect("a change"));
        let (was, is) =
            (first.old_range().start..last.old_range().end, first.new_range().start..last.new_range().end);
        let start = |r: &std::ops::Range<usize>| count(if r.is_empty() { r.start } else { r.start + 1 });
        let mut lines = Vec::new();
        for change in ops.iter().flat_map(|op| diff.iter_changes(op)) {
            let origin = match change.tag() {
                ChangeTag::Equal => Origin::Context,
                ChangeTag::Insert => Origin::Added,
                ChangeTag::Delete => Origin::Removed,
            };
            file.insertions += u32::from(origin == Origin::Added);
            file.deletions += u32::from(origin == Origin::Removed);
            lines.push(DiffLine { origin, text: change.value().trim_end_matches('\n').to_owned() });
        }
        file.hunks.push(Hunk {
            old_start: start(&was),
            old_lines: count(was.len()),
            new_start: start(&is),
            new_lines: count(is.len()),
            lines,
        });
    }
    file
}

/// Reads `src/a.ts:3-5`.
pub(super) fn place(text: &str) -> Location {
    let (file, lines) = text.split_once(':').map_or((text, ""), |(f, l)| (f, l));
    let (from, to) = lines.split_once('-').map_or((lines, ""), |(f, t)| (f, t));
    Location { file: file.to_owned(), line: from.parse().ok(), end_line: to.parse().ok() }
}

#[test]
fn changes_are_told_as_the_book_says() {
    hold_pages("changes.txt", told);
}

/// Everything that a change says of itself; places stand above its files.
fn told(page: &Page) -> String {
    let (head, parts) = parts(&page.text);
    let changed = change(&parts);
    let diff = &changed.own;
    let mut rows = vec![
        diff.unified(),
        format!("+{} -{} lines {}", diff.insertions(), diff.deletions(), diff.changed_lines()),
        format!("patch {}", &diff.patch_id()[..12]),
    ];
    let bytes: usize = diff.files.iter().map(|f| f.text_bytes(usize::MAX)).sum();
    rows.push(format!("bytes {bytes}"));
    let around = [bytes.saturating_sub(1), bytes, bytes + 1];
    rows.push(format!("more than {around:?}: {:?}", around.map(|n| diff.holds_more_than(n))));
    for file in &diff.files {
        let old = parts.iter().find(|(n, _)| *n == format!("old {}", file.before())).map_or("", |(_, t)| t);
        let lines = u32::try_from(old.lines().count()).expect("a short text") + 2;
        let fates: Vec<String> = (0..=lines).map(|n| format!("{n}:{:?}", line_fate(file, n))).collect();
        rows.push(format!("{} {}", file.path, fates.join(" ")));
        let now: Vec<String> = (0..=lines).map(|n| format!("{:?}", map_line(file, n))).collect();
        rows.push(format!("  now {}", now.join(" ").replace("Some", "")));
        rows.push(format!("  changed {} head {:?}", file.content_changed(), file.head().unified()));
        for hunk in &file.hunks {
            rows.push(format!("  rows {:?}", hunk.new_rows()));
            for keep in 0..3 {
                rows.push(format!("  near {keep} {:?}", hunk.near_changes(keep)));
            }
            let most = hunk.lines.len();
            for cut in [0..1, 0..most / 2, most / 2..most] {
                let part = hunk.slice(cut.clone());
                let (a, b, c, d) = (part.old_start, part.old_lines, part.new_start, part.new_lines);
                rows.push(format!("  slice {cut:?} -{a},{b} +{c},{d} {}", part.lines.len()));
            }
        }
    }
    for line in head.lines().filter(|l| !l.is_empty()) {
        match line.strip_prefix("line ") {
            Some(text) => rows.push(format!("holds {text:?} {}", diff.contains_line(text))),
            None => rows.push(format!("touch {line} {:?}", touch(diff, &place(line)))),
        }
    }
    rows.join("\n")
}

/// The difference alone.
pub(super) fn diff(parts: &[(String, String)]) -> Diff {
    change(parts).own
}
