//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCTransitions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

/// The numbers of bytes that the runtime's functions copy.
static constexpr unsigned CopiedBytes[] = {0, 64, 256, 1024, 4096};

namespace {

/// The call that a transition makes, as a statepoint or a call of its own.
class NativeCall {
  const CallBase &Call;
  const GCStatepointInst *Statepoint;

public:
  explicit NativeCall(const CallBase &Call)
      : Call(Call), Statepoint(dyn_cast<GCStatepointInst>(&Call)) {}

  FunctionType *getType() const {
    return Statepoint ? cast<FunctionType>(Statepoint->getParamElementType(
                            GCStatepointInst::CalledFunctionPos))
                      : Call.getFunctionType();
  }
  Value *getTarget() const {
    return Statepoint ? Statepoint->getActualCalledOperand()
                      : Call.getCalledOperand();
  }
  Type *getResultType() const { return getType()->getReturnType(); }
  /// The number of the first argument of the target among those of the call.
  unsigned firstArg() const {
    return Statepoint ? unsigned(GCStatepointInst::CallArgsBeginPos) : 0;
  }
  unsigned numArgs() const {
    return Statepoint ? Statepoint->getNumCallArgs() : Call.arg_size();
  }
  Value *getArg(unsigned I) const { return Call.getArgOperand(firstArg() + I); }
  bool hasAttr(unsigned I, Attribute::AttrKind Kind) const {
    return Call.paramHasAttr(firstArg() + I, Kind);
  }
  MaybeAlign getAlign(unsigned I) const {
    return Call.getParamAlign(firstArg() + I);
  }
  Type *getByValType(unsigned I) const {
    return Call.getParamByValType(firstArg() + I);
  }
};

/// How many registers values take, and how many bytes if they are on the stack,
/// at most.
struct Space {
  unsigned Integers = 0;
  unsigned Floats = 0;
  uint64_t Bytes = 0;
  /// Some value has no register, or it is not known which.
  bool NeedsStack = false;

  void addInteger(uint64_t Size) {
    Integers += divideCeil(Size, 8);
    Bytes += alignTo(Size, Size > 8 ? 16 : 8);
    // It may begin at an even register, or at a multiple of 16.
    if (Size > 8) {
      ++Integers;
      Bytes += 8;
    }
  }
  void addFloat(uint64_t Size) {
    ++Floats;
    Bytes += Size > 8 ? 24 : 8;
  }
  void addInMemory(uint64_t Size) {
    NeedsStack = true;
    // It may have to be aligned.
    Bytes += alignTo(Size, 8) + 8;
  }
};

} // end anonymous namespace

/// Adds a vector to \p S. Legalization may split it, or make scalars of it.
static void addVector(FixedVectorType &Ty, const DataLayout &DL, Space &S) {
  Type *Element = Ty.getElementType();
  const uint64_t Bits = DL.getTypeSizeInBits(&Ty).getFixedValue();
  const bool IsSimple =
      isPowerOf2_32(Ty.getNumElements()) &&
      (Element->isHalfTy() || Element->isFloatTy() || Element->isDoubleTy() ||
       Element->isIntegerTy(8) || Element->isIntegerTy(16) ||
       Element->isIntegerTy(32) || Element->isIntegerTy(64));
  if (IsSimple && (Bits == 64 || Bits % 128 == 0)) {
    for (uint64_t Done = 0; Done < Bits; Done += 128)
      S.addFloat(16);
    return;
  }
  S.NeedsStack = true;
  S.Bytes +=
      Ty.getNumElements() *
      alignTo(divideCeil(DL.getTypeSizeInBits(Element).getFixedValue(), 8), 16);
}

/// Adds what a value of type \p Ty takes to \p S. \returns false if nothing is
/// known about that.
static bool add(Type *Ty, const DataLayout &DL, Space &S) {
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return all_of(Struct->elements(),
                  [&](Type *Element) { return add(Element, DL, S); });
  if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    for (uint64_t I = 0; I != Array->getNumElements(); ++I) {
      // No function copies as much.
      if (S.Bytes > 2 * CopiedBytes[std::size(CopiedBytes) - 1])
        return true;
      if (!add(Array->getElementType(), DL, S))
        return false;
    }
    return true;
  }
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
    addVector(*Vector, DL, S);
    return true;
  }
  if (Ty->isIntOrPtrTy()) {
    S.addInteger(divideCeil(DL.getTypeSizeInBits(Ty).getFixedValue(), 8));
    return true;
  }
  if (Ty->isX86_FP80Ty()) {
    S.addInMemory(16);
    return true;
  }
  if (Ty->isFloatingPointTy() && !Ty->isPPC_FP128Ty()) {
    S.addFloat(divideCeil(DL.getTypeSizeInBits(Ty).getFixedValue(), 8));
    return true;
  }
  return false;
}

