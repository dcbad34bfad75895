//! Titles of the same words in another order: `A user can promote an admin` is not `An admin can promote a user`.
//!
//! ```text
//! exchanged = x PIVOT y / y PIVOT x        PIVOT: the words between that both have, one after the other
//! shifted   = x PIVOT y / y PIVOT z        what one does it to is what the other does it with
//! ```
//!
//! Where the pivot means the same both ways, `x and y`, nothing follows of it.

use super::words::{Title, Word};

/// Stand before a thing and say nothing of it.
const ARTICLES: [&str; 7] = ["a", "an", "the", "any", "every", "each", "its"];
/// Lead from who does it to whom it is done to.
const JOINTS: [&str; 16] = [
    "to", "by", "from", "into", "onto", "with", "than", "over", "under", "can", "may", "could", "might",
    "exceeds", "before", "after",
];
/// Mean the same from either side.
const EITHER_WAY: [&str; 17] = [
    "and",
    "or",
    "nor",
    "vs",
    "versus",
    "equals",
    "equal",
    "differs",
    "differ",
    "conflicts",
    "conflict",
    "matches",
    "match",
    "overlaps",
    "overlap",
    "mixed",
    "between",
];

/// Words of a thing that are looked at beside a pivot: `order total`.
const BESIDE: usize = 2;

/// What stands before and behind words that two titles share.
struct Around<'t> {
    pivot: &'t [&'t Word],
    /// The same with a word more, of either title.
    beside: [(&'t [&'t Word], &'t [&'t Word]); 2],
    mine: (Option<&'t Word>, Option<&'t Word>),
    theirs: (Option<&'t Word>, Option<&'t Word>),
}

impl Title {
    /// Who does it and whom it is done to are the other way round.
    pub(super) fn exchanges(&self, other: &Title) -> bool {
        self.around(other, &|around| {
            let same = |a, b| same((self, a), (other, b));
            let swapped = same(around.mine.0, around.theirs.1) && same(around.mine.1, around.theirs.0);
            let differ = around.mine.0.zip(around.mine.1).is_some_and(|(a, b)| !a.is(b));
            swapped && differ
        })
    }

    /// What it is done to in one is what does it in the other, or one of two that race is another.
    pub(super) fn shifts(&self, other: &Title) -> bool {
        let moved = |around: &Around<'_>| {
            let joins = around.pivot.iter().any(|w| JOINTS.contains(&w.text.as_str()));
            let has = |row: &[&Word], word: &Word| row.iter().any(|w| w.is(word));
            let went = |from: &[&Word], to: &[&Word], not: [&[&Word]; 2]| {
                let thing = |w: &Word| same((self, Some(w)), (other, Some(w)));
                from.iter().any(|w| has(to, w) && thing(w) && !not.iter().any(|row| has(row, w)))
            };
            let [(mine, my_end), (theirs, their_end)] = around.beside;
            let passive = |title: &Title| title.row.iter().any(|w| w.text == "by");
            joins
                && passive(self) == passive(other)
                && (went(my_end, theirs, [mine, their_end]) || went(mine, their_end, [my_end, theirs]))
        };
        self.around(other, &moved) || self.races_another(other)
    }

    /// `between a and b` in both, and not the same two.
    fn races_another(&self, other: &Title) -> bool {
        let two = |title: &Title| -> Option<(Word, Word)> {
            let row = bare(title);
            let at = row.iter().position(|w| w.text == "between")?;
            let and = at + row[at..].iter().position(|w| w.text == "and")?;
            (and == at + 2).then_some(())?;
            Some((row[at + 1].clone(), (*row.get(and + 1)?).clone()))
        };
        let (Some((a, b)), Some((c, d))) = (two(self), two(other)) else { return false };
        !(a.is(&c) && b.is(&d) || a.is(&d) && b.is(&c))
    }

    fn around(&self, other: &Title, is_told: &dyn Fn(&Around<'_>) -> bool) -> bool {
        let (mine, theirs) = (bare(self), bare(other));
        for at in 0..mine.len() {
            for there in 0..theirs.len() {
                let begins = at > 0 && there > 0 && mine[at - 1].is(theirs[there - 1]);
                if begins || !mine[at].is(theirs[there]) {
                    continue;
                }
                let run = mine[at..].iter().zip(&theirs[there..]).take_while(|(a, b)| a.is(b)).count();
                let around = |from: usize| (from.checked_sub(1), from + run);
                let ((b1, a1), (b2, a2)) = (around(at), around(there));
                let beside = |row: &'_ [&'_ Word], from: usize| {
                    (from.saturating_sub(BESIDE)..from, from + run..(from + run + BESIDE).min(row.len()))
                };
                let ((m0, m1), (t0, t1)) = (beside(&mine, at), beside(&theirs, there));
                let around = Around {
                    beside: [(&mine[m0], &mine[m1]), (&theirs[t0], &theirs[t1])],
                    pivot: &mine[at..at + run],
                    mine: (b1.map(|b| mine[b]), mine.get(a1).copied()),
                    theirs: (b2.map(|b| theirs[b]), theirs.get(a2).copied()),
                };
                let pivots = |w: &&Word| !EITHER_WAY.contains(&w.text.as_str());
                if around.pivot.iter().all(pivots) && is_told(&around) {
                    return true;
                }
            }
        }
        false
    }
}

