//! What names the other file where nothing imports it: the URL of a route, a path, the dotted name of a module, what a
//! framework finds by a name. A word alike is none of these.

use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline, SymbolKind};
use crate::domain::wiring::{Project, Reach, draws_route, has_word};

use super::super::code_text::Code;
use super::route::{self, Url, quoted, telling};
use super::{rails, served, settings};

/// Frameworks that lay routes out as folders.
const PLACED: [&str; 7] =
    ["next", "nuxt", "astro", "@sveltejs/kit", "gatsby", "nitropack", "@analogjs/platform"];
/// Libraries whose clients call what a server offers by the names it has there.
const BY_NAME: [&str; 4] = ["@trpc/client", "@trpc/react-query", "@trpc/server", "hono"];

/// How a server asks another for a URL.
const ASKS: [&str; 8] =
    ["fetch(", "axios", "requests.", "httpx.", "http.Get", "http.Post", "HttpClient", "redirect"];

/// The lines of a place, and those on which what begins there goes on.
pub(super) fn statement<'t>(text: &'t str, place: &Range<usize>) -> &'t str {
    let start = text[..place.start].rfind('\n').map_or(0, |n| n + 1);
    let mut end = text[place.end..].find('\n').map_or(text.len(), |n| place.end + n);
    for _ in 0..4 {
        let part = &text[start..end];
        let open = part.matches(['(', '[']).count() > part.matches([')', ']']).count();
        if !open || end >= text.len() || end - start > 2_000 {
            break;
        }
        end = text[end + 1..].find('\n').map_or(text.len(), |n| end + 1 + n);
    }
    &text[start..end]
}

/// The URLs that stand around a place.
pub(super) fn urls(text: &str, place: &Range<usize>) -> Vec<Url> {
    quoted(statement(text, place)).iter().filter_map(|text| Url::of(text)).collect()
}

/// Tells whether a framework of the repository lays routes out as folders.
pub(super) fn is_placed(project: &Project<'_>) -> bool {
    PLACED.iter().any(|library| project.depends_on(library))
}

/// Tells whether what stands around one of some places names the other file.
pub(super) fn names(from: &Code<'_>, project: &Project<'_>, places: &[&Range<usize>], to: &RepoPath) -> bool {
    let placed = is_placed(project);
    // What registers a route under a URL asks nobody for it.
    let serving = from.outline.as_ref().is_some_and(|o| served::registers(o.grammar, &from.text, Some(o)));
    let ruby = to.file_name().ends_with(".rb");
    let bare = if ruby { from.alone() } else { String::new() };
    places.iter().any(|place| {
        let whole = statement(&from.text, place);
        let around = &served::without_logs(whole);
        let loose = !around.contains("fetch(");
        let asks = !serving || ASKS.iter().any(|word| around.contains(word));
        quoted(around).iter().any(|text| {
            Url::of(text).is_some_and(|url| {
                route::names(&url, to, placed, loose).unwrap_or_else(|| {
                    asks && url.is_rooted() && route::says(&url, to) && served::serves(project, to)
                })
            }) || project.is_meant(from.path, text, to)
                || ruby
                    && (draws_route(statement(&bare, place))
                        && rails::routed(&from.text, place, around, from.path, text, to)
                        || is_class(project, text, to))
        }) || ruby
            && draws_route(statement(&bare, place))
            && rails::resources(&from.text, place, around, from.path, to)
            || settings::names(from, project, place, to)
            || joins_path(from, project, place, whole.len(), to)
    })
}

/// Tells whether a path that is put together in the statement of a place, from its file's own folder, is the other file's.
fn joins_path(
    from: &Code<'_>,
    project: &Project<'_>,
    place: &Range<usize>,
    length: usize,
    to: &RepoPath,
) -> bool {
    let start = from.text[..place.start].rfind('\n').map_or(0, |n| n + 1);
    let within = start..start + length;
    let mut joined = from.outline.iter().flat_map(|o| &o.joined).filter(|(at, _)| within.contains(at));
    joined.any(|(_, path)| project.is_meant(from.path, path, to))
}

/// `class_name: "Desk"`.
fn is_class(project: &Project<'_>, text: &str, to: &RepoPath) -> bool {
    project
        .outline(to)
        .is_some_and(|o| o.symbols.iter().any(|s| s.kind == SymbolKind::Class && s.name == text))
}

