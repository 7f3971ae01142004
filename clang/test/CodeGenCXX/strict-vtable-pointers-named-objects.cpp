// Objects whose most derived class follows from what they are called, when
// they are converted to a base class or have a member function called on them.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 -Wno-undefined-internal \
// RUN:   -fstrict-vtable-pointers -emit-llvm -o - \
// RUN:   | FileCheck --check-prefixes=CHECK,STRICT %s
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 -Wno-undefined-internal \
// RUN:   -emit-llvm -o - | FileCheck --check-prefixes=CHECK,PLAIN %s

struct Base {
  virtual ~Base() = default;
  virtual int get() = 0;
  virtual Base *self();
  int getTwice() { return get() + get(); }
  int Field = 0;
};
namespace {
struct Derived : Base {
  Derived();
  ~Derived() override;
  int get() override;
};
} // namespace
// Of this class, another linkage unit may have made the objects, or new ones in
// their place, and have a copy of the vtable.
struct Public : Base {
  Public();
  ~Public() override;
  int get() override;
};
static inline int call(Base &B) { return B.get(); }
static inline int call(Base *B) { return B->get(); }

struct Stream2 {
  int I;
};
struct Holder {
  int I;
  Derived D;
  Derived A[3];
  Derived M[2][2];
  Derived &R;
  union {
    Derived U;
  };
  ~Holder();
  int member();
};
struct Owner {
  int I;
  Derived D;
  Derived A[3];
  Derived M[2][2];
  ~Owner();
};
Owner Here;

// What is known.

// CHECK-LABEL: define {{.*}} @member(
// PLAIN: call noundef i32 %
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK: ret i32
extern "C" int member() { return call(Here.D); }

// CHECK-LABEL: define {{.*}} @address(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK: ret i32
extern "C" int address() { return call(&Here.D); }

// CHECK-LABEL: define {{.*}} @object(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK: ret i32
extern "C" int object() { return Here.D.getTwice(); }

// CHECK-LABEL: define {{.*}} @element(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK: ret i32
extern "C" int element(int I) { return call(Here.A[I]); }

// CHECK-LABEL: define {{.*}} @matrix(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK: ret i32
extern "C" int matrix(int I) { return call(Here.M[I][1]); }

// CHECK-LABEL: define {{.*}} @localArray(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK: ret i32
extern "C" int localArray(int I) {
  Derived A[3];
  return call(A[I]);
}

Derived Global;
// CHECK-LABEL: define {{.*}} @global(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK: ret i32
extern "C" int global() { return call(Global); }

// CHECK-LABEL: define {{.*}} @localStatic(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK: ret i32
extern "C" int localStatic() {
  static Derived D;
  return call(D);
}

struct PublicHolder {
  Public D;
  ~PublicHolder();
  int member();
};
// CHECK-LABEL: define {{.*}} @memberOfOther(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int memberOfOther(PublicHolder &H) { return call(H.D); }
// CHECK-LABEL: define {{.*}} @_ZN12PublicHolder6memberEv(
// CHECK: call noundef i32 %
// CHECK: ret i32
int PublicHolder::member() { return call(D); }
extern Public Elsewhere;
// CHECK-LABEL: define {{.*}} @elsewhere(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int elsewhere() { return call(Elsewhere); }
Public OfThisFile;
// CHECK-LABEL: define {{.*}} @ofThisFile(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int ofThisFile() { return call(OfThisFile); }
// A class that no other file has.
namespace {
struct Local : Base {
  int get() override { return 5; }
};
struct LocalFinal final : Base {
  int get() override { return 6; }
};
struct LocalHolder {
  Local L;
};
} // namespace
LocalHolder *Holders = new LocalHolder;
LocalFinal *Finals = new LocalFinal;
// CHECK-LABEL: define {{.*}} @localClass(
// STRICT: ret i32 11
extern "C" int localClass() { return call(Holders->L) + call(*Finals); }

// What is not.

// CHECK-LABEL: define {{.*}} @pointer(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int pointer(Derived *P) { return call(P); }

// CHECK-LABEL: define {{.*}} @dereferenced(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int dereferenced(Derived *P) { return call(*P); }

// CHECK-LABEL: define {{.*}} @subscript(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int subscript(Derived *P) { return call(P[3]); }

// CHECK-LABEL: define {{.*}} @first(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int first(Derived *P) { return call(&P[0]); }

// The parameter is a pointer.
// CHECK-LABEL: define {{.*}} @parameter(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int parameter(Derived A[3]) { return call(A[1]); }

// CHECK-LABEL: define {{.*}} @pointers(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int pointers(Derived *(&A)[3]) { return call(*A[1]); }

// CHECK-LABEL: define {{.*}} @referenceMember(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int referenceMember(Holder &H) { return call(H.R); }

