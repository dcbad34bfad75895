//! Modules of Python at a root, which a server or a worker is given by a name without a dot: `gunicorn shop:app`,
//! `flask --app shop run`, `celery -A jobs worker`.

use super::{Project, Wired, is_test, kinds, mention, modules, notes, role, said};
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;
use crate::domain::syntax::{Grammar, Outline, line_of};

/// Most texts that are searched for one module.
const MOST: usize = 400;
/// Most lines over which one command goes.
const LINES: usize = 12;
/// What serves an application, or works off its jobs.
const SERVERS: [&str; 14] = [
    "gunicorn",
    "uvicorn",
    "hypercorn",
    "daphne",
    "granian",
    "waitress-serve",
    "uwsgi",
    "flask",
    "quart",
    "fastapi",
    "celery",
    "dramatiq",
    "huey_consumer",
    "sanic",
];
/// What stands before a module that is named without one of its names.
const OPTIONS: [&str; 2] = ["--app", "-A"];

/// Looks for a command that gives a module to what serves it.
pub(super) fn given(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let outline = project.outline(path).filter(|o| o.grammar == Grammar::Python)?;
    let stem = role::stem(path);
    let holders = project.survey.mentions.get(stem)?.iter();
    let such = |file: &&RepoPath| {
        Grammar::of(file).is_none()
            && !is_test(file)
            && !mention::is_listing(file)
            && !mention::is_prose(file)
    };
    let mut doubt = None;
    for file in holders.filter(such).take(MOST) {
        let Some(text) = project.text(file) else { continue };
        let meant = is_meant(project, file, path);
        if meant == Some(false) {
            continue;
        }
        let code = Code::new(file, text).text;
        for (at, _) in code.match_indices(stem) {
            let Some(written) = named(&code, at, stem, &outline) else { continue };
            let line = line_of(text, at);
            let told = said::only_says(file, text, at)
                || said::is_other_json(file)
                || kinds::is_unknown(file)
                || notes::only_tells(file, path);
            if meant.is_some() && !told && serves(command(&code, at)) {
                let how = format!("given to its server as `{written}` at {file}:{line}");
                return Some(Wired::Yes { file: file.clone(), line, how });
            }
            let why =
                format!("`{written}` stands at {file}:{line}, and whether that starts it cannot be told");
            doubt.get_or_insert(Wired::CannotTell(why));
        }
    }
    doubt
}

/// Tells whether a module's bare name means a file where it stands: that beside it goes before all others. Which folder a
/// command runs in is not told where no root has such a module.
fn is_meant(project: &Project<'_>, file: &RepoPath, path: &RepoPath) -> Option<bool> {
    let beside = match file.parent() {
        Some(folder) => folder.join(path.file_name()).ok(),
        None => RepoPath::parse(path.file_name()).ok(),
    };
    if let Some(beside) = beside.filter(|beside| project.exists(beside)) {
        return Some(beside == *path);
    }
    let found = modules::python(project, file, role::stem(path));
    (!found.is_empty()).then(|| found.contains(path))
}

/// What stands at a place, where it is the module as a command names it: with a name that it has, or behind an option.
fn named<'t>(code: &'t str, at: usize, stem: &str, outline: &Outline) -> Option<&'t str> {
    let (before, rest) = (code.get(..at)?, code.get(at..)?);
    if before.chars().next_back().is_some_and(|c| !c.is_whitespace() && !"\"'=[,(".contains(c)) {
        return None;
    }
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    let behind = rest.get(stem.len()..)?;
    if let Some(name) = behind.strip_prefix(':') {
        let name = name.split(|c| !joins(c)).next().unwrap_or("");
        let own = outline.symbols.iter().any(|s| s.owner.is_none() && s.name == name);
        let brought = outline.imports.iter().any(|i| i.all || i.names.iter().any(|n| n.local == name));
        let has = own || brought || !outline.intact || outline.open;
        return (!name.is_empty() && has).then(|| rest.get(..stem.len() + 1 + name.len())).flatten();
    }
    let ends = behind.chars().next().is_none_or(|c| c.is_whitespace() || "\"',])".contains(c));
    let lead = before.trim_end_matches(|c: char| c.is_whitespace() || "\"'=,".contains(c));
    let option = lead.rsplit(|c: char| c.is_whitespace() || "\"'[,".contains(c)).next().unwrap_or("");
    let told = OPTIONS.contains(&option) || lead.ends_with("FLASK_APP") || lead.ends_with("FLASK_APP:");
    (ends && told).then(|| rest.get(..stem.len())).flatten()
}

/// The command up to a place in it: with the lines before that it goes on from, or whose list it belongs to.
fn command(code: &str, at: usize) -> &str {
    let mut start = code[..at].rfind('\n').map_or(0, |n| n + 1);
    for _ in 0..LINES {
        let Some(end) = start.checked_sub(1) else { break };
        let above = code[..end].rfind('\n').map_or(0, |n| n + 1);
        let listed = |line: &str| line.trim_start().starts_with("- ");
        let goes_on = code[above..end].trim_end().ends_with('\\');
        if !(goes_on || listed(&code[start..at]) && listed(&code[above..end])) {
            break;
        }
        start = above;
    }
    let whole = &code[start..at];
    whole.rsplit([';', '|', '&']).next().unwrap_or(whole)
}

fn serves(command: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    command.split(|c| !joins(c)).any(|word| SERVERS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::syntax::outline;

    #[test]
    fn a_module_is_named_by_a_name_it_has_or_behind_an_option() {
        let path = RepoPath::parse("till.py").expect("a path");
        let own = outline(&path, "from shop import make\napp = make()\n").expect("an outline");
        for (code, found, serving) in [
            ("web: gunicorn till:app -w 3", Some("till:app"), true),
            ("CMD [\"gunicorn\", \"till:app\"]", Some("till:app"), true),
            ("exec gunicorn \\\n  --bind 0.0.0.0 \\\n  till:app", Some("till:app"), true),
            ("command:\n  - uvicorn\n  - till:app", Some("till:app"), true),
            ("flask --app till run", Some("till"), true),
            ("celery --app=till worker", Some("till"), true),
            ("web: gunicorn till:make()", Some("till:make"), true),
            ("image: till:app", Some("till:app"), false),
            ("pip install gunicorn && ./go till:app", Some("till:app"), false),
            ("FLASK_APP=till", Some("till"), false),
            ("web: gunicorn till:application", None, true),
            ("web: gunicorn shop.till:app", None, true),
            ("web: gunicorn my-till:app", None, true),
            ("gunicorn --name till shop:app", None, true),
        ] {
            let at = code.find("till").expect("the module");
            assert_eq!(named(code, at, "till", &own), found, "{code}");
            assert_eq!(serves(command(code, at)), serving, "{code}");
        }
    }
}
