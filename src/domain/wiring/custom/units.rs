//! Units of systemd: the program that `ExecStart=` runs, by the path it has where it is installed.

use super::super::{Project, Wired, is_test, notes};
use crate::domain::ids::RepoPath;

/// Looks for a unit that runs a file.
pub(in crate::domain::wiring) fn run(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let stem = super::super::role::stem(path);
    let holders =
        [path.file_name(), stem].into_iter().filter_map(|word| project.survey.mentions.get(word)).flatten();
    for file in
        holders.filter(|p| p.as_str().ends_with(".service") && !is_test(p) && !notes::only_tells(p, path))
    {
        for (line, number) in project.text(file).unwrap_or("").lines().zip(1..) {
            if runs(line, path) {
                let how = format!("run by the unit at {file}:{number}");
                return Some(Wired::Yes { file: file.clone(), line: number, how });
            }
        }
    }
    None
}

/// Tells whether a line of a unit runs a file. Where the repository will lie is not known: its own path must end the word.
fn runs(line: &str, path: &RepoPath) -> bool {
    let Some((key, command)) = line.trim().split_once('=') else { return false };
    if !matches!(key.trim(), "ExecStart" | "ExecStartPre" | "ExecStartPost" | "ExecReload" | "ExecStop") {
        return false;
    }
    let module = path.as_str().strip_suffix(".py").map(|bare| bare.replace('/', "."));
    let words: Vec<&str> = command.split_whitespace().map(|word| word.trim_matches(['"', '\''])).collect();
    words.iter().enumerate().any(|(at, word)| {
        let placed =
            word.strip_suffix(path.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'));
        let named = module.as_deref().is_some_and(|module| {
            let server = word.split_once(':').is_some_and(|(app, _)| app == module);
            server || *word == module && at.checked_sub(1).is_some_and(|before| words[before] == "-m")
        });
        placed || named
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_runs_what_its_command_names() {
        for (line, path, is) in [
            ("ExecStart=/usr/bin/python3 /srv/shop/tools/serve.py --all", "tools/serve.py", true),
            ("ExecStart=/srv/shop/bin/serve", "bin/serve", true),
            ("ExecStart=/srv/venv/bin/python -m tools.serve", "tools/serve.py", true),
            ("ExecStart=/srv/venv/bin/gunicorn tools.serve:app", "tools/serve.py", true),
            ("#ExecStart=/usr/bin/python3 /srv/shop/tools/serve.py", "tools/serve.py", false),
            ("Description=tools/serve.py", "tools/serve.py", false),
            ("ExecStart=/usr/bin/python3 /srv/shop/tools/observe.py", "serve.py", false),
            ("ExecStart=/usr/bin/echo tools.serve", "tools/serve.py", false),
        ] {
            assert_eq!(runs(line, &RepoPath::parse(path).expect("a path")), is, "{line}");
        }
    }
}
