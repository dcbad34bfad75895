//! Turns of phrase that say what one word says: `written to the log` is `logged`, `left open` is `not closed`.

use super::words::Token;

/// What is written, and the words that stand for it. The first that fits is taken, so the longer ones come first.
const PLAINLY: [(&[&str], &[&str]); 26] = [
    (&["written", "to", "the", "logs"], &["logged"]),
    (&["written", "to", "the", "log"], &["logged"]),
    (&["printed", "to", "the", "log"], &["logged"]),
    (&["written", "to", "logs"], &["logged"]),
    (&["written", "to", "log"], &["logged"]),
    (&["two", "times"], &["twice"]),
    (&["turned", "off"], &["disabled"]),
    (&["switched", "off"], &["disabled"]),
    (&["turned", "on"], &["enabled"]),
    (&["switched", "on"], &["enabled"]),
    (&["left", "open"], &["not", "closed"]),
    (&["stays", "open"], &["not", "closed"]),
    (&["kept", "open"], &["not", "closed"]),
    (&["race", "condition"], &["race"]),
    (&["race", "conditions"], &["race"]),
    (&["data", "race"], &["race"]),
    (&["data", "races"], &["race"]),
    (&["not", "atomic"], &["race"]),
    (&["non", "atomic"], &["race"]),
    (&["leak", "memory"], &["memory", "leak"]),
    (&["leaks", "memory"], &["memory", "leak"]),
    (&["leaking", "memory"], &["memory", "leak"]),
    (&["by", "zero"], &["zero"]),
    (&["hard", "coded"], &["hardcoded"]),
    (&["hard", "coding"], &["hardcoded"]),
    (&["hard", "wired"], &["hardwired"]),
];

/// Returns the words of a title with such turns said in plain ones. Names from the code are left as they are.
pub(super) fn plainly(tokens: Vec<Token>) -> Vec<Token> {
    let fits = |at: usize, said: &[&str]| {
        tokens.get(at..at + said.len()).is_some_and(|there| {
            there.iter().zip(said).all(|(token, word)| !token.code && token.text.eq_ignore_ascii_case(word))
        })
    };
    let turn = |at: usize| PLAINLY.iter().find(|(said, _)| fits(at, said));
    // Most titles have none.
    if !(0..tokens.len()).any(|at| turn(at).is_some()) {
        return tokens;
    }
    let mut found = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        match turn(at) {
            Some((said, plain)) => {
                found.extend(plain.iter().map(|word| Token { text: (*word).to_owned(), code: false }));
                at += said.len();
            }
            None => {
                found.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    found
}
