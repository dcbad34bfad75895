//! The vocabulary of verdicts and severities, and how a value is read for them.
//!
//! Words are compared whole, without decoration and case; a word inside a longer one is never
//! taken (`ADVERSARIAL_REVIEW_PASS`), and an approval that hedges or contradicts itself is none.

mod boxes;
mod harmless;
mod in_parts;
mod last_word;
mod lexicon;
mod marks;
mod phrases;
mod qualifier;
mod rated;
mod runs;
mod severity;
mod token;

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use crate::domain::review::Verdict;
use boxes::Ticked;
pub(crate) use boxes::leading as box_before;
pub(crate) use harmless::unknown as not_harmless;
pub(crate) use last_word::last_word;
pub(crate) use lexicon::{Classes, Lexicon};
pub(crate) use marks::doubting;
use phrases::{
    APPROVE, ASKED, BYSTANDERS, CHANGES, ELSEWHERE, GOES_ON, HEDGES, NEGATORS, NOTED, NOTED_AS, NOTES,
    REJECTED, SMALL, UNDECIDED,
};
pub(crate) use rated::{blocks_beside, category, disposition, offered, scale};
pub(crate) use severity::{only_severity, rating, says_none, severity, sign, unrated};
use token::{Token, all, beginning, beyond, tokens};
pub(crate) use token::{alphanumeric, decode, fewer, first, joined, words};

/// What a value says about the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    Verdict(Verdict),
    /// Lists the options instead of choosing one.
    Template,
    /// Sounds like an approval and is none, for the reason given.
    Unsure(&'static str),
    Nothing,
}

/// Words of one dialect that mean a verdict only there.
pub(crate) type OwnWords = &'static [(&'static str, Verdict)];

