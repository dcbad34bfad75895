//! Scripts all of whose work is to hear of events, and that do nothing about them: `bus.on('paid', () => {})`.

use tree_sitter::Node;

use super::body::{Hollow, HollowBody, push, statements};
use super::fields::Fields as _;
use super::idle::judge;
use super::names::{is_comment, is_function};
use super::output::words_of;
use super::walk::Walk;

/// The most statements of such a file.
const MOST: usize = 60;

/// How an event is heard of.
const HEARS: [&str; 7] =
    ["on", "once", "addListener", "prependListener", "addEventListener", "subscribe", "onMessage"];

/// Words of events of which it is enough that somebody hears of them.
const ENOUGH: [&str; 8] =
    ["error", "errors", "exception", "rejection", "warning", "sigpipe", "sighup", "unload"];

/// Notes the handlers of a file that has nothing else. Where one of them works, the others may be right to do nothing.
pub(super) fn look(walk: &mut Walk<'_>, root: Node<'_>) {
    if !walk.grammar.is_script() || root.named_child_count() > MOST {
        return;
    }
    let mut found = Vec::new();
    for child in (0..root.named_child_count()).filter_map(|at| root.named_child(at as u32)) {
        match child.kind() {
            kind if is_comment(kind) => {}
            "import_statement" | "empty_statement" | "hash_bang_line" => {}
            "lexical_declaration" | "variable_declaration" if walk.text_of(child).contains("require(") => {}
            "expression_statement" if child.part(0).is_some_and(|c| c.kind() == "string") => {}
            "expression_statement" => match child.part(0).and_then(|call| idle(walk, call)) {
                Some(handler) => found.push(handler),
                None => return,
            },
            _ => return,
        }
    }
    for (handler, what) in found {
        let body = HollowBody {
            name: String::new(),
            owner: None,
            from: walk.line(handler.start_byte()),
            to: walk.line(handler.end_byte().saturating_sub(1)),
            what,
            takes: 0,
            loose: true,
            asked_for: false,
            marked: false,
        };
        push(walk, body);
    }
}

/// The handler of an event that does nothing, and what it does instead.
fn idle<'n>(walk: &Walk<'_>, call: Node<'n>) -> Option<(Node<'n>, Hollow)> {
    let function = call.field("function").filter(|f| f.kind() == "member_expression")?;
    let list = call.field("arguments")?;
    let (event, handler) = (list.part(0)?, list.part(1)?);
    let hears = HEARS.contains(&walk.text_of(function.field("property")?));
    let enough = words_of(walk.text_of(event)).iter().any(|word| ENOUGH.contains(&word.as_str()));
    // A worker of a page that hears of what is fetched makes the page one that can be installed.
    let enough = enough || walk.text_of(function).starts_with("self.");
    if !hears || enough || !is_function(handler.kind()) || list.named_child_count() > 3 {
        return None;
    }
    let body = handler.field("body")?;
    let found = judge(walk, body, 0)?;
    let bare = matches!(found, Hollow::Empty | Hollow::Constant);
    // Whoever says why may be right to do nothing.
    let explained = bare && statements(body).is_empty() && body.named_child_count() > 0;
    if explained || !bare && found != Hollow::OnlyLogs {
        return None;
    }
    let what = if bare { Hollow::DeadHandler } else { Hollow::Prints };
    Some((handler, what))
}

#[cfg(test)]
mod tests {
    use super::super::tests::hollow;

    #[test]
    fn a_file_that_only_hears_of_events_and_does_nothing_is_told() {
        for (text, found) in [
            ("bus.on('paid', () => {});", true),
            ("import { bus } from './bus.js';\n\nbus.on('paid', async (order) => {\n});\n", true),
            (
                "const { bus } = require('./bus');\nbus.on('paid', (order) => { console.log('paid', order); });",
                true,
            ),
            ("bus.on('paid', async (order) => { await keep(order); });", false),
            ("bus.on('paid', () => {});\nbus.on('sent', (order) => keep(order));", false),
            ("bus.on('error', () => {});", false),
            ("self.addEventListener('fetch', () => {});", false),
            ("bus.on('paid', () => {\n  // keeps the process alive\n});", false),
            ("bus.on('paid', () => {});\nexport const started = Date.now();", false),
            ("list.forEach('paid', () => {});", false),
        ] {
            assert_eq!(!hollow("a.js", text).is_empty(), found, "{text}");
        }
    }
}