/// All words of a title but articles.
fn bare(title: &Title) -> Vec<&Word> {
    title.row.iter().filter(|w| w.code || !ARTICLES.contains(&w.text.as_str())).collect()
}

/// Both are there and say the same, and it is a thing in each title: no joint, and nothing that only says what is missing.
fn same((one, a): (&Title, Option<&Word>), (other, b): (&Title, Option<&Word>)) -> bool {
    let thing = |title: &Title, word: &Word| title.words.iter().any(|w| w.is(word));
    a.zip(b).is_some_and(|(a, b)| a.is(b) && thing(one, a) && thing(other, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_other_way_round_is_another_thing() {
        for (a, b) in [
            ("A user can promote an admin", "An admin can promote a user"),
            ("Width is divided by height", "Height is divided by width"),
            (
                "Conversion from cents to euros loses precision",
                "Conversion from euros to cents loses precision",
            ),
            ("Copy from source to target is not checked", "Copy from target to source is not checked"),
            ("Wrong sign when debit exceeds credit", "Wrong sign when credit exceeds debit"),
        ] {
            assert!(
                Title::of(a).exchanges(&Title::of(b)) && Title::of(b).exchanges(&Title::of(a)),
                "{a} / {b}"
            );
        }
        for (a, b) in [
            ("Overflow when price is added to total", "Overflow when total is added to balance"),
            ("Refund may exceed the order total", "Order total may exceed the credit limit"),
            ("Comparison of a string with a number", "Comparison of a number with a date"),
            ("Race between login and logout", "Race between logout and token refresh"),
            ("Race between check and insert", "Race between insert and delete"),
        ] {
            let shifted = |a: &str, b: &str| Title::of(a).shifts(&Title::of(b));
            assert!(shifted(a, b) && shifted(b, a), "{a} / {b}");
        }
        for (a, b) in [
            ("Duplicate code in parse and load", "Duplicate code in load and parse"),
            ("Race between login and logout", "Race between logout and login"),
            ("Missing null check in total", "total: null check missing"),
            ("Callers can bypass the auth check", "Auth check can be bypassed by callers"),
            ("The migration drops the email column", "Email column is dropped by the migration"),
            ("Order total is wrong for empty carts", "Empty carts yield a wrong order total"),
            (
                "Mail is sent before the transaction commits",
                "Transaction commits only after the mail was sent",
            ),
            ("User input is passed to `eval`", "`eval` on user input"),
            ("The lock is not released on error", "On error the lock is not released"),
        ] {
            let (a, b) = (Title::of(a), Title::of(b));
            assert!(!a.exchanges(&b) && !a.shifts(&b), "{a:?} / {b:?}");
        }
    }
}
