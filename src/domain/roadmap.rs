//! ROADMAP.md, REQUIREMENTS.md and STATE.md → values (SPEC 8.2). Read only; nothing here is ever written.
//!
//! Reading never fails: what does not look like a phase is passed over, and guesses are remarks.

mod current;
mod label;
mod lines;
mod otherwise;
pub mod requirements;
mod title;

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use serde::{Deserialize, Serialize};

use super::plan::layout::{is_plan_name, number_end};
use super::review::Remark;
pub use current::current_phase;
use label::{label, label_of, names_other};
use lines::{Comments, Fences, heading, numbered, unix};
use title::{BOLD, bold_phase, listed_phase, phase_title, summary, underlined};

/// What a roadmap says of its phases.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roadmap {
    /// In the order of the file; a phase that is described twice stands twice, one that is only listed besides once.
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
    /// Returns the phase with a number given as `3`, `03` or `03-auth`, the fullest where several have it. `1.10` is not
    /// `1.1`.
    pub fn phase(&self, number: &str) -> Option<&Phase> {
        self.phase_of(number, "")
    }

    /// Returns the phase with a number; where several milestones have one, the one whose name is most like the slug of
    /// the phase's folder, then the fullest.
    pub fn phase_of(&self, number: &str, slug: &str) -> Option<&Phase> {
        let wanted = number_key(number);
        let words = |text: &str| -> Vec<String> {
            let lower = text.to_lowercase();
            lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
        };
        let slug = words(slug);
        let shared = |phase: &Phase| words(&phase.name).iter().filter(|word| slug.contains(word)).count();
        let same = self.phases.iter().rev().filter(|p| number_key(&p.number) == wanted);
        same.max_by_key(|phase| (shared(phase), weight(phase)))
    }
}

impl Roadmap {
    /// Says that the roadmap describes a phase more than once, and which description was taken.
    pub fn said_twice(&self, taken: &Phase) -> Option<String> {
        let wanted = number_key(&taken.number);
        let same = self.phases.iter().filter(|p| number_key(&p.number) == wanted && weight(p) > 0);
        let lines: Vec<String> = same.map(|p| p.line.to_string()).collect();
        (lines.len() > 1).then(|| {
            format!(
                "ROADMAP.md describes phase {} in lines {}; the one in line {} ({}) was taken",
                taken.number,
                lines.join(" and "),
                taken.line,
                taken.name
            )
        })
    }
}

impl Roadmap {
    /// Returns what was guessed or passed over within the description of a phase.
    pub fn told_of<'r>(&'r self, taken: &'r Phase) -> impl Iterator<Item = &'r Remark> {
        let next = self.phases.iter().map(|p| p.line).filter(|line| *line > taken.line).min();
        let within = move |line: u32| line > taken.line && next.is_none_or(|next| line < next);
        self.remarks.iter().filter(move |r| r.code != "duplicate_phase" && within(r.line))
    }
}

/// Returns a phase number without slug and leading zeros.
pub fn number_key(number: &str) -> String {
    let text = number.trim();
    let lower = text.to_ascii_lowercase();
    let text = lower.strip_prefix("phase").map_or(text, |rest| &text[text.len() - rest.len()..]).trim();
    let number = text[..number_end(text)].trim_end_matches('.').to_ascii_lowercase();
    if number.is_empty() {
        return text.to_owned();
    }
    let (whole, rest) = number.split_at(number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len()));
    let whole = match whole.trim_start_matches('0') {
        "" if !whole.is_empty() => "0",
        kept => kept,
    };
    format!("{whole}{rest}")
}

/// What the lines after a label belong to.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    Goal,
    Criteria,
    Requirements,
    Depends,
    #[default]
    Other,
}

/// How the label of a group of criteria is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Bold,
    Plain,
    Heading(usize),
}

/// The level of a phase that is an item of a list: its parts stand indented below it.
const LISTED: usize = 8;

/// Reads a roadmap.
pub fn read(text: &str) -> Roadmap {
    let text = &unix(text);
    let mut roadmap = read_named(text);
    if roadmap.phases.is_empty() {
        roadmap.phases = otherwise::phases(text);
    }
    roadmap
}

/// Reads the phases that are called so.
fn read_named(text: &str) -> Roadmap {
    let mut reader = Reader::default();
    let (mut comments, mut fences) = (Comments::of(text), Fences::of(text));
    let mut lines = numbered(text).peekable();
    while let Some((number, line)) = lines.next() {
        let bare = line.trim();
        if comments.hold(number, bare) {
            reader.after_blank = true;
            continue;
        }
        if fences.hold(number, bare) {
            reader.fenced(number, bare);
            reader.after_blank = true;
            continue;
        }
        let below = lines.peek().map_or("", |(_, next)| *next);
        reader.line(number, line, below);
        reader.after_blank = bare.is_empty();
    }
    reader.close();
    reader.roadmap.phases.iter_mut().for_each(|p| p.requirements.dedup());
    reader.roadmap
}

