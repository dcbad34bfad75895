//! Compares lines with what YAML would make of them, before it does: the text as written wins.
//!
//! YAML drops `#12` from `Fix issue #12`, reads `&mut self` as an anchor and turns `\b` into a
//! backspace; people who write plans mean none of that. Each such value is re-written as a quoted
//! scalar on its own line, so that line numbers hold, and leaves a remark.

use std::collections::HashSet;

use super::super::review::Remark;
use super::bullets::{self, Lists};
use super::count;
use super::flow::{self, Flow};
use super::folds::{self, Fold};
use super::quotes::{self, quoted};
use super::wraps;

/// How many lines a text may go on for.
pub(super) const MAX_SPAN: usize = 200;

/// The lines after mending.
pub(super) struct Mended {
    pub(super) lines: Vec<String>,
    pub(super) remarks: Vec<Remark>,
    /// Lines with tabs and the like in place of blanks, ascending.
    odd_blanks: Vec<u32>,
    /// A value was mended that YAML would have refused.
    pub(super) broken: bool,
    /// A line whose brackets nest too deep for any parser to be given them.
    pub(super) too_deep: Option<u32>,
}

impl Mended {
    /// Takes note of what was mended in a flow that begins in a line.
    fn mended_in_flow(&mut self, first: u32, mends: Vec<flow::Mend>) {
        for mend in mends {
            self.broken |= mend.broken;
            let message = mend.text.map_or_else(|| mend.why.to_owned(), |text| kept(mend.why, &text));
            self.remarks.push(Remark::new(first + count(mend.line), mend.code, message));
        }
    }
}

/// A line of block YAML, taken apart.
pub(super) struct Shape<'a> {
    /// The columns of the leading dashes.
    pub(super) dashes: Vec<usize>,
    /// What stands after the dashes.
    pub(super) content: &'a str,
    pub(super) content_at: usize,
    /// The key of the content, as written with its quotes.
    pub(super) key: Option<&'a str>,
    /// The value after the key, or the content where there is no key.
    pub(super) value: &'a str,
    pub(super) value_at: usize,
}

impl<'a> Shape<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        let mut at = indent_of(line);
        let mut dashes = Vec::new();
        loop {
            let rest = line.get(at..).unwrap_or("");
            let Some(after) = rest.strip_prefix('-').filter(|a| a.is_empty() || a.starts_with(' ')) else {
                break;
            };
            dashes.push(at);
            at += 1 + indent_of(after);
        }
        let content = line.get(at..).unwrap_or("").trim_end();
        let found = key_of(content, !dashes.is_empty());
        let (key, value, value_at) = match found {
            Some((key, after)) => {
                let skip = content.len() - after.len() + indent_of(after);
                (Some(key), after.trim(), at + skip)
            }
            None => (None, content, at),
        };
        Self { dashes, content, content_at: at, key, value, value_at }
    }

    /// Takes a line apart that stands above others. The key of an item may be of several words where the item's next key
    /// stands below it: `- User story: works` above `  verify: run it` is a map, as YAML has it.
    pub(super) fn above(line: &'a str, rest: &[String]) -> Self {
        let shape = Self::of(line);
        let keyed = (shape.key.is_none() && shape.content.starts_with(char::is_alphanumeric))
            .then(|| key_of(shape.content, false))
            .flatten();
        match keyed.filter(|_| shape.has_key_below(rest)) {
            Some((key, after)) => {
                let skip = shape.content.len() - after.len() + indent_of(after);
                Self { key: Some(key), value: after.trim(), value_at: shape.content_at + skip, ..shape }
            }
            None => shape,
        }
    }

    /// Tells whether the next line in the column of an item's text is a key of one word; what stands deeper goes on with the
    /// text.
    fn has_key_below(&self, rest: &[String]) -> bool {
        let Some(dash) = self.dashes.last() else { return false };
        let said = |line: &&String| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let next = rest.iter().take(MAX_SPAN).filter(said).find(|line| indent_of(line) <= self.content_at);
        next.filter(|line| indent_of(line) > *dash).is_some_and(|line| {
            let below = Shape::of(line);
            let worded = below.key.is_some_and(|key| !key.contains(char::is_whitespace));
            below.dashes.is_empty() && below.content_at == self.content_at && worded
        })
    }

    /// Returns the column that the lines of a block text must be indented beyond.
    pub(super) fn owner(&self) -> usize {
        match (self.key, self.dashes.last()) {
            (None, Some(dash)) => *dash,
            (Some(_), _) | (None, None) => self.content_at,
        }
    }
}

