//! Sentences that approve, refuse or ask for changes: they count where no line states a verdict in form.
//!
//! One line at a time; which of several sentences holds is `decide`'s.

use std::sync::LazyLock;

use regex::Regex;

use super::label::body;
use super::taken_back::sentences;
use super::{Collected, Scan, Statement, aside, closing, ignore, passed_over, unfilled};
use crate::domain::dialect::page::{Kind, Line, Marks};
use crate::domain::dialect::words::{self, Said};
use crate::domain::review::Verdict;

/// Sentences that are asked for a verdict in one text: more than any review has.
pub(super) const SENTENCES: usize = 25_000;

static REFUSAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:i|we)\s+(?:can't|can’t|cannot|can not|do not|don't|don’t|will not|won't|won’t|am not able to|am unable to|must not|refuse to)\s+(?:yet\s+)?(?:approve|accept|sign\s+(?:this\s+|it\s+)?off|pass|let)\b|\b(?:is|it's|it’s)\s+not\s+(?:yet\s+)?(?:approved|ready (?:to|for) (?:merge|ship|release|production))\b|\b(?:do not|don't|don’t|must not be|should not be|cannot be|can't be) (?:merge|merged|approve|approved|ship|shipped)\b")
        .expect("a constant pattern")
});

/// `A rejected review` cannot be approved: a rule about such things, and not about this one.
static GENERAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:^|[.;:,] |\b(?:that|because|since|so) )\W*(?:an?|any|each|every|no) (?:[\w-]+ ){1,3}$",
    )
    .expect("a constant pattern")
});

static SENTENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?P<yes>(?:i|we)(?:['’]m| am|['’]re| are) (?:happy|glad|pleased) to approve\b|^\W*(?:happy|glad|pleased) to approve\b|(?:i|we) (?:would|[’']d) approve\b|i['’]d approve\b|(?:i|we)\b[^.!?;]{0,60}\b(?:and|so|thus|therefore|hence) (?:i )?(?:hereby )?approve\b|^\W*(?P<word>approv(?:e|ed|ing)(?:\W+(?:this|it|now|the \w+)\b|\W*$))|\bgo ahead and merge\b|\b(?:can|may) be merged\b|^\W*(?:please |you (?:can|may) )?merge (?:it|this|away|as is|when(?:ever)? you)\b|\bplease merge\b|(?:i|we)(?:'m|’m| am|'re|’re| are) (?:happy|fine|okay|satisfied|good) with (?:this|it|that|the \w+),? and (?:i )?approve\b|(?:i|we) (?:hereby |can |gladly |am happy to |'m happy to )?approve\b|(?:this|the) (?:\w+ ){0,3}(?:is|has been) approved\b|\blgtm\b|looks good to me|\bship it\b|(?:good|ready|safe) (?:to|for) (?:merge|merging|ship|shipping|release|production)\b|good to go\b)|(?P<no>^\W*requesting changes\b|(?:i|we)(?:'m| am| are)? (?:have to |must )?(?:request(?:ing)?|requir(?:e|ing)) changes|(?:i|we) (?:\w+ ){0,3}(?:ask(?:ing)?|insist|insisting) (?:for|on) changes\b|changes (?:are )?(?:requested|required|needed)|(?:i|we) (?:have to |must )?reject\b|needs (?:another|a) (?:round|pass|revision)|(?:has|have) to be fixed before|must be fixed before|before (?:i|we) (?:can|could|will) (?:approve|merge|sign|accept)|(?:but|so|and) not (?:yet )?approved|(?:approving|approval|merging)(?: this| it)? is not possible)|(?P<redo>start over|redone? from scratch|rewritten from scratch))")
        .expect("a constant pattern")
});

/// `No changes requested`, `zero changes are needed`: what asks for nothing.
static ASKS_NOTHING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:no|zero|0|without(?: any)?|neither|nothing)(?: further| more| other| additional| code| such)*\W*$")
        .expect("a constant pattern")
});

static ABOUT_OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(previous(ly)?|prior|earlier|last (time|round|week)|yesterday|first (round|pass)|round \d|pass \d|iteration \d|attempt \d|qa|developer|executor|vendor|template|example|would|could|should|if|once|when|until|unless|whether|before i)\b|["“`]"#)
        .expect("a constant pattern")
});

/// `I'd approve this` is a polite form of it; what else would, supposes.
static POLITE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:so|yes|overall|then)\W+)?(?:i|we)(?: would|['’]d) approve\b")
        .expect("a constant pattern")
});

