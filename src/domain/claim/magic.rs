//! Comments that tell a machine something: they are code.

use std::ops::Range;

/// Tells whether a whole line is one: `#!/bin/sh`, `//go:build linux`, `#include`.
pub(super) fn is_directive(line: &str) -> bool {
    line.trim_start().starts_with("#!")
        || line.starts_with("//go:")
        || line.starts_with("//export ")
        || line.starts_with("// +build")
        || line.starts_with("#include")
        || line.starts_with("{-#")
}

/// Tells whether a line names how its file is written: `# -*- coding: latin-1 -*-`, `# encoding: utf-8`. It counts in the
/// first two lines of a file.
pub(super) fn is_coding(line: &str) -> bool {
    let Some(comment) = line.trim_start().strip_prefix('#') else { return false };
    let named = |at: usize| {
        let rest = &comment[at + "coding".len()..];
        rest.strip_prefix([':', '=']).is_some_and(|name| {
            name.trim_start().starts_with(|c: char| c.is_alphanumeric())
                && !name.trim().trim_end_matches("-*-").trim().contains(' ')
        })
    };
    comment.match_indices("coding").any(|(at, _)| named(at))
}

/// Returns which lines of a Go file are C: the comment that stands directly before `import "C"`.
pub(super) fn preamble(file_name: &str, lines: &[&str]) -> Range<usize> {
    if !file_name.ends_with(".go") {
        return 0..0;
    }
    let Some(import) = lines.iter().position(|l| l.trim() == "import \"C\"") else { return 0..0 };
    let before = &lines[..import];
    let rows = before.iter().rev().take_while(|l| l.trim_start().starts_with("//")).count();
    if rows > 0 {
        return import - rows..import;
    }
    if !before.last().is_some_and(|l| l.trim_end().ends_with("*/")) {
        return 0..0;
    }
    // Its beginning may stand before the piece that is looked at.
    before.iter().rposition(|l| l.contains("/*")).unwrap_or(0)..import
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_of_a_go_file_is_known() {
        for (lines, expected) in [
            (vec!["package a", "", "// int x;", "// int y;", "import \"C\""], 2..4),
            (vec!["package a", "/*", "int x;", "*/", "import \"C\""], 1..4),
            (vec!["// far away", "", "import \"C\""], 0..0),
            (vec!["// a comment", "import \"fmt\""], 0..0),
        ] {
            assert_eq!(preamble("a.go", &lines), expected, "{lines:?}");
        }
        assert_eq!(preamble("a.js", &["// x", "import \"C\""]), 0..0);
    }

    #[test]
    fn how_a_file_is_written_is_no_comment() {
        for (line, expected) in [
            ("# -*- coding: utf-8 -*-", true),
            ("# encoding: utf-8", true),
            ("# vim: set fileencoding=latin-1", true),
            ("# coding is fun", false),
            ("# on coding: read the guide", false),
            ("x = 1  # coding: a", false),
        ] {
            assert_eq!(is_coding(line), expected, "{line}");
        }
    }
}
