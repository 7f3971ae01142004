// What is known of objects that have just been made, and the vtables that have
// to be emitted to make use of it.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 \
// RUN:   -fstrict-vtable-pointers -emit-llvm -o %t.ll
// RUN: FileCheck --check-prefixes=CHECK,STRICT %s < %t.ll
// RUN: FileCheck --check-prefix=EMITTED %s < %t.ll
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 \
// RUN:   -emit-llvm -o - | FileCheck --check-prefixes=CHECK,PLAIN %s
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O1 \
// RUN:   -fstrict-vtable-pointers -disable-llvm-passes -emit-llvm -o %t.raw.ll
// RUN: FileCheck --check-prefix=RAW %s < %t.raw.ll
// RUN: FileCheck --check-prefix=UNNAMED %s < %t.raw.ll
// RUN: FileCheck --check-prefix=THUNK %s < %t.raw.ll
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O0 \
// RUN:   -fstrict-vtable-pointers -emit-llvm -o - \
// RUN:   | FileCheck --implicit-check-not=llvm.assume --check-prefix=O0 %s

// O0: define {{.*}} @constructed(

struct Base {
  virtual ~Base() = default;
  virtual int get() = 0;
  int getTwice() { return get() + get(); }
};

// The vtable is elsewhere, and nobody has used Inline() before.
struct Elsewhere : Base {
  Elsewhere();
  ~Elsewhere() override;
  int get() override;
  virtual int Inline() { return 7; }
};
// RAW-DAG: @_ZTV9Elsewhere = available_externally unnamed_addr constant {{.*}}@_ZN9Elsewhere6InlineEv
// RAW-DAG: define linkonce_odr noundef i32 @_ZN9Elsewhere6InlineEv(
// Nothing of that is left where it is not needed.
// EMITTED-NOT: _ZN9Elsewhere6InlineEv

int opaque(Base &);
static inline int call(Base &B) { return B.get(); }

// CHECK-LABEL: define {{.*}} @constructed(
// PLAIN: call noundef i32 %{{.*}}(ptr
// STRICT: call noundef i32 @_ZN9Elsewhere3getEv(
// CHECK: ret i32
extern "C" int constructed() {
  Elsewhere E;
  opaque(E);
  return call(E);
}

// CHECK-LABEL: define {{.*}} @deleted(
// PLAIN: call void %{{.*}}(ptr
// STRICT: call noundef i32 @_ZN9Elsewhere3getEv(
// STRICT: call void @_ZN9ElsewhereD0Ev(
// CHECK: ret i32
extern "C" int deleted() {
  Base *B = new Elsewhere;
  int R = B->get();
  delete B;
  return R;
}

// Others may make the object, with a copy of the vtable of their own.
// CHECK-LABEL: define {{.*}} @byValue(
// CHECK: call noundef i32 %{{.*}}(ptr
// CHECK: ret i32
extern "C" int byValue(Elsewhere E) {
  opaque(E);
  return call(E);
}
Elsewhere makeElsewhere();
// CHECK-LABEL: define {{.*}} @returnedByOther(
// CHECK: call noundef i32 %{{.*}}(ptr
// CHECK: ret i32
extern "C" int returnedByOther() { return makeElsewhere().getTwice(); }

__attribute__((noinline)) Elsewhere make() {
  Elsewhere E;
  opaque(E);
  return E;
}

// The constructor is that of others, too.
// CHECK-LABEL: define {{.*}} @returned(
// CHECK: call noundef i32 %{{.*}}(ptr
// CHECK: ret i32
extern "C" int returned() { return make().getTwice(); }

namespace {
struct Own : Base {
  Own() { opaque(*this); }
  int get() override { return opaque(*this); }
};
__attribute__((noinline)) Own makeOwn() { return {}; }
__attribute__((noinline)) int byValueOwn(Own O) {
  opaque(O);
  return call(O);
}
} // namespace

// Nobody else has the vtable.
// CHECK-LABEL: define {{.*}} @returnedOwn(
// PLAIN: call noundef i32 %{{.*}}(ptr
// STRICT: call noundef i32 @_Z6opaqueR4Base(
// STRICT: call noundef i32 @_Z6opaqueR4Base(
// CHECK: ret i32
extern "C" int returnedOwn() { return makeOwn().getTwice(); }
// CHECK-LABEL: define {{.*}} @passedOwn(
extern "C" int passedOwn() { return byValueOwn(Own()); }
// CHECK-LABEL: define internal {{.*}}byValueOwn
// CHECK: call noundef i32 @_Z6opaqueR4Base(
// PLAIN: call noundef i32 %{{.*}}(ptr
// STRICT: call noundef i32 @_Z6opaqueR4Base(
// CHECK: ret i32

