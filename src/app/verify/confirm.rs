//! Asking a person about the items that only a person can see, one at a time, through the client's own dialogue
//! (SPEC 3, 9.2). A call that says nothing itself asks; what an agent passes on is taken as its word.

use super::super::answers::VerifyPhaseAnswer;
use super::super::dialogue::{self, Asked, Dialogue, Fields, Offer, Said};
use super::super::workspace::Workspace;
use super::history::{stream, stream_id};
use super::words::Word;
use super::{Case, Verified};
use crate::domain::envelope::one_line;
use crate::domain::ids::ItemId;
use crate::domain::phase::{Answer, PhaseEvent, PhaseNext, Trust};
use crate::error::Error;

/// The fields of the form, named as those of `confirmations`.
const FIELDS: Fields =
    Fields { choice: "answer", words: "note", meaning: "What you saw; it goes into the report" };

const ANSWERS: [(Answer, &str, &str); 3] = [
    (Answer::Yes, "yes", "it is as promised"),
    (Answer::No, "no", "it is not; this becomes a gap"),
    (Answer::Partial, "partial", "in part; it counts, with a warning"),
];

/// A person's answer about one item.
pub(super) struct Confirmed {
    /// Phase and item, as they were sealed.
    sealed: String,
    /// What had been said of the item when it was asked about.
    said_before: u64,
    answer: Answer,
    note: Option<String>,
}

/// What came of asking.
pub(super) struct Heard {
    pub(super) confirmed: Option<Confirmed>,
    /// Why there is no answer, where there is none.
    pub(super) why_not: Option<String>,
}

/// Reads what came of a dialogue; a question that is not this store's is refused.
pub(super) fn heard(ws: &Workspace<'_>, seal: &str, said: &Said) -> Result<Heard, Error> {
    let key = dialogue::key(ws, &mut ws.store()?)?;
    let (sealed, said_before) = dialogue::unseal(&key, seal)?;
    let none = |why: String| Ok(Heard { confirmed: None, why_not: Some(why) });
    match said {
        Said::Chosen { choice, reason } => {
            let Some((answer, ..)) = ANSWERS.iter().find(|(_, word, _)| word == choice) else {
                return none(format!("{choice:?} is none of yes, no and partial"));
            };
            let note = reason.as_deref().map(str::trim).filter(|note| !note.is_empty()).map(str::to_owned);
            let confirmed = Confirmed { sealed, said_before, answer: *answer, note };
            Ok(Heard { confirmed: Some(confirmed), why_not: None })
        }
        Said::Declined => none("the user declined to answer".to_owned()),
        Said::Cancelled => none("the user closed the question without an answer".to_owned()),
        Said::Unanswered(why) => none(format!("the client gave no answer ({why})")),
    }
}

impl Verified {
    /// Returns the question about the item that a person is asked about next; the answer where nobody is asked.
    pub(super) fn asked(self, ws: &Workspace<'_>) -> Result<Asked<VerifyPhaseAnswer>, Error> {
        let PhaseNext::Confirm { item, question, expected, why, remaining } = &self.next else {
            return Ok(Asked::Answer(self.answer));
        };
        let phase = self.case.called.as_str();
        let mut message = format!("Phase {}: \"{}\"", one_line(phase), one_line(question));
        if let Some(expected) = expected {
            message.push_str(&format!("\nExpected: \"{}\"", one_line(expected)));
        }
        if !why.is_empty() {
            message.push_str(&format!("\nWhy you are asked: {}", one_line(why)));
        }
        if *remaining > 0 {
            message.push_str(&format!("\n{remaining} more after it."));
        }
        let key = dialogue::key(ws, &mut ws.store()?)?;
        let offers =
            ANSWERS.map(|(_, word, meaning)| Offer { word: word.to_owned(), meaning: meaning.to_owned() });
        Ok(Asked::Ask(Dialogue {
            message,
            choices: offers.to_vec(),
            fields: FIELDS,
            seal: dialogue::seal(&key, &self.case.sealed(ws, item), self.case.said_of(item)),
        }))
    }
}

impl Case {
    /// Names an item of this phase as a seal does.
    fn sealed(&self, ws: &Workspace<'_>, item: &ItemId) -> String {
        format!("{}:{item}", stream_id(&stream(ws, &self.folder)))
    }

    /// Counts what was said of an item so far: an answer given meanwhile makes an open question stale.
    fn said_of(&self, item: &ItemId) -> u64 {
        let about = |event: &&PhaseEvent| match event {
            PhaseEvent::Judged { item: of, .. }
            | PhaseEvent::Confirmed { item: of, .. }
            | PhaseEvent::Overridden { item: of, .. } => of == item,
            PhaseEvent::Reported { .. } | PhaseEvent::Ran { .. } => false,
        };
        self.events.iter().filter(about).count() as u64
    }

    /// Returns the person's answer as a word on its item. The same one once more says nothing new; one to a question
    /// that was settled otherwise is refused.
    pub(super) fn confirmed(
        &self,
        ws: &Workspace<'_>,
        confirmed: &Confirmed,
    ) -> Result<Vec<(String, Word)>, Error> {
        let items = self.items(ws)?;
        let Some(item) = items.iter().map(|i| &i.id).find(|id| self.sealed(ws, id) == confirmed.sealed)
        else {
            return Err(dialogue::settled());
        };
        let word = Word::Confirmed {
            item: item.clone(),
            answer: confirmed.answer,
            note: confirmed.note.clone(),
            trust: Trust::Attested,
        };
        if self.said_of(item) == confirmed.said_before {
            return Ok(vec![("inputResponses".to_owned(), word)]);
        }
        let same = self.events.iter().rev().any(|event| match event {
            PhaseEvent::Confirmed { item: of, answer, note, trust, .. } => {
                of == item
                    && *trust == Trust::Attested
                    && *answer == confirmed.answer
                    && *note == confirmed.note
            }
            PhaseEvent::Judged { .. }
            | PhaseEvent::Overridden { .. }
            | PhaseEvent::Reported { .. }
            | PhaseEvent::Ran { .. } => false,
        });
        if same { Ok(Vec::new()) } else { Err(dialogue::settled()) }
    }
}
