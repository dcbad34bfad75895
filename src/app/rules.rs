//! Which protocol a subject is reviewed under: the one named, else what the planning folder tells (SPEC 4).

pub(super) mod before;
pub(super) mod models;
pub(super) mod then;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::domain::git_command::GateBefore;
use crate::domain::ids::RepoPath;
use crate::domain::protocol::overlay::{self, Looser};
use crate::domain::protocol::{Protocol, ReviewMode};
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
    let Effective { mut protocol, remarks: mut notes, .. } = read.effective(ws, subject.home(), named)?;
    if protocol.subjects.contains(&subject.kind()) {
        return Ok((protocol, notes));
    }
    let detected = protocol.name.clone();
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
    notes.retain(|note| ![LOOSER, OVERRULED, NO_EFFECT].contains(&note.code.as_str()));
    let given_way = read.given_way(&detected, default)?;
    notes.extend(given_way.remarks);
    protocol = given_way.protocol;
    Ok((protocol, notes))
}

/// Returns the rules of free changes where the protocol of a place was only detected and reviews none, with who sets what.
pub(super) fn of_free_changes(read: &Configuration, detected: &Protocol) -> Result<Option<Effective>, Error> {
    let named = read.own.protocol.is_some() || detected.subjects.contains(&SubjectKind::Change);
    let default = Protocol::named(DEFAULT).filter(|_| !named);
    default.map(|default| read.given_way(&detected.name, default)).transpose()
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
    let asked = (place.cloned(), named.map(str::to_owned));
    ws.told.configured.or(asked, |_| {
        let effective = Configuration::read(ws, place)?.effective(ws, place, named)?;
        Ok((effective.protocol, effective.remarks))
    })
}

/// Says what the configuration says otherwise than when the loop was opened: it goes on by its own rules (SPEC 4).
pub(super) fn configured_since(ws: &Workspace<'_>, state: &LoopState) -> Option<Remark> {
    let was = &state.protocol;
    let (named, _) = of(ws, &state.subject, Some(&was.name)).ok()?;
    let changed = changes(was, &named);
    // The loop may have been opened without a name, where the project's own switches hold for every protocol.
    let unnamed =
        || of(ws, &state.subject, None).is_ok_and(|(p, _)| p.name == was.name && changes(was, &p).is_empty());
    (!changed.is_empty() && !unnamed()).then(|| {
        let message = format!(
            "the configuration changed since this loop was opened ({}); the loop goes on by what it was opened with",
            changed.join(", ")
        );
        Remark::new(0, "configuration_changed", message)
    })
}

/// Names the fields in which the protocol of now differs from what a loop was opened with.
fn changes(was: &Protocol, now: &Protocol) -> Vec<&'static str> {
    let known = [
        ("mode", now.mode != was.mode),
        ("max_passes", now.max_passes != was.max_passes),
        ("reviewer_turns", now.reviewer_turns != was.reviewer_turns),
        ("models", now.models != was.models),
    ];
    let known = known.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name);
    known.chain(overlay::differing(now, was)).collect()
}

/// A protocol as it is in effect for a place, what was guessed, and who says what of it.
#[derive(Debug)]
pub(super) struct Effective {
    pub(super) protocol: Protocol,
    pub(super) remarks: Vec<Remark>,
    /// Key, as `countersign.toml` would write it → the layer whose value holds; a key of no layer is not in it.
    pub(super) origins: BTreeMap<String, Layer>,
}

/// What sets a value, the lowest layer first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Layer {
    /// The planning system's file; with the key in it, where that is another than ours.
    System { key: Option<String> },
    /// `countersign.toml`.
    Repository,
    /// The user's own file.
    User,
}

/// Whose settings a system's file holds, as the protocol in effect sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// The protocol's own system: it sets what it sets there.
    System,
    /// The system that was detected, which does not review such a subject itself: whether reviews run, and by which
    /// models, holds for the project. Limits are the system's own.
    Project,
    /// Another system than the protocol's: it can switch no review off here.
    Other,
}

