//! Configuration: which system a folder follows, its review settings, and `countersign.toml` (SPEC 4, 11).
//!
//! Reads only, through [`Files`]. What cannot be read is refused by name, never replaced by a default:
//! a broken file must not switch reviews off or on.

mod own;

use std::collections::BTreeMap;

use serde_json::Value;

use super::files::{Files, FilesError, Kind};
use crate::domain::ids::RepoPath;
use crate::domain::protocol::ReviewMode;
use crate::domain::review::Remark;

pub use own::{Models, Own, Paths, ReviewSettings};

/// The largest configuration file read, in bytes.
const MAX_CONFIG: u64 = 256 * 1024;

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
    /// `quality.review`; nothing where it is not set.
    pub review_mode: Option<ReviewMode>,
    /// `model_profile`: quality, balanced or budget, as written.
    pub profile: Option<String>,
    /// `model_overrides`: agent → model.
    pub model_overrides: BTreeMap<String, String>,
    /// `version`; 1 marks megazord's configuration.
    pub version: Option<u64>,
    /// The file the settings come from.
    pub source: Option<RepoPath>,
    pub remarks: Vec<Remark>,
}

/// Which system a subject belongs to, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detected {
    /// The protocol's name: megazord, yolo, gsd, ralph, bazinga or countersign.
    pub protocol: &'static str,
    /// The folder that told; nothing where none did.
    pub root: Option<RepoPath>,
    /// The sentence for people.
    pub why: String,
    /// Other protocols whose folders were found too; not empty where the choice is ambiguous.
    pub others: Vec<&'static str>,
}

/// Finds the system a subject follows by the nearest planning folder above it (SPEC 4).
///
/// Call it for the worktree first and, where it finds no folder, for the main checkout.
pub fn detect(files: &Files, subject: Option<&RepoPath>) -> Result<Detected, SettingsError> {
    let mut found: Vec<(&'static str, RepoPath)> = Vec::new();
    for root in files.planning_roots(subject) {
        found.push((system_of(files, &root)?, root));
    }
    if let Some(spec) = ralph_spec(files, subject)? {
        // A subject inside the spec belongs to it, whatever planning folder lies above.
        let inside = subject.is_some_and(|s| s.as_str().starts_with(&format!("{spec}/")));
        found.insert(if inside { 0 } else { found.len() }, ("ralph", spec));
    }
    if let Ok(root) = RepoPath::parse("bazinga")
        && files.kind(&root)? == Some(Kind::Folder)
    {
        found.push(("bazinga", root));
    }
    let mut found = found.into_iter();
    let Some((protocol, root)) = found.next() else {
        let why = "no planning folder of a known system was found".to_owned();
        return Ok(Detected { protocol: "countersign", root: None, why, others: Vec::new() });
    };
    let mut others: Vec<&'static str> =
        found.map(|(name, _)| name).filter(|name| *name != protocol).collect();
    others.dedup();
    let mut why = format!("{root} is the nearest planning folder");
    if !others.is_empty() {
        why.push_str(&format!(
            "; there are also folders of {}: name `protocol` in the call or in countersign.toml to choose",
            others.join(", ")
        ));
    }
    Ok(Detected { protocol, root: Some(root), why, others })
}

/// Tells the system of a planning folder by its name and configuration.
fn system_of(files: &Files, root: &RepoPath) -> Result<&'static str, SettingsError> {
    if root.file_name() != ".planning" {
        return Ok("yolo");
    }
    Ok(if megazord_file(files, root)?.is_some() { "megazord" } else { "gsd" })
}

/// Returns the folder of the spec a subject lies in, or of the only kind of specs that exist.
fn ralph_spec(files: &Files, subject: Option<&RepoPath>) -> Result<Option<RepoPath>, SettingsError> {
    let Ok(specs) = RepoPath::parse("specs") else { return Ok(None) };
    let mut first = None;
    for entry in files.list(Some(&specs))? {
        let marked = [".ralph-state.json", ".progress.md"];
        if entry.kind != Kind::Folder
            || !marked.iter().any(|name| entry.path.join(name).is_ok_and(|p| files.exists(&p)))
        {
            continue;
        }
        if subject.is_some_and(|s| s.as_str().starts_with(&format!("{}/", entry.path))) {
            return Ok(Some(entry.path));
        }
        first = first.or(Some(entry.path));
    }
    Ok(first)
}

