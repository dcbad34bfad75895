//! A scene with a plan of two tasks and real commits: what most loop tests start from.

#![allow(clippy::unwrap_used, reason = "a scene that cannot be built fails its test")]

use crate::client::{Client, Era};
use crate::scene::{Edit, Scene};

pub(crate) const PLAN: &str = ".planning/phases/01-cart/01-01-PLAN.md";

const PLAN_TEXT: &str = r#"---
phase: 01-cart
plan: 01
title: Cart totals
wave: 1
depends_on: []
requirements: [CART-01]
must_haves:
  truths:
    - "A cart with a discount shows the discounted total"
  artifacts:
    - path: src/cart.js
      provides: totals
      min_lines: 3
      contains: "discount"
      exports: ["total"]
  key_links:
    - from: src/checkout.js
      to: src/cart.js
      via: import
      pattern: "import .*total.* from"
---

<tasks>
<task type="auto">
  <name>Task 1: Sum the cart</name>
  <files>src/cart.js</files>
  <action>Write total(items, discount): the sum of price times count, less the discount in percent.</action>
  <verify>node --test</verify>
  <done>total() honours the discount</done>
</task>
<task type="auto">
  <name>Task 2: Use it at the checkout</name>
  <files>src/checkout.js</files>
  <action>Import total and show it.</action>
  <verify>node --test</verify>
  <done>checkout shows the total</done>
</task>
</tasks>
"#;

pub(crate) const CART: &str = "export function total(items, discount) {\n  let sum = 0;\n  for (const item of items) {\n    sum += item.price * item.count;\n  }\n  return sum;\n}\n";

pub(crate) const CART_FIXED: &str = "export function total(items, discount) {\n  let sum = 0;\n  for (const item of items) {\n    sum += item.price * item.count;\n  }\n  return sum - sum * discount / 100;\n}\n";

/// The plan as it is first committed.
pub(crate) fn plan() -> String {
    PLAN_TEXT.to_owned()
}

/// Returns a repository where task 1 is committed, with the missing discount.
pub(crate) fn with_task_one() -> Scene {
    let scene = Scene::new();
    scene.commit(
        "docs: plan the cart",
        &[
            (PLAN, PLAN_TEXT),
            (".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"auto\"}, \"model_profile\": \"balanced\"}\n"),
            (".planning/REQUIREMENTS.md", "# Requirements\n\n- [ ] **CART-01**: Totals honour discounts\n"),
            (".planning/ROADMAP.md", "# Roadmap\n\n### Phase 1: Cart\n**Goal**: A cart that adds up\n**Requirements**: CART-01\n**Success Criteria** (what must be TRUE):\n  1. A cart with a discount shows the discounted total\n"),
        ],
    );
    scene.commit("feat(01-01): sum the cart", &[("src/cart.js", CART)]);
    scene
}

/// Amends task 1 with the discount.
pub(crate) fn fix_discount(scene: &Scene) {
    scene.amend("feat(01-01): sum the cart", &[Edit::Write("src/cart.js", CART_FIXED.as_bytes())]);
}

/// Starts a server in the scene.
pub(crate) fn server(scene: &Scene) -> Client {
    Client::start(scene.root(), Era::Stateless)
}

/// A review in megazord's form. `spec` and `quality` are the two sections' bodies.
pub(crate) fn review(task: &str, status: &str, spec: &str, quality: &str) -> String {
    format!(
        "## REVIEW COMPLETE\n\n**Task:** 01-01 Task {task}\n**Status:** {status}\n\n### Spec Compliance\n\n{spec}\n\n### Code Quality\n\n{quality}\n"
    )
}

pub(crate) const NO_DISCOUNT: &str = "### Finding 1: The discount is ignored\n- **Severity:** critical\n- **Requirement:** Task 1 done criterion\n- **File:** src/cart.js:6\n- **Issue:** `total` returns the plain sum.\n- **Suggestion:** Subtract the discount.";
pub(crate) const NOTHING: &str = "No issues found.";
