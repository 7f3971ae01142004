; Row: variadic callee of a call with deopt state
; Target: arm64-apple-macosx11.0
; With: llc -O2
; With: llc -O0
; See: assembly
; RIGHT: str {{[dx][0-9]+}}, [{{sp|x8}}{{.*}}
; RIGHT: bl _take

declare void @take(ptr, ...)

define void @traced(double %d) {
  call void (ptr, ...) @take(ptr null, double %d) [ "deopt"(i32 7) ]
  ret void
}
