//! HTML written where Markdown could stand: emphasis, headings and line ends by tags.
//!
//! ```text
//! <b> <strong> = "**"    <i> <em> = "*"    <code> = "`"    <br> = nothing    <h2>text</h2> = "## text"
//! ```
//!
//! Only the reviewer's own lines are read so; other tags, and tags inside code marks, stay as written.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Kind, Line, links};
use crate::domain::dialect::words;

static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i-u)<(/?)(b|strong|i|em|code|br|h[1-6])\s*/?>").expect("a constant pattern")
});

/// A severity shown as an image, as Gemini and Codex do: `![high](…/high.svg)`, `![P1 Badge](https://img.shields.io/…)`.
static IMAGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:<su[bp]>)*!\[([A-Za-z0-9 -]{1,24}?)(?: (?i:badge|priority|severity))?\]\([^()\s]{1,400}\)(?:</su[bp]>)*")
        .expect("a constant pattern")
});

/// Replaces such images by their words in brackets.
fn images(line: &mut Line<'_>) {
    if !line.own() || !line.text.contains("![") || line.text.contains('`') {
        return;
    }
    let replaced =
        IMAGE.replace_all(&line.text, |caps: &Captures<'_>| match words::only_severity(&caps[1]) {
            Some(_) => format!("[{}]", &caps[1]),
            None => caps[0].to_owned(),
        });
    let text = replaced.into_owned();
    if text != line.text {
        line.write(Cow::Owned(text));
    }
}

/// Replaces the tags of a line by Markdown's marks.
pub(super) fn plain(line: &mut Line<'_>) {
    images(line);
    links::plain(line);
    if !line.own() || !line.text.contains('<') || line.text.contains('`') || !TAG.is_match(&line.text) {
        return;
    }
    let mut level = None;
    let replaced =
        TAG.replace_all(&line.text, |caps: &Captures<'_>| match caps[2].to_ascii_lowercase().as_str() {
            "b" | "strong" => "**",
            "i" | "em" => "*",
            "code" => "`",
            heading if heading.starts_with('h') => {
                level = level.or(heading[1..].parse::<u8>().ok());
                ""
            }
            _ => "",
        });
    let text = replaced.trim().to_owned();
    if text.is_empty() {
        return;
    }
    let (text, kind) = match level {
        Some(level) => (format!("{} {text}", "#".repeat(usize::from(level))), Kind::Heading(level)),
        None => (text, line.kind),
    };
    line.kind = kind;
    line.write(Cow::Owned(text));
}

#[cfg(test)]
mod tests {
    use super::super::Page;
    use super::*;

    #[test]
    fn tags_are_read_as_marks() {
        for (text, expected, kind) in [
            ("<b>Status:</b> passed<br>", "**Status:** passed", Kind::Prose),
            ("<h2>Review</h2>", "## Review", Kind::Heading(2)),
            ("use `<b>` here", "use `<b>` here", Kind::Prose),
            ("a < b", "a < b", Kind::Prose),
        ] {
            let page = Page::scan(text);
            assert_eq!((page.lines[0].text.as_ref(), page.lines[0].kind), (expected, kind), "{text}");
        }
    }
}
