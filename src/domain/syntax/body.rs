//! Functions that stand for functions to come: bodies that are empty, give back a constant, or say so.
//!
//! Judged by what a body does, never by a word in a name, a string or a comment.

use tree_sitter::Node;

use super::Grammar;
use super::names::{is_comment, is_function};
use super::walk::Walk;

/// The most hollow bodies told of one file.
const MOST: usize = 200;

/// What a body does instead of its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hollow {
    /// Says itself that it is not implemented.
    Said,
    Empty,
    /// Gives back a constant and does nothing else.
    Constant,
    /// Only writes to a log.
    OnlyLogs,
    /// A component that shows nothing, or one bare line of text.
    Placeholder,
    /// A handler that does nothing.
    DeadHandler,
}

impl Hollow {
    /// Says what the body is, in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Said => "says that it is not implemented",
            Self::Empty => "has an empty body",
            Self::Constant => "gives back a constant and does nothing else",
            Self::OnlyLogs => "only writes to a log",
            Self::Placeholder => "is a component that shows nothing of its own",
            Self::DeadHandler => "is a handler that does nothing",
        }
    }
}

/// A function that does nothing yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HollowBody {
    /// Empty for a function without a name.
    pub(crate) name: String,
    pub(crate) owner: Option<String>,
    /// First and last line, from 1.
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) what: Hollow,
    /// How many parameters it takes, `self` aside.
    pub(crate) takes: usize,
    /// It overrides or implements what another type asks for, where doing nothing may be the point.
    pub(crate) asked_for: bool,
}

/// Looks at a node that may be a function, a marker within one, or a block that catches errors.
pub(super) fn look(walk: &mut Walk<'_>, node: Node<'_>, kind: &str, field: Option<&str>) {
    if is_function(kind) {
        function(walk, node, kind, field);
    } else if says_so(walk, node, kind) {
        marker(walk, node);
    } else if is_catch(kind) && catches_nothing(node) {
        let line = walk.line(node.start_byte());
        walk.out.empty_catches.push(line);
    }
}

fn push(walk: &mut Walk<'_>, body: HollowBody) {
    if walk.out.hollow.len() < MOST {
        walk.out.hollow.push(body);
    }
}

fn function(walk: &mut Walk<'_>, node: Node<'_>, kind: &str, field: Option<&str>) {
    let Some(body) = body_of(node) else {
        // Ruby's methods without statements have no body at all.
        if matches!(kind, "method" | "singleton_method") {
            hollow(walk, node, kind, Hollow::Empty);
        }
        return;
    };
    if kind == "constructor_declaration" || is_abstract(walk, node, kind) {
        return;
    }
    let nameless = node.child_by_field_name("name").is_none();
    let above = walk.stack.last().map_or("", |f| f.kind);
    if nameless {
        let handler = walk.stack.len() >= 2 && above == "jsx_expression" && is_handler(walk, node);
        if handler {
            if let Some(what) = judge(walk, body).filter(|w| *w != Hollow::Constant) {
                let what = if what == Hollow::Said { what } else { Hollow::DeadHandler };
                hollow(walk, node, kind, what);
            }
            return;
        }
        // A function given along (a callback, a default) may well do nothing; one that gets a name is judged by it.
        let named = above == "variable_declarator" && field == Some("value")
            || matches!(above, "public_field_definition" | "field_definition") && field == Some("value")
            || above == "export_statement";
        if !named {
            return;
        }
    }
    match judge(walk, body) {
        // The marker itself is met on the way down.
        Some(Hollow::Said) => {}
        Some(what) => {
            let what =
                if is_component(walk, node) && what != Hollow::OnlyLogs { Hollow::Placeholder } else { what };
            hollow(walk, node, kind, what);
        }
        None => walk.out.real_bodies += 1,
    }
}

