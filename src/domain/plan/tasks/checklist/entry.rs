//! The first line of a task: its box, marks, id and title.

use super::super::super::super::review::Remark;

/// The most marks before a title.
const MAX_MARKS: usize = 8;
/// The longest id, in bytes.
const MAX_ID: usize = 16;

/// A check box line, read.
pub(super) struct Entry<'a> {
    /// Columns before the bullet.
    pub(super) indent: usize,
    pub(super) ticked: bool,
    /// What stands in the box, where it is neither empty nor a tick.
    odd: Option<&'a str>,
    /// As written; empty where there is none.
    pub(super) number: String,
    pub(super) title: String,
    /// Without brackets: `P`, `VERIFY`, `FIX 1.1`.
    pub(super) marks: Vec<String>,
    /// The id in a `[FIX id]`.
    pub(super) fix_of: Option<String>,
}

impl Entry<'_> {
    /// Returns the id, or the title where there is none.
    pub(super) fn called(&self) -> &str {
        if self.number.is_empty() { &self.title } else { &self.number }
    }

    /// Says what was guessed.
    pub(super) fn remark(&self, line: u32, remarks: &mut Vec<Remark>) {
        if let Some(odd) = self.odd {
            let message = format!("the box holds `{odd}`, neither a blank nor an x; the task counts as open");
            remarks.push(Remark::new(line, "odd_box", message));
        }
        if self.number.is_empty() && self.fix_of.is_none() {
            let message = "the task has no id; its place in the list is its number";
            remarks.push(Remark::new(line, "task_without_id", message));
        }
        if self.title.is_empty() {
            remarks.push(Remark::new(line, "task_without_title", "the task has an id and no title"));
        }
    }
}

/// Returns the columns before a line's text; a tab goes on to the next multiple of four.
pub(super) fn width(text: &str) -> usize {
    let mut columns = 0;
    for c in text.trim_start_matches('\u{feff}').chars() {
        match c {
            '\t' => columns += 4 - columns % 4,
            c if c.is_whitespace() => columns += 1,
            _ => break,
        }
    }
    columns
}

/// Returns the text behind a line's bullet.
pub(super) fn behind_bullet(text: &str) -> Option<&str> {
    let bare = text.trim_start_matches('\u{feff}').trim_start();
    let rest = bare.strip_prefix(['-', '*', '+'])?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim_start())
}

/// Returns the text behind the number that a line of a numbered list begins with.
fn behind_number(text: &str) -> Option<&str> {
    let bare = text.trim_start_matches('\u{feff}').trim_start();
    let rest = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest =
        Some(rest).filter(|rest| (1..=3).contains(&(bare.len() - rest.len())))?.strip_prefix(['.', ')'])?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim_start())
}

/// Reads a check box line; nothing where a line is none.
pub(super) fn read(text: &str) -> Option<Entry<'_>> {
    let numbered = behind_number(text);
    let inside = behind_bullet(text).or(numbered)?.strip_prefix('[')?;
    let (state, rest) = inside.split_once(']')?;
    // A link or a mark is no box: `- [docs](…)`, `- [P] …`. What is blank is one however wide.
    let wide = state.chars().count() > if state.trim().is_empty() { 3 } else { 1 };
    if wide || state.chars().any(|c| c.is_alphanumeric() && !matches!(c, 'x' | 'X')) {
        return None;
    }
    // Kiro marks what may be left out by a star behind the box.
    let rest = rest.strip_prefix('*').filter(|rest| rest.starts_with(char::is_whitespace)).unwrap_or(rest);
    let known = matches!(state, "x" | "X") || state.trim().is_empty();
    let apart = rest.is_empty() || rest.starts_with(char::is_whitespace);
    // `- [ ]1.5 Title`: with an id behind it the box is one.
    let glued = known && rest.starts_with(|c: char| c.is_ascii_digit()) && id(rest).is_some();
    // A numbered box is a step like any other, unless an id of a list follows.
    let dotted = || id(rest.trim_start()).is_some_and(|(number, _)| number.contains('.'));
    if !(apart || glued) || numbered.is_some() && !dotted() {
        return None;
    }
    let mut entry = Entry {
        indent: width(text),
        ticked: matches!(state, "x" | "X"),
        odd: (!known).then_some(state),
        number: String::new(),
        title: String::new(),
        marks: Vec::new(),
        fix_of: None,
    };
    entry.head(rest);
    Some(entry)
}

