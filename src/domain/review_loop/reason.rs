//! Whether the reason of a rejection is one (SPEC 4.5): it must say what in the code, the requirement or the
//! behaviour makes the finding wrong. Effort, time and mere disagreement are none, in any words.
//!
//! No list of excuses is ever complete, so the question is asked the other way round: what is left when the
//! clauses that plead are taken away, and does it state a fact that a reviewer can look up? A file's name is no
//! fact, and neither is a word such as "hard" an excuse: only whole phrases are. Whether the fact holds is the
//! reviewer's ruling.

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::finding::Finding;

/// What a reason must say.
pub const WANTED: &str = "what in the code, the requirement or the behaviour makes the finding wrong";

/// Where one clause ends and another begins. Dots and colons inside of paths and names are none.
static BORDER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[;!?—–\n]|\s\(|[,:.](?:\s|$)|\s-\s|\b(?:because|since|but|although|though|while|whereas|and|so|which|(?:checked|verified|confirmed) that)\b")
        .expect("a constant pattern")
});

/// Phrases that plead: effort, time and priority; putting off; opinion; likelihood; others do it too.
static PLEA: LazyLock<Regex> = LazyLock::new(|| {
    let phrases = [
        // Effort.
        r"too (?:hard|difficult|complex|much|many|big|large|long|late|slow to|expensive|costly|risky|deep|invasive|early (?:to|for|in))",
        r"\bhard(?:er)? to (?:do|fix|change|refactor|test|implement|get|say|tell|solve|mend|explain|justify|follow|understand)",
        r"\b(?:is|was|be|very|really|pretty|quite|so|that) hard(?:$| (?:for|work|here|now|right))",
        r"\b(?:difficult|complicated|complex|tricky|tedious|painful|cumbersome|messy|mess|ugly|awkward|daunting|scary|risky|brittle|nightmare|hassle|headache|laborious|time[- ]consuming)\b",
        r"\befforts? (?:to|is|of|for|that|it|needed|required|involved|here|and)\b|\beffort$",
        r"\b(?:overkill|worth(?:while)?|too busy|am busy|are busy|bandwidth|manpower|headcount|budget)\b",
        r"\b(?:needs?|requires?|means?|involves?|demands?|takes?|costs?|would take|taking)\b.{0,40}\b(?:refactor\w*|rewrit\w*|rework\w*|restructur\w*|redesign\w*|overhaul\w*|minutes|hours|days|weeks|months|forever|ages|time|work|changes)\b",
        r"\b(?:big|bigger|huge|massive|large|major|significant|whole|entire|complete|full|deep)\s+(?:change|refactor\w*|rewrite|rework|effort|undertaking|task|job|redesign|overhaul|project)\b",
        r"\b(?:a lot of|lots of|tons of|loads of|plenty of|so many|half the)\b",
        r"\b(?:touching|touch it|touch that|touch this)\b",
        r"\btakes? (?:too|so|very|quite)? ?(?:long|time)\b",
        r"\brequir(?:e|es|ing) (?:changing|editing|touching|rewriting|moving)\b|\bchanging (?:every|all|each|many)\b|\bevery single\b",
        r"\bcosts? (?:us )?more than\b|\bpay(?:s|ing)? for\b|\b(?:have|need|want)(?:ing)? to learn\b",
        // Time and priority.
        r"\b(?:no|not enough|enough|little|lack of|short of|short on|out of|waste of|any|more) time\b",
        r"\b(?:have|had|has|find|got|spend|spare)(?: \w+){0,3} (?:time|capacity|resources)\b",
        r"\b(?:deadline (?:is|was|tomorrow|today|looms)|(?:tight|our|my|the|meet the) deadline\b)|\btomorrow\b|\btonight\b",
        r"\b(?:low|lower|lowest|not a|no|other|higher|different|top|our|my) priorit",
        r"\b(?:schedule|sprint|demo|ship(?:ping)? (?:it|this|today|now|soon)|release date|go live)\b",
        r"\bcan wait\b|\b(?:we|it|this) ships?\b|\bships? (?:on |by |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
        // Putting off.
        r"\b(?:do|fix|address|handle|revisit|add|clean|look|come|deal|get|tackle|improve|mend|change)\b.{0,30}\b(?:later|afterwards|eventually|some ?day|soon|another day)\b",
        r"\b(?:follow[- ]?up|tech(?:nical)? debt|for now|right now|not now|at the moment|at this point|down the road|some ?day|eventually)\b",
        r"\b(?:our|my|(?:in|into|to|on|onto)(?: the| a)?) backlog\b",
        r"\b(?:next|future|later|separate|another|different|own) (?:sprint|release|week|month|quarter|year|pr|pull request|milestone|ticket|issue|task|time|commit|cleanup)\b",
        r"\bin (?:the )?future\b",
        r"\b(?:deferred?|deferring|postponed?|postponing|put(?:ting)? off|park(?:ed|ing)?) (?:to|until|till|this|it|for|that)\b",
        r"\b(?:out of|outside|beyond|not in)(?: \w+){0,3} scope\b",
        // Opinion.
        r"\b(?:disagree|agree|opinion|imo|imho|personally|personal|taste|nit|nits|nitpick\w*|pedantic|subjective|stylistic|cosmetic|bikeshed\w*|preference|overly|exaggerated|paranoid|fussy|picky)\b",
        r"\b(?:i|we) (?:think|feel|believe|prefer|like|find|doubt|guess|suppose|assume|consider|see no|would rather|am sure|are sure|am confident|am happy|are happy)\b",
        r"\b(?:in|from) (?:my|our) (?:view|experience|eyes|book)\b|\bmatter of\b",
        r"\b(?:is|are|looks?|seems?|works?|it'?s|feels?|reads?) (?:\w+ ){0,2}(?:fine|good|ok|okay|acceptable|sufficient|clean|enough|right|well|great|correct)\b",
        r"\bgood enough\b|\bworks (?:for me|on my machine|as is|today)\b|\bas (?:it )?is\b|\bas intended\b|\bby design\b",
        r"\bno(?:t)? (?:really )?(?:a |an )?(?:big deal|problem|issue|important|necessary|needed|relevant|critical|serious|urgent|concern|harm|worth)\b",
        r"\b(?:irrelevant|unimportant|doesn'?t matter|does not matter|don'?t matter|who cares|whatever|nonsense|trust me|believe me|false positive)\b",
        r"\b(?:won'?t|will not|wont|not going to|refuse to|rather not) ?(?:fix|do|change|touch|bother|be)?\b",
        r"\b(?:i|we)(?: really| simply| just)? (?:don'?t|do not|didn'?t|can'?t|cannot|could not|couldn'?t) (?:want|like|see|care|feel|understand|know|think|have|be bothered|bother|believe)\b",
        r"\b(?:i|we)(?: have| did| just| already| double)?[ -](?:checked|verified|reviewed|looked|tested|read|confirmed|examined|went through)\b",
        // Likelihood.
        r"\b(?:is|are|be|very|quite|extremely|pretty|so) (?:a |an )?(?:\w+ )?(?:rare|edge case|corner case)\b|\ban? (?:edge|corner) case\b|\bat best\b|\b(?:unlikely|in practice|theoretical\w*|hypothetical\w*|realistic\w*|probably|maybe|perhaps|hopefully|should be)\b",
        r"\b(?:nobody|no one|no-one|none of (?:our|the) (?:users|customers))\b|\bnever (?:happens?|happened|occurs?|had|seen|complained)\b",
        r"\b(?:might|may|could) (?:break|affect|cause|introduce|disturb|upset)\b|\bafraid\b|\bscared\b",
        r"\b(?:knowledge|experience|expertise|skills?|familiar|stable code)\b|\bwas not part of\b|\bi was (?:not )?asked\b",
        r"\b(?:our|all|the|existing|unit) tests? (?:are |still |all )?(?:pass|passes|passed|green)\b|\bpass(?:es|ed) (?:qa|ci|review)\b|\bci is\b",
        r"\b(?:run|runs|ran|running|been|lives?|lived) in production\b|\bwithout (?:an? |any )?(?:incident|complaint|problem|issue|trouble)s?\b",
        r"\bi (?:have |had )?(?:ran|run|started|tried)\b|\bnothing (?:exploded|broke|happened|crash(?:ed|es)|burned)\b|\bon (?:my|our) (?:machine|laptop|computer|side|end)s?\b",
        r"\b(?:adequate(?:ly)?|sufficiently|appropriately|reasonabl[ey])\b|\bsettled (?:last|long|already|in|by)\b|\blast (?:week|month|sprint|year)\b",
        // Others do it too.
        r"\b(?:chatgpt|gpt|copilot|claude|gemini|llm|model|stack ?overflow|colleague|lead) (?:says|said|told|thinks|suggest(?:s|ed)|confirmed|agrees)\b",
        r"\b(?:always (?:been|done|worked|was|had|did)|already (?:like|so|there|that way|this way)|everyone|everybody|common practice|industry|legacy|pre-?existing|historical\w*|someone else|somebody else|not (?:mine|my|our)|other team|previous developer|copied|existing code)\b",
        r"\b(?:other|rest of the|same in other) (?:files|places|modules|code|projects|handlers|functions|codebase)\b",
        r"\bwe (?:always|usually|normally|generally|never)\b",
        r"\bthe same (?:pattern|way|style|approach|code|thing|construct)\b|\bfollows? (?:the|an?|our) (?:existing|same|usual|common|established)\b|\bimpossible to\b",
        r"\b(?:see|as (?:discussed|agreed|mentioned|explained|said|stated|noted|decided)|refer to)\b.{0,30}\b(?:above|below|comments?|thread|chat|earlier|before|meeting|team)\b|\bas (?:discussed|agreed)\b",
        // Who made it or looked at it, and who has nothing against it.
        r"\bby (?:the|our|my|an?|some) (?:\w+ )?(?:architect|team|lead|senior|engineer|developer|manager|author|colleague|expert|boss|cto|owner|people|guy)s?\b",
        r"\b(?:team|manager|boss|colleague|teammate|architect)s? (?:\w+ )?(?:decid|agre|check|approv|ask|want|said|says|like|look)\w*\b|\bno (?:user|customer|attacker)s? (?:would|will|ever)\b",
        r"\b(?:does not|doesn't|do not|don't|did not|didn't|never|no|nothing)\b.{0,20}\b(?:complain|warn|flag|mind|object)\w*\b|\b(?:returns?|runs?|compiles?|behaves?) (?:fine|well|ok|okay|properly|correctly|as expected)\b",
        // What the work is to somebody: expected, wanted, known, signed off.
        r"\bwhat (?:i|we|you|they|he|she|it)(?:'d| would)? (?:expect|want|need|like|should|is|intend|mean)\w*|\b(?:i|we) (?:can |could )?(?:live|stand by|wanted|want|expect|know|accept)\b|\blive with\b|\bthe way (?:i|we|it|they|he|she)\b",
        r"\b(?:stays?|remains?)$|\bas it stands\b|\bleave\b.{0,40}\balone\b|\bmeant to be\b|\b(?:nope|nah|please|sorry|moving on)\b|\bhard to believe\b",
        r"\bthe reviewer (?:does|did|should|is|was|has|just|clearly|simply)\b|\bserious reviewer\b|\bshould (?:not|never) have been raised\b|\bmakes no sense\b|\bnot a bug\b",
        r"\b(?:our|best|good|senior|lead|experienced) (?:engineer|developer|architect)s?\b|\bsigned off\b|\bthe author\b|\bcustomers? (?:has|have|had|never (?:call|complain|ask|notic|saw|mind|report|need|want|car)\w*)\b|\bcalled support\b",
        r"\b(?:clear|obvious|readable) (?:to|code|enough|for)\b|\bclean and\b|\bdoes its job\b|\bnothing (?:wrong|to see|to fix|to do|to change)\b|\bonly a (?:small|minor|tiny|little)\b|\b(?:correct|good|right|fine|okay|ok) (?:to|for) (?:me|us|my|our)\b",
        r"\b(?:a|one|two|some|several) (?:hour|day|week|month)s? to\b|\bevery (?:night|morning|week)\b|\b(?:my tests?|build|linter|type checker) pass(?:es|ed)?\b|\bfor the demo\b",
        r"\b(?:zu aufwendig|lieber nicht|gewollt|bleib(?:t|en) (?:so|wie)|neu geschrieben|keine zeit|trop (?:long|compliqu\w+)|pas le temps|demasiado|no hay tiempo)\b",
    ];
    Regex::new(&phrases.join("|")).expect("constant patterns")
});

