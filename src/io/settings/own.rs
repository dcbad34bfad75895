//! `countersign.toml`: our own settings of one repository (SPEC 11).
//!
//! It may choose and tighten; it holds no key that executes, widens paths or sets addresses. The user's own file
//! holds the same `[review]`.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::SettingsError;
use super::keys::{self, File};
use super::user;
use crate::domain::git_command::GateBefore;
use crate::domain::ids::RepoPath;
use crate::domain::protocol::{Protocol, ReviewMode, overlay};

/// The settings of `countersign.toml`; what is absent is nothing, and the protocol's value holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Own {
    /// `protocol`: the protocol's name, where detection is not to decide.
    pub protocol: Option<String>,
    pub review: ReviewSettings,
    pub models: Models,
    pub paths: Paths,
    pub hooks: Hooks,
    /// The file, where there is one.
    pub source: Option<RepoPath>,
}

/// `[review]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReviewSettings {
    /// `mode`: auto, manual, on_request or off.
    pub mode: Option<ReviewMode>,
    /// `max_passes`: how often a subject is reviewed at most, 1 to 20.
    pub max_passes: Option<u32>,
    /// `reviewer_turns`: how many turns a reviewer agent gets, 1 to 200.
    pub reviewer_turns: Option<u32>,
    /// Other fields of the protocol by their names, each a value it can hold. Whether it may is the protocol's to say.
    pub fields: BTreeMap<String, serde_json::Value>,
}

/// `[models]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Models {
    /// `profile`: quality, balanced or budget.
    pub profile: Option<String>,
    /// `reviewer`: the reviewer's model, whatever the profile.
    pub reviewer: Option<String>,
    /// `executor`: the executor's model, whatever the profile.
    pub executor: Option<String>,
}

/// `[paths]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paths {
    /// `planning`: the planning folder, where several exist.
    pub planning: Option<RepoPath>,
}

/// `[hooks]`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hooks {
    /// `gate`: before what of git the gate of the branch must be open: `off`, `push` or `commit`.
    pub gate: Option<GateBefore>,
}

/// The tables.
const TABLES: [&str; 4] = ["review", "models", "paths", "hooks"];

impl ReviewSettings {
    /// Returns the keys that are set, without their table.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let three = [
            ("mode", self.mode.is_some()),
            ("max_passes", self.max_passes.is_some()),
            ("reviewer_turns", self.reviewer_turns.is_some()),
        ];
        let three = three.into_iter().filter(|(_, set)| *set).map(|(key, _)| key);
        three.chain(self.fields.keys().map(String::as_str))
    }
}

/// Reads the `[review]` of another file: the user's own.
pub(super) fn review(path: &RepoPath, table: &Table) -> Result<ReviewSettings, SettingsError> {
    let reader = Reader { path, table, file: File::Users };
    reader.refuse_unknown()?;
    reader.review()
}

/// Reads the `[hooks]` of another file: the user's own.
pub(super) fn hooks(path: &RepoPath, table: &Table) -> Result<Hooks, SettingsError> {
    let reader = Reader { path, table, file: File::Users };
    reader.refuse_unknown()?;
    reader.hooks()
}

/// Reads the file's text.
pub(super) fn parse(path: &RepoPath, text: &str) -> Result<Own, SettingsError> {
    let table: Table = text.trim_start_matches('\u{feff}').parse().map_err(|error: toml::de::Error| {
        SettingsError::Syntax {
            path: path.clone(),
            format: "TOML",
            reason: error.to_string().trim().to_owned(),
        }
    })?;
    let reader = Reader { path, table: &table, file: File::Repository };
    reader.refuse_unknown()?;
    let planning = match reader.text("paths.planning")? {
        None => None,
        Some(text) => Some(RepoPath::parse(&text).map_err(|why| SettingsError::Value {
            path: path.clone(),
            key: "paths.planning".to_owned(),
            given: format!("{text:?}, which {why}"),
            expected: "a folder inside the repository".to_owned(),
        })?),
    };
    Ok(Own {
        protocol: reader.protocol()?,
        review: reader.review()?,
        models: Models {
            profile: reader.word("models.profile", &["quality", "balanced", "budget"])?,
            reviewer: reader.model("models.reviewer")?,
            executor: reader.model("models.executor")?,
        },
        paths: Paths { planning },
        hooks: reader.hooks()?,
        source: Some(path.clone()),
    })
}

struct Reader<'t> {
    path: &'t RepoPath,
    table: &'t Table,
    file: File,
}

