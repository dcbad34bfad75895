//! Configuration: which system a folder follows, its review settings, and `countersign.toml` (SPEC 4, 11).
//!
//! Reads only, through [`Files`]. What cannot be read is refused by name, never replaced by a default:
//! a broken file must not switch reviews off or on.

mod detect;
mod foreign;
#[cfg(fuzzing)]
pub mod fuzzed;
mod keys;
mod own;
mod reports;
pub mod user;

use std::collections::BTreeMap;

use serde_json::Value;

use super::files::{Files, FilesError, Kind};
use crate::domain::ids::RepoPath;
use crate::domain::protocol::ReviewMode;
use crate::domain::review::Remark;

pub use detect::{Detected, MARKS, OfGit, Sides, detect, folder_without_planning, roots_of_systems};
pub use own::{Hooks, Models, Own, Paths, ReviewSettings};
pub use reports::is_beside_work;

/// What a planning folder's own configuration is called.
pub const SYSTEM: [&str; 2] = ["megazord.config.json", "config.json"];

/// The folder that tells a system by its name alone.
pub const HANDED: &str = "bazinga";

/// The folder that specs lie in.
pub const SPECS: &str = "specs";

/// The largest configuration file read, in bytes.
pub const MAX_CONFIG: u64 = 256 * 1024;

/// What a model's name is made of, in words.
const MODEL: &str = "1 to 80 letters, digits and . _ : / @ -";

/// Tells whether a text can be a model's name. It is handed to hosts as it stands.
fn is_model(text: &str) -> bool {
    (1..=80).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._:/@-".contains(&b))
}

/// Why a configuration is refused.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("the configuration cannot be read")]
    Unreadable(#[from] FilesError),
    /// The file is no JSON or TOML.
    #[error("{path} cannot be read as {format}: {reason}")]
    Syntax { path: RepoPath, format: &'static str, reason: String },
    /// A value is of the wrong kind.
    #[error("{path}: `{key}` is {given}; it must be {expected}")]
    Value { path: RepoPath, key: String, given: String, expected: String },
    /// `countersign.toml` holds a key that means nothing.
    #[error("{path}: unknown key `{key}`; {hint}")]
    UnknownKey { path: RepoPath, key: String, hint: String },
}

/// The settings of the planning folder nearest to a subject.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// The protocol whose system wrote them; nothing where nothing was read.
    pub system: Option<&'static str>,
    /// `quality.review`, `review_gate` or `execution_review.enabled`; nothing where it is not set.
    pub review_mode: Option<ReviewMode>,
    /// `model_profile`: quality, balanced or budget, as written.
    pub profile: Option<String>,
    /// `review_max_cycles`, or `execution_review.max_retries` and the first attempt.
    pub max_passes: Option<u32>,
    /// `execution_review.model`, as written.
    pub reviewer_model: Option<String>,
    /// `model_overrides`: agent → model.
    pub model_overrides: BTreeMap<String, String>,
    /// `version`; 1 marks megazord's configuration.
    pub version: Option<u64>,
    /// The file the settings come from.
    pub source: Option<RepoPath>,
    pub remarks: Vec<Remark>,
}

/// Where configuration and planning folders are looked for: the files as they are, or as a commit holds them.
pub trait Texts {
    /// Returns the text at a path; nothing where there is no file.
    fn text(&self, path: &RepoPath) -> Result<Option<String>, SettingsError>;
    /// Tells whether a folder stands at a path.
    fn is_folder(&self, path: &RepoPath) -> Result<bool, SettingsError>;
    /// Tells whether anything stands at a path.
    fn is_there(&self, path: &RepoPath) -> Result<bool, SettingsError>;
    /// Returns the folders in a folder, sorted; none where that is not there.
    fn folders_in(&self, folder: &RepoPath) -> Result<Vec<RepoPath>, SettingsError>;
    /// Tells whether a system's folder holds nothing but reports of ours, so that it is no sign of the system. Guessed
    /// from what can be asked for here; who can list files tells it exactly.
    fn holds_only_reports(&self, root: &RepoPath) -> bool {
        reports::seem_all(self, root)
    }
}

