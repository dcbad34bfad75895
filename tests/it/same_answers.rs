//! Code that answers the same whatever it is asked, and types that only keep what they are given, in the languages in which
//! such an answer is written otherwise (SPEC 9.3). The cases are in `books/same_answers.txt`.

use crate::real_uses::holds;

#[test]
fn an_answer_that_is_always_the_same_is_not_taken_for_work() {
    holds("same_answers.txt");
}
