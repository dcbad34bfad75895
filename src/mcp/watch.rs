//! Telling clients that what they read has changed, in either lifecycle: a client of the handshake by subscribing to
//! addresses one by one, a stateless one by a subscription that names them all.
//!
//! What this process writes is told at once. Others write to the same store: while somebody waits for news, it is
//! looked at every second, which costs the times of two files where nothing was written lately.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::ErrorData;
use rmcp::model::{ResourceUpdatedNotificationParam, SubscriptionFilter};
use rmcp::service::{Peer, RoleServer, SubscriptionContext};
use tokio::sync::watch;

use super::address::Address;
use super::resources;
use crate::app::App;
use crate::app::shelf::Pulse;

/// How often what others write is looked for.
const EVERY: Duration = Duration::from_secs(1);
/// Addresses that one client may watch.
const MOST: usize = 100;

/// What clients wait for, and what wakes those who look.
pub(super) struct Watch {
    app: Arc<App>,
    /// Counts the calls that were answered.
    stirred: watch::Sender<u64>,
    /// What the client of a handshake subscribed to, and what it was told it looks like. Standard streams lead to one
    /// client only.
    subscribed: Mutex<BTreeMap<String, String>>,
    /// How things stood when a stateless subscription was taken, until it is served: a client may write as soon as it
    /// knows that it was.
    taken: Mutex<Vec<(SubscriptionFilter, Seen)>>,
}

/// How things stood at the last look.
#[derive(Default)]
struct Seen {
    pulse: Option<Pulse>,
    list: Option<String>,
    /// By address, as the client wrote it.
    prints: BTreeMap<String, String>,
}

/// What is new since the look before.
#[derive(Default)]
struct News {
    updated: Vec<String>,
    listed: bool,
}

impl Seen {
    /// Looks again. What is looked at for the first time is no news. Blocks.
    fn again(&mut self, app: &App, uris: &[String], with_list: bool) -> News {
        let mut news = News::default();
        let moved = app.pulse(self.pulse.as_ref());
        let has_moved = moved.is_some();
        if moved.is_some() {
            self.pulse = moved;
        }
        self.prints.retain(|uri, _| uris.contains(uri));
        let Some(pulse) = &self.pulse else { return news };
        for uri in uris {
            let Some(address) = Address::read(uri) else { continue };
            let of_store = !matches!(address, Address::Report { .. } | Address::Protocol { .. });
            if of_store && !has_moved && self.prints.contains_key(uri) {
                continue;
            }
            let now = print(app, pulse, &address);
            match self.prints.insert(uri.clone(), now.clone()) {
                Some(before) if before != now => news.updated.push(uri.clone()),
                Some(_) | None => {}
            }
        }
        if with_list && (has_moved || self.list.is_none()) {
            let now = list_print(app);
            news.listed = self.list.replace(now.clone()).is_some_and(|before| before != now);
        }
        news
    }
}

/// What changes when that which stands at an address does.
fn print(app: &App, pulse: &Pulse, address: &Address) -> String {
    match address {
        Address::Loops | Address::Metrics | Address::Replay { .. } => pulse.digest(),
        Address::Loop { id } | Address::Pass { id, .. } => pulse.head(id).unwrap_or_default().to_owned(),
        Address::Report { .. } | Address::Protocol { .. } => {
            let text = resources::text(app, address).map_or_else(|error| error.to_string(), |(_, text)| text);
            blake3::hash(text.as_bytes()).to_hex().to_string()
        }
    }
}

/// What changes when the list does; of a long one its first page, where new loops come.
fn list_print(app: &App) -> String {
    let page = resources::list(app, None).map(|list| list.resources).unwrap_or_default();
    page.into_iter().map(|resource| resource.uri.clone()).collect::<Vec<_>>().join("\n")
}

impl Watch {
    pub(super) fn new(app: Arc<App>) -> Self {
        Self { app, stirred: watch::Sender::new(0), subscribed: Mutex::default(), taken: Mutex::default() }
    }

