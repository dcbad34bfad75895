//! What a review says beside or after an approval and that leaves none: it is taken back, something
//! blocks, another verdict is named, or nothing was reviewed.
//!
//! ```text
//! after the approval = it is withdrawn, corrected, to be disregarded | another verdict is named
//!                    | a short last word that refuses, takes back, or calls it a draft
//! anywhere           = a blocker is named as there | something must be done before merging
//!                    | the diff, the plan or the whole was not seen
//! ```
//!
//! One pass over the reviewer's own lines, sentence by sentence; what stands in findings, in sections about
//! earlier rounds, in code and in quotations is not asked. It only ever turns an approval into no verdict,
//! so what it takes for a doubt by mistake costs a question.

mod disowned;

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::aside;
use super::label::body;
use super::returned::{needed, returned};
use super::{product, shown, speech};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::words;

/// A line that speaks against an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Doubt {
    /// Index into [`Page::lines`].
    pub(crate) at: usize,
    /// It counts before the approval, too.
    pub(crate) anywhere: bool,
    /// What the line does, as the end of a sentence.
    pub(crate) why: &'static str,
}

static WITHDRAWN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)
        \b(?:i|we)(?:'ll|'d|\ will|\ must|\ have\ to|\ need\ to|\ would\ like\ to|\ hereby|\ now|\ am|\ are|'m|'re)*\s(?:tak(?:e|ing)|took)\ (?:that|this|it|(?:my|the)\ \w+)\ back\b
        |\b(?:take|taking)\ (?:that|this|it)\ back\b
        |\b(?:i|we)\ (?:hereby\ |now\ |must\ )?take\ back\ (?:what|all|everything)\ i\b
        |\bscratch\ (?:that|this|it|the|all|my)\b
        |\b(?:i|we)(?:'ll|'d|\ will|\ must|\ have\ to|\ need\ to|\ hereby|\ now|\ am|\ are|'m|'re)*\ (?:withdraw|retract|rescind|recant)\w*\b
        |\b(?:withdraw|retract|revok|rescind|cancel)\w*\ (?:(?:my|the|this|that)\ )?(?:approval|verdict|lgtm|pass|review)\b
        |\b(?:approval|verdict|above|lgtm|this\ review|my\ review|my\ answer)\b(?:\ [\w,]+){0,4}\ (?:is|was|are|has\ been|should\ be|gets|stands|got)\ (?:now\ |hereby\ |therefore\ |only\ |just\ |merely\ |a\ |an\ |the\ |no\ longer\ |not\ )*(?:withdrawn|retracted|revoked|void|invalid|rescinded|cancell?ed|wrong|mistake|mistaken|incorrect|premature|valid|draft|guess|example|sample|placeholder|template|obsolete|superseded|mine|meant|real|final|binding|true|corrected|overruled|overturned|off)\b
        |\b(?:answer|signal|status|pass|line)\b(?:\ [\w,]+){0,3}\ (?:is|was|are|has\ been|should\ be|gets)\ (?:now\ |hereby\ |therefore\ |only\ |just\ |merely\ |a\ |an\ |the\ |no\ longer\ |not\ )*(?:withdrawn|retracted|revoked|void|rescinded|cancell?ed|premature|mistaken|a\ mistake|draft|guess|example|sample|placeholder|template|mine|superseded|overruled|overturned)\b
        |\b(?:line|verdict|status|approval|answer|signal)\b[^.]{0,30}\b(?:came|comes|copied|taken|pasted|left\ over|stems?)\ (?:straight\ )?(?:from|out\ of)\b
        |\btreat\ (?:my|the)\ (?:status|verdict|approval|answer)\ as\b
        |\b(?:please\ )?(?:ignore|disregard|discard|forget|dismiss|strike)\ (?:(?:my|the|this|that|all|everything|what)\ )*(?:\w+\ )?(?:above|json|object|verdict|approval|status|pass|signal|lgtm|answer|line|review|before)\b
        |\b(?:ignore|disregard)\ (?:that|this|it)\b
        |^\W*(?:correction|corrigendum|erratum|errata|korrektur|nachtrag|corrección|correção|correzione|rectificatif|исправление|поправка)\b
        |\b(?:i|we)\ (?:\w+\ )?no\ longer\ (?:stand|approve|agree|recommend|hold)\b
        |\b(?:verdict|approval|above|lgtm|sign-?off)\b(?:\ \w+){0,2}\ no\ longer\ (?:stands|holds|valid|applies)\b
        |^\W*actually\b\W+(?:wait|no|not|never|stop|hold|i|we|that|this|it|the|there|do|don't|don’t)\b|^\W*(?:hold|hang)\ on\W*(?:$|[,.!:—–-])|^\W*(?:oops|whoops|apologies|my\ bad|my\ mistake|on\ second\ thoughts?|on\ reflection|just\ kidding|kidding|joking|strike\ that|edit:\ (?:no|not|sorry|wait)|no,?\ wait|hmm,?\ wait|wrong\ (?:ticket|task|branch|commit|diff|file|pr))\b
        |^\W*(?:hold|stop|halt|wait)\W*$
        |^\W*wait\b\W+(?:i|we|no|not|there|this|that|the|actually|a|one)\b
        |\bsorry\b\W+(?:i|we|wrong|that|this|the|but|my|no|not)\b
        |\b(?:i|we|my|this|that|it)\b.{0,60}\b(?:wrong|stale|outdated)\ (?:branch|commit|task|file|pr|diff|checkout|version|revision|plan|phase|worktree|repo|repository|pull\ request|patch|tree)\b
        |^\W*(?:sorry\W+)?wrong\ (?:branch|commit|task|diff|checkout|pr|plan|repo)\b
        |\b(?:commits?|versions?|revisions?)\ behind\b
        |\b(?:strong|serious|grave|severe|big|second)\ doubts\b
        |^\W*(?:that|this|it|(?:the|my)\ \w+)\ (?:was|is|came)\ (?:far\ |much\ )?(?:too\ )?(?:premature|hasty|early|soon)\b
        |\b(?:hold|stop|pause|delay|postpone)\ (?:off\ )?(?:the|this|on|any)\ (?:merge|release|rollout|deployment|approval)\b
        |\bnot\ (?:have|see|want|like)\ (?:to\ )?(?:see\ )?(?:this|it)\ (?:\w+\ )?(?:merged|shipped|released)\b
        |\b(?:i|we)\ (?:strongly\ )?disagree\b
        |\b(?:ask|get|find)\ (?:somebody|someone|anybody|another\ (?:reviewer|pair|person|opinion|review|engineer)|a\ second)\b|\bsecond\ (?:opinion|pair\ of\ eyes)\b|\b(?:someone|somebody|another\ (?:person|reviewer|engineer)|a\ specialist|an\ expert)\b[^.]{0,60}\b(?:must|should|has\ to|needs\ to|ought\ to)\ (?:look|review|check|read|confirm|sign|see)\b
        |\b(?:verdict|review|approval|decision|sign-?off)\ (?:is\ |remains\ )?(?:still\ )?(?:pending|open|outstanding|undecided|incomplete|to\ follow|to\ come|missing|on\ hold)\b
        |\bchanged\ my\ mind\b|\b(?:i|we)\b.{0,20}\breconsider\w*\b|\breconsider\w*\ (?:my|the|this)\ (?:verdict|approval|position|review)\b|\blet\ me\ (?:revise|correct|redo|rephrase|take\ (?:that|this|it|my))\b
        |\b(?:i|we)\ (?:overlooked|missed|misread|misjudged|spoke\ too\ soon|(?:was|were)\ (?:too\ (?:quick|fast|hasty|early)|wrong|mistaken))\b
        |\bnot\ so\ fast\b|^\W*never\ ?mind\b|\b(?:isn't|isn’t|is\ not|was\ not|wasn't|no|not)\ (?:an?\ )?(?:\w+\ )?(?:approval|lgtm|sign-?off|verdict)\b
        |\b(?:don't|don’t|do\ not|never)\ (?:count|use|trust|rely\ on|act\ on|record)\ (?:this|that|it|the|my)\b
        |\bnehme\b.{0,40}\bzurück\b|\bziehe\b.{0,40}\bzurück\b|\bdoch\ nicht\b|\bfalsche[nr]?\ (?:branch|commit|stand|zweig)\b
        |\bje\ (?:retire|reviens\ sur|me\ rétracte)\b|\bj'annule\b|\bme\ retracto\b|\b(?:retiro|anulo|ritiro|annullo)\b\ (?:mi|el|la|lo|a|o|il|minha|meu|esta?|questa?)\b
        |\bберу\b.{0,30}\bобратно\b|\bотзываю\b|\bотменяю\b|撤回|收回(?:我|上|之)|更正|忽略(?:上|以上|前)|取り消し|訂正|철회|취소합|정정")
        .expect("a constant pattern")
});

