//! Whether a shell command commits or pushes, as far as that can be told without running a shell.
//!
//! Conservative: what is not plainly a `git commit` or a `git push` is none. A variable, an alias or a script hides one,
//! and nothing is lost by that; a word in a quotation, a comment or a here-document must not be taken for one.

use std::path::PathBuf;

use shlex::Shlex;

/// What a command does that a gate may stand before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GitAct {
    Push,
    Commit,
}

impl GitAct {
    /// Returns git's word.
    pub fn as_str(self) -> &'static str {
        match self {
            GitAct::Push => "push",
            GitAct::Commit => "commit",
        }
    }
}

/// Before what of git the gate must be open, where a configuration wants one there. Each asks for more than the one
/// before it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum GateBefore {
    #[default]
    Off,
    Push,
    /// Before a push too.
    Commit,
}

impl GateBefore {
    /// Every value, the loosest first.
    pub const ALL: [GateBefore; 3] = [GateBefore::Off, GateBefore::Push, GateBefore::Commit];

    /// Returns the word of a configuration.
    pub fn as_str(self) -> &'static str {
        match self {
            GateBefore::Off => "off",
            GateBefore::Push => "push",
            GateBefore::Commit => "commit",
        }
    }

    /// Reads the word of a configuration.
    pub fn parse(word: &str) -> Option<Self> {
        GateBefore::ALL.into_iter().find(|g| g.as_str() == word)
    }

    /// Tells whether it stands before an act.
    pub fn is_before(self, act: GitAct) -> bool {
        match act {
            GitAct::Push => self >= GateBefore::Push,
            GitAct::Commit => self == GateBefore::Commit,
        }
    }
}

/// One such act of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitCommand {
    pub act: GitAct,
    /// Where it runs, from where the line does: a `cd` before it, its own `-C`. Empty where neither stands there.
    pub dir: PathBuf,
}

/// Commands of one line that are looked at, and bytes of it. More are nobody's handwriting.
const COMMANDS: usize = 64;
const BYTES: usize = 32 * 1024;

/// Words that stand before a command and change nothing of what it is.
const BEFORE: [&str; 13] =
    ["env", "command", "sudo", "time", "nice", "nohup", "exec", "then", "do", "else", "!", "{", "builtin"];

/// git's options before the command that take a word of their own.
const TAKES: [&str; 7] =
    ["-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--super-prefix", "--config-env"];

/// Finds the commits and pushes of a command line, in their order.
pub fn acts(line: &str) -> Vec<GitCommand> {
    let mut found = Vec::new();
    if !line.contains("git") {
        return found;
    }
    let mut dir = PathBuf::new();
    for start in starts(line) {
        let mut words = Shlex::new(&line[start..]).map(cut).peekable();
        while words.next_if(|(word, ends)| !ends && is_before(word)).is_some() {}
        match words.next() {
            Some((word, false)) if word == "cd" || word == "pushd" => {
                if let Some((to, _)) = words.next().filter(|(to, _)| !to.is_empty() && !to.starts_with('-')) {
                    dir.push(to);
                }
            }
            Some((word, false)) if is_git(&word) => found.extend(git(words, &dir)),
            Some(_) | None => {}
        }
    }
    found
}

/// Returns where commands begin: at the line's start and behind what parts commands, unless that is quoted. What follows
/// a here-document's mark is text.
fn starts(line: &str) -> Vec<usize> {
    let mut end = line.find("<<").unwrap_or(line.len()).min(BYTES);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    let parts = |c: char| matches!(c, ';' | '&' | '|' | '\n' | '(');
    let behind = line[..end].match_indices(parts).map(|(at, sign)| at + sign.len()).take(COMMANDS);
    // Inside a quotation, what stands before is not whole; in a comment it is, up to the end of the line.
    let whole = |at: &usize| shlex::split(&line[..*at]).is_some() && !in_comment(&line[..*at]);
    std::iter::once(0).chain(behind.filter(whole)).collect()
}

/// Tells whether a text ends inside a comment: a word more before its end makes no difference.
fn in_comment(before: &str) -> bool {
    let parts = |text: &str| shlex::split(text).map(|words| words.len());
    !before.ends_with('\n') && parts(before) == parts(&format!("{before} x"))
}

