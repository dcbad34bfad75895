//! Routers that nothing is put on: an `express.Router()` or `APIRouter()` that is made, given out, and left as it is.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::code_text::Code;
use crate::domain::syntax::Grammar;
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
        ) || before.starts_with("exports.") && before.ends_with('=')
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
