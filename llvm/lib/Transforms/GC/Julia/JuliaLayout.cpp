//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaLayout.h"
#include "JuliaGC.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

static constexpr StringLiteral Layout = "julia.gc_layout";

/// Pools lie next to each other, each of three words. Those for multiples of
/// eight bytes that are none of 16 are there, too, but for strings.
static constexpr uint64_t WordsOfPool = 3;
static constexpr uint16_t PoolBytes[] = {
    8,    16,   24,   32,   40,   48,   56,
    64,   72,   80,   88,   96,   104,  112,
    120,  128,  136,  144,  160,  176,  192,
    208,  224,  240,  256,  272,  288,  304,
    336,  368,  400,  448,  496,  544,  576,
    624,  672,  736,  816,  896,  1008, 1088,
    1168, 1248, 1360, 1488, 1632, 1808, julia::MaxPoolBytes};

namespace {

struct FieldEntry {
  StringLiteral Name;
  uint32_t Offset;
};

} // end anonymous namespace

static FieldEntry getEntry(JuliaField Field) {
  switch (Field) {
  case JuliaField::TaskThread:
    return {"task.ptls", 168};
  case JuliaField::ThreadSafepoint:
    return {"ptls.safepoint", 16};
  case JuliaField::ThreadState:
    return {"ptls.gc_state", 25};
  case JuliaField::ThreadPools:
    return {"ptls.pools", 336};
  }
  llvm_unreachable("no such field");
}

/// Returns operand \p Number of \p Entry if it is a constant.
static std::optional<uint64_t> getNumber(const MDNode &Entry, unsigned Number) {
  if (Number >= Entry.getNumOperands())
    return std::nullopt;
  const auto *C =
      mdconst::dyn_extract_or_null<ConstantInt>(Entry.getOperand(Number));
  return C && C->getValue().isIntN(31) ? std::optional(C->getZExtValue())
                                       : std::nullopt;
}

static bool isField(StringRef Name) {
  for (unsigned Field = 0; Field <= unsigned(JuliaField::ThreadPools); ++Field)
    if (getEntry(JuliaField(Field)).Name == Name)
      return true;
  return false;
}

static void reportEntry(const Module &M, StringRef Metadata, StringRef Wanted) {
  M.getContext().emitError("metadata '" + Metadata +
                           "' has an entry that is not " + Wanted);
}

uint32_t llvm::getJuliaOffset(const Module &M, JuliaField Field) {
  const FieldEntry Known = getEntry(Field);
  if (const NamedMDNode *Entries = M.getNamedMetadata(Layout))
    for (const MDNode *Entry : Entries->operands()) {
      const auto *Name = Entry->getNumOperands()
                             ? dyn_cast_or_null<MDString>(Entry->getOperand(0))
                             : nullptr;
      const std::optional<uint64_t> Offset = getNumber(*Entry, 1);
      if (!Name || !isField(Name->getString()) || !Offset)
        reportEntry(M, Layout,
                    "the name of a field and its offset, a constant below "
                    "2^31");
      else if (Name->getString() == Known.Name)
        return *Offset;
    }
  return Known.Offset;
}

std::optional<JuliaPool> llvm::findJuliaPool(const Module &M, uint64_t Bytes) {
  if (Bytes > julia::MaxPoolBytes)
    return std::nullopt;
  if (const NamedMDNode *Pools = M.getNamedMetadata(julia::Pools)) {
    for (const MDNode *Entry : Pools->operands()) {
      const std::optional<uint64_t> Size = getNumber(*Entry, 0);
      const std::optional<uint64_t> Offset = getNumber(*Entry, 1);
      if (!Size || !Offset)
        reportEntry(M, julia::Pools, "two constants below 2^31");
      else if (*Size >= Bytes)
        return JuliaPool{*Size, *Offset};
    }
    return std::nullopt;
  }
  if (M.getDataLayout().getPointerSize() != sizeof(uint64_t))
    return std::nullopt;
  // Objects that have more than that word are aligned to 16 bytes.
  const uint64_t Aligned = Bytes <= PoolBytes[0] ? Bytes : alignTo(Bytes, 16);
  const uint16_t *Found = llvm::lower_bound(PoolBytes, Aligned);
  const uint64_t Number = Found - std::begin(PoolBytes);
  return JuliaPool{*Found, getJuliaOffset(M, JuliaField::ThreadPools) +
                               Number * WordsOfPool * sizeof(uint64_t)};
}
