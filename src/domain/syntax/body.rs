//! Functions that stand for functions to come: bodies that are empty, give back a constant, or say so.
//!
//! Judged by what a body does, never by a word in a name, a string or a comment.

use tree_sitter::Node;

use super::Grammar;
use super::answer::{always_the_same, answered, handles_route, is_made_of_literals, makes_idle, ruby_route};
use super::by_name::{makes, rests_or_stands_in};
use super::fields::Fields as _;
use super::hands_on::hands_on;
use super::idle::{judge, judge_past_guards, own_names};
use super::in_vain::drops_what_comes;
use super::modifier::receiver;
use super::nameless::{Given, given_name};
use super::names::{is_comment, is_function};
use super::one_case::{is_one_case, works_beside};
use super::output::{Writes, trade, words_of};
use super::pretended::pretends;
use super::pure::is_pure;
use super::receipt::{echoed, made_up};
use super::speaks::{is_marked, speaks};
use super::stores::stores;
use super::walk::Walk;

/// The most hollow bodies told of one file.
const MOST: usize = 200;

/// The most statements of a body that are looked at: one that has so many is work.
pub(super) const STATEMENTS: usize = 40;

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
    /// Only writes something out, which may be what it is for.
    Prints,
    /// A component that shows nothing, or one bare line of text.
    Placeholder,
    /// A component that shows fixed text and nothing of what it is given.
    Static,
    /// Answers a request with a constant.
    Answers,
    /// Throws without a word, or says somewhere that something is not done.
    Hinted,
    /// Gives back what chance or the clock says, and nothing of what it is given.
    ByChance,
    /// Gives back a result that it puts together from literals, and nothing of what it is given.
    Receipt,
    /// Gives back a text that says of itself that it is made up, joined to what it is given.
    Pretended,
    /// Waits or writes a line, and gives back what it was given.
    Echoes,
    /// A handler that does nothing.
    DeadHandler,
    /// Hands on what it is given and asks nothing of it.
    HandsOn,
    /// Says by a constant who asks, and hands on.
    Presumes,
    /// Guards by its name, and holds nobody back.
    LetsPass,
    /// Drops what it asked for, and keeps a constant in its place.
    Dropped,
    /// A table without columns, a task without steps, an action that only sets what is empty.
    Bare,
}

impl Hollow {
    /// Says what the body is, in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Said => "says that it is not implemented",
            Self::Empty => "has an empty body",
            Self::Constant => "gives back a constant and does nothing else",
            Self::OnlyLogs => "only writes to a log",
            Self::Prints => "does nothing but write something out",
            Self::Placeholder => "is a component that shows nothing of its own",
            Self::Static => "is a component that shows nothing but fixed text",
            Self::Answers => "answers the same whatever it is asked",
            Self::Hinted => "speaks of work that is not done, or only throws",
            Self::ByChance => "gives back what chance or the clock says, whatever it is given",
            Self::Receipt => "gives back a result made of literals, whatever it is given",
            Self::Pretended => "gives back what says of itself that it is made up",
            Self::Echoes => "waits or writes a line, and gives back what it was given",
            Self::DeadHandler => "is a handler that does nothing",
            Self::Bare => "is declared and holds nothing",
            Self::Presumes => "sets a constant for who asks, looks at nothing, and hands on",
            Self::Dropped => "drops what was asked for, and keeps a constant in its place",
            Self::LetsPass => "guards by its name, and lets pass whoever comes",
            Self::HandsOn => "only hands on to what comes next and does nothing itself",
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
    /// How many parameters it takes by a name of their own: not `self`, not `_unused`.
    pub(crate) takes: usize,
    /// It is given to another function, or an entry of an object: what becomes of it is not known.
    pub(crate) loose: bool,
    /// It overrides or implements what another type asks for, where doing nothing may be the point.
    pub(crate) asked_for: bool,
    /// A comment in it says that something is still to be done.
    pub(crate) marked: bool,
}

/// Looks at a node that may be a function, a marker within one, or a block that catches errors.
pub(super) fn look(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) {
    if is_function(kind) {
        function(walk, node, kind);
    } else if let Some(body) = super::bare::found(walk, node, kind) {
        push(walk, body);
    } else if let Some(body) = ruby_route(walk, node, kind) {
        route(walk, node, kind, body);
    } else if let Some(sure) = speaks(walk, node, kind) {
        marker(walk, node, sure);
    } else if kind == "jsx_attribute" {
        super::handler::look(walk, node);
    } else if kind == "expression_statement" && drops_what_comes(walk, node) {
        let body = HollowBody {
            name: String::new(),
            owner: None,
            from: walk.line(node.start_byte()),
            to: walk.line(node.end_byte().saturating_sub(1)),
            what: Hollow::Dropped,
            takes: 0,
            loose: true,
            asked_for: false,
            marked: false,
        };
        push(walk, body);
    } else if is_catch(kind) && catches_nothing(node) {
        let line = walk.line(node.start_byte());
        walk.out.empty_catches.push(line);
    }
}

