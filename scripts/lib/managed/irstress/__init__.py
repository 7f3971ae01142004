"""Real modules, changed and executed under a moving collector."""
