//! Source text with its comments blanked, so that what is only commented out proves nothing.
//!
//! Comments come from the syntax tree where there is one; else from a single forward pass that knows strings and
//! comments of the common languages.
//! Offsets and line numbers stay those of the file, since a comment becomes spaces of equal length.

use std::collections::BTreeSet;
use std::ops::Range;

use std::sync::Arc;

use super::template::{self, Marks};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{self, Outline};

/// A family of languages that share comments, strings and ways to export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    JavaScript,
    Rust,
    Go,
    Python,
    /// Java, C, C++, C#, Kotlin, Swift, Dart, Scala and the like.
    CLike,
    /// As those, and `#` to the end of the line.
    Php,
    /// Shell, Ruby, YAML, TOML and the like: `#` to the end of the line.
    Hash,
    /// SQL, Lua, Haskell, Elm.
    Dash,
    Markup,
    Css,
    /// No comments known: the text as it is.
    Plain,
}

impl Language {
    /// Tells the family from a file's name.
    pub(super) fn of(path: &RepoPath) -> Self {
        let name = path.file_name().to_ascii_lowercase();
        if name == "makefile" || name == "justfile" || name.starts_with("dockerfile") {
            return Self::Hash;
        }
        match name.rsplit_once('.').map_or("", |(_, ext)| ext) {
            "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" => Self::JavaScript,
            "rs" => Self::Rust,
            "go" => Self::Go,
            "py" | "pyi" => Self::Python,
            "java" | "c" | "h" | "cc" | "cpp" | "hpp" | "cs" | "kt" | "kts" | "swift" | "dart" | "scala"
            | "groovy" | "gradle" | "m" | "mm" | "zig" | "proto" | "sol" | "prisma" | "jsonc" | "json5" => {
                Self::CLike
            }
            "php" => Self::Php,
            "sh" | "bash" | "zsh" | "fish" | "rb" | "yml" | "yaml" | "toml" | "pl" | "r" | "ex" | "exs"
            | "mk" | "tf" | "nix" | "conf" | "ini" | "env" => Self::Hash,
            "sql" | "lua" | "hs" | "elm" => Self::Dash,
            "html" | "htm" | "xml" | "svg" | "vue" | "svelte" | "astro" => Self::Markup,
            "css" | "scss" | "less" => Self::Css,
            _ => Self::Plain,
        }
    }

    fn line_comments(self) -> &'static [&'static str] {
        match self {
            Self::JavaScript | Self::Rust | Self::Go | Self::CLike | Self::Markup => &["//"],
            Self::Php => &["//", "#"],
            Self::Python | Self::Hash => &["#"],
            Self::Dash => &["--"],
            Self::Css | Self::Plain => &[],
        }
    }

    fn block_comments(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::JavaScript | Self::Rust | Self::Go | Self::CLike | Self::Php | Self::Css => &[("/*", "*/")],
            Self::Dash => &[("/*", "*/"), ("--[[", "]]"), ("{-", "-}")],
            Self::Markup => &[("<!--", "-->"), ("/*", "*/")],
            Self::Python | Self::Hash | Self::Plain => &[],
        }
    }
}

/// A file's text without its comments.
#[derive(Debug)]
pub(crate) struct Code<'a> {
    pub(crate) path: &'a RepoPath,
    pub(crate) raw: &'a str,
    /// As long as `raw`, comments replaced by spaces.
    pub(crate) text: String,
    pub(crate) language: Language,
    /// What the syntax tree says, in a language that has one and where the text is within its bounds.
    pub(crate) outline: Option<Arc<Outline>>,
}

impl<'a> Code<'a> {
    /// Reads a text by the language its name tells.
    pub(crate) fn new(path: &'a RepoPath, raw: &'a str) -> Self {
        Self::with(path, raw, syntax::outline(path, raw))
    }

    /// Takes a text whose outline is known already.
    pub(crate) fn with(path: &'a RepoPath, raw: &'a str, outline: Option<Arc<Outline>>) -> Self {
        let language = Language::of(path);
        let script_alone = language == Language::Markup;
        let text = match outline.as_deref().filter(|o| o.intact && !script_alone) {
            Some(outline) if language == Language::Go => {
                let comments = outline.comments.iter().filter(|at| !is_directive(raw, at)).cloned();
                without(raw, &comments.collect::<Vec<_>>())
            }
            Some(outline) => without(raw, &outline.comments),
            None => blank(raw, language, template::comments(path), false),
        };
        Self { path, raw, text, language, outline }
    }

