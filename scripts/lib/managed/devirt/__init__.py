"""Made-up programs of C++ class hierarchies, and what they print when calls of
virtual methods become direct ones."""
