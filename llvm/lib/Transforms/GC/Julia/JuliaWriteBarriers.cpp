//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Write barriers of the preset for Julia. Which one a module has to have is in
/// its flag "julia-write-barrier":
///
///   "image"         The default: an old object is queued if a young one is
///                   stored to it or if it is in an image, since the marks of
///                   what is stored there say nothing.
///   "former"        The same without images, as before Julia 1.13.
///   "log-bit"       An object whose bit is set in a table is queued; no other
///                   object matters. For plans of MMTk with such tables.
///   "snapshot"      The same where the collector wants to know what was there
///                   before, so that no barrier is superfluous.
///   "none"          The collector needs none.
///
/// What is queued is passed to julia.queue_gc_root.
///
//===----------------------------------------------------------------------===//

#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "JuliaRootRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <optional>

using namespace llvm;

namespace {

enum class BarrierKind { Image, Former, LogBit, Snapshot, None };

} // end anonymous namespace

static constexpr StringLiteral BarrierFlag = "julia-write-barrier";

/// The bits of all objects, one for each word, and from which address on.
static constexpr StringLiteral LogBits = "MMTK_SIDE_LOG_BIT_BASE_ADDRESS";

/// Returns which barrier the module of \p Call has, or nothing if its flag is
/// wrong.
static std::optional<BarrierKind> getBarrierKind(const CallBase &Call) {
  const Metadata *Flag = Call.getModule()->getModuleFlag(BarrierFlag);
  if (!Flag)
    return BarrierKind::Image;
  const auto *Name = dyn_cast<MDString>(Flag);
  return StringSwitch<std::optional<BarrierKind>>(Name ? Name->getString() : "")
      .Case("image", BarrierKind::Image)
      .Case("former", BarrierKind::Former)
      .Case("log-bit", BarrierKind::LogBit)
      .Case("snapshot", BarrierKind::Snapshot)
      .Case("none", BarrierKind::None)
      .Default(std::nullopt);
}

static bool isFieldBarrier(const CallBase &Call) {
  return !callsJulia(Call, julia::ObjectWriteBarrier) &&
         !callsJulia(Call, julia::FormerWriteBarrier);
}

/// Whether operand \p Number of a barrier is stored.
static bool isChild(const CallBase &Call, unsigned Number) {
  return Number != 0 && (!isFieldBarrier(Call) || Number % 2 == 0);
}

/// Returns what is wrong with \p Call, or nothing.
static std::string findProblem(const CallBase &Call) {
  if (!getBarrierKind(Call))
    return ("the module flag \"" + BarrierFlag +
            "\" is none of \"image\", \"former\", \"log-bit\", \"snapshot\" "
            "and \"none\"")
        .str();
  const bool IsOfFields = isFieldBarrier(Call);
  Type *Root = PointerType::get(Call.getContext(), julia::Tracked);
  // The name of the function says where pointers to fields point.
  StringRef Suffix = Call.getCalledOperand()->getName();
  unsigned SlotSpace = 0;
  const bool HasSpace =
      !IsOfFields ||
      (Suffix.consume_front(julia::FieldWriteBarrier) &&
       Suffix.consume_front("p") && !Suffix.getAsInteger(10, SlotSpace));
  const bool HasTypes =
      HasSpace && all_of(enumerate(Call.args()), [&](const auto &Argument) {
        Type *Ty = Argument.value()->getType();
        return Argument.index() == 0 || isChild(Call, Argument.index())
                   ? Ty == Root
                   : Ty->isPointerTy() &&
                         julia::isSpecialAddressSpace(SlotSpace) &&
                         Ty->getPointerAddressSpace() == SlotSpace;
      });
  if (!isa<CallInst>(Call) || !Call.getType()->isVoidTy() || Call.arg_empty() ||
      (IsOfFields && Call.arg_size() % 2 == 0) || !HasTypes)
    return IsOfFields
               ? "it is not a void call with the written object and pairs of a "
                 "pointer to its field and what is stored there, where objects "
                 "are pointers of address space 10 and fields of the one that "
                 "the name says"
               : "it is not a void call whose operands are pointers of address "
                 "space 10, the written object first";
  if (IsOfFields && any_of(enumerate(Call.args()), [](const auto &Argument) {
        return Argument.index() % 2 == 1 &&
               isa<ConstantPointerNull>(Argument.value());
      }))
    return "a pointer to a field is null; use julia.object_write_barrier if "
           "the field is not known";
  return "";
}

