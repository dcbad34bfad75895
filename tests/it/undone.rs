//! Ways to approve, times what is said beside the approval: what undoes it must never pass, and what is harmless
//! must not cost the approval.
//!
//! The tails stand in `tests/undone/`, a line a tail (`\n` is a line break). They were written down before the rules
//! they try; the rules were made with the odd lines only, so that the even ones tell what the rules are worth on
//! words that nobody had in mind. The bounds below are what was reached, not what is hoped for.

use countersign::domain::dialect::{ReadContext, held_verdict, read};

const UNDOING: &str = include_str!("../undone/undoing.txt");
const INNOCENT: &str = include_str!("../undone/innocent.txt");
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
    fn of(file: &str, approval: bool) -> (Self, Vec<String>) {
        let (mut score, mut wrong) = (Self::default(), Vec::new());
        for (number, tail) in tails(file) {
            let block = tail.contains('\n') || tail.starts_with(['|', '`', '>', '-']);
            for (name, way, blocks) in WAYS {
                if block && !blocks {
                    continue;
                }
                let text = way.replace("{}", &tail.replace('"', "'"));
                score.count(
                    number,
                    approves(&text) == approval,
                    || format!("{number} {name}: {tail}"),
                    &mut wrong,
                );
            }
        }
        (score, wrong)
    }

    fn count(&mut self, number: usize, right: bool, told: impl Fn() -> String, wrong: &mut Vec<String>) {
        let half = usize::from(number % 2 == 0);
        self.all[half] += 1;
        self.right[half] += u32::from(right);
        if !right {
            wrong.push(told());
        }
    }

    /// Shares of odd and even, in percent.
    fn shares(&self) -> [f64; 2] {
        [0, 1].map(|half| 100.0 * f64::from(self.right[half]) / f64::from(self.all[half].max(1)))
    }

    fn told(&self, name: &str) {
        let [odd, even] = self.shares();
        let ([a, b], [c, d]) = (self.right, self.all);
        eprintln!("{name}: odd {a}/{c} = {odd:.1} %, even {b}/{d} = {even:.1} %");
    }
}

fn show(wrong: &[String]) {
    // The even ones are for counting: who mends the rules looks at the odd ones only.
    let odd = |line: &&String| {
        line.split(' ').next().and_then(|n| n.parse::<usize>().ok()).is_some_and(|n| n % 2 == 1)
    };
    if std::env::var_os("UNDONE").is_some() {
        wrong.iter().filter(odd).for_each(|line| eprintln!("  {}", line.replace('\n', "\\n")));
    }
}

#[test]
fn what_undoes_an_approval_is_heard_in_new_words() {
    let (score, wrong) = Score::of(UNDOING, false);
    score.told("undoing tails");
    show(&wrong);
    let (mut whole, mut missed) = (Score::default(), Vec::new());
    for (number, text) in tails(WHOLE) {
        whole.count(number, !approves(&text), || format!("{number} {text}"), &mut missed);
    }
    whole.told("whole texts");
    show(&missed);
}

#[test]
fn what_is_harmless_beside_an_approval_costs_nothing() {
    let (score, wrong) = Score::of(INNOCENT, true);
    score.told("harmless tails");
    show(&wrong);
}
