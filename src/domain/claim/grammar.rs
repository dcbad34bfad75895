//! What is a comment, a string and a blank, language by language: data for the reader beside it.

/// How a language treats line ends and indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
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
pub(super) enum Blanks {
    /// It parts two words, and means nothing elsewhere.
    PartWords,
    /// It parts whatever stands beside it: `[ $a = $b ]`, `key: value`.
    Part,
    /// It is a selector's, but beside braces, at a list's commas and behind a property's colon.
    Select,
}

/// Whether a string goes on in the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Long {
    No,
    /// Where it is closed further down: a lone quote may be none, in languages that write much without quotes.
    Likely,
    Yes,
}

/// Where a comment up to the end of the line may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leads {
    Anywhere,
    /// At the line's beginning; behind a value it is read as one by some, as a part of the value by others.
    Mostly,
    /// At the line's beginning and nowhere else.
    Only,
}

/// What is a comment in a language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grammar {
    pub(super) layout: Layout,
    pub(super) blanks: Blanks,
    /// What begins a comment up to the end of the line.
    pub(super) line: &'static [&'static str],
    /// What begins and ends one over several lines.
    pub(super) block: &'static [(&'static str, &'static str)],
    /// What begins and ends a string.
    pub(super) quotes: &'static [&'static str],
    /// A line comment must stand at the line's beginning or after a blank.
    pub(super) parted: bool,
    /// Whether it must be the first of its line.
    pub(super) leads: Leads,
    /// `/…/` is a pattern where a value may begin.
    pub(super) patterns: bool,
    /// Those among them in which nothing is escaped; a quote in one is written twice.
    pub(super) unescaped: &'static [&'static str],
    /// Whether any string goes on in the next line until it is closed.
    pub(super) long_strings: Long,
    /// A comment over several lines may hold others.
    pub(super) nests: bool,
    /// What begins and ends a string in which nothing is escaped.
    pub(super) raw: &'static [(&'static str, &'static str)],
    /// What begins a line that may be a comment: another dialect's, or that of code inside. See [`Doubt`](super::bare::Doubt).
    pub(super) maybe: &'static [&'static str],
    /// A text may begin after `|` and stand in the deeper lines that follow.
    pub(super) scalars: bool,
    /// `'` begins a single letter or the name of a lifetime, and no string.
    pub(super) lifetimes: bool,
    /// A line that begins with `+` or `-` is a statement of its own.
    pub(super) signs_begin: bool,
    /// Lines that follow one another are one paragraph.
    pub(super) paragraphs: bool,
    /// A `;` at a line's end may be left out.
    pub(super) ends_optional: bool,
    /// A text is the same between either quotes.
    pub(super) either_quote: bool,
    /// What a comma behind the last of several lines in brackets says.
    pub(super) last_comma: Comma,
}

/// What a comma before a closing bracket in the next line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comma {
    /// Nothing that is known, where the bracket stands in another change.
    Unknown,
    Nothing,
    /// That a single value in round brackets is a tuple.
    Tuple,
}

const C_LIKE: Grammar = Grammar {
    layout: Layout::Free,
    blanks: Blanks::PartWords,
    line: &["//"],
    block: &[("/*", "*/")],
    quotes: &["\"", "'", "`"],
    parted: false,
    leads: Leads::Anywhere,
    patterns: false,
    unescaped: &[],
    long_strings: Long::No,
    nests: false,
    raw: &[("R\"(", ")\"")],
    maybe: &[],
    scalars: false,
    lifetimes: false,
    signs_begin: false,
    paragraphs: false,
    ends_optional: false,
    either_quote: false,
    last_comma: Comma::Unknown,
};
const SCRIPT: Grammar =
    Grammar { patterns: true, ends_optional: true, either_quote: true, last_comma: Comma::Nothing, ..C_LIKE };
