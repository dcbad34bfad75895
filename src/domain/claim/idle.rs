//! Statements that do nothing: put beside the code, they mend none of it. To take one away may be what was asked for.
//!
//! Only what stands alone on its line and can do nothing whatever stands around it; what may be a value that something
//! gives back, or the body of what stands before it, is code.

use std::borrow::Cow;
use std::path::Path;

use super::bare::BREAK;

/// Languages by what their statements look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// `pass`, `'checked'`
    Python,
    /// `"checked"`
    Ruby,
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
        "rb" | "rake" => Some(Family::Ruby),
        "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" => Some(Family::Script),
        "java" | "cs" | "c" | "h" | "cc" | "cpp" | "hpp" | "kt" | "php" | "dart" => Some(Family::Braces),
        "rs" | "go" | "swift" => Some(Family::Bare),
        _ => None,
    }
}

/// Tells whether a line is a statement that does nothing; `around` are the lines with text that stand before and after
/// it, where they are known.
pub(super) fn is_idle(file_name: &str, line: &str, around: (Option<&str>, Option<&str>)) -> bool {
    let Some(family) = family(file_name) else { return false };
    let (line, (before, after)) = (line.trim(), around);
    let does_nothing = |line| asks_for_nothing(line, family) || gives_itself(line, file_name);
    // A lambda gives back its last value in Kotlin, whatever ends it; Java, C# and Go know no such statement.
    let has_texts = [".c", ".cc", ".cpp", ".php", ".dart", ".rs"].iter().any(|end| file_name.ends_with(end));
    match family {
        Family::Python => {
            gives_itself(line, file_name)
                || matches!(line.trim_end_matches(';').trim_end(), "pass" | "...")
                || is_text_alone(line) && before.is_some_and(ends_statement)
        }
        Family::Ruby => {
            is_text_alone(line)
                && before.is_some_and(ends_statement)
                // The last value of a method or a block is what it gives back.
                && after.is_some_and(|after| !ends_body(after))
        }
        Family::Script => !goes_on(before) && (is_value(line) || does_nothing(line)),
        Family::Braces | Family::Bare => {
            !goes_on(before) && (does_nothing(line) || has_texts && line.ends_with(';') && is_text(line))
        }
    }
}

/// Takes texts out of a line that stand there as statements, beside others: `"checked"; f();`. The line may be one as it
/// is written or as the machine reads it.
pub(super) fn without_texts<'t>(file_name: &str, line: &'t str, before: Option<&str>) -> Cow<'t, str> {
    let goes_on = match family(file_name) {
        Some(Family::Script) => goes_on(before),
        Some(Family::Python) => !before.is_some_and(ends_statement),
        Some(Family::Ruby | Family::Braces | Family::Bare) | None => return Cow::Borrowed(line),
    };
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut quote, mut escaped, mut depth) = (None, false, 0_usize);
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(mark), _) => quote = Some(mark).filter(|mark| *mark != c),
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, ';' | BREAK) if depth == 0 => {
                parts.push(&line[start..=at]);
                start = at + 1;
            }
            (None, _) => {}
        }
    }
    parts.push(&line[start..]);
    let is_idle = |(n, part): &(usize, &&str)| {
        (*n > 0 || !goes_on) && part.ends_with([';', BREAK]) && is_text(part.trim_end_matches(BREAK))
    };
    let kept: Vec<&str> = parts.iter().enumerate().filter(|part| !is_idle(part)).map(|(_, p)| *p).collect();
    let says = |part: &&str| !part.trim_matches([' ', ';', BREAK]).is_empty();
    if kept.len() == parts.len() || !kept.iter().any(says) {
        return Cow::Borrowed(line);
    }
    Cow::Owned(kept.concat())
}

/// Tells whether a line of Python or Ruby is a text and nothing else. One into which something is put is none.
fn is_text_alone(line: &str) -> bool {
    let plain = line.trim_start_matches(['r', 'b', 'u', 'R', 'B', 'U']);
    line.len() - plain.len() < 3 && is_text(plain) && !plain.contains("#{")
}

