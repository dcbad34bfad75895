//! A change of comments and nothing else: stricter than [`super::substantive`], for which a reformat is none either.

use super::bare::{Doubt, bare};
use crate::domain::diff::{ChangeKind, FileChange, Hunk, Origin};

/// Tells whether a change of a file touches only comments: every line of code stands as it stood, blanks included.
///
/// In doubt it does not: where no lines are shown, where a comment's end or a string's moved, in languages not known.
pub fn only_comments(file: &FileChange) -> bool {
    file.kind == ChangeKind::Modified
        && file.old_mode == file.new_mode
        && !file.binary
        && !file.hunks.is_empty()
        && file.hunks.iter().all(|hunk| is_comment(file, hunk))
}

/// Tells whether a hunk of a file touches only comments, likewise.
pub fn is_comment(file: &FileChange, hunk: &Hunk) -> bool {
    let name = file.path.file_name();
    let side = |origin: Origin| -> Vec<(bool, &str)> {
        let lines = hunk.lines.iter().filter(|l| l.origin == Origin::Context || l.origin == origin);
        lines.map(|l| (l.origin == Origin::Context, l.text.as_str())).collect()
    };
    let code = |lines: &[(bool, &str)]| -> Vec<(bool, String, String)> {
        let texts: Vec<&str> = lines.iter().map(|(_, text)| *text).collect();
        let bare = bare(name, &texts, Doubt::IsCode);
        let all = lines.iter().zip(bare).map(|((stays, text), bare)| (*stays, (*text).to_owned(), bare));
        // A line that is all comment says nothing; an empty one is layout.
        all.filter(|(stays, text, bare)| *stays || text.trim().is_empty() || says(bare)).collect()
    };
    let (old, new) = (code(&side(Origin::Removed)), code(&side(Origin::Added)));
    old.len() == new.len()
        && old.iter().zip(&new).all(|((_, was, was_bare), (_, is, is_bare))| {
            was_bare == is_bare && (was == is || is_trailing(name, was, is, was_bare))
        })
}

/// Tells whether something is left of a line without its comments.
fn says(bare: &str) -> bool {
    bare.chars().any(|c| !c.is_whitespace() && c != super::bare::BREAK)
}

