//! Lists that take no more memory than they may: some end the reading where they grow too long, of others the first entries
//! are enough.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

/// Reads a list of at most so many entries; null is none.
pub(super) fn at_most<'de, D, T, const MOST: usize>(from: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_any(List::<T, MOST> { ends: true, of: PhantomData })
}

/// Reads the first entries of a list and passes over the others; null is none.
pub(super) fn first<'de, D, T, const MOST: usize>(from: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_any(List::<T, MOST> { ends: false, of: PhantomData })
}

struct List<T, const MOST: usize> {
    /// One entry more ends the reading.
    ends: bool,
    of: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for List<T, MOST> {
    type Value = Option<Vec<T>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ends { write!(f, "a list of at most {MOST}") } else { f.write_str("a list") }
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while list.len() < MOST {
            // A null entry counts as absent, as a null field does.
            match from.next_element::<Option<T>>()? {
                Some(entry) => list.extend(entry),
                None => return Ok(Some(list)),
            }
        }
        while from.next_element::<IgnoredAny>()?.is_some() {
            if self.ends {
                return Err(A::Error::custom(format_args!("a list of more than {MOST} entries")));
            }
        }
        Ok(Some(list))
    }
}
