//! Functions whose trade is to write something out: a logger's `error`, a program's `usage`, a reporter.
//!
//! One that only writes to a log does mostly nothing of what was promised. Whether that is so here is told by its name, by
//! what it writes with, and by whether it writes what it is given.

use tree_sitter::Node;

use super::idle::own_names;
use super::walk::Walk;

/// What a function that only writes something out is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writes {
    /// That is its work.
    ByTrade,
    /// That may be its work.
    Perhaps,
    /// That stands in place of its work.
    Instead,
}

/// First words of names that say so.
const BEGIN: [&str; 11] =
    ["log", "print", "echo", "say", "greet", "hello", "trace", "println", "printf", "eprint", "prints"];
/// Whole names that say so.
const WHOLE: [&str; 14] = [
    "error", "err", "info", "warn", "warning", "debug", "fatal", "success", "banner", "usage", "help",
    "version", "line", "notice",
];
/// Last words of names that say so.
const END: [&str; 6] = ["banner", "usage", "help", "greeting", "log", "logger"];
/// Words of names that may say so.
const PERHAPS: [&str; 12] = [
    "show", "display", "report", "summary", "output", "render", "present", "announce", "status", "main",
    "write", "dump",
];
/// Words in the names of types, objects and classes that write things out.
const OWNERS: [&str; 11] = [
    "console", "logger", "log", "logging", "logs", "audit", "printer", "reporter", "terminal", "screen",
    "output",
];
/// What writes to a log, not to the screen.
const LOGS: [&str; 10] =
    ["console.", "logger", "logging.", "log.", "slog.", "tracing::", "debug!", "info!", "warn!", "error!"];

/// Words of which the names of those are made that tell of an error, or keep an audit.
const TELLING: [&str; 26] = [
    "handle",
    "handler",
    "on",
    "report",
    "record",
    "capture",
    "global",
    "default",
    "app",
    "api",
    "uncaught",
    "unhandled",
    "error",
    "errors",
    "err",
    "exception",
    "rejection",
    "fatal",
    "crash",
    "audit",
    "event",
    "trail",
    "entry",
    "action",
    "component",
    "did",
];
/// How an error is written.
const BADLY: [&str; 10] = [
    ".error(",
    ".warn(",
    ".warning(",
    ".exception(",
    ".critical(",
    ".fatal(",
    "error!(",
    "warn!(",
    "eprintln!(",
    "LogError(",
];

/// Tells whether a name says that an error is told of, or an audit kept, and the text does that: `handleError`,
/// `record_audit`, `componentDidCatch`.
fn tells(name: &[String], text: &str) -> bool {
    let all = |word: &String| TELLING.contains(&word.as_str()) || word == "catch";
    let any = |words: &[&str]| name.iter().any(|word| words.contains(&word.as_str()));
    let error = any(&["error", "errors", "err", "exception", "rejection", "fatal", "crash"])
        || name.last().is_some_and(|last| last == "catch");
    let audit = any(&["audit"]) && ["ogger", "audit", "log."].iter().any(|log| text.contains(log));
    name.iter().all(all) && (error && BADLY.iter().any(|how| text.contains(how)) || audit)
}

/// Judges a function that only writes something out.
pub(super) fn trade(walk: &Walk<'_>, body: Node<'_>, name: &str, owner: Option<&str>) -> Writes {
    let text = walk.text_of(body);
    let given = own_names(walk, body);
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let writes_given = words.any(|word| given.contains(word));
    let of_owner = owner.is_some_and(|o| words_of(o).iter().any(|w| OWNERS.contains(&w.as_str())));
    let name = words_of(name);
    let first = name.first().map_or("", String::as_str);
    let last = name.last().map_or("", String::as_str);
    let whole = name.len() == 1 && WHOLE.contains(&first);
    if given.is_empty() && ["help", "usage", "version", "banner"].contains(&last) && shows(text) {
        return Writes::ByTrade;
    }
    if of_owner || whole || BEGIN.contains(&first) || END.contains(&last) {
        return if writes_given { Writes::ByTrade } else { Writes::Perhaps };
    }
    if writes_given && tells(&name, text) {
        return Writes::ByTrade;
    }
    // To print what it is given is what many a program is for; to log it is not.
    let prints = writes_given && !LOGS.iter().any(|log| text.contains(log));
    if prints || name.iter().any(|w| PERHAPS.contains(&w.as_str())) {
        Writes::Perhaps
    } else {
        Writes::Instead
    }
}

/// Tells whether a text is written that tells something: a constant by its name, or words of some length.
fn shows(body: &str) -> bool {
    let to_come = ["todo", "not implemented", "coming soon", "placeholder"];
    let lower = body.to_lowercase();
    let constant = body.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| {
        word.len() > 2 && word.chars().any(char::is_uppercase) && !word.chars().any(char::is_lowercase)
    });
    let mut said = body.split(['"', '\'', '`']).skip(1).step_by(2);
    let words = said.any(|text| text.len() >= 12 && text.trim().contains(' '));
    !to_come.iter().any(|word| lower.contains(word)) && (constant || words)
}

/// The words of a name, in small letters: `showBanner`, `show_banner`.
pub(crate) fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut small = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() {
            small = false;
            words.push(String::new());
            continue;
        }
        if words.is_empty() || letter.is_uppercase() && small {
            words.push(String::new());
        }
        small = !letter.is_uppercase();
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
