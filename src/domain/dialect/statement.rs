//! The reviewer's statements of a verdict: which lines make one, which only look like one, and
//! which of several holds.
//!
//! A line counts only when it is the reviewer's own, says one thing, and is not about another
//! round or another person. Statements that differ with nothing to tell which holds are no
//! verdict (SPEC 5.4). It never looks at findings.

mod decide;
mod label;
mod lookalike;
pub(crate) mod shown;

use std::cell::Cell;
use std::sync::LazyLock;

use regex::Regex;

use super::gather::Gathered;
use super::page::{Kind, Line, Page};
use super::words::{self, OwnWords, Said};
use super::{Ignored, ReadContext};
use crate::domain::review::{Remark, Verdict};
pub(crate) use decide::decide;
pub(crate) use label::says_verdict;
use label::{Label, OTHER, body, label, labelled};
use lookalike::skeleton;

/// How much a statement weighs: sentences count only where no line states a verdict in form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Sentence,
    Formal,
}

/// A line, or an object, that states a verdict.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    /// Index into [`Page::lines`].
    pub(crate) at: usize,
    pub(crate) verdict: Verdict,
    pub(crate) weight: Weight,
    pub(crate) rule: String,
    /// The round its surroundings name.
    pub(crate) round: Option<u32>,
    /// It says itself that it is the final one.
    pub(crate) told: bool,
}

/// Statements and what looked like one.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub(crate) statements: Vec<Statement>,
    pub(crate) ignored: Vec<Ignored>,
    pub(crate) remarks: Vec<Remark>,
    /// Index of a line where the reviewer refuses in the first person.
    pub(crate) refusal: Option<usize>,
    /// The round each line stands in, where headings number the rounds: index and round, ascending.
    pub(crate) rounds: Vec<(usize, u32)>,
}

/// What makes a dialect's statements.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    /// The dialect's name, for rule names.
    pub(crate) dialect: &'static str,
    pub(crate) own: OwnWords,
    /// Front matter `status` or `verdict` states the verdict.
    pub(crate) front: bool,
    /// `REVIEW_PASS` may stand after any label.
    pub(crate) signals: bool,
}

static ROUND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:round|pass|iteration|attempt|cycle|wave|runde|раунд|итерация)\s*#?\s*(\d{1,3})\b|第\s*(\d{1,3})\s*[轮回次]|\b(\d{1,3})(?:st|nd|rd|th)\s+(?:round|pass|iteration|attempt|cycle)\b")
        .expect("a constant pattern")
});
static REFUSAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:i|we)\s+(?:can't|can’t|cannot|can not|do not|don't|don’t|will not|won't|won’t|am not able to|am unable to|must not|refuse to)\s+(?:yet\s+)?(?:approve|accept|sign\s+(?:this\s+|it\s+)?off|pass|let)\b|\b(?:is|it's|it’s)\s+not\s+(?:yet\s+)?(?:approved|ready (?:to|for) (?:merge|ship|release|production))\b|\b(?:do not|don't|don’t|must not be|should not be|cannot be|can't be) (?:merge|merged|approve|approved|ship|shipped)\b")
        .expect("a constant pattern")
});
static SENTENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?P<yes>(?:i|we) (?:hereby |can |gladly |am happy to |'m happy to )?approve\b|(?:this|the) (?:\w+ ){0,3}(?:is|has been) approved\b|\blgtm\b|looks good to me|\bship it\b|(?:good|ready|safe) (?:to|for) (?:merge|merging|ship|shipping|release|production)\b)|(?P<no>(?:i|we)(?:'m| am| are)? (?:have to |must )?(?:request(?:ing)?|requir(?:e|ing)) changes|changes (?:are )?(?:requested|required|needed)|(?:i|we) (?:have to |must )?reject\b|needs (?:another|a) (?:round|pass|revision)|(?:has|have) to be fixed before|must be fixed before)|(?P<redo>start over|redone? from scratch|rewritten from scratch))")
        .expect("a constant pattern")
});
static ABOUT_OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(previous(ly)?|prior|earlier|last (time|round|week)|yesterday|first (round|pass)|round \d|pass \d|iteration \d|attempt \d|qa|developer|executor|vendor|template|example|would|could|should|if|once|when|until|unless|whether|before i|except|but|however|apart from|besides|though)\b|["“`]"#)
        .expect("a constant pattern")
});
static HYPOTHETICAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(if|in case|assuming|suppose|provided|otherwise|else|should the|falls|si|se|если)\b.*:?\W*$").expect("a constant pattern")
});
static LEAD_IN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(previous(ly)?|prior|earlier|last (time|round|pass|iteration|review)|first (round|pass|attempt|iteration)|example|template|format|sample|expected output|looks like this|fixture|for reference|would (have )?(be|said|look))\b.*:\W*$")
        .expect("a constant pattern")
});

