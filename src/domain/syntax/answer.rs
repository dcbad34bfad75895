//! Functions that answer a request, or their user, with constants and do nothing else: one rule over all languages.
//!
//! A body is such an answer where every statement of it is made of literals and of the words by which frameworks answer.
//! What any of them takes from elsewhere is work.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::Grammar;
use super::body::{Hollow, statements};
use super::fields::Fields as _;
use super::idle::{judge, own_names};
use super::in_vain::{Vain, without_same};
use super::names::{is_comment, is_function};
use super::output::words_of;
use super::speaks::{is_marked, message};
use super::walk::Walk;

/// The most statements and bytes of a body that is only an answer.
const STATEMENTS: usize = 4;
const LONGEST: usize = 700;

/// Words that every language's answers may hold.
const PLAIN: [&str; 21] = [
    "as",
    "number",
    "boolean",
    "return",
    "await",
    "new",
    "throw",
    "raise",
    "true",
    "false",
    "null",
    "None",
    "True",
    "False",
    "nil",
    "undefined",
    "const",
    "let",
    "string",
    "any",
    "final",
];
/// Names of parameters by which a request is answered.
const GIVEN: [&str; 11] =
    ["res", "response", "reply", "c", "ctx", "context", "w", "rw", "writer", "resp", "rsp"];
/// What is asked of them, and of what makes answers.
const MEMBERS: [&str; 48] = [
    "json",
    "send",
    "status",
    "sendStatus",
    "end",
    "text",
    "body",
    "code",
    "build",
    "ok",
    "JSON",
    "String",
    "Status",
    "WriteHeader",
    "Write",
    "NewEncoder",
    "Encode",
    "Error",
    "WriteString",
    "Fprint",
    "Fprintf",
    "Fprintln",
    "echo",
    "secho",
    "exit",
    "Exit",
    "of",
    "from",
    "created",
    "accepted",
    "H",
    "Ok",
    "finish",
    "into_response",
    "Json",
    "StatusCode",
    "Content",
    "type",
    "contentType",
    "Map",
    "emptyList",
    "emptyMap",
    "emptySet",
    "empty",
    "entry",
    "ofEntries",
    "asList",
    "to_json",
];

/// The words with which a language's frameworks answer.
fn roots(grammar: Grammar) -> &'static [&'static str] {
    match grammar {
        // `json([])` of SvelteKit and Remix.
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => &["Response", "NextResponse", "json"],
        Grammar::Python => &[
            "Response",
            "JsonResponse",
            "JSONResponse",
            "HttpResponse",
            "PlainTextResponse",
            "jsonify",
            "make_response",
            "abort",
            "status",
            "HTTPStatus",
            "click",
            "typer",
            "sys",
        ],
        Grammar::Rust => &["StatusCode", "Json", "json", "Ok", "HttpResponse", "Err"],
        Grammar::Go => &["http", "json", "fmt", "io", "map", "byte", "gin", "echo", "fiber", "interface"],
        Grammar::Java => &[
            "ResponseEntity",
            "HttpStatus",
            "ResponseStatusException",
            "Map",
            "Response",
            "List",
            "Set",
            "Arrays",
            "Collections",
            "Optional",
        ],
        Grammar::CSharp => &[
            "Ok",
            "NoContent",
            "Accepted",
            "StatusCode",
            "StatusCodes",
            "Results",
            "TypedResults",
            "Json",
            "HttpStatusCode",
        ],
        Grammar::Ruby => &["head", "render", "status", "content_type"],
    }
}

/// Roots that make no answer by themselves: `map[string]string{…}`, `http.StatusOK`, `Ok(…)` of Rust.
const NEUTRAL: [&str; 22] = [
    "map",
    "byte",
    "interface",
    "http",
    "fmt",
    "io",
    "gin",
    "fiber",
    "Map",
    "Err",
    "status",
    "HTTPStatus",
    "HttpStatus",
    "HttpStatusCode",
    "StatusCodes",
    "json",
    "List",
    "Set",
    "Arrays",
    "Collections",
    "Optional",
    "content_type",
];

