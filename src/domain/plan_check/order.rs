//! Which plan comes before which: the names plans have, dependences, waves, and two plans for one file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;

use super::document::Read;
use super::header::wave_number;
use super::mentions;
use super::paths::{Reference, matches, plain};
use super::{Gathered, Surroundings, short};
use crate::domain::ids::RepoPath;
use crate::domain::plan::{self, Plan, layout::PhaseFolder};

/// The most dependences of one plan that are looked at.
const MAX_NAMES: usize = 200;

/// A plan as another plan's check sees it.
#[derive(Debug, Clone)]
pub struct Sibling {
    path: RepoPath,
    /// The number of its phase, without leading zeros; empty where there is none.
    phase: String,
    /// Every name it may be called by within its phase, in the form of [`key`].
    names: BTreeSet<String>,
    wave: Option<u32>,
    depends_on: Vec<Name>,
    /// What it changes or makes, by its front matter and its tasks.
    files: BTreeSet<String>,
    /// What it promises to be there in the end.
    promised: BTreeSet<String>,
    /// It has a SUMMARY: what it changes is changed.
    finished: bool,
}

impl Sibling {
    /// Returns what of a plan matters to another.
    pub fn of(plan: &Plan) -> Self {
        let mut known = Self::named(&plan.path);
        if known.phase.is_empty() {
            known.phase = plan.phase.as_deref().map(phase_number).unwrap_or_default();
        }
        if let Some(number) = &plan.plan {
            known.call(&key(number));
        }
        known.wave = plan.wave.as_deref().and_then(wave_number);
        let names = plan.depends_on.iter().take(MAX_NAMES).flat_map(|name| Name::all(name));
        known.depends_on = names.take(MAX_NAMES).collect();
        let of_tasks = plan.tasks.iter().flat_map(mentions::changed);
        known.files = plan.files_modified.iter().chain(of_tasks).map(|f| plain(f)).collect();
        known.promised = plan.must_haves.artifacts.iter().map(|a| plain(&a.path)).collect();
        known
    }

    /// Returns a plan of which only the path is known.
    pub fn named(path: &RepoPath) -> Self {
        let phase = plan::phase_of(path).map(|f| phase_number(&f.number)).unwrap_or_default();
        let mut known = Self {
            path: path.clone(),
            phase,
            names: BTreeSet::new(),
            wave: None,
            depends_on: Vec::new(),
            files: BTreeSet::new(),
            promised: BTreeSet::new(),
            finished: false,
        };
        known.call(&key(path.file_name()));
        known
    }

    /// Says that the plan has a SUMMARY.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// Tells whether the plan says that it runs in a wave.
    pub fn runs_in(&self, wave: Option<&str>) -> bool {
        self.wave.is_some() && self.wave == wave.and_then(wave_number)
    }

    /// Returns where the plan lies.
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// Adds a name, with and without the phase before it.
    fn call(&mut self, name: &str) {
        if name.is_empty() {
            return;
        }
        let phase = format!("{}-", self.phase);
        match name.strip_prefix(&phase).filter(|_| !self.phase.is_empty()) {
            Some(own) => {
                self.names.insert(own.to_owned());
            }
            None if !self.phase.is_empty() => {
                self.names.insert(format!("{phase}{name}"));
            }
            None => {}
        }
        self.names.insert(name.to_owned());
    }

    /// Tells whether `name`, as `from` writes it, means this plan. A bare number means a plan of one's own phase.
    pub(super) fn is_named(&self, name: &Name, from: &Sibling) -> bool {
        if let Some(path) = &name.path {
            let rest = self.path.as_str().strip_suffix(path.as_str());
            return rest.is_some_and(|before| before.is_empty() || before.ends_with('/'));
        }
        let keys = [Some(&name.key), name.dotted.as_ref()];
        let Some(key) = keys.into_iter().flatten().find(|key| !name.is_phase && self.names.contains(*key))
        else {
            return false;
        };
        let phased = || key.strip_prefix(&self.phase).is_some_and(|rest| rest.starts_with('-'));
        self.path.parent() == from.path.parent() || !self.phase.is_empty() && phased()
    }

