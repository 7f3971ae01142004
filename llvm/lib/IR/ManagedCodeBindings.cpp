//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The C interface to null checks that may become implicit, and to strategies
/// of garbage collection.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

using namespace llvm;

/// \returns what \p Given has, which may be shorter than T.
template <typename T> static T complete(const T *Given) {
  T Whole = {};
  if (Given)
    std::memcpy(&Whole, Given, std::min(Given->Size, sizeof(T)));
  Whole.Size = sizeof(T);
  return Whole;
}

static LLVMErrorRef fail(const Twine &Message) {
  return wrap(createStringError(Message));
}

void LLVMEnableImplicitNullChecks(LLVMValueRef Fn) {
  unwrap<Function>(Fn)->addFnAttr(ImplicitNullChecksAttr);
}

LLVMBool LLVMHasImplicitNullChecks(LLVMValueRef Fn) {
  return hasImplicitNullChecks(*unwrap<Function>(Fn));
}

static void mark(Instruction &Branch, const LLVMImplicitNullCheck &Check) {
  LLVMContext &Context = Branch.getContext();
  auto Constant = [&](unsigned Bits, uint64_t Value) {
    return ConstantAsMetadata::get(
        ConstantInt::get(IntegerType::get(Context, Bits), Value));
  };
  SmallVector<Metadata *, 2> Operands;
  if (Check.HasSite || Check.Readable)
    Operands.push_back(Constant(32, Check.HasSite ? Check.Site : 0));
  if (Check.Readable)
    Operands.push_back(Constant(64, Check.Readable));
  Branch.setMetadata(LLVMContext::MD_make_implicit,
                     MDNode::get(Context, Operands));
}

LLVMErrorRef LLVMMarkImplicitNullCheck(LLVMValueRef Branch,
                                       const LLVMImplicitNullCheck *Check) {
  auto *I = dyn_cast<Instruction>(unwrap(Branch));
  if (!I || !getPointerOfCheck(*I))
    return fail("what is to be marked is no conditional branch on a comparison "
                "of a pointer with null");
  const LLVMImplicitNullCheck Whole = complete(Check);
  if (Whole.Readable && !Whole.HasSite)
    return fail("a null check that promises that memory can be read needs a "
                "site id");
  mark(*I, Whole);
  return LLVMErrorSuccess;
}

LLVMBool LLVMGetImplicitNullCheck(LLVMValueRef Branch,
                                  LLVMImplicitNullCheck *Check) {
  const auto *I = dyn_cast<Instruction>(unwrap(Branch));
  const MDNode *Mark =
      I ? I->getMetadata(LLVMContext::MD_make_implicit) : nullptr;
  if (!Mark)
    return false;
  if (Check) {
    LLVMImplicitNullCheck Whole = {};
    const std::optional<uint32_t> Site = getImplicitCheckSite(*Mark);
    Whole.Size = Check->Size;
    Whole.HasSite = Site.has_value();
    Whole.Site = Site.value_or(0);
    Whole.Readable = getImplicitCheckPromise(*Mark);
    std::memcpy(Check, &Whole, std::min(Check->Size, sizeof(Whole)));
  }
  return true;
}

LLVMValueRef LLVMBuildImplicitNullCheck(LLVMBuilderRef Builder,
                                        LLVMValueRef Pointer,
                                        LLVMBasicBlockRef IsNull,
                                        LLVMBasicBlockRef NotNull,
                                        const LLVMImplicitNullCheck *Check) {
  IRBuilderBase &B = *unwrap(Builder);
  Value *Test = B.CreateIsNull(unwrap(Pointer));
  BranchInst *Branch =
      B.CreateCondBr(Test, unwrap(IsNull), unwrap(NotNull),
                     MDBuilder(B.getContext()).createUnlikelyBranchWeights());
  mark(*Branch, complete(Check));
  return wrap(Branch);
}

namespace {
/// A strategy that was registered here. It stays for the rest of the process.
struct Registered {
  Registered(StringRef Name, const LLVMGCStrategy &S);

  std::string Name;
  SmallVector<unsigned, 4> ReferenceSpaces;
  /// The strings of GCThreadTraits.
  BumpPtrAllocator Memory;
  RegisterGCStrategyTraits Traits;
};
} // namespace