static WOULD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\bwould\b|['’]d\b").expect("a constant pattern"));

/// `Merge when you like`: no condition.
static AT_WILL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bwhen(?:ever)? you(?:['’]re| are)? (?:like|want|please|wish|ready)\b")
        .expect("a constant pattern")
});

/// An approval that is only supposed.
static SUPPOSED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(wish|would|could|should|unless|until|before i)\b").expect("a constant pattern")
});

/// What turns a sentence round; an objection stays one.
static TURNS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(except|but|however|apart from|besides|though)\b").expect("a constant pattern")
});

/// An approval of a part: `LGTM on the frontend part`.
static PARTLY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:on|for|in|from|of) (?:the|my|a|this) (?:[\w-]+ ){0,3}(?:parts?|half|side|portion|piece|perspective|point of view|end)\b")
        .expect("a constant pattern")
});

static ABOUT_PAST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(previous(ly)?|prior|earlier|last (time|round)|first (round|pass)|round \d|pass \d|iteration \d|attempt \d|used to|back then|no longer)\b|["“]"#)
        .expect("a constant pattern")
});

/// `+1`, `-1`, and what is said in one breath with an approving word and praises: `LGTM, nice use of the iterator.`
pub(super) fn votes(line: &Line<'_>, body: &str) -> Option<Said> {
    if line.kind != Kind::Prose || line.disguised {
        return None;
    }
    match body.trim_end_matches(['.', '!', ' ']) {
        "+1" => return Some(Said::Verdict(Verdict::Approved)),
        "-1" => return Some(Said::Verdict(Verdict::ChangesRequested)),
        _ => {}
    }
    if aside::votes_against(body) {
        return Some(Said::Verdict(Verdict::ChangesRequested));
    }
    let (first, rest) = body.split_once([',', '!', '.', '，', '！', '。'])?;
    let approves = words::is_bare_verdict(first, &[])
        && matches!(words::verdict(first, &[]), Said::Verdict(Verdict::Approved));
    let rest = rest.trim();
    (approves && !rest.is_empty() && rest.len() < LONG_PRAISE && sentences(rest).all(praises))
        .then_some(Said::Verdict(Verdict::Approved))
}

/// What is said before a verdict's word where that is quoted, or asked for, and not given.
static MENTIONS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)["“”`]|:\W*$|\b(?:wrote|said|says|answer(?:ed|s)?|reply|replied|ended|last (?:time|round|pass)|previous|prior|examples?|template|sample|one of|either|choose|options?|word|should be|would be|prompt|instructions?)\b"#)
        .expect("a constant pattern")
});

/// Reads the verdict in capitals that is the last sentence of a line of several: `I ran the tests. APPROVED`. One that stands
/// behind another verdict, or behind words that mention one, is none.
pub(super) fn ends_in(line: &Line<'_>, body: &str, own: words::OwnWords) -> Option<Said> {
    let last = last_sentence(body).trim();
    let before = body.get(..body.len().checked_sub(last.len())?)?;
    let said = || SENTENCE.is_match(before) || REFUSAL.is_match(before);
    if line.kind != Kind::Prose || line.disguised || before.trim().is_empty() || said() {
        return None;
    }
    let shouted = |text: &str| words::is_bare_verdict(text, own) && words::shouts(text, own);
    let mut named = before.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| w.len() > 1);
    let near = sentences(before.trim_end()).last().unwrap_or_default();
    (shouted(last) && !named.any(shouted) && !MENTIONS.is_match(near)).then(|| words::verdict(last, own))
}

/// Bytes of what may follow an approving word as praise.
const LONG_PRAISE: usize = 240;

/// Tells whether a sentence is praise or says that there is nothing, and nothing else.
fn praises(sentence: &str) -> bool {
    const PRAISE: &[&str] = &[
        "nice",
        "nicely",
        "great",
        "good",
        "love",
        "lovely",
        "clean",
        "neat",
        "thanks",
        "thank",
        "excellent",
        "solid",
        "elegant",
        "clever",
        "well",
        "beautiful",
        "beautifully",
        "really",
        "very",
        "nothing",
    ];
    static TURNED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:but|except|however|though|although|yet|if|once|after|before|until|unless|only|please|must|should|needs?|not|never|would|could|one|still|pending|apart|besides|assuming|provided|when|as soon as|missing|without)\b|n['’]t\b")
            .expect("a constant pattern")
    });
    let nothing = words::not_harmless(sentence).is_none();
    let praised = words::first(sentence).is_some_and(|w| PRAISE.contains(&w.as_str()) && w != "nothing");
    sentence.trim().is_empty()
        || nothing
        || praised
            && !TURNED.is_match(sentence)
            && !sentence.contains('?')
            && !passed_over::speaks_against(sentence)
}

