//! Rows of tables that a dialect reads itself, by the state in one of their cells.

use crate::domain::dialect::words;

/// States of rows of requirements or dimensions.
pub(crate) type OwnRows = &'static [&'static str];

/// Tells whether a row of a table has one of those states in a cell of its own.
pub(crate) fn has_own_state(row: &str, own_rows: OwnRows) -> bool {
    let is = |cell: &str| own_rows.contains(&words::joined(&cell.replace('_', " ")).as_str());
    !own_rows.is_empty() && row.split('|').any(is)
}
