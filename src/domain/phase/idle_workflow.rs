//! Workflows of GitHub's that nothing begins, and scripts that their steps run and that are not there.

use std::ops::Range;

use super::shell_text;
use crate::domain::ids::RepoPath;
use crate::domain::wiring::{Project, lines_off};

/// What runs a script that it is given.
const RUNNERS: [&str; 14] = [
    "bash", "sh", "zsh", "node", "python", "python3", "ruby", "tsx", "ts-node", "bun", "perl", "php",
    "source", ".",
];
/// How scripts end that lie in a repository.
const SCRIPTS: [&str; 12] = ["sh", "bash", "zsh", "py", "rb", "js", "mjs", "cjs", "ts", "mts", "pl", "php"];
/// Folders of what is built, or fetched from elsewhere.
const MADE: [&str; 14] = [
    "dist",
    "build",
    "out",
    "target",
    "node_modules",
    "vendor",
    "venv",
    ".venv",
    "tmp",
    "temp",
    "generated",
    "lib",
    "public",
    ".next",
];
/// What brings in files that no listing of the repository shows.
const FETCHES: [&str; 9] = [
    "repository:",
    "git clone",
    "download-artifact",
    "submodules:",
    "path:",
    "tar ",
    "unzip",
    "git checkout",
    "wget",
];

/// Tells whether GitHub reads a file as a workflow.
fn is_workflow(path: &RepoPath) -> bool {
    let below = path.as_str().split_once(".github/workflows/").map(|(_, below)| below);
    below
        .is_some_and(|below| !below.contains('/') && [".yml", ".yaml"].iter().any(|end| below.ends_with(end)))
}

/// Says why none of the places of a pattern in a script or a workflow does anything: they never run, or what they come to is
/// let pass.
pub(super) fn does_nothing(path: &RepoPath, text: &str, places: &[Range<usize>]) -> Option<String> {
    if places.is_empty() {
        return None;
    }
    let idle = shell_text::idle(path, text);
    let never = |place: &Range<usize>| idle.iter().any(|r| r.start <= place.start && place.end <= r.end);
    if places.iter().all(never) {
        return Some("the pattern stands only where the script never runs".to_owned());
    }
    if !is_workflow(path) {
        return None;
    }
    let lines: Vec<&str> = text.lines().collect();
    let off = lines_off(text);
    let depth = |line: &str| line.len() - line.trim_start().len();
    let number =
        |place: &Range<usize>| text.get(..place.start).map_or(1, |before| before.matches('\n').count() + 1);
    // The step that a line belongs to goes on while its lines stand further in.
    let let_pass = |number: usize| {
        let Some(line) = lines.get(number - 1) else { return false };
        let begins = (0..number).rev().find(|at| {
            let above = lines[*at];
            above.trim_start().starts_with("- ") && (*at == number - 1 || depth(above) < depth(line))
        });
        let lines = &lines;
        let step = begins.into_iter().flat_map(|at| {
            let rest = lines.iter().skip(at + 1);
            let rest = rest.take_while(move |l| l.trim().is_empty() || depth(l) > depth(lines[at]));
            std::iter::once(&lines[at]).chain(rest)
        });
        let mut said = step.map(|l| l.trim_start().trim_start_matches("- ").trim_end());
        is_let_pass(line) || said.any(|l| l == "continue-on-error: true")
    };
    let all = |so: &dyn Fn(usize) -> bool| places.iter().all(|place| so(number(place)));
    let first = number(places.first()?);
    if all(&|number| off.iter().any(|lines| lines.contains(&number))) {
        return Some(format!("the job or the step at line {first} never runs"));
    }
    all(&let_pass)
        .then(|| format!("whatever it comes to at line {first} is let pass, so that it checks nothing"))
}

