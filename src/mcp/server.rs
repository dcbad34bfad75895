//! The server as the SDK sees it: who it is, which tools, resources and prompts it has, and how a call finds its door.
//!
//! It keeps no state of its own: a loop is known by its id, never by a connection, so one process may serve
//! a main agent and all its subagents at once, in either lifecycle.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::ErrorData;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, Implementation, JsonObject,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use tracing::Instrument;

use super::ask::{self, Means};
use super::door::Door;
use super::follow::Following;
use super::log::Level;
use super::watch::Watch;
use super::{completion, prompts, reply, resources, tools};
use crate::app::App;
use crate::app::dialogue::Asked;
use crate::error::Error;

/// What every session is told once. Under 120 words.
const INSTRUCTIONS: &str = "\
Countersign keeps the review loop: it counts passes, reads verdicts, checks fixes against git and decides the \
next step. You write code and opinions; it does the bookkeeping. Every answer carries `next`: do its `action` \
as the `who` it names, then make its `call` as given, adding the arguments in `fill`. Start a \
review with review_task and give the brief to a separate reviewer, who answers with record_findings and the \
countersign of the brief; where the host lacks the agent `next` names, use countersign-reviewer. Fixers \
answer with respond_findings. After a restart or compaction call loop_status. Repeat a call that ended in \"Connection \
closed\". When the action is ask_user, call decide: it asks the human; never choose for them.";

/// The MCP server over one application.
#[derive(Debug, Clone)]
pub(super) struct Server {
    app: Arc<App>,
    doors: Arc<[Arc<Door>]>,
    watch: Arc<Watch>,
    level: Arc<Level>,
}

impl Server {
    /// Returns a server over an application. Schemas are made here, once.
    pub(super) fn new(app: Arc<App>) -> Self {
        let watch = Arc::new(Watch::new(Arc::clone(&app)));
        Self { app, doors: tools::all().into_iter().map(Arc::new).collect(), watch, level: Arc::default() }
    }

    /// Returns the door of a tool.
    fn door(&self, name: &str) -> Option<Arc<Door>> {
        self.doors.iter().find(|d| d.tool().name == name).cloned()
    }

    /// Returns the refusal of a tool that does not exist, with those that do.
    fn unknown_tool(&self, name: &str) -> ErrorData {
        let names: Vec<&str> = self.doors.iter().map(|d| d.tool().name.as_ref()).collect();
        let name: String = name.chars().take(80).collect();
        ErrorData::invalid_params(
            format!("there is no tool {name:?}; the tools are {}", names.join(", ")),
            None,
        )
    }
}

impl Server {
    /// Runs a call; a tool that may ask the human does so first, where the client can.
    async fn run(
        &self,
        door: Arc<Door>,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let follower = Arc::new(Following::new(&context));
        let call = Arc::new(self.app.of_call(host_call(&context)).followed_by(follower));
        let tool = request.name.to_string();
        let arguments = Arc::new(request.arguments.unwrap_or_default());
        let means = ask::means(&context).filter(|_| door.asks());
        let said = ask::answered(request.input_responses.as_ref()).filter(|_| door.asks());
        let mut came = match (said, means) {
            (Some(said), _) => {
                let seal = request.request_state.unwrap_or_default();
                let work = move |app: &App, door: &Door, arguments: &JsonObject| {
                    once_more(|| door.answer(app, arguments, &seal, &said))
                };
                blocking(&context, &call, &door, &arguments, work).await?
            }
            (None, Some(_)) => {
                blocking(&context, &call, &door, &arguments, |app, door, arguments| {
                    once_more(|| door.question(app, arguments))
                })
                .await?
            }
            (None, None) => {
                blocking(&context, &call, &door, &arguments, |app, door, arguments| {
                    once_more(|| door.call(app, arguments).map(Asked::Answer))
                })
                .await?
            }
        };
        loop {
            let dialogue = match came {
                Ok(Asked::Answer(value)) => return reply::reply(&tool, Ok(value)),
                Ok(Asked::Ask(dialogue)) => dialogue,
                Err(error) => return reply::reply(&tool, Err(error)),
            };
            came = match means {
                Some(Means::Result) => return Ok(ask::input_required(&dialogue)),
                Some(Means::Request) => {
                    // No thread waits with the person.
                    let said = ask::ask(&context, &dialogue).await;
                    let work = move |app: &App, door: &Door, arguments: &JsonObject| {
                        once_more(|| door.answer(app, arguments, &dialogue.seal, &said))
                    };
                    blocking(&context, &call, &door, &arguments, work).await?
                }
                // It answered one question and can be asked no other.
                None => {
                    blocking(&context, &call, &door, &arguments, |app, door, arguments| {
                        once_more(|| door.call(app, arguments).map(Asked::Answer))
                    })
                    .await?
                }
            };
        }
    }
}

