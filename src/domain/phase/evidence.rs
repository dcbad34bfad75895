//! Whether cited evidence is there: a judgement may only rest on what the server finds itself (SPEC 9.2).

pub(super) mod against;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{self, Grammar};
use crate::domain::{plan, range};

use super::code_text::Code;
use super::{CodeFacts, Evidence, FileFact, FileState, JudgedStatus};

/// Fewest letters and digits of a text that tells anything.
const TELLING: usize = 4;

/// Tells whether a text is one that does not stand in any file.
pub(crate) fn tells(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).count() >= TELLING
}

/// A branch, a tag or `HEAD` is another commit tomorrow.
fn is_commit_id(text: &str) -> bool {
    (7..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Tells what a file is that says what was planned, done or reviewed, never what is.
fn no_evidence(path: &RepoPath) -> Option<&'static str> {
    let git = path.as_str().split('/').any(|part| part.eq_ignore_ascii_case(".git"));
    if git {
        return Some("git's own book-keeping");
    }
    let planning = path
        .as_str()
        .split('/')
        .any(|part| [".planning", ".gsd", ".bazinga"].iter().any(|dir| part.eq_ignore_ascii_case(dir)));
    if planning || plan::root_of(path).is_some() {
        return Some("a document of the planning folder");
    }
    if path.as_str().split('/').any(|part| part == "node_modules") {
        return Some("a package that others wrote");
    }
    range::is_book_keeping(path).then_some("book-keeping")
}

/// Tells what is wrong with one entry of a judgement's evidence, if anything is.
pub(super) fn check(evidence: &Evidence, status: JudgedStatus, code: &CodeFacts) -> Result<(), String> {
    match (&evidence.file, &evidence.commit, &evidence.command) {
        (Some(file), None, None) => check_file(file, evidence, status, code),
        (None, Some(commit), None) if !is_commit_id(commit) => Err(format!(
            "`{commit}` moves or says too little; give the commit's id, 7 or more hexadecimal digits"
        )),
        (None, Some(commit), None) => match code.commits.get(commit) {
            None => Err(format!("there is no commit `{commit}` in the history of what is checked out here")),
            Some(files)
                if status == JudgedStatus::Verified && files.iter().all(|f| no_evidence(f).is_some()) =>
            {
                Err(format!(
                    "commit `{commit}` changes nothing but book-keeping, and proves nothing of the code; cite one that made what the truth says, or the code itself"
                ))
            }
            Some(_) if status == JudgedStatus::Verified && code.older.contains(commit) => Err(format!(
                "commit `{commit}` was made before the work of this phase began, and proves nothing of it; cite a commit of the phase, or the code itself"
            )),
            Some(_) => Ok(()),
        },
        (None, None, Some(_)) => match evidence.text.as_deref().map(str::trim) {
            None | Some("") => Err("a `command` needs its result in `text`".to_owned()),
            Some(_) if !evidence.claimed => Err("a command's result is claimed, and must say so".to_owned()),
            Some(_) => match only_tells(evidence.command.as_deref().unwrap_or_default()) {
                Some(why) if status == JudgedStatus::Verified => Err(why),
                Some(_) | None => Ok(()),
            },
        },
        (None, None, None) => Err("names no `file`, no `commit` and no `command`".to_owned()),
        (Some(_), _, _) | (_, Some(_), _) => {
            Err("names more than one of `file`, `commit` and `command`; send one entry for each".to_owned())
        }
    }
}

/// Tells why a command shows nothing of what the program does: it prints what it is given, or a text that stands somewhere.
/// One that hands on to others may do more.
fn only_tells(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let program = words.first().and_then(|word| word.rsplit('/').next())?;
    let planned = |word: &&&str| {
        let bare = word.trim_matches(['"', '\'']).trim_start_matches("./");
        RepoPath::parse(bare).is_ok_and(|path| plan::root_of(&path).is_some())
    };
    if let Some(file) = words.iter().skip(1).find(planned) {
        return Some(format!(
            "`{command}` looks at `{file}`, a document of the planning folder, and proves nothing of the code"
        ));
    }
    if command.contains(['|', ';', '&', '>', '$', '`']) {
        return None;
    }
    let what = match (program, words.get(1).copied()) {
        ("echo" | "printf" | "true" | ":", _) => "runs nothing of the project",
        ("cat" | "head" | "tail" | "less" | "more" | "bat" | "nl", _) => {
            "only shows a file: cite its `file` with `line` or `text`"
        }
        ("git", Some("log" | "shortlog")) => "only tells what commits say: cite the `commit`, or the code",
        _ => return None,
    };
    Some(format!("`{command}` {what}"))
}

/// Tells why none of the entries shows anything itself, where none does. A commit does, a result, a promised document,
/// and code that runs.
pub(super) fn carried(
    evidence: &[Evidence],
    code: &CodeFacts,
    promised: &BTreeSet<RepoPath>,
) -> Result<(), &'static str> {
    let mut first = Ok(());
    for entry in evidence {
        let shown = shows(entry, code, promised);
        if shown.is_ok() {
            return Ok(());
        }
        first = first.and(shown);
    }
    first
}

const PROSE: &str = "is only prose or a comment, which says what should be";

