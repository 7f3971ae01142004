"""Statements about calls that return twice, for program.py: a callee jumps back
past frames that are still linked. Values keep what they were at the call, so
that nothing may be in memory that is changed later."""

REF = "ptr addrspace(1)"

DECLARATIONS = """
declare i32 @_setjmp(ptr) returns_twice
; A safepoint that ends with longjmp.
declare void @gcstress_jump(ptr) noreturn
"""

# Jumps, depending on a number, while it has references of its own.
CALLEE = f"""
define void @gcstress_deeper(ptr %buffer, {REF} %a, i64 %x) noinline
    gc "STRATEGY" {{
  %new = call {REF} @gcstress_allocate()
  call void @gcstress_poll()
  %place = getelementptr inbounds i64, {REF} %a, i64 1
  store {REF} %new, {REF} %place
  %mixed = call i64 @gcstress_mix(i64 %x, i64 5)
  %low = and i64 %mixed, 1
  %condition = icmp eq i64 %low, 0
  br i1 %condition, label %jump, label %done
jump:
  call void @gcstress_jump(ptr %buffer)
  unreachable
done:
  call void @gcstress_poll()
  store {REF} %a, {REF} %place
  %other = getelementptr inbounds i64, {REF} %a, i64 2
  store {REF} %new, {REF} %other
  ret void
}}
"""


class Jumps:
    """Mixed into program.Function."""

    JUMP_WEIGHTS = {"jump": 5}

    def do_jump(self, _):
        buffer = self.name("buffer")
        self.allocas.append(f"{buffer} = alloca [64 x i64], align 16")
        first, second, join = self.label(), self.label(), self.label()
        x = self.int()
        result = self.value(f"call i32 @_setjmp(ptr {buffer})")
        condition = self.value(f"icmp eq i32 {result}, 0")
        self.emit(f"br i1 {condition}, label %{first}, label %{second}")
        self.begin(first)
        everywhere = self.statements
        self.statements = [
            statement for statement in everywhere
            if statement[0] not in self.MEMORY_WEIGHTS
            and statement[0] not in self.CHECK_MEMORY_WEIGHTS]
        self.block(0, self.random.randrange(3))
        self.statements = everywhere
        self.emit(f"call void @gcstress_deeper(ptr {buffer}, {REF} "
                  f"{self.ref()}, i64 {x})")
        self.emit(f"br label %{join}")
        self.begin(second)
        self.do_use_ref(None)
        self.do_load_int(None)
        self.emit("call void @gcstress_poll()")
        self.emit(f"br label %{join}")
        self.begin(join)
