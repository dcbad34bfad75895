//! `countersign metrics`: figures over the recorded loops.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::domain::envelope::one_line;
use crate::domain::metrics::{Figures, Metrics as Counted};

/// Shows how reviews go: passes, rejections, contradictions, by protocol, reviewer and model
#[derive(Debug, clap::Args)]
pub(super) struct Metrics {
    /// Print JSON, as the resource `countersign://metrics` gives it
    #[arg(long)]
    json: bool,
}

impl Run for Metrics {
    fn run(self) -> ExitCode {
        let (metrics, unreadable) = match app().metrics() {
            Ok(metrics) => metrics,
            Err(error) => return refused(&error),
        };
        let mut out = io::stdout().lock();
        let printed = if self.json {
            print::json(&mut out, &metrics)
        } else {
            show(&mut out, &metrics, unreadable.is_empty())
        };
        let _ = unreadable.iter().try_for_each(|one| writeln!(io::stderr(), "left out: {}", one_line(one)));
        printed.map_or_else(|e| unwritten(&e, ExitCode::SUCCESS), |()| ExitCode::SUCCESS)
    }
}

fn show(out: &mut dyn Write, metrics: &Counted, are_all: bool) -> io::Result<()> {
    if metrics.all.loops == 0 {
        let none = if are_all {
            "no loop was recorded here yet"
        } else {
            "no loop of those that are recorded here can be read"
        };
        return writeln!(out, "{none}");
    }
    figures(out, "all loops", &metrics.all)?;
    let groups: [(&str, &BTreeMap<String, Figures>); 3] =
        [("protocol", &metrics.protocols), ("reviewer", &metrics.reviewers), ("model", &metrics.models)];
    for (kind, group) in groups {
        // One alone has the figures of all.
        for (name, of) in group.iter().filter(|_| group.len() > 1) {
            writeln!(out)?;
            figures(out, &format!("{kind} {}", one_line(name)), of)?;
        }
    }
    Ok(())
}

fn figures(out: &mut dyn Write, name: &str, f: &Figures) -> io::Result<()> {
    let of = |ratio: Option<f64>| ratio.map(|r| format!(" ({:.0} %)", r * 100.0)).unwrap_or_default();
    let mean = f.passes_to_approval.map(|m| format!(", after {m} passes on average")).unwrap_or_default();
    let outcomes: Vec<String> = f.outcomes.iter().map(|(word, n)| format!("{n} {word}")).collect();
    let outcomes = if outcomes.is_empty() { String::new() } else { format!(": {}", outcomes.join(", ")) };
    writeln!(out, "{name}")?;
    writeln!(out, "  loops         {}, {} open{outcomes}", f.loops, f.open)?;
    let unseen = match f.approved_unseen {
        0 => String::new(),
        n => format!("; {n} more by the check before the review, without a reviewer"),
    };
    writeln!(
        out,
        "  approved      {}, {} at the first pass{mean}{unseen}",
        f.approved, f.first_pass_approvals
    )?;
    writeln!(
        out,
        "  answers       {} taken; unreadable {}, contradictory {}, stale {}",
        f.answers, f.unreadable, f.contradictions, f.stale
    )?;
    writeln!(
        out,
        "  findings      {}, {} actionable, {} ungrounded, {} blocking and open, {} blocking only after an approval",
        f.findings, f.actionable, f.ungrounded, f.open_blocking, f.blocking_after_approval
    )?;
    writeln!(out, "  suggestions   {}, {} taken up", f.suggestions, f.suggestions_taken_up)?;
    writeln!(
        out,
        "  responses     {}, {} rejections{}, {} of {} ruled on accepted{}",
        f.responses,
        f.rejections,
        of(f.rejection_ratio),
        f.rejections_accepted,
        f.rejections_ruled,
        of(f.acceptance_ratio)
    )?;
    writeln!(
        out,
        "  fixes         {} claimed, {} not borne out by the diff",
        f.fixes_claimed, f.unsubstantiated
    )?;
    writeln!(
        out,
        "  handed on     {}, {} test runs, {} choices, {} attested",
        f.tier_changes, f.test_runs, f.decisions, f.decisions_attested
    )
}
