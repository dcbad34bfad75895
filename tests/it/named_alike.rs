//! Links whose pattern holds a word like the other file's name, and files that lie where a framework looks: a word and a
//! place prove nothing by themselves.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a scene that cannot be made fails its test")]

use crate::phase_rules::{plan, repository, rows, verified};

type Files<'a> = &'a [(&'a str, &'a str)];

/// What is said of the one link of a phase.
fn linked(from: &str, to: &str, pattern: &str, files: Files<'_>) -> String {
    let text = plan(
        &format!(
            "  key_links:\n    - from: '{from}'\n      to: '{to}'\n      via: call\n      pattern: '{pattern}'\n"
        ),
        "",
    );
    told(&text, "key_link", files)
}

/// What is said of the one artifact of a phase.
fn promised(path: &str, name: &str, files: Files<'_>) -> String {
    told(
        &plan(&format!("  artifacts:\n    - path: '{path}'\n      exports: [{name}]\n"), ""),
        "artifact",
        files,
    )
}

fn told(text: &str, kind: &str, files: Files<'_>) -> String {
    let root = repository(text, files);
    let (_, answer) = verified(root.path());
    let all = rows(&answer);
    let row = all.iter().find(|r| r.starts_with(kind)).unwrap_or_else(|| panic!("no {kind}: {all:?}"));
    row.rsplit(' ').next().unwrap().to_owned()
}

const DESK: &str = "export function seats(rows: number[]): number {\n  let sum = 0;\n  for (const row of rows) sum += row;\n  return sum;\n}\n";
const PACKAGE: (&str, &str) = ("package.json", "{ \"name\": \"office\", \"main\": \"src/main.ts\" }\n");

