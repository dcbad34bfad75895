//! `must_haves` in every shape people write: a list of truths, an object, strings for objects.

use super::super::front_matter::{Entry, FrontMatter, Node, Value};
use super::super::review::Remark;
use super::{Artifact, KeyLink, MustHaves, Truth, paths};

/// Reads the value of `must_haves`.
pub(super) fn read(matter: &FrontMatter<'_>, node: &Node, remarks: &mut Vec<Remark>) -> MustHaves {
    let mut reader = Reader { matter, remarks, out: MustHaves::default() };
    if node.is_empty() {
        return reader.out;
    }
    match &node.value {
        Value::Map(entries) => entries.iter().for_each(|entry| reader.section(entry)),
        Value::Empty | Value::Text(_) | Value::List(_) => reader.truths(node),
    }
    reader.out
}

struct Reader<'r, 'm> {
    matter: &'r FrontMatter<'m>,
    remarks: &'r mut Vec<Remark>,
    out: MustHaves,
}

impl Reader<'_, '_> {
    fn remark(&mut self, line: u32, code: &str, message: impl Into<String>) {
        self.remarks.push(Remark::new(line, code, message));
    }

    fn section(&mut self, entry: &Entry) {
        match entry.key.as_str() {
            _ if entry.node.is_empty() => {}
            "truths" => self.truths(&entry.node),
            "artifacts" => self.each(&entry.node, Self::artifact),
            "key_links" => self.each(&entry.node, Self::key_link),
            other if meant(other, &["truths", "artifacts", "key_links"]).is_some() => {
                let known = meant(other, &["truths", "artifacts", "key_links"]).unwrap_or_default();
                let message = format!(
                    "must_haves has no part `{other}`: write `{known}`, or what it promises is not checked"
                );
                self.remark(entry.line, MISSPELT, message);
            }
            other => {
                let message =
                    format!("must_haves has no part `{other}`: truths, artifacts or key_links; left out");
                self.remark(entry.line, "unknown_must_haves", message);
            }
        }
    }

