//! Subagents that start and end, each story without a server unless it says so: a report that is only printed is
//! recorded, an undone step is held back twice, and what is nobody's goes to the strays.

use std::fs;
use std::path::PathBuf;

use countersign::app::App;
use countersign::app::answers::LoopStatusAnswer;
use countersign::app::requests::{Gate, LoopStatus, RecordFindings, RespondFindings, ReviewTask};
use countersign::io::store::{Store, Stray};
use serde_json::{Value, json};

use super::hook;
use crate::client::answer_of;
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, fix_discount, review};
use crate::scene::Scene;

/// A host in a scene: what it tells the hook, and what is on record afterwards.
struct Host {
    scene: Scene,
    session: String,
}

impl Host {
    fn of(scene: Scene) -> Self {
        Self { scene, session: "s-1".to_owned() }
    }

    /// What the hook says to an event of a subagent; it complains of nothing.
    fn tells(&self, event: &str, agent: &str, kind: &str, more: &Value) -> Option<Value> {
        let (said, complained) = self.says(event, agent, kind, more);
        assert_eq!(complained, "", "{event} of {kind}");
        (!said.is_empty()).then(|| serde_json::from_str(&said).unwrap())
    }

    fn says(&self, event: &str, agent: &str, kind: &str, more: &Value) -> (String, String) {
        let mut input = json!({ "hook_event_name": event, "cwd": self.scene.root(), "session_id": self.session,
                                "agent_id": agent, "agent_type": kind });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        hook(self.scene.root(), &input.to_string())
    }

