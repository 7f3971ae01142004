//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/AnotherLLVM.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <optional>

using namespace llvm;
using namespace llvm::ELF;

/// \returns what \p Bytes have at \p Offset, if they are long enough.
template <typename T>
static std::optional<T> readAt(StringRef Bytes, uint64_t Offset) {
  if (Offset > Bytes.size() || Bytes.size() - Offset < sizeof(T))
    return std::nullopt;
  T Value;
  std::memcpy(&Value, Bytes.data() + Offset, sizeof(T));
  return Value;
}

/// The bytes of a section; empty if it is not wholly in the file.
static StringRef getContents(StringRef Bytes, const Elf64_Shdr &Section) {
  if (Section.sh_offset > Bytes.size() ||
      Bytes.size() - Section.sh_offset < Section.sh_size)
    return {};
  return Bytes.substr(Section.sh_offset, Section.sh_size);
}

static bool isSymbolOfAnotherLLVM(StringRef Strings, const Elf64_Sym &Symbol) {
  // Strings end with a zero byte.
  constexpr auto Disabled =
      StringLiteral::withInnerNUL("_ZN4llvm24DisableABIBreakingChecksE\0");
  constexpr auto Enabled =
      StringLiteral::withInnerNUL("_ZN4llvm23EnableABIBreakingChecksE\0");
  StringRef Name = Strings.substr(Symbol.st_name);
  return Symbol.st_shndx == SHN_UNDEF &&
         (Name.starts_with(Disabled) || Name.starts_with(Enabled));
}

static bool isLibraryOfAnotherLLVM(StringRef Strings, const Elf64_Dyn &Entry) {
  StringRef Name = Strings.substr(Entry.d_un.d_val);
  return Entry.d_tag == DT_NEEDED &&
         (Name.starts_with("libLLVM.so") || Name.starts_with("libLLVM-") ||
          Name.starts_with("libclang-cpp."));
}

/// Whether \p Matches holds for an entry of \p Table and \p Strings.
template <typename T, typename Predicate>
static bool anyEntry(StringRef Table, StringRef Strings, Predicate Matches) {
  for (uint64_t Offset = 0; auto Entry = readAt<T>(Table, Offset);
       Offset += sizeof(T))
    if (Matches(Strings, *Entry))
      return true;
  return false;
}

static bool refersToAnotherLLVM(StringRef Bytes) {
  auto Header = readAt<Elf64_Ehdr>(Bytes, 0);
  if (!Header || !Header->checkMagic() ||
      Header->e_ident[EI_CLASS] != ELFCLASS64 ||
      Header->e_ident[EI_DATA] != ELFDATA2LSB ||
      Header->e_shentsize != sizeof(Elf64_Shdr))
    return false;
  auto GetSection = [&](uint64_t Index) {
    return readAt<Elf64_Shdr>(Bytes,
                              Header->e_shoff + Index * sizeof(Elf64_Shdr));
  };
  // The dynamic linker knows one of each.
  bool HasSymbols = false, HasDynamic = false;
  for (uint64_t Index = 0; Index != Header->e_shnum; ++Index) {
    auto Section = GetSection(Index);
    if (!Section)
      return false;
    const bool IsSymbols = Section->sh_type == SHT_DYNSYM && !HasSymbols;
    const bool IsDynamic = Section->sh_type == SHT_DYNAMIC && !HasDynamic;
    HasSymbols |= IsSymbols;
    HasDynamic |= IsDynamic;
    if (!IsSymbols && !IsDynamic)
      continue;
    auto Names = GetSection(Section->sh_link);
    if (!Names)
      continue;
    StringRef Table = getContents(Bytes, *Section);
    StringRef Strings = getContents(Bytes, *Names);
    if (IsSymbols ? anyEntry<Elf64_Sym>(Table, Strings, isSymbolOfAnotherLLVM)
                  : anyEntry<Elf64_Dyn>(Table, Strings, isLibraryOfAnotherLLVM))
      return true;
  }
  return false;
}

bool llvm::isPluginForAnotherLLVM(StringRef File, std::string &Error) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer || !refersToAnotherLLVM((*Buffer)->getBuffer()))
    return false;
  Error = MANAGED_LLVM_ANOTHER_LLVM;
  return true;
}