/// Tells whether a line of Python or Ruby ends what it says: no bracket, comma or sign leads over to the next one, nor a
/// text, which another may follow in brackets.
fn ends_statement(line: &str) -> bool {
    const HEADS: [&str; 13] = [
        "def ", "class ", "if ", "elif ", "else", "for ", "while ", "try", "except", "finally", "with ",
        "async ", "match ",
    ];
    const OPEN: [&str; 12] =
        ["in", "if", "else", "and", "or", "not", "is", "lambda", "yield", "await", "then", "return"];
    let line = line.trim();
    if line.starts_with('#') {
        return false;
    }
    if let Some(head) = line.strip_suffix(':') {
        return HEADS.iter().any(|word| head.starts_with(word.trim_end()) && line.starts_with(word));
    }
    let last = line.rsplit(|c: char| !is_of_a_name(c)).next().unwrap_or_default();
    line.ends_with(|c: char| is_of_a_name(c) || ")]}!?;".contains(c)) && !OPEN.contains(&last)
}

/// Tells whether a line of Ruby ends a body, or goes on with what stands before it.
fn ends_body(line: &str) -> bool {
    const WORDS: [&str; 8] = ["end", "else", "elsif", "when", "in", "rescue", "ensure", "__END__"];
    let line = line.trim();
    let word = line.split(|c: char| !is_of_a_name(c)).next().unwrap_or_default();
    WORDS.contains(&word) || !line.starts_with(|c: char| is_of_a_name(c) || c == '@')
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
    // A word alone may be the end of a loop or of a function.
    let is_member = value.contains('.') && is_path(value);
    matches!(value, "void 0" | "undefined" | "null" | "true" | "false" | "debugger")
        || !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit())
        || is_member
        || is_text(value)
}

/// Tells whether a statement is a text; `'use strict'` is more than that.
fn is_text(statement: &str) -> bool {
    let value = statement.trim().trim_end_matches(';').trim_end();
    ['"', '\''].iter().any(|mark| {
        let inner = value.strip_prefix(*mark).and_then(|rest| rest.strip_suffix(*mark));
        inner.is_some_and(|inner| !inner.contains(*mark) && !inner.starts_with("use "))
    })
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
        Family::Python | Family::Ruby | Family::Script | Family::Braces => {
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
            ("a.py", "    'checked'", Some("    y = 1"), true),
            ("a.py", "    r\"checked\";", Some("    f(y)"), true),
            ("a.py", "    'checked'", Some("    if y:"), true),
            ("a.py", "    'checked'", None, false),
            ("a.py", "    'b'", Some("    'a'"), false),
            ("a.py", "    'b'", Some("    x = ("), false),
            ("a.py", "    'b'", Some("    f(a,"), false),
            ("a.py", "    'b'", Some("    'a':"), false),
            ("a.py", "    'b'", Some("    [c for c in"), false),
            ("a.py", "    f'{g()}'", Some("    y = 1"), false),
            ("a.py", "    'a' + 'b'", Some("    y = 1"), false),
            ("a.php", "  \"checked\";", Some("f();"), true),
            ("a.kt", "  \"checked\";", Some("f();"), false),
            ("a.md", "pass", None, false),
        ] {
            assert_eq!(is_idle(file, line, (before, None)), expected, "{file}: {line}");
        }
        for (after, expected) in [("  @a = 1", true), ("  end", false), ("  .strip", false), ("}", false)] {
            assert_eq!(is_idle("a.rb", "  'checked'", (Some("  x = 1"), Some(after))), expected, "{after}");
        }
    }

    #[test]
    fn texts_beside_other_statements_are_taken_out() {
        for (file, line, before, expected) in [
            ("a.js", "\"isNaN\"; f(x);", Some("{"), " f(x);"),
            ("a.js", "f(x); 'isNaN';", Some("{"), "f(x);"),
            ("a.js", "\"use strict\"; f(x);", Some("{"), "\"use strict\"; f(x);"),
            ("a.js", "\"a\"; f(x);", Some("  x ="), "\"a\"; f(x);"),
            ("a.js", "for (;; \"a\") f(x);", Some("{"), "for (;; \"a\") f(x);"),
            ("a.js", "g(\"a; b\"); f(x);", Some("{"), "g(\"a; b\"); f(x);"),
            ("a.py", "'checked'; f(x)", Some("    y = 1"), " f(x)"),
            ("a.go", "\"a\"; f(x);", Some("{"), "\"a\"; f(x);"),
        ] {
            assert_eq!(without_texts(file, line, before), expected, "{file}: {line}");
        }
    }
}
