; Of long chains, the middle is left out, for the second violation as well.
; RUN: not opt -passes=GCInvariantVerifier -disable-output %s 2>&1 | FileCheck %s

; CHECK: ptrtoint %n:{{.*}} the pointer is %p -> ... -> getelementptr %3 -> getelementptr %4 -> {{.*}} -> getelementptr %17{{$}}
; CHECK: ptrtoint %m:{{.*}} the pointer is %p -> ... -> getelementptr %4 -> {{.*}} -> getelementptr %18{{$}}
define void @f(ptr addrspace(11) %p, ptr "gcstack" %stack) {
  %1 = getelementptr i8, ptr addrspace(11) %p, i64 1
  %2 = getelementptr i8, ptr addrspace(11) %1, i64 1
  %3 = getelementptr i8, ptr addrspace(11) %2, i64 1
  %4 = getelementptr i8, ptr addrspace(11) %3, i64 1
  %5 = getelementptr i8, ptr addrspace(11) %4, i64 1
  %6 = getelementptr i8, ptr addrspace(11) %5, i64 1
  %7 = getelementptr i8, ptr addrspace(11) %6, i64 1
  %8 = getelementptr i8, ptr addrspace(11) %7, i64 1
  %9 = getelementptr i8, ptr addrspace(11) %8, i64 1
  %10 = getelementptr i8, ptr addrspace(11) %9, i64 1
  %11 = getelementptr i8, ptr addrspace(11) %10, i64 1
  %12 = getelementptr i8, ptr addrspace(11) %11, i64 1
  %13 = getelementptr i8, ptr addrspace(11) %12, i64 1
  %14 = getelementptr i8, ptr addrspace(11) %13, i64 1
  %15 = getelementptr i8, ptr addrspace(11) %14, i64 1
  %16 = getelementptr i8, ptr addrspace(11) %15, i64 1
  %17 = getelementptr i8, ptr addrspace(11) %16, i64 1
  %n = ptrtoint ptr addrspace(11) %17 to i64
  %18 = getelementptr i8, ptr addrspace(11) %17, i64 1
  %m = ptrtoint ptr addrspace(11) %18 to i64
  ret void
}
