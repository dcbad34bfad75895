//! Promises and facts → items. Total: whatever the documents say, every promise becomes one item.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::ids::RepoPath;
use crate::domain::plan::{LEFT_OUT, MISSPELT, MustHaves, NOT_A_NUMBER, Plan, Task, Truth, UNFILLED};

use super::artifact::written_path;
use super::event::{Basis, Rests, apply};
use super::export::bare_last;
use super::truth::{Promises, normalised, settle};
use super::{
    CodeFacts, FileFact, FileState, Item, ItemKind, ItemStatus, PhaseEvent, PhaseInput, PlanFacts,
    ReviewCall, ReviewFact, ReviewState, UnreadPlan, anti_pattern, artifact, command, item_id, link, package,
    requirement, several,
};
use crate::domain::wiring::{self, Project, Words};

/// Returns the files whose facts [`items`] needs: what plans promise and touch, what judgements cite,
/// and the plans themselves.
pub fn questions(input: &PhaseInput, events: &[PhaseEvent]) -> BTreeSet<RepoPath> {
    let mut paths: BTreeSet<RepoPath> = input.plans.iter().flat_map(promised_paths).collect();
    paths.extend(input.plans.iter().map(|facts| facts.plan.path.clone()));
    paths.extend(input.unread.iter().map(|unread| unread.path.clone()));
    paths.extend(events.iter().flat_map(PhaseEvent::cited_files));
    paths
}

/// Returns the words that a look over the repository needs to find who uses what the finished plans promise.
pub fn words(input: &PhaseInput, code: &CodeFacts) -> Words {
    words_while(input, code, &|| true)
}

/// As [`words`], and ends soon once `goes_on` says no: each promised file is parsed for them.
pub fn words_while(input: &PhaseInput, code: &CodeFacts, goes_on: &dyn Fn() -> bool) -> Words {
    let mut words = Words::of_names(ends(input).into_iter().filter_map(link::name_to_look_for));
    words.extend(Words::of_names(ends(input).into_iter().filter_map(link::url_to_look_for)));
    let finished = input.plans.iter().filter(|facts| facts.has_summary);
    let patterns = finished.flat_map(|f| &f.plan.must_haves.key_links).filter_map(|l| l.pattern.as_deref());
    words.extend(Words::of_names(patterns.flat_map(link::called_by)));
    words.extend(Words::of_names(passed_on(input, code, goes_on)));
    for (path, fact) in promised(input, code).into_iter().take_while(|_| goes_on()) {
        let outline = code.parsed.outline(&path, fact.text.as_deref());
        words.extend(wiring::words(&path, outline.as_deref()));
    }
    words
}

/// The promised files that are there.
fn promised<'c>(input: &PhaseInput, code: &'c CodeFacts) -> Vec<(RepoPath, &'c FileFact)> {
    let mut paths = BTreeSet::new();
    for facts in input.plans.iter().filter(|facts| facts.has_summary) {
        let promised = &facts.plan.must_haves;
        let artifacts = promised.artifacts.iter().filter_map(|a| RepoPath::parse(written_path(&a.path)).ok());
        let ends =
            promised.key_links.iter().flat_map(|l| [&l.from, &l.to]).flat_map(|end| link::named_paths(end));
        paths.extend(artifacts.chain(ends));
    }
    paths.extend(code.by_name.iter().cloned());
    paths.extend(meant_by_patterns(input, code));
    let fact = |path: RepoPath| {
        let fact = code.files.get(&path).filter(|fact| fact.state == FileState::File)?;
        Some((path, fact))
    };
    package::with_parts(paths, code).into_iter().filter_map(fact).collect()
}

/// The texts that are parsed for [`words`]: whoever has threads for it may parse them ahead.
pub fn promised_texts<'c>(input: &PhaseInput, code: &'c CodeFacts) -> Vec<(RepoPath, &'c str)> {
    let texts = promised(input, code).into_iter();
    texts.filter_map(|(path, fact)| Some((path, fact.text.as_deref()?))).collect()
}

