//! Paths that a text only says: in a comment, a printed line, a description, a prompt, a list of tasks. What stands there
//! runs nothing, whatever words are around it.

use super::mention::line_at;
use crate::domain::ids::RepoPath;
use crate::domain::syntax::Grammar;

/// Commands and functions that print what they are given, by the last part of their names.
const PRINTS: [&str; 36] = [
    "echo",
    "print",
    "printf",
    "println",
    "fprintf",
    "eprintln",
    "print_r",
    "var_dump",
    "puts",
    "fputs",
    "say",
    "log",
    "info",
    "warn",
    "warning",
    "debug",
    "trace",
    "error",
    "exception",
    "critical",
    "fatal",
    "cout",
    "note",
    "die",
    "fail",
    "usage",
    "raise",
    "Error",
    "throw",
    "logger",
    "Write-Host",
    "Write-Output",
    "printLn",
    "warnx",
    "abort",
    "dir",
];
/// Calls that do something with a path, so that what is printed is what came of it.
const TAKES: [&str; 16] = [
    "require",
    "import",
    "fork",
    "spawn",
    "spawnSync",
    "exec",
    "execSync",
    "execFile",
    "execFileSync",
    "Worker",
    "load",
    "include",
    "run",
    "Popen",
    "check_output",
    "system",
];
/// Keys whose values people read.
const PROSE: [&str; 36] = [
    "description",
    "desc",
    "summary",
    "title",
    "name",
    "label",
    "prompt",
    "prompts",
    "instruction",
    "instructions",
    "message",
    "msg",
    "comment",
    "comments",
    "note",
    "notes",
    "help",
    "about",
    "text",
    "doc",
    "docs",
    "documentation",
    "usage",
    "hint",
    "remark",
    "todo",
    "question",
    "answer",
    "detail",
    "details",
    "explanation",
    "reason",
    "why",
    "goal",
    "objective",
    "story",
];
/// Words by which a sentence begins, and no command does.
const OPENS: [&str; 22] = [
    "see", "then", "use", "please", "you", "the", "read", "when", "after", "before", "to", "or", "and",
    "call", "try", "via", "with", "by", "now", "first", "edit", "should",
];
/// JSON by which a tool finds the code that it loads; what a package, a compiler and a linter list has readers of its own.
const LOADED_BY: [&str; 51] = [
    "manifest.json",
    "vercel.json",
    "now.json",
    "angular.json",
    "project.json",
    "workspace.json",
    "nx.json",
    "nest-cli.json",
    "wrangler.json",
    "wrangler.jsonc",
    "app.json",
    "app.config.json",
    "serverless.json",
    "firebase.json",
    "deno.json",
    "deno.jsonc",
    "import_map.json",
    "importmap.json",
    "turbo.json",
    "nodemon.json",
    "ecosystem.json",
    "ecosystem.config.json",
    "pm2.json",
    "process.json",
    "tauri.conf.json",
    "electron-builder.json",
    "forge.config.json",
    "function.json",
    "cdk.json",
    "sst.json",
    "template.json",
    "plugin.json",
    "hooks.json",
    ".mcp.json",
    "mcp.json",
    "composer.json",
    "babel.config.json",
    ".babelrc.json",
    "capacitor.config.json",
    "devcontainer.json",
    "lerna.json",
    "jsr.json",
    "extension.json",
    "addon.json",
    "module.json",
    "block.json",
    "ng-package.json",
    "collection.json",
    "executors.json",
    "generators.json",
    "ormconfig.json",
];

/// Tells whether a path that stands in a text is only said there.
pub(super) fn only_says(file: &RepoPath, text: &str, at: usize) -> bool {
    let line = line_at(text, at);
    let start = text.get(..at).and_then(|t| t.rfind('\n')).map_or(0, |n| n + 1);
    let before = text.get(start..at).unwrap_or("");
    if Grammar::of(file).is_some() {
        return printed_by_a_call(before);
    }
    if is_css(file) {
        return false;
    }
    if is_commented(file, line.trim_start()) {
        return true;
    }
    printed(before)
        || printed_by_a_call(before)
        || in_sentence(before)
        || under_prose(file, text, start, before)
        || in_printed_document(text, start)
}

/// Tells whether a line is a comment in a file of which no kind is known that would have had its comments taken out.
fn is_commented(file: &RepoPath, line: &str) -> bool {
    let ending = file.file_name().rsplit_once('.').map_or("", |(_, ending)| ending);
    let marks = ["#", "//", "--", "REM ", "rem ", "::", ";"];
    matches!(ending, "" | "bat" | "cmd" | "ps1" | "cfg" | "service" | "properties")
        && marks.iter().any(|mark| line.starts_with(mark))
        && !line.starts_with("#!")
}

/// Tells whether a file is JSON that nothing is known to load code by.
pub(super) fn is_other_json(file: &RepoPath) -> bool {
    let name = file.file_name().to_ascii_lowercase();
    let json = [".json", ".jsonc", ".json5"].iter().any(|end| name.ends_with(end));
    // `.claude/settings.json` lists the hooks that run.
    let hooks = name.starts_with("settings") && file.as_str().contains(".claude/");
    let known = LOADED_BY.contains(&name.as_str()) || name.starts_with("manifest.");
    json && !known && !hooks && name != "package.json"
}

