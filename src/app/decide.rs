//! `decide`: a choice that is not the loop's to make.
//!
//! A choice passed as an argument is a model's word and counts as claimed; one from the client's own dialogue
//! or a terminal is attested (SPEC 6.10).

use std::cell::Cell;

use serde_json::json;

use crate::domain::agents::chooser::{names_a_role, names_an_agent};
use crate::domain::attested::Attested;
use crate::domain::envelope::one_line;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::protocol::{Choice, Effect};
use crate::domain::review_loop::admit::waits_for;
use crate::domain::review_loop::options::{in_person, in_person_words, words};
use crate::domain::review_loop::state::ATTESTED;
use crate::domain::review_loop::{Event, LoopState, Refusal, Standing, course};
use crate::error::{Error, ErrorKind};
use crate::io::settings::user;
use crate::io::store::Store;

use super::answers::DecideAnswer;
use super::dialogue::{self, Asked, Dialogue, Fields, Offer, Said};
use super::loops::{self, Loaded};
use super::refusals::of_loop;
use super::requests::Decide;
use super::workspace::Workspace;
use super::{next, placeholders, reports};

/// A choice as it is to be recorded.
struct Chosen<'a> {
    turn: u64,
    choice: &'a str,
    reason: &'a str,
    decided_by: &'a str,
    standing: &'static str,
}

/// Passed on by a model.
const CLAIMED: &str = "claimed";

/// Records a choice given as an argument; without one, gives the question for the host to ask.
pub(super) fn decide(ws: &Workspace<'_>, request: &Decide) -> Result<DecideAnswer, Error> {
    match &request.choice {
        Some(choice) => given(ws, request, choice, CLAIMED),
        None => Ok(match current(&ws.store()?, ws, request)? {
            Current::Waits(loaded) => unchanged(ws, &loaded.state, None),
            Current::Decided(answer) | Current::NotDue(answer) => *answer,
        }),
    }
}

/// Records a choice made at a terminal; `attested` where a person sits at it.
pub(super) fn at_terminal(
    ws: &Workspace<'_>,
    request: &Decide,
    attested: bool,
) -> Result<DecideAnswer, Error> {
    let Some(choice) = &request.choice else { return Err(Error::invalid("choice", "is missing")) };
    given(ws, request, choice, if attested { ATTESTED } else { CLAIMED })
}

fn given(
    ws: &Workspace<'_>,
    request: &Decide,
    choice: &str,
    standing: &'static str,
) -> Result<DecideAnswer, Error> {
    let needed = [("reason", &request.reason), ("decided_by", &request.decided_by)];
    let missing: Vec<&str> = needed.into_iter().filter(|(_, t)| t.is_none()).map(|(name, _)| name).collect();
    let mut store = ws.store()?;
    let loaded = loops::load(&store, &request.loop_id)?;
    let text = |field: &str, text: &Option<String>| match text {
        Some(text) => placeholders::refuse(field, text).map(|()| text.clone()),
        None => {
            let error = Error::invalid(field, "is missing; a choice needs it").fill(&missing);
            // Only what is the human's is asked of the human where `choice` is left out.
            Err(if question(ws, &loaded.state).who == Who::Human {
                error.hint(
                    "Give the chooser's own words and name, or leave `choice` out and the human is asked",
                )
            } else {
                error.hint("Give the words and the name of the one whom `next.who` names")
            })
        }
    };
    let reason = text("reason", &request.reason)?;
    let decided_by = text("decided_by", &request.decided_by)?;
    let turn = request.turn;
    // A used turn writes nothing: the same call gets what came of it, whoever is to choose by now (SPEC 6.3).
    if !is_used(&loaded.state, turn) {
        refuse_agents(ws, &loaded.state, &decided_by)?;
        if standing == CLAIMED {
            refuse_subagents(ws, &store, &loaded.state)?;
            refuse_claims(ws, &loaded.state, choice)?;
        }
    }
    record(
        ws,
        &mut store,
        loaded,
        &Chosen { turn, choice, reason: &reason, decided_by: &decided_by, standing },
    )
}

