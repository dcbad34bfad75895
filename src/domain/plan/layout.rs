//! Where a plan stands: planning root, phase folder, numbers (SPEC 4). Names only; nothing is looked up.

use super::super::ids::{PathError, RepoPath};

/// The planning folders of the systems, by their names.
const ROOTS: [&str; 3] = [".planning", ".yolo-planning", ".vbw-planning"];

/// A phase's folder, such as `.planning/phases/03-auth`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseFolder {
    /// The planning root: `.planning`, also where it lies deeper in the repository.
    pub root: RepoPath,
    pub dir: RepoPath,
    /// The number as the folder writes it: `03`, `14.1`.
    pub number: String,
    /// What follows the number: `auth`; empty where nothing does.
    pub slug: String,
}

impl PhaseFolder {
    /// Reads a folder's name; nothing where it does not start with a number or lies in no planning root.
    pub fn of(dir: &RepoPath) -> Option<Self> {
        let root = root_of(dir)?;
        if root == *dir {
            return None;
        }
        // Elsewhere such a name is as often no number: `.planning/milestones/v1.0-phases`.
        let among_phases = || dir.parent().is_some_and(|above| above.file_name().ends_with("phases"));
        let (number, slug) =
            numbered(dir.file_name()).or_else(|| prefixed(dir.file_name()).filter(|_| among_phases()))?;
        Some(Self { root, dir: dir.clone(), number, slug })
    }

    /// Returns the number padded for file names: `3` → `03`, `14.1` → `14.1`, `3.2` → `03.2`, `3A` → `03A`.
    pub fn padded(&self) -> String {
        padded(&self.number)
    }

    /// Returns whether a phase given as `3`, `03` or `03-auth` is this one. `1.10` is not `1.1`.
    pub fn is(&self, phase: &str) -> bool {
        let wanted = bare(phase);
        let number = numbered(wanted)
            .or_else(|| prefixed(wanted))
            .map_or_else(|| wanted.to_owned(), |(number, _)| number);
        plain(&number) == plain(&self.number)
    }

    /// As [`Self::is`], and the words behind the number, where there are any, do not name another: `03-auth` and `03-auth-flow`
    /// may be one phase, `03-auth` and `03-pay` are not.
    pub fn is_meant_by(&self, phase: &str) -> bool {
        let wanted = bare(phase);
        let said = numbered(wanted).or_else(|| prefixed(wanted)).map(|(_, slug)| slug).unwrap_or_default();
        let plain = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let (said, own) = (plain(&said), plain(&self.slug));
        self.is(phase) && (said.is_empty() || own.starts_with(&said) || said.starts_with(&own))
    }

    /// Returns whether a bare number given for a phase is what stands behind this one's prefix: `1` for `v0.11-01`.
    pub fn is_without_prefix(&self, phase: &str) -> bool {
        let behind = prefixed(&self.number).map(|_| self.number.rfind(|c: char| !c.is_ascii_digit()));
        let behind = behind.flatten().map(|at| &self.number[at + 1..]);
        behind.is_some_and(|number| plain(number) == plain(bare(phase)))
    }

    /// Returns the path of a task's review report: `{pp}-{plan}-REVIEW-T{n}.md`.
    pub fn review(&self, plan: &str, task: &str) -> Result<RepoPath, PathError> {
        self.dir.join(&format!("{}-{}-REVIEW-T{}.md", self.padded(), plan_part(plan), safe(task)))
    }

    /// Returns the path of a review made on demand: `{pp}-{plan}-REVIEW-manual.md`.
    pub fn manual_review(&self, plan: &str) -> Result<RepoPath, PathError> {
        self.dir.join(&format!("{}-{}-REVIEW-manual.md", self.padded(), plan_part(plan)))
    }

    /// Returns the path of the phase's verification report.
    pub fn verification(&self) -> Result<RepoPath, PathError> {
        self.dir.join(&format!("{}-VERIFICATION.md", self.padded()))
    }
}

/// Returns what is asked for without the word: `14.1` of `Phase 14.1`.
fn bare(phase: &str) -> &str {
    let phase = phase.trim();
    let word = phase.get(..5).filter(|word| word.eq_ignore_ascii_case("phase"));
    let rest = word.map(|_| phase[5..].trim_start_matches(|c: char| c.is_whitespace() || "-_:#".contains(c)));
    // `Phase 14.1: Gap`
    let rest = rest.and_then(|rest| rest.split(':').next()).map(str::trim_end);
    rest.filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric())).unwrap_or(phase)
}

