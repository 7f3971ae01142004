; Functions whose null checks become implicit, for scripts/linktest. main.c says
; what each of them does; first.ll is the other object file.

$shared = comdat any

define i32 @plain_second(ptr %p) #0 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !2

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

define i32 @sited_second(ptr %p) #0 {
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
define i32 @cold_second(ptr %p) #0 !prof !0 {
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
define i32 @dead_second(ptr %p) #0 {
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
  store volatile i64 81985529216486895, ptr @scratch
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !5

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  store volatile i64 1, ptr @scratch
  ret i32 42
}

@scratch = internal global i64 0

declare i32 @cold() #2

attributes #0 = { nounwind noinline "implicit-null-checks" }
attributes #1 = { nounwind noinline "implicit-null-checks" }
attributes #2 = { nounwind cold }

!0 = !{!"function_entry_count", i64 7000}
!1 = !{!"branch_weights", i32 0, i32 7000}
!2 = !{}
!3 = !{i32 21}
!4 = !{i32 22}
!5 = !{i32 23}
