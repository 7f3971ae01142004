"""Makes up class hierarchies, and answers what the language allows with them.

A class has some of the virtual methods `int f0(int)` to `int f3(int)` and
`self`, whose type of result is covariant. A method calls others with smaller
numbers only, so that all calls end. Rules that keep programs defined:

 1. A method that is not pure in a class is not pure in classes derived from
    it. So who sees an object as a B, whatever is under construction, may call
    what is not pure in B.
 2. A class with several base classes overrides what two of them have.
 3. A base class that is called or converted to is a unique one.
 4. An object is in a registry as an R only if, in all classes derived from R,
    what is constructed after the R is derived from it. Others must not call
    the R ([class.cdtor]p4), and those that run are the ones that visit.
"""

from dataclasses import dataclass, field
from random import Random

SLOTS = 4
# How many objects one of a class may have in it.
MAX_WEIGHT = 10


@dataclass(eq=False)
class Member:
    """A data member with objects of a class."""

    id: int
    # "object", "array" (of two), "optional" or "pointer".
    kind: str
    cls: "Class"

    @property
    def name(self) -> str:
        return f"m{self.id}"


@dataclass(eq=False)
class Class:
    """A class. What it has is decided by make()."""

    index: int
    # Pairs of a class and whether it is a virtual base.
    bases: list = field(default_factory=list)
    # What it declares: "inline", "unit" (defined in one) or "pure", by number.
    methods: dict = field(default_factory=dict)
    final_methods: set = field(default_factory=set)
    has_own_self: bool = False
    is_final: bool = False
    # "inline", "unit", "inherited" or "implicit".
    constructor: str = "inline"
    # "inline", "unit", "pure", "defaulted", "defaulted-unit" or "implicit".
    destructor: str = "inline"
    members: list = field(default_factory=list)
    is_template: bool = False
    visibility: str = ""
    # Whether its constructor may throw.
    throws: bool = False
    is_registered: bool = False
    # The unit with its anonymous namespace; others are in the header.
    unit: int = None

    @property
    def name(self) -> str:
        return f"C{self.index}"

    @property
    def declared_name(self) -> str:
        return self.name + "T" * self.is_template

    def ancestors(self) -> list:
        """The class itself, and all it is derived from."""
        found = {self: None}
        for base, _ in self.bases:
            found.update(dict.fromkeys(base.ancestors()))
        return list(found)

    def derives_from(self, other: "Class") -> bool:
        return other in self.ancestors()

    # --- Methods ------------------------------------------------------------

    def slots(self) -> list:
        return sorted({slot for cls in self.ancestors()
                       for slot in cls.methods})

    def is_pure(self, slot: int) -> bool:
        if slot in self.methods:
            return self.methods[slot] == "pure"
        return all(base.is_pure(slot) for base, _ in self.bases
                   if slot in base.slots())

    def safe_slots(self) -> list:
        """What may be called while it is under construction."""
        return [slot for slot in self.slots() if not self.is_pure(slot)]

    def has_self(self) -> bool:
        return any(cls.has_own_self for cls in self.ancestors())

    def self_slots(self) -> list:
        """The methods of the class that `self` says the object is of."""
        cls = self
        while not cls.has_own_self:
            [cls] = [base for base, _ in cls.bases if base.has_self()]
        return cls.slots()

    def is_abstract(self) -> bool:
        return (self.destructor == "pure"
                or any(self.is_pure(slot) for slot in self.slots()))

    def closed_slots(self) -> set:
        """What must not be overridden."""
        return set().union(*(cls.final_methods for cls in self.ancestors()))

    # --- Objects ------------------------------------------------------------

    def has_user_constructor(self) -> bool:
        return self.constructor in ("inline", "unit")

    def has_user_destructor(self) -> bool:
        return self.destructor in ("inline", "unit", "pure")

    def is_copyable(self) -> bool:
        return all(m.kind != "pointer" and m.cls.is_copyable()
                   for cls in self.ancestors() for m in cls.members)

    def weight(self) -> int:
        return sum(1 + sum(m.cls.weight() * (1 + (m.kind == "array"))
                           for m in cls.members)
                   for cls in self.ancestors())

    def virtual_bases(self) -> list:
        """All of them, in the order of their construction."""
        found = {}
        for base, is_virtual in self.bases:
            found.update(dict.fromkeys(base.virtual_bases()))
            if is_virtual:
                found[base] = None
        return list(found)

    def subobjects(self) -> list:
        """Pairs of a class and a path of all that is constructed, in order."""
        def walk(cls, path):
            for base, is_virtual in cls.bases:
                if not is_virtual:
                    yield from walk(base, (*path, base.index))
            yield cls, path

        found = []
        for base in self.virtual_bases():
            found += walk(base, ("virtual", base.index))
        return found + list(walk(self, ()))

    def has_unique(self, base: "Class") -> bool:
        return sum(cls is base for cls, _ in self.subobjects()) == 1

    def is_named_in_base(self, base: "Class") -> bool:
        """Whether an object may be converted to `base` as soon as that is
        under construction. Other classes derived from a virtual base may not
        have been started."""
        paths = [path for cls, path in self.subobjects() if cls is base]
        return len(paths) == 1 and paths[0][:1] != ("virtual",)


