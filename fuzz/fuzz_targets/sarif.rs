//! Any bytes as a file of SARIF: what `import` reads before anything else.

#![no_main]

use countersign::domain::review::Stage;
use countersign::domain::sarif::{Unreadable, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let report = match read(&text) {
        Ok(report) => report,
        Err(why) => {
            assert!(!matches!(&why, Unreadable::Version(version) if version == "2.1.0"));
            assert!(!why.to_string().is_empty());
            return;
        }
    };
    assert_eq!(Ok(&report), read(&text).as_ref(), "the same file reads the same");
    assert!(report.left.values().all(|count| *count > 0));
    let mut tools = report.tools.clone();
    tools.sort();
    tools.dedup();
    assert_eq!(tools.len(), report.tools.len(), "each tool once");
    for finding in &report.findings {
        assert!(!finding.title.trim().is_empty() && !finding.title.contains('\n'), "{finding:?}");
        assert!(finding.title.chars().count() <= 202, "{finding:?}");
        assert_eq!(finding.stage, Some(Stage::Quality));
        assert!(finding.reported_id.is_none() && finding.repeats.is_none() && finding.closed_when.is_none());
        assert!(finding.requirement.is_none() && !finding.marked_blocking && finding.fix_patch.is_none());
        let tool = finding.reported_by.as_deref().expect("somebody reports it");
        assert!(report.tools.iter().any(|known| tool.starts_with(known.as_str())), "{tool}");
        for place in &finding.locations {
            assert!(!place.file.is_empty() && !place.file.chars().any(char::is_control), "{place:?}");
            assert!(place.line != Some(0) && place.end_line.is_none_or(|e| place.line.is_some_and(|l| e > l)));
        }
    }
    for (at, finding) in report.findings.iter().enumerate() {
        assert!(!report.findings[..at].contains(finding), "said twice: {finding:?}");
    }
});
