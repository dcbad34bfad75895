//! The user's own configuration: `countersign/config.toml` in the folder that `XDG_CONFIG_HOME` names, else in
//! `~/.config` (SPEC 11).
//!
//! It lies outside of every repository, so it may say what a repository may not. Like ours in a repository it is
//! refused where it cannot be read: a broken file must not loosen anything.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::SettingsError;
use super::keys::{self, File as Which};
use super::own::{self, Hooks, ReviewSettings};
use crate::domain::ids::RepoPath;

/// The largest configuration file read, in bytes.
const MAX_CONFIG: u64 = 256 * 1024;

/// Why the user's configuration is refused.
#[derive(Debug, thiserror::Error)]
pub enum UserConfigError {
    /// The file cannot be read.
    #[error("{path} cannot be read")]
    Unreadable { path: String, source: std::io::Error },
    /// The file is too long; a beginning of it would say something else.
    #[error("{path} holds more than {MAX_CONFIG} bytes, and no more are read; shorten it")]
    TooLong { path: String },
    /// The file is no TOML.
    #[error("{path} cannot be read as TOML: {reason}")]
    Syntax { path: String, reason: String },
    /// A key means nothing.
    #[error("{path}: unknown key `{key}`; {hint}")]
    UnknownKey { path: String, key: String, hint: String },
    /// A key is meant for what this version cannot do; passing over it would promise what does not happen.
    #[error(
        "{path}: `{key}` is not supported by this version: it keeps its store in git's folder of the repository \
         and knows none elsewhere, so an address would be passed over in silence; take the key out"
    )]
    NotYet { path: String, key: String },
    /// A value is of the wrong kind.
    #[error("{path}: `{key}` is {given}; it must be {expected}")]
    Value { path: String, key: String, given: String, expected: String },
}

impl UserConfigError {
    /// Says of the user's file what is wrong in a table that both files share: its reader knows no path outside of a
    /// repository.
    fn of_shared(path: &str, error: SettingsError) -> Self {
        let path = path.to_owned();
        match error {
            SettingsError::UnknownKey { key, hint, .. } => Self::UnknownKey { path, key, hint },
            SettingsError::Value { key, given, expected, .. } => Self::Value { path, key, given, expected },
            SettingsError::Syntax { reason, .. } => Self::Syntax { path, reason },
            SettingsError::Unreadable(error) => Self::Syntax { path, reason: error.to_string() },
        }
    }
}

/// What counts as a choice of the user (SPEC 6.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Decisions {
    /// A model's word that the user chose.
    #[default]
    Claimed,
    /// Only what the client's own dialogue or a terminal attests.
    Attested,
}

/// The user's settings; what is absent has its default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct User {
    /// `decisions`: claimed or attested.
    pub decisions: Decisions,
    /// The file says so itself.
    pub sets_decisions: bool,
    /// `[review]`: as in a repository's file, and it may loosen too.
    pub review: ReviewSettings,
    /// `[hooks]`: as in a repository's file, and it may loosen too.
    pub hooks: Hooks,
    /// `[verify] commands`: the commands of plans that the user allows to be run, word for word (SPEC 9.9).
    pub verify_commands: Vec<String>,
    /// The file lies inside the repository in use, so that whoever writes there could say what only the user may: only
    /// what it tightens of `decisions` counts.
    pub inside: bool,
}

/// The most commands that may be listed, and the longest, in bytes.
const MAX_COMMANDS: usize = 100;
const MAX_COMMAND: usize = 1_000;

/// Reads the user's configuration; the defaults where there is none. `roots` are the work trees of the repository in
/// use: a file below one of them is not the user's own.
pub fn read(roots: &[&Path]) -> Result<User, UserConfigError> {
    let Some(path) = path() else { return Ok(User::default()) };
    let shown = path.display().to_string();
    let mut text = String::new();
    match File::open(&path).and_then(|file| file.take(MAX_CONFIG + 1).read_to_string(&mut text)) {
        Ok(read) if read as u64 > MAX_CONFIG => Err(UserConfigError::TooLong { path: shown }),
        Ok(_) if is_inside(&path, roots) => {
            let said = parse(&shown, &text)?;
            let attested = said.decisions == Decisions::Attested;
            let decisions = said.decisions;
            Ok(User { decisions, sets_decisions: attested, inside: true, ..User::default() })
        }
        Ok(_) => parse(&shown, &text),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(User::default())
        }
        Err(source) => Err(UserConfigError::Unreadable { path: shown, source }),
    }
}

