target datalayout = "e-i64:64-ni:1"
target triple = "x86_64-linux-gnu"
declare void @g()
define ptr addrspace(1) @barrier(ptr addrspace(1) %r) gc "managed" {
  %i = ptrtoint ptr addrspace(1) %r to i64
  %b = call i64 asm "", "=r,0"(i64 %i)
  call void @g()
  %p = inttoptr i64 %b to ptr addrspace(1)
  ret ptr addrspace(1) %p
}