/// How long a call may have taken that is made anew: its caller waits for all of it.
const SOON: Duration = Duration::from_secs(3);

/// Makes a call anew where what was in its way is over, as when the store's file got another's place meanwhile. A call that is
/// made twice is no second act.
fn once_more<T>(call: impl Fn() -> Result<T, Error>) -> Result<T, Error> {
    const TIMES: usize = 4;
    let began = Instant::now();
    for _ in 1..TIMES {
        match call() {
            Err(error) if error.is_passing && began.elapsed() < SOON => {}
            done => return done,
        }
    }
    call()
}

/// What a cancelled call is told: it may have been writing at that moment.
const CANCELLED: &str = "the call was cancelled. What it had recorded by then stays; the same call, sent again, gives its result and records nothing twice";

/// Returns the host's own name of a call, by which its hooks attest the agent that makes it. Only Claude Code gives one.
fn host_call(context: &RequestContext<RoleServer>) -> Option<String> {
    context.meta.get("claudecode/toolUseId")?.as_str().map(str::to_owned)
}

/// Runs a tool's work on a thread that may block; its panic goes on in the caller. Of a call that is cancelled meanwhile
/// nobody waits any more; the thread sees it too and writes nothing from then on.
async fn blocking<T: Send + 'static>(
    context: &RequestContext<RoleServer>,
    app: &Arc<App>,
    door: &Arc<Door>,
    arguments: &Arc<JsonObject>,
    work: impl FnOnce(&App, &Door, &JsonObject) -> T + Send + 'static,
) -> Result<T, ErrorData> {
    let (app, door, arguments) = (Arc::clone(app), Arc::clone(door), Arc::clone(arguments));
    let span = tracing::Span::current();
    let run = move || {
        span.in_scope(|| {
            panic_on_request(&door.tool().name);
            work(&app, &door, &arguments)
        })
    };
    let done = tokio::select! {
        done = tokio::task::spawn_blocking(run) => done,
        () = context.ct.cancelled() => {
            return Err(ErrorData::internal_error(CANCELLED, None));
        }
    };
    match done {
        Ok(result) => Ok(result),
        Err(join) if join.is_panic() => std::panic::resume_unwind(join.into_panic()),
        Err(_) => Err(shutting_down()),
    }
}

/// Reads on a thread that may block; a panic there is answered as an error, since the SDK would answer nothing.
async fn on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ErrorData> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => Ok(result),
        Err(join) if join.is_panic() => Err(ErrorData::internal_error(
            "reading failed inside the server; this is a fault of countersign",
            None,
        )),
        Err(_) => Err(shutting_down()),
    }
}

fn shutting_down() -> ErrorData {
    ErrorData::internal_error("the server is shutting down", None)
}

/// Returns the tools as listed, sorted by name as the SDK's own routers do.
pub(super) fn listed(doors: &[Door]) -> Vec<Tool> {
    let mut tools: Vec<Tool> = doors.iter().map(|d| d.tool().clone()).collect();
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    tools
}