/// What the arguments of \p Native take, or why nothing can be done.
static Space measureArguments(const NativeCall &Native, const DataLayout &DL,
                              function_ref<void(const Twine &)> Report) {
  Space S;
  for (unsigned I = 0; I != Native.numArgs(); ++I) {
    const std::string Which = "argument " + utostr(I + 1);
    for (const auto &[Kind, Name] :
         {std::pair(Attribute::Nest, "nest"),
          std::pair(Attribute::InAlloca, "inalloca"),
          std::pair(Attribute::Preallocated, "preallocated"),
          std::pair(Attribute::SwiftSelf, "swiftself"),
          std::pair(Attribute::SwiftError, "swifterror"),
          std::pair(Attribute::SwiftAsync, "swiftasync")})
      if (Native.hasAttr(I, Kind))
        Report(Which + " is '" + Name +
               "', which no function of the runtime passes on; call a native "
               "function that takes it otherwise");
    Type *Ty = Native.getArg(I)->getType();
    const MaybeAlign Align = Native.getAlign(I);
    if (Native.hasAttr(I, Attribute::ByVal)) {
      if (Align.valueOrOne() > 16)
        Report(Which + " has an alignment of more than 16; pass a pointer");
      S.addInMemory(DL.getTypeAllocSize(Native.getByValType(I)));
    } else if (!add(Ty, DL, S)) {
      Report(Which + " has a type of which it is not known how it is passed; "
                     "pass a pointer");
    }
  }
  return S;
}

/// The least number of bytes that have to be copied, if any function does that.
static std::optional<unsigned> getCopiedBytes(const Space &S,
                                              const ManagedTargetInfo &Target) {
  if (!S.NeedsStack && S.Integers <= Target.getNumIntegerArguments() &&
      S.Floats <= Target.getNumFloatArguments())
    return 0;
  for (const unsigned Size : CopiedBytes)
    if (Size >= S.Bytes && Size != 0)
      return Size;
  return std::nullopt;
}

/// \returns true if \p Target is one of the runtime's functions already.
static bool isLowered(const Value *Target, StringRef Transition) {
  const auto *F = dyn_cast<Function>(Target->stripPointerCasts());
  StringRef Size = F ? F->getName() : "";
  if (!F || !Size.consume_front(Transition))
    return false;
  return any_of(CopiedBytes, [&](unsigned Bytes) {
    return Size == (Bytes ? utostr(Bytes) : std::string());
  });
}

bool llvm::isTransition(const CallBase &Call) {
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
  return Call.getOperandBundle(LLVMContext::OB_gc_transition) ||
         (Statepoint &&
          Statepoint->getFlags() & uint64_t(StatepointFlags::GCTransition));
}

bool llvm::isLowerableTransition(const CallBase &Call,
                                 const GCThreadTraits &Thread) {
  return isTransition(Call) && !Thread.Transition.empty() &&
         !isLowered(NativeCall(Call).getTarget(), Thread.Transition);
}

/// Reports a result of \p Native that the runtime's functions do not keep while
/// the thread waits.
static void checkResult(const NativeCall &Native, const DataLayout &DL,
                        const ManagedTargetInfo &Target,
                        function_ref<void(const Twine &)> Report) {
  Type *Ty = Native.getResultType();
  if (Ty->isVoidTy())
    return;
  Space S;
  bool HasLongVector = false;
  if (Ty->isX86_FP80Ty())
    return;
  const bool IsKnown = add(Ty, DL, S);
  // A vector of more than 128 bits may be in one register.
  SmallVector<Type *, 8> Parts = {Ty};
  while (!Parts.empty()) {
    Type *Part = Parts.pop_back_val();
    if (!Part->isVectorTy())
      append_range(Parts, Part->subtypes());
    else if (DL.getTypeSizeInBits(Part).getKnownMinValue() > 128)
      HasLongVector = true;
  }
  if (!IsKnown || S.NeedsStack || HasLongVector ||
      S.Integers > Target.getNumIntegerResults() ||
      S.Floats > Target.getNumFloatResults())
    Report("its result is not in registers that the runtime keeps while the "
           "thread waits; return a pointer, or write the result to memory");
}

static bool isSupported(CallingConv::ID CC, const Triple &TT) {
  switch (CC) {
  case CallingConv::C:
  case CallingConv::Fast:
  case CallingConv::Cold:
    return true;
  case CallingConv::X86_64_SysV:
    return TT.getArch() == Triple::x86_64;
  default:
    return false;
  }
}