/// Tells whether a library or a page brings names of the other file in without an import here.
pub(super) fn comes_unasked(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    there: &Outline,
) -> bool {
    if !here.grammar.is_script() {
        return false;
    }
    let own = |name: &str| {
        let declared = here.definitions.iter().any(|d| from.raw.get(d.clone()) == Some(name));
        declared || here.imports.iter().any(|i| i.names.iter().any(|n| n.local == name))
    };
    let words =
        |place: &Range<usize>| -> Vec<String> { heads(from, place).map(|(n, _)| n.to_owned()).collect() };
    let free =
        |name: &String| !own(name) && there.symbols.iter().any(|s| s.owner.is_none() && s.name == *name);
    // Nuxt imports what these folders export, and registers components by their names.
    let given = project.depends_on("nuxt")
        && to.as_str().split('/').any(|f| matches!(f, "composables" | "utils" | "stores" | "components"))
        && project.nuxt_brings_in(to);
    // Scripts of one page share what they declare, and what a library sets on the page.
    let scripts = here.imports.is_empty();
    let shared = scripts && there.imports.is_empty() && there.exports().next().is_none();
    let sets = |name: &String| {
        let set = [format!(".{name}="), format!(".{name} =")];
        scripts && !own(name) && project.text(to).is_some_and(|text| set.iter().any(|s| text.contains(s)))
    };
    let any = |such: &dyn Fn(&String) -> bool| places.iter().any(|place| words(place).iter().any(such));
    if (given || shared) && any(&free) || any(&sets) {
        return true;
    }
    if given && to.file_name().ends_with(".vue") {
        let stem = to.file_name().trim_end_matches(".vue");
        return places.iter().any(|p| has_word(statement(&from.text, p), stem)) && !own(stem);
    }
    // `api.desks.list.useQuery()`: the client is imported, and names what the server offers.
    BY_NAME.iter().any(|library| project.depends_on(library))
        && telling(to)
            .is_some_and(|word| places.iter().any(|place| by_client(from, here, project, place, to, &word)))
}

fn by_client(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    place: &Range<usize>,
    to: &RepoPath,
    word: &str,
) -> bool {
    let around = statement(&from.text, place);
    around.split(|c: char| !c.is_alphanumeric() && !"_$.".contains(c)).any(|chain| {
        let parts: Vec<&str> = chain.split('.').collect();
        let head = parts.first().copied().unwrap_or_default();
        let imported = here.imports.iter().any(|i| i.names.iter().any(|n| n.local == head));
        let at = parts.iter().skip(1).position(|p| p.to_lowercase() == word);
        let asked = at.and_then(|at| parts.get(at + 2)).filter(|name| !name.is_empty());
        imported && asked.is_some_and(|name| project.text(to).is_some_and(|text| has_word(text, name)))
    })
}

/// Tells whether a member of the other file is called on what a third file, which reaches it, gives out here.
pub(super) fn through(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    there: &Outline,
) -> bool {
    let offers =
        |name: &str| there.symbols.iter().any(|s| s.name == name && (s.owner.is_some() || s.exported));
    let called = places
        .iter()
        .any(|place| members(statement(&from.text, place)).any(|name| name.len() > 1 && offers(name)));
    if !called {
        return false;
    }
    let mut asked = 0;
    here.imports.iter().filter(|i| !i.passes_on && !i.declares).any(|import| {
        if asked >= 8
            || !import.names.iter().any(|n| here.uses.get(&n.local).is_some_and(|u| u.any().is_some()))
        {
            return false;
        }
        let third = project.leads_to(from.path, here, import);
        let Some(third) = third.filter(|t| t != to && t != from.path && project.speaks_of(t, to)) else {
            return false;
        };
        asked += 1;
        matches!(project.reach(&third, to), Reach::Used { .. } | Reach::TypeOnly { named: true, .. })
    })
}

/// Tells whether something is handed on under the name of a class of the other file and asked for a member of it:
/// `server.store.deskBook.seats()`, where the class is `DeskBook`.
pub(super) fn handed_on(from: &Code<'_>, here: &Outline, places: &[&Range<usize>], there: &Outline) -> bool {
    let own = |name: &str| {
        name == "this"
            || name == "self"
            || here.definitions.iter().any(|d| from.raw.get(d.clone()) == Some(name))
    };
    let is_member = |of: &str, name: &str| {
        let owned = |s: &&crate::domain::syntax::Symbol| {
            s.name == name
                && s.owner.as_ref().is_some_and(|o| o.to_lowercase() == of.replace('_', "").to_lowercase())
        };
        there.symbols.iter().any(|s| owned(&s))
    };
    let joins = |c: char| c.is_alphanumeric() || "_$.?".contains(c);
    places.iter().any(|place| {
        statement(&from.text, place).split(|c| !joins(c)).any(|chain| {
            let parts: Vec<&str> = chain.split('.').map(|p| p.trim_end_matches('?')).collect();
            let asked = parts.windows(2).skip(1).any(|pair| is_member(pair[0], pair[1]));
            asked && parts.first().is_some_and(|head| !head.is_empty() && !own(head))
        })
    })
}

/// Tells whether a member of a type of the other file is asked for at a place.
pub(super) fn asks_member(from: &Code<'_>, place: &Range<usize>, there: &Outline) -> bool {
    let of_type = |name: &str| there.symbols.iter().any(|s| s.name == name && s.owner.is_some());
    members(statement(&from.text, place)).any(of_type)
}

/// The names that are asked of something in a piece of code: `total` of `cart.total(1)`.
fn members(code: &str) -> impl Iterator<Item = &str> {
    let parts = code.split(['.', ':']).skip(1);
    parts.map(|rest| {
        rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next().unwrap_or_default()
    })
}

