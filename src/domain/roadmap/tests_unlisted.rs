//! Tests of criteria without list marks: lines of their own, elements of HTML, terms with what they mean, and what stands
//! behind them.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

/// The criteria and the codes of the remarks of the one phase that a text describes.
fn told(below: &str) -> (Vec<String>, Vec<String>) {
    let text = format!("# Roadmap\n\n### Phase 3: Auth\n**Goal**: g\n**Success Criteria**:{below}");
    let roadmap = read(&text);
    let phase = roadmap.phase("3").unwrap();
    let criteria = phase.success_criteria.iter().map(|c| c.text.clone()).collect();
    (criteria, roadmap.told_of(phase).map(|r| r.code.clone()).collect())
}

#[test]
fn lines_of_their_own_are_each_a_criterion() {
    let three = ["User can log in", "User can log out", "The total is right"];
    for below in [
        "\nUser can log in\nUser can log out\nThe total is right\n",
        " User can log in\nUser can log out\nThe total is right\n",
        "\n\n  User can log in\n  User can log out\n  The total is right\n\n**Plans:** 1\n",
        "\nUser can log in\nUser can log out\n\nThe total is right\n",
    ] {
        let (criteria, codes) = told(below);
        assert_eq!(criteria, three, "{below}");
        assert!(
            codes.iter().all(|code| code == "criterion_assumed") && !codes.is_empty(),
            "{below}: {codes:?}"
        );
    }
    // What nobody takes for lines of their own: a broken line, an indented one, the steps of a scenario.
    let wide = "The user signs in with a password and a second factor of choice and";
    for (below, whole) in [
        (
            "\nThe user can log in\nand sees a list\n".to_owned(),
            "The user can log in and sees a list".to_owned(),
        ),
        (format!("\n{wide}\nGitHub accounts are linked\n"), format!("{wide} GitHub accounts are linked")),
        ("\nUser can log in\n  With a password\n".to_owned(), "User can log in With a password".to_owned()),
        ("\nThe user of (\nGitHub) is\n".to_owned(), "The user of ( GitHub) is".to_owned()),
        (
            "\nGiven a user\nWhen he logs in\nThen he is\n".to_owned(),
            "Given a user When he logs in Then he is".to_owned(),
        ),
    ] {
        assert_eq!(told(&below), (vec![whole], vec![]), "{below}");
    }
    // Below an item the next line goes on with it.
    assert_eq!(told("\n1. a\nB is\n2. c\n"), (vec!["a B is".to_owned(), "c".to_owned()], vec![]));
}

#[test]
fn signs_in_place_of_dashes_begin_items() {
    for below in ["\n✅ a\n✅ b\n", "\n✓ a\n✓ b\n", "\n☐ a\n☐ b\n", "\n◦ a\n◦ b\n"] {
        assert_eq!(told(below), (vec!["a".to_owned(), "b".to_owned()], vec![]), "{below}");
    }
}

#[test]
fn criteria_in_elements_are_each_one() {
    let both = (vec!["User can log in".to_owned(), "User can log out".to_owned()], vec![]);
    for below in [
        "\n<ul>\n<li>User can log in</li>\n<li>User can log out</li>\n</ul>\n",
        "\n<ol><li>User can log in</li><li>User can log out</li></ol>\n\n**Plans:** 1\n",
        "\n\n<ul>\n  <li>\n    User can\n    log in\n  </li>\n  <li>User can log out</li>\n</ul>\n---\n",
        "\n<p>User can log in</p>\n<p>User can log out</p>\n",
    ] {
        assert_eq!(told(below), both, "{below}");
    }
    let parts = told("\n<ul>\n<li>a\n<ul><li>x</li><li>y</li></ul>\n</li>\n<li>b</li>\n</ul>\n");
    assert_eq!(parts, (vec!["a; x; y".to_owned(), "b".to_owned()], vec![]));
    let alone = "# Roadmap\n\n### Phase 3: Auth\nSuccess Criteria\n<ul><li>a</li></ul>\n";
    assert_eq!(read(alone).phases[0].success_criteria.len(), 1);
    let unknown = read("### Phase 3: Auth\n**Goal**: g\n\n<ul><li>a</li></ul>\n");
    assert_eq!(unknown.remarks[0].code, "criteria_unread");
}

#[test]
fn a_term_stands_before_what_it_means() {
    let both = ["Login: User can log in", "Logout: User can log out; nobody else can"];
    for below in [
        "\nLogin\n: User can log in\nLogout\n: User can log out\n: nobody else can\n",
        "\n\nLogin\n:   User can log in\n\nLogout\n:   User can log out\n:   nobody else can\n",
        "\n<dl>\n<dt>Login</dt>\n<dd>User can log in</dd>\n<dt>Logout</dt><dd>User can log out</dd>\n<dd>nobody else can</dd></dl>\n",
    ] {
        assert_eq!(told(below).0, both, "{below}");
    }
}

#[test]
fn what_stands_behind_a_rule_and_links_are_no_criteria() {
    for behind in [
        "---\n\nSee also: [a](a.md) | [b](b.md)\n",
        "***\n\n- [a](a.md)\n- [b](b.md)\n",
        "* * *\n\nThe plans were made in May.\n\n- by Ann\n",
        "See also: [a](a.md) | <https://example.com/b>\n",
        "- [a](a.md)\n- [b](b.md)\n",
        "[a]: https://example.com/a\n",
    ] {
        let found = told(&format!("\n\nThe user can log in.\n\n{behind}"));
        assert_eq!(
            found,
            (vec!["The user can log in.".to_owned()], vec!["criteria_text".to_owned()]),
            "{behind}"
        );
    }
    assert_eq!(told("\n\nThe user can log in.\n\n---\n"), (vec!["The user can log in.".to_owned()], vec![]));
    // Above the criteria a rule parts nothing, and behind it a list may go on.
    let two = (vec!["a".to_owned(), "b".to_owned()], vec![]);
    assert_eq!(told("\n\n---\n\n1. a\n2. b\n"), two);
    assert_eq!(told("\n1. a\n\n---\n\n2. b\n\n*Last change: May*\n"), two);
    // A link in an item, or in the line that it goes on in, is part of it.
    let linked = vec!["[a](a.md)".to_owned(), "b, see [c](c.md)".to_owned()];
    assert_eq!(told("\n1. [a](a.md)\n2. b, see\n   [c](c.md)\n"), (linked, vec![]));
}

#[test]
fn a_field_of_a_phase_is_not_told_for_its_criteria() {
    for below in [
        "**Gap Closure:** closes the gaps of the audit",
        "**Owner:** Ann",
        "**Mode:** mvp",
        "**Blocker for:** the launch",
        "#### Background\n- It was slow",
        "**Phase-Numbering:** decimal",
    ] {
        let roadmap = read(&format!("### Phase 3: Auth\n**Goal**: g\n\n{below}\n"));
        assert_eq!(roadmap.remarks, [], "{below}");
    }
    // Within the criteria such a word still calls a group of them.
    let grouped = told("\n**Owner:**\n- a\n\n**Guest:**\n- b\n");
    assert_eq!(grouped, (vec!["a".to_owned(), "b".to_owned()], vec![]));
}
