//! Any bytes as the other documents: front matter, roadmap, requirements, state, executor reports, verification
//! reports, and the conditions of findings. The first byte chooses.

#![no_main]

use countersign::domain::closed_when::ClosedWhen;
use countersign::domain::roadmap::{self, requirements};
use countersign::domain::{envelope, executor_report, front_matter, phase_report};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    let lines = text.split('\n').count();
    match choice % 7 {
        0 => {
            if let Ok(Some(matter)) = front_matter::read(&text) {
                assert!(matter.body_at <= text.len() && text.is_char_boundary(matter.body_at));
                assert!(matter.body_line as usize <= lines + 1);
            }
        }
        1 => {
            let read = roadmap::read(&text);
            for phase in &read.phases {
                assert!(!phase.number.is_empty() && (1..=lines).contains(&(phase.line as usize)), "{phase:?}");
            }
        }
        2 => {
            for requirement in requirements::read(&text) {
                // Shorter ones stand where a mark announces them.
                let is_word = |id: &str| id.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c));
                let holds_a_number = requirement.id.bytes().any(|b| b.is_ascii_digit());
                assert!(is_word(&requirement.id) && holds_a_number, "{requirement:?}");
                assert!((1..=lines).contains(&(requirement.line as usize)), "{requirement:?}");
            }
        }
        3 => {
            let _ = roadmap::current_phase(&text);
        }
        4 => {
            assert_eq!(executor_report::read(&text), executor_report::read(&text));
        }
        5 => {
            let _ = phase_report::read(&text);
        }
        _ => {
            let _ = ClosedWhen::parse(&text);
            assert_eq!(envelope::unveil(&envelope::visible(&text)), text, "what is shown reads back");
            let sealed = envelope::seal("k7r2m9q4", "plan", &text);
            assert_eq!(sealed.matches("k7r2m9q4").count(), 2, "one opening and one closing");
        }
    }
});
