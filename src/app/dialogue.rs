//! A question for the human as the client's own dialogue puts it, and what came of it (SPEC 3, 6.10).
//!
//! The question is bound to loop and turn by a seal made with a key kept in the store: what a client
//! sends back is believed only for the very question that this repository's server asked.

use crate::domain::ids::Turn;
use crate::error::Error;
use crate::io::store::Store;

use super::workspace::Workspace;

/// A question to be put before the human.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialogue {
    /// What is asked, in words that need nothing else to be understood.
    pub message: String,
    /// What may be chosen.
    pub choices: Vec<Offer>,
    /// The names of what is filled in: the choice and the words with it.
    pub fields: Fields,
    /// Goes to the client and comes back with the answer.
    pub seal: String,
}

/// One answer that may be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub word: String,
    /// What it means, for the one who chooses.
    pub meaning: String,
}

/// How a form names its two fields, as the tool's own arguments do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fields {
    pub choice: &'static str,
    pub words: &'static str,
    /// What the words are for.
    pub meaning: &'static str,
}

/// What a call came to that may ask.
#[derive(Debug, Clone, PartialEq)]
pub enum Asked<A> {
    Answer(A),
    /// The human is asked first; the answer comes with the seal of the question.
    Ask(Dialogue),
}

/// What came of a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    Chosen {
        choice: String,
        reason: Option<String>,
    },
    Declined,
    Cancelled,
    /// Nobody answered, or the client could not ask.
    Unanswered(String),
}

/// The first part of every seal, so that another form can follow later.
const FORM: &str = "cs1";

/// The key that seals questions: the store's own, so that every server of the repository knows it.
pub(super) fn key(ws: &Workspace<'_>, store: &mut Store) -> Result<String, Error> {
    let fresh = format!("{}{}", ws.clock.random_tag(), ws.clock.random_tag());
    Ok(store.secret("request_key", &fresh)?)
}

fn mac(key: &str, loop_id: &str, turn: Turn) -> blake3::Hash {
    let key = blake3::derive_key("countersign 2026-11-22 request state of decide", key.as_bytes());
    blake3::keyed_hash(&key, format!("{loop_id}\0{turn}").as_bytes())
}

/// Seals a question to its loop and turn.
pub(super) fn seal(key: &str, loop_id: &str, turn: Turn) -> String {
    format!("{FORM}.{loop_id}.{turn}.{}", mac(key, loop_id, turn).to_hex())
}

fn refused<T>(why: &str) -> Result<T, Error> {
    Err(Error::stale(format!("{why}; nothing was recorded"))
        .at("requestState")
        .hint("Make the call once more without an answer to be asked anew"))
}

/// Returns what a seal of this store was made for: a loop, or an item, and its turn.
pub(super) fn unseal(key: &str, seal: &str) -> Result<(String, Turn), Error> {
    let parts: Vec<&str> = seal.split('.').collect();
    let [form, sealed, sealed_turn, sealed_mac] = parts.as_slice() else {
        return refused("the state that came back is none of this server's");
    };
    let (Ok(sealed_turn), Ok(sealed_mac)) = (sealed_turn.parse::<Turn>(), blake3::Hash::from_hex(sealed_mac))
    else {
        return refused("the state that came back is none of this server's");
    };
    // Hashes of blake3 are compared in constant time.
    if *form != FORM || mac(key, sealed, sealed_turn) != sealed_mac {
        return refused("the state that came back is not sealed by this repository's server");
    }
    Ok(((*sealed).to_owned(), sealed_turn))
}

/// Refuses what is no seal of this store for that loop and turn.
pub(super) fn open(key: &str, seal: &str, loop_id: &str, turn: Turn) -> Result<(), Error> {
    if unseal(key, seal)? == (loop_id.to_owned(), turn) {
        return Ok(());
    }
    refused("the state that came back belongs to another loop or turn than the call")
}

/// Refuses an answer to a question that has been settled otherwise since.
pub(super) fn settled() -> Error {
    Error::stale("what was asked has been answered or has changed since; nothing was recorded")
        .at("requestState")
        .hint("Make the call once more without an answer to be asked anew")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_opens_for_its_own_loop_and_turn_and_key_only() {
        let sealed = seal("key", "rl-abc", 7);
        assert_eq!(open("key", &sealed, "rl-abc", 7), Ok(()));
        for (key, sealed, id, turn) in [
            ("other", sealed.as_str(), "rl-abc", 7),
            ("key", sealed.as_str(), "rl-abd", 7),
            ("key", sealed.as_str(), "rl-abc", 8),
            ("key", &sealed.replace(".7.", ".8."), "rl-abc", 8),
            ("key", &sealed[..sealed.len() - 1], "rl-abc", 7),
            ("key", &sealed.replace("cs1", "cs2"), "rl-abc", 7),
            ("key", "", "rl-abc", 7),
            ("key", "....", "rl-abc", 7),
        ] {
            let error = open(key, sealed, id, turn).unwrap_err();
            assert_eq!(error.field.as_deref(), Some("requestState"), "{key} {sealed} {id} {turn}");
        }
    }
}
