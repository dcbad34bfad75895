//! The words for how bad a finding is, and the words for nothing.

use std::sync::LazyLock;

use super::{Index, Lexicon, beginning, fewer, first, index, longest, rated, words};
use crate::domain::review::Severity;

pub(super) const SEVERITIES: &[(Severity, &[&str])] = &[
    (
        Severity::Critical,
        &[
            "critical",
            "criticals",
            "crit",
            "blocker",
            "blockers",
            "blocking",
            "sev 0",
            "sev0",
            "sev 1",
            "sev1",
            "p0",
            "must fix",
            "severe",
            "fatal",
            "catastrophic",
            "highest",
            "urgent",
            "showstopper",
            "show stopper",
            "kritisch",
            "crítico",
            "crítica",
            "critico",
            "critica",
            "critique",
            "критично",
            "критический",
            "严重",
            "致命",
            "bloquant",
            "bloquante",
            "bloqueante",
            "blockierend",
            "блокер",
            "блокирующий",
            "kritische",
            "kritischer",
            "kritisches",
            "严重问题",
            "致命问题",
            "阻塞问题",
            "重大な問題",
            "致命的な問題",
            "致命的",
            "심각",
            "심각한 문제",
            "치명적",
            "緊急",
            "紧急",
            "重大",
            "必須",
            "krytyczny",
            "krytyczna",
            "kritiek",
            "kritisk",
            "schwerwiegend",
        ],
    ),
    (
        Severity::High,
        &[
            "high",
            "important",
            "major",
            "majors",
            "sev 2",
            "sev2",
            "p1",
            "error",
            "errors",
            "serious",
            "very high",
            "escalated",
            "extremely high",
            "hoch",
            "majeur",
            "majeure",
            "alta",
            "alto",
            "élevé",
            "высокий",
            "高",
            "hohe",
            "hoher",
            "高危",
            "高危问题",
            "高优先级",
            "重要问题",
            "重要な問題",
            "重要",
            "高い",
            "높음",
            "важно",
            "важный",
            "высокая",
            "wichtig",
            "schwer",
            "élevée",
            "grave",
            "hoog",
            "hög",
            "wysoki",
            "wysoka",
        ],
    ),
    (
        Severity::Medium,
        &[
            "medium",
            "med",
            "moderate",
            "suggestion",
            "suggestions",
            "warning",
            "warnings",
            "warn",
            "sev 3",
            "sev3",
            "p2",
            "should fix",
            "mittel",
            "média",
            "media",
            "medio",
            "moyen",
            "moyenne",
            "warnung",
            "aviso",
            "средний",
            "中",
            "警告",
            "mittlere",
            "mittlerer",
            "中等",
            "中等问题",
            "中危",
            "中优先级",
            "中程度の問題",
            "中程度",
            "중간",
            "보통",
            "средняя",
            "gemiddeld",
            "medel",
            "średni",
            "średnia",
            "non blocking",
            "not blocking",
            "nonblocking",
            "non critical",
        ],
    ),
    (
        Severity::Low,
        &[
            "low",
            "very low",
            "lowest",
            "nit",
            "nits",
            "nitpick",
            "nitpicks",
            "minor",
            "minors",
            "sev 4",
            "sev4",
            "p3",
            "trivial",
            "cosmetic",
            "optional",
            "niedrig",
            "gering",
            "baixa",
            "baja",
            "faible",
            "низкий",
            "低",
            "轻微",
            "次要",
            "軽微",
            "niedrige",
            "geringe",
            "轻微问题",
            "次要问题",
            "低危",
            "低优先级",
            "軽微な問題",
            "nice to have",
            "could fix",
            "mineur",
            "menor",
            "低い",
            "낮음",
            "경미",
            "низкая",
            "laag",
            "låg",
            "niski",
            "niska",
            "bassa",
            "basso",
            "baixo",
            "bajo",
            "leve",
        ],
    ),
    (
        Severity::Info,
        &["info", "fyi", "note", "notes", "informational", "information", "p4", "hinweis", "信息", "инфо"],
    ),
];