/// A lead-in to what another said or what was asked for, unless it announces the reviewer's own answer.
static SHOWN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(output|log|transcript|says|said|reads|prints|printed|returned|returns|(answer|respond|reply|end|finish) with|should|must|asked for)\b.*:\W*$")
        .expect("a constant pattern")
});
static OWN_LEAD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(my|final|here|below|mine|i)\b").expect("a constant pattern"));

/// Collects the statements of a page.
pub(crate) fn collect(
    page: &Page<'_>,
    form: &Form,
    gathered: &Gathered,
    context: &ReadContext<'_>,
) -> Collected {
    let mut out = Collected::default();
    let mut scan = Scan {
        page,
        form,
        gathered,
        context,
        round: None,
        heading_round: 0,
        lead_in: None,
        shown: Cell::new((usize::MAX, false)),
    };
    let own: Vec<usize> = (0..page.lines.len()).filter(|&at| page.lines[at].own()).collect();
    let ends = (own.first().copied(), own.last().copied());
    for at in 0..page.lines.len() {
        scan.surroundings(at);
        if let Some(round) = scan.round {
            out.rounds.push((at, round));
        }
        scan.line(at, ends, &mut out);
    }
    if form.front {
        front_matter(page, form, context, &mut out);
    }
    out.statements.sort_by_key(|s| s.at);
    out.ignored.truncate(50);
    out
}

struct Scan<'s, 'p> {
    page: &'s Page<'p>,
    form: &'s Form,
    gathered: &'s Gathered,
    context: &'s ReadContext<'s>,
    round: Option<u32>,
    heading_round: u8,
    /// Why the next statement is not meant: the line above announces another round or a condition.
    lead_in: Option<&'static str>,
    /// The line last held against the diff, and whether it stands there: a line may have many sentences.
    shown: Cell<(usize, bool)>,
}

impl Scan<'_, '_> {
    /// Keeps track of the round that headings and lead-in lines name.
    fn surroundings(&mut self, at: usize) {
        let line = &self.page.lines[at];
        if !line.own() {
            return;
        }
        if let Kind::Heading(level) = line.kind {
            let found = round_of(&line.text);
            if found.is_some() || level <= self.heading_round {
                self.round = found;
                self.heading_round = level;
            }
        }
        let text: &str = &line.text;
        let announces = text.trim_end_matches(['*', '_', ' ']).ends_with(':') && line.kind == Kind::Prose;
        let before = at.checked_sub(1).map(|i| &self.page.lines[i]);
        let fresh = before.is_none_or(|b| b.own());
        if announces && HYPOTHETICAL.is_match(text) {
            self.lead_in = Some("holds only under a condition");
        } else if announces && (LEAD_IN.is_match(text) || (SHOWN.is_match(text) && !OWN_LEAD.is_match(text)))
        {
            self.lead_in = Some("about an earlier round or an example");
        } else if self.lead_in.is_some()
            && (matches!(line.kind, Kind::Heading(_))
                || (line.blank_before && fresh && !self.just_announced(at)))
        {
            self.lead_in = None;
        }
    }

    /// Tells whether the line above this one ends in a colon.
    fn just_announced(&self, at: usize) -> bool {
        at.checked_sub(1)
            .is_some_and(|i| self.page.lines[i].text.trim_end_matches(['*', '_', ' ']).ends_with(':'))
    }

    fn line(&mut self, at: usize, ends: (Option<usize>, Option<usize>), out: &mut Collected) {
        let line = &self.page.lines[at];
        if matches!(line.kind, Kind::FrontMatter | Kind::Rule | Kind::Data | Kind::FenceMark) {
            return;
        }
        if line.kind == Kind::Table {
            self.table_row(at, out);
            return;
        }
        let body = body(line);
        let Some((said, rule, told, others)) = self.read(at, body, ends) else {
            self.homoglyphs(at, body, out);
            if line.own() && line.kind != Kind::Heading(1) {
                self.sentences(at, out);
            }
            return;
        };
        let why =
            if others { Some("about something else than this review") } else { self.disqualified(at, said) };
        if let Some(why) = why {
            ignore(self.page, line, why, out);
            return;
        }
        let verdict = match said {
            Said::Verdict(_) if line.disguised => {
                out.remarks.push(Remark::new(
                    line.number,
                    "disguised",
                    "the line holds invisible characters; it is not taken for a verdict",
                ));
                Verdict::Unclear
            }
            Said::Verdict(verdict) => verdict,
            Said::Unsure(why) => {
                out.remarks.push(Remark::new(
                    line.number,
                    "hedged",
                    format!("the line sounds like a verdict and is none: {why}"),
                ));
                Verdict::Unclear
            }
            Said::Template | Said::Nothing => return,
        };
        let round = round_of(body).or(self.round);
        out.statements.push(Statement { at, verdict, weight: Weight::Formal, rule, round, told });
    }

