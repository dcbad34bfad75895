//! Whether a host starts this program: its file in the repository is read, what it names is looked for and never run.

use std::path::{Path, PathBuf};

use crate::domain::checkup::Check;
use crate::domain::ids::RepoPath;
use crate::domain::registration::{self, Entry, HOSTS, Host};
use crate::io::files::Files;
use crate::io::machine;

use super::super::refusals::with_sources;
use super::program::NAME;

/// The largest file of a host that is read, in bytes.
const LIMIT: u64 = 1024 * 1024;
/// Bytes of somebody else's words that are repeated.
const WORDS: usize = 120;

pub(super) fn checks(files: &Files, root: &Path) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut served = false;
    for host in &HOSTS {
        let Ok(path) = RepoPath::parse(host.file) else { continue };
        let text = match files.read_text(&path, LIMIT) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(error) => {
                checks.push(unreadable(host, &with_sources(&error)));
                continue;
            }
        };
        let entries = match registration::entries(host, &text) {
            Ok(entries) => entries,
            Err(why) => {
                checks.push(unreadable(host, &format!("{} is {why}", host.file)));
                continue;
            }
        };
        let ours: Vec<&Entry> = entries.iter().filter(|entry| entry.is_ours()).collect();
        served = served || (host.serves() && !ours.is_empty());
        let mut judged: Vec<Check> = ours.iter().map(|entry| judge(host, entry, root)).collect();
        judged.dedup();
        checks.extend(judged);
    }
    if !served {
        checks.push(
            Check::note("host", "no host file of this repository starts Countersign")
                .means("only hosts that know it otherwise, by a plugin or for all of your projects, have its tools")
                .mend("countersign init"),
        );
    }
    checks
}

fn unreadable(host: &Host, why: &str) -> Check {
    Check::warning("host", cut(why))
        .about(host.file)
        .means(format!("{} may not read it either; whether it starts Countersign is not known", host.name))
        .mend(format!("mend {} by hand", host.file))
}

fn judge(host: &Host, entry: &Entry, root: &Path) -> Check {
    let check = judged(host, entry, root);
    check.about(host.file)
}

fn judged(host: &Host, entry: &Entry, root: &Path) -> Check {
    let (command, name) = (cut(&entry.command), cut(&entry.name));
    let what = if host.serves() { format!("server {name}") } else { format!("hook {name}") };
    let wanted = if host.serves() { "serve" } else { "hook" };
    let does = if host.serves() { "starts no server" } else { "runs no hook" };
    if entry.off {
        return Check::note("host", format!("{}: {what} is switched off in the file", host.name))
            .mend(format!("switch it on in {} if you want it", host.file));
    }
    if entry.command.is_empty() {
        return Check::note("host", format!("{}: {what} names no command", host.name))
            .means("it is reached in another way, or not at all");
    }
    if entry.is_unknown() {
        return Check::note(
            "host",
            format!("{}: {what} runs {command:?}, which only the host fills in", host.name),
        );
    }
    let Some(program) = find(&entry.command, root) else {
        return Check::error("host", format!("{}: {what} runs {command:?}, which does not exist", host.name))
            .means(format!("{} {does}, and says little about it", host.name))
            .mend(format!(
                "put the program on the path (cargo install --path . --locked), or name its full path in {}",
                host.file
            ));
    };
    if !entry.is_program() {
        return Check::ok("host", format!("{}: {what} runs it through {command:?}", host.name));
    }
    if entry.args.first().map(String::as_str) != Some(wanted) {
        let args = cut(&entry.args.join(" "));
        return Check::error(
            "host",
            format!("{}: {what} runs `{NAME} {args}`, not `{NAME} {wanted}`", host.name),
        )
        .means(format!("{} {does}", host.name))
        .mend(format!("give it the argument \"{wanted}\" in {}", host.file));
    }
    match machine::running() {
        Some(running) if !machine::is_same(&program, &running) => {
            Check::note("host", format!("{}: {what} runs {}, not this program", host.name, program.display()))
                .means("it may be of another version")
                .mend(format!("{} doctor", program.display()))
        }
        Some(_) | None => Check::ok("host", format!("{}: {what} runs this program", host.name)),
    }
}

/// Finds the program that a host would start, as far as that can be told from here.
fn find(command: &str, root: &Path) -> Option<PathBuf> {
    if !command.contains(['/', '\\']) {
        return machine::on_path(command);
    }
    let path = root.join(command);
    machine::is_runnable(&path).then_some(path)
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(WORDS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