/// Tells whether a choice, a test run or the like used a turn already.
fn is_used(state: &LoopState, turn: u64) -> bool {
    state.used_turns.iter().any(|used| used.turn == turn && used.responses.is_empty())
}

/// Refuses an agent's name where a human is to choose (SPEC 6.10): what stands there must at least claim a person.
fn refuse_agents(ws: &Workspace<'_>, state: &LoopState, decided_by: &str) -> Result<(), Error> {
    let agents = &state.protocol.agents;
    let roles = [&agents.reviewer, &agents.author, &agents.verifier, &agents.tester]
        .into_iter()
        .chain(state.protocol.tiers.iter().flat_map(|t| [&t.agent, &t.name]));
    if question(ws, state).who == Who::Manager {
        return refuse_other_roles(state, roles.map(String::as_str), decided_by);
    }
    let roles = roles.chain(&agents.manager);
    if names_an_agent(decided_by, roles.map(String::as_str)) {
        return Err(Error::refused(format!("{decided_by:?} is no name of a person; this is the user's choice"))
            .at("decided_by")
            .hint("Ask the user and give their name, or leave `choice` out and the server asks them where the client can"));
    }
    Ok(())
}

/// Refuses the name of one who works in the loop where the manager is to choose: he would choose about his own work.
fn refuse_other_roles<'r>(
    state: &LoopState,
    roles: impl Iterator<Item = &'r str>,
    decided_by: &str,
) -> Result<(), Error> {
    let manager = state.protocol.agents.manager.as_deref();
    let is_managers = manager.is_some_and(|manager| names_a_role(decided_by, [manager]));
    if is_managers || !names_a_role(decided_by, roles) {
        return Ok(());
    }
    let whose = manager.map_or_else(|| "the manager".to_owned(), |manager| format!("`{manager}`"));
    Err(Error::refused(format!("{decided_by:?} works in this loop; the choice is the manager's"))
        .at("decided_by")
        .hint(format!("Have {whose} or the user choose and give that name")))
}

/// Refuses a subagent that makes the call itself, where a hook attests it: what is the user's to choose, the user is
/// asked by the agent that speaks with them (SPEC 6.10).
fn refuse_subagents(ws: &Workspace<'_>, store: &Store, state: &LoopState) -> Result<(), Error> {
    let Some(by) = ws.attested(store)?.filter(Attested::is_subagent) else { return Ok(()) };
    let manages = state.protocol.agents.manager.as_deref().is_some_and(|manager| by.is_a(manager));
    if question(ws, state).who == Who::Manager && manages {
        return Ok(());
    }
    let whose = if question(ws, state).who == Who::Manager { "the manager's" } else { "the user's" };
    Err(Error::refused(format!("{} makes this call, and the choice is {whose}", by.in_words()))
        .at("choice")
        .hint("Hand the question back to the agent that started you; it has the choice made and sends it")
        .call("loop_status", json!({ "loop_id": state.id.as_str() })))
}

/// Refuses a choice that only a model vouches for, where the user's own configuration wants better.
fn refuse_claims(ws: &Workspace<'_>, state: &LoopState, choice: &str) -> Result<(), Error> {
    if question(ws, state).who != Who::Human {
        return Ok(());
    }
    let user = ws.user()?;
    let why = if user.decisions == user::Decisions::Attested {
        "the user's configuration takes choices from the user alone (`decisions = \"attested\"`)".to_owned()
    } else if !user.sets_decisions && in_person_only(state).any(|c| c.word == choice) {
        format!(
            "a file of the repository made this question come, or come sooner, so `{choice}`, which lets the work go on with findings open, is taken from the user alone"
        )
    } else {
        return Ok(());
    };
    Err(Error::refused(why)
        .at("choice")
        .hint("Leave `choice` out and the user is asked, where the client can ask; or have the user run `countersign decide LOOP CHOICE --reason R` in a terminal")
        .call("decide", json!({ "loop_id": state.id.as_str(), "turn": state.turn })))
}

