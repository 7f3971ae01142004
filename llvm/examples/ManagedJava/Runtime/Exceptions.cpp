//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "Throwing.h"
#include <cstdlib>
#include <unwind.h>

namespace {

/// An exception on its way, or one that C++ code has caught. Java releases it
/// when it catches it.
struct Exception {
  _Unwind_Exception Header;
  java::Object *Value;
  Exception *Previous;
};

} // namespace

static constexpr uint64_t ExceptionClass = 0x4d4c564d4a415641; // "MLVMJAVA"

/// Innermost first: a native frame that an exception leaves may run Java, which
/// throws and catches another.
static Exception *Last;

static void release(Exception *E) {
  for (Exception **Place = &Last; *Place; Place = &(*Place)->Previous) {
    if (*Place == E) {
      *Place = E->Previous;
      break;
    }
  }
  std::free(E);
}

static Exception *fromHeader(_Unwind_Exception *Header) {
  return reinterpret_cast<Exception *>(Header);
}

void java::throwObject(Object *Value) {
  auto *E = static_cast<Exception *>(std::calloc(1, sizeof(Exception)));
  if (!E)
    fatal("no memory for an exception");
  E->Header.exception_class = ExceptionClass;
  E->Header.exception_cleanup = [](_Unwind_Reason_Code,
                                   _Unwind_Exception *Header) {
    release(fromHeader(Header));
  };
  E->Value = Value;
  E->Previous = Last;
  Last = E;
  const _Unwind_Reason_Code Code = _Unwind_RaiseException(&E->Header);
  fatal("an exception cannot be thrown: the unwinder says %d", int(Code));
}

java::Object *java::lastException() { return Last->Value; }

void java::visitExceptions(void (*Visit)(Object *&)) {
  for (Exception *E = Last; E; E = E->Previous)
    Visit(E->Value);
}

extern "C" {

_Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action, uint64_t,
                                         _Unwind_Exception *,
                                         _Unwind_Context *);

/// The tables of managed code are those of C++, and all that it catches is
/// `catch (...)`. What is not Java's passes by.
_Unwind_Reason_Code java_personality(int Version, _Unwind_Action Actions,
                                     uint64_t TheClass,
                                     _Unwind_Exception *Header,
                                     _Unwind_Context *Context) {
  if (TheClass != ExceptionClass)
    return _URC_CONTINUE_UNWIND;
  return __gxx_personality_v0(Version, Actions, TheClass, Header, Context);
}

/// In a landing pad: what was thrown.
java::Object *java_exception(_Unwind_Exception *Header) {
  return fromHeader(Header)->Value;
}

/// Java has caught it.
void java_begin_catch(_Unwind_Exception *Header) {
  release(fromHeader(Header));
}

[[noreturn]] void javaThrow(java::Object *Value) {
  if (!Value)
    java::throwNull();
  java::throwObject(Value);
}
}
