//! What is made to be run and that nobody runs: a closure under a name that is never read, a thread that is not started, a lazy
//! step whose outcome is dropped.
//!
//! To make such a thing does nothing. What stands in it is code that never runs; what is worked out as it is made does run.

use std::ops::Range;

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::gone::Why;
use super::lazy;
use super::names::{is_comment, is_function};
use super::walk::Walk;

/// What may be asked of a thing without running it.
const ASKED: [&str; 9] =
    [".name", ".Name", ".length", ".class", ".__name__", ".getClass()", ".GetType()", ".to_s", ".inspect"];
/// The same of a thread.
const OF_THREAD: [&str; 8] = [
    ".daemon",
    ".setDaemon(",
    ".setName(",
    ".setPriority(",
    ".IsBackground",
    ".Priority",
    ".getName(",
    ".threadId(",
];
/// What stands before a name that is only named.
const NAMED: [&str; 5] = ["_ = ", "_ := ", "void ", "typeof ", "nameof("];

/// A value that a statement comes to, and the name it is kept under.
struct Kept<'n> {
    name: Option<Node<'n>>,
    value: Node<'n>,
}

/// Marks what below a statement is made and never run.
pub(super) fn look(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) {
    let Some(kept) = kept(walk, node, kind) else { return };
    let value = bare(kept.value);
    let mut idle = Vec::new();
    let thread = threads(walk, value, &mut idle);
    if !thread {
        match kept.name {
            // What it takes is settled as it is made; what it does is not done.
            Some(_) if is_kept_function(walk, value) => {
                idle.push(value.field("body").unwrap_or(value).byte_range());
            }
            _ => wrapped(walk, value, &mut idle),
        }
        lazy::steps(walk, value, &mut idle);
    }
    if idle.is_empty() || kept.name.is_some_and(|name| is_read(walk, name, node, thread)) {
        return;
    }
    for range in idle {
        walk.never_runs(range);
    }
}

/// The value of a statement that drops it, or gives it to a name of its function alone.
fn kept<'n>(walk: &Walk<'_>, node: Node<'n>, kind: &str) -> Option<Kept<'n>> {
    let field = |name: &str| node.field(name);
    let last = || node.named_child((node.named_child_count().checked_sub(1)?) as u32);
    let (name, value) = match (walk.grammar, kind) {
        (Grammar::Ruby, "call" | "lambda") if drops(node) => return Some(Kept { name: None, value: node }),
        (Grammar::Ruby, "assignment") => (field("left")?, field("right")?),
        (Grammar::Ruby, _) => return None,
        // What a block of Rust ends with is its value.
        (_, "expression_statement") => {
            let ends = walk.grammar != Grammar::Rust || walk.text_of(node).ends_with(';');
            let value = node.part(0).filter(|_| ends && node.is_single())?;
            let blank = value.kind().starts_with("assignment");
            if !blank {
                return Some(Kept { name: None, value });
            }
            let (left, right) = (value.field("left")?, value.field("right")?);
            let local = walk.grammar == Grammar::Python && within_function(walk);
            if !local && !is_blank(walk.text_of(left)) {
                return None;
            }
            (left, right)
        }
        (Grammar::Rust, "let_declaration") => (field("pattern")?, field("value")?),
        (Grammar::Go, "short_var_declaration" | "assignment_statement") => {
            let (left, right) = (field("left")?, field("right")?);
            if left.named_child_count() != 1 || right.named_child_count() != 1 {
                return None;
            }
            let name = left.part(0)?;
            if kind == "assignment_statement" && !is_blank(walk.text_of(name)) {
                return None;
            }
            (name, right.part(0)?)
        }
        (Grammar::Java | Grammar::CSharp, "variable_declarator") => {
            let held = node
                .parent()
                .and_then(|list| if walk.grammar == Grammar::Java { Some(list) } else { list.parent() })?;
            let local = matches!(held.kind(), "local_variable_declaration" | "local_declaration_statement");
            let value = field("value").or_else(last).filter(|v| local && Some(*v) != field("name"))?;
            (field("name")?, value)
        }
        (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "variable_declarator") => {
            (field("name")?, field("value").filter(|_| within_function(walk))?)
        }
        _ => return None,
    };
    let plain = name.kind() == "identifier" || is_blank(walk.text_of(name));
    let name = (!is_blank(walk.text_of(name))).then_some(name);
    plain.then_some(Kept { name, value })
}

