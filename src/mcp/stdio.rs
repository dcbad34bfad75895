//! The transport: standard input and output, with the frame guard in between and a book of requests in flight.
//!
//! One thread reads, one writes; both block, so that the runtime never does. Descriptor 1 is taken away
//! from the rest of the process: what a library prints by mistake lands on standard error. The SDK's own
//! transport is not used, because it drops broken lines, ends over a notification that comes too early, and
//! loses the first answer when an id is used twice.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, GetMeta, JsonRpcMessage, ProtocolVersion,
    RequestId, ServerJsonRpcMessage, ServerResult, SubscriptionsListenResult,
};
use rmcp::service::RoleServer;
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::frames::{self, Frame, INVALID_REQUEST, LINE_BYTES, METHOD_NOT_FOUND, Refusal, Sorted};

/// Lines read ahead of the server: few, since each may be long.
const READ_AHEAD: usize = 4;
/// Answers waiting for the client to read them.
const UNREAD: usize = 256;
/// How long calls still running may take to answer once the input has closed.
const GRACE: Duration = Duration::from_millis(1000);

/// The thread that writes, to be awaited at the end.
#[derive(Debug)]
pub(super) struct Writer {
    done: std::sync::mpsc::Receiver<()>,
}

impl Writer {
    /// Waits until everything sent is written, or the client has stopped reading for `patience`.
    pub(super) fn finish(self, patience: Duration) {
        // An error means the thread has ended, which is what is waited for.
        let _ = self.done.recv_timeout(patience);
    }
}

/// The transport between the standard streams and the SDK.
#[derive(Debug)]
pub(super) struct Stdio {
    frames: mpsc::Receiver<Frame>,
    /// Gone once the transport is closed.
    out: Option<mpsc::Sender<Vec<u8>>>,
    /// Refusals not yet handed over; kept here because `receive` may be dropped at any await.
    refusals: VecDeque<Vec<u8>>,
    flight: Arc<Flight>,
    /// A lifecycle has begun, so that notifications mean something.
    opened: bool,
    /// The client speaks a revision in which an error without an id does not exist.
    quiet: bool,
    /// When the input closed.
    closed: Option<Instant>,
    stop: CancellationToken,
}

/// Takes the standard streams and starts the two threads. `reading` is let go of when the input has ended.
pub(super) fn open(stop: CancellationToken, reading: Arc<()>) -> io::Result<(Stdio, Writer)> {
    let (input, output) = take_streams()?;
    let (lines, frames) = mpsc::channel(READ_AHEAD);
    let (out, answers) = mpsc::channel(UNREAD);
    let (told, done) = std::sync::mpsc::channel();
    std::thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        read(input, &lines);
        drop(reading);
    })?;
    let writer_stop = stop.clone();
    std::thread::Builder::new().name("stdout".to_owned()).spawn(move || {
        write(output, answers, &writer_stop);
        drop(told);
    })?;
    Ok((Stdio::new(frames, out, stop), Writer { done }))
}

/// Takes descriptors 0 and 1 for the protocol alone; 1 then leads to standard error.
#[cfg(unix)]
fn take_streams() -> io::Result<(File, File)> {
    use std::os::fd::AsFd;
    let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdout(io::stderr().as_fd())?;
    Ok((input, output))
}

/// Takes handles of the standard streams; elsewhere they cannot be redirected safely.
#[cfg(windows)]
fn take_streams() -> io::Result<(File, File)> {
    use std::os::windows::io::AsHandle;
    let input = File::from(io::stdin().as_handle().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_handle().try_clone_to_owned()?);
    Ok((input, output))
}

