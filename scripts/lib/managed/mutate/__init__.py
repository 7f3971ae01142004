"""Damages fault maps at random, to see what llvm-managed-maps verify notices.

What is damaged, and how, is decided here from the format alone
(docs/FaultMaps.md) and from a disassembly; nothing of the verifier's rules is
known. Each mutation makes one small change to a copy of a real file: the bytes
of a table, its relocations, its section header, or the code.
docs/ManagedMaps.md has the survivors.
"""
