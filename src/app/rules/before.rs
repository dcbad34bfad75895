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

use super::then::Then;
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
    // Before the first commit nothing held.
    let Some(base) = &change.base else { return Ok((protocol, None)) };
    let asked = Asked { place: subject.home(), named, kind: Some(subject.kind()) };
    let document = subject.document();
    let paths = || change.paths().filter(|path| document != Some(*path)).cloned();
    if Then::of_paths(ws, base, paths()).with_all().altered(asked)?.is_empty() {
        return Ok((protocol, None));
    }
    let then = match (document, &change.snapshot) {
        (Some(_), _) => Then::of_paths(ws, base, paths()),
        (None, Some(_)) => {
            Then::of_paths(ws, base, paths().chain(of_commits(ws, change)?)).in_work_tree(asked.place)
        }
        (None, None) => Then::of_paths(ws, base, paths().chain(of_commits(ws, change)?)),
    };
    let files = then.altered(asked)?;
    if files.is_empty() {
        return Ok((protocol, None));
    }
    let (held, looser) = held(ws, asked, protocol, &then)?;
    Ok((held, Some(said(&files, &looser, "its own review"))))
}

/// Returns all that the change's commits hold. The systems' book-keeping is no part of a change, and its folder tells the
/// system all the same.
fn of_commits(ws: &Workspace<'_>, change: &PinnedChange) -> Result<Vec<RepoPath>, Error> {
    let mut paths = Vec::new();
    for commit in &change.commits {
        paths.extend(ws.repository.commit(&commit.id)?.files);
    }
    Ok(paths)
}

/// Returns the rules of before what is not committed, where those review the work tree: a file that makes another system
/// of a planning folder, or switches its reviews off, is part of the change then. Where those in effect do not have the
/// subject reviewed (`runs`), what is not committed is asked about at any change: it switches no review off, whatever
/// branch is in use. Nothing where no such file differs.
pub(in crate::app) fn as_committed(
    ws: &Workspace<'_>,
    subject: &Subject,
    named: Option<&str>,
    runs: bool,
) -> Result<Option<(Protocol, Remark)>, Error> {
    if subject.document().is_some() {
        return Ok(None);
    }
    let asked = Asked { place: subject.home(), named, kind: Some(subject.kind()) };
    // A planning folder that git neither holds nor ignores is one more file of a free change, which lies beside it. That of
    // a plan is its owner's, who may plan without git.
    let brings_folder = !runs && subject.kind() == SubjectKind::Change;
    let Some((held, files)) = committed(ws, asked, brings_folder)? else { return Ok(None) };
    let in_work_tree = held.range.contains(&RangeRule::WorkTree);
    let names: Vec<&str> = files.iter().map(RepoPath::as_str).collect();
    let why = match runs {
        true => "what is not committed is what is under review",
        false => "what is not committed switches no review off",
    };
    let message = format!(
        "how reviews are done was altered and is not committed ({}), and {why}: it goes by what is committed, {} mode {}{}",
        names.join(", "),
        held.name,
        held.mode.as_str(),
        if runs { "" } else { HOW_OFF },
    );
    let goes = held.subjects.contains(&subject.kind()) && (in_work_tree || !runs);
    Ok(goes.then(|| (held, Remark::new(0, CHANGED, message))))
}

/// Tells whether what is not committed is its owner's word: on the main branch the very system that is committed has its
/// mode switched. There a commit of its own would do the same, and nobody is told less by it; another branch, and another
/// system, is work that would choose what it is measured by.
pub(in crate::app) fn is_owners(ws: &Workspace<'_>, now: &Protocol, held: &Protocol) -> bool {
    let on_main = ws.repository.branch().is_some_and(|branch| {
        let mains = ws.repository.main_branches(None);
        mains.iter().any(|main| main.name.trim_start_matches("origin/") == branch)
    });
    // Where the work tree is what is reviewed, it is no owner's word but the work itself.
    on_main && held.name == now.name && !held.range.contains(&RangeRule::WorkTree)
}

/// Says that reviews are off by what nobody committed.
pub(in crate::app) fn owners() -> Remark {
    let message = "what switches reviews off here is not committed: on the main branch that holds, on any other it would not";
    Remark::new(0, CHANGED, message)
}

/// Who may switch reviews off, and where.
const HOW_OFF: &str = ". For the work that follows, reviews are switched off by a commit of those files, or in the user's own countersign/config.toml";

