//! What holds for a place and who says so: each value with its origin (SPEC 11). Reads only.

use serde_json::{Value, json};

use crate::domain::ids::RepoPath;
use crate::domain::protocol::{Protocol, overlay};
use crate::domain::review::Remark;
use crate::error::Error;
use crate::io::settings::user::{self, Decisions};

use super::answers::{ConfigAnswer, ConfigFile, ConfigValue};
use super::requests::Config;
use super::rules::{Configuration, Effective, Layer, gate_before, models, of_free_changes, overruled};
use super::workspace::Workspace;

/// Returns the configuration in effect, for a path or for the whole repository.
pub(super) fn config(ws: &Workspace<'_>, request: &Config) -> Result<ConfigAnswer, Error> {
    let place = request.path.as_deref().map(|p| ws.path("path", p)).transpose()?;
    let read = Configuration::read(ws, place.as_ref())?;
    let Effective { protocol, remarks, origins } =
        read.effective(ws, place.as_ref(), request.protocol.as_deref())?;
    let default = format!("default of {}", protocol.name);
    let fields = serde_json::to_value(&protocol)
        .map_err(|e| Error::internal(format!("the protocol could not be written as JSON: {e}")))?;
    let origin = |key: &str| origins.get(key).map(|layer| written(&read, layer));
    let mut values = vec![ConfigValue {
        key: "protocol".to_owned(),
        value: json!(protocol.name),
        origin: chosen_by(ws, &read, request, place.as_ref())?,
    }];
    let said = |key: &str| origin(key).unwrap_or_else(|| default.clone());
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
        let origin = match origin(key) {
            Some(origin) => origin,
            None if value.is_null() => "not set".to_owned(),
            None => default.clone(),
        };
        values.push(ConfigValue { key: key.to_owned(), value, origin });
    }
    let planning = read.own.paths.planning.as_ref().map(ToString::to_string);
    let origin = match (&planning, &read.own.source) {
        (Some(_), Some(file)) => file.to_string(),
        (Some(_), None) | (None, _) => "not set".to_owned(),
    };
    values.push(ConfigValue { key: "paths.planning".to_owned(), value: json!(planning), origin });
    let gated = gate_before(ws)?;
    let origin = gated.by.as_ref().map_or_else(|| "default".to_owned(), |layer| written(&read, layer));
    let before = gated.before.as_str();
    values.push(ConfigValue { key: "hooks.gate".to_owned(), value: json!(before), origin });
    let own = ws.user()?;
    let decisions = match own.decisions {
        Decisions::Claimed => "claimed",
        Decisions::Attested => "attested",
    };
    let origin = if own.sets_decisions { user_file() } else { "default".to_owned() };
    values.push(ConfigValue { key: "decisions".to_owned(), value: json!(decisions), origin });
    let listed = &own.verify_commands;
    let origin = if listed.is_empty() { "not set".to_owned() } else { user_file() };
    values.push(ConfigValue { key: "verify.commands".to_owned(), value: json!(listed), origin });
    let mut remarks = notes(&read, &protocol, remarks);
    if let (Some(Layer::User), Some(given)) = (&gated.by, read.own.hooks.gate)
        && given != gated.before
    {
        let (given, holds) = (json!(given.as_str()), json!(gated.before.as_str()));
        remarks.push(overruled(read.own.source.as_ref(), "hooks.gate", &given, &holds));
    }
    if request.protocol.is_none()
        && let Some(given_way) = of_free_changes(&read, &protocol)?
    {
        remarks.push(free_changes(&read, &protocol, &given_way));
    }
    if !listed.is_empty() {
        let message = "`verify_phase` runs each of `verify.commands` that a finished plan names to the letter, without \
                       a shell and for 600 seconds at most; every other command of a plan is handed to the verifier";
        remarks.push(Remark::new(0, "verify_commands", message));
    }
    Ok(ConfigAnswer { values, files: files(ws, &read, place.as_ref()), remarks })
}

/// Says what holds for free changes, where the protocol of the place reviews none.
fn free_changes(read: &Configuration, of_place: &Protocol, given_way: &Effective) -> Remark {
    let Effective { protocol, origins, .. } = given_way;
    let by = |key: &str| match origins.get(key) {
        Some(layer) => written(read, layer),
        None => format!("default of {}", protocol.name),
    };
    let message = format!(
        "{} reviews no free changes, so {}'s rules hold for them: `review.mode` {} ({}), `review.max_passes` {} ({})",
        of_place.name,
        protocol.name,
        protocol.mode.as_str(),
        by("review.mode"),
        protocol.max_passes,
        by("review.max_passes"),
    );
    Remark::new(0, "protocol_fallback", message)
}

/// Names the file that a value comes from, with the key in it where that is another than ours.
fn written(read: &Configuration, layer: &Layer) -> String {
    let of = |file: &Option<RepoPath>| file.as_ref().map_or_else(String::new, ToString::to_string);
    match layer {
        Layer::System { key: None } => of(&read.foreign.source),
        Layer::System { key: Some(key) } => format!("{} ({key})", of(&read.foreign.source)),
        Layer::Repository => of(&read.own.source),
        Layer::User => user_file(),
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
    if let (true, Some(file)) = (read.chose_folder(ws, place)?, &read.own.source) {
        return Ok(format!("{file} (paths.planning)"));
    }
    Ok(format!("{}{}", detected.why, if detected.by_main { " (in the main checkout)" } else { "" }))
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
        what: format!(
            "the repository's, which may only tighten{}",
            if read.of_main { ", in the main checkout" } else { "" }
        ),
        there: read.own.source.is_some(),
    });
    if let Some(path) = &read.foreign.source {
        let main = if ws.is_of_main(place) { ", in the main checkout" } else { "" };
        files.push(ConfigFile { path: path.to_string(), what: format!("the system's{main}"), there: true });
    }
    files
}

/// What was guessed, and a model of the system's file that no agent of the protocol takes.
fn notes(read: &Configuration, protocol: &Protocol, mut remarks: Vec<Remark>) -> Vec<Remark> {
    if read.own.source.is_none() && read.foreign.source.is_none() && read.user == Default::default() {
        let message = "no file configures anything here; every value is the protocol's own";
        remarks.push(Remark::new(0, "unconfigured", message));
    }
    remarks.extend(models::unused(read, protocol));
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
