//! Where a name stands for a class in Java and C#, and where it can only be a value: `Kind.Pay`, `Pay + 1`, `Pay(1)`.
//!
//! A place that is not known to hold a value counts: a use that is not seen is worse than one too many.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::walk::Walk;

/// The names of a file that stand for classes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ClassUses {
    /// By their place, with the first line.
    named: BTreeMap<String, u32>,
    /// Where no value of the file has their name.
    held: BTreeMap<String, u32>,
    /// Names that the file gives to values.
    values: BTreeSet<String>,
}

impl ClassUses {
    /// Returns where a name stands for a class.
    pub(crate) fn of(&self, name: &str) -> Option<u32> {
        let held = || self.held.get(name).filter(|_| !self.values.contains(name));
        self.named.get(name).or_else(held).copied()
    }

    pub(super) fn keep_value(&mut self, name: &str) {
        self.values.insert(name.to_owned());
    }
}

/// What a name stands for by its place.
enum Place<'t> {
    /// A value, or a label.
    Value,
    /// A type, or what may be one.
    Type,
    /// Left of a dot: a class, unless the file has a value of that name.
    Held,
    /// Right of a dot: a class where that is its namespace.
    Of(&'t str),
}

impl<'t> Walk<'t> {
    /// Keeps a name for the classes that the file names.
    pub(super) fn name_of_class(&mut self, node: Node<'t>, field: Option<&str>) {
        let place = match self.grammar {
            Grammar::CSharp => self.place_of_csharp(node, field),
            Grammar::Java => self.place_of_java(node, field),
            Grammar::TypeScript
            | Grammar::Tsx
            | Grammar::JavaScript
            | Grammar::Python
            | Grammar::Rust
            | Grammar::Go
            | Grammar::Ruby => return,
        };
        let (name, line) = (self.text_of(node), self.line(node.start_byte()));
        let names = match place {
            Place::Value => return,
            Place::Of(space) => return self.out.full.keep(format!("{space}.{name}"), line),
            Place::Type => &mut self.out.classes.named,
            Place::Held => &mut self.out.classes.held,
        };
        names.entry(name.to_owned()).or_insert(line);
    }