/// Reads a severity at the start of a text: what it is, the word as written, and how many words it took.
pub(crate) fn severity(text: &str) -> Option<(Severity, String)> {
    let all = beginning(text, 3);
    let skip = all.iter().take_while(|t| t.word().is_none()).count();
    let tokens = &all[skip..];
    longest(tokens, &BY_WORD).map(|(_, word, severity)| (severity, word.to_owned()))
}

pub(super) static BY_WORD: LazyLock<Index<Severity>> = LazyLock::new(|| index(SEVERITIES));

/// Reads a text that is wholly a level: `high`, `high severity`, `priority P1`.
pub(super) fn leveled(text: &str) -> Option<(Severity, String)> {
    let (severity, word) = severity(text)?;
    let noun = |w: &String| matches!(w.as_str(), "severity" | "priority" | "sev");
    let bare: Vec<String> = words(text).into_iter().filter(|w| !noun(w)).collect();
    (bare.join(" ") == word).then_some((severity, word))
}

/// Reads a text that is nothing but a severity, with at most what is to become of it, its kind, or a word such as `issues`
/// beside it. Of two the worse holds.
pub(crate) fn only_severity(text: &str) -> Option<(Severity, String)> {
    // `severity: high`, `priority P1`
    let text = text.trim_start_matches(['*', '`', ' ']);
    let text = ["severity", "priority"]
        .iter()
        .find_map(|l| text.get(..l.len()).filter(|t| t.eq_ignore_ascii_case(l)).map(|_| &text[l.len()..]))
        .filter(|rest| rest.starts_with([' ', ':', '=']))
        .unwrap_or(text);
    let text = numbered(text);
    if let Some(found) = rated::several(text) {
        return Some(found);
    }
    let Some(found) = severity(text) else { return categorised(text) };
    if rated::together(text).is_some() {
        return Some(found);
    }
    let beside = [
        "blocking", "blocks", "non", "not", "issue", "issues", "finding", "findings", "severity", "priority",
    ];
    let fits = words(text).iter().all(|w| {
        found.1.split(' ').any(|f| f == w) || beside.contains(&w.as_str()) || BY_WORD.get(w).is_some()
    });
    fits.then_some(found)
}

/// Takes the degree off `1 - Critical` and `3: high`.
fn numbered(text: &str) -> &str {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let marked = behind.len() < text.len() && behind.starts_with(['-', '–', '—', ':', '=']);
    if marked { behind.trim_start_matches(['-', '–', '—', ':', '=', ' ']) } else { text }
}

/// Reads `Security/High`, `perf: low`: a category of a word, a mark, and the severity.
fn categorised(text: &str) -> Option<(Severity, String)> {
    let (category, rest) = text.split_once(['/', ':', '|', '·'])?;
    let rest = rest.trim_matches([' ', '*', '_', '`']);
    let plain = fewer(category, 3) && !fewer(category, 1) && !category.contains(char::is_numeric);
    let whole = |found: &(Severity, String)| words(rest).join(" ") == found.1;
    severity(rest).filter(whole).filter(|_| plain)
}

/// Letters, degrees and coloured signs that stand for a severity where nothing but one is asked for.
const SIGNS: [(Severity, &[&str]); 5] = [
    (Severity::Critical, &["c", "s0", "s1", "sev0", "sev1", "🔴", "⛔", "🚨", "🛑"]),
    (Severity::High, &["h", "s2", "sev2", "🟠"]),
    (Severity::Medium, &["m", "s3", "sev3", "🟡", "⚠"]),
    (Severity::Low, &["l", "s4", "sev4", "🟢", "🔵"]),
    (Severity::Info, &["i", "⚪"]),
];

/// Reads the value of a severity's field or the cell of its column: besides words, `H`, `S1`, `sev-2` and `🔴`.
pub(crate) fn rating(value: &str) -> Option<(Severity, String)> {
    let bare = value.trim_start_matches(['*', '_', '`', ' ']);
    if rated::scale(bare) {
        return None;
    }
    rated::several(bare)
        .or_else(|| severity(value))
        .or_else(|| severity(numbered(bare)))
        .or_else(|| categorised(bare))
        .or_else(|| {
            let near = &value[..value.floor_char_boundary(40)];
            let sign: String = near.chars().filter(|c| c.is_alphanumeric() || !c.is_ascii()).collect();
            let sign = sign.trim().to_lowercase();
            let found = SIGNS.iter().find(|(_, signs)| signs.contains(&sign.as_str()))?;
            (near.len() == value.len()).then(|| (found.0, value.trim().to_owned()))
        })
}

