//! What a commit message says it belongs to: a plan by its conventional scope, a task by its number.
//!
//! ```text
//! subject = type [ "(" scope ")" ] [ "!" ] ":" text      feat(03-01): task 2 - login
//! task    = "task" [ "s" ] number { sep number } | "T" number
//! label   = plan task                                    fix(03-01 Task 2): x; fix: x (03-01 Task 2)
//! ```
//!
//! A label is how people and briefs call a task. It may stand in the place of the scope, begin the text or end it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::domain::diff::Commit;

static SCOPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*[A-Za-z]+\(([^()]{1,100})\)!?:").expect("the pattern is a constant and compiles")
});

/// A task named by word, with the numbers that follow it in a list: `tasks 1, 2 and 4`, `task 2-3`.
static TASK: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"[0-9]+(?:\.[0-9]+)*[a-z]?\b";
    Regex::new(&format!(r"(?i)\btasks?[ \t:#_-]*({number}(?:(?:[ \t]*(?:,|&|\band\b)[ \t]*|-|–){number})*)"))
        .expect("the pattern is a constant and compiles")
});

/// A task named by letter. Only the capital letter: `t2` is too often something else.
static LETTER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\bT([0-9]+(?:\.[0-9]+)*[a-z]?)\b").expect("the pattern is a constant and compiles")
});

static LETTER_IN_SCOPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[-./ ][tT]([0-9]+(?:\.[0-9]+)*[a-z]?)$").expect("the pattern is a constant and compiles")
});

/// The tasks that a scope names behind its plan.
static WORD_IN_SCOPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[-./ ,:_#]+(?i:tasks?)[ \t:#_-]*[0-9].*$").expect("the pattern is a constant and compiles")
});

/// A label that begins the text or ends the subject. One word stands before the task: in "see 03-01 Task 2" nothing says
/// that it is this commit's.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    let task = r"[-./ ,:_#]+(?:(?i:tasks?)[ \t:#_-]*|T)[0-9]";
    let plan = r"([^()\[\]\s,:]{1,100}?)";
    Regex::new(&format!(
        r"^\s*(?:[A-Za-z]+(?:\([^()]*\))?!?:\s*)?{plan}{task}|\({plan}{task}[^()]{{0,60}}\)(?:\s*\(#[0-9]+\))?[.\s]*$"
    ))
    .expect("the pattern is a constant and compiles")
});

/// The start of a body line that speaks of a task: a heading, a bullet or a trailer.
static LINE_START: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[\s*#>-]*(?:(?i:tasks?)\b|T[0-9])").expect("the pattern is a constant and compiles")
});

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[vr]?[0-9]+(?:\.[0-9]+)*[a-z]?(?:\.[0-9]+)*$")
        .expect("the pattern is a constant and compiles")
});

/// The tasks a message names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    /// Normalised numbers.
    Tasks(BTreeSet<String>),
    Nothing,
}

impl Named {
    /// Tells whether the task with this number, as written in a plan, is among them.
    pub(super) fn names(&self, task: &str) -> bool {
        match self {
            Named::Tasks(numbers) => numbers.contains(&task_number(task)),
            Named::Nothing => false,
        }
    }
}

/// Returns the tasks a commit names: by its subject, or else by lines of its body that start with one.
///
/// A task mentioned in the middle of a body's sentence ("prepares task 3") names nothing.
pub(super) fn tasks(commit: &Commit) -> Named {
    let mut found = BTreeSet::new();
    collect(&commit.subject, &mut found);
    if found.is_empty() {
        for line in commit.body.lines().filter(|line| LINE_START.is_match(line)) {
            collect(line, &mut found);
        }
    }
    if found.is_empty() { Named::Nothing } else { Named::Tasks(found) }
}

