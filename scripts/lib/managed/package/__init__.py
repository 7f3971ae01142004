"""Packages of an installed prefix."""
