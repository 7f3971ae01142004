// Whoever casts to a final class compares the address of its vtable. A shared
// object has to export it, which linkers do not with LTO if the address of what is
// linkonce_odr does not matter.
// RUN: %clang_cc1 -std=c++17 -triple x86_64-linux-gnu -flto -emit-llvm -disable-llvm-passes -o - %s | FileCheck %s --check-prefixes=CHECK,LTO
// RUN: %clang_cc1 -std=c++17 -triple aarch64-linux-gnu -O2 -flto=thin -emit-llvm -disable-llvm-passes -o - %s | FileCheck %s --check-prefixes=CHECK,LTO
// RUN: %clang_cc1 -std=c++17 -triple x86_64-linux-gnu -O2 -emit-llvm -disable-llvm-passes -o - %s | FileCheck %s --check-prefixes=CHECK,PLAIN
// No cast compares vtables that are not known to be unique.
// RUN: %clang_cc1 -std=c++17 -triple x86_64-linux-gnu -flto -fno-rtti -emit-llvm -disable-llvm-passes -o - %s | FileCheck %s --check-prefixes=PLAIN
// RUN: %clang_cc1 -std=c++17 -triple x86_64-linux-gnu -flto -fno-assume-unique-vtables -emit-llvm -disable-llvm-passes -o - %s | FileCheck %s --check-prefixes=PLAIN
// RUN: %clang_cc1 -std=c++17 -triple x86_64-linux-gnu -flto -fvisibility=hidden -emit-llvm -disable-llvm-passes -o - %s | FileCheck %s --check-prefixes=HIDDEN

struct Open {
  virtual void f() {}
  virtual ~Open() {}
};
struct Final final : Open {
  void f() override {}
};
struct FinalDestructor : Open {
  ~FinalDestructor() final {}
};
template <class T> struct Template final : Open {};
struct KeyFunction final : Open {
  void f() override;
};
void KeyFunction::f() {}
namespace {
struct Local final : Open {
  void f() override {}
};
} // namespace

// CHECK-DAG: @_ZTV4Open = linkonce_odr unnamed_addr constant
Open open;

// LTO-DAG: @_ZTV5Final = linkonce_odr constant {{.*}} comdat
// PLAIN-DAG: @_ZTV5Final = linkonce_odr unnamed_addr constant
// HIDDEN-DAG: @_ZTV5Final = linkonce_odr hidden unnamed_addr constant
Final final_;

// LTO-DAG: @_ZTV15FinalDestructor = linkonce_odr constant {{.*}} comdat
// PLAIN-DAG: @_ZTV15FinalDestructor = linkonce_odr unnamed_addr constant
FinalDestructor finalDestructor;

// LTO-DAG: @_ZTV8TemplateIiE = linkonce_odr constant {{.*}} comdat
// PLAIN-DAG: @_ZTV8TemplateIiE = linkonce_odr unnamed_addr constant
Template<int> template_;

// CHECK-DAG: @_ZTV11KeyFunction = unnamed_addr constant
KeyFunction keyFunction;

// CHECK-DAG: @_ZTVN12_GLOBAL__N_15LocalE = internal unnamed_addr constant
Local local;