    /// Returns which of these plans this one says it depends on.
    pub(super) fn named_among<'s>(&self, plans: &'s [Sibling]) -> Vec<&'s Sibling> {
        plans.iter().filter(|plan| self.depends_on.iter().any(|name| plan.is_named(name, self))).collect()
    }

    /// Returns what this plan waits for that none of these, the plans of its own folder, is.
    pub(super) fn abroad(&self, siblings: &[Sibling]) -> Abroad {
        let is_not_here = |name: &&Name| !siblings.iter().any(|plan| plan.is_named(name, self));
        let names: Vec<&Name> = self.depends_on.iter().filter(is_not_here).collect();
        let folder = |path: &String| Some(path.rsplit_once('/')?.0.rsplit('/').next()?.to_owned());
        Abroad {
            phases: names.iter().map(|name| phase_number(&name.written)).filter(|p| !p.is_empty()).collect(),
            folders: names.iter().filter_map(|name| folder(name.path.as_ref()?)).collect(),
        }
    }

    /// Returns how people call it.
    fn label(&self) -> &str {
        self.path.file_name()
    }

    /// Tells whether the plan changes what another names: the same file, one that a folder or a pattern takes, or a
    /// pattern that takes it.
    fn changes(&self, other: &Reference) -> bool {
        if self.files.contains(&other.text) {
            return true;
        }
        if other.pattern {
            return is_readable(&other.text) && other.matches(self.files.iter().map(String::as_str));
        }
        self.files.iter().any(|file| {
            below(file, &other.text) || below(&other.text, file) || pattern_takes(file, &other.text)
        })
    }

    /// Tells whether the plan changes a file below a folder.
    fn changes_below(&self, folder: &str) -> bool {
        self.files.iter().any(|file| below(folder, file))
    }

    /// Tells whether the plan changes, makes or promises a file, or one below a folder it names.
    pub(super) fn lists(&self, path: &str) -> bool {
        let mut place = Some(path);
        while let Some(current) = place {
            if self.files.contains(current) || self.promised.contains(current) {
                return true;
            }
            place = current.rsplit_once('/').map(|(folder, _)| folder);
        }
        false
    }
}

/// Tells whether a file lies below what may be a folder.
fn below(folder: &str, file: &str) -> bool {
    file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')) && is_folder(folder)
}

/// Tells whether a path without a file's ending may be a folder.
fn is_folder(path: &str) -> bool {
    !path.rsplit('/').next().unwrap_or(path).contains('.')
}

/// Tells whether a listed pattern takes a file. One that cannot be read takes none.
fn pattern_takes(pattern: &str, file: &str) -> bool {
    pattern.contains(['*', '{']) && is_readable(pattern) && matches(pattern, std::iter::once(file))
}

/// Tells whether a pattern's braces are paired: one that cannot be read changes nothing that could be told.
fn is_readable(pattern: &str) -> bool {
    pattern.matches('{').count() == pattern.matches('}').count()
}

/// A plan's name as another plan writes it.
#[derive(Debug, Clone)]
pub(super) struct Name {
    written: String,
    key: String,
    /// The path, where one is written.
    path: Option<String>,
    is_phase: bool,
    /// What it means where a dot parts phase and plan: `01.02`.
    dotted: Option<String>,
    /// It stands between the ends of a range: that there is none by that number says nothing.
    between: bool,
    /// It reads like a range whose ends nobody can count between.
    unread: bool,
}

impl Name {
    pub(super) fn of(written: &str) -> Self {
        Self {
            written: written.to_owned(),
            key: key(written),
            path: path_in(written).map(str::to_owned),
            is_phase: says_phase(written),
            dotted: dotted(written),
            between: false,
            unread: false,
        }
    }

