//! What a sentence behind an approval does: it withholds the merge, sets a condition, demands a repair,
//! makes an exception, turns round, asserts a defect, or takes the word back.
//!
//! ```text
//! withholds = denial … release | hold … release | release … hold          ("let's not ship", "no merge for now")
//! condition = ("once" | "unless" | "before" | …) … repair                 ("once the test is fixed, that is")
//! demands   = ("must" | "needs to" | "want" | …) … repair | order repair  ("send it back", "needs another round")
//! excepts   = ("except" | "apart from" | …) … defect or repair
//! turns     = ("but" | "however" | "that said" | …) with nothing that is small or praises
//! asserts   = ("it" | "this" | noun) defect                               ("it crashes on", "the key is hard-coded")
//! takes     = the reviewer on his own word                                ("I spoke too soon", "second thoughts")
//! ```
//!
//! The acts are told by classes of words and where they stand to each other, not by whole phrases, so that
//! other words of a class do the same. What a sentence says of another time, of a test or of what would be,
//! and what calls itself small or optional, does none of this. It knows one sentence and nothing of verdicts.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;
use super::taken_back::OF_A_FINDING;

/// Letting the work through, as a verb or a noun.
const RELEASE: &str = r"(?:merg(?:e|es|ed|ing)|ship(?:s|ped|ping)?|land(?:s|ed|ing)?|releas(?:e|es|ed|ing)|deploy(?:s|ed|ing|ment)?|roll(?:ed)? out|approv(?:e|ed|ing|al)|recommend(?:ed)?|sign(?:ed)? off|go(?:es|ing)? (?:in|out|live)|let (?:this|it) (?:through|in|pass)|mergen|gemer?gt|freigeben|freigegeben|fusionn(?:er|é|ée|ez)|fusion(?:ar|ado|ada|e|en)|aprob(?:ar|ado|ada)|mescl(?:ar|ado|ada)|aprov(?:ar|ado|ada)|approvare|approvato|fondere|мерж\w*|слива\w*|слить|влива\w*|принят\w*|принима\w*)";
/// What denies.
const DENIAL: &str = r"(?:not|no|never|cannot|can not|(?:ca|do|wo|should|must|is|would|could|have|are|did|does|has)n['’]t|nicht|kein\w*|nie|pas|ne|não|non|нельзя|не|нет)";
/// Mending, as a verb.
const REPAIR: &str = r"(?:fix(?:ed|ing)?|repair(?:ed|ing)?|rework(?:ed|ing)?|resolv(?:e|ed|ing)|addressed|addressing|to address|address (?:it|this|that|them|the)|corrected|correcting|to correct|revert(?:ed|ing)?|redo(?:ne)?|rewrit(?:e|ten)|mend(?:ed)?|sort(?:ed)? out|deal(?:t)? with|tak(?:e|en) care of|cleared up|go(?:es)? (?:back|away)|must go|has to go|be gone|undo(?:ne)?|behoben|behebst|gefixt|korrigier\w*|corrig\w+|réparé\w*|arregl\w+|correg\w+|consert\w+|исправ\w+|почин\w+)";
/// A defect as what is said of something.
const DEFECT: &str = r"(?:(?:will|can|is going to|is bound to) (?:(?:still|now|silently|also) )?(?:lose|leak|corrupt|break|crash|hang|panic|deadlock|overflow|expose|wipe)\b|make[s]? (?:\w+ ){1,2}impossible|(?:is|are) no longer (?:\w+ly )?(?:authenticated|authori[sz]ed|validated|checked|released|closed|awaited|escaped|encrypted|locked|saniti[sz]ed|enforced|called|verified|tested|covered|written|saved|flushed|invalidated)|(?:is|are|makes? \w+) (?:irreversible|unusable|unreachable|exploitable)|in (?:plain|clear) ?text|bypass(?:es|ed)|(?:is|are|was|were) (?:forgotten|left out|lost|swallowed)|fails? (?:on|for|when|with|if|at|under|in)\b|crash(?:es|ing)|deadlocks?|los(?:es|ing) \w+|leak(?:s|ing)|corrupt(?:s|ing)|break(?:s|ing) \w+|overflows|panics|hangs|data (?:loss|race)|race condition|(?:sql|command|code|script) injection|path traversal|memory leak|use after free|(?:is|are|remains?|was left) (?:\w+ )?(?:absent|untouched|wrong|broken|missing|unsafe|insecure|vulnerable|inverted|swapped|unhashed|unencrypted|unescaped|unvalidated|unchecked|hard-?coded|unacceptable|endless|infinite|incorrect|incomplete|(?:not|un)[ -]?(?:acceptable|implemented|met|handled|checked|validated|escaped|there|correct|safe|done|covered|satisfied|tested|closed|released))|(?:does|do) not (?:compile|build|work|start|run|pass)|(?:doesn|don)(?:'|’)t (?:compile|build|work|start|run|pass)|(?:is|are)n['’]t (?:implemented|met|handled|checked|validated|escaped|correct|safe|done|covered|tested)|(?:is|are) never (?:closed|released|checked|invalidated|validated|freed|called|awaited|read)|no (?:authori[sz]ation|authentication|validation|test|locking|check)\b)";
/// What the work would do, once let through, that nobody wants.
const HARM: &str = r"(?:break\w*|los(?:e|es|ing)|leak\w*|corrupt\w*|crash\w*|harm\w*|hurt\w*|expos\w+|endanger\w*|take (?:down|out)|takes (?:down|out)|be (?:a mistake|wrong|dangerous|unwise|premature|irresponsible|too early|reckless|unsafe))";

static WITHHOLDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b{DENIAL}\b(?:[\s,]+(?:[\w'’]+[\s,]+){{0,4}}?){RELEASE}\b|\b(?:hold(?:ing)?(?: off)?|stop(?:s|ped|ping)?|wait(?:ing)?|block(?:s|ed|ing)?|delay(?:ed)?|postpone[ds]?|pause|defer|keep|halt)\b(?:\s+[\w'’]+){{0,4}}?\s+{RELEASE}\b|\b{RELEASE}\b(?: (?:is|are|stays|remains|has been|should be|must be))* (?:on hold|blocked|stopped|off|halted|impossible|out of the question)\b|\b(?:merging|shipping|landing|releasing|deploying|approving)\b.*\b(?:would|will|could|may|might|can)\b.*\b{HARM}|\b(?:i|we)\b(?: \w+)?(?: \w+)?\s+(?:don't|don’t|do not|wouldn't|would not|cannot|can't|can’t|won't|won’t)\s+(?:\w+ )?(?:want|wish|like|support|accept|endorse|back|stand behind|vouch|agree|trust|let)\b(?:(?:\s[\w'’]+){{0,3}}\s(?:in|into|on|onto|to|near|reach)\s(?:main|master|trunk|prod\w*|the release|release|develop|users|customers|the branch)\b|\s(?:this|it|that)\W*$)|(?:不|别|不能|不可|暂缓|先别|先不要)[^，。,.]{{0,4}}(?:合并|通过|合入|批准|上线|发布)|(?:承認|マージ|リリース)[^。]{{0,6}}(?:ません|ない|待)|(?:머지|승인|배포)[^.]{{0,6}}(?:않|말|못|없|안)"
    ))
});
/// What denies that the release is withheld, or tells of the work itself.
static NOT_WITHHELD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:does not|doesn't|doesn’t|did not|didn't|never (?:merg|ship|approv)\w*|nothing|as (?:required|intended|designed|specified|expected)|no (?:[\w-]+ )?(?:reason|need|objections?|blockers?|concerns?|harm|problem|issues?|findings?|point|further|more|other)|not? (?:longer )?(?:block\w*|blocked|a blocker|needed|required|necessary|worth)|none|without|need not|(?:needs?|requires?) no [\w ]{0,20}\bbefore|(?:do|does)(?: not|n't|n’t) (?:need|have) to\b[^.;:]{0,20}\bbefore|neither\b[^.;:,]{0,30}\bbefore|(?:neither|none)\b[^.;:,]{0,40}\b(?:needs?|has|have|should|must|ought)\b|whether|why not|hesitate|not only|neither\b(?: \w+){0,3} blocks?|requests?|merg\w+ (?:\w+ ){0,2}(?:rows|records|entries|branches|users|orders)|would not have|wouldn't have|could not have|couldn't have|(?:first|earlier|previous|old|original) (?:version|round|draft|attempt))\b|没有|无需|问题不|不影响|問題なく",
    )
});
static CONDITION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^\W*(?:(?:but|and|so|though|however)\W+)?(?:only\s+)?(?:once|until|unless|provided|providing|assuming|if|as long as|as soon as|on condition|conditional|subject to|before|pending|sobald|wenn|falls|bevor|dès que|une fois|avant|sous réserve|siempre que|cuando|antes de|desde que|assim que|quando|se|если|когда|перед|до)\b.*\b{REPAIR}\b|\b(?:must|has to|have to|needs?|needs? to|required|want)\b.*\b(?:before|prior to|ahead of)\b.*\b{RELEASE}\b|\b(?:until|unless|before)\b[^.]{{0,60}}\b(?:is|are|has been|gets?|have been|you|i)\b[^.]{{0,20}}\b{REPAIR}\b"
    ))
});
static DEMANDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?:must|needs? to|has to|have to|needs|wants? to see|want|need|expect|require|insist|please|muss|müssen|doit|doivent|debe|deben|deve|devem|должн\w+|нужно|надо)\b(?:\s+[\w'’-]+){{0,6}}?\s+{REPAIR}\b|\b(?:needs|requires|deserves|wants) (?:another|a second|a further|one more|a new|a) (?:iteration|round|revision|attempt|rework|rewrite|re-?review)\b|\bstill (?:has to|have to|needs?|must|requires?|lacks?|misses)\b|\bplease (?:\w+ )?(?:add|remove|restore|rotate|implement|escape|replace|cover|handle|validate|rework|repair)\b|\byou (?:still )?(?:must|need to|have to) (?:\w+ )?(?:add|remove|restore|rotate|implement|escape|replace|cover|handle|validate|change|correct|test)\b|\b(?:i|we)(?:'d|’d| would) (?:like|want|need|expect)\b.*\b(?:first|reworked|redone|reverted|restored)\b|\bremains? to be (?:done|written|added|implemented)\b|\b(?:has|have|needs?) to (?:be )?(?:add(?:ed)?|rotat(?:e|ed)|restor(?:e|ed)|implement(?:ed)?|escap(?:e|ed)) |\b(?:another|one more) (?:round|iteration)\b[^.]{{0,20}}\b(?:needed|required|necessary|please)\b|^\W*(?:(?:please|so|therefore|then|let's|let’s|let us|better)\W+)*(?:send|return|hand|give|pass|bounce) (?:it|this|that|the \w+) (?:back|to)\b|^\W*(?:(?:please|so|therefore|then|better)\W+)*(?:revert|redo|rework|reject|fix|hold|stop|halt|back out|roll back|pull) (?:it|this|that|the|off|on|back|your)\b|(?:必须|需要|请先|得先)[^。]{{0,12}}(?:修|改|解决)|(?:修正|直)[^。]{{0,6}}(?:必要|てから|してください)"
    ))
});
/// What denies that anything has to be done: `needs no change`, `nothing has to`, `you do not need to`.
static NO_NEED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:needs?|requires?) no\b|\b(?:nothing|neither|none|nobody|no one)(?: (?:of (?:it|these|them|this|those|which|the \w+|my \w+)|here|else|in (?:it|this|here)))? (?:really |actually )?(?:needs?|has to|have to|must|requires?|should)\b|\b(?:do|does|did|need)(?: not|n't|n’t)(?: really| actually| strictly)? (?:need|have to|require|want)\b|\b(?:do|does|did)(?: not|n't|n’t) (?:see|find|know of|have) any(?:thing)?\b|\b(?:have|has|had|could|can)(?: not|n't|n’t)(?: been able to)? (?:find|found|see|seen|spot|spotted|think of) any(?:thing)?\b|\bneed not\b|\bno need\b",
    )
});
/// Demands in other languages of the corpus: something is to be changed, before the merge or at all.
static FOREIGN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:bitte|noch|erst|zuerst|vorher|muss|müssen|sollte vor)\b.*\b(?:änder\w*|geändert|anpass\w*|angepasst|beheb\w*|behoben|ergänz\w*|entfern\w*|nachbesser\w*|überarbeit\w*)|\b(?:é preciso|é necessário|precisa\w*|tem (?:de|que)|têm (?:de|que)|deve\w*|por favor|antes d[oe])\b.*\b(?:corrig\w*|ajust\w*|alter\w*|mud(?:ar|e|em)|remov\w*|troc(?:ar|ado)|arrum\w*)|\b(?:hay que|tien(?:e|en) que|es (?:preciso|necesario)|deb(?:e|en|es)|por favor|antes del?)\b.*\b(?:correg\w*|corrija\w*|cambi(?:ar|e|en|ado)|arregl\w*|quit(?:ar|e|ado)|ajust\w*|elimin(?:ar|e|ado))|\b(?:il faut|doit|doivent|merci de|veuillez|avant (?:la|le|de))\b.*\b(?:corrig\w*|chang(?:er|é|ée|ez)|modifi\w*|retir\w*|supprim\w*|ajout\w*)|\b(?:bisogna|occorre|deve|devono|va|vanno|prima d(?:i|el))\b.*\b(?:corregg\w*|corrett\w*|cambia\w*|modific\w*|rimo\w*|aggiun\w*)|\b(?:przed|najpierw|trzeba|należy|mus(?:i|zą)|proszę)\b.*\b(?:napraw\w*|popraw\w*|usun\w*|zmieni\w*|dopisa\w*)|\b(?:moet(?:en)?|eerst|voordat|voor de merge|graag)\b.*\b(?:gedicht|opgelost|gerepareerd|verholpen|aangepast|gefixt|hersteld|verwijderd|herstel\w*|toegevoegd)|\b(?:önce|gerek\w*|lazım|birleştirmeden|lütfen)\b.*\b(?:düzelt\w*|değiştir\w*|kaldır\w*|gider\w*|ekle\w*)|(?:يجب|ينبغي|قبل|يرجى)[^.]{0,20}(?:إصلاح|تصحيح|تغيير|تعديل|إزالة|حذف)",
    )
});
static FOREIGN_SMALL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:nichts|kein\w*|nicht|später|könnte\w*|optional\w*|gern|rien|pas|plus tard|peut|peuvent|pourrai\w*|facultati\w*|nada|nenhum\w*|não|mais tarde|poderia\w*|pode|opciona\w*|ningun\w*|ningún|más tarde|podría\w*|puede\w*|niente|nulla|non|potrebb\w*|opzional\w*|wurde\w*|war(?:en)?|foi|foram|fue|fueron|était|étaient|no (?:hay|hace|es|tiene|debe)|nic|później|opcjonaln\w*|niets|geen|optioneel|hoeft|sonra|değil|gerekm\w*)\b|لاحق|اختياري|لا يوجد|لا حاجة",
    )
});
static EXCEPTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)(?:\bexcept\b|\bapart from\b|\baside from\b|\bother than\b|\bsave for\b|\bonly\b|\bsauf\b|\baußer\b|\bexcepto\b|\bsalvo\b|\btranne\b|\bкроме\b|除了).*\b(?:{DEFECT}|{REPAIR})"
    ))
});
static ASSERTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)(?:^|[.:;—–-]\s|\b(?:that|which|because|since|and|but|so|as|ps|postscript|edit|still)\b:?\W+)\W*(?:[\w.#’'-]+ ){{0,5}}?{DEFECT}"
    ))
});
/// `is not hard-coded`
static UNTRUE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\bnot (?:\w+ )?(?:absent|untouched|wrong|broken|missing|unsafe|insecure|vulnerable|inverted|swapped|hard-?coded|endless|infinite|incorrect|incomplete|lost|swallowed|forgotten)$",
    )
});
/// `I searched for race conditions and found none.`
static SOUGHT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:look|search|hunt|scan|grep|check|prob|test)\w* (?:\w+ ){0,4}?for\b"));
static NOT_FOUND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)^[^.;]*\b(?:found (?:none|nothing|no\b[^,;]*)|came up empty|there (?:is|are) none)\W*$")
});
/// In front of a defect: another time, a supposition, a test, a denial.
static ELSEWHERE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:previous(?:ly)?|prior|earlier|last|before this|used to|old|former|formerly|was|were|had|no longer|not any ?more|gone|resolved|would|could|might|may|if|unless|when|whenever|where|while|in case|asserts?|whether|example|without|instead of|never|no|not|nothing|none|neither|nor|cannot|hardly)\b|n't\b|n’t\b",
    )
});
/// Behind it: that it is over, or provided for.
static OVER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:no longer|any ?more|is gone|handled|resolved|prevented|avoided|detected|caught|closed|ruled out|impossible|by design|as (?:intended|expected|required|specified|designed|documented)|with an? (?:\w+ )?(?:error|message|exception|warning|status|code|reason)|in (?:the )?(?:old|previous|earlier|first|last) \w+|as (?:it|they|this|that) should|before this|previously|used to|now pass\w*|now works?|tests?|would have)\b",
    )
});
/// What is done about a defect named behind it; behind the defect these are nouns: "it leaks file handles".
static HANDLES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:returns?|reports?|detects?|handles?|prevents?|avoids?|guards?|checks?|closes|errors?|message|log(?:s|ged)?)\b",
    )
});
/// What says that it is small, optional, or for later.
static SMALL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:nits?|minor|cosmetic|optional\w*|follow-?ups?|non-?blocking|not (?:a )?block\w*|(?:do|does|did) not (?:need|have) to|(?:don|doesn|didn)(?:'|’)t (?:need|have) to|need not|no blockers?|nothing (?:(?:here |else )?(?:needs?|has to|must)|serious|blocking|critical|major|else|to add|to fix)|not (?:critical|serious|urgent|required|necessary|important|needed)|consider|(?:could|might|may) (?:be \w+er|be (?:simplified|renamed|split|extracted|shared|inlined|improved|tightened|moved|documented|shortened|trimmed|worth)|use|also|mention|want|benefit)|would (?:be (?:nice|good|great|nicer|cleaner|better|clearer|helpful|neat|fine)|help|love|prefer)|next time|later|some ?day|eventually|future|typos?|naming|wording|style|taste|up to you|your call|if you (?:like|want|find|have|feel|prefer)|feel free|when(?:ever)? you|no (?:issues?|problems?|findings?|concerns?|changes?|action|need|worries|reason|further|more|objections?)|never mind|no longer (?:an? |the )?(?:problem|issue|concern|bug|leak\w*|crash\w*|fail\w*|block\w*|rac(?:e|es|ing)|deadlock\w*|happens?|occurs?|appl(?:y|ies)|needed|required|necessary|relevant|broken|wrong|inverted|missing|possible|present|grow\w*|hang\w*|los(?:e|es)|break\w*)|not (?:any ?more|a problem|an issue|only|be needed)|don't worry|(?:the|this|that|your|a|bug|nice|good|hot) ?fix\b|kein(?:e)? (?:problem|einwände|blocker)|next (?:phase|release|round|plan|task|step)|squash\w*|rebase\w*)\b|не критично|问题不大|问题 ?ありません|問題ありません|問題なし|문제 ?없",
    )
});
/// What says that a repair is done.
static DONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:is|are|was|were|been|already|now|both|all) (?:fixed|resolved|addressed|done|handled|sorted|corrected|repaired|mended)\b|\bfixed (?:it|this|that|in|by|with|now|since)\b",
    )
});
static TURNS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:but|however|nevertheless|nonetheless|unfortunately|sadly|regrettably|alas|that said|that being said|having said that|then again|even so|all the same|on the other hand|hmm+|come to think of it|now that i (?:think|look)|thinking about it|i(?:'ve| have)? just (?:noticed|reali[sz]ed|saw|found|spotted)|oh no|oh dear|uh-?oh|nope|except|second thoughts?|(?:thinking|having thought|looking|reading)\b[^,]{0,30}\b(?:again|more|closer|closely|second time|twice)|(?:on|after|at) (?:a )?(?:closer|further|second|another) (?:inspection|look|reading|thought)|in hindsight|there (?:is|'s) (?:only |just )?one (?:thing|problem|issue|catch)|leider|allerdings|aber|jedoch|dennoch|trotzdem|doch(?: lieber)? nicht|zurückgezogen|malheureusement|cependant|mais|toutefois|pourtant|finalement non|sin embargo|pero|lamentablemente|pensándolo|porém|infelizmente|pensando (?:bem|melhor)|tuttavia|purtroppo|ripensandoci|però|однако|но|к сожалению|хотя нет|但是|但|不过|然而|可惜|仔细想想|再想想|しかし|ただし|残念|やはり|하지만|그러나|다만|아쉽)",
    )
});
/// `However you deploy it`: in whatever way, and no turn.
pub(super) static HOWEVER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\W*however (?:you|we|they|one|often|many|much|long|large|small)\b"));
/// What makes a turn a friendly one.
static FRIENDLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:pass(?:es|ed)?|green|great|good|nice\w*|fine|well|works?|correct(?:ly)?|okay|ok|clean\w*|tested|covered|agree|happy|glad|clear\w*|elegant\w*|learned|better|equivalent|simpler|same|identical|enough|acceptable|sound|safe|right|love\w*|like|thanks?|intentional|intended|documented|handled|expected|fixed|resolved|explain\w*|understand\w*|see why|makes? sense|worth it|honestly|leave|out of scope|gut|klar|bien|bom|buen\w*|хорошо)\b|好|没有问题|清晰|良|좋",
    )
});
static UNFRIENDLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i){DEFECT}|\b(?:not|no|never|cannot|unacceptable|nothing|fail\w*|wrong|missing|must|has to|have to|needs? to|before|first|nicht|pas|não|non|не|нет)\b|n't\b|n’t\b|不|没有?测|ません|ない|없|않"
    ))
});
static TAKES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)
        \b(?:i|we)\ (?:\w+\ )?spoke\ too\ (?:soon|early)\b
        |\bchanged?\ (?:my|our)\ (?:mind|opinion|view|verdict|vote|answer)\b
        |\b(?:not|less)\ (?:so|that|as|quite|really)?\ ?(?:sure|convinced|certain|confident)\b.{0,12}\b(?:any\ ?more|anymore|now|after\ all|about\ this|about\ it)\b
        |^\W*(?:second\ thoughts?|not\ so\ sure|nope|zurückgezogen|finalement\ non|doch\ (?:lieber\ )?nicht)\b
        |\b(?:forget|ignore|disregard|discard|strike|scratch)\b.{0,20}\b(?:i\ (?:wrote|said|approved)|at\ the\ top|above|earlier|approval|verdict|lgtm)\b
        |\b(?:approval|verdict|lgtm|sign-?off|pass)\ (?:is\ |was\ |has\ been\ |hereby\ )*(?:revoked|withdrawn|retracted|rescinded|void|voided|cancell?ed|pulled|taken\ back|nullified|annulled)\b
        |\b(?:i|we)(?:'d|\ would|’d)\ (?:rather|much\ rather|prefer\ to)\ (?:see|have|not)\b.{0,30}\b(?:reverted|dropped|rejected|reworked|held|wait\w*|not)\b
        |\b(?:answer|verdict|decision|conclusion)\ (?:has\ to\ be|must\ be|is|should\ be|becomes)\ (?:a\ )?(?:no|negative|reject\w*|fail\w*|nein|non)\b
        |^\W*(?:this|that|it|which|one\ thing|something)\b.{0,20}\b(?:stops|prevents|keeps)\ me\b
        |\bthis\ is\ (?:still\ )?blocked\b
        |\b(?:i|we|me|us)\b(?:\s[\w'’]+){0,4}?\s(?:withdraw|retract|revok|rescind|recant|pull)\w*\s(?:that|this|it\b|my|the\ (?:approval|verdict|lgtm|pass|review))
        |\ba\ (?:\w+\ )?(?:no|nack|veto|nay|thumbs[\ -]down)\b(?:\ (?:from|after|for\ now|then|in)|\W*$)
        |\b(?:consider|treat|count|regard|mark|deem)\ (?:this|it|that|the\ \w+)\ (?:as\ )?(?:an?\ )?(?:reject\w*|block\w*|fail\w*|denied|refus\w*|declined|vetoed|void|withdrawn|on\ hold|not\ approved|unapproved|changes\ requested|no\b)
        |^\W*(?:rather|better|preferably|please|definitely|certainly|absolutely|surely|perhaps|probably|maybe)\ not\b
        |^\W*(?:void|reopen(?:ing|ed)|on\ hold|blocked|pending|provisional|placeholder|tentative|preliminary|undecided|parked|withheld)\b(?:\W*$|[\ ,]+(?:by|until|on|for|real|result|for\ now)\b)
        |\b(?:this|it|that)\ is\ (?:only\ |just\ )?an?\ (?:provisional|preliminary|tentative)\b
        |\b(?:not|n't|n’t)\ (?:yet\ |entirely\ |fully\ |really\ )?(?:convinced|persuaded|sold|comfortable\ with)\b
        |\bdecision\ (?:is|stays|remains)\ (?:still\ )?open\b
        |^\W*(?:but\ |and\ )?subject\ to\b
        |^\W*(?:this|that|it|which|(?:the\ |my\ )?(?:approval|verdict))\ (?:assumes|presumes|presupposes|hinges\ on|is\ subject\ to)\b
        |^\W*(?:nope|nah|nay|nack|veto|not\ (?:yet|now|today|like\ this|this\ way|acceptable|good\ enough))\b
        |^\W*(?:please\ )?(?:wait|hold)\ for\ (?:the|my|their|security|another|a)\b.{0,40}\b(?:first|before|answer|review|approval|sign-?off|ok|okay|go)\b
        |\b(?:before|until|unless)\ i\ (?:have|had|'ve)\b.{0,30}\b(?:look\w*|review\w*|re-?review\w*|check\w*|seen|read)\b
        |仔细想想|再想想|还是不|やはり",
    )
});

/// Checks that fail.
static RED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:ci|build|pipeline|suite|tests?)\b(?:[ :]+\w+){0,3}?[ :]+(?:is|are|still|status:?)(?: still| now)? (?:red|failing|broken)\b|\bbuild status\W{1,3}(?:failing|failed|red|broken)\b|\b[1-9]\d* (?:of (?:the )?\d+ )?(?:[\w-]+ )?(?:tests?|checks?|cases?|specs?)(?: \w+)? (?:fail|fails|failed|failing|are red|broken)\b|\b(?:tests?|checks?|suite)\W{1,3}[1-9]\d* (?:fail|failed|failing|failures?)\b|\b[1-9]\d* (?:tests? )?failed\b|\b(?:criterion|requirement|acceptance criterion|truth) [\w.-]+ (?:is|was) (?:still )?(?:not|un)[ -]?(?:met|implemented|covered|satisfied|done|tested)\b",
    )
});
/// What says that they did, or would.
static GREEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:before|earlier|previous(?:ly)?|used to|were|had|now pass\w*|pass now|fixed|would|if|when|without|on (?:main|master)|unrelated|flaky|pre-?existing|also fails?|expected to)\b",
    )
});
/// What fails without the work, too.
static NOT_OURS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fails?|failing|red|broken) (?:on|in) (?:main|master|trunk|develop)\b|\balso fails\b|\bunrelated\b|\bflaky\b|\bpre-?existing\b|\bnot (?:touched|caused|introduced) by\b",
    )
});
static NOTHING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(?:nothing|no reason|no one|neither|i (?:first|initially|originally) thought)\b")
});

