//! Controllers of Rails: the framework finds one by its place where a route leads there. A route that is commented out, or
//! stands in a text that no call takes, leads nowhere.

use std::ops::Range;

use super::place::{BY_PLACE, Placed};
use super::{Project, role};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Hollow, HollowBody, Outline, line_of};

/// Words by which a line of Ruby draws a route to a controller.
const DRAWS: [&str; 12] = [
    "resources",
    "resource",
    "get",
    "post",
    "put",
    "patch",
    "delete",
    "match",
    "root",
    "to",
    "controller",
    "devise_for",
];
/// Words around routes that say where their controllers lie, and lead to none by themselves.
const AROUND: [&str; 5] = ["namespace", "scope", "devise_scope", "direct", "mount"];

/// Tells whether code, without its texts, draws a route.
pub(crate) fn draws_route(bare: &str) -> bool {
    DRAWS.iter().any(|word| super::has_word(bare, word))
}

/// The names under which routes speak of a controller: `orders` and `order` of `admin/orders_controller.rb`.
pub(super) fn names(path: &RepoPath) -> Option<Vec<String>> {
    let name = role::stem(path).strip_suffix("_controller").filter(|n| n.len() > 1)?;
    let mut names = vec![name.to_owned()];
    names.extend(name.strip_suffix("ies").map(|n| format!("{n}y")));
    names.extend(name.strip_suffix("es").map(str::to_owned));
    names.extend(name.strip_suffix('s').map(str::to_owned));
    Some(names)
}

impl Project<'_> {
    /// Returns the outline of a controller without the actions that have nothing to do, where a view of their name shows what
    /// is to be seen; nothing where it has none.
    pub(crate) fn without_shown_actions(&self, path: &RepoPath, outline: &Outline) -> Option<Outline> {
        let controller = path.as_str().strip_suffix("_controller.rb")?;
        let (root, name) = controller.split_once("app/controllers/")?;
        if !self.manifests.rails_app(path) {
            return None;
        }
        let is_shown = |body: &HollowBody| {
            let view = format!("{root}app/views/{name}/{}.", body.name);
            let action = outline.symbols.iter().any(|s| s.name == body.name && s.exported);
            body.what == Hollow::Empty
                && body.takes == 0
                && action
                && self.survey.paths.iter().any(|p| p.as_str().starts_with(&view))
        };
        let mut own = outline.clone();
        own.hollow.retain(|body| !is_shown(body));
        (own.hollow.len() < outline.hollow.len()).then_some(own)
    }
}

/// Tells how a controller is found: by a route. Nothing where all that names it is no route.
pub(super) fn controller(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    let Some(names) = names(path) else { return Placed::firm(BY_PLACE) };
    let root = path.as_str().split_once("app/controllers/").map_or("", |(root, _)| root);
    let drawn = |file: &&RepoPath| {
        let inner = file.as_str().strip_prefix(root).unwrap_or("");
        inner == "config/routes.rb" || inner.starts_with("config/routes/") && inner.ends_with(".rb")
    };
    let mut files = project.survey.paths.iter().filter(drawn).peekable();
    if files.peek().is_none() {
        return Placed::firm(BY_PLACE);
    }
    let mut idle = None;
    for file in files {
        let (Some(outline), Some(text)) = (project.outline(file), project.text(file)) else { continue };
        for (at, name) in names.iter().flat_map(|name| text.match_indices(name.as_str())) {
            let joins = |c: char| c.is_alphanumeric() || c == '_';
            let whole = !text[..at].chars().next_back().is_some_and(joins)
                && !text[at + name.len()..].chars().next().is_some_and(joins);
            if !whole {
                continue;
            }
            let within = |ranges: &[Range<usize>]| ranges.iter().any(|r| r.contains(&at));
            if !within(&outline.comments) && !within(&outline.dead) && draws(text, at, &outline.strings) {
                return Placed::firm(BY_PLACE);
            }
            idle.get_or_insert_with(|| line_of(text, at));
        }
    }
    match idle {
        Some(_) => None,
        None => Placed::maybe("the framework finds controllers by routes, and none was found that names it"),
    }
}

/// Tells whether the line of a place draws a route, by its words outside of texts.
fn draws(text: &str, at: usize, strings: &[Range<usize>]) -> bool {
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    let code: String = text[start..end]
        .char_indices()
        .map(|(i, c)| if strings.iter().any(|r| r.contains(&(start + i))) { ' ' } else { c })
        .collect();
    draws_route(&code) || AROUND.iter().any(|word| super::has_word(&code, word))
}
