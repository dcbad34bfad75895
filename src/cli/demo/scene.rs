//! The scratch repository of the demo: a small JavaScript project that is built in one phase of two tasks.
//!
//! The texts are what a planner, an executor and two reviewers would write. The executor of task 1 makes a
//! mistake of the kind that reviews exist for: it adds seconds to milliseconds.

use std::path::{Path, PathBuf};

use super::failure::Failure;
use crate::domain::ids::RepoPath;
use crate::io::git::scratch::Scratch;

/// The folder of the phase.
pub(super) const PHASE: &str = ".planning/phases/01-share-links";
/// The plan, as the host agent names it.
pub(super) const PLAN: &str = ".planning/phases/01-share-links/01-01-PLAN.md";
/// The files of the two tasks.
pub(super) const LINK: &str = "src/link.js";
pub(super) const SHARE: &str = "src/share.js";

const README: &str = "# Share links\n\nLinks to files that stop working by themselves.\n";

/// The package begins in the file that shares: nobody else imports it.
const PACKAGE: &str =
    "{\n  \"name\": \"share-links\",\n  \"type\": \"module\",\n  \"main\": \"src/share.js\"\n}\n";

const CONFIG: &str = r#"{
  "version": 1,
  "quality": { "review": "auto" },
  "model_profile": "balanced"
}
"#;

const ROADMAP: &str = "# Roadmap

## Phase 1: Share links

**Goal:** A file can be shared with a link that stops working by itself.
**Requirements:** LINK-01, LINK-02

**Success Criteria:**
1. A shared link opens its file until its lifetime is over, and answers 410 afterwards
";

const REQUIREMENTS: &str = "# Requirements

- [ ] **LINK-01**: A link is given a lifetime in seconds and is expired once that time is over
- [ ] **LINK-02**: Opening an expired link answers 410 and a sentence that says why
";

const PLAN_TEXT: &str = r#"---
phase: 01-share-links
plan: "01"
title: Links that expire
wave: 1
depends_on: []
files_modified:
  - src/link.js
  - src/share.js
requirements:
  - LINK-01
  - LINK-02
must_haves:
  truths:
    - A shared link opens its file until its lifetime is over, and answers 410 afterwards
    - The sentence on an expired link looks right on a phone
  artifacts:
    - path: src/link.js
      provides: links with a lifetime
      min_lines: 15
      exports: [createLink, isExpired]
    - path: src/share.js
      provides: sharing and opening
      contains: isExpired
  key_links:
    - from: src/share.js
      to: src/link.js
      via: import of createLink and isExpired
      pattern: import .*createLink.* from "\./link\.js"
---

# Plan 01-01: Links that expire

<task type="auto">
  <name>Task 1: Links with a lifetime</name>
  <files>src/link.js</files>
  <action>Write `createLink(file, lifetimeSeconds, now)` and `isExpired(link, now)`. `now` is in milliseconds, as `Date.now()` gives it. Refuse a lifetime that is not positive.</action>
  <verify>A link of 60 seconds is valid 59 seconds later and expired 60 seconds later (LINK-01).</verify>
  <done>`isExpired` is false before the lifetime is over and true from then on.</done>
</task>

<task type="auto">
  <name>Task 2: Share and open</name>
  <files>src/share.js</files>
  <action>Write `share(file, lifetimeSeconds)` and `open(token)` on top of `src/link.js`. An expired or unknown link answers 410 with a sentence (LINK-02).</action>
  <verify>Open a link before and after its lifetime.</verify>
  <done>`open` answers 200 with the file, and 410 once the link has expired.</done>
</task>
"#;

/// Task 1 as the executor first wrote it.
const LINK_FIRST: &str = r#"// Links that stop working when their lifetime is over.
import { randomBytes } from "node:crypto";

/** Makes a link to a file. `now` is in milliseconds. */
export function createLink(file, lifetimeSeconds, now = Date.now()) {
  return {
    file,
    token: randomBytes(16).toString("hex"),
    expiresAt: now + lifetimeSeconds,
  };
}

/** Tells whether a link's lifetime is over. */
export function isExpired(link, now = Date.now()) {
  return now >= link.expiresAt;
}
"#;

/// Task 1 after the review.
const LINK_FIXED: &str = r#"// Links that stop working when their lifetime is over.
import { randomBytes } from "node:crypto";

/** Makes a link to a file. `now` is in milliseconds. */
export function createLink(file, lifetimeSeconds, now = Date.now()) {
  if (!(lifetimeSeconds > 0)) {
    throw new RangeError(`a lifetime must be positive, not ${lifetimeSeconds}`);
  }
  return {
    file,
    token: randomBytes(16).toString("hex"),
    expiresAt: now + lifetimeSeconds * 1000,
  };
}

/** Tells whether a link's lifetime is over. */
export function isExpired(link, now = Date.now()) {
  return now >= link.expiresAt;
}
"#;

const SHARE_TEXT: &str = r#"// Sharing files by links, and opening them.
import { createLink, isExpired } from "./link.js";

const links = new Map();

/** Shares a file; the address works for so many seconds. */
export function share(file, lifetimeSeconds, now = Date.now()) {
  const link = createLink(file, lifetimeSeconds, now);
  links.set(link.token, link);
  return `/shared/${link.token}`;
}

