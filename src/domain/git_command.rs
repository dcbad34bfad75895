//! Whether a shell command commits or pushes, as far as that can be told without running a shell.
//!
//! What is not plainly a `git commit` or a `git push` is none: a variable, an alias or a script hides one, and a word in a
//! quotation, a comment or a here-document must not be taken for one. Where one plainly is but not where it runs, it
//! counts as run where the line is.

mod shell;
mod words;

use std::mem;
use std::path::PathBuf;

use shell::{End, Part};
use words::Simple;

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
    pub place: Place,
    /// The repository it names itself (`--git-dir`, `GIT_DIR`), from that place.
    pub git_dir: Option<PathBuf>,
    /// What a push names: the local side of each of its refspecs. Empty where it names none that could be told.
    pub pushed: Vec<String>,
}

/// Where a command runs, from where its line does: a `cd` before it, its own `-C`. Empty where neither stands there, or
/// only a shell could tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    pub dir: PathBuf,
    /// Where that folder is not there, the command runs in the one before all the same: nothing asks whether `cd` went
    /// well.
    pub may_stay: bool,
}

impl Place {
    fn join(&self, to: &str, may_stay: bool) -> Self {
        if is_open(to) {
            return Self::default();
        }
        Self { dir: self.dir.join(to), may_stay: may_stay || self.may_stay }
    }
}

/// Acts that are told apart. More are nobody's handwriting, and count as run where the line is.
const ACTS: usize = 64;

/// Finds the commits and pushes of a command line, in their order, each once.
pub fn acts(line: &str) -> Vec<GitCommand> {
    let mut found = Vec::new();
    if line.contains("git") {
        look(line, 0, Place::default(), &mut found);
    }
    found
}

fn add(found: &mut Vec<GitCommand>, mut command: GitCommand) {
    if found.len() >= ACTS {
        command = here(command.act);
    }
    if !found.contains(&command) {
        found.push(command);
    }
}

fn here(act: GitAct) -> GitCommand {
    GitCommand { act, place: Place::default(), git_dir: None, pushed: Vec::new() }
}

/// Walks over a line as a shell does that takes every way.
fn look(line: &str, depth: usize, place: Place, found: &mut Vec<GitCommand>) {
    let (mut place, mut outside) = (place, Vec::new());
    // Where the next command runs if `||` stands before it; what ended the last one; whether a shell reads a here-document that
    // follows, and whether one did follow.
    let (mut failed, mut before, mut fed, mut read) = (None, End::Other, false, false);
    for part in shell::parts(line, depth) {
        match part {
            Part::Enter => {
                outside.push((place.clone(), before));
                before = End::Other;
            }
            Part::Leave => {
                if let Some(kept) = outside.pop() {
                    (place, before) = kept;
                }
            }
            Part::Text(text) => {
                if fed {
                    look(&text, depth + 1, place.clone(), found);
                }
                read = true;
            }
            Part::TooDeep => {
                for (word, act) in [("commit", GitAct::Commit), ("push", GitAct::Push)] {
                    if line.contains(word) {
                        add(found, here(act));
                    }
                }
            }
            Part::Command { text, ends } => {
                fed &= !mem::take(&mut read);
                let at = failed.take().unwrap_or_else(|| place.clone());
                match words::simple(&text) {
                    Simple::Moves(to) => {
                        let to = to.map(|to| at.join(&to, ends != End::And)).unwrap_or_default();
                        failed = (ends == End::Or).then_some(at);
                        // A part of a pipe, and what runs beside the line, has a shell of its own.
                        if before != End::Pipe && !matches!(ends, End::Pipe | End::Background) {
                            place = to;
                        }
                    }
                    Simple::Git { words, git_dir } => {
                        if let Some(command) = git(words, &at, git_dir) {
                            add(found, command);
                        }
                    }
                    Simple::Script(script) => look(&script, depth + 1, at, found),
                    Simple::ReadsScript => fed = true,
                    Simple::Other => {}
                }
                before = ends;
            }
        }
    }
}

