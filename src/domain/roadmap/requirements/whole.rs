//! What belongs to a requirement: the lines that its text wraps to, the items and paragraphs below it, the section of its
//! heading.
//!
//! ```text
//! item    = bullet id text, { deeper line | line without a sign of its own, up to a blank one }
//! heading = "#" … id title, { line }, up to a rule, or the next heading of its level or above, or of another id
//! ```

use super::{Requirement, later};

/// The requirements so far, and those whose text goes on.
#[derive(Default)]
pub(super) struct Whole {
    found: Vec<Requirement>,
    /// Of each, whether a heading names it: it is known without a text.
    headed: Vec<bool>,
    open: Vec<Open>,
}

/// A requirement whose text goes on.
struct Open {
    /// Its place among those that were found.
    at: usize,
    from: From,
}

enum From {
    /// The level of the heading that names it.
    Heading(usize),
    Item {
        /// The column that the item begins at.
        column: usize,
        /// It stands behind no bullet, so that a list right below it is its own.
        plain: bool,
        /// A blank line stands above.
        apart: bool,
    },
}

impl Whole {
    /// Begins a requirement; `row`: it is one of a table, and whole with that.
    pub(super) fn open(&mut self, found: Requirement, level: Option<usize>, written: &str, row: bool) {
        let at = self.found.len();
        self.found.push(found);
        self.headed.push(level.is_some());
        let plain = !is_item(written.trim());
        let from = match level {
            Some(level) => From::Heading(level),
            None => From::Item { column: column(written), plain, apart: false },
        };
        if !row {
            self.open.push(Open { at, from });
        }
    }

    /// Goes on behind a heading; `named`: it is that of another requirement.
    pub(super) fn heading(&mut self, level: usize, title: &str, named: bool) {
        self.open.retain(|open| matches!(open.from, From::Heading(of) if of < level && !named));
        self.add(title);
    }

    /// Goes on with a line that is no heading; `named`: another requirement begins there.
    pub(super) fn line(&mut self, written: &str, named: bool) {
        let bare = written.trim();
        // Below a rule stands what is said of the document.
        if is_rule(bare) {
            return self.open.clear();
        }
        let (at, listed) = (column(written), is_item(bare));
        let begins = listed
            || bare.starts_with(['|', '#', '>', '<'])
            || later::bold(bare).is_some()
            || !bare.contains(char::is_alphanumeric);
        self.open.retain_mut(|open| match &mut open.from {
            From::Heading(_) => true,
            From::Item { apart, .. } if bare.is_empty() => {
                *apart = true;
                true
            }
            From::Item { column, .. } if at > *column => true,
            From::Item { plain, apart, .. } => !*apart && !named && (!begins || *plain && listed),
        });
        if !bare.is_empty() && !is_standing(bare) {
            self.add(unboxed(bare).as_ref());
        }
    }

    /// Goes on with a line of a code fence.
    pub(super) fn fenced(&mut self, written: &str) {
        let at = column(written);
        self.open.retain(|open| match &open.from {
            From::Heading(_) => true,
            From::Item { column, .. } => at > *column || written.trim().is_empty(),
        });
        self.add(written.trim());
    }

    /// Adds a line to every requirement that goes on.
    fn add(&mut self, line: &str) {
        for open in &self.open {
            if let Some(found) = self.found.get_mut(open.at).filter(|_| !line.is_empty()) {
                if !found.text.is_empty() {
                    found.text.push(' ');
                }
                found.text.push_str(line);
            }
        }
    }

    /// Returns the requirements in their order, each id once; one without a text only where a heading names it and nothing
    /// else does.
    pub(super) fn take(self) -> Vec<Requirement> {
        let told = |text: &Requirement| !text.text.is_empty();
        let with_text: std::collections::HashSet<String> =
            self.found.iter().filter(|r| told(r)).map(|r| r.id.clone()).collect();
        let mut known = std::collections::HashSet::new();
        let all = self.found.into_iter().zip(self.headed);
        let kept = all.filter(|(r, headed)| told(r) || *headed && !with_text.contains(&r.id));
        kept.map(|(r, _)| r).filter(|r| known.insert(r.id.clone())).collect()
    }
}

/// Returns the column that a line begins at; a tab leads to the next of four.
fn column(written: &str) -> usize {
    let blanks = written.chars().take_while(|c| c.is_whitespace());
    blanks.fold(0, |at, c| if c == '\t' { (at / 4 + 1) * 4 } else { at + 1 })
}

/// Tells whether a line is an item of a list.
fn is_item(bare: &str) -> bool {
    let rest = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = rest.len() < bare.len() && (rest.starts_with(". ") || rest.starts_with(") "));
    counted || ["- ", "* ", "+ ", "• "].iter().any(|bullet| bare.starts_with(bullet))
}

