//! Members that only their class can name, by the rules of its language; and what is written before a declaration that
//! has others call it.

use tree_sitter::Node;

use super::{children, field, is_value, parent_is};
use crate::domain::syntax::Grammar;
use crate::domain::syntax::names::is_comment;

/// Annotations of Java, attributes of C# and Rust that have nobody call what they stand before.
const QUIET: [&str; 24] = [
    "SuppressWarnings",
    "Deprecated",
    "Nullable",
    "NonNull",
    "NotNull",
    "SafeVarargs",
    "VisibleForTesting",
    "SuppressMessage",
    "Obsolete",
    "MethodImpl",
    "ExcludeFromCodeCoverage",
    "DebuggerStepThrough",
    "allow",
    "expect",
    "warn",
    "deny",
    "inline",
    "must_use",
    "doc",
    "cold",
    "deprecated",
    "track_caller",
    "instrument",
    "tracing::instrument",
];
/// Decorators of classes whose methods nobody calls by that: what is put in elsewhere, what only holds others together.
const PUTS_IN: [&str; 7] =
    ["Injectable", "Controller", "Module", "NgModule", "Resolver", "Service", "injectable"];

/// Tells whether an annotation or an attribute has nobody call what it stands before.
pub(super) fn is_quiet(name: &str) -> bool {
    QUIET.contains(&name)
}

/// The bodies of a member that its class keeps to itself.
pub(super) fn bodies<'t>(grammar: Grammar, text: &str, node: Node<'t>, kind: &str) -> Option<Vec<Node<'t>>> {
    match grammar {
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => of_script(text, node, kind),
        Grammar::Java => of_java(text, node, kind),
        Grammar::CSharp => of_csharp(text, node, kind),
        Grammar::Go => of_go(text, node, kind),
        Grammar::Python | Grammar::Ruby | Grammar::Rust => None,
    }
}

fn text_of<'s>(text: &'s str, node: Node<'_>) -> &'s str {
    text.get(node.byte_range()).unwrap_or("")
}

/// `#pay() {}`, `private pay() {}`, `private pay = () => {}`; a constructor is called by its class's name.
fn of_script<'t>(text: &str, node: Node<'t>, kind: &str) -> Option<Vec<Node<'t>>> {
    let name = field(node, "name").or_else(|| field(node, "property"))?;
    let own = name.kind() == "private_property_identifier";
    let said = children(node).any(|c| c.kind() == "accessibility_modifier" && text_of(text, c) == "private");
    if !(own || said) || is_decorated(node) || text_of(text, name) == "constructor" {
        return None;
    }
    // A page beside the class calls what types alone keep from it, and so may whoever goes over the members.
    if !own && has_users(text, node.parent()?.parent()?) {
        return None;
    }
    let body = match kind {
        "method_definition" => field(node, "body")?,
        "public_field_definition" | "field_definition" => {
            field(field(node, "value").filter(|v| is_value(*v))?, "body")?
        }
        _ => return None,
    };
    Some(vec![body])
}

/// Tells whether a decorator stands before a member of a script or before its name.
fn is_decorated(node: Node<'_>) -> bool {
    let mut before = node.prev_named_sibling();
    while let Some(comment) = before.filter(|n| is_comment(n.kind())) {
        before = comment.prev_named_sibling();
    }
    before.is_some_and(|n| n.kind() == "decorator") || children(node).any(|c| c.kind() == "decorator")
}

/// Tells whether a class of a script is given to somebody who may call any of its members.
fn has_users(text: &str, class: Node<'_>) -> bool {
    let above = class.parent().filter(|p| p.kind() == "export_statement");
    let decorators = children(class).chain(above.into_iter().flat_map(children));
    decorators.filter(|c| c.kind() == "decorator").any(|c| {
        let said = text_of(text, c).trim_start_matches('@');
        !PUTS_IN.contains(&said.split('(').next().unwrap_or(said).trim())
    })
}

fn of_java<'t>(text: &str, node: Node<'t>, kind: &str) -> Option<Vec<Node<'t>>> {
    let modifiers = children(node).find(|c| c.kind() == "modifiers")?;
    let mut marks = children(modifiers).filter(|c| c.kind().ends_with("annotation"));
    let quiet = marks.all(|m| field(m, "name").is_some_and(|n| QUIET.contains(&text_of(text, n))));
    let mut words = text_of(text, modifiers).split_whitespace();
    if !quiet || !words.any(|w| w == "private") {
        return None;
    }
    match kind {
        "method_declaration" => {
            // Serialization calls these, whoever may see them, and a program begins with its main.
            const CALLED: [&str; 6] =
                ["readObject", "readObjectNoData", "writeObject", "readResolve", "writeReplace", "main"];
            let name = field(node, "name").map_or("", |n| text_of(text, n));
            Some(vec![field(node, "body").filter(|_| !CALLED.contains(&name))?])
        }
        "class_declaration" => Some(of_class(field(node, "body")?)),
        _ => None,
    }
}

