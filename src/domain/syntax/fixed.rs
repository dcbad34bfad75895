//! Names that stand for one value wherever they are read: constants, and variables that nothing gives another value.
//!
//! Where anything may give a name a second value (an assignment, a parameter, a pattern, a reference handed out), it
//! stands for none: then nothing is concluded from it.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::{Node, Tree};

use super::Grammar;
use super::fields::Fields as _;
use super::names::{is_function, is_name};
use super::receipt::copies;

/// The most declarations of one name that are told apart.
const MOST: usize = 60;

/// A declaration with a value, and where it counts.
#[derive(Debug, Clone)]
struct Bound<'t> {
    from: usize,
    to: usize,
    /// Nothing where the same scope declares the name twice.
    value: Option<Node<'t>>,
}

/// What the names of a file stand for.
#[derive(Debug, Default)]
pub(super) struct Fixed<'t> {
    bound: BTreeMap<String, Vec<Bound<'t>>>,
    /// Where a name may get a value in any other way, in the order of the text.
    given: BTreeMap<&'t str, Vec<usize>>,
    /// Names that Python's functions reach out for.
    everywhere: BTreeSet<&'t str>,
    /// Names whose content may be changed: `list.push(1)`, `table[1] = 2`, `fill(list)`.
    worked: BTreeSet<&'t str>,
    /// Members that are set.
    written: BTreeSet<&'t str>,
    /// The steps of enumerations of scripts that are given a value.
    pub(super) steps: BTreeMap<String, Node<'t>>,
    /// Values of Python's modules and classes that begin before here may be others: something sets them by what it is told.
    set_until: usize,
}

/// A node above the one that is looked at.
struct Above<'t> {
    node: Node<'t>,
    kind: &'t str,
    field: Option<&'t str>,
}

struct Pass<'t> {
    text: &'t str,
    grammar: Grammar,
    stack: Vec<Above<'t>>,
    /// Where the last attribute ends that says for which builds something is there.
    built_for: usize,
    out: Fixed<'t>,
}

impl<'t> Fixed<'t> {
    /// Looks through a tree once.
    ///
    /// What stands beside the scripts of a component sets what it names, and so does who shows it with what it exports.
    pub(super) fn of(grammar: Grammar, text: &'t str, tree: &'t Tree, beside: Option<&'t str>) -> Self {
        let mut pass = Pass { text, grammar, stack: Vec::new(), built_for: 0, out: Self::default() };
        let mut cursor = tree.walk();
        loop {
            let (node, field) = (cursor.node(), cursor.field_name());
            let kind = node.kind();
            if node.is_named() {
                pass.look(node, kind, field);
            }
            if cursor.goto_first_child() {
                pass.stack.push(Above { node, kind, field });
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    if let Some(beside) = beside {
                        pass.set_beside(tree.root_node(), beside);
                    }
                    return pass.out;
                }
                pass.stack.pop();
            }
        }
    }

    /// Returns the one value that a name has at a place.
    pub(super) fn value(&self, name: &str, at: usize) -> Option<Node<'t>> {
        let all = self.bound.get(name).filter(|all| all.len() < MOST)?;
        let here = all.iter().filter(|b| b.from <= at && at < b.to).min_by_key(|b| b.to - b.from)?;
        let plain = name.rsplit(['.', ':']).next().unwrap_or(name);
        if self.everywhere.contains(plain) {
            return None;
        }
        let given = self.given.get(name).map_or(&[][..], Vec::as_slice);
        let next = given.partition_point(|place| *place < here.from);
        if given.get(next).is_some_and(|place| *place < here.to) {
            return None;
        }
        let whole = here.from == 0 && here.value.is_some_and(|v| v.start_byte() < self.set_until);
        here.value.filter(|_| !whole)
    }

    /// The names that have one value in the whole file, with it.
    pub(super) fn whole(&self) -> impl Iterator<Item = (&str, Node<'t>)> {
        self.bound.iter().filter_map(|(name, all)| {
            let value = all.iter().find(|b| b.from == 0)?.value?;
            let one = self.value(name, value.start_byte()).filter(|v| v.id() == value.id());
            Some((name.as_str(), one?))
        })
    }

    /// Tells whether anything sets a member, as it is written.
    pub(super) fn is_written(&self, member: &str) -> bool {
        self.written.contains(member)
    }

    /// Tells whether anything may change what a name holds.
    pub(super) fn is_worked(&self, name: &str) -> bool {
        self.worked.contains(name)
    }
}