#[test]
fn a_word_like_the_name_of_a_file_is_no_link_to_it() {
    for (main, pattern, wanted) in [
        ("const desk = process.argv.slice(2);\nsend(desk.length);\n", "desk", "partial"),
        ("const desk = { seats: () => 2 };\nsend(desk.seats());\n", r"desk\.seats\(", "partial"),
        ("import * as desk from './old/desk';\nsend(desk.seats([1]));\n", r"desk\.seats", "partial"),
        ("import desk from 'desk-kit';\nsend(desk.seats([1]));\n", r"desk\.seats", "uncertain"),
        ("send('ready', { desk: true });\n", "desk", "uncertain"),
        ("export const run = (desk: Seats) => desk.seats();\n", r"desk\.seats\(", "uncertain"),
        (
            "import type * as Desk from './desk';\nexport type D = typeof Desk;\nsend(desk.seats());\n",
            r"desk\.seats\(",
            "partial",
        ),
        ("import * as desk from './desk';\nsend(desk.seats([1]));\n", r"desk\.seats", "verified"),
        ("import { seats } from './desk';\nsend(seats([1]));\n", r"seats\(", "verified"),
        // Another thing of the file is used, and the name comes from elsewhere.
        (
            "import { rooms } from './desk';\nfunction seats(n: number) {\n  return n + 1;\n}\nsend(rooms, seats(2));\n",
            r"seats\(",
            "partial",
        ),
        (
            "import { rooms } from './desk';\nimport { seats } from './old/desk';\nsend(rooms, seats([2]));\n",
            r"seats\(",
            "partial",
        ),
        (
            "import * as desk from './desk';\nconst seats = desk.seats([2]);\nsend(seats);\n",
            r"send\(seats",
            "verified",
        ),
        ("const seats = lazy(() => import('./desk'));\nsend(seats(2));\n", r"seats\(", "verified"),
        // What a third file gives out.
        ("import { office } from './office';\nsend(office.desk.seats([1]));\n", r"office\.desk", "verified"),
    ] {
        let desk = format!("{DESK}export const rooms = 4;\n");
        let files = [
            PACKAGE,
            ("src/desk.ts", desk.as_str()),
            ("src/old/desk.ts", DESK),
            ("src/office.ts", "import * as desk from './desk';\n\nexport const office = { desk };\n"),
            ("src/main.ts", main),
        ];
        assert_eq!(linked("src/main.ts", "src/desk.ts", pattern, &files), wanted, "{main}");
    }
    // What a framework hands on by a name, and what a library sets on a page.
    let book = "export class DeskBook {\n  seats(rows: number[]) {\n    return rows.length;\n  }\n}\n";
    let server = "export const open = (server: Server) => server.store.deskBook.seats([1]);\n";
    let files = [PACKAGE, ("src/desk-book.ts", book), ("src/main.ts", server)];
    assert_eq!(linked("src/main.ts", "src/desk-book.ts", "seats", &files), "verified");
    let own = "class Hall {\n  deskBook = { seats: (rows: number[]) => rows };\n  go() {\n    return this.deskBook.seats([2]);\n  }\n}\nsend(new Hall().go());\n";
    let files = [PACKAGE, ("src/desk-book.ts", book), ("src/main.ts", own)];
    assert_ne!(linked("src/main.ts", "src/desk-book.ts", r"deskBook\.seats", &files), "verified");
    let files = [
        (
            "web/plan.min.js",
            "!function(t,n){n((t=t||self).plan=t.plan||{})}(this,function(t){t.draw=function(n){return n+1}});\n",
        ),
        ("web/page.js", "document.title = plan.draw(document.links.length);\n"),
        ("web/index.html", "<script src=\"plan.min.js\"></script>\n<script src=\"page.js\"></script>\n"),
    ];
    assert_eq!(linked("web/page.js", "web/plan.min.js", r"plan\.draw", &files), "verified");
    for (main, wanted) in [
        ("import sys\ndesk = sys.argv\nprint(len(desk))\n", "partial"),
        ("from attic import desk\nprint(desk.seats([1]))\n", "partial"),
        ("from deskkit import desk\nprint(desk.seats([1]))\n", "uncertain"),
        ("from office import desk\nprint(desk.seats([1]))\n", "verified"),
    ] {
        let files = [
            ("office/__init__.py", ""),
            ("office/desk.py", "def seats(rows):\n    return sum(rows)\n"),
            ("attic/__init__.py", ""),
            ("attic/desk.py", "def seats(rows):\n    return len(rows)\n"),
            ("main.py", main),
        ];
        assert_eq!(linked("main.py", "office/desk.py", "desk", &files), wanted, "{main}");
    }
    let files = [
        ("Cargo.toml", "[package]\nname = \"office\"\nversion = \"0.1.0\"\n"),
        ("src/desk.rs", "pub fn seats(rows: &[u32]) -> u32 {\n    rows.iter().sum()\n}\n"),
        (
            "src/main.rs",
            "fn main() {\n    let desk = std::env::args().count();\n    println!(\"{}\", desk);\n}\n",
        ),
    ];
    assert_eq!(linked("src/main.rs", "src/desk.rs", "desk", &files), "uncertain");
    let files = [
        ("Gemfile", "\n"),
        ("lib/desk.rb", "class Desk\n  def seats(rows)\n    rows.sum\n  end\nend\n"),
        ("main.rb", "desk = ARGV\nputs desk.size\n"),
    ];
    assert_ne!(linked("main.rb", "lib/desk.rb", "desk", &files), "verified");
}