// A reference is returned, not an object.
Elsewhere &find();
// CHECK-LABEL: define {{.*}} @reference(
// CHECK: call noundef i32 %{{.*}}(ptr
// CHECK: ret i32
extern "C" int reference() { return call(find()); }

// Nothing is known of what is passed by reference.
// CHECK-LABEL: define {{.*}} @byReference(
// CHECK: call noundef i32 %{{.*}}(ptr
// CHECK: ret i32
extern "C" int byReference(Elsewhere &E) { return call(E); }

// Only Sema could define the destructor, and nobody uses it here: the copy of
// the vtable has a function that calls what the vtable has.
struct Implicit : Base {
  Implicit();
  int get() override;
};
// RAW-DAG: @_ZTV8Implicit = available_externally unnamed_addr constant {{.*}} @_ZN8ImplicitD1Ev.forward, ptr @_ZN8ImplicitD0Ev.forward, ptr @_ZN8Implicit3getEv
// CHECK-LABEL: define {{.*}} @implicit(
// STRICT: call noundef i32 @_ZN8Implicit3getEv(
// STRICT-NOT: @_ZN8ImplicitD0Ev
// STRICT: [[VTABLE:%.*]] = load volatile ptr, ptr %call
// STRICT: [[SLOT:%.*]] = getelementptr inbounds{{.*}} i8, ptr [[VTABLE]], i64 8
// STRICT: [[DTOR:%.*]] = load volatile ptr, ptr [[SLOT]]
// STRICT: call void [[DTOR]](ptr {{.*}}%call)
// CHECK: ret i32
extern "C" int implicit() {
  Base *B = new Implicit;
  int R = B->get();
  delete B;
  return R;
}

// Here it is used.
struct Destroyed : Base {
  Destroyed();
  int get() override;
};
// RAW-DAG: @_ZTV9Destroyed = available_externally unnamed_addr constant
// CHECK-LABEL: define {{.*}} @destroyed(
// STRICT: call noundef i32 @_ZN9Destroyed3getEv(
// CHECK: ret i32
extern "C" int destroyed() {
  Destroyed D;
  return call(D);
}

// A class without a key function, whose constructor is elsewhere: each linkage
// unit that makes objects has a copy of the vtable.
struct NoKey : Base {
  NoKey();
  int get() override { return 3; }
};
// CHECK-LABEL: define {{.*}} @noKey(
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int noKey() { return call(*new NoKey); }

// The constructor is here.
struct NoKeyHere : Base {
  NoKeyHere() {}
  int get() override { return 5; }
};
// RAW-DAG: @_ZTV9NoKeyHere = linkonce_odr unnamed_addr constant
// CHECK-LABEL: define {{.*}} @noKeyHere(
// STRICT: ret i32 5
extern "C" int noKeyHere() { return call(*new NoKeyHere); }

// A hidden class whose constructor others can see may live in another shared
// object.
// UNNAMED-NOT: @_ZTV6Hidden
struct __attribute__((visibility("hidden"))) Hidden : Base {
  __attribute__((visibility("default"))) Hidden();
  ~Hidden() override;
  int get() override;
};
// CHECK-LABEL: define {{.*}} @hidden(
// CHECK: call noundef i32 %{{.*}}(ptr
// CHECK: ret i32
extern "C" int hidden() { return call(*new Hidden); }

// One that is as hidden as its members is in this one.
struct __attribute__((visibility("hidden"))) AllHidden : Base {
  AllHidden();
  ~AllHidden() override;
  int get() override;
};
// CHECK-LABEL: define {{.*}} @allHidden(
// STRICT: call noundef i32 @_ZN9AllHidden3getEv(
// CHECK: ret i32
extern "C" int allHidden() { return call(*new AllHidden); }

// A method that is hidden may be in another shared object than the caller, and
// cannot be called directly.
struct HiddenMethod : Base {
  HiddenMethod();
  ~HiddenMethod() override;
  __attribute__((visibility("hidden"))) int get() override;
  virtual int seen();
};
// RAW-DAG: @_ZTV12HiddenMethod = available_externally unnamed_addr constant {{.*}} @_ZN12HiddenMethod3getEv.forward, ptr @_ZN12HiddenMethod4seenEv
// CHECK-LABEL: define {{.*}} @hiddenMethod(
// CHECK-NOT: @_ZN12HiddenMethod3getEv
// STRICT: call noundef i32 @_ZN12HiddenMethod4seenEv(
// CHECK: ret i32
extern "C" int hiddenMethod() {
  HiddenMethod *H = new HiddenMethod;
  return H->get() + H->seen();
}

