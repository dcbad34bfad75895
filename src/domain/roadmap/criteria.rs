//! The success criteria of a phase: the items of a list, the rows of a table, paragraphs.

use super::elements::visible;
use super::items::{list_item, names_plan, number_of};
use super::{Criterion, Part, Reader, Remark, indent, short};

impl Reader {
    /// Adds a list line or a table's row as a criterion; a line that goes on with the one before is joined to it.
    pub(super) fn criterion(&mut self, line: &str, number: u32) {
        match self.elements.lines(line) {
            Some(lines) => lines.iter().for_each(|line| self.markdown(line, number)),
            None => self.markdown(line, number),
        }
    }

    /// Reads a line of the criteria in Markdown.
    fn markdown(&mut self, line: &str, number: u32) {
        let text = line.trim();
        if is_rule(text) {
            // What a rule parts from the criteria is none of them; above them it parts nothing.
            self.ruled |= self.begun;
            return;
        }
        let tags = text.starts_with('<') && !visible(text);
        if text.is_empty() || tags || ["---", "===", "</", "```"].iter().any(|sign| text.starts_with(sign)) {
            return;
        }
        if text.starts_with('|') && !only_links(text) {
            return self.row(text, number);
        }
        // The list of a phase's plans follows its criteria, often without a heading.
        if names_plan(text) {
            self.part = Part::Other;
            return;
        }
        let defined = std::mem::take(&mut self.defined);
        let item = list_item(text);
        if item.is_none() && names_group(text) {
            self.indent = None;
            return;
        }
        // A list that counts anew behind a rule is another one.
        let anew = || number_of(text).is_some_and(|n| self.last.is_none_or(|last| n != last + 1));
        let apart = match item {
            Some(_) => {
                self.prose && (self.ruled || only_links(text)) || self.ruled && (only_links(text) || anew())
            }
            None => self.begun && (self.ruled || self.after_blank && only_links(text)),
        };
        if apart {
            return self.leave_out(text, number);
        }
        let another = self.prose && !self.after_blank && self.begins_another(line, defined);
        let Some((phase, _)) = &mut self.open else { return };
        let criteria = &mut phase.success_criteria;
        if let Some(said) = text.strip_prefix(": ").map(str::trim)
            && let Some(term) = criteria.last_mut()
        {
            // A term with what it means; a second meaning is one more of its parts.
            let joint = if defined { ";" } else { ":" };
            term.text = format!("{}{joint} {said}", term.text.trim_end_matches(':'));
            self.defined = true;
            return;
        }
        let first = !self.begun;
        self.begun |= item.is_some() || !text.ends_with(':');
        match item {
            Some(item) => {
                self.last = number_of(text).or(self.last);
                let column = *self.indent.get_or_insert(indent(line));
                let inner = indent(line) > column + 1;
                self.within = self.within.filter(|_| inner);
                let own = self.within.is_some_and(|of| indent(line) <= of + 1);
                let next = || Criterion { text: item.to_owned(), line: number };
                match criteria.last_mut().filter(|_| inner && !own) {
                    // A name in bold is none itself: what stands below it is.
                    Some(last) if self.within.is_none() && bold_alone(&last.text) => {
                        let message = format!(
                            "`{}` names a group of the success criteria; each item below it was counted",
                            short(&last.text)
                        );
                        self.roadmap.remarks.push(Remark::new(last.line, "criteria_group", message));
                        *last = next();
                        self.within = Some(indent(line));
                    }
                    // A list within a criterion tells its parts.
                    Some(last) => last.text = format!("{}; {item}", last.text),
                    None => criteria.push(next()),
                }
            }
            // One criterion behind the label; prose that leads over to a list ends in a colon.
            None if first || criteria.is_empty() => {
                if !text.ends_with(':') {
                    criteria.push(Criterion { text: text.to_owned(), line: number });
                    self.prose = true;
                    self.prose_indent = indent(line);
                }
            }
            // A quote at the margin is a paragraph of its own, wherever it stands.
            None if text.starts_with('>') && indent(line) == 0 => self.leave_quote(text, number),
            None if another => self.alone(text, number),
            None => match criteria.last_mut() {
                Some(last) if indent(line) > self.prose_indent || !self.after_blank => {
                    last.text.push(' ');
                    last.text.push_str(text);
                }
                Some(_) | None => self.paragraph(text, number),
            },
        }
    }

    /// Tells whether a line below a criterion in prose begins another one: nobody would have broken the line above there, or
    /// it ends a sentence. `defined`: what stands above is what a term means.
    fn begins_another(&self, line: &str, defined: bool) -> bool {
        /// The width up to which nobody breaks a line.
        const NARROW: usize = 66;
        let text = line.trim();
        if indent(line) > self.prose_indent || text.ends_with(':') {
            return false;
        }
        if defined || self.above_definition {
            return true;
        }
        let above = self.open.as_ref().and_then(|(phase, _)| phase.success_criteria.last());
        let Some(above) = above.map(|criterion| criterion.text.as_str()) else { return false };
        let Some(sign) = text.chars().next() else { return false };
        let begins = !sign.is_lowercase() && !"(-–—&+/=,.;:)]}".contains(sign);
        let word = text.split_whitespace().next().unwrap_or_default();
        // The steps of a scenario are one criterion.
        let step = ["And", "But", "Or", "When", "Then"].contains(&word.trim_matches(['*', '_', ',']));
        let open = above.ends_with([',', '(', '—', '–', '-', '/', '&', '+', ':']);
        let ended = above.ends_with(['.', '!', '?', ';', '。']);
        begins && !step && !open && (ended || self.width + 1 + word.chars().count() <= NARROW)
    }