impl<'t> Pass<'t> {
    fn text_of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    fn look(&mut self, node: Node<'t>, kind: &str, field: Option<&str>) {
        match (self.grammar, kind) {
            (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "variable_declarator") => {
                self.script_variable(node);
            }
            (
                Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript,
                "public_field_definition" | "field_definition",
            ) => self.static_field(node),
            (Grammar::TypeScript | Grammar::Tsx, "enum_assignment") => {
                let (name, value) = (node.field("name"), node.field("value"));
                if let (Some(name), Some(value), Some(owner)) = (name, value, self.owner()) {
                    self.out.steps.insert(format!("{owner}.{}", self.text_of(name)), value);
                }
            }
            (Grammar::Python | Grammar::Ruby, "assignment") => self.assigned(node),
            (Grammar::Python, "global_statement" | "nonlocal_statement") => {
                let names = self.text_of(node).split([',', ' ', '\n']).skip(1);
                self.out.everywhere.extend(names.map(str::trim).filter(|n| !n.is_empty()));
            }
            // The grammar takes `type(self).PAY = True` for a type.
            (Grammar::Python, "type_alias_statement") => {
                let left = self.text_of(node).split('=').next().unwrap_or("");
                self.out.everywhere.extend(left.rsplit_once('.').map(|(_, name)| name.trim()));
            }
            // `setattr(…)`, `exec(…)`, `globals()[…] = …`, and what an import of everything brings.
            (Grammar::Python, "wildcard_import") => {
                self.out.set_until = self.out.set_until.max(node.start_byte());
            }
            (Grammar::Python, "identifier")
                if matches!(self.text_of(node), "setattr" | "exec" | "globals" | "vars" | "__dict__") =>
            {
                self.out.set_until = usize::MAX;
            }
            (Grammar::Rust, "attribute_item") if self.text_of(node).contains("cfg") => {
                self.built_for = node.end_byte();
            }
            (Grammar::Rust, "let_declaration" | "const_item" | "static_item") => self.rust(node, kind),
            (Grammar::Go, "const_spec" | "var_spec" | "short_var_declaration") => self.go(node, kind),
            (Grammar::Java, "variable_declarator") => self.java(node),
            (Grammar::CSharp, "variable_declarator") => self.csharp(node),
            _ if is_name(kind) => {
                if self.is_written(node, kind, field) {
                    self.give(node);
                } else if self.is_worked(node, field) {
                    self.out.worked.insert(self.text_of(node));
                }
            }
            // `Cart.ZERO = 1`, `[Cart.ZERO] = read()`
            _ if matches!(kind, "attribute" | "member_expression" | "field_access")
                && self.text_of(node).len() < 80
                && (field == Some("left") || self.is_written(node, kind, field)) =>
            {
                self.give(node);
                if self.is_written(node, kind, field) {
                    self.out.written.insert(self.text_of(node));
                }
                self.set_of_class(node);
            }
            _ => {}
        }
    }

    fn give(&mut self, node: Node<'_>) {
        self.out.given.entry(self.text_of(node)).or_default().push(node.start_byte());
    }