    /// Returns the text without its strings, too: each as many spaces as it was long.
    pub(crate) fn without_strings(&self) -> String {
        blank(self.raw, self.language, template::comments(self.path), true)
    }

    /// Returns the text without its comments and strings, as the syntax tree knows them: patterns and strings over several
    /// lines as well. Where there is no tree, as [`Self::without_strings`] does.
    pub(crate) fn alone(&self) -> String {
        let known = self.outline.as_deref().filter(|o| o.intact && self.language != Language::Markup);
        known.map_or_else(|| self.without_strings(), |outline| without(&self.text, &outline.strings))
    }

    /// Returns the line, from 1, that holds a byte offset.
    pub(crate) fn line_at(&self, offset: usize) -> u32 {
        let end = offset.min(self.raw.len());
        let feeds = self.raw.as_bytes()[..end].iter().filter(|b| **b == b'\n').count();
        u32::try_from(feeds).unwrap_or(u32::MAX - 1) + 1
    }

    /// Returns the text of the line that holds a byte offset.
    ///
    /// Searched by bytes: an offset found in the blanked text may lie within a character of the raw one.
    pub(super) fn line_text(&self, offset: usize) -> &'a str {
        let bytes = self.raw.as_bytes();
        let offset = offset.min(bytes.len());
        let start = bytes[..offset].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let end = bytes[offset..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| offset + i);
        self.raw.get(start..end).unwrap_or("")
    }
}

/// Tells whether what Go writes as a comment is an order to its compiler: `//go:embed static/*`.
fn is_directive(raw: &str, at: &Range<usize>) -> bool {
    raw.get(at.clone()).is_some_and(|text| text.starts_with("//go:"))
}

