//! List items that begin with another mark than `- `: in the column of a list that is open they are meant as its items.
//!
//! YAML gives up at such a line, and all items after it would go with it.

use super::mend::{Shape, indent_of};

/// Says what was guessed of such a line.
pub(super) const WHY: &str = "a list item begins with `- `, dash and blank; this line was taken as one";

/// The marks that people begin items with.
const MARKS: [char; 12] = ['-', '*', '+', '•', '–', '—', '−', '‣', '◦', '·', '●', '▪'];

/// The columns of the lists that are open, outermost first.
#[derive(Default)]
pub(super) struct Lists(Vec<usize>);

impl Lists {
    /// Returns a line with a dash in place of its mark, where it stands in the column of an open list.
    ///
    /// What stands behind the mark keeps its column where there is room, since more keys may stand below it.
    pub(super) fn mended(&self, line: &str) -> Option<String> {
        let at = indent_of(line);
        if !self.0.contains(&at) {
            return None;
        }
        let text = line.trim();
        let item = item(text)?;
        let before = text.strip_suffix(item).unwrap_or("");
        let blanks = before.chars().count().saturating_sub(1).max(1);
        Some(format!("{}-{}{item}", " ".repeat(at), " ".repeat(blanks)))
    }

    /// Takes note of a line: it opens the lists of its dashes, and ends those that stand in deeper columns.
    ///
    /// Another item or a key in the column of a list ends it, too; a line that is neither belongs to nothing.
    pub(super) fn pass(&mut self, shape: &Shape<'_>) {
        let at = shape.dashes.first().copied().unwrap_or(shape.content_at);
        let neither = shape.dashes.is_empty() && shape.key.is_none();
        self.0.retain(|column| *column < at || neither && *column == at);
        self.0.extend(&shape.dashes);
    }
}

/// Returns the text of an item that begins with another mark than `- `; nothing where the line begins with none.
fn item(text: &str) -> Option<&str> {
    let found = match text.strip_prefix(MARKS) {
        Some(rest) if text.starts_with("- ") || rest.is_empty() => None,
        Some(rest) if rest.starts_with(char::is_whitespace) => Some(rest.trim_start()),
        // `**Bold**` and `*.rs` are words, and so far no more than that.
        Some(_) if text.starts_with(['*', '+']) => None,
        // `-5 degrees`, `--flag` and `-> x` begin with their sign.
        Some(rest) if rest.starts_with(|c: char| c.is_numeric() || ['-', '>', '='].contains(&c)) => {
            Some(text)
        }
        Some(rest) => Some(rest),
        None => numbered(text),
    };
    found.filter(|item| item.contains(char::is_alphanumeric))
}

/// Returns what stands behind a number: `2. b`, `2) b`.
fn numbered(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - rest.len();
    let rest = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))?;
    (1..=3).contains(&digits).then(|| rest.trim_start())
}
