//! Elements, texts and lazy components that a script keeps under a name: nothing comes of them until the name is asked for.

use tree_sitter::Node;

use super::super::fields::Fields as _;

use crate::domain::syntax::names::is_function;

/// Functions that make a component of one that is loaded where it is shown.
const LAZY: [&str; 6] =
    ["lazy", "React.lazy", "dynamic", "loadable", "defineAsyncComponent", "lazyWithPreload"];
/// The most entries of a list that are looked at, and how deep.
const MOST: usize = 200;
const DEEPEST: usize = 8;

/// Tells whether a value shows or says something only where it is used: an element, a text, a list or table that holds one
/// and calls nothing, a component that is yet to be loaded.
pub(super) fn is_kept_for_later(text: &str, value: Node<'_>) -> bool {
    if value.kind() == "call_expression" {
        let called = value.field("function").and_then(|f| text.get(f.byte_range()));
        let first = value.field("arguments").and_then(|list| list.part(0));
        return called.is_some_and(|called| LAZY.contains(&called))
            && first.is_some_and(|first| is_function(first.kind()));
    }
    let mut tells = false;
    is_quiet(value, &mut tells, 0) && tells
}

/// Tells whether a value does nothing as it is made; notes where it holds an element or a text.
fn is_quiet(value: Node<'_>, tells: &mut bool, depth: usize) -> bool {
    let count = value.named_child_count();
    let mut all = (0..count.min(MOST)).filter_map(|at| value.named_child(at as u32));
    if depth > DEEPEST || count > MOST {
        return false;
    }
    match value.kind() {
        "jsx_element" | "jsx_self_closing_element" | "jsx_fragment" | "string" => {
            *tells = true;
            true
        }
        "template_string"
            if value.named_children(&mut value.walk()).all(|c| c.kind() != "template_substitution") =>
        {
            *tells = true;
            true
        }
        "number" | "true" | "false" | "null" | "undefined" | "identifier" | "comment" => true,
        "shorthand_property_identifier" | "member_expression" => true,
        kind if is_function(kind) => true,
        "array" | "object" | "parenthesized_expression" => all.all(|inner| is_quiet(inner, tells, depth + 1)),
        "as_expression" | "satisfies_expression" => {
            value.part(0).is_some_and(|inner| is_quiet(inner, tells, depth + 1))
        }
        "pair" => value.field("value").is_some_and(|inner| is_quiet(inner, tells, depth + 1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::ids::RepoPath;
    use crate::domain::syntax::outline;

    #[test]
    fn a_text_under_a_name_that_nobody_asks_for_is_never_used() {
        for (text, is_dead) in [
            ("import { a } from './a';\nconst URL = '/api/pay';\nexport const f = () => a(1);\n", true),
            (
                "import { a } from './a';\nconst URLS = { pay: '/api/pay' };\nexport const f = () => a(1);\n",
                true,
            ),
            (
                "import { a } from './a';\nconst URL = `/api/pay`;\n// URL\nexport const f = () => a(1);\n",
                true,
            ),
            ("import { a } from './a';\nconst URL = '/api/pay';\nexport const f = () => a(URL);\n", false),
            ("import { a } from './a';\nexport const URL = '/api/pay';\n", false),
            ("import { a } from './a';\nconst URL = '/api/pay';\nexport { URL };\n", false),
            ("import { a } from './a';\nconst done = `/api/pay${a(1)}`;\n", false),
            ("import { a } from './a';\nconst done = a('/api/pay');\n", false),
            // A page may load it, and knows the name.
            ("const URL = '/api/pay';\n", false),
        ] {
            let path = RepoPath::parse("a.ts").expect("a path");
            let at = text.find("/api/pay").expect("the text");
            let found = outline(&path, text).expect("an outline");
            assert_eq!(found.dead.iter().any(|dead| dead.contains(&at)), is_dead, "{text}");
        }
    }
}
