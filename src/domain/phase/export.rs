//! Whether a file exports a name: by its syntax tree, else by the name in an exporting statement of its language.
//!
//! Never by a keyword in a comment; a name that only occurs is said to occur, and does not count.

use regex::{Regex, RegexBuilder};

use super::code_text::{Code, Language};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline, Shown, Symbol};

/// What a file says about one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Export {
    /// Byte offset of the exporting statement.
    At(usize),
    /// The name stands there and is not exported.
    NamedOnly(usize),
    Absent,
    /// Everything of another module is passed on, and the name may be among it.
    CannotTell,
    /// The file makes names as it runs (`__getattr__`, `define_method`), and this may be one of them.
    Computed,
}

/// Looks for an export called `name`: an identifier, `Type.method`, or `default`.
pub(crate) fn export(code: &Code<'_>, name: &str) -> Export {
    let name = bare(name);
    if name.is_empty() || name.len() > 200 {
        return Export::Absent;
    }
    if let Some(outline) = code.outline.as_deref()
        && let Some(told) = by_tree(code, outline, name)
    {
        return told;
    }
    let found = match code.language {
        Language::JavaScript => javascript(code, name),
        Language::Rust => rust(code, name),
        Language::Go => go(code, name),
        Language::Python => python(code, name),
        Language::CLike
        | Language::Php
        | Language::Hash
        | Language::Dash
        | Language::Markup
        | Language::Css
        | Language::Plain => word(code, name),
    };
    if let Some(at) = found {
        return Export::At(at);
    }
    let passes_on = match code.language {
        Language::JavaScript => first(code, r"\bexport\s*\*\s*from\b"),
        Language::Rust => first(code, r"\bpub(?:\s*\([^)]*\))?\s+use\s+[^;]*\*"),
        Language::Python => first(code, r"(?m)^from\s+\S+\s+import\s+\*"),
        Language::Go
        | Language::CLike
        | Language::Php
        | Language::Hash
        | Language::Dash
        | Language::Markup
        | Language::Css
        | Language::Plain => None,
    };
    match (passes_on, word(code, name)) {
        (Some(_), None) => Export::CannotTell,
        (_, Some(at)) => Export::NamedOnly(at),
        (None, None) => Export::Absent,
    }
}

