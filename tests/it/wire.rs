//! What a client may send in any order and in any state of repair, against a model of what it is owed: every id that can
//! be read gets exactly one answer, nothing else gets one under an id, and each line that comes back is of the protocol.
//!
//! One server a sequence. The short form is part of the tests; `COUNTERSIGN_WIRE=2000` sets how many sequences, and
//! `COUNTERSIGN_WIRE_SEED=N` plays one of them alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Era};

/// The tool that panics in some sequences.
const PANICS: &str = "check_plan";
/// One line longer than the server reads.
const TOO_LONG: usize = 16 * 1024 * 1024 + 1;

struct Dice(u64);

impl Dice {
    /// Returns a number below `most`.
    fn roll(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % most.max(1) as u64).expect("a number below a usize")
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.roll(n) == 0
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.roll(of.len())]
    }
}

/// What a sequence is owed, by the model.
#[derive(Debug, Default)]
struct Owed {
    /// Per id as JSON text: the least and the most answers. They differ only for what was cancelled, and for a broken
    /// line under the id of a call that may still be running: that one is answered without its id.
    ids: BTreeMap<String, (usize, usize)>,
    /// The least and the most answers without an id.
    nameless: (usize, usize),
    /// Calls of the tool that panics.
    panics: usize,
}

impl Owed {
    fn answer(&mut self, id: &Value) {
        let owed = self.ids.entry(id.to_string()).or_default();
        owed.0 += 1;
        owed.1 += 1;
    }

    fn nameless(&mut self) {
        self.nameless.0 += 1;
        self.nameless.1 += 1;
    }

    /// A broken line under an id that was used before: answered with or without it.
    fn either(&mut self, id: &Value) {
        self.ids.entry(id.to_string()).or_default().1 += 1;
        self.nameless.1 += 1;
    }

    fn may_be_dropped(&mut self, id: &Value) {
        let owed = self.ids.entry(id.to_string()).or_default();
        owed.0 = owed.0.saturating_sub(1);
    }
}

/// One sequence: the bytes a client sends, and what it is owed for them.
struct Sequence {
    dice: Dice,
    /// How a request of the lifecycle looks is the client's to know.
    lines: Vec<Vec<u8>>,
    owed: Owed,
    used: Vec<Value>,
    next: i64,
}

