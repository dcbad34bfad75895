//! The reviewer's statements of a verdict: which lines make one, which only look like one, and
//! which of several holds.
//!
//! A line counts only when it is the reviewer's own, says one thing, and is not about another
//! round or another person. Statements that differ with nothing to tell which holds are no
//! verdict (SPEC 5.4). It never looks at findings.

pub(crate) mod aside;
mod awaited;
pub(crate) mod begun;
mod below;
pub(crate) mod broken_off;
mod closing;
mod decide;
pub(crate) mod failing;
mod foreign;
mod front;
mod in_parts;
mod label;
pub(crate) mod lead_in;
pub(crate) mod left_open;
mod lookalike;
pub(crate) mod of_aspect;
mod of_part;
mod of_task;
mod of_work;
mod options;
mod own_rows;
mod passed_over;
mod pattern;
mod product;
mod provisional;
mod returned;
pub(crate) mod round_table;
mod rounds;
mod sentence;
pub(crate) mod share;
mod shortfall;
pub(crate) mod shown;
mod speech;
mod stages;
pub(crate) mod subject;
mod surroundings;
pub(crate) mod taken_back;
pub(crate) mod unexplained;
mod unfilled;
pub(crate) mod unfinished;
mod withdrawn;

use std::cell::Cell;
use std::sync::LazyLock;

use regex::Regex;

use super::gather::{Gathered, Lines};
use super::page::{Kind, Line, Page};
use super::words::{self, OwnWords, Said};
use super::{Ignored, ReadContext};
use crate::domain::review::{Remark, Verdict};
pub(crate) use decide::{decide, stated};
use label::{Label, OTHER, label, labelled, summed, turned};
pub(crate) use label::{body, says_verdict};
use lead_in::SHOWN_WHY;
pub(crate) use lead_in::announces_own;
pub(crate) use own_rows::{OwnRows, has_own_state};
pub(crate) use passed_over::{answers_against as pair_objects, attributed, doubts as passed_over};
pub(crate) use passed_over::{fails_in_words, speaks_against};
use sentence::last_sentence;

/// What a recommendation may be, besides the words of verdicts: nowhere else do these approve.
const MERGES: &[&str] =
    &["merge", "merge it", "merge this", "merge as is", "safe to merge", "merge away", "please merge"];

/// Lines listed that look like verdicts and are none.
const IGNORED: usize = 50;

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

impl Statement {
    /// Returns a verdict stated in form, of no round and not called final.
    pub(crate) fn formal(at: usize, verdict: Verdict, rule: String) -> Self {
        Self { at, verdict, weight: Weight::Formal, rule, round: None, told: false }
    }
}

/// Statements and what looked like one.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub(crate) statements: Vec<Statement>,
    pub(crate) ignored: Vec<Ignored>,
    pub(crate) remarks: Vec<Remark>,
    /// Index of a line where the reviewer refuses in the first person.
    pub(crate) refusal: Option<usize>,
    /// Index of an objection passed over because the line above seems to show it.
    pub(crate) doubt: Option<usize>,
    /// What speaks against an approval, where one is stated; ascending.
    pub(crate) doubts: Vec<taken_back::Doubt>,
    /// Lines below a lead-in to something shown, ascending.
    pub(crate) led: Vec<usize>,
    /// Lines on which an approval is not the reviewer's word on this work, by what stands above them, ascending.
    pub(crate) set_aside: Vec<usize>,
    /// Index of the line from which on sentences were not read for a verdict, where a text has too many.
    pub(crate) unread: Option<usize>,
    /// Index of a sentence that sounds like an approval and says more.
    pub(crate) hedged: Option<usize>,
    /// Lines that belong to findings.
    pub(crate) listed: Lines,
    /// A finding was read, or a row that is one.
    pub(crate) noted: bool,
    /// The round each line stands in, where headings number the rounds: index and round, ascending.
    pub(crate) rounds: Vec<(usize, u32)>,
    /// The lines that number rounds, ascending.
    pub(crate) heads: Vec<rounds::Head>,
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
    /// States of the rows that the dialect reads itself, in small letters; none where it reads no rows.
    pub(crate) own_rows: OwnRows,
}

