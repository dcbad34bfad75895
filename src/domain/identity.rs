//! Which finding of this pass is which finding of the last (SPEC 6.5).
//!
//! In order: the id the reviewer repeats; the rubric dimension, where findings are its rows; same file and overlapping lines, old lines mapped through
//! the diff between the reviewed trees, with a similar title; same requirement with a similar title; the same title where there is no place.
//! Within a rule the best pairs come first, whatever the order of the findings. Each old finding is matched once at
//! most, so two findings on one line do not merge. In doubt it is another one: an old finding stays open by itself
//! (nothing disappears by not being mentioned), and a new one taken for an old one would be lost.

mod contrary;
mod defect;
mod drifted;
mod general;
mod languages;
mod narrow;
mod negated;
mod order;
mod phrases;
mod place;
mod signs;
mod state;
mod told;
mod within;
mod words;

pub(in crate::domain) use place::{At, Run, as_said};
pub use place::{Moves, holds_some, place_now, same_file, taken};
pub(crate) use words::words;
pub use words::{same_dimension, same_matter, same_words};

use std::cell::OnceCell;

use super::diff::Diff;
use super::finding::{Finding, Grounding};
use super::review::{Location, RawFinding, Severity};
use drifted::same_row;
use general::is_general;
use narrow::one_rule;
use place::{distance, overlap};
use told::Told;
use words::{Likeness, Title, dice, text_words};

/// Titles count as similar from here, on a scale of 0 to 1, where the place agrees as well.
const SIMILAR_AT_PLACE: f64 = 0.55;
/// What may block must be surer: one blocking finding lost in another is the worst that can happen here.
const SURELY_AT_PLACE: f64 = 0.6;
/// And from here, where only the file or the requirement agrees.
const SIMILAR_ELSEWHERE: f64 = 0.65;
/// And from here, where nothing but the title can tell, or it stands far away in its file.
const SAME_TITLE: f64 = 0.85;
/// And from here, where the reviewer says by an id that it is the same.
const SIMILAR_BY_ID: f64 = 0.45;
/// An id that a text repeats is borne out by a title this alike, where place or requirement agrees as well.
const BORNE_OUT: f64 = 0.2;
/// Titles this alike share something.
const SHARED: f64 = 0.3;
/// Lines that reviewers are off by.
const NEAR: u32 = 15;
/// And where both may block, and the old line stands as it stood: the same words further off are said of another place.
const SURELY_NEAR: u32 = 3;
/// Descriptions this alike bear out titles that say one thing in another order.
const ALIKE_TEXT: f64 = 0.3;
/// Descriptions this alike speak for titles that are not.
const SAME_TEXT: f64 = 0.6;
/// Words of a title that says of itself which defect is meant; `Division by zero` may be said of many lines.
const TELLING: usize = 4;

/// Why a raised finding is an old one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Index into the old findings.
    pub old: usize,
    pub reason: String,
}

/// What a raised finding is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kin {
    /// An old finding, raised again.
    Same(Match),
    /// A part of an old one that another part is the heir of: a finding of its own.
    Part(Match),
    New,
}

impl Kin {
    /// Returns the old finding it is, where it is one.
    pub fn same(&self) -> Option<&Match> {
        match self {
            Kin::Same(matched) => Some(matched),
            Kin::Part(_) | Kin::New => None,
        }
    }
}

/// An old finding, read once for all the raised ones.
struct Known<'a> {
    /// Its place among the old ones.
    at: usize,
    finding: &'a Finding,
    /// Its description.
    text: Told,
    /// Another old one has the same description: then that says nothing of which it is.
    text_has_twin: bool,
    /// The latest wording, the first where it is another, and each without what it says of the finding's state.
    titles: Vec<Title>,
    /// Where its places stand after the change, and whether the line that each began with is gone.
    places: Vec<(Location, bool)>,
    /// Another old one of its file has the same title: then the title alone says nothing of which it is.
    has_twin: bool,
    /// What changed since it was said; nothing where that cannot be told.
    moves: Option<&'a Moves<'a>>,
}