/// Returns how many tokens a phrase takes at the start, if it stands there.
fn starts(tokens: &[Token], phrase: &str) -> Option<usize> {
    let mut at = 0;
    for wanted in phrase.split(' ') {
        if tokens.get(at)?.word()? != wanted {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Phrases by their first word.
struct Index<T>(Lexicon<Vec<(&'static str, T)>>);

impl<T> Index<T> {
    fn get(&self, word: &str) -> Option<&Vec<(&'static str, T)>> {
        self.0.get(word)
    }
}

fn index<T: Copy>(lists: &[(T, &'static [&'static str])]) -> Index<T> {
    let mut index: Lexicon<Vec<(&'static str, T)>> = Lexicon::default();
    for (meaning, list) in lists {
        for phrase in *list {
            let first = phrase.split(' ').next().unwrap_or(phrase);
            index.entry(first).push((*phrase, *meaning));
        }
    }
    Index(index)
}

/// Finds the longest phrase at the start: how many words, the phrase, its meaning.
fn longest<T: Copy>(tokens: &[Token], index: &Index<T>) -> Option<(usize, &'static str, T)> {
    let list = index.get(tokens.first()?.word()?)?;
    list.iter().filter_map(|(p, m)| starts(tokens, p).map(|n| (n, *p, *m))).max_by_key(|(n, _, _)| *n)
}

static VERDICTS: LazyLock<Index<Verdict>> = LazyLock::new(|| {
    index(&[
        (Verdict::Approved, APPROVE),
        (Verdict::ApprovedWithNotes, NOTES),
        (Verdict::ChangesRequested, CHANGES),
        (Verdict::Rejected, REJECTED),
        (Verdict::Unclear, UNDECIDED),
    ])
});

/// Finds the verdict phrase at the start: how long it is and what it means.
fn phrase(tokens: &[Token], own: OwnWords) -> Option<(usize, Verdict)> {
    let shared = longest(tokens, &VERDICTS).map(|(n, _, verdict)| (n, verdict));
    let own = own.iter().filter_map(|(word, verdict)| starts(tokens, word).map(|n| (n, *verdict)));
    shared.into_iter().chain(own).max_by_key(|(n, _)| *n)
}

/// `**Ready to merge?** Yes, with minor fixes`, `Ready to merge: No`: a question of a form, answered.
pub(crate) fn answered(body: &str) -> Option<Said> {
    let body = body.trim_start_matches(|c: char| !c.is_alphanumeric());
    let at = body[..body.floor_char_boundary(40)].find([':', '?'])?;
    if !ASKED.contains(&joined(&body[..at]).as_str()) {
        return None;
    }
    let answer = words(&body[at..]);
    let answer: Vec<&str> = answer.iter().map(String::as_str).collect();
    let (first, rest) = answer.split_first()?;
    let open = ["if", "once", "after", "when", "but", "until", "unless", "provided", "assuming", "not", "no"];
    let small = ["minor", "small", "optional", "notes", "suggestions", "nits", "comments"];
    match *first {
        "yes" if rest.is_empty() => Some(Said::Verdict(Verdict::Approved)),
        "yes" if rest.iter().any(|w| open.contains(w)) => Some(Said::Unsure("depends on something to come")),
        "yes" if rest[0] == "with" && rest.iter().any(|w| small.contains(w)) => {
            Some(Said::Verdict(Verdict::ApprovedWithNotes))
        }
        "yes" if rest[0] == "with" => Some(Said::Unsure("approves with something that must be done")),
        "yes" => Some(Said::Verdict(Verdict::Approved)),
        "no" | "not" | "with" | "after" => Some(Said::Verdict(Verdict::ChangesRequested)),
        _ => None,
    }
}

/// A letter or a digit as a character code: `&#65;`. Marks and blanks are written so by chat fronts, letters by
/// whoever hides a word.
static LETTER_CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)&#0*(?:4[89]|5[0-7]|6[5-9]|[78]\d|90|9[7-9]|1[01]\d|12[0-2]);|&#x0*(?:3\d|[46][1-9a-f]|[57][0-9a]);")
        .expect("a constant pattern")
});

/// Reads what stands after a verdict's label.
pub(crate) fn verdict(value: &str, own: OwnWords) -> Said {
    if LETTER_CODE.is_match(value) && plain(value, own) != Said::Nothing {
        return Said::Unsure("is spelled in character codes");
    }
    if value.contains("~~") {
        // What is struck is dropped, and the rest is read.
        return match kept(value).filter(|rest| !fewer(rest, 1)) {
            Some(rest) => verdict(&rest, own),
            None => Said::Unsure("struck out"),
        };
    }
    match boxes::ticked(value) {
        Ticked::None if boxes::left_open(value) && plain(value, own) != Said::Nothing => {
            return Said::Unsure("the box behind it is not ticked");
        }
        Ticked::None => {}
        Ticked::Nothing => return Said::Template,
        Ticked::One(ticked) => return plain(ticked, own),
        Ticked::Several => return Said::Unsure("ticks more than one box"),
    }
    plain(value, own)
}

/// Returns what is left of a value without what is struck out; nothing where a mark has no second one.
fn kept(value: &str) -> Option<String> {
    let pieces: Vec<&str> = value.split("~~").collect();
    (pieces.len() % 2 == 1).then(|| pieces.into_iter().step_by(2).collect())
}

/// Reads a value that has no boxes.
fn plain(value: &str, own: OwnWords) -> Said {
    match near(value, own) {
        // Of a long value the beginning decides, unless the rest objects.
        Said::Verdict(verdict) if verdict.approves() && contradicts(&all(beyond(value)), own) => {
            Said::Unsure("says two things")
        }
        said @ (Said::Verdict(_) | Said::Template | Said::Unsure(_) | Said::Nothing) => said,
    }
}

/// Reads the beginning of a value that has no boxes.
fn near(value: &str, own: OwnWords) -> Said {
    if let Some(said) = answered(value) {
        return said;
    }
    let contrary = marks::contrary(value);
    let value = set_apart(value, own);
    let all = tokens(&value);
    let skip = all.iter().take_while(|t| t.word().is_none()).count();
    let tokens = &all[skip..];
    if template(tokens, own) {
        return Said::Template;
    }
    if let Some(said) = negated(tokens, own) {
        return said;
    }
    let Some((taken, verdict)) = phrase(tokens, own) else { return Said::Nothing };
    let rest = &tokens[taken..];
    match verdict {
        Verdict::Approved | Verdict::ApprovedWithNotes => {
            match contrary.or_else(|| qualifier::percent(&value, rest)) {
                Some(why) => Said::Unsure(why),
                None => approval(verdict, rest, own),
            }
        }
        Verdict::ChangesRequested | Verdict::Rejected => objection(verdict, rest, own),
        Verdict::Unclear => Said::Verdict(verdict),
    }
}

/// Sets `**PASS** nice work` apart: what is emphasised is the value, the rest a remark on it.
fn set_apart<'v>(value: &'v str, own: OwnWords) -> Cow<'v, str> {
    let text = value.trim_start();
    // The bold label's own end stands before the value: `** **PASS**`.
    let text = text.strip_prefix("**").filter(|t| t.starts_with(' ')).map_or(text, str::trim_start);
    let inner = text.trim_start_matches(['*', '`', '_']);
    let marks = &text[..text.len() - inner.len()];
    match inner.split_once(['*', '`']) {
        Some((first, rest)) if !marks.is_empty() && is_bare_verdict(first, own) => {
            format!("{first} · {rest}").into()
        }
        _ => value.into(),
    }
}

