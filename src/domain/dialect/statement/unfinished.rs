//! What a review says is not done, beside an approval: by the review itself, of what it was to confirm, or before
//! the work may go in.
//!
//! ```text
//! partial   = reviewer "only" saw | part of the input "was" cut | input "could not be" opened | stage "was not" run
//!           | answer "is" a placeholder | "dry_run: true" | "status: error" | "files reviewed: 0" | "3 of 9" of what all is due
//! open      = (requirement | finding | id) "is" open-word | requirement "was" skipped | work "fails" requirement
//!           | "not all" requirement met-word | "unresolved:" something
//! condition = "before" release ":" something | "has to be" done "first"
//! ```
//!
//! It goes by classes: a subject and what is said of it, not by whole sentences, so that other words of a class do the
//! same. A denial or a supposition in front of the subject, what calls itself small, and another round take it out.
//! Other languages have their words for what is open, lacking or unread, and for the denial of it.

use std::sync::LazyLock;

use regex::Regex;

use super::left_open::none;
use super::pattern::pattern;
use super::share;
use crate::domain::dialect::words;

/// What a review is to confirm.
const DUE: &str = r"(?:requirements?|criteri(?:on|a)|ac[- ]?\d[\w.-]*|req[- ]?\d[\w.-]*|must-?haves?|truths?|user stor(?:y|ies)|deliverables?|acceptance tests?|dimensions?|gates?|obligations?|goals?)";
/// What a review finds, and ids of it.
const FOUND: &str = r"(?:findings?|issues?|defects?|bugs?|problems?|blockers?|concerns?|objections?|vulnerabilit(?:y|ies)|threads?|(?-i:[A-Z]{1,3}-?\d{1,4}(?:-\d+)*|f-\d{1,4}))";
/// What is read for a review.
const INPUT: &str = r"(?:diff|patch|change-?set|changes|commits?|branch|plan|design|code|files?|pages?|lines?|repo(?:sitory)?|work ?tree|checkout|input|prompt|context|brief|attachments?|documents?|spec(?:ification)?|rest|remainder|second half|other half|last (?:half|part|third)|remaining \w+|hunks?)";
/// A part of a review.
const PART: &str = r"(?:stages?|phases?|parts?|steps?|second pass|sections?|review|code[- ]quality|quality check|spec check|security check|inspection|walk-?through)";
/// What leaves something due undone.
const UNMET: &str = r"(?:open|unresolved|unmet|unfulfilled|unsatisfied|unimplemented|unverified|outstanding|pending|missing|failing|violated|incomplete|unfinished|lacking|absent|undone|only (?:partly|partially|half) \w+|partly \w+|partially \w+|not (?:yet |fully |entirely |really |completely |actually |quite |all )*(?:been )?(?:met|satisfied|fulfilled|implemented|covered|done|addressed|verified|checked|complete|completed|there|in place|handled|delivered|reached|confirmed|built|started|honou?red))";
/// What leaves something found unsettled.
const UNSETTLED: &str = r"(?:open|unresolved|unfixed|unaddressed|unsettled|outstanding|pending|unmitigated|not (?:yet |fully |entirely |really |completely |actually |quite |all )*(?:been )?(?:fixed|resolved|addressed|closed|settled|mended|dealt with|done|gone|mitigated))";
const LEADS: &str = r"(?:\s*\([^)]{0,80}\))?(?: [\w-]+){0,3}?";
const ADVERBS: &str = r"(?: (?:all|still|now|currently|both|left|simply|unfortunately|also|sadly|completely|entirely|clearly|as yet))*";