    fn start(&self, agent: &str, kind: &str) -> Option<String> {
        let said = self.tells("SubagentStart", agent, kind, &json!({}))?;
        assert_eq!(said["hookSpecificOutput"]["hookEventName"], "SubagentStart");
        Some(said["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned())
    }

    /// Why the agent is held back, if it is.
    fn stop(&self, agent: &str, kind: &str, text: &str) -> Option<String> {
        let said = self.tells("SubagentStop", agent, kind, &json!({ "last_assistant_message": text }))?;
        assert_eq!(said["decision"], "block", "{said}");
        Some(said["reason"].as_str().unwrap().to_owned())
    }

    /// A whole subagent that nothing holds back.
    fn plays(&self, agent: &str, kind: &str, text: &str) {
        self.start(agent, kind);
        assert_eq!(self.stop(agent, kind, text), None);
    }

    fn app(&self) -> App {
        App::new(self.scene.root())
    }

    fn open(&self, request: &ReviewTask) -> String {
        self.app().review_task(request).unwrap().loop_id.unwrap()
    }

    fn open_task(&self, task: &str, protocol: &str) -> String {
        self.open(&ReviewTask {
            plan: Some(PLAN.to_owned()),
            task: Some(task.to_owned()),
            protocol: Some(protocol.to_owned()),
            ..ReviewTask::default()
        })
    }

    fn status(&self, id: &str) -> LoopStatusAnswer {
        let request =
            LoopStatus { loop_id: Some(id.to_owned()), timeline: Some(true), ..LoopStatus::default() };
        self.app().loop_status(&request).unwrap()
    }

    /// The loops that are open, or all.
    fn loops(&self) -> Vec<String> {
        let state = Some(countersign::app::requests::LoopFilter::All);
        let answer = self.app().loop_status(&LoopStatus { state, ..LoopStatus::default() }).unwrap();
        answer.loops.into_iter().map(|row| row.loop_id).collect()
    }

    fn action(&self, id: &str) -> String {
        let next = serde_json::to_value(self.status(id).next.unwrap()).unwrap();
        next["action"].as_str().unwrap().to_owned()
    }

    fn outcome(&self, id: &str) -> Option<String> {
        self.status(id).loops[0].outcome.clone()
    }

    /// How many events of the loop say this.
    fn said(&self, id: &str, words: &str) -> usize {
        self.status(id).timeline.iter().filter(|row| row.event.contains(words)).count()
    }

    fn strays(&self) -> Vec<Stray> {
        Store::open_to_read(self.scene.open().common_dir()).unwrap().strays().unwrap()
    }

    fn gate(&self) -> bool {
        self.app().gate(&Gate { phase: None, plan: Some(PLAN.to_owned()), worktree: None }).unwrap().open
    }

    fn report(&self) -> String {
        let path: PathBuf = self.scene.root().join(".planning/phases/01-cart/01-01-REVIEW-T1.md");
        fs::read_to_string(path).unwrap()
    }
}

fn passed() -> String {
    review("1", "passed", NOTHING, NOTHING)
}

fn passed_now() -> String {
    let resolved = "No issues found.\n\n### Resolved\n- F1: the discount is taken off now";
    review("1", "passed", resolved, NOTHING)
}

fn found() -> String {
    review("1", "issues_found", NO_DISCOUNT, NOTHING)
}

#[test]
fn a_megazord_reviewer_that_only_prints_its_report_has_memory_and_a_gate() {
    let host = Host::of(plan_scene::with_task_one());
    // Nobody ever called the server: the newest commit is task 1's, so that is what the reviewer looks at.
    let told = host.start("a-1", "mz-reviewer").unwrap();
    let [id] = host.loops().try_into().unwrap();
    assert!(told.contains("01-01 Task 1") && told.contains(&format!("{{\"loop_id\":\"{id}\"}}")), "{told}");
    assert!(told.len() < 700, "{} bytes: {told}", told.len());
    assert_eq!(host.stop("a-1", "mz-reviewer", &found()), None);
    assert_eq!(host.action(&id), "fix");
    assert!(!host.gate());
    let report = host.report();
    assert!(
        report.contains("countersign: none\n") && report.contains("reviewer: \"mz-reviewer\"\n"),
        "{report}"
    );
    assert!(report.contains("The discount is ignored"), "{report}");
    // The executor of the same system mends it; the next reviewer is given the next pass.
    host.start("a-2", "mz-executor");
    fix_discount(&host.scene);
    assert_eq!(host.stop("a-2", "mz-executor", "Fixed and amended."), None);
    let told = host.start("a-3", "mz-reviewer").unwrap();
    assert!(told.contains("pass 2"), "{told}");
    assert_eq!(host.stop("a-3", "mz-reviewer", &passed_now()), None);
    assert_eq!(host.outcome(&id).as_deref(), Some("approved"));
    assert_eq!(host.loops(), [id]);
    assert_eq!(host.strays(), []);
}

const YOLO_PLAN: &str = "---\nphase: 01\nplan: 01-01\ntitle: Cart totals\nwave: 1\ndepends_on: []\nmust_haves:\n  truths:\n    - \"Totals honour discounts\"\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Sum</name>\n  <files>src/cart.js</files>\n  <action>Sum the cart.</action>\n  <done>it sums</done>\n</task>\n</tasks>\n";

#[test]
fn a_yolo_reviewer_that_only_prints_its_report_has_memory() {
    let scene = Scene::new();
    let plan = ".yolo-planning/phases/01-cart/01-01-PLAN.md";
    scene.commit(
        "docs: plan",
        &[
            ("src/cart.js", "export {}\n"),
            (plan, YOLO_PLAN),
            (".yolo-planning/config.json", "{\"review_gate\": \"always\"}\n"),
        ],
    );
    let host = Host::of(scene);
    // Another system's reviewer has nothing to do here.
    assert_eq!(host.start("a-0", "mz-reviewer"), None);
    host.plays(
        "a-1",
        "yolo:yolo-reviewer",
        "VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:high] [file:.yolo-planning/phases/01-cart/01-01-PLAN.md:16] issue: the task takes no discount off | suggestion: say so in its action\n",
    );
    let [id] = host.loops().try_into().unwrap();
    assert_eq!(host.action(&id), "revise");
    host.scene.write(plan, YOLO_PLAN.replace("Sum the cart.", "Sum the cart, less the discount."));
    host.plays(
        "a-2",
        "yolo-reviewer",
        "VERDICT: approve\nCYCLE: 2/3\nRESOLVED: 1\nPERSISTENT: 0\nNEW: 0\nFINDINGS:\n",
    );
    assert_eq!(host.outcome(&id).as_deref(), Some("approved"), "{:?}", host.status(&id));
    assert_eq!(host.strays(), []);
}

#[test]
fn one_that_says_nothing_is_held_back_twice_and_let_go() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "megazord");
    host.start("a-1", "mz-reviewer");
    let code = host.app().review_task(&ReviewTask { loop_id: Some(id.clone()), ..Default::default() });
    let code = code.unwrap().countersign.unwrap();
    for text in ["I am done.", "approved, next: proceed"] {
        let reason = host.stop("a-1", "mz-reviewer", text).unwrap();
        let call =
            format!("record_findings {{\"loop_id\":\"{id}\",\"countersign\":\"{code}\"}} with your own text");
        assert!(reason.contains(&call) && reason.len() < 800, "{reason}");
    }
    assert_eq!(host.stop("a-1", "mz-reviewer", "As I said, done."), None);
    assert_eq!(host.said(&id, "let go the subagent mz-reviewer"), 1);
    assert_eq!(host.stop("a-1", "mz-reviewer", "As I said, done."), None);
    assert_eq!(host.said(&id, "let go"), 1, "it is let go once");
    let status = host.status(&id);
    let next = serde_json::to_value(status.next.unwrap()).unwrap();
    assert_eq!(next["call"]["arguments"]["countersign"], json!(code), "the pass waits as it did");
    assert!(next["warnings"][0].as_str().unwrap().contains("was held back 2 times"), "{next}");
    let kept: Vec<String> = host.strays().into_iter().map(|s| s.text).collect();
    assert!(kept.contains(&"As I said, done.".to_owned()), "{kept:?}");
    // The next reviewer answers the same pass, and nothing of it is left.
    host.plays("a-2", "mz-reviewer", &passed());
    assert_eq!(host.outcome(&id).as_deref(), Some("approved"));
}

