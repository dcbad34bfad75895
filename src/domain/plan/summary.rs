//! What a plan's SUMMARY says of itself. That it is there and says anything means that the plan is finished, and nothing more
//! (SPEC 9); one that says the opposite is told.

use std::sync::LazyLock;

use regex::{Match, Regex};

use super::super::front_matter;
use super::super::journal::MARK;
use super::super::review::Remark;

/// What executors write for work that is not done.
const UNFINISHED: [&str; 19] = [
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
    "unfinished",
    "not_complete",
    "not_completed",
    "not_done",
    "not_finished",
    "partially_complete",
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
    Regex::new(
        r"(?im)^[ \t]*(?:>[ \t]*)?(?:[-*][ \t]+)?(?:\*\*)?status(?::\*\*|\*\*:|:)[ \t]*\W*([a-z][a-z _-]*)",
    )
    .expect("a fixed pattern")
});

/// The state of the whole as a part of its own: `## Status: BLOCKED`.
static HEADED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?im)^##?[ \t]+\**(?:overall[ \t]+)?status\**[ \t]*(?:[:：][ \t]*|\r?\n\s*)\W*([a-z][a-z _-]*)",
    )
    .expect("a fixed pattern")
});

/// How many of the tasks are done: `**Completed:** 1/3 tasks`. Without that word two numbers may be a date.
static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?im)^[ \t]*(?:>[ \t]*)?(?:[-*][ \t]+)?\**(tasks?(?:[ \t]+(?:completed?|done))?|completed?(?:[ \t]+tasks?)?)\**[ \t]*:\**[ \t]*(\d{1,3})[ \t]*(?:/|of)[ \t]*(\d{1,3})((?:[ \t]+(?:tasks?|completed?|done))*)[ \t.]*$",
    )
    .expect("a fixed pattern")
});

/// A title that begins with the state of the whole in capitals: `# INCOMPLETE: pay by card`.
static TITLE_BEGINS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\A\s*#[ \t]+\W{0,6}(?:INCOMPLETE|UNFINISHED|ABORTED|BLOCKED|FAILED|HALTED|NOT (?:DONE|FINISHED|COMPLETED?))\**[ \t]*(?:[:\])\x{2013}\x{2014}]|-[ \t]).*",
    )
    .expect("a fixed pattern")
});

/// A title that ends in the state of the whole: `# Phase 3 Plan 1 Summary (incomplete)`. Behind other words than that or a
/// number a state in small letters is one of what was built: `# Filter payments by status: failed`.
static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    let before = r"(?:[(\[:\x{2013}\x{2014}]|-)[ \t]*\**";
    let states =
        "incomplete|unfinished|aborted|blocked|failed|halted|not (?:done|finished|complete|completed)";
    let capitals = states.to_uppercase();
    Regex::new(&format!(
        r"\A\s*#[ \t]+.*(?:(?i:(?:\bsummary|\d)[ \t]*{before}(?:{states}))|{before}(?:{capitals}))\**[)\]]?[ \t]*(?m:$)",
    ))
    .expect("a fixed pattern")
});

/// A sentence of the whole plan: `The plan is NOT complete: task 1 was skipped.`
static SAID: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?im)^[ \t]*(?:this|the)[ \t]+plan[ \t]+(?:is|was)[ \t]+\**(?:still[ \t]+)?(?:not[ \t]+(?:yet[ \t]+)?(?:complete|completed|done|finished)|incomplete|unfinished)\**[ \t]*(?:[.:;,!\x{2013}\x{2014}]|-[ \t]|$)",
    )
    .expect("a fixed pattern")
});

/// A task whose box is open: `- [ ] Task 1: pay by card`.
static OPEN_TASK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[ \t]*[-*+][ \t]+\[ \][ \t]+\**task[ \t]+#?\d+(?:\.\d+)*\**(?:[ \t:.,)(\x{2013}\x{2014}-]|$).*")
        .expect("a fixed pattern")
});

static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)<!--.*?-->").expect("a fixed pattern"));

