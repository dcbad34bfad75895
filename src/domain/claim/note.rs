//! What a fixer's note says was done (SPEC 7.3). That it names a changed file is not enough: it must say that something
//! was done, or merely point there; and where it puts the fix off or disputes the finding, it must say beside that what
//! was mended. In the languages that fixers write.

use std::sync::LazyLock;

use regex::Regex;

/// Puts a fix off to another time or another piece of work.
static DEFERS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&[
        // English
        r"\b(?:will|shall|'ll|would|should|could|must|going\ to|plan(?:ned|ning)?\ to|intend(?:ed|ing)?\ to|needs?\ to|has\ to|have\ to|want\ to)\ (?:then\ |later\ |also\ |only\ |probably\ |have\ to\ |need\ to\ )*(?:be\ |get\ )?(?:fix|mend|resolv|address|solv|repair|correct|tackl|revisit|done|do\ (?:it|this|that)|follow\ up|take\ care|come|handle|look|land)",
        r"\bto\ be\ (?:fixed|mended|resolved|addressed|solved|repaired|corrected|done|revisited|tackled)\b",
        r"\b(?:later\ on|until\ later|defer\w*|postpon\w*|put\ off|backlog\w*|scheduled|planned|to-?do|wip|work\ in\ progress|in\ progress|not\ yet|tracked\ (?:in|as|by|under)|filed|follow-?ups?)\b",
        r"\blater\b(?:\s*$|\s*[.,;!)])",
        r"\b(?:next|later|future|upcoming|subsequent|coming|another|separate|different)\ (?:\w+\ )?(?:milestone|sprint|phase|release|version|iteration|pr|pull\ request|mr|ticket|issue|task|story|plan|week)s?\b",
        r"\b(?:out\ of|outside|beyond|not\ in|not\ within)\ (?:of\ )?(?:the\ |its\ |our\ |this\ (?:task|pr|change)'?s?\ )?scope\b",
        // German
        r"\b(?:wird|werden|würde|soll(?:te)?|muss|kann)\ (?:\w+\ ){0,5}?(?:später|demnächst|künftig|nachgezogen|folgen)\b",
        r"\b(?:wird|werden|soll|sollte|muss|müsste|kann|könnte|würde)\b[^.;!?]{0,60}\b(?:behoben|gefixt|repariert|gelöst|korrigiert|erledigt|angegangen|nachgezogen|nachgeholt|nachgereicht|beheben|reparieren|lösen|korrigieren)\b",
        r"\b(?:später|zurückgestellt|vertagt|aufgeschoben|verschoben\ auf|nachgelagert|noch\ offen|(?:nächste|künftige)[nrsm]?\ (?:meilenstein|sprint|phase|release|version|iteration|aufgabe)s?)\b",
        r"\bau(?:ß|ss)erhalb\ \w+\ (?:umfang|auftrag|scope|aufgabe|rahmen)",
        // French
        r"\b(?:sera|seront|serait|seraient|va|doit|devra|devrait)\ (?:être\ |ensuite\ |bientôt\ )*(?:corrig|résol|répar|trait|fait|fix|modifi)",
        r"\b(?:plus\ tard|reporté\w*|différé\w*|ultérieur\w*|prochaine?\ (?:version|sprint|phase|jalon|itération|release|tâche)|à\ venir|hors\ (?:du\ |de\ la\ |de\ )?(?:périmètre|sujet|scope|champ|portée|tâche))\b",
        // Spanish, Portuguese, Italian
        r"\b(?:será|serán|sería|se\ va\ a|va\ a|debe|deberá|vai|serão|verrà|sarà|saranno)\ (?:\w+\ )?(?:correg|corrig|arregl|resuel|resolv|solucion|repar|corrett|risolt|fatto|hech|feit)",
        r"\b(?:se\ )?(?:corregirá|arreglará|resolverá|solucionará|hará|corrigirá|resolveremos)\w*",
        r"\b(?:más\ tarde|más\ adelante|mais\ tarde|in\ seguito|più\ tardi|aplazad\w+|pospuest\w+|diferid\w+|adiad\w+|rimandat\w+|rinviat\w+|pendiente|próxim\w+|prossim\w+|fuera\ del?\ (?:alcance|ámbito)|fora\ d[eo]\ escopo|fuori\ (?:dall'?\ ?)?ambito)\b",
        // Russian
        r"(?:будет\ |будут\ |позже|потом\b|отложен|следующ|вне\ рамок)",
        // Chinese, Japanese, Korean
        r"(?:以后再|之后再|稍后|后续|将在|将会|会在.{0,20}修|下个|下一个?(?:版本|迭代|里程碑|阶段)|延期|推迟|暂不|暂未|待修|待处理|待办|超出.{0,4}范围|不在.{0,8}范围|范围之?外)",
        r"(?:後で|後ほど|後日|今後.{0,6}(?:対応|修正)|次回|次の(?:リリース|マイルストーン|バージョン|スプリント|フェーズ|タスク)|予定|見送|延期|先送り|範囲外|対象外|スコープ外)",
        r"(?:나중에|추후|다음\ |예정|범위\ 밖|연기|보류)",
    ])
});

