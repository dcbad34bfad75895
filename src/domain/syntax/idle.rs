//! Whether a body does anything: statements that come to nothing, and values that are the same however a function is
//! called.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::body::{Hollow, shown, speaks, statements};
use super::names::is_interpolation;
use super::walk::Walk;

/// Judges a body whose function takes so many named parameters: nothing where it does anything at all.
pub(super) fn judge(walk: &Walk<'_>, body: Node<'_>, takes: usize) -> Option<Hollow> {
    let mut idle = Idle { walk, takes, known: BTreeSet::new(), given: Vec::new(), found: None, logs: false };
    if is_block(body.kind()) {
        idle.block(body, 0)?;
    } else {
        // An arrow's value, or an expression body of C#.
        let value = if body.kind() == "arrow_expression_clause" { body.named_child(0)? } else { body };
        idle.value(value, 0)?;
    }
    idle.told()
}

fn is_block(kind: &str) -> bool {
    matches!(
        kind,
        "statement_block"
            | "block"
            | "body_statement"
            | "statement_list"
            | "constructor_body"
            | "then"
            | "else"
    )
}

/// What was seen of a body that did nothing so far.
struct Idle<'w, 't> {
    walk: &'w Walk<'t>,
    takes: usize,
    /// Local names whose values are constants.
    known: BTreeSet<String>,
    /// The constants that are given back, as written.
    given: Vec<String>,
    found: Option<Hollow>,
    logs: bool,
}

impl Idle<'_, '_> {
    fn told(self) -> Option<Hollow> {
        // Which of several constants is given back is work.
        if self.given.windows(2).any(|pair| pair[0] != pair[1]) {
            return None;
        }
        Some(match (self.found, self.logs, self.given.is_empty()) {
            (Some(found), _, _) => found,
            (None, true, _) => Hollow::OnlyLogs,
            (None, false, false) => Hollow::Constant,
            (None, false, true) => Hollow::Empty,
        })
    }

    fn notice(&mut self, what: Hollow) {
        if self.found != Some(Hollow::Said) {
            self.found = Some(what);
        }
    }

