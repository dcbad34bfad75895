//! Switches that stand in a table: `const FLAGS = { pay: false }` and `FLAGS.pay`, `FLAGS["pay"]`, `FLAGS.desk.pay`.
//!
//! Such a table may be filled by whoever has it. A switch has one value where the file gives the table to nobody and sets
//! nothing of it; where others may have it, too, what they do with it must be looked at as well.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::fields::Fields as _;
use super::walk::Walk;

/// The most places of a table's name that are looked at.
const MOST: usize = 500;
/// How many steps lead to a switch, and how many switches of one file are told.
const STEPS: usize = 6;
const TOLD: usize = 400;

/// What a name is reached by, its steps joined by dots: `FLAGS.pay`, whether it is written `FLAGS["pay"]` or `FLAGS::pay`.
pub(super) fn path_of(walk: &Walk<'_>, node: Node<'_>) -> Option<String> {
    let mut steps = Vec::new();
    let mut at = node;
    loop {
        let field = |name: &str| at.field(name);
        let (above, step) = match at.kind() {
            "identifier" | "constant" => {
                steps.push(walk.text_of(at));
                break;
            }
            "member_expression" => (field("object")?, field("property")?),
            "attribute" => (field("object")?, field("attribute")?),
            "field_access" => (field("object")?, field("field")?),
            "member_access_expression" => (field("expression")?, field("name")?),
            "selector_expression" => (field("operand")?, field("field")?),
            "scoped_identifier" => {
                steps.extend(walk.text_of(at).rsplit("::"));
                break;
            }
            "subscript_expression" => (field("object")?, field("index").filter(|i| i.kind() == "string")?),
            _ => return None,
        };
        steps.push(walk.text_of(step).trim_matches(['"', '\'']));
        if steps.len() > STEPS {
            return None;
        }
        at = above;
    }
    steps.reverse();
    let plain = steps.iter().all(|s| !s.is_empty() && !s.contains(['.', '(', ' ', '<']));
    plain.then(|| steps.join("."))
}

/// The value of a switch that nothing changes.
pub(super) fn value<'t>(walk: &Walk<'t>, node: Node<'_>) -> Option<Node<'t>> {
    if !walk.grammar.is_script() || !matches!(node.kind(), "member_expression" | "subscript_expression") {
        return None;
    }
    let path = path_of(walk, node)?;
    if let Some(step) = walk.fixed.steps.get(&path) {
        return Some(*step);
    }
    if walk.fixed.is_written(walk.text_of(node)) {
        return None;
    }
    let (table, keys) = path.split_once('.')?;
    let keys: Vec<&str> = keys.split('.').collect();
    let mut value = walk.fixed.value(table, node.start_byte())?;
    let mut declared = false;
    let declares = |before: &str| {
        let head = before.trim_end().strip_suffix("const").map(str::trim_end);
        let own = !declared && head.is_some_and(|head| !head.ends_with("export"));
        declared |= own;
        own
    };
    if !is_only_asked(walk.text, table, &keys, declares) || !declared {
        return None;
    }
    for key in keys {
        value = pairs(walk, value)?.into_iter().find(|(name, _)| *name == key)?.1;
    }
    Some(value)
}

/// The keys of a table with their values; nothing where what is spread into it may hold others.
fn pairs<'t>(walk: &Walk<'t>, table: Node<'t>) -> Option<Vec<(&'t str, Node<'t>)>> {
    let mut value = table;
    loop {
        value = match value.kind() {
            "as_expression" | "satisfies_expression" | "parenthesized_expression" => value.part(0)?,
            "call_expression" => {
                let freezes = walk.text_of(value.field("function")?) == "Object.freeze";
                value.field("arguments").filter(|_| freezes)?.part(0)?
            }
            "object" => break,
            _ => return None,
        };
    }
    let all = (0..value.named_child_count().min(400)).filter_map(|at| value.named_child(at as u32));
    let pair = |pair: Node<'t>| {
        let key = pair.field("key").filter(|_| pair.kind() == "pair")?;
        Some((walk.text_of(key).trim_matches(['"', '\'']), pair.field("value")?))
    };
    all.filter(|c| c.kind() != "comment").map(pair).collect()
}

