//! Files of settings and data that hold none: `{}`, `[]`, only comments, only the heads of tables, services or paths of which
//! there are none; Makefiles without a recipe and migrations without an operation.

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
    let quotes: String = bare.chars().filter(|c| !matches!(c, '"' | '\'')).collect();
    let composed = matches!(kind, "yaml" | "yml") && name.contains("compose");
    if composed
        && ["services:{}", "services:[]", "services:null", "services:~"]
            .iter()
            .any(|none| quotes.ends_with(none))
    {
        return Some("no service");
    }
    let described = ["openapi:", "swagger:", "{openapi:", "{swagger:", "asyncapi:"]
        .iter()
        .any(|head| quotes.starts_with(head));
    let served = quotes.contains("webhooks:") || quotes.contains("components:");
    if described
        && !served
        && ["paths:{}", "paths:[]", "channels:{}"].iter().any(|none| quotes.contains(none))
    {
        return Some("no path");
    }
    if kind == "sql"
        && path.as_str().split('/').any(|part| part.contains("migrat"))
        && let Some(what) = makes_nothing(text)
    {
        return Some(what);
    }
    match bare.as_str() {
        "" if heads => Some("only the heads of tables"),
        "" if text.trim().is_empty() => None,
        "" => Some("only comments"),
        "{}" | "[]" | "null" | "~" | "\"\"" | "''" | "[{}]" | "[[]]" => Some("an empty value"),
        _ => None,
    }
}

/// Tells what a migration in SQL does in place of any change.
fn makes_nothing(text: &str) -> Option<&'static str> {
    let text = text.lines().filter(|line| !line.trim_start().starts_with("--")).collect::<Vec<_>>().join(" ");
    let text = text.to_lowercase();
    let all: Vec<&str> = text.split(';').map(str::trim).filter(|one| !one.is_empty()).collect();
    let begins =
        |one: &str| matches!(one, "begin" | "begin transaction" | "begin work" | "start transaction");
    let ends = |one: &str| matches!(one, "commit" | "end" | "commit transaction");
    let looks = |one: &str| {
        one.strip_prefix("select ").is_some_and(|rest| rest.trim().bytes().all(|b| b.is_ascii_digit()))
    };
    let (first, last) = (all.first()?, all.last()?);
    if all.iter().all(|one| begins(one) || ends(one) || looks(one)) {
        return Some("no statement that changes anything");
    }
    let undone = begins(first) && matches!(*last, "rollback" | "rollback transaction");
    (undone && !all.iter().any(|one| ends(one))).then_some("only what it takes back itself")
}

/// Tells whether a migration of Django, its comments aside, changes nothing. One that joins several others has nothing to do.
pub(super) fn is_bare_migration(path: &RepoPath, text: &str) -> bool {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let after = |name: &str| bare.split_once(&format!("{name}=[")).map_or("", |(_, rest)| rest);
    let joins = after("dependencies").split(']').next().unwrap_or_default().matches('(').count() > 1;
    path.as_str().split('/').any(|part| part == "migrations")
        && bare.contains("migrations.Migration)")
        && after("operations").starts_with(']')
        && !joins
        && !["run_before=", "replaces=", "operations+=", "operations.append"]
            .iter()
            .any(|more| bare.contains(more))
}

/// Tells whether a Makefile names targets and says of none how it is made or what it needs.
pub(super) fn lacks_recipes(path: &RepoPath, text: &str) -> bool {
    let name = path.file_name();
    if !matches!(name, "Makefile" | "makefile" | "GNUmakefile") && !name.ends_with(".mk") {
        return false;
    }
    let said = text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let mut targets = 0;
    for line in said {
        let word = line.split_whitespace().next().unwrap_or("");
        // Settings, other files and what is worked out may hold the rest.
        if line.starts_with(['\t', '$', '-'])
            || matches!(word, "include" | "sinclude" | "define" | "ifeq" | "ifneq" | "ifdef" | "ifndef")
        {
            return false;
        }
        let Some((target, needs)) = line.split_once(':').filter(|(target, _)| !target.contains('=')) else {
            continue;
        };
        if needs.starts_with('=') || target.trim_start().starts_with('.') {
            continue;
        }
        if target.contains(['%', '$']) || !needs.trim_start_matches(':').trim().is_empty() {
            return false;
        }
        targets += 1;
    }
    targets > 0
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
            ("migrations/2_note.sql", "SELECT 1;\n", true),
            ("migrations/2_note.sql", "BEGIN;\nALTER TABLE pay ADD note text;\nROLLBACK;\n", true),
            ("migrations/2_note.sql", "BEGIN;\nALTER TABLE pay ADD note text;\nCOMMIT;\n", false),
            ("migrations/2_note.sql", "SELECT make_partitions();\n", false),
            ("queries/ping.sql", "SELECT 1;\n", false),
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
            ("compose.yml", "# to come\nservices: {}\n", true),
            ("docker-compose.yaml", "version: '3'\nservices: {}\n", true),
            ("compose.yml", "services:\n  shop:\n    image: shop\n", false),
            ("compose.yml", "services: {}\ninclude:\n  - base.yml\n", false),
            ("openapi.yaml", "openapi: 3.1.0\ninfo:\n  title: Shop\npaths: {}\n", true),
            ("openapi.json", "{\"openapi\": \"3.1.0\", \"paths\": {}}\n", true),
            ("openapi.yaml", "openapi: 3.1.0\npaths:\n  /pay:\n    get: {}\n", false),
            ("openapi.yaml", "openapi: 3.1.0\npaths: {}\nwebhooks:\n  paid: {}\n", false),
            ("config.yaml", "name: shop\npaths: {}\n", false),
        ] {
            let path = RepoPath::parse(name).expect("a path");
            assert_eq!(holds(&path, text).is_some(), holds_none, "{name} {text:?}");
        }
    }

    #[test]
    fn a_makefile_without_a_recipe_is_known() {
        for (text, lacks) in [
            (".PHONY: build test\nbuild:\n\ntest:\n", true),
            ("# to come\nbuild:\n", true),
            ("build:\n\tmake -C src\n", false),
            ("build: ; make -C src\n", false),
            ("all: build\nbuild:\n", false),
            ("prog: a.o b.o\n", false),
            ("include rules.mk\nbuild:\n", false),
            ("X := 1\n", false),
            ("%.o:\n", false),
            ("", false),
        ] {
            let path = RepoPath::parse("Makefile").expect("a path");
            assert_eq!(lacks_recipes(&path, text), lacks, "{text:?}");
        }
        assert!(!lacks_recipes(&RepoPath::parse("notes.yml").expect("a path"), "build:\n"));
    }
}