/// Says that nothing in the code does a thing: that can be looked up, and is no word about people.
static BY_NOBODY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:nobody|no one|no-one)(?: else)?(?: (?:ever|here|in [\w./-]+))? (?:calls?|passes|passed|hands? (?:it|in|over)|invokes?|imports?|constructs?|instantiates?|overrides?|extends|implements?|subclasses|references?|assigns?|mutates?|catches|writes? (?:to|into)|reads? from|depends? on|relies on)\b|\b(?:called|invoked|passed|imported|constructed|instantiated|overridden|referenced|assigned|mutated|written|read|set|reached|used|caught) by (?:nobody|no one|no-one)\b",
    )
    .expect("a constant pattern")
});

/// Says that the finding or whoever raised it is wrong, which is what a rejection says anyway: what is wrong about it
/// must stand beside it.
static DENIAL: LazyLock<Regex> = LazyLock::new(|| {
    let noun = r"(?:(?:the|this|that|your|their|his|her) )?(?:code )?(?:reviewers?|reviews?|tech lead|findings?|comments?|remarks?|claims?|reports?|issues?|statements?|observations?|criticism|conclusions?|complaints?)(?: (?:about|on|of|against|for|at|in) \S+)?";
    let who = format!(r"(?:{noun}|you|they|he|she|this|that|it)");
    let on = r"(?: (?:about|on|in|of|with|at|for|here|there|regarding|concerning|as to))*";
    let phrases = [
        format!(
            r"\b{who}(?:(?: (?:is|are|was|were|be|has|have|got|gets?|seems?|must|to be)|'s|'re)(?: (?:just|simply|plainly|clearly|completely|totally|entirely|quite|been|it|this|that|all|be|so|also|not))*)(?: (?:in error|wrong|mistaken|incorrect|confused|bogus|unfounded|baseless|groundless|unjustified|unwarranted|untrue|true|inaccurate|accurate|misguided|misleading|nonsensical|off))+{on}\b"
        ),
        format!(
            r"\b{who}(?: (?:clearly|simply|just|completely|has|have))* (?:misread|misreads|misunderstands?|misunderstood|misinterprets?|misinterpreted|misjudges?|misjudged|errs?|erred|mistook){on}\b"
        ),
        format!(
            r"\b(?:{noun}|what (?:is|was) said(?: (?:about|on|of) \S+)?) (?:does not|doesn't|do not|don't|did not) (?:hold|apply|stand|convince)(?: up| water| true)?{on}\b"
        ),
        format!(
            r"\b(?:there (?:is|are)|i see|we see) no (?:such )?(?:bugs?|defects?|errors?|faults?|flaws?|mistakes?){on}\b"
        ),
    ];
    Regex::new(&format!("(?i){}", phrases.join("|"))).expect("constant patterns")
});

