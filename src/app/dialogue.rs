//! A question for the human as the client's own dialogue puts it, and what came of it (SPEC 3, 6.10).
//!
//! The question is bound to loop and turn by a seal made with a key kept in the store: what a client
//! sends back is believed only for the very question that this repository's server asked.

use crate::domain::ids::Turn;
use crate::domain::protocol::Choice;
use crate::error::Error;

/// A question to be put before the human.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialogue {
    /// What is asked, in words that need nothing else to be understood.
    pub message: String,
    /// What may be chosen.
    pub choices: Vec<Choice>,
    /// Goes to the client and comes back with the answer.
    pub seal: String,
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

fn mac(key: &str, loop_id: &str, turn: Turn) -> blake3::Hash {
    let key = blake3::derive_key("countersign 2026-11-22 request state of decide", key.as_bytes());
    blake3::keyed_hash(&key, format!("{loop_id}\0{turn}").as_bytes())
}

/// Seals a question to its loop and turn.
pub(super) fn seal(key: &str, loop_id: &str, turn: Turn) -> String {
    format!("{FORM}.{loop_id}.{turn}.{}", mac(key, loop_id, turn).to_hex())
}

/// Refuses what is no seal of this store for that loop and turn.
pub(super) fn open(key: &str, seal: &str, loop_id: &str, turn: Turn) -> Result<(), Error> {
    let refused = |why: &str| {
        Err(Error::stale(format!("{why}; nothing was recorded"))
            .at("requestState")
            .hint("Call decide without `choice` once more to be asked anew"))
    };
    let parts: Vec<&str> = seal.split('.').collect();
    let [form, sealed_loop, sealed_turn, sealed_mac] = parts.as_slice() else {
        return refused("the state that came back is none of this server's");
    };
    let (Ok(sealed_turn), Ok(sealed_mac)) = (sealed_turn.parse::<Turn>(), blake3::Hash::from_hex(sealed_mac))
    else {
        return refused("the state that came back is none of this server's");
    };
    // Hashes of blake3 are compared in constant time.
    if *form != FORM || mac(key, sealed_loop, sealed_turn) != sealed_mac {
        return refused("the state that came back is not sealed by this repository's server");
    }
    if *sealed_loop != loop_id || sealed_turn != turn {
        return refused("the state that came back belongs to another loop or turn than the call");
    }
    Ok(())
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