    /// Reads what may be several names: `02-01 through 02-04`, `02-01..04`.
    fn all(written: &str) -> Vec<Self> {
        let Some(keys) = ends(written) else { return vec![Self::of(written)] };
        let Some(plans) = between(&keys.0, &keys.1) else {
            return vec![Self {
                key: String::new(),
                unread: true,
                path: None,
                dotted: None,
                ..Self::of(written)
            }];
        };
        let last = plans.len() - 1;
        let one = |(at, key): (usize, String)| Self {
            written: key.clone(),
            key,
            path: None,
            is_phase: false,
            dotted: None,
            between: at > 0 && at < last,
            unread: false,
        };
        plans.into_iter().enumerate().map(one).collect()
    }
}

/// The most plans that a range is written out to.
const MAX_RANGE: u32 = 99;

/// What stands between the first and the last plan of a range.
static RANGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:plans?[ \t]+)?([\w.-]*?\d[\w-]*?)(?:\.md)?(?:[ \t]+(?:through|thru|to|until|bis|-)[ \t]+|[ \t]*(?:\.{2,3}|…|–|—|→|->|~)[ \t]*)(?:plan[ \t]+)?(\d[\w.-]*)[\x22'`\]]*[ \t]*(\S?)")
        .expect("a fixed pattern")
});

/// Returns the two ends of a range of plans, each in the form of [`key`]; nothing where a name is no range. What follows the
/// second end makes it none that can be read.
fn ends(written: &str) -> Option<(String, String)> {
    if says_phase(written) || written.contains('/') {
        return None;
    }
    let found = RANGE.captures(written)?;
    let end = |n: usize| found.get(n).map(|m| key(m.as_str()));
    let numbered = |key: &String| {
        key.ends_with(|c: char| c.is_ascii_digit()) && key.starts_with(|c: char| c.is_ascii_digit())
    };
    let (first, last) = (end(1).filter(numbered)?, end(2).filter(numbered)?);
    match found.get(3).map_or("", |m| m.as_str()) {
        "" | "(" => Some((first, last)),
        _ => Some((first, String::new())),
    }
}

/// Counts from one plan to another of the same phase.
fn between(first: &str, last: &str) -> Option<Vec<String>> {
    let (head, from) = first.rsplit_once('-').unwrap_or(("", first));
    let (other, to) = last.rsplit_once('-').unwrap_or((head, last));
    let (low, high): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
    let name = |n: u32| if head.is_empty() { n.to_string() } else { format!("{head}-{n}") };
    (other == head && low < high && high - low <= MAX_RANGE).then(|| (low..=high).map(name).collect())
}

/// Reads `01.02` as `01-02`: no phase between two others is written with a zero.
fn dotted(written: &str) -> Option<String> {
    let (phase, plan) = written.trim().split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits(phase) && digits(plan) && plan.starts_with('0')).then(|| key(&format!("{phase}-{plan}")))
}

/// The phases that a plan's dependences may lead to.
#[derive(Debug, Default)]
pub struct Abroad {
    phases: BTreeSet<String>,
    folders: BTreeSet<String>,
}

impl Abroad {
    /// Tells whether they lead to no other phase.
    pub fn is_empty(&self) -> bool {
        self.phases.is_empty() && self.folders.is_empty()
    }

    /// Tells whether a plan of this phase's folder may be meant.
    pub fn leads_to(&self, folder: &PhaseFolder) -> bool {
        self.phases.contains(&phase_number(&folder.number)) || self.folders.contains(folder.dir.file_name())
    }
}

/// Tells whether a name says that it is a phase's: `Phase 2`.
fn says_phase(name: &str) -> bool {
    let bare = name.trim().trim_matches(['"', '\'']);
    let phase = bare.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("phase"));
    // `phase-01-plan-02` is a plan's name written out.
    phase && !bare.to_ascii_lowercase().contains("plan")
}

/// Returns a plan's name in one form: `02-02-PLAN.md`, `"2-02"` and `plan 02-2` are `2-2`.
fn key(name: &str) -> String {
    let lower = name.trim().trim_matches(['"', '\'', '`']).trim().to_ascii_lowercase();
    let lower = lower.rsplit('/').next().unwrap_or(&lower);
    let lower = lower.strip_prefix("plan ").or_else(|| lower.strip_prefix("phase ")).unwrap_or(lower);
    let word = lower.split([' ', '(', '\t', ':']).next().unwrap_or_default();
    let word = word.strip_suffix(".md").unwrap_or(word);
    let parts = word
        .split(['-', '_'])
        .filter(|part| !part.is_empty() && !["plan", "summary", "phase"].contains(part));
    parts.map(bare_number).collect::<Vec<_>>().join("-")
}