#[test]
fn a_url_links_to_the_route_it_leads_to() {
    let package = ("package.json", "{ \"name\": \"office\", \"dependencies\": { \"next\": \"15\" } }\n");
    let route =
        "export async function GET(asked: Request) {\n  return Response.json(await rows(asked.url));\n}\n";
    for (call, to, wanted) in [
        ("fetch('/api/desks')", "app/api/desks/route.ts", "verified"),
        ("fetch(`/api/desktops/${id}`)", "app/api/desks/route.ts", "uncertain"),
        ("fetch(`/api/rooms/${desks}`)", "app/api/desks/route.ts", "uncertain"),
        ("fetch(`/api/desks/${id}`)", "app/api/desks/[id]/route.ts", "verified"),
        ("fetch(\n    `/api/desks/${id}/seats`,\n  )", "app/api/desks/[id]/seats/route.ts", "verified"),
        ("fetch(`/api/rooms/${desks}`)", "/api/desks", "uncertain"),
        ("fetch(`/api/desks`)", "/api/desks", "verified"),
        ("fetch(`${BASE}/api/desks`)", "GET /api/desks", "verified"),
        ("fetch(address)", "/api/desks", "verified"),
    ] {
        let client = format!("export const load = (id: string, desks: string) => {call};\n");
        let files = [package, (to, route), ("lib/client.ts", client.as_str())];
        let files =
            if to.contains("route.ts") { &files[..] } else { &[package, ("lib/client.ts", client.as_str())] };
        assert_eq!(linked("lib/client.ts", to, r"fetch\(", files), wanted, "{call}");
    }
    let routes =
        "Rails.application.routes.draw do\n  resources :desks\n  get \"/floor\", to: \"plans#floor\"\nend\n";
    let controller = |name: &str| {
        format!("class {name} < ApplicationController\n  def floor\n    render json: Desk.all\n  end\nend\n")
    };
    let (desks, plans) = (controller("DesksController"), controller("PlansController"));
    let files = [
        ("Gemfile", "gem \"rails\"\n"),
        ("config/routes.rb", routes),
        ("app/controllers/desks_controller.rb", desks.as_str()),
        ("app/controllers/plans_controller.rb", plans.as_str()),
    ];
    let to = "app/controllers/desks_controller.rb";
    assert_eq!(linked("config/routes.rb", to, "resources :desks", &files), "verified");
    let to = "app/controllers/plans_controller.rb";
    assert_eq!(linked("config/routes.rb", to, "plans#floor", &files), "verified");
    assert_eq!(linked("config/routes.rb", to, "resources :desks", &files), "uncertain");
}

#[test]
fn a_place_counts_where_a_framework_looks_for_it() {
    let main = ("src/main.ts", "send('ready', process.argv.length);\n");
    let next = ("package.json", "{ \"name\": \"office\", \"dependencies\": { \"next\": \"15\" } }\n");
    let knex = ("package.json", "{ \"name\": \"office\", \"dependencies\": { \"knex\": \"3\" } }\n");
    let nuxt = ("package.json", "{ \"name\": \"office\", \"dependencies\": { \"nuxt\": \"3\" } }\n");
    let kit =
        ("package.json", "{ \"name\": \"office\", \"devDependencies\": { \"@sveltejs/kit\": \"2\" } }\n");
    for (package, path, wanted) in [
        (PACKAGE, "src/desk_controller.ts", "failed"),
        (PACKAGE, "src/lib/desks.config.ts", "failed"),
        (PACKAGE, "desks.config.ts", "uncertain"),
        (PACKAGE, "vite.config.ts", "verified"),
        (PACKAGE, "src/lib/desks.setup.ts", "failed"),
        (PACKAGE, "src/scripts/desks.ts", "uncertain"),
        (PACKAGE, "scripts/desks.ts", "verified"),
        (PACKAGE, "src/bin/desks.ts", "uncertain"),
        (PACKAGE, "src/migrations/desks.ts", "uncertain"),
        (knex, "src/migrations/desks.ts", "verified"),
        (next, "middleware.ts", "verified"),
        (next, "src/middleware.ts", "verified"),
        (next, "lib/middleware.ts", "failed"),
        (next, "src/server/proxy.ts", "failed"),
        (next, "src/components/pages/desks.tsx", "failed"),
        (next, "pages/desks.tsx", "verified"),
        (next, "app/desks/page.tsx", "verified"),
        (next, "app/_parts/page.tsx", "failed"),
        (next, "lib/app/route.ts", "failed"),
        (PACKAGE, "app/desks/page.tsx", "failed"),
        (nuxt, "server/api/desks.get.ts", "verified"),
        (nuxt, "plugins/desks.client.ts", "verified"),
        (nuxt, "lib/plugins/desks.ts", "failed"),
        (kit, "src/hooks.server.ts", "verified"),
        (kit, "src/lib/hooks.server.ts", "failed"),
    ] {
        // Where a framework looks, it asks for a default export.
        let desk = format!("{DESK}\nexport default seats;\n");
        assert_eq!(promised(path, "seats", &[package, main, (path, &desk)]), wanted, "{path}");
    }
    // No manifest lies above: nobody can tell.
    assert_eq!(promised("app/desks/page.tsx", "seats", &[main, ("app/desks/page.tsx", DESK)]), "uncertain");
    let cargo = ("Cargo.toml", "[package]\nname = \"office\"\nversion = \"0.1.0\"\n");
    let runs = "pub fn seats(rows: &[u32]) -> u32 {\n    rows.iter().sum()\n}\n\nfn main() {\n    println!(\"{}\", seats(&[2]));\n}\n";
    for (path, wanted) in [("src/core/bin/desks.rs", "failed"), ("src/bin/desks.rs", "verified")] {
        let files = [
            cargo,
            ("src/main.rs", "fn main() {\n    println!(\"{}\", std::env::args().count());\n}\n"),
            (path, runs),
        ];
        assert_eq!(promised(path, "seats", &files), wanted, "{path}");
    }
}

