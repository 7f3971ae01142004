"""Upstream's source, the series of patches, and the tree made of both."""
