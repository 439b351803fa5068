//! Retrograde analysis over a perfect index.