/// Finds the key of a line's content and what follows its colon.
///
/// In a list item a key is one word: `- User sees: a list` is a sentence, not a map.
fn key_of(content: &str, item: bool) -> Option<(&str, &str)> {
    if content.starts_with(['"', '\'']) {
        let (_, rest) = quoted(content)?;
        let after = rest.strip_prefix(':').filter(|a| a.is_empty() || a.starts_with(' '))?;
        return Some((&content[..content.len() - rest.len()], after));
    }
    if content.starts_with(['[', '{', '`', '#', '|', '>']) {
        return None;
    }
    let (colon, _) = content
        .match_indices(':')
        .find(|(at, _)| content[at + 1..].is_empty() || content[at + 1..].starts_with(' '))?;
    let key = content[..colon].trim_end();
    let prose = key.contains(" #") || (item && content[..colon].contains(char::is_whitespace));
    (!key.is_empty() && !prose).then(|| (key, &content[colon + 1..]))
}

/// What to do with a value.
pub(super) enum Judged {
    Keep,
    /// Write it as a quoted text in place of it and of this many lines below; `broken` where YAML would have refused it.
    Quote {
        text: String,
        code: &'static str,
        why: &'static str,
        broken: bool,
        more: usize,
    },
    /// A list or map in brackets: its lines, the first from the bracket on, and what was mended in them.
    Flow(Vec<String>, Vec<flow::Mend>),
    /// A comment was left out, as YAML does.
    Comment,
    /// The value goes on over this many further lines, as YAML has it.
    Span(usize),
    /// A block text starts.
    Block,
    /// Brackets nest too deep.
    TooDeep,
}

