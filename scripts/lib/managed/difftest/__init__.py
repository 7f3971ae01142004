"""The executed differential test of implicit against explicit null checks.

ir.py        makes functions with marked null checks up, from a seed
accesses.py  the kinds of accesses in them
Driver.c     calls both versions of each function and compares
run.py       compiles, links, runs, and reduces what fails
"""
