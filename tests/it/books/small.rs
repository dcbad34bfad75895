//! Small functions, one a line: `name: text | text  => answer`.

use countersign::domain::agents::chooser::{names_a_role, names_an_agent};
use countersign::domain::brief::{Place, shows_claims, verdict_like};
use countersign::domain::envelope;
use countersign::domain::git_command::{GateBefore, GitAct, acts};
use countersign::domain::identity;
use countersign::domain::ids::{RepoPath, Timestamp};
use countersign::domain::plan::{self, PhaseFolder, layout, numbers};
use countersign::domain::plan_check::{like, slip_of};
use countersign::domain::range;
use countersign::domain::roadmap::{self, requirements};
use countersign::domain::secret::{self, Key};
use countersign::domain::subject::Subject;

use super::hold_sentences;

#[test]
fn small_functions_answer_as_the_book_says() {
    hold_sentences("small.txt", |sentence| {
        let (name, rest) = sentence.split_once(':').expect("a name");
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let rest = rest.replace('⏎', "\n").replace('⇥', "\t").replace('␍', "\r");
        let given: Vec<&str> = rest.split(" | ").collect();
        answer(name, &rest, &given)
    });
}

#[test]
fn command_lines_are_read_as_the_book_says() {
    hold_sentences("commands.txt", |sentence| {
        let line = sentence.replace('⏎', "\n").replace('⇥', "\t");
        let found: Vec<String> = acts(&line)
            .iter()
            .map(|c| {
                let dir = c.git_dir.as_ref().map(|d| format!(" git dir {}", d.display())).unwrap_or_default();
                let stay = if c.place.may_stay { " or here" } else { "" };
                let at = c.place.dir.display().to_string();
                let at = if at.is_empty() { String::new() } else { format!(" in {at}") };
                format!("{}{at}{stay}{dir} {:?}", c.act.as_str(), c.pushed)
            })
            .collect();
        found.join("; ")
    });
}

fn at(text: &str) -> RepoPath {
    RepoPath::parse(text).expect("a path")
}

fn all(text: &str) -> Vec<RepoPath> {
    text.split(' ').filter(|p| !p.is_empty()).map(at).collect()
}

fn listed(text: &str) -> Vec<String> {
    text.split(' ').filter(|p| !p.is_empty()).map(str::to_owned).collect()
}