/// Returns the words of a SUMMARY that say that its plan is not done.
fn unfinished(front: Option<&front_matter::FrontMatter<'_>>, body: &str) -> Option<String> {
    let text = |key: &str| Some(front?.get(key)?.text()?.trim().to_owned());
    // `incomplete (task 3 is left)`, `blocked: no key`.
    let known = |said: &str| {
        let word = said.split(['(', ':', ';', ',', '.', '–', '—']).next().unwrap_or_default();
        let word = word.split(" - ").next().unwrap_or_default();
        // `blocked on API key`
        let small = word.trim().to_ascii_lowercase();
        let waits =
            small.split_once(' ').filter(|(first, _)| *first == "blocked").map_or("", |(_, rest)| rest);
        let waits = ["on ", "by ", "until ", "waiting "].iter().any(|way| waits.starts_with(way));
        waits || UNFINISHED.contains(&word.trim().to_ascii_lowercase().replace([' ', '-'], "_").as_str())
    };
    if let Some(said) = text("status").filter(|said| known(said)) {
        return Some(format!("status: {said}"));
    }
    let number = |key: &str| text(key)?.parse::<u32>().ok();
    if let (Some(done), Some(all)) = (number("tasks_completed"), number("tasks_total"))
        && done < all
    {
        return Some(format!("tasks_completed: {done}` of `tasks_total: {all}"));
    }
    if let Some((key, said)) = ["completed", "complete", "done"]
        .iter()
        .find_map(|key| Some((key, text(key).filter(|said| said.eq_ignore_ascii_case("false"))?)))
    {
        return Some(format!("{key}: {said}"));
    }
    if let Some(title) = TITLE.find(body).or_else(|| TITLE_BEGINS.find(body)) {
        return Some(title.as_str().trim_start_matches(['#', ' ', '\n', '\r', '\t']).trim_end().to_owned());
    }
    if let Some(found) = SELF_CHECK.find(body) {
        return Some(found.as_str().trim_start_matches(['#', ' ']).to_owned());
    }
    if let Some(counted) = counted(body) {
        return Some(counted);
    }
    if let Some(said) = SAID.find(body) {
        let line = body[said.start()..].trim_start().lines().next().unwrap_or_default();
        return Some(line.trim_end().chars().take(120).collect());
    }
    if let Some(open) = open_task(body) {
        return Some(open);
    }
    let mut headed = HEADED.captures_iter(body).filter_map(|found| found.get(1));
    // What goes on behind it speaks of more than the state: `Failed: shown in red.`
    let alone = |state: &Match<'_>| {
        let rest = body[state.end()..].lines().next().unwrap_or_default();
        let rest = rest.trim_matches(|c: char| c.is_whitespace() || "*_.!".contains(c));
        rest.is_empty() || rest.starts_with(['(', '-', '–', '—'])
    };
    let state = headed.next().filter(|_| headed.next().is_none()).filter(alone).map(|m| m.as_str().trim());
    if let Some(word) = state.filter(|word| known(word)) {
        return Some(format!("Status: {word}"));
    }
    // Below a heading a state is that of a part.
    let above = body.find("\n## ").map_or(body, |at| &body[..at]);
    // Several of them are values of what was built, and so are those with others behind a bar.
    let mut states = STATUS.captures_iter(above).filter_map(|found| found.get(1));
    let state = states.next().filter(|_| states.next().is_none());
    let state = state.filter(|m| !above[m.end()..].trim_start().starts_with('|')).map(|m| m.as_str().trim());
    state.filter(|word| known(word)).map(|word| format!("Status: {word}"))
}

/// The first task of the SUMMARY's own list whose box is open. What is to come next, and what a person is still to look at, is
/// none of the plan; nor is what stands in a block of code.
fn open_task(body: &str) -> Option<String> {
    const ELSEWHERE: [&str; 9] =
        ["next", "follow", "future", "later", "upcoming", "user", "manual", "verif", "out of scope"];
    let (mut elsewhere, mut code) = (false, false);
    for line in body.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if line.starts_with('#') && !code {
            let head = line.to_lowercase();
            elsewhere = ELSEWHERE.iter().any(|word| head.contains(word));
        } else if !code && !elsewhere && OPEN_TASK.is_match(line) {
            return Some(line.trim().replace("**", "").chars().take(120).collect());
        }
    }
    None
}

/// The words that say that fewer tasks are done than there are.
fn counted(body: &str) -> Option<String> {
    COUNTED.captures_iter(body).find_map(|found| {
        let number = |at: usize| found.get(at)?.as_str().parse::<u32>().ok();
        let words = |at: usize| found.get(at).map_or("", |m| m.as_str()).to_lowercase();
        let of_tasks = words(1).contains("task") || words(4).contains("task");
        (of_tasks && number(2)? < number(3)?).then(|| found[0].trim().replace("**", ""))
    })
}

