//! A hundred patterns that ruin an engine which backtracks, grow when they are compiled, or are no patterns at all.
//! The tests hold each against its sentence, the benchmark of phases against the clock.

/// Returns the patterns, each once.
pub(crate) fn hostile() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for n in [2, 5, 9, 20, 50] {
        all.push("(".repeat(n) + "a*" + &")*".repeat(n) + "b");
        all.push("(a|b|ab|ba){1,".to_owned() + &n.to_string() + "}c");
        all.push(format!("(\\w{{1,{n}}}\\s*){{1,{n}}}[^\\w\\s]"));
        all.push(format!("([a-z]+)*{}", "x".repeat(n)));
        all.push(format!("(?:(?:x?){{{n}}}){{{n}}}y"));
        all.push(format!("{}z", "a?".repeat(n) + &"a".repeat(n)));
        all.push(format!("(.*)({}){{{n}}}", ".*"));
        all.push(format!("\\p{{L}}{{{n},}}\\p{{N}}{{{n}}}"));
        all.push(format!("[^q]{{0,{}}}q#", n * 20));
        all.push((0..n * 4).map(|i| format!("alt{i}.*end{i}")).collect::<Vec<_>>().join("|"));
        all.push(format!("{}x{}", "(?:".repeat(n * 10), ")".repeat(n * 10)));
        all.push(format!("(?i){}", "[k-z]*".repeat(n)));
        all.push(format!("\\b{}\\b", "\\w+\\W+".repeat(n)));
        all.push(format!("(?s).{{{n}}}(?:import.*){{{n}}}"));
        all.push(format!("a{{{}}}", n * 1_000));
        all.push(format!("(a{{{n}0}}){{{n}0}}"));
        all.push(format!("import {}from", ".*".repeat(n)));
        all.push(format!("^(.*\\n){{{n}}}$"));
    }
    for broken in ["(a", "a)", "[z-a]", "(?<=a)b", "(a)\\1", "*", "+a", "a{2,1}", "\\", "(?P<n>a)(?P<n>b)"] {
        all.push(broken.to_owned());
    }
    all
}