/// Names the kind of a rejection and nothing else: neither a plea nor a fact.
static KIND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?:(?:this|that|it)(?: is|'s) |clearly |simply |obviously |just )*(?:an? )?(?:false[ _-]positive|not (?:really )?an? (?:bug|defect|error)|no bug)\b(?: here)?[\s:.,]*",
    )
    .expect("a constant pattern")
});

/// Words that say what code does, as they begin.
static FACT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:append|prepend|keeps?\b|kept\b|return|throw|rais|panic|catch|caught|handl|validat|check(?:s|ed|ing)?\b|guard|reject|refus|sanitis|sanitiz|escap|pars|encod|decod|serialis|serializ|deserial|call(?:s|ed|ing)?\b|invok|import|export|lock|unlock|await|rolls? back|rolled back|parameteri|cach|memo|retr|overflow|underflow|bound|compil|assert|cover|inject|hash|encrypt|sign|generat|regenerat|unreachable|iterat|sort|idempot|determin|defaults?\b|by default|migrat|regist|stor|read[- ]?only|immutab|constant|static|closes?\b|closed|flush|dispos|drop|alloc|free[sd]?\b|releas|break|crash|fail|reli|depend|guarantee|ensur|enforc|prevent|forbid|allow|permit|accept|exclud|requir|ask|demand|says?\b|state|mandat|defin|specif|describ|document|pass|receiv|contain|holds?\b|owns?\b|copies|copied|clone|reset|clear|initiali|set\b|sets\b|construct|comes? from|runs?\b|execut|skip|ignor|filter|truncat|clamp|round|convert|cast|trim|normali|limit|cap[s]?\b|caps\b|capped|times? out|expire|remov|delet|renam|replac|rewrit|overwrit|writ|load|fetch|send|sent|emit|publish|subscrib|propagat|bubbl|swallow|log[s]?\b|logged|wrap|mask|redact|authentic|authoris|authoriz|implement|inherit|overrid|extend|restrict|compar|match|resolv|maps?\b|mapped|wait|block|serialise|synchron|stable|unique|hard-?coded|dead code|(?:is|in) (?:only |just )?(?:test|example|sample|vendored|third-party) code|orders?\b|ordered|null|none\b|empty|zero|negative|positive|expect|(?:is|in|inside|within) an? comment|literal|exists?\b|anchor|impossible|behind\b|has only\b|have only\b|longer than|shorter than|at most|at least|would (?:deadlock|overflow|swallow|leak|lose|corrupt)|built\b|comput|pure\b|shared\b|present\b|assign|unsigned|saturat|los(?:t|es|e)\b|serv(?:es?|ed)\b|owned\b|concatenat)",
    )
    .expect("a constant pattern")
});

