//! Heads of functions as what they define: a function and a method may have one body, and then only their heads differ
//! (SPEC 7.3).

/// A line that begins a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) name: String,
    /// How it reads wherever it stands: without what makes it seen from outside, and without the object it is called on.
    pub(super) said: String,
}

/// What tells who may call a function, and nothing of what it does. `async` and `unsafe` do tell that.
const SEEN_BY: [&str; 14] = [
    "export",
    "default",
    "public",
    "private",
    "protected",
    "internal",
    "static",
    "final",
    "override",
    "pub",
    "pub(crate)",
    "pub(super)",
    "open",
    "readonly",
];
const KEYWORDS: [&str; 5] = ["function", "fn", "def", "func", "fun"];
const SELVES: [&str; 5] = ["&mut self", "&self", "mut self", "self", "cls"];
/// What begins a line with arguments and a body that is no function.
const OTHERS: [&str; 26] = [
    "if",
    "for",
    "while",
    "switch",
    "catch",
    "with",
    "else",
    "elif",
    "match",
    "return",
    "try",
    "except",
    "do",
    "foreach",
    "when",
    "using",
    "lock",
    "synchronized",
    "loop",
    "unless",
    "until",
    "select",
    "new",
    "await",
    "throw",
    "yield",
];

/// Reads a line that begins a function: `pub fn run(&self, x: u32) -> u32 {`, `run(x) {`, `const run = (x) => {`.
pub(super) fn head(line: &str) -> Option<Head> {
    let line = line.trim();
    let whole = line.strip_suffix('{').or_else(|| line.strip_suffix(':'))?.trim_end();
    let (mut rest, mut kept) = (whole, String::new());
    let mut keyword = None;
    let mut bound = false;
    while let Some((word, after)) = rest.split_once(' ') {
        match word {
            "async" | "unsafe" => kept = format!("{kept}{word} "),
            "const" | "let" | "var" if after.contains('=') => bound = true,
            "const" => kept = format!("{kept}{word} "),
            word if SEEN_BY.contains(&word) => {}
            word if KEYWORDS.contains(&word) => {
                (keyword, rest) = (Some(word), after.trim_start());
                break;
            }
            _ => break,
        }
        rest = after.trim_start();
    }
    let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '#')))?;
    let (name, mut behind) = rest.split_at(end);
    if name.is_empty() || OTHERS.contains(&name) {
        return None;
    }
    // `run = (x) =>`, `run: function (x)`: a name for what has none of its own.
    let given = behind.trim_start().strip_prefix(['=', ':']).filter(|after| !after.starts_with('='));
    if let Some(after) = given.filter(|_| keyword.is_none()) {
        let after = after.trim_start();
        let after = match after.strip_prefix("async ") {
            Some(after) => {
                kept.push_str("async ");
                after.trim_start()
            }
            None => after,
        };
        behind = match (after.strip_prefix("function"), after.strip_suffix("=>")) {
            (Some(after), _) => after.trim_start(),
            (None, Some(after)) => after.trim_end(),
            (None, None) => return None,
        };
    } else if bound {
        return None;
    }
    let open = behind.find('(').filter(|at| *at == 0 || behind.starts_with('<'))?;
    let (types, arguments) = (&behind[..open], &behind[open + 1..]);
    let close = arguments.rfind(')')?;
    // A callback is no function that a line defines.
    let anonymous = arguments.contains("=>") || arguments.contains("function");
    if anonymous || keyword.is_none() && arguments[close..].contains('=') {
        return None;
    }
    let own = SELVES
        .iter()
        .filter(|_| matches!(keyword, Some("fn" | "def")))
        .find_map(|own| arguments.strip_prefix(own))
        .filter(|rest| rest.starts_with([',', ')']));
    let arguments = own.map_or(arguments, |rest| rest.strip_prefix(',').map_or(rest, str::trim_start));
    Some(Head { name: name.to_owned(), said: format!("{kept}{name}{types}({arguments}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_reads_like_a_method() {
        for (function, method) in [
            ("export function load(id) {", "load(id) {"),
            ("export default async function load(id) {", "  async load(id) {"),
            ("const load = (id) => {", "  load(id) {"),
            ("export const load = async (id) => {", "  async load(id) {"),
            ("function load(id) {", "  load: function (id) {"),
            ("function load(id) {", "  load: (id) => {"),
            ("export function load(id: string): Row {", "  private load(id: string): Row {"),
            ("pub fn load(id: u32) -> Row {", "    pub(crate) fn load(&self, id: u32) -> Row {"),
            ("fn load() {", "    fn load(&mut self) {"),
            ("def load(id):", "    def load(self, id):"),
            ("pub fn load<T: Id>(id: T) -> Row {", "    fn load<T: Id>(&self, id: T) -> Row {"),
        ] {
            assert_eq!(head(function), head(method), "{function}");
            assert_eq!(head(function).map(|h| h.name), Some("load".to_owned()), "{function}");
        }
    }

    #[test]
    fn what_a_function_does_is_told_apart() {
        for (one, other) in [
            ("function load(id) {", "  async load(id) {"),
            ("function load(id) {", "  load(id = 0) {"),
            ("fn load(id: u32) -> Row {", "    fn load(&self, id: u32) -> Option<Row> {"),
            ("function load(self, id) {", "  load(id) {"),
        ] {
            assert_ne!(head(one).unwrap().said, head(other).unwrap().said, "{one}");
        }
        for line in [
            "if (id) {",
            "} else if (id) {",
            "withLock(() => {",
            "items.forEach(function (id) {",
            "const rows = load(id);",
            "switch (id) {",
            "for (const id of ids) {",
            "return load(id) {",
            "server: {",
            "const A = {",
            "class A {",
            "impl A {",
        ] {
            assert_eq!(head(line), None, "{line}");
        }
    }
}