impl Texts for Files {
    fn text(&self, path: &RepoPath) -> Result<Option<String>, SettingsError> {
        match self.read_text(path, MAX_CONFIG)? {
            // Somebody laid it there for what it says: that cannot be read, and is not nothing.
            None if self.is_link(path) => Err(FilesError::Dangling { path: path.clone() }.into()),
            found => Ok(found),
        }
    }

    fn is_folder(&self, path: &RepoPath) -> Result<bool, SettingsError> {
        Ok(self.kind(path)? == Some(Kind::Folder))
    }

    fn is_there(&self, path: &RepoPath) -> Result<bool, SettingsError> {
        Ok(self.exists(path))
    }

    fn folders_in(&self, folder: &RepoPath) -> Result<Vec<RepoPath>, SettingsError> {
        Ok(self.folders(Some(folder))?)
    }

    fn holds_only_reports(&self, root: &RepoPath) -> bool {
        reports::are_all(self, root)
    }
}

/// Returns megazord's configuration of a planning folder: its own file, or a `config.json` of version 1.
fn megazord_file(files: &dyn Texts, root: &RepoPath) -> Result<Option<(RepoPath, Value)>, SettingsError> {
    for name in SYSTEM {
        let Some((path, value)) = json_file(files, root, name)? else { continue };
        if name == "megazord.config.json" || version(&value) == Some(1) {
            return Ok(Some((path, value)));
        }
    }
    Ok(None)
}

/// Returns the number of a version, however it is written: `1`, `1.0`, `"1"`. Nothing where it is no whole number.
fn version(value: &Value) -> Option<u64> {
    let given = value.get("version")?;
    let number = given.as_f64().or_else(|| given.as_str()?.trim().parse().ok())?;
    // Beyond this a number of that kind tells no two neighbours apart.
    (number.fract() == 0.0 && (0.0..=1e15).contains(&number)).then_some(number as u64)
}

/// Reads the settings for a subject in one place alone; see [`Sides::read`].
///
/// Without a configuration the settings are empty; one that cannot be read is refused.
pub fn read(texts: &dyn Texts, subject: Option<&RepoPath>) -> Result<Settings, SettingsError> {
    Sides::of_one(texts).read(subject)
}

/// Reads the settings of a planning folder.
fn of_root(texts: &dyn Texts, root: &RepoPath) -> Result<Settings, SettingsError> {
    if root.file_name() == ".planning" {
        if let Some((path, value)) = megazord_file(texts, root)? {
            return foreign::megazord(path, &value);
        }
        return match json_file(texts, root, "config.json")? {
            Some((path, value)) => foreign::gsd(path, &value),
            None => Ok(Settings::default()),
        };
    }
    match json_file(texts, root, "config.json")? {
        Some((path, value)) => foreign::yolo(path, &value),
        None => Ok(Settings::default()),
    }
}

/// Reads a JSON file of a planning folder, if it is there.
fn json_file(
    texts: &dyn Texts,
    root: &RepoPath,
    name: &str,
) -> Result<Option<(RepoPath, Value)>, SettingsError> {
    let Ok(path) = root.join(name) else { return Ok(None) };
    let Some(text) = texts.text(&path)? else { return Ok(None) };
    let text = text.trim_start_matches('\u{feff}');
    match serde_json::from_str(text) {
        Ok(value) => Ok(Some((path, value))),
        Err(error) => Err(SettingsError::Syntax { path, format: "JSON", reason: error.to_string() }),
    }
}

/// Reads `countersign.toml` at the root; every key has a default, unknown keys are refused.
pub fn own(texts: &dyn Texts) -> Result<Own, SettingsError> {
    let Ok(path) = RepoPath::parse("countersign.toml") else { return Ok(Own::default()) };
    match texts.text(&path)? {
        Some(text) => own::parse(&path, &text),
        None => Ok(Own::default()),
    }
}
