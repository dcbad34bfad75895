//! What is wrong with the front matter of a report: its YAML, told with the line, while its fields are read all the same.
//!
//! The readers of the dialects take `status: clean` from a line whether or not the block around it parses. Whoever wrote
//! the file thinks that a parser reads it: a block that none takes is said, so that nobody trusts a field it lost.

use super::page::{Kind, Page};
use crate::domain::front_matter::{self, FrontMatterError};
use crate::domain::review::Remark;

/// The most that is said of one front matter.
const MOST: usize = 4;

/// Keys of reports in the wild (GSD, VBW, Megazord, our own): what opens with `---` and has one of them was meant as
/// front matter, also where its closing line is missing.
const OF_REPORTS: [&str; 12] = [
    "phase",
    "plan",
    "reviewed",
    "verified",
    "depth",
    "files_reviewed",
    "findings",
    "status",
    "score",
    "gaps",
    "verdict",
    "writer",
];

/// Returns what is wrong with the front matter of the text, where it has one.
pub(super) fn remarks(page: &Page<'_>) -> Vec<Remark> {
    if page.lines.first().is_none_or(|line| line.text != "---") {
        return Vec::new();
    }
    let has = page.lines.first().is_some_and(|line| line.kind == Kind::FrontMatter);
    // A text in a fence begins further down.
    let above = page.lines.first().map_or(0, |line| line.number.saturating_sub(1 + blank_lines(page.text)));
    let told = |line: u32, why: String| Remark::new(line + above, "front_matter", why);
    match front_matter::read(page.text) {
        Ok(Some(front)) if has || !front.closed && OF_REPORTS.iter().any(|key| front.get(key).is_some()) => {
            let wrong = |r: &&Remark| {
                front.degraded && !matches!(r.code.as_str(), "bom" | "blank_before_front_matter")
                    || matches!(
                        r.code.as_str(),
                        "front_matter_unclosed" | "front_matter_cut" | "duplicate_key"
                    )
            };
            let wrong = front.remarks.iter().filter(wrong).take(MOST);
            wrong.map(|r| told(r.line, in_front(&r.message))).collect()
        }
        Err(FrontMatterError::TooLarge { .. }) if has => {
            vec![told(
                1,
                "the front matter is longer than any is read; its fields were looked for line by line"
                    .to_owned(),
            )]
        }
        Err(error @ FrontMatterError::Budget { line, .. }) if has => vec![told(line, error.to_string())],
        Ok(_) | Err(_) => Vec::new(),
    }
}

/// Says where something stands that does not say so itself.
fn in_front(message: &str) -> String {
    if message.contains("front matter") { message.to_owned() } else { format!("the front matter: {message}") }
}

/// Counts the blank lines at the start of a text.
fn blank_lines(text: &str) -> u32 {
    let blank = text.trim_start_matches('\u{feff}').lines().take_while(|line| line.trim().is_empty()).count();
    u32::try_from(blank).unwrap_or(0)
}
