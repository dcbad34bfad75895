//! The brief of every role under every protocol, whole, to be read as the one who must act on it. `UPDATE_EXPECT=1`
//! writes them anew.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use expect_test::expect_file;

use super::tests::{TAG, answered, change, file, finding, oid, one_file, open_pass, path, second, summed};
use super::{BUDGET, Document, Material, Upstream, answer_form, fix, review};
use crate::domain::dialect::{ReadContext, read};
use crate::domain::diff::Diff;
use crate::domain::executor_report;
use crate::domain::plan;
use crate::domain::protocol::{Effect, Protocol};
use crate::domain::review::{ResponseKind, Severity};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::{Precheck, PrecheckVerdict};
use crate::domain::review_loop::judge::{Evidence, judge};
use crate::domain::review_loop::next::{Surroundings, next_step};
use crate::domain::review_loop::state::{Decision, Standing};
use crate::domain::subject::{ContextPiece, Requirement, Subject, SubjectKind};

/// What each system reviews most.
fn most_reviewed(protocol: &str) -> &'static str {
    match protocol {
        "gsd" => "execution",
        "yolo" => "plan",
        "ralph" => "design",
        "bazinga" => "change",
        _ => "task",
    }
}

/// A subject of a kind; of documents of a spec by their names.
fn subject(kind: &str, root: &str) -> Subject {
    let plan_path = path(&format!("{root}/phases/01-x/01-01-PLAN.md"));
    let (phase, plan, stem, title) =
        ("01-x".to_owned(), "01".to_owned(), "01-01".to_owned(), "Sum".to_owned());
    let files = vec!["src/sum.js".to_owned()];
    match kind {
        "task" => second(&[], &one_file()).subject,
        "tasks.md task" | "fix task" => Subject::Task {
            plan_path: path("specs/sum/tasks.md"),
            phase: "sum".to_owned(),
            plan: "tasks".to_owned(),
            stem: "sum".to_owned(),
            task: if kind == "fix task" { "1.1.1" } else { "1.1" }.to_owned(),
            title: if kind == "fix task" { "[FIX 1.1] Fix: Sum".to_owned() } else { title },
            files,
            branch: None,
            fix_of: (kind == "fix task").then(|| "1.1".to_owned()),
        },
        "execution" => Subject::Execution { plan_path, phase, plan, stem, title, files, branch: None },
        "plan" => Subject::Plan { plan_path, phase, plan, stem, title, branch: None },
        "change" => Subject::Change { id: "SUM".to_owned(), title, files, branch: None },
        artifact => Subject::Artifact {
            path: path(&format!("specs/sum/{artifact}.md")),
            artifact: artifact.to_owned(),
            spec: "sum".to_owned(),
            branch: None,
        },
    }
}

/// What lies upstream of a document; the contract of its loop holds it as it was when the loop began.
const UPSTREAM: &str = "# Goal\n\nSums.";

/// The plan whose execution is reviewed.
const EXECUTED: &str = "---\nphase: 01-x\nplan: 01\nmust_haves:\n  truths:\n    - Numbers are added\n---\n\n<objective>\nAdd numbers\n</objective>\n\n<context>\n@.planning/ROADMAP.md\n@.planning/STATE.md\n</context>\n\n<tasks>\n<task>\n<name>Task 1: Sum</name>\n<files>src/sum.js</files>\n<action>Add them.</action>\n<done>it adds</done>\n</task>\n\n<task>\n<name>Task 2: Export it</name>\n<files>src/sum.js</files>\n<action>Export it.</action>\n<done>it can be imported</done>\n</task>\n</tasks>\n\n<verification>\n- [ ] node --test passes\n</verification>\n\n<success_criteria>\n- [x] Two numbers are added\n</success_criteria>\n";