/// Asks the syntax tree; nothing where a part of the text could not be parsed and the name may be in it.
fn by_tree(code: &Code<'_>, outline: &Outline, name: &str) -> Option<Export> {
    let last = last_part(name);
    let owner = name.len().checked_sub(last.len() + 1).map(|end| name[..end].trim_end_matches(':'));
    let owner = owner.map(last_part).filter(|o| !o.is_empty());
    // Members are named by themselves where they are called so; elsewhere a member is no export of its file.
    let bare_members = matches!(
        outline.grammar,
        Grammar::Go | Grammar::Java | Grammar::CSharp | Grammar::Ruby | Grammar::Rust
    );
    let of =
        |symbol: &&Symbol| symbol.name == last && (symbol.owner.is_none() || bare_members || owner.is_some());
    let meant =
        |symbol: &&Symbol| owner.is_none() || symbol.owner.is_none() || symbol.owner.as_deref() == owner;
    // What stands right in a module that the file holds is seen as far as the module is.
    if outline.grammar == Grammar::Rust && owner.is_none() && outline.intact {
        let alone = |s: &Symbol| s.name == last && s.owner.is_none();
        let is_macro = |s: &Symbol| code.text[..s.at].trim_end().ends_with("macro_rules!");
        let other = outline.symbols.iter().any(|s| s.name == last && (!alone(s) || is_macro(s)));
        match outline.shown_in_rust(last) {
            Shown::At(at) => return Some(Export::At(at)),
            Shown::Perhaps if !other => return Some(Export::CannotTell),
            Shown::Not if !other => {
                let module = outline.imports.iter().find(|i| i.declares && i.from == last);
                let open = module.filter(|i| code.text[i.at.clone()].starts_with("pub"));
                let at = outline.symbols.iter().find(|s| alone(s)).map(|s| s.at).or_else(|| word(code, last));
                return Some(match (open, at) {
                    (Some(import), _) => Export::At(import.at.start),
                    (None, Some(at)) => Export::NamedOnly(at),
                    (None, None) => Export::Absent,
                });
            }
            Shown::Perhaps | Shown::Not => {}
        }
    }
    let mut named = outline.symbols.iter().filter(of).filter(meant).peekable();
    let hidden = named.peek().map(|s| s.at);
    if let Some(symbol) = named.find(|s| s.exported) {
        return Some(Export::At(symbol.at));
    }
    // Of a program nobody imports anything: what it has at its top level is what it offers.
    let is_program = outline.grammar == Grammar::Go
        && outline.homes.first().is_some_and(|home| home == "main")
        || last == "main" && (outline.starts || outline.grammar == Grammar::Rust);
    let top = outline.symbols.iter().find(|s| s.name == last && s.owner.is_none());
    if let Some(symbol) = top.filter(|_| is_program && owner.is_none()) {
        return Some(Export::At(symbol.at));
    }
    // What a trait asks for is as visible as the trait, where a type implements it: `impl Channel for Sms { fn send … }`.
    let owned = || outline.symbols.iter().filter(of).filter(meant).filter(|s| s.owner.is_some());
    if outline.grammar == Grammar::Rust
        && let Some(symbol) = owned().find(|s| of_trait(code, s.at))
    {
        return Some(Export::At(symbol.at));
    }
    // The default export that is named where it is made: `module.exports = function pay() {}`, `export default new Shop()`.
    if outline.grammar.is_script() && owner.is_none() {
        let made = format!(
            r"\b(?:module\.exports\s*=|export\s+default)\s*(?:(?:async\s+)?function\s*\*?|class|new)\s+{}(?:[^\w$.]|$)",
            regex::escape(last)
        );
        let default = outline.exports().find(|s| s.name == "default");
        if let Some(symbol) = default.filter(|_| first(code, &made).is_some()) {
            return Some(Export::At(symbol.at));
        }
    }
    // The default export under the name that it has in its file, as it is or in another's hands: `memo(Form)`.
    if outline.grammar.is_script() && owner.is_none() && hidden.is_some() {
        let default = outline.exports().find(|s| s.name == "default");
        let wrapped = || {
            first(code, &format!(r"\bexport\s+default\s+[\w.]+\([^;]{{0,200}}\b{}\b", regex::escape(last)))
        };
        if let Some(symbol) = default.filter(|s| Some(s.at) == hidden || wrapped().is_some()) {
            return Some(Export::At(symbol.at));
        }
    }
    // A default export that is known by its file's name, or by the name it is given where it is made.
    if outline.grammar.is_script() && owner.is_none() && hidden.is_none() {
        let made = format!(
            r#"\b(?:export\s+default|module\.exports\s*=)\s*(?:new\s+)?[\w.]+\(\s*["']{}["']"#,
            regex::escape(last)
        );
        let default = outline.exports().find(|s| s.name == "default");
        if let Some(symbol) = default.filter(|_| is_stem(code.path, last) || first(code, &made).is_some()) {
            return Some(Export::At(symbol.at));
        }
    }
    // A module of Rust that others may look into.
    let module = outline.imports.iter().find(|i| i.declares && i.from == last && owner.is_none());
    if let Some(import) = module.filter(|i| code.text[i.at.clone()].starts_with("pub")) {
        return Some(Export::At(import.at.start));
    }
    let passed = outline.imports.iter().find(|i| i.passes_on && i.names.iter().any(|n| n.local == last));
    if let Some(import) = passed {
        return Some(Export::At(import.at.start));
    }
    // What a module of Python brings in from elsewhere and lists as its own is given on, whatever the module is called.
    let brought = outline.imports.iter().find(|i| i.names.iter().any(|n| n.local == last));
    let listed = outline.grammar == Grammar::Python && owner.is_none() && outline.given.lists(last);
    if let Some(import) = brought.filter(|_| listed) {
        return Some(Export::At(import.at.start));
    }
    if !outline.intact {
        return None;
    }
    let occurs = hidden.or_else(|| word(code, name));
    let passes_all = outline.imports.iter().any(|i| i.passes_on && i.all);
    let made = outline.grammar == Grammar::Ruby && outline.made.contains(last)
        || outline.grammar.is_script() && outline.made.contains("*");
    let open = outline.open && matches!(outline.grammar, Grammar::Python | Grammar::Ruby);
    let computed = made || open;
    if computed && hidden.is_none() {
        return Some(Export::Computed);
    }
    Some(match (passes_all, occurs) {
        (true, None) => Export::CannotTell,
        // `__all__` and the path of a module (`'./Button'`) name in texts what comes from elsewhere.
        (true, Some(_)) if hidden.is_none() => Export::CannotTell,
        (_, Some(at)) => Export::NamedOnly(at),
        (false, None) => Export::Absent,
    })
}

