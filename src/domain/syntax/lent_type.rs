//! Types that are taken from a module in place: `x as import('./pay').Money[]`. The grammar knows no such type, and one
//! of them keeps a whole file from being read.
//!
//! Each is read as a plain name of the same length, so that places stay; it is kept as an import of a type.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Binding, Import, Outline};

/// The most of them that are read in one file.
const MOST: usize = 500;

/// A text in which such types are plain names, with where they stood; nothing where it has none.
pub(super) fn plain(text: &str) -> Option<(String, Vec<Range<usize>>)> {
    let places: Vec<Range<usize>> =
        text.match_indices("import(").filter_map(|(at, _)| place(text, at)).take(MOST).collect();
    if places.is_empty() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for place in &places {
        for (at, byte) in bytes.get_mut(place.clone())?.iter_mut().enumerate() {
            *byte = if at == 0 { b'T' } else { b'_' };
        }
    }
    Some((String::from_utf8(bytes).ok()?, places))
}

/// The range of a type that begins at `import(`, where it can be nothing but a type.
fn place(text: &str, at: usize) -> Option<Range<usize>> {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let before = text[..at].trim_end();
    let word = &before[before.trim_end_matches(joins).len()..];
    let asserted = matches!(word, "as" | "satisfies") && before.len() < at;
    // Elsewhere a value may stand as well: there only the name of a type tells.
    let open = before.ends_with([':', '<', '|', '&', ',', '=']);
    let inner = text[at + "import(".len()..].trim_start();
    let quote = inner.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let (module, rest) = inner[1..].split_once(quote)?;
    let mut rest = rest.trim_start().strip_prefix(')')?;
    if module.contains(['\n', '\\', '(']) {
        return None;
    }
    let mut last = "";
    while let Some(after) = rest.strip_prefix('.') {
        let end = after.find(|c: char| !joins(c)).unwrap_or(after.len());
        last = &after[..end];
        if last.is_empty() {
            return None;
        }
        rest = &after[end..];
    }
    let typed = last.starts_with(char::is_uppercase);
    let called = rest.trim_start().starts_with('(');
    (!last.is_empty() && !called && (asserted || open && typed)).then(|| at..text.len() - rest.len())
}

/// Keeps what was read so as imports of types, as far as it stands in code.
pub(super) fn keep(out: &mut Outline, text: &str, places: &[Range<usize>]) {
    let mut found: BTreeMap<&str, Import> = BTreeMap::new();
    for place in places {
        let written = text.get(place.clone()).unwrap_or("");
        // In a comment or a string it is no use of anything.
        if !out.uses.contains_key(written) {
            continue;
        }
        let mut parts = written.splitn(3, ['\'', '"']).skip(1);
        let (Some(module), Some(rest)) = (parts.next(), parts.next()) else { continue };
        let name = rest.split('.').nth(1).unwrap_or("").to_owned();
        found.entry(written).or_insert_with(|| Import {
            from: module.to_owned(),
            names: vec![Binding { name, local: written.to_owned(), type_only: true }],
            all: false,
            passes_on: false,
            declares: false,
            dynamic: false,
            at: place.clone(),
        });
    }
    out.imports.extend(found.into_values());
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use super::*;
    use crate::domain::ids::RepoPath;

    #[test]
    fn only_what_is_surely_a_type_is_read_as_one() {
        for (text, found) in [
            ("x as import('tsup').Format[]", Some("import('tsup').Format")),
            ("x satisfies import(\"a\").b.c;", Some("import(\"a\").b.c")),
            ("let x: Map<string, import('a').B>;", Some("import('a').B")),
            ("const x = import('a');", None),
            ("const x = { a: import('a').then(f) };", None),
            ("const x = { a: import('a').value };", None),
            ("await import('a').Pay;", None),
            ("has import('a').Pay", None),
        ] {
            let got = plain(text).map(|(_, places)| text[places[0].clone()].to_owned());
            assert_eq!(got.as_deref(), found, "{text}");
        }
    }

    #[test]
    fn a_file_with_such_types_is_whole_and_its_places_stay() {
        let path = RepoPath::parse("src/a.ts").expect("a path");
        let text = "export const all = ['esm'] as import('tsup').Format[];\n\
                    const own = read() as import('./pay').Money;\nexport function go() { return run(own); }\n\
                    // x as import('./no').No\n";
        let out = outline(&path, text).expect("an outline");
        assert!(out.intact);
        let froms: Vec<(&str, bool)> =
            out.imports.iter().map(|i| (i.from.as_str(), i.names.iter().all(|n| n.type_only))).collect();
        assert_eq!(froms, [("./pay", true), ("tsup", true)]);
        let go = out.symbols.iter().find(|s| s.name == "go").expect("the function");
        assert_eq!(text[go.at..].get(..2), Some("go"));
        assert!(!outline(&path, "const x = y as import('a').B[] = = ;").expect("an outline").intact);
    }
}
