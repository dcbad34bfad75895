//! What a simple command runs, once what only stands before a program is taken away.

use shlex::Shlex;

use super::shell::{HERE, RESERVED, TARGET};

/// What a simple command is, as far as a gate asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Simple {
    /// It changes the folder: to this one, or to one that only a shell knows.
    Moves(Option<String>),
    /// git, with the words behind it and the repository that `GIT_DIR` names.
    Git {
        words: Vec<String>,
        git_dir: Option<String>,
    },
    /// It has a shell run this.
    Script(String),
    /// It has a shell run what it reads.
    ReadsScript,
    Other,
}

/// A program that runs another: its name, its options that take a word, and how many words of its own come first.
type Runner = (&'static str, &'static [&'static str], usize);

const RUNNERS: [Runner; 15] = [
    ("builtin", &[], 0),
    ("chronic", &[], 0),
    ("command", &[], 0),
    ("doas", &["-u", "-C"], 0),
    ("env", &["-u", "--unset", "-C", "--chdir"], 0),
    ("exec", &["-a"], 0),
    ("flock", &["-w", "--timeout", "-E"], 1),
    ("ionice", &["-c", "-n", "--class", "--classdata"], 0),
    ("nice", &["-n", "--adjustment"], 0),
    ("nohup", &[], 0),
    ("setsid", &[], 0),
    ("stdbuf", &["-i", "-o", "-e", "--input", "--output", "--error"], 0),
    (
        "sudo",
        &["-u", "-g", "-h", "-p", "-C", "-D", "-R", "-r", "-t", "-T", "-U", "--user", "--group", "--chdir"],
        0,
    ),
    ("timeout", &["-s", "-k", "--signal", "--kill-after"], 1),
    ("xargs", &["-I", "-n", "-P", "-L", "-d", "-a", "-s", "-E", "--max-args", "--max-procs"], 0),
];

/// `time` is a word of the shell and a program too.
const TIME: Runner = ("time", &["-f", "-o", "--format", "--output"], 0);

const SHELLS: [&str; 5] = ["sh", "bash", "dash", "zsh", "ksh"];

/// Reads a simple command.
pub(super) fn simple(text: &str) -> Simple {
    let (words, here) = split(text);
    let mut words = words.into_iter().peekable();
    let mut git_dir = None;
    while let Some(word) = words.next() {
        let name = name(&word);
        if let Some((variable, value)) = assignment(&word) {
            if variable == "GIT_DIR" {
                git_dir = Some(value.to_owned());
            }
        } else if let Some((_, takes, own)) = RUNNERS.iter().chain([&TIME]).find(|r| r.0 == name) {
            while let Some(option) = words.next_if(|w| w.starts_with('-')) {
                if takes.contains(&option.as_str()) {
                    words.next();
                }
            }
            for _ in 0..*own {
                words.next();
            }
        } else if word == "function" {
            words.next();
        } else if !RESERVED.contains(&word.as_str()) {
            return match name {
                "git" | "git.exe" => Simple::Git { words: words.collect(), git_dir },
                "cd" | "pushd" => {
                    let mut to = words.skip_while(|w| w.starts_with('-') && w.len() > 1);
                    Simple::Moves(to.next())
                }
                "popd" => Simple::Moves(None),
                "eval" => Simple::Script(words.collect::<Vec<_>>().join(" ")),
                shell if SHELLS.contains(&shell) => of_shell(words, here),
                _ => Simple::Other,
            };
        }
    }
    Simple::Other
}

/// Splits a command into its words, without redirections; with the text of its here-string.
fn split(text: &str) -> (Vec<String>, Option<String>) {
    let (mut words, mut here) = (Vec::new(), None);
    let mut all = Shlex::new(text);
    while let Some(word) = all.next() {
        match word.as_str() {
            TARGET => drop(all.next()),
            HERE => here = all.next(),
            _ => words.push(word),
        }
    }
    (words, here)
}

fn of_shell(mut words: impl Iterator<Item = String>, here: Option<String>) -> Simple {
    let mut command = false;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--rcfile" | "--init-file" => drop(words.next()),
            "-" | "--" => {}
            option if option.starts_with("--") => {}
            option if option.starts_with(['-', '+']) => {
                command |= option.contains('c');
                if option.ends_with(['o', 'O']) {
                    words.next();
                }
            }
            _ if command => return Simple::Script(word),
            _ => return Simple::Other,
        }
    }
    here.map_or(Simple::ReadsScript, Simple::Script)
}

fn name(word: &str) -> &str {
    word.rsplit(['/', '\\']).next().unwrap_or(word)
}

fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let is_name = !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    is_name.then_some((name, value))
}
