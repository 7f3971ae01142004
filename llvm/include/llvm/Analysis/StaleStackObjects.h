//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds reads of stack objects that statepoints did not list, in IR that has
/// statepoints.
///
/// A *word* is an offset in a stack object that has a reference, by the type of
/// the object or because one is loaded from there. On some path to an
/// instruction, a word may be
///
///   - *held*: something was stored there, or a call had the address,
///   - *stale*: it was held at a statepoint that did not list it.
///
/// Storing to a word, passing its object to a call, and the markers of its
/// lifetime end that it is stale. These are mistakes:
///
///   1. loading a reference from a stale word,
///   2. listing a stale word, which the collector would follow,
///   3. passing the object of a stale word to a call that may read it,
///   4. passing an object to a statepoint that may read it and does not list a
///      word that is held.
///
/// Time and memory are linear in the words times the blocks, by bits, and in
/// the instructions.
///
/// Not found: what is read through an address that was captured, or copied from
/// one object to another.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_STALESTACKOBJECTS_H
#define LLVM_ANALYSIS_STALESTACKOBJECTS_H

#include "llvm/Support/Compiler.h"
#include <vector>

namespace llvm {

class AllocaInst;
class Function;
class GCStrategy;
class Instruction;

/// A mistake about an object at an instruction.
struct StaleStackObject {
  const Instruction *At;
  const AllocaInst *Object;
};

/// Returns the mistakes in \p F in its order, each instruction and object once.
/// Blocks that cannot be reached are left out.
LLVM_ABI std::vector<StaleStackObject>
findStaleStackObjects(const Function &F, const GCStrategy &Strategy);

} // end namespace llvm

#endif // LLVM_ANALYSIS_STALESTACKOBJECTS_H