/// A raised finding, read once for all the known ones.
struct Raised<'a> {
    finding: &'a RawFinding,
    title: Title,
    /// The title without what it says of the finding's state, where it says something of that.
    bare: Option<Title>,
    /// Its description; nothing where it has too few words to tell.
    text: Option<Told>,
    /// Another one of its answer has the same description.
    text_has_twin: bool,
    /// Another one of its answer has the same title in the same file.
    has_twin: bool,
    /// How alike each old finding is, once a rule has asked.
    likes: Vec<OnceCell<Likeness>>,
}

/// Tells how well a raised finding agrees with an old one, and in what; nothing where it does not.
type Rule = fn(&Known<'_>, &Raised<'_>) -> Option<(f64, String)>;

/// Tells, for each raised finding, which old finding it is.
///
/// `since` is the difference from the tree in which the old places stand to the reviewed one.
/// With `dimensions` the findings are rows of a rubric, and a row's dimension is what it is.
pub fn join(old: &[Finding], raised: &[RawFinding], since: &Diff, dimensions: bool) -> Vec<Kin> {
    let moves = Moves::of(since);
    join_by(old, raised, &|_| Some(&moves), dimensions)
}

/// The same with where the places of each went; nothing where that cannot be told.
pub fn join_by<'m>(
    old: &[Finding],
    raised: &[RawFinding],
    moves: &dyn Fn(&Finding) -> Option<&'m Moves<'m>>,
    dimensions: bool,
) -> Vec<Kin> {
    let known: Vec<Known<'_>> = old
        .iter()
        .enumerate()
        .map(|(at, finding)| Known::of(at, finding, moves(finding)).among(old))
        .collect();
    let read = |finding| Raised::of(finding, known.len()).among(raised);
    let raised: Vec<Raised<'_>> = raised.iter().map(read).collect();
    let mut taken = vec![false; known.len()];
    let mut joined: Vec<Kin> = vec![Kin::New; raised.len()];
    let rules: &[Rule] = if dimensions {
        &[by_id, by_dimension, by_place, by_requirement, by_title]
    } else {
        &[by_word, by_id, by_place, by_requirement, by_title]
    };
    for rule in rules {
        let mut pairs = Vec::new();
        for (r, finding) in raised.iter().enumerate().filter(|(r, _)| joined[*r].same().is_none()) {
            for (o, old) in known.iter().enumerate().filter(|(o, _)| !taken[*o]) {
                if !takes_back(old.finding, finding.finding)
                    && let Some((score, reason)) = rule(old, finding)
                {
                    pairs.push((score, r, o, reason));
                }
            }
        }
        // The order of the findings decides only between equals.
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for (_, r, o, reason) in pairs {
            let matched = Match { old: o, reason };
            match (&joined[r], taken[o]) {
                (Kin::Same(_), _) | (Kin::Part(_), true) => {}
                (Kin::New, true) => joined[r] = Kin::Part(matched),
                (Kin::New | Kin::Part(_), false) => {
                    taken[o] = true;
                    joined[r] = Kin::Same(matched);
                }
            }
        }
    }
    joined
}

impl<'a> Raised<'a> {
    fn of(finding: &'a RawFinding, known: usize) -> Raised<'a> {
        let text = finding.description.as_deref().filter(|is| is.split_whitespace().count() > 5);
        Raised {
            finding,
            title: Title::of(&finding.title),
            bare: Title::without_state(&finding.title),
            text: text.map(|text| Told::of(text, files(&finding.locations))),
            text_has_twin: false,
            has_twin: false,
            likes: vec![OnceCell::new(); known],
        }
    }

    fn among(self, raised: &[RawFinding]) -> Raised<'a> {
        let twins =
            raised.iter().filter(|f| has_text(f) && f.description == self.finding.description).count();
        let in_one_file = |f: &RawFinding| {
            files(&f.locations).any(|is| files(&self.finding.locations).any(|own| same_file(own, is)))
        };
        let titled = raised.iter().filter(|f| same_row(&f.title, &self.finding.title) && in_one_file(f));
        let has_twin = titled.count() > 1;
        Raised { text_has_twin: twins > 1, has_twin, ..self }
    }

