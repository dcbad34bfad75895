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
        for (line, number) in project.text(file).unwrap_or("").lines().zip(1..) {
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
