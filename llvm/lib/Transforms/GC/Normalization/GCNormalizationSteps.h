//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps of normalizeGCPointers(). All return true if they changed
/// something.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_GCNORMALIZATIONSTEPS_H
#define LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_GCNORMALIZATIONSTEPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class AllocaInst;
class Argument;
class CallBase;
class DominatorTree;
class Function;
class GCPointers;
class GCStrategy;
class StackRoots;
class Type;

/// Returns true if nothing is done with the address of \p Object but to access
/// it, so that the object can be in the address space of other stack objects.
bool isLocalGCObject(const AllocaInst &Object, const GCPointers &Pointers);

/// Moves all such objects there whose address is a reference.
bool moveGCObjects(Function &F, const GCPointers &Pointers);

/// Gives numbers an object of their own that are in a stack object for
/// references for some time. Objects whose address is used otherwise than to
/// load and store known parts, and words that are loaded as what may be either,
/// are left alone. Comes before promoteRawVariables().
bool separateNumbers(Function &F, const GCPointers &References);

/// Returns true if references are loaded from \p A, which is passed by value,
/// or stored there.
bool isAccessedAsReferences(const Argument &A, const GCPointers &References);

/// Returns the first reference type in \p Ty, which contains one.
Type *findReferenceType(Type *Ty, const GCPointers &References);

/// Replaces \p Object by one that has references of type \p Reference at the
/// offsets \p Words, in bytes and ascending, and bytes elsewhere. Returns the
/// new object.
AllocaInst *setReferenceWords(AllocaInst &Object, ArrayRef<uint64_t> Words,
                              Type *Reference);

/// Makes values of the variables with addresses of stack objects through which
/// references are accessed, if the types of the objects do not say where these
/// are. Comes before all that looks at accesses.
bool promoteObjectAddresses(Function &F, const GCPointers &References);

/// Makes values of the variables that may hold addresses of objects and are no
/// references, so that those can be reported or computed again. Comes before
/// the input is verified.
bool promoteRawVariables(Function &F, const GCPointers &References);

/// The three steps above for a strategy with statepoints, in their order.
bool prepareVariables(Function &F, const GCPointers &References);

/// Makes stack objects of arguments that are passed by value and hold
/// references: their memory belongs to the function, but is not in its frame.
bool copyGCArguments(Function &F, const GCStrategy &Strategy);

/// Makes values of the variables that may hold pointers into objects.
bool promoteGCVariables(Function &F, const GCStrategy &Strategy,
                        DominatorTree &DT);

/// Passes what is needed after the landing pads of \p Safepoints, unless these
/// are tokens, through slots.
bool passReferencesToPads(Function &F, const GCStrategy &Strategy,
                          ArrayRef<CallBase *> Safepoints);

/// Finds the stack objects that \p Safepoints list, and has them clear.
bool findStackRoots(Function &F, const GCStrategy &Strategy,
                    ArrayRef<CallBase *> Safepoints, StackRoots &Roots);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_GCNORMALIZATIONSTEPS_H
