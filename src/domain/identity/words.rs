//! Titles as what they say: their words by stem, the code they name, and whether they miss something or object to it.
//!
//! Whole words only. `user` and `order`, `long` and `short` are near in letters, and name two things.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::phrases::plainly;
use super::signs::{self, signs};
use super::state;

/// How alike two titles are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Likeness {
    /// From 0 to 1.
    pub(super) score: f64,
    /// They name two things, however many words they share: one says `user` where the other says `order`, they name
    /// other code, or one asks for what the other objects to.
    pub(super) apart: bool,
    /// They share a name from the code.
    pub(super) names_code: bool,
    /// They share half of what they say in another order, and agree on whether something is missing: one thing told
    /// anew, it may be. Two defects of one thing are mostly told from that thing on.
    pub(super) retold: bool,
    /// They are rather two things than one: they begin alike and end in words of which none is shared, or one says of
    /// a part, or of another kind of defect, what the other says.
    pub(super) doubtful: bool,
    /// One says of a part, or of another kind of defect, what the other says, whatever words they begin with.
    pub(super) of_a_part: bool,
    /// One takes back what the other says: `apart`, whatever else speaks for one thing.
    pub(super) contrary: bool,
    /// One denies what the other says is done.
    pub(super) denies: bool,
}

pub(super) const UNLIKE: Likeness = Likeness {
    score: 0.0,
    apart: false,
    names_code: false,
    retold: false,
    doubtful: false,
    of_a_part: false,
    contrary: false,
    denies: false,
};
/// The most that titles of two things come to.
const APART: f64 = 0.25;
/// What titles in two languages come to when they name the same code: enough at one place, never elsewhere.
pub(super) const OTHER_LANGUAGE: f64 = 0.62;
/// What a title comes to at least that says all that the other says, and more: enough at one place.
const WITHIN: f64 = 0.6;

/// Below this, two titles of which each says what the other does not are rather two things.
const SURELY_ONE: f64 = 0.75;
/// From here on two titles may tell one thing in another order.
const RETOLD: f64 = 0.5;

/// One word that carries meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) stem: String,
    /// As written, in lower case.
    pub(super) text: String,
    /// It is a name from the code.
    pub(super) code: bool,
}

/// A title taken apart.
#[derive(Debug, Clone)]
pub(super) struct Title {
    pub(super) words: Vec<Word>,
    /// All its words in their order, those without a meaning of their own among them.
    pub(super) row: Vec<Word>,
    /// It says that something is not there, or asks for it.
    pub(super) lacks: bool,
    /// It says that something should not be.
    pub(super) denied: bool,
    pub(super) language: Language,
    /// Its signs and numbers in their order.
    signs: Vec<String>,
    /// As written.
    pub(super) said: String,
}

/// What can be told of a title's language without knowing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// Latin letters, and nothing that speaks against English.
    Plain,
    /// Latin letters, and words or letters of another language.
    Other,
    /// Most letters are not Latin.
    Script,
}

/// Carry no meaning of their own.
const EMPTY: [&str; 64] = [
    "the", "a", "an", "is", "are", "of", "in", "on", "to", "for", "and", "or", "it", "its", "be", "been",
    "was", "were", "that", "this", "there", "has", "have", "had", "with", "by", "at", "from", "into", "as",
    "can", "may", "might", "could", "will", "would", "when", "while", "if", "which", "get", "gets", "got",
    "does", "do", "still", "also", "here", "any", "each", "other", "every", "over", "during", "through",
    "via", "about", "within", "onto", "per", "inside", "because", "they", "them",
];
/// Say that something is not there.
const LACK: [&str; 19] = [
    "no", "not", "missing", "misses", "miss", "lacks", "lack", "lacking", "without", "absent", "never",
    "cannot", "neither", "nor", "isn", "doesn", "aren", "nothing", "nobody",
];
/// Ask for something, which is to say that it is not there.
const DEMAND: [&str; 10] =
    ["should", "must", "add", "adds", "need", "needs", "needed", "require", "ought", "shall"];
