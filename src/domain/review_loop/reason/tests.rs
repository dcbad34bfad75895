//! Excuses in many words, and reasons that look like excuses.

use super::*;
use crate::domain::ids::FindingId;
use crate::domain::review::{RawFinding, Severity};

fn finding() -> Finding {
    let said = RawFinding::new(Severity::High, "Missing null check on user");
    Finding::new(FindingId::new("F1"), said, 1)
}

/// Says which of them are taken the wrong way, all at once.
fn all_are(reasons: &[&str], refused: bool) {
    let wrong: Vec<_> = reasons
        .iter()
        .filter(|r| refuse(r, &finding()).is_some() != refused)
        .map(|r| (r, Grounds::of(r, &finding())))
        .collect();
    assert!(wrong.is_empty(), "{} of {} taken wrong: {wrong:#?}", wrong.len(), reasons.len());
}

#[test]
fn empty_reasons_are_none_in_any_words() {
    all_are(
        &[
            "too hard",
            "It takes too long to fix",
            "No time for this now",
            "I disagree",
            "I don't agree with this finding",
            "Not worth the effort",
            "We will do it later",
            "This is out of scope for today",
            "Low priority, put it in the backlog",
            "The reviewer is wrong here",
            "False positive",
            "This is fine as it is",
            "Works for me",
            "That would be overkill in my opinion",
            "This is a matter of taste",
            "Changing this is too risky right now",
            "The deadline is tomorrow and parser.rs is complicated",
            "Good enough",
            "Won't fix, this is a nitpick",
            "I think the code is okay",
            "Das ist mir zu aufwendig",
            "Missing null check on user is wrong",
            "n/a",
            "as intended by design",
        ],
        true,
    );
}

#[test]
fn phrases_that_state_nothing_are_none_with_a_place_either() {
    all_are(
        &[
            "not needed",
            "wontfix",
            "by design.",
            "as discussed",
            "out of scope",
            "don't agree",
            "no time",
            "see above",
            "intentional",
            "This is intentional.",
            "False positive, the code is fine",
            "this is how it was meant to be in src/auth.ts",
            "I checked src/auth.ts and it is fine",
            "I looked at src/auth.ts:10 and the code handles it",
            "See the comment above in src/auth.ts line 10",
            "As discussed with the team, user in src/auth.ts stays",
            "not part of the requirement",
            "The requirements do not mention it",
            "this follows the existing pattern in src/auth.ts",
            "The same pattern is used in src/a.ts and src/b.ts",
            "Not required by the task",
            "the caller should check it",
            "kept for consistency",
            "can't reproduce this locally",
            "duplicate of another finding",
            "safe to ignore",
            "It belongs to another phase",
        ],
        true,
    );
}

#[test]
fn what_a_reviewer_can_look_up_is_a_reason_in_any_words() {
    all_are(
        &[
            "Task 2 of the plan asks for the raw value",
            "AC-3: \"guests may browse\", so no user is expected here",
            "The finding cites src/auth.ts:10, but that line is inside a comment",
            "Line 10 is a comment, not code: it is within a comment since commit 3f2a1bc",
            "auth.ts has only 8 lines; there is no line 10",
            "The match is exhaustive; the compiler enforces it",
            "Rust's borrow checker makes this data race impossible: the cell is behind a Mutex",
            "The regex is anchored, so the input cannot be longer than 64 characters",
            "the suggested lock would deadlock because refresh already holds it",
            "bcrypt truncates at 72 bytes, the validator caps passwords at 64",
            "Out of scope by the plan: phase 5, task 2 adds rate limiting",
            "The condition is negated; the early return covers null",
            "I verified that requireUser() throws for a missing user before this line",
            "The function is never called with a null user: the router rejects anonymous requests",
            "The reviewer misread the condition: it is `!user`, not `user`, and returns early",
        ],
        false,
    );
}