/// What the files of a project say.
#[derive(Debug)]
pub(super) struct Configuration {
    pub(super) own: Own,
    /// `countersign.toml` is the main checkout's: git ignores it, or this branch has none.
    pub(super) of_main: bool,
    /// The user's own file, which lies over the repository's.
    pub(super) user: ReviewSettings,
    /// That file lies inside the repository, so that it was not taken for the user's.
    pub(super) user_inside: bool,
    pub(super) foreign: Settings,
    /// Only `paths.planning` leads to the system's file: that key chooses documents, and loosens no rule.
    pointed: bool,
}

impl Configuration {
    pub(super) fn read(ws: &Workspace<'_>, place: Option<&RepoPath>) -> Result<Self, Error> {
        let (own, of_main) = own(ws)?;
        // Where nothing says which of several planning folders is meant, the configuration does.
        let meant = place.or(own.paths.planning.as_ref());
        let foreign = ws.settings(meant).map_err(|e| refuse(&e))?;
        let unnamed = match place {
            Some(_) => None,
            None => ws.settings(None).ok().and_then(|found| found.source),
        };
        let pointed = place.is_none() && own.paths.planning.is_some() && foreign.source != unnamed;
        let user = ws.user()?;
        Ok(Self { own, of_main, user: user.review, user_inside: user.inside, foreign, pointed })
    }

    /// Whose settings the system's file holds for a protocol; `own` where it is that system's and lies where the
    /// subject does.
    fn by(&self, system: &str, own: By) -> By {
        if self.foreign.system == Some(system) && !self.pointed { own } else { By::Other }
    }

    /// What is to be said of the files themselves.
    fn notes(&self, ws: &Workspace<'_>) -> Vec<Remark> {
        let mut notes = Vec::new();
        if self.user_inside {
            let path = user::path().map(|path| path.display().to_string()).unwrap_or_default();
            let message = format!(
                "{path} lies inside this repository, so it is not taken for the user's own: what it loosens does not hold; move it out, or have XDG_CONFIG_HOME lead elsewhere"
            );
            notes.push(Remark::new(0, "user_file_inside", message));
        }
        if let Some(planning) = &self.own.paths.planning
            && !ws.systems(Some(planning)).planning_roots(Some(planning)).contains(planning)
        {
            let message = format!(
                "countersign.toml: `paths.planning` is \"{planning}\", and no planning folder stands there (.planning, .yolo-planning, .vbw-planning); it chooses nothing"
            );
            notes.push(Remark::new(0, "planning_missing", message));
        }
        notes
    }

    /// Returns what the folders tell, where nobody names a protocol.
    pub(super) fn detected(&self, ws: &Workspace<'_>, place: Option<&RepoPath>) -> Result<Detected, Error> {
        ws.detected(place.or(self.own.paths.planning.as_ref())).map_err(|e| refuse(&e))
    }

    /// Tells whether it is `paths.planning` that chose among the folders, where nothing says which of them is meant.
    pub(super) fn chose_folder(&self, ws: &Workspace<'_>, place: Option<&RepoPath>) -> Result<bool, Error> {
        if place.is_some() || self.own.paths.planning.is_none() {
            return Ok(false);
        }
        let unnamed = ws.detected(None).map_err(|e| refuse(&e))?;
        Ok(unnamed.root != self.detected(ws, place)?.root)
    }

    /// Lays the project's settings over the protocol that a detected one gives way to.
    fn given_way(&self, detected: &str, default: Protocol) -> Result<Effective, Error> {
        let mut protocol = default;
        let Laid { mut remarks, origins } = lay(&mut protocol, self, self.by(detected, By::Project))?;
        remarks.extend(without_effect(&protocol));
        Ok(Effective { protocol, remarks, origins })
    }

    pub(super) fn effective(
        &self,
        ws: &Workspace<'_>,
        place: Option<&RepoPath>,
        named: Option<&str>,
    ) -> Result<Effective, Error> {
        let mut remarks = self.foreign.remarks.clone();
        let mut protocol = match named.or(self.own.protocol.as_deref()) {
            Some(name) => Protocol::named(name).ok_or_else(|| unknown(name))?,
            None => {
                let detected = self.detected(ws, place)?;
                if !detected.others.is_empty() {
                    remarks.push(Remark::new(
                        0,
                        "protocol_ambiguous",
                        format!("{}; name another with `protocol`", detected.why),
                    ));
                }
                Protocol::named(detected.protocol).ok_or_else(|| unknown(detected.protocol))?
            }
        };
        let by = self.by(&protocol.name, By::System);
        let laid = lay(&mut protocol, self, by)?;
        remarks.extend(laid.remarks);
        remarks.extend(self.notes(ws));
        remarks.extend(without_effect(&protocol));
        Ok(Effective { protocol, remarks, origins: laid.origins })
    }
}

