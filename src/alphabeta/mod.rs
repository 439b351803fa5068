//! The alpha-beta family.
