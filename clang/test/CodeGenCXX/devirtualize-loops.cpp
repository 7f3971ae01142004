// A loop over what an iterator of a likely class returns is a sum of numbers, for
// which no loop is needed.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 \
// RUN:   -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 \
// RUN:   -fdevirtualize-speculatively -emit-llvm -o - | FileCheck %s --check-prefix=PLAIN

struct Iterator {
  virtual ~Iterator() = default;
  virtual bool valid() = 0;
  virtual int value() = 0;
  virtual void next() = 0;
};
struct Range final : Iterator {
  Range(int N) : N(N) {}
  bool valid() override { return I < N; }
  int value() override { return I; }
  void next() override { ++I; }
  int I = 0, N;
};
Iterator *make(int N) { return new Range(N); }

// CHECK-LABEL: define {{.*}} @sum(
// CHECK:         icmp eq ptr %{{.*}}, getelementptr inbounds {{.*}}@_ZTV5Range
// CHECK:       split.us:
// CHECK-NOT:     phi
// CHECK:         lshr i33
// CHECK-NOT:     phi
// CHECK:       {{.*}}split:
// CHECK:         call noundef zeroext i1 %
// PLAIN-LABEL: define {{.*}} @sum(
// PLAIN-NOT:     lshr i33
// PLAIN:         ret i32
extern "C" int sum(Iterator *It) {
  int Sum = 0;
  for (; It->valid(); It->next())
    Sum += It->value();
  return Sum;
}

// An object that a call precedes may be under construction when the loop begins. In
// the iterations behind the first one it is what it was then.

struct Base {
  virtual ~Base();
  virtual int get() { return Value; }
  virtual int other();
  virtual void another();
  int Value;
};
void see();
void seeToo();

// CHECK-LABEL: define {{.*}} @behindCall(
// CHECK:         call void @_Z3seev()
// CHECK:         load ptr, ptr %B
// CHECK-NOT:     load ptr, ptr %B
// CHECK:         ret i32
// PLAIN-LABEL: define {{.*}} @behindCall(
// PLAIN:       for.body:
// PLAIN:         call void @_Z3seev()
// PLAIN-NEXT:    load ptr, ptr %B
extern "C" int behindCall(Base *B, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    see();
    Sum += B->get();
  }
  return Sum;
}

// A guard asks for what each of two ways has loaded.
// CHECK-LABEL: define {{.*}} @behindBoth(
// CHECK-COUNT-2: load ptr, ptr %B
// CHECK:         phi ptr
// CHECK-NOT:     load ptr, ptr %B
// CHECK:         icmp eq ptr
// CHECK-NOT:     load ptr, ptr %B
// CHECK:         ret i32
// PLAIN-LABEL: define {{.*}} @behindBoth(
// PLAIN-COUNT-3: load ptr, ptr %B
// PLAIN:         ret i32
extern "C" int behindBoth(Base *B, bool C) {
  int Sum = 0;
  if (C) {
    see();
    Sum = B->other();
  } else {
    seeToo();
    B->another();
  }
  see();
  return Sum + B->get();
}
