//! What a diff says of a claim that a finding is fixed (SPEC 7.3).

mod bare;
mod commented;
mod denial;
mod evaded;
mod grammar;
mod head;
mod idle;
mod magic;
mod markup;
mod mode;
mod nested;
mod note;
mod order;
mod prose;
mod quoted;
mod real;
mod scalar;
mod within;

pub use commented::{is_comment, only_comments};
pub use evaded::is_evaded;
pub use mode::is_its_mode;
pub use real::substantive;

use std::collections::BTreeSet;

use super::closed_when::{ClosedWhen, Facts, Held};
use super::diff::{ChangeKind, Changed, Diff, FileChange, Touch, touch};
use super::finding::Finding;
use super::identity;
use super::ids::RepoPath;
use super::range::is_bulk_name;
use super::review::{Location, Response};

/// Returns the word for a claimed fix, given the change since the review.
pub fn of(finding: Option<&Finding>, since: &Changed, response: &Response) -> &'static str {
    if since.own.is_empty() {
        return "unchanged_subject";
    }
    let places = finding.map(|f| f.said.locations.as_slice()).unwrap_or_default();
    let real = substantive(since);
    let mended =
        |p: &&Location| is_changed(&real, p) || finding.is_some_and(|f| is_its_mode(&f.said, &since.own, p));
    let changed = places.iter().filter(mended).count();
    if changed > 0 && changed == places.len() {
        return "region_changed";
    }
    if response.details.as_deref().is_some_and(|note| names_a_mend(&real, note, places, &[])) {
        return "touched_elsewhere";
    }
    if changed > 0 {
        return "partly_changed";
    }
    // What only moved stands as it stood.
    let stayed = real::without_moves(since);
    if places.iter().any(|p| is_changed(&stayed, p)) {
        return "metadata_only";
    }
    "untouched"
}

/// Tells whether a place changed. A file as a whole is what it was under another name.
fn is_changed(diff: &Diff, place: &Location) -> bool {
    let renamed = |file: &FileChange| {
        file.kind == ChangeKind::Renamed && file.hunks.is_empty() && !file.binary && file.oversize.is_none()
    };
    let as_it_was = place.line.is_none() && diff.file(&place.file).is_some_and(renamed);
    touch(diff, place) == Touch::RegionChanged && !as_it_was
}

/// Returns the word for a claimed fix of a finding that carries a condition; nothing where it has none, or where it
/// cannot be told and the diff must do (SPEC 6.9).
pub fn of_condition(
    finding: &Finding,
    facts: &Facts,
    passing: &BTreeSet<String>,
    since: &Changed,
) -> Option<&'static str> {
    let condition = ClosedWhen::parse(finding.said.closed_when.as_deref()?).ok()?;
    match condition.held(facts, passing) {
        Held::Yes if is_evaded(&condition, &finding.said.locations, since) => Some("condition_open"),
        Held::Yes => Some("condition_met"),
        Held::Written(_) if is_written_by(&condition, since) => None,
        Held::No(_) | Held::Written(_) => Some("condition_open"),
        Held::CannotTell(_) => None,
    }
}

/// Tells whether a change puts what a file must hold into a line of it that does something.
pub fn is_written_by(condition: &ClosedWhen, since: &Changed) -> bool {
    let Some((path, wanted)) = condition.wanted() else { return false };
    let file = since.own.files.iter().find(|file| &file.path == path);
    file.is_some_and(|file| real::acting(file).iter().any(|line| wanted.is_match(line)))
}

/// Tells whether a note says that the fix of a finding at these places is in a file that the diff changes, which is none of
/// `but`; in a file that the finding itself names it must say where. A note that says the finding was not mended, puts that
/// off or disputes it names none, nor one that says of the file nothing that was done; and what nobody writes by hand, or only reads, mends no code.
pub fn names_a_mend(diff: &Diff, note: &str, places: &[Location], but: &[&str]) -> bool {
    if denial::denies(note) || !note::says_done(note) {
        return false;
    }
    let kind = |path: &RepoPath| match path.file_name() {
        name if is_prose(name) => Kind::Prose,
        _ if is_bulk_name(path) => Kind::Bulk,
        _ => Kind::Code,
    };
    let of_places: Vec<Kind> =
        places.iter().filter_map(|l| RepoPath::parse(&l.file).ok()).map(|path| kind(&path)).collect();
    let pinned = |l: &Location| MANIFESTS.iter().any(|name| l.file.ends_with(name));
    let may_mend = |file: &&FileChange| match kind(&file.path) {
        Kind::Code => true,
        // What is found in documents, or in no place, may be mended in one.
        Kind::Prose => of_places.is_empty() || of_places.contains(&Kind::Prose),
        Kind::Bulk => of_places.is_empty() || of_places.contains(&Kind::Bulk) || places.iter().any(pinned),
    };
    let (own, others): (Vec<FileChange>, Vec<FileChange>) =
        diff.files.iter().filter(may_mend).cloned().partition(|f| {
            places.iter().any(|l| l.line.is_some() && identity::same_file(f.path.as_str(), &l.file))
        });
    names_a_changed_file(&Diff { files: others }, note, but)
        || own.into_iter().any(|file| {
            let says_where = within::says_where(&file, note);
            let file = Diff { files: vec![file] };
            (says_where || within::is_near(&file, places)) && names_a_changed_file(&file, note, but)
        })
}

