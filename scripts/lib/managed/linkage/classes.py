"""Makes up classes, and answers which symbols a file needs to use them."""

from dataclasses import dataclass, field
from random import Random

from .parts import Layout

SLOTS = 3
VISIBILITIES = ("", "", "default", "default", "hidden", "protected")


@dataclass(eq=False)
class Class:
    """A class with some of the methods `int f0(int)` to `int f2(int)`."""

    index: int
    # The part that defines what is not inline; none if all is.
    owner: str = ""
    visibility: str = ""
    # Pairs of a class and whether it is a virtual base.
    bases: list = field(default_factory=list)
    # "inline", "counter", "self", "helper", "unit" or "pure", by number.
    methods: dict = field(default_factory=dict)
    # Methods with an attribute of their own.
    hidden_methods: set = field(default_factory=set)
    final_methods: set = field(default_factory=set)
    is_final: bool = False
    is_template: bool = False
    # "implicit" or "unit".
    constructor: str = "implicit"
    # "implicit", "defaulted", "inline" or "unit".
    destructor: str = "defaulted"
    helper_visibility: str = ""
    # Whether the part's files hide what has no attribute.
    owner_hides: bool = False

    @property
    def name(self) -> str:
        return f"C{self.index}"

    @property
    def mangled(self) -> str:
        name = ("T" if self.is_template else "C") + str(self.index)
        return f"{len(name)}{name}" + "IiE" * self.is_template

    def ancestors(self) -> list:
        """The class itself, and all it is derived from."""
        found = {self: None}
        for base, _ in self.bases:
            found.update(dict.fromkeys(base.ancestors()))
        return list(found)

    def paths(self, other: "Class") -> set:
        """The objects of a base class that an object has, by path."""
        found = {()} if self is other else set()
        for base, is_virtual in self.bases:
            for path in base.paths(other):
                if is_virtual and path[:1] != ("virtual",):
                    path = ("virtual", base.index, *path)
                elif path[:1] != ("virtual",):
                    path = (base.index, *path)
                found.add(path)
        return found

    def unique_bases(self) -> list:
        return [base for base in self.ancestors()
                if base is self or len(self.paths(base)) == 1]

    def slots(self) -> list:
        return sorted({slot for cls in self.ancestors()
                       for slot in cls.methods})

    def overriders(self, slot: int) -> set:
        if slot in self.methods:
            return {self}
        return {cls for base, _ in self.bases if slot in base.slots()
                for cls in base.overriders(slot)}

    def overrider(self, slot: int) -> "Class":
        [found] = self.overriders(slot)
        return found

    def is_abstract(self) -> bool:
        return any(self.overrider(slot).methods[slot] == "pure"
                   for slot in self.slots())

    def has_virtual_bases(self) -> bool:
        return any(virtual for cls in self.ancestors()
                   for _, virtual in cls.bases)

    def has_key_function(self) -> bool:
        return self.destructor == "unit" or "unit" in self.methods.values()

    def is_called_directly(self, slot: int) -> bool:
        """Whether the front end calls the method without the vtable."""
        return self.is_final or slot in self.overrider(slot).final_methods

    # --- Symbols ------------------------------------------------------------

    def symbol(self, kind: str, visibility: str = "") -> set:
        visibility = (visibility or self.visibility
                      or "hidden" * self.owner_hides or "default")
        return {(kind, self, visibility, self.owner)}

    def of_method(self, slot: int) -> set:
        """What calling the method, or naming it in a vtable, needs."""
        kind = self.methods[slot]
        if kind == "pure":
            return set()
        if kind == "unit" or self.is_template:
            return self.symbol("method",
                               "hidden" * (slot in self.hidden_methods))
        if kind == "helper":
            return self.symbol("helper", self.helper_visibility)
        if kind == "self":
            return self.overrider(self.next_slot(slot)).of_method(
                self.next_slot(slot))
        return set()

    def next_slot(self, slot: int) -> int:
        return min(other for other in self.slots() if other > slot)

    def of_typeinfo(self) -> set:
        if self.is_template or self.has_key_function():
            return self.symbol("typeinfo")
        return {symbol for base, _ in self.bases
                for symbol in base.of_typeinfo()}

    def of_methods(self) -> set:
        return {symbol for slot in self.slots()
                for symbol in self.overrider(slot).of_method(slot)}

    def of_vtable(self) -> set:
        if self.is_template or self.has_key_function():
            return self.symbol("vtable")
        found = self.of_methods() | self.of_typeinfo()
        for base, _ in self.bases:
            found |= base.of_destructor()
        if self.has_virtual_bases():
            # They are in tables for construction.
            for base in self.ancestors()[1:]:
                found |= base.of_methods() | base.of_typeinfo()
        return found

    def of_constructor(self) -> set:
        if self.constructor == "unit":
            return self.symbol("ctor")
        found = self.of_vtable()
        for base, _ in self.bases:
            found |= base.of_constructor()
        return found

    def of_copy(self) -> set:
        found = self.of_vtable()
        for base, _ in self.bases:
            found |= base.of_copy()
        return found

    def of_destructor(self) -> set:
        if self.destructor == "unit":
            return self.symbol("dtor")
        found = set()
        if self.is_template:
            # Those that are not implicit are instantiated with the class.
            found |= self.symbol("dtor") | self.symbol("vtable")
        elif self.bases:
            found |= self.of_vtable()
        elif self.has_key_function():
            found |= self.symbol("vtable")
        for base, _ in self.bases:
            found |= base.of_destructor()
        return found

    def of_owner(self) -> set:
        """What files of the owner need of other parts."""
        found = self.of_methods() | {
            symbol for base, _ in self.bases
            for symbol in (base.of_constructor() | base.of_destructor()
                           | base.of_typeinfo())}
        if self.has_virtual_bases():
            for base in self.ancestors()[1:]:
                found |= base.of_methods() | base.of_typeinfo()
        return {symbol for symbol in found if symbol[1] is not self}


