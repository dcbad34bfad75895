//! What a clause demands, announces, excepts, or names as grave.

use super::classes::{COMPLAINT, DESCRIBED, GRAVE, GUARD, HARM, REWORK, stem};
use super::clause::{BAD, Clause};
use super::facts::Facts;
use crate::domain::dialect::statement::share::number;

pub(super) const OPEN: &str = "says that something is still to come";
pub(super) const PARTLY: &str = "makes an exception, or speaks of a part";
pub(super) const GRAVELY: &str = "names something grave and does not say that it is over";
pub(super) const ORDERS: &str = "asks the author for something";
pub(super) const DEMANDS: &str = "says that something must be done";

impl Clause<'_> {
    pub(super) fn duty(&self, at: usize, facts: &Facts) -> Option<&'static str> {
        let word = self.words[at];
        let next = self.words.get(at + 1).copied().unwrap_or_default();
        let (from, soft) = match (word, next) {
            ("must" | "shall", _) => (at + 1, false),
            (
                "has" | "have" | "needs" | "need" | "had" | "ought" | "yet" | "remains" | "want" | "wants",
                "to",
            ) => (at + 2, false),
            ("needs" | "requires" | "deserves", _) if at <= 3 || facts.before => (at + 1, false),
            ("should", _) => (at + 1, true),
            ("please", _) => (at + 1, true),
            _ => return None,
        };
        if self.denied(at) || facts.fulfilled || facts.over || facts.assured {
            return None;
        }
        // `I found no leak, nor anything that should be changed`: the denial of an earlier clause carries over.
        if facts.denied && self.words[..at].iter().any(|w| matches!(*w, "anything" | "any" | "anyone")) {
            return None;
        }
        if self.is(from, &["not", "be"]) && self.is(from + 1, &["not"]) || self.is(from, &["not", "no"]) {
            return None;
        }
        let to = (from..self.words.len()).find(|&i| {
            !matches!(
                self.words[i],
                "be" | "also" | "still" | "first" | "really" | "all" | "have" | "been" | "only" | "always"
            )
        });
        let to = to?;
        let stem = &self.stems[to];
        if word == "yet" {
            return Some(OPEN);
        }
        if matches!(self.words[to], "squash" | "squashed" | "rebase" | "rebased" | "merge" | "merged") {
            return None;
        }
        if soft && word == "should" {
            return REWORK.contains(stem).then_some(DEMANDS);
        }
        if word == "please" {
            let kind = [
                "squash", "rebase", "delete", "merge", "note", "see", "keep", "feel", "remember", "find",
                "go", "ship", "proceed",
            ];
            // `please make sure to squash`: what is to be made sure of.
            let sure = matches!(self.words[to..], ["make" | "be", "sure", "to" | "you", ..]);
            let asked = if sure { to + 3 } else { to };
            return (!self.is(asked, &kind)).then_some(ORDERS);
        }
        if matches!(word, "needs" | "requires" | "deserves") && next != "to" {
            // What the work itself needs is asked of its author; what a part of it needs is a description.
            let whole = self.words[..at].iter().all(|w| {
                matches!(
                    *w,
                    "this"
                        | "it"
                        | "that"
                        | "the"
                        | "change"
                        | "code"
                        | "pr"
                        | "patch"
                        | "still"
                        | "work"
                        | "diff"
                        | "branch"
                        | "plan"
                        | "and"
                        | "but"
                        | "also"
                )
            });
            let first = facts.before && !self.first;
            return (whole || first).then_some(DEMANDS);
        }
        (!DESCRIBED.contains(stem)).then_some(DEMANDS)
    }

    pub(super) fn unfinished(&self, at: usize, facts: &Facts) -> bool {
        let next = self.words.get(at + 1).copied().unwrap_or_default();
        let word = self.words[at];
        let named = match word {
            "remaining" | "outstanding" | "pending" | "todo" | "tomorrow" | "tonight" | "unfinished"
            | "incomplete" | "provisional" | "provisionally" | "tentative" | "tentatively" | "parked"
            | "undecided" | "preliminary" | "waiting" | "awaiting" | "awaits" | "halfway" | "beforehand"
            | "homework" => true,
            "left" => {
                matches!(next, "to" | "open" | "undone" | "over")
                    || at > 1 && matches!(self.words[at - 1], "is" | "are") && self.is(at - 2, &["what"])
            }
            "yet" => next == "to" || self.last && at + 1 == self.words.len() && at > 0,
            "to" => {
                matches!(next, "come" | "follow" | "finish")
                    && (at == 0
                        || matches!(
                            self.words[at - 1],
                            "is" | "are" | "still" | "yet" | "more" | "rest" | "part" | "review"
                        ))
                    || next == "be"
                        && self.is(
                            at + 2,
                            &[
                                "done",
                                "continued",
                                "written",
                                "decided",
                                "confirmed",
                                "seen",
                                "fixed",
                                "added",
                            ],
                        )
            }
            "follows" => {
                self.words.len() == at + 1 || matches!(next, "tomorrow" | "later" | "soon" | "separately")
            }
            // `Tests needed.`
            "needed" | "required" => {
                let plain = |w: &&str| {
                    !matches!(
                        *w,
                        "is" | "are"
                            | "was"
                            | "what"
                            | "all"
                            | "does"
                            | "as"
                            | "where"
                            | "when"
                            | "if"
                            | "than"
                            | "only"
                    )
                };
                at > 0
                    && at + 1 == self.words.len()
                    && self.first
                    && self.words.len() <= 4
                    && self.words[..at].iter().all(plain)
            }
            "for" => next == "now" || next == "the" && self.is(at + 2, &["moment", "time"]),
            "so" => next == "far" && self.words.len() <= at + 3,
            "at" => next == "this" && self.is(at + 2, &["point", "stage", "moment"]),
            "rest" | "remainder" => at > 0 && matches!(self.words[at - 1], "the" | "my") && facts.of_reviewer,
            "will" | "i'll" | "we'll" => {
                facts.of_reviewer
                    && self.stems[at + 1..].iter().take(3).any(|s| {
                        matches!(
                            s.as_str(),
                            "check" | "look" | "review" | "read" | "continu" | "test" | "verify" | "follow"
                        )
                    })
            }
            "still" => {
                let good = self.stems[at + 1..].iter().any(|s| {
                    matches!(
                        s.as_str(),
                        "pass"
                            | "work"
                            | "green"
                            | "compil"
                            | "build"
                            | "hold"
                            | "us"
                            | "run"
                            | "read"
                            | "readabl"
                            | "get"
                            | "return"
                            | "clear"
                            | "easy"
                            | "fine"
                            | "accept"
                            | "support"
                            | "call"
                            | "valid"
                            | "reach"
                            | "see"
                            | "match"
                            | "appl"
                            | "apply"
                            | "have"
                            | "keep"
                    )
                });
                !good
            }
            _ => false,
        };
        // Rows, tasks and requests may be pending: what is done with them is a description.
        let described =
            matches!(word, "pending" | "outstanding" | "unfinished" | "incomplete" | "remaining" | "waiting")
                && (self.has(0, &GUARD) || facts.mended);
        named && !self.denied(at) && !facts.over && !facts.assured && !described
    }

    pub(super) fn limit(&self, at: usize, facts: &Facts) -> bool {
        let next = self.words.get(at + 1).copied().unwrap_or_default();
        if self.denied(at) {
            return false;
        }
        match self.words[at] {
            "except" | "excepting" | "excluding" | "barring" | "minus" | "excepted" | "excluded" => true,
            "alone" => at + 1 == self.words.len() && facts.of_reviewer,
            "breaks" | "broke" | "cuts" | "cut" | "trails" => next == "off",
            "of" => {
                at > 0
                    && !at.checked_sub(2).is_some_and(|i| {
                        self.is(
                            i,
                            &[
                                "pass",
                                "round",
                                "task",
                                "plan",
                                "phase",
                                "cycle",
                                "iteration",
                                "attempt",
                                "step",
                                "part",
                            ],
                        )
                    })
                    && number(self.words[at - 1]).zip(number(next)).is_some_and(|(a, b)| a < b)
            }
            "apart" | "aside" => next == "from",
            "other" => next == "than" && self.first && at < 3,
            "save" => next == "for",
            "everything" | "all" | "everyone" => next == "but" || at + 1 == self.words.len() && facts.except,
            "half" | "third" | "quarter" | "most" | "part" | "parts" | "some" | "few" => {
                next == "of" && self.is(at + 2, &["the", "it", "them", "my", "its", "this"])
                    || self.words[at] == "half" && next == "the"
            }
            "only" => {
                matches!(next, "because" | "works" | "runs" | "compiles" | "builds")
                    || self.stems[at + 1..].iter().any(|s| {
                        matches!(
                            s.as_str(),
                            "exercis"
                                | "test"
                                | "review"
                                | "check"
                                | "read"
                                | "seen"
                                | "verify"
                                | "examin"
                                | "inspect"
                                | "look"
                                | "ran"
                                | "run"
                                | "open"
                        )
                    }) && self.words[..at].iter().all(|w| !matches!(*w, "function" | "is" | "are"))
            }
            "just" => next == "not",
            _ => false,
        }
    }

    /// `a critical deviation`, `Critical issues: 2`: a severity and what it is of, said to be there.
    fn rated(&self, at: usize, facts: &Facts) -> bool {
        const SEVERE: &[&str] = &["critical", "severe", "blocking", "high-severity", "critical-severity"];
        const OF: &[&str] = &[
            "issue",
            "problem",
            "bug",
            "defect",
            "deviation",
            "gap",
            "error",
            "regression",
            "violation",
            "vulnerability",
            "hole",
            "flaw",
            "mistake",
            "finding",
            "omission",
            "shortcoming",
            "discrepancy",
            "mismatch",
            "oversight",
            "leak",
            "race",
        ];
        const THERE: &[&str] = &["a", "an", "another", "several", "some", "multiple", "this", "is", "are"];
        // What is looked for, or may come, is not there.
        const SOUGHT: &[&str] = &["for", "any", "if", "how", "against", "each", "every", "become", "becomes"];
        let before = &self.words[..at];
        let is_there = match before.last() {
            Some(word) => THERE.contains(word) || number(word).is_some_and(|n| n > 0),
            None => self.first && facts.counted,
        };
        SEVERE.contains(&self.words[at])
            && is_there
            && self.stems.get(at + 1).is_some_and(|s| OF.iter().any(|of| stem(of) == *s))
            && !before.iter().rev().take(4).any(|w| SOUGHT.contains(w))
            && !self.has(at + 2, &GUARD)
    }

    pub(super) fn grave(&self, at: usize, facts: &Facts) -> bool {
        let word = self.words[at];
        // `no leaks, races or regressions`: the denial carries over a list.
        let named = |s: &String| {
            GRAVE.contains(s)
                || COMPLAINT.contains(s)
                || HARM.contains(s)
                || matches!(s.as_str(), "or" | "and" | "nor" | "other")
        };
        let listed = !self.first && facts.denied && self.stems.iter().all(named);
        let dealt = facts.mended || facts.over || facts.assured || self.denied(at) || listed;
        if dealt || facts.conditional {
            return false;
        }
        if GRAVE.contains(&self.stems[at]) && !matches!(word, "bugfix" | "deadlocks") {
            return true;
        }
        if self.rated(at, facts) {
            return true;
        }
        if matches!(word, "anyone" | "anybody") && self.is(at + 1, &["can", "could", "may"]) {
            return true;
        }
        const LOOSE: &[&str] = &[
            "skipped",
            "bypassed",
            "forged",
            "spoofed",
            "guessed",
            "circumvented",
            "tricked",
            "fooled",
            "exploited",
            "abused",
            "triggered",
        ];
        if LOOSE.contains(&word) && at > 1 && self.is(at - 1, &["be"]) {
            return true;
        }
        const DOES: &[&str] = &[
            "chokes",
            "loses",
            "leaks",
            "crashes",
            "hangs",
            "deadlocks",
            "corrupts",
            "breaks",
            "explodes",
            "starves",
            "swallows",
            "overwrites",
            "truncates",
            "duplicates",
            "misses",
            "panics",
            "overflows",
            "freezes",
            "dies",
            "fails",
            "forgets",
            "garbles",
            "violates",
            "contradicts",
            "deviates",
            "diverges",
            "bypasses",
            "500",
            "502",
            "503",
        ];
        let grade = [
            "low", "high", "slow", "late", "early", "large", "small", "many", "few", "weak", "broad", "big",
            "short", "wide", "loose", "strict", "soon",
        ];
        if word == "too" && self.words.get(at + 1).is_some_and(|w| grade.contains(w))
            || matches!(
                word,
                "slower"
                    | "worse"
                    | "disagree"
                    | "disagrees"
                    | "undone"
                    | "mismatch"
                    | "mismatched"
                    | "misses"
            )
        {
            return true;
        }
        const GOES: &[[&str; 2]] = &[
            ["blew", "up"],
            ["blows", "up"],
            ["falls", "over"],
            ["fell", "over"],
            ["falls", "apart"],
            ["goes", "down"],
            ["went", "down"],
            ["goes", "wrong"],
            ["went", "wrong"],
            ["goes", "missing"],
            ["went", "missing"],
            ["gives", "up"],
            ["times", "out"],
            ["timed", "out"],
            ["runs", "out"],
            ["ran", "out"],
            ["came", "back"],
            ["falls", "short"],
            ["breaks", "down"],
        ];
        let next = self.words.get(at + 1).copied().unwrap_or_default();
        if GOES.contains(&[word, next])
            && !facts.guarded
            && !self.words[..at].iter().any(|w| matches!(*w, "when" | "if" | "until"))
        {
            return true;
        }
        let within = |w: &&str| {
            matches!(
                *w,
                "when"
                    | "if"
                    | "before"
                    | "unless"
                    | "until"
                    | "while"
                    | "after"
                    | "once"
                    | "that"
                    | "test"
                    | "tests"
            )
        };
        // `A failing probe breaks the circuit` tells of a case.
        // `no way in which the queue loses a job`
        let relative = facts.denied && matches!(self.words[0], "which" | "who");
        let within = |w: &&str| within(w) || *w == "a" && self.words[0] == "a" || relative;
        if DOES.contains(&word)
            && at > 0
            && !self.words[..at].iter().any(within)
            && !self.words[at..].contains(&"without")
        {
            return true;
        }
        let said = at > 0
            && self.words[..at].iter().rev().take(3).any(|w| {
                matches!(
                    *w,
                    "is" | "are"
                        | "was"
                        | "were"
                        | "looks"
                        | "seems"
                        | "remains"
                        | "stays"
                        | "still"
                        | "the"
                        | "be"
                        | "gets"
                )
            });
        BAD.contains(&word) && said && (word != "back" || self.is(at - 1, &["is", "are", "came", "still"]))
    }

    /// A sentence that begins as an order.
    pub(super) fn order(&self) -> bool {
        let next = self.words.get(1).copied().unwrap_or_default();
        match self.words[0] {
            "let" if next == "me" => false,
            // `Fix for the leak is right` tells of one.
            "fix" if next == "for" => false,
            "count" | "hold" | "wait" | "ask" | "fix" | "stop" | "halt" | "pull" | "repair" | "bring"
            | "put" => {
                matches!(
                    next,
                    "for"
                        | "until"
                        | "with"
                        | "on"
                        | "off"
                        | "it"
                        | "this"
                        | "that"
                        | "the"
                        | "me"
                        | "my"
                        | "back"
                )
            }
            "treat" | "better" | "let" | "let's" | "restore" | "revert" | "undo" | "rotate" | "redo"
            | "rework" | "regard" => {
                next != "us"
                    || self.words.get(2).is_none_or(|w| !matches!(*w, "know" | "merge" | "ship" | "go"))
            }
            "consider" | "mark" | "take" => {
                matches!(next, "it" | "this" | "that" | "me" | "my" | "the") && self.words.len() < 6
            }
            _ => false,
        }
    }
}