/// Says that there is nothing to mend.
static DISPUTES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&[
        // English
        r"\b(?:no|without\ (?:a|any)?)\ ?(?:\w+\ ){0,2}(?:change|changes|fix|action|edit|modification|guard|check)s?\ (?:is\ |was\ |are\ |were\ )?(?:needed|required|necessary|made|warranted)\b",
        r"\b(?:no|not)\ (?:need|necessary|required|needed|applicable|relevant|a\ (?:real\ )?(?:bug|problem|issue|defect|concern|finding)|an\ (?:actual\ )?(?:issue|error|problem)|reproducible)\b",
        r"\bnothing\ (?:to|needs|needed)\b",
        r"\b(?:do\ not|don't|does\ not|doesn't|did\ not|didn't)\ (?:see|think|believe|agree|need|reproduce)\b",
        r"\b(?:disagree\w*|dispute\w*|reject(?:ing)?\ (?:this|the\ finding|it)\b|false\ (?:positive|alarm)|by\ design|as\ (?:designed|intended|specified)|intentional\w*|on\ purpose|invalid\ finding|won't\ (?:fix|do|change)|wontfix|unfounded|wrong\ finding|non-?issue)\b",
        r"\b(?:is|are|was|looks?|seems?|works?)\ (?:all\ |just\ |already\ |perfectly\ |quite\ |totally\ )*(?:fine|ok|okay|intended|harmless|unchanged|untouched)\b",
        r"\balready\ (?:check|guard|handl|validat|cover|correct|does|do|right|safe|prevent|reject|clamp|catch|ensur|so\b|there|in\ place|the\ case)",
        r"\b(?:left|kept)\ (?:it|this|as)\b",
        // German
        r"\b(?:(?:kein|keine|keinen|keinerlei)\ (?:\w+\ )?(?:änderung|änderungen|fix|korrektur|handlungsbedarf|mangel|befund)|ist\ kein\ (?:fehler|problem|bug))\b",
        r"\bnicht\ (?:mehr\ )?(?:nötig|notwendig|erforderlich|zutreffend|reproduzierbar|relevant|behoben|gefixt|geändert|repariert|gelöst|korrigiert|erledigt|angefasst|umgesetzt)\b",
        r"\b(?:fehlalarm|falsch\ positiv\w*|widersprech\w*|sehe\ (?:ich|das)\ anders|unverändert|absicht(?:lich)?|gewollt|beabsichtigt|unbegründet|nichts\ (?:zu|geändert|behoben|gemacht)|passt\ so|bereits\ (?:abgesichert|geprüft|korrekt))\b",
        // French
        r"\b(?:pas|non|jamais)\ (?:été\ |encore\ |d'|de\ |un\ |une\ |la\ |le\ )*(?:corrig|résol|répar|trait|fix|modifi|chang|accord|nécessaire|besoin|bug|problème|concern|touch)",
        r"\b(?:aucune?\ (?:\w+\ )?(?:changement|modification|correction|correctif|problème|action)|faux\ positif|inutile|rien\ (?:à|n|de)|volontaire|voulu|intentionnel\w*|inchangé\w*)\b",
        // Spanish, Portuguese, Italian
        r"\b(?:no|não|nao|non|sin|sem|senza)\ (?:se\ |ha\ |han\ |he\ |fue\ |está\ |es\ |foi\ |é\ |è\ |hace\ |sido\ |stato\ |un\ |una\ |um\ |uma\ |hay\ |estoy\ )*(?:correg|corrig|corrett|arregl|resuel|resolv|risolt|solucion|repar|riparat|cambi|modific|necesari|necessári|necessari|falta|serve|problem|bug|de\ acuerdo|concordo|d'accordo|tocad|aplica)",
        r"\b(?:falso\ positivo|en\ desacuerdo|ningún\ cambio|nenhuma?\ (?:mudança|alteração)|nessuna\ modifica|nada\ que|intencional\w*|sin\ cambios)\b",
        // Russian
        r"(?:не\ (?:исправлен|менял|изменен|изменён|нужн|требу|трога|соглас|баг|ошибк)|ложн)",
        // Chinese, Japanese, Korean
        r"(?:未修|未解决|未处理|未改|没有?修|没有?解决|没有?改|没有?处理|不修|尚未|无需|不需要|不必|没必要|不用[改修]|误报|不同意|不认可|不是(?:问题|bug|错误|缺陷)|没有?问题|并非|无关|别的|其他任务|其它任务|另一个任务)",
        r"(?:未修正|未対応|未解決|(?:修正|対応|変更|解決)(?:は|を)?(?:していな|していませ|しておら|しませ|しない|できませ|できな|できず|されてい)|直していな|誤検知|誤検出|不要|必要(?:は|が)?(?:ない|ありません|なし)|問題(?:は|が)?(?:ない|ありません|なし)|同意(?:でき|し)|仕様(?:です|通り|どおり)|別の?(?:タスク|件|課題)|変更なし)",
        r"(?:지\ ?않|못\ ?했|안\ ?했|불필요|필요\ ?없|오탐|문제\ ?없|동의하지)",
    ])
});

