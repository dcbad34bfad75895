//! Which URLs the places of a link ask for, by themselves or through what they call, held against what the other file serves:
//! `useBillingHub()` of a file that asks for `/api/ledger` reaches no route of another name.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::Outline;
use crate::domain::wiring::{Origin, Project, has_word};

use super::super::code_text::Code;
use super::extent::Measured;
use super::route::{self, HOLE, Url, taken};
use super::served;
use super::spoken::{heads, statement};

/// How many definitions are followed from one place, and how deep.
const MOST: usize = 16;
const DEEPEST: usize = 3;

/// What the places of a link ask for.
pub(super) enum Asks {
    /// What the other file serves, through what is called there.
    Served(String),
    /// Other URLs alone; in words.
    Others(String),
    Untold,
}

/// What a piece of code asks for.
#[derive(Default)]
struct Found {
    /// Every URL in it.
    urls: Vec<Url>,
    /// Those that a call takes, as they are written.
    asked: Vec<(Url, String)>,
    /// It asks for something that its text does not tell.
    untold: bool,
}

/// What the other file serves, as far as its place or its text tells all of it.
enum Serves<'t> {
    Placed(&'t RepoPath),
    Listed(Vec<Url>),
}

impl Serves<'_> {
    fn meets(&self, url: &Url) -> bool {
        match self {
            Self::Placed(to) => route::names(url, to, true, false) == Some(true),
            Self::Listed(all) => all.iter().any(|registered| url.ends_as(registered, false)),
        }
    }

    /// Tells whether a URL may lead there all the same, by what a host puts before it.
    fn may_meet(&self, url: &Url) -> bool {
        match self {
            Self::Placed(to) => route::may_name(url, to) != Some(false),
            Self::Listed(all) => all.iter().any(|registered| url.ends_as(registered, true)),
        }
    }
}

/// Holds what the places of a link ask for against what the other file serves. Of the URLs at the places themselves only
/// where `direct` says so: others judge them, too.
pub(super) fn of(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    direct: bool,
) -> Asks {
    let placed = super::spoken::is_placed(project) && route::may_name_any(to);
    let serves =
        if placed { Some(Serves::Placed(to)) } else { served::routes(project, to).map(Serves::Listed) };
    let Some(serves) = serves else { return Asks::Untold };
    let mut others = None;
    let mut told = !places.is_empty() && places.len() <= MOST;
    for place in places.iter().take(MOST) {
        let mut found = Found::default();
        if direct {
            read(&served::without_logs(statement(&from.text, place)), &mut found);
        }
        let mut through = None;
        for (name, _) in heads(from, place) {
            let before = found.urls.len();
            follow(from.path, here, project, name, to, &mut found);
            if through.is_none() && found.urls[before..].iter().any(|url| serves.meets(url)) {
                through = Some(format!("`{name}` asks for what `{to}` serves"));
            }
        }
        if let Some(how) = through {
            return Asks::Served(how);
        }
        told &=
            !found.untold && !found.asked.is_empty() && !found.urls.iter().any(|url| serves.may_meet(url));
        others = others.or_else(|| found.asked.into_iter().next());
    }
    match others.filter(|_| told) {
        Some((_, written)) => Asks::Others(format!(
            "it asks for `{}` there, and `{to}` serves another URL",
            written.replace(HOLE, "…")
        )),
        None => Asks::Untold,
    }
}

/// Reads what a name that is imported asks for: its definition, and what that calls.
fn follow(
    from: &RepoPath,
    here: &Outline,
    project: &Project<'_>,
    name: &str,
    to: &RepoPath,
    found: &mut Found,
) {
    let mut seen: BTreeSet<(RepoPath, String)> = BTreeSet::new();
    let mut open: Vec<(RepoPath, String, usize)> =
        brought(from, here, project, name, to).into_iter().collect();
    while let Some((file, name, depth)) = open.pop() {
        if seen.len() >= MOST || !seen.insert((file.clone(), name.clone())) {
            continue;
        }
        let (Some(text), Some(outline)) = (project.text(&file), project.outline(&file)) else {
            found.untold |= depth == 0;
            continue;
        };
        let code = Code::with(&file, text, Some(outline.clone()));
        let measured = Measured::of(&code);
        let all = measured.declared();
        let whole = 0..code.text.len();
        let at = all.iter().find(|d| d.top && d.name == name).map(|d| measured.around(d.at));
        found.untold |= at.is_none() && name != "default" && depth == 0;
        let range = at.unwrap_or(whole);
        let inside = code.text.get(range.clone()).unwrap_or("");
        read(inside, found);
        if depth + 1 >= DEEPEST {
            continue;
        }
        let bare = measured.bare().get(range).unwrap_or("");
        let beside = all.iter().filter(|d| d.top && d.name != name && has_word(bare, d.name));
        open.extend(beside.map(|d| (file.clone(), d.name.to_owned(), depth + 1)));
        let locals = outline.imports.iter().flat_map(|i| i.names.iter()).map(|n| n.local.as_str());
        for local in locals.filter(|local| has_word(bare, local)) {
            let next = brought(&file, &outline, project, local, to);
            open.extend(next.into_iter().map(|(file, name, _)| (file, name, depth + 1)));
        }
    }
}

/// The file and the name there that an import of code brings in.
fn brought(
    from: &RepoPath,
    here: &Outline,
    project: &Project<'_>,
    local: &str,
    to: &RepoPath,
) -> Option<(RepoPath, String, usize)> {
    let imports = here.imports.iter().filter(|i| !i.passes_on && !i.declares);
    let (import, binding) = imports
        .flat_map(|i| i.names.iter().map(move |n| (i, n)))
        .find(|(_, n)| n.local == local && !n.type_only && n.name != "*")?;
    let file = project.leads_to(from, here, import).filter(|file| file != to && file != from)?;
    match project.source(&file, &binding.name) {
        Origin::At(file, name) => Some((file, name, 0)).filter(|(file, ..)| file != to),
        Origin::Here => Some((file, binding.name.clone(), 0)),
        Origin::Gone(_) => None,
    }
}

/// Reads the URLs of a piece of code, and whether it asks for some that it does not tell.
fn read(code: &str, found: &mut Found) {
    for (by_call, text) in taken(code) {
        match Url::of(&text).filter(Url::is_rooted) {
            Some(url) => {
                found.urls.push(url.clone());
                if by_call {
                    found.asked.push((url, text));
                }
            }
            None => found.untold |= by_call && text.starts_with(HOLE),
        }
    }
    found.untold |= asks_untold(code);
}

/// Tells whether a call that asks for a URL is given none as a text.
fn asks_untold(code: &str) -> bool {
    const ASKS: [&str; 10] =
        ["fetch", "axios", "request", "ky", ".get", ".post", ".put", ".patch", ".delete", "useSWR"];
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    ASKS.iter().any(|word| {
        code.match_indices(word).any(|(at, _)| {
            let within = !word.starts_with('.') && code[..at].ends_with(joins);
            let mut rest = code[at + word.len()..].trim_start();
            if let Some(inner) = rest.strip_prefix('<') {
                rest = inner.split_once(">(").map_or("", |(_, rest)| rest);
            } else {
                let Some(given) = rest.strip_prefix('(') else { return false };
                rest = given;
            }
            !within && !rest.trim_start().starts_with(['"', '\'', '`'])
        })
    })
}