/// What is asked of work of a kind, as the edge reads it.
fn contract(kind: &str) -> Option<String> {
    let text = match kind {
        "change" => Some("sum(1, 2) is 3\nsum() of nothing is 0"),
        "execution" => {
            let at = path(".planning/phases/01-x/01-01-PLAN.md");
            let plan = plan::read(&at, EXECUTED).expect("a plan");
            return Some(plan::asked_whole(&plan, EXECUTED));
        }
        "tasks.md task" => Some(
            "- [ ] 1.1 Sum\n  - **Do**: write sum\n  - **Files**: src/sum.js\n  - **Done when**: sum(1,2) is 3\n  - **Verify**: node --test\n  - **Commit**: `feat(sum): sum`",
        ),
        "fix task" => Some(
            "- [ ] 1.1.1 [FIX 1.1] Fix: Sum\n  - **Do**:\n    1. F1 it subtracts\n  - **Files**: src/sum.js\n  - **Done when**: F1 no longer holds\n  - **Verify**: the re-review of task 1.1 passes\n  - **Commit**: `fix(1.1.1): address review findings`",
        ),
        _ => None,
    };
    text.map(str::to_owned)
}

/// A loop under a protocol after a first review with two findings, one answered as fixed, one rejected.
fn state(protocol: Protocol, kind: &str) -> LoopState {
    let root = if protocol.name == "yolo" { ".yolo-planning" } else { ".planning" };
    let subject = subject(kind, root);
    let at = subject.document().map_or("src/sum.js", |path| path.as_str()).to_owned();
    let dimensions = protocol.dimensions_identify;
    let answer = |id: usize, severity, response, words: &str| {
        let mut finding = finding(id, severity, "the sum");
        finding.said.requirement = Some("SUM-01".to_owned());
        finding.said.locations[0].file.clone_from(&at);
        if dimensions {
            finding.said.category = Some(if id == 1 { "Completeness" } else { "Scope" }.to_owned());
        }
        answered(finding, response, words)
    };
    let findings = [
        answer(1, Severity::Critical, ResponseKind::Fixed, "summed in sum.js"),
        answer(2, Severity::Medium, ResponseKind::Rejected, "the plan names it so"),
    ];
    let mut state = second(&findings, &one_file());
    state.subject = subject;
    match contract(kind) {
        _ if state.subject.document().is_some() => state.contract.text = UPSTREAM.to_owned(),
        Some(text) => state.contract.text = text,
        None => {}
    }
    state.protocol = protocol;
    state.contract.requirements = [("SUM-02", "Sums are fast"), ("SUM-01", "Sums are right")]
        .map(|(id, text)| Requirement { id: id.to_owned(), text: Some(text.to_owned()) })
        .to_vec();
    state.contract.context =
        vec![ContextPiece::new("From the chat".to_owned(), "Sums may be negative.".to_owned())];
    state
}

fn brief(state: &LoopState, since: Option<&Diff>) -> String {
    let pass = state.pass().unwrap();
    let marked = BTreeMap::new();
    let affected = [summed()];
    let paths = [
        ("src/sum.js", super::AtPath::There),
        ("src/new.js", super::AtPath::New),
        ("src/gone.js", super::AtPath::Missing),
    ]
    .map(|(path, standing)| (path.to_owned(), standing));
    let is_plan = matches!(state.subject, Subject::Plan { .. });
    let document = state.subject.document().map(|_| Document {
        text: "# Sum\n\nIt sums.\n",
        upstream: UPSTREAM,
        missing: &[],
        requirements: &state.contract.requirements,
        paths: if is_plan { &paths } else { &[] },
    });
    let report = executor_report::read(
        "### Files Modified\n- src/sum.js\n\n### Verification Results\n- `node --test`: PASS\n",
    );
    let material = Material {
        tag: TAG,
        budget: BUDGET,
        marked: &marked,
        change: &pass.change,
        diff: &one_file(),
        affected: if document.is_some() { &[] } else { &affected },
        unread: 0,
        beside: &[],
        verdict_like: &[],
        document,
        report: Some(&report),
    };
    review(state, pass, &material, since).unwrap().text
}

