//! The host agent of the demo: a real MCP client on the standard streams of a real `countersign serve`.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RunningService};
use serde_json::{Map, Value};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::failure::Failure;

/// How long the server may take for one answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Which revision of the protocol a session speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Revision {
    /// 2026-07-28: no session, every request stands by itself.
    Stateless,
    /// 2025-11-25: `initialize` first.
    Handshake,
}

/// A running server and the client's session with it.
#[derive(Debug)]
pub(super) struct Host {
    /// Held apart from the transport, so that it can be killed as a host or the system would.
    child: Child,
    session: RunningService<RoleClient, ClientConfig>,
}

impl Host {
    /// Starts this very program as `countersign serve` in a folder, and opens a session.
    pub(super) async fn start(root: &Path, revision: Revision) -> Result<Self, Failure> {
        let failed = |what: &str, why: String| Failure::Server(format!("{what}: {why}"));
        let program = std::env::current_exe().map_err(|e| failed("cannot find itself", e.to_string()))?;
        let mut command = Command::new(program);
        command.arg("serve").current_dir(root).kill_on_drop(true);
        if std::env::var_os("COUNTERSIGN_LOG").is_none() {
            command.env("COUNTERSIGN_LOG", "warn");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().map_err(|e| failed("cannot be started", e.to_string()))?;
        let (Some(output), Some(input)) = (child.stdout.take(), child.stdin.take()) else {
            return Err(failed("cannot be started", "its streams are not there".to_owned()));
        };
        let lifecycle = match revision {
            Revision::Stateless => {
                ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
            }
            Revision::Handshake => ClientLifecycleMode::Initialize,
        };
        let client = ClientConfig::new(
            ClientCapabilities::default(),
            Implementation::new("countersign-demo", env!("CARGO_PKG_VERSION")),
        )
        .with_protocol_version(ProtocolVersion::V_2025_11_25);
        let opening = client.serve_with_lifecycle((output, input), lifecycle);
        let session = timeout(PATIENCE, opening)
            .await
            .map_err(|_| failed("did not answer", format!("within {PATIENCE:?}")))?
            .map_err(|e| failed("opened no session", e.to_string()))?;
        Ok(Self { child, session })
    }

    /// Returns the server's process id.
    pub(super) fn pid(&self) -> u32 {
        self.child.id().unwrap_or_default()
    }

    /// Returns the revision that was agreed on and the server's name for itself.
    pub(super) fn agreed(&self) -> String {
        self.session
            .peer_info()
            .map_or_else(|| "no revision".to_owned(), |info| info.protocol_version.to_string())
    }

    /// Calls a tool and returns its structured answer; a refusal is a failure with the server's words.
    pub(super) async fn call(&self, tool: &str, arguments: Map<String, Value>) -> Result<Value, Failure> {
        let failed = |why: String| Failure::Server(format!("{tool} got no answer: {why}"));
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = timeout(PATIENCE, self.session.call_tool(request))
            .await
            .map_err(|_| failed(format!("nothing within {PATIENCE:?}")))?
            .map_err(|e| failed(e.to_string()))?;
        if result.is_error == Some(true) {
            let text: Vec<&str> =
                result.content.iter().filter_map(|c| c.as_text()).map(|t| t.text.as_str()).collect();
            return Err(Failure::Refused { tool: tool.to_owned(), text: text.join("\n") });
        }
        result.structured_content.ok_or_else(|| failed("it holds no structured content".to_owned()))
    }

    /// Kills the server at once (SIGKILL where there are signals): it gets no chance to tidy up.
    pub(super) async fn kill(&mut self) -> Result<(), Failure> {
        self.child.kill().await.map_err(|e| Failure::Server(format!("cannot be killed: {e}")))?;
        // The session only notices that its other end is gone.
        let _ = self.session.close_with_timeout(PATIENCE).await;
        Ok(())
    }

    /// Closes the server's input, as a host does at its end, and waits until the server has ended by itself.
    pub(super) async fn end(&mut self) -> Result<(), Failure> {
        let _ = self.session.close_with_timeout(PATIENCE).await;
        match timeout(PATIENCE, self.child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(()),
            Ok(Ok(status)) => Err(Failure::Server(format!("ended with {status}"))),
            Ok(Err(error)) => Err(Failure::Server(format!("its end cannot be seen: {error}"))),
            Err(_) => Err(Failure::Server(format!("did not end within {PATIENCE:?} of its input's end"))),
        }
    }
}