    /// Reads each item of a list; a map keyed by path is a list of objects; anything else is one item.
    fn each(&mut self, node: &Node, read: fn(&mut Self, &Node)) {
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| read(self, item)),
            Value::Map(entries) if entries.iter().all(|e| matches!(e.node.value, Value::Map(_))) => {
                for entry in entries {
                    let mut inner = vec![Entry {
                        key: "path".to_owned(),
                        line: entry.line,
                        node: Node { value: Value::Text(entry.key.clone()), line: entry.line },
                    }];
                    if let Value::Map(more) = &entry.node.value {
                        inner.extend(more.iter().cloned());
                    }
                    read(self, &Node { value: Value::Map(inner), line: entry.line });
                }
            }
            Value::Empty | Value::Text(_) | Value::Map(_) => read(self, node),
        }
    }

    fn truths(&mut self, node: &Node) {
        let single = std::slice::from_ref(node);
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            Value::Empty | Value::Text(_) | Value::Map(_) => single,
        };
        for item in items {
            let text = self.truth_text(item);
            let text = text.trim();
            if text.is_empty() {
                self.remark(item.line, "empty_item", "an empty truth was left out");
            } else {
                self.out.truths.push(Truth { text: text.to_owned(), line: item.line });
            }
        }
    }

    /// Returns a truth's text; what YAML took for a map is given back as written.
    fn truth_text(&mut self, item: &Node) -> String {
        match &item.value {
            Value::Text(text) => text.clone(),
            Value::Empty => String::new(),
            Value::List(_) => {
                self.remark(item.line, "item_as_written", "a truth is written as a list; its text was taken");
                self.as_written(item)
            }
            Value::Map(entries) => {
                let named = ["truth", "text", "statement", "description", "criterion", "must", "claim"];
                if let Some((key, text)) = named.iter().find_map(|key| Some((*key, item.get(key)?.text()?))) {
                    let text = text.to_owned();
                    self.unread(entries, &[key], "unknown_truth_field", "truths");
                    return text;
                }
                let message = "YAML reads this truth as a map because of its colon; it was taken as written";
                self.remark(item.line, "item_as_written", message);
                match entries.as_slice() {
                    [only] if only.node.line == item.line => self.as_written(item),
                    _ => flatten(item),
                }
            }
        }
    }

    /// Returns the item's own line without its dash, or the flattened value where there is no such line.
    fn as_written(&self, item: &Node) -> String {
        let raw = self.matter.raw(item.line).map(str::trim);
        let text = raw.map(|r| r.trim_start_matches("- ").trim()).filter(|r| !r.is_empty());
        text.map_or_else(|| flatten(item), str::to_owned)
    }

    fn artifact(&mut self, item: &Node) {
        let mut artifact = Artifact { line: item.line, ..Artifact::default() };
        match &item.value {
            Value::Text(text) => {
                let text = unprefixed(text, "path");
                artifact.path = paths::named(text).unwrap_or_default();
                artifact.provides = note(text, &artifact.path);
                self.remark(
                    item.line,
                    "string_for_object",
                    "an artifact is written as a text; its path was taken",
                );
            }
            Value::Empty => return self.remark(item.line, "empty_item", "an empty artifact was left out"),
            Value::List(_) => artifact.path = paths::clean(&flatten(item)).unwrap_or_default(),
            Value::Map(entries) => self.artifact_fields(entries, &mut artifact),
        }
        if artifact.path.is_empty() {
            self.remark(
                item.line,
                "artifact_without_path",
                "an artifact names no path and cannot be checked",
            );
        }
        self.out.artifacts.push(artifact);
    }

    fn artifact_fields(&mut self, entries: &[Entry], artifact: &mut Artifact) {
        if let [only] = entries
            && !ARTIFACT_KEYS.contains(&only.key.as_str())
        {
            artifact.path = only.key.clone();
            artifact.provides = self.text(only);
            return;
        }
        for entry in entries {
            // An empty promise is none, and is told as a fault (SPEC 9.4).
            match entry.key.as_str() {
                "contains" if is_blank(&entry.node) => artifact.contains.push(String::new()),
                "exports" if is_blank(&entry.node) => artifact.exports.push(String::new()),
                _ => {}
            }
            match entry.key.as_str() {
                "contains" | "exports" if is_blank(&entry.node) => {}
                "path" | "file" => {
                    artifact.path = self.text(entry).and_then(|t| paths::clean(&t)).unwrap_or_default();
                }
                "provides" | "description" | "purpose" => artifact.provides = self.text(entry),
                "min_lines" => artifact.min_lines = self.number(entry),
                "contains" => artifact.contains = self.texts(entry, false),
                "must_not_contain" | "contains_negated" | "not_contains" => {
                    artifact.must_not_contain.extend(self.texts(entry, false));
                }
                "exports" => artifact.exports = self.texts(entry, true),
                other if meant(other, &CHECKED).is_some() => {
                    let known = meant(other, &CHECKED).unwrap_or_default();
                    let message = format!(
                        "artifacts have no field `{other}`: write `{known}`, or what it promises is not checked"
                    );
                    self.remark(entry.line, MISSPELT, message);
                }
                other => {
                    let message = format!("artifacts have no field `{other}` that is checked; left out");
                    self.remark(entry.line, "unknown_artifact_field", message);
                }
            }
        }
    }

    fn key_link(&mut self, item: &Node) {
        let mut link = KeyLink { line: item.line, ..KeyLink::default() };
        match &item.value {
            Value::Map(entries) => {
                self.unread(entries, &["from", "to", "via", "pattern"], "unknown_link_field", "key links");
                let field = |key: &str| item.get(key).and_then(|n| value_text(n, self.matter, key));
                link.from = field("from").unwrap_or_default();
                link.to = field("to").unwrap_or_default();
                link.via = field("via");
                link.pattern = field("pattern");
                if link.pattern.is_none() && item.get("pattern").is_some() {
                    link.pattern = Some(String::new());
                }
            }
            Value::Empty => return self.remark(item.line, "empty_item", "an empty key link was left out"),
            Value::Text(_) | Value::List(_) => {
                let text = flatten(item);
                let text = unprefixed(&text, "from");
                let arrow = ["→", "->", "=>", " to "].iter().find_map(|a| text.split_once(a));
                let (from, to) = arrow.unwrap_or((text, ""));
                let (to, via) = match to.split_once(" via ") {
                    Some((to, via)) => (to, Some(via.trim().to_owned())),
                    None => (to, None),
                };
                (link.from, link.to, link.via) = (plain(from), plain(to), via);
                self.remark(
                    item.line,
                    "string_for_object",
                    "a key link is written as a text; its ends were guessed",
                );
            }
        }
        if link.from.is_empty() || link.to.is_empty() {
            self.remark(item.line, "key_link_without_end", "a key link lacks `from` or `to`");
        }
        self.out.key_links.push(link);
    }

    /// Says which fields of an item are not checked. What only tells the item apart, such as `id`, needs no word.
    fn unread(&mut self, entries: &[Entry], known: &[&str], code: &str, whose: &str) {
        for entry in entries {
            let key = entry.key.as_str();
            if !known.contains(&key) && !["id", "note", "notes", "comment"].contains(&key) {
                let message = format!("{whose} have no field `{key}` that is checked; left out");
                self.remark(entry.line, code, message);
            }
        }
    }

    fn text(&self, entry: &Entry) -> Option<String> {
        value_text(&entry.node, self.matter, &entry.key)
    }

    /// Returns the whole number a value states: `50`, `>= 50`, `1,500`, `1_500`, `50 lines`, `50 # at least`, `50+`.
    fn number(&mut self, entry: &Entry) -> Option<u32> {
        let text = self.text(entry)?;
        let bare = text.trim_start_matches(['>', '=', '~', ' ']);
        let end = bare.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '_')).unwrap_or(bare.len());
        let (digits, rest) = bare.split_at(end);
        let mut groups = digits.split([',', '_']);
        let first = groups.next().unwrap_or_default();
        let grouped = groups.all(|g| g.len() == 3) && (first.len() <= 3 || first.len() == digits.len());
        let whole = grouped && (rest.is_empty() || rest.starts_with([' ', '+', '#', '(']));
        let number = if whole { digits.replace([',', '_'], "").parse().ok() } else { None };
        if number.is_none() {
            self.remark(entry.line, "not_a_number", format!("`{}` is no number: {text}", entry.key));
        }
        number
    }

    /// Returns the texts of a list, or one text; names are also split at commas.
    fn texts(&self, entry: &Entry, names: bool) -> Vec<String> {
        let items = match &entry.node.value {
            Value::List(items) => items.iter().map(flatten).collect(),
            Value::Empty | Value::Text(_) | Value::Map(_) => self.text(entry).into_iter().collect::<Vec<_>>(),
        };
        let split = items.iter().flat_map(|item| match names {
            true => names_in(item),
            false => vec![item.clone()],
        });
        split.filter(|t| !t.is_empty()).collect()
    }
}

