//! A shop in Rust: a workspace of two crates, a module that passes on, tests inside a file.

use super::{Delete, Mutation, Sample, Swap, Write};

const TAKE: &str = "core/src/payments/take.rs";
const AUDIT: &str = "core/src/audit.rs";
const LIB: &str = "core/src/lib.rs";
const MAIN: &str = "app/src/main.rs";
const ROUTE: &str = "app/src/routes.rs";
const PAYS: &str = "app/src/routes.rs → core/src/payments/take.rs";
const AUDITS: &str = "app/src/main.rs → core/src/audit.rs";
const HOLLOW_TAKE: &str = "core/src/payments/take.rs: a function that does nothing yet";
const BODY: &str =
    "{\n    if amount > LIMIT {\n        return Err(TooMuch);\n    }\n    charge(order, amount)\n}";

pub(super) static SAMPLE: Sample = Sample {
    files: &[
        ("Cargo.toml", "[workspace]\nmembers = [\"core\", \"app\"]\n"),
        ("core/Cargo.toml", "[package]\nname = \"shop-core\"\n"),
        (
            "app/Cargo.toml",
            "[package]\nname = \"shop\"\n\n[dependencies]\nshop-core = { path = \"../core\" }\n",
        ),
        (LIB, "//! The shop.\n\npub mod audit;\npub mod payments;\n"),
        ("core/src/payments.rs", "//! Payments.\n\nmod take;\n\npub use take::{LIMIT, take_payment};\n"),
        (
            TAKE,
            "pub const LIMIT: u32 = 100;\n\npub fn take_payment(order: &str, amount: u32) -> Result<Receipt, TooMuch> {\n    if amount > LIMIT {\n        return Err(TooMuch);\n    }\n    charge(order, amount)\n}\n\nfn charge(order: &str, amount: u32) -> Result<Receipt, TooMuch> {\n    GATEWAY.charge(order, amount)\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn takes() {\n        super::take_payment(\"a\", 1).unwrap();\n    }\n}\n",
        ),
        (AUDIT, "pub fn record(event: &str) {\n    JOURNAL.append(now(), event);\n}\n"),
        (
            MAIN,
            "mod routes;\n\nuse shop_core::audit;\n\nfn main() {\n    routes::pay_route(&mut server());\n    audit::record(\"started\");\n}\n",
        ),
        (
            ROUTE,
            "use shop_core::payments::take_payment;\n\npub fn pay_route(app: &mut App) {\n    app.post(\"/pay\", |r| take_payment(&r.order, r.amount));\n}\n",
        ),
        (
            "core/tests/take.rs",
            "use shop_core::payments::take_payment;\n\n#[test]\nfn takes() {\n    take_payment(\"a\", 1).unwrap();\n}\n",
        ),
    ],
    artifacts: &[
        (TAKE, &["take_payment", "LIMIT"], "charge("),
        (AUDIT, &["record"], ""),
        (ROUTE, &["pay_route"], "take_payment("),
        ("core/tests/take.rs", &[], "take_payment"),
    ],
    links: &[(ROUTE, TAKE, r"take_payment\("), (MAIN, ROUTE, "pay_route"), (MAIN, AUDIT, "")],
};

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation("delete the module", &[Delete(TAKE)], &[(TAKE, "failed"), (PAYS, "partial")]),
    Mutation(
        "empty the body",
        &[Swap(AUDIT, "{\n    JOURNAL.append(now(), event);\n}", "{}")],
        &[(AUDIT, "failed"), ("core/src/audit.rs: a function that does nothing yet", "-")],
    ),
    Mutation("todo!()", &[Swap(TAKE, BODY, "{\n    todo!()\n}")], &[(TAKE, "failed"), (HOLLOW_TAKE, "-")]),
    Mutation(
        "unimplemented!() in a branch",
        &[Swap(TAKE, "        return Err(TooMuch);", "        unimplemented!(\"refunds\")")],
        &[(TAKE, "failed"), (HOLLOW_TAKE, "-")],
    ),
    Mutation(
        "Ok(()) and nothing else",
        &[Swap(
            AUDIT,
            "(event: &str) {\n    JOURNAL.append(now(), event);\n}",
            "(event: &str) -> Result<(), ()> {\n    Ok(())\n}",
        )],
        &[(AUDIT, "failed"), ("core/src/audit.rs: a function that only gives back a constant", "-")],
    ),
    Mutation("todo in a test", &[Swap(TAKE, "super::take_payment(\"a\", 1).unwrap();", "todo!()")], &[]),
    Mutation("todo in a string", &[Swap(AUDIT, "event);", "\"todo!()\");")], &[]),
    Mutation(
        "drop the import",
        &[Swap(ROUTE, "use shop_core::payments::take_payment;\n", "")],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "keep the import and drop the use",
        &[Swap(ROUTE, "take_payment(&r.order, r.amount)", "r.order")],
        &[(TAKE, "failed"), (PAYS, "partial"), (ROUTE, "failed")],
    ),
    Mutation(
        "comment the call out",
        &[Swap(ROUTE, "take_payment(&r.order, r.amount)", "r.order /* take_payment(r) */")],
        &[(TAKE, "failed"), (PAYS, "failed"), (ROUTE, "uncertain")],
    ),
    Mutation(
        "no longer public",
        &[Swap(TAKE, "pub fn take_payment", "fn take_payment")],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "rename it",
        &[Swap(TAKE, "pub fn take_payment", "pub fn accept_payment")],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "no module says that it belongs",
        &[Swap("core/src/payments.rs", "mod take;\n\n", "")],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "the library has no such module",
        &[Swap(LIB, "pub mod audit;\n", "")],
        &[(AUDIT, "failed"), (AUDITS, "uncertain")],
    ),
    Mutation(
        "by its whole path",
        &[
            Swap(ROUTE, "use shop_core::payments::take_payment;\n", ""),
            Swap(ROUTE, "|r| take_payment(", "|r| shop_core::payments::take_payment("),
        ],
        &[],
    ),
    Mutation(
        "the module by name",
        &[
            Swap(ROUTE, "payments::take_payment;", "payments;"),
            Swap(ROUTE, "|r| take_payment(", "|r| payments::take_payment("),
        ],
        &[],
    ),
    Mutation("everything of it", &[Swap(ROUTE, "payments::take_payment;", "payments::*;")], &[]),
    Mutation(
        "passed on by a star",
        &[Swap("core/src/payments.rs", "pub use take::{LIMIT, take_payment};", "pub use take::*;")],
        &[],
    ),
    Mutation(
        "used in a test of its own alone",
        &[
            Swap(MAIN, "    audit::record(\"started\");\n", "    run();"),
            Write(
                "core/tests/audit.rs",
                "#[test]\nfn records() {\n    shop_core::audit::record(\"a\");\n}\n",
            ),
        ],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "used in a test module alone",
        &[Swap(
            MAIN,
            "    audit::record(\"started\");\n}",
            "    run();\n}\n\n#[cfg(test)]\nmod tests {\n    fn t() {\n        super::audit::record(\"a\");\n    }\n}",
        )],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "ignore a test",
        &[Swap("core/tests/take.rs", "#[test]", "#[test]\n#[ignore]")],
        &[
            ("core/tests/take.rs", "uncertain"),
            ("core/tests/take.rs: a test that is skipped, or shuts out the others", "-"),
        ],
    ),
    Mutation(
        "a FIXME in a comment",
        &[Swap(TAKE, "pub const", "// XXX wrong\npub const")],
        &[("core/src/payments/take.rs: a FIXME, TBD or XXX without a reference", "failed")],
    ),
    Mutation(
        "a TODO in a comment",
        &[Swap(TAKE, "pub const", "// TODO later\npub const")],
        &[("core/src/payments/take.rs: a TODO or placeholder in a comment", "-")],
    ),
    Mutation(
        "a macro uses it",
        &[Swap(
            MAIN,
            "    audit::record(\"started\");",
            "    println!(\"{:?}\", audit::record(\"started\"));",
        )],
        &[],
    ),
    Mutation(
        "bound to nothing",
        &[Swap(MAIN, "    audit::record(\"started\");", "    let _ = audit::record;")],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "the result is bound to nothing",
        &[Swap(MAIN, "    audit::record(\"started\");", "    let _ = audit::record(\"started\");")],
        &[],
    ),
    Mutation(
        "a module in the file takes it from above",
        &[
            Swap(MAIN, "    routes::pay_route(&mut server());", "    shop::open();"),
            Swap(
                MAIN,
                "fn main()",
                "mod shop {\n    use super::routes::pay_route;\n\n    pub fn open() {\n        pay_route(&mut super::server());\n    }\n}\n\nfn main()",
            ),
        ],
        &[],
    ),
    Mutation(
        "a module in a module takes it from the top",
        &[
            Swap(MAIN, "    routes::pay_route(&mut server());", "    shop::open();"),
            Swap(
                MAIN,
                "fn main()",
                "mod shop {\n    mod door {\n        pub fn open() {\n            super::super::routes::pay_route(&mut server());\n        }\n    }\n    pub use door::open;\n}\n\nfn main()",
            ),
        ],
        &[],
    ),
    Mutation(
        "a module in the file has one of its own",
        &[
            Swap(MAIN, "    routes::pay_route(&mut server());", "    shop::open();"),
            Swap(
                MAIN,
                "fn main()",
                "mod shop {\n    mod doors {\n        pub fn pay_route() {\n            println!(\"no\");\n        }\n    }\n\n    pub fn open() {\n        self::doors::pay_route();\n    }\n}\n\nfn main()",
            ),
        ],
        &[(ROUTE, "failed"), ("app/src/main.rs → app/src/routes.rs", "partial")],
    ),
];
