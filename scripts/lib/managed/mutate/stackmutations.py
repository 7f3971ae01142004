"""The mutations of stack maps: each takes the random numbers, the image, its
runs and the disassembly, and changes the image, or raises NotApplicable."""

from .files import NotApplicable
from .stackmaps import INDEX, MAP, put

MUTATIONS = {}


def mutation(function):
    MUTATIONS[function.__name__.replace("_", "-")] = function
    return function


def some(rng, runs, *kinds):
    """A number of one of these kinds, in a function that has any."""
    functions = [f for run in runs for f in run.functions if f.of(*kinds)]
    if not functions:
        raise NotApplicable
    return rng.choice(rng.choice(functions).of(*kinds))


def change(rng, image, runs, kinds, by):
    number = some(rng, runs, *kinds)
    put(image, number, number.value + rng.choice(by))


NEAR = (-3, -2, -1, 1, 2, 3)


def map_byte(rng, image):
    section = rng.choice(image.named(MAP))
    return section.offset + rng.randrange(section.size)


@mutation
def flip_a_bit(rng, image, runs, code):
    image.data[map_byte(rng, image)] ^= 1 << rng.randrange(8)


@mutation
def change_a_byte(rng, image, runs, code):
    image.data[map_byte(rng, image)] = rng.randrange(256)


@mutation
def exchange_bytes(rng, image, runs, code):
    at = map_byte(rng, image)
    data = image.data
    data[at:at + 2] = bytes([data[at + 1], data[at]])


@mutation
def insert_a_byte(rng, image, runs, code):
    section = rng.choice(image.named(MAP))
    at = section.offset + rng.randrange(section.size)
    end = section.offset + section.size
    image.data[at:end] = bytes([rng.randrange(256)]) + image.data[at:end - 1]


@mutation
def remove_a_byte(rng, image, runs, code):
    section = rng.choice(image.named(MAP))
    at = section.offset + rng.randrange(section.size)
    end = section.offset + section.size
    image.data[at:end] = image.data[at + 1:end] + b"\0"


@mutation
def change_the_flags(rng, image, runs, code):
    number = some(rng, runs, "flags")
    image.data[number.at] ^= 1 << rng.randrange(8)


@mutation
def change_the_number_of_safepoints(rng, image, runs, code):
    change(rng, image, runs, ("sites",), NEAR)


@mutation
def move_a_safepoint(rng, image, runs, code):
    change(rng, image, runs, ("distance",), (-8, -5, *NEAR, 5, 8))


@mutation
def move_a_run_some_bytes(rng, image, runs, code):
    field = rng.choice(runs).first
    field.set(field.get() + rng.choice((-16, -4, *NEAR, 4, 16)))


@mutation
def move_a_run_to_another_instruction(rng, image, runs, code):
    field = rng.choice(runs).first
    function = code.functions[rng.choice(code.names)[1]]
    field.set(rng.choice(function))


@mutation
def lead_into_a_run(rng, image, runs, code):
    field = rng.choice(runs).run
    field.set(field.get() + rng.choice((-2, -1, 1, 2, 5, 9)))


@mutation
def exchange_runs(rng, image, runs, code):
    one = rng.choice(runs)
    if one.run.relocation is not None:
        # Runs of another section have other relocations.
        section = [r for r in runs if abs(r.entry - one.entry) <= 8]
    else:
        section = runs
    two = rng.choice(section)
    a, b = one.run.get(), two.run.get()
    if a == b:
        raise NotApplicable
    one.run.set(b)
    two.run.set(a)


@mutation
def clear_an_entry(rng, image, runs, code):
    if image.is_object:
        raise NotApplicable
    run = rng.choice(runs)
    image.data[run.entry:run.entry + 8] = bytes(8)


@mutation
def repeat_an_entry(rng, image, runs, code):
    if image.is_object or len(runs) < 2:
        raise NotApplicable
    one, two = rng.sample(runs, 2)
    two.first.set(one.first.get())
    two.run.set(one.run.get())


@mutation
def change_the_frame_size(rng, image, runs, code):
    number = some(rng, runs, "rule")
    put(image, number, number.value + 4 * rng.choice(NEAR))


@mutation
def change_the_frame_base(rng, image, runs, code):
    number = some(rng, runs, "rule")
    put(image, number, number.value ^ rng.choice((1, 2, 3)))


@mutation
def change_the_saved_registers(rng, image, runs, code):
    number = some(rng, runs, "saves", "save-register", "save-word")
    put(image, number, number.value ^ 1 << rng.randrange(1, 7))


@mutation
def change_the_frame_of_a_safepoint(rng, image, runs, code):
    change(rng, image, runs, ("frame",), NEAR)


@mutation
def move_a_location_far(rng, image, runs, code):
    number = some(rng, runs, "location", "offset")
    put(image, number, number.value + rng.choice((-1, 1)) * 4 *
        rng.randrange(4, 15))


@mutation
def move_a_location_near(rng, image, runs, code):
    number = some(rng, runs, "location", "offset")
    put(image, number, number.value + 4 * rng.choice((-1, 1)))


@mutation
def change_the_kind_of_a_location(rng, image, runs, code):
    number = some(rng, runs, "location")
    put(image, number, number.value ^ rng.choice((1, 2, 3)))


@mutation
def change_a_root(rng, image, runs, code):
    number = some(rng, runs, "set")
    put(image, number, number.value ^ 1 << rng.randrange(7 * number.size))


@mutation
def change_a_pair(rng, image, runs, code):
    change(rng, image, runs, ("pair",), NEAR)


@mutation
def choose_another_set(rng, image, runs, code):
    change(rng, image, runs, ("choice",), NEAR)


@mutation
def change_an_id(rng, image, runs, code):
    change(rng, image, runs, ("id",), NEAR)


@mutation
def change_deoptimization_state(rng, image, runs, code):
    number = some(rng, runs, "deopt", "value", "value-size", "value-base",
                  "value-offset")
    put(image, number, number.value ^ 1 << rng.randrange(6))


@mutation
def truncate_a_section(rng, image, runs, code):
    section = rng.choice(image.named(INDEX, MAP))
    section.size = rng.randrange(section.size)


@mutation
def change_a_section_header(rng, image, runs, code):
    section = rng.choice(image.named(INDEX, MAP))
    field, bits = rng.choice((("type", 3), ("flags", 12), ("address", 16),
                              ("offset", 12), ("size", 10), ("link", 5),
                              ("align", 4)))
    setattr(section, field,
            getattr(section, field) ^ (1 << rng.randrange(bits)))


@mutation
def damage_the_code(rng, image, runs, code):
    """A call becomes something else."""
    calls = [a for a, text in code.texts.items()
             if text.startswith(("call", "bl"))]
    address = rng.choice(calls)
    if image.is_object:
        raise NotApplicable
    for section in image.sections:
        if section.flags & 4 and (section.address <= address
                                  < section.address + section.size):
            at = section.offset + address - section.address
            image.data[at] ^= 1 << rng.randrange(8)
            return
    raise NotApplicable


@mutation
def drop_a_relocation(rng, image, runs, code):
    fields = [f for run in runs for f in (run.first, run.run)
              if f.relocation is not None]
    if not fields:
        raise NotApplicable
    image.write("<I", rng.choice(fields).relocation + 8, 0)


@mutation
def damage_the_unwind_table(rng, image, runs, code):
    """The frames of both ways must stay the same."""
    section = rng.choice(image.named(".eh_frame"))
    image.data[section.offset + rng.randrange(section.size)] ^= \
        1 << rng.randrange(8)
