//! How far a definition or a statement goes: to the bracket that ends it where a language has brackets, else as far as
//! what stands further in.

use std::cell::OnceCell;
use std::ops::Range;

use super::super::code_text::{Code, Language};
use super::declared::{self, Declared, Kind};

/// How many lines above a name may belong to its definition: decorators and attributes.
const ABOVE: usize = 12;
/// The most bytes that a definition may take.
const LONG: usize = 100_000;
/// The most definitions of a file that are measured.
const MOST: usize = 1_000;

/// Where a line begins that holds a place.
fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |n| n + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |n| at + n)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A text whose definitions can be measured: without comments and strings.
pub(super) struct Measured<'c> {
    code: &'c Code<'c>,
    bare: String,
    brackets: bool,
    units: OnceCell<Vec<Range<usize>>>,
    imports: OnceCell<Vec<Range<usize>>>,
}

impl<'c> Measured<'c> {
    pub(super) fn of(code: &'c Code<'c>) -> Self {
        let brackets = matches!(
            code.language,
            Language::JavaScript | Language::Rust | Language::Go | Language::CLike | Language::Php
        );
        let sql = declared::ending(code.path) == "sql";
        let bare = if sql { code.text.clone() } else { code.alone() };
        Self { code, bare, brackets, units: OnceCell::new(), imports: OnceCell::new() }
    }

    /// The text without comments and strings, as long as the whole one.
    pub(super) fn bare(&self) -> &str {
        &self.bare
    }