/// Says that a fault was mended, in so many words: what a note must say beside a doubt.
static MENDED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&[
        r"\b(?:fixed|mended|resolved|solved|repaired|corrected|addressed|patched|rewrote|rewritten)\b",
        r"\b(?:behoben|gefixt|repariert|gelöst|korrigiert|beseitigt)\b",
        r"\b(?:corrigée?s?|résolue?s?|réparée?s?)\b",
        r"\b(?:corregid|arreglad|resuelt|solucionad|reparad|corrigid|resolvid|consertad|corrett|risolt|riparat)[oaie]s?\b",
        r"(?:исправлен|исправил|починил|устранен|устранён)",
        r"(?:已修复|修复了|已解决|解决了|已修正|修正了|修正し|修正済|直し(?:ま|た)|解決し|対応し(?:ま|た)|対応済|수정했|수정함|수정하였|해결했|고쳤)",
    ])
});

/// Says that something was done, or what the code does now.
static DONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&[
        // English: what was done, …
        r"\b(?:add|mov|remov|delet|replac|renam|extract|introduc|implement|updat|chang|adjust|refactor|rework|wrap|guard|check|validat|sanitiz|sanitis|escap|encod|clamp|cap|bound|limit|lock|releas|clos|await|catch|handl|reject|return|throw|rais|default|initializ|initialis|initiali[sz]|convert|switch|split|merg|inlin|dropp?|applied|appli|mend|fix|resolv|address|solv|repair|correct|patch|pinn?|bump|upgrad|downgrad|revert|restor|enforc|ensur|requir|propagat|us|call|pass|skipp?|prevent|retri|join|pars|normaliz|normalis|round|filter|sort|bind|parameteri[sz]|configur|disabl|enabl|expos|hid|stor|sav|load|flush|trimm?|stripp?|quot|hash|encrypt|mask|redact|scop|thread|inject|mock|cover|clear|clean|simplifi|unifi|dedup\w*|consolidat|delegat|forward|rout|redirect|rethrow|rethrown|swapp?|flipp?|invert|negat|stopp?|increas|decreas|reduc|lower|rais|extend|narrow|tighten|harden|secur|relax|factor|port|migrat|generat|regenerat)(?:ed|d)\b",
        r"\b(?:does\ (?:it|so|that|this)|did\ (?:it|so|that|this)|done|made|set|put|built|rebuilt|wrote|written|rewrote|rewritten|took|taken|given|gave|brought|caught|thrown|threw|sent|held|kept\ out|cut|got\ rid|went\ into|lives\ in|now|instead|anymore|any\ more|no\ longer)\b",
        // … what becomes of something, …
        r"\b(?:is|are|was|were|gets?|got|been|being|be)\ (?:\w+ly\ )?\w{2,}(?:ed|en|wn)\b",
        // … what it is to do, as commits say it, …
        r"(?:^|[.;:,]\ ?|\band\ )(?:also\ |then\ )?(?:add|move|remove|delete|replace|rename|extract|introduce|implement|update|change|adjust|refactor|wrap|guard|check|validate|sanitize|escape|encode|clamp|cap|limit|lock|release|close|await|catch|handle|reject|return|throw|raise|fix|mend|resolve|use|call|ensure|enforce|require|prevent|drop|split|merge|convert|switch|apply|revert|restore|rewrite|skip|pass|parse|initialize)\ ",
        // … and what it does.
        r"\b(?:checks|guards|validates|rejects|clamps|catches|sanitizes|sanitises|escapes|encodes|handles|ensures|enforces|prevents|wraps|awaits|throws|raises|refuses|closes|releases|locks|bounds|caps|limits|defaults|normalizes|skips|takes\ care|goes\ through|go\ through)\b",
        r"\b(?:the|a|an|with)\ (?:\w+\ )?(?:fix|mend|guard|correction|workaround)\b|\bnew\ (?:\w+\ )?(?:check|validation|lock|limit|handler|test|early\ return|fallback)\b",
        // German
        r"\b(?:behoben|repariert|korrigiert|validiert|implementiert|refaktoriert|extrahiert|hinzugefügt|ergänzt|entfernt|ersetzt|verschoben|erledigt|erweitert|überarbeitet|begrenzt|beseitigt|nun|jetzt|stattdessen|abgefangen|umgeschrieben|umgezogen|ausgelagert|eingebaut|eingeführt|eingefügt|umgestellt|angepasst|abgesichert|umgesetzt|nachgezogen|aufgeteilt|ausgetauscht|umbenannt|zugefügt|prüfung|absicherung|korrektur|behebung)\b",
        r"\b(?:ab|an|auf|aus|ein|um|vor|zu|nach|mit|durch)?ge(?:fixt|löst|ändert|prüft|löscht|schrieben|setzt|baut|macht|schützt|sichert|kapselt|fangen|sperrt|schlossen|teilt|strichen|kürzt|testet)\b",
        r"\b(?:geprüft|gesperrt|gelöscht|prüft|fängt|begrenzt|validiert|sichert)\b",
        // French
        r"\b(?:corrigé|résolu|réparé|ajouté|supprimé|remplacé|déplacé|modifié|changé|vérifié|géré|traité|protégé|validé|implémenté|extrait|renommé|borné|limité|introduit|enlevé|retiré|refait|réécrit|fermé|adapté|mis|fait)(?:e|s|es)?\b",
        r"\b(?:correction|correctif|garde|vérifie|valide|gère|désormais|maintenant|dorénavant)\b",
        // Spanish, Portuguese, Italian
        r"\b(?:corregid|arreglad|resuelt|solucionad|reparad|añadid|agregad|eliminad|reemplazad|sustituid|movid|cambiad|modificad|actualizad|validad|comprobad|verificad|hech|puest|implementad|extraíd|renombrad|limitad|protegid|corrigid|resolvid|adicionad|removid|substituíd|alterad|mudad|feit|corrett|risolt|aggiunt|rimoss|sostituit|spostat|modificat|fatt|implementat)[oaie]s?\b",
        r"\b(?:corrección|arreglo|ahora|agora|ora|adesso|correção|correzione|valida|comprueba|verifica)\b",
        // Russian
        r"(?:исправл|исправил|добав|удал|замен|перенес|перенёс|перенос|измен|провер|сделан|теперь|переписа|починил|устран)",
        // Chinese, Japanese, Korean
        r"(?:修复|修改|修正|解决|改为|改成|改用|已改|改了|添加|增加|新增|加了|加上|加入|移到|移至|移动|挪到|替换|删除|去掉|校验|检查|处理了|已处理|更正|完成|实现|重构|现在|改进|限制|捕获)",
        r"(?:直し|直り|対応|追加|変更|削除|置き換え|移動|移し|解決|チェック|検証|実装|更新|書き換え|防止|制限|修正)",
        r"(?:수정|추가|변경|삭제|이동|교체|해결|고쳤|검사|검증|구현|옮겼)",
    ])
});

