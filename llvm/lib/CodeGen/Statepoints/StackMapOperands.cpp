//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/StackMapOperands.h"
#include "StackMapLimits.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

//===----------------------------------------------------------------------===//
// Targets and arguments of patchpoints
//===----------------------------------------------------------------------===//

/// Returns the constant that \p Target is: null, an address, or a symbol. Null
/// if it is none.
static Constant *getConstantTarget(Value *Target) {
  Target = Target->stripPointerCasts();
  if (isa<GlobalValue, ConstantPointerNull>(Target))
    return cast<Constant>(Target);
  const auto *Cast = dyn_cast<Operator>(Target);
  if (!Cast || Cast->getOpcode() != Instruction::IntToPtr)
    return nullptr;
  auto *Address = dyn_cast<ConstantInt>(Cast->getOperand(0));
  return Address ? ConstantExpr::getIntToPtr(Address, Target->getType())
                 : nullptr;
}

static bool checkPatchpoint(CallBase &Call) {
  Value *Target = Call.getArgOperand(PatchPointOpers::TargetPos);
  Constant *C = getConstantTarget(Target);
  if (!C) {
    diagnoseStatepointInput(
        Call, "the target of a patchpoint is a function, a constant address or "
              "null; pass one of them, or call the function without one");
    C = Constant::getNullValue(Target->getType());
  }
  bool Changed = C != Target;
  Call.setArgOperand(PatchPointOpers::TargetPos, C);

  auto *Count = cast<ConstantInt>(Call.getArgOperand(PatchPointOpers::NArgPos));
  const uint64_t Available = Call.arg_size() - PatchPointOpers::CCPos;
  if (Count->getValue().ugt(Available)) {
    diagnoseStatepointInput(Call, "the patchpoint has " +
                                      std::to_string(Available) +
                                      " arguments and says that it passes " +
                                      std::to_string(Count->getZExtValue()));
    Call.setArgOperand(PatchPointOpers::NArgPos,
                       ConstantInt::get(Count->getType(), Available));
    Changed = true;
  }
  return Changed;
}

/// Has \p Call, a stackmap or patchpoint, record, pass and return nothing.
static void dropValues(CallBase &Call) {
  SmallVector<Value *, 8> Arguments(Call.args());
  auto *Callee = cast<Function>(Call.getCalledOperand());
  Arguments.resize(Callee->arg_size());
  if (Call.getIntrinsicID() != Intrinsic::experimental_stackmap) {
    Arguments[PatchPointOpers::NArgPos] =
        ConstantInt::get(Arguments[PatchPointOpers::NArgPos]->getType(), 0);
    Callee = Intrinsic::getOrInsertDeclaration(
        Call.getModule(), Intrinsic::experimental_patchpoint_void);
  }
  CallBase *New;
  if (const auto *Invoke = dyn_cast<InvokeInst>(&Call))
    New = InvokeInst::Create(Callee, Invoke->getNormalDest(),
                             Invoke->getUnwindDest(), Arguments, "",
                             Call.getIterator());
  else
    New = CallInst::Create(Callee, Arguments, "", Call.getIterator());
  // What is in any register is a result.
  New->setCallingConv(Call.getCallingConv() == CallingConv::AnyReg
                          ? CallingConv::C
                          : Call.getCallingConv());
  New->setDebugLoc(Call.getDebugLoc());
  if (!Call.use_empty())
    Call.replaceAllUsesWith(PoisonValue::get(Call.getType()));
  Call.eraseFromParent();
}

static std::string describePartOfInstruction(uint64_t NumBytes,
                                             unsigned CodeUnit) {
  return std::to_string(NumBytes) +
         " patch bytes are not a whole number of instructions; use a multiple "
         "of " +
         std::to_string(CodeUnit);
}

static void diagnose(const Function &F, bool IsPatchpoint, const Twine &Reason,
                     const DebugLoc &Where) {
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F, (IsPatchpoint ? "patchpoint: " : "stackmap: ") + Reason, Where));
}

/// No function has more.
static constexpr int64_t MaxPatchBytes = 1 << 24;

/// Reports bytes of \p Call, a stackmap or patchpoint, that are no whole number
/// of instructions, or no number of bytes at all, and takes others. Code
/// generation asserts the former. Returns true if it did.
static bool checkPatchBytes(CallBase &Call, unsigned CodeUnit) {
  const auto *Bytes =
      dyn_cast<ConstantInt>(Call.getArgOperand(PatchPointOpers::NBytesPos));
  if (!Bytes)
    return false;
  int64_t NumBytes = Bytes->getSExtValue();
  std::string Reason;
  if (NumBytes < 0 || NumBytes > MaxPatchBytes) {
    Reason = std::to_string(NumBytes) + " patch bytes are not between 0 and " +
             std::to_string(MaxPatchBytes);
    NumBytes = 0;
  } else if (NumBytes % CodeUnit) {
    Reason = describePartOfInstruction(NumBytes, CodeUnit);
    NumBytes -= NumBytes % CodeUnit;
  } else {
    return false;
  }
  diagnose(*Call.getFunction(),
           Call.getIntrinsicID() != Intrinsic::experimental_stackmap, Reason,
           Call.getDebugLoc());
  Call.setArgOperand(PatchPointOpers::NBytesPos,
                     ConstantInt::get(Bytes->getType(), NumBytes));
  return true;
}