#[test]
fn django_finds_what_its_settings_install_and_mount() {
    let manage = (
        "manage.py",
        "import os\nimport sys\n\nif __name__ == \"__main__\":\n    os.environ.setdefault(\"DJANGO_SETTINGS_MODULE\", \"config.settings\")\n    print(sys.argv)\n",
    );
    let settings = (
        "config/settings.py",
        "INSTALLED_APPS = [\"django.contrib.admin\", \"desks.apps.DesksConfig\"]\nMIDDLEWARE = [\"desks.stamp.Stamp\"]\nROOT_URLCONF = \"config.urls\"\n",
    );
    let urls = (
        "config/urls.py",
        "from django.urls import include, path\n\nurlpatterns = [path(\"d/\", include(\"desks.urls\"))]\n",
    );
    let model = "from django.db import models\n\n\nclass Desk(models.Model):\n    seats = models.IntegerField()\n\n    def total(self):\n        return self.seats * 2\n";
    let mounts = "from django.urls import path\n\nurlpatterns = [path(\"\", print)]\n";
    let stamp = "class Stamp:\n    def __init__(self, answer):\n        self.answer = answer\n\n    def __call__(self, asked):\n        return self.answer(asked)\n";
    for (path, name, text, wanted) in [
        ("desks/models.py", "Desk", model, "verified"),
        ("rooms/models.py", "Desk", model, "failed"),
        ("desks/urls.py", "urlpatterns", mounts, "verified"),
        ("rooms/urls.py", "urlpatterns", mounts, "failed"),
        ("desks/stamp.py", "Stamp", stamp, "verified"),
        ("rooms/stamp.py", "Stamp", stamp, "failed"),
        // Django lists it; no template takes it in.
        ("desks/templatetags/desks.py", "Stamp", stamp, "uncertain"),
        ("rooms/templatetags/rooms.py", "Stamp", stamp, "failed"),
        ("desks/management/commands/seat.py", "Stamp", stamp, "verified"),
        ("rooms/versions/seat.py", "Stamp", stamp, "failed"),
    ] {
        let files =
            [manage, settings, urls, ("desks/__init__.py", ""), ("rooms/__init__.py", ""), (path, text)];
        assert_eq!(promised(path, name, &files), wanted, "{path}");
    }
    // Without settings nobody can tell; without Django the names are those of any file.
    assert_eq!(promised("desks/models.py", "Desk", &[manage, ("desks/models.py", model)]), "uncertain");
    assert_eq!(
        promised("desks/models.py", "Desk", &[("main.py", "print(1)\n"), ("desks/models.py", model)]),
        "failed"
    );
    let revision = "def upgrade(rows):\n    rows.append(2)\n";
    let env = ("alembic/env.py", "print(1)\n");
    assert_eq!(
        promised("alembic/versions/a1.py", "upgrade", &[env, ("alembic/versions/a1.py", revision)]),
        "verified"
    );
}