#[test]
fn what_is_asked_about_is_asked_of_the_one_who_said_it() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "megazord");
    host.start("a-1", "mz-reviewer");
    let uncited = found().replace("- **Requirement:** Task 1 done criterion\n", "");
    let reason = host.stop("a-1", "mz-reviewer", &uncited).unwrap();
    assert!(reason.contains("record_findings") && reason.contains("Answer under the new code"), "{reason}");
    assert_eq!(host.said(&id, "asked once more"), 1);
    // The same words again are no answer to that, and no second event.
    assert!(host.stop("a-1", "mz-reviewer", &uncited).is_some());
    assert_eq!(host.said(&id, "asked once more"), 1);
    assert_eq!(host.stop("a-1", "mz-reviewer", &found()), None);
    assert_eq!(host.action(&id), "fix");
}

#[test]
fn a_report_is_recorded_once() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "megazord");
    host.start("a-1", "mz-reviewer");
    for _ in 0..3 {
        assert_eq!(host.stop("a-1", "mz-reviewer", &found()), None);
    }
    assert_eq!(host.said(&id, "answered:"), 1);
    assert_eq!(host.said(&id, "second answer"), 0);
    // Another reviewer's text on the answered pass is nobody's answer to it, and it is kept.
    assert_eq!(host.stop("a-9", "mz-reviewer", &passed()), None);
    assert_eq!(host.action(&id), "fix");
    assert!(host.strays().iter().any(|s| s.text == passed()));
}

#[test]
fn where_reviews_are_off_or_nothing_is_a_review_it_is_silent() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "megazord");
    // An agent of no known kind reviews nothing by words in passing, and one with another part by no words at all.
    host.start("a-0", "general-purpose");
    assert_eq!(host.stop("a-0", "general-purpose", "**Verdict:** APPROVED\n\n01-01 Task 1 is fine."), None);
    assert_eq!(host.stop("a-0", "mz-verifier", &passed()), None);
    assert_eq!((host.action(&id).as_str(), host.strays().len()), ("review", 0));
    host.scene.write(".planning/megazord.config.json", r#"{"version": 1, "quality": {"review": "off"}}"#);
    assert_eq!(host.start("a-1", "mz-reviewer"), None);
    assert_eq!(host.stop("a-1", "mz-reviewer", "Done."), None);
    assert_eq!(host.stop("a-2", "general-purpose", &passed()), None);
    assert_eq!((host.action(&id).as_str(), host.strays().len()), ("review", 0));
}

/// A scene whose two tasks are done, with the review of each open.
fn with_two_open() -> (Host, String, String) {
    let host = Host::of(plan_scene::with_task_one());
    host.scene.commit(
        "feat(01-01): use it at the checkout\n\nTask 2",
        &[("src/checkout.js", "import { total } from './cart.js';\nexport const show = total;\n")],
    );
    let one = host.open_task("1", "megazord");
    let two = host.open_task("2", "megazord");
    (host, one, two)
}

/// A report that does not say what it is about.
fn of_nothing() -> String {
    passed().replace("**Task:** 01-01 Task 1\n", "")
}

