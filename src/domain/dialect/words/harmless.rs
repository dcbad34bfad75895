//! Sentences that approve and say nothing else.
//!
//! ```text
//! sentence = (known word | reference | "no" counted noun | "nothing" known word)*
//! ```
//!
//! A sentence around an approving word is an approval only when every other word of it is known to
//! be harmless: praise, thanks, articles, pronouns, nouns of the work. It is a list of what is
//! allowed, in a few languages; whatever is not on it leaves the sentence undecided. What the
//! sentence approves is not asked here.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::runs::CLEARS as CLEARED;
use super::token;

/// Articles, pronouns and what joins words without turning them.
const JOINS: &str = "a an the this that these those it its it's i i'm i've we we're we've you your my our me us \
    mine myself all both everything every each here there now then so and as is are am has have been for from \
    to on in of by at with w s which therefore thus hence again still also just simply too while since because \
    side part perspective giving give one yes yep yeah ok okay well let's do be re i'd we'd";
/// Praise and thanks.
const PRAISE: &str = "nice nicely good great excellent solid clean cleanly neat neatly tidy clear clearly correct \
    correctly complete completely simple elegant thorough careful carefully readable awesome amazing perfect \
    perfectly lovely beautiful beautifully fantastic wonderful impressive brilliant superb splendid \
    cool sweet top fine sound safe strong love like happy glad gladly pleased pleasure thanks thank thx ty cheers \
    congrats congratulations kudos bravo hooray yay really very quite much pretty super definitely absolutely \
    fully entirely happily wholeheartedly overall looks look looking reads feels works worked working done job \
    work stuff effort quick turnaround everyone team folks reviewed hereby verdict";
/// The work, and what is done with it.
const WORK: &str = "change changes changeset pr mr patch patches code implementation implementations test tests \
    testing coverage docs documentation refactor refactoring cleanup structure naming fixes solution version \
    revision update updates commit commits branch diff feature module task plan phase artifact document design \
    spec specification requirements requirement criteria criterion acceptance dimensions checks check review \
    pass passes passed passing met satisfied covered implemented verified tested checked green ci build lint \
    suite resolved addressed fixed closed merge merging merged ship shipping shipped release releasing go ahead \
    land proceed ready can lgtm approve approved approval approving sign signing off final matches match \
    follows conventions described expected promised wanted asked readability quality error handling \
    scheduler parser reviewer lead tech senior engineer comments comment notes note nits nit nitpicks \
    suggestions suggestion remarks remark thoughts ideas two three four five couple few several some below inline \
    take leave or may round rebase minor small optional tiny blocking non gut consideration reviewing reading \
    rereading read checking looking reflection thought through whole entire diff lines once twice second another \
    full close closely comfortable confident content ours please merged it'll gets go away";
/// The same in languages whose reviewers write around English words.
const ELSEWHERE: &str = "danke vielen dank gute guter gutes arbeit sehr schön schöne saubere sauber von mir aus \
    meiner sicht klar alles passt ist das die der den ein eine und für sieht gut prima klasse umsetzung änderung \
    somit damit daher meine mein ergebnis lautet \
    merci beaucoup bon bonne beau travail de ma part pour moi très bien le la les un une est et tout propre parfait \
    gracias muchas buen buena trabajo por mí mi parte para todo está bien el los muy y cambio \
    obrigado obrigada bom boa trabalho minha tudo certo o os da do está muito e \
    grazie ottimo lavoro tutto bene il per mia molto \
    bedankt mooi werk goed tack bra jobbat dzięki dobra robota super \
    спасибо отличная хорошая работа отлично хорошо всё все от меня с моей стороны это изменение код чистый и";
