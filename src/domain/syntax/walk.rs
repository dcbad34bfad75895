//! One pass over a tree that fills an outline. Keeps a stack of its own, so depth costs memory and nothing else.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::around::Around;
use super::dead::Dead;
use super::fields::Fields as _;
use super::fixed::Fixed;
use super::gone::{self, Gone, Why};
use super::{
    Grammar, Outline, Symbol, SymbolKind, blank, body, dead, flag, format, given, imports, inner, listener,
    loaded, made, modifier, names, own_router, truth,
};

/// Nodes above the one that is looked at.
#[derive(Debug, Clone)]
pub(super) struct Frame<'t> {
    pub(super) kind: &'t str,
    pub(super) field: Option<&'t str>,
    pub(super) end: usize,
    /// The type whose members follow.
    owner: Option<String>,
    /// The namespace of TypeScript whose names follow: they are reached through it, and are none of the file's own.
    space: Option<&'t str>,
    /// Names within are nobody else's.
    pub(super) local: bool,
    /// The declaration below is exported.
    exporting: bool,
    /// What follows below it is not reached any more.
    pub(super) ended: bool,
    /// Nodes right below it that are never reached.
    pub(super) never: Vec<Range<usize>>,
    /// The next node below it is left out of the program.
    pub(super) skips: Option<Dead>,
    /// An attribute stands before the next node below it.
    pub(super) attributed: bool,
}

/// A pass over one tree.
pub(super) struct Walk<'t> {
    pub(super) text: &'t str,
    pub(super) grammar: Grammar,
    pub(super) out: Outline,
    pub(super) stack: Vec<Frame<'t>>,
    /// Up to here the text is a test.
    pub(super) test_until: usize,
    /// What stands in tests counts, too.
    pub(super) tests: bool,
    /// Up to here the text is for a type checker alone.
    pub(super) types_until: usize,
    /// Up to here the text is an import and none of its names a use.
    import_until: usize,
    /// Byte offset of each line, to find lines soon.
    feeds: Vec<usize>,
    /// Up to here Ruby's methods are private.
    private_until: usize,
    /// Up to here Python runs only as a program, never as a module.
    main_until: usize,
    /// Up to here a function does nothing but say that it is not done.
    pub(super) sure_until: usize,
    /// Local names, with the places from which and up to which they hide others.
    pub(super) hidden: BTreeMap<String, Vec<(usize, usize)>>,
    /// What stands around the scripts of a component.
    pub(super) beside: Option<&'t str>,
    /// Names that stand for one value.
    pub(super) fixed: Fixed<'t>,
    /// Functions that hand all of their work to another of the file, with that one's name.
    pub(super) passing: Vec<(String, body::HollowBody)>,
    /// What is known of places ahead.
    pub(super) around: Around,
    /// The last body of which it was asked what its function is given, and that.
    pub(super) own_names: RefCell<Option<(usize, BTreeSet<String>)>>,
    /// How many handlers of a page were met.
    pub(super) handlers: usize,
    /// Code that nothing reaches, whatever stands around it.
    pub(super) gone: Gone,
    /// Up to here the text is a function that nobody calls.
    idle_until: usize,
    /// Switches of other files that are off.
    pub(super) off: &'t BTreeSet<String>,
    /// The value that a script gives out as its default.
    pub(super) default: Option<Node<'t>>,
    /// It is given out as Node's older modules do: `module.exports = FLAGS`.
    pub(super) by_exports: bool,
}

