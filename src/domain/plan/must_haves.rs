//! `must_haves` in every shape people write: a list of truths, an object, strings for objects.

mod exports;
mod links;
mod nested;
mod outside;

use super::super::front_matter::{Entry, FrontMatter, Node, Value};
use super::super::review::Remark;
use super::unfilled::{UNFILLED, is_nothing, is_unwritten};
use super::{Artifact, MustHaves, Truth, paths};
pub(super) use outside::outside;

/// Reads the value of `must_haves`.
pub(super) fn read(matter: &FrontMatter<'_>, node: &Node, remarks: &mut Vec<Remark>) -> MustHaves {
    let mut reader = Reader { matter, remarks, out: MustHaves::default(), alone: false };
    if node.is_empty() {
        return reader.out;
    }
    match &node.value {
        Value::Map(entries) => entries.iter().for_each(|entry| reader.section(entry)),
        Value::List(items) if items.iter().any(is_section) => reader.sections(items),
        Value::Empty | Value::Text(_) | Value::List(_) => reader.truths(node),
    }
    reader.out
}

struct Reader<'r, 'm> {
    matter: &'r FrontMatter<'m>,
    remarks: &'r mut Vec<Remark>,
    out: MustHaves,
    /// The item that is being read shares its first line with no other.
    alone: bool,
}

