//! What a test run means beside the runs before it (SPEC 4.5).

use super::event::{Course, TestRun};
use super::state::{LoopState, Standing};
use crate::domain::closed_when::ClosedWhen;

/// A run as it is reported.
#[derive(Debug, Clone, Default)]
pub struct Reported {
    pub failed: Vec<String>,
    /// Empty where the tester does not list what passed.
    pub passed: Vec<String>,
    pub total: Option<u32>,
    pub command: Option<String>,
    /// A digest of the work as it stands.
    pub work: Option<String>,
}

/// Compares a reported run with the earlier ones.
///
/// A test that failed before and is not in `failed` passes now; where the tester lists what passed, it must stand
/// there, or it was not run and goes on failing. `left` are the tests that failed when the loop before this one ended: they
/// stand for the run before the first.
pub fn compare(state: &LoopState, left: &[String], reported: &Reported) -> TestRun {
    let before = if state.tests.runs.is_empty() { left } else { state.failing_tests() };
    let mut failing: Vec<String> = Vec::new();
    for test in &reported.failed {
        if !failing.contains(test) {
            failing.push(test.clone());
        }
    }
    let passes = |test: &String| reported.passed.is_empty() || reported.passed.contains(test);
    let gone = before.iter().filter(|t| !failing.contains(t));
    let (fixed, not_run): (Vec<String>, Vec<String>) = gone.cloned().partition(passes);
    // What passed in the run before and fails in this one is news, whatever it did before that.
    let new = failing.iter().filter(|t| !before.contains(t)).cloned().collect();
    // A run in which nothing failed ends what was before it: the next failures are others.
    let runs = &state.tests.runs;
    let since = runs.iter().rposition(|run| run.failing.is_empty()).map_or(0, |green| green + 1);
    let first = runs.get(since);
    let steps = |first: &TestRun| fixed.iter().any(|t| first.failing.contains(t));
    failing.extend(not_run.iter().cloned());
    // Where nothing fails any more, there is no further to go.
    let progress = first.map(|first| failing.is_empty() || steps(first));
    let waited = state.findings.iter().filter(|f| f.is_open()).filter_map(|f| f.said.closed_when.as_deref());
    let waited: Vec<ClosedWhen> = waited.filter_map(|text| ClosedWhen::parse(text).ok()).collect();
    let waited_for = |test: &&String| waited.iter().any(|c| c.test() == Some(test.as_str()));
    let passed =
        reported.passed.iter().filter(waited_for).filter(|t| !failing.contains(t)).cloned().collect();
    TestRun {
        unchanged: false,
        failing,
        new: if runs.is_empty() && left.is_empty() { Vec::new() } else { new },
        fixed,
        not_run,
        total: reported.total,
        command: reported.command.clone(),
        passed,
        progress,
        work: reported.work.clone(),
    }
}

impl LoopState {
    /// Takes in a run and goes where it leads.
    pub(super) fn take_tests(&mut self, run: &TestRun, course: &Course) {
        if self.outcome().is_some() {
            // It gave way to others, which lead on: how its tests stand is noted, and no more follows.
            self.tests.runs.push(run.clone());
            return;
        }
        if self.standing != Standing::Retest {
            self.tests.before = Some(Box::new(self.standing.clone()));
            self.tests.restart = false;
        }
        self.tests.runs.push(run.clone());
        self.tests.passing.retain(|test| !run.failing.contains(test));
        self.tests.passing.extend(run.passed.iter().cloned());
        // A run in which nothing fails uses up nobody's patience.
        self.tests.in_tier += u32::from(!run.failing.is_empty());
        match run.progress {
            Some(true) => self.tests.no_progress = 0,
            Some(false) => self.tests.no_progress += 1,
            None => {}
        }
        if run.failing.is_empty() {
            self.tests.no_progress = 0;
            self.standing = match self.tests.before.take().map(|b| *b) {
                // Rejected since, or what was tested is the rejected work: it is still to be restored.
                Some(Standing::Reexecute) if self.tests.restart || run.unchanged => Standing::Reexecute,
                // What was tested is the work done anew: it is not restored a second time.
                None | Some(Standing::Reexecute) => Standing::NextReview(self.again()),
                Some(Standing::Fix) if self.all_answered() => Standing::NextReview(self.again()),
                Some(before) => before,
            };
        } else if !(run.unchanged && self.standing == Standing::Reexecute && matches!(course, Course::Retest))
        {
            // Nobody mends the tests of work that is to be done anew; its own run comes after it.
            self.follow(course);
        }
    }
}