/// Reads frames until the input ends or nobody wants them.
fn read(input: File, lines: &mpsc::Sender<Frame>) {
    let mut input = BufReader::with_capacity(64 * 1024, input);
    loop {
        match frames::read_frame(&mut input, LINE_BYTES) {
            Ok(Some(frame)) => {
                if lines.blocking_send(frame).is_err() {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => {
                tracing::error!(%error, "standard input cannot be read");
                return;
            }
        }
    }
}

/// Writes lines until the transport is closed or the client stops reading.
fn write(mut output: File, mut answers: mpsc::Receiver<Vec<u8>>, stop: &CancellationToken) {
    while let Some(line) = answers.blocking_recv() {
        if let Err(error) = output.write_all(&line) {
            tracing::warn!(%error, "the client no longer reads");
            stop.cancel();
            return;
        }
    }
}

/// Returns the method of a request that names the stateless revision and asks for what that has not: the SDK answers
/// some of these before a session has begun.
fn removed(request: &ClientRequest) -> Option<String> {
    const METHODS: [&str; 5] =
        ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];
    let version = request.get_meta().protocol_version()?;
    let is_later = version.as_str() >= ProtocolVersion::V_2026_07_28.as_str();
    (is_later && METHODS.contains(&request.method())).then(|| request.method().to_owned())
}

impl Stdio {
    fn new(frames: mpsc::Receiver<Frame>, out: mpsc::Sender<Vec<u8>>, stop: CancellationToken) -> Self {
        Self {
            frames,
            out: Some(out),
            refusals: VecDeque::new(),
            flight: Arc::default(),
            opened: false,
            quiet: false,
            closed: None,
            stop,
        }
    }

    /// Decides on one frame: a message to deliver, or refusals put in line.
    fn admit(&mut self, frame: &Frame) -> Option<ClientJsonRpcMessage> {
        match frames::sort(frame) {
            Sorted::Ignore => None,
            Sorted::Refuse(refusals) => {
                for refusal in refusals {
                    self.refuse(refusal);
                }
                None
            }
            Sorted::Deliver(message) => self.admit_message(*message),
        }
    }

    /// Decides on one message: books a request, drops what would end a server that has no session yet.
    fn admit_message(&mut self, message: ClientJsonRpcMessage) -> Option<ClientJsonRpcMessage> {
        match &message {
            JsonRpcMessage::Request(request) => {
                if let Some(method) = removed(&request.request) {
                    self.refuse(Refusal {
                        id: Some(request.id.clone().into_json_value()),
                        code: METHOD_NOT_FOUND,
                        message: format!(
                            "{method} is no method of revision 2026-07-28, which the request names"
                        ),
                    });
                    return None;
                }
                let listens = matches!(request.request, ClientRequest::SubscriptionsListenRequest(_));
                if !self.flight.begin(request.id.clone(), listens) {
                    self.refuse(Refusal {
                        id: Some(request.id.clone().into_json_value()),
                        code: INVALID_REQUEST,
                        message: "a request with this id is still being answered; use each id once"
                            .to_owned(),
                    });
                    return None;
                }
                self.note_lifecycle(&request.request);
            }
            JsonRpcMessage::Notification(_) | JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_)
                if !self.opened =>
            {
                tracing::debug!("dropped a message that is no request before a session began");
                return None;
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // A cancelled request gets no answer; its id is free.
                    self.flight.end(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        Some(message)
    }

    /// Notes whether a request begins a lifecycle, by the SDK's own rule, and which revision it names.
    fn note_lifecycle(&mut self, request: &ClientRequest) {
        if let ClientRequest::InitializeRequest(request) = request {
            self.opened = true;
            self.quiet = request.params.protocol_version.as_str() < ProtocolVersion::V_2025_11_25.as_str();
            return;
        }
        // Both are probes: either lifecycle may follow.
        if matches!(request, ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_)) {
            return;
        }
        let meta = request.get_meta();
        let known = meta.protocol_version().is_some_and(|v| ProtocolVersion::KNOWN_VERSIONS.contains(&v));
        if known && meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty() {
            self.opened = true;
        }
    }

    /// Puts a refusal in line. An id read from a broken line may belong to a request still in flight, whose
    /// answer must not be forestalled; then the refusal goes without it.
    fn refuse(&mut self, mut refusal: Refusal) {
        tracing::info!(id = ?refusal.id, code = refusal.code, reason = refusal.message, "refused a line");
        let is_duplicate = refusal.message.starts_with("a request with this id");
        if !is_duplicate && refusal.id.as_ref().is_some_and(|id| self.flight.holds(id)) {
            refusal.id = None;
        }
        if refusal.id.is_none() && self.quiet {
            return;
        }
        self.refusals.push_back(refusal.to_line());
    }

    /// Lets the calls in flight answer, within [`GRACE`], then stops the server.
    async fn wind_down(&mut self) {
        let until = *self.closed.get_or_insert_with(Instant::now) + GRACE;
        tokio::select! {
            () = self.flight.landed() => {}
            () = tokio::time::sleep_until(until) => tracing::warn!("calls were still running at the end"),
        }
        // The SDK ends subscriptions when it is stopped, and may close before it has said so.
        for id in self.flight.take_lasting() {
            let result =
                ServerResult::SubscriptionsListenResult(SubscriptionsListenResult::complete(id.clone()));
            let line = serde_json::to_vec(&ServerJsonRpcMessage::response(result, id));
            if let (Some(out), Ok(mut line)) = (&self.out, line) {
                line.push(b'\n');
                // A client that reads no more is told nothing more.
                let _ = out.send(line).await;
            }
        }
        self.stop.cancel();
    }
}

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let out = self.out.clone();
        let flight = Arc::clone(&self.flight);
        async move {
            let id = match &message {
                JsonRpcMessage::Response(response) => Some(response.id.clone()),
                JsonRpcMessage::Error(error) => error.id.clone(),
                JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
            };
            if id.as_ref().is_some_and(|id| flight.is_answered(id)) {
                return Ok(());
            }
            let line = match serde_json::to_vec(&message) {
                Ok(mut line) => {
                    line.push(b'\n');
                    line
                }
                Err(error) => {
                    tracing::error!(%error, "a message cannot be written as JSON");
                    let id = id.clone().map(RequestId::into_json_value);
                    let message =
                        "the answer cannot be written as JSON; this is a fault of countersign".to_owned();
                    Refusal { id, code: -32603, message }.to_line()
                }
            };
            let sent = match out {
                Some(out) => out.send(line).await.is_ok(),
                None => false,
            };
            if let Some(id) = id {
                flight.end(&id);
            }
            if sent { Ok(()) } else { Err(io::ErrorKind::NotConnected.into()) }
        }
    }

    /// Returns the next message. May be dropped at any await without losing a frame or a refusal.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            while let (Some(out), false) = (&self.out, self.refusals.is_empty()) {
                let permit = out.reserve().await.ok()?;
                if let Some(line) = self.refusals.pop_front() {
                    permit.send(line);
                }
            }
            match self.frames.recv().await {
                Some(frame) => {
                    if let Some(message) = self.admit(&frame) {
                        return Some(message);
                    }
                }
                None => {
                    self.wind_down().await;
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.out = None;
        Ok(())
    }
}

