//! Which files a URL can name where no framework lays routes out as folders: a page, or what registers routes itself.
//! A service, a model or a library of the same word is reached by an import or not at all.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline};
use crate::domain::wiring::Project;

use super::route::Url;

/// Folders whose files a client's router shows under a URL.
const PAGES: [&str; 6] = ["pages", "views", "screens", "routes", "page", "screen"];

macro_rules! sign {
    ($pattern:expr) => {
        LazyLock::new(|| Regex::new($pattern).expect("a constant pattern"))
    };
}

/// `r.get('/desks', …)`, `express.Router()`, `@Controller('desks')`. A client asks its URLs by the same verbs, so the
/// receiver must be one that serves.
static SCRIPT: LazyLock<Regex> = sign!(
    r#"\b(?:Router|express|fastify|Fastify|Hono|OpenAPIHono|Elysia|Koa|createTRPCRouter|router)\(|\brouter\(\{|@Controller\(|@Resolver\(|\bdefineEventHandler\(|\bcreateServer\(|\b(?:Bun|Deno)\.serve\(|\b(?:\w*[aA]pp|\w*[rR]outer|\w*[rR]outes?|\w*[sS]erver|fastify|instance|hono|r)\s*\.(?:get|post|put|patch|delete|all|use|route|register|resource)\(\s*["'`]/"#
);
static PYTHON: LazyLock<Regex> = sign!(
    r"(?m)^\s*@\w+(?:\.\w+)?\.(?:get|post|put|patch|delete|route|api_route|websocket|head|options)\(|\burlpatterns\b|\.add_url_rule\(|\.add_api_route\(|\bAPIRouter\(|\bBlueprint\(|\.add_(?:get|post|put|patch|delete|route)\("
);
static GO: LazyLock<Regex> = sign!(
    r#"\.(?:HandleFunc|Handle|GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete|Group|Route|Mount|PathPrefix|Any)\(\s*(?:http\.Method\w+,\s*)?["`](?:[A-Z]+ )?/"#
);
static RUST: LazyLock<Regex> = sign!(
    r#"\.(?:route|nest|service)\(\s*"/|#\[(?:\w+::)*(?:get|post|put|patch|delete|head|options|route)\(|\bweb::(?:resource|scope)\("#
);
static JAVA: LazyLock<Regex> =
    sign!(r"@(?:RestController|Controller|Path|WebServlet|(?:Request|Get|Post|Put|Patch|Delete)Mapping)\b");