/// Mends the lines of a block whose first line has the number `first_line` in the document.
pub(super) fn mend(source: &[&str], first_line: u32) -> Mended {
    let mut out = Mended {
        lines: Vec::with_capacity(source.len()),
        remarks: Vec::new(),
        odd_blanks: Vec::new(),
        broken: false,
        too_deep: None,
    };
    let clean: Vec<String> =
        source.iter().enumerate().map(|(i, l)| tidy(l, first_line + count(i), &mut out)).collect();
    out.remarks.extend(told_once(&out.odd_blanks));
    let names = Names::of(&clean);
    let mut i = 0;
    // The column of the value above; nothing where there is none, or a text went on below it.
    let mut above: Option<usize> = None;
    // The column of a key or dash whose value has not begun.
    let mut awaited: Option<usize> = None;
    let mut lists = Lists::default();
    // No line with content was seen.
    let mut first = true;
    while let Some(written) = clean.get(i) {
        let number = first_line + count(i);
        i += 1;
        let marked = lists.mended(written);
        if marked.is_some() {
            out.broken = true;
            out.remarks.push(Remark::new(number, "odd_bullets", bullets::WHY));
        }
        let line = marked.as_ref().unwrap_or(written);
        let plain = without_anchor(line, clean.get(i..).unwrap_or_default(), &names);
        if plain.is_some() {
            let why = "a name behind `&` above a list, which nothing refers to, was left out";
            out.remarks.push(Remark::new(number, "anchor_left_out", why));
        }
        let line = plain.as_ref().unwrap_or(line);
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with('#') {
            out.lines.push(line.clone());
            if !bare.is_empty() && !comments(bare) && above.is_some_and(|owner| indent_of(line) > owner) {
                let why =
                    "a line that begins with `#` below a value that ends above it was left out, as YAML does";
                out.remarks.push(Remark::new(number, "comment_left_out", why));
            }
            continue;
        }
        // A block that begins with a brace is one map in braces, whatever its lines look like: JSON is YAML.
        if std::mem::take(&mut first)
            && bare.starts_with('{')
            && !bare.starts_with("{{")
            && let Flow::Closed { lines, mends } = flow::scan(line, &clean[i..], &names, usize::MAX)
        {
            i += lines.len().saturating_sub(1);
            out.lines.extend(lines);
            out.mended_in_flow(number, mends);
            continue;
        }
        let shape = Shape::above(line, clean.get(i..).unwrap_or_default());
        lists.pass(&shape);
        let bare = shape.key.is_none() && shape.dashes.is_empty();
        // A text may begin on the line below its key.
        let below = awaited.take().filter(|owner| bare && indent_of(line) > *owner);
        if shape.value.is_empty() && shape.dashes.len() <= 8 {
            awaited = Some(shape.owner());
        }
        // Another line that neither starts an item nor has a key is for the parser to judge, as is one with `? `.
        let other = bare && (below.is_none() || asks(shape.value));
        if shape.value.is_empty() || other || shape.dashes.len() > 8 {
            out.lines.push(line.clone());
            continue;
        }
        let owner = below.unwrap_or_else(|| shape.owner());
        above = Some(owner);
        if let Some(wrap) = wraps::wrapped(line, &shape, &clean[i..], &names) {
            i += wrap.lines.len().saturating_sub(1);
            out.lines.extend(wrap.lines);
            out.broken |= wrap.broken;
            let told = wrap.told.into_iter();
            out.remarks.extend(told.map(|(code, message)| Remark::new(number, code, message)));
            continue;
        }
        let folded = fold(&shape, &clean[i..], owner);
        match judge_whole(&shape, folded, &clean[i..], &names, owner) {
            Judged::Keep => out.lines.push(line.clone()),
            Judged::TooDeep => {
                out.too_deep = out.too_deep.or(Some(number));
                out.lines.push(line.clone());
            }
            Judged::Comment => {
                out.lines.push(line.clone());
                out.remarks.push(Remark::new(number, "comment_left_out", LEFT_OUT));
            }
            Judged::Quote { text, code, why, broken, more } => {
                let head = line.get(..shape.value_at).unwrap_or("");
                out.lines.push(format!("{head}{}", folds::quoted(&text)));
                out.broken |= broken;
                out.remarks.push(Remark::new(number, code, kept(why, &text)));
                out.lines.extend(std::iter::repeat_n(String::new(), more));
                i += more;
            }
            Judged::Flow(lines, mends) => {
                i += lines.len().saturating_sub(1);
                let head = line.get(..shape.value_at).unwrap_or("");
                let heads = std::iter::once(head).chain(std::iter::repeat(""));
                // What closes in the column of its key is in the list all the same, as readers of YAML have it.
                let deep = |line: &str| match line.trim().is_empty() || indent_of(line) > owner {
                    true => 0,
                    false => owner + 1 - indent_of(line),
                };
                let lines = lines.into_iter().enumerate().map(|(n, line)| match n {
                    0 => line,
                    _ => format!("{}{line}", " ".repeat(deep(&line))),
                });
                out.lines.extend(heads.zip(lines).map(|(head, line)| format!("{head}{line}")));
                out.mended_in_flow(number, mends);
            }
            // Anchors and tags are for the parser to refuse, and where YAML gives up lines with dashes are items.
            Judged::Span(more)
                if shape.value.starts_with(['&', '*', '!'])
                    || !shape.value.starts_with(['"', '\''])
                        && clean[i..i + more].iter().any(|l| l.trim_start().starts_with("- ")) =>
            {
                out.lines.push(line.clone());
                out.lines.extend(clean[i..i + more].iter().cloned());
                i += more;
            }
            Judged::Span(more) => {
                let (head, value) = line.split_at_checked(shape.value_at).unwrap_or((line, ""));
                out.lines.push(format!("{head}{}", folds::on_one_line(value, &clean[i..i + more])));
                out.lines.extend(std::iter::repeat_n(String::new(), more));
                i += more;
            }
            Judged::Block => {
                out.lines.push(line.clone());
                let block = clean[i..].iter().take_while(|t| t.trim().is_empty() || indent_of(t) > owner);
                let before = out.lines.len();
                out.lines.extend(block.cloned());
                i += out.lines.len() - before;
            }
        }
    }
    out
}

