//! What holds of a hook's input for any bytes. Built for the fuzzer alone (`fuzz/`).

use serde_json::Value;

use super::input::Input;
use super::{agent, git_command};

/// Reads bytes as a hook's JSON, and as the command that one names.
///
/// # Panics
///
/// Where a name that no host gives is taken for an agent's, or one line is read in two ways.
pub fn hook_input(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(git_command::acts(&text), git_command::acts(&text));
    let Ok(input) = serde_json::from_slice::<Input>(bytes) else { return };
    let _ = input.event();
    if let Ok(Some(by)) = agent(&input) {
        let names = [Some(&by.session), by.agent.as_ref(), by.kind.as_ref()];
        assert!(
            names.into_iter().flatten().all(|n| !n.is_empty() && !n.contains(char::is_control)),
            "{by:?}"
        );
    }
    let command = input.tool_input.as_ref().and_then(|tool| tool.get("command")).and_then(Value::as_str);
    let _ = git_command::acts(command.unwrap_or_default());
}
