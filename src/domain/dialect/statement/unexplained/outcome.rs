//! What goes wrong, told as what happens: no word of denial, duty or condition is in it, so that only what comes out
//! tells it from a description of the work.
//!
//! ```text
//! outcome = makes ["a" | "the"] spoilt …              ("writes an empty file")
//!         | "silently" harms | harms … "silently"     ("silently drops every second row")
//!         | works-verb denied by "no longer" …        ("no longer renders for users without a picture")
//!         | "does nothing"  | "off by" number
//!         | gives … "other" people "'s" …             ("returns other tenants' invoices")
//!         | "nothing stops" someone "from" …
//!         | secret lands "in" the log | migration deletes data | grows "without bound"
//!         | acts … "twice"                            ("charges the card twice")
//! none    = a supposition, another time, a test, a denial, what is mended
//! ```

use super::classes::HARM;
use super::clause::Clause;
use super::facts::Facts;

/// What makes something that can be seen; what only returns it describes as often as it objects.
const MAKES: &[&str] = &[
    "writes",
    "produces",
    "shows",
    "renders",
    "prints",
    "exports",
    "saves",
    "stores",
    "emits",
    "generates",
    "outputs",
    "displays",
    "sends",
    "creates",
    "uploads",
    "downloads",
    "delivers",
    "publishes",
    "computes",
    "calculates",
    "contains",
    "yields",
    "gives",
];
const SPOILT: &[&str] = &[
    "empty",
    "blank",
    "zero-byte",
    "0-byte",
    "garbled",
    "garbage",
    "corrupt",
    "corrupted",
    "stale",
    "incorrect",
    "wrong",
    "broken",
    "bogus",
    "nonsense",
    "outdated",
    "truncated",
    "duplicate",
    "negative",
    "meaningless",
    "undefined",
    "nan",
];
/// What is there to work: without an object behind it.
const WORKS: &[&str] = &[
    "renders",
    "render",
    "loads",
    "load",
    "works",
    "work",
    "starts",
    "start",
    "opens",
    "open",
    "responds",
    "respond",
    "appears",
    "appear",
    "compiles",
    "compile",
    "builds",
    "build",
    "boots",
    "boot",
    "scrolls",
    "connects",
    "connect",
    "arrives",
    "arrive",
    "succeeds",
    "succeed",
    "fires",
    "fire",
    "runs",
    "run",
    "finishes",
    "finish",
    "terminates",
    "stops",
    "stop",
    "logs in",
    "saves",
    "validates",
];
const GIVES: &[&str] = &[
    "returns",
    "shows",
    "exposes",
    "lists",
    "reveals",
    "reads",
    "deletes",
    "overwrites",
    "leaks",
    "sends",
    "includes",
    "accepts",
    "opens",
    "changes",
    "displays",
    "grants",
    "see",
    "read",
    "delete",
    "change",
    "open",
    "access",
];
const PEOPLE: &[&str] = &[
    "tenant", "user", "customer", "account", "person", "people", "team", "client", "owner", "org", "member",
    "patient",
];
const ACTS: &[&str] = &[
    "charges",
    "sends",
    "bills",
    "inserts",
    "writes",
    "fires",
    "posts",
    "delivers",
    "counts",
    "creates",
    "books",
    "pays",
    "deducts",
    "adds",
    "prints",
    "publishes",
    "emits",
    "charged",
    "billed",
    "sent",
    "duplicated",
];
/// What puts it elsewhere, wherever it stands in the clause.
const ELSEWHERE: &[&str] = &[
    "when",
    "if",
    "unless",
    "until",
    "whenever",
    "would",
    "could",
    "might",
    "may",
    "test",
    "tests",
    "instead",
    "rather",
    "should",
    "must",
    "never",
    "asserts",
    "expects",
    "before",
    "previously",
    "was",
    "were",
    "without",
    "mock",
    "stub",
    "fixture",
    "intentionally",
    "deliberately",
];

