//! Local names that hide those of the file: parameters, and what a function declares above the use. In Ruby a variable also
//! hides methods of its name, up to the end of the method, the class or the file that it stands in.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::names::is_function;
use super::walk::Walk;

impl Walk<'_> {
    fn hides(&self) -> bool {
        self.grammar.is_script() || matches!(self.grammar, Grammar::Python | Grammar::Rust | Grammar::Go)
    }

    /// Where the scope ends that a name declared here belongs to; nothing outside of functions.
    fn scope_end(&self) -> Option<usize> {
        let scope = |kind: &str| {
            is_function(kind)
                || kind.ends_with("_signature")
                || matches!(
                    kind,
                    "function_type" | "constructor_type" | "function_signature_item" | "method_elem"
                )
                || self.grammar != Grammar::Python
                    && matches!(
                        kind,
                        "statement_block"
                            | "block"
                            | "catch_clause"
                            | "for_statement"
                            | "for_in_statement"
                            | "switch_body"
                    )
                || self.grammar == Grammar::Go && kind == "if_statement"
        };
        self.stack.iter().rev().find(|f| scope(f.kind)).map(|f| f.end)
    }

    /// Where the part of a file of Ruby ends that shares its variables.
    fn ruby_scope(&self) -> usize {
        let scope = |kind: &str| {
            matches!(kind, "method" | "singleton_method" | "class" | "singleton_class" | "module")
        };
        self.stack.iter().rev().find(|f| scope(f.kind)).map_or(self.text.len(), |f| f.end)
    }

    fn hide(&mut self, name: &str, from: usize) {
        if self.grammar == Grammar::Ruby && name.starts_with(|c: char| c.is_lowercase() || c == '_') {
            let block = self.stack.iter().rev().take(2).any(|f| f.kind == "block_parameters");
            let blocks = self.stack.iter().rev().find(|f| matches!(f.kind, "block" | "do_block"));
            let end = blocks.filter(|_| block).map_or_else(|| self.ruby_scope(), |f| f.end);
            self.hidden.entry(name.to_owned()).or_default().push((from, end));
            return;
        }
        if let Some(end) = self.scope_end().filter(|_| self.hides() && !name.is_empty()) {
            self.hidden.entry(name.to_owned()).or_default().push((from, end));
        }
    }

    /// A local declaration hides the name from its end on. One that brings in a module is an import.
    pub(super) fn hide_declared(&mut self, node: Node<'_>, kind: &str, name: &str) {
        let value = node.field("value").map_or("", |v| self.text_of(v));
        if kind == "variable_declarator" && (value.contains("import(") || value.contains("require(")) {
            return;
        }
        let from = if is_function(kind) { node.start_byte() } else { node.end_byte() };
        self.hide(name, from);
    }

    /// A parameter hides the name at once, an assigned variable once its value was read.
    pub(super) fn hide_bound(&mut self, node: Node<'_>, parent: &str) {
        let pattern =
            |kind: &str| kind.ends_with("_pattern") || matches!(kind, "expression_list" | "pattern_list");
        let holder = self.stack.iter().rev().find(|f| !pattern(f.kind)).map(|f| (f.kind, f.end));
        let Some((holder, end)) = holder else { return };
        let from = match holder {
            "variable_declarator"
            | "pair"
            | "keyword_argument"
            | "field_initializer"
            | "keyed_element"
            | "field_declaration"
            | "jsx_attribute" => return,
            "let_declaration" | "assignment" | "short_var_declaration" | "range_clause" => end,
            _ => node.start_byte(),
        };
        let anywhere = self.grammar == Grammar::Ruby;
        if parent == "pair_pattern" || holder == "assignment" && !self.is_local() && !anywhere {
            return;
        }
        let name = self.text_of(node).to_owned();
        self.hide(&name, from);
    }

    /// Names that `:=` and `for … range` of Go give a value to.
    pub(super) fn is_assigned(&self, parent: &str, kind: &str) -> bool {
        if self.grammar != Grammar::Go || parent != "expression_list" || kind != "identifier" {
            return false;
        }
        let mut above = self.stack.iter().rev();
        let left = above.next().is_some_and(|f| f.field == Some("left"));
        left && above.next().is_some_and(|f| matches!(f.kind, "short_var_declaration" | "range_clause"))
    }

    /// Tells whether a declaration of a script belongs to a block outside of functions, and to nobody beyond it.
    pub(super) fn in_block(&self) -> bool {
        let of_function = |kind: &str| kind == "variable_declaration";
        if !self.grammar.is_script() || self.stack.last().is_some_and(|f| of_function(f.kind)) {
            return false;
        }
        let mut above = "";
        self.stack.iter().any(|frame| {
            let space = matches!(above, "internal_module" | "module" | "ambient_declaration");
            above = frame.kind;
            match frame.kind {
                "statement_block" => !space,
                kind => matches!(kind, "for_statement" | "for_in_statement" | "catch_clause" | "switch_body"),
            }
        })
    }

    /// Hides the names that a node binds for what is below or behind it, before any of them is met.
    pub(super) fn bind(&mut self, node: Node<'_>, kind: &str) {
        match self.grammar {
            Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => self.bind_script(node, kind),
            Grammar::Python => self.bind_python(node, kind),
            Grammar::Rust => self.bind_rust(node, kind),
            Grammar::Go | Grammar::Java | Grammar::CSharp | Grammar::Ruby => {}
        }
    }

    /// Hides names in some places; where they are bound they are no uses either.
    fn hide_all(&mut self, pattern: Option<Node<'_>>, places: &[(usize, usize)]) {
        let mut names = Vec::new();
        if let Some(pattern) = pattern {
            bound(pattern, 0, &mut names);
        }
        for name in names {
            let text = self.text_of(name).to_owned();
            // A value of Rust begins with a small letter; what does not is a constant that a pattern compares with.
            if self.grammar == Grammar::Rust && !text.starts_with(|c: char| c.is_lowercase() || c == '_') {
                continue;
            }
            let hidden = self.hidden.entry(text).or_default();
            hidden.push((name.start_byte(), name.end_byte()));
            hidden.extend(places);
        }
    }

    fn bind_script(&mut self, node: Node<'_>, kind: &str) {
        let field = |name: &str| node.field(name);
        let (from, to) = (node.start_byte(), node.end_byte());
        let around = self.stack.last().map_or(to, |f| f.end);
        match kind {
            "formal_parameters" => {
                for at in 0..node.named_child_count().min(60) {
                    self.hide_all(node.named_child(at as u32), &[(from, around)]);
                }
            }
            // `for (x of xs)` gives a value to a name that is there already.
            "for_in_statement" if field("kind").is_some() => self.hide_all(field("left"), &[(from, to)]),
            "catch_clause" => self.hide_all(field("parameter"), &[(from, to)]),
            "function_expression" | "generator_function" => self.hide_all(field("name"), &[(from, to)]),
            _ => {}
        }
    }

    fn bind_python(&mut self, node: Node<'_>, kind: &str) {
        let field = |name: &str| node.field(name);
        let (from, to) = (node.start_byte(), node.end_byte());
        // Whatever a function binds anywhere is its own from there on.
        let behind = |at: usize, walk: &Self| walk.scope_end().map(|end| (at, end));
        match kind {
            "module" => self.around.redefined = redefined(self.text, node),
            "list_comprehension"
            | "set_comprehension"
            | "dictionary_comprehension"
            | "generator_expression" => {
                let clauses: Vec<Node<'_>> = children(node).filter(|c| c.kind() == "for_in_clause").collect();
                // The first iterable is read outside.
                let outside = clauses.first().and_then(|c| c.field("right"));
                let places = match outside {
                    Some(outside) => vec![(from, outside.start_byte()), (outside.end_byte(), to)],
                    None => vec![(from, to)],
                };
                for clause in clauses {
                    self.hide_all(clause.field("left"), &places);
                }
            }
            "for_statement" => {
                let start = field("left").map_or(from, |l| l.start_byte());
                let places: Vec<_> = behind(start, self).into_iter().collect();
                self.hide_all(field("left"), &places);
            }
            "as_pattern_target" => {
                let places: Vec<_> = behind(to, self).into_iter().collect();
                self.hide_all(Some(node), &places);
            }
            "named_expression" => {
                let places: Vec<_> = behind(to, self).into_iter().collect();
                self.hide_all(field("name"), &places);
            }
            "assignment" => {
                let pattern = field("left").filter(|l| l.kind() != "identifier");
                if let Some(place) = behind(to, self).filter(|_| self.is_local()) {
                    self.hide_all(pattern, &[place]);
                }
            }
            "parameters" | "lambda_parameters" => {
                let around = self.stack.last().map_or(to, |f| f.end);
                let rest =
                    |n: &Node<'_>| n.kind().ends_with("_splat_pattern") || n.kind() == "typed_parameter";
                for parameter in children(node).filter(rest).collect::<Vec<_>>() {
                    let name = if parameter.kind() == "typed_parameter" {
                        parameter.part(0)
                    } else {
                        Some(parameter)
                    };
                    self.hide_all(name, &[(from, around)]);
                }
            }
            _ => {}
        }
    }

    fn bind_rust(&mut self, node: Node<'_>, kind: &str) {
        let field = |name: &str| node.field(name);
        let (from, to) = (node.start_byte(), node.end_byte());
        match kind {
            "for_expression" => {
                let body = field("body").map_or(to, |b| b.start_byte());
                self.hide_all(field("pattern"), &[(body, to)]);
            }
            "match_arm" => self.hide_all(field("pattern"), &[(from, to)]),
            "let_condition" => {
                let whole = self
                    .stack
                    .iter()
                    .rev()
                    .find(|f| matches!(f.kind, "if_expression" | "while_expression" | "match_arm"));
                let end = whole.map_or(to, |f| f.end);
                self.hide_all(field("pattern"), &[(to, end)]);
            }
            "let_declaration" => {
                let pattern = field("pattern").filter(|p| p.kind() != "identifier");
                if let Some(end) = self.scope_end() {
                    self.hide_all(pattern, &[(to, end)]);
                }
            }
            "closure_parameters" => {
                let around = self.stack.last().map_or(to, |f| f.end);
                for parameter in children(node).collect::<Vec<_>>() {
                    self.hide_all(Some(parameter), &[(from, around)]);
                }
            }
            _ => {}
        }
    }

    /// Tells whether a name of a Python module, imported above, means something else here by now.
    fn is_redefined(&self, node: Node<'_>) -> bool {
        let Some(from) = self.around.redefined.get(self.text_of(node)) else { return false };
        // A function runs after the module was read as a whole.
        let later = || {
            let mut pairs = self.stack.iter().zip(self.stack.iter().skip(1));
            pairs.any(|(a, b)| matches!(a.kind, "function_definition" | "lambda") && b.field == Some("body"))
        };
        node.start_byte() >= *from || later()
    }

    /// Tells whether a name stands for a local one.
    pub(super) fn is_hidden(&self, node: Node<'_>) -> bool {
        let at = node.start_byte();
        if self.is_redefined(node) {
            return true;
        }
        self.hides_at(self.text_of(node), at)
    }

    /// Tells whether a name stands for a local one at some place.
    pub(super) fn hides_at(&self, name: &str, at: usize) -> bool {
        let Some(places) = self.hidden.get(name) else { return false };
        // A method within sees no variable from without.
        let reached = |end: usize| self.grammar != Grammar::Ruby || end <= self.ruby_scope();
        places.iter().rev().take(80).any(|(from, end)| *from <= at && at < *end && reached(*end))
    }
}

fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(4_000)).filter_map(move |at| node.named_child(at as u32))
}

/// The names that a pattern binds; neither its defaults nor what it compares with.
fn bound<'t>(node: Node<'t>, depth: usize, names: &mut Vec<Node<'t>>) {
    if depth > 8 || names.len() > 60 {
        return;
    }
    let inner = |name: &str| node.field(name);
    match node.kind() {
        "identifier" | "shorthand_property_identifier_pattern" => names.push(node),
        "pair_pattern" => inner("value").into_iter().for_each(|n| bound(n, depth + 1, names)),
        "assignment_pattern" | "object_assignment_pattern" => {
            inner("left").into_iter().for_each(|n| bound(n, depth + 1, names));
        }
        "required_parameter" | "optional_parameter" | "parameter" | "field_pattern" => {
            inner("pattern").into_iter().for_each(|n| bound(n, depth + 1, names));
        }
        "tuple_struct_pattern" | "struct_pattern" => {
            let name = inner("type").map(|n| n.id());
            children(node).filter(|n| Some(n.id()) != name).for_each(|n| bound(n, depth + 1, names));
        }
        "match_pattern" => {
            let guard = inner("condition").map(|n| n.id());
            children(node).filter(|n| Some(n.id()) != guard).for_each(|n| bound(n, depth + 1, names));
        }
        "object_pattern"
        | "array_pattern"
        | "rest_pattern"
        | "tuple_pattern"
        | "list_pattern"
        | "pattern_list"
        | "list_splat_pattern"
        | "dictionary_splat_pattern"
        | "as_pattern_target"
        | "slice_pattern"
        | "ref_pattern"
        | "mut_pattern"
        | "reference_pattern"
        | "captured_pattern"
        | "or_pattern" => children(node).for_each(|n| bound(n, depth + 1, names)),
        _ => {}
    }
}