/// Words of reviews that mean one thing.
const ALIKE: [&[&str]; 32] = [
    &["null", "nil", "none", "undefined", "nullable"],
    &["check", "guard", "verify", "verification"],
    &["function", "method", "fn", "func"],
    &["parameter", "param", "argument", "arg"],
    &["variable", "var"],
    &["config", "configuration", "setting"],
    &["authenticate", "authentication", "authn"],
    &["authorize", "authorise", "authorization", "authorisation", "authz", "permission"],
    &["database", "db"],
    &["documentation", "document", "doc", "docs"],
    &["directory", "folder", "dir"],
    &["swallow", "ignore", "discard", "suppress"],
    &["hardcoded", "hardwired", "magic"],
    &["number", "literal", "constant"],
    &["error", "exception", "err"],
    &["delete", "deletion", "remove", "removal"],
    &["password", "credential"],
    &["concurrent", "concurrency", "race"],
    &["drain", "empty", "flush"],
    &["repeat", "duplicate", "duplication"],
    &["sanitize", "sanitise", "sanitization", "escape"],
    &["typo", "spelling", "misspelled"],
    &["divide", "division"],
    &["collide", "collision"],
    &["lose", "loss", "lost"],
    &["grow", "growth"],
    &["limit", "bound", "bounded"],
    &["leak", "expose", "disclose"],
    &["call", "invoke", "invocation"],
    &["zero", "0"],
    &["one", "1"],
    &["two", "2"],
];
/// Endings that make another form of the same word, longest first.
const ENDINGS: [&str; 22] = [
    "ations", "ation", "ating", "ated", "ates", "ions", "ion", "ings", "ing", "edly", "ied", "ies", "ers",
    "er", "ed", "es", "ly", "ate", "ity", "y", "s", "e",
];
/// After a number these make it a measure, which changes from pass to pass.
const UNITS: [&str; 12] = [
    "lines",
    "line",
    "ms",
    "seconds",
    "s",
    "bytes",
    "kb",
    "mb",
    "characters",
    "times",
    "parameters",
    "levels",
];

/// Words of a title that are compared: some reviewers have no title but a paragraph, and each is held against each.
const MOST_TOKENS: usize = 32;

impl Title {
    pub(super) fn of(text: &str) -> Title {
        let mut raw = plainly(tokens(text));
        raw.truncate(MOST_TOKENS);
        let (mut lack, mut demand, mut denied) = (false, false, false);
        let mut words = Vec::new();
        let mut before_was_demand = false;
        for (at, token) in raw.iter().enumerate() {
            let lower = token.text.to_lowercase();
            let is_not = LACK.contains(&lower.as_str());
            denied |= is_not && before_was_demand;
            before_was_demand = DEMAND.contains(&lower.as_str()) || (before_was_demand && lower == "be");
            if !token.code && (is_not || DEMAND.contains(&lower.as_str())) {
                lack |= is_not;
                demand |= !is_not;
                continue;
            }
            let next = raw.get(at + 1).map(|t| t.text.to_lowercase());
            let measure = lower.chars().all(|c| c.is_ascii_digit())
                && next.is_some_and(|n| UNITS.contains(&n.as_str()));
            if measure || !token.code && EMPTY.contains(&lower.as_str()) {
                continue;
            }
            if !token.code
                && let Some(rest) = undone(&lower)
            {
                lack = true;
                words.push(Word { stem: one_of(stem(rest)), text: lower.clone(), code: false });
                continue;
            }
            let stem = if token.code { lower.clone() } else { one_of(stem(&lower)) };
            words.push(Word { stem, text: lower, code: token.code });
        }
        let lacks = if denied { false } else { lack || demand };
        let whole = |token: &Token| {
            let text = token.text.to_lowercase();
            let stem = if token.code { text.clone() } else { one_of(stem(&text)) };
            Word { stem, text, code: token.code }
        };
        let row = raw.iter().map(whole).collect();
        let language = Language::of(text, &raw);
        Title { words, row, lacks, denied, language, signs: signs(text), said: text.to_owned() }
    }

