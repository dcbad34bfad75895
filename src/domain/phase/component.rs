//! Components of Vue and Svelte that hold nothing: a template without a word or an element of its own, and a script that
//! does nothing.

use std::sync::LazyLock;

use regex::Regex;

use super::code_text::Code;
use crate::domain::syntax::{Outline, is_to_come};

/// Elements that only hold or dress a text.
const BARE: [&str; 10] =
    ["template", "div", "span", "section", "main", "article", "p", "header", "footer", "ul"];
const DRESS: [&str; 10] = ["b", "strong", "em", "i", "small", "br", "hr", "li", "ol", "center"];
const HEADS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// Tells whether all that a component of Angular shows is the line that its generator wrote: `<p>cart works!</p>`.
pub(super) fn only_names_itself(code: &Code<'_>) -> bool {
    let Some(stem) = code.path.file_name().strip_suffix(".component.html") else { return false };
    code.text.trim() == format!("<p>{stem} works!</p>")
}

/// The line of a handler in a template of Vue that does nothing where somebody clicks or sends: `@click="() => {}"`. What holds
/// a click back does so by a word behind the dot.
pub(super) fn dead_handler(code: &Code<'_>) -> Option<u32> {
    static DEAD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?:@|v-on:)(?:click|submit(?:\.prevent)?)="\s*(?:\(\s*\)\s*=>\s*\{\s*\}|function\s*\(\s*\)\s*\{\s*\})\s*""#)
            .expect("a constant pattern")
    });
    let template = code.path.as_str().ends_with(".vue").then(|| taken(&code.text, "script").1)?;
    let found = DEAD.find(&template)?;
    let at = code.text.find(found.as_str())?;
    Some(code.line_at(at))
}

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

/// Tells whether all that a component shows are words that something is to come, beside headings, and it does nothing. One
/// that is named for it shows what it is for.
pub(super) fn is_to_be(code: &Code<'_>) -> bool {
    let name = code.path.file_name();
    let component = [".vue", ".svelte"].iter().find_map(|end| name.strip_suffix(end));
    let outline = code.outline.as_deref().filter(|o| o.intact && only_takes(o));
    let (Some(stem), Some(_)) = (component.filter(|stem| !is_to_come(stem)), outline) else { return false };
    // What waits shows nothing else, and what cannot be shown says so.
    let stem = stem.to_lowercase();
    if ["loading", "spinner", "maintenance", "soon"].iter().any(|w| stem.contains(w)) {
        return false;
    }
    let (_, rest) = taken(&code.text, "style");
    let (scripts, rest) = taken(&rest, "script");
    let Some((heads, texts)) = fixed_texts(&rest).filter(|_| scripts.iter().all(|s| !s.contains("src=")))
    else {
        return false;
    };
    let said = if texts.is_empty() { heads } else { texts };
    !said.is_empty() && said.iter().all(|text| is_to_come(text))
}

/// Tells whether a component's script at most says what it is given.
fn only_takes(outline: &Outline) -> bool {
    const SAYS: [&str; 14] = [
        "defineProps",
        "defineEmits",
        "defineOptions",
        "defineComponent",
        "withDefaults",
        "$props",
        "Array",
        "String",
        "Number",
        "Boolean",
        "Object",
        "Function",
        "Date",
        "PropType",
    ];
    let bodies = outline.real_bodies + outline.hollow.len();
    let runs = |(name, uses): (&String, &crate::domain::syntax::Uses)| {
        uses.plain.is_some() && !SAYS.contains(&name.as_str())
    };
    bodies == 0 && !outline.uses.iter().any(runs)
}

/// The texts of a template in headings and beside them; nothing where it shows or does anything else.
fn fixed_texts(template: &str) -> Option<(Vec<&str>, Vec<&str>)> {
    let (mut heads, mut texts, mut within, mut rest) = (Vec::new(), Vec::new(), false, template);
    loop {
        let (text, after) = rest.split_once('<').unwrap_or((rest, ""));
        let said = text.trim();
        if said.contains(['{', '}']) {
            return None;
        }
        match (said.is_empty(), within) {
            (true, _) => {}
            (false, true) => heads.push(said),
            (false, false) => texts.push(said),
        }
        if after.is_empty() {
            return Some((heads, texts));
        }
        let (tag, after) = after.split_once('>')?;
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let closes = name.starts_with('/');
        let name = name.trim_matches('/');
        let attributes = attributes.trim().trim_end_matches('/');
        let plain = !attributes.contains(['{', '@', ':', '#'])
            && attributes.split_inclusive('"').step_by(2).all(|a| {
                let key = a.split('=').next().unwrap_or_default().trim();
                matches!(key, "" | "class" | "style" | "lang" | "scoped")
            });
        let head = HEADS.contains(&name);
        if !plain || !(head || BARE.contains(&name) || DRESS.contains(&name)) {
            return None;
        }
        within = if head { !closes } else { within };
        rest = after;
    }
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
    fn a_component_is_to_come_or_there() {
        for (name, text, to_be) in [
            ("Cart.vue", "<template><div>Coming soon</div></template>", true),
            (
                "Cart.vue",
                "<template><div class=\"c d\"><h2>Cart</h2><p>TODO: cart here</p></div></template>",
                true,
            ),
            (
                "Cart.vue",
                "<script setup>\nconst props = defineProps({ items: Array });\n</script><template><h1>Not implemented yet</h1></template>",
                true,
            ),
            ("Cart.svelte", "<script>export let items = [];</script><p>Cart placeholder</p>", true),
            ("Cart.svelte", "<p>Under construction</p><style>p { color: red }</style>", true),
            ("Soon.vue", "<template><div>Coming soon</div></template>", false),
            ("ComingSoon.vue", "<template><div>Coming soon</div></template>", false),
            ("Cart.vue", "<template><p>Coming soon</p><p>We sell chairs since 1901.</p></template>", false),
            ("Cart.vue", "<template><p>Coming soon: {{ date }}</p></template>", false),
            ("Cart.vue", "<template><p v-if=\"late\">Coming soon</p></template>", false),
            (
                "Cart.vue",
                "<template><p>Coming soon</p><router-link to=\"/\">Home</router-link></template>",
                false,
            ),
            ("Cart.vue", "<script setup>track();</script><template><p>Coming soon</p></template>", false),
            (
                "Cart.vue",
                "<script>export default { mounted() { run(); } }</script><template><p>Coming soon</p></template>",
                false,
            ),
            ("Cart.svelte", "<p>About us</p>", false),
            ("Cart.html", "<p>Coming soon</p>", false),
        ] {
            let path = RepoPath::parse(name).expect("a path");
            assert_eq!(is_to_be(&Code::new(&path, text)), to_be, "{name}: {text}");
        }
    }

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
