//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PollInsertion.h"
#include "PollRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

PollInserter::PollInserter(Function &F, GCPollForm Form)
    : F(F), Form(Form), Traits(getGCStrategyTraits(F)) {}

/// \returns the location of what is inserted in front of \p I. Calls that may
/// be inlined need one.
static DebugLoc getPollLocation(const Instruction &I) {
  if (const DebugLoc &Location = I.getDebugLoc())
    return Location;
  if (DISubprogram *Program = I.getFunction()->getSubprogram())
    return DILocation::get(I.getContext(), 0, 0, Program);
  return {};
}

static bool isPollType(const Function &F) {
  return F.getReturnType()->isVoidTy() && F.arg_empty() && !F.isVarArg();
}

Function *PollInserter::getPollFunction() const {
  return F.getParent()->getFunction(Form == GCPollForm::Call
                                        ? StringRef(GCSafepointPollName)
                                        : Traits.Thread.PollFunction);
}

static std::string findCallProblem(const Function *Poll) {
  if (!Poll || Poll->isDeclaration() || !isPollType(*Poll))
    return "the module does not define 'void gc.safepoint_poll()'; define it "
           "with the poll of the runtime";
  if (none_of(*Poll, [](const BasicBlock &BB) {
        return isa<ReturnInst>(BB.getTerminator()) &&
               isPotentiallyReachable(&BB.getParent()->getEntryBlock(), &BB);
      }))
    return "'gc.safepoint_poll' does not return";
  for (const Instruction &I : instructions(Poll)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (Call && Call->getCalledFunction() == Poll)
      return "'gc.safepoint_poll' calls itself";
  }
  return "";
}

std::string PollInserter::findPageProblem(const Twine &Strategy) const {
  const StringRef Page = Traits.Thread.PollPage;
  const char *WayOut = "; use \"gc-poll-form\"=\"flag\"";
  if (Page.empty())
    return (Strategy + "has no page that polls load from" + WayOut).str();
  const GlobalValue *V = F.getParent()->getNamedValue(Page);
  if (V && (!isa<GlobalVariable>(V) || V->isThreadLocal()))
    return ("'" + Page + "' is not a variable in this module").str();
  return "";
}

std::string PollInserter::findProblem() const {
  if (Form == GCPollForm::Call)
    return findCallProblem(getPollFunction());
  const GCThreadTraits &Thread = Traits.Thread;
  const std::string Strategy = "the GC strategy '" + F.getGC() + "' ";
  if (Form == GCPollForm::Page)
    return findPageProblem(Strategy);
  if (!Thread.hasThread())
    return Strategy + "has no thread, whose word a poll of the form 'flag' "
                      "tests; register one (GCThreadTraits), or use "
                      "\"gc-poll-form\"=\"call\"";
  if (Thread.PollFunction.empty())
    return Strategy + "has no function that polls of the form 'flag' call; "
                      "register one (GCThreadTraits), or use "
                      "\"gc-poll-form\"=\"call\"";
  const Module &M = *F.getParent();
  const std::string Function = "'" + Thread.PollFunction.str() + "' ";
  if (const GlobalValue *V = M.getNamedValue(Thread.PollFunction)) {
    const auto *Poll = dyn_cast<llvm::Function>(V);
    if (!Poll || !isPollType(*Poll))
      return Function + "is not a function 'void ()' in this module";
    if (Poll->hasFnAttribute("gc-leaf-function"))
      return Function + "has \"gc-leaf-function\", but threads stop in it";
  }
  if (!Thread.Variable.empty())
    if (const GlobalValue *V = M.getNamedValue(Thread.Variable))
      if (!isa<GlobalVariable>(V) || !V->isThreadLocal() ||
          V->getAddressSpace() != 0)
        return "'" + Thread.Variable.str() +
               "' is not a thread-local variable in this module";
  return "";
}

