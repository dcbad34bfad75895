//! What a test run means beside the runs before it (SPEC 4.5).

use super::event::TestRun;
use super::state::LoopState;
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
