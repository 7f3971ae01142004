"""Links the same program in every way and lets it meet null pointers."""