/// Tells whether a sentence takes something back that is no finding.
pub(super) fn withdrawn(sentence: &str) -> bool {
    WITHDRAWN.is_match(sentence) && !OF_A_FINDING.is_match(sentence)
}

/// What is taken back is a finding, or was said in an earlier round.
pub(super) static OF_A_FINDING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:withdraw\w*|retract\w*|tak(?:e|ing)|took|drop\w*|cancel\w*)\b[^.]{0,30}\b(?:findings?|comments?|objections?|concerns?|points?|nits?|remarks?|questions?|requests?|worry|worries|reservations?|issues?|blockers?|complaints?|suggestions?|F-?\d+)\b|\b(?:in|from|of) (?:round|pass|iteration|cycle|attempt) (?:\d|one|two|three)|\b(?:first|earlier|previous|last) (?:round|pass|review|version|iteration)\b")
        .expect("a constant pattern")
});

static BLOCKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)
        \b(?:one|two|three|four|five|several|some|\d+|a|an|another|the|this|that|these|my|remaining|still|only|which)\ (?:[\w-]+\ ){0,2}(?:blockers?|show-?\ ?stoppers?|deal-?\ ?breakers?|blocking\ (?:issues?|findings?|problems?|bugs?|defects?)|critical\ (?:issues?|findings?|bugs?|problems?|defects?|flaws?|holes?))\b
        |^\W*(?:blockers?|blocking|showstopper|must-?\ ?fix)\W*[:—–]\W*[^\W\d]
        |^\W*(?:this|it|that|everything|the\ (?:change|code|build|patch))\ (?:is|does|still\ is)\ (?:still\ |completely\ |badly\ )?(?:broken|wrong|unsafe|dangerous|incorrect|not\ (?:work|build|compile|correct|safe|ready|done|finished|acceptable|ok|okay|good)\w*)\b
        |\b(?:it|this|that|which)(?:'s|\ is|\ are|\ remains)\ (?:still\ )?(?:a\ )?(?:blocker|show-?stopper|deal-?breaker|blocking\ (?:the|this|us|me|issue|problem)|blocking\W*$)
        |\b(?:must|has\ to|have\ to|needs?\ to)\ (?:first\ |still\ |really\ )?be\ (?:first\ )?(?:fixed|addressed|resolved|corrected|reworked|reverted|redone|repaired|mended)\b
        |\b(?:fix|fixed|address|addressed|resolve|resolved|change|changed|rework)\b.{0,40}\bbefore\ (?:(?:the|any|it|this|we|you|i|they)\ )?(?:can\ |is\ |gets?\ )?(?:merg|releas|ship|deploy|land|approv)\w*")
        .expect("a constant pattern")
});
/// `Blocking: …` that heads no finding.
static HEADS_BLOCKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:blockers?|blocking|show-?stopper|must-?fix|(?:(?:my|one|the only|sole) ){1,2}(?:only )?conditions?)\W*[:—–]\W*[^\W\d]")
        .expect("a constant pattern")
});
/// What denies that something blocks, or says that it is past.
static NO_BLOCKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)\b(?:no|not|none|never|zero|0|neither|nor|any|without|isn't|isn’t|aren't|aren’t|wasn't|nothing|hardly|would|could|if|unless|previous|previously|prior|earlier|last\ (?:round|time|review|pass|iteration|week)|used\ to|fix(?:es|ed)?\ for|reported\ in|no\ longer|no\ more|elsewhere|unrelated|pre-?existing|eventually|later|follow-?up|some\ day|future)\b
        |\b(?:round|iteration|pass|attempt|cycle)\ (?:\d|one|two|three)
        |\b(?:is|are|was|were|been|be|got|now|all|both|already|indeed)\ (?:now\ |all\ |both\ |indeed\ |properly\ |since\ |already\ |also\ )*(?:fixed|resolved|closed|addressed|gone|done|handled|solved|mended)\b
        |\b(?:fixes|resolves|closes|addresses|handles|removes|solves|detects|reports|lists|counts|parses|reads|prevents)\b
        |\b(?:fixed|resolved|closed|addressed)\ (?:in|by|with|as|now|since)\b")
        .expect("a constant pattern")
});
/// In these the past or the denial is about being fixed, so that it still is to be.
static STILL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:must|has to|have to|needs? to) (?:first |still )?be (?:first )?(?:fixed|addressed|resolved|corrected|reworked|reverted|redone)\b")
        .expect("a constant pattern")
});

static UNSEEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)
        \b(?:i|we)\ (?:(?:could|can|was|were|am|are)(?:\ not|n't|n’t)|can't|can’t|cannot|(?:was|were|am|are)\ unable|failed)(?:\ been)?(?:\ able)?(?:\ to)?\ (?:actually\ |really\ |even\ )?(?:see|read|open|access|load|view|reach|fetch|get|inspect|look\ at|review|find|check\ out|examine)\ (?:(?:at|into|to)\ )?(?:(?:any|most|much|all|one|either)\ of\ )?(?:(?:the|this|that|your|its|actual|full|whole|changed|any)\ )*(?:diff|code|changes?|changeset|files?|plan|design|requirements?|repo|repository|commits?|branch|pr|patch|work|spec|specification|tasks?|artifact|document|it|this|them|anything|everything|\S+\.(?:md|rs|py|ts|tsx|js|go|java|rb|c|h|cpp|cs|kt|swift|sql|ya?ml|json|toml|ex|php))\b
        |\b(?:i|we)\ (?:(?:could|can|was|were|am|are)(?:\ not|n't|n’t)|can't|can’t|cannot|(?:was|were|am|are)\ unable)(?:\ able)?(?:\ to)?\ (?:verify|check|confirm|validate|assess|judge|evaluate)\ (?:(?:any|most|much|one|either|all)\ of\b|the\ (?:requirements|criteria|change|changes|diff|code|work|plan)\b|it\b|this\b|them\b|anything\b|everything\b)
        |\b(?:i|we)\ (?:(?:have|did|had|do)(?:\ not|n't|n’t)|never|haven't)(?:\ yet|\ actually|\ really|\ even)*\ (?:look(?:ed)?\ (?:at|into)|read|review(?:ed)?|see|seen|saw|open(?:ed)?)\ (?:(?:the|this|that|your|any\ of\ the|any|actual|full)\ )*(?:diff|code|changes?|changeset|files?|it|this|them|patch|pr|work|anything|plan|task|t\d+|rest)\b
        |(?:^|[,;:(]\ ?|\b(?:since|because|as|but|and|note\ that|that)\ )\W*(?:the\ |my\ |this\ )?(?:\w+\ )?(?:diff|change-?\ ?set|patch|commit\ range|range|review\ input|pull\ request)\ (?:(?:given|provided|sent|shown|handed|i\ got|i\ was\ given)\ (?:to\ (?:me|us)\ )?)?(?:was|is|were|came(?:\ back)?|seems?|seemed|appears|appeared|turned\ out)\ (?:to\ be\ )?(?:completely\ |entirely\ )?(?:empty|missing|unavailable|unreadable|truncated|cut\ off|not\ (?:available|provided|there|attached|readable|accessible|included|shown))\b
        |\bnot\ (?:in|part\ of|included\ in|attached\ to)\ (?:my\ (?:input|context|checkout|prompt|view|brief)|the\ (?:prompt|brief))\b
        |^\W*(?:[\w-]+\ ){0,3}not\ (?:yet\ )?(?:been\ )?reviewed\b
        |^\W*no\ (?:source\ |code\ )?(?:files?|lines?|code)\ (?:(?:was|were|have\ been|has\ been)\ )?(?:changed|modified|touched)(?:\ (?:in|by|between)\ (?:this|the|these|that)\ (?:commits?|diff|range|change|task|branch|pr))?\W*$
        |:\W*n/a\b.{0,40}\b(?:failed|could\ not|couldn't|couldn’t|unable|errors?|errored|timed\ out|no\ access|unavailable|crashed)\b
        |\bnothing\ (?:was|has\ been|could\ be|got|is)?\ ?(?:actually\ )?(?:reviewed|checked|read|looked\ at|verified|inspected)\b
        |\bno\ (?:review|diff|code|changes?)\ (?:was|were|has\ been|could\ be|took|got)\ (?:\w+\ )?(?:done|performed|place|given|provided|attached|supplied|seen|read|available|shown|reviewed)\b
        |\bno\ result\W*$|\b(?:max(?:imum)?|turn|token|context)\ (?:turns?\ |tokens?\ |limit\ |window\ )?(?:was\ |were\ |has\ been\ )?(?:reached|exceeded|exhausted)\b|^\W*(?:output\ |text\ )?truncated\W*$|\bran\ out\ of\ (?:turns|tokens|context|time)\b|\b(?:nobody|no\ one|none\ of\ us)\ (?:has\ )?(?:yet\ )?(?:run|built|tried|read|reviewed|looked\ at)\b|\b(?:i|we)\ (?:have\ not|haven't|haven’t|did\ not|didn't|didn’t)\ (?:run|execute)\ [^.]{0,40}\b(?:nor|or)\ (?:read|look|open|see|review)\w*\b|\bconfidence\b\W{0,4}(?:is\ )?(?:[0-4]?\d\ ?%|very\ low|low\b|none\b)|\b(?:review|reviewer|review\ tool|run|pass)\ (?:was\ |is\ |has\ |had\ )?(?:skipped|timed\ out|never\ (?:ran|started|finished)|crashed|aborted|cancelled|canceled|not\ (?:done|performed|started|run|complete|completed|finished))\b
        |\breviewed\ nothing\b|\bno\ access\ to\ the\b
        |\b(?:i|we)(?:'ve|\ have)?\ only\ read\b
        |\b(?:i|we|approv\w+|pass\w*|signed\ off|verdict)\b.*\b(?:without|instead\ of)\ (?:actually\ |really\ |even\ )?(?:reading|looking\ at|having\ (?:read|seen|looked\ at)|opening|reviewing|seeing)\ (?:(?:the|any|this|it|a)\b)
        |\b(?:i|we)(?:'ve|\ have)?\ (?:only|just|merely|barely)\ (?:skimmed|glanced|scanned|read\ the\ (?:title|description|summary))
        |\b(?:this|verdict|review|answer|result|approval|above)\b[^.]{0,30}\b(?:should\ not|shouldn't|shouldn’t|can\ not|cannot|can't|can’t|must\ not|mustn't)\ be\ (?:relied\ on|trusted|taken\ seriously)
        |\b(?:is|was)\ (?:only\ |just\ |merely\ )?a\ guess\b
        |\b(?:will|to\ be|i'll|i\ shall)\ continued?(?:\ (?:later|tomorrow|with\ the\ rest|reviewing))?\W*$
        |\breview\ (?:is\ )?(?:still\ )?(?:in\ progress|ongoing|unfinished)\b
        |\bthat\ is\ what\ i\ would\ (?:write|say|answer)\b
        |\bnichts?\ (?:geprüft|gelesen|gesehen)\b|\bkonnte\b.{0,40}\bnicht\ (?:lesen|öffnen|sehen|prüfen)\b|\bn'ai\ pas\ (?:pu\ )?(?:lu|lire|vu|voir|ouvrir)\b|\bno\ (?:pude|he\ podido)\ (?:leer|ver|abrir)\b|\bnão\ (?:consegui|pude)\ (?:ler|ver|abrir)\b|не\ (?:смог|удалось|смогла)\ (?:\w+\ )?(?:прочитать|открыть|увидеть)|没有(?:看到|读到|审查)|无法(?:打开|查看|读取)|確認できません|読めません|읽지\ 못|확인하지\ 못")
        .expect("a constant pattern")
});
/// Praise in the form of what could not be found.
static SOUGHT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:find|see|spot) (?:any(?:thing)?|a|an|one|single|no)\b[^.]{0,40}\b(?:issues?|problems?|bugs?|defects?|faults?|findings?|blockers?|reasons?|way|wrong|missing|that (?:would|should|must|has|needs|blocks|speaks|stops|worries|bothers)|objections?|regressions?|gaps?|path|case|place|caller|to (?:fix|complain|add|report|change|object|criticise|criticize))\b")
        .expect("a constant pattern")
});
static ANOTHER_TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:previous(?:ly)?|prior|earlier|last (?:time|round|pass|review|iteration|week)|(?:first|second|third) (?:round|pass|review|iteration|attempt)|(?:round|pass|iteration|attempt|cycle) (?:\d|one|two|three)|was|were|had|used to|resolved|fixed|addressed|closed|no longer|would|could|if|unless|when|returns?|handles?|writes?|parses?|maps?|emits?|prints?|logs?|stores?|test(?:s|ed)?)\b")
        .expect("a constant pattern")
});
/// What the reviewer orders in so many words, wherever it stands.
static ORDERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:do not|don't|don’t|please hold|hold off on|not to) (?:merge|merging|ship|shipping|release|deploy)\b|\b(?:treat|take|read|count) (?:it|this|that|the (?:above|verdict|status)) as (?:an? )?(?:\w+ )?(?:reject\w*|request\w*|fail\w*|block\w*|no\b|not\b|draft|provisional|unreviewed|preliminary|hold|changes|pending|void|opinion|guess|unfinished|needs)|\b(?:send|sending|return|returning|hand|handing|bounce|bouncing) (?:it|this|that) back\b|\breturning (?:it|this|that) to\b|\bi (?:would|['’]d) (?:send (?:\w+ ){0,2}back|not (?:merge|ship|approve|release) (?:this|it|that))\b|\bi(?:['’]d| would) send back\b|\bhold (?:this|it|that) (?:back )?(?:until|till|for now)\b|\bi veto\b|\bvetoed\b|\bfor the record,? i object\b|\bi object\b|\bi(?:'d|’d| would) rather you (?:\w+ )?(?:fix|chang|add|remov|revert|redid|rework|correct)\w*|\bhence no\b|\b(?:bitte überarbeiten|überarbeiten bitte|zurück an (?:den|die))\b|\bà (?:reprendre|revoir|corriger)\b|\bна доработку\b|수정 후|다시 올려|差し戻し|打回|退回|\bbitte nicht mergen\b|\b(?:keine|nicht) (?:freigabe|freigegeben)\b|\bne pas fusionner\b|\bn'approuve pas\b|\bno (?:fusionar|apruebo|aprobar)\b|\bnão (?:aprovo|mesclar|faça merge)\b|\bnon (?:approvo|fare il merge)\b|\bне (?:одобряю|мержить|сливать|принято|принимаю)\b|不要合并|不批准|先别合|不予通过|マージしないで|承認しません|承認できません|\b(?:niet|nog niet) (?:mergen|goedgekeurd|goedkeuren|samenvoegen|uitrollen)\b|\bnie (?:scala\w*|mergowa\w*|zatwierdz\w*|akceptuj\w*|łącz\w*|wdraża\w*)|\bbirleştirme(?:yin|yiniz|meliyiz)\b|\bonaylam(?:ıyor\w*|adım)\b|\bonaylanma\w*\b|لا (?:تدمج|تقبل|توافق|أوافق|نوافق|أعتمد|يمكن (?:الدمج|قبول|اعتماد))|غير (?:معتمد|مقبول)|مرفوض|머지하지 마|승인하지 않|승인할 수 없")
        .expect("a constant pattern")
});