/// The remark on a setting that changes nothing under the protocol in effect.
const NO_EFFECT: &str = "setting_without_effect";

/// Says where `manual` asks nobody: the protocol has nothing to offer at a review that blocks (SPEC 4).
fn without_effect(protocol: &Protocol) -> Option<Remark> {
    let idle = protocol.mode == ReviewMode::Manual && protocol.manual_choices.is_empty();
    idle.then(|| {
        let message = format!(
            "`review.mode` is manual, and {} has no choices for a person at a review that blocks: it goes on as under auto, and a person is asked where its own rules ask",
            protocol.name
        );
        Remark::new(0, NO_EFFECT, message)
    })
}

/// Before what of git the gate stands, and who says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gated {
    pub(super) before: GateBefore,
    /// Nothing where nobody says.
    pub(super) by: Option<Layer>,
}

/// Returns before what of git the gate must be open: what the user's own file says, else what the repository's does.
/// Neither is there by default, so a file of the repository can only tighten it.
pub(super) fn gate_before(ws: &Workspace<'_>) -> Result<Gated, Error> {
    if let Some(before) = ws.user()?.hooks.gate {
        return Ok(Gated { before, by: Some(Layer::User) });
    }
    let repository = own(ws)?.0.hooks.gate;
    Ok(Gated { before: repository.unwrap_or_default(), by: repository.map(|_| Layer::Repository) })
}

/// Returns the planning folder that the configuration names.
pub(super) fn planning(ws: &Workspace<'_>) -> Result<Option<RepoPath>, Error> {
    Ok(own(ws)?.0.paths.planning)
}

