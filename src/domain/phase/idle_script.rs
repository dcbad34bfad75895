//! Shell scripts and workflows that run nothing: no step, no command, or none but words printed.

use super::idle_workflow::never_begins;
use super::shell_text::living;
use crate::domain::ids::RepoPath;
use crate::domain::wiring::lines_off;

/// What a script or a workflow does in place of its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Idle {
    /// It runs nothing at all.
    Nothing,
    /// It prints words, which may be what it is for.
    Prints,
    /// What it does stands in functions that nothing in it calls.
    Uncalled,
}

/// Steps of GitHub's that only make ready for others.
const MAKES_READY: [&str; 3] = ["actions/checkout", "actions/setup-", "actions/cache"];

/// Tells what a script or a workflow does in place of its work, where it is one and does none.
pub(super) fn holds(path: &RepoPath, text: &str) -> Option<Idle> {
    let name = path.file_name();
    if [".sh", ".bash", ".zsh"].iter().any(|end| name.ends_with(end)) {
        return script(text.lines());
    }
    let first = text.lines().next().unwrap_or_default();
    if !name.contains('.') && first.starts_with("#!") && first.ends_with("sh") {
        return script(text.lines());
    }
    let yaml = [".yml", ".yaml"].iter().any(|end| name.ends_with(end));
    match path.as_str().split_once(".github/workflows/") {
        // GitHub looks into no folder below.
        Some((_, below)) if yaml && below.contains('/') => Some(Idle::Nothing),
        Some(_) if yaml => workflow(text),
        Some(_) | None => None,
    }
}

/// What a command does in place of work; nothing where it does any.
fn command(line: &str) -> Option<Idle> {
    let line = line.trim();
    // What is written into a file, given to another program or worked out on the way is work.
    let goes_on = line.contains(['>', '|', '`', '&', '<']) || line.contains("$(");
    let parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
    let mut found = Idle::Nothing;
    for part in parts {
        let (word, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        match word {
            _ if word.starts_with('#') => break,
            "echo" | "printf" if !goes_on => found = Idle::Prints,
            "true" | ":" => {}
            "sleep" if !goes_on => {}
            "exit" if matches!(rest.trim(), "" | "0") => {}
            "set" if rest.starts_with(['-', '+']) => {}
            _ => return None,
        }
    }
    Some(found)
}

fn script<'t>(lines: impl Iterator<Item = &'t str>) -> Option<Idle> {
    let mut any = false;
    let living = living(lines.inspect(|line| any |= !line.trim().is_empty()));
    let mut found = if living.uncalled { Idle::Uncalled } else { Idle::Nothing };
    for line in living.lines.into_iter().map(str::trim).filter(|line| !line.is_empty()) {
        if command(line)? == Idle::Prints && found != Idle::Uncalled {
            found = Idle::Prints;
        }
        // Nothing behind it is run.
        if line.split(';').any(|part| matches!(part.trim(), "exit" | "exit 0")) {
            break;
        }
    }
    any.then_some(found)
}