/// The reviewer speaking of his own answer.
static OF_THE_ANSWER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:i|my|mine|we|our|above)\b.{0,80}\b(?:approv\w*|verdict|lgtm|above|sign(?:ed|ing)?[ -]?off)\b|\b(?:approval|verdict|lgtm|sign-?off)\b.{0,80}\b(?:i|my|mine|me|above)\b|^\W*the above\b")
        .expect("a constant pattern")
});
static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:previous(?:ly)?|prior|earlier|last|round|iteration|attempt|fixed|resolved|addressed|closed|no longer|why|because|since|so|would not have|wouldn't have|stands|unchanged|remains|stays|(?:does|do)(?: not|n't|n’t) change)\b")
        .expect("a constant pattern")
});

/// A sentence that turns round.
static TURNS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:but|however|unfortunately|sadly|regrettably|still,|yet|alas|except|although|one (?:\w+ )?(?:problem|issue|catch|exception|concern|caveat|thing|question)|(?:big |small |serious )?(?:problem|caveat|catch|exception|concern|warning|note|p\.?s\.?|edit|update|addendum|postscript)\b|the (?:only |one |real |big )?(?:problem|catch|trouble|issue|snag)|on (?:closer|further|second|a second|another) (?:inspection|look|reading)|looking (?:\S+ ){0,4}(?:again|closer|closely)|wait\b[,:!—–-]|leider|allerdings|aber|jedoch|malheureusement|cependant|mais|toutefois|sin embargo|pero|lamentablemente|por desgracia|porém|mas|infelizmente|tuttavia|purtroppo|ma|однако|но|к сожалению|但是|但|不过|然而|可惜|しかし|ただし|残念|하지만|그러나|다만|아쉽)")
        .expect("a constant pattern")
});
/// What makes such a turn one against the work.
static AGAINST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:not|never|no|cannot|los(?:e|es|ing|t)|leak\w*|crash\w*|deadlock\w*|rac(?:e|es|y)|corrupt\w*|break\w*|broken|fail\w*|wrong|missing|unsafe|vulnerab\w*|inject\w*|overflow\w*|panic\w*|hang\w*|delet\w*|drops?|unhandled|untested|incorrect\w*|bugs?|defects?|violat\w*|exploit\w*|blocked|reject\w*|nicht|kein\w*|fehlt|verliert|pas|manque|perd|casse|no|falla|falta|pierde|não|perde|falha|non|manca|не|нет|теряет|падает|ломает)\b|n't\b|n’t\b|没有|未|不能|丢失|崩溃|错误|缺|ない|ません|壊|失|않|못|없|깨|잃")
        .expect("a constant pattern")
});
/// What makes it a small one.
static MINOR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:nit|nits|minor|cosmetic|optional|follow-?up|non-?blocking|not (?:a )?block\w*|no blockers?|nothing (?:serious|blocking|critical|major)|not (?:critical|serious|urgent|required|necessary|important)|consider|(?:could|might) (?:be \w+er|be (?:simplified|renamed|split|extracted|shared|inlined|improved|tightened|moved|documented|shortened|trimmed|worth)|use|also|mention|want|benefit)|would be nice|next time|later|typo|naming|no (?:issues?|problems?|findings?|concerns?|changes?|action|need|worries|reason)|never mind|no longer|not (?:any ?more|a problem|an issue)|kein(?:e)? (?:problem|einwände|blocker))\b|не критично|问题不大|问题 ?ありません|問題ありません|問題なし|문제 ?없")
        .expect("a constant pattern")
});