/// Name what a lock file locks.
const MANIFESTS: [&str; 11] = [
    "package.json",
    "Cargo.toml",
    "go.mod",
    "pyproject.toml",
    "requirements.txt",
    "Pipfile",
    "Gemfile",
    "composer.json",
    "pubspec.yaml",
    "mix.exs",
    "Package.swift",
];

/// What a file is to a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    /// Somebody reads it, nothing runs it.
    Prose,
    /// Nobody writes it by hand.
    Bulk,
}

fn is_prose(name: &str) -> bool {
    [".md", ".markdown", ".rst", ".adoc"].iter().any(|end| name.to_lowercase().ends_with(end))
}

/// Tells whether a note names a file that the diff changes and that is none of `but`.
pub fn names_a_changed_file(diff: &Diff, note: &str, but: &[&str]) -> bool {
    // Letters of other scripts part a path from its sentence, and may be part of one.
    let any = |c: char| c.is_alphanumeric() || "_-./\\@+$~".contains(c);
    let ascii = |c: char| c.is_ascii() && any(c);
    let words = note.split(|c| !any(c)).chain(note.split(|c| !ascii(c)));
    // What stands around a path, and may begin one: `.github`, `_config.yml`, `@scope`.
    let forms = |word: &str| {
        let word = word.trim_end_matches(['.', '-', '/', '\\']);
        let inner = word.trim_matches(['_', '@', '-', '~', '+', '$']).trim_end_matches('.');
        [word.to_owned(), word.trim_end_matches('_').to_owned(), inner.to_owned()]
    };
    let words: Vec<String> = words.flat_map(forms).filter(|w| !w.is_empty()).collect();
    // A word without a dot or a folder names a file only where that is its whole, capital name: `Makefile`.
    let is_path =
        |w: &str| w.contains('.') || w.contains('/') || w.starts_with(char::is_uppercase) && w.len() > 4;
    let other = |f: &&FileChange| !but.iter().any(|own| identity::same_file(f.path.as_str(), own));
    let named = |f: &FileChange| {
        // `src/a.js/total()` is something in that file.
        let within = |w: &str| {
            f.path.as_str().contains('.')
                && w.strip_prefix(f.path.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        words.iter().any(|w| is_path(w) && (identity::same_file(f.path.as_str(), w) || within(w)))
    };
    diff.files.iter().filter(other).any(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::{ChangeKind, DiffLine, Hunk, Origin};

    fn change(path: &str, removed: &[&str], added: &[&str]) -> Diff {
        let mut file = FileChange::new(RepoPath::parse(path).unwrap(), ChangeKind::Modified);
        let lines = |origin: Origin, texts: &[&str]| -> Vec<DiffLine> {
            texts.iter().map(|t| DiffLine { origin, text: (*t).to_owned() }).collect()
        };
        let mut all = lines(Origin::Removed, removed);
        all.extend(lines(Origin::Added, added));
        file.hunks.push(Hunk { old_start: 1, old_lines: 1, new_start: 1, new_lines: 1, lines: all });
        Diff { files: vec![file] }
    }

    #[test]
    fn notes_name_files_in_whatever_marks() {
        let diff = change("src/b.js", &["a();"], &["b();"]);
        for note in [
            "see src/b.js",
            "see **src/b.js**",
            "see src/b.js#L2",
            "see [b.js](src/b.js)",
            "see b.js",
            "see `src/b.js`:2",
            "see src/b.js:2-3",
            "see <src/b.js>",
            "see src/b.js\u{2014}guard",
            "see src/b.js!",
            "see src/b.js?",
            "see src/b.js/guard()",
            "see ./src/b.js",
            "see src\\b.js",
            "see file=src/b.js",
            "see src/b.js|x",
            "see src/b.js's guard",
            "see src/b.js::guard",
            "see _src/b.js_",
            "see \u{201c}src/b.js\u{201d}",
            "see src/b.js\u{ff1b}",
            "siehe src/b.js\u{3002}",
            "@src/b.js",
            "\u{8bf7}\u{770b}src/b.js\u{3002}",
            "/app/src/b.js",
            "see src/b.js...",
            "~~src/b.js~~",
        ] {
            assert!(names_a_changed_file(&diff, note, &[]), "{note}");
        }
        for note in ["see src/b.jsx", "see lib/src/bb.js", "see a.js", "b", "src", "see src/b.js.map", "js"] {
            assert!(!names_a_changed_file(&diff, note, &[]), "{note}");
        }
        assert!(!names_a_changed_file(&diff, "see src/b.js", &["src/b.js"]));
        for (path, note) in [
            ("Makefile", "in the Makefile."),
            ("_config.yml", "see _config.yml"),
            (".github/a.yml", "(.github/a.yml)"),
            ("src/\u{fc}ber.js", "see src/\u{fc}ber.js."),
            ("src/my_file_.js", "my_file_.js"),
        ] {
            assert!(names_a_changed_file(&change(path, &["a"], &["b"]), note, &[]), "{note}");
        }
    }

    #[test]
    fn comments_and_blanks_are_no_fix() {
        for (path, removed, added) in [
            ("a.js", vec!["return x;"], vec!["return  x; "]),
            ("a.js", vec![], vec!["// mended"]),
            ("a.py", vec!["x = 1"], vec!["x = 1", "# mended"]),
            ("a.rs", vec!["f(a,b)"], vec!["f(", "    a, b", ")"]),
            ("a.js", vec!["f(x);"], vec!["f(x);", "\"isNaN\";"]),
            ("a.js", vec!["f(x);"], vec!["\"isNaN\"; f(x);"]),
            ("a.js", vec!["f(x);"], vec!["f(x); 'isNaN';"]),
            ("a.py", vec!["f(x)"], vec!["f(x)", "'mended'"]),
            ("a.js", vec!["return f('a', 'b');"], vec!["return f(\"a\", \"b\");"]),
            ("a.ts", vec!["import a from 'a';"], vec!["import a from \"a\";"]),
            ("a.py", vec!["return f(a, 'v')"], vec!["return f(a, \"v\")"]),
            ("a.py", vec!["f(a)"], vec!["f(", "    a,", ")"]),
            ("a.py", vec!["x = (a, b)"], vec!["x = (", "    a,", "    b,", ")"]),
        ] {
            let empty = substantive(&change(path, &removed, &added).into()).is_empty();
            assert!(empty, "{path}: {removed:?} → {added:?}");
        }
    }

    /// Of values in brackets, the last one.
    #[test]
    fn a_comma_before_the_bracket_that_ends_is_no_fix_where_it_says_nothing() {
        for (path, above, last, below, expected) in [
            ("a.js", "f({", "  b: 2", "});", true),
            ("a.ts", "const a = [", "  b", "];", true),
            ("a.py", "f(", "    b", ")", true),
            ("a.py", "x = [", "    b", "]", true),
            ("a.py", "x = (a,", "    b", ")", true),
            ("a.py", "x = (", "    b", ")", false),
            ("a.py", "return (", "    b", ")", false),
            ("a.json", "{", "  \"b\": 2", "}", false),
            ("a.js", "f(", "  b", "  + c)", false),
        ] {
            let mut diff = change(path, &[last], &[&format!("{last},")]);
            let stands = |text: &str| DiffLine { origin: Origin::Context, text: text.to_owned() };
            let lines = &mut diff.files[0].hunks[0].lines;
            lines.insert(0, stands(above));
            lines.push(stands(below));
            assert_eq!(substantive(&diff.into()).is_empty(), expected, "{path}: {above} {last} {below}");
        }
    }

    #[test]
    fn code_is() {
        for (path, removed, added) in [
            ("a.js", vec!["return x;"], vec!["return y;"]),
            ("a.py", vec!["x = 1"], vec!["  x = 1"]),
            ("a.py", vec!["x = \"\"\"a\"\"\""], vec!["x = \"\"\"b\"\"\""]),
            ("a.js", vec!["// guard(x);"], vec!["guard(x);"]),
            ("a.md", vec!["# Title"], vec!["# Other"]),
            ("a.js", vec!["f('a');"], vec!["f(\"b\");"]),
            ("a.js", vec!["f('${a}');"], vec!["f(`${a}`);"]),
            ("a.js", vec!["f('\\n');"], vec!["f(\"\\\\n\");"]),
            ("a.jsx", vec!["<p>'a'</p>"], vec!["<p>\"a\"</p>"]),
            ("a.nim", vec!["f('a')"], vec!["f(\"a\")"]),
            ("a.js", vec!["f(x);"], vec!["\"use strict\";", "f(x);"]),
            ("a.py", vec!["x = (a)"], vec!["x = (", "    a,", ")"]),
        ] {
            let empty = substantive(&change(path, &removed, &added).into()).is_empty();
            assert!(!empty, "{path}: {removed:?} → {added:?}");
        }
    }
}
