//! Whether a finding on work is for the author of its spec, or measures the work by it (SPEC 4.4).

use std::sync::LazyLock;

use regex::Regex;

use super::Bench;
use super::bare::is_bare;
use crate::domain::finding::Finding;
use crate::domain::identity::{self, Kin, Match};
use crate::domain::ids::RepoPath;
use crate::domain::review::{Location, RawFinding};

/// Titles must be this alike for what stands at another place, or at none, to be about the same.
const SAME_WORDS: f64 = 0.6;

/// What says, right behind a document's name, that the document itself is at fault.
static AT_FAULT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\S*(?:\s+(?:lines?|section|AC|FR|NFR|US|REQ)[- #]?\d[\w.-]*)*\W*\s(?:(?:is|are|was|remains?|stays?|seems?)\s+(?:\w+\s+){0,2}(?:unclear|silent|missing|ambiguous|vague|incomplete|contradictory|inconsistent|outdated|undefined|unspecified|underspecified|wrong)\b|says? nothing\b|(?:does not|doesn't|do not|fails to|never)\s+(?:say|says|state|states|define|defines|specify|specifies|mention|mentions|tell|tells|name|names|cover|covers)\b|leaves?\s+(?:\w+\s+){0,5}open\b|contradicts\b|lacks\b|omits\b)",
    )
    .expect("a constant pattern")
});

/// What says so right before a document's name.
static FAULT_IN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:unclear|ambiguous|vague|undefined|unspecified|underspecified|contradictory|not (?:clear|defined|specified|stated))\s+(?:in|by)\s+(?:the\s+)?[`'*(]*$",
    )
    .expect("a constant pattern")
});

/// What may stand before the place that a text begins with.
static AT_THE_BEGINNING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\s`'*(\[-]*(?:(?:in|at|the)\s+)*[`'*(\[]*$").expect("a constant pattern")
});

impl Bench<'_> {
    /// Tells whether a finding is about the documents of its spec: for their author, not for the fixer.
    pub(super) fn is_suggestion(&self, said: &RawFinding) -> bool {
        let Some(home) = self.spec_beside_the_work() else { return false };
        let says_so = said.category.as_deref().is_some_and(|c| {
            let c = c.to_lowercase();
            c.contains("suggestion") || c.contains("spec document")
        });
        says_so || (!said.locations.is_empty() && said.locations.iter().all(|l| is_inside(&home, l)))
    }

    /// Takes what a row of the rubric says of the work now for another finding than what it said of the spec, and the other
    /// way round: what is for the author of the spec closes no defect of the work, nor does it stand for one.
    pub(super) fn told_apart(&self, joined: Vec<Kin>, raised: &[RawFinding]) -> Vec<Kin> {
        if self.spec_beside_the_work().is_none() {
            return joined;
        }
        let mut taken: Vec<usize> = joined.iter().filter_map(Kin::same).map(|m| m.old).collect();
        let apart = joined.into_iter().zip(raised).map(|(kin, said)| {
            let Kin::Same(Match { old, reason }) = kin else { return kin };
            if !self.is_of_the_other_kind(&self.findings[old], said) {
                return Kin::Same(Match { old, reason });
            }
            let kind = self.is_suggestion(said);
            let of_the_row = |f: &Finding| {
                matches!((&f.said.category, &said.category), (Some(was), Some(is)) if identity::same_dimension(was, is))
            };
            let free = |at: &usize| {
                let known = &self.findings[*at];
                !taken.contains(at) && known.suggestion == kind && of_the_row(known)
            };
            let known = (0..self.state.findings.len()).filter(free);
            match known.max_by_key(|at| self.findings[*at].is_open()) {
                Some(old) => {
                    taken.push(old);
                    Kin::Same(Match { old, reason })
                }
                None => Kin::New,
            }
        });
        apart.collect()
    }

    /// In other words, and on the work where that was on the spec, or the other way round.
    fn is_of_the_other_kind(&self, known: &Finding, said: &RawFinding) -> bool {
        !is_the_same(known, said) && known.suggestion != self.is_suggestion(said)
    }

    /// Tells whether a known finding is for the author of the spec as it is raised now, in its words and at its place. One
    /// that blocks, and whose place is untouched, does not cease to by being placed elsewhere.
    pub(super) fn suggests_now(&mut self, index: usize, said: &mut RawFinding) -> bool {
        let known = &self.findings[index];
        if !self.is_suggestion(said) {
            // Without a place it stands where it stood.
            return known.suggestion && said.locations.is_empty() && is_the_same(known, said);
        }
        let stands = !known.suggestion && known.blocks(self.protocol()) && !known.said.locations.is_empty();
        if stands && !self.place_changed(known) {
            let message = format!(
                "{} is placed in the spec now, with its place in the work unchanged; it blocks still. To let it go, list it as resolved with the reason",
                known.id
            );
            said.locations.clear();
            self.remark("severity_kept", message);
            return false;
        }
        true
    }

    /// Keeps a document of the spec that a finding on work only cites as what it measures by, not as its place: when in
    /// doubt, the work fails.
    pub(super) fn with_its_measure(&self, mut said: RawFinding) -> RawFinding {
        let Some(home) = self.spec_beside_the_work() else { return said };
        let cites = |l: &Location| is_inside(&home, l) && is_only_cited(&said, l);
        let (cited, places): (Vec<Location>, Vec<Location>) = said.locations.iter().cloned().partition(cites);
        if let Some(first) = cited.first() {
            said.requirement.get_or_insert_with(|| first.to_string());
            said.locations = places;
        }
        said
    }

    /// The folder of the spec, where what is reviewed is work done by it.
    fn spec_beside_the_work(&self) -> Option<RepoPath> {
        if self.protocol().suggestion_rounds.is_none() || self.state.subject.document().is_some() {
            return None;
        }
        self.state.subject.home().and_then(RepoPath::parent)
    }
}

