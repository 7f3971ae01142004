// Pointers that are made from the name of a variable say which class the object
// has, and calls through them are direct.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -fcxx-exceptions -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -disable-llvm-passes -emit-llvm -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck %s --check-prefix=KINDS < %t.ll
// RUN: opt %t.ll -passes='default<O2>' -verify-each -S | FileCheck %s --check-prefix=CALLS
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -fcxx-exceptions -O2 -fstrict-vtable-pointers -disable-llvm-passes -emit-llvm -o - | FileCheck %s --check-prefix=NONE
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -fcxx-exceptions -O0 -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - | FileCheck %s --check-prefix=NONE

// NONE-NOT: !object_vtables

struct Svc {
  virtual int run(int V) = 0;
  virtual ~Svc() = default;
};
struct Other {
  virtual int walk(int V) = 0;
  virtual ~Other() = default;
};
int something();
struct Impl : Svc {
  int K = 1;
  int run(int V) override { return V + K; }
  int both(Svc &S) { return S.run(1) + run(2); }
};
struct Loud : Svc {
  int run(int V) override { return V + something(); }
};
struct Two : Other, Svc {
  int run(int V) override { return V + something(); }
  int walk(int V) override { return V + 3; }
};
struct VirtualBase : virtual Svc {
  int K = 4;
  int run(int V) override { return V + something(); }
};
struct Left : Svc {};
struct Right : Svc {};
struct Ambiguous : Left, Right {
  int run(int V) override { return V; }
};
struct Template {
  virtual int hook() = 0;
  int twice() { return hook() + hook(); }
  int declared();
  virtual ~Template() = default;
};
struct Hooked : Template {
  int hook() override { return something(); }
};
struct Unknown {
  Unknown();
  virtual int run(int V) = 0;
};
struct BaseUnknown : Unknown {
  int run(int V) override { return V; }
};
union Union {
  Impl I;
  int J;
  Union();
  ~Union();
};
struct Holder {
  long L;
  Loud Member;
  Loud Elements[2];
};

extern Impl elsewhere;
extern Loud loud_elsewhere;
Loud here;
static Loud internal;
Two two;
VirtualBase virtual_base;
Ambiguous ambiguous;
Hooked hooked;
extern BaseUnknown base_unknown;
extern Union in_union;
extern volatile Impl volatile_impl;
Holder holder;
Loud array[4];
thread_local Loud per_thread;
extern Impl *pointer;
extern Impl &reference;
inline Loud shared;

// KINDS-DAG: launder.invariant.group.p0(ptr @elsewhere) #{{[0-9]+}}, !object_vtables ![[ELSEWHERE:[0-9]+]]
// KINDS-DAG: launder.invariant.group.p0(ptr @here) #{{[0-9]+}}, !object_vtables ![[HERE:[0-9]+]]
// KINDS-DAG: launder.invariant.group.p0(ptr @shared) #{{[0-9]+}}, !object_vtables ![[SHARED:[0-9]+]]
// KINDS-DAG: launder.invariant.group.p0(ptr %{{.*}}) #{{[0-9]+}}, !object_vtables ![[SECOND:[0-9]+]]
// KINDS-DAG: ![[ELSEWHERE]] = !{i64 0, ptr @_ZTV4Impl, i64 16, i1 false}
// KINDS-DAG: ![[HERE]] = !{i64 0, ptr @_ZTV4Loud, i64 16, i1 true}
// KINDS-DAG: ![[SHARED]] = !{i64 0, ptr @_ZTV4Loud, i64 16, i1 false}
// KINDS-DAG: !{i64 -8, ptr @_ZTV3Two, i64 16, i1 true, i64 0, ptr @_ZTV3Two, i64 64, i1 true}

inline Svc &getElsewhere() { return elsewhere; }
inline Svc *getHere() { return &here; }
inline Svc *getInternal() { return static_cast<Svc *>(&internal); }
inline Loud &getSame() { return here; }
inline Svc &getTwo() { return two; }
inline Svc *getVirtualBase() { return &virtual_base; }
inline Svc &getAmbiguous() { return static_cast<Right &>(ambiguous); }
inline Svc &getMember() { return holder.Member; }
inline Svc *getElement() { return &holder.Elements[1]; }
inline Svc &getAny(int I) { return array[I]; }
inline Svc &getPerThread() { return per_thread; }
inline Svc &getLocal() {
  static Impl Local;
  return Local;
}

// CALLS-LABEL: define {{.*}} @_Z7direct_i(
// CALLS-NOT:     call {{[^@()]*}}%
// CALLS:         ret i32
int direct_(int V) {
  return getElsewhere().run(V) + getHere()->run(V) + getInternal()->run(V) +
         getSame().run(V) + getTwo().run(V) + getVirtualBase()->run(V) +
         getMember().run(V) + getElement()->run(V) + getAny(V).run(V) +
         getPerThread().run(V) + getLocal().run(V);
}

// CALLS-LABEL: define {{.*}} @_Z9variablesib(
// CALLS-NOT:     call {{[^@()]*}}%
// CALLS:         ret i32
int variables(int V, bool B) {
  Svc *P = &here;
  Svc &R = internal;
  auto L = [&](int V) { return R.run(V); };
  Svc *Q;
  if (B)
    Q = &elsewhere;
  else
    Q = &here;
  return P->run(V) + R.run(V) + L(V) + Q->run(V);
}

// What is inlined may call the object's methods.
// CALLS-LABEL: define {{.*}} @_Z8receiveri(
// CALLS-NOT:     call {{[^@()]*}}%
// CALLS:         ret i32
int receiver(int V) { return hooked.twice() + elsewhere.both(elsewhere); }

// A copy of the method in another linkage unit may call another function.
// CALLS-LABEL: define {{.*}} @_Z7copies_i(
// CALLS-COUNT-2: icmp eq ptr %{{.*}}, @_ZN4Loud3runEi
// CALLS:         ret i32
inline Svc &getLoud() { return loud_elsewhere; }
inline Svc &getShared() { return shared; }
int copies_(int V) { return getLoud().run(V) + getShared().run(V); }

// CHECK-LABEL: define {{.*}} @_Z9barriers_v(
// CHECK-NOT:     launder{{.*}}!object_vtables
// CHECK:         ret void
void use(...);
void barriers_() {
  use(&base_unknown);  // calls of the base class's constructor may reach it
  use(&in_union.I);    // the member may not be active
  use(&volatile_impl);
  use(&*pointer, &reference);
  use(&holder.Elements[2], &array[4], array); // past the end
  hooked.declared();   // nothing of it is inlined
  use(holder.L, &holder.L);
}

// Another object of the storage is not the one that the name says.
// CALLS-LABEL: define {{.*}} @_Z9replaced_i(
// CALLS:         call {{.*}} @_ZN11Replacement3runEi(
// CALLS:         ret i32
void *operator new(decltype(sizeof 0), void *P) noexcept { return P; }
struct Replacement : Svc {
  int run(int V) override;
};
int replaced_(int V) {
  here.~Loud();
  Svc *S = new (&here) Replacement;
  int R = S->run(V);
  S->~Svc();
  new (&here) Loud;
  return R;
}
