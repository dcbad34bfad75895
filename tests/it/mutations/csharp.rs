//! A shop in C#: extensions, a static class that is opened, a class under another name.

use super::{Mutation, Sample, Swap, Write};

const FEES: &str = "Money/Fees.cs";
const RATES: &str = "Money/Rates.cs";
const BASKET: &str = "Money/Basket.cs";
const MAIN: &str = "Program.cs";

pub(super) static SAMPLE: Sample = Sample {
    files: &[
        ("Shop.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\"></Project>\n"),
        (
            FEES,
            "namespace Shop.Money;\n\npublic static class Fees {\n  public static int WithFee(this int amount) => amount + amount / 50;\n}\n",
        ),
        (
            RATES,
            "namespace Shop.Money;\n\npublic static class Rates {\n  public static int RateOf(string code) => code.Length * 2;\n}\n",
        ),
        (
            BASKET,
            "namespace Shop.Money;\n\npublic class Basket {\n  private int rows;\n\n  public int Add(int count) {\n    rows += count;\n    return rows;\n  }\n}\n",
        ),
        (
            MAIN,
            "using Shop.Money;\nusing static Shop.Money.Rates;\nusing Bag = Shop.Money.Basket;\n\nnamespace App;\n\npublic static class Program {\n  public static void Main() {\n    System.Console.WriteLine(100.WithFee());\n    System.Console.WriteLine(RateOf(\"chf\"));\n    System.Console.WriteLine(new Bag().Add(2));\n  }\n}\n",
        ),
    ],
    artifacts: &[(FEES, &["Fees"], ""), (RATES, &["Rates"], ""), (BASKET, &["Basket"], "")],
    links: &[(MAIN, RATES, r"RateOf\(")],
};

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation("the extension is not called", &[Swap(MAIN, "100.WithFee()", "100")], &[(FEES, "failed")]),
    Mutation(
        "a method, and none that is lent",
        &[Swap(FEES, "this int amount", "int amount")],
        &[(FEES, "failed")],
    ),
    Mutation("the other name is not used", &[Swap(MAIN, "new Bag().Add(2)", "2")], &[(BASKET, "failed")]),
    Mutation(
        "only its name is asked for",
        &[Swap(MAIN, "new Bag().Add(2)", "nameof(Bag)")],
        &[(BASKET, "failed")],
    ),
    Mutation(
        "assigned to nothing",
        &[Swap(MAIN, "System.Console.WriteLine(new Bag().Add(2));", "_ = Bag.Empty;")],
        &[(BASKET, "failed")],
    ),
    Mutation(
        "opened for all files",
        &[
            Swap(MAIN, "using static Shop.Money.Rates;\n", ""),
            Write("Usings.cs", "global using static Shop.Money.Rates;\n"),
        ],
        &[],
    ),
];
