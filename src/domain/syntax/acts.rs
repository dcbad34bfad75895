//! What an expression does besides having a value: nothing, a line in a log, a pause, or work.

use tree_sitter::Node;

use super::body::Hollow;
use super::fields::Fields as _;
use super::idle::{Idle, within};
use super::names::is_function;
use super::pure;
use super::speaks::speaks;
use super::walk::Walk;

/// The name of the function around a place.
fn function_around<'t>(walk: &Walk<'t>, node: Node<'_>) -> &'t str {
    let mut above = node.parent();
    while let Some(at) = above.filter(|n| !is_function(n.kind())) {
        above = at.parent();
    }
    let named = |n: Node<'_>| n.field("name").map(|name| walk.text_of(name));
    above.and_then(|f| named(f).or_else(|| f.parent().and_then(named))).unwrap_or_default()
}

impl Idle<'_, '_> {
    /// `Response.json({ ok: true })`, `new Response('ok')`.
    pub(super) fn answers(&self, node: Node<'_>) -> bool {
        let text = self.walk.text_of(node);
        ["Response.json(", "NextResponse.json(", "new Response(", "new NextResponse("]
            .iter()
            .any(|h| text.starts_with(h))
            && node.field("arguments").is_some_and(|a| Self::children(a).all(|c| self.constants.is(c, 0)))
    }

    /// `new Promise(() => {})`: whoever waits for it waits for ever, which is rightly so where the function says that.
    pub(super) fn never_settles(&self, node: Node<'_>) -> bool {
        const WAITS: [&str; 9] =
            ["never", "forever", "hang", "pending", "block", "wait", "park", "idle", "suspend"];
        let name = function_around(self.walk, node).to_lowercase();
        let made = node.field("constructor").map_or("", |c| self.walk.text_of(c));
        let given = node.field("arguments");
        let does = given.and_then(|list| list.part(0)).and_then(|f| f.field("body"));
        made == "Promise"
            && does.is_some_and(|body| body.kind() == "statement_block" && body.named_child_count() == 0)
            && !WAITS.iter().any(|word| name.contains(word))
    }

    /// `revalidatePath('/orders')` in what is to create an order: what is shown anew is what was there before.
    fn only_shows_anew(&self, node: Node<'_>) -> bool {
        let called = node.field("function").map_or("", |f| self.walk.text_of(f));
        let name = function_around(self.walk, node);
        let word = name.split(|c: char| c.is_uppercase() || c == '_').next().unwrap_or_default();
        let given = node.field("arguments");
        matches!(called, "revalidatePath" | "revalidateTag")
            && given.is_some_and(|list| Self::children(list).all(|one| self.constants.is(one, 0)))
            && matches!(
                word,
                "create" | "add" | "save" | "store" | "insert" | "update" | "delete" | "remove" | "place"
            )
    }

    /// An expression for its effect: none, or only a line in a log, or only a pause.
    pub(super) fn effect(&mut self, node: Node<'_>) -> Option<()> {
        if self.only_shows_anew(node) {
            self.notice(Hollow::DeadHandler);
            return Some(());
        }
        if self.is_pure(node) && !pure::may_act(self.walk, node) { Some(()) } else { self.acts(node) }
    }

    /// As [`Self::effect`], where the value itself counts.
    pub(super) fn acts(&mut self, node: Node<'_>) -> Option<()> {
        let kind = node.kind();
        if self.constants.is(node, 0) || self.hands_on(node) {
            return Some(());
        }
        let text: String = self.walk.text_of(node).chars().take(200).collect();
        match kind {
            // What a call does is done, whoever waits for it.
            "unary_expression" if text.starts_with("void ") => self.effect(node.field("argument")?),
            "await_expression" | "await" | "parenthesized_expression" => self.acts(node.part(0)?),
            // `yield from ()`, `yield* []`
            "yield" | "yield_expression" => {
                let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
                matches!(bare.as_str(), "yieldfrom()" | "yieldfrom[]" | "yield*[]").then_some(())
            }
            "new_expression" => {
                let pause = text.starts_with("new Promise(") && text.contains("setTimeout(");
                (pause && self.of_fixed_length(node)).then_some(())
            }
            "call_expression"
            | "call"
            | "invocation_expression"
            | "method_invocation"
            | "macro_invocation"
            | "method_call" => self.call(node, kind, &text),
            _ => None,
        }
    }

    /// Tells whether a pause in a promise is as long as a number says: one that others set is work.
    fn of_fixed_length(&self, node: Node<'_>) -> bool {
        let mut open = vec![node];
        let mut seen = 0;
        while let Some(at) = open.pop() {
            seen += 1;
            if seen > 60 {
                return false;
            }
            let callee = at.field("function").map_or("", |f| self.walk.text_of(f));
            if callee == "setTimeout" {
                let list = at.field("arguments");
                return list.and_then(|l| l.part(1)).is_none_or(|length| self.constants.is(length, 0));
            }
            open.extend(Self::children(at));
        }
        false
    }

