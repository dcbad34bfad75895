//! What hooks tell of agents: who makes a call, what a subagent works on, how often it was held back. Rows of a few
//! days, none of them an event.

use rusqlite::config::DbConfig;
use rusqlite::{OptionalExtension as _, params};

use super::{Store, StoreError};
use crate::domain::attested::Attested;
use crate::domain::ids::{Pass, Timestamp};

/// What a subagent works on: the pass it answers, or whose findings it mends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// Empty where several could be meant when it started.
    pub loop_id: String,
    pub pass: Pass,
    /// Since when.
    pub since: Timestamp,
}

impl Store {
    /// Lets what this connection writes reach the disk with the next event, and leaves the log for whoever writes that.
    ///
    /// Only for rows that are worth nothing once the power is cut: a host waits for them before each call.
    pub fn write_in_passing(&mut self) -> Result<(), StoreError> {
        self.conn
            .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
            .and_then(|_| self.conn.pragma_update(None, "synchronous", "NORMAL"))
            .map_err(|e| self.sort(e))
    }

    /// Keeps who makes a call, and forgets what is older than `kept_ms`. The first word on a call stands.
    pub fn attest(
        &mut self,
        call: &str,
        by: &Attested,
        at: Timestamp,
        kept_ms: i64,
    ) -> Result<(), StoreError> {
        self.write(|store, tx| {
            tx.execute("DELETE FROM attestation WHERE at < ?1", [at.0.saturating_sub(kept_ms)])
                .and_then(|_| {
                    tx.execute(
                        "INSERT INTO attestation (call, session, agent, kind, at) VALUES (?1, ?2, ?3, ?4, ?5)
                         ON CONFLICT (call) DO NOTHING",
                        params![call, by.session, by.agent, by.kind, at.0],
                    )
                })
                .map_err(|e| store.sort(e))?;
            Ok(())
        })
    }

    /// Returns who makes a call, as it was attested; nothing where no hook did.
    pub fn attested(&self, call: &str) -> Result<Option<Attested>, StoreError> {
        // A store of an older schema that cannot be written: nobody could attest into it.
        if !self.has_table("attestation")? {
            return Ok(None);
        }
        self.conn
            .query_row("SELECT session, agent, kind FROM attestation WHERE call = ?1", [call], |row| {
                Ok(Attested { session: row.get(0)?, agent: row.get(1)?, kind: row.get(2)? })
            })
            .optional()
            .map_err(|e| self.sort(e))
    }

    /// Keeps what a subagent works on from now on, and forgets what is older than `kept_ms`.
    pub fn bind(&mut self, session: &str, agent: &str, to: &Bound, kept_ms: i64) -> Result<(), StoreError> {
        self.write(|store, tx| {
            let old = to.since.0.saturating_sub(kept_ms);
            tx.execute("DELETE FROM bound WHERE at < ?1", [old])
                .and_then(|_| tx.execute("DELETE FROM held_back WHERE at < ?1", [old]))
                .and_then(|_| {
                    tx.execute(
                        "INSERT INTO bound (session, agent, loop, pass, at) VALUES (?1, ?2, ?3, ?4, ?5)
                         ON CONFLICT (session, agent)
                         DO UPDATE SET loop = excluded.loop, pass = excluded.pass, at = excluded.at",
                        params![session, agent, to.loop_id, to.pass, to.since.0],
                    )
                })
                .map_err(|e| store.sort(e))?;
            Ok(())
        })
    }

    /// Returns what a subagent works on.
    pub fn bound(&self, session: &str, agent: &str) -> Result<Option<Bound>, StoreError> {
        if !self.has_table("bound")? {
            return Ok(None);
        }
        self.conn
            .query_row(
                "SELECT loop, pass, at FROM bound WHERE session = ?1 AND agent = ?2",
                [session, agent],
                |row| Ok(Bound { loop_id: row.get(0)?, pass: row.get(1)?, since: Timestamp(row.get(2)?) }),
            )
            .optional()
            .map_err(|e| self.sort(e))
    }

    /// Forgets what a subagent was started for: it has ended.
    pub fn unbind(&mut self, session: &str, agent: &str) -> Result<(), StoreError> {
        self.write(|store, tx| {
            tx.execute("DELETE FROM bound WHERE session = ?1 AND agent = ?2", [session, agent])
                .map_err(|e| store.sort(e))?;
            Ok(())
        })
    }

