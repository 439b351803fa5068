//! Fixed-size transposition tables over caller memory.