/// Returns the choices that a model's word does not make: under rules at which a file of the repository had a hand,
/// those that let the work go on with findings open.
pub(super) fn in_person_only(state: &LoopState) -> impl Iterator<Item = Choice> {
    let all = if state.protocol.endings_attested { in_person(state) } else { Vec::new() };
    all.into_iter().filter(|c| c.effect == Effect::Accept)
}

/// The fields of the form, named as the tool's own arguments.
const FIELDS: Fields =
    Fields { choice: "choice", words: "reason", meaning: "Why, in your own words; it goes into the report" };

/// Records a choice as [`decide`] does; without one, the human is asked where the choice is theirs.
pub(super) fn asking(ws: &Workspace<'_>, request: &Decide) -> Result<Asked<DecideAnswer>, Error> {
    match dialogue(ws, request)? {
        Some(dialogue) => Ok(Asked::Ask(dialogue)),
        None => decide(ws, request).map(Asked::Answer),
    }
}

/// Returns the question to put before the human; nothing where the call needs none, or another is to choose.
fn dialogue(ws: &Workspace<'_>, request: &Decide) -> Result<Option<Dialogue>, Error> {
    if request.choice.is_some() {
        return Ok(None);
    }
    let mut store = ws.store()?;
    let Current::Waits(loaded) = current(&store, ws, request)? else { return Ok(None) };
    let step = question(ws, &loaded.state);
    if step.who != Who::Human {
        return Ok(None);
    }
    let key = dialogue::key(ws, &mut store)?;
    Ok(Some(Dialogue {
        message: message(&loaded.state, &step),
        choices: in_person(&loaded.state)
            .into_iter()
            .map(|choice| Offer { word: choice.word, meaning: choice.meaning })
            .collect(),
        fields: FIELDS,
        seal: dialogue::seal(&key, &request.loop_id, request.turn),
    }))
}

/// Takes in what came of a dialogue; whatever is no choice leaves the step as it was.
pub(super) fn after_dialogue(
    ws: &Workspace<'_>,
    request: &Decide,
    seal: &str,
    said: &Said,
) -> Result<DecideAnswer, Error> {
    let mut store = ws.store()?;
    let key = dialogue::key(ws, &mut store)?;
    dialogue::open(&key, seal, &request.loop_id, request.turn)
        .map_err(|error| asked_anew(ws, &store, request, error))?;
    let loaded = loops::load(&store, &request.loop_id)?;
    let why = match said {
        // The client vouches for its dialogue only where it kept to it. Nobody's word is handed back as the user's.
        Said::Chosen { choice, .. }
            if !is_used(&loaded.state, request.turn)
                && !in_person(&loaded.state).iter().any(|offered| offered.word == *choice) =>
        {
            let error = Error::invalid(
                "choice",
                format!(
                    "the client's dialogue came back with {choice:?}, which is none of the options it showed"
                ),
            )
            .hint("Nothing was recorded; with this call the user is asked again");
            return Err(asked_anew(ws, &store, request, error));
        }
        Said::Chosen { choice, reason } => {
            let reason = reason.as_deref().map(str::trim).filter(|r| !r.is_empty());
            let chosen = Chosen {
                turn: request.turn,
                choice,
                reason: reason.unwrap_or("no reason given in the dialogue"),
                decided_by: "user",
                standing: ATTESTED,
            };
            return record(ws, &mut store, loaded, &chosen);
        }
        Said::Declined => "the user declined to choose".to_owned(),
        Said::Cancelled => "the user closed the question without choosing".to_owned(),
        Said::Unanswered(why) => format!("the client gave no answer ({why})"),
    };
    Ok(unchanged(ws, &loaded.state, Some(&why)))
}

