//! Which protocol a subject is reviewed under: the one named, else what the planning folder tells (SPEC 4).

use serde_json::Value;

use crate::domain::ids::RepoPath;
use crate::domain::protocol::overlay::{self, Looser};
use crate::domain::protocol::{Models, Protocol};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{Subject, SubjectKind};
use crate::error::Error;
use crate::io::settings::{self, Detected, Own, ReviewSettings, Settings, SettingsError, user};

use super::workspace::Workspace;

/// Returns the protocol of a subject with the project's configuration laid over it, and what was guessed.
///
/// A protocol that was only detected gives way to the default one where it does not review such a subject; one
/// that somebody named is refused.
pub(super) fn of(
    ws: &Workspace<'_>,
    subject: &Subject,
    named: Option<&str>,
) -> Result<(Protocol, Vec<Remark>), Error> {
    let read = Configuration::read(ws, subject.home())?;
    let (mut protocol, mut notes) = read.protocol(ws, subject.home(), named)?;
    if protocol.subjects.contains(&subject.kind()) {
        return Ok((protocol, notes));
    }
    let known: Vec<&str> = protocol.subjects.iter().map(|k| plural(*k)).collect();
    let refused = format!("{} does not review {}", protocol.name, plural(subject.kind()));
    if named.or(read.own.protocol.as_deref()).is_some() {
        return Err(Error::invalid("protocol", refused).hint(format!(
            "Name another protocol in the call; {} reviews: {}",
            protocol.name,
            known.join(", ")
        )));
    }
    let Some(default) = Protocol::named(DEFAULT).filter(|p| p.subjects.contains(&subject.kind())) else {
        return Err(Error::invalid("protocol", refused));
    };
    notes.push(Remark::new(
        0,
        "protocol_fallback",
        format!(
            "{refused}, so {DEFAULT}'s rules hold; `protocol` in the call or in countersign.toml chooses others"
        ),
    ));
    protocol = default;
    // Limits of a system are its own; whether reviews run and by which models holds for the project.
    let foreign = Settings { max_passes: None, reviewer_model: None, ..read.foreign };
    notes.retain(|note| note.code != LOOSER);
    notes.extend(lay(&mut protocol, &foreign, &read.own, &read.user)?);
    Ok((protocol, notes))
}

/// The rules for everyone who follows no system.
const DEFAULT: &str = "countersign";

/// Returns what the protocol for a place reviews, whether it was named or detected.
pub(super) fn reviewed(
    ws: &Workspace<'_>,
    place: &RepoPath,
    named: Option<&str>,
) -> Result<Vec<SubjectKind>, Error> {
    configured(ws, Some(place), named).map(|(protocol, _)| protocol.subjects)
}

/// Names a kind of subject in the plural.
fn plural(kind: SubjectKind) -> &'static str {
    match kind {
        SubjectKind::Task => "tasks of a plan",
        SubjectKind::Change => "free changes",
        SubjectKind::Plan => "plans before they are executed",
        SubjectKind::Execution => "executions of a plan",
        SubjectKind::Artifact => "documents of a spec",
    }
}

/// Returns the protocol for documents at a place, configured.
pub(super) fn configured(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    named: Option<&str>,
) -> Result<(Protocol, Vec<Remark>), Error> {
    Configuration::read(ws, place)?.protocol(ws, place, named)
}

/// Says what the configuration says otherwise than when the loop was opened: it goes on by its own rules (SPEC 4).
pub(super) fn configured_since(ws: &Workspace<'_>, state: &LoopState) -> Option<Remark> {
    let (now, _) = configured(ws, state.subject.home(), Some(&state.protocol.name)).ok()?;
    let was = &state.protocol;
    let changed = [
        ("mode", now.mode != was.mode),
        ("max_passes", now.max_passes != was.max_passes),
        ("reviewer_turns", now.reviewer_turns != was.reviewer_turns),
        ("models", now.models != was.models),
    ];
    let mut changed: Vec<&str> =
        changed.iter().filter(|(_, differs)| *differs).map(|(name, _)| *name).collect();
    changed.extend(overlay::differing(&now, was));
    (!changed.is_empty()).then(|| {
        let message = format!(
            "the configuration changed since this loop was opened ({}); the loop goes on by what it was opened with",
            changed.join(", ")
        );
        Remark::new(0, "configuration_changed", message)
    })
}

/// What the files of a project say.
#[derive(Debug)]
pub(super) struct Configuration {
    pub(super) own: Own,
    /// The user's own file, which lies over the repository's.
    pub(super) user: ReviewSettings,
    pub(super) foreign: Settings,
}

impl Configuration {
    pub(super) fn read(ws: &Workspace<'_>, place: Option<&RepoPath>) -> Result<Self, Error> {
        let own = settings::own(&ws.files).map_err(|e| refuse(&e))?;
        // Where nothing says which of several planning folders is meant, the configuration does.
        let place = place.or(own.paths.planning.as_ref());
        let foreign = settings::read(ws.documents(place), place).map_err(|e| refuse(&e))?;
        let user = user::read()?.review;
        Ok(Self { own, user, foreign })
    }

