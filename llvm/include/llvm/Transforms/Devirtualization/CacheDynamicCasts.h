//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Remembers what casts of the C++ runtime library returned.
///
/// __dynamic_cast(object, type it has, type it is cast to, hint) searches the
/// type_info of the object's class each time, and compares names. What it
/// returns, less the object's address, depends on the object's vtable pointer,
/// and on whether the object that it is part of still has the class that this
/// one says, or has it yet: while a base class is destroyed, others may not
/// know of it. So calls become calls of a function that all casts between the
/// two types share. It looks for the vtable pointer in a table, and asks
/// whether the type_info of the whole object is the same:
///
///     @__dynamic_cast_cache._ZTI1B._ZTI1D = linkonce_odr hidden
///         global [16 x i64] zeroinitializer, comdat
///     define linkonce_odr hidden
///         ptr @__dynamic_cast_cached._ZTI1B._ZTI1D(ptr %object) comdat
///
/// An entry of the table is one word, so that any number of threads may read
/// and write it at once: the vtable pointer in the upper 48 bits, and in the
/// lower ones the signed number of bytes from the object to the result, where
/// the least number stands for null, and the next for what the library is asked
/// for. What does not fit is not remembered. A
/// vtable pointer has four entries that it may be in. They are taken in the
/// order in which objects come, and stay, but where two threads take one at
/// once: no matter how many classes there are, threads soon do nothing but read
/// the table. What comes when all four are taken is cast by the library.
///
/// A shared object may be closed, and another one get its addresses. So a
/// result is remembered if the vtable pointer points
/// - into the linker's output that the table is part of, between __ehdr_start
///   and _end: the table is gone when they are; or
/// - into the shared object that has one of the two type_info objects. Since
///   the dynamic linker has bound references of this output to it, it stays
///   loaded as long. dl_iterate_phdr tells, if there is one.
///
/// For other vtable pointers, an entry tells to call the library each time. If
/// the two symbols are undefined, as with ORC, nothing is remembered. MCJIT
/// cannot run the result, because it rejects undefined weak symbols.
///
/// The lookups of a module take at most -cache-dynamic-casts-growth percent of
/// its instructions; the types with the most casts have one.
///
/// Only for ELF on x86-64 and AArch64, and not in functions that are optimized
/// for size or not at all. To be run when nothing more is going to be known of
/// objects. Before link time optimization, cache-dynamic-casts<declare> only
/// adds declarations of the two symbols that stay: lld does not define a symbol
/// that the output of LTO is the first to reference. Does nothing in modules
/// without the flag StrictVTablePointers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_CACHEDYNAMICCASTS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_CACHEDYNAMICCASTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace llvm {

class Module;
class raw_ostream;

class CacheDynamicCastsPass : public PassInfoMixin<CacheDynamicCastsPass> {
public:
  /// With \p OnlyDeclare, no cast changes.
  explicit CacheDynamicCastsPass(bool OnlyDeclare = false)
      : OnlyDeclare(OnlyDeclare) {}

  void printPipeline(raw_ostream &OS,
                     function_ref<StringRef(StringRef)> MapClassName2PassName);
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);

private:
  bool OnlyDeclare;
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_CACHEDYNAMICCASTS_H
