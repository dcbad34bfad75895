use super::*;

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize
    }

    fn of(&mut self, alphabet: &str, count: usize) -> String {
        let signs: Vec<char> = alphabet.chars().collect();
        (0..count).map(|_| signs[self.next() % signs.len()]).collect()
    }

    /// Fills a form in: `{a36}` is 36 letters and digits; see the alphabets. Secrets are made here, not kept, so
    /// that nobody's scanner takes this file for a leak.
    fn fill(&mut self, form: &str) -> String {
        let mut out = String::new();
        let mut rest = form;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, after) = after.split_once('}').expect("a slot is closed");
            out.push_str(before);
            let count: usize = slot[1..].parse().expect("a count");
            let alphabet = match &slot[..1] {
                "a" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                "l" => "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                "z" => "abcdefghijklmnopqrstuvwxyz0123456789",
                "U" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
                "N" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
                "w" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
                "b" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
                "x" => "0123456789abcdef",
                "X" => "0123456789ABCDEF",
                "d" => "0123456789",
                other => panic!("no alphabet {other}"),
            };
            // The last sign is a letter, so that no form ends in one that a boundary would leave out.
            out.push_str(&self.of(alphabet, count - 1));
            out.push(match alphabet.contains('a') {
                true => 'a',
                false => alphabet.chars().nth(5).expect("alphabets are longer"),
            });
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

fn key() -> Key {
    Key::new("a store's secret")
}

