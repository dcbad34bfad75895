//! Where a proposed fix task goes in a task list that may hold fix tasks of others (SPEC 4.4).

use super::{Plan, Task, read};

impl Plan {
    /// Returns a proposed fix task under the id it has in the list: its own, unless another task has that there, such as
    /// a fix task that a coordinator put in since after a failed execution. Asked again after it was put in, it is the
    /// same one.
    pub fn place(&self, proposed: &str) -> String {
        let read = read(&self.path, proposed).ok();
        let Some(fix) = read.as_ref().and_then(|r| r.tasks.first()) else { return proposed.to_owned() };
        self.number_of(fix).map_or_else(|| proposed.to_owned(), |number| renumbered(fix, proposed, &number))
    }

    /// Returns the id that a proposed fix task has, where it is not the proposed one.
    fn number_of(&self, fix: &Task) -> Option<String> {
        let of = fix.fix_of.as_deref()?;
        let proposed: usize = fix.number.rsplit_once('.')?.1.parse().ok()?;
        // Ours are told by their commit message, which names their id.
        let ours = |t: &Task| t.commit.as_deref() == message(fix, &t.number).as_deref();
        let same = |t: &Task| ours(t) && t.action == fix.action && t.done == fix.done;
        if let Some(waiting) = self.fixes_of(of).find(|t| t.ticked == Some(false) && same(t)) {
            return Some(waiting.number.clone());
        }
        // How many there were is in the proposed number.
        let numbers = (proposed..).map(|n| format!("{of}.{n}")).take(self.tasks.len() + 1);
        numbers.into_iter().find(|number| self.task(number).is_none_or(same))
    }
}

/// Returns the commit message of a fix task under another id.
fn message(fix: &Task, number: &str) -> Option<String> {
    let scope = |number: &str| format!("({number})");
    fix.commit.as_ref().map(|commit| commit.replacen(&scope(&fix.number), &scope(number), 1))
}

fn renumbered(fix: &Task, proposed: &str, number: &str) -> String {
    let text = proposed.replacen(&format!("] {} [", fix.number), &format!("] {number} ["), 1);
    match (&fix.commit, message(fix, number)) {
        (Some(old), Some(new)) => text.replace(&format!("`{old}`"), &format!("`{new}`")),
        (None, _) | (_, None) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::RepoPath;

    const THEIRS: &str =
        "- [x] 1.3.1 [FIX 1.3] Fix: the build\n  - **Commit**: `fix(build): address a missing file`\n";

    fn ours(number: &str) -> String {
        format!(
            "- [ ] {number} [FIX 1.3] Fix: Door\n  - **Done when**: F1 no longer holds\n  - **Commit**: `fix({number}): address review findings`\n"
        )
    }

    fn placed(list: &[&str], proposed: &str) -> String {
        let text = format!("- [x] 1.3 Door\n{}- [ ] 1.4 Lock\n", list.concat());
        read(&RepoPath::parse("specs/login/tasks.md").unwrap(), &text).unwrap().place(proposed)
    }

    #[test]
    fn a_proposed_fix_task_keeps_its_id_among_its_own() {
        let (first, second) = (ours("1.3.1"), ours("1.3.2"));
        let done = first.replace("[ ]", "[x]");
        assert_eq!(placed(&[], &first), first);
        assert_eq!(placed(&[&first], &first), first);
        assert_eq!(placed(&[&done], &first), first);
        assert_eq!(placed(&[&done], &second), second);
        assert_eq!(placed(&[], "no task"), "no task");
    }

    #[test]
    fn it_never_has_an_id_that_stands_in_the_list() {
        let other = ours("1.3.1").replace("F1 no longer", "F2 no longer").replace("[ ]", "[x]");
        assert_eq!(placed(&[&other], &ours("1.3.1")), ours("1.3.2"), "of an earlier review");
        let theirs = "- [ ] 1.3.1 Hinges\n";
        assert_eq!(placed(&[theirs], &ours("1.3.1")), ours("1.3.2"), "no fix task at all");
    }

    #[test]
    fn it_goes_behind_those_of_others_and_stays_there() {
        let (second, third) = (ours("1.3.2"), ours("1.3.3"));
        assert_eq!(placed(&[THEIRS], &ours("1.3.1")), second);
        assert_eq!(placed(&[THEIRS, &second], &ours("1.3.1")), second);
        let done = second.replace("[ ]", "[x]");
        assert_eq!(placed(&[THEIRS, &done], &ours("1.3.1")), second, "executed, and not yet reviewed again");
        assert_eq!(placed(&[THEIRS, &done], &third), third, "the next round");
        let later = THEIRS.replace("1.3.1", "1.3.2");
        assert_eq!(placed(&[&ours("1.3.1"), &later], &ours("1.3.1")), ours("1.3.1"), "theirs came later");
    }
}