/// \returns true if values of type \p Ty are or contain some that are passed in
/// floating-point or vector registers.
static bool usesFloatRegisters(Type *Ty) {
  return Ty->isFPOrFPVectorTy() || Ty->isVectorTy() ||
         any_of(Ty->subtypes(), usesFloatRegisters);
}

bool llvm::mayLackFloatRegisters(StringRef Features) {
  return any_of(split(Features, ','), [](StringRef Feature) {
    return StringSwitch<bool>(Feature)
        .Cases({"+soft-float", "-sse", "-sse2"}, true)
        .Cases({"-fp-armv8", "-neon"}, true)
        .Default(false);
  });
}

/// Reports \p Native if it passes values that take other registers, and other
/// numbers of them, than measureArguments() and checkResult() count.
static void checkFloats(const NativeCall &Native, const Function &Caller,
                        function_ref<void(const Twine &)> Report) {
  if (!mayLackFloatRegisters(
          Caller.getFnAttribute("target-features").getValueAsString()))
    return;
  bool Uses = usesFloatRegisters(Native.getResultType());
  for (unsigned I = 0; I != Native.numArgs(); ++I)
    Uses |= usesFloatRegisters(Native.getArg(I)->getType());
  if (Uses)
    Report("it is not known where floating-point values and vectors are passed "
           "if the target lacks registers for some of them; pass a pointer");
}

/// Reports references that \p Native gets or returns.
static void checkReferences(const NativeCall &Native,
                            function_ref<bool(const Type *)> IsMoved,
                            function_ref<void(const Twine &)> Report) {
  const char *WayOut = ", which the collector may move during the call; pass a "
                       "handle, such as the address of a root";
  for (unsigned I = 0; I != Native.numArgs(); ++I)
    if (const Value *V = Native.getArg(I);
        !isa<Constant>(V) && IsMoved(V->getType()))
      Report("argument " + Twine(I + 1) + " is a reference" + WayOut);
  if (IsMoved(Native.getResultType()))
    Report("its result is a reference, which the collector may move before the "
           "call has returned; return a handle, such as the address of a root");
}

void llvm::findUnsupportedTransition(const CallBase &Call,
                                     function_ref<bool(const Type *)> IsMoved,
                                     function_ref<void(StringRef)> ReportText) {
  const NativeCall Native(Call);
  const DataLayout &DL = Call.getDataLayout();
  const Triple TT = getTargetOrHost(Call.getModule()->getTargetTriple());
  const ManagedTargetInfo Target(TT);
  const auto Report = [&](const Twine &Why) {
    ReportText(("transition to native code: " + Why).str());
  };
  if (!Target.hasTransitions())
    return Report("the runtime has none for this target; it has them for " +
                  listManagedTargets([](const ManagedTargetFacts &Facts) {
                    return Facts.NumIntegerArguments != 0;
                  }));
  if (Call.hasFnAttr("gc-leaf-function"))
    return ReportText(LeafTransitionProblem);
  if (isa<InlineAsm>(Native.getTarget()))
    return Report("inline assembly is no native code that a function of the "
                  "runtime can call; call a native function");
  const auto *Callee = dyn_cast<Function>(Native.getTarget());
  if (Callee && Callee->isIntrinsic())
    return Report("'" + Callee->getName() +
                  "' is an intrinsic; leave "
                  "\"gc-transition\" out");
  if (!isSupported(Call.getCallingConv(), TT))
    return Report("the calling convention of the call is not one of ccc, "
                  "fastcc and coldcc; call a native function that has one");
  if (Call.isMustTailCall())
    return Report("a call marked musttail ends the frame that has to be found; "
                  "leave musttail out");
  if (const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
      Statepoint && Statepoint->getNumPatchBytes() != 0)
    return Report("a statepoint with bytes to patch makes no call; leave out "
                  "the bytes, or \"gc-transition\"");
  for (unsigned I = 0; I != Call.getNumOperandBundles(); ++I) {
    const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    switch (Bundle.getTagID()) {
    case LLVMContext::OB_deopt:
    case LLVMContext::OB_gc_live:
    case LLVMContext::OB_gc_transition:
    case LLVMContext::OB_funclet:
      break;
    default:
      Report("the bundle \"" + Bundle.getTagName() +
             "\" is about the call itself, which the runtime makes; leave out "
             "one of the two");
    }
  }
  if (Call.getFunction()->getFnAttribute("use-soft-float").getValueAsBool())
    Report("floating-point arguments are passed in other registers with "
           "\"use-soft-float\"");
  checkFloats(Native, *Call.getFunction(), Report);
  checkReferences(Native, IsMoved, Report);
  checkResult(Native, DL, Target, Report);
  const Space S = measureArguments(Native, DL, Report);
  const std::optional<unsigned> Bytes = getCopiedBytes(S, Target);
  if (!Bytes)
    Report("its arguments may take more than " +
           Twine(CopiedBytes[std::size(CopiedBytes) - 1]) +
           " bytes of the stack; pass a pointer");
  else if (*Bytes != 0 && Call.getCallingConv() == CallingConv::Fast)
    Report("a function with calling convention fastcc may remove its arguments "
           "from the stack; use ccc");
}