/// The switches of a file that are plainly off, whoever asks for them from elsewhere: constants, and what stands in tables
/// of which the file sets nothing.
pub(super) fn off(walk: &Walk<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // Whoever names a module's exports again may fill them.
    let filled = walk.by_exports && walk.text.matches("module.exports").count() > 1;
    // What is given out as the default goes by that name, whatever it is called here.
    let default = walk.default.filter(|_| !filled);
    let default =
        default.map(|value| (value, Some(walk.text_of(value)).filter(|_| value.kind() == "identifier")));
    let named = default.and_then(|(_, name)| name);
    let by_name =
        walk.fixed.whole().filter(|(name, _)| Some(*name) == named).map(|(_, value)| ("default", value));
    let by_value = default.filter(|_| named.is_none()).map(|(value, _)| ("default", value));
    for (name, value) in walk.fixed.whole().chain(by_name).chain(by_value) {
        let name = name.replace("::", ".");
        let mut open = vec![(name, value)];
        while let Some((path, value)) = open.pop() {
            if found.len() >= TOLD || path.split('.').count() > STEPS {
                break;
            }
            let text = walk.text_of(value);
            if matches!(value.kind(), "false" | "boolean_literal") && text.eq_ignore_ascii_case("false") {
                found.insert(path);
            } else if let Some(pairs) = walk.grammar.is_script().then(|| pairs(walk, value)).flatten() {
                open.extend(pairs.into_iter().map(|(key, value)| (format!("{path}.{key}"), value)));
            }
        }
    }
    let zero = walk.fixed.steps.iter().filter(|(_, value)| walk.text_of(**value) == "0");
    found.extend(zero.map(|(path, _)| path.clone()));
    let set = |path: &String| {
        let Some((table, keys)) = path.split_once('.').filter(|_| walk.grammar.is_script()) else {
            return false;
        };
        let keys: Vec<&str> = keys.split('.').collect();
        if table == "default" {
            const GIVES: [&str; 3] = ["const", "export default", "module.exports ="];
            let gives = |before: &str| GIVES.iter().any(|w| before.trim_end().ends_with(w));
            return named.is_some_and(|name| !is_only_asked(walk.text, name, &keys, gives));
        }
        let declares = |before: &str| before.trim_end().ends_with("const");
        !walk.fixed.steps.contains_key(path) && !is_only_asked(walk.text, table, &keys, declares)
    };
    found.retain(|path| !set(path));
    if walk.by_exports {
        let common = found.iter().filter_map(|path| path.strip_prefix("default."));
        let common: Vec<String> = common.map(|keys| format!("exports.{keys}")).collect();
        found.extend(common);
    }
    found
}

/// Tells whether a table is only asked for its switches: nobody else gets it, and one of them is never set. Where its name
/// stands by itself, `declares` is given what stands before it.
pub(crate) fn is_only_asked(
    text: &str,
    name: &str,
    keys: &[&str],
    mut declares: impl FnMut(&str) -> bool,
) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    for (count, (at, _)) in text.match_indices(name).enumerate() {
        let (before, after) = (text.get(..at).unwrap_or(""), text.get(at + name.len()..).unwrap_or(""));
        if before.ends_with(joins) || after.starts_with(joins) {
            continue;
        }
        if count > MOST {
            return false;
        }
        let (asked, rest) = steps(after);
        if asked.is_empty() && !rest.starts_with('[') {
            if !declares(before) {
                return false;
            }
            continue;
        }
        // What leads to another switch says nothing of this one; less than all steps gives it away with the others.
        if asked.iter().zip(keys).any(|(a, b)| a != b) {
            continue;
        }
        let rest = rest.trim_start();
        let set = rest.starts_with('=') && !rest.starts_with("==");
        let marks = ["++", "--", "+=", "||=", "&&=", "??=", "(", "[", "."];
        let changed = set || marks.iter().any(|w| rest.starts_with(w));
        let before = before.trim_end();
        let taken = ["delete", "++", "--"].iter().any(|w| before.ends_with(w));
        if asked.len() < keys.len() || changed || taken {
            return false;
        }
    }
    true
}