#[allow(deprecated, reason = "what the revision with a handshake has and the later one has not")]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_tools()
                .enable_resources()
                .enable_resources_subscribe()
                .enable_resources_list_changed()
                .enable_prompts()
                .enable_completions()
                .enable_logging()
                .build(),
        )
        .with_server_info(
            Implementation::new("countersign", env!("CARGO_PKG_VERSION")).with_title("Countersign"),
        )
        .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut tools: Vec<Tool> = self.doors.iter().map(|d| d.tool().clone()).collect();
        tools.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(ListToolsResult::with_all_items(tools))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.door(name).map(|d| d.tool().clone())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let app = Arc::clone(&self.app);
        let cursor = request.and_then(|request| request.cursor);
        on_thread(move || resources::list(&app, cursor.as_deref())).await?
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let app = Arc::clone(&self.app);
        on_thread(move || resources::read(&app, &request.uri)).await?.map(Into::into)
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(prompts::list())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(request).map(Into::into)
    }

    /// Runs a tool on a thread that may block, inside the panic guard and one span.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(door) = self.door(&request.name) else {
            return Err(self.unknown_tool(&request.name));
        };
        let span = tracing::info_span!("call", tool = %request.name, id = %context.id);
        let tool = request.name.clone();
        let listener = self.level.of_call(&context);
        let work = self.run(door, request, context).instrument(span.clone());
        let answer = reply::guard(&tool, work).instrument(span).await;
        self.watch.stir();
        listener.tell(&tool, &answer).await;
        answer
    }

    async fn set_level(
        &self,
        request: rmcp::model::SetLevelRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.level.set(request.level);
        Ok(())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let app = Arc::clone(&self.app);
        on_thread(move || completion::complete(&app, &request)).await?
    }

    /// Takes what can change: hosts of the stateless lifecycle open a subscription at once, whatever for, and an
    /// error there looks like a broken server.
    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(self.watch.accepts(requested))
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        self.watch.listen(&subscription).await;
        Ok(())
    }

    /// From here on the client of a handshake may be told of changes.
    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        tokio::spawn(Arc::clone(&self.watch).follow(context.peer));
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let watch = Arc::clone(&self.watch);
        on_thread(move || watch.subscribe(request.uri)).await?
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.watch.unsubscribe(&request.uri);
        Ok(())
    }

    /// Answers what the SDK could not read as a request it knows: an unknown method, or a known one whose
    /// parameters do not fit, which it would otherwise call unknown.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let params = request.params.unwrap_or_default();
        let why = match request.method.as_str() {
            "tools/call" => {
                serde_json::from_value::<CallToolRequestParams>(params).err().map(|e| e.to_string())
            }
            "initialize"
            | "server/discover"
            | "tools/list"
            | "resources/list"
            | "resources/templates/list"
            | "resources/read"
            | "resources/subscribe"
            | "resources/unsubscribe"
            | "completion/complete"
            | "logging/setLevel"
            | "prompts/list"
            | "prompts/get"
            | "ping"
            | "subscriptions/listen" => Some("they have another shape in the protocol".to_owned()),
            _ => None,
        };
        let method: String = request.method.chars().take(80).collect();
        Err(match why {
            Some(why) => {
                ErrorData::invalid_params(format!("the parameters of {method} do not fit: {why}"), None)
            }
            None => {
                ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method {method:?}"), None)
            }
        })
    }
}

/// Panics in the tool named by `COUNTERSIGN_TEST_PANIC`, so that a test can see the real server survive it.
///
/// A release binary does not contain this: nobody can make a shipped server panic by its environment. A
/// variable rather than a hidden tool, because the tool list is a contract that never varies.
#[cfg(debug_assertions)]
#[allow(clippy::panic)]
fn panic_on_request(tool: &str) {
    if std::env::var("COUNTERSIGN_TEST_PANIC").is_ok_and(|wanted| wanted == tool) {
        panic!("asked to panic in {tool}");
    }
}

#[cfg(not(debug_assertions))]
fn panic_on_request(_tool: &str) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_short() {
        let words = INSTRUCTIONS.split_whitespace().count();
        assert!(words < 120, "{words} words");
        assert!(INSTRUCTIONS.len() < 2048, "{} bytes", INSTRUCTIONS.len());
    }

    #[test]
    fn every_tool_is_listed_once_in_stable_order() {
        let names: Vec<String> = listed(&tools::all()).iter().map(|t| t.name.to_string()).collect();
        let mut sorted = names.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(names, sorted);
    }
}