/// Returns the lines with the value of one of them in single quotes; nothing where it has none to quote.
pub(super) fn with_quotes(lines: &[String], at: usize) -> Option<Vec<String>> {
    let line = lines.get(at)?;
    let shape = Shape::above(line, lines.get(at + 1..).unwrap_or_default());
    let valued = shape.key.is_some() || !shape.dashes.is_empty();
    let head = line.get(..shape.value_at).filter(|_| valued && !shape.value.is_empty())?;
    let mut out = lines.to_vec();
    *out.get_mut(at)? = format!("{head}'{}'", shape.value.replace('\'', "''"));
    Some(out)
}

/// Says what was kept of a value, and why.
pub(super) fn kept(why: &str, text: &str) -> String {
    format!("{why}; taken as written: {}", short(text))
}

/// Judges a value together with the lines that a text goes on for.
pub(super) fn judge_whole(
    shape: &Shape<'_>,
    folded: Option<(String, usize)>,
    rest: &[String],
    names: &Names<'_>,
    owner: usize,
) -> Judged {
    let item = shape.key.is_none();
    // What a quote or bracket closes is a value by itself; where it is none, it is a text like any other.
    let closes = shape.value.starts_with(['"', '\'', '[', '{']);
    let value = folded.as_ref().filter(|_| !closes).map_or(shape.value, |(text, _)| text.as_str());
    match (judge(value, rest, names, owner, item), folded) {
        (Judged::Quote { code, why, broken, more: 0, .. }, Some((text, more)))
            if !quotes::OF_ESCAPES.contains(&code) =>
        {
            Judged::Quote { text, code, why, broken, more }
        }
        // Its lines are one text to YAML, whatever each looks like.
        (Judged::Keep, Some((_, more))) if !closes => Judged::Span(more),
        (judged, _) => judged,
    }
}

/// Joins a plain value with the lines it goes on for; nothing where it stands on one line.
///
/// Lines that look like keys are left alone: there the indentation is what is wrong. A line that begins with `#12` or
/// with a dash goes on with the text; one that begins with `# ` is a comment.
pub(super) fn fold(shape: &Shape<'_>, rest: &[String], owner: usize) -> Option<(String, usize)> {
    if comments(shape.value) || block_header(shape.value).is_some() {
        return None;
    }
    let deeper = |l: &&String| l.trim().is_empty() || indent_of(l) > owner;
    let mut more: Vec<&str> = rest.iter().take(MAX_SPAN).take_while(deeper).map(|l| l.trim()).collect();
    while more.last().is_some_and(|l| l.is_empty() || comments(l)) {
        more.pop();
    }
    let structured = more.iter().any(|l| {
        let inner = Shape::of(l);
        inner.key.is_some_and(|k| !k.contains(' ')) || comments(l)
    });
    let texts = more.iter().filter(|l| !l.is_empty()).copied().collect::<Vec<_>>().join(" ");
    (!texts.is_empty() && !structured).then(|| (format!("{} {texts}", shape.value), more.len()))
}

/// Tells whether a text that begins with `#` is a comment to people too: `# so`, and what only rules off, not `#12`.
pub(super) fn comments(text: &str) -> bool {
    let after = text.trim_start_matches('#');
    after.len() < text.len()
        && (after.is_empty()
            || after.starts_with([' ', '\t'])
            || !after.chars().take(200).any(char::is_alphanumeric))
}

/// Returns whether the next line with content is indented beyond the owner.
fn next_is_deeper(rest: &[String], owner: usize) -> bool {
    rest.iter().take(MAX_SPAN).find(|l| !l.trim().is_empty()).is_some_and(|l| indent_of(l) > owner)
}

/// Replaces tabs in the indentation and lone carriage returns, which YAML refuses.
fn tidy(line: &str, number: u32, out: &mut Mended) -> String {
    let lead = line.len() - line.trim_start_matches(is_blank).len();
    let odd = line[..lead].contains(|c| c != ' ');
    let tabs = odd || line.contains(":\t") || line.contains("-\t") || pasted_value(&line[lead..]);
    if !tabs && !line.contains('\r') {
        return line.to_owned();
    }
    out.broken |= tabs;
    out.odd_blanks.push(number);
    let rest = line[lead..].replace(":\t", ": ").replace("-\t", "- ").replace('\r', " ");
    let rest = if pasted_value(&rest) { rest.replacen(":\u{a0}", ": ", 1) } else { rest };
    let blanks: String = line[..lead].chars().map(|c| if c == '\t' { "  " } else { " " }).collect();
    format!("{blanks}{rest}")
}