/// Tells whether the `impl` in which a method of Rust stands is that of a trait.
fn of_trait(code: &Code<'_>, at: usize) -> bool {
    let Some(heads) = compile(r"(?m)^[ \t]*(?:unsafe[ \t]+)?impl\b[^{};]*\{") else { return false };
    let before = code.text.get(..at).unwrap_or_default();
    // `for<'a>` binds a lifetime, and names no type.
    let names_type = compile(r"\sfor\s+[^<\s]");
    let last = heads.find_iter(before).last();
    last.is_some_and(|head| names_type.is_some_and(|for_type| for_type.is_match(head.as_str())))
}

/// Where a name stands that a file does not export by itself, as a method of a type that is promised beside it and exported:
/// `[UserService, createUser]`. Returns that type, too.
pub(super) fn of_promised<'n>(
    code: &Code<'_>,
    name: &str,
    promised: &'n [String],
) -> Option<(usize, &'n str)> {
    let by_name = |o: &&Outline| o.intact && (o.grammar.is_script() || o.grammar == Grammar::Python);
    let outline = code.outline.as_deref().filter(by_name)?;
    let name = bare(name);
    let own = |s: &Symbol| s.owner.is_none() && s.name == name;
    if outline.symbols.iter().any(own)
        || outline.imports.iter().any(|i| i.names.iter().any(|n| n.local == name))
    {
        return None;
    }
    promised.iter().map(|other| bare_last(other)).find_map(|other| {
        let of = |s: &&Symbol| s.name == name && s.exported && s.owner.as_deref() == Some(other);
        let method = outline.symbols.iter().find(of)?;
        let shown = outline.exports().any(|s| s.name == other && s.owner.is_none());
        shown.then_some((method.at, other))
    })
}

/// Tells whether a name is that of a file, however its words are joined: `CartList` of `cart-list.tsx`.
fn is_stem(path: &RepoPath, name: &str) -> bool {
    let bare = |text: &str| {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let stem = path.file_name().split('.').next().unwrap_or_default();
    !bare(stem).is_empty() && bare(stem) == bare(name)
}

/// Takes `verifyPayment()`, `function verifyPayment`, `verifyPayment function` and `class Foo<T>` for the name they hold.
fn bare(name: &str) -> &str {
    const KINDS: [&str; 16] = [
        "function",
        "class",
        "type",
        "interface",
        "component",
        "hook",
        "constant",
        "const",
        "method",
        "enum",
        "struct",
        "trait",
        "schema",
        "middleware",
        "helper",
        "export",
    ];
    let name = name.trim().trim_matches('`');
    let name = name.split(['(', '<', ':']).next().unwrap_or(name).trim();
    match name.rsplit_once(char::is_whitespace) {
        Some((before, kind)) if KINDS.contains(&kind) => bare(before),
        Some((_, last)) => last.trim_matches('`'),
        None => name,
    }
}

/// Compiles one of this module's own expressions with a name in it.
fn compile(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern).size_limit(1 << 20).build().ok()
}

fn first(code: &Code<'_>, pattern: &str) -> Option<usize> {
    compile(pattern)?.find(&code.text).map(|m| m.start())
}

/// The name as a whole word; `$` belongs to words.
fn as_word(name: &str) -> String {
    format!(r"(?:^|[^\w$])(?P<name>{})(?:[^\w$]|$)", regex::escape(name))
}

fn word(code: &Code<'_>, name: &str) -> Option<usize> {
    compile(&format!("(?m){}", as_word(name)))?.captures(&code.text)?.name("name").map(|m| m.start())
}

/// Looks through every list that `pattern` captures for an entry that gives the name to the outside.
fn in_list(code: &Code<'_>, pattern: &str, name: &str) -> Option<usize> {
    let lists = compile(pattern)?;
    lists.captures_iter(&code.text).find_map(|found| {
        let list = found.get(1)?;
        let mut offset = list.start();
        for entry in list.as_str().split([',', '{', '}']) {
            let given = entry.rsplit_once(" as ").map_or(entry, |(_, alias)| alias);
            let given = given.split(['=', ':']).next().unwrap_or(given).trim();
            let given = given.rsplit("::").next().unwrap_or(given).trim();
            let given = given.strip_prefix("type ").unwrap_or(given).trim();
            if given == name {
                let lead = entry.len() - entry.trim_start().len();
                return Some(offset + lead);
            }
            offset += entry.len() + 1;
        }
        None
    })
}

