//! The tasks: how many, and whether each says which files it changes and when it is done.

use std::sync::LazyLock;

use regex::Regex;

use super::document::Read;
use super::{Gathered, short};
use crate::domain::plan::{DUPLICATE, Task, UNOPENED, is_unwritten};

/// A part of a task that says which files it is about, by tag or by label, and what follows on its line.
static FILES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?im)(?:(?:^|>)[ \t]*<files?[\w-]*[^>\n]*>|^[ \t]*(?:[-*#\s]*(?:target |new |test )?files?\b(?:[^:\n]{0,40}:|\*{0,2}[ \t]+[—–-][ \t])|#{2,6}[ \t]+(?:target |new |test )?files?\b[\w \t]{0,30}$))[* \t]*(.*)$")
        .expect("a fixed pattern")
});

/// A part of a task that says when it is done.
static DONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?im)(?:(?:^|>)[ \t]*<(?:done|accept|success|criteri)[\w-]*[^>\n]*>|^[ \t]*[-*#\s]*(?:done|accept|success criteri|criteri|definition of done|completion|expected|must.?haves?|outcome)\w*[^:\n]{0,30}:)[* \t]*(.*)$",
    )
    .expect("a fixed pattern")
});

/// A name that begins as those of tasks do that only look at what others did.
static LOOKS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:final|full|manual|end.to.end|e2e)\W+)*(?:verif(?:y|ication)|validat(?:e|ion)|run|regression|smoke|qa|quality gate)\b")
        .expect("a fixed pattern")
});

/// What is looked at, in the rest of such a name, where nothing is made: `Verify the build`, `Run all tests`.
static LOOKED_AT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:builds?|tests?|testing|suites?|checks?|checklist|lint(?:ing|er)?|type.?check(?:s|ing)?|everything|gates?|pass(?:es)?|verification|validation|regressions?|end.to.end|e2e|ci|pipeline|coverage|works?|working|compil\w*|acceptance|accessibility|a11y|manually|walkthrough|green)\b")
        .expect("a fixed pattern")
});

/// What a task of such a name makes all the same.
static MAKES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:migrations?|seed\w*|deploy\w*|install\w*|implement\w*)\b").expect("a fixed pattern")
});

/// An action that begins with making something.
static ACTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:\d+\W+)?(?:creat|add|implement|writ|modify|updat|edit|refactor|replac|extend|wir|install|seed|migrat|generat|chang|introduc|defin|expos|render|port)(?:e|es|ing)?\b")
        .expect("a fixed pattern")
});

/// What is made to look at something, and thrown away.
static PROBES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:\d+\W+)?(?:create|write|add|generate|define)\b[^\n]{0,30}\b(?:small|temp\w*|tmp|throwaway|mock|sample|scratch)\b")
        .expect("a fixed pattern")
});

/// An action that begins with looking at something, or is a command.
static OBSERVES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:\d+\W+)?(?:(?:first|then|manually|now|after [^,\n]{1,60}),? )*(?:run|execut|verif|check|confirm|ensur|test|open|start|visit|inspect|launch|perform|review|compar|audit|grep|curl|navigat|walk|load|exercis|smoke|read|use|cargo|npm|npx|pnpm|yarn|bun|pytest|python|go|make|dotnet|mvn|swift|xcodebuild|docker|node|bash|cd|no|full|final|automated|all)(?:e|y|ies|s|ing)?\b")
        .expect("a fixed pattern")
});

/// A file in a task's name: `Update src/app.ts`, "Helpers (`lib/text/`)".
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"`[^`\s]*[/.][^`\s]*`|[\w@\[\]-]+/[\w./@\[\]-]*\.[A-Za-z]\w{0,7}\b").expect("a fixed pattern")
});

/// Checks that there is a task, at most `most`, and none that nobody reads.
pub(super) fn count(read: &Read<'_>, most: u32, out: &mut Gathered) {
    let tasks = &read.plan.tasks;
    let count = tasks.len();
    if count == 0 {
        out.add(
            "none",
            Some(read.body_line),
            "the plan has no task",
            "add a `<task>` block or a `### Task 1: title` section",
        );
        return;
    }
    out.note = Some(format!("{count} tasks"));
    for told in read.plan.remarks.iter().filter(|r| r.code == UNOPENED) {
        let fix = "write `<task type=\"auto\">` at the start of the line where the task begins, or take the tag away";
        out.add(&format!("unopened:{}", told.line), Some(told.line), told.message.clone(), fix);
    }
    for told in read.plan.remarks.iter().filter(|r| r.code == DUPLICATE) {
        let fix = "give each task a number of its own";
        let finding =
            out.add(&format!("duplicate:{}", told.line), Some(told.line), told.message.clone(), fix);
        finding.task = tasks.iter().find(|t| t.line == told.line).map(|t| t.number.clone());
    }
    if count > most as usize {
        let line = tasks.get(most as usize).map(|t| t.line);
        out.add(
            "many",
            line,
            format!("the plan has {count} tasks; more than {most} are hard to do and to review in one go"),
            "move the later tasks into a plan of their own",
        );
    }
}

