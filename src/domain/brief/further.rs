//! The parts of a brief after the first: what was cut from it, with what it takes to be read alone.

use minijinja::context;

use super::{Material, budget, render};
use crate::domain::envelope;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;

const PART: &str = include_str!("../../../agents/briefs/part.md");

/// Kept free for the numbers of the parts, which are known last.
const NUMBERS: usize = 64;

/// Writes the parts after the first.
pub(super) struct Further<'a> {
    state: &'a LoopState,
    pass: &'a PassRecord,
    material: &'a Material<'a>,
}

impl<'a> Further<'a> {
    pub(super) fn of(state: &'a LoopState, pass: &'a PassRecord, material: &'a Material<'a>) -> Self {
        Self { state, pass, material }
    }

    /// What the blocks of a part may weigh.
    pub(super) fn room(&self) -> usize {
        let frame = envelope::weight(&self.part(1, 2, "")) + NUMBERS;
        self.material.budget.saturating_sub(frame)
    }

    /// Puts each part's words around its blocks.
    pub(super) fn parts(&self, bodies: &[String]) -> Vec<String> {
        let all = bodies.len() + 1;
        bodies.iter().enumerate().map(|(at, body)| self.part(at + 2, all, body)).collect()
    }

    fn part(&self, part: usize, parts: usize, body: &str) -> String {
        render(
            PART,
            context! {
                part,
                parts,
                label => budget::label(self.state),
                pass => self.pass.number,
                tag => self.material.tag,
                loop_id => self.state.id.as_str(),
                body,
            },
        )
    }
}
