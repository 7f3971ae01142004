//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JumpTables.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/Support/Endian.h"
#include <set>

using namespace llvm;
using namespace llvm::managed_maps;

namespace {

class TableReader {
public:
  TableReader(const FunctionCode &F, const Code &C)
      : F(F), C(C), Targets(F.instructions().size()) {}

  /// Reads what may be tables at \p Table.
  void read(uint64_t Table);
  /// Reads small offsets at \p Table that count from \p Base.
  void readOffsets(uint64_t Table, uint64_t Base, uint64_t End);

  std::vector<unsigned> targets() const {
    return {Targets.set_bits_begin(), Targets.set_bits_end()};
  }

private:
  bool add(std::optional<uint64_t> Address);

  const FunctionCode &F;
  const Code &C;
  BitVector Targets;
};

} // end anonymous namespace

/// Adds a target. Returns whether it is an instruction of the function.
bool TableReader::add(std::optional<uint64_t> Address) {
  std::optional<unsigned> Number;
  if (Address)
    Number = F.find(*Address);
  if (!Number)
    return false;
  Targets.set(*Number);
  return true;
}

void TableReader::read(uint64_t Table) {
  const CodeSection *Section = C.loadedSectionAt(Table);
  if (!Section)
    return;
  auto Relocated = [&](uint64_t Place) -> std::optional<uint64_t> {
    const CodeRelocation *R = Section->relocationAt(Place);
    return R ? R->Target : std::nullopt;
  };
  auto Bytes = [&](uint64_t Place) {
    return Section->Bytes.data() + (Place - Section->Begin);
  };
  // In a relocatable object, only relocations lead to another section.  The
  // relocation of a relative entry counts from the entry.
  for (uint64_t Place = Table; Place + 8 <= Section->end(); Place += 8) {
    std::optional<uint64_t> Target = Relocated(Place);
    if (!Target && !C.isRelocatable())
      Target = support::endian::read64(Bytes(Place), C.dataEndianness());
    if (!add(Target))
      break;
  }
  for (uint64_t Place = Table; Place + 4 <= Section->end(); Place += 4) {
    std::optional<uint64_t> Target = Relocated(Place);
    if (Target)
      *Target -= Place - Table;
    else
      Target = Table + int32_t(support::endian::read32(Bytes(Place),
                                                       C.dataEndianness()));
    if (!add(Target))
      break;
  }
}

void TableReader::readOffsets(uint64_t Table, uint64_t Base, uint64_t End) {
  const CodeSection *Section = C.loadedSectionAt(Table);
  if (!Section)
    return;
  End = std::min(End, Section->end());
  const uint8_t *Bytes = Section->Bytes.data() + (Table - Section->Begin);
  for (uint64_t I = 0; I < End - Table; ++I)
    add(Base + 4 * Bytes[I]);
  for (uint64_t I = 0; I + 2 <= End - Table; I += 2)
    add(Base + 4 * support::endian::read16(Bytes + I, C.dataEndianness()));
}

bool llvm::managed_maps::hasComputedJumps(const FunctionCode &F,
                                          const Decoder &D) {
  return any_of(F.instructions(), [&](const DecodedInst &I) {
    return D.getAnalysis().isIndirectBranch(I.Inst) &&
           !D.getAnalysis().isCall(I.Inst);
  });
}

std::vector<unsigned> llvm::managed_maps::findJumpTargets(const FunctionCode &F,
                                                          const Code &C,
                                                          const Decoder &D) {
  if (!hasComputedJumps(F, D))
    return {};

  // Addresses that the function contains.
  SmallVector<uint64_t, 16> Found;
  D.getVerifier().collectAddresses(F.instructions(), Found);
  for (const DecodedInst &I : F.instructions())
    if (const CodeRelocation *R = F.relocationIn(I); R && R->Target) {
      Found.push_back(*R->Target);
      // What is relative to the next instruction.
      Found.push_back(*R->Target + (I.Address + I.Size - R->Address));
    }
  std::set<uint64_t> Tables, Bases;
  for (uint64_t Address : Found) {
    if (C.loadedSectionAt(Address))
      Tables.insert(Address);
    if (F.find(Address))
      Bases.insert(Address);
  }

  TableReader Reader(F, C);
  for (auto It = Tables.begin(); It != Tables.end(); ++It) {
    Reader.read(*It);
    if (!D.getVerifier().hasSmallJumpTables() || C.sectionAt(*It))
      continue;
    const uint64_t End =
        std::next(It) == Tables.end() ? UINT64_MAX : *std::next(It);
    for (uint64_t Base : Bases)
      Reader.readOffsets(*It, Base, End);
  }
  return Reader.targets();
}