    fn titles(&self) -> impl Iterator<Item = &Title> {
        std::iter::once(&self.title).chain(&self.bare)
    }
}

impl<'a> Known<'a> {
    fn of(at: usize, finding: &'a Finding, moves: Option<&'a Moves<'a>>) -> Known<'a> {
        let now = |l: &Location| moves.map_or_else(|| (l.clone(), false), |m| (m.now(l), m.is_gone(l)));
        let places = finding.said.locations.iter().map(now).collect();
        let mut said = vec![&finding.said.title];
        said.extend(Some(&finding.first_title).filter(|first| **first != finding.said.title));
        let bare = said.iter().filter_map(|title| Title::without_state(title));
        let titles = said.iter().map(|title| Title::of(title)).chain(bare).collect();
        let told = |text| Told::of(text, files(&finding.said.locations));
        let text = finding.said.description.as_deref().map(told).unwrap_or_default();
        Known { at, finding, text, text_has_twin: false, titles, places, has_twin: false, moves }
    }

    fn among(self, old: &[Finding]) -> Known<'a> {
        let said = &self.finding.said;
        let in_one_file = |f: &Finding| {
            let files = f.said.locations.iter().map(|l| &l.file);
            files.into_iter().any(|is| said.locations.iter().any(|was| same_file(&was.file, is)))
        };
        let twin = |f: &Finding| f.id != self.finding.id && f.said.title == said.title && in_one_file(f);
        let has_twin = old.iter().any(twin);
        let same_text = |f: &Finding| f.id != self.finding.id && f.said.description == said.description;
        let text_has_twin = has_text(said) && old.iter().any(same_text);
        Known { has_twin, text_has_twin, ..self }
    }

    /// Compares titles with the latest wording and the first; descriptions may speak for titles that differ.
    fn likeness(&self, new: &Raised<'_>) -> Likeness {
        *new.likes[self.at].get_or_init(|| self.compared(new))
    }

    fn compared(&self, new: &Raised<'_>) -> Likeness {
        let mut best = self.titles[0].likeness(&new.title);
        for (old, is) in self.titles.iter().flat_map(|t| new.titles().map(move |n| (t, n))) {
            let other = old.likeness(is);
            // What is surely the same in one wording is not put in doubt by another.
            let in_doubt = other.doubtful && !best.doubtful && best.score >= SURELY_AT_PLACE;
            if other.score > best.score && !in_doubt {
                best = other;
            }
        }
        if !best.apart && best.score < SURELY_AT_PLACE && self.text_speaks_for(new, best) {
            best.score = SURELY_AT_PLACE;
        }
        best
    }

    /// Tells whether descriptions speak for titles that are not alike. Where both may block a stock sentence does not: the
    /// titles must share something and both texts name the same of the code, or the text was kept as it was and no other
    /// finding has it.
    fn text_speaks_for(&self, new: &Raised<'_>, titles: Likeness) -> bool {
        let Some(is) = &new.text else { return false };
        let kept = || self.text.is_kept(is) && !self.text_has_twin && !new.text_has_twin;
        let shares = || titles.score >= SHARED && !titles.doubtful && self.text.names_one(is);
        self.text.likeness(is) >= SAME_TEXT && (!self.both_grave(new.finding) || shares() || kept())
    }

    /// Both may block.
    fn both_grave(&self, new: &RawFinding) -> bool {
        self.finding.severity().max(new.severity) <= Severity::High
    }