#[test]
fn what_is_named_in_settings_is_in_use() {
    let handler =
        "export const handler = async (asked: { body: string }) => seats(JSON.parse(asked.body));\n";
    let serverless = ("serverless.yml", "functions:\n  seats:\n    handler: src/handlers/desks.handler\n");
    let files =
        [("package.json", "{ \"name\": \"office\" }\n"), serverless, ("src/handlers/desks.ts", handler)];
    assert_eq!(promised("src/handlers/desks.ts", "handler", &files), "verified");
    let core = ("office/core.py", "import importlib\n\nimportlib.import_module(\"office.handlers.desks\")\n");
    let desks = ("office/handlers/desks.py", "def seats(rows):\n    return sum(rows)\n");
    assert_eq!(promised("office/handlers/desks.py", "seats", &[core, desks]), "verified");
    let label = ("office/core.py", "print(\"office.handlers.desks\")\n");
    assert_eq!(promised("office/handlers/desks.py", "seats", &[label, desks]), "uncertain");
}

#[test]
fn a_module_brought_in_for_its_effect_and_what_implements_an_interface_are_reached() {
    let hooks = "from hall import on\n\non(\"open\", print)\n";
    let app = |line: &str| {
        format!(
            "from django.apps import AppConfig\n\n\nclass Desks(AppConfig):\n    name = \"desks\"\n\n    def ready(self):\n        {line}\n"
        )
    };
    for (text, pattern, wanted) in [
        (app("from . import hooks"), "hooks", "verified"),
        (app("import desks.hooks"), "import desks.hooks", "verified"),
        ("from desks import hooks  # noqa: F401\n".to_owned(), "hooks", "verified"),
        ("from desks import hooks\n".to_owned(), "hooks", "partial"),
    ] {
        let files = [("desks/__init__.py", ""), ("desks/hooks.py", hooks), ("desks/apps.py", text.as_str())];
        assert_eq!(linked("desks/apps.py", "desks/hooks.py", pattern, &files), wanted, "{text}");
    }
    let files = [
        ("pom.xml", "<project/>\n"),
        ("src/office/Seats.java", "package office;\n\npublic interface Seats {\n  int count(int rows);\n}\n"),
        (
            "src/office/HallSeats.java",
            "package office;\n\npublic class HallSeats implements Seats {\n  public int count(int rows) {\n    return rows * 2;\n  }\n}\n",
        ),
        (
            "src/office/Door.java",
            "package office;\n\npublic class Door {\n  private final Seats given;\n\n  public Door(Seats given) {\n    this.given = given;\n  }\n\n  public int open(int rows) {\n    return given.count(rows);\n  }\n}\n",
        ),
    ];
    assert_eq!(
        linked("src/office/Door.java", "src/office/HallSeats.java", r"given\.count\(", &files),
        "verified"
    );
}

#[test]
fn a_url_names_no_service_and_no_model_of_the_same_word() {
    let main = (
        "src/main.ts",
        "import express from 'express';\nimport { r } from './routes/auth';\nexpress().use(r).listen(3);\n",
    );
    let package = ("package.json", "{ \"name\": \"office\", \"main\": \"src/main.ts\" }\n");
    let service =
        ("src/services/auth.ts", "export const verify = (t: string) => t.split('.').length === 3;\n");
    for (text, wanted) in [
        (
            "import { Router } from 'express';\nexport const r = Router();\nr.post('/auth/login', (req, res) => {\n  res.json({ token: req.body.email });\n});\n",
            "uncertain",
        ),
        (
            "import { Router } from 'express';\nimport { verify } from '../services/auth';\nexport const r = Router();\nr.post('/auth/login', (req, res) => {\n  res.json({ ok: verify(req.body.auth) });\n});\n",
            "verified",
        ),
    ] {
        let files = [package, main, service, ("src/routes/auth.ts", text)];
        assert_eq!(linked("src/routes/auth.ts", service.0, "auth", &files), wanted, "{text}");
    }
}