    fn call(&mut self, node: Node<'_>, kind: &str, text: &str) -> Option<()> {
        if speaks(self.walk, node, kind).is_some() {
            self.notice(Hollow::Said);
            return Some(());
        }
        let head = text.split(['(', ' ', '!']).next().unwrap_or_default();
        if head == "unreachable" && kind == "macro_invocation" || head == "MagicMock" {
            self.notice(Hollow::Hinted);
            return Some(());
        }
        let last = head.rsplit(['.', ':']).next().unwrap_or_default();
        let logs = writes_line(head) && (kind != "call_expression" || head.contains(['.', ':']));
        let logs = logs || matches!(last, "preventDefault" | "stopPropagation");
        let arguments = node.field("arguments");
        // What is done for the sake of a line in a log is done. A macro's words are no tree: brackets in it are calls.
        let tokens = Self::children(node).find(|c| c.kind() == "token_tree");
        let calls = tokens.is_some_and(|t| {
            Self::children(t).any(|c| c.kind() == "token_tree" && c.named_child_count() > 0)
        });
        if logs && !calls && arguments.is_none_or(|a| Self::children(a).all(|c| self.is_pure(c))) {
            self.logs = true;
            return Some(());
        }
        let pause = matches!(
            head,
            "asyncio.sleep"
                | "time.sleep"
                | "Thread.sleep"
                | "Task.Delay"
                | "Thread.Sleep"
                | "time.Sleep"
                | "sleep"
                | "tokio::time::sleep"
                | "std::thread::sleep"
                | "thread::sleep"
                | "setTimeout"
                | "Task.Yield"
        );
        let plain = arguments.is_none_or(|a| {
            Self::children(a).all(|c| {
                self.constants.is(c, 0) || is_length(self.walk.text_of(c)) || self.is_idle_function(c)
            })
        });
        // Whoever was woken says so to whoever asks, and has done nothing.
        let woken = text == "Thread.currentThread().interrupt()";
        let discards =
            head == "drop" && arguments.is_none_or(|a| Self::children(a).all(|c| c.kind() == "identifier"));
        if pause && plain || discards || woken {
            return Some(());
        }
        self.over_each(node)
    }

    /// `list.forEach(() => {})`: nothing, for each of them.
    fn over_each(&mut self, node: Node<'_>) -> Option<()> {
        const EACH: [&str; 12] = [
            "forEach",
            "map",
            "filter",
            "each",
            "for_each",
            "ForEach",
            "some",
            "every",
            "flatMap",
            "each_with_index",
            "find",
            "tap",
        ];
        let receiver = ["receiver", "object"].iter().find_map(|f| node.field(f)).or_else(|| {
            let function = node.field("function")?;
            ["object", "value", "operand", "expression"].iter().find_map(|f| function.field(f))
        })?;
        let name = ["method", "name"].iter().find_map(|f| node.field(f)).or_else(|| {
            let function = node.field("function")?;
            ["property", "field", "name"].iter().find_map(|f| function.field(f))
        })?;
        let name = self.walk.text_of(name);
        if !EACH.contains(&name) || !self.is_pure(receiver) {
            return None;
        }
        let arguments = node.field("arguments");
        let given = arguments.into_iter().flat_map(|a| Self::children(a).collect::<Vec<_>>());
        let functions: Vec<Node<'_>> = given.chain(node.field("block")).collect();
        if functions.is_empty() || !functions.iter().all(|f| self.is_idle_function(*f)) {
            return None;
        }
        // Rust's iterators may be there to be used up.
        self.drains |= name == "for_each";
        Some(())
    }

    /// Tells whether a value is a function that does nothing.
    fn is_idle_function(&self, node: Node<'_>) -> bool {
        let node = if node.kind() == "argument" { node.part(0).unwrap_or(node) } else { node };
        if matches!(node.kind(), "block" | "do_block") {
            return match node.field("body") {
                Some(body) => within(self.walk, body, 1, self.inner + 1).is_some_and(does_nothing),
                None => true,
            };
        }
        is_function(node.kind())
            && node
                .field("body")
                .and_then(|body| within(self.walk, body, 1, self.inner + 1))
                .is_some_and(does_nothing)
    }
}

/// Tells whether what is called by that name writes a line, to a log or to whoever looks on.
pub(super) fn writes_line(head: &str) -> bool {
    const LOGGERS: [&str; 9] = [
        "console.",
        "logger.",
        "log.",
        "logging.",
        "slog.",
        "tracing::",
        "_logger.",
        "Rails.logger.",
        "this.logger.",
    ];
    LOGGERS.iter().any(|logger| head.starts_with(logger))
        || matches!(
            head,
            "print"
                | "println"
                | "eprintln"
                | "dbg"
                | "fmt.Println"
                | "fmt.Printf"
                | "puts"
                | "info"
                | "warn"
                | "debug"
                | "error"
                | "System.out.println"
                | "Console.WriteLine"
        )
}

/// Tells whether a length of time is written out: `Duration::from_millis(100)`.
fn is_length(text: &str) -> bool {
    let ends = [
        "Duration::from_millis(",
        "Duration::from_secs(",
        "TimeSpan.FromSeconds(",
        "TimeSpan.FromMilliseconds(",
    ];
    let inner = ends.iter().find_map(|head| text.split_once(head)).filter(|(path, _)| !path.contains('('));
    inner.is_some_and(|(_, rest)| {
        let length = rest.trim_end_matches(')');
        !length.is_empty() && length.chars().all(|c| c.is_ascii_digit() || c == '_' || c == '.')
    })
}

fn does_nothing(what: Hollow) -> bool {
    matches!(what, Hollow::Empty | Hollow::Constant)
}
