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
           "roots": ("i64", 'ptr "julia.return_roots"="2" %out, '),
           "memory": ("void", f"ptr noalias sret({{ i64, {REF} }}) %out, ")}
# Stack objects for results in memory.
PLACES = {"roots": (f"[2 x {REF}]", "[2 x i64]"),
          "memory": (f"{{ i64, {REF} }}", "[2 x i64]", "[16 x i8]")}



def passed_place(result: str, place: str) -> str:
    """What a call has in front of its arguments."""
    return RESULTS[result][1].replace("%out", place)


# Where the fields of a pair are, in bytes. A box has its number first.
FIRST, NEXT, NUMBER = 0, 8, 16