const GO: Grammar = Grammar { unescaped: &["`"], ..C_LIKE };
const CSHARP: Grammar =
    Grammar { unescaped: &["\"\"\""], raw: &[("@\"", "\""), ("@$\"", "\"")], ..TEXT_BLOCKS };
const TEXT_BLOCKS: Grammar = Grammar { quotes: &["\"\"\"", "\"", "'", "`"], ..C_LIKE };
const NESTED: Grammar =
    Grammar { nests: true, raw: &[("#\"", "\"#"), ("r\"", "\""), ("r'", "'")], ..TEXT_BLOCKS };
const KOTLIN: Grammar =
    Grammar { signs_begin: true, ends_optional: true, unescaped: &["\"\"\""], raw: &[], ..NESTED };
const RUST: Grammar = Grammar {
    quotes: &["\"", "'"],
    long_strings: Long::Yes,
    nests: true,
    raw: &[("r##\"", "\"##"), ("r#\"", "\"#"), ("r\"", "\"")],
    lifetimes: true,
    last_comma: Comma::Tuple,
    ..C_LIKE
};
/// Objective-C and MATLAB share an ending.
const C_OR_MATLAB: Grammar = Grammar { maybe: &["%"], ..C_LIKE };
const CSS: Grammar =
    Grammar { line: &[], quotes: &["\"", "'"], blanks: Blanks::Select, maybe: &["//"], ..C_LIKE };
const SCSS: Grammar = Grammar { blanks: Blanks::Select, ..C_LIKE };
const PHP: Grammar =
    Grammar { line: &["//", "#"], block: &[("/*", "*/"), ("<!--", "-->"), ("{{--", "--}}")], ..C_LIKE };
const JSON: Grammar = Grammar { line: &[], block: &[], quotes: &["\""], maybe: &["//", "/*", "*"], ..C_LIKE };
const SQL: Grammar = Grammar {
    line: &["--"],
    quotes: &["'", "\""],
    unescaped: &["'"],
    long_strings: Long::Likely,
    maybe: &["#"],
    ..C_LIKE
};
const LUA: Grammar = Grammar {
    line: &["--"],
    block: &[("--[[", "]]"), ("--[=[", "]=]"), ("--[==[", "]==]")],
    quotes: &["\"", "'"],
    raw: &[("[[", "]]"), ("[=[", "]=]"), ("[==[", "]==]")],
    ..C_LIKE
};
const LISP: Grammar =
    Grammar { line: &[";"], block: &[("#|", "|#")], quotes: &["\""], nests: true, ..C_LIKE };
const PERCENT: Grammar =
    Grammar { layout: Layout::Lines, line: &["%"], block: &[], quotes: &["\""], maybe: &["#"], ..C_LIKE };
const MARKUP: Grammar =
    Grammar { line: &[], block: &[("<!--", "-->")], quotes: &[], maybe: &["//", "/*"], ..C_LIKE };
/// Markup with scripts and styles in it, whose beginning a piece of it need not show: their comments are comments.
const COMPONENT: Grammar = Grammar {
    block: &[("<!--", "-->"), ("/*", "*/")],
    parted: true,
    either_quote: false,
    last_comma: Comma::Unknown,
    ..SCRIPT
};
/// The same with the marks of what fills it in.
const TEMPLATE: Grammar = Grammar {
    block: &[
        ("<!--", "-->"),
        ("/*", "*/"),
        ("<%#", "%>"),
        ("<%--", "--%>"),
        ("{#", "#}"),
        ("{{!--", "--}}"),
        ("{{--", "--}}"),
        ("{{/*", "*/}}"),
        ("{{!", "}}"),
        ("@*", "*@"),
        ("{% comment %}", "{% endcomment %}"),
    ],
    ..COMPONENT
};
const ML: Grammar = Grammar {
    line: &["//"],
    block: &[("(*", "*)")],
    quotes: &["\"\"\"", "\""],
    nests: true,
    raw: &[("@\"", "\"")],
    unescaped: &["\"\"\""],
    ..C_LIKE
};
const PASCAL: Grammar =
    Grammar { block: &[("{", "}"), ("(*", "*)")], quotes: &["'"], unescaped: &["'"], ..C_LIKE };
