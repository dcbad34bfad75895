//! Bodies that only hand on: a guard that calls `next()` and asks nothing, a decorator that gives back what it is given, a
//! handler around another that lets everything through.
//!
//! Each way through such a body hands on. One that ends without that, or does anything besides, is work.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::body::{Hollow, statements};
use super::fields::Fields as _;
use super::idle::{Idle, within_handing};
use super::names::is_function;
use super::output::{Writes, trade, words_of};
use super::walk::Walk;

/// What was seen of a body of which it is asked whether it only hands on.
#[derive(Default)]
pub(super) struct Handing {
    /// It is asked; else a call of what comes next is work like any other.
    pub(super) asked: bool,
    /// It was handed on, on the way to here.
    pub(super) done: bool,
    /// A way ends without: something is held back, which is work.
    pub(super) holds_back: bool,
    /// Names of what came back, and of functions that only hand on.
    pub(super) names: BTreeSet<String>,
    /// By its name it guards what it is put around: to show that whatever comes is to hand on.
    pub(super) guards: bool,
    /// Parameters of the functions around.
    pub(super) around: BTreeSet<String>,
    /// It said by a constant who asks.
    pub(super) presumes: bool,
}

/// Parameters by which a function is given what comes next.
const NEXT: [&str; 9] =
    ["next", "_next", "nxt", "call_next", "callNext", "get_response", "done", "chain", "filterChain"];
/// Parameters by which a function is given what it is to stand around.
const WRAPPED: [&str; 13] = [
    "next",
    "f",
    "fn",
    "func",
    "function",
    "view",
    "view_func",
    "handler",
    "h",
    "wrapped",
    "endpoint",
    "inner",
    "callback",
];
/// How what comes next is called where it is an object.
const METHODS: [&str; 10] =
    ["handle", "Handle", "run", "ServeHTTP", "serve_http", "doFilter", "filter", "call", "Invoke", "invoke"];
/// What comes next as a field.
const FIELDS: [&str; 10] = [
    "self.get_response",
    "self.app",
    "self._app",
    "this.next",
    "self.next",
    "_next",
    "_next.Invoke",
    "this._next",
    "@app.call",
    "this.next.handle",
];
/// Words in names of what is to let through whatever comes, or only marks what it is given.
const LETS: [&str; 19] = [
    "noop",
    "nop",
    "no",
    "pass",
    "passthrough",
    "through",
    "identity",
    "null",
    "fake",
    "mock",
    "dummy",
    "stub",
    "disabled",
    "skip",
    "bypass",
    "anonymous",
    "public",
    "marker",
    "unprotected",
];

/// What a request holds of who asks.
const WHO: [&str; 10] = [
    "user",
    "userId",
    "currentUser",
    "current_user",
    "auth",
    "session",
    "account",
    "principal",
    "identity",
    "role",
];
/// Parameters by which a function is given a request.
const ASKED: [&str; 8] = ["req", "request", "_req", "ctx", "context", "c", "event", "res"];
/// Calls that have a function called as soon as nothing else is to be done.
const LATER: [&str; 4] = ["setTimeout", "setImmediate", "process.nextTick", "queueMicrotask"];

/// Words in names of components that guard what they are put around. A layout may well show it as it is.
const GUARDS: [&str; 9] =
    ["auth", "authenticated", "protected", "private", "guard", "require", "requires", "role", "permission"];
/// How a component shows what it is put around and nothing else, without blanks.
const AS_IT_IS: [&str; 7] = [
    "children",
    "props.children",
    "<>{children}</>",
    "<>{props.children}</>",
    "<Fragment>{children}</Fragment>",
    "<React.Fragment>{children}</React.Fragment>",
    "<Outlet/>",
];