/// Says that no more was done, which denies nothing; and `now` where it says of the time that it will pass.
static BESIDE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&[
        r"\b(?:no|nothing|any|without)\ (?:other|further|more|additional|else)\b[^.;!?,]*",
        r"\b(?:for|right|until)\ now\b",
    ])
});

/// Begins what was only looked at.
static LOOKED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&[
        r"^\ *(?:i|we)\ (?:have\ |also\ |just\ )*(?:double-?)?(?:checked|validated)\b",
        r"^\ *(?:double-?)?checked\b\ *(?:and\b|\.|$)",
    ])
});

/// What was done for something else.
static FOR_OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&[
        r"\bunrelated\b|\bfor\ something\ else\b|\b(?:another|different|separate|other)\ (?:task|ticket|issue|reason|purpose|finding|feature|bug|story)\b",
        r"\b(?:wegen|für)\ (?:etwas\ andere\w+|eine?[mnrs]?\ andere\w+|andere\w*)\b|\b(?:pour|por|para|per)\ (?:une?\ |otra?\ |outra?\ |un'?\ ?)?(?:autre|otra|otro|outra|outro|altr[oa])\b",
        r"(?:为别的|为其他|其他任务|其它任务|别的任务|另一个任务|別の(?:タスク|件|課題)|ほかのタスク|다른\ ?작업|для\ друг)",
    ])
});