#[test]
fn excuses_that_name_a_file_are_excuses() {
    all_are(
        &[
            "src/auth/login.rs would need a huge refactor of the session module, which is not worth the time",
            "parser.rs is a mess and nobody understands it any more",
            "I looked at src/auth/session.rs for a while and touching it means changing a lot of other modules",
            "The function in user_service.rs is long and old and I would rather not touch it",
            "src/a.rs:10 is fine, it has always worked and no customer ever complained",
            "Fixing `User` means touching every caller of it, that is days of work",
            "This is how the rest of the codebase does it, see src/orders/handler.ts",
            "In src/a.rs we never check this and it never happens in practice",
            "It would take weeks to restructure db/models.py for this",
            "The change in UserController.java could be done in a separate PR next sprint",
            "We can add the check in auth.ts later when we have more time",
            "src/cart.js is legacy code from the previous developer, not mine",
            "The tests in tests/user_test.py are slow and I have no capacity for more",
            "Adding validation to `createUser()` is overkill for such a small tool",
            "I prefer the way src/a.rs is written at the moment",
            "In my opinion `user` does not need this",
            "It's unlikely that user is null in src/a.rs, an edge case at best",
            "Changing config/default.toml might break things in production",
            "The module src/billing is too complex to change before the release",
            "This was already like that before my change to src/a.rs",
        ],
        true,
    );
}

#[test]
fn long_winded_excuses_are_excuses() {
    all_are(
        &[
            "After a careful analysis of the finding, and having weighed all the options that are open to us at this point, we have come to the conclusion that the current approach is good enough for the purposes of this release",
            "While the observation has some merit, the effort to address it is out of proportion to the benefit that our users would see",
            "The team has discussed this at length and we feel that it is not a priority in the present circumstances",
            "Given the constraints we are under, I believe that it is best to revisit this at a later point in time",
            "With all due respect, this finding is overly pedantic and does not reflect how software is built in the real world",
            "This has been the way we have always done it and everybody on the team is happy with it",
            "It is a known limitation that we accept for now and will look into eventually",
            "The suggested change is stylistic and would make the code longer for no benefit",
            "A senior colleague looked at it and said that it is fine",
            "The finding is not relevant to the goals of this task as I understand them",
            "There is no evidence that anybody was ever affected by this",
            "The product owner wants this shipped today, so we have to live with it",
            "My understanding of the code base is not deep enough to make this change safely",
            "The suggested fix looks difficult and I am not convinced it helps",
            "This is a theoretical concern at best",
            "The cost of the change outweighs its benefit by far",
            "It compiles and runs on my machine",
            "Nobody will ever do that",
            "We can live with it",
            "Rejected.",
            "No.",
            "The code is correct",
            "The finding is incorrect because it is wrong",
            "I have already considered this and decided against it",
        ],
        true,
    );
}

#[test]
fn grounds_that_can_be_looked_up_are_reasons() {
    all_are(
        &[
            "`user` is checked by `requireUser()` before this handler runs",
            "src/middleware/auth.ts:14 returns 401 when there is no user, so it is never null here",
            "The only caller passes the session user, which the type system guarantees to be set",
            "AUTH-03 says anonymous visitors must be let through",
            "A null check here would break the public API: callers rely on the exception",
            "The query is parameterised by the ORM, no string reaches the SQL",
            "The framework escapes every value in this template by default",
            "The lock in acquire_lease covers this section, no second thread gets in",
            "The acceptance criteria ask for the raw total, not the rounded one",
            "The loop is bounded by MAX_ITEMS, which is 16",
            "The test cart_totals_with_discount covers exactly this branch",
            "UserRecord::load never returns None, it panics at start-up instead",
            "The column has a NOT NULL constraint in migration 0012",
            "RFC 7231 allows a body on this response, and the client needs it",
            "The value is validated in the constructor, so the method cannot see an empty one",
            "parse_row already rejects empty lines before they get here",
            "The generated file is rewritten by the build; a change there is lost",
            "The callback is only registered once, in main.rs line 40, so no leak occurs",
            "The spec requires the error to propagate to the caller",
            "Array.prototype.sort is stable in every supported runtime version",
            "I disagree: `user` comes from `requireUser()`, which throws when it is missing",
        ],
        false,
    );
}