static UNMET_DUE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b{DUE}{LEADS} (?:is|are|remains?|stays?|was left|were left|has|have){ADVERBS} {UNMET}\b|\b{DUE}{LEADS} (?:was|were|is|are|has been|have been|got){ADVERBS} (?:skipped|left out|omitted|ignored|forgotten|dropped|postponed|not (?:done|implemented|met|attempted|touched|checked|verified|reviewed|satisfied))\b|\b(?:lacks?|misses) (?:[\w-]+ ){{0,3}}{DUE}\b|\b{DUE}{LEADS} (?:could|can) ?not(?: \w+)? be \w+ed\b|\b(?:nothing|no (?:code|test|implementation|trace|sign|evidence|handler|commit|file)) (?:\w+ )?(?:implements|covers|satisfies|fulfil+s|addresses|handles|delivers|of|for) (?:[\w-]+ ){{0,3}}(?:{DUE}|items?|points?|bullets?|sections?)\b|\bnowhere (?:to be (?:found|seen)|implemented|handled|present|in (?:the )?(?:code|diff|patch|tree|change))"
    ))
});
static UNSETTLED_FOUND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b{FOUND}{LEADS} (?:is|are|remains?|stays?|was left|were left|has|have){ADVERBS} {UNSETTLED}\b|\b(?-i:[A-Z]{{1,4}}-?\d{{1,4}}(?:[.-]\d+)*){LEADS} (?:is|are|has|have|was|were){ADVERBS} {UNMET}\b|\b(?:{FOUND}|{DUE}){LEADS} (?:is|are|can be|could be) still (?:there|present|around|in (?:place|there|the \w+)|valid|reproducible|reproduced|exploitable|an issue|a problem|a risk|not|un\w+)|\b(?:{FOUND}|{DUE}){LEADS}(?:,? and {FOUND}{LEADS})? (?:remains?|persists?|persisted|stands?|survives?)\s*(?:[).;,!]|$)|\bcan still be (?:triggered|exploited|reproduced|hit|bypassed|abused|provoked|forged|spoofed|crashed|leaked|circumvented)\b|\b(?:only|merely|just) (?:papered over|masked|hidden|worked around|silenced|suppressed)\b|\b(?:has|have|leaves?) (?:an?|one|two|some|several) (?:\w+ )?(?:holes?|gaps?)\b|\bstill (?:have|has|there (?:is|are)|see|seeing|contains?|shows?) (?:[\w-]+ ){{0,3}}(?:open|unresolved|unfixed|critical|blocking) (?:[\w-]+ ){{0,2}}{FOUND}\b"
    ))
});
static FAILS_DUE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?:fails?|failing|misses|violates?|breaks|contradicts|ignores|leaves out|falls short of|neglects|does not (?:\w+ )?(?:meet|satisfy|fulfil+|cover|implement|match|reach|honou?r|conform to|comply with)|do not (?:\w+ )?(?:meet|satisfy|fulfil+|cover|implement)) (?:[\w’'-]+ ){{0,5}}(?:{DUE}|acceptance|the spec(?:ification)?|the contract)\b"
    ))
});
static NOT_ALL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\bnot (?:all|every|each|everything|everyone|nearly all|quite all|yet all|enough)\b(?: [\w-]+){0,6}? (?:is|are|was|were|has been|have been|had been|pass(?:es|ed)?|made it|holds?|got) ?(?:yet |been |fully |really )*(?:met|satisfied|fulfilled|covered|implemented|done|checked|reviewed|addressed|resolved|fixed|passed|passing|verified|there|complete|completed|read|seen|in|green|looked at|handled|delivered|in place)?\b|\b(?:only|just|merely) (?:the )?(?:first|last|second|upper|one|two|three|four|five|six|seven|eight|nine|half|some|part|most|a few|\d+)(?: [\w-]+){0,7}? (?:is|are|was|were|has been|have been)(?: \w+)? (?:available|given|shown|visible|accessible|readable|provided|sent|attached|loaded|included|known|met|satisfied|fulfilled|covered|implemented|done|checked|reviewed|addressed|resolved|fixed|verified|complete|completed|read|seen|delivered)\b",
    )
});
static ONLY_SAW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:i|we)(?: have|'ve|’ve| had)? (?:only|just|merely|barely)(?: have| had)?(?: ever| actually| really| been able to| managed to| got to)? (?:saw|see|seen|read|look(?:ed)? (?:at|into|over|through)|review(?:ed)?|check(?:ed)?|received?|got|had access|cover(?:ed)?|manag(?:ed)?|opened?|inspect(?:ed)?|examined?|was given|were given|was shown|(?:been )?(?:shown|given|sent|handed)|went through|went over)\b(?P<what>(?: [^\s,.;:]+){0,6})|\b(?:i|we)(?: have|'ve|’ve)? (?:saw|read|looked at|reviewed|checked|received|got|covered|opened|inspected|was given) (?:only|just|nothing but|no more than|barely|less than|at most|half|part of)\b(?P<part>(?: [^\s,.;:]+){0,6})",
    )
});
/// What was seen only of that is a remark, and not the work.
static ONLY_NOTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:nits?|minor|cosmetic|style|stylistic|typos?|small|low|tiny|suggestions?|remarks?|issues?|problems?|questions?|comments?|praise|good|positive|trivial|findings?|concerns?|what changed|the change[sd]?|changed (?:files|lines)|the diff)\b",
    )
});
static CUT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?:(?:the|my|a|an|its|your|this|second|other|of) )?{INPUT}(?: (?:of|in|from|behind|after|beyond) (?:[\w-]+ ){{0,3}}?[\w-]+)?(?: (?:i|we) (?:got|received|was given|were given|was sent|have|had))? (?:was|were|got|came|has been|had been|is|are|arrived)(?: \w+)? (?:cut off|cut short|truncated|clipped|unreadable|unavailable|inaccessible|withheld|elided|not (?:shown|read|seen|reviewed|sent|given|loaded|available|opened|looked at|examined|included|provided|accessible|readable|part of what))\b|\b(?:output|answer|response|reply|transcript|review) (?:was|got|has been) (?:cut|truncated|clipped)\b|\b(?:budget|tokens?|quota|context window) (?:is |was |were |got )?(?:used up|exhausted|spent|ran out)\b|\b(?:got|received|given|sent|handed) (?:the |a |this )?{INPUT} without\b|\b(?:ran|running) out of (?:budget|tokens?|turns?|quota|context|credits?)\b|\b(?:is|are|was|were|remain) (?:un(?:known|seen|read) to|not visible to|hidden from|outside) (?:me|us|my view)\b|\b(?:stopped|ended|gave up|quit|broke off|cut off) (?:reading |reviewing )?(?:after|at|behind|halfway|half-way|midway)\b|\b{INPUT} (?:is |was |were |are )?(?:far |much )?too (?:large|long|big|much) (?:to|for)\b"
    ))
});
static UNOPENED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b{INPUT}(?: \S+)? (?:could|can) ?not(?: even)? be (?:opened|read|loaded|fetched|cloned|found|accessed|reached|checked out|parsed|reviewed|retrieved|resolved|seen|displayed|downloaded|shown|inspected|examined)\b|\b(?:could not|couldn['’]t|cannot|can['’]t|unable to|failed to|not able to) (?:clone|fetch|check ?out|load|access|open|read|parse|retrieve|download|see|find|reach|get) (?:(?:the|this|that|any|your|a|all|most|half) )*(?:of the )?(?:\w+ )?{INPUT}\b|\bno (?:way|means|permission|chance|possibility) (?:to|of) (?:read|open|see|run|check|inspect|access|verify)\w*\b|\b(?:reading|opening|loading|cloning|fetching) (?:[\w-]+ ){{0,3}}?{INPUT} (?:failed|timed out)\b"
    ))
});
static NOT_RUN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b{PART}(?: (?:\d+|one|two|three|ii|b))?(?:\s*\([^)]{{0,60}}\))?(?: of the review)? (?:(?:was|were|has been|have been|is|are)(?: \w+)? (?:not (?:yet )?(?:been )?(?:run|done|performed|executed|carried out|reviewed|completed|finished|started|reached|checked|read|looked at|possible)|skipped|omitted|left out|aborted|interrupted|incomplete|unfinished|cancell?ed)|(?:did not|didn['’]t|never) (?:run|ran|happen(?:ed)?|start(?:ed)?|finish(?:ed)?|complete[d]?|took place|take place)|timed out|crashed)\b|\b(?:i|we) (?:did not|have not|never|could not) (?:get|got|come|came)(?: \w+)? (?:around )?to\b|\b(?:i|we)(?: have)? (?:skipped|left out|passed over|omitted|ignored|gave up on) (?:the|this|that|most|half|one|two|three|several|some|all)\b|\b(?:did not|didn['’]t|have not|haven['’]t|never|could not|couldn['’]t) (?:get|got|come|came|make it|manage)(?: \w+)? (?:to|around to|as far as|through) (?:the )?(?:[\w-]+ ){{0,3}}?(?:{PART}|{INPUT})\b"
    ))
});
static STAND_IN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:this|it|that|which|the above|above|(?:the|my|this) (?:text|answer|verdict|review|result|response|output|approval|reply|report|status))(?: \w+)? (?:is|was) (?:only |just |merely |still |simply |therefore )?(?:an? |the |my )?(?:auto(?:matic(?:ally)?)?[- ]?(?:generated |filled )?|generated )?(?:placeholder|stub|dummy|mock(?:ed)?(?:-up)?|canned|fall-?back|default|boilerplate|pre-?filled|made[- ]up|invented|simulated|template|sample)(?: (?:answer|response|verdict|review|text|output|approval|result|reply|report|value|status|one|data))?\s*(?:[.,;:!)—–]|$)|\b(?:default|placeholder|mock|canned|fall-?back|dummy|simulated|sample) (?:answer|response|verdict|review|approval|reply)\b|\b(?:is|was|['’]s) what i(?: would|['’]d)(?: have)? (?:write|written|say|said|answer(?:ed)?|put|conclude)\b|\bno (?:model|reviewer|llm|agent|human) (?:was|has been|ran|has|looked|read)\b|\b(?:partial|incomplete|unfinished) (?:review|read|reading|answer|verdict|look|pass|check)\b",
    )
});
static FIRST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:has to|have to|must|needs? to|ought to|should|shall) (?:also |still |really |all )?(?:be )?(?:done|finished|added|completed|implemented|provided|written|delivered|removed|deleted|rotated|closed|checked|reviewed|tested|answered|sorted|supplied|built|restored|changed|moved) (?:\w+ )?(?:first|beforehand|before (?:that|then|this|it|we|merging|release))\b|\b(?:comes?|goes) first\W*$|\bmerged? only (?:together |along )?(?:with|after|once|if|when)\b|\bonly (?:be |to be )?merged? (?:together |along )?(?:with|after|once|if|when)\b|\bas (?:wide|bad|open|broken|wrong|unsafe|leaky|exploitable) as (?:before|ever)\b|\b(?:this|it|that|which|these|those|they) (?:\w+ )?(?:has to|have to|must|needs? to) be (?:closed|plugged|patched|repaired|stopped|tightened|secured|guarded|dealt|sorted|locked down|rolled back|undone|cleaned up)\b|\b(?:i|we)(?:['’]d| would|['’]ll| will)? (?:rather )?(?:hold (?:back|off|on|fire)|wait|pause)(?: \w+)? (?:until|till|for|before)\b",
    )
});

