; Each function breaks one rule, in one way, and every violation is reported.
; RUN: not opt -passes='GCInvariantVerifier<strong>' -disable-output %s 2>&1 | FileCheck %s --check-prefixes=CHECK,STRONG --implicit-check-not=error:
; RUN: not opt -passes='GCInvariantVerifier<no-strong>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not opt -passes=GCInvariantVerifier -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error:

target datalayout = "e-p:64:64-ni:10:11:12:13"

@global = global i64 0
@tracked = external addrspace(10) global i64

declare ptr @julia.get_pgcstack()
declare ptr @julia.get_pgcstack_or_new()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call3(ptr, ptr addrspace(11), ...)
declare ptr addrspace(10) @boxed(...)

; Rule 1: casts.

; CHECK: error: t.jl:3:5: in function derived_to_base void (ptr addrspace(11), ptr): addrspacecast %base: casts a pointer so that the root of its object is lost; cast from address space 0 to a base, derived or callee-rooted pointer, or from a base to a derived or callee-rooted one; the pointer is %derived -> getelementptr %field{{$}}
define void @derived_to_base(ptr addrspace(11) %derived, ptr "gcstack" %stack) !dbg !4 {
  %field = getelementptr i8, ptr addrspace(11) %derived, i64 8
  %base = addrspacecast ptr addrspace(11) %field to ptr addrspace(10), !dbg !5
  ret void
}

; CHECK: error: {{.*}} in function base_to_plain {{.*}}: addrspacecast %plain: casts a pointer {{.*}}; the pointer is %base{{$}}
define void @base_to_plain(ptr addrspace(10) %base, ptr "gcstack" %stack) {
  %plain = addrspacecast ptr addrspace(10) %base to ptr
  ret void
}

; CHECK: error: {{.*}} in function base_to_loaded {{.*}}: addrspacecast %loaded: casts a pointer
define void @base_to_loaded(ptr addrspace(10) %base, ptr "gcstack" %stack) {
  %loaded = addrspacecast ptr addrspace(10) %base to ptr addrspace(13)
  ret void
}

; CHECK: error: {{.*}} in function plain_to_loaded {{.*}}: addrspacecast %loaded: casts a pointer
define void @plain_to_loaded(ptr %plain, ptr "gcstack" %stack) {
  %loaded = addrspacecast ptr %plain to ptr addrspace(13)
  ret void
}

; CHECK: error: {{.*}} in function other_to_base {{.*}}: addrspacecast %base: casts a pointer
define void @other_to_base(ptr addrspace(5) %other, ptr "gcstack" %stack) {
  %base = addrspacecast ptr addrspace(5) %other to ptr addrspace(10)
  ret void
}

; CHECK: error: {{.*}} in function derived_to_callee_rooted {{.*}}: addrspacecast %passed: casts a pointer
define void @derived_to_callee_rooted(ptr addrspace(11) %derived, ptr "gcstack" %stack) {
  %passed = addrspacecast ptr addrspace(11) %derived to ptr addrspace(12)
  ret void
}

; CHECK: error: {{.*}} in function callee_rooted_to_base {{.*}}: addrspacecast %base: casts a pointer
define void @callee_rooted_to_base(ptr addrspace(12) %passed, ptr "gcstack" %stack) {
  %base = addrspacecast ptr addrspace(12) %passed to ptr addrspace(10)
  ret void
}

; CHECK: error: {{.*}} in function loaded_to_derived {{.*}}: addrspacecast %derived: casts a pointer
define void @loaded_to_derived(ptr addrspace(13) %loaded, ptr "gcstack" %stack) {
  %derived = addrspacecast ptr addrspace(13) %loaded to ptr addrspace(11)
  ret void
}

; CHECK: error: {{.*}} in function cast_vector {{.*}}: addrspacecast %plain: casts a pointer
define void @cast_vector(<2 x ptr addrspace(11)> %derived, ptr "gcstack" %stack) {
  %plain = addrspacecast <2 x ptr addrspace(11)> %derived to <2 x ptr>
  ret void
}

; The constant is reported where it is used.
; CHECK: error: {{.*}} in function cast_constant {{.*}}: load %v: casts a pointer {{.*}}; the pointer is @tracked{{$}}
define void @cast_constant(ptr "gcstack" %stack) {
  %v = load i64, ptr addrspacecast (ptr addrspace(10) @tracked to ptr)
  ret void
}

