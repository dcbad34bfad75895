//! Histories with a task, each with the commits that are the task's and what is said of the others.

use std::collections::BTreeSet;

use countersign::domain::diff::Commit;
use countersign::domain::ids::{Oid, RepoPath, Timestamp};
use countersign::domain::range::{
    Rival, Selection, TaskScope, brought_in, came_between, carries_a_plan, commits_of_task, could_be_rivals,
    counts_by_files, is_another_plans, is_handed_out, is_siblings, likeliest, message_key, numbers,
    others_of_phase, reach, says_it,
};

use super::{Page, hold_pages};

#[test]
fn commits_are_chosen_as_the_book_says() {
    hold_pages("ranges.txt", told);
}

fn paths(text: &str) -> Vec<RepoPath> {
    text.split(", ").filter(|p| !p.is_empty()).map(|p| RepoPath::parse(p).expect("a path")).collect()
}

fn list(text: &str) -> Vec<String> {
    text.split(", ").filter(|p| !p.is_empty()).map(str::to_owned).collect()
}

/// `c3 < c2 | feat(03-01): total | src/a.ts, src/b.ts | the rest of the message`; fields of the scope stand above, as
/// `task: 2`. The newest commit stands first.
fn told(page: &Page) -> String {
    let mut scope = TaskScope::default();
    let (mut history, mut since) = (Vec::new(), None);
    for line in page.text.lines().filter(|l| !l.is_empty()) {
        if let Some((head, rest)) = line.split_once(" | ") {
            let (id, parents) = head.split_once(" < ").unwrap_or((head, ""));
            let mut rest = rest.split(" | ");
            history.push(Commit {
                id: Oid::new(id),
                parents: list(parents).into_iter().map(Oid::new).collect(),
                subject: rest.next().unwrap_or_default().to_owned(),
                files: paths(rest.next().unwrap_or_default()),
                body: rest.next().unwrap_or_default().replace('⏎', "\n"),
                author_time: Timestamp(0),
                renamed: Vec::new(),
            });
            continue;
        }
        let (field, value) = line.split_once(": ").unwrap_or((line, ""));
        match field {
            "phase" => scope.phase = Some(value.to_owned()),
            "plan" => scope.plan = Some(value.to_owned()),
            "task" => scope.task = value.to_owned(),
            "files" => scope.files = list(value),
            "covered" => scope.covered = list(value).into_iter().map(Oid::new).collect(),
            "written" => scope.written = paths(value),
            "message" => {
                scope.message = Some(value.to_owned());
                scope.messages.insert(message_key(value));
            }
            "messages" => scope.messages.extend(list(value).iter().map(|m| message_key(m))),
            "others" => scope.others.extend(list(value).iter().map(|m| message_key(m))),
            "list" => scope.list = Some(value.to_owned()),
            "fixes" => scope.fixes = list(value).into_iter().collect(),
            "root" => scope.root = paths(value).into_iter().next(),
            "rival" => {
                let mut all = value.split(", ");
                let root = RepoPath::parse(all.next().unwrap_or_default()).expect("a path");
                scope.rivals.push(Rival { root, files: all.map(str::to_owned).collect() });
            }
            "came" => scope.came = list(value).into_iter().map(Oid::new).collect(),
            "earlier" => scope.earlier = list(value).into_iter().map(Oid::new).collect(),
            "means" => {
                let (id, all) = value.split_once(' ').unwrap_or((value, ""));
                scope.means(&Oid::new(id), all.split_whitespace());
            }
            "since" => since = Some(Oid::new(value)),
            other => unreachable!("the field {other}"),
        }
    }
    let ids = |all: &[Commit]| all.iter().map(|c| c.id.as_str().to_owned()).collect::<Vec<_>>().join(" ");
    let shown = |name: &str, found: &Selection| {
        let mut rows = vec![format!(
            "{name}: own [{}] siblings [{}] unreviewed [{}] head {:?} base {:?} files {:?} shared {:?}",
            ids(&found.commits),
            ids(&found.siblings),
            ids(&found.unreviewed),
            found.head().map(Oid::as_str),
            found.base().map(Oid::as_str),
            found.files().iter().map(ToString::to_string).collect::<Vec<_>>(),
            found.shared_files().iter().map(ToString::to_string).collect::<Vec<_>>(),
        )];
        rows.extend(found.why.iter().map(|r| format!("  {} {}", r.code, r.message)));
        rows.join("\n")
    };
    let found = commits_of_task(&history, &scope, None);
    let mut rows = vec![shown("all", &found)];
    if since.is_some() {
        rows.push(shown("since", &commits_of_task(&history, &scope, since.as_ref())));
    }
    rows.push(format!("others [{}]", ids(&others_of_phase(&history, &scope, &found.commits))));
    let best: Vec<&str> = likeliest(&history, &scope, 3).iter().map(|c| c.id.as_str()).collect();
    rows.push(format!("likeliest {best:?} reach {:?}", reach(&history, &scope)));
    for commit in &history {
        let yes = [
            ("by files", counts_by_files(commit, &scope)),
            ("says it", says_it(commit, &scope)),
            ("handed out", is_handed_out(commit, &scope)),
            ("another plan's", is_another_plans(commit, &scope)),
            ("sibling's", is_siblings(commit, &scope)),
            ("rival?", could_be_rivals(commit, &scope)),
            ("carries a plan", carries_a_plan(commit)),
        ];
        let yes: Vec<&str> = yes.iter().filter(|(_, is)| *is).map(|(word, _)| *word).collect();
        rows.push(format!("{} {:?} {}", commit.id.as_str(), numbers(commit), yes.join(", ")));
        if commit.parents.len() > 1 {
            let brought = brought_in(&history, commit, &commit.parents[1..]);
            rows.push(format!("  brought in {:?}", brought.iter().map(Oid::as_str).collect::<BTreeSet<_>>()));
        }
    }
    if let (Some(first), Some(last)) = (history.last(), history.first()) {
        let came = came_between(&history, &first.id, &last.id);
        rows.push(format!("came {:?}", came.iter().map(Oid::as_str).collect::<Vec<_>>()));
    }
    rows.join("\n")
}
