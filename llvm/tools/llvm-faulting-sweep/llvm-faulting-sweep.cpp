//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints, for every memory opcode of a target, what the target's predicate
/// "reliably faults on a null base" says about it, and its encoding.
///
/// A *memory opcode* may load, may store or has a memory operand.  One JSON
/// object is printed per opcode and shape (see InstanceBuilder.h):
///
///   opcode   name
///   shape    name of the shape
///   status   "encoded", or why there is no encoding
///   yes      the predicate's verdict
///   size     if yes: no byte at or beyond the address plus this is touched
///   align    if yes: an address that is no multiple of this may fault in
///            another way
///   loses    if yes: a fault may change the registers that are loaded
///   bytes    the encoding, in hexadecimal
///   base     the encoding reads the base register
///   index    the value the index register must have, if it is used
///   narrow   if its low 32 bits count, without a sign
///   address  the address on a null base, as far as it is known: AArch64
///            instructions scale the offset
///   flags    properties of the opcode
///
/// The verdicts are compared with what the processor does by whoever reads
/// this; scripts/sweep does.
///
//===----------------------------------------------------------------------===//

#include "InstanceBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;
using namespace llvm::faulting_sweep;

static cl::OptionCategory SweepCategory("llvm-faulting-sweep options");

static cl::opt<std::string> TripleName("mtriple", cl::Required,
                                       cl::desc("Target triple"),
                                       cl::cat(SweepCategory));

static cl::list<std::string>
    AssumeYes("assume-yes", cl::CommaSeparated,
              cl::desc("Opcodes to report as reliably faulting whatever the "
                       "predicate says, to test the comparison"),
              cl::cat(SweepCategory));

static cl::list<std::string>
    Only("only", cl::CommaSeparated,
         cl::desc("Opcodes to print; all memory opcodes if not given"),
         cl::cat(SweepCategory));

static ExitOnError ExitOnErr("llvm-faulting-sweep: error: ");

