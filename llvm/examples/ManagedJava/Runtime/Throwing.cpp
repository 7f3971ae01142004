//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Throwing.h"
#include "Exceptions.h"
#include "Heap.h"
#include "Program.h"
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace java {

void fatal(const char *Format, ...) {
  std::fputs("managed-java: error: ", stderr);
  va_list Arguments;
  va_start(Arguments, Format);
  std::vfprintf(stderr, Format, Arguments);
  va_end(Arguments);
  std::fputc('\n', stderr);
  std::abort();
}

/// Throws what a method of java/lang/ManagedRuntime returns.
template <typename... Ts>
[[noreturn]] static void throwNew(const char *Method, Ts... Arguments) {
  throwObject(findMethod<Object *(*)(Ts...)>(Method)(Arguments...));
}

void throwNull() { throwNew("newNullPointer"); }
void throwNegativeSize(int32_t Length) { throwNew("newNegativeSize", Length); }
void throwArraySize() { throwNew("newArraySize"); }
void throwMonitor() { throwNew("newIllegalMonitorState"); }
void throwNotInitialized(const Class *C) { throwNew("newNotInitialized", C); }
void throwInitializerThrew(const Class *C, Object *Thrown) {
  throwNew("newInitializerThrew", C, Thrown);
}

/// As old as the program, and so the last of all handles.
static Handle<> &memoryError() {
  static Handle<> Error(findMethod<Object *(*)()>("newOutOfMemory")());
  return Error;
}

void prepareThrowing() { memoryError(); }
void throwMemory() { throwObject(memoryError().get()); }

} // namespace java

using namespace java;

extern "C" {

[[noreturn]] void javaThrowNull() { throwNull(); }
[[noreturn]] void javaThrowArithmetic() { throwNew("newArithmetic"); }
[[noreturn]] void javaThrowBounds(int32_t Index, int32_t Length) {
  throwNew("newIndex", Index, Length);
}
[[noreturn]] void javaThrowCast(const Object *Value, const Class *To) {
  throwNew("newClassCast", Value, To);
}
[[noreturn]] void javaThrowStore(const Array *, const Object *Value) {
  throwNew("newArrayStore", Value);
}
[[noreturn]] void javaThrowIncompatible(const Object *Value,
                                        const Class *Interface) {
  throwNew("newIncompatible", Value, Interface);
}
/// In vtables, in place of a method that has no body.
[[noreturn]] void javaThrowAbstract() { throwNew("newAbstractMethod"); }
/// In methods that the compiler did not translate (--stub-unsupported).
[[noreturn]] void java_unsupported(const char *Method) {
  fatal("%s is called, which was not compiled", Method);
}
}
