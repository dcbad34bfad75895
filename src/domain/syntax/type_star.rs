//! Types that a module passes on as a whole: `export type * from './pay'`. The grammar knows no such line, and one of them keeps
//! a whole file from being read. It is read as one that passes on everything, of the same length, so that places stay.

/// A text without the word `type` in such lines; nothing where it has none.
pub(super) fn plain(text: &str) -> Option<String> {
    const WORD: &str = "type";
    let mut bytes = text.as_bytes().to_vec();
    let mut any = false;
    for (at, word) in text.match_indices("export") {
        let alone = text[..at].trim_end_matches([' ', '\t']).chars().next_back();
        let rest = &text[at + word.len()..];
        let behind = rest.trim_start_matches([' ', '\t']);
        let stars = behind.strip_prefix(WORD).is_some_and(|rest| rest.trim_start().starts_with('*'));
        if alone.is_none_or(|c| matches!(c, '\n' | ';' | '/')) && behind.len() < rest.len() && stars {
            let start = text.len() - behind.len();
            bytes.get_mut(start..start + WORD.len())?.fill(b' ');
            any = true;
        }
    }
    any.then(|| String::from_utf8(bytes).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use super::*;
    use crate::domain::ids::RepoPath;

    #[test]
    fn only_a_line_that_passes_types_on_as_a_whole_is_read_so() {
        for (text, found) in [
            ("export type * from './a';", Some("export      * from './a';")),
            ("export type   * as Money from './a';", Some("export        * as Money from './a';")),
            ("run();\nexport\ttype * from './a'", Some("run();\nexport\t     * from './a'")),
            ("export type { A } from './a';", None),
            ("export type A = B;", None),
            ("const text = 'export type * from';", None),
            ("reexport type * from './a';", None),
        ] {
            assert_eq!(plain(text).as_deref(), found, "{text}");
        }
    }

    #[test]
    fn a_barrel_of_types_is_whole_and_what_is_broken_is_not() {
        let path = RepoPath::parse("src/index.ts").expect("a path");
        let text = "export * from './pay';\nexport type * from './money';\nlet x = y as import('a').B;\n";
        let out = outline(&path, text).expect("an outline");
        let passed: Vec<_> = out.imports.iter().filter(|i| i.passes_on && i.all).map(|i| &i.from).collect();
        assert!(out.intact && passed == ["./pay", "./money"], "{passed:?}");
        assert!(!outline(&path, "export type * from './a';\nlet = = ;").expect("an outline").intact);
    }
}