    /// Reads a line's form: what it says, by which rule, whether it calls itself final, whether it is about others.
    fn read(
        &self,
        at: usize,
        body: &str,
        ends: (Option<usize>, Option<usize>),
    ) -> Option<(Said, String, bool, bool)> {
        let own = self.form.own;
        let name = |rule: &str| format!("{}.{rule}", self.form.dialect);
        if let Some(rest) = body.strip_prefix("[x]").or_else(|| body.strip_prefix("[X]"))
            && words::is_bare_verdict(rest, own)
        {
            return Some((words::verdict(rest, own), name("checkbox"), false, false));
        }
        if body.starts_with("[ ]") || body.starts_with("[]") {
            return None;
        }
        if let Some((label, value)) = labelled(body) {
            let mut said = words::verdict(value, own);
            let mut rule = "label";
            if said == Said::Nothing && words::words(value).is_empty() {
                (said, rule) = (self.below(at), "value_below");
            }
            if said == Said::Nothing && !matches!(self.page.lines[at].kind, Kind::Item) {
                (said, rule) = (words::verdict_inside(value, own), "inside_sentence");
            }
            match (label, said) {
                (_, Said::Nothing) => {}
                (Label::Others, said) => return Some((said, name(rule), false, true)),
                (Label::Ours { told }, said) => return Some((said, name(rule), told, false)),
            }
        }
        if self.page.lines[at].kind != Kind::Item
            && let Some(found) = self.in_pieces(body)
        {
            return Some((found, name("label_within"), false, false));
        }
        if matches!(self.page.lines[at].kind, Kind::Heading(_))
            && label(body).is_some_and(|l| matches!(l, Label::Ours { .. }))
        {
            let said = self.below(at);
            if said != Said::Nothing {
                return Some((said, name("value_below"), false, false));
            }
        }
        self.signal(at, body, ends).map(|(said, others)| (said, name("signal"), false, others))
    }

    /// `REVIEW COMPLETE — Status: passed — Critical: 0`: a label behind a dash or bar of a short line.
    fn in_pieces(&self, body: &str) -> Option<Said> {
        if body.len() > 160 {
            return None;
        }
        let pieces = [" — ", " – ", " | ", " · "].iter().flat_map(|mark| body.split(mark).skip(1).take(6));
        pieces
            .filter_map(|piece| labelled(piece).filter(|(l, _)| matches!(l, Label::Ours { .. })))
            .map(|(_, value)| words::verdict(value, self.form.own))
            .find(|said| *said != Said::Nothing)
    }

    /// `REVIEW_PASS`, `**APPROVED**`, `LGTM!` as a line of its own.
    fn signal(&self, at: usize, body: &str, ends: (Option<usize>, Option<usize>)) -> Option<(Said, bool)> {
        let own: OwnWords = &[];
        let line = &self.page.lines[at];
        if self.form.signals
            && let Some((before, found)) = review_signal(body)
        {
            let names: Vec<String> = words::words(before);
            let others = names.iter().any(|w| OTHER.contains(&w.as_str()));
            let lead = before.is_empty()
                || before.trim_end_matches(['*', '`', ' ', '"']).ends_with([':', '—', '→', '-'])
                    && names.len() <= 8;
            return (lead || line.kind != Kind::Item && names.len() <= 2)
                .then(|| (words::verdict(found, own), others));
        }
        let bare = words::is_bare_verdict(body, own);
        if !bare || matches!(words::verdict(body, own), Said::Verdict(Verdict::Unclear)) {
            return None;
        }
        let at_an_end = ends.0 == Some(at) || ends.1 == Some(at);
        let listed = line.kind == Kind::Item;
        (words::shouts(body, own) && !listed || at_an_end).then(|| (words::verdict(body, own), false))
    }