def is_sound(cls: Class) -> bool:
    """Whether the class has one method for each slot, and base classes that
    are all accessible."""
    if any(len(cls.overriders(slot)) != 1 for slot in cls.slots()):
        return False
    return all(base in cls.unique_bases() for base in cls.ancestors())


def make(rng: Random, layout: Layout) -> list:
    classes, wanted = [], rng.randint(3, 6)
    has_virtual = rng.random() < .4
    for _ in range(60):
        if len(classes) == wanted:
            break
        cls = draw(rng, layout, classes, has_virtual)
        if cls:
            classes.append(cls)
    return classes


def draw(rng: Random, layout: Layout, classes: list,
         has_virtual: bool) -> Class:
    cls = Class(len(classes))
    cls.owner = rng.choice(("a", "a", "b", "host", "plugin", "", ""))
    is_root = not classes or rng.random() < .12
    if is_root and cls.owner == "plugin":
        cls.owner = "a"
    cls.visibility = rng.choice(VISIBILITIES)
    if is_root and rng.random() < .6:
        cls.visibility = "default"
    cls.owner_hides = bool(cls.owner) and layout.parts[cls.owner].hides()
    kinds = ["inline", "counter", "counter", "self"]
    if cls.owner:
        kinds += ["unit", "unit"] * rng.choice((0, 1, 1)) + ["helper"]
        cls.is_template = rng.random() < .15
        cls.constructor = rng.choice(("implicit", "implicit", "unit"))
        cls.helper_visibility = rng.choice(("", "hidden"))
    if is_root:
        own = list(range(SLOTS)) if rng.random() < .7 else [0, 2]
        if rng.random() < .4:
            kinds = ["pure"]
        cls.destructor = rng.choice(
            ("defaulted", "inline") + ("unit",) * bool(cls.owner))
    else:
        bases = rng.sample(classes, min(len(classes), rng.choice((1, 1, 1, 2))))
        cls.bases = [(base, has_virtual and rng.random() < .6)
                     for base in bases if not base.is_final]
        if not cls.bases:
            return None
        own = [slot for slot in range(SLOTS) if rng.random() < .6]
        own = own or [rng.randrange(SLOTS)]
        cls.is_final = rng.random() < .15
        cls.destructor = rng.choice(
            ("implicit", "implicit", "defaulted", "inline")
            + ("unit",) * bool(cls.owner))
    choose_methods(rng, cls, own, kinds)
    if not is_sound(cls):
        return None
    if cls.is_template and cls.has_virtual_bases():
        cls.is_template = False
    # Files of the owner make the vtable.
    if cls.owner and not layout.all_reach(cls.owner, cls.of_owner()):
        return None
    return cls


def choose_methods(rng: Random, cls: Class, own: list, kinds: list) -> None:
    for slot in reversed(own):
        if any(slot in other.final_methods for other in cls.ancestors()):
            continue
        kind = rng.choice(kinds)
        cls.methods[slot] = "inline"
        if kind == "self" and slot == max(cls.slots()):
            kind = "counter"
        cls.methods[slot] = kind
        if kind == "unit" and rng.random() < .15:
            cls.hidden_methods.add(slot)
        if kind != "pure" and cls.bases and rng.random() < .1:
            cls.final_methods.add(slot)