/// Requests by method and parameters: good ones, wrong ones, unknown ones.
fn requests() -> Vec<(&'static str, Value)> {
    vec![
        ("tools/list", json!({})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("prompts/list", json!({})),
        ("resources/read", json!({ "uri": "countersign://nothing/here" })),
        ("resources/read", json!({})),
        ("prompts/get", json!({ "name": "nobody" })),
        ("completion/complete", json!({ "ref": { "type": "ref/prompt", "name": "x" }, "argument": 3 })),
        ("tools/call", json!({ "name": "parse_verdict", "arguments": { "text": "VERDICT: approve" } })),
        ("tools/call", json!({ "name": "parse_verdict", "arguments": { "text": 7 } })),
        ("tools/call", json!({ "name": "parse_verdict" })),
        ("tools/call", json!({ "name": PANICS, "arguments": { "plan": "no/PLAN.md" } })),
        ("tools/call", json!({ "name": "loop_status", "arguments": {} })),
        (
            "tools/call",
            json!({ "name": "record_findings", "arguments": { "loop_id": "rl-0", "countersign": "x" } }),
        ),
        ("tools/call", json!({ "name": "rm_rf", "arguments": {} })),
        ("tools/call", json!({ "arguments": {} })),
        ("tools/call", json!([])),
        ("tools/cull", json!({})),
        ("", json!({})),
        ("tools/list", json!({ "cursor": "no such page" })),
    ]
}

impl Sequence {
    /// An id that no line has used yet, of any kind the protocol allows.
    fn fresh(&mut self) -> Value {
        self.next += 1;
        let n = self.next;
        let id = match self.dice.roll(8) {
            0 => json!(-n),
            1 => json!(format!("id {n}")),
            2 => json!(format!("\"\\{n}\n\u{202e}é🦀")),
            3 => json!(i64::MAX - n),
            4 => json!(format!("{}{n}", "long".repeat(200))),
            _ => json!(n),
        };
        self.used.push(id.clone());
        id
    }

    fn line(&mut self, bytes: impl Into<Vec<u8>>) {
        let mut bytes = bytes.into();
        bytes.extend_from_slice(if self.dice.one_in(10) { b"\r\n" } else { b"\n" });
        self.lines.push(bytes);
    }

    /// Adds a whole request and books its answer.
    fn request(&mut self, client: &Client) -> Value {
        let (method, params) = self.dice.pick(&requests()).clone();
        let id = self.fresh();
        if params["name"] == PANICS {
            self.owed.panics += 1;
        }
        let message = client.message(id.clone(), method, params);
        self.owed.answer(&id);
        self.line(message.to_string());
        id
    }

    /// Adds one line of some kind.
    fn step(&mut self, client: &Client) {
        match self.dice.roll(20) {
            0..=5 => {
                self.request(client);
            }
            6 => {
                // Used again, in flight or answered: each use is owed one answer.
                if let Some(id) = self.again() {
                    let message = client.message(id.clone(), "tools/list", json!({}));
                    self.owed.answer(&id);
                    self.line(message.to_string());
                }
            }
            7 => {
                let id = self.request(client);
                self.owed.may_be_dropped(&id);
                let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
                                        "params": { "requestId": id, "reason": "no longer" } });
                self.line(cancelled.to_string());
                // Cancelled once is enough: a later line under this id would be owed or not, nobody can tell.
                self.used.retain(|u| *u != id);
            }
            8 => self.late_cancel(),
            9 => self.cut(client),
            10 => self.not_text(),
            11 => self.batch(client),
            12 => self.nested(),
            13 => self.wrong_shape(),
            14 => {
                let garbage =
                    ["garbage", "{", "}", "[1,2", "\"text", "tru", "{\"id\"", "{\"id\":12", "\u{0}", "🦀"];
                let garbage = *self.dice.pick(&garbage);
                self.owed.nameless();
                self.line(garbage);
            }
            15 => {
                let silent = [
                    "",
                    "   ",
                    "\t",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/odd\"}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                    "{\"method\":\"odd\"}",
                ];
                let silent = *self.dice.pick(&silent);
                self.line(silent);
            }
            16 => {
                // An answer to a question that was never asked; broken ones are answers all the same.
                let id = self.again().unwrap_or(json!(1));
                let text =
                    json!({ "jsonrpc": "2.0", "id": id, "result": { "action": "accept" } }).to_string();
                let cut = if self.dice.one_in(2) { text.len() } else { text.len() - 1 };
                self.line(&text.as_bytes()[..cut]);
            }
            17 => {
                let bare = *self.dice.pick(&["5", "null", "true", "\"tools/list\"", "[]"]);
                self.owed.nameless();
                self.line(bare);
            }
            18 => {
                let id = self.request(client);
                // A mark of byte order, and spaces around, change nothing.
                if let Some(last) = self.lines.last_mut() {
                    let mut marked = b"\xEF\xBB\xBF ".to_vec();
                    marked.append(last);
                    *last = marked;
                }
                debug_assert!(self.used.contains(&id));
            }
            _ => self.broken_again(),
        }
    }

    /// An id used before.
    fn again(&mut self) -> Option<Value> {
        if self.used.is_empty() { None } else { Some(self.dice.pick(&self.used).clone()) }
    }

    /// A request that stops in the middle, behind its id.
    fn cut(&mut self, client: &Client) {
        let id = self.fresh();
        let whole = client
            .message(
                id.clone(),
                "tools/call",
                json!({ "name": "parse_verdict",
            "arguments": { "text": "{\"id\": 1, [" } }),
            )
            .to_string();
        let after = whole.find("\"method\"").expect("a request has a method");
        // At a character's border: what is cut inside one is another fault.
        let mut end = after + self.dice.roll(whole.len() - after - 1);
        while !whole.is_char_boundary(end) {
            end -= 1;
        }
        self.owed.answer(&id);
        self.line(&whole.as_bytes()[..end]);
    }

    /// A request with bytes that are no UTF-8.
    fn not_text(&mut self) {
        let id = self.fresh();
        let mut bytes =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"t\":\"")
                .into_bytes();
        let broken: [&[u8]; 4] = [b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\xf0\x9f"];
        bytes.extend_from_slice(self.dice.pick::<&[u8]>(&broken));
        bytes.extend_from_slice(b"\"}}");
        self.owed.answer(&id);
        self.line(bytes);
    }

    /// Several messages in one line: no part of either revision.
    fn batch(&mut self, client: &Client) {
        let mut batch = Vec::new();
        for _ in 0..self.dice.roll(4) + 1 {
            if self.dice.one_in(3) {
                batch.push(json!({ "jsonrpc": "2.0", "method": "notifications/odd" }));
            } else {
                let id = self.fresh();
                batch.push(client.message(id.clone(), "tools/list", json!({})));
                self.owed.answer(&id);
            }
        }
        self.line(Value::Array(batch).to_string());
    }

    /// Brackets beyond what any reader should follow.
    fn nested(&mut self) {
        let depth = *self.dice.pick(&[130, 2_000, 100_000]);
        let (open, close) = *self.dice.pick(&[("[", "]"), ("{\"a\":", "}")]);
        let deep = format!("{}1{}", open.repeat(depth), close.repeat(depth));
        if self.dice.one_in(2) {
            self.owed.nameless();
            self.line(deep);
        } else {
            let id = self.fresh();
            self.owed.answer(&id);
            self.line(format!(
                "{{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"params\":{deep},\"id\":{id}}}"
            ));
        }
    }

    /// JSON that is no request.
    fn wrong_shape(&mut self) {
        let id = self.fresh();
        let shape = match self.dice.roll(6) {
            0 => json!({ "id": id, "method": "tools/list" }),
            1 => json!({ "jsonrpc": "1.0", "id": id, "method": "tools/list" }),
            2 => json!({ "jsonrpc": "2.0", "id": id }),
            3 => json!({ "jsonrpc": "2.0", "id": id, "method": 5 }),
            4 => {
                self.owed.nameless();
                let odd = self.dice.pick(&[json!(null), json!([1]), json!({}), json!(true)]).clone();
                let line = json!({ "jsonrpc": "2.0", "id": odd, "method": "tools/list" }).to_string();
                self.line(line);
                return;
            }
            _ => {
                let half = json!(f64::from(u32::try_from(self.lines.len()).expect("few lines")) + 0.5);
                self.owed.answer(&half);
                let line = json!({ "jsonrpc": "2.0", "id": half, "method": "tools/list" }).to_string();
                self.line(line);
                return;
            }
        };
        self.owed.answer(&id);
        self.line(shape.to_string());
    }

    /// A cancellation of what was never sent or has been answered long ago is nothing.
    fn late_cancel(&mut self) {
        let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
                                "params": { "requestId": "never sent", "reason": "late" } });
        self.line(cancelled.to_string());
    }

    /// A broken line under an id that a call may still hold.
    fn broken_again(&mut self) {
        if let Some(id) = self.again() {
            self.owed.either(&id);
            self.line(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":"));
        }
    }

    /// A line longer than is read, with its id at one of its ends.
    fn too_long(&mut self) {
        let id = self.fresh();
        let filler = "x".repeat(TOO_LONG);
        self.owed.answer(&id);
        let line = if self.dice.one_in(2) {
            format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"t\":\"{filler}\"}}}}"
            )
        } else {
            format!(
                "{{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{{\"t\":\"{filler}\"}},\"id\":{id}}}"
            )
        };
        self.line(line);
    }
}

