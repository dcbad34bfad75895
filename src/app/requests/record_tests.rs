//! What a call that records a test run may say.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Records a test run; opens the loop where there is none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordTests {
    /// Or its subject
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub loop_id: Option<String>,
    /// Once open
    #[serde(default)]
    pub turn: Option<u64>,
    /// [] if none
    #[schemars(length(max = 1000), inner(length(max = 300)))]
    pub failed: Vec<String>,
    /// If known
    #[serde(default)]
    #[schemars(length(max = 5000), inner(length(max = 300)))]
    pub passed: Vec<String>,
    /// Tests run
    #[serde(default)]
    pub total: Option<u32>,
    /// As run
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub command: Option<String>,
    /// Its plan
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub plan: Option<String>,
    /// Its task
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub task: Option<String>,
    /// Its id
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub id: Option<String>,
    /// Title
    #[serde(default)]
    #[schemars(length(max = 300))]
    pub title: Option<String>,
    /// When done
    #[serde(default)]
    #[schemars(length(max = 20_480))]
    pub criteria: Option<String>,
    /// Rules
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub protocol: Option<String>,
    /// Start
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub base: Option<String>,
    /// Worktree
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub worktree: Option<String>,
}
