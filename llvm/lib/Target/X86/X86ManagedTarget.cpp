//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86ManagedTarget.h"
#include "MCTargetDesc/X86MCTargetDesc.h"
#include "X86FaultingAccess.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInstBuilder.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

void llvm::registerX86ManagedTarget() {
  static const FaultingAccessInfo Hooks = {X86::reliablyFaults,
                                           X86::addressOfFaulting,
                                           X86::resultOf,
                                           X86::sumOf,
                                           X86::isDifference,
                                           X86::movedRegister,
                                           X86::matchNullTest,
                                           X86::sizeOfProbe,
                                           X86::insertProbe,
                                           X86::isKnownBelowZero,
                                           X86::EFLAGS,
                                           X86::addressOfCallee,
                                           /*LoadsGOTEntry=*/nullptr,
                                           /*ReadsThreadPointer=*/nullptr,
                                           X86::clearsMemory,
                                           X86::EFLAGS,
                                           X86::comparedWithNull,
                                           X86::takenIfNull};
  registerManagedTargetHooks({Triple::x86, Triple::x86_64}, Hooks);
}

MCInst llvm::createX86PagePoll(const MachineOperand &Page,
                               AsmPrinter &Printer) {
  const MCRegister Base = Page.isReg() ? Page.getReg().asMCReg() : X86::RIP;
  const MCExpr *Symbol =
      Page.isGlobal() ? MCSymbolRefExpr::create(
                            Printer.getSymbolPreferLocal(*Page.getGlobal()),
                            Printer.OutContext)
                      : nullptr;
  return MCInstBuilder(X86::TEST32mr)
      .addReg(Base)
      .addImm(1)
      .addReg(X86::NoRegister)
      .addOperand(Symbol ? MCOperand::createExpr(Symbol)
                         : MCOperand::createImm(0))
      .addReg(X86::NoRegister)
      .addReg(X86::EAX);
}
