//! Checks that hold for whatever a name stands for: `expect(total).toBeDefined()` of what was imported, `typeof total`, or
//! `expect(f(9)).toBe(f(9))`, where both sides are one expression.

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::output::words_of;
use super::walk::Walk;

/// Words in a call by which the same value is asked for twice: that it is the same is what is checked.
const KEPT: [&str; 14] = [
    "get",
    "instance",
    "memo",
    "memoize",
    "memoized",
    "cache",
    "cached",
    "once",
    "singleton",
    "shared",
    "container",
    "resolve",
    "use",
    "inject",
];

/// `assert!(read.is_ok() || read.is_err())`: one of both is always so.
fn either_way(check: &str) -> bool {
    let bare: String = check.chars().filter(|c| !c.is_whitespace()).collect();
    let Some(asked) = bare.strip_prefix("assert!(").and_then(|rest| rest.strip_suffix(')')) else {
        return false;
    };
    let Some((one, other)) = asked.split_once("||") else { return false };
    const PAIRS: [(&str, &str); 2] = [(".is_ok()", ".is_err()"), (".is_some()", ".is_none()")];
    PAIRS.iter().any(|(yes, no)| {
        let same = |a: &str, b: &str| {
            let (one, other) = (one.strip_suffix(a), other.split(',').next().and_then(|o| o.strip_suffix(b)));
            one.is_some() && one == other
        };
        same(yes, no) || same(no, yes)
    })
}

