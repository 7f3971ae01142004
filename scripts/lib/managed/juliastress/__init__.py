"""The executed differential test of the preset for Julia.

program.py     makes modules up, from a seed
statements.py  the kinds of statements in them
types.py       the types and variables that both have in common
Common.ll      what is in all modules
Driver.cpp     what they call that the runtime of the example does not have
run.py         compiles, links, runs and compares
"""