/// Bytes of a labelled value in which a verdict is still looked for word by word.
const LONGEST: usize = 8_000;

/// Reads a verdict that stands inside a sentence: one word of the vocabulary in capitals, or
/// behind words of another script, with nothing that negates or hedges.
pub(crate) fn verdict_inside(value: &str, own: OwnWords) -> Said {
    if boxes::ticked(value) != Ticked::None {
        return Said::Nothing;
    }
    if value.len() > LONGEST {
        return Said::Unsure("is longer than a line that states a verdict");
    }
    let all = all(value);
    let careful = |w: &str| {
        HEDGES.contains(&w)
            || NEGATORS.contains(&w)
            || matches!(w, "would" | "could" | "should" | "don't" | "won't" | "but" | "or")
    };
    if value.contains("~~") || all.iter().any(|t| t.word().is_some_and(careful) || *t == Token::Mark('?')) {
        return Said::Nothing;
    }
    if of_another_time(&all) {
        return Said::Nothing;
    }
    let mut found: Vec<Verdict> = Vec::new();
    let mut foreign = true;
    // Where the first one begins and ends.
    let mut begins = (0, 0);
    let mut at = 0;
    while at < all.len() {
        let Some((n, verdict)) = phrase(&all[at..], own) else {
            foreign &= all[at].word().is_none_or(|w| !w.chars().any(|c| c.is_ascii_alphabetic()));
            at += 1;
            continue;
        };
        let shouted = all[at..at + n].iter().all(|t| matches!(t, Token::Word { shouted: true, .. }));
        if shouted || foreign {
            let noted = verdict == Verdict::Approved && all.get(at + n).and_then(Token::word) == Some("with");
            begins = if found.is_empty() { (at, at + n) } else { begins };
            found.push(if noted { Verdict::ApprovedWithNotes } else { verdict });
        }
        at += n;
    }
    match found.as_slice() {
        [first, rest @ ..] if rest.iter().all(|v| v == first) => match first {
            Verdict::Approved | Verdict::ApprovedWithNotes => {
                qualifier::within(value, &all, begins).map_or(Said::Verdict(*first), Said::Unsure)
            }
            Verdict::ChangesRequested | Verdict::Rejected | Verdict::Unclear => Said::Verdict(*first),
        },
        [] => Said::Nothing,
        _ => Said::Unsure("says two things"),
    }
}

/// `the NEEDS_FIX of last time is fixed`: what is said of an earlier verdict that is settled.
fn of_another_time(all: &[Token]) -> bool {
    const THEN: &[&str] = &[
        "last",
        "previous",
        "previously",
        "earlier",
        "прошлый",
        "прошлом",
        "раньше",
        "предыдущий",
        "letzte",
        "letzten",
        "vorige",
        "vorigen",
        "précédente",
        "précédent",
        "anterior",
        "上次",
        "前回",
    ];
    const SETTLED: &[&str] = &[
        "fixed",
        "resolved",
        "addressed",
        "исправлена",
        "исправлено",
        "исправлены",
        "исправлен",
        "behoben",
        "corrigé",
        "corrigée",
        "corregido",
        "corregida",
        "corrigido",
        "corrigida",
        "已修复",
        "修正済み",
    ];
    let any = |words: &[&str]| all.iter().any(|t| t.word().is_some_and(|w| words.contains(&w)));
    any(THEN) && any(SETTLED)
}

/// Returns the verdict that a text begins with, whatever follows.
pub(crate) fn opens(text: &str, own: OwnWords) -> Option<Verdict> {
    let tokens = beginning(text, 6);
    let skip = tokens.iter().take_while(|t| t.word().is_none()).count();
    phrase(&tokens[skip..], own).map(|(_, verdict)| verdict)
}