/// Says what a sentence does against an approval, as the end of a sentence about its line; nothing when it
/// does nothing of the kind. In a finding's lines (`listed`) only what is said of the whole counts.
pub(super) fn against(sentence: &str, listed: bool) -> Option<&'static str> {
    if TAKES.is_match(sentence) && !NOTHING.is_match(sentence) && !OF_A_FINDING.is_match(sentence) {
        return Some("takes it back");
    }
    if withholds(sentence) {
        return Some("withholds it");
    }
    if listed {
        return None;
    }
    if fails(sentence) {
        return Some("says that checks fail");
    }
    let small = || SMALL.is_match(sentence);
    let small = || small() || NO_NEED.is_match(sentence);
    if CONDITION.is_match(sentence) && !small() {
        return Some("sets a condition");
    }
    let small = || small() || DONE.is_match(sentence);
    if DEMANDS.is_match(sentence) && !small() {
        return Some("demands a change");
    }
    if FOREIGN.is_match(sentence) && !FOREIGN_SMALL.is_match(sentence) {
        return Some("demands a change");
    }
    if EXCEPTS.is_match(sentence) && !small() && !NOT_OURS.is_match(sentence) {
        return Some("makes an exception");
    }
    if TURNS.is_match(sentence)
        && !HOWEVER.is_match(sentence)
        && !small()
        && (!FRIENDLY.is_match(sentence) || UNFRIENDLY.is_match(sentence))
    {
        return Some("turns against it");
    }
    // A defect is asserted only where nothing puts it elsewhere, the assertion's own words aside.
    let asserted = ASSERTS.find(sentence)?;
    let sought = SOUGHT.is_match(asserted.as_str()) && NOT_FOUND.is_match(&sentence[asserted.end()..]);
    if sought || UNTRUE.is_match(asserted.as_str()) {
        return None;
    }
    let before = &sentence[..asserted.start()];
    let behind = &sentence[asserted.end()..];
    let elsewhere = ELSEWHERE.is_match(before) || HANDLES.is_match(before) || OVER.is_match(behind);
    // `It fixes the race and leaks` asserts a leak.
    let mended = MENDED.find(asserted.as_str()).is_some_and(|m| {
        let mut words = m.as_str().split(' ');
        !words.any(|w| matches!(w, "and" | "but" | "yet" | "then"))
    });
    (!elsewhere && !small() && !mended && !denied(asserted.as_str())).then_some("asserts a defect")
}