/// The name of a golden: the protocol's, with the kind where that is not what it reviews most.
fn named(protocol: &str, kind: &str, role: &str) -> String {
    let kind = if most_reviewed(protocol) == kind {
        String::new()
    } else {
        format!("_{}", kind.replace([' ', '.'], "_"))
    };
    format!("../../../tests/goldens/briefs/{protocol}{kind}_{role}.md")
}

/// Every kind of subject that a protocol reviews.
fn kinds(protocol: &Protocol) -> Vec<&'static str> {
    let of = |kind: &SubjectKind| match kind {
        SubjectKind::Task if protocol.name == "ralph" => vec!["tasks.md task", "fix task"],
        SubjectKind::Task => vec!["task"],
        SubjectKind::Change => vec!["change"],
        SubjectKind::Plan => vec!["plan"],
        SubjectKind::Execution => vec!["execution"],
        SubjectKind::Artifact if protocol.artifacts.is_empty() => vec!["design"],
        SubjectKind::Artifact => vec!["research", "requirements", "design", "tasks"],
    };
    protocol.subjects.iter().flat_map(of).collect()
}

/// What a document's diff shows; of work, the code's.
fn delta(state: &LoopState) -> Diff {
    let changed = state.subject.document().map_or("src/sum.js", |path| path.as_str());
    Diff { files: vec![file(changed, 1, 1, "the delta")] }
}

#[test]
fn every_reviewers_brief() {
    for protocol in Protocol::all() {
        for kind in kinds(&protocol) {
            let name = protocol.name.clone();
            let mut first = state(protocol.clone(), kind);
            first.findings.clear();
            first.passes.clear();
            open_pass(&mut first, 1, &change(Some(oid('a')), &["feat(01-01): sum"], &one_file()));
            if protocol.precheck {
                let said = finding(9, Severity::Medium, "no done criterion").said;
                first.passes[0].precheck =
                    Some(Precheck { verdict: PrecheckVerdict::Conditional, findings: vec![said] });
            }
            expect_file![named(&name, kind, "first")].assert_eq(&brief(&first, None));
            let mut again = state(protocol.clone(), kind);
            let mut settled = finding(3, Severity::High, "a name");
            settled.status = crate::domain::finding::FindingStatus::Resolved;
            settled.response = again.findings[1].response.clone();
            settled.ruling = Some(crate::domain::review::RulingKind::Accepted);
            again.findings.push(settled);
            let mut gone = finding(4, Severity::High, "the rounding");
            gone.status = crate::domain::finding::FindingStatus::Resolved;
            gone.resolved_by = Some("region_changed".to_owned());
            again.findings.push(gone);
            open_pass(&mut again, 2, &change(Some(oid('a')), &["feat(01-01): sum"], &one_file()));
            let written = brief(&again, Some(&delta(&again)));
            expect_file![named(&name, kind, "again")].assert_eq(&written);
        }
    }
}

