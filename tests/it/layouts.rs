//! The layouts in which reviewers write a finding's severity, file and line: each text tells findings of its own
//! way, and what is read of them is what a person reads.

use countersign::domain::dialect::{ReadContext, read};
use countersign::domain::review::Severity;

type Found = (Severity, &'static str, u32);

/// What a reviewer wrote below its verdict, and the findings in it, in order.
const LAYOUTS: &[(&str, &[Found])] = &[
    (
        "Findings\n\n- high: line 9 of src/a.rs: the lock is held over await",
        &[(Severity::High, "src/a.rs", 9)],
    ),
    ("Findings:\n- [high] src/a.cs(12,5): null deref", &[(Severity::High, "src/a.cs", 12)]),
    ("Findings:\n- [high] null deref @ src/a.cs:12", &[(Severity::High, "src/a.cs", 12)]),
    ("Findings:\n- HIGH src/a.ts @ 12 - null deref", &[(Severity::High, "src/a.ts", 12)]),
    (
        "Finding 1: token not checked\nSeverity: high\nFile: src/a.ts:4\n\nFinding 2: wrong log\nSeverity: low\nFile: src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "Finding 1: token not checked (src/a.ts:4, high)\nFinding 2: wrong log (src/b.ts:9, low)",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "1. **Token not checked** (src/a.ts, lines 4–9, severity: high)\n   Anyone gets in.\n2. **Wrong log** (src/b.ts, line 3, severity: low)",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 3)],
    ),
    (
        "1. **Token not checked** — `src/a.ts`, lines 4–9 (high)\n   Anyone gets in.\n2. **Wrong log** — `src/b.ts`, line 3 (low)",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 3)],
    ),
    (
        "| Sev | Where | What |\n|---|---|---|\n| H | src/a.ts:4 | token not checked |\n| L | src/b.ts:9 | log |",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "| # | File | Line | Severity | Issue |\n|--|--|--|--|--|\n| 1 | src/a.ts | 4 | 🔴 | token not checked |\n| 2 | src/b.ts | 9 | 🟡 | log |",
        &[(Severity::Critical, "src/a.ts", 4), (Severity::Medium, "src/b.ts", 9)],
    ),
    (
        "### High\n\n`src/a.ts` line 4\n: token not checked\n\n### Low\n\n`src/b.ts` line 9\n: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "## Critical Issues (1)\n\n### SQL injection in search\n- Location: src/a.ts, line 4\n- Impact: all\n- Fix: bind\n\n## Minor Issues (1)\n\n### Typo\n- Location: docs/a.md line 2",
        &[(Severity::Critical, "src/a.ts", 4), (Severity::Low, "docs/a.md", 2)],
    ),
    (
        "**src/a.ts**\n- L4 (critical): SQL injection\n- L9 (minor): typo",
        &[(Severity::Critical, "src/a.ts", 4), (Severity::Low, "src/a.ts", 9)],
    ),
    (
        "src/a.ts:\n  4: [critical] SQL injection\n  9: [minor] typo",
        &[(Severity::Critical, "src/a.ts", 4), (Severity::Low, "src/a.ts", 9)],
    ),
    (
        "src/a.ts:4:10: error: SQL injection\nsrc/a.ts:9:2: warning: typo",
        &[(Severity::High, "src/a.ts", 4), (Severity::Medium, "src/a.ts", 9)],
    ),
    (
        "- 🔴 **Critical** `src/a.ts:4` SQL injection\n- 🟢 **Low** `src/b.ts:9` typo",
        &[(Severity::Critical, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "Blocking:\n1) In src/a.ts around line 4 the token is not checked.\n\nNon-blocking:\n1) src/b.ts line 9: typo",
        &[(Severity::Critical, "src/a.ts", 4), (Severity::Medium, "src/b.ts", 9)],
    ),
    (
        r##"<finding severity="high" file="src/a.ts" line="4">token not checked</finding>"##,
        &[(Severity::High, "src/a.ts", 4)],
    ),
    (
        "<issue>\n<severity>high</severity>\n<file>src/a.ts</file>\n<line>4</line>\n<description>token not checked</description>\n</issue>",
        &[(Severity::High, "src/a.ts", 4)],
    ),
    (
        "severity: high\nfile: src/a.ts\nline: 4\nissue: token not checked\n\n---\n\nseverity: low\nfile: src/b.ts\nline: 9\nissue: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "findings:\n  - severity: high\n    file: src/a.ts\n    line: 4\n    issue: token not checked\n  - severity: low\n    file: src/b.ts\n    line: 9\n    issue: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "```yaml\nverdict: changes_requested\nfindings:\n  - severity: high\n    file: src/a.ts\n    line: 4\n    title: token not checked\n```",
        &[(Severity::High, "src/a.ts", 4)],
    ),
    (
        "**1. Token not checked**\n\n*Severity:* high — *File:* src/a.ts:4\n\n**2. Log**\n\n*Severity:* low — *File:* src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    ("#### [HIGH] Token not checked\n> src/a.ts:4-9\n\nAnyone gets in.", &[(Severity::High, "src/a.ts", 4)]),
    (
        "P1: token not checked (src/a.ts:4)\nP3: log (src/b.ts:9)",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "High: 1\nLow: 1\n\n1. (High) src/a.ts#L4 token not checked\n2. (Low) src/b.ts#L9 log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- src/a.ts:4 (high) token not checked\n- src/b.ts:9 (low) log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- **src/a.ts:4** — *high* — token not checked\n- **src/b.ts:9** — *low* — log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- Token not checked [src/a.ts:4] [severity: high]\n- Log [src/b.ts:9] [severity: low]",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- Token not checked in `src/a.ts` on line 4. Severity: high.\n- Log noise in `src/b.ts` on line 9. Severity: low.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "#1 | HIGH | src/a.ts:4 | token not checked\n#2 | LOW | src/b.ts:9 | log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "HIGH\tsrc/a.ts:4\ttoken not checked\nLOW\tsrc/b.ts:9\tlog",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "F1 (high): token not checked, src/a.ts:4\nF2 (low): log, src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "**Issue:** token not checked\n**Where:** src/a.ts, function login (line 4)\n**Severity:** High\n\n**Issue:** log\n**Where:** src/b.ts (lines 9 to 12)\n**Severity:** Low",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "Critical\n--------\n- token not checked (src/a.ts:4)\n\nMinor\n-----\n- log (src/b.ts:9)",
        &[(Severity::Critical, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "❌ src/a.ts:4 token not checked (blocker)\n⚠️ src/b.ts:9 log (nit)",
        &[(Severity::Critical, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- High — `src/a.ts`, line 4 — token not checked\n- Low — `src/b.ts`, line 9 — log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    ("- High | `src/a.ts` (L4-L9) | token not checked", &[(Severity::High, "src/a.ts", 4)]),
    (
        "1. src/a.ts:4\n   Severity: High\n   token not checked\n2. src/b.ts:9\n   Severity: Low\n   log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    ("[src/a.ts, line 4] HIGH: token not checked", &[(Severity::High, "src/a.ts", 4)]),
    ("HIGH (src/a.ts, l. 4): token not checked", &[(Severity::High, "src/a.ts", 4)]),
    ("high severity — src/a.ts:4 — token not checked", &[(Severity::High, "src/a.ts", 4)]),
    ("src/a.ts line 4: high: token not checked", &[(Severity::High, "src/a.ts", 4)]),
    ("- L4 in src/a.ts: token not checked (high)", &[(Severity::High, "src/a.ts", 4)]),
    ("- On line 4 of `src/a.ts`: token not checked (severity high)", &[(Severity::High, "src/a.ts", 4)]),
    (
        "Severity: high | File: src/a.ts:4 | Issue: token not checked\nSeverity: low | File: src/b.ts:9 | Issue: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- Severity: high, File: src/a.ts, Line: 4, Issue: token not checked\n- Severity: low, File: src/b.ts, Line: 9, Issue: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- **Severity**: High | **File**: `src/a.ts:4`\n  Token not checked.\n- **Severity**: Low | **File**: `src/b.ts:9`\n  Log.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "### 1. Token not checked\n**Severity:** High · **File:** `src/a.ts:4`\n\nAnyone gets in.\n\n### 2. Log\n**Severity:** Low · **File:** `src/b.ts:9`\n\nNoise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "## Findings\n\n### Token not checked\n\n| Field | Value |\n|---|---|\n| Severity | High |\n| File | src/a.ts:4 |\n\n### Log\n\n| Field | Value |\n|---|---|\n| Severity | Low |\n| File | src/b.ts:9 |\n",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "## High\n\n### Token not checked\n\n`src/a.ts:4`\n\nAnyone gets in.\n\n## Low\n\n### Log noise\n\n`src/b.ts:9`\n\nNoise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "## High\n\n1. **Token not checked**\n   `src/a.ts:4`\n   Anyone gets in.\n\n## Low\n\n1. **Log noise**\n   `src/b.ts:9`\n   Noise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "## High priority\n\n- [ ] Token not checked (`src/a.ts:4`)\n\n## Low priority\n\n- [ ] Log noise (`src/b.ts:9`)",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "**High**\n1. Token not checked — src/a.ts:4\n\n**Low**\n1. Log noise — src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "HIGH:\n  * src/a.ts:4: token not checked\n\nLOW:\n  * src/b.ts:9: log noise",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "1. [High] Token not checked\n   Location: src/a.ts:4\n   Fix: check it\n2. [Low] Log noise\n   Location: src/b.ts:9\n   Fix: drop it",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "1. Token not checked [high]\n   src/a.ts:4\n2. Log noise [low]\n   src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "a) high - src/a.ts:4 - token not checked\nb) low - src/b.ts:9 - log noise",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "(1) High: token not checked in src/a.ts:4\n(2) Low: log noise in src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "[1] HIGH src/a.ts:4 token not checked\n[2] LOW src/b.ts:9 log noise",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "ISSUE-1 [HIGH] src/a.ts:4\nToken not checked.\n\nISSUE-2 [LOW] src/b.ts:9\nLog noise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "F-01 | high | src/a.ts:4 | token not checked\nF-02 | low | src/b.ts:9 | log noise",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "**F1 — High — src/a.ts:4**\nToken not checked.\n\n**F2 — Low — src/b.ts:9**\nLog noise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "### F1: Token not checked (High)\n\n- **Where:** `src/a.ts:4`\n- **Why:** anyone\n\n### F2: Log noise (Low)\n\n- **Where:** `src/b.ts:9`",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "1. **src/a.ts:4** Token not checked. Severity: high.\n2. **src/b.ts:9** Log noise. Severity: low.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "1. `src/a.ts:4` Token not checked (severity: high)\n2. `src/b.ts:9` Log noise (severity: low)",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- `src/a.ts` L4: token not checked. **High**\n- `src/b.ts` L9: log noise. **Low**",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- Token not checked\n  - File: src/a.ts:4\n  - Severity: high\n- Log noise\n  - File: src/b.ts:9\n  - Severity: low",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "* Problem: Token not checked\n  Severity: high\n  Location: src/a.ts:4\n* Problem: Log noise\n  Severity: low\n  Location: src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "```\nHIGH src/a.ts:4 token not checked\nLOW src/b.ts:9 log noise\n```",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "| Severity | Finding | Location |\n|:--|:--|:--|\n| **High** | Token not checked | `src/a.ts:4` |\n| Low | Log noise | `src/b.ts:9` |",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "| ID | Sev. | File:Line | Description |\n|---|---|---|---|\n| 1 | High | src/a.ts:4 | token |\n| 2 | Low | src/b.ts:9 | log |",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "Severity | Location | Issue\n--- | --- | ---\nHigh | src/a.ts:4 | token\nLow | src/b.ts:9 | log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "#### src/a.ts\n\n| Line | Severity | Comment |\n|--|--|--|\n| 4 | high | token |\n\n#### src/b.ts\n\n| Line | Severity | Comment |\n|--|--|--|\n| 9 | low | log |",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "**`src/a.ts`**\n\n- **Line 4** [HIGH] — token not checked\n\n**`src/b.ts`**\n\n- **Line 9** [LOW] — log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "High severity:\n- token not checked at src/a.ts:4\n\nLow severity:\n- log noise at src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "There are two findings.\n\nFirst (high): src/a.ts:4 does not check the token.\nSecond (low): src/b.ts:9 logs too much.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "HIGH-1: Token not checked\n  File: src/a.ts:4\nLOW-1: Log noise\n  File: src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "[H1] Token not checked — src/a.ts:4\n[L1] Log noise — src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "issue(high): token not checked\n  at src/a.ts:4\nissue(low): log noise\n  at src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "Title: Token not checked\nSeverity: High\nFile: src/a.ts\nLines: 4-6\n\nTitle: Log\nSeverity: Low\nFile: src/b.ts\nLines: 9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        r##"{"severity":"high","file":"src/a.ts","line":4,"issue":"token"}
{"severity":"low","file":"src/b.ts","line":9,"issue":"log"}"##,
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "### Issue 1 of 2 — High\n**File:** src/a.ts (line 4)\n**Problem:** token\n\n### Issue 2 of 2 — Low\n**File:** src/b.ts (line 9)\n**Problem:** log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "1️⃣ **High** – `src/a.ts:4` – token\n2️⃣ **Low** – `src/b.ts:9` – log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- **[High]** Token not checked — `src/a.ts`:4\n- **[Low]** Log — `src/b.ts`:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- src/a.ts, l. 4 — high: token\n- src/b.ts, l. 9 — low: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "**High Severity**\n\n**Token not checked** (src/a.ts:4)\nAnyone gets in.\n\n**Low Severity**\n\n**Log** (src/b.ts:9)\nNoise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- high · src/a.ts · 4 · token not checked\n- low · src/b.ts · 9 · log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "Finding #1 — High — src/a.ts:4\ntoken\n\nFinding #2 — Low — src/b.ts:9\nlog",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "1. Severity: High\n   File: src/a.ts:4\n   Description: token\n\n2. Severity: Low\n   File: src/b.ts:9\n   Description: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "## Issues Found\n\n**Issue 1: Token not checked** [HIGH]\n- File: `src/a.ts`\n- Line: 4\n- Anyone gets in.\n\n**Issue 2: Log noise** [LOW]\n- File: `src/b.ts`\n- Line: 9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "### Issues\n\n1. **HIGH** — Token not checked\n   - Where: `src/a.ts:4`\n   - Fix: check\n2. **LOW** — Log noise\n   - Where: `src/b.ts:9`\n   - Fix: drop",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "#### High\n- **Token not checked**\n  `src/a.ts:4` — anyone gets in.\n\n#### Low\n- **Log noise**\n  `src/b.ts:9` — noise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "<details>\n<summary>High (1)</summary>\n\n- `src/a.ts:4` token not checked\n\n</details>\n<details>\n<summary>Low (1)</summary>\n\n- `src/b.ts:9` log\n\n</details>",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- [ ] **[high]** `src/a.ts:4` — token\n- [ ] **[low]** `src/b.ts:9` — log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "**Severity: High**\nsrc/a.ts:4\nToken not checked.\n\n**Severity: Low**\nsrc/b.ts:9\nLog noise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "=== HIGH ===\nsrc/a.ts:4: token not checked\n\n=== LOW ===\nsrc/b.ts:9: log noise",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "high: token not checked\n  --> src/a.ts:4:2\nlow: log noise\n  --> src/b.ts:9:1",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "HIGH - token not checked\n    at src/a.ts:4\n\nLOW - log noise\n    at src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "1. Token not checked\n   **Severity**: High\n   **Location**: `src/a.ts`, line 4\n   **Recommendation**: check\n\n2. Log noise\n   **Severity**: Low\n   **Location**: `src/b.ts`, line 9\n   **Recommendation**: drop",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "### 1. Token not checked (High)\n`src/a.ts` (L4)\n\ntext\n\n### 2. Log noise (Low)\n`src/b.ts` (L9)\n\ntext",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "### [High] `src/a.ts:4`: token\n\n### [Low] `src/b.ts:9`: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "### High: token not checked (`src/a.ts:4`)\n\ntext\n\n### Low: log noise (`src/b.ts:9`)\n\ntext",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- **src/a.ts (line 4)** — High: token\n- **src/b.ts (line 9)** — Low: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "src/a.ts:4 HIGH token not checked\nsrc/b.ts:9 LOW log noise",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "| Finding | Severity | File | Line(s) | Recommendation |\n|---|---|---|---|---|\n| token | High | `src/a.ts` | 4-6 | check |\n| log | Low | `src/b.ts` | 9 | drop |",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "| # | Issue | Location | Sev |\n|---|---|---|---|\n| 1 | token | src/a.ts L4 | High |\n| 2 | log | src/b.ts L9 | Low |",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "Priority 1 (high): src/a.ts:4 token\nPriority 3 (low): src/b.ts:9 log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "**[HIGH]** Token not checked\n`src/a.ts:4`\n> code\n\n**[LOW]** Log noise\n`src/b.ts:9`",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "🔴 HIGH | src/a.ts:4\nToken not checked.\n\n🟢 LOW | src/b.ts:9\nLog noise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- id: F1\n  severity: high\n  file: src/a.ts\n  line: 4\n  message: token\n- id: F2\n  severity: low\n  file: src/b.ts\n  line: 9\n  message: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "F1. [High] token not checked. (src/a.ts:4)\nF2. [Low] log noise. (src/b.ts:9)",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "(High) src/a.ts:4 - token\n(Low) src/b.ts:9 - log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "High-severity issue in `src/a.ts:4`: token not checked.\nLow-severity issue in `src/b.ts:9`: log noise.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "`src/a.ts:4` [high]: token\n`src/b.ts:9` [low]: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "In `src/a.ts` (line 4), the token is not checked. **Severity: high**\n\nIn `src/b.ts` (line 9), the log is noisy. **Severity: low**",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "* src/a.ts:4\n  * Severity: high\n  * Token not checked\n* src/b.ts:9\n  * Severity: low\n  * Log noise",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        r##"{"findings": [{"sev": "high", "path": "src/a.ts", "lines": "4-5", "msg": "token"}, {"sev": "low", "path": "src/b.ts", "lines": [9], "msg": "log"}]}"##,
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        r##"{"issues": [{"severity": "HIGH", "file": "src/a.ts:4", "problem": "token"}, {"severity": "LOW", "file": "src/b.ts:9", "problem": "log"}]}"##,
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        r##"{"comments": [{"level": "high", "location": {"file": "src/a.ts", "line": 4}, "body": "token"}, {"level": "low", "location": {"path": "src/b.ts", "start_line": 9}, "body": "log"}]}"##,
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "- Severity high - src/a.ts line 4 - token\n- Severity low - src/b.ts line 9 - log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "**High** | `src/a.ts:4` | token\n**Low** | `src/b.ts:9` | log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "## Findings\n\n### `src/a.ts`\n\n**Line 4 — High**: token\n\n### `src/b.ts`\n\n**Line 9 — Low**: log",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "1. High — Token not checked.\n   src/a.ts:4\n\n2. Low — Log noise.\n   src/b.ts:9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "[HIGH] Token not checked\n  File: src/a.ts\n  Line: 4\n\n[LOW] Log noise\n  File: src/b.ts\n  Line: 9",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
    (
        "A. High: token not checked, `src/a.ts:4`.\nB. Low: log noise, `src/b.ts:9`.",
        &[(Severity::High, "src/a.ts", 4), (Severity::Low, "src/b.ts", 9)],
    ),
];

#[test]
fn a_finding_is_read_in_every_layout() {
    let mut missed = Vec::new();
    for (text, expected) in LAYOUTS {
        let reading = read(&format!("Verdict: changes requested\n\n{text}\n"), &ReadContext::default());
        let found: Vec<_> = reading
            .findings
            .iter()
            .map(|f| {
                let place = f.locations.first();
                (f.severity, place.map_or("", |p| p.file.as_str()), place.and_then(|p| p.line).unwrap_or(0))
            })
            .collect();
        if found != *expected {
            missed.push(format!("{text}\n=> {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), LAYOUTS.len(), missed.join("\n\n"));
}

/// A file alone, and dotted rows: only where changes are asked for do they list anything.
#[test]
fn a_file_alone_and_dotted_rows_are_findings_where_changes_are_asked_for() {
    use countersign::domain::dialect::{ReadContext, read};
    for (text, count) in [
        ("Verdict: CHANGES_REQUESTED\n\n- Makefile: the clean target deletes src", 1),
        ("Verdict: CHANGES_REQUESTED\n\nMakefile: the clean target deletes src", 1),
        ("Verdict: CHANGES_REQUESTED\n\n- Dockerfile: runs as root\n- src/a.rs:3: leaks", 2),
        ("Verdict: APPROVED\n\nMakefile: the clean target works.", 0),
        (
            "## Review: tasks (Iteration 2)\n\nCompleteness........PASS\nActionability.......FAIL  no verify line\n\nREVIEW_FAIL",
            1,
        ),
    ] {
        assert_eq!(read(text, &ReadContext::default()).findings.len(), count, "{text}");
    }
}