/// Words that only point somewhere.
const POINTERS: [&str; 47] = [
    "see",
    "in",
    "at",
    "the",
    "file",
    "files",
    "line",
    "lines",
    "and",
    "also",
    "there",
    "cf",
    "compare",
    "here",
    "place",
    "commit",
    "function",
    "on",
    "of",
    "to",
    "from",
    "app",
    "siehe",
    "vgl",
    "in",
    "der",
    "die",
    "datei",
    "zeile",
    "zeilen",
    "und",
    "voir",
    "dans",
    "le",
    "la",
    "fichier",
    "ligne",
    "lignes",
    "ver",
    "véase",
    "en",
    "el",
    "archivo",
    "línea",
    "vedi",
    "смотри",
    "см",
];
const POINTS: [&str; 8] = ["请看", "请见", "参见", "见", "看", "参照", "を", "参考"];

fn pattern(parts: &[&str]) -> Regex {
    Regex::new(&format!("(?x){}", parts.iter().map(|p| format!("(?:{p})")).collect::<Vec<_>>().join("|")))
        .expect("a valid pattern")
}

/// Tells whether a note says that something was done for its finding, or merely points to a place. What names files and
/// code is no word of it: `fixed.js` says nothing.
pub(super) fn says_done(note: &str) -> bool {
    let note = note.to_lowercase().replace('\u{2019}', "'");
    let note = BESIDE.replace_all(&words(&note), "").into_owned();
    let clauses = clauses(&note);
    let doubts = |text: &str| DEFERS.is_match(text) || DISPUTES.is_match(text);
    let own = |clause: &&&str| !FOR_OTHERS.is_match(clause);
    if clauses.iter().any(|clause| doubts(clause)) {
        return clauses.iter().filter(own).any(|clause| !doubts(clause) && MENDED.is_match(clause));
    }
    let done = |clause: &str| DONE.is_match(&LOOKED.replace(clause, "")) || begins_with_a_deed(clause);
    clauses.iter().filter(own).any(|clause| done(clause)) || only_points(&note)
}

