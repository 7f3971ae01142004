; Patchpoints and parts of stack objects that no stack map can describe are errors.

; RUN: not llc < %s -mtriple=x86_64-linux-gnu -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not llc < %s -mtriple=x86_64-linux-gnu -O0 -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

declare void @g()

; CHECK: error: {{.*}} in function wide {{.*}}: call '%r' of 'llvm.experimental.patchpoint.i128': the result is not in one register, and a stack map has one location for it; return it in memory
define i128 @wide() {
  %r = call i128 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i128(i64 1, i32 15, ptr null, i32 0)
  ret i128 %r
}

; CHECK: error: {{.*}} in function pair {{.*}}: call '%r' of 'llvm.experimental.patchpoint.sl_i64i64s': the result is not in one register
define i64 @pair() {
  %r = call { i64, i64 } (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.sl_i64i64s(i64 1, i32 15, ptr null, i32 0)
  %m = extractvalue { i64, i64 } %r, 1
  ret i64 %m
}

; CHECK: error: {{.*}} in function wide_vector {{.*}}: the result is not in one register
define <8 x i64> @wide_vector() {
  %r = call <8 x i64> (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.v8i64(i64 1, i32 15, ptr null, i32 0)
  ret <8 x i64> %r
}

; CHECK: error: {{.*}} in function wide_element {{.*}}: the result is not in one register
define <1 x i128> @wide_element() {
  %r = call <1 x i128> (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.v1i128(i64 1, i32 15, ptr null, i32 0)
  ret <1 x i128> %r
}

define <2 x i64> @vector() {
  %r = call <2 x i64> (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.v2i64(i64 1, i32 15, ptr null, i32 0)
  ret <2 x i64> %r
}

; CHECK: error: {{.*}} in function negative {{.*}}: patchpoint: -5 patch bytes are not between 0 and 16777216
define void @negative() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 -5, ptr null, i32 0)
  ret void
}

; CHECK: error: {{.*}} in function token {{.*}}: call of 'llvm.experimental.patchpoint.void': a token is no value at run time; pass something else
define void @token() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 15, ptr null, i32 1, token none)
  ret void
}

; CHECK: error: {{.*}} in function past_the_end {{.*}}: stack object 'o' among the references of a statepoint is listed at offset 16, but has 16 bytes
define void @past_the_end() gc "managed" {
  %o = alloca [16 x i8], align 8
  %p = getelementptr i8, ptr %o, i64 16
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %p) ]
  ret void
}

; CHECK: error: {{.*}} in function before_the_start {{.*}}: stack object 'o' among the references of a statepoint is listed at offset -8, but has 16 bytes
define void @before_the_start() gc "managed" {
  %o = alloca [16 x i8], align 8
  %p = getelementptr i8, ptr %o, i64 -8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %p) ]
  ret void
}