impl Entry<'_> {
    /// Reads marks and id off the front of a title, in whichever order they stand.
    fn head(&mut self, text: &str) {
        let mut rest = text.trim();
        let bold = rest.starts_with("**");
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '*');
            if self.marks.len() < MAX_MARKS
                && let Some((mark, after)) = mark(rest)
            {
                if let Some(of) = mark.strip_prefix("FIX ") {
                    self.fix_of = Some(of.to_owned());
                }
                self.marks.push(mark);
                rest = after;
            } else if self.number.is_empty()
                && let Some((number, after)) = id(rest)
            {
                number.clone_into(&mut self.number);
                rest = after;
            } else {
                break;
            }
        }
        let rest = rest.trim();
        // `**1.1 Title**`: the emphasis ends where the title does.
        let lone = bold && rest.matches("**").count() % 2 == 1;
        self.title = if lone { rest.replacen("**", "", 1).trim().to_owned() } else { rest.to_owned() };
    }
}

/// Reads `[P]`, `[VERIFY]`, `[FIX 1.1]` off the front of a text.
fn mark(text: &str) -> Option<(String, &str)> {
    let (inside, rest) = text.strip_prefix('[')?.split_once(']')?;
    if rest.starts_with('(') || inside.len() > 32 {
        return None;
    }
    let mut words = inside.split_whitespace();
    let first = words.next()?;
    if first.eq_ignore_ascii_case("fix") {
        let of = words.next()?.trim_start_matches('#');
        let of = if of.eq_ignore_ascii_case("task") { words.next()? } else { of };
        let (number, after) = id(of)?;
        return (after.is_empty() && words.next().is_none()).then(|| (format!("FIX {number}"), rest));
    }
    let capitals = |w: &str| {
        w.starts_with(|c: char| c.is_ascii_uppercase())
            && w.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b"-_:/".contains(&b))
    };
    let marked = ["p", "verify"].iter().any(|w| first.eq_ignore_ascii_case(w)) || capitals(first);
    (marked && words.all(capitals)).then(|| (inside.trim().to_ascii_uppercase(), rest))
}

/// Reads an id off the front of a text: `1.1`, `2.3a`, `V4`, `Task 1.1:`.
fn id(text: &str) -> Option<(&str, &str)> {
    let worded = text.get(..5).filter(|w| w.eq_ignore_ascii_case("task ")).map(|_| text[5..].trim_start());
    let text = worded.unwrap_or(text);
    let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_uppercase()).len();
    let bytes = text.as_bytes();
    let mut end = letters;
    let digits =
        |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).take(MAX_ID).count();
    let first = digits(end);
    if letters > 3 || first == 0 {
        return None;
    }
    end += first;
    while end < MAX_ID && bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if bytes.get(end).is_some_and(u8::is_ascii_lowercase) {
        end += 1;
    }
    if end > MAX_ID {
        return None;
    }
    let (number, rest) = text.split_at_checked(end)?;
    // What follows the id ends it: a sign, the end of emphasis, a blank, or nothing.
    let after = rest.trim_start_matches('*');
    let after = after.strip_prefix([':', ')', '.', '：']).unwrap_or(after);
    let apart = after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || c == '*' || c == '[');
    let after = after.trim_start();
    let after = ["- ", "– ", "— "].iter().find_map(|dash| after.strip_prefix(dash)).unwrap_or(after);
    apart.then_some((number, after))
}
