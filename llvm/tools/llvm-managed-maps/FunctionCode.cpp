//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"

using namespace llvm;
using namespace llvm::managed_maps;

FunctionCode::FunctionCode(const Code &C, const Decoder &D,
                           ArrayRef<FunctionPart> Parts)
    : C(C), D(D) {
  uint64_t Done = 0;
  for (const FunctionPart &Part : Parts) {
    HasLandingPads |= Part.HasLandingPads;
    HasName &= !Part.Name.empty();
    const bool MayBeEntry = Part.IsEntry || Part.Name.empty();
    // One that is inside of another one has been disassembled with it.
    if (Part.End <= Done) {
      if (std::optional<unsigned> Number = find(Part.Begin))
        Starts.push_back({*Number, Part.IsEntry, MayBeEntry});
      continue;
    }
    const unsigned Number = Instructions.size();
    disassemble(Part.Begin, Part.End);
    if (Number != Instructions.size())
      Starts.push_back({Number, Part.IsEntry, MayBeEntry});
    Done = Part.End;
  }
}

void FunctionCode::disassemble(uint64_t Begin, uint64_t End) {
  const CodeSection *Section = C.sectionAt(Begin);
  if (!Section)
    return;
  auto Data = llvm::lower_bound(
      Section->Data, Begin,
      [](const std::pair<uint64_t, uint64_t> &Range, uint64_t Address) {
        return Range.second <= Address;
      });
  const ArrayRef<uint8_t> Bytes =
      Section->Bytes.take_front(End - Section->Begin);
  bool IsBroken = false;
  for (uint64_t Address = Begin; Address < End;) {
    if (Data != Section->Data.end() && Address >= Data->first) {
      Address = std::max(Address, Data->second);
      ++Data;
      continue;
    }
    std::optional<DecodedInst> I =
        D.decode(Bytes.drop_front(Address - Section->Begin), Address);
    if (!I) {
      if (!IsBroken)
        Gaps.push_back({Address, Begin});
      IsBroken = true;
      Address += D.getAlignment();
      continue;
    }
    mark(*I);
    Address += I->Size;
    Instructions.push_back(std::move(*I));
  }
}

/// The relocations at or after \p Address.
static ArrayRef<CodeRelocation> relocationsFrom(const CodeSection &Section,
                                                uint64_t Address) {
  ArrayRef<CodeRelocation> All = Section.Relocations;
  return All.drop_front(
      llvm::lower_bound(
          All, Address,
          [](const CodeRelocation &R, uint64_t A) { return R.Address < A; }) -
      All.begin());
}

/// Says which of the bytes the linker fills in.
void FunctionCode::mark(DecodedInst &I) const {
  for (const CodeRelocation &R :
       relocationsFrom(*C.sectionAt(I.Address), I.Address)) {
    if (R.Address >= I.Address + I.Size)
      break;
    if (R.IsMark)
      continue;
    I.IsRelocated = true;
    I.IsAddressRelocated |=
        D.getVerifier().isAddressByte(I, R.Address - I.Address);
  }
}

const CodeRelocation *FunctionCode::relocationIn(const DecodedInst &I) const {
  for (const CodeRelocation &R :
       relocationsFrom(*C.sectionAt(I.Address), I.Address)) {
    if (R.Address >= I.Address + I.Size)
      break;
    if (!R.IsMark)
      return &R;
  }
  return nullptr;
}

std::optional<unsigned> FunctionCode::findAround(uint64_t Address) const {
  auto It = llvm::upper_bound(
      Instructions, Address,
      [](uint64_t A, const DecodedInst &I) { return A < I.Address; });
  if (It == Instructions.begin())
    return std::nullopt;
  --It;
  if (Address - It->Address >= It->Size)
    return std::nullopt;
  return It - Instructions.begin();
}

std::optional<unsigned> FunctionCode::find(uint64_t Address) const {
  std::optional<unsigned> Index = findAround(Address);
  if (!Index || Instructions[*Index].Address != Address)
    return std::nullopt;
  return Index;
}

std::optional<uint64_t> FunctionCode::findGapBefore(uint64_t Address) const {
  for (auto [Gap, Begin] : Gaps)
    if (Begin <= Address && Gap <= Address)
      return Gap;
  return std::nullopt;
}

