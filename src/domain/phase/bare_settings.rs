//! Files of settings and data that hold none: `{}`, `[]`, only comments, only the heads of tables.

use crate::domain::ids::RepoPath;

/// Tells what a file of settings holds in place of any, where it is one and holds none.
pub(super) fn holds(path: &RepoPath, text: &str) -> Option<&'static str> {
    let name = path.file_name().to_ascii_lowercase();
    let kind = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let comments: &[&str] = match kind {
        "json" | "jsonc" | "json5" => &["//"],
        "yaml" | "yml" => &["#", "---", "...", "%"],
        "toml" => &["#"],
        "ini" | "cfg" | "conf" | "properties" => &["#", ";", "!"],
        "sql" => &["--", "#", "/*", "*"],
        "prisma" | "graphql" | "proto" => &["//", "#"],
        _ if name == "crontab" => &["#"],
        _ => return None,
    };
    let tables = matches!(kind, "toml" | "ini" | "cfg" | "conf");
    let is_head = |line: &str| tables && line.starts_with('[') && line.ends_with(']') && line.len() > 2;
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let said = lines.filter(|line| !comments.iter().any(|begin| line.starts_with(begin)));
    let (mut heads, mut bare) = (false, String::new());
    for line in said {
        match is_head(line) {
            true => heads = true,
            false => bare.extend(line.chars().filter(|c| !c.is_whitespace())),
        }
    }
    match bare.as_str() {
        "" if heads => Some("only the heads of tables"),
        "" if text.trim().is_empty() => None,
        "" => Some("only comments"),
        "{}" | "[]" | "null" | "~" | "\"\"" | "''" | "[{}]" | "[[]]" => Some("an empty value"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_no_setting_is_known() {
        for (name, text, holds_none) in [
            ("a.json", "{}\n", true),
            ("a.json", "[\n]\n", true),
            ("a.jsonc", "// what it is for\n{\n}\n", true),
            ("a.yaml", "---\n# to come\n", true),
            ("a.yml", "{}\n", true),
            ("Cargo.toml", "# to come\n[package]\n", true),
            ("a.ini", "; to come\n[shop]\n", true),
            ("migrations/001_pay.sql", "-- to come\n", true),
            ("migrations/001_pay.sql", "/* the table\n * of payments\n */\n", true),
            ("migrations/001_pay.sql", "-- the table\nCREATE TABLE pay (id INT);\n", false),
            ("schema.prisma", "// models\n", true),
            ("crontab", "# 0 * * * * pay\n", true),
            ("crontab", "0 * * * * pay\n", false),
            ("a.json", "{ \"a\": {} }\n", false),
            ("a.json", "0\n", false),
            ("a.yaml", "- a\n", false),
            ("a.yaml", "[a]\n", false),
            ("a.toml", "[package]\nname = \"a\"\n", false),
            ("a.ini", "[shop]\nopen = 1\n", false),
            ("a.ts", "{}\n", false),
            ("README", "# Shop\n", false),
        ] {
            let path = RepoPath::parse(name).expect("a path");
            assert_eq!(holds(&path, text).is_some(), holds_none, "{name} {text:?}");
        }
    }
}