uint64_t PollInserter::getCost() const {
  uint64_t Cost = 0;
  if (Form == GCPollForm::Call)
    for (const Instruction &I : instructions(getPollFunction()))
      Cost += PollRules::getCost(I);
  return Cost;
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

void PollInserter::insertCallPoll(Instruction &Before) {
  CallInst *Call =
      CallInst::Create(getPollFunction(), "", Before.getIterator());
  Call->setDebugLoc(getPollLocation(Before));
  InlineFunctionInfo Info;
  const InlineResult Result = InlineFunction(*Call, Info);
  if (Result.isSuccess())
    return;
  Call->eraseFromParent();
  Problem = std::string("'gc.safepoint_poll' cannot be inlined: ") +
            Result.getFailureReason();
}

/// \returns the address of the structure of the thread.
Value *PollInserter::getThread(Instruction &Before) {
  const GCThreadTraits &Thread = Traits.Thread;
  Module &M = *F.getParent();
  IRBuilder<> Builder(&Before);
  Builder.SetCurrentDebugLocation(getPollLocation(Before));
  if (!Thread.Variable.empty()) {
    GlobalVariable *Variable = M.getNamedGlobal(Thread.Variable);
    if (!Variable)
      Variable = new GlobalVariable(
          M, Builder.getInt8Ty(), /*isConstant=*/false,
          GlobalValue::ExternalLinkage, /*Initializer=*/nullptr,
          Thread.Variable, /*InsertBefore=*/nullptr,
          GlobalValue::InitialExecTLSModel);
    return Builder.CreateThreadLocalAddress(Variable);
  }
  LLVMContext &C = F.getContext();
  IntegerType *Word = M.getDataLayout().getIntPtrType(C);
  Value *Name = MetadataAsValue::get(
      C, MDNode::get(C, MDString::get(C, Thread.Register)));
  Value *Register =
      Builder.CreateIntrinsic(Intrinsic::read_register, {Word}, {Name});
  return Builder.CreateIntToPtr(Register, Builder.getPtrTy());
}

void PollInserter::insertFlagPoll(Instruction &Before) {
  LLVMContext &C = F.getContext();
  Value *Thread = getThread(Before);
  IRBuilder<> Builder(&Before);
  const DebugLoc Location = getPollLocation(Before);
  Builder.SetCurrentDebugLocation(Location);
  Value *Address = Builder.CreateConstInBoundsGEP1_64(
      Builder.getInt8Ty(), Thread, Traits.Thread.PollOffset);
  LoadInst *Word = Builder.CreateAlignedLoad(Builder.getInt32Ty(), Address,
                                             Align(4), "poll");
  Word->setAtomic(AtomicOrdering::Monotonic);
  Value *IsAsked = Builder.CreateIsNotNull(Word, "poll.asked");
  Instruction *Then =
      SplitBlockAndInsertIfThen(IsAsked, &Before, /*Unreachable=*/false,
                                MDBuilder(C).createUnlikelyBranchWeights());
  Then->getParent()->setName("poll.slow");
  Then->setDebugLoc(Location);
  Module &M = *F.getParent();
  Builder.SetInsertPoint(Then);
  Builder.SetCurrentDebugLocation(Location);
  CallInst *Call = Builder.CreateCall(
      M.getOrInsertFunction(Traits.Thread.PollFunction,
                            FunctionType::get(Builder.getVoidTy(), false)));
  Call->addFnAttr(Attribute::Cold);
  Call->addFnAttr(Attribute::NoUnwind);
  if (const auto *Callee = Call->getCalledFunction())
    Call->setCallingConv(Callee->getCallingConv());
}

/// \returns the page itself if the module says that the program has it: the
/// variable \p Address is defined as the address of one that is dso_local.
static GlobalVariable *findPage(GlobalVariable *Address) {
  if (!Address || !Address->isConstant() ||
      !Address->hasDefinitiveInitializer())
    return nullptr;
  const Module &M = *Address->getParent();
  auto *Page = dyn_cast<GlobalVariable>(Address->getInitializer());
  return Page && Page->isDSOLocal() && !Page->isThreadLocal() &&
                 ManagedTargetInfo(M.getTargetTriple()).loadsFromSymbols()
             ? Page
             : nullptr;
}

/// \returns the address of the page that polls load from. It is loaded once,
/// and where it is needed code generation sees to that.
Value *PollInserter::getPage() {
  if (PageAddress)
    return PageAddress;
  Module &M = *F.getParent();
  if (!Traits.HasFrames)
    if (Value *Page = findPage(M.getNamedGlobal(Traits.Thread.PollPage)))
      return PageAddress = Page;
  IRBuilder<> Builder(F.getContext());
  Type *Ptr = Builder.getPtrTy();
  GlobalVariable *Variable = M.getNamedGlobal(Traits.Thread.PollPage);
  if (!Variable)
    Variable = new GlobalVariable(
        M, Ptr, /*isConstant=*/true, GlobalValue::ExternalLinkage,
        /*Initializer=*/nullptr, Traits.Thread.PollPage);
  const BasicBlock::iterator First =
      F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  Builder.SetInsertPoint(&F.getEntryBlock(), First);
  Builder.SetCurrentDebugLocation(getPollLocation(*First));
  LoadInst *Load = Builder.CreateLoad(Ptr, Variable, "poll.page");
  Load->setMetadata(LLVMContext::MD_invariant_load,
                    MDNode::get(F.getContext(), {}));
  return PageAddress = Load;
}

/// A call of the page, which code generation makes a load of that is a
/// safepoint.
void PollInserter::insertPagePoll(Instruction &Before) {
  Value *Page = getPage();
  IRBuilder<> Builder(&Before);
  Builder.SetCurrentDebugLocation(getPollLocation(Before));
  CallInst *Call =
      Builder.CreateCall(FunctionType::get(Builder.getVoidTy(), false), Page);
  Call->addFnAttr(Attribute::get(F.getContext(), GCPagePollAttr));
  Call->addFnAttr(Attribute::NoUnwind);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

void PollInserter::insert(Instruction &Before) {
  if (!Problem.empty())
    return;
  switch (Form) {
  case GCPollForm::Call:
    insertCallPoll(Before);
    break;
  case GCPollForm::Flag:
    insertFlagPoll(Before);
    break;
  case GCPollForm::Page:
    insertPagePoll(Before);
    break;
  }
  if (!Problem.empty())
    F.getContext().diagnose(DiagnosticInfoUnsupported(
        F,
        "safepoint poll before '" + Twine(Before.getOpcodeName()) +
            "': " + Problem,
        Before.getDebugLoc()));
}

BasicBlock *PollInserter::split(Instruction &Terminator, BasicBlock &To,
                                DominatorTree *DT, LoopInfo *LI) {
  BasicBlock *From = Terminator.getParent();
  if (!isa<BranchInst, SwitchInst>(Terminator) || To.isEHPad() ||
      From->getUniqueSuccessor())
    return nullptr;
  // All edges from one switch have one block.
  BasicBlock *Middle = SplitCriticalEdge(
      &Terminator, GetSuccessorNumber(From, &To),
      CriticalEdgeSplittingOptions(DT, LI).setMergeIdenticalEdges());
  return Middle ? Middle : SplitBlockPredecessors(&To, From, ".poll", DT, LI);
}

void PollInserter::insert(Instruction &Terminator, BasicBlock &To,
                          bool OnEdge) {
  BasicBlock *Middle = OnEdge ? split(Terminator, To) : nullptr;
  insert(Middle ? *Middle->getTerminator() : Terminator);
}
