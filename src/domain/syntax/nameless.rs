//! Functions without a name of their own, which get one from where they stand: a variable, a key, what a module gives out.

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::walk::Walk;

/// A name that a function without one gets from where it stands.
pub(super) struct Given {
    pub(super) name: String,
    pub(super) owner: Option<String>,
    pub(super) loose: bool,
}

/// Functions that give back the function they are given, or one that works by it.
pub(super) const WRAPPERS: [&str; 9] = [
    "memo",
    "forwardRef",
    "React.memo",
    "React.forwardRef",
    "useCallback",
    "observer",
    "cache",
    "debounce",
    "throttle",
];

pub(super) fn given_name(walk: &Walk<'_>, node: Node<'_>) -> Option<Given> {
    let (mut at, mut loose, mut key) = (node, false, None);
    for _ in 0..8 {
        let above = at.parent()?;
        match above.kind() {
            "parenthesized_expression" | "as_expression" | "satisfies_expression" | "expression_list" => {}
            "arguments" if above.part(0) == Some(at) => {
                let call = above.parent()?;
                let callee = call.field("function").map_or("", |f| walk.text_of(f));
                if !WRAPPERS.contains(&callee) {
                    return None;
                }
                loose = true;
                at = call;
                continue;
            }
            // `Run: func(…) { … }` of a command of Go.
            "literal_element" => {}
            "keyed_element" if key.is_none() => {
                let run = above.part(0).map_or("", |k| walk.text_of(k));
                key = ["Run", "RunE", "Action"].contains(&run).then(|| run.to_owned());
                key.as_ref()?;
                loose = true;
            }
            "literal_value" | "composite_literal" | "unary_expression" if key.is_some() => {}
            "pair" if key.is_none() => {
                key = above.field("key").map(|k| walk.text_of(k).to_owned());
                loose = true;
            }
            "object" if key.is_some() => {}
            "variable_declarator"
            | "var_spec"
            | "public_field_definition"
            | "field_definition"
            | "assignment"
            | "assignment_expression" => {
                let python = above.kind() == "assignment";
                if python && (walk.grammar != Grammar::Python || walk.is_local()) {
                    return None;
                }
                let name = ["name", "left"].iter().find_map(|f| above.field(f))?;
                let name = walk.text_of(name);
                let exported = name.starts_with("exports.") || name.starts_with("module.exports");
                // `let pay = charge; pay = () => null;`
                let again = !walk.is_local()
                    && key.is_none()
                    && above.field("left").is_some_and(|l| l.kind() == "identifier");
                if above.kind() == "assignment_expression" && !exported && !again
                    || key.is_some() && walk.is_local()
                {
                    return None;
                }
                let name = if name == "module.exports" { "default" } else { name };
                let name = name.rsplit('.').next().unwrap_or(name).chars().take(120).collect::<String>();
                return Some(match key {
                    Some(key) => Given { name: key, owner: Some(name), loose },
                    None => Given { name, owner: None, loose },
                });
            }
            "export_statement" => return Some(Given { name: "default".to_owned(), owner: None, loose }),
            _ => return None,
        }
        at = above;
    }
    None
}
