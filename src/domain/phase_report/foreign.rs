//! What a verification report of another writer claims (SPEC 8.2): told beside ours, taken over nowhere.
//!
//! Such files drift: statuses that no system defines, front matter that says one thing and a body that says another,
//! YAML that no parser takes. Each is said with its line. Never fails, and decides nothing.

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::envelope;
use crate::domain::front_matter::{self, Entry, FrontMatter, FrontMatterError, Node, Value};
use crate::domain::phase::PhaseStatus;
use crate::domain::review::Remark;

/// The most that is said of one file besides what it claims.
const MOST: usize = 6;

/// Lines of the body that are looked at for a status.
const LINES: usize = 4_000;

/// The statuses that the systems define (SPEC 9.7).
const KNOWN: [PhaseStatus; 3] = [PhaseStatus::Passed, PhaseStatus::GapsFound, PhaseStatus::HumanNeeded];

/// What VBW's own writer says in their place.
const OF_VBW: [&str; 3] = ["PASS", "PARTIAL", "FAIL"];

/// Says what a report claims, line by line where it can be told; `path` names it. What it claims comes first.
pub fn claims(path: &str, text: &str) -> Vec<Remark> {
    let file = envelope::one_line(path);
    let (front, mut odd) = front(text);
    let body_at = front.as_ref().map_or(0, |f| f.body_at);
    let body_line = front.as_ref().map_or(1, |f| f.body_line);
    let fields = Fields::of(front.as_ref());
    let body = body_status(text.get(body_at..).unwrap_or_default(), body_line);
    let said = match (&fields.status, &body) {
        (Some((word, line)), _) | (None, Some((word, line))) => {
            let score = fields.score.as_ref().map(|score| format!(", {}", short(score))).unwrap_or_default();
            format!("claims `{}` (line {line}{score})", short(word))
        }
        (None, None) => "claims no status that could be read".to_owned(),
    };
    if let Some((word, line)) = &fields.status
        && !KNOWN.iter().any(|known| known.as_str() == word)
        && !OF_VBW.contains(&word.as_str())
    {
        let meant = meaning(word).map_or("and what it stands for cannot be told".to_owned(), |meant| {
            format!("though it seems to stand for `{}`", meant.as_str())
        });
        let known = KNOWN.map(|known| format!("`{}`", known.as_str())).join(", ");
        odd.push((*line, "foreign_status", format!("`{}` is none of {known}, {meant}", short(word))));
    }
    odd.extend(fields.against_its_own(&body));
    let mut remarks = vec![Remark::new(
        0,
        "foreign_verification",
        format!("{file} is another writer's and was left alone; it {said}, which decides nothing here"),
    )];
    let more = odd.len().saturating_sub(MOST);
    odd.truncate(MOST);
    remarks
        .extend(odd.into_iter().map(|(line, code, why)| Remark::new(line, code, format!("{file}: {why}"))));
    if more > 0 {
        remarks.push(Remark::new(0, "foreign_verification", format!("{file}: {more} more such lines")));
    }
    remarks
}

