//! A shop in Java: a class used as one, one whose methods come in by name, one within another.

use super::{Mutation, Sample, Swap};

const FEES: &str = "src/main/java/shop/Fees.java";
const RATES: &str = "src/main/java/shop/Rates.java";
const BASKET: &str = "src/main/java/shop/Basket.java";
const TEST: &str = "src/test/java/shop/RatesTest.java";
const MAIN: &str = "src/main/java/app/Main.java";

pub(super) static SAMPLE: Sample = Sample {
    files: &[
        ("pom.xml", "<project></project>\n"),
        (
            FEES,
            "package shop;\n\npublic class Fees {\n  public static int of(int amount) {\n    return amount / 50 + 3;\n  }\n}\n",
        ),
        (
            RATES,
            "package shop;\n\npublic final class Rates {\n  public static final int TOP = 40;\n\n  public static int rate(String code) {\n    return code.length() * 2;\n  }\n}\n",
        ),
        (
            BASKET,
            "package shop;\n\npublic class Basket {\n  public static class Row {\n    private final int count;\n\n    public Row(int count) {\n      this.count = count;\n    }\n\n    public int count() {\n      return count;\n    }\n  }\n}\n",
        ),
        (
            MAIN,
            "package app;\n\nimport static shop.Fees.of;\nimport static shop.Rates.*;\n\nimport shop.Basket.Row;\n\npublic class Main {\n  public static void main(String[] words) {\n    System.out.println(of(100));\n    System.out.println(rate(\"chf\"));\n    System.out.println(new Row(2).count());\n  }\n}\n",
        ),
        (
            TEST,
            "package shop;\n\nclass RatesTest {\n  @Test\n  void rates() {\n    assertEquals(6, Rates.rate(\"chf\"));\n  }\n}\n",
        ),
    ],
    artifacts: &[(FEES, &["Fees"], ""), (RATES, &["Rates"], ""), (BASKET, &["Basket"], "")],
    links: &[(MAIN, FEES, r"of\(100"), (MAIN, RATES, "rate"), (TEST, RATES, r"Rates\.rate\(")],
};

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation(
        "a method of another that is called so",
        &[Swap(MAIN, "of(100)", "java.util.List.of(100)")],
        &[(FEES, "failed"), ("src/main/java/app/Main.java → src/main/java/shop/Fees.java", "partial")],
    ),
    Mutation("the inner class is not made", &[Swap(MAIN, "new Row(2).count()", "2")], &[(BASKET, "failed")]),
    Mutation(
        "a constant of it, by its name",
        &[
            Swap(MAIN, "import static shop.Rates.*", "import static shop.Rates.TOP"),
            Swap(MAIN, "rate(\"chf\")", "TOP"),
        ],
        &[("src/main/java/app/Main.java → src/main/java/shop/Rates.java", "partial")],
    ),
    Mutation(
        "the test that a link starts in is skipped",
        &[Swap(TEST, "@Test\n", "@Test\n  @Disabled\n")],
        &[("src/test/java/shop/RatesTest.java → src/main/java/shop/Rates.java", "failed")],
    ),
];
