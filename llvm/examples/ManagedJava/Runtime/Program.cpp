//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>

using namespace java;

extern "C" {
// The linker makes these of the sections' names. A program always has classes
// and exports.
extern Class *const __start_java_classes[], *const __stop_java_classes[];
extern const Export __start_java_exports[], __stop_java_exports[];
extern const char __start_managed_text[] __attribute__((weak));
extern const char __stop_managed_text[] __attribute__((weak));
/// Defined in programs that have frames in memory.
extern const char java_has_frames __attribute__((weak));

/// So that a frame of managed code without a safepoint is not taken for the end
/// of the stack (docs/MovingCollector.md).
extern const LLVMManagedStackMapTables LLVMManagedImageStackMapOptions = {
    sizeof(LLVMManagedStackMapTables),
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    reinterpret_cast<uintptr_t>(__start_managed_text),
    reinterpret_cast<uintptr_t>(__stop_managed_text),
    nullptr};
}

/// The linker says if LLVMManagedImage.o, which registers the maps, is missing.
__attribute__((used)) static const void *const TheMap = &LLVMManagedImageMap;

LLVMManagedThread *java::JavaThread;

bool java::programHasFrames() { return &java_has_frames != nullptr; }

void *java::findExport(const char *Name) {
  for (const Export *E = __start_java_exports; E != __stop_java_exports; ++E)
    if (!std::strcmp(E->Name, Name))
      return E->Function;
  std::fprintf(stderr,
               "managed-java: error: the program has no method '%s' for the "
               "runtime\n",
               Name);
  std::exit(1);
}

void java::visitClasses(void (*Visit)(Class &)) {
  for (Class *const *C = __start_java_classes; C != __stop_java_classes; ++C)
    Visit(**C);
}

static std::unordered_map<std::string, Class *> &classesByName() {
  static std::unordered_map<std::string, Class *> Classes;
  if (Classes.empty())
    visitClasses([](Class &C) { Classes.emplace(C.Name, &C); });
  return Classes;
}

Class *java::findClass(const char *Name) {
  const auto &Classes = classesByName();
  const auto Found = Classes.find(Name);
  return Found == Classes.end() ? nullptr : Found->second;
}
