//! Files of Python that a tool finds by their names.

use super::place::Placed;
use super::{Project, django};
use crate::domain::ids::RepoPath;

/// The word by which Celery is told to look for tasks.
pub(super) const TASKS: &str = "autodiscover_tasks";

/// Tells how a tool finds a file by its name; where it may, so is it said.
pub(super) fn placed(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    let text = project.text(path).unwrap_or("");
    let has = |words: &[&str]| words.iter().any(|w| text.contains(w));
    let folder = path.parent();
    let above =
        |names: &[&str]| folder.as_ref().is_some_and(|f| f.as_str().split('/').any(|p| names.contains(&p)));
    let by = |tool: &str, sure: bool| {
        if sure {
            Placed::firm(&format!("{tool} reads it by its name"))
        } else {
            Placed::maybe(&format!("{tool} may read it by its name"))
        }
    };
    match path.file_name() {
        "noxfile.py" => by("nox", has(&["nox"])),
        "fabfile.py" => by("Fabric", has(&["fabric"])),
        "dodo.py" => by("doit", has(&["def task_"])),
        "locustfile.py" => by("Locust", has(&["locust"])),
        "gunicorn.conf.py" => by("gunicorn", true),
        "gunicorn_conf.py" | "gunicorn_config.py" => by("gunicorn", false),
        "sitecustomize.py" | "usercustomize.py" => by("Python", true),
        "conf.py" if above(&["docs", "doc"]) => {
            by("Sphinx", has(&["extensions =", "html_theme", "project =", "sphinx"]))
        }
        "tasks.py" if has(&["from invoke import", "import invoke"]) => by("invoke", true),
        "tasks.py" if has(&["shared_task", ".task", "celery", "Celery"]) => {
            let told = project.survey.mentions.get(TASKS).into_iter().flatten();
            let told = told.into_iter().any(|p| p.as_str().ends_with(".py") && !super::is_test(p));
            let installed = folder.as_ref().is_some_and(|f| django::is_installed(project, f.as_str()));
            by("Celery", told && installed)
        }
        _ if above(&["dags"]) && has(&["airflow", "DAG("]) => by("Airflow", false),
        _ if above(&["spiders"]) && has(&["scrapy"]) => by("Scrapy", false),
        _ if above(&["pages"]) && has(&["streamlit"]) => by("Streamlit", false),
        name if imports(text, "streamlit") && works(text) => {
            let usual = ["app.py", "streamlit_app.py", "main.py", "Home.py", "home.py", "dashboard.py"];
            if usual.contains(&name) {
                Placed::firm("Streamlit runs it as a page")
            } else {
                Placed::maybe("Streamlit may run it as a page")
            }
        }
        _ if has(&["sys.argv", ".parse_args("]) && works(text) => {
            Placed::maybe("it reads what it is given on a command line, and may be run by hand")
        }
        _ => {
            let near = folder.as_ref().map(|f| f.file_name().to_owned())?;
            matches!(near.as_str(), "scripts" | "script" | "bin")
                .then(|| Placed::Maybe(format!("what lies in a folder `{near}` may be run by hand")))
        }
    }
}

/// Tells whether a module is brought in as a whole.
fn imports(text: &str, module: &str) -> bool {
    text.lines().any(|line| {
        let rest = line.strip_prefix("import ").or_else(|| line.strip_prefix("from "));
        rest.is_some_and(|rest| rest.split([' ', ',', '.']).next() == Some(module))
    })
}

/// Tells whether a module calls something as it is loaded.
fn works(text: &str) -> bool {
    text.lines().any(|line| {
        let called = line.split_once('(').map_or("", |(name, _)| name);
        let name = !called.is_empty()
            && called.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
            && !called.starts_with(|c: char| c.is_ascii_digit());
        name || line.starts_with("with ")
    })
}