    /// What is said at length is alike, and where both may block it is no stock sentence.
    fn is_told_alike(&self, new: &Raised<'_>) -> bool {
        let enough = |is: &Told| {
            self.text.likeness(is) >= ALIKE_TEXT && (!self.both_grave(new.finding) || self.text.names_one(is))
        };
        new.text.as_ref().is_some_and(enough)
    }

    /// Tells whether two findings at one place are one thing told anew. Where both may block something else must speak
    /// for it as well: a rule they both are of, the requirement, or what is said at length.
    fn is_retold(&self, new: &Raised<'_>, likeness: Likeness) -> bool {
        let category = || match (&self.finding.said.category, &new.finding.category) {
            (Some(was), Some(is)) => one_rule(was, is),
            (None, _) | (_, None) => false,
        };
        let proven = || category() || self.one_requirement(new.finding) || self.is_told_alike(new);
        likeness.retold && (!self.both_grave(new.finding) || proven())
    }

    /// Both say one defect that has a name, of one thing.
    fn names_one_defect(&self, new: &Raised<'_>, likeness: Likeness) -> bool {
        let named = || self.titles.iter().any(|was| new.titles().any(|is| was.names_one_defect(is)));
        !likeness.apart
            && !likeness.contrary
            && !likeness.denies
            && !self.is_of_another_requirement(new.finding)
            && !self.tells_of_another(new)
            && named()
    }

    /// Two that may block and say two things of one thing are two, unless what is said at length is alike; so are two of
    /// which one denies what the other says, once the line is gone of which that was said.
    fn is_another(&self, new: &Raised<'_>, likeness: Likeness) -> bool {
        let mended = || self.places.iter().any(|(_, gone)| *gone);
        self.both_grave(new.finding)
            && (likeness.doubtful && !self.is_told_alike(new) || likeness.denies && mended())
            || self.is_of_another_requirement(new.finding)
    }

    /// Two that may block and cite two requirements are two, unless the reviewer names the old one by our id. What he
    /// never cited, and was only held to cite, tells nothing apart from what he cites now.
    fn is_of_another_requirement(&self, new: &RawFinding) -> bool {
        let cited = self.finding.said.requirement.as_deref().filter(|_| !self.finding.citation_assumed);
        let others = match (cited, new.requirement.as_deref()) {
            (Some(was), Some(is)) => are_others(was, is),
            (None, _) | (_, None) => false,
        };
        let named = || new.repeats.is_some() && names_it(self, new) == Some(Whose::Ours);
        self.both_grave(new) && others && !named()
    }

    /// Two that may block under a title that names no defect are two where they tell of two things at length.
    fn tells_of_another(&self, new: &Raised<'_>) -> bool {
        let said = &self.finding.said;
        let (Some(was), Some(is)) = (&said.description, &new.finding.description) else { return false };
        if !self.both_grave(new.finding) || !is_general(&said.title) || !is_general(&new.finding.title) {
            return false;
        }
        let likeness = Title::of(was).likeness(&Title::of(is));
        let one = likeness.score >= SURELY_AT_PLACE && !likeness.apart && !likeness.doubtful;
        was != is && !one && !self.is_told_alike(new)
    }

    /// Returns how alike titles must be where the place agrees.
    fn enough_at_place(&self, new: &RawFinding) -> f64 {
        if self.both_grave(new) { SURELY_AT_PLACE } else { SIMILAR_AT_PLACE }
    }

    /// Returns whether any of its places shares a line with any of the new one's.
    fn at_one_place(&self, new: &RawFinding) -> bool {
        self.pairs(new).any(|(was, _, is)| is.line.is_some() && overlap(was, is))
    }

    /// Both name places, and no file of one is a file of the other.
    fn in_other_files(&self, new: &RawFinding) -> bool {
        !self.places.is_empty() && !new.locations.is_empty() && self.pairs(new).next().is_none()
    }