/// Tells whether nothing ever begins a workflow: each of its events is asked for on no branch, or of no kind.
pub(super) fn never_begins(text: &str) -> bool {
    let bare = |line: &str| line.split(" #").next().unwrap_or("").trim_end().to_owned();
    let lines: Vec<String> =
        text.lines().map(bare).filter(|l| !l.trim().is_empty() && !l.trim_start().starts_with('#')).collect();
    let is_head = |line: &String| ["on:", "\"on\":", "'on':", "true:"].contains(&line.as_str());
    let Some(at) = lines.iter().position(is_head) else { return false };
    let depth = |line: &str| line.len() - line.trim_start().len();
    let block: Vec<&String> = lines.iter().skip(at + 1).take_while(|line| depth(line) > 0).collect();
    let Some(events) = block.first().map(|line| depth(line)) else { return false };
    let mut all = true;
    let mut any = false;
    for (at, event) in block.iter().enumerate().filter(|(_, line)| depth(line) == events) {
        let inner: Vec<&&String> =
            block.iter().skip(at + 1).take_while(|line| depth(line) > events).collect();
        let filter = |line: &str, keys: &[&str]| keys.iter().any(|key| line.trim_start().starts_with(key));
        let empty = |line: &str| {
            line.split_once(':')
                .is_some_and(|(_, value)| value.split_whitespace().collect::<String>() == "[]")
        };
        let keys = ["branches:", "tags:", "types:", "paths:"];
        let filters: Vec<_> = inner.iter().filter(|line| filter(line, &keys)).collect();
        any = true;
        let none = |line: &&&&String| empty(line);
        // A branch or a tag is enough, a kind or a path that is none is not.
        let refs: Vec<_> = filters.iter().copied().filter(|line| filter(line, &keys[..2])).collect();
        let others = filters.iter().copied().filter(|line| filter(line, &keys[2..]));
        let by_ref = !refs.is_empty() && refs.iter().all(none);
        all &= event.trim_end().ends_with(':') && (by_ref || others.into_iter().any(|line| empty(line)));
    }
    any && all
}

/// Returns a script that a step runs by its path, with the line, and that is not there; nothing where it may be made or
/// fetched on the way.
pub(super) fn runs_what_is_not_there(
    path: &RepoPath,
    text: &str,
    project: &Project<'_>,
) -> Option<(usize, String)> {
    if !is_workflow(path)
        || project.survey.left_out.is_some()
        || FETCHES.iter().any(|word| text.contains(word))
    {
        return None;
    }
    let off = lines_off(text);
    let folders = folders(text)?;
    let there = |path: &str| {
        let own = RepoPath::parse(path).ok();
        own.is_some_and(|path| project.exists(&path))
    };
    let mut in_block = None;
    for (number, line) in (1..).zip(text.lines()) {
        let depth = line.len() - line.trim_start().len();
        if line.trim().is_empty()
            || line.trim_start().starts_with('#')
            || off.iter().any(|lines| lines.contains(&number))
        {
            continue;
        }
        let key = line.trim_start().trim_start_matches("- ").trim_start();
        let command = match (in_block, key.strip_prefix("run:").map(str::trim)) {
            (Some(above), _) if depth > above => line.trim(),
            (_, Some(run)) if run.starts_with(['|', '>']) => {
                in_block = Some(depth);
                continue;
            }
            (_, Some(run)) => {
                in_block = None;
                run.trim_matches(['"', '\''])
            }
            (_, None) => {
                in_block = None;
                continue;
            }
        };
        for part in command.split(['&', '|', ';']) {
            let Some(script) = script(part) else { continue };
            let bare = script.trim_start_matches("./");
            let name = bare.rsplit('/').next().unwrap_or(bare);
            // Another line that names it may make it.
            let again = text.lines().filter(|l| l.contains(name)).count() > 1;
            let made = bare.split('/').any(|step| MADE.contains(&step)) || again;
            let stem = bare.rsplit_once('.').map_or(bare, |(stem, _)| stem);
            let full = |path: &str, folder: &String| {
                if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
            };
            // A program may be built beside what it is made of.
            let ways = [bare.to_owned(), format!("{stem}.ts"), format!("{stem}.tsx"), format!("{stem}.mts")];
            let found = folders.iter().any(|folder| ways.iter().any(|way| there(&full(way, folder))));
            if !made && !found {
                return Some((number, script.to_owned()));
            }
        }
    }
    None
}

