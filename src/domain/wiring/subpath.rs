//! What a package shows of itself by the `exports` of its package.json: its own name means `.`, a subpath what stands under it.

use jsonc_parser::{JsonObject, JsonValue};

use super::manifest::strings;

/// The fields that say where a package begins, whoever asks for it by its name alone. What it is built from goes first, and
/// its types last.
const BEGINS: [&str; 6] = ["source", "module", "main", "browser", "types", "typings"];

/// Where a package begins, as its manifest writes it.
pub(super) fn mains(json: &JsonObject<'_>) -> Vec<String> {
    let mut found = Vec::new();
    match json.get("exports") {
        Some(JsonValue::Object(map)) if has_subpaths(map) => strings(map.get("."), &mut found, 0),
        // Conditions, or the file itself.
        whole => strings(whole, &mut found, 0),
    }
    for key in BEGINS {
        strings(json.get(key), &mut found, 0);
    }
    found
}

/// What stands under each subpath of a package: `./server` with the files that may be meant, by no name but that one.
pub(super) fn subpaths(json: &JsonObject<'_>) -> Vec<(String, Vec<String>)> {
    let Some(JsonValue::Object(map)) = json.get("exports") else { return Vec::new() };
    let mut found = Vec::new();
    for (name, target) in map.clone().take_inner() {
        let Some(inner) = name.strip_prefix("./") else { continue };
        let mut targets = Vec::new();
        strings(Some(&target), &mut targets, 0);
        found.push((inner.to_owned(), targets));
    }
    found
}

/// Tells whether the keys are subpaths, and no conditions.
fn has_subpaths(map: &JsonObject<'_>) -> bool {
    map.clone().take_inner().keys().any(|key| key.starts_with('.'))
}