/// Runs of scripts that set no blanks between words.
const RUNS: &[&str] = &[
    "没有问题",
    "没有发现问题",
    "未发现问题",
    "没有发现任何问题",
    "所有测试通过",
    "所有测试都通过",
    "测试全部通过",
    "无问题",
    "没问题",
    "做得好",
    "做得很好",
    "干得漂亮",
    "很好",
    "谢谢",
    "感谢",
    "辛苦了",
    "改动",
    "实现",
    "代码",
    "清晰",
    "质量",
    "总体",
    "整体",
    "这个",
    "测试",
    "完整",
    "可以",
    "合并",
    "我",
    "的",
    "了",
    "是",
    "给",
    "也",
    "都",
    "很",
    "問題ありません",
    "問題なし",
    "指摘なし",
    "ありがとうございます",
    "お疲れ様です",
    "お疲れさまです",
    "いいと思います",
    "良いと思います",
    "良さそうです",
    "いいですね",
    "素晴らしい",
    "です",
    "でした",
    "実装",
    "綺麗",
    "きれい",
    "좋습니다",
    "수고하셨습니다",
    "감사합니다",
    "잘했습니다",
    "문제없습니다",
    "문제",
    "없습니다",
    "입니다",
    "고생하셨습니다",
];
/// What may be counted to be none, and what may be said of it.
const COUNTED: &str = "issue issues finding findings problem problems concern concerns blocker blockers remarks \
    objections objection complaints complaint comments nits notes defects defect bugs bug violations gaps questions \
    changes warnings regressions regression leaks leak races race crashes crash risks risk surprises smells reservations hesitation hesitations \
    befunde einwände probleme anmerkungen beanstandungen mängel fehler \
    problème problèmes remarque objection problemas objeciones observaciones ressalvas observações problema problemi";
const COUNTED_AS: &str = "outstanding unresolved relevant new correctness security performance obvious functional \
    behavioural behavioral noticeable apparent further other new more additional remaining open actual significant spec specification \
    code quality blocking critical high medium low major minor serious real any of weiteren offenen autre";
const NONE: &[&str] = &[
    "no", "zero", "0", "without", "keine", "ohne", "sin", "aucun", "aucune", "sans", "nenhum", "nenhuma",
    "sem", "nessun", "geen",
];
/// What may follow `nothing`.
const NOTHING_TO: &str = "blocking to add report else further major critical more left open serious of note wrong here stands out fix";
const FOUND: &[&str] = &["issues", "findings", "points", "concerns", "problems", "blockers", "questions"];
const SETTLED: &[&str] =
    &["resolved", "addressed", "fixed", "closed", "handled", "settled", "answered", "done"];
/// What a number may follow: it counts no part then.
const NUMBERED: &[&str] = &[
    "all",
    "task",
    "tasks",
    "plan",
    "phase",
    "pr",
    "mr",
    "pass",
    "step",
    "of",
    "milestone",
    "wave",
    "issue",
];

fn set(text: &'static str) -> HashSet<&'static str> {
    text.split_ascii_whitespace().collect()
}

static KNOWN: LazyLock<HashSet<&str>> =
    LazyLock::new(|| [JOINS, PRAISE, WORK, ELSEWHERE].into_iter().flat_map(set).collect());
static COUNTED_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(COUNTED));
static COUNTED_AS_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(COUNTED_AS));
static NOTHING_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(NOTHING_TO));

/// Returns the first word of a sentence that is not known to be harmless beside an approval.
pub(crate) fn unknown(sentence: &str) -> Option<String> {
    let plain: String = sentence
        .split_whitespace()
        .map(|chunk| if refers(chunk) || chunk == "+1" { "it" } else { chunk })
        .collect::<Vec<_>>()
        .join(" ");
    let words = token::all_words(&plain);
    let mut at = 0;
    while at < words.len() {
        match taken(&words, at) {
            0 => return Some(words[at].clone()),
            n => at += n,
        }
    }
    None
}

/// What may be said of something counted to be none.
const ASKED_AS: &[&str] = &["needed", "required", "requested", "necessary", "wanted"];
/// What names earlier findings, before their noun and behind it.
const EARLIER: &[&str] = &[
    "the",
    "all",
    "both",
    "my",
    "our",
    "two",
    "three",
    "four",
    "five",
    "previous",
    "previously",
    "earlier",
    "prior",
    "last",
    "reported",
    "raised",
    "found",
    "round's",
    "high",
    "critical",
    "medium",
    "low",
    "blocking",
    "major",
    "minor",
];
const SINCE: &[&str] = &[
    "are",
    "is",
    "were",
    "was",
    "have",
    "has",
    "been",
    "all",
    "both",
    "now",
    "since",
    "verified",
    "confirmed",
    "as",
    "indeed",
    "properly",
    "from",
    "of",
    "the",
    "last",
    "previous",
    "earlier",
    "first",
    "round",
    "review",
    "yesterday",
];