/// Names the call that asks anew: at the loop's present turn, whichever the state that came back was made for.
fn asked_anew(ws: &Workspace<'_>, store: &Store, request: &Decide, error: Error) -> Error {
    let Ok(loaded) = loops::load(store, &request.loop_id) else { return error };
    let state = &loaded.state;
    let mut arguments = json!({ "loop_id": state.id.as_str() });
    if let Some(worktree) = &ws.worktree {
        arguments["worktree"] = json!(worktree);
    }
    if in_person(state).is_empty() {
        return error.call("loop_status", arguments);
    }
    arguments["turn"] = json!(state.turn);
    error.call("decide", arguments)
}

/// What a call without a choice comes to.
enum Current {
    /// Somebody is to choose now.
    Waits(Box<Loaded>),
    /// The turn was used by a choice: the same call again gets what came of it (SPEC 6.3).
    Decided(Box<DecideAnswer>),
    /// The loop waits for something else than a choice.
    NotDue(Box<DecideAnswer>),
}

/// Loads the loop of a call that is to ask: its turn must be the present one, or one that a choice used.
fn current(store: &Store, ws: &Workspace<'_>, request: &Decide) -> Result<Current, Error> {
    let loaded = loops::load(store, &request.loop_id)?;
    let state = &loaded.state;
    let used = state.used_turns.iter().find(|u| u.turn == request.turn && u.responses.is_empty());
    let by_choice = |recorded: u64| {
        let entry = loaded.entries.iter().find(|e| e.turn == recorded);
        entry.is_some_and(|e| matches!(e.event, Event::Decided { .. }))
    };
    if let Some(used) = used.filter(|used| by_choice(used.recorded)) {
        let then = loaded.at_turn(used.recorded).unwrap_or_else(|| state.clone());
        let mut told = answer(&then, next::with_brief(ws, &then));
        if let Some(last) = then.decisions.last() {
            told.next.warnings.push(format!(
                "`{}` was chosen by {} ({}) for this turn already; nothing more was recorded",
                last.choice, last.decided_by, last.standing
            ));
        }
        return Ok(Current::Decided(Box::new(told)));
    }
    if in_person(state).is_empty() {
        let given = String::new();
        return Err(of_loop(state, &Refusal::NoSuchChoice { given, options: Vec::new() }));
    }
    if state.turn != request.turn {
        let refusal = match state.used_turns.iter().find(|u| u.turn == request.turn) {
            Some(used) => Refusal::UsedTurn { given: request.turn, recorded: used.recorded },
            None => Refusal::WrongTurn { given: request.turn, current: state.turn },
        };
        return Err(of_loop(state, &refusal));
    }
    if !asks_or_ended(&state.standing) && !next::wants_attested(ws) {
        return Ok(Current::NotDue(Box::new(not_due(ws, state))));
    }
    Ok(Current::Waits(Box::new(loaded)))
}

/// A loop that goes on by itself has no question: giving it up is possible at any time, and never what comes next.
fn asks_or_ended(standing: &Standing) -> bool {
    match standing {
        Standing::Ask(_) | Standing::Closed(_) => true,
        Standing::Review
        | Standing::Fix
        | Standing::Reexecute
        | Standing::NextReview(_)
        | Standing::Retest
        | Standing::Unreviewed { .. } => false,
    }
}

/// The loop's own next step, with what could be chosen all the same.
fn not_due(ws: &Workspace<'_>, state: &LoopState) -> DecideAnswer {
    let mut step = next::with_brief(ws, state);
    let could: Vec<String> = in_person(state).iter().map(in_words).collect();
    step.warnings.push(format!(
        "nothing waits for a choice: the loop waits for {}, so nobody was asked and nothing was recorded. Where the user wants otherwise, send their `choice` with `reason` and `decided_by`: {}",
        waits_for(&state.standing),
        could.join("; ")
    ));
    DecideAnswer { outcome: None, standing: None, next: step }
}