/// Tells whether a clause begins with what was done, whatever that was: `subtracted in src/b.rs`.
fn begins_with_a_deed(clause: &str) -> bool {
    /// What ends like a deed and is none, or is none that mends.
    const OTHERS: [&str; 20] = [
        "agreed",
        "based",
        "checked",
        "confirmed",
        "declined",
        "discussed",
        "even",
        "found",
        "ignored",
        "indeed",
        "located",
        "mentioned",
        "needed",
        "noted",
        "often",
        "rejected",
        "related",
        "skipped",
        "unchanged",
        "untouched",
    ];
    let first =
        clause.split_whitespace().find(|word| !["also", "now", "then", "and", "i", "we"].contains(word));
    first.is_some_and(|word| {
        let deed = word.len() > 4 && ["ed", "en", "wn"].iter().any(|end| word.ends_with(end));
        deed && word.is_ascii() && !OTHERS.contains(&word)
    })
}

/// The note in single blanks, without what is a path or code in marks.
fn words(note: &str) -> String {
    let mut out = String::with_capacity(note.len());
    for word in note.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        let code = word.trim_matches(|c: char| !c.is_alphanumeric() && !"_/`".contains(c));
        let path = code.contains('/')
            || code.contains('_')
            || code
                .split_once('.')
                .is_some_and(|(a, b)| !a.is_empty() && b.starts_with(char::is_alphanumeric));
        // Other scripts write on without a blank.
        if path || code.starts_with('`') {
            out.extend(word.chars().filter(|c| !c.is_ascii() || ".,;:!?".contains(*c)));
            // What ends the sentence does so behind a path as well.
            let end = word.ends_with(['.', ';', '!', '?', ',', ':']);
            if !end {
                while out.ends_with(['.', ',', ';', ':', '!', '?']) {
                    out.pop();
                }
            }
        } else {
            out.push_str(word);
        }
    }
    out
}

/// The parts of a note that each say one thing.
fn clauses(note: &str) -> Vec<&str> {
    const ENDS: [char; 12] = [';', '!', '?', ',', '(', ')', '。', '，', '；', '、', '！', '—'];
    const TURNS: [&str; 8] = [" but ", ". ", ": ", " aber ", " mais ", " pero ", " però ", " mas "];
    TURNS.iter().fold(note.split(ENDS).collect::<Vec<&str>>(), |parts, turn| {
        parts.into_iter().flat_map(|part| part.split(turn)).collect()
    })
}