/// The folders in which steps may run: the root, and whichever a line goes into; nothing where one is worked out.
fn folders(text: &str) -> Option<Vec<String>> {
    let mut found = vec![String::new()];
    for line in text.lines() {
        let given = line.split_once("working-directory:").map(|(_, folder)| folder);
        let words: Vec<&str> = line.split([' ', ';', '&', '\t', '(']).filter(|w| !w.is_empty()).collect();
        let gone = words.windows(2).filter(|pair| matches!(pair, ["cd" | "pushd", _])).map(|pair| pair[1]);
        for folder in given.into_iter().chain(gone) {
            let bare = folder.trim().trim_matches(['"', '\'']).trim_start_matches("./").trim_end_matches('/');
            if bare.contains(['$', '~', '`']) || bare.contains("..") || matches!(bare, "-" | "") {
                return None;
            }
            found.push(bare.to_owned());
        }
    }
    Some(found)
}

/// The script that a command runs, where it names one by its path and plainly.
fn script(command: &str) -> Option<&str> {
    let mut words = command.split_whitespace().skip_while(|word| {
        word.contains('=') && !word.starts_with(['.', '/'])
            || matches!(*word, "sudo" | "time" | "exec" | "if" | "then" | "!")
    });
    let first = words.next()?;
    let path = if first.starts_with("./") || first.contains('/') {
        first
    } else {
        // To a shell `-e` is a setting, to others it is followed by code.
        let code: &[&str] = if first.ends_with("sh") { &["-c"] } else { &["-c", "-e", "-m", "-p"] };
        let mut given = words.skip_while(|word| word.starts_with('-') && !code.contains(word));
        RUNNERS.contains(&first).then(|| given.next()).flatten()?
    };
    let path = path.trim_matches(['"', '\'']);
    let plain =
        path.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c)) && !path.starts_with(['/', '-']);
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    (plain && !path.contains("..") && SCRIPTS.contains(&ending)).then_some(path)
}

/// Tells whether what a line of a job comes to is thrown away: `npm test || true`.
fn is_let_pass(line: &str) -> bool {
    let bare = line.split(" #").next().unwrap_or("").trim_end().trim_end_matches(['"', '\'']).trim_end();
    let last = bare.rsplit_once("||").map(|(_, last)| last.trim());
    last.is_some_and(|last| {
        matches!(last, "true" | ":" | "exit 0") || last.starts_with("echo ") && !last.contains("exit")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workflow_that_nothing_begins_is_told() {
        for (on, never) in [
            ("on:\n  push:\n    branches: []\n", true),
            ("on:\n  push:\n    branches: [ ] # to come\n  pull_request:\n    types: []\n", true),
            ("on:\n  push:\n    branches: []\n    tags: [v*]\n", false),
            ("on:\n  push:\n    branches: []\n  workflow_dispatch:\n", false),
            ("on:\n  push:\n    branches:\n      - main\n", false),
            ("on:\n  push:\n    branches-ignore: []\n", false),
            ("on:\n  schedule:\n    - cron: '0 0 * * *'\n", false),
            ("on: push\n", false),
            ("on:\n  - push\n", false),
        ] {
            assert_eq!(never_begins(&format!("name: a\n{on}jobs:\n  a:\n    steps: []\n")), never, "{on}");
        }
    }

    #[test]
    fn what_is_let_pass_is_told() {
        for (line, passes) in [
            ("- run: npm test || true", true),
            ("  npm test || :  # for now", true),
            ("run: \"npm test || exit 0\"", true),
            ("npm test || exit 1", false),
            ("npm test || (echo no; exit 1)", false),
            ("npm test && true", false),
        ] {
            assert_eq!(is_let_pass(line), passes, "{line}");
        }
    }

    #[test]
    fn a_script_is_what_a_command_runs_by_its_path() {
        for (command, found) in [
            ("./scripts/a.sh --all", Some("./scripts/a.sh")),
            ("CI=1 bash -e scripts/a.sh", Some("scripts/a.sh")),
            ("node scripts/a.js", Some("scripts/a.js")),
            ("python -m pytest tests/a.py", None),
            ("./$DIR/a.sh", None),
            ("npx tool scripts/a.js", None),
            ("./gradlew build", None),
            ("/usr/bin/a.sh", None),
            ("curl -o scripts/a.sh x", None),
        ] {
            assert_eq!(script(command), found, "{command}");
        }
    }
}
