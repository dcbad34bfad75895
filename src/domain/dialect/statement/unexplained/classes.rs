//! The classes of words that the grammar of [`super`] goes by, by their stems.
//!
//! Those that raise a question are closed classes where the language has them (denials, obligations, conditions);
//! those that answer one are lists of what is allowed, so that a word which is on none leaves the question open.

use std::collections::HashSet;
use std::sync::LazyLock;

/// A set of stems, written as words.
pub(super) type Class = LazyLock<HashSet<String>>;

fn class(text: &str) -> HashSet<String> {
    text.split_ascii_whitespace().map(stem).collect()
}

/// Cuts a word's endings off, so that `leaks`, `leaking` and `leaked` are one.
pub(super) fn stem(word: &str) -> String {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let one = word.strip_suffix('s').filter(|w| w.len() > 2 && !w.ends_with(['s', 'u', 'i'])).unwrap_or(word);
    if let Some(base) = one.strip_suffix("ie").or_else(|| one.strip_suffix("ied")).filter(|w| w.len() > 1) {
        return format!("{base}y");
    }
    let base = ["ing", "ed"].iter().find_map(|e| one.strip_suffix(e)).filter(|w| w.len() > 2).unwrap_or(one);
    let base = if base.len() > 3 { base.strip_suffix('e').unwrap_or(base) } else { base };
    let mut twice = base.chars().rev();
    match (twice.next(), twice.next()) {
        (Some(a), Some(b)) if a == b && "bdgmnprt".contains(a) && base.len() > 3 => {
            base[..base.len() - 1].to_owned()
        }
        _ => base.to_owned(),
    }
}

