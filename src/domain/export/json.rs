//! The export as JSON: our own shape, indented, as `schemas/export.json` describes it.

use super::Export;
use crate::domain::envelope;

/// Writes the whole of it. What would act on whoever looks at the text is escaped and reads back as it was.
pub fn write(export: &Export) -> String {
    let text = serde_json::to_string_pretty(export).expect("an export holds only JSON values");
    envelope::json(&text) + "\n"
}
