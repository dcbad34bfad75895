//! Components that a component of Vue makes known to its template, which shows none of that name: to register is not to use.

use tree_sitter::Node;

use super::fields::Fields as _;
use super::quotes::unquoted;
use super::walk::Walk;

impl Walk<'_> {
    /// Tells whether a name stands among a component's `components`, and nothing beside the script is called so.
    pub(super) fn is_never_shown(&self, node: Node<'_>, parent: &str, field: Option<&str>) -> bool {
        let Some(template) = self.beside else { return false };
        let entry = match (parent, node.kind()) {
            ("object", "shorthand_property_identifier") => Some(node),
            ("pair", "identifier") if field == Some("value") => node.parent(),
            _ => None,
        };
        let Some(entry) = entry.filter(|e| self.is_registered(*e)) else { return false };
        let name = unquoted(self.text_of(entry.field("key").unwrap_or(entry)));
        // A name that is worked out, and whoever asks for what is registered, may mean any.
        let open = ["<component", ":is=", "v-bind:is", "<template src"].iter().any(|w| template.contains(w))
            || ["$options", "resolveComponent"].iter().any(|w| self.text.contains(w));
        template.contains("<template") && !open && !is_called(template, name)
    }

    /// Tells whether an entry belongs to the `components` of what the file gives out: `export default { components: { Cart } }`,
    /// or of what is given to a call as its options.
    fn is_registered(&self, entry: Node<'_>) -> bool {
        let pair = entry.parent().filter(|o| o.kind() == "object").and_then(|o| o.parent());
        let Some(pair) = pair.filter(|p| p.kind() == "pair") else { return false };
        let key = |node: Node<'_>| {
            let key = node.field("key").or_else(|| node.field("name")).unwrap_or(node);
            unquoted(self.text_of(key))
        };
        let Some(options) = pair.parent().filter(|_| key(pair) == "components") else { return false };
        let outer = options.parent().map_or("", |n| n.kind());
        let given =
            ["export_statement", "arguments", "as_expression", "satisfies_expression"].contains(&outer);
        // One with a template or a way to show itself of its own is another component.
        let shows_itself = |n: Node<'_>| ["template", "render"].contains(&key(n));
        let entries =
            (0..options.named_child_count().min(400)).filter_map(|at| options.named_child(at as u32));
        given && !{ entries }.any(shows_itself)
    }
}

/// Tells whether a word of a template is a name, as Vue compares them: `<pay-button>` is `PayButton`.
fn is_called(template: &str, name: &str) -> bool {
    let bare = |word: &str| -> String {
        word.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
    };
    let wanted = bare(name);
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '$');
    template.split(|c: char| !joins(c)).any(|word| bare(word) == wanted)
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use crate::domain::ids::RepoPath;

    fn uses(template: &str, script: &str) -> bool {
        let path = RepoPath::parse("src/Yard.vue").expect("a path");
        let text = format!(
            "<template>{template}</template>\n<script>\nimport Crane from './Crane.vue';\nimport TowerCrane from './TowerCrane.vue';\n{script}\n</script>\n"
        );
        outline(&path, &text).expect("an outline").uses.contains_key("TowerCrane")
    }

    #[test]
    fn what_is_registered_and_not_shown_is_not_used() {
        for script in [
            "export default { components: { Crane, TowerCrane } };",
            "export default { name: 'Yard', components: { 'tower-crane': TowerCrane }, data: () => ({ n: 1 }) };",
            "export default defineComponent({ components: { Lift: TowerCrane, Crane } });",
            "@Component({ components: { TowerCrane } })\nexport default class Yard extends Vue {}",
            "export default { components: { TowerCrane } } as ComponentOptions;",
        ] {
            assert!(!uses("<main><crane :load=\"n\" /></main>", script), "{script}");
        }
    }

    #[test]
    fn what_the_template_may_show_is_used() {
        let plain = "export default { components: { Crane, TowerCrane } };";
        for (template, script) in [
            ("<TowerCrane />", plain),
            ("<tower-crane v-if=\"n\" />", plain),
            ("<towerCrane />", plain),
            ("<lift />", "export default { components: { Lift: TowerCrane } };"),
            ("<big-lift />", "export default { components: { BigLift: TowerCrane } };"),
            ("<big-lift />", "export default { components: { 'big-lift': TowerCrane } };"),
            ("<component :is=\"kind\" />", plain),
            ("<div v-bind:is=\"kind\" />", plain),
            ("<p/>", "export default { components: { TowerCrane }, template: '<tower-crane/>' };"),
            ("<p/>", "export default { components: { TowerCrane }, render() { return draw(this); } };"),
            ("<p/>", "export default { components: { Crane }, data: () => ({ kinds: [TowerCrane] }) };"),
            ("<p/>", "export default { components: { Crane: wrapped(TowerCrane) } };"),
            (
                "<p/>",
                "export default { components: { TowerCrane }, methods: { pick() { return this.$options.components; } } };",
            ),
            ("<p/>", "const kinds = { components: { TowerCrane } };\nexport default { data: () => kinds };"),
            (
                "<router-view />",
                "export const routes = [{ path: '/', components: { default: TowerCrane } }];",
            ),
        ] {
            assert!(uses(template, script), "{template} {script}");
        }
    }
}
