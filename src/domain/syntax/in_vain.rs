//! What a constant answer does besides, and in vain: a query whose rows nobody answers with, a request that is read and used
//! for nothing, a choice between two that are the same.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::answer::is_made_of_literals;
use super::body::statements;
use super::fields::Fields as _;
use super::walk::Walk;

/// The most nodes of a statement that are looked at.
const MOST: usize = 300;

/// The statements of a body, told apart.
#[derive(Default)]
pub(super) struct Vain {
    /// Names of what was read of a request.
    pub(super) read: BTreeSet<String>,
    /// Names of values that are made of literals.
    pub(super) fixed: BTreeSet<String>,
    /// Statements that change nothing of the answer, by where they begin.
    passed: BTreeSet<usize>,
}

impl Vain {
    pub(super) fn of(walk: &Walk<'_>, all: &[Node<'_>], own: &BTreeSet<String>) -> Self {
        let mut found = Self::default();
        if !walk.grammar.is_script() {
            return found;
        }
        for (at, statement) in all.iter().enumerate() {
            let unused = |names: &BTreeSet<String>| {
                let rest = all.iter().skip(at + 1);
                rest.map(|one| without_same(walk, *one)).all(|text| words(&text).all(|w| !names.contains(w)))
            };
            let passed = match bound(walk, *statement) {
                Some((names, value)) if is_read(walk, value, own) => {
                    found.read.extend(names);
                    true
                }
                Some((names, value)) if asks(walk, value) => unused(&names),
                Some((names, value)) if names.len() == 1 && is_made_of_literals(walk, value) => {
                    found.fixed.extend(names);
                    false
                }
                Some(_) => false,
                None => {
                    let awaited = statement.part(0).filter(|_| statement.kind() == "expression_statement");
                    awaited.is_some_and(|value| value.kind() == "await_expression" && asks(walk, value))
                        || !found.read.is_empty() && found.refuses(walk, *statement, own)
                }
            };
            if passed {
                found.passed.insert(statement.start_byte());
            }
        }
        found
    }

    /// Tells whether a statement leaves the answer as it is.
    pub(super) fn passes(&self, statement: Node<'_>) -> bool {
        self.passed.contains(&statement.start_byte())
    }

    /// `if (!content) return res.status(400).json({ error: 'content' })`: only whether something came is asked.
    fn refuses(&self, walk: &Walk<'_>, statement: Node<'_>, own: &BTreeSet<String>) -> bool {
        if statement.kind() != "if_statement" || statement.field("alternative").is_some() {
            return false;
        }
        let parts = statement.field("condition").zip(statement.field("consequence"));
        let Some((asked, taken)) = parts else { return false };
        const ASKS: [&str; 8] = ["length", "trim", "body", "typeof", "string", "null", "undefined", "true"];
        let came = words(walk.text_of(asked)).all(|word| {
            self.read.contains(word)
                || own.contains(word)
                || ASKS.contains(&word)
                || word.parse::<u32>().is_ok()
        });
        let all = if taken.kind() == "statement_block" { statements(taken) } else { vec![taken] };
        let [.., last] = all.as_slice() else { return false };
        let text = walk.text_of(*last);
        let refused = ["400", "401", "403", "404", "422"].iter().any(|code| words(text).any(|w| w == *code));
        came && refused && all.len() <= 2 && !text.contains("await")
    }
}

/// The names that a declaration binds, and the value.
fn bound<'n>(walk: &Walk<'_>, statement: Node<'n>) -> Option<(BTreeSet<String>, Node<'n>)> {
    let declares = matches!(statement.kind(), "lexical_declaration" | "variable_declaration");
    let one = statement.part(0).filter(|_| declares && statement.is_single())?;
    let (name, value) = (one.field("name")?, one.field("value")?);
    Some((words(walk.text_of(name)).map(str::to_owned).collect(), value))
}