impl Walk<'_> {
    /// Tells whether a check holds whatever the work does that stands in it.
    pub(super) fn holds_of_anything(&self, check: Node<'_>, kind: &str) -> bool {
        match (self.grammar, kind) {
            (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "call_expression") => {
                self.script_holds(check).unwrap_or(false)
            }
            (Grammar::Python, "assert_statement") => {
                check.part(0).is_some_and(|asked| self.python_holds(asked))
            }
            (Grammar::Python, "call") => self.python_method_holds(check).unwrap_or(false),
            (Grammar::CSharp, "invocation_expression") => {
                let called = check.field("function").map_or("", |f| self.text_of(f));
                let given = arguments(check);
                let first = given.first().and_then(|one| one.part(0));
                let second = given.get(1).and_then(|one| one.part(0));
                let equal =
                    matches!(called, "Assert.Equal" | "Assert.AreEqual" | "Assert.Same" | "Assert.AreSame");
                if let (true, Some(one), Some(other)) = (equal, first, second) {
                    return self.is_same(one, other);
                }
                matches!(called, "Assert.NotNull" | "Assert.IsNotNull")
                    && given.len() == 1
                    && first.is_some_and(|asked| self.is_just_made(asked))
            }
            // `assertEquals(total, total)` of JUnit.
            (Grammar::Java, "method_invocation") => {
                let called = check.field("name").map_or("", |f| self.text_of(f));
                let given = arguments(check);
                matches!(called, "assertEquals" | "assertSame")
                    && matches!(given.as_slice(), [one, other, ..] if self.is_same(*one, *other))
            }
            (Grammar::Rust, "macro_invocation") => either_way(self.text_of(check)),
            _ => false,
        }
    }

    fn script_holds(&self, check: Node<'_>) -> Option<bool> {
        let function = check.field("function")?;
        let given = arguments(check);
        if matches!(self.text_of(function), "assert" | "assert.ok") {
            return Some(given.first().is_some_and(|asked| self.is_import(*asked) || self.asks_kind(*asked)));
        }
        let word = self.text_of(function.field("property")?);
        let of = function.field("object")?;
        if self.text_of(of) == "assert" {
            let equal = matches!(
                word,
                "equal" | "strictEqual" | "deepEqual" | "deepStrictEqual" | "isDefined" | "isFunction"
            );
            let [one, rest @ ..] = given.as_slice() else { return None };
            return Some(match (equal, rest) {
                (false, _) => false,
                (true, []) => self.is_import(*one),
                (true, [other, ..]) => self.is_same(*one, *other) || self.is_kind_of_import(*one),
            });
        }
        let (expected, negated) = expected(self, of)?;
        let asked = *arguments(expected).first()?;
        let first = given.first().copied();
        let function =
            |n: Node<'_>| matches!(self.text_of(n).trim_matches(['\'', '"', '`']), "function" | "Function");
        Some(match (word, negated) {
            ("toBeDefined" | "toBeTruthy", false) | ("toBeUndefined" | "toBeNull" | "toBeFalsy", true) => {
                self.is_import(asked) || self.asks_kind(asked) || self.is_just_made(asked)
            }
            ("toBeInstanceOf" | "toBeTypeOf" | "a" | "an" | "instanceOf", false) => {
                self.is_import(asked) && first.is_some_and(function)
            }
            ("toBe" | "toEqual" | "toStrictEqual" | "equal" | "equals" | "eql" | "eq", false) => {
                let other = first?;
                self.is_kind_of_import(asked)
                    || self.asks_kind(asked) && self.text_of(other) == "true"
                    || self.is_same(asked, other)
            }
            _ => false,
        })
    }

    /// Tells whether a name stands for what was made by `new` before: it is there, whatever it does.
    fn is_just_made(&self, node: Node<'_>) -> bool {
        let made = |value: Node<'_>| matches!(value.kind(), "new_expression" | "object_creation_expression");
        node.kind() == "identifier" && self.value_of(node).is_some_and(made)
    }

    fn python_holds(&self, asked: Node<'_>) -> bool {
        // What pytest gives to a test is there.
        const GIVEN: [&str; 7] =
            ["tmp_path", "tmpdir", "tmp_path_factory", "monkeypatch", "capsys", "caplog", "request"];
        if asked.kind() == "identifier" {
            return GIVEN.contains(&self.text_of(asked)) && self.value_of(asked).is_none();
        }
        if asked.kind() == "call" {
            let called = asked.field("function").map_or("", |f| self.text_of(f));
            return called == "callable" && arguments(asked).first().is_some_and(|f| self.is_import(*f));
        }
        let (Some(one), Some(other)) = (asked.part(0), asked.part(1)) else { return false };
        if asked.kind() != "comparison_operator" || asked.named_child_count() != 2 {
            return false;
        }
        let by = self.text.get(one.end_byte()..other.start_byte()).unwrap_or("").split_whitespace();
        match by.collect::<Vec<_>>().join(" ").as_str() {
            "==" | "is" => self.is_same(one, other),
            "is not" | "!=" => self.is_import(one) && other.kind() == "none",
            _ => false,
        }
    }

    fn python_method_holds(&self, check: Node<'_>) -> Option<bool> {
        let method = self.text_of(check.field("function")?).strip_prefix("self.")?;
        let given = arguments(check);
        let first = *given.first()?;
        Some(match method {
            "assertTrue" => self.is_import(first) || self.python_holds(first),
            "assertIsNotNone" => self.is_import(first),
            "assertEqual" | "assertEquals" | "assertIs" => self.is_same(first, *given.get(1)?),
            _ => false,
        })
    }

    /// Tells whether a name is one that the file brings in and no local hides.
    fn is_import(&self, node: Node<'_>) -> bool {
        let name = self.text_of(node);
        node.kind() == "identifier"
            && !self.is_hidden(node)
            && self.out.imports.iter().flat_map(|i| &i.names).any(|n| n.local == name)
            // What is written in capitals is a value, and may be missing.
            && name.chars().any(char::is_lowercase)
    }

    /// `typeof total`
    fn is_kind_of_import(&self, node: Node<'_>) -> bool {
        let typed = node.kind() == "unary_expression" && self.text_of(node).starts_with("typeof");
        typed && node.field("argument").is_some_and(|of| self.is_import(of))
    }

    /// `typeof total === 'function'`
    fn asks_kind(&self, node: Node<'_>) -> bool {
        let (Some(left), Some(right)) = (node.field("left"), node.field("right")) else {
            return false;
        };
        let by = self.text.get(left.end_byte()..right.start_byte()).unwrap_or("").trim();
        self.is_kind_of_import(left) && right.kind() == "string" && matches!(by, "===" | "==")
    }

    /// Tells whether two sides are one expression, and nothing in it says that a value is kept.
    fn is_same(&self, one: Node<'_>, other: Node<'_>) -> bool {
        let bare = |node: Node<'_>| self.text_of(node).split_whitespace().collect::<String>();
        let kept = || words_of(self.text_of(one)).iter().any(|word| KEPT.contains(&word.as_str()));
        bare(one) == bare(other) && !kept()
    }
}

/// The call of `expect` that what is asked stands behind, and whether the opposite is asked.
fn expected<'n>(walk: &Walk<'_>, of: Node<'n>) -> Option<(Node<'n>, bool)> {
    let (mut at, mut negated) = (of, false);
    for _ in 0..6 {
        match at.kind() {
            "member_expression" => {
                negated |= walk.text_of(at.field("property")?) == "not";
                at = at.field("object")?;
            }
            "call_expression" => {
                let expects = walk.text_of(at.field("function")?) == "expect";
                return expects.then_some((at, negated));
            }
            _ => return None,
        }
    }
    None
}

fn arguments<'n>(call: Node<'n>) -> Vec<Node<'n>> {
    let list = call.field("arguments");
    let children = |list: Node<'n>| {
        (0..list.named_child_count().min(8)).filter_map(move |at| list.named_child(at as u32))
    };
    list.into_iter().flat_map(children).collect()
}