static CSHARP: LazyLock<Regex> = sign!(
    r"\[ApiController\]|:\s*\w*Controller(?:Base)?\b|\[(?:Route|Http(?:Get|Post|Put|Patch|Delete))\b|\.Map(?:Get|Post|Put|Patch|Delete|Group|Hub|Methods)\("
);
static RUBY: LazyLock<Regex> = sign!(r#"(?m)^\s*(?:get|post|put|patch|delete|resources?)\s*\(?\s*["':]"#);

/// Tells whether a text registers routes, where it runs: not in a comment, nor in a text.
pub(super) fn registers(grammar: Grammar, text: &str, outline: Option<&Outline>) -> bool {
    let sign = match grammar {
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => &SCRIPT,
        Grammar::Python => &PYTHON,
        Grammar::Go => &GO,
        Grammar::Rust => &RUST,
        Grammar::Java => &JAVA,
        Grammar::CSharp => &CSHARP,
        Grammar::Ruby => &RUBY,
    };
    let outline = outline.filter(|o| o.intact);
    sign.find_iter(text).any(|hit| {
        let at = hit.end() - hit.as_str().trim_start().len();
        let idle = |ranges: &[Range<usize>]| ranges.iter().any(|r| r.contains(&at));
        outline.is_none_or(|o| !idle(&o.comments) && !idle(&o.strings) && !idle(&o.dead))
    })
}

/// Tells whether a file stands for a URL in any way.
pub(super) fn serves(project: &Project<'_>, to: &RepoPath) -> bool {
    let name = to.file_name();
    let shown = [".tsx", ".jsx", ".vue", ".svelte", ".html", ".erb", ".cshtml"];
    let page = shown.iter().any(|end| name.ends_with(end))
        && to.as_str().rsplit('/').skip(1).any(|folder| PAGES.contains(&folder));
    if page || name.ends_with("_controller.rb") {
        return true;
    }
    match Grammar::of(to) {
        Some(grammar) => {
            let outline = project.outline(to);
            project.text(to).is_some_and(|text| registers(grammar, text, outline.as_deref()))
        }
        None => true,
    }
}

/// The URLs of the routes that a file registers, as they are written there; nothing where not all of them are told: what it
/// joins from other files, or registers under a name, may be any.
pub(super) fn routes(project: &Project<'_>, to: &RepoPath) -> Option<Vec<Url>> {
    let outline = project.outline(to).filter(|o| o.intact)?;
    let text = project.text(to)?;
    let joins: &[&str] = match outline.grammar {
        Grammar::Python => &[
            "include_router",
            "register_blueprint",
            ".mount(",
            "add_url_rule",
            "add_api_route",
            "urlpatterns",
        ],
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => {
            &[".use(", ".route(", ".register(", ".mount(", ".all(", "createServer("]
        }
        Grammar::Rust | Grammar::Go | Grammar::Java | Grammar::CSharp | Grammar::Ruby => return None,
    };
    let python = outline.grammar == Grammar::Python;
    if joins.iter().any(|word| text.contains(word)) || text.matches("prefix").count() > 1 {
        return None;
    }
    let prefix = match text.split_once("prefix") {
        Some((_, rest)) => first_text(rest.trim_start().strip_prefix('=').filter(|_| python)?)?,
        None => "",
    };
    let idle = |at: usize| {
        [&outline.comments, &outline.strings, &outline.dead]
            .iter()
            .any(|all| all.iter().any(|r| r.contains(&at)))
    };
    let mut found = Vec::new();
    for verb in
        ["get", "post", "put", "patch", "delete", "head", "options", "route", "api_route", "websocket"]
    {
        for (at, call) in text.match_indices(&format!(".{verb}(")).filter(|(at, _)| !idle(*at)) {
            let before = &text[..at];
            let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
            let by = before.trim_end_matches(joins);
            let receiver = before[by.len()..].to_lowercase();
            let known =
                ["app", "router", "routes", "route", "server"].iter().any(|end| receiver.ends_with(end));
            let serves = if python {
                by.ends_with('@')
            } else {
                known || matches!(receiver.as_str(), "fastify" | "instance" | "hono" | "r")
            };
            if serves {
                let rest = text[at + call.len()..].trim_start();
                let path = first_text(rest.strip_prefix("path=").unwrap_or(rest))?;
                found.push(Url::of(&named_steps(&format!("{prefix}{path}")))?);
            }
        }
    }
    Some(found).filter(|found| !found.is_empty())
}

/// The text that a piece of code begins with, where nothing is interpolated in it.
fn first_text(code: &str) -> Option<&str> {
    let code = code.trim_start();
    let quote = code.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let (text, _) = code[1..].split_once(quote)?;
    (!text.contains("${")).then_some(text)
}

/// Flask's `<int:id>`, as others write it.
fn named_steps(path: &str) -> String {
    let steps = path.split('/').map(|step| if step.starts_with('<') { ":step" } else { step });
    steps.collect::<Vec<_>>().join("/")
}

/// A piece of code without what it writes to a log: words there name nothing.
pub(super) fn without_logs(code: &str) -> String {
    static LOGS: LazyLock<Regex> = sign!(
        r"\b(?:console|(?:this\.|self\.|_|Rails\.)?[lL]ogger|log|logging|slog|tracing|Log)(?:\.|::)\w+!?\s*\(?|\b(?:print|println|eprintln|puts|fmt\.Print\w*|System\.out\.print\w*|Console\.Write\w*)!?(?:\(|\s+[\x22'])"
    );
    let mut out = code.to_owned();
    while let Some(hit) = LOGS.find(&out) {
        let mut open = usize::from(hit.as_str().ends_with('('));
        let call = open > 0;
        // Where no bracket opens, the text it writes has begun already.
        let mut quote = hit.as_str().chars().last().filter(|c| matches!(c, '"' | '\''));
        let mut end = out.len();
        for (at, c) in out[hit.end()..].char_indices() {
            match (quote, c) {
                (Some(q), c) if c == q => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'' | '`') => quote = Some(c),
                (None, '(') => open += 1,
                (None, ')') if open > 0 => open -= 1,
                _ => {}
            }
            if quote.is_none() && (call && open == 0 || !call && matches!(c, '\n' | ';')) {
                end = hit.end() + at + c.len_utf8();
                break;
            }
        }
        out.replace_range(hit.start()..end, " ");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_logged_is_no_word_of_the_code() {
        for (code, left) in [
            ("a(); console.log(\"/api/cart\"); b()", "a();  ; b()"),
            ("Rails.logger.info(\"Notifier\")", "Rails. "),
            ("puts \"Notifier\"\nb", " b"),
            ("log.info(f(\")\"), 1); c(\"/x\")", " ; c(\"/x\")"),
            ("dialog.open('/x')", "dialog.open('/x')"),
        ] {
            let got = without_logs(code);
            let bare = |text: &str| text.replace(' ', "").replace("Rails.", "");
            assert_eq!(bare(&got), bare(left), "{code}");
        }
    }

    #[test]
    fn a_client_registers_nothing() {
        for (grammar, text, wanted) in [
            (Grammar::TypeScript, "export const r = Router();\n", true),
            (Grammar::TypeScript, "export default (app) => app.get('/desks', all);\n", true),
            (Grammar::TypeScript, "export const all = () => axios.get('/desks');\n", false),
            (Grammar::TypeScript, "export const verify = (t: string) => t.length;\n", false),
            (Grammar::Python, "@router.get(\"/desks\")\ndef all(): ...\n", true),
            (Grammar::Python, "requests.post(\"/desks\")\n", false),
            (Grammar::Go, "mux.HandleFunc(\"GET /desks\", all)\n", true),
            (Grammar::Go, "func All(n int) []int { return make([]int, n) }\n", false),
            (Grammar::Java, "@RestController\nclass A {}\n", true),
            (Grammar::Java, "class OrderService {}\n", false),
        ] {
            assert_eq!(registers(grammar, text, None), wanted, "{text}");
        }
    }
}