/// In front of the subject: a denial, a supposition, another time.
static DENIED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:no|none|neither|nor|zero|nothing|nobody|never|hardly|without|not (?:a|an|one|any|because)|if|unless|when(?:ever)?|while|whether|would|could have|until|once|where|in case|returns?|handles?|reports?|logs?|raises?|throws?|asserts?|tests? (?:that|for|whether|what)|checks? (?:that|for|whether|what)|claim(?:s|ed)|errors?|message|says so|so that)\b|\b(?:does|do|did|is|are) not (?:see|find|know|think|believe|mean)\b|\bn['’]t (?:see|find|think|believe|mean)\b",
    )
});
/// Of another round, or settled in the same sentence.
static PAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:previous(?:ly)? (?:\w+ )?(?:version|code|attempt|draft|reviewer|commit|review|findings?|issues?|blockers?)|previously|prior (?:\w+ )?(?:version|code|attempt|draft|reviewer?|rounds?|findings?|issues?|pass|verdict)|earlier|formerly|last (?:time|round|pass|review|iteration|week)|(?:in|of|from|since) (?:the )?(?:first|second|round|pass|iteration|cycle|attempt)\b|initial(?:ly)?|at first|used to|back then|no longer|any ?more|(?:now|since) (?:fixed|resolved|met|done|there|closed|addressed|covered|implemented|complete)|(?:is|are) (?:there|met|done|fixed|in) now|had been|by design|on purpose|intentional(?:ly)?|as (?:agreed|intended|required|specified|expected|documented|planned)|out of scope|not part of this|another (?:task|plan|phase)|later (?:task|plan|phase)s?|(?:next|other|future) (?:phase|plan|task|release|milestone)s?|not applicable|n/a|generated|vendored|lock ?files?|binar(?:y|ies)|pre-?existing|accepted)\b",
    )
});
/// What calls itself small.
static LIGHT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:nits?|minor|cosmetic|optional(?:ly)?|non-?blocking|not (?:a )?block\w*|follow-?ups?|low|info|trivial|style|typos?|naming|nice to have|later|wording|no blockers?)\b",
    )
});