/// One form a row, with the name that the mark must carry.
const FORMS: &[(&str, &str)] = &[
    ("aws-access-key", "AKIA{U16}"),
    ("aws-access-key", "ASIA{U16}"),
    ("aws-secret-key", "aws_secret_access_key = {b40}"),
    ("aws-secret-key", "AWS_SECRET_KEY=\"{b40}\""),
    ("google-key", "AIza{w35}"),
    ("google-oauth", "GOCSPX-{w28}"),
    ("google-oauth", "ya29.{w60}"),
    ("azure-storage-key", "AccountName=x;AccountKey={b86}==;Suffix"),
    ("azure-client-secret", "a1b8Q~{w34}"),
    ("digitalocean-token", "dop_v1_{x64}"),
    ("alibaba-key", "LTAI{a20}"),
    ("heroku-key", "HRKU-{w40}"),
    ("fly-token", "fo1_{w43}"),
    ("cloudflare-key", "v1.0-{x24}-{x146}"),
    ("supabase-key", "sbp_{x40}"),
    ("planetscale-key", "pscale_tkn_{w43}"),
    ("databricks-token", "dapi{x32}"),
    ("github-token", "ghp_{a36}"),
    ("github-token", "gho_{a36}"),
    ("github-token", "ghs_{a36}"),
    ("github-token", "github_pat_{a22}_{a59}"),
    ("gitlab-token", "glpat-{w20}"),
    ("gitlab-token", "glrt-{w20}"),
    ("bitbucket-token", "ATBB{a24}{X8}"),
    ("atlassian-token", "ATATT3{w180}"),
    ("npm-token", "npm_{a36}"),
    ("pypi-token", "pypi-AgEIcHlwaS5vcmc{w70}"),
    ("rubygems-key", "rubygems_{x48}"),
    ("crates-token", "cio{a32}"),
    ("nuget-key", "oy2{z43}"),
    ("docker-token", "dckr_pat_{w27}"),
    ("artifactory-key", "AKCp{a69}"),
    ("anthropic-key", "sk-ant-api03-{w93}"),
    ("openai-key", "sk-proj-{w74}"),
    ("openai-key", "sk-{a20}T3BlbkFJ{a20}"),
    ("openrouter-key", "sk-or-v1-{x64}"),
    ("huggingface-token", "hf_{l34}"),
    ("replicate-token", "r8_{a37}"),
    ("groq-key", "gsk_{a52}"),
    ("xai-key", "xai-{a80}"),
    ("perplexity-key", "pplx-{a48}"),
    ("stripe-key", "sk_live_{a24}"),
    ("stripe-key", "rk_test_{a24}"),
    ("stripe-key", "whsec_{a32}"),
    ("square-token", "sq0atp-{w22}"),
    ("shopify-token", "shpat_{x32}"),
    ("braintree-token", "access_token$production${z16}${x32}"),
    ("razorpay-key", "rzp_live_{a14}"),
    ("slack-token", "xoxb-{d12}-{d12}-{a24}"),
    ("slack-token", "xoxp-{d12}-{d12}-{d12}-{x32}"),
    ("slack-webhook", "https://hooks.slack.com/services/T{N8}/B{N8}/{a24}"),
    ("discord-webhook", "https://discord.com/api/webhooks/{d18}/{w68}"),
    ("discord-token", "M{w23}.{a6}.{w27}"),
    ("telegram-token", "{d9}:AA{w33}"),
    ("sendgrid-key", "SG.{w22}.{w43}"),
    ("mailgun-key", "key-{x32}"),
    ("mailchimp-key", "{x32}-us12"),
    ("brevo-key", "xkeysib-{x64}-{a16}"),
    ("resend-key", "re_{a8}_{a24}"),
    ("twilio-key", "SK{x32}"),
    ("vault-token", "hvs.{w90}"),
    ("terraform-token", "{a14}.atlasv1.{w67}"),
    ("pulumi-token", "pul-{x40}"),
    ("doppler-token", "dp.pt.{a43}"),
    ("onepassword-token", "A3-{N6}-{N11}-{N5}-{N5}-{N5}"),
    ("grafana-token", "glsa_{a32}_{x8}"),
    ("sentry-token", "sntryu_{x64}"),
    ("newrelic-key", "NRAK-{N27}"),
    ("dynatrace-token", "dt0c01.{N24}.{N64}"),
    ("posthog-key", "phc_{a43}"),
    ("postman-key", "PMAK-{x24}-{x34}"),
    ("linear-key", "lin_api_{a40}"),
    ("notion-token", "ntn_{d11}{a35}"),
    ("figma-token", "figd_{w43}"),
    ("airtable-token", "pat{a14}.{x64}"),
    ("asana-token", "1/{d16}:{x32}"),
    ("snyk-token", "SNYK_TOKEN={x8}-{x4}-{x4}-{x4}-{x12}"),
    ("easypost-key", "EZAK{a54}"),
    ("facebook-token", "EAAC{a120}"),
    ("age-key", "AGE-SECRET-KEY-1{N58}"),
    ("jwt", "eyJ{w30}.eyJ{w60}.{w43}"),
    ("url-password", "postgres://app:{a12}@db.internal:5432/main"),
    ("url-password", "https://deploy:{a20}@git.example.org/x.git"),
    ("url-password", "redis://:{a16}@cache:6379"),
    ("authorization", "Authorization: Bearer {a40}"),
    ("authorization", "\"authorization\": \"Basic {b40}\""),
    ("netrc-password", "machine git.example.org login bot password {a16}"),
    ("secret", "api_key = \"{a32}\""),
    ("secret", "\"client_secret\": \"{x40}\""),
    ("secret", "const PASSWORD = '{a24}';"),
];

/// Where secrets turn up.
const AROUND: &[&str] = &[
    "{}",
    "Hard-coded at src/pay.ts:12: `{}`, which is in the history for good.",
    "+    key: \"{}\",\n-    key: process.env.KEY,\n",
    "{\"env\": {\"K\": \"x\\n{}\"}}",
];

#[test]
fn every_shape_is_found_wherever_it_stands() {
    let key = key();
    let mut dice = Dice(7);
    let mut seen = 0;
    for (name, form) in FORMS {
        for around in AROUND {
            // What is told by the words before it must keep them; a line of its own keeps its beginning.
            if around.contains("\\n{}") && ["netrc-password", "authorization"].contains(name) {
                continue;
            }
            if *name == "netrc-password" && *around != "{}" {
                continue;
            }
            let text = around.replacen("{}", &dice.fill(form), 1);
            let redacted = redact(&text, &key);
            assert!(redacted.contains(&format!("[redacted {name} ")), "{form}: {text}\n-> {redacted}");
            assert_eq!(redact(&redacted, &key), redacted, "redacting again changes nothing");
            seen += 1;
        }
    }
    assert!(seen >= 150, "{seen} secrets");
}

