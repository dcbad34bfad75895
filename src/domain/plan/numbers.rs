//! Tasks by their words: numbers of tasks and plans are what a renumbering changes (SPEC 7.1).

use std::sync::LazyLock;

use regex::Regex;

use super::{Plan, Task, task_key};

/// Numbers of tasks, plans and list entries, which are what a renumbering changes.
static NUMBERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)\btasks?[ \t:#_-]*[0-9]+(?:\.[0-9]+)*\b|\b(?:id|number|num)\s*=\s*"[^"]*"|\b[0-9]{1,4}(?:\.[0-9]+)?-[0-9]{1,3}\b|(?m:^[ \t]*[-*] \[.\][ \t]+[0-9]+(?:\.[0-9]+)*\b)"#,
    )
    .expect("the pattern is a constant and compiles")
});

/// Returns the words of a text without its numbers and with single spaces.
pub fn words(text: &str) -> String {
    let plain = NUMBERS.replace_all(text, "#");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Tells whether two texts say the same but for their numbers. Nothing says nothing.
pub fn says_the_same(one: &str, other: &str) -> bool {
    let one = words(one);
    !one.is_empty() && one == words(other)
}

/// What a task's number is today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Today<'p> {
    /// The same, as far as can be told.
    Kept,
    Moved(&'p str),
    /// Another task has it, and this one is nowhere.
    Gone,
}

/// Tells what a task that had a number in a plan as it was is called in the plan as it is: by what it asks, else by its
/// name. A task rewritten in its place keeps its number; one that had another before is not it.
pub fn today<'p>(then: &Plan, now: &'p Plan, number: &str) -> Today<'p> {
    let Some(was) = then.task(number) else { return Today::Kept };
    let named = |t: &Task| !words(&was.name).is_empty() && words(&t.name) == words(&was.name);
    let same = |t: &Task| named(t) && says_the_same(&t.asked(), &was.asked());
    let here = now.task(number);
    if here.is_some_and(same) {
        return Today::Kept;
    }
    if let Some(one) = only(now, same) {
        return Today::Moved(&one.number);
    }
    if here.is_some_and(named) {
        return Today::Kept;
    }
    if let Some(one) = only(now, named) {
        return Today::Moved(&one.number);
    }
    let had_its_own = |is: &Task| {
        then.tasks.iter().any(|t| t.number != was.number && says_the_same(&t.asked(), &is.asked()))
    };
    if here.is_some_and(had_its_own) { Today::Gone } else { Today::Kept }
}

/// Returns the task of a name, by its number where that still has the name, else the only one that has.
pub fn number_today<'p>(now: &'p Plan, number: &str, name: &str) -> Option<&'p str> {
    let named = |t: &Task| words(&t.name) == words(name);
    let kept = now.task(number).filter(|t| named(t));
    kept.or_else(|| only(now, named)).map(|t| t.number.as_str())
}

/// Tells whether a plan as it was has some task of the plan as it is, by its name.
pub fn have_in_common(then: &Plan, now: &Plan) -> bool {
    now.tasks.iter().any(|is| then.tasks.iter().any(|was| is_named_as(is, was)))
}

/// Tells whether a task of a plan as it is was there in the plan as it was: by its words; by its name or its number, where
/// the files do not say otherwise. Without a number, whether any task was. A number counts only where something else of the
/// plan stayed: in a plan that was replaced it is another task's.
pub fn goes_on(then: &Plan, now: &Plan, number: &str) -> bool {
    let was_there = |is: &Task| {
        then.tasks.iter().any(|was| {
            let numbered = || task_key(&was.number) == task_key(&is.number) && have_in_common(then, now);
            says_the_same(&is.asked(), &was.asked())
                || share_files(is, was) && (is_named_as(is, was) || numbered())
        })
    };
    match number.is_empty() {
        true => now.tasks.iter().any(was_there),
        // A task that is nowhere tells nothing.
        false => now.task(number).is_none_or(was_there),
    }
}

fn is_named_as(one: &Task, other: &Task) -> bool {
    says_the_same(&one.name, &other.name)
}

