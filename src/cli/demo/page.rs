//! What the demo prints: plain text without colour, each step as call, answer and meaning.

use std::io::{self, Write};

use serde_json::{Map, Value};

use crate::domain::envelope::visible;

/// Longest value shown on a line, in characters.
const LONGEST: usize = 96;

/// Where the demo is told.
pub(super) struct Page<'w> {
    out: &'w mut dyn Write,
    step: u32,
    /// Whether the last line belongs to an answer, whose next field then needs no lead.
    answering: bool,
}

impl<'w> Page<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, step: 0, answering: false }
    }

    /// Begins the next step under a title.
    pub(super) fn step(&mut self, title: &str) -> io::Result<()> {
        self.step += 1;
        let line = format!("{}. {title}", self.step);
        writeln!(self.out, "\n{line}\n{}\n", "-".repeat(line.chars().count()))
    }

    /// Tells something in plain sentences, broken into lines.
    pub(super) fn tell(&mut self, text: &str) -> io::Result<()> {
        for line in wrapped(text, 96) {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out)
    }

    /// Shows a call as the host agent makes it; texts of several lines are only counted.
    pub(super) fn call(&mut self, tool: &str, arguments: &Map<String, Value>) -> io::Result<()> {
        writeln!(self.out, "  host calls    {tool}")?;
        for (name, value) in arguments {
            writeln!(self.out, "                  {name}: {}", short(value))?;
        }
        self.out.flush()
    }

    /// Shows one field of the answer.
    pub(super) fn field(&mut self, name: &str, value: &str) -> io::Result<()> {
        let lead = if std::mem::replace(&mut self.answering, true) { "" } else { "server says" };
        let text = format!("{name} = {}", visible(value));
        let mut lines = wrapped(&text, LONGEST - 16).into_iter();
        writeln!(self.out, "  {lead:<14}{}", lines.next().unwrap_or_default())?;
        for line in lines {
            writeln!(self.out, "                    {line}")?;
        }
        Ok(())
    }

    /// Ends what an answer showed.
    pub(super) fn gap(&mut self) -> io::Result<()> {
        self.answering = false;
        writeln!(self.out)
    }

    /// Quotes a text that somebody reads or writes, its first lines where it is long.
    pub(super) fn quote(&mut self, text: &str, most: usize) -> io::Result<()> {
        self.brief(&visible(text), most)
    }

    /// Quotes a brief, in which the server has written out every hidden character already.
    pub(super) fn brief(&mut self, text: &str, most: usize) -> io::Result<()> {
        let lines: Vec<&str> = text.lines().collect();
        for line in lines.iter().take(most) {
            let bar = format!("    | {line}");
            writeln!(self.out, "{}", bar.trim_end())?;
        }
        if lines.len() > most {
            writeln!(self.out, "    | … {} more lines", lines.len() - most)?;
        }
        writeln!(self.out)
    }

    /// Writes a line as it is.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }
}

/// Writes a value on one line; a long text by its first line and its length.
fn short(value: &Value) -> String {
    let text = match value {
        Value::String(text) if text.contains('\n') => {
            let first = text.lines().find(|l| !l.trim().is_empty()).unwrap_or_default();
            return format!("\"{}\" … ({} lines)", visible(first), text.lines().count());
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => value.to_string(),
    };
    let text = visible(&text);
    if text.chars().count() <= LONGEST {
        return text;
    }
    format!("{}…", text.chars().take(LONGEST).collect::<String>())
}

/// Breaks a text at its spaces into lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lines_break_at_spaces_only() {
        assert_eq!(wrapped("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrapped("unbreakable", 4), ["", "unbreakable"][1..]);
    }

    #[test]
    fn long_values_are_shortened_and_hidden_characters_shown() {
        assert_eq!(short(&json!("\n# A\nb\n")), "\"# A\" … (3 lines)");
        assert_eq!(short(&json!("a\u{202e}b")), "\"a\\u{202e}b\"");
        assert_eq!(short(&json!("x".repeat(200))).chars().count(), LONGEST + 1);
    }
}
