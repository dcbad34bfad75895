//! The success criteria of a phase: the items of a list, the rows of a table, paragraphs.

use super::items::{list_item, names_plan, number_of};
use super::{Criterion, Part, Reader, Remark, indent, short};

impl Reader {
    /// Adds a list line or a table's row as a criterion; a line that goes on with the one before is joined to it.
    pub(super) fn criterion(&mut self, line: &str, number: u32) {
        let text = line.trim();
        if ["---", "===", "</", "```"].iter().any(|sign| text.starts_with(sign)) {
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
        let first = !self.begun;
        self.begun |= list_item(text).is_some() || !text.ends_with(':');
        match list_item(text) {
            Some(item) => {
                self.last = number_of(text).or(self.last);
                let column = *self.indent.get_or_insert(indent(line));
                match criteria.last_mut().filter(|_| indent(line) > column + 1) {
                    // A list within a criterion tells its parts.
                    Some(last) => last.text = format!("{}; {item}", last.text),
                    None => criteria.push(Criterion { text: item.to_owned(), line: number }),
                }
            }
            // One criterion behind the label; prose that leads over to a list ends in a colon.
            None if first || criteria.is_empty() => {
                if !text.ends_with(':') {
                    criteria.push(Criterion { text: text.to_owned(), line: number });
                    self.prose = true;
                }
            }
            None => match criteria.last_mut() {
                Some(last) if line.starts_with([' ', '\t']) || !self.after_blank => {
                    last.text.push(' ');
                    last.text.push_str(text);
                }
                Some(_) | None => self.paragraph(text, number),
            },
        }
    }

    /// Reads a paragraph behind the criteria: another one where they are paragraphs, else none.
    fn paragraph(&mut self, text: &str, number: u32) {
        let Some((phase, _)) = &mut self.open else { return };
        // What leads over, a line in tags and an emphasised note say nothing by themselves.
        let note = text.starts_with(['*', '_']) && !text.starts_with("**") && text.ends_with(['*', '_']);
        if text.ends_with(':') || text.starts_with('<') || note {
            return;
        }
        let (code, how) = match self.prose {
            true => ("criterion_assumed", "was taken as one more"),
            false => ("criteria_text", "is none of its items, and was left out"),
        };
        let message = format!("a paragraph below the success criteria {how}: {}", short(text));
        self.roadmap.remarks.push(Remark::new(number, code, message));
        if self.prose {
            phase.success_criteria.push(Criterion { text: text.to_owned(), line: number });
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
}