; CHECK: error: {{.*}} in function cast_in_phi {{.*}}: phi %p: casts a pointer
; CHECK: error: {{.*}} in function cast_in_phi {{.*}}: ret: casts a pointer
define ptr @cast_in_phi(i1 %c, ptr "gcstack" %stack) {
entry:
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %p = phi ptr [ addrspacecast (ptr addrspace(10) @tracked to ptr), %entry ], [ null, %then ]
  ret ptr addrspacecast (ptr addrspace(10) @tracked to ptr)
}

; Rule 2: integers.

; CHECK: error: {{.*}} in function from_integer {{.*}}: inttoptr %base: converts an integer to a reference; convert it to a pointer of address space 0 and cast that; the pointer is %n -> inttoptr %base{{$}}
define void @from_integer(i64 %n, ptr "gcstack" %stack) {
  %base = inttoptr i64 %n to ptr addrspace(10)
  ret void
}

; CHECK: error: {{.*}} in function from_integers {{.*}}: inttoptr %loaded: converts an integer to a reference
define void @from_integers(<2 x i64> %n, ptr "gcstack" %stack) {
  %loaded = inttoptr <2 x i64> %n to <2 x ptr addrspace(13)>
  ret void
}

; CHECK: error: {{.*}} in function from_constant_integer {{.*}}: call %1: converts an integer to a reference
define void @from_constant_integer(ptr "gcstack" %stack) {
  call ptr @boxed(ptr addrspace(10) inttoptr (i64 16 to ptr addrspace(10)))
  ret void
}

; CHECK: error: {{.*}} in function to_integer {{.*}}: ptrtoint %n: converts a reference to an integer; ask the runtime for the address as a pointer of address space 0; the pointer is %passed{{$}}
define void @to_integer(ptr addrspace(12) %passed, ptr "gcstack" %stack) {
  %n = ptrtoint ptr addrspace(12) %passed to i64
  ret void
}

; CHECK: error: {{.*}} in function to_address {{.*}}: ptrtoaddr %n: converts a reference to an integer
define void @to_address(ptr addrspace(13) %loaded, ptr "gcstack" %stack) {
  %n = ptrtoaddr ptr addrspace(13) %loaded to i64
  ret void
}

; CHECK: error: {{.*}} in function to_constant_integer {{.*}}: store: converts a reference to an integer; {{.*}}; the pointer is @tracked{{$}}
define void @to_constant_integer(ptr %p, ptr "gcstack" %stack) {
  store i64 ptrtoint (ptr addrspace(10) @tracked to i64), ptr %p
  ret void
}

; Rule 3: callee-rooted pointers.

; CHECK: error: {{.*}} in function load_through {{.*}}: load %v: uses a callee-rooted pointer for more than passing it; use the base pointer that it is cast from; the pointer is %base -> addrspacecast %passed{{$}}
define void @load_through(ptr addrspace(10) %base, ptr "gcstack" %stack) {
  %passed = addrspacecast ptr addrspace(10) %base to ptr addrspace(12)
  %v = load i64, ptr addrspace(12) %passed
  ret void
}

; CHECK: error: {{.*}} in function store_through {{.*}}: store: uses a callee-rooted pointer
define void @store_through(ptr addrspace(12) %passed, ptr "gcstack" %stack) {
  store i64 1, ptr addrspace(12) %passed
  ret void
}

; CHECK: error: {{.*}} in function change_through {{.*}}: atomicrmw %old: uses a callee-rooted pointer
define void @change_through(ptr addrspace(12) %passed, ptr "gcstack" %stack) {
  %old = atomicrmw add ptr addrspace(12) %passed, i64 1 monotonic
  ret void
}

; CHECK: error: {{.*}} in function copy_through {{.*}}: call: uses a callee-rooted pointer
define void @copy_through(ptr addrspace(12) %passed, ptr %to, ptr "gcstack" %stack) {
  call void @llvm.memcpy.p0.p12.i64(ptr %to, ptr addrspace(12) %passed, i64 8, i1 false)
  ret void
}

; CHECK: error: {{.*}} in function gather_through {{.*}}: call %v: uses a callee-rooted pointer
define void @gather_through(<2 x ptr addrspace(12)> %passed, ptr "gcstack" %stack) {
  %v = call <2 x i64> @llvm.masked.gather.v2i64.v2p12(<2 x ptr addrspace(12)> align 8 %passed, <2 x i1> <i1 true, i1 true>, <2 x i64> poison)
  ret void
}

