//! Lines without what does not count: nothing of a comment, and no white space where the language gives it no meaning.
//!
//! A small reader of many languages, line by line: it knows strings, comments and brackets, and no more. In doubt a
//! change counts as one of comments or blanks only where all of it reads so; what it cannot read counts as code.

/// Stands for a line end that means nothing to the language.
pub(super) const BREAK: char = '\u{1}';

/// How a language treats line ends and indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Blanks part words and mean nothing else.
    Free,
    /// A line end ends a statement; indentation means nothing.
    Lines,
    /// The same, but a tab at the beginning tells a command from a definition.
    Recipes,
    /// Indentation is meaning.
    Indent,
    /// Text is what it says.
    Text,
}

/// What a blank within a line means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blanks {
    /// It parts two words, and means nothing elsewhere.
    PartWords,
    /// It parts whatever stands beside it: `[ $a = $b ]`, `key: value`.
    Part,
    /// It is a selector's, but beside braces, at a list's commas and behind a property's colon.
    Select,
}

/// What is a comment in a language.
#[derive(Debug, Clone, Copy)]
struct Grammar {
    layout: Layout,
    blanks: Blanks,
    /// What begins a comment up to the end of the line.
    line: &'static [&'static str],
    /// What begins and ends one over several lines.
    block: &'static [(&'static str, &'static str)],
    /// What begins and ends a string.
    quotes: &'static [&'static str],
    /// A line comment must stand at the line's beginning or after a blank.
    parted: bool,
    /// `/…/` is a pattern where a value may begin.
    patterns: bool,
    /// Any string goes on in the next line until it is closed.
    long_strings: bool,
}

const C_LIKE: Grammar = Grammar {
    layout: Layout::Free,
    blanks: Blanks::PartWords,
    line: &["//"],
    block: &[("/*", "*/")],
    quotes: &["\"", "'", "`"],
    parted: false,
    patterns: false,
    long_strings: false,
};
const SCRIPT: Grammar = Grammar { patterns: true, ..C_LIKE };
const TEXT_BLOCKS: Grammar = Grammar { quotes: &["\"\"\"", "\"", "'", "`"], ..C_LIKE };
const RUST: Grammar = Grammar { quotes: &["\"", "'"], long_strings: true, ..C_LIKE };
const CSS: Grammar = Grammar { line: &[], quotes: &["\"", "'"], blanks: Blanks::Select, ..C_LIKE };
const SCSS: Grammar = Grammar { blanks: Blanks::Select, ..C_LIKE };
const PHP: Grammar = Grammar { line: &["//", "#"], ..C_LIKE };
const JSON: Grammar = Grammar { line: &[], block: &[], quotes: &["\""], ..C_LIKE };
const SQL: Grammar = Grammar { line: &["--"], quotes: &["'", "\""], ..C_LIKE };
const LUA: Grammar = Grammar { line: &["--"], block: &[("--[[", "]]")], quotes: &["\"", "'"], ..C_LIKE };
const LISP: Grammar = Grammar { line: &[";"], block: &[("#|", "|#")], quotes: &["\""], ..C_LIKE };
const PERCENT: Grammar =
    Grammar { layout: Layout::Lines, line: &["%"], block: &[], quotes: &["\""], ..C_LIKE };
const MARKUP: Grammar = Grammar { line: &[], block: &[("<!--", "-->")], quotes: &[], ..C_LIKE };
const COMPONENT: Grammar = Grammar { block: &[("<!--", "-->"), ("/*", "*/")], parted: true, ..SCRIPT };
const HASH: Grammar =
    Grammar { layout: Layout::Lines, line: &["#"], block: &[], quotes: &["\"", "'"], parted: true, ..C_LIKE };
const WORDS: Grammar = Grammar { blanks: Blanks::Part, ..HASH };
const MAKE: Grammar = Grammar { layout: Layout::Recipes, ..WORDS };
const RUBY: Grammar = Grammar { block: &[("=begin", "=end")], ..HASH };
const POWERSHELL: Grammar = Grammar { block: &[("<#", "#>")], ..HASH };
const TERRAFORM: Grammar = Grammar { line: &["#", "//"], block: &[("/*", "*/")], quotes: &["\""], ..HASH };
const INI: Grammar = Grammar { line: &["#", ";"], quotes: &[], ..HASH };
const YAML: Grammar = Grammar { layout: Layout::Indent, ..WORDS };
const PYTHON: Grammar =
    Grammar { layout: Layout::Indent, quotes: &["\"\"\"", "'''", "\"", "'"], parted: false, ..HASH };
const HASKELL: Grammar = Grammar {
    layout: Layout::Indent,
    line: &["--"],
    block: &[("{-", "-}")],
    quotes: &["\""],
    parted: true,
    ..C_LIKE
};
const INDENTED: Grammar = Grammar { layout: Layout::Indent, line: &["//"], parted: true, ..C_LIKE };
const TEXT: Grammar = Grammar { layout: Layout::Text, line: &[], block: &[], quotes: &[], ..C_LIKE };

