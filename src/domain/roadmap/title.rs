//! How a line names a phase: as a heading, underlined, in bold, in a summary, in a list.

use crate::domain::plan::layout::prefixed;

/// The level of a phase whose heading is a bold line: below every real one.
pub(super) const BOLD: usize = 7;

/// Reads `**Phase 3: Pay**` alone on a line, where no real heading has opened a phase.
pub(super) fn bold_phase(line: &str) -> Option<(usize, &str)> {
    let inner = line.strip_prefix("**")?.trim_end_matches(':').strip_suffix("**")?;
    (!inner.contains("**") && phase_title(inner).is_some()).then_some((BOLD, inner))
}

/// Reads `Phase 3: Name`, `✅ Phase 03 — Name`, `**Phase 14.1: Name** (INSERTED)`.
pub(super) fn phase_title(title: &str) -> Option<(String, String)> {
    let bare = title.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    let bare = bare.strip_prefix("x] ").unwrap_or(bare);
    let rest = bare.get(..5).filter(|w| w.eq_ignore_ascii_case("phase")).map(|_| &bare[5..])?;
    // A no-break space comes with what was copied from a page.
    let rest = rest.strip_prefix(|c: char| c == '-' || c.is_whitespace())?.trim_start();
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(rest.len());
    // `R01`, `v0.11-01`
    let word = rest.split([' ', ':', '*', ')', '—', '–']).next().unwrap_or_default();
    let behind = prefixed(word).filter(|(_, rest)| rest.is_empty());
    let number = if behind.is_some() { word } else { rest[..end].trim_end_matches('.') };
    if behind.is_none() && !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let after = &rest[number.len()..];
    let name =
        after.trim_start_matches([':', '.', ')', '-', '—', '–', ' ', '*']).trim_end_matches(['*', ' ']);
    Some((number.to_owned(), name.to_owned()))
}

/// Reads a heading that is a line of text above a line of `=` or `-`.
pub(super) fn underlined<'t>(line: &'t str, below: &str) -> Option<(usize, &'t str)> {
    let sign = below.chars().next().filter(|c| matches!(c, '=' | '-'))?;
    let whole = below.len() > 2 && below.chars().all(|c| c == sign);
    let text = line.trim();
    let plain = text.starts_with(char::is_alphanumeric)
        && !line.starts_with([' ', '\t'])
        && phase_title(text).is_some();
    (whole && plain).then_some((if sign == '=' { 1 } else { 2 }, text))
}

/// Reads `<summary>Phase 3: Pay</summary>`, the title of what is folded away.
pub(super) fn summary(line: &str) -> Option<(usize, &str)> {
    let start = line.find("<summary>")? + "<summary>".len();
    let title = line.get(start..)?.split("</summary>").next()?;
    let title =
        title.trim().trim_start_matches("<b>").trim_end_matches("</b>").trim_start_matches("<strong>");
    let title = title.trim_end_matches("</strong>");
    phase_title(title).is_some().then_some((BOLD, title))
}

/// Reads `- [x] **Phase 1: Base** — notes`, `- [ ] Phase 2: Login (3 plans)`, `- **Phase 3: Pay**` and
/// `3. **Phase 3: Pay**`. Without box and emphasis a line of a list only speaks of a phase.
pub(super) fn listed_phase(line: &str) -> Option<(String, String)> {
    let counted = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = || counted.strip_prefix(". ").filter(|_| counted.len() < line.len());
    let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).or_else(counted)?.trim_start();
    let boxed = ["[ ] ", "[x] ", "[X] "].iter().find_map(|b| item.strip_prefix(b));
    let text = boxed.unwrap_or(item);
    let title = match text.strip_prefix("**") {
        Some(bold) => bold.split("**").next()?,
        None => boxed?.split(" (").next()?.split(" — ").next()?,
    };
    phase_title(title)
}