/// `await prisma.order.findMany()`, `await pool.query('SELECT * FROM orders')`: what only looks for something, whose result is
/// all there is to it. To look for what must be there, or else to throw, is a check.
fn asks(walk: &Walk<'_>, value: Node<'_>) -> bool {
    const ASKS: [&str; 6] = ["find", "list", "count", "aggregate", "groupBy", "getAll"];
    const QUERIES: [&str; 7] = ["query", "execute", "raw", "all", "get", "any", "many"];
    let call = if value.kind() == "await_expression" { value.part(0) } else { None };
    let Some(call) = call.filter(|c| c.kind() == "call_expression") else { return false };
    let called = call.field("function");
    let member = called.and_then(|f| f.field("property")).map_or("", |p| walk.text_of(p));
    let changes = ["OrThrow", "Update", "Delete", "Remove", "Replace", "Create"];
    let first = call.field("arguments").and_then(|list| list.part(0));
    let said =
        first.filter(|f| matches!(f.kind(), "string" | "template_string")).map_or("", |f| walk.text_of(f));
    let said = said.trim_matches(['\'', '"', '`']).trim().to_lowercase();
    let selects = said.starts_with("select ")
        && said.contains(" from ")
        && !said.contains("for update")
        && !said.split(" from ").next().unwrap_or_default().contains('(');
    QUERIES.contains(&member) && selects
        || ASKS
            .iter()
            .any(|ask| member.strip_prefix(ask).is_some_and(|rest| !rest.starts_with(char::is_lowercase)))
            && !changes.iter().any(|word| member.contains(word))
}

/// `await req.json()`, `req.body`.
fn is_read(walk: &Walk<'_>, value: Node<'_>, own: &BTreeSet<String>) -> bool {
    let value = walk.text_of(value);
    let value = value.strip_prefix("await ").unwrap_or(value);
    let Some((head, member)) = value.split_once('.') else { return false };
    own.contains(head) && matches!(member, "json()" | "text()" | "formData()" | "body" | "query" | "params")
}

/// `fetch('/api/items'); setItems(['a', 'b']);`: what comes is dropped, and a constant kept in its place.
pub(super) fn drops_what_comes(walk: &Walk<'_>, statement: Node<'_>) -> bool {
    let call = statement.part(0);
    let waits = call.is_some_and(|node| node.kind() == "await_expression");
    let call = if waits { call.and_then(|node| node.part(0)) } else { call };
    let call = call.filter(|c| c.kind() == "call_expression");
    let Some(list) = call.and_then(|c| c.field("arguments")) else { return false };
    let called = call.and_then(|c| c.field("function")).map_or("", |f| walk.text_of(f));
    // With more than a place it may be there to change something.
    let reads = matches!(called, "fetch" | "axios.get" | "$fetch") && list.is_single();
    let next = statement.next_named_sibling().filter(|n| reads && n.kind() == "expression_statement");
    let sets = next.and_then(|n| n.part(0)).filter(|c| c.kind() == "call_expression");
    let Some(sets) = sets else { return false };
    let name = sets.field("function").map_or("", |f| walk.text_of(f));
    let setter = name.strip_prefix("set").is_some_and(|rest| rest.starts_with(char::is_uppercase));
    let value = sets.field("arguments").and_then(|list| list.part(0));
    let holds = |value: Node<'_>| {
        matches!(value.kind(), "array" | "object")
            && value.named_child_count() > 0
            && is_made_of_literals(walk, value)
    };
    setter && value.is_some_and(holds)
}