fn grammar(name: &str) -> Grammar {
    let lower = name.to_lowercase();
    match lower.as_str() {
        "rakefile" | "gemfile" | "vagrantfile" | "requirements.txt" => return HASH,
        "dockerfile" | "justfile" | "cmakelists.txt" | "procfile" | ".env" | ".gitignore"
        | ".dockerignore" | ".gitattributes" | "codeowners" => return WORDS,
        "makefile" | "gnumakefile" => return MAKE,
        "jenkinsfile" => return C_LIKE,
        _ => {}
    }
    match lower.rsplit_once('.').map_or("", |(_, e)| e) {
        "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" => SCRIPT,
        "rs" => RUST,
        "cs" | "java" | "kt" | "kts" | "swift" | "scala" | "dart" | "groovy" | "gradle" => TEXT_BLOCKS,
        "c" | "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "go" | "proto" | "zig" | "v" | "sol" | "m"
        | "mm" | "json5" | "jsonc" | "cu" | "glsl" | "wgsl" => C_LIKE,
        "scss" | "less" => SCSS,
        "css" => CSS,
        "php" => PHP,
        "json" => JSON,
        "sql" => SQL,
        "lua" => LUA,
        "lisp" | "clj" | "cljs" | "el" | "scm" | "asm" => LISP,
        "erl" | "tex" | "pro" => PERCENT,
        "html" | "htm" | "xml" | "svg" | "xhtml" => MARKUP,
        "vue" | "svelte" | "astro" => COMPONENT,
        "sh" | "bash" | "zsh" | "fish" | "cmake" | "env" | "tcl" => WORDS,
        "mk" | "mak" => MAKE,
        "toml" | "pl" | "pm" | "r" | "ex" | "exs" | "cr" | "jl" | "nix" | "properties" | "graphql"
        | "gql" | "awk" => HASH,
        "conf" | "cfg" | "ini" => INI,
        "rb" => RUBY,
        "ps1" | "psm1" => POWERSHELL,
        "tf" | "hcl" => TERRAFORM,
        "yml" | "yaml" => YAML,
        "py" | "pyi" | "nim" | "coffee" => PYTHON,
        "hs" | "elm" => HASKELL,
        "pug" | "sass" | "styl" => INDENTED,
        // Markdown, data, and what nobody knows.
        _ => TEXT,
    }
}