/// Collects what speaks against an approval on the reviewer's own lines.
pub(crate) fn doubts(
    page: &Page<'_>,
    gathered: &Gathered,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Vec<Doubt> {
    let mut out = Vec::new();
    let mut left = super::sentence::SENTENCES;
    let heads: HashSet<u32> = gathered.findings.iter().map(|(_, number)| *number).collect();
    for (at, line) in page.lines.iter().enumerate() {
        if !line.own() || line.kind == Kind::Table || gathered.earlier.contains(at) {
            continue;
        }
        if led.binary_search(&at).is_ok() {
            continue;
        }
        let taken = gathered.taken.contains(at);
        // In a paragraph of its own it speaks of the whole, though a finding stands above it.
        let own = line.kind == Kind::Prose && line.blank_before && line.indent == 0;
        if taken && !own || aside::whole(body(line)).is_some() || super::label::of_the_past(body(line)) {
            continue;
        }
        left = left.saturating_sub(sentences(&line.text).count());
        if left == 0 {
            let why = "is where reading for objections stopped: the text has too many sentences";
            out.push(Doubt { at, anywhere: true, why });
            return out;
        }
        let quiet = gathered.quiet.contains(at);
        if let Some((anywhere, why)) =
            against(line, taken, heads.contains(&line.number)).or_else(|| last_word(line, taken || quiet))
            && !shown::in_diff(page, line, context)
        {
            out.push(Doubt { at, anywhere, why });
        }
    }
    out
}

/// A change that is asked for as a question.
static ASKS_FIRST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:can|could|would|will) (?:you|we|they|someone|somebody|the author)\b.*\b(?:before|first)\b",
    )
    .expect("a constant pattern")
});