bool llvm::checkJuliaWriteBarrier(const CallBase &Call) {
  const std::string Problem = findProblem(Call);
  if (!Problem.empty())
    reportJuliaCall(Call, Problem);
  return Problem.empty();
}

/// Erases \p Call and returns false if it is wrong, which is reported.
static bool check(CallBase &Call) {
  if (checkJuliaWriteBarrier(Call))
    return true;
  if (isa<CallInst>(Call) && Call.getType()->isVoidTy())
    Call.eraseFromParent();
  return false;
}

void llvm::simplifyJuliaWriteBarrier(CallBase &Call,
                                     const JuliaKeepers &Keepers,
                                     bool IsParentNew) {
  if (!check(Call) || getBarrierKind(Call) == BarrierKind::Snapshot)
    return;
  const Value *Parent = Call.getArgOperand(0);
  bool IsNeeded = false;
  for (unsigned Number = 1; Number < Call.arg_size(); ++Number) {
    if (!isChild(Call, Number))
      continue;
    const Value *Child = Call.getArgOperand(Number);
    if (Child == Parent || Keepers.getKeeper(*Child) == JuliaKeeper::Forever)
      Call.setArgOperand(Number, Constant::getNullValue(Child->getType()));
    else
      IsNeeded = true;
  }
  if (IsParentNew || !IsNeeded)
    Call.eraseFromParent();
}

namespace {

class BarrierLowering {
  CallBase &Call;
  Value *const Parent;
  Type *const Word;
  IRBuilder<> Builder;

  Value *loadTag(Value *Object);
  Value *hasBits(Value *Tag, unsigned Mask, unsigned Bits, const Twine &Name,
                 const Twine &NameOfTest);
  void branch(Value *Condition, const Twine &Name);
  void queue();

public:
  explicit BarrierLowering(CallBase &Call)
      : Call(Call), Parent(Call.getArgOperand(0)),
        Word(getJuliaWord(*Call.getFunction())), Builder(&Call) {}
  void lowerToMarks(ArrayRef<Value *> Children, bool HasImages);
  void lowerToLogBit();
};

} // end anonymous namespace

/// The collector of another thread changes it, so it is not what the function
/// itself has stored there.
Value *BarrierLowering::loadTag(Value *Object) {
  LoadInst *Tag = Builder.CreateAlignedLoad(
      Word, createJuliaTagAddress(Builder, Object),
      Call.getDataLayout().getPointerABIAlignment(0), /*isVolatile=*/true);
  Tag->setOrdering(AtomicOrdering::Unordered);
  Tag->setMetadata(LLVMContext::MD_tbaa,
                   getJuliaTBAA(Call.getContext(), "jtbaa_tag", "jtbaa_data"));
  return Tag;
}

Value *BarrierLowering::hasBits(Value *Tag, unsigned Mask, unsigned Bits,
                                const Twine &Name, const Twine &NameOfTest) {
  return Builder.CreateICmpEQ(
      Builder.CreateAnd(Tag, ConstantInt::get(Word, Mask), Name),
      ConstantInt::get(Word, Bits), NameOfTest);
}

/// What follows is on an unlikely path.
void BarrierLowering::branch(Value *Condition, const Twine &Name) {
  Instruction *End = SplitBlockAndInsertIfThen(
      Condition, Builder.GetInsertPoint(), /*Unreachable=*/false,
      MDBuilder(Call.getContext()).createBranchWeights(1, 9));
  End->getParent()->setName(Name);
  Builder.SetInsertPoint(End);
}

