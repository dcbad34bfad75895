//! Short sentences that undo an approval and have no verb of refusing: `Back to the architect.`, `Valid only once …`.
//!
//! ```text
//! returned = ("back" | "over" | "sent back" | …) "to" who          but not to commit, merge or go on
//! limited  = ("valid" | "counts" | …) "only"? ("after" | "once" | …)
//! unmeant  = the verdict's line "was written before …" | "is filled in automatically"
//! turned   = "thumbs down" | "the opposite is true" | "replace … above" | "s/approve/reject/"
//! needed   = ("changes" | "rework" | …) ("needed" | "required") …
//! ```
//!
//! And what is said for them in German, French, Spanish and Chinese. It knows one sentence.

use std::sync::LazyLock;

use super::pattern::pattern;
use regex::Regex;

static RETURNED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)
        ^\W*(?:(?:so|then|now|please|therefore|hence)\W+)*(?:(?:sent|goes|going|going\ right|handed|passed|bounced|kicked)\ )?(?:back|over|return(?:ed|ing)?|off)\ (?:again\ )?to\ (?:the\ |your\ |our\ )?(?:architect|executor|developer|author|fixer|planner|implementer|engineer|programmer|team|sender|drawing\ board|dev|coder|writer|submitter|square\ one)\b
        |^\W*(?:(?:the|this|my)\ (?:approval|verdict|pass|answer)\ (?:is\ )?)?(?:only\ )?(?:valid|counts|holds|effective|in\ force)\ (?:only\ )?(?:after|once|when|if|until|as\ soon\ as|from\ the\ moment)\b
        |\b(?:verdict|approval|sign-?off|above|my\ \w+|this\ (?:line|status|answer|signal))\b[^.]{0,30}\b(?:was|were|is|are|gets?|got)\ (?:written|given|made|typed|filled\ in|set|generated|stated|inserted|pre-?filled|entered)\b[^.]{0,20}\b(?:before\ (?:i\b|we\b|the\ (?:diff|review|code|change|plan)|opening|reading|looking|seeing)|automatically|by\ default|by\ (?:a|the|my)\ (?:tool|script|template|hook|form))\b
        |^\W*(?:that|this|it)\ is\ (?:only\ |just\ |merely\ )?what\ (?:the\ \w+|they|you|he|she|everybody|everyone|people|my\ \w+)\ (?:wants?|wanted|asked|told|expects?|expected|ordered)\b[^.]{0,12}\ (?:say|hear|write|answer|read|see)\b
        |\b(?:rejection|refusal|veto|block|hold|objection|requests?\ for\ changes|change\ requests?|needs_fix|changes_requested|review_fail)\b[^.]{0,50}\b(?:lifted|withdrawn|gone|overturned|dropped|no\ longer\ applies)\b[^.]{0,60}\b(?:for\ (?:the|items?|now|staging|production|new|tests?|docs?)|in\ part|partially|partly|half|mostly|except|exception|provided|but|only|as\ far|in\ so\ far|upheld|remains?|in\ force|stands?|holds?)\b
        |\b(?:partially|half|mostly|partly|largely)\ (?:lifted|withdrawn|overturned|dropped)\b
        |\b(?:one|two|three|four|five|some|most|half)\ of\ (?:the|my)\ (?:\w+\ )?(?:objections|rejections|refusals|vetoes|blocks)\b[^.]{0,40}\b(?:lifted|withdrawn|gone|overturned|dropped)\b
        |\blift(?:ing)?\ (?:my|the)\ [^.]{0,40}\b(?:objection|rejection|refusal|veto|block|hold)\b[^.]{0,40}\b(?:to|for)\ the\b
        |^\W*thumbs?\ down\b
        |^\W*s/(?:approved?|pass|passed|lgtm)/\w+
        |^\W*(?:please\ )?(?:read|replace|change|swap|exchange)\b[^.]{0,40}\babove\W*$
        |^\W*(?:in\ fact\W+)?(?:quite\ )?the\ (?:exact\ )?(?:opposite|contrary|reverse)\ (?:is|was|holds|applies)\b
        |^\W*vorläufig\b|\b(?:endgültige|abschließende|finale)\w*\ (?:prüfung|urteil|freigabe|bewertung|entscheidung|review)\b[^.]{0,30}\b(?:steht|stehen|folgt|folgen|fehlt)\b|\b(?:freigabe|urteil|votum|ergebnis|obige\w*)\b[^.]{0,30}\b(?:ungültig|hinfällig|gegenstandslos|zurückgezogen|widerrufen|entzogen)\b
        |^\W*(?:avis\ |verdict\ )?provisoire\b|\b(?:avis|verdict|approbation|décision)\b[^.]{0,30}\b(?:annulée?|nulle?|caduque?|retirée?|provisoire)\b|^\W*(?:retour|renvoyé)\ (?:à\ l['’]|au\ |à\ la\ )(?:architecte|développeur|auteur|équipe|exécutant)
        |^\W*(?:veredicto\ )?provisional\b|\b(?:veredicto|aprobación|decisión|lo\ anterior|dictamen)\b[^.]{0,30}\b(?:anulad[ao]|nul[ao]|sin\ efecto|inválid[ao]|provisional|retirad[ao])\b|^\W*(?:de\ vuelta|devuelto)\ (?:al|a\ la)\ (?:arquitecto|desarrollador|autor|equipo|ejecutor)\w*
        |(?:结论|判定|审查|批准|评审|以上|上述)[^。]{0,8}(?:作废|无效|撤销|取消|不算)|(?:最终|正式)(?:结论|审查|评审)[^。]{0,6}(?:待|未|尚)|^\W*(?:暂定|初步结论)",
    )
});
static NEEDED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:changes?|fix(?:es)?|rework|corrections?|revisions?|more work) (?:is |are )?(?:needed|required|necessary)\b(?: (?:in|to|for|at|on|before|first|here)\b|[\s.!]*$)",
    )
});
/// What was needed then, or elsewhere.
static NOT_NOW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:done|made|there|fixed|resolved|round|iteration|attempt|pass \d|previous(?:ly)?|earlier|last|now|no|none|not|nothing|later)\b",
    )
});
/// Whoever it goes to is to go on with it.
static GOES_ON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:to|for|and) (?:the )?(?:commit|merg|proceed|continu|go(?:es|ing)? on|ship|releas|next|start|execute\b|implement\b|clos)\w*|\b(?:unchanged|without changes|no changes|with thanks|as (?:it )?is)\b|\bchanges? (?:to|in)\b[^.]*\bnot\b",
    )
});