/// Returns the phase folder a plan's path lies in.
pub fn phase_of(plan_path: &RepoPath) -> Option<PhaseFolder> {
    let mut dir = plan_path.parent();
    while let Some(current) = dir {
        if let Some(found) = PhaseFolder::of(&current) {
            return Some(found);
        }
        dir = current.parent();
    }
    None
}

/// Returns the planning root a path lies in: the deepest folder with a planning folder's name.
pub fn root_of(path: &RepoPath) -> Option<RepoPath> {
    let mut whole = path.as_str();
    loop {
        let above = whole.rsplit_once('/');
        if ROOTS.contains(&above.map_or(whole, |(_, name)| name)) {
            return RepoPath::parse(whole).ok();
        }
        whole = above?.0;
    }
}

/// Tells whether two task numbers are one: `1` and `01`, not `1.1` and `1.10`.
pub fn same_number(a: &str, b: &str) -> bool {
    super::task_key(a) == super::task_key(b)
}

/// Tells whether a file's name is a plan's: `01-01-PLAN.md`, `PLAN.md`, `01_03_PLAN.md`, `PLAN-02.md`, `04-PLAN-05.md`,
/// `PLAN05-auth.md`, `04-05-PLAN-v2.md`.
pub fn is_plan_name(name: &str) -> bool {
    let Some((before, after)) = around_plan(name) else { return false };
    let told =
        |text: &str| text.split(SEPARATORS).any(|word| is_written(word) || word.eq_ignore_ascii_case("copy"));
    let mut words = after.split(SEPARATORS).filter(|word| !word.is_empty()).map(str::to_ascii_uppercase);
    let numbered = |text: &str| text.trim_start_matches(SEPARATORS).starts_with(|c: char| c.is_ascii_digit());
    let version = |word: &str| {
        let digits = word.strip_prefix('V').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let counted = numbered(after) && !told(after);
    let of_numbered = numbered(before) && words.all(|word| word == "GAP" || word == "GAPS" || version(&word));
    after.is_empty() || !told(before) && (counted || of_numbered)
}

/// Tells whether a file's name speaks of a plan and is neither a plan's nor that of what is written about one: nobody
/// reads such a file, and it may have been meant as a plan.
pub fn may_be_plan(name: &str) -> bool {
    let told = |text: &str| text.split(SEPARATORS).any(is_written);
    if is_plan_name(name) {
        return false;
    }
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let text =
        ["md", "markdown", "mdx", "mdc", "txt", "text"].iter().any(|of| ending.eq_ignore_ascii_case(of));
    match word_plan(stem).filter(|_| text) {
        Some((before, after)) => !told(before) && !told(after),
        // The number of a phase and of a plan in it, and no word: `14.1-02.md`.
        None => text && is_two_numbers(stem),
    }
}

/// Tells whether a name is two numbers: `14.1-02`, `03_01`. One alone may be anything, and three are a date.
fn is_two_numbers(stem: &str) -> bool {
    let digits = |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    stem.split_once(['-', '_']).is_some_and(|(phase, plan)| {
        phase.split('.').all(digits) && digits(plan.trim_end_matches(|c: char| c.is_ascii_lowercase()))
    })
}

/// What parts the words of a file's name.
const SEPARATORS: [char; 6] = ['-', '_', '.', ' ', '(', ')'];

/// Words in the names of what is written about plans, and about phases.
const WRITTEN: [&str; 18] = [
    "SUMMARY",
    "REVIEW",
    "REVIEWS",
    "REPORT",
    "VERIFICATION",
    "VALIDATION",
    "INDEX",
    "README",
    "CHECK",
    "CONTEXT",
    "RESEARCH",
    "UAT",
    "LOG",
    "COUNTERSIGN",
    "QA",
    "TEMPLATE",
    "CHECKLIST",
    "CHECKER",
];

fn is_written(word: &str) -> bool {
    WRITTEN.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Returns a file's name without its ending, where that is Markdown's.
fn unended(name: &str) -> Option<&str> {
    let (stem, ending) = name.rsplit_once('.')?;
    ["md", "markdown"].iter().any(|known| ending.eq_ignore_ascii_case(known)).then_some(stem)
}

/// Returns what stands before and behind the word `PLAN` in a Markdown file's name; the last one counts. Digits may
/// follow it at once.
fn around_plan(name: &str) -> Option<(&str, &str)> {
    word_plan(unended(name)?)
}

/// Returns what stands before and behind the word `PLAN` in a name without its ending.
fn word_plan(stem: &str) -> Option<(&str, &str)> {
    let upper = stem.to_ascii_uppercase();
    let at = upper.match_indices("PLAN").map(|(at, _)| at).filter(|at| {
        let (before, after) = (&upper[..*at], &upper[*at + 4..]);
        (before.is_empty() || before.ends_with(SEPARATORS))
            && (after.is_empty()
                || after.starts_with(SEPARATORS)
                || after.starts_with(|c: char| c.is_ascii_digit()))
    });
    let at = at.last()?;
    Some((&stem[..at], &stem[at + 4..]))
}

/// Returns the names that the SUMMARY of a plan may have beside it, the likeliest first: in the letters of the plan's own word,
/// then in the others.
pub fn summary_names(plan: &str) -> Vec<String> {
    let Some((before, after)) = around_plan(plan) else { return Vec::new() };
    let ending = &plan[before.len() + 4 + after.len()..];
    let small = plan[before.len()..].starts_with("plan");
    let words = if small { ["summary", "SUMMARY"] } else { ["SUMMARY", "summary"] };
    let mut names: Vec<String> = Vec::new();
    for word in words {
        names.push(format!("{before}{word}{after}{ending}"));
        if !after.is_empty() {
            let whole = &plan[..plan.len() - ending.len()];
            names.push(format!("{whole}-{word}{ending}"));
            names.push(format!("{}-{word}{ending}", stem(plan)));
        }
        // The numbers of phase and plan tell the plan without its title: `01-01-login-PLAN.md`.
        let titled =
            two_numbers(before).filter(|numbers| after.is_empty() && numbers.len() + 1 < before.len());
        names.extend(titled.map(|numbers| format!("{numbers}-{word}{ending}")));
    }
    if ending != ".md" {
        let plain: Vec<String> =
            names.iter().map(|n| format!("{}.md", &n[..n.len() - ending.len()])).collect();
        names.extend(plain);
    }
    names.dedup();
    names
}

/// Returns the numbers of phase and plan that a name begins with: `01-01` of `01-01-login-`.
fn two_numbers(name: &str) -> Option<&str> {
    let second = name.find(['-', '_'])? + 1;
    let end = second + name.get(second..)?.find(['-', '_'])?;
    name.get(..end).filter(|numbers| is_two_numbers(numbers))
}

/// Splits `14.1-auth` into number and slug. A letter may follow the whole number: `12a-auth`, `12A.1-auth`; `phase-` may
/// stand before it.
fn numbered(name: &str) -> Option<(String, String)> {
    let worded = name.get(..6).is_some_and(|w| w.eq_ignore_ascii_case("phase-"));
    let name = if worded { &name[6..] } else { name };
    let (number, rest) = name.split_at(number_end(name));
    let number = number.trim_end_matches('.');
    let whole = number.starts_with(|c: char| c.is_ascii_digit())
        && (rest.is_empty() || rest.starts_with(['-', '_', ' ']));
    whole.then(|| (number.to_owned(), rest.trim_start_matches(['-', '_', ' ']).to_owned()))
}

/// Returns where the number ends that a text begins with: digits and dots, among them at most one letter, as people
/// write what they put in between: `14.1`, `12A`, `12A.1`.
pub(in crate::domain) fn number_end(text: &str) -> usize {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len())
    };
    let end = digits(0);
    let mut behind = text.get(end..).unwrap_or_default().chars();
    let lettered = end > 0 && behind.next().is_some_and(|c| c.is_ascii_alphabetic());
    match (lettered, behind.next()) {
        (true, Some('.')) => digits(end + 1),
        (true, next) if next.is_none_or(|c| !c.is_alphanumeric()) => end + 1,
        (_, _) => end,
    }
}