#[derive(Default)]
struct Reader {
    roadmap: Roadmap,
    /// Where the first phase of a number stands among those kept.
    first: HashMap<String, usize>,
    /// The phase that is being read, and the level of its heading.
    open: Option<(Phase, usize)>,
    part: Part,
    /// How far in the label stands that opened the part, where it is an item of a list.
    label_indent: Option<usize>,
    /// How far in the first criterion stands: what stands further in is part of one.
    indent: Option<usize>,
    /// The column of a table that holds the criteria.
    column: Option<usize>,
    /// A criterion was read since the label that opened the part.
    begun: bool,
    /// The label of a group of criteria: how the next one must be written.
    group: Option<Group>,
    /// The level of the heading that opened the part.
    level: Option<usize>,
    /// The number of the last criterion, after which a part ended that may have been a note between two.
    last: Option<u32>,
    /// A list in a code fence was told.
    told_fence: bool,
    after_blank: bool,
}

impl Reader {
    fn close(&mut self) {
        if let Some((phase, _)) = self.open.take() {
            self.keep(phase);
        }
    }

    fn begin(&mut self, part: Part, label_indent: Option<usize>) {
        self.part = part;
        self.label_indent = label_indent;
        self.indent = None;
        self.column = None;
        self.begun = false;
        self.group = None;
        self.level = None;
        self.last = None;
        self.told_fence = false;
    }

    /// Says that the criteria stand in a code fence, where they are an example and not read.
    fn fenced(&mut self, number: u32, bare: &str) {
        let Some((phase, _)) = &self.open else { return };
        if self.part != Part::Criteria || self.begun || self.told_fence || list_item(bare).is_none() {
            return;
        }
        let message = format!(
            "the success criteria of phase {} stand in a code fence and were not read: take the fence away",
            phase.number
        );
        self.roadmap.remarks.push(Remark::new(number, "criteria_fenced", message));
        self.told_fence = true;
    }

    /// Goes on with the criteria where a label of another kind only leads over to a list, names a group of it, or stands
    /// between two items; says whether it does.
    fn goes_on(&mut self, line: &str, found: &label::Label<'_>, number: u32) -> bool {
        if self.part != Part::Criteria || found.part != Part::Other || found.bulleted {
            return false;
        }
        let note = ["note", "nb"]
            .contains(&found.word.trim().trim_end_matches([':', '：']).to_ascii_lowercase().as_str());
        if note && found.bold && self.begun && !found.rest.is_empty() && !found.rest.ends_with(':') {
            if !self.after_blank {
                self.criterion(line, number);
            }
            return true;
        }
        if names_other(found.word) || !found.rest.is_empty() {
            return false;
        }
        let group = if found.bold { Group::Bold } else { Group::Plain };
        self.in_group(group)
    }

    /// Begins a group of the criteria: the first must stand before any, the next be written as the first.
    fn in_group(&mut self, group: Group) -> bool {
        let grouped = match self.group {
            None => !self.begun,
            Some(first) => first == group,
        };
        if grouped {
            self.group = Some(group);
            self.indent = None;
        }
        grouped
    }

    fn line(&mut self, number: u32, line: &str, below: &str) {
        let bare = line.trim();
        let bold = || bold_phase(bare).filter(|_| self.open.as_ref().is_none_or(|(_, of)| *of >= BOLD));
        let found = heading(line).or_else(|| underlined(line, below)).or_else(bold).or_else(|| summary(bare));
        if let Some((level, title)) = found {
            return self.heading(number, level, title);
        }
        // Finished phases are often nothing but a line in a checklist.
        let listed = self.open.as_ref().is_some_and(|(_, of)| *of == LISTED);
        let at_margin = !line.starts_with([' ', '\t']);
        if (self.part != Part::Criteria || listed && at_margin)
            && let Some((id, name)) = listed_phase(bare)
        {
            let phase = Phase { number: id, name, line: number, ..Phase::default() };
            if self.open.as_ref().is_some_and(|(_, of)| *of < LISTED) {
                return self.keep(phase);
            }
            self.close();
            self.open = Some((phase, LISTED));
            return self.begin(Part::Other, None);
        }
        // What stands at the margin does not belong to an item above it.
        if !bare.is_empty() && at_margin && listed {
            self.close();
        }
        if self.open.is_none() {
            return;
        }
        let found = label(line).filter(|found| !self.is_criterion(line, found));
        match found {
            Some(found) if self.goes_on(line, &found, number) => {}
            Some(found) => {
                let last = self.last.filter(|_| found.part == Part::Other);
                self.begin(found.part, found.bulleted.then(|| indent(line)));
                self.last = last;
                self.take(found.rest, number);
            }
            None => {
                // The next number of the list above: what stood between was a note.
                if self.part == Part::Other
                    && at_margin
                    && let Some(last) = self.last
                    && number_of(bare) == Some(last + 1)
                    && !names_plan(bare)
                {
                    self.begin(Part::Criteria, None);
                    self.begun = true;
                }
                self.take(line, number);
            }
        }
    }