/// Tells whether a line is a rule: `---`, `***`.
fn is_rule(bare: &str) -> bool {
    bare.len() > 2 && ['-', '*', '_'].iter().any(|sign| bare.chars().all(|c| c == *sign))
}

/// Takes the box off an item: that it is ticked changes nothing of what is asked.
fn unboxed(bare: &str) -> std::borrow::Cow<'_, str> {
    let boxes = ["- [ ] ", "- [x] ", "- [X] ", "* [ ] ", "* [x] ", "* [X] "];
    match boxes.iter().find_map(|sign| bare.strip_prefix(sign)) {
        Some(rest) => std::borrow::Cow::Owned(format!("- {rest}")),
        None => std::borrow::Cow::Borrowed(bare),
    }
}

/// Tells whether a line says how far a requirement is, and not what it asks: `**Status:** done`.
fn is_standing(bare: &str) -> bool {
    let word = bare.trim_start_matches(['-', '*', '_', ' ']);
    let Some((word, _)) = word.split_once([':', '：']) else { return false };
    let word = word.trim_matches(['*', '_', ' ']).to_ascii_lowercase();
    ["status", "state", "progress"].contains(&word.as_str())
}

#[cfg(test)]
mod tests {
    use super::super::read;

    fn texts(text: &str) -> Vec<(String, String)> {
        read(text).into_iter().map(|r| (r.id, r.text)).collect()
    }

    #[test]
    fn a_requirement_holds_all_that_is_said_of_it() {
        for (text, expected) in [
            ("- [ ] **AUTH-01**: Log in\n  with mail\n", "Log in with mail"),
            ("- [ ] **AUTH-01**: Log in\nwith mail\n", "Log in with mail"),
            ("- [ ] **AUTH-01**: Log in  \r\n  with mail\r\n", "Log in with mail"),
            ("- AUTH-01: Log in\n  - with mail\n  - [x] once\n- other\n", "Log in - with mail - once"),
            ("- AUTH-01: Log in\n\t1. with mail\n", "Log in 1. with mail"),
            ("- AUTH-01: Log in\n\n  with mail\n\nNot here\n", "Log in with mail"),
            ("- AUTH-01: Log in\n      Acceptance: with mail\n", "Log in Acceptance: with mail"),
            ("- **AUTH-01**\n\n  Log in\n", "Log in"),
            ("- AUTH-01: Log in\n  ```\n  POST /login\n  ```\n", "Log in ``` POST /login ```"),
            ("- AUTH-01: Log in\n  **Status:** done\n  <!-- x -->\n", "Log in"),
            ("**AUTH-01**: Log in\n- with mail\n\n- not this\n", "Log in - with mail"),
            ("AUTH-01: Log in\nwith mail\n\nNot here\n", "Log in with mail"),
            (
                "### AUTH-01: Log in\n\nWith mail.\n\n#### Criteria\n- [x] ok\n\n## Other\nNo\n",
                "Log in With mail. Criteria - ok",
            ),
            ("### AUTH-01: Log in\n\nWith mail.\n\n---\n*Last updated: today*\n", "Log in With mail."),
            ("#### AUTH-01\n\nLog in\n\n**Status**: Pending\n", "Log in"),
        ] {
            assert_eq!(texts(text), [("AUTH-01".to_owned(), expected.to_owned())], "{text:?}");
        }
    }

    #[test]
    fn another_requirement_is_no_part_but_below() {
        let listed = "- A-1: one\n- A-2: two\n  more\n* A-3: three\n**A-4**: four\n**A-5**: five\n";
        let found: Vec<String> = texts(listed).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found, ["one", "two more", "three", "four", "five"]);
        let nested = texts("- A-1: one\n  - A-2: two\n\n## B\n");
        assert_eq!(
            nested,
            [("A-1", "one - A-2: two"), ("A-2", "two")].map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
        let headed = texts("### US-1: Cart\n- [ ] AC-1.1: Adds\n  more\n### US-2: Pay\n#### US-3\nx\n");
        let expected =
            [("US-1", "Cart - AC-1.1: Adds more"), ("AC-1.1", "Adds more"), ("US-2", "Pay"), ("US-3", "x")];
        assert_eq!(headed, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn a_row_holds_what_all_its_columns_ask() {
        let table = "| P | ID | Requirement | Acceptance | Status | Phase |\n|---|---|---|---|---|---|\n\
                     | 1 | A-1 | Log in \\| out | with mail | done | 2 |\n| | A-2 | Pay | — | | |\n";
        let expected = [("A-1", "Log in | out; P: 1; Acceptance: with mail"), ("A-2", "Pay")];
        assert_eq!(texts(table), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }
}
