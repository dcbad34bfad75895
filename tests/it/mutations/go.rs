//! A shop in Go: a module with packages, files of one package that need no import.

use super::{Delete, Mutation, Sample, Swap, Write};

const TAKE: &str = "payments/take.go";
const CHARGE: &str = "payments/charge.go";
const ROUTE: &str = "routes/pay.go";
const MAIN: &str = "cmd/shop/main.go";
const PAYS: &str = "routes/pay.go → payments/take.go";
const ROUTES: &str = "cmd/shop/main.go → routes/pay.go";
const CHARGES: &str = "payments/take.go → payments/charge.go";
const CONSTANT_TAKE: &str = "payments/take.go: a function that only gives back a constant";
const HOLLOW_TAKE: &str = "payments/take.go: a function that does nothing yet";
const BODY: &str = "{\n\tif amount > Limit {\n\t\treturn ErrTooMuch\n\t}\n\treturn charge(order, amount)\n}";

pub(super) static SAMPLE: Sample = Sample {
    files: &[
        ("go.mod", "module example.com/shop\n\ngo 1.22\n"),
        (
            MAIN,
            "package main\n\nimport \"example.com/shop/routes\"\n\nfunc main() {\n\troutes.Pay(server())\n}\n",
        ),
        (
            ROUTE,
            "package routes\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/shop/payments\"\n)\n\nfunc Pay(mux *http.ServeMux) {\n\tmux.Handle(\"/pay\", func(r R) error { return payments.Take(r.Order, r.Amount) })\n}\n",
        ),
        (
            TAKE,
            "package payments\n\nconst Limit = 100\n\n// Take takes a payment once.\nfunc Take(order string, amount int) error {\n\tif amount > Limit {\n\t\treturn ErrTooMuch\n\t}\n\treturn charge(order, amount)\n}\n",
        ),
        (
            CHARGE,
            "package payments\n\nfunc charge(order string, amount int) error {\n\treturn gateway.Charge(order, amount)\n}\n",
        ),
        (
            "payments/take_test.go",
            "package payments\n\nfunc TestTake(t *testing.T) {\n\tif Take(\"a\", 1) != nil {\n\t\tt.Fatal()\n\t}\n}\n",
        ),
    ],
    artifacts: &[
        (TAKE, &["Take", "Limit"], "charge("),
        (CHARGE, &[], "gateway"),
        (ROUTE, &["Pay"], "payments.Take("),
        ("payments/take_test.go", &[], "TestTake"),
    ],
    links: &[(ROUTE, TAKE, r"payments\.Take\("), (MAIN, ROUTE, r"routes\.Pay"), (TAKE, CHARGE, "")],
};

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation(
        "delete the file",
        &[Delete(TAKE)],
        &[(TAKE, "failed"), (CHARGE, "failed"), (PAYS, "partial"), (CHARGES, "failed")],
    ),
    Mutation("delete what it calls", &[Delete(CHARGE)], &[(CHARGE, "failed"), (CHARGES, "partial")]),
    Mutation(
        "empty the body",
        &[Swap(CHARGE, "{\n\treturn gateway.Charge(order, amount)\n}", "{ // gateway\n}")],
        &[(CHARGE, "failed"), ("payments/charge.go: a function that does nothing yet", "-")],
    ),
    Mutation(
        "return nil",
        &[Swap(TAKE, BODY, "{\n\treturn nil // charge(\n}")],
        &[(TAKE, "failed"), (CHARGE, "failed"), (CHARGES, "partial"), (CONSTANT_TAKE, "-")],
    ),
    Mutation(
        "panic that it is not implemented",
        &[Swap(
            TAKE,
            "\treturn charge(order, amount)\n",
            "\tcharge(order, amount)\n\tpanic(\"not implemented\")\n",
        )],
        &[(TAKE, "failed"), (HOLLOW_TAKE, "-")],
    ),
    Mutation(
        "an error that says so",
        &[Swap(TAKE, "\t\treturn ErrTooMuch\n", "\t\treturn errors.New(\"not implemented\")\n")],
        &[(TAKE, "failed"), (HOLLOW_TAKE, "-")],
    ),
    Mutation(
        "drop the import",
        &[Swap(ROUTE, "\t\"example.com/shop/payments\"\n", "")],
        &[(TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "keep the import and drop the use",
        &[Swap(ROUTE, "payments.Take(r.Order, r.Amount)", "nil")],
        &[(TAKE, "failed"), (PAYS, "partial"), (ROUTE, "failed")],
    ),
    Mutation(
        "comment the call out",
        &[Swap(ROUTE, "return payments.Take(r.Order, r.Amount)", "/* payments.Take(r) */ return nil")],
        &[(TAKE, "failed"), (PAYS, "failed"), (ROUTE, "uncertain")],
    ),
    Mutation(
        "import it for nothing",
        &[
            Swap(ROUTE, "\"example.com/shop/payments\"", "_ \"example.com/shop/payments\""),
            Swap(ROUTE, "payments.Take(r.Order, r.Amount)", "nil"),
        ],
        &[(TAKE, "failed"), (PAYS, "partial"), (ROUTE, "failed")],
    ),
    Mutation(
        "by another name",
        &[
            Swap(ROUTE, "\"example.com/shop/payments\"", "pay \"example.com/shop/payments\""),
            Swap(ROUTE, "payments.Take(", "pay.Take("),
        ],
        &[(PAYS, "partial"), (ROUTE, "failed")],
    ),
    Mutation(
        "no longer exported",
        &[Swap(TAKE, "func Take(", "func take(")],
        // Nobody of the package calls it, and it alone takes the charge.
        &[
            ("payments/charge.go", "failed"),
            (TAKE, "failed"),
            ("payments/take.go → payments/charge.go", "uncertain"),
            (PAYS, "uncertain"),
        ],
    ),
    Mutation("a method in its place", &[Swap(TAKE, "func Take(", "func (s *Service) Take(")], &[]),
    Mutation(
        "the package of another module",
        &[Swap("go.mod", "example.com/shop", "example.com/other")],
        &[(TAKE, "failed"), (PAYS, "partial"), (ROUTE, "failed"), (ROUTES, "partial")],
    ),
    Mutation(
        "only a test calls it",
        &[
            Swap(TAKE, "return charge(order, amount)", "return gateway.Do(order, amount) // charge("),
            Write(
                "payments/charge_test.go",
                "package payments\n\nfunc TestCharge(t *testing.T) { charge(\"a\", 1) }\n",
            ),
        ],
        &[(TAKE, "uncertain"), (CHARGE, "failed"), (CHARGES, "partial")],
    ),
    Mutation(
        "move it to a test file",
        &[
            Delete(CHARGE),
            Write(
                "payments/charge_test.go",
                "package payments\n\nfunc charge(order string, amount int) error {\n\treturn gateway.Charge(order, amount)\n}\n",
            ),
        ],
        &[(CHARGE, "failed"), (CHARGES, "partial")],
    ),
    Mutation(
        "skip a test",
        &[Swap("payments/take_test.go", "\tif Take", "\tt.Skip()\n\tif Take")],
        &[
            ("payments/take_test.go", "uncertain"),
            ("payments/take_test.go: a test that is skipped, or shuts out the others", "-"),
        ],
    ),
    Mutation(
        "a TODO in a comment",
        &[Swap(TAKE, "const Limit", "// TODO settings\nconst Limit")],
        &[("payments/take.go: a TODO or placeholder in a comment", "-")],
    ),
    Mutation(
        "a FIXME in a comment",
        &[Swap(TAKE, "const Limit", "// FIXME\nconst Limit")],
        &[("payments/take.go: a FIXME, TBD or XXX without a reference", "failed")],
    ),
    Mutation(
        "a FIXME in a string",
        &[Swap(CHARGE, "gateway.Charge(order", "gateway.Charge(\"FIXME \"+order")],
        &[],
    ),
    Mutation(
        "a test that sounds like a stub",
        &[Swap("payments/take_test.go", "TestTake(", "TestTakeXXX(")],
        &[],
    ),
    Mutation(
        "assigned to nothing",
        &[Swap(ROUTE, "return payments.Take(r.Order, r.Amount)", "_ = payments.Take; return nil")],
        &[(TAKE, "failed"), (ROUTE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "a variable for nothing",
        &[
            Swap(ROUTE, "return payments.Take(r.Order, r.Amount)", "return nil"),
            Swap(ROUTE, "func Pay", "var _ = payments.Take\n\nfunc Pay"),
        ],
        &[(TAKE, "failed"), (ROUTE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "brought in for what it does alone, beside one of its own",
        &[
            Swap(ROUTE, "\"example.com/shop/payments\"", "_ \"example.com/shop/payments\""),
            Swap(ROUTE, "payments.Take(r.Order", "Take(r.Order"),
            Swap(
                ROUTE,
                "func Pay",
                "func Take(order string, amount int) error {\n\treturn queue.Put(order, amount)\n}\n\nfunc Pay",
            ),
        ],
        &[(TAKE, "failed"), (ROUTE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "the package for another name of it, and its name of another package",
        &[
            Write(
                "payments/open.go",
                "package payments\n\nfunc Open() error {\n\treturn gateway.Open()\n}\n",
            ),
            Write(
                "refunds/take.go",
                "package refunds\n\nfunc Take(order string) error {\n\treturn gateway.Back(order)\n}\n",
            ),
            Swap(
                ROUTE,
                "\"example.com/shop/payments\"",
                "\"example.com/shop/payments\"\n\t\"example.com/shop/refunds\"",
            ),
            Swap(
                ROUTE,
                "return payments.Take(r.Order, r.Amount)",
                "payments.Open(); return refunds.Take(r.Order)",
            ),
        ],
        &[(TAKE, "failed"), (ROUTE, "failed"), (PAYS, "partial")],
    ),
];