/// Tells whether two lines differ only behind all their code: in what they have in common, all of it stands.
fn is_trailing(name: &str, was: &str, is: &str, code: &str) -> bool {
    let same = was.char_indices().zip(is.chars()).take_while(|((_, a), b)| a == b);
    let end = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
    let common = was[..end].trim_end();
    let texts = [common];
    let left: String = bare(name, &texts, Doubt::IsCode).concat();
    let plain = |text: &str| {
        text.chars().filter(|c| !c.is_whitespace() && *c != super::bare::BREAK).collect::<String>()
    };
    says(code) && plain(&left) == plain(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::DiffLine;
    use crate::domain::ids::RepoPath;

    fn change(path: &str, lines: &[&str]) -> FileChange {
        let mut file = FileChange::new(RepoPath::parse(path).unwrap(), ChangeKind::Modified);
        let lines = lines.iter().map(|l| DiffLine {
            origin: match &l[..1] {
                "+" => Origin::Added,
                "-" => Origin::Removed,
                _ => Origin::Context,
            },
            text: l[1..].to_owned(),
        });
        let lines = lines.collect();
        file.hunks.push(Hunk { old_start: 1, old_lines: 1, new_start: 1, new_lines: 1, lines });
        file
    }

    #[test]
    fn comments_are_told_from_code_and_layout() {
        for (path, lines, expected) in [
            ("a.js", vec![" let a = 1;", "+// why", " let b = 2;"], true),
            ("a.js", vec!["-// old", "+// new", " let b = 2;"], true),
            ("a.js", vec!["-let a = 1; // old", "+let a = 1; // new"], true),
            ("a.js", vec!["-let a = 1;", "+let a = 1; // new"], true),
            ("a.js", vec!["-/* old */", "+/* new", "+ * and more */", " let b = 2;"], true),
            ("a.py", vec!["-# old", "+# new", " b = 2"], true),
            // Layout, code, and comments that swallow or free code.
            ("a.js", vec!["-let a=1;", "+let a = 1;"], false),
            ("a.js", vec!["-let a=1; // x", "+let a = 1; // x"], false),
            ("a.js", vec!["-let a = 1;", "+let a = 2; // new"], false),
            ("a.js", vec!["-let a = 1;", "+// let a = 1;"], false),
            ("a.js", vec!["-// let a = 1;", "+let a = 1;"], false),
            ("a.js", vec!["+", " let a = 1;"], false),
            ("a.js", vec!["+/* begins", " let a = 1;"], false),
            ("a.js", vec!["-let a = \"// x\";", "+let a = \"// y\";"], false),
            ("notes.txt", vec!["-# old", "+# new"], false),
            // Texts that YAML and Lua hold, and where nothing shows whether it is one.
            ("a.yml", vec![" run: |", "-  # old", "+  # new", " on: 1"], false),
            ("a.yml", vec![" a:", "-  # old", "+  # new", "   b: 1"], true),
            ("a.yml", vec!["   b: 1", "-  # old", "+  # new"], false),
            ("a.lua", vec!["-x = [[-- old]]", "+x = [[-- new]]"], false),
            ("a.rs", vec!["-/* a /* b */ c */", "+/* a /* b */ d */", " f();"], true),
            ("a.md", vec!["-# Title", "+# Other"], false),
            // Strings over several lines.
            ("a.cs", vec![" q = @\"", "-// own", "+// all", " \";"], false),
            ("a.cs", vec![" q = @\"C:\\\";", "-// own", "+// all", " f();"], true),
            ("a.cs", vec![" q = \"\"\"", "-// own", "+// all", " \"\"\";"], false),
            ("a.go", vec![" q := `\\`", "-// own", "+// all", " f()"], true),
            ("a.sh", vec![" c=\"", "-# port=1", "+# port=2", " \""], false),
            ("a.sh", vec![" tr '\\' /", "-# own", "+# all", " ls"], true),
            ("a.rb", vec![" t = \"", "-# One", "+# Two", " body\""], false),
            ("a.pl", vec![" my $x = '", "-# One", "+# Two", " body';"], false),
            ("a.sql", vec![" insert into t values ('", "-- one", "+- two", " body');"], false),
            ("a.sql", vec![" a like '\\' -- x", "--- one", "+-- two", " and b"], true),
            ("a.toml", vec![" t = \"\"\"", "-# One", "+# Two", " \"\"\""], false),
            ("a.toml", vec![" t = '''", "-# One", "+# Two", " '''"], false),
            ("a.toml", vec![" t = 'C:\\'", "-# One", "+# Two", " u = 1"], true),
            ("a.ex", vec![" \"\"\"", "-# One", "+# Two", " \"\"\""], false),
            ("a.php", vec![" $q = <<<SQL", "-# all", "+# own", " SQL;"], false),
            ("a.php", vec![" $q = <<<SQL", " x", " SQL;", "-# all", "+# own"], true),
            ("a.yml", vec![" a: \"x", "-  # one", "+  # two", "   y\"", " b: 1"], false),
            ("a.yml", vec![" a: it's", "-# one", "+# two", " b: it's"], true),
            // Text between tags.
            ("a.jsx", vec![" <p>", "-// one", "+// two", " </p>"], false),
            ("a.vue", vec![" <p>", "-// one", "+// two", " </p>"], false),
            ("a.vue", vec![" <script>", "-// one", "+// two", " </script>"], true),
            ("a.html", vec![" <p>", "-// one", "+// two", " </p>"], false),
            ("a.html", vec!["-<!--[if IE]>a<![endif]-->", "+<!--[if IE]>b<![endif]-->"], false),
            // Comments that tell a machine something, and marks that begin none there.
            ("a.properties", vec!["-a=b # one", "+a=b # two"], false),
            ("a.properties", vec!["-# one", "+# two", " a=b"], true),
            ("a.ini", vec!["-a = b ; one", "+a = b ; two"], false),
            ("a.go", vec![" package a", "-// int x;", "+// int y;", " import \"C\""], false),
            ("a.go", vec![" package a", "-// one", "+// two", " import \"fmt\""], true),
            ("a.py", vec!["-# -*- coding: utf-8 -*-", "+# -*- coding: latin-1 -*-", " x = 1"], false),
        ] {
            assert_eq!(only_comments(&change(path, &lines)), expected, "{path} {lines:?}");
        }
        let mut binary = FileChange::new(RepoPath::parse("a.png").unwrap(), ChangeKind::Modified);
        binary.binary = true;
        assert!(!only_comments(&binary));
    }
}
