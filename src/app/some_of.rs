//! Names in a sentence: the first few, and how many more there are, so that none is left out in silence.

/// Names up to `most`, as in `a, b and 3 more`.
pub(super) fn some_of<T: AsRef<str>>(all: impl IntoIterator<Item = T>, most: usize) -> String {
    let (mut named, mut more) = (String::new(), 0_usize);
    for (n, name) in all.into_iter().enumerate() {
        if n >= most {
            more += 1;
            continue;
        }
        if n > 0 {
            named.push_str(", ");
        }
        named.push_str(name.as_ref());
    }
    if more > 0 { format!("{named} and {more} more") } else { named }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_are_not_named_is_said() {
        let told = |n: usize| some_of(["a", "b", "c", "d"].iter().take(n), 2);
        assert_eq!([0, 1, 2, 3, 4].map(told), ["", "a", "a, b", "a, b and 1 more", "a, b and 2 more"]);
    }
}