/// Words in names and routes of what rightly answers always the same.
const ALWAYS: [&str; 41] = [
    "health",
    "healthz",
    "healthcheck",
    "livez",
    "readyz",
    "live",
    "liveness",
    "ready",
    "readiness",
    "ping",
    "pong",
    "heartbeat",
    "alive",
    "status",
    "version",
    "robots",
    "sitemap",
    "manifest",
    "favicon",
    "found",
    "404",
    "root",
    "home",
    "hello",
    "options",
    "cors",
    "error",
    "fallback",
    "maintenance",
    "unauthorized",
    "forbidden",
    "allowed",
    "unsupported",
    "unimplemented",
    "denied",
    "probe",
    "help",
    "usage",
    "banner",
    "license",
    "notice",
];

/// Tells whether a name, a route or a path is of what rightly answers always the same.
pub(crate) fn always_the_same(text: &str) -> bool {
    words_of(text).iter().any(|word| ALWAYS.contains(&word.as_str()))
}

/// Judges the body of a function that does something: whether that is only a constant answer.
pub(super) fn answered(walk: &Walk<'_>, node: Node<'_>, body: Node<'_>, name: &str) -> Option<Hollow> {
    let all = match body.kind() {
        kind if is_block(kind) => statements(body),
        "arrow_expression_clause" => vec![body.part(0)?],
        _ => vec![body],
    };
    let long = body.end_byte() - body.start_byte() > LONGEST;
    if all.is_empty() || all.len() > STATEMENTS || long {
        return None;
    }
    let own = own_names(walk, body);
    let vain = Vain::of(walk, &all, &own);
    // Below a word that it is to be kept, what came is only given back.
    let to_keep = !vain.read.is_empty() && is_marked(walk, node);
    let read = if to_keep { vain.read.clone() } else { BTreeSet::new() };
    let mut seen = Seen { fixed: vain.fixed.clone(), read, ..Seen::default() };
    for statement in all.into_iter().filter(|one| !vain.passes(*one)) {
        seen.take(walk.grammar, &without_same(walk, statement), &own)?;
    }
    if !seen.answers {
        return None;
    }
    let mut about = vec![name.to_owned()];
    let head = walk.text.get(node.start_byte()..body.start_byte()).unwrap_or("");
    about.extend(texts(head).map(str::to_owned));
    let mut mark = node.prev_named_sibling();
    while let Some(decorator) = mark.filter(|n| n.kind() == "decorator" || is_comment(n.kind())) {
        if decorator.kind() == "decorator" {
            about.extend(texts(walk.text_of(decorator)).map(str::to_owned));
        }
        mark = decorator.prev_named_sibling();
    }
    let list = match node.parent() {
        Some(list) if list.kind() == "arguments" => Some(list),
        Some(one) if one.kind() == "argument" => one.parent(),
        _ => node.field("arguments").filter(|_| walk.grammar == Grammar::Ruby),
    };
    let route = list.and_then(|list| list.part(0)).filter(|n| *n != node);
    about.extend(route.map(|n| walk.text_of(n).to_owned()));
    if seen.undone {
        let said = name.to_lowercase().replace('_', "");
        let by_name = ["notimplemented", "unimplemented", "unsupported"].iter().any(|w| said.contains(w));
        return (!by_name).then_some(Hollow::Said);
    }
    // What a program tells its user may be all that a command is for, but hardly where it looks at none of what it is given.
    if seen.tells
        && !own.is_empty()
        && is_command(walk, node)
        && !about.iter().any(|text| always_the_same(text))
    {
        return Some(Hollow::Prints);
    }
    let named = walk.owner().is_some_and(|owner| always_the_same(&owner));
    if seen.echoes {
        return Some(Hollow::Echoes);
    }
    let refuses = seen.refuses || seen.tells || named || about.iter().any(|text| always_the_same(text));
    (!refuses).then_some(Hollow::Answers)
}

/// Tells whether a decorator makes a function of Python a command: `@cli.command()`.
fn is_command(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let mut above = node.prev_named_sibling().filter(|_| walk.grammar == Grammar::Python);
    while let Some(decorator) = above.filter(|n| n.kind() == "decorator") {
        if walk.text_of(decorator).split('(').next().unwrap_or_default().ends_with(".command") {
            return true;
        }
        above = decorator.prev_named_sibling();
    }
    false
}

