//! A receipt in the front matter of its report, so that a clone without a store can check it (SPEC 7.6, 10).
//!
//! The last line is a digest of all lines before it: what was altered by hand is seen. It is no signature. Whoever can
//! commit can write a report, so a report is a claim: it proves which contents it speaks of, not who looked at them.

use super::{Content, Proof, Receipt};
use crate::domain::envelope::{one_line, quoted};
use crate::domain::front_matter::{self, Node, Value};
use crate::domain::ids::{LoopId, Oid, RepoPath};
use crate::domain::plan::Plan;
use crate::domain::review::Location;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Outcome;
use crate::domain::subject::Subject;

/// The most bytes of a report's front matter that a receipt takes; a larger change is left to the store.
const MOST: usize = 40 * 1024;

/// Returns the lines that a report's front matter holds for a clone: of an open loop those that name its subject, of
/// one that has ended the receipt as well.
pub fn lines(state: &LoopState) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(home) = state.subject.home() {
        lines.push(format!("document: {}", quoted(home.as_str())));
    }
    lines.push(format!("subject: {}", kind(&state.subject)));
    if let Some(branch) = state.subject.branch() {
        lines.push(format!("branch: {}", quoted(branch)));
    }
    lines.push(format!("protocol: {}", quoted(&state.protocol.name)));
    lines.push(format!("contract: {}", state.contract.digest));
    if matches!(state.subject, Subject::Task { .. } | Subject::Execution { .. }) {
        lines.push(format!("asked: {}", state.contract.asked()));
    }
    let Some(receipt) = Receipt::of(state, None) else { return lines };
    lines.push(format!("goes_on: {}", super::lets_go_on(&state.protocol, receipt.outcome)));
    if receipt.comments_keep {
        lines.push("comments_keep: true".to_owned());
    }
    let mut more = Vec::new();
    if !receipt.commits.is_empty() {
        more.push("commits:".to_owned());
        more.extend(receipt.commits.iter().map(|c| format!("  - {}", quoted(c.as_str()))));
    }
    if !receipt.notes.is_empty() {
        more.push("notes:".to_owned());
        more.extend(receipt.notes.iter().map(|n| format!("  - {}", quoted(&n.to_string()))));
    }
    if !receipt.files.is_empty() {
        more.push("covers:".to_owned());
        more.extend(receipt.files.iter().flat_map(file));
    }
    if more.iter().map(|l| l.len() + 1).sum::<usize>() <= MOST {
        lines.extend(more);
    } else {
        lines.push(format!("covers_left_out: {}", receipt.files.len()));
    }
    lines
}

fn kind(subject: &Subject) -> &'static str {
    match subject {
        Subject::Task { .. } => "task",
        Subject::Change { .. } => "change",
        Subject::Plan { .. } => "plan",
        Subject::Execution { .. } => "execution",
        Subject::Artifact { .. } => "artifact",
    }
}

fn file(proof: &Proof) -> Vec<String> {
    let mut lines = vec![format!("  - path: {}", quoted(proof.path.as_str()))];
    for (key, content) in [("before", &proof.before), ("after", &proof.after)] {
        lines.extend(content.iter().map(|c| format!("    {key}: {}", quoted(c.as_str()))));
    }
    lines.extend(proof.patch.iter().map(|p| format!("    patch: {}", quoted(p))));
    if !proof.parts.is_empty() {
        lines.push(format!("    parts: {}", quoted(&proof.parts.join(" "))));
    }
    lines
}

/// Returns the line that seals the lines before it.
pub fn seal(lines: &[String]) -> String {
    format!("receipt: {}", digest(lines.iter().map(String::as_str)))
}

