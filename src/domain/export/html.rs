//! Findings as one page for a browser: no script, nothing fetched, light or dark as the reader's system is, printable.
//!
//! Every text goes through the template's escaping; what would act on the reader is written out before.

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};

use super::{Entry, Export, Loop, Place};
use crate::domain::envelope::visible;
use crate::domain::review::Severity;

const PAGE: &str = include_str!("page.html");

/// Writes the page.
pub fn write(export: &Export) -> String {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let unreadable: Vec<String> = export.unreadable().map(visible).collect();
    let further = export.remarks.iter().filter(|remark| remark.code != super::UNREADABLE);
    let remarks: Vec<String> = further.map(|remark| visible(&remark.message)).collect();
    let severities: Vec<Value> = export.severities().into_iter().map(count).collect();
    let values = context! {
        scope => visible(&export.scope),
        summary => export.in_words(),
        severities,
        unreadable,
        remarks,
        loops => export.loops.iter().map(section).collect::<Vec<_>>(),
        version => export.countersign.as_str(),
    };
    environment.render_str(PAGE, values).expect("the page names only values given here") + "\n"
}

/// How many findings of a severity are open.
fn count((severity, open, blocking): (Severity, usize, usize)) -> Value {
    context! { severity => severity.as_str(), open, blocking }
}

/// A loop as the page shows it.
fn section(of: &Loop) -> Value {
    let mut facts = vec![("Loop", of.id.to_string()), ("Rules", of.protocol.clone())];
    facts.push(("Pass", of.pass.to_string()));
    let further = [
        ("Verdict", of.verdict.map(|verdict| verdict.as_str().to_owned())),
        ("Reviewer", of.reviewer.clone()),
        ("Branch", of.branch.clone()),
        ("Looked at", of.head.as_ref().map(|head| head.short().to_owned())),
        ("Report", of.report.as_ref().map(ToString::to_string)),
    ];
    facts.extend(further.into_iter().filter_map(|(name, value)| Some((name, value?))));
    facts.extend(of.failing_tests.iter().map(|test| ("Failing test", test.clone())));
    context! {
        id => of.id.as_str(),
        subject => visible(&of.subject),
        title => visible(&of.title),
        standing => of.standing(),
        tone => tone(of),
        facts => facts.into_iter().map(named).collect::<Vec<_>>(),
        open => of.open,
        blocking => of.blocking,
        nothing_found => of.nothing_found(),
        findings => of.findings.iter().map(card).collect::<Vec<_>>(),
    }
}

/// Names the colour of a standing: only an approval that nothing contradicts is good.
fn tone(of: &Loop) -> &'static str {
    let approved = of.verdict.is_some_and(|verdict| verdict.approves());
    match of.outcome {
        None => "open",
        Some(outcome) if outcome.lets_go_on() && approved && of.is_clean() => "good",
        Some(_) => "bad",
    }
}

/// A finding as the page shows it.
fn card(entry: &Entry) -> Value {
    let place = |place: &Place| context! { at => visible(&place.in_words()), outside => place.outside };
    context! {
        id => entry.id.as_str(),
        severity => entry.severity.as_str(),
        word => visible(&entry.severity_word),
        blocking => entry.blocking,
        open => entry.is_open(),
        title => visible(&entry.title),
        places => entry.locations.iter().map(place).collect::<Vec<_>>(),
        texts => entry.texts().into_iter().chain(entry.facts()).map(named).collect::<Vec<_>>(),
        standing => entry.standing(),
        patch => entry.fix_patch.as_deref().map(|patch| visible(patch.trim_end())),
    }
}

fn named((name, value): (&'static str, String)) -> Value {
    context! { name, value => visible(&value) }
}
