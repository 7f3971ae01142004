// Pointers of the address spaces that are named are non-integral in the data
// layout, and stay pointers in arguments and results.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -emit-llvm -o - %s \
// RUN:   -default-function-attr gc-address-spaces=1 \
// RUN:   | FileCheck %s --check-prefixes=LAYOUT,X86
// RUN: %clang_cc1 -triple aarch64-linux-gnu -emit-llvm -o - %s \
// RUN:   -default-function-attr gc-address-spaces=1 \
// RUN:   | FileCheck %s --check-prefixes=LAYOUT,ARM,ELF
// RUN: %clang_cc1 -triple arm64-apple-macosx -target-abi darwinpcs -emit-llvm -o - %s \
// RUN:   -default-function-attr gc-address-spaces=1 \
// RUN:   | FileCheck %s --check-prefixes=LAYOUT,ARM,APPLE
// RUN: %clang_cc1 -triple x86_64-linux-gnu -emit-llvm -o - %s \
// RUN:   -default-function-attr gc-address-spaces=1,2 \
// RUN:   | FileCheck %s --check-prefix=TWO

// Without the option, everything is as usual.
// RUN: %clang_cc1 -triple aarch64-linux-gnu -emit-llvm -o - %s \
// RUN:   | FileCheck %s --check-prefix=PLAIN

// The layout is accepted by what generates code.
// RUN: %clang_cc1 -triple x86_64-linux-gnu -emit-obj -O2 -o /dev/null %s \
// RUN:   -default-function-attr gc-address-spaces=1
// RUN: %clang_cc1 -triple aarch64-linux-gnu -emit-obj -O2 -o /dev/null %s \
// RUN:   -default-function-attr gc-address-spaces=1

// LAYOUT: target datalayout = "{{.*}}-ni:1"
// TWO: target datalayout = "{{.*}}-ni:1:2"
// PLAIN: target datalayout =
// PLAIN-NOT: -ni:
// PLAIN: target triple

#define REF __attribute__((address_space(1)))
typedef struct Obj Obj;
typedef struct { Obj REF *p; } One;
typedef struct { Obj REF *p; Obj REF *q; } Two;
typedef struct { Obj REF *p; long n; } Mixed;
typedef struct { int n; One o; } Nested;
typedef struct { Obj REF *a[2]; } Array;
typedef struct { long a, b; } Numbers;
typedef union { long n; Obj REF *p; } Variant;
typedef union { Obj REF *p; One o; } Same;

// A union of a reference and a number has no type that says which it is.
// LAYOUT-DAG: %union.Variant = type { [8 x i8] }
// LAYOUT-DAG: %union.Same = type { ptr addrspace(1) }
// PLAIN-DAG: %union.Variant = type { i64 }
Variant variant;
Same same;

// X86-LABEL: define{{.*}} ptr addrspace(1) @one(ptr addrspace(1) %
// ARM-LABEL: define{{.*}} ptr addrspace(1) @one(ptr addrspace(1) %
// PLAIN-LABEL: define{{.*}} i64 @one(i64 %
One one(One x) { return x; }

// X86-LABEL: define{{.*}} { ptr addrspace(1), i64 } @mixed(ptr addrspace(1) %{{[^,]*}}, i64 %
// ARM-LABEL: define{{.*}} { ptr addrspace(1), i64 } @mixed(ptr addrspace(1) %{{[^,]*}}, i64 %
// PLAIN-LABEL: define{{.*}} [2 x i64] @mixed([2 x i64] %
Mixed mixed(Mixed x) { return x; }

// ARM-LABEL: define{{.*}} { i64, ptr addrspace(1) } @nested(i64 %{{[^,]*}}, ptr addrspace(1) %
Nested nested(Nested x) { return x; }

// ARM-LABEL: define{{.*}} [2 x ptr addrspace(1)] @array([2 x ptr addrspace(1)] %
Array array(Array x) { return x; }

// ARM-LABEL: define{{.*}} [2 x i64] @numbers([2 x i64] %
Numbers numbers(Numbers x) { return x; }

// Both words are in memory if there is but one register for them, and what
// follows is there, too.
// ARM-LABEL: define{{.*}} @seven(i64 {{[^)]*}}, i64 %{{[^,)]*}}, ptr addrspace(1) %{{[^,)]*}}, i64 %{{[^,)]*}}, i64 noundef %last)
Mixed seven(long a, long b, long c, long d, long e, long f, long g, Mixed x,
            long last) {
  return x;
}
// ARM-LABEL: define{{.*}} void @callseven(
// ARM: call {{.*}} @seven(i64 {{[^)]*}}, i64 undef, ptr addrspace(1) %{{[^,)]*}}, i64 %{{[^,)]*}}, i64 noundef 8)
void callseven(Mixed x) { seven(1, 2, 3, 4, 5, 6, 7, x, 8); }

// A pair of registers is aligned, but not on Apple's systems.
// ELF-LABEL: define{{.*}} @pair(i64 noundef %a, i128 noundef %b, i64 noundef %c, i64 noundef %d, i64 noundef %e, i64 %{{[^,)]*}}, ptr addrspace(1) %{{[^,)]*}}, i64 %{{[^,)]*}})
// APPLE-LABEL: define{{.*}} @pair(i64 noundef %a, i128 noundef %b, i64 noundef %c, i64 noundef %d, i64 noundef %e, ptr addrspace(1) %{{[^,)]*}}, i64 %{{[^,)]*}})
Mixed pair(long a, __int128 b, long c, long d, long e, Mixed x) { return x; }

// As a block in registers or in memory.
// ARM-LABEL: define{{.*}} @blocks(i64 {{[^)]*}}, [2 x ptr addrspace(1)] %{{[^,)]*}}, ptr addrspace(1) %
One blocks(long a, long b, long c, long d, long e, long f, long g, Array x,
           One y) {
  return y;
}

// Atomic accesses have the reference's type.
// LAYOUT-LABEL: define{{.*}} @atomic(
// LAYOUT: load atomic ptr addrspace(1)
// LAYOUT: store atomic ptr addrspace(1)
// LAYOUT: atomicrmw xchg ptr {{.*}}, ptr addrspace(1)
// LAYOUT: cmpxchg {{.*}}ptr addrspace(1)
Obj REF *atomic(_Atomic(Obj REF *) *x, Obj REF *y) {
  Obj REF *z = *x;
  *x = y;
  z = __c11_atomic_exchange(x, z, 5);
  __c11_atomic_compare_exchange_strong(x, &z, y, 5, 5);
  return z;
}