/// What a reader is in the middle of at a line's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Code,
    /// A comment, until this ends it.
    Comment(&'static str),
    /// A string, until this ends it; a documentation string says nothing to the machine.
    Text(&'static str, bool),
}

/// Returns each line without what does not count. The lines stand one after the other in one file; they may begin or
/// end in the middle of a comment.
pub(super) fn bare(file_name: &str, lines: &[&str]) -> Vec<String> {
    let grammar = grammar(file_name);
    if grammar.layout == Layout::Text {
        return lines.iter().map(|l| l.trim_end().to_owned() + "\n").collect();
    }
    let inside = begins_inside(grammar, lines);
    let mut reader = Reader { grammar, inside, depth: 0, here: None, goes_on: false, out: String::new() };
    lines.iter().map(|line| reader.line(line)).collect()
}

/// A cut-out of a file may begin inside of a comment: then its end comes before any beginning.
fn begins_inside(grammar: Grammar, lines: &[&str]) -> Inside {
    for (open, close) in grammar.block {
        let first = |mark: &str| lines.iter().position(|l| l.contains(mark));
        let ends_first = match (first(open), first(close)) {
            (Some(o), Some(c)) => c < o || c == o && lines[c].find(close) < lines[o].find(open),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        // `*/` may stand in a string; then a quote is open before it, or nothing before it looks like prose.
        let prose = |l: &&str| !l.trim_end().ends_with([';', '{', '}']);
        let quoted = |l: &str| {
            let before = l.split(close).next().unwrap_or_default();
            grammar.quotes.iter().filter(|q| **q != "'").any(|q| before.matches(q).count() % 2 == 1)
                || before.ends_with('\'')
        };
        let holds = lines.iter().find(|l| l.contains(close));
        if ends_first
            && holds.is_some_and(|l| !quoted(l))
            && lines.iter().take_while(|l| !l.contains(close)).all(prose)
        {
            return Inside::Comment(close);
        }
    }
    if grammar.layout == Layout::Indent && grammar.quotes.contains(&"\"\"\"") {
        return begins_in_docstring(lines);
    }
    // Deep inside a comment whose lines begin with a star.
    let starred = |l: &str| l.trim() == "*" || l.trim_start().starts_with("* ");
    if grammar.block.iter().any(|(open, _)| *open == "/*")
        && !lines.is_empty()
        && lines.iter().all(|l| starred(l))
    {
        return Inside::Comment("*/");
    }
    Inside::Code
}

fn begins_in_docstring(lines: &[&str]) -> Inside {
    for mark in ["\"\"\"", "'''"] {
        let marks: usize = lines.iter().map(|l| l.matches(mark).count()).sum();
        let Some(at) = lines.iter().position(|l| l.contains(mark)) else { continue };
        let line = lines[at].trim();
        let after_head = at > 0
            && lines[..at].iter().rev().find(|l| !l.trim().is_empty()).is_some_and(|l| {
                let l = l.trim_end();
                l.ends_with(':') || l.ends_with("):")
            });
        let closes = line == mark && !after_head && at > 0
            || line.ends_with(mark) && !line.starts_with(mark) && !line.contains('=') && !line.contains('(');
        if marks % 2 == 1 && closes {
            return Inside::Text(if mark == "'''" { "'''" } else { "\"\"\"" }, true);
        }
    }
    Inside::Code
}

struct Reader {
    grammar: Grammar,
    inside: Inside,
    /// Open brackets: inside of them a line end is a blank.
    depth: usize,
    /// The word that ends a text which a shell is given as it stands.
    here: Option<String>,
    /// The last line ended with a backslash.
    goes_on: bool,
    out: String,
}

impl Reader {
    fn line(&mut self, line: &str) -> String {
        self.out = String::new();
        let line = line.trim_end();
        if let Some(end) = &self.here {
            if line.trim() == end {
                self.here = None;
            }
            return format!("{line}\n");
        }
        let begins_in_code = self.inside == Inside::Code;
        let mut rest = line;
        let directive = rest.trim_start().starts_with("#!")
            || rest.starts_with("//go:")
            || rest.starts_with("// +build")
            || rest.starts_with("#include")
            || rest.starts_with("{-#");
        if begins_in_code && directive {
            return format!("{line}\n");
        }
        while !rest.is_empty() {
            rest = match self.inside {
                Inside::Comment(end) => self.past_comment(rest, end),
                Inside::Text(end, silent) => self.in_text(rest, end, silent),
                Inside::Code => self.code(line, rest),
            };
        }
        // Only long strings go on in the next line.
        if let Inside::Text(end, silent) = self.inside {
            if end.len() == 3 || end == "`" || self.grammar.long_strings && end == "\"" {
                if !silent {
                    self.out.push('\n');
                }
            } else {
                self.inside = Inside::Code;
            }
        }
        self.here = here(self.grammar, &self.out);
        self.goes_on = self.inside == Inside::Code && line.ends_with('\\');
        self.laid_out(line, begins_in_code)
    }

    /// Gives the line its indentation and its end, where these mean something.
    fn laid_out(&self, line: &str, begins_in_code: bool) -> String {
        let text = self.out.trim_end_matches([' ', '\t']);
        if text.trim().is_empty() {
            return String::new();
        }
        let goes_on = self.depth > 0 || self.inside != Inside::Code;
        match self.grammar.layout {
            // Scripts end a statement there, whatever stands in the next line.
            Layout::Free if ends_with_word(text, "return") => format!("{text}\n"),
            Layout::Free | Layout::Text => format!("{text}{BREAK}"),
            Layout::Lines => format!("{text}{}", if goes_on { BREAK } else { '\n' }),
            Layout::Recipes => {
                let tab = if line.starts_with('\t') { "\t" } else { "" };
                format!("{tab}{text}\n")
            }
            Layout::Indent => {
                let indent = if begins_in_code && !self.continues(text) {
                    &line[..line.len() - line.trim_start().len()]
                } else {
                    ""
                };
                format!("{indent}{text}{}", if goes_on { BREAK } else { '\n' })
            }
        }
    }

    /// The line began inside of brackets, where indentation means nothing.
    fn continues(&self, text: &str) -> bool {
        let opened = text.matches(['(', '[', '{']).count();
        let closed = text.matches([')', ']', '}']).count();
        self.depth + closed > opened
    }

    fn past_comment<'a>(&mut self, rest: &'a str, end: &str) -> &'a str {
        match rest.find(end) {
            Some(at) => {
                self.inside = Inside::Code;
                &rest[at + end.len()..]
            }
            None => "",
        }
    }

    fn in_text<'a>(&mut self, rest: &'a str, end: &'static str, silent: bool) -> &'a str {
        let mut at = 0;
        let bytes = rest.as_bytes();
        while at < bytes.len() {
            if bytes[at] == b'\\' {
                at += 2;
                continue;
            }
            if rest.is_char_boundary(at) && rest[at..].starts_with(end) {
                let upto = at + end.len();
                self.keep(&rest[..upto], silent);
                self.inside = Inside::Code;
                return &rest[upto..];
            }
            at += 1;
        }
        self.keep(rest, silent);
        ""
    }

    fn keep(&mut self, text: &str, silent: bool) {
        if !silent {
            self.out.push_str(text);
        }
    }

    fn code<'a>(&mut self, line: &str, rest: &'a str) -> &'a str {
        let at = line.len() - rest.len();
        let before = line[..at].chars().next_back();
        for (open, close) in self.grammar.block {
            if let Some(after) = rest.strip_prefix(open) {
                self.inside = Inside::Comment(close);
                return after;
            }
        }
        let starts_comment = self.grammar.line.iter().any(|mark| rest.starts_with(mark));
        let parted = before.is_none_or(char::is_whitespace) || !self.grammar.parted;
        // `\/\/` in a pattern, `://` in an address outside of quotes.
        // `#[…]` is an attribute where `#` and braces go together.
        let attribute = self.grammar.layout == Layout::Free && rest.starts_with("#[");
        if starts_comment && parted && !attribute && !matches!(before, Some('\\' | ':')) {
            return "";
        }
        if self.grammar.patterns
            && let Some(upto) = pattern(&line[..at], rest)
        {
            self.out.push_str(&rest[..upto]);
            return &rest[upto..];
        }
        if let Some(after) = self.quote(line, at, rest) {
            return after;
        }
        let Some(c) = rest.chars().next() else { return "" };
        let after = &rest[c.len_utf8()..];
        if c.is_whitespace() {
            self.blank(after);
            return after.trim_start();
        }
        match c {
            '(' | '[' | '{' => self.depth += 1,
            ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.out.push(c);
        after
    }

    /// Takes the beginning of a string. A `'` alone is a lifetime or an apostrophe where no other follows.
    fn quote<'a>(&mut self, line: &str, at: usize, rest: &'a str) -> Option<&'a str> {
        let mark = self.grammar.quotes.iter().find(|q| rest.starts_with(**q))?;
        let after = &rest[mark.len()..];
        if *mark == "'" && !after.contains('\'') {
            return None;
        }
        let alone = line[..at].trim().is_empty() && self.depth == 0 && !self.goes_on;
        let silent = mark.len() == 3 && alone && self.grammar.layout == Layout::Indent;
        self.keep(mark, silent);
        self.inside = Inside::Text(mark, silent);
        Some(after)
    }

    /// Keeps one blank where it means something: mostly between two words, and between signs that would become another.
    fn blank(&mut self, after: &str) {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let last = self.out.chars().next_back();
        let next = after.trim_start().chars().next();
        let (Some(a), Some(b)) = (last, next) else { return };
        let parts = match self.grammar.blanks {
            Blanks::PartWords => word(a) && word(b) || a == b && "+-&|<>=".contains(a),
            Blanks::Part => true,
            Blanks::Select => !"{};,:".contains(a) && !"{};,".contains(b),
        };
        if parts && a != ' ' {
            self.out.push(' ');
        }
    }
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let name = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.';
    text.strip_suffix(word).is_some_and(|before| !before.ends_with(name))
}

