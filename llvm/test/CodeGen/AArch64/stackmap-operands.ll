; RUN: not llc -mtriple=aarch64-linux-gnu -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not='Stack dump'
; RUN: not llc -mtriple=aarch64-linux-gnu -O0 -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not='Stack dump'

;; What one location cannot describe is an error.

; CHECK-DAG: error: {{.*}} in function wide void (i128): call of 'llvm.experimental.stackmap': argument 2 '%v' needs more than one register; pass its parts or the address of a copy
define void @wide(i128 %v) {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, i128 %v)
  ret void
}

; CHECK-DAG: error: {{.*}} in function wide_constant void (): call of 'llvm.experimental.stackmap': argument 3 needs more than one register
define void @wide_constant() {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, i64 7, i128 1208925819614629174706176)
  ret void
}

; CHECK-DAG: error: {{.*}} in function aggregate void ({{.*}}): call of 'llvm.experimental.stackmap': argument 2 '%v' is an aggregate, and a stack map has one location for each value; pass its members
define void @aggregate({ i64, ptr } %v) {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, { i64, ptr } %v)
  ret void
}

; CHECK-DAG: error: {{.*}} in function vector void (<3 x i32>): call of 'llvm.experimental.patchpoint.void': argument 4 '%v' is a vector that no register of the target holds; pass its elements or the address of a copy
define void @vector(<3 x i32> %v) {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr null, i32 0, <3 x i32> %v)
  ret void
}

; CHECK-DAG: error: {{.*}} in function any_register void (i128): call of 'llvm.experimental.patchpoint.void': argument 4 '%v' needs more than one register
define void @any_register(i128 %v) {
  call anyregcc void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr null, i32 1, i128 %v)
  ret void
}

; CHECK-DAG: error: {{.*}} in function any_register_constant void (): call of 'llvm.experimental.patchpoint.void': argument 4 needs more than one register
define void @any_register_constant() {
  call anyregcc void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr null, i32 1, i128 5)
  ret void
}

; CHECK-DAG: error: {{.*}} in function too_few void (i64): call of 'llvm.experimental.patchpoint.void': the patchpoint has 1 arguments and says that it passes 2
define void @too_few(i64 %v) {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr null, i32 2, i64 %v)
  ret void
}

declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
