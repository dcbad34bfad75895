//! What holds for a place and who says so: each value with its origin (SPEC 11). Reads only.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::domain::ids::RepoPath;
use crate::domain::protocol::{Protocol, overlay};
use crate::domain::review::Remark;
use crate::error::Error;
use crate::io::settings::user::{self, Decisions};

use super::answers::{ConfigAnswer, ConfigFile, ConfigValue};
use super::requests::Config;
use super::rules::{self, Configuration};
use super::workspace::Workspace;

/// Returns the configuration in effect, for a path or for the whole repository.
pub(super) fn config(ws: &Workspace<'_>, request: &Config) -> Result<ConfigAnswer, Error> {
    let place = request.path.as_deref().map(|p| ws.path("path", p)).transpose()?;
    let read = Configuration::read(ws, place.as_ref())?;
    let (protocol, remarks) = read.protocol(ws, place.as_ref(), request.protocol.as_deref())?;
    let default = format!("default of {}", protocol.name);
    let fields = serde_json::to_value(&protocol)
        .map_err(|e| Error::internal(format!("the protocol could not be written as JSON: {e}")))?;
    let layers = Layers::of(&read, &protocol, &fields);
    let mut values = vec![ConfigValue {
        key: "protocol".to_owned(),
        value: json!(protocol.name),
        origin: chosen_by(ws, &read, request, place.as_ref())?,
    }];
    let said = |key: &str| layers.origin(key).unwrap_or_else(|| default.clone());
    let review = ["mode", "max_passes", "reviewer_turns"].into_iter().chain(overlay::keys());
    let mut told: Vec<&str> = Vec::new();
    for field in review {
        if told.contains(&field) {
            continue;
        }
        told.push(field);
        let key = format!("review.{field}");
        let origin = said(&key);
        values.push(ConfigValue { key, value: fields[field].clone(), origin });
    }
    let profile = read.own.models.profile.as_ref().or(read.foreign.profile.as_ref());
    let models = [
        ("models.profile", json!(profile)),
        ("models.reviewer", json!(protocol.models.reviewer)),
        ("models.executor", json!(protocol.models.fixer)),
    ];
    for (key, value) in models {
        let origin = match layers.origin(key) {
            Some(origin) => origin,
            None if value.is_null() => "not set".to_owned(),
            None => layers.origin("models.profile").unwrap_or_else(|| default.clone()),
        };
        values.push(ConfigValue { key: key.to_owned(), value, origin });
    }
    let planning = read.own.paths.planning.as_ref().map(ToString::to_string);
    let origin = layers.origin("paths.planning").unwrap_or_else(|| "not set".to_owned());
    values.push(ConfigValue { key: "paths.planning".to_owned(), value: json!(planning), origin });
    let own = user::read()?;
    let decisions = match own.decisions {
        Decisions::Claimed => "claimed",
        Decisions::Attested => "attested",
    };
    let origin = if own.sets_decisions { user_file() } else { "default".to_owned() };
    values.push(ConfigValue { key: "decisions".to_owned(), value: json!(decisions), origin });
    Ok(ConfigAnswer { values, files: files(ws, &read, place.as_ref()), remarks: notes(&read, remarks) })
}

/// Which file sets which key; the later layer holds.
struct Layers(BTreeMap<String, String>);

impl Layers {
    fn of(read: &Configuration, protocol: &Protocol, fields: &Value) -> Self {
        let mut set = BTreeMap::new();
        let mut say = |key: String, origin: &str| {
            set.insert(key, origin.to_owned());
        };
        if let Some(file) = read.foreign.source.as_ref().map(ToString::to_string) {
            let foreign = &read.foreign;
            let there = [
                ("review.mode", foreign.review_mode.is_some()),
                ("review.max_passes", foreign.max_passes.is_some()),
                ("models.profile", foreign.profile.is_some()),
                ("models.reviewer", foreign.reviewer_model.is_some()),
            ];
            for (key, _) in there.into_iter().filter(|(_, is)| *is) {
                say(key.to_owned(), &file);
            }
            let fixer = protocol.tiers.first().map(|tier| &tier.agent);
            for agent in foreign.model_overrides.keys() {
                let of = format!("{file} (model_overrides.{agent})");
                if *agent == protocol.agents.reviewer && foreign.reviewer_model.is_none() {
                    say("models.reviewer".to_owned(), &of);
                } else if Some(agent) == fixer {
                    say("models.executor".to_owned(), &of);
                }
            }
        }
        if let Some(file) = read.own.source.as_ref().map(ToString::to_string) {
            let own = &read.own;
            for (key, is) in [
                ("models.profile", own.models.profile.is_some()),
                ("models.reviewer", own.models.reviewer.is_some()),
                ("models.executor", own.models.executor.is_some()),
                ("paths.planning", own.paths.planning.is_some()),
            ] {
                if is {
                    say(key.to_owned(), &file);
                }
            }
            // What would have loosened a rule was not taken, and a remark says so.
            for (key, _) in rules::set(&own.review).filter(|(key, value)| fields[*key] == *value) {
                say(format!("review.{key}"), &file);
            }
        }
        read.user.keys().for_each(|key| say(format!("review.{key}"), &user_file()));
        Self(set)
    }

    fn origin(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }
}

/// Says who chose the protocol.
fn chosen_by(
    ws: &Workspace<'_>,
    read: &Configuration,
    request: &Config,
    place: Option<&RepoPath>,
) -> Result<String, Error> {
    if request.protocol.is_some() {
        return Ok("named in the call".to_owned());
    }
    if let (Some(_), Some(file)) = (&read.own.protocol, &read.own.source) {
        return Ok(file.to_string());
    }
    let detected = read.detected(ws, place)?;
    let main = detected.root.is_some() && ws.is_of_main(place);
    Ok(format!("{}{}", detected.why, if main { " (in the main checkout)" } else { "" }))
}

fn user_file() -> String {
    user::path().map_or_else(|| "the user's own file".to_owned(), |path| path.display().to_string())
}

/// The files that are looked at, whether they are there or not.
fn files(ws: &Workspace<'_>, read: &Configuration, place: Option<&RepoPath>) -> Vec<ConfigFile> {
    let mut files = vec![ConfigFile {
        path: user_file(),
        what: "your own, which may also loosen".to_owned(),
        there: user::path().is_some_and(|p| p.is_file()),
    }];
    files.push(ConfigFile {
        path: "countersign.toml".to_owned(),
        what: "the repository's, which may only tighten".to_owned(),
        there: read.own.source.is_some(),
    });
    if let Some(path) = &read.foreign.source {
        let main = if ws.is_of_main(place) { ", in the main checkout" } else { "" };
        files.push(ConfigFile { path: path.to_string(), what: format!("the system's{main}"), there: true });
    }
    files
}

/// What was guessed, and a model of the system's file that no agent of the protocol takes.
fn notes(read: &Configuration, mut remarks: Vec<Remark>) -> Vec<Remark> {
    if read.own.source.is_none() && read.foreign.source.is_none() && read.user == Default::default() {
        let message = "no file configures anything here; every value is the protocol's own";
        remarks.push(Remark::new(0, "unconfigured", message));
    }
    remarks
}

impl ConfigValue {
    /// Writes the value in a word or as JSON.
    pub fn shown(&self) -> String {
        match &self.value {
            Value::Null => "-".to_owned(),
            Value::String(text) => text.clone(),
            other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                other.to_string()
            }
        }
    }
}
