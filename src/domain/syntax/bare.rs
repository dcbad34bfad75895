//! What is declared and holds nothing: a table of Python without columns, a task of Rake without steps, an action of Rails that
//! only sets what is empty, a migration of a script that makes nothing.

use tree_sitter::Node;

use super::Grammar;
use super::body::{Hollow, HollowBody, statements};
use super::constant::is_blank;
use super::fields::Fields as _;
use super::walk::Walk;

/// Types of which nothing is left without members: tables and documents. An error, a protocol, a message without fields, a
/// configuration of an application or a user as the framework has it may well add nothing.
const TABLES: [&str; 6] = ["Base", "Model", "SQLModel", "Document", "Serializer", "ModelSerializer"];
/// Words in names of types that are there for others to build on.
const BUILT_ON: [&str; 3] = ["Base", "Mixin", "Abstract"];

/// The actions of Rails by their convention but `new`, which may have nothing to show.
const ACTIONS: [&str; 6] = ["index", "show", "edit", "create", "update", "destroy"];

/// Looks at a node that may declare such a thing; a task with steps counts as work.
pub(super) fn found(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) -> Option<HollowBody> {
    let name = match (walk.grammar, kind) {
        (Grammar::Python, "class_definition") if !walk.is_local() => table(walk, node)?,
        (Grammar::Ruby, "call") => task(walk, node)?,
        _ => return None,
    };
    Some(HollowBody {
        name,
        owner: None,
        from: walk.line(node.start_byte()),
        to: walk.line(node.end_byte().saturating_sub(1)),
        what: Hollow::Bare,
        takes: 0,
        loose: false,
        asked_for: false,
        marked: false,
    })
}

/// `class User(Base): pass`.
fn table(walk: &Walk<'_>, node: Node<'_>) -> Option<String> {
    let name = walk.text_of(node.field("name")?);
    let bases = node.field("superclasses")?;
    let last = |text: &str| text.rsplit('.').next().unwrap_or_default().to_owned();
    let of_table = bases.is_single()
        && bases.part(0).is_some_and(|base| TABLES.contains(&last(walk.text_of(base)).as_str()));
    let bare = statements(node.field("body")?).is_empty();
    let built_on = BUILT_ON.iter().any(|word| name.contains(word));
    let marked = node.parent().is_some_and(|p| p.kind() == "decorated_definition");
    (of_table && bare && !built_on && !marked).then(|| name.to_owned())
}

/// `task :refund do … end` of Rake. One that needs others is there to hold them together.
fn task(walk: &mut Walk<'_>, node: Node<'_>) -> Option<String> {
    let method = node.field("method").map_or("", |m| walk.text_of(m));
    let block = node.field("block")?;
    if method != "task" || node.field("receiver").is_some() {
        return None;
    }
    if block.field("body").is_some_and(|body| !statements(body).is_empty()) {
        walk.out.real_bodies += 1;
        return None;
    }
    let said = walk.text_of(node.field("arguments")?.part(0)?);
    let (name, needs) = said.split_once("=>").or_else(|| said.split_once(": ")).unwrap_or((said, ""));
    let alone = needs
        .trim()
        .trim_matches([':', '[', ']', ' '])
        .split(',')
        .all(|n| matches!(n.trim(), "" | "environment"));
    let name = name.trim().trim_start_matches(':').trim_matches(['"', '\'', ' ']);
    alone.then(|| name.to_owned())
}

/// Tells whether an action of Rails does nothing but to set what is empty: `@articles = []`.
pub(super) fn sets_nothing(walk: &Walk<'_>, node: Node<'_>, body: Node<'_>, name: &str) -> bool {
    if walk.grammar != Grammar::Ruby || node.kind() != "method" || !ACTIONS.contains(&name) {
        return false;
    }
    let of_controller = walk.owner().is_some_and(|owner| owner.ends_with("Controller"));
    let sets = |statement: &Node<'_>| {
        let left = statement.field("left").filter(|l| l.kind() == "instance_variable");
        let value = statement.field("right").filter(|_| statement.kind() == "assignment");
        left.is_some() && value.is_some_and(|v| is_blank(walk, v, 0))
    };
    let all = statements(body);
    of_controller && !all.is_empty() && all.iter().all(sets)
}

/// Tells whether the way up of a migration only looks, or makes a table without columns: `knex.raw('SELECT 1')`.
pub(super) fn migrates_nothing(walk: &Walk<'_>, body: Node<'_>, name: &str) -> bool {
    let all = statements(body);
    walk.grammar.is_script() && name == "up" && !all.is_empty() && all.iter().all(|one| looks(walk, *one))
}

fn looks(walk: &Walk<'_>, statement: Node<'_>) -> bool {
    let mut at = statement;
    while matches!(at.kind(), "expression_statement" | "return_statement" | "await_expression") {
        let Some(inner) = at.part(0) else { return false };
        at = inner;
    }
    let called = at.field("function").filter(|f| f.kind() == "member_expression");
    let called = called.and_then(|f| f.field("property")).map_or("", |p| walk.text_of(p));
    let Some(list) = at.field("arguments") else { return false };
    let first = list.part(0);
    match called {
        "hasTable" | "hasColumn" => true,
        "raw" | "query" => first.is_some_and(|said| {
            let said = walk.text_of(said).trim_matches(['\'', '"', '`', ';', ' ']).to_lowercase();
            said.strip_prefix("select ").is_some_and(|rest| rest.trim().bytes().all(|b| b.is_ascii_digit()))
        }),
        "createTable" => {
            let columns = list.part(1).filter(|_| list.named_child_count() == 2);
            let body = columns.and_then(|f| f.field("body"));
            body.is_some_and(|b| b.kind() == "statement_block" && statements(b).is_empty())
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::hollow;
    use super::Hollow;

    #[test]
    fn a_migration_of_a_script_that_makes_nothing_is_told() {
        let up = |body: &str| {
            format!(
                "exports.up = async (knex) => {{\n{body}\n}};\n\nexports.down = async (knex) => {{ await knex.schema.dropTable('audit'); }};\n"
            )
        };
        for (body, found) in [
            ("await knex.schema.createTable('audit', (t) => {\n});", true),
            ("await knex.raw('SELECT 1');", true),
            ("await knex.schema.hasTable('audit');", true),
            ("await knex.schema.createTable('audit', (t) => { t.increments(); });", false),
            ("await knex.raw('SELECT create_audit()');", false),
            ("if (!(await knex.schema.hasTable('audit'))) { await make(knex); }", false),
        ] {
            let told = hollow("a.js", &up(body)).iter().any(|(_, what)| *what == Hollow::Bare);
            assert_eq!(told, found, "{body}");
        }
    }
}
