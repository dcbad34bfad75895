//! What a phase holds that its reader knows nothing of: where no success criteria were read, it may be them.

use std::collections::HashMap;

use super::items::{list_item, names_plan};
use super::label::{names_field, names_other};
use super::{Phase, Remark, number_key, short};

/// A place that nobody knows: its line, and the label there, if one stands above.
#[derive(Clone)]
struct Place {
    line: u32,
    label: Option<String>,
}

/// The first such place of each description of a phase.
#[derive(Default)]
pub(super) struct Unread {
    /// The label that stands above, where it names no part that is known.
    above: Option<Place>,
    /// The label above names something else than criteria.
    other: bool,
    /// The first label that nobody knows, and the first with a list below it.
    label: Option<Place>,
    listed: Option<Place>,
    /// By the number of its phase, each with the line of the phase.
    kept: HashMap<String, Vec<(u32, Place)>>,
}

impl Unread {
    /// Forgets what was seen of the phase before.
    pub(super) fn begin(&mut self) {
        (self.above, self.label, self.listed, self.other) = (None, None, None, false);
    }

    /// Takes note of the label that a part begins with; of none, where it is known.
    pub(super) fn below(&mut self, label: Option<(&str, u32)>) {
        self.other = label.is_some_and(|(word, _)| names_other(word) || names_field(word));
        let place = label.filter(|_| !self.other).map(|(word, line)| Place {
            line,
            label: Some(short(word.trim_matches(|c: char| !c.is_alphanumeric()))),
        });
        self.label = self.label.take().or_else(|| place.clone());
        self.above = place;
    }

    /// Takes note of a line that is part of nothing.
    pub(super) fn line(&mut self, text: &str, line: u32) {
        if self.other || list_item(text).is_none() && !text.contains("<li>") {
            return;
        }
        if names_plan(text) {
            self.other = true;
        } else if self.listed.is_none() {
            self.listed = Some(self.above.clone().unwrap_or(Place { line, label: None }));
        }
    }

    /// Keeps what nobody knows of a finished phase without criteria; tells whether there is any.
    pub(super) fn of(&mut self, phase: &Phase) -> bool {
        let place = self.listed.take().or_else(|| self.label.take());
        let Some(place) = place.filter(|_| phase.success_criteria.is_empty()) else { return false };
        self.kept.entry(number_key(&phase.number)).or_default().push((phase.line, place));
        true
    }

    /// Says of each phase without criteria what may be them.
    pub(super) fn told(&self, phases: &[Phase]) -> Vec<Remark> {
        let all = phases.iter().filter(|phase| phase.success_criteria.is_empty());
        let told = all.filter_map(|phase| {
            let places = self.kept.get(&number_key(&phase.number))?;
            let own = places.iter().find(|(of, _)| *of == phase.line);
            let (of, place) = own.or_else(|| places.first())?;
            let what = match &place.label {
                Some(label) => format!("`{label}` in line {} names no part of a phase that is known", place.line),
                None => format!("the list from line {} on stands below no label that is known", place.line),
            };
            let message = format!(
                "no success criteria of phase {} were read; {what}: if these are the criteria, write `**Success Criteria:**` above them",
                phase.number
            );
            // What stands elsewhere is said of the line that the phase was found in.
            let line = if *of == phase.line { place.line } else { phase.line };
            Some(Remark::new(line, "criteria_unread", message))
        });
        told.collect()
    }
}