/// Tells whether a no-break space stands between a key and its value, where YAML sees no key.
fn pasted_value(bare: &str) -> bool {
    let word = |key: &str| key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    bare.split_once(":\u{a0}").is_some_and(|(key, _)| !key.is_empty() && word(key))
}

/// Tells whether a character looks like a blank at the start of a line: no-break spaces come with what was copied from a
/// page or a chat, and YAML takes them for text.
fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t' || c != '\u{2028}' && c != '\u{2029}' && !c.is_ascii() && c.is_whitespace()
}

/// Says once where tabs and the like were read as spaces: a file that is indented so has them in every line.
fn told_once(lines: &[u32]) -> Option<Remark> {
    let (first, more) = (lines.first()?, lines.len() - 1);
    let more = match more {
        0 => String::new(),
        1 => ", here and in 1 more line".to_owned(),
        more => format!(", here and in {more} more lines"),
    };
    let message = format!("tabs, other blanks or carriage returns were read as spaces{more}");
    Some(Remark::new(*first, "tab_indent", message))
}

/// The names behind `&` and behind `*` anywhere in the block: only a pair of both is an alias.
#[derive(Default)]
pub(super) struct Names<'a> {
    anchors: HashSet<&'a str>,
    aliases: HashSet<&'a str>,
}

impl<'a> Names<'a> {
    fn of(lines: &'a [String]) -> Self {
        let behind = |mark: char| {
            let all = lines.iter().flat_map(move |l| l.match_indices(mark).map(move |(at, _)| &l[at + 1..]));
            let names = all.map(|rest| rest.split([' ', ',', '[', ']', '{', '}']).next().unwrap_or(""));
            names.filter(|name| !name.is_empty()).collect()
        };
        Self { anchors: behind('&'), aliases: behind('*') }
    }
}

/// Takes the name off a list that stands below it: `files: &files` above `- a.rs`. One that something refers to stays, and is
/// for the parser to refuse.
fn without_anchor(line: &str, rest: &[String], names: &Names<'_>) -> Option<String> {
    let (head, name) = line.trim_end().rsplit_once(" &")?;
    let word = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
    };
    let key = head.trim().strip_suffix(':').is_some_and(word) && word(name);
    let below = rest.iter().find(|line| !line.trim().is_empty())?;
    let listed = below.trim_start().starts_with("- ") && indent_of(below) >= indent_of(line);
    (key && listed && !names.aliases.contains(name)).then(|| head.trim_end().to_owned())
}

fn quote(text: &str, code: &'static str, why: &'static str, broken: bool) -> Judged {
    Judged::Quote { text: text.to_owned(), code, why, broken, more: 0 }
}

/// Decides whether YAML would keep a value; `rest` are the lines after it, `owner` the column they must be beyond.
fn judge(value: &str, rest: &[String], names: &Names<'_>, owner: usize, item: bool) -> Judged {
    // `>5` with nothing below it is a number, not the beginning of a text.
    let numbered = value.contains(|c: char| c.is_ascii_digit()) && !next_is_deeper(rest, owner);
    if block_header(value).is_some() && !numbered {
        return Judged::Block;
    }
    match value.chars().next() {
        Some('"' | '\'') => judge_quoted(value, rest, owner, item),
        Some('[' | '{') => judge_flow(value, rest, names),
        // As an item of its own `# of users is shown` is a text; above the keys of a map it is a comment.
        Some('#')
            if (!value.starts_with("# ") || item && !next_is_deeper(rest, owner)) && value.len() > 2 =>
        {
            quote(value, "hash_kept", "YAML would take `#` for a comment", false)
        }
        Some(_) | None => {
            judge_start(value, names, next_is_deeper(rest, owner)).unwrap_or_else(|| judge_plain(value, item))
        }
    }
}