/// Looks for what says itself that it is not done, in a function that nobody calls yet.
pub(super) fn look_for_markers(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) {
    if let Some(sure) = speaks(walk, node, kind) {
        marker(walk, node, sure);
    }
}

pub(super) fn push(walk: &mut Walk<'_>, body: HollowBody) {
    if walk.out.hollow.len() < MOST {
        walk.out.hollow.push(body);
    }
}

fn function(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) {
    let Some(body) = body_of(node) else {
        // Ruby's methods without statements have no body at all.
        if matches!(kind, "method" | "singleton_method") {
            hollow(walk, node, kind, Hollow::Empty, None);
        }
        return;
    };
    if kind == "constructor_declaration" || is_abstract(walk, node, kind) {
        return;
    }
    let nameless = node.field("name").is_none();
    let above = walk.stack.last().map_or("", |f| f.kind);
    let mut given = None;
    if nameless {
        let handler = walk.stack.len() >= 2 && above == "jsx_expression" && is_handler(walk, node);
        if handler {
            if super::handler::holds_back(walk, node, body) {
                return;
            }
            if let Some(what) = judge(walk, body, 0).filter(|w| *w != Hollow::Constant) {
                let what = if what == Hollow::Said { what } else { Hollow::DeadHandler };
                hollow(walk, node, kind, what, None);
            } else if super::handler::only_excuses(walk, body) {
                // Whether such a promise to whoever clicks is all that was asked for, a person tells.
                let found = hollow_body(walk, node, kind, Hollow::DeadHandler, None);
                push(walk, HollowBody { loose: true, ..found });
            }
            return;
        }
        // A function given along (a callback, a default) may well do nothing; one that gets a name is judged by it.
        given = given_name(walk, node);
        if given.is_none() {
            if handles_route(walk, node) {
                route(walk, node, kind, body);
            } else if super::lets_pass::page_guard(walk, node, body) {
                let found = hollow_body(walk, node, kind, Hollow::LetsPass, None);
                push(walk, HollowBody { name: String::new(), owner: None, ..found });
            }
            return;
        }
    }
    match judge(walk, body, parameters(walk, node)) {
        // The marker itself is met on the way down; what only hints at it elsewhere is sure where it is all there is.
        Some(Hollow::Said) => walk.sure_until = walk.sure_until.max(node.end_byte()),
        // What a trait does by default is for those to change who implement it.
        Some(Hollow::Empty | Hollow::Constant)
            if walk.grammar == Grammar::Rust && walk.stack.iter().any(|f| f.kind == "trait_item") => {}
        // Of a group of commands there is nothing to do but to hold them.
        Some(Hollow::Empty) if is_group(walk, node) => {}
        // `ready` of a Django application brings in what is to be registered.
        Some(Hollow::Empty)
            if walk.grammar == Grammar::Python
                && name_of(walk, node) == "ready"
                && statements(body).iter().any(|s| s.kind().starts_with("import_")) =>
        {
            walk.out.real_bodies += 1;
        }
        // What Django's admin may do is said by a constant.
        Some(Hollow::Constant) if is_permission(walk, &name_of(walk, node)) => {}
        Some(Hollow::OnlyLogs) => {
            let found = hollow_body(walk, node, kind, Hollow::OnlyLogs, given);
            match trade(walk, body, &found.name, found.owner.as_deref()) {
                Writes::ByTrade => walk.out.real_bodies += 1,
                Writes::Perhaps => push(walk, HollowBody { what: Hollow::Prints, ..found }),
                Writes::Instead if may_be_idle(&found.name) => {}
                Writes::Instead => push(walk, found),
            }
        }
        Some(what) => {
            let bare = what == Hollow::Placeholder && is_bare_page(&name_of(walk, node));
            let nothing = matches!(what, Hollow::Constant | Hollow::Empty) && is_component(walk, node);
            let what = if bare {
                Hollow::Static
            } else if nothing {
                Hollow::Placeholder
            } else {
                what
            };
            hollow(walk, node, kind, what, given);
        }
        None => {
            let found = hollow_body(walk, node, kind, Hollow::Constant, given);
            if let Some(what) = at_last(walk, node, body, &found) {
                // What is inside an answer that says so speaks of the same.
                if what == Hollow::Said {
                    walk.sure_until = walk.sure_until.max(node.end_byte());
                }
                return push(walk, HollowBody { what, ..found });
            }
            walk.out.real_bodies += 1;
            walk.out.storing += usize::from(makes(&found.name) && stores(walk, node, body));
            if let Some(owner) = found.owner.clone().filter(|_| !makes(&found.name)) {
                walk.out.at_work.insert(owner);
            }
            if let Some(asked) = passes_to(walk, body).map(str::to_owned)
                && walk.passing.len() < MOST
            {
                walk.passing.push((asked, found));
            }
        }
    }
}

