; Functions whose null checks become implicit, for scripts/linktest. main.c says
; what each of them does; second.ll is the other object file.

$shared = comdat any

define i32 @plain_first(ptr %p) #0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !2

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

define i32 @sited_first(ptr %p) #0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !3

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

; The handler may be in another section.
define i32 @cold_first(ptr %p) #0 !prof !0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !4, !prof !1

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  %w = notail call i32 @cold()
  ret i32 %w
}

; Nobody calls it.
define i32 @dead_first(ptr %p) #0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !2

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

; The bodies in the two object files differ: the linker takes one of them.
define weak_odr i32 @shared(ptr %p) #1 comdat {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !5

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

; The same code, and different site ids.
define i32 @twin_one(ptr %p) #0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !6

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

define i32 @twin_two(ptr %p) #0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !7

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

; The same code without site ids.
define i32 @same_one(ptr %p) #0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !2

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 43
}

define i32 @same_two(ptr %p) #0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !2

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 43
}

; The same code, but one checks the first pointer and one the second.
define i32 @check_left(ptr %p, ptr %q) #0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !2

not_null:
  %v = load volatile i32, ptr %p
  %w = load volatile i32, ptr %q
  ret i32 %w

is_null:
  ret i32 44
}

define i32 @check_right(ptr %p, ptr %q) #0 {
entry:
  %v = load volatile i32, ptr %p
  %null = icmp eq ptr %q, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !2

not_null:
  %w = load volatile i32, ptr %q
  ret i32 %w

is_null:
  ret i32 44
}

declare i32 @cold() #2

attributes #0 = { nounwind noinline "implicit-null-checks" }
attributes #1 = { nounwind noinline "implicit-null-checks" }
attributes #2 = { nounwind cold }

!0 = !{!"function_entry_count", i64 7000}
!1 = !{!"branch_weights", i32 0, i32 7000}
!2 = !{}
!3 = !{i32 11}
!4 = !{i32 12}
!5 = !{i32 13}
!6 = !{i32 -1}
!7 = !{i32 0}