#[test]
fn reasons_with_words_of_excuses_are_reasons() {
    all_are(
        &[
            "The hard limit of 100 rows is enforced by the gateway in limits.rs:8",
            "The timeout is hard-coded by the vendor's protocol, RFC 3161 section 3",
            "Time is stored in UTC by clock.rs, no conversion takes place on read",
            "The wrong-password branch returns at auth.rs:20 before the counter is read",
            "verify_token runs in constant time, the early return is on the public key id only",
            "The long poll is closed by the server after 30 s, see poll.ts:55",
            "It is checked later: finish() in src/upload.rs validates the length before anything is written",
            "The gRPC deadline cancels the call, client.rs:40 sets it for every request",
            "Go's defer closes the file in copyFile(), also on the error path",
            "The priority queue in sched.rs orders by deadline, so no job starves",
            "The refactor in commit 3f2a1bc moved the null check to guard.rs:12, which runs first",
            "The next iteration of the loop clears `buf`, no stale byte is read",
            "Not a matter of style: rustfmt.toml sets max_width = 110 and the linter enforces it",
            "I think the finding misreads `retry()`: it returns after three attempts, see net.rs:31",
            "We disagree with reason: FR-7 excludes guests from the discount",
            "It is out of scope by the plan: AUTH-04 assigns the rate limit to phase 5",
            "It would be too expensive at run time: `index_of()` is called per row and PERF-2 allows 1 ms",
            "This was accepted in the design: ADR-12 says sessions live in memory only",
            "The slow path is taken only when `cache.get()` returns None, once per start",
            "The risk is handled: `deploy.yml` runs the migration in a transaction and rolls back on failure",
            "The rare case is covered by test_empty_cart_totals in tests/cart.py",
            "The field cannot be wrong: the database has a CHECK constraint on it in schema.sql:88",
            "The important part is `O_EXCL` in open(): a second process fails there",
            "The fix would break consumers: `total` is exported and the mobile client parses it as a string",
            "`parse()` is generated by build.rs from grammar.pest, an edit there is overwritten",
            "The complexity is required by SEC-9: the comparison must not branch on secret bytes",
            "Every caller holds `state.lock()`, compare worker.rs:17, worker.rs:60 and api.rs:22",
            "The busy flag is an AtomicBool, compare_exchange in enter() lets exactly one thread pass",
            "The effort counter in stats.rs is reset by begin(), a stale value is never read",
            "The style sheet is injected by the framework, main.css is never loaded twice",
            "`later` is the name of the queue: later.push() stores the job in redis with its own retry",
            "The backlog argument of listen() is capped by the kernel at somaxconn",
            "`scope` is validated by OAuthScope::parse, unknown scopes return 400",
            "The criterion reads \"shows the last 20 entries\"; the page size of 20 is what it asks",
            "The opinion table has a unique index on user_id and post_id in migration 0031",
            "FR-3.2 requires the raw error text to be shown to administrators",
            "The documentation of serde says that unknown fields are ignored by default, which the contract demands",
            "Die Prüfung steht in require_user() in src/auth.rs:14 und wirft vorher",
            "`user` no puede ser null: src/auth.ts:20 lanza antes una excepción en requireUser()",
            "The nit_picker module is test code: Cargo.toml lists it under dev-dependencies only",
            "Response::close() is idempotent, a second call returns at once",
        ],
        false,
    );
}

#[test]
fn fresh_excuses_in_many_words_and_languages_are_none() {
    all_are(
        &[
            "Honestly the juice isn't worth the squeeze",
            "This one can wait",
            "I'd rather leave that alone",
            "Nobody asked for this",
            "My manager said to skip it",
            "That ship has sailed",
            "It compiles, so it is fine",
            "The reviewer is being pedantic about a trivial thing",
            "YAGNI",
            "KISS: keep it simple",
            "Premature optimisation",
            "That's just how we roll around here",
            "No.",
            "Zu viel Arbeit f\u{fc}r so wenig Nutzen",
            "Das machen wir sp\u{e4}ter",
            "Je ne suis pas d'accord",
            "Pas le temps maintenant",
            "No hay tiempo para esto",
            "Es demasiado dif\u{ed}cil",
            "\u{592a}\u{96be}\u{4e86}\u{ff0c}\u{4ee5}\u{540e}\u{518d}\u{8bf4}",
            "\u{42d}\u{442}\u{43e} \u{441}\u{43b}\u{438}\u{448}\u{43a}\u{43e}\u{43c} \u{441}\u{43b}\u{43e}\u{436}\u{43d}\u{43e}",
            "\u{96e3}\u{3057}\u{3059}\u{304e}\u{307e}\u{3059}",
        ],
        true,
    );
}