/// git's options before the command that take a word of their own, but for those that say where.
const TAKES: [&str; 5] = ["-c", "--namespace", "--super-prefix", "--config-env", "--attr-source"];

/// git's options that answer instead of any command.
const ANSWERS: [&str; 8] =
    ["--version", "-v", "--help", "-h", "--html-path", "--man-path", "--info-path", "--exec-path"];

/// Reads what stands behind `git`: its options, its command, and whether that is only asked about.
fn git(words: Vec<String>, at: &Place, git_dir: Option<String>) -> Option<GitCommand> {
    let (mut words, mut place, mut git_dir) = (words.into_iter(), at.clone(), git_dir);
    let act = loop {
        let word = words.next()?;
        match word.as_str() {
            "commit" => break GitAct::Commit,
            "push" => break GitAct::Push,
            // Without such a folder git does nothing at all.
            "-C" => place = place.join(&words.next()?, false),
            "--git-dir" => git_dir = words.next(),
            "--work-tree" => drop(words.next()),
            option if TAKES.contains(&option) => drop(words.next()),
            option if ANSWERS.contains(&option) => return None,
            option if option.starts_with('-') => {
                git_dir = option.strip_prefix("--git-dir=").map(str::to_owned).or(git_dir);
            }
            _ => return None,
        }
    };
    let named = arguments(act, words)?;
    // The first is the remote; a refspec that says nothing of what stands here, or deletes, tells no branch.
    let pushed: Option<Vec<String>> = named.get(1..).unwrap_or_default().iter().map(|r| local(r)).collect();
    let pushed = if act == GitAct::Push { pushed.unwrap_or_default() } else { Vec::new() };
    let git_dir = git_dir.filter(|dir| !is_open(dir)).map(PathBuf::from);
    Some(GitCommand { act, place, git_dir, pushed })
}

/// Returns the branch that a refspec sends, where it names one.
fn local(refspec: &str) -> Option<String> {
    let from = refspec.trim_start_matches('+').split(':').next().unwrap_or_default();
    let name = from.strip_prefix("refs/heads/").unwrap_or(from);
    let told = !name.is_empty() && name != "tag" && !name.contains(['$', '`', '*', '?', '[']);
    told.then(|| name.to_owned())
}

/// Options of a commit and of a push that take a word of their own: letters, and long words, which git lets be shortened.
const COMMIT_TAKES: (&str, &[&str]) = (
    "mFcCt",
    &[
        "--message",
        "--file",
        "--reuse-message",
        "--reedit-message",
        "--fixup",
        "--squash",
        "--author",
        "--date",
        "--template",
        "--cleanup",
        "--trailer",
        "--pathspec-from-file",
    ],
);
const PUSH_TAKES: (&str, &[&str]) = ("o", &["--push-option", "--receive-pack", "--exec", "--repo"]);

/// Options of a push that send more, or other, than what is named.
const SENDS: [&str; 7] = ["--all", "--branches", "--mirror", "--tags", "--follow-tags", "--delete", "-d"];

/// Returns what stands behind a commit or a push beside its options; nothing where it is only asked about.
fn arguments(act: GitAct, words: impl Iterator<Item = String>) -> Option<Vec<String>> {
    let (letters, long) = if act == GitAct::Commit { COMMIT_TAKES } else { PUSH_TAKES };
    let (mut words, mut named, mut only_asked, mut sends) = (words, Vec::new(), false, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--" => {
                named.extend(words.by_ref());
            }
            "--help" | "-h" => return None,
            "--dry-run" => only_asked = true,
            "-n" if act == GitAct::Push => only_asked = true,
            "--no-dry-run" => only_asked = false,
            option if SENDS.contains(&option) => sends = true,
            option if option.starts_with("--") => {
                if long.iter().any(|takes| takes.starts_with(option)) {
                    words.next();
                }
            }
            option if option.starts_with('-') && option.len() > 1 => {
                // The first letter that takes a word has the rest for it, or else the next word.
                if option.find(|c| letters.contains(c)) == Some(option.len() - 1) {
                    words.next();
                }
            }
            _ => named.push(word),
        }
    }
    if sends {
        named.clear();
    }
    (!only_asked).then_some(named)
}