/// Tells whether two tasks list a file together, or one of them lists none.
fn share_files(one: &Task, other: &Task) -> bool {
    let below = |a: &str, b: &str| {
        a == b || a.strip_prefix(b.trim_end_matches('/')).is_some_and(|r| r.starts_with('/'))
    };
    let any = one.files.iter().any(|a| other.files.iter().any(|b| below(a, b) || below(b, a)));
    any || one.files.is_empty() || other.files.is_empty()
}

fn only(plan: &Plan, is_it: impl Fn(&Task) -> bool) -> Option<&Task> {
    let mut hits = plan.tasks.iter().filter(|t| is_it(t));
    hits.next().filter(|_| hits.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::RepoPath;

    fn plan(tasks: &[(&str, &str)]) -> Plan {
        let mut text = "---\nphase: 01-cart\nplan: 01\n---\n<tasks>\n".to_owned();
        for (n, (name, action)) in tasks.iter().enumerate() {
            text += &format!(
                "<task type=\"auto\">\n<name>Task {}: {name}</name>\n<action>{action}</action>\n</task>\n",
                n + 1
            );
        }
        super::super::read(&RepoPath::parse(".planning/phases/01-cart/01-01-PLAN.md").unwrap(), &text)
            .unwrap()
    }

    #[test]
    fn tasks_are_told_by_their_words() {
        let then = plan(&[("one", "do one"), ("two", "do two")]);
        for (now, expected) in [
            (vec![("one", "do one"), ("two", "do two")], [Today::Kept, Today::Kept]),
            (vec![("two", "do two"), ("one", "do one")], [Today::Moved("2"), Today::Moved("1")]),
            (
                vec![("zero", "do zero"), ("one", "do one"), ("two", "do two")],
                [Today::Moved("2"), Today::Moved("3")],
            ),
            // Dropped before the other; rewritten in its place; renumbered and rewritten.
            (vec![("two", "do two")], [Today::Gone, Today::Moved("1")]),
            (vec![("one", "do more"), ("pay", "do pay")], [Today::Kept, Today::Kept]),
            (vec![("zero", "do zero"), ("one", "do more")], [Today::Moved("2"), Today::Kept]),
        ] {
            let now = plan(&now);
            assert_eq!([today(&then, &now, "1"), today(&then, &now, "2")], expected);
        }
        assert_eq!(number_today(&plan(&[("zero", "x"), ("one", "x")]), "1", "one"), Some("2"));
        assert_eq!(number_today(&then, "9", "nine"), None);
    }

    #[test]
    fn a_task_goes_on_where_the_plan_was_not_replaced() {
        let with = |tasks: &[(&str, &str)]| {
            let tasks: Vec<(&str, String)> = tasks
                .iter()
                .map(|(name, file)| (*name, format!("do it</action><files>{file}</files><action>")))
                .collect();
            plan(&tasks.iter().map(|(name, action)| (*name, action.as_str())).collect::<Vec<_>>())
        };
        let then = with(&[("one", "src/one.rs"), ("two", "src/two.rs")]);
        for (now, expected) in [
            (with(&[("one", "src/one.rs")]), true),
            // Reworded, with more files, among others that stayed.
            (with(&[("first", "src/one.rs, src/more.rs"), ("two", "src/two.rs")]), true),
            (with(&[("one", "src")]), true),
            // The number and the name alone are another's.
            (with(&[("one", "src/other.rs")]), false),
            (with(&[("first", "src/one.rs")]), false),
        ] {
            assert_eq!(goes_on(&then, &now, "1"), expected, "{:?}", now.tasks[0].name);
            assert!(goes_on(&then, &now, "9"));
        }
        assert!(!have_in_common(&then, &with(&[("three", "src/one.rs")])));
    }

    #[test]
    fn numbers_are_no_words() {
        assert!(says_the_same("Task 1: sum, as 01-01 says", "Task 3: sum,  as 01-02 says"));
        assert!(!says_the_same("Task 1: sum", "Task 1: count"));
        assert!(!says_the_same("", ""));
    }
}