/// Tells whether a value of Ruby is dropped: nothing is given back by a program, and by a block only what stands last.
fn drops(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    match parent.kind() {
        "program" => true,
        "body_statement" | "block_body" | "then" | "do" => node.next_named_sibling().is_some(),
        _ => false,
    }
}

fn within_function(walk: &Walk<'_>) -> bool {
    let inner = walk.stack.iter().rev().find(|f| is_function(f.kind) || f.kind == "class_definition");
    inner.is_some_and(|f| f.kind != "class_definition")
}

fn is_blank(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b == b'_')
}

/// A value without what stands around it.
fn bare(value: Node<'_>) -> Node<'_> {
    let mut at = value;
    for _ in 0..6 {
        let around = matches!(
            at.kind(),
            "parenthesized_expression" | "equals_value_clause" | "as_expression" | "cast_expression"
        );
        // What a value is cast to stands first in some languages.
        let inner = at.field("value").or_else(|| at.part(0));
        let Some(inner) = inner.filter(|_| around) else { break };
        at = inner;
    }
    at
}

/// Tells whether a value is a function, or one that is named.
fn is_kept_function(walk: &Walk<'_>, value: Node<'_>) -> bool {
    match value.kind() {
        "arrow_function"
        | "function_expression"
        | "lambda"
        | "closure_expression"
        | "func_literal"
        | "lambda_expression"
        | "anonymous_method_expression"
        | "async_block" => true,
        // `int[]::new` is a word for a type.
        "method_reference" => !walk.text_of(value).ends_with("::new"),
        "identifier" => walk.grammar == Grammar::Python,
        "scoped_identifier" => walk.grammar == Grammar::Rust,
        _ => false,
    }
}

/// What a value holds that is to be run by whoever asks: `lambda { … }`, `new Action(() => …)`, `partial(send, to)`, a class
/// without a name.
fn wrapped(walk: &Walk<'_>, value: Node<'_>, idle: &mut Vec<Range<usize>>) {
    let field = |name: &str| value.field(name);
    let text = |n: Option<Node<'_>>| n.map_or("", |n| walk.text_of(n));
    match (walk.grammar, value.kind()) {
        (Grammar::Rust, "async_block") | (Grammar::Ruby, "lambda") => idle.push(value.byte_range()),
        (Grammar::Ruby, "call") => {
            let (of, method) = (text(field("receiver")), text(field("method")));
            if of.is_empty() && matches!(method, "lambda" | "proc") || of == "Proc" && method == "new" {
                idle.extend(field("block").map(|block| block.byte_range()));
            }
        }
        (Grammar::Python, "call") if matches!(text(field("function")), "partial" | "functools.partial") => {
            idle.extend(field("arguments").and_then(|list| list.part(0)).map(|f| f.byte_range()));
        }
        (Grammar::Java, "object_creation_expression") => {
            let types = ["Runnable", "Callable", "Supplier", "Consumer", "TimerTask"];
            let named = text(field("type")).split('<').next().unwrap_or_default();
            let body = children(value).find(|c| c.kind() == "class_body");
            idle.extend(body.filter(|_| types.contains(&named)).map(|body| body.byte_range()));
        }
        (Grammar::CSharp, "object_creation_expression") => {
            let named = text(field("type")).split('<').next().unwrap_or_default();
            if matches!(named, "Action" | "Func" | "ThreadStart" | "Lazy") {
                idle.extend(field("arguments").into_iter().flat_map(children).map(|a| a.byte_range()));
            }
        }
        _ => {}
    }
}

/// Tells whether a value is a thread that is yet to be started, with what it would run.
fn threads(walk: &Walk<'_>, value: Node<'_>, idle: &mut Vec<Range<usize>>) -> bool {
    let field = |name: &str| value.field(name);
    let text = |n: Option<Node<'_>>| n.map_or("", |n| walk.text_of(n));
    let given = || field("arguments").into_iter().flat_map(children);
    match (walk.grammar, value.kind()) {
        (Grammar::Python, "call") => {
            let brought =
                ["import threading", "from threading", "import multiprocessing", "from multiprocessing"];
            let called = text(field("function"));
            let made = called.rsplit('.').next().unwrap_or_default();
            if !matches!(made, "Thread" | "Process" | "Timer")
                || !brought.iter().any(|b| walk.text.contains(b))
            {
                return false;
            }
            let target = |n: &Node<'_>| {
                n.kind() == "keyword_argument" && matches!(text(n.field("name")), "target" | "function")
            };
            let by_name = given().find(target).and_then(|n| n.field("value"));
            let second = || given().nth(1).filter(|n| made == "Timer" && n.kind() != "keyword_argument");
            idle.extend(by_name.or_else(second).map(|n| n.byte_range()));
        }
        (Grammar::Java, "object_creation_expression") if text(field("type")) == "Thread" => {
            let body = children(value).find(|c| c.kind() == "class_body");
            let runs = |n: &Node<'_>| matches!(n.kind(), "lambda_expression" | "method_reference");
            idle.extend(given().find(runs).into_iter().chain(body).map(|n| n.byte_range()));
        }
        (Grammar::CSharp, "object_creation_expression")
            if matches!(text(field("type")), "Thread" | "Task") =>
        {
            idle.extend(given().next().map(|n| n.byte_range()));
        }
        _ => return false,
    }
    !idle.is_empty()
}