#[test]
fn fresh_reasons_in_many_words_and_languages_are_taken() {
    all_are(
        &[
            "`user` is set by `requireUser()` in src/auth.rs:12 and is never null here",
            "src/auth.rs:14 already returns 401 when the session holds no user",
            "FR-7 demands that guests may check out, so an absent user is valid input",
            "The type is `User`, not `Option<User>`: the compiler rejects a missing one",
            "Adding the check would break `guest_checkout` in tests/guest.rs:40, which passes None on purpose",
            "The middleware registered in app.ts:8 rejects the request before this handler runs",
            "AC-2 says anonymous carts are kept, so the branch must accept a null user",
            "The line cited, src/auth.rs:10, is in the test fixture and is never compiled into the binary",
            "`load_user` throws NotFound in src/store.rs:88, so the caller never receives null",
            "The suggested lock is taken by `refresh()` already (src/cache.rs:31); taking it twice deadlocks",
            "The schema declares users.id NOT NULL (migrations/003.sql:5), so the query cannot return null",
            "Line 22 validates the token and returns early, before user is read on line 30",
            "src/auth.rs:10 pr\u{fc}ft `user` schon in `require_user()` vor diesem Aufruf",
            "In src/auth.rs:12 wirft `requireUser()` eine Ausnahme, wenn kein Benutzer da ist",
            "`require_user()` l\u{e8}ve une exception dans src/auth.rs:12 avant cette ligne",
            "src/auth.rs:12 ya comprueba `user` con `require_user()` antes de esta llamada",
            "src/auth.rs:12 \u{4e2d}\u{7684} `require_user()` \u{5df2}\u{7ecf} \u{68c0}\u{67e5} \u{4e86} `user`",
            "\u{412} src/auth.rs:12 `require_user()` \u{443}\u{436}\u{435} \u{43f}\u{440}\u{43e}\u{432}\u{435}\u{440}\u{44f}\u{435}\u{442} `user`",
            "The parser guarantees a non-empty name: see the assertion in src/parse.rs:77",
            "The finding reads the old file: the guard was moved to src/guard.rs:5 in this very change",
            "Requirement CART-03 asks for the raw price, without rounding; rounding here would violate it",
            "The default of `timeout` is 30 s in config/default.toml:4, so it is bounded",
        ],
        false,
    );
}

#[test]
fn excuses_about_cost_calendar_and_hearsay_are_excuses() {
    all_are(
        &[
            "We ship Friday, the handler() can wait",
            "It compiled and nothing exploded when I ran main.rs",
            "Refactoring src/a.rs would require changing every function that calls it",
            "This has run in production for years without an incident in src/a.rs:10",
            "Adding a check in src/a.rs:10 costs more than it returns",
            "The customer does not pay for error handling in src/a.rs",
            "I would have to learn how the lock in src/a.rs works",
            "The finding returns to a topic that was settled last week in the requirement",
            "src/a.rs:10 is handled adequately, the requirement is met",
            "ChatGPT says src/a.rs:10 returns the right value",
            "The requirement does not say I must fix every single thing",
        ],
        true,
    );
    all_are(
        &[
            "The file is closed by Drop when the guard goes out of scope at the end of f10",
            "Index 0 is always present: Vec is built with vec![first] in src/a.rs:8",
            "The overflow cannot occur: the operands are u8 and the sum is computed as u32",
            "The function is pure and has no shared state, so there is no race",
            "git blame aside, line 30 has no loop at all: it is a single assignment",
        ],
        false,
    );
}