fn collect(text: &str, found: &mut BTreeSet<String>) {
    if let Some(scope) = scope(text)
        && let Some(letter) = LETTER_IN_SCOPE.captures(scope)
    {
        found.insert(number(&letter[1]));
    }
    for list in TASK.captures_iter(text) {
        numbers(&list[1], found);
    }
    for letter in LETTER.captures_iter(text) {
        found.insert(number(&letter[1]));
    }
}

/// Reads a list of numbers; `2-4` and `2–4` are ranges of at most 50.
fn numbers(list: &str, found: &mut BTreeSet<String>) {
    let list = list.to_lowercase().replace('–', "-").replace("and", ",").replace('&', ",");
    for part in list.split(',').map(str::trim) {
        match part.split_once('-') {
            Some((from, to)) => {
                if let (Ok(from), Ok(to)) = (from.parse::<u32>(), to.parse::<u32>()) {
                    found.extend((from..=to).take(50).map(|n| n.to_string()));
                }
                found.extend([from, to].map(number));
            }
            None => {
                found.insert(number(part));
            }
        }
    }
}

/// Normalises a task as a plan writes it: `Task 02`, `T2` and `2` are one.
pub(super) fn task_number(task: &str) -> String {
    let task = task.trim().to_lowercase();
    let task = task.strip_prefix("task").unwrap_or(&task).trim_start_matches([' ', ':', '#', '-']);
    let bare = task.strip_prefix('t').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    number(bare.unwrap_or(task))
}

/// Strips leading zeros of each part: `01` is `1`, `01.10` is `1.10`.
fn number(text: &str) -> String {
    let parts = text.trim().split('.').map(|part| {
        let bare = part.trim_start_matches('0');
        let zero = part.len() > bare.len() && !bare.starts_with(|c: char| c.is_ascii_digit());
        if zero { format!("0{bare}") } else { bare.to_owned() }
    });
    parts.collect::<Vec<_>>().join(".")
}

/// Returns a subject without the sign that some put before it: `✨ feat(03-01): x`, `:sparkles: feat(03-01): x`.
fn plain(subject: &str) -> &str {
    let bare = subject.trim_start();
    let coded = bare.strip_prefix(':').and_then(|rest| rest.split_once(':'));
    let is_code = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_+-".contains(c);
    match coded.filter(|(name, _)| !name.is_empty() && name.chars().all(is_code)) {
        Some((_, rest)) => rest.trim_start(),
        None => bare.trim_start_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric()).trim_start(),
    }
}

fn scope(subject: &str) -> Option<&str> {
    SCOPE.captures(plain(subject)).and_then(|found| found.get(1)).map(|scope| scope.as_str())
}

/// Returns what a subject says it is of, in tokens and without its task: its scope, or its label where the scope has no
/// number and may be the name of a component.
fn of(subject: &str) -> Option<Vec<String>> {
    let scope = scope(subject).map(|scope| {
        let plan = WORD_IN_SCOPE.replace(scope, "");
        tokens(LETTER_IN_SCOPE.replace(&plan, "").as_ref())
    });
    let is_plan = |tokens: &Vec<String>| tokens.iter().any(|token| NUMBER.is_match(token));
    if scope.as_ref().is_some_and(is_plan) {
        return scope;
    }
    let label = LABEL.captures(plain(subject)).and_then(|found| found.get(1).or_else(|| found.get(2)));
    label.map(|plan| tokens(plan.as_str())).or(scope)
}

/// Tells whether a subject says that it is of a list of tasks with this name.
pub(super) fn is_of_list(subject: &str, name: &str) -> bool {
    of(subject).is_some_and(|of| of == tokens(name))
}

/// Returns the number that stands alone in the place of the scope: `fix(1.1.1): x`.
pub(super) fn number_as_scope(subject: &str) -> Option<String> {
    scope(subject).filter(|scope| scope.contains('.') && NUMBER.is_match(scope)).map(task_number)
}

/// Splits at `-`, `/` and spaces and normalises: `03-auth` is `3`, `auth`.
fn tokens(text: &str) -> Vec<String> {
    let text = text.trim().to_lowercase();
    let split = text.split(['-', '/', ' ', '_']).filter(|token| !token.is_empty());
    split.map(|token| if NUMBER.is_match(token) { number(token) } else { token.to_owned() }).collect()
}