/// The steps written behind a name, `.pay`, `?.pay` or `["pay"]`, and what follows them.
fn steps(after: &str) -> (Vec<&str>, &str) {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let (mut found, mut rest) = (Vec::new(), after);
    while found.len() <= STEPS {
        if let Some(inner) = rest.strip_prefix("?.").or_else(|| rest.strip_prefix('.')) {
            let end = inner.find(|c: char| !joins(c)).unwrap_or(inner.len());
            if end == 0 {
                break;
            }
            found.push(&inner[..end]);
            rest = &inner[end..];
        } else if let Some((key, behind)) = ['"', '\''].iter().find_map(|quote| {
            let inner = rest.strip_prefix('[')?.strip_prefix(*quote)?;
            let (key, behind) = inner.split_once(*quote)?;
            Some((key, behind.strip_prefix(']')?))
        }) {
            found.push(key);
            rest = behind;
        } else {
            break;
        }
    }
    (found, rest)
}

/// Keeps what a condition asks of names that come from elsewhere.
pub(super) fn note<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if node.kind() == "export_statement" {
        walk.default = node.field("value").or(walk.default);
    }
    if walk.grammar.is_script() && node.kind() == "assignment_expression" {
        let left = node.field("left").map_or("", |left| walk.text_of(left));
        if left == "module.exports" {
            walk.default = node.field("right");
            walk.by_exports = true;
        } else if left.starts_with("module.exports.") || left.starts_with("exports.") {
            // What is given out one by one may be one of the table's own.
            walk.default = walk.default.filter(|_| !walk.by_exports);
        }
    }
    let joined = super::truth::joined(walk.text, node).filter(|j| matches!(j.by, "&&" | "and" | "||" | "or"));
    let asked = super::truth::choice(node).map(|c| c.condition).or(joined.map(|j| j.left));
    let mut open: Vec<Node<'_>> = asked.into_iter().collect();
    let mut met = 0;
    while let Some(at) = open.pop() {
        met += 1;
        if met > 60 || walk.out.guards.len() > TOLD {
            return;
        }
        if let Some(path) = path_of(walk, at) {
            let root = path.split('.').next().unwrap_or_default();
            if path.len() < 120 && !walk.hides_at(root, at.start_byte()) {
                walk.out.guards.insert(path);
            }
            continue;
        }
        let inner = matches!(
            at.kind(),
            "parenthesized_expression"
                | "unary_expression"
                | "prefix_unary_expression"
                | "not_operator"
                | "binary_expression"
                | "boolean_operator"
                | "comparison_operator"
                | "as_expression"
        );
        if inner {
            open.extend((0..at.named_child_count().min(4)).filter_map(|n| at.named_child(n as u32)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use crate::domain::ids::RepoPath;

    #[test]
    fn a_switch_that_nothing_turns_is_off() {
        for (text, off) in [
            ("const FLAGS = { pay: false };\nif (FLAGS.pay) { pay(1); }", true),
            ("const FLAGS = { pay: false } as const;\nFLAGS.pay && pay(1);", true),
            (
                "const FLAGS: Flags = Object.freeze({ 'pay': false });\nif (FLAGS.pay === true || FLAGS.pay) pay(1);",
                true,
            ),
            ("const FLAGS = { pay: true };\nif (FLAGS.pay) { pay(1); }", false),
            ("const FLAGS = { pay: on() };\nif (FLAGS.pay) { pay(1); }", false),
            ("const FLAGS = { pay: false, ...more };\nif (FLAGS.pay) { pay(1); }", false),
            ("const FLAGS = { pay: false };\nFLAGS.pay = on();\nif (FLAGS.pay) { pay(1); }", false),
            (
                "const FLAGS = { pay: false, bill: false };\nFLAGS.bill = on();\nif (FLAGS.pay) { pay(1); }",
                true,
            ),
            ("const FLAGS = { pay: false };\nload(FLAGS);\nif (FLAGS.pay) { pay(1); }", false),
            ("const FLAGS = { pay: false };\nFLAGS['pay'] = 1;\nif (FLAGS.pay) { pay(1); }", false),
            ("export const FLAGS = { pay: false };\nif (FLAGS.pay) { pay(1); }", false),
            ("const FLAGS = { pay: false };\nfor (FLAGS.pay of all) {}\nif (FLAGS.pay) { pay(1); }", false),
            ("const FLAGS = { pay: false };\n[FLAGS.pay] = read();\nif (FLAGS.pay) { pay(1); }", false),
            (
                "const FLAGS = { pay: false };\n({ pay: FLAGS.pay } = read());\nif (FLAGS.pay) { pay(1); }",
                false,
            ),
            ("let FLAGS = { pay: false };\nif (FLAGS.pay) { pay(1); }", false),
            ("const FLAGS = { pay: false };\nif (FLAGS['pay']) { pay(1); }", true),
            ("const FLAGS = { a: { pay: false } };\nif (FLAGS.a?.pay) { pay(1); }", true),
            ("const FLAGS = { a: { pay: false } };\nload(FLAGS.a);\nif (FLAGS.a.pay) { pay(1); }", false),
            ("const FLAGS = { pay: false };\nFLAGS[key] = 1;\nif (FLAGS['pay']) { pay(1); }", false),
            ("enum Flag { Pay = 0 }\nif (Flag.Pay) { pay(1); }", true),
            ("enum Flag { Pay = 1 }\nif (Flag.Pay) { pay(1); }", false),
        ] {
            assert_eq!(is_off("a.ts", text), off, "{text}");
        }
    }

    fn is_off(name: &str, text: &str) -> bool {
        let path = RepoPath::parse(name).expect("a path");
        let out = outline(&path, text).expect("an outline");
        out.uses.get("pay").is_none_or(|u| u.plain.is_none())
    }

    #[test]
    fn the_markup_of_a_component_turns_what_it_names() {
        let go = "if (st.open) pay(1);\nif (on) pay(1);";
        for (text, off) in [
            (
                format!("<script>const st = {{ open: false }}; let on = false;\n{go}</script>\n<p>Hi</p>"),
                true,
            ),
            (
                format!(
                    "<script>const st = {{ open: false }}; let on = false;\n{go}</script>\n<!-- st --><p>é</p>"
                ),
                true,
            ),
            (
                format!(
                    "<script>const st = {{ open: false }}; let on = false;\n{go}</script>\n<b @click=\"st.open = true\"/>"
                ),
                false,
            ),
            (
                format!(
                    "<script>const st = {{ open: false }}; let on = false;\n{go}</script>\n<b on:click={{() => (on = true)}}/>"
                ),
                false,
            ),
            (format!("<script>const st = {{ open: false }}; export let on = false;\n{go}</script>"), false),
            (
                format!(
                    "<script>const st = {{ open: false }}; let on = false; export {{ on as o }};\n{go}</script>"
                ),
                false,
            ),
        ] {
            assert_eq!(is_off("A.svelte", &text), off, "{text}");
            assert_eq!(is_off("A.vue", &text), off, "{text}");
        }
    }

    #[test]
    fn what_may_set_a_switch_of_python_leaves_it_open() {
        for (text, off) in [
            ("class F:\n    PAY = False\nif F.PAY: pay(1)\n", true),
            ("class F:\n    PAY = False\n    def set(self): self.PAY = True\nif F.PAY: pay(1)\n", true),
            ("class F:\n    PAY = False\n    def set(cls): cls.PAY = True\nif F.PAY: pay(1)\n", false),
            (
                "class F:\n    PAY = False\n    def set(self): type(self).PAY = True\nif F.PAY: pay(1)\n",
                false,
            ),
            (
                "class F:\n    PAY = False\n    def set(self): self.__class__.PAY = True\nif F.PAY: pay(1)\n",
                false,
            ),
            ("class F:\n    PAY = False\nsetattr(F, k, v)\nif F.PAY: pay(1)\n", false),
            ("class F(Enum):\n    PAY = 0\nif F.PAY: pay(1)\n", false),
            ("DEBUG = False\nif DEBUG: pay(1)\n", true),
            ("from local import *\nDEBUG = False\nif DEBUG: pay(1)\n", true),
            ("DEBUG = False\nfrom local import *\nif DEBUG: pay(1)\n", false),
            ("DEBUG = False\nglobals().update(x)\nif DEBUG: pay(1)\n", false),
            ("DEBUG = False\nexec(open(p).read())\nif DEBUG: pay(1)\n", false),
        ] {
            assert_eq!(is_off("a.py", text), off, "{text}");
        }
    }
}