// One thunk is in the tables of both virtual bases, at different indices: a
// function for each calls what the vtable has there.
struct VirtualFirst {
  virtual int other();
  virtual int get() = 0;
};
struct VirtualSecond {
  virtual ~VirtualSecond();
  virtual int get() = 0;
};
struct HiddenThunk : Base, virtual VirtualFirst, virtual VirtualSecond {
  HiddenThunk();
  __attribute__((visibility("hidden"))) int get() override;
  virtual int seen();
};
// RAW-DAG: @_ZTV11HiddenThunk = available_externally unnamed_addr constant {{.*}} ptr @_ZN12VirtualFirst5otherEv, ptr @_ZTv0_n32_N11HiddenThunk3getEv.forward.1], {{.*}} ptr @_ZTv0_n32_N11HiddenThunk3getEv.forward.2] }
// THUNK-LABEL: define internal i32 @_ZTv0_n32_N11HiddenThunk3getEv.forward.1(
// THUNK: %vfn = getelementptr inbounds i8, ptr %vtable, i64 8
// THUNK-LABEL: define internal i32 @_ZTv0_n32_N11HiddenThunk3getEv.forward.2(
// THUNK: %vfn = getelementptr inbounds i8, ptr %vtable, i64 16
extern "C" int hiddenThunk() { return (new HiddenThunk)->seen(); }

// A call that reads nothing may be where the object is gone, which a function
// in place of the method would load from: there is no copy then.
struct ReadsNothing {
  virtual int get() __attribute__((const));
};
struct HiddenConst : ReadsNothing {
  HiddenConst();
  __attribute__((visibility("hidden"))) int get() override;
  virtual int seen();
};
// RAW-DAG: @_ZTV11HiddenConst = external unnamed_addr constant
extern "C" int hiddenConst() { return (new HiddenConst)->seen(); }

// Variable arguments are handed on.
struct Variadic : Base {
  Variadic();
  ~Variadic() override;
  int get() override;
  __attribute__((visibility("hidden"))) virtual int sum(int, ...);
};
// RAW-DAG: define internal i32 @_ZN8Variadic3sumEiz.forward(ptr {{.*}}%0, i32 {{.*}}%1, ...)
// RAW-DAG: musttail call i32 (ptr, i32, ...) %{{.*}}(ptr {{.*}}%0, i32 {{.*}}%1, ...)
// CHECK-LABEL: define {{.*}} @variadic(
// CHECK: ret i32
extern "C" int variadic() { return (new Variadic)->sum(2, 3, 4); }

// Virtual bases, and a deleted and a pure method in the vtable.
struct VBase {
  virtual int get();
  virtual int gone() = delete;
  virtual ~VBase();
};
struct Virtual : virtual VBase {
  Virtual();
  ~Virtual() override;
  int get() override;
  virtual int pure() { return 1; }
};
// CHECK-LABEL: define {{.*}} @virtualBase(
// STRICT: call noundef i32 @_ZN7Virtual3getEv(
// CHECK: ret i32
extern "C" int virtualBase() {
  VBase *B = new Virtual;
  return B->get();
}

// A visible class without a key function of which objects are made here, and
// that inherits a method of a hidden class: the constructor, which needs the
// vtable, is emitted after something was said of the object.
struct Shown {
  virtual int get();
};
struct __attribute__((visibility("hidden"))) NotShown : Shown {
  int get() override;
};
struct ShownAgain : NotShown {};
// RAW-DAG: @_ZTV10ShownAgain = linkonce_odr {{.*}}constant {{.*}} @_ZN8NotShown3getEv
// CHECK-LABEL: define {{.*}} @shownAgain(
// CHECK: ret i32
extern "C" int shownAgain() { return (new ShownAgain)->get(); }

// Only this file calls the function, but the object may come from elsewhere.
// CHECK-LABEL: define internal {{.*}} @_ZL8internal9Elsewhere(
// CHECK: call noundef i32 %{{.*}}(ptr
// CHECK: ret i32
__attribute__((noinline)) static int internal(Elsewhere E) {
  opaque(E);
  return call(E);
}
extern "C" int passes() { return internal(Elsewhere()); }
