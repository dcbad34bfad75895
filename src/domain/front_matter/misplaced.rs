//! Front matter that is there and not where it is read: below other text, in a code fence, behind blanks.

/// How many lines are looked at for its beginning, and for its end behind that.
const LINES: (usize, usize) = (200, 400);

/// The keys that tell the header of a plan from what only looks like one.
const KEYS: [&str; 9] =
    ["phase", "plan", "title", "type", "wave", "depends_on", "files_modified", "autonomous", "must_haves"];

/// A header that no reader takes for one. Lines count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misplaced {
    pub first: u32,
    pub last: u32,
    pub how: How,
}

/// Why it is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Something else stands before it.
    Below,
    /// It stands in a code fence.
    Fenced,
    /// Blanks stand before its `---`.
    Indented,
}

impl Misplaced {
    /// Says where it stands and why it is not read there.
    pub fn says(&self) -> String {
        let Self { first, last, how } = self;
        let why = match how {
            How::Below => "below other text",
            How::Fenced => "in a code fence",
            How::Indented => "with blanks before its `---` lines",
        };
        format!("the front matter stands in lines {first} to {last} {why}, where it is not read")
    }

    /// Says what mends it.
    pub fn fix(&self) -> String {
        let Self { first, last, how } = self;
        match how {
            How::Below => format!("move lines {first} to {last} to the top of the file"),
            How::Fenced => format!(
                "put one `---` line in place of line {first} and one in place of line {last}, leave out any `---` \
                 between, and move them to the top of the file"
            ),
            How::Indented => format!(
                "take the blanks before the `---` lines {first} and {last} away, and as many from those between, at \
                 the top of the file"
            ),
        }
    }
}

/// Finds a header of a plan in a text that has none at its top.
pub fn misplaced(text: &str) -> Option<Misplaced> {
    let lines: Vec<&str> = text.lines().take(LINES.0 + LINES.1).collect();
    let mut written = false;
    for (at, line) in lines.iter().enumerate().take(LINES.0) {
        let bare = line.trim().trim_start_matches('\u{feff}');
        let fence = ["```", "~~~"].into_iter().find(|sign| {
            bare.strip_prefix(sign).is_some_and(|word| ["", "yaml", "yml"].contains(&word.trim()))
        });
        let close = if bare == "---" { Some("---") } else { fence };
        let rest = lines.get(at + 1..).unwrap_or_default();
        let end = close.and_then(|close| rest.iter().take(LINES.1).position(|line| line.trim() == close));
        if let Some(end) = end.filter(|end| is_header(rest.get(..*end).unwrap_or_default())) {
            let how = match (fence, written) {
                (Some(_), _) => How::Fenced,
                (None, true) => How::Below,
                (None, false) => How::Indented,
            };
            let number = |at: usize| super::count(at + 1);
            return Some(Misplaced { first: number(at), last: number(at + 1 + end), how });
        }
        written |= !bare.is_empty();
    }
    None
}

/// Tells whether lines hold at least two of the keys that plans have.
fn is_header(lines: &[&str]) -> bool {
    let key = |line: &&&str| line.trim().split_once(':').is_some_and(|(key, _)| KEYS.contains(&key));
    lines.iter().filter(key).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "---\nphase: 01-x\nplan: 01\n---\n";

    #[test]
    fn a_header_that_is_not_read_is_found_where_it_stands() {
        let indented = "  ---\n  phase: 01-x\n  plan: 01\n  ---\n";
        for (text, expected) in [
            (format!("# Plan\n\n{HEADER}"), Some((3, 6, How::Below))),
            (format!("<!-- generated -->\n{HEADER}"), Some((2, 5, How::Below))),
            ("```yaml\nphase: 01-x\nplan: 01\n```\n".to_owned(), Some((1, 4, How::Fenced))),
            (format!("```yaml\n{HEADER}```\n"), Some((1, 6, How::Fenced))),
            (indented.to_owned(), Some((1, 4, How::Indented))),
            ("# Plan\n---\nphase: what comes next\n---\n".to_owned(), None),
            ("# Plan\n".to_owned(), None),
        ] {
            let found = misplaced(&text).map(|found| (found.first, found.last, found.how));
            assert_eq!(found, expected, "{text}");
        }
    }
}
