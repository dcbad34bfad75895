//! Functions and methods that a plan asks for by their names, and what looks like a stub and is none (SPEC 9.3). The cases are in
//! `books/promised_bodies.txt`.

use crate::real_uses::holds;

#[test]
fn what_is_asked_for_by_name_does_more_than_to_write_a_line_or_to_wait() {
    holds("promised_bodies.txt");
}

#[test]
fn what_a_generator_left_and_nobody_filled_is_doubted() {
    holds("as_generated.txt");
}