/// The names of a place that are asked of nothing, with where they stand.
pub(super) fn heads<'c>(from: &'c Code<'_>, place: &Range<usize>) -> impl Iterator<Item = (&'c str, usize)> {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let text = from.text.get(place.clone()).unwrap_or("");
    let mut at = place.start;
    let pieces: Vec<(usize, &str)> = text
        .split_inclusive(move |c: char| !joins(c))
        .map(|piece| {
            let start = at;
            at += piece.len();
            (start, piece.trim_end_matches(move |c: char| !joins(c)))
        })
        .collect();
    let before = move |at: usize| from.text[..at].chars().next_back();
    pieces.into_iter().filter_map(move |(at, name)| {
        let whole = !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
        let free = !before(at).is_some_and(|c| c == '.' || joins(c));
        (whole && free).then_some((name, at))
    })
}

/// Tells why a word of a place is none of the other file's: it is this file's own, or another's.
pub(super) fn foreign(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    there: &Outline,
) -> Option<String> {
    let word = telling(to);
    // What is not written as a name of the other file was not taken for one.
    let alike = |name: &str| {
        let bare = name.to_lowercase().replace('_', "");
        word.as_deref() == Some(&bare)
            || there
                .symbols
                .iter()
                .any(|s| s.owner.is_none() && (s.name == name || s.name.to_lowercase() == bare))
    };
    let found = places.iter().flat_map(|place| heads(from, place)).filter(|(name, _)| alike(name)).find_map(
        |(name, _)| {
            let import = here.imports.iter().find(|i| i.names.iter().any(|n| n.local == name));
            if let Some(import) = import {
                let other = project.leads_to(from.path, here, import).filter(|o| o != to)?;
                let may = project.is_submodule(from.path, here, import, name, to)
                    || project.may_give(&other, import, name, to);
                if may {
                    return None;
                }
                return Some(format!("`{name}` is imported from `{other}`, not from `{to}`"));
            }
            let own = here.definitions.iter().any(|d| from.raw.get(d.clone()) == Some(name));
            own.then(|| format!("`{}` uses a `{name}` of its own, not that of `{to}`", from.path))
        },
    )?;
    // A text that stands in both may be what the two agreed upon: a channel, an event.
    let agreed = places.iter().flat_map(|place| quoted(statement(&from.text, place))).any(|text| {
        text.len() > 2
            && project
                .text(to)
                .is_some_and(|t| ['"', '\'', '`'].iter().any(|q| t.contains(&format!("{q}{text}{q}"))))
    });
    (!agreed).then_some(found)
}

/// Tells whether every place holds a name that the other file offers and that comes from elsewhere, though something
/// else of that file is used here.
pub(super) fn of_another(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    there: &Outline,
) -> Option<String> {
    if !here.grammar.is_script() && here.grammar != Grammar::Python {
        return None;
    }
    let offered = |name: &str| there.exports().any(|s| s.name == name && s.kind != SymbolKind::Type);
    let all: Vec<Option<String>> = places
        .iter()
        .map(|place| {
            let mut names = heads(from, place).map(|(name, _)| name).filter(|name| offered(name)).peekable();
            names.peek()?;
            let mut why = None;
            for name in names {
                why = Some(elsewhere(from, here, project, name, to)?);
            }
            why
        })
        .collect();
    all.iter().all(Option::is_some).then(|| all.into_iter().flatten().next()).flatten()
}

fn elsewhere(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    name: &str,
    to: &RepoPath,
) -> Option<String> {
    let brings = |i: &&crate::domain::syntax::Import| !i.passes_on && !i.declares;
    // Under another name it may be taken on from the other file.
    let renamed = here.imports.iter().filter(brings).any(|i| {
        let brought = i.all || i.dynamic || i.names.iter().any(|n| n.name == name && n.local != name);
        brought && project.leads_to(from.path, here, i).as_ref().is_none_or(|other| other == to)
    });
    if renamed {
        return None;
    }
    if let Some(import) = here.imports.iter().filter(brings).find(|i| i.names.iter().any(|n| n.local == name))
    {
        let other = project.leads_to(from.path, here, import).filter(|other| other != to)?;
        let only = Outline { imports: vec![import.clone()], ..here.clone() };
        let reached = project.reached_by(from.path, &only, to)
            || project.is_submodule(from.path, here, import, name, to)
            || project.may_give(&other, import, name, to);
        return (!reached).then(|| format!("`{name}` is imported from `{other}`, not from `{to}`"));
    }
    // What a value is made of may come from the other file; a function is its own.
    let own = here.symbols.iter().any(|s| {
        let line = from.line_text(s.at);
        let makes = ["function ", "function* ", "def ", "class ", "=>"].iter().any(|w| line.contains(w));
        s.name == name && s.owner.is_none() && makes
    });
    own.then(|| format!("`{}` uses a `{name}` of its own, not that of `{to}`", from.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_over_several_lines_is_one_statement_wherever_it_stands() {
        let call = "app.get(\n  '/orders',\n  list,\n);";
        for before in ["", &"// a line\n".repeat(400)] {
            let text = format!("{before}{call}\nnext();\n");
            let at = text.find("app.get").expect("the call");
            assert_eq!(statement(&text, &(at..at + 7)), call);
        }
    }
}