/// The promised names that a file does not declare and may have from another.
fn passed_on(input: &PhaseInput, code: &CodeFacts, goes_on: &dyn Fn() -> bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let finished = input.plans.iter().filter(|facts| facts.has_summary);
    let artifacts = finished.flat_map(|facts| &facts.plan.must_haves.artifacts);
    for artifact in artifacts.take_while(|_| goes_on()) {
        let Ok(path) = RepoPath::parse(written_path(&artifact.path)) else { continue };
        for file in package::with_parts(BTreeSet::from([path]), code) {
            let text = code.files.get(&file).and_then(|fact| fact.text.as_deref());
            let Some(outline) = code.parsed.outline(&file, text) else { continue };
            let passes = outline.imports.iter().any(|i| i.passes_on);
            let promised = artifact.exports.iter().map(|name| bare_last(name)).filter(|_| passes);
            names.extend(promised.filter(|n| outline.exports().all(|s| s.name != **n)).map(str::to_owned));
        }
    }
    names
}

/// Returns the files that links of the finished plans mean by less than their whole paths: by the end of one, an alias, a
/// word of a sentence; and those that artifacts mean by a pattern. Of all files of the repository; what was read already is left out.
pub fn meant_by_links(input: &PhaseInput, code: &CodeFacts, paths: &[RepoPath]) -> BTreeSet<RepoPath> {
    let mut found = link::meant_by(&ends(input), code, paths);
    found.extend(several::meant(input, paths).into_iter().filter(|path| !code.files.contains_key(path)));
    found
}

/// The files that artifacts of the finished plans mean by a pattern, of those that were read, for whatever reason.
fn meant_by_patterns(input: &PhaseInput, code: &CodeFacts) -> BTreeSet<RepoPath> {
    let there = code.files.iter().filter(|(_, fact)| fact.state == FileState::File);
    let read: Vec<RepoPath> = there.map(|(path, _)| path.clone()).collect();
    several::meant(input, &read).into_iter().collect()
}

/// The ends of all links of the finished plans.
fn ends(input: &PhaseInput) -> Vec<&str> {
    let finished = input.plans.iter().filter(|facts| facts.has_summary);
    finished.flat_map(|f| &f.plan.must_haves.key_links).flat_map(link::ends).collect()
}

/// Returns the words that a first look did not ask for, and that the users of files which only pass on must hold.
pub fn further_words(input: &PhaseInput, code: &CodeFacts) -> Words {
    further_words_while(input, code, &|| true)
}

/// As [`further_words`], and ends soon once `goes_on` says no.
pub fn further_words_while(input: &PhaseInput, code: &CodeFacts, goes_on: &dyn Fn() -> bool) -> Words {
    let Some(project) = code.project().map(|p| p.followed(goes_on)) else { return Words::default() };
    let finished = input.plans.iter().filter(|facts| facts.has_summary);
    let promised = finished.flat_map(|facts| &facts.plan.must_haves.artifacts);
    let mut words = Words::default();
    let mut paths: BTreeSet<_> =
        promised.filter_map(|a| RepoPath::parse(written_path(&a.path)).ok()).collect();
    paths.extend(meant_by_patterns(input, code));
    for path in package::with_parts(paths, code) {
        if !project.exists(&path) {
            continue;
        }
        words.extend(Words::of_names(project.switches_before(&path)));
        for file in project.passed_on_alone(&path) {
            words.extend(wiring::words(&file, project.outline(&file).as_deref()));
        }
        words.extend(project.names_beside(&path));
        words.extend(project.names_of_shown(&path));
        words.extend(project.names_of_takers(&path));
    }
    words
}

/// Returns every path that a plan of the phase promises or touches.
pub(super) fn all_promised(input: &PhaseInput) -> BTreeSet<RepoPath> {
    input.plans.iter().flat_map(promised_paths).collect()
}

/// Returns every path that a plan promises or touches, whether or not anything is there.
fn promised_paths(facts: &PlanFacts) -> BTreeSet<RepoPath> {
    let plan = &facts.plan;
    let tasks = plan.tasks.iter().flat_map(|task| task.files.iter());
    let artifacts = plan.must_haves.artifacts.iter().map(|artifact| &artifact.path);
    let written = plan.files_modified.iter().chain(tasks).chain(artifacts);
    let mut paths: BTreeSet<RepoPath> =
        written.filter_map(|text| RepoPath::parse(written_path(text)).ok()).collect();
    for link in &plan.must_haves.key_links {
        paths.extend(link::named_paths(&link.from));
        paths.extend(link::named_paths(&link.to));
    }
    paths
}

