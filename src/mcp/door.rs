//! One tool as the server holds it: what hosts see of it, and the function behind it.
//!
//! A door joins a request struct, an answer struct and a use case of `app`; it decides nothing itself.

use std::fmt;
use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{arguments, schema};
use crate::app::App;
use crate::app::dialogue::{Asked, Said};
use crate::error::Error;

/// What a tool says of itself.
pub(crate) struct Card {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Its first sentence says when to call it; under 2 KB.
    pub(crate) description: &'static str,
    pub(crate) read_only: bool,
}

type Run = Box<dyn Fn(&App, JsonObject) -> Result<Value, Error> + Send + Sync>;

type Open = Box<dyn Fn(&App, JsonObject) -> Result<Asked<Value>, Error> + Send + Sync>;
type Close = Box<dyn Fn(&App, JsonObject, &str, &Said) -> Result<Asked<Value>, Error> + Send + Sync>;

/// Takes what came of asking, with the seal of the question, as far as the next question.
type Closing<P, A> = fn(&App, &P, &str, &Said) -> Result<Asked<A>, Error>;

/// The two halves of asking the human: a call that may come to a question, and what follows from what was said.
struct Asking {
    open: Open,
    close: Close,
}

/// A tool: its listing, the full schema its arguments are held against, and its use case.
pub(crate) struct Door {
    tool: Tool,
    accepts: JsonObject,
    run: Run,
    asking: Option<Asking>,
}

/// Reads admitted arguments as a request.
fn read<P: DeserializeOwned>(arguments: JsonObject) -> Result<P, Error> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|e| Error::invalid("arguments", format!("cannot be read: {e}")))
}

/// Writes an answer as JSON.
fn write<A: Serialize>(answer: A) -> Result<Value, Error> {
    serde_json::to_value(answer).map_err(|e| Error::internal(format!("the answer is no JSON: {e}")))
}

fn asked<A: Serialize>(asked: Asked<A>) -> Result<Asked<Value>, Error> {
    Ok(match asked {
        Asked::Answer(answer) => Asked::Answer(write(answer)?),
        Asked::Ask(dialogue) => Asked::Ask(dialogue),
    })
}

impl Door {
    /// Joins a card with a use case; both schemas come from the types.
    ///
    /// Every tool may be repeated without harm (SPEC 6.3), destroys nothing and reaches no outside world.
    pub(crate) fn new<P, A>(card: &Card, run: fn(&App, &P) -> Result<A, Error>) -> Self
    where
        P: DeserializeOwned + JsonSchema + 'static,
        A: Serialize + JsonSchema + 'static,
    {
        let accepts = schema::input::<P>();
        let annotations = ToolAnnotations::new()
            .read_only(card.read_only)
            .destructive(false)
            .idempotent(true)
            .open_world(false);
        let tool = Tool::new(card.name, card.description, schema::served(&accepts))
            .with_title(card.title)
            .with_annotations(annotations)
            .with_raw_output_schema(Arc::new(schema::output::<A>()));
        let run: Run = Box::new(move |app, arguments| write(run(app, &read::<P>(arguments)?)?));
        Self { tool, accepts, run, asking: None }
    }

    /// Lets the tool ask the human through the client: `open` runs the use case as far as the first question, `close`
    /// takes what came of it, as far as the next.
    pub(crate) fn asking<P, A>(
        mut self,
        open: fn(&App, &P) -> Result<Asked<A>, Error>,
        close: Closing<P, A>,
    ) -> Self
    where
        P: DeserializeOwned + 'static,
        A: Serialize + 'static,
    {
        self.asking = Some(Asking {
            open: Box::new(move |app, arguments| asked(open(app, &read::<P>(arguments)?)?)),
            close: Box::new(move |app, arguments, seal, said| {
                asked(close(app, &read::<P>(arguments)?, seal, said)?)
            }),
        });
        self
    }

    /// Tells whether the tool ever asks the human.
    pub(crate) fn asks(&self) -> bool {
        self.asking.is_some()
    }

    /// Runs the use case for a client that can ask the human. Blocks.
    pub(crate) fn question(&self, app: &App, arguments: &JsonObject) -> Result<Asked<Value>, Error> {
        let Some(asking) = &self.asking else { return self.call(app, arguments).map(Asked::Answer) };
        self.led_on(arguments, |admitted| (asking.open)(app, admitted))
    }

    /// Goes on with what came of asking. Blocks.
    pub(crate) fn answer(
        &self,
        app: &App,
        arguments: &JsonObject,
        seal: &str,
        said: &Said,
    ) -> Result<Asked<Value>, Error> {
        let Some(asking) = &self.asking else { return self.call(app, arguments).map(Asked::Answer) };
        self.led_on(arguments, |admitted| (asking.close)(app, admitted, seal, said))
    }

    /// Returns the tool as listed.
    pub(crate) fn tool(&self) -> &Tool {
        &self.tool
    }

    /// Holds the arguments against the schema and runs the use case. Blocks.
    pub(crate) fn call(&self, app: &App, arguments: &JsonObject) -> Result<Value, Error> {
        self.led_on(arguments, |admitted| (self.run)(app, admitted))
    }

    /// Runs a use case on arguments that fit; a refusal that names no call is given one (SPEC 13.5).
    fn led_on<T>(
        &self,
        arguments: &JsonObject,
        run: impl FnOnce(JsonObject) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let admitted = arguments::admit(&self.tool.name, &self.accepts, arguments)?;
        run(admitted).map_err(|error| arguments::lead_on(error, &self.tool.name, &self.accepts, arguments))
    }
}

impl fmt::Debug for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Door").field("tool", &self.tool.name).finish_non_exhaustive()
    }
}
