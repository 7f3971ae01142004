// The optimizer is told the classes of variables with static storage, and calls
// their methods directly wherever it finds their addresses.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -disable-llvm-passes -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - | FileCheck %s --check-prefix=CALLS
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -O2 -fstrict-vtable-pointers -disable-llvm-passes -emit-llvm -o - | FileCheck %s --check-prefix=NONE
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -O0 -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - | FileCheck %s --check-prefix=NONE

// NONE-NOT: !object_vtables

// CHECK-DAG: @impl = external global %struct.Impl, align 8, !object_vtables ![[IMPL:[0-9]+]]
// CHECK-DAG: @_ZTV11VirtualBase = available_externally
// CHECK-DAG: @array = external global [3 x %struct.Impl], align 16, !object_vtables ![[ARRAY:[0-9]+]]
// CHECK-DAG: @holder = external global %struct.Holder, align 8, !object_vtables ![[HOLDER:[0-9]+]]
// CHECK-DAG: @two = external global %struct.Two, align 8, !object_vtables ![[TWO:[0-9]+]]
// CHECK-DAG: @virtual_base = external global %struct.VirtualBase, align 8, !object_vtables ![[VBASE:[0-9]+]]
// CHECK-DAG: @_ZN6Holder9StaticOneE = external global %struct.Impl, align 8, !object_vtables ![[IMPL]]
// CHECK-DAG: @_ZZ8getLocalvE5local = linkonce_odr global {{.*}}, comdat, align 8, !object_vtables ![[IMPL]]
// CHECK-DAG: @_ZL8internal = internal global {{.*}}, align 8, !object_vtables ![[IMPL]]

// What nothing is said of.
// CHECK-DAG: @in_union = external global %union.Union, align 8{{$}}
// CHECK-DAG: @volatile_impl = external global %struct.Impl, align 8{{$}}
// CHECK-DAG: @per_thread = external thread_local global %struct.Impl, align 8{{$}}
// CHECK-DAG: @only_destructor = external global %struct.OnlyDestructor, align 8{{$}}
// CHECK-DAG: @loud = external global %struct.Loud, align 8{{$}}
// CHECK-DAG: @unknown_base = external global %struct.UnknownBase, align 8{{$}}
// CHECK-DAG: @many = external global [17 x %struct.Impl], align 16{{$}}
// CHECK-DAG: @plain = external global %struct.Plain, align 4{{$}}
// CHECK-DAG: @pointer = external global ptr, align 8{{$}}

// CHECK-DAG: ![[IMPL]] = !{i64 0, ptr @_ZTV4Impl, i64 16}
// CHECK-DAG: ![[ARRAY]] = !{i64 0, ptr @_ZTV4Impl, i64 16, i64 16, ptr @_ZTV4Impl, i64 16, i64 32, ptr @_ZTV4Impl, i64 16}
// CHECK-DAG: ![[HOLDER]] = !{i64 8, ptr @_ZTV4Impl, i64 16, i64 24, ptr @_ZTV4Impl, i64 16}
// CHECK-DAG: ![[TWO]] = !{i64 0, ptr @_ZTV3Two, i64 16, i64 8, ptr @_ZTV3Two, i64 64}
// CHECK-DAG: ![[VBASE]] = !{i64 0, ptr @_ZTV11VirtualBase, i64 40}

struct Svc {
  virtual int run(int V) = 0;
  virtual ~Svc() = default;
};
struct Other {
  virtual int walk(int V) = 0;
  virtual ~Other() = default;
};
struct Impl : Svc {
  int K = 1;
  int run(int V) override { return V + K; }
};
struct Two : Svc, Other {
  int run(int V) override { return V + 2; }
  int walk(int V) override { return V + 3; }
};
struct VirtualBase : virtual Svc {
  int K = 4;
  int run(int V) override { return V + K; }
  virtual int more() { return K; }
};
struct HolderBase {
  long L;
};
struct Holder : HolderBase {
  Impl One;
  Impl Two[1];
  Svc &Reference;
  static Impl StaticOne;
  int B : 3;
};
union Union {
  Impl I;
  int J;
  Union();
  ~Union();
};
struct OnlyDestructor {
  virtual ~OnlyDestructor();
};
int something();
struct LoudBase : Svc {
  LoudBase() { something(); }
};
struct Loud : LoudBase {
  int run(int V) override { return V; }
};
struct UnknownConstructor : Svc {
  UnknownConstructor();
};
struct UnknownBase : UnknownConstructor {
  int run(int V) override { return V; }
};
struct Plain {
  int I;
};

extern Impl impl, array[3], many[17], *pointer;
extern Holder holder;
extern Two two;
extern VirtualBase virtual_base;
extern Union in_union;
extern volatile Impl volatile_impl;
extern thread_local Impl per_thread;
extern OnlyDestructor only_destructor;
extern Loud loud;
extern UnknownBase unknown_base;
extern Plain plain;
static Impl internal;
Svc *changed = &internal;

inline Svc &getImpl() { return impl; }
inline Svc &getLocal() {
  static Impl local;
  return local;
}
inline Svc *choose(bool B) { return B ? static_cast<Svc *>(&impl) : &two; }
inline Svc &inUnion() { return in_union.I; }
inline Other &getOther() { return two; }
inline Svc &getVirtualBase() { return virtual_base; }
inline Svc &getMember() { return holder.Two[0]; }
inline Svc &getElement() { return array[2]; }

// CALLS-LABEL: define {{.*}} @_Z7extern_i(
// CALLS-NOT:     call
// CALLS:         ret i32
int extern_(int V) { return getImpl().run(V); }

// CALLS-LABEL: define {{.*}} @_Z6local_i(
// CALLS-NOT:     call {{.*}} %
// CALLS:         ret i32
int local_(int V) { return getLocal().run(V); }

// CALLS-LABEL: define {{.*}} @_Z7choice_bi(
// CALLS-NOT:     call
// CALLS:         ret i32
int choice_(bool B, int V) { return choose(B)->run(V); }

// CALLS-LABEL: define {{.*}} @_Z6parts_i(
// CALLS-NOT:     call
// CALLS:         ret i32
int parts_(int V) {
  return getOther().walk(V) + getVirtualBase().run(V) + getMember().run(V) +
         getElement().run(V);
}

// CALLS-LABEL: define {{.*}} @_Z6union_i(
// CALLS:         call {{.*}} %
// CALLS:         ret i32
int union_(int V) { return inUnion().run(V); }

// Another object may begin in the memory of a variable.
// CALLS-LABEL: define {{.*}} @_Z6reuse_i(
// CALLS:         call {{.*}} %
// CALLS:         ret i32
void *operator new(__SIZE_TYPE__, void *P) noexcept { return P; }
Svc *replace(void *);
int reuse_(int V) {
  Svc *S = static_cast<Svc *>(static_cast<void *>(&impl));
  replace(&impl);
  return S->run(V);
}

void *uses[] = {&only_destructor, &loud, &unknown_base, &plain,
                &pointer, many, &holder.StaticOne};
auto *volatile_use = &volatile_impl;
void *thread_use() { return &per_thread; }
