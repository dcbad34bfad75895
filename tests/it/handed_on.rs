//! Guards that let everything through, decorators that give back what they are given, tables without columns: each beside its
//! honest twin (SPEC 9.3). The cases are in `books/handed_on.txt`.

use crate::real_uses::holds;

#[test]
fn what_only_hands_on_or_holds_nothing_is_a_stub() {
    holds("handed_on.txt");
}
