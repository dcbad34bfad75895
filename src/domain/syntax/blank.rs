//! Names that are declared and stand for nothing yet: `undefined`, a type where a value is asked for, an empty class.

use tree_sitter::Node;

use super::Grammar;
use super::constant::is_blank;
use super::fields::Fields as _;
use super::walk::Walk;

/// How a name stands for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blank {
    /// It is `null` or `undefined` and stays so.
    Nothing,
    /// It is declared and has no body: `declare function`.
    Declared,
    /// It has no value yet, or an empty one, and may get one elsewhere.
    Unset,
    /// A class without members and without a base.
    EmptyClass,
}

impl Blank {
    /// Says it in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Nothing => "has no value",
            Self::Declared => "is declared and has no body",
            Self::Unset => "has no value, or an empty one, where it is declared",
            Self::EmptyClass => "is a class without members",
        }
    }
}

/// A name that stands for nothing yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlankName {
    pub(crate) name: String,
    /// From 1.
    pub(crate) line: u32,
    pub(crate) what: Blank,
}

/// Looks at a node that may declare a name at the top of a file, or within a list of exports.
pub(super) fn look(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) {
    let Some(found) = found(walk, node, kind) else { return };
    walk.out.blanks.push(found);
}

fn found(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> Option<BlankName> {
    let known = matches!(
        kind,
        "variable_declarator"
            | "function_signature"
            | "class_declaration"
            | "class_definition"
            | "class"
            | "module"
            | "pair"
            | "assignment"
            | "const_spec"
            | "var_spec"
            | "const_item"
            | "static_item"
    );
    if !known || walk.out.blanks.len() > 200 || walk.is_local() {
        return None;
    }
    let what = match (walk.grammar, kind) {
        (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "variable_declarator") => {
            variable(walk, node)
        }
        (Grammar::TypeScript | Grammar::Tsx, "function_signature") => Some(Blank::Declared),
        (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "class_declaration")
        | (Grammar::Python, "class_definition")
        | (Grammar::Java | Grammar::CSharp, "class_declaration")
        | (Grammar::Ruby, "class" | "module") => class(walk, node),
        (Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx, "pair") => pair(walk, node),
        (Grammar::Python, "assignment") if walk.stack.len() <= 2 => {
            let value = node.field("right")?;
            (is_nothing(walk, value) || is_empty_by_name(walk, value)).then_some(Blank::Unset)
        }
        (Grammar::Ruby, "assignment")
        | (Grammar::Go, "const_spec" | "var_spec")
        | (Grammar::Rust, "const_item" | "static_item") => {
            let value = ["value", "right"].iter().find_map(|f| node.field(f))?;
            let value = if value.kind() == "expression_list" { value.part(0)? } else { value };
            is_empty_by_name(walk, value).then_some(Blank::Unset)
        }
        _ => None,
    }?;
    let name = ["name", "left", "key"].iter().find_map(|field| node.field(field))?;
    let (line, name) = (walk.line(name.start_byte()), walk.text_of(name).to_owned());
    Some(BlankName { name, line, what })
}

/// Another name for a constant that holds nothing, and that nothing fills.
fn is_empty_by_name(walk: &Walk<'_>, value: Node<'_>) -> bool {
    let value = bare(value);
    let name = walk.text_of(value);
    matches!(value.kind(), "identifier" | "constant" | "scoped_identifier")
        && !walk.fixed.is_worked(name)
        && walk.value_of(value).is_some_and(|v| is_blank(walk, v, 0))
}

/// A value without what only says its type.
fn bare(value: Node<'_>) -> Node<'_> {
    let mut value = value;
    for _ in 0..6 {
        if !matches!(value.kind(), "as_expression" | "satisfies_expression" | "parenthesized_expression") {
            break;
        }
        let Some(inner) = value.part(0) else { break };
        value = inner;
    }
    value
}

fn is_nothing(walk: &Walk<'_>, value: Node<'_>) -> bool {
    matches!(walk.text_of(bare(value)), "undefined" | "null" | "None" | "void 0")
}

fn variable(walk: &Walk<'_>, node: Node<'_>) -> Option<Blank> {
    let list = node.parent()?;
    let constant = list.kind() == "lexical_declaration" && walk.text_of(list).starts_with("const");
    let declared = list.parent().is_some_and(|p| p.kind() == "ambient_declaration");
    match node.field("value") {
        None if declared => Some(Blank::Declared),
        None => Some(Blank::Unset),
        Some(value) if is_nothing(walk, value) => Some(if constant { Blank::Nothing } else { Blank::Unset }),
        Some(value) => {
            let name = node.field("name").map_or("", |n| walk.text_of(n));
            let empty = bare(value).kind() == "object" && bare(value).named_child_count() == 0;
            (empty && !walk.fixed.is_worked(name) || is_empty_by_name(walk, value)).then_some(Blank::Unset)
        }
    }
}

/// An entry of `module.exports = { … }`.
fn pair(walk: &Walk<'_>, node: Node<'_>) -> Option<Blank> {
    let list = node.parent()?.parent()?;
    let left = list.field("left").map_or("", |l| walk.text_of(l));
    let nothing = node.field("value").is_some_and(|v| is_nothing(walk, v));
    (list.kind() == "assignment_expression" && left == "module.exports" && nothing).then_some(Blank::Nothing)
}

/// Tells whether a class without members is marked as a part of an application of Nest or Angular which has nothing but its
/// members, or as a module that brings nothing in: `@Controller('cats') export class CatsController {}`.
fn is_bare_part(walk: &Walk<'_>, node: Node<'_>) -> bool {
    if !walk.grammar.is_script() {
        return false;
    }
    let around = node.parent().filter(|p| p.kind() == "export_statement").unwrap_or(node);
    let text = walk.text_of(around).trim_start();
    let mark: String = text.chars().take(60).filter(|c| !c.is_whitespace()).collect();
    let one = text.matches('@').count() == 1;
    one && [
        "@Controller(",
        "@Injectable(",
        "@Resolver(",
        "@WebSocketGateway(",
        "@Module({})",
        "@NgModule({})",
    ]
    .iter()
    .any(|head| mark.starts_with(head))
}

fn class(walk: &Walk<'_>, node: Node<'_>) -> Option<Blank> {
    let derived =
        ["superclasses", "superclass", "interfaces", "bases"].iter().any(|field| node.field(field).is_some())
            || (0..node.named_child_count().min(8)).filter_map(|at| node.named_child(at as u32)).any(|c| {
                matches!(
                    c.kind(),
                    "class_heritage" | "base_list" | "attribute_list" | "parameter_list" | "superclass"
                )
            });
    let marked = node.parent().is_some_and(|p| p.kind() == "decorated_definition")
        || walk.text_of(node).trim_start().starts_with('@')
        || node.parent().is_some_and(|p| walk.text_of(p).trim_start().starts_with('@'))
        || node.prev_named_sibling().is_some_and(|p| p.kind() == "decorator")
        || walk.text_of(node).contains("partial ");
    let body = node.field("body");
    let empty = body.is_none_or(|b| super::body::statements(b).is_empty());
    (empty && !derived && (!marked || is_bare_part(walk, node))).then_some(Blank::EmptyClass)
}