    /// Returns the pairs of places in one file, old and new, with whether the old line is gone.
    fn pairs<'b>(&'b self, new: &'b RawFinding) -> impl Iterator<Item = (&'b Location, bool, &'b Location)> {
        self.places.iter().flat_map(move |(was, gone)| {
            new.locations.iter().filter(|is| same_file(&was.file, &is.file)).map(move |is| (was, *gone, is))
        })
    }

    /// Tells whether the lines it stood at all stand as they stood, and the new one names only others that may block as
    /// well: then no number and no citation that both carry makes them one.
    fn stands_away_from(&self, new: &RawFinding) -> bool {
        let placed = !self.places.is_empty() && !new.locations.is_empty();
        let stands = || self.places.iter().all(|(was, gone)| !gone && was.line.is_some());
        let there = || {
            new.locations.iter().any(|is| is.line.is_none())
                || self.pairs(new).any(|(was, _, is)| {
                    overlap(was, is) || distance(was, is).is_some_and(|off| off <= SURELY_NEAR)
                })
        };
        self.both_grave(new)
            && placed
            && self.finding.grounding != Grounding::LineOutOfRange
            && stands()
            && !there()
    }

    fn one_requirement(&self, new: &RawFinding) -> bool {
        match (self.finding.said.requirement.as_deref(), new.requirement.as_deref()) {
            (Some(was), Some(is)) => words(was) == words(is),
            (None, _) | (_, None) => false,
        }
    }

    /// A little for what else agrees: it decides between pairs that are as good otherwise.
    fn agreement(&self, new: &RawFinding) -> f64 {
        let said = &self.finding.said;
        0.02 * f64::from(u8::from(said.severity == new.severity))
            + 0.02 * f64::from(u8::from(said.stage == new.stage))
            + 0.02 * f64::from(u8::from(said.category == new.category))
            + 0.03 * f64::from(u8::from(self.one_requirement(new)))
    }
}

/// What a raised finding is beside an old one at the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// It says in whatever words what the old one said.
    Same,
    /// It stands there, and nothing tells that it is the old one.
    Unlike,
}

/// Tells what a raised finding is beside one that stands at one of its lines, or where neither has a place, at its
/// requirement; nothing where it stands elsewhere. `moves` leads from the old one's tree to the raised one's.
///
/// Surer than nothing and less sure than `join`: for an old one that fell, where the same in other words must not come
/// again. What is raised worse than that fell is not held to be it by its category alone.
pub fn beside(old: &Finding, raised: &RawFinding, moves: Option<&Moves<'_>>) -> Option<Beside> {
    const SAME: f64 = 0.45;
    const SAME_AT_LENGTH: f64 = 0.4;
    let (known, new) = (Known::of(0, old, moves), Raised::of(raised, 1));
    let placeless = known.places.is_empty() && raised.locations.is_empty();
    let one_place = known.at_one_place(raised) || placeless && known.one_requirement(raised);
    if !one_place {
        return None;
    }
    let likeness = known.likeness(&new);
    let category = match (&old.said.category, &raised.category) {
        (Some(was), Some(is)) => same_words(was, is) && raised.severity >= old.severity(),
        (None, _) | (_, None) => false,
    };
    if raised.severity <= Severity::High {
        // What may block falls with another only where it surely says the same: nothing else keeps it from being lost.
        let sure = !likeness.apart && !takes_back(old, raised) && likeness.score >= SAME_TITLE;
        let same = sure && !known.is_another(&new, likeness);
        return Some(if same { Beside::Same } else { Beside::Unlike });
    }
    let same = !likeness.apart
        && !takes_back(old, raised)
        && (likeness.score >= SAME
            || likeness.retold
            || category && likeness.score > 0.0
            || dice(&at_length(&old.said), &at_length(raised)) >= SAME_AT_LENGTH);
    Some(if same { Beside::Same } else { Beside::Unlike })
}

/// Tells whether two citations name two requirements: neither holds the other's words.
fn are_others(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    let holds = |all: &[String], some: &[String]| some.iter().all(|word| all.contains(word));
    !holds(&a, &b) && !holds(&b, &a)
}