/// `Had this touched the payments, I would have asked …`: what did not happen asks for nothing.
static COUNTERFACTUAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:had|were) (?:this|it|the|that|there|i|we|you)\b.*\bwould (?:have|be)\b")
        .expect("a constant pattern")
});

/// Tells whether a text orders a stop or names what blocks, in so many words: what else objects may be another's.
pub(super) fn plainly(text: &str) -> bool {
    let text: String = text.chars().filter(|c| *c != '*').collect();
    let text = aside::without_shown(&text);
    sentences(&text).filter(|s| s.len() <= LONGEST && !COUNTERFACTUAL.is_match(s)).any(|sentence| {
        let none = || sentence.split_once([':', '—', '–']).is_some_and(|(_, what)| words::says_none(what));
        !sentence.trim_end().ends_with('?')
            && (HEADS_BLOCKER.is_match(sentence) && !none()
                || ORDERS.is_match(sentence)
                || blocks(sentence)
                || speech::withholds(sentence))
    })
}

/// Tells whether a text says that checks fail.
pub(super) fn red(text: &str) -> bool {
    sentences(text).any(speech::fails)
}

/// Bytes of a sentence that is still read for objections.
const LONGEST: usize = 4_000;

/// Reads a paragraph for a short last word; what is taken back among findings is one of them.
fn last_word(line: &Line<'_>, listed: bool) -> Option<(bool, &'static str)> {
    if line.kind != Kind::Prose {
        return None;
    }
    let text: String = line.text.chars().filter(|c| *c != '*').collect();
    let why = last_words(&aside::without_shown(&text))?;
    (!listed || why == "names another verdict").then_some((false, why))
}