fn body_of(node: Node<'_>) -> Option<Node<'_>> {
    node.child_by_field_name("body")
}

fn name_of(walk: &Walk<'_>, node: Node<'_>) -> String {
    let own = node.child_by_field_name("name");
    let given = || node.parent().and_then(|p| p.child_by_field_name("name"));
    own.or_else(given).map_or("", |n| walk.text_of(n)).chars().take(120).collect()
}

fn hollow(walk: &mut Walk<'_>, node: Node<'_>, kind: &str, what: Hollow) {
    let name = if what == Hollow::DeadHandler { String::new() } else { name_of(walk, node) };
    if matches!(
        name.as_str(),
        "constructor" | "__init__" | "initialize" | "noop" | "no_op" | "__exit__" | "__enter__"
    ) {
        return;
    }
    let body = HollowBody {
        owner: walk.owner(),
        from: walk.line(node.start_byte()),
        to: walk.line(node.end_byte().saturating_sub(1)),
        what,
        takes: parameters(walk, node),
        asked_for: is_asked_for(walk, node, kind),
        name,
    };
    push(walk, body);
}

fn parameters(walk: &Walk<'_>, node: Node<'_>) -> usize {
    let Some(list) = node.child_by_field_name("parameters") else {
        return usize::from(node.child_by_field_name("parameter").is_some());
    };
    let own = |child: &Node<'_>| {
        let text = walk.text_of(*child);
        child.kind() != "self_parameter" && text != "self" && text != "cls" && !is_comment(child.kind())
    };
    (0..list.named_child_count().min(50)).filter_map(|at| list.named_child(at as u32)).filter(own).count()
}