/// The words of all that is said of a finding.
fn at_length(said: &RawFinding) -> Vec<String> {
    let texts = [Some(&said.title), said.description.as_ref(), said.suggestion.as_ref(), said.why.as_ref()];
    text_words(&texts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" "))
}

/// Counts the words of a title that a text has as well, in whatever form.
pub fn shared_words(title: &str, text: &str) -> usize {
    let said = Title::of(text);
    Title::of(title).words.iter().filter(|word| said.words.iter().any(|is| word.is(is))).count()
}

/// Tells whether one of two titles takes back what the other asks for.
pub fn is_contrary(a: &str, b: &str) -> bool {
    Title::of(a).contrary(&Title::of(b))
}

/// What reverses a finding cannot be that finding.
fn takes_back(old: &Finding, new: &RawFinding) -> bool {
    new.reverses.as_deref().is_some_and(|said| is_reversed(old, said))
}

/// Tells whether what a finding says it reverses is another: by an id of it, or by its title.
pub fn is_reversed(finding: &Finding, said: &str) -> bool {
    let titled = |title: &str| words(said).len() > 1 && same_words(title, said);
    is_named_in(finding, said) || titled(&finding.said.title) || titled(&finding.first_title)
}

/// Tells whether a text such as `F1, F2` or `finding F1` names a finding by an id of it, ours or the reviewer's.
pub fn is_named_in(finding: &Finding, text: &str) -> bool {
    let is = |id: &str| {
        let mut words = text.split(|c: char| c.is_whitespace() || ",;`\"[]()*#/+&|".contains(c));
        text.trim().eq_ignore_ascii_case(id)
            || words.any(|word| word.trim_end_matches(['.', ':']).eq_ignore_ascii_case(id))
    };
    is(finding.id.as_str()) || finding.said.reported_id.as_deref().is_some_and(is)
}

/// Word for word what an old one says, where it stands: no number goes before that. Reviewers number their lists anew,
/// and in another order than ours. Where two say
/// the same, this is for the numbers of a text alone: who names one of ours means it.
fn by_word(old: &Known<'_>, new: &Raised<'_>) -> Option<(f64, String)> {
    let said = |title: &str| title.split_whitespace().eq(new.finding.title.split_whitespace());
    let known = &old.finding.said;
    let same = said(&known.title) || said(&old.finding.first_title);
    let counted = new.finding.repeats.is_none() && new.finding.reported_id.is_some();
    if !same || old.has_twin && !counted || !old.at_one_place(new.finding) {
        return None;
    }
    if new.finding.repeats.is_none() && old.tells_of_another(new)
        || old.is_of_another_requirement(new.finding)
    {
        return None;
    }
    let yes = |is: bool| f64::from(u8::from(is));
    let line = old.pairs(new.finding).any(|(was, _, is)| was.line == is.line);
    let told = has_text(new.finding) && known.description == new.finding.description;
    let id = names_it(old, new.finding).is_some();
    let score = 0.2 * yes(line) + 0.1 * yes(told) + 0.1 * yes(id) + old.agreement(new.finding);
    Some((score, "the same words at the same place".to_owned()))
}

/// Whose id of an old finding a raised one carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Ours,
    Theirs,
}

fn names_it(old: &Known<'_>, new: &RawFinding) -> Option<Whose> {
    let id = new.repeats.as_deref().or(new.reported_id.as_deref())?;
    if id.eq_ignore_ascii_case(old.finding.id.as_str()) {
        return Some(Whose::Ours);
    }
    let earlier = old.finding.said.reported_id.as_deref();
    earlier.is_some_and(|earlier| id.eq_ignore_ascii_case(earlier)).then_some(Whose::Theirs)
}