/// Reads `countersign.toml` of the work tree in use, else of the main checkout, and tells whether it is that one's: a
/// file that git ignores lies only there, as planning folders do.
fn own(ws: &Workspace<'_>) -> Result<(Own, bool), Error> {
    let here = settings::own(&ws.files).map_err(|e| refuse(&e))?;
    match ws.main() {
        Some(main) if here.source.is_none() => {
            let there = settings::own(main).map_err(|e| refuse(&e))?;
            let of_main = there.source.is_some();
            Ok((there, of_main))
        }
        Some(_) | None => Ok((here, false)),
    }
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

/// Settings that have a person asked, or asked sooner. Where a file of the repository sets one, a choice that lets the
/// work go on with findings open is taken from that person alone: the file could else bring the question about, and a
/// model's word for the user answer it.
const ASKS: [&str; 7] =
    ["at_limit", "clarifications", "max_decisions", "max_no_progress", "max_passes", "mode", "no_reviewer"];

/// What was laid over a protocol: what was not taken and why, and who sets what.
#[derive(Debug, Default)]
struct Laid {
    remarks: Vec<Remark>,
    origins: BTreeMap<String, Layer>,
}

/// Lays the planning system's settings over the protocol's values, the repository's over those, and the user's over all.
///
/// What of the repository's would loosen a rule is not taken, and said: the stricter value holds (SPEC 11). A system's
/// own file sets its own rules; that of another system is a file of the repository like any other, and its limits
/// count what that system counts.
fn lay(protocol: &mut Protocol, read: &Configuration, by: By) -> Result<Laid, Error> {
    let mut laid = Laid::default();
    // What of the settings that ask was set by a file of the repository.
    let mut asks: Vec<String> = Vec::new();
    let Configuration { own, user, foreign, .. } = read;
    let system = || Layer::System { key: None };
    if let Some(mode) = foreign.review_mode {
        let value = Value::from(mode.as_str());
        let was = protocol.mode;
        match overlay::lay(protocol, "mode", &value, by != By::Other) {
            Ok(()) => {
                laid.set("review.mode", system());
                // A system's own file sets its own rules; elsewhere it is a file of the repository like any other.
                if by != By::System && protocol.mode != was {
                    asks.push("mode".to_owned());
                }
            }
            Err(looser) => laid.remarks.push(loosens(foreign.source.as_ref(), &looser)),
        }
    }
    if let Some(max) = foreign.max_passes.filter(|_| by == By::System) {
        protocol.max_passes = max;
        laid.set("review.max_passes", system());
    }
    for (key, value) in set(&own.review) {
        let before = protocol.clone();
        match lay_tighter(protocol, key, &value, user) {
            Ok(()) => {
                laid.set(&format!("review.{key}"), Layer::Repository);
                if ASKS.contains(&key) && *protocol != before {
                    asks.push(key.to_owned());
                }
            }
            Err(looser) => laid.remarks.push(loosens(own.source.as_ref(), &looser)),
        }
    }
    for (key, value) in set(user) {
        let field = |protocol: &Protocol| serde_json::to_value(protocol).ok()?.get(key).cloned();
        let before = field(protocol);
        overlay::lay(protocol, key, &value, true).map_err(|looser| Error::internal(looser.to_string()))?;
        let full = format!("review.{key}");
        let of_repository = laid.origins.get(&full) == Some(&Layer::Repository);
        if let (true, Some(was), Some(is)) = (of_repository, before, field(protocol))
            && was != is
        {
            laid.remarks.push(overruled(own.source.as_ref(), &full, &was, &is));
        }
        laid.set(&full, Layer::User);
    }
    let of_user = |key: &String| laid.origins.get(&format!("review.{key}")) == Some(&Layer::User);
    protocol.endings_attested = asks.iter().any(|key| !of_user(key));
    models::lay(protocol, read, by, &mut laid);
    Ok(laid)
}

/// Lays a value of the repository, which may only tighten. What a limit leads to tells which way that is, and of that the
/// user's own file has the last word, though it is laid last.
fn lay_tighter(
    protocol: &mut Protocol,
    key: &str,
    value: &Value,
    user: &ReviewSettings,
) -> Result<(), Looser> {
    let Some((limit, at_limit)) = user.fields.get_key_value("at_limit").filter(|(limit, _)| *limit != key)
    else {
        return overlay::lay(protocol, key, value, false);
    };
    let mut judged = protocol.clone();
    overlay::lay(&mut judged, limit, at_limit, true)?;
    overlay::lay(&mut judged, key, value, false)?;
    overlay::lay(protocol, key, value, true)
}

impl Laid {
    fn set(&mut self, key: &str, layer: Layer) {
        self.origins.insert(key.to_owned(), layer);
    }
}

/// Returns what a file sets of the protocol's fields. What a limit leads to comes before the limit: it tells which way
/// is the stricter.
fn set(review: &ReviewSettings) -> impl Iterator<Item = (&str, Value)> {
    let fields = review.fields.iter().map(|(key, value)| (key.as_str(), value.clone()));
    let known = [
        ("mode", review.mode.map(|mode| Value::from(mode.as_str()))),
        ("max_passes", review.max_passes.map(Value::from)),
        ("reviewer_turns", review.reviewer_turns.map(Value::from)),
    ];
    fields.chain(known.into_iter().filter_map(|(key, value)| Some((key, value?))))
}

/// Says that a setting of the repository would loosen a rule, and what holds.
fn loosens(file: Option<&RepoPath>, looser: &Looser) -> Remark {
    let file = file.map_or_else(|| "countersign.toml".to_owned(), ToString::to_string);
    let Looser { key, given, protocol, held, works } = looser;
    let mend = match works {
        Some(works) => format!("Set it to {works} or leave it out"),
        None => "Leave it out".to_owned(),
    };
    let message = format!(
        "{file}: `review.{key}` is {given}, looser than {protocol}'s {held}, and does not hold: a file of the repository may only tighten, and that of another system sets no rule of {protocol}'s. {mend}; the user's own countersign/config.toml may loosen it, under [review]"
    );
    Remark::new(0, LOOSER, message)
}

/// The remark on a setting of the repository that gives way to the user's own.
const OVERRULED: &str = "setting_overruled";

/// Says that the user's own value holds in the place of the repository's.
pub(super) fn overruled(file: Option<&RepoPath>, key: &str, given: &Value, holds: &Value) -> Remark {
    let file = file.map_or_else(|| "countersign.toml".to_owned(), ToString::to_string);
    let message = format!(
        "{file}: `{key}` is {given}, and the user's own countersign/config.toml says {holds}, which holds"
    );
    Remark::new(0, OVERRULED, message)
}
