//! Key links: objects, texts with an arrow, lists of two; one link for every pair of their ends.

use super::super::super::front_matter::{Node, Value};
use super::super::KeyLink;
use super::super::unfilled::is_unwritten;
use super::{Reader, flatten, paths, unprefixed, value_text};

/// The most links that one item stands for.
const MOST: usize = 100;

impl Reader<'_, '_> {
    pub(super) fn key_link(&mut self, item: &Node) {
        if let Value::List(inner) = &item.value
            && inner.iter().any(|node| matches!(node.value, Value::Map(_) | Value::List(_)))
        {
            let message = "a list stands within the list of key links; each of its items was taken as one";
            self.remark(item.line, "nested_list", message);
            return inner.iter().for_each(|node| self.key_link(node));
        }
        if self.left_open(item, "a key link") {
            return;
        }
        let mut link = KeyLink { line: item.line, ..KeyLink::default() };
        let (from, to) = match &item.value {
            Value::Map(entries) => {
                self.unread(entries, &["from", "to", "via", "pattern"], "unknown_link_field", "key_links");
                let field = |key: &str| item.get(key).and_then(|n| value_text(n, self.matter, key));
                link.via = field("via");
                link.pattern = field("pattern");
                if link.pattern.is_none() && item.get("pattern").is_some() {
                    link.pattern = Some(String::new());
                }
                let ends = |key: &str| match item.get(key).map(|node| &node.value) {
                    Some(Value::List(all)) if all.len() > 1 => {
                        all.iter().map(|end| plain(&flatten(end))).collect()
                    }
                    _ => several(field(key).unwrap_or_default()),
                };
                (ends("from"), ends("to"))
            }
            Value::Empty => return self.remark(item.line, "empty_item", "an empty key link was left out"),
            Value::List(ends) if ends.len() == 2 => {
                let message = "a key link is written as a list; its two items were taken as `from` and `to`";
                self.remark(item.line, "link_as_list", message);
                (several(plain(&flatten(&ends[0]))), several(plain(&flatten(&ends[1]))))
            }
            Value::Text(_) | Value::List(_) => {
                let text = flatten(item);
                let text = unprefixed(&text, "from");
                let arrow = ["→", "->", "=>", " to "].iter().find_map(|a| text.split_once(a));
                let (from, to) = arrow.unwrap_or((text, ""));
                let (to, via) = match to.split_once(" via ") {
                    Some((to, via)) => (to, Some(via.trim().to_owned())),
                    None => (to, None),
                };
                let ((from, _), (to, note)) = (without_note(from), without_note(to));
                link.via = via.or(note);
                self.remark(
                    item.line,
                    "string_for_object",
                    "a key link is written as a text; its ends were guessed",
                );
                (several(whole(from)), several(whole(to)))
            }
        };
        self.pairs(&link, from, to);
    }

    /// Adds a link for each pair of ends: what is promised of several is promised of each.
    fn pairs(&mut self, link: &KeyLink, mut from: Vec<String>, mut to: Vec<String>) {
        let count = from.len().saturating_mul(to.len());
        if count > MOST {
            let message = format!(
                "a key link stands for {count} pairs of ends; write a link for each, at most {MOST} an item"
            );
            self.remark(link.line, "several_ends", message);
            (from, to) = (from.into_iter().take(1).collect(), vec![String::new()]);
        } else if count > 1 {
            let message = "a key link names several ends; each pair was taken as one with the same promises";
            self.remark(link.line, "several_ends", message);
        }
        for (ends, name) in [(&mut from, "`from` of a key link"), (&mut to, "`to` of a key link")] {
            for end in ends.iter_mut().filter(|end| is_unwritten(end)) {
                self.unfilled(link.line, name, end);
                end.clear();
            }
        }
        if from.iter().chain(&to).any(String::is_empty) {
            self.remark(link.line, "key_link_without_end", "a key link lacks `from` or `to`");
        }
        for from in &from {
            for to in &to {
                self.out.key_links.push(KeyLink { from: from.clone(), to: to.clone(), ..link.clone() });
            }
        }
    }
}

/// Returns the ends that a text names: several where nothing but paths and what joins them stands there, or words without
/// blanks of which one is a path; else the text itself, which may be empty.
fn several(text: String) -> Vec<String> {
    // Of these one will do, so they stay one link; authors write it so, and SPEC 9.4 says nothing of it.
    if text.contains(" OR ") {
        return vec![text];
    }
    let paths = paths::together(&text);
    if paths.len() > 1 {
        return paths;
    }
    let listed = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(&text);
    let words: Vec<String> = listed.split(", ").map(plain).collect();
    let word = |word: &String| !word.is_empty() && !word.contains([' ', '(', ')', '{', '}']);
    let named = words.len() > 1 && words.iter().all(word) && words.iter().any(|word| paths::is_path(word));
    if named { words } else { vec![text] }
}

