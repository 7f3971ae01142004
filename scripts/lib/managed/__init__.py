"""The Python modules of the commands in scripts/."""