    /// Goes through the statements of a block up to the first that ends it; tells whether one did.
    fn block(&mut self, block: Node<'_>, depth: usize) -> Option<bool> {
        if depth > 12 {
            return None;
        }
        let all = statements(block);
        if all.len() >= 40 {
            return None;
        }
        for (at, statement) in all.iter().enumerate() {
            if self.statement(*statement, at + 1 == all.len(), depth + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn children<'n>(node: Node<'n>) -> impl Iterator<Item = Node<'n>> {
        (0..node.named_child_count().min(60)).filter_map(move |at| node.named_child(at as u32))
    }

    /// Nothing where the statement does something; else whether nothing runs after it.
    fn statement(&mut self, node: Node<'_>, last: bool, depth: usize) -> Option<bool> {
        let kind = node.kind();
        match kind {
            _ if is_block(kind) => self.block(node, depth),
            "return_statement" | "return" => {
                match node.named_child(0) {
                    None => {}
                    Some(value) => self.value(value, 0)?,
                }
                Some(true)
            }
            "throw_statement" | "raise_statement" | "assert_statement" => {
                self.thrown(node, kind)?;
                Some(true)
            }
            "function_declaration"
            | "function_definition"
            | "function_item"
            | "local_function_statement"
            | "import_statement"
            | "import_from_statement"
            | "use_declaration"
            | "delete_statement"
            | "empty_statement"
            | "pass_statement"
            | "global_statement" => Some(false),
            "lexical_declaration"
            | "variable_declaration"
            | "local_variable_declaration"
            | "var_declaration" => {
                for declarator in Self::children(node)
                    .filter(|c| c.kind().ends_with("declarator") || c.kind() == "var_spec")
                {
                    let name = declarator.child_by_field_name("name")?;
                    let value = declarator.child_by_field_name("value").or_else(|| {
                        declarator.named_child(1).filter(|_| {
                            kind == "variable_declaration"
                                && declarator.child_by_field_name("name").is_some()
                                && declarator.named_child_count() > 1
                        })
                    });
                    self.binding(name, value)?;
                }
                Some(false)
            }
            "local_declaration_statement" => {
                let inner = node.named_child(0)?;
                self.statement(inner, false, depth)
            }
            "let_declaration" => {
                let name = node.child_by_field_name("pattern")?;
                self.binding(name, node.child_by_field_name("value"))?;
                Some(false)
            }
            "short_var_declaration" | "assignment_statement" | "assignment" | "assignment_expression" => {
                let name = node.child_by_field_name("left")?;
                self.binding(name, node.child_by_field_name("right"))?;
                Some(false)
            }
            "if_statement" | "if_expression" | "if" | "unless" => self.branches(node, depth),
            "else_clause" | "elif_clause" | "catch_clause" | "except_clause" | "finally_clause"
            | "rescue" | "ensure" => {
                for inner in Self::children(node).filter(|c| is_block(c.kind()) || c.kind() == "if_statement")
                {
                    self.statement(inner, false, depth + 1)?;
                }
                Some(false)
            }
            "try_statement" | "begin" => {
                for inner in Self::children(node) {
                    self.statement(inner, false, depth + 1)?;
                }
                Some(false)
            }
            "loop_expression" => {
                let body = node.child_by_field_name("body")?;
                statements(body).is_empty().then_some(true)
            }
            "expression_statement" => {
                let inner = node.named_child(0)?;
                match inner.kind() {
                    "assignment"
                    | "assignment_expression"
                    | "if_expression"
                    | "loop_expression"
                    | "try_statement" => self.statement(inner, last, depth),
                    "return_expression" => {
                        if let Some(value) = inner.named_child(0) {
                            self.value(value, 0)?;
                        }
                        Some(true)
                    }
                    "throw_expression" => self.thrown(inner, "throw_expression").map(|()| true),
                    _ => {
                        let is_last_value = last && self.walk.grammar == super::Grammar::Ruby;
                        if is_last_value {
                            self.value(inner, 0)?;
                        } else {
                            self.effect(inner)?;
                        }
                        Some(false)
                    }
                }
            }
            // The last expression of a block is what it gives.
            _ if last => self.value(node, 0).map(|()| false),
            _ => self.effect(node).map(|()| false),
        }
    }

    fn branches(&mut self, node: Node<'_>, depth: usize) -> Option<bool> {
        let condition = node.child_by_field_name("condition").map_or("", |c| self.walk.text_of(c));
        let never = matches!(condition.trim_matches(['(', ')', ' ']), "false" | "False" | "0");
        let mut ends = true;
        if !never {
            ends &= match node.child_by_field_name("consequence") {
                Some(branch) => self.statement(branch, true, depth + 1)?,
                None => false,
            };
        }
        match node.child_by_field_name("alternative") {
            Some(branch) => ends &= self.statement(branch, true, depth + 1)?,
            None => ends = false,
        }
        Some(ends && !never)
    }

    /// What is thrown: that it is not done, or not a word. Any other error is work.
    fn thrown(&mut self, node: Node<'_>, kind: &str) -> Option<()> {
        if speaks(self.walk, node, kind).is_some() {
            self.notice(Hollow::Said);
            return Some(());
        }
        let bare: String =
            self.walk.text_of(node).chars().filter(|c| !c.is_whitespace() && *c != ';').take(80).collect();
        let wordless =
            bare.starts_with("throw") && (bare.ends_with("Error()") || bare.ends_with("Exception()"));
        let refused =
            ["UnsupportedOperationException(", "NotSupportedException("].iter().any(|e| bare.contains(e));
        (wordless || refused).then(|| self.notice(Hollow::Hinted))
    }

    fn binding(&mut self, name: Node<'_>, value: Option<Node<'_>>) -> Option<()> {
        let text = self.walk.text_of(name).trim();
        let Some(value) = value else {
            self.known.insert(text.to_owned());
            return Some(());
        };
        let discards = text == "_" && matches!(value.kind(), "identifier" | "expression_list");
        if discards || self.is_constant(value, 0) {
            self.known.insert(text.to_owned());
            return Some(());
        }
        None
    }

    /// A value that is given back.
    fn value(&mut self, node: Node<'_>, depth: usize) -> Option<()> {
        if self.is_constant(node, 0) {
            let text = self.walk.text_of(node);
            if !matches!(text, "()" | "undefined") {
                self.given.push(text.to_owned());
            }
            return Some(());
        }
        match node.kind() {
            "parenthesized_expression"
            | "expression_list"
            | "argument_list"
            | "return_expression"
            | "await_expression"
                if depth < 6 && node.named_child_count() == 1 =>
            {
                self.value(node.named_child(0)?, depth + 1)
            }
            "jsx_element" | "jsx_self_closing_element" | "jsx_fragment" => {
                let what = shown(self.walk, node, self.takes)?;
                self.notice(what);
                Some(())
            }
            "throw_expression" => self.thrown(node, "throw_expression"),
            "if_expression" => self.branches(node, depth + 1).map(|_| ()),
            "loop_expression" => self.statement(node, false, depth + 1).map(|_| ()),
            "new_expression" if self.answers(node) => {
                self.notice(Hollow::Answers);
                Some(())
            }
            "call_expression" if self.answers(node) => {
                if speaks(self.walk, node, node.kind()).is_some() {
                    self.notice(Hollow::Hinted);
                } else {
                    self.notice(Hollow::Answers);
                }
                Some(())
            }
            _ => self.effect(node),
        }
    }

    /// `Response.json({ ok: true })`, `new Response('ok')`.
    fn answers(&self, node: Node<'_>) -> bool {
        let text = self.walk.text_of(node);
        ["Response.json(", "NextResponse.json(", "new Response(", "new NextResponse("]
            .iter()
            .any(|h| text.starts_with(h))
            && node
                .child_by_field_name("arguments")
                .is_some_and(|a| Self::children(a).all(|c| self.is_constant(c, 0)))
    }

    /// An expression for its effect: none, or only a line in a log, or only a pause.
    fn effect(&mut self, node: Node<'_>) -> Option<()> {
        let kind = node.kind();
        if self.is_constant(node, 0) {
            return Some(());
        }
        let text: String = self.walk.text_of(node).chars().take(200).collect();
        match kind {
            "unary_expression" => text.starts_with("void ").then_some(()),
            "await_expression" | "await" | "parenthesized_expression" => self.effect(node.named_child(0)?),
            "new_expression" => {
                let pause = text.starts_with("new Promise(") && text.contains("setTimeout(");
                pause.then_some(())
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
        let logger = [
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
        let logs = logger.iter().any(|l| head.starts_with(l))
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
            ) && (kind != "call_expression" || head.contains('.'));
        let logs = logs || matches!(last, "preventDefault" | "stopPropagation");
        if logs {
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
                | "drop"
                | "setTimeout"
                | "Task.Yield"
        );
        let plain = node.child_by_field_name("arguments").is_none_or(|a| {
            Self::children(a)
                .all(|c| matches!(c.kind(), "identifier") || self.is_constant(c, 0) || c.kind() == "argument")
        });
        (pause && plain).then_some(())
    }

    /// Tells whether a value is the same however the function is called.
    fn is_constant(&self, node: Node<'_>, depth: usize) -> bool {
        if depth > 6 {
            return false;
        }
        let every = |list: Node<'_>| Self::children(list).all(|c| self.is_constant(c, depth + 1));
        let text = || self.walk.text_of(node);
        match node.kind() {
            "number"
            | "true"
            | "false"
            | "null"
            | "none"
            | "nil"
            | "undefined"
            | "integer"
            | "float"
            | "int_literal"
            | "float_literal"
            | "integer_literal"
            | "real_literal"
            | "boolean_literal"
            | "null_literal"
            | "decimal_integer_literal"
            | "decimal_floating_point_literal"
            | "unit_expression"
            | "character_literal"
            | "char_literal"
            | "default_expression"
            | "simple_symbol"
            | "hex_integer_literal"
            | "rune_literal"
            | "hash_key_symbol"
            | "string_content"
            | "comment"
            | "line_comment" => true,
            "string"
            | "string_literal"
            | "interpreted_string_literal"
            | "raw_string_literal"
            | "verbatim_string_literal"
            | "template_string" => !Self::children(node).any(|c| is_interpolation(c.kind())),
            "identifier" => {
                let name = text();
                matches!(name, "undefined" | "None" | "NotImplemented" | "iota") || self.known.contains(name)
            }
            "shorthand_property_identifier" => self.known.contains(text()),
            "array"
            | "object"
            | "list"
            | "dictionary"
            | "hash"
            | "tuple"
            | "array_expression"
            | "tuple_expression"
            | "set"
            | "literal_value"
            | "literal_element"
            | "expression_list"
            | "argument"
            | "argument_list"
            | "parenthesized_expression" => {
                let one = !matches!(node.kind(), "expression_list" | "parenthesized_expression" | "argument");
                (one || node.named_child_count() > 0) && every(node)
            }
            "unary_expression"
            | "unary_operator"
            | "negative_literal"
            | "prefix_unary_expression"
            | "reference_expression" => {
                let inner = node.named_child_count() == 1 && every(node);
                inner && !text().starts_with("void")
            }
            "as_expression" | "satisfies_expression" | "type_cast_expression" | "cast_expression" => {
                let value = node.child_by_field_name("value").or_else(|| node.named_child(0));
                value.is_some_and(|c| self.is_constant(c, depth + 1))
            }
            "pair" | "keyed_element" => {
                let value = node.child_by_field_name("value").or_else(|| node.named_child(1));
                value.is_some_and(|v| self.is_constant(v, depth + 1))
            }
            "binary_expression" | "binary_operator" => ["left", "right"]
                .iter()
                .all(|f| node.child_by_field_name(f).is_some_and(|c| self.is_constant(c, depth + 1))),
            "ternary_expression" => {
                let branch = |f: &str| node.child_by_field_name(f);
                let (Some(a), Some(b)) = (branch("consequence"), branch("alternative")) else { return false };
                self.is_constant(a, depth + 1) && self.walk.text_of(a) == self.walk.text_of(b)
            }
            // What a function without parameters makes anew is what it is for.
            "composite_literal" => {
                let map_or_list = text().starts_with('[') || text().starts_with("map[");
                (self.takes > 0 || map_or_list) && node.child_by_field_name("body").is_some_and(every)
            }
            "struct_expression" => {
                self.takes > 0
                    && node.child_by_field_name("body").is_some_and(|b| {
                        Self::children(b).all(|f| {
                            f.child_by_field_name("value").is_some_and(|v| self.is_constant(v, depth + 1))
                        })
                    })
            }
            "member_access_expression" | "field_access" | "member_expression" => matches!(
                text(),
                "Task.CompletedTask"
                    | "ValueTask.CompletedTask"
                    | "string.Empty"
                    | "String.Empty"
                    | "Collections.EMPTY_LIST"
            ),
            "call_expression"
            | "call"
            | "invocation_expression"
            | "macro_invocation"
            | "method_invocation"
            | "object_creation_expression"
            | "implicit_object_creation_expression"
            | "new_expression" => self.is_constant_call(node, depth),
            "await_expression" | "await" => {
                node.named_child(0).is_some_and(|c| self.is_constant(c, depth + 1))
            }
            _ => false,
        }
    }

    /// `Ok(())`, `vec![]`, `String::new()`, `Promise.resolve()`, `Optional.empty()`: a constant in the shape of a call.
    fn is_constant_call(&self, node: Node<'_>, depth: usize) -> bool {
        let text: String = self.walk.text_of(node).chars().filter(|c| !c.is_whitespace()).take(80).collect();
        let empty = matches!(
            text.as_str(),
            "vec![]"
                | "Vec::new()"
                | "String::new()"
                | "Default::default()"
                | "HashMap::new()"
                | "BTreeMap::new()"
                | "dict()"
                | "list()"
                | "set()"
                | "Optional.empty()"
                | "Collections.emptyList()"
                | "Promise.resolve()"
                | "Array.new"
                | "Hash.new"
        );
        let made = [
            "newArrayList",
            "newHashMap",
            "newLinkedList",
            "newHashSet",
            "newTreeMap",
            "newList<",
            "newDictionary<",
            "newMap",
            "newSet",
            "newArray(",
            "newObject(",
            "newHashSet<",
            "Array.Empty<",
            "Enumerable.Empty<",
        ];
        let open = text.find('(').unwrap_or(text.len());
        if empty
            || made.iter().any(|m| {
                text[..open.min(text.len())].starts_with(m.trim_end_matches('(')) && text.ends_with("()")
            })
        {
            return true;
        }
        if let Some(size) = text.strip_prefix("make(") {
            return !size.contains("len(");
        }
        if text.starts_with("vec![") {
            let tokens = Self::children(node).find(|c| c.kind() == "token_tree");
            return tokens.is_some_and(|t| Self::children(t).all(|c| self.is_constant(c, depth + 1)));
        }
        let arguments = node.child_by_field_name("arguments");
        let of = |list: Node<'_>| Self::children(list).all(|c| self.is_constant(c, depth + 1));
        let turned = node
            .child_by_field_name("function")
            .filter(|f| f.kind() == "field_expression")
            .is_some_and(|f| {
                let by = f.child_by_field_name("field").map_or("", |n| self.walk.text_of(n));
                let value = f.child_by_field_name("value");
                matches!(by, "to_string" | "to_owned" | "into")
                    && value.is_some_and(|v| self.is_constant(v, depth + 1))
            });
        let wraps = [
            "Ok(",
            "Some(",
            "Err(",
            "Promise.resolve(",
            "Task.FromResult(",
            "ValueTask.FromResult(",
            "Optional.of(",
            "String::from(",
            "List.of(",
            "Set.of(",
            "Map.of(",
            "Arrays.asList(",
            "Box::new(",
            "Vec::from(",
        ];
        turned || wraps.iter().any(|head| text.starts_with(head)) && arguments.is_some_and(of)
    }
}
