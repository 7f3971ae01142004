; A call with a "gc-transition" bundle calls the runtime, which calls the target
; that is the first argument.

; RUN: opt -S -mtriple=x86_64-linux-gnu -passes=place-gc-roots,lower-gc-frame %s \
; RUN:   | FileCheck %s
; RUN: opt -S -mtriple=aarch64-linux-gnu -passes=place-gc-roots,lower-gc-frame %s \
; RUN:   | FileCheck %s
; RUN: not opt -mtriple=riscv64-linux-gnu -passes=place-gc-roots,lower-gc-frame %s \
; RUN:   -disable-output 2>&1 | FileCheck --check-prefix=REFUSED %s

; REFUSED: in function call {{.*}}: transition to native code: the runtime has none for this target; it has them for x86-64 and AArch64

declare i64 @native(i64)
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define i64 @call(
; CHECK: call i64 @LLVMManagedTransition(ptr nest @native, i64 zeroext %x){{$}}
define i64 @call(ptr addrspace(1) %o, i64 %x) gc "managed-frames" {
  %r = call i64 @native(i64 zeroext %x) [ "gc-transition"() ]
  %v = load i64, ptr addrspace(1) %o
  %t = add i64 %r, %v
  ret i64 %t
}

; CHECK-LABEL: define i64 @throws(
; CHECK: invoke i64 @LLVMManagedTransition(ptr nest %fn, i64 %x)
; CHECK-NEXT: to label %ok unwind label %pad
define i64 @throws(ptr addrspace(1) %o, i64 %x, ptr %fn) gc "managed-frames"
    personality ptr @__gxx_personality_v0 {
  %r = invoke i64 %fn(i64 %x) [ "gc-transition"() ]
           to label %ok unwind label %pad
ok:
  %v = load i64, ptr addrspace(1) %o
  %t = add i64 %r, %v
  ret i64 %t
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; What the C library does is a safepoint, too: the reference is in the frame.
; CHECK-LABEL: define i64 @library(
; CHECK: store ptr addrspace(1) %o, ptr %gc_slot_addr_0
; CHECK: call i64 @LLVMManagedTransition(ptr nest @read, i32 0, ptr %p, i64 1)
declare i64 @read(i32, ptr, i64)

define i64 @library(ptr addrspace(1) %o, ptr %p) gc "managed-frames" {
  %r = call i64 @read(i32 0, ptr %p, i64 1) [ "gc-transition"() ]
  %v = load i64, ptr addrspace(1) %o
  %t = add i64 %r, %v
  ret i64 %t
}

; CHECK: declare void @LLVMManagedTransition() #[[LAZY:[0-9]+]]
; CHECK: attributes #[[LAZY]] = { nonlazybind }
