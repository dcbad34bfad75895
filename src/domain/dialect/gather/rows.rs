//! Tables on the walk: findings as rows, a finding's parts one a row, and tables that only illustrate.
//!
//! Which columns make a finding is `table`'s; here is where the rows stand.

use super::section::Mood;
use super::{Draft, Parts, Walk};
use crate::domain::dialect::field::Part;
use crate::domain::dialect::{field, place, statement, table, words};
use crate::domain::review::RawFinding;

/// Gives a row that names a line alone the file its table is about, or drops the line.
fn in_file(mut finding: RawFinding, file: Option<&String>) -> RawFinding {
    match (finding.locations.first_mut().filter(|p| p.file.is_empty()), file) {
        (Some(place), Some(file)) => place.file.clone_from(file),
        (Some(_), None) => finding.locations.clear(),
        (None, _) => {}
    }
    finding
}

impl Walk<'_, '_> {
    /// Tells whether a finding that began with a heading is at hand: what stands below belongs to it.
    pub(super) fn heads(&self) -> bool {
        self.current.as_ref().is_some_and(|d| d.indent.is_none() && d.tail.is_some())
    }

    /// `| Severity | Critical |`, `| File | a.rs:3 |`: a table that holds one finding's parts, one a row.
    pub(super) fn upright(&mut self, at: usize, rows: &table::Table) -> bool {
        let all = || std::iter::once(&rows.header).chain(rows.rows.iter().map(|r| &r.cells));
        let part = |cells: &Vec<String>| match cells.as_slice() {
            [name, _] => field::part(name),
            _ => None,
        };
        let named = all().filter_map(part).count();
        if self.current.is_none() || named < 2 || all().any(|c| c.len() != 2) {
            return false;
        }
        for cells in all() {
            if let Some(part) = part(cells) {
                self.parts(at, part, &cells[1], true);
            }
        }
        true
    }

    pub(super) fn table(&mut self, at: usize) -> usize {
        let rows = table::read(self.page, at);
        let end = at + rows.lines;
        if self.upright(at, &rows) {
            self.out.taken.extend(at..end);
            return end;
        }
        let line = &self.page.lines[at];
        let judges = rows.rows.iter().map(|r| &r.cells).chain([&rows.header]).any(|c| match c.as_slice() {
            [name, value] => statement::says_verdict(line, &format!("{name}: {value}")),
            _ => false,
        });
        if self.heads() && !judges && rows.finding_columns(true).is_none() && !self.quiet() {
            for line in at..end {
                self.go_on(line);
            }
            self.out.taken.extend(at..end);
            return end;
        }
        self.flush();
        let quiet = self.quiet() || self.mood() == Mood::Resolved;
        let section = self.sections.last().cloned();
        if let Some(columns) =
            rows.finding_columns(section.as_ref().is_some_and(|s| s.mood == Mood::Findings))
        {
            // A table of what is wrong and what to do lists findings; how grave they are it does not say.
            let rated = columns.contains(&Some(Part::Severity))
                || section.as_ref().is_some_and(|s| s.severity.is_some());
            let placed = columns.contains(&Some(Part::File)) || columns.contains(&Some(Part::Id));
            for row in &rows.rows {
                if quiet {
                    continue;
                }
                if !rated && !placed && row.cells.iter().any(|c| !words::says_none(c)) {
                    self.out.ungraded.push(row.line);
                }
                let found = table::finding(row, &columns, self.manner.stages);
                let file = section.as_ref().and_then(|s| s.file.as_ref());
                if let Some((finding, settled)) = found.map(|(f, settled)| (in_file(f, file), settled))
                    && (!words::says_none(&finding.title) || !finding.locations.is_empty())
                {
                    let parts = Parts::default();
                    let named = row.cells.iter().zip(&columns).filter(|(_, p)| **p == Some(Part::File));
                    let rated = row.cells.iter().zip(&columns).find(|(_, p)| **p == Some(Part::Severity));
                    if let Some((word, _)) =
                        rated.filter(|(cell, _)| words::unrated(cell) && !words::scale(cell) && !settled)
                    {
                        self.out.unrated.push((row.line, word.clone()));
                    }
                    let offered = rated
                        .filter(|(cell, _)| words::offered(cell) > 1)
                        .map(|(cell, _)| (row.line, cell.clone()));
                    let misplaced = named.into_iter().any(|(cell, _)| place::too_long(cell));
                    let draft = Draft {
                        finding,
                        line: row.line,
                        issue: None,
                        indent: None,
                        parts,
                        settled,
                        retracted: false,
                        offered,
                        firm: true,
                        numbered: false,
                        headed: false,
                        tail: None,
                        cut: false,
                        misplaced,
                    };
                    self.keep(draft, section.as_ref());
                }
            }
            self.out.taken.extend(at..end);
        }
        if self.mood() == Mood::Earlier {
            self.out.earlier.extend(at..end);
        }
        end
    }
}
