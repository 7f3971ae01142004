"""Java class files, and what managed-java makes of them."""
