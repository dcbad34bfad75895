//! A long call as its client follows it: progress notifications where it asked for them, and an end when it cancels.

use std::fmt;
use std::sync::Mutex;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext, RoleServer};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::app::Follower;

/// Notifications of one look over all files, at most.
const STEPS: usize = 50;

/// The client of one call.
pub(super) struct Following {
    cancelled: CancellationToken,
    /// Where it asked to be told: news in their order.
    news: Option<mpsc::UnboundedSender<(usize, usize)>>,
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
        let news = context.meta.get_progress_token().map(|token| {
            let (news, heard) = mpsc::unbounded_channel();
            tokio::spawn(tell(context.peer.clone(), token, heard));
            news
        });
        Self { cancelled: context.ct.clone(), news, told: Mutex::default() }
    }

    /// Sends how far it is, where that is worth telling.
    fn send(&self, news: &mpsc::UnboundedSender<(usize, usize)>, done: usize, of: usize) {
        // Held while sending, so that no thread overtakes another.
        let Ok(mut told) = self.told.lock() else { return };
        let step = done.saturating_mul(STEPS) / of.max(1);
        if of != told.of || (step == 0 && told.step + 1 >= STEPS) {
            told.before += told.of;
            (told.of, told.step) = (of, 0);
        } else if step <= told.step {
            return;
        }
        told.step = step;
        // A client that is gone loses nothing.
        let _ = news.send((told.before + done, told.before + of));
    }
}

/// Tells a client how far its call is, until the call is done.
async fn tell(
    peer: Peer<RoleServer>,
    token: ProgressToken,
    mut heard: mpsc::UnboundedReceiver<(usize, usize)>,
) {
    while let Some((done, of)) = heard.recv().await {
        #[allow(clippy::cast_precision_loss, reason = "files are counted to some hundred thousand")]
        let news = ProgressNotificationParam::new(token.clone(), done as f64)
            .with_total(of as f64)
            .with_message("files looked at");
        if peer.notify_progress(news).await.is_err() {
            return;
        }
    }
}

impl Follower for Following {
    fn goes_on(&self) -> bool {
        !self.cancelled.is_cancelled()
    }

    fn hears(&self, done: usize, of: usize) {
        if let Some(news) = &self.news {
            self.send(news, done, of);
        }
    }
}

impl fmt::Debug for Following {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Following").field("asked", &self.news.is_some()).finish_non_exhaustive()
    }
}
