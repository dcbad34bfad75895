//! Texts of one trick each, benign and hostile, of any size: what the benchmark times, what the
//! tests hold to proportion, and where the fuzz target begins.

/// Makes a text of about that many bytes.
type Make = fn(usize) -> String;

/// A text in many sizes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    /// The dialect it is read in; nothing to let the reader choose.
    pub(crate) forced: Option<&'static str>,
    pub(crate) make: Make,
}

const FINDING: &str = "### Finding 1: The handle leaks\n- **Severity:** warning\n- **File:** src/a.rs:10\n- **Issue:** The early return skips the close.\n- **Suggestion:** Close it before returning.\n\n";

fn of(size: usize, unit: &str) -> String {
    unit.repeat((size / unit.len()).max(1))
}

/// Repeats what a number makes until the size is reached.
fn each(size: usize, make: impl Fn(usize) -> String) -> String {
    let mut out = String::with_capacity(size + 256);
    let mut n = 0;
    while out.len() < size {
        out.push_str(&make(n));
        n += 1;
    }
    out
}

/// A head, the body, an end.
fn within(head: &str, body: &str, end: &str) -> String {
    format!("{head}{body}{end}")
}

/// What real reviews are made of, in the forms of the dialects.
pub(crate) const BENIGN: &[Shape] = &[
    Shape {
        name: "megazord review",
        forced: None,
        make: |n| {
            within(
                "## REVIEW COMPLETE\n\n**Status:** issues_found\n\n",
                &each(n, |i| {
                    FINDING
                        .replace(" 1:", &format!(" {i}:"))
                        .replace("leaks", &format!("of caller {i} leaks"))
                }),
                "",
            )
        },
    },
    Shape {
        name: "yolo review",
        forced: None,
        make: |n| {
            within(
                "VERDICT: reject\nFINDINGS:\n",
                &each(n, |i| {
                    format!(
                        "- [id:f-{i:03}] [severity:high] [file:src/part{i}/a.rs] issue: the task number {i} names no file | suggestion: name it\n"
                    )
                }),
                "",
            )
        },
    },
    Shape {
        name: "gsd review",
        forced: None,
        make: |n| {
            within(
                "## REVIEW: X-1\n\n### Verdict: NEEDS_FIX\n\n### Findings\n#### Correctness\n",
                &each(n, |i| {
                    format!(
                        "- **Severity:** Critical\n- **File:Line:** src/a{i}.rs:{i}\n- **Issue:** The lock number {i} is never released.\n- **Fix:** Release it in a guard.\n\n"
                    )
                }),
                "",
            )
        },
    },
    Shape {
        name: "ralph rubric",
        forced: None,
        make: |n| {
            within(
                "## Review: design (Iteration 1)\n### Findings\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n",
                &each(n, |i| {
                    format!("| {i} | Part {i} | FAIL | the part number {i} has no owner (design.md:{i}) |\n")
                }),
                "### Summary\n\nREVIEW_FAIL\n",
            )
        },
    },
    Shape {
        name: "bazinga handoff",
        forced: None,
        make: |n| {
            let list = each(n, |i| {
                format!(
                    "{{\"id\": \"TL-A-1-{i}\", \"severity\": \"HIGH\", \"title\": \"Lock {i} leaks\", \"location\": \"src/a.rs:{i}\", \"problem\": \"It is never released.\", \"fix\": \"Release it.\"}},\n"
                )
            });
            within(
                "{\"status\": \"CHANGES_REQUESTED\", \"summary\": \"s\", \"issues\": [\n",
                list.trim_end_matches(",\n"),
                "]}\n",
            )
        },
    },
    Shape {
        name: "prose",
        forced: None,
        make: |n| {
            within(
                "Verdict: changes requested\n\n",
                &each(n, |i| {
                    format!(
                        "I have read the module and followed all its callers. In case number {i} the lock is not released when the second write fails; the test does not see it. Please look at it again before the merge.\n\n"
                    )
                }),
                "",
            )
        },
    },
    Shape {
        name: "prose, not ASCII",
        forced: None,
        make: |n| {
            within(
                "Вердикт: changes requested\n\n",
                &each(n, |i| {
                    format!(
                        "Я прочитал модуль целиком. В случае {i} блокировка не снимается, если вторая запись не удалась; тест этого не видит.\n\n"
                    )
                }),
                "",
            )
        },
    },
];

