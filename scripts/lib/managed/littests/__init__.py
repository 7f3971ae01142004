"""Runs lit tests with patched and unpatched tools."""