// Another member of the union may be alive.
// CHECK-LABEL: define {{.*}} @unionMember(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int unionMember(Holder &H) { return call(H.U); }

struct Inner {
  int I;
  Derived D;
  ~Inner();
};
union Outer {
  int I;
  Inner S;
  ~Outer();
};
// CHECK-LABEL: define {{.*}} @unionStruct(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int unionStruct(Outer &O) { return call(&O.S.D); }

// There is no object behind the last one, whose address may be taken.
static inline int sum(Base *B, Base *E) { return B == E ? 0 : E->get(); }
// CHECK-LABEL: define {{.*}} @end(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int end() { return sum(&Here.A[0], &Here.A[3]); }
// CHECK-LABEL: define {{.*}} @someIndex(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int someIndex(int I) { return call(&Here.A[I]); }
// CHECK-LABEL: define {{.*}} @inRange(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK: ret i32
extern "C" int inRange() { return call(&Here.M[1][0]); }
// CHECK-LABEL: define {{.*}} @outOfRow(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int outOfRow() { return call(&Here.M[0][2]); }

// Nothing but the address is asked for: the member may be made later.
struct FromMember : Stream2 {
  Derived Buffer;
  Base *get() { return &Buffer; }
};
// CHECK-LABEL: define {{.*}} @address2(
// CHECK-NOT: load ptr
// CHECK: ret ptr
extern "C" Base *address2(FromMember &F) { return F.get(); }
struct Node {
  Node(Base *);
  Base *B;
};
// CHECK-LABEL: define {{.*}} @constructorArgument(
// CHECK-NOT: load ptr
// CHECK: ret void
extern "C" void constructorArgument(Holder &H) { Node N(&H.D); }
struct Aggregate {
  Base *B = &D;
  Derived D;
};
// CHECK-LABEL: define {{.*}} @aggregate(
// CHECK: call void @_ZN12_GLOBAL__N_17DerivedC1Ev(
// CHECK: ret void
extern "C" void aggregate() { Aggregate A{}; }

// A base class subobject of an object that has a name.
struct Further : Derived {
  int get() override;
};
// CHECK-LABEL: define {{.*}} @subobject(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int subobject(Further *F) {
  return call(static_cast<Derived &>(*F));
}

// Nothing shows that the object is made: a reference may be bound before.
static inline int callDerived(Derived &D) { return D.get(); }
// CHECK-LABEL: define {{.*}} @bound(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int bound(Holder &H) { return callDerived(H.D); }

// In constructors, members are converted before they are made.
struct Stream {
  Stream(Base *);
};
struct OwnBuffer : Stream {
  Derived Buffer;
  OwnBuffer();
  ~OwnBuffer();
  int X;
};
// CHECK-LABEL: define {{.*}} @_ZN9OwnBufferC2Ev(
// CHECK: call noundef i32 %
// CHECK: ret void
OwnBuffer::OwnBuffer() : Stream((X = call(&Buffer), &Buffer)) {}
// CHECK-LABEL: define {{.*}} @_ZN9OwnBufferD2Ev(
// CHECK: call noundef i32 %
// CHECK: ret void
OwnBuffer::~OwnBuffer() { X = call(&Buffer); }

struct InLambda : Stream {
  Derived Buffer;
  InLambda();
  int X;
};
// CHECK-LABEL: define {{.*}} @_ZN8InLambdaC2Ev(
// CHECK: call noundef i32 %
// CHECK: ret void
InLambda::InLambda()
    : Stream([this] {
        X = call(&Buffer);
        return &Buffer;
      }()) {}

// The constructor or the destructor of a base class may name the object, and
// call the base class's method.
namespace {
struct LoudConstructor {
  LoudConstructor();
  virtual int get();
};
struct LoudDestructor {
  virtual ~LoudDestructor();
  virtual int get();
};
int hook();
struct LoudMember {
  LoudMember() { hook(); }
};
struct LoudInitializer {
  int I = hook();
  virtual int get();
};
struct WithLoudMember {
  LoudMember M;
  virtual int get();
};
struct Quiet {
  Quiet() : I(3) { J = I + 1; }
  Quiet(int I) : I(I) {}
  virtual ~Quiet() { I = 0; }
  virtual int get();
  int I, J = 2;
};
struct DefaultArgument {
  DefaultArgument(int I = hook()) : I(I) {}
  virtual int get();
  int I;
};
struct Templated {
  template <class T> Templated(T);
  virtual int get();
};
} // namespace
#define DERIVED(X)                                                             \
  namespace {                                                                  \
  struct Of##X : X {                                                           \
    Of##X();                                                                   \
    int get() override;                                                        \
  };                                                                           \
  }                                                                            \
  Of##X The##X;                                                                \
  static inline int call(X &B) { return B.get(); }                             \
  extern "C" int of##X() { return call(The##X); }

