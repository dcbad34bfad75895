//! Why a document of a host cannot take our entry, or be rid of it.

/// A document that is left as it is. Written for a person: what stands there, then what would work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unfit {
    /// The host's parser, and ours, cannot read it.
    #[error("it is no {format}: {reason}")]
    Unreadable { format: &'static str, reason: String },
    /// It holds a list, a word or the like where settings stand in an object.
    #[error("it holds {found} where settings are an object")]
    NotAnObject { found: &'static str },
    /// Something else stands where our entry's container is to be.
    #[error("`{key}` in it is {found}, not {wanted}")]
    WrongKind { key: String, found: &'static str, wanted: &'static str },
    /// Which of two equal keys counts is the host's to say, not ours.
    #[error("`{key}` stands in it twice")]
    Twice { key: String },
    /// Another program stands under our name.
    #[error("`{key}` in it is another program's: {found}")]
    Taken { key: String, found: String },
    /// A form of the format that cannot be added to without writing the rest anew.
    #[error("`{key}` in it is written in a form that cannot be added to in place ({form})")]
    Form { key: &'static str, form: &'static str },
}

impl Unfit {
    /// Says what the user can do; `lines` are those that `init` would have added.
    pub(super) fn remedy(&self, lines: &str) -> String {
        match self {
            Unfit::Unreadable { .. } => "Mend it, or move it away, and run init again".to_owned(),
            Unfit::NotAnObject { .. } | Unfit::WrongKind { .. } => {
                "Mend that, or move the file away, and run init again".to_owned()
            }
            Unfit::Twice { key } => format!("Take one `{key}` out and run init again"),
            Unfit::Taken { key, .. } => {
                format!("Rename or remove `{key}` and run init again; the agents and hooks go by this name")
            }
            Unfit::Form { .. } => format!("Add these lines yourself:\n{lines}"),
        }
    }
}
