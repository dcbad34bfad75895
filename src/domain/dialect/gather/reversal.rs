//! A finding that says in its own text which earlier one it takes back, where its form has no field for that:
//! `… | reverses: F2`, `REVERSES: F2. …`.
//!
//! ```text
//! reversal = "reverses" (":" | "=") id      id: letters, then anything up to a digit
//! ```
//!
//! It reads one finding at a time; whether there is such a finding is the loop's to know.

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::review::RawFinding;

static REVERSES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)(?:\s*[|(\[;]\s*|^\s*|\s+)\*{0,2}reverses\*{0,2}\s*[:=]\*{0,2}\s*[`"'\[]?([a-z][a-z0-9_-]*[0-9])[`"'\]]?[)\]]?\.?(?:\s+|$)"#,
    )
    .expect("a constant pattern")
});

/// Takes the id out of the findings' texts, where no field gave one.
pub(crate) fn read(findings: &mut [(RawFinding, u32)]) {
    for (finding, _) in findings {
        let mut said = finding.reverses.take();
        take(&mut finding.title, &mut said);
        for text in [&mut finding.description, &mut finding.suggestion, &mut finding.why] {
            if let Some(text) = text.as_mut() {
                take(text, &mut said);
            }
        }
        finding.reverses = said;
    }
}

/// Takes the id out of one text; a text that says nothing else stays as it is.
fn take(text: &mut String, said: &mut Option<String>) {
    // Few texts say the word at all.
    if !text.contains(['r', 'R']) || said.is_some() {
        return;
    }
    let Some(found) = REVERSES.captures(text) else { return };
    let (Some(whole), Some(id)) = (found.get(0), found.get(1)) else { return };
    *said = Some(id.as_str().to_owned());
    let (before, after) = (text[..whole.start()].trim_end(), text[whole.end()..].trim_start());
    let gap = if before.is_empty() || after.is_empty() { "" } else { " " };
    let rest = format!("{before}{gap}{after}");
    if !rest.is_empty() {
        *text = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::review::Severity;

    #[test]
    fn a_text_may_say_what_it_takes_back() {
        for (text, id, rest) in [
            ("Keep the store in one | reverses: F2", Some("F2"), "Keep the store in one"),
            ("REVERSES: TL-AUTH-1-001. Extract a helper", Some("TL-AUTH-1-001"), "Extract a helper"),
            ("Do not round [reverses: f-001]", Some("f-001"), "Do not round"),
            (
                "Do not round (**Reverses:** `F1`), it drifts",
                None,
                "Do not round (**Reverses:** `F1`), it drifts",
            ),
            ("It reverses the list", None, "It reverses the list"),
            ("Reverses: none", None, "Reverses: none"),
            ("The flag reverses=on is ignored", None, "The flag reverses=on is ignored"),
        ] {
            let mut findings = vec![(RawFinding::new(Severity::High, text), 1)];
            read(&mut findings);
            let (finding, _) = &findings[0];
            assert_eq!((finding.reverses.as_deref(), finding.title.as_str()), (id, rest), "{text}");
        }
        let mut given = vec![(RawFinding::new(Severity::High, "Do not round | reverses: F9"), 1)];
        given[0].0.reverses = Some("F1".to_owned());
        read(&mut given);
        assert_eq!(given[0].0.reverses.as_deref(), Some("F1"));
    }
}