/// What stands between a key of JSON and a place of its value, which may be a list over several lines.
pub(super) fn json_line(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or("");
    let Some(colon) = before.rfind("\":") else { return "" };
    let start = before[..colon].rfind('"').unwrap_or(colon);
    let end = text.get(at..).and_then(|t| t.find('\n')).map_or(text.len(), |n| at + n);
    let between = before.get(colon..).unwrap_or("");
    if between.contains(['}', ']']) { "" } else { text.get(start..end).unwrap_or("") }
}

/// Tells whether a command, up to a place in it, prints what follows: `echo run node`.
pub(super) fn printed(before: &str) -> bool {
    let (outer, inner) = parts(before);
    prints(command(outer)) || inner.is_some_and(|inner| prints(command(inner)))
}

/// Tells whether a line of settings is for people: `name: run node a.mjs`.
pub(super) fn is_prose_line(line: &str) -> bool {
    key(line).is_some_and(is_prose)
}

fn is_css(file: &RepoPath) -> bool {
    [".css", ".scss", ".sass", ".less", ".html", ".htm"].iter().any(|end| file.as_str().ends_with(end))
}

/// A line up to a quotation that is still open at its end, and what stands in that.
fn parts(before: &str) -> (&str, Option<&str>) {
    let mut open: Option<(usize, char)> = None;
    for (at, c) in before.char_indices() {
        match open {
            Some((_, quote)) if c == quote => open = None,
            None if matches!(c, '"' | '\'' | '`') => open = Some((at, c)),
            _ => {}
        }
    }
    match open {
        Some((at, _)) => (&before[..at], before.get(at + 1..)),
        None => (before, None),
    }
}

/// The command that is not over at the end of a line's beginning; what is quoted parts none.
fn command(before: &str) -> &str {
    let (mut start, mut quote) = (0, None);
    for (at, c) in before.char_indices() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if matches!(c, ';' | '|' | '&' | '(' | '`') => start = at + 1,
            None => {}
        }
    }
    before.get(start..).unwrap_or("")
}

/// Tells whether a command's own word prints; what may stand before it is passed over.
fn prints(command: &str) -> bool {
    let mut words = command.split_whitespace().skip_while(|word| {
        let key = word.ends_with(':') && word.len() > 1;
        key || matches!(*word, "-" | "then" | "else" | "do" | "RUN" | "sudo" | "!" | "{" | "if")
    });
    let first = words.next().unwrap_or("").trim_start_matches(['@', '-', '"', '\'', '$']);
    first == ":" || PRINTS.contains(&first)
}

/// Tells whether a call that is open at the end of a line's beginning prints what it is given, with nothing between that
/// takes the path first.
fn printed_by_a_call(before: &str) -> bool {
    let mut calls: Vec<&str> = Vec::new();
    let mut quote = None;
    for (at, c) in before.char_indices() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None => match c {
                '"' | '\'' | '`' => quote = Some(c),
                '(' => calls.push(last_name(&before[..at])),
                ')' => {
                    calls.pop();
                }
                _ => {}
            },
        }
    }
    let taken = |name: &&&str| TAKES.contains(*name) || PRINTS.contains(*name);
    if let Some(call) = calls.iter().rev().find(taken) {
        return PRINTS.contains(call);
    }
    // `puts "a.rb"`: the brackets go without saying.
    let bare = before.trim_end_matches(['"', '\'', '`', '<', ' ', '\t']);
    bare.len() < before.len() && PRINTS.contains(&last_name(bare))
}

/// The last part of the name that a text ends with: `warn` of `console.warn`.
fn last_name(text: &str) -> &str {
    let text = text.trim_end_matches('!');
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    &text[text.trim_end_matches(joins).len()..]
}

/// Tells whether a place stands in a quoted sentence: `"see scripts/deploy.sh"`.
fn in_sentence(before: &str) -> bool {
    let Some(inner) = parts(before).1 else { return false };
    let first = command(inner).split_whitespace().next().unwrap_or("");
    let named = |word: &str| OPENS.contains(&word) || word == "run";
    let capital = first.starts_with(char::is_uppercase) && first.chars().any(char::is_lowercase);
    named(first) || capital && !first.contains(['=', '/', '.'])
}