/// Boils a tree down.
pub(super) fn outline<'t>(
    grammar: Grammar,
    text: &'t str,
    tree: &'t Tree,
    tests: bool,
    gone: Gone,
    beside: Option<&'t str>,
    off: &'t BTreeSet<String>,
) -> Outline {
    let root = tree.root_node();
    let python = grammar == Grammar::Python;
    let own = if python { own_router::of_python(text, root) } else { BTreeSet::new() };
    let out = Outline {
        idle_hooks: Vec::new(),
        grammar,
        intact: !root.has_error(),
        homes: Vec::new(),
        symbols: Vec::new(),
        imports: Vec::new(),
        uses: BTreeMap::new(),
        hollow: Vec::new(),
        real_bodies: 0,
        storing: 0,
        at_work: Default::default(),
        empty_catches: Vec::new(),
        comments: Vec::new(),
        strings: Vec::new(),
        joined: Vec::new(),
        definitions: Vec::new(),
        marks: Default::default(),
        decorated: false,
        registers: python && loaded::registers(text, root, &own),
        fills_own: !own.is_empty(),
        starts: text.starts_with("#!") && grammar != Grammar::Rust,
        dead: Vec::new(),
        dropped: Vec::new(),
        unreached: Vec::new(),
        open: false,
        only_declares: loaded::only_declares(grammar, text, root),
        left_out: dead::left_out(grammar, text),
        for_tests: Vec::new(),
        blanks: Vec::new(),
        full: Default::default(),
        classes: Default::default(),
        lent: Default::default(),
        given: Default::default(),
        inner: Vec::new(),
        made: Default::default(),
        trials: Default::default(),
        lone: Default::default(),
        guards: Default::default(),
        off: Default::default(),
    };
    let feeds = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at).collect();
    let stack = Vec::new();
    let (test_until, types_until, import_until, private_until) = (0, 0, 0, 0);
    let mut walk = Walk {
        text,
        grammar,
        out,
        stack,
        test_until,
        tests,
        types_until,
        import_until,
        feeds,
        private_until,
        main_until: 0,
        sure_until: 0,
        hidden: BTreeMap::new(),
        fixed: Fixed::of(grammar, text, tree, beside),
        beside,
        passing: Vec::new(),
        around: Around::default(),
        own_names: RefCell::default(),
        handlers: 0,
        gone,
        idle_until: 0,
        off,
        default: None,
        by_exports: false,
    };
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let field = cursor.field_name();
        if let Some(frame) = walk.enter(node, field)
            && cursor.goto_first_child()
        {
            walk.stack.push(frame);
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                body::settle(&mut walk);
                listener::look(&mut walk, root);
                modifier::settle_exports(&mut walk.out);
                walk.out.off = flag::off(&walk);
                walk.out.dropped = std::mem::take(&mut walk.around.discarded);
                return walk.out;
            }
            walk.stack.pop();
        }
    }
}

impl<'t> Walk<'t> {
    pub(super) fn text_of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    pub(super) fn line(&self, at: usize) -> u32 {
        let before = self.feeds.partition_point(|feed| *feed < at);
        u32::try_from(before).unwrap_or(u32::MAX - 1) + 1
    }

