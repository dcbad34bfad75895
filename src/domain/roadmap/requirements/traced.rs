//! The traceability table of REQUIREMENTS.md: which phase each requirement is given to.

use super::super::lines::{Comments, Fences, numbered, unix};
use super::super::number_key;
use super::left::{gives_up, unstruck};
use super::{announced_in, id_first, is_any_id};

/// What leads from the phase that had a requirement to the one that has it now.
const ARROWS: [&str; 3] = ["→", "->", "=>"];

/// A requirement and the phase that a row of the table gives it to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traced {
    pub id: String,
    /// Without leading zeros.
    pub phase: String,
    /// The row says that the phase does not have it, or has it no longer.
    pub left: bool,
    pub line: u32,
}

/// Which columns hold ids and phases.
#[derive(Clone, Copy)]
struct Columns {
    ids: usize,
    phases: usize,
}

/// Reads the rows of every table that has a column of requirements and one of phases.
pub fn traced(text: &str) -> Vec<Traced> {
    let text = &unix(text);
    let mut out: Vec<Traced> = Vec::new();
    let mut columns: Option<Columns> = None;
    let (mut comments, mut fences) = (Comments::of(text), Fences::of(text));
    for (line, written) in numbered(text) {
        let bare = written.trim();
        if comments.hold(line, bare) || fences.hold(line, bare) || !bare.starts_with('|') {
            columns = None;
            continue;
        }
        let cells: Vec<&str> = bare.trim_matches('|').split('|').map(str::trim).collect();
        let Some(of) = columns else {
            columns = head(&cells);
            continue;
        };
        let (Some(named), Some(phases)) = (cells.get(of.ids), cells.get(of.phases)) else { continue };
        let mut ids = Vec::new();
        let struck = unstruck(named).1;
        announced_in(named, &mut ids);
        if ids.is_empty() {
            ids.extend(id_first(named, is_any_id).filter(|(_, rest)| rest.is_empty()).map(|(id, _)| id));
        }
        // Where something of the phases is struck out or leads on, the rest of the cell holds whatever the state says.
        let (kept, changed) = unstruck(phases);
        let (before, now) =
            ARROWS.iter().find_map(|arrow| kept.rsplit_once(arrow)).unwrap_or(("", kept.as_str()));
        let beside = cells.iter().enumerate().filter(|(at, _)| *at != of.ids && *at != of.phases);
        let given_up = !changed && before.is_empty() && beside.into_iter().any(|(_, cell)| gives_up(cell));
        let now = numbers(now);
        let old = numbers(&phases.replace("~~", ",").replace('→', ",").replace("->", ",").replace("=>", ","));
        let old = old.into_iter().filter(|phase| !now.contains(phase));
        let all =
            now.iter().map(|phase| (phase.clone(), struck || given_up)).chain(old.map(|phase| (phase, true)));
        for (phase, left) in all.collect::<Vec<_>>() {
            out.extend(ids.iter().map(|id| Traced { id: id.clone(), phase: phase.clone(), left, line }));
        }
    }
    out
}

/// Returns the columns that a table's head names; nothing where it names other things.
fn head(cells: &[&str]) -> Option<Columns> {
    let names: Vec<String> = cells.iter().map(|cell| cell.trim_matches(['*', ' ']).to_lowercase()).collect();
    let named = |words: &[&str]| names.iter().position(|name| words.contains(&name.as_str()));
    let phases = named(&["phase", "phases"])?;
    let ids = named(&[
        "id",
        "req",
        "req id",
        "req-id",
        "requirement id",
        "requirement",
        "requirements",
        "reqs",
        "ids",
    ])?;
    (ids != phases).then_some(Columns { ids, phases })
}

/// Returns the phases that a cell names: `Phase 3`, `3`, `Phases 3, 14.1`, `Phase 3: Login`.
fn numbers(cell: &str) -> Vec<String> {
    let mut out = Vec::new();
    for piece in cell.split([',', '/', '&', '+', ';']).flat_map(|piece| piece.split(" and ")) {
        let bare = piece.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
        let bare = bare.strip_prefix("phases").or_else(|| bare.strip_prefix("phase")).unwrap_or(&bare);
        let key = number_key(bare.trim_start_matches([' ', '-', '\u{a0}']));
        if key.starts_with(|c: char| c.is_ascii_alphanumeric()) && key.contains(|c: char| c.is_ascii_digit())
        {
            out.push(key);
        }
    }
    out
}
