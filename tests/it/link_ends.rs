//! Key links whose ends are names of code, definitions in a file, or files of languages without a syntax tree: what they are
//! read as, and what it takes to verify them (SPEC 9.4).

#![allow(clippy::unwrap_used, reason = "a scene that cannot be made fails its test")]

use std::fs;

use countersign::domain::phase::{self, CodeFacts, Item, PhaseInput};
use countersign::domain::plan::{KeyLink, MustHaves};
use countersign::io::code;
use countersign::io::follower::Nobody;

use crate::phase::plan;

/// A file and what it holds.
type File = (&'static str, &'static str);
/// From, to and pattern, the status, and what is said of it.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

fn judged(files: &[File], link: KeyLink) -> Item {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let must_haves = MustHaves { key_links: vec![link], ..MustHaves::default() };
    let input = PhaseInput { plans: vec![plan("03-01", must_haves)], ..PhaseInput::default() };
    let read = code::read(root.path(), &phase::questions(&input, &[])).unwrap();
    let mut facts = CodeFacts { files: read, ..CodeFacts::default() };
    let all = code::list(root.path(), &Nobody);
    facts.by_name = phase::meant_by_links(&input, &facts, all.paths());
    facts.files.extend(code::read(root.path(), &facts.by_name).unwrap());
    let words = phase::words(&input, &facts);
    facts.survey = Some(code::survey(root.path(), &all, &words, &Nobody).unwrap());
    phase::items(&input, &facts, &[]).into_iter().find(|item| item.label.contains('→')).unwrap()
}

fn check(files: &[File], cases: &[Case]) {
    for (from, to, pattern, status, said) in cases {
        let link = KeyLink {
            from: (*from).to_owned(),
            to: (*to).to_owned(),
            pattern: Some(*pattern).filter(|p| !p.is_empty()).map(str::to_owned),
            ..KeyLink::default()
        };
        let item = judged(files, link);
        let why = item.reasons.join("; ");
        assert_eq!(item.status.as_str(), *status, "{from} → {to} by {pattern}: {why}");
        assert!(why.contains(said), "{from} → {to} by {pattern}: {why}");
    }
}

const DESK: File = (
    "src/desk/DeskBook.ts",
    "import { Ledger } from '../ledger';\n\nexport class DeskBook {\n  constructor(private ledger: Ledger) {}\n\n  open(id: string) {\n    return this.ledger.post(id);\n  }\n\n  close(id: string) {\n    return this.ledger.drop(id);\n  }\n}\n",
);
const LEDGER: File = (
    "src/ledger.ts",
    "export class Ledger {\n  post(id: string) {\n    return send(id);\n  }\n  drop(id: string) {\n    return send(id);\n  }\n}\n",
);

#[test]
fn a_name_in_from_is_read_as_the_one_file_that_declares_it() {
    let hook: File = (
        "src/hooks/use-desk.ts",
        "import { Ledger } from '../ledger';\nexport function useDesk() {\n  return new Ledger().post('a');\n}\n",
    );
    // It is used in many places, and declared in one.
    let user: File = (
        "src/page.ts",
        "import { DeskBook } from './desk/DeskBook';\nexport const book = new DeskBook(l);\n",
    );
    check(
        &[DESK, LEDGER, hook, user],
        &[
            ("DeskBook", "src/ledger.ts", "ledger.post", "verified", "read as `src/desk/DeskBook.ts`"),
            ("DeskBook", "Ledger", "ledger.post", "verified", "`to` is read as `src/ledger.ts`"),
            ("DeskBook.open()", "src/ledger.ts", "ledger.post", "verified", "read as `src/desk/DeskBook.ts`"),
            ("DeskBook.open", "src/ledger.ts", "ledger.drop", "uncertain", "not in `DeskBook.open`"),
            ("DeskBook.shut()", "src/ledger.ts", "ledger.post", "uncertain", "`shut` stands nowhere"),
            ("useDesk", "src/ledger.ts", "new Ledger", "verified", "read as `src/hooks/use-desk.ts`"),
            ("useDesk()", "src/ledger.ts", "ledger.drop", "uncertain", "`from` is a name alone"),
            ("useNothing", "src/ledger.ts", "ledger.drop", "uncertain", "names no file"),
            ("matrix.os", "src/ledger.ts", "ledger.drop", "uncertain", "names no file"),
        ],
    );
    // Two declare it: nobody knows which is meant, and both are named.
    let other: File =
        ("src/old/book.ts", "export class DeskBook {\n  open() { return ledger.post(1); }\n}\n");
    check(
        &[DESK, LEDGER, other],
        &[(
            "DeskBook",
            "src/ledger.ts",
            "ledger.post",
            "uncertain",
            "`src/desk/DeskBook.ts`, `src/old/book.ts`",
        )],
    );
    // A test that declares one of that name does not make it two; a file that is called so will do where none declares it.
    let fake: File = ("src/desk/book.test.ts", "class DeskBook {\n  open() { return 1; }\n}\n");
    let called: File = (
        "src/scoring/Decay.ts",
        "import { Ledger } from '../ledger';\nexport const decay = () => new Ledger();\n",
    );
    check(
        &[DESK, LEDGER, fake, called],
        &[
            ("DeskBook", "src/ledger.ts", "ledger.post", "verified", ""),
            ("Decay", "src/ledger.ts", "new Ledger", "verified", "read as `src/scoring/Decay.ts`"),
        ],
    );
}

