// What a reference or a constant pointer was initialized with is known where a
// member function is called through it, and what is known of a variable stays known
// when something else has been called.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 -Wno-undefined-internal \
// RUN:   -fstrict-vtable-pointers -emit-llvm -o - \
// RUN:   | FileCheck --check-prefixes=CHECK,STRICT %s
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 -Wno-undefined-internal \
// RUN:   -emit-llvm -o - | FileCheck --check-prefixes=CHECK,PLAIN %s

void see();
struct Base {
  virtual ~Base() = default;
  virtual int get() = 0;
};
namespace {
struct Derived : Base {
  ~Derived() override;
  int get() override;
};
} // namespace
struct Public : Base {
  ~Public() override;
  int get() override;
};
struct Final final : Base {
  ~Final() override;
  int get() override;
};
struct Holder {
  Derived D;
};
namespace {
struct Local final : Base {
  int get() override { return 3; }
};
} // namespace
Derived Global, Array[3];
Holder Here;
Local &TheLocal = *new Local;
extern Base &Unknown;
static inline int callTwice(Base &B) {
  int R = B.get();
  see();
  return R + B.get();
}

// CHECK-LABEL: define {{.*}} @variable(
// PLAIN:         call noundef i32 %
// STRICT:        call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// STRICT:        call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK:         ret i32
extern "C" int variable() { return callTwice(Global); }

// CHECK-LABEL: define {{.*}} @element(
// STRICT:        call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// STRICT:        call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK:         ret i32
extern "C" int element() { return callTwice(Array[1]); }

// CHECK-LABEL: define {{.*}} @reference(
// PLAIN:         call noundef i32 %
// STRICT:        call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK:         ret i32
extern "C" int reference() {
  Base &B = Global;
  see();
  return B.get();
}

// CHECK-LABEL: define {{.*}} @member(
// STRICT:        call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK:         ret i32
extern "C" int member() {
  Base &B = Here.D;
  Base &C = B;
  see();
  return C.get();
}

// CHECK-LABEL: define {{.*}} @ofFinal(
// STRICT:        ret i32 3
extern "C" int ofFinal() {
  Base &B = TheLocal;
  see();
  return B.get();
}

// CHECK-LABEL: define {{.*}} @pointer(
// STRICT:        call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK:         ret i32
extern "C" int pointer() {
  Base *const B = &Here.D;
  see();
  return B->get();
}

static Base *const Table[] = {&Global, &Array[2], nullptr};
// CHECK-LABEL: define {{.*}} @table(
// STRICT:        call noundef i32 @_ZN12_GLOBAL__N_17Derived3getEv(
// CHECK:         ret i32
extern "C" int table() { return Table[0]->get(); }

// What is not known.

// Others may have made the objects, or objects in their place: other linkage
// units may have copies of the vtable.
struct PublicHolder {
  Public P;
};
// CHECK-LABEL: define {{.*}} @memberOfOther(
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int memberOfOther(PublicHolder &H) {
  Base &B = H.P;
  see();
  return B.get();
}
Public ThePublic;
// CHECK-LABEL: define {{.*}} @ofPublic(
// CHECK:         call noundef i32 %
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int ofPublic() { return callTwice(ThePublic); }
// CHECK-LABEL: define {{.*}} @finalOfOther(
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int finalOfOther(Final &F) {
  Base &B = F;
  see();
  return B.get();
}
extern Public Elsewhere;
static Base *const TableOfOther[] = {&Elsewhere, &ThePublic};
// CHECK-LABEL: define {{.*}} @tableOfOther(
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int tableOfOther() { return TableOfOther[1]->get(); }

// CHECK-LABEL: define {{.*}} @unknown(
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int unknown() {
  Base &B = Unknown;
  return B.get();
}

// CHECK-LABEL: define {{.*}} @parameter(
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int parameter(Derived &D) {
  Base &B = D;
  return B.get();
}

// The pointer may have become another one.
// CHECK-LABEL: define {{.*}} @assigned(
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int assigned(Holder &H, Base *Other, bool C) {
  Base *B = &H.D;
  if (C)
    B = Other;
  return B->get();
}

static Base *Changing[] = {&Global, &Array[2]};
extern "C" void change(Base *B) { Changing[0] = B; }
// CHECK-LABEL: define {{.*}} @changing(
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int changing() { return Changing[0]->get(); }

// An element of the array that the pointer is of, which may be a base class's part.
// CHECK-LABEL: define {{.*}} @indexed(
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int indexed(Derived *P) {
  Base &B = P[1];
  return B.get();
}

// A lambda has a copy of the base class's part.
struct Plain {
  virtual int get();
};
struct More : Plain {
  int get() override;
};
struct Keeper {
  More M;
};
// CHECK-LABEL: define {{.*}} @captured(
// CHECK-NOT:     @_ZN4More3getEv
// CHECK:         ret i32
extern "C" int captured(Keeper &K) {
  Plain &P = K.M;
  auto Call = [P]() mutable { return P.get(); };
  return Call();
}

// Pointers may be handed on before there is an object, and when it is gone.
static inline int callUnlessNull(Base *B) { return B ? B->get() : 0; }
extern Base *const Later;
Base *const Later = &(new Holder)->D;
// CHECK-LABEL: define {{.*}} @early(
// CHECK:         icmp eq ptr %{{.*}}, null
// CHECK-NOT:     @_ZN12_GLOBAL__N_17Derived3getEv
// CHECK:         ret i32
extern "C" int early() { return callUnlessNull(Later); }

// Another file may have another one.
extern Base *const Weak;
__attribute__((weak)) Base *const Weak = &Global;
// CHECK-LABEL: define {{.*}} @weak(
// CHECK:         call noundef i32 %
// CHECK:         ret i32
extern "C" int weak() { return Weak->get(); }