    /// Returns it without what it says of its finding's state; nothing where it says nothing of that.
    pub(super) fn without_state(text: &str) -> Option<Title> {
        state::without(text, |part| Title::of(part).row).map(|bare| Title::of(&bare))
    }

    /// Returns how many words carry its meaning.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn has(&self, stem: &str) -> bool {
        self.words.iter().any(|w| w.stem == stem)
    }

    /// Compares two titles; the order does not matter.
    pub(super) fn likeness(&self, other: &Title) -> Likeness {
        if self.words.is_empty() || other.words.is_empty() {
            return UNLIKE;
        }
        if (self.language == Language::Script) != (other.language == Language::Script) {
            return self.across_languages(other);
        }
        if self.is_state_of(other) || other.is_state_of(self) {
            let names_code = self.words.iter().any(|w| w.code);
            return Likeness { score: 1.0, names_code, ..UNLIKE };
        }
        let (mine, theirs) = (self.joined_as(other), other.joined_as(self));
        let likeness = mine.compared(&theirs);
        if self.language != other.language && !likeness.apart {
            let across = self.across_languages(other);
            let across = Likeness { denies: likeness.denies, ..across };
            return if across.score > likeness.score { across } else { likeness };
        }
        likeness
    }

    fn compared(&self, other: &Title) -> Likeness {
        let (mine, names_mine) = self.shared(other);
        let (theirs, names_theirs) = other.shared(self);
        let names_code = names_mine || names_theirs;
        let mut score = (mine + theirs) / (self.weight() + other.weight());
        let (all_mine, all_theirs) = (mine >= self.weight(), theirs >= other.weight());
        if all_mine != all_theirs {
            // One says all that the other says, and more: it is the same told at length.
            score = score.max(WITHIN);
        }
        let opposed = all_mine && all_theirs && self.lacks != other.lacks;
        let opposed = opposed && !self.bids(other) && !other.bids(self);
        let contrary = self.contrary(other);
        let turned = self.deed().is_some() != other.deed().is_some();
        let same_words = all_mine && all_theirs;
        let other_signs = signs::are_apart(&self.signs, &other.signs, same_words, turned)
            || same_words && signs::are_recased(&self.said, &other.said);
        let apart = contrary
            || opposed
            || other_signs
            || self.parallel(other)
            || self.other_code(other)
            || self.exchanges(other);
        let retold = !apart
            && score >= RETOLD
            && self.lacks == other.lacks
            && self.words.iter().filter(|w| other.words.iter().any(|o| w.is(o))).count() >= 2
            && !self.words[0].is(&other.words[0]);
        let of_a_part = self.is_doubtful(other);
        let doubtful = of_a_part
            || self.forks(other)
            || self.shifts(other)
            || self.states_more(other)
            || self.diverges(other)
            || self.denies_another(other)
            || score < SURELY_ONE && self.shares_only_where(other)
            || signs::are_lost(&self.signs, &other.signs, all_mine, all_theirs);
        let score = if apart { score.min(APART) } else { score };
        Likeness {
            score,
            apart,
            names_code,
            retold,
            doubtful,
            of_a_part,
            contrary,
            denies: self.denies_what_is_said(other),
        }
    }

    /// It says all that the other says, word for word, and beside that only what became of it.
    fn is_state_of(&self, other: &Title) -> bool {
        let (long, short) = (&self.row, &other.row);
        if short.is_empty() || long.len() <= short.len() {
            return false;
        }
        let same = |a: &[Word]| a.iter().zip(short).all(|(a, b)| a.text == b.text || a.is(b));
        let (head, tail) = (&long[..short.len()], &long[long.len() - short.len()..]);
        same(head) && state::is_of_state(&long[short.len()..])
            || same(tail) && state::is_of_state(&long[..long.len() - short.len()])
    }

    /// Of one thing each says something that the other does not: between the words they begin and end with, none is
    /// shared.
    fn forks(&self, other: &Title) -> bool {
        let head = self.words.iter().zip(&other.words).take_while(|(a, b)| a.is(b)).count();
        let (mine, theirs) = (&self.words[head..], &other.words[head..]);
        let tail = mine.iter().rev().zip(theirs.iter().rev()).take_while(|(a, b)| a.is(b)).count();
        let (mine, theirs) = (&mine[..mine.len() - tail], &theirs[..theirs.len() - tail]);
        let shares = |w: &Word| theirs.iter().any(|o| w.is(o));
        head + tail > 0 && !mine.is_empty() && !theirs.is_empty() && !mine.iter().any(shares)
    }

    /// It begins with a bare verb that the other has as a participle: `Pin the action` asks for what `is not pinned`.
    fn bids(&self, other: &Title) -> bool {
        let Some(verb) = self.words.first().filter(|_| !self.lacks) else { return false };
        let bare = !["ed", "ing", "s"].iter().any(|e| verb.text.ends_with(e));
        bare && other.words.iter().any(|w| w.stem == verb.stem && w.text.ends_with("ed"))
    }

    /// Two words that the other title writes as one are one: `change log` is `changelog`.
    fn joined_as(&self, other: &Title) -> Cow<'_, Title> {
        if !self.words.windows(2).any(|two| other.one_word_for(&two[0], &two[1]).is_some()) {
            return Cow::Borrowed(self);
        }
        let mut words: Vec<Word> = Vec::with_capacity(self.words.len());
        for word in &self.words {
            let whole = words.last().and_then(|before| other.one_word_for(before, word));
            match whole {
                Some(whole) => {
                    let whole = whole.clone();
                    words.pop();
                    words.push(whole);
                }
                None => words.push(word.clone()),
            }
        }
        Cow::Owned(Title { words, ..self.clone() })
    }

    /// Returns the word that two others are written as, one after the other.
    fn one_word_for(&self, before: &Word, word: &Word) -> Option<&Word> {
        if before.code || word.code {
            return None;
        }
        self.words.iter().find(|w| {
            // Lengths tell most words apart, and every title is held against every other.
            let rest = |head: &str| {
                w.text.len() == head.len() + word.text.len()
                    && w.text.starts_with(head)
                    && w.text.ends_with(&word.text)
            };
            rest(&before.text) || rest(&before.stem)
        })
    }

    fn weight(&self) -> f64 {
        self.words.iter().map(Word::weight).sum()
    }

    /// Returns the weight of the words that the other title has too, and whether code is among them.
    fn shared(&self, other: &Title) -> (f64, bool) {
        let mut weight = 0.0;
        let mut code = false;
        for word in &self.words {
            if let Some(twin) = other.words.iter().find(|w| word.is(w)) {
                weight += word.weight();
                code |= word.code || twin.code;
            }
        }
        (weight, code)
    }

    /// Built alike, with another word in the same slot: who writes so means two things.
    fn parallel(&self, other: &Title) -> bool {
        let n = self.words.len();
        if n < 2 || n != other.words.len() {
            return false;
        }
        let slots: Vec<(&Word, &Word)> =
            self.words.iter().zip(&other.words).filter(|(a, b)| !a.is(b)).collect();
        let replaced = slots
            .iter()
            .all(|(a, b)| !other.words.iter().any(|w| a.is(w)) && !self.words.iter().any(|w| b.is(w)));
        !slots.is_empty() && slots.len() * 2 <= n && replaced
    }

    /// Both name code, and neither names what the other does.
    pub(super) fn other_code(&self, other: &Title) -> bool {
        let code = |t: &Title| t.words.iter().any(|w| w.code);
        let known = |a: &Title, b: &Title| a.words.iter().any(|w| w.code && b.has(&w.stem));
        code(self) && code(other) && !known(self, other) && !known(other, self)
    }
}