fn javascript(code: &Code<'_>, name: &str) -> Option<usize> {
    let n = regex::escape(last_part(name));
    if name == "default" {
        return first(code, r"\bexport\s+default\b")
            .or_else(|| in_list(code, r"\bexport\s*\{([^}]*)\}", name))
            .or_else(|| first(code, r"\bmodule\.exports\s*="));
    }
    let declared = format!(
        r"\bexport\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|const\s+enum|const|let|var|enum|interface|type|namespace|module)\s+{n}(?:[^\w$]|$)"
    );
    first(code, &declared)
        .or_else(|| in_list(code, r"\bexport\s*(?:type\s*)?\{([^}]*)\}", name))
        .or_else(|| in_list(code, r"\bexport\s+(?:const|let|var)\s*[\[{]([^\]}]*)[\]}]\s*=", name))
        .or_else(|| first(code, &format!(r"\bexport\s+default\s+{n}(?:[^\w$]|$)")))
        .or_else(|| first(code, &format!(r"\bexport\s*\*\s*as\s+{n}(?:[^\w$]|$)")))
        .or_else(|| first(code, &format!(r"\bexports\.{n}\s*=")))
        .or_else(|| in_list(code, r"\bmodule\.exports\s*=\s*\{([^}]*)\}", name))
        .or_else(|| first(code, &format!(r"\bmodule\.exports\s*=\s*{n}(?:[^\w$.(]|$)")))
}

fn rust(code: &Code<'_>, name: &str) -> Option<usize> {
    let n = regex::escape(last_part(name));
    let declared = format!(
        r#"\bpub(?:\s*\([^)]*\))?\s+(?:(?:default|async|const|unsafe|extern(?:\s*"[^"]*")?)\s+)*(?:fn|struct|enum|union|trait|type|const|static|mod|macro)\s+(?:mut\s+)?{n}(?:\W|$)"#
    );
    first(code, &declared)
        .or_else(|| in_list(code, r"\bpub(?:\s*\([^)]*\))?\s+use\s+([^;]*);", last_part(name)))
        .or_else(|| first(code, &format!(r"\bmacro_rules!\s*{n}(?:\W|$)")))
}

/// Go exports what starts with a capital, at the top level or as a method.
fn go(code: &Code<'_>, name: &str) -> Option<usize> {
    let name = last_part(name);
    if !name.starts_with(char::is_uppercase) {
        return None;
    }
    let n = regex::escape(name);
    first(code, &format!(r"(?m)^func\s+(?:\([^)]*\)\s*)?{n}\s*[\[(]"))
        .or_else(|| first(code, &format!(r"(?m)^(?:type|var|const)\s+{n}(?:\W|$)")))
        .or_else(|| first(code, &format!(r"(?m)^\s+{n}(?:\s+[\w.\[\]*]+)?\s*=[^=]")))
        .or_else(|| first(code, &format!(r"(?m)^\s+{n}\s*(?:\([^\n]*\)|struct\b|interface\b)")))
}

/// Python exports every name of the module's top level; `Class.method` may be indented.
fn python(code: &Code<'_>, name: &str) -> Option<usize> {
    let n = regex::escape(last_part(name));
    let indent = if name.contains('.') { r"[ \t]*" } else { "" };
    first(code, &format!(r"(?m)^{indent}(?:async\s+)?(?:def|class)\s+{n}(?:\W|$)"))
        .or_else(|| first(code, &format!(r"(?m)^{n}\s*(?::[^=\n]+)?=[^=]")))
        .or_else(|| in_list(code, r"(?m)^from\s+\S+\s+import\s+\(([^)]*)\)", name))
        .or_else(|| in_list(code, r"(?m)^(?:from\s+\S+\s+)?import\s+([^(\n]+)$", name))
}

/// The last part of a promised name: `pay` for `Shop.pay()`.
pub(super) fn bare_last(name: &str) -> &str {
    last_part(bare(name))
}