#[test]
fn of_two_open_passes_none_is_guessed() {
    let (host, one, two) = with_two_open();
    let told = host.start("a-1", "mz-reviewer").unwrap();
    assert!(told.contains(&one) && told.contains(&two) && told.contains("2 reviews wait"), "{told}");
    assert_eq!(host.stop("a-1", "mz-reviewer", &of_nothing()), None);
    assert_eq!((host.action(&one), host.action(&two)), ("review".to_owned(), "review".to_owned()));
    assert_eq!(host.strays().iter().filter(|s| s.text == of_nothing()).count(), 1);
    // The code of its brief tells which of them a report is about.
    let code = host.app().review_task(&ReviewTask { loop_id: Some(one.clone()), ..Default::default() });
    let code = code.unwrap().countersign.unwrap();
    let signed = of_nothing().replacen("\n\n", &format!("\n\n**Countersign:** {code}\n"), 1);
    host.plays("a-2", "mz-reviewer", &signed);
    assert_eq!((host.outcome(&one).as_deref(), host.outcome(&two).as_deref()), (Some("approved"), None));
    assert!(!host.report().contains("countersign: none"), "it carried its code");
    // And one that carries the code of another pass is not taken under this one.
    host.start("a-3", "mz-reviewer");
    let reason = host.stop("a-3", "mz-reviewer", &signed).unwrap();
    assert!(reason.contains(&two) && reason.contains("which task they approve"), "{reason}");
    assert_eq!(host.outcome(&two), None);
}

#[test]
fn a_report_that_names_its_task_is_that_tasks() {
    let (host, one, two) = with_two_open();
    host.start("a-1", "mz-reviewer");
    host.start("a-2", "mz-reviewer");
    assert_eq!(host.stop("a-2", "mz-reviewer", &review("2", "passed", NOTHING, NOTHING)), None);
    assert_eq!((host.outcome(&one).as_deref(), host.outcome(&two).as_deref()), (None, Some("approved")));
    assert_eq!(host.stop("a-1", "mz-reviewer", &found()), None);
    assert_eq!(host.action(&one), "fix");
    assert_eq!(host.strays(), []);
    // Bound to one, but about another: it is nobody's.
    fix_discount_later(&host);
    host.start("a-3", "mz-reviewer");
    let strange = review("7", "passed", NOTHING, NOTHING);
    assert_eq!(host.stop("a-3", "mz-reviewer", &strange), None);
    assert_eq!((host.action(&one).as_str(), host.strays().len()), ("review", 1));
}

fn fix_discount_later(host: &Host) {
    host.scene
        .commit("fix(01-01): take the discount off\n\nTask 1", &[("src/cart.js", plan_scene::CART_FIXED)]);
}

#[test]
fn a_loop_whose_fixer_is_at_work_waits_for_no_reviewer() {
    let host = Host::of(plan_scene::with_task_one());
    host.plays("a-1", "mz-reviewer", &found());
    let [one] = host.loops().try_into().unwrap();
    assert!(host.start("a-2", "mz-executor").is_some());
    fix_discount(&host.scene);
    host.scene.commit(
        "feat(01-01): use it at the checkout\n\nTask 2",
        &[("src/checkout.js", "import { total } from './cart.js';\nexport const show = total;\n")],
    );
    // The reviewer of task 2 gets task 2, whatever has changed of task 1 meanwhile.
    let told = host.start("a-3", "mz-reviewer").unwrap();
    assert!(told.contains("01-01 Task 2"), "{told}");
    assert_eq!(host.action(&one), "fix");
    assert_eq!(host.stop("a-3", "mz-reviewer", &review("2", "passed", NOTHING, NOTHING)), None);
    assert_eq!(host.stop("a-2", "mz-executor", "Fixed."), None);
    assert_eq!(host.action(&one), "fix");
    assert!(host.start("a-4", "mz-reviewer").unwrap().contains("01-01 Task 1"));
}

