//! Which checks run, how much each weighs, and which fields a plan must have: plain data, a value a system.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::review::Severity;
use super::CheckId;

/// The rules of a plan's structural check (SPEC 8.3). A check without a rule does not run, but for
/// [`CheckId::File`], which always runs and is high unless a rule says otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanCheckRules {
    /// The shapes a plan's front matter may have. A plan is held against the one it lacks least of, the
    /// first of equals; none asks for no field.
    pub forms: Vec<PlanForm>,
    pub checks: Vec<CheckRule>,
    /// More tasks than this are too many.
    pub max_tasks: u32,
}

/// One shape of a front matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanForm {
    /// Whose shape it is.
    pub name: String,
    /// The shape is only for plans that have this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// The fields that must be there.
    pub required: Vec<String>,
}

/// That a check runs, and how bad what it finds is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckRule {
    pub id: CheckId,
    pub severity: Severity,
}

impl PlanCheckRules {
    /// YOLO and VBW: every plan has a title. VBW's remediation plans run one after the other in rounds of
    /// their own, so that wave and dependences mean nothing to them.
    pub fn yolo() -> Self {
        Self::with(vec![titled(), round()])
    }

    /// GSD: every plan has a type, says what it modifies and whether it runs by itself.
    pub fn gsd() -> Self {
        Self::with(vec![typed()])
    }

    /// Megazord, and plans of no known system: either shape. Megazord's planner descends from GSD's and
    /// writes plans without a title; they lose nothing by it.
    pub fn either() -> Self {
        Self::with(vec![titled(), typed(), round()])
    }

    fn with(forms: Vec<PlanForm>) -> Self {
        let rule = |id: CheckId, severity: Severity| CheckRule { id, severity };
        Self {
            forms,
            checks: vec![
                rule(CheckId::File, Severity::High),
                rule(CheckId::Frontmatter, Severity::High),
                rule(CheckId::Yaml, Severity::Low),
                rule(CheckId::WaveValid, Severity::High),
                rule(CheckId::MustHaves, Severity::High),
                rule(CheckId::TaskCount, Severity::Medium),
                rule(CheckId::TaskFields, Severity::Medium),
                rule(CheckId::FilePaths, Severity::Low),
                rule(CheckId::DependsOn, Severity::Medium),
                rule(CheckId::WaveConflicts, Severity::Medium),
            ],
            max_tasks: 5,
        }
    }

    /// Returns how bad the findings of a check are; nothing for a check that does not run.
    pub fn severity(&self, id: CheckId) -> Option<Severity> {
        let ruled = self.checks.iter().find(|rule| rule.id == id).map(|rule| rule.severity);
        match id {
            // Of a plan that cannot be read nothing else is known: no rule makes that a pass.
            CheckId::File => Some(ruled.unwrap_or(Severity::High)),
            CheckId::Frontmatter
            | CheckId::Yaml
            | CheckId::WaveValid
            | CheckId::MustHaves
            | CheckId::TaskCount
            | CheckId::TaskFields
            | CheckId::FilePaths
            | CheckId::DependsOn
            | CheckId::WaveConflicts => ruled,
        }
    }
}

fn titled() -> PlanForm {
    form("yolo", &["phase", "plan", "title", "wave", "depends_on", "must_haves"])
}

fn round() -> PlanForm {
    let shape = form("a remediation round", &["phase", "round", "plan", "title", "must_haves"]);
    PlanForm { when: Some("round".to_owned()), ..shape }
}

fn typed() -> PlanForm {
    form(
        "gsd",
        &["phase", "plan", "type", "wave", "depends_on", "files_modified", "autonomous", "must_haves"],
    )
}

fn form(name: &str, required: &[&str]) -> PlanForm {
    PlanForm {
        name: name.to_owned(),
        when: None,
        required: required.iter().map(|&field| field.to_owned()).collect(),
    }
}
