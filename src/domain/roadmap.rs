//! ROADMAP.md, REQUIREMENTS.md and STATE.md → values (SPEC 8.2). Read only; nothing here is ever written.
//!
//! Reading never fails: what does not look like a phase is passed over, and guesses are remarks.

pub mod requirements;

use serde::{Deserialize, Serialize};

use super::review::Remark;

/// What a roadmap says of its phases.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roadmap {
    /// In the order of the file; a phase described twice stands once.
    pub phases: Vec<Phase>,
    pub remarks: Vec<Remark>,
}

/// One phase of a roadmap. Lines count from 1 in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// As written: `3`, `03`, `14.1`.
    pub number: String,
    pub name: String,
    pub goal: Option<String>,
    pub success_criteria: Vec<Criterion>,
    /// Requirement ids, ranges such as `AUTH-01 to AUTH-03` written out.
    pub requirements: Vec<String>,
    pub depends_on: Option<String>,
    pub line: u32,
}

/// Something that must be true when the phase is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Criterion {
    pub text: String,
    pub line: u32,
}

impl Roadmap {
    /// Returns the phase with a number given as `3`, `03` or `03-auth`. `1.10` is not `1.1`.
    pub fn phase(&self, number: &str) -> Option<&Phase> {
        let wanted = number_key(number);
        self.phases.iter().find(|p| number_key(&p.number) == wanted)
    }
}

/// Returns a phase number without slug and leading zeros.
pub fn number_key(number: &str) -> String {
    let text = number.trim();
    let lower = text.to_ascii_lowercase();
    let text = lower.strip_prefix("phase").map_or(text, |rest| &text[text.len() - rest.len()..]).trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let digits = text[..end].trim_end_matches('.');
    // A letter right behind the number belongs to it: `12a`.
    let letter =
        text[digits.len()..].chars().next().filter(char::is_ascii_alphabetic).filter(|_| !digits.is_empty());
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let whole = match whole.trim_start_matches('0') {
        "" if !whole.is_empty() => "0",
        kept => kept,
    };
    match (digits.is_empty(), letter) {
        (true, _) => text.to_owned(),
        (false, Some(letter)) => format!("{whole}{rest}{}", letter.to_ascii_lowercase()),
        (false, None) => format!("{whole}{rest}"),
    }
}

/// What the lines after a label belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Goal,
    Criteria,
    Requirements,
    Depends,
    Other,
}

/// Reads a roadmap.
pub fn read(text: &str) -> Roadmap {
    let mut roadmap = Roadmap::default();
    let mut open: Option<(Phase, usize)> = None;
    let mut part = Part::Other;
    let mut fence = false;
    let mut comments = Comments::of(text);
    for (number, line) in numbered(text) {
        let bare = line.trim();
        if comments.hold(number, bare) {
            continue;
        }
        if bare.starts_with("```") || bare.starts_with("~~~") {
            fence = !fence;
            continue;
        }
        if fence {
            continue;
        }
        let bold = || bold_phase(bare).filter(|_| open.as_ref().is_none_or(|(_, of)| *of == BOLD));
        if let Some((level, title)) = heading(line).or_else(bold) {
            let criteria = matches!(label_of(title), Some(Part::Criteria));
            match phase_title(title) {
                Some((id, name)) => {
                    keep(&mut roadmap, open.take());
                    open = Some((Phase { number: id, name, line: number, ..Phase::default() }, level));
                    part = Part::Other;
                }
                None if open.as_ref().is_some_and(|(_, of)| level <= *of) => keep(&mut roadmap, open.take()),
                None => part = if criteria { Part::Criteria } else { label_of(title).unwrap_or(Part::Other) },
            }
            continue;
        }
        // Finished phases are often nothing but a line in a checklist.
        if part != Part::Criteria
            && let Some((id, name)) = listed_phase(bare)
        {
            let phase = Phase { number: id, name, line: number, ..Phase::default() };
            keep(&mut roadmap, Some((phase, 0)));
            continue;
        }
        let Some((phase, _)) = &mut open else { continue };
        match label(line) {
            Some((found, rest)) => {
                part = found;
                take(phase, part, rest, number);
            }
            None => take(phase, part, line, number),
        }
    }
    keep(&mut roadmap, open);
    roadmap.phases.iter_mut().for_each(|p| p.requirements.dedup());
    roadmap
}