/// Judges a body that does something: a constant answer, or a set of functions that do nothing.
fn at_last(walk: &Walk<'_>, node: Node<'_>, body: Node<'_>, found: &HollowBody) -> Option<Hollow> {
    let (name, takes) = (found.name.as_str(), found.takes);
    let makes_idle = walk.grammar.is_script() && !rests_or_stands_in(name) && makes_idle(walk, body);
    let made_up = || (takes > 0).then(|| made_up(walk, body, name)).flatten();
    let pretends = || pretends(walk, body, name).then_some(Hollow::Pretended);
    let idle = || makes_idle.then_some(Hollow::Constant);
    let bare = || {
        let nothing = super::bare::sets_nothing(walk, node, body, name)
            || super::bare::migrates_nothing(walk, body, name);
        nothing.then_some(Hollow::Bare)
    };
    let passes = || super::lets_pass::lets_pass(walk, body, name).then_some(Hollow::LetsPass);
    let handed = || hands_on(walk, body, takes, name);
    // Whoever checks what it is given, and says that the rest is to be done, has not done it.
    let left = || (found.marked && judge_past_guards(walk, body, takes).is_some()).then_some(Hollow::Hinted);
    let echoed = || echoed(walk, body, name).then_some(Hollow::Echoes);
    answered(walk, node, body, name)
        .or_else(left)
        .or_else(echoed)
        .or_else(idle)
        .or_else(bare)
        .or_else(handed)
        .or_else(passes)
        .or_else(made_up)
        .or_else(pretends)
}

/// Tells whether a method of Python is one by which Django's admin is told what it may do.
fn is_permission(walk: &Walk<'_>, name: &str) -> bool {
    let what = name.strip_prefix("has_").and_then(|rest| rest.strip_suffix("_permission"));
    walk.grammar == Grammar::Python
        && walk.owner().is_some()
        && matches!(what, Some("add" | "change" | "delete" | "view" | "module"))
}

/// A handler of a route, which has no name.
fn route(walk: &mut Walk<'_>, node: Node<'_>, kind: &str, body: Node<'_>) {
    // Of C#, a value that is made of literals is given out as it is.
    let made = || {
        let route = node.parent().and_then(|p| p.parent()).map_or("", |list| walk.text_of(list));
        let route = route.get(..body.start_byte().saturating_sub(node.start_byte()) + 80).unwrap_or(route);
        let of_values = walk.grammar == Grammar::CSharp && walk.text_of(body).starts_with("new");
        // One text is all that a program answers which maps nothing else.
        let greets = walk.grammar == Grammar::CSharp
            && body.kind() == "string_literal"
            && walk.text.matches(".Map").count() == 1
            && !always_the_same(route.split("=>").next().unwrap_or_default());
        let made = of_values && is_made_of_literals(walk, body) && !always_the_same(route);
        (made || greets).then_some(Hollow::Answers)
    };
    let what = answered(walk, node, body, "").or_else(made);
    match what {
        Some(what) => {
            let found = hollow_body(walk, node, kind, what, None);
            push(walk, HollowBody { name: String::new(), owner: None, ..found });
        }
        // By no name: what handles a route here does its work.
        None if judge(walk, body, 1).is_none() => {
            walk.out.at_work.insert(String::new());
        }
        None => {}
    }
}

