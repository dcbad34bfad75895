//! Lines of text. Where they are prose, a paragraph is what it says however it is wrapped.

use super::bare::Doubt;
use super::grammar::Grammar;

/// What stands before a line of text.
#[derive(Debug, Clone, Default)]
pub(super) struct Prose {
    /// What ends the comment that the line begins in.
    inside: Option<&'static str>,
    /// What ends the code that it stands in.
    fence: Option<String>,
    /// An empty line stands before it.
    parted: bool,
}

impl Prose {
    /// Returns the lines, each as it stands. In doubt what may be a comment is none of it.
    pub(super) fn lines(&mut self, grammar: Grammar, lines: &[&str], doubt: Doubt) -> Vec<String> {
        lines.iter().map(|line| self.line(grammar, line, doubt)).collect()
    }

    fn line(&mut self, grammar: Grammar, raw: &str, doubt: Doubt) -> String {
        const MARKS: [&str; 5] = [" // ", " # ", " -- ", " ; ", " /* "];
        let line = raw.trim_end();
        if doubt == Doubt::IsCode {
            return format!("{line}\n");
        }
        if self.inside.is_none() && self.fence.is_none() && may_be_comment(grammar, line, doubt) {
            return String::new();
        }
        // The marks of code nobody knows; prose has none.
        let known = !grammar.maybe.contains(&"#");
        let end = MARKS.iter().filter(|_| !known).filter_map(|mark| line.find(mark)).min();
        let (mut rest, mut kept) = (end.map_or(line, |at| &line[..at]), String::new());
        while !rest.is_empty() && self.fence.is_none() {
            if let Some(close) = self.inside {
                rest = rest.find(close).map_or("", |at| {
                    self.inside = None;
                    &rest[at + close.len()..]
                });
                continue;
            }
            let begins = grammar.block.iter().filter_map(|(o, c)| Some((rest.find(o)?, *o, *c))).min();
            let Some((at, open, close)) = begins else { break };
            kept.push_str(&rest[..at]);
            self.inside = Some(close);
            rest = &rest[at + open.len()..];
        }
        kept.push_str(rest);
        if kept.trim().is_empty() && !line.is_empty() {
            return String::new();
        }
        if grammar.paragraphs { self.wrapped(&kept, raw) } else { format!("{}\n", kept.trim_end()) }
    }

    /// A line of Markdown: its end is a blank in a paragraph, and an empty line is the next one's beginning.
    fn wrapped(&mut self, kept: &str, raw: &str) -> String {
        let line = kept.trim_end();
        let text = line.trim_start();
        if let Some(end) = &self.fence {
            if text.starts_with(end.as_str()) && text.trim_matches(['`', '~']).is_empty() {
                self.fence = None;
            }
            return format!("{line}\n");
        }
        if text.is_empty() {
            self.parted = true;
            return String::new();
        }
        let parts = if std::mem::take(&mut self.parted) { "\n\n" } else { "" };
        let mark = ["```", "~~~"].into_iter().find(|mark| text.starts_with(mark));
        if let Some(mark) = mark {
            let long = text.chars().take_while(|c| mark.starts_with(*c)).count();
            self.fence = Some(text[..long].to_owned());
            return format!("{parts}\n{line}\n");
        }
        let deep = !parts.is_empty() && line.len() - text.len() >= 4;
        // Two blanks or a backslash at its end break a line.
        let breaks = raw.ends_with("  ") || text.ends_with('\\') || text.ends_with("<br>");
        match shape(text) {
            Shape::Alone => format!("{parts}\n{line}\n"),
            Shape::Item | Shape::Text if deep => format!("{parts}\n{line}\n"),
            Shape::Item if breaks => format!("{parts}\n{line}  \n"),
            Shape::Item => format!("{parts}\n{line} "),
            Shape::Text if breaks => format!("{parts}{text}  \n"),
            Shape::Text => format!("{parts}{text} "),
        }
    }
}

/// Tells whether a line begins as a comment that may be one.
pub(super) fn may_be_comment(grammar: Grammar, line: &str, doubt: Doubt) -> bool {
    let line = line.trim_start();
    doubt == Doubt::IsComment && grammar.maybe.iter().any(|mark| line.starts_with(mark))
}

/// What a line of Markdown is to those beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// It may be wrapped with what stands before it.
    Text,
    /// It begins something, and what follows may be wrapped with it.
    Item,
    /// It is what it is: a heading, a row of a table, a line below a heading.
    Alone,
}

fn shape(text: &str) -> Shape {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < text.len() && [". ", ") "].iter().any(|mark| digits.starts_with(mark));
    if ["- ", "* ", "+ "].iter().any(|mark| text.starts_with(mark)) || numbered {
        return Shape::Item;
    }
    let rule = text.chars().all(|c| "=-*_ ".contains(c));
    let begins =
        text.starts_with(['#', '>', '|', '<', ':', '[', '!', '-', '*', '+']) && !text.starts_with("**");
    if rule || begins || text.contains('|') || numbered || is_setting(text) {
        return Shape::Alone;
    }
    Shape::Text
}

/// Tells whether a line looks like a setting at a document's head: `title: One`.
fn is_setting(text: &str) -> bool {
    let name = text.split_once(": ").map_or_else(|| text.strip_suffix(':'), |(name, _)| Some(name));
    name.is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '_' | '-')))
}

#[cfg(test)]
mod tests {
    use super::super::bare::bare;
    use super::*;

    fn read(text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        bare("a.md", &lines, Doubt::IsComment).concat().trim().to_owned()
    }

    #[test]
    fn a_paragraph_may_be_wrapped_otherwise() {
        for (one, other) in [
            ("one two\nthree\n", "one\ntwo three\n"),
            ("- one two\n  three\n- four\n", "- one\n  two three\n- four\n"),
            ("# One\n\ntext\n", "# One\n\n\ntext\n"),
            ("one \ntwo\n", "one\ntwo\n"),
        ] {
            assert_eq!(read(one), read(other), "{one}");
        }
    }

    #[test]
    fn what_breaks_a_line_stays() {
        for (one, other) in [
            ("one two\nthree\n", "one two\n\nthree\n"),
            ("one  \ntwo\n", "one\ntwo\n"),
            ("one\\\ntwo\n", "one\ntwo\n"),
            ("```\na\nb\n```\n", "```\na b\n```\n"),
            ("```\na\n\nb\n```\n", "```\na\n\n\nb\n```\n"),
            ("- one\n- two\n", "- one - two\n"),
            ("- one\n  - two\n", "- one\n- two\n"),
            ("# One\ntwo\n", "# One two\n"),
            ("One\n===\n", "One ===\n"),
            ("| a |\n| b |\n", "| a | | b |\n"),
            ("one\n\n    code a\n    code b\n", "one\n\n    code a code b\n"),
            ("title: a\nname: b\n", "title: a name: b\n"),
        ] {
            assert_ne!(read(one), read(other), "{one}");
        }
    }
}
