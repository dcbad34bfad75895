//! What a finding says at length, and what two such texts prove. Reviewers and their tools have sentences that they put
//! under every finding: `must be fixed before the merge` says of no two findings that they are one.

use super::words::{dice, text_words, tokens};

/// A text kept as it was has at least so many words.
const LONG: usize = 8;
/// Texts this alike were kept; who writes of another defect changes a word in a dozen.
const KEPT: f64 = 0.97;

/// A description taken apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    pub(super) words: Vec<String>,
    /// Names and values of the code that it tells of.
    named: Vec<String>,
}

impl Told {
    /// `files` are those it is about: that it names them says no more than its place does.
    pub(super) fn of<'f>(text: &str, files: impl Iterator<Item = &'f str>) -> Told {
        let places: Vec<String> = files.flat_map(tokens).map(|t| t.text.to_lowercase()).collect();
        let called = text.split_whitespace().filter_map(|word| word.split_once('(').map(|(name, _)| name));
        let names = tokens(text).into_iter().filter(|t| t.code).map(|t| t.text);
        let mut named: Vec<String> = names
            .chain(called.filter(|name| name.len() > 2).map(|name| name.trim_matches('`').to_owned()))
            .map(|name| name.to_lowercase())
            .filter(|name| !places.contains(name))
            .collect();
        named.sort_unstable();
        Told { words: text_words(text), named }
    }

    pub(super) fn likeness(&self, other: &Told) -> f64 {
        dice(&self.words, &other.words)
    }

    /// Both name something of the code that stands in no stock sentence.
    pub(super) fn names_one(&self, other: &Told) -> bool {
        self.named.iter().any(|name| other.named.binary_search(name).is_ok())
    }

    /// The other is this one, kept as it was, and it is of this code.
    pub(super) fn is_kept(&self, other: &Told) -> bool {
        self.words.len() >= LONG && self.names_one(other) && self.likeness(other) >= KEPT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_this_code_is_told_from_a_stock_sentence() {
        let told = |text: &str| Told::of(text, ["src/t4.js"].into_iter());
        let stock = told("See line 3 in src/t4.js, this must be fixed before the change can be merged.");
        assert!(!stock.names_one(&stock) && !stock.is_kept(&stock));
        let own =
            "`avg` gets the list from the cart, which is empty for a guest, and returns NaN to the page";
        assert!(told(own).is_kept(&told(own)));
        assert!(!told(own).is_kept(&told(&own.replace("empty", "shared").replace("NaN", "orders"))));
    }
}
