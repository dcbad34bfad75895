//! What a plan's SUMMARY says of itself. That it is there means that the plan is finished, and nothing more (SPEC 9); one that
//! says the opposite is told.

use std::sync::LazyLock;

use regex::Regex;

use super::super::front_matter;
use super::super::review::Remark;

/// What executors write for work that is not done.
const UNFINISHED: [&str; 13] = [
    "failed",
    "failure",
    "blocked",
    "checkpoint",
    "halted",
    "incomplete",
    "partial",
    "in_progress",
    "aborted",
    "stopped",
    "pending",
    "not_started",
    "todo",
];

/// What an executor's look at its own work comes to, as GSD writes it.
static SELF_CHECK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?im)^#{1,6}[ \t]*\**self[- ]check\**[ \t]*[:：][ \t*]*(failed|failure|fail|incomplete|partial)\b",
    )
    .expect("a fixed pattern")
});

/// The state of the whole in a label above the first part.
static STATUS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?im)^[ \t]*(?:[-*][ \t]+)?\*\*status(?::\*\*|\*\*:)[ \t]*\W*([a-z][a-z _-]*)")
        .expect("a fixed pattern")
});

/// Returns the words of a SUMMARY that say that its plan is not done.
fn unfinished(front: Option<&front_matter::FrontMatter<'_>>, body: &str) -> Option<String> {
    let text = |key: &str| Some(front?.get(key)?.text()?.trim().to_owned());
    let known =
        |word: &str| UNFINISHED.contains(&word.trim().to_ascii_lowercase().replace([' ', '-'], "_").as_str());
    if let Some(said) = text("status").filter(|said| known(said)) {
        return Some(format!("status: {said}"));
    }
    let number = |key: &str| text(key)?.parse::<u32>().ok();
    if let (Some(done), Some(all)) = (number("tasks_completed"), number("tasks_total"))
        && done < all
    {
        return Some(format!("tasks_completed: {done}` of `tasks_total: {all}"));
    }
    if let Some(found) = SELF_CHECK.find(body) {
        return Some(found.as_str().trim_start_matches(['#', ' ']).to_owned());
    }
    // Below a heading a state is that of a part.
    let above = body.find("\n## ").map_or(body, |at| &body[..at]);
    let state = STATUS.captures(above).and_then(|found| found.get(1)).map(|m| m.as_str().trim());
    state.filter(|word| known(word)).map(|word| format!("Status: {word}"))
}

/// Says where a SUMMARY is empty, or says itself that the plan is not done; it counts as finished all the same.
pub fn summary_doubt(path: &str, text: &str) -> Option<Remark> {
    let front = front_matter::read(text).ok().flatten();
    let body = front.as_ref().map_or(text, |front| &text[front.body_at..]);
    if let Some(said) = unfinished(front.as_ref(), body) {
        let message = format!("{path} says `{said}`; since it is there, its plan counts as finished");
        return Some(Remark::new(0, "summary_unfinished", message));
    }
    let empty = body.trim().is_empty() && front.is_none_or(|front| front.entries.is_empty());
    let message = || format!("{path} is empty; since it is there, its plan counts as finished");
    empty.then(|| Remark::new(0, "summary_empty", message()))
}

#[cfg(test)]
mod tests {
    use super::summary_doubt;

    #[test]
    fn a_summary_that_says_the_plan_is_not_done_is_told() {
        for (text, code) in [
            ("---\nstatus: failed\n---\n# Summary\n", Some("summary_unfinished")),
            ("---\nstatus: \"In progress\"\n---\n", Some("summary_unfinished")),
            ("---\nstatus: BLOCKED # by a key\n---\n", Some("summary_unfinished")),
            ("---\nstatus: complete\n---\n", None),
            ("---\nphase: 1\n---\n", None),
            ("# Summary\n\nstatus: failed\n", None),
            ("---\nstatus: checkpoint\n---\n", Some("summary_unfinished")),
            ("---\nstatus: complete\ntasks_completed: 1\ntasks_total: 2\n---\n", Some("summary_unfinished")),
            ("---\nstatus: complete\ntasks_completed: 2\ntasks_total: 2\n---\n", None),
            ("---\nstatus: complete\n---\n## Self-Check: FAILED\n", Some("summary_unfinished")),
            ("---\nstatus: complete\n---\n## Self-Check: PASSED\n", None),
            ("# Summary\n\n**Status:** Blocked\n", Some("summary_unfinished")),
            ("# Summary\n\n**Status:** Complete\n\n## Task 2\n**Status:** Blocked\n", None),
            (" \n", Some("summary_empty")),
            ("", Some("summary_empty")),
            ("---\n---\n", Some("summary_empty")),
        ] {
            let told = summary_doubt("01-01-SUMMARY.md", text);
            assert_eq!(told.map(|remark| remark.code).as_deref(), code, "{text}");
        }
    }
}
