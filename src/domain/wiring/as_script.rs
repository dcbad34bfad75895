//! Scripts that are loaded, beside whoever loads them, by the name that a compiler gives them: `preload.js` of Electron for
//! `preload.ts`, `<script src="app.js">` for `app.ts` in the folder of its page.

use super::{Project, Wired, is_test, mention, role};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, line_of};

/// Most files that are searched for one script.
const MOST: usize = 200;

/// Looks for who loads what is made of a file of TypeScript. Where a file of that name is there, it is the one that is meant.
pub(super) fn loaded(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let made = made_of(path).filter(|made| RepoPath::parse(made).is_ok_and(|made| !project.exists(&made)))?;
    let holders = project.survey.mentions.get(role::stem(path)).into_iter().flatten();
    for file in holders.filter(|file| *file != path && !is_test(file)).take(MOST) {
        let Some(text) = project.text(file) else { continue };
        let places = match Grammar::of(file) {
            Some(grammar) if grammar.is_script() && !mention::uses_nothing(file) => {
                from_own_folder(project, file)
            }
            None if is_page(file) && file.parent() == path.parent() => {
                let tagged = |at: usize| mention::line_at(text, at).contains("<script");
                mention::quoted(project, file, text).into_iter().filter(|(at, _)| tagged(*at)).collect()
            }
            _ => continue,
        };
        let leads = |written: &str| mention::joined(file.parent().as_ref(), written).as_ref() == Some(&made);
        if let Some((at, _)) = places.iter().find(|(_, written)| leads(written)) {
            let line = line_of(text, *at);
            let how = format!("what the compiler makes of it is loaded at {file}:{line}");
            return Some(Wired::Yes { file: file.clone(), line, how });
        }
    }
    None
}

/// Paths that a script joins from its own folder where it runs.
fn from_own_folder(project: &Project<'_>, file: &RepoPath) -> Vec<(usize, String)> {
    let Some(outline) = project.outline(file) else { return Vec::new() };
    let runs = |at: usize| !outline.dead.iter().chain(&outline.comments).any(|range| range.contains(&at));
    outline.joined.iter().filter(|(at, _)| runs(*at)).cloned().collect()
}

fn is_page(file: &RepoPath) -> bool {
    [".html", ".htm"].iter().any(|end| file.file_name().ends_with(end))
}

/// The path that a file has once it is compiled where it lies.
fn made_of(path: &RepoPath) -> Option<String> {
    let (bare, extension) = path.as_str().rsplit_once('.')?;
    let made = match extension {
        "ts" | "tsx" if !bare.ends_with(".d") => "js",
        "mts" => "mjs",
        "cts" => "cjs",
        _ => return None,
    };
    Some(format!("{bare}.{made}"))
}
