//! What a plan asks for as a whole: the frame of its tasks, then the tasks.

use super::Plan;

/// The blocks of a plan's body that say what is asked of its tasks together. What it lists as `<context>` is where an
/// executor begins to read, ROADMAP and STATE among it: nothing that work is measured against, and in no brief (SPEC 4).
const FRAME: [&str; 3] = ["objective", "verification", "success_criteria"];

/// The longest block that is taken, in bytes.
const LONGEST: usize = 64 * 1024;

/// Returns what the execution of a plan is measured against: its objective, how it says to check the whole, its criteria of success,
/// what must be true in the end, and its tasks, each as written and with boxes unticked. `text` is the plan's file.
pub fn asked_whole(plan: &Plan, text: &str) -> String {
    let mut parts: Vec<String> = FRAME.iter().filter_map(|name| block(text, name)).collect();
    let truths: Vec<String> = plan.must_haves.truths.iter().map(|t| format!("- {}", t.text)).collect();
    if !truths.is_empty() {
        parts.push(format!("What must be true in the end:\n{}", truths.join("\n")));
    }
    parts.extend(plan.tasks.iter().map(|t| t.asked().trim().to_owned()));
    parts.join("\n\n")
}

/// Returns the first block of a name that begins a line, with its tags.
fn block(text: &str, name: &str) -> Option<String> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let begins = |at: &usize| text[..*at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
    let start = text.match_indices(&open).map(|(at, _)| at).find(begins)?;
    let end = start + text[start..].find(&close)? + close.len();
    let inner = text[start + open.len()..end - close.len()].trim();
    (!inner.is_empty() && end - start <= LONGEST).then(|| unticked(&text[start..end]))
}

/// Takes ticks out of boxes: ticking off is no change of what is asked.
fn unticked(text: &str) -> String {
    let line = |line: &str| {
        let bare = line.trim_start();
        let boxed = ["- [x] ", "- [X] ", "* [x] ", "* [X] "].iter().find_map(|b| bare.strip_prefix(b));
        match boxed {
            Some(rest) => format!("{}{} [ ] {rest}", &line[..line.len() - bare.len()], &bare[..1]),
            None => line.to_owned(),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
