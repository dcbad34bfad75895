//! Texts among the lines of YAML: what follows `run: |` and stands deeper. `#` begins no comment of YAML's there, but
//! may be one of the program that the text is given to.

use super::bare::Doubt;

/// Follows the lines of a file, or of a piece of it, and tells which are text.
#[derive(Debug, Clone)]
pub(super) struct Scalars {
    doubt: Doubt,
    open: Option<Open>,
    /// A line at the left border was met: from there on nothing is text that is not seen to begin.
    sure: bool,
}

/// The text that the lines stand in.
#[derive(Debug, Clone, Copy)]
struct Open {
    /// Where what holds it stands: what is deeper is text.
    indent: usize,
    /// Where its first line stands, once that is known.
    base: Option<usize>,
    /// Its name says that people read it, so that `#` is a heading.
    prose: bool,
}

impl Scalars {
    pub(super) fn new(doubt: Doubt) -> Self {
        Self { doubt, open: None, sure: false }
    }

    /// Returns a line of a text as it counts; nothing where it is YAML's own.
    ///
    /// `whole` says that the file is read from its top: then the depth of the text is known, and only what is deeper counts.
    pub(super) fn take(&mut self, line: &str, whole: bool) -> Option<String> {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if let Some(open) = self.open {
            if text.is_empty() || indent > open.indent {
                let base = open.base.or((whole && !text.is_empty()).then_some(indent));
                self.open = Some(Open { base, ..open });
                let off = base.unwrap_or(0).min(indent);
                let line = if self.doubt == Doubt::IsCode { line } else { &line[off..] };
                return Some(self.kept(line, text, open));
            }
            self.open = None;
        }
        if indent == 0 && !text.is_empty() && !text.starts_with('#') {
            self.sure = true;
        }
        // Deep in a piece of a file it may be text.
        let unknown = !self.sure && self.doubt == Doubt::IsCode && indent > 0;
        unknown.then(|| format!("{line}\n"))
    }

    fn kept(&self, line: &str, text: &str, open: Open) -> String {
        if self.doubt == Doubt::IsCode || open.prose {
            return format!("{line}\n");
        }
        if text.is_empty() || text.starts_with('#') && !text.starts_with("#!") {
            return String::new();
        }
        let end = line.find(" #").map_or(line, |at| line[..at].trim_end());
        format!("{end}\n")
    }

    /// Looks whether a text begins behind a line, given what it says without its comment.
    pub(super) fn after(&mut self, line: &str, said: &str) {
        let Some((before, mark)) = said.trim_end().rsplit_once(' ') else { return };
        let is_mark = mark.starts_with(['|', '>'])
            && mark[1..].chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-'));
        let before = before.trim();
        // `key: !tag &anchor |`
        let holder = before.trim_end_matches(|c| c != ':' && c != '-');
        let named = before[holder.len()..].split_whitespace().all(|w| w.starts_with(['!', '&']));
        if !is_mark || !named || holder.is_empty() {
            return;
        }
        let mut at = line.len() - line.trim_start().len();
        let mut key = holder;
        while let Some(rest) = key.strip_prefix("- ") {
            key = rest.trim_start();
            at += holder.len().min(2);
        }
        let key = key.trim_end_matches(':').trim_matches(['"', '\'']);
        self.open = Some(Open { indent: at, base: None, prose: is_prose(key) });
    }
}

/// Tells whether a text of this name is for people.
fn is_prose(key: &str) -> bool {
    const NAMES: [&str; 14] = [
        "description",
        "text",
        "note",
        "notes",
        "message",
        "body",
        "readme",
        "title",
        "summary",
        "help",
        "changelog",
        "documentation",
        "doc",
        "prompt",
    ];
    const ENDS: [&str; 5] = [".md", ".txt", ".html", ".rst", ".adoc"];
    let key = key.to_lowercase();
    NAMES.contains(&key.as_str()) || ENDS.iter().any(|end| key.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::super::bare::bare;
    use super::*;

    #[test]
    fn texts_end_where_what_follows_stands_no_deeper() {
        let lines = ["jobs:", "  - run: |", "      echo 1 # a", "      # b", "", "    # c", "    env: 1 # d"];
        let said = |doubt| bare("ci.yml", &lines, doubt).concat();
        assert_eq!(said(Doubt::IsCode), "jobs:\n  - run: |\n      echo 1 # a\n      # b\n\n    env: 1\n");
        assert_eq!(said(Doubt::IsComment), "jobs:\n  - run: |\n      echo 1\n    env: 1\n");
        let prose = ["a:", "  description: >-", "    # One", "  b: 1"];
        assert!(bare("a.yaml", &prose, Doubt::IsComment).concat().contains("# One"));
    }

    #[test]
    fn deep_in_a_piece_of_a_file_nothing_is_sure() {
        let lines = ["      # b", "      echo 1 # a", "on: push", "  # c"];
        assert_eq!(bare("ci.yml", &lines, Doubt::IsCode).concat(), "      # b\n      echo 1 # a\non: push\n");
        assert_eq!(bare("ci.yml", &lines, Doubt::IsComment).concat(), "      echo 1\non: push\n");
    }
}