/// Records a choice; the same one for the same turn gives the same answer again.
fn record(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    chosen: &Chosen<'_>,
) -> Result<DecideAnswer, Error> {
    let content = format!("{}\n{}\n{}", chosen.choice, chosen.reason, chosen.decided_by);
    let digest = blake3::hash(content.as_bytes()).to_hex().to_string();
    let used = loaded.state.used_turns.iter().find(|u| u.turn == chosen.turn && u.responses.is_empty());
    if let Some(used) = used {
        if used.digest != digest {
            let refusal = Refusal::UsedTurn { given: chosen.turn, recorded: used.recorded };
            return Err(told(&loaded, used.recorded, of_loop(&loaded.state, &refusal)));
        }
        let then = loaded.at_turn(used.recorded).unwrap_or_else(|| loaded.state.clone());
        return Ok(answer(&then, next::with_brief(ws, &then)));
    }
    let before = loaded.state.clone();
    let raced = Cell::new(false);
    let after = loops::write(store, ws.clock, loaded, |now| {
        if let Some(used) =
            now.state.used_turns.iter().find(|u| u.turn == chosen.turn && u.responses.is_empty())
        {
            // Another server was faster: the same choice was recorded, or another that stands.
            if used.digest == digest {
                return Ok(None);
            }
            raced.set(true);
            let refusal = Refusal::UsedTurn { given: chosen.turn, recorded: used.recorded };
            return Err(told(now, used.recorded, of_loop(&now.state, &refusal)));
        }
        let course = course::of_choice(&now.state, chosen.choice).ok_or_else(|| {
            let given = chosen.choice.to_owned();
            of_loop(&now.state, &Refusal::NoSuchChoice { given, options: words(&now.state) })
        })?;
        let event = Event::Decided {
            turn: chosen.turn,
            digest: digest.clone(),
            course,
            choice: chosen.choice.to_owned(),
            reason: chosen.reason.to_owned(),
            decided_by: chosen.decided_by.to_owned(),
            standing: chosen.standing.to_owned(),
        };
        Ok(Some((event, Vec::new())))
    })
    .map_err(|error| if raced.get() { error } else { mended(error, &before, chosen) })?;
    let written = reports::write_review(ws, &after.state);
    let mut next = next::with_brief(ws, &after.state);
    next.warnings.extend(written.into_iter().filter_map(|report| Some(report.remark?.message)));
    Ok(answer(&after.state, next))
}

/// Names the choice that would be taken in the place of one with a word or a turn that is not: at the present turn, the
/// rest as sent. A word that is not offered is the chooser's to replace.
fn mended(error: Error, state: &LoopState, chosen: &Chosen<'_>) -> Error {
    let at = error.field.as_deref();
    if !matches!(at, Some("choice" | "turn")) || !matches!(error.kind, ErrorKind::Invalid | ErrorKind::Stale)
    {
        return error;
    }
    let offered = words(state);
    if offered.is_empty() {
        return error;
    }
    let mut arguments = json!({
        "loop_id": state.id.as_str(), "turn": state.turn,
        "reason": chosen.reason, "decided_by": chosen.decided_by,
    });
    if offered.iter().any(|word| word == chosen.choice) {
        arguments["choice"] = json!(chosen.choice);
        return error.call("decide", arguments);
    }
    if !asks_or_ended(&state.standing) {
        // Its own next step leads on; what could be chosen all the same only gives it up.
        return error;
    }
    arguments["choice"] = json!("<your choice>");
    error.hint("Put the word where `<…>` stands").call("decide", arguments)
}

/// Says what was chosen at a turn that is used, where a choice used it.
fn told(loaded: &Loaded, recorded: u64, error: Error) -> Error {
    match loaded.entries.iter().find(|e| e.turn == recorded).map(|e| &e.event) {
        Some(Event::Decided { choice, decided_by, standing, .. }) => {
            error.hint(format!("On record is `{choice}` by {decided_by} ({standing})"))
        }
        Some(_) | None => error,
    }
}

fn answer(state: &LoopState, next: NextStep) -> DecideAnswer {
    DecideAnswer {
        outcome: state.outcome().map(|o| o.as_str().to_owned()),
        standing: state.decisions.last().map(|d| d.standing.clone()),
        next,
    }
}