/// Tells whether the whole text is one verdict word or phrase, decoration aside.
pub(crate) fn is_bare_verdict(text: &str, own: OwnWords) -> bool {
    // Most lines begin with no word of a verdict.
    let begins = |first: &str| {
        VERDICTS.get(first).is_some() || own.iter().any(|(w, _)| w.split(' ').next() == Some(first))
    };
    if !first(text).is_some_and(|word| begins(&word)) {
        return false;
    }
    // "No issues found." closes sections everywhere; it says nothing about the whole.
    if says_none(text) || first(text).as_deref() == Some("no") {
        return false;
    }
    let tokens: Vec<Token> = tokens(text).into_iter().filter(|t| t.word().is_some()).collect();
    // `NEEDS_FIXES (15)`: a refusal may count what is behind it. `Rejected (2)` heads a list as often.
    let counted = |rest: &[Token]| match rest {
        [count] => {
            let number = count.word().is_some_and(|w| w.parse::<u32>().is_ok());
            number && text.trim_end_matches(['*', '_', '`', ' ']).ends_with(')') && shouts(text, own)
        }
        _ => false,
    };
    phrase(&tokens, own).is_some_and(|(n, verdict)| match &tokens[n..] {
        [] => true,
        rest if verdict.approves() => only_notes(rest),
        rest => counted(rest),
    })
}

/// `with minor comments`: what an approval with notes goes on with, and nothing else.
fn only_notes(rest: &[Token]) -> bool {
    let words: Vec<&str> = rest.iter().filter_map(Token::word).collect();
    let (of, noun) = match words.as_slice() {
        ["with" | "w" | "modulo" | "plus", of @ .., noun] | [of @ .., noun] => (of, noun),
        [] => return false,
    };
    let counted = |w: &&str| NOTED_AS.contains(w) || w.chars().all(|c| c.is_ascii_digit());
    NOTED.contains(noun) && of.len() <= 4 && of.iter().all(counted)
}

/// Tells whether every word of the first verdict phrase was written in capitals.
pub(crate) fn shouts(text: &str, own: OwnWords) -> bool {
    let all = tokens(text);
    let skip = all.iter().take_while(|t| t.word().is_none()).count();
    let tokens = &all[skip..];
    phrase(tokens, own).is_some_and(|(n, _)| {
        tokens[..n].iter().all(|t| match t {
            Token::Word { shouted, .. } => *shouted,
            Token::Mark(_) => false,
        })
    })
}

/// `passed | issues_found`, `PASS / FAIL`, `approve or reject`, `PASS, NEEDS_FIX, CRITICAL`.
fn template(tokens: &[Token], own: OwnWords) -> bool {
    let options = |separator: fn(&Token) -> bool| {
        let mut found: Vec<(usize, Verdict)> = Vec::new();
        for piece in tokens.split(separator) {
            let skip = piece.iter().take_while(|t| t.word().is_none()).count();
            let piece = &piece[skip..];
            if let Some((n, verdict)) = phrase(piece, own) {
                found.push((piece.len() - n, verdict));
            }
        }
        found
    };
    let differ = |found: &[(usize, Verdict)]| found.iter().any(|(_, v)| *v != found[0].1);
    let bars = options(|t| matches!(t, Token::Mark('|' | '/')) || t.word() == Some("or"));
    if bars.len() >= 2 && differ(&bars) {
        return true;
    }
    let commas = options(|t| matches!(t, Token::Mark(',')));
    commas.len() >= 3 && differ(&commas) && commas.iter().all(|(over, _)| *over <= 2)
}

/// `not approved`, `cannot approve until …`, `isn't a pass`.
fn negated(tokens: &[Token], own: OwnWords) -> Option<Said> {
    let first = tokens.first()?.word()?;
    let negates = matches!(
        first,
        "not" | "no" | "never" | "cannot" | "can't" | "isn't" | "don't" | "won't" | "nicht" | "не"
    ) || (matches!(first, "do" | "can" | "is" | "will")
        && tokens.get(1).and_then(Token::word) == Some("not"));
    // Phrases such as "no issues found" or "not ready" are words of their own.
    if !negates || phrase(tokens, own).is_some() {
        return None;
    }
    // `No blocking issues found — approved`: what is denied ends at the mark.
    let end = tokens.iter().position(|t| matches!(t, Token::Mark('—' | '–' | '-' | '.' | ',' | ';' | ':')));
    let tokens = &tokens[..end.unwrap_or(tokens.len())];
    let approving = (1..tokens.len().min(6))
        .any(|at| phrase(&tokens[at..], own).is_some_and(|(_, v)| v.approves() || v == Verdict::Unclear));
    Some(if approving { Said::Verdict(Verdict::ChangesRequested) } else { Said::Nothing })
}