#[test]
fn a_place_and_enough_about_it_is_a_reason() {
    all_are(
        &[
            "src/none.rs does not exist in this repository",
            "There is no file src/none.rs here; the reviewer looked at another project",
            "The function `work` is never called from anywhere, see grep: src/a.rs:10 is the only mention",
            "`user` can't be missing: the router only reaches src/a.rs:10 after `require_login`",
            "AUTH-02 asks for exactly this: three attempts and then a pause",
            "Line 14 of src/a.rs already does what you ask for",
            "The discount is subtracted two lines further down, in src/a.rs:12",
            "Changing the order would make POST /login answer 200 before the session is saved",
            "The column is NOT NULL in migrations/003.sql so the value cannot be absent",
            "This branch is only taken when DEBUG=1, see config/dev.toml:4",
            "The spec says in criterion 2 that names are case-insensitive",
            "Using `Decimal` here gives other sums than the ledger in src/ledger.rs:40, which uses cents",
            "src/a.rs:10 is generated by build.rs; edits there vanish with the next build",
            "The lock is taken in the caller (src/pool.rs:88), so no two threads are ever here",
            "`serde` rejects unknown fields before this code sees them (deny_unknown_fields on Request)",
            "There is a test for that: tests/login.rs::empty_name",
            "Der Aufrufer in src/b.rs:7 pr\u{fc}ft das schon, vgl. `check_user`",
            "The variable is shadowed on line 9, the one you mean is another",
            "The requirement is about admins only; guests never get this page (REQ-7)",
            "Rust's `Vec` frees itself; there's nothing to leak at src/a.rs:10",
            "`total` is already in cents, see src/money.rs:12",
            "the loop ends at `len - 1`, not at `len`; src/a.rs:22",
            "src/db.rs:40 uses a prepared statement with two placeholders",
            "FR-2 names exactly these three roles and no others",
            "`id` is a u64 here, it has no sign",
            "The file handle lives in a `with` block on line 31",
            "`None` means \"not logged in\" in this API, see docs/api.md:14",
            "That code path is behind `cfg(test)` in src/lib.rs:3",
            "The value is a literal in src/config.rs:8, nobody can change it",
            "Both callers of `pay()` are in src/checkout.rs and hold the lock",
            "tests/cart.rs:55 has a cart with zero items",
            "The column got its index in migrations/012.sql",
            "NFR-4 wants the old format until version 3",
            "`retry` stops after 5, look at the counter in src/net.rs:19",
            "there are no threads in this binary: Cargo.toml has tokio with the current_thread flavour only",
            "src/view.tsx:18 is server side, `window` is not there",
            "The name comes out of an enum (src/kind.rs:4), no free text can arrive",
            "`amount` cannot go below zero: it is a `NonZeroU32`",
            "La validation est faite dans src/form.ts:9 avant l'envoi",
            "The comment on line 12 is about v1; v2 has another order, see src/proto.rs:60",
            "`parse` sits behind `validate` in src/api.rs:14, nothing unvalidated gets there",
            "src/store.rs:77 opens the file with O_APPEND, two writers cannot cross",
            "the map on line 40 has one entry per locale, three in all",
            "REQ-12 leaves the order to the client",
            "`unwrap` on line 9 follows `is_some()` on line 8",
            "src/cart.ts:30 runs on the worker, there is no DOM",
            "`Arc` keeps it alive until src/pool.rs:61",
            "The quote in the finding is from docs/old.md, src/a.rs has no such line",
            "`size` is 16 at most because of MAX_BATCH in src/batch.rs:3",
            "Feature flag `new_cart` is off in config/prod.toml:7",
            "src/a.rs:10 gets its number from `u8::try_from`, 300 cannot occur",
            "the second query in src/q.sql:4 has LIMIT 1",
            "Swapping them puts DELETE before INSERT in src/sync.rs:50",
            "line 12 is a doc comment",
            "`token` has 256 bits from `getrandom`",
            "The struct is `Copy`, src/p.rs:2, there is no alias",
            "GET /health takes no body, see src/http.rs:11",
        ],
        false,
    );
}