impl<'m> Reader<'_, 'm> {
    fn remark(&mut self, line: u32, code: &str, message: impl Into<String>) {
        self.remarks.push(Remark::new(line, code, message));
    }

    /// Says that something is promised and not written.
    fn unfilled(&mut self, line: u32, what: &str, text: &str) {
        self.remark(
            line,
            UNFILLED,
            format!("{what} is `{}`, which promises nothing that can be checked", text.trim()),
        );
    }

    /// Passes over an item that only keeps a place, or says that there is none, and says so.
    fn left_open(&mut self, item: &Node, what: &str) -> bool {
        let (Value::Text(_) | Value::List(_)) = &item.value else { return false };
        let text = flatten(item);
        match (is_unwritten(&text), is_nothing(&text)) {
            (true, _) => self.unfilled(item.line, what, &text),
            // That there is none is an answer.
            (false, true) => {
                self.remark(
                    item.line,
                    "empty_item",
                    format!("`{}` is not {what} and was left out", text.trim()),
                );
            }
            (false, false) => return false,
        }
        true
    }

    /// Reads a list whose items are the parts of an object: `- truths: […]`, `- artifacts: […]`. What else stands among them
    /// is a truth.
    fn sections(&mut self, items: &[Node]) {
        let first = items.iter().find(|item| is_section(item)).map_or(0, |item| item.line);
        let message = "must_haves is a list of its parts; each was read as the part it names";
        self.remark(first, "parts_as_items", message);
        for item in items {
            match &item.value {
                Value::Map(entries) if is_section(item) => {
                    entries.iter().for_each(|entry| self.section(entry));
                }
                Value::Empty | Value::Text(_) | Value::List(_) | Value::Map(_) => self.truths(item),
            }
        }
    }

    fn section(&mut self, entry: &Entry) {
        match entry.key.as_str() {
            _ if entry.node.is_empty() => {}
            "truths" => self.truths(&entry.node),
            "artifacts" => match by_path(&entry.node) {
                Some(items) => {
                    let message = "artifacts are written as a map from paths to texts; each was taken as one";
                    self.remark(entry.line, "artifacts_by_path", message);
                    items.iter().for_each(|item| self.artifact(item));
                }
                None => self.each(&entry.node, Self::artifact),
            },
            "key_links" => self.each(&entry.node, Self::key_link),
            other if meant(other, &PARTS).is_some() => {
                let known = meant(other, &PARTS).unwrap_or_default();
                let message = format!(
                    "must_haves has no part `{other}`: write `{known}`, or what it promises is not checked"
                );
                self.remark(entry.line, MISSPELT, message);
            }
            other if holds_promises(&entry.node) => {
                let message = format!(
                    "must_haves has no part `{other}`, and what stands there names files: write it below `artifacts` or `key_links`, or what it promises is not checked"
                );
                self.remark(entry.line, MISSPELT, message);
                self.out.other.insert(entry.key.clone(), flatten(&entry.node));
            }
            other => {
                let message =
                    format!("must_haves has no part `{other}`: truths, artifacts or key_links; left out");
                self.remark(entry.line, "unknown_must_haves", message);
                self.out.other.insert(entry.key.clone(), flatten(&entry.node));
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
        let flat = nested::truths(node, |line| self.matter.raw(line));
        let told = flat.as_ref().map(|flat| flat.told.clone()).unwrap_or_default();
        told.into_iter().for_each(|(line, code, message)| self.remark(line, code, message));
        let flat = flat.map(|flat| Node { value: Value::List(flat.items), line: node.line });
        let node = flat.as_ref().unwrap_or(node);
        let single = std::slice::from_ref(node);
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            Value::Text(_) if self.lines_as_items(node) => return,
            Value::Empty | Value::Text(_) | Value::Map(_) => single,
        };
        for (n, item) in items.iter().enumerate() {
            self.alone = [n.checked_sub(1), Some(n + 1)]
                .into_iter()
                .flatten()
                .all(|beside| items.get(beside).is_none_or(|other| other.line != item.line));
            self.nested(item);
            let text = self.truth_text(item);
            let text = text.trim();
            if text.is_empty() {
                self.remark(item.line, "empty_item", "an empty truth was left out");
            } else if is_unwritten(text) || is_nothing(text) || !text.contains(char::is_alphanumeric) {
                self.unfilled(item.line, "a truth", text);
            } else {
                self.out.truths.push(Truth { text: text.to_owned(), line: item.line });
            }
        }
    }

    /// Takes each line of a text as a truth where all of it is a list to its reader and one text to YAML: `– one`, `1. one`,
    /// `-one` above `-two`, and what stands in a block text.
    fn lines_as_items(&mut self, node: &Node) -> bool {
        let mut lines = self.lines_of_block(node);
        if lines.is_empty() {
            lines = self.lines_of(node);
        }
        let glued = lines.iter().filter(|(_, line)| glued(line).is_some()).count() > 1;
        let mut items: Vec<(u32, String)> = Vec::new();
        for (number, line) in &lines {
            match (bullet(line).or_else(|| self::glued(line).filter(|_| glued)), items.last_mut()) {
                (Some(item), _) => items.push((*number, item.to_owned())),
                (None, Some((_, last))) => {
                    last.push(' ');
                    last.push_str(line);
                }
                (None, None) => return false,
            }
        }
        if items.is_empty() {
            return false;
        }
        let message =
            "YAML reads these lines as one text, since a list needs `- `; each was taken as an item";
        self.remark(node.line, "odd_bullets", message);
        let truths = items.into_iter().filter(|(_, text)| !text.is_empty());
        self.out.truths.extend(truths.map(|(line, text)| Truth { text, line }));
        true
    }

    /// Says where a list within an item, or one whose dashes stand in deeper columns, became part of the item's text.
    fn nested(&mut self, item: &Node) {
        if !matches!(item.value, Value::Text(_)) {
            return;
        }
        // Behind another mark the lines below are read as items of their own.
        let other_mark = |line: &str| !line.starts_with("- ") && bullet(line).is_some();
        if self.matter.raw(item.line).map(str::trim_start).is_some_and(other_mark) {
            return;
        }
        let inner = self.lines_of(item).iter().skip(1).filter(|(_, line)| bullet(line).is_some()).count();
        if inner > 0 {
            let message = format!(
                "{} part of its text to YAML: give the dashes below it the column of this one, or they are not checked one by one",
                match inner {
                    1 => "1 line below it begins like an item and is".to_owned(),
                    n => format!("{n} lines below it begin like items and are"),
                }
            );
            self.remark(item.line, "nested_items", message);
        }
    }

    /// Returns the lines that a plain text of several lines stands on, without the bullet of its own.
    fn lines_of(&self, node: &Node) -> Vec<(u32, &'m str)> {
        /// The most lines of one text that are looked at.
        const LINES: u32 = 200;
        let indent = |line: &str| line.len() - line.trim_start().len();
        let Some(first) = self.matter.raw(node.line) else { return Vec::new() };
        let own = first.trim().strip_prefix("- ").map_or(first.trim(), str::trim_start);
        // Behind a key on its line a text goes on in deeper columns only; what stands at the key's is another key.
        let keyed = own.split_once(": ").filter(|(key, _)| !key.contains(char::is_whitespace));
        let keyed = keyed.filter(|(key, _)| node.text().is_none_or(|text| !text.starts_with(key)));
        let own = keyed.map_or(own, |(_, value)| value.trim_start());
        // Of a list within a list each item was told already.
        let quoted = own.starts_with("- ") || own.starts_with(['"', '\'', '|', '>', '[', '{']);
        if quoted || own.ends_with(['|', '>']) || own.ends_with("|-") || own.ends_with(">-") {
            return Vec::new();
        }
        let mut lines = vec![(node.line, own)];
        let below = (node.line + 1..).take(LINES as usize);
        for (number, line) in below.map_while(|number| Some((number, self.matter.raw(number)?))) {
            let beside = keyed.is_some() || first.trim_start().starts_with("- ");
            let at_column = indent(line) == indent(first) && beside;
            if line.trim().is_empty() || indent(line) < indent(first) || at_column {
                break;
            }
            lines.push((number, line.trim()));
        }
        lines
    }

    /// Returns the lines of a block text, as `truths: |` begins one.
    fn lines_of_block(&self, node: &Node) -> Vec<(u32, &'m str)> {
        let header = |number: u32| {
            let line = self.matter.raw(number)?.trim_end();
            let line = line.trim_end_matches(['-', '+', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
            let key = line.strip_suffix(['|', '>'])?.trim_end().ends_with(':');
            key.then_some(number)
        };
        let indent = |line: &str| line.len() - line.trim_start().len();
        let Some(head) = header(node.line).or_else(|| header(node.line.saturating_sub(1))) else {
            return Vec::new();
        };
        let owner = self.matter.raw(head).map_or(0, indent);
        let below = (head + 1..).map_while(|number| Some((number, self.matter.raw(number)?)));
        let below = below.take_while(|(_, line)| line.trim().is_empty() || indent(line) > owner);
        below.map(|(number, line)| (number, line.trim())).filter(|(_, line)| !line.is_empty()).collect()
    }

    /// Returns a truth's text; what YAML took for a map is given back as written.
    fn truth_text(&mut self, item: &Node) -> String {
        match &item.value {
            Value::Text(text) => text.clone(),
            Value::Empty => String::new(),
            Value::List(_) => {
                self.said_once(item.line, "a truth is written as a list; its text was taken");
                self.as_written(item)
            }
            Value::Map(entries) => {
                if let Some((key, text)) =
                    nested::NAMED.iter().find_map(|key| Some((*key, item.get(key)?.text()?)))
                {
                    let text = text.to_owned();
                    self.unread(entries, &[key], "unknown_truth_field", "truths");
                    return text;
                }
                let message = "YAML reads this truth as a map because of its colon; it was taken as written";
                self.said_once(item.line, message);
                match entries.as_slice() {
                    [only] if only.node.line == item.line => self.as_written(item),
                    _ => flatten(item),
                }
            }
        }
    }

    /// Says that items were taken as written, once for each line.
    fn said_once(&mut self, line: u32, message: &str) {
        let code = "item_as_written";
        if self.remarks.last().is_none_or(|last| (last.line, last.code.as_str()) != (line, code)) {
            self.remark(line, code, message);
        }
    }

    /// Returns the item's own line without its dash, or the flattened value where there is no such line: of several
    /// items on one line none has it.
    fn as_written(&self, item: &Node) -> String {
        let raw = self.matter.raw(item.line).map(str::trim).filter(|_| self.alone);
        let text = raw.and_then(|r| r.strip_prefix("- ")).map(|r| r.trim_start_matches("- ").trim());
        let text = text.filter(|r| !r.is_empty());
        text.map_or_else(|| flatten(item), str::to_owned)
    }

    fn artifact(&mut self, item: &Node) {
        if let Some(paths) = item.text().map(|text| several(text, item.line)).filter(|paths| paths.len() > 1)
        {
            let message = "an artifact names several paths; each was taken as one";
            self.remark(item.line, "several_paths", message);
            return paths.iter().for_each(|path| self.artifact(path));
        }
        if let Value::Map(entries) = &item.value
            && let Some(named) = item.get("path").or(item.get("file"))
            && let paths = match &named.value {
                Value::List(paths) => paths.clone(),
                Value::Text(text) => several(text, named.line),
                Value::Empty | Value::Map(_) => Vec::new(),
            }
            && paths.len() > 1
        {
            let message = "an artifact names several paths; each was taken as one with the same promises";
            self.remark(item.line, "several_paths", message);
            for path in &paths {
                let one = entries.iter().map(|entry| match entry.key.as_str() {
                    "path" | "file" => Entry { node: path.clone(), ..entry.clone() },
                    _ => entry.clone(),
                });
                self.artifact(&Node { value: Value::Map(one.collect()), line: item.line });
            }
            return;
        }
        if let Value::List(inner) = &item.value
            && (inner.iter().any(|node| matches!(node.value, Value::Map(_) | Value::List(_)))
                || inner.len() > 1)
        {
            let message = "a list stands within the list of artifacts; each of its items was taken as one";
            self.remark(item.line, "nested_list", message);
            return inner.iter().for_each(|node| self.artifact(node));
        }
        if self.left_open(item, "an artifact") {
            return;
        }
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
            && !MUST_NOT_CONTAIN.contains(&only.key.as_str())
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
                    let path = self.text(entry).unwrap_or_default();
                    match is_unwritten(&path) {
                        true => self.unfilled(entry.line, "the path of an artifact", &path),
                        false => artifact.path = paths::clean(&path).unwrap_or_default(),
                    }
                }
                "provides" | "description" | "purpose" => artifact.provides = self.text(entry),
                "min_lines" => artifact.min_lines = self.number(entry),
                "contains" => artifact.contains = self.texts(entry, false),
                key if MUST_NOT_CONTAIN.contains(&key) => {
                    artifact.must_not_contain.extend(self.texts(entry, false));
                }
                "exports" => artifact.exports = self.texts(entry, true),
                other if meant(other, &CHECKED).is_some() => {
                    let known = meant(other, &CHECKED).unwrap_or_default();
                    let message = format!(
                        "artifacts have no field `{other}`: write `{known}`, or what it promises is not checked"
                    );
                    self.remark(entry.line, MISSPELT, message);
                    self.keep("artifacts", entry);
                }
                other => {
                    let message = format!("artifacts have no field `{other}` that is checked");
                    self.remark(entry.line, "unknown_artifact_field", message);
                    self.keep("artifacts", entry);
                }
            }
        }
    }

    /// Says which fields of an item are not checked. What only tells the item apart, such as `id`, needs no word.
    fn unread(&mut self, entries: &[Entry], known: &[&str], code: &str, part: &str) {
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let key = entry.key.as_str();
            if !["id", "note", "notes", "comment"].contains(&key) {
                let message = format!("{} have no field `{key}` that is checked", part.replace('_', " "));
                self.remark(entry.line, code, message);
            }
            self.keep(part, entry);
        }
    }

    /// Keeps a field that nothing checks, of the item that comes next in its part.
    fn keep(&mut self, part: &str, entry: &Entry) {
        let at = match part {
            "truths" => self.out.truths.len(),
            "artifacts" => self.out.artifacts.len(),
            _ => self.out.key_links.len(),
        };
        self.out.other.insert(format!("{part}[{at}].{}", entry.key), flatten(&entry.node));
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
            self.remark(entry.line, NOT_A_NUMBER, format!("`{}` is no number: {text}", entry.key));
        }
        number
    }

    /// Returns the texts of a list, or one text; names are also split at commas.
    fn texts(&mut self, entry: &Entry, names: bool) -> Vec<String> {
        let items = match &entry.node.value {
            Value::List(items) if names && items.iter().any(|item| matches!(item.value, Value::Map(_))) => {
                let message = "exports are written as objects; of each the name was taken";
                self.remark(entry.line, "exports_as_objects", message);
                items.iter().map(exports::name).collect()
            }
            Value::List(items) => items.iter().map(flatten).collect(),
            Value::Empty | Value::Text(_) | Value::Map(_) => self.text(entry).into_iter().collect::<Vec<_>>(),
        };
        let split = items.iter().flat_map(|item| match names {
            true => exports::names(item),
            false => vec![item.clone()],
        });
        split.filter(|t| !t.is_empty()).collect()
    }
}