fn shows(evidence: &Evidence, code: &CodeFacts, promised: &BTreeSet<RepoPath>) -> Result<(), &'static str> {
    let Some(path) = evidence.file.as_deref().and_then(|file| RepoPath::parse(file).ok()) else {
        return Ok(());
    };
    if promised.contains(&path) && Grammar::of(&path).is_none() {
        let text = code.files.get(&path).and_then(|f| f.text.as_deref());
        let line = evidence.line.and_then(|line| text?.lines().nth((line as usize).saturating_sub(1)));
        let cited = line.or(evidence.text.as_deref()).map(str::trim_start).unwrap_or_default();
        // What is still to be done is promised, too, and not there.
        let open = ["- [ ]", "* [ ]", "+ [ ]"].iter().any(|mark| cited.starts_with(mark));
        return if open { Err(PROSE) } else { Ok(()) };
    }
    if is_prose(path.file_name()) {
        return Err(PROSE);
    }
    let Some(text) = code.files.get(&path).and_then(|f| f.text.as_deref()) else { return Ok(()) };
    let bare = Code::new(&path, text).text;
    let quoted = evidence.text.as_deref().map(collapsed).filter(|q| !q.is_empty());
    match (evidence.line, quoted) {
        (Some(line), _) => {
            let span = evidence.text.as_deref().map_or(1, |quote| quote.trim().lines().count().max(1));
            let lines: Vec<(u32, &str)> =
                (1..).zip(bare.lines()).skip((line as usize).saturating_sub(1)).take(span).collect();
            let said: Vec<u32> =
                lines.into_iter().filter(|(_, text)| !text.trim().is_empty()).map(|(n, _)| n).collect();
            if said.is_empty() {
                return Err(PROSE);
            }
            runs(&said, &path, text, code)
        }
        (None, Some(quoted)) if !collapsed(&bare).contains(&quoted) => Err(PROSE),
        (None, _) => Ok(()),
    }
}

/// What is written to be read: notes, logs, and files like `NOTES`.
fn is_prose(name: &str) -> bool {
    match name.rsplit_once('.') {
        Some((_, extension)) => {
            let extension = extension.to_ascii_lowercase();
            matches!(extension.as_str(), "md" | "mdx" | "txt" | "rst" | "adoc" | "log")
        }
        None => name.len() > 3 && name.chars().all(|c| c.is_ascii_uppercase() || "-_".contains(c)),
    }
}

/// Tells why none of these lines of code shows what the program does, where its tree tells that of each of them.
fn runs(lines: &[u32], path: &RepoPath, text: &str, code: &CodeFacts) -> Result<(), &'static str> {
    let Some(outline) = code.parsed.outline(path, Some(text)).filter(|outline| outline.intact) else {
        return Ok(());
    };
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    // The first letter of a line says where it stands.
    let at = |line: u32| {
        let start = starts.get(line as usize - 1).copied().unwrap_or(text.len());
        let rest = text.get(start..).unwrap_or_default();
        start + rest.find(|c: char| !c.is_whitespace()).unwrap_or(0)
    };
    let within = |ranges: &[Range<usize>], line: u32| ranges.iter().any(|range| range.contains(&at(line)));
    if lines.iter().all(|line| within(&outline.unreached, *line)) {
        return Err("never runs");
    }
    // Tests that stand beside the code are none of what it does, and are read for themselves.
    let beside = lines.iter().any(|line| within(&outline.dead, *line));
    let skipped = if beside { syntax::skipped_within(path, text) } else { Vec::new() };
    if lines.iter().all(|line| within(&outline.trials.skipped, *line) || within(&skipped, *line)) {
        return Err("is a test that is skipped");
    }
    let hollow = || outline.hollow.iter().filter(|body| !body.loose && !body.asked_for);
    let is_hollow = |line: u32| hollow().any(|body| (body.from..=body.to).contains(&line));
    if lines.iter().all(|line| is_hollow(*line)) {
        return Err("is a function that does nothing yet");
    }
    Ok(())
}

fn check_file(file: &str, evidence: &Evidence, status: JudgedStatus, code: &CodeFacts) -> Result<(), String> {
    let path = RepoPath::parse(file).map_err(|why| format!("`file` {why}"))?;
    if let Some(what) = no_evidence(&path) {
        return Err(format!("`{path}` is {what}, and proves nothing of the code; cite the code itself"));
    }
    let fact = code.files.get(&path).filter(|fact| fact.state == FileState::File);
    let Some(fact) = fact else { return Err(format!("there is no file `{path}`")) };
    // What git holds of a link is where it leads, and not the text that is read behind it.
    if let Some(real) = &fact.link {
        return Err(format!("`{path}` is a link to `{real}`; cite `{real}` itself"));
    }
    if code.survey.as_ref().is_some_and(|survey| survey.lacks(&path)) {
        return Err(format!("git does not know `{path}`, so no commit holds it; cite what it was made from"));
    }
    let FileFact { text: Some(text), .. } = fact else {
        return Err(format!("`{path}` is too large to look it up"));
    };
    if let Some(quote) =
        evidence.text.as_deref().filter(|q| status == JudgedStatus::Verified && !tells(q) && !q.is_empty())
    {
        let quote = collapsed(quote);
        return Err(format!(
            "the quoted text {quote:?} stands in any file; quote at least {TELLING} letters or digits"
        ));
    }
    let quoted = evidence.text.as_deref().map(collapsed).filter(|text| !text.is_empty());
    match (evidence.line, quoted) {
        (Some(line), quoted) => {
            at_line(&path, text, line, evidence.text.as_deref(), quoted.as_deref(), status)
        }
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
    status: JudgedStatus,
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
        None if status == JudgedStatus::Verified && !tells(&there) => {
            Err(format!("{path}:{line} is only {there:?}; cite a line that shows it"))
        }
        None => Ok(()),
    }
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
