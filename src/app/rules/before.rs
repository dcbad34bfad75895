//! A change that touches the files which say how reviews are done: its own review goes by what they said before it.
//!
//! The system's own file may switch reviews off (SPEC 4), and whoever writes the change writes that file too. What it
//! tightens holds at once; what it loosens holds for the changes after it.

use serde_json::Value;

use crate::domain::ids::{Oid, RepoPath};
use crate::domain::protocol::Protocol;
use crate::domain::protocol::overlay::{self, Looser};
use crate::domain::review::Remark;
use crate::domain::subject::{PinnedChange, Subject};
use crate::error::Error;
use crate::io::settings::{self, MAX_CONFIG, SettingsError, Texts};

use super::{By, Configuration, lay, refuse};
use crate::app::workspace::Workspace;

/// The remark on work that speaks of its own review.
pub(in crate::app) const CHANGED: &str = "review_rules_changed";

/// Returns the rules of a change: those in effect, but for what its own files loosen; and what is to be said of it.
pub(in crate::app) fn of_change(
    ws: &Workspace<'_>,
    subject: &Subject,
    protocol: Protocol,
    change: &PinnedChange,
) -> Result<(Protocol, Option<Remark>), Error> {
    let own = subject.document();
    let files: Vec<RepoPath> = change.review_rules().filter(|path| own != Some(*path)).cloned().collect();
    if files.is_empty() {
        return Ok((protocol, None));
    }
    let (held, looser) = held(ws, subject.home(), protocol, &files, change.base.as_ref())?;
    Ok((held, Some(said(&files, &looser, "its own review"))))
}

/// Returns the rules of work that altered some files since a commit, and what of those in effect does not hold for it.
pub(in crate::app) fn held(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    now: Protocol,
    files: &[RepoPath],
    base: Option<&Oid>,
) -> Result<(Protocol, Vec<Looser>), Error> {
    let mut held = then(ws, place, &now.name, files, base)?;
    let Ok(Value::Object(fields)) = serde_json::to_value(&now) else { return Ok((now, Vec::new())) };
    let mut looser = Vec::new();
    for key in ["mode", "max_passes", "reviewer_turns"].into_iter().chain(overlay::keys()) {
        let Some(value) = fields.get(key).filter(|value| !value.is_null()) else { continue };
        if let Err(found) = overlay::lay(&mut held, key, value, false) {
            looser.push(found);
        }
    }
    held.endings_attested |= now.endings_attested;
    Ok((held, looser))
}

/// Tells whether rules are looser somewhere than they come.
pub(in crate::app) fn loosens(now: &Protocol) -> bool {
    let Some(mut plain) = Protocol::named(&now.name) else { return false };
    let Ok(Value::Object(fields)) = serde_json::to_value(now) else { return false };
    let mut keys = ["mode", "max_passes", "reviewer_turns"].into_iter().chain(overlay::keys());
    keys.any(|key| {
        let value = fields.get(key).filter(|value| !value.is_null());
        value.is_some_and(|value| overlay::lay(&mut plain, key, value, false).is_err())
    })
}

/// Says which files of some work say how reviews are done, and what holds for `what` all the same.
pub(in crate::app) fn said(files: &[RepoPath], looser: &[Looser], what: &str) -> Remark {
    let names: Vec<&str> = files.iter().map(RepoPath::as_str).collect();
    let each: Vec<String> = looser
        .iter()
        .take(8)
        .map(|l| format!("`review.{}` stays {}, not {}", l.key, l.held, l.given))
        .collect();
    let held = match each.is_empty() {
        true => "it loosens nothing".to_owned(),
        false => format!("{what} goes by what held before: {}", each.join("; ")),
    };
    let message = format!("this work alters how reviews are done ({}); {held}", names.join(", "));
    Remark::new(0, CHANGED, message)
}

/// Returns a protocol as the configuration was when these files stood as a commit has them.
fn then(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    name: &str,
    files: &[RepoPath],
    base: Option<&Oid>,
) -> Result<Protocol, Error> {
    let now = Configuration::read(ws, place)?;
    let meant = place.or(now.own.paths.planning.as_ref());
    let documents = ws.documents(meant);
    let texts = Then { ws, now: documents, files, base };
    let foreign = match documents.planning_roots(meant).into_iter().next() {
        Some(root) => settings::of_root(&texts, &root).map_err(|e| refuse(&e))?,
        None => now.foreign.clone(),
    };
    let ours = files.iter().any(|path| path.as_str() == "countersign.toml");
    let own = if ours { settings::own(&texts).map_err(|e| refuse(&e))? } else { now.own.clone() };
    let before = Configuration { own, foreign, ..now };
    let mut protocol = Protocol::named(name).ok_or_else(|| super::unknown(name))?;
    let by = before.by(name, By::System);
    lay(&mut protocol, &before, by)?;
    Ok(protocol)
}

/// Files as they are, but for some that stand as a commit has them; before the first commit they are not there.
struct Then<'a> {
    ws: &'a Workspace<'a>,
    now: &'a dyn Texts,
    files: &'a [RepoPath],
    base: Option<&'a Oid>,
}

impl Texts for Then<'_> {
    fn text(&self, path: &RepoPath) -> Result<Option<String>, SettingsError> {
        if !self.files.contains(path) {
            return self.now.text(path);
        }
        let Some(base) = self.base else { return Ok(None) };
        // What cannot be read says nothing, so that the protocol's own values hold.
        let bytes = self.ws.repository.read_at(base, path, MAX_CONFIG).ok().flatten();
        Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }
}