/// Whether a result of type \p Ty is in one register.
static bool isInOneRegister(const Type *Ty) {
  if (Ty->isVectorTy()) {
    const TypeSize Size = Ty->getPrimitiveSizeInBits();
    return !Size.isScalable() && Size.getFixedValue() <= 128 &&
           Ty->getScalarSizeInBits() <= 64;
  }
  return !Ty->isTargetExtTy() && !Ty->isAggregateType() &&
         !Ty->isX86_FP80Ty() && !Ty->isPPC_FP128Ty() && !Ty->isX86_AMXTy() &&
         !(Ty->isIntegerTy() && Ty->getIntegerBitWidth() > 64);
}

/// Whether \p Call, a stackmap or patchpoint, has an error after which nothing
/// of what it passes, records and returns is left.
static bool checkTypes(const CallBase &Call) {
  bool HasError = false;
  const auto Report = [&](StringRef Reason) {
    diagnoseStatepointInput(Call, Reason);
    HasError = true;
  };
  findTooManyValues(Call, Report);
  if (any_of(Call.args(),
             [](const Use &U) { return U->getType()->isTokenTy(); }))
    Report("a token is no value at run time; pass something else");
  if (!isInOneRegister(Call.getType()))
    Report("the result is not in one register, and a stack map has one "
           "location for it; return it in memory");
  return HasError;
}

bool llvm::checkPatchpoints(Function &F) {
  bool Changed = false;
  const unsigned CodeUnit =
      ManagedTargetInfo(getTargetOrHost(F.getParent()->getTargetTriple()))
          .getCodeUnit();
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    const Intrinsic::ID ID = Call->getIntrinsicID();
    const bool IsPatchpoint = ID == Intrinsic::experimental_patchpoint ||
                              ID == Intrinsic::experimental_patchpoint_void;
    if (!IsPatchpoint && ID != Intrinsic::experimental_stackmap)
      continue;
    if (IsPatchpoint)
      Changed |= checkPatchpoint(*Call);
    Changed |= checkPatchBytes(*Call, CodeUnit);
    if (checkTypes(*Call)) {
      dropValues(*Call);
      Changed = true;
    }
  }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Values that stack maps record
//===----------------------------------------------------------------------===//

/// Says why one location cannot describe a value of type \p Ty, and the way
/// out. Empty if it can.
static StringRef findProblem(Type *Ty, const DataLayout &DL,
                             const TargetLoweringBase &TLI) {
  if (Ty->isAggregateType())
    return "is an aggregate, and a stack map has one location for each value; "
           "pass its members";
  if (containsScalableVector(Ty))
    return "is a scalable vector, which no stack map can describe; pass its "
           "elements or the address of a copy";
  if (Ty->isX86_FP80Ty())
    return "is in an x87 register, which no stack map can describe; pass the "
           "address of a copy";
  const EVT VT = TLI.getValueType(DL, Ty, /*AllowUnknown=*/true);
  if (VT == MVT::Other)
    return "has a type that no stack map can describe; pass the address of a "
           "copy";
  if (TLI.isTypeLegal(VT))
    return "";
  if (VT.isVector())
    return "is a vector that no register of the target holds; pass its "
           "elements or the address of a copy";
  switch (TLI.getTypeAction(Ty->getContext(), VT)) {
  case TargetLoweringBase::TypePromoteInteger:
  case TargetLoweringBase::TypeSoftenFloat:
  case TargetLoweringBase::TypeSoftPromoteHalf:
    return "";
  default:
    return "needs more than one register; pass its parts or the address of a "
           "copy";
  }
}

const Value *llvm::getStackMapOperand(const CallBase &Call, unsigned Argument,
                                      const TargetLoweringBase &TLI,
                                      bool InRegister) {
  const Value *V = Call.getArgOperand(Argument);
  auto *Int64 = Type::getInt64Ty(Call.getContext());
  if (const auto *C = dyn_cast<ConstantInt>(V);
      C && C->getBitWidth() > 64 && C->getValue().isSignedIntN(64) &&
      !InRegister)
    return ConstantInt::getSigned(Int64, C->getSExtValue());
  const StringRef Problem =
      findProblem(V->getType(), Call.getDataLayout(), TLI);
  if (Problem.empty())
    return V;
  diagnoseStatepointInput(Call, "argument " + std::to_string(Argument) + " " +
                                    nameInMessage(*V) + Problem.str());
  return ConstantInt::get(Int64, 0);
}

//===----------------------------------------------------------------------===//
// Bytes to patch
//===----------------------------------------------------------------------===//

void llvm::diagnosePatchpoint(const MachineInstr &MI, const Twine &Reason) {
  diagnose(MI.getMF()->getFunction(),
           MI.getOpcode() == TargetOpcode::PATCHPOINT, Reason,
           MI.getDebugLoc());
}

bool llvm::diagnosePatchBytes(const MachineInstr &MI, unsigned NumBytes,
                              unsigned CallBytes, unsigned CodeUnit) {
  if (NumBytes < CallBytes)
    diagnosePatchpoint(MI, Twine(NumBytes) +
                               " patch bytes are too few for the call, which "
                               "takes " +
                               Twine(CallBytes));
  else if (NumBytes % CodeUnit)
    diagnosePatchpoint(MI, describePartOfInstruction(NumBytes, CodeUnit));
  else
    return false;
  return true;
}
