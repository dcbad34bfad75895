//! Parts of a component's template that are never shown: `v-if="false"`, `{#if false}`.

/// Blanks what a template switches off where it stands; lines and places stay.
pub(super) fn blanked(template: &str) -> String {
    let mut out = template.as_bytes().to_vec();
    let mut blank = |from: usize, to: usize| {
        for byte in out.iter_mut().take(to).skip(from).filter(|b| **b != b'\n') {
            *byte = b' ';
        }
    };
    for (at, head) in template.match_indices("{#if false}") {
        let from = at + head.len();
        if let Some(end) = branch_end(&template[from..]) {
            blank(from, from + end);
        }
    }
    let vue = ["v-if=\"false\"", "v-if='false'"];
    for (at, _) in vue.iter().flat_map(|word| template.match_indices(word)) {
        if let Some((from, to)) = element(template, at) {
            blank(from, to);
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| template.to_owned())
}

/// Where the first branch of a block of Svelte ends, blocks within it passed over.
fn branch_end(rest: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, _) in rest.match_indices('{') {
        let here = &rest[at..];
        if here.starts_with("{#if") {
            depth += 1;
        } else if here.starts_with("{/if") {
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
        } else if depth == 0 && here.starts_with("{:else") {
            return Some(at);
        }
    }
    None
}

/// The element in whose opening tag a place lies.
fn element(template: &str, at: usize) -> Option<(usize, usize)> {
    let from = template[..at].rfind('<')?;
    let name: &str = template[from + 1..].split(|c: char| c.is_whitespace() || c == '>').next()?;
    // A tag that was closed before holds no attribute.
    if name.is_empty() || name.starts_with('/') || template[from..at].contains("/>") {
        return None;
    }
    let tag = tag_end(&template[from..])? + from;
    if template[..tag].ends_with('/') {
        return Some((from, tag + 1));
    }
    let (open, close) = (format!("<{name}"), format!("</{name}"));
    let mut depth = 1usize;
    let mut next = tag;
    let is_name = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_'));
    while let Some(found) = template[next..].find('<').map(|n| next + n) {
        let here = &template[found..];
        next = found + 1;
        if here.strip_prefix(close.as_str()).is_some_and(is_name) {
            depth -= 1;
            if depth == 0 {
                return Some((from, found));
            }
        } else if here.strip_prefix(open.as_str()).is_some_and(is_name)
            && !tag_end(here).is_some_and(|end| here[..end].ends_with('/'))
        {
            depth += 1;
        }
    }
    None
}

/// Where a tag ends, what stands in quotes passed over.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quote = None;
    tag.char_indices().find_map(|(at, c)| match (quote, c) {
        (None, '>') => Some(at),
        (None, '"' | '\'') => {
            quote = Some(c);
            None
        }
        (Some(open), _) if open == c => {
            quote = None;
            None
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use crate::domain::ids::RepoPath;

    fn shows(name: &str, template: &str) -> bool {
        let path = RepoPath::parse(name).expect("a path");
        let text = format!("<script lang=\"ts\">\nimport Crane from './Crane';\n</script>\n{template}\n");
        outline(&path, &text).expect("an outline").uses.contains_key("Crane")
    }

    #[test]
    fn what_a_template_switches_off_shows_nothing() {
        for (name, template) in [
            ("A.vue", "<template><p>Yard</p><Crane v-if=\"false\" :load=\"n > 1\" /></template>"),
            ("A.vue", "<template><div v-if='false'><div>no</div><Crane /></div><p/></template>"),
            ("A.svelte", "{#if false}{#if n}<p/>{/if}<Crane />{/if}"),
            ("A.svelte", "{#if false}<Crane />{:else}<p/>{/if}"),
        ] {
            assert!(!shows(name, template), "{name}: {template}");
        }
    }

    #[test]
    fn what_stands_beside_it_is_shown() {
        for (name, template) in [
            ("A.vue", "<template><p v-if=\"false\">no</p><Crane /></template>"),
            ("A.vue", "<template><div v-if=\"false\"><div/></div><Crane v-else /></template>"),
            ("A.vue", "<template><Crane v-if=\"falsePositives\" /></template>"),
            ("A.svelte", "{#if false}<p/>{:else}<Crane />{/if}"),
            ("A.svelte", "{#if false}{#if n}<p/>{/if}{/if}<Crane />"),
            ("A.svelte", "{#if n}<Crane />{/if}"),
        ] {
            assert!(shows(name, template), "{name}: {template}");
        }
    }
}
