//! Scalars of several lines as YAML folds them, each written on one line: so the line reader, and a parser that trips over
//! `...` at the beginning of a line, have the same text that YAML has.

/// The blanks that YAML takes off the ends of a line; no-break spaces and their like are text.
const BLANKS: [char; 2] = [' ', '\t'];

/// A text as its lines come in.
pub(super) struct Fold {
    pub(super) text: String,
    /// A backslash at the end of a line joins the next one to it without a blank.
    double: bool,
    /// The empty lines since the last with a text: each is a line break.
    empty: usize,
}

impl Fold {
    pub(super) fn new(first: &str, double: bool) -> Self {
        Self { text: first.trim_end_matches(BLANKS).to_owned(), double, empty: 0 }
    }

    pub(super) fn push(&mut self, line: &str) {
        match line.trim_matches(BLANKS) {
            "" => self.empty += 1,
            line => self.join(line),
        }
    }

    /// Adds the last line of a quoted text, whose blanks before the closing quote are part of it.
    pub(super) fn end(&mut self, line: &str) {
        self.join(line.trim_start_matches(BLANKS));
    }

    fn join(&mut self, line: &str) {
        let joined = self.double && ends_escaped(&self.text);
        if joined {
            self.text.pop();
        }
        match std::mem::take(&mut self.empty) {
            0 if joined => {}
            0 => self.text.push(' '),
            breaks => self.text.extend(std::iter::repeat_n('\n', breaks)),
        }
        // There the backslash only keeps the blank, which needs none within a line.
        let kept = joined.then(|| line.strip_prefix('\\')).flatten().filter(|rest| rest.starts_with(' '));
        self.text.push_str(kept.unwrap_or(line));
    }
}

/// Tells whether a text ends in a backslash that no other one takes back.
fn ends_escaped(text: &str) -> bool {
    !(text.len() - text.trim_end_matches('\\').len()).is_multiple_of(2)
}

/// Writes a scalar and the lines it goes on for on one line, its quotes included.
pub(super) fn on_one_line(first: &str, below: &[String]) -> String {
    let mark = first.chars().next().filter(|c| matches!(c, '"' | '\''));
    let mut fold = Fold::new(first, mark == Some('"'));
    below.iter().for_each(|line| fold.push(line));
    let text = fold.text;
    match mark {
        Some('"') => text.replace('\n', "\\n"),
        Some(_) if text.contains('\n') => {
            let inner = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
            quoted(&inner.unwrap_or(&text).replace("''", "'"))
        }
        Some(_) => text,
        None => quoted(&text),
    }
}

/// Writes a text in quotes: in double ones only where it has line breaks or signs that nobody sees.
pub(super) fn quoted(text: &str) -> String {
    let unseen = |c: char| c.is_control() && c != '\t';
    if !text.contains(unseen) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\\' | '"' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if unseen(c) => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scalar_of_several_lines_is_one_as_yaml_has_it() {
        for (lines, expected) in [
            (&["plain", "  goes on"][..], "'plain goes on'"),
            (&["it's", "  so", "", "  now"], "\"it's so\\nnow\""),
            (&["\"hash\\", "  ed\""], "\"hashed\""),
            (&["\"a user,\\", "  \\ b\""], "\"a user, b\""),
            (&["\"a \\", "  \\  b\""], "\"a   b\""),
            (&["\"a\\\\", "  b\""], "\"a\\\\ b\""),
            (&["\"a", "", "", "  b\""], "\"a\\n\\nb\""),
            (&["'it''s", "", "  \\so\"'"], "\"it's\\n\\\\so\\\"\""),
            (&["'a\\", "  b'"], "'a\\ b'"),
            (&["a\u{a0}", "  b"], "'a\u{a0} b'"),
        ] {
            let below: Vec<String> = lines[1..].iter().map(|l| (*l).to_owned()).collect();
            assert_eq!(on_one_line(lines[0], &below), expected, "{lines:?}");
        }
    }
}