impl Word {
    fn weight(&self) -> f64 {
        if self.code { 2.0 } else { 1.0 }
    }

    /// Tells whether it is a form of a word.
    pub(super) fn says(&self, word: &str) -> bool {
        // A stem keeps three letters: most words are told apart by them, and every title is held against every other.
        let begins = |text: &str| text.as_bytes().first_chunk::<3>().copied();
        self.text == word
            || self.text.len() > word.len()
                && begins(&self.text) == begins(word)
                && stem(&self.text) == stem(word)
    }

    /// The same stem, or a slip of the pen in a long one.
    pub(super) fn is(&self, other: &Word) -> bool {
        const LONG: usize = 7;
        self.stem == other.stem
            || !self.code
                && !other.code
                && self.stem.len().min(other.stem.len()) >= LONG
                && self.stem.as_bytes()[0] == other.stem.as_bytes()[0]
                && strsim::osa_distance(&self.stem, &other.stem) <= 1
    }
}

impl Language {
    fn of(text: &str, tokens: &[Token]) -> Language {
        /// Words of German, French, Spanish, Portuguese and Italian that English does not have.
        const OTHERS: [&str; 30] = [
            "der", "das", "und", "nicht", "ist", "ohne", "fehlt", "fehlende", "sollte", "wird", "auf", "le",
            "les", "est", "dans", "avec", "sans", "manque", "el", "los", "las", "sin", "falta", "não", "sem",
            "il", "della", "senza", "manca", "une",
        ];
        // Names from the code are of no language.
        let letters = |text: &str, latin: bool| {
            text.chars().filter(|c| c.is_alphabetic() && is_latin(*c) == latin).count()
        };
        let latin: usize = tokens.iter().filter(|t| !t.code).map(|t| letters(&t.text, true)).sum();
        if letters(text, false) > latin {
            return Language::Script;
        }
        let other =
            |t: &Token| !t.code && (!t.text.is_ascii() || OTHERS.contains(&t.text.to_lowercase().as_str()));
        if tokens.iter().any(other) { Language::Other } else { Language::Plain }
    }
}