/// Tells whether a SUMMARY tells of any work: more stands in it than front matter, headlines, labels that nothing follows and
/// the sections that are ours.
pub fn summary_tells(text: &str) -> bool {
    let body_at = front_matter::read(text).ok().flatten().map_or(0, |front| front.body_at);
    let body = text[body_at..].split(MARK).next().unwrap_or_default();
    let body = COMMENT.replace_all(body, "");
    let tells = |line: &str| {
        let bare = line.trim().trim_matches(['*', '_', '-', '[', ']', '<', '>', '|', ' ', '.']);
        let label = line.trim().trim_end_matches('*').ends_with([':', '：']);
        let stand_in = ["todo", "tbd", "n/a", "none"].contains(&bare.to_lowercase().as_str());
        !line.trim_start().starts_with('#') && !label && !stand_in && bare.chars().any(char::is_alphanumeric)
    };
    body.lines().any(tells)
}

/// Returns what a SUMMARY says of itself where that is that its plan is not done.
pub fn summary_denies(text: &str) -> Option<String> {
    let front = front_matter::read(text).ok().flatten();
    let body = front.as_ref().map_or(text, |front| &text[front.body_at..]);
    unfinished(front.as_ref(), body)
}

/// Says where a SUMMARY tells of nothing, or says itself that the plan is not done. What was promised is looked at in the
/// latter case, too; no phase passes with it.
pub fn summary_doubt(path: &str, text: &str) -> Option<Remark> {
    if let Some(said) = summary_denies(text) {
        let message = format!("{path} says `{said}`: its plan is not done, and no phase passes with it");
        return Some(Remark::new(0, "summary_unfinished", message));
    }
    let message = || {
        format!("{path} tells of no work: its plan counts as unfinished until what was done is written there")
    };
    (!summary_tells(text)).then(|| Remark::new(0, "summary_empty", message()))
}

#[cfg(test)]
mod tests {
    use super::{summary_doubt, summary_tells};