/// The level of a phase whose heading is a bold line: below every real one.
const BOLD: usize = 7;

/// Reads `**Phase 3: Pay**` alone on a line, where no real heading has opened a phase.
fn bold_phase(line: &str) -> Option<(usize, &str)> {
    let inner = line.strip_prefix("**")?.trim_end_matches(':').strip_suffix("**")?;
    (!inner.contains("**") && phase_title(inner).is_some()).then_some((BOLD, inner))
}

/// Tells which lines stand in comments. One that nothing closes is none.
struct Comments {
    last_close: u32,
    inside: bool,
}

impl Comments {
    fn of(text: &str) -> Self {
        let last_close = numbered(text).filter(|(_, line)| line.contains("-->")).map(|(n, _)| n).last();
        Self { last_close: last_close.unwrap_or(0), inside: false }
    }

    /// Whether a line belongs to a comment that begins its line.
    fn hold(&mut self, number: u32, bare: &str) -> bool {
        let held = self.inside || (number <= self.last_close && bare.starts_with("<!--"));
        if held {
            self.inside = !bare.contains("-->");
        }
        held
    }
}

/// Returns the lines with their numbers.
fn numbered(text: &str) -> impl Iterator<Item = (u32, &str)> {
    text.lines().enumerate().map(|(n, line)| (u32::try_from(n + 1).unwrap_or(u32::MAX), line.trim_end()))
}

/// Adds a finished phase. A phase described twice is the fuller one; lists of phases come before the details.
fn keep(roadmap: &mut Roadmap, phase: Option<(Phase, usize)>) {
    let Some((phase, _)) = phase else { return };
    let wanted = number_key(&phase.number);
    let Some(known) = roadmap.phases.iter_mut().find(|p| number_key(&p.number) == wanted) else {
        roadmap.phases.push(phase);
        return;
    };
    let weight =
        |p: &Phase| p.success_criteria.len() * 2 + p.requirements.len() + usize::from(p.goal.is_some());
    let message =
        format!("phase {} is described twice, in lines {} and {}", phase.number, known.line, phase.line);
    if weight(known) > 0 && weight(&phase) > 0 {
        roadmap.remarks.push(Remark::new(phase.line, "duplicate_phase", message));
    }
    if weight(&phase) > weight(known) {
        *known = phase;
    }
}

/// Puts a line where it belongs.
fn take(phase: &mut Phase, part: Part, line: &str, number: u32) {
    let text = line.trim();
    if text.is_empty() {
        return;
    }
    match part {
        Part::Goal => match &mut phase.goal {
            // The goal is one paragraph; a list or rule after it is something else.
            Some(goal) if !text.starts_with(['-', '*', '|']) => {
                goal.push(' ');
                goal.push_str(text);
            }
            Some(_) => {}
            None => phase.goal = Some(text.to_owned()),
        },
        Part::Criteria => criterion(phase, line, number),
        Part::Requirements => requirements::ids_in(text, &mut phase.requirements),
        Part::Depends => phase.depends_on = phase.depends_on.take().or_else(|| Some(text.to_owned())),
        Part::Other => {}
    }
}

/// Adds a list line as a criterion; an indented line that is none goes on with the one before.
fn criterion(phase: &mut Phase, line: &str, number: u32) {
    let text = line.trim();
    if text.starts_with("---") {
        return;
    }
    match list_item(text) {
        Some(item) => phase.success_criteria.push(Criterion { text: item.to_owned(), line: number }),
        None if phase.success_criteria.is_empty() => {
            // One criterion behind the label; prose that leads over to a list ends in a colon.
            if !text.ends_with(':') {
                phase.success_criteria.push(Criterion { text: text.to_owned(), line: number });
            }
        }
        None => {
            if let Some(last) = phase.success_criteria.last_mut().filter(|_| line.starts_with([' ', '\t'])) {
                last.text.push(' ');
                last.text.push_str(text);
            }
        }
    }
}

/// Returns a list line's text without bullet, number and checkbox.
fn list_item(text: &str) -> Option<&str> {
    let bullet = ["- ", "* ", "+ "].iter().find_map(|b| text.strip_prefix(b));
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = || {
        (digits.len() < text.len())
            .then(|| digits.strip_prefix(". ").or_else(|| digits.strip_prefix(") ")))
            .flatten()
    };
    let item = bullet.or_else(counted)?.trim();
    let boxed = ["[ ]", "[x]", "[X]"].iter().find_map(|b| item.strip_prefix(b));
    Some(boxed.map_or(item, str::trim_start)).filter(|t| !t.is_empty())
}

