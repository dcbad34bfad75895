//! What jobs run: the commands of GitHub's workflows, and where its actions begin.

use super::manifest::runs;
use super::mention::joined;
use super::{Project, Wired, notes, said};
use crate::domain::ids::RepoPath;

/// Looks for a job that runs a file.
pub(super) fn run_by_job(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let holders = project.survey.mentions.get(path.file_name()).into_iter().flatten();
    let yaml = |p: &&RepoPath| [".yml", ".yaml"].iter().any(|end| p.as_str().ends_with(end));
    for file in holders.filter(yaml) {
        let action = matches!(file.file_name(), "action.yml" | "action.yaml");
        if !action && !file.as_str().starts_with(".github/workflows/") || notes::only_tells(file, path) {
            continue;
        }
        let text = project.text(file).unwrap_or("");
        let off = lines_off(text);
        for (line, number) in text.lines().zip(1..) {
            if off.iter().any(|lines| lines.contains(&(number as usize))) {
                continue;
            }
            let own = line.trim();
            let (listed, own) = own.strip_prefix("- ").map_or((false, own), |rest| (true, rest.trim()));
            let begins = ["main:", "pre:", "post:"].iter().find_map(|key| own.strip_prefix(key));
            let begins = begins.filter(|_| action).map(|v| v.trim().trim_matches(['"', '\'']));
            let meant = begins.and_then(|v| joined(file.parent().as_ref(), v));
            let command = own.strip_prefix("run:").map(str::trim);
            // What is listed by its path alone only says when the job runs.
            let read = own.starts_with('#') || said::is_prose_line(own);
            let command = command.or((!listed && !read).then_some(own));
            let run = command
                .is_some_and(|c| c.split(['&', '|', ';']).any(|c| runs(c.trim_start(), path.as_str())));
            if run || meant.as_deref() == Some(path.as_str()) {
                let how = format!("run by the job at {file}:{number}");
                return Some(Wired::Yes { file: file.clone(), line: number, how });
            }
        }
    }
    None
}

/// The lines of jobs and steps that a condition keeps from running, whatever happens: `if: false`.
pub(crate) fn lines_off(text: &str) -> Vec<std::ops::Range<usize>> {
    let lines: Vec<&str> = text.lines().collect();
    let blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    // How far the keys of a block stand in: behind the sign of a list where they are a step's.
    let depth = |line: &str| {
        let bare = line.trim_start();
        line.len() - bare.strip_prefix("- ").map_or(bare, str::trim_start).len()
    };
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let key = line.trim_start();
        let step = key.starts_with("- ");
        let said = key.trim_start_matches("- ").trim_start().strip_prefix("if:").unwrap_or("");
        let said = said.split(" #").next().unwrap_or("").trim().trim_matches(['"', '\'']);
        let bare = said.trim_start_matches("${{").trim_end_matches("}}").trim();
        if bare != "false" {
            continue;
        }
        let in_block = |line: &&&str| blank(line) || depth(line) >= depth(lines[at]);
        let lists = |line: &str| line.trim_start().starts_with("- ") && depth(line) == depth(lines[at]);
        let mut first = at;
        while !step && first > 0 && in_block(&&lines[first - 1]) && !lists(lines[first]) {
            first -= 1;
        }
        let rest = lines.iter().skip(at + 1).take_while(|l| in_block(l) && !lists(l)).count();
        found.push(first + 1..at + rest + 2);
    }
    found
}
