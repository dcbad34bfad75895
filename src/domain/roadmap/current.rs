//! STATE.md → the current phase.

use super::lines::{Comments, Fences, numbered};
use super::title::phase_title;
use crate::domain::plan::layout::prefixed;

/// Reads the current phase of a STATE.md: `Phase: 4 of 4 (Name)`, `**Phase:** 2 -- Name`, `current_phase: 03`,
/// `Phase 3 of 5`, `| Current Phase | 3 |`.
pub fn current_phase(text: &str) -> Option<String> {
    let mut fallback = None;
    let (mut comments, mut fences) = (Comments::of(text), Fences::of(text));
    for (number, line) in numbered(text) {
        if comments.hold(number, line.trim()) || fences.hold(number, line.trim()) {
            continue;
        }
        if let Some(number) = of_row(line).or_else(|| of_count(line)) {
            return Some(number);
        }
        let bare = line.trim().trim_start_matches(['-', '*', '#', ' ', '>']);
        let lower = bare.to_ascii_lowercase();
        let strong = ["current_phase", "current phase", "phase"].iter().find(|w| {
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
    number.filter(|_| ["current phase", "current_phase", "phase"].contains(&name.as_str()))
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
