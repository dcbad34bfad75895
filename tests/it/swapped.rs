//! Answers that come to the wrong door: a host that runs several reviewers at once may mix them up.

#![allow(clippy::unwrap_used, reason = "a refusal where none should be fails its test")]

use countersign::app::App;
use countersign::app::answers::{Action, ReviewTaskAnswer};
use countersign::app::requests::{LoopStatus, RecordFindings, ReviewTask};
use countersign::domain::review::Verdict;

use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

fn open(app: &App, task: &str) -> ReviewTaskAnswer {
    let (plan, task) = (Some(PLAN.to_owned()), Some(task.to_owned()));
    app.review_task(&ReviewTask { plan, task, ..ReviewTask::default() }).unwrap()
}

fn passed(code: &str) -> String {
    format!("## REVIEW COMPLETE\n\n**Countersign:** {code}\n**Status:** passed\n\nNo issues found.\n")
}

fn given(opened: &ReviewTaskAnswer, text: String) -> RecordFindings {
    RecordFindings {
        loop_id: opened.loop_id.clone().unwrap(),
        countersign: opened.countersign.clone().unwrap(),
        text: Some(text),
        ..RecordFindings::default()
    }
}

fn two_tasks() -> Scene {
    let scene = plan_scene::with_task_one();
    scene.commit("feat(01-01): task 2", &[("src/checkout.js", "import { total } from \"./cart.js\";\n")]);
    scene
}

#[test]
fn an_answer_to_another_brief_is_refused_though_the_code_beside_it_is_right() {
    let scene = two_tasks();
    let app = App::new(scene.root());
    let (one, two) = (open(&app, "1"), open(&app, "2"));
    let code = two.countersign.clone().unwrap();
    let refused = app.record_findings(&given(&one, passed(&code))).unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("text"));
    assert!(refused.message.contains(&code), "{refused}");
    let still =
        app.loop_status(&LoopStatus { loop_id: one.loop_id.clone(), ..LoopStatus::default() }).unwrap();
    assert_eq!(still.next.unwrap().call, one.next.call, "the loop waits for the same answer");

    // A text that quotes another code beside its own, and one without any, are taken.
    let quoting = passed(one.countersign.as_deref().unwrap()) + &format!("\nCountersign: {code}\n");
    assert_eq!(app.record_findings(&given(&one, quoting)).unwrap().verdict, Verdict::Approved);
    let silent = passed(&code).replace(&format!("**Countersign:** {code}\n"), "");
    assert_eq!(app.record_findings(&given(&two, silent)).unwrap().verdict, Verdict::Approved);
}

#[test]
fn a_reviewer_asked_once_more_may_repeat_its_first_code() {
    let scene = two_tasks();
    let app = App::new(scene.root());
    let one = open(&app, "1");
    let first = one.countersign.clone().unwrap();
    let asked = app.record_findings(&given(&one, "It was interesting.".to_owned())).unwrap();
    assert_eq!(asked.next.reason.as_deref(), Some("clarify"));
    let now = asked.next.call.arguments["countersign"].as_str().unwrap().to_owned();
    assert_ne!(now, first);
    let again = RecordFindings { countersign: now, ..given(&one, passed(&first)) };
    let taken = app.record_findings(&again).unwrap();
    assert_eq!(taken.verdict, Verdict::Approved);
    let said = taken.remarks.iter().find(|r| r.code == "earlier_code").expect("it is said");
    assert!(said.message.contains(&first), "{}", said.message);
}

#[test]
fn a_task_without_a_reviewer_is_tried_again_at_the_boundary() {
    let scene = two_tasks();
    let app = App::new(scene.root());
    let one = open(&app, "1");
    let none = RecordFindings {
        text: None,
        unavailable: Some("the model is not reachable".to_owned()),
        ..given(&one, String::new())
    };
    assert_eq!(app.record_findings(&none).unwrap().next.action, Action::Proceed);
    let phase =
        || app.loop_status(&LoopStatus { phase: Some("1".to_owned()), ..LoopStatus::default() }).unwrap();
    let next = phase().next.unwrap();
    assert_eq!((next.action, &next.call.arguments["task"]), (Action::Review, &"2".into()));
    assert_eq!(next.why, "1 task of this phase has no review yet");

    let two = open(&app, "2");
    app.record_findings(&given(&two, passed(two.countersign.as_deref().unwrap()))).unwrap();
    let answer = phase();
    let next = answer.next.unwrap();
    assert_eq!(next.action, Action::Review, "the gate is closed, so the host does not go on");
    assert_eq!(next.call.arguments["loop_id"], one.loop_id.unwrap().as_str());
    assert!(!answer.gate.unwrap().open);
}