/// The code of a remark on a field that promises something under a wrong name: a fault that keeps a phase from passing.
pub(crate) const MISSPELT: &str = "misspelt_promise";

/// The fields whose promises are checked.
const CHECKED: [&str; 5] = ["path", "min_lines", "contains", "must_not_contain", "exports"];

/// Returns the name that a misspelt one means: `artefacts`, `keyLinks`, `minLines`, `export`.
fn meant<'k>(written: &str, known: &[&'k str]) -> Option<&'k str> {
    let bare = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let given = bare(written);
    known.iter().copied().find(|name| {
        let name = bare(name);
        given == name || given.len() >= 4 && strsim::damerau_levenshtein(&given, &name) <= 1 + name.len() / 9
    })
}

/// A text or a list with a text that says nothing, written as such.
fn is_blank(node: &Node) -> bool {
    match &node.value {
        Value::Text(text) => text.trim().is_empty(),
        Value::List(items) => items.iter().any(|i| matches!(&i.value, Value::Text(t) if t.trim().is_empty())),
        Value::Empty | Value::Map(_) => false,
    }
}

const ARTIFACT_KEYS: [&str; 11] = [
    "path",
    "file",
    "provides",
    "description",
    "purpose",
    "min_lines",
    "contains",
    "must_not_contain",
    "contains_negated",
    "not_contains",
    "exports",
];

/// Returns a value as text; `{id}` and `[x]` where a text is asked for are given back as written.
fn value_text(node: &Node, matter: &FrontMatter<'_>, key: &str) -> Option<String> {
    if node.is_empty() {
        return None;
    }
    match &node.value {
        Value::Text(text) => Some(text.trim().to_owned()),
        Value::Empty => None,
        Value::List(_) | Value::Map(_) => {
            let written = matter.raw(node.line).and_then(|raw| {
                let (before, after) = raw.split_once(&format!("{key}:"))?;
                (before.trim_matches([' ', '-']).is_empty() && !after.trim().is_empty())
                    .then(|| after.trim().to_owned())
            });
            Some(written.unwrap_or_else(|| flatten(node)))
        }
    }
}

/// Splits names at commas outside of brackets, and leaves out what stands in these: `parse(a, b)` is `parse`.
fn names_in(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => out.push(String::new()),
            c if depth == 0 => {
                if let Some(last) = out.last_mut() {
                    last.push(c);
                }
            }
            _ => {}
        }
    }
    out.iter().map(|name| plain(name)).collect()
}

/// Writes any node on one line.
pub(super) fn flatten(node: &Node) -> String {
    match &node.value {
        Value::Empty => String::new(),
        Value::Text(text) => text.clone(),
        Value::List(items) => items.iter().map(flatten).collect::<Vec<_>>().join(", "),
        Value::Map(entries) => {
            let parts = entries.iter().map(|e| match flatten(&e.node) {
                text if text.is_empty() => e.key.clone(),
                text => format!("{}: {text}", e.key),
            });
            parts.collect::<Vec<_>>().join("; ")
        }
    }
}

/// Takes a field name that became part of the text off it, as in `"path: "src/a.rs"`.
fn unprefixed<'t>(text: &'t str, field: &str) -> &'t str {
    let bare = text.trim().trim_matches('"');
    bare.strip_prefix(field).and_then(|t| t.strip_prefix(':')).map_or(text, |t| t.trim().trim_matches('"'))
}

/// Returns what an artifact's text says besides its path.
fn note(text: &str, path: &str) -> Option<String> {
    let rest = match path {
        "" => text,
        path => text.split_once(path).map(|(_, rest)| rest)?,
    };
    let rest = rest.trim_matches([' ', '`', '"', '—', '–', '-', ':', '(', ')']);
    (!rest.is_empty()).then(|| rest.to_owned())
}

fn plain(text: &str) -> String {
    text.trim().trim_matches(['`', '"', '\'']).trim().to_owned()
}