/// Tells whether a note says no more than where: `see src/b.js:12`.
fn only_points(note: &str) -> bool {
    let mut rest = note.to_owned();
    for points in POINTS {
        rest = rest.replace(points, " ");
    }
    rest.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !word.chars().all(|c| c.is_ascii_digit()))
        .all(|word| word.chars().count() == 1 || POINTERS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_heard() {
        for note in [
            "Moved the guard into lib/rates.ts",
            "checked in lib/rates.ts",
            "lib/rates.ts: `guard` does it",
            "lib/rates.ts clamps the rate now",
            "Fixed in lib/rates.ts; a follow-up for the docs is deferred to the next milestone",
            "I disagree with the severity, but fixed it in lib/rates.ts",
            "Add a zero check in lib/rates.ts",
            "The caller validates it, see lib/rates.ts",
            "The new guard is in lib/rates.ts",
            "see lib/rates.ts",
            "lib/rates.ts:14",
            "In `lib/rates.ts`, line 14",
            "Rewrote rateOf in lib/rates.ts so that it never divides by zero",
            "In lib/rates.ts behoben",
            "Die Prüfung steht jetzt in lib/rates.ts",
            "Corrigé dans lib/rates.ts",
            "On vérifie désormais le taux dans lib/rates.ts",
            "Corregido en lib/rates.ts",
            "Añadida una comprobación en lib/rates.ts",
            "已在 lib/rates.ts 中修复",
            "在 lib/rates.ts 里加了校验",
            "请看lib/rates.ts",
            "lib/rates.ts で修正しました",
            "lib/rates.ts にチェックを追加",
            "Corrigido em lib/rates.ts",
            "Исправлено в lib/rates.ts",
            "Added a guard to fix the division, in lib/rates.ts",
            "Clamped in lib/rates.ts, so it cannot be zero any more",
            "Added a check in lib/rates.ts so that the total is safe, no other changes needed",
            "Rates are validated in lib/rates.ts and the API is as it was",
            "the rebate is subtracted in lib/rates.ts",
            "subtracted in lib/rates.ts",
            "and halved in lib/rates.ts",
            "lib/rates.ts: rates are eagerly computed",
            "Locked in lib/rates.ts, so the race does not happen again and it won't hang",
            "Fixed in lib/rates.ts, in a commit of its own",
        ] {
            assert!(says_done(note), "{note}");
        }
    }

    #[test]
    fn what_is_put_off_or_disputed_is_no_mend() {
        for note in [
            "We will fix this in lib/rates.ts with the next release",
            "To be addressed in lib/rates.ts",
            "Postponed; lib/rates.ts holds the groundwork",
            "Not in scope of this task, lib/rates.ts is where it belongs",
            "Nothing to do here, lib/rates.ts guards it",
            "lib/rates.ts already checks the rate",
            "I do not agree: lib/rates.ts is correct",
            "False alarm, lib/rates.ts handles it",
            "This works as designed, compare lib/rates.ts",
            "The rate cannot be zero, see lib/rates.ts",
            "The constants are in lib/rates.ts",
            "lib/rates.ts has a table of rates",
            "Changed lib/rates.ts for another ticket",
            "lib/fixed.ts holds constants",
            "Checked lib/rates.ts and all rates are positive",
            "I checked lib/rates.ts and all rates are positive",
            "Skipping this for now, lib/rates.ts is where it goes",
            "Wird später in lib/rates.ts behoben",
            "Keine Änderung nötig, siehe lib/rates.ts",
            "Fehlalarm: lib/rates.ts prüft den Satz",
            "Zurückgestellt, lib/rates.ts kommt im nächsten Meilenstein",
            "Sera corrigé dans lib/rates.ts",
            "Pas corrigé, lib/rates.ts a été modifié pour une autre raison",
            "Faux positif, lib/rates.ts vérifie le taux",
            "Aucune modification nécessaire, voir lib/rates.ts",
            "No corregido; lib/rates.ts se cambió por otra cosa",
            "Se corregirá más adelante en lib/rates.ts",
            "Falso positivo, lib/rates.ts valida la tasa",
            "将在 lib/rates.ts 中修复",
            "误报，lib/rates.ts 已经检查",
            "无需修改，见 lib/rates.ts",
            "後で lib/rates.ts で修正します",
            "誤検知です。lib/rates.ts でチェックしています",
            "まだ修正していません、lib/rates.ts は別のタスクです",
        ] {
            assert!(!says_done(note), "{note}");
        }
    }
}
