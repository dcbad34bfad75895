//! ROADMAP.md, REQUIREMENTS.md and STATE.md → values (SPEC 8.2). Read only; nothing here is ever written.
//!
//! Reading never fails: what does not look like a phase is passed over, and guesses are remarks.

mod criteria;
mod current;
mod dressed;
mod elements;
mod items;
mod label;
mod lines;
mod otherwise;
mod owned;
mod plans;
pub mod requirements;
mod title;
mod unread;

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use serde::{Deserialize, Serialize};

use super::plan::UNFILLED;
use super::plan::layout::number_end;
use super::review::Remark;
pub use current::current_phase;
use elements::Elements;
use items::{list_item, names_plan, number_of};
use label::{label, label_of, names_other};
use lines::{Comments, Fences, heading, numbered, unix};
pub use plans::is_same_plan;
use title::{BOLD, bold_phase, listed_phase, phase_title, summary, underlined};
use unread::Unread;

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
    /// What all ids of a group begin with, of which the phase has every one: `AUTH-` for `AUTH-*`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requirement_groups: Vec<String>,
    /// Ids that the phase is said not to have: struck out, moved to another, excepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requirements_left: Vec<String>,
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
        let within = move |line: u32| line >= taken.line && next.is_none_or(|next| line < next);
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
        let other = otherwise::roadmap(text);
        roadmap.phases = other.phases;
        roadmap.remarks.extend(other.remarks);
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
        match dressed::quoted(line).filter(|inner| reader.looks_through(inner)) {
            Some(inner) => reader.quoted_line(number, &inner, below),
            None => {
                reader.quoted = false;
                // What an unended label stands above may follow behind an empty line or two.
                let follows =
                    lines.clone().take(3).map(|(_, next)| next).find(|next| !next.trim().is_empty());
                reader.plain_line(number, line, (below, follows.unwrap_or_default()));
            }
        }
        // A line of a block quote that says nothing is empty as well.
        reader.after_blank = bare.trim_start_matches(['>', ' ']).is_empty();
        reader.width = bare.chars().count();
    }
    reader.close();
    let told = reader.unread.told(&reader.roadmap.phases);
    reader.roadmap.remarks.extend(told);
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
    /// How far in the criteria of a group stand, whose name is an item above them.
    within: Option<usize>,
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
    /// The line that is being read stands in a block quote.
    quoted: bool,
    /// The part began in a block quote.
    part_quoted: bool,
    /// The first criterion below the label was no item of a list.
    prose: bool,
    /// How far in it stands.
    prose_indent: usize,
    /// A rule parts what follows from the criteria of the part.
    ruled: bool,
    /// The line above says what a term means, and the next one does.
    defined: bool,
    above_definition: bool,
    /// It was told that lines by themselves were taken, and what was left out.
    told_alone: bool,
    told_left: bool,
    /// The lists in HTML that are open.
    elements: Elements,
    /// How many signs the line above has.
    width: usize,
    /// What nobody knows of the phases.
    unread: Unread,
}

impl Reader {
    fn close(&mut self) {
        if let Some((phase, _)) = self.open.take() {
            let unread = self.unread.of(&phase);
            self.keep(phase, unread);
        }
        self.unread.begin();
    }

    fn begin(&mut self, part: Part, label_indent: Option<usize>) {
        self.part = part;
        self.label_indent = label_indent;
        self.indent = None;
        self.within = None;
        self.column = None;
        self.begun = false;
        self.group = None;
        self.level = None;
        self.last = None;
        self.told_fence = false;
        self.part_quoted = self.quoted;
        (self.prose, self.prose_indent, self.ruled, self.defined) = (false, 0, false, false);
        (self.told_alone, self.told_left) = (false, false);
        self.elements = Elements::default();
        self.unread.below(None);
    }

    /// Tells whether a line of a block quote is read as if it stood outside. Among criteria that stand outside it is a note,
    /// unless it begins a part.
    fn looks_through(&self, inner: &str) -> bool {
        let note = self.part == Part::Criteria && self.begun && !self.part_quoted;
        let titled = summary(inner).is_some();
        self.open.is_some()
            && !titled
            && (!note || label(inner).is_some_and(|found| found.part != Part::Other))
    }

    /// Reads a line of a block quote, which begins no phase.
    fn quoted_line(&mut self, number: u32, inner: &str, below: &str) {
        // What a quote is called says nothing: `[!NOTE]`.
        if inner.trim_start().starts_with("[!") {
            return;
        }
        self.quoted = true;
        self.leave_listed(inner);
        // Criteria may stand in a quote below a label outside of it.
        self.part_quoted |= !self.begun && list_item(inner.trim()).is_some();
        let below = dressed::quoted(below).unwrap_or_default();
        if self.open.is_some() && !self.labelled_alone(number, inner, &below) {
            self.part_line(number, inner, &below);
        }
    }

