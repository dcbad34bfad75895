//! Guards by their name that hold nobody back: `catch { next() }` behind the check, a check whose result nobody asks for, a
//! token that is read and not verified.
//!
//! Follows each way through a body. Whatever may throw, answer, or hand the decision to another is taken for a guard at work.

use tree_sitter::Node;

use super::Grammar;
use super::acts::writes_line;
use super::body::statements;
use super::fields::Fields as _;
use super::idle::own_names;
use super::names::{is_comment, is_function};
use super::output::words_of;
use super::walk::Walk;

/// Words in names of what lets nobody pass who may not.
const GUARDS: [&str; 13] = [
    "require",
    "requires",
    "required",
    "protect",
    "protected",
    "restrict",
    "restricted",
    "guard",
    "must",
    "only",
    "authorize",
    "authorise",
    "authenticated",
];
/// Words in names of what only looks who comes.
const SOFT: [&str; 14] = [
    "optional",
    "optionally",
    "maybe",
    "attach",
    "load",
    "soft",
    "try",
    "no",
    "noop",
    "pass",
    "mock",
    "fake",
    "dev",
    "anonymous",
];
/// Parameters by which a function is given what comes next.
const NEXT: [&str; 3] = ["next", "_next", "nxt"];
/// Parameters by which a decorator is given what it stands around.
const WRAPPED: [&str; 9] =
    ["f", "fn", "func", "function", "view", "view_func", "handler", "wrapped", "endpoint"];
/// Calls that only look, and fail on nothing.
const LOOKS: [&str; 22] = [
    "get",
    "header",
    "slice",
    "split",
    "replace",
    "trim",
    "startsWith",
    "substring",
    "strip",
    "startswith",
    "getattr",
    "str",
    "String",
    "lower",
    "toLowerCase",
    "includes",
    "match",
    "compare_digest",
    "timingSafeEqual",
    "check_password_hash",
    "safe_str_cmp",
    "removeprefix",
];
/// How a token is read without a look at who signed it.
const READS: [&str; 6] =
    ["jwt.decode", "jsonwebtoken.decode", "JWT.decode", "jwtDecode", "jwt_decode", "decodeJwt"];

/// Where a way through a statement leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// To what comes next, whoever asks.
    On,
    /// To the next statement.
    Further,
    /// Perhaps not to what comes next.
    Holds,
}

/// Tells whether a function that guards by its name lets everybody through.
pub(super) fn lets_pass(walk: &Walk<'_>, body: Node<'_>, name: &str) -> bool {
    let words = words_of(name);
    let guards = words.iter().any(|word| GUARDS.contains(&word.as_str()));
    if !guards || words.iter().any(|word| SOFT.contains(&word.as_str())) {
        return false;
    }
    if walk.grammar == Grammar::Python {
        return decorator_passes(walk, body).unwrap_or(false);
    }
    let own = own_names(walk, body);
    let Some(next) = NEXT.into_iter().find(|next| own.contains(*next)) else { return false };
    if !walk.grammar.is_script() {
        return false;
    }
    let guard = Guard { walk, next, looks: &[] };
    guard.block(&statements(body), false) == Way::On || guard.reads_alone(body)
}

/// Tells whether the function that Nuxt runs before each page looks at who comes and lets everybody through.
pub(super) fn page_guard(walk: &Walk<'_>, function: Node<'_>, body: Node<'_>) -> bool {
    let call = function.parent().filter(|list| list.kind() == "arguments").and_then(|list| list.parent());
    let called = call.and_then(|call| call.field("function")).map_or("", |f| walk.text_of(f));
    let all = statements(body);
    let asks = all.iter().any(|one| one.kind() == "if_statement");
    let guard = Guard { walk, next: "", looks: &["useCookie", "useAuth", "useUserSession", "useSession"] };
    called == "defineNuxtRouteMiddleware"
        && body.kind() == "statement_block"
        && asks
        && guard.block(&all, false) == Way::Further
}

struct Guard<'w, 't> {
    walk: &'w Walk<'t>,
    next: &'w str,
    /// Further calls that only look.
    looks: &'w [&'w str],
}