/// Tells whether only a shell could say what a path stands for.
fn is_open(path: &str) -> bool {
    path.is_empty() || path == "-" || path.starts_with('~') || path.contains(['$', '`', '*', '?', '['])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Vec<(&'static str, String)> {
        acts(line).into_iter().map(|c| (c.act.as_str(), c.place.dir.to_string_lossy().into_owned())).collect()
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
    fn what_stands_around_a_command_hides_it_not() {
        let subject = "a line; of the message\n".repeat(70);
        for line in [
            // Here-documents, here-strings and shifts.
            "git log -1 -m \"$(cat <<'EOF'\nit's (one) \"thing\"\nEOF\n)\" && git push",
            "cat > f <<EOF\ntext\nEOF\ngit push",
            "cat > f <<-'E F' | wc\n\ttext's\n\tE F\ngit push",
            "cat <<A <<B\na\nB\nA\nb\nB\ngit push",
            "echo \"$(cat <<X)\"\ngit push",
            "echo \"$(cat <<X\nx\nX)\"; git push",
            "cat <<EOF\n$(git push)\nEOF",
            "cat <<< x; git push",
            "echo \"a << b\"; git push",
            "echo $((1<<2)); git push",
            "((n = 1 << 2)) && git push",
            "((git push); ls)",
            "echo $(( $(git push) + 1 ))",
            // Words of the shell, and programs that run another.
            "if git push; then echo; fi",
            "if ! git push; then echo; fi",
            "until git push; do sleep 1; done",
            "while ! { git push; }; do :; done",
            "f() { git push; }; f",
            "function f { git push; }",
            "case $x in a) ls;; b) git push;; esac",
            "(case x in a) git push;; esac)",
            "timeout 30 git push",
            "timeout -k 5 --signal KILL 30 git push",
            "nice -n 5 git push",
            "time -p git push",
            "env -u X A=1 git push",
            "sudo -u a git push",
            "xargs -n 1 git push",
            "eval 'git push'",
            "git \\\n push",
            "\\git push",
            "'git' \"push\"",
            "2>&1 git push",
            ">/dev/null git push",
            "&> log git push",
            "git >log 2>&1 push",
            // Shells within.
            "echo \"$(git push)\"",
            "x=`git push`",
            "x=`echo \\`git push\\``",
            "echo ${x:-\"$(git push)\"}",
            "diff <(git push) /dev/null",
            "a=(x \"$(git push)\")",
            "bash -c \"git push\"",
            "sh -c 'git push'",
            "bash -euo pipefail -c 'ls && git push'",
            "bash <<'EOF'\ngit push\nEOF",
            "cat <<'EOF' | sh\ngit push\nEOF",
            "bash <<< 'git push'",
            // Comments that are none.
            "echo \\ #; git push",
            "echo a#b; git push",
            "echo $'it\\'s'; git push",
            // Options.
            "git push -o -h",
            "git push -o --dry-run",
            "git push --push-opt --dry-run",
            "git push origin -- --help",
            "git push --dry-run --no-dry-run",
        ] {
            assert_eq!(told(line), [("push", String::new())], "{line}");
        }
        for line in ["git commit -m -h", "git commit -am -h", "git commit -m x -- --help", "git commit -F -n"]
        {
            assert_eq!(told(line), [("commit", String::new())], "{line}");
        }
        assert_eq!(told(&format!("git commit -m \"{subject}\" && git push")).len(), 2);
        assert_eq!(told(&format!("{} git push", "ls; ".repeat(5000))).len(), 1);
    }

    #[test]
    fn a_place_that_only_a_shell_knows_is_here() {
        for (line, dir) in [
            ("cd \"$(git rev-parse --show-toplevel)\" && git push", ""),
            ("cd \"$CLAUDE_PROJECT_DIR\" && git push", ""),
            ("cd `pwd` && git push", ""),
            ("git -C \"$(pwd)\" push", ""),
            ("git -C ~/x push", ""),
            ("cd ~ && git push", ""),
            ("cd && git push", ""),
            ("cd other; cd -; git push", ""),
            ("pushd other; popd; git push", ""),
            ("(cd other && ls); git push", ""),
            ("x=$(cd other && ls); git push", ""),
            ("cd other | cat; git push", ""),
            ("ls | cd other; git push", ""),
            ("cd other & git push", ""),
            ("cd other || git push", ""),
            ("cd other || exit 1; git push", "other"),
            ("ls | (cd other; git push)", "other"),
            ("{ cd other; }; git push", "other"),
            ("cd -P -- other && git push", "other"),
            ("cd \\\n other && git push", "other"),
            ("bash -c 'cd other && git push'", "other"),
        ] {
            assert_eq!(told(line), [("push", dir.to_owned())], "{line}");
        }
        for (line, may_stay) in [
            ("cd a && git push", false),
            ("cd a; git push", true),
            ("cd a && cd b\ngit push", true),
            ("cd a; git -C b push", true),
            ("git -C a push", false),
        ] {
            assert_eq!(acts(line)[0].place.may_stay, may_stay, "{line}");
        }
    }

    #[test]
    fn the_repository_and_the_branch_that_are_named_are_told() {
        for (line, git_dir) in [
            ("git --git-dir=o/.git commit", Some("o/.git")),
            ("git --git-dir o/.git --work-tree o commit", Some("o/.git")),
            ("GIT_DIR=o/.git git commit", Some("o/.git")),
            ("GIT_DIR=a git --git-dir=b commit", Some("b")),
            ("env GIT_DIR=o git commit", Some("o")),
            ("git --git-dir=\"$X\" commit", None),
            ("GIT_DIR=o ls; git commit", None),
        ] {
            assert_eq!(acts(line)[0].git_dir, git_dir.map(PathBuf::from), "{line}");
        }
        for (line, pushed) in [
            ("git push", &[][..]),
            ("git push origin", &[]),
            ("git push -u origin feat", &["feat"]),
            ("git push -o x origin +feat:main refs/heads/b", &["feat", "b"]),
            ("git push origin -- feat", &["feat"]),
            ("git push origin HEAD", &["HEAD"]),
            ("git push origin feat \"$(x)\"", &[]),
            ("git push origin feat :old", &[]),
            ("git push origin 'refs/heads/*'", &[]),
            ("git push --all origin feat", &[]),
            ("git push --delete origin feat", &[]),
        ] {
            assert_eq!(acts(line)[0].pushed, pushed, "{line}");
        }
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
            "echo a \\; git commit",
            "git --version commit",
            "git --exec-path push",
            "cat > f <<'EOF'\n$(git push)\nbash -c 'git commit'\nEOF\nls",
            "cat <<EOF\n\\$(git push)\nEOF",
            "bash <<A\nls\nA\ncat <<B\ngit push\nB",
            "a=(git push)",
            "echo '$(git push)'",
            "bash script.sh git push",
            "timeout 5 grep git push",
            "git push -n",
            "((git push))",
            "echo x >git push",
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
        for nested in ["(", "((", "$(", "`\\`", "\"$(", "${x:-", "bash -c '", "<(", "((#\"\n)); "] {
            acts(&format!("{} git push", nested.repeat(40_000)));
        }
        // What is too deep to be looked at counts, and so does the one place too many.
        assert_eq!(told(&format!("{} git push", "(".repeat(100))), [("push", String::new())]);
        let places: String = (0..200).map(|at| format!("git -C d{at} push; ")).collect();
        let found = told(&places);
        assert_eq!((found.len(), found.last()), (ACTS + 1, Some(&("push", String::new()))));
    }
}
