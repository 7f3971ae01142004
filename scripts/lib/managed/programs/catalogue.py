"""All programs, by name."""

from . import c_programs, cxx_programs

PROGRAMS = {program.name: program for program in (
    *c_programs.PROGRAMS, *cxx_programs.PROGRAMS)}
