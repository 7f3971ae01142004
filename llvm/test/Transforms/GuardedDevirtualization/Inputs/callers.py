"""Prints a virtual call of @method, which a function calls that is the last one
of a number of inline functions, each the only caller of the next. Another
module may call the first one.
"""

import sys

MODULE = """\
target triple = "x86_64-unknown-linux-gnu"
@VTable = available_externally constant [1 x ptr] [ptr @method], !type !0
declare i32 @method(ptr)
define i32 @f0(ptr %this) {{
  %r = call i32 @f1(ptr %this)
  ret i32 %r
}}
{functions}
define i32 @call(ptr %this) {{
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Class")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}}
!llvm.module.flags = !{{!1}}
!0 = !{{i64 0, !"Class"}}
!1 = !{{i32 1, !"StrictVTablePointers", i32 1}}
!2 = !{{}}
"""

FUNCTION = """\
define linkonce_odr i32 @f{n}(ptr %this) {{
  %r = call i32 @{callee}(ptr %this)
  ret i32 %r
}}"""

count = int(sys.argv[1])
print(MODULE.format(functions="\n".join(
    FUNCTION.format(n=n, callee="method" if n == count else f"f{n + 1}")
    for n in range(1, count + 1))))
