//! Handlers of a page that are given by their name: `onClick={save}`, judged by what is declared under it around.

use tree_sitter::Node;

use super::body::{Hollow, HollowBody, is_handler_name, push};
use super::by_name::rests;
use super::fields::Fields as _;
use super::idle::judge;
use super::nameless::WRAPPERS;
use super::names::{is_comment, is_function};
use super::walk::Walk;

/// How many declarations of one block are looked at.
const MOST: usize = 400;
/// How deep an attribute may stand: to find what lies around costs the square of it. Nobody writes pages so deep.
const DEEPEST: usize = 200;
/// How many handlers of one file are looked up.
const HANDLERS: usize = 2_000;

/// Looks at an attribute of an element: a handler that is named there, and does nothing.
pub(super) fn look(walk: &mut Walk<'_>, attribute: Node<'_>) {
    let name = attribute.part(0).map_or("", |n| walk.text_of(n));
    let value = attribute.part(1).filter(|n| n.kind() == "jsx_expression");
    let Some(value) = value.and_then(|v| v.part(0)).filter(|_| is_handler_name(name)) else { return };
    walk.handlers += 1;
    if walk.stack.len() > DEEPEST || walk.handlers > HANDLERS {
        return;
    }
    let acts = matches!(name, "onClick" | "onSubmit" | "onPress");
    match value.kind() {
        "identifier" => {
            let asked = walk.text_of(value);
            if let Some(function) = declared(walk, attribute, asked).and_then(|n| function_of(walk, n)) {
                dead(walk, function, asked, acts);
            }
        }
        "member_expression" => {
            let asked = walk.text_of(value).strip_prefix("this.").unwrap_or("");
            if let Some(function) = member(walk, attribute, asked).and_then(|n| function_of(walk, n)) {
                dead(walk, function, asked, acts);
            }
        }
        // What spreads before it may give the handler that is taken away here.
        "undefined" | "null" if acts && is_bare(walk, attribute) => {
            note(walk, attribute, "", true);
        }
        _ => {}
    }
}

/// Tells whether a handler that is written in place is there to hold something back, which is all of its work: a click from
/// what lies around, or what a page does by itself while something is dragged over it, pressed or scrolled. A form that is
/// kept from being sent is not handled by that.
pub(super) fn holds_back(walk: &Walk<'_>, function: Node<'_>, body: Node<'_>) -> bool {
    let mut at = function;
    while at.kind() != "jsx_attribute" {
        let Some(above) = at.parent() else { return false };
        at = above;
    }
    let event = at.part(0).map_or("", |n| walk.text_of(n)).trim_start_matches("on").to_lowercase();
    let held = |what: &str| {
        let text: String = walk.text_of(body).split_whitespace().collect();
        text.contains(&format!(".{what}("))
    };
    let by_itself =
        ["drag", "drop", "mouse", "pointer", "touch", "context", "wheel", "scroll", "key", "select"];
    held("stopPropagation") || held("preventDefault") && by_itself.iter().any(|word| event.starts_with(word))
}

/// Tells whether all that a handler does is to tell whoever clicks that the work is not done: `alert('Not implemented yet')`,
/// `toast('Coming soon')`.
pub(super) fn only_excuses<'t>(walk: &Walk<'t>, body: Node<'t>) -> bool {
    const TELLS: [&str; 10] = [
        "alert",
        "toast",
        "message",
        "notify",
        "notification",
        "snackbar",
        "notifications",
        "showtoast",
        "addtoast",
        "enqueuesnackbar",
    ];
    let mut at = body;
    if at.kind() == "statement_block" {
        let all = super::body::statements(at);
        let Some(only) = all.first().filter(|_| all.len() == 1) else { return false };
        at = *only;
    }
    while matches!(
        at.kind(),
        "expression_statement" | "parenthesized_expression" | "return_statement" | "await_expression"
    ) {
        let Some(inner) = at.part(0) else { return false };
        at = inner;
    }
    if !matches!(at.kind(), "call_expression" | "unary_expression") {
        return false;
    }
    let call = if at.kind() == "unary_expression" { at.field("argument") } else { Some(at) };
    let Some(call) = call.filter(|c| c.kind() == "call_expression") else { return false };
    let called = call.field("function").map_or("", |f| walk.text_of(f));
    let tells = called
        .trim_start_matches("window.")
        .split('.')
        .next()
        .is_some_and(|root| TELLS.contains(&root.to_lowercase().as_str()));
    let given = call.field("arguments").map_or("", |list| walk.text_of(list));
    let mut texts = given.split(['"', '\'', '`']).skip(1).step_by(2);
    tells && texts.any(|said| super::shown::is_to_come(said) || super::answer::says_undone(said))
}

