//! A diff as text, in the form `git diff` prints. Shows everything a [`Diff`] holds; escapes nothing.

use std::fmt::{self, Write as _};

use super::{ChangeKind, Diff, FileChange, Hunk, Mode, Origin};
use crate::domain::ids::Oid;

impl Diff {
    /// Returns the unified diff: three lines of context, renames with both names, a binary file, a
    /// change of mode or a file too large to compare as one line each.
    ///
    /// The text is repository content: whoever embeds it guards it (SPEC 7.7).
    pub fn unified(&self) -> String {
        let mut text = String::new();
        for file in &self.files {
            write_file(&mut text, file).expect("writing to a string does not fail");
        }
        text
    }
}

impl FileChange {
    /// Returns this file's part of [`Diff::unified`].
    pub fn unified(&self) -> String {
        let mut text = String::new();
        write_file(&mut text, self).expect("writing to a string does not fail");
        text
    }
}

fn write_file(out: &mut String, file: &FileChange) -> fmt::Result {
    let (old, new) = (file.before(), &file.path);
    writeln!(out, "diff --git a/{old} b/{new}")?;
    write_modes(out, file)?;
    if file.old_path.is_some() {
        writeln!(out, "rename from {old}\nrename to {new}")?;
    }
    let mut old_name = format!("a/{old}");
    let mut new_name = format!("b/{new}");
    match file.kind {
        ChangeKind::Added => "/dev/null".clone_into(&mut old_name),
        ChangeKind::Deleted => "/dev/null".clone_into(&mut new_name),
        ChangeKind::Modified | ChangeKind::Renamed | ChangeKind::TypeChanged => {}
    }
    if file.old_blob != file.new_blob {
        writeln!(out, "index {}..{}", short(file.old_blob.as_ref()), short(file.new_blob.as_ref()))?;
    }
    if let Some(bytes) = file.oversize {
        return writeln!(
            out,
            "Files {old_name} and {new_name} differ: {bytes} bytes, too large to show by line"
        );
    }
    if file.binary && file.old_blob != file.new_blob {
        return writeln!(out, "Binary files {old_name} and {new_name} differ");
    }
    if file.hunks.is_empty() {
        return Ok(());
    }
    writeln!(out, "--- {old_name}\n+++ {new_name}")?;
    let ends = Ends::of(file);
    for (at, hunk) in file.hunks.iter().enumerate() {
        write_hunk(out, hunk, ends.filter(|_| at + 1 == file.hunks.len()))?;
    }
    Ok(())
}

fn write_modes(out: &mut String, file: &FileChange) -> fmt::Result {
    match (file.kind, file.old_mode, file.new_mode) {
        (ChangeKind::Added, _, Some(mode)) => writeln!(out, "new file mode {}", mode.digits()),
        (ChangeKind::Deleted, Some(mode), _) => writeln!(out, "deleted file mode {}", mode.digits()),
        (_, Some(old), Some(new)) if old != new => {
            writeln!(out, "old mode {}\nnew mode {}", old.digits(), new.digits())
        }
        _ => Ok(()),
    }
}

/// The last line of each side in the last hunk, where it lacks its line feed.
#[derive(Debug, Clone, Copy)]
struct Ends {
    old: Option<usize>,
    new: Option<usize>,
}

impl Ends {
    fn of(file: &FileChange) -> Option<Self> {
        let lines = &file.hunks.last()?.lines;
        let last = |open: bool, other: Origin| {
            if open { lines.iter().rposition(|line| line.origin != other) } else { None }
        };
        let open = file.open_end;
        Some(Self { old: last(open.old, Origin::Added), new: last(open.new, Origin::Removed) })
    }
}

fn write_hunk(out: &mut String, hunk: &Hunk, ends: Option<Ends>) -> fmt::Result {
    let side =
        |start: u32, lines: u32| if lines == 1 { start.to_string() } else { format!("{start},{lines}") };
    let (old, new) = (side(hunk.old_start, hunk.old_lines), side(hunk.new_start, hunk.new_lines));
    writeln!(out, "@@ -{old} +{new} @@")?;
    for (at, line) in hunk.lines.iter().enumerate() {
        writeln!(out, "{}{}", line.origin.sign(), line.text)?;
        if ends.is_some_and(|ends| ends.old == Some(at) || ends.new == Some(at)) {
            writeln!(out, "\\ No newline at end of file")?;
        }
    }
    Ok(())
}

fn short(blob: Option<&Oid>) -> &str {
    blob.map_or("00000000", Oid::short)
}

impl Mode {
    /// Returns the octal digits git writes.
    pub fn digits(self) -> &'static str {
        match self {
            Mode::File => "100644",
            Mode::Executable => "100755",
            Mode::Symlink => "120000",
            Mode::Submodule => "160000",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::change;
    use super::super::{Diff, OpenEnd};
    use super::*;
    use crate::domain::ids::RepoPath;

    #[test]
    fn a_modified_file_reads_as_git_writes_it() {
        let mut file = change("src/a.rs", 3, &[" one", "-two", "+TWO"]);
        file.open_end = OpenEnd { old: true, new: false };
        let expected = "diff --git a/src/a.rs b/src/a.rs\nindex aaaaaaaa..bbbbbbbb\n--- a/src/a.rs\n\
                        +++ b/src/a.rs\n@@ -3,2 +3,2 @@\n one\n-two\n\\ No newline at end of file\n+TWO\n";
        assert_eq!(Diff { files: vec![file] }.unified(), expected);
    }

    #[test]
    fn what_has_no_lines_is_still_said() {
        let mut file = change("a", 1, &["+x"]);
        file.hunks.clear();
        file.binary = true;
        assert!(file.unified().ends_with("Binary files a/a and b/a differ\n"));
        file.binary = false;
        file.oversize = Some(9_000_000);
        assert!(file.unified().ends_with("differ: 9000000 bytes, too large to show by line\n"));
        file.oversize = None;
        file.new_blob = file.old_blob.clone();
        file.new_mode = Some(Mode::Executable);
        assert_eq!(file.unified(), "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n");
        file.kind = ChangeKind::Renamed;
        file.old_path = Some(RepoPath::parse("z").unwrap());
        file.new_mode = Some(Mode::File);
        assert_eq!(file.unified(), "diff --git a/z b/a\nrename from z\nrename to a\n");
    }
}