/// Texts made to be slow.
pub(crate) const HOSTILE: &[Shape] = &[
    // Blocks.
    Shape { name: "one line of letters", forced: None, make: |n| of(n, "a") },
    Shape { name: "one line of digits", forced: None, make: |n| of(n, "1") },
    Shape { name: "one line of words", forced: None, make: |n| of(n, "word ") },
    Shape { name: "one line, not ASCII", forced: None, make: |n| of(n, "слово ") },
    Shape { name: "one line of invisible marks", forced: None, make: |n| of(n, "a\u{200b}") },
    Shape { name: "blanks", forced: None, make: |n| within("a", &of(n, " "), "b") },
    Shape { name: "blank lines", forced: None, make: |n| of(n, "\n") },
    Shape { name: "tiny lines", forced: None, make: |n| of(n, "a\n") },
    Shape { name: "lines of four bytes", forced: None, make: |n| of(n, "ok.\n") },
    Shape {
        name: "deep indents",
        forced: None,
        make: |n| each(n, |i| format!("{}- x\n", " ".repeat(i % 2000))),
    },
    Shape { name: "headings", forced: None, make: |n| of(n, "# Finding 1: x\n") },
    Shape {
        name: "headings of all levels",
        forced: None,
        make: |n| each(n, |i| format!("{} Part {i}\n", "#".repeat(i % 6 + 1))),
    },
    Shape { name: "quotations", forced: None, make: |n| of(n, "> x\n") },
    Shape { name: "nested quotations", forced: None, make: |n| of(n, "> ") },
    Shape { name: "fences", forced: None, make: |n| of(n, "```\nx\n```\n") },
    Shape { name: "a fence not closed", forced: None, make: |n| within("```\n", &of(n, "x y z\n"), "") },
    Shape {
        name: "fences in a finding",
        forced: None,
        make: |n| within("### Finding 1: x\n", &of(n, "```rs\nx\n```\n"), ""),
    },
    Shape {
        name: "fences never closed",
        forced: None,
        make: |n| each(n, |i| format!("{}\n", "`".repeat(i % 400 + 3))),
    },
    Shape { name: "backticks", forced: None, make: |n| of(n, "`") },
    Shape { name: "comments not closed", forced: None, make: |n| of(n, "<!-- ") },
    Shape { name: "comments in code marks", forced: None, make: |n| within("`", &of(n, "<!-- "), "") },
    Shape { name: "comments", forced: None, make: |n| of(n, "a <!-- b --> ") },
    Shape { name: "tags", forced: None, make: |n| of(n, "<a>\n</a>\n") },
    Shape { name: "tags not closed", forced: None, make: |n| each(n, |i| format!("<a{i}>\n")) },
    Shape {
        name: "tags closed at the end",
        forced: None,
        make: |n| within(&of(n / 2, "<a>\n"), "", &of(n / 2, "</a>\n")),
    },
    Shape { name: "labels in a line", forced: None, make: |n| of(n, "**Ab:** b ") },
    Shape {
        name: "front matter",
        forced: None,
        make: |n| within("---\n", &of(n, "status: passed\n"), "---\n"),
    },
    Shape { name: "entities", forced: None, make: |n| within("- [HIGH] ", &of(n, "&quot;&#34;"), "\n") },
    Shape { name: "entities in lines", forced: None, make: |n| of(n, "- [HIGH] &amp;&lt;\n") },
    // JSON.
    Shape { name: "braces", forced: None, make: |n| of(n, "{") },
    Shape { name: "objects not closed", forced: None, make: |n| of(n, "{\"a\":") },
    Shape { name: "objects not closed, in lines", forced: None, make: |n| of(n, "{\"a\": 1,\n") },
    Shape { name: "brackets", forced: None, make: |n| of(n, "[[") },
    Shape {
        name: "deep JSON",
        forced: None,
        make: |n| within(&of(n / 2, "{\"a\":"), "1", &of(n / 2, "}    ")),
    },
    Shape { name: "an object of blanks", forced: None, make: |n| within("{\"a\": 1,", &of(n, " "), "x") },
    Shape { name: "an object of quotes", forced: None, make: |n| within("{\"a\": 'x", &of(n, " 'b"), "") },
    Shape {
        name: "an object of backslashes",
        forced: None,
        make: |n| within("{\"a\": \"b", &of(n, "\\"), ""),
    },
    Shape {
        name: "typographic quotes", forced: None, make: |n| within("{“a”: “", &of(n, "”  "), "")
    },
    Shape {
        name: "keys",
        forced: None,
        make: |n| {
            within("{\"status\": \"APPROVED\", \"issues\": []", &each(n, |i| format!(", \"K {i}\": 1")), "}")
        },
    },
    Shape {
        name: "keys of lists",
        forced: None,
        make: |n| {
            within("{\"status\": \"APPROVED\"", &each(n, |i| format!(", \"critical {i}\": [\"x\"]")), "}")
        },
    },
    Shape {
        name: "keys that are severities",
        forced: None,
        make: |n| {
            within(
                "{\"status\": \"APPROVED\"",
                &each(n, |i| {
                    format!(
                        ", \"critical{}issue\": [\"x\"]",
                        " -".repeat(i % 60 + 1).chars().cycle().skip(i).take(i % 97 + 1).collect::<String>()
                    )
                }),
                "}",
            )
        },
    },
    Shape {
        name: "numbers",
        forced: None,
        make: |n| within("{\"status\": \"APPROVED\", \"x\": [0", &of(n, ",0"), "]}"),
    },
    Shape {
        name: "answers in a line",
        forced: None,
        make: |n| of(n, "{\"status\":\"APPROVED\",\"issues\":[]} "),
    },
    Shape {
        name: "answers below a lead-in",
        forced: None,
        make: |n| {
            within(&of(n / 2, "example "), ":\n", &of(n / 2, "{\"status\":\"APPROVED\",\"issues\":[]} "))
        },
    },
    Shape {
        name: "answers in lines",
        forced: None,
        make: |n| of(n, "{\"status\":\"APPROVED\",\"issues\":[]}\n"),
    },
    Shape {
        name: "answers in a fence",
        forced: None,
        make: |n| within("text\n```json\n", &of(n, "{\"status\":\"APPROVED\",\"issues\":[]}\n"), "```\n"),
    },
    Shape { name: "mended answers", forced: None, make: |n| of(n, "{'status':'FAIL','issues':['x',]}\n") },
    Shape {
        name: "answers that differ",
        forced: None,
        make: |n| {
            within(
                &of(n / 2, "a b "),
                "\n",
                &of(n / 2, "{\"status\":\"APPROVED\",\"issues\":[]} {\"status\":\"FAIL\",\"issues\":[]} "),
            )
        },
    },
    Shape {
        name: "rounds in JSON",
        forced: None,
        make: |n| each(n, |i| format!("{{\"status\":\"FAIL\",\"iteration\":{i},\"issues\":[\"x{i}\"]}} ")),
    },
    Shape { name: "JSON lines", forced: None, make: |n| of(n, "{\"sev\":\"nit\",\"issue\":\"x\"}\n") },
    Shape {
        name: "findings in JSON",
        forced: None,
        make: |n| {
            within(
                "{\"verdict\":\"rejected\",\"findings\":[{\"title\":\"x\"}",
                &each(n, |i| format!(",{{\"title\":\"x{i}\"}}")),
                "]}",
            )
        },
    },
    Shape {
        name: "findings as text in JSON",
        forced: None,
        make: |n| {
            within(
                "{\"verdict\":\"rejected\",\"findings\":[\"x\"",
                &each(n, |i| format!(",\"[HIGH] a.rs:{i} x{i}\"")),
                "]}",
            )
        },
    },
    Shape {
        name: "critical issues repeated",
        forced: None,
        make: |n| {
            within(
                "{\"verdict\":\"rejected\",\"findings\":[\"x\"",
                &(each(n / 2, |i| format!(",\"title {i}\""))
                    + "],\"critical_issues\":[\"y\""
                    + &each(n / 2, |i| format!(",\"other {i}\""))),
                "]}",
            )
        },
    },
    Shape {
        name: "resolved with reasons",
        forced: None,
        make: |n| {
            within(
                "{\"verdict\":\"approved\",\"findings\":[],\"resolved\":[{\"id\":\"F0\",\"reason\":\"r\"}",
                &each(n, |i| format!(",{{\"id\":\"F{i}\",\"reason\":\"r\"}}")),
                "]}",
            )
        },
    },
    Shape {
        name: "persistent ids",
        forced: None,
        make: |n| {
            within(
                "{\"verdict\":\"rejected\",\"findings\":[\"x\"",
                &(each(n / 2, |i| format!(",{{\"id\":\"F{i}\",\"title\":\"x{i}\"}}"))
                    + "],\"persistent\":[\"y\""
                    + &each(n / 2, |i| format!(",\"G{i}\""))),
                "]}",
            )
        },
    },
    Shape {
        name: "rulings in JSON",
        forced: None,
        make: |n| {
            within(
                "{\"verdict\":\"rejected\",\"findings\":[],\"rulings\":[{}",
                &each(n, |i| format!(",{{\"id\":\"F{i}\",\"ruling\":\"accepted\"}}")),
                "]}",
            )
        },
    },
    // Findings.
    Shape { name: "items", forced: None, make: |n| of(n, "- [HIGH] `a.rs:1` x\n") },
    Shape {
        name: "different items",
        forced: None,
        make: |n| each(n, |i| format!("- [HIGH] `a{i}.rs:{i}` x{i}\n")),
    },
    Shape {
        name: "plain items",
        forced: None,
        make: |n| within("## Findings\n\n", &each(n, |i| format!("- the case {i}\n")), ""),
    },
    Shape {
        name: "items below a long heading",
        forced: None,
        make: |n| {
            within(
                &format!("## {}\n", of((n / 4).min(8000), "part ")),
                &each(n * 3 / 4, |i| format!("- [HIGH] x{i}\n")),
                "",
            )
        },
    },
    Shape {
        name: "the same finding",
        forced: None,
        make: |n| of(n, "### Finding 1: x\n- **Severity:** high\n- **File:** a.rs:1\n"),
    },
    Shape {
        name: "one finding",
        forced: None,
        make: |n| within("### Finding 1: x\n- **Issue:** y\n", &of(n, "  - more of it\n"), ""),
    },
    Shape {
        name: "one issue of one line",
        forced: None,
        make: |n| within("### Finding 1: x\n- **Issue:** ", &of(n, "word. "), "\n"),
    },
    Shape {
        name: "issue and fix in turn",
        forced: None,
        make: |n| within("- [HIGH] ", &of(n, "x | issue: y "), "\n"),
    },
    Shape { name: "places", forced: None, make: |n| of(n, "**File:** `a.rs:1`, `b.rs:2`\n") },
    Shape {
        name: "one place",
        forced: None,
        make: |n| within("### Finding 1: x\n- **File:** a/", &of(n, "1"), ".rs:3\n"),
    },
    Shape {
        name: "places in a line",
        forced: None,
        make: |n| within("- **File:** `a.rs:1`", &of(n, ", `b.rs:2`"), "\n"),
    },
    Shape {
        name: "lines of a place",
        forced: None,
        make: |n| within("- **Severity:** high\n- **File:** a.rs:1", &of(n, ",2"), "\n"),
    },
    Shape { name: "ids", forced: None, make: |n| of(n, "F1, ") },
    Shape { name: "numbers in bold", forced: None, make: |n| within("- **", &of(n, "1. "), "it leaks**\n") },
    Shape { name: "ids in lines", forced: None, make: |n| each(n, |i| format!("- CR-{i}\n")) },
    Shape { name: "open brackets", forced: None, make: |n| of(n, "- [id:[[[ \n") },
    Shape { name: "a tag of brackets", forced: None, make: |n| within("- [id:", &of(n, "[]"), "] x\n") },
    Shape { name: "parentheses", forced: None, make: |n| of(n, "- a (") },
    Shape {
        name: "resolved items",
        forced: None,
        make: |n| within("## Resolved\n\n", &each(n, |i| format!("- F-{i}: done\n")), ""),
    },
    Shape { name: "rulings", forced: None, make: |n| each(n, |i| format!("- TL-A-1-{i}: ACCEPTED, fine\n")) },
    Shape { name: "full stops", forced: None, make: |n| of(n, ". ") },
    // Tables.
    Shape { name: "tables", forced: None, make: |n| of(n, "| a | b |\n|---|---|\n| c | d |\n\n") },
    Shape { name: "bars", forced: None, make: |n| of(n, "| ") },
    Shape {
        name: "a wide table",
        forced: None,
        make: |n| within("|", &of(n / 2, "a|"), "\n") + &of(n / 2, "|-") + "|\n",
    },
    Shape {
        name: "a long table",
        forced: None,
        make: |n| {
            within(
                "| Severity | Issue | File |\n|---|---|---|\n",
                &each(n, |i| format!("| high | x{i} | a.rs:{i} |\n")),
                "",
            )
        },
    },
    Shape {
        name: "rows not of a table",
        forced: None,
        make: |n| of(n, "| a | b | c | d | e | f | g | h |\n"),
    },
    // Verdicts.
    Shape { name: "verdicts", forced: None, make: |n| of(n, "VERDICT: approve\n") },
    Shape {
        name: "verdicts that differ",
        forced: None,
        make: |n| of(n, "VERDICT: approve\nVERDICT: reject\n"),
    },
    Shape {
        name: "verdicts with codes",
        forced: None,
        make: |n| {
            of(n, "## Answer\ncs-1-abcdef\nVERDICT: approve\n\n## Answer\ncs-1-abcdef\nVERDICT: reject\n")
        },
    },
    Shape { name: "codes", forced: None, make: |n| of(n, "cs-1-abcdef\n") },
    Shape {
        name: "verdicts in rounds",
        forced: None,
        make: |n| {
            each(n, |i| {
                format!("## Round {}\nVERDICT: {}\n", i % 999, if i % 2 == 0 { "approve" } else { "reject" })
            })
        },
    },
    Shape {
        name: "long verdicts",
        forced: None,
        make: |n| of(n, &within("VERDICT: approve", &of(400, " a b"), "\n")),
    },
    Shape {
        name: "long statuses",
        forced: None,
        make: |n| of(n, &within("Status:", &of(400, " no-pass"), "\n")),
    },
    Shape {
        name: "one long verdict",
        forced: None,
        make: |n| within("VERDICT: **approve", &of(n, " word"), "**\n"),
    },
    Shape { name: "approvals in sentences", forced: None, make: |n| of(n, "I approve. ") },
    Shape { name: "refusals in sentences", forced: None, make: |n| of(n, "I cannot approve. ") },
    Shape { name: "refusals in lines", forced: None, make: |n| of(n, "I cannot approve this yet.\n") },
    Shape {
        name: "one refusal in a long line",
        forced: None,
        make: |n| within("I cannot approve this. ", &of(n, "word "), "\n"),
    },
    Shape { name: "lead-ins", forced: None, make: |n| of(n, "The previous review said:\n") },
    Shape { name: "look-alike letters", forced: None, make: |n| of(n, "Vеrdict: PАSS\n") },
    Shape { name: "signals", forced: None, make: |n| of(n, "REVIEW_PASS ") },
    // What shows, takes back or sums up.
    Shape { name: "sentences with code", forced: None, make: |n| of(n, "I approve `x` and \"y\". ") },
    Shape { name: "sentences in quotation marks", forced: None, make: |n| of(n, "\"I approve. ") },
    Shape { name: "sentences in brackets", forced: None, make: |n| of(n, "[I approve. ") },
    Shape {
        name: "approvals shown in lines",
        forced: None,
        make: |n| of(n, &within(&of(3000, "`LGTM this` is it. \"ship it\"; "), "", "\n")),
    },
    Shape { name: "arrows", forced: None, make: |n| within("previously: ", &of(n, "PASS → "), "\n") },
    Shape { name: "arrows in lines", forced: None, make: |n| of(n, "was PASS -> now: FAIL\n") },
    Shape { name: "labels in sentences", forced: None, make: |n| of(n, "Well. Verdict: PASS. ") },
    Shape { name: "asides of labels", forced: None, make: |n| of(n, "Verdict (after (a look) now): PASS\n") },
    Shape { name: "words struck out", forced: None, make: |n| of(n, "Verdict:\n~~PASS~~\n~~FAIL~~\n") },
    Shape {
        name: "words that take back",
        forced: None,
        make: |n| of(n, "PASS\n\nOn reflection:\n\nFAIL\n\n"),
    },
    Shape {
        name: "statements far apart",
        forced: None,
        make: |n| within("Verdict: PASS\n", &of(n, "more of it\n"), "Verdict: FAIL\n"),
    },
    Shape {
        name: "answers shown in a line",
        forced: None,
        make: |n| of(n, "`{\"status\":\"APPROVED\",\"issues\":[]}` "),
    },
    Shape {
        name: "folded parts",
        forced: None,
        make: |n| of(n, "<details>\n<summary>previous round</summary>\nPASS\n"),
    },
    Shape { name: "hunks", forced: None, make: |n| of(n, "@@ -1,2 +1,2 @@\n+PASS\n-FAIL\n") },
    Shape {
        name: "a hunk",
        forced: None,
        make: |n| within("@@ -1,999999999 +1,999999999 @@\n", &of(n, "+PASS\n"), ""),
    },
    Shape {
        name: "an open fence of objections",
        forced: None,
        make: |n| within("Verdict: PASS\n\n```\n", &of(n, "Verdict: maybe FAIL\n"), ""),
    },
    Shape {
        name: "told findings",
        forced: None,
        make: |n| {
            within("Verdict: FAIL\n\n", &each(n, |i| format!("Here `a.rs:{i}` drops it (high). ")), "\n")
        },
    },
    Shape {
        name: "told findings in lines",
        forced: None,
        make: |n| within("Verdict: FAIL\n\n", &each(n, |i| format!("Here `a.rs:{i}` drops it.\n")), ""),
    },
    Shape {
        name: "elements",
        forced: None,
        make: |n| {
            each(n, |i| format!("<finding severity=\"high\" file=\"a.rs\" line=\"{i}\">x{i}</finding>\n"))
        },
    },
    Shape {
        name: "lines below a file",
        forced: None,
        make: |n| within("### src/a.rs\n\n", &each(n, |i| format!("L{i}: (major) x{i}\n")), ""),
    },
    Shape {
        name: "lines below a long path",
        forced: None,
        make: |n| {
            within(
                &format!("### {}.rs\n\n", of((n / 6).min(900), "ab/c")),
                &each(n * 5 / 6, |i| format!("- L{i}: (major) x{i}\n")),
                "",
            )
        },
    },
    Shape {
        name: "files below files",
        forced: None,
        make: |n| of(n, "# src/a.rs\n\n- L1: x\n\n## src/b.rs\n\n- L2: y\n\n"),
    },
    Shape { name: "bold titles", forced: None, make: |n| of(n, "**Critical**\n\n**It leaks**\nhere\n\n") },
    Shape { name: "rated lists", forced: None, make: |n| of(n, "Two blockers:\n- x\n- y\n\n") },
    Shape {
        name: "conventional comments",
        forced: None,
        make: |n| of(n, "issue (blocking, security): x\n\n"),
    },
    Shape {
        name: "praise that rates",
        forced: None,
        make: |n| within("## Strengths\n\n", &of(n, "- [HIGH] `a.rs:1` x\n"), ""),
    },
    Shape { name: "bracketed parts", forced: None, make: |n| within("- a (high", &of(n, ", high"), ")\n") },
    Shape {
        name: "set off at the end",
        forced: None,
        make: |n| within("- [HIGH] a", &of(n, " — b, c (d"), "\n"),
    },
    Shape {
        name: "questions of a form",
        forced: None,
        make: |n| of(n, "**Ready to merge?** Yes, with minor fixes\n"),
    },
    // What only one dialect reads.
    Shape {
        name: "feedback",
        forced: Some("ralph"),
        make: |n| {
            let rows = each(n / 2, |i| format!("| {i} | Part {i} | FAIL | x{i} |\n"));
            within(
                "| # | Dimension | Status | Finding |\n|---|---|---|---|\n",
                &rows,
                "\n### Feedback for Revision\n\n",
            ) + &each(n / 2, |i| format!("- Other {i}: y\n"))
        },
    },
    Shape {
        name: "log entries",
        forced: Some("ralph"),
        make: |n| each(n, |i| format!("### [task-{i}] x\n- status: FAIL\n\n")),
    },
    Shape {
        name: "a progress log",
        forced: Some("ralph"),
        make: |n| of(n, "### Review: design (Iteration 1)\n- Status: REVIEW_PASS\n\n"),
    },
    Shape {
        name: "stated counts",
        forced: Some("gsd"),
        make: |n| {
            let list = each(n / 2, |i| format!("- [CRITICAL] `a{i}.rs:{i}` x{i}\n"));
            let listed = list.lines().count();
            within(&list, "\n## Summary\n\n", &of(n / 2, &format!("There are {listed} critical.\n")))
        },
    },
    Shape {
        name: "requirements",
        forced: Some("gsd"),
        make: |n| {
            within(
                "| # | Requirement | Status | Evidence |\n|---|---|---|---|\n",
                &each(n, |i| format!("| {i} | R{i} | NOT_MET | none |\n")),
                "",
            )
        },
    },
    Shape {
        name: "deltas",
        forced: Some("yolo"),
        make: |n| {
            let list = each(n / 2, |i| format!("- [id:f-{i}] [severity:high] [status:new] issue: x{i}\n"));
            let listed = list.lines().count();
            within(&list, "\n", &of(n / 2, &format!("NEW: {listed}\n")))
        },
    },
    Shape {
        name: "checks",
        forced: Some("yolo"),
        make: |n| {
            within(
                "QA REPORT: x\npassed: false\n",
                &each(n, |i| format!("[id:q-{i}] name: X{i} | status: fail | detail: \"y\"\n")),
                "",
            )
        },
    },
    Shape {
        name: "unfulfilled in lines",
        forced: Some("gsd"),
        make: |n| {
            within("### Verdict: PASS\n", &each(n, |i| format!("**Unfulfilled:** sorting works {i}\n")), "")
        },
    },
    Shape {
        name: "gaps",
        forced: Some("gsd_report"),
        make: |n| {
            within(
                "---\nstatus: gaps_found\ngaps:\n",
                &each(n.min(8000), |i| format!("  - truth: x{i}\n    status: failed\n")),
                "---\n",
            ) + &of(n, "text\n")
        },
    },
    // Other shapes of the same blocks.
    Shape {
        name: "quotations ever deeper",
        forced: None,
        make: |n| each(n, |i| format!("{}x\n", "> ".repeat(i % 500 + 1))),
    },
    Shape {
        name: "tables of one row",
        forced: None,
        make: |n| of(n, "| Severity | Issue |\n|---|---|\n| high | x |\n\ntext\n\n"),
    },
    Shape { name: "one emoji", forced: None, make: |n| of(n, "🔴") },
    Shape { name: "combining marks", forced: None, make: |n| of(n, "\u{301}") },
    Shape { name: "marks on letters", forced: None, make: |n| of(n, "Ve\u{301}rdict: e\u{338} ") },
    Shape { name: "lines of Windows", forced: None, make: |n| of(n, "- [HIGH] `a.rs:1` x\r\n\r\n") },
    Shape { name: "returns alone", forced: None, make: |n| of(n, "Verdict: PASS\r") },
    Shape { name: "letters that grow", forced: None, make: |n| of(n, "İK ſ ") },
    Shape {
        name: "JSON half open",
        forced: None,
        make: |n| of(n, "{\"status\": \"APPROVED\", \"issues\": [{\"title\": \"x\n"),
    },
    Shape {
        name: "fences of JSON never closed",
        forced: None,
        make: |n| of(n, "```json\n{\"status\": \"APPROVED\", \"issues\": [\n"),
    },
    Shape { name: "JSON comments", forced: None, make: |n| within("{\"a\": 1, ", &of(n, "/* x "), "}") },
    Shape { name: "nested keys", forced: None, make: |n| of(n, "{\"review\":{\"result\":{\"x\":1}}}\n") },
    Shape {
        name: "a long path",
        forced: None,
        make: |n| within("- **Severity:** high\n- **File:** ", &of(n, "ab1/"), "c.rs:3\n- **Issue:** x\n"),
    },
    Shape {
        name: "long paths",
        forced: None,
        make: |n| of(n, &within("- [HIGH] ", &of(900, "ab1/"), "c.rs:3 — x\n")),
    },
    Shape {
        name: "a long heading",
        forced: None,
        make: |n| within("## ", &of(n / 2, "finding "), "\n") + &of(n / 2, "- [HIGH] x\n"),
    },
    Shape { name: "dots", forced: None, make: |n| of(n, ".") },
    Shape { name: "colons", forced: None, make: |n| of(n, "a: ") },
    Shape { name: "stars", forced: None, make: |n| of(n, "**a** ") },
    Shape { name: "escaped bars", forced: None, make: |n| within("| a \\", &of(n, "\\|"), "|\n|---|\n") },
    Shape { name: "arrows without end", forced: None, make: |n| of(n, "Verdict: PASS → FAIL → ") },
    Shape { name: "strikes", forced: None, make: |n| of(n, "Verdict: ~~PASS~~ ~~ ") },
    Shape {
        name: "unmet rows with findings",
        forced: Some("gsd"),
        make: |n| {
            let list = each(n / 2, |i| format!("- [CRITICAL] `a{i}.rs:{i}` requirement R{i} fails\n"));
            within(
                &list,
                "\n| # | Requirement | Status | Evidence |\n|---|---|---|---|\n",
                &each(n / 2, |i| format!("| {i} | R{i} | MET | a.rs:{i} |\n")),
            )
        },
    },
];

/// Every shape.
pub(crate) fn all() -> impl Iterator<Item = &'static Shape> {
    BENIGN.iter().chain(HOSTILE)
}