/// The function of the same file to which a body hands all of its work: `return inner(xs)`.
fn passes_to<'t>(walk: &Walk<'t>, body: Node<'_>) -> Option<&'t str> {
    let mut at = body;
    for _ in 0..5 {
        match at.kind() {
            "call_expression" | "call" | "method_invocation" | "invocation_expression" => {
                let by_method = ["object", "receiver"].iter().any(|f| at.field(f).is_some());
                let called = ["function", "name", "method"].iter().find_map(|f| at.field(f))?;
                let plain = called.kind() == "identifier" && !by_method;
                let own = own_names(walk, body);
                let given = at.field("arguments");
                let looks = given.is_none_or(|list| is_pure(walk, &own, list, 0));
                let name = walk.text_of(called);
                return (plain && looks && !own.contains(name) && !walk.is_hidden(called)).then_some(name);
            }
            "return_statement"
            | "return"
            | "return_expression"
            | "await_expression"
            | "await"
            | "expression_statement"
            | "expression_list"
            | "argument_list"
            | "parenthesized_expression"
            | "arrow_expression_clause" => at = at.part(0).filter(|_| at.is_single())?,
            _ => {
                let all = statements(at);
                at = *all.first().filter(|_| all.len() == 1)?;
            }
        }
    }
    None
}

/// Functions that only pass on what another function of their file gives, where that one does nothing.
pub(super) fn settle(walk: &mut Walk<'_>) {
    // One may pass on to another that does so, too.
    for _ in 0..4 {
        let passing = std::mem::take(&mut walk.passing);
        let before = passing.len();
        for (asked, mut body) in passing {
            let idle = |h: &&HollowBody| {
                h.name == asked
                    && !may_be_idle(&body.name)
                    // By its own name it calls itself, or one that takes something else.
                    && asked != body.name
                    && (h.owner.is_none() || h.owner == body.owner)
                    && matches!(h.what, Hollow::Constant | Hollow::Empty | Hollow::OnlyLogs | Hollow::Prints)
            };
            let known = |s: &super::Symbol| s.name == asked && (s.owner.is_none() || s.owner == body.owner);
            let found = walk.out.hollow.iter().find(idle).filter(|_| walk.out.symbols.iter().any(known));
            match found {
                Some(found) => {
                    body.what = found.what;
                    walk.out.real_bodies = walk.out.real_bodies.saturating_sub(1);
                    push(walk, body);
                }
                None => walk.passing.push((asked, body)),
            }
        }
        if walk.passing.len() == before {
            break;
        }
    }
}

fn body_of(node: Node<'_>) -> Option<Node<'_>> {
    node.field("body")
}

fn name_of(walk: &Walk<'_>, node: Node<'_>) -> String {
    let own = node.field("name");
    let given = || node.parent().and_then(|p| p.field("name"));
    own.or_else(given).map_or("", |n| walk.text_of(n)).chars().take(120).collect()
}

fn hollow(walk: &mut Walk<'_>, node: Node<'_>, kind: &str, what: Hollow, given: Option<Given>) {
    let body = hollow_body(walk, node, kind, what, given);
    if !may_be_idle(&body.name) {
        push(walk, body);
    }
}

/// Functions that may well have nothing to do, by what they are.
fn may_be_idle(name: &str) -> bool {
    matches!(name, "constructor" | "__init__" | "initialize" | "noop" | "no_op" | "__exit__" | "__enter__")
}

fn hollow_body(
    walk: &Walk<'_>,
    node: Node<'_>,
    kind: &str,
    what: Hollow,
    given: Option<Given>,
) -> HollowBody {
    let loose = given.as_ref().is_some_and(|g| g.loose);
    let owner = given.as_ref().and_then(|g| g.owner.clone());
    let name = match given {
        Some(given) => given.name,
        None if what == Hollow::DeadHandler => String::new(),
        None => name_of(walk, node),
    };
    HollowBody {
        owner: owner.or_else(|| receiver(walk, node, kind)).or_else(|| walk.owner()),
        from: walk.line(node.start_byte()),
        to: walk.line(node.end_byte().saturating_sub(1)),
        what,
        takes: parameters(walk, node),
        loose,
        asked_for: is_asked_for(walk, node, kind),
        marked: is_marked(walk, node),
        name,
    }
}

fn parameters(walk: &Walk<'_>, node: Node<'_>) -> usize {
    let Some(list) = node.field("parameters") else {
        let one = node.field("parameter").map_or("_", |p| walk.text_of(p));
        return usize::from(!one.starts_with('_'));
    };
    let own = |child: &Node<'_>| {
        let text = walk.text_of(*child);
        let own = text.trim_start_matches("mut ").trim_start_matches('*');
        child.kind() != "self_parameter"
            && !matches!(own, "self" | "cls" | "this")
            && !own.starts_with('_')
            && !own.starts_with("self:")
            && !is_comment(child.kind())
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
            kind == "method_definition"
                && (head.split_whitespace().any(|w| w == "override") || implements(node))
        }
    }
}

