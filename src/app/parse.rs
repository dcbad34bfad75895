//! `parse_verdict`: reads a reviewer's text and records nothing.

use crate::domain::dialect::{self, ReadContext};
use crate::error::Error;

use super::answers::ParseVerdictAnswer;
use super::placeholders;
use super::requests::ParseVerdict;

/// Reads a text. An empty one or a placeholder is refused: there is nothing to read.
pub(super) fn parse_verdict(request: &ParseVerdict) -> Result<ParseVerdictAnswer, Error> {
    if request.text.len() > super::record::TEXT_LIMIT {
        return Err(Error::invalid(
            "text",
            format!("holds {} bytes, over the limit of {}", request.text.len(), super::record::TEXT_LIMIT),
        ));
    }
    placeholders::refuse("text", &request.text)?;
    read(&request.text, request.dialect.as_deref())
}

/// Reads a text of any size the caller allows.
pub(super) fn read(text: &str, forced: Option<&str>) -> Result<ParseVerdictAnswer, Error> {
    if let Some(name) = forced.filter(|name| !dialect::names().any(|n| n == *name)) {
        let known: Vec<&str> = dialect::names().collect();
        return Err(Error::invalid("dialect", format!("{name:?} is no dialect"))
            .hint(format!("There are: {}", known.join(", "))));
    }
    let reading = dialect::read(text, &ReadContext { forced, ..ReadContext::default() });
    Ok(ParseVerdictAnswer {
        claimed_verdict: reading.statement(),
        verdict: dialect::held_verdict(&reading),
        ask_again: dialect::ask_again(&reading),
        dialect: reading.dialect,
        because: reading.because,
        ignored: reading.ignored,
        findings: reading.findings,
        resolved: reading.resolved,
        rulings: reading.rulings,
        remarks: reading.remarks,
        parsed: reading.parsed,
    })
}