/// Words for the parts that code is made of, as they begin.
static PART: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:api|interface|signature|client|consumer|caller|endpoint|route|router|middleware|request|response|header|body|token|session|permission|transaction|query|sql|orm|index|thread|mutex|atomic|async|timeout|length|range|type|linter?\b|tests?\b|build|constraint|column|table|foreign key|schema|config|env|flag|event|listener|callback|promise|closure|constructor|method|function|module|class|struct|enum|trait|field|argument|parameter|variable|value|input|output|branch|loop|exception|error|leak|memory|buffer|stream|socket|deadlock|version|upstream|librar|framework|runtime|browser|template|renderer|float|decimal|integer|string|utf|timezone|timestamp|invariant|template|database|server|user|key|line|file|handler|worker|job|queue|socket|macro|crate|package|dependency|protocol|driver|kernel|shell|regex|compiler|checker|condition|bytes?\b|characters?\b|password|operand|race\b|[uif](?:8|16|32|64|128)\b|guard\b|lists?\b|arrays?\b|borrow)",
    )
    .expect("a constant pattern")
});

/// Words that point at what was asked.
static ASKED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:requirements?\b|criterion|criteria|acceptance|spec\b|specs\b|specification|rfc\b|standard\b|contract\b|done when|user story|documented|documentation|design document|decision record|adr\b|the plan\b)",
    )
    .expect("a constant pattern")
});

