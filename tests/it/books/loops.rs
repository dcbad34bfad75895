//! The recorded loops of all stories, each with its figures and how it would go by other rules; and the reports and the
//! journals of the longest ones.

use std::collections::BTreeMap;

use countersign::domain::journal;
use countersign::domain::metrics::Metrics;
use countersign::domain::protocol::{JournalForm, Protocol};
use countersign::domain::replay::replay;
use countersign::domain::report;
use countersign::domain::review_loop::event::Entry;
use countersign::domain::review_loop::{Evidence, LoopState};

use super::{agree, whole};
use crate::stories::recorded;

const NAMES: [&str; 6] = ["megazord", "yolo", "gsd", "ralph", "bazinga", "countersign"];

/// How many stories of each system have their report told whole.
const WHOLE: usize = 6;

fn each() -> BTreeMap<String, Vec<Entry>> {
    let all = recorded().into_iter().filter(|(_, entries)| !entries.is_empty());
    let name = |path: &std::path::Path| {
        let parts: Vec<_> =
            path.iter().rev().take(2).map(|part| part.to_string_lossy().into_owned()).collect();
        format!("{}/{}", parts[1], parts[0].trim_end_matches(".story"))
    };
    all.map(|(path, entries)| (name(&path), entries)).collect()
}

#[test]
fn loops_count_and_replay_as_the_book_says() {
    let book = whole("loops.txt");
    let mut said =
        String::from("Every story: what it counts, and how it would go by the rules of the others.\n\n");
    let stories = each();
    for (name, entries) in &stories {
        said.push_str(&format!("{name}\n  {}\n", figures(&Metrics::of([entries.as_slice()]))));
        for other in NAMES {
            let protocol = Protocol::named(other).expect("a protocol");
            let found = replay(entries, &protocol, &mut |_, _, _| Evidence::default()).expect("a loop");
            let course = &found.replayed;
            let ended = course.outcome.or(course.waits_for).unwrap_or("-");
            let mut row = format!(
                "  {other}: {} {ended} {} blocking {}",
                course.passes,
                course.verdicts.join(","),
                course.blocking
            );
            if found.alike {
                row.push_str(", alike");
            }
            if let Some(stopped) = &found.stopped {
                row.push_str(&format!(", stopped: {stopped}"));
            }
            for note in &found.notes {
                row.push_str(&format!("; {note}"));
            }
            said.push_str(&row);
            said.push('\n');
        }
    }
    let all = Metrics::of(stories.values().map(Vec::as_slice));
    said.push_str(&format!("\nall\n  {}\n", figures(&all)));
    for (protocol, figures) in &all.protocols {
        said.push_str(&format!("{protocol} {}\n", numbers(&serde_json::to_value(figures).expect("JSON"))));
    }
    agree("loops.txt", &book, &said);
}

/// The figures that are not zero.
fn figures(metrics: &Metrics) -> String {
    let rows = serde_json::to_value(metrics).expect("JSON");
    let groups = ["reviewers", "models"].map(|group| {
        let each = rows[group].as_object().expect("rows");
        each.iter().map(|(name, row)| format!("{name} [{}]", numbers(row))).collect::<Vec<_>>().join(" ")
    });
    format!("{} | {}", numbers(&rows["all"]), groups[0])
}

fn numbers(row: &serde_json::Value) -> String {
    let fields = row.as_object().expect("figures").iter();
    let told = fields.filter(|(_, v)| {
        !v.is_null() && v.as_f64() != Some(0.0) && v.as_object().is_none_or(|o| !o.is_empty())
    });
    told.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn reports_and_journals_read_as_the_book_says() {
    let book = whole("reports.txt");
    let mut said =
        String::from("Reports of the longest stories of each system, and what their files are told.\n\n");
    let stories = each();
    for system in NAMES {
        let of = format!("{system}/");
        let mut longest: Vec<(&String, &Vec<Entry>)> =
            stories.iter().filter(|(n, _)| n.starts_with(&of)).collect();
        longest.sort_by_key(|(name, entries)| (std::cmp::Reverse(entries.len()), *name));
        for (name, entries) in longest.into_iter().take(WHOLE) {
            let state = LoopState::fold(entries.iter()).expect("a loop");
            let first = LoopState::fold(entries.iter().take(entries.len() / 2)).expect("a loop");
            let report = report::render(&state, std::slice::from_ref(&first))
                .unwrap_or_else(|| "no report".to_owned());
            said.push_str(&format!("%% {name}\n{report}\n"));
            for form in [
                JournalForm::Entries,
                JournalForm::Unresolved,
                JournalForm::ReviewLoops,
                JournalForm::Events,
                JournalForm::Handoff,
            ] {
                said.push_str(&format!("{form:?}: {}\n", journals(form, entries, &state)));
            }
        }
    }
    agree("reports.txt", &book, &said);
}

/// What a file of the system says after each entry of the loop was told to it, and what is said of it.
fn journals(form: JournalForm, entries: &[Entry], state: &LoopState) -> String {
    let begun = match form {
        JournalForm::Entries | JournalForm::Unresolved => Some("# Progress\n\nOurs.\n"),
        JournalForm::ReviewLoops => Some("{\n  \"status\": \"running\"\n}\n"),
        JournalForm::Events => Some("{\"event\":\"begun\"}\n"),
        JournalForm::Handoff => None,
    };
    let mut text = begun.map(str::to_owned);
    for upto in 1..=entries.len() {
        let Some(now) = LoopState::fold(&entries[..upto]) else { continue };
        let written = journal::written(form, &entries[..upto]);
        match journal::told(form, &now, &written, "notes/progress.json", text.as_deref()) {
            Ok(Some(next)) => text = Some(next),
            Ok(None) => {}
            Err(fault) => return format!("{fault}"),
        }
    }
    let text = text.unwrap_or_default();
    let written = journal::written(form, entries);
    let beside = format!("{text}\nOthers' words.\n");
    format!(
        "made {} section {} open {} differs {:?} moved {} written {}\n{text}",
        journal::is_made(form),
        journal::has_section(form, state, &text),
        journal::holds_left_open(form, state, &text),
        journal::differs(form, state, "notes/progress.json", &text),
        journal::moved_out(form, state, &written, &beside),
        written.len()
    )
}
