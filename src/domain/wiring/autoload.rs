//! Plugins of Fastify that `@fastify/autoload` takes from a folder: `app.register(load, { dir: join(here, 'routes') })`.

use super::mention::joined;
use super::pattern::call_at;
use super::{Project, Wired, awake, is_test, role};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline, line_of};

/// The library, by whose name its users are found.
pub(super) const LIBRARY: &str = "@fastify/autoload";
/// Options by which it leaves some files out.
const LEAVES_OUT: [&str; 6] =
    ["ignorePattern", "ignoreFilter", "matchFilter", "maxDepth", "indexPattern", "scriptPattern"];
/// The endings of files that it loads.
const LOADED: [&str; 6] = ["ts", "js", "mts", "mjs", "cts", "cjs"];
/// Most files that are looked at.
const MOST: usize = 100;

/// Looks for a call that takes the plugins of a folder in which a file lies.
pub(super) fn taken(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let own = project.outline(path).filter(|o| o.grammar.is_script())?;
    let text = project.text(path)?;
    let gives = own.exports().any(|s| s.name == "default") || text.contains("module.exports");
    let folder = path.parent()?;
    let beside = |end: &&str| folder.join(&format!("index.{end}")).is_ok_and(|file| project.exists(&file));
    // Where a folder has an index, that alone is loaded of it.
    let passed_over = role::stem(path) != "index" && LOADED.iter().any(beside);
    let ending = path.file_name().rsplit_once('.').map_or("", |(_, ending)| ending);
    if !gives || passed_over || !LOADED.contains(&ending) || text.contains("autoload = false") {
        return None;
    }
    let holders = project.survey.mentions.get(LIBRARY).into_iter().flatten();
    let users =
        holders.filter(|p| *p != path && !is_test(p) && Grammar::of(p).is_some_and(Grammar::is_script));
    let mut doubt = None;
    for file in users.take(MOST) {
        let (Some(text), Some(outline)) = (project.text(file), project.outline(file)) else { continue };
        let awake = awake::of(project, file, &outline);
        let outline = awake.as_ref().unwrap_or(&outline);
        for (at, dir, whole) in calls(text, outline) {
            let Some(folder) = joined(file.parent().as_ref(), &dir) else { continue };
            if !path.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/')) {
                continue;
            }
            let line = line_of(text, at);
            if whole {
                let how = format!("its folder `{folder}` is loaded at {file}:{line}");
                return Some(Wired::Yes { file: file.clone(), line, how });
            }
            let why =
                format!("its folder `{folder}` is loaded at {file}:{line}, and not all that lies there");
            doubt.get_or_insert(Wired::CannotTell(why));
        }
    }
    doubt
}

/// The places where a file has a folder loaded, with that and whether all of it is taken.
fn calls(text: &str, outline: &Outline) -> Vec<(usize, String, bool)> {
    let from = outline.imports.iter().filter(|i| i.from == LIBRARY && !i.passes_on);
    let names: Vec<&str> =
        from.flat_map(|i| &i.names).filter(|n| !n.type_only).map(|n| n.local.as_str()).collect();
    let runs = |at: usize| {
        [&outline.comments, &outline.strings, &outline.dead]
            .iter()
            .all(|ranges| !ranges.iter().any(|r| r.contains(&at)))
    };
    let registers = text.match_indices(".register(").filter(|(at, _)| runs(*at));
    let call = |(at, word): (usize, &str)| {
        let call = call_at(text, at + 1);
        let given = call.get(word.len() - 1..)?.trim_start();
        let name = given.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).next()?;
        names.contains(&name).then_some(())?;
        let within = at..at + 1 + call.len();
        let is_dir = |place: usize| text[..place].trim_end().ends_with("dir:");
        let dir = outline.joined.iter().find(|(place, _)| within.contains(place) && is_dir(*place))?;
        Some((at, dir.1.clone(), !LEAVES_OUT.iter().any(|option| call.contains(option))))
    };
    registers.filter_map(call).collect()
}