fn only_numbers(tokens: &[String]) -> Vec<String> {
    tokens.iter().filter(|token| NUMBER.is_match(token)).cloned().collect()
}

/// Tells whether a subject's scope has the shape of a phase and a plan, whosever it is.
pub(super) fn carries_a_plan(subject: &str) -> bool {
    of(subject).is_some_and(|of| only_numbers(&of).len() >= 2)
}

/// The ways in which one phase and plan may be written in a scope.
#[derive(Debug, Clone)]
pub(super) struct PlanNames {
    /// Each a list of tokens that a scope may hold.
    plans: Vec<Vec<String>>,
    phases: Vec<Vec<String>>,
}

impl PlanNames {
    /// Takes phase and plan as written; a plan such as `03-01` holds its phase.
    pub(super) fn new(phase: Option<&str>, plan: Option<&str>) -> Self {
        let phase = tokens(phase.unwrap_or_default());
        let numeric = only_numbers(&phase);
        let mut phases = vec![phase, numeric.clone()];
        phases.extend(numeric.first().map(|first| vec![first.clone()]));
        phases.retain(|phase| !phase.is_empty());
        let plan = tokens(plan.unwrap_or_default());
        let mut plans = Vec::new();
        if !plan.is_empty() {
            if phases.is_empty() {
                plans.push(plan.clone());
            }
            for phase in &phases {
                let inner = plan.strip_prefix(phase.as_slice()).filter(|rest| !rest.is_empty());
                plans.push([phase.as_slice(), inner.unwrap_or(&plan)].concat());
            }
        }
        Self { plans, phases }
    }

    /// Tells whether nothing is known that a scope could be compared with.
    pub(super) fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// Tells whether a subject carries the scope of this phase and plan, in any writing.
    pub(super) fn is_scope_of(&self, subject: &str) -> bool {
        self.any(subject, &self.plans, |scope, plan| scope == plan)
    }

    /// Tells whether a subject's scope lies in this phase.
    pub(super) fn is_of_phase(&self, subject: &str) -> bool {
        self.any(subject, &self.phases, |scope, phase| scope.starts_with(phase))
    }