/// Notes a function that does nothing. Only what is empty where somebody clicks or sends is surely dead: what writes to a
/// log, keeps the page from doing what it does by itself, or hears of something else, may be meant so; and so may be what
/// says in a comment why.
fn dead(walk: &mut Walk<'_>, function: Node<'_>, name: &str, acts: bool) {
    let Some(body) = function.field("body") else { return };
    if only_excuses(walk, body) {
        return note(walk, function, name, true);
    }
    let empty = body.kind() == "statement_block" && super::body::statements(body).is_empty();
    if judge(walk, body, 0).is_none_or(|what| matches!(what, Hollow::Constant | Hollow::Said)) {
        return;
    }
    let said = walk.text_of(body).to_lowercase();
    let comment = (0..body.named_child_count().min(8))
        .filter_map(|at| body.named_child(at as u32))
        .any(|child| is_comment(child.kind()));
    let explained = comment && !["todo", "fixme", "implement"].iter().any(|word| said.contains(word));
    let rests = explained || rests(name);
    if !rests || acts {
        note(walk, function, name, rests || !empty || !acts);
    }
}

fn note(walk: &mut Walk<'_>, node: Node<'_>, name: &str, loose: bool) {
    let (from, to) = (walk.line(node.start_byte()), walk.line(node.end_byte().saturating_sub(1)));
    let known =
        |h: &HollowBody| h.what == Hollow::DeadHandler && h.from == from && h.to == to && h.name == name;
    if !walk.out.hollow.iter().any(known) {
        let (what, name) = (Hollow::DeadHandler, name.chars().take(120).collect());
        let body = HollowBody {
            name,
            owner: None,
            from,
            to,
            what,
            takes: 0,
            loose,
            asked_for: false,
            marked: false,
        };
        push(walk, body);
    }
}

/// An element of the page itself, to which nothing else is given.
fn is_bare(walk: &Walk<'_>, attribute: Node<'_>) -> bool {
    let Some(element) = attribute.parent() else { return false };
    let name = element.field("name").map_or("", |n| walk.text_of(n));
    let spreads = (0..element.named_child_count().min(40))
        .filter_map(|at| element.named_child(at as u32))
        .any(|child| child.kind() == "jsx_expression");
    name.starts_with(char::is_lowercase) && !spreads
}

/// The nearest declaration of a name around a node; nothing where a parameter or a pattern brings it in.
fn declared<'t>(walk: &Walk<'_>, from: Node<'t>, name: &str) -> Option<Node<'t>> {
    let mut at = from;
    while let Some(above) = at.parent() {
        if matches!(above.kind(), "statement_block" | "program") {
            for index in 0..above.named_child_count().min(MOST) {
                let Some(child) = above.named_child(index as u32) else { continue };
                let child = child.field("declaration").unwrap_or(child);
                match child.kind() {
                    "function_declaration"
                        if child.field("name").is_some_and(|n| walk.text_of(n) == name) =>
                    {
                        return Some(child);
                    }
                    "lexical_declaration" | "variable_declaration" => {
                        let fixed = walk.text_of(child).starts_with("const");
                        for one in
                            (0..child.named_child_count().min(20)).filter_map(|i| child.named_child(i as u32))
                        {
                            let Some(bound) = one.field("name") else { continue };
                            if bound.kind() == "identifier" && walk.text_of(bound) == name {
                                return one.field("value").filter(|_| fixed);
                            }
                            if bound.kind() != "identifier" && holds(walk.text_of(bound), name) {
                                return None;
                            }
                        }
                    }
                    _ => {}
                }
            }
        } else if is_function(above.kind()) {
            let given = ["parameters", "parameter"].iter().find_map(|f| above.field(f));
            if given.is_some_and(|list| holds(walk.text_of(list), name)) {
                return None;
            }
        }
        at = above;
    }
    None
}

/// The member of the class around a node that has a name.
fn member<'t>(walk: &Walk<'_>, from: Node<'t>, name: &str) -> Option<Node<'t>> {
    let mut at = from;
    while at.kind() != "class_body" {
        at = at.parent()?;
    }
    let all = (0..at.named_child_count().min(MOST)).filter_map(|index| at.named_child(index as u32));
    let named = |n: &Node<'_>| {
        ["name", "property"].iter().find_map(|f| n.field(f)).map(|n| walk.text_of(n)) == Some(name)
    };
    let found = all.into_iter().find(named)?;
    if found.kind() == "method_definition" { Some(found) } else { found.field("value") }
}

/// The function that a value is, or that it is made of: `useCallback(() => {}, [])`.
fn function_of<'t>(walk: &Walk<'_>, value: Node<'t>) -> Option<Node<'t>> {
    let mut at = value;
    for _ in 0..6 {
        match at.kind() {
            kind if is_function(kind) => return Some(at),
            "parenthesized_expression" | "as_expression" | "satisfies_expression" => {
                at = at.part(0)?;
            }
            "call_expression" => {
                let by = at.field("function").map_or("", |f| walk.text_of(f));
                if !WRAPPERS.contains(&by) && by != "React.useCallback" {
                    return None;
                }
                at = at.field("arguments")?.part(0)?;
            }
            _ => return None,
        }
    }
    None
}

fn holds(text: &str, name: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).any(|word| word == name)
}