    /// Reads the value that stands on the line below a label.
    fn below(&self, at: usize) -> Said {
        let Some(next) = self.page.lines.get(at + 1) else { return Said::Nothing };
        if !matches!(next.kind, Kind::Prose | Kind::Item) || next.disguised {
            return Said::Nothing;
        }
        match words::verdict(body(next), self.form.own) {
            Said::Nothing => words::verdict_inside(body(next), self.form.own),
            said @ (Said::Verdict(_) | Said::Template | Said::Unsure(_)) => said,
        }
    }

    /// Tells whether a line stands in the reviewed diff.
    fn shown(&self, at: usize) -> bool {
        if self.shown.get().0 != at {
            self.shown.set((at, shown::in_diff(self.page, &self.page.lines[at], self.context)));
        }
        self.shown.get().1
    }

    fn disqualified(&self, at: usize, said: Said) -> Option<&'static str> {
        let line = &self.page.lines[at];
        if !line.own() {
            return Some(line.why_not());
        }
        if said == Said::Template {
            return Some("echoed template");
        }
        if line.kind == Kind::Item && line.indent >= 2 && matches!(said, Said::Verdict(v) if v.approves()) {
            return Some("nested in a list");
        }
        if self.shown(at) {
            return Some("stands in the reviewed diff");
        }
        if self.gathered.taken.contains(&at) {
            return Some("inside a finding");
        }
        if self.gathered.earlier.contains(&at) {
            return Some("about an earlier round");
        }
        self.lead_in
    }

    /// `| Verdict | PASS |`
    fn table_row(&self, at: usize, out: &mut Collected) {
        let line = &self.page.lines[at];
        let cells: Vec<&str> = line.text.trim_matches('|').split('|').map(str::trim).collect();
        let [name, value] = cells.as_slice() else { return };
        if !matches!(label(name), Some(Label::Ours { .. }))
            || self.gathered.taken.contains(&at)
            || self.gathered.earlier.contains(&at)
        {
            return;
        }
        let verdict = match words::verdict(value, self.form.own) {
            Said::Verdict(_) | Said::Unsure(_) if line.disguised || self.shown(at) => Verdict::Unclear,
            Said::Verdict(verdict) => verdict,
            Said::Unsure(_) => Verdict::Unclear,
            Said::Template | Said::Nothing => return,
        };
        let rule = format!("{}.table", self.form.dialect);
        out.statements.push(Statement {
            at,
            verdict,
            weight: Weight::Formal,
            rule,
            round: self.round,
            told: false,
        });
    }

    /// A line that only reads as a verdict once look-alike letters are replaced makes the answer unreadable.
    fn homoglyphs(&self, at: usize, body: &str, out: &mut Collected) {
        let line = &self.page.lines[at];
        if body.is_ascii() || !line.own() {
            return;
        }
        let plain = skeleton(body);
        if plain == body {
            return;
        }
        let reads = labelled(&plain)
            .is_some_and(|(_, v)| matches!(words::verdict(v, self.form.own), Said::Verdict(_)))
            || (words::is_bare_verdict(&plain, &[]) && words::shouts(&plain, &[]));
        if reads {
            out.remarks.push(Remark::new(
                line.number,
                "disguised",
                "the line is written with look-alike letters; it is not taken for a verdict",
            ));
            let rule = format!("{}.disguised", self.form.dialect);
            out.statements.push(Statement {
                at,
                verdict: Verdict::Unclear,
                weight: Weight::Formal,
                rule,
                round: None,
                told: false,
            });
        }
    }

    fn sentences(&mut self, at: usize, out: &mut Collected) {
        let line = &self.page.lines[at];
        if self.gathered.earlier.contains(&at) || self.lead_in.is_some() {
            return;
        }
        if !may_judge(&line.text) {
            return;
        }
        let taken = self.gathered.taken.contains(&at);
        // Emphasis must not hide a negation: "is **not** approved".
        let text: String = line.text.chars().take(4000).filter(|c| *c != '*').collect();
        let text = text.replace("__", "");
        for sentence in text.split_inclusive(['.', '!', '?', ';']) {
            if REFUSAL.is_match(sentence) {
                let past = ABOUT_PAST.is_match(sentence);
                if !past && !taken && !self.shown(at) {
                    out.refusal = Some(at);
                    self.push(at, Verdict::ChangesRequested, out);
                }
                continue;
            }
            if taken {
                continue;
            }
            let Some(caps) = SENTENCE.captures(sentence) else { continue };
            let before = caps.get(0).map_or("", |m| &sentence[..m.start()]);
            // What follows an objection is its reason and may negate anything.
            let negated = negates(if caps.name("yes").is_some() { sentence } else { before });
            if ABOUT_OTHERS.is_match(sentence) || sentence.ends_with('?') || negated {
                if caps.name("yes").is_some() {
                    ignore(self.page, line, "a sentence that does not approve this work now", out);
                }
                continue;
            }
            if self.shown(at) {
                ignore(self.page, line, "stands in the reviewed diff", out);
                return;
            }
            let verdict = if caps.name("yes").is_some() {
                if line.disguised { Verdict::Unclear } else { Verdict::Approved }
            } else if caps.name("redo").is_some() {
                Verdict::Rejected
            } else {
                Verdict::ChangesRequested
            };
            self.push(at, verdict, out);
        }
    }

    fn push(&self, at: usize, verdict: Verdict, out: &mut Collected) {
        let rule = format!("{}.sentence", self.form.dialect);
        out.statements.push(Statement {
            at,
            verdict,
            weight: Weight::Sentence,
            rule,
            round: self.round,
            told: false,
        });
    }
}