#[test]
fn a_place_with_nothing_about_it_is_none() {
    all_are(
        &[
            "Fixing it means touching src/a.rs:10 and we'd rather leave that alone",
            "src/a.rs:10 has looked like this for years and nobody minded",
            "I looked at src/a.rs:10 and see nothing wrong there",
            "The code in src/a.rs:10 is clear to anybody who reads it",
            "`work` in src/a.rs does what I wanted it to do",
            "My tests pass with src/a.rs:10 as it stands",
            "The reviewer does not get how src/a.rs works",
            "Nope, src/a.rs:10 stays",
            "That finding about src/a.rs:10 should not have been raised by a serious reviewer",
            "src/a.rs:10 is somebody else's job, ask the platform people",
            "It'd take a week to redo src/a.rs and b.rs",
            "src/a.rs:10 returns what I expect it to return",
            "Customers have never called support about src/a.rs:10",
            "The handler at src/a.rs:10 handles it in a manner I can live with",
            "It is only a small leak in src/a.rs:10, restart the server every night",
            "We accept the error in src/a.rs:10 for the demo",
            "The build passes, the linter passes, the type checker passes on src/a.rs:10",
            "src/a.rs:10 was written by our best engineer who validated it carefully",
            "Das ist mir zu aufwendig, src/a.rs:10 und src/b.rs:3 bleiben so",
            "Lieber nicht: src/a.rs:10 und src/b.rs:3 m\u{fc}ssten ganz neu geschrieben werden",
            "src/a.rs:10 is what it is",
            "I stand by src/a.rs:10",
            "src/a.rs:10 does its job well",
            "We know about src/a.rs:10 and live with it",
            "src/a.rs:10 does exactly what it should",
            "There is nothing to see at src/a.rs:10",
            "The finding about `work` makes no sense to me",
            "src/a.rs was signed off by the architect",
            "`work` behaves the way we want",
            "Let us leave src/a.rs:10 alone please",
            "The author of src/a.rs knew what he was doing",
            "Please close this one, src/a.rs:10 is okay for us",
            "src/a.rs:10 looks correct to me and to my team",
            "It is hard to believe that src/a.rs:10 could go wrong",
            "src/a.rs is clean and readable code",
            "Not a bug in src/a.rs:10, just a feature",
            "The reviewer should read src/a.rs:10 once more",
            "src/a.rs:10 is not my part of the work",
            "Moving on, src/a.rs:10 can stay the way it stands",
            "Das ist in src/a.rs:10 so gewollt",
            "src/a.rs:10 is exactly how it should look",
            "Somebody will surely clean up src/a.rs one day",
            "src/a.rs:10 may be odd but it has charm",
            "This remark on src/a.rs:10 is not helpful",
            "src/a.rs:10 was fine in the previous review",
            "Everyone on the team likes `work` this way",
            "`work` is good code and does not deserve this",
            "You are reading too much into src/a.rs:10",
            "src/a.rs:10 is just a detail",
            "We have bigger fish to fry than src/a.rs:10",
            "src/a.rs:10 is intentional",
            "I wrote src/a.rs:10 this way on purpose",
            "src/a.rs:10 has been through many hands and survived",
            "There are worse things than src/a.rs:10",
            "Never change a running system: src/a.rs:10",
            "src/a.rs:10 follows my plan",
            "The finding on src/a.rs:10 is wrong",
            "C'est voulu comme \u{e7}a dans src/a.rs:10",
        ],
        true,
    );
}

#[test]
fn the_kind_of_a_rejection_is_neither_a_plea_nor_a_reason() {
    all_are(
        &[
            "false positive: `work` at src/a.rs:10 keeps every cart, it appends",
            "false positive: `work` in src/a.rs:10 appends the cart",
            "False positive. At src/a.rs:10 `work` appends the cart",
            "Not a bug: src/a.rs:10 appends the user before the check",
            "this is not a bug, src/a.rs:10 appends every cart",
        ],
        false,
    );
    all_are(
        &[
            "false positive",
            "Not a bug.",
            "false positive: trust me, src/a.rs is fine",
            "not a bug, src/a.rs:10",
            "this is a false positive, too hard to change in src/a.rs anyway",
        ],
        true,
    );
}