fn last_words(text: &str) -> Option<&'static str> {
    sentences(text).filter(|s| !s.trim_end().ends_with('?')).find_map(words::last_word)
}

fn against(line: &Line<'_>, taken: bool, listed: bool) -> Option<(bool, &'static str)> {
    against_text(body(line), matches!(line.kind, Kind::Heading(_)), taken, listed)
}

/// Says what a text of the whole, such as a summary in JSON, does against an approval.
pub(crate) fn of_text(text: &str) -> Option<&'static str> {
    against_text(text, false, false, false).map(|(_, why)| why).or_else(|| last_words(text))
}

fn against_text(text: &str, heading: bool, taken: bool, listed: bool) -> Option<(bool, &'static str)> {
    let text: String = text.chars().filter(|c| *c != '*').collect();
    let text = aside::without_shown(&text);
    // A form with boxes names every verdict there is.
    let boxed = ["[ ]", "[x]", "[X]", "( )", "☐", "☑", "⬜"].iter().any(|b| text.contains(b));
    let mut said = None;
    for sentence in sentences(&text) {
        if COUNTERFACTUAL.is_match(sentence) || product::harmless(sentence) {
            continue;
        }
        if sentence.trim_end().ends_with('?') {
            if ASKS_FIRST.is_match(sentence) {
                said = said.or(Some((false, "asks for a change first")));
            }
            continue;
        }
        if sentence.len() > LONGEST {
            said = said.or(Some((false, "is one sentence too long to be read for objections")));
            continue;
        }
        if !listed
            && HEADS_BLOCKER.is_match(sentence)
            && !sentence.split_once([':', '—', '–']).is_some_and(|(_, what)| words::says_none(what))
        {
            return Some((true, "names something that blocks"));
        }
        if !taken && disowned::disowns(sentence) {
            return Some((true, "says that a verdict in the text is not the reviewer's own"));
        }
        if !listed && !taken && !heading && needed(sentence) {
            return Some((true, "says that changes are needed"));
        }
        if withdrawn(sentence) {
            said = said.or(Some((false, "takes it back")));
            continue;
        }
        if ORDERS.is_match(sentence) || returned(sentence) {
            said = said.or(Some((false, "names another verdict")));
            continue;
        }
        let act = || if heading { None } else { speech::against(sentence, taken) };
        let labels = || super::label::labelled(sentence).is_some();
        if !heading
            && !taken
            && !boxed
            && speech::stands(sentence)
            && !labels()
            && let Some(why) = act()
        {
            return Some((true, why));
        }
        if taken {
            said = said.or_else(|| act().map(|why| (false, why)));
            continue;
        }
        if !heading && UNSEEN.is_match(sentence) && !SOUGHT.is_match(sentence) {
            return Some((true, "says that the work, or a part of it, was not seen"));
        }
        if !heading && blocks(sentence) {
            return Some((true, "names something that blocks"));
        }
        // What is said of the answer itself is harmless only as far as every word of it is.
        // A label's value is a statement of its own, and weighed as one.
        let labelled = super::label::labelled(sentence).is_some();
        if !heading
            && !labelled
            && OF_THE_ANSWER.is_match(sentence)
            && !SETTLED.is_match(sentence)
            && words::not_harmless(sentence).is_some()
        {
            said = said.or(Some((false, "says more of the approval than that it holds")));
        }
        if !heading
            && TURNS.is_match(sentence)
            && !speech::HOWEVER.is_match(sentence)
            && AGAINST.is_match(sentence)
            && !MINOR.is_match(sentence)
        {
            said = said.or(Some((false, "turns against it")));
        }
        if !boxed && NEGATIVE.is_match(sentence) {
            said = said.or(Some((false, "names another verdict")));
        }
        said = said.or_else(|| act().filter(|_| !boxed && !labelled).map(|why| (false, why)));
        if !heading
            && !boxed
            && !labelled
            && !ANOTHER_TIME.is_match(sentence)
            && words::objects_plainly(sentence)
        {
            said = said.or(Some((false, "names another verdict")));
        }
    }
    said
}