impl Reader<'_> {
    /// Refuses the first key that means nothing, naming the nearest that does.
    fn refuse_unknown(&self) -> Result<(), SettingsError> {
        for (key, value) in self.table {
            if TABLES.contains(&key.as_str()) {
                let inner = value.as_table().ok_or_else(|| self.wrong(key, value, "a table"))?;
                for name in inner.keys() {
                    let full = format!("{key}.{name}");
                    if !keys::is_known(&full, self.file) {
                        return Err(self.unknown(&full));
                    }
                }
            } else if key.contains('.') || !keys::is_known(key, self.file) {
                return Err(self.unknown(key));
            }
        }
        Ok(())
    }

    fn unknown(&self, key: &str) -> SettingsError {
        let users = user::path().map(|path| path.display().to_string());
        let hint = keys::hint(key, self.file, users.as_deref());
        SettingsError::UnknownKey { path: self.path.clone(), key: keys::shown(key), hint }
    }

    fn wrong(&self, key: &str, given: &Value, expected: &str) -> SettingsError {
        let given = given.to_string().chars().take(60).collect();
        SettingsError::Value {
            path: self.path.clone(),
            key: key.to_owned(),
            given,
            expected: expected.to_owned(),
        }
    }

    fn protocol(&self) -> Result<Option<String>, SettingsError> {
        let known: Vec<String> = Protocol::all().into_iter().map(|p| p.name).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        self.word("protocol", &known)
    }

    fn review(&self) -> Result<ReviewSettings, SettingsError> {
        let mode = self.word("review.mode", &["auto", "manual", "on_request", "off"])?;
        let mut fields = BTreeMap::new();
        for field in overlay::keys() {
            let key = format!("review.{field}");
            let Some(given) = self.get(&key) else { continue };
            let value = serde_json::to_value(given).unwrap_or_default();
            let value =
                overlay::read(field, &value).map_err(|expected| self.wrong(&key, given, &expected))?;
            fields.insert(field.to_owned(), value);
        }
        match self.get("review.strict") {
            None => {}
            Some(Value::Boolean(strict)) => {
                // Strict is what an answer without a signal comes to.
                let word = if *strict { "uses_pass" } else { "proceed" };
                let meant = serde_json::Value::from(word);
                if fields.get("unreadable").is_some_and(|said| *said != meant) {
                    let expected = format!("left out, or the same as `review.unreadable`: {word}");
                    return Err(self.wrong("review.strict", &Value::Boolean(*strict), &expected));
                }
                fields.insert("unreadable".to_owned(), meant);
            }
            Some(other) => return Err(self.wrong("review.strict", other, "true or false")),
        }
        Ok(ReviewSettings {
            mode: mode.as_deref().and_then(ReviewMode::parse),
            max_passes: self.number("review.max_passes", 20)?,
            reviewer_turns: self.number("review.reviewer_turns", 200)?,
            fields,
        })
    }

    fn hooks(&self) -> Result<Hooks, SettingsError> {
        let word = self.word("hooks.gate", &GateBefore::ALL.map(GateBefore::as_str))?;
        Ok(Hooks { gate: word.as_deref().and_then(GateBefore::parse) })
    }

    fn get(&self, key: &str) -> Option<&Value> {
        match key.split_once('.') {
            Some((table, name)) => self.table.get(table)?.get(name),
            None => self.table.get(key),
        }
    }

    fn text(&self, key: &str) -> Result<Option<String>, SettingsError> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.trim().to_owned())),
            Some(other) => Err(self.wrong(key, other, "a text that is not empty")),
        }
    }

    fn model(&self, key: &str) -> Result<Option<String>, SettingsError> {
        match self.text(key)? {
            Some(text) if !super::is_model(&text) => {
                Err(self.wrong(key, &Value::String(text), &format!("a model's name, {}", super::MODEL)))
            }
            found => Ok(found),
        }
    }

    fn word(&self, key: &str, words: &[&str]) -> Result<Option<String>, SettingsError> {
        match self.text(key)? {
            Some(text) if !words.contains(&text.as_str()) => {
                Err(self.wrong(key, &Value::String(text), &format!("one of {}", words.join(", "))))
            }
            found => Ok(found),
        }
    }

    fn number(&self, key: &str, most: u32) -> Result<Option<u32>, SettingsError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number =
            value.as_integer().and_then(|n| u32::try_from(n).ok()).filter(|n| (1..=most).contains(n));
        match number {
            Some(number) => Ok(Some(number)),
            None => Err(self.wrong(key, value, &format!("a whole number from 1 to {most}"))),
        }
    }
}