/// Sentences that refuse as wholes, in words that approve or judge nothing by themselves.
static REFUSES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)
        \b(?:i|we)\ can\ (?:hardly|scarcely|barely)\ (?:approve|accept|call\ (?:this|it)\ (?:approved|done|ready|finished))\b
        |^\W*approval(?:\ status)?\W{1,3}(?:withheld|revoked|denied|declined|refused|withdrawn|not\ (?:given|granted))\b
        |^\W*(?:please\ )?(?:rework|redo)(?:\ (?:this|it))?\ and\ (?:re-?request|re-?submit|come\ back|send\ it\ again)\b|^\W*please\ rework\b
        |^\W*(?:so\W+)?(?:it\ goes\ |this\ goes\ |i\ am\ sending\ it\ )?back\ to\ (?:you|the\ (?:author|developer|executor))\W*$
        |\b(?:i|we)(?:['’]d|\ would)\ (?:love|like|have\ (?:loved|liked))\ to\ (?:approve|merge|ship|sign|(?:say|write|give|call|answer)\b[^.,]{0,30}\b(?:lgtm|approv\w+|pass|ok|okay|yes))\b[^.,]{0,40},\ but\b
        |\bthumbs?[\ -]down\ (?:on|for|from)\b|^\W*blocked\ by\W{1,3}me\b
        |\b(?:before|until)\ i\ can\ (?:put|give)\ (?:\w+\ ){0,2}(?:approval|sign-?off|blessing|name)\b
        |\bkann\ (?:ich\ )?(?:das|es|so|dies|dem)\b.{0,30}\bnicht\ (?:freigeben|zustimmen|abnehmen)\b|\bbitte\ nachbessern\b
        |^\W*(?:statut|status|estado|stato)\W{1,4}(?:non\ (?:approuvé\w*|approvato)|no\ aprobad[oa]|não\ aprovad[oa]|nicht\ freigegeben)\b")
        .expect("a constant pattern")
});

/// What is to be thrown away, and begun again.
static ANEW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:this|it|all of (?:this|it)|the (?:change|work|approach|branch))\b[^.;]{0,30}\b(?:should|must|needs? to|has to) be (?:thrown away|redone|rewritten|scrapped|discarded|started over)\b")
        .expect("a constant pattern")
});

/// Sentences that approve as wholes: what they say no one of them denies.
static NO_REASON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:i|we) (?:do not|don['’]t|cannot|can['’]t|can not) (?:see|find|think of) (?:any|a|one|a single) (?:good )?reasons? (?:to (?:hold (?:this|it) (?:back|up)|block (?:this|it|the merge)|delay (?:this|it|the merge)|reject (?:this|it))|not to (?:merge|approve|ship|accept)(?: (?:this|it))?)\W*$|^\W*(?:accepting|approving)(?: (?:this|it))?(?: (?:now|to unblock (?:you|this|the team|us)))?\W*$|(?:^|[,;] )(?:so|hence|therefore|thus|and) (?:i['’]m|i am|we are|we['’]re) (?:hereby |now )?(?:approving|accepting)(?: (?:this|it))?\W*$")
        .expect("a constant pattern")
});

/// Returns the last of several sentences; nothing where there is but one.
pub(super) fn last_sentence(text: &str) -> &str {
    let text = text.trim_end_matches(['.', '!', '*', ' ']);
    text.rfind(['.', '!', ';']).map_or("", |end| &text[end + 1..])
}

/// Empties code spans, so that dots and words in them end and say nothing; their marks stay.
fn without_code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    let mut left = text.matches('`').count();
    for c in text.chars() {
        if c == '`' {
            left -= 1;
            // The last of an odd number opens nothing.
            inside = !inside && left > 0;
            out.push(c);
        } else if !inside {
            out.push(c);
        }
    }
    out
}

/// Tells whether a sentence says of both verdicts that they cannot be given.
fn undecided(sentence: &str) -> bool {
    let words = words::words(sentence);
    let near = |at: usize| words[at + 1..].iter().take(4);
    let denies = |verb: &str| words.windows(2).any(|two| two[0] == "not" && two[1] == verb);
    denies("approve") && denies("reject")
        || (0..words.len()).any(|at| {
            words[at] == "approve"
                && near(at).any(|w| matches!(w.as_str(), "or" | "nor"))
                && near(at).any(|w| matches!(w.as_str(), "reject" | "decline" | "block" | "refuse"))
        })
}

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