    /// Says that something may have been written.
    pub(super) fn stir(&self) {
        self.stirred.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Returns what of a filter is taken: lists of tools and prompts never vary. Belongs on a thread of the runtime.
    pub(super) fn accepts(&self, requested: &SubscriptionFilter) -> SubscriptionFilter {
        let mut accepted = SubscriptionFilter::default();
        accepted.resources_list_changed = requested.resources_list_changed;
        let known = |uris: &Vec<String>| {
            uris.iter().filter(|uri| Address::read(uri).is_some()).take(MOST).cloned().collect()
        };
        accepted.resource_subscriptions = requested
            .resource_subscriptions
            .as_ref()
            .map(known)
            .filter(|uris: &Vec<String>| !uris.is_empty());
        if let Some((uris, with_list)) = waited_for(&accepted) {
            let mut seen = Seen::default();
            tokio::task::block_in_place(|| seen.again(&self.app, &uris, with_list));
            let mut taken = lock(&self.taken);
            // One that was never served would stay.
            if taken.len() >= MOST {
                taken.remove(0);
            }
            taken.push((accepted.clone(), seen));
        }
        accepted
    }

    /// Tells a stateless client what it asked for, until it ends the subscription.
    pub(super) async fn listen(&self, subscription: &SubscriptionContext) {
        let accepted = subscription.accepted();
        let Some((uris, with_list)) = waited_for(accepted) else {
            subscription.cancelled().await;
            return;
        };
        let sink = subscription.sink();
        let mut stirred = self.stirred.subscribe();
        let mut seen = {
            let mut taken = lock(&self.taken);
            let at = taken.iter().position(|(filter, _)| filter == accepted);
            at.map(|at| taken.remove(at).1).unwrap_or_default()
        };
        loop {
            let news;
            (seen, news) = self.look(seen, uris.clone(), with_list).await;
            let mut told = Ok(());
            for uri in news.updated {
                told = told.and(sink.notify_resource_updated(uri).await);
            }
            if news.listed {
                told = told.and(sink.notify_resource_list_changed().await);
            }
            if let Err(error) = told {
                tracing::debug!(%error, "a subscription is told no more");
                return;
            }
            tokio::select! {
                () = subscription.cancelled() => return,
                _ = stirred.changed() => {}
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    /// Tells the client of a handshake of changes: the list's, which needs no subscription, after this process's own
    /// calls; and those of what it subscribed to, whoever wrote.
    pub(super) async fn follow(self: Arc<Self>, peer: Peer<RoleServer>) {
        let mut stirred = self.stirred.subscribe();
        let mut seen = Seen::default();
        loop {
            let news;
            let subscribed = lock(&self.subscribed).clone();
            let waits = !subscribed.is_empty();
            let uris = subscribed.keys().cloned().collect();
            for (uri, print) in subscribed {
                seen.prints.entry(uri).or_insert(print);
            }
            (seen, news) = self.look(seen, uris, true).await;
            let mut told = Ok(());
            for uri in news.updated {
                told =
                    told.and(peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await);
            }
            if news.listed {
                told = told.and(peer.notify_resource_list_changed().await);
            }
            if let Err(error) = told {
                tracing::debug!(%error, "the client is told no more");
                return;
            }
            tokio::select! {
                _ = stirred.changed() => {}
                () = tokio::time::sleep(EVERY), if waits => {}
            }
        }
    }

    async fn look(&self, mut seen: Seen, uris: Vec<String>, with_list: bool) -> (Seen, News) {
        let app = Arc::clone(&self.app);
        let looked = tokio::task::spawn_blocking(move || {
            let news = seen.again(&app, &uris, with_list);
            (seen, news)
        });
        // After a panic in it, which the log has, nothing is known and nothing is news.
        looked.await.unwrap_or_default()
    }

    /// Watches an address for the client of a handshake, from how it is now. Blocks.
    pub(super) fn subscribe(&self, uri: String) -> Result<(), ErrorData> {
        // What cannot be read cannot be watched; reading says why.
        resources::read(&self.app, &uri)?;
        if lock(&self.subscribed).len() >= MOST {
            let message = format!("{MOST} resources are watched already; unsubscribe from one first");
            return Err(ErrorData::invalid_params(message, None));
        }
        let mut seen = Seen::default();
        let _ = seen.again(&self.app, std::slice::from_ref(&uri), false);
        let print = seen.prints.remove(&uri).unwrap_or_default();
        lock(&self.subscribed).entry(uri).or_insert(print);
        self.stir();
        Ok(())
    }

    /// Watches an address no more.
    pub(super) fn unsubscribe(&self, uri: &str) {
        lock(&self.subscribed).remove(uri);
    }
}

/// What a filter waits for: addresses, and whether the list; nothing where it waits for nothing.
fn waited_for(accepted: &SubscriptionFilter) -> Option<(Vec<String>, bool)> {
    let with_list = accepted.resources_list_changed == Some(true);
    let uris = accepted.resource_subscriptions.clone().unwrap_or_default();
    (with_list || !uris.is_empty()).then_some((uris, with_list))
}

/// Every change is one insertion or removal, so a panic elsewhere leaves the contents whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}
