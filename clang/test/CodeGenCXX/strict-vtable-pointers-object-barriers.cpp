// Where an object may begin in the memory of another one, the pointer to it is a new
// value, so that what is known of one vtable pointer is not taken for the other's. Each
// function is one way to get to an object, each RUN line one shape of its type.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=Itself %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=Base %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=VirtualBase %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=Member %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=MemberOfBase %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=ArrayMember %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=ArrayOfArrays %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=Nested %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=AnonymousUnion %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=Closure %s -emit-llvm -o - | FileCheck %s

// No part of these has a vtable pointer, or nothing is known of them.
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=Plain %s -emit-llvm -o - | FileCheck %s --check-prefix=NONE --implicit-check-not=launder.invariant
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=Pointer %s -emit-llvm -o - | FileCheck %s --check-prefix=NONE --implicit-check-not=launder.invariant
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DSHAPE=NotTrivial %s -emit-llvm -o - | FileCheck %s --check-prefix=NONE --implicit-check-not=launder.invariant
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -DSHAPE=Itself %s -emit-llvm -o - | FileCheck %s --check-prefix=NONE --implicit-check-not=launder.invariant

// NONE: define {{.*}}@placed

using size_t = decltype(sizeof 0);
void *operator new(size_t, void *) noexcept;
void *operator new[](size_t, void *) noexcept;

struct Dynamic { virtual int f(); };
struct First { int n; };
struct Second { int m; };
struct Third { int k; };
struct Holder { Dynamic d; };

struct Itself : First { virtual int f(); int x; };
struct Base : First, Dynamic { int x; };
struct VirtualBase : First, virtual Second { int x; };
struct Member : First { Dynamic d; int x; };
struct MemberOfBase : First, Holder { int x; };
struct ArrayMember : First { Dynamic d[2]; int x; };
struct ArrayOfArrays : First { Dynamic d[2][3]; int x; };
struct Nested : First { struct { struct { ArrayMember d; } e; } g; int x; };
struct AnonymousUnion : First { union { Dynamic d; int i; }; int x; AnonymousUnion(const AnonymousUnion &); };
inline auto lambda = [d = Dynamic()] {};
struct Closure : First { decltype(lambda) d; int x; Closure(); };

struct Plain : First { int x; };
struct Pointer : First { Dynamic *d; Dynamic &r; int x; };
struct NotTrivial : First { NotTrivial(const NotTrivial &); int y[2]; int x; };

using T = SHAPE;

// CHECK-LABEL: define {{.*}}@placed(
// CHECK: launder.invariant
extern "C" T *placed(void *p, T &t) { return new (p) T(t); }

template <class U> struct Pooled : U { void *operator new(size_t); Pooled(const U &u) : U(u) {} };
// CHECK-LABEL: define {{.*}}@of_the_class(
// CHECK: launder.invariant
extern "C" T *of_the_class(T &t) { return new Pooled<T>(t); }

// CHECK-LABEL: define {{.*}}@from_void(
// CHECK: launder.invariant
extern "C" T *from_void(void *p) { return static_cast<T *>(p); }

// CHECK-LABEL: define {{.*}}@from_bytes(
// CHECK: launder.invariant
extern "C" T *from_bytes(unsigned char *p) { return reinterpret_cast<T *>(p); }

// CHECK-LABEL: define {{.*}}@from_another_class(
// CHECK: launder.invariant
extern "C" T *from_another_class(Third *p) { return reinterpret_cast<T *>(p); }

// CHECK-LABEL: define {{.*}}@to_const(
// CHECK: launder.invariant
extern "C" const T *to_const(void *p) { return (const T *)p; }

// CHECK-LABEL: define {{.*}}@from_number(
// CHECK: launder.invariant
extern "C" T *from_number(size_t p) { return reinterpret_cast<T *>(p); }

// CHECK-LABEL: define {{.*}}@used_at_once(
// CHECK: launder.invariant
extern "C" int *used_at_once(unsigned char *p) { return &reinterpret_cast<T *>(p)->x; }

// CHECK-LABEL: define {{.*}}@reference(
// CHECK: launder.invariant
extern "C" T *reference(unsigned char &p) { return &reinterpret_cast<T &>(p); }

// CHECK-LABEL: define {{.*}}@array_reference(
// CHECK: launder.invariant
extern "C" T *array_reference(unsigned char &p) { return reinterpret_cast<T (&)[2]>(p); }

// CHECK-LABEL: define {{.*}}@array_pointer(
// CHECK: launder.invariant
extern "C" T *array_pointer(unsigned char *p) { return *reinterpret_cast<T (*)[2][2]>(p)[1]; }

// CHECK-LABEL: define {{.*}}@from_base(
// CHECK: launder.invariant
extern "C" T *from_base(First *p) { return static_cast<T *>(p); }

// CHECK-LABEL: define {{.*}}@from_base_reference(
// CHECK: launder.invariant
extern "C" T *from_base_reference(First &p) { return &static_cast<T &>(p); }

union Union { T t; T a[2]; T b[2][3]; int i; Union(); ~Union(); };

// CHECK-LABEL: define {{.*}}@union_member(
// CHECK: launder.invariant
extern "C" T *union_member(Union &u) { return &u.t; }

// CHECK-LABEL: define {{.*}}@union_array(
// CHECK: launder.invariant
extern "C" T *union_array(Union &u, int i) { return &u.a[i]; }

// CHECK-LABEL: define {{.*}}@union_arrays(
// CHECK: launder.invariant
extern "C" T *union_arrays(Union *u, int i) { return &u->b[i][1]; }

struct Anonymous { int i; union { T t; T a[2]; int n; }; Anonymous(); ~Anonymous(); };

// CHECK-LABEL: define {{.*}}@anonymous_member(
// CHECK: launder.invariant
extern "C" T *anonymous_member(Anonymous &u) { return &u.t; }

// CHECK-LABEL: define {{.*}}@pointer_to_member(
// CHECK: launder.invariant
extern "C" T *pointer_to_member(Union &u, T Union::*p) { return &(u.*p); }

// CHECK-LABEL: define {{.*}}@pointer_to_anonymous_member(
// CHECK: launder.invariant
extern "C" T *pointer_to_anonymous_member(Anonymous *u) { T Anonymous::*p = &Anonymous::t; return &(u->*p); }

// CHECK-LABEL: define {{.*}}@laundered(
// CHECK: launder.invariant
extern "C" T *laundered(T *p) { return __builtin_launder(p); }

// CHECK-LABEL: define {{.*}}@laundered_array(
// CHECK: launder.invariant
extern "C" T *laundered_array(T (*p)[2]) { return *__builtin_launder(p); }

// Pointers to the same object have none: members, elements, bases, and casts that
// change nothing.
// CHECK-LABEL: define {{.*}}@same_object(
// CHECK-NOT: launder.invariant
// CHECK: ret
extern "C" First *same_object(T *t, T *a, int i, bool c) {
  return c ? static_cast<First *>(t) : const_cast<T *>((const T *)&a[i]);
}