/// Stems of which every sentence has one that [`REFUSAL`] or [`SENTENCE`] takes for a judgement; most
/// lines of a review have none and need no further look.
static JUDGES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new("(?i-u)approv|accept|sign|pass|let|ready|merg|ship|lgtm|look|releas|production|chang|reject|round|revision|fixed|scratch|start over|good to go")
        .expect("a constant pattern")
});

/// The same of [`REFUSES`], [`ANEW`] and [`NO_REASON`].
static REFUSES_SO: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new("(?i-u)reasons? (to|not)|rework|redo |redone|back to |thumbs?[ -]down|blocked by|freigeb|freigegeb|nachbess|withheld|revoked|thrown away|rewritten|scrapped|discarded|started over|for changes|on changes")
        .expect("a constant pattern")
});

fn may_judge(line: &Line<'_>) -> bool {
    let text: &str = &line.text;
    if REFUSES_SO.is_match(text) {
        return true;
    }
    // Emphasis may stand inside a word.
    if text.contains(['*', '_']) {
        return JUDGES.is_match(&text.replace(['*', '_'], ""));
    }
    if text.is_ascii() { line.marks().meets(Marks::JUDGING) } else { JUDGES.is_match(text) }
}

impl Scan<'_, '_> {
    pub(super) fn sentences(&mut self, at: usize, last: bool, out: &mut Collected) {
        let line = &self.page.lines[at];
        if self.gathered.earlier.contains(at) || self.lead_in.is_some() {
            return;
        }
        if closing::may_have(&line.text) && line.kind == Kind::Prose && self.own_verdict(at, out) {
            return;
        }
        if !may_judge(line) {
            return;
        }
        let taken = self.gathered.taken.contains(at);
        if !taken && self.objects(at) && !self.shown(at) {
            self.push(at, Verdict::ChangesRequested, out);
            return;
        }
        if last
            && !taken
            && !line.disguised
            && line.kind == Kind::Prose
            && aside::whole(body(line)).is_none()
            && !self.shown(at)
        {
            let end = last_sentence(&line.text);
            let approves = || {
                words::opens(end, &[]).is_some_and(Verdict::approves) && words::not_harmless(end).is_none()
            };
            if !line.text.ends_with(char::is_alphanumeric)
                && (words::is_bare_verdict(end, &[]) || approves())
                && let Said::Verdict(verdict @ (Verdict::Approved | Verdict::ApprovedWithNotes)) =
                    words::verdict(end, &[])
            {
                self.push(at, verdict, out);
            }
        }
        // Emphasis must not hide a negation: "is **not** approved".
        let text: String = line.text.chars().filter(|c| *c != '*').collect();
        let text = without_code(&text.replace("__", ""));
        let spoken = aside::without_shown(&text);
        // What the whole line shows is looked for once, and only where it shows anything.
        let whole = matches!(spoken, std::borrow::Cow::Borrowed(_));
        for sentence in sentences(&text) {
            self.sentences += 1;
            if self.sentences > SENTENCES {
                out.unread = out.unread.or(Some(at));
                return;
            }
            if let Some(found) = REFUSAL.find(sentence)
                && !GENERAL.is_match(&sentence[..found.start()])
            {
                let past = ABOUT_PAST.is_match(sentence);
                // In a paragraph of its own it speaks of the whole, though a finding stands above it.
                let own = line.kind == Kind::Prose && line.blank_before && line.indent == 0;
                let speaks =
                    own && sentence.trim_start().get(..2).is_some_and(|s| s.eq_ignore_ascii_case("i "));
                // `I can't approve or reject this without seeing the migration.`
                if !past && !taken && undecided(sentence) {
                    out.hedged = out.hedged.or(Some(at));
                    self.push(at, Verdict::Unclear, out);
                } else if !past && (!taken || speaks) && !self.shown(at) {
                    out.refusal = Some(at);
                    self.push(at, Verdict::ChangesRequested, out);
                }
                continue;
            }
            if taken {
                continue;
            }
            let anew = line.kind == Kind::Prose && ANEW.is_match(sentence);
            if (anew || line.kind == Kind::Prose && REFUSES.is_match(sentence))
                && aside::whole(body(line)).is_none()
                && !ABOUT_PAST.is_match(sentence)
                && !self.shown(at)
            {
                out.refusal = Some(at);
                let verdict = if anew { Verdict::Rejected } else { Verdict::ChangesRequested };
                self.push(at, verdict, out);
                continue;
            }
            if line.kind == Kind::Prose
                && NO_REASON.is_match(sentence)
                && aside::whole(body(line)).is_none()
                && !ABOUT_OTHERS.is_match(sentence)
                && (whole || spoken.contains(sentence.trim()))
                && !self.shown(at)
                && !line.disguised
            {
                self.push(at, Verdict::Approved, out);
                continue;
            }
            let Some(caps) = SENTENCE.captures(sentence) else { continue };
            let said = caps.get(0).map_or("", |m| m.as_str());
            // The word alone speaks in running text only, and where nothing broke off behind it.
            let alone = caps.name("word").is_some();
            let broken = last && line.text.ends_with(char::is_alphanumeric);
            if alone && (line.kind != Kind::Prose || broken || text.contains("[ ]")) {
                continue;
            }
            // `one of: approved, changes requested` names the options.
            if sentence.split_once(':').is_some_and(|(_, list)| words::verdict(list, &[]) == Said::Template) {
                continue;
            }
            if caps.name("yes").is_some()
                && (aside::whole(body(line)).is_some() || !whole && !spoken.contains(said))
            {
                ignore(self.page, line, "shown, not said", out);
                continue;
            }
            let before = caps.get(0).map_or("", |m| &sentence[..m.start()]);
            // What follows an objection is its reason and may negate anything.
            // An approval is denied anywhere in its sentence.
            let negated = negates(if caps.name("yes").is_some() { sentence } else { before })
                || caps.name("no").is_some() && ASKS_NOTHING.is_match(before);
            let asks = caps.name("yes").is_none();
            let plain = if asks { sentence.replace('`', "") } else { sentence.to_owned() };
            let turned = !asks && (PARTLY.is_match(sentence) || TURNS.is_match(sentence));
            let polite =
                POLITE.is_match(sentence) && words::not_harmless(&WOULD.replace_all(sentence, "")).is_none();
            if polite && !negated && !turned && !sentence.ends_with('?') && !self.shown(at) && !line.disguised
            {
                self.push(at, Verdict::Approved, out);
                continue;
            }
            if !asks && (turned || negated || SUPPOSED.is_match(sentence)) {
                out.hedged = out.hedged.or(Some(at));
            }
            if turned
                || ABOUT_OTHERS.is_match(&AT_WILL.replace_all(&plain, ""))
                || sentence.ends_with('?')
                || negated
            {
                if caps.name("yes").is_some() {
                    ignore(self.page, line, "a sentence that does not approve this work now", out);
                }
                continue;
            }
            if self.shown(at) {
                ignore(self.page, line, "stands in the reviewed diff", out);
                return;
            }
            if !asks && let Some(word) = words::not_harmless(sentence) {
                let word: String = word.chars().take(40).collect();
                ignore(self.page, line, &format!("says more than an approval ({word})"), out);
                out.hedged = out.hedged.or(Some(at));
                continue;
            }
            if !asks && words::fewer(body(line), 5) && unfilled::why_not(self.page, at, body(line)).is_some()
            {
                ignore(self.page, line, "a field of a form that nobody filled in", out);
                continue;
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

    /// `So my verdict has to be: reject.` states a verdict in form, in a paragraph that no finding has.
    fn own_verdict(&self, at: usize, out: &mut Collected) -> bool {
        let line = &self.page.lines[at];
        let paragraph = line.blank_before && line.indent == 0;
        if self.gathered.taken.contains(at) && !paragraph
            || line.disguised
            || aside::whole(body(line)).is_some()
        {
            return false;
        }
        let text: String = line.text.chars().filter(|c| *c != '*').collect();
        let said = sentences(&aside::without_shown(&text))
            .filter_map(|sentence| closing::own_verdict(sentence, self.form.own))
            .last();
        let Some(Said::Verdict(verdict)) = said.filter(|_| !self.shown(at)) else { return false };
        let rule = format!("{}.closing", self.form.dialect);
        out.statements.push(Statement { round: self.round, ..Statement::formal(at, verdict, rule) });
        true
    }

    /// `Not approved until …` as a line's beginning, `… I disagree. REQUEST CHANGES.` as its end.
    pub(super) fn objects(&self, at: usize) -> bool {
        let line = &self.page.lines[at];
        if !matches!(line.kind, Kind::Prose | Kind::Heading(_)) || line.indent > 0 {
            return false;
        }
        let text = body(line);
        let told = |text: &str| matches!(words::verdict(text, &[]), Said::Verdict(Verdict::ChangesRequested));
        let last = last_sentence(text);
        let opens = words::first(text).is_some_and(|w| matches!(w.as_str(), "not" | "cannot"));
        opens && told(text)
            || words::is_bare_verdict(last, &[])
                && (words::shouts(last, &[]) || !words::fewer(last, 2))
                && told(last)
    }
}