#[test]
fn a_report_on_something_nobody_can_name_is_kept() {
    let host = Host::of(plan_scene::with_task_one());
    // The newest commit is no task's, and no loop was ever opened: nobody knows what the reviewer looked at.
    host.scene.commit("docs: a word", &[("README.md", "A cart.\n")]);
    assert_eq!(host.start("a-1", "mz-reviewer"), None);
    assert_eq!(host.stop("a-1", "mz-reviewer", "Done."), None);
    assert!(Store::open_to_read(host.scene.open().common_dir()).is_err(), "nothing worth keeping was said");
    assert_eq!(host.stop("a-1", "mz-reviewer", &passed()), None);
    let strays = host.strays();
    assert_eq!(strays.len(), 1);
    assert!(
        strays[0].text == passed() && strays[0].reason.contains("the subagent mz-reviewer"),
        "{strays:?}"
    );
    assert_eq!(host.loops(), Vec::<String>::new());
}

#[test]
fn whoever_executed_does_not_review_by_printing_either() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "countersign");
    host.plays("a-1", "countersign-reviewer", &found());
    assert_eq!(host.action(&id), "fix");
    // An agent of the reviewer's kind mends, by the host's own word.
    let turn = host.status(&id).next.unwrap().turn.unwrap();
    let mut client = plan_scene::server(&host.scene);
    let attest = json!({ "tool_name": "mcp__countersign__respond_findings", "tool_use_id": "toolu_1" });
    assert_eq!(host.tells("PreToolUse", "a-2", "countersign-reviewer", &attest), None);
    fix_discount(&host.scene);
    let arguments = json!({ "loop_id": id, "turn": turn,
        "responses": [{ "finding_id": "F1", "response": "fixed", "details": "src/cart.js" }] });
    let meta = json!({ "claudecode/toolUseId": "toolu_1" });
    let call = json!({ "name": "respond_findings", "arguments": arguments, "_meta": meta });
    let answered = answer_of(&client.request("tools/call", call));
    assert!(!answered.is_error, "{}", answered.text);
    drop(client);
    host.start("a-2", "countersign-reviewer");
    let last = json!({ "last_assistant_message": passed_now() });
    let (said, complained) = host.says("SubagentStop", "a-2", "countersign-reviewer", &last);
    assert_eq!(said, "", "held back it could do nothing about it");
    assert!(complained.contains("executed this subject and may not review it"), "{complained}");
    assert_eq!(host.action(&id), "review");
    assert!(host.strays().iter().any(|s| s.text == passed_now()));
    host.plays("a-3", "countersign-reviewer", &passed_now());
    assert_eq!(host.outcome(&id).as_deref(), Some("approved"));
}

#[test]
fn a_reviewer_that_records_by_itself_may_say_what_it_likes() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "megazord");
    host.start("a-1", "countersign:countersign-reviewer");
    let opened = host.app().review_task(&ReviewTask { loop_id: Some(id.clone()), ..Default::default() });
    let attest =
        json!({ "tool_name": "mcp__plugin_countersign_countersign__record_findings", "tool_use_id": "t-1" });
    assert_eq!(host.tells("PreToolUse", "a-1", "countersign:countersign-reviewer", &attest), None);
    let mut client = plan_scene::server(&host.scene);
    let arguments = json!({ "loop_id": id, "countersign": opened.unwrap().countersign, "text": found() });
    let meta = json!({ "claudecode/toolUseId": "t-1" });
    let call = json!({ "name": "record_findings", "arguments": arguments, "_meta": meta });
    assert!(!answer_of(&client.request("tools/call", call)).is_error);
    let last = "**Verdict:** approved\n\nNext: fix";
    assert_eq!(host.stop("a-1", "countersign:countersign-reviewer", last), None);
    assert_eq!((host.action(&id).as_str(), host.said(&id, "second answer")), ("fix", 0));
    assert_eq!(host.strays(), []);
}

