//! Which protocol a subject is reviewed under: the one named, else what the planning folder tells (SPEC 4).

use crate::domain::ids::RepoPath;
use crate::domain::protocol::{Models, Protocol, ReviewMode};
use crate::domain::review::Remark;
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::settings::{self, Own, Settings, SettingsError};

use super::workspace::Workspace;

/// Returns the protocol of a subject with the project's configuration laid over it, and what was guessed.
pub(super) fn of(
    ws: &Workspace<'_>,
    subject: &Subject,
    named: Option<&str>,
) -> Result<(Protocol, Vec<Remark>), Error> {
    let (protocol, notes) = configured(ws, subject.plan_path(), named)?;
    if !protocol.subjects.contains(&subject.kind()) {
        return Err(Error::invalid(
            "protocol",
            format!("{} does not review this kind of subject", protocol.name),
        ));
    }
    Ok((protocol, notes))
}

/// Returns the protocol for documents at a place, configured.
pub(super) fn configured(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    named: Option<&str>,
) -> Result<(Protocol, Vec<Remark>), Error> {
    let own = settings::own(&ws.files).map_err(|e| refuse(&e))?;
    let foreign = settings::read(&ws.files, place).map_err(|e| refuse(&e))?;
    let mut notes = foreign.remarks.clone();
    let mut protocol = match named.or(own.protocol.as_deref()) {
        Some(name) => Protocol::named(name).ok_or_else(|| unknown(name))?,
        None => {
            let detected = settings::detect(&ws.files, place).map_err(|e| refuse(&e))?;
            match Protocol::named(detected.protocol) {
                Some(protocol) => {
                    if !detected.others.is_empty() {
                        notes.push(Remark::new(
                            0,
                            "protocol_ambiguous",
                            format!("{}; name another with `protocol`", detected.why),
                        ));
                    }
                    protocol
                }
                None => {
                    let chosen = Protocol::all().into_iter().next().expect("there is at least one protocol");
                    let message = format!(
                        "{}, whose rules this version does not have yet: {} is used; say so with `protocol` or in countersign.toml",
                        detected.why, chosen.name
                    );
                    notes.push(Remark::new(0, "protocol_assumed", message));
                    chosen
                }
            }
        }
    };
    lay(&mut protocol, &foreign, &own);
    Ok((protocol, notes))
}

/// A configuration that cannot be read must neither switch reviews on nor off.
fn refuse(error: &SettingsError) -> Error {
    Error::refused(super::refusals::with_sources(error))
        .hint("Mend the file; nothing is reviewed under rules that cannot be read")
}

fn unknown(name: &str) -> Error {
    let known: Vec<String> = Protocol::all().into_iter().map(|p| p.name).collect();
    let planned = ["yolo", "gsd", "ralph", "bazinga", "countersign"].contains(&name);
    let why = if planned { "is not built yet" } else { "is no protocol" };
    Error::invalid("protocol", format!("{name:?} {why}")).hint(format!("There is: {}", known.join(", ")))
}

/// Lays the planning system's settings over the protocol's values, and ours over those.
fn lay(protocol: &mut Protocol, foreign: &Settings, own: &Own) {
    if let Some(mode) = own.review.mode.or(foreign.review_mode) {
        protocol.mode = mode;
    }
    if let Some(max) = own.review.max_passes {
        protocol.max_passes = max;
    }
    if let Some(turns) = own.review.reviewer_turns {
        protocol.reviewer_turns = turns;
    }
    if let Some(profile) = own.models.profile.as_ref().or(foreign.profile.as_ref()) {
        protocol.models = Models::of_profile(profile);
    }
    let named = |agent: &str| foreign.model_overrides.get(agent).cloned();
    if let Some(model) = own.models.reviewer.clone().or_else(|| named(&protocol.agents.reviewer)) {
        protocol.models.reviewer = Some(model);
    }
    if let Some(model) = own.models.executor.clone().or_else(|| named(&protocol.agents.fixer)) {
        protocol.models.fixer = Some(model);
    }
}

/// Tells whether a review runs at all; one asked for on demand always does.
pub(super) fn runs(protocol: &Protocol, on_demand: bool) -> bool {
    on_demand || protocol.mode != ReviewMode::Off
}
