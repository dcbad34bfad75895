//! Work shared by several threads, where there is enough of it. How much is enough, only its caller knows.

/// More threads gain little, and other work goes on beside ours.
const MOST: usize = 4;

/// Returns how many threads may work on something at once.
pub fn free() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MOST)
}

/// Does each share on a thread of its own and returns what came of them, in their order. A panic goes on here.
pub fn shared<S: Send, R: Send>(shares: impl Iterator<Item = S>, work: impl Fn(S) -> R + Sync) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let running: Vec<_> = shares.map(|share| scope.spawn(move || work(share))).collect();
        let done = running.into_iter().map(|share| match share.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        done.collect()
    })
}
