//! A failing test and the commit that makes it pass: two commits of one task, of which the first seldom says so.
//!
//! ```text
//! test(03-01): failing test of the login      names no task, touches none of its files
//! feat(03-01): Task 2: log in                 the plan's next commit
//! ```
//!
//! Where executors commit in turn, the next commit may be another's. What is taken is said; of several tests before
//! commits of several tasks each goes where its own words lead, and is left out where they lead nowhere.

use std::collections::BTreeSet;

use super::names::PlanNames;
use super::{Near, Standing, shorten};
use crate::domain::diff::Commit;
use crate::domain::review::Remark;

/// The code of a remark on a failing test that nothing gives to a task.
pub const UNPAIRED: &str = "test_unpaired";

/// A commit of the history, newest first, with how it stands to the task.
type Judged<'c> = (&'c Commit, Standing);

/// Gives failing tests to the task whose commit makes them pass, and says so: `test` commits of the plan that name no
/// task and none of the task's files belong with the plan's next commit.
pub(super) fn pair(judged: &mut [Judged<'_>], plan: &PlanNames) -> Vec<Remark> {
    let counts = |(commit, standing): &Judged<'_>| {
        plan.is_scope_of(&commit.subject)
            && !matches!(standing, Standing::Silent { .. } | Standing::Merge { .. })
    };
    // The plan's commits, oldest first: runs of tests that nobody claims, each with the commits before the next run.
    let of_plan: Vec<usize> = (0..judged.len()).rev().filter(|at| counts(&judged[*at])).collect();
    let mut remarks = Vec::new();
    let mut at = 0;
    while at < of_plan.len() {
        let until = |from: usize, wanted: bool| {
            let rest = of_plan[from..].iter().position(|n| is_unclaimed(&judged[*n]) != wanted);
            rest.map_or(of_plan.len(), |n| from + n)
        };
        let begins = until(at, false);
        let ends = until(begins, true);
        let next = until(ends, false);
        let (tests, after) = (&of_plan[begins..ends], &of_plan[ends..next]);
        for (test, fate) in decided(judged, tests, after) {
            match fate {
                Fate::Own => {
                    judged[test].1 = Standing::Own;
                    remarks.push(taken(judged[test].0));
                }
                Fate::Nobodys => judged[test].1 = Standing::Other { why: Some(Near::Unpaired) },
                Fate::Others => {}
            }
        }
        at = next.max(at + 1);
    }
    remarks
}

/// Whose a test is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Own,
    Others,
    /// Nothing tells.
    Nobodys,
}

fn decided(judged: &[Judged<'_>], tests: &[usize], after: &[usize]) -> Vec<(usize, Fate)> {
    let Some(next) = after.first() else { return Vec::new() };
    let is_own = |at: &usize| judged[*at].1.is_own();
    let of_several = after.iter().any(|at| is_own(at) != is_own(next));
    let by_order = if is_own(next) { Fate::Own } else { Fate::Others };
    let fate = |test: usize| {
        if !of_several {
            return by_order;
        }
        // Words that stand in the commits of one side alone.
        let words = words(judged[test].0);
        let of = |own: bool| -> BTreeSet<String> {
            after.iter().filter(|at| is_own(at) == own).flat_map(|at| self::words(judged[*at].0)).collect()
        };
        let (ours, theirs) = (of(true), of(false));
        let shares = |side: &BTreeSet<String>, other: &BTreeSet<String>| {
            words.iter().any(|word| side.contains(word) && !other.contains(word))
        };
        match (shares(&ours, &theirs), shares(&theirs, &ours)) {
            (true, false) => Fate::Own,
            (false, true) => Fate::Others,
            // One test alone goes with what follows it; of several, each may be of another task.
            _ if tests.len() == 1 => by_order,
            _ => Fate::Nobodys,
        }
    };
    tests.iter().map(|test| (*test, fate(*test))).collect()
}

fn is_unclaimed((commit, standing): &Judged<'_>) -> bool {
    *standing == Standing::Other { why: Some(Near::NoTask) }
        && commit.subject.trim_start().starts_with("test(")
}

/// Words that say nothing of what a commit is about.
const COMMON: [&str; 24] = [
    "test",
    "tests",
    "spec",
    "specs",
    "task",
    "failing",
    "fail",
    "fails",
    "add",
    "added",
    "adds",
    "the",
    "for",
    "and",
    "with",
    "impl",
    "implement",
    "implements",
    "green",
    "red",
    "src",
    "lib",
    "index",
    "main",
];

/// The words of a commit: of its message behind the scope, and of the names of its files.
fn words(commit: &Commit) -> BTreeSet<String> {
    let text = commit.subject.split_once(':').map_or(commit.subject.as_str(), |(_, text)| text);
    let files =
        commit.files.iter().map(|f| f.file_name().rsplit_once('.').map_or(f.file_name(), |(stem, _)| stem));
    let mut found = BTreeSet::new();
    for part in std::iter::once(text).chain(files) {
        // `loginForm` is two words.
        let mut spaced = String::with_capacity(part.len());
        for c in part.chars() {
            if c.is_uppercase() {
                spaced.push(' ');
            }
            spaced.extend(c.to_lowercase());
        }
        let all = spaced.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 2);
        found.extend(all.filter(|word| !COMMON.contains(word)).map(str::to_owned));
    }
    found
}

