//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

/// Larger frames have words that count as written.
static constexpr unsigned NumWords = 1024;
static constexpr int64_t WordSize = stackmap::WordSize;

/// Whether \p I has the stack pointer or the frame pointer among its operands.
bool Writes::usesFrame(const DecodedInst &I) const {
  const TargetVerifier &V = D.getVerifier();
  return any_of(I.Inst, [&](const MCOperand &Operand) {
    return Operand.isReg() && Operand.getReg() &&
           (V.wholeRegister(Operand.getReg()) == V.framePointer() ||
            Operand.getReg() == V.stackPointer());
  });
}

/// Notes \p Size bytes at \p Begin from where the stack pointer was when the
/// function was entered.
void Writes::addSlots(int64_t Begin, uint64_t Size, State &Written) const {
  // From the CFA down.
  const int64_t Top = int64_t(EntrySize) - (Begin + int64_t(Size));
  const int64_t Bottom = int64_t(EntrySize) - Begin;
  for (int64_t At = std::max<int64_t>(Top, 0) / WordSize;
       At * WordSize < Bottom && At < NumWords; ++At)
    Written.set(At);
}

void Writes::stepStore(const DecodedInst &I, unsigned Number,
                       State &Written) const {
  const TargetVerifier &V = D.getVerifier();
  const std::optional<StackState> Here = Depth.stateAt(Number);
  Expected<Access> A = V.describeAccess(I, /*MayBeStack=*/true);
  if (!A) {
    consumeError(A.takeError());
    // A push.
    if (Here && Here->Stack && D.mayWrite(I, V.stackPointer()))
      addSlots(*Here->Stack - WordSize, WordSize, Written);
    else if (usesFrame(I))
      Written.set();
    return;
  }
  std::optional<int64_t> Base;
  const bool IsOfStack = A->Address.Base == V.stackPointer();
  if (!IsOfStack && A->Address.Base != V.framePointer())
    return;
  if (Here)
    Base = IsOfStack ? Here->Stack : Here->Frame;
  if (Base && !A->Address.Index)
    addSlots(*Base + A->Address.Displacement, A->Size, Written);
  else
    Written.set();
}

void Writes::step(unsigned Number, State &Written) const {
  const DecodedInst &I = F.instructions()[Number];
  const TargetVerifier &V = D.getVerifier();
  ArrayRef<MCRegister> Registers = V.generalRegisters();
  for (unsigned R = 0; R != Registers.size(); ++R)
    if (D.mayWrite(I, Registers[R]))
      Written.set(NumWords + R);
  if (D.getAnalysis().isCall(I.Inst))
    return;
  const MCInstrDesc &Desc = D.describe(I);
  if (Desc.mayStore())
    return stepStore(I, Number, Written);
  // An address in the frame goes elsewhere.
  if (!Desc.mayLoad() && usesFrame(I) && !D.mayWrite(I, V.stackPointer()) &&
      !D.mayWrite(I, V.framePointer()))
    Written.set();
}

Writes::Writes(const FunctionCode &F, const Flow &Ways, const StackDepth &Depth,
               const Decoder &D, unsigned EntrySize)
    : F(F), Ways(Ways), Depth(Depth), D(D), EntrySize(EntrySize) {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  const unsigned NumBits = NumWords + D.getVerifier().generalRegisters().size();
  AtBlocks.assign(Blocks.size(), State(NumBits));
  IsOpen = F.hasGaps();
  SmallVector<unsigned, 16> Waiting;
  for (unsigned Block = 0; Block != Blocks.size(); ++Block) {
    if (Blocks[Block].IsEntry && !Blocks[Block].IsFunctionEntry)
      AtBlocks[Block].set();
    Waiting.push_back(Block);
  }
  while (!Waiting.empty()) {
    const unsigned Block = Waiting.pop_back_val();
    State Written = AtBlocks[Block];
    for (unsigned I = Blocks[Block].First; I != Blocks[Block].Last; ++I)
      step(I, Written);
    for (unsigned Successor : Blocks[Block].Successors)
      if (Written.test(AtBlocks[Successor])) {
        AtBlocks[Successor] |= Written;
        Waiting.push_back(Successor);
      }
  }
}

Writes::State Writes::writtenAt(unsigned Number) const {
  const unsigned Block = Ways.blockOf(Number);
  State Written = AtBlocks[Block];
  for (unsigned I = Ways.blocks()[Block].First; I != Number; ++I)
    step(I, Written);
  return Written;
}

bool Writes::mayHave(const State &Written,
                     const StackMapLocation &Place) const {
  if (IsOpen || Place.Kind == StackMapLocation::FromRegister)
    return true;
  if (Place.Kind == StackMapLocation::FromCFA) {
    const int64_t Top = -Place.Offset - 1;
    return Place.Offset >= 0 || Top / WordSize >= NumWords ||
           Written.test(Top / WordSize);
  }
  ArrayRef<MCRegister> Registers = D.getVerifier().generalRegisters();
  const std::optional<MCRegister> Reg =
      D.getRegisterInfo().getLLVMRegNum(Place.Register, /*isEH=*/true);
  if (!Reg)
    return true;
  for (unsigned R = 0; R != Registers.size(); ++R)
    if (Registers[R] == D.getVerifier().wholeRegister(*Reg))
      return Written.test(NumWords + R);
  return true;
}