/// `2 previously reported HIGH issues verified as fixed`, `the earlier concerns are all resolved`: earlier findings that
/// are said to be settled. Returns how many words say it.
fn settled_before(words: &[String]) -> Option<usize> {
    let known = |w: &String, list: &[&str]| list.contains(&w.as_str());
    let number = usize::from(words.first()?.chars().all(|c| c.is_ascii_digit()));
    let named = words[number..].iter().take(6).take_while(|w| known(w, EARLIER)).count();
    let told = words[number..number + named].iter().any(|w| {
        matches!(w.as_str(), "previous" | "previously" | "earlier" | "prior" | "last" | "all" | "both")
    });
    let noun = number + named;
    words.get(noun).filter(|w| told && known(w, FOUND))?;
    let since = words[noun + 1..].iter().take(6).take_while(|w| known(w, SINCE)).count();
    let end = noun + 1 + since;
    words.get(end).filter(|w| known(w, SETTLED))?;
    Some(end + 1)
}

/// What may be said at parting, as a whole.
const PARTING: &[&str] = &[
    "let me know if you want me to",
    "let me know if you have any questions",
    "let me know if you have questions",
    "let me know if you need anything",
    "let me know if you need help",
    "feel free to",
    "as it stands",
    "as they stand",
    "as is",
    "with fresh eyes",
    "with minimal risk",
    "with low risk",
    "with very low risk",
    "with little risk",
    "when you like",
    "when you want",
    "when you are ready",
    "whenever you like",
    "whenever you want",
    "whenever you are ready",
    "whenever you're ready",
    "when you're ready",
];

/// Returns how many words a phrase of parting takes there.
fn parting(words: &[String]) -> Option<usize> {
    PARTING.iter().find_map(|phrase| {
        let length = phrase.split(' ').count();
        let said = words.get(..length)?;
        said.iter().map(String::as_str).eq(phrase.split(' ')).then_some(length)
    })
}

/// Returns how many words name more of what was counted to be none: `or regressions`, `and open questions`.
fn further(words: &[String]) -> usize {
    let mut end = 0;
    loop {
        let joins = usize::from(words.get(end).is_some_and(|w| matches!(w.as_str(), "or" | "and" | "nor")));
        let from = end + joins;
        let rest = words.get(from..).unwrap_or_default();
        let named = rest.iter().take(3).take_while(|w| COUNTED_AS_SET.contains(w.as_str())).count();
        if !rest.get(named).is_some_and(|w| COUNTED_SET.contains(w.as_str())) {
            return end;
        }
        end = from + named + 1;
    }
}

/// `thanks for splitting the commits`: what the thanks are for, a verb and its object at most.
fn thanks(words: &[String], at: usize) -> Option<usize> {
    let thanks = words[..at]
        .iter()
        .rev()
        .take(3)
        .any(|w| matches!(w.as_str(), "thanks" | "thank" | "thx" | "cheers" | "kudos"));
    if words[at] != "for" || !thanks {
        return None;
    }
    let doing = words.get(at + 1).filter(|w| w.len() > 4 && w.ends_with("ing"))?;
    let objects = words[at + 2..].iter().take(3);
    let of = objects
        .take_while(|w| {
            matches!(w.as_str(), "the" | "this" | "that" | "these" | "those" | "my" | "our" | "all" | "up")
        })
        .count();
    let noun = of > 0
        && words.get(at + 2 + of).is_some_and(|w| !matches!(w.as_str(), "but" | "not" | "now" | "please"));
    (doing != "nothing").then_some(2 + of + usize::from(noun))
}

/// `After careful consideration`, `after reading the whole diff twice`: what the reviewer did first.
fn after_review(words: &[String]) -> bool {
    const DID: &[&str] = &[
        "consideration",
        "review",
        "reviewing",
        "reading",
        "rereading",
        "re-reading",
        "re",
        "checking",
        "looking",
        "look",
        "reflection",
        "thought",
        "discussion",
        "going",
        "verification",
        "verifying",
        "testing",
        "walking",
    ];
    words.iter().take(5).any(|w| DID.contains(&w.as_str()))
}