/// Tells whether a severity's value rates, and with no word that is known: `Catastrophic-ish`, `7.5`. What says that there
/// is none, or that something is settled, rates nothing.
pub(crate) fn unrated(value: &str) -> bool {
    if rated::scale(value) {
        return true;
    }
    let plain = words(value);
    let none = plain.iter().take(3).any(|w| {
        let none = ["none", "na", "n", "no", "not", "unknown", "tbd", "unrated", "unspecified", "ok", "pass"];
        none.contains(&w.as_str())
    });
    rating(value).is_none() && !plain.is_empty() && plain.len() <= 6 && !none && !says_none(value)
}

/// Reads the coloured sign a line begins with, behind its bullet or marks.
pub(crate) fn sign(text: &str) -> Option<(Severity, String)> {
    let begin = text.find(|c: char| !c.is_ascii()).filter(|&at| at <= 8)?;
    if text[..begin].contains(|c: char| c.is_ascii_alphabetic() || c == '`') {
        return None;
    }
    let mark = text[begin..].chars().next()?;
    let found = SIGNS.iter().find(|(_, signs)| signs.iter().any(|s| s.chars().eq([mark])))?;
    (mark != '⚠').then(|| (found.0, mark.to_string()))
}

/// Phrases that say, whole, that there is nothing; what begins like one and goes on says something.
const NOTHING: &[&str] = &[
    "none",
    "n a",
    "na",
    "nothing",
    "nil",
    "no",
    "0",
    "nothing to report",
    "nothing to note",
    "nothing to fix",
    "nothing found",
    "nothing else",
    "nothing further",
    "nothing blocking",
    "all clear",
    "not applicable",
    "none applicable",
    "keine",
    "keines",
    "keine befunde",
    "keine befunde gefunden",
    "keine probleme",
    "keine probleme gefunden",
    "nichts",
    "nenhuma",
    "nenhum",
    "nenhum problema",
    "nenhum problema encontrado",
    "ninguno",
    "ninguna",
    "ningún problema",
    "nada",
    "nada que reportar",
    "aucun",
    "aucune",
    "aucun problème",
    "нет",
    "无",
    "无问题",
    "没有问题",
    "未发现问题",
    "なし",
    "問題なし",
    "없음",
];
/// What is counted after `no`, and what may be said of it: `no further spec compliance issues found`.
const COUNTED: &[&str] = &[
    "issue",
    "issues",
    "finding",
    "findings",
    "problem",
    "problems",
    "concern",
    "concerns",
    "blocker",
    "blockers",
    "warning",
    "warnings",
    "criticals",
    "defects",
    "bugs",
    "remarks",
    "violations",
    "deviations",
    "gaps",
];
const COUNTED_AS: &[&str] = &[
    "further",
    "other",
    "new",
    "more",
    "additional",
    "remaining",
    "open",
    "actual",
    "significant",
    "spec",
    "specification",
    "compliance",
    "code",
    "quality",
    "blocking",
    "severity",
    "priority",
    "level",
    "or",
    "and",
    "critical",
    "high",
    "medium",
    "low",
    "info",
    "major",
    "minor",
    "warning",
];
const COUNTED_BY: &[&str] = &[
    "were",
    "was",
    "have",
    "been",
    "found",
    "identified",
    "detected",
    "observed",
    "noted",
    "reported",
    "raised",
    "remain",
    "remaining",
    "here",
    "at",
    "all",
    "to",
    "report",
    "in",
    "this",
    "section",
    "category",
    "round",
    "stage",
    "pass",
    "level",
];