impl Guard<'_, '_> {
    fn block(&self, all: &[Node<'_>], tried: bool) -> Way {
        let found = all.iter().map(|one| self.statement(*one, tried)).find(|way| *way != Way::Further);
        found.unwrap_or(Way::Further)
    }

    /// `tried` says that what fails here is caught.
    fn statement(&self, node: Node<'_>, tried: bool) -> Way {
        let field = |name: &str| node.field(name);
        let harmless = |node: Option<Node<'_>>| node.is_none_or(|n| self.is_harmless(n, tried));
        let further = |yes: bool| if yes { Way::Further } else { Way::Holds };
        match node.kind() {
            "statement_block" => self.block(&statements(node), tried),
            "expression_statement" if self.calls_next(node.part(0)) => Way::On,
            "return_statement" if self.calls_next(node.part(0)) => Way::On,
            "expression_statement" | "lexical_declaration" | "variable_declaration" => {
                further(self.is_harmless(node, tried))
            }
            // What is thrown where it is caught leads to what catches it.
            "throw_statement" if tried => Way::On,
            "if_statement" => {
                let taken = field("consequence").map_or(Way::Further, |one| self.statement(one, tried));
                let other = field("alternative")
                    .and_then(|other| other.part(0))
                    .map_or(Way::Further, |one| self.statement(one, tried));
                match (taken, other) {
                    _ if !harmless(field("condition")) => Way::Holds,
                    (Way::Holds, _) | (_, Way::Holds) => Way::Holds,
                    (Way::On, Way::On) => Way::On,
                    _ => Way::Further,
                }
            }
            "try_statement" => {
                let caught = field("handler");
                let body =
                    field("body").map_or(Way::Further, |b| self.statement(b, tried || caught.is_some()));
                let inner = caught.and_then(|part| part.field("body"));
                let catch = inner.map_or(Way::On, |b| self.statement(b, tried));
                let inner = field("finalizer").and_then(|part| part.field("body"));
                let last = inner.map_or(Way::Further, |b| self.statement(b, tried));
                match (body, catch, last) {
                    (Way::Holds, ..) | (_, Way::Holds, _) | (.., Way::Holds) => Way::Holds,
                    (.., Way::On) | (Way::On, Way::On, _) => Way::On,
                    _ => Way::Further,
                }
            }
            _ => Way::Holds,
        }
    }

    /// `next()`, `await next()`, and nothing else.
    fn calls_next(&self, node: Option<Node<'_>>) -> bool {
        let text: String = node.map_or("", |n| self.walk.text_of(n)).split_whitespace().collect();
        let call = text.strip_prefix("await").unwrap_or(&text);
        !self.next.is_empty() && call.strip_prefix(self.next) == Some("()")
    }

    /// Tells whether nothing in a piece of code can hold anybody back.
    fn is_harmless(&self, node: Node<'_>, tried: bool) -> bool {
        let mut open = vec![node];
        let mut met = 0;
        while let Some(at) = open.pop() {
            met += 1;
            let kind = at.kind();
            if met > 300 || is_function(kind) || kind.contains("yield") {
                return false;
            }
            if kind == "new_expression" && !tried {
                return false;
            }
            if matches!(kind, "call_expression" | "call") && !self.only_looks(at, tried) {
                return false;
            }
            open.extend((0..at.named_child_count().min(60)).filter_map(|i| at.named_child(i as u32)));
        }
        true
    }

    fn only_looks(&self, call: Node<'_>, tried: bool) -> bool {
        let called = call.field("function").map_or("", |f| self.walk.text_of(f));
        let root = called.split(['.', '?', '(']).next().unwrap_or_default();
        let last = called.rsplit('.').next().unwrap_or_default();
        let given = call.field("arguments").map_or("", |list| self.walk.text_of(list));
        // Who is given what comes next, or the answer, decides.
        let decides = |word: &str| {
            word == self.next && !word.is_empty() || matches!(word, "res" | "response" | "reply" | "ctx")
        };
        let hands = given.split(|c: char| !c.is_alphanumeric() && c != '_').any(decides);
        let looks = LOOKS.contains(&last) || self.looks.contains(&called) || READS.contains(&called);
        !decides(root) && !hands && (tried || looks || writes_line(called))
    }

    /// Tells whether a token is only read, and nothing in the file verifies one.
    fn reads_alone(&self, body: Node<'_>) -> bool {
        let text = self.walk.text_of(body);
        let reads = READS.iter().any(|call| text.contains(&format!("{call}(")));
        let file = self.walk.text.to_lowercase();
        reads && !["verify", "signature", "introspect"].iter().any(|word| file.contains(word))
    }
}

/// A decorator of Python around a view: all that it does before the view is called is to look.
fn decorator_passes(walk: &Walk<'_>, body: Node<'_>) -> Option<bool> {
    let own = own_names(walk, body);
    let view = WRAPPED.into_iter().find(|view| own.contains(*view)).filter(|_| own.len() == 1)?;
    let all = statements(body);
    let [inner, gives] = all.as_slice() else { return None };
    let inner = inner.field("definition").unwrap_or(*inner);
    let name = walk.text_of(inner.field("name")?);
    let given = gives.part(0).filter(|_| gives.kind() == "return_statement")?;
    if inner.kind() != "function_definition" || walk.text_of(given) != name {
        return None;
    }
    let guard = Guard { walk, next: "", looks: &[] };
    let all = statements(inner.field("body")?);
    let (last, before) = all.split_last()?;
    let calls = walk.text_of(*last).trim_start_matches("return").trim().trim_start_matches("await").trim();
    let passes = last.kind() == "return_statement" && calls.starts_with(&format!("{view}("));
    let looks = |one: &Node<'_>| match one.kind() {
        "expression_statement" => guard.is_harmless(*one, false),
        "if_statement" => {
            let taken = one.field("consequence").map(statements).unwrap_or_default();
            one.field("alternative").is_none()
                && one.field("condition").is_some_and(|asked| guard.is_harmless(asked, false))
                && taken.iter().all(|s| s.kind() == "expression_statement" && guard.is_harmless(*s, false))
        }
        kind => is_comment(kind),
    };
    // Whoever asks for nothing hands on, which is told elsewhere.
    Some(passes && !before.is_empty() && before.iter().all(looks))
}