#[test]
fn a_job_that_lets_pass_what_it_runs_checks_nothing() {
    let job = |steps: &'static str| (".github/workflows/ci.yml", steps);
    let check_job = job(
        "on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: npm test\n      - run: npm run lint || true\n      - name: Types\n        run: npm run types\n        continue-on-error: true\n      - run: npm run build\n        if: false\n      - run: |\n          docker rm shop || true\n          npm run check\n",
    );
    let package: File = ("package.json", "{\"name\":\"shop\",\"scripts\":{\"test\":\"vitest\"}}\n");
    check(
        &[check_job, package],
        &[
            (".github/workflows/ci.yml", "package.json", "npm test", "verified", ""),
            (".github/workflows/ci.yml", "package.json", "npm run check", "verified", ""),
            (".github/workflows/ci.yml", "package.json", "npm run lint", "uncertain", "is let pass"),
            (".github/workflows/ci.yml", "package.json", "npm run types", "uncertain", "is let pass"),
            (".github/workflows/ci.yml", "package.json", "npm run build", "uncertain", "never runs"),
        ],
    );
}

#[test]
fn a_class_that_nobody_names_yet_uses_what_it_uses() {
    let till: File = (
        "shop/Till.java",
        "package shop;\nclass Till {\n  private final Bank bank = new Bank();\n  public int open(int x) { return bank.run(x); }\n}\n",
    );
    let desk: File = (
        "shop/Desk.java",
        "package shop;\nclass Desk {\n  private int lost(int x) { return new Bank().run(x); }\n}\n",
    );
    let bank: File =
        ("shop/Bank.java", "package shop;\npublic class Bank { public int run(int x) { return x * 3; } }\n");
    check(
        &[till, desk, bank],
        &[
            ("shop/Till.java", "shop/Bank.java", "new Bank", "verified", ""),
            ("shop/Till.java", "shop/Bank.java", "", "verified", ""),
            ("shop/Desk.java", "shop/Bank.java", "", "uncertain", "does not import it"),
        ],
    );
}

#[test]
fn what_a_script_never_runs_leads_nowhere() {
    let script: File = (
        "scripts/deploy.sh",
        "#!/usr/bin/env bash\nset -e\nlost() {\n  ./scripts/clean.sh lost\n}\nship() {\n  ./scripts/clean.sh ship\n}\nif false; then\n  ./scripts/clean.sh never\nfi\n: <<'X'\n./scripts/clean.sh fed\nX\nssh host <<'X'\n./scripts/clean.sh there\nX\nship\n",
    );
    let clean: File = ("scripts/clean.sh", "#!/bin/sh\nrm -rf \"dist-$1\"\n");
    let of = |word: &'static str, status: &'static str, said: &'static str| {
        ("scripts/deploy.sh", "scripts/clean.sh", word, status, said)
    };
    check(
        &[script, clean],
        &[
            of("clean.sh ship", "verified", ""),
            of("clean.sh there", "verified", ""),
            of("clean.sh lost", "uncertain", "never runs"),
            of("clean.sh never", "uncertain", "never runs"),
            of("clean.sh fed", "uncertain", "never runs"),
        ],
    );
}

