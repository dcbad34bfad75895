//! Routers that nothing is put on: an `express.Router()`, `APIRouter()`, tRPC's `router({})` or axum's `Router::new()` that
//! is made, given out, and left as it is.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::code_text::Code;
use crate::domain::syntax::{Grammar, Outline, SymbolKind};
use crate::domain::wiring::Project;

/// A router without a route.
pub(super) struct BareRouter {
    pub(super) line: u32,
    pub(super) what: String,
    /// Nothing else is in the file, and no other file was seen to put something on it.
    pub(super) sure: bool,
}

fn made(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a constant pattern")
}

static SCRIPT: LazyLock<Regex> = LazyLock::new(|| {
    made(concat!(
        r"(?m)^[ \t]*(?:export[ \t]+)?(?:const|let|var)[ \t]+(\w+)(?:[ \t]*:[ \t]*[\w.<>]+)?[ \t]*=[ \t]*",
        r"(?:new[ \t]+)?(?:\w+\.)?(?:Router|Hono|OpenAPIHono|Elysia)(?:<[^<>()]*>)?\(([^()]*)\)[ \t]*(?:;|$)"
    ))
});
static PYTHON: LazyLock<Regex> = LazyLock::new(|| {
    made(concat!(
        r"(?m)^(\w+)(?:[ \t]*:[ \t]*[\w.]+)?[ \t]*=[ \t]*",
        r"(?:\w+\.)?(?:APIRouter|Blueprint)\(([^()]*)\)[ \t]*$"
    ))
});
static GO: LazyLock<Regex> = LazyLock::new(|| {
    made(concat!(
        r"(?m)^[ \t]*(\w+)[ \t]*:=[ \t]*",
        r"(?:http\.NewServeMux|chi\.NewRouter|mux\.NewRouter|gin\.New|gin\.Default|echo\.New)\(()\)[ \t]*$"
    ))
});
/// tRPC's routers hold what they are made with, and nothing is put on them later.
static TRPC: LazyLock<Regex> = LazyLock::new(|| {
    made(concat!(
        r"(?m)^[ \t]*(?:export[ \t]+)?(?:const|let|var)[ \t]+(\w+)[ \t]*=[ \t]*",
        r"(?:\w+\.)?(?:router|createTRPCRouter|createRouter)\((\s*(?:\{\s*\})?\s*)\)[ \t]*(?:;|$)"
    ))
});
/// A router within a router, as empty as the other.
static WITHIN: LazyLock<Regex> = LazyLock::new(|| {
    made(r"\w+\s*:\s*(?:\w+\.)?(?:router|createTRPCRouter|createRouter)\(\s*(?:\{\s*\})?\s*\)\s*,?")
});
static AXUM: LazyLock<Regex> =
    LazyLock::new(|| made(r"\b(?:Router|OpenApiRouter)(?:::<[^<>;(){}]*>)?::(?:new|default)\(\)"));
/// By these something is put on a router of axum.
static PUTS: LazyLock<Regex> = LazyLock::new(|| {
    made(
        r"\.\s*(?:route|route_service|nest|nest_service|merge|routes|fallback\w*|method_not_allowed_fallback|service)\s*\(",
    )
});
const LIBRARIES: [&str; 9] = [
    "express",
    "express-promise-router",
    "koa-router",
    "@koa/router",
    "hono",
    "@hono/zod-openapi",
    "elysia",
    "itty-router",
    "router",
];
/// By these a router is put on another, or on an application.
const MOUNTS: &str = "use|route|include_router|register|register_blueprint|mount|group|Mount|Handle|handle|concat|on|describe|expect|return|if|ListenAndServe|serve";

/// Looks for a router in a file that is left empty.
pub(super) fn bare_router(code: &Code<'_>, project: Option<&Project<'_>>) -> Option<BareRouter> {
    let outline = code.outline.as_deref()?;
    if outline.grammar == Grammar::Rust {
        return axum(code, outline);
    }
    if outline.grammar.is_script()
        && let Some(found) = trpc(code, outline, project)
    {
        return Some(found);
    }
    let pattern = match outline.grammar {
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => {
            outline.imports.iter().any(|i| LIBRARIES.contains(&i.from.as_str())).then_some(&*SCRIPT)?
        }
        Grammar::Python => &*PYTHON,
        Grammar::Go => &*GO,
        Grammar::Rust | Grammar::Java | Grammar::CSharp | Grammar::Ruby => return None,
    };
    let bare = code.without_strings();
    let found = pattern.captures(&bare)?;
    let (whole, name) = (found.get(0)?, found.get(1)?);
    let given = found.get(2).map_or("", |g| g.as_str());
    if ["static", "routes", "template"].iter().any(|w| given.contains(w)) {
        return None;
    }
    // Routes that are put on it in the same breath stand on the next line.
    if bare[whole.end()..].trim_start().starts_with('.') {
        return None;
    }
    if !only_given_out(&bare, name.as_str(), name.start(), whole.end()) {
        return None;
    }
    let filled = project.map_or(Filled::Perhaps, |p| filled_elsewhere(p, code, name.as_str()));
    if matches!(filled, Filled::Yes) {
        return None;
    }
    let line = code.line_at(name.start());
    let what = format!("`{}` is a router that nothing is put on", name.as_str());
    let alone = outline.real_bodies == 0 || outline.grammar == Grammar::Go && outline.real_bodies == 1;
    Some(BareRouter { line, what, sure: alone && matches!(filled, Filled::No) })
}