/// The code of a remark on a field that promises something under a wrong name: a fault that keeps a phase from passing.
pub(crate) const MISSPELT: &str = "misspelt_promise";

/// The code of a remark on a number that cannot be read: what it promises would not be checked, so no phase passes by it.
pub(crate) const NOT_A_NUMBER: &str = "not_a_number";

/// The code of a remark on a promise that stands where nothing is read, as by a wrong indentation: no phase passes by it.
pub(crate) const LEFT_OUT: &str = "promise_left_out";

/// The parts of must_haves.
const PARTS: [&str; 3] = ["truths", "artifacts", "key_links"];

/// The fields whose promises are checked.
const CHECKED: [&str; 5] = ["path", "min_lines", "contains", "must_not_contain", "exports"];

/// Names that people write for what has another: a text, a part, a list of names.
const SYNONYMS: [(&str, &str); 9] = [
    ("observable_truths", "truths"),
    ("must_contain", "contains"),
    ("contains_all", "contains"),
    ("should_contain", "contains"),
    ("functions", "exports"),
    ("symbols", "exports"),
    ("forbidden", "must_not_contain"),
    ("must_not_have", "must_not_contain"),
    ("min_loc", "min_lines"),
];

/// Tells whether a value has items with the fields of artifacts or links, or is a list of files.
fn holds_promises(node: &Node) -> bool {
    let is_field = |entry: &Entry| ["path", "from"].contains(&entry.key.as_str());
    let is_file = |text: &str| {
        let name = text.rsplit_once('/').map(|(_, name)| name);
        !text.contains(char::is_whitespace) && name.is_some_and(|name| name.trim_matches('.').contains('.'))
    };
    match &node.value {
        Value::List(items) => items.iter().any(|item| match &item.value {
            Value::Text(text) => is_file(text.trim()),
            Value::List(_) | Value::Map(_) | Value::Empty => holds_promises(item),
        }),
        Value::Map(entries) => entries.iter().any(is_field),
        Value::Empty | Value::Text(_) => false,
    }
}

