//! A shop in Ruby: a class in a module, one of the same name in another.

use super::{Mutation, Sample, Swap};

const FEES: &str = "lib/shop/fees.rb";
const BASKET: &str = "lib/shop/basket.rb";
const SPEC: &str = "spec/fees_spec.rb";
const MAIN: &str = "lib/app.rb";

pub(super) static SAMPLE: Sample = Sample {
    files: &[
        ("Gemfile", "source 'https://rubygems.org'\n"),
        (FEES, "module Shop\n  class Fees\n    def of(amount)\n      amount / 50 + 3\n    end\n  end\nend\n"),
        (
            BASKET,
            "class Shop::Basket\n  def initialize\n    @rows = []\n  end\n\n  def add(row)\n    @rows << row\n  end\nend\n",
        ),
        (
            MAIN,
            "require_relative 'shop/fees'\nrequire_relative 'shop/basket'\n\nputs Shop::Fees.new.of(100)\n\nmodule Shop\n  def self.fill\n    Basket.new.add(1)\n  end\nend\n",
        ),
        (
            SPEC,
            "require_relative '../lib/shop/fees'\n\nRSpec.describe Shop do\n  it 'asks for fees' do\n    expect(Shop::Fees.new.of(100)).to eq(5)\n  end\nend\n",
        ),
    ],
    artifacts: &[(FEES, &["Fees"], ""), (BASKET, &["Basket"], "")],
    links: &[(MAIN, FEES, r"Fees\.new"), (SPEC, FEES, r"Fees\.new")],
};

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation(
        "the one of another module",
        &[Swap(MAIN, "Shop::Fees", "Bank::Fees")],
        &[(FEES, "failed"), ("lib/app.rb → lib/shop/fees.rb", "partial")],
    ),
    Mutation(
        "one of its own nearer by",
        &[Swap(
            MAIN,
            "module Shop\n",
            "module Shop::Old\n  class Basket\n    def add(row) = puts(row)\n  end\n\n",
        )],
        &[(BASKET, "failed")],
    ),
    Mutation("from the root", &[Swap(MAIN, "Shop::Fees", "::Shop::Fees")], &[]),
    Mutation("by its bare name", &[Swap(MAIN, "puts Shop::Fees", "include Shop\nputs Fees")], &[]),
    Mutation(
        "the test that a link starts in is skipped",
        &[Swap(SPEC, "  it 'asks", "  xit 'asks")],
        &[("spec/fees_spec.rb → lib/shop/fees.rb", "partial")],
    ),
];
