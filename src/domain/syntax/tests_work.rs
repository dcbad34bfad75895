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
        ("a.ts", "export function usage() { console.log('Usage: tool FILE'); }", None),
        ("a.ts", "export function help() { console.log(TEXT); }", None),
        ("a.ts", "export function help() { console.log('help'); }", Some(Prints)),
        ("a.ts", "export function help() { console.log('help: TODO, write this'); }", Some(Prints)),
        ("a.ts", "export function help(topic: string) { console.log(TEXT); }", Some(Prints)),
        ("a.rs", "pub fn step(n: u32) { println!(\"[{n}]\"); }", Some(Prints)),
        ("a.py", "def hand_over(order):\n    print(order)\n", Some(Prints)),
        ("a.ts", "export function showOrder(order: Order) { console.log(order); }", Some(Prints)),
        ("a.ts", "export function pay(order: Order) { console.log('paid', order); }", Some(OnlyLogs)),
        ("a.ts", "export function mailError(e: Error) { console.error(e); }", Some(OnlyLogs)),
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

#[test]
fn an_answer_that_says_it_is_not_done_is_no_work_and_a_constant_one_is_doubted() {
    use Hollow::{Answers, Said};
    for (name, text, found) in [
        ("a.rs", "pub async fn pay() -> StatusCode { StatusCode::NOT_IMPLEMENTED }", Said),
        ("a.rs", "pub async fn pay() -> R { (StatusCode::NOT_IMPLEMENTED, \"not implemented\") }", Said),
        ("a.rs", "pub async fn pay(b: B) -> Json<Value> { Json(json!({ \"status\": \"ok\" })) }", Answers),
        ("a.py", "def pay(r):\n    return jsonify({\"error\": \"Not implemented\"}), 501\n", Said),
        ("a.py", "def pay(r):\n    abort(501)\n", Said),
        ("a.py", "def pay(r):\n    if not r.json:\n        abort(400)\n    abort(501)\n", Said),
        ("a.go", "package p\nfunc Post(l Letter) error { return errors.ErrUnsupported }", Hollow::Hinted),
        ("a.py", "def pay(r):\n    return Response(status=status.HTTP_501_NOT_IMPLEMENTED)\n", Said),
        ("a.py", "def pay():\n    click.echo(\"Not implemented yet\", err=True)\n    sys.exit(1)\n", Said),
        ("a.py", "def pay(src):\n    typer.echo(\"TODO\")\n", Said),
        ("a.py", "def cart(r):\n    return JsonResponse({\"items\": []})\n", Answers),
        ("A.java", "class A { R pay(String b) { return ResponseEntity.status(501).build(); } }", Said),
        ("A.java", "class A { R pay(String b) { return ResponseEntity.ok(\"Paid\"); } }", Answers),
        ("A.cs", "class A { public R Pay(string b) => StatusCode(501); }", Said),
        ("A.cs", "class A { public R Pay(string b) { return Ok(new { success = true }); } }", Answers),
        ("a.go", "package p\nfunc Pay(w W, r *R) { w.WriteHeader(http.StatusNotImplemented) }", Said),
        (
            "a.go",
            "package p\nfunc Save(k string) (string, error) { return \"\", fmt.Errorf(\"TODO: it\") }",
            Said,
        ),
        ("a.ts", "r.get('/users', (req, res) => { res.send('TODO'); });", Said),
        ("a.ts", "r.post('/pay', (req, res) => { res.json({ success: true }); });", Answers),
        (
            "a.ts",
            "export async function POST(req: Request) { const b = await req.json(); return NextResponse.json({ ok: true }); }",
            Answers,
        ),
    ] {
        let told: Vec<Hollow> = hollow(name, text).into_iter().map(|(_, what)| what).collect();
        assert!(!told.is_empty() && told.iter().all(|what| *what == found), "{name}: {text}: {told:?}");
    }
}

#[test]
fn an_answer_with_anything_in_it_is_work() {
    for (name, text) in [
        ("a.ts", "r.get('/health', (req, res) => { res.json({ ok: true }); });"),
        ("a.ts", "r.get('/users', (req, res) => { res.json(users.all()); });"),
        ("a.ts", "app.get('/old', (req, res) => { res.status(404).json({ error: 'gone' }); });"),
        ("a.ts", "r.post('/pay', (req, res) => { pay(req.body); res.json({ success: true }); });"),
        ("a.ts", "export const pay = (req: R, res: S) => { res.redirect('/cart'); };"),
        ("a.py", "@app.get(\"/ping\")\ndef check(r):\n    return JsonResponse({\"ok\": True})\n"),
        ("a.py", "def cart(r):\n    return JsonResponse({\"n\": r.n})\n"),
        ("a.py", "def line(row):\n    return str(row).rjust(7)\n"),
        ("a.py", "def show(p):\n    click.echo(\"Done\")\n"),
        ("A.java", "class A { @GetMapping(\"/healthz\") R check() { return ResponseEntity.ok(\"ok\"); } }"),
        ("A.cs", "class A { public R Pay(string b) { return Ok(store.Pay(b)); } }"),
        ("a.go", "package p\nfunc Usage(w io.Writer) { fmt.Fprintln(w, \"usage: x\") }"),
        ("a.go", "package p\nfunc NotImplemented(w W, r *R) { w.WriteHeader(http.StatusNotImplemented) }"),
        ("a.go", "package p\nfunc Pay(w W, r *R) { if r.B == nil { w.WriteHeader(501); return }; pay(r); }"),
    ] {
        assert_eq!(hollow(name, text), [], "{name}: {text}");
    }
}