/// Splits a name whose number stands behind letters or a version: `R01-mend` into `R01` and `mend`, `v0.11-01-login` into
/// `v0.11-01` and `login`.
pub(in crate::domain) fn prefixed(name: &str) -> Option<(String, String)> {
    let worded = name.get(..6).is_some_and(|w| w.eq_ignore_ascii_case("phase-"));
    let name = if worded { &name[6..] } else { name };
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let versioned = || {
        let rest = name.strip_prefix(['v', 'V'])?;
        let (version, _) = rest.split_once('-')?;
        let whole = version.split('.').all(|part| !part.is_empty() && digits(part) == part.len());
        whole.then_some(1 + version.len() + 1)
    };
    let lettered = || {
        let letters = name.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(name.len());
        (1..=2).contains(&letters).then_some(letters)
    };
    let start = versioned().or_else(lettered)?;
    let end = start + digits(&name[start..]);
    let rest = &name[end..];
    let whole = end > start && (rest.is_empty() || rest.starts_with(['-', '_', ' ']));
    whole.then(|| (name[..end].to_owned(), rest.trim_start_matches(['-', '_', ' ']).to_owned()))
}

/// Returns a phase number in the form that its ways of writing share: `3` and `03`, `3A` and `03a`, `R1` and `r01`.
fn plain(number: &str) -> String {
    match prefixed(number).and_then(|_| number.rfind(|c: char| !c.is_ascii_digit())) {
        Some(at) => format!("{}{}", number[..=at].to_ascii_uppercase(), padded(&number[at + 1..])),
        None => padded(number).to_ascii_lowercase(),
    }
}