/// Returns megazord's configuration of a planning folder: its own file, or a `config.json` of version 1.
fn megazord_file(files: &Files, root: &RepoPath) -> Result<Option<(RepoPath, Value)>, SettingsError> {
    for name in ["megazord.config.json", "config.json"] {
        let Ok(path) = root.join(name) else { continue };
        let Some(text) = files.read_text(&path, MAX_CONFIG)? else { continue };
        let text = text.trim_start_matches('\u{feff}');
        let value: Value = serde_json::from_str(text).map_err(|error| SettingsError::Syntax {
            path: path.clone(),
            format: "JSON",
            reason: error.to_string(),
        })?;
        if name == "megazord.config.json" || value.get("version").and_then(Value::as_u64) == Some(1) {
            return Ok(Some((path, value)));
        }
    }
    Ok(None)
}

/// Reads megazord's settings for a subject: those of the nearest planning folder above it.
///
/// Without a configuration the settings are empty; one that cannot be read is refused.
pub fn read(files: &Files, subject: Option<&RepoPath>) -> Result<Settings, SettingsError> {
    let Some(root) = files.planning_roots(subject).into_iter().find(|r| r.file_name() == ".planning") else {
        return Ok(Settings::default());
    };
    match megazord_file(files, &root)? {
        Some((path, value)) => settings(path, &value),
        None => Ok(Settings::default()),
    }
}

fn settings(path: RepoPath, value: &Value) -> Result<Settings, SettingsError> {
    let wrong = |key: &str, given: &Value, expected: &str| SettingsError::Value {
        path: path.clone(),
        key: key.to_owned(),
        given: shown(given),
        expected: expected.to_owned(),
    };
    let Value::Object(root) = value else { return Err(wrong("the file", value, "an object")) };
    let mut out = Settings::default();
    match root.get("quality") {
        None | Some(Value::Null) => {}
        Some(Value::Object(quality)) => match quality.get("review") {
            None | Some(Value::Null) => {}
            Some(given) => {
                let mode = given.as_str().and_then(ReviewMode::parse);
                let expected = "\"auto\", \"manual\" or \"off\"";
                out.review_mode = Some(mode.ok_or_else(|| wrong("quality.review", given, expected))?);
            }
        },
        Some(given) => return Err(wrong("quality", given, "an object")),
    }
    match root.get("model_profile") {
        None | Some(Value::Null) => {}
        Some(Value::String(profile)) => {
            if !["quality", "balanced", "budget"].contains(&profile.as_str()) {
                let message = format!("model_profile `{profile}` is unknown; models are left out");
                out.remarks.push(Remark::new(0, "unknown_profile", message));
            }
            out.profile = Some(profile.clone());
        }
        Some(given) => return Err(wrong("model_profile", given, "\"quality\", \"balanced\" or \"budget\"")),
    }
    match root.get("model_overrides") {
        None | Some(Value::Null) => {}
        Some(Value::Object(overrides)) => {
            for (agent, model) in overrides {
                if model.is_null() {
                    continue;
                }
                let Some(name) = model.as_str() else {
                    return Err(wrong(&format!("model_overrides.{agent}"), model, "a model's name"));
                };
                out.model_overrides.insert(agent.clone(), name.to_owned());
            }
        }
        Some(given) => return Err(wrong("model_overrides", given, "an object of agent and model")),
    }
    out.version = root.get("version").and_then(Value::as_u64);
    out.source = Some(path);
    Ok(out)
}

/// Shows a wrong value shortly.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Reads `countersign.toml` at the root; every key has a default, unknown keys are refused.
pub fn own(files: &Files) -> Result<Own, SettingsError> {
    let Ok(path) = RepoPath::parse("countersign.toml") else { return Ok(Own::default()) };
    match files.read_text(&path, MAX_CONFIG)? {
        Some(text) => own::parse(&path, &text),
        None => Ok(Own::default()),
    }
}
