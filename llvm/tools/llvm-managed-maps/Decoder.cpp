//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::managed_maps;

TargetVerifier::~TargetVerifier() = default;

Expected<std::unique_ptr<Decoder>> Decoder::create(const Triple &TT) {
  if (TT.getArch() != Triple::x86_64 && TT.getArch() != Triple::aarch64 &&
      TT.getArch() != Triple::aarch64_be)
    return refuse("no verifier for target '" + TT.str() + "'");
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(TT, Message);
  if (!T)
    return refuse(Message);

  std::unique_ptr<Decoder> D(new Decoder);
  D->Alignment = TT.isAArch64() ? 4 : 1;
  // Where x86-64 counts from the end of a field of four bytes, relocations
  // count from its beginning.
  D->BranchBias = TT.isAArch64() ? 0 : 4;
  D->MRI.reset(T->createMCRegInfo(TT));
  D->MAI.reset(T->createMCAsmInfo(*D->MRI, TT, D->Options));
  D->MII.reset(T->createMCInstrInfo());
  // Decoding all instructions of x86-64 needs no features.
  D->STI.reset(T->createMCSubtargetInfo(TT, "", TT.isAArch64() ? "+all" : ""));
  D->Context =
      std::make_unique<MCContext>(TT, D->MAI.get(), D->MRI.get(), D->STI.get());
  D->Disassembler.reset(T->createMCDisassembler(*D->STI, *D->Context));
  D->Printer.reset(T->createMCInstPrinter(TT, D->MAI->getAssemblerDialect(),
                                          *D->MAI, *D->MII, *D->MRI));
  D->MIA.reset(T->createMCInstrAnalysis(D->MII.get()));
  if (!D->Disassembler || !D->Printer || !D->MIA)
    return refuse("no disassembler for target '" + TT.str() + "'");
  D->Verifier = TT.isX86() ? createX86Verifier(*D->MII, *D->MRI)
                           : createAArch64Verifier(*D->MII, *D->MRI);
  return std::move(D);
}

std::optional<DecodedInst> Decoder::decode(ArrayRef<uint8_t> Bytes,
                                           uint64_t Address) const {
  DecodedInst I;
  uint64_t Size = 0;
  if (Disassembler->getInstruction(I.Inst, Size, Bytes, Address, nulls()) !=
          MCDisassembler::Success ||
      Size == 0 || Size > Bytes.size())
    return std::nullopt;
  I.Address = Address;
  I.Size = Size;
  // Instructions have less than 16 bytes, so this ends.
  MCInst Empty;
  if (Size == 1 && Bytes.size() > 1 && Verifier->mergePrefix(I.Inst, Empty)) {
    std::optional<DecodedInst> Next =
        decode(Bytes.drop_front().take_front(15), Address + 1);
    if (!Next)
      return std::nullopt;
    Verifier->mergePrefix(I.Inst, Next->Inst);
    I.Inst = Next->Inst;
    I.Size += Next->Size;
  }
  I.Bytes = Bytes.take_front(I.Size);
  return I;
}

bool Decoder::mayWrite(const DecodedInst &I, MCRegister Reg) const {
  const MCInstrDesc &Desc = describe(I);
  // The results of one with a variable number of operands are not told from
  // its operands.
  const unsigned NumResults =
      Desc.isVariadic() ? I.Inst.getNumOperands() : Desc.getNumDefs();
  for (unsigned Number = 0; Number != NumResults; ++Number) {
    const MCOperand &Operand = I.Inst.getOperand(Number);
    if (Operand.isReg() && Operand.getReg() &&
        MRI->regsOverlap(Operand.getReg(), Reg))
      return true;
  }
  return any_of(Desc.implicit_defs(), [&](MCPhysReg Implicit) {
    return MRI->regsOverlap(Implicit, Reg);
  });
}

std::string Decoder::print(const DecodedInst &I) const {
  std::string Text;
  raw_string_ostream OS(Text);
  Printer->printInst(&I.Inst, I.Address, "", *STI, OS);
  for (char &C : Text)
    if (C == '\t')
      C = ' ';
  return StringRef(Text).trim().str();
}
