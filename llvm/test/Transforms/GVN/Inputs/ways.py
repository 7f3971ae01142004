"""Prints a function with a load behind two ways that have each loaded the same.
One way has a number of blocks behind that, the first of which becomes part of it,
and the pointer a number of other uses.
"""

import sys

HEAD = """\
declare void @see()
declare void @use(ptr)
declare i1 @more()
define void @ways(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right
left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join
right:
  %two = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  br label %b1"""

TAIL = """\
join:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  ret void
exit:
  ret void
}
!0 = !{}"""

blocks, uses = map(int, sys.argv[1:])
print(HEAD)
for n in range(1, blocks + 1):
    print(f"b{n}:\n  %m{n} = call i1 @more()")
    if n == blocks:
        print("  call void @use(ptr %p)\n" * uses)
    # A block with one way in and out would become part of the one before.
    to = "join" if n == blocks else f"b{n + 1}"
    print(f"  br i1 %m{n}, label %{to}, label %exit")
print(TAIL)