    /// `cls.PAY = True`, `type(self).PAY = True`: an attribute of whatever class.
    fn set_of_class(&mut self, node: Node<'t>) {
        let object = node.field("object").map_or("", |o| self.text_of(o));
        let name = node.field("attribute");
        let set = self.grammar == Grammar::Python && self.above(1) != "boolean_operator";
        if let Some(name) = name.filter(|_| set && object != "self") {
            self.out.everywhere.insert(self.text_of(name));
        }
    }

    fn set_beside(&mut self, root: Node<'t>, beside: &'t str) {
        let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let mut take = |text: &'t str| self.out.everywhere.extend(text.split(|c| !joins(c)));
        take(beside);
        let children = (0..root.named_child_count()).filter_map(|at| root.named_child(at as u32));
        for exported in children.filter(|n| n.kind() == "export_statement") {
            let text = self.text.get(exported.byte_range()).unwrap_or("");
            let head = text.trim_start_matches("export").trim_start();
            if ["let ", "var ", "{"].iter().any(|w| head.starts_with(w)) {
                take(head);
            }
        }
    }

    fn bind(&mut self, name: &str, value: Node<'t>, (from, to): (usize, usize)) {
        let all = self.out.bound.entry(name.to_owned()).or_default();
        if let Some(twice) = all.iter_mut().find(|b| (b.from, b.to) == (from, to)) {
            twice.value = None;
        } else if all.len() < MOST {
            all.push(Bound { from, to, value: Some(value) });
        }
    }

    /// The nearest node above that is one of the kinds, or the file.
    fn within(&self, of: impl Fn(&str) -> bool) -> (usize, usize) {
        let found = self.stack.iter().rev().find(|a| of(a.kind));
        found.map_or((0, self.text.len()), |a| (a.node.start_byte(), a.node.end_byte()))
    }

    /// Where a name counts that is declared here, in languages whose blocks have names of their own.
    fn block(&self) -> (usize, usize) {
        self.within(|kind| {
            is_function(kind)
                || matches!(
                    kind,
                    "statement_block"
                        | "block"
                        | "for_statement"
                        | "for_in_statement"
                        | "if_statement"
                        | "switch_body"
                        | "switch_section"
                        | "expression_case"
                        | "default_case"
                        | "communication_case"
                        | "switch_block_statement_group"
                        | "class_body"
                        | "declaration_list"
                )
        })
    }