#[test]
fn a_name_in_from_is_found_in_languages_without_a_tree_too() {
    let login: File = (
        "app/src/handler/LoginHandler.kt",
        "package app.handler\n\nimport app.data.UserBook\n\nclass LoginHandler(private val users: UserBook) {\n  fun handle(id: Int): Boolean {\n    return users.findSeat(id)\n  }\n\n  fun other(id: Int) = users.dropSeat(id)\n}\n",
    );
    let users: File = (
        "app/src/data/UserBook.kt",
        "package app.data\n\nclass UserBook {\n  fun findSeat(id: Int) = true\n  fun dropSeat(id: Int) = true\n}\n",
    );
    check(
        &[login, users],
        &[
            ("LoginHandler.handle()", "UserBook.findSeat()", "findSeat", "verified", "LoginHandler.kt"),
            (
                "LoginHandler.handle()",
                "UserBook.dropSeat()",
                "dropSeat",
                "uncertain",
                "not in `LoginHandler.handle`",
            ),
            ("LoginHandler", "UserBook", "users\\.dropSeat", "verified", "LoginHandler.kt"),
        ],
    );
}

#[test]
fn what_stands_beside_a_path_is_where_the_link_begins() {
    let store: File = (
        "src/store.js",
        "import { api } from './api';\nexport const useStore = create((set) => ({\n  counts: (city) => {\n    return api.count(city);\n  },\n  rename: async (city, name) => {\n    if (name) {\n      await api.rename(city, name);\n    }\n  },\n}));\n",
    );
    let api: File = ("src/api.js", "export const api = { count: go, rename: go };\n");
    check(
        &[store, api],
        &[
            ("src/store.js rename", "src/api.js", "api.rename", "verified", ""),
            ("src/store.js rename()", "src/api.js", "api.count", "partial", "not in `rename`"),
            ("src/store.js::rename", "src/api.js", "api.count", "partial", "not in `rename`"),
            (
                "src/store.js (renameAll)",
                "src/api.js",
                "api.count",
                "uncertain",
                "`renameAll` stands nowhere",
            ),
            // Words that are no name of code say what the link is about.
            ("src/store.js (catch block)", "src/api.js", "api.count", "verified", ""),
            ("src/store.js handler", "src/api.js", "api.count", "verified", ""),
            ("src/store.js rename", "src/api.js", "import.*api", "verified", ""),
        ],
    );
    let desk: File = (
        "src/desk.rs",
        "use crate::ledger::post;\n\npub struct Desk;\n\nimpl Desk {\n    pub fn open(&self) {\n        post(1)\n    }\n\n    pub fn shut(&self) {}\n}\n",
    );
    check(
        &[
            ("Cargo.toml", "[package]\nname = \"desks\"\n"),
            ("src/lib.rs", "pub mod desk;\npub mod ledger;\n"),
            desk,
            ("src/ledger.rs", "pub fn post(id: u8) { send(id) }\n"),
        ],
        &[
            ("src/desk.rs Desk::open", "src/ledger.rs", "post\\(", "verified", ""),
            ("src/desk.rs Desk::shut", "src/ledger.rs", "post\\(", "partial", "not in `Desk.shut`"),
        ],
    );
}

#[test]
fn of_a_dotted_name_in_to_the_last_part_must_stand_at_the_place() {
    let store: File = (
        "src/s.ts",
        "const state = { items: [] as any[] };\nexport function load(city: string) {\n  return state.items.filter((i) => i.city === city);\n}\nexport function save(city: string) {\n  state.orders = city;\n}\n",
    );
    check(
        &[store],
        &[
            ("src/s.ts", "state.orders", "items.filter", "uncertain", "names `state.orders`"),
            ("src/s.ts", "state.items", "items.filter", "verified", ""),
            ("src/s.ts", "db.orders", "items.filter", "uncertain", ""),
            ("src/s.ts", "state.orders", "= city", "verified", ""),
        ],
    );
}