#[test]
fn what_prose_says_of_the_code_is_a_reason_without_a_place() {
    all_are(
        &[
            "`total()` already returns early when the cart is empty (src/a.rs:3), so the divisor is never 0",
            "REQ-4 says discounts are applied per line, not on the sum; the change asked for would break that",
            "The caller in src/cart.rs validates the id before calling, so None cannot reach this line",
            "Adding the lock here would deadlock with flush(), which holds it while calling total()",
            "The value is u32 and the maximum is 10_000 by the schema, so the sum cannot overflow",
            "sort_key is an enum with three variants; it is never built from user input, so no injection is possible",
            "The test `cart_rounds_up` covers exactly this case and passes",
            "Acceptance criterion 2 asks for the total including tax, which is what the code computes",
            "Changing the return type would break the public API used by the mobile client v2",
            "The log line prints the hash of the password, not the password: see hash() on line 12",
            "The retry loop is bounded by MAX_RETRIES = 3 on line 7",
            "chrono's parse_from_rfc3339 keeps the offset, so the timezone is not lost",
            "The cache key includes the version, so a changed entry is never served",
            "If we check for null here, the fallback in checkout() is never taken and guest orders fail",
            "This is a generated file; build.rs overwrites it at each build, so the fix belongs to the template",
            "The index on orders.created_at is used by this query, EXPLAIN shows an index scan",
            "Rust's borrow checker guarantees that no other reference exists while this one is mutable",
            "It takes too long only if the list is unsorted, but `items` is sorted by the constructor",
            "The spec (section 3.2) requires a 404 here, not a 403",
            "The loop visits each item once; the inner search is on a HashMap, so it is linear",
            "A null customer never gets here because the router rejects anonymous requests before calling checkout",
            "The division is guarded one line above",
            "Removing the fallback would make guest checkout fail with a 500",
            "The sum is saturating, so it cannot wrap",
            "The parameter is bound, not concatenated, so nothing can be injected",
            "Criterion 3 demands exactly this rounding",
            "The loop ends after three tries since the counter is checked at the top",
            "The field is Option and the match covers None",
            "Dates are stored in UTC and converted on display, so no offset is lost",
            "An early return handles the empty list",
            "Locking here is unnecessary: the struct is owned by one thread",
            "The password is replaced by asterisks before the log call",
            "Postgres enforces the uniqueness with a constraint on (user_id, name)",
            "Without this clone the borrow ends too early and it does not compile",
            "The deleted branch was dead code: no caller passes false",
            "The interface must stay synchronous, since the plugin API calls it from a C callback",
            "The value is validated by the form and again by the API handler, so it is positive",
            "The read lock is released before the callback runs, so it cannot deadlock",
            "The map is only written during start-up, before any worker thread exists",
            "Each request gets its own connection, so nothing is shared between threads",
            "The buffer is cleared by the caller before it is returned to the pool",
            "A second call is harmless because the first one sets the flag and later ones return early",
            "The image is resized before it is stored, so its size is limited",
            "Sorting here is needed: the merge below expects ordered input",
            "The token is compared in constant time by the library, so no timing leak exists",
            "The file is opened with exclusive creation, so an existing file makes it fail",
            "The counter wraps by intention: the protocol defines sequence numbers modulo 256",
            "Unknown fields are ignored because the API must accept newer clients",
            "The error is returned to the caller, which logs it and answers 500",
            "Removing this check would let unauthenticated requests through",
            "The password never reaches the log since the formatter masks that field",
            "Escaping twice would show entities to the user",
            "Without the flush the response is cut off when the worker exits",
        ],
        false,
    );
}

#[test]
fn prose_about_people_tools_and_plans_is_none() {
    all_are(
        &[
            "too hard",
            "I don't have time for this",
            "I disagree",
            "takes too long",
            "not worth it",
            "This is fine as is",
            "It works on my machine",
            "We can do this later",
            "Out of my depth here, honestly",
            "The reviewer is being pedantic",
            "won't fix",
            "by design",
            "not a problem",
            "The code is fine",
            "That is just your opinion; I prefer it my way",
            "We have a deadline on Friday and the release must go out",
            "Nobody will ever hit this",
            "Too much refactoring for too little gain in src/a.rs",
            "I looked at the code and I think it is good",
            "This would require a big rewrite of the module, which is too much effort now",
            "The requirement is stupid",
            "Zu schwierig, keine Zeit",
            "No es necesario",
            "Low priority, other teams do it the same way",
            "src/a.rs is fine",
            "I ran out of tokens/context",
            "This function is complex and I would rather not touch it",
            "see previous answer",
            "N/A",
            "Because the senior said so",
            "The finding is wrong.",
            "This finding is not correct and should be dropped by the reviewer",
            "`total()` is too hard to change",
            "This is how we have always done it in src/a.rs",
            "I tested it and it works",
            "`a()` works fine for me",
            "The code at src/a.rs:3 is correct",
            "Other functions such as `b()` have the same problem",
            "src/a.rs:3 was written by the architect",
            "The fix for `total()` would take two days",
            "Not in scope for this sprint",
            "REQ-4 is not important",
            "The customer does not care about null",
            "I could not reproduce it",
            "I will do it in the next PR, ticket #123",
            "It never happened in production",
            "There is a comment explaining it",
            "The test suite passes",
            "The linter does not complain about line 3",
            "ChatGPT said it is fine",
            "This is a matter of style",
            "The finding contradicts my plan",
            "Everything is handled properly",
            "The null case is handled",
            "We trust our users",
            "It handles all cases and returns the right thing",
            "We validate and check everything already",
            "The error handling is good so nothing will fail",
            "Fixing this would break my plan and the schedule",
            "If we change this, the tests would need to be rewritten",
            "This would require changing all the callers and tests",
            "Nobody calls this with bad data, so it cannot fail",
            "The reviewer runs the wrong command, so his result is void",
            "The team decided to keep it, so it stays",
            "All errors are handled, trust the code",
            "I ran the build and it passes without errors",
            "It is only called from the admin page, which nobody uses",
            "We never send bad input so this cannot happen",
            "My colleague checked the function and would not change it",
            "The function returns fine and nothing crashes",
            "The build is green so the code cannot be broken",
            "No user would ever send such a request",
            "This was copied from a library, so it must be safe",
            "The deadline says Friday, so the method remains",
            "It would break too many things if I changed the method",
            "A fix would take the whole day because the module is large",
            "The framework is good so there is no problem",
            "I have run it and the result is the expected value",
        ],
        true,
    );
}