constexpr unsigned AllPollPlaces =
    LLVMGCPollAtEntry | LLVMGCPollAtBackedges | LLVMGCPollAtReturns;

static GCPolls getPolls(const LLVMGCStrategy &S) {
  GCPolls Polls;
  Polls.AtEntry = S.PollPlaces & LLVMGCPollAtEntry;
  Polls.AtBackedges = S.PollPlaces & LLVMGCPollAtBackedges;
  Polls.AtReturns = S.PollPlaces & LLVMGCPollAtReturns;
  if (S.PollForm == LLVMGCPollByFlag)
    Polls.Form = GCPollForm::Flag;
  else if (S.PollForm == LLVMGCPollByPage)
    Polls.Form = GCPollForm::Page;
  if (S.PollDistance)
    Polls.Distance = S.PollDistance;
  return Polls;
}

/// \returns what generated code needs to know of the thread; the strings are
/// those of \p S.
static GCThreadTraits getThread(const LLVMGCStrategy &S) {
  GCThreadTraits Thread;
  Thread.Variable = StringRef(S.ThreadVariable);
  Thread.Register = StringRef(S.ThreadRegister);
  Thread.PollOffset = S.PollOffset;
  Thread.PollFunction = StringRef(S.PollFunction);
  Thread.PollPage = StringRef(S.PollPage);
  Thread.Transition = StringRef(S.Transition);
  return Thread;
}

/// \returns the traits that \p S describes, with strings in \p Memory.
static GCStrategyTraits getTraits(const LLVMGCStrategy &S,
                                  BumpPtrAllocator &Memory) {
  GCStrategyTraits Traits;
  Traits.StackMapVersion = S.StackMapVersion;
  Traits.KeepsRootsInRegisters = S.KeepsRootsInRegisters;
  Traits.MovesObjects = S.MovesObjects;
  Traits.UnmappedNullSpaces.assign(
      S.UnmappedNullSpaces, S.UnmappedNullSpaces + S.NumUnmappedNullSpaces);
  Traits.Polls = getPolls(S);
  Traits.Thread = getThread(S);
  for (StringRef *Text : {&Traits.Thread.Variable, &Traits.Thread.Register,
                          &Traits.Thread.PollFunction, &Traits.Thread.PollPage,
                          &Traits.Thread.Transition})
    *Text = Text->copy(Memory);
  return Traits;
}

Registered::Registered(StringRef Name, const LLVMGCStrategy &S)
    : Name(Name), ReferenceSpaces(S.ReferenceSpaces,
                                  S.ReferenceSpaces + S.NumReferenceSpaces),
      Traits(this->Name, getTraits(S, Memory)) {}

/// A registry makes strategies by functions without arguments, and a strategy
/// is asked before it knows its name. So there is a class for each.
constexpr size_t MaxStrategies = 16;
static std::array<Registered *, MaxStrategies> Strategies;

namespace {
template <size_t Number> class NumberedStrategy : public GCStrategy {
public:
  NumberedStrategy() {
    UseStatepoints = true;
    UseRS4GC = true;
  }

  std::optional<bool> isGCManagedPointer(const Type *Ty) const override {
    const auto *Pointer = cast<PointerType>(Ty->getScalarType());
    return is_contained(Strategies[Number]->ReferenceSpaces,
                        Pointer->getAddressSpace());
  }
};
} // namespace

template <size_t Number> static void addToRegistry(const char *Name) {
  new GCRegistry::Add<NumberedStrategy<Number>>(
      Name, "a strategy that was registered through the C interface");
}

template <size_t... Numbers>
static void addToRegistry(size_t Number, const char *Name,
                          std::index_sequence<Numbers...>) {
  using Function = void (*)(const char *);
  static constexpr Function Functions[] = {addToRegistry<Numbers>...};
  Functions[Number](Name);
}