fn digest<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    let mut hasher = blake3::Hasher::new();
    for line in lines {
        hasher.update(line.trim_end_matches('\r').as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize().to_hex().to_string()
}

/// What a report claims.
#[derive(Debug, Clone)]
pub struct Claimed {
    pub subject: Subject,
    pub loop_id: LoopId,
    /// Nothing while its loop was open when it was written.
    pub outcome: Option<Outcome>,
    /// The rules it was reviewed under let that outcome go on.
    pub goes_on: bool,
    /// Ids of open findings are in the body; how many blocked is all the front matter tells.
    pub verdict: String,
    pub receipt: Option<Receipt>,
    /// The commit before what it looked at; nothing where that is the beginning.
    pub base: Option<Oid>,
    pub head: Oid,
    /// The digest of what it was held against, all of it.
    pub contract: String,
    /// And of what documents asked, but for numbers; nothing where an older countersign wrote the report.
    pub asked: Option<String>,
}

/// Why a report proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unproven {
    #[error("its front matter cannot be read")]
    Unreadable,
    #[error("it holds no receipt: an older countersign wrote it")]
    NoReceipt,
    #[error("it was altered: its front matter is not what its own digest was made of")]
    Altered,
    #[error("it does not say `{field}` in a way that can be read")]
    Missing { field: &'static str },
    #[error("its change is too large for a report: {files} files stand in the store alone")]
    LeftOut { files: String },
}

/// Tells whether a text begins as a review report of ours does.
pub fn is_report(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next() == Some("---")
        && lines.next() == Some(crate::domain::report::WRITER)
        && lines.next().is_some_and(|l| l.starts_with("loop: "))
}

/// Reads what a report of ours claims, and holds it against its own digest.
pub fn read(text: &str) -> Result<Claimed, Unproven> {
    let all: Vec<&str> = text.lines().skip(1).take_while(|l| *l != "---").collect();
    let (last, sealed) = all.split_last().ok_or(Unproven::Unreadable)?;
    let said = last.strip_prefix("receipt: ").ok_or(Unproven::NoReceipt)?;
    if said.trim() != digest(sealed.iter().copied()) {
        return Err(Unproven::Altered);
    }
    let front = front_matter::read(text).ok().flatten().ok_or(Unproven::Unreadable)?;
    let get = |key: &str| front.get(key).and_then(Node::text).map(str::to_owned);
    let need = |field: &'static str| get(field).ok_or(Unproven::Missing { field });
    let outcome = match get("outcome") {
        None => None,
        Some(word) => Some(outcome(&word).ok_or(Unproven::Missing { field: "outcome" })?),
    };
    let loop_id = LoopId::new(need("loop")?);
    if let Some(files) = get("covers_left_out") {
        return Err(Unproven::LeftOut { files: one_line(&files).to_string() });
    }
    let subject = subject(&get)?;
    let list = |key: &str| match front.get(key).map(|n| &n.value) {
        Some(Value::List(nodes)) => nodes.clone(),
        Some(Value::Empty | Value::Text(_) | Value::Map(_)) | None => Vec::new(),
    };
    let range = need("range")?;
    let (base, head) = range.split_once("..").ok_or(Unproven::Missing { field: "range" })?;
    let (base, head) = ((base != "(root)").then(|| Oid::new(base)), Oid::new(head));
    let receipt = match outcome {
        None => None,
        Some(outcome) => Some(Receipt {
            loop_id: loop_id.clone(),
            outcome,
            contract: need("contract")?,
            base: base.clone(),
            head: head.clone(),
            commits: list("commits").iter().filter_map(Node::text).map(Oid::new).collect(),
            files: list("covers").iter().map(proof).collect::<Result<_, _>>()?,
            notes: list("notes").iter().filter_map(Node::text).map(place).collect(),
            comments_keep: get("comments_keep").as_deref() == Some("true"),
        }),
    };
    Ok(Claimed {
        subject,
        loop_id,
        outcome,
        goes_on: get("goes_on").as_deref() == Some("true"),
        verdict: need("verdict")?,
        receipt,
        base,
        head,
        contract: get("contract").unwrap_or_default(),
        asked: get("asked"),
    })
}

fn outcome(word: &str) -> Option<Outcome> {
    let all = [
        Outcome::Approved,
        Outcome::ApprovedWithNotes,
        Outcome::AcceptedWithWarnings,
        Outcome::AcceptedWithIssues,
        Outcome::Skipped,
        Outcome::Aborted,
        Outcome::Failed,
        Outcome::Abandoned,
    ];
    all.into_iter().find(|o| o.as_str() == word)
}

fn subject(get: &impl Fn(&str) -> Option<String>) -> Result<Subject, Unproven> {
    let need = |field: &'static str| get(field).ok_or(Unproven::Missing { field });
    let document = || {
        let path = need("document")?;
        RepoPath::parse(&path).map_err(|_| Unproven::Missing { field: "document" })
    };
    let branch = get("branch");
    let (title, files) = (String::new(), Vec::new());
    Ok(match need("subject")?.as_str() {
        "task" => {
            let plan_path = document()?;
            let stem = Plan::stem_of(&plan_path);
            let (phase, plan, task) = (need("phase")?, need("plan")?, need("task")?);
            Subject::Task { plan_path, phase, plan, stem, task, title, files, branch, fix_of: None }
        }
        "plan" => {
            let plan_path = document()?;
            let stem = Plan::stem_of(&plan_path);
            Subject::Plan { plan_path, phase: need("phase")?, plan: need("plan")?, stem, title, branch }
        }
        "execution" => {
            let plan_path = document()?;
            let stem = Plan::stem_of(&plan_path);
            let (phase, plan) = (need("phase")?, need("plan")?);
            Subject::Execution { plan_path, phase, plan, stem, title, files, branch }
        }
        "artifact" => {
            Subject::Artifact { path: document()?, artifact: need("artifact")?, spec: need("spec")?, branch }
        }
        "change" => Subject::Change { id: need("change")?, title, files, branch },
        _ => return Err(Unproven::Missing { field: "subject" }),
    })
}

fn proof(node: &Node) -> Result<Proof, Unproven> {
    let field = "covers";
    let text = |key: &str| node.get(key).and_then(Node::text);
    let path = text("path").and_then(|p| RepoPath::parse(p).ok()).ok_or(Unproven::Missing { field })?;
    let content = |key: &str| match text(key) {
        None => Ok(None),
        Some(text) => Content::read(text).map(Some).ok_or(Unproven::Missing { field }),
    };
    Ok(Proof {
        path,
        before: content("before")?,
        after: content("after")?,
        patch: text("patch").map(str::to_owned),
        parts: text("parts").map(|p| p.split(' ').map(str::to_owned).collect()).unwrap_or_default(),
    })
}

/// Reads `path`, `path:10` or `path:10-20`.
fn place(text: &str) -> Location {
    let parsed = text.rsplit_once(':').and_then(|(file, lines)| {
        let (from, to) = lines.split_once('-').unwrap_or((lines, lines));
        let (from, to) = (from.parse().ok()?, to.parse().ok()?);
        Some(Location { file: file.to_owned(), line: Some(from), end_line: (to != from).then_some(to) })
    });
    parsed.unwrap_or_else(|| Location { file: text.to_owned(), line: None, end_line: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: &[&str]) -> String {
        let lines: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
        format!("---\n{}\n{}\n---\n\n# Review\n", lines.join("\n"), seal(&lines))
    }

    fn approved() -> Vec<&'static str> {
        vec![
            "writer: countersign",
            "loop: rl-1",
            "change: \"x\"",
            "verdict: approved",
            "outcome: approved",
            "range: \"(root)..bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"",
            "subject: change",
            "contract: 0",
            "goes_on: true",
            "notes:",
            "  - \"src/a.js:3-5\"",
            "covers:",
            "  - path: \"src/a.js\"",
            "    after: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
            "    patch: \"12\"",
            "    parts: \"1 2\"",
        ]
    }

    #[test]
    fn a_receipt_is_read_as_it_was_written() {
        let text = report(&approved());
        assert!(is_report(&text));
        let read = read(&text).unwrap();
        assert!(read.goes_on);
        let receipt = read.receipt.unwrap();
        assert_eq!(receipt.files[0].parts, ["1", "2"]);
        assert_eq!((receipt.files[0].before.is_none(), receipt.base), (true, None));
        assert_eq!((receipt.notes[0].line, receipt.notes[0].end_line), (Some(3), Some(5)));
        // git may have turned line ends while checking it out.
        assert!(super::read(&text.replace('\n', "\r\n")).is_ok());
    }

    #[test]
    fn what_was_altered_proves_nothing() {
        let text = report(&approved());
        for (from, to) in [
            ("outcome: approved", "outcome: approved_with_notes"),
            ("src/a.js\"", "src/b.js\""),
            ("writer: countersign\n", "writer: countersign\nmore: x\n"),
        ] {
            let altered = text.replace(from, to);
            assert_ne!(altered, text);
            assert_eq!(read(&altered).unwrap_err(), Unproven::Altered, "{to}");
        }
        let without = text.replace("receipt: ", "was: ");
        assert_eq!(read(&without).unwrap_err(), Unproven::NoReceipt);
    }

    #[test]
    fn what_is_missing_is_named() {
        for field in ["verdict", "subject", "contract", "range"] {
            let lines: Vec<&str> =
                approved().into_iter().filter(|l| !l.starts_with(&format!("{field}:"))).collect();
            assert_eq!(read(&report(&lines)).unwrap_err(), Unproven::Missing { field });
        }
    }
}