/// The requests that have been delivered and not answered.
#[derive(Debug, Default)]
struct Flight {
    /// True for those that last as long as the connection.
    ids: Mutex<HashMap<RequestId, bool>>,
    /// Subscriptions that were answered here at the end; what the SDK says of them later is not sent.
    ended: Mutex<HashSet<RequestId>>,
    changed: Notify,
}

impl Flight {
    /// Books a request; false when its id is in flight already.
    fn begin(&self, id: RequestId, lasting: bool) -> bool {
        let mut ids = self.ids();
        if ids.contains_key(&id) {
            return false;
        }
        ids.insert(id, lasting);
        true
    }

    /// Strikes a request out.
    fn end(&self, id: &RequestId) {
        self.ids().remove(id);
        self.changed.notify_waiters();
    }

    /// Tells whether a request with this id, as JSON, is in flight.
    fn holds(&self, id: &Value) -> bool {
        serde_json::from_value::<RequestId>(id.clone()).is_ok_and(|id| self.ids().contains_key(&id))
    }

    /// Strikes out the requests that last as long as the connection, and returns them.
    fn take_lasting(&self) -> Vec<RequestId> {
        let mut ids = self.ids();
        let lasting: Vec<RequestId> = ids.iter().filter(|(_, l)| **l).map(|(id, _)| id.clone()).collect();
        ids.retain(|_, lasting| !*lasting);
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).extend(lasting.iter().cloned());
        lasting
    }

    /// Tells whether the request was answered here at the end.
    fn is_answered(&self, id: &RequestId) -> bool {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).contains(id)
    }

    /// Waits until every request that ends by itself has been answered.
    async fn landed(&self) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if self.ids().values().all(|lasting| *lasting) {
                return;
            }
            changed.await;
        }
    }

    fn ids(&self) -> MutexGuard<'_, HashMap<RequestId, bool>> {
        // Every change is one insertion or removal, so a panic elsewhere leaves the map whole.
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct Wire {
        stdio: Stdio,
        lines: mpsc::Sender<Frame>,
        answers: mpsc::Receiver<Vec<u8>>,
        stop: CancellationToken,
    }

    fn wire() -> Wire {
        let (lines, frames) = mpsc::channel(8);
        let (out, answers) = mpsc::channel(8);
        let stop = CancellationToken::new();
        Wire { stdio: Stdio::new(frames, out, stop.clone()), lines, answers, stop }
    }

    impl Wire {
        async fn feed(&self, message: Value) {
            self.lines
                .send(Frame::Line(message.to_string().into_bytes()))
                .await
                .expect("the transport reads");
        }

        fn answer(&mut self) -> Value {
            let line = self.answers.try_recv().expect("an answer is waiting");
            serde_json::from_slice(&line).expect("an answer is JSON")
        }
    }

    fn initialize(version: &str) -> Value {
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": version,
               "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}})
    }

    #[tokio::test]
    async fn a_second_use_of_an_id_in_flight_is_refused_and_the_first_answered() {
        let mut wire = wire();
        wire.feed(json!({"jsonrpc": "2.0", "id": 5, "method": "ping"})).await;
        wire.feed(json!({"jsonrpc": "2.0", "id": 5, "method": "ping"})).await;
        wire.feed(json!({"jsonrpc": "2.0", "id": 6, "method": "ping"})).await;
        assert!(wire.stdio.receive().await.is_some());
        let next = wire.stdio.receive().await.expect("the request with another id");
        assert!(matches!(next, JsonRpcMessage::Request(r) if r.id == RequestId::Number(6)));
        let refused = wire.answer();
        assert_eq!(
            (refused["id"].clone(), refused["error"]["code"].clone()),
            (json!(5), json!(INVALID_REQUEST))
        );
        let answer =
            serde_json::from_value(json!({"jsonrpc": "2.0", "id": 5, "result": {}})).expect("an answer");
        wire.stdio.send(answer).await.expect("sent");
        assert_eq!(wire.answer()["result"], json!({}));
        wire.feed(json!({"jsonrpc": "2.0", "id": 5, "method": "ping"})).await;
        assert!(wire.stdio.receive().await.is_some(), "an answered id is free again");
    }

    #[tokio::test]
    async fn a_cancelled_request_is_no_longer_in_flight() {
        let mut wire = wire();
        wire.feed(initialize("2025-11-25")).await;
        wire.feed(json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list"})).await;
        wire.feed(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}))
            .await;
        for _ in 0..3 {
            assert!(wire.stdio.receive().await.is_some());
        }
        assert!(!wire.stdio.flight.holds(&json!(7)) && wire.stdio.flight.holds(&json!(1)));
    }

    #[tokio::test]
    async fn a_notification_before_the_session_is_dropped() {
        let mut wire = wire();
        wire.feed(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        wire.feed(initialize("2025-11-25")).await;
        wire.feed(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        assert!(matches!(wire.stdio.receive().await, Some(JsonRpcMessage::Request(_))));
        assert!(matches!(wire.stdio.receive().await, Some(JsonRpcMessage::Notification(_))));
    }

    #[tokio::test]
    async fn a_broken_line_never_takes_the_id_of_a_call_in_flight() {
        let mut wire = wire();
        wire.feed(initialize("2025-11-25")).await;
        wire.lines.send(Frame::Line(b"{\"id\":1,\"method\":".to_vec())).await.expect("fed");
        wire.feed(json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await;
        assert!(wire.stdio.receive().await.is_some());
        assert!(wire.stdio.receive().await.is_some());
        assert_eq!(wire.answer().get("id"), None);
    }

    #[tokio::test]
    async fn an_older_revision_gets_no_error_without_an_id() {
        let mut wire = wire();
        wire.feed(initialize("2025-06-18")).await;
        wire.lines.send(Frame::Line(b"garbage".to_vec())).await.expect("fed");
        wire.feed(json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await;
        assert!(wire.stdio.receive().await.is_some());
        assert!(wire.stdio.receive().await.is_some());
        assert!(wire.answers.try_recv().is_err());
    }

    #[tokio::test]
    async fn at_the_end_of_input_calls_in_flight_may_finish() {
        let Wire { mut stdio, lines, answers: _answers, stop } = wire();
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string().into_bytes();
        lines.send(Frame::Line(request)).await.expect("fed");
        assert!(stdio.receive().await.is_some());
        drop(lines);
        let flight = Arc::clone(&stdio.flight);
        let began = Instant::now();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(300)).await;
            flight.end(&RequestId::Number(1));
        });
        assert!(stdio.receive().await.is_none());
        assert!(stop.is_cancelled());
        let waited = began.elapsed();
        assert!(waited >= Duration::from_millis(300) && waited < GRACE, "{waited:?}");
    }
}