/// Tells whether a text says, as a whole, that there is nothing: `None.`, `n/a`, `-`, `No issues found.`
/// `Nothing validates the token` and `No issues reach the log` say something.
pub(crate) fn says_none(text: &str) -> bool {
    // The longest phrase is far shorter; a long text is not cut into words to learn that.
    if text.len() > 160 || first(text).is_some_and(|word| !BEGINS_NONE.has(&word)) {
        return false;
    }
    let words = words(text);
    let joined = words.join(" ");
    words.is_empty() || NOTHING.contains(&joined.as_str()) || counts_none(&words)
}

/// The words with which a text may begin that says there is nothing.
static BEGINS_NONE: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    let phrases = NOTHING.iter().map(|phrase| phrase.split(' ').next().unwrap_or(phrase));
    phrases.chain(["there", "none", "no", "0", "zero"]).map(|word| (word, ())).collect()
});

/// `no` or `none` with what is counted: `no critical issues found`, `none found`, `there are no findings`.
fn counts_none(words: &[String]) -> bool {
    let mut rest: Vec<&str> = words.iter().map(String::as_str).collect();
    if rest.starts_with(&["there", "are"]) || rest.starts_with(&["there", "were"]) {
        rest.drain(..2);
    }
    let tail = |words: &[&str]| words.iter().all(|w| COUNTED_BY.contains(w));
    match rest.split_first() {
        Some((&"none", rest)) => rest.iter().all(|w| COUNTED_BY.contains(w)),
        Some((&("no" | "0" | "zero"), rest)) => {
            let named = rest.iter().take_while(|w| COUNTED_AS.contains(w)).count();
            match rest.get(named) {
                Some(noun) => COUNTED.contains(noun) && tail(&rest[named + 1..]),
                // `No critical.`, `No warnings` with the noun left out or standing for itself.
                None => named > 0,
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severities_are_read_in_every_family_of_words() {
        for (text, expected) in [
            ("⚠️ **warning**", Severity::Medium),
            ("BLOCKER", Severity::Critical),
            ("P1", Severity::High),
            ("Minor (will note for lead)", Severity::Low),
            ("FYI", Severity::Info),
        ] {
            assert_eq!(severity(text).map(|s| s.0), Some(expected), "{text:?}");
        }
        assert_eq!(severity("highlights"), None);
        assert!(only_severity("CRITICAL, blocking").is_some());
        for text in ["high availability", "I/O", "a/b/high", "10/high", "Note: low memory"] {
            assert!(only_severity(text).is_none_or(|s| s.0 == Severity::Info), "{text}");
        }
        assert_eq!(only_severity("Security/High").map(|s| s.0), Some(Severity::High));
    }

    #[test]
    fn a_column_of_severities_may_hold_letters_and_signs() {
        for (text, expected) in [
            ("H", Severity::High),
            ("**C**", Severity::Critical),
            ("sev-2", Severity::High),
            ("🔴", Severity::Critical),
            ("🟡", Severity::Medium),
            ("high (H)", Severity::High),
            ("1 - Critical", Severity::Critical),
            ("3: high", Severity::High),
            ("Security/High", Severity::High),
            ("Very High", Severity::High),
        ] {
            assert_eq!(rating(text).map(|r| r.0), Some(expected), "{text:?}");
        }
        for text in ["✅", "-", "", "hello", "n/a", "3", "1.5 high", "see: the high road"] {
            assert_eq!(rating(text), None, "{text:?}");
        }
    }

    #[test]
    fn nothing_is_said_in_many_ways() {
        for text in
            ["None.", "- none", "n/a", "No issues found.", "No spec compliance issues found.", "—", "なし"]
        {
            assert!(says_none(text), "{text:?}");
        }
        for text in ["None found.", "No critical issues", "There are no further findings.", "Keine Befunde"] {
            assert!(says_none(text), "{text:?}");
        }
        for text in [
            "None of the three callers closes the file handle in the error path",
            "None of the inputs are validated",
            "Nothing validates the token",
            "Nothing says who dissented",
            "No issues reach the log",
            "No findings survive a restart",
            "No problems are surfaced to the user",
            "No further checks",
            "No critical section guards the map",
            "Keine Prüfung der Eingabe",
            "Nada valida o token",
        ] {
            assert!(!says_none(text), "{text:?}");
        }
    }
}