    fn heading(&mut self, number: u32, level: usize, title: &str) {
        match phase_title(title) {
            Some((id, name)) => {
                self.close();
                self.open = Some((Phase { number: id, name, line: number, ..Phase::default() }, level));
                self.begin(Part::Other, None);
            }
            None if self.open.as_ref().is_some_and(|(_, of)| level <= *of) => self.close(),
            None => {
                let named = label_of(title);
                // Below the criteria's own heading a deeper one names a group of them.
                let deeper = self.level.is_none_or(|of| level > of);
                if named.is_none()
                    && self.part == Part::Criteria
                    && deeper
                    && !names_other(title)
                    && self.in_group(Group::Heading(level))
                {
                    return;
                }
                self.begin(named.unwrap_or(Part::Other), None);
                self.level = Some(level);
            }
        }
    }

    /// Tells whether a line that looks like a label is one of the criteria: `- Dependencies: all are pinned`. Beside the item
    /// that is the criteria's own label stands another one, unless they are written in its column, too.
    fn is_criterion(&self, line: &str, found: &label::Label<'_>) -> bool {
        if self.part != Part::Criteria || !found.bulleted {
            return found.bulleted && found.part == Part::Other;
        }
        let within = self.label_indent.is_none_or(|of| indent(line) > of);
        let flat = self.label_indent.is_some_and(|of| self.indent.is_none_or(|first| first <= of));
        match (found.part == Part::Other, found.bold) {
            (false, true) => false,
            (false, false) => within,
            (true, _) => within || flat && !names_other(found.word),
        }
    }

    /// Puts a line where it belongs.
    fn take(&mut self, line: &str, number: u32) {
        let text = line.trim();
        let Some((phase, _)) = &mut self.open else { return };
        if text.is_empty() {
            return;
        }
        match self.part {
            Part::Goal => match &mut phase.goal {
                // The goal is one paragraph; a list or rule after it is something else.
                Some(goal)
                    if !self.after_blank
                        && !text.starts_with(['-', '*', '|', '<'])
                        && !text.starts_with("```") =>
                {
                    goal.push(' ');
                    goal.push_str(text);
                }
                Some(_) => {}
                None => phase.goal = Some(text.to_owned()),
            },
            Part::Criteria => self.criterion(line, number),
            Part::Requirements => requirements::ids_in(text, &mut phase.requirements),
            Part::Depends => phase.depends_on = phase.depends_on.take().or_else(|| Some(text.to_owned())),
            Part::Other => {}
        }
    }

    /// Adds a list line or a table's row as a criterion; a line that goes on with the one before is joined to it.
    fn criterion(&mut self, line: &str, number: u32) {
        let text = line.trim();
        if text.starts_with("---") || text.starts_with("</") {
            return;
        }
        if text.starts_with('|') {
            return self.row(text, number);
        }
        // The list of a phase's plans follows its criteria, often without a heading.
        if names_plan(text) {
            self.part = Part::Other;
            return;
        }
        let Some((phase, _)) = &mut self.open else { return };
        let criteria = &mut phase.success_criteria;
        self.begun |= list_item(text).is_some() || !text.ends_with(':');
        match list_item(text) {
            Some(item) => {
                self.last = number_of(text).or(self.last);
                let first = *self.indent.get_or_insert(indent(line));
                match criteria.last_mut().filter(|_| indent(line) > first + 1) {
                    // A list within a criterion tells its parts.
                    Some(last) => last.text = format!("{}; {item}", last.text),
                    None => criteria.push(Criterion { text: item.to_owned(), line: number }),
                }
            }
            // One criterion behind the label; prose that leads over to a list ends in a colon.
            None if criteria.is_empty() => {
                if !text.ends_with(':') {
                    criteria.push(Criterion { text: text.to_owned(), line: number });
                }
            }
            None => {
                let goes_on = line.starts_with([' ', '\t']) || !self.after_blank;
                if let Some(last) = criteria.last_mut().filter(|_| goes_on) {
                    last.text.push(' ');
                    last.text.push_str(text);
                }
            }
        }
    }