    fn any(&self, subject: &str, wanted: &[Vec<String>], fits: fn(&[String], &[String]) -> bool) -> bool {
        let Some(whole) = of(subject) else { return false };
        let numeric = only_numbers(&whole);
        wanted.iter().any(|wanted| fits(&whole, wanted) || fits(&numeric, wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::{Oid, Timestamp};

    #[test]
    fn scopes_are_compared_as_people_write_them() {
        for (phase, plan, subject, expected) in [
            (Some("03-auth"), Some("01"), "feat(03-01): x", true),
            (Some("3"), Some("1"), "feat(03-01): x", true),
            (Some("03"), Some("01"), "fix(3-1)!: x", true),
            (Some("03-auth"), Some("03-01"), "feat(03-01): x", true),
            (None, Some("03-01"), "feat(3-1): x", true),
            (Some("03-auth"), Some("1"), "feat(03-auth-01): x", true),
            (Some("auth"), Some("1"), "feat(auth-01): x", true),
            (Some("14.1"), Some("01"), "test(14.1-01): x", true),
            (Some("v0.11-01"), Some("02"), "feat(v0.11-01-02): x", true),
            (Some("03"), Some("12a"), "feat(03-12a): x", true),
            (Some("03"), Some("01"), "feat(03-01-T2): x", true),
            (Some("03"), Some("01"), "fix(03-01 Task 2): x", true),
            (Some("03"), Some("01"), "fix(03-01, task #2)!: x", true),
            (Some("03"), Some("01"), "fix(03-01-task-2): x", true),
            (Some("03"), Some("01"), "fix(03-01 Tasks 1, 2): x", true),
            (Some("03"), Some("01"), "fix: x (03-01 Task 2)", true),
            (Some("03"), Some("01"), "fix(login): x (03-01 T2) (#12)", true),
            (Some("03"), Some("01"), "fix: 03-01 Task 2: x", true),
            (Some("03"), Some("01"), "03-01 task 2 x", true),
            (Some("03"), Some("01"), "✨ feat(03-01): x", true),
            (Some("03"), Some("01"), "♻️  refactor(03-01)!: x", true),
            (Some("03"), Some("01"), ":sparkles: feat(03-01): x", true),
            (Some("03"), Some("01"), "🐛 fix: 03-01 Task 2: x", true),
            (Some("03"), Some("01"), "✨ feat(03-02): x", false),
            (Some("03"), Some("01"), ":not a code: feat(03-01): x", false),
            (Some("03"), Some("01"), "fix(03-02 Task 2): x", false),
            (Some("03"), Some("01"), "fix: x (03-02 Task 2)", false),
            (Some("03"), Some("01"), "fix(03-02): x (03-01 Task 2)", false),
            (Some("03"), Some("01"), "fix: x (see 03-01 Task 2)", false),
            (Some("03"), Some("01"), "fix: x, as 03-01 Task 2 has it", false),
            (Some("03"), Some("01"), "fix: x (03-01)", false),
            (Some("03"), Some("1.10"), "feat(03-1.1): x", false),
            (Some("03"), Some("01"), "feat(03-10): x", false),
            (Some("03"), Some("01"), "feat(13-01): x", false),
            (Some("03"), Some("01"), "feat: 03-01", false),
            (Some("03"), None, "feat(03-01): x", false),
            (None, None, "feat(): x", false),
            (Some("auth"), Some("1"), "feat(mail-1): x", false),
        ] {
            assert_eq!(
                PlanNames::new(phase, plan).is_scope_of(subject),
                expected,
                "{phase:?} {plan:?} {subject}"
            );
        }
    }

    #[test]
    fn tasks_are_named_in_many_ways() {
        for (subject, body, expected) in [
            ("feat(03-01): task 2 - login", "", "2"),
            ("feat(03-01): Task 02: login", "", "2"),
            ("feat(03-01): T2 login", "", "2"),
            ("feat(03-01-T2): login", "", "2"),
            ("feat(03-01-t2): login", "", "2"),
            ("feat(03-01): login (task #2)", "", "2"),
            ("feat: tasks 1, 2 and 4", "", "1 2 4"),
            ("feat: tasks 2-4", "", "2 3 4"),
            ("feat: task 1.10", "", "1.10"),
            ("feat: task 2a", "", "2a"),
            ("feat: login", "Task: 2", "2"),
            ("feat: login", "- Task 2: done", "2"),
            ("feat: login", "prepares task 3", ""),
            ("feat: task 2", "Task 3 comes next", "2"),
            ("feat: multitask 2", "", ""),
            ("feat: use t2.micro", "", ""),
            ("feat: tasks list", "", ""),
            ("feat: task 0", "", "0"),
        ] {
            let commit = Commit {
                id: Oid::new("0"),
                parents: vec![],
                subject: subject.to_owned(),
                body: body.to_owned(),
                author_time: Timestamp(0),
                files: vec![],
                renamed: vec![],
            };
            let found = match tasks(&commit) {
                Named::Tasks(numbers) => numbers.into_iter().collect::<Vec<_>>().join(" "),
                Named::Nothing => String::new(),
            };
            assert_eq!(found, expected, "{subject} / {body}");
        }
    }

    #[test]
    fn a_plan_may_write_its_task_with_a_word() {
        let named = Named::Tasks(BTreeSet::from(["2".to_owned()]));
        for (task, expected) in
            [("2", true), ("02", true), ("T2", true), ("Task 2", true), ("2a", false), ("12", false)]
        {
            assert_eq!(named.names(task), expected, "{task}");
        }
    }
}
