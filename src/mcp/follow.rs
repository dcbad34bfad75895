//! A long call as its client follows it: progress notifications where it asked for them, and an end when it cancels.

use std::fmt;
use std::sync::Mutex;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext, RoleServer};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::app::Follower;

/// Notifications of one look over all files, at most.
const STEPS: usize = 50;

/// The client of one call.
pub(super) struct Following {
    cancelled: CancellationToken,
    asked: Option<(Peer<RoleServer>, ProgressToken)>,
    runtime: Handle,
    told: Mutex<Told>,
}

/// What the client was told last. It only ever grows, also where the files are gone through a second time.
#[derive(Debug, Default)]
struct Told {
    /// Files of the rounds before.
    before: usize,
    of: usize,
    step: usize,
}

impl Following {
    /// Follows the call of a request. Belongs on a thread of the runtime.
    pub(super) fn new(context: &RequestContext<RoleServer>) -> Self {
        let token = context.meta.get_progress_token();
        Self {
            cancelled: context.ct.clone(),
            asked: token.map(|token| (context.peer.clone(), token)),
            runtime: Handle::current(),
            told: Mutex::default(),
        }
    }

    /// Returns how far it is, where that is worth telling.
    fn news(&self, done: usize, of: usize) -> Option<(usize, usize)> {
        let mut told = self.told.lock().ok()?;
        let step = done.saturating_mul(STEPS) / of.max(1);
        if of != told.of || (step == 0 && told.step + 1 >= STEPS) {
            told.before += told.of;
            (told.of, told.step) = (of, 0);
        } else if step <= told.step {
            return None;
        }
        told.step = step;
        Some((told.before + done, told.before + of))
    }
}

impl Follower for Following {
    fn goes_on(&self) -> bool {
        !self.cancelled.is_cancelled()
    }

    fn hears(&self, done: usize, of: usize) {
        let Some((peer, token)) = &self.asked else { return };
        let Some((done, of)) = self.news(done, of) else { return };
        #[allow(clippy::cast_precision_loss, reason = "files are counted to some hundred thousand")]
        let news = ProgressNotificationParam::new(token.clone(), done as f64)
            .with_total(of as f64)
            .with_message("files looked at");
        let peer = peer.clone();
        // A client that does not take it loses nothing.
        self.runtime.spawn(async move { peer.notify_progress(news).await });
    }
}

impl fmt::Debug for Following {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Following").field("asked", &self.asked.is_some()).finish_non_exhaustive()
    }
}