static ROUND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:round|pass|iteration|attempt|cycle|wave|runde|раунд|итерация)\s*#?\s*(\d{1,3})\b|第\s*(\d{1,3})\s*[轮回次]|\b(\d{1,3})(?:st|nd|rd|th)\s+(?:round|pass|iteration|attempt|cycle)\b")
        .expect("a constant pattern")
});
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
        head: None,
        heading_round: 0,
        lead_in: None,
        led_in_at: usize::MAX,
        mailed: false,
        voice: None,
        commented: false,
        in_comment: false,
        above: provisional::Above::default(),
        sentences: 0,
        last_heading: page.lines.iter().rposition(|l| l.own() && matches!(l.kind, Kind::Heading(_))),
        end: page.lines.len(),
        footnotes: unfilled::Footnotes::of(page),
        shown: Cell::new((usize::MAX, false)),
    };
    let own: Vec<usize> = (0..page.lines.len()).filter(|&at| page.lines[at].own()).collect();
    let ends = (own.first().copied(), own.last().copied());
    let mut stages = Vec::new();
    for at in 0..page.lines.len() {
        scan.surroundings(at);
        if let Some(head) = scan.head.as_ref().filter(|head| head.stands_at(at)) {
            out.heads.push(head.clone());
        }
        if let Some(round) = scan.round {
            out.rounds.push((at, round));
        }
        if scan.lead_in.is_some() {
            out.led.push(at);
        }
        if scan.above.why().is_some() {
            out.set_aside.push(at);
        }
        scan.line(at, ends, &mut out);
        stages.extend(scan.stage(at));
    }
    let alone = !out.statements.iter().any(|s| s.weight == Weight::Formal);
    let mut staged = stages::combined(stages, alone);
    // A line that states a verdict of the whole states none of a stage.
    staged.retain(|s| out.statements.iter().all(|other| other.at != s.at));
    out.statements.extend(staged);
    if out.statements.is_empty() && out.refusal.is_none() {
        let aside = |s: &Statement| s.verdict.approves() && out.set_aside.binary_search(&s.at).is_ok();
        let task = of_task::only(page, form, gathered, &out.led, context).filter(|s| !aside(s));
        out.statements.extend(task);
        if out.statements.is_empty() {
            let table = round_table::last(page, form, gathered, &out.led, context).filter(|s| !aside(s));
            out.statements.extend(table);
        }
        if out.statements.is_empty() {
            out.statements.extend(below::quoted(page, gathered, &out.led, form));
        }
    }
    if form.front {
        front::read(page, form, context, &mut out);
    }
    out.statements.sort_by_key(|s| s.at);
    of_work::set_aside(page, &mut out);
    let options = options::neighbours(page, &out.statements);
    let mut option = options.iter();
    let (dropped, kept) = out.statements.drain(..).partition(|_| option.next() == Some(&true));
    out.statements = kept;
    let dropped: Vec<Statement> = dropped;
    for statement in dropped {
        ignore(page, &page.lines[statement.at], "one of the options", &mut out);
    }
    if out.ignored.len() > IGNORED {
        let line = out.ignored[IGNORED].line;
        out.ignored.truncate(IGNORED);
        let message = format!(
            "from here on lines that look like verdicts and are none are not listed; there are more than {IGNORED}"
        );
        out.remarks.push(Remark::new(line, "cut", message));
    }
    out
}

/// Lines that a closing verdict may have behind it: its reason.
const CLOSING: usize = 4;

struct Scan<'s, 'p> {
    page: &'s Page<'p>,
    form: &'s Form,
    gathered: &'s Gathered,
    context: &'s ReadContext<'s>,
    round: Option<u32>,
    /// The line that numbered a round last.
    head: Option<rounds::Head>,
    heading_round: u8,
    /// Why the next statement is not meant: the line above announces another round or a condition.
    lead_in: Option<&'static str>,
    /// The line that announced it.
    led_in_at: usize,
    /// A mail of somebody else has begun, and goes on to the end.
    mailed: bool,
    /// The line with the name of somebody who speaks below it.
    voice: Option<usize>,
    /// The line stands in a comment of code, and the next one does.
    commented: bool,
    in_comment: bool,
    /// What the headings and lines above call what stands below them.
    above: provisional::Above,
    /// Sentences looked at so far.
    sentences: usize,
    /// The last heading of the page, and how many lines it has.
    last_heading: Option<usize>,
    end: usize,
    footnotes: unfilled::Footnotes<'s>,
    /// The line last held against the diff, and whether it stands there: a line may have many sentences.
    shown: Cell<(usize, bool)>,
}

