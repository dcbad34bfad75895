//! The number of each task: the written one, else its place in the plan, and in any case one that no other task has. By its
//! number a task is asked for, reviewed and told apart from the others.

use std::collections::HashMap;

use super::super::super::review::Remark;
use super::{Task, task_key};

/// The code of a remark on a number that stands at two tasks.
pub(crate) const DUPLICATE: &str = "duplicate_task";

/// Gives every task a number of its own, and says where that is not the one it was to have.
pub(super) fn number(tasks: &mut [Task], remarks: &mut Vec<Remark>) {
    dotted(tasks);
    // For each number that is taken: the line of its task, and how many others were to have it.
    let mut taken: HashMap<String, (u32, usize)> = HashMap::new();
    let mut left: Vec<usize> = Vec::new();
    for (at, task) in tasks.iter().enumerate().filter(|(_, task)| !task.number.is_empty()) {
        match taken.entry(task_key(&task.number)) {
            std::collections::hash_map::Entry::Occupied(_) => left.push(at),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert((task.line, 0));
            }
        }
    }
    // A written number goes before a place in the plan; no two tasks have one place.
    for (at, task) in tasks.iter_mut().enumerate().filter(|(_, task)| task.number.is_empty()) {
        let place = (at + 1).to_string();
        if taken.contains_key(&place) {
            left.push(at);
        } else {
            task.number = place;
        }
    }
    left.sort_unstable();
    for at in left {
        let Some(task) = tasks.get_mut(at) else { continue };
        let written = !task.number.is_empty();
        let wanted = if written { task.number.clone() } else { (at + 1).to_string() };
        let (first, own) = free(&wanted, &mut taken);
        let message = match written {
            true => format!(
                "task {wanted} stands twice; the first, in line {first}, is meant by its number, and this one is called {own}"
            ),
            false => format!(
                "the task has no number, and its place in the plan, {wanted}, is the number of the one in line {first}; it \
                 is called {own}"
            ),
        };
        let code = if written { DUPLICATE } else { "task_number_taken" };
        remarks.push(Remark::new(task.line, code, message));
        taken.insert(task_key(&own), (task.line, 0));
        task.number = own;
    }
}

/// Returns the line of the task that has a number, and the first number behind it that none has: `1b` behind `1`.
fn free(wanted: &str, taken: &mut HashMap<String, (u32, usize)>) -> (u32, String) {
    let key = task_key(wanted);
    let (first, mut asked) = taken.get(&key).copied().unwrap_or_default();
    let lettered = wanted.ends_with(|c: char| c.is_ascii_alphabetic());
    let own = loop {
        asked += 1;
        let letter = ('b'..='z').nth(asked - 1).filter(|_| !lettered);
        let own = match letter {
            Some(letter) => format!("{wanted}{letter}"),
            None => format!("{wanted}-{}", asked + 1),
        };
        if !taken.contains_key(&task_key(&own)) {
            break own;
        }
    };
    taken.insert(key, (first, asked));
    (first, own)
}

/// Takes the number off names like `1.1 Do it`, where every task without another number is named so: one alone may begin with
/// a version.
fn dotted(tasks: &mut [Task]) {
    if tasks.len() < 2 {
        return;
    }
    let mut found: Vec<(usize, String, String)> = Vec::new();
    for (at, task) in tasks.iter().enumerate().filter(|(_, t)| t.number.is_empty() && !t.name.is_empty()) {
        let Some((number, name)) = task.name.split_once(' ').filter(|(word, _)| is_dotted(word)) else {
            return;
        };
        if found.iter().any(|(_, known, _)| task_key(known) == task_key(number)) {
            return;
        }
        found.push((at, number.to_owned(), name.trim().to_owned()));
    }
    for (at, number, name) in found {
        if let Some(task) = tasks.get_mut(at) {
            (task.number, task.name) = (number, name);
        }
    }
}

/// Tells whether a word is numbers with dots between them: `1.1`, `01.2.3`.
fn is_dotted(word: &str) -> bool {
    let digits = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    word.contains('.') && word.split('.').all(digits)
}

#[cfg(test)]
mod tests {
    use super::super::super::{Plan, read};
    use crate::domain::ids::RepoPath;

    /// A plan of blocks with these names; an empty one has none.
    fn plan(names: &[&str]) -> Plan {
        let block = |name: &&str| match name.is_empty() {
            true => "<task type=\"checkpoint:human-verify\">\n<action>a</action>\n</task>\n".to_owned(),
            false => format!("<task type=\"auto\">\n<name>{name}</name>\n</task>\n"),
        };
        let text = format!("---\nphase: 1\n---\n{}", names.iter().map(block).collect::<String>());
        read(&RepoPath::parse(".planning/phases/01-x/01-01-PLAN.md").unwrap(), &text).unwrap()
    }

    fn numbers(names: &[&str]) -> Vec<String> {
        let plan = plan(names);
        // Each is reached by its own number.
        for task in &plan.tasks {
            assert_eq!(plan.task(&task.number).map(|t| t.line), Some(task.line), "{names:?}");
        }
        plan.tasks.into_iter().map(|t| t.number).collect()
    }

    #[test]
    fn a_written_number_goes_before_a_place() {
        assert_eq!(numbers(&["Task 1: a", "", "Task 2: b"]), ["1", "2b", "2"]);
        assert_eq!(numbers(&["Create an account", "Task 1: a", "Task 2: b"]), ["1b", "1", "2"]);
        assert_eq!(numbers(&["Task 2: a", "", ""]), ["2", "2b", "3"]);
        assert_eq!(numbers(&["Task 1: a", "", "Task 3: b"]), ["1", "2", "3"], "its place is free");
        assert_eq!(numbers(&["Do a", "Do b", ""]), ["1", "2", "3"], "no number is written");
        let told = plan(&["Task 1: a", "", "Task 2: b"]).remarks;
        assert!(
            told.iter().any(|r| r.code == "task_number_taken" && r.message.contains("called 2b")),
            "{told:?}"
        );
    }

    #[test]
    fn a_number_that_stands_twice_is_that_of_the_first() {
        assert_eq!(numbers(&["Task 1 (RED): a", "Task 1 (GREEN): b", "Task 1: c"]), ["1", "1b", "1c"]);
        assert_eq!(numbers(&["Task 1: a", "Task 1b: b", "Task 01: c", ""]), ["1", "1b", "01c", "4"]);
        assert_eq!(numbers(&["Task 2a: a", "Task 2a: b"]), ["2a", "2a-2"]);
        let many: Vec<String> = numbers(&["Task 1: a"; 40]);
        assert_eq!((many[25].as_str(), many[26].as_str()), ("1z", "1-27"));
    }

    #[test]
    fn a_number_without_the_word_is_written_all_the_same() {
        assert_eq!(numbers(&["1.1 Do it", "1.2 Do more"]), ["1.1", "1.2"]);
        assert_eq!(numbers(&["Task 1.1: a", "1.10 b", "2b. Third"]), ["1.1", "1.10", "2b"]);
        assert_eq!(numbers(&["2.0 API", "Write docs"]), ["1", "2"], "a version");
        assert_eq!(numbers(&["3d. view"]), ["3d"]);
        assert_eq!(numbers(&["2FA. Set it up", "3.5 is read"]), ["1", "2"]);
    }
}
