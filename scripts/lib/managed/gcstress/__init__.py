"""Generated programs that keep references, and what they do when a moving
collector runs at every safepoint."""
