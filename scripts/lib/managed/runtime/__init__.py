"""Builds programs with the managed runtime, and stresses it."""
