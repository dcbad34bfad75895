//! The use cases without a server between: what many cases, or many hundreds, are driven with.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use std::path::{Path, PathBuf};

use countersign::app::App;
use serde_json::{Value, json};

use crate::sent_again;

/// The application in a folder, with answers as a host sees them.
pub(crate) struct Desk {
    app: App,
    root: PathBuf,
    /// Given along with each call, where the work lies in a linked worktree.
    worktree: Option<String>,
}

impl Desk {
    pub(crate) fn at(root: &Path) -> Self {
        Self { app: App::new(root), root: root.to_owned(), worktree: None }
    }

    pub(crate) fn in_worktree(root: &Path, worktree: &Path) -> Self {
        let worktree = Some(worktree.to_string_lossy().into_owned());
        Self { app: App::new(root), root: root.to_owned(), worktree }
    }

    /// Calls a tool; a refusal is its text.
    pub(crate) fn call(&self, tool: &str, mut arguments: Value) -> Result<Value, String> {
        fn done<T: serde::Serialize>(answer: Result<T, countersign::error::Error>) -> Result<Value, String> {
            answer.map(|a| serde_json::to_value(a).unwrap()).map_err(|e| e.to_string())
        }
        if let Some(worktree) = &self.worktree {
            arguments["worktree"] = json!(worktree);
        }
        let read = |why: serde_json::Error| why.to_string();
        match tool {
            "review_task" => done(self.app.review_task(&serde_json::from_value(arguments).map_err(read)?)),
            "record_findings" => {
                done(self.app.record_findings(&serde_json::from_value(arguments).map_err(read)?))
            }
            "respond_findings" => {
                done(self.app.respond_findings(&serde_json::from_value(arguments).map_err(read)?))
            }
            "decide" => done(self.app.decide(&serde_json::from_value(arguments).map_err(read)?)),
            "loop_status" => done(self.app.loop_status(&serde_json::from_value(arguments).map_err(read)?)),
            "check_plan" => done(self.app.check_plan(&serde_json::from_value(arguments).map_err(read)?)),
            "record_tests" => done(self.app.record_tests(&serde_json::from_value(arguments).map_err(read)?)),
            "parse_verdict" => {
                done(self.app.parse_verdict(&serde_json::from_value(arguments).map_err(read)?))
            }
            "verify_phase" => done(self.app.verify_phase(&serde_json::from_value(arguments).map_err(read)?)),
            other => Err(format!("no tool {other}")),
        }
    }

    /// A choice that the user makes at a terminal.
    pub(crate) fn in_person(&self, mut arguments: Value) {
        if let Some(worktree) = &self.worktree {
            arguments["worktree"] = json!(worktree);
        }
        self.app.decide_at_terminal(&serde_json::from_value(arguments).unwrap(), true).unwrap();
    }

    pub(crate) fn ok(&self, tool: &str, arguments: Value) -> Value {
        let shown = arguments.to_string();
        let answer = self.call(tool, arguments);
        assert!(answer.is_ok(), "{tool} {shown} was refused: {}", answer.unwrap_err());
        answer.unwrap()
    }

    /// Calls a tool that refuses, and tries the call that the refusal names on a copy of the repository (SPEC 13.5).
    pub(crate) fn refused(&self, tool: &str, arguments: Value) -> String {
        let shown = arguments.to_string();
        let answer = self.call(tool, arguments);
        assert!(answer.is_err(), "{tool} {shown} was not refused: {:#}", answer.unwrap());
        let why = answer.unwrap_err();
        if self.worktree.is_none() {
            sent_again::tried(&self.root, &why);
        }
        why
    }

    pub(crate) fn review(&self, arguments: Value) -> Value {
        self.ok("review_task", arguments)
    }

    /// Opens the next pass of the loop that an answer is about.
    pub(crate) fn again(&self, opened: &Value) -> Value {
        self.review(json!({ "loop_id": opened["loop_id"] }))
    }

    /// Answers the open pass; `findings` empty approves.
    pub(crate) fn answer(&self, opened: &Value, findings: Value) -> Value {
        let verdict = if findings == json!([]) { "approved" } else { "changes_requested" };
        assert!(opened["countersign"].is_string(), "no pass is open: {opened:#}");
        self.ok(
            "record_findings",
            json!({
                "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                "verdict": verdict, "findings": findings, "reviewer": "the reviewer",
            }),
        )
    }

    pub(crate) fn approve(&self, opened: &Value) -> Value {
        self.answer(opened, json!([]))
    }
}

/// The remarks of a code that an answer has, a line each.
pub(crate) fn remarks_of(answer: &Value, code: &str) -> String {
    let remarks = answer["remarks"].as_array().into_iter().flatten().filter(|r| r["code"] == code);
    remarks.filter_map(|r| r["message"].as_str()).collect::<Vec<_>>().join("\n")
}

/// A finding that blocks everywhere.
pub(crate) fn blocker(title: &str, file: &str, line: u32) -> Value {
    json!([{
        "severity": "critical", "stage": "quality", "title": title,
        "locations": [{ "file": file, "line": line }],
        "why": "customers pay too much", "suggestion": "mend it",
    }])
}

/// The codes of an answer's remarks.
pub(crate) fn codes(answer: &Value) -> Vec<&str> {
    answer["remarks"].as_array().into_iter().flatten().filter_map(|r| r["code"].as_str()).collect()
}

/// The subjects of the commits under review, oldest first.
pub(crate) fn subjects(answer: &Value) -> Vec<&str> {
    let commits = answer["range"]["commits"].as_array();
    commits.into_iter().flatten().filter_map(|c| c["subject"].as_str()).collect()
}

/// The files under review.
pub(crate) fn files(answer: &Value) -> Vec<&str> {
    answer["range"]["files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Tells whether an answer was kept as one to a subject that moved.
pub(crate) fn is_stale(answer: &Value) -> bool {
    codes(answer).contains(&"stale")
}
