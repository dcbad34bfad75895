//! Tables with named columns.
//!
//! It reads cells and knows which headers name a finding's parts; what a row means beyond that is
//! its caller's.

use super::field::{self, Part};
use super::page::{Kind, Page};
use super::{place, words};
use crate::domain::review::{Location, RawFinding, Severity};

/// A row's cells, decoded, and its line number.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) cells: Vec<String>,
    pub(crate) line: u32,
}

/// A table: its header and rows, and how many lines of the page it takes.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) header: Vec<String>,
    /// The header's words, a blank between them.
    pub(crate) names: Vec<String>,
    pub(crate) rows: Vec<Row>,
    pub(crate) lines: usize,
}

/// Reads the table that begins at a line.
pub(crate) fn read(page: &Page<'_>, at: usize) -> Table {
    let mut rows: Vec<Row> = Vec::new();
    let mut lines = 0;
    for (i, line) in page.lines[at..].iter().enumerate() {
        if line.kind != Kind::Table || (i > 0 && line.blank_before) {
            break;
        }
        lines += 1;
        let cells = cells(&line.text);
        let delimiter =
            cells.iter().all(|c| !c.is_empty() && c.chars().all(|c| matches!(c, '-' | ':' | ' ')));
        if !delimiter {
            rows.push(Row { cells, line: line.number });
        }
    }
    let mut rows = rows.into_iter();
    let header = rows.next().map(|row| row.cells).unwrap_or_default();
    let names = header.iter().map(|h| words::joined(h)).collect();
    Table { header, names, rows: rows.collect(), lines: lines.max(1) }
}

/// Splits a row at bars that are not escaped.
fn cells(text: &str) -> Vec<String> {
    let text = text.trim().trim_start_matches('|');
    let mut out = Vec::new();
    let (mut from, mut escaped) = (0, false);
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'|' && !escaped {
            out.push(field::clean(&text[from..at]));
            from = at + 1;
        }
        escaped = byte == b'\\' && !escaped;
    }
    if !text[from..].trim().is_empty() {
        out.push(field::clean(&text[from..]));
    }
    out
}

impl Table {
    /// Returns each column's part when the table lists findings.
    pub(crate) fn finding_columns(&self, among_findings: bool) -> Option<Vec<Option<Part>>> {
        let columns: Vec<Option<Part>> =
            self.header.iter().zip(&self.names).map(|(h, name)| part_of(h, name)).collect();
        let columns = self.rated(columns);
        let has = |part| columns.contains(&Some(part));
        let text = has(Part::Issue) || has(Part::Title);
        // A table of totals has severities and descriptions too.
        if self.column(&["count", "counts", "total", "number", "found"]).is_some() {
            return None;
        }
        let lists = text
            && (has(Part::Severity)
                || has(Part::Fix)
                || (among_findings && (has(Part::File) || has(Part::Id))));
        lists.then_some(columns)
    }

    /// Finds the severities of a table with places that has them under another name, `Impact`, `Risk level`: every cell of
    /// that column is a level and nothing else.
    fn rated(&self, mut columns: Vec<Option<Part>>) -> Vec<Option<Part>> {
        if columns.contains(&Some(Part::Severity)) || !columns.contains(&Some(Part::File)) {
            return columns;
        }
        let named = |name: &String| name.split(' ').any(|w| RATED.contains(&w));
        let level = |cell: &String| words::only_severity(cell).is_some() && words::fewer(cell, 3);
        let rates = |at: usize| {
            !self.rows.is_empty() && self.rows.iter().all(|row| row.cells.get(at).is_some_and(level))
        };
        if let Some(at) = (0..columns.len()).find(|&at| self.names.get(at).is_some_and(named) && rates(at)) {
            columns[at] = Some(Part::Severity);
        }
        columns
    }

    /// Returns the index of the first column with one of those names.
    pub(crate) fn column(&self, names: &[&str]) -> Option<usize> {
        self.names.iter().position(|n| names.contains(&n.as_str()))
    }
}

