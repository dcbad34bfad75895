//! What models are told by hooks: short, with the exact call, and what others wrote on one line and cut.

use std::fmt::Write as _;

use serde_json::json;

use crate::app::answers::{GateReason, LoopRow, LoopStatusAnswer, NextStep};
use crate::app::hooks::{HeldBack, Shut, Started};
use crate::cli::print::word;
use crate::domain::agents::Role;
use crate::domain::envelope::one_line;
use crate::domain::next_step::FindingRow;

/// Characters of a sentence that others wrote; calls are never cut.
const SENTENCE: usize = 240;
/// Bytes of the question that a reviewer is asked with: it holds the form of the answer.
const QUESTION: usize = 4096;
/// Reasons of a gate that are told in full.
const REASONS: usize = 3;
/// Open findings that a reviewer is told, and characters of the title of each.
const FINDINGS: usize = 10;
const TITLE: usize = 120;
/// Loops that are named where several could be meant.
const LOOPS: usize = 6;

/// Tells the open loops, a few lines each; nothing when there are none.
pub(super) fn open_loops(open: &LoopStatusAnswer) -> Option<String> {
    if open.loops.is_empty() && open.remarks.is_empty() {
        return None;
    }
    // Where none is open the row is the one whose end is not followed up yet.
    let over = !open.loops.is_empty() && open.loops.iter().all(|row| row.outcome.is_some());
    let none = open.loops.is_empty() && !open.remarks.iter().any(|remark| remark.code == "loop_unreadable");
    let mut text = String::from(if none {
        "Countersign: no review loop is open in this repository.\n"
    } else if over {
        "Countersign: no review loop is open in this repository. What the end of the last one handed over is not done \
         yet; loop_status with its loop_id has its findings and files.\n"
    } else {
        "Countersign: review loops are open in this repository. For each: whoever `next` names does it (where that \
         is a subagent, start it with the loop_id), then makes the call exactly as given, adding the arguments named \
         under `fill`.\n"
    });
    for row in &open.loops {
        text.push_str(&one(row));
    }
    if let Some(cursor) = &open.cursor {
        text.push_str(&format!("- More are open. Call: loop_status {}\n", json!({ "cursor": cursor })));
    }
    for remark in &open.remarks {
        let what = if remark.code == "loop_left_out" { "To be reviewed anew" } else { "Cannot be read" };
        text.push_str(&format!("- {what}: {}\n", short(&remark.message)));
    }
    Some(text)
}

/// Tells a subagent what it is started for, or what it could be.
pub(super) fn started(started: &Started) -> String {
    match (started.role, started.loops.as_slice()) {
        (Role::Reviewer, [row]) => {
            let id = one_line(&row.loop_id);
            format!(
                "Countersign: pass {} of the review of {} waits for you (loop_id {id}). Its brief: call review_task {}. \
                 Your answer is what you record with the call that the brief names; without these tools, end with your \
                 whole report as your last message: it is recorded as your answer.",
                row.pass,
                short(&row.subject),
                json!({ "loop_id": row.loop_id })
            ) + &still_open(&started.open, &row.loop_id)
        }
        (Role::Fixer, [row]) => format!(
            "Countersign: a review loop waits for work of your kind. If you were started for it, this is what comes \
             next; if not, leave it alone.\n{}",
            one(row)
        ),
        (role, rows) => several(role, rows),
    }
}

/// Tells a reviewer which findings are open, and how it closes them: one that only prints never sees the brief.
fn still_open(open: &[FindingRow], loop_id: &str) -> String {
    let Some(first) = open.first() else { return String::new() };
    let id = one_line(&first.id);
    let mut text = format!(
        "\nOpen from earlier passes. One that your report does not mention stays open, even where it says that all \
         is well. Raise it again under its id, or close it with a reason, in these lines at the end of your report:\n\
         ### Resolved\n- {id}: why it is mended\n\
         (in a report in JSON: \"resolved\": [{{\"id\": \"{id}\", \"reason\": \"why it is mended\"}}]). They are:\n"
    );
    for row in open.iter().take(FINDINGS) {
        let place = row.place.as_ref().map(|p| format!(" ({})", title(&p.to_string()))).unwrap_or_default();
        let _ = writeln!(
            text,
            "- {}, {}: {}{place}",
            one_line(&row.id),
            if row.blocking { "blocks" } else { "a note" },
            title(&row.in_words())
        );
    }
    if open.len() > FINDINGS {
        let call = json!({ "loop_id": loop_id });
        let _ = writeln!(text, "- and {} more: loop_status {call}", open.len() - FINDINGS);
    }
    text
}