#[test]
fn a_factory_of_functions_that_do_nothing_makes_nothing() {
    let idle = "export function createStore() { return { save: async (k: string) => {}, get: async (k: string) => null }; }";
    assert_eq!(hollow("a.ts", idle), [(1, Hollow::Constant)]);
    for text in [
        "export function noopStore() { return { save: (k: string) => {}, get: (k: string) => null }; }",
        "export function createStore() { return { save: (k: string) => {}, get: (k: string) => db.get(k) }; }",
    ] {
        assert_eq!(hollow("a.ts", text), [], "{text}");
    }
}

#[test]
fn an_error_told_and_an_audit_kept_are_work() {
    for (name, text) in [
        ("a.ts", "export function handleError(e: unknown) { console.error('[error]', e); }"),
        ("a.py", "def record_audit(user, action):\n    logger.info(\"%s %s\", user, action)\n"),
        ("a.py", "class C(AppConfig):\n    def ready(self):\n        from . import signals\n"),
        ("a.py", "class A(ModelAdmin):\n    def has_add_permission(self, request):\n        return False\n"),
    ] {
        assert_eq!(hollow(name, text), [], "{name}: {text}");
    }
    let instead = "export function sendErrorMail(e: unknown) { console.error('mail', e); }";
    assert_eq!(hollow("a.ts", instead), [(1, Hollow::OnlyLogs)]);
}

#[test]
fn a_name_that_is_only_given_a_value_is_no_work() {
    for (name, text) in [
        ("A.cs", "class A { void F() { int n = 1; } }"),
        ("A.cs", "class A { void F() { const int n = 1; } }"),
        ("A.java", "class A { void f() { int n = 1; } }"),
        ("a.ts", "export function f() { const n = 1; }"),
    ] {
        assert_eq!(hollow(name, text), [(1, Hollow::Empty)], "{name}: {text}");
    }
}

#[test]
fn a_base_class_leaves_to_its_kinds_what_it_does_not_do() {
    for (text, found) in [
        ("class BaseStore:\n    def get(self, key):\n        raise NotImplementedError\n", None),
        ("class AbstractStore:\n    def get(self, key):\n        raise NotImplementedError\n", None),
        ("class Store(ABC):\n    def get(self, key):\n        raise NotImplementedError\n", None),
        (
            "class Store:\n    def get(self, key):\n        raise NotImplementedError\n",
            Some((3, Hollow::Said)),
        ),
    ] {
        assert_eq!(hollow("a.py", text), found.into_iter().collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn to_wait_or_to_write_a_line_and_give_back_what_came_is_an_echo() {
    for (name, text, found) in [
        ("a.ts", "export function save(x: X) { console.log('Saving', x); return { id: 1, ...x }; }", true),
        (
            "a.ts",
            "export async function save(x: X) { await new Promise((r) => setTimeout(r, 9)); return { ...x, id: 1 }; }",
            true,
        ),
        ("a.ts", "export function save(x: X) { console.log(x); return { id: next(), ...x }; }", false),
        ("a.ts", "export function save(x: X) { console.log(x); return { sum: x.a + x.b }; }", false),
        ("a.ts", "export function withId(x: X) { console.log(x); return { id: 1, ...x }; }", false),
        ("a.ts", "export function save(x: X) { return { id: 1, ...x }; }", false),
    ] {
        let told = hollow(name, text).iter().any(|(_, what)| *what == Hollow::Echoes);
        assert_eq!(told, found, "{text}: {:?}", hollow(name, text));
    }
}

#[test]
fn what_is_still_to_be_done_behind_a_check_is_not_done() {
    for (name, text, found) in [
        (
            "a.ts",
            "export function save(x: X) {\n  if (!x.id) { throw new Error('id?'); }\n  // TODO: keep it\n  return { ok: true };\n}",
            Some(Hollow::Hinted),
        ),
        (
            "a.py",
            "def save(x):\n    if not x:\n        raise ValueError(x)\n    # TODO: keep it\n    return True\n",
            Some(Hollow::Hinted),
        ),
        // A check is all that there is to do.
        ("a.ts", "export function check(x: X) { if (!x.id) { throw new Error('id?'); } return true; }", None),
        (
            "a.ts",
            "export function save(x: X) {\n  if (!x.id) { throw new Error('id?'); }\n  // TODO: faster\n  return db.keep(x);\n}",
            None,
        ),
        (
            "a.ts",
            "export function is(x: X) { try { JSON.parse(x); return true; } catch { return false; } }",
            None,
        ),
        (
            "a.ts",
            "export function save(x: X) { try { return { ok: true }; } catch { return { ok: false }; } }",
            Some(Hollow::Constant),
        ),
    ] {
        let told: Vec<Hollow> = hollow(name, text).into_iter().map(|(_, what)| what).collect();
        assert_eq!(told, found.into_iter().collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn one_case_that_is_named_is_no_work_that_a_function_lacks() {
    for (text, found) in [
        (
            "export function read(p: P) { if (p.zip) { throw new Error('Not implemented: zip'); } return load(p); }",
            None,
        ),
        (
            "export function read(p: P) { if (p.zip) { throw new Error('Not implemented'); } return load(p); }",
            Some(Hollow::Said),
        ),
        (
            "export function read(p: P) { if (p.zip) { return load(p); } else { throw new Error('Not implemented: plain'); } }",
            Some(Hollow::Said),
        ),
        ("export function read(p: P) { throw new Error('Not implemented: zip'); }", Some(Hollow::Said)),
    ] {
        let told = hollow("a.ts", text).first().map(|(_, what)| *what);
        assert_eq!(told, found, "{text}");
    }
}