/// Returns the rules of a place as they are committed, and the files that have them otherwise in the work tree; nothing
/// where none does. `brings_folder`: a planning folder of which git holds nothing counts, too.
fn committed(
    ws: &Workspace<'_>,
    asked: Asked<'_>,
    brings_folder: bool,
) -> Result<Option<(Protocol, Vec<RepoPath>)>, Error> {
    let Ok(head) = ws.repository.head() else { return Ok(None) };
    let then = Then::of_paths(ws, &head, []);
    let then = if brings_folder { then.with_all() } else { then.in_work_tree(asked.place) };
    let files = then.altered(asked)?;
    if files.is_empty() {
        return Ok(None);
    }
    Ok(Some((laid_then(ws, asked, &then)?, files)))
}

/// Returns the rules of a place as they are committed, where what is not committed alters them, and what is to be said of
/// it; `what` goes by them.
pub(in crate::app) fn of_place_as_committed(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    what: &str,
) -> Result<Option<(Protocol, Remark)>, Error> {
    let Some((held, files)) = committed(ws, Asked { place, ..Asked::default() }, false)? else {
        return Ok(None);
    };
    let names: Vec<&str> = files.iter().map(RepoPath::as_str).collect();
    let message = format!(
        "how reviews are done was altered and is not committed ({}), and what is not committed switches no review off: {what} goes by what is committed, {} mode {}{HOW_OFF}",
        names.join(", "),
        held.name,
        held.mode.as_str(),
    );
    Ok(Some((held, Remark::new(0, CHANGED, message))))
}

/// Returns the rules of some work, and what of those in effect does not hold for it.
///
/// Work that chooses another protocol is reviewed by the one of before: no protocol is stricter than another in all, and
/// whoever writes the work would choose what it is measured by.
pub(in crate::app) fn held(
    ws: &Workspace<'_>,
    asked: Asked<'_>,
    now: Protocol,
    then: &Then<'_>,
) -> Result<(Protocol, Vec<Looser>), Error> {
    let mut held = laid_then(ws, asked, then)?;
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

/// Returns the protocol that held then, as the configuration was, chosen as `rules::of` chooses it: the one that somebody
/// named, that `countersign.toml` named, else the one that the planning folders told.
fn laid_then(ws: &Workspace<'_>, asked: Asked<'_>, then: &Then<'_>) -> Result<Protocol, Error> {
    let own = then.own();
    let meant = asked.place.or(own.paths.planning.as_ref());
    let foreign = then.settings(meant).unwrap_or_default();
    let detected = match asked.named.or(own.protocol.as_deref()) {
        Some(name) => name.to_owned(),
        None => then.detected(meant).map_err(|e| refuse(&e))?.protocol.to_owned(),
    };
    let reviews = |name: &str| {
        let protocol = Protocol::named(name);
        asked.kind.is_none_or(|kind| protocol.is_some_and(|p| p.subjects.contains(&kind)))
    };
    // What nobody named in the call gives way to the default one where it does not review such a subject.
    let gives_way =
        asked.named.is_none() && !reviews(&detected) && (own.protocol.is_none() || reviews(DEFAULT));
    let name = if gives_way { DEFAULT.to_owned() } else { detected.clone() };
    let unnamed = then.settings(None).ok().and_then(|found| found.source);
    let pointed = asked.place.is_none() && own.paths.planning.is_some() && foreign.source != unnamed;
    let before = Configuration { own, foreign, pointed, ..Configuration::read(ws, asked.place)? };
    let mut protocol = Protocol::named(&name).ok_or_else(|| super::unknown(&name))?;
    let by = before.by(&detected, if gives_way { By::Project } else { By::System });
    lay(&mut protocol, &before, by)?;
    Ok(protocol)
}

/// Returns the rules of before the branch in use parted from the main branch, where it alters some, and what is to be
/// said of it; `what` goes by them. Nothing on the main branch itself.
pub(in crate::app) fn of_branch(
    ws: &Workspace<'_>,
    asked: Asked<'_>,
    now: &Protocol,
    what: &str,
) -> Result<Option<(Protocol, Remark)>, Error> {
    let Some(base) = parted_at(ws)? else { return Ok(None) };
    let then = Then::of_all(ws, &base);
    let files = then.altered(asked)?;
    if files.is_empty() {
        return Ok(None);
    }
    let (held, looser) = held(ws, asked, now.clone(), &then)?;
    Ok(Some((held, said(&files, &looser, what))))
}

/// Returns before what of git `countersign.toml` had the gate stand when the branch in use parted from the main branch.
pub(in crate::app) fn gate_of_branch(ws: &Workspace<'_>) -> Result<Option<GateBefore>, Error> {
    let Some(base) = parted_at(ws)? else { return Ok(None) };
    Ok(Then::of_all(ws, &base).own().hooks.gate)
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

/// Tells whether how reviews are done is otherwise for a place than at a commit.
pub(in crate::app) fn may_have_switched(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    before: &Oid,
) -> Result<bool, Error> {
    Ok(!Then::of_all(ws, before).altered(Asked { place, ..Asked::default() })?.is_empty())
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