/// Words of a header below which levels are severities.
const RATED: &[&str] = &[
    "severity",
    "priority",
    "risk",
    "impact",
    "importance",
    "criticality",
    "urgency",
    "level",
    "risiko",
    "wichtigkeit",
    "dringlichkeit",
    "auswirkung",
    "riesgo",
    "impacto",
    "risque",
    "风险",
    "优先级",
    "影响",
    "優先度",
];

/// Returns the part a column holds, by its header and the words of it.
fn part_of(header: &str, name: &str) -> Option<Part> {
    field::part_named(header, name).or_else(|| match name {
        "file and line" | "path line" => Some(Part::File),
        _ if name.split(' ').any(|w| matches!(w, "file" | "location" | "path")) => Some(Part::File),
        _ => None,
    })
}

/// Reads a row as a finding; the flag tells that it is settled (passed, resolved, praise).
pub(crate) fn finding(row: &Row, columns: &[Option<Part>], stages: bool) -> Option<(RawFinding, bool)> {
    let mut finding = RawFinding::new(Severity::Medium, "");
    let mut settled = false;
    let mut issue = None;
    for (cell, part) in row.cells.iter().zip(columns) {
        let (Some(part), false) = (part, cell.is_empty()) else { continue };
        let set = |slot: &mut Option<String>| {
            if slot.is_none() && !words::says_none(cell) {
                *slot = Some(cell.clone());
            }
        };
        match part {
            Part::Severity => match words::rating(cell) {
                Some((severity, word)) => {
                    finding.severity = severity;
                    finding.reported_severity = Some(word);
                    finding.marked_blocking |= words::blocks_beside(cell);
                }
                None => settled |= field::settled(cell) || words::says_none(cell),
            },
            Part::File => {
                let line = finding.locations.pop_if(|p| p.file.is_empty());
                finding.locations.extend(place::field(cell));
                if let (Some(first), Some(line)) = (finding.locations.first_mut(), line)
                    && first.line.is_none()
                {
                    (first.line, first.end_line) = (line.line, line.end_line);
                }
            }
            Part::Line => {
                if let Some((from, to)) = place::line_numbers(cell) {
                    // Below a file's heading a row has its line alone; the caller knows the file.
                    if finding.locations.is_empty() {
                        finding.locations.push(Location { file: String::new(), line: None, end_line: None });
                    }
                    (finding.locations[0].line, finding.locations[0].end_line) = (Some(from), to);
                }
            }
            Part::Id => set(&mut finding.reported_id),
            Part::Title => finding.title = cell.clone(),
            Part::Issue => set(&mut issue),
            Part::Fix => set(&mut finding.suggestion),
            Part::Requirement => set(&mut finding.requirement),
            Part::Why => set(&mut finding.why),
            Part::Category => set(&mut finding.category),
            Part::Reverses => set(&mut finding.reverses),
            Part::ClosedWhen => set(&mut finding.closed_when),
            Part::Blocks => finding.marked_blocking = true,
            Part::Status => {
                settled |= field::settled(cell);
                finding.reported_status = field::reported_status(cell);
            }
            Part::Stage if stages => finding.stage = super::gather::stage_of(cell),
            Part::Stage | Part::Position => {}
        }
    }
    if finding.title.is_empty() {
        finding.title = issue.clone().unwrap_or_default();
    } else {
        finding.description = issue;
    }
    (!finding.title.is_empty()).then_some((finding, settled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_findings_by_their_columns() {
        let page = Page::scan(
            "| Severity | File:Line | Issue | Fix |\n|---|---|---|---|\n| 🔴 High | a.rs:3 | x \\| y | z |\n| pass | - | good | - |",
        );
        let table = read(&page, 0);
        let columns = table.finding_columns(false).unwrap();
        let (found, settled) = finding(&table.rows[0], &columns, false).unwrap();
        assert_eq!((found.severity, found.title.as_str(), settled), (Severity::High, "x | y", false));
        assert_eq!(found.place().unwrap().line, Some(3));
        assert!(finding(&table.rows[1], &columns, false).unwrap().1);
    }
}
