//! Ways to approve, times what is said beside the approval: what undoes it must never pass, and what is harmless
//! must not cost the approval.
//!
//! The tails stand in `tests/undone/`, a line a tail (`\n` is a line break). They were written down before the rules
//! they try; the rules were made with the odd lines only, so that the even ones tell what the rules are worth on
//! words that nobody had in mind. The `fresh` files were written when the rules stood, and are harder: many of their
//! lines hold no word of denial, duty or condition. The bounds below are what was reached, not what is hoped for;
//! before the rules, 17 and 15 of 100 texts that undo were heard, and 9 and 10 of the fresh ones.

use countersign::domain::dialect::{ReadContext, held_verdict, read};

const UNDOING: &str = include_str!("../undone/undoing.txt");
const INNOCENT: &str = include_str!("../undone/innocent.txt");
const FRESH_UNDOING: &str = include_str!("../undone/fresh_undoing.txt");
const FRESH_INNOCENT: &str = include_str!("../undone/fresh_innocent.txt");
const WHOLE: &str = include_str!("../undone/whole.txt");

/// Name, text with `{}` for the tail, whether a tail of several lines or a block of Markdown may stand there.
const WAYS: &[(&str, &str, bool)] = &[
    ("below", "Approved.\n\n{}\n", true),
    ("beside", "LGTM. {}", false),
    ("above", "{}\n\nVerdict: approved", true),
    ("between", "I read the diff.\n\n{}\n\nLooks good to me.", true),
    ("behind a dash", "**Verdict:** PASS — {}", false),
    ("yolo", "VERDICT: approve\nFINDINGS:\n\n{}", true),
    (
        "megazord",
        "## REVIEW COMPLETE\n\n**Task:** 01-01 Task 1\n**Status:** passed\n**Critical:** 0\n**Warnings:** 0\n**Info:** 0\n\n### Spec Compliance\n\nNo issues found.\n\n### Code Quality\n\n{}\n",
        true,
    ),
    (
        "gsd",
        "### Verdict: PASS\n\n**Requirements Score:** 5/5\n\n### Findings\n\nNone.\n\n### Summary\n\n{}\n",
        true,
    ),
    (
        "ralph",
        "## Review: design (Iteration 1)\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Completeness | PASS | every requirement has a component |\n\n### Summary\n\n{}\n\nREVIEW_PASS\n",
        true,
    ),
    ("bazinga", "**Decision:** APPROVED\n\n{}\n", true),
    (
        "bazinga json",
        "```json\n{\"status\": \"APPROVED\", \"issues\": [], \"summary\": \"{}\"}\n```\n",
        false,
    ),
    ("own json", "{\"verdict\": \"approved\", \"findings\": [], \"notes\": [\"{}\"]}", false),
];

/// The tails of a file with their line numbers.
fn tails(file: &str) -> impl Iterator<Item = (usize, String)> + '_ {
    file.lines().enumerate().map(|(at, line)| (at + 1, line.replace("\\n", "\n")))
}

fn approves(text: &str) -> bool {
    held_verdict(&read(text, &ReadContext::default())).approves()
}

/// How many texts of odd and of even tails turn out as they should, of how many.
#[derive(Debug, Default, Clone, Copy)]
struct Score {
    right: [u32; 2],
    all: [u32; 2],
}

impl Score {
    fn of(file: &str, approval: bool) -> Self {
        let mut score = Self::default();
        for (number, tail) in tails(file) {
            let block = tail.contains('\n') || tail.starts_with(['|', '`', '>', '-']);
            for (_, way, _) in WAYS.iter().filter(|(_, _, blocks)| *blocks || !block) {
                let text = way.replace("{}", &tail.replace('"', "'"));
                score.count(number, approves(&text) == approval);
            }
        }
        score
    }

    fn count(&mut self, number: usize, right: bool) {
        let half = usize::from(number.is_multiple_of(2));
        self.all[half] += 1;
        self.right[half] += u32::from(right);
    }

    /// Shares of odd and even, in percent.
    fn shares(&self) -> [f64; 2] {
        [0, 1].map(|half| 100.0 * f64::from(self.right[half]) / f64::from(self.all[half].max(1)))
    }

    /// Prints the shares and holds them against what was reached.
    fn reaches(&self, name: &str, least: [f64; 2]) {
        let shares = self.shares();
        let told =
            format!("{name}: {:?} of {:?}, {shares:.1?} % of odd and even lines", self.right, self.all);
        assert!(shares[0] >= least[0] && shares[1] >= least[1], "{told}, at least {least:?}");
    }
}

#[test]
fn what_undoes_an_approval_is_heard_in_new_words() {
    Score::of(UNDOING, false).reaches("undoing tails", [86.0, 79.0]);
    Score::of(FRESH_UNDOING, false).reaches("fresh undoing tails", [74.0, 71.0]);
    let mut whole = Score::default();
    for (number, text) in tails(WHOLE) {
        whole.count(number, !approves(&text));
    }
    whole.reaches("whole texts", [100.0, 100.0]);
}

#[test]
fn what_is_harmless_beside_an_approval_costs_little() {
    Score::of(INNOCENT, true).reaches("harmless tails", [99.0, 96.0]);
    Score::of(FRESH_INNOCENT, true).reaches("fresh harmless tails", [99.0, 94.0]);
}