; CHECK: error: {{.*}} in function index_callee_rooted {{.*}}: getelementptr %q: uses a callee-rooted pointer
define void @index_callee_rooted(ptr addrspace(12) %passed, ptr "gcstack" %stack) {
  %q = getelementptr i8, ptr addrspace(12) %passed, i64 8
  ret void
}

; CHECK: error: {{.*}} in function compare {{.*}}: icmp %c: uses a callee-rooted pointer
define void @compare(ptr addrspace(12) %passed, ptr "gcstack" %stack) {
  %c = icmp eq ptr addrspace(12) %passed, null
  ret void
}

; Rule 4: memory. It is followed through phis to what is no constant.

; CHECK: error: {{.*}} in function store_derived {{.*}}: store: stores or loads a pointer that roots nothing in memory; store and load the base pointer; the pointer is %base -> addrspacecast %derived -> phi %p -> getelementptr %q{{$}}
define void @store_derived(ptr addrspace(10) %base, ptr %to, i1 %c, ptr "gcstack" %stack) {
entry:
  %derived = addrspacecast ptr addrspace(10) %base to ptr addrspace(11)
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ null, %entry ], [ %p, %loop ], [ %derived, %other ]
  br i1 %c, label %loop, label %other
other:
  %q = getelementptr i8, ptr addrspace(11) %p, i64 8
  store ptr addrspace(11) %q, ptr %to
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK: error: {{.*}} in function store_callee_rooted {{.*}}: store: stores or loads a pointer
define void @store_callee_rooted(ptr addrspace(12) %passed, ptr %to, ptr "gcstack" %stack) {
  store ptr addrspace(12) %passed, ptr %to
  ret void
}

; CHECK: error: {{.*}} in function load_derived {{.*}}: load %p: stores or loads a pointer {{.*}}; the pointer is load %p{{$}}
define void @load_derived(ptr %from, ptr "gcstack" %stack) {
  %p = load ptr addrspace(11), ptr %from
  ret void
}

; CHECK: error: {{.*}} in function load_callee_rooted {{.*}}: load %p: stores or loads a pointer
define void @load_callee_rooted(ptr %from, ptr "gcstack" %stack) {
  %p = load ptr addrspace(12), ptr %from
  ret void
}

; CHECK: error: {{.*}} in function store_vector {{.*}}: store: stores or loads a pointer
define void @store_vector(<2 x ptr addrspace(11)> %derived, ptr %to, ptr "gcstack" %stack) {
  store <2 x ptr addrspace(11)> %derived, ptr %to
  ret void
}

; CHECK: error: {{.*}} in function store_aggregate {{.*}}: store: stores or loads a pointer
define void @store_aggregate({ i64, [2 x ptr addrspace(11)] } %derived, ptr %to, ptr "gcstack" %stack) {
  store { i64, [2 x ptr addrspace(11)] } %derived, ptr %to
  ret void
}

; CHECK: error: {{.*}} in function exchange {{.*}}: atomicrmw %old: stores or loads a pointer
define void @exchange(ptr addrspace(11) %derived, ptr %to, ptr "gcstack" %stack) {
  %old = atomicrmw xchg ptr %to, ptr addrspace(11) %derived monotonic
  ret void
}

; CHECK: error: {{.*}} in function compare_and_exchange {{.*}}: cmpxchg %old: stores or loads a pointer
define void @compare_and_exchange(ptr addrspace(11) %derived, ptr %to, ptr "gcstack" %stack) {
  %old = cmpxchg ptr %to, ptr addrspace(11) null, ptr addrspace(11) %derived monotonic monotonic
  ret void
}

; CHECK: error: {{.*}} in function store_masked {{.*}}: call: stores or loads a pointer
define void @store_masked(<2 x ptr addrspace(11)> %derived, ptr %to, <2 x i1> %mask, ptr "gcstack" %stack) {
  call void @llvm.masked.store.v2p11.p0(<2 x ptr addrspace(11)> %derived, ptr align 8 %to, <2 x i1> %mask)
  ret void
}

; Rule 5: indexed base pointers.

; STRONG: error: {{.*}} in function index_base {{.*}}: getelementptr %field: indexes a base pointer; cast it to a derived pointer first; the pointer is load %base{{$}}
define void @index_base(ptr %from, ptr "gcstack" %stack) {
  %base = load ptr addrspace(10), ptr %from
  %field = getelementptr i8, ptr addrspace(10) %base, i64 8
  ret void
}

; STRONG: error: {{.*}} in function index_constant {{.*}}: load %v: indexes a base pointer
define void @index_constant(ptr "gcstack" %stack) {
  %v = load i64, ptr addrspace(10) getelementptr (i8, ptr addrspace(10) @tracked, i64 8)
  ret void
}

