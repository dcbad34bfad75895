//! Which protocol a subject is reviewed under: the one named, else what the planning folder tells (SPEC 4).

use crate::domain::protocol::{Models, Protocol, ReviewMode};
use crate::domain::review::Remark;
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::settings::Settings;

use super::workspace::Workspace;

/// Returns the protocol with its configuration laid over it, and what was guessed.
pub(super) fn of(ws: &Workspace<'_>, subject: &Subject, named: Option<&str>) -> Result<(Protocol, Vec<Remark>), Error> {
    let settings = Settings::load(&ws.files, subject.plan_path()).map_err(|e| {
        Error::refused(super::refusals::with_sources(&e)).hint("Mend the file; until then nothing is reviewed under rules that cannot be read")
    })?;
    let mut notes = settings.remarks.clone();
    let mut protocol = match named.or(settings.protocol.as_deref()) {
        Some(name) => Protocol::named(name).ok_or_else(|| unknown(name))?,
        None => {
            let chosen = default_protocol();
            let message = format!("no protocol was named; {} is used. Name another with `protocol`", chosen.name);
            notes.push(Remark::new(0, "protocol_assumed", message));
            chosen
        }
    };
    apply(&mut protocol, &settings, &mut notes);
    if !protocol.subjects.contains(&subject.kind()) {
        return Err(Error::invalid("protocol", format!("{} does not review this kind of subject", protocol.name)));
    }
    Ok((protocol, notes))
}

fn default_protocol() -> Protocol {
    Protocol::all().into_iter().next().expect("there is at least one protocol")
}

/// Refuses a protocol that this binary does not have.
fn unknown(name: &str) -> Error {
    let known: Vec<String> = Protocol::all().into_iter().map(|p| p.name).collect();
    let planned = ["yolo", "gsd", "ralph", "bazinga", "countersign"].contains(&name);
    let why = if planned { "is not built yet" } else { "is no protocol" };
    Error::invalid("protocol", format!("{name:?} {why}")).hint(format!("There is: {}", known.join(", ")))
}

/// Lays the project's settings over the protocol's own values.
fn apply(protocol: &mut Protocol, settings: &Settings, notes: &mut Vec<Remark>) {
    if let Some(mode) = settings.mode {
        protocol.mode = mode;
    }
    if let Some(max) = settings.max_passes {
        protocol.max_passes = max;
    }
    if let Some(turns) = settings.reviewer_turns {
        protocol.reviewer_turns = turns;
    }
    if let Some(profile) = settings.profile.as_deref() {
        protocol.models = Models::of_profile(profile);
        if protocol.models == Models::default() {
            let message = format!("model profile {profile:?} is unknown; models are left to the host");
            notes.push(Remark::new(0, "profile_unknown", message));
        }
    }
    if settings.reviewer_model.is_some() {
        protocol.models.reviewer.clone_from(&settings.reviewer_model);
    }
    if settings.fixer_model.is_some() {
        protocol.models.fixer.clone_from(&settings.fixer_model);
    }
}

/// Tells whether a review runs at all; a review asked for on demand always does.
pub(super) fn runs(protocol: &Protocol, on_demand: bool) -> bool {
    on_demand || protocol.mode != ReviewMode::Off
}
