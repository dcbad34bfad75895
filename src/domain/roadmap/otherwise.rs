//! Phases of a roadmap that never says "phase": numbered headings, or the rows of one table. Tried only where nothing
//! else was found.

use super::lines::{Comments, Fences, heading, numbered};
use super::{Criterion, Phase, Roadmap, items, leave_unwritten};

/// Returns the phases by their numbered headings, else by the rows of a table.
pub(super) fn roadmap(text: &str) -> Roadmap {
    let rows = rows(text);
    if rows.phases.is_empty() { headings(text) } else { rows }
}

/// Reads `## 3. Pay`: the parts below are read as of any other phase.
fn headings(text: &str) -> Roadmap {
    let (mut comments, mut fences) = (Comments::of(text), Fences::of(text));
    let mut named = String::new();
    for (number, line) in numbered(text) {
        let bare = line.trim();
        let hidden = comments.hold(number, bare) || fences.hold(number, bare);
        let title = heading(line).filter(|(level, _)| !hidden && *level > 1);
        match title {
            Some((level, title)) if title.starts_with(|c: char| c.is_ascii_digit()) => {
                named.push_str(&"#".repeat(level));
                named.push_str(" Phase ");
                named.push_str(title);
            }
            Some(_) | None => named.push_str(line),
        }
        named.push('\n');
    }
    // What the second reading finds nothing in either is no roadmap: it is not tried a third time.
    let mut found = super::read_named(&named);
    found.phases.retain(|phase| super::weight(phase) > 0);
    if found.phases.is_empty() {
        found.remarks.clear();
    }
    found
}

/// Reads the rows of a table whose first column is the phase.
fn rows(text: &str) -> Roadmap {
    let (mut comments, mut fences) = (Comments::of(text), Fences::of(text));
    let mut head: Option<Vec<String>> = None;
    let mut out: Vec<Phase> = Vec::new();
    let mut remarks = Vec::new();
    for (line_number, line) in numbered(text) {
        let bare = line.trim();
        if comments.hold(line_number, bare) || fences.hold(line_number, bare) || !bare.starts_with('|') {
            head = None;
            continue;
        }
        let cells: Vec<&str> = bare.trim_matches('|').split('|').map(str::trim).collect();
        let Some(names) = &head else {
            head = Some(cells.iter().map(|c| c.trim_matches('*').to_ascii_lowercase()).collect());
            continue;
        };
        if !names.first().is_some_and(|first| ["phase", "#", "no", "no."].contains(&first.as_str())) {
            continue;
        }
        let cell = |wanted: &[&str]| {
            let at = names.iter().position(|name| wanted.contains(&name.as_str()))?;
            cells.get(at).copied().filter(|c| !c.is_empty())
        };
        let first = cells.first().map(|c| c.trim_matches('*')).unwrap_or_default();
        let end = first.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(first.len());
        let number = first[..end].trim_end_matches('.');
        if !number.starts_with(|c: char| c.is_ascii_digit()) || out.iter().any(|known| known.number == number)
        {
            continue;
        }
        let behind = first[end..].trim_start_matches([':', '.', ')', '-', '—', '–', ' ']).trim();
        let name =
            if behind.is_empty() { cell(&["name", "title", "phase name"]).unwrap_or("") } else { behind };
        let criteria = cell(&["success criteria", "success criterion", "criteria", "acceptance criteria"]);
        let criterion = |text: &str| Criterion { text: text.to_owned(), line: line_number };
        let mut success_criteria: Vec<Criterion> =
            criteria.map(items::of_cell).unwrap_or_default().into_iter().map(criterion).collect();
        leave_unwritten(&mut success_criteria, &mut remarks);
        out.push(Phase {
            number: number.to_owned(),
            name: name.trim_matches('*').to_owned(),
            goal: cell(&["goal", "objective"]).map(str::to_owned),
            success_criteria,
            line: line_number,
            ..Phase::default()
        });
    }
    Roadmap { phases: out, remarks }
}