/// The id alone proves nothing: reviewers number each round anew, and `F1` may be theirs by chance. Its
/// title, place or requirement must agree: a little where a structured answer names the server's id, more where the
/// id stands in a text, and where both may block never less than a similar title of no other thing.
fn by_id(old: &Known<'_>, new: &Raised<'_>) -> Option<(f64, String)> {
    let whose = names_it(old, new.finding)?;
    let likeness = old.likeness(new);
    let similar = likeness.score;
    let near = || old.at_one_place(new.finding) || old.one_requirement(new.finding);
    let grave = old.both_grave(new.finding);
    let ours =
        |agrees: bool| agrees.then(|| (2.0 + similar, format!("the reviewer repeats {}", old.finding.id)));
    if new.finding.repeats.is_some() {
        // Who names another thing under its id, or asks for the contrary, means another where both may block.
        let another = likeness.contrary || grave && likeness.apart || old.is_another(new, likeness);
        return ours(whose == Whose::Ours && !another && (similar >= SIMILAR_BY_ID || near()));
    }
    let another = old.is_another(new, likeness) || old.tells_of_another(new);
    if likeness.apart || old.in_other_files(new.finding) || another {
        return None;
    }
    let telling = new.title.len() >= TELLING || likeness.names_code;
    if old.stands_away_from(new.finding) && !(telling && similar >= SAME_TITLE) {
        return None;
    }
    if whose == Whose::Ours {
        return ours(similar >= SIMILAR_BY_ID || !grave && similar >= BORNE_OUT && near());
    }
    let earlier = old.finding.said.reported_id.as_deref()?;
    (similar >= SIMILAR_BY_ID).then(|| (similar, format!("the reviewer repeats its id {earlier}")))
}

fn has_text(finding: &RawFinding) -> bool {
    finding.description.as_deref().is_some_and(|text| !text.trim().is_empty())
}

fn files(places: &[Location]) -> impl Iterator<Item = &str> {
    places.iter().map(|place| place.file.as_str())
}

fn by_dimension(old: &Known<'_>, new: &Raised<'_>) -> Option<(f64, String)> {
    let (was, is) = (old.finding.said.category.as_deref()?, new.finding.category.as_deref()?);
    same_dimension(was, is).then(|| (old.likeness(new).score, format!("the same dimension: {is}")))
}

fn by_place(old: &Known<'_>, new: &Raised<'_>) -> Option<(f64, String)> {
    old.pairs(new.finding).next()?;
    let likeness = old.likeness(new);
    if likeness.apart {
        return None;
    }
    let best = old.pairs(new.finding).filter_map(|(was, gone, is)| at(old, was, gone, is, (new, likeness)));
    let (score, reason) = best.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((score + old.agreement(new.finding), reason.to_owned()))
}