/// Something odd: its line, its code, and what it is, on one line.
type Odd = (u32, &'static str, String);

/// Reads the front matter, with what is wrong with it.
fn front(text: &str) -> (Option<FrontMatter<'_>>, Vec<Odd>) {
    match front_matter::read(text) {
        Ok(Some(front)) => {
            let odd = faults(&front);
            (Some(front), odd)
        }
        Ok(None) => (None, vec![(1, "foreign_front_matter", "it has no front matter".to_owned())]),
        Err(error) => {
            let line = match &error {
                FrontMatterError::Budget { line, .. } | FrontMatterError::Nul { line } => *line,
                FrontMatterError::TooLarge { .. } => 1,
            };
            (None, vec![(line, "foreign_front_matter", envelope::one_line(&error.to_string()))])
        }
    }
}

/// What of a front matter is no YAML as it is written.
fn faults(front: &FrontMatter<'_>) -> Vec<Odd> {
    let broken = |r: &&Remark| {
        matches!(r.code.as_str(), "front_matter_unclosed" | "duplicate_key" | "yaml_failed")
            || front.degraded && matches!(r.code.as_str(), "line_not_understood" | "raw_text")
    };
    let of = |r: &Remark| (r.line, "foreign_front_matter", envelope::one_line(&r.message));
    let mut odd: Vec<Odd> = front.remarks.iter().filter(broken).map(of).collect();
    if odd.is_empty() && front.degraded {
        let first = front.remarks.first();
        let why = first.map_or("it was read line by line", |r| r.message.as_str());
        let line = first.map_or(front.open_line, |r| r.line);
        let why = envelope::one_line(why);
        odd.push((line, "foreign_front_matter", format!("the front matter is no valid YAML: {why}")));
    }
    odd
}

/// What the front matter says of the whole.
#[derive(Debug, Default)]
struct Fields {
    status: Option<(String, u32)>,
    score: Option<String>,
    /// How many must-haves were verified, of how many.
    counts: Option<(u32, u32)>,
    /// Gaps that it does not call closed.
    gaps: usize,
    /// What a person is to look at.
    for_a_person: usize,
}

impl Fields {
    fn of(front: Option<&FrontMatter<'_>>) -> Self {
        let Some(front) = front else { return Self::default() };
        let status = ["status", "result", "verdict"].iter().find_map(|key| {
            let node = front.get(key)?;
            Some((node.text()?.trim().to_owned(), node.line))
        });
        let score = front.get("score");
        let number = |key: &str| score?.get(key)?.text()?.trim().parse().ok();
        let text = score.and_then(Node::text).map(str::to_owned);
        let counts = text
            .as_deref()
            .and_then(fraction)
            .or_else(|| Some((number("verified").or_else(|| number("passed"))?, number("total")?)));
        let entries = |key: &str| match front.get(key).map(|node| &node.value) {
            Some(Value::List(items)) => items.as_slice(),
            Some(Value::Empty | Value::Text(_) | Value::Map(_)) | None => &[],
        };
        let closed = |item: &&Node| {
            let word = item.get("status").and_then(Node::text).unwrap_or_default().to_lowercase();
            ["resolved", "closed", "fixed", "passed", "verified", "override"]
                .iter()
                .any(|w| word.starts_with(w))
        };
        Self {
            status: status.filter(|(word, _)| !word.is_empty()),
            score: text.or_else(|| counts.map(|(n, m)| format!("{n}/{m}"))),
            counts,
            gaps: entries("gaps").iter().filter(|item| !closed(item)).count(),
            for_a_person: entries("human_verification").iter().filter(|item| is_asked(item)).count(),
        }
    }

    /// Where a report contradicts itself.
    fn against_its_own(&self, body: &Option<(String, u32)>) -> Vec<Odd> {
        let mut odd = Vec::new();
        let said = self.status.as_ref().or(body.as_ref());
        let Some((word, line)) = said else { return odd };
        let claimed = meaning(word);
        if let (Some((front, at)), Some((below, line))) = (&self.status, body)
            && let (Some(one), Some(other)) = (meaning(front), meaning(below))
            && one != other
        {
            let why = format!(
                "the front matter says `{}` (line {at}) and the body says `{}`; nothing tells which one holds",
                short(front),
                short(below)
            );
            odd.push((*line, "foreign_contradiction", why));
        }
        if claimed != Some(PhaseStatus::Passed) {
            return odd;
        }
        if let Some((held, all)) = self.counts.filter(|(held, all)| held < all) {
            let why = format!("it claims `{}` with {held} of {all} verified", short(word));
            odd.push((*line, "foreign_contradiction", why));
        }
        for (count, what) in
            [(self.gaps, "under `gaps` that nothing closes"), (self.for_a_person, "for a person to look at")]
        {
            if count > 0 {
                let entries = if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") };
                let why = format!("it claims `{}` and lists {entries} {what}", short(word));
                odd.push((*line, "foreign_contradiction", why));
            }
        }
        odd
    }
}

/// Tells whether an entry asks a person for something: not where it was answered, and not `none`.
fn is_asked(item: &Node) -> bool {
    let text = |value: &Node| value.text().unwrap_or_default().trim().to_lowercase();
    match &item.value {
        Value::Map(entries) => {
            let answered = |e: &Entry| {
                matches!(e.key.as_str(), "result" | "status" | "answer")
                    && ["pass", "yes", "verified", "done", "approved"]
                        .iter()
                        .any(|w| text(&e.node).starts_with(w))
            };
            !entries.iter().any(answered)
        }
        Value::Text(_) => !text(item).is_empty() && !text(item).starts_with("none"),
        Value::Empty | Value::List(_) => false,
    }
}

static FRACTION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b([0-9]{1,5})\s*(?:/|of)\s*([0-9]{1,5})\b").expect("a constant pattern"));

fn fraction(text: &str) -> Option<(u32, u32)> {
    let caps = FRACTION.captures(text)?;
    Some((caps[1].parse().ok()?, caps[2].parse().ok()?))
}

static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"(?:(?:overall|final|phase|verification)\s+)?(?:status|verdict|result)";
    Regex::new(&format!(
        r"(?i)^(#{{1,6}}\s+)?\**\s*(?:[^\w\s*]+\s*)?{name}\s*(?:\**\s*[:：]\s*\**|\**)\s*(.*)$"
    ))
    .expect("a constant pattern")
});