void BarrierLowering::queue() {
  CallInst *Queue = Builder.CreateCall(
      Call.getModule()->getOrInsertFunction(
          julia::QueueRoot, Builder.getVoidTy(), Parent->getType()),
      {Parent});
  Queue->setMetadata(julia::ResetRegion, Call.getMetadata(julia::ResetRegion));
}

void BarrierLowering::lowerToMarks(ArrayRef<Value *> Children, bool HasImages) {
  Value *Tag = loadTag(Parent);
  branch(hasBits(Tag, julia::OldAndMarked, julia::OldAndMarked, "parent_bits",
                 "parent_old_marked"),
         "may_trigger_wb");
  Value *IsImage = HasImages ? hasBits(Tag, julia::ImageBits, julia::InImage,
                                       "parent_in_image", "parent_is_image")
                             : nullptr;
  Value *IsAnyUnmarked = nullptr;
  for (Value *Child : Children) {
    Value *IsUnmarked = hasBits(loadTag(Child), julia::Marked, 0, "child_bit",
                                "child_not_marked");
    IsAnyUnmarked = IsAnyUnmarked ? Builder.CreateOr(IsAnyUnmarked, IsUnmarked)
                                  : IsUnmarked;
  }
  if (IsImage)
    IsAnyUnmarked =
        Builder.CreateOr(IsImage, IsAnyUnmarked, "should_trigger_wb");
  branch(IsAnyUnmarked, "trigger_wb");
  queue();
}

void BarrierLowering::lowerToLogBit() {
  Module &M = *Call.getModule();
  LLVMContext &Context = Call.getContext();
  Type *Ptr = Builder.getPtrTy(), *Byte = Builder.getInt8Ty();
  Constant *Variable = M.getOrInsertGlobal(LogBits, Ptr);
  LoadInst *Base = Builder.CreateLoad(Ptr, Variable, "mmtk_side_bit_base");
  Base->setMetadata(LLVMContext::MD_tbaa, getJuliaTBAA(Context, "jtbaa_const"));
  Base->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Context, {}));
  // There is a bit for each eight bytes.
  Value *Address = Builder.CreatePtrToInt(Parent, Word);
  Value *Bits = Builder.CreateAlignedLoad(
      Byte, Builder.CreateGEP(Byte, Base, Builder.CreateLShr(Address, 6)),
      Align(1), /*isVolatile=*/true);
  Value *Number = Builder.CreateTrunc(
      Builder.CreateAnd(Builder.CreateLShr(Address, 3), 7), Byte);
  Value *Bit = Builder.CreateAnd(Builder.CreateLShr(Bits, Number), 1);
  branch(Builder.CreateICmpEQ(Bit, Builder.getInt8(1), "parent_not_logged"),
         "trigger_wb");
  queue();
}

void llvm::lowerJuliaWriteBarrier(CallBase &Call) {
  if (!check(Call))
    return;
  const BarrierKind Kind = *getBarrierKind(Call);
  SmallSetVector<Value *, 4> Children;
  for (unsigned Number = 1; Number < Call.arg_size(); ++Number) {
    Value *Child = Call.getArgOperand(Number);
    if (isChild(Call, Number) && Child != Call.getArgOperand(0) &&
        !isa<Constant>(Child->stripPointerCasts()))
      Children.insert(Child);
  }
  BarrierLowering Lowering(Call);
  if (Kind == BarrierKind::Snapshot ||
      (Kind == BarrierKind::LogBit && !Children.empty()))
    Lowering.lowerToLogBit();
  else if (Kind != BarrierKind::None && Kind != BarrierKind::LogBit &&
           !Children.empty())
    Lowering.lowerToMarks(Children.getArrayRef(), Kind == BarrierKind::Image);
  Call.eraseFromParent();
}
