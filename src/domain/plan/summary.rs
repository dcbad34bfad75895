//! What a plan's SUMMARY says of itself. That it is there means that the plan is finished, and nothing more (SPEC 9); one that
//! says the opposite is told.

use super::super::front_matter;
use super::super::review::Remark;

/// What executors write for work that is not done.
const UNFINISHED: [&str; 11] = [
    "failed",
    "failure",
    "blocked",
    "incomplete",
    "partial",
    "in_progress",
    "aborted",
    "stopped",
    "pending",
    "not_started",
    "todo",
];

/// Says where a SUMMARY is empty, or says itself that the plan is not done; it counts as finished all the same.
pub fn summary_doubt(path: &str, text: &str) -> Option<Remark> {
    let front = front_matter::read(text).ok().flatten();
    let body = front.as_ref().map_or(text, |front| &text[front.body_at..]);
    let said = front.as_ref().and_then(|front| front.get("status")?.text());
    let word = said.map(|status| status.trim().to_ascii_lowercase().replace([' ', '-'], "_"));
    if let Some((said, _)) = said.zip(word).filter(|(_, word)| UNFINISHED.contains(&word.as_str())) {
        let message =
            format!("{path} says `status: {}`; since it is there, its plan counts as finished", said.trim());
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
            (" \n", Some("summary_empty")),
            ("", Some("summary_empty")),
            ("---\n---\n", Some("summary_empty")),
        ] {
            let told = summary_doubt("01-01-SUMMARY.md", text);
            assert_eq!(told.map(|remark| remark.code).as_deref(), code, "{text}");
        }
    }
}
