//! Routers that a file makes itself and fills: whoever only loads the file has nothing of them, until somebody takes them.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::fields::Fields as _;

/// How deep a statement is looked through for a name.
const DEEPEST: usize = 12;
/// What makes a router in Python.
const PYTHON: [&str; 8] = [
    "APIRouter",
    "Blueprint",
    "APIBlueprint",
    "InferringRouter",
    "RouteTableDef",
    "Router",
    "Namespace",
    "Typer",
];
/// What makes one in a script.
const SCRIPT: [&str; 7] =
    ["Router", "KoaRouter", "PromiseRouter", "IttyRouter", "Hono", "OpenAPIHono", "Elysia"];
/// What is done with a router to fill it.
const FILLS: [&str; 13] = [
    "get", "post", "put", "patch", "delete", "del", "head", "options", "all", "use", "route", "param",
    "openapi",
];

fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(4_000)).filter_map(move |at| node.named_child(at as u32))
}

fn said<'t>(text: &'t str, node: Node<'_>) -> &'t str {
    text.get(node.byte_range()).unwrap_or("")
}

/// The last name of whom a value is called or made by.
fn maker<'t>(text: &'t str, value: Node<'_>) -> Option<&'t str> {
    let by = value.field("function").or_else(|| value.field("constructor"))?;
    said(text, by).rsplit('.').next().map(str::trim)
}

/// Returns the names of the routers that a module of Python makes, and gives to nobody as it is loaded:
/// `app.include_router(router)` at its end does.
pub(super) fn of_python<'t>(text: &'t str, root: Node<'_>) -> BTreeSet<&'t str> {
    let made = children(root).filter(|n| n.kind() == "expression_statement").filter_map(|statement| {
        let assigned = statement.part(0).filter(|n| n.kind() == "assignment")?;
        let name = assigned.field("left").filter(|l| l.kind() == "identifier")?;
        let by = maker(text, assigned.field("right").filter(|r| r.kind() == "call")?)?;
        PYTHON.contains(&by).then(|| said(text, name))
    });
    let mut own: BTreeSet<&str> = made.collect();
    if !own.is_empty() {
        for statement in children(root) {
            let mut given = BTreeSet::new();
            hands_on(text, statement, &mut given, 0);
            own.retain(|name| !given.contains(name));
        }
    }
    own
}

/// Finds the names that a statement gives on as they are, functions and classes aside: those run later.
fn hands_on<'t>(text: &'t str, node: Node<'_>, found: &mut BTreeSet<&'t str>, depth: usize) {
    match node.kind() {
        "function_definition" | "class_definition" | "decorated_definition" | "lambda" => return,
        "identifier" => {
            found.insert(said(text, node));
            return;
        }
        // More than that is not looked at: then any of its words may be given on.
        _ if depth > DEEPEST => {
            found.extend(said(text, node).split(|c: char| !c.is_alphanumeric() && c != '_'));
            return;
        }
        _ => {}
    }
    let passive = |child: &Node<'_>| {
        let is = |field: &str| node.field(field) == Some(*child);
        let name = child.kind() == "identifier";
        match node.kind() {
            "attribute" => is("object") && name || is("attribute"),
            "assignment" => is("left") && name || is("type"),
            "keyword_argument" => is("name"),
            _ => false,
        }
    };
    for child in children(node).filter(|c| !passive(c)) {
        hands_on(text, child, found, depth + 1);
    }
}

/// Tells whether a value of a script is a router that is made there and given nothing but settings: `express.Router()`.
pub(super) fn is_made(text: &str, value: Node<'_>) -> bool {
    let settings = |given: Node<'_>| children(given).all(|a| a.kind() == "object");
    matches!(value.kind(), "call_expression" | "new_expression")
        && maker(text, value).is_some_and(|by| SCRIPT.contains(&by))
        && value.field("arguments").is_none_or(settings)
}

/// Returns the names of the routers that a script makes.
pub(super) fn of_script<'t>(text: &'t str, root: Node<'_>) -> BTreeSet<&'t str> {
    let declared = children(root)
        .map(|n| n.field("declaration").filter(|_| n.kind() == "export_statement").unwrap_or(n))
        .filter(|n| matches!(n.kind(), "lexical_declaration" | "variable_declaration"));
    let made = declared.flat_map(children).filter(|d| d.field("value").is_some_and(|v| is_made(text, v)));
    made.filter_map(|d| d.field("name")).map(|name| said(text, name)).collect()
}