/// What was seen of a body so far.
#[derive(Default)]
struct Seen {
    answers: bool,
    /// Something in it says that the work is not done.
    undone: bool,
    /// It answers that something is not there, or not allowed.
    refuses: bool,
    /// It answers a person, not a request.
    tells: bool,
    /// It answers with what was read of the request.
    echoes: bool,
    /// Names of values that are made of literals.
    fixed: BTreeSet<String>,
    /// Names of what was read of the request, where to give that back is no work.
    read: BTreeSet<String>,
}

impl Seen {
    /// Takes a statement along; nothing where it holds anything but a constant answer.
    fn take(&mut self, grammar: Grammar, text: &str, own: &BTreeSet<String>) -> Option<()> {
        let bare = without_strings(text)?;
        if ["?", "+", "==", "=>", "&&", "||", "->", "|"].iter().any(|w| bare.contains(w)) {
            return None;
        }
        self.undone |= texts(text).any(says_undone);
        let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let mut at = 0;
        for piece in bare.split_inclusive(|c: char| !joins(c)) {
            let start = at;
            at += piece.len();
            let word = piece.trim_end_matches(|c: char| !joins(c));
            if word.is_empty() {
                continue;
            }
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                self.undone |= word == "501";
                self.refuses |= word.len() == 3 && word.starts_with(['3', '4']);
                continue;
            }
            let after = bare[start + word.len()..].trim_start();
            let before = bare[..start].chars().next_back();
            let small = word.to_lowercase().replace('_', "");
            self.undone |= small.contains("notimplemented");
            self.refuses |= ["notfound", "forbidden", "unauthorized", "notallowed", "badrequest", "gone"]
                .iter()
                .any(|w| small.contains(w));
            // In Ruby a colon behind a blank begins a symbol: `head :ok`.
            let touching = grammar != Grammar::Ruby || bare[start + word.len()..].starts_with(':');
            let key = after.starts_with(':') && !after.starts_with("::") && touching
                || after.starts_with('=') && !after.starts_with("==");
            let status = matches!(before, Some('.' | ':'))
                && (!word.chars().any(char::is_lowercase)
                    || word.starts_with("Status")
                    || word.starts_with("HTTP_")
                    || small == "notimplemented" && grammar == Grammar::CSharp
                    || grammar == Grammar::Ruby);
            // `[{ id: 1 }].to_json`
            self.answers |= word == "to_json" && before == Some('.');
            if key || status || PLAIN.contains(&word) || self.fixed.contains(word) {
                continue;
            }
            if self.read.contains(word) {
                self.echoes = true;
                continue;
            }
            if matches!(before, Some('.' | ':')) {
                if !MEMBERS.contains(&word) {
                    return None;
                }
                continue;
            }
            let given = own.contains(word) && GIVEN.contains(&word);
            if !(given || roots(grammar).contains(&word)) {
                return None;
            }
            self.tells |= matches!(word, "click" | "typer" | "sys" | "fmt") && !own.contains("w");
            let neutral =
                NEUTRAL.contains(&word) && !grammar.is_script() || word == "Ok" && grammar == Grammar::Rust;
            self.answers |= given || !neutral;
        }
        Some(())
    }
}

/// The code without its quoted texts; nothing where one of them is made of something.
fn without_strings(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !matches!(c, '"' | '\'' | '`') {
            out.push(c);
            continue;
        }
        let made = out.ends_with(['f', 'F', '$']) && !out.ends_with("of");
        let mut inner = String::new();
        loop {
            match chars.next()? {
                '\\' => {
                    chars.next();
                }
                end if end == c => break,
                other => inner.push(other),
            }
        }
        if made && inner.contains('{') || inner.contains("${") || inner.contains("#{") {
            return None;
        }
        out.push(' ');
        // A key in quotes is a key.
        if chars.peek() == Some(&':') {
            chars.next();
        }
    }
    Some(out)
}

/// Tells whether a text says that something is not done.
pub(super) fn says_undone(text: &str) -> bool {
    let small = text.to_lowercase();
    message(&format!("\"{text}\""))
        || small.contains("not implemented")
        || small.contains("not yet implemented")
}