#[test]
fn settings_of_django_link_to_what_they_name() {
    let settings = (
        "config/settings.py",
        "INSTALLED_APPS = [\n    \"desks\",\n    \"users\",\n]\nAUTH_USER_MODEL = \"users.User\"\nROOT_URLCONF = \"config.urls\"\n",
    );
    let user = ("users/models.py", "from django.db import models\n\n\nclass User(models.Model):\n    pass\n");
    let other =
        ("desks/models.py", "from django.db import models\n\n\nclass Desk(models.Model):\n    pass\n");
    let apps = (
        "users/apps.py",
        "from django.apps import AppConfig\n\n\nclass A(AppConfig):\n    name = \"users\"\n",
    );
    let urls = ("config/urls.py", "urlpatterns = []\n");
    let files = [settings, user, other, apps, urls];
    for (to, pattern, wanted) in [
        ("users/models.py", "AUTH_USER_MODEL", "verified"),
        ("users/models.py", r"AUTH_USER_MODEL\s*=\s*.users\.User", "verified"),
        ("desks/models.py", "AUTH_USER_MODEL", "failed"),
        ("users/apps.py", "INSTALLED_APPS", "verified"),
        ("config/urls.py", "ROOT_URLCONF", "verified"),
        ("config/urls.py", "AUTH_USER_MODEL", "failed"),
    ] {
        assert_eq!(linked(settings.0, to, pattern, &files), wanted, "{pattern} and {to}");
    }
}

#[test]
fn what_alembic_celery_and_split_settings_find_by_its_place_is_in_use() {
    let env = "from alembic import context\n\n\ndef run():\n    context.configure(url=context.get_x_argument())\n\n\nrun()\n";
    let ini = ("alembic.ini", "[alembic]\nscript_location = app/db/migrations\n");
    let base = "import os\n\nINSTALLED_APPS = [\"desks\"]\nKEY = os.environ[\"K\"]\n";
    let goes_on = ("config/settings/dev.py", "from .base import *\n\nDEBUG = True\n");
    let made = "from celery import Celery\n\napp = Celery(\"config\")\n";
    let gives = "from .celery import app as celery_app\n\n__all__ = (\"celery_app\",)\n";
    let bare = "from .celery import app as celery_app\n";
    for (path, name, text, more, wanted) in [
        ("app/db/migrations/env.py", "run", env, ini, "verified"),
        ("app/db/other/env.py", "run", env, ini, "failed"),
        ("config/settings/base.py", "KEY", base, goes_on, "verified"),
        ("config/celery.py", "app", made, ("config/__init__.py", gives), "verified"),
        ("config/celery.py", "app", made, ("config/__init__.py", bare), "failed"),
    ] {
        assert_eq!(promised(path, name, &[more, (path, text)]), wanted, "{path} beside {}", more.1);
    }
}

#[test]
fn methods_of_a_package_and_a_module_of_modules_are_in_use() {
    let go = [
        ("go.mod", "module m\n"),
        ("main.go", "package main\n\nfunc main() { s := Server{n: 2}; s.routes() }\n"),
        (
            "server.go",
            "package main\n\ntype Server struct{ n int }\n\nfunc (s *Server) routes() { s.handleDesk() }\n",
        ),
        ("desk.go", "package main\n\nimport \"fmt\"\n\nfunc (s *Server) handleDesk() { fmt.Println(s.n) }\n"),
    ];
    assert_eq!(linked("server.go", "desk.go", r"s\.handleDesk", &go), "verified");
    let rust = [
        ("Cargo.toml", "[package]\nname = \"x\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"),
        ("src/main.rs", "mod parts;\nmod go;\nfn main() { println!(\"{}\", go::go(1)); }\n"),
        ("src/go.rs", "use crate::parts::{desk};\npub fn go(n: u32) -> u32 { desk::go(n) }\n"),
        ("src/parts/mod.rs", "pub mod desk;\n"),
        ("src/parts/desk.rs", "pub fn go(n: u32) -> u32 { n * 2 }\n"),
    ];
    assert_eq!(promised("src/parts/mod.rs", "desk", &rust), "verified");
}