/// The most places of a name that are looked at.
const MOST_PLACES: usize = 500;

/// Tells whether a name is read again in the function around it. To ask what it is called is no reading.
fn is_read(walk: &Walk<'_>, name: Node<'_>, at: Node<'_>, thread: bool) -> bool {
    let mut scope = at;
    while let Some(above) = scope.parent() {
        scope = above;
        if is_function(scope.kind()) {
            break;
        }
    }
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let word = walk.text_of(name);
    let (from, text) = (scope.start_byte(), walk.text_of(scope));
    // What is put together as the program runs may read any.
    if ["eval", "binding", "locals()", "exec("].iter().any(|w| text.contains(w)) {
        return true;
    }
    let reads = |at: usize| {
        let (before, after) = (text.get(..at).unwrap_or(""), text.get(at + word.len()..).unwrap_or(""));
        if from + at == name.start_byte() || before.ends_with(joins) || after.starts_with(joins) {
            return false;
        }
        let asked = |all: &[&str]| {
            all.iter().any(|a| {
                // What is given something does more than to answer: `heavy.inspect(|box| log(box))`.
                let goes_on =
                    |rest: &str| rest.starts_with(joins) || *a == ".inspect" && rest.starts_with('(');
                after.strip_prefix(a).is_some_and(|rest| a.ends_with(['(', ')']) || !goes_on(rest))
            })
        };
        // A word of a message or a remark names nothing. What a text is put together of has nodes of its own, but for Rust's.
        let told = || {
            let place = scope.descendant_for_byte_range(from + at, from + at + word.len());
            let put_in =
                walk.grammar == Grammar::Rust && before.ends_with('{') && after.starts_with(['}', ':']);
            place.is_some_and(|n| is_comment(n.kind()) || is_text(n) && !put_in)
        };
        // The value must be all that is named, not what it comes to: `_ = notify(to)`.
        let alone = !after.trim_start_matches(' ').starts_with(['(', '.', '[', '?', ':'])
            // A branch that takes what it comes to: `_ = job => {}`.
            && !after.trim_start().starts_with("=>");
        let named = alone && NAMED.iter().any(|n| before.ends_with(n));
        !(asked(&ASKED) || thread && asked(&OF_THREAD) || named || told())
    };
    // Each place takes a look through the tree: a name that stands so often is read somewhere.
    let places = text.match_indices(word).take(MOST_PLACES + 1);
    places.enumerate().any(|(nth, (at, _))| nth == MOST_PLACES || reads(at))
        || walk.beside.is_some_and(|page| page.contains(word))
}

/// Tells whether a place is a piece of text: what a text is put together of has nodes of its own.
fn is_text(place: Node<'_>) -> bool {
    let kind = place.kind();
    ["string", "template", "char", "heredoc"].iter().any(|word| kind.contains(word))
}