    /// Looks at one node; returns its frame where its children are to be seen.
    fn enter(&mut self, node: Node<'t>, field: Option<&'t str>) -> Option<Frame<'t>> {
        let kind = node.kind();
        let start = node.start_byte();
        if names::is_comment(kind) || self.is_docstring(node, kind) {
            self.out.comments.push(node.byte_range());
            return None;
        }
        if names::is_string(kind) {
            self.literal(node);
        }
        let mut frame = Frame {
            kind,
            field,
            end: node.end_byte(),
            owner: None,
            space: self.space_name(node, kind),
            local: names::is_function(kind),
            exporting: kind == "export_statement",
            ended: false,
            never: if node.is_named() { truth::never(self, node, kind) } else { Vec::new() },
            skips: None,
            attributed: false,
        };
        // Asked of every node: what stands above keeps count.
        let dead = dead::is_dead(self, node, kind);
        let in_tests = (!self.tests && self.is_test(node, kind)).then_some(Dead::InTests);
        let gone = self.gone.get(&(start, node.end_byte())).copied();
        if gone == Some(Why::Uncalled) && start >= self.test_until {
            self.idle_until = node.end_byte();
        }
        let never = gone.map(|_| Dead::Never);
        if let Some(why) = in_tests.or(dead).or(never).filter(|_| start >= self.test_until) {
            self.test_until = node.end_byte();
            self.out.dead.push(node.byte_range());
            if why == Dead::Never {
                self.out.unreached.push(node.byte_range());
            }
        }
        if start < self.test_until {
            if kind == "mod_item" {
                let module = imports::module_file(self, node);
                self.out.for_tests.extend(module);
            }
            if start < self.idle_until {
                body::look_for_markers(self, node, kind);
            }
            return Some(frame);
        }
        self.notice(node, kind);
        flag::note(self, node);
        self.look_ahead(node, kind, field);
        if start < self.test_until {
            return Some(frame);
        }
        if start >= self.import_until && imports::take(self, node, kind) {
            self.import_until = self.import_until.max(node.end_byte());
            return Some(frame);
        }
        if names::is_type(kind) {
            frame.owner = self.owner_name(node, kind);
        }
        if let Some(what) = names::declares(self.grammar, kind) {
            self.declare(node, kind, what);
        }
        blank::look(self, node, kind);
        body::look(self, node, kind);
        if kind == "token_tree" {
            imports::rust_tokens(self, node);
        }
        format::look(self, node, kind);
        if names::is_name(kind) && start >= self.import_until {
            self.name(node, kind, field);
        }
        Some(frame)
    }

    /// Keeps a literal's text, without what is interpolated in it.
    fn literal(&mut self, node: Node<'_>) {
        let mut from = node.start_byte();
        for at in 0..node.named_child_count().min(2_000) {
            let inner = node.named_child(at as u32).filter(|c| names::is_interpolation(c.kind()));
            if let Some(inner) = inner {
                self.out.strings.push(from..inner.start_byte());
                from = inner.end_byte();
            }
        }
        self.out.strings.push(from..node.end_byte());
    }

    /// A string that stands for itself at the head of a Python body is a comment in all but name.
    fn is_docstring(&self, node: Node<'_>, kind: &str) -> bool {
        self.grammar == Grammar::Python
            && kind == "string"
            && self.stack.last().is_some_and(|f| f.kind == "expression_statement" && f.end == node.end_byte())
            && node.parent().is_some_and(|p| p.start_byte() == node.start_byte())
    }

    /// Tells whether a node begins a test within the file.
    fn is_test(&self, node: Node<'_>, kind: &str) -> bool {
        if self.grammar == Grammar::Rust && matches!(kind, "mod_item" | "function_item") {
            let mut before = node.prev_named_sibling();
            while let Some(attribute) = before.filter(|n| n.kind() == "attribute_item") {
                if gone::is_for_tests(self.text_of(attribute)) {
                    return true;
                }
                before = attribute.prev_named_sibling();
            }
        }
        let asks = |condition: Node<'_>| self.text_of(condition).contains("import.meta.vitest");
        self.grammar.is_script() && kind == "if_statement" && node.field("condition").is_some_and(asks)
    }

    /// What a node says of the file as a whole.
    fn notice(&mut self, node: Node<'_>, kind: &str) {
        match (self.grammar, kind) {
            (Grammar::Python, "if_statement") => {
                let condition = node.field("condition").map_or("", |c| self.text_of(c));
                if condition.contains("__name__") && condition.contains("__main__") {
                    self.out.starts = true;
                    self.main_until = node.end_byte();
                }
                if condition.ends_with("TYPE_CHECKING") {
                    let branch = node.field("consequence").unwrap_or(node);
                    self.types_until = branch.end_byte();
                }
            }
            (Grammar::Python, "assignment" | "augmented_assignment" | "call") => {
                given::look(self, node, kind);
            }
            (Grammar::Python, "function_definition") => {
                let name = node.field("name").map_or("", |n| self.text_of(n));
                self.out.open |= name == "__getattr__" && !self.is_local() && self.owner().is_none();
            }
            (Grammar::Ruby, "call" | "method") => made::look(self, node, kind),
            (Grammar::Rust, "mod_item") => inner::keep(self, node),
            (Grammar::Go, "package_clause") | (Grammar::Java, "package_declaration") => {
                let home = node.part(0).map_or("", |n| self.text_of(n));
                self.out.homes.push(home.to_owned());
                self.import_until = node.end_byte();
            }
            (Grammar::CSharp, "namespace_declaration" | "file_scoped_namespace_declaration") => {
                if let Some(name) = node.field("name") {
                    self.out.homes.push(self.text_of(name).to_owned());
                    self.import_until = name.end_byte();
                }
            }
            (Grammar::CSharp, "global_statement") => self.out.starts = true,
            (Grammar::Ruby, "identifier") if self.text_of(node) == "private" => {
                if let Some(body) = self.stack.iter().rev().find(|f| f.kind == "body_statement") {
                    self.private_until = body.end;
                }
            }
            (
                _,
                "marker_annotation"
                | "annotation"
                | "attribute"
                | "attribute_item"
                | "decorator"
                | "superclass"
                | "base_list"
                | "super_interfaces"
                | "class_heritage"
                | "extends_type_clause",
            ) => {
                self.out.decorated |= kind == "decorator" && self.grammar.is_script();
                self.mark(node);
            }
            (Grammar::Python, "class_definition") => {
                if let Some(bases) = node.field("superclasses") {
                    self.mark(bases);
                }
            }
            _ => {}
        }
    }

    /// Keeps the names that stand directly in an annotation or a list of base types.
    fn mark(&mut self, node: Node<'_>) {
        let said = self.text_of(node).chars().take(400).collect::<String>();
        for word in said.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).take(12)
        {
            self.out.marks.insert(word.to_owned());
        }
    }

    /// The type whose members a node holds.
    fn owner_name(&self, node: Node<'_>, kind: &str) -> Option<String> {
        let name = if kind == "impl_item" { "type" } else { "name" };
        let text = self.text_of(node.field(name)?);
        let bare = text.split(['<', ' ']).next().unwrap_or(text);
        Some(bare.rsplit("::").next().unwrap_or(bare).to_owned())
    }

    /// The name of a namespace of TypeScript; a module that is named by a string tells of another file.
    fn space_name(&self, node: Node<'_>, kind: &str) -> Option<&'t str> {
        if !self.grammar.is_script() || !matches!(kind, "internal_module" | "module") {
            return None;
        }
        let name = node.field("name").filter(|n| !names::is_string(n.kind()))?;
        Some(self.text_of(name))
    }

    /// The innermost namespace around, and whether it exports what is declared here.
    fn namespace(&self) -> Option<(String, bool)> {
        let at = self.stack.iter().rposition(|f| f.space.is_some())?;
        let name = self.stack.get(at)?.space?;
        let exports = self.stack.iter().skip(at + 1).any(|f| f.exporting);
        Some((name.to_owned(), exports))
    }

    pub(super) fn is_local(&self) -> bool {
        self.stack.iter().any(|f| f.local)
    }

    fn declare(&mut self, node: Node<'_>, kind: &str, what: SymbolKind) {
        let mut found: Vec<Node<'_>> = Vec::new();
        let mut cursor = node.walk();
        found.extend(node.children_by_field_name("name", &mut cursor));
        if self.grammar == Grammar::Java && kind == "field_declaration" || found.is_empty() {
            return;
        }
        if let ("mod_item", None) = (kind, node.field("body")) {
            return;
        }
        let local = self.is_local() || self.in_block();
        let owner = self.stack.iter().rev().find_map(|f| f.owner.clone());
        let owner = modifier::receiver(self, node, kind).or(owner);
        let space = if owner.is_none() { self.namespace() } else { None };
        for name in found {
            let patterns = bound_names(name);
            for bound in patterns {
                self.out.definitions.push(bound.byte_range());
                let text = self.text_of(bound).to_owned();
                if what != SymbolKind::Class && matches!(self.grammar, Grammar::Java | Grammar::CSharp) {
                    self.out.classes.keep_value(&text);
                }
                if local {
                    self.hide_declared(node, kind, &text);
                }
                if local || text.is_empty() {
                    continue;
                }
                let kind_of =
                    if owner.is_some() && what == SymbolKind::Value { SymbolKind::Member } else { what };
                let exporting = self.stack.iter().any(|f| f.exporting);
                let at = bound.start_byte();
                let hidden = at < self.private_until || at < self.main_until || at < self.types_until;
                let exported =
                    !hidden && modifier::is_exported(self, node, kind, exporting, &text, owner.as_deref());
                let exported = exported && space.as_ref().is_none_or(|(_, exports)| *exports);
                self.out.symbols.push(Symbol {
                    name: text,
                    kind: kind_of,
                    owner: owner.clone().or_else(|| space.as_ref().map(|(name, _)| name.clone())),
                    exported,
                    at: bound.start_byte(),
                });
            }
        }
    }

    /// Counts a name as used, unless it is the name of a declaration or of a parameter.
    fn name(&mut self, node: Node<'t>, kind: &str, field: Option<&str>) {
        let Some(above) = self.stack.last() else { return };
        let parent = above.kind;
        if field == Some("name") && names::declares(self.grammar, parent).is_some() {
            return;
        }
        if is_binding(parent, field, kind) || self.is_assigned(parent, kind) {
            self.hide_bound(node, parent);
            if matches!(self.grammar, Grammar::Java | Grammar::CSharp) {
                self.out.classes.keep_value(self.text_of(node));
            }
            let names = parent == "assignment"
                && (self.grammar == Grammar::Python || self.grammar == Grammar::Ruby && kind == "constant");
            if names && !self.is_local() {
                self.top_level(node);
            }
            return;
        }
        if self.grammar == Grammar::Python && parent == "pattern_list" && self.assigned() {
            if !self.is_local() {
                self.top_level(node);
            }
            return;
        }
        // `void pay;` and `const _unused = pay;` only keep a tool quiet.
        let idle = match parent {
            "unary_expression" => {
                // To ask what kind it is of does nothing with it either.
                let before = &self.text[..node.start_byte()];
                before.ends_with("void ") || before.ends_with("typeof ")
            }
            "variable_declarator" => self.text[..node.start_byte()].ends_with(" = ") && self.named_idle(node),
            _ => false,
        };
        if idle {
            return;
        }
        if self.is_discarded(node) || self.is_never_shown(node, parent, field) {
            return;
        }
        self.name_of_class(node, field);
        let member = is_member(parent, field) && !self.is_bare_call(node, parent)
            || parent == "token_tree" && self.follows_dot(node);
        let typed =
            kind == "type_identifier" && self.grammar.is_script() || node.start_byte() < self.types_until;
        if !member && kind != "type_identifier" && self.is_hidden(node) {
            return;
        }
        let line = self.line(node.start_byte());
        let used = self.out.uses.entry(self.text_of(node).to_owned()).or_default();
        let place = if member {
            &mut used.member
        } else if typed {
            &mut used.typed
        } else {
            &mut used.plain
        };
        if place.is_none() {
            *place = Some(line);
        }
    }

    /// Counts a name as used by itself that no node stands for.
    pub(super) fn use_at(&mut self, name: &str, at: usize) {
        if self.hides_at(name, at) {
            return;
        }
        let line = self.line(at);
        self.out.uses.entry(name.to_owned()).or_default().plain.get_or_insert(line);
    }

    /// Tells whether a name among the words of a macro is reached through another: `list.len()`, and not `0..LAST`.
    fn follows_dot(&self, node: Node<'_>) -> bool {
        let before = self.text.get(..node.start_byte()).unwrap_or("").trim_end();
        before.ends_with('.') && !before.ends_with("..")
    }

    /// Tells whether a value is given to a name that says it is not used.
    fn named_idle(&self, node: Node<'_>) -> bool {
        let name = node.parent().and_then(|p| p.field("name"));
        name.is_some_and(|n| self.text_of(n).starts_with('_'))
    }

    fn assigned(&self) -> bool {
        self.stack.iter().rev().take(3).any(|f| f.kind == "pattern_list" && f.field == Some("left"))
    }

    /// A name that an assignment gives to the module or class.
    fn top_level(&mut self, node: Node<'_>) {
        let name = self.text_of(node).to_owned();
        let owner = self.stack.iter().rev().find_map(|f| f.owner.clone());
        self.out.definitions.push(node.byte_range());
        if self.out.symbols.iter().any(|s| s.name == name && s.owner == owner) {
            return;
        }
        let kind = if owner.is_some() { SymbolKind::Member } else { SymbolKind::Value };
        let at = node.start_byte();
        let exported = (self.grammar != Grammar::Ruby || owner.is_none() || self.text_of(node).len() > 1)
            && at >= self.main_until;
        self.out.symbols.push(Symbol { name, kind, owner, exported, at: node.start_byte() });
    }

    pub(super) fn for_types(&self, at: usize) -> bool {
        at < self.types_until
    }

    /// Returns the type whose member is looked at.
    pub(super) fn owner(&self) -> Option<String> {
        self.stack.iter().rev().find_map(|f| f.owner.clone())
    }
}

