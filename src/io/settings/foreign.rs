//! The planning systems' own configuration: what switches their reviews and bounds them (SPEC 4, "switched by").

use serde_json::{Map, Value};

use super::{Settings, SettingsError};
use crate::domain::ids::RepoPath;
use crate::domain::protocol::ReviewMode;
use crate::domain::review::Remark;

/// Reads megazord's configuration: `quality.review`, `model_profile`, `model_overrides`.
pub(super) fn megazord(path: RepoPath, value: &Value) -> Result<Settings, SettingsError> {
    let file = File { path };
    let root = file.object("the file", value)?;
    let mut out = Settings { system: Some("megazord"), ..Settings::default() };
    if let Some(quality) = file.group(root, "quality")? {
        let expected = "\"auto\", \"manual\" or \"off\"";
        out.review_mode = file.mode(quality, "review", "quality.review", expected)?;
    }
    file.models(root, &mut out)?;
    out.version = super::version(value);
    out.source = Some(file.path);
    Ok(out)
}

/// Reads yolo's configuration: `review_gate`, `review_max_cycles`, `model_profile`, `model_overrides`.
pub(super) fn yolo(path: RepoPath, value: &Value) -> Result<Settings, SettingsError> {
    let file = File { path };
    let root = file.object("the file", value)?;
    let expected = "\"always\", \"on_request\" or \"never\"";
    let mut out = Settings {
        system: Some("yolo"),
        review_mode: file.mode(root, "review_gate", "review_gate", expected)?,
        max_passes: file.number(root, "review_max_cycles", "review_max_cycles", 1)?,
        ..Settings::default()
    };
    file.models(root, &mut out)?;
    out.source = Some(file.path);
    Ok(out)
}

/// Reads gsd's configuration: `execution_review {enabled, max_retries, model}`, `model_profile`, `model_overrides`.
pub(super) fn gsd(path: RepoPath, value: &Value) -> Result<Settings, SettingsError> {
    let file = File { path };
    let root = file.object("the file", value)?;
    let mut out = Settings { system: Some("gsd"), ..Settings::default() };
    if let Some(review) = file.group(root, "execution_review")? {
        match present(review, "enabled") {
            None => {}
            Some(Value::Bool(enabled)) => {
                out.review_mode = Some(if *enabled { ReviewMode::Auto } else { ReviewMode::Off });
            }
            Some(given) => return Err(file.wrong("execution_review.enabled", given, "true or false")),
        }
        // A retry is what comes after the first attempt.
        let retries = file.number(review, "max_retries", "execution_review.max_retries", 0)?;
        out.max_passes = retries.map(|n| n + 1);
        match present(review, "model") {
            None => {}
            Some(Value::String(model)) if !model.trim().is_empty() => {
                out.reviewer_model = file.model("execution_review.model", model, &mut out.remarks);
            }
            Some(given) => return Err(file.wrong("execution_review.model", given, "a model's name")),
        }
    }
    file.models(root, &mut out)?;
    out.source = Some(file.path);
    Ok(out)
}

/// The most passes a configuration may ask for.
const MOST: u64 = 20;

/// A configuration file, for refusals by its name.
struct File {
    path: RepoPath,
}

impl File {
    fn wrong(&self, key: &str, given: &Value, expected: &str) -> SettingsError {
        SettingsError::Value {
            path: self.path.clone(),
            key: key.to_owned(),
            given: shown(given),
            expected: expected.to_owned(),
        }
    }

    /// Reads the models by profile and by agent, which every system of the family writes alike.
    fn models(&self, root: &Map<String, Value>, out: &mut Settings) -> Result<(), SettingsError> {
        match present(root, "model_profile") {
            None => {}
            Some(Value::String(profile)) => {
                if !["quality", "balanced", "budget"].contains(&profile.as_str()) {
                    let message = format!(
                        "{}: model_profile `{}` is unknown (quality, balanced, budget); models are left out",
                        self.path,
                        short(profile)
                    );
                    out.remarks.push(Remark::new(0, "unknown_profile", message));
                }
                out.profile = Some(profile.clone());
            }
            Some(given) => {
                return Err(self.wrong("model_profile", given, "\"quality\", \"balanced\" or \"budget\""));
            }
        }
        match present(root, "model_overrides") {
            None => {}
            Some(Value::Object(overrides)) => {
                for (agent, model) in overrides.iter().filter(|(_, model)| !model.is_null()) {
                    let key = format!("model_overrides.{agent}");
                    let Some(name) = model.as_str() else {
                        return Err(self.wrong(&key, model, "a model's name"));
                    };
                    if let Some(name) = self.model(&key, name, &mut out.remarks) {
                        out.model_overrides.insert(agent.clone(), name);
                    }
                }
            }
            Some(given) => return Err(self.wrong("model_overrides", given, "an object of agent and model")),
        }
        Ok(())
    }

    /// Takes a model's name. It goes to a host word for word, so that a text which is none is left out, and said.
    fn model(&self, key: &str, given: &str, remarks: &mut Vec<Remark>) -> Option<String> {
        if super::is_model(given.trim()) {
            return Some(given.trim().to_owned());
        }
        let message =
            format!("{}: `{}` is no model's name ({}) and is left out", self.path, short(key), super::MODEL);
        remarks.push(Remark::new(0, "unknown_model", message));
        None
    }

    fn object<'v>(&self, key: &str, value: &'v Value) -> Result<&'v Map<String, Value>, SettingsError> {
        value.as_object().ok_or_else(|| self.wrong(key, value, "an object"))
    }

    fn group<'v>(
        &self,
        root: &'v Map<String, Value>,
        key: &str,
    ) -> Result<Option<&'v Map<String, Value>>, SettingsError> {
        present(root, key).map(|value| self.object(key, value)).transpose()
    }

    /// Reads how reviews run. `expected` lists the words in quotes; no other is taken.
    fn mode(
        &self,
        group: &Map<String, Value>,
        key: &str,
        full: &str,
        expected: &str,
    ) -> Result<Option<ReviewMode>, SettingsError> {
        let Some(given) = present(group, key) else { return Ok(None) };
        let word = given.as_str().map(|w| w.trim().to_ascii_lowercase());
        let known = word.filter(|w| expected.contains(&format!("\"{w}\"")));
        let mode = known.as_deref().and_then(ReviewMode::parse);
        mode.map(Some).ok_or_else(|| self.wrong(full, given, expected))
    }

    fn number(
        &self,
        group: &Map<String, Value>,
        key: &str,
        full: &str,
        least: u64,
    ) -> Result<Option<u32>, SettingsError> {
        let Some(given) = present(group, key) else { return Ok(None) };
        let number = given.as_u64().filter(|n| (least..=MOST).contains(n));
        match number.and_then(|n| u32::try_from(n).ok()) {
            Some(number) => Ok(Some(number)),
            None => Err(self.wrong(full, given, &format!("a whole number from {least} to {MOST}"))),
        }
    }
}

/// Returns a value that is there and not null.
fn present<'v>(group: &'v Map<String, Value>, key: &str) -> Option<&'v Value> {
    group.get(key).filter(|value| !value.is_null())
}

/// Shows a text of the file in a sentence of ours: on one line, shortly.
fn short(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect()
}

/// Shows a wrong value shortly.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
