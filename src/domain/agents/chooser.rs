//! Who is named as the one that chose, where a person is to choose (SPEC 6.10). Judged word by word: an agent signs with its
//! model, its role, or as somebody who speaks for the user; a person with a name.

/// Words of models and agents, which no person's name holds.
const AGENTS: [&str; 25] = [
    "agent",
    "agents",
    "subagent",
    "assistant",
    "model",
    "llm",
    "bot",
    "orchestrator",
    "anthropic",
    "openai",
    "chatgpt",
    "gemini",
    "codex",
    "copilot",
    "cursor",
    "windsurf",
    "aider",
    "llama",
    "mistral",
    "deepseek",
    "qwen",
    "grok",
    "opus",
    "sonnet",
    "haiku",
];

/// Families whose versions are written without a space: `gpt4o`, `claude3`.
const FAMILIES: [&str; 2] = ["gpt", "claude"];

/// Words that are a given name as well: with a further name they are a person's.
const GIVEN_NAMES: [&str; 2] = ["ai", "claude"];

/// Words of roles and of what decides by itself. With a person's name beside them they say what that person does.
const ROLES: [&str; 34] = [
    "me",
    "i",
    "myself",
    "self",
    "nobody",
    "none",
    "default",
    "timeout",
    "policy",
    "workflow",
    "script",
    "pipeline",
    "hook",
    "system",
    "auto",
    "automatic",
    "automatically",
    "automated",
    "automation",
    "host",
    "server",
    "tool",
    "mcp",
    "countersign",
    "coordinator",
    "planner",
    "executor",
    "reviewer",
    "verifier",
    "fixer",
    "developer",
    "engineer",
    "tester",
    "architect",
];

/// Words that make nobody's name.
const FILLERS: [&str; 24] = [
    "the", "a", "an", "of", "on", "for", "by", "as", "in", "and", "or", "via", "behalf", "user", "human",
    "person", "mode", "code", "cli", "sdk", "api", "desktop", "max", "pro",
];

/// Tells whether a name is one of these roles, or begins with one.
pub fn names_a_role<'r>(name: &str, roles: impl IntoIterator<Item = &'r str>) -> bool {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let all = words.map(str::to_lowercase).collect::<Vec<_>>().join(" ");
    roles.into_iter().any(|role| {
        let role = role.to_lowercase().replace(['_', '-', ':'], " ");
        all == role || all.starts_with(&format!("{role} "))
    })
}

/// Tells whether the words in `name` are those of an agent and not of a person; `roles` are the system's own agents.
pub fn names_an_agent<'r>(name: &str, roles: impl IntoIterator<Item = &'r str>) -> bool {
    let written: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let words: Vec<String> = written.iter().map(|w| w.to_lowercase()).collect();
    let all = words.join(" ");
    if names_a_role(name, roles) {
        return true;
    }
    let speaks_for = [
        "on behalf of",
        "for the user",
        "user assumed",
        "assumed user",
        "presumed user",
        "claude for",
        "ai for",
    ]
    .iter()
    .any(|said| format!(" {all} ").contains(&format!(" {said} ")));
    let is = |words: &[&str], word: &String| words.contains(&word.as_str());
    let versioned = |word: &String| {
        FAMILIES
            .iter()
            .any(|family| word.starts_with(family) && !word[family.len()..].starts_with(char::is_alphabetic))
            && !is(&GIVEN_NAMES, word)
    };
    // `gsd-planner`: a system's name of an agent.
    let named_by_role = !name.trim().contains(char::is_whitespace)
        && words.len() > 1
        && words.last().is_some_and(|last| is(&ROLES, last));
    if speaks_for || named_by_role || words.iter().any(|word| is(&AGENTS, word) || versioned(word)) {
        return true;
    }
    let of_a_person = |word: &String| {
        word.chars().count() > 1
            && word.chars().all(char::is_alphabetic)
            && !is(&GIVEN_NAMES, word)
            && !is(&ROLES, word)
            && !is(&FILLERS, word)
    };
    let somebody = words.iter().any(of_a_person);
    // In capitals it is the machine's abbreviation.
    let given = |(word, written): (&String, &&str)| is(&GIVEN_NAMES, word) && (!somebody || *written == "AI");
    words.iter().zip(&written).any(given) || (!somebody && words.iter().any(|word| is(&ROLES, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_told_from_people() {
        let roles = ["tech_lead", "project_manager", "senior_software_engineer", "yolo:yolo-reviewer"];
        for name in [
            "Claude",
            "claude code",
            "Claude Opus 4.5",
            "claude-sonnet",
            "Claude 4",
            "Claude (on behalf of user)",
            "claude3",
            "gpt-5",
            "GPT4o",
            "Gemini 2.5 Pro",
            "GitHub Copilot",
            "OpenAI Codex",
            "orchestrator",
            "the main orchestrator",
            "auto",
            "automatic mode",
            "system",
            "System (auto)",
            "user (auto)",
            "Developer",
            "AI",
            "ai",
            "the AI assistant",
            "AI Nguyen",
            "coding-agent",
            "Ann on behalf of the user",
            "tech lead",
            "project_manager (bazinga)",
            "yolo-yolo-reviewer",
            "me",
            "I",
            "myself",
            "Claude (for Ann)",
            "user (assumed)",
            "nobody",
            "default",
            "timeout",
            "policy",
            "the workflow",
            "gsd-planner",
            "spec-executor",
        ] {
            assert!(names_an_agent(name, roles), "{name} is an agent");
        }
        for name in [
            "user",
            "the user",
            "human",
            "Ann",
            "Ai Nguyen",
            "Nguyen Thi Ai",
            "Ai-Lin Chen",
            "Claude Dubois",
            "Claudette",
            "Ann (developer)",
            "Sam, system owner",
            "Max",
            "李爱",
            "O'Brien",
            "ann@example.org",
            "Systema Ltd",
            "Gptelli",
        ] {
            assert!(!names_an_agent(name, roles), "{name} is a person");
        }
    }
}
