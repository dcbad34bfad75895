//! Names within a format of Rust: `println!("{rate:.2}")` uses `rate` as much as an argument would.

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::walk::Walk;

/// Macros whose first text is a format.
const FORMATS: [&str; 29] = [
    "print",
    "println",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "write",
    "writeln",
    "panic",
    "todo",
    "unimplemented",
    "unreachable",
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "log",
    "event",
    "span",
    "anyhow",
    "bail",
    "eyre",
    "format_err",
    "defmt",
    "uwrite",
    "uwriteln",
    "formatdoc",
    "writedoc",
];
/// Macros in which a format may follow other texts.
const AFTER_OTHERS: [&str; 8] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "ensure",
    "prop_assert",
];

/// Counts the names that a text uses, where it is the format of a macro.
pub(super) fn look(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) {
    if walk.grammar != Grammar::Rust || !is_text(kind) {
        return;
    }
    let Some(tree) = node.parent().filter(|p| p.kind() == "token_tree") else { return };
    let Some(name) = macro_of(walk, tree) else { return };
    let mut cursor = tree.walk();
    let first = tree.named_children(&mut cursor).find(|c| is_text(c.kind()));
    let formats = FORMATS.contains(&name) && first == Some(node) || AFTER_OTHERS.contains(&name);
    if !formats {
        return;
    }
    for name in names(walk.text_of(node)) {
        walk.use_at(name, node.start_byte());
    }
}

fn is_text(kind: &str) -> bool {
    matches!(kind, "string_literal" | "raw_string_literal")
}

/// The name of the macro that is given these words; within another macro it is but words itself.
fn macro_of<'t>(walk: &Walk<'t>, tree: Node<'_>) -> Option<&'t str> {
    let above = tree.parent()?;
    let name = if above.kind() == "macro_invocation" {
        above.field("macro")?
    } else {
        tree.prev_sibling().filter(|mark| mark.kind() == "!")?.prev_sibling()?
    };
    let path = walk.text_of(name);
    Some(path.rsplit("::").next().unwrap_or(path))
}

/// The names in a format, also those of widths and precisions: `{rate:>width$.digits$}`; `{{` is a brace.
fn names(format: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('{') {
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix('{') {
            rest = behind;
            continue;
        }
        let Some(end) = rest.find('}') else { break };
        let (name, how) = rest[..end].split_once(':').unwrap_or((&rest[..end], ""));
        found.push(name.trim());
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        found.extend(how.match_indices('$').map(|(at, _)| {
            let before = &how[..at];
            before.rsplit(|c| !joins(c)).next().unwrap_or(before)
        }));
        rest = &rest[end + 1..];
    }
    found.retain(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    found
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_stand_in_single_braces() {
        for (format, found) in [
            ("{RATE} of {fee:.2}", &["RATE", "fee"][..]),
            ("{{RATE}} {} {0} {:?}", &[]),
            ("{{{RATE}}}", &["RATE"]),
            ("{:>WIDTH$} {x:.digits$} {y:ä$}", &["WIDTH", "x", "digits", "y", "ä"]),
            ("{open", &[]),
            ("{rate:?}", &["rate"]),
        ] {
            assert_eq!(names(format), found, "{format}");
        }
    }
}
