"""Made-up programs that keep references, and what becomes of them when a moving
collector runs at every safepoint."""
