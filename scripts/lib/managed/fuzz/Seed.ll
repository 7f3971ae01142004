; What the seeds of the fuzzers are compiled from: every kind of entry, with and
; without a site id, in several text sections, one of which may be discarded.

define i32 @load(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

define void @store(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !1

not_null:
  store i32 1, ptr %p
  ret void

is_null:
  ret void
}

define void @update(ptr %p, ptr %q) "implicit-null-checks" section ".text.other" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %old = load i32, ptr %p
  %new = add i32 %old, 1
  store i32 %new, ptr %p
  br label %second

second:
  %q_null = icmp eq ptr %q, null
  br i1 %q_null, label %is_null, label %both, !make.implicit !2

both:
  store i32 %new, ptr %q
  ret void

is_null:
  ret void
}

define linkonce_odr i32 @shared(ptr %p) "implicit-null-checks" comdat {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 1
}

define i32 @_start(ptr %p) {
  %a = call i32 @load(ptr %p)
  call void @store(ptr %p)
  call void @update(ptr %p, ptr %p)
  %b = call i32 @shared(ptr %p)
  ret i32 %b
}

$shared = comdat any

!0 = !{}
!1 = !{i32 4711}
!2 = !{i32 0}
!llvm.module.flags = !{!3}
!3 = !{i32 1, !"fault-map-version", i32 VERSION}