    /// Returns what the folders tell, where nobody names a protocol.
    pub(super) fn detected(&self, ws: &Workspace<'_>, place: Option<&RepoPath>) -> Result<Detected, Error> {
        let place = place.or(self.own.paths.planning.as_ref());
        settings::detect(ws.documents(place), place).map_err(|e| refuse(&e))
    }

    pub(super) fn protocol(
        &self,
        ws: &Workspace<'_>,
        place: Option<&RepoPath>,
        named: Option<&str>,
    ) -> Result<(Protocol, Vec<Remark>), Error> {
        let mut notes = self.foreign.remarks.clone();
        let mut protocol = match named.or(self.own.protocol.as_deref()) {
            Some(name) => Protocol::named(name).ok_or_else(|| unknown(name))?,
            None => {
                let detected = self.detected(ws, place)?;
                if !detected.others.is_empty() {
                    notes.push(Remark::new(
                        0,
                        "protocol_ambiguous",
                        format!("{}; name another with `protocol`", detected.why),
                    ));
                }
                Protocol::named(detected.protocol).ok_or_else(|| unknown(detected.protocol))?
            }
        };
        notes.extend(lay(&mut protocol, &self.foreign, &self.own, &self.user)?);
        Ok((protocol, notes))
    }
}

/// Returns the planning folder that the configuration names.
pub(super) fn planning(ws: &Workspace<'_>) -> Result<Option<RepoPath>, Error> {
    Ok(settings::own(&ws.files).map_err(|e| refuse(&e))?.paths.planning)
}

/// A configuration that cannot be read must neither switch reviews on nor off.
fn refuse(error: &SettingsError) -> Error {
    Error::refused(super::refusals::with_sources(error))
        .hint("Mend the file; nothing is reviewed under rules that cannot be read")
}

fn unknown(name: &str) -> Error {
    let known: Vec<String> = Protocol::all().into_iter().map(|p| p.name).collect();
    Error::invalid("protocol", format!("{name:?} is no protocol"))
        .hint(format!("There is: {}", known.join(", ")))
}

/// The remark on a setting of the repository that would have loosened a rule.
pub(super) const LOOSER: &str = "looser_setting";

/// Lays the planning system's settings over the protocol's values, the repository's over those, and the user's over all.
/// Returns what of the repository's was not taken, since it would loosen a rule (SPEC 11): the stricter value holds.
fn lay(
    protocol: &mut Protocol,
    foreign: &Settings,
    own: &Own,
    user: &ReviewSettings,
) -> Result<Vec<Remark>, Error> {
    if let Some(mode) = foreign.review_mode {
        protocol.mode = mode;
    }
    if let Some(max) = foreign.max_passes {
        protocol.max_passes = max;
    }
    let mut remarks = Vec::new();
    for (key, value) in set(&own.review) {
        if let Err(looser) = overlay::lay(protocol, key, &value, false) {
            remarks.push(loosens(own, &looser));
        }
    }
    for (key, value) in set(user) {
        overlay::lay(protocol, key, &value, true).map_err(|looser| Error::internal(looser.to_string()))?;
    }
    if let Some(profile) = own.models.profile.as_ref().or(foreign.profile.as_ref()) {
        protocol.models = Models::of_profile(profile);
    }
    let named = |agent: &str| foreign.model_overrides.get(agent).cloned();
    let said = own.models.reviewer.clone().or_else(|| foreign.reviewer_model.clone());
    if let Some(model) = said.or_else(|| named(&protocol.agents.reviewer)) {
        protocol.models.reviewer = Some(model);
    }
    let fixer = protocol.tiers.first().and_then(|t| named(&t.agent));
    if let Some(model) = own.models.executor.clone().or(fixer) {
        protocol.models.fixer = Some(model);
    }
    Ok(remarks)
}

/// Returns what a file sets of the protocol's fields. What a limit leads to comes before the limit: it tells which way
/// is the stricter.
/// Returns the fields of `[review]` that a file sets.
pub(super) fn set(review: &ReviewSettings) -> impl Iterator<Item = (&str, Value)> {
    let fields = review.fields.iter().map(|(key, value)| (key.as_str(), value.clone()));
    let known = [
        ("mode", review.mode.map(|mode| Value::from(mode.as_str()))),
        ("max_passes", review.max_passes.map(Value::from)),
        ("reviewer_turns", review.reviewer_turns.map(Value::from)),
    ];
    fields.chain(known.into_iter().filter_map(|(key, value)| Some((key, value?))))
}

/// Says that a setting of the repository would loosen a rule, and what holds.
fn loosens(own: &Own, looser: &Looser) -> Remark {
    let file = own.source.as_ref().map_or_else(|| "countersign.toml".to_owned(), ToString::to_string);
    let Looser { key, given, protocol, held, works } = looser;
    let message = format!(
        "{file}: `review.{key}` is {given}, looser than {protocol}'s {held}, which holds: a file of the repository may only tighten. Set it to {works} or leave it out; the user's own countersign/config.toml may loosen it, under [review]"
    );
    Remark::new(0, LOOSER, message)
}