/// Tells whether a place stands under a key that people read, on its line or in the block below one.
fn under_prose(file: &RepoPath, text: &str, start: usize, before: &str) -> bool {
    let name = file.file_name();
    if name.ends_with(".json") || name.ends_with(".jsonc") || name.ends_with(".json5") {
        let last = before.rfind("\":").and_then(|at| before[..at].rsplit('"').next());
        return last.is_some_and(is_prose);
    }
    if key(before).is_some_and(is_prose) {
        return true;
    }
    let above = text.get(..start).unwrap_or("");
    // A text of TOML over several lines.
    let open = above.matches("\"\"\"").count() % 2 == 1;
    if open && above.rfind("\"\"\"").is_some_and(|at| key(line_at(text, at)).is_some_and(is_prose)) {
        return true;
    }
    if ![".yml", ".yaml"].iter().any(|end| name.ends_with(end)) {
        return false;
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut own = indent(before);
    for line in above.lines().rev().filter(|l| !l.trim().is_empty()).take(400) {
        if indent(line) >= own {
            continue;
        }
        own = indent(line);
        let value = line.split_once(": ").map_or("", |(_, value)| value.trim());
        // Only a text goes on below its key; a key without one holds others.
        if !value.is_empty() && key(line).is_some_and(is_prose) {
            return true;
        }
        if own == 0 {
            return false;
        }
    }
    false
}

fn is_prose(key: &str) -> bool {
    PROSE.contains(&key.to_ascii_lowercase().as_str())
}

/// The key that a line begins with: `name` of `- name: run`, of `"name": "run"` and of `name = "run"`.
fn key(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("- ").trim_start_matches(['{', ' ', '"', '\'']);
    let end = line.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))?;
    let rest = line[end..].trim_start_matches(['"', '\'', ' ']);
    (end > 0 && rest.starts_with([':', '='])).then(|| &line[..end])
}

/// Tells whether a place stands in a document within a shell script that is printed or written away, and not run.
fn in_printed_document(text: &str, start: usize) -> bool {
    let mut open: Option<(&str, bool)> = None;
    for line in text.get(..start).unwrap_or("").lines() {
        match open {
            Some((end, _)) if line.trim() == end => open = None,
            Some(_) => {}
            None => {
                let Some((head, rest)) = line.split_once("<<").filter(|(_, r)| !r.starts_with('<')) else {
                    continue;
                };
                let word = rest.trim_start_matches(['-', '~', ' ', '"', '\'', '\\']);
                let end = word.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(word.len());
                if end == 0 || word.starts_with(|c: char| c.is_ascii_digit()) {
                    continue;
                }
                let by = head.split_whitespace().next().unwrap_or("").trim_start_matches('@');
                let shows = matches!(by, "cat" | "tee" | "read" | "printf" | "echo") && !rest.contains('|');
                open = Some((&word[..end], shows));
            }
        }
    }
    open.is_some_and(|(_, shows)| shows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(name: &str, text: &str) -> bool {
        only_says(&RepoPath::parse(name).expect("a path"), text, text.find("a.sh").expect("the path"))
    }

    #[test]
    fn what_is_only_said_runs_nothing() {
        for (name, text) in [
            ("go", "#!/bin/sh\n# bash a.sh\n"),
            ("go.sh", "echo \"then run bash a.sh\"\n"),
            ("go.sh", "x=1; printf 'a; bash a.sh'\n"),
            ("go.sh", "if true; then echo bash a.sh\n"),
            ("go.sh", ": a.sh\n"),
            ("Makefile", "all:\n\t@echo bash a.sh\n"),
            ("a.yml", "prompt: |\n  run it:\n    bash a.sh\n"),
            ("a.yml", "- name: bash a.sh\n"),
            ("a.toml", "description = \"bash a.sh\"\n"),
            ("a.toml", "prompt = \"\"\"\nuse\nbash a.sh\n\"\"\"\n"),
            ("a.json", "{\"run\": 1, \"title\": \"bash a.sh\"}"),
            ("a.kt", "val x = \"see a.sh\"\n"),
            ("a.kt", "println(\"run a.sh\")\n"),
            ("a.php", "echo 'a.sh';\n"),
            ("a.js", "console.log(path.resolve('a.sh'));"),
            ("a.rb", "puts 'a.sh'\n"),
        ] {
            assert!(says(name, text), "{name}: {text}");
        }
    }

    #[test]
    fn what_runs_is_not_only_said() {
        for (name, text) in [
            ("go.sh", "echo go && bash a.sh\n"),
            ("go.sh", "bash <<EOF\nbash a.sh\nEOF\n"),
            ("go.sh", "cat <<EOF\nhello\nEOF\nbash a.sh\n"),
            ("go.sh", "cat <<EOF | bash\nbash a.sh\nEOF\n"),
            ("go.sh", "./a.sh\n"),
            ("go.sh", "ssh host \"cd x && bash a.sh\"\n"),
            ("a.yml", "run: |\n  bash a.sh\n"),
            ("a.yml", "name: x\nrun: bash a.sh\n"),
            ("a.yml", "name:\n  run: bash a.sh\n"),
            ("a.json", "{\"title\": \"x\", \"run\": \"bash a.sh\"}"),
            ("a.js", "console.log(execSync('a.sh'));"),
            ("a.kt", "run(\"bash a.sh\")\n"),
            ("Dockerfile", "COPY a.sh /\n"),
            ("a.c", "#include \"a.sh\"\n"),
        ] {
            assert!(!says(name, text), "{name}: {text}");
        }
    }
}
