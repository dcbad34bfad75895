//! The program itself: its version, where it runs from, and whether hosts would start the same one.

use crate::domain::checkup::Check;
use crate::io::machine;

/// The name hosts start it by.
pub(super) const NAME: &str = "countersign";

pub(super) fn checks() -> Vec<Check> {
    let version = env!("CARGO_PKG_VERSION");
    let Some(running) = machine::running() else {
        return vec![Check::note("program", format!("version {version}; where it runs from is not told"))];
    };
    let mut checks = vec![Check::ok("program", format!("version {version}, {}", running.display()))];
    if !running.exists() {
        checks.push(
            Check::warning("program.file", "the file this program was started from is gone or was replaced")
                .means("a server that runs goes on with the old one until it is started anew")
                .mend("start a new session in each host"),
        );
    }
    match machine::on_path(NAME) {
        Some(found) if machine::is_same(&found, &running) => {
            checks.push(Check::ok("program.path", format!("`{NAME}` on the path is this one")));
        }
        Some(found) => checks.push(
            Check::warning(
                "program.path",
                format!("`{NAME}` on the path is another one: {}", found.display()),
            )
            .means("hosts and hooks start that one, perhaps of another version")
            .mend(format!("install this one over it, or put {} first on the path", folder(&running))),
        ),
        None => checks.push(
            Check::note("program.path", format!("no `{NAME}` is on the path"))
                .means("hosts start it only where its full path is registered")
                .mend(format!("add {} to PATH, or: cargo install --path . --locked", folder(&running))),
        ),
    }
    if !machine::has_home() {
        checks.push(
            Check::note("program.home", "no home directory is known (HOME)")
                .means("your own configuration is not read; every value is the repository's or the default")
                .mend("set HOME or XDG_CONFIG_HOME where the server is started"),
        );
    }
    checks
}

fn folder(file: &std::path::Path) -> String {
    file.parent().map_or_else(String::new, |folder| folder.display().to_string())
}