/// The number of the instruction that \p I jumps to, if that is in \p F.
std::optional<unsigned> Flow::targetOf(const FunctionCode &F, const Decoder &D,
                                       const DecodedInst &I) const {
  if (const CodeRelocation *R = F.relocationIn(I)) {
    if (!R->Target)
      return std::nullopt;
    return F.find(*R->Target + D.getBranchBias());
  }
  uint64_t Target;
  if (!D.getAnalysis().evaluateBranch(I.Inst, I.Address, I.Size, Target))
    return std::nullopt;
  return F.find(Target);
}

Flow::Flow(const FunctionCode &F, const Decoder &D,
           ArrayRef<std::pair<unsigned, unsigned>> Handlers,
           ArrayRef<unsigned> JumpTargets) {
  const MCInstrAnalysis &MIA = D.getAnalysis();
  ArrayRef<DecodedInst> Instructions = F.instructions();
  const unsigned Number = Instructions.size();
  auto IsAdjacent = [&](unsigned Index) {
    return Index + 1 < Number &&
           Instructions[Index].Address + Instructions[Index].Size ==
               Instructions[Index + 1].Address;
  };

  // Where blocks begin, and where the instructions jump to.
  std::vector<bool> IsLeader(Number, false);
  std::vector<std::optional<unsigned>> Targets(Number);
  for (unsigned Index = 0; Index != Number; ++Index) {
    const MCInst &Inst = Instructions[Index].Inst;
    if (Index == 0 || !IsAdjacent(Index - 1))
      IsLeader[Index] = true;
    const bool IsTrap = D.getVerifier().isTrap(Instructions[Index]);
    if (!IsTrap && (MIA.isCall(Inst) || !MIA.isTerminator(Inst)))
      continue;
    if (Index + 1 < Number)
      IsLeader[Index + 1] = true;
    if (MIA.isBranch(Inst)) {
      Targets[Index] = targetOf(F, D, Instructions[Index]);
      if (Targets[Index])
        IsLeader[*Targets[Index]] = true;
    }
  }
  for (auto [Faulting, Handler] : Handlers)
    IsLeader[Handler] = true;
  for (unsigned Target : JumpTargets)
    IsLeader[Target] = true;
  for (const FunctionCode::Start &S : F.starts())
    IsLeader[S.Number] = true;

  for (unsigned Index = 0; Index != Number; ++Index)
    if (IsLeader[Index])
      Blocks.emplace_back(Index, Number);
  for (unsigned I = 0; I + 1 < Blocks.size(); ++I)
    Blocks[I].Last = Blocks[I + 1].First;

  auto Add = [&](Block &From, unsigned To) {
    From.Successors.push_back(blockOf(To));
    Blocks[blockOf(To)].Predecessors.push_back(&From - Blocks.data());
  };
  for (Block &B : Blocks) {
    const unsigned Index = B.Last - 1;
    const MCInst &Inst = Instructions[Index].Inst;
    B.EndsWithCall = MIA.isCall(Inst);
    if (Targets[Index])
      Add(B, *Targets[Index]);
    if (MIA.isIndirectBranch(Inst) && !MIA.isCall(Inst))
      for (unsigned Target : JumpTargets)
        Add(B, Target);
    if (IsAdjacent(Index) && (MIA.isCall(Inst) || !MIA.isBarrier(Inst)) &&
        !D.getVerifier().isTrap(Instructions[Index]))
      Add(B, Index + 1);
  }
  for (auto [Faulting, Handler] : Handlers) {
    Faults.push_back({Faulting, blockOf(Handler)});
    Blocks[blockOf(Handler)].IsHandler = true;
  }
  llvm::sort(Faults, [](const Fault &A, const Fault &B) {
    return std::tie(A.Instruction, A.Handler) <
           std::tie(B.Instruction, B.Handler);
  });
  for (Block &B : Blocks)
    B.IsEntry = B.Predecessors.empty() && !B.IsHandler;
  for (const FunctionCode::Start &S : F.starts()) {
    Block &B = Blocks[blockOf(S.Number)];
    B.IsEntry = true;
    B.IsFunctionEntry |= S.IsEntry;
    B.MayBeFunctionEntry |= S.MayBeEntry;
  }
}

unsigned Flow::blockOf(unsigned Instruction) const {
  auto It =
      llvm::upper_bound(Blocks, Instruction,
                        [](unsigned I, const Block &B) { return I < B.First; });
  return std::prev(It) - Blocks.begin();
}
