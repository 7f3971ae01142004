//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions that call what a vtable has in a slot, for copies of vtables whose
/// methods cannot be named, or are not worth having.
///
/// Such a function has the attribute "vtable-forwarder", whose value is the
/// offset of the slot, and loads that and the vtable pointer by volatile loads:
/// folded, the slot would be the function itself, and a known vtable pointer
/// would name the vtable. It may also have the attribute
/// "vtable-forwarder-method": the name of the method that the slot is likely to
/// have. It then compares the slot with that method and calls it directly. The
/// method is a weak reference: where a program has no such symbol, the
/// comparison fails.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_UTILS_VTABLEFORWARDERS_H
#define LLVM_TRANSFORMS_UTILS_VTABLEFORWARDERS_H

#include "llvm/IR/Attributes.h"
#include <cstdint>

namespace llvm {

class CallBase;
class Function;
class Twine;

/// \returns those attributes that say how values are passed, in which all
/// functions that one may be called for have to agree.
AttributeList getPassingAttributes(const CallBase &CB);
AttributeList getPassingAttributes(const Function &F);

/// \returns whether something of \p Attributes is passed as only the function
/// that is called can take it.
bool hasPassingOfItsOwn(AttributeList Attributes);

/// \returns whether another function may be called like the method \p F, and
/// call it. Those with variable arguments need tail calls that have to be
/// (musttail), which not all targets do.
bool mayForwardTo(const Function &F);

/// \returns the attributes of a function that forwards to \p Method.
AttributeList getForwarderAttributes(const Function &Method);

/// \returns the declaration of a function that is called like \p Method, and
/// calls what the vtable of its object has \p Offset bytes after the address
/// point, which may be negative. \p Method may be forwarded to.
Function &declareVTableForwarder(Function &Method, int64_t Offset,
                                 const Twine &Name);

/// Notes that \p F, which was declared by that, stands for a method that may be
/// called, but not named.
void standForUnnamed(Function &F);
bool standsForUnnamed(const Function &F);

/// Has \p F, which was declared by that for \p Method, compare the slot with
/// \p Method. To be called before \p F has a body, and if nothing else names
/// \p Method: it becomes a weak reference. Does nothing if it is no function of
/// another file, or in formats other than ELF, in which a weak reference needs
/// a definition or a library's.
void expectMethod(Function &F, const Function &Method);

/// Gives \p F, which was declared by that, its body, and makes it internal.
void defineVTableForwarder(Function &F);

/// \returns whether \p F was made by this.
bool isVTableForwarder(const Function &F);

} // namespace llvm

#endif // LLVM_TRANSFORMS_UTILS_VTABLEFORWARDERS_H