/// Returns the name that a misspelt one means: `artefacts`, `keyLinks`, `minLines`, `export`.
fn meant<'k>(written: &str, known: &[&'k str]) -> Option<&'k str> {
    let bare = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let given = bare(written);
    let same = SYNONYMS.iter().find(|(synonym, _)| given == bare(synonym)).map(|(_, name)| *name);
    let known_as = same.and_then(|name| known.iter().copied().find(|known| *known == name));
    known_as.or_else(|| {
        known.iter().copied().find(|name| {
            let name = bare(name);
            given == name
                || given.len() >= 4 && strsim::damerau_levenshtein(&given, &name) <= 1 + name.len() / 9
        })
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

/// The names by which plans ask that a text is not there.
const MUST_NOT_CONTAIN: [&str; 6] = [
    "must_not_contain",
    "contains_negated",
    "not_contains",
    "contains_not",
    "not_contain",
    "does_not_contain",
];

const ARTIFACT_KEYS: [&str; 8] =
    ["path", "file", "provides", "description", "purpose", "min_lines", "contains", "exports"];

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

/// Returns the paths of a text that holds nothing else, each as a text of its own.
fn several(text: &str, line: u32) -> Vec<Node> {
    paths::together(text).into_iter().map(|path| Node { value: Value::Text(path), line }).collect()
}

/// Tells whether an item of a list is a part of `must_haves`: `truths: […]`, or a slip of one with something below it.
fn is_section(item: &Node) -> bool {
    let Value::Map(entries) = &item.value else { return false };
    let named = |entry: &Entry| {
        let key = entry.key.as_str();
        // `- truth: it works` is a truth.
        PARTS.contains(&key) || key != "truth" && meant(key, &PARTS).is_some()
    };
    !entries.is_empty() && entries.iter().all(named)
}

/// Returns the artifacts of a map from their paths to what they provide or promise; nothing where it is none.
fn by_path(node: &Node) -> Option<Vec<Node>> {
    let Value::Map(entries) = &node.value else { return None };
    let path = |entry: &Entry| {
        paths::is_path(&entry.key)
            && matches!(entry.node.value, Value::Text(_) | Value::Empty | Value::Map(_))
    };
    let texts = entries.iter().any(|entry| matches!(entry.node.value, Value::Text(_) | Value::Empty));
    if !texts || !entries.iter().all(path) {
        return None;
    }
    let field = |key: &str, node: Node| Entry { key: key.to_owned(), line: node.line, node };
    let item = |entry: &Entry| {
        let path = Node { value: Value::Text(entry.key.clone()), line: entry.line };
        let mut fields = vec![field("path", path)];
        match &entry.node.value {
            Value::Map(more) => fields.extend(more.iter().cloned()),
            Value::Empty | Value::Text(_) | Value::List(_) => {
                fields.push(field("provides", entry.node.clone()));
            }
        }
        Node { value: Value::Map(fields), line: entry.line }
    };
    Some(entries.iter().map(item).collect())
}

/// Returns what stands behind a dash without a blank, as in `-one`.
fn glued(line: &str) -> Option<&str> {
    line.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| !c.is_whitespace() && c != '-'))
}

/// Returns what stands behind the bullet or number that a line begins with.
fn bullet(line: &str) -> Option<&str> {
    let marked = ["- ", "– ", "— ", "• ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark));
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted =
        || (1..=3).contains(&(line.len() - digits.len())).then(|| digits.strip_prefix(". ")).flatten();
    marked.or_else(counted).map(str::trim)
}

/// Takes a field name that became part of the text off it, as in `"path: "src/a.rs"`.
fn unprefixed<'t>(text: &'t str, field: &str) -> &'t str {
    let bare = text.trim().trim_matches('"');
    let bare = bare.strip_prefix("- ").map_or(bare, str::trim_start);
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