/// The names that a Python module imports and later gives to a function, a class or a value of its own, with the place
/// from which on they mean that. An import on a condition, in a function or in a `try` leaves it open which one counts.
fn redefined(text: &str, module: Node<'_>) -> BTreeMap<String, usize> {
    let text_of = |node: Node<'_>| text.get(node.byte_range()).unwrap_or("");
    let (mut brought, mut found) = (BTreeMap::new(), BTreeMap::new());
    for statement in children(module) {
        match statement.kind() {
            "import_from_statement" | "import_statement" => {
                let mut cursor = statement.walk();
                for entry in statement.children_by_field_name("name", &mut cursor) {
                    let local = entry.field("alias").unwrap_or(entry);
                    found.remove(text_of(local));
                    brought.insert(text_of(local).to_owned(), statement.end_byte());
                }
            }
            kind => {
                let given = given(statement, kind);
                for name in given.into_iter().map(text_of).filter(|n| brought.contains_key(*n)) {
                    found.entry(name.to_owned()).or_insert(statement.end_byte());
                }
            }
        }
    }
    // One that comes in again anywhere else is left alone.
    found.retain(|name, _| {
        let words = |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name);
        let nested = |line: &str| line.starts_with([' ', '\t']) && line.contains("import ") && words(line);
        !text.lines().any(nested)
    });
    found
}

/// The names to which a statement of a module gives something.
fn given<'t>(statement: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let mut names = Vec::new();
    match kind {
        "function_definition" | "class_definition" => names.extend(statement.field("name")),
        "decorated_definition" => {
            let inner = statement.field("definition");
            names.extend(inner.and_then(|d| d.field("name")));
        }
        "expression_statement" => {
            let assignment = statement.part(0).filter(|a| a.kind() == "assignment");
            // `total: Total` alone gives nothing.
            let left = assignment.filter(|a| a.field("right").is_some());
            if let Some(left) = left.and_then(|a| a.field("left")) {
                bound(left, 0, &mut names);
            }
        }
        _ => {}
    }
    names
}
