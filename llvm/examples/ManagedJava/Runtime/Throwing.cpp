//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Throwing.h"
#include "Heap.h"
#include "Program.h"
#include "Strings.h"
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace java {

void fatal(const char *Format, ...) {
  std::fflush(stdout);
  std::fputs("managed-java: error: ", stderr);
  va_list Arguments;
  va_start(Arguments, Format);
  std::vfprintf(stderr, Format, Arguments);
  va_end(Arguments);
  std::fputc('\n', stderr);
  std::abort();
}

/// Calls a method of java/lang/ManagedRuntime that throws.
template <typename... Ts>
[[noreturn]] static void callThrowing(const char *Name, Ts... Arguments) {
  findMethod<void (*)(Ts...)>(Name)(Arguments...);
  fatal("java.lang.ManagedRuntime.%s does not throw", Name);
}

void throwNull() { callThrowing("throwNull"); }
void throwNegativeSize(int32_t Length) {
  callThrowing("throwNegativeSize", Length);
}
void throwMemory() { callThrowing("throwMemory"); }
void throwMonitor() { callThrowing("throwMonitor"); }
void throwNoClass(const Class *C) { callThrowing("throwNoClass", newName(C)); }
void throwStore(const Object *Value) {
  callThrowing("throwStore", newName(Value->Type));
}
void throwNotCloneable(const Object *Value) {
  callThrowing("throwNotCloneable", newName(Value->Type));
}
void throwInInitializer(Object *Thrown) {
  callThrowing("throwInInitializer", Thrown);
}
void throwIndexRange(const char *Format, ...) {
  char Text[256];
  va_list Arguments;
  va_start(Arguments, Format);
  std::vsnprintf(Text, sizeof(Text), Format, Arguments);
  va_end(Arguments);
  callThrowing("throwIndexRange", newString(Text));
}

} // namespace java

using namespace java;

extern "C" {

[[noreturn]] void javaThrowNull() { throwNull(); }
[[noreturn]] void javaThrowArithmetic() { callThrowing("throwArithmetic"); }
[[noreturn]] void javaThrowBounds(int32_t Index, int32_t Length) {
  callThrowing("throwIndex", Index, Length);
}
[[noreturn]] void javaThrowCast(const Object *Value, const Class *To) {
  Handle<> From(newName(Value->Type));
  Object *Wanted = newName(To);
  callThrowing("throwCast", From.get(), Wanted);
}
[[noreturn]] void javaThrowStore(const Array *, const Object *Value) {
  throwStore(Value);
}
[[noreturn]] void javaThrowIncompatible(const Object *Value,
                                        const Class *Interface) {
  Handle<> Type(newName(Value->Type));
  Object *Wanted = newName(Interface);
  callThrowing("throwIncompatible", Type.get(), Wanted);
}
/// In vtables, in place of a method that has no body.
[[noreturn]] void javaThrowAbstract() {
  callThrowing("throwAbstract",
               newString("Receiver class does not define an implementation of "
                         "the resolved method"));
}
/// Called by methods that the compiler did not translate (--stub-unsupported).
[[noreturn]] void java_unsupported(const char *Method) {
  fatal("%s is called, which was not compiled", Method);
}
}