#[test]
fn that_something_is_unnecessary_is_an_opinion_until_it_says_why() {
    all_are(
        &[
            "Locking here is unnecessary",
            "Locking here is unnecessary, the struct is small",
            "This is redundant: it is fine",
            "The check is superfluous because nobody needs it",
        ],
        true,
    );
    all_are(
        &[
            "Locking here is unnecessary: the struct is owned by one thread",
            "The check is redundant, since the constructor rejects an empty value",
        ],
        false,
    );
}

#[test]
fn what_nothing_in_the_code_does_is_no_word_about_people() {
    all_are(
        &[
            "src/auth.py:2 is called by nobody with a negative value",
            "f2 in src/auth.py:12 is called by nobody with a negative value, so adding 2 is right behaviour",
            "nobody calls f0 with None: the only caller is f9 at src/auth.py:47",
            "no one passes a negative value to `f0`, see the three callers in src/auth.py",
            "nobody writes to `cache` after src/init.rs:12 freezes it",
            "The proposed fix makes f0(1) return -1, which changes the public API",
            "login(None) raises ValueError in the first branch",
            "The finding is wrong about f0(): src/auth.py:2 returns before the subtraction",
            "The reviewer misread src/auth.py:2, where x is clamped to zero before the subtraction",
            "There is no error to handle: load() returns an empty list for a missing file",
        ],
        false,
    );
    all_are(
        &[
            "nobody cares about src/auth.py:2",
            "nobody will ever call f0() with None",
            "no one has complained about src/auth.py:2",
            "nobody called to complain about the function in src/auth.py:2",
            "nobody needs f0() in src/auth.py:2 to handle that",
            "nobody on the team reads src/auth.py:2",
        ],
        true,
    );
}

#[test]
fn that_somebody_is_wrong_is_none_with_two_places_either() {
    all_are(
        &[
            "reviewer is wrong about f0() in src/auth.py:2",
            "The reviewer is mistaken about f0() in src/auth.py:2",
            "you are wrong about f0() in src/auth.py:2",
            "f0() in src/auth.py:2",
            "src/auth.py:2, src/auth.py:7",
            "the finding about f0() does not hold in src/auth.py:2",
            "the claim on f0() is simply not true for src/auth.py:2",
            "reviewer misunderstood f0() in src/auth.py:2",
            "there is no bug in f0() in src/auth.py:2",
            "this finding is unfounded: f0() in src/auth.py:2",
            "this is incorrect, see f0() in src/auth.py:2",
        ],
        true,
    );
}

/// That something stays pleads for itself; what was asked for may say that it does.
#[test]
fn what_the_requirement_says_stays_is_a_reason() {
    all_are(
        &[
            "The criterion says b=3 stays and src/a.py:2 does so.",
            "the requirement says b=3 stays; src/a.py:2 follows it",
            "AC-2 demands that the raw total remains, and src/cart.rs:12 keeps it",
        ],
        false,
    );
    all_are(
        &[
            "it stays",
            "This stays as it is, and src/a.py:2 does so",
            "b=3 stays and src/a.py:2 does so",
            "I say it stays; src/a.py:2 follows it",
            "The reviewer says b=3 goes, but it stays",
        ],
        true,
    );
}