/// Tells whether a file, or what a link leads to from it, lies below one of the roots.
fn is_inside(path: &Path, roots: &[&Path]) -> bool {
    let real = path.canonicalize();
    let of = |root: &Path| {
        let whole = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        path.starts_with(&whole) || real.as_ref().is_ok_and(|real| real.starts_with(&whole))
    };
    roots.iter().any(|root| of(root))
}

/// Where the file is looked for. A relative `XDG_CONFIG_HOME` counts for nothing, or the repository a server is
/// started in could hold it.
pub fn path() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    let home = || std::env::home_dir().filter(|p| p.is_absolute()).map(|home| home.join(".config"));
    Some(named.or_else(home)?.join("countersign").join("config.toml"))
}

pub(super) fn parse(path: &str, text: &str) -> Result<User, UserConfigError> {
    let table: Table = text.trim_start_matches('\u{feff}').parse().map_err(|error: toml::de::Error| {
        UserConfigError::Syntax { path: path.to_owned(), reason: error.to_string().trim().to_owned() }
    })?;
    let mut user = User { sets_decisions: table.contains_key("decisions"), ..User::default() };
    for (key, value) in &table {
        match (key.as_str(), value) {
            ("decisions", Value::String(word)) if word == "claimed" => user.decisions = Decisions::Claimed,
            ("decisions", Value::String(word)) if word == "attested" => user.decisions = Decisions::Attested,
            ("decisions", other) => {
                return Err(UserConfigError::Value {
                    path: path.to_owned(),
                    key: key.clone(),
                    given: other.to_string().chars().take(60).collect(),
                    expected: "\"claimed\" or \"attested\"".to_owned(),
                });
            }
            ("review" | "hooks", Value::Table(_)) => {
                let file = RepoPath::parse("config.toml").map_err(|why| UserConfigError::Syntax {
                    path: path.to_owned(),
                    reason: why.to_string(),
                })?;
                let alone: Table = [(key.clone(), value.clone())].into_iter().collect();
                let refuse = |error| UserConfigError::of_shared(path, error);
                if key == "review" {
                    user.review = own::review(&file, &alone).map_err(refuse)?;
                } else {
                    user.hooks = own::hooks(&file, &alone).map_err(refuse)?;
                }
            }
            ("review" | "hooks", other) => {
                return Err(UserConfigError::Value {
                    path: path.to_owned(),
                    key: key.clone(),
                    given: other.to_string().chars().take(60).collect(),
                    expected: "a table".to_owned(),
                });
            }
            ("verify", verify) => user.verify_commands = verify_commands(path, verify)?,
            ("store", value) => {
                let inner = value.as_table().and_then(|table| table.keys().next());
                let key = inner.map_or_else(|| key.clone(), |inner| format!("{key}.{inner}"));
                return Err(UserConfigError::NotYet { path: path.to_owned(), key });
            }
            _ => {
                let hint = keys::hint(key, Which::Users, Some(path));
                return Err(UserConfigError::UnknownKey {
                    path: path.to_owned(),
                    key: keys::shown(key),
                    hint,
                });
            }
        }
    }
    Ok(user)
}

/// Tells whether a word means something to a shell alone: a program would be given it as an argument.
fn for_a_shell(word: &str) -> bool {
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
    matches!(word, "&&" | "||" | "|" | "|&" | "&")
        || word.ends_with(';')
        || bare.starts_with(['>', '<'])
        || word.starts_with("&>")
}

/// Tells whether the first word sets a variable.
fn sets(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| !name.is_empty() && !name.contains('/'))
}

