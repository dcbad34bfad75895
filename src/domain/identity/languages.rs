//! Titles in two languages. Who translates keeps the names from the code; but two defects of one name keep it as well, so
//! that what is said of it must agree by the few words that reviews say of code in any language.

use super::words::{Language, Likeness, OTHER_LANGUAGE, Title, UNLIKE, Word};

/// That something is looked at, which is said of many matters: it tells them apart only where nothing else is said.
const CHECKED: &[&str] = &[
    "check",
    "validat",
    "validier",
    "verif",
    "guard",
    "prüf",
    "geprüft",
    "vérif",
    "comprob",
    "valid",
    "провер",
    "检查",
    "校验",
    "验证",
    "檢查",
    "驗證",
    "検査",
    "検証",
    "チェック",
    "확인",
    "검사",
    "검증",
    "تحقق",
    "فحص",
];

/// Matters of reviews in the words of some languages: the beginnings of words, or whole ones that end in `$`; of scripts
/// without blanks what stands anywhere.
const MATTERS: &[&[&str]] = &[
    &["null", "nil$", "none$", "undefined", "nulo", "空值", "空指针", "为空", "ヌル", "널"],
    &[
        "permission",
        "authoriz",
        "authoris",
        "access",
        "berechtig",
        "rechte",
        "zugriff",
        "droit",
        "permis",
        "autoriz",
        "autoris",
        "доступ",
        "прав",
        "权限",
        "授权",
        "權限",
        "権限",
        "認可",
        "권한",
    ],
    &["authenticat", "login", "anmeld", "认证", "登录", "認証", "аутентиф", "인증"],
    &[
        "inject",
        "injekt",
        "inyec",
        "escap",
        "unescap",
        "sanitiz",
        "sanitis",
        "xss",
        "maskier",
        "échapp",
        "инъекц",
        "экранир",
        "注入",
        "转义",
        "インジェクション",
        "エスケープ",
        "인젝션",
    ],
    &[
        "plain",
        "encrypt",
        "hash",
        "klartext",
        "verschlüssel",
        "unverschlüssel",
        "chiffr",
        "cifra",
        "открыт",
        "шифр",
        "明文",
        "加密",
        "平文",
        "暗号",
        "평문",
    ],
    &["log$", "logs$", "logged", "logging", "protokoll", "journal", "лог", "日志", "日誌", "ログ", "로그"],
    &["test", "untested", "prueba", "тест", "测试", "測試", "テスト", "테스트"],
    &[
        "race",
        "racy",
        "lock",
        "unlock",
        "deadlock",
        "atomic",
        "concurren",
        "sperr",
        "wettlauf",
        "verrou",
        "гонк",
        "блокир",
        "竞态",
        "竞争",
        "锁",
        "鎖",
        "競合",
        "ロック",
        "경쟁",
    ],
    &[
        "leak",
        "clos",
        "unclosed",
        "releas",
        "freed",
        "schließ",
        "geschlossen",
        "freigegeb",
        "leck",
        "fuite",
        "ferm",
        "fuga",
        "cerrad",
        "утеч",
        "закр",
        "освобо",
        "泄漏",
        "关闭",
        "释放",
        "リーク",
        "閉じ",
        "解放",
        "누수",
    ],
    &["overflow", "überlauf", "débord", "desbord", "переполн", "溢出", "オーバーフロー"],
    &["bound", "index", "range", "grenze", "bereich", "indice", "границ", "индекс", "越界", "范围", "範囲"],
    &[
        "length",
        "size",
        "länge",
        "größe",
        "longueur",
        "taille",
        "longitud",
        "длин",
        "размер",
        "长度",
        "大小",
        "長さ",
    ],
    &["divi", "teilung", "geteilt", "делен", "除以", "除零", "ゼロ除算"],
    &["round", "gerundet", "rundung", "arrond", "redond", "округл", "取整", "四舍五入", "丸め"],
    &[
        "error",
        "exception",
        "fehlerbehandlung",
        "ausnahme",
        "erreur",
        "excep",
        "ошиб",
        "исключен",
        "错误",
        "异常",
        "エラー",
        "例外",
        "오류",
    ],
    &[
        "timeout",
        "expir",
        "zeitüberschr",
        "abgelaufen",
        "ablauf",
        "тайм",
        "истек",
        "超时",
        "过期",
        "期限",
        "タイムアウト",
    ],
    &["query", "queries", "sql", "abfrage", "requête", "consulta", "запрос", "查询", "クエリ", "쿼리"],
    &["cach", "кэш", "кеш", "缓存", "キャッシュ", "캐시"],
    &["delet", "remov", "lösch", "gelöscht", "supprim", "borra", "elimin", "удал", "删除", "削除", "삭제"],
    &["comment", "document", "kommentar", "doku", "коммент", "документ", "注释", "文档", "コメント"],
    &["negativ", "négativ", "отрицат", "负", "負の"],
    &["twice", "duplicat", "doppelt", "zweimal", "doubl", "дважды", "дублир", "重复", "二重", "重複"],
    &["unused", "ungenutzt", "unbenutzt", "inutilis", "неиспольз", "未使用", "使われていない"],
    &["await", "async", "wait", "abgewartet", "attend", "ожида", "асинхр", "异步", "等待", "非同期"],
    &["return", "rückgabe", "zurückgeg", "retour", "возвра", "返回", "戻り値"],
    &[
        "limit",
        "unlimited",
        "unbounded",
        "límite",
        "unbegrenzt",
        "begrenz",
        "beschränk",
        "огранич",
        "лимит",
        "无限",
        "限制",
        "上限",
        "無制限",
        "제한",
    ],
    &["retr", "reintent", "wiederhol", "réessa", "повтор", "重试", "リトライ", "재시도"],
    &[
        "write",
        "written",
        "schreib",
        "geschrieben",
        "teilschreib",
        "écri",
        "escrib",
        "запис",
        "写入",
        "書き込",
        "쓰기",
    ],
    &[
        "reset",
        "zurückgesetzt",
        "réinitial",
        "reinici",
        "сброс",
        "сбрас",
        "重置",
        "リセット",
        "초기화",
        "إعادة ضبط",
    ],
    &["slow", "quadratic", "langsam", "lent$", "медлен", "慢", "遅い"],
];