/// What is open, lacking or unread, in other languages, and what denies it there.
static FOREIGN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fehlt|fehlen|bleib(?:t|en) (?:\w+ )*offen|(?:ist|sind) (?:\w+ )*(?:noch |weiterhin )offen|besteh(?:t|en) weiterhin|noch (?:\w+ )?(?:nicht|offen|ausstehend|ungelöst)|(?:wurde|wurden|ist|sind|konnte|konnten|habe|haben)\b[^.]{0,50}\bnicht (?:\w+ )?(?:erfüllt|geprüft|umgesetzt|gelesen|gelaufen|ausgeführt|behoben|gelöst|implementiert|abgeschlossen|vollständig|öffnen|geöffnet|gesehen|lesen|durchgeführt)|nicht alle[rns]? (?:\w+ )*(?:anforderungen|kriterien|punkte|befunde)|nur (?:einen teil|die (?:ersten|hälfte|erste)|teilweise)|abgeschnitten|platzhalter)\b|\b(?:il (?:reste|manque)|reste(?:nt)? (?:à|un|une|des|ouvert\w*)|manque(?:nt)?|(?:n'est|ne sont|n'a|n'ont) pas (?:encore |été |pu |être )*(?:ouvert\w*|consulté\w*|rempli\w*|satisfai\w*|respecté\w*|implémenté\w*|vérifié\w*|lu\w*|relu\w*|corrigé\w*|traité\w*|pris\w* en compte|résolu\w*|exécuté\w*|terminé\w*|ouvrir|lire|couvert\w*|fait\w*)|pas encore|tronqué\w*|(?:tous|toutes) les (?:\w+ )*ne sont pas)\b|\b(?:falta(?:n)?|queda(?:n)? (?:un|una|dos|tres|por|pendiente\w*|sin|abiert\w*|algun\w*)|sigue(?:n)? (?:sin|abiert\w*|pendiente\w*)|sin (?:revisar|cumplir|resolver|implementar|verificar)|no (?:se )?(?:ha|han|está|están|cumple|cumplen|pude|pudo|tod[oa]s l[oa]s)(?: (?:sido|se|los|las|podido))* ?(?:cumpl\w*|revis\w*|resuel\w*|implement\w*|verific\w*|corregi\w*|complet\w*|abrir|leer|requisitos|criterios)?|truncad\w*|incomplet\w*)\b|\b(?:falta(?:m)?|resta(?:m)? (?:um|uma|dois|duas|por)|ainda (?:há|existe\w*|falta\w*|não|está)|não (?:foi|foram|está|estão|cumpre\w*|consegui)\b)|\b(?:manca(?:no)?|resta(?:no)? (?:un|una|da|apert\w*)|non (?:è|sono) (?:stat\w |ancora )*(?:soddisfatt\w|implementat\w|verificat\w|rivist\w|risolt\w|corrett\w|complet\w|lett\w)|ancora (?:apert\w|da))\b|не (?:все|выполнен\w*|реализован\w*|проверен\w*|закрыт\w*|исправлен\w*|прочитан\w*|устран[её]н\w*)|не хватает|отсутству\w+|оста(?:лось|[её]тся|ются|лся|лась|лись)|вс[её] ещ[её]|ещ[её] не|(?:尚未|还(?:没|未)|仍(?:未|然|有|存在)|未(?:实现|完成|满足|修复|审查|解决|通过|检查|覆盖|运行|阅读|处理)|缺失|缺少|只(?:看|读|审查)了|被截断|占位)|没有(?:实现|完成|满足|修复|审查|运行|处理|覆盖|全部)|(?:未(?:実装|完了|対応|解決|達成|実施|修正)|直って(?:い)?(?:ませ|ない)|残って|できて(?:い)?ませ|できませんでした|されて(?:い)?ませ|満たし?て(?:い)?(?:ない|ませ)|途中まで|切れて|仮の)|(?:구현되지|완료되지|해결되지|충족되지|검토(?:하지|되지)|남아 ?있|누락|미(?:구현|완료|해결|충족|검토))",
    )
});
static FOREIGN_DENIED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:nichts|kein\w*|niemand|optional|später|kleinigkeit\w*|rien|aucun\w*|plus tard|facultati\w*|nada|ningun\w*|ningún|no (?:falta|queda|sigue)\w*|nenhum\w*|não (?:falta|resta)\w*|mais tarde|opciona\w*|niente|nessun\w*|non (?:manca|resta)\w*|ne manque|ne reste|ничего|ни одн\w+|не оста\w+|war(?:en)?|était|étaient|estaba\w*|faltaba\w*|era\w*|было|был)\b|没有(?:发现|问题|遗漏|缺|未)|无(?:缺|遗漏|未)|上一?轮|之前|前回|以前|ありません(?:でした)?[。\s]*$|見つかりませんでした|없(?:습니다|음|다)|이전",
    )
});

