//! The words for how bad a finding is, and the words for nothing.

use std::sync::LazyLock;

use super::{Index, index, longest, tokens, words};
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
            "p0",
            "must fix",
            "severe",
            "fatal",
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
        ],
    ),
    (
        Severity::High,
        &[
            "high",
            "important",
            "major",
            "majors",
            "p1",
            "error",
            "errors",
            "hoch",
            "alta",
            "alto",
            "élevé",
            "высокий",
            "高",
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
        ],
    ),
    (
        Severity::Low,
        &[
            "low",
            "nit",
            "nits",
            "nitpick",
            "nitpicks",
            "minor",
            "minors",
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
        ],
    ),
    (
        Severity::Info,
        &["info", "fyi", "note", "notes", "informational", "information", "p4", "hinweis", "信息", "инфо"],
    ),
];

/// Reads a severity at the start of a text: what it is, the word as written, and how many words it took.
pub(crate) fn severity(text: &str) -> Option<(Severity, String)> {
    let all = tokens(text);
    let skip = all.iter().take_while(|t| t.word().is_none()).count();
    let tokens = &all[skip..];
    longest(tokens, &BY_WORD).map(|(_, word, severity)| (severity, word.to_owned()))
}

pub(super) static BY_WORD: LazyLock<Index<Severity>> = LazyLock::new(|| index(SEVERITIES));

/// Reads a text that is nothing but a severity, with at most a word such as `blocking` or `issues` beside it.
pub(crate) fn only_severity(text: &str) -> Option<(Severity, String)> {
    let found = severity(text)?;
    let beside = [
        "blocking",
        "non",
        "not",
        "issue",
        "issues",
        "finding",
        "findings",
        "severity",
        "priority",
        "confidence",
    ];
    let fits = words(text).iter().all(|w| {
        found.1.split(' ').any(|f| f == w) || beside.contains(&w.as_str()) || BY_WORD.contains_key(w.as_str())
    });
    fits.then_some(found)
}

/// Tells whether a severity's value is the list of options: `critical|warning|info`.
pub(crate) fn lists_severities(text: &str) -> bool {
    let mut found = std::collections::HashSet::new();
    let pieces = text.split(['|', '/', ',']).filter_map(severity);
    found.extend(pieces.map(|(s, _)| s));
    found.len() >= 2 && text.split(['|', '/', ',']).all(|p| severity(p).is_some())
}

/// Tells whether a text says that there is nothing: `None.`, `n/a`, `-`, `No issues found.`
pub(crate) fn says_none(text: &str) -> bool {
    let words = words(text);
    if words.is_empty() {
        return true;
    }
    let joined = words.join(" ");
    let short = words.len() <= 7;
    matches!(
        joined.as_str(),
        "none"
            | "n a"
            | "na"
            | "nothing"
            | "nil"
            | "no"
            | "keine"
            | "nenhuma"
            | "nenhum"
            | "ninguno"
            | "ninguna"
            | "aucun"
            | "aucune"
            | "нет"
            | "无"
            | "なし"
            | "未发现问题"
            | "keine befunde"
            | "0"
    ) || (short
        && [
            "none ",
            "nothing ",
            "no issues",
            "no issue",
            "no findings",
            "no problems",
            "no concerns",
            "no blockers",
            "no spec compliance issues",
            "no code quality issues",
            "no critical",
            "no warnings",
            "no further",
            "no other",
            "no high",
            "no medium",
            "no low",
            "no blocking",
            "no actual findings",
            "keine ",
            "nenhum",
            "nada ",
        ]
        .iter()
        .any(|p| joined.starts_with(p)))
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
        assert!(only_severity("high availability").is_none());
    }

    #[test]
    fn nothing_is_said_in_many_ways() {
        for text in
            ["None.", "- none", "n/a", "No issues found.", "No spec compliance issues found.", "—", "なし"]
        {
            assert!(says_none(text), "{text:?}");
        }
        assert!(!says_none("None of the three callers closes the file handle in the error path"));
    }
}