#[test]
fn an_executor_that_answers_nothing_is_held_back() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "countersign");
    // Nothing is to be mended yet.
    assert_eq!(host.start("a-0", "countersign-executor"), None);
    host.plays("a-1", "countersign-reviewer", &found());
    let turn = host.status(&id).next.unwrap().turn.unwrap();
    let call = format!("respond_findings {{\"loop_id\":\"{id}\",\"turn\":{turn}}}");
    let told = host.start("a-2", "countersign:countersign-executor").unwrap();
    assert!(told.contains(&format!("call: {call}")) && told.contains("fill: responses"), "{told}");
    // A second one works on something else: this loop has its executor.
    assert_eq!(host.start("a-3", "countersign-executor"), None);
    assert_eq!(host.stop("a-3", "countersign-executor", "Task 2 is done."), None);
    for _ in 0..2 {
        let reason = host.stop("a-2", "countersign:countersign-executor", "All fixed.").unwrap();
        assert!(reason.contains("1 blocking finding has no response") && reason.contains(&call), "{reason}");
    }
    assert_eq!(host.stop("a-2", "countersign:countersign-executor", "All fixed."), None);
    assert_eq!(host.said(&id, "let go the subagent countersign:countersign-executor"), 1);
    // That it was let go is no step: the call it was given still works.
    fix_discount(&host.scene);
    let responses = json!([{ "finding_id": "F1", "response": "fixed", "details": "src/cart.js" }]);
    let request: RespondFindings =
        serde_json::from_value(json!({ "loop_id": id, "turn": turn, "responses": responses })).unwrap();
    let answered = host.app().respond_findings(&request).unwrap();
    assert_eq!(serde_json::to_value(&answered).unwrap()["next"]["action"], "review");
    let again = host.app().respond_findings(&request).unwrap();
    assert_eq!(
        serde_json::to_value(&again).unwrap()["next"],
        serde_json::to_value(&answered).unwrap()["next"]
    );
    assert!(host.status(&id).next.unwrap().warnings.is_empty(), "what was undone is done");
    host.start("a-4", "countersign-executor");
    assert_eq!(host.stop("a-4", "countersign-executor", "Answered."), None);
}

#[test]
fn an_answer_to_what_has_moved_is_recorded_as_such() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "megazord");
    host.start("a-1", "mz-reviewer");
    fix_discount(&host.scene);
    assert_eq!(host.stop("a-1", "mz-reviewer", &passed()), None);
    assert_eq!((host.outcome(&id), host.said(&id, "a change that had moved")), (None, 1));
    // What is pinned for a reviewer is what is there when it starts.
    host.plays("a-2", "mz-reviewer", &passed());
    assert_eq!(host.outcome(&id).as_deref(), Some("approved"));
}

const NO_WORDS_FOR_IT: &str = "### Finding 1: The discount is ignored\n- **Severity:** critical\n- **Requirement:** Task 1 done criterion\n- **Issue:** total() returns the full sum.\n- **Suggestion:** Take the percentage off.";

#[test]
fn a_reviewer_without_a_brief_is_told_what_is_open_and_how_it_closes() {
    let host = Host::of(plan_scene::with_task_one());
    let told = host.start("a-1", "mz-reviewer").unwrap();
    assert!(!told.contains("### Resolved"), "{told}");
    // No `**File:**`: no change of a place could close it.
    assert_eq!(host.stop("a-1", "mz-reviewer", &review("1", "issues_found", NO_WORDS_FOR_IT, NOTHING)), None);
    let [id] = host.loops().try_into().unwrap();
    fix_discount(&host.scene);
    let told = host.start("a-2", "mz-reviewer").unwrap();
    assert!(told.contains("- F1, blocks: The discount is ignored"), "{told}");
    assert!(told.contains("### Resolved\n- F1: why it is mended") && told.len() < 1200, "{told}");
    // Without the line it is asked for once; then it stays open, and the next reviewer is told again.
    let asked = host.stop("a-2", "mz-reviewer", &passed()).unwrap();
    assert!(asked.contains("what became of F1"), "{asked}");
    assert_eq!(host.stop("a-2", "mz-reviewer", &format!("Looked at again.\n\n{}", passed())), None);
    assert_eq!(host.action(&id), "fix");
    host.scene.commit(
        "feat(01-01): a word\n\nTask 1",
        &[("src/cart.js", &format!("// cart\n{}", plan_scene::CART_FIXED))],
    );
    assert!(host.start("a-3", "mz-reviewer").unwrap().contains("- F1, blocks: The discount is ignored"));
    assert_eq!(host.stop("a-3", "mz-reviewer", &passed_now()), None);
    assert_eq!(host.outcome(&id).as_deref(), Some("approved"), "{:?}", host.status(&id));
}

#[test]
fn of_many_open_findings_ten_are_told() {
    let host = Host::of(plan_scene::with_task_one());
    let many: Vec<String> = (1..=13)
        .map(|n| format!("### Finding {n}: Line {n} says too {}\n- **Severity:** critical\n- **Requirement:** Task 1\n- **Issue:** It says {n}{n}{n}.", "little ".repeat(30)))
        .collect();
    host.plays("a-1", "mz-reviewer", &review("1", "issues_found", &many.join("\n\n"), NOTHING));
    fix_discount(&host.scene);
    let told = host.start("a-2", "mz-reviewer").unwrap();
    assert!(
        told.contains("- F10, blocks: ")
            && !told.contains("- F11, ")
            && told.contains("- and 3 more: loop_status"),
        "{told}"
    );
    assert!(told.len() < 3000, "{} bytes: {told}", told.len());
}

