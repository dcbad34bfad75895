//! Statements that do nothing: put beside the code, they mend none of it. To take one away may be what was asked for.
//!
//! Only what stands alone on its line and can do nothing whatever stands around it; what may be a value that something
//! gives back, or the body of what stands before it, is code.

use std::path::Path;

/// Languages by what their statements look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// `pass`
    Python,
    /// `void 0;`, `"checked";`, `if (x) {}`
    Script,
    /// `if (x) {}`
    Braces,
    /// `if x {}`
    Bare,
}

fn family(file_name: &str) -> Option<Family> {
    let extension = Path::new(file_name).extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "py" | "pyi" => Some(Family::Python),
        "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" => Some(Family::Script),
        "java" | "cs" | "c" | "h" | "cc" | "cpp" | "hpp" | "kt" | "php" | "dart" => Some(Family::Braces),
        "rs" | "go" | "swift" => Some(Family::Bare),
        _ => None,
    }
}

/// Tells whether a line is a statement that does nothing; `before` is the line with text that stands before it, where it
/// is known.
pub(super) fn is_idle(file_name: &str, line: &str, before: Option<&str>) -> bool {
    let Some(family) = family(file_name) else { return false };
    let line = line.trim();
    let does_nothing = |line| asks_for_nothing(line, family) || gives_itself(line, file_name);
    match family {
        Family::Python => {
            gives_itself(line, file_name) || matches!(line.trim_end_matches(';').trim_end(), "pass" | "...")
        }
        Family::Script => !goes_on(before) && (is_value(line) || does_nothing(line)),
        Family::Braces | Family::Bare => !goes_on(before) && does_nothing(line),
    }
}

/// Tells whether what comes behind a line may belong to it: `else`, `for (…)`, `const a =`. A comment hides what it is.
fn goes_on(before: Option<&str>) -> bool {
    before.is_some_and(|line| {
        let line = line.trim();
        let is_label = line.ends_with(':') && (line.starts_with("case ") || line == "default:");
        !is_label && !line.ends_with([';', '{', '}'])
    })
}

/// Tells whether a line is a value that nothing takes.
fn is_value(line: &str) -> bool {
    let Some(value) = line.strip_suffix(';').map(str::trim) else { return line == "void 0" };
    let is_text = |mark: char| {
        let inner = value.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        // `'use strict'` is no value.
        inner.is_some_and(|inner| !inner.contains(mark) && !inner.starts_with("use "))
    };
    // A word alone may be the end of a loop or of a function.
    let is_member = value.contains('.') && is_path(value);
    matches!(value, "void 0" | "undefined" | "null" | "true" | "false" | "debugger")
        || !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit())
        || is_member
        || is_text('"')
        || is_text('\'')
}

/// `y`, `y.count`
fn is_path(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_') && part.chars().all(is_of_a_name)
    };
    text.split('.').all(is_part)
}

fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// `x = x;`, Go's `_ = y.count`
fn gives_itself(line: &str, file_name: &str) -> bool {
    let Some((to, from)) = line.trim_end_matches(';').split_once(" = ") else { return false };
    let discards = to == "_" && file_name.ends_with(".go");
    (to == from || discards) && is_path(to) && is_path(from)
}

/// Tells whether a line is a condition on which nothing depends, and that does nothing itself.
fn asks_for_nothing(line: &str, family: Family) -> bool {
    let asked = line.strip_prefix("if").and_then(|rest| {
        let rest = rest.trim_end_matches(';').trim_end().strip_suffix('}')?.trim_end().strip_suffix('{')?;
        Some(rest.trim())
    });
    let Some(asked) = asked else { return false };
    let inner = match family {
        Family::Bare => line.starts_with("if ").then_some(asked),
        Family::Python | Family::Script | Family::Braces => {
            asked.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'))
        }
    };
    let compared = |inner: &str| {
        ["===", "!==", "==", "!=", "<=", ">="]
            .iter()
            .fold(inner.to_owned(), |text, sign| text.replace(sign, " "))
    };
    inner.is_some_and(|inner| {
        let inner = compared(inner);
        let acts =
            ["++", "--", "await ", "yield ", "let ", "delete "].iter().any(|word| inner.contains(word));
        !acts && !inner.contains(['(', '=', '{', '[', '`', '"', '\'', '?', ';'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_do_nothing_are_told_from_those_that_may() {
        for (file, line, before, expected) in [
            ("a.py", "    pass", Some("    y = 1"), true),
            ("a.py", "    ...", None, true),
            ("a.py", "    password = None", None, false),
            ("a.py", "    x = ...", None, false),
            ("a.js", "  void 0;", Some("  f();"), true),
            ("a.js", "  void f();", Some("  f();"), false),
            ("a.js", "  \"count checked\";", Some("{"), true),
            ("a.js", "\"use strict\";", None, false),
            ("a.js", "  \"count checked\"", Some("  [a,"), false),
            ("a.js", "  \"a\" + f() + \"b\";", Some("{"), false),
            ("a.ts", "  if (y.count === 0) {}", Some("  f();"), true),
            ("a.ts", "  if (y.count === 0) { }", None, true),
            ("a.ts", "  if (y.count = 0) {}", Some("  f();"), false),
            ("a.ts", "  if (check(y)) {}", Some("  f();"), false),
            ("a.ts", "  if (y) {} else {", Some("  f();"), false),
            // The body of what stands before it.
            ("a.ts", "  if (y) {}", Some("  for (const y of ys)"), false),
            ("a.ts", "  null;", Some("  return a ||"), false),
            ("a.ts", "  null;", Some("  x = f(a)\n"), false),
            ("a.ts", "  5000;", Some("// in milliseconds"), false),
            ("a.ts", "  \"guest\";", Some("  : a ? \"b\" :"), false),
            ("a.ts", "  y.count;", Some("f();"), true),
            ("a.ts", "  done;", Some("f();"), false),
            ("a.ts", "  x = x;", Some("f();"), true),
            ("a.ts", "  x = y;", Some("f();"), false),
            ("a.go", "  _ = y.count", Some("}"), true),
            ("a.go", "  _ = y.count()", Some("}"), false),
            ("a.go", "  if n == 0 {}", Some("}"), true),
            ("a.rs", "  if let Some(x) = y {}", Some("}"), false),
            ("a.java", "  if (n == 0) {}", Some("f();"), true),
            ("a.rb", "  nil", Some("f()"), false),
            ("a.md", "pass", None, false),
        ] {
            assert_eq!(is_idle(file, line, before), expected, "{file}: {line}");
        }
    }
}
