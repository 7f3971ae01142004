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
struct Calls : Svc {
  int run(int V) override { return V + something(); }
};
namespace {
struct Closed : Svc {
  int run(int V) override { return V + something(); }
};
} // namespace
struct Two : Other, Svc {
  int run(int V) override { return V + 2; }
  int walk(int V) override { return V + 3; }
};
struct VirtualBase : virtual Svc {
  int K = 4;
  int run(int V) override { return V + K; }
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
  int hook() override { return 1; }
};
struct Unknown {
  Unknown();
  virtual int run(int V) = 0;
};
struct BaseUnknown : Unknown {
  int run(int V) override { return V; }
};
struct OnlyDestructor {
  virtual ~OnlyDestructor();
};
struct LiteralBase {
  virtual int get() const = 0;
};
struct Literal : LiteralBase {
  int get() const override { return 7; }
};
template <int> struct Part {
  virtual int part() = 0;
  virtual ~Part() = default;
};
struct Sixteen : Part<1>, Part<2>, Part<3>, Part<4>, Part<5>, Part<6>, Part<7>,
                 Part<8>, Part<9>, Part<10>, Part<11>, Part<12>, Part<13>,
                 Part<14>, Part<15>, Part<16> {
  int part() override { return 1; }
};
struct Seventeen : Sixteen, Part<17> {
  int part() override { return 2; }
};
union Union {
  Impl I;
  int J;
  Union();
  ~Union();
};
struct Holder {
  long L;
  Impl Member;
  Impl Elements[2];
};

extern Impl elsewhere;
extern const Impl constant;
extern Calls calls_elsewhere;
Impl here;
static Closed closed;
Two two;
VirtualBase virtual_base;
Ambiguous ambiguous;
Hooked hooked;
extern BaseUnknown base_unknown;
extern OnlyDestructor only_destructor;
extern Union in_union;
extern volatile Impl volatile_impl;
extern Impl weak_impl __attribute__((weak));
static constexpr Literal literal;
extern Sixteen sixteen;
extern Seventeen seventeen;
Holder holder;
Impl array[4];
thread_local Impl per_thread;
extern Impl *pointer;
extern Impl &reference;
inline Calls shared;

// KINDS-DAG: launder.invariant.group.p0(ptr @elsewhere) #{{[0-9]+}}, !object_vtables ![[IMPL:[0-9]+]]
// KINDS-DAG: launder.invariant.group.p0(ptr @here) #{{[0-9]+}}, !object_vtables ![[IMPL]]
// KINDS-DAG: launder.invariant.group.p0(ptr @constant) #{{[0-9]+}}, !object_vtables ![[IMPL]]
// KINDS-DAG: launder.invariant.group.p0(ptr @sixteen) #{{[0-9]+}}, !object_vtables
// KINDS-DAG: launder.invariant.group.p0(ptr @_ZL6closed) #{{[0-9]+}}, !object_vtables ![[CLOSED:[0-9]+]]
// KINDS-DAG: ![[IMPL]] = !{i64 0, ptr @_ZTV4Impl, i64 16, i1 false}
// KINDS-DAG: ![[CLOSED]] = !{i64 0, ptr @_ZTVN12_GLOBAL__N_16ClosedE, i64 16, i1 true}
// KINDS-DAG: !{i64 -8, ptr @_ZTV3Two, i64 16, i1 false, i64 0, ptr @_ZTV3Two, i64 64, i1 false}
// KINDS-DAG: attributes #{{[0-9]+}} = { nomerge }

inline Svc &getElsewhere() { return elsewhere; }
inline Svc *getHere() { return &here; }
inline Svc *getClosed() { return static_cast<Svc *>(&closed); }
inline Impl &getSame() { return here; }
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
static Svc *const Table[] = {&here, &closed};
struct Pair {
  Svc *First, *Second;
};
static const Pair pair = {&elsewhere, &here};
inline const Svc &getConstant() { return constant; }

// CALLS-LABEL: define {{.*}} @_Z7direct_i(
// CALLS-NOT:     call {{[^@()]*}}%
// CALLS:         ret i32
int direct_(int V) {
  return getElsewhere().run(V) + getHere()->run(V) + getClosed()->run(V) +
         getSame().run(V) + getTwo().run(V) + getVirtualBase()->run(V) +
         getMember().run(V) + getElement()->run(V) + getAny(V).run(V) +
         getPerThread().run(V) + getLocal().run(V) + Table[0]->run(V) +
         Table[1]->run(V) + pair.First->run(V) + pair.Second->run(V);
}

// CALLS-LABEL: define {{.*}} @_Z9variablesib(
// CALLS-NOT:     call {{[^@()]*}}%
// CALLS:         ret i32
int variables(int V, bool B) {
  Svc *P = &here;
  Svc &R = closed;
  auto L = [&](int V) { return R.run(V); };
  Svc *Q;
  if (B)
    Q = &elsewhere;
  else
    Q = &closed;
  return P->run(V) + R.run(V) + L(V) + Q->run(V);
}

// What is inlined may call the object's methods.
// CALLS-LABEL: define {{.*}} @_Z8receiveri(
// CALLS-NOT:     call {{[^@()]*}}%
// CALLS:         ret i32
int receiver(int V) { return hooked.twice() + elsewhere.both(elsewhere); }

// A copy of the method in another linkage unit may call another function.
// CALLS-LABEL: define {{.*}} @_Z7copies_i(
// CALLS-COUNT-2: icmp eq ptr %{{.*}}, @_ZN5Calls3runEi
// CALLS:         ret i32
inline Svc &getCalls() { return calls_elsewhere; }
inline Svc &getShared() { return shared; }
int copies_(int V) { return getCalls().run(V) + getShared().run(V); }

// CHECK-LABEL: define {{.*}} @_Z9barriers_v(
// CHECK-NOT:     launder{{.*}}!object_vtables
// CHECK:         ret void
void use(...);
void barriers_() {
  use(&base_unknown); // calls of the base class's constructor may reach it
  use(&only_destructor);
  use(&in_union.I);   // the member may not be active
  use(&static_cast<Svc &>(in_union.I));
  use(&volatile_impl);
  use(&weak_impl);    // it may not exist
  use(&literal);      // the optimizer sees what it is
  use(&seventeen);    // it has more than 16 vtable pointers
  use(&*pointer, &reference);
  use(&holder.Elements[2], &array[4], array); // past the end
  hooked.declared();  // nothing of it is inlined
  use(holder.L, &holder.L);
}

// CHECK-LABEL: define {{.*}} @_Z8sixteen_v(
// CHECK:         launder{{.*}}(ptr @sixteen){{.*}}!object_vtables
// CHECK:         ret void
void sixteen_() { use(&sixteen); }

// CHECK-LABEL: define {{.*}} @_Z8optnone_v(
// CHECK-NOT:     launder{{.*}}!object_vtables
// CHECK:         ret void
__attribute__((optnone)) void optnone_() { use(&here, &getHere); }

// Another object of the storage is not the one that the name says.
// CALLS-LABEL: define {{.*}} @_Z9replaced_i(
// CALLS:         call {{.*}} @_ZN11Replacement3runEi(
// CALLS:         ret i32
void *operator new(decltype(sizeof 0), void *P) noexcept { return P; }
struct Replacement : Svc {
  int run(int V) override;
};
int replaced_(int V) {
  here.~Impl();
  Svc *S = new (&here) Replacement;
  int R = S->run(V);
  S->~Svc();
  new (&here) Impl;
  return R;
}
int constant_(int) { return &getConstant() == pointer; }
