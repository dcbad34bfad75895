//! Files whose names promise tests and that hold none: no runner finds any in them, all are skipped, or nothing is checked
//! (SPEC 9.3). Helpers, fixtures and tests that come from elsewhere stay what they are. The cases are in
//! `books/empty_tests.txt`.

use crate::real_uses::holds;

#[test]
fn a_file_that_promises_tests_holds_some_that_run_and_check() {
    holds("empty_tests.txt");
}
