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