#[cfg(test)]
mod tests {
    use super::super::Hollow;
    use super::super::tests::hollow;

    fn passes(name: &str, text: &str) -> bool {
        hollow(name, text).iter().any(|(_, what)| *what == Hollow::LetsPass)
    }

    #[test]
    fn a_guard_that_lets_everybody_through_is_told_from_one_that_holds_back() {
        let guard = |body: &str| format!("export function requireAuth(req, res, next) {{\n{body}\n}}\n");
        let verify = "req.user = jwt.verify(req.headers.authorization?.slice(7), process.env.SECRET);";
        for (body, found) in [
            (format!("try {{ {verify} next(); }} catch {{ next(); }}"), true),
            (format!("try {{ {verify} }} catch (e) {{ console.warn(e); }} finally {{ next(); }}"), true),
            (format!("try {{ {verify} }} catch (e) {{ console.warn('bad', e); }}\nnext();"), true),
            ("if (!req.headers.authorization) { req.guest = true; }\nnext();".to_owned(), true),
            ("req.user = jwt.decode(req.headers.authorization?.slice(7));\nif (!req.user) return res.sendStatus(401);\nnext();".to_owned(), true),
            (format!("try {{ {verify} next(); }} catch {{ res.status(401).end(); }}"), false),
            (format!("try {{ {verify} next(); }} catch (e) {{ next(e); }}"), false),
            // What fails outside of an attempt is an answer of its own.
            (format!("{verify} next();"), false),
            ("passport.authenticate('jwt')(req, res, next);".to_owned(), false),
            ("if (!req.user) { return; }\nnext();".to_owned(), false),
            ("check(req);\nnext();".to_owned(), false),
            ("jwt.verify(req.token, KEY, (err, user) => { if (err) return res.sendStatus(403); next(); });".to_owned(), false),
        ] {
            assert_eq!(passes("a.js", &guard(&body)), found, "{body}");
        }
        let soft = guard(&format!("try {{ {verify} next(); }} catch {{ next(); }}"))
            .replace("requireAuth", "optionalAuth");
        assert!(!passes("a.js", &soft));
        let other = "export function requireKey(key) { return jwt.decode(key); }";
        assert!(!passes("a.js", other));
    }

    #[test]
    fn a_decorator_whose_check_nobody_asks_for_lets_everybody_through() {
        let guard = |check: &str| {
            format!(
                "def require_key(view):\n    @wraps(view)\n    def wrapped(*args, **kwargs):\n        key = request.headers.get('X')\n        {check}\n        return view(*args, **kwargs)\n\n    return wrapped\n"
            )
        };
        for (check, found) in [
            ("hmac.compare_digest(key, KEY)", true),
            ("if not hmac.compare_digest(key, KEY):\n            pass", true),
            ("if not hmac.compare_digest(key, KEY):\n            abort(401)", false),
            ("if not hmac.compare_digest(key, KEY):\n            return 'no', 401", false),
            ("check_key(key)", false),
        ] {
            assert_eq!(passes("a.py", &guard(check)), found, "{check}");
        }
        assert!(!passes("a.py", &guard("hmac.compare_digest(key, KEY)").replace("require_key", "count_key")));
    }

    #[test]
    fn a_guard_of_pages_that_only_writes_a_line_lets_everybody_through() {
        let guard = |taken: &str| {
            format!(
                "export default defineNuxtRouteMiddleware((to) => {{\n  if (!useCookie('token').value && to.path !== '/login') {{\n    {taken}\n  }}\n}});\n"
            )
        };
        assert!(passes("a.ts", &guard("console.log('guest');")));
        assert!(passes("a.ts", &guard("// return navigateTo('/login');")));
        assert!(!passes("a.ts", &guard("return navigateTo('/login');")));
        assert!(!passes("a.ts", &guard("throw createError(401);")));
    }
}