#[test]
fn each_shape_has_a_form_here() {
    let formed: Vec<&str> = FORMS.iter().map(|(name, _)| *name).collect();
    let without = ["private-key", "teams-webhook", "age-plugin-key"];
    for shape in SHAPES {
        assert!(formed.contains(&shape.name) || without.contains(&shape.name), "{}", shape.name);
    }
}

#[test]
fn a_key_block_keeps_its_lines() {
    let mut dice = Dice(3);
    let kinds = ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"];
    for (kind, before) in kinds.iter().flat_map(|k| ["", "+", "    > "].map(|b| (k, b))) {
        let lines: Vec<String> = (0..6).map(|_| format!("{before}{}", dice.fill("{b64}"))).collect();
        let text = format!(
            "a\n{before}-----BEGIN {kind}-----\n{}\n{before}-----END {kind}-----\nb\n",
            lines.join("\n")
        );
        let redacted = redact(&text, &key());
        assert_eq!(redacted.lines().count(), text.lines().count());
        for line in &lines {
            assert!(!redacted.contains(&line[before.len()..]), "{redacted}");
        }
        assert!(redacted.contains(&format!("\n{before}[redacted private-key ")), "{redacted}");
        assert_eq!(redact(&redacted, &key()), redacted);
    }
    // One that was cut off, and one in a text of JSON.
    let cut = format!("-----BEGIN PRIVATE KEY-----\n{}\n{}", dice.fill("{b64}"), dice.fill("{b64}"));
    assert!(redact(&cut, &key()).contains("[redacted private-key "));
    let json =
        format!("\"-----BEGIN PRIVATE KEY-----\\n{}\\n-----END PRIVATE KEY-----\"", dice.fill("{b64}"));
    assert!(redact(&json, &key()).contains("[redacted private-key "), "{}", redact(&json, &key()));
}

#[test]
fn equality_is_seen_and_only_under_one_key() {
    let mut dice = Dice(11);
    let (one, other) = (dice.fill("ghp_{a36}"), dice.fill("ghp_{a36}"));
    let text = redact(&format!("{one} {other} {one}"), &key()).into_owned();
    let marks: Vec<&str> = text.split_inclusive(']').map(str::trim).collect();
    assert_eq!(marks[0], marks[2]);
    assert_ne!(marks[0], marks[1]);
    assert_ne!(redact(&one, &key()), redact(&one, &Key::new("another store's")));
}

