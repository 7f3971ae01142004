"""What scripts/demo builds and measures."""