    fn above(&self, nth: usize) -> &'t str {
        self.stack.len().checked_sub(nth).and_then(|at| self.stack.get(at)).map_or("", |a| a.kind)
    }

    /// The name of the type around.
    fn owner(&self) -> Option<&'t str> {
        let holds = |kind: &str| {
            matches!(kind, "class" | "module" | "class_definition" | "impl_item")
                || kind.ends_with("_declaration")
        };
        let class = self.stack.iter().rev().filter(|a| holds(a.kind)).find_map(|a| {
            let field = if a.kind == "impl_item" { "type" } else { "name" };
            a.node.field(field)
        })?;
        let name = self.text_of(class);
        Some(name.split(['<', ' ']).next().unwrap_or(name))
    }

    /// A constant of a type, by the names that reach it.
    fn of_type(&mut self, name: &str, value: Node<'t>) {
        let Some(owner) = self.owner() else { return };
        let all = (0, self.text.len());
        let by = if matches!(self.grammar, Grammar::Rust | Grammar::Ruby) { "::" } else { "." };
        self.bind(&format!("{owner}{by}{name}"), value, all);
        if self.grammar == Grammar::Rust {
            let impls = self.within(|kind| kind == "impl_item");
            self.bind(&format!("Self::{name}"), value, impls);
        }
    }

    fn script_variable(&mut self, node: Node<'t>) {
        let Some(name) = node.field("name").filter(|n| n.kind() == "identifier") else {
            return;
        };
        let Some(value) = node.field("value") else { return self.give(name) };
        let lexical = self.above(1) == "lexical_declaration";
        let scope = if lexical { self.block() } else { self.within(is_function) };
        self.bind(self.text_of(name), value, scope);
    }

    /// `static readonly ZERO = 0`.
    fn static_field(&mut self, node: Node<'t>) {
        let Some(name) = node.field("name") else { return };
        let head = self.text.get(node.start_byte()..name.start_byte()).unwrap_or("");
        let has = |word: &str| head.split_whitespace().any(|w| w == word);
        if let Some(value) = node.field("value").filter(|_| has("static") && has("readonly")) {
            self.of_type(self.text_of(name), value);
        }
    }

    /// An assignment of Python or Ruby, which declares what it assigns.
    fn assigned(&mut self, node: Node<'t>) {
        let Some(left) = node.field("left") else { return };
        if !matches!(left.kind(), "identifier" | "constant") {
            return;
        }
        let Some(value) = node.field("right") else { return };
        let name = self.text_of(left);
        let python = self.grammar == Grammar::Python;
        if python {
            let inner = self.stack.iter().rev().find(|a| is_function(a.kind) || a.kind == "class_definition");
            if let Some(class) = inner.filter(|a| a.kind == "class_definition") {
                // A base may make something else of it, as those of enumerations and models do.
                let bases = class.node.field("superclasses");
                if bases.is_none_or(|b| b.named_child_count() == 0) {
                    self.of_type(name, value);
                }
            } else if inner.is_none() && name.chars().any(char::is_lowercase) {
                // A variable of the module, which others set; its constants are written in capitals.
                self.give(left);
            } else {
                self.bind(name, value, self.within(is_function));
            }
        } else if left.kind() == "constant" {
            self.bind(name, value, self.within(|kind| matches!(kind, "class" | "module")));
            self.of_type(name, value);
        } else if self.stack.iter().any(|a| is_function(a.kind)) {
            self.bind(name, value, self.within(|kind| matches!(kind, "method" | "singleton_method")));
        }
    }

    fn rust(&mut self, node: Node<'t>, kind: &str) {
        let local = kind == "let_declaration";
        let Some(name) = node.field(if local { "pattern" } else { "name" }) else { return };
        if name.kind() != "identifier" {
            return;
        }
        let changes = (0..node.child_count().min(8))
            .filter_map(|at| node.child(at))
            .any(|c| c.kind() == "mutable_specifier");
        let before = self.text.get(self.built_for..node.start_byte()).unwrap_or("").trim_start();
        let some_builds = self.built_for > 0 && (before.is_empty() || before.starts_with(['#', '/']));
        let value = node.field("value").filter(|_| !changes && !some_builds);
        let Some(value) = value else { return self.give(name) };
        let text = self.text_of(name);
        if local {
            // What is declared again hides what stood there before.
            let (_, to) = self.block();
            return self.bind(text, value, (node.end_byte().min(to), to));
        }
        match self.above(2) {
            "impl_item" => self.of_type(text, value),
            // Whoever implements the trait may give it another value.
            "trait_item" => {}
            _ => self.bind(text, value, self.block()),
        }
    }

    fn go(&mut self, node: Node<'t>, kind: &str) {
        let mut cursor = node.walk();
        let (names, values): (Vec<Node<'t>>, _) = if kind == "short_var_declaration" {
            let left = node.field("left");
            let count = left.map_or(0, |l| l.named_child_count().min(20));
            let names = (0..count).filter_map(|at| left?.named_child(at as u32));
            (names.collect(), node.field("right"))
        } else {
            (node.children_by_field_name("name", &mut cursor).collect(), node.field("value"))
        };
        // A variable of the package may be set by another of its files, or by the linker.
        let local = self.stack.iter().any(|a| is_function(a.kind));
        let whole =
            values.filter(|v| v.named_child_count() == names.len() && (local || kind == "const_spec"));
        let scope = self.block();
        for (at, name) in names.into_iter().enumerate() {
            match whole.and_then(|v| v.named_child(at as u32)) {
                Some(value) if self.text_of(name) != "_" => self.bind(self.text_of(name), value, scope),
                _ => self.give(name),
            }
        }
    }

    fn java(&mut self, node: Node<'t>) {
        let Some(name) = node.field("name") else { return };
        let field = self.above(1) == "field_declaration";
        let holder = self.stack.last().map_or("", |a| self.text_of(a.node));
        let head = holder.split(['=', ';']).next().unwrap_or_default();
        let fixed = !field || head.split_whitespace().any(|w| w == "final");
        let Some(value) = node.field("value").filter(|_| fixed) else { return self.give(name) };
        let text = self.text_of(name);
        self.bind(text, value, self.block());
        if field || self.above(1) == "constant_declaration" {
            self.of_type(text, value);
        }
    }

    fn csharp(&mut self, node: Node<'t>) {
        let Some(name) = node.field("name") else { return };
        let holder = self.stack.len().checked_sub(2).and_then(|at| self.stack.get(at));
        let Some((kind, head)) = holder.map(|a| (a.kind, self.text_of(a.node))) else { return };
        let head = head.split(['=', ';']).next().unwrap_or_default();
        let field = kind == "field_declaration";
        let fixed = kind == "local_declaration_statement"
            || field && head.split_whitespace().any(|w| matches!(w, "const" | "readonly"));
        let count = node.named_child_count();
        let value = count.checked_sub(1).filter(|at| *at > 0).and_then(|at| node.named_child(at as u32));
        let Some(value) = value.filter(|_| fixed) else { return self.give(name) };
        let text = self.text_of(name);
        self.bind(text, value, self.block());
        if field {
            self.of_type(text, value);
        }
    }

    /// Tells whether a name gets a value where it stands, in any way but by a declaration with one.
    fn is_written(&self, node: Node<'_>, kind: &str, field: Option<&str>) -> bool {
        if kind == "shorthand_property_identifier_pattern" {
            return true;
        }
        let (mut field, mut deep) = (field, false);
        for above in self.stack.iter().rev().take(12) {
            if is_pattern(above.kind) || above.kind == "expression_list" && above.field == Some("left") {
                (field, deep) = (above.field, true);
                continue;
            }
            let text = || self.text_of(above.node);
            return match above.kind {
                "assignment_expression"
                | "augmented_assignment_expression"
                | "compound_assignment_expr"
                | "assignment_statement"
                | "augmented_assignment"
                | "operator_assignment"
                | "range_clause"
                | "receive_statement"
                | "for_in_statement"
                | "for_in_clause"
                | "foreach_statement"
                | "for_statement" => field == Some("left"),
                // By itself it is a declaration with a value.
                "assignment" => deep && field == Some("left"),
                "let_declaration" | "for_expression" | "let_condition" | "match_arm" | "for" => {
                    deep && field == Some("pattern")
                        || field == Some("pattern") && above.kind != "let_declaration"
                }
                "variable_declarator" => deep && field == Some("name"),
                "update_expression" | "inc_statement" | "dec_statement" | "delete_statement" => true,
                "postfix_unary_expression" | "prefix_unary_expression" => {
                    text().starts_with("++") || text().starts_with("--") || text().ends_with(['+', '-'])
                }
                "reference_expression" => text().starts_with("&mut"),
                "unary_expression" => self.grammar == Grammar::Go && text().starts_with('&'),
                "argument" => ["ref ", "out "].iter().any(|w| text().starts_with(w)),
                "as_pattern" => field == Some("alias"),
                "formal_parameters"
                | "parameters"
                | "lambda_parameters"
                | "method_parameters"
                | "block_parameters"
                | "closure_parameters"
                | "inferred_parameters"
                | "typed_parameter"
                | "implicit_parameter" => true,
                "required_parameter"
                | "optional_parameter"
                | "parameter"
                | "default_parameter"
                | "typed_default_parameter"
                | "keyword_parameter"
                | "splat_parameter"
                | "hash_splat_parameter"
                | "block_parameter"
                | "formal_parameter"
                | "catch_formal_parameter"
                | "catch_declaration"
                | "enhanced_for_statement"
                | "named_expression"
                | "parameter_declaration"
                | "variadic_parameter_declaration"
                | "resource"
                | "declaration_expression"
                | "declaration_pattern"
                | "function_definition"
                | "class_definition"
                | "function_declaration"
                | "local_function_statement" => matches!(field, Some("name" | "pattern")),
                "catch_clause" | "arrow_function" => field == Some("parameter"),
                "lambda_expression" => field == Some("parameters"),
                "dotted_name" | "aliased_import" => self
                    .stack
                    .iter()
                    .rev()
                    .take(3)
                    .any(|a| matches!(a.kind, "import_from_statement" | "import_statement")),
                "exception_variable" => true,
                _ => false,
            } && !node.is_error();
        }
        false
    }

    /// `list(USERS)`, `copy.deepcopy(USERS)`, `USERS.map(…)`: what is copied stays as it is.
    fn only_copies(&self, call: Option<Node<'t>>) -> bool {
        let called = call.and_then(|call| call.field("function"));
        let name = called.map_or("", |called| self.text_of(called)).rsplit('.').next().unwrap_or_default();
        copies(name)
    }

    /// Tells whether what a name holds may change by what is done here.
    fn is_worked(&self, node: Node<'_>, field: Option<&str>) -> bool {
        let (mut at, mut field) = (node.start_byte(), field);
        let mut reached = false;
        for above in self.stack.iter().rev().take(8) {
            match above.kind {
                "member_expression"
                | "subscript_expression"
                | "subscript"
                | "attribute"
                | "field_expression"
                | "index_expression"
                | "selector_expression"
                | "field_access"
                | "array_access"
                | "member_access_expression"
                | "element_access_expression"
                | "element_reference"
                    if above.node.start_byte() == at =>
                {
                    reached = true;
                }
                "arguments" | "argument_list" | "argument" | "delete_statement" => {
                    return !self.only_copies(above.node.parent());
                }
                "assignment_expression"
                | "augmented_assignment_expression"
                | "assignment"
                | "augmented_assignment"
                | "compound_assignment_expr"
                | "assignment_statement"
                | "operator_assignment" => return reached && field == Some("left"),
                "expression_list" | "as_expression" | "parenthesized_expression" | "non_null_expression" => {}
                "unary_expression" | "reference_expression" => {
                    let text = self.text_of(above.node);
                    return text.starts_with('&') || text.starts_with("delete ");
                }
                "call_expression" | "call" | "invocation_expression" => {
                    return !self.only_copies(Some(above.node)) && reached && field == Some("function")
                        || field == Some("receiver");
                }
                "method_invocation" => return field == Some("object"),
                "binary" => return field == Some("left") && self.text_of(above.node).contains("<<"),
                "update_expression" | "inc_statement" | "dec_statement" => return reached,
                _ => return false,
            }
            (at, field) = (above.node.start_byte(), above.field);
        }
        false
    }
}

/// Tells whether a node takes a value apart, or holds one name that gets it.
fn is_pattern(kind: &str) -> bool {
    matches!(
        kind,
        "object_pattern"
            | "array_pattern"
            | "pair_pattern"
            | "rest_pattern"
            | "assignment_pattern"
            | "object_assignment_pattern"
            | "pattern_list"
            | "tuple_pattern"
            | "list_pattern"
            | "list_splat_pattern"
            | "dictionary_splat_pattern"
            | "as_pattern_target"
            | "tuple_struct_pattern"
            | "struct_pattern"
            | "field_pattern"
            | "ref_pattern"
            | "mut_pattern"
            | "captured_pattern"
            | "slice_pattern"
            | "or_pattern"
            | "reference_pattern"
            | "match_pattern"
            | "left_assignment_list"
            | "destructured_left_assignment"
            | "rest_assignment"
    )
}