/// Tells whether all that a function does is to hand on, or to write something out and hand on where that is not its trade.
pub(super) fn hands_on(walk: &Walk<'_>, body: Node<'_>, takes: usize, name: &str) -> Option<Hollow> {
    // What is given to a call may have its name for who reads a trace: what is asked stands beside it, as in `withAuth`.
    let given = body.parent().and_then(|function| function.parent());
    if walk.grammar.is_script() && given.is_some_and(|around| around.kind() == "arguments") {
        return None;
    }
    let words = words_of(name);
    if words.iter().any(|word| LETS.contains(&word.as_str())) {
        return None;
    }
    let guards = walk.grammar.is_script()
        && words.iter().any(|word| GUARDS.contains(&word.as_str()))
        && !words.iter().any(|word| matches!(word.as_str(), "layout" | "template"));
    let handing = Handing { asked: true, guards, ..Handing::default() };
    let found = within_handing(walk, body, (takes, 0), handing, false)?;
    let instead = || matches!(trade(walk, body, name, walk.owner().as_deref()), Writes::Instead);
    if found == Hollow::OnlyLogs { instead().then_some(Hollow::Prints) } else { Some(found) }
}

impl Handing {
    /// A way through the body that ends here.
    pub(super) fn ends(&mut self) {
        self.holds_back |= self.asked && !self.done;
    }
}

impl Idle<'_, '_> {
    /// Takes a value along that hands on, and tells whether it does.
    pub(super) fn hands_on(&mut self, node: Node<'_>) -> bool {
        if !self.handing.asked {
            return false;
        }
        let bare =
            || self.walk.text_of(node).chars().filter(|c| !c.is_whitespace()).take(60).collect::<String>();
        if self.handing.guards && AS_IT_IS.contains(&bare().as_str()) {
            self.handing.done = true;
            return true;
        }
        let found = match node.kind() {
            "identifier" => {
                let name = self.walk.text_of(node);
                self.handing.names.contains(name)
                    || self.own.contains(name) && WRAPPED.contains(&name) && !self.foreign.contains(name)
            }
            "call_expression" | "call" | "invocation_expression" | "method_invocation" => {
                self.calls_next(node) || self.wraps(node) || self.defers(node)
            }
            kind => is_function(kind) && self.function_hands_on(node),
        };
        self.handing.done |= found;
        found
    }

    /// A function within that is only declared.
    pub(super) fn declares_handing(&mut self, node: Node<'_>) {
        let name = node.field("name").filter(|_| self.handing.asked);
        if let Some(name) = name.filter(|_| self.function_hands_on(node)) {
            self.handing.names.insert(self.walk.text_of(name).to_owned());
        }
    }

    /// `response = await call_next(request)`: what comes back may be given back.
    pub(super) fn keeps_handed(&mut self, name: Node<'_>, value: Node<'_>) -> bool {
        let mut value = value;
        while matches!(
            value.kind(),
            "await_expression" | "await" | "expression_list" | "parenthesized_expression"
        ) {
            match value.part(0) {
                Some(inner) if value.is_single() => value = inner,
                _ => return false,
            }
        }
        let handed = value.kind() != "identifier" && self.hands_on(value);
        if handed {
            self.handing.names.insert(self.walk.text_of(name).trim().to_owned());
        }
        handed
    }

    fn function_hands_on(&mut self, function: Node<'_>) -> bool {
        let Some(body) = function.field("body") else { return false };
        let around = self.own.union(&self.handing.around).cloned().collect();
        let handing = Handing { asked: true, around, ..Handing::default() };
        let found = within_handing(self.walk, body, (1, self.inner + 1), handing, false);
        self.handing.presumes |= found == Some(Hollow::Presumes);
        matches!(found, Some(Hollow::HandsOn | Hollow::Presumes))
    }

    /// `req.user = { id: 1 }`: whoever asks is said to be the same one.
    pub(super) fn presumes(&mut self, name: Node<'_>, value: Node<'_>) -> bool {
        let held = self.walk.text_of(name).split_once('.').filter(|_| self.handing.asked);
        let Some((of, field)) = held else { return false };
        let who = WHO.contains(&field.strip_prefix("locals.").unwrap_or(field));
        let empty = ["null", "undefined", "None", "false", "False", "{}", "''", "\"\""];
        let made = !empty.contains(&self.walk.text_of(value)) && self.constants.is(value, 0);
        let asked = ASKED.contains(&of) && (self.own.contains(of) || self.handing.around.contains(of));
        let found = who && made && asked;
        self.handing.presumes |= found;
        found
    }