/// One word as written.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) code: bool,
}

/// Splits a title into words and names from the code. Scripts without blanks are split into pairs of characters.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    for (at, part) in text.split('`').enumerate() {
        let quoted = at % 2 == 1;
        for piece in part.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            for run in runs(piece) {
                let first = run.chars().next().unwrap_or(' ');
                if is_dense(first) {
                    let chars: Vec<char> = run.chars().collect();
                    let pairs = chars.windows(2).map(|w| Token { text: w.iter().collect(), code: false });
                    found.extend(pairs);
                    continue;
                }
                let named = quoted || is_name(run);
                found.push(Token { text: run.to_owned(), code: named });
            }
        }
    }
    found
}

/// Splits where a script without blanks begins or ends.
fn runs(piece: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut last: Option<bool> = None;
    for (at, c) in piece.char_indices() {
        let dense = is_dense(c);
        if last.is_some_and(|l| l != dense) {
            found.push(&piece[start..at]);
            start = at;
        }
        last = Some(dense);
    }
    if start < piece.len() {
        found.push(&piece[start..]);
    }
    found
}

/// Written like a name of a program: `snake_case`, `camelCase`, letters with digits.
pub(super) fn is_name(word: &str) -> bool {
    let inner_capital = word.chars().any(char::is_lowercase)
        && word.chars().zip(word.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    let mixed = word.chars().any(|c| c.is_ascii_digit()) && word.chars().any(char::is_alphabetic);
    word.contains('_') && word.len() > 1 || inner_capital || mixed
}

fn is_latin(c: char) -> bool {
    u32::from(c) < 0x250
}

/// Written without blanks between words: Han, kana, Thai.
pub(super) fn is_dense(c: char) -> bool {
    matches!(u32::from(c), 0x0E00..=0x0E7F | 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF)
}

/// `unhandled` says that it is not handled.
fn undone(word: &str) -> Option<&str> {
    let rest = word.strip_prefix("un").filter(|_| word != "undefined")?;
    (rest.len() > 3 && (rest.ends_with("ed") || matches!(rest, "caught" | "bound" | "safe" | "safely")))
        .then_some(rest)
}

/// Cuts a word's ending off, so that its forms are one word.
fn stem(word: &str) -> String {
    if !word.is_ascii() {
        return word.to_owned();
    }
    let ending = ENDINGS
        .iter()
        .find(|e| word.len() >= e.len() + 3 && word.ends_with(**e) && !word.ends_with("ss"))
        .copied()
        .unwrap_or_default();
    let mut cut = &word[..word.len() - ending.len()];
    // `ordering` is of `order`, `verifying` of `verify` and `safely` of `safe`, whose own endings are cut off as well.
    let inner: &[&str] = match ending {
        "ing" | "ings" | "ed" => &["er", "y"],
        "ly" => &["ical", "e"],
        _ => &[],
    };
    if let Some(end) = inner.iter().find(|e| cut.len() >= e.len() + 3 && cut.ends_with(**e)) {
        // `quadratically` is of `quadratic`.
        let kept = if *end == "ical" { "ic".len() } else { 0 };
        cut = &cut[..cut.len() - end.len() + kept];
    }
    let bytes = cut.as_bytes();
    let n = bytes.len();
    // `logging` is of `log`, and `dropped` of `drop`.
    if n > 3 && bytes[n - 1] == bytes[n - 2] && !matches!(bytes[n - 1], b's' | b'l' | b'e' | b'o') {
        cut = &cut[..n - 1];
    }
    cut.to_owned()
}

/// Returns the word that stands for all that mean the same.
fn one_of(stem: String) -> String {
    static STANDS_FOR: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
        // From the last group to the first, so that the first one's word stays.
        let groups = ALIKE.iter().rev();
        groups.flat_map(|group| group.iter().map(|word| (self::stem(word), group[0]))).collect()
    });
    match STANDS_FOR.get(&stem) {
        Some(word) => (*word).to_owned(),
        None => stem,
    }
}