/// Tells whether a text calls what it names small, optional, not needed or not of this work.
pub(crate) fn light(text: &str) -> bool {
    let needless = ["not needed", "not required", "not necessary", "not relevant", "unneeded"];
    LIGHT.is_match(text) || PAST.is_match(text) || needless.iter().any(|n| text.contains(n))
}

/// What stands before a subject in its clause; a label is no part of it.
fn clause(before: &str) -> &str {
    before.rfind(": ").map_or(before, |at| &before[at + 2..])
}

/// Says what a sentence leaves undone of the review or of the work; nothing where it leaves nothing.
pub(super) fn sentence(sentence: &str) -> Option<&'static str> {
    let plain;
    let sentence = if sentence.contains("n't") || sentence.contains("n’t") {
        plain = sentence
            .replace("can't", "cannot")
            .replace("can’t", "cannot")
            .replace("n't", " not")
            .replace("n’t", " not");
        plain.as_str()
    } else {
        sentence
    };
    let said = |pattern: &Regex| {
        pattern.find(sentence).filter(|m| !DENIED.is_match(clause(&sentence[..m.start()]))).is_some()
            && !PAST.is_match(sentence)
    };
    const SEEN: &str = "says that the work, or a part of it, was not seen";
    const OPEN: &str = "says that something is still open";
    if STAND_IN.find(sentence).is_some_and(|m| !DENIED.is_match(&sentence[..m.start()])) {
        return Some("says that it stands in for a review");
    }
    if let Some(found) = ONLY_SAW.captures(sentence) {
        let what = found.name("what").or_else(|| found.name("part")).map_or("", |m| m.as_str());
        if !ONLY_NOTED.is_match(what) && !PAST.is_match(sentence) {
            return Some(SEEN);
        }
    }
    if said(&CUT) || said(&UNOPENED) || said(&NOT_RUN) {
        return Some(SEEN);
    }
    let light = LIGHT.is_match(sentence);
    if !light && (said(&UNMET_DUE) || said(&UNSETTLED_FOUND) || said(&FAILS_DUE) || said(&NOT_ALL)) {
        return Some(OPEN);
    }
    if !light && said(&FIRST) {
        return Some("sets a condition");
    }
    if FOREIGN.is_match(sentence) && !FOREIGN_DENIED.is_match(sentence) {
        return Some(OPEN);
    }
    None
}