fn shown(paths: &[RepoPath]) -> String {
    paths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn answer(name: &str, whole: &str, given: &[&str]) -> String {
    let first = given[0];
    let second = given.get(1).copied().unwrap_or_default();
    let number = || second.parse::<usize>().expect("a number");
    match name {
        "path" => format!(
            "{:?}",
            RepoPath::parse(whole).map(|p| (
                p.to_string(),
                p.file_name().to_owned(),
                p.parent().map(|d| d.to_string())
            ))
        ),
        "join" => format!("{:?}", at(first).join(second).map(|p| p.to_string())),
        "clean" => format!("{:?}", plan::clean_path(whole)),
        "folder" => format!(
            "{:?}",
            PhaseFolder::of(&at(whole)).map(|f| (
                f.root.to_string(),
                f.number.clone(),
                f.slug.clone(),
                f.padded(),
                f.verification().map(|p| p.to_string())
            ))
        ),
        "phase of" => format!("{:?}", plan::phase_of(&at(whole)).map(|f| f.dir.to_string())),
        "root of" => format!("{:?}", plan::root_of(&at(whole)).map(|f| f.to_string())),
        "is phase" => {
            let folder = PhaseFolder::of(&at(first)).expect("a phase's folder");
            format!("{} without prefix {}", folder.is(second), folder.is_without_prefix(second))
        }
        "review path" => {
            let folder = PhaseFolder::of(&at(first)).expect("a phase's folder");
            let task = given.get(2).copied().unwrap_or_default();
            format!(
                "{:?} {:?}",
                folder.review(second, task).map(|p| p.to_string()),
                folder.manual_review(second).map(|p| p.to_string())
            )
        }
        "plan name" => format!(
            "{} may be {} {:?}",
            layout::is_plan_name(whole),
            layout::may_be_plan(whole),
            layout::summary_names(whole)
        ),
        "same number" => layout::same_number(first, second).to_string(),
        "words" => numbers::words(whole),
        "says the same" => numbers::says_the_same(first, second).to_string(),
        "number key" => roadmap::number_key(whole),
        "current" => format!("{:?}", roadmap::current_phase(whole)),
        "is id" => requirements::is_id(whole).to_string(),
        "same file" => identity::same_file(first, second).to_string(),
        "same words" => identity::same_words(first, second).to_string(),
        "same matter" => format!("{:.3}", identity::same_matter(first, second)),
        "same dimension" => identity::same_dimension(first, second).to_string(),
        "contrary" => {
            format!("{} {}", identity::is_contrary(first, second), identity::is_contrary(second, first))
        }
        "shared words" => identity::shared_words(first, second).to_string(),
        "message key" => range::message_key(whole),
        "kind of file" => {
            let path = at(whole);
            let is = [
                ("book-keeping", range::is_book_keeping(&path)),
                ("rule", range::is_review_rule(&path)),
                ("document", range::is_document(path.file_name())),
                ("bulk", range::is_bulk_name(&path)),
            ];
            is.iter().filter(|(_, is)| *is).map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
        }
        "touches" => format!(
            "{} {}",
            range::touches(&all(first), &listed(second)),
            shown(&range::touching(&all(first), &listed(second)))
        ),
        "stems" => format!("{:?}", range::stems(&listed(whole)).map(|s| shown(&s))),
        "written scope" => range::written_scope(first, second, given.get(2).copied().unwrap_or_default()),
        "slip" => {
            let folder = given.get(2).map(|f| at(f));
            format!("{:?}", slip_of(first, folder.as_ref(), all(second).iter()).map(|p| p.to_string()))
        }
        "like" => shown(&like(first, all(second).iter())),
        "role" => format!(
            "a role {} an agent {}",
            names_a_role(whole, ["reviewer", "tech_lead"]),
            names_an_agent(whole, ["reviewer", "tech_lead"])
        ),
        "redact" => {
            let places = secret::places(whole);
            let redacted = secret::redact(whole, &Key::new("the key")).into_owned();
            let marks: Vec<&str> = secret::between_marks(&redacted).collect();
            format!("{places:?} {redacted:?} between {marks:?}")
        }
        "visible" => {
            let text = envelope::unveil(whole);
            let shown = envelope::visible(&text);
            let back = envelope::unveil(&shown) == text;
            format!(
                "{shown:?} back {back} weighs {} sealed {} shown {:?} json {:?}",
                envelope::weight(&text),
                envelope::sealed_weight(&text),
                envelope::shown(&text),
                envelope::json(&text)
            )
        }
        "line" => {
            format!("{:?} flat {:?}", envelope::one_line(&envelope::unveil(whole)), envelope::flat(whole))
        }
        "cut" => {
            format!("{:?} {:?}", envelope::beginning(first, number()), envelope::ending(first, number()))
        }
        "beside" => format!("{:?}", envelope::beside(first, second)),
        "quoted" => envelope::quoted(&envelope::unveil(whole)),
        "markdown" => format!("{:?}", envelope::markdown(&envelope::unveil(whole))),
        "code" => format!("{:?}", envelope::code_block(first, second)),
        "seal" => format!("{:?}", envelope::seal(first, second, given.get(2).copied().unwrap_or_default())),
        "claims" => shows_claims(whole).to_string(),
        "verdict like" => {
            let place = Place { path: at("src/a.ts"), line: 1 };
            verdict_like([(place, whole)]).len().to_string()
        }
        "time" => Timestamp(whole.parse().expect("a number")).to_string(),
        "gate" => format!(
            "{:?} {:?}",
            GateBefore::parse(whole),
            GateBefore::parse(whole).map(|g| [GitAct::Push, GitAct::Commit].map(|a| g.is_before(a)))
        ),
        "key" => format!(
            "{} {:?} {}",
            Subject::is_key_of_same(first, second),
            Subject::plan_in_key(first),
            Subject::beginning_of_same(first)
        ),
        other => unreachable!("the function {other}"),
    }
}