/// Takes a note in parentheses off a path: `src/pay.ts (import)`.
fn without_note(text: &str) -> (String, Option<String>) {
    let found = text.trim().strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    match found.map(|(path, note)| (plain(path), note.trim().to_owned())) {
        Some((path, note)) if paths::is_path(&path) => (path, Some(note)),
        Some(_) | None => (plain(text), None),
    }
}

/// Returns an end, and nothing where a quotation begins or ends in it: what was meant cannot be told.
fn whole(end: String) -> String {
    let odd = ['"', '`'].iter().any(|sign| end.matches(*sign).count() % 2 == 1);
    if odd { String::new() } else { end }
}

pub(super) fn plain(text: &str) -> String {
    text.trim().trim_matches(['`', '"', '\'']).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::super::{Plan, read};
    use crate::domain::ids::RepoPath;

    fn plan(links: &str) -> Plan {
        let text = format!("---\nphase: 1\nmust_haves:\n  key_links:\n{links}\n---\n");
        read(&RepoPath::parse(".planning/phases/01-x/01-01-PLAN.md").unwrap(), &text).unwrap()
    }

    fn ends(links: &str) -> Vec<(String, String)> {
        plan(links).must_haves.key_links.into_iter().map(|link| (link.from, link.to)).collect()
    }

    #[test]
    fn ends_of_which_one_will_do_stay_one_link() {
        let to = "x.ts OR y.ts";
        let one = ends(&format!("    - from: a.ts\n      to: {to}"));
        assert_eq!(one, [("a.ts".to_owned(), to.to_owned())]);
    }

    #[test]
    fn a_link_with_several_ends_is_one_for_each() {
        let expected = [("a.ts", "x.ts"), ("a.ts", "y.ts")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        for to in [
            "\"x.ts, y.ts\"",
            "[x.ts, y.ts]",
            "x.ts and y.ts",
            "x.ts + y.ts",
            "x.ts or y.ts",
            "x.ts y.ts",
            "\n        - x.ts\n        - y.ts",
        ] {
            assert_eq!(
                ends(&format!("    - from: a.ts\n      to: {to}\n      via: import")),
                expected,
                "{to}"
            );
            let back = ends(&format!("    - to: a.ts\n      from: {to}"));
            assert_eq!(back, expected.clone().map(|(a, b)| (b, a)), "{to}");
        }
        let all = plan("    - from: a.ts, b.ts\n      to: x.ts, y.ts\n      pattern: pay");
        assert_eq!(all.must_haves.key_links.len(), 4);
        assert!(all.must_haves.key_links.iter().all(|link| link.pattern.as_deref() == Some("pay")));
        assert!(all.remarks.iter().any(|r| r.code == "several_ends"));
        let listed = ends("    - from: a.ts\n      to: [Pay, Cart]");
        assert_eq!(listed.len(), 2, "names in a list are ends as well");
    }

    #[test]
    fn one_end_stays_one() {
        for to in ["x.ts", "/api/pay", "the handler, in all of its forms", "docs/My Notes.md", "[id]"] {
            let links = ends(&format!("    - from: a.ts\n      to: {to}"));
            assert_eq!(links, [("a.ts".to_owned(), to.to_owned())]);
        }
        let many = (0..30).map(|n| format!("{n}.ts")).collect::<Vec<_>>().join(", ");
        let links = ends(&format!("    - from: {many}\n      to: {many}"));
        assert_eq!(links, [("0.ts".to_owned(), String::new())], "too many are a fault of the plan");
    }

    #[test]
    fn a_text_keeps_nothing_but_its_ends() {
        let expected = [("src/a.ts".to_owned(), "src/b.ts".to_owned())];
        for text in [
            "\"src/a.ts\" -> \"src/b.ts\" (import)",
            "src/a.ts -> src/b.ts (import)",
            "src/a.ts (handler) → `src/b.ts` via import",
        ] {
            assert_eq!(ends(&format!("    - {text}")), expected, "{text}");
        }
        let rest = ends("    - src/a.ts -> src/b.ts\" by import");
        assert_eq!(rest, [("src/a.ts".to_owned(), String::new())]);
    }
}
