//! Where Alembic looks for files: its environment lies where a configuration says, and its versions beside that.

use super::place::Placed;
use super::{Project, is_test, mention, notes};
use crate::domain::ids::RepoPath;

/// The word by which Alembic's configuration says where its environment lies.
pub(super) const SCRIPTS: &str = "script_location";
/// How Alembic is given a configuration of another name than its own.
pub(super) const GIVEN: [&str; 4] = ["alembic -c", "alembic --config", "alembic\", \"-c", "alembic.config"];

/// Tells how Alembic finds a file.
pub(super) fn placed(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    let text = path.as_str();
    if let Some((above, _)) =
        text.rsplit_once("/versions/").or_else(|| text.strip_prefix("versions/").map(|r| ("", r)))
    {
        let env = if above.is_empty() { "env.py".to_owned() } else { format!("{above}/env.py") };
        if RepoPath::parse(&env).is_ok_and(|p| project.exists(&p)) {
            return Placed::firm("a migration is found by its place");
        }
    }
    environment(project, path)
}

/// Tells whether a file is the environment of migrations: beside its versions, or where a configuration says.
fn environment(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    let alembic = project.text(path).is_some_and(|t| t.contains("from alembic import"));
    let folder = path.parent().filter(|_| alembic && path.file_name() == "env.py")?;
    let found = || Placed::firm("Alembic's environment is found by its place");
    let versions = format!("{folder}/versions/");
    let beside = folder.join("alembic.ini").is_ok_and(|p| project.exists(&p));
    if beside || project.survey.paths.iter().any(|p| p.as_str().starts_with(&versions)) {
        return found();
    }
    let told = project.survey.mentions.get(SCRIPTS).into_iter().flatten();
    let names = |file: &&RepoPath| says(project, file, &folder);
    let mut told: Vec<&RepoPath> = told.filter(names).collect();
    if told.iter().any(|p| matches!(p.file_name(), "alembic.ini" | "pyproject.toml")) {
        return found();
    }
    told.retain(|p| {
        [".ini", ".cfg"].iter().any(|end| p.as_str().ends_with(end)) && !notes::only_tells(p, path)
    });
    if told.iter().any(|file| is_given(project, file)) {
        return found();
    }
    let file = told.first()?;
    Placed::maybe(&format!(
        "Alembic may be given `{file}`, which names it, and nothing was found that does so"
    ))
}

/// Tells whether a configuration says that the environment lies in a folder.
fn says(project: &Project<'_>, file: &RepoPath, folder: &RepoPath) -> bool {
    let above = file.parent().map(|f| format!("{f}/")).unwrap_or_default();
    let lines = project.text(file).unwrap_or("").lines();
    lines.filter_map(|line| line.trim_start().strip_prefix(SCRIPTS)?.split_once('=')).any(|(_, named)| {
        let named = named.trim().trim_matches(['"', '\'']).replace("%(here)s/", "").replace(':', "/");
        let named = named.trim_start_matches("./").trim_end_matches('/');
        folder.as_str() == format!("{above}{named}") || folder.as_str() == named
    })
}

/// Tells whether something runs Alembic with a configuration.
fn is_given(project: &Project<'_>, file: &RepoPath) -> bool {
    let runs = GIVEN.iter().filter_map(|word| project.survey.mentions.get(*word)).flatten();
    let mut runs = runs.filter(|p| !is_test(p) && !mention::is_prose(p) && !notes::only_tells(p, file));
    runs.any(|p| {
        project.text(p).unwrap_or("").lines().any(|line| {
            let said = line.trim_start();
            let comment = ["#", "//", "--", "REM "].iter().any(|sign| said.starts_with(sign));
            let words = said.split(|c: char| c.is_whitespace() || "\"'`(),=;".contains(c));
            !comment
                && GIVEN.iter().chain(&["Config("]).any(|word| line.contains(word))
                && words.map(|w| w.trim_start_matches("./")).any(|w| {
                    w == file.as_str() || w == file.file_name() || file.as_str().ends_with(&format!("/{w}"))
                })
        })
    })
}
