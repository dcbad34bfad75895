//! Whether a body does anything: statements that come to nothing, and values that are the same however a function is
//! called.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::Grammar;
use super::body::{Hollow, STATEMENTS, statements};
use super::constant::Constants;
use super::dead::ends_its_block;
use super::fields::Fields as _;
use super::hands_on::Handing;
use super::names::is_comment;
use super::pure::is_pure;
use super::shown::shown;
use super::speaks::speaks;
use super::truth::{choice, condition, joined, never_entered};
use super::walk::Walk;

/// How deep functions within functions are followed.
const DEEPEST: usize = 3;

/// Judges a body whose function takes so many named parameters: nothing where it does anything at all.
pub(super) fn judge(walk: &Walk<'_>, body: Node<'_>, takes: usize) -> Option<Hollow> {
    within(walk, body, takes, 0)
}

pub(super) fn within(walk: &Walk<'_>, body: Node<'_>, takes: usize, inner: usize) -> Option<Hollow> {
    within_handing(walk, body, (takes, inner), Handing::default(), false)
}

/// As [`judge`], of what stands behind the checks of what a function is given: `if (!email) throw …`.
pub(super) fn judge_past_guards(walk: &Walk<'_>, body: Node<'_>, takes: usize) -> Option<Hollow> {
    within_handing(walk, body, (takes, 0), Handing::default(), true)
}

/// As [`within`], of a body that may only hand on.
pub(super) fn within_handing(
    walk: &Walk<'_>,
    body: Node<'_>,
    (takes, inner): (usize, usize),
    handing: Handing,
    past_guards: bool,
) -> Option<Hollow> {
    if inner > DEEPEST {
        return None;
    }
    let constants = Constants { walk, takes, known: BTreeMap::new() };
    let mut idle = Idle {
        walk,
        constants,
        inner,
        own: own_names(walk, body),
        foreign: BTreeSet::new(),
        given: Vec::new(),
        found: None,
        logs: false,
        drains: false,
        handing,
        past_guards,
    };
    if is_block(body.kind()) {
        idle.block(body, 0)?;
    } else {
        // An arrow's value, or an expression body of C#.
        let value = if body.kind() == "arrow_expression_clause" { body.part(0)? } else { body };
        idle.value(value, 0)?;
    }
    idle.told()
}

/// Names of the parameters of the function that a body belongs to, but of those that its caller reads afterwards.
///
/// One body is asked about again and again as it is judged: what was said last is remembered.
pub(super) fn own_names(walk: &Walk<'_>, body: Node<'_>) -> BTreeSet<String> {
    if let Some((_, names)) = walk.own_names.borrow().as_ref().filter(|(of, _)| *of == body.id()) {
        return names.clone();
    }
    let names = names_given(walk, body);
    walk.own_names.replace(Some((body.id(), names.clone())));
    names
}