/// Returns the files that items name as evidence, such as the user of a promised file: without him it is not wired.
pub fn shown_by(items: &[Item]) -> BTreeSet<RepoPath> {
    let named = items.iter().flat_map(|item| &item.evidence).filter_map(|shown| shown.file.as_deref());
    named.filter_map(|file| RepoPath::parse(file).ok()).collect()
}

/// Returns the files that exist and that a report covers (SPEC 9.8): `shown` are those that its items name.
pub fn covered_files(
    input: &PhaseInput,
    code: &CodeFacts,
    events: &[PhaseEvent],
    shown: &BTreeSet<RepoPath>,
) -> Vec<RepoPath> {
    let is_file = |path: &RepoPath| code.fact(path).is_some_and(|fact| fact.state == FileState::File);
    package::with_parts(covered(input, events, shown), code).into_iter().filter(is_file).collect()
}

/// Returns a hash over every path that a report covers and what stands there now.
pub fn covered_digest(
    input: &PhaseInput,
    code: &CodeFacts,
    events: &[PhaseEvent],
    shown: &BTreeSet<RepoPath>,
) -> String {
    digest_of(&covered(input, events, shown), code)
}

fn covered(input: &PhaseInput, events: &[PhaseEvent], shown: &BTreeSet<RepoPath>) -> BTreeSet<RepoPath> {
    let mut paths = questions(input, events);
    paths.extend(shown.iter().cloned());
    paths
}

/// Returns a hash over the code of the finished plans. A plan that is only being worked on does not
/// move it, so that what failed is looked at again when its mending is done.
pub(super) fn finished_digest(input: &PhaseInput, code: &CodeFacts) -> String {
    let finished = input.plans.iter().filter(|facts| facts.has_summary);
    let named = digest_of(&finished.flat_map(promised_paths).collect(), code);
    match input.state.as_ref().filter(|_| rests_on_all(input, code)) {
        Some(all) => blake3::hash(format!("{named}\n{all}").as_bytes()).to_hex()[..32].to_owned(),
        None => named,
    }
}

/// Tells whether a finished plan says only roughly what it changes, by a folder, a pattern, or not at all: then what is said of
/// the phase rests on all code there is ([`PhaseInput::state`]).
pub fn rests_on_all(input: &PhaseInput, code: &CodeFacts) -> bool {
    let is_rough = |path: &RepoPath| {
        path.as_str().contains(['*', '?', '{'])
            || code.fact(path).is_some_and(|fact| fact.state == FileState::Folder)
    };
    input.plans.iter().filter(|facts| facts.has_summary).any(|facts| {
        let paths = promised_paths(facts);
        paths.is_empty() || paths.iter().any(is_rough)
    })
}

/// Returns a hash over the artifacts that the finished plans promise: what every verified truth rests on.
pub(super) fn promised_digest(input: &PhaseInput, code: &CodeFacts) -> String {
    let artifacts = input
        .plans
        .iter()
        .filter(|facts| facts.has_summary)
        .flat_map(|facts| &facts.plan.must_haves.artifacts);
    let mut paths: BTreeSet<_> =
        artifacts.filter_map(|a| RepoPath::parse(written_path(&a.path)).ok()).collect();
    paths.extend(meant_by_patterns(input, code));
    digest_of(&paths, code)
}

