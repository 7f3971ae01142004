// The optimizer is told the classes of constant variables with static storage, and
// calls their methods directly wherever it finds their addresses.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -disable-llvm-passes -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - | FileCheck %s --check-prefix=CALLS
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -O2 -fstrict-vtable-pointers -disable-llvm-passes -emit-llvm -o - | FileCheck %s --check-prefix=NONE
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -O0 -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - | FileCheck %s --check-prefix=NONE

// NONE-NOT: !object_vtables

// CHECK-DAG: @impl = external {{global|constant}} %struct.Impl, align 8, !object_vtables ![[IMPL:[0-9]+]]
// CHECK-DAG: @_ZTV11VirtualBase = available_externally
// CHECK-DAG: @array = external {{global|constant}} [3 x %struct.Impl], align 16, !object_vtables ![[ARRAY:[0-9]+]]
// CHECK-DAG: @holder = external {{global|constant}} %struct.Holder, align 8, !object_vtables ![[HOLDER:[0-9]+]]
// CHECK-DAG: @two = external {{global|constant}} %struct.Two, align 8, !object_vtables ![[TWO:[0-9]+]]
// CHECK-DAG: @virtual_base = external {{global|constant}} %struct.VirtualBase, align 8, !object_vtables ![[VBASE:[0-9]+]]
// CHECK-DAG: @_ZN6Holder9StaticOneE = external {{global|constant}} %struct.Impl, align 8, !object_vtables ![[IMPL]]
// CHECK-DAG: @_ZZ8getLocalvE5local = linkonce_odr {{global|constant}} {{.*}}, comdat, align 8, !object_vtables ![[IMPL]]
// CHECK-DAG: @_ZL8internal = internal {{global|constant}} {{.*}}, align 8, !object_vtables ![[HERE:[0-9]+]]

// What nothing is said of.
// CHECK-DAG: @in_union = external {{global|constant}} %union.Union, align 8{{$}}
// CHECK-DAG: @volatile_impl = external {{global|constant}} %struct.Impl, align 8{{$}}
// CHECK-DAG: @per_thread = external thread_local {{global|constant}} %struct.Impl, align 8{{$}}
// CHECK-DAG: @only_destructor = external {{global|constant}} %struct.OnlyDestructor, align 8{{$}}
// CHECK-DAG: @loud = external {{global|constant}} %struct.Loud, align 8{{$}}
// CHECK-DAG: @unknown_base = external {{global|constant}} %struct.UnknownBase, align 8{{$}}
// CHECK-DAG: @many = external {{global|constant}} [17 x %struct.Impl], align 16{{$}}
// CHECK-DAG: @plain = external {{global|constant}} %struct.Plain, align 4{{$}}
// CHECK-DAG: @pointer = external {{global|constant}} ptr, align 8{{$}}

// CHECK-DAG: ![[IMPL]] = !{i64 0, ptr @_ZTV4Impl, i64 16, i1 false}
// CHECK-DAG: ![[HERE]] = !{i64 0, ptr @_ZTV4Impl, i64 16, i1 true}
// CHECK-DAG: ![[ARRAY]] = !{i64 0, ptr @_ZTV4Impl, i64 16, i1 false, i64 16, ptr @_ZTV4Impl, i64 16, i1 false, i64 32, ptr @_ZTV4Impl, i64 16, i1 false}
// CHECK-DAG: ![[HOLDER]] = !{i64 8, ptr @_ZTV4Impl, i64 16, i1 false, i64 24, ptr @_ZTV4Impl, i64 16, i1 false}
// CHECK-DAG: ![[TWO]] = !{i64 0, ptr @_ZTV3Two, i64 16, i1 false, i64 8, ptr @_ZTV3Two, i64 64, i1 false}
// CHECK-DAG: ![[VBASE]] = !{i64 0, ptr @_ZTV11VirtualBase, i64 40, i1 false}

struct Svc {
  virtual int run(int V) const = 0;
  virtual ~Svc() = default;
};
struct Other {
  virtual int walk(int V) const = 0;
  virtual ~Other() = default;
};
struct Impl : Svc {
  int K = 1;
  int run(int V) const override { return V + K; }
};
struct Two : Svc, Other {
  int run(int V) const override { return V + 2; }
  int walk(int V) const override { return V + 3; }
};
struct VirtualBase : virtual Svc {
  int K = 4;
  int run(int V) const override { return V + K; }
  virtual int more() const { return K; }
};
struct HolderBase {
  long L;
};
struct Holder : HolderBase {
  Impl One;
  Impl Two[1];
  Svc &Reference;
  static const Impl StaticOne;
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
  int run(int V) const override { return V; }
};
struct UnknownConstructor : Svc {
  UnknownConstructor();
};
struct UnknownBase : UnknownConstructor {
  int run(int V) const override { return V; }
};
struct Plain {
  int I;
};

extern const Impl impl, array[3], many[17];
extern const Impl *pointer;
extern const Holder holder;
extern const Two two;
extern const VirtualBase virtual_base;
extern const Union in_union;
extern const volatile Impl volatile_impl;
extern thread_local const Impl per_thread;
extern const OnlyDestructor only_destructor;
extern const Loud loud;
extern const UnknownBase unknown_base;
extern const Plain plain;
static const Impl internal;
const Svc *changed = &internal;

inline const Svc &getImpl() { return impl; }
inline const Svc &getLocal() {
  static const Impl local;
  return local;
}
inline const Svc *choose(bool B) { return B ? static_cast<const Svc *>(&impl) : &two; }
inline const Svc &inUnion() { return in_union.I; }
inline const Other &getOther() { return two; }
inline const Svc &getVirtualBase() { return virtual_base; }
inline const Svc &getMember() { return holder.Two[0]; }
inline const Svc &getElement() { return array[2]; }

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

// The method may have a copy that calls another function.
// CALLS-LABEL: define {{.*}} @_Z14calls_another_i(
// CALLS:         icmp eq ptr %{{.*}}, @_ZNK12CallsAnother3runEi
// CALLS:         call {{.*}} %
// CALLS:         ret i32
struct CallsAnother : Svc {
  int run(int V) const override { return V + something(); }
};
extern const CallsAnother calls_another;
inline const Svc &getCallsAnother() { return calls_another; }
int calls_another_(int V) { return getCallsAnother().run(V) + something(); }

const void *uses[] = {&only_destructor, &loud, &unknown_base, &plain,
                &pointer, many, &holder.StaticOne};
auto *volatile_use = &volatile_impl;
const void *thread_use() { return &per_thread; }