fn names_given(walk: &Walk<'_>, body: Node<'_>) -> BTreeSet<String> {
    /// The most nodes of a list that are looked at.
    const MOST: usize = 2_000;
    let mut met = 0;
    let mut found = BTreeSet::new();
    let Some(function) = body.parent() else { return found };
    let Some(list) = ["parameters", "parameter"].iter().find_map(|f| function.field(f)) else { return found };
    let mut cursor = list.walk();
    loop {
        let at = cursor.node();
        met += 1;
        let is_name = !matches!(cursor.field_name(), Some("type" | "value" | "right" | "default"));
        if is_name && matches!(at.kind(), "identifier" | "shorthand_property_identifier_pattern") {
            found.insert(walk.text_of(at).to_owned());
        }
        let given_back = || {
            let text = walk.text_of(at);
            walk.grammar == Grammar::CSharp
                && at.kind() == "parameter"
                && ["out ", "ref "].iter().any(|w| text.starts_with(w))
        };
        if is_name && met <= MOST && !given_back() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// `@wraps(f)`, `@functools.wraps(f)`.
fn is_wraps(line: &str) -> bool {
    line.trim_start_matches('@').trim_start_matches("functools.").starts_with("wraps(")
}

pub(super) fn is_block(kind: &str) -> bool {
    matches!(
        kind,
        "statement_block"
            | "block"
            | "body_statement"
            | "statement_list"
            | "constructor_body"
            | "then"
            | "else"
            | "do"
    )
}

/// What was seen of a body that did nothing so far.
pub(super) struct Idle<'w, 't> {
    pub(super) walk: &'w Walk<'t>,
    pub(super) constants: Constants<'w, 't>,
    /// How many functions around it are being judged.
    pub(super) inner: usize,
    /// Names that the function declares.
    pub(super) own: BTreeSet<String>,
    /// Names that it says are another's: `global total`.
    pub(super) foreign: BTreeSet<String>,
    /// The constants that are given back, as written.
    given: Vec<String>,
    found: Option<Hollow>,
    pub(super) logs: bool,
    /// It goes over something that may be there to be used up.
    pub(super) drains: bool,
    pub(super) handing: Handing,
    /// What only checks what is given is passed over.
    past_guards: bool,
}

impl Idle<'_, '_> {
    fn told(mut self) -> Option<Hollow> {
        if self.handing.asked {
            self.handing.ends();
            let alone = self.given.is_empty() && self.found.is_none() && !self.handing.holds_back;
            return alone.then_some(match (self.logs, self.handing.presumes) {
                (_, true) => Hollow::Presumes,
                (true, false) => Hollow::OnlyLogs,
                (false, false) => Hollow::HandsOn,
            });
        }
        // Which of several constants is given back is work; so is using something up.
        if self.given.windows(2).any(|pair| pair[0] != pair[1]) || self.drains && self.given.is_empty() {
            return None;
        }
        Some(match (self.found, self.logs, self.given.is_empty()) {
            (Some(found), _, _) => found,
            (None, true, _) => Hollow::OnlyLogs,
            (None, false, false) => Hollow::Constant,
            (None, false, true) => Hollow::Empty,
        })
    }

    pub(super) fn notice(&mut self, what: Hollow) {
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
        if all.len() >= STATEMENTS {
            return None;
        }
        for (at, statement) in all.iter().enumerate() {
            let last = at + 1 == all.len();
            if self.past_guards && !last && self.guards(*statement) {
                continue;
            }
            // Whoever throws before what stands there does not do it.
            if !last && self.throws(*statement) {
                self.notice(Hollow::Hinted);
                return Some(true);
            }
            if self.statement(*statement, last, depth + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Tells whether a statement throws whatever happens, and does not say that this is because nothing is done yet.
    fn throws(&self, statement: Node<'_>) -> bool {
        let inner = match statement.kind() {
            "expression_statement" => statement.part(0).unwrap_or(statement),
            _ => statement,
        };
        let (kind, thrown) = (inner.kind(), matches!(inner.kind(), "throw_statement" | "raise_statement"));
        let called = matches!(kind, "macro_invocation" | "call_expression" | "call");
        (thrown || called && ends_its_block(self.walk, inner, kind, 0))
            && speaks(self.walk, inner, kind).is_none()
    }

    pub(super) fn children<'n>(node: Node<'n>) -> impl Iterator<Item = Node<'n>> {
        (0..node.named_child_count().min(60)).filter_map(move |at| node.named_child(at as u32))
    }

    /// Nothing where the statement does something; else whether nothing runs after it.
    fn statement(&mut self, node: Node<'_>, last: bool, depth: usize) -> Option<bool> {
        let kind = node.kind();
        match kind {
            _ if is_block(kind) => self.block(node, depth),
            "return_statement" | "return" => {
                // `return /*html*/ page` has a word on the value before it.
                match Self::children(node).find(|c| !is_comment(c.kind())) {
                    None => self.handing.ends(),
                    Some(value) => self.value(value, 0)?,
                }
                Some(true)
            }
            "throw_statement" | "raise_statement" | "assert_statement" => {
                self.thrown(node, kind)?;
                Some(true)
            }
            "function_declaration" | "function_definition" | "function_item" | "local_function_statement" => {
                self.declares_handing(node);
                Some(false)
            }
            // `@wraps(f)` of Python.
            "decorated_definition"
                if self.handing.asked && self.walk.text_of(node).lines().next().is_some_and(is_wraps) =>
            {
                let inner = node.field("definition")?;
                self.statement(inner, last, depth + 1)
            }
            "import_statement"
            | "import_from_statement"
            | "use_declaration"
            | "empty_statement"
            | "pass_statement" => Some(false),
            "break_statement"
            | "continue_statement"
            | "break_expression"
            | "continue_expression"
            | "next"
            | "break" => (node.named_child_count() == 0).then_some(true),
            "yield_statement" if node.named_child_count() == 0 => Some(true),
            // `del name` forgets a name, `del table[key]` takes something out.
            "delete_statement" => {
                let names = Self::children(node).all(|c| {
                    c.kind() == "identifier"
                        || c.kind() == "expression_list"
                            && Self::children(c).all(|n| n.kind() == "identifier")
                });
                names.then_some(false)
            }
            "global_statement" | "nonlocal_statement" => {
                self.foreign.extend(Self::children(node).map(|c| self.walk.text_of(c).to_owned()));
                Some(false)
            }
            "lexical_declaration"
            | "variable_declaration"
            | "local_variable_declaration"
            | "var_declaration"
            | "const_declaration" => {
                for declarator in Self::children(node).filter(|c| {
                    c.kind().ends_with("declarator") || matches!(c.kind(), "var_spec" | "const_spec")
                }) {
                    let name = declarator.field("name")?;
                    let value = declarator.field("value").or_else(|| {
                        declarator.part(1).filter(|_| {
                            kind == "variable_declaration"
                                && declarator.field("name").is_some()
                                && declarator.named_child_count() > 1
                        })
                    });
                    self.binding(name, value, true)?;
                }
                Some(false)
            }
            "local_declaration_statement" => {
                let inner = node.part(0).filter(|c| c.kind() != "modifier").or_else(|| node.part(1))?;
                self.statement(inner, false, depth)
            }
            "let_declaration" => {
                let name = node.field("pattern")?;
                self.binding(name, node.field("value"), true)?;
                Some(false)
            }
            "short_var_declaration" | "assignment_statement" | "assignment" | "assignment_expression" => {
                let name = node.field("left")?;
                if node.field("right").is_some_and(|value| self.presumes(name, value)) {
                    return Some(false);
                }
                let declares = kind == "short_var_declaration" || kind == "assignment";
                self.binding(name, node.field("right"), declares)?;
                Some(false)
            }
            "augmented_assignment_expression"
            | "augmented_assignment"
            | "compound_assignment_expr"
            | "operator_assignment"
            | "update_expression"
            | "inc_statement"
            | "dec_statement"
            | "postfix_unary_expression" => {
                let name = node.field("left").or_else(|| node.field("argument")).or_else(|| node.part(0))?;
                let value = node.field("right");
                if value.is_some_and(|v| !self.is_pure(v)) {
                    return None;
                }
                self.varies(name, false)?;
                Some(false)
            }
            "for_statement"
            | "for_in_statement"
            | "enhanced_for_statement"
            | "foreach_statement"
            | "for_expression"
            | "for"
            | "while_statement"
            | "while_expression"
            | "while"
            | "until" => self.rounds(node, kind, depth),
            "if_statement" | "if_expression" | "if" | "unless" | "elsif" | "if_modifier"
            | "unless_modifier" => self.branches(node, depth),
            "elif_clause" => {
                let parts = choice(node)?;
                if self.walk.truth(parts.condition, 0) == Some(false) {
                    return Some(false);
                }
                self.is_pure(parts.condition).then(|| self.statement(parts.taken?, true, depth + 1))?
            }
            "else_clause" => {
                let inner = node.field("body").or_else(|| node.part(0))?;
                self.statement(inner, true, depth + 1)
            }
            "catch_clause" | "except_clause" | "finally_clause" | "rescue" | "ensure" => {
                for inner in Self::children(node).filter(|c| is_block(c.kind()) || c.kind() == "if_statement")
                {
                    self.statement(inner, false, depth + 1)?;
                }
                Some(false)
            }
            "try_statement" | "begin" => {
                let before = self.handing.done;
                let catches = |c: Node<'_>| matches!(c.kind(), "catch_clause" | "except_clause");
                let tried = node.field("body").filter(|tried| {
                    Self::children(node).all(|c| c == *tried || catches(c) || is_comment(c.kind()))
                        && self.tries_nothing(*tried)
                });
                if let Some(tried) = tried {
                    return self.statement(tried, false, depth + 1);
                }
                for inner in Self::children(node) {
                    self.statement(inner, false, depth + 1)?;
                }
                // What it is handed on for there is caught, and with it what is done about it.
                (before == self.handing.done || self.swallows(node)).then_some(false)
            }
            "loop_expression" => {
                let body = node.field("body")?;
                statements(body).is_empty().then_some(true)
            }
            "expression_statement" => {
                let inner = node.part(0)?;
                match inner.kind() {
                    "assignment"
                    | "assignment_expression"
                    | "augmented_assignment_expression"
                    | "augmented_assignment"
                    | "compound_assignment_expr"
                    | "update_expression"
                    | "postfix_unary_expression"
                    | "if_expression"
                    | "for_expression"
                    | "while_expression"
                    | "loop_expression"
                    | "break_expression"
                    | "continue_expression"
                    | "try_statement" => self.statement(inner, last, depth),
                    "match_expression" if last => self.value(inner, 0).map(|()| false),
                    "return_expression" => {
                        if let Some(value) = inner.part(0) {
                            self.value(value, 0)?;
                        }
                        Some(true)
                    }
                    "throw_expression" => self.thrown(inner, "throw_expression").map(|()| true),
                    _ => {
                        self.effect(inner)?;
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
        let parts = choice(node)?;
        // What is done to come to the decision is done.
        if let Some(before) = node.field("initializer") {
            self.statement(before, false, depth + 1)?;
        }
        let always = match self.walk.truth(parts.condition, 0) {
            Some(true) => Some(parts.taken),
            // Python's further branches stand beside the first.
            Some(false) if self.walk.grammar != Grammar::Python => Some(parts.other),
            _ => None,
        };
        if let Some(branch) = always {
            return branch.map_or(Some(false), |b| self.statement(b, true, depth + 1));
        }
        if !self.is_pure(parts.condition) {
            return None;
        }
        let never = self.walk.truth(parts.condition, 0) == Some(false);
        let mut ends = true;
        let before = self.handing.done;
        let mut ways = Vec::new();
        if !never {
            ends &= match parts.taken {
                Some(taken) => {
                    let ended = self.statement(taken, true, depth + 1)?;
                    ways.extend((!ended).then_some(self.handing.done));
                    ended
                }
                None => false,
            };
        }
        let mut cursor = node.walk();
        let mut others = node.children_by_field_name("alternative", &mut cursor).collect::<Vec<_>>();
        if others.is_empty() || node.kind() == "unless" {
            others = parts.other.into_iter().collect();
        }
        ends &= !others.is_empty();
        let open = others.iter().all(|other| other.kind() == "elif_clause");
        ways.extend(open.then_some(before));
        for other in others {
            self.handing.done = before;
            let ended = self.statement(other, true, depth + 1)?;
            ways.extend((!ended).then_some(self.handing.done));
            ends &= ended;
        }
        // To hand on in one case and not in another is a check.
        self.handing.holds_back |= ways.contains(&true) && ways.contains(&false);
        self.handing.done = ways.iter().all(|handed| *handed);
        Some(ends && !never)
    }

    /// A loop that does nothing, however often.
    fn rounds(&mut self, node: Node<'_>, kind: &str, depth: usize) -> Option<bool> {
        let Some(body) = node.field("body") else { return Some(false) };
        if never_entered(self.walk, node, kind).is_some() {
            return Some(false);
        }
        let condition = condition(node);
        // `for await (…)` waits for what comes.
        let waits = self.walk.text_of(node).split('(').next().unwrap_or_default().contains("await")
            || self.walk.text_of(node).starts_with("async ");
        if waits {
            return None;
        }
        let over = ["right", "value"].iter().find_map(|f| node.field(f));
        let clause = node.part(0).filter(|c| matches!(c.kind(), "for_clause" | "range_clause"));
        let over = over.or_else(|| clause.and_then(|c| c.field("right")));
        let over = over.map(|v| if v.kind() == "in" { v.part(0).unwrap_or(v) } else { v });
        if over.is_some_and(|o| !self.is_pure(o)) || condition.is_some_and(|c| !self.is_pure(c)) {
            return None;
        }
        let holder = clause.filter(|c| c.kind() == "for_clause").unwrap_or(node);
        for part in ["initializer", "init", "update", "increment"] {
            let Some(part) = holder.field(part) else { continue };
            self.statement(part, false, depth + 1)?;
        }
        let names = ["left", "name", "pattern"].iter().find_map(|f| node.field(f));
        let names = names.or_else(|| clause.and_then(|c| c.field("left")));
        let named = names.map_or("_", |n| self.walk.text_of(n));
        if let Some(names) = names {
            self.varies(names, true);
        }
        let logged = std::mem::take(&mut self.logs);
        let before = self.handing.done;
        let ends = self.statement(body, false, depth + 1)?;
        if before != self.handing.done {
            return None;
        }
        if std::mem::replace(&mut self.logs, logged) {
            // A line for each of something is a listing.
            return None;
        }
        // Whoever names what he goes over means to do something with it.
        self.drains |= over.is_none() || named.starts_with('_');
        let endless = condition.is_some_and(|c| self.walk.truth(c, 0) == Some(true));
        Some(endless && ends && !self.walk.text_of(body).contains("break"))
    }

    pub(super) fn is_pure(&self, node: Node<'_>) -> bool {
        self.constants.is(node, 0) || is_pure(self.walk, &self.own, node, 0)
    }

    /// A name that gets a value which is no constant, or a second one; nothing where the name is not the function's.
    fn varies(&mut self, name: Node<'_>, declares: bool) -> Option<()> {
        let mut open = vec![name];
        while let Some(at) = open.pop() {
            match at.kind() {
                "identifier" | "shorthand_property_identifier_pattern" => {
                    let text = self.walk.text_of(at);
                    let own = declares || self.own.contains(text);
                    if !own || self.foreign.contains(text) {
                        return None;
                    }
                    self.own.insert(text.to_owned());
                    self.constants.known.insert(text.to_owned(), None);
                }
                "property_identifier" => {}
                kind if kind.ends_with("_pattern")
                    || matches!(
                        kind,
                        "expression_list" | "pattern_list" | "left_assignment_list" | "mut_pattern"
                    ) =>
                {
                    open.extend(Self::children(at));
                }
                "_" | "mutable_specifier" => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// What is thrown: that it is not done, or not a word. Any other error is work.
    pub(super) fn thrown(&mut self, node: Node<'_>, kind: &str) -> Option<()> {
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

    fn binding(&mut self, name: Node<'_>, value: Option<Node<'_>>, declares: bool) -> Option<()> {
        let text = self.walk.text_of(name).trim();
        let one = match name.kind() {
            "expression_list" if name.is_single() => name.part(0)?,
            _ => name,
        };
        let plain = matches!(one.kind(), "identifier" | "constant");
        let own = plain && (declares || self.own.contains(text)) && !self.foreign.contains(text);
        let Some(value) = value else {
            if own {
                self.own.insert(text.to_owned());
                // Where a variable must have a value before it is read, it has none yet.
                let later = matches!(self.walk.grammar, Grammar::Rust | Grammar::Java | Grammar::CSharp);
                let value = if later { String::new() } else { "unset".to_owned() };
                self.constants.known.insert(text.to_owned(), Some(value));
            }
            return Some(());
        };
        if plain && self.keeps_handed(one, value) {
            return Some(());
        }
        if text == "_" {
            return (self.constants.is(value, 0) || self.is_pure(value)).then_some(());
        }
        if own && self.constants.is(value, 0) {
            let spelled = self.constants.spelled(value);
            self.own.insert(text.to_owned());
            // A variable that was only declared gets its value here; one that had another has two.
            let known = self.constants.known.entry(text.to_owned()).or_insert_with(|| Some(spelled.clone()));
            match known {
                Some(before) if before.is_empty() => *known = Some(spelled),
                Some(before) if *before != spelled => *known = None,
                _ => {}
            }
            return Some(());
        }
        if !self.is_pure(value) {
            return None;
        }
        self.varies(name, declares)
    }

    /// A value that is given back.
    fn value(&mut self, node: Node<'_>, depth: usize) -> Option<()> {
        if self.hands_on(node) {
            return Some(());
        }
        if self.constants.is(node, 0) {
            let text = self.constants.spelled(node);
            if !matches!(text.as_str(), "()" | "undefined") {
                self.given.push(text);
            }
            return Some(());
        }
        let deeper = depth < 6;
        match node.kind() {
            "parenthesized_expression"
            | "parenthesized_statements"
            | "expression_list"
            | "argument_list"
            | "return_expression"
            | "await_expression"
                if deeper && node.is_single() =>
            {
                self.value(node.part(0)?, depth + 1)
            }
            "as_expression" | "satisfies_expression" | "non_null_expression" if deeper => {
                self.value(node.part(0)?, depth + 1)
            }
            // Of a choice that is none, what is always chosen.
            "ternary_expression" | "conditional_expression" | "conditional"
                if deeper && choice(node).is_some_and(|c| self.walk.truth(c.condition, 0).is_some()) =>
            {
                let parts = choice(node)?;
                let chosen = if self.walk.truth(parts.condition, 0)? { parts.taken } else { parts.other };
                self.value(chosen?, depth + 1)
            }
            "binary_expression" | "boolean_operator" | "binary" if deeper => {
                let parts = joined(self.walk.text, node)?;
                match (parts.by, self.walk.truth(parts.left, 0)?) {
                    ("&&" | "and", true) | ("||" | "or", false) => self.value(parts.right, depth + 1),
                    ("&&" | "and", false) | ("||" | "or", true) => self.value(parts.left, depth + 1),
                    _ => None,
                }
            }
            "jsx_element" | "jsx_self_closing_element" | "jsx_fragment" => {
                let what = shown(self.walk, node, self.constants.takes)?;
                self.notice(what);
                Some(())
            }
            "throw_expression" => self.thrown(node, "throw_expression"),
            "if_expression" => self.branches(node, depth + 1).map(|_| ()),
            "loop_expression" => self.statement(node, false, depth + 1).map(|_| ()),
            "new_expression" if self.never_settles(node) => {
                self.notice(Hollow::Empty);
                Some(())
            }
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
            _ => self.acts(node),
        }
    }
}
