//! Lists written in HTML: each element of one as the line of Markdown that says the same.
//!
//! ```text
//! item  = "<li>" text      as "- text", four blanks further in for each list around the first
//! term  = "<dt>" text      as "- text", and "<dd>" text as ": text"
//! ```

/// Where a line stands in the lists above it.
#[derive(Default)]
pub(super) struct Elements {
    /// The lists that are open.
    depth: usize,
    item: Item,
}

/// What the element that is open is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Item {
    /// None is open.
    #[default]
    None,
    /// It has no text yet; what stands before its first.
    Begun(&'static str),
    Going,
}

/// The elements that are read; a paragraph is one item where it stands outside of them.
const KNOWN: [&str; 7] = ["ul", "ol", "dl", "li", "dt", "dd", "p"];

impl Elements {
    /// Returns a line's texts as lines of Markdown; nothing where no list in HTML is open or begins.
    pub(super) fn lines(&mut self, line: &str) -> Option<Vec<String>> {
        if self.depth == 0 && self.item == Item::None && next_tag(line).is_none() {
            return None;
        }
        let mut out = Vec::new();
        let mut rest = line;
        while let Some(Tag { from, to, name, closes }) = next_tag(rest) {
            self.text(&rest[..from], &mut out);
            rest = &rest[to..];
            match (name, closes) {
                ("ul" | "ol" | "dl", false) => {
                    self.depth += 1;
                    // The list of an item stands in it, whatever comes behind it.
                    self.item = Item::None;
                }
                ("ul" | "ol" | "dl", true) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.item = Item::None;
                }
                ("p", false) if self.depth > 0 => {}
                ("p", true) if self.depth > 0 => {}
                ("dd", false) => self.item = Item::Begun(": "),
                (_, false) => self.item = Item::Begun("- "),
                (_, true) => self.item = Item::None,
            }
        }
        self.text(rest, &mut out);
        Some(out)
    }

    /// Adds the text of the element that is open; one that says nothing but tags is none.
    fn text(&mut self, text: &str, out: &mut Vec<String>) {
        if !visible(text) {
            return;
        }
        let inner = "    ".repeat(self.depth.saturating_sub(1));
        let written = match self.item {
            Item::None => text.to_owned(),
            // A definition goes on with its term.
            Item::Begun(": ") => format!(": {}", text.trim()),
            Item::Begun(mark) => format!("{inner}{mark}{}", text.trim()),
            Item::Going => format!("{inner}      {}", text.trim()),
        };
        out.push(written);
        if self.item != Item::None {
            self.item = Item::Going;
        }
    }
}

/// A tag of a list.
struct Tag {
    from: usize,
    to: usize,
    name: &'static str,
    closes: bool,
}

/// Returns the first tag of a list in a text.
fn next_tag(text: &str) -> Option<Tag> {
    text.match_indices('<').find_map(|(from, _)| {
        let inner = &text[from + 1..];
        let end = inner.find('>')?;
        let word = inner.get(..end)?.trim_end_matches('/');
        let (word, closes) = word.strip_prefix('/').map_or((word, false), |word| (word, true));
        let word = word.split(char::is_whitespace).next().unwrap_or_default();
        let name = KNOWN.into_iter().find(|known| known.eq_ignore_ascii_case(word))?;
        Some(Tag { from, to: from + 1 + end + 1, name, closes })
    })
}

/// Tells whether a text says something beside its tags.
pub(super) fn visible(text: &str) -> bool {
    let mut within = false;
    text.chars().any(|c| {
        within = match c {
            '<' => true,
            '>' => false,
            _ => within,
        };
        !within && c.is_alphanumeric()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_html_are_lines_of_markdown() {
        let read = |text: &str| -> Vec<String> {
            let mut elements = Elements::default();
            text.lines().flat_map(|l| elements.lines(l).unwrap_or_else(|| vec![l.to_owned()])).collect()
        };
        for (text, expected) in [
            ("<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nc", &["- a", "- b", "c"][..]),
            ("<ol><li>a</li><li>b</li></ol>", &["- a", "- b"]),
            ("<UL class=\"x\">\n  <LI>\n    a\n    goes on\n  </LI>\n</UL>", &["- a", "      goes on"]),
            ("<li>a\n<li><b>b</b> <= 2", &["- a", "- <b>b</b> <= 2"]),
            ("<ul>\n<li>a\n<ul><li>part</li></ul></li>\n<li>b</li></ul>", &["- a", "    - part", "- b"]),
            ("<ul><li><p>a</p></li></ul>", &["- a"]),
            ("<dl>\n<dt>A</dt>\n<dd>a</dd>\n</dl>", &["- A", ": a"]),
            ("<p>a</p>\n<p>b</p>\nc", &["- a", "- b", "c"]),
            ("<img src=\"x.png\">\n<T> is kept", &["<img src=\"x.png\">", "<T> is kept"]),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