    /// Tells whether what fails in an attempt is passed over in silence.
    pub(super) fn swallows(&self, tried: Node<'_>) -> bool {
        let silent = |part: Node<'_>| match part.kind() {
            "finally_clause" => false,
            "catch_clause" => part.field("body").is_some_and(|body| statements(body).is_empty()),
            _ => true,
        };
        self.handing.asked && self.walk.grammar.is_script() && Self::children(tried).all(silent)
    }

    /// `setTimeout(next)`, `setImmediate(() => next())`. To wait for a while may be what is asked for.
    fn defers(&mut self, node: Node<'_>) -> bool {
        let Some(list) = node.field("arguments") else { return false };
        let given: Vec<Node<'_>> = Self::children(list).collect();
        let (Some(first), true) = (given.first(), LATER.contains(&self.called(node, list).as_str())) else {
            return false;
        };
        let name = self.walk.text_of(*first);
        let next = first.kind() == "identifier" && NEXT.contains(&name) && self.own.contains(name);
        let at_once = given.get(1).is_none_or(|length| self.walk.text_of(*length) == "0");
        at_once && (next || is_function(first.kind()) && self.function_hands_on(*first))
    }

    /// `http.HandlerFunc(func(w, r) { next.ServeHTTP(w, r) })`, `defineMiddleware((context, next) => next())`.
    fn wraps(&mut self, node: Node<'_>) -> bool {
        let Some(list) = node.field("arguments") else { return false };
        let called = self.called(node, list);
        let last = called.rsplit('.').next().unwrap_or_default();
        matches!(last, "HandlerFunc" | "defineMiddleware" | "createMiddleware" | "middleware")
            && list.is_single()
            && list.part(0).is_some_and(|f| is_function(f.kind()) && self.function_hands_on(f))
    }

    /// What a call calls, without blanks: `next.ServeHTTP`.
    fn called(&self, node: Node<'_>, list: Node<'_>) -> String {
        let text = self.walk.text.get(node.start_byte()..list.start_byte()).unwrap_or_default();
        text.chars().filter(|c| !c.is_whitespace()).collect::<String>().replace("?.", ".")
    }

    fn calls_next(&self, node: Node<'_>) -> bool {
        let Some(list) = node.field("arguments") else { return false };
        let called = self.called(node, list);
        let known = |name: &str| self.own.contains(name) || self.handing.around.contains(name);
        let given: Vec<&str> = Self::children(list)
            .map(|one| self.walk.text_of(one).trim_start_matches(['*', '.', '&']).trim())
            .collect();
        if !given.iter().all(|name| known(name)) {
            return false;
        }
        let all = || {
            let mut own: Vec<&str> = self.own.iter().map(String::as_str).collect();
            let mut given = given.clone();
            own.sort_unstable();
            given.sort_unstable();
            !own.is_empty() && own == given
        };
        match called.rsplit_once('.') {
            None => {
                let own = known(&called);
                NEXT.contains(&called.as_str()) && own && (called != "done" || self.own.len() > 1)
                    || called == "resolve" && own && self.own.contains("event")
                    || called == "_next" && !given.is_empty()
                    // What a function stands around, with all that it was given itself.
                    || WRAPPED.contains(&called.as_str()) && self.handing.around.contains(&called) && all()
            }
            Some((of, method)) => {
                let context = ["c", "ctx", "context", "opts"].contains(&of) && self.own.contains(of);
                NEXT.contains(&of) && known(of) && METHODS.contains(&method)
                    || WRAPPED.contains(&of) && self.handing.around.contains(of) && method == "ServeHTTP"
                    || context && matches!(method, "next" | "Next") && given.is_empty()
                    || called == "NextResponse.next" && given.is_empty()
                    || FIELDS.contains(&called.as_str()) && !given.is_empty()
                    || of.ends_with(".next") && method == "ServeHTTP"
            }
        }
    }
}