// CHECK-LABEL: define {{.*}} @ofLoudConstructor(
// CHECK: call noundef i32 %
// CHECK: ret i32
DERIVED(LoudConstructor)
// CHECK-LABEL: define {{.*}} @ofLoudDestructor(
// CHECK: call noundef i32 %
// CHECK: ret i32
DERIVED(LoudDestructor)
// CHECK-LABEL: define {{.*}} @ofLoudInitializer(
// CHECK: call noundef i32 %
// CHECK: ret i32
DERIVED(LoudInitializer)
// CHECK-LABEL: define {{.*}} @ofWithLoudMember(
// CHECK: call noundef i32 %
// CHECK: ret i32
DERIVED(WithLoudMember)
// CHECK-LABEL: define {{.*}} @ofDefaultArgument(
// CHECK: call noundef i32 %
// CHECK: ret i32
DERIVED(DefaultArgument)
// CHECK-LABEL: define {{.*}} @ofTemplated(
// CHECK: call noundef i32 %
// CHECK: ret i32
DERIVED(Templated)
// The constructor that nobody can see may hand a number to Quiet's that it
// asked somebody for.
// CHECK-LABEL: define {{.*}} @ofQuiet(
// CHECK: call noundef i32 %
// CHECK: ret i32
DERIVED(Quiet)

namespace {
struct SeenQuiet : Quiet {
  SeenQuiet() : Quiet(7) { hook(); }
  int get() override;
};
struct SeenLoud : Quiet {
  SeenLoud() : Quiet(hook()) {}
  int get() override;
};
struct Delegating : Quiet {
  Delegating() : Delegating(hook()) {}
  Delegating(int I) : Quiet(I) {}
  int get() override;
};
struct WithTemplate : Quiet {
  template <class T> WithTemplate(T) : Quiet(hook()) {}
  int get() override;
};
} // namespace
Delegating TheDelegating;
WithTemplate TheWithTemplate(1);
// CHECK-LABEL: define {{.*}} @delegating(
// CHECK: call noundef i32 %
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int delegating() {
  return call(TheDelegating) + call(TheWithTemplate);
}
// CHECK-LABEL: define {{.*}} @seen(
// STRICT: call noundef i32 @_ZN12_GLOBAL__N_19SeenQuiet3getEv(
// CHECK: call noundef i32 %
// CHECK: ret i32
SeenQuiet TheSeenQuiet;
SeenLoud TheSeenLoud;
extern "C" int seen() { return call(TheSeenQuiet) + call(TheSeenLoud); }

// Classes that are final: so it is with these, whose objects others have made.

struct Middle : Base {
  int get() override;
  Middle *self() override;
};
struct Final final : Middle {
  Final();
  ~Final() override;
  Final *self() override;
  int through() { return getTwice(); }
};

// The method is that of a class between.
// CHECK-LABEL: define {{.*}} @between(
// STRICT: call noundef i32 @_ZN6Middle3getEv(
// CHECK: ret i32
extern "C" int between(Final *F) { return F->get(); }

// CHECK-LABEL: define {{.*}} @finalReference(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int finalReference(Final &F) { return call(F); }

// Such a pointer may be null, and stays null.
// CHECK-LABEL: define {{.*}} @finalPointer(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int finalPointer(Final *F) { return call(F); }

// The results differ in type.
// CHECK-LABEL: define {{.*}} @covariant(
// CHECK: call noundef ptr %
// CHECK: ret ptr
extern "C" Base *covariant(Final &F) { return static_cast<Middle &>(F).self(); }

// `this` of a method, converted in it.
// CHECK-LABEL: define {{.*}} @finalThis(
// CHECK: call noundef i32 %
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int finalThis(Final &F) { return F.through(); }

// CHECK-LABEL: define {{.*}} @deleted(
// CHECK: call void %
// CHECK: ret void
extern "C" void deleted(Final *F) { delete static_cast<Base *>(F); }

// One with a base class at an offset, and one with virtual bases.
struct Other {
  virtual ~Other() = default;
  virtual int other();
};
struct Second final : Middle, Other {
  ~Second() override;
  int other() override;
};
// CHECK-LABEL: define {{.*}} @deletedSecond(
// CHECK: call void %
// CHECK: ret void
extern "C" void deletedSecond(Second *S) { delete static_cast<Other *>(S); }

struct Virtual final : Middle, virtual Other {
  ~Virtual() override;
  int other() override;
};
// CHECK-LABEL: define {{.*}} @deletedVirtual(
// CHECK: call void %
// CHECK: ret void
extern "C" void deletedVirtual(Virtual *V) { delete static_cast<Other *>(V); }

// CHECK-LABEL: define {{.*}} @notFinal(
// CHECK: call void %
// CHECK: ret void
extern "C" void notFinal(Middle *M) { delete static_cast<Base *>(M); }