fn approval(verdict: Verdict, rest: &[Token], own: OwnWords) -> Said {
    if matches!(rest.first(), Some(Token::Mark('?'))) {
        return Said::Unsure("a question");
    }
    if contradicts(rest, own) {
        return Said::Unsure("says two things");
    }
    let skip = rest
        .iter()
        .take_while(|t| matches!(t, Token::Mark('(' | ',' | '-' | ':' | '.' | '!' | '·' | '=' | '/' | ';')))
        .count();
    let after: Vec<&str> = rest[skip..].iter().map_while(Token::word).take(8).collect();
    // `Approved: no`, `PASS = false`
    let alone = rest.iter().filter_map(Token::word).nth(1).is_none();
    if let ["no" | "false" | "not" | "nope"] = after.as_slice()
        && skip > 0
        && alone
    {
        return Said::Verdict(Verdict::ChangesRequested);
    }
    // `PASS: 0, FAIL: 1`, `approved = n`
    let set = rest[..skip].iter().any(|t| matches!(t, Token::Mark(':' | '=' | '/')));
    if matches!(after.as_slice(), ["0" | "zero"])
        || set && matches!(after.as_slice(), ["n" | "none" | "null"])
    {
        return Said::Unsure("counts none");
    }
    let but = matches!(after.first(), Some(&("but" | "however" | "though" | "although")));
    if !but && let Some(why) = qualifier::hedged(rest) {
        return Said::Unsure(why);
    }
    let Some(first) = after.first().copied() else { return Said::Verdict(verdict) };
    let later = |any: &[&str]| after.iter().any(|w| any.contains(w));
    let conditional = verdict == Verdict::ApprovedWithNotes && matches!(first, "on" | "upon");
    if skip == 0 && (conditional || HEDGES.contains(&first)) {
        return Said::Unsure("depends on something to come");
    }
    // What another says, or did, is no word of the reviewer's own.
    let attributed = after.starts_with(&["at", "least"])
        || after.starts_with(&["according", "to"])
        || after.starts_with(&["that", "is", "what"])
        || first == "by" && after.iter().any(|w| BYSTANDERS.contains(w));
    if attributed {
        return Said::Unsure("is somebody else's word");
    }
    let part = ["part", "parts", "half", "side", "portion", "piece"];
    if matches!(first, "for" | "on" | "in") && after.iter().take(5).any(|w| part.contains(w)) {
        return Said::Unsure("approves a part");
    }
    // A place has marks in it: `after a.ts:3 is fixed`.
    let mended = || rest.iter().filter_map(Token::word).take(12);
    if first == "after"
        && mended().any(|w| ["fix", "addr", "chang", "resol", "you"].iter().any(|p| w.starts_with(p)))
    {
        return Said::Unsure("depends on something to come");
    }
    if but {
        // Taken back unless what follows is plainly small.
        let open = later(&[
            "must", "fix", "require", "requires", "required", "need", "needs", "before", "first", "not",
            "until", "block", "blocks", "blocking", "cannot", "hold", "wait", "after", "only", "once", "if",
        ]);
        let small = rest
            .iter()
            .filter_map(Token::word)
            .take(12)
            .any(|w| NOTED.contains(&w) || NOTED_AS.contains(&w) || SMALL.contains(&w));
        return if open || !small || qualifier::hedged(rest).is_some() {
            Said::Unsure("takes the approval back")
        } else {
            Said::Verdict(Verdict::ApprovedWithNotes)
        };
    }
    if matches!(first, "with" | "w") {
        return match after.get(1).copied() {
            Some("no" | "0" | "zero" | "none" | "flying") => Said::Verdict(verdict),
            _ if later(&["required", "mandatory", "critical", "must"])
                || later(&["blocking"]) && !later(&["non", "not"]) =>
            {
                Said::Unsure("approves with something that must be done")
            }
            _ if qualifier::with_a_repair(rest) => Said::Unsure("depends on something to come"),
            _ => Said::Verdict(Verdict::ApprovedWithNotes),
        };
    }
    let taken_back = later(&["but", "not", "except", "unless", "until", "however"]);
    let goes_on = skip == 0 && !GOES_ON.contains(&first) && !first.chars().any(|c| c.is_ascii_digit());
    if skip == 0 && (goes_on || taken_back) {
        return Said::Unsure("goes on as a sentence");
    }
    Said::Verdict(verdict)
}

