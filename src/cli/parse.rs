//! `countersign parse`: reads a reviewer's text and says what it understood.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::given;
use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::answers::ParseVerdictAnswer;
use crate::domain::envelope::one_line;
use crate::domain::review::{RawFinding, Verdict};

/// The exit code of a text whose verdict could not be read.
const UNCLEAR: u8 = 3;

/// Reads a reviewer's text: its verdict, why, and its findings
///
/// Exit code 0: a verdict was read. 3: unclear, nobody may take it for an approval. 64 and up: nothing was read.
/// Bytes that are no UTF-8 are replaced. Needs no repository and records nothing.
#[derive(Debug, clap::Args)]
pub(super) struct Parse {
    /// Any file, up to 16 MiB; without it, or as `-`, standard input
    file: Option<PathBuf>,
    /// Print JSON, as the tool `parse_verdict` answers
    #[arg(long)]
    json: bool,
    /// Grammar to try first
    #[arg(long, value_name = "NAME")]
    dialect: Option<String>,
}

impl Run for Parse {
    fn run(self) -> ExitCode {
        let answer = given::bytes(self.file.as_deref())
            .and_then(|bytes| app().parse_text(&String::from_utf8_lossy(&bytes), self.dialect.as_deref()));
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return refused(&error),
        };
        let code = match answer.verdict {
            Verdict::Unclear => ExitCode::from(UNCLEAR),
            Verdict::Approved
            | Verdict::ApprovedWithNotes
            | Verdict::ChangesRequested
            | Verdict::Rejected => ExitCode::SUCCESS,
        };
        let mut out = io::stdout().lock();
        let printed = if self.json { print::json(&mut out, &answer) } else { show(&mut out, &answer) };
        printed.map_or_else(|e| unwritten(&e, code), |()| code)
    }
}

fn show(out: &mut dyn Write, answer: &ParseVerdictAnswer) -> io::Result<()> {
    writeln!(out, "verdict: {}", answer.verdict.as_str())?;
    if answer.claimed_verdict != answer.verdict {
        writeln!(out, "claimed: {}", answer.claimed_verdict.as_str())?;
    }
    writeln!(out, "dialect: {}", one_line(&answer.dialect))?;
    match &answer.because {
        Some(because) => writeln!(
            out,
            "because: line {}: {} ({})",
            because.line,
            one_line(&because.text),
            one_line(&because.rule)
        )?,
        None => writeln!(out, "because: no line states a verdict")?,
    }
    if !answer.findings.is_empty() {
        writeln!(out, "\nfindings:")?;
        table(out, &answer.findings)?;
    }
    if !answer.resolved.is_empty() {
        writeln!(out, "\nresolved:")?;
        for resolved in &answer.resolved {
            let reason = resolved.reason.as_deref().map(|r| format!(": {r}")).unwrap_or_default();
            writeln!(out, "  {}", one_line(&format!("{}{reason}", resolved.id)))?;
        }
    }
    if !answer.rulings.is_empty() {
        writeln!(out, "\nrulings:")?;
        for ruling in &answer.rulings {
            let reason = ruling.reason.as_deref().map(|r| format!(": {r}")).unwrap_or_default();
            let kind = print::word(&ruling.ruling);
            writeln!(out, "  {}", one_line(&format!("{} {kind}{reason}", ruling.finding_id)))?;
        }
    }
    if !answer.ignored.is_empty() {
        writeln!(out, "\nnot taken for a verdict:")?;
        for ignored in &answer.ignored {
            writeln!(
                out,
                "  line {}: {} ({})",
                ignored.line,
                one_line(&ignored.text),
                one_line(&ignored.why)
            )?;
        }
    }
    if !answer.remarks.is_empty() {
        writeln!(out, "\nremarks:")?;
        print::remarks(out, &answer.remarks)?;
    }
    if let Some(ask) = &answer.ask_again {
        writeln!(out, "\nask again with:")?;
        for line in ask.lines() {
            writeln!(out, "  {}", one_line(line))?;
        }
    }
    Ok(())
}

/// Writes findings in columns; a column is as wide as its longest entry.
fn table(out: &mut dyn Write, findings: &[RawFinding]) -> io::Result<()> {
    let rows: Vec<[String; 4]> = findings
        .iter()
        .map(|f| {
            [
                one_line(f.reported_id.as_deref().unwrap_or("-")),
                f.severity.as_str().to_owned(),
                f.place().map_or_else(|| "-".to_owned(), |p| one_line(&p.to_string())),
                one_line(&f.title),
            ]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or_default();
    let (ids, severities, places) = (width(0), width(1), width(2));
    for [id, severity, place, title] in &rows {
        writeln!(out, "  {id:<ids$}  {severity:<severities$}  {place:<places$}  {title}")?;
    }
    Ok(())
}
