//! The known shapes of secrets, as data: what a provider's documentation says its keys look like.
//!
//! All is ASCII. A shape is anchored by a beginning of its own or by the words around it. Nothing is here that only looks random:
//! hashes, ids and encoded files do too, and a review is full of them.

/// How a kind of secret is told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// What the mark calls it: lower case, no blanks.
    pub(super) name: &'static str,
    /// The pattern. Its first group is the secret; without a group all of it is.
    pub(super) pattern: &'static str,
    /// Whether people choose it, so that a stand-in (`changeme`, `${DB_PASSWORD}`) must be told from it.
    pub(super) chosen: bool,
}

impl Shape {
    /// Whether the match must end where the word ends: what goes on is something else of another length.
    pub(super) fn is_whole(&self) -> bool {
        !self.chosen && self.name != "private-key"
    }
}

const fn made(name: &'static str, pattern: &'static str) -> Shape {
    Shape { name, pattern, chosen: false }
}

const fn chosen(name: &'static str, pattern: &'static str) -> Shape {
    Shape { name, pattern, chosen: true }
}

/// Every shape. Where two fit at one place the earlier row names it, so that the exact ones come first.
pub(super) const SHAPES: &[Shape] = &[
    // The lines after the first of a key block: headers, then the key. One that was cut off counts as well.
    made(
        "private-key",
        r#"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----((?:(?:\\[rn]|[\t\r\n "',+>|-]){1,12}[A-Z][A-Za-z-]{2,12}: [ -~]{1,100})*(?:\\[rn]|[\t\r\n "',+>|-]){1,12}[A-Za-z0-9+/=]{24,100}(?:(?:\\[rn]|[\t\r\n "',+>|-]){1,12}[A-Za-z0-9+/=]{16,100})*(?:(?:\\[rn]|[\t\r\n "',+>|-]){1,12}[A-Za-z0-9+/]{1,100}={0,2})?)"#,
    ),
    made("age-key", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    made("jwt", r"eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{16,}"),
    // Clouds.
    made("aws-access-key", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}"),
    made(
        "aws-secret-key",
        r#"(?i:aws_?(?:secret_?access_?key|secret_?key|secret))["']?[ \t]{0,4}(?:=>|:=|[=:])[ \t]{0,4}["']?([A-Za-z0-9/+]{40})"#,
    ),
    made("google-key", r"AIza[A-Za-z0-9_-]{35}"),
    made("google-oauth", r"GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{30,}"),
    made("azure-storage-key", r"(?:AccountKey|SharedAccessKey)=([A-Za-z0-9/+]{43,86}={1,2})"),
    made("azure-client-secret", r"[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}"),
    made("digitalocean-token", r"do[opr]_v1_[0-9a-f]{64}"),
    made("alibaba-key", r"LTAI[A-Za-z0-9]{20}"),
    made("heroku-key", r"HRKU-[A-Za-z0-9_-]{36,64}"),
    made("fly-token", r"fo1_[A-Za-z0-9_-]{43}|fm[12]r?_[A-Za-z0-9+/]{100,}={0,3}"),
    made("cloudflare-key", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}"),
    made("supabase-key", r"sb(?:p|_secret)_[A-Za-z0-9_-]{31,48}"),
    made("planetscale-key", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{32,64}"),
    made("databricks-token", r"dapi[0-9a-f]{32}(?:-[0-9])?"),
    // Forges and registries.
    made("github-token", r"gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255}"),
    made("gitlab-token", r"gl(?:pat|dt|rt|ft|soat|cbt|agent|imt|ptt|ffct)-[A-Za-z0-9_.-]{20,64}"),
    made("bitbucket-token", r"ATBB[A-Za-z0-9]{24,32}[A-F0-9]{8}"),
    made("atlassian-token", r"ATATT3[A-Za-z0-9_=-]{100,}"),
    made("npm-token", r"npm_[A-Za-z0-9]{36}"),
    made("pypi-token", r"pypi-AgE[A-Za-z0-9_-]{50,}"),
    made("rubygems-key", r"rubygems_[0-9a-f]{48}"),
    made("crates-token", r"cio[A-Za-z0-9]{32}"),
    made("nuget-key", r"oy2[a-z0-9]{43}"),
    made("docker-token", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,60}"),
    made("artifactory-key", r"AKCp[A-Za-z0-9]{69,80}"),
    // Models.
    made("anthropic-key", r"sk-ant-[a-z0-9]{3,12}-[A-Za-z0-9_-]{24,}"),
    made(
        "openai-key",
        r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{24,}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-[A-Za-z0-9]{48}",
    ),
    made("openrouter-key", r"sk-or-v1-[0-9a-f]{64}"),
    made("huggingface-token", r"(?:hf|api_org)_[A-Za-z]{34,40}"),
    made("replicate-token", r"r8_[A-Za-z0-9]{37}"),
    made("groq-key", r"gsk_[A-Za-z0-9]{52}"),
    made("xai-key", r"xai-[A-Za-z0-9]{70,90}"),
    made("perplexity-key", r"pplx-[A-Za-z0-9]{48}"),
    // Payment.
    made("stripe-key", r"[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,120}|whsec_[A-Za-z0-9+/]{24,64}"),
    made("square-token", r"sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{60}"),
    made("shopify-token", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    made("braintree-token", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    made("razorpay-key", r"rzp_live_[A-Za-z0-9]{14}"),
    // Messages.
    made(
        "slack-token",
        r"xox[abeoprs]-(?:[0-9A-Za-z]{1,14}-)+[0-9A-Za-z]{6,80}|xapp-[0-9]-[A-Z0-9]+-[0-9]+-[0-9a-z]{32,}",
    ),
    made("slack-webhook", r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Z0-9][A-Za-z0-9/_-]{20,})"),
    made("discord-webhook", r"discord(?:app)?\.com/api/webhooks/([0-9]{17,20}/[A-Za-z0-9_-]{60,70})"),
    made("discord-token", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}"),
    made("telegram-token", r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}"),
    made(
        "teams-webhook",
        r"webhook\.office\.com/webhookb2/([0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[0-9a-f]{32})",
    ),
    made("sendgrid-key", r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    made("mailgun-key", r"(?:key|pubkey)-[0-9a-f]{32}"),
    made("mailchimp-key", r"[0-9a-f]{32}-us[0-9]{1,2}"),
    made("brevo-key", r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    made("resend-key", r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}"),
    made("twilio-key", r"SK[0-9a-f]{32}"),
    // Tools.
    made("vault-token", r"hv[sbr]\.[A-Za-z0-9_-]{24,200}"),
    made("terraform-token", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}"),
    made("pulumi-token", r"pul-[0-9a-f]{40}"),
    made("doppler-token", r"dp\.(?:pt|st|ct|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}"),
    made(
        "onepassword-token",
        r"ops_eyJ[A-Za-z0-9+/]{200,}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
    ),
    made("grafana-token", r"gl(?:c_[A-Za-z0-9+/]{32,400}={0,3}|sa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8})"),
    made("sentry-token", r"sntry(?:u_[0-9a-f]{64}|s_eyJ[A-Za-z0-9+/=_-]{80,})"),
    made("newrelic-key", r"NRAK-[A-Z0-9]{27}|NRJS-[0-9a-f]{19}|NRAL-[A-Za-z0-9]{30,}"),
    made("dynatrace-token", r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    made("posthog-key", r"ph[cx]_[A-Za-z0-9]{40,48}"),
    made("postman-key", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    made("linear-key", r"lin_(?:api|oauth)_[A-Za-z0-9]{40,64}"),
    made("notion-token", r"ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43}"),
    made("figma-token", r"figd_[A-Za-z0-9_-]{40,}"),
    made("airtable-token", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    made("asana-token", r"[0-9]/[0-9]{16}:[0-9a-f]{32}"),
    made(
        "snyk-token",
        r"(?i:snyk[_-]?token)[\x22']?[ \t]{0,4}[=:][ \t]{0,4}[\x22']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})",
    ),
    made("easypost-key", r"EZ[AT]K[A-Za-z0-9]{54}"),
    made("facebook-token", r"EAA[CM][A-Za-z0-9]{90,}"),
    made("age-plugin-key", r"AGE-PLUGIN-[A-Z0-9-]{40,}"),
    // Headers and addresses.
    chosen("url-password", r"[a-z][a-z0-9+.-]{1,20}://[!#-&(-.0-9;=?A-~]{0,64}:([!#-&(-.0-;=?A-~]{3,128})@"),
    made(
        "authorization",
        r"(?i:authorization)[\x22']?[ \t]{0,4}[:=][ \t]{0,4}[\x22']?(?i:basic|bearer|token)[ \t]{1,4}([A-Za-z0-9._~+/=-]{16,})",
    ),
    made(
        "netrc-password",
        r"machine[ \t]+[!-~]+\s+login[ \t]+[!-~]+\s+password[ \t]+([!-Z\\-~][!-~]{3,127})",
    ),
    // Said by its name, long, quoted and of letters and digits: whoever writes this writes a secret.
    chosen(
        "secret",
        r#"(?i:api_?-?key|apikey|secret|token|passwd|password|private_?-?key|credentials?|client_?-?secret|access_?-?key)["']?[ \t]{0,4}(?:=>|:=|[=:])[ \t]{0,4}["'`]([A-Za-z0-9+/=_.-]{20,200})["'`]"#,
    ),
];