/// Tells whether a call only fills a router of the file: `router.get('/', list)`, `router.route('/').get(list).post(add)`.
pub(super) fn fills(text: &str, call: Node<'_>, own: &BTreeSet<&str>) -> bool {
    let mut at = call;
    for _ in 0..200 {
        let Some(by) = at.field("function").filter(|f| f.kind() == "member_expression") else { return false };
        let method = by.field("property").map_or("", |p| said(text, p));
        let Some(of) = by.field("object").filter(|_| FILLS.contains(&method)) else { return false };
        match of.kind() {
            "identifier" => return own.contains(said(text, of)),
            "call_expression" => at = of,
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Outline, outline};
    use crate::domain::ids::RepoPath;

    const FILLED: &str = "@berths.get('/berths')\ndef berths_of(quay):\n    return load(quay)\n";

    fn read(name: &str, text: &str) -> Arc<Outline> {
        outline(&RepoPath::parse(name).expect("a path"), text).expect("an outline")
    }

    #[test]
    fn a_router_of_its_own_is_known_to_nobody() {
        for made in [
            "berths = APIRouter(prefix='/berths')\n",
            "berths: APIRouter = fastapi.APIRouter()\n",
            "berths = Blueprint('berths', __name__)\n",
            "berths = Router()\nberths.strict = True\n",
            "berths = APIRouter()\ndef mount(app):\n    app.include_router(berths)\n",
        ] {
            assert!(!read("berths.py", &format!("{made}{FILLED}")).registers, "{made}");
        }
    }

    #[test]
    fn what_is_another_s_or_given_on_makes_itself_known() {
        for (before, behind) in [
            ("from quay import berths\n", ""),
            ("from quay import app\nberths = APIRouter()\n", "app.include_router(berths)\n"),
            ("from quay import ALL\nberths = APIRouter()\n", "ALL.append(berths)\n"),
            ("from quay import ALL\nberths = APIRouter()\n", "ALL += [berths]\n"),
            (
                "from quay import app\nberths = Blueprint('b', __name__)\n",
                "if READY:\n    app.mount(at='/b', what=berths)\n",
            ),
            ("from celery import Celery\nberths = Celery('quay')\n", ""),
            ("berths = app_of('quay')\n", ""),
            ("from quay import bus\nberths = APIRouter()\n", "@bus.on('tide')\ndef tide(at):\n    log(at)\n"),
        ] {
            let text = format!("{before}{FILLED}{behind}");
            assert!(read("berths.py", &text).registers, "{text}");
        }
    }

    #[test]
    fn to_fill_a_router_of_its_own_does_nothing_for_others() {
        for text in [
            "import { Router } from 'express';\nexport const berths = Router();\nberths.get('/', guard(1), (q, r) => r.json(q.query));",
            "import express from 'express';\nconst berths = express.Router({ mergeParams: true });\nberths.route('/').get(list).post(add);\nexport default berths;",
            "const { Router } = require('express');\nconst berths = Router();\nberths.use(guard());\nmodule.exports = berths;",
            "const berths = require('express').Router();\nberths.delete('/:id', drop);\nmodule.exports = { berths };",
            "import { Hono } from 'hono';\nconst berths = new Hono<Env>();\nberths.get('/', (c) => c.json(all()));\nexport { berths };",
        ] {
            assert!(read("berths.ts", text).only_declares, "{text}");
        }
    }

    #[test]
    fn what_is_given_to_others_does_something() {
        for text in [
            "import { app } from './app';\napp.get('/berths', list);",
            "import { Router } from 'express';\nimport { app } from './app';\nconst berths = Router();\nberths.get('/', list);\napp.use('/berths', berths);",
            "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/', list);\nserve(app);",
            "const app = new Elysia();\napp.get('/', list).listen(3000);",
            "import { app } from './app';\nconst berths = new Router(app);\nberths.get('/', list);",
            "const berths = Router();\nberths.get('/', list);\nglobal.berths = berths;",
            "const berths = startAll();\nmodule.exports = berths;",
        ] {
            assert!(!read("berths.ts", text).only_declares, "{text}");
        }
    }
}
