; What optimization found out of the memory of a function does not hold for what
; its calls become.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s
; RUN: opt < %s -passes='function(LateLowerGCFrame,FinalLowerGC,verify)' -S | FileCheck %s

@type = external addrspace(10) global i8

declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) memory(inaccessiblemem: readwrite)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10)) memory(none)
declare ptr addrspace(10) @new() memory(inaccessiblemem: readwrite)
declare void @take(ptr addrspace(10)) memory(inaccessiblemem: readwrite)

; CHECK: define ptr addrspace(10) @allocation(ptr swiftself "gcstack" %s) {
define ptr addrspace(10) @allocation(ptr readnone swiftself "gcstack" %s) memory(inaccessiblemem: readwrite) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 16, ptr addrspace(10) @type)
  ret ptr addrspace(10) %o
}

; CHECK: define ptr addrspace(10) @type_of(ptr addrspace(10) %o) {
define ptr addrspace(10) @type_of(ptr addrspace(10) readnone %o) memory(none) {
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  ret ptr addrspace(10) %t
}

; Nothing becomes of it.
; CHECK: define ptr addrspace(10) @nothing(ptr addrspace(10) readnone %o) #[[NONE:[0-9]+]] {
define ptr addrspace(10) @nothing(ptr addrspace(10) readnone %o) memory(none) {
  ret ptr addrspace(10) %o
}

; CHECK: attributes #[[NONE]] = { memory(none) }