/// Returns how alike two titles are in what they are about, whether they say that it is missing or not there.
/// Whole words only: `user` and `order` are near in letters, and two things.
pub fn same_matter(a: &str, b: &str) -> f64 {
    const LACK: [&str; 9] =
        ["no", "not", "missing", "misses", "lacks", "lacking", "without", "absent", "never"];
    let matter = |text: &str| -> Vec<String> {
        let mut words = words(text);
        words.retain(|w| !LACK.contains(&w.as_str()));
        // One or many of a thing is the same matter.
        let stem = |w: String| w.strip_suffix('s').filter(|w| w.len() > 2).map(str::to_owned).unwrap_or(w);
        let mut words: Vec<String> = words.into_iter().map(stem).collect();
        words.sort_unstable();
        words.dedup();
        words
    };
    dice(&matter(a), &matter(b))
}

/// Returns the words of a text, each once, sorted.
pub(super) fn text_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = words(text).into_iter().map(|w| stem(&w)).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The share of words that two sorted lists have in common.
pub(super) fn dice(a: &[String], b: &[String]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let shared = a.iter().filter(|w| b.binary_search(w).is_ok()).count();
    2.0 * shared as f64 / (a.len() + b.len()) as f64
}

/// Splits into lower-case words without the ones that carry no meaning.
pub(crate) fn words(text: &str) -> Vec<String> {
    const EMPTY: [&str; 14] =
        ["the", "a", "an", "is", "are", "of", "in", "on", "to", "for", "and", "or", "it", "its"];
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .filter(|w| !EMPTY.contains(&w.as_str()))
        .collect()
}

/// Tells whether two names are the same, however they are written.
pub fn same_words(a: &str, b: &str) -> bool {
    let a = words(a);
    !a.is_empty() && a == words(b)
}

