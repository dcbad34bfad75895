//! Names that look like requirement ids and are names of standards: `SHA-256`, `UTF-8`, `RFC-7519`.

/// Names with their numbers. Other numbers behind the same letters may well be ids: `SHA-01`.
const NUMBERED: [(&str, &[&str]); 27] = [
    ("AES", &["128", "192", "256"]),
    ("ARGON", &["2"]),
    ("BASE", &["32", "58", "64"]),
    ("COVID", &["19"]),
    ("CRC", &["16", "32"]),
    ("ECMA", &["262"]),
    ("ED", &["25519"]),
    ("FIPS", &["140", "180", "186"]),
    ("FIPS-140", &["2", "3"]),
    ("GPT", &["3", "3.5", "4", "4.1", "5"]),
    ("H", &["264", "265"]),
    ("HTTP", &["1.0", "1.1", "2", "3"]),
    ("IEEE", &["754"]),
    ("ISO", &["639", "3166", "4217", "8601", "9001", "27001"]),
    ("ISO-8859", &["1", "15"]),
    ("MD", &["5"]),
    ("OAUTH", &["2", "2.0", "2.1"]),
    ("P", &["256", "384", "521"]),
    ("PBKDF", &["2"]),
    ("PKCS", &["1", "7", "8", "12"]),
    ("RSA", &["1024", "2048", "3072", "4096"]),
    ("SHA", &["1", "2", "3", "224", "256", "384", "512"]),
    ("SHA3", &["224", "256", "384", "512"]),
    ("SOC", &["2"]),
    ("TLS", &["1.0", "1.1", "1.2", "1.3"]),
    ("UTF", &["7", "8", "16", "32"]),
    ("WCAG", &["2.0", "2.1", "2.2"]),
];

/// Series whose numbers have at least three digits.
const SERIES: [&str; 4] = ["RFC", "CVE", "CWE", "PEP"];

/// Tells whether a word in the form of an id is the name of a standard.
pub(super) fn is_standard(word: &str) -> bool {
    let word = word.replace('_', "-");
    let Some((head, number)) = word.rsplit_once('-') else { return false };
    let series = SERIES.iter().any(|name| word.split('-').next() == Some(name)) && number.len() > 2;
    series || NUMBERED.iter().any(|(name, numbers)| *name == head && numbers.contains(&number))
}
