"""Programs of others, built with and without what the fork adds, and compared
(scripts/programs)."""
