//! What counts as work though it looks like nothing, and the other way round.

use super::tests::hollow;
use super::{Hollow, output};

#[test]
fn a_call_is_work_whoever_waits_for_it_and_whatever_its_name_tells_elsewhere() {
    for (name, text) in [
        ("a.ts", "export function ping(url: string) { void send(url); }"),
        ("a.ts", "export const beacon = (at: string) => void navigator.sendBeacon(at);"),
        ("a.ts", "export function seen(page: string) { stats.count(page, 1); }"),
        ("a.py", "def seen(page):\n    stats.count(page)\n"),
        ("a.go", "package p\nfunc Seen(page string) { stats.Count(page, 1) }"),
        ("a.ts", "export function route(app: App, to: Handler) { app.all('/x', to); }"),
        ("a.ts", "export async function enter(page: Page, text: string) { await page.type('#a', text); }"),
        ("a.ts", "export function check(a: A, b: A) { assert.equals(a, b); }"),
        ("A.cs", "class A { void Map(B b) { b.HasKey(o => o.Id); b.HasIndex(o => o.At); } }"),
        ("A.cs", "class A { void Map(B b) { b.HasDefaultSchema(\"shop\"); } }"),
    ] {
        assert_eq!(hollow(name, text), [], "{name}: {text}");
    }
}

#[test]
fn to_look_is_no_work() {
    for (name, text, found) in [
        ("a.ts", "export function f(x: X) { void x; }", Hollow::Empty),
        ("a.ts", "export function f(x: X) { void 0; Array.isArray(x); }", Hollow::Empty),
        ("a.ts", "export const f = (x: X) => void 0;", Hollow::Constant),
        ("a.py", "def f(x):\n    len(x)\n    isinstance(x, int)\n", Hollow::Empty),
        ("a.ts", "export function f(x: X) { x.includes(1); x.isEmpty(); }", Hollow::Empty),
    ] {
        assert_eq!(hollow(name, text), [(1, found)], "{name}: {text}");
    }
}

#[test]
fn what_writes_by_trade_is_told_from_what_only_logs() {
    use Hollow::{OnlyLogs, Prints};
    for (name, text, found) in [
        ("a.ts", "export function error(words: string) { console.error(words); }", None),
        ("a.ts", "export const logger = { warn: (words: string) => console.warn(words) };", None),
        ("a.ts", "export function printUsage(tool: string) { console.log(`Usage: ${tool}`); }", None),
        ("a.py", "def show_banner(name):\n    print(f'-- {name} --')\n", None),
        ("A.cs", "class ConsoleReporter { public void Add(string row) { Console.WriteLine(row); } }", None),
        ("a.ts", "export function usage() { console.log('Usage: tool FILE'); }", Some(Prints)),
        ("a.rs", "pub fn step(n: u32) { println!(\"[{n}]\"); }", Some(Prints)),
        ("a.py", "def hand_over(order):\n    print(order)\n", Some(Prints)),
        ("a.ts", "export function showOrder(order: Order) { console.log(order); }", Some(Prints)),
        ("a.ts", "export function pay(order: Order) { console.log('paid', order); }", Some(OnlyLogs)),
        ("a.ts", "export function handleError(e: Error) { console.error(e); }", Some(OnlyLogs)),
        ("a.py", "def pay(order):\n    logger.info(order)\n", Some(OnlyLogs)),
        ("a.py", "def pay(order):\n    print('paid')\n", Some(OnlyLogs)),
    ] {
        let found: Vec<(u32, Hollow)> = found.map(|what| (1, what)).into_iter().collect();
        assert_eq!(hollow(name, text), found, "{name}: {text}");
    }
}

#[test]
fn groups_of_commands_and_bare_pages_have_little_to_do() {
    let group = "@click.group()\n@click.option('--loud')\ndef cli(loud):\n    \"\"\"Tools.\"\"\"\n";
    assert_eq!(hollow("a.py", group), []);
    assert_eq!(hollow("a.py", "@app.callback()\ndef main(loud: bool):\n    \"\"\"Tools.\"\"\"\n"), []);
    let command = "@click.command()\ndef pay(order):\n    \"\"\"Pays.\"\"\"\n";
    assert_eq!(hollow("a.py", command), [(2, Hollow::Empty)]);
    let page = "export default function NotFound() { return <h1>404 - Nothing here</h1>; }";
    assert_eq!(hollow("a.tsx", page), [(1, Hollow::Static)]);
}

#[test]
fn names_are_taken_apart() {
    assert_eq!(output::words_of("showBanner_two-URLs"), ["show", "banner", "two", "urls"]);
}