#[test]
fn what_only_looks_alike_stays() {
    let key = key();
    let mut dice = Dice(23);
    let mut texts: Vec<String> = Vec::new();
    // Made look-alikes: hashes, ids, encoded files, cut or masked tokens, names.
    let forms = [
        "commit {x40}",
        "sha256:{x64}",
        "{x32}",
        "{x8}-{x4}-4{x3}-a{x3}-{x12}",
        "integrity: sha512-{b86}==",
        "data:image/png;base64,{b200}",
        "index {x7}..{x7} 100644",
        "cs-3-{z6}",
        "loop L-{z26}",
        "\"hash\": \"{x64}\"",
        "v{d2}.{d2}.{d3}",
        "{d16}",
        "session_{z8}",
        "etag: \"{x32}\"",
        "ghp_{a12}",
        "AKIA{U6}",
        "sk_live_{a6}",
        "npm_{l8}",
        "glpat-{a6}",
        "task-{a12}",
        "disk-{a30}",
        "class=\"btn-{z20}\"",
        "xoxb-{d4}",
        "hf_{l8}",
        "https://example.org/{a30}",
        "git@host.example:{z12}/{z8}.git",
        "key-{z12}",
        "token = load(\"{l24}\")",
        "password = getenv(\"DB_PASSWORD_{d4}\")",
        "eyJ{w30}",
        "SG.{w10}.{w10}",
        "pytest-{x32}",
        "chunk.{x8}.js",
        "#{x6}",
        "0x{x40}",
        "id: {d18}",
        "urn:uuid:{x8}-{x4}-{x4}-{x4}-{x12}",
        "{N20}",
        "arn:aws:iam::{d12}:role/{l12}",
        "projects/{z20}/secrets/{z12}",
        "x{a40}y",
    ];
    for _ in 0..11 {
        texts.extend(forms.iter().map(|form| dice.fill(form)));
    }
    // Stand-ins and what is said about secrets.
    texts.extend(
        [
            "AKIAIOSFODNN7EXAMPLE",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "sk_test_XXXXXXXXXXXXXXXXXXXXXXXX",
            "postgres://user:password@localhost/db",
            "postgres://postgres:postgres@localhost:5432/test",
            "postgres://$USER:$PASS@host/db",
            "mysql://root:${DB_PASSWORD}@db/app",
            "amqp://guest:<password>@mq",
            "redis://:***@cache",
            "https://example.org:8443/a@b",
            "http://localhost:3000/@scope/name",
            "Authorization: Bearer <token>",
            "Authorization: Bearer $TOKEN",
            "Authorization: Bearer ${{ secrets.GITHUB_TOKEN }}",
            "api_key = \"your-api-key-goes-here-please-123\"",
            "api_key: \"${API_KEY}\"",
            "password = \"correct horse battery staple 1234\"",
            "secret = \"user_session_token_v2_2024\"",
            "token: 'tokens/refresh-token-2024-rotation'",
            "token = \"550e8400-e29b-41d4-a716-446655440000\"",
            "const TOKEN_KEY = 'app.session.refresh_token.v2';",
            "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----",
            "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAnzyis1ZjfNB0bBgKFMSv\n-----END PUBLIC KEY-----",
            "A file with `-----BEGIN PRIVATE KEY-----` must not be committed.",
            "match on /-----BEGIN [A-Z ]+ PRIVATE KEY-----/",
            "the pattern `AKIA[0-9A-Z]{16}` finds AWS keys",
            "`ghp_[A-Za-z0-9]{36}` is the shape of a token",
            "The token is read from `process.env.GITHUB_TOKEN` and never logged.",
            "secret: string;",
            "password: z.string().min(12).max(128),",
            "if (token === 'undefined-token-value-from-cookie') {}",
            "[redacted github-token 1f0c9a37]",
            "api_key = \"[redacted secret 1f0c9a37]\"",
            "postgres://app:[redacted url-password 1f0c9a37]@db/main",
            "src/secrets/token_store.rs:40: `fn token(&self) -> &str`",
            "lin_api_KEY", "SECRET_KEY_BASE", "sk-learn", "sklearn.model_selection", "hvs.tokens", "glpat-", "whsec_",
            "npm_config_registry", "npm_lifecycle_event_name_of_the_script", "github_pat_",
            "sbp_secret", "dapi", "SKU1234567890", "EAAA", "pat123.example", "r8_unorm", "key-value-pairs",
            "re_exported_symbols", "hf_hub_download_with_progress", "dp.test.value", "cio.write", "oy2", "LTAI",
        ]
        .map(str::to_owned),
    );
    assert!(texts.len() >= 500, "{} texts", texts.len());
    for text in &texts {
        assert_eq!(redact(text, &key), *text, "no secret");
    }
}

#[test]
fn values_are_redacted_with_their_names() {
    let secret = Dice(5).fill("ghp_{a36}");
    let mut value = serde_json::json!({ "a": [{ "b": format!("x {secret}") }], secret.clone(): 1, "n": 3 });
    assert!(is_in_value(&value));
    redact_value(&mut value, &key());
    let text = value.to_string();
    assert!(!text.contains(&secret) && text.matches("[redacted github-token").count() == 2, "{text}");
    assert!(!is_in_value(&value));
}

#[test]
fn a_mark_is_a_hole_in_what_was_said() {
    let parts: Vec<&str> = between_marks("key: \"[redacted github-token 1f0c9a37]\",").collect();
    assert_eq!(parts, ["key: \"", "\","]);
    assert_eq!(between_marks("nothing here").collect::<Vec<_>>(), ["nothing here"]);
}

#[test]
fn a_long_text_without_secrets_is_given_back_as_it_is() {
    let text = "fn main() { println!(\"nothing\"); }\n".repeat(20_000);
    assert!(matches!(redact(&text, &key()), Cow::Borrowed(_)));
    // Many near misses do not make it slow: each is looked at once.
    let near = "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ".repeat(5_000);
    assert!(!is_in(&near));
}
