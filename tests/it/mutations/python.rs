//! A shop in Python: a package, relative imports, a program with `__main__`.

use super::{Delete, Mutation, Sample, Swap, Write};

const TAKE: &str = "shop/payments/take.py";
const ROUTE: &str = "shop/routes.py";
const AUDIT: &str = "shop/audit.py";
const PAYS: &str = "shop/routes.py → shop/payments/take.py";
const AUDITS: &str = "shop/app.py → shop/audit.py";
const ROUTES: &str = "shop/app.py → shop/routes.py";
const CONSTANT_TAKE: &str = "shop/payments/take.py: a function that only gives back a constant";
const HOLLOW_TAKE: &str = "shop/payments/take.py: a function that does nothing yet";
const BODY: &str =
    "    if amount > LIMIT:\n        raise ValueError(\"too much\")\n    return charge(order, amount)\n";

pub(super) static SAMPLE: Sample = Sample {
    files: &[
        ("pyproject.toml", "[project]\nname = \"shop\"\n"),
        ("shop/__init__.py", ""),
        (
            "shop/app.py",
            "from .routes import pay_route\nfrom shop import audit\n\n\ndef main():\n    pay_route(server())\n    audit.record(\"started\")\n\n\nif __name__ == \"__main__\":\n    main()\n",
        ),
        (
            ROUTE,
            "from .payments import take_payment\n\n\ndef pay_route(app):\n    app.post(\"/pay\", lambda r: take_payment(r.order, r.amount))\n",
        ),
        ("shop/payments/__init__.py", "from .take import take_payment\n\n__all__ = [\"take_payment\"]\n"),
        (
            TAKE,
            "LIMIT = 100\n\n\ndef take_payment(order, amount):\n    \"\"\"Takes a payment once.\"\"\"\n    if amount > LIMIT:\n        raise ValueError(\"too much\")\n    return charge(order, amount)\n\n\ndef charge(order, amount):\n    return gateway.charge(order, amount)\n",
        ),
        (AUDIT, "def record(event):\n    journal.append((clock.now(), event))\n"),
        (
            "tests/test_take.py",
            "from shop.payments.take import take_payment\n\n\ndef test_takes():\n    assert take_payment(\"a\", 1)\n",
        ),
    ],
    artifacts: &[
        (TAKE, &["take_payment", "LIMIT"], "charge("),
        (ROUTE, &["pay_route"], "take_payment("),
        (AUDIT, &["record"], ""),
        ("tests/test_take.py", &[], "take_payment"),
    ],
    links: &[
        (ROUTE, TAKE, r"take_payment\("),
        ("shop/app.py", ROUTE, "pay_route"),
        ("shop/app.py", AUDIT, ""),
    ],
};

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation("delete the module", &[Delete(TAKE)], &[(TAKE, "failed"), (PAYS, "partial")]),
    Mutation("pass", &[Swap(TAKE, BODY, "    pass\n")], &[(TAKE, "failed"), (HOLLOW_TAKE, "-")]),
    Mutation(
        "three dots",
        &[Swap(AUDIT, "journal.append((clock.now(), event))", "...")],
        &[(AUDIT, "failed"), ("shop/audit.py: a function that does nothing yet", "-")],
    ),
    Mutation("a docstring alone", &[Swap(TAKE, BODY, "")], &[(TAKE, "failed"), (HOLLOW_TAKE, "-")]),
    Mutation(
        "return a constant",
        &[Swap(TAKE, BODY, "    return True\n")],
        &[(TAKE, "failed"), (CONSTANT_TAKE, "-")],
    ),
    Mutation(
        "return an empty list",
        &[Swap(TAKE, BODY, "    return []\n")],
        &[(TAKE, "failed"), (CONSTANT_TAKE, "-")],
    ),
    Mutation(
        "raise that it is not implemented",
        &[Swap(TAKE, BODY, "    raise NotImplementedError\n")],
        &[(TAKE, "failed"), (HOLLOW_TAKE, "-")],
    ),
    Mutation(
        "drop the import",
        &[Swap(ROUTE, "from .payments import take_payment\n", "")],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "keep the import and drop the use",
        &[Swap(ROUTE, "take_payment(r.order, r.amount)", "r.order")],
        &[(TAKE, "failed"), (PAYS, "partial"), (ROUTE, "failed")],
    ),
    Mutation(
        "comment the call out",
        &[
            Swap(ROUTE, "    app.post", "    # take_payment(r)\n    app.post"),
            Swap(ROUTE, "take_payment(r.order, r.amount)", "r.order"),
        ],
        &[(TAKE, "failed"), (PAYS, "failed"), (ROUTE, "uncertain")],
    ),
    Mutation(
        "only for a type checker",
        &[Swap(
            ROUTE,
            "from .payments import take_payment\n",
            "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .payments import take_payment\n",
        )],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "rename the function",
        &[Swap(TAKE, "def take_payment", "def accept_payment")],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "import past the package",
        &[Swap(ROUTE, "from .payments import", "from shop.payments.take import")],
        &[],
    ),
    Mutation(
        "by another name",
        &[
            Swap(ROUTE, "import take_payment", "import take_payment as take"),
            Swap(ROUTE, "take_payment(r.order", "take(r.order"),
        ],
        &[(PAYS, "partial"), (ROUTE, "failed")],
    ),
    Mutation("everything of it", &[Swap(ROUTE, "import take_payment", "import *")], &[]),
    Mutation(
        "only a test imports it",
        &[Delete(ROUTE)],
        &[(TAKE, "failed"), (ROUTE, "failed"), (PAYS, "failed"), (ROUTES, "partial")],
    ),
    Mutation(
        "the module by its package",
        &[Swap("shop/app.py", "from shop import audit", "import shop.audit as audit")],
        &[],
    ),
    Mutation(
        "the module is no longer used",
        &[Swap("shop/app.py", "    audit.record(\"started\")\n", "")],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "skip a test",
        &[Swap("tests/test_take.py", "def test_takes", "@pytest.mark.skip\ndef test_takes")],
        &[
            ("tests/test_take.py", "uncertain"),
            ("tests/test_take.py: a test that is skipped, or shuts out the others", "-"),
        ],
    ),
    Mutation(
        "a TODO in a comment",
        &[Swap(AUDIT, "    journal", "    # TODO rotate\n    journal")],
        &[("shop/audit.py: a TODO or placeholder in a comment", "-")],
    ),
    Mutation("a TODO in a string", &[Swap(AUDIT, "event))", "f\"TODO {event}\"))")], &[]),
    Mutation(
        "a FIXME in a comment",
        &[Swap(AUDIT, "    journal", "    # FIXME\n    journal")],
        &[("shop/audit.py: a FIXME, TBD or XXX without a reference", "failed")],
    ),
    Mutation(
        "a function of its own by the same name",
        &[Swap(
            ROUTE,
            "from .payments import take_payment\n",
            "\n\ndef take_payment(order, amount):\n    return mock(order, amount)\n",
        )],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "the same name from elsewhere",
        &[
            Write("shop/fake.py", "def take_payment(order, amount):\n    return mock(order)\n"),
            Swap(ROUTE, "from .payments", "from .fake"),
        ],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "given to a name for nothing",
        &[Swap("shop/app.py", "    pay_route(server())", "    _ = pay_route")],
        &[(ROUTE, "failed"), (ROUTES, "partial")],
    ),
    Mutation(
        "the result is given to a name for nothing",
        &[Swap("shop/app.py", "    pay_route(server())", "    _ = pay_route(server())")],
        &[],
    ),
    Mutation(
        "a comprehension has its own",
        &[Swap("shop/app.py", "pay_route(server())", "print([pay_route for pay_route in range(3)])")],
        &[(ROUTE, "failed"), (ROUTES, "partial")],
    ),
    Mutation(
        "what a comprehension goes through",
        &[Swap(
            "shop/app.py",
            "pay_route(server())",
            "print([pay_route for pay_route in pay_route(server())])",
        )],
        &[],
    ),
    Mutation(
        "defined again below the import",
        &[Swap(
            "shop/app.py",
            "def main():",
            "def pay_route(app):\n    app.get(\"/pay\", None)\n\n\ndef main():",
        )],
        &[(ROUTE, "failed"), (ROUTES, "partial")],
    ),
    Mutation(
        "wrapped below the import",
        &[Swap("shop/app.py", "def main():", "pay_route = traced(pay_route)\n\n\ndef main():")],
        &[],
    ),
    Mutation(
        "a stand-in where the import fails",
        &[Swap(
            "shop/app.py",
            "from .routes import pay_route\n",
            "try:\n    from .routes import pay_route\nexcept ImportError:\n    pay_route = print\n",
        )],
        &[],
    ),
];
