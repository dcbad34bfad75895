//! Links whose text is a place: `[pool.rs:3](src/pool.rs#L3)` is read as `src/pool.rs:3`.
//!
//! The text is the place, and the target tells the folder and the lines that it leaves out. A link with other words is
//! left as it is.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::Line;
use crate::domain::dialect::place;
use crate::domain::review::Location;

static LINK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(!?)\[(`?)([^\[\]`\s]{1,300})`?\]\(([^()\s]{1,600})\)").expect("a constant pattern")
});

/// Replaces the links to places of a line by the places.
pub(super) fn plain(line: &mut Line<'_>) {
    if !line.own() || !line.text.contains("](") {
        return;
    }
    // Code marks up to what was looked at last.
    let (mut looked, mut marks) = (0, 0);
    let replaced = LINK.replace_all(&line.text, |caps: &Captures<'_>| {
        let start = caps.get(0).map_or(0, |m| m.start());
        marks += line.text[looked..start].bytes().filter(|b| *b == b'`').count();
        looked = start;
        let place = if marks % 2 == 1 || !caps[1].is_empty() { None } else { linked(&caps[3], &caps[4]) };
        place.map_or_else(|| caps[0].to_owned(), |place| format!("{0}{place}{0}", &caps[2]))
    });
    let text = replaced.into_owned();
    if text != line.text {
        line.write(Cow::Owned(text));
    }
}

/// Returns the place that a link tells, as it is written without one.
fn linked(text: &str, target: &str) -> Option<String> {
    let own = whole(text)?;
    let target = target.strip_prefix("./").unwrap_or(target);
    let relative = !target.starts_with(['/', '#']) && !target.contains("..") && !target.contains("//");
    let Some(told) = whole(target).filter(|_| relative) else {
        return Some(text.to_owned());
    };
    let same = told.file == own.file || told.file.ends_with(&format!("/{}", own.file));
    if !same {
        return Some(text.to_owned());
    }
    let (line, end) = if own.line.is_some() { (own.line, own.end_line) } else { (told.line, told.end_line) };
    Some(match (line, end) {
        (Some(line), Some(end)) => format!("{}:{line}-{end}", told.file),
        (Some(line), None) => format!("{}:{line}", told.file),
        (None, _) => told.file,
    })
}

/// Reads a text that is a place and nothing else.
fn whole(text: &str) -> Option<Location> {
    let file = || Some(Location { file: place::only_file(text)?, line: None, end_line: None });
    match place::leading(text) {
        Some((place, rest)) => rest.is_empty().then_some(place),
        None => file(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Page;

    #[test]
    fn a_link_to_a_place_is_the_place() {
        for (text, expected) in [
            ("1. Leak ([pool.rs:3](src/pool.rs#L3))", "1. Leak (src/pool.rs:3)"),
            ("- [pool.rs](src/pool.rs#L3-L9) — high: leak", "- src/pool.rs:3-9 — high: leak"),
            ("- [`a/b.go:7`](a/b.go#L7) races", "- `a/b.go:7` races"),
            ("- [a/b.go:7](/srv/shop/a/b.go#L7) races", "- a/b.go:7 races"),
            ("- [src/a.rs:9](https://example.org/x) leaks", "- src/a.rs:9 leaks"),
            ("See [the guide](docs/guide.md) on it", "See [the guide](docs/guide.md) on it"),
            ("Write `[a.md](docs/a.md)` here", "Write `[a.md](docs/a.md)` here"),
            ("![a.png](docs/a.png)", "![a.png](docs/a.png)"),
            ("- [x](y) [ ] open", "- [x](y) [ ] open"),
        ] {
            assert_eq!(Page::scan(text).lines[0].text, expected, "{text}");
        }
    }
}