/// The quoted texts of a piece of code.
fn texts(code: &str) -> impl Iterator<Item = &str> {
    code.split(['"', '\'', '`']).skip(1).step_by(2)
}

fn is_block(kind: &str) -> bool {
    matches!(kind, "statement_block" | "block" | "body_statement" | "statement_list")
}

/// Tells whether a value is made of literals alone: `new[] { new { Id = 1 } }`.
pub(super) fn is_made_of_literals(walk: &Walk<'_>, value: Node<'_>) -> bool {
    let text = walk.text_of(value);
    text.len() <= LONGEST && Seen::default().take(walk.grammar, text, &BTreeSet::new()).is_some()
}

/// Tells whether a function without a name is what a route is handled by: `r.post('/pay', (req, res) => …)`.
pub(super) fn handles_route(walk: &Walk<'_>, node: Node<'_>) -> bool {
    if walk.grammar == Grammar::CSharp {
        return maps_route(walk, node);
    }
    let Some(list) = node.parent().filter(|p| p.kind() == "arguments" && walk.grammar.is_script()) else {
        return false;
    };
    let called = list.parent().and_then(|call| call.field("function"));
    let verb = called.map_or("", |f| walk.text_of(f)).rsplit_once('.').map_or("", |(_, verb)| verb);
    let first = list.part(0).map_or("", |n| n.kind());
    matches!(verb, "get" | "post" | "put" | "patch" | "delete" | "all")
        && matches!(first, "string" | "template_string")
}

/// `app.MapGet("/orders", () => …)` of C#.
fn maps_route(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let list = node.parent().filter(|p| p.kind() == "argument").and_then(|one| one.parent());
    let called = list.and_then(|l| l.parent()).and_then(|call| call.field("function"));
    let verb = called.map_or("", |f| walk.text_of(f)).rsplit_once('.').map_or("", |(_, verb)| verb);
    let first = list.and_then(|l| l.part(0)).map_or("", |first| walk.text_of(first));
    matches!(verb, "MapGet" | "MapPost" | "MapPut" | "MapPatch" | "MapDelete") && first.starts_with('"')
}

/// The body of a route of Sinatra: `get "/orders" do … end`.
pub(super) fn ruby_route<'t>(walk: &Walk<'_>, node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    if walk.grammar != Grammar::Ruby || kind != "call" || node.field("receiver").is_some() {
        return None;
    }
    let verb = walk.text_of(node.field("method")?);
    let first = node.field("arguments")?.part(0)?;
    let block = node.field("block")?;
    (matches!(verb, "get" | "post" | "put" | "patch" | "delete") && first.kind() == "string")
        .then(|| block.field("body"))?
}

/// Tells whether all that a function makes is an object whose functions do nothing.
pub(super) fn makes_idle(walk: &Walk<'_>, body: Node<'_>) -> bool {
    let mut at = body;
    if is_block(at.kind()) {
        let all = statements(at);
        let Some(only) = all.first().filter(|s| all.len() == 1 && s.kind() == "return_statement") else {
            return false;
        };
        at = *only;
    }
    while matches!(at.kind(), "return_statement" | "parenthesized_expression" | "as_expression") {
        let Some(inner) = at.part(0) else { return false };
        at = inner;
    }
    if at.kind() != "object" {
        return false;
    }
    let (mut functions, mut ignoring) = (0, false);
    for index in 0..at.named_child_count().min(60) {
        let Some(entry) = at.named_child(index as u32).filter(|n| !is_comment(n.kind())) else { continue };
        let function = if entry.kind() == "pair" { entry.field("value") } else { Some(entry) };
        let function = function.filter(|f| is_function(f.kind()));
        let inner = function.and_then(|f| f.field("body"));
        let Some((function, inner)) = function.zip(inner) else { return false };
        let takes = function.field("parameters").map_or(0, |p| p.named_child_count());
        let idle = judge(walk, inner, takes);
        if !matches!(idle, Some(Hollow::Empty | Hollow::Constant | Hollow::OnlyLogs | Hollow::Said)) {
            return false;
        }
        functions += 1;
        ignoring |= takes > 0;
    }
    functions >= 2 && ignoring
}
