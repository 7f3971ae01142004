"""Statements about exceptions that pass through safepoints, for program.py:
caught, filtered, thrown again, and passed on by a cleanup that collects."""

REF = "ptr addrspace(1)"
PAD = "{ ptr, i32 }"

DECLARATIONS = f"""
@_ZTIi = external constant ptr
@_ZTId = external constant ptr
; Safepoints that may throw an int.
declare {REF} @gcstress_allocate_or_throw(i64)
declare void @__cxa_rethrow()
"""


class Exceptions:
    """Mixed into program.Function."""

    EXCEPTION_WEIGHTS = {"throw": 6}

    def do_throw(self, depth):
        normal, pad, join = self.label(), self.label(), self.label()
        result = self.name()
        if self.number + 1 < self.total and self.random.random() < 0.4:
            callee = self.random.randrange(self.number + 1, self.total)
            go = self.label()
            fuel = self.value("call i64 @gcstress_fuel()")
            condition = self.value(f"icmp ne i64 {fuel}, 0")
            a, b, x = self.ref(), self.ref(), self.int()
            deopt = self.deopt()
            self.emit(f"br i1 {condition}, label %{go}, label %{join}")
            self.begin(go)
            call = f"@gcstress_{callee}({REF} {a}, {REF} {b}, i64 {x}){deopt}"
        else:
            x = self.int()
            call = f"@gcstress_allocate_or_throw(i64 {x}){self.deopt()}"
        self.emit(f"{result} = invoke {REF} {call} to label %{normal} unwind "
                  f"label %{pad}")
        self.begin(normal)
        self.set_ref(result)
        self.emit(f"br label %{join}")
        self.begin(pad)
        kinds = [self.catch, self.filter, self.rethrow, self.cleanup]
        self.random.choices(kinds, [5, 2, 3, 1])[0](depth, join)
        self.begin(join)

    def land(self, clauses: str) -> tuple:
        """The landing pad, and the exception."""
        landing = self.value(f"landingpad {PAD} {clauses}")
        return landing, self.value(f"extractvalue {PAD} {landing}, 0")

    def body(self, depth: int) -> None:
        self.do_load_int(None)
        self.block(max(depth - 1, 0), self.random.randrange(1, 4))

    def catch(self, depth: int, join: str) -> None:
        _, thrown = self.land(self.pick(
            ["catch ptr null", "catch ptr @_ZTIi", "cleanup catch ptr null",
             "catch ptr @_ZTId catch ptr @_ZTIi"]))
        self.value(f"call ptr @__cxa_begin_catch(ptr {thrown})")
        self.body(depth)
        self.emit("call void @__cxa_end_catch()")
        self.emit(f"br label %{join}")

    def filter(self, depth: int, join: str) -> None:
        _, thrown = self.land("filter [1 x ptr] [ptr @_ZTId]")
        self.value(f"call ptr @__cxa_begin_catch(ptr {thrown})")
        self.emit("call void @__cxa_end_catch()")
        self.body(depth)
        self.emit(f"br label %{join}")

    def rethrow(self, depth: int, join: str) -> None:
        _, thrown = self.land("catch ptr null")
        self.value(f"call ptr @__cxa_begin_catch(ptr {thrown})")
        self.body(depth)
        never, pad = self.label(), self.label()
        leaf = self.pick(["", ' "gc-leaf-function"'])
        self.emit(f"invoke void @__cxa_rethrow(){leaf} to label %{never} "
                  f"unwind label %{pad}")
        self.begin(never)
        self.emit("unreachable")
        self.begin(pad)
        _, again = self.land("catch ptr null")
        self.emit("call void @__cxa_end_catch()")
        self.value(f"call ptr @__cxa_begin_catch(ptr {again})")
        self.emit("call void @__cxa_end_catch()")
        self.do_use_int(None)
        self.emit(f"br label %{join}")

    def cleanup(self, depth: int, join: str) -> None:
        landing, _ = self.land("cleanup")
        self.body(depth)
        self.emit(f"resume {PAD} {landing}")