pub(super) fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(200)).filter_map(move |at| node.named_child(at as u32))
}

impl Walk<'_> {
    /// Says of a place ahead that it never runs.
    fn never_runs(&mut self, range: Range<usize>) {
        self.gone.insert((range.start, range.end), Why::Unrun);
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use crate::domain::ids::RepoPath;

    fn uses(name: &str, text: &str) -> bool {
        let path = RepoPath::parse(name).expect("a path");
        let found = outline(&path, text).expect("an outline");
        found.uses.get("weigh").is_some_and(|u| u.any().is_some())
    }

    fn within(name: &str, statement: &str) -> String {
        match name {
            "a.py" => format!(
                "import threading\nfrom functools import partial\nfrom scale import weigh\n\ndef run(boxes):\n    {}\n",
                statement.replace('\n', "\n    ")
            ),
            "a.rs" => {
                format!("use crate::scale::weigh;\n\npub fn run(boxes: Vec<u32>) {{\n    {statement}\n}}\n")
            }
            "a.go" => format!("package p\n\nfunc Run(boxes []int) {{\n\t{statement}\n}}\n"),
            "A.java" | "A.cs" => format!("class A {{ public void run(int[] boxes) {{ {statement} }} }}\n"),
            "a.ts" => format!(
                "import {{ weigh }} from './scale';\nexport function run(boxes: Box[]) {{ {statement} }}\n"
            ),
            _ => format!("{statement}\n"),
        }
    }

    #[test]
    fn what_is_made_and_never_run_uses_nothing() {
        for (name, statement) in [
            ("a.py", "later = lambda: weigh(boxes)\nprint('later')"),
            ("a.py", "crane = threading.Thread(target=weigh)\ncrane.daemon = True"),
            ("a.py", "threading.Timer(5, weigh)"),
            ("a.py", "partial(weigh, boxes)"),
            ("a.py", "map(weigh, boxes)"),
            ("a.py", "_ = (weigh(b) for b in boxes if b)"),
            ("a.py", "heavy = filter(lambda b: weigh(b) > 3, boxes)\nprint(\"heavy\")"),
            ("a.rs", "let later = || weigh(boxes);\n    let _ = later;"),
            ("a.rs", "let _ = boxes.iter().filter(|b| **b > 1).map(|b| weigh(*b));"),
            ("a.rs", "boxes.into_iter().map(weigh);"),
            ("a.rs", "let _job = async { weigh(boxes) };"),
            ("a.rs", "let later = || weigh(boxes); // it's for later\n"),
            ("a.rs", "let later = || weigh(boxes);\n    println!(\"later {}\", boxes.len());"),
            ("a.go", "later := func() { weigh(boxes) }\n\t_ = later"),
            ("A.java", "Runnable later = () -> weigh(boxes);\n// later\n"),
            ("A.java", "Runnable later = new Runnable() { public void run() { weigh(1); } };"),
            ("A.java", "Thread crane = new Thread(() -> weigh(boxes)); crane.setName(\"crane\");"),
            ("A.java", "IntStream.range(0, 4).filter(b -> weigh(b));"),
            ("A.java", "var heavy = boxes.stream().map(b -> weigh(b)).filter(b -> b > 3);"),
            ("A.cs", "Action later = () => weigh(boxes);"),
            ("A.cs", "var later = new Action(() => weigh(boxes));"),
            ("A.cs", "var crane = new Thread(() => weigh(boxes)); crane.IsBackground = true;"),
            ("A.cs", "boxes.Where(b => b > 1).Select(b => weigh(b));"),
            ("a.ts", "const later = () => weigh(boxes); void later;"),
            ("a.ts", "const later = () => weigh(boxes); send('later {0}', boxes); send('later costs $5');"),
            ("a.rb", "later = -> { weigh(1) }\nputs later.class"),
            ("a.rb", "later = proc { weigh(1) }"),
            ("a.rb", "boxes.lazy.select { |b| weigh(b) }"),
        ] {
            let text = within(name, statement);
            let said = uses(name, &text).then_some(text);
            assert_eq!(said, None, "{name}");
        }
    }

    #[test]
    fn what_may_be_run_uses_what_stands_in_it() {
        for (name, statement) in [
            ("a.py", "later = lambda: weigh(boxes)\nreturn later"),
            ("a.py", "later = lambda: weigh(boxes)\nprint(f\"{later()}\")"),
            ("a.rs", "let later = || weigh(boxes);\n    println!(\"{later:?}\");"),
            ("a.ts", "const later = () => weigh(boxes); send(`${later()}`);"),
            ("a.py", "later = lambda: weigh(boxes)\nprint(\"it's done:\", later())"),
            ("a.py", "later = lambda: weigh(boxes)\nprint('it\\'s done:', later())"),
            ("a.py", "crane = threading.Thread(target=weigh)\ncrane.start()"),
            ("a.py", "threading.Thread(target=weigh).start()"),
            ("a.py", "[weigh(b) for b in boxes]"),
            ("a.py", "list(map(weigh, boxes))"),
            ("a.py", "sums = map(weigh, boxes)\nfor s in sums:\n    print(s)"),
            ("a.py", "map(print, weigh(boxes))"),
            ("a.py", "pool.map(weigh, boxes)"),
            ("a.py", "heavy = (b for b in weigh(boxes))"),
            ("a.py", "self.later = lambda: weigh(boxes)"),
            ("a.rs", "let later = || weigh(boxes);\n    later();"),
            (
                "a.rs",
                "let later = || weigh(boxes);\n    let kept: Box<dyn Fn() + 'static> = Box::new(later);",
            ),
            ("a.rs", "let later = || weigh(boxes);\n    match boxes.len() { _ => later() }"),
            (
                "a.rs",
                "let heavy = boxes.iter().map(|b| weigh(*b));\n    let n = heavy.inspect(|b| log(b)).count();",
            ),
            ("a.rs", "boxes.iter().for_each(|b| weigh(*b));"),
            ("a.rs", "let _ = boxes.first().map(|b| weigh(*b));"),
            ("a.rs", "let n = boxes.iter().map(|b| weigh(*b)).sum::<u32>();"),
            ("a.rs", "boxes.iter().map(|b| weigh(*b))"),
            ("a.rs", "let _guard = defer(|| weigh(boxes));"),
            ("a.go", "later := func() { weigh(boxes) }\n\tdefer later()"),
            ("a.go", "later := func() { weigh(boxes) }\n\tfmt.Println('\"', later())"),
            ("a.go", "go func() { weigh(boxes) }()"),
            ("a.go", "_ = func() int { return weigh(boxes) }()"),
            ("A.java", "Runnable later = () -> weigh(boxes); pool.submit(later);"),
            ("A.java", "new Thread(() -> weigh(boxes)).start();"),
            ("A.java", "boxes.stream().map(b -> weigh(b)).toList();"),
            ("A.java", "boxes.stream().forEach(b -> weigh(b));"),
            ("A.java", "maybe.map(b -> weigh(b));"),
            ("A.cs", "Action later = () => weigh(boxes); later();"),
            ("A.cs", "var timer = new Timer(_ => weigh(boxes), null, 0, 1000);"),
            ("A.cs", "boxes.Select(b => weigh(b)).ToList();"),
            ("A.cs", "_ = Task.Run(() => weigh(boxes));"),
            ("a.ts", "const later = () => weigh(boxes); return { later };"),
            ("a.ts", "const later = () => weigh(boxes); it(\"doesn't lift\", later);"),
            ("a.ts", "boxes.map((b) => weigh(b));"),
            ("a.rb", "later = -> { weigh(1) }\nlater.()"),
            ("a.rb", "later = -> { weigh(1) }\nputs \"it's #{later.()}\""),
            ("a.rb", "def heavy(boxes)\n  boxes.lazy.map { |b| weigh(b) }\nend"),
            ("a.rb", "boxes.lazy.map { |b| weigh(b) }.first(3)"),
            ("a.rb", "boxes.map { |b| weigh(b) }"),
        ] {
            let text = within(name, statement);
            assert!(uses(name, &text), "{name}: {text}");
        }
    }
}