fn several(role: Role, rows: &[LoopRow]) -> String {
    let what = match role {
        Role::Reviewer => "reviews wait for their reviewer",
        Role::Fixer => "review loops wait for work of your kind",
    };
    let mut text =
        format!("Countersign: {} {what}. Which is yours stands in what you were asked to do:\n", rows.len());
    for row in rows.iter().take(LOOPS) {
        let call = json!({ "loop_id": row.loop_id });
        let _ = writeln!(text, "- {}, pass {}: review_task {call}", short(&row.subject), row.pass);
    }
    if rows.len() > LOOPS {
        let _ = writeln!(text, "- and {} more: loop_status {{}}", rows.len() - LOOPS);
    }
    if role == Role::Reviewer {
        text.push_str(
            "If it does not say, ask. A report that is only printed is bound to none of them, unless it carries the \
             `Countersign:` line of its brief.\n",
        );
    }
    text
}

/// Tells a subagent why it is held back, and the call that lets it go.
pub(super) fn held_back(held: &HeldBack) -> String {
    let call = one_line(&held.next.call.in_words());
    let fill = match held.next.fill.as_slice() {
        [] => String::new(),
        fill => format!(" with your own {}", fill.join(" and ")),
    };
    let (subject, id) = (short(&held.subject), one_line(&held.loop_id));
    match held.role {
        Role::Reviewer => {
            let form = match &held.next.question {
                Some(question) => format!("\n\n{}", cut(question, QUESTION)),
                None => String::new(),
            };
            let why = if form.is_empty() {
                short(&held.why)
            } else {
                "the answer cannot be taken as it is".to_owned()
            };
            format!(
                "Countersign: your review of {subject} (loop_id {id}, pass {}) is not recorded: {why}. Call {call}{fill}. \
                 Without that tool, end with your whole report as your last message, its verdict under its label.{form}",
                held.pass
            )
        }
        Role::Fixer => format!(
            "Countersign: the loop of {subject} (loop_id {id}) is not done: {}. {}. Call {call}{fill}. If it is not \
             yours or cannot be done, say so and end again.",
            short(&held.why),
            short(held.next.why.trim_end_matches('.')),
        ),
    }
}

/// Tells why git is not let through, and what opens the gate.
pub(super) fn shut(shut: &Shut) -> String {
    let mut text = format!(
        "Countersign: git {} waits for the gate of {}, which is closed (`hooks.gate`):\n",
        shut.act,
        one_line(&shut.scope)
    );
    for reason in shut.reasons.iter().take(REASONS) {
        let _ = writeln!(text, "- {}", gate_reason(reason));
    }
    if shut.reasons.len() > REASONS {
        let more = shut.reasons.len() - REASONS;
        let _ = writeln!(text, "- and {more} more: `countersign gate` lists them");
    }
    text
}

fn gate_reason(reason: &GateReason) -> String {
    let call = reason.call.as_ref().map(|call| {
        let fill = match reason.fill.as_slice() {
            [] => String::new(),
            fill => format!(" with your own {}", fill.join(" and ")),
        };
        format!("; call {}{fill}", one_line(&call.in_words()))
    });
    format!("{}{}", short(&reason.message), call.unwrap_or_default())
}

fn one(row: &LoopRow) -> String {
    let blocking = if row.blocking > 0 { format!(", {} blocking", row.blocking) } else { String::new() };
    let ended = row.outcome.as_ref().map(|how| format!(", ended {}", one_line(how))).unwrap_or_default();
    let head = format!(
        "- {} (loop_id {}, pass {}{blocking}{ended})",
        short(&row.subject),
        one_line(&row.loop_id),
        row.pass
    );
    match &row.next {
        Some(step) => format!("{head}\n{}", next(step)),
        None => format!("{head}\n"),
    }
}

fn next(step: &NextStep) -> String {
    let agent = step.agent.as_ref().map(|a| format!(", agent {}", one_line(a))).unwrap_or_default();
    let mut text =
        format!("  next: {} by the {}{agent}: {}\n", word(&step.action), word(&step.who), short(&step.why));
    if let Some(question) = &step.question {
        text.push_str(&format!("  question: {}\n", short(question)));
    }
    if !step.options.is_empty() {
        text.push_str(&format!("  options: {}\n", step.options.join(", ")));
    }
    let fill =
        if step.fill.is_empty() { String::new() } else { format!("  fill: {}\n", step.fill.join(", ")) };
    text.push_str(&format!("  call: {}\n{fill}", one_line(&step.call.in_words())));
    text
}

/// Shows a text that others wrote on one line, cut where it is long.
fn short(text: &str) -> String {
    one_line_of(text, SENTENCE)
}

fn title(text: &str) -> String {
    one_line_of(text, TITLE)
}

fn one_line_of(text: &str, most: usize) -> String {
    let line = one_line(text);
    match line.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// Shows a text of several lines, each made visible, cut after so many bytes.
fn cut(text: &str, most: usize) -> String {
    let lines: Vec<String> = text.lines().map(one_line).collect();
    let whole = lines.join("\n");
    if whole.len() <= most {
        return whole;
    }
    let mut end = most;
    while !whole.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &whole[..end])
}
