// A copy of a vtable does not have large inline methods emitted that nothing else
// refers to; what is in their slots calls what is in the vtable.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 -fstrict-vtable-pointers \
// RUN:   -fdevirtualize-speculatively -disable-llvm-passes -emit-llvm -o %t.ll
// RUN: FileCheck --check-prefixes=CHECK,LEFT %s < %t.ll
// RUN: FileCheck --check-prefixes=EMITTED %s < %t.ll
// RUN: opt -passes=verify -disable-output %t.ll
// After linking there may be calls that another file does not have.
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 -fstrict-vtable-pointers \
// RUN:   -fdevirtualize-speculatively -flto=full -disable-llvm-passes -emit-llvm -o - \
// RUN:   | FileCheck --check-prefixes=CHECK,ALL %s
// Nothing drops large methods.
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 -fstrict-vtable-pointers \
// RUN:   -disable-llvm-passes -emit-llvm -o - | FileCheck --check-prefixes=CHECK,ALL %s

int opaque(int);

// A template's methods are not declared inline.
template <class T> struct Table {
  T sum(T N);
};
template <class T> T Table<T>::sum(T N) {
  T Sum = 0;
  for (T I = 0; I < N; ++I)
    Sum += opaque(I) * opaque(I + 1) + opaque(I + 2) * opaque(I + 3);
  return Sum;
}

struct Object {
  Object();
  virtual ~Object();
  virtual int small(int N) { return N + 1; }
  virtual int large(int N) {
    int Sum = 0;
    for (int I = 0; I < N; ++I)
      Sum += opaque(I) * opaque(I + 1) + opaque(I + 2) * opaque(I + 3);
    return Sum;
  }
  virtual int callsLarge(int N) { return Table<int>().sum(N); }
  virtual int called(int N) {
    int Sum = 0;
    for (int I = 0; I < N; ++I)
      Sum += opaque(I) * opaque(I + 1) + opaque(I + 2) * opaque(I + 3);
    return Sum;
  }
  virtual int calledLater(int N) {
    int Sum = 0;
    for (int I = 0; I < N; ++I)
      Sum += opaque(I) * opaque(I + 1) + opaque(I + 2) * opaque(I + 3);
    return Sum;
  }
  virtual int elsewhere();
};

// LEFT: @_ZTV6Object = available_externally {{.*}}@_ZN6Object5smallEi, ptr @vtable.forward, ptr @vtable.forward{{[.0-9]*}}, ptr @_ZN6Object6calledEi, ptr @vtable.forward{{[.0-9]*}}, ptr @_ZN6Object9elsewhereEv]
// ALL: @_ZTV6Object = available_externally {{.*}}@_ZN6Object5smallEi, ptr @_ZN6Object5largeEi, ptr @_ZN6Object10callsLargeEi, ptr @_ZN6Object6calledEi, ptr @_ZN6Object11calledLaterEi, ptr @_ZN6Object9elsewhereEv]

// CHECK-LABEL: define {{.*}} @use(
extern "C" int use(Object &O, int N) {
  Object Made;
  return O.small(N) + O.Object::called(N) + Made.elsewhere();
}

// What is emitted later may refer to them.
inline int later(Object &O) { return O.Object::calledLater(3); }
extern "C" int useLater(Object &O) { return later(O); }

// LEFT-NOT: define {{.*}} @_ZN6Object5largeEi(
// LEFT-NOT: define {{.*}} @_ZN5TableIiE3sumEi(
// EMITTED-DAG: define linkonce_odr {{.*}} @_ZN6Object5smallEi(
// EMITTED-DAG: define linkonce_odr {{.*}} @_ZN6Object6calledEi(
// EMITTED-DAG: define linkonce_odr {{.*}} @_ZN6Object11calledLaterEi(