/// Tells whether another type asks for the function.
fn is_asked_for(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> bool {
    let head: String = walk.text_of(node).chars().take(200).collect();
    let head = head.split(['{', '=']).next().unwrap_or_default();
    match walk.grammar {
        Grammar::Rust => walk.stack.iter().rev().any(|f| f.kind == "impl_item") && !head.starts_with("pub"),
        Grammar::Go => kind == "method_declaration",
        Grammar::Java => head.contains("@Override"),
        Grammar::CSharp => head.split_whitespace().any(|w| matches!(w, "override" | "virtual" | "partial")),
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python | Grammar::Ruby => {
            kind == "method_definition" && head.split_whitespace().any(|w| w == "override")
        }
    }
}

/// Abstract methods have no work of their own, and Go's `init` may be there for its import.
fn is_abstract(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> bool {
    if walk.grammar == Grammar::Python && kind == "function_definition" {
        let mut mark = node.prev_named_sibling();
        while let Some(decorator) = mark.filter(|n| n.kind() == "decorator") {
            let said = walk.text_of(decorator);
            if ["abstractmethod", "overload", "abstractproperty"].iter().any(|w| said.contains(w)) {
                return true;
            }
            mark = decorator.prev_named_sibling();
        }
        return ["Protocol", "ABC", "ABCMeta"].iter().any(|w| walk.out.marks.contains(*w))
            && walk.owner().is_some();
    }
    let name = node.child_by_field_name("name").map_or("", |n| walk.text_of(n));
    walk.grammar == Grammar::Go && name == "init"
}

/// Returns the statements of a body, comments, docstrings and directives aside.
fn statements(body: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    for at in 0..body.named_child_count().min(40) {
        let Some(child) = body.named_child(at as u32) else { continue };
        let inner = child.named_child(0).map_or("", |n| n.kind());
        let text_alone = child.kind() == "expression_statement"
            && child.named_child_count() == 1
            && matches!(inner, "string" | "concatenated_string" | "ellipsis");
        let list = child.kind() == "statement_list" || child.kind() == "body_statement";
        if list {
            found.extend(statements(child));
        } else if !(is_comment(child.kind())
            || text_alone
            || matches!(child.kind(), "pass_statement" | "empty_statement"))
        {
            found.push(child);
        }
    }
    found
}

fn is_block(kind: &str) -> bool {
    matches!(kind, "statement_block" | "block" | "body_statement" | "statement_list" | "constructor_body")
}

/// Judges a body: nothing where it does anything at all.
fn judge(walk: &Walk<'_>, body: Node<'_>) -> Option<Hollow> {
    if !is_block(body.kind()) {
        // An arrow's value, or an expression body of C#.
        let value = if body.kind() == "arrow_expression_clause" { body.named_child(0)? } else { body };
        return expression(walk, value);
    }
    let all = statements(body);
    match all.as_slice() {
        [] => Some(Hollow::Empty),
        [only] => statement(walk, *only),
        several => {
            let logs = |n: &Node<'_>| statement(walk, *n) == Some(Hollow::OnlyLogs);
            let (last, before) = several.split_last()?;
            let empty =
                matches!(statement(walk, *last), Some(Hollow::Constant | Hollow::OnlyLogs | Hollow::Said));
            (before.iter().all(logs) && empty).then_some(Hollow::OnlyLogs)
        }
    }
}

fn statement(walk: &Walk<'_>, node: Node<'_>) -> Option<Hollow> {
    match node.kind() {
        "return_statement" | "return" => match node.named_child(0) {
            None => Some(Hollow::Empty),
            Some(value) => expression(walk, value),
        },
        "expression_statement" => expression(walk, node.named_child(0)?),
        "throw_statement" | "raise_statement" => says_so(walk, node, node.kind()).then_some(Hollow::Said),
        _ => expression(walk, node),
    }
}

fn expression(walk: &Walk<'_>, node: Node<'_>) -> Option<Hollow> {
    if is_constant(walk, node, 0) {
        return Some(Hollow::Constant);
    }
    match node.kind() {
        "return_expression" => node.named_child(0).map_or(Some(Hollow::Empty), |v| expression(walk, v)),
        "parenthesized_expression" | "expression_list" | "argument_list" if node.named_child_count() == 1 => {
            expression(walk, node.named_child(0)?)
        }
        "jsx_element" | "jsx_self_closing_element" | "jsx_fragment" => {
            is_bare(walk, node).then_some(Hollow::Placeholder)
        }
        "call_expression" | "call" | "invocation_expression" | "method_invocation" | "macro_invocation" => {
            if says_so(walk, node, node.kind()) {
                return Some(Hollow::Said);
            }
            let head: String = walk.text_of(node).chars().take(60).collect();
            let head = head.split(['(', ' ', '!']).next().unwrap_or_default();
            let logs = head.starts_with("console.")
                || matches!(
                    head,
                    "print"
                        | "println"
                        | "eprintln"
                        | "dbg"
                        | "fmt.Println"
                        | "fmt.Printf"
                        | "log.Println"
                        | "log.Printf"
                        | "puts"
                        | "System.out.println"
                        | "Console.WriteLine"
                );
            let prevents = head.ends_with(".preventDefault") || head.ends_with(".stopPropagation");
            (logs || prevents).then_some(Hollow::OnlyLogs)
        }
        _ => None,
    }
}

/// Tells whether a value is the same however the function is called.
fn is_constant(walk: &Walk<'_>, node: Node<'_>, depth: usize) -> bool {
    if depth > 3 {
        return false;
    }
    let alone = |list: Node<'_>| {
        (0..list.named_child_count().min(4))
            .filter_map(|at| list.named_child(at as u32))
            .all(|c| is_constant(walk, c, depth + 1))
    };
    match node.kind() {
        "number"
        | "true"
        | "false"
        | "null"
        | "none"
        | "nil"
        | "undefined"
        | "integer"
        | "float"
        | "int_literal"
        | "float_literal"
        | "integer_literal"
        | "real_literal"
        | "boolean_literal"
        | "null_literal"
        | "decimal_integer_literal"
        | "decimal_floating_point_literal"
        | "unit_expression"
        | "character_literal"
        | "char_literal"
        | "default_expression"
        | "simple_symbol"
        | "hex_integer_literal"
        | "rune_literal" => true,
        "string"
        | "string_literal"
        | "interpreted_string_literal"
        | "raw_string_literal"
        | "verbatim_string_literal"
        | "template_string" => !(0..node.named_child_count().min(20))
            .filter_map(|at| node.named_child(at as u32))
            .any(|c| super::names::is_interpolation(c.kind())),
        "identifier" => matches!(walk.text_of(node), "undefined" | "None"),
        "array" | "object" | "list" | "dictionary" | "hash" | "tuple" | "array_expression"
        | "tuple_expression" | "set" => {
            node.named_child_count() == 0 || node.kind() == "tuple_expression" && alone(node)
        }
        "unary_expression"
        | "unary_operator"
        | "negative_literal"
        | "prefix_unary_expression"
        | "expression_list"
        | "parenthesized_expression"
        | "as_expression"
        | "satisfies_expression" => {
            node.named_child_count() > 0
                && node.named_child(0).is_some_and(|c| is_constant(walk, c, depth + 1))
                && (node.kind() != "expression_list" || alone(node))
        }
        "composite_literal" => node.child_by_field_name("body").is_some_and(|b| b.named_child_count() == 0),
        "call_expression"
        | "call"
        | "invocation_expression"
        | "macro_invocation"
        | "method_invocation"
        | "object_creation_expression"
        | "new_expression" => is_empty_call(walk, node, depth),
        "await_expression" | "await" => node.named_child(0).is_some_and(|c| is_constant(walk, c, depth + 1)),
        _ => false,
    }
}

/// `Ok(())`, `vec![]`, `String::new()`, `Promise.resolve()`, `Optional.empty()`: a constant in the shape of a call.
fn is_empty_call(walk: &Walk<'_>, node: Node<'_>, depth: usize) -> bool {
    let text: String = walk.text_of(node).chars().filter(|c| !c.is_whitespace()).take(80).collect();
    let empty = matches!(
        text.as_str(),
        "vec![]"
            | "Vec::new()"
            | "String::new()"
            | "Default::default()"
            | "HashMap::new()"
            | "BTreeMap::new()"
            | "dict()"
            | "list()"
            | "set()"
            | "Optional.empty()"
            | "List.of()"
            | "Map.of()"
            | "Collections.emptyList()"
            | "Task.CompletedTask"
            | "Array.Empty<string>()"
            | "Promise.resolve()"
            | "newArrayList<>()"
            | "newHashMap<>()"
            | "Array.new"
            | "Hash.new"
    );
    if empty {
        return true;
    }
    let wraps = ["Ok(", "Some(", "Err(", "Promise.resolve(", "Task.FromResult(", "Optional.of("]
        .iter()
        .any(|head| text.starts_with(head));
    let arguments = node.child_by_field_name("arguments");
    wraps
        && arguments.is_some_and(|a| {
            a.named_child_count() == 1
                && a.named_child(0).is_some_and(|c| {
                    let inner = if c.kind() == "argument" { c.named_child(0).unwrap_or(c) } else { c };
                    is_constant(walk, inner, depth + 1)
                })
        })
}

/// Tells whether an element shows nothing but at most one line of text: no expression, no component, no second element.
fn is_bare(walk: &Walk<'_>, node: Node<'_>) -> bool {
    for at in 0..node.named_child_count().min(40) {
        let Some(child) = node.named_child(at as u32) else { continue };
        match child.kind() {
            "jsx_expression" | "jsx_element" | "jsx_self_closing_element" | "jsx_fragment" => return false,
            "jsx_opening_element" => {
                let name = child.child_by_field_name("name").map_or("", |n| walk.text_of(n));
                if name.starts_with(char::is_uppercase) || name.contains('.') {
                    return false;
                }
            }
            "identifier" | "member_expression"
                if node.kind() == "jsx_self_closing_element"
                    && walk.text_of(child).starts_with(char::is_uppercase) =>
            {
                return false;
            }
            "jsx_attribute" if !walk.text_of(child).starts_with("class") => return false,
            _ => {}
        }
    }
    true
}

fn is_component(walk: &Walk<'_>, node: Node<'_>) -> bool {
    walk.grammar.is_script()
        && walk.owner().is_none()
        && name_of(walk, node).starts_with(char::is_uppercase)
        && matches!(walk.grammar, Grammar::Tsx | Grammar::JavaScript)
}

fn is_handler(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let attribute = node.parent().and_then(|p| p.parent()).filter(|n| n.kind() == "jsx_attribute");
    let name = attribute.and_then(|a| a.named_child(0)).map_or("", |n| walk.text_of(n));
    name.strip_prefix("on").is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Tells whether a statement says that its work is not done: by its kind, or by the first words of its message.
fn says_so(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> bool {
    let relevant = matches!(
        kind,
        "macro_invocation"
            | "throw_statement"
            | "throw_expression"
            | "raise_statement"
            | "call_expression"
            | "call"
            | "return_statement"
    );
    if !relevant {
        return false;
    }
    let text: String = walk.text_of(node).chars().take(240).collect();
    let bare: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match (walk.grammar, kind) {
        (Grammar::Rust, "macro_invocation") => {
            let head = bare.split('!').next().unwrap_or_default();
            matches!(head, "todo" | "unimplemented") || matches!(head, "panic" | "bail") && message(&bare)
        }
        (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "throw_statement") => {
            bare.contains("NotImplemented") && !bare.contains('"') && !bare.contains('\'') || message(&bare)
        }
        (Grammar::Java, "throw_statement") => {
            bare.contains("NotImplemented")
                || bare.contains("UnsupportedOperationException()")
                || message(&bare)
        }
        (Grammar::CSharp, "throw_statement" | "throw_expression") => {
            bare.contains("NotImplementedException") || message(&bare)
        }
        (Grammar::Python, "raise_statement") => {
            bare.starts_with("raise NotImplementedError") && !is_abstract_class(walk) || message(&bare)
        }
        (Grammar::Ruby, "call") => {
            bare.starts_with("raise NotImplementedError") || bare.starts_with("raise ") && message(&bare)
        }
        (Grammar::Go, "call_expression") => bare.starts_with("panic(") && message(&bare),
        (Grammar::Go, "return_statement") => {
            (bare.contains("errors.New(") || bare.contains("fmt.Errorf(")) && message(&bare)
        }
        _ => false,
    }
}

/// A base class says "not implemented" where each of its kinds must do the work.
fn is_abstract_class(walk: &Walk<'_>) -> bool {
    let named = walk
        .owner()
        .is_some_and(|o| o.starts_with("Base") || o.starts_with("Abstract") || o.ends_with("Base"));
    named || ["ABC", "ABCMeta", "Protocol"].iter().any(|w| walk.out.marks.contains(*w))
}

/// Tells whether the first quoted text begins by saying that something is to come.
fn message(text: &str) -> bool {
    let Some(open) = text.find(['"', '\'', '`']) else { return false };
    let said = text[open + 1..].trim_start().to_lowercase();
    let to_do = said
        .strip_prefix("todo")
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || " -_".contains(c)));
    to_do
        || ["not implemented", "not yet implemented", "unimplemented", "implement me", "to be implemented"]
            .iter()
            .any(|w| {
                said.strip_prefix(w)
                    .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
            })
}

/// Keeps a marker as the function it stands in, or as itself.
fn marker(walk: &mut Walk<'_>, node: Node<'_>) {
    let mut name = String::new();
    let mut function = node.parent();
    while let Some(above) = function {
        if is_function(above.kind()) {
            name = name_of(walk, above);
            break;
        }
        function = above.parent();
    }
    let body = HollowBody {
        name,
        owner: walk.owner(),
        from: walk.line(node.start_byte()),
        to: walk.line(node.end_byte().saturating_sub(1)),
        what: Hollow::Said,
        takes: 0,
        asked_for: false,
    };
    push(walk, body);
}

fn is_catch(kind: &str) -> bool {
    matches!(kind, "catch_clause" | "except_clause" | "rescue")
}

/// Tells whether what catches an error does nothing, not even say why in a comment.
fn catches_nothing(node: Node<'_>) -> bool {
    let block = |n: &Node<'_>| matches!(n.kind(), "statement_block" | "block" | "then");
    let body = (0..node.named_child_count().min(8)).filter_map(|at| node.named_child(at as u32)).rfind(block);
    let Some(body) = body else { return node.kind() == "rescue" };
    let explained = (0..body.named_child_count().min(4))
        .filter_map(|at| body.named_child(at as u32))
        .any(|c| is_comment(c.kind()));
    !explained && statements(body).is_empty()
}