/// Upstream stands in a brief once, whatever of it the contract holds.
#[test]
fn every_brief_of_who_mends() {
    for protocol in Protocol::all() {
        for kind in kinds(&protocol) {
            for standing in [Standing::Fix, Standing::Reexecute] {
                let restarts = protocol.restart_on.is_some()
                    || protocol.manager_choices.iter().any(|c| c.effect == Effect::Reexecute);
                if standing == Standing::Reexecute && !restarts {
                    continue;
                }
                let mut state = state(protocol.clone(), kind);
                for finding in &mut state.findings {
                    finding.response = None;
                }
                if standing == Standing::Fix && protocol.restart_on.is_some() {
                    state.findings[0].said.severity = Severity::High;
                }
                let role = if standing == Standing::Fix { "fix" } else { "reexecute" };
                if standing == Standing::Reexecute && !protocol.manager_choices.is_empty() {
                    state.decisions.push(Decision {
                        choice: "restart".to_owned(),
                        reason: "it cannot be mended".to_owned(),
                        decided_by: "project_manager".to_owned(),
                        standing: "claimed".to_owned(),
                        at: state.last_at,
                        turn: state.turn,
                        ends: false,
                    });
                }
                state.standing = standing;
                let step = next_step(&state, Surroundings { may_amend: true, settled: false });
                let upstream = match state.subject.document() {
                    Some(_) => Upstream { text: UPSTREAM, requirements: &state.contract.requirements },
                    None => Upstream::default(),
                };
                let written = fix(&state, &step, TAG, upstream).text;
                for once in ["Sums are right", "Sums may be negative."] {
                    assert_eq!(written.matches(once).count(), 1, "{once}: {written}");
                }
                let of_document = usize::from(state.subject.document().is_some());
                assert_eq!(written.matches("# Goal\n").count(), of_document, "{written}");
                assert!(written.find("SUM-01: ") < written.find("SUM-02: "), "what is cited comes first");
                expect_file![named(&protocol.name, kind, role)].assert_eq(&written);
            }
        }
    }
}

/// Who mends for the second time is told what was answered before, and which rejection was overruled and why.
#[test]
fn every_brief_of_who_mends_again() {
    use crate::domain::review::{Ruling, RulingKind};
    for protocol in Protocol::all() {
        let kind = most_reviewed(&protocol.name);
        let mut state = state(protocol.clone(), kind);
        state.passes[0].responses = state.findings.iter_mut().filter_map(|f| f.response.take()).collect();
        let (mut answer, judgement) = state.passes[0].answer.clone().unwrap();
        open_pass(&mut state, 2, &change(Some(oid('a')), &["feat(01-01): sum"], &one_file()));
        let overruled = Ruling {
            finding_id: "F2".to_owned(),
            ruling: RulingKind::Overruled,
            reason: Some("the plan names no such thing".to_owned()),
        };
        answer.reading.rulings = vec![overruled];
        state.passes[1].answer = Some((answer, judgement));
        for finding in &mut state.findings {
            finding.repeated = true;
            finding.said.severity = Severity::High;
        }
        state.findings[1].overruled = true;
        (state.no_progress, state.standing, state.tier_passes) = (1, Standing::Fix, 2);
        let step = next_step(&state, Surroundings { may_amend: true, settled: false });
        let upstream = match state.subject.document() {
            Some(_) => Upstream { text: UPSTREAM, requirements: &state.contract.requirements },
            None => Upstream::default(),
        };
        let written = fix(&state, &step, TAG, upstream).text;
        assert!(!written.contains("ROADMAP") && !written.contains("STATE.md"), "{written}");
        expect_file![named(&protocol.name, kind, "fix_again")].assert_eq(&written);
    }
}

/// What a reviewer is asked whose answer cannot be taken: no verdict, a request for nothing, a silent approval.
#[test]
fn every_question_to_a_reviewer() {
    let mut all = String::new();
    for protocol in Protocol::all() {
        let kind = most_reviewed(&protocol.name);
        let mut state = state(protocol, kind);
        open_pass(&mut state, 2, &change(Some(oid('a')), &["feat(01-01): sum"], &one_file()));
        let form = answer_form(&state, state.pass().unwrap());
        for text in ["I looked. Hm, hard to say.", "Changes requested.", "Approved, all is well."] {
            let context = ReadContext {
                countersign: Some("cs-2-abcdef"),
                prefers: Some(&state.protocol.dialect),
                ..ReadContext::default()
            };
            let judged = judge(&state, state.pass().unwrap(), &read(text, &context), &Evidence::default());
            let asked = judged.ask.unwrap_or_else(|| "(nothing is asked)".to_owned());
            assert!(!asked.contains(&form), "the form is the brief's");
            all.push_str(&format!("{}: {text}\n{asked}\n\n", state.protocol.name));
        }
    }
    expect_file!["../../../tests/goldens/briefs/clarify.txt"].assert_eq(&all);
}
