"""Generated programs of several linkage units, which link, load and print the
same with -fdevirtualize as without.

parts.py    what is linked with what, and what each linkage unit exports
classes.py  classes, and which symbols a file needs to use them
program.py  the text of a program, from a seed
run.py      builds, runs and compares
"""