static Function *declareTransition(Module &M, StringRef Name) {
  LLVMContext &Context = M.getContext();
  auto *Ty = FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false);
  FunctionCallee Callee = M.getOrInsertFunction(Name, Ty);
  auto *F = cast<Function>(Callee.getCallee()->stripPointerCasts());
  // The loader's resolver of lazy calls does not keep the register of `nest`.
  if (F->isDeclaration())
    F->addFnAttr(Attribute::NonLazyBind);
  return F;
}

/// The attributes of \p Call with those of arguments from \p First on moved by
/// one, and of the argument there.
static AttributeList insertArgument(const CallBase &Call, unsigned First) {
  LLVMContext &Context = Call.getContext();
  const AttributeList Old = Call.getAttributes();
  SmallVector<AttributeSet, 16> Params;
  for (unsigned I = 0; I != Call.arg_size(); ++I)
    Params.push_back(Old.getParamAttrs(I));
  Params.insert(Params.begin() + First,
                AttributeSet().addAttribute(Context, Attribute::Nest));
  return AttributeList::get(Context, Old.getFnAttrs(), Old.getRetAttrs(),
                            Params);
}

CallBase *llvm::lowerTransition(CallBase &Call, const GCThreadTraits &Thread) {
  const NativeCall Native(Call);
  const DataLayout &DL = Call.getDataLayout();
  const ManagedTargetInfo Target(
      getTargetOrHost(Call.getModule()->getTargetTriple()));
  const Space S =
      measureArguments(Native, DL, [](const Twine &) { /* Reported. */ });
  const unsigned Bytes = getCopiedBytes(S, Target).value();
  Function *Transition = declareTransition(
      *Call.getModule(),
      (Thread.Transition + (Bytes ? utostr(Bytes) : "")).str());

  SmallVector<Type *, 8> Types = {Native.getTarget()->getType()};
  append_range(Types, Native.getType()->params());
  FunctionType *Ty = FunctionType::get(Native.getResultType(), Types,
                                       Native.getType()->isVarArg());
  SmallVector<Value *, 16> Arguments(Call.args());
  AttributeList Attributes = insertArgument(Call, Native.firstArg());
  Arguments.insert(Arguments.begin() + Native.firstArg(), Native.getTarget());
  FunctionType *CallTy = Ty;
  Value *Callee = Transition;
  if (isa<GCStatepointInst>(Call)) {
    LLVMContext &Context = Call.getContext();
    Type *Int32 = Type::getInt32Ty(Context);
    Arguments[GCStatepointInst::CalledFunctionPos] = Transition;
    Arguments[GCStatepointInst::NumCallArgsPos] =
        ConstantInt::get(Int32, Native.numArgs() + 1);
    Attributes = Attributes.removeParamAttribute(
        Context, GCStatepointInst::CalledFunctionPos, Attribute::ElementType);
    Attributes = Attributes.addParamAttribute(
        Context, GCStatepointInst::CalledFunctionPos,
        Attribute::get(Context, Attribute::ElementType, Ty));
    CallTy = Call.getFunctionType();
    Callee = Call.getCalledOperand();
  }

  SmallVector<OperandBundleDef, 4> Bundles;
  for (unsigned I = 0; I != Call.getNumOperandBundles(); ++I)
    if (const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
        Bundle.getTagID() != LLVMContext::OB_gc_transition)
      Bundles.emplace_back(Bundle);
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
    New = InvokeInst::Create(CallTy, Callee, Invoke->getNormalDest(),
                             Invoke->getUnwindDest(), Arguments, Bundles, "",
                             Call.getIterator());
  else
    New = CallInst::Create(CallTy, Callee, Arguments, Bundles, "",
                           Call.getIterator());
  New->setAttributes(Attributes);
  New->setCallingConv(Call.getCallingConv());
  New->copyMetadata(Call);
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  // Relocates are lowered in the order in which they use the statepoint.
  New->reverseUseList();
  Call.eraseFromParent();
  return New;
}