const ANYBODY: &str = "general-purpose";

#[test]
fn a_reviewer_of_no_kind_is_known_by_its_report() {
    let host = Host::of(plan_scene::with_task_one());
    assert_eq!(host.start("a-1", ANYBODY), None);
    assert_eq!(host.stop("a-1", ANYBODY, &found()), None);
    let [id] = host.loops().try_into().unwrap();
    assert_eq!(host.action(&id), "fix");
    assert!(host.report().contains("reviewer: \"general-purpose\"\n"), "{}", host.report());
    // The same words again, and what it says in parting, change nothing.
    assert_eq!(host.stop("a-1", ANYBODY, &found()), None);
    assert_eq!(host.stop("a-1", ANYBODY, "Task 1 is reviewed."), None);
    // Its fixer is of no kind either, and tells of the review that it answers.
    assert_eq!(host.start("a-2", ANYBODY), None);
    fix_discount(&host.scene);
    let summary = format!("I fixed F1 and amended the commit.\n\n{}", passed());
    assert_eq!(host.stop("a-2", ANYBODY, &summary), None);
    assert_eq!(host.stop("a-2", ANYBODY, "Done: the discount is taken off."), None);
    assert_eq!((host.action(&id).as_str(), host.strays().len()), ("fix", 0));
    // Another that was started before the fix looked at what was there then.
    assert_eq!(host.stop("a-0", ANYBODY, &passed_now()), None);
    assert_eq!((host.action(&id).as_str(), host.strays().len()), ("fix", 1));
    assert_eq!(host.start("a-3", ANYBODY), None);
    assert_eq!(host.stop("a-3", ANYBODY, &passed_now()), None);
    assert_eq!(host.outcome(&id).as_deref(), Some("approved"), "{:?}", host.status(&id));
    assert_eq!(host.loops(), [id]);
}

#[test]
fn ordinary_agents_leave_no_trace() {
    let host = Host::of(plan_scene::with_task_one());
    let reviews_of_something_else = "VERDICT: approve\nFINDINGS:\n- (none)\n";
    for text in [
        "Found 3 files.",
        "The review is complete. LGTM, approved.",
        "## TASK COMPLETE\n\nCommit: abc1234\n\n**Status:** passed\n",
        &format!("## PLAN COMPLETE\n\n{}", passed()),
        &format!("The reviewer said:\n\n```\n{}```\n", passed()),
        reviews_of_something_else,
        "",
    ] {
        assert_eq!(host.start("a-1", ANYBODY), None);
        assert_eq!(host.stop("a-1", ANYBODY, text), None);
    }
    assert_eq!(host.stop("a-2", "mz-verifier", &passed()), None);
    assert!(Store::open_to_read(host.scene.open().common_dir()).is_err(), "no store is made for them");
    // A review in the form that is spoken here, of a task that nobody works on, is kept.
    assert_eq!(host.stop("a-3", ANYBODY, &review("7", "passed", NOTHING, NOTHING)), None);
    assert_eq!((host.strays().len(), host.loops().len()), (1, 0));
}

#[test]
fn an_open_pass_takes_a_review_of_no_kind_only_where_it_is_named() {
    let (host, one, two) = with_two_open();
    assert_eq!(host.stop("a-1", ANYBODY, &review("2", "passed", NOTHING, NOTHING)), None);
    assert_eq!((host.outcome(&one).as_deref(), host.outcome(&two).as_deref()), (None, Some("approved")));
    let nameless = passed().replace("**Task:** 01-01 Task 1\n", "");
    assert_eq!(host.stop("a-2", ANYBODY, &nameless), None);
    assert_eq!((host.outcome(&one), host.strays().len()), (None, 1));
    let opened = host.app().review_task(&ReviewTask { loop_id: Some(one.clone()), ..Default::default() });
    let code = opened.unwrap().countersign.unwrap();
    let signed = nameless.replacen("\n\n", &format!("\n\n**Countersign:** {code}\n"), 1);
    assert_eq!(host.stop("a-3", ANYBODY, &signed), None);
    assert_eq!(host.outcome(&one).as_deref(), Some("approved"));
}