/// The loop as it was, with the question for the host, and why nothing came of asking.
fn unchanged(ws: &Workspace<'_>, state: &LoopState, why: Option<&str>) -> DecideAnswer {
    if state.outcome().is_some() && words(state).is_empty() {
        // What may still be chosen is taken from the user in person, and its warning says how; a call could not send it.
        let mut next = next::of(ws, state);
        let told = why.unwrap_or("this client cannot be made to ask");
        next.warnings.push(format!("{told}; nothing was recorded"));
        return DecideAnswer {
            outcome: state.outcome().map(|o| o.as_str().to_owned()),
            standing: None,
            next,
        };
    }
    let mut next = question(ws, state);
    next.warnings.push(match why {
        Some(why) => format!("{why}; nothing was recorded, and the question stays open"),
        None if next.who != Who::Human => {
            "this choice is not the human's, so nobody was asked and nothing was recorded; let the one `who` names choose"
                .to_owned()
        }
        None => "this client cannot be made to ask, so nothing was recorded; ask the one `who` names and send their choice"
            .to_owned(),
    });
    DecideAnswer { outcome: state.outcome().map(|o| o.as_str().to_owned()), standing: None, next }
}

/// Returns the step that asks: the loop's own where it waits for a choice, else one made of what may be chosen all the same.
fn question(ws: &Workspace<'_>, state: &LoopState) -> NextStep {
    let step = next::of(ws, state);
    if step.action == Action::AskUser {
        return step;
    }
    let call = Call::new("decide", [("loop_id", json!(state.id.as_str())), ("turn", json!(state.turn))]);
    let why = "this is the user's choice, not an agent's";
    let mut ask = NextStep::new(Action::AskUser, Who::Human, why, call, &["choice", "reason", "decided_by"]);
    let listed: Vec<String> = in_person(state).iter().map(in_words).collect();
    let stands = match state.outcome() {
        Some(outcome) => format!("ended {}", outcome.as_str()),
        None => format!("waits for {}", waits_for(&state.standing)),
    };
    ask.turn = Some(state.turn);
    ask.tier = Some("user".to_owned());
    ask.question = Some(format!("{} {stands}. {}.", state.subject.label(), listed.join("; ")));
    ask.options = words(state);
    ask.warnings.extend(in_person_words(state));
    ws.here(&mut ask);
    ask
}

fn in_words(choice: &Choice) -> String {
    format!("`{}`: {}", choice.word, choice.meaning)
}

/// What the human reads: the question, and the findings it is about, quoted so that nothing in them looks like ours.
fn message(state: &LoopState, step: &NextStep) -> String {
    const FINDINGS: usize = 5;
    const TITLE: usize = 160;
    let mut text = step.question.clone().unwrap_or_else(|| step.why.clone());
    let blocking: Vec<&crate::domain::next_step::FindingRow> =
        step.findings.iter().filter(|f| f.blocking).collect();
    for row in blocking.iter().take(FINDINGS) {
        let title = |text: &str| one_line(text).chars().take(TITLE).collect::<String>();
        let now = row.now.as_deref().map(|n| format!(", now \"{}\"", title(n))).unwrap_or_default();
        let title = title(&row.title);
        let place =
            row.place.as_ref().map(|p| format!(" ({})", one_line(&p.to_string()))).unwrap_or_default();
        // As the system calls it: where no finding has the id, its severity's word is all there is.
        let called = state.finding(&row.id).map_or_else(
            || state.protocol.word(row.severity),
            |finding| state.protocol.word_of(&finding.said),
        );
        text.push_str(&format!("\n- {} {called}: \"{title}\"{now}{place}", row.id));
    }
    if blocking.len() > FINDINGS {
        text.push_str(&format!("\n- and {} more", blocking.len() - FINDINGS));
    }
    text.push_str(&format!("\nLoop {}, {} protocol.", state.id, state.protocol.name));
    text
}
