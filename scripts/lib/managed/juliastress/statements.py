"""The kinds of statements that program.py puts into functions."""

from .types import (BOX, DERIVED, FIRST, FROZEN, INT, MAYBE, NEXT, NUMBER,
                    PAIR, PLACES, REF, RESULTS, VECTOR, passed_place)

MUTABLE, IMMUTABLE = ", !tbaa !0", ", !tbaa !4"


class Statements:
    """The part of program.Function that knows them."""

    WEIGHTS = {
        "new_box": 6, "new_pair": 6, "new_frozen": 3, "big": 1, "memory": 2,
        "load_box": 6, "load_next": 4, "load_frozen": 5, "store_box": 5,
        "store_next": 4, "image": 1, "number": 4, "store_number": 4,
        "derived": 6, "select": 4, "derived_select": 3, "vector": 3,
        "vector_variable": 3, "vector_of_derived": 2, "group": 4, "mixed": 4,
        "preserve": 4, "native": 3, "blackbox": 2, "boxed": 5, "roots": 4,
        "call": 6, "collect": 3, "maybe": 4, "if": 5, "loop": 4,
        "derived_loop": 3, "parameter": 3, "exchange": 3, "atomic": 2,
        "switch": 2, "undefined": 3, "undefined_lane": 3, "copy": 3,
        "store_both": 3,
    }
    # Statements with statements in them.
    NESTING = {"derived", "derived_select", "vector", "vector_of_derived",
               "group", "mixed", "preserve", "if", "loop", "derived_loop",
               "memory", "load_frozen", "roots", "call", "switch", "exchange",
               "undefined", "undefined_lane", "copy"}

    # --- Objects -------------------------------------------------------------

    def type_object(self, name: str) -> str:
        return self.value(f"addrspacecast ptr @{name}_type to {REF}")

    def allocate(self, name: str, size: int, bundle: str = "") -> str:
        region = self.random.choice(("", "", "", ", !julia.reset_region !6"))
        kind = self.type_object(name)
        return self.value(f"call {REF} @julia.gc_alloc_obj(ptr %s, i64 {size},"
                          f" {REF} {kind}){bundle}{region}")

    def field(self, ref: str, offset: int) -> str:
        derived = self.value(f"addrspacecast {REF} {ref} to {DERIVED}")
        if not offset and self.random.random() < 0.7:
            return derived
        return self.value(f"getelementptr i8, {DERIVED} {derived}, "
                          f"i64 {offset}")

    def new_box(self, number: str) -> str:
        if self.random.random() < 0.5:
            return self.value(f"call {REF} @make_box(ptr %s, i64 {number})")
        box = self.allocate("box", 8)
        self.put(f"store i64 {number}, {DERIVED} {self.field(box, 0)}"
                 f"{MUTABLE}")
        return box

    def new_pair(self, tag: str = MUTABLE) -> str:
        """Its references are cleared, even if they are there before the next
        safepoint: if nobody reads them before they change, the first stores
        are deleted."""
        box, number = self.get(BOX), self.get(INT)
        if tag == MUTABLE and self.random.random() < 0.3:
            return self.value(f"call {REF} @make_pair(ptr %s, {REF} {box}, "
                              f"i64 {number})")
        pair = self.allocate(
            "pair", 24, ' [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 8) ]')
        late = self.random.random() < 0.5
        if late:
            box = self.new_box(number)
        self.put(f"store {REF} {box}, {DERIVED} {self.field(pair, FIRST)}"
                 f"{tag}")
        if late:
            self.barrier(pair, FIRST, box)
        if self.random.random() < 0.5:
            self.put(f"store {REF} null, {DERIVED} {self.field(pair, NEXT)}"
                     f"{tag}")
        self.put(f"store i64 {number}, {DERIVED} {self.field(pair, NUMBER)}"
                 f"{tag}")
        return pair

    def new_frozen(self) -> str:
        return self.new_pair(IMMUTABLE)

    def barrier(self, pair: str, offset: int, ref: str) -> None:
        name = self.random.choice(("write_barrier", "object_write_barrier",
                                   "field_write_barrier.p11"))
        place = ""
        kinds = f"{REF}, ..."
        if name.startswith("field"):
            place = f"{DERIVED} {self.field(pair, offset)}, "
            kinds = f"{REF}, {DERIVED}, {REF}, ..."
        self.put(f"call void ({kinds}) @julia.{name}({REF} {pair}, {place}"
                 f"{REF} {ref})")

    def do_new_box(self) -> None:
        self.set(BOX, self.new_box(self.get(INT)))

    def do_new_pair(self) -> None:
        self.set(PAIR, self.new_pair())

    def do_new_frozen(self) -> None:
        self.set(FROZEN, self.new_frozen())

    def do_big(self) -> None:
        big = self.allocate("big", 3200,
                            ' [ "julia.gc_alloc_zeroinit"(i64 3192, i64 8) ]')
        last = self.field(big, 3192)
        self.mix(self.value(f"load i64, {DERIVED} {last}{MUTABLE}"))

    def do_memory(self) -> None:
        """An array, whose elements are found through an address in it."""
        kind, x = self.type_object("memory"), self.get(INT)
        array = self.value(
            f"call {REF} @julia.gc_alloc_memory(ptr %s, i64 32, {REF} {kind}, "
            "i64 4, i1 true)")
        place = self.field(array, 8)
        address = self.value(f"load ptr, {DERIVED} {place}{IMMUTABLE}")
        loaded = self.value(f"call ptr addrspace(13) @julia.gc_loaded({REF} "
                            f"{array}, ptr {address})")
        element = self.value(f"getelementptr i64, ptr addrspace(13) {loaded}, "
                             f"i64 {self.random.randrange(4)}")
        self.put(f"store i64 {x}, ptr addrspace(13) {element}{MUTABLE}")
        self.some_statements()
        self.mix(self.value(f"load i64, ptr addrspace(13) {element}"
                            f"{MUTABLE}"))

    # --- Fields --------------------------------------------------------------

    def do_load_box(self) -> None:
        place = self.field(self.get(PAIR), FIRST)
        self.set(BOX, self.value(f"load {REF}, {DERIVED} {place}{MUTABLE}"))

    def do_load_next(self) -> None:
        pair = self.get(PAIR)
        place = self.field(pair, NEXT)
        following = self.value(f"load {REF}, {DERIVED} {place}{MUTABLE}")
        is_null = self.value(f"icmp eq {REF} {following}, null")
        self.set(PAIR, self.value(f"select i1 {is_null}, {REF} {pair}, "
                                  f"{REF} {following}"))

    def do_load_frozen(self) -> None:
        """What a frozen pair refers to needs no root of its own."""
        place = self.field(self.get(FROZEN), FIRST)
        box = self.value(f"load {REF}, {DERIVED} {place}{IMMUTABLE}")
        self.some_statements()
        if self.random.random() < 0.5:
            self.set(BOX, box)
        self.digest(box)

    def do_store_box(self) -> None:
        self.store(FIRST, self.get(BOX))

    def do_store_next(self) -> None:
        self.store(NEXT, self.get(PAIR))

    def store(self, offset: int, ref: str) -> None:
        pair = self.get(PAIR)
        self.put(f"store {REF} {ref}, {DERIVED} {self.field(pair, offset)}"
                 f"{MUTABLE}")
        self.barrier(pair, offset, ref)

    def do_store_both(self) -> None:
        """One barrier for two references."""
        pair, box, following = self.get(PAIR), self.get(BOX), self.get(PAIR)
        places = []
        for offset, ref in ((FIRST, box), (NEXT, following)):
            places.append(self.field(pair, offset))
            self.put(f"store {REF} {ref}, {DERIVED} {places[-1]}{MUTABLE}")
        if self.random.random() < 0.5:
            self.put(f"call void ({REF}, ...) @julia.write_barrier({REF} "
                     f"{pair}, {REF} {box}, {REF} {following})")
            return
        self.put(f"call void ({REF}, {DERIVED}, {REF}, ...) "
                 f"@julia.field_write_barrier.p11({REF} {pair}, "
                 f"{DERIVED} {places[0]}, {REF} {box}, "
                 f"{DERIVED} {places[1]}, {REF} {following})")

    def do_exchange(self) -> None:
        """Exchanges the box in a pair, which alone kept the old one."""
        pair, box = self.get(PAIR), self.get(BOX)
        place = self.field(pair, FIRST)
        old = self.value(f"atomicrmw xchg {DERIVED} {place}, {REF} {box} "
                         f"acq_rel, align 8{MUTABLE}")
        self.barrier(pair, FIRST, box)
        self.some_statements()
        self.digest(old)

    def do_atomic(self) -> None:
        pair, box = self.get(PAIR), self.get(BOX)
        place = self.field(pair, FIRST)
        old = self.value(f"load atomic {REF}, {DERIVED} {place} acquire, "
                         f"align 8{MUTABLE}")
        both = self.value(f"cmpxchg {DERIVED} {place}, {REF} {old}, {REF} "
                          f"{box} acq_rel acquire, align 8{MUTABLE}")
        self.barrier(pair, FIRST, box)
        self.set(BOX, self.value(f"extractvalue {{ {REF}, i1 }} {both}, 0"))

    def do_image(self) -> None:
        box = self.get(BOX)
        pair = self.value(f"call {REF} @get_image_pair()")
        self.put(f"store {REF} {box}, {DERIVED} {self.field(pair, FIRST)}"
                 f"{MUTABLE}")
        self.barrier(pair, FIRST, box)
        self.put("call void @grow_old()")
        place = self.field(pair, FIRST)
        self.digest(self.value(f"load {REF}, {DERIVED} {place}{MUTABLE}"))

    def do_number(self) -> None:
        place = self.field(self.get(PAIR), NUMBER)
        x = self.value(f"load i64, {DERIVED} {place}{MUTABLE}")
        self.mix(x)
        self.set(INT, self.value(f"add i64 {x}, {self.random.randrange(9)}"))

    def do_store_number(self) -> None:
        place = self.field(self.get(PAIR), NUMBER)
        x = self.value(f"add i64 {self.get(INT)}, {self.random.randrange(9)}")
        self.put(f"store i64 {x}, {DERIVED} {place}{MUTABLE}")

    # --- Derived pointers ----------------------------------------------------

    def number_in(self, kind: str) -> str:
        """A pointer to the number of an object."""
        return self.field(self.get(kind), 0 if kind == BOX else NUMBER)

    def do_derived(self) -> None:
        place = self.number_in(self.random.choice((BOX, PAIR)))
        self.some_statements()
        self.mix(self.value(f"load i64, {DERIVED} {place}{MUTABLE}"))

    def do_derived_select(self) -> None:
        first, second = self.number_in(BOX), self.number_in(PAIR)
        place = self.value(f"select i1 {self.condition()}, {DERIVED} {first}, "
                           f"{DERIVED} {second}")
        self.some_statements()
        self.mix(self.value(f"load i64, {DERIVED} {place}{MUTABLE}"))

    def do_parameter(self) -> None:
        """The caller keeps what its parameters point into."""
        if self.random.random() < 0.5:
            self.mix(self.value(f"load i64, {DERIVED} %p{MUTABLE}"))
            return
        self.digest(self.value(f"extractvalue {{ {REF}, i64 }} %g, 0"))

    # --- Values --------------------------------------------------------------

    def do_select(self) -> None:
        kind = self.random.choice((BOX, PAIR, FROZEN))
        first, second = self.get(kind), self.get(kind)
        self.set(kind, self.value(f"select i1 {self.condition()}, {REF} "
                                  f"{first}, {REF} {second}"))

    def new_vector(self) -> str:
        kind = f"<2 x {REF}>"
        half = self.value(f"insertelement {kind} poison, {REF} "
                          f"{self.get(BOX)}, i64 0")
        return self.value(f"insertelement {kind} {half}, {REF} "
                          f"{self.get(BOX)}, i64 1")

    def element(self, vector: str) -> str:
        index = self.random.choice(
            ("0", "1", self.value(f"and i64 {self.get(INT)}, 1")))
        return self.value(f"extractelement <2 x {REF}> {vector}, i64 {index}")

    def do_vector(self) -> None:
        vector = self.new_vector()
        if self.random.random() < 0.3:
            other = self.new_vector()
            vector = self.value(f"shufflevector <2 x {REF}> {vector}, <2 x "
                                f"{REF}> {other}, <2 x i32> <i32 1, i32 2>")
        self.some_statements()
        self.digest(self.element(vector))

    def do_vector_variable(self) -> None:
        if self.random.random() < 0.5:
            self.set(VECTOR, self.new_vector())
        else:
            self.set(BOX, self.element(self.get(VECTOR)))

    def do_vector_of_derived(self) -> None:
        vector = self.get(VECTOR)
        derived = self.value(f"addrspacecast <2 x {REF}> {vector} to "
                             f"<2 x {DERIVED}>")
        self.some_statements()
        place = self.value(f"extractelement <2 x {DERIVED}> {derived}, i64 "
                           f"{self.random.randrange(2)}")
        self.mix(self.value(f"load i64, {DERIVED} {place}{MUTABLE}"))

    def do_group(self) -> None:
        kind = self.random.choice((f"{{ {REF}, i64, {REF} }}",
                                   f"[3 x {REF}]"))
        members = [self.get(BOX), self.get(PAIR)]
        group = self.value(f"insertvalue {kind} poison, {REF} {members[0]}, 0")
        middle = f"{REF} {self.get(BOX)}" if kind[0] == "[" \
            else f"i64 {self.get(INT)}"
        group = self.value(f"insertvalue {kind} {group}, {middle}, 1")
        group = self.value(f"insertvalue {kind} {group}, {REF} {members[1]}, "
                           "2")
        if self.random.random() < 0.4:
            # In memory, too.
            place = self.place(kind)
            self.put(f"store {kind} {group}, ptr {place}")
            self.some_statements()
            group = self.value(f"load {kind}, ptr {place}")
        else:
            self.some_statements()
        self.set(BOX, self.value(f"extractvalue {kind} {group}, 0"))
        self.digest(self.value(f"extractvalue {kind} {group}, 2"))

    def do_maybe(self) -> None:
        what = self.random.random()
        if what < 0.4:
            self.set(MAYBE, self.get(self.random.choice((BOX, PAIR))))
        elif what < 0.6:
            self.set(MAYBE, "null")
        else:
            self.digest(self.get(MAYBE))

    def do_undefined(self) -> None:
        """A reference that is defined on the path only that uses it."""
        box, condition = self.get(BOX), self.condition()
        other = self.random.choice(("undef", "poison"))
        then, end, use, done = (self.label() for _ in range(4))
        before = self.label()
        self.put(f"br label %{before}")
        self.start(before)
        self.put(f"br i1 {condition}, label %{then}, label %{end}")
        self.start(then)
        self.put(f"br label %{end}")
        self.start(end)
        maybe = self.value(f"phi {REF} [ {box}, %{then} ], "
                           f"[ {other}, %{before} ]")
        self.some_statements()
        self.put(f"br i1 {condition}, label %{use}, label %{done}")
        self.start(use)
        self.digest(maybe)
        self.put(f"br label %{done}")
        self.start(done)

    def do_undefined_lane(self) -> None:
        """A vector or an aggregate, of which a part is undefined."""
        box, other = self.get(BOX), self.random.choice(("undef", "poison"))
        index = self.random.randrange(2)
        kind, insert, extract, at = self.random.choice((
            (f"<2 x {REF}>", "insertelement", "extractelement",
             f"i64 {index}"),
            (f"[2 x {REF}]", "insertvalue", "extractvalue", index)))
        group = self.value(f"{insert} {kind} {other}, {REF} {box}, {at}")
        self.some_statements()
        self.digest(self.value(f"{extract} {kind} {group}, {at}"))

    # --- The stack -----------------------------------------------------------

    def do_copy(self) -> None:
        """Copies a stack object with references."""
        kind = self.random.choice((f"{{ {REF}, i64, {REF} }}", "[3 x i64]"))
        places = [self.place(kind) for _ in range(2)]
        last = [self.value(f"getelementptr i8, ptr {place}, i64 16")
                for place in places]
        self.put(f"store {REF} {self.get(BOX)}, ptr {places[0]}")
        middle = self.value(f"getelementptr i8, ptr {places[0]}, i64 8")
        self.put(f"store i64 {self.get(INT)}, ptr {middle}")
        self.put(f"store {REF} {self.get(PAIR)}, ptr {last[0]}")
        if self.random.random() < 0.5:
            self.some_statements()
        self.put(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {places[1]}, "
                 f"ptr align 8 {places[0]}, i64 24, i1 false)")
        self.some_statements()
        self.set(BOX, self.value(f"load {REF}, ptr {places[1]}"))
        self.digest(self.value(f"load {REF}, ptr {last[1]}"))

    def do_mixed(self) -> None:
        """References among numbers."""
        place = self.place(self.random.choice(("[4 x i64]", "[32 x i8]",
                                               "{ i64, [2 x i64], i64 }")))
        has_lifetime = self.random.random() < 0.3
        if has_lifetime:
            self.put(f"call void @llvm.lifetime.start.p0(ptr {place})")
        at = [place] + [self.value(f"getelementptr i8, ptr {place}, i64 {8 * i}"
                                   ) for i in (1, 2, 3)]
        self.put(f"store i64 {self.get(INT)}, ptr {at[0]}")
        self.put(f"store {REF} {self.get(BOX)}, ptr {at[1]}")
        self.put(f"store {REF} {self.get(BOX)}, ptr {at[2]}")
        self.put(f"store i64 {self.get(INT)}, ptr {at[3]}")
        self.some_statements()
        if self.random.random() < 0.5:
            self.put(f"call void @fill_word(ptr {at[1]}, i64 "
                     f"{self.random.randrange(99)})")
            self.some_statements()
        if self.random.random() < 0.7:
            self.mix(self.value(f"call i64 @read_words(ptr {place}, i64 1, "
                                "i64 2)"))
        self.set(BOX, self.value(f"load {REF}, ptr {at[1]}"))
        self.digest(self.value(f"load {REF}, ptr {at[2]}"))
        self.mix(self.value(f"load i64, ptr {at[3]}"))
        if has_lifetime:
            self.put(f"call void @llvm.lifetime.end.p0(ptr {place})")

    def do_roots(self) -> None:
        """Roots that a callee returns in memory."""
        place = self.place(self.random.choice((f"[2 x {REF}]", "[2 x i64]",
                                               "[24 x i8]")))
        if self.random.random() < 0.3:
            other = self.place("[2 x i64]")
            place = self.value(f"select i1 {self.condition()}, ptr {place}, "
                               f"ptr {other}")
        self.mix(self.value('call i64 @two_boxes(ptr "julia.return_roots"="2" '
                            f"{place})"))
        self.some_statements()
        if self.random.random() < 0.4:
            # Nothing but the attribute says what is there.
            self.mix(self.value(f"call i64 @read_words(ptr {place}, i64 0, "
                                "i64 2)"))
            return
        second = self.value(f"getelementptr i8, ptr {place}, i64 8")
        self.digest(self.value(f"load {REF}, ptr {place}"))
        self.set(BOX, self.value(f"load {REF}, ptr {second}"))

    def do_preserve(self) -> None:
        box = self.get(BOX)
        more = f", {REF} {self.get(PAIR)}" if self.random.random() < 0.4 \
            else ""
        token = self.value("call token (...) @llvm.julia.gc_preserve_begin("
                           f"{REF} {box}{more})")
        derived = self.value(f"addrspacecast {REF} {box} to {DERIVED}")
        address = self.value("call ptr @julia.pointer_from_objref("
                             f"{DERIVED} {derived})")
        self.mix(self.value(f"call i64 @read_address(ptr {address})"))
        self.some_statements()
        self.mix(self.value(f"load i64, ptr {address}"))
        self.put(f"call void @llvm.julia.gc_preserve_end(token {token})")

    # --- Calls ---------------------------------------------------------------

    def do_collect(self) -> None:
        self.put("call void @grow_old()")

    def do_native(self) -> None:
        place = self.value("getelementptr ptr, ptr %s, i64 2")
        thread = self.value(f"load ptr, ptr {place}")
        self.mix(self.value(f"call i64 @native(i64 {self.get(INT)}) "
                            f'[ "gc-transition"(ptr {thread}) ]'))

    def do_blackbox(self) -> None:
        self.set(BOX, self.value(f"call {REF} @julia.blackbox({REF} "
                                 f"{self.get(BOX)})"))

    def do_boxed(self) -> None:
        function = self.get(self.random.choice((PAIR, FROZEN)))
        arguments = "".join(f", {REF} {self.get(BOX)}" for _ in
                            range(self.random.randrange(5)))
        self.set(BOX, self.value(
            f"call {REF} (ptr, {REF}, ...) @julia.call(ptr @add_boxed, {REF} "
            f"{function}{arguments})"))

    def do_call(self) -> None:
        """Calls another function of the module while there is fuel."""
        if not self.callable:
            self.put("call void @grow_old()")
            return
        number = self.random.randrange(len(self.callable))
        result = self.callable[number]
        kind = RESULTS[result][0]
        place_of_result = self.place(self.random.choice(PLACES[result])) \
            if result in PLACES else ""
        pair, box, other = self.get(PAIR), self.get(BOX), self.get(BOX)
        place, x = self.number_in(BOX), self.get(INT)
        half = self.value(f"insertvalue {{ {REF}, i64 }} poison, {REF} "
                          f"{other}, 0")
        group = self.value(f"insertvalue {{ {REF}, i64 }} {half}, i64 {x}, 1")
        fuel = self.value("call i64 @stress_fuel()")
        some = self.value(f"icmp sgt i64 {fuel}, 0")
        then, end = self.label(), self.label()
        self.put(f"br i1 {some}, label %{then}, label %{end}")
        self.start(then)
        call = (f"call {kind} @f{number}("
                f"{passed_place(result, place_of_result)}ptr %s, {REF} {pair}, "
                f"{REF} {box}, {DERIVED} {place}, i64 {x}, "
                f"{{ {REF}, i64 }} {group})")
        if kind == "void":
            self.put(call)
        else:
            value = self.value(call)
        if result == "box":
            self.set(BOX, value)
        elif result == "group":
            self.set(BOX, self.value(f"extractvalue {kind} {value}, 0"))
            self.mix(self.value(f"extractvalue {kind} {value}, 1"))
        elif kind == "i64":
            self.mix(value)
        if place_of_result:
            self.some_statements()
            second = self.value(f"getelementptr i8, ptr {place_of_result}, "
                                "i64 8")
            self.set(BOX, self.value(f"load {REF}, ptr {second}"))
        self.put(f"br label %{end}")
        self.start(end)

    # --- Control flow --------------------------------------------------------

    def do_if(self) -> None:
        then, other, end = self.label(), self.label(), self.label()
        self.put(f"br i1 {self.condition()}, label %{then}, label %{other}")
        for label in (then, other):
            self.start(label)
            self.some_statements()
            self.put(f"br label %{end}")
        self.start(end)

    def do_switch(self) -> None:
        labels = [self.label() for _ in range(3)]
        end = self.label()
        x = self.value(f"and i64 {self.get(INT)}, 3")
        self.put(f"switch i64 {x}, label %{labels[0]} [ i64 1, label "
                 f"%{labels[1]} i64 2, label %{labels[2]} i64 3, label "
                 f"%{end} ]")
        for label in labels:
            self.start(label)
            self.some_statements(2)
            self.put(f"br label %{end}")
        self.start(end)

    def do_loop(self) -> None:
        self.loop(None)

    def do_derived_loop(self) -> None:
        """A pointer to the number of a different object each time around."""
        self.loop(self.number_in(self.random.choice((BOX, PAIR))))

    def loop(self, place: str) -> None:
        before, head, latch, end = (self.label() for _ in range(4))
        self.put(f"br label %{before}")
        self.start(before)
        self.put(f"br label %{head}")
        self.start(head)
        trips = self.random.randint(2, 3)
        index = f"%i.{head}"
        self.put(f"{index} = phi i64 [ 0, %{before} ], [ {index}.next, "
                 f"%{latch} ]")
        if place:
            derived = f"%d.{head}"
            self.put(f"{derived} = phi {DERIVED} [ {place}, %{before} ], "
                     f"[ {derived}.next, %{latch} ]")
        self.some_statements()
        if place:
            self.mix(self.value(f"load i64, {DERIVED} {derived}{MUTABLE}"))
        self.put(f"br label %{latch}")
        self.start(latch)
        if place:
            following = self.number_in(self.random.choice((BOX, PAIR)))
            self.put(f"{derived}.next = getelementptr i8, {DERIVED} "
                     f"{following}, i64 0")
        self.put(f"{index}.next = add i64 {index}, 1")
        more = self.value(f"icmp ult i64 {index}.next, {trips}")
        self.put(f"br i1 {more}, label %{head}, label %{end}")
        self.start(end)
