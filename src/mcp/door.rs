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

/// A tool: its listing, the full schema its arguments are held against, and its use case.
pub(crate) struct Door {
    tool: Tool,
    accepts: JsonObject,
    run: Run,
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
        let run: Run = Box::new(move |app, arguments| {
            let request = serde_json::from_value(Value::Object(arguments))
                .map_err(|e| Error::invalid("arguments", format!("cannot be read: {e}")))?;
            let request: P = request;
            let answer = run(app, &request)?;
            serde_json::to_value(answer).map_err(|e| Error::internal(format!("the answer is no JSON: {e}")))
        });
        Self { tool, accepts, run }
    }

    /// Returns the tool as listed.
    pub(crate) fn tool(&self) -> &Tool {
        &self.tool
    }

    /// Holds the arguments against the schema and runs the use case. Blocks.
    pub(crate) fn call(&self, app: &App, arguments: &JsonObject) -> Result<Value, Error> {
        let arguments = arguments::admit(&self.tool.name, &self.accepts, arguments)?;
        (self.run)(app, arguments)
    }
}

impl fmt::Debug for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Door").field("tool", &self.tool.name).finish_non_exhaustive()
    }
}