fn taken(commit: &Commit) -> Remark {
    let message = format!(
        "commit {} \"{}\" names no task: it is taken for the failing test of the commit that follows it",
        commit.id.short(),
        shorten(&commit.subject)
    );
    Remark::new(0, "test_paired", message)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{history, scope, subjects};
    use super::super::{Selection, commits_of_task};

    #[test]
    fn a_failing_test_goes_with_the_commit_that_makes_it_pass() {
        let history = history(&[
            ("test(03-01): failing test of the model", &["tests/model.rs"]),
            ("feat(03-01): task 1 model", &["src/model.rs"]),
            ("test(03-01): failing test of the login", &["tests/login.rs"]),
            ("docs(03-01): progress", &[".planning/STATE.md"]),
            ("feat(03-02): task 1 mail", &["src/mail.rs"]),
            ("feat(03-01): log in", &["src/login.rs"]),
            ("test(03-01): one more test of nobody's", &["tests/more.rs"]),
        ]);
        let found = commits_of_task(&history, &scope("2", &["src/login.rs"]), None);
        assert_eq!(
            subjects(&found.commits),
            ["test(03-01): failing test of the login", "feat(03-01): log in"]
        );
        assert!(subjects(&found.unreviewed).contains(&"test(03-01): one more test of nobody's"));
    }

    const TEST_ONE: &str = "test(03-01): failing test for one";
    const TEST_TWO: &str = "test(03-01): failing test for two";

    fn codes(found: &Selection) -> Vec<&str> {
        found.why.iter().map(|remark| remark.code.as_str()).collect()
    }

    #[test]
    fn a_test_that_is_taken_is_said_to_be() {
        let history = history(&[
            (TEST_ONE, &["tests/one.rs"]),
            ("feat(03-01): task 1 impl", &["src/a.rs"]),
            ("feat(03-01): task 2 impl", &["src/b.rs"]),
        ]);
        let found = commits_of_task(&history, &scope("1", &["src/a.rs"]), None);
        assert_eq!(subjects(&found.commits), [TEST_ONE, "feat(03-01): task 1 impl"]);
        assert_eq!(codes(&found), ["test_paired"]);
        assert!(found.why[0].message.contains(TEST_ONE), "{:?}", found.why);
        let other = commits_of_task(&history, &scope("2", &["src/b.rs"]), None);
        assert_eq!(subjects(&other.commits), ["feat(03-01): task 2 impl"]);
    }

    #[test]
    fn tests_of_two_executors_are_nobodys_where_nothing_tells() {
        let history = history(&[
            ("chore: start", &["README.md"]),
            (TEST_ONE, &["tests/one.rs"]),
            (TEST_TWO, &["tests/two.rs"]),
            ("feat(03-01): task 1 impl", &["src/a.rs"]),
            ("feat(03-01): task 2 impl", &["src/b.rs"]),
        ]);
        for (task, file) in [("1", "src/a.rs"), ("2", "src/b.rs")] {
            let found = commits_of_task(&history, &scope(task, &[file]), None);
            assert_eq!(subjects(&found.commits), [format!("feat(03-01): task {task} impl")], "{task}");
            let listed = subjects(&found.unreviewed);
            assert!(listed.contains(&TEST_ONE) && listed.contains(&TEST_TWO), "{task}: {listed:?}");
            let said: Vec<&str> = found.why.iter().map(|r| r.message.as_str()).collect();
            assert_eq!(said.iter().filter(|m| m.contains("nothing tells whose")).count(), 2, "{said:?}");
        }
    }

    #[test]
    fn tests_of_two_executors_go_where_their_words_lead() {
        let history = history(&[
            ("test(03-01): failing test of the cart", &["tests/cart.rs"]),
            ("test(03-01): RED", &["tests/loginForm.test.js"]),
            ("feat(03-01): task 2 impl", &["src/login.js"]),
            ("feat(03-01): task 1 sum the cart", &["src/sum.rs"]),
        ]);
        let one = commits_of_task(&history, &scope("1", &["src/sum.rs"]), None);
        assert_eq!(
            subjects(&one.commits),
            ["test(03-01): failing test of the cart", "feat(03-01): task 1 sum the cart"]
        );
        let two = commits_of_task(&history, &scope("2", &["src/login.js"]), None);
        assert_eq!(subjects(&two.commits), ["test(03-01): RED", "feat(03-01): task 2 impl"]);
        assert_eq!(codes(&two), ["left_out", "test_paired"], "the other's is left out, and said");
    }
}