/// Returns a heading's level and text.
fn heading(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with([' ', '\t'])).then(|| (level, rest.trim()))
}

/// Reads `Phase 3: Name`, `✅ Phase 03 — Name`, `**Phase 14.1: Name** (INSERTED)`.
fn phase_title(title: &str) -> Option<(String, String)> {
    let bare = title.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    let bare = bare.strip_prefix("x] ").unwrap_or(bare);
    let rest = bare.get(..5).filter(|w| w.eq_ignore_ascii_case("phase")).map(|_| &bare[5..])?;
    let rest = rest.strip_prefix([' ', '-'])?.trim_start();
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches('.');
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let after = &rest[number.len()..];
    let name =
        after.trim_start_matches([':', '.', ')', '-', '—', '–', ' ', '*']).trim_end_matches(['*', ' ']);
    Some((number.to_owned(), name.to_owned()))
}

/// Reads `- [x] **Phase 1: Base** — notes` and `- [ ] Phase 2: Login (3 plans)`.
fn listed_phase(line: &str) -> Option<(String, String)> {
    let boxed = ["- [ ] ", "- [x] ", "- [X] "].iter().find_map(|b| line.strip_prefix(b))?;
    let title = match boxed.strip_prefix("**") {
        Some(bold) => bold.split("**").next()?,
        None => boxed.split(" (").next()?.split(" — ").next()?,
    };
    phase_title(title)
}

/// Reads `**Goal:** …`, `**Success Criteria** (what must be TRUE):`, `- **Requirements**: …`, `Goal: …`.
fn label(line: &str) -> Option<(Part, &str)> {
    let bare = line.trim_start().trim_start_matches("- ").trim_start_matches("* ");
    let (word, rest) = match bare.strip_prefix("**") {
        Some(inner) => inner.split_once("**")?,
        None if !line.starts_with([' ', '\t', '|']) => bare.split_once(':').filter(|(w, _)| w.len() < 40)?,
        None => return None,
    };
    let bold = bare.starts_with("**");
    let part = match label_of(word) {
        Some(part) => part,
        // Another bold label at the start of a line ends the part; a bold word inside a list does not.
        None if bold && line.starts_with("**") => Part::Other,
        None => return None,
    };
    let mut rest = rest.trim_start();
    // A note between label and colon: `(what must be TRUE):`.
    if let Some((note, after)) = rest.strip_prefix('(').and_then(|r| r.split_once("):"))
        && !note.contains(')')
    {
        rest = after;
    } else if part == Part::Criteria && rest.starts_with('(') && rest.ends_with(')') {
        rest = "";
    }
    Some((part, rest.trim_start_matches(':').trim()))
}

fn label_of(word: &str) -> Option<Part> {
    let word = word.split('(').next().unwrap_or("").trim().trim_end_matches(':').to_ascii_lowercase();
    match word.as_str() {
        "goal" | "phase goal" | "objective" => Some(Part::Goal),
        "success criteria"
        | "success criterion"
        | "acceptance criteria"
        | "exit criteria"
        | "must be true" => Some(Part::Criteria),
        "requirements" | "requirement" | "requirement ids" | "reqs" | "requirements covered" => {
            Some(Part::Requirements)
        }
        "depends on" | "dependencies" | "depends" | "deps" => Some(Part::Depends),
        // The list of a phase's plans ends what stands before it, in bold or bare.
        "plans" => Some(Part::Other),
        _ => None,
    }
}

/// Reads the current phase of a STATE.md: `Phase: 4 of 4 (Name)`, `**Phase:** 2 -- Name`, `current_phase: 03`.
pub fn current_phase(text: &str) -> Option<String> {
    let mut fallback = None;
    for (_, line) in numbered(text) {
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
        let found = phase_title(value).map(|(number, _)| number).or_else(|| {
            let end = value.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(value.len());
            let number = value[..end].trim_end_matches('.');
            (number.starts_with(|c: char| c.is_ascii_digit()) && !focus).then(|| number.to_owned())
        });
        match (found, focus) {
            (Some(number), false) => return Some(number),
            (Some(number), true) => fallback = fallback.or(Some(number)),
            (None, _) => {}
        }
    }
    fallback
}

#[cfg(test)]
mod tests;