impl Scan<'_, '_> {
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
            if self.form.signals
                && line.own()
                && (body.contains("REVIEW_PASS") || body.contains("REVIEW_FAIL"))
            {
                ignore(self.page, line, "named inside a sentence or a longer word", out);
            }
            if line.own() && line.kind != Kind::Heading(1) {
                self.sentences(at, ends.1 == Some(at), out);
            }
            return;
        };
        let why =
            if others { Some("about something else than this review") } else { self.disqualified(at, said) };
        // Of the options offered the ticked one is chosen.
        let why = why.filter(|why| *why != lead_in::OPTION_WHY || !rule.ends_with(".checkbox"));
        if let Some(why) = why {
            // What stands after an approval and objects, and is only guessed to be shown, leaves a doubt.
            let objects = matches!(said, Said::Verdict(v) if !v.approves());
            if why == SHOWN_WHY && objects {
                out.doubt = Some(at);
            }
            ignore(self.page, line, why, out);
            return;
        }
        let said = match said {
            Said::Verdict(v) if v.approves() && unfilled::says_twice(body) => {
                Said::Unsure("names two verdicts")
            }
            Said::Verdict(v) if v.approves() && self.footnotes.limit(&line.text) => {
                Said::Unsure("has a footnote that may limit it")
            }
            Said::Verdict(_) | Said::Template | Said::Unsure(_) | Said::Nothing => said,
        };
        let verdict = match said {
            Said::Verdict(_) if line.disguised => {
                out.remarks.push(Remark::new(
                    line.number,
                    "disguised",
                    "the line holds invisible or undecodable characters; it is not taken for a verdict",
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
        let own = round_of(body);
        if own.is_some() && self.head.as_ref().is_none_or(|head| !head.stands_at(at)) {
            out.heads.extend(rounds::Head::of(at, body));
        }
        let round = own.or(self.round);
        out.statements.push(Statement { at, verdict, weight: Weight::Formal, rule, round, told });
    }

    /// Reads the status of a stage that is the reviewer's own word now.
    fn stage(&self, at: usize) -> Option<stages::Status> {
        let line = &self.page.lines[at];
        let found = stages::read(at, line, self.form).filter(|_| line.own() && !line.disguised)?;
        self.disqualified(at, Said::Verdict(Verdict::Approved)).is_none().then_some(found)
    }

    /// Reads a line's form: what it says, by which rule, whether it calls itself final, whether it is about others.
    fn read(
        &self,
        at: usize,
        body: &str,
        ends: (Option<usize>, Option<usize>),
    ) -> Option<(Said, String, bool, bool)> {
        if struck_out(body) {
            return None;
        }
        let own = self.form.own;
        let name = |rule: &str| format!("{}.{rule}", self.form.dialect);
        if let Some((ticked, rest)) = words::box_before(body) {
            let alone = words::box_before(rest).is_none();
            if !ticked && alone {
                return None;
            }
            let value = if ticked && alone { rest } else { body };
            let said = words::verdict(value, own);
            if !alone || words::is_bare_verdict(rest, own) {
                return (said != Said::Nothing).then(|| (said, name("checkbox"), false, false));
            }
        }
        if let Some((label, value)) = labelled(body) {
            let mut said = words::verdict(value, own);
            let mut rule = "label";
            if said == Said::Nothing && MERGES.contains(&words::joined(value).as_str()) {
                said = Said::Verdict(Verdict::Approved);
            }
            if said == Said::Nothing && words::fewer(value, 1) {
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
        if let Some(said) = words::answered(body) {
            return Some((said, name("label"), false, false));
        }
        // `Sorry, wrong branch. VERDICT: reject`
        if self.page.lines[at].kind == Kind::Prose
            && let Some((Label::Ours { .. }, value)) = labelled(last_sentence(body).trim_start())
        {
            let said = words::verdict(value, own);
            if said != Said::Nothing {
                return Some((said, name("label_within"), false, false));
            }
        }
        // `EDIT: I take that back. The lock is gone. Changes requested.`
        if self.page.lines[at].kind == Kind::Prose
            && let Some(said) = withdrawn::refuses(body, own)
        {
            return Some((said, name("label_within"), true, false));
        }
        if self.page.lines[at].kind != Kind::Item
            && let Some(found) = self.in_pieces(body)
        {
            return Some((found, name("label_within"), false, false));
        }
        // `**Status**` with `: passed` below is a definition list.
        let defined = self.page.lines.get(at + 1).is_some_and(|l| l.own() && l.text.starts_with(": "));
        if (matches!(self.page.lines[at].kind, Kind::Heading(_)) || defined)
            && label(body).is_some_and(|l| matches!(l, Label::Ours { .. }))
        {
            let said = self.below(at);
            if said != Said::Nothing {
                return Some((said, name("value_below"), false, false));
            }
        }
        if let Some(said) = self.below_bold(at) {
            return Some((said, name("value_below"), false, false));
        }
        if self.page.lines[at].kind != Kind::Item {
            if let Some(value) = turned(body) {
                return Some((words::verdict(value, own), name("label_within"), true, false));
            }
            if let Some(value) = summed(body) {
                let said = words::verdict(value, own);
                let told = matches!(said, Said::Verdict(v) if !v.approves());
                return Some((said, name("label"), told, false));
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
            && let Some((before, found)) = awaited::review_signal(body)
        {
            if before.is_empty() && self.continues(at) {
                return None;
            }
            // Inside a link, or named in code marks in the middle of a sentence, it is only mentioned.
            let after = &found["REVIEW_PASS".len()..];
            if body.contains("](") || before.ends_with('`') && !words::fewer(after, 1) {
                return None;
            }
            let names: Vec<String> = words::words(before);
            let others = names.iter().any(|w| OTHER.contains(&w.as_str()));
            let item = line.kind == Kind::Item;
            return awaited::signals(before, found, &names, item)
                .then(|| (words::verdict(found, own), others));
        }
        if unfilled::why_not(self.page, at, body).is_some() {
            return None;
        }
        let at_an_end = ends.0 == Some(at) || ends.1 == Some(at);
        if at_an_end && let Some(said) = sentence::votes(line, body) {
            return Some((said, false));
        }
        // `LGTM with one nit: …` names the note behind the colon.
        if line.kind != Kind::Item
            && let Some((first, note)) = body.split_once(": ")
            && !words::fewer(note, 1)
            && !words::fewer(first, 3)
            && words::is_bare_verdict(first, own)
            && matches!(words::verdict(first, own), Said::Verdict(v) if v.approves())
        {
            let said = if taken_back::of_text(note).is_some() {
                Said::Unsure("says two things")
            } else {
                Said::Verdict(Verdict::ApprovedWithNotes)
            };
            return Some((said, false));
        }
        // `### Issues` heads a section, whatever stands below.
        if matches!(line.kind, Kind::Heading(_))
            && words::joined(body) == "issues"
            && !words::shouts(body, own)
        {
            return None;
        }
        let bare = words::is_bare_verdict(body, own);
        // `Approved! Great job.` at the beginning, or the end, of all that is said.
        if !bare
            && at_an_end
            && line.kind != Kind::Item
            && let Some((first, _)) = body.split_once(['.', '!'])
            && words::is_bare_verdict(first, own)
        {
            return Some((words::verdict(body, own), false));
        }
        if !bare
            && at_an_end
            && let Some(said) = closing::before_a_reason(line.kind, body, own)
        {
            return Some((said, false));
        }
        // `Approved, thanks!`: an approving word first, and nothing but what is harmless around it.
        if !bare
            && at_an_end
            && line.kind == Kind::Prose
            && words::opens(body, own).filter(|_| round_of(body).is_none()).is_some_and(Verdict::approves)
            && words::not_harmless(body).is_none()
            && let said @ Said::Verdict(_) = words::verdict(body, own)
        {
            return Some((said, false));
        }
        // `I read every file. APPROVED`: the last word of all that is said.
        if !bare
            && ends.1 == Some(at)
            && let Some(said) = sentence::ends_in(line, body, own)
        {
            return Some((said, false));
        }
        if bare && self.continues(at) {
            return None;
        }
        if !bare || matches!(words::verdict(body, own), Said::Verdict(Verdict::Unclear)) {
            return None;
        }
        let listed = line.kind == Kind::Item;
        if listed && options::one_of_several(self.page, at, own) {
            return None;
        }
        (words::shouts(body, own) && !listed || at_an_end).then(|| (words::verdict(body, own), false))
    }

    /// Tells whether a line goes on with the sentence of the line above: `all it takes for a` ⏎ `REVIEW_PASS`.
    fn continues(&self, at: usize) -> bool {
        let line = &self.page.lines[at];
        let Some(above) = at.checked_sub(1).map(|i| &self.page.lines[i]) else { return false };
        let text = above.text.trim_end_matches(['*', '_', ' ']);
        let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
        !line.blank_before
            && matches!(above.kind, Kind::Prose | Kind::Item)
            && line.kind == Kind::Prose
            && decide::DANGLING.contains(&word.to_lowercase().as_str())
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
        if let Some(why) = aside::whole(body(line)).or_else(|| aside::whole(&line.text)) {
            return Some(why);
        }
        if line.kind == Kind::Item && line.indent >= 2 && matches!(said, Said::Verdict(v) if v.approves()) {
            return Some("nested in a list");
        }
        if self.shown(at) {
            return Some("stands in the reviewed diff");
        }
        if self.gathered.taken.contains(at) {
            return Some("inside a finding");
        }
        if self.gathered.earlier.contains(at) && !self.behind_earlier(at) {
            return Some("about an earlier round");
        }
        if matches!(said, Said::Verdict(v) if v.approves()) {
            if let Some(why) = self.foreign(at) {
                return Some(why);
            }
            if shown::as_sample(self.page, line) {
                return Some("set beside a note that it is a sample");
            }
        }
        self.lead_in
    }

    /// Tells whether a line stands by itself behind a list of earlier findings, and ends the text: the verdict of now, for
    /// which no heading was written.
    fn behind_earlier(&self, at: usize) -> bool {
        let line = &self.page.lines[at];
        let listed = self.gathered.earlier_findings.is_some_and(|opened| opened < at);
        let alone = line.blank_before && line.indent == 0 && matches!(line.kind, Kind::Prose);
        listed && alone && self.last_heading.is_none_or(|heading| heading < at) && at + CLOSING >= self.end
    }

    /// `| Verdict | PASS |`
    fn table_row(&self, at: usize, out: &mut Collected) {
        let line = &self.page.lines[at];
        let cells: Vec<&str> = line.text.trim_matches('|').split('|').map(str::trim).collect();
        let [name, value] = cells.as_slice() else { return };
        // A row of the whole is read where it refuses; what its rows pass is asked of every row.
        let whole = || {
            matches!(words::joined(name).as_str(), "overall" | "in total" | "gesamt" | "insgesamt")
                && matches!(words::verdict(value, self.form.own), Said::Verdict(v) if !v.approves() && v != Verdict::Unclear)
        };
        if !matches!(label(name), Some(Label::Ours { .. })) && !whole()
            || self.gathered.taken.contains(at)
            || self.gathered.earlier.contains(at)
        {
            return;
        }
        let said = words::verdict(value, self.form.own);
        if let (Some(why), Said::Verdict(Verdict::Approved | Verdict::ApprovedWithNotes)) =
            (self.above.why(), said)
        {
            ignore(self.page, line, why, out);
            return;
        }
        let verdict = match said {
            Said::Verdict(_) | Said::Unsure(_) if line.disguised || self.shown(at) => Verdict::Unclear,
            Said::Verdict(verdict) => verdict,
            Said::Unsure(_) => Verdict::Unclear,
            Said::Template | Said::Nothing => return,
        };
        let rule = format!("{}.table", self.form.dialect);
        out.statements.push(Statement { round: self.round, ..Statement::formal(at, verdict, rule) });
    }

    fn push(&self, at: usize, verdict: Verdict, out: &mut Collected) {
        // A line that says the same again and again says it once.
        if verdict.approves()
            && let Some(why) = self.foreign(at)
        {
            ignore(self.page, &self.page.lines[at], why, out);
            return;
        }
        let said = |s: &Statement| s.at == at && s.verdict == verdict && s.weight == Weight::Sentence;
        if out.statements.last().is_some_and(said) {
            return;
        }
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

/// Tells whether a line is nothing but struck out text: what was said and is taken back.
fn struck_out(text: &str) -> bool {
    let text = text.trim_matches(['*', ' ', '.']);
    text.len() > 4
        && text.starts_with("~~")
        && text.ends_with("~~")
        && !text[2..text.len() - 2].contains("~~")
}

pub(crate) fn round_of(text: &str) -> Option<u32> {
    if !text.contains(char::is_numeric) {
        return None;
    }
    let caps = ROUND.captures(text)?;
    (1..=3).find_map(|i| caps.get(i)).and_then(|m| m.as_str().parse().ok())
}

fn ignore(page: &Page<'_>, line: &Line<'_>, why: &str, out: &mut Collected) {
    if out.ignored.len() <= IGNORED {
        out.ignored.push(Ignored { line: line.number, text: page.written(line), why: why.to_owned() });
    }
}