/// Tells whether a sentence withholds the work from going in.
pub(super) fn withholds(sentence: &str) -> bool {
    WITHHOLDS.is_match(sentence) && !NOT_WITHHELD.is_match(sentence)
}

/// Tells whether a sentence says that checks fail.
pub(super) fn fails(sentence: &str) -> bool {
    RED.is_match(sentence) && !GREEN.is_match(sentence)
}

/// Tells whether a sentence says what is so now and stays so whatever verdict follows it: that something is lacking, that
/// checks fail, that a change is needed.
pub(super) fn stands(sentence: &str) -> bool {
    !THEN.is_match(sentence) && (LACKS.is_match(sentence) || fails(sentence)) && !SMALL.is_match(sentence)
        || !THEN.is_match(sentence) && FOREIGN.is_match(sentence) && !FOREIGN_SMALL.is_match(sentence)
}
static THEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:previous(?:ly)?|prior|earlier|last (?:time|round|pass|review|iteration|week)|(?:first|second|third) (?:round|pass|review|iteration|attempt)|(?:round|pass|iteration|attempt|cycle) (?:\d|one|two|three)|was|were|had|used to|resolved|fixed|addressed|closed|no longer|now|would|could|might|if|unless|when|because of which|first thought|at first|used)\b",
    )
});
static LACKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:is|are) (?:still |simply |completely )?(?:missing|absent|lacking|broken|unsafe|insecure|not (?:implemented|met|handled|validated|escaped|there|safe|correct))\b|\b(?:has|have|needs?) to be (?:\w+ )?(?:added|fixed|changed|removed|implemented|restored|rotated|corrected)\b|\b(?:does|do)(?: not|n't|n’t) (?:compile|build|pass|work|start)\b",
    )
});

