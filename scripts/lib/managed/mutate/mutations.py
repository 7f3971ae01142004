"""The mutations: each takes the random numbers, the image, its entries and the
disassembly, and changes the image, or raises NotApplicable."""

from .files import V1, Entry, Image, NotApplicable

MUTATIONS = {}


def mutation(function):
    MUTATIONS[function.__name__.replace("_", "-")] = function
    return function


@mutation
def flip_a_bit(rng, image, entries, code):
    entry = rng.choice(entries)
    bit = rng.randrange(8 * entry.size)
    if image.is_object:
        # What a relocation replaces has no meaning.
        fields = [f for f in (entry.pc, entry.handler)
                  if f.relocation is not None]
        if any(f.position <= entry.position + bit // 8 < f.position + 4
               for f in fields):
            field = rng.choice(fields)
            field.set(field.get() ^ (1 << rng.randrange(12)))
            return
    image.data[entry.position + bit // 8] ^= 1 << bit % 8


@mutation
def change_the_kind(rng, image, entries, code):
    entry = rng.choice(entries)
    old = image.data[entry.kind] & 15
    image.data[entry.kind] += rng.choice([k for k in (1, 2, 3) if k != old]) \
        - old


@mutation
def move_pc_some_bytes(rng, image, entries, code):
    move(rng.choice(entries), "pc", some_bytes(rng))


@mutation
def move_pc_to_a_neighbour(rng, image, entries, code):
    entry = rng.choice(entries)
    set_alone(entry, "pc", code.neighbour(entry.pc.get(), rng.choice((-1, 1))))


@mutation
def move_pc_in_the_function(rng, image, entries, code):
    entry = rng.choice(entries)
    set_alone(entry, "pc", another(rng, code.around(entry.pc.get()),
                                   entry.pc.get()))


@mutation
def move_pc_to_a_return(rng, image, entries, code):
    entry = rng.choice(entries)
    returns = [a for a in code.around(entry.pc.get())
               if code.texts[a].startswith("ret")]
    if not returns:
        raise NotApplicable
    set_alone(entry, "pc", rng.choice(returns))


@mutation
def move_handler_some_bytes(rng, image, entries, code):
    move(rng.choice(entries), "handler", some_bytes(rng))


@mutation
def move_handler_to_a_neighbour(rng, image, entries, code):
    entry = rng.choice(entries)
    entry.handler.set(code.neighbour(entry.handler.get(),
                                     rng.choice((-1, 1))))


@mutation
def move_handler_in_the_function(rng, image, entries, code):
    entry = rng.choice(entries)
    entry.handler.set(another(rng, code.around(entry.pc.get()),
                              entry.handler.get()))


@mutation
def move_handler_to_another_function(rng, image, entries, code):
    entry = rng.choice(entries)
    inside = code.functions[rng.choice(code.names)[1]]
    if inside == code.around(entry.pc.get()):
        raise NotApplicable
    entry.handler.set(rng.choice(inside))


@mutation
def move_entry_to_another_function(rng, image, entries, code):
    entry = rng.choice(entries)
    distance = entry.handler.get() - entry.pc.get()
    inside = code.functions[rng.choice(code.names)[1]]
    if inside == code.around(entry.pc.get()):
        raise NotApplicable
    pc = rng.choice(inside)
    entry.pc.set(pc)
    entry.handler.set(pc + distance)


@mutation
def exchange_handlers(rng, image, entries, code):
    if len(entries) < 2:
        raise NotApplicable
    one, two = rng.sample(entries, 2)
    first, second = one.handler.get(), two.handler.get()
    if first == second:
        raise NotApplicable
    one.handler.set(second)
    two.handler.set(first)


@mutation
def exchange_handlers_in_a_function(rng, image, entries, code):
    one = rng.choice(entries)
    inside = code.around(one.pc.get())
    others = [e for e in entries if inside[0] <= e.pc.get() <= inside[-1]
              and e.handler.get() != one.handler.get()]
    if not others:
        raise NotApplicable
    two = rng.choice(others)
    first, second = one.handler.get(), two.handler.get()
    one.handler.set(second)
    two.handler.set(first)


@mutation
def exchange_pc_and_handler(rng, image, entries, code):
    entry = rng.choice(entries)
    pc, handler = entry.pc.get(), entry.handler.get()
    entry.pc.set(handler)
    entry.handler.set(pc)


@mutation
def exchange_entries(rng, image, entries, code):
    same = [e for e in entries if e.section.index == entries[0].section.index]
    if len(same) < 2 or image.is_object:
        raise NotApplicable
    one, two = rng.sample(same, 2)
    if one.bytes() == two.bytes():
        raise NotApplicable
    first, second = one.bytes(), two.bytes()
    one.put(second)
    two.put(first)


@mutation
def repeat_an_entry(rng, image, entries, code):
    if len(entries) < 2:
        raise NotApplicable
    one, two = rng.sample(entries, 2)
    pc, handler = one.pc.get(), one.handler.get()
    two.pc.set(pc)
    two.handler.set(handler)


@mutation
def clear_a_field(rng, image, entries, code):
    entry = rng.choice(entries)
    if image.is_object:
        raise NotApplicable
    at = entry.position + 4 * rng.randrange(entry.size // 4)
    old = image.read("<I", at)
    value = rng.choice((0, 0xffffffff))
    if old == value:
        raise NotApplicable
    image.write("<I", at, value)


@mutation
def drop_an_entry(rng, image, entries, code):
    entry = rng.choice(entries)
    if entry.section.name == V1 or image.is_object:
        raise NotApplicable
    entry.put(bytes(entry.size))


@mutation
def remove_an_entry(rng, image, entries, code):
    """The entries after it close up."""
    entry = rng.choice(entries)
    same = [e for e in entries if e.section.index == entry.section.index]
    if entry.section.name == V1 or image.is_object or len(same) < 2:
        raise NotApplicable
    first = same.index(entry)
    for to, source in zip(same[first:], same[first + 1:]):
        pc, handler = source.pc.get(), source.handler.get()
        to.put(source.bytes())
        to.pc.set(pc)
        to.handler.set(handler)
    same[-1].put(bytes(entry.size))
    entry.section.size -= entry.size


@mutation
def change_the_site(rng, image, entries, code):
    sites = [e for e in entries if e.site and image.data[e.kind] & 16]
    if not sites:
        raise NotApplicable
    entry = rng.choice(sites)
    image.write("<I", entry.site,
                image.read("<I", entry.site) ^ (1 << rng.randrange(32)))


@mutation
def truncate_the_section(rng, image, entries, code):
    section = rng.choice(entries).section
    section.size -= rng.randrange(1, section.size)


@mutation
def change_a_section_header(rng, image, entries, code):
    section = rng.choice(entries).section
    field = rng.choice(("type", "flags", "address", "offset", "size", "link",
                        "align"))
    bits = {"type": 3, "flags": 8, "link": 5, "align": 4}.get(field, 12)
    if field in ("link", "address") and (field == "link") != image.is_object:
        # Nobody reads it there.
        raise NotApplicable
    setattr(section, field,
            getattr(section, field) ^ (1 << rng.randrange(bits)))


@mutation
def damage_the_code(rng, image, entries, code):
    """Another instruction stands where the entry expects its own."""
    entry = rng.choice(entries)
    if image.is_object:
        raise NotApplicable
    pc = entry.pc.get()
    source = another(rng, code.around(pc), pc)
    inside = code.around(pc)
    following = [a for a in inside if a > source]
    if not following:
        raise NotApplicable
    length = following[0] - source
    replaced = [a for a in inside if a > pc]
    if not replaced or replaced[0] - pc != length:
        raise NotApplicable
    place = file_offset(image, pc)
    other = file_offset(image, source)
    if image.data[place:place + length] == image.data[other:other + length]:
        raise NotApplicable
    image.data[place:place + length] = image.data[other:other + length]


@mutation
def retarget_a_relocation(rng, image, entries, code):
    fields = [f for e in entries for f in (e.pc, e.handler)
              if f.relocation is not None]
    if not fields:
        raise NotApplicable
    at = rng.choice(fields).relocation
    symbol, kind = image.read("<I", at + 12), image.read("<I", at + 8)
    if rng.random() < 0.5:
        image.write("<I", at + 12, max(1, symbol + rng.choice((-1, 1))))
    else:
        image.write("<I", at + 8, rng.choice([k for k in (0, 1, 2, 4, 24)
                                              if k != kind]))


@mutation
def drop_a_relocation(rng, image, entries, code):
    fields = [f for e in entries for f in (e.pc, e.handler)
              if f.relocation is not None]
    if not fields:
        raise NotApplicable
    # Somewhere else it does nothing here.
    image.write("<Q", rng.choice(fields).relocation, 1 << 30)


# --- Helpers ------------------------------------------------------------------

def some_bytes(rng) -> int:
    return rng.choice((-1, 1)) * rng.randrange(1, 16)


def another(rng, addresses: list, this: int) -> int:
    others = [a for a in addresses if a != this]
    if not others:
        raise NotApplicable
    return rng.choice(others)


def set_alone(entry: Entry, name: str, address: int) -> None:
    """Moves the PC and leaves the handler where it is."""
    handler = entry.handler.get()
    entry.pc.set(address)
    entry.handler.set(handler)


def move(entry: Entry, name: str, distance: int) -> None:
    if name == "pc":
        set_alone(entry, name, entry.pc.get() + distance)
    else:
        entry.handler.set(entry.handler.get() + distance)


def file_offset(image: Image, address: int) -> int:
    for section in image.sections:
        if section.flags & 4 and \
                0 <= address - section.address < section.size:
            return section.offset + address - section.address
    raise NotApplicable