/// The names that a declared pattern binds: one, or those of `{ a, b: c }` and `[a, b]`.
fn bound_names(node: Node<'_>) -> Vec<Node<'_>> {
    // `class Shop::Cart` declares `Cart`.
    if node.kind() == "scope_resolution" {
        return node.field("name").into_iter().collect();
    }
    if !matches!(node.kind(), "object_pattern" | "array_pattern") {
        return vec![node];
    }
    let mut found = Vec::new();
    for at in 0..node.named_child_count().min(200) {
        let Some(child) = node.named_child(at as u32) else { continue };
        match child.kind() {
            "shorthand_property_identifier_pattern" | "identifier" => found.push(child),
            "pair_pattern" => {
                found.extend(child.field("value").filter(|v| v.kind() == "identifier"));
            }
            _ => {}
        }
    }
    found
}

/// Tells whether a name only receives a value: a parameter, a key, a label.
fn is_binding(parent: &str, field: Option<&str>, kind: &str) -> bool {
    match parent {
        "formal_parameters" | "parameters" | "lambda_parameters" | "method_parameters"
        | "block_parameters" => kind == "identifier",
        "required_parameter" | "optional_parameter" | "parameter" | "let_declaration" => {
            field == Some("pattern") || field == Some("name")
        }
        "default_parameter"
        | "typed_default_parameter"
        | "formal_parameter"
        | "parameter_declaration"
        | "keyword_argument"
        | "field_declaration"
        | "keyword_parameter"
        | "field_initializer" => {
            field == Some("name") || field == Some("field") && kind == "field_identifier"
        }
        "assignment" => field == Some("left"),
        "pair" | "pair_pattern" | "keyed_element" => field == Some("key"),
        "jsx_attribute" => kind == "property_identifier",
        "typed_parameter" => kind == "identifier" && field.is_none(),
        "catch_clause" | "arrow_function" => field == Some("parameter"),
        "closure_parameters" => kind == "identifier",
        "shorthand_property_identifier_pattern" => true,
        _ => kind == "shorthand_property_identifier_pattern",
    }
}

/// Tells whether a name is reached through another.
fn is_member(parent: &str, field: Option<&str>) -> bool {
    matches!(
        (parent, field),
        ("member_expression", Some("property"))
            | ("attribute", Some("attribute"))
            | ("field_expression", Some("field"))
            | ("scoped_identifier" | "scoped_type_identifier", Some("name"))
            | ("selector_expression", Some("field"))
            | ("qualified_type", Some("name"))
            | ("method_invocation", Some("name"))
            | ("field_access", Some("field"))
            | ("member_access_expression", Some("name"))
            | ("member_binding_expression", Some("name"))
            | ("qualified_name", Some("name"))
            | ("scope_resolution", Some("name"))
            | ("nested_identifier", Some("property"))
    )
}
