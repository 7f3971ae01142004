"""Random control flow through place-safepoints."""
