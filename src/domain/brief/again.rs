//! A reviewer is asked once more (SPEC 5.6): the question, and the brief that was sent, under the code that waits now.

use std::borrow::Cow;

use super::budget::{ONCE_MORE, shortened};
use crate::domain::envelope;
use crate::domain::review_loop::state::PassRecord;

/// What stands between the question and the form to answer in.
const IN_THIS_FORM: &str = "\n\nAnswer under the new code, in this form:\n\n";

/// Writes what a reviewer is asked with: why its answer could not be taken, and the form under the new code.
pub fn clarification(question: &str, form: &str) -> String {
    format!("{question}{IN_THIS_FORM}{form}")
}

/// Returns the brief of an open pass as whoever answers now needs it: where its reviewer is asked once more, with the code
/// that the answer must carry in the place of the one that is used, and with what could not be taken. Before that, it is
/// the brief as it was sent.
pub fn sent_again<'b>(pass: &PassRecord, sent: &'b str) -> Cow<'b, str> {
    let (Some(asked), None, false) = (&pass.question, &pass.answer, pass.used_up) else {
        return Cow::Borrowed(sent);
    };
    let mut text = sent.to_owned();
    for used in &pass.used {
        // Codes are drawn after the change was pinned: nothing under review can hold one.
        text = text.replace(used.code.as_str(), pass.countersign.as_str());
    }
    let question = asked.split_once(IN_THIS_FORM).map_or(asked.as_str(), |(question, _)| question);
    let title = text.find('\n').unwrap_or(text.len());
    text.insert_str(title, &said(question));
    Cow::Owned(text)
}

/// Says that a reviewer is asked once more, and why, in the room that every brief keeps free for it: the longest question
/// gives way, and stands whole where the loop is looked at.
fn said(question: &str) -> String {
    let mut most = ONCE_MORE;
    loop {
        let shown = shortened(question, most, "loop_status");
        let said = format!(
            "\n\n**You are asked once more.** An answer to this brief came and could not be taken as it is:\n\n{shown}\n\nAnswer the whole review again in the form below. Its countersign is a new one; the work is the same."
        );
        let over = envelope::weight(&said).saturating_sub(ONCE_MORE);
        if over == 0 || most == 0 {
            return said;
        }
        most = most.saturating_sub(over);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::brief::tests::{open_first, opened_under};
    use crate::domain::ids::Countersign;
    use crate::domain::protocol::Protocol;
    use crate::domain::review_loop::state::UsedCode;
    use crate::domain::subject::Contract;

    #[test]
    fn a_brief_sent_again_has_the_code_that_waits_and_the_question() {
        let contract = Contract::new("Do it".to_owned(), Vec::new(), Vec::new());
        let mut state = opened_under(Protocol::named("megazord").unwrap(), contract);
        open_first(&mut state);
        let mut pass = state.pass().unwrap().clone();
        let sent = "# Review x\n\nYou review.\n\ncountersign `cs-1-aaaaaa`, cs-1-aaaaaa\n";
        pass.countersign = Countersign::new("cs-1-aaaaaa".to_owned());
        assert_eq!(sent_again(&pass, sent), sent, "nothing was asked");
        pass.used.push(UsedCode { code: pass.countersign.clone(), digest: String::new(), turn: 2 });
        pass.countersign = Countersign::new("cs-1-bbbbbb".to_owned());
        pass.question = Some(clarification("No verdict was found.", "the form"));
        let again = sent_again(&pass, sent);
        assert_eq!(again.matches("cs-1-bbbbbb").count(), 2, "{again}");
        assert!(!again.contains("cs-1-aaaaaa") && !again.contains("the form\n"), "{again}");
        let (title, rest) = again.split_once("\n\n").unwrap();
        assert_eq!(title, "# Review x");
        assert!(rest.starts_with("**You are asked once more.**"), "{rest}");
        assert!(rest.contains("\n\nNo verdict was found.\n\n"), "{rest}");
        // Whatever is asked finds the room that was kept for it.
        let long = clarification(&"Of \"this\" nothing can be told.\n".repeat(90), "the form");
        pass.question = Some(long);
        let again = sent_again(&pass, sent);
        assert!(envelope::weight(&again) <= envelope::weight(sent) + ONCE_MORE, "{again}");
        assert!(again.contains("more characters: loop_status"), "{again}");
        pass.used_up = true;
        assert_eq!(sent_again(&pass, sent), sent, "nobody is asked any more");
    }
}
