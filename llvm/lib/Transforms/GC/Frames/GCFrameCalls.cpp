//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCFrameCalls.h"
#include "GCFrameLowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include <algorithm>
#include <limits>
#include <optional>

using namespace llvm;

/// Whether the first operand of a function is the frame.
static bool takesFrame(GCFrameFunction Part) {
  switch (Part) {
  case GCFrameFunction::Push:
  case GCFrameFunction::GetSlot:
  case GCFrameFunction::GetObject:
  case GCFrameFunction::Pop:
  case GCFrameFunction::Relink:
    return true;
  case GCFrameFunction::New:
  case GCFrameFunction::Save:
  case GCFrameFunction::Restore:
    return false;
  }
  llvm_unreachable("no such function");
}

/// Returns operand \p Number of \p Call if there is one and it is a constant.
static std::optional<uint64_t> getConstant(const CallInst &Call,
                                           unsigned Number) {
  if (Number >= Call.arg_size())
    return std::nullopt;
  const auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(Number));
  return C ? std::optional(C->getZExtValue()) : std::nullopt;
}

static std::string print(const Type &Ty) {
  std::string Text;
  raw_string_ostream(Text) << Ty;
  return Text;
}

void GCFrameCalls::report(const CallBase &Call, const Twine &Reason) {
  std::string Text = Call.getOpcodeName();
  if (Call.hasName())
    Text += " '%" + Call.getName().str() + "'";
  Text += " of '" + Call.getCalledOperand()->getName().str() + "': ";
  const Function &F = *Call.getFunction();
  F.getContext().diagnose(
      DiagnosticInfoUnsupported(F, Twine(Text) + Reason, Call.getDebugLoc()));
  IsValid = false;
}

/// Adds \p Call if what its operands are can be asked.
void GCFrameCalls::add(GCFrameFunction Part, CallBase &Call) {
  const FunctionType *Wanted = getGCFrameFunctionType(Part, Call.getContext());
  const FunctionType *Type = Call.getFunctionType();
  auto *Ordinary = dyn_cast<CallInst>(&Call);
  if (Type != Wanted)
    report(Call, "its type is " + print(*Type) + "; make it " + print(*Wanted));
  else if (!Ordinary)
    report(Call, "it does not unwind; make it a call");
  else if (Part == GCFrameFunction::New && !Frame)
    Frame = Ordinary;
  else
    Others.emplace_back(Part, Ordinary);
}

/// Checks the number of slots, or of one of them, in the second operand.
void GCFrameCalls::checkNumber(GCFrameFunction Part, const CallInst &Call,
                               const CallInst &Memory) {
  const std::optional<uint64_t> Size = getConstant(Memory, 0);
  const std::optional<uint64_t> Number = getConstant(Call, 1);
  const bool IsIndex = Part == GCFrameFunction::GetSlot;
  if (!Number)
    report(Call, IsIndex ? "the index is not a constant"
                         : "the number of slots is not a constant");
  else if (Size && IsIndex && *Number >= *Size)
    report(Call, "there is no slot " + Twine(*Number) + " in a frame of " +
                     Twine(*Size) + " slots");
  else if (Size && !IsIndex && *Number != *Size)
    report(Call,
           "the frame has " + Twine(*Size) + " slots, not " + Twine(*Number));
}