/// Pads the whole part of a phase number to two digits and drops further zeros: `003.1` → `03.1`, `3A` → `03A`.
fn padded(number: &str) -> String {
    let (whole, rest) = number.split_at(number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len()));
    if whole.is_empty() {
        return number.to_owned();
    }
    format!("{:0>2}{rest}", whole.trim_start_matches('0'))
}

/// Returns the plan's own part of a stem or number: `03-01` → `01`, `14.1-02` → `02`, `1` → `01`.
fn plan_part(plan: &str) -> String {
    let behind = prefixed(plan).map(|(_, rest)| rest).filter(|rest| !rest.is_empty());
    let part = match plan.split_once('-') {
        _ if behind.is_some() => behind.as_deref().unwrap_or_default(),
        Some((phase, rest)) if numbered(phase).is_some_and(|(_, slug)| slug.is_empty()) => rest,
        Some(_) | None => plan,
    };
    match part.bytes().all(|b| b.is_ascii_digit()) {
        true => format!("{part:0>2}"),
        false => safe(part),
    }
}

/// Replaces everything that does not belong in a file name.
fn safe(text: &str) -> String {
    let kept = text.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' });
    kept.take(64).collect::<String>().trim_matches('.').to_owned()
}

/// Returns a plan file's stem: without extension and without `-PLAN`; `04-PLAN-05.md` is `04-05`.
pub(super) fn stem(file: &str) -> String {
    let bare = unended(file).unwrap_or(file);
    match around_plan(file) {
        Some(("", "")) => bare.to_owned(),
        Some((before, "")) => match before.strip_suffix(['-', '_']) {
            Some(before) => before.to_owned(),
            None => bare.to_owned(),
        },
        Some(("", after)) if is_plan_name(file) => after.trim_start_matches(SEPARATORS).to_owned(),
        Some((before, after)) if is_plan_name(file) => {
            format!("{}-{}", before.trim_end_matches(SEPARATORS), after.trim_start_matches(SEPARATORS))
        }
        Some(_) | None => bare.to_owned(),
    }
}

/// What a path says about its plan.
pub(super) struct Named {
    pub(super) phase: Option<String>,
    pub(super) plan: Option<String>,
}

/// Reads phase and plan from `03-01-PLAN.md`, or the plan from `01-PLAN.md` and the phase from the folder.
pub(super) fn named(path: &RepoPath) -> Named {
    let stem = stem(path.file_name());
    let stem = stem.as_str();
    let folder = phase_of(path);
    // Behind the word there is no phase: `PLAN-05-auth.md`.
    let counted =
        around_plan(path.file_name()).filter(|(before, _)| before.is_empty()).and_then(|_| numbered(stem));
    if let Some((plan, _)) = counted {
        return Named { phase: folder.map(|f| f.number), plan: Some(plan) };
    }
    let digit = |t: &str| t.starts_with(|c: char| c.is_ascii_digit());
    let behind = prefixed(stem).filter(|(number, rest)| !number.contains('-') || !rest.is_empty());
    let own = match numbered(stem).or(behind) {
        Some((phase, plan)) if !plan.is_empty() && digit(&plan) => (Some(phase), Some(plan)),
        Some((plan, rest)) if rest.is_empty() => (None, Some(plan)),
        Some(_) | None => (None, None),
    };
    Named { phase: own.0.or(folder.map(|f| f.number)), plan: own.1 }
}