def reach(cls: Class, path: tuple) -> set:
    """The paths of a subobject and of its base classes."""
    found = {path}
    for base, is_virtual in cls.bases:
        found |= reach(base, ("virtual", base.index) if is_virtual
                       else (*path, base.index))
    return found


def may_register(base: Class, classes: list) -> bool:
    """Rule 4."""
    for cls in classes:
        parts = cls.subobjects()
        for at, (part, path) in enumerate(parts):
            if part is base and any(path not in reach(*later)
                                    for later in parts[at:]):
                return False
    return True


# --- Making them up ---------------------------------------------------------

def choose_bases(rng: Random, cls: Class, candidates: list) -> None:
    count = 1
    if cls.unit is None:
        count = rng.choice((0, 0, 1, 1, 1, 2, 2, 3))
    if cls.index < 1:
        count = 0
    chosen = rng.sample(candidates, min(count, len(candidates)))
    # Those that are bases of others are not unique.
    chosen = [c for c in chosen
              if not any(c is not d and d.derives_from(c) for d in chosen)]
    virtual = rng.random() < .35
    cls.bases = [(base, virtual and rng.random() < .7) for base in chosen]
    if (len(cls.bases) > 1
            and (must_override(cls) & cls.closed_slots()
                 or cls.has_self() and has_ambiguous(cls))):
        del cls.bases[1:]


def must_override(cls: Class) -> set:
    """Rule 2."""
    return {slot for slot in range(SLOTS)
            if sum(slot in base.slots() for base, _ in cls.bases) > 1}


def has_ambiguous(cls: Class) -> bool:
    return any(not cls.has_unique(base) for base in cls.ancestors())


def declare_methods(rng: Random, cls: Class) -> None:
    inherited, closed = cls.slots(), cls.closed_slots()
    forced = must_override(cls)
    for slot in range(SLOTS):
        if slot in closed:
            continue
        if slot not in inherited:
            wanted = rng.random() < (.15 if cls.bases else .65)
        else:
            wanted = slot in forced or rng.random() < .6
        if not wanted:
            continue
        may_be_pure = slot not in inherited or all(
            base.is_pure(slot) for base, _ in cls.bases
            if slot in base.slots())
        is_pure = may_be_pure and not cls.is_final and rng.random() < .2
        cls.methods[slot] = ("pure" if is_pure else
                             rng.choice(("inline", "unit")))
        if not is_pure and not cls.is_final and rng.random() < .07:
            cls.final_methods.add(slot)
    if not cls.slots():
        cls.methods[0] = rng.choice(("inline", "unit"))
    selves = sum(base.has_self() for base, _ in cls.bases)
    cls.has_own_self = (selves > 1 or not has_ambiguous(cls)
                        and rng.random() < (.5 if selves else .25))


def declare_members(rng: Random, cls: Class, candidates: list,
                    first: int) -> None:
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        kind = rng.choice(("object", "object", "array", "optional",
                           "pointer"))
        fitting = [c for c in candidates if not c.is_abstract()
                   and c.weight() * 2 + cls.weight() <= MAX_WEIGHT]
        if fitting:
            cls.members.append(Member(first + len(cls.members), kind,
                                      rng.choice(fitting)))


def make_class(rng: Random, index: int, candidates: list, unit: int,
               members: int) -> Class:
    """A class that may be derived from `candidates`; `members` is the number
    of its first member."""
    cls = Class(index, unit=unit)
    choose_bases(rng, cls, [c for c in candidates if not c.is_final])
    cls.is_final = rng.random() < (.2 if cls.bases else .05)
    declare_methods(rng, cls)
    declare_members(rng, cls, candidates, members)
    cls.constructor = rng.choice(("inline", "inline", "unit", "unit",
                                  "implicit"))
    if len(cls.bases) == 1 and not cls.members and rng.random() < .15 \
            and not cls.virtual_bases() \
            and cls.bases[0][0].constructor != "implicit":
        cls.constructor = "inherited"
    kinds = ["inline", "unit", "defaulted", "defaulted-unit"]
    if cls.bases:
        kinds += ["implicit", "implicit"]
    if not cls.is_final and rng.random() < .1:
        kinds = ["pure"]
    cls.destructor = rng.choice(kinds)
    cls.is_template = unit is None and rng.random() < .12
    cls.visibility = rng.choice(("", "", "", "hidden", "default"))
    cls.throws = cls.has_user_constructor() and rng.random() < .3
    return cls


def make(rng: Random, count: int, units: int) -> list:
    """`count` classes for all units, and some for single ones."""
    classes, members = [], 0
    local = [rng.randrange(units) for _ in range(rng.choice((0, 1, 1, 2)))]
    for index, unit in enumerate([None] * count + sorted(local)):
        usable = [c for c in classes if c.unit in (None, unit)]
        for _ in range(50):
            cls = make_class(rng, index, usable, unit, members)
            # There is to be something to make objects of.
            if not cls.is_abstract() or unit is None and index + 1 < count:
                break
        else:
            cls = Class(index, methods={0: "inline"}, unit=unit)
        classes.append(cls)
        members += len(cls.members)
    for cls in classes:
        cls.is_registered = (
            cls.unit is None and cls.has_user_constructor()
            and cls.has_user_destructor() and may_register(cls, classes)
            and rng.random() < .6)
    return classes