impl Clause<'_> {
    /// Tells whether the clause says of the work that something comes out wrong.
    pub(super) fn outcome(&self, at: usize, facts: &Facts) -> bool {
        let word = self.words[at];
        // `no longer` itself speaks of another time.
        let ended = word != "no" && (facts.over || facts.past);
        let dealt = facts.mended || ended || facts.assured || facts.conditional || facts.small;
        if dealt || self.denied(at) || self.words[..at].iter().any(|w| ELSEWHERE.contains(w)) {
            return false;
        }
        let behind = &self.words[at + 1..];
        let next = behind.first().copied().unwrap_or_default();
        match word {
            "silently" => {
                let harms = |i: usize| {
                    self.stems.get(i).is_some_and(|s| HARM.contains(s) || s == "ignor" || s == "discard")
                };
                harms(at + 1) || at.checked_sub(1).is_some_and(harms)
            }
            "no" if next == "longer" => {
                let works = behind.get(1).is_some_and(|w| WORKS.contains(w));
                let ends = |w: &&str| {
                    matches!(
                        *w,
                        "for"
                            | "on"
                            | "in"
                            | "at"
                            | "after"
                            | "with"
                            | "when"
                            | "if"
                            | "under"
                            | "from"
                            | "once"
                            | "as"
                    )
                };
                works && behind.get(2).is_none_or(ends)
            }
            "does" | "do" => {
                let meant = |w: &&str| {
                    matches!(
                        *w,
                        "if" | "already"
                            | "second"
                            | "twice"
                            | "empty"
                            | "exists"
                            | "absent"
                            | "unknown"
                            | "unset"
                            | "disabled"
                            | "off"
                            | "more"
                            | "else"
                            | "but"
                            | "to"
                            | "other"
                    )
                };
                next == "nothing" && at > 0 && !self.words.iter().any(meant)
            }
            "off" => {
                next == "by"
                    && !matches!(behind.get(1), Some(&("default" | "design")))
                    && at > 0
                    && matches!(self.words[at - 1], "is" | "are" | "was" | "were" | "be")
            }
            "nothing" => {
                let lets =
                    matches!(next, "stops" | "prevents" | "keeps" | "hinders") && behind.contains(&"from");
                let release = behind.iter().any(|w| {
                    w.starts_with("merg")
                        || w.starts_with("ship")
                        || w.starts_with("approv")
                        || w.starts_with("releas")
                        || w.starts_with("deploy")
                });
                lets && !release
            }
            "without" => {
                let grows = self.words[..at].iter().any(|w| {
                    matches!(
                        *w,
                        "grows" | "grow" | "retries" | "retry" | "loops" | "waits" | "recurses" | "allocates"
                    )
                });
                grows && matches!(next, "bound" | "bounds" | "limit" | "limits" | "end")
            }
            "in" | "into" | "to" => {
                const SECRET: &[&str] = &[
                    "password",
                    "passwords",
                    "token",
                    "tokens",
                    "secret",
                    "secrets",
                    "credentials",
                    "keys",
                    "cookie",
                    "cookies",
                ];
                const LANDS: &[&str] = &[
                    "end", "ends", "land", "lands", "appear", "appears", "stored", "written", "logged",
                    "printed", "sent", "go", "goes", "shows", "show", "saved",
                ];
                let secret = self.words[..at].iter().any(|w| SECRET.contains(w));
                let lands = self.words[..at].iter().any(|w| LANDS.contains(w));
                let open = behind.iter().take(3).any(|w| {
                    matches!(
                        *w,
                        "log"
                            | "logs"
                            | "clear"
                            | "cleartext"
                            | "plain"
                            | "plaintext"
                            | "url"
                            | "urls"
                            | "console"
                            | "stdout"
                    )
                });
                secret && lands && open
            }
            "deletes" | "drops" | "wipes" | "erases" | "truncates" | "removes" => {
                const KEPT: &[&str] = &[
                    "table",
                    "database",
                    "schema",
                    "tables",
                    "bucket",
                    "volume",
                    "directory",
                    "data",
                    "records",
                    "customers",
                    "users",
                    "orders",
                    "accounts",
                ];
                let mover = self.words[..at].iter().any(|w| {
                    matches!(*w, "migration" | "upgrade" | "deploy" | "deployment" | "installer" | "script")
                });
                let spent = behind.iter().any(|w| {
                    matches!(
                        *w,
                        "old"
                            | "unused"
                            | "legacy"
                            | "temporary"
                            | "temp"
                            | "obsolete"
                            | "deprecated"
                            | "empty"
                            | "stale"
                            | "duplicate"
                            | "orphaned"
                            | "test"
                            | "expired"
                            | "shadow"
                    )
                });
                mover && !spent && behind.iter().take(4).any(|w| KEPT.contains(w))
            }
            _ => self.makes(at) || self.gives(at) || !facts.of_reviewer && self.acts(at),
        }
    }

    /// `writes an empty file`
    fn makes(&self, at: usize) -> bool {
        if at == 0 || !MAKES.contains(&self.words[at]) {
            return false;
        }
        let behind = &self.words[at + 1..];
        let next = behind.first().copied().unwrap_or_default();

        let from = usize::from(matches!(next, "a" | "an" | "the" | "out" | "only"));
        let spoilt = behind.get(from).is_some_and(|w| SPOILT.contains(w));
        spoilt
            && !behind.iter().any(|w| ELSEWHERE.contains(w) || matches!(*w, "state" | "for" | "placeholder"))
    }

    /// `returns other tenants' invoices`
    fn gives(&self, at: usize) -> bool {
        if at == 0 || !GIVES.contains(&self.words[at]) {
            return false;
        }
        let behind = &self.words[at + 1..];

        let whose = |pair: &[&str]| {
            matches!(
                pair[0],
                "each" | "other" | "another" | "somebody" | "someone" | "everybody" | "everyone" | "foreign"
            ) && (matches!(pair[1], "else's" | "other's" | "others")
                || PEOPLE.iter().any(|p| {
                    pair[1].strip_prefix(p).is_some_and(|rest| matches!(rest, "'s" | "s" | "s'" | ""))
                }))
        };
        behind.windows(2).take(5).any(whose)
            && !behind.iter().any(|w| matches!(*w, "403" | "404" | "401" | "denied" | "refused"))
    }

    /// `charges the card twice`
    fn acts(&self, at: usize) -> bool {
        if !ACTS.contains(&self.words[at]) {
            return false;
        }
        let behind = &self.words[at + 1..];

        behind.iter().take(6).any(|w| matches!(*w, "twice"))
            && !behind.iter().any(|w| matches!(*w, "a" | "day" | "to"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::sentence;

    #[test]
    fn what_comes_out_wrong_is_heard() {
        for text in [
            "The report prints a blank page.",
            "The sync silently discards every third record.",
            "The settings page no longer opens for guests.",
            "The retry button does nothing.",
            "All sums are off by one.",
            "The search shows other customers' orders.",
            "Members can read each other's drafts.",
            "The webhook bills the customer twice.",
            "API tokens are written to the log.",
            "The upgrade script wipes the orders table.",
            "The migration drops all of the tables.",
            "Nothing keeps a guest from calling it.",
            "The queue grows without limit.",
        ] {
            assert!(sentence(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_only_describes_is_left() {
        for text in [
            "A search without hits returns an empty list.",
            "The page shows an empty state when there is nothing to list.",
            "Bad rows are no longer silently discarded.",
            "The page no longer loads the whole file.",
            "A second call does nothing.",
            "The cache is off by default.",
            "A request for other customers' orders is answered with 404.",
            "A test sends the event twice.",
            "Tokens are never written to the log.",
            "The upgrade script drops the unused table.",
            "The migration drops three of the helper tables.",
            "Nothing keeps us from merging this.",
            "The sum that was off by one is right now.",
        ] {
            assert_eq!(sentence(text), None, "{text}");
        }
    }
}
