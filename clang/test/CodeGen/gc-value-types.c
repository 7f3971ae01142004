// A structure with a reference that is copied by small functions stays a
// reference after they are inlined.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -emit-llvm -o - %s \
// RUN:   -default-function-attr gc-address-spaces=1 | FileCheck %s
// RUN: %clang_cc1 -triple aarch64-linux-gnu -O2 -emit-llvm -o - %s \
// RUN:   -default-function-attr gc-address-spaces=1 | FileCheck %s

#define REF __attribute__((address_space(1)))
typedef struct Obj Obj;
typedef struct { Obj REF *p; } Handle;
struct Obj { long hdr; Handle h; long v; };
void collect(void);

static void get(Handle *to, Obj REF *from) { *to = from->h; }
static void set(Obj REF *to, const Handle *from) { to->h = *from; }
static Handle identity(Handle h) { return h; }

// CHECK-LABEL: @by_pointer(
// CHECK-NOT: load i64
// CHECK: [[WORD:%.*]] = load ptr addrspace(1), ptr addrspace(1)
// CHECK: call void @collect()
// CHECK: store ptr addrspace(1) [[WORD]], ptr addrspace(1)
void by_pointer(Obj REF *a, Obj REF *b) {
  Handle t;
  get(&t, a);
  collect();
  set(b, &t);
}

// CHECK-LABEL: @by_value(
// CHECK-NOT: load i64
// CHECK: [[WORD:%.*]] = load ptr addrspace(1), ptr addrspace(1)
// CHECK: call void @collect()
// CHECK: store ptr addrspace(1) [[WORD]], ptr addrspace(1)
void by_value(Obj REF *a, Obj REF *b) {
  Handle t = identity(a->h);
  collect();
  b->h = identity(t);
}