/// Takes the leading zeros of a number off: `04.1` → `4.1`, `00` → `0`, `05b` → `5b`.
fn bare_number(part: &str) -> String {
    let bare = part.trim_start_matches('0');
    match bare.starts_with(|c: char| c.is_ascii_digit()) {
        true => bare.to_owned(),
        false if bare.len() < part.len() => format!("0{bare}"),
        false => part.to_owned(),
    }
}

/// Returns the number a phase is named by: `03-auth` → `3`, `12A.1-auth` → `12a.1`.
fn phase_number(phase: &str) -> String {
    let name = phase.trim().trim_matches(['"', '\'', '`']);
    if let Some((number, _)) = plan::layout::prefixed(name.rsplit('/').next().unwrap_or(name)) {
        return key(&number);
    }
    let key = key(phase);
    key[..plan::layout::number_end(&key)].trim_end_matches('.').to_owned()
}

/// Returns the path in a dependence that names one.
fn path_in(name: &str) -> Option<&str> {
    let bare = name.trim().trim_matches(['"', '\'', '`', '@']).trim_start_matches("./");
    let bare = bare.split([' ', '(']).next().unwrap_or(bare);
    (bare.contains('/') && bare.to_ascii_lowercase().ends_with(".md")).then_some(bare)
}

/// The plans around one, and who waits for whom.
struct Order<'a> {
    plans: Vec<&'a Sibling>,
    /// For each plan the plans it waits for, by position.
    waits: Vec<Vec<usize>>,
}

impl<'a> Order<'a> {
    /// Resolves the dependences of all plans of a folder; the one under check is the first.
    fn of(own: &'a Sibling, around: &'a Surroundings) -> Self {
        Self::among(own, around.siblings.iter())
    }

    /// Resolves also those of the plans of other phases that were read: a way back may lead through one.
    fn beyond(own: &'a Sibling, around: &'a Surroundings) -> Self {
        let read = around.elsewhere.iter().filter(|plan| !plan.depends_on.is_empty());
        Self::among(own, around.siblings.iter().chain(read))
    }

    fn among(own: &'a Sibling, others: impl Iterator<Item = &'a Sibling>) -> Self {
        let plans: Vec<&Sibling> =
            std::iter::once(own).chain(others.filter(|s| s.path != own.path)).collect();
        let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, plan) in plans.iter().enumerate() {
            for name in &plan.names {
                by_name.entry(name).or_default().push(at);
            }
        }
        let waits = plans
            .iter()
            .enumerate()
            .map(|(own, plan)| {
                let found = plan.depends_on.iter().flat_map(|name| {
                    let named = by_name.get(name.key.as_str()).map(Vec::as_slice).unwrap_or_default();
                    named.iter().copied().filter(|at| plans.get(*at).is_some_and(|p| p.is_named(name, plan)))
                });
                // Once each, however often they are written. One that waits for itself is told by its name, and would be the
                // shortest way back.
                found.filter(|at| *at != own).collect::<BTreeSet<usize>>().into_iter().collect()
            })
            .collect();
        Self { plans, waits }
    }

    /// Returns every plan that one waits for, directly or through others.
    fn before(&self, start: usize) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> = self.waits.get(start).cloned().unwrap_or_default();
        while let Some(at) = open.pop() {
            if seen.insert(at) {
                open.extend(self.waits.get(at).into_iter().flatten());
            }
        }
        seen
    }

    /// Returns the plans that the first one waits for and that wait for it.
    fn circling(&self) -> BTreeSet<&'a RepoPath> {
        let waits = self.waits.first().into_iter().flatten();
        let back = waits.filter(|at| self.before(**at).contains(&0));
        back.filter_map(|at| Some(&self.plans.get(*at)?.path)).collect()
    }

    /// Returns the shortest way from a plan back to itself, without its last step.
    fn cycle(&self, start: usize) -> Option<Vec<usize>> {
        let mut from: BTreeMap<usize, usize> = BTreeMap::new();
        let mut open = std::collections::VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            for &next in self.waits.get(at).into_iter().flatten() {
                if next == start {
                    let mut way = vec![at];
                    while let Some(&before) = way.last().filter(|l| **l != start).and_then(|l| from.get(l)) {
                        way.push(before);
                    }
                    way.reverse();
                    return Some(way);
                }
                if let std::collections::btree_map::Entry::Vacant(free) = from.entry(next) {
                    free.insert(at);
                    open.push_back(next);
                }
            }
        }
        None
    }
}

