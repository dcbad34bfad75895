//! A change that touches the files which say how reviews are done: its own review goes by what they said before it.
//!
//! The system's own file may switch reviews off (SPEC 4), and whoever writes the change writes that file too. What it
//! tightens holds at once; what it loosens holds for the changes after it.

use serde_json::Value;

use crate::domain::git_command::GateBefore;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::protocol::overlay::{self, Looser};
use crate::domain::protocol::{Protocol, RangeRule};
use crate::domain::review::Remark;
use crate::domain::subject::{PinnedChange, Subject, SubjectKind};
use crate::error::Error;
use crate::io::settings::{self, MAX_CONFIG, SettingsError, Texts};

use super::{By, Configuration, DEFAULT, lay, refuse};
use crate::app::workspace::Workspace;

/// The remark on work that speaks of its own review.
pub(in crate::app) const CHANGED: &str = "review_rules_changed";

/// Whose rules are asked for: of what, and by which protocol where the caller named one.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::app) struct Asked<'a> {
    pub(in crate::app) place: Option<&'a RepoPath>,
    pub(in crate::app) named: Option<&'a str>,
    /// Nothing where it is of more than one subject.
    pub(in crate::app) kind: Option<SubjectKind>,
}

/// Returns the rules of a change: those in effect, but for what its own files loosen, and those of before where they
/// choose another protocol; and what is to be said of it. `named` is the protocol that the call names.
pub(in crate::app) fn of_change(
    ws: &Workspace<'_>,
    subject: &Subject,
    named: Option<&str>,
    protocol: Protocol,
    change: &PinnedChange,
) -> Result<(Protocol, Option<Remark>), Error> {
    let files = altered(ws, subject, change)?;
    // Before the first commit nothing held.
    let Some(base) = change.base.as_ref().filter(|_| !files.is_empty()) else { return Ok((protocol, None)) };
    let asked = Asked { place: subject.home(), named, kind: Some(subject.kind()) };
    let (held, looser) = held(ws, asked, protocol, &files, base)?;
    Ok((held, Some(said(&files, &looser, "its own review"))))
}

/// Returns the files that say how reviews are done and that a change alters: its own, and, where it lies in the work tree,
/// those that differ there, since planning documents are no part of any change.
fn altered(ws: &Workspace<'_>, subject: &Subject, change: &PinnedChange) -> Result<Vec<RepoPath>, Error> {
    let document = subject.document();
    let mut files: Vec<RepoPath> =
        change.review_rules().filter(|path| document != Some(*path)).cloned().collect();
    let (Some(base), None, Some(_)) = (&change.base, document, &change.snapshot) else { return Ok(files) };
    for path in differing(ws, subject.home(), base)? {
        if !files.contains(&path) {
            files.push(path);
        }
    }
    Ok(files)
}

/// What a planning folder's own configuration is called.
const SYSTEM: [&str; 2] = ["config.json", "megazord.config.json"];