fn last_part(name: &str) -> &str {
    let name = name.rsplit("::").next().unwrap_or(name);
    name.rsplit('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::RepoPath;

    fn seen(file: &str, text: &str, name: &str) -> &'static str {
        let path = RepoPath::parse(file).expect("a path");
        match export(&Code::new(&path, text), name) {
            Export::At(_) => "exported",
            Export::NamedOnly(_) => "named",
            Export::Absent => "absent",
            Export::CannotTell => "unknown",
            Export::Computed => "computed",
        }
    }

    #[test]
    fn exporting_is_more_than_naming() {
        for (file, text, name, expected) in [
            ("a.ts", "export const Foo = 1", "Foo", "exported"),
            ("a.ts", "export async function run() {}", "run()", "exported"),
            ("a.ts", "export async function run() {}", "run function", "exported"),
            ("a.ts", "export interface User { id: string }", "User type", "exported"),
            ("a.ts", "const Foo = 1", "Foo", "named"),
            ("a.ts", "// export const Foo = 1", "Foo", "absent"),
            ("a.ts", "export const FooBar = 1", "Foo", "absent"),
            ("a.ts", "export {\n  Foo,\n  type Bar,\n} from './x'", "Bar", "exported"),
            ("a.ts", "export { Foo as Baz }", "Foo", "named"),
            ("a.ts", "export { Foo as Baz }", "Baz", "named"),
            ("a.ts", "const Foo = 1;\nexport { Foo as Baz };", "Baz", "exported"),
            ("a.tsx", "const Foo = () => f();\nexport default memo(Foo);", "Foo", "exported"),
            ("a.tsx", "const Foo = () => f();\nexport default Foo;", "Foo", "exported"),
            ("a.ts", "export * from './x'", "Foo", "unknown"),
            ("a.ts", "export * from './Foo'", "Foo", "unknown"),
            ("a.ts", "const Foo = 1;\nexport * from './x'", "Foo", "named"),
            ("a.ts", "export default Foo;", "default", "exported"),
            ("a.js", "module.exports = { run, stop: halt }", "stop", "exported"),
            ("a.js", "exports.run = () => 1", "run", "exported"),
            ("a.rs", "pub use api::{\n  Foo, serve as go,\n};", "go", "exported"),
            ("a.rs", "pub use api::{\n  Foo, serve as go,\n};", "Foo", "exported"),
            ("a.rs", "pub(crate) async fn serve() {}", "serve", "exported"),
            ("a.rs", "fn serve() {}", "serve", "named"),
            ("a.rs", "pub use api::*;", "serve", "unknown"),
            ("a.go", "func (s *S) Run() {}", "Run", "exported"),
            ("a.go", "func run() {}", "run", "named"),
            ("a.py", "def run():\n  pass", "run", "exported"),
            ("a.py", "class A:\n    def run(self): pass", "A.run", "exported"),
            ("a.py", "class A:\n    def run(self): pass", "run", "named"),
            ("a.py", "from x import (\n  a,\n  b,\n)", "b", "exported"),
            ("a.rs", "pub mod carts;", "carts", "exported"),
            ("a.rs", "pub(crate) mod carts;", "carts", "exported"),
            ("a.rs", "mod carts;", "carts", "named"),
            ("a.js", "module.exports = mongoose.model(\"Order\", schema);", "Order", "exported"),
            ("a.js", "module.exports = mongoose.model(\"Order\", schema);", "Cart", "absent"),
            ("a.ts", "export default defineStore('orders', { state });", "orders", "exported"),
            ("order-list.tsx", "export default () => <ul>{rows}</ul>;", "OrderList", "exported"),
            ("order-list.tsx", "export const rows = () => <ul>{all}</ul>;", "OrderList", "absent"),
            ("a.swift", "func run() {}", "run", "exported"),
            ("a.ts", "export const a = 1", "", "absent"),
        ] {
            assert_eq!(seen(file, text, name), expected, "{name} in {text}");
        }
    }

    #[test]
    fn a_method_is_exported_with_the_type_that_is_promised_beside_it() {
        let of = |file: &str, text: &str, name: &str, promised: &[&str]| {
            let path = RepoPath::parse(file).expect("a path");
            let promised: Vec<String> = promised.iter().map(|p| (*p).to_owned()).collect();
            of_promised(&Code::new(&path, text), name, &promised).is_some()
        };
        let users = "export class Users {\n  add(user) { return save(user); }\n  private log(user) { return write(user); }\n}\n";
        let python = "class Users:\n    def add(self, user):\n        return save(user)\n";
        assert!(of("a.ts", users, "add", &["Users", "add"]));
        assert!(of("a.ts", users, "add()", &["class Users", "add()"]));
        assert!(of("a.py", python, "add", &["Users", "add"]));
        assert!(!of("a.ts", users, "add", &["add"]));
        assert!(!of("a.ts", users, "log", &["Users", "log"]));
        assert!(!of("a.ts", users, "remove", &["Users", "remove"]));
        assert!(!of("a.ts", &users["export ".len()..], "add", &["Users", "add"]));
    }

    #[test]
    fn what_the_parser_gives_up_is_read_line_by_line() {
        let path = RepoPath::parse("a.py").expect("a path");
        for (text, name, found) in [
            ("x = 1\nasync def run(): pass\n", "run", true),
            ("def runner(): pass\n", "run", false),
            ("class A:\n    def run(self): pass\n", "run", false),
            ("class A:\n    def run(self): pass\n", "A.run", true),
            ("LIMIT: int = 3\n", "LIMIT", true),
            ("from x import (\n  a,\n  b,\n)\n", "b", true),
        ] {
            assert_eq!(python(&Code::new(&path, text), name).is_some(), found, "{name} in {text}");
        }
    }
}