/// Tells whether a sentence undoes an approval.
pub(super) fn returned(sentence: &str) -> bool {
    RETURNED.is_match(sentence) && !GOES_ON.is_match(sentence)
}

/// Tells whether a sentence says that the work needs changes, wherever it stands.
pub(super) fn needed(sentence: &str) -> bool {
    NEEDED.is_match(sentence) && !NOT_NOW.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::{needed, returned};

    #[test]
    fn what_undoes_an_approval_is_told_from_what_goes_on() {
        for text in [
            "Back to the planner, please.",
            "So: over to the author.",
            "Sent back to the implementer.",
            "Returned to the developer.",
            "Only valid once F2 is closed.",
            "The approval counts only after the load test.",
            "The status above was set before the diff was there.",
            "The verdict is generated by a script.",
            "This is just what the manager wanted to hear.",
            "Thumbs down!",
            "The rejection is lifted provided the key is rotated.",
            "My veto is lifted for staging, production stays as it was.",
            "The earlier refusal is mostly lifted.",
            "The request for changes is withdrawn except for the query.",
            "Two of the three objections are dropped.",
            "I am lifting my objection to the schema.",
            "s/pass/fail/",
            "Replace the verdict above.",
            "In fact, the opposite is true.",
            "Changes needed in lib/queue.rb.",
            "Rework required.",
            "Vorläufig; die abschließende Freigabe steht aus.",
            "Das Urteil ist hinfällig.",
            "Avis provisoire.",
            "El veredicto queda sin efecto.",
            "上述批准无效。",
        ] {
            assert!(returned(text) || needed(text), "{text}");
        }
        for text in [
            "Over to the executor to commit it.",
            "The earlier refusal is lifted.",
            "My previous rejection is withdrawn.",
            "The block that was empty is gone.",
            "The lock is dropped for the reader.",
            "Back to the team for the next plan.",
            "Valid tokens are refreshed.",
            "The token is valid only after the login.",
            "A status is set before the row is written.",
            "The status is set automatically.",
            "The line is written by the logger.",
            "Changes needed for the migration are not part of this task.",
            "Changes required in round 1 are in.",
            "The list is replaced above the fold.",
            "无效的输入返回 400。",
        ] {
            assert!(!returned(text) && !needed(text), "{text}");
        }
    }
}
