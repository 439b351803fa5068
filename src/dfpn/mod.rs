//! Proof-number search, depth first (df-pn).