/// Returns how many words from there on are harmless together; none when the first is not.
fn taken(words: &[String], at: usize) -> usize {
    let word = words[at].as_str();
    if let Some(length) = parting(&words[at..]) {
        return length;
    }
    if NONE.contains(&word) {
        let named =
            words[at + 1..].iter().take(3).take_while(|w| COUNTED_AS_SET.contains(w.as_str())).count();
        let noun = words.get(at + 1 + named).is_some_and(|w| COUNTED_SET.contains(w.as_str()));
        // `no bugs or regressions`: the denial carries over.
        let named = if noun { named + further(&words[at + named + 2..]) } else { named };
        let said = words.get(at + named + 2..).unwrap_or_default();
        // Alone it closes a section, and says nothing of the whole.
        let said = said.iter().take_while(|w| at > 0 && ASKED_AS.contains(&w.as_str())).count();
        return if noun { named + 2 + said } else { 0 };
    }
    if let Some(length) = settled_before(&words[at..]) {
        return length;
    }
    if let Some(length) = thanks(words, at) {
        return length;
    }
    if word == "after" {
        return usize::from(after_review(&words[at + 1..]));
    }
    if word == "nothing" {
        let said = words[at + 1..].iter().take_while(|w| NOTHING_SET.contains(w.as_str())).count();
        return if said > 0 { said + 1 } else { 0 };
    }
    // What was found is harmless once it is said to be settled.
    if FOUND.contains(&word) {
        let settled = words[at + 1..].iter().take(4).any(|w| SETTLED.contains(&w.as_str()));
        let before = at.checked_sub(1).map(|i| words[i].as_str());
        let known = ["all", "both", "the", "my", "your", "our", "these", "those", "every"];
        return usize::from(settled && before.is_some_and(|w| known.contains(&w)));
    }
    // A noun after an adjective or an article; alone it may ask for one: "LGTM, fix the lock".
    if word == "fix" {
        let before = at.checked_sub(1).map(|i| words[i].as_str());
        let noun = ["the", "this", "a", "nice", "good", "great", "clean", "solid", "neat", "elegant"];
        return usize::from(before.is_some_and(|w| noun.contains(&w)));
    }
    if word.chars().all(|c| c.is_ascii_digit()) {
        let before = at.checked_sub(1).map(|i| words[i].as_str());
        return usize::from(before.is_some_and(|w| NUMBERED.contains(&w)));
    }
    usize::from(KNOWN.contains(word) || run(word))
}

/// Tells whether a word of a script without blanks is made of known runs.
fn run(word: &str) -> bool {
    if word.is_ascii() {
        return false;
    }
    let mut rest = word;
    while !rest.is_empty() {
        let Some(length) = RUNS.iter().filter(|r| rest.starts_with(**r)).map(|r| r.len()).max() else {
            return false;
        };
        rest = &rest[length..];
    }
    true
}

/// What may stand right before an approval in a run besides [`RUNS`]: what is judged, and that it is judged now.
const BEFORE: &[&str] = &[
    "문제없음",
    "지적없음",
    "이상없음",
    "有条件通过",
    "通过",
    "最终",
    "最后",
    "结论",
    "判定",
    "结果",
    "审查",
    "评审",
    "复审",
    "审核",
    "检查",
    "本轮",
    "本次",
    "此次",
    "这次",
    "现在",
    "目前",
    "综上",
    "所述",
    "因此",
    "所以",
    "总之",
    "全部",
    "所有",
    "均",
    "已",
    "已经",
    "修复",
    "解决",
    "问题",
    "方案",
    "计划",
    "任务",
    "规格",
    "状态",
    "为",
    "予以",
    "同意",
    "建议",
    "确认",
    "认为",
    "直接",
    "正式",
    "一致",
    "第",
    "轮",
    "次",
    "回",
    "変更",
    "最終",
    "結論",
    "結果",
    "総合",
    "判断",
    "今回",
    "全体",
    "確認",
    "レビュー",
    "は",
    "が",
    "の",
    "を",
    "で",
    "も",
    "よって",
    "従って",
    "したがって",
    "以上",
    "全て",
    "すべて",
    "修正済み",
    "최종",
    "결론",
    "판정",
    "결과",
    "상태",
    "이번",
    "전체",
    "리뷰",
    "검토",
    "따라서",
    "그래서",
    "이상",
    "모두",
    "은",
    "는",
    "이",
    "가",
    "로",
    "으로",
];

