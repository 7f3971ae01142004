//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The function attribute "gc-address-spaces"="1,2": which address spaces hold
/// the references of a function, instead of those that its GC strategy names.
/// It changes nothing else, and nothing of functions without a strategy.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_IR_GCADDRESSSPACES_H
#define LLVM_IR_GCADDRESSSPACES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace llvm {

class Function;
class GCStrategy;
class Type;

constexpr StringLiteral GCAddressSpacesAttr = "gc-address-spaces";

using AddressSpaceList = SmallVector<unsigned, 4>;

/// Reads a list of address spaces, as "1,2". It has at least one, none twice,
/// and not the one of ordinary pointers, 0, of which \p AboutZero tells more.
LLVM_ABI Expected<AddressSpaceList> parseAddressSpaces(StringRef List,
                                                       StringRef AboutZero);

/// \returns the address spaces that the attribute of \p F names, none if it has
/// no attribute or a wrong one, which is diagnosed by others.
LLVM_ABI AddressSpaceList getGCAddressSpaces(const Function &F);

/// \returns whether pointers of type \p Ty, or vectors of them, are references
/// in \p F by its attribute; nothing if it has none.
LLVM_ABI std::optional<bool> isNamedReference(const Type *Ty,
                                              const Function &F);

/// \returns \p Strategy, or one that differs in the address spaces that the
/// attribute of \p F names.
LLVM_ABI std::unique_ptr<GCStrategy>
applyGCAddressSpaces(std::unique_ptr<GCStrategy> Strategy, const Function &F);

/// \returns true unless pointers of \p Callee, inlined into \p Caller, would
/// become references, or cease to be some. Both have the same strategy.
LLVM_ABI bool haveSameGCAddressSpaces(const Function &Caller,
                                      const Function &Callee);

/// \returns what is wrong with the attribute of \p F, or of the references of
/// \p F, which are as wide as ordinary pointers. Empty if nothing is. \p
/// Strategy is that of F.
LLVM_ABI std::string describeWrongGCAddressSpaces(const Function &F,
                                                  const GCStrategy *Strategy);

} // end namespace llvm

#endif // LLVM_IR_GCADDRESSSPACES_H