/// Decides by the sign that a plain text begins with; nothing where it is none that YAML reads a meaning into.
pub(super) fn judge_start(value: &str, names: &Names<'_>, nested: bool) -> Option<Judged> {
    match value.chars().next()? {
        '&' | '*' | '!' => Some(judge_marked(value, names, nested)),
        '|' | '>' => Some(quote(value, "raw_kept", "a value cannot start with `|` or `>` in YAML", true)),
        '%' | '@' | '`' | ',' | ']' | '}' => {
            Some(quote(value, "raw_kept", "a value cannot start with this sign in YAML", true))
        }
        _ => None,
    }
}

/// Tells whether YAML takes a text for the beginning of a key that may be a list or map.
fn asks(value: &str) -> bool {
    value == "?" || value.starts_with("? ")
}

fn judge_plain(value: &str, item: bool) -> Judged {
    if value.starts_with('#') {
        return Judged::Keep;
    }
    if asks(value) {
        return quote(value, "raw_kept", "YAML would take `? ` for the beginning of a key", !item);
    }
    let colon = value.contains(": ") || value.ends_with(':');
    if let Some(at) = value.find(" #") {
        let after = &value[at + 2..];
        // A list item is a text of its own; readers of ids and paths cut what follows ` #` themselves.
        let prose = item || value[..at].trim().contains(' ') || colon;
        if prose || !(after.is_empty() || after.starts_with(' ')) {
            return quote(value, "hash_kept", "YAML would take `#` for a comment", false);
        }
        return Judged::Comment;
    }
    match colon {
        // As an item of a list a text with one colon is valid YAML, though not what was meant.
        true => {
            let colons = value.matches(": ").count() + usize::from(value.ends_with(':'));
            quote(value, "colon_kept", "YAML would take `: ` for a key", !item || colons > 1)
        }
        false => Judged::Keep,
    }
}

/// `&`, `*` and `!` mean anchors, aliases and tags to YAML, and mostly nothing of the kind to people.
fn judge_marked(value: &str, names: &Names<'_>, nested: bool) -> Judged {
    let why = "YAML would take `&`, `*` or `!` for an anchor, alias or tag";
    let (word, after) = value.split_once(' ').unwrap_or((value, ""));
    let after = after.trim();
    let name = word.get(1..).unwrap_or("");
    // What follows is a value only where nothing but a comment comes behind it: `&mut [u8] buffers` is a sentence.
    let structure = match after.chars().next() {
        Some('[' | '{') => flow_ends(after),
        Some('"' | '\'') => quoted(after).is_none_or(|(_, rest)| is_blank_or_comment(rest)),
        Some('&' | '*') => {
            names.anchors.contains(name) && names.aliases.contains(name) || !after.contains(' ')
        }
        Some('!') => after.starts_with("!!") || after.starts_with("!<") || !after.contains(' '),
        Some(_) | None => block_header(after).is_some(),
    };
    let meant = match value.as_bytes().first() {
        Some(b'*') => after.is_empty() && names.anchors.contains(name),
        Some(b'&') => structure || (after.is_empty() && nested) || names.aliases.contains(name),
        Some(_) | None => {
            word.starts_with("!!") || word.starts_with("!<") || structure || (after.is_empty() && nested)
        }
    };
    match meant {
        true => Judged::Keep,
        false => quote(value, "raw_kept", why, value.starts_with('*')),
    }
}

/// Tells whether nothing but a comment follows the bracket that closes the first one of a text, or none closes it here.
fn flow_ends(text: &str) -> bool {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return is_blank_or_comment(&text[at + c.len_utf8()..]);
        }
    }
    true
}

fn judge_quoted(value: &str, rest: &[String], owner: usize, item: bool) -> Judged {
    let mark = value.chars().next().unwrap_or('"');
    let Some((inner, after)) = quoted(value) else {
        // It may close on a later line; text after that closing quote, or none at all, makes it prose.
        let mut inside = Fold::new(&value[1..], mark == '"');
        for (n, line) in rest.iter().take(MAX_SPAN).enumerate() {
            let text = line.trim();
            // What is not indented beyond the owner belongs to something else, whatever YAML says.
            if !text.is_empty() && indent_of(line) <= owner {
                break;
            }
            if let Some((last, after)) = quoted(&format!("{mark}{text}")) {
                inside.end(last);
                if is_blank_or_comment(after) {
                    return judge_closed(mark, &inside.text, after, n + 1, item);
                }
                break;
            }
            inside.push(text);
        }
        return quote(value, "raw_kept", "the quote is not closed", true);
    };
    if !is_blank_or_comment(after) {
        return quote(value, "raw_kept", "text follows the closing quote", true);
    }
    judge_closed(mark, inner, after, 0, item)
}

