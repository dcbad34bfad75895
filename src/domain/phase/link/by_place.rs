//! Links between files that a framework holds together by where they lie, and of which one names something of the other:
//! a page of SvelteKit and what its server gives it, a plugin of Fastify and what it hands to all routes.

use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::Outline;
use crate::domain::wiring::{Project, Wired, has_word};

use super::super::code_text::Code;
use super::spoken::statement;

/// Tells whether one of some places uses what the other file gives without an import.
pub(super) fn given(
    from: &Code<'_>,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    there: &Outline,
) -> bool {
    of_page(from, project, places, to, there) || decorated(from, project, places, to, there)
}

/// `+page.svelte` beside `+page.server.ts`: it is given what `load` returns, and its forms call the actions.
fn of_page(
    from: &Code<'_>,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    there: &Outline,
) -> bool {
    let Some(kind) = from.path.file_name().strip_suffix(".svelte").filter(|k| k.starts_with('+')) else {
        return false;
    };
    let behind = to.file_name().strip_prefix(kind).unwrap_or("");
    let beside = matches!(behind, ".server.ts" | ".server.js" | ".ts" | ".js");
    if !beside || from.path.parent() != to.parent() || !project.depends_on("@sveltejs/kit") {
        return false;
    }
    let Some(text) = project.text(to) else { return false };
    let bare = Code::new(to, text).text;
    let gives = |name: &str| there.exports().any(|s| s.name == name);
    let given = from.text.contains("export let data") || from.text.contains("$props()");
    let reads = |piece: &str| asked_of(piece, "data").any(|name| has_word(&bare, name));
    let loads = given && gives("load") && reads(&from.text);
    let acts = |place: &Range<usize>| {
        let form = form_around(&from.text, place);
        form.is_some_and(|form| gives("actions") && names_action(form, &bare))
    };
    places.iter().any(|place| {
        let around = statement(&from.text, place);
        loads && has_word(around, "data") && (reads(around) || !asks_of(around)) || acts(place)
    })
}

/// Tells whether a member of `data` is asked for.
fn asks_of(piece: &str) -> bool {
    asked_of(piece, "data").next().is_some()
}

/// The members that are asked of a name: `desks` of `data.desks`.
fn asked_of<'t>(piece: &'t str, of: &'t str) -> impl Iterator<Item = &'t str> {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    piece.match_indices(of).filter_map(move |(at, _)| {
        let own = !piece[..at].ends_with(|c: char| joins(c) || c == '.');
        let rest = piece[at + of.len()..].trim_start_matches('?').strip_prefix('.').filter(|_| own)?;
        rest.split(|c| !joins(c)).next().filter(|name| !name.is_empty())
    })
}

/// The form that a place stands in.
fn form_around<'t>(text: &'t str, place: &Range<usize>) -> Option<&'t str> {
    let start = text.get(..place.end)?.rfind("<form")?;
    let piece = text.get(start..)?;
    let piece = &piece[..piece.find("</form").unwrap_or(piece.len())];
    (place.start < start + piece.len()).then_some(piece)
}

/// Tells whether a form calls an action by its name, or the one that has none.
fn names_action(form: &str, bare: &str) -> bool {
    let mut named = form.match_indices("action=").filter_map(|(at, word)| {
        let written = form[at + word.len()..].trim_start_matches(['"', '\'', '{', '`']);
        written.split(['"', '\'', '`', '&', '}', '>', ' ']).next()
    });
    let mut any = false;
    let called = named.any(|written| {
        any = true;
        let name = written.split_once("?/").map(|(_, name)| name).filter(|name| !name.is_empty());
        name.is_some_and(|name| has_word(bare, name))
    });
    let posts = form.to_ascii_lowercase().contains("method=\"post\"");
    called || !any && posts && has_word(bare, "default")
}