/// What two titles say of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// One matter.
    One,
    /// Each another.
    Two,
    /// Nothing tells.
    Unknown,
}

impl Title {
    /// Words say nothing across languages; names from the code are kept by who translates.
    pub(super) fn across_languages(&self, other: &Title) -> Likeness {
        let is_name = |w: &&Word| w.code || w.stem.is_ascii();
        let names: Vec<&Word> = match (self.language, other.language) {
            (Language::Script, _) => self.words.iter().filter(is_name).collect(),
            (_, Language::Script) => other.words.iter().filter(is_name).collect(),
            (Language::Plain | Language::Other, Language::Plain | Language::Other) => {
                self.words.iter().filter(|w| w.code).collect()
            }
        };
        let kept = names.iter().filter(|w| self.has(&w.stem) && other.has(&w.stem)).count();
        if kept == 0 || kept * 2 < names.len() || self.other_code(other) {
            return UNLIKE;
        }
        match self.says_of_it(other) {
            Said::Two => UNLIKE,
            said @ (Said::One | Said::Unknown) => Likeness {
                score: OTHER_LANGUAGE,
                names_code: true,
                doubtful: said == Said::Unknown,
                ..UNLIKE
            },
        }
    }

    /// Tells whether two titles in two languages say one thing of what they name.
    pub(super) fn says_of_it(&self, other: &Title) -> Said {
        let (mine, theirs) = (self.matters(), other.matters());
        if mine.is_empty() && theirs.is_empty() {
            return if self.speaks_of(CHECKED) && other.speaks_of(CHECKED) {
                Said::One
            } else {
                Said::Unknown
            };
        }
        if mine.iter().any(|m| theirs.contains(m)) {
            return Said::One;
        }
        if mine.is_empty() || theirs.is_empty() { Said::Unknown } else { Said::Two }
    }

    fn matters(&self) -> Vec<usize> {
        (0..MATTERS.len()).filter(|at| self.speaks_of(MATTERS[*at])).collect()
    }

    fn speaks_of(&self, matter: &[&str]) -> bool {
        let said = |needle: &str| match needle.strip_suffix('$') {
            Some(whole) => self.row.iter().any(|w| !w.code && w.text == whole),
            None if needle.chars().all(|c| u32::from(c) < 0x500) => {
                self.row.iter().any(|w| !w.code && w.text.starts_with(needle))
            }
            None => self.said.contains(needle),
        };
        matter.iter().any(|needle| said(needle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_carries_a_title_into_another_language_where_one_thing_is_said_of_it() {
        let like = |a: &str, b: &str| {
            let (a, b) = (Title::of(a), Title::of(b));
            let like = a.likeness(&b);
            assert_eq!(like.doubtful, b.likeness(&a).doubtful);
            like
        };
        for (a, b) in [
            ("Missing permission check for `doc_id`", "`doc_id` 缺少权限检查"),
            ("`conn` is never closed", "`conn` wird nie geschlossen"),
            ("`qty` is not checked", "Нет проверки `qty`"),
        ] {
            let like = like(a, b);
            assert!(like.score >= OTHER_LANGUAGE && !like.doubtful, "{a} / {b}: {like:?}");
        }
        // Each says another thing of it.
        assert_eq!(like("`rows` overflows for large tables", "`rows` 没有测试").score, 0.0);
        // A name is longer than what is said of it, and of no language.
        assert_eq!(like("`resolve_host_name` is not tested", "`resolve_host_name` 没有权限").score, 0.0);
        // One says something that nobody here understands.
        let unknown = like("`rows` is misaligned", "`rows` 的权限检查缺失");
        assert!(unknown.score >= OTHER_LANGUAGE && unknown.doubtful);
    }
}