/// Plays one sequence; returns how many panics were answered.
fn play(dir: &Path, seed: u64) -> usize {
    let mut dice = Dice(seed);
    let era = *dice.pick(&Era::BOTH);
    let mut client = Client::start_with(dir, era, &[("COUNTERSIGN_TEST_PANIC", PANICS)]);
    // The client's own first request has the id 1.
    let mut sequence =
        Sequence { dice, lines: Vec::new(), owed: Owed::default(), used: Vec::new(), next: 1000 };
    for _ in 0..sequence.dice.roll(30) + 5 {
        sequence.step(&client);
    }
    if sequence.dice.one_in(40) {
        sequence.too_long();
    }
    let Sequence { lines, owed, .. } = sequence;
    for line in &lines {
        client.send_raw(line);
    }
    client.close_input();
    let mut given: BTreeMap<String, usize> = BTreeMap::new();
    let (mut nameless, mut panics) = (0, 0);
    let told = || -> String {
        lines.iter().map(|l| String::from_utf8_lossy(&l[..l.len().min(300)]).into_owned()).collect()
    };
    while let Some(message) = client.next_message() {
        assert_eq!(message["jsonrpc"], "2.0", "seed {seed}: {message}");
        let kinds = ["result", "error", "method"].iter().filter(|k| message.get(**k).is_some()).count();
        assert_eq!(kinds, 1, "seed {seed}: a message of one kind: {message}");
        if message.get("method").is_some() {
            assert_eq!(message.get("id"), None, "seed {seed}: nothing is asked here: {message}");
            continue;
        }
        if let Some(code) = message.pointer("/error/code") {
            assert!(code.is_i64() && message["error"]["message"].is_string(), "seed {seed}: {message}");
        }
        panics += usize::from(message.to_string().contains("(incident "));
        match message.get("id") {
            Some(id) => *given.entry(id.to_string()).or_default() += 1,
            None => nameless += 1,
        }
    }
    assert!(
        client.wait_exit(Duration::from_secs(10)).is_some_and(|s| s.success()),
        "seed {seed}: no clean end"
    );
    for (id, (least, most)) in &owed.ids {
        let got = given.remove(id).unwrap_or_default();
        assert!(
            (*least..=*most).contains(&got),
            "seed {seed}: {got} answers to {id}, owed {least} to {most}\n{}",
            told()
        );
    }
    assert!(given.is_empty(), "seed {seed}: answers to nobody: {given:?}\n{}", told());
    let (least, most) = owed.nameless;
    assert!(
        (least..=most).contains(&nameless),
        "seed {seed}: {nameless} answers without an id, owed {least} to {most}\n{}",
        told()
    );
    assert!(panics <= owed.panics, "seed {seed}");
    panics
}

#[test]
fn every_readable_id_gets_exactly_one_answer_whatever_is_sent() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let dir = TempDir::new().expect("a temporary directory");
    let seeds = match number("COUNTERSIGN_WIRE_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("COUNTERSIGN_WIRE").unwrap_or(40),
    };
    let count = seeds.end - seeds.start;
    let panics: usize = seeds.map(|seed| play(dir.path(), seed)).sum();
    // One call in some sixty panics: a long run that met none has not looked.
    assert!(count < 40 || panics > 0, "no call panicked");
    println!("{count} sequences, {panics} panics answered");
}