/// Cuts a word at what parts commands, and tells whether one does: `commit;ls`, `commit)`.
fn cut(word: String) -> (String, bool) {
    match word.find([';', '&', '|', ')', '\n']) {
        Some(at) => (word[..at].to_owned(), true),
        None => (word, false),
    }
}

fn is_before(word: &str) -> bool {
    let assigns = word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !name.starts_with(|c: char| c.is_ascii_digit())
    });
    assigns || BEFORE.contains(&word)
}

fn is_git(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    name == "git" || name == "git.exe"
}

/// Reads what stands behind `git`: its options, its command, and whether that is only asked about.
fn git(mut words: impl Iterator<Item = (String, bool)>, dir: &std::path::Path) -> Option<GitCommand> {
    let mut dir = dir.to_owned();
    let (act, mut ends) = loop {
        let (word, ends) = words.next()?;
        match word.as_str() {
            "commit" => break (GitAct::Commit, ends),
            "push" => break (GitAct::Push, ends),
            "-C" if !ends => dir.push(words.next()?.0),
            option if TAKES.contains(&option) && !ends => {
                words.next()?;
            }
            option if option.starts_with('-') && !ends => {}
            _ => return None,
        }
    };
    while !ends {
        let Some((word, last)) = words.next() else { break };
        if matches!(word.as_str(), "--dry-run" | "--help" | "-h") {
            return None;
        }
        ends = last || word.is_empty();
    }
    Some(GitCommand { act, dir })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Vec<(&'static str, String)> {
        acts(line).into_iter().map(|c| (c.act.as_str(), c.dir.to_string_lossy().into_owned())).collect()
    }

    #[test]
    fn commits_and_pushes_are_seen() {
        for (line, act, dir) in [
            ("git commit -m x", "commit", ""),
            ("git  commit", "commit", ""),
            ("git commit;ls", "commit", ""),
            ("git commit&&ls", "commit", ""),
            ("(git commit)", "commit", ""),
            ("/usr/bin/git commit", "commit", ""),
            ("git add . && git commit -m 'a; b && c'", "commit", ""),
            ("git add .;git commit -qm \"it's\"", "commit", ""),
            ("cd sub && git commit", "commit", "sub"),
            ("git -C ../tree commit -m x", "commit", "../tree"),
            ("cd a && git -C b push", "push", "a/b"),
            ("git -c user.name='A B' --no-pager commit", "commit", ""),
            ("GIT_AUTHOR_NAME='A B' git commit", "commit", ""),
            ("env A=1 git push origin main", "push", ""),
            ("sudo git push", "push", ""),
            ("git status\ngit push --force", "push", ""),
            ("test -f x || git push", "push", ""),
            ("if true; then git commit; fi", "commit", ""),
            ("git commit -m \"$(cat <<'EOF'\nfeat: a\n\ngit push is no act here\nEOF\n)\"", "commit", ""),
            ("git commit -m 'x --dry-run y'", "commit", ""),
            ("git commit -m x && git log --help", "commit", ""),
            ("echo done # really\ngit commit", "commit", ""),
        ] {
            assert_eq!(told(line), [(act, dir.to_owned())], "{line}");
        }
        assert_eq!(told("git commit -am x && git push").len(), 2);
    }

    #[test]
    fn what_is_none_is_let_alone() {
        for line in [
            "git commit-graph write",
            "git commit-tree HEAD^{tree}",
            "git log --grep commit",
            "git push-all",
            "git stash push",
            "git status",
            "git commit --dry-run",
            "git push -n --dry-run origin",
            "git commit --help",
            "git help commit",
            "echo git commit",
            "echo 'a && git commit now'",
            "echo \"a; git push\"",
            "grep -r 'git commit' docs",
            "# git commit",
            "ls # ; git commit",
            "cat <<EOF\ngit commit\nEOF",
            "alias gc='git commit'",
            "gitk commit",
            "git",
            "git -C",
            "",
            "echo 'never closed; git commit",
        ] {
            assert!(acts(line).is_empty(), "{line}: {:?}", told(line));
        }
    }

    #[test]
    fn long_lines_take_no_time() {
        let many = "git status;".repeat(20_000);
        assert!(acts(&many).is_empty());
        let quoted = format!("echo '{}'", "; git commit ".repeat(20_000));
        assert!(acts(&quoted).is_empty());
        assert_eq!(acts(&format!("git commit -m '{}'", "é".repeat(100_000))).len(), 1);
    }
}