/// Tells whether a method's class says that it implements what another asks for.
fn implements(node: Node<'_>) -> bool {
    let class = node.parent().and_then(|body| body.parent());
    let heritage = class.and_then(|c| {
        (0..c.named_child_count().min(6))
            .filter_map(|at| c.named_child(at as u32))
            .find(|n| n.kind() == "class_heritage")
    });
    heritage.is_some_and(|h| {
        (0..h.named_child_count().min(6))
            .filter_map(|at| h.named_child(at as u32))
            .any(|n| n.kind() == "implements_clause")
    })
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
        return class_says(walk, node, &["Protocol", "ABC", "ABCMeta"]) && raises_none(walk, node);
    }
    let name = node.field("name").map_or("", |n| walk.text_of(n));
    walk.grammar == Grammar::Go && name == "init"
}

/// Tells whether the bases of the class that a node stands in hold one of the words.
pub(super) fn class_says(walk: &Walk<'_>, node: Node<'_>, words: &[&str]) -> bool {
    let mut above = node.parent();
    while let Some(class) = above {
        if class.kind() == "class_definition" {
            let bases = class.field("superclasses").map_or("", |b| walk.text_of(b));
            return bases.split(|c: char| !c.is_alphanumeric()).any(|w| words.contains(&w));
        }
        above = class.parent();
    }
    false
}

/// A method of an abstract class that is not marked abstract is one where it is left to others: `...`, or a docstring.
fn raises_none(walk: &Walk<'_>, node: Node<'_>) -> bool {
    body_of(node).is_some_and(|body| {
        let text = walk.text_of(body);
        statements(body).is_empty()
            && (text.contains("...") || text.contains('"') || class_says(walk, node, &["Protocol"]))
    })
}

/// Returns the first statements of a body, comments, docstrings and directives aside.
pub(super) fn statements(body: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut cursor = body.walk();
    for child in body.named_children(&mut cursor) {
        let inner = child.part(0).map_or("", |n| n.kind());
        let text_alone = child.kind() == "expression_statement"
            && child.is_single()
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
        if found.len() >= STATEMENTS {
            break;
        }
    }
    found
}

fn is_component(walk: &Walk<'_>, node: Node<'_>) -> bool {
    walk.grammar.is_script()
        && walk.owner().is_none()
        && name_of(walk, node).starts_with(char::is_uppercase)
        && matches!(walk.grammar, Grammar::Tsx | Grammar::JavaScript)
}

/// Pages and parts that have no more to show than a line: what was not found, what is on its way.
fn is_bare_page(name: &str) -> bool {
    const BARE: [&str; 12] = [
        "found",
        "404",
        "error",
        "loading",
        "spinner",
        "offline",
        "forbidden",
        "unauthorized",
        "maintenance",
        "footer",
        "fallback",
        "empty",
    ];
    words_of(name).iter().any(|word| BARE.contains(&word.as_str()))
}

/// Tells whether a decorator makes a Python function the head of a group of commands: `@click.group()`,
/// `@app.callback()`.
fn is_group(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let mut mark = node.prev_named_sibling().filter(|_| walk.grammar == Grammar::Python);
    while let Some(decorator) = mark.filter(|n| n.kind() == "decorator") {
        let said = walk.text_of(decorator).split('(').next().unwrap_or_default().trim_end();
        if [".group", ".callback"].iter().any(|end| said.ends_with(end)) {
            return true;
        }
        mark = decorator.prev_named_sibling();
    }
    false
}

fn is_handler(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let attribute = node.parent().and_then(|p| p.parent()).filter(|n| n.kind() == "jsx_attribute");
    let name = attribute.and_then(|a| a.part(0)).map_or("", |n| walk.text_of(n));
    is_handler_name(name)
}

/// `onClick`.
pub(super) fn is_handler_name(name: &str) -> bool {
    name.strip_prefix("on").is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Keeps a marker as the function it stands in, or as itself.
///
/// What a function that works does not do in one case, which it names, is no work that it lacks.
fn marker(walk: &mut Walk<'_>, node: Node<'_>, sure: bool) {
    let within = node.start_byte() < walk.sure_until;
    let one_case = !within && is_one_case(walk, node);
    if one_case && works_beside(walk, node) {
        return;
    }
    let sure = within || sure && !one_case;
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
        what: if sure { Hollow::Said } else { Hollow::Hinted },
        takes: 0,
        loose: false,
        asked_for: false,
        marked: false,
    };
    // The error that is made and what gives it back say the same.
    let known = |h: &HollowBody| h.from == body.from && h.name == body.name && h.what == body.what;
    if !walk.out.hollow.iter().any(known) {
        push(walk, body);
    }
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
