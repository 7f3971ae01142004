//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionSymbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

StringRef llvm::managed_maps::ownerName(StringRef Name) {
  if (Name.consume_back(".cold") || Name.consume_back(".eh"))
    return Name;
  auto [Owner, Number] = Name.rsplit(".__part.");
  return !Number.empty() && all_of(Number, isDigit) ? Owner : Name;
}

/// $d or $x, for which the name may go on with a period.
static bool isMappingSymbol(StringRef Name, StringRef Which) {
  return Name.consume_front(Which) && (Name.empty() || Name.front() == '.');
}

std::vector<FunctionSymbol> llvm::managed_maps::readFunctionSymbols(
    const ObjectFile &Obj,
    function_ref<std::optional<uint64_t>(SymbolRef)> AddressOf,
    std::map<uint64_t, bool> &IsData) {
  std::vector<FunctionSymbol> Found;
  unsigned File = 1, NumFiles = 1;
  for (const SymbolRef &Symbol : Obj.symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    Expected<SymbolRef::Type> Type = Symbol.getType();
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Name || !Type || !Flags) {
      consumeError(Name.takeError());
      consumeError(Type.takeError());
      consumeError(Flags.takeError());
      continue;
    }
    if (*Type == SymbolRef::ST_File) {
      // GNU ld puts those that it made local of all files after an empty name.
      File = Name->empty() ? 0 : ++NumFiles;
      continue;
    }
    std::optional<uint64_t> Address = AddressOf(Symbol);
    if (!Address)
      continue;
    if (Obj.isELF() && Obj.getArch() != Triple::x86_64) {
      if (isMappingSymbol(*Name, "$d"))
        IsData[*Address] = true;
      else if (isMappingSymbol(*Name, "$x"))
        IsData[*Address] = false;
    }
    // Mach-O does not tell functions from other labels, but for temporary
    // ones.  COFF does.
    const uint64_t Size = Obj.isELF() ? ELFSymbolRef(Symbol).getSize() : 0;
    // The parts of a function need not be of this type.
    const bool IsFunction =
        Obj.isCOFF()  ? *Type == SymbolRef::ST_Function
        : Obj.isELF() ? *Type == SymbolRef::ST_Function ||
                            (Size != 0 && ownerName(*Name) != *Name)
                      : !Name->starts_with("L") && !Name->starts_with("l");
    if (IsFunction)
      Found.push_back(
          {*Address, Size, *Name, *Flags & SymbolRef::SF_Global ? 0 : File});
  }
  return Found;
}