static Error fail(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

/// All features, so that every instruction can be selected and encoded.
/// Those that select a mode, reserve a register or forbid instructions are
/// left alone.
static std::string allFeatures(const MCSubtargetInfo &STI) {
  std::string Features;
  for (const SubtargetFeatureKV &KV : STI.getAllProcessorFeatures()) {
    StringRef Name = KV.Key;
    if (Name.ends_with("bit-mode") || Name.starts_with("reserve-") ||
        Name.contains("soft-float") || Name == "strict-align")
      continue;
    Features += (Features.empty() ? "+" : ",+") + Name.str();
  }
  return Features;
}

namespace {

/// One target: what is needed to build, judge and encode its instructions.
class Sweep {
public:
  static Expected<std::unique_ptr<Sweep>> create(const Triple &TT);

  /// Prints the \p Wanted opcodes, or all if there is none; those that are
  /// \p Assumed as allowed.
  Error run(raw_ostream &OS, const StringSet<> &Assumed,
            const StringSet<> &Wanted);

private:
  Sweep() = default;

  bool isMemoryOpcode(const MCInstrDesc &Desc) const;
  void sweepOpcode(unsigned Opcode, bool AssumedYes, raw_ostream &OS);
  std::optional<FaultingAccess> judge(const MachineInstr &MI) const;
  StringRef encode(const MachineInstr &MI, SmallVectorImpl<char> &Bytes) const;

  Triple TT;
  LLVMContext Context;
  std::unique_ptr<TargetMachine> TM;
  std::unique_ptr<Module> M;
  std::unique_ptr<MachineModuleInfo> MMI;
  std::unique_ptr<MCCodeEmitter> Emitter;
  MachineFunction *MF = nullptr;
  const TargetInstrInfo *TII = nullptr;
  const FaultingAccessInfo *Access = nullptr;
  std::unique_ptr<InstanceBuilder> Builder;
};

} // end anonymous namespace

Expected<std::unique_ptr<Sweep>> Sweep::create(const Triple &TT) {
  std::unique_ptr<Sweep> S(new Sweep);
  S->TT = TT;
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(TT, Message);
  if (!T)
    return fail(Message);
  if (!TT.isX86() && !TT.isAArch64())
    return fail("no shapes are known for target '" + TT.str() + "'");

  std::unique_ptr<MCSubtargetInfo> STI(T->createMCSubtargetInfo(TT, "", ""));
  S->TM.reset(T->createTargetMachine(TT, "", allFeatures(*STI), TargetOptions(),
                                     std::nullopt));
  S->M = std::make_unique<Module>("sweep", S->Context);
  S->M->setTargetTriple(TT);
  S->M->setDataLayout(S->TM->createDataLayout());
  auto *F = Function::Create(
      FunctionType::get(Type::getVoidTy(S->Context), /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, "sweep", *S->M);
  S->MMI = std::make_unique<MachineModuleInfo>(S->TM.get());
  S->MF = &S->MMI->getOrCreateMachineFunction(*F);
  MachineBasicBlock *MBB = S->MF->CreateMachineBasicBlock();
  S->MF->push_back(MBB);
  S->TII = S->MF->getSubtarget().getInstrInfo();
  S->Emitter.reset(T->createMCCodeEmitter(*S->TII, S->MMI->getContext()));
  S->Access = ManagedTargetInfo(TT).getHooks();
  S->Builder = std::make_unique<InstanceBuilder>(*MBB, TT.isX86());
  return std::move(S);
}

bool Sweep::isMemoryOpcode(const MCInstrDesc &Desc) const {
  // AArch64 has no memory operand type, and some of its instructions that
  // have only been written for the assembler are not marked as accesses.
  return Desc.mayLoad() || Desc.mayStore() ||
         any_of(Desc.operands(), [&](const MCOperandInfo &Info) {
           if (Info.OperandType == MCOI::OPERAND_MEMORY)
             return true;
           int16_t ID = TII->getOpRegClassID(Info);
           return Desc.hasUnmodeledSideEffects() && ID != -1 &&
                  Builder->isAddressClass(
                      *MF->getSubtarget().getRegisterInfo()->getRegClass(ID));
         });
}

std::optional<FaultingAccess> Sweep::judge(const MachineInstr &MI) const {
  if (!Access)
    return std::nullopt;
  return Access->ReliablyFaults(MI);
}

/// Encodes \p MI as the asm printer encodes the inside of a FAULTING_OP: its
/// explicit operands, one by one.  Returns why it cannot be, or "encoded".
StringRef Sweep::encode(const MachineInstr &MI,
                        SmallVectorImpl<char> &Bytes) const {
  if (MI.isPseudo())
    return "pseudo";
  MCInst Inst;
  Inst.setOpcode(MI.getOpcode());
  for (const MachineOperand &MO : MI.explicit_operands())
    Inst.addOperand(MO.isReg() ? MCOperand::createReg(MO.getReg())
                               : MCOperand::createImm(MO.getImm()));
  SmallVector<MCFixup, 2> Fixups;
  Emitter->encodeInstruction(Inst, Bytes, Fixups, MF->getSubtarget());
  if (!Fixups.empty())
    return "relocated";
  return Bytes.empty() ? "no encoding" : "encoded";
}

void Sweep::sweepOpcode(unsigned Opcode, bool AssumedYes, raw_ostream &OS) {
  const MCInstrDesc &Desc = TII->get(Opcode);
  auto Print = [&](StringRef Status, ArrayRef<char> Bytes, const Instance &I,
                   const Shape &S) {
    std::optional<FaultingAccess> Yes;
    if (AssumedYes)
      Yes = FaultingAccess{/*MaxSize=*/64, /*Alignment=*/1,
                           /*LosesDefsOnFault=*/false};
    else if (I.MI)
      Yes = judge(*I.MI);
    json::OStream J(OS);
    J.object([&] {
      J.attribute("opcode", TII->getName(Opcode));
      J.attribute("shape", S.Name);
      J.attribute("status", Status);
      J.attribute("yes", Yes.has_value());
      if (Yes) {
        J.attribute("size", Yes->MaxSize);
        J.attribute("align", Yes->Alignment);
        J.attribute("loses", Yes->LosesDefsOnFault);
      }
      J.attribute("bytes", toHex(StringRef(Bytes.data(), Bytes.size()),
                                 /*LowerCase=*/true));
      J.attribute("base", I.HasBase);
      if (I.HasIndex)
        J.attribute("index", S.Index);
      if (I.IsIndexNarrow)
        J.attribute("narrow", true);
      const int64_t Index = I.IsIndexNarrow ? uint32_t(S.Index) : S.Index;
      J.attribute("address", S.Displacement + (S.UseIndex ? 8 : 1) * Index);
      J.attributeArray("flags", [&] {
        if (Desc.mayLoad())
          J.value("load");
        if (Desc.mayStore() && !(Yes && Yes->OnlyLoads))
          J.value("store");
        if (Desc.hasUnmodeledSideEffects())
          J.value("effects");
        if (Desc.isCall())
          J.value("call");
        if (Desc.isBranch())
          J.value("branch");
        if (Desc.isReturn())
          J.value("return");
        if (Desc.mayRaiseFPException())
          J.value("fp-exception");
        if (Desc.getNumDefs() > 1)
          J.value("defs");
      });
    });
    OS << '\n';
  };

  ArrayRef<Shape> Shapes = shapesFor(TT.isX86());
  const Shape &Plain = Shapes.front();
  // Operands of target-independent opcodes have no register classes; the pass
  // runs when none of them is left.
  if (Opcode <= TargetOpcode::GENERIC_OP_END) {
    Print("target-independent", {}, {}, Plain);
    return;
  }

  for (const Shape &S : Shapes) {
    Instance I = Builder->build(Opcode, S);
    if (!I.MI) {
      if (&S == &Plain)
        Print(I.Problem, {}, I, S);
      continue;
    }
    if (&S == &Plain ||
        (S.OnesImmediates ? I.HasOtherImmediate : I.ShapeApplies)) {
      SmallVector<char, 16> Bytes;
      StringRef Status = encode(*I.MI, Bytes);
      if (Status != "encoded")
        Bytes.clear();
      Print(Status, Bytes, I, S);
    }
    I.MI->eraseFromParent();
  }
}

Error Sweep::run(raw_ostream &OS, const StringSet<> &Assumed,
                 const StringSet<> &Wanted) {
  StringSet<> Unknown = Wanted;
  for (const auto &Entry : Assumed)
    Unknown.insert(Entry.getKey());
  for (unsigned Opcode = 0, E = TII->getNumOpcodes(); Opcode != E; ++Opcode) {
    StringRef Name = TII->getName(Opcode);
    if (!isMemoryOpcode(TII->get(Opcode)))
      continue;
    Unknown.erase(Name);
    if (Wanted.empty() || Wanted.contains(Name))
      sweepOpcode(Opcode, Assumed.contains(Name), OS);
  }
  if (!Unknown.empty())
    return fail("there is no memory opcode '" + Unknown.begin()->getKey() +
                "' on " + TT.str());
  return Error::success();
}

int main(int argc, char **argv) {
  InitLLVM X(argc, argv);
  cl::HideUnrelatedOptions(SweepCategory);
  cl::ParseCommandLineOptions(
      argc, argv,
      "prints encodings of memory instructions, and what "
      "the predicate says of them\n");
  // Only the targets whose instructions the builder knows.
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();

  StringSet<> Assumed, Wanted;
  for (StringRef Name : AssumeYes)
    Assumed.insert(Name);
  for (StringRef Name : Only)
    Wanted.insert(Name);
  auto S = ExitOnErr(Sweep::create(Triple(Triple::normalize(TripleName))));
  ExitOnErr(S->run(outs(), Assumed, Wanted));
  return 0;
}
