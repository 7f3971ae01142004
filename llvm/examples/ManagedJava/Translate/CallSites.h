//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What invokedynamic does. There is no method handle at run time: each call
/// site that a known bootstrap method makes (string concatenation, lambdas,
/// methods of records) becomes a static method of a class that is made for it,
/// as a class file. The world loads that class as any other, and the
/// instruction calls the method.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_CALLSITES_H
#define LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_CALLSITES_H

#include "World/World.h"
#include "llvm/ADT/DenseMap.h"

namespace java {

class CallSites {
public:
  explicit CallSites(World &W) : W(W) {}

  /// \returns what an invokedynamic in a method of \p Owner calls whose operand
  /// is the constant \p Index: a static method with the descriptor of the call
  /// site. Its owner is a class of its own, in the package and the nest of \p
  /// Owner, and the same each time. An error says that the bootstrap method is
  /// not supported.
  llvm::Expected<const JavaMethod *> get(const JavaClass &Owner,
                                         unsigned Index);

private:
  World &W;
  llvm::DenseMap<std::pair<const JavaClass *, unsigned>, const JavaMethod *>
      Methods;
};

} // namespace java

#endif
