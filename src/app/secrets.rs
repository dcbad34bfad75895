//! Secrets at the doors: no text of a known shape goes in to be kept, or comes out to be shown (SPEC 13.10).
//!
//! Requests are redacted before anything reads them and answers before anyone sees them. What comes from git or from
//! documents besides is redacted where it is about to be written: events, briefs and reports. The contents of the
//! files under review are none of this: where they must be laid again to the byte they lie in the store as in git.

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::domain::secret::{self, Key};
use crate::domain::subject::Contract;
use crate::error::Error;
use crate::io::clock::Clock;
use crate::io::store::Store;

use super::App;
use super::dialogue::Asked;
use super::workspace::Workspace;

/// Whether a call may make the store that keeps the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeps {
    /// What comes of the call may be kept.
    Yes,
    /// The call only reads: nobody can compare what it shows with anything.
    No,
}

impl App {
    /// Runs a use case between redacted texts on both sides.
    pub(super) fn guarded<R, A>(
        &self,
        keeps: Keeps,
        request: &R,
        run: impl FnOnce(&R) -> Result<A, Error>,
    ) -> Result<A, Error>
    where
        R: Clone + Serialize + DeserializeOwned,
        A: Serialize + DeserializeOwned,
    {
        let request = clean(request, || Ok(self.key(keeps)))?;
        match run(&request) {
            Ok(answer) => match redacted(&answer, || Ok(self.key(Keeps::No)))? {
                Some(redacted) => Ok(redacted),
                None => Ok(answer),
            },
            Err(error) => Err(self.refusal(error)),
        }
    }

    /// Runs a use case that may ask the human between redacted texts on both sides: a question is shown, too.
    pub(super) fn guarded_asking<R, A>(
        &self,
        request: &R,
        run: impl FnOnce(&R) -> Result<Asked<A>, Error>,
    ) -> Result<Asked<A>, Error>
    where
        R: Clone + Serialize + DeserializeOwned,
        A: Serialize + DeserializeOwned,
    {
        let mut question = None;
        let answered = self.guarded(Keeps::Yes, request, |request| match run(request)? {
            Asked::Answer(answer) => Ok(Some(answer)),
            Asked::Ask(mut dialogue) => {
                dialogue.message = self.redact(&dialogue.message).into_owned();
                question = Some(dialogue);
                Ok(None)
            }
        })?;
        match (answered, question) {
            (_, Some(question)) => Ok(Asked::Ask(question)),
            (Some(answer), None) => Ok(Asked::Answer(answer)),
            (None, None) => Err(Error::internal("a call came to neither an answer nor a question")),
        }
    }

    /// Redacts a text that is about to be shown.
    pub(super) fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if secret::is_in(text) { secret::redact(text, &self.key(Keeps::No)) } else { Cow::Borrowed(text) }
    }

    /// A refusal repeats what was given and what stands in the repository.
    pub(super) fn refusal(&self, mut error: Error) -> Error {
        let texts = std::iter::once(&error.message).chain(&error.hints);
        if texts.into_iter().any(|text| secret::is_in(text))
            || error.next_call.as_deref().is_some_and(secret::is_in_value)
        {
            let key = self.key(Keeps::No);
            for text in std::iter::once(&mut error.message).chain(&mut error.hints) {
                *text = secret::redact(text, &key).into_owned();
            }
            if let Some(call) = error.next_call.as_deref_mut() {
                secret::redact_value(call, &key);
            }
        }
        error
    }

    /// Returns the key of the repository's store. Outside of one, and where it cannot be written, nothing is kept
    /// that anyone could try passwords against.
    fn key(&self, keeps: Keeps) -> Key {
        self.workspace(None).and_then(|ws| ws.key(keeps)).unwrap_or_else(|_| Key::new(""))
    }
}

impl Workspace<'_> {
    fn key(&self, keeps: Keeps) -> Result<Key, Error> {
        match keeps {
            Keeps::Yes => key(&mut self.store()?, self.clock),
            Keeps::No => match Store::open_existing(self.repository.common_dir()) {
                Ok(mut store) => key(&mut store, self.clock),
                Err(error) => Err(error.into()),
            },
        }
    }

    /// Redacts a text that is about to be kept.
    pub(super) fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !secret::is_in(text) {
            return Cow::Borrowed(text);
        }
        secret::redact(text, &self.key(Keeps::Yes).unwrap_or_else(|_| Key::new("")))
    }

    /// Redacts what a subject must fulfil. Its digest is that of the redacted texts, which are all that is kept: it
    /// changes when they do.
    pub(super) fn without_secrets(&self, contract: Contract) -> Result<Contract, Error> {
        match redacted(&contract, || self.key(Keeps::Yes))? {
            Some(clean) => Ok(Contract::new(clean.text, clean.requirements, clean.context)),
            None => Ok(contract),
        }
    }
}

/// Returns the key of a store, making it at its first use.
pub(super) fn key(store: &mut Store, clock: &Clock) -> Result<Key, Error> {
    let fresh = format!("{}{}", clock.random_tag(), clock.random_tag());
    Ok(Key::new(&store.secret("redaction_key", &fresh)?))
}

/// Returns the value without secrets; itself where it holds none.
pub(super) fn clean<T>(value: &T, key: impl FnOnce() -> Result<Key, Error>) -> Result<Cow<'_, T>, Error>
where
    T: Clone + Serialize + DeserializeOwned,
{
    Ok(redacted(value, key)?.map_or(Cow::Borrowed(value), Cow::Owned))
}

/// Returns the value with its secrets redacted; nothing where it holds none.
fn redacted<T: Serialize + DeserializeOwned>(
    value: &T,
    key: impl FnOnce() -> Result<Key, Error>,
) -> Result<Option<T>, Error> {
    let failed = |e: serde_json::Error| Error::internal(format!("a value cannot be redacted: {e}"));
    let mut json: Value = serde_json::to_value(value).map_err(failed)?;
    if !secret::is_in_value(&json) {
        return Ok(None);
    }
    secret::redact_value(&mut json, &key()?);
    serde_json::from_value(json).map(Some).map_err(failed)
}
