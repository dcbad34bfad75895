//! What a function or a type is there for, as far as its name tells: to do nothing, to stand in for another, to end something,
//! to do a piece of work, to give out what does not depend on anything, to hear of what happened.

use super::output::words_of;

/// Words in the names of what is there to do nothing.
const RESTS: [&str; 13] = [
    "noop", "nop", "no", "null", "nil", "void", "nothing", "ignore", "ignored", "discard", "empty", "blank",
    "disabled",
];
/// Words in the names of what stands in for another where that is not wanted.
const STANDS_IN: [&str; 4] = ["dummy", "fake", "mock", "stub"];
/// Functions that may well have nothing to do: where something begins or ends.
const MAY_REST: [&str; 18] = [
    "dispose",
    "Dispose",
    "close",
    "Close",
    "destroy",
    "teardown",
    "tearDown",
    "setUp",
    "setup",
    "flush",
    "shutdown",
    "stop",
    "deactivate",
    "cleanup",
    "reset",
    "init",
    "new",
    "index",
];
/// What a type says of itself, the same for each of its kind.
const ITSELF: [&str; 8] = ["name", "id", "kind", "type", "version", "label", "priority", "order"];
/// Words with which the name of a function begins that does something for whoever calls it: a constant is no answer to that. What
/// is asked for by any other name may well be one.
const DOES: [&str; 34] = [
    "charge",
    "pay",
    "create",
    "send",
    "submit",
    "process",
    "place",
    "book",
    "save",
    "update",
    "remove",
    "verify",
    "settle",
    "refund",
    "capture",
    "authorize",
    "authorise",
    "issue",
    "transfer",
    "notify",
    "publish",
    "generate",
    "compute",
    "calculate",
    "checkout",
    "register",
    "sign",
    "execute",
    "run",
    "handle",
    "apply",
    "fetch",
    "analyze",
    "convert",
];
/// Words in the names of functions that give out what does not depend on anything.
const FIXED: [&str; 24] = [
    "default", "defaults", "initial", "init", "empty", "blank", "config", "settings", "options", "headers",
    "schema", "theme", "style", "styles", "layout", "columns", "routes", "menu", "metadata", "meta", "new",
    "create", "fallback", "props",
];
/// What happened, where nothing but to take note of it may be left to do.
const HAPPENED: [&str; 26] = [
    "ready",
    "connect",
    "connected",
    "connection",
    "disconnect",
    "disconnected",
    "disconnecting",
    "reconnect",
    "reconnected",
    "open",
    "opened",
    "close",
    "closed",
    "start",
    "started",
    "stopped",
    "shutdown",
    "exit",
    "listening",
    "join",
    "joined",
    "leave",
    "left",
    "timeout",
    "error",
    "debug",
];

fn holds(name: &str, words: &[&str]) -> bool {
    words_of(name).iter().any(|word| words.contains(&word.as_str()))
}

/// Tells whether a function or a type is there to do nothing: `noop`, `DiscardLogger`.
pub(crate) fn rests(name: &str) -> bool {
    holds(name, &RESTS)
}

/// As [`rests`], or in place of another: `MockStore`.
pub(crate) fn rests_or_stands_in(name: &str) -> bool {
    rests(name) || holds(name, &STANDS_IN)
}

/// Tells whether a function may well have nothing to do.
pub(crate) fn may_rest(name: &str) -> bool {
    MAY_REST.contains(&name)
}

/// Tells whether a function says by a constant what its type is: `name`, `getVersion`.
pub(crate) fn tells_of_itself(name: &str) -> bool {
    let words = words_of(name);
    let said = words.strip_prefix(&["get".to_owned()]).unwrap_or(&words);
    matches!(said, [one] if ITSELF.contains(&one.as_str()))
}

/// Tells whether a function makes a value of a type, and is no work of it.
pub(crate) fn makes(name: &str) -> bool {
    matches!(name, "new" | "default" | "constructor" | "__init__" | "initialize" | "with" | "create")
}

/// Tells whether a function does something for whoever calls it.
pub(crate) fn does(name: &str) -> bool {
    words_of(name).first().is_some_and(|first| DOES.contains(&first.as_str()))
}

/// Tells whether a function gives out what does not depend on anything.
pub(super) fn gives_fixed(name: &str) -> bool {
    holds(name, &FIXED)
}

/// Tells whether a function hears of what happened: `onDisconnect`, `on_ready`; or `ready`, the name of a file among handlers.
pub(crate) fn hears(name: &str) -> bool {
    let words = words_of(name);
    let said = words.strip_prefix(&["on".to_owned()]).unwrap_or(&words);
    !said.is_empty() && said.iter().all(|word| HAPPENED.contains(&word.as_str()) || word == "client")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_what_it_is_for() {
        assert!(rests("noop") && rests("NullStore") && !rests("Notes"));
        assert!(rests_or_stands_in("MockStore") && !rests("MockStore"));
        assert!(hears("onDisconnect") && hears("on_ready") && hears("ready") && !hears("on"));
        assert!(!hears("onSubmit") && !hears("onPaid"));
        assert!(tells_of_itself("name") && tells_of_itself("getVersion") && !tells_of_itself("userName"));
        assert!(does("sendMail") && !does("mailSent"));
    }
}
