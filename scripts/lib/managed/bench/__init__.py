"""What the parts of scripts/bench measure."""