#[test]
fn a_review_of_no_kind_that_is_asked_about_is_asked() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "megazord");
    let uncited = found().replace("- **Requirement:** Task 1 done criterion\n", "");
    let reason = host.stop("a-1", ANYBODY, &uncited).unwrap();
    assert!(reason.contains("Answer under the new code"), "{reason}");
    assert_eq!(host.stop("a-1", ANYBODY, &found()), None);
    assert_eq!(host.action(&id), "fix");
}

#[test]
fn whoever_executed_is_refused_whatever_its_kind() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "countersign");
    host.plays("a-1", "countersign-reviewer", &found());
    let turn = host.status(&id).next.unwrap().turn.unwrap();
    let mut client = plan_scene::server(&host.scene);
    let attest = json!({ "tool_name": "mcp__countersign__respond_findings", "tool_use_id": "toolu_1" });
    assert_eq!(host.tells("PreToolUse", "a-2", ANYBODY, &attest), None);
    fix_discount(&host.scene);
    let arguments = json!({ "loop_id": id, "turn": turn,
        "responses": [{ "finding_id": "F1", "response": "fixed", "details": "src/cart.js" }] });
    let meta = json!({ "claudecode/toolUseId": "toolu_1" });
    let call = json!({ "name": "respond_findings", "arguments": arguments, "_meta": meta });
    assert!(!answer_of(&client.request("tools/call", call)).is_error);
    let code = host.app().review_task(&ReviewTask { loop_id: Some(id.clone()), ..Default::default() });
    let code = code.unwrap().countersign.unwrap();
    let signed = format!(
        "{{\"countersign\": \"{code}\", \"verdict\": \"approved\", \"findings\": [], \"resolved\": [{{\"id\": \"F1\", \"reason\": \"taken off\"}}]}}"
    );
    let last = json!({ "last_assistant_message": signed });
    let (said, complained) = host.says("SubagentStop", "a-2", ANYBODY, &last);
    assert_eq!(said, "");
    assert!(complained.contains("executed this subject and may not review it"), "{complained}");
    assert_eq!(host.action(&id), "review");
    assert_eq!(host.stop("a-3", ANYBODY, &signed), None);
    assert_eq!(host.outcome(&id).as_deref(), Some("approved"));
}

/// Another agent answers the open pass of a loop in the reviewer's place, while he works; returns the code it used.
fn answered_by_another(host: &Host, id: &str, text: &str) -> String {
    let app = host.app();
    let opened = app.review_task(&ReviewTask { loop_id: Some(id.to_owned()), ..Default::default() }).unwrap();
    let countersign = opened.countersign.unwrap();
    let request = RecordFindings {
        loop_id: id.to_owned(),
        countersign: countersign.clone(),
        text: Some(text.to_owned()),
        ..Default::default()
    };
    app.record_findings(&request).unwrap();
    countersign
}

#[test]
fn a_reviewer_that_objects_after_its_pass_was_let_through_is_heard() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "megazord");
    host.start("a-1", "mz-reviewer");
    answered_by_another(&host, &id, &passed());
    assert_eq!(host.outcome(&id).as_deref(), Some("approved"));
    assert_eq!(host.stop("a-1", "mz-reviewer", &found()), None);
    assert_eq!((host.action(&id).as_str(), host.gate()), ("ask_user", false));
    assert_eq!(host.said(&id, "second answer"), 1);
    assert_eq!(host.strays(), []);
}

#[test]
fn an_objection_signed_for_an_answered_pass_is_heard_whoever_was_started_for_it() {
    let host = Host::of(plan_scene::with_task_one());
    let id = host.open_task("1", "megazord");
    let code = answered_by_another(&host, &id, &passed());
    let signed = found().replace("**Task:**", &format!("**Countersign:** {code}\n**Task:**"));
    assert_eq!(host.stop("a-7", "mz-reviewer", &signed), None);
    assert_eq!((host.action(&id).as_str(), host.gate()), ("ask_user", false));
    assert_eq!(host.strays(), []);
    // One more approval says nothing new.
    let signed = passed().replace("**Task:**", &format!("**Countersign:** {code}\n**Task:**"));
    assert_eq!(host.stop("a-8", "mz-reviewer", &signed), None);
    assert_eq!((host.said(&id, "second answer"), host.strays().len()), (1, 1));
}