    /// Reads a line outside of block quotes. `below` is the next line, and the next that is not empty.
    fn plain_line(&mut self, number: u32, line: &str, below: (&str, &str)) {
        if self.open.is_some()
            && let Some(at) = label::within(line)
        {
            // A part that begins within the line of another one.
            self.plain_line(number, &line[..at], below);
            return self.plain_line(number, &line[at..], below);
        }
        let (below, follows) = below;
        if self.open.is_none() || !self.labelled_alone(number, line, follows) {
            self.line(number, line, below);
        }
    }

    /// Begins the part that a line names though no colon ends it, and says so.
    fn labelled_alone(&mut self, number: u32, line: &str, follows: &str) -> bool {
        if !dressed::label_alone(line, follows, self.after_blank) {
            return false;
        }
        self.leave_listed(line);
        let Some(part) = label_of(line).filter(|_| self.open.is_some()) else { return false };
        let message = format!("the line `{}` was read as a label, though no colon ends it", line.trim());
        self.roadmap.remarks.push(Remark::new(number, "label_assumed", message));
        self.begin(part, None);
        true
    }

    /// What stands at the margin does not belong to an item above it.
    fn leave_listed(&mut self, line: &str) {
        let listed = self.open.as_ref().is_some_and(|(_, of)| *of == LISTED);
        if listed && !line.trim().is_empty() && !line.starts_with([' ', '\t']) {
            self.close();
        }
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
            && self.names_part(LISTED, &(id.clone(), name.clone())).is_none()
        {
            let phase = Phase { number: id, name, line: number, ..Phase::default() };
            if self.open.as_ref().is_some_and(|(_, of)| *of < LISTED) {
                return self.keep(phase, false);
            }
            self.close();
            self.open = Some((phase, LISTED));
            return self.begin(Part::Other, None);
        }
        self.leave_listed(line);
        if self.open.is_some() {
            self.part_line(number, line, below);
        }
    }

