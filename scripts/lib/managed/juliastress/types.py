"""What program.py and statements.py share: types, and kinds of variables."""

REF, DERIVED = "ptr addrspace(10)", "ptr addrspace(11)"

# Kinds of variables, and how many a function has.
BOX, PAIR, FROZEN, MAYBE, VECTOR, INT = ("box", "pair", "frozen", "maybe",
                                         "vector", "int")
COUNT = {BOX: 3, PAIR: 3, FROZEN: 2, MAYBE: 1, VECTOR: 1, INT: 3}

# Ways to return a result: its type, and what a function has in front of its
# parameters.
RESULTS = {"number": ("i64", ""), "box": (REF, ""),
           "group": (f"{{ {REF}, i64 }}", ""),
           "roots": ("i64", 'ptr "julia.return_roots"="2" %roots, ')}

# Where the fields of a pair are, in bytes. A box has its number first.
FIRST, NEXT, NUMBER = 0, 8, 16
