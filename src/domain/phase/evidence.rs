//! Whether cited evidence is there: a judgement may only rest on what the server finds itself (SPEC 9.2).

use crate::domain::ids::RepoPath;

use super::{CodeFacts, Evidence, FileFact, FileState, JudgedStatus};

/// Tells what is wrong with one entry of a judgement's evidence, if anything is.
pub(super) fn check(evidence: &Evidence, status: JudgedStatus, code: &CodeFacts) -> Result<(), String> {
    match (&evidence.file, &evidence.commit, &evidence.command) {
        (Some(file), None, None) => check_file(file, evidence, status, code),
        (None, Some(commit), None) if code.commits.contains(commit) => Ok(()),
        (None, Some(commit), None) => Err(format!("there is no commit `{commit}` in this repository")),
        (None, None, Some(_)) => match evidence.text.as_deref().map(str::trim) {
            None | Some("") => Err("a `command` needs its result in `text`".to_owned()),
            Some(_) if !evidence.claimed => Err("a command's result is claimed, and must say so".to_owned()),
            Some(_) => Ok(()),
        },
        (None, None, None) => Err("names no `file`, no `commit` and no `command`".to_owned()),
        (Some(_), _, _) | (_, Some(_), _) => {
            Err("names more than one of `file`, `commit` and `command`; send one entry for each".to_owned())
        }
    }
}

fn check_file(file: &str, evidence: &Evidence, status: JudgedStatus, code: &CodeFacts) -> Result<(), String> {
    let path = RepoPath::parse(file).map_err(|why| format!("`file` {why}"))?;
    let fact = code.files.get(&path).filter(|fact| fact.state == FileState::File);
    let Some(fact) = fact else { return Err(format!("there is no file `{path}`")) };
    let FileFact { text: Some(text), .. } = fact else {
        return Err(format!("`{path}` is too large to look it up"));
    };
    let quoted = evidence.text.as_deref().map(collapsed).filter(|text| !text.is_empty());
    match (evidence.line, quoted) {
        (Some(line), quoted) => at_line(&path, text, line, evidence.text.as_deref(), quoted.as_deref()),
        (None, Some(quoted)) if collapsed(text).contains(&quoted) => Ok(()),
        (None, Some(_)) => Err(format!("the quoted text does not stand in `{path}`")),
        (None, None) if status == JudgedStatus::Verified => {
            Err(format!("a verified truth needs the place: give `line` in `{path}`, or quote its `text`"))
        }
        (None, None) => Ok(()),
    }
}

fn at_line(
    path: &RepoPath,
    text: &str,
    line: u32,
    raw_quote: Option<&str>,
    quoted: Option<&str>,
) -> Result<(), String> {
    let count = text.lines().count();
    let index = usize::try_from(line).unwrap_or(usize::MAX);
    if index == 0 || index > count {
        return Err(format!("`{path}` has lines 1 to {count}, not {line}"));
    }
    let span = raw_quote.map_or(1, |quote| quote.trim().lines().count().max(1));
    let there: Vec<&str> = text.lines().skip(index - 1).take(span).collect();
    let there = collapsed(&there.join("\n"));
    match quoted {
        Some(quoted) if there.contains(quoted) => Ok(()),
        Some(_) => Err(format!("the quoted text does not stand at {path}:{line}; there stands {there:?}")),
        None if there.is_empty() => Err(format!("{path}:{line} is blank")),
        None => Ok(()),
    }
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
