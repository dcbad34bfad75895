//! How far a task list is, told from what it asks: ticks and new fix tasks are the system's book-keeping (SPEC 7.1).

use std::collections::HashSet;

use super::super::ids::RepoPath;
use super::{Plan, read, task_key};

/// Tells whether two versions of a plan differ only in how far they are: boxes ticked, and in a task list fix tasks put in.
///
/// Whatever else changed is a change of what is asked, and is reviewed.
pub fn only_progress(path: &RepoPath, before: &str, after: &str) -> bool {
    let (Ok(old), Ok(new)) = (read(path, before), read(path, after)) else { return false };
    if !(old.listed && new.listed) {
        let lines = |text: &str| text.lines().map(unticked).collect::<Vec<_>>();
        return lines(before) == lines(after);
    }
    let known: HashSet<String> = old.tasks.iter().map(|t| task_key(&t.number)).collect();
    kept(before, &old, &known).eq(kept(after, &new, &known))
}

/// Returns the lines of a list without blank ones, ticks, and the fix tasks that are not known.
fn kept<'t>(text: &'t str, plan: &Plan, known: &HashSet<String>) -> impl Iterator<Item = String> + 't {
    let mut left_out: HashSet<u32> = HashSet::new();
    let added = plan.tasks.iter().filter(|t| t.fix_of.is_some() && !known.contains(&task_key(&t.number)));
    for task in added {
        let lines = u32::try_from(task.raw.lines().count()).unwrap_or(u32::MAX);
        left_out.extend(task.line..task.line.saturating_add(lines));
    }
    let lines =
        text.lines().zip(1u32..).filter(move |(line, n)| !line.trim().is_empty() && !left_out.contains(n));
    lines.map(|(line, _)| unticked(line))
}

/// Returns a line with its box empty.
fn unticked(line: &str) -> String {
    let line = line.trim_end();
    let bare = line.trim_start();
    let boxed = ["- [x]", "- [X]", "* [x]", "* [X]", "+ [x]", "+ [X]"].iter().any(|b| bare.starts_with(b));
    match line.split_once('[').filter(|_| boxed) {
        Some((before, rest)) => format!("{before}[ {}", rest.get(1..).unwrap_or_default()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# Tasks\n\n- [ ] 1.1 Door\n  - **Do**:\n    - [ ] hang [x]\n  - **Done when**: open\n- [x] 1.2 Lock\n- [x] 1.2.1 [FIX 1.2] Fix: Lock\n  - **Done when**: it turns\n";

    fn progress(after: &str) -> bool {
        only_progress(&RepoPath::parse("specs/login/tasks.md").unwrap(), LIST, after)
    }

    #[test]
    fn ticks_and_new_fix_tasks_are_progress() {
        assert!(progress(LIST));
        assert!(progress(&LIST.replace("- [ ]", "- [X]")));
        assert!(progress(&LIST.replace("- [x]", "- [ ]").replace('\n', "\r\n")));
        let fix = "- [ ] 1.1.1 [FIX 1.1] Fix: Door\n  - **Do**: oil\n\n- [x] 1.2 Lock";
        assert!(progress(&LIST.replace("- [x] 1.2 Lock", fix)));
    }

    #[test]
    fn what_is_asked_is_no_progress() {
        assert!(!progress(&LIST.replace("open", "ajar")));
        assert!(!progress(&LIST.replace("it turns", "it is there")), "a fix task that was there before");
        assert!(!progress(&LIST.replace("hang [x]", "hang [ ]")), "a bracket within the text is no box");
        assert!(!progress(&LIST.replace("- [x] 1.2 Lock", "- [x] 1.2 Lock\n- [ ] 1.3 Bolt")));
        assert!(!progress(&LIST.replace("# Tasks", "# Tasks and more")));
        assert!(!progress("no list"));
    }
}