/// What a plugin of Fastify hands to all that is registered behind it: `app.decorate('desks', …)`, asked for as `app.desks` or
/// taken by `const { desks } = app`.
fn decorated(
    from: &Code<'_>,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    there: &Outline,
) -> bool {
    if !there.grammar.is_script() || !project.depends_on("fastify") {
        return false;
    }
    let Some(text) = project.text(to) else { return false };
    let names = decorations(text, there);
    let used = names.iter().any(|name| {
        let taken = is_taken(&from.text, name);
        places.iter().any(|place| {
            let around = statement(&from.text, place);
            asks_instance(around, name) || taken && has_word(around, name)
        })
    });
    used && matches!(project.wired(to), Wired::Yes { .. } | Wired::NotAsked(_))
}

/// The names under which a file hands something to an instance of Fastify, where that runs.
fn decorations<'t>(text: &'t str, there: &Outline) -> Vec<&'t str> {
    const CALLS: [&str; 3] = [".decorate(", ".decorateRequest(", ".decorateReply("];
    let runs = |at: usize| {
        [&there.dead, &there.comments, &there.strings].iter().all(|all| !all.iter().any(|r| r.contains(&at)))
    };
    let calls = CALLS.iter().flat_map(|call| text.match_indices(call)).filter(|(at, _)| runs(*at));
    let named = calls.filter_map(|(at, call)| {
        let given = text[at + call.len()..].trim_start();
        let quote = given.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
        given[1..].split_once(quote).map(|(name, _)| name)
    });
    named.filter(|name| !name.is_empty()).collect()
}

/// What Fastify and its requests are mostly called.
const INSTANCES: [&str; 10] =
    ["fastify", "app", "server", "instance", "request", "req", "reply", "res", "this", "api"];

/// Tells whether a name is asked of an instance: `request.server.desks`.
fn asks_instance(piece: &str, name: &str) -> bool {
    INSTANCES.iter().any(|of| {
        piece.match_indices(&format!("{of}.{name}")).any(|(at, found)| {
            let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            !piece[..at].ends_with(joins) && !piece[at + found.len()..].starts_with(joins)
        })
    })
}

/// Tells whether a name is taken out of an instance: `const { desks } = fastify`.
fn is_taken(text: &str, name: &str) -> bool {
    text.match_indices("} =").any(|(at, sign)| {
        let list = text[..at].rfind('{').map_or("", |open| &text[open + 1..at]);
        let value = text[at + sign.len()..].trim_start();
        let end = value.find(|c: char| !(c.is_alphanumeric() || "_$.".contains(c))).unwrap_or(value.len());
        let of = value[..end].rsplit('.').next().unwrap_or("");
        let called = value[end..].starts_with('(');
        has_word(list, name) && INSTANCES.contains(&of) && !called
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_calls_the_action_it_names_or_the_one_without_a_name() {
        let server = "export const actions = { open: async () => {}, close };";
        for (form, found) in [
            ("<form method=\"POST\" action=\"?/open\">", true),
            ("<form method=\"POST\"><button formaction=\"?/close\">", true),
            ("<form method=\"POST\" action={`?/open&id=${id}`}>", true),
            ("<form method=\"POST\" action=\"?/burn\">", false),
            ("<form method=\"POST\">", false),
            ("<form action=\"/open\">", false),
        ] {
            assert_eq!(names_action(form, server), found, "{form}");
        }
        assert!(names_action(
            "<form method=\"POST\" use:enhance>",
            "export const actions = { default: open };"
        ));
    }

    #[test]
    fn a_name_is_taken_out_of_an_instance_alone() {
        for (text, found) in [
            ("const { desks } = fastify;", true),
            ("const { rooms, desks } = request.server\n", true),
            ("const { desks } = make();", false),
            ("const { desks } = app();", false),
            ("const { desks } = store;", false),
            ("const desks = { all } = fastify;", false),
        ] {
            assert_eq!(is_taken(text, "desks"), found, "{text}");
        }
        assert!(asks_instance("await request.server.desks.all()", "desks"));
        assert!(!asks_instance("await store.desks.all()", "desks"));
    }
}