static OPEN_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:(?:still|currently|yet|all|known|currently) )*(?:unresolved|unmet|unfixed|unaddressed|unfulfilled|unsatisfied|outstanding|open|remaining|pending|missing|not (?:yet )?(?:done|met|fixed|reviewed|covered|checked|verified|implemented|satisfied|resolved|addressed|run|read|seen|looked at)|unreviewed|unread|unchecked|persisting|still (?:there|present|failing|broken)|left(?: (?:open|over|to do))?|blocked (?:by|on)|waiting (?:for|on)|depends on|excludes?|failed|offen\w*|ausstehend\w*|nicht (?:erfüllt|geprüft|behoben)|fehlt|fehlend\w*|ouvert\w*|restants?|non (?:résolu|rempli)\w*|pendientes?|abiert\w*|faltan?|pendentes?|aperti?|manca(?:no)?|(?:known|existing|serious|current) (?:holes?|gaps?|weaknesses|bugs?|defects?|issues?|problems?|vulnerabilities)|(?:follow-?(?:up|through)s?|actions?|work|rework|changes?|fix(?:es)?|attention|still|also|input) (?:required|needed)|未解决|未完成|未修复|待修复|遗留|未解決|未対応|残件|미해결|남은)(?: (?:critical|blocking|high|severe|major|serious|acceptance|must-fix|security|review|p0|p1|of|the|from|this))*(?: (?:findings?|issues?|requirements?|criteri(?:on|a)|points?|items?|blockers?|defects?|bugs?|problems?|concerns?|stages?|checks?|work|files?|parts?|ids?|count|befunde|punkte|anforderungen|points|problèmes|hallazgos|requisitos|问题|指摘))?$",
    )
});
static CONDITION_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:[\w’'-]+ ){0,7}?(?:before|prior to|ahead of|vor(?:her)?|avant|antes d[eo]l?|prima d(?:i|el)|перед)\b[\w ,'’-]{0,40}\b(?:goes? (?:in|out|live)|merg\w*|releas\w*|ship\w*|deploy\w*|land\w*|approv\w*|roll-?out|prod(?:uction)?|rolled out|fusion\w*|mise en \w+|слияни\w+|freigabe)\b[\w ,'’-]{0,24}$|^(?:merge |release |approval )?(?:pre)?conditions?(?: (?:for|of|to) [\w ]{1,30})?$|^conditional (?:on|upon)$|^(?:合并前|上线前|マージ前|머지 전)\S{0,12}$",
    )
});
static MODE_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:review |reviewer |run |exit |diff |input |tool |overall )?(?:status|state|result|mode|run|coverage|reason|message|note|review|stage \w+|input|diff)$",
    )
});
static MODE_BAD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:error(?:ed)?|aborted|crashed|time-?out|timed[ -]out|partial(?:ly \w+)?|incomplete|truncated|dry[ -_]?run|mock(?:ed)?|stub(?:bed)?|simulated|interrupted|unavailable|placeholder|cut off|unfinished|empty|no (?:diff|input|access|response|output))\b",
    )
});
static FLAG_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:(?:is|was|review|diff|input|output) )*(?:truncated|partial|dry run|mock(?:ed)?|incomplete|timed out|placeholder|draft|provisional|interrupted|aborted|cut off|simulated)$",
    )
});
static ERROR_LABEL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^(?:tool |review(?:er)? |fatal |git |api )?(?:error|failure|exception)$"));
static NONE_SEEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:files|lines|hunks|commits|changes|documents|pages|requirements|criteria|stages)(?: (?:actually|fully))? (?:reviewed|read|checked|seen|examined|inspected|analy[sz]ed|opened|loaded)[\s*_`]*[:=][\s*_`]*(?:0|none|zero|nothing)\b|\b(?:reviewed|read|checked|examined|inspected|analy[sz]ed|opened|loaded)[\s*_`:]+(?:0|zero|no) (?:of (?:the )?\d+ )?(?:files|lines|hunks|commits|changes|documents|pages)\b|\b(?:0|zero|no) (?:files|lines|hunks|commits|changes|documents) (?:were |was |have been )?(?:reviewed|read|checked|examined|inspected|analy[sz]ed|opened|loaded)\b",
    )
});
/// What may stand behind a label of something open and be none of it.
static ALL_GOOD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:nothing|none|no\b|not (?:applicable|needed|any)|all\b|everything|n/?a\b|green|done|passed|zero|0\b|nil|empty|keine?\b|nichts|rien|aucune?\b|nada|ningun\w*|nenhum\w*|nessun\w*|niente|нет|ничего|无|没有|なし|없음|[✅✓✔])",
    )
});
static SPLIT: LazyLock<Regex> = LazyLock::new(|| pattern(r"[:：=]"));

/// Says what a line leaves undone as a label with its value, or as a count; `below` is the next line, where it says
/// more of this one.
pub(super) fn line(text: &str, below: Option<&str>) -> Option<&'static str> {
    if PAST.is_match(text) {
        return None;
    }
    if NONE_SEEN.is_match(text) {
        return Some("says that nothing was reviewed");
    }
    if share::seen(text) {
        return Some("says that not all is met, or was seen");
    }
    let Some(cut) = SPLIT.find(text) else {
        // `Open points` with a list right below.
        let heads =
            words::words(text).len() <= 4 && OPEN_LABEL.is_match(text.trim_matches(['*', '_', ' ', '#']));
        let listed = below.is_some_and(|b| !none(b) && !ALL_GOOD.is_match(b) && !LIGHT.is_match(b));
        return (heads && listed).then_some("lists what is still open");
    };
    // `PASS. Remaining: the docs`: the label is the last sentence's.
    let label = text[..cut.start()].rsplit(". ").next().unwrap_or_default();
    let label = label.trim_matches(|c: char| !c.is_alphanumeric());
    if label.is_empty() || words::words(label).len() > 10 {
        return None;
    }
    let name = label.replace(['_', '*', '`'], " ");
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let value = text[cut.end()..].trim_matches([' ', '*', '_', '`']);
    let said = value.contains(char::is_alphanumeric).then_some(value);
    let list = || below.filter(|b| b.contains(char::is_alphanumeric));
    let left =
        said.or_else(list).filter(|what| !none(what) && !ALL_GOOD.is_match(what) && !LIGHT.is_match(what));
    if CONDITION_LABEL.is_match(&name) && left.is_some() {
        return Some("sets a condition");
    }
    let left = left?;
    if OPEN_LABEL.is_match(&name) {
        return Some("lists what is still open");
    }
    let value = said?;
    let yes = matches!(words::joined(value).as_str(), "true" | "yes" | "1");
    let bad = FLAG_LABEL.is_match(&name) && yes
        || ERROR_LABEL.is_match(&name)
        || MODE_LABEL.is_match(&name) && MODE_BAD.is_match(left);
    bad.then_some("says that the review did not run to its end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_undone_is_heard() {
        for text in [
            "I have only been shown the first part.",
            "We read nothing but the header.",
            "The second half of the patch was truncated.",
            "My tool could not load the branch.",
            "Stage two never ran.",
            "The security check was skipped.",
            "This is just a canned answer.",
            "Criterion 4 is still unmet.",
            "R-7 has not been covered.",
            "B-12 is still present.",
            "The upload ignores the second acceptance criterion.",
            "Not every must-have is covered.",
            "Only three of the requirements are implemented.",
            "The key has to be rotated first.",
            "Zwei Kriterien sind noch offen.",
            "Le critère 2 n'est pas encore rempli.",
            "Quedan dos requisitos sin cumplir.",
            "O requisito 3 não foi implementado.",
            "Il requisito 3 non è stato implementato.",
            "Требование 3 не выполнено.",
            "第三条需求尚未完成。",
            "要件3は未対応です。",
            "요구사항 3이 누락되었습니다.",
        ] {
            assert!(sentence(text).is_some(), "{text}");
        }
        for (text, below) in [
            ("Still open: B-12", None),
            ("Unmet criteria:", Some("C-4")),
            ("Prior to shipping:", Some("rotate the key")),
            ("Merge conditions: rotate the key", None),
            ("dry_run: true", None),
            ("complete run = partial\nmode: mock", None),
            ("error: exit code 128", None),
            ("Files read: 0", None),
            ("Criteria satisfied: 2 of 5", None),
            ("3/8 files were reviewed", None),
        ] {
            assert!(text.lines().any(|l| line(l, below).is_some()), "{text}");
        }
    }

    #[test]
    fn what_is_done_or_denied_is_left() {
        for text in [
            "No requirement is unmet.",
            "None of the criteria remains open.",
            "B-12 is closed now.",
            "I only have two nits.",
            "The parser reports an error when the file could not be opened.",
            "In round 1 two requirements were not met.",
            "Generated files were not reviewed.",
            "Every stage was run.",
            "The pending requests are listed first.",
            "No TODOs left.",
            "Es bleibt nichts offen.",
            "No falta ningún requisito.",
            "Il ne manque rien.",
            "没有发现遗漏的需求。",
        ] {
            assert_eq!(sentence(text), None, "{text}");
        }
        for (text, below) in [
            ("Unresolved: none", None),
            ("Still open:", Some("nothing")),
            ("Before merge: nothing to do", None),
            ("Files read: 12", None),
            ("Criteria satisfied: 5 of 5", None),
            ("Error handling: solid", None),
            ("truncated: false", None),
            ("Open questions: one about naming", None),
        ] {
            assert_eq!(line(text, below), None, "{text}");
        }
    }
}