#[test]
fn a_word_alike_connects_nothing_where_no_tree_is() {
    let files: &[File] = &[
        ("a.kt", "fun greet() = println(\"own definition\")\n"),
        ("a2.kt", "fun greet() = println(1)\nfun main() { greet() }\n"),
        ("b.kt", "class Other { fun nothing() {} }\n"),
        ("c.sh", "deploy() { echo own; }\n"),
        ("d.sh", "echo unrelated\n"),
        ("run.sh", "set -e\nbash scripts/build.sh --all\n"),
        ("scripts/build.sh", "echo built\n"),
        ("s.swift", "func load() { print(\"own definition\") }\n"),
        ("t.swift", "struct Other {}\n"),
        ("p.php", "<?php function greet() { return 1; }\n"),
        ("q.php", "<?php class Q {}\n"),
        ("a.ts", "export function greet() { return 1 }\ngreet();\ndb.from('desks').select();\n"),
        ("b.sql", "CREATE TABLE x (id int);\n"),
        ("c.sql", "CREATE TABLE IF NOT EXISTS public.desks (id int);\n"),
        (
            "ui/page.dart",
            "import '../data/auth_api.dart';\nclass Page {\n  void go() {\n    api.signIn();\n  }\n}\n",
        ),
        (
            "data/auth_api.dart",
            "class AuthApi {\n  Future<bool> signIn() async {\n    return true;\n  }\n}\n",
        ),
        ("Use.kt", "class Use(private val other: Other) {\n  fun go() = other.nothing()\n}\n"),
    ];
    check(
        files,
        &[
            ("a.kt", "b.kt", "greet", "uncertain", "only in the definition of its own"),
            ("a2.kt", "b.kt", "greet", "uncertain", "nothing in `a2.kt` names `b.kt`"),
            ("c.sh", "d.sh", "deploy", "uncertain", ""),
            ("s.swift", "t.swift", "load", "uncertain", ""),
            ("p.php", "q.php", "greet", "uncertain", ""),
            ("a.ts", "b.kt", "greet", "uncertain", ""),
            ("a.ts", "b.sql", "greet", "uncertain", ""),
            ("data/auth_api.dart", "ui/page.dart", "signIn", "uncertain", ""),
            // Where the file is named, imported, or something of it is used, it is one.
            ("run.sh", "scripts/build.sh", "build", "verified", ""),
            ("a.ts", "c.sql", "from\\('desks'\\)", "verified", ""),
            ("ui/page.dart", "data/auth_api.dart", "signIn", "verified", ""),
            ("Use.kt", "b.kt", "nothing", "verified", ""),
        ],
    );
}

#[test]
fn a_match_over_lines_lies_within_one_piece() {
    let actions: File = (
        "src/actions.ts",
        "import { revalidatePath } from 'next/cache';\nimport { desks } from './desks';\n\nexport async function save(id: string) {\n  await desks.save(\n    id,\n  );\n  return id;\n}\n\nexport async function other() {\n  return 'matches';\n}\n",
    );
    let desks: File = ("src/desks.ts", "export const desks = { save: go };\n");
    check(
        &[actions, desks],
        &[
            (
                "src/actions.ts",
                "Next.js cache",
                "revalidatePath.*matches",
                "uncertain",
                "different definitions",
            ),
            ("src/actions.ts", "src/desks.ts", "desks\\.save.*matches", "uncertain", "different definitions"),
            ("src/actions.ts", "src/desks.ts", "desks\\.save\\(.*id,.*\\)", "verified", "over 3 lines"),
            ("src/actions.ts", "src/desks.ts", "desks\\.save.*return", "verified", "over 4 lines"),
        ],
    );
}

#[test]
fn a_link_the_other_way_round_is_told_and_a_tried_pattern_is_not_called_a_text() {
    check(
        &[DESK, LEDGER],
        &[
            (
                "src/ledger.ts",
                "src/desk/DeskBook.ts",
                "ledger\\.post",
                "failed",
                "the link stands the other way round, at src/desk/DeskBook.ts:7",
            ),
            ("src/desk/DeskBook.ts", "src/ledger.ts", "ledger\\.gone", "partial", "is not in it"),
        ],
    );
    let link = |from: &str, pattern: &str| KeyLink {
        from: from.to_owned(),
        to: "src/ledger.ts".to_owned(),
        pattern: Some(pattern.to_owned()),
        ..KeyLink::default()
    };
    let item = judged(&[DESK, LEDGER], link("src/desk/DeskBook.ts", "ledger\\.gone"));
    assert!(!item.reasons.join("; ").contains("literally"), "{:?}", item.reasons);
    let item = judged(&[DESK, LEDGER], link("src/desk/DeskBook.ts", "ledger.gone("));
    assert!(item.reasons.join("; ").contains("literally"), "{:?}", item.reasons);
}