    /// Adds what a table's row says in the column of the criteria. The first row is the head.
    fn row(&mut self, row: &str, number: u32) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let Some(column) = self.column else {
            let names =
                ["criterion", "criteria", "success criterion", "truth", "description", "statement", "what"];
            let named = cells.iter().position(|c| names.contains(&c.to_ascii_lowercase().as_str()));
            // Behind a list of criteria a table holds more of them only if it says so.
            if named.is_none()
                && self.open.as_ref().is_some_and(|(phase, _)| !phase.success_criteria.is_empty())
            {
                self.part = Part::Other;
                return;
            }
            self.column = Some(named.unwrap_or(usize::from(cells.len() > 1)));
            return;
        };
        let Some((phase, _)) = &mut self.open else { return };
        let text = cells.get(column).copied().unwrap_or_default();
        if text.chars().any(char::is_alphanumeric) {
            phase.success_criteria.push(Criterion { text: text.to_owned(), line: number });
        }
    }

    /// Adds a finished phase. A list of phases comes before the details and gives way to them; two that both say
    /// something are kept, and told: milestones may count anew.
    fn keep(&mut self, phase: Phase) {
        let phases = &mut self.roadmap.phases;
        let known = match self.first.entry(number_key(&phase.number)) {
            Slot::Occupied(there) => phases.get_mut(*there.get()),
            Slot::Vacant(free) => {
                free.insert(phases.len());
                None
            }
        };
        let Some(known) = known else { return phases.push(phase) };
        match (weight(known) > 0, weight(&phase) > 0) {
            (_, false) => {}
            (false, true) => *known = phase,
            (true, true) => {
                let message = format!(
                    "phase {} is described twice, in lines {} and {}",
                    phase.number, known.line, phase.line
                );
                self.roadmap.remarks.push(Remark::new(phase.line, "duplicate_phase", message));
                phases.push(phase);
            }
        }
    }
}

/// Returns how much a roadmap says of a phase.
fn weight(phase: &Phase) -> usize {
    phase.success_criteria.len() * 2 + phase.requirements.len() + usize::from(phase.goal.is_some())
}

/// Returns how many blanks a line begins with; a tab counts as four.
fn indent(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// Tells whether a line of a list is about a plan: `- [ ] 01-01-PLAN.md: setup`. What says something of the file is none:
/// `- 01-01-PLAN.md exists`.
fn names_plan(line: &str) -> bool {
    let Some(item) = list_item(line) else { return false };
    let mut words = item.split_whitespace();
    let word = words.next().unwrap_or_default();
    let name = word.trim_matches(['*', '`', ':', '[', ']', ',']);
    let next = words.next();
    let titled = word.ends_with(':') || next.is_none_or(|next| ["—", "–", "-", "("].contains(&next));
    is_plan_name(name) && name.contains(|c: char| c.is_ascii_digit()) && (titled || line.contains("] "))
}

/// Returns the number that a list line begins with.
fn number_of(text: &str) -> Option<u32> {
    let bare = text.trim_start_matches(['*', '(']);
    let digits = &bare[..bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
    list_item(text).and_then(|_| digits.parse().ok())
}

/// Returns a list line's text without bullet, number or letter and checkbox: `- a`, `1. a`, `(1) a`, `**1.** a`.
fn list_item(text: &str) -> Option<&str> {
    let bullet = ["- ", "* ", "+ ", "• ", "– ", "— "].iter().find_map(|b| text.strip_prefix(b));
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = || {
        (digits.len() < text.len())
            .then(|| digits.strip_prefix(". ").or_else(|| digits.strip_prefix(") ")))
            .flatten()
    };
    let lettered = || {
        let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
        rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))
    };
    // In bold or brackets a number is one as well.
    let dressed = || {
        let (open, closes) = [("**", &[".**", ")**", "**.", "**)", ":**", "**:"][..]), ("(", &[")"])]
            .into_iter()
            .find(|(open, _)| text.starts_with(open))?;
        let rest = text[open.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
        let counted = rest.len() + open.len() < text.len();
        let behind = closes.iter().find_map(|close| rest.strip_prefix(close))?;
        behind.strip_prefix(' ').filter(|_| counted)
    };
    // An id in bold stays part of its item: `**SC1:** a`.
    let called = || {
        let (word, rest) = text.strip_prefix("**")?.split_once("**")?;
        let lettered = word.starts_with(|c: char| c.is_ascii_uppercase()) && label::counts(word);
        (lettered && rest.starts_with([' ', ':'])).then_some(text)
    };
    let item = bullet.or_else(counted).or_else(lettered).or_else(dressed).or_else(called)?.trim();
    let boxed = ["[ ]", "[x]", "[X]"].iter().find_map(|b| item.strip_prefix(b));
    Some(boxed.map_or(item, str::trim_start)).filter(|t| !t.is_empty())
}

#[cfg(test)]
mod tests;