static ABOUT_PAST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(previous(ly)?|prior|earlier|last (time|round)|first (round|pass)|round \d|pass \d|iteration \d|attempt \d|used to|back then|no longer)\b|["“]"#)
        .expect("a constant pattern")
});

fn negates(sentence: &str) -> bool {
    words::words(sentence).iter().any(|w| {
        matches!(
            w.as_str(),
            "not"
                | "cannot"
                | "can't"
                | "don't"
                | "won't"
                | "isn't"
                | "never"
                | "nothing"
                | "neither"
                | "nor"
                | "hardly"
        )
    })
}

/// Finds `REVIEW_PASS` or `REVIEW_FAIL` as a word: what stands before it, and it with the rest.
fn review_signal(body: &str) -> Option<(&str, &str)> {
    let at = [body.find("REVIEW_PASS"), body.find("REVIEW_FAIL")].into_iter().flatten().min()?;
    let (before, found) = body.split_at(at);
    let inside = before.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
    let after = found["REVIEW_PASS".len()..].chars().next();
    let longer = after.is_some_and(|c| c.is_alphanumeric() && !matches!(c, 'E'));
    let clause = before.rfind(['.', ';', '!', '。']).map_or(before, |end| &before[end..]);
    let before = clause.trim_start_matches(|c: char| !c.is_alphanumeric());
    (!inside && !longer).then_some((before, found))
}

/// Stems of which every sentence has one that [`REFUSAL`] or [`SENTENCE`] takes for a judgement; most
/// lines of a review have none and need no further look.
const JUDGES: [&str; 18] = [
    "approv",
    "accept",
    "sign",
    "pass",
    "let",
    "ready",
    "merg",
    "ship",
    "lgtm",
    "look",
    "releas",
    "production",
    "chang",
    "reject",
    "round",
    "revision",
    "fixed",
    "scratch",
];

fn may_judge(text: &str) -> bool {
    // Emphasis may stand inside a word.
    let mut lower = text.to_ascii_lowercase();
    lower.retain(|c| !matches!(c, '*' | '_'));
    lower.contains("start over") || JUDGES.iter().any(|stem| lower.contains(stem))
}

fn round_of(text: &str) -> Option<u32> {
    if !text.contains(char::is_numeric) {
        return None;
    }
    let caps = ROUND.captures(text)?;
    (1..=3).find_map(|i| caps.get(i)).and_then(|m| m.as_str().parse().ok())
}

fn ignore(page: &Page<'_>, line: &Line<'_>, why: &str, out: &mut Collected) {
    if out.ignored.len() < 50 {
        out.ignored.push(Ignored { line: line.number, text: page.written(line), why: why.to_owned() });
    }
}

fn front_matter(page: &Page<'_>, form: &Form, context: &ReadContext<'_>, out: &mut Collected) {
    for (at, key, value) in page.front_fields() {
        if !matches!(key.as_str(), "status" | "verdict" | "decision" | "result") {
            continue;
        }
        let verdict = match words::verdict(&value, form.own) {
            Said::Verdict(_) if page.lines[at].disguised => Verdict::Unclear,
            Said::Verdict(verdict) => verdict,
            Said::Unsure(_) => Verdict::Unclear,
            Said::Template | Said::Nothing => continue,
        };
        if shown::in_diff(page, &page.lines[at], context) {
            ignore(page, &page.lines[at], "stands in the reviewed diff", out);
            continue;
        }
        let rule = format!("{}.front_matter", form.dialect);
        out.statements.push(Statement {
            at,
            verdict,
            weight: Weight::Formal,
            rule,
            round: None,
            told: false,
        });
    }
}