/// Tells whether what follows an approval holds another decision: `PASS → NEEDS_FIX`. In the sentences
/// after the first a quiet word decides too, unless they speak of another time: `pass. … so it is rejected`.
fn contradicts(rest: &[Token], own: OwnWords) -> bool {
    let mut first = true;
    for (at, sentence) in rest.split(|t| matches!(t, Token::Mark('.' | '!' | ';'))).enumerate() {
        let elsewhere = at > 0 && sentence.iter().any(|t| t.word().is_some_and(|w| ELSEWHERE.contains(&w)));
        if !elsewhere && (objects(sentence, !first, own) || in_parts::refuses(sentence)) {
            return true;
        }
        first &= sentence.iter().all(|t| t.word().is_none());
    }
    false
}

/// Tells whether a sentence holds an objection that nothing denies; a single word in small letters only
/// where `quiet` ones count.
fn objects(sentence: &[Token], quiet: bool, own: OwnWords) -> bool {
    (0..sentence.len()).any(|at| {
        let clause = at.checked_sub(1).is_some_and(|i| matches!(sentence[i], Token::Mark(',' | '-' | '(')));
        let turned = at.checked_sub(1).is_some_and(|i| matches!(sentence[i], Token::Mark('→')));
        let Some((n, verdict)) = phrase(&sentence[at..], own) else { return false };
        let small = n == 1 && !matches!(&sentence[at], Token::Word { shouted: true, .. });
        let plain = small && sentence[at].word() == Some("issues");
        let none = |t: &Token| t.word().is_some_and(|w| NEGATORS.contains(&w));
        let denied = sentence[at.saturating_sub(2)..at].iter().any(none)
            || sentence[at + n..].iter().find(|t| t.word().is_some()).is_some_and(none);
        let objection = matches!(verdict, Verdict::ChangesRequested | Verdict::Rejected);
        // `approved by the linter, rejected by me`
        let by = || {
            let next = sentence.get(at + n).and_then(Token::word);
            sentence.len() == at + n
                || matches!(next, Some("by" | "because" | "for" | "as" | "until" | "due"))
        };
        objection && !denied && (!small || turned || (quiet || clause && by()) && !plain)
    })
}

/// Tells whether a sentence holds, as more than a single word, an objection that nothing denies.
pub(crate) fn objects_plainly(sentence: &str) -> bool {
    let tokens = all(sentence);
    (0..tokens.len()).any(|at| {
        phrase(&tokens[at..], &[]).is_some_and(|(n, verdict)| {
            n > 1
                && matches!(verdict, Verdict::ChangesRequested | Verdict::Rejected)
                && !clause_before(&tokens, at).any(|w| NEGATORS.contains(&w))
                && objects(&tokens[at.saturating_sub(2)..at + n], false, &[])
        })
    })
}

