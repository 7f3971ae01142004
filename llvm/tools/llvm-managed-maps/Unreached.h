//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that nothing leads to, which compilers do not write: most probably it
/// is the handler of an entry that has been lost, or of one that names another.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_UNREACHED_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_UNREACHED_H

#include "FunctionCode.h"

namespace llvm {
namespace managed_maps {

/// The first instruction of \p F that control never comes to, by \p Ways or by
/// a fault; nothing if there is none, or if it cannot be told.
std::optional<unsigned> findUnreached(const FunctionCode &F, const Flow &Ways,
                                      const Decoder &D);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_UNREACHED_H