/// Returns the files that say how reviews are done for a place and differ from what a commit has. Where nothing of a
/// planning folder is committed, nothing of it is a change.
fn differing(ws: &Workspace<'_>, place: Option<&RepoPath>, base: &Oid) -> Result<Vec<RepoPath>, Error> {
    let documents = ws.documents(place);
    let root = match root(ws, place) {
        Some(root) if ws.repository.is_folder_at(base, &root)? => Some(root),
        Some(_) | None => None,
    };
    let system = root.iter().flat_map(|root| SYSTEM.iter().filter_map(|name| root.join(name).ok()));
    let mut files = Vec::new();
    for path in RepoPath::parse("countersign.toml").into_iter().chain(system) {
        let was = ws.repository.read_at(base, &path, MAX_CONFIG).ok().flatten();
        let is = documents.text(&path).map_err(|e| refuse(&e))?.map(String::into_bytes);
        let kept_out = was.is_none() && ws.repository.ignores(&path)?;
        if was != is && !kept_out {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns the planning folder whose file holds for a place; nothing where it is the main checkout's.
fn root(ws: &Workspace<'_>, place: Option<&RepoPath>) -> Option<RepoPath> {
    let roots = ws.documents(place).planning_roots(place);
    roots.into_iter().next().filter(|_| !ws.is_of_main(place))
}

/// Returns the rules of before what is not committed, where those review the work tree: a file that makes another system
/// of a planning folder, or switches its reviews off, is part of the change then. Nothing where no such file differs.
pub(in crate::app) fn as_committed(
    ws: &Workspace<'_>,
    subject: &Subject,
    named: Option<&str>,
) -> Result<Option<(Protocol, Remark)>, Error> {
    let (place, Ok(head)) = (subject.home(), ws.repository.head()) else { return Ok(None) };
    let files = differing(ws, place, &head)?;
    let Some(root) = root(ws, place).filter(|_| !files.is_empty() && subject.document().is_none()) else {
        return Ok(None);
    };
    let name = match named {
        Some(name) => name.to_owned(),
        None => {
            let chosen = settings::own(&Then { ws, now: ws.documents(place), files: &files, base: &head });
            let texts = Then { ws, now: ws.documents(place), files: &files, base: &head };
            match chosen.ok().and_then(|own| own.protocol) {
                Some(name) => name,
                None => settings::system_of(&texts, &root).map_err(|e| refuse(&e))?.to_owned(),
            }
        }
    };
    let held = then(ws, place, &name, &files, &head)?;
    let in_work_tree = held.range.contains(&RangeRule::WorkTree) && held.subjects.contains(&subject.kind());
    let names: Vec<&str> = files.iter().map(RepoPath::as_str).collect();
    let message = format!(
        "how reviews are done was altered and is not committed ({}), and what is not committed is what is under review: it goes by what is committed, {} mode {}",
        names.join(", "),
        held.name,
        held.mode.as_str()
    );
    Ok(in_work_tree.then(|| (held, Remark::new(0, CHANGED, message))))
}

/// Returns the rules of work that altered some files since a commit, and what of those in effect does not hold for it.
///
/// Work that chooses another protocol is reviewed by the one of before: no protocol is stricter than another in all, and
/// whoever writes the work would choose what it is measured by.
pub(in crate::app) fn held(
    ws: &Workspace<'_>,
    asked: Asked<'_>,
    now: Protocol,
    files: &[RepoPath],
    base: &Oid,
) -> Result<(Protocol, Vec<Looser>), Error> {
    let was = match asked.named {
        Some(name) => name.to_owned(),
        None => chosen_then(ws, asked, files, base)?,
    };
    let mut held = then(ws, asked.place, &was, files, base)?;
    if held.name != now.name {
        // It may switch reviews on at once.
        let _ = overlay::lay(&mut held, "mode", &Value::from(now.mode.as_str()), false);
        held.endings_attested |= now.endings_attested;
        let (given, stays) = (now.name, held.name.clone());
        let looser = Looser { key: PROTOCOL, protocol: stays.clone(), given, held: stays, works: None };
        return Ok((held, vec![looser]));
    }
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

/// What `countersign.toml` calls the choice of a protocol.
const PROTOCOL: &str = "protocol";

/// Returns the protocol that held when some files stood as a commit has them, where nobody named one: as `rules::of`
/// chooses it, the one that `countersign.toml` names, else the one that the planning folders tell. A folder that came with
/// these files was not there.
fn chosen_then(
    ws: &Workspace<'_>,
    asked: Asked<'_>,
    files: &[RepoPath],
    base: &Oid,
) -> Result<String, Error> {
    let (own, _) = super::own(ws)?;
    let place = asked.place.or(own.paths.planning.as_ref());
    let documents = ws.documents(place);
    let texts = Then { ws, now: documents, files, base };
    let own = if is_ours(files) { settings::own(&texts).unwrap_or_default() } else { own.clone() };
    let named = own.protocol.is_some();
    let chosen = match own.protocol {
        Some(name) => name,
        None => {
            let came = |root: &RepoPath| files.iter().any(|path| path.parent().as_ref() == Some(root));
            let stood = |root: &RepoPath| {
                !came(root) || ws.is_of_main(place) || ws.repository.is_folder_at(base, root).unwrap_or(true)
            };
            let found = settings::detect_as(documents, &texts, &stood, place).map_err(|e| refuse(&e))?;
            found.protocol.to_owned()
        }
    };
    let reviews = |name: &str| {
        let protocol = Protocol::named(name);
        asked.kind.is_none_or(|kind| protocol.is_some_and(|p| p.subjects.contains(&kind)))
    };
    // What was only detected gives way to the default one where it does not review such a subject.
    Ok(if reviews(&chosen) || (named && !reviews(DEFAULT)) { chosen } else { DEFAULT.to_owned() })
}

fn is_ours(files: &[RepoPath]) -> bool {
    files.iter().any(|path| path.as_str() == "countersign.toml")
}

/// Returns the rules of before the branch in use parted from the main branch, where it alters some, and what is to be
/// said of it. Nothing on the main branch itself.
pub(in crate::app) fn of_branch(
    ws: &Workspace<'_>,
    now: &Protocol,
) -> Result<Option<(Protocol, Remark)>, Error> {
    let Some(base) = parted_at(ws)? else { return Ok(None) };
    let files = differing(ws, None, &base)?;
    if files.is_empty() {
        return Ok(None);
    }
    let (held, looser) = held(ws, Asked::default(), now.clone(), &files, &base)?;
    Ok(Some((held, said(&files, &looser, "its gate"))))
}

/// Returns before what of git `countersign.toml` had the gate stand when the branch in use parted from the main branch.
pub(in crate::app) fn gate_of_branch(ws: &Workspace<'_>) -> Result<Option<GateBefore>, Error> {
    let Some(base) = parted_at(ws)? else { return Ok(None) };
    let files: Vec<RepoPath> = RepoPath::parse("countersign.toml").into_iter().collect();
    let texts = Then { ws, now: &ws.files, files: &files, base: &base };
    Ok(settings::own(&texts).unwrap_or_default().hooks.gate)
}

/// Returns where the branch in use parted from the main branch; nothing on that branch itself.
fn parted_at(ws: &Workspace<'_>) -> Result<Option<Oid>, Error> {
    let Ok(head) = ws.repository.head() else { return Ok(None) };
    for main in ws.repository.main_branches(ws.repository.branch().as_deref()) {
        let base = ws.repository.merge_base(&head, &main.tip)?.filter(|base| *base != head);
        if base.is_some() {
            return Ok(base);
        }
    }
    Ok(None)
}

/// Tells whether a file that chooses the protocol of a place is another at one commit than at another.
pub(in crate::app) fn may_have_switched(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    before: &Oid,
    after: &Oid,
) -> Result<bool, Error> {
    let system = root(ws, place).into_iter().flat_map(|root| SYSTEM.map(|name| root.join(name)));
    for path in std::iter::once(RepoPath::parse("countersign.toml")).chain(system).flatten() {
        let at = |commit: &Oid| ws.repository.read_at(commit, &path, MAX_CONFIG).ok().flatten();
        if at(before) != at(after) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells whether rules are looser somewhere than they come.
pub(in crate::app) fn loosens(now: &Protocol) -> bool {
    let Some(mut plain) = Protocol::named(&now.name) else { return false };
    if plain == *now {
        return false;
    }
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
        .map(|l| {
            let table = if l.key == PROTOCOL { "" } else { "review." };
            format!("`{table}{}` stays {}, not {}", l.key, l.held, l.given)
        })
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
    base: &Oid,
) -> Result<Protocol, Error> {
    let now = Configuration::read(ws, place)?;
    let meant = place.or(now.own.paths.planning.as_ref());
    let documents = ws.documents(meant);
    let texts = Then { ws, now: documents, files, base };
    let foreign = match documents.planning_roots(meant).into_iter().next() {
        Some(root) => settings::of_root(&texts, &root).unwrap_or_default(),
        None => now.foreign.clone(),
    };
    let own = if is_ours(files) { settings::own(&texts).unwrap_or_default() } else { now.own.clone() };
    let before = Configuration { own, foreign, ..now };
    let mut protocol = Protocol::named(name).ok_or_else(|| super::unknown(name))?;
    let by = before.by(name, By::System);
    lay(&mut protocol, &before, by)?;
    Ok(protocol)
}

/// Files as they are, but for some that stand as a commit has them. One that cannot be read there says nothing: whoever
/// mends a broken file must not be refused for what it was.
struct Then<'a> {
    ws: &'a Workspace<'a>,
    now: &'a dyn Texts,
    files: &'a [RepoPath],
    base: &'a Oid,
}

impl Texts for Then<'_> {
    fn text(&self, path: &RepoPath) -> Result<Option<String>, SettingsError> {
        if !self.files.contains(path) {
            return self.now.text(path);
        }
        // What cannot be read says nothing, so that the protocol's own values hold.
        let bytes = self.ws.repository.read_at(self.base, path, MAX_CONFIG).ok().flatten();
        Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }
}