; Rule 6: boxed calls. What is called is not boxed.

; STRONG: error: {{.*}} in function box_derived {{.*}}: call %r: passes a boxed argument that is not a base pointer; pass the base pointer; the pointer is %derived{{$}}
define void @box_derived(ptr addrspace(10) %f, ptr addrspace(11) %derived, ptr "gcstack" %stack) {
  %r = call cc 37 ptr addrspace(10) @boxed(ptr addrspace(10) %f, ptr addrspace(11) %derived)
  ret void
}

; STRONG: error: {{.*}} in function box_plain {{.*}}: call %r: passes a boxed argument that is not a base pointer
define void @box_plain(ptr %plain, ptr "gcstack" %stack) {
  %r = call cc 38 ptr addrspace(10) @boxed(ptr %plain)
  ret void
}

; STRONG: error: {{.*}} in function box_callee_rooted {{.*}}: call %r: passes a boxed argument that is not a base pointer
define void @box_callee_rooted(ptr addrspace(10) %f, ptr addrspace(12) %passed, ptr "gcstack" %stack) {
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) %f, ptr addrspace(12) %passed)
  ret void
}

; STRONG: error: {{.*}} in function box_integer {{.*}}: call %r: passes a boxed argument that is not a base pointer
define void @box_integer(ptr addrspace(10) %f, ptr "gcstack" %stack) {
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @boxed, ptr addrspace(10) %f, ptr addrspace(10) %f, i64 1)
  ret void
}

; STRONG: error: {{.*}} in function box_behind_derived {{.*}}: call %r: passes a boxed argument that is not a base pointer
define void @box_behind_derived(ptr addrspace(11) %f, ptr addrspace(11) %derived, ptr "gcstack" %stack) {
  %r = call ptr addrspace(10) (ptr, ptr addrspace(11), ...) @julia.call3(ptr @boxed, ptr addrspace(11) %f, ptr addrspace(11) %derived)
  ret void
}

; STRONG: error: {{.*}} in function call_base {{.*}}: call %r: passes a pointer that is not derived as the function of a boxed call; cast the base pointer to a derived one
define void @call_base(ptr addrspace(10) %f, ptr "gcstack" %stack) {
  %r = call ptr addrspace(10) @julia.call3(ptr @boxed, ptr addrspace(10) %f)
  ret void
}

; Rule 7: what is returned. One of the rules is broken for callee-rooted
; pointers in any case.

; STRONG: error: {{.*}} in function return_derived {{.*}}: ret: returns a pointer that roots nothing in the caller; return the base pointer; the pointer is %derived{{$}}
define ptr addrspace(11) @return_derived(ptr addrspace(11) %derived, ptr "gcstack" %stack) {
  ret ptr addrspace(11) %derived
}

; STRONG: error: {{.*}} in function return_loaded {{.*}}: ret: returns a pointer
define ptr addrspace(13) @return_loaded(ptr addrspace(13) %loaded, ptr "gcstack" %stack) {
  ret ptr addrspace(13) %loaded
}

; STRONG: error: {{.*}} in function return_vector {{.*}}: ret: returns a pointer
define <2 x ptr addrspace(11)> @return_vector(<2 x ptr addrspace(11)> %derived, ptr "gcstack" %stack) {
  ret <2 x ptr addrspace(11)> %derived
}

; CHECK: error: {{.*}} in function return_callee_rooted {{.*}}: ret:
define ptr addrspace(12) @return_callee_rooted(ptr addrspace(12) %passed, ptr "gcstack" %stack) {
  ret ptr addrspace(12) %passed
}

; All errors of a function are reported, and those of one that is recognized by
; its call.
; CHECK: error: {{.*}} in function several void (i64): inttoptr %base: converts an integer
; CHECK: error: {{.*}} in function several void (i64): ptrtoint %n: converts a reference
define void @several(i64 %i) {
  %stack = call ptr @julia.get_pgcstack()
  %base = inttoptr i64 %i to ptr addrspace(10)
  %n = ptrtoint ptr addrspace(10) %base to i64
  ret void
}

; CHECK: error: {{.*}} in function may_be_new void (i64): inttoptr %base: converts an integer
define void @may_be_new(i64 %i) {
  %stack = call ptr @julia.get_pgcstack_or_new()
  %base = inttoptr i64 %i to ptr addrspace(10)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Julia, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.jl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 3, column: 5, scope: !4)
