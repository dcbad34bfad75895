//! Whether an answer is about this subject at all.

use super::{Bench, WRONG_PASS};
use crate::domain::dialect::Reading;
use crate::domain::review::{RulingKind, Verdict};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;

impl Bench<'_> {
    /// Notices an answer about another task.
    pub(super) fn check_subject(&mut self) {
        if self.is_about_another() {
            let about = self.reading.about.clone().unwrap_or_default();
            let message = format!(
                "the answer says it is about \"{about}\"; this review is of {}",
                self.state.subject.label()
            );
            self.remark(WRONG_PASS, message);
        }
    }

    pub(super) fn what_it_is(&self) -> String {
        format!("about \"{}\"", self.reading.about.as_deref().unwrap_or_default())
    }

    pub(super) fn is_about_another(&self) -> bool {
        self.names_another(self.reading)
    }

    pub(super) fn names_another(&self, reading: &Reading) -> bool {
        names_another(self.state, reading)
    }
}

/// Tells whether an answer says that it is about this loop's task: that it is, that it is about another, or nothing.
pub fn is_about(state: &LoopState, reading: &Reading) -> Option<bool> {
    let about = reading.about.as_deref()?;
    if names_another(state, reading) {
        return Some(false);
    }
    let label = state.subject.label();
    let same = |a: Option<String>, b: Option<String>| a.is_some() && a == b;
    let named =
        same(task_number(about), task_number(&label)) || same(plan_number(about), plan_number(&label));
    named.then_some(true)
}

/// Tells whether words name the task or plan of a label such as `03-01 Task 2`: its number, where the label has one,
/// else its plan; and nothing in them differs.
pub fn names_it(label: &str, words: &str) -> bool {
    let (task, plan) = (task_number(label), plan_number(label));
    let (their_task, their_plan) = (task_number(words), plan_number(words));
    let fits = |ours: &Option<String>, theirs: &Option<String>| theirs.is_none() || ours == theirs;
    let named = if task.is_some() { their_task == task } else { plan.is_some() && their_plan == plan };
    named && fits(&task, &their_task) && fits(&plan, &their_plan)
}

/// Tells whether an answer says that it is about another task; one that says nothing is about this one.
fn names_another(state: &LoopState, reading: &Reading) -> bool {
    let Some(about) = &reading.about else { return false };
    let label = state.subject.label();
    let differ = |a: Option<String>, b: Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
    differ(task_number(about), task_number(&label)) || differ(plan_number(about), plan_number(&label))
}

/// Returns an answer with what the reviewer said of earlier findings before he was asked once more: he was asked for
/// one thing, and his silence on the others takes nothing back. Where he speaks of a finding again, that holds.
///
/// What cannot be read, or looked at another tree or task, lets nothing go; what it overrules stands all the same.
pub(super) fn with_first_words(state: &LoopState, pass: &PassRecord, reading: &Reading) -> Reading {
    let mut whole = reading.clone();
    if pass.answer.is_some() {
        // A second answer speaks for itself.
        return whole;
    }
    for (at, first) in pass.asked.iter().enumerate().rev().filter(|(_, first)| !names_another(state, first)) {
        let sure = first.claimed_verdict != Verdict::Unclear && at >= pass.asked_before;
        let spoken = |id: &str| {
            let is = |other: &str| other.eq_ignore_ascii_case(id);
            reading.rulings.iter().any(|r| is(&r.finding_id)) || reading.resolved.iter().any(|r| is(&r.id))
        };
        let rulings = first.rulings.iter().filter(|r| sure || r.ruling == RulingKind::Overruled);
        whole.rulings.extend(rulings.filter(|r| !spoken(&r.finding_id)).cloned());
        if sure {
            whole.resolved.extend(first.resolved.iter().filter(|r| !spoken(&r.id)).cloned());
            whole.met.extend(first.met.iter().cloned());
            whole.passed.extend(first.passed.iter().cloned());
        }
    }
    whole
}

/// Returns the number after the last word "task".
fn task_number(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let (_, rest) = lower.rsplit_once("task")?;
    let number: String = rest
        .trim_start_matches([' ', '#', ':', '\u{a0}'])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '.')
        .collect();
    let number = number.trim_matches('.').trim_start_matches('0').to_owned();
    (!number.is_empty() && number.starts_with(|c: char| c.is_ascii_digit())).then_some(number)
}

/// Returns phase and plan of a text such as `03-01 Task 2` or `14.1-02-name Task 1`, without leading zeros.
fn plan_number(text: &str) -> Option<String> {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '.'));
    words
        .filter_map(|word| {
            let mut parts = word.split('-');
            let (phase, plan) = (parts.next()?, parts.next()?);
            let numbers = [phase, plan].iter().all(|p| !p.is_empty() && p.chars().all(digits));
            numbers.then(|| format!("{}-{}", phase.trim_start_matches('0'), plan.trim_start_matches('0')))
        })
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_is_about() {
        assert_eq!(task_number("01-02-taskboard Task 3").as_deref(), Some("3"));
        assert_eq!(task_number("Task 1.10").as_deref(), Some("1.10"));
        assert_eq!(task_number("the whole task"), None);
        assert_eq!(plan_number("07-03 Task 1").as_deref(), Some("7-3"));
        assert_eq!(plan_number("14.1-02-cart Task 1").as_deref(), Some("14.1-2"));
        assert_eq!(plan_number("Task 1"), None);
        for (label, words, expected) in [
            ("03-01 Task 2", "03-01 Task 2", true),
            ("03-01 Task 2", "3-1 task 2: totals", true),
            ("03-01 Task 2", "Task 2", true),
            ("03-01 Task 2", "03-02 Task 2", false),
            ("03-01 Task 2", "03-01", false),
            ("03-01 Task 2", "the cart", false),
            ("03-01", "03-01", true),
            ("03-01", "03-01 Task 2", false),
            ("CART", "CART", false),
        ] {
            assert_eq!(names_it(label, words), expected, "{label}: {words}");
        }
    }
}
