//! Findings as Markdown for people: how many there are, the loops in a table, then each loop with its findings, worst first.

use super::{Entry, Export, Loop};
use crate::domain::envelope::{code_block, markdown};
use crate::domain::report::code_span;

/// Writes the page. No text of others makes a heading, a table's cell, a link or HTML in it.
pub fn write(export: &Export) -> String {
    let mut text = format!("# Review findings\n\n{}: {}.\n", markdown(&export.scope), export.in_words());
    for why in export.unreadable() {
        text.push_str(&format!(
            "\n**Reviews cannot be read, and what they found is missing here:** {}\n",
            markdown(why)
        ));
    }
    for remark in export.remarks.iter().filter(|remark| remark.code != super::UNREADABLE) {
        text.push_str(&format!("\n{}\n", markdown(&remark.message)));
    }
    if export.loops.is_empty() {
        return text;
    }
    severities(&mut text, export);
    table(&mut text, export);
    for of in &export.loops {
        one_loop(&mut text, of);
    }
    text
}

fn severities(text: &mut String, export: &Export) {
    text.push_str("\n| Severity | Open | Blocking |\n|---|---|---|\n");
    for (severity, open, blocking) in export.severities() {
        text.push_str(&format!("| {} | {open} | {blocking} |\n", severity.as_str()));
    }
}

fn table(text: &mut String, export: &Export) {
    text.push_str("\n| Loop | Subject | Standing | Pass | Open | Blocking |\n|---|---|---|---|---|---|\n");
    for of in &export.loops {
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            of.id,
            markdown(&of.subject),
            of.standing(),
            of.pass,
            of.open,
            of.blocking
        ));
    }
}

fn one_loop(text: &mut String, of: &Loop) {
    text.push_str(&format!("\n## {}\n\n{}\n\n", markdown(&of.subject), markdown(&of.title)));
    let mut lines = vec![format!("- **Loop:** {}, by the rules of {}", of.id, markdown(&of.protocol))];
    lines.push(format!("- **Standing:** {}, pass {}", of.standing(), of.pass));
    if let Some(verdict) = of.verdict {
        let by = of.reviewer.as_ref().map(|who| format!(", by {}", markdown(who))).unwrap_or_default();
        lines.push(format!("- **Verdict:** {}{by}", verdict.as_str()));
    }
    lines.extend(of.failing_tests.iter().map(|test| format!("- **Failing test:** {}", markdown(test))));
    lines.extend(of.report.as_ref().map(|path| format!("- **Report:** {}", code_span(path.as_str()))));
    text.push_str(&(lines.join("\n") + "\n"));
    if let Some(said) = of.nothing_found() {
        text.push_str(&format!("\n{said}\n"));
    }
    for entry in &of.findings {
        finding(text, entry);
    }
}

fn finding(text: &mut String, entry: &Entry) {
    let resolved = if entry.is_open() { "" } else { "(resolved) " };
    text.push_str(&format!("\n### {}: {resolved}{}\n\n", entry.id, markdown(&entry.title)));
    let blocks = if entry.blocking { ", blocks" } else { "" };
    let mut lines = vec![format!("- **Severity:** {}{blocks}", markdown(&entry.severity_word))];
    lines.extend(entry.locations.iter().map(|place| {
        let outside = if place.outside { " (not in the repository)" } else { "" };
        format!("- **Place:** {}{outside}", code_span(&place.in_words()))
    }));
    if entry.locations.is_empty() {
        lines.push("- **Place:** none was named".to_owned());
    }
    let labelled = entry.texts().into_iter().chain(entry.facts());
    lines.extend(labelled.map(|(label, said)| format!("- **{label}:** {}", markdown(&said))));
    lines.push(format!("- **Standing:** {}", entry.standing()));
    text.push_str(&(lines.join("\n") + "\n"));
    if let Some(patch) = &entry.fix_patch {
        text.push_str(&format!("\n{}\n", code_block("diff", patch.trim_end())));
    }
}