/// Tells whether a run before an approval is made of runs that are known, so that nothing in it denies.
pub(super) fn run_before(word: &str) -> bool {
    // These clear what stands behind them, and deny it where it approves.
    const DENIES: &[&str] = &["没有", "不再", "不要", "不需要", "无需", "条件"];
    let cleared = || CLEARED.iter().filter(|run| !DENIES.contains(run));
    let mut rest = word;
    while !rest.is_empty() {
        let known = RUNS.iter().chain(BEFORE).chain(cleared()).filter(|r| rest.starts_with(**r));
        match known.map(|r| r.len()).max() {
            Some(length) => rest = &rest[length..],
            None => match rest
                .chars()
                .next()
                .filter(|c| c.is_ascii_alphanumeric() || "一二三四五六七八九十".contains(*c))
            {
                Some(c) => rest = &rest[c.len_utf8()..],
                None => return false,
            },
        }
    }
    true
}

/// Tells whether a piece between blanks is a path, an id, a hash or a date: what is approved, not what
/// is said of it.
fn refers(chunk: &str) -> bool {
    let inner = chunk.trim_matches(|c: char| !c.is_alphanumeric());
    let has = |any: fn(char) -> bool| inner.contains(any);
    let letters = has(|c| c.is_ascii_alphabetic());
    let digits = has(|c| c.is_ascii_digit());
    let dashed = inner.contains('-') && inner.split('-').all(|p| p.chars().all(|c| c.is_ascii_digit()));
    let file = letters
        && inner.rsplit_once(['.', '/']).is_some_and(|(before, after)| {
            !before.is_empty() && (1..=12).contains(&after.len()) && after.is_ascii() && inner.contains('.')
        });
    chunk.starts_with('`') && chunk.len() > 2 && chunk.trim_end_matches(['.', ',', '!']).ends_with('`')
        || chunk.starts_with('#') && digits && !letters
        || dashed && digits
        || inner.is_ascii() && letters && digits && !inner.contains(['/', '%', '='])
        || file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_harmless_when_every_word_is() {
        for text in [
            "LGTM 🚀 nice work",
            "LGTM, thanks!",
            "I approve this change.",
            "No findings, so I approve.",
            "Nothing blocking, LGTM",
            "LGTM for task 03-01, all 7 requirements met",
            "LGTM, nice fix in `src/a.rs`",
            "LGTM for src/cache/store.go",
            "LGTM, all findings are fixed",
            "LGTM, three small nits below",
            "Approved, no changes needed",
            "LGTM, 3 previously raised issues confirmed as resolved",
            "LGTM, the earlier concerns are all addressed",
            "LGTM, your points are addressed",
            "LGTM, thanks for splitting the parsers",
            "LGTM, thanks for waiting",
            "LGTM, nice work! Let me know if you want me to merge.",
            "LGTM von mir, gute Arbeit!",
            "Por mi parte LGTM, buen trabajo",
            "LGTM です、ありがとうございます",
            "这个改动很好，LGTM，谢谢",
        ] {
            assert_eq!(unknown(text), None, "{text}");
        }
        for (text, word) in [
            ("LGTM minus the race", "minus"),
            ("LGTM, let me know when it is fixed", "let"),
            ("nowhere close to LGTM", "nowhere"),
            ("LGTM, fix all issues", "fix"),
            ("no LGTM from me", "no"),
            ("LGTM 3/7", "3"),
            ("LGTM, three issues left", "issues"),
            ("LGTM, 2 previously reported issues are open", "2"),
            ("LGTM, no changes except the lock", "except"),
            ("LGTM, the issues stay", "issues"),
            ("LGTM, your points stay", "points"),
            ("LGTM, points are addressed", "points"),
            ("LGTM, for splitting the parsers", "splitting"),
            ("LGTM: false", "false"),
            ("LGTM=0", "0"),
            ("I approve of the direction", "direction"),
            ("LGTM niet", "niet"),
            ("Kein LGTM", "kein"),
            ("LGTM はまだ出せない", "はまだ出せない"),
            ("还不能给LGTM", "还不能给lgtm"),
        ] {
            assert_eq!(unknown(text).as_deref(), Some(word), "{text}");
        }
    }
}
