//! Programs that a README has people start: a command in a fenced block runs the file that it names, as one in a Makefile does.
//! What stands in prose, in a comment or in another language's block runs nothing.

use super::manifest::{holds, runs};
use super::role::stem;
use super::{Project, Wired};
use crate::domain::ids::RepoPath;

/// What is written behind a fence whose lines are commands.
const SHELLS: [&str; 14] = [
    "",
    "sh",
    "bash",
    "zsh",
    "fish",
    "shell",
    "console",
    "terminal",
    "shell-session",
    "text",
    "cmd",
    "powershell",
    "ps1",
    "bat",
];

/// Finds the command of a README that runs a file.
pub(super) fn run(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let by = |word: &str| project.survey.mentions.get(word).into_iter().flatten();
    // `python -m tools.report` says the name of the module alone.
    let modules = by(stem(path)).filter(|_| path.as_str().ends_with(".py"));
    by(path.file_name()).chain(modules).filter(|file| is_readme(file)).find_map(|file| {
        let folder = file.parent().map(|f| f.to_string()).unwrap_or_default();
        if !holds(&folder, path) {
            return None;
        }
        let inner = path.as_str().strip_prefix(&folder).unwrap_or(path.as_str()).trim_start_matches('/');
        let line = commands(project.text(file)?).find_map(|(line, command)| {
            let mut parts = command.split(['&', '|', ';']);
            let given =
                |part: &str| runs(part, inner) || runs(part, path.as_str()) || runs_module(part, inner);
            parts.any(given).then_some(line)
        })?;
        Some(Wired::Yes { file: file.clone(), line, how: format!("run by a command at {file}:{line}") })
    })
}

/// `python -m tools.report` of `tools/report.py`.
fn runs_module(command: &str, path: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().collect();
    let module = path.strip_suffix(".py").map(|bare| bare.trim_start_matches("src/").replace('/', "."));
    let named = words
        .windows(3)
        .any(|w| w[0].starts_with("python") && w[1] == "-m" && module.as_deref() == Some(w[2]));
    named && !super::said::printed(command)
}

fn is_readme(file: &RepoPath) -> bool {
    let name = file.file_name().to_ascii_lowercase();
    name.starts_with("readme") && [".md", ".mdx", ".markdown"].iter().any(|end| name.ends_with(end))
}

/// The lines of a Markdown text that are commands in a fenced block, with their numbers.
fn commands(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut fence: Option<(&str, bool)> = None;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let bare = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| bare.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => {
                let said = bare.trim_start_matches(['`', '~']).split([' ', '{', ',']).next().unwrap_or("");
                fence = Some((mark, SHELLS.contains(&said.to_ascii_lowercase().as_str())));
                None
            }
            (Some((open, _)), Some(mark)) if open == mark => {
                fence = None;
                None
            }
            (Some((_, true)), _) => {
                let command = bare.trim_start_matches(['$', '>', '%']).trim_start();
                let said = bare.starts_with('#') || command.is_empty();
                (!said).then_some((u32::try_from(at + 1).unwrap_or(u32::MAX), command))
            }
            (Some((_, false)) | None, _) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_the_lines_of_a_shell_in_a_fence() {
        let text = "python a.py\n\n```bash\n# python b.py\n$ python c.py\nnode d.js\n```\n`python e.py`\n```python\npython f.py\n```\n~~~\nsh g.sh\n~~~\n";
        let found: Vec<_> = commands(text).collect();
        assert_eq!(found, [(5, "python c.py"), (6, "node d.js"), (13, "sh g.sh")]);
    }
}
