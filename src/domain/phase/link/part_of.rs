//! Links of Rust that no `use` makes: a module that `mod` makes part of its crate, and a folder that a macro takes in.

use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline};
use crate::domain::wiring::{Project, Wired};

use super::super::code_text::Code;
use super::spoken::statement;

/// Tells whether one of some places declares the other file as a module, and that is in use somewhere.
pub(super) fn declares(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
) -> bool {
    let declared = here.imports.iter().filter(|i| i.declares && here.grammar == Grammar::Rust);
    let meets = |at: &Range<usize>| places.iter().any(|p| p.start < at.end && at.start < p.end);
    declared.filter(|i| meets(&i.at)).any(|i| project.leads_to(from.path, here, i).as_ref() == Some(to))
        && matches!(project.wired(to), Wired::Yes { .. } | Wired::NotAsked(_))
}

/// Tells whether a macro at one of some places takes in the folder that the other file lies in: `sqlx::migrate!("./steps")`.
pub(super) fn embeds(from: &Code<'_>, project: &Project<'_>, places: &[Range<usize>], to: &RepoPath) -> bool {
    const MACROS: [&str; 3] = ["migrate!(", "embed_migrations!(", "include_dir!("];
    if Grammar::of(from.path) != Some(Grammar::Rust) {
        return false;
    }
    places.iter().any(|place| {
        let around = statement(&from.text, place);
        MACROS.iter().flat_map(|call| around.match_indices(call)).any(|(at, call)| {
            let given = around[at + call.len()..].trim_start();
            let folder = match given.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
                Some((folder, _)) => folder.trim_start_matches("$CARGO_MANIFEST_DIR/"),
                None if given.starts_with(')') && !call.starts_with("include") => "migrations",
                None => return false,
            };
            project.lies_in(from.path, folder, to)
        })
    })
}