#[test]
fn a_file_of_a_sentence_that_nobody_promised_is_none() {
    check(
        &[LEDGER],
        &[
            ("the frontmatter of REPORT.md", "src/ledger.ts", "post", "uncertain", "there is no `REPORT.md`"),
            ("REPORT.md", "src/ledger.ts", "post", "failed", "does not exist"),
            ("the head of docs/REPORT.md", "src/ledger.ts", "post", "failed", "does not exist"),
        ],
    );
}

#[test]
fn what_is_outside_of_the_repository_may_be_named_anywhere_in_the_file() {
    let manager: File = (
        "src/manager.ts",
        "export async function run() {\n  const found = await fetch('/api/desks/open');\n  return poll(found, { every: 15 });\n}\n\nchrome.notifications.onClicked.addListener(pick);\n\nfunction pick(id: string) {\n  return id === 'limit';\n}\n",
    );
    let css: File = ("src/app.css", "@import 'tailwindcss';\n");
    check(
        &[manager, css],
        &[
            ("src/manager.ts", "chrome.notifications.onClicked", "id === 'limit'", "verified", ""),
            ("src/manager.ts", "/api/desks/open", "every: 15", "verified", ""),
            ("src/manager.ts", "/api/desks/shut", "every: 15", "uncertain", ""),
            ("src/app.css", "tailwind", "@import.*tailwindcss", "verified", ""),
        ],
    );
}

#[test]
fn a_url_that_is_reached_through_a_hook_is_no_missing_link() {
    let page: File = (
        "src/pages/Billing.tsx",
        "import { useBillingHub } from '../hooks/useBillingHub';\nimport { useCart } from '../hooks/useCart';\nexport function Billing() {\n  const { data } = useBillingHub();\n  return <b>{data}</b>;\n}\n",
    );
    let hook: File = (
        "src/hooks/useBillingHub.ts",
        "export function useBillingHub() {\n  // once: fetch('/api/hubs/old')\n  return load('/api/hubs/billing');\n}\n",
    );
    let cart: File =
        ("src/hooks/useCart.ts", "export function useCart() {\n  return load('/api/hubs/cart');\n}\n");
    let other: File = ("src/other.ts", "export const other = () => load('/api/hubs/other');\n");
    check(
        &[page, hook, cart, other],
        &[
            (
                "src/pages/Billing.tsx",
                "/api/hubs/billing",
                "",
                "uncertain",
                "`useBillingHub` of `src/hooks/useBillingHub.ts`",
            ),
            ("src/pages/Billing.tsx", "GET /api/hubs/billing", "", "uncertain", "`useBillingHub` of"),
            // Imported and not called, commented out there, or asked for by a file that is not brought in.
            ("src/pages/Billing.tsx", "/api/hubs/cart", "", "partial", "nothing in"),
            ("src/pages/Billing.tsx", "/api/hubs/old", "", "partial", "nothing in"),
            ("src/pages/Billing.tsx", "/api/hubs/other", "", "partial", "nothing in"),
        ],
    );
}

#[test]
fn a_hook_is_used_by_its_call_unless_the_link_asks_for_what_nothing_uses() {
    let page: File = (
        "src/Pay.tsx",
        "import { usePay } from './usePay';\nimport { useSession } from './useSession';\nimport { useCart } from './useCart';\nexport function Pay() {\n  const { mutate } = usePay();\n  const user = useSession();\n  const { rows } = useCart();\n  return <p>{rows}</p>;\n}\n",
    );
    let pay: File =
        ("src/usePay.ts", "export function usePay() {\n  return { mutate: () => send('/pay') };\n}\n");
    let session: File =
        ("src/useSession.ts", "export function useSession() {\n  return read('user') ?? redirect('/');\n}\n");
    let cart: File = ("src/useCart.ts", "export function useCart() {\n  return { rows: read('cart') };\n}\n");
    check(
        &[page, pay, session, cart],
        &[
            ("src/Pay.tsx", "src/useSession.ts", "useSession", "verified", ""),
            ("src/Pay.tsx", "src/useSession.ts", "", "verified", ""),
            ("src/Pay.tsx", "src/usePay.ts", "usePay\\(", "verified", ""),
            ("src/Pay.tsx", "src/usePay.ts", "mutate", "partial", "nothing uses its `mutate`, line 5"),
            ("src/Pay.tsx", "src/useCart.ts", "rows.*useCart", "verified", ""),
        ],
    );
}