/// Returns where a pattern ends that begins here: `/` where a value may stand, up to the next one that is not in brackets
/// nor behind a backslash.
fn pattern(before: &str, rest: &str) -> Option<usize> {
    const VALUES: [&str; 12] =
        ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "else", "do", "yield", "await"];
    if !rest.starts_with('/') || rest.starts_with("//") || rest.starts_with("/*") {
        return None;
    }
    let trimmed = before.trim_end();
    let may_begin = trimmed.is_empty()
        || trimmed.ends_with(|c| "(,=:[!&|?{;+-*%~^".contains(c))
        || trimmed.ends_with("=>")
        || VALUES.iter().any(|word| ends_with_word(trimmed, word));
    if !may_begin {
        return None;
    }
    let (mut escaped, mut class) = (false, false);
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns the word that ends a text given as it stands, where this line begins one: `cat <<EOF`.
fn here(grammar: Grammar, code: &str) -> Option<String> {
    if !grammar.line.contains(&"#") || grammar.layout == Layout::Free {
        return None;
    }
    let (before, after) = code.rsplit_once("<<")?;
    if before.ends_with('<') {
        return None;
    }
    let after = after.strip_prefix(['-', '~']).unwrap_or(after);
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
    let name = quote.map_or(after, |q| &after[q.len_utf8()..]);
    let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
    let (word, rest) = name.split_at(end);
    // In capitals or in quotes: what shifts bits or adds to a list is written otherwise.
    let named = word.starts_with(char::is_uppercase) || quote.is_some() && !word.is_empty();
    let closed = quote.is_none_or(|q| rest.strip_prefix(q).is_some_and(|r| !r.starts_with('>')));
    (named && closed).then(|| word.to_owned())
}