fn workflow(text: &str) -> Option<Idle> {
    let off = lines_off(text);
    let mut found = Idle::Nothing;
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let counted = |(number, line): &&(usize, &str)| {
        let bare = line.trim_start();
        !(bare.is_empty() || bare.starts_with('#') || off.iter().any(|lines| lines.contains(number)))
    };
    let has = |keys: &[&str]| text.lines().any(|line| keys.iter().any(|key| line.starts_with(key)));
    if text.lines().any(|line| line.split_whitespace().eq(["jobs:", "{}"])) {
        return Some(Idle::Nothing);
    }
    if !text.lines().any(|line| line.trim_end() == "jobs:") {
        return None;
    }
    if never_begins(text) {
        return Some(Idle::Nothing);
    }
    // Nothing begins it; YAML takes the bare word for a yes.
    if !has(&["on:", "\"on\":", "'on':", "true:"]) {
        return Some(Idle::Nothing);
    }
    for (at, (_, line)) in lines.iter().enumerate().filter(|(_, line)| counted(line)) {
        let key = line.trim_start().trim_start_matches("- ").trim_start();
        if let Some(used) = key.strip_prefix("uses:") {
            let used = used.trim().trim_matches(['"', '\'']);
            if !MAKES_READY.iter().any(|ready| used.starts_with(ready)) {
                return None;
            }
        }
        let Some(run) = key.strip_prefix("run:").map(str::trim) else { continue };
        let said = if run.starts_with(['|', '>']) {
            let inner = lines.iter().skip(at + 1).map(|(_, line)| *line);
            let own = depth(line);
            script(inner.take_while(|inner| inner.trim().is_empty() || depth(inner) > own))
        } else {
            let bare = ['"', '\''].iter().find_map(|q| run.strip_prefix(*q)?.strip_suffix(*q)).unwrap_or(run);
            script(std::iter::once(bare))
        };
        let said = said?;
        if said != Idle::Nothing {
            found = said;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, text: &str) -> Option<Idle> {
        holds(&RepoPath::parse(name).expect("a path"), text)
    }

    #[test]
    fn a_script_that_runs_nothing_is_told() {
        for (text, found) in [
            ("#!/bin/sh\nset -e\nexit 0\n", Some(Idle::Nothing)),
            ("#!/bin/sh\n# to come\ntrue\n", Some(Idle::Nothing)),
            ("#!/bin/sh\nset -eu; echo \"deployed\"; exit 0\n", Some(Idle::Prints)),
            ("echo one > out.txt\n", None),
            ("echo one | tee out.txt\n", None),
            ("echo \"$(make)\"\n", None),
            ("set -e\nnpm test\necho done\n", None),
            ("exit 1\n", None),
            ("export PATH=$PATH:bin\n", None),
            ("#!/bin/sh\nset -e\necho soon\nexit 0\n\nnpm publish\n", Some(Idle::Prints)),
            ("exit\nnpm publish\n", Some(Idle::Nothing)),
            ("sleep 1\necho done\n", Some(Idle::Prints)),
            ("if [ -f a ]; then\n  exit 0\nfi\nnpm publish\n", None),
            ("make\nexit 0\n", None),
            ("if false; then\n  make\nfi\n", Some(Idle::Nothing)),
            (": <<'X'\nmake\nX\n", Some(Idle::Nothing)),
            ("go() {\n  make\n}\necho done\n", Some(Idle::Uncalled)),
            ("go() {\n  make\n}\ngo\n", None),
            ("go() {\n  make\n}\n", None),
            ("echo go && make\n", None),
            ("", None),
        ] {
            assert_eq!(told("scripts/a.sh", text), found, "{text}");
        }
    }

    #[test]
    fn a_workflow_that_runs_nothing_is_told() {
        let job = |steps: &str| format!("on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n{steps}");
        let whole = "on: push\njobs:\n  a:\n    if: false\n    steps:\n      - run: make\n";
        let other = "on: push\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n";
        for (text, found) in [
            (job(""), Some(Idle::Nothing)),
            (job("      - uses: actions/checkout@v4\n      - run: exit 0\n"), Some(Idle::Nothing)),
            (job("      - name: Test\n        run: echo \"tests passed\"\n"), Some(Idle::Prints)),
            (job("      - run: |\n          echo a\n          echo b\n"), Some(Idle::Prints)),
            (whole.to_owned(), Some(Idle::Nothing)),
            (job("      - run: |\n          echo a\n          make\n"), None),
            (job("      - run: npm test\n"), None),
            (job("      - run: echo \"v=1\" >> $GITHUB_OUTPUT\n"), None),
            (job("      - uses: actions/labeler@v5\n"), None),
            (other.to_owned(), None),
            ("name: no workflow\n".to_owned(), None),
            ("on: push\njobs: {}\n".to_owned(), Some(Idle::Nothing)),
            ("jobs:\n  a:\n    steps:\n      - run: make\n".to_owned(), Some(Idle::Nothing)),
            ("'on': push\njobs:\n  a:\n    steps:\n      - run: make\n".to_owned(), None),
        ] {
            assert_eq!(told(".github/workflows/a.yml", &text), found, "{text}");
        }
        assert_eq!(told("deploy/a.yml", &job("")), None);
        let works = job("      - run: make\n");
        assert_eq!(told(".github/workflows/a.yml", &works), None);
        assert_eq!(told(".github/workflows/sub/a.yml", &works), Some(Idle::Nothing));
        assert_eq!(told("bin/deploy", "#!/usr/bin/env bash\nexit 0\n"), Some(Idle::Nothing));
        assert_eq!(told("bin/deploy", "#!/usr/bin/env bash\nmake\n"), None);
    }
}