/// What goes wrong, as a verb or what is said of something: denied, it praises.
pub(super) static HARM: Class = LazyLock::new(|| {
    class(
        "lose lost leak crash fail break broke broken hang freeze stall block deadlock corrupt drop swallow starve \
         skip delete remove overwrite duplicate expose reveal panic overflow abort die kill truncate mangle bypass \
         forge regress contradict violate conflict hurt harm slow wrong missing absent lacking stale orphan forget \
         forgotten mislead confuse surprise complain object bother prevent worry concern remain persist happen occur \
         arise reproduce reproducible appear left open outstanding unresolved unclear unused untested unhandled \
         disturb interfere collide escape diverge drift bad odd suspicious off hold stop delay stand speak oppose \
         degrade clash alarm bite stuck outlive loop race flaky red fall vanish disappear unsafe problematic damage \
         contend spoil empty unwrap outside twice beyond leave swap shadow mix double confuse leftover",
    )
});
/// What is complained of, as a noun: `no …` praises.
pub(super) static COMPLAINT: Class = LazyLock::new(|| {
    class(
        "issue problem finding concern bug defect blocker objection remark comment complaint nit regression gap \
         question warning error failure leak race deadlock crash risk vulnerability hole flaw weakness mistake typo \
         violation conflict duplicate duplication downside drawback surprise doubt reason trouble harm damage \
         side-effect todo todos fixme stub placeholder hack change need necessity impact effect difference overhead \
         dependency loss fault smell leftover creep panic injection exception hurry contradiction ambiguity \
         bottleneck cycle overlap behaviour behavior further more else add fix complain show-stopper showstopper \
         obstacle hurdle excuse shortcut noise churn dead unused magic secret password credential breakage flake \
         crash misuse surprise worry blocking critical major serious wrong missing bad inconsistency inconsistencies \
         left-over stray dangling commented-out commented debug console anti-pattern antipattern discrepancy deviation mismatch anomaly limitation caveat qualm reservation hesitation pitfall trap nitpick \
         suggestion wish follow-up improvement offence clash breaking",
    )
});
/// What is complained of and is there when nothing says that it is not.
pub(super) static GRAVE: Class = LazyLock::new(|| {
    class(
        "bug defect regression leak hole vulnerability blocker flaw deadlock crash injection mess disaster snag \
         loophole showstopper show-stopper breakage",
    )
});
/// What is wanted of the work or of the review: denied, it objects.
pub(super) static WANTED: Class = LazyLock::new(|| {
    class(
        "test cover check validate handle implement fix address resolve answer respond take taken include contain \
         close release meet met satisfy pass work compile build run exercise verify confirm reach finish complete \
         review read seen look open start ready done safe secure correct right enough sure certain clear convinced \
         comfortable acceptable good fine ok okay honour honor follow match agree escape authenticate authorise \
         authorize encrypt hash lock await save flush deliver ship merge approve accept trust believe understand \
         support provide wire call use enforce protect consider exist there here in",
    )
});
/// What is harmless whether it is done or not.
pub(super) static NEUTRAL: Class = LazyLock::new(|| {
    class(
        "touch change affect alter modify introduce require depend need matter mind grow exceed cost cause mutate \
         rely shrink only necessary necessarily mandatory critical serious urgent blocking important severe dramatic \
         strictly hesitate expect want hardcode hard-code duplicate allocate copy leave assume tie couple belong \
         count apply relevant related part bind move raise rename add modify applicable widen weaken loosen lower relax insist \
         differ care trivial obvious scale matter limited confined specific optional unusual uncommon unreasonable \
         bad worse slower longer worth bump reintroduce simpl necessary any a an the just merely involve blow pollute",
    )
});
/// What looks for something.
pub(super) static SEEK: Class = LazyLock::new(|| {
    class("find found see saw spot notice detect discover identify think know encounter hit observe come")
});
/// What deals with a bad case.
pub(super) static GUARD: Class = LazyLock::new(|| {
    class(
        "reject refuse deny guard prevent enforce return get handle cover catch caught report fallback respond raise \
         throw sanitise sanitize stop limit default ignore tolerate survive recover retry protect check validate \
         detect roll rolled clean cleaned abort warn receive see 401 403 404 400 422 error translate map log skip \
         allow leave keep kept end redirect sent send",
    )
});
/// What says that something bad is over.
pub(super) static MENDED: Class = LazyLock::new(|| {
    class(
        "fix resolve close gone address settle answer repair solve mend clear correct eliminate prevent caught catch \
         avoid handle cover guard detect test removed replace unrelated pre-existing preexisting old former earlier \
         previous previously past prior minor small tiny harmless intentional deliberate accepted known hypothetical \
         impossible reject refuse rule ruled explain improvement cure patch close stop protect against would",
    )
});
/// What a reviewer may say of himself.
pub(super) static REVIEWING: Class = LazyLock::new(|| {
    class(
        "read check run ran verify test look walk follow trace compare review confirm see saw like love agree approve \
         recommend try tried find found wonder am happy confident satisfied fine pleased glad keep suggest consider \
         mention learn appreciate think thought spend spent go went build built notice know prefer enjoy thank sign \
         recheck re-check reread re-read rerun re-ran re-run inspect examine audit scan confirm reproduce exercise \
         tell say call leave had have ask merge mark give gave note count feel felt made make did do \
         done step debug profile measure time fuzz diff grep search open validate impressed \
         especially particularly also even still really fully certainly definitely gladly happily personally \
         was were been be is been can could would will might may did d'accord understand understood simulate play \
         played watch counted track went re-reviewed rereviewed pull pulled apply applied rebuild rebuilt revisit \
         double-check double-checked doublechecked cross-check cross-checked spot-check spot-checked sample sampled \
         accept endorse vote congratulate welcome believe see tell judge rate consider regard deem complete completed \
         finish finished conclude concluded say said would comfortable convinced okay ok good relieved delighted keen \
         ready willing sure certain content curious began wrote written write note noted raise raised",
    )
});
/// Doing what changes the work, or lets others look at it.
pub(super) static REWORK: Class = LazyLock::new(|| {
    class(
        "fix repair rework resolve address correct revert redo rewrite mend restore rotate undo put add remove close \
         delete change update land rename replace move extract split guard protect escape validate implement write \
         written cover handle provide deliver finish complete drop pull disappear vanish go come agree decide look \
         check review read test confirm verify sign approve answer explain document backfill migrate re-run rerun \
         clean tighten secure encrypt hash wire hook plug patch rethink redesign rebuild reconsider happen do done \
         make made supply submit sort ship see seen ensure bring turn raise lower limit bound configure wait stop \
         avoid take get give",
    )
});
/// What the subject of a description must, need or should do or be: no demand on the author.
pub(super) static DESCRIBED: Class = LazyLock::new(|| {
    class(
        "hold held set run fail call empty unique sorted positive negative ordered same valid present non-empty nonempty \
         stay match have know known start contain own exist escaped logged greater smaller equal at in one",
    )
});
/// Nouns of what a review expects to be there, besides what is wanted: `no …` objects.
pub(super) static EXPECTED: Class = LazyLock::new(|| {
    class(
        "coverage validation documentation docs handling rollback evidence implementation migration sign trace proof \
         counterpart review diff authentication authorization authorisation \
         encryption limiter timeout assertion verification clue idea chance backup retry",
    )
});
