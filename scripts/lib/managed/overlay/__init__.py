"""The overlay build: what to compile, and how to tell."""
