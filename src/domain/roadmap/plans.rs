//! The plans that a roadmap lists for a phase: `- [ ] 03-02-PLAN.md — refunds`.

use super::items::{list_item, names_plan};
use super::{Phase, Roadmap};

/// Words by which a listed plan is said not to be one any more.
const GIVEN_UP: [&str; 13] = [
    "dropped",
    "deferred",
    "merged",
    "removed",
    "superseded",
    "cancelled",
    "canceled",
    "skipped",
    "moved",
    "replaced",
    "obsolete",
    "folded",
    "optional",
];

impl Roadmap {
    /// Returns the files of the plans that the description of a phase lists, each with its line; `text` is what the roadmap
    /// was read from. What is struck out or said to be given up is left out.
    pub fn plans_of(&self, text: &str, taken: &Phase) -> Vec<(u32, String)> {
        let next = self.phases.iter().map(|p| p.line).filter(|line| *line > taken.line).min();
        let lines = (1..).zip(text.lines());
        let within =
            lines.skip_while(|(n, _)| *n < taken.line).take_while(|(n, _)| next.is_none_or(|next| *n < next));
        within
            .filter(|(_, line)| names_plan(line) && !is_given_up(line))
            .filter_map(|(n, line)| {
                let word = list_item(line)?.split_whitespace().next()?;
                Some((n, word.trim_matches(['*', '`', ':', '[', ']', ',']).to_owned()))
            })
            .collect()
    }
}

fn is_given_up(line: &str) -> bool {
    let lower = line.to_lowercase();
    lower.contains("~~") || lower.split(|c: char| !c.is_alphabetic()).any(|word| GIVEN_UP.contains(&word))
}

/// Tells whether two names of plans mean the same one: by the numbers in them, of which the one may leave the phase's out.
pub fn is_same_plan(a: &str, b: &str) -> bool {
    let numbers = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        parts.map(|part| part.trim_start_matches('0').to_owned()).collect()
    };
    let (a, b) = (numbers(a), numbers(b));
    !a.is_empty() && (a.ends_with(&b) || b.ends_with(&a)) && !b.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plans_of_a_phase_are_those_that_its_description_lists() {
        let text = "# Roadmap\n\n### Phase 3: Pay\n**Goal**: money\n\nPlans:\n- [x] 03-01-PLAN.md — pay\n\
                    - [ ] `03-02-PLAN.md`: refunds\n- [ ] ~~03-03-PLAN.md~~ — gone\n- [ ] 03-04-PLAN.md — merged into 03-01\n\n\
                    ### Phase 4: Ship\n**Goal**: parcels\n\n- [ ] 04-01-PLAN.md — ship\n";
        let roadmap = super::super::read(text);
        let phase = roadmap.phase("3").expect("it is there");
        let expected = [(7, "03-01-PLAN.md".to_owned()), (8, "03-02-PLAN.md".to_owned())];
        assert_eq!(roadmap.plans_of(text, phase), expected);
    }

    #[test]
    fn names_of_plans_are_compared_by_their_numbers() {
        for (a, b, same) in [
            ("03-01", "03-01-login", true),
            ("3-1", "03-01", true),
            ("01", "03-01", true),
            ("03-01", "03-02", false),
            ("03-01", "04-01", false),
            ("03-01", "auth", false),
        ] {
            assert_eq!(is_same_plan(a, b), same, "{a} {b}");
        }
    }
}
