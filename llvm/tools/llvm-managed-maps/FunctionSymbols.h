//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The symbols that tell where functions and their parts are.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_FUNCTIONSYMBOLS_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_FUNCTIONSYMBOLS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace llvm {
namespace managed_maps {

/// What a symbol says of a function.
struct FunctionSymbol {
  uint64_t Begin, Size;
  StringRef Name;
  /// Local names are unique in a file only; zero is for global ones.
  unsigned File;
};

/// The symbols of functions, in the symbol table's order, and in \p IsData
/// where data begins or ends between code.
std::vector<FunctionSymbol> readFunctionSymbols(
    const object::ObjectFile &Obj,
    function_ref<std::optional<uint64_t>(object::SymbolRef)> AddressOf,
    std::map<uint64_t, bool> &IsData);

/// The name of the function that the code at \p Name is a part of: basic block
/// sections and the function splitter append to it.
StringRef ownerName(StringRef Name);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_FUNCTIONSYMBOLS_H