/// A label and its value that are no verdict's form, and leave no doubt: `The verdict is negative.`
static NEGATIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:so|and|but|the|my|our|final|overall) )*(?:verdict|decision|answer|conclusion) (?:is|remains|stays|must be|has to be|becomes) (?:a )?(?:clear |firm |hard )?(?:no|negative|nay|nein|non)\W*$")
        .expect("a constant pattern")
});

/// What an earlier attempt was found to have, told in the past.
static FOUND_THEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:first|previous|last|earlier|former|original) (?:attempt|round|version|submission|iteration|review|pass|draft)\b(?: \w+){0,2} (?:failed|had|was|were|contained|named|raised|showed|got|found|listed|came)\b")
        .expect("a constant pattern")
});
/// What says that it is so today.
static NOW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:still|remains?|again|also|is|are|now|today|too|must|needs?)\b")
        .expect("a constant pattern")
});

/// Tells whether a sentence names a blocker that its clause does not deny.
fn blocks(sentence: &str) -> bool {
    if FOUND_THEN.is_match(sentence) && !NOW.is_match(sentence) {
        return false;
    }
    let any = BLOCKER.find_iter(sentence).any(|named| {
        let rest = &sentence[named.end()..];
        let after = rest.find([':', ',', '—', '–', '(']).map_or(sentence.len(), |at| named.end() + at);
        // What another clause denies is not denied here.
        let before = &sentence[..named.start()];
        let from =
            [", but ", "; ", " but "].iter().filter_map(|m| before.rfind(m).map(|at| at + m.len())).max();
        !NO_BLOCKER.is_match(&sentence[from.unwrap_or(0)..after])
    });
    any || must_still(sentence)
}

/// `must be fixed`, not denied before it.
fn must_still(sentence: &str) -> bool {
    STILL
        .find(sentence)
        .is_some_and(|m| !NO_BLOCKER.is_match(&sentence[..m.start()]) && !LATER.is_match(sentence))
}
static LATER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:later|follow-?up|future|eventually|some ?day|next (?:phase|release|round|plan|task))\b",
    )
    .expect("a constant pattern")
});

/// Cuts a text into sentences: at full stops before a blank or the end, and at those of other scripts.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, c)| *c);
            let apart = next.is_none_or(|n| n.is_whitespace() || matches!(n, ')' | '"' | '”' | '*' | '_'));
            if matches!(c, '。' | '！' | '？') || matches!(c, '.' | '!' | '?' | ';') && apart {
                let end = at + c.len_utf8();
                let sentence = &text[from..end];
                from = end;
                return Some(sentence);
            }
        }
        let rest = &text[from..];
        from = text.len();
        (!rest.is_empty()).then_some(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(bool, &'static str)> {
        let page = Page::scan(text);
        let gathered =
            crate::domain::dialect::gather::gather(&page, crate::domain::dialect::gather::Manner::default());
        doubts(&page, &gathered, &[], &ReadContext::default()).first().map(|d| (d.anywhere, d.why))
    }

    #[test]
    fn what_takes_an_approval_back_is_found() {
        for text in [
            "I have to withdraw that.",
            "Forget the verdict, it was for another plan.",
            "Oops, this was the wrong checkout.",
            "My approval above is hereby void.",
            "We no longer recommend this.",
            "Correction: this one is REVIEW_FAIL.",
            "Please treat this as a request for changes.",
            "A showstopper is left: writes are lost on restart.",
            "The index has to be fixed before we ship.",
            "Do not release this.",
            "We were not able to open the diff.",
            "I could not read any of the files.",
            "Nothing was reviewed.",
            "The patch came back empty.",
            "I have only skimmed it.",
            "Ich ziehe meine Freigabe zurück.",
            "Je retire mon approbation.",
            "Отзываю своё одобрение.",
            "我撤回上面的结论。",
            "上記の承認を取り消します。",
            "위의 승인을 철회합니다.",
        ] {
            assert!(found(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_only_sounds_like_it_is_left() {
        for text in [
            "I could not find a single problem.",
            "We cannot see any reason to hold this.",
            "There is no blocker left.",
            "The two blocking findings of the last round are fixed.",
            "The critical issue from round 1 is gone.",
            "Nothing needs to be fixed before merging.",
            "When the diff is empty, the tool returns an empty list.",
            "The naming could be changed later.",
            "Sorry for the delay!",
            "The parser takes the token back onto the stack.",
            "Waits are bounded now.",
            "The handler was rejected last time, NEEDS_FIX then.",
            "Actual results match.",
            "I did not run the benchmarks.",
            "The lock must be held while the map is read.",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