const DASHES: Grammar = Grammar { line: &["--"], block: &[], quotes: &["\""], unescaped: &["\""], ..C_LIKE };
const HASH: Grammar =
    Grammar { layout: Layout::Lines, line: &["#"], block: &[], quotes: &["\"", "'"], parted: true, ..C_LIKE };
const WORDS: Grammar = Grammar { blanks: Blanks::Part, ..HASH };
const SHELL: Grammar = Grammar { unescaped: &["'"], long_strings: Long::Likely, ..WORDS };
const ENVIRONMENT: Grammar = Grammar { leads: Leads::Mostly, ..WORDS };
const PERL: Grammar = Grammar { long_strings: Long::Likely, ..HASH };
const TOML: Grammar = Grammar { quotes: &["\"\"\"", "'''", "\"", "'"], unescaped: &["'''", "'"], ..HASH };
const ELIXIR: Grammar = Grammar { quotes: &["\"\"\"", "'''", "\"", "'"], ..HASH };
const PROPERTIES: Grammar = Grammar { line: &["#", "!"], quotes: &[], leads: Leads::Only, ..HASH };
const MAKE: Grammar = Grammar { layout: Layout::Recipes, ..WORDS };
const RUBY: Grammar = Grammar { block: &[("=begin", "=end")], ..PERL };
const POWERSHELL: Grammar =
    Grammar { block: &[("<#", "#>")], unescaped: &["\"", "'"], raw: &[("@'", "'@"), ("@\"", "\"@")], ..HASH };
const TERRAFORM: Grammar = Grammar { line: &["#", "//"], block: &[("/*", "*/")], quotes: &["\""], ..HASH };
const INI: Grammar = Grammar { line: &["#", ";"], quotes: &[], leads: Leads::Mostly, ..HASH };
const YAML: Grammar = Grammar { layout: Layout::Indent, scalars: true, ..SHELL };
const LIKE_PYTHON: Grammar = Grammar {
    layout: Layout::Indent,
    quotes: &["\"\"\"", "'''", "\"", "'"],
    parted: false,
    last_comma: Comma::Tuple,
    ..HASH
};
const PYTHON: Grammar = Grammar { either_quote: true, ..LIKE_PYTHON };
const JULIA: Grammar = Grammar { block: &[("#=", "=#")], nests: true, ..HASH };
const HASKELL: Grammar = Grammar {
    layout: Layout::Indent,
    nests: true,
    line: &["--"],
    block: &[("{-", "-}")],
    quotes: &["\""],
    parted: true,
    ..C_LIKE
};
const INDENTED: Grammar = Grammar { layout: Layout::Indent, line: &["//"], parted: true, ..C_LIKE };
const TEXT: Grammar = Grammar { layout: Layout::Text, line: &[], block: &[], quotes: &[], ..C_LIKE };
const MARKDOWN: Grammar =
    Grammar { block: &[("<!--", "-->")], maybe: &["[//]: #"], paragraphs: true, ..TEXT };
/// What nobody knows: a line that begins as comments do may be one, whatever the language.
const UNKNOWN: Grammar = Grammar {
    maybe: &[
        "//", "#", "--", "/*", "*/", "* ", ";", "%", "(*", "{-", "<!--", "-->", "!", "'", "REM ", "rem ",
        "::", "@rem ", "dnl ", "=pod",
    ],
    ..TEXT
};
const VIM: Grammar = Grammar { maybe: &["\""], ..TEXT };