/// Returns the plans that run before one: those it waits for, those of earlier waves, and the plans of other
/// phases it names.
pub(super) fn earlier<'a>(own: &'a Sibling, around: &'a Surroundings) -> Vec<&'a Sibling> {
    let order = Order::of(own, around);
    let before = order.before(0);
    let in_phase = order.plans.iter().enumerate().skip(1).filter(|(at, plan)| {
        before.contains(at) || matches!((plan.wave, own.wave), (Some(theirs), Some(ours)) if theirs < ours)
    });
    in_phase.map(|(_, plan)| *plan).chain(own.named_among(&around.elsewhere)).collect()
}

/// Checks that every plan depended on exists and runs in an earlier wave, and that none waits for itself.
pub(super) fn depends_on(read: &Read<'_>, around: &Surroundings, out: &mut Gathered) {
    let own = Sibling::of(&read.plan);
    let order = Order::of(&own, around);
    let line = read.line_of("depends_on");
    let latest = order.waits.first().into_iter().flatten().filter_map(|at| order.plans.get(*at)?.wave).max();
    let beyond = Order::beyond(&own, around);
    let circling = beyond.circling();
    for name in &own.depends_on {
        if name.unread {
            let issue =
                format!("it depends on {}, which reads like several plans and is none", short(&name.written));
            out.add(&name.written, line, issue, "name each plan of its own");
            continue;
        }
        let here = order.plans.iter().filter(|plan| plan.is_named(name, &own)).collect::<Vec<_>>();
        let Some(plan) = here.iter().find(|p| p.path != own.path).or(here.first()) else {
            unknown(name, &own, around, line, out);
            continue;
        };
        if plan.path == own.path {
            let issue = "the plan depends on itself".to_owned();
            out.add("self", line, issue, format!("take {} off `depends_on`", short(&name.written)))
                .auto_fixable = true;
        } else if let (Some(theirs), Some(ours)) = (plan.wave, own.wave)
            && theirs >= ours
            // No wave is late enough where the other waits for this one.
            && !circling.contains(&plan.path)
        {
            let when = if theirs == ours { "the same wave" } else { "a later wave" };
            let issue = format!(
                "it depends on {}, which runs in {when} ({theirs}; this plan is in {ours})",
                plan.label()
            );
            let fix = format!("set `wave: {}`", latest.unwrap_or(theirs).saturating_add(1));
            out.add(&format!("wave:{}", name.written), read.line_of("wave"), issue, fix).auto_fixable = true;
        }
    }
    let order = beyond;
    if let Some(way) = order.cycle(0) {
        let here = |plan: &Sibling| plan.path.parent() == own.path.parent();
        let name = |plan: &&'_ Sibling| if here(plan) { plan.label() } else { plan.path.as_str() }.to_owned();
        let names = way.iter().chain([&0]).filter_map(|at| order.plans.get(*at)).map(name);
        let issue = format!("the plans wait for each other: {}", names.collect::<Vec<_>>().join(" → "));
        out.add(
            "cycle",
            line,
            issue,
            "take one of these dependences away; the plan whose result the other needs runs first",
        );
    }
    out.note = Some(match own.depends_on.len() {
        0 => "none".to_owned(),
        count => format!("{count} named"),
    });
}