/// `export const appRouter = router({});`
fn trpc(code: &Code<'_>, outline: &Outline, project: Option<&Project<'_>>) -> Option<BareRouter> {
    let library = outline.imports.iter().any(|i| i.from.starts_with("@trpc/server"))
        || project.is_some_and(|p| p.depends_on("@trpc/server"));
    if !library {
        return None;
    }
    let mut bare = code.without_strings();
    while let Some(inner) = WITHIN.find(&bare).map(|m| m.range()) {
        bare.replace_range(inner.clone(), &" ".repeat(inner.len()));
    }
    let (name, end) = TRPC.captures(&bare).and_then(|c| Some((c.get(1)?, c.get(0)?.end())))?;
    if !only_given_out(&bare, name.as_str(), name.start(), end) {
        return None;
    }
    let what = format!("`{}` is a router without a procedure", name.as_str());
    let values = outline.exports().filter(|s| s.kind == SymbolKind::Value).count();
    let alone = outline.real_bodies == 0 && values <= TRPC.find_iter(&bare).count();
    Some(BareRouter { line: code.line_at(name.start()), what, sure: alone })
}

/// `pub fn routes() -> Router { Router::new() }`, layers and state aside.
fn axum(code: &Code<'_>, outline: &Outline) -> Option<BareRouter> {
    let mut bare = code.alone();
    if !bare.contains("axum") {
        return None;
    }
    // What stands in tests is put on other routers.
    for range in &outline.dead {
        bare.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    let mut found = AXUM.find_iter(&bare);
    let (first, more) = (found.next()?, found.next().is_some());
    if more || PUTS.is_match(&bare) {
        return None;
    }
    let before = bare[..first.start()].trim_end().trim_end_matches("axum::").trim_end();
    let given_on = before.ends_with(['(', ',', '.', '&']);
    let bound = before.strip_suffix('=').map(|b| b.trim_end().rsplit([' ', '\t', '\n']).next().unwrap_or(""));
    let handed = |name: &str| {
        let Ok(hand) = Regex::new(&format!(r"[(,&]\s*{}\b", regex::escape(name))) else { return true };
        hand.is_match(&bare[first.end()..])
    };
    if given_on || bound.is_some_and(handed) {
        return None;
    }
    // Layers may be what the plan wanted.
    let sure = outline.real_bodies <= 1 && !bare.contains("layer(");
    let what = "`Router::new()` is a router that nothing is put on".to_owned();
    Some(BareRouter { line: code.line_at(first.start()), what, sure })
}

/// Tells whether a name is, beside where it is made, only given to others as it is.
fn only_given_out(bare: &str, name: &str, at: usize, end: usize) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    bare.match_indices(name).all(|(i, _)| {
        let part = bare[..i].chars().next_back().is_some_and(joins)
            || bare[i + name.len()..].chars().next().is_some_and(joins);
        if part || i == at || (at..end).contains(&i) {
            return true;
        }
        let start = bare[..i].rfind(['\n', ';']).map_or(0, |n| n + 1);
        let before: String = bare[start..i].split_whitespace().collect();
        let rest = bare[i + name.len()..].split(['\n', ';']).next().unwrap_or("").trim();
        let given = matches!(
            before.as_str(),
            "exportdefault" | "module.exports=" | "return" | "export{" | "module.exports={"
        ) || before.ends_with("=typeof")
            || before.starts_with("exports.") && before.ends_with('=')
            || before.starts_with("module.exports.") && before.ends_with('=');
        given && !rest.starts_with(['.', '(', '['])
    })
}

enum Filled {
    Yes,
    /// It is given to something that may, or not every file was looked at.
    Perhaps,
    No,
}

/// Looks for another file that puts something on it.
fn filled_elsewhere(project: &Project<'_>, code: &Code<'_>, name: &str) -> Filled {
    let Some(outline) = code.outline.as_deref() else { return Filled::Perhaps };
    let mut perhaps = project.survey.left_out.is_some() || !project.goes_on();
    // What a function of Go gives back goes by other names: who calls it may put something on it.
    if outline.grammar == Grammar::Go {
        return Filled::Perhaps;
    }
    for file in project.candidates(code.path, outline).iter().take(400) {
        let (Some(here), Some(text)) = (project.outline(file), project.text(file)) else { continue };
        let mut names = BTreeSet::new();
        for import in here.imports.iter().filter(|i| !i.passes_on) {
            let module = |local: &str| project.module_of(file, &here, import, local, code.path);
            for binding in import.names.iter().filter(|b| !b.local.is_empty()) {
                if module(&binding.local) {
                    names.insert(format!("{}.{name}", binding.local));
                    names.insert(binding.local.clone());
                } else if project.leads_to(file, &here, import).as_ref() == Some(code.path) {
                    names.insert(binding.local.clone());
                }
            }
        }
        for name in names {
            let name = regex::escape(&name);
            let Ok(puts) = Regex::new(&format!(
                r"\b{name}\s*\.\s*(?:get|post|put|patch|delete|head|options|all|use|route|add_\w+|api_route|websocket|on_event|include_router|register|mount|basePath|openapi|ws|param|before_\w+|after_\w+|errorhandler|group|guard)\b"
            )) else {
                continue;
            };
            if puts.is_match(text) {
                return Filled::Yes;
            }
            let Ok(given) = Regex::new(&format!(r"\b(\w+)\s*\(\s*{name}\s*[,)]")) else { continue };
            perhaps |= given.captures_iter(text).any(|g| !MOUNTS.split('|').any(|m| m == &g[1]));
        }
    }
    if perhaps { Filled::Perhaps } else { Filled::No }
}