/** Opens a link: 200 with the file, or 410 once it has expired. */
export function open(token, now = Date.now()) {
  const link = links.get(token);
  if (!link || isExpired(link, now)) {
    return { status: 410, body: "This link has expired. Ask for a new one." };
  }
  return { status: 200, body: link.file };
}
"#;

const SUMMARY: &str = "# Summary of plan 01-01

Both tasks are done: links carry their lifetime, and opening an expired one answers 410.
";

/// The scratch repository and where it lies.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) root: PathBuf,
    git: Scratch,
}

impl Scene {
    /// Makes the repository with its plan, and nothing done yet.
    pub(super) fn make(root: &Path) -> Result<Self, Failure> {
        let git = Scratch::create(root, "Demo").map_err(|e| Failure::scene(&e))?;
        let scene = Self { root: root.to_owned(), git };
        scene.commit(
            "docs: plan phase 1",
            &[
                ("README.md", README),
                ("package.json", PACKAGE),
                (".planning/megazord.config.json", CONFIG),
                (".planning/ROADMAP.md", ROADMAP),
                (".planning/REQUIREMENTS.md", REQUIREMENTS),
                (PLAN, PLAN_TEXT),
            ],
        )?;
        Ok(scene)
    }

    /// Commits task 1 with its mistake; returns the commit's short id.
    pub(super) fn do_task_1(&self) -> Result<String, Failure> {
        self.commit("feat(01-01): task 1, links with a lifetime", &[(LINK, LINK_FIRST)])
    }

    /// Amends the fix into the commit of task 1.
    pub(super) fn fix_task_1(&self) -> Result<String, Failure> {
        let path = path(LINK);
        let id = self.git.amend(&[(&path, LINK_FIXED)]).map_err(|e| Failure::scene(&e))?;
        Ok(id.short().to_owned())
    }

    /// Commits task 2.
    pub(super) fn do_task_2(&self) -> Result<String, Failure> {
        self.commit("feat(01-01): task 2, share and open", &[(SHARE, SHARE_TEXT)])
    }

    /// Writes the SUMMARY that says the plan is finished.
    pub(super) fn finish_plan(&self) -> Result<String, Failure> {
        self.commit("docs(01-01): summary", &[(&format!("{PHASE}/01-01-SUMMARY.md"), SUMMARY)])
    }

    /// Reads a file of the work tree.
    pub(super) fn read(&self, path: &str) -> Result<String, Failure> {
        std::fs::read_to_string(self.root.join(path))
            .map_err(|e| Failure::Scene(format!("{path} cannot be read: {e}")))
    }

    fn commit(&self, message: &str, files: &[(&str, &str)]) -> Result<String, Failure> {
        let paths: Vec<(RepoPath, &str)> = files.iter().map(|(name, text)| (path(name), *text)).collect();
        let files: Vec<(&RepoPath, &str)> = paths.iter().map(|(path, text)| (path, *text)).collect();
        let id = self.git.commit(message, &files).map_err(|e| Failure::scene(&e))?;
        Ok(id.short().to_owned())
    }
}

fn path(text: &str) -> RepoPath {
    RepoPath::parse(text).expect("the demo's own paths are plain relative ones")
}

/// The reviewer's answer to the first pass of task 1: two stages, one critical finding and one warning.
pub(super) fn first_review(countersign: &str) -> String {
    format!(
        "## REVIEW COMPLETE

**Countersign:** {countersign}
**Task:** 01-01 Task 1
**Status:** issues_found
**Critical:** 1
**Warnings:** 1
**Info:** 0

### Spec Compliance

### Finding 1: Links expire a thousand times too early
- **Severity:** critical
- **Requirement:** LINK-01
- **File:** src/link.js:9
- **Issue:** `now` is in milliseconds, `lifetimeSeconds` in seconds; they are added. A link of 60 seconds is expired after 60 milliseconds.
- **Suggestion:** Add `lifetimeSeconds * 1000`.

### Code Quality

### Finding 2: A lifetime of zero or less is taken
- **Severity:** warning
- **File:** src/link.js:5
- **Issue:** The task asks to refuse a lifetime that is not positive; any number is taken.
- **Suggestion:** Throw a RangeError.
"
    )
}

/// The reviewer's answer to the re-review, with what became of each finding.
pub(super) fn second_review(countersign: &str, first: &str, second: &str) -> String {
    format!(
        "## REVIEW COMPLETE

**Countersign:** {countersign}
**Task:** 01-01 Task 1
**Status:** passed
**Critical:** 0
**Warnings:** 0
**Info:** 0

### Spec Compliance

No issues found.

### Code Quality

No issues found.

### Resolved
- {first}: the lifetime is now turned into milliseconds before it is added
- {second}: a lifetime that is not positive throws a RangeError
"
    )
}

/// The reviewer's answer for task 2.
pub(super) fn clean_review(countersign: &str) -> String {
    format!(
        "## REVIEW COMPLETE

**Countersign:** {countersign}
**Task:** 01-01 Task 2
**Status:** passed
**Critical:** 0
**Warnings:** 0
**Info:** 0

### Spec Compliance

No issues found.

### Code Quality

No issues found.
"
    )
}
