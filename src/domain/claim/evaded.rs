//! Conditions that a change meets by writing the same in another way: `eval (x)` for `eval(x)` (SPEC 6.9).

use super::bare::{BREAK, Doubt, bare_from, starts};
use super::real::substantive;
use crate::domain::closed_when::ClosedWhen;
use crate::domain::diff::{ChangeKind, Changed, Touch, touch};
use crate::domain::review::Location;

/// Tells whether a change took from a file what a condition says it lacks with blanks and comments alone: nothing else
/// changed in the file, or the line that held it still says the same to the machine. Where the file did not hold it before,
/// an earlier change took it, which did not count: then one of the finding's places must have changed.
pub fn is_evaded(condition: &ClosedWhen, places: &[Location], since: &Changed) -> bool {
    let Some(path) = condition.file().filter(|_| condition.lacks().is_some() && !condition.is_of_layout())
    else {
        return false;
    };
    let Some(file) = since.own.file(path.as_str()).filter(|f| f.kind != ChangeKind::Deleted) else {
        return false;
    };
    let real = substantive(since);
    let is_changed =
        real.file(path.as_str()).is_some_and(|f| !f.hunks.is_empty() || f.binary || f.oversize.is_some());
    if !is_changed {
        return true;
    }
    let Some(texts) = since.texts.iter().find(|t| t.path == file.path) else { return false };
    let old = said(file.before().file_name(), &texts.old);
    let new = said(file.path.file_name(), &texts.new);
    let times = |lines: &[String], line: &String| lines.iter().filter(|l| *l == line).count();
    let held = condition.lines_of(&texts.old);
    if held.is_empty() {
        let lined = || places.iter().filter(|place| place.line.is_some());
        return lined().next().is_some() && lined().all(|place| touch(&real, place) != Touch::RegionChanged);
    }
    let held = held.into_iter().flatten().filter_map(|at| old.get(at));
    held.filter(|line| line.chars().any(char::is_alphanumeric))
        .any(|line| times(&new, line) >= times(&old, line))
}

/// The lines of a text as the machine reads them, wherever they stand.
fn said(file_name: &str, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let top = starts(file_name, text, &[1], Doubt::IsComment);
    let bare = top.first().map(|start| bare_from(start, file_name, &lines, Doubt::IsComment));
    let plain = |line: String| line.trim_matches(|c: char| c.is_whitespace() || c == BREAK).to_owned();
    bare.unwrap_or_default().into_iter().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::{DiffLine, FileChange, Hunk, Origin, Texts};
    use crate::domain::ids::RepoPath;

    /// All lines of one text replaced by those of another.
    fn change(path: &str, old: &str, new: &str) -> Changed {
        let path = RepoPath::parse(path).unwrap();
        let mut file = FileChange::new(path.clone(), ChangeKind::Modified);
        let of = |text: &str, origin| -> Vec<DiffLine> {
            text.lines().map(|l| DiffLine { origin, text: l.to_owned() }).collect()
        };
        let mut lines = of(old, Origin::Removed);
        lines.extend(of(new, Origin::Added));
        let count = |text: &str| u32::try_from(text.lines().count()).unwrap();
        let (old_lines, new_lines) = (count(old), count(new));
        file.hunks.push(Hunk { old_start: 1, old_lines, new_start: 1, new_lines, lines });
        let own = crate::domain::diff::Diff { files: vec![file] };
        let texts = vec![Texts { path, old: old.to_owned(), new: new.to_owned() }];
        Changed { own, texts, ..Changed::default() }
    }

    #[test]
    fn the_same_in_other_blanks_is_no_fix() {
        let old = "f(x);\nreturn eval(y);\n";
        for (condition, new, expected) in [
            ("a.js lacks eval\\(", "f(x);\nreturn eval (y);\n", true),
            ("a.js lacks eval\\(", "f(x);\nreturn eval/* */(y);\n", true),
            ("a.js lacks return eval", "f(x);\nreturn (\n  eval(y)\n);\n", true),
            // Something else was changed beside it.
            ("a.js lacks eval\\(", "g(x);\nreturn eval (y);\n", true),
            ("a.js lacks eval\\(", "f(x);\nreturn parse(y);\n", false),
            ("a.js lacks eval\\(", "f(x);\n", false),
            ("a.js lacks eval\\(", "f(x);\n// return eval(y);\n", false),
            // Who asks for blanks or comments means them.
            ("a.js lacks return  ", "f(x);\nreturn eval (y);\n", true),
            ("a.js lacks \\t", "f(x);\nreturn eval (y);\n", false),
            ("a.js lacks TODO", "f(x);\nreturn eval (y);\n", false),
            ("a.js contains parse", "f(x);\nreturn eval (y);\n", false),
            ("b.js lacks eval", "f(x);\nreturn eval (y);\n", false),
        ] {
            let condition = ClosedWhen::parse(condition).unwrap();
            assert_eq!(
                is_evaded(&condition, &[], &change("a.js", old, new)),
                expected,
                "{condition:?} {new}"
            );
        }
    }
}
