//! Notes that say that a finding was not mended, wherever in them they do (SPEC 7.3).

use std::sync::LazyLock;

use regex::Regex;

/// What is denied of the finding itself: nothing else is named that was not mended.
static DENIED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:could|can|did|do|does|have|has|had|was|were|is|are|will|would|am|be)(?:\ not|n't)
            (?:\ (?:yet|really|actually|been|be|able\ to|get\ to|manage\ to|have|fully|properly|i|we))*
            \ (?:(?:fix|mend|resolve|address|solve|repair)(?:\ (?:this|it|that|the\ (?:finding|issue|problem|bug|defect)|f\d+))
               |(?:fix|mend|repair)\ (?:anything|any\ of)
               |(?:fixed|mended|resolved|addressed|solved|repaired)(?:\ (?:this|it|that|the\ (?:finding|issue|problem|bug|defect)|f\d+|yet|here|because|since|due))?\s*(?:$|[^\w\s]|\b(?:this|it|that|yet|here|because|since|due|finding|issue|problem|bug|defect)\b)
            )
        |\b(?:cannot|unable\ to|failed\ to|gave\ up\ (?:on\ )?(?:trying\ to)?|refuse\ to|decided\ not\ to|chose\ not\ to)
            \ (?:be\ )?(?:fix|mend|resolve|address|solve|repair)(?:ed|d)?(?:\ (?:this|it|that|the\ (?:finding|issue|problem|bug|defect)|f\d+|here|yet)\b|\s*(?:$|[^\w\s]))
        |\b(?:this|it|that|the\ (?:finding|issue|problem|bug|defect)|f\d+)\ (?:is|was|remains|stays)\ (?:still\ )?(?:open|unfixed|broken|unresolved|unmended|as\ (?:it\ (?:is|was)))\b
        |\b(?:left|leave|leaving)\ (?:this|it|that|the\ (?:finding|issue|problem|bug|defect)|f\d+)\ (?:open|unfixed|alone|unchanged|untouched|as\ (?:is|it\ (?:is|was)))\b
        |\b(?:still|remains?)\ (?:unfixed|unresolved|unmended)\b
        |\bnot\ (?:a|the)\ (?:fix|mend)\ (?:of|for)\ (?:this|it|that|the\ finding|f\d+)\b
        |\bnothing\ (?:was|is|has\ been)\ (?:fixed|mended|done)\b
        |\bno\ (?:fix|mend)\ (?:was|is|has|for)\b
        |\b(?:skipped|skipping|ignored|ignoring)\ (?:this|it|the\ finding|f\d+)\b",
    )
    .expect("a valid pattern")
});

/// What is said to have been done instead.
static DONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:fixed|mended|resolved|addressed|solved|repaired|handled|moved|instead|guard\w*|validat\w*|checks?|checked|caught|rejects?|rejected)\b",
    )
    .expect("a valid pattern")
});

/// What was done for something else.
static OTHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:another|other|unrelated|different|separate)\b").expect("a valid pattern")
});

/// Tells whether a note says that its finding was not mended. What was not mended in one place may have been in another:
/// then the note goes on saying so.
pub(super) fn denies(note: &str) -> bool {
    const BEGINS: [&str; 9] = [
        "not fixed",
        "not mended",
        "not resolved",
        "not addressed",
        "not done",
        "unfixed",
        "won't fix",
        "wont fix",
        "no fix",
    ];
    let note = note.trim_start().to_lowercase().replace('\u{2019}', "'");
    if BEGINS.iter().any(|words| note.starts_with(words)) {
        return true;
    }
    let note = note.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(denied) = DENIED.find_iter(&note).last() else { return false };
    let after = &note[denied.end()..];
    let clauses = after.split([';', '!', '?', ',']).flat_map(|part| part.split(". "));
    let mended = |clause: &str| DONE.is_match(clause) && !OTHER.is_match(clause);
    !clauses.into_iter().any(mended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denial_is_heard_anywhere_in_a_note() {
        for note in [
            "Not fixed; see b.py",
            "I could not fix this; only b.py was changed for another task",
            "b.py was changed. I couldn't fix it.",
            "Changed b.py, but the finding is still open",
            "b.py has a new helper. F1 was not fixed.",
            "I was unable to fix this, b.py got a comment",
            "b.py: left it as is",
            "Looked at b.py. Nothing was fixed.",
            "This isn\u{2019}t fixed yet, b.py comes first",
            "I could not fix this; b.py was fixed for another task",
            "It cannot be fixed here; b.py changed",
        ] {
            assert!(denies(note), "{note}");
        }
    }

    #[test]
    fn what_was_mended_elsewhere_is_no_denial() {
        for note in [
            "Mended in b.py",
            "I did not fix it in a.py but in b.py, which is fixed now",
            "It could not be fixed here; it is handled in b.py instead",
            "The callers did not fix the total themselves; b.py does now",
            "b.py now rejects what could not be resolved to a path",
            "Fixed in b.py; nothing else changed",
            "The value is not checked in a.py any more; b.py checks it",
            "Not only a.py: fixed in b.py as well",
        ] {
            assert!(!denies(note), "{note}");
        }
    }
}
