//! Readings across dialects: what must never be taken for an approval.
