//! Whether an answer is about this subject at all.

use super::Bench;
use crate::domain::dialect::Reading;

impl Bench<'_> {
    /// Notices an answer about another task.
    pub(super) fn check_subject(&mut self) {
        if self.is_about_another() {
            let about = self.reading.about.clone().unwrap_or_default();
            let message = format!(
                "the answer says it is about \"{about}\"; this review is of {}",
                self.state.subject.label()
            );
            self.remark("wrong_pass", message);
        }
    }

    pub(super) fn what_it_is(&self) -> String {
        format!("about \"{}\"", self.reading.about.as_deref().unwrap_or_default())
    }

    pub(super) fn is_about_another(&self) -> bool {
        self.names_another(self.reading)
    }

    /// Tells whether an answer says that it is about another task; one that says nothing is about this one.
    pub(super) fn names_another(&self, reading: &Reading) -> bool {
        let Some(about) = &reading.about else { return false };
        let label = self.state.subject.label();
        let differ = |a: Option<String>, b: Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
        differ(task_number(about), task_number(&label)) || differ(plan_number(about), plan_number(&label))
    }
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
    }
}
