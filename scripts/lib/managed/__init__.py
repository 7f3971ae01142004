"""Python modules behind the commands in scripts/."""
