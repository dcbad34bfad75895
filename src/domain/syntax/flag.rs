//! Switches that stand in a table of the file: `const FLAGS = { pay: false }` and `FLAGS.pay`.
//!
//! Such a table may be filled by whoever has it. A switch has one value where the file gives the table to nobody and sets
//! nothing of it.

use tree_sitter::Node;

use super::walk::Walk;

/// The most places of a table's name that are looked at.
const MOST: usize = 500;

/// The value of a switch that nothing changes.
pub(super) fn value<'t>(walk: &Walk<'t>, node: Node<'_>) -> Option<Node<'t>> {
    if !walk.grammar.is_script() || node.kind() != "member_expression" {
        return None;
    }
    let (table, key) = (node.child_by_field_name("object")?, node.child_by_field_name("property")?);
    if walk.fixed.is_written(walk.text_of(node)) {
        return None;
    }
    if table.kind() != "identifier" || !is_only_read(walk.text, walk.text_of(table), walk.text_of(key)) {
        return None;
    }
    let mut value = walk.value_of(table)?;
    loop {
        value = match value.kind() {
            "as_expression" | "satisfies_expression" | "parenthesized_expression" => value.named_child(0)?,
            "call_expression" => {
                let freezes = walk.text_of(value.child_by_field_name("function")?) == "Object.freeze";
                value.child_by_field_name("arguments").filter(|_| freezes)?.named_child(0)?
            }
            _ => break,
        };
    }
    let pairs = (0..value.named_child_count().min(400)).filter_map(|at| value.named_child(at as u32));
    let mut pairs = pairs.filter(|c| c.kind() != "comment").peekable();
    // What is spread into it may hold the switch as well.
    let plain = value.kind() == "object" && pairs.clone().all(|p| p.kind() == "pair");
    let wanted = walk.text_of(key);
    let named = |pair: &Node<'_>| {
        let name = pair.child_by_field_name("key").map_or("", |k| walk.text_of(k));
        name.trim_matches(['"', '\'']) == wanted
    };
    pairs.find(named).filter(|_| plain)?.child_by_field_name("value")
}

/// Tells whether a table is only asked for its switches: nobody else gets it, and one of them is never set.
fn is_only_read(text: &str, name: &str, key: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut declared = false;
    for (count, (at, _)) in text.match_indices(name).enumerate() {
        let (before, after) = (text.get(..at).unwrap_or(""), text.get(at + name.len()..).unwrap_or(""));
        if before.ends_with(joins) || after.starts_with(joins) {
            continue;
        }
        if count > MOST {
            return false;
        }
        if let Some(rest) = after.strip_prefix('.') {
            let end = rest.find(|c: char| !joins(c)).unwrap_or(rest.len());
            let (asked, rest) = (&rest[..end], rest[end..].trim_start());
            let set = rest.starts_with('=') && !rest.starts_with("==");
            let marks = ["++", "--", "+=", "||=", "&&=", "??=", "(", "[", "."];
            let changed = set || marks.iter().any(|w| rest.starts_with(w));
            let before = before.trim_end();
            if asked == key && (changed || ["delete", "++", "--"].iter().any(|w| before.ends_with(w))) {
                return false;
            }
            continue;
        }
        let own = before.trim_end();
        let head = own.strip_suffix("const").map(str::trim_end);
        if declared || head.is_none_or(|head| head.ends_with("export")) {
            return false;
        }
        declared = true;
    }
    declared
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
                false,
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