/// Checks that every task names files and says when it is done. A checkpoint is a person's turn and needs
/// neither, nor does a task that only looks.
pub(super) fn fields(read: &Read<'_>, out: &mut Gathered) {
    let tasks: Vec<&Task> = read.plan.tasks.iter().filter(|t| !is_checkpoint(t) && !only_looks(t)).collect();
    out.skipped = read.plan.tasks.is_empty();
    for task in tasks {
        let files = task.files.is_empty() && !says(&FILES, task) && !NAMED.is_match(&task.name);
        let written = |text: &String| !is_unwritten(text);
        let done = !task.done.iter().chain(&task.acceptance).any(written) && !says(&DONE, task);
        let (about, what) = match (files, done) {
            (false, false) => continue,
            (true, false) => ("files", "names no files"),
            (false, true) => ("done", "has no done criterion"),
            (true, true) => ("files_done", "names no files and has no done criterion"),
        };
        let opening = task.raw.trim_start();
        let tagged = opening.starts_with("<task") || opening.starts_with("<feature");
        let fix = match (files, done) {
            (true, false) => form(tagged, "files"),
            (_, false) => String::new(),
            (false, true) => form(tagged, "done"),
            (true, true) => format!("{} and {}", form(tagged, "files"), form(tagged, "done")),
        };
        let name = if task.name.is_empty() { String::new() } else { format!(" ({})", short(&task.name)) };
        let issue = format!("task {}{name} {what}", short(&task.number));
        let finding =
            out.add(&format!("{}:{about}", task.number), Some(task.line), issue, format!("add {fix}"));
        finding.task = Some(task.number.clone());
    }
}

fn form(tagged: bool, part: &str) -> String {
    match (tagged, part) {
        (true, "files") => "`<files>` with the paths it changes, or `none`".to_owned(),
        (true, _) => "`<done>` with what is then true".to_owned(),
        (false, "files") => "`**Files:**` with the paths it changes, or `none`".to_owned(),
        (false, _) => "`**Done:**` with what is then true".to_owned(),
    }
}

/// Tells whether a task waits for a person, or only verifies what others did.
fn is_checkpoint(task: &Task) -> bool {
    let kind = task.kind.as_deref().unwrap_or_default();
    ["checkpoint", "decision", "interactive", "human", "verify"].iter().any(|k| kind.starts_with(k))
}

/// Tells whether a task changes nothing, so that what it runs is its criterion: by its name and what it looks at, or by its
/// name and what it does. `Validate email input in the form` and `Run migrations` make something.
fn only_looks(task: &Task) -> bool {
    let Some(found) = LOOKS.find(&task.name) else { return false };
    let action = task.action.as_deref().unwrap_or_default();
    let probes = PROBES.is_match(action);
    if MAKES.is_match(&task.name) || ACTS.is_match(action) && !probes {
        return false;
    }
    let rest = task.name.get(found.end()..).unwrap_or_default();
    probes
        || !rest.contains(char::is_alphanumeric)
        || LOOKED_AT.is_match(rest)
        || !action.is_empty() && OBSERVES.is_match(action)
}

/// Tells whether a part stands in a task with something in it, be it only the word that there is none. What only keeps a
/// place is nothing.
fn says(part: &Regex, task: &Task) -> bool {
    part.captures_iter(&task.raw).any(|found| {
        let inline = found.get(1).map_or("", |m| m.as_str()).trim_matches(['*', ' ', '\t']);
        let end = found.get(0).map_or(task.raw.len(), |m| m.end());
        let below = task.raw.get(end..).unwrap_or_default().trim_start_matches(['\r', '\n']);
        let next = below.lines().next().unwrap_or_default().trim();
        let within = |text: &str| text.split("</").next().unwrap_or_default().trim().to_owned();
        let unwritten = |text: &str| is_unwritten(&within(text));
        let said = |text: &str| {
            !text.is_empty() && !text.starts_with('<') && !text.starts_with("**") && !unwritten(text)
        };
        // An empty `<files></files>` is how people write that there are none.
        inline.starts_with("</file")
            || said(inline)
            || said(next) && !next.starts_with('#') && !unwritten(inline)
    })
}