    /// The names that the text declares.
    pub(super) fn declared(&self) -> Vec<Declared<'_>> {
        declared::all(self.code.path, &self.bare)
    }

    /// Returns the whole of what begins on the line of a place: its decorators, itself, and all that is in it.
    pub(super) fn around(&self, at: usize) -> Range<usize> {
        let start = line_start(&self.bare, at);
        let end = if self.brackets { self.by_brackets(at, start) } else { self.by_indent(start) };
        self.above(start)..end.max(at)
    }

    /// Takes decorators, annotations and attributes along.
    fn above(&self, start: usize) -> usize {
        let own = indent(self.code.text.get(start..line_end(&self.bare, start)).unwrap_or(""));
        let (mut first, mut at) = (start, start);
        for _ in 0..ABOVE {
            let Some(before) = at.checked_sub(1) else { break };
            at = line_start(&self.code.text, before);
            let line = self.code.text.get(at..before).unwrap_or("");
            let told = line.trim_start();
            if told.starts_with(['@', '[']) || told.starts_with("#[") {
                if indent(line) == own {
                    first = at;
                }
            } else if told.is_empty() || indent(line) <= own && !told.starts_with([')', ']']) {
                break;
            }
        }
        first
    }

    fn by_indent(&self, start: usize) -> usize {
        let text = &self.code.text;
        let mut end = line_end(text, start);
        let own = indent(text.get(start..end).unwrap_or(""));
        while end < text.len() && end - start < LONG {
            let next = end + 1;
            let stop = line_end(text, next);
            let line = text.get(next..stop).unwrap_or("");
            let told = line.trim();
            let closes =
                told.starts_with(['}', ')', ']', '{']) || matches!(told, "end" | "fi" | "done" | "esac");
            if !told.is_empty() && indent(line) <= own && !(closes && indent(line) == own) {
                break;
            }
            end = stop;
            // `end` and a bracket close what began at the same depth.
            if closes && indent(line) == own && !told.ends_with(['{', '(', ':']) {
                break;
            }
        }
        end
    }

    fn by_brackets(&self, at: usize, start: usize) -> usize {
        let bytes = self.bare.as_bytes();
        let own = indent(self.bare.get(start..line_end(&self.bare, start)).unwrap_or(""));
        let (mut depth, mut given) = (0_usize, false);
        let mut i = at;
        while let Some(byte) = bytes.get(i).filter(|_| i - at < LONG) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => {
                    // What was open before belongs to what is around.
                    if depth == 0 {
                        return i;
                    }
                    depth -= 1;
                    if depth == 0 && *byte == b'}' && !self.goes_on(i + 1) {
                        return i + 1;
                    }
                }
                b';' if depth == 0 => return i + 1,
                b',' if depth == 0 && given => return i,
                b'=' if depth == 0 => given |= bytes.get(i + 1) == Some(&b'>'),
                b'\n' if depth == 0 => {
                    let next = (i + 1..bytes.len()).find(|n| !bytes[*n].is_ascii_whitespace());
                    let Some(next) = next else { return i };
                    let further = next - line_start(&self.bare, next) > own;
                    let rest = self.bare.get(next..).unwrap_or("");
                    let belongs = rest.starts_with(['{', '.', ')', ']', '?', ':', '&', '|', '+', '=', ','])
                        || ["where", "extends", "implements", "->", "throws"]
                            .iter()
                            .any(|w| rest.starts_with(w));
                    if !further && !belongs {
                        return i;
                    }
                }
                _ => {}
            }
            i += 1;
        }
        i
    }

    /// Tells whether what a closing bracket ends goes on behind it: `} else {`, `}).then(`.
    fn goes_on(&self, at: usize) -> bool {
        let rest = self.bare.get(at..).unwrap_or("").trim_start();
        let here = self.bare.get(at..).unwrap_or("").trim_start_matches([' ', '\t']);
        here.starts_with(['{', '=', ')', ']', '|', '&', '[', '('])
            || rest.starts_with(['.', '?'])
            || ["else", "catch", "finally", "while", "from "].iter().any(|w| rest.starts_with(w))
    }

    /// Tells whether a match over several lines lies within one definition, or one statement outside of any, and neither
    /// begins nor ends in an import that it goes beyond.
    pub(super) fn is_one_piece(&self, found: &Range<usize>) -> bool {
        if matches!(self.code.language, Language::Plain | Language::Markup | Language::Css) {
            return true;
        }
        let whole = |r: &Range<usize>| r.start <= found.start && found.end <= r.end;
        let ends_in = |r: &Range<usize>| {
            r.contains(&found.start) || r.contains(&found.end.saturating_sub(1).max(found.start))
        };
        let imports = self.imports();
        if imports.iter().any(ends_in) {
            return imports.iter().any(whole);
        }
        if matches!(self.code.language, Language::Hash | Language::Dash) && self.code.outline.is_none() {
            return true;
        }
        found.end <= self.unit_of(found.start).end
    }

    /// The innermost definition that holds a place, or the statement that it stands in outside of any.
    pub(super) fn unit_of(&self, at: usize) -> Range<usize> {
        let inner = self.units().iter().filter(|unit| unit.contains(&at)).min_by_key(|unit| unit.len());
        inner.cloned().unwrap_or_else(|| self.around(at))
    }

    /// As [`Self::unit_of`], and takes functions within others for definitions of their own: `save: async () => {`.
    pub(super) fn function_of(&self, at: usize) -> Range<usize> {
        let all = self.declared();
        let functions = all.iter().filter(|d| d.kind == Kind::Function).take(MOST);
        let inner =
            functions.map(|d| self.around(d.at)).filter(|unit| unit.contains(&at)).min_by_key(Range::len);
        let unit = self.unit_of(at);
        inner.filter(|inner| inner.len() < unit.len()).unwrap_or(unit)
    }

    /// All definitions of the text.
    fn units(&self) -> &[Range<usize>] {
        self.units.get_or_init(|| match self.code.outline.as_deref().filter(|o| o.intact) {
            Some(outline) => outline.symbols.iter().take(MOST).map(|s| self.around(s.at)).collect(),
            None => {
                let all = self.declared();
                let such = all.iter().filter(|d| d.kind != Kind::Value).take(MOST);
                such.map(|d| self.around(d.at)).collect()
            }
        })
    }

    /// The imports of the text: by the tree, else by the words that begin their lines.
    pub(super) fn imports(&self) -> &[Range<usize>] {
        self.imports.get_or_init(|| self.look_for_imports())
    }

    /// The names that an import brings in.
    pub(super) fn bound_by(&self, import: &Range<usize>) -> Vec<&str> {
        if let Some(outline) = self.code.outline.as_deref() {
            let here = outline.imports.iter().filter(|i| i.at == *import);
            return here.flat_map(|i| &i.names).map(|n| n.local.as_str()).filter(|n| !n.is_empty()).collect();
        }
        let line = self.code.text.get(import.clone()).unwrap_or("").trim().trim_end_matches(';');
        line.rsplit(['.', '\\', ' ']).next().filter(|n| !n.is_empty()).into_iter().collect()
    }

    fn look_for_imports(&self) -> Vec<Range<usize>> {
        if let Some(outline) = self.code.outline.as_deref() {
            let brought = outline.imports.iter().filter(|i| !i.dynamic && !i.declares);
            return brought.map(|i| i.at.clone()).collect();
        }
        let words = ["import ", "use ", "using ", "require", "include", "#include", "from "];
        let mut at = 0;
        let lines = self.code.text.split_inclusive('\n').map(|line| {
            let start = at;
            at += line.len();
            (start..at, line)
        });
        lines.filter(|(_, l)| words.iter().any(|w| l.starts_with(w))).map(|(range, _)| range).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::RepoPath;

    #[test]
    fn a_definition_goes_as_far_as_what_is_in_it() {
        for (path, text, of, whole) in [
            (
                "a.ts",
                "export function a(x: A): B {\n  if (x) { b() } else { c() }\n}\nfunction d() {}\n",
                "a(x",
                "export function a(x: A): B {\n  if (x) { b() } else { c() }\n}",
            ),
            (
                "a.ts",
                "const a = async (x) => {\n  b('}')\n}\nc()\n",
                "a =",
                "const a = async (x) => {\n  b('}')\n}",
            ),
            (
                "a.kt",
                "class A : B(), C {\n  fun a() = b()\n    .c()\n\n  fun d() {}\n}\n",
                "a() =",
                "  fun a() = b()\n    .c()",
            ),
            (
                "a.py",
                "x = 1\n@get('/a')\ndef a(\n    x,\n):\n    b()\n\n    c()\n\ndef d():\n    pass\n",
                "a(\n",
                "@get('/a')\ndef a(\n    x,\n):\n    b()\n\n    c()\n",
            ),
            ("a.sh", "a() {\n  b\n}\nc\n", "a()", "a() {\n  b\n}"),
            (
                "a.cs",
                "class A {\n  [Get]\n  public B a(int x)\n  {\n    return b(x);\n  }\n  void d() {}\n}\n",
                "a(int",
                "  [Get]\n  public B a(int x)\n  {\n    return b(x);\n  }",
            ),
        ] {
            let path = RepoPath::parse(path).expect("a path");
            let code = Code::new(&path, text);
            let at = text.find(of).expect("the name");
            assert_eq!(&text[Measured::of(&code).around(at)], whole, "{text}");
        }
    }
}