/// Reads `[verify]`: commands as one types them, without a shell's signs having any meaning.
fn verify_commands(path: &str, table: &Value) -> Result<Vec<String>, UserConfigError> {
    let wrong = |key: &str, given: &Value, expected: &'static str| UserConfigError::Value {
        path: path.to_owned(),
        key: key.to_owned(),
        given: given.to_string().chars().take(60).collect(),
        expected: expected.to_owned(),
    };
    let Value::Table(inner) = table else { return Err(wrong("verify", table, "a table")) };
    if let Some(key) = inner.keys().find(|key| *key != "commands") {
        let key = format!("verify.{key}");
        let hint = keys::hint(&key, Which::Users, Some(path));
        return Err(UserConfigError::UnknownKey { path: path.to_owned(), key: keys::shown(&key), hint });
    }
    let Some(list) = inner.get("commands") else { return Ok(Vec::new()) };
    let texts = list.as_array().filter(|list| list.len() <= MAX_COMMANDS).and_then(|list| {
        list.iter()
            .map(|item| item.as_str().map(|text| text.trim().to_owned()))
            .collect::<Option<Vec<String>>>()
    });
    let fit = |text: &String| {
        text.len() <= MAX_COMMAND
            && !text.chars().any(char::is_control)
            && shlex::split(text).is_some_and(|words| {
                !words.is_empty() && !words.iter().any(|w| for_a_shell(w)) && !sets(&words[0])
            })
    };
    let expected = "a list such as [\"…\"], at most 100 commands of one line and 1,000 bytes each, with closed quotes; \
                    they run without a shell, so put what needs `&&`, `|`, `>` or `NAME=value` into a script and list that";
    texts.filter(|texts| texts.iter().all(fit)).ok_or_else(|| wrong("verify.commands", list, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_plans_are_listed_word_for_word() {
        let text = "[verify]\ncommands = [\"cargo test\", \" npm run 'a b' \"]";
        assert_eq!(parse("c", text).unwrap().verify_commands, ["cargo test", "npm run 'a b'"]);
        assert!(parse("c", "[verify]").unwrap().verify_commands.is_empty());
        for (text, said) in [
            ("verify = true", "c: `verify` is true; it must be a table"),
            (
                "[verify]\ncommand = [\"x\"]",
                "c: unknown key `verify.command`; did you mean `verify.commands`?",
            ),
            ("[verify]\ncommands = \"make\"", "c: `verify.commands` is \"make\"; it must be a list "),
            ("[verify]\ncommands = [1]", "c: `verify.commands` is [1]; it must be"),
            ("[verify]\ncommands = [\"\"]", "c: `verify.commands` is [\"\"]; it must be"),
            ("[verify]\ncommands = [\"echo 'a\"]", "it must be"),
            ("[verify]\ncommands = [\"a\\nb\"]", "it must be"),
            ("[verify]\ncommands = [\"make && true\"]", "without a shell"),
            ("[verify]\ncommands = [\"make 2>&1\"]", "without a shell"),
            ("[verify]\ncommands = [\"CI=1 make\"]", "without a shell"),
        ] {
            let error = parse("c", text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn decisions_are_claimed_unless_said_otherwise() {
        assert_eq!(parse("c", "").unwrap().decisions, Decisions::Claimed);
        assert_eq!(parse("c", "decisions = \"attested\"").unwrap().decisions, Decisions::Attested);
    }

    #[test]
    fn what_cannot_be_read_loosens_nothing() {
        for (text, said) in [
            (
                "decisions = \"atested\"",
                "c: `decisions` is \"atested\"; it must be \"claimed\" or \"attested\"",
            ),
            ("decisions = true", "c: `decisions` is true; it must be \"claimed\" or \"attested\""),
            (
                "[store]\nurl = \"postgres://x\"",
                "c: `store.url` is not supported by this version: it keeps its store in git's folder of the repository \
                 and knows none elsewhere, so an address would be passed over in silence; take the key out",
            ),
            ("decision = \"attested\"", "c: unknown key `decision`; did you mean `decisions`?"),
        ] {
            assert_eq!(parse("c", text).unwrap_err().to_string(), said);
        }
        let text = "[review]\nunreadble = \"proceed\"";
        let said = parse("c", text).unwrap_err().to_string();
        assert_eq!(said, "c: unknown key `review.unreadble`; did you mean `review.unreadable`?");
        let said = parse("/u/c", "[hooks]\ngate = \"x\"").unwrap_err().to_string();
        assert!(said.starts_with("/u/c: `hooks.gate` is \"x\"; it must be one of"), "{said}");
        let user = parse("c", "[review]\nunreadable = \"conditional\"\nmax_passes = 2").unwrap();
        assert_eq!(user.review.max_passes, Some(2));
        assert_eq!(user.review.fields["unreadable"], "proceed");
        assert!(parse("c", "decisions = ").unwrap_err().to_string().starts_with("c cannot be read as TOML"));
    }
}