/// The text of a node without its comments, in which a choice between two that are the same is that one.
pub(super) fn without_same(walk: &Walk<'_>, node: Node<'_>) -> String {
    let text = walk.text_of(node);
    let mut same: Option<(std::ops::Range<usize>, &str)> = None;
    let mut open = vec![node];
    let mut met = 0;
    while let Some(at) = open.pop().filter(|_| text.contains('?')) {
        met += 1;
        if met > MOST {
            break;
        }
        let field = |name: &str| at.field(name).map_or("", |n| walk.text_of(n));
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        let (one, other) = (field("consequence"), field("alternative"));
        if at.kind() == "ternary_expression" && bare(one) == bare(other) && !field("condition").contains('(')
        {
            same = Some((at.byte_range(), one));
            break;
        }
        open.extend((0..at.named_child_count().min(60)).filter_map(|i| at.named_child(i as u32)));
    }
    let apart = |comment: &std::ops::Range<usize>| {
        same.as_ref().is_none_or(|(range, _)| comment.end <= range.start || comment.start >= range.end)
    };
    let comments = walk.comments_in(node).into_iter().filter(apart).map(|comment| (comment, " "));
    let mut cuts: Vec<_> = comments.collect();
    cuts.extend(same.clone());
    cuts.sort_by_key(|(range, _)| range.start);
    walk.with_cuts(node, cuts).into_owned()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::Hollow;
    use super::super::tests::hollow;

    #[test]
    fn a_query_in_vain_is_told_from_one_that_is_answered_with() {
        let list = |body: &str| format!("export async function listOrders(req, res) {{\n{body}\n}}\n");
        let rows = "const { rows } = await pool.query('SELECT * FROM orders');";
        for (body, found) in [
            ("await pool.query('SELECT * FROM orders');\nres.json([{ id: 1, total: 9 }]);".to_owned(), true),
            (format!("{rows}\nres.json([{{ id: 1, total: rows ? 9 : 9 }}]);"), true),
            (format!("{rows}\nconst orders = [{{ id: 1 }}];\nres.json(orders);"), true),
            (format!("{rows}\nres.json(rows.length ? [{{ id: 1 }}] : [{{ id: 1 }}]);"), true),
            (format!("{rows}\nres.json(rows);"), false),
            (format!("{rows}\nres.json(rows.length ? rows : [{{ id: 1 }}]);"), false),
            (format!("{rows}\nres.json([{{ id: 1, total: rows.length ? 9 : 8 }}]);"), false),
            // What it changes is all there is to it.
            ("await pool.query('DELETE FROM orders');\nres.json({ ok: true });".to_owned(), false),
            ("await pool.query('SELECT drop_old() FROM jobs');\nres.json({ ok: true });".to_owned(), false),
            (
                "await pool.query('SELECT id FROM jobs FOR UPDATE');\nres.json({ ok: true });".to_owned(),
                false,
            ),
        ] {
            let told = hollow("a.js", &list(&body)).iter().any(|(_, what)| *what == Hollow::Answers);
            assert_eq!(told, found, "{body}");
        }
    }

    #[test]
    fn a_list_that_is_kept_in_place_of_what_was_fetched_is_told() {
        let page = |body: &str| {
            format!(
                "export default function Page() {{\n  const [items, setItems] = useState([]);\n  useEffect(() => {{\n    {body}\n  }}, []);\n  return <ul>{{items.map((i) => <li key={{i}}>{{i}}</li>)}}</ul>;\n}}\n"
            )
        };
        for (body, found) in [
            ("fetch('/api/items');\n    setItems(['a', 'b']);", true),
            ("fetch('/api/items').then((r) => r.json()).then(setItems);", false),
            ("fetch('/api/seen', { method: 'POST' });\n    setItems(['a', 'b']);", false),
            ("fetch('/api/seen');\n    setItems([]);", false),
            ("fetch('/api/seen');\n    setItems([props.first]);", false),
        ] {
            let told = hollow("a.tsx", &page(body)).iter().any(|(_, what)| *what == Hollow::Dropped);
            assert_eq!(told, found, "{body}");
        }
    }

    #[test]
    fn a_request_that_is_checked_and_forgotten_is_not_handled() {
        let post = |body: &str| {
            format!(
                "export async function POST(req: Request) {{\n  const {{ content }} = await req.json();\n  if (!content) return NextResponse.json({{ error: 'content' }}, {{ status: 400 }});\n  {body}\n}}\n"
            )
        };
        for (body, found) in [
            ("return NextResponse.json({ ok: true }, { status: 201 });", Some(Hollow::Answers)),
            (
                "// TODO: save the message\n  return NextResponse.json({ content }, { status: 201 });",
                Some(Hollow::Echoes),
            ),
            ("return NextResponse.json({ content }, { status: 201 });", None),
            ("await keep(content);\n  return NextResponse.json({ ok: true });", None),
            ("// TODO: faster\n  return NextResponse.json(await keep(content));", None),
        ] {
            let told = hollow("a.ts", &post(body)).first().map(|(_, what)| *what);
            assert_eq!(told, found, "{body}");
        }
        let other = "export async function POST(req: Request) {\n  const b = await req.json();\n  if (!known(b)) return NextResponse.json({}, { status: 400 });\n  return NextResponse.json({ ok: true });\n}\n";
        assert_eq!(hollow("a.ts", other), []);
    }
}
