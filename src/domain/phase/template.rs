//! Comments of templates, which are none of the language around them: what stands in one is shown to nobody.

use crate::domain::ids::RepoPath;

/// How a comment begins and ends.
pub(super) type Marks = (&'static str, &'static str);

const PAGE: Marks = ("<!--", "-->");
/// Of Django, Jinja and Twig.
const HASH: Marks = ("{#", "#}");
/// Of Django and Liquid. What follows the closing word is a bracket and no more.
const WORD: Marks = ("{% comment ", "endcomment");
const WORD_TRIMMED: Marks = ("{%- comment ", "endcomment");
const ERB: Marks = ("<%#", "%>");
const JSP: Marks = ("<%--", "--%>");
const RAZOR: Marks = ("@*", "*@");
/// Of Handlebars: the longer one may hold brackets.
const BARS_LONG: Marks = ("{{!--", "--}}");
const BARS: Marks = ("{{!", "}}");
const BLADE: Marks = ("{{--", "--}}");

/// Returns how comments of a template begin and end, by its name. In a page any of those may be meant that are nothing else
/// there: `{{!ready}}` asks for a value.
pub(super) fn comments(path: &RepoPath) -> &'static [Marks] {
    let name = path.file_name().to_ascii_lowercase();
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" | "htm" => &[HASH, WORD, WORD_TRIMMED, BARS_LONG, BLADE],
        "jinja" | "jinja2" | "j2" | "njk" | "twig" => &[PAGE, HASH],
        "liquid" => &[PAGE, WORD, WORD_TRIMMED],
        "erb" | "ejs" => &[PAGE, ERB],
        "jsp" => &[PAGE, JSP],
        "cshtml" | "razor" => &[PAGE, RAZOR],
        "hbs" | "handlebars" | "mustache" => &[PAGE, BARS_LONG, BARS],
        "php" if name.ends_with(".blade.php") => &[PAGE, BLADE],
        _ => &[],
    }
}

/// Tells whether a comment may begin at a place: `{{#if}}` opens a block, `<%%#` is shown.
pub(super) fn may_begin(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let before = at.checked_sub(1).and_then(|at| bytes.get(at));
    before != Some(&b'{') && !(bytes.get(at) == Some(&b'@') && before.is_some_and(u8::is_ascii_alphanumeric))
}

#[cfg(test)]
mod tests {
    use crate::domain::ids::RepoPath;
    use crate::domain::phase::Code;

    #[test]
    fn what_a_template_comments_out_is_not_there() {
        for (name, text, there) in [
            ("a.html", "<p>{# {% csrf_token %} #}</p>", false),
            ("a.html", "{% comment %}\n{% csrf_token %}\n{% endcomment %}<p>x</p>", false),
            ("a.html", "{% comment \"later\" %}{% csrf_token %}{% endcomment %}", false),
            ("a.html", "{{#if a}}{% csrf_token %}{{/if}} #}", true),
            ("a.html", "<p>{{!ready}} {% csrf_token %} {{x}}</p>", true),
            ("a.html", "<p>{# a #}{% csrf_token %}{# b #}</p>", true),
            ("a.html.erb", "<%# {% csrf_token %} %>", false),
            ("a.html.erb", "<!-- {% csrf_token %} -->", false),
            ("a.html.erb", "<%# a %>{% csrf_token %}", true),
            ("a.ejs", "<%# {% csrf_token %} %>", false),
            ("A.cshtml", "@* {% csrf_token %} *@", false),
            ("A.cshtml", "a@*.com {% csrf_token %} *@", true),
            ("A.razor", "@* a *@{% csrf_token %}", true),
            ("a.hbs", "{{!-- {{x}} {% csrf_token %} --}}", false),
            ("a.hbs", "{{! {% csrf_token %} }}", false),
            ("a.hbs", "{{x}}{% csrf_token %}{{!y}}", true),
            ("a.blade.php", "{{-- {% csrf_token %} --}}", false),
            ("a.blade.php", "{{ $x }}{% csrf_token %}", true),
            ("a.twig", "{# {% csrf_token %} #}", false),
            ("a.svelte", "{#if a}{% csrf_token %}{/if} #}", true),
        ] {
            let path = RepoPath::parse(name).expect("a path");
            let code = Code::new(&path, text);
            assert_eq!(code.text.contains("csrf_token"), there, "{name}: {text}");
            assert_eq!(code.text.len(), text.len(), "{name}: {text}");
        }
    }
}