    /// Returns the loops that other subagents of a session are at work on.
    pub fn bound_to_others(&self, session: &str, agent: Option<&str>) -> Result<Vec<String>, StoreError> {
        if !self.has_table("bound")? {
            return Ok(Vec::new());
        }
        let mut statement = self
            .conn
            .prepare_cached("SELECT DISTINCT loop FROM bound WHERE session = ?1 AND agent IS NOT ?2")
            .map_err(|e| self.sort(e))?;
        let rows = statement.query_map(params![session, agent], |row| row.get(0));
        rows.and_then(Iterator::collect).map_err(|e| self.sort(e))
    }

    /// Counts that a subagent is held back at a step, and returns how often it was with this time; nothing where it was
    /// `most` times already, and nothing is counted then.
    pub fn hold_back(
        &mut self,
        session: &str,
        agent: &str,
        step: &str,
        most: u32,
        at: Timestamp,
    ) -> Result<Option<u32>, StoreError> {
        self.write(|store, tx| {
            tx.query_row(
                "INSERT INTO held_back (session, agent, step, times, at) VALUES (?1, ?2, ?3, 1, ?5)
                 ON CONFLICT (session, agent, step)
                 DO UPDATE SET times = times + 1, at = excluded.at WHERE times < ?4
                 RETURNING times",
                params![session, agent, step, most, at.0],
                |row| row.get(0),
            )
            .optional()
            .map_err(|e| store.sort(e))
        })
    }

    pub(super) fn has_table(&self, name: &str) -> Result<bool, StoreError> {
        let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        let found: i64 = self.conn.query_row(sql, [name], |row| row.get(0)).map_err(|e| self.sort(e))?;
        Ok(found > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> (tempfile::TempDir, Store) {
        let dir = tempfile::TempDir::new().unwrap();
        let store = Store::open(dir.path()).unwrap();
        (dir, store)
    }

    #[test]
    fn an_agent_is_bound_to_what_it_was_started_for_last() {
        let (_dir, mut store) = scene();
        let to = |loop_id: &str, pass, at| Bound { loop_id: loop_id.to_owned(), pass, since: Timestamp(at) };
        assert_eq!(store.bound("s", "a").unwrap(), None);
        store.bind("s", "a", &to("rl-1", 1, 10), 100).unwrap();
        store.bind("s", "b", &to("rl-2", 1, 20), 100).unwrap();
        store.bind("s", "a", &to("rl-1", 2, 30), 100).unwrap();
        assert_eq!(store.bound("s", "a").unwrap(), Some(to("rl-1", 2, 30)));
        assert_eq!(store.bound("t", "a").unwrap(), None, "another session's agent is another");
        store.bind("s", "c", &to("rl-3", 1, 125), 100).unwrap();
        assert_eq!(store.bound("s", "b").unwrap(), None, "forgotten");
        assert_eq!(store.bound_to_others("s", Some("a")).unwrap(), ["rl-3"]);
        store.unbind("s", "c").unwrap();
        assert_eq!(store.bound_to_others("s", None).unwrap(), ["rl-1"]);
    }

    #[test]
    fn what_is_written_in_passing_is_there_for_the_next() {
        let (dir, mut store) = scene();
        let by = Attested { session: "s".to_owned(), agent: None, kind: None };
        store.write_in_passing().unwrap();
        store.attest("t-1", &by, Timestamp(1), 100).unwrap();
        drop(store);
        assert_eq!(Store::open_to_read(dir.path()).unwrap().attested("t-1").unwrap(), Some(by.clone()));
        assert_eq!(Store::open(dir.path()).unwrap().attested("t-1").unwrap(), Some(by));
    }

    #[test]
    fn it_is_held_back_so_often_and_no_more() {
        let (_dir, mut store) = scene();
        let mut again = |step: &str| store.hold_back("s", "a", step, 2, Timestamp(1)).unwrap();
        assert_eq!([again("x"), again("x"), again("x"), again("x")], [Some(1), Some(2), None, None]);
        assert_eq!(again("y"), Some(1), "another step counts for itself");
    }
}