    fn place_of_csharp(&self, node: Node<'t>, field: Option<&str>) -> Place<'t> {
        let mut above = self.stack.iter().rev();
        let Some(mut parent) = above.next() else { return Place::Type };
        let (mut node, mut field) = (node, field);
        // `Pay<int>` stands where `Pay` would.
        if parent.kind == "generic_name" {
            field = parent.field;
            let (Some(whole), Some(outer)) = (node.parent(), above.next()) else { return Place::Type };
            (node, parent) = (whole, outer);
        }
        match (parent.kind, field) {
            ("member_access_expression", Some("expression")) => Place::Held,
            ("member_access_expression", Some("name")) => self.behind(node, "expression"),
            ("qualified_name", Some("name")) => self.behind(node, "qualifier"),
            ("member_binding_expression", _)
            | ("invocation_expression", Some("function"))
            | ("argument" | "attribute_argument" | "tuple_element", Some("name"))
            | ("element_access_expression" | "is_pattern_expression", Some("expression"))
            | ("is_expression" | "as_expression", Some("left"))
            | ("cast_expression" | "property_declaration" | "enum_member_declaration", Some("value"))
            | ("conditional_access_expression", Some("condition"))
            | (
                "assignment_expression"
                | "argument"
                | "return_statement"
                | "arrow_expression_clause"
                | "prefix_unary_expression"
                | "postfix_unary_expression"
                | "conditional_expression"
                | "interpolation"
                | "initializer_expression"
                | "parenthesized_expression"
                | "await_expression"
                | "if_statement"
                | "while_statement"
                | "throw_statement"
                | "yield_statement"
                | "variable_declarator"
                | "labeled_statement"
                | "goto_statement",
                _,
            ) => Place::Value,
            // A call with types can be read as two comparisons.
            ("binary_expression", _) => {
                let operator = node.parent().and_then(|p| p.field("operator"));
                let brackets = operator.is_some_and(|o| matches!(self.text_of(o), "<" | ">"));
                if brackets { Place::Held } else { Place::Value }
            }
            _ => Place::Type,
        }
    }

    fn place_of_java(&self, node: Node<'t>, field: Option<&str>) -> Place<'t> {
        let Some(parent) = self.stack.last() else { return Place::Type };
        let first = node.prev_named_sibling().is_none();
        match (node.kind(), parent.kind, field) {
            ("type_identifier", "scoped_type_identifier", _) if !first => {
                let before = node.prev_named_sibling().map_or("", |n| self.text_of(n));
                Place::Of(before.rsplit('.').next().unwrap_or(before))
            }
            ("type_identifier", ..)
            | (_, "annotation" | "marker_annotation" | "ERROR", _)
            | (_, "uses_module_directive" | "provides_module_directive", _) => Place::Type,
            // `case Pay(var amount)`
            (_, "record_pattern", _) if first => Place::Type,
            (_, "method_invocation" | "field_access", Some("object"))
            | (_, "scoped_identifier", Some("scope")) => Place::Held,
            (_, "method_reference", _) if first => Place::Held,
            (_, "field_access", Some("field")) => self.behind(node, "object"),
            (_, "scoped_identifier", Some("name")) => self.behind(node, "scope"),
            _ => Place::Value,
        }
    }

    /// What stands left of the dot before a name.
    fn behind(&self, node: Node<'t>, field: &str) -> Place<'t> {
        let before = node.parent().and_then(|p| p.field(field)).map_or("", |n| self.text_of(n));
        let last = before.rsplit(['.', ':']).next().unwrap_or(before);
        Place::Of(last.trim())
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::ids::RepoPath;
    use crate::domain::syntax::outline;

    /// The names `A1`, `A2`, … of a text that stand for classes, and those that do not.
    fn told(file: &str, text: &str) -> (Vec<String>, Vec<String>) {
        let path = RepoPath::parse(file).expect("a path");
        let outline = outline(&path, text).expect("an outline");
        assert!(outline.intact, "{text}");
        let names = (1..60).map(|n| format!("A{n}")).filter(|n| text.contains(n.as_str()));
        let is_class =
            |n: &String| outline.classes.of(n).or_else(|| outline.full.of_package("Pay", n)).is_some();
        names.partition(is_class)
    }

    #[test]
    fn classes_of_csharp_are_told_from_values() {
        let (_, values) = told(
            "a.cs",
            r#"
            [A1] [X(typeof(A2))]
            public class C<T> : A3, B<A4> where T : A5 {
                A6 a; A7? b; A8[] c; List<A9> d; (A10 x, int y) e;
                public event A11 Ev;
                public A12 P { get; set; }
                public async Task<A13> Go(A14 p, params A15[] q) {
                    A16 x = null; var y = new A17(1) { Z = 2 }; var z = new A18[3];
                    A19.Run(); Show(A20.Limit, A21.Run); await A22.Run(); A23<int>.Run();
                    if (o is A24) {} if (o is A25 r) {} if (o is not A26) {} var s = o as A27; var t = (A28)o;
                    switch (o) { case A29 u: break; }
                    var v = o switch { A30 w => 1, _ => 2 };
                    try {} catch (A31) {} catch (A32 e) when (e.Known) {}
                    Get(out A33 g); Call<A34>(); Other.Call<B<A35>>(); var i = default(A36);
                    foreach (A37 h in hs) {} using (A38 k = Open()) {}
                    A39 Local(A40 m) => null;
                    Func<A41, int> f = (A42 n) => 1;
                    return Shop.Pay.A43.Run() + new global::Shop.Pay.A44().Run() + A45.Inner.Run();
                }
                public static implicit operator A46(C<T> c) => null;
            }
            public record R(A47 Row);
            public delegate A48 D(A49 x);
            public class E(A50 x) : A51(x) {}
            "#,
        );
        assert!(values.is_empty(), "{values:?}");
        let (classes, _) = told(
            "b.cs",
            r#"
            public class C {
                enum K { A1, A2 }
                public int A3 { get; set; }
                int A4(int x) => x;
                int Go(int A5) {
                    var A6 = A5 + 1; A3 = A6; Call(A7: A3); this.A8 = A4(1) + A9(2) + K.A1 + o.A10;
                    var s = new X { A11 = A3 }; o?.A12(); A3.ToString(); A6.CompareTo(1); o.A13<int>(2);
                    return A6 > 0 ? A3 : A5;
                }
            }
            "#,
        );
        assert!(classes.is_empty(), "{classes:?}");
    }

    #[test]
    fn classes_of_java_are_told_from_values() {
        let (_, values) = told(
            "C.java",
            r#"
            @A1 @X(A2.class) @Y(A3.LIMIT)
            public sealed class C<T extends A4> extends A5 implements A6, B<A7> permits A8 {
                A9 a; A10[] b; List<? extends A11> c;
                public A12 go(A13 p, A14... q) throws A15 {
                    A16 x = null; var y = new A17(1); var z = new A18[3]; var w = A19[]::new;
                    A20.run(); show(A21.LIMIT, A22::run, A23.class); A24.Inner.run(); A25.<A26>run();
                    if (o instanceof A27) {} if (o instanceof A28 r) {} if (o instanceof A40(var y)) {} var s = (A29) o;
                    switch (o) { case A30 u -> show(u); default -> {} }
                    try (A31 k = open()) {} catch (A32 | A33 e) {}
                    for (A34 h : hs) {} F f = (A35 n) -> 1;
                    return shop.Pay.A36.run() + new shop.Pay.A37().run() + A38.this.x();
                }
            }
            record R(A39 row) {}
            "#,
        );
        assert!(values.is_empty(), "{values:?}");
        let (classes, _) = told(
            "D.java",
            r#"
            class D {
                enum K { A1, A2 }
                int A3;
                int A4(int A5) {
                    int A6 = A5 + A3; A3 = A4(1) + o.A7 + o.A8(2);
                    switch (k) { case A1: return A6; }
                    return K.A2 == k ? A6 : A3;
                }
            }
            "#,
        );
        assert!(classes.is_empty(), "{classes:?}");
    }
}
