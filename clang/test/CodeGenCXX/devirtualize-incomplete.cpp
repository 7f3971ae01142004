// Classes that are only declared, at every place that asks about the class of
// an object.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++20 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -disable-llvm-passes -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 %s -triple=aarch64-unknown-linux-gnu -std=c++20 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o %t.ll

struct Opaque;
extern const Opaque Constant;
extern const Opaque Array[];
extern thread_local const Opaque OfThread;
extern Opaque Variable;
struct Holder {
  static const Opaque Member;
  static Opaque Elements[];
  const Opaque &Reference;
  const Opaque *Pointer;
};
struct Base {
  virtual int run();
  virtual ~Base();
};

void use(const Opaque &);
void use(const Opaque *);

// CHECK-LABEL: define {{.*}} @_Z11getConstantv(
// CHECK-NOT:     call
// CHECK:         ret ptr @Constant
const Opaque &getConstant() { return Constant; }
const Opaque &getMember() { return Holder::Member; }
const Opaque &getOfThread() { return OfThread; }
const Opaque &getVariable() { return Variable; }
const Opaque *getAddress() { return &Constant; }
const Opaque *getAddressOfMember() { return &Holder::Member; }
const Opaque *getArray() { return Array; }
Opaque *getElements() { return Holder::Elements; }

void pass(const Opaque &Ref, const Opaque *Ptr) {
  use(Constant), use(&Constant), use(Holder::Member), use(&Variable);
  use(Ref), use(&Ref), use(*Ptr), use(Array);
  use(Ptr ? *Ptr : Constant), use((use(Ptr), Constant));
  use(static_cast<const Opaque &>(Variable));
  Holder H{Constant, &Constant};
  use(H.Reference), use(H.Pointer), use(reinterpret_cast<Opaque &>(H));
  const Opaque &Local = Constant;
  static const Opaque &Static = Constant;
  auto Captured = [&Known = Constant]() -> const Opaque & { return Known; };
  use(Local), use(Static), use(Captured());
}

// References to them where an object is made, and conversions to them.
struct Derived : Base {
  const Opaque &Kept = Constant;
  int run() override {
    use(Kept);
    return 1;
  }
};
Base *make() { return new Derived; }
Opaque *convert(Base *B) { return reinterpret_cast<Opaque *>(B); }
Base *convertBack(Opaque *O) {
  auto *B = reinterpret_cast<Base *>(O);
  return B->run() ? B : nullptr;
}

// Their members, by pointer.
int getMemberOf(Opaque *O, int Opaque::*M) { return O->*M; }
int callMemberOf(Opaque *O, int (Opaque::*M)()) { return (O->*M)(); }

union Either {
  const Opaque *Pointer;
  Base *Other;
};
const Opaque *activate(Either &E) {
  E.Pointer = &Constant;
  return E.Pointer;
}