fn of_csharp<'t>(text: &str, node: Node<'t>, kind: &str) -> Option<Vec<Node<'t>>> {
    let has =
        |words: &[&str]| children(node).any(|c| c.kind() == "modifier" && words.contains(&text_of(text, c)));
    let class = node.parent()?.parent()?;
    let holds = matches!(class.kind(), "class_declaration" | "struct_declaration" | "record_declaration");
    // What says nothing of who may see it is the class's own; in an interface it is everybody's.
    let shown = has(&["public", "internal", "protected", "override", "abstract", "extern", "partial"]);
    let explicit = children(node).any(|c| c.kind() == "explicit_interface_specifier");
    let marked = children(node).filter(|c| c.kind() == "attribute_list").flat_map(children).any(|a| {
        let name = field(a, "name").map_or("", |n| text_of(text, n));
        !QUIET.contains(&name)
    });
    if shown || explicit || marked || !(holds || has(&["private"])) {
        return None;
    }
    // A page beside the class may call it by its name.
    if std::iter::successors(Some(class), |n| n.parent()).any(|n| is_partial(text, n)) {
        return None;
    }
    let name = field(node, "name").map_or("", |n| text_of(text, n));
    match kind {
        "method_declaration" if name != "Main" && !has_base(text, class) => Some(vec![field(node, "body")?]),
        "property_declaration" if !has_base(text, class) => {
            let value = field(node, "value").filter(|v| v.kind() == "arrow_expression_clause");
            Some(vec![field(node, "accessors").or(value)?])
        }
        // What is made of a base may be found by that.
        "class_declaration" if !children(node).any(|c| c.kind() == "base_list") => {
            Some(of_class(field(node, "body").filter(|_| !is_partial(text, node))?))
        }
        _ => None,
    }
}

/// Tells whether a class has more parts than this.
fn is_partial(text: &str, class: Node<'_>) -> bool {
    let head = text_of(text, class).split('{').next().unwrap_or("");
    class.kind().ends_with("_declaration") && head.split_whitespace().any(|w| w == "partial")
}

/// Tells whether a class of C# has a base that may call its methods by their names, as Unity does. Interfaces are named
/// with an `I`, and call nothing.
fn has_base(text: &str, class: Node<'_>) -> bool {
    let is_interface = |name: &str| {
        let name = name.rsplit_once('.').map_or(name, |(_, last)| last);
        name.strip_prefix('I').is_some_and(|rest| rest.starts_with(char::is_uppercase))
    };
    let bases = children(class).filter(|c| c.kind() == "base_list").flat_map(children);
    bases.into_iter().any(|b| {
        let named = text_of(text, b);
        !is_interface(named.split(['<', '(']).next().unwrap_or(named))
    })
}

/// What runs of a class where somebody names it.
fn of_class(body: Node<'_>) -> Vec<Node<'_>> {
    children(body).filter_map(|member| field(member, "body")).collect()
}

/// Tells whether a file of Rust has the function in which a program begins.
pub(super) fn has_main(text: &str, file: Node<'_>) -> bool {
    let named = |n: Node<'_>| field(n, "name").is_some_and(|name| text_of(text, name) == "main");
    children(file).any(|n| n.kind() == "function_item" && named(n))
}

/// A function of a module, or of a type's own methods, that nothing shows to others; at the `root` of a program nobody
/// outside sees what says `pub` either. What it takes and gives back is named for nobody, too.
pub(super) fn of_rust<'t>(text: &str, node: Node<'t>, kind: &str, root: bool) -> Option<Vec<Node<'t>>> {
    let above = node.parent()?;
    let own = above.kind() == "source_file"
        || above.kind() == "declaration_list"
            && (parent_is(above, "mod_item")
                // What a trait promises is called by whoever has the trait.
                || above.parent().is_some_and(|i| {
                    i.kind() == "impl_item" && field(i, "trait").is_none() && !is_marked(text, i)
                }));
    // `unsafe` and `async` change nothing of who calls it, `extern` does.
    let shown = children(node).any(|c| match c.kind() {
        "visibility_modifier" => !root,
        "function_modifiers" => children(c).any(|m| m.kind() == "extern_modifier"),
        _ => false,
    });
    let name = field(node, "name").map_or("", |n| text_of(text, n));
    let plain = kind == "function_item" && own && !shown && name != "main" && !is_marked(text, node);
    let body = field(node, "body").filter(|_| plain)?;
    let named = ["parameters", "return_type"].iter().filter_map(|part| field(node, part));
    Some(named.chain([body]).collect())
}

/// Tells whether an attribute of Rust stands before a node that may have it called.
fn is_marked(text: &str, node: Node<'_>) -> bool {
    let mut before = node.prev_named_sibling();
    while let Some(at) = before.filter(|n| is_comment(n.kind()) || n.kind() == "attribute_item") {
        let said: String = text_of(text, at).chars().filter(|c| !c.is_whitespace()).collect();
        let said = said.trim_start_matches(['#', '[']);
        let name = said.split(['(', ']', '=']).next().unwrap_or(said);
        if at.kind() == "attribute_item" && !QUIET.contains(&name) {
            return true;
        }
        before = at.prev_named_sibling();
    }
    false
}

/// A function or a method that no other package sees; an interface of the package that asks for it has its name.
fn of_go<'t>(text: &str, node: Node<'t>, kind: &str) -> Option<Vec<Node<'t>>> {
    let name = text_of(text, field(node, "name")?);
    let own =
        name.starts_with(|c: char| c.is_lowercase() || c == '_') && !matches!(name, "main" | "init" | "_");
    let function = matches!(kind, "function_declaration" | "method_declaration");
    Some(vec![field(node, "body").filter(|_| own && function)?])
}