    #[test]
    fn a_summary_that_says_the_plan_is_not_done_is_told() {
        for (text, code) in [
            ("---\nstatus: failed\n---\n# Summary\n", Some("summary_unfinished")),
            ("---\nstatus: \"In progress\"\n---\n", Some("summary_unfinished")),
            ("---\nstatus: BLOCKED # by a key\n---\n", Some("summary_unfinished")),
            ("---\nstatus: complete\n---\nDone.\n", None),
            ("---\nstatus: complete\n---\n", Some("summary_empty")),
            ("---\nphase: 1\n---\n", Some("summary_empty")),
            ("# Summary\n\nstatus: failed\n", Some("summary_unfinished")),
            ("# Summary\n\nstatus: failed over to the second bank\n", None),
            ("---\nstatus: incomplete (task 3 is left)\n---\nDone.\n", Some("summary_unfinished")),
            ("# Plan 1 Summary - INCOMPLETE\n\nDone.\n", Some("summary_unfinished")),
            ("---\nphase: 1\n---\n\n# Plan 1 (blocked)\n\nDone.\n", Some("summary_unfinished")),
            ("# Summary: failed payments\n\nThey are shown.\n", None),
            ("# Phase 3 Plan 1: Mark uploads as (failed)\n\nDone.\n", None),
            ("# Phase 3 Plan 1: Filter by status: failed\n\nDone.\n", None),
            ("# Summary\n\n- Status: failed\n- Status: paid\n\nBoth are shown.\n", None),
            ("# Summary\n\nstatus: blocked | open\n\nBoth are shown.\n", None),
            ("# Summary\n\nDone.\n\n# Payments: failed\n", None),
            ("---\nstatus: checkpoint\n---\n", Some("summary_unfinished")),
            ("---\nstatus: complete\ntasks_completed: 1\ntasks_total: 2\n---\n", Some("summary_unfinished")),
            ("---\nstatus: complete\ntasks_completed: 2\ntasks_total: 2\n---\n- `a.js`\n", None),
            ("---\nstatus: complete\n---\n## Self-Check: FAILED\n", Some("summary_unfinished")),
            ("---\nstatus: complete\n---\nDone.\n## Self-Check: PASSED\n", None),
            ("# Summary\n\n**Status:** Blocked\n", Some("summary_unfinished")),
            ("# Summary\n\n**Status:** Complete\n\n## Task 2\n**Status:** Blocked\n", None),
            ("# Summary\n\nDone.\n\n## Status: BLOCKED\n\nNo key.\n", Some("summary_unfinished")),
            ("# Summary\n\nDone.\n\n## Status: Blocked (no key)\n", Some("summary_unfinished")),
            ("# Summary\n\nDone.\n\n## Status\n\n**BLOCKED**\n", Some("summary_unfinished")),
            ("# Summary\n\nDone.\n\n## Status: complete\n", None),
            ("# Summary\n\nDone.\n\n## Status\n\nBlocked users are shown.\n", None),
            ("# Summary\n\nDone.\n\n## Status\n\nFailed: shown in red.\n", None),
            ("# Summary\n\n## Status: failed\n\nIs red.\n\n## Status: paid\n\nIs green.\n", None),
            ("# Summary\n\n> Status: Failed\n\nThe tests do.\n", Some("summary_unfinished")),
            ("# Summary\n\n> Status: Complete\n\nDone.\n", None),
            ("# INCOMPLETE: pay by card\n\nDone in part.\n", Some("summary_unfinished")),
            ("# [BLOCKED] Plan 1 Summary\n\nDone in part.\n", Some("summary_unfinished")),
            ("# Blocked users: they are shown\n\nDone.\n", None),
            ("# BLOCKED_USERS: a table\n\nDone.\n", None),
            ("---\nstatus: \"not complete\"\n---\nDone.\n", Some("summary_unfinished")),
            ("---\ncompleted: false\n---\nDone.\n", Some("summary_unfinished")),
            ("---\ncompleted: true\n---\nDone.\n", None),
            ("---\ncompleted: 2026-11-20\n---\nDone.\n", None),
            ("# Summary\n\n**Completed:** 1/3 tasks\n", Some("summary_unfinished")),
            ("# Summary\n\n- **Tasks completed:** 2 of 3\n", Some("summary_unfinished")),
            ("# Summary\n\n**Tasks:** 2/3 complete\n", Some("summary_unfinished")),
            ("# Summary\n\n**Completed:** 3/3 tasks\n", None),
            ("# Summary\n\n**Completed:** 11/28\n", None),
            ("# Summary\n\n**Completed:** 1/3/2026\n", None),
            ("# Summary\n\n**Completed:** 1/3 plans\n", None),
            ("# Summary\n\n**Phase progress:** 4/7 tasks\n", None),
            ("# Summary\n\nStatus: blocked on API key\n", Some("summary_unfinished")),
            ("# Summary\n\nDone.\n\n## Status: Blocked by the bank\n", Some("summary_unfinished")),
            ("# Summary\n\nstatus: blocked users are shown\n", None),
            ("# Summary\n\nThe plan is NOT complete: task 1 was skipped.\n", Some("summary_unfinished")),
            ("# Summary\n\nThis plan is **not yet done**.\n", Some("summary_unfinished")),
            ("# Summary\n\nThe plan is complete.\n", None),
            ("# Summary\n\nThe plan was not complete enough on errors, so they were added.\n", None),
            ("# Summary\n\n- [x] Task 1: pay\n- [ ] **Task 2**: refund\n", Some("summary_unfinished")),
            ("# Summary\n\n- [ ] Task 1\n", Some("summary_unfinished")),
            ("# Summary\n\n- [x] Task 1: pay\n- [x] Task 2: refund\n", None),
            ("# Summary\n\nDone.\n\n- [ ] Tasks are shown\n- [ ] Look at the page\n", None),
            ("# Summary\n\nDone.\n\n## Next up\n\n- [ ] Task 1: refund\n", None),
            ("# Summary\n\nIt reads:\n\n```\n- [ ] Task 1\n```\n", None),
            ("# Summary\n\nWe were blocked by the bank for a day. Done.\n", None),
            (" \n", Some("summary_empty")),
            ("", Some("summary_empty")),
            ("---\n---\n", Some("summary_empty")),
        ] {
            let told = summary_doubt("01-01-SUMMARY.md", text);
            assert_eq!(told.map(|remark| remark.code).as_deref(), code, "{text}");
        }
    }

    #[test]
    fn a_summary_of_headlines_and_our_own_words_tells_of_no_work() {
        for (text, tells) in [
            ("", false),
            ("# Summary\n\n## What was done\n\n---\n", false),
            ("# Summary\n\n<!-- what was done -->\n**Duration:**\n- TODO\n", false),
            ("# Summary\n\n<!-- countersign:rl-1 -->\n## Reviews\n\nTask 1 was approved.\n", false),
            ("# Summary\n\nDone.\n", true),
            ("Totals add up.", true),
            ("# Summary\n\n- `src/pay.js`\n", true),
            ("---\nphase: 1\n---\n# Summary\n\n**Duration:** 4 min\n", true),
            ("# Summary\n\nDone.\n<!-- countersign:rl-1 -->\n## Reviews\n", true),
        ] {
            assert_eq!(summary_tells(text), tells, "{text}");
        }
    }
}