/// Tells whether two rows of a rubric are one: a row may be written with what it looks at in brackets behind its name
/// (`Completeness (architecture, data flow)`), and without.
pub fn same_dimension(a: &str, b: &str) -> bool {
    let parts = |row: &str| {
        let (name, looks_at) =
            row.trim().strip_suffix(')').and_then(|r| r.split_once('(')).unwrap_or((row, ""));
        (words(name), words(looks_at))
    };
    let ((a, of_a), (b, of_b)) = (parts(a), parts(b));
    !a.is_empty() && a == b && (of_a.is_empty() || of_b.is_empty() || of_a == of_b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(a: &str, b: &str) -> f64 {
        Title::of(a).likeness(&Title::of(b)).score
    }

    #[test]
    fn a_row_of_a_rubric_is_known_with_and_without_what_it_looks_at() {
        for (a, b, same) in [
            ("Completeness (architecture, components, data flow)", "completeness", true),
            ("**Completeness** (architecture)", "Completeness (architecture)", true),
            ("Security (storage)", "Security (transport)", false),
            ("(all)", "", false),
            ("Feasibility", "Feasibility of tests", false),
        ] {
            assert_eq!((same_dimension(a, b), same_dimension(b, a)), (same, same), "{a} | {b}");
        }
    }

    #[test]
    fn rephrased_titles_are_alike_and_other_defects_are_not() {
        assert!(score("Retry queue is never drained", "The retry queue never gets drained") >= 0.9);
        assert!(score("Missing null check on user", "Null check missing for user") >= 0.9);
        assert!(score("Input is not validated", "Unvalidated input") >= 0.9);
        assert!(score("Add a test for `drain`", "`drain` has no tests") >= 0.9);
        assert!(score("Callback is invoked two times", "Callback is called twice") >= 0.9);
        assert!(score("`mean` divides by zero", "Division by 0 in `mean`") >= 0.9);
        assert!(score("Response body leaked", "Magic chunk size") < 0.1);
        assert_eq!(score("", "anything"), 0.0);
        assert!(same_matter("No null check on user", "Null check is missing for the user") >= 0.8);
        assert!(same_matter("No null check on user", "No null check on order") < 0.8);
    }

    #[test]
    fn one_other_word_in_the_same_slot_makes_two_things() {
        for (a, b) in [
            ("Missing null check on user", "Missing null check on order"),
            ("Name is long", "Name is short"),
            ("`load` swallows errors", "Errors are swallowed by `save`"),
            ("Cache is invalidated on write", "Cache is not invalidated on write"),
            ("Password should not be logged", "Password should be logged"),
        ] {
            let likeness = Title::of(a).likeness(&Title::of(b));
            assert!(likeness.apart && likeness.score <= APART, "{a} / {b}: {likeness:?}");
        }
    }

    #[test]
    fn measures_and_forms_of_a_word_do_not_count() {
        assert!(score("Function is 80 lines long", "Function is 95 lines long") >= 0.9);
        assert!(score("Step 3 has no test", "Step 4 has no test") <= APART);
        assert_eq!(stem("validation"), stem("validated"));
        assert_eq!(stem("logging"), stem("logs"));
        for (a, b) in
            [("ordering", "order"), ("verifying", "verified"), ("safely", "safe"), ("buffered", "buffer")]
        {
            assert_eq!(stem(a), stem(b));
        }
        assert_eq!(stem("quadratically"), stem("quadratic"));
        assert_eq!(stem("deserialization"), stem("deserialized"));
        assert_ne!(stem("ordering"), stem("orange"));
    }

    #[test]
    fn names_from_the_code_carry_a_title_into_another_script() {
        assert_eq!(score("Missing null check on user_id", "缺少对user_id的空值检查"), OTHER_LANGUAGE);
        assert_eq!(score("Missing null check on `total`", "Нет проверки на null в `total`"), OTHER_LANGUAGE);
        assert_eq!(score("Missing null check on user_id", "缺少对order_id的空值检查"), 0.0);
        assert!(score("缺少空值检查", "缺少空值的检查") > 0.5);
    }
}
