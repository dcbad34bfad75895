//! What packages of one repository show each other by their manifests, what barrels pass on, what pages load from folders that
//! are served (SPEC 9.3, in `books/packages.txt`), and links whose end is a file of the root (SPEC 9.4).

use crate::built_programs::{link, stands};
use crate::real_uses::holds;

#[test]
fn what_is_shown_passed_on_and_served_is_in_use() {
    // The entries of a map come in an order of their own in each run, unless it is kept.
    for _ in 0..4 {
        holds("packages.txt");
    }
}

#[test]
fn a_file_of_the_root_that_is_not_there_is_no_end_of_a_link() {
    let own = "def price(items):\n    return sum(items)\n\n\nprint(price([1, 2]))\n";
    let brought = "from price import price\n\nprint(price([1, 2]))\n";
    let there = ("price.py", "def price(items):\n    return sum(items)\n");
    for (to, files, status) in [
        ("price.py", vec![("main.py", own)], "partial"),
        ("price.py", vec![("main.py", brought)], "partial"),
        ("./price.py", vec![("main.py", brought)], "partial"),
        ("price.py", vec![("main.py", brought), there], "verified"),
        // A word of a sentence may be one of a library.
        ("the price function", vec![("main.py", brought), there], "verified"),
    ] {
        let (found, why) = stands("key_link", &link("main.py", to, "price\\("), &files);
        assert_eq!(found, status, "{to}: {why}");
    }
    let server =
        "import { createServer } from 'node:http';\n\ncreateServer((q, r) => r.end(q.url)).listen(3000);\n";
    let manifest = ("package.json", "{\"type\":\"module\",\"dependencies\":{\"socket.io\":\"4\"}}\n");
    for (to, status) in [("Node.js", "verified"), ("server.js", "partial")] {
        let (found, why) =
            stands("key_link", &link("main.js", to, "createServer\\("), &[("main.js", server), manifest]);
        assert_eq!(found, status, "{to}: {why}");
    }
}

#[test]
fn a_pattern_means_files_that_the_tasks_name_too() {
    let pay = "export function pay(cart, card) {\n  return card.charge(cart.total());\n}\n";
    for (main, status) in [
        ("import { pay } from './pay.js';\n\npay(process.argv, process.stdin);\n", "verified"),
        ("process.stdout.write('x');\n", "failed"),
    ] {
        let files = [
            ("package.json", "{\"type\":\"module\"}\n"),
            ("src/pay.js", pay),
            ("main.js", ""),
            ("src/main.js", main),
        ];
        let (found, why) =
            stands("artifact", "  artifacts:\n    - path: src/pa*.js\n      provides: paying\n", &files);
        assert_eq!(found, status, "{why}");
    }
}