/// A defect that something mends, or that somebody has found.
static MENDED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fix(?:es|ed|ing)?|clos(?:es|ed|ing)|solv(?:es|ed|ing)|prevent(?:s|ed|ing)?|remov(?:es|ed|ing)|eliminat(?:es|ed|ing)|cur(?:es|ed|ing)|resolv(?:es|ed|ing)|address(?:es|ed|ing)|mend(?:s|ed|ing)?|(?:good|nice|great) (?:catch|find)(?: with| on| about)?) (?:up )?(?:the|an?|this|that|our|your|all|any|both|every)(?: [\w-]+){1,4}$",
    )
});
/// Tells whether the words in front of a defect deny it or put it elsewhere.
fn denied(asserted: &str) -> bool {
    /// What holds no more and should.
    static UNDONE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)\bno longer (?:\w+ly )?(?:authenticated|authori[sz]ed|validated|checked|released|closed|awaited|escaped|encrypted|locked|saniti[sz]ed|enforced|called|verified|tested|covered|written|saved|flushed|invalidated)\b",
        )
    });
    static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)\b(?:no longer|never|tests? (?:that|for|where|whether|asserts?|covers?|shows?)|asserts?|whether|old|previous|earlier|first|without|nothing|none|neither|no|not (?:a|an|any)|nowhere|cannot|can't|if|when|where|unless|while|would|could|might|may|was|were|had)\b",
        )
    });
    BEFORE.is_match(&UNDONE.replace(asserted, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_told_apart() {
        for (sentence, expected) in [
            ("Let's not ship this today.", Some("withholds it")),
            ("Noch nicht mergen.", Some("withholds it")),
            ("Unless you repair the index.", Some("sets a condition")),
            ("Send it back.", Some("demands a change")),
            ("All good, except that it leaks.", Some("makes an exception")),
            ("Nevertheless the key is public.", Some("turns against it")),
            ("The index is inverted.", Some("asserts a defect")),
            ("The rows are no longer locked.", Some("asserts a defect")),
            ("This will corrupt the journal.", Some("asserts a defect")),
            ("Shipping that could expose every key.", Some("withholds it")),
            ("We would not want this in production.", Some("withholds it")),
            ("The port has to be closed before anybody merges.", Some("sets a condition")),
            ("The team still has to drop the debug flag.", Some("demands a change")),
            ("Now that I look at it, the lock is never taken.", Some("turns against it")),
            ("Fine otherwise, but it leaks error messages.", Some("asserts a defect")),
            ("Count this as refused.", Some("takes it back")),
            ("It is a clear veto from us.", Some("takes it back")),
            ("Better not.", Some("takes it back")),
            ("Allow me to retract this.", Some("takes it back")),
            ("My approval is hereby pulled, I changed my mind.", Some("takes it back")),
            (
                "Bitte vor dem Merge noch den Pfad ändern, sonst gehen Daten verloren.",
                Some("demands a change"),
            ),
            ("Antes do merge é preciso corrigir a rota.", Some("demands a change")),
            ("Il faut encore changer le port.", Some("demands a change")),
            ("Hay que cambiar la clave.", Some("demands a change")),
            ("Vor dem Merge ist nichts mehr zu ändern.", None),
            ("This needs no change before the merge.", None),
            ("You may rename it, but you do not have to before merging.", None),
            ("I do not see anything that has to be fixed before the merge.", None),
            ("The lock does not hold and must be fixed before the merge.", Some("sets a condition")),
            ("It fails with 401, as it should.", None),
            ("This fixes the race.", None),
            ("It fixes the race and leaks.", Some("asserts a defect")),
            ("However, it is fine.", None),
            ("The index is no longer inverted.", None),
            ("Old clients no longer crash.", None),
            ("I don't want to hold this up.", None),
            ("The flag must be set before the worker starts.", None),
            ("No, nothing to add.", None),
            ("A no-op when the list is empty.", None),
            ("Merging the two maps would break nothing.", None),
            ("The function does not merge equal rows.", None),
            ("If it crashes, the journal is replayed.", None),
            ("It would need to be fixed later.", None),
        ] {
            assert_eq!(against(sentence, false), expected, "{sentence}");
        }
        assert_eq!(against("The index is inverted.", true), None);
        assert_eq!(against("Do not merge this.", true), Some("withholds it"));
    }
}