/// Returns the words of the clause in front of a token, the nearest first, at most six.
fn clause_before<'a>(tokens: &'a [Token<'a>], at: usize) -> impl Iterator<Item = &'a str> {
    tokens[..at].iter().rev().take(6).map_while(Token::word)
}

/// Tells whether one of the three words before denies what stands there.
fn denies_near(tokens: &[Token], at: usize) -> bool {
    clause_before(tokens, at).take(3).any(|w| NEGATORS.contains(&w) || w.ends_with("n't"))
}

/// `CRITICAL issues: none — PASS` and `NEEDS_FIX → PASS` say two things; a reason after the word is fine.
fn objection(verdict: Verdict, rest: &[Token], own: OwnWords) -> Said {
    let turned = (0..rest.len()).any(|at| {
        let before = at.checked_sub(1).and_then(|i| rest.get(i));
        let shouted = matches!(&rest[at], Token::Word { shouted: true, .. });
        let passes = phrase(&rest[at..], own).is_some_and(|(_, v)| v.approves());
        // `NEEDS_FIX — PASS is out of reach` gives the reason.
        let goes_on =
            matches!(before, Some(Token::Mark('-'))) && rest.get(at + 1).and_then(Token::word).is_some();
        passes && shouted && !goes_on && matches!(before, Some(Token::Mark('→' | '-' | '|')))
    });
    // `CRITICAL 아님, NEEDS_FIX`: the more destructive of two is not taken for certain.
    let other = verdict == Verdict::Rejected
        && (0..rest.len()).any(|at| {
            let shouted = matches!(&rest[at], Token::Word { shouted: true, .. });
            shouted && phrase(&rest[at..], own).is_some_and(|(_, v)| v == Verdict::ChangesRequested)
        });
    // `rejected, redo from scratch`
    let anew = (0..rest.len()).any(|at| {
        let denied = denies_near(rest, at);
        !denied && phrase(&rest[at..], own).is_some_and(|(n, v)| n >= 2 && v == Verdict::Rejected)
    });
    let verdict = if anew { Verdict::Rejected } else { verdict };
    if turned || other { Said::Unsure("says two things") } else { Said::Verdict(verdict) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::*;

    const GSD: OwnWords = &[("critical", Rejected)];

    #[test]
    fn values_are_read() {
        for (value, expected) in [
            ("PASS", Said::Verdict(Approved)),
            ("**`passed`** ✅", Said::Verdict(Approved)),
            ("PASS WITH NOTES", Said::Verdict(ApprovedWithNotes)),
            ("PASS-WITH-NOTES", Said::Verdict(ApprovedWithNotes)),
            ("CONDITIONAL APPROVE (with clarifications)", Said::Verdict(ApprovedWithNotes)),
            ("APPROVE WITH IMPROVEMENTS", Said::Verdict(ApprovedWithNotes)),
            ("passed with no issues", Said::Verdict(Approved)),
            ("NEEDS_FIXES (15) 9fd1c2e", Said::Verdict(ChangesRequested)),
            ("BLOCK — 4 critical issues", Said::Verdict(ChangesRequested)),
            ("❌ CRITICAL", Said::Verdict(Rejected)),
            ("PASSED (0 gaps found)", Said::Verdict(Approved)),
            ("REVIEW_PASS — 12/12 dimensions, 0 critical issues", Said::Verdict(Approved)),
            ("not approved", Said::Verdict(ChangesRequested)),
            ("cannot approve until CI is green", Said::Verdict(ChangesRequested)),
            ("isn't a pass", Said::Verdict(ChangesRequested)),
            ("SPAWN_INVESTIGATOR", Said::Verdict(Unclear)),
            ("passed | issues_found", Said::Template),
            ("approve|reject|conditional", Said::Template),
            ("PASS or NEEDS_FIX", Said::Template),
            ("[APPROVED / CHANGES_REQUESTED]", Said::Template),
            ("PASS, PASS_WITH_NOTES, NEEDS_FIX, CRITICAL", Said::Template),
            ("~~APPROVED~~", Said::Unsure("struck out")),
            ("approved once the migration is fixed", Said::Unsure("depends on something to come")),
            ("APPROVED (pending CI)", Said::Unsure("depends on something to come")),
            ("PASS → NEEDS_FIX", Said::Unsure("says two things")),
            ("CRITICAL issues: none — PASS", Said::Unsure("says two things")),
            ("LGTM, but please fix the leak first", Said::Unsure("takes the approval back")),
            ("passport check", Said::Nothing),
            ("ADVERSARIAL_REVIEW_PASS", Said::Nothing),
            ("approved vendors", Said::Unsure("goes on as a sentence")),
            ("passed all unit tests", Said::Unsure("goes on as a sentence")),
            ("**PASS** nice work", Said::Verdict(Approved)),
            ("PASS ✅ nice work", Said::Verdict(Approved)),
            ("PASS in round 2", Said::Verdict(Approved)),
        ] {
            assert_eq!(verdict(value, GSD), expected, "{value:?}");
        }
    }

    #[test]
    fn a_quiet_word_objects_in_a_later_sentence_but_issues_alone_do_not() {
        for (sentence, quiet, objection) in [
            ("so it is rejected", true, true),
            ("so it is rejected", false, false),
            ("so it is not rejected", true, false),
            ("so it is REJECTED", false, true),
            ("there were issues", true, false),
        ] {
            assert_eq!(objects(&all(sentence), quiet, &[]), objection, "{sentence} {quiet}");
        }
    }
}