/// Replaces places of a text by spaces; line ends stay.
fn without(text: &str, places: &[Range<usize>]) -> String {
    let mut out = text.as_bytes().to_vec();
    for byte in places.iter().cloned().flatten() {
        if out.get(byte).is_some_and(|b| *b != b'\n') {
            out[byte] = b' ';
        }
    }
    // Places of another text could cut a character; then nothing is taken out.
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// Replaces comments by spaces, those of a template as well, and strings where that is asked for. Linear: a terminator that
/// was once not found is not looked for again.
fn blank(text: &str, language: Language, of_template: &'static [Marks], strings: bool) -> String {
    let mut scan = Scan { text, language, of_template, absent: BTreeSet::new() };
    let mut out = text.as_bytes().to_vec();
    let mut i = 0;
    while i < out.len() {
        if let Some(end) = scan.comment(i) {
            for byte in &mut out[i..end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
            i = end;
        } else if let Some(end) = scan.string(i) {
            for byte in out[i..end].iter_mut().filter(|b| strings && **b != b'\n') {
                *byte = b' ';
            }
            i = end;
        } else {
            // An escaped slash in a regular expression literal starts no comment.
            i += if text.as_bytes()[i] == b'\\' { 2 } else { 1 };
        }
    }
    String::from_utf8(out).expect("whole characters were replaced by spaces")
}

/// One pass over a text.
struct Scan<'a> {
    text: &'a str,
    language: Language,
    /// How comments of the template begin and end.
    of_template: &'static [Marks],
    /// Terminators known not to come any more.
    absent: BTreeSet<String>,
}

impl Scan<'_> {
    /// Finds a terminator from `from` on and returns the offset behind it.
    fn close(&mut self, from: usize, terminator: &str) -> Option<usize> {
        if self.absent.contains(terminator) {
            return None;
        }
        let found = self.text.get(from..)?.find(terminator).map(|i| from + i + terminator.len());
        if found.is_none() {
            self.absent.insert(terminator.to_owned());
        }
        found
    }

    fn starts(&self, i: usize, mark: &str) -> bool {
        self.text.as_bytes()[i..].starts_with(mark.as_bytes())
    }

    /// Returns where the comment that starts at `i` ends. A block that never closes is no comment.
    fn comment(&mut self, i: usize) -> Option<usize> {
        let of_template = self.of_template.iter().filter(|_| template::may_begin(self.text, i));
        for (open, close) in of_template.chain(self.language.block_comments()) {
            if self.starts(i, open) {
                let end = if self.language == Language::Rust {
                    self.nested_close(i)
                } else {
                    self.close(i + open.len(), close)
                };
                if end.is_some() {
                    return end;
                }
            }
        }
        let line = self.language.line_comments().iter().any(|mark| self.starts(i, mark));
        if line && self.may_start_line_comment(i) {
            return Some(self.text[i..].find('\n').map_or(self.text.len(), |n| i + n));
        }
        self.docstring(i)
    }

    /// `$#` and `${#x}` in a shell are code, so is a `#` inside a word of YAML; and in markup `//` is a
    /// script's comment only where it starts its line.
    fn may_start_line_comment(&self, i: usize) -> bool {
        match self.language {
            Language::Hash => i == 0 || self.text.as_bytes()[i - 1].is_ascii_whitespace(),
            Language::Markup => self.starts_its_line(i),
            // `#[Route('/pay')]` is an attribute.
            Language::Php => !self.starts(i, "#["),
            Language::JavaScript
            | Language::Rust
            | Language::Go
            | Language::Python
            | Language::CLike
            | Language::Dash
            | Language::Css
            | Language::Plain => true,
        }
    }

    fn starts_its_line(&self, i: usize) -> bool {
        let mut before = self.text.as_bytes()[..i].iter().rev().take(200).take_while(|b| **b != b'\n');
        before.all(|b| matches!(b, b' ' | b'\t'))
    }

    /// A Python string that stands alone at the start of a line is a comment in all but name.
    fn docstring(&mut self, i: usize) -> Option<usize> {
        if self.language != Language::Python {
            return None;
        }
        let quote = [r#"""""#, "'''"].into_iter().find(|q| self.starts(i, q))?;
        if !self.starts_its_line(i) {
            return None;
        }
        self.close(i + 3, quote)
    }

    /// Rust's block comments nest.
    fn nested_close(&mut self, start: usize) -> Option<usize> {
        if self.absent.contains("*/") {
            return None;
        }
        let bytes = self.text.as_bytes();
        let (mut depth, mut i) = (0_usize, start);
        while i + 1 < bytes.len() {
            match &bytes[i..i + 2] {
                b"/*" => (depth, i) = (depth + 1, i + 2),
                b"*/" => (depth, i) = (depth - 1, i + 2),
                _ => i += 1,
            }
            if depth == 0 {
                return Some(i);
            }
        }
        self.absent.insert("*/".to_owned());
        None
    }

    /// Returns where the string that starts at `i` ends; strings are code and stay.
    fn string(&mut self, i: usize) -> Option<usize> {
        let byte = self.text.as_bytes()[i];
        match self.language {
            Language::Plain | Language::Markup => None,
            Language::Python if byte == b'"' || byte == b'\'' => {
                let triple = if byte == b'"' { r#"""""# } else { "'''" };
                if self.starts(i, triple) { self.close(i + 3, triple) } else { self.quoted(i, byte, false) }
            }
            Language::Rust if byte == b'\'' => self.rust_char(i),
            Language::Rust if byte == b'r' => self.rust_raw(i),
            Language::Rust if byte == b'"' => self.quoted(i, byte, true),
            Language::Rust => None,
            Language::JavaScript | Language::Go if byte == b'`' => self.quoted(i, byte, true),
            Language::JavaScript
            | Language::Go
            | Language::Python
            | Language::CLike
            | Language::Php
            | Language::Hash
            | Language::Dash
            | Language::Css => {
                if byte == b'"' || byte == b'\'' {
                    self.quoted(i, byte, false)
                } else {
                    None
                }
            }
        }
    }

    /// Reads to the closing quote; only some strings go over the line's end.
    fn quoted(&mut self, start: usize, quote: u8, multi_line: bool) -> Option<usize> {
        let key = format!("string {}", char::from(quote));
        if multi_line && self.absent.contains(&key) {
            return None;
        }
        let bytes = self.text.as_bytes();
        let mut i = start + 1;
        while i < bytes.len() {
            match bytes[i] {
                b'\\' => i += 2,
                b'\n' if !multi_line => return None,
                b if b == quote => return Some(i + 1),
                _ => i += 1,
            }
        }
        if multi_line {
            self.absent.insert(key);
        }
        None
    }

    /// Tells `'x'` and `'\n'` from a lifetime.
    fn rust_char(&self, i: usize) -> Option<usize> {
        let mut chars = self.text[i + 1..].char_indices();
        let (_, first) = chars.next()?;
        if first == '\\' {
            let end = self.text[i + 1..].bytes().take(12).skip(2).position(|b| b == b'\'')?;
            return Some(i + 1 + 2 + end + 1);
        }
        let (at, second) = chars.next()?;
        (second == '\'').then_some(i + 1 + at + 1)
    }

    fn rust_raw(&mut self, i: usize) -> Option<usize> {
        let inside_word = i > 0
            && (self.text.as_bytes()[i - 1].is_ascii_alphanumeric() || self.text.as_bytes()[i - 1] == b'_');
        // `br"…"` is a raw string too.
        if inside_word && self.text.as_bytes()[i - 1] != b'b' {
            return None;
        }
        let hashes = self.text.as_bytes()[i + 1..].iter().take(9).take_while(|b| **b == b'#').count();
        if self.text.as_bytes().get(i + 1 + hashes) != Some(&b'"') {
            return None;
        }
        self.close(i + 2 + hashes, &format!("\"{}", "#".repeat(hashes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(name: &str, text: &str) -> String {
        let path = RepoPath::parse(name).expect("a path");
        let code = Code::new(&path, text);
        assert_eq!(code.text.len(), text.len(), "offsets stay");
        assert_eq!(code.text.matches('\n').count(), text.matches('\n').count(), "lines stay");
        code.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_go_and_strings_stay() {
        for (name, text, left) in [
            ("a.ts", "a(); // b()\n/* c() */ d('//x');", "a(); d('//x');"),
            ("a.ts", "x.replace(/https?:\\/\\//, '') + y", "x.replace(/https?:\\/\\//, '') + y"),
            ("a.ts", "`// ${a}\n// b` // c", "`// ${a} // b`"),
            ("a.rs", "fn f<'a>(x: &'a str) {} // 'a", "fn f<'a>(x: &'a str) {}"),
            ("a.rs", "let s = r#\"// \"no\" \"#; /* a /* b */ c */ g()", "let s = r#\"// \"no\" \"#; g()"),
            ("a.rs", "let c = '\"'; // gone", "let c = '\"';"),
            ("a.rs", "#[folder = \"../../x/\"] struct A;", "#[folder = \"../../x/\"] struct A;"),
            (
                "a.py",
                "x = 1  # y\n\"\"\"doc z()\"\"\"\ns = \"\"\"# kept\"\"\"",
                "x = 1 s = \"\"\"# kept\"\"\"",
            ),
            ("a.sh", "echo ${#x} $# # gone", "echo ${#x} $#"),
            ("a.sql", "select 1; -- gone\n/* gone */ select 2", "select 1; select 2"),
            ("a.html", "<a> <!-- <b> --> <c>", "<a> <c>"),
            ("a.vue", "<a href=https://x>\n  // gone", "<a href=https://x>"),
            ("a.txt", "# stays // stays", "# stays // stays"),
            ("a.ts", "never(); /* closed", "never(); /* closed"),
        ] {
            assert_eq!(blanked(name, text), left, "{name}: {text}");
        }
    }

    #[test]
    fn hostile_text_is_read_in_linear_time() {
        for (name, piece) in [
            ("a.rs", "r##\" "),
            ("a.rs", "/* "),
            ("a.ts", "`\\"),
            ("a.ts", "/*"),
            ("a.py", "'''\""),
            ("a.rs", "'"),
        ] {
            let text = piece.repeat(200_000);
            let started = std::time::Instant::now();
            blanked(name, &text);
            assert!(started.elapsed().as_secs() < 20, "{name} {piece}: {:?}", started.elapsed());
        }
    }
}
