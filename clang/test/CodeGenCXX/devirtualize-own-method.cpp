// The method of the class that a call is written with is guessed, although no
// object of it is made here.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 \
// RUN:   -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - \
// RUN:   | FileCheck --check-prefixes=CHECK,OURS %s
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 \
// RUN:   -fdevirtualize-speculatively -emit-llvm -o - \
// RUN:   | FileCheck --check-prefixes=CHECK,PLAIN %s
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 \
// RUN:   -fstrict-vtable-pointers -emit-llvm -o - \
// RUN:   | FileCheck --check-prefixes=CHECK,PLAIN %s

struct Listener {
  virtual ~Listener() {}
  virtual int notify(int I) { return I + 1; }
  virtual int elsewhere();
  virtual int pure() = 0;
};

// CHECK-LABEL: define {{.*}} @notify(
// PLAIN-NOT: icmp
// OURS: icmp eq ptr %{{.*}}, @_ZN8Listener6notifyEi
// OURS: add {{.*}}i32 %I, 1
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int notify(Listener &L, int I) { return L.notify(I); }

// A program whose only knowledge of the class is its vtable may have the method
// where nobody can name it.
// CHECK-LABEL: define {{.*}} @elsewhere(
// CHECK-NOT: icmp
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int elsewhere(Listener &L) { return L.elsewhere(); }

// CHECK-LABEL: define {{.*}} @pure(
// CHECK-NOT: icmp
// CHECK: call noundef i32 %
// CHECK: ret i32
extern "C" int pure(Listener &L) { return L.pure(); }

// An implicit destructor is defined where it is called.
struct Default {
  virtual ~Default() = default;
  virtual int get();
};
// CHECK-LABEL: define {{.*}} @destroy(
// OURS: icmp eq ptr %{{.*}}, @_ZN7DefaultD1Ev
// CHECK: call void %
// CHECK: ret void
extern "C" void destroy(Default &D) { D.~Default(); }

// A class that no other module knows.
namespace {
struct Shape {
  virtual int area() = 0;
};
struct Square : Shape {
  int Side = 2;
  int area() override { return Side * Side; }
};
struct Circle : Shape {
  int Radius = 3;
  int area() override { return 3 * Radius * Radius; }
};
} // namespace
Shape *TheShapes[10];
extern "C" void add(int I, bool IsSquare) {
  if (IsSquare)
    TheShapes[I] = new Square;
  else
    TheShapes[I] = new Circle;
}
// CHECK-LABEL: define {{.*}} @sum(
// PLAIN: call noundef i32 %
// OURS-NOT: call noundef i32
// CHECK: ret i32
extern "C" int sum() {
  int Sum = 0;
  for (Shape *S : TheShapes)
    Sum += S->area();
  return Sum;
}
