//! STATE.md → the current phase.

use super::lines::{Comments, Fences, heading, numbered};
use super::title::phase_title;
use crate::domain::plan::layout::prefixed;

/// What the current phase is called.
const NAMES: [&str; 5] = ["current_phase", "current phase", "active_phase", "active phase", "phase"];

/// Reads the current phase of a STATE.md: `Phase: 4 of 4 (Name)`, `**Phase:** 2 -- Name`, `current_phase: 03`,
/// `Phase 3 of 5`, `| Current Phase | 3 |`, `**Active phase**: Phase 3`, `## Current Phase` above `Phase 3: Name`.
pub fn current_phase(text: &str) -> Option<String> {
    let mut fallback = None;
    // The line above, but for empty ones, was a heading that names the current phase.
    let mut headed = false;
    let (mut comments, mut fences) = (Comments::of(text), Fences::of(text));
    for (number, line) in numbered(text) {
        if comments.hold(number, line.trim()) || fences.hold(number, line.trim()) {
            continue;
        }
        if let Some(number) = of_row(line).or_else(|| of_count(line)) {
            return Some(number);
        }
        if !line.trim().is_empty() {
            let below = std::mem::replace(&mut headed, names_current(line));
            if let Some(number) = below_heading(line).filter(|_| below) {
                return Some(number);
            }
        }
        let bare = line.trim().trim_start_matches(['-', '*', '#', ' ', '>']);
        let lower = bare.to_ascii_lowercase();
        let strong = NAMES.iter().find(|w| {
            lower.strip_prefix(**w).is_some_and(|r| r.trim_start_matches('*').trim_start().starts_with(':'))
        });
        let focus = lower.starts_with("current focus");
        if strong.is_none() && !focus {
            continue;
        }
        let Some((_, value)) = bare.split_once(':') else { continue };
        let value = value.trim_matches(['*', ' ', '"', '\'', '[', '`']);
        let found = phase_title(value)
            .map(|(number, _)| number)
            .or_else(|| if focus { None } else { leading(value) });
        match (found, focus) {
            (Some(number), false) => return Some(number),
            (Some(number), true) => fallback = fallback.or(Some(number)),
            (None, _) => {}
        }
    }
    fallback
}

/// Reads `| Current Phase | 3 |`.
fn of_row(line: &str) -> Option<String> {
    let mut cells = line.trim().strip_prefix('|')?.split('|').map(|cell| cell.trim().trim_matches('*'));
    let name = cells.next()?.to_ascii_lowercase();
    let value = cells.next()?;
    let number = phase_title(value).map(|(number, _)| number).or_else(|| leading(value));
    number.filter(|_| NAMES.contains(&name.as_str()))
}

/// Tells whether a line is a heading that says no more than that the current phase follows.
fn names_current(line: &str) -> bool {
    // In bold alone on its line it is one as well.
    let bold = || line.trim().strip_prefix("**")?.trim_end_matches(':').strip_suffix("**");
    let Some(title) = heading(line).map(|(_, title)| title).or_else(bold) else { return false };
    let name = title.trim().trim_matches(['*', ':']).to_ascii_lowercase();
    name != "phase" && NAMES.contains(&name.as_str())
}

/// Reads `Phase 3: Name`, `**3 — Name**` below such a heading. A year or a count of something is no phase.
fn below_heading(line: &str) -> Option<String> {
    let bare = line.trim().trim_start_matches(['-', '*', ' ', '>', '`']);
    phase_title(bare).map(|(number, _)| number).or_else(|| {
        let number = leading(bare)?;
        let behind = bare.strip_prefix(number.as_str())?.trim_start();
        let year = number.len() == 4 && number.bytes().all(|b| b.is_ascii_digit());
        let ended = behind.is_empty() || behind.starts_with([':', '—', '–', '-', '(', '*', '`']);
        (!year && (ended || behind.starts_with("of "))).then_some(number)
    })
}

/// Reads `Phase 3 of 5`.
fn of_count(line: &str) -> Option<String> {
    let (number, rest) = phase_title(line.trim().trim_start_matches(['-', '*', ' ', '>']))?;
    let rest = rest.strip_prefix("of ")?;
    rest.starts_with(|c: char| c.is_ascii_digit()).then_some(number)
}

/// Returns the number a text begins with.
fn leading(text: &str) -> Option<String> {
    let word = text.split([' ', '*', '"', '\'', '`', '(', ':']).next().unwrap_or_default();
    if prefixed(word).is_some_and(|(_, rest)| rest.is_empty()) {
        return Some(word.to_owned());
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(text.len());
    let number = text[..end].trim_end_matches('.');
    number.starts_with(|c: char| c.is_ascii_digit()).then(|| number.to_owned())
}
