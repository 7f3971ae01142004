; Row: bytes to patch instead of a call
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: code
; RIGHT-LABEL: <traced>:
; RIGHT-NOT: {{call|bl }}
; RIGHT-X86-64: nop
; RIGHT-AARCH64-COUNT-3: nop
; RIGHT-NOT: {{call|bl }}

declare void @callee()

define void @traced() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 77, i32 12, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
