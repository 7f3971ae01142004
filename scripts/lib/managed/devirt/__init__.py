"""Generated programs of C++ class hierarchies, and what they print when virtual
calls become direct ones."""