/// Tells whether a finding is raised again in words that are not about something else, or in none of its own.
fn is_the_same(known: &Finding, said: &RawFinding) -> bool {
    let alike = |title: &str| identity::same_matter(title, &said.title);
    is_bare(said) || alike(&known.first_title).max(alike(&known.said.title)) >= SAME_WORDS
}

fn is_inside(home: &RepoPath, place: &Location) -> bool {
    place.file.trim_start_matches("./").starts_with(&format!("{home}/"))
}

/// Tells whether the words of a finding name a document without putting the fault there. A place that no words name was
/// given as one.
fn is_only_cited(said: &RawFinding, place: &Location) -> bool {
    let file = place.file.trim_start_matches("./");
    let name = file.rsplit('/').next().unwrap_or(file);
    let texts = [Some(said.title.as_str()), said.description.as_deref()];
    let mut named = false;
    for text in texts.into_iter().flatten() {
        for (at, _) in text.match_indices(name) {
            // The path may stand before the name.
            let before = text[..at].trim_end_matches(|c: char| c.is_alphanumeric() || "/._-".contains(c));
            let after = &text[at + name.len()..];
            if AT_THE_BEGINNING.is_match(before) || AT_FAULT.is_match(after) || FAULT_IN.is_match(before) {
                return false;
            }
            named = true;
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::review::Severity;

    #[test]
    fn a_cited_document_is_no_place() {
        for (text, cited) in [
            ("the account is never locked, against AC-1 in specs/login/requirements.md:3", true),
            ("violates specs/login/requirements.md AC-1: no lock after three attempts", true),
            ("work() does not do what requirements.md asks for", true),
            ("src/b.rs is missing from the Files list in specs/login/requirements.md", true),
            ("specs/login/requirements.md:3 asks for a lock nobody can build", false),
            ("In `specs/login/requirements.md` the lock has no time", false),
            ("AC-1 is unclear in specs/login/requirements.md", false),
            ("how long the lock holds is open: requirements.md AC-1 does not say", false),
            ("requirements.md is silent on the lock", false),
            ("the lock has no time, since requirements.md leaves the time open", false),
            ("the lock has no time", false),
        ] {
            let mut said = RawFinding::new(Severity::High, text.to_owned());
            let file = "specs/login/requirements.md".to_owned();
            said.locations = vec![Location { file, line: Some(3), end_line: None }];
            assert_eq!(is_only_cited(&said, &said.locations[0]), cited, "{text}");
        }
    }
}