    /// Reads a line of the open phase that is neither a heading nor a phase.
    fn part_line(&mut self, number: u32, line: &str, below: &str) {
        let (bare, at_margin) = (line.trim(), !line.starts_with([' ', '\t']));
        self.above_definition = below.trim_start().starts_with(": ");
        // The rows of a table of criteria are its own.
        if (self.part != Part::Criteria || self.column.is_none())
            && let Some((part, value)) = dressed::label_row(line, below)
        {
            return self.label_row(part, value, number);
        }
        let found = label(line).filter(|found| !self.is_criterion(line, found));
        match found {
            Some(found) if self.goes_on(line, &found, number) => {}
            Some(found) => {
                let last = self.last.filter(|_| found.part == Part::Other);
                self.begin(found.part, found.bulleted.then(|| indent(line)));
                self.last = last;
                if found.part == Part::Other {
                    self.unread.below(Some((found.word, number)));
                }
                self.behind_label(found.rest, number);
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

    /// Tells whether a heading that reads like that of the open phase names a part of it: `#### Phase 3 Success Criteria`.
    fn names_part(&self, level: usize, (id, name): &(String, String)) -> Option<Part> {
        let (phase, of) = self.open.as_ref()?;
        let same = level >= *of && number_key(&phase.number) == number_key(id);
        label_of(name).filter(|_| same)
    }

    fn heading(&mut self, number: u32, level: usize, title: &str) {
        let phase = phase_title(title);
        if let Some(part) = phase.as_ref().and_then(|found| self.names_part(level, found)) {
            self.begin(part, None);
            self.level = Some(level);
            return;
        }
        match phase {
            Some((id, name)) => {
                self.close();
                self.open = Some((Phase { number: id, name, line: number, ..Phase::default() }, level));
                self.begin(Part::Other, None);
            }
            None if self.open.as_ref().is_some_and(|(_, of)| level <= *of) => self.close(),
            None => {
                // `1.2 Success Criteria`
                let counted = title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ')');
                let bare = if counted.starts_with(' ') { counted.trim_start() } else { title };
                let labelled = label(bare).filter(|found| found.part != Part::Other);
                let named = label_of(bare).or(labelled.as_ref().map(|found| found.part));
                // Below the criteria's own heading a deeper one names a group of them.
                let deeper = self.level.is_none_or(|of| level > of);
                let beneath = self.level.is_some_and(|of| level > of);
                if named.is_none()
                    && self.part == Part::Criteria
                    && deeper
                    && !names_other(title)
                    && (self.in_group(Group::Heading(level)) || beneath)
                {
                    if self.begun {
                        let message = format!(
                            "what stands below `{}` within the success criteria was counted among them",
                            short(title)
                        );
                        self.roadmap.remarks.push(Remark::new(number, "criteria_group", message));
                    }
                    self.indent = None;
                    return;
                }
                self.begin(named.unwrap_or(Part::Other), None);
                self.level = Some(level);
                match labelled {
                    Some(found) => self.behind_label(found.rest, number),
                    None if named.is_none() => self.unread.below(Some((title, number))),
                    None => {}
                }
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

    /// Puts what stands behind a label where it belongs: criteria may be counted within the line.
    fn behind_label(&mut self, rest: &str, number: u32) {
        match self.part {
            Part::Criteria if rest.contains("<br") => {
                items::of_cell(rest).into_iter().for_each(|item| self.take(&format!("- {item}"), number));
            }
            Part::Criteria => {
                let items = items::counted(rest);
                let several = items.len() > 1 || list_item(rest).is_some();
                let items = if several { items } else { items::joined(rest) };
                // Several on the line are items, whatever stands before the first.
                let listed = items.len() > 1 && !several;
                for item in items {
                    if listed { self.take(&format!("- {item}"), number) } else { self.take(item, number) }
                }
            }
            Part::Goal | Part::Requirements | Part::Depends | Part::Other => self.take(rest, number),
        }
    }

    /// Reads a row that is a label with its text. What follows the row does not go on with it.
    fn label_row(&mut self, part: Part, value: &str, number: u32) {
        self.begin(part, None);
        let Some((phase, _)) = &mut self.open else { return };
        if part == Part::Criteria {
            // A count such as `4/4` tells of criteria and is none.
            let says = |item: &&str| item.chars().any(char::is_alphabetic);
            let texts = items::of_cell(value).into_iter().filter(says);
            phase
                .success_criteria
                .extend(texts.map(|text| Criterion { text: text.to_owned(), line: number }));
        } else {
            self.take(value, number);
        }
        self.begin(Part::Other, None);
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
                Some(_) => self.unread.line(text, number),
                None => phase.goal = Some(text.to_owned()),
            },
            Part::Criteria => self.criterion(line, number),
            Part::Requirements => self.requirements(text, number),
            Part::Depends => phase.depends_on = phase.depends_on.take().or_else(|| Some(text.to_owned())),
            Part::Other => self.unread.line(text, number),
        }
    }

    /// Adds a finished phase. A list of phases comes before the details and gives way to them; two that both say
    /// something are kept, and told: milestones may count anew.
    fn keep(&mut self, mut phase: Phase, unread: bool) {
        // A description whose criteria were never written is one: what is said of it stands in its lines.
        let says = weight(&phase) > 0;
        leave_unwritten(&mut phase.success_criteria, &mut self.roadmap.remarks);
        let phases = &mut self.roadmap.phases;
        let known = match self.first.entry(number_key(&phase.number)) {
            Slot::Occupied(there) => phases.get_mut(*there.get()),
            Slot::Vacant(free) => {
                free.insert(phases.len());
                None
            }
        };
        let Some(known) = known else { return phases.push(phase) };
        match (weight(known) > 0, says) {
            (false, false) if unread => *known = phase,
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

/// Takes out the criteria that were never written, and says so.
fn leave_unwritten(criteria: &mut Vec<Criterion>, remarks: &mut Vec<Remark>) {
    criteria.retain(|criterion| {
        if items::is_struck(&criterion.text) {
            let message = format!(
                "a success criterion is struck out and was not counted: {}",
                short(criterion.text.trim())
            );
            remarks.push(Remark::new(criterion.line, "criterion_struck", message));
            return false;
        }
        let unwritten = items::keeps_place(&criterion.text);
        if unwritten {
            let message = format!(
                "a success criterion is `{}`, which promises nothing that can be checked",
                criterion.text.trim()
            );
            remarks.push(Remark::new(criterion.line, UNFILLED, message));
        }
        !unwritten
    });
}

/// Shortens a text for a remark.
fn short(text: &str) -> String {
    let mut out: String = text.chars().take(80).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}

/// Returns how much a roadmap says of a phase.
fn weight(phase: &Phase) -> usize {
    phase.success_criteria.len() * 2 + phase.requirements.len() + usize::from(phase.goal.is_some())
}

/// Returns how many blanks a line begins with; a tab counts as four.
fn indent(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_labels;
#[cfg(test)]
mod tests_unlisted;