/// Checks the operands after the first one.
void GCFrameCalls::addObject(const CallInst &Call) {
  SmallVector<uint64_t, 8> Numbers;
  for (const Use &Operand : drop_begin(Call.args())) {
    const auto *C = dyn_cast<ConstantInt>(Operand);
    if (!C || !C->getType()->isIntegerTy(32))
      return report(Call, "operand " + Twine(Operand.getOperandNo()) +
                              " is not a constant of type i32");
    Numbers.push_back(C->getZExtValue());
  }
  if (Numbers.size() % 2)
    return report(
        Call,
        "it does not say how many references follow the last skipped bytes");
  const DataLayout &DL = Call.getDataLayout();
  GCPlacedObject Object{&Call, Numbers[0], Numbers[1],
                        makeGCReferenceRuns(Strategy.Pointers, DL)};
  uint64_t At = 0;
  for (unsigned Run = 2; Run != Numbers.size(); Run += 2) {
    At += Numbers[Run];
    Object.References.add(At, Numbers[Run + 1]);
    At = std::max(At, Object.References.getEnd());
  }
  const uint64_t Limit = std::numeric_limits<int32_t>::max();
  const Align Alignment =
      DL.getPointerABIAlignment(*Strategy.Pointers.getRootAddressSpace());
  if (Object.Offset + Object.Size > Limit)
    return report(Call, "it ends at byte " +
                            Twine(Object.Offset + Object.Size) +
                            "; frames end at " + Twine(Limit));
  if (At > Object.Size)
    return report(Call, "its references end at byte " + Twine(At) +
                            ", but it has " + Twine(Object.Size) + " bytes");
  if (!isAligned(Alignment, Object.Offset) ||
      !Object.References.isAligned(Alignment))
    return report(Call, "references in it are not aligned to " +
                            Twine(Alignment.value()) + " bytes");
  Objects.push_back(std::move(Object));
}

/// Checks the first operand, a frame, and what it is asked for.
void GCFrameCalls::checkFrame(GCFrameFunction Part, const CallInst &Call) {
  const auto *Memory = dyn_cast<CallInst>(Call.getArgOperand(0));
  if (!Memory || (Memory != Frame && findGCFrameFunction(*Memory, Strategy) !=
                                         GCFrameFunction::New))
    return report(Call,
                  "the frame is not the result of '" +
                      getGCFrameFunctionName(GCFrameFunction::New, Strategy) +
                      "'; pass that result unchanged");
  if (Part == GCFrameFunction::GetObject)
    addObject(Call);
  else if (Call.arg_size() != 1)
    checkNumber(Part, Call, *Memory);
}

/// Sorts the objects, and checks that each byte belongs to one at most.
void GCFrameCalls::checkPlaces() {
  stable_sort(Objects, [](const GCPlacedObject &A, const GCPlacedObject &B) {
    return std::pair(A.Offset, A.Size) < std::pair(B.Offset, B.Size);
  });
  Objects.erase(unique(Objects,
                       [](const GCPlacedObject &A, const GCPlacedObject &B) {
                         return A.Offset == B.Offset && A.Size == B.Size &&
                                A.References == B.References;
                       }),
                Objects.end());
  for (unsigned I = 1; I < Objects.size(); ++I) {
    const GCPlacedObject &Previous = Objects[I - 1], &Object = Objects[I];
    if (Previous.Offset + Previous.Size > Object.Offset)
      report(*Object.Call, "it overlaps the object at byte " +
                               Twine(Previous.Offset) + " after the slots");
  }
}

void GCFrameCalls::check(GCFrameFunction Part, const CallInst &Call) {
  if (Part == GCFrameFunction::New) {
    if (!getConstant(Call, 0))
      report(Call, "the number of slots is not a constant");
    if (&Call != Frame)
      report(Call,
             "the function already has a frame; use one frame with all slots");
    return;
  }
  if (const std::string Problem = Lowering.findProblem(Part); !Problem.empty())
    report(Call, Problem);
  if (takesFrame(Part))
    checkFrame(Part, Call);
}

GCFrameCalls::GCFrameCalls(Function &F, const GCRootStrategy &Strategy,
                           GCFrameLowering &Lowering)
    : Strategy(Strategy), Lowering(Lowering) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const auto Part = findGCFrameFunction(*Call, Strategy))
        add(*Part, *Call);
  if (Frame)
    check(GCFrameFunction::New, *Frame);
  for (const auto &[Part, Call] : Others)
    check(Part, *Call);
  checkPlaces();
}
