//! Runs of scripts without blanks around an English verdict word, and letters of scripts whose words are not known here.

/// What clears a run of a script without blanks.
pub(super) const CLEARS: &[&str] = &[
    "没有问题",
    "无问题",
    "没问题",
    "无阻塞",
    "没有阻塞",
    "没有发现",
    "未发现",
    "未见",
    "无意见",
    "不需要",
    "无需",
    "没有遗漏",
    "没有",
    "不再",
    "必须项",
    "条件",
    "问题不大",
    "問題ありません",
    "問題はありません",
    "問題なし",
    "指摘なし",
    "必要ありません",
    "必要なし",
    "不要",
    "문제는없",
    "지적없",
    "필요없",
];
/// What hedges in such a run.
const HEDGING_RUNS: &[&str] = &[
    "但",
    "不过",
    "除非",
    "前提",
    "如果",
    "待修",
    "需要",
    "需修",
    "必须",
    "修复后",
    "修改后",
    "之后再",
    "改好",
    "暂",
    "尚未",
    "还没",
    "不能",
    "不给",
    "不可",
    "不是",
    "并非",
    "撤回",
    "收回",
    "除了",
    "未审",
    "跳过",
    "ではな",
    "ではあり",
    "じゃな",
    "とは言え",
    "とはいえ",
    "まだ",
    "ただし",
    "条件付",
    "修正後",
    "修正が必要",
    "できない",
    "できませ",
    "出せ",
    "しかし",
    "保留",
    "未確認",
    "未レビュー",
    "取り消",
    "아님",
    "아니",
    "아직",
    "조건",
    "불가",
    "못",
    "후에",
    "필요",
    "하지만",
    "다만",
    "보류",
    "취소",
    "철회",
];

/// Tells whether runs of a script without blanks set a condition or take something back.
pub(super) fn hedges_in_runs(runs: &str) -> bool {
    let mut plain = runs.to_owned();
    for clear in CLEARS {
        if plain.contains(clear) {
            plain = plain.replace(clear, " ");
        }
    }
    HEDGING_RUNS.iter().any(|h| plain.contains(h))
}

/// What denies in a run, one character being enough; what only sounds like it is cleared first.
pub(super) fn denies_in_run(run: &str) -> bool {
    const DENYING: &[char] = &[
        '不', '未', '没', '沒', '無', '无', '非', '否', '反', '别', '別', '勿', '拒', '驳', '미', '불', '못',
        '안', '비',
    ];
    if !run.chars().any(ideograph) {
        return false;
    }
    let plain = CLEARS.iter().fold(run.to_owned(), |left, clear| left.replace(clear, " "));
    plain.contains(DENYING) && !super::harmless::run_before(run)
}

/// Tells whether a character is of a script whose words stand without blanks.
pub(super) fn ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Tells whether a letter is of a script whose words are not known here.
pub(super) fn unread(c: char) -> bool {
    c.is_alphabetic()
        && !matches!(c, '\0'..='\u{17f}' | '\u{400}'..='\u{45f}')
        && !ideograph(c)
        && !matches!(c, '\u{1d400}'..='\u{1d7ff}' | 'ー' | '々' | '\u{ff00}'..='\u{ffef}')
        || matches!(
            c,
            'ş' | 'ğ'
                | 'ı'
                | 'ő'
                | 'ű'
                | 'ł'
                | 'ą'
                | 'ę'
                | 'ś'
                | 'ź'
                | 'ż'
                | 'č'
                | 'ř'
                | 'ě'
                | 'ů'
                | 'ň'
                | 'ť'
                | 'ď'
                | 'đ'
                | 'є'
                | 'ї'
        )
}