    /// Adds a line that stands on its own without a list mark, and says once that such lines were taken.
    fn alone(&mut self, text: &str, number: u32) {
        if !std::mem::replace(&mut self.told_alone, true) {
            let message = format!(
                "lines without a list mark stand below the success criteria; from here on each was taken as one: {}",
                short(text)
            );
            self.roadmap.remarks.push(Remark::new(number, "criterion_assumed", message));
        }
        if let Some((phase, _)) = &mut self.open {
            phase.success_criteria.push(Criterion { text: text.to_owned(), line: number });
        }
    }

    /// Says once of what stands behind a rule, or is nothing but links, that it is none of the criteria.
    fn leave_out(&mut self, text: &str, number: u32) {
        if says_nothing(text) || std::mem::replace(&mut self.told_left, true) {
            return;
        }
        let what = match self.ruled {
            true => "what stands behind the rule below the success criteria",
            false => "what is nothing but links below the success criteria",
        };
        let message = format!("{what} is none of them, and was left out: {}", short(text));
        self.roadmap.remarks.push(Remark::new(number, "criteria_text", message));
    }

    /// A quote is no criterion: what stands in it is said beside them.
    fn leave_quote(&mut self, text: &str, number: u32) {
        let bare = text.trim_start_matches(['>', ' ']);
        let called = bare.is_empty() || bare.starts_with("[!");
        if called || says_nothing(bare) || std::mem::replace(&mut self.told_left, true) {
            return;
        }
        let message =
            format!("a quote below the success criteria is none of them, and was left out: {}", short(text));
        self.roadmap.remarks.push(Remark::new(number, "criteria_text", message));
    }

    /// Reads a paragraph behind the criteria: another one where they are paragraphs, else none.
    fn paragraph(&mut self, text: &str, number: u32) {
        let Some((phase, _)) = &mut self.open else { return };
        if says_nothing(text) {
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

/// Tells whether a paragraph says nothing by itself: it leads over, stands in tags, or is an emphasised note.
fn says_nothing(text: &str) -> bool {
    let note = text.starts_with(['*', '_']) && !text.starts_with("**") && text.ends_with(['*', '_']);
    text.ends_with(':') || text.starts_with('<') || note
}

/// Tells whether a line is the emphasised name of a group: `*Backend:*`.
fn names_group(text: &str) -> bool {
    let bare = text.trim_matches(['*', '_']);
    bare.len() < text.len()
        && text.ends_with(['*', '_'])
        && bare.ends_with(':')
        && !bare.contains(['*', '_'])
        && bare.split_whitespace().count() <= 5
}

/// Tells whether an item is nothing but a few words in bold.
fn bold_alone(text: &str) -> bool {
    let bare = text.trim().trim_end_matches(':');
    let inner = bare.strip_prefix("**").and_then(|rest| rest.strip_suffix("**"));
    inner.is_some_and(|name| {
        !name.contains("**") && !name.ends_with('.') && name.split_whitespace().count() <= 4
    })
}

/// Tells whether a line is a rule across the page: `---`, `***`, `* * *`.
fn is_rule(text: &str) -> bool {
    let Some(sign) = text.chars().next().filter(|c| matches!(c, '-' | '*' | '_')) else { return false };
    text.chars().filter(|c| *c == sign).count() > 2 && text.chars().all(|c| c == sign || c == ' ')
}

/// Tells whether a line is nothing but links, a word or two before them: `- [a](a.md)`, `See also: [a](a.md) | <https://b>`.
fn only_links(text: &str) -> bool {
    let bare = list_item(text).unwrap_or(text).trim_matches(['|', ' ', '*', '_']);
    let lead = bare.split_once([':', '：']).filter(|(lead, _)| {
        lead.split_whitespace().count() <= 3 && !lead.contains(['[', '<', '/']) && !lead.starts_with("http")
    });
    let mut rest = lead.map_or(bare, |(_, behind)| behind);
    let mut any = false;
    loop {
        rest = rest
            .trim_start_matches([' ', '|', '·', '•', ',', ';', '-', '–', '—', '/', '*', '_', '.', '(', ')']);
        if rest.is_empty() {
            return any;
        }
        let behind = match rest.strip_prefix('[') {
            // `[a]: https://a` says where the links of that name lead.
            Some(inner) => match inner.split_once("](") {
                Some((_, target)) => target.split_once(')').map(|(_, behind)| behind),
                None => inner.split_once("]: ").map(|_| ""),
            },
            None => {
                let bare = rest.strip_prefix('<').unwrap_or(rest);
                let link = bare.starts_with("https://") || bare.starts_with("http://");
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                link.then(|| &rest[end..])
            }
        };
        let Some(behind) = behind else { return false };
        any = true;
        rest = behind;
    }
}