/// Tells what was asked for, as its own words have it.
static ASKED_FOR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:requirements?|criteri(?:on|a)|spec|specification|contract|standard|user story|[a-z]{2,}-\d[\w.]*|rfc \d+|task \d[\d.]*)[ ,:]+(?:\w+ ){0,2}(?:says?|said|states?|asks?|demands?|requires?|wants?|reads?|specif(?:y|ies)|mandates?)\b",
    )
    .expect("a constant pattern")
});

/// What stays as it is, at the end of a clause.
static LEFT_SO: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:stays?|remains?)$").expect("a constant pattern"));

/// Nouns that begin like a word that says what code does.
static NAMED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\brequirements?\b").expect("a constant pattern"));

/// Says that what is asked for is not needed. Alone it is an opinion; with what makes it so behind it, it is where a
/// reason begins.
static UNNEEDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:unnecessary|needless|superfluous|redundant)\b").expect("a constant pattern")
});

/// Words that join what is so with what follows from it, or say what another way would come to.
static CAUSE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:because|since|so|hence|therefore|thus|without|otherwise|cannot|can't|would|until|unless)\b|:\s")
        .expect("a constant pattern")
});

/// A line, a task or a section by its number, or a line by how far off it is: it can be looked up.
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:lines?|task|phase|section|criterion|requirement) #?\d+(?:\.\d+)*\b|\b(?:one|two|three|four|five|\d+|a few|the) lines? (?:above|below|before|after|earlier|later|further|up|down)\b")
        .expect("a constant pattern")
});

