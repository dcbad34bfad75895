//! Programs that are started from what a compiler makes, files that are found by their place, elements that are kept and never
//! shown (SPEC 9.3, in `books/built_programs.txt`), and links by what only looks like a connection (SPEC 9.4).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::json;

use crate::desk::Desk;
use crate::real_uses::holds;
use crate::wild_phases::{item, phase, verify};

/// How a promise stands among some files, by the kind of its item.
pub(crate) fn stands(kind: &str, must_haves: &str, files: &[(&str, &str)]) -> (String, String) {
    let scene = phase(&format!("must_haves:\n{must_haves}"), "# Summary\n\nDone.\n", files);
    let answer = verify(&Desk::at(scene.root()), json!({}));
    let found = item(&answer, kind);
    (found["status"].as_str().unwrap().to_owned(), found["reasons"].to_string())
}

pub(crate) fn link(from: &str, to: &str, pattern: &str) -> String {
    let pattern = pattern.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "  key_links:\n    - from: {from}\n      to: {to}\n      via: a call\n      pattern: \"{pattern}\"\n"
    )
}

#[test]
fn what_is_made_shown_and_found_is_in_use() {
    holds("built_programs.txt");
}

#[test]
fn the_main_file_of_a_gem_uses_what_it_requires() {
    let main =
        "require_relative \"greeter/client\"\n\nmodule Greeter\n  HOST = ENV.fetch(\"HOST\", \"x\")\nend\n";
    let client =
        "module Greeter\n  class Client\n    def greet(name)\n      name + HOST\n    end\n  end\nend\n";
    let exe = "#!/usr/bin/env ruby\nrequire \"greeter\"\n\nputs Greeter::Client.new.greet(ARGV.fetch(0))\n";
    let idle = "#!/usr/bin/env ruby\nrequire \"greeter\"\n\nputs ARGV.fetch(0)\n";
    let spec = "Gem::Specification.new do |s|\n  s.name = \"greeter\"\nend\n";
    for (from, to, pattern, exe, status) in [
        ("lib/greeter.rb", "lib/greeter/client.rb", "require_relative \"greeter/client\"", exe, "verified"),
        ("exe/greeter", "lib/greeter.rb", "require \"greeter\"", exe, "verified"),
        ("exe/greeter", "lib/greeter/client.rb", "Greeter::Client\\.new", exe, "verified"),
        ("exe/greeter", "lib/greeter.rb", "require \"greeter\"", idle, "partial"),
    ] {
        let files = [
            ("greeter.gemspec", spec),
            ("lib/greeter.rb", main),
            ("lib/greeter/client.rb", client),
            ("exe/greeter", exe),
        ];
        let (found, why) = stands("key_link", &link(from, to, pattern), &files);
        assert_eq!(found, status, "{from} → {to}: {why}");
    }
}

#[test]
fn a_value_that_is_thrown_away_is_no_connection() {
    let router = |line: &str| {
        format!(
            "package a\n\nfunc Router(r R) {{\n\th := &handler{{}}\n\tr.Get(\"/x\", h.get)\n\t{line}\n}}\n"
        )
    };
    let handler = "package a\n\ntype handler struct{}\n\nfunc (h *handler) get(w W) { w.Write(\"x\") }\n\nfunc (h *handler) add(w W) { w.Write(w.Body()) }\n";
    for (line, status) in [("_ = h.add", "partial"), ("r.Post(\"/x\", h.add)", "verified")] {
        let router = router(line);
        let files = [("go.mod", "module x\n"), ("a/h.go", handler), ("a/router.go", router.as_str())];
        let (found, why) = stands("key_link", &link("a/router.go", "a/h.go", "h\\.add"), &files);
        assert_eq!(found, status, "{line}: {why}");
    }
}

#[test]
fn a_lazy_component_that_nobody_shows_is_no_link() {
    let page =
        "export default function Page() {\n  return <ul>{load().map((i) => <li key={i}>{i}</li>)}</ul>;\n}\n";
    for (shown, verified) in [("<Page />", true), ("<h1>Hi</h1>", false)] {
        let main = format!(
            "import {{ lazy }} from 'react';\nimport {{ createRoot }} from 'react-dom/client';\n\nconst Page = lazy(() => import('./Page'));\n\ncreateRoot(document.body).render({shown});\n"
        );
        let files = [("package.json", "{}\n"), ("src/Page.tsx", page), ("src/main.tsx", main.as_str())];
        let (found, why) =
            stands("key_link", &link("src/main.tsx", "src/Page.tsx", "import\\(.\\./Page"), &files);
        assert_eq!(found == "verified", verified, "{shown}: {found} {why}");
    }
}

#[test]
fn what_a_template_comments_out_is_not_what_was_promised() {
    for (path, text, there) in [
        ("shop/templates/pay.html", "<form>{# {% csrf_token %} #}</form>\n", false),
        ("shop/templates/pay.html", "<form>{% comment %}{% csrf_token %}{% endcomment %}</form>\n", false),
        ("shop/templates/pay.html", "<form>{% csrf_token %}{# of Django #}</form>\n", true),
        ("app/views/pay.html.erb", "<form><%# {% csrf_token %} %></form>\n", false),
        ("Views/Pay.cshtml", "<form>@* {% csrf_token %} *@</form>\n", false),
    ] {
        let must_haves =
            format!("  artifacts:\n    - path: {path}\n      contains: \"{{% csrf_token %}}\"\n");
        let (found, why) = stands("artifact", &must_haves, &[(path, text)]);
        assert_eq!(why.contains("only in a comment"), !there, "{path}: {text} {found} {why}");
        assert!(there || found != "verified", "{path}: {text} {why}");
    }
}