/// Adds the finding of a dependence on no known plan, unless it names a phase, or one that was put away since.
fn unknown(name: &Name, own: &Sibling, around: &Surroundings, line: Option<u32>, out: &mut Gathered) {
    if name.between || around.elsewhere.iter().any(|plan| plan.is_named(name, own)) {
        return;
    }
    let wanted = &name.key;
    let phase = phase_number(&name.written);
    let told = around.elsewhere.iter().any(|plan| plan.phase == phase);
    let whole = *wanted == phase
        || !wanted
            .strip_prefix(&format!("{phase}-"))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == 'r'));
    // `03-auth`, `phase 3`: a phase. A bare number is a plan here unless only a phase has it.
    if !phase.is_empty() && told && whole {
        return;
    }
    // Phases of finished milestones are moved away; an earlier one that is gone is taken as done.
    let number = |text: &str| {
        let (digits, letter) =
            text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
        Some((digits.parse::<f64>().ok()?, letter.to_owned()))
    };
    let before = matches!((number(&phase), number(&own.phase)), (Some(theirs), Some(ours)) if theirs < ours);
    if !told && before && (wanted.contains('-') || name.is_phase) {
        return;
    }
    // A plan of another phase is looked for among its own.
    let there: Vec<&str> = match told && phase != own.phase && wanted.contains('-') {
        true => around
            .elsewhere
            .iter()
            .filter(|plan| plan.phase == phase)
            .map(|p| p.path.as_str())
            .take(8)
            .collect(),
        false => around.siblings.iter().map(Sibling::label).take(8).collect(),
    };
    let fix = match there.is_empty() {
        true => "correct the name, or write `depends_on: []`".to_owned(),
        false => format!("name a plan that is there ({}), or take it off", there.join(", ")),
    };
    out.add(
        &name.written,
        line,
        format!("it depends on {}, which is no plan here", short(&name.written)),
        fix,
    );
}

/// Checks that no plan of the same wave changes a file that this one changes, unless one waits for the other.
pub(super) fn conflicts(read: &Read<'_>, around: &Surroundings, out: &mut Gathered) {
    let own = Sibling::of(&read.plan);
    // What is done runs beside nothing any more.
    let Some(wave) = own.wave.filter(|_| !around.finished) else {
        out.skipped = true;
        return;
    };
    let order = Order::of(&own, around);
    let before = order.before(0);
    let named = read.references.iter().chain(&read.left_out.environment);
    let changed: Vec<&Reference> = named.filter(|r| !r.read_only).collect();
    // A word alone is looked up nowhere, but may be the folder that another's file lies in.
    let looked_up = |file: &String| read.references.iter().any(|r| r.text == *file);
    let folders: Vec<&String> = own.files.iter().filter(|file| is_folder(file) && !looked_up(file)).collect();
    let mut beside = 0;
    for (at, plan) in order.plans.iter().enumerate().skip(1) {
        if plan.wave != Some(wave) || plan.finished || before.contains(&at) || order.before(at).contains(&0) {
            continue;
        }
        beside += 1;
        let files = changed.iter().filter(|r| plan.changes(r)).map(|r| (Some(r.line), &r.text));
        let below = folders.iter().filter(|folder| plan.changes_below(folder));
        let shared: Vec<(Option<u32>, &String)> =
            files.chain(below.map(|folder| (read.line_of("files_modified"), *folder))).collect();
        let Some((line, _)) = shared.first().copied() else { continue };
        let names: Vec<String> = shared.iter().take(3).map(|(_, text)| short(text)).collect();
        let more = if shared.len() > 3 { format!(" and {} more", shared.len() - 3) } else { String::new() };
        let issue = format!("{} is in wave {wave} too and changes {}{more}", plan.label(), names.join(", "));
        let fix =
            format!("let one of the two wait: a later `wave`, and `depends_on` the other ({})", plan.label());
        out.add(plan.path.as_str(), line, issue, fix);
    }
    out.note = Some(format!("{beside} plans beside it in wave {wave}"));
}
