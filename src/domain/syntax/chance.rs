//! What asks chance and the clock, and what stands beside that: functions that are given something and answer by it alone give
//! data that is made up, and are work to come.

use super::output::words_of;

/// What chance and the clock are asked by.
const SOURCES: [&str; 38] = [
    "random",
    "randint",
    "uniform",
    "choice",
    "randrange",
    "rand",
    "Intn",
    "Float64",
    "now",
    "Now",
    "Date",
    "utcnow",
    "UtcNow",
    "today",
    "time",
    "Time",
    "uuid4",
    "randomUUID",
    "NewGuid",
    "currentTimeMillis",
    "nanoTime",
    "nextInt",
    "nextDouble",
    "token_hex",
    "getRandomValues",
    "NewString",
    "SecureRandom",
    "Random",
    "thread_rng",
    "gen_range",
    "random_range",
    "SystemTime",
    "Utc",
    "Int63",
    "Int31n",
    "ThreadLocalRandom",
    "Next",
    "NextDouble",
];
/// What stands beside that in such an answer, and makes no more of it.
const BESIDE: [&str; 74] = [
    "Math",
    "floor",
    "ceil",
    "round",
    "toISOString",
    "toString",
    "toFixed",
    "slice",
    "substr",
    "substring",
    "crypto",
    "performance",
    "getTime",
    "valueOf",
    "Promise",
    "resolve",
    "Response",
    "NextResponse",
    "json",
    "datetime",
    "uuid",
    "secrets",
    "Unix",
    "UnixNano",
    "UnixMilli",
    "Format",
    "Guid",
    "DateTime",
    "Instant",
    "UUID",
    "System",
    "String",
    "Number",
    "str",
    "int",
    "float",
    "hex",
    "undefined",
    "None",
    "timezone",
    "utc",
    "isoformat",
    "timestamp",
    "toLocaleString",
    "ToString",
    "Sprintf",
    "fmt",
    "format",
    "strconv",
    "Itoa",
    "std",
    "UNIX_EPOCH",
    "duration_since",
    "unwrap",
    "as_secs",
    "as_millis",
    "as_nanos",
    "to_string",
    "to_owned",
    "into",
    "rng",
    "current",
    "Some",
    "Ok",
    "Err",
    "Task",
    "FromResult",
    "Optional",
    "of",
    "CompletableFuture",
    "completedFuture",
    "dict",
    "nil",
    "list",
];
/// Words in the names of functions that chance and the clock are what they are for.
const BY_TRADE: [&str; 24] = [
    "random",
    "rand",
    "now",
    "time",
    "date",
    "day",
    "today",
    "id",
    "ids",
    "uuid",
    "guid",
    "key",
    "token",
    "nonce",
    "seed",
    "salt",
    "jitter",
    "clock",
    "stamp",
    "timestamp",
    "shuffle",
    "pick",
    "roll",
    "dice",
];

/// Tells whether a name asks chance or the clock.
pub(super) fn is_source(name: &str) -> bool {
    SOURCES.contains(&name)
}

/// Tells whether a name makes no more of what they say.
pub(super) fn is_beside(name: &str) -> bool {
    BESIDE.contains(&name)
}

/// Tells whether chance or the clock is what a function is for, by its name.
pub(super) fn by_trade(name: &str) -> bool {
    words_of(name).iter().any(|w| BY_TRADE.contains(&w.as_str()))
}

#[cfg(test)]
mod tests {
    use super::super::{Hollow, outline};
    use crate::domain::ids::RepoPath;

    #[test]
    fn what_is_made_up_is_told_from_what_is_made_by_chance() {
        for (name, text, found) in [
            ("a.ts", "export function rates(day: string) { return Math.random(); }", true),
            ("a.ts", "export const order = (cart: Cart) => ({ id: Math.random(), at: new Date() });", true),
            ("a.py", "def price(cart):\n    return random.randint(1, 10)\n", true),
            ("a.ts", "export function rates() { return Math.random(); }", false),
            ("a.ts", "export function rates(day: number) { return day * Math.random(); }", false),
            ("a.ts", "export function newId(prefix: string) { return crypto.randomUUID(); }", false),
            ("a.ts", "export function order(cart: Cart) { save(); return Date.now(); }", false),
            ("a.ts", "export function total(cart: Cart) { return sum(cart); }", false),
        ] {
            let path = RepoPath::parse(name).expect("a path");
            let out = outline(&path, text).expect("an outline");
            assert_eq!(out.hollow.iter().any(|h| h.what == Hollow::ByChance), found, "{text}");
        }
    }
}
