"""What scripts/check and the scripts in ci/ run."""
