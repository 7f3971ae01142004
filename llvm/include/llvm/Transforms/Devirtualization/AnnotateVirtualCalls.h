//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says of virtual calls themselves what class they are written with.
///
/// Clang says so by testing the vtable pointer for a type (llvm.type.test) and
/// assuming that it passes. As these are instructions, every pass looks at
/// them. This pass replaces them by metadata of the calls:
///
///     call void %slot(ptr %this), !virtual_call !0
///     !0 = !{!"_ZTS5Shape", i64 16}
///
/// says that the callee was loaded from 16 bytes after a vtable pointer that
/// passes tests for _ZTS5Shape. Tests for types that no vtable of the module
/// passes are replaced by nothing, and tests that more than assumptions depend
/// on stay.
///
/// Not to be run before link time optimization, which needs the tests. Full LTO
/// runs it after whole-program devirtualization. ThinLTO runs
/// `annotate-virtual-calls<keep-tests>` before that, which leaves the tests.
/// Does nothing in modules without the flag StrictVTablePointers:
/// guarded-devirtualization, which reads the metadata, does not either.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_ANNOTATEVIRTUALCALLS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_ANNOTATEVIRTUALCALLS_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Module;

class AnnotateVirtualCallsPass
    : public PassInfoMixin<AnnotateVirtualCallsPass> {
  bool KeepTests;

public:
  explicit AnnotateVirtualCallsPass(bool KeepTests = false)
      : KeepTests(KeepTests) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  void printPipeline(raw_ostream &OS,
                     function_ref<StringRef(StringRef)> MapClassName);
};

/// Does the same for tests of classes that other shared objects may derive from
/// (llvm.public.type.test), and leaves the others. The linker drops these
/// tests, unless it is told to know all classes; their calls may have guards.
void annotatePublicVirtualCalls(Module &M);

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_ANNOTATEVIRTUALCALLS_H