/// Finds the status that the body gives the whole: a label above the first section, else a heading or a label in a
/// section of that name. A status inside another section is that of a part.
fn body_status(body: &str, first_line: u32) -> Option<(String, u32)> {
    let mut fenced = false;
    let mut above = true;
    let mut named = false;
    for (at, line) in body.lines().take(LINES).enumerate() {
        let text = line.trim();
        let number = first_line.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
        if text.starts_with("```") || text.starts_with("~~~") {
            fenced = !fenced;
        }
        if fenced || text.is_empty() || text.starts_with(['|', '>']) {
            continue;
        }
        let heading = text.starts_with("##");
        let label = LABEL.captures(text.trim_start_matches("- "));
        if heading {
            above = false;
            named = label.is_some();
        }
        if named && !heading && label.is_none() {
            // The section is called so: its first words are the status.
            named = false;
            let word = plain(text);
            if meaning(&word).is_some() {
                return Some((word, number));
            }
            continue;
        }
        let Some(caps) = label.filter(|_| above || heading || named) else { continue };
        let word = plain(&caps[2]);
        if meaning(&word).is_some() {
            return Some((word, number));
        }
    }
    None
}

fn plain(text: &str) -> String {
    text.trim().trim_matches(['*', '`', '_']).trim().to_owned()
}

/// Returns what a status word stands for: the first word that says something decides, whatever marks stand before it.
fn meaning(text: &str) -> Option<PhaseStatus> {
    let lower = text.to_lowercase();
    let start = lower.find(|c: char| c.is_alphabetic())?;
    let word: String =
        lower[start..].chars().map(|c| if matches!(c, '_' | '-') { ' ' } else { c }).take(40).collect();
    let begins = |words: &[&str]| {
        words
            .iter()
            .any(|w| word.strip_prefix(w).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
    };
    if begins(&[
        "gaps found",
        "gaps",
        "failed",
        "fail",
        "failure",
        "partial",
        "blocked",
        "rejected",
        "incomplete",
    ]) {
        Some(PhaseStatus::GapsFound)
    } else if begins(&["human needed", "needs human", "human verification", "pending human", "human"]) {
        Some(PhaseStatus::HumanNeeded)
    } else if begins(&[
        "passed",
        "pass",
        "verified",
        "complete",
        "completed",
        "approved",
        "aligned",
        "goal achieved",
    ]) {
        Some(PhaseStatus::Passed)
    } else {
        None
    }
}

/// A word of the file as it is told: on one line, and no longer than a line.
fn short(text: &str) -> String {
    let flat = envelope::one_line(text);
    match flat.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", &flat[..at]),
        None => flat,
    }
}

#[cfg(test)]
mod tests;
