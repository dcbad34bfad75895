//! Documents of planning folders, each with what its reader makes of it: plans, front matter, roadmaps, requirements,
//! reports of executors.

use countersign::domain::executor_report;
use countersign::domain::front_matter::{self, Node, Value};
use countersign::domain::ids::RepoPath;
use countersign::domain::plan;
use countersign::domain::roadmap::{self, requirements};
use serde::Serialize;

use super::changes::parts;
use super::{Page, hold_pages};

/// A value in rows, one a field.
fn rows(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("JSON");
    let Some(fields) = value.as_object() else { return value.to_string() };
    let mut rows = Vec::new();
    for (field, value) in fields {
        match value.as_array() {
            Some(all) => rows.extend(all.iter().map(|one| format!("{field} {one}"))),
            None if value.is_null() => {}
            None => rows.push(format!("{field} {value}")),
        }
    }
    rows.join("\n")
}

/// The path that a title names behind `, in `.
fn path(page: &Page) -> RepoPath {
    let named = page.title.rsplit_once(", in ").map_or(".planning/phases/03-auth/03-01-PLAN.md", |(_, p)| p);
    RepoPath::parse(named).expect("a path")
}

/// What cannot stand in a book as it is: `⏎` a carriage return at a line's end, `␀` a NUL.
fn raw(text: &str) -> String {
    text.replace('⏎', "\r").replace('␀', "\0").replace('⇥', "\t").replace('﹏', "\u{feff}")
}

#[test]
fn plans_read_as_the_book_says() {
    hold_pages("plans.txt", |page| {
        let text = raw(&page.text);
        match plan::read(&path(page), &text) {
            Ok(plan) => {
                let asked: Vec<String> = plan
                    .tasks
                    .iter()
                    .filter(|t| t.asked() != t.raw)
                    .map(|t| t.asked().into_owned())
                    .collect();
                let whole = plan::asked_whole(&plan, &text);
                format!("{}\nasked {asked:?}\nwhole {whole:?}", rows(&plan))
            }
            Err(fault) => fault.to_string(),
        }
    });
}

#[test]
fn front_matter_reads_as_the_book_says() {
    hold_pages("front_matter.txt", |page| {
        let text = raw(&page.text);
        let mut said = match front_matter::read(&text) {
            Ok(None) => "none".to_owned(),
            Err(fault) => fault.to_string(),
            Ok(Some(matter)) => {
                let mut rows: Vec<String> = matter
                    .entries
                    .iter()
                    .map(|e| format!("{}@{} {}", e.key, e.line, node(&e.node)))
                    .collect();
                rows.push(format!(
                    "open {} body {} at {} closed {} degraded {} quotable {} raw {:?}",
                    matter.open_line,
                    matter.body_line,
                    matter.body_at,
                    matter.closed,
                    matter.degraded,
                    matter.quotable,
                    matter.raw(matter.open_line + 1)
                ));
                rows.extend(matter.remarks.iter().map(|r| format!("{} {} {}", r.line, r.code, r.message)));
                rows.join("\n")
            }
        };
        if let Some(found) = front_matter::misplaced(&text) {
            said = format!("{said}\nmisplaced {found:?}: {}", found.says());
        }
        said
    });
}

fn node(node: &Node) -> String {
    let value = match &node.value {
        Value::Empty => "~".to_owned(),
        Value::Text(text) => format!("{text:?}"),
        Value::List(all) => format!("[{}]", all.iter().map(self::node).collect::<Vec<_>>().join(", ")),
        Value::Map(all) => {
            let all: Vec<String> =
                all.iter().map(|e| format!("{}@{} {}", e.key, e.line, self::node(&e.node))).collect();
            format!("{{{}}}", all.join(", "))
        }
    };
    format!("{value}@{}{}", node.line, if node.is_empty() { " empty" } else { "" })
}

#[test]
fn roadmaps_read_as_the_book_says() {
    hold_pages("roadmaps.txt", |page| {
        let read = roadmap::read(&raw(&page.text));
        let mut said = vec![rows(&read)];
        for phase in &read.phases {
            let told: Vec<&str> = read.told_of(phase).map(|r| r.code.as_str()).collect();
            let taken = read.phase(&phase.number).map(|p| p.line);
            let slug = phase.name.to_lowercase().replace(' ', "-");
            let of = read.phase_of(&phase.number, &slug).map(|p| p.line);
            let twice = read.said_twice(phase);
            said.push(format!("{} taken {taken:?} by slug {of:?} twice {twice:?} told {told:?}", phase.line));
        }
        said.push(format!("current {:?}", roadmap::current_phase(&page.text)));
        said.join("\n")
    });
}

#[test]
fn requirements_read_as_the_book_says() {
    hold_pages("requirements.txt", |page| {
        let all = requirements::read(&raw(&page.text));
        all.iter().map(|r| format!("{r:?}")).collect::<Vec<_>>().join("\n")
    });
}

#[test]
fn reports_of_executors_read_as_the_book_says() {
    hold_pages("executors.txt", |page| {
        let read = executor_report::read(&raw(&page.text));
        let changed = ["src/pay.ts", "src/cart.ts", "docs/pay.md", "lib/cart.ts"];
        let changed: Vec<RepoPath> = changed.iter().map(|p| RepoPath::parse(p).expect("a path")).collect();
        format!("{}\nempty {} {:?}", rows(&read), read.is_empty(), read.compare(&changed))
    });
}

#[test]
fn summaries_and_progress_read_as_the_book_says() {
    hold_pages("progress.txt", |page| {
        let (head, parts) = parts(&page.text);
        let doubt = plan::summary_doubt("SUMMARY.md", &head);
        let mut said = vec![format!("doubt {doubt:?}")];
        if let [(_, before), (_, after)] = parts.as_slice() {
            let path = path(page);
            said.push(format!("only progress {}", plan::only_progress(&path, before, after)));
            if let (Ok(then), Ok(now)) = (plan::read(&path, before), plan::read(&path, after)) {
                for task in &then.tasks {
                    let number = &task.number;
                    said.push(format!(
                        "{number} today {:?} by name {:?} goes on {}",
                        plan::numbers::today(&then, &now, number),
                        plan::numbers::number_today(&now, number, &task.name),
                        plan::numbers::goes_on(&then, &now, number)
                    ));
                }
                said.push(format!("in common {}", plan::numbers::have_in_common(&then, &now)));
            }
        }
        said.join("\n")
    });
}