/// Why what follows a value is not there.
const LEFT_OUT: &str = "a comment after the value was left out; quote the value if it belongs to it";

/// Decides on a quoted text of `more` further lines, and on the comment to YAML in `after` its closing quote.
///
/// In an item of a list `"Fix issue" #12 now` is a sentence, as it is without quotes; a key's value is what is quoted.
fn judge_closed(mark: char, inner: &str, after: &str, more: usize, item: bool) -> Judged {
    let after = after.trim();
    let said = quotes::said(inner, mark, item);
    let trouble = (mark == '"').then(|| quotes::trouble(inner, item)).flatten();
    if item && !after.is_empty() && !comments(after) {
        return Judged::Quote {
            text: format!("{said} {after}"),
            code: "hash_kept",
            why: "YAML would take `#` for a comment",
            broken: trouble.is_some_and(|found| found.broken),
            more,
        };
    }
    if let Some(quotes::Trouble { text, code, why, broken }) = trouble {
        return Judged::Quote { text, code, why, broken, more };
    }
    match (after.is_empty(), more) {
        (true, 0) => Judged::Keep,
        (true, more) => Judged::Span(more),
        (false, 0) => Judged::Comment,
        (false, more) => {
            Judged::Quote { text: said, code: "comment_left_out", why: LEFT_OUT, broken: false, more }
        }
    }
}

fn judge_flow(value: &str, rest: &[String], names: &Names<'_>) -> Judged {
    if value.starts_with("{{") {
        return quote(value, "raw_kept", "`{{` is a template, not a map", true);
    }
    match flow::scan(value, rest, names, MAX_SPAN) {
        Flow::Closed { lines, mends } => Judged::Flow(lines, mends),
        Flow::Trailed => quote(value, "raw_kept", "text follows the closing bracket", true),
        Flow::Unclosed => quote(value, "raw_kept", "the bracket is not closed", true),
        Flow::TooDeep => Judged::TooDeep,
    }
}

/// Returns what a `|` or `>` header says: whether the text is folded. Nothing if the text is no header.
pub(super) fn block_header(value: &str) -> Option<bool> {
    let folded = match value.chars().next()? {
        '|' => false,
        '>' => true,
        _ => return None,
    };
    let rest = value[1..].trim_start_matches(['+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    (value.len() - rest.len() <= 3 && is_blank_or_comment(rest)).then_some(folded)
}

/// Cuts a comment off the end of a text that holds no quote after it.
pub(super) fn without_comment(text: &str) -> &str {
    match text.rfind(" #") {
        Some(at) if !text[at..].contains(['"', '\'', ']', '}']) => text[..at].trim_end(),
        Some(_) | None => text,
    }
}

/// Returns whether only blanks or a comment are left on a line.
pub(super) fn is_blank_or_comment(rest: &str) -> bool {
    let bare = rest.trim();
    bare.is_empty() || (bare.starts_with('#') && rest.starts_with([' ', '\t']))
}

/// Returns the number of leading spaces.
pub(super) fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Shortens a text for a remark.
fn short(text: &str) -> String {
    let mut out: String = text.chars().take(80).map(|c| if c == '\n' { ' ' } else { c }).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_of_a_block_text_has_two_signs_behind_it_at_most() {
        for (value, folded) in [
            ("|", Some(false)),
            (">", Some(true)),
            ("|2-", Some(false)),
            (">- # a comment", Some(true)),
            (">2-+", None),
            (">---", None),
            ("> 5 items", None),
            ("text", None),
        ] {
            assert_eq!(block_header(value), folded, "{value}");
        }
    }

    #[test]
    fn a_remark_shows_a_text_in_one_line_and_cuts_a_long_one() {
        assert_eq!(short("one\ntwo"), "one two");
        assert_eq!(short(&"x".repeat(80)), "x".repeat(80));
        assert_eq!(short(&"x".repeat(81)), format!("{}…", "x".repeat(80)));
    }
}