/// Returns why a reason is refused; nothing where it will do.
pub fn refuse(reason: &str, finding: &Finding) -> Option<String> {
    let grounds = Grounds::of(reason, finding);
    if grounds.will_do() {
        return None;
    }
    let why = if grounds.pleas > 0 {
        "effort, time and opinion are no reason against a finding"
    } else {
        "this states nothing that can be looked up"
    };
    Some(format!(
        "{}: {why}. Say {WANTED}, with the place (such as `src/a.rs:10 returns early before that line`) or the requirement's id; or fix it. Where it is beyond you, send `escalate`",
        finding.id
    ))
}

/// What is left of a reason without its pleading clauses.
#[derive(Debug, Default)]
struct Grounds {
    pleas: usize,
    words: usize,
    /// Words that are no place, name or id of the code.
    plain: usize,
    /// Different places, names and ids of the code.
    references: usize,
    asked: bool,
    facts: usize,
    parts: usize,
    /// Words that the finding's own title does not have: saying it again is no reason.
    own_words: usize,
    /// Says what something comes of, or what would come of the other way.
    cause: bool,
}

impl Grounds {
    fn of(reason: &str, finding: &Finding) -> Grounds {
        let reason = in_one_piece(reason);
        let mut grounds = Grounds::default();
        let mut kept = String::new();
        // Who names nothing of the code speaks of people.
        let named = reason.split_whitespace().any(is_reference);
        for (clause, explained) in clauses(&reason) {
            // What goes out of scope in code is dropped there; it was not put off.
            let lower = clause.trim().to_lowercase().replace("goes out of scope", "is dropped");
            if KIND.replace(&lower, "").trim().is_empty() {
                continue;
            }
            let unneeded = UNNEEDED.is_match(&lower);
            let of_code = if named { BY_NOBODY.replace_all(&lower, " no caller ") } else { (&*lower).into() };
            // That something stays pleads for itself, unless what was asked for says so.
            let of_code = match ASKED_FOR.is_match(&of_code) {
                true => LEFT_SO.replace(&of_code, " ").into_owned().into(),
                false => of_code,
            };
            if PLEA.is_match(&of_code) || (unneeded && !explained) {
                grounds.pleas += 1;
            } else if !unneeded {
                // Of what is unneeded for a reason only the reason counts.
                kept.push_str(DENIAL.replace_all(clause, " ").trim());
                kept.push_str(" , ");
            }
        }
        let title = finding.said.title.to_lowercase();
        let mut references = Vec::new();
        let mut plain = String::new();
        for word in kept.split_whitespace() {
            if is_reference(word) {
                references.push(word.to_lowercase());
            } else {
                plain.push_str(&word.to_lowercase());
            }
            plain.push(' ');
        }
        references.extend(NUMBERED.find_iter(&plain).map(|m| m.as_str().to_owned()));
        references.sort_unstable();
        references.dedup();
        let distinct = |pattern: &Regex, text: &str| {
            let mut found: Vec<&str> = pattern.find_iter(text).map(|m| m.as_str()).collect();
            found.sort_unstable();
            found.dedup();
            found.len()
        };
        grounds.references = references.len();
        grounds.plain = plain.split_whitespace().filter(|w| w.contains(char::is_alphanumeric)).count();
        grounds.asked = ASKED.is_match(&plain) || kept.split_whitespace().any(is_id);
        // The noun points at what was asked, and says nothing of it yet.
        let told = NAMED.replace_all(&plain, " ");
        (grounds.facts, grounds.parts) = (distinct(&FACT, &told), distinct(&PART, &plain));
        let words: Vec<&str> = kept.split(|c: char| !(c.is_alphanumeric() || "'_-".contains(c))).collect();
        let words: Vec<&str> = words.into_iter().filter(|w| !w.is_empty()).collect();
        grounds.words = words.len();
        grounds.cause = CAUSE.is_match(&reason.to_lowercase());
        grounds.own_words = words.iter().filter(|w| !title.contains(&w.to_lowercase())).count();
        grounds
    }