/// \returns what is wrong with the thread of \p S; empty if nothing is.
static std::string describeWrongThread(const LLVMGCStrategy &S) {
  const GCThreadTraits Thread = getThread(S);
  if (!Thread.Variable.empty() && !Thread.Register.empty())
    return "the thread is in a variable, '" + Thread.Variable.str() +
           "', or in a register, '" + Thread.Register.str() + "', not in both";
  if (!Thread.hasThread() && Thread.PollOffset)
    return "the poll word has the offset " + std::to_string(S.PollOffset) +
           " in the structure of a thread, but the strategy has neither a "
           "variable nor a register with that structure";
  if (Thread.PollOffset % 4 || Thread.PollOffset >= uint64_t(1) << 31)
    return "the offset of the poll word, " + std::to_string(S.PollOffset) +
           ", is not a multiple of 4 below 2 GiB";
  SmallVector<StringRef, 4> Symbols;
  for (StringRef Symbol : {Thread.Variable, Thread.PollFunction,
                           Thread.PollPage, Thread.Transition}) {
    if (!Symbol.empty() && is_contained(Symbols, Symbol))
      return "the symbol '" + Symbol.str() + "' cannot be two things";
    Symbols.push_back(Symbol);
  }
  return {};
}

/// \returns what is wrong with the polls of \p S; empty if nothing is.
static std::string describeWrongPolls(const LLVMGCStrategy &S) {
  if (S.PollPlaces & ~AllPollPlaces)
    return "there are no places of polls " +
           std::to_string(S.PollPlaces & ~AllPollPlaces);
  const auto Form = static_cast<unsigned>(S.PollForm);
  if (Form > LLVMGCPollByPage)
    return "there is no form of polls " + std::to_string(Form);
  if (!S.PollPlaces)
    return {};
  const GCThreadTraits Thread = getThread(S);
  if (Form == LLVMGCPollByFlag && !Thread.hasThread())
    return "polls by flag need a variable or a register with the thread";
  if (Form == LLVMGCPollByFlag && Thread.PollFunction.empty())
    return "polls by flag need a function that they call";
  if (Form == LLVMGCPollByPage && Thread.PollPage.empty())
    return "polls by page need a variable with the address of the page";
  if (Form == LLVMGCPollByPage && S.StackMapVersion != 4)
    return "polls by page need version 4 of stack maps";
  return {};
}

/// \returns what is wrong with \p S; empty if nothing is.
static std::string describeWrong(StringRef Name, const LLVMGCStrategy &S) {
  if (Name.empty() || isKnownGCStrategy(Name))
    return "there is a strategy of garbage collection of the name '" +
           Name.str() + "'";
  if (S.StackMapVersion != 3 && S.StackMapVersion != 4)
    return "there is no version " + std::to_string(S.StackMapVersion) +
           " of stack maps";
  if (S.KeepsRootsInRegisters && S.StackMapVersion != 4)
    return "references in callee-saved registers need version 4 of stack maps";
  if (!S.NumReferenceSpaces)
    return "the strategy has no address space of references";
  for (unsigned Space : ArrayRef(S.UnmappedNullSpaces, S.NumUnmappedNullSpaces))
    if (!is_contained(ArrayRef(S.ReferenceSpaces, S.NumReferenceSpaces), Space))
      return "address space " + std::to_string(Space) +
             ", in which null is unmapped, has no references";
  if (std::string Wrong = describeWrongThread(S); !Wrong.empty())
    return Wrong;
  return describeWrongPolls(S);
}

LLVMErrorRef LLVMRegisterGCStrategy(const char *Name,
                                    const LLVMGCStrategy *Strategy) {
  const LLVMGCStrategy Whole = complete(Strategy);
  if (std::string Wrong = describeWrong(Name, Whole); !Wrong.empty())
    return fail(Wrong);
  size_t Number = 0;
  while (Number != MaxStrategies && Strategies[Number])
    ++Number;
  if (Number == MaxStrategies)
    return fail("no more than " + Twine(MaxStrategies) +
                " strategies can be registered through the C interface");
  Strategies[Number] = new Registered(Name, Whole);
  addToRegistry(Number, Strategies[Number]->Name.c_str(),
                std::make_index_sequence<MaxStrategies>());
  return LLVMErrorSuccess;
}

LLVMBool LLVMIsKnownGCStrategy(const char *Name) {
  return isKnownGCStrategy(Name);
}
