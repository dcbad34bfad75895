//! How serious a finding's own text says it is, where its severity says less.
//!
//! ```text
//! serious = "blocker" | "showstopper" said of it | "must be fixed" … "before" merging or releasing
//!         | "blocks the release"          unless the sentence denies it
//! ```
//!
//! Only raised, never lowered; a high finding stays what its reviewer called it.

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::review::{RawFinding, Remark, Severity};

static SERIOUS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)
        \b(?:this|that|it|which)(?:'s|’s|\ is|\ remains|\ would\ be)\ (?:clearly\ |really\ |definitely\ |also\ |still\ )?(?:an?\ )?(?:absolute\ |real\ |hard\ |total\ |clear\ |release\ |merge\ )?(?:blocker|blocking|show-?\ ?stopper|deal-?\ ?breaker)\b
        |\b(?:an?|as|the)\ (?:absolute\ |real\ |hard\ |release\ |merge\ )?(?:show-?\ ?stopper|deal-?\ ?breaker|release\ blocker|merge\ blocker)\b
        |\b(?:must|has\ to|have\ to|needs?\ to)\ be\ (?:fixed|resolved|addressed|corrected|reverted|closed|mended)\b.{0,30}\b(?:before|prior\ to)\b.{0,20}\b(?:merg|releas|ship|deploy|land|approv|go)\w*
        |\b(?:blocks|prevents)\ (?:the\ |this\ |any\ )?(?:merge|release|merging|shipping|deployment|approval)\b
        |\b(?:do\ not|don't|cannot|can't|must\ not\ be)\ (?:merge|merged|ship|shipped|release|released)\b")
        .expect("a constant pattern")
});
static DENIED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:not|no|isn't|isn’t|hardly|never|if|unless|without|no longer|nothing)\b")
        .expect("a constant pattern")
});

/// Raises findings whose text says that they block; a remark names each.
pub(crate) fn raise(findings: &mut [(RawFinding, u32)], remarks: &mut Vec<Remark>) {
    for (finding, line) in findings {
        if matches!(finding.severity, Severity::Critical | Severity::High) {
            continue;
        }
        let texts = [Some(finding.title.as_str()), finding.description.as_deref(), finding.why.as_deref()];
        let Some(said) = texts.into_iter().flatten().find_map(says) else { continue };
        let message = format!(
            "the finding is listed as {} and its text says that it blocks ({said}); it counts as critical",
            finding.severity.as_str()
        );
        remarks.push(Remark::new(*line, "severity_vs_text", message));
        finding.severity = Severity::Critical;
    }
}

/// Returns the words by which a text says that it blocks.
fn says(text: &str) -> Option<String> {
    SERIOUS.find_iter(text).take(8).find_map(|found| {
        let begins = text[..found.start()].rfind(['.', '!', ';', '\n']).map_or(0, |at| at + 1);
        let denied = DENIED.is_match(&text[begins..found.start()])
            || !found.as_str().to_ascii_lowercase().starts_with(['d', 'c', 'm'])
                && DENIED.is_match(found.as_str());
        (!denied).then(|| found.as_str().chars().take(60).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_blocks_by_its_text_is_critical() {
        for (title, expected) in [
            ("The key is logged. That's a blocker.", Severity::Critical),
            ("Writes are lost; this must be fixed before release", Severity::Critical),
            ("Charges twice: a showstopper", Severity::Critical),
            ("Do not merge as it is", Severity::Critical),
            ("Rename it. This is not a blocker.", Severity::Medium),
            ("The blocker list is sorted twice", Severity::Medium),
            ("It would be a problem if it must be fixed by hand", Severity::Medium),
        ] {
            let mut findings = vec![(RawFinding::new(Severity::Medium, title), 3)];
            let mut remarks = Vec::new();
            raise(&mut findings, &mut remarks);
            assert_eq!(findings[0].0.severity, expected, "{title}");
            assert_eq!(remarks.len(), usize::from(expected == Severity::Critical), "{title}");
        }
        let mut high = vec![(RawFinding::new(Severity::High, "That's a blocker."), 1)];
        raise(&mut high, &mut Vec::new());
        assert_eq!(high[0].0.severity, Severity::High);
    }
}