/// Returns the grammar of a file by its name.
pub(super) fn grammar(name: &str) -> Grammar {
    let lower = name.to_lowercase();
    match lower.as_str() {
        "rakefile" | "gemfile" | "vagrantfile" => return RUBY,
        "requirements.txt" => return HASH,
        "dockerfile" => return SHELL,
        ".env" => return ENVIRONMENT,
        "justfile" | "cmakelists.txt" | "procfile" | ".gitignore" | ".dockerignore" | ".gitattributes"
        | "codeowners" => return WORDS,
        "makefile" | "gnumakefile" => return MAKE,
        "jenkinsfile" => return C_LIKE,
        "readme" | "license" | "copying" | "changelog" | "notice" | "authors" => return TEXT,
        _ => {}
    }
    match lower.rsplit_once('.').map_or("", |(_, e)| e) {
        "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" => SCRIPT,
        "rs" => RUST,
        "cs" => CSHARP,
        "go" => GO,
        "java" | "groovy" | "gradle" => TEXT_BLOCKS,
        "kt" | "kts" | "scala" | "sc" | "sbt" => KOTLIN,
        "swift" | "dart" => NESTED,
        "c" | "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "proto" | "zig" | "v" | "sol" | "mm" | "json5"
        | "jsonc" | "cu" | "glsl" | "wgsl" | "prisma" => C_LIKE,
        "m" => C_OR_MATLAB,
        "ml" | "mli" | "fs" | "fsi" | "fsx" => ML,
        "pas" | "dpr" => PASCAL,
        "ada" | "adb" | "ads" | "vhd" | "vhdl" => DASHES,
        "scss" | "less" => SCSS,
        "css" => CSS,
        "php" => PHP,
        "json" | "jsonl" | "ndjson" | "ipynb" | "geojson" | "webmanifest" | "avsc" => JSON,
        "sql" => SQL,
        "lua" => LUA,
        "lisp" | "clj" | "cljs" | "el" | "scm" | "asm" => LISP,
        "erl" | "tex" | "pro" => PERCENT,
        "xml" | "xsl" | "xslt" | "plist" | "csproj" => MARKUP,
        "html" | "htm" | "xhtml" | "svg" | "vue" | "svelte" | "astro" => COMPONENT,
        "ejs" | "erb" | "hbs" | "handlebars" | "mustache" | "j2" | "jinja" | "jinja2" | "njk" | "twig"
        | "liquid" | "jsp" | "cshtml" | "razor" | "tmpl" | "gohtml" => TEMPLATE,
        "sh" | "bash" | "zsh" => SHELL,
        "env" => ENVIRONMENT,
        "fish" | "cmake" | "tcl" => WORDS,
        "mk" | "mak" => MAKE,
        "toml" => TOML,
        "pl" | "pm" => PERL,
        "ex" | "exs" => ELIXIR,
        "properties" => PROPERTIES,
        "r" | "cr" | "nix" | "graphql" | "gql" | "awk" => HASH,
        "conf" | "cfg" | "ini" | "service" | "timer" | "desktop" | "editorconfig" => INI,
        "vim" => VIM,
        "jl" => JULIA,
        "rb" => RUBY,
        "ps1" | "psm1" => POWERSHELL,
        "tf" | "hcl" => TERRAFORM,
        "yml" | "yaml" => YAML,
        "py" | "pyi" | "bzl" | "bazel" | "star" => PYTHON,
        "nim" | "coffee" => LIKE_PYTHON,
        "hs" | "elm" => HASKELL,
        "pug" | "sass" | "styl" => INDENTED,
        "md" | "markdown" | "mdx" => MARKDOWN,
        "txt" | "text" | "rst" | "adoc" | "csv" | "tsv" | "log" | "snap" => TEXT,
        _ => UNKNOWN,
    }
}

/// Tells whether the depth at which a line stands means nothing in a file.
pub(super) fn indents_freely(name: &str) -> bool {
    matches!(grammar(name).layout, Layout::Free | Layout::Lines)
}

/// Tells whether functions of a file are held together by the depth of their lines, as Python's are.
pub(super) fn defines_by_indent(name: &str) -> bool {
    let grammar = grammar(name);
    grammar.layout == Layout::Indent && grammar.quotes.contains(&"\"\"\"")
}
