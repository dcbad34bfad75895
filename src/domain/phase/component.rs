//! Components of Vue and Svelte that hold nothing: a template without a word or an element of its own, and a script that
//! does nothing.

use super::code_text::Code;

/// Tells whether a component neither shows nor does anything; what only styles it is no work.
pub(super) fn is_empty(code: &Code<'_>) -> bool {
    let vue = code.path.as_str().ends_with(".vue");
    if !vue && !code.path.as_str().ends_with(".svelte") {
        return false;
    }
    let (styles, rest) = taken(&code.text, "style");
    let (scripts, rest) = taken(&rest, "script");
    let idle = scripts.iter().all(|script| does_nothing(script));
    // Whoever styles and nothing else shows nothing, either.
    drop(styles);
    idle && shows_nothing(&rest)
}

/// Takes the elements of a name out of a text; returns what stands in each, and the text without them.
fn taken(text: &str, name: &str) -> (Vec<String>, String) {
    let (open, close) = (format!("<{name}"), format!("</{name}"));
    let (mut inner, mut outer, mut rest) = (Vec::new(), String::new(), text);
    while let Some((before, after)) = rest.split_once(open.as_str()) {
        outer.push_str(before);
        let (head, body) = after.split_once('>').unwrap_or((after, ""));
        if head.ends_with('/') {
            // `<script src="./pay.ts" />`
            inner.push(head.to_owned());
            rest = body;
            continue;
        }
        let (body, after) = body.split_once(close.as_str()).unwrap_or((body, ""));
        // What lies in a file of its own is not seen here.
        inner.push(if head.contains("src=") { head.to_owned() } else { body.to_owned() });
        rest = after.split_once('>').map_or("", |(_, after)| after);
    }
    outer.push_str(rest);
    (inner, outer)
}

/// Tells whether a script only says that it is one: `export default { name: 'Pay' }`.
fn does_nothing(script: &str) -> bool {
    let bare: String = script.split_whitespace().collect();
    let bare = bare.trim_end_matches(';');
    let named = bare
        .strip_prefix("exportdefault{name:")
        .and_then(|rest| rest.strip_suffix('}'))
        .is_some_and(|name| !name.trim_end_matches(',').contains([',', '(', '{']));
    named || matches!(bare, "" | "exportdefault{}" | "\"usestrict\"" | "'usestrict'")
}

/// Tells whether a template has no word, and no element but bare ones.
fn shows_nothing(template: &str) -> bool {
    const BARE: [&str; 10] =
        ["template", "div", "span", "section", "main", "article", "p", "header", "footer", "ul"];
    let mut rest = template;
    loop {
        let Some((before, after)) = rest.split_once('<') else { return rest.trim().is_empty() };
        let Some((tag, after)) = after.split_once('>') else { return false };
        let name = tag.trim_start_matches('/').trim_end_matches('/').trim();
        // An attribute may have it filled: `<div id="map">`.
        let template = name == "template" || name.starts_with("template lang=");
        if !before.trim().is_empty() || !(template || BARE.contains(&name)) {
            return false;
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::RepoPath;

    #[test]
    fn a_component_holds_nothing_or_something() {
        for (name, text, empty) in [
            ("a.vue", "<template></template>\n<script setup></script>", true),
            ("a.vue", "<template>\n  <div></div>\n</template>", true),
            ("a.vue", "<script>export default { name: 'Pay' };</script>", true),
            ("a.vue", "<template><!-- to come --></template><style>p { color: red }</style>", true),
            ("a.vue", "<template><p>About us</p></template>", false),
            ("a.vue", "<template><div id=\"map\"></div></template>", false),
            ("a.vue", "<template><router-view /></template>", false),
            ("a.vue", "<script src=\"./pay.ts\" /><template></template>", false),
            ("a.vue", "<script>export default { render() { return 1; } }</script>", false),
            ("a.svelte", "<script></script>\n<style>p { color: red }</style>", true),
            ("a.svelte", "<slot />", false),
            ("a.svelte", "<script>run();</script>", false),
            ("a.html", "<template></template>", false),
        ] {
            let path = RepoPath::parse(name).expect("a path");
            assert_eq!(is_empty(&Code::new(&path, text)), empty, "{name}: {text}");
        }
    }
}