    /// A fact and something to look it up by. Who pleads besides must name the place or the requirement; who
    /// does not may also describe the parts involved.
    fn will_do(&self) -> bool {
        let enough = self.words >= 4 && self.own_words >= 3;
        // Ids count among the references: "the requirement" alone names none.
        let anchored = (self.references > 0 || (self.asked && self.pleas == 0)) && self.facts > 0;
        // In another language the facts are not recognised; two places that can be looked up are enough, with something
        // said of them.
        let by_places = self.references >= 2 && self.words >= 5 && self.plain >= 3;
        let described = self.facts >= 1 && self.parts >= 1 && self.facts + self.parts >= 4;
        // Facts come in more words than any list has: who pleads nothing, names a place and the part or requirement that
        // it is about, and says enough in words of his own is heard.
        let told =
            self.references >= 1 && (self.parts >= 1 || self.asked) && self.words >= 6 && self.own_words >= 4;
        // Prose names no place: two facts about a part or joined by a cause can be looked up, and so can one of each.
        let in_prose = self.words >= 6
            && self.own_words >= 4
            && ((self.facts >= 2 && (self.parts >= 1 || self.cause))
                || (self.facts >= 1 && self.parts >= 1 && self.cause));
        enough && (anchored || (self.pleas == 0 && (by_places || described || told || in_prose)))
    }
}

/// Returns the clauses of a reason, each with whether what makes it so follows: a colon, `because` or `since` behind it.
fn clauses(reason: &str) -> Vec<(&str, bool)> {
    let mut found: Vec<(&str, bool)> = Vec::new();
    let mut from = 0;
    for border in BORDER.find_iter(reason) {
        let clause = &reason[from..border.start()];
        let explains = matches!(border.as_str().trim(), ":" | "because" | "since");
        match found.last_mut() {
            // Of `, since` the second word tells.
            Some(before) if clause.trim().is_empty() => before.1 |= explains,
            Some(_) | None => found.push((clause, explains)),
        }
        from = border.end();
    }
    found.push((&reason[from..], false));
    found
}

/// Returns the text with quoted code as one word each, so that no clause ends within it.
fn in_one_piece(text: &str) -> String {
    let text = text.replace(['\u{2019}', '\u{2018}'], "'");
    let quoted = |part: &str| -> String {
        let word = |c: char| if c.is_alphanumeric() || "():.".contains(c) { c } else { '_' };
        format!("`{}`", part.chars().map(word).collect::<String>())
    };
    let parts = text.split('`').enumerate();
    parts.map(|(n, part)| if n % 2 == 1 { quoted(part) } else { part.to_owned() }).collect()
}

/// A path, a line, a quoted or compound identifier, a call.
fn is_reference(word: &str) -> bool {
    if word.contains('`') {
        return word.chars().filter(|c| c.is_alphanumeric()).count() >= 2;
    }
    if word.contains("()") || word.contains("::") || is_id(word) || is_call(word) {
        return true;
    }
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != '/');
    let path = word.contains('/')
        && word.len() > 3
        && word.chars().any(|c| c.is_ascii_alphabetic())
        && !is_alternative(word);
    let file = word.rsplit_once('.').is_some_and(|(stem, ext)| {
        let ext = ext.split(':').next().unwrap_or(ext);
        (stem.len() > 1 || word.contains(':'))
            && (1..=5).contains(&ext.len())
            && ext.chars().all(|c| c.is_ascii_alphanumeric())
            && ext.chars().any(|c| c.is_ascii_alphabetic())
    });
    let snake = word.contains('_') && word.chars().filter(|c| c.is_ascii_alphabetic()).count() > 2;
    let camel = word.chars().skip(1).any(|c| c.is_ascii_uppercase())
        && word.chars().any(|c| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric());
    path || file || snake || camel
}

/// `f(1)`, `login(user,`: a name with what it is called with. `file(s)` is a plural.
fn is_call(word: &str) -> bool {
    let Some((name, given)) = word.split_once('(') else { return false };
    let given = given.trim_end_matches(|c: char| ")],.;:".contains(c));
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.".contains(c));
    named && !given.is_empty() && !["s", "es", "ies", "n", "en", "r", "e"].contains(&given)
}

/// `and/or`, `n/a`: words with a slash that are no path.
fn is_alternative(word: &str) -> bool {
    word.split('/').count() == 2
        && word.split('/').all(|w| !w.is_empty() && w.chars().all(char::is_alphabetic))
        && word.len() < 12
}

/// An id such as `AUTH-01` or `FR-3.2`.
fn is_id(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.split_once('-').is_some_and(|(letters, digits)| {
        letters.len() >= 2
            && letters.chars().all(|c| c.is_ascii_uppercase())
            && digits.starts_with(|c: char| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests;
