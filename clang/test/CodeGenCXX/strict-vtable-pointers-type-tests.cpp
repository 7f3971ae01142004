// Both calls are found, although the vtable pointer of the second one is that of
// the first one or another one.
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -fdevirtualize-speculatively -emit-llvm -o - %s | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -fdevirtualize-speculatively -fstrict-vtable-pointers -emit-llvm -o - %s | FileCheck %s
// And in front of LTO, where the linker finds them.
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -flto -flto-unit -fwhole-program-vtables -fstrict-vtable-pointers -emit-llvm -o - %s | FileCheck %s --check-prefix=LTO
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -flto=thin -flto-unit -fwhole-program-vtables -fstrict-vtable-pointers -emit-llvm -o - %s | FileCheck %s --check-prefix=LTO

struct Printer {
  virtual void put(char);
  virtual void space(int);
  bool first;
  int depth;
  int text;
  void prepare(bool compact);
};

void Printer::put(char) {}
void Printer::space(int n) {
  while (n--)
    put(' ');
}

// CHECK-LABEL: define {{.*}} @_ZN7Printer7prepareEb(
// CHECK: icmp eq ptr {{.*}}, @_ZN7Printer5spaceEi
// CHECK: ret void

// LTO-LABEL: define {{.*}} @_ZN7Printer7prepareEb(
// LTO: [[VPTR:%.*]] = phi ptr
// LTO-NEXT: [[TEST:%.*]] = {{.*}}call i1 @llvm.public.type.test(ptr [[VPTR]], metadata !"_ZTS7Printer")
// LTO-NEXT: call void @llvm.assume(i1 [[TEST]])
// LTO: getelementptr {{.*}} [[VPTR]]
void Printer::prepare(bool compact) {
  if (compact)
    return;
  if (first)
    space(depth);
  else if (text < 0) {
    put('\n');
    space(depth);
  }
}
