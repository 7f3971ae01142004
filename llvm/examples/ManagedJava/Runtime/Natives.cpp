//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The native methods of the library, as java/lang/ManagedRuntime describes
/// them. Java calls all of them by an entry. A boolean is an int there, as in
/// registers.
///
//===----------------------------------------------------------------------===//

#include "Natives.h"
#include "Classes.h"
#include "Heap.h"
#include "Monitors.h"
#include "Program.h"
#include "Throwing.h"
#include "llvm-c/ManagedNativeEntry.h"
#include <cerrno>
#include <cstring>
#include <ctime>
#include <unistd.h>

using namespace java;

static int NumArguments;
static char **Arguments;

void java::setArguments(int Count, char **Words) {
  NumArguments = Count;
  Arguments = Words;
}

/// \returns an array of bytes.
static Array *makeBytes(const char *Text) {
  static Class *Bytes = findClass("[B");
  if (!Bytes)
    fatal("the program has no class '[B'");
  const size_t Length = std::strlen(Text);
  Array *A = allocateArray(Bytes, Length);
  std::memcpy(elements(A), Text, Length);
  return A;
}

static bool isArray(const Class *C) {
  return C->Kind == ClassKind::PrimitiveArray ||
         C->Kind == ClassKind::ReferenceArray;
}

/// Whether [Index, Index + Count) are elements.
static bool isRange(const Array *A, int32_t Index, int32_t Count) {
  return Index >= 0 && Count >= 0 &&
         int64_t(Index) + Count <= int64_t(A->Length);
}

/// Copies references as far as they may be elements of \p Target. Neither array
/// is the other, since the classes differ.
static bool copyChecked(Array *Source, int32_t SourceIndex, Array *Target,
                        int32_t TargetIndex, int32_t Count) {
  for (int32_t I = 0; I != Count; ++I) {
    Object *Element = references(Source)[SourceIndex + I];
    if (Element && !isAssignable(Element->Type, Target->Type->Element))
      return false;
    references(Target)[TargetIndex + I] = Element;
  }
  return true;
}

static int64_t readClock(clockid_t Clock, int64_t PerSecond) {
  timespec Now;
  clock_gettime(Clock, &Now);
  return int64_t(Now.tv_sec) * PerSecond +
         int64_t(Now.tv_nsec) / (1000000000 / PerSecond);
}

extern "C" {

int32_t javaCopyElements(Array *Source, int32_t SourceIndex, Array *Target,
                         int32_t TargetIndex, int32_t Count) {
  if (!Source || !Target)
    return false;
  const Class *From = Source->Type, *To = Target->Type;
  if (!isArray(From) || From->Kind != To->Kind ||
      (From->Kind == ClassKind::PrimitiveArray && From != To) ||
      !isRange(Source, SourceIndex, Count) ||
      !isRange(Target, TargetIndex, Count))
    return false;
  if (From->Kind == ClassKind::ReferenceArray &&
      !isAssignable(From->Element, To->Element))
    return copyChecked(Source, SourceIndex, Target, TargetIndex, Count);
  const unsigned Shift = From->InstanceSize;
  std::memmove(elements(Target) + (size_t(TargetIndex) << Shift),
               elements(Source) + (size_t(SourceIndex) << Shift),
               size_t(Count) << Shift);
  return true;
}

Object *javaCopyOf(Object *O) {
  Handle<> Old(O);
  const uint64_t Size = sizeOf(O);
  Object *New = allocate(O->Type, Size);
  std::memcpy(reinterpret_cast<char *>(New) + FirstField,
              reinterpret_cast<char *>(Old.get()) + FirstField,
              Size - FirstField);
  return New;
}

Array *javaNewArrayLike(Array *Like, int32_t Length) {
  return allocateArray(Like->Type, Length);
}

Array *javaClassName(Class *C) { return makeBytes(C->Name); }
int32_t javaClassKind(Class *C) { return int32_t(C->Kind); }
Class *javaSuperclass(Class *C) { return C->Super; }
Class *javaElementClass(Class *C) { return C->Element; }
Object *javaMirror(Class *C) { return mirrorOf(C); }
int32_t javaIsInstance(Class *C, Object *O) { return isAssignable(O->Type, C); }
void javaInitializeClass(Class *C) { initialize(C); }

void javaWrite(int32_t File, Array *Bytes, int32_t Count) {
  const char *Next = elements(Bytes);
  while (Count > 0) {
    const ssize_t Written = write(File, Next, Count);
    if (Written < 0 && errno != EINTR)
      fatal("writing to file descriptor %d: %m", File);
    if (Written > 0) {
      Next += Written;
      Count -= Written;
    }
  }
}

void javaHalt(int32_t Status) { endProcess(Status); }

int32_t javaArgumentCount() { return NumArguments; }
Array *javaArgument(int32_t Index) { return makeBytes(Arguments[Index]); }

Object *javaGetClass(Object *O) {
  // The receiver was tested for null, but not by a caller from Java code that
  // has no null checks.
  if (!O)
    throwNull();
  return mirrorOf(const_cast<Class *>(O->Type));
}

int64_t javaNanoTime() { return readClock(CLOCK_MONOTONIC, 1000000000); }
int64_t javaCurrentTimeMillis() { return readClock(CLOCK_REALTIME, 1000); }
int32_t javaIdentityHashCode(Object *O) { return O ? identityHash(O) : 0; }
void javaGC() { collectNow(); }
}

#define RUNTIME_NATIVE(METHOD, TARGET)                                         \
  LLVM_MANAGED_CHECKED_NATIVE_ENTRY(Java_java_lang_ManagedRuntime_##METHOD,    \
                                    TARGET)
RUNTIME_NATIVE(copyElements, javaCopyElements);
RUNTIME_NATIVE(copyOf, javaCopyOf);
RUNTIME_NATIVE(newArrayLike, javaNewArrayLike);
RUNTIME_NATIVE(className, javaClassName);
RUNTIME_NATIVE(classKind, javaClassKind);
RUNTIME_NATIVE(superclass, javaSuperclass);
RUNTIME_NATIVE(elementClass, javaElementClass);
RUNTIME_NATIVE(mirror, javaMirror);
RUNTIME_NATIVE(isInstance, javaIsInstance);
RUNTIME_NATIVE(initialize, javaInitializeClass);
RUNTIME_NATIVE(write, javaWrite);
RUNTIME_NATIVE(halt, javaHalt);
RUNTIME_NATIVE(argumentCount, javaArgumentCount);
RUNTIME_NATIVE(argument, javaArgument);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(Java_java_lang_Object_getClass, javaGetClass);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(Java_java_lang_System_nanoTime, javaNanoTime);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(Java_java_lang_System_currentTimeMillis,
                                  javaCurrentTimeMillis);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(Java_java_lang_System_identityHashCode,
                                  javaIdentityHashCode);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(Java_java_lang_System_gc, javaGC);