fn digest_of(paths: &BTreeSet<RepoPath>, code: &CodeFacts) -> String {
    let mut hasher = blake3::Hasher::new();
    for path in &package::with_parts(paths.clone(), code) {
        let state = match code.fact(path) {
            Some(fact) => fact.digest.clone().unwrap_or_else(|| format!("{:?}", fact.state)),
            None => "unasked".to_owned(),
        };
        for part in [path.as_str(), &state] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Gives equal labels of one plan different ids, in the order of the plan.
#[derive(Default)]
struct Numbering(BTreeMap<(Option<String>, ItemKind, String), usize>);

impl Numbering {
    fn number(&mut self, item: Item) -> Item {
        let nth = self.0.entry((item.plan.clone(), item.kind, item.label.clone())).or_default();
        *nth += 1;
        Item { id: item_id(item.plan.as_deref(), item.kind, &item.label, *nth), ..item }
    }
}

/// Returns every item of the phase with its status: plans and reviews first, then truths, artifacts,
/// links, what is for a person, and requirements.
pub fn items(input: &PhaseInput, code: &CodeFacts, events: &[PhaseEvent]) -> Vec<Item> {
    items_while(input, code, events, &|| true)
}

/// As [`items`], and ends soon once `goes_on` says no; what it gives then is nothing to go by.
pub fn items_while(
    input: &PhaseInput,
    code: &CodeFacts,
    events: &[PhaseEvent],
    goes_on: &dyn Fn() -> bool,
) -> Vec<Item> {
    let basis = Basis { code, events, rests: Rests::of(input, code) };
    let project = code.project().map(|p| p.followed(goes_on));
    let mut numbering = Numbering::default();
    let mut all: Vec<Item> = Vec::new();
    for plan in &input.unread {
        all.push(numbering.number(unread(plan)));
    }
    // Whose SUMMARY says that it is not done has one.
    let denies = |stem: &String| input.denied.iter().any(|(plan, _)| plan == stem);
    for facts in input.plans.iter().filter(|facts| !facts.has_summary && !denies(&facts.plan.stem)) {
        all.push(numbering.number(unfinished(&facts.plan.stem, input.partial)));
    }
    for (stem, said) in &input.denied {
        all.push(numbering.number(denied(stem, said, input.partial)));
    }
    for (line, name) in &input.unwritten {
        all.push(numbering.number(unwritten(*line, name, input.partial)));
    }
    for facts in input.plans.iter().filter(|facts| facts.has_summary) {
        all.extend(faults(&facts.plan).map(|item| numbering.number(item)));
    }
    all.extend(command::items(input, events).into_iter().map(|i| apply(numbering.number(i), &basis)));
    for review in &input.reviews {
        all.push(apply(numbering.number(reviewed(review)), &basis));
    }
    let promises: Vec<(bool, Promises<'_>)> = input
        .plans
        .iter()
        .map(|facts| (facts.has_summary, promises(facts, &mut numbering, &basis, project.as_ref())))
        .collect();
    all.extend(truths(input, &promises, &mut numbering).into_iter().map(|item| apply(item, &basis)));
    all.extend(promises.iter().flat_map(|(_, promises)| promises.artifacts.iter().map(|(_, i)| i.clone())));
    all.extend(promises.iter().flat_map(|(_, promises)| promises.links.iter().map(|(_, i)| i.clone())));
    for facts in &input.plans {
        for task in facts.plan.tasks.iter().filter(|task| is_for_a_person(task)) {
            all.push(apply(numbering.number(by_hand(facts, task)), &basis));
        }
    }
    for found in anti_pattern::verify(input, code, project.as_ref()) {
        all.push(apply(numbering.number(found), &basis));
    }
    let requirements = requirement::verify(input, &all);
    all.extend(requirements.into_iter().map(|item| apply(item, &basis)));
    all
}

/// Promises that would not be checked at all: written under a wrong name, as no number, or never written.
fn faults(plan: &crate::domain::plan::Plan) -> impl Iterator<Item = Item> {
    let told = plan
        .remarks
        .iter()
        .filter(|r| [MISSPELT, NOT_A_NUMBER, UNFILLED, LEFT_OUT].contains(&r.code.as_str()));
    told.map(|remark| {
        let label = format!("{} line {}", plan.stem, remark.line);
        Item::new(ItemKind::Plan, Some(&plan.stem), label, ItemStatus::Failed)
            .because_of(format!("a fault of the plan: {}", remark.message))
    })
}

/// Nobody knows what it promises, so nothing lets it pass: it is mended, or taken out of the phase.
fn unread(plan: &UnreadPlan) -> Item {
    let (stem, path) = (Plan::stem_of(&plan.path), plan.path.as_str());
    let item = Item::new(ItemKind::Plan, Some(&stem), path, ItemStatus::Failed).because_of(format!(
        "{path} cannot be read: {}; mend it, or take it out of the phase's folder",
        plan.why
    ));
    let arguments = BTreeMap::from([("plan".to_owned(), path.to_owned())]);
    Item { call: Some(ReviewCall { tool: "check_plan".to_owned(), arguments }), ..item }
}

fn unfinished(stem: &str, partial: bool) -> Item {
    let status = if partial { ItemStatus::Pending } else { ItemStatus::Failed };
    Item::new(ItemKind::Plan, Some(stem), stem, status)
        .because_of("the plan has no SUMMARY: it is not finished")
}

/// What it promises is looked at all the same; that it is not done is the word of whoever did it.
fn denied(stem: &str, said: &str, partial: bool) -> Item {
    let status = if partial { ItemStatus::Pending } else { ItemStatus::Failed };
    Item::new(ItemKind::Plan, Some(stem), stem, status).because_of(format!(
        "its SUMMARY says `{said}`: finish the plan and say so there, or plan anew what is left"
    ))
}

fn unwritten(line: u32, name: &str, partial: bool) -> Item {
    let status = if partial { ItemStatus::Pending } else { ItemStatus::Failed };
    Item::new(ItemKind::Plan, None, name, status).because_of(format!(
        "ROADMAP.md lists `{name}` for the phase (line {line}), and no such plan is there: write it, or say in its line that it was dropped"
    ))
}

fn reviewed(review: &ReviewFact) -> Item {
    let (plan, label) = match &review.state {
        ReviewState::Unreadable(_) => (None, format!("review loop {}", review.task)),
        ReviewState::NeverReviewed
        | ReviewState::BlockingOpen(_)
        | ReviewState::Changed(_)
        | ReviewState::Unsettled(_)
        | ReviewState::WentOn(_)
        | ReviewState::Ok => (Some(review.plan.as_str()), format!("{} Task {}", review.plan, review.task)),
    };
    let item = Item::new(ItemKind::Review, plan, label, ItemStatus::Failed);
    let item = Item { call: review.call.clone(), ..item };
    match &review.state {
        ReviewState::Ok => Item { status: ItemStatus::Verified, call: None, ..item },
        // Its rules let it pass, and whoever reads that it did is told with what.
        ReviewState::WentOn(how) => {
            Item { status: ItemStatus::Verified, call: None, ..item.because_of(how.clone()) }
        }
        ReviewState::NeverReviewed => item.because_of("never reviewed"),
        ReviewState::BlockingOpen(ids) => {
            item.because_of(format!("blocking findings are unresolved: {}", ids.join(", ")))
        }
        ReviewState::Changed(why) | ReviewState::Unsettled(why) => item.because_of(why.clone()),
        ReviewState::Unreadable(why) => item.because_of(format!("the loop cannot be read: {why}")),
    }
}

fn promises<'a>(
    facts: &'a PlanFacts,
    numbering: &mut Numbering,
    basis: &Basis<'_>,
    project: Option<&Project<'_>>,
) -> Promises<'a> {
    let plan = &facts.plan;
    let pending = |kind: ItemKind, label: &str| {
        Item::new(kind, Some(&plan.stem), label.trim(), ItemStatus::Pending)
            .because_of("only an unfinished plan promises it")
    };
    let artifacts = plan.must_haves.artifacts.iter().map(|promised| {
        let item = if facts.has_summary {
            artifact::verify(&plan.stem, promised, basis.code, project)
        } else {
            pending(ItemKind::Artifact, &promised.path)
        };
        (promised, apply(numbering.number(item), basis))
    });
    let artifacts = artifacts.collect();
    let links = plan.must_haves.key_links.iter().map(|promised| {
        let item = if facts.has_summary {
            link::verify(&plan.stem, promised, basis.code, project)
        } else {
            pending(ItemKind::KeyLink, &link::label(promised))
        };
        (promised, apply(numbering.number(item), basis))
    });
    let links = links.collect();
    Promises { plan, artifacts, links }
}

/// Returns what a plan states: its truths, or without any must-have its tasks' done criteria.
fn statements(plan: &crate::domain::plan::Plan) -> Vec<(String, Option<&'static str>)> {
    let MustHaves { truths, artifacts, key_links, other: _ } = &plan.must_haves;
    if !truths.is_empty() || !artifacts.is_empty() || !key_links.is_empty() {
        return truths.iter().map(|truth: &Truth| (truth.text.trim().to_owned(), None)).collect();
    }
    let done =
        plan.tasks.iter().filter(|task| !is_for_a_person(task)).filter_map(|task| task.done.as_deref());
    let why = "the plan has no must_haves; this is a task's done criterion";
    done.map(|text| (text.split_whitespace().collect::<Vec<_>>().join(" "), Some(why))).collect()
}

/// Joins the roadmap's criteria and the plans' truths; one that both state is the plan's.
fn truths(input: &PhaseInput, promises: &[(bool, Promises<'_>)], numbering: &mut Numbering) -> Vec<Item> {
    let criteria: Vec<String> = input.criteria.iter().map(|truth| normalised(&truth.text)).collect();
    let mut stated_by_plans = BTreeSet::new();
    let mut of_plans = Vec::new();
    for (finished, promised) in promises {
        let mut seen = BTreeSet::new();
        for (text, why) in statements(promised.plan) {
            let key = normalised(&text);
            if key.is_empty() || !seen.insert(key.clone()) {
                continue;
            }
            let item = Item::new(ItemKind::Truth, Some(&promised.plan.stem), text, ItemStatus::Pending);
            let mut item = numbering.number(item);
            item.reasons.extend(why.map(str::to_owned));
            if criteria.contains(&key) {
                item.reasons.push("it is a success criterion of the roadmap too".to_owned());
                stated_by_plans.insert(key);
            }
            of_plans.push(if *finished {
                let leans_on = promised.carrying(&item.label);
                let named = promised.named_by(&item.label);
                settle(item, &leans_on, &named)
            } else {
                item.because_of("only an unfinished plan promises it")
            });
        }
    }
    let mut seen = stated_by_plans;
    let mut items = Vec::new();
    for (truth, key) in input.criteria.iter().zip(criteria) {
        if key.is_empty() || !seen.insert(key) {
            continue;
        }
        let item = numbering.number(Item::new(ItemKind::Truth, None, truth.text.trim(), ItemStatus::Pending));
        let leans_on: Vec<&Item> = promises.iter().flat_map(|(_, p)| p.named_by(&item.label)).collect();
        items.push(settle(item, &leans_on, &leans_on));
    }
    items.extend(of_plans);
    items
}

/// A checkpoint at which the plan itself asks a person to look.
fn is_for_a_person(task: &Task) -> bool {
    task.kind.as_deref().is_some_and(|kind| {
        let kind = kind.trim().to_ascii_lowercase();
        let has = |word: &str| kind.contains(word);
        // What a person decides or does is over once the plan is: nothing of it can be looked at afterwards.
        let over = has("decision") || has("action");
        !over && (kind.starts_with("checkpoint") || has("human") || has("manual") || has("visual"))
    })
}

fn by_hand(facts: &PlanFacts, task: &Task) -> Item {
    let built = task.built.as_deref().map(on_a_line).filter(|built| !built.is_empty());
    let name = match (task.name.trim(), built) {
        ("", Some(built)) => built,
        ("", None) => format!("Task {}", task.number),
        (name, _) => name.to_owned(),
    };
    let item = Item::new(ItemKind::Human, Some(&facts.plan.stem), name, ItemStatus::NeedsHuman);
    let words = [&task.built, &task.done, &task.verify].into_iter().flatten();
    let asks = words
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join("\n");
    let item = Item { asks: Some(asks).filter(|asks| !asks.is_empty()), ..item };
    if !facts.has_summary {
        return Item { status: ItemStatus::Pending, ..item }
            .because_of("only an unfinished plan promises it");
    }
    let item = item.because_of(format!("task {} is a checkpoint for a person", task.number));
    let expected = task.done.as_deref().or(task.verify.as_deref());
    match expected {
        Some(text) => item.because_of(format!("expected: {}", on_a_line(text))),
        None => item,
    }
}

/// A text of a plan on one line, as much of it as a person is asked to read.
fn on_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(400).collect()
}