/// Tells how well one place of the old finding agrees with one of the new.
fn at(
    old: &Known<'_>,
    was: &Location,
    gone: bool,
    is: &Location,
    (new, likeness): (&Raised<'_>, Likeness),
) -> Option<(f64, &'static str)> {
    let similar = likeness.score;
    let another = old.is_another(new, likeness) || old.tells_of_another(new);
    if overlap(was, is) {
        let exact = if was.line == is.line { 0.1 } else { 0.0 };
        if similar >= old.enough_at_place(new.finding) && !another {
            return Some((1.0 + similar + exact, "same place, similar title"));
        }
        // A category that both have says nothing of two that are told as two.
        if old.is_retold(new, likeness) && !another {
            return Some((1.0 + similar + exact, "same place, the title in another order"));
        }
        let named = !gone && old.names_one_defect(new, likeness);
        return named
            .then_some((1.0 + similar + exact, "the same line, unchanged, and the same defect of it"));
    }
    if another {
        return None;
    }
    let in_file = Some((similar, "same file, similar title"));
    let grave = old.finding.severity().max(new.finding.severity) <= Severity::High;
    let stood = || old.moves.is_some_and(|moves| moves.stood(is));
    let near = if grave && (!gone || stood()) && !old.is_drifted(new) { SURELY_NEAR } else { NEAR };
    match distance(was, is) {
        // Where the same was said of two places, one of them is known by its line alone.
        Some(off) if off <= near && !(grave && old.has_twin) => {
            let closeness = 0.2 * (1.0 - f64::from(off) / f64::from(NEAR + 1));
            (similar >= SIMILAR_ELSEWHERE).then_some((similar + closeness, "same file, similar title"))
        }
        // Far away the same words may be said of another place, unless the old one is gone or never was, or they
        // name the code they mean. Where they were said of two places, they may well be said of a third; and of a line
        // that stood there all along they were not said before.
        Some(_) => {
            let unsure = gone && !old.has_twin && !(grave && stood())
                || old.finding.grounding == Grounding::LineOutOfRange
                || likeness.names_code;
            in_file.filter(|_| similar >= SAME_TITLE && unsure)
        }
        None => in_file.filter(|_| similar >= SIMILAR_ELSEWHERE),
    }
}

fn by_requirement(old: &Known<'_>, new: &Raised<'_>) -> Option<(f64, String)> {
    if !old.one_requirement(new.finding) {
        return None;
    }
    let likeness = old.likeness(new);
    let elsewhere = old.in_other_files(new.finding);
    if old.stands_away_from(new.finding) && !(likeness.names_code && likeness.score >= SAME_TITLE) {
        return None;
    }
    if old.tells_of_another(new) {
        return None;
    }
    let enough = if elsewhere { SIMILAR_ELSEWHERE } else { old.enough_at_place(new.finding) };
    (!likeness.apart && likeness.score >= enough && !old.is_another(new, likeness))
        .then(|| (likeness.score + old.agreement(new.finding), "same requirement, similar title".to_owned()))
}

/// Without a place on one side, the words are all there is: they must be the same.
fn by_title(old: &Known<'_>, new: &Raised<'_>) -> Option<(f64, String)> {
    let placed = !old.places.is_empty();
    if placed && !new.finding.locations.is_empty() {
        return None;
    }
    let one_sided = placed || !new.finding.locations.is_empty();
    // What the reviewer never cited, and was only held to cite, tells nothing apart from what he cites now.
    let cited = old.finding.said.requirement.as_deref().filter(|_| !old.finding.citation_assumed);
    let others = match (cited, new.finding.requirement.as_deref()) {
        (Some(was), Some(is)) => words(was) != words(is),
        (None, _) | (_, None) => false,
    };
    if others || one_sided && new.title.len() < 2 {
        return None;
    }
    let likeness = old.likeness(new);
    let another = old.is_another(new, likeness) || old.tells_of_another(new);
    let same = !likeness.apart && likeness.score >= SAME_TITLE && !another;
    same.then(|| {
        (
            likeness.score + old.agreement(new.finding),
            "the same title, and no place to tell them apart".to_owned(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::FindingId;

    fn said(severity: Severity, category: &str, title: &str) -> RawFinding {
        let mut said = RawFinding::new(severity, title);
        said.category = Some(category.to_owned());
        said.locations.push(Location { file: "src/a.rs".to_owned(), line: Some(3), end_line: None });
        said
    }

    #[test]
    fn a_category_makes_what_is_raised_no_worse_one_with_what_fell() {
        let old = said(Severity::Low, "Naming", "The helper for cart rows has an unclear name");
        let old = Finding::new(FindingId::new("F1"), old, 1);
        let title = "Rename the cart variable";
        for (severity, category, found) in [
            (Severity::Low, "naming", Beside::Same),
            (Severity::Info, "Naming", Beside::Same),
            (Severity::Medium, "Naming", Beside::Unlike),
            (Severity::Low, "Speed", Beside::Unlike),
        ] {
            let raised = said(severity, category, title);
            assert_eq!(beside(&old, &raised, None), Some(found), "{severity:?} {category}");
        }
    }
}
