//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Closes a module: functions that cannot be executed become external ones,
/// external functions and variables are defined, and what makes undefined
/// behavior of values alone is removed. What is left of it are accesses, and
/// those are checked when the module is executed the first time.
///
//===----------------------------------------------------------------------===//

#include "Plugin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace irstress;

/// Bytes of variables whose size other modules know.
static constexpr unsigned ExternalSize = 256;

//===----------------------------------------------------------------------===//
// What cannot be executed
//===----------------------------------------------------------------------===//

/// Whether a call of an intrinsic only says something, and may be gone.
static bool isRemovable(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::pseudoprobe:
  case Intrinsic::sideeffect:
  case Intrinsic::donothing:
  case Intrinsic::var_annotation:
    return true;
  default:
    return false;
  }
}

/// Whether a call of an intrinsic does the same on all machines, and what it
/// accesses can be checked.
static bool isExecutable(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::memcpy:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memcpy_inline:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::masked_load:
  case Intrinsic::masked_store:
  case Intrinsic::masked_gather:
  case Intrinsic::masked_scatter:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ptrmask:
  case Intrinsic::expect:
  case Intrinsic::trap:
  case Intrinsic::vector_insert:
  case Intrinsic::vector_extract:
  case Intrinsic::vector_reverse:
  case Intrinsic::vector_splice_left:
  case Intrinsic::vector_splice_right:
  case Intrinsic::vector_interleave2:
  case Intrinsic::vector_deinterleave2:
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_mul:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor:
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_umax:
  case Intrinsic::vector_reduce_umin:
  case Intrinsic::abs:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::ctpop:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
  case Intrinsic::sadd_sat:
  case Intrinsic::uadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::fabs:
  case Intrinsic::sqrt:
  case Intrinsic::copysign:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::fma:
    return true;
  default:
    return isRemovable(ID);
  }
}

static bool isExecutable(const Instruction &I) {
  if (!I.getType()->isVoidTy() && !isSupported(I.getType()))
    return false;
  for (const Use &U : I.operands()) {
    Type *T = U->getType();
    if (!isa<Function, BasicBlock, MetadataAsValue>(U) && !isSupported(T) &&
        !isa<InlineAsm>(U))
      return false;
  }
  if (isa<CallBrInst, IndirectBrInst, FuncletPadInst, CatchSwitchInst,
          CatchReturnInst, CleanupReturnInst, VAArgInst, AddrSpaceCastInst>(I))
    return false;
  if (const auto *Alloca = dyn_cast<AllocaInst>(&I))
    return !Alloca->isSwiftError() && !Alloca->isUsedWithInAlloca() &&
           !match(Alloca->getArraySize(), m_Zero()) &&
           isSupported(Alloca->getAllocatedType());
  if (const auto *Pad = dyn_cast<LandingPadInst>(&I))
    return Pad->getType() ==
           StructType::get(PointerType::get(I.getContext(), 0),
                           Type::getInt32Ty(I.getContext()));
  // What is in the other bits is nobody's.
  if (isa<LoadInst, StoreInst>(I) &&
      !I.getDataLayout().typeSizeEqualsStoreSize(getLoadStoreType(&I)))
    return false;
  // Those are calls of a library.
  if (I.isAtomic() && isa<LoadInst, StoreInst>(I) &&
      getLoadStoreAlignment(&I).value() <
          I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I)))
    return false;
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(&I);
      GEP && GEP->getSourceElementType()->isScalableTy())
    return false;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return true;
  if (Call->isInlineAsm() || Call->isMustTailCall() ||
      Call->getFunctionType()->isVarArg())
    return false;
  if (const auto *Callee = dyn_cast<Function>(Call->getCalledOperand()))
    if (Callee->isIntrinsic())
      return isExecutable(Callee->getIntrinsicID());
  return true;
}

static bool isExecutable(const Function &F) {
  if (F.isVarArg() || F.isPresplitCoroutine())
    return false;
  if (!F.getReturnType()->isVoidTy() && !isSupported(F.getReturnType()))
    return false;
  for (const Argument &A : F.args())
    if (!isSupported(A.getType()) || A.hasInAllocaAttr() ||
        A.hasPreallocatedAttr() || A.hasSwiftErrorAttr() ||
        (A.hasByValAttr() && !A.getParamByValType()->isSized()) ||
        (A.hasStructRetAttr() && !A.getParamStructRetType()->isSized()))
      return false;
  for (const BasicBlock &BB : F)
    if (BB.hasAddressTaken())
      return false;
  return all_of(instructions(F),
                [](const Instruction &I) { return isExecutable(I); });
}

//===----------------------------------------------------------------------===//
// What values promise
//===----------------------------------------------------------------------===//

/// What says how arguments are passed.
static AttributeList keepConvention(LLVMContext &C, const AttributeList &All,
                                    unsigned Count) {
  AttributeList Kept;
  const auto keep = [&](unsigned Index) {
    AttrBuilder B(C);
    const AttributeSet Set = All.getAttributes(Index);
    for (const Attribute::AttrKind Kind :
         {Attribute::ByVal, Attribute::StructRet, Attribute::ZExt,
          Attribute::SExt, Attribute::ElementType})
      if (Set.hasAttribute(Kind))
        B.addAttribute(Set.getAttribute(Kind));
    if (Set.hasAttribute(Attribute::ByVal) &&
        Set.hasAttribute(Attribute::Alignment))
      B.addAttribute(Set.getAttribute(Attribute::Alignment));
    Kept = Kept.addAttributesAtIndex(C, Index, B);
  };
  keep(AttributeList::ReturnIndex);
  for (unsigned I = 0; I != Count; ++I)
    keep(AttributeList::FirstArgIndex + I);
  return Kept;
}

/// Undefined values are zero.
static void defineOperands(Instruction &I) {
  for (Use &U : I.operands()) {
    auto *C = dyn_cast<Constant>(U);
    if (!C || isa<GlobalValue>(C) || isa<BlockAddress>(C))
      continue;
    if (isa<UndefValue>(C))
      U = Constant::getNullValue(C->getType());
    else if (C->getType()->isVectorTy() && C->containsUndefOrPoisonElement()) {
      auto *Element = Constant::getNullValue(
          cast<VectorType>(C->getType())->getElementType());
      U = Constant::replaceUndefsWith(C, Element);
    }
  }
}

/// Operands of shifts and indices of elements are in range.
static void limitOperand(Instruction &I, unsigned Number, uint64_t Limit) {
  Value *V = I.getOperand(Number);
  if (auto *C = dyn_cast<ConstantInt>(V); C && C->getValue().ult(Limit))
    return;
  IRBuilder<> B(&I);
  // An index may be too narrow for the limit.
  if (V->getType()->getScalarSizeInBits() >= 64 ||
      Limit < (uint64_t(1) << V->getType()->getScalarSizeInBits()))
    I.setOperand(Number,
                 B.CreateURem(V, ConstantInt::get(V->getType(), Limit)));
}

/// Has \p I no undefined behavior but for what it accesses and divisions.
/// \returns what takes its place, if anything does.
static Value *define(Instruction &I) {
  defineOperands(I);
  I.dropPoisonGeneratingFlags();
  if (isa<FPMathOperator>(I))
    I.setFastMathFlags(FastMathFlags());
  I.dropUnknownNonDebugMetadata();
  IRBuilder<> B(&I);
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I)) {
    SmallVector<int, 8> Mask(Shuffle->getShuffleMask());
    std::replace(Mask.begin(), Mask.end(), PoisonMaskElem, 0);
    Shuffle->setShuffleMask(Mask);
  }
  if (I.isShift())
    limitOperand(I, 1, I.getType()->getScalarSizeInBits());
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I))
    limitOperand(I, 1,
                 cast<FixedVectorType>(Extract->getVectorOperandType())
                     ->getNumElements());
  if (isa<InsertElementInst>(I))
    limitOperand(I, 2, cast<FixedVectorType>(I.getType())->getNumElements());
  if (isa<FPToSIInst, FPToUIInst>(I))
    return B.CreateIntrinsic(
        isa<FPToSIInst>(I) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
        {I.getType(), I.getOperand(0)->getType()}, {I.getOperand(0)});
  // Objects have no order.
  if (auto *Compare = dyn_cast<ICmpInst>(&I);
      Compare && Compare->isRelational() &&
      Compare->getOperand(0)->getType()->isPtrOrPtrVectorTy())
    Compare->setPredicate(CmpInst::ICMP_EQ);
  // The numbers of addresses are not the same in each run.
  if (isa<PtrToIntInst, PtrToAddrInst>(I)) {
    Value *IsNull = B.CreateIsNull(I.getOperand(0));
    return B.CreateSelect(IsNull, Constant::getNullValue(I.getType()),
                          ConstantInt::get(I.getType(), 64));
  }
  if (isa<IntToPtrInst>(I))
    return Constant::getNullValue(I.getType());
  return nullptr;
}

/// The same for calls.
static Value *defineCall(CallBase &Call) {
  SmallVector<OperandBundleDef, 2> Bundles, Kept;
  Call.getOperandBundlesAsDefs(Bundles);
  for (OperandBundleDef &Bundle : Bundles)
    if (Bundle.getTag() == "deopt")
      Kept.push_back(Bundle);
  if (Kept.size() != Bundles.size()) {
    CallBase *New = CallBase::Create(&Call, Kept, Call.getIterator());
    Call.replaceAllUsesWith(New);
    New->takeName(&Call);
    Call.eraseFromParent();
    return defineCall(*New);
  }
  Call.setAttributes(
      keepConvention(Call.getContext(), Call.getAttributes(), Call.arg_size()));
  Call.setCallingConv(CallingConv::C);
  auto *II = dyn_cast<IntrinsicInst>(&Call);
  if (!II)
    return nullptr;
  switch (II->getIntrinsicID()) {
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::abs:
    II->setArgOperand(1, ConstantInt::getFalse(II->getContext()));
    return nullptr;
  case Intrinsic::expect:
    return II->getArgOperand(0);
  default:
    return nullptr;
  }
}

/// Whether there are bytes in a \p T that no member has. A store leaves them
/// undefined.
static bool hasPadding(Type *T, const DataLayout &DL) {
  if (auto *A = dyn_cast<ArrayType>(T))
    return hasPadding(A->getElementType(), DL);
  auto *S = dyn_cast<StructType>(T);
  if (!S)
    return DL.getTypeSizeInBits(T) != DL.getTypeAllocSizeInBits(T);
  return DL.getStructLayout(S)->hasPadding() ||
         any_of(S->elements(),
                [&](Type *Member) { return hasPadding(Member, DL); });
}

/// All stack objects are zero at first.
static void clear(AllocaInst &Alloca) {
  IRBuilder<> B(Alloca.getNextNode());
  Type *T = Alloca.getAllocatedType();
  const DataLayout &DL = Alloca.getDataLayout();
  if (!Alloca.isArrayAllocation() && !hasPadding(T, DL))
    B.CreateAlignedStore(Constant::getNullValue(T), &Alloca, Alloca.getAlign());
  else
    B.CreateMemSet(
        &Alloca, B.getInt8(0),
        B.CreateMul(B.getInt64(DL.getTypeAllocSize(T)),
                    B.CreateZExtOrTrunc(Alloca.getArraySize(), B.getInt64Ty())),
        Alloca.getAlign());
}

static void define(Function &F) {
  SmallVector<Instruction *, 64> All;
  removeUnreachableBlocks(F);
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  for (Instruction *I : All) {
    if (auto *II = dyn_cast<IntrinsicInst>(I);
        II && isRemovable(II->getIntrinsicID())) {
      if (!II->getType()->isVoidTy())
        II->replaceAllUsesWith(Constant::getNullValue(II->getType()));
      II->eraseFromParent();
      continue;
    }
    Value *Other = define(*I);
    if (auto *Pad = dyn_cast<LandingPadInst>(I)) {
      // What is caught is an int.
      IRBuilder<> B(I);
      LandingPadInst *New = B.CreateLandingPad(Pad->getType(), 1);
      New->setCleanup(Pad->isCleanup());
      New->addClause(
          Constant::getNullValue(PointerType::get(F.getContext(), 0)));
      Other = New;
    }
    if (Other) {
      I->replaceAllUsesWith(Other);
      I->eraseFromParent();
      continue;
    }
    if (auto *Alloca = dyn_cast<AllocaInst>(I))
      clear(*Alloca);
    if (auto *Call = dyn_cast<CallBase>(I))
      defineCall(*Call);
  }
}

//===----------------------------------------------------------------------===//
// What is external
//===----------------------------------------------------------------------===//

namespace {

class Importer {
public:
  Importer(Module &M, const Options &O) : M(M), O(O), H(M) {}

  void run();

private:
  void removeSpecial();
  void chooseFunctions();
  void closeGlobals();
  void closeCalls();
  void makeStub(Function &F);
  void makeEntry(Function &F);
  void writeTables();

  Module &M;
  const Options &O;
  Harness H;
  SmallVector<Function *, 16> Chosen, Entries;
  SmallPtrSet<GlobalVariable *, 8> External;
};

} // end anonymous namespace

/// What is neither a function nor a variable, and what speaks of all.
/// \returns \p C with zero in place of what is undefined, and of addresses that
/// are numbers.
static Constant *defineInitializer(Constant *C) {
  if (isa<UndefValue>(C) ||
      (isa<ConstantExpr>(C) && !C->getType()->isPointerTy()))
    return Constant::getNullValue(C->getType());
  if (!isa<ConstantAggregate>(C))
    return C;
  SmallVector<Constant *, 8> Members;
  for (const Use &U : C->operands())
    Members.push_back(defineInitializer(cast<Constant>(U)));
  if (auto *Struct = dyn_cast<StructType>(C->getType()))
    return ConstantStruct::get(Struct, Members);
  if (auto *Array = dyn_cast<ArrayType>(C->getType()))
    return ConstantArray::get(Array, Members);
  return ConstantVector::get(Members);
}

/// Makes instructions of constants that are the numbers of addresses.
static void expandAddresses(Module &M) {
  SmallVector<Constant *, 16> Pending, Addresses;
  SmallPtrSet<const Constant *, 32> Seen;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      for (const Use &U : I.operands())
        if (auto *C = dyn_cast<Constant>(U))
          Pending.push_back(C);
  while (!Pending.empty()) {
    Constant *C = Pending.pop_back_val();
    if (isa<GlobalValue>(C) || !Seen.insert(C).second)
      continue;
    if (isa<PtrToIntOperator>(C))
      Addresses.push_back(C);
    for (const Use &U : C->operands())
      if (auto *Operand = dyn_cast<Constant>(U))
        Pending.push_back(Operand);
  }
  convertUsersOfConstantsToInstructions(Addresses, /*RestrictToFunc=*/nullptr,
                                        /*RemoveDeadConstants=*/false,
                                        /*IncludeSelf=*/true);
}

void Importer::removeSpecial() {
  StripDebugInfo(M);
  M.setModuleInlineAsm("");
  while (!M.named_metadata_empty())
    M.named_metadata_begin()->eraseFromParent();
  for (const char *Name : {"llvm.used", "llvm.compiler.used",
                           "llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *Special = M.getNamedGlobal(Name))
      Special->eraseFromParent();
  for (GlobalAlias &A : make_early_inc_range(M.aliases())) {
    A.replaceAllUsesWith(A.getAliasee());
    A.eraseFromParent();
  }
  for (GlobalIFunc &I : make_early_inc_range(M.ifuncs())) {
    I.replaceAllUsesWith(I.getResolver());
    I.eraseFromParent();
  }
  for (GlobalObject &Object : M.global_objects())
    Object.setComdat(nullptr);
  expandAddresses(M);
}

void Importer::chooseFunctions() {
  unsigned Number = 0;
  for (Function &F : make_early_inc_range(M)) {
    if (F.isIntrinsic())
      continue;
    const std::string Name = "ir_f" + std::to_string(Number++);
    F.setName(Name);
    F.setVisibility(GlobalValue::DefaultVisibility);
    F.setDLLStorageClass(GlobalValue::DefaultStorageClass);
    F.setSection("");
    F.setPrefixData(nullptr);
    F.setPrologueData(nullptr);
    F.setCallingConv(CallingConv::C);
    if (!F.isDeclaration() && (!isExecutable(F) || O.Excluded.contains(Name)))
      F.deleteBody();
    const bool IsLeaf = F.hasFnAttribute("gc-leaf-function");
    const bool Returns = !F.hasFnAttribute(Attribute::NoReturn);
    AttributeList Kept =
        keepConvention(M.getContext(), F.getAttributes(), F.arg_size());
    F.setAttributes(Kept);
    if (F.isDeclaration()) {
      if (IsLeaf)
        F.addFnAttr("gc-leaf-function");
      if (!Returns)
        F.addFnAttr(Attribute::NoReturn);
      continue;
    }
    F.setLinkage(GlobalValue::ExternalLinkage);
    Chosen.push_back(&F);
  }
}

void Importer::closeGlobals() {
  unsigned Number = 0;
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    GlobalVariable *Kept = &G;
    if (G.isDeclaration() || !G.getValueType()->isSized() ||
        M.getDataLayout().getTypeAllocSize(G.getValueType()).isZero()) {
      auto *T = ArrayType::get(Type::getInt8Ty(M.getContext()), ExternalSize);
      Kept = new GlobalVariable(
          M, T, /*isConstant=*/false, GlobalValue::ExternalLinkage,
          Constant::getNullValue(T), "", &G, GlobalValue::NotThreadLocal,
          G.getAddressSpace());
      External.insert(Kept);
      G.replaceAllUsesWith(Kept);
      G.eraseFromParent();
    } else {
      G.setInitializer(defineInitializer(G.getInitializer()));
    }
    Kept->setName("ir_g" + std::to_string(Number++));
    // What is past the end is no other variable.
    Kept->setAlignment(Align(4096));
    Kept->setLinkage(GlobalValue::ExternalLinkage);
    Kept->setVisibility(GlobalValue::DefaultVisibility);
    Kept->setDLLStorageClass(GlobalValue::DefaultStorageClass);
    Kept->setThreadLocal(false);
    Kept->setExternallyInitialized(false);
    Kept->setUnnamedAddr(GlobalValue::UnnamedAddr::None);
    Kept->setSection("");
    Kept->clearMetadata();
    Kept->setAttributes(AttributeSet());
  }
}

/// Calls of what is not known call a function of the same type.
void Importer::closeCalls() {
  SmallVector<CallBase *, 16> Unknown;
  for (Function *F : Chosen)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        const auto *Callee = dyn_cast<Function>(Call->getCalledOperand());
        if (!Callee || Callee->getFunctionType() != Call->getFunctionType())
          Unknown.push_back(Call);
      }
  for (CallBase *Call : Unknown) {
    auto *Callee = Function::Create(Call->getFunctionType(),
                                    GlobalValue::ExternalLinkage, "ir_x", M);
    Callee->setAttributes(Call->getAttributes());
    if (isa<UnreachableInst>(Call->getNextNode()))
      Callee->addFnAttr(Attribute::NoReturn);
    Call->setCalledFunction(Callee);
  }
}

/// What an external function does: it looks at its arguments, is a safepoint,
/// and returns or throws.
void Importer::makeStub(Function &F) {
  const bool IsLeaf = F.hasFnAttribute("gc-leaf-function");
  const bool Returns = !F.hasFnAttribute(Attribute::NoReturn);
  const bool IsInvoked =
      any_of(F.users(), [](const User *U) { return isa<InvokeInst>(U); });
  F.removeFnAttr("gc-leaf-function");
  F.removeFnAttr(Attribute::NoReturn);
  F.setLinkage(GlobalValue::ExternalLinkage);
  F.addFnAttr(Attribute::NoInline);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", &F));
  if (F.isVarArg() ||
      !all_of(F.args(),
              [](const Argument &A) { return isSupported(A.getType()); }) ||
      (!F.getReturnType()->isVoidTy() && !isSupported(F.getReturnType()))) {
    // The driver does not call it.
    B.CreateUnreachable();
    return;
  }
  for (Argument &A : F.args())
    H.use(B, &A);
  if (!IsLeaf)
    H.poll(B);
  if (!IsLeaf && (!Returns || IsInvoked)) {
    FunctionCallee Throw = H.get("throw", H.Void, {}, /*IsLeaf=*/false);
    if (!Returns) {
      B.CreateCall(Throw);
      B.CreateUnreachable();
      return;
    }
    auto *Thrower = BasicBlock::Create(M.getContext(), "", &F);
    auto *Normal = BasicBlock::Create(M.getContext(), "", &F);
    Value *Low = B.CreateAnd(H.getInt(B), 3);
    B.CreateCondBr(B.CreateIsNull(Low), Thrower, Normal);
    B.SetInsertPoint(Thrower);
    B.CreateCall(Throw);
    B.CreateUnreachable();
    B.SetInsertPoint(Normal);
  }
  if (F.getReturnType()->isVoidTy())
    B.CreateRetVoid();
  else if (IsLeaf)
    B.CreateRet(Constant::getNullValue(F.getReturnType()));
  else
    B.CreateRet(H.getValue(B, F.getReturnType(), /*NullPercent=*/20));
  if (IsLeaf)
    F.addFnAttr("gc-leaf-function");
}

/// What the driver calls: it makes arguments, and uses the result.
void Importer::makeEntry(Function &F) {
  auto *Entry =
      Function::Create(FunctionType::get(H.Void, false),
                       GlobalValue::ExternalLinkage, "ir_t" + F.getName(), M);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", Entry));
  SmallVector<Value *, 8> Arguments;
  for (Argument &A : F.args()) {
    Type *InMemory = A.hasByValAttr()       ? A.getParamByValType()
                     : A.hasStructRetAttr() ? A.getParamStructRetType()
                                            : nullptr;
    if (!InMemory) {
      Arguments.push_back(H.getValue(B, A.getType(), /*NullPercent=*/10));
      continue;
    }
    AllocaInst *Object = B.CreateAlloca(InMemory);
    Object->setAlignment(Align(16));
    B.CreateStore(A.hasByValAttr() && isSupported(InMemory)
                      ? H.getValue(B, InMemory, /*NullPercent=*/10)
                      : Constant::getNullValue(InMemory),
                  Object);
    Arguments.push_back(Object);
  }
  CallInst *Call = B.CreateCall(&F, Arguments);
  Call->setAttributes(
      keepConvention(M.getContext(), F.getAttributes(), F.arg_size()));
  if (!F.getReturnType()->isVoidTy())
    H.use(B, Call);
  for (unsigned I = 0; I != F.arg_size(); ++I)
    if (F.getArg(I)->hasStructRetAttr() &&
        isSupported(F.getArg(I)->getParamStructRetType()))
      H.use(B,
            B.CreateLoad(F.getArg(I)->getParamStructRetType(), Arguments[I]));
  B.CreateRetVoid();
  Entries.push_back(Entry);
}

/// gcstress_functions, and gcstress_globals with sizes, and whether they may
/// change.
void Importer::writeTables() {
  LLVMContext &C = M.getContext();
  const auto write = [&](StringRef Name, Type *T, ArrayRef<Constant *> Rows) {
    auto *All = ArrayType::get(T, Rows.size());
    new GlobalVariable(M, All, /*isConstant=*/true,
                       GlobalValue::ExternalLinkage,
                       ConstantArray::get(All, Rows), (Prefix + Name).str());
    new GlobalVariable(
        M, H.Int, /*isConstant=*/true, GlobalValue::ExternalLinkage,
        ConstantInt::get(H.Int, Rows.size()), (Prefix + Name + "_count").str());
  };
  auto *Row = StructType::get(C, {H.Pointer, H.Int, H.Int});
  SmallVector<Constant *, 16> Globals,
      Functions(Entries.begin(), Entries.end());
  for (GlobalVariable &G : M.globals())
    if (G.getName().starts_with("ir_g"))
      Globals.push_back(ConstantStruct::get(
          Row, {ConstantExpr::getPointerBitCastOrAddrSpaceCast(&G, H.Pointer),
                ConstantInt::get(H.Int, M.getDataLayout().getTypeAllocSize(
                                            G.getValueType())),
                ConstantInt::get(H.Int, G.isConstant()          ? 0
                                        : External.contains(&G) ? 2
                                                                : 1)}));
  write("functions", H.Pointer, Functions);
  write("globals", Row, Globals);
}

void Importer::run() {
  removeSpecial();
  chooseFunctions();
  for (Function *F : Chosen)
    define(*F);
  closeGlobals();
  closeCalls();
  if (O.MakesReferences) {
    SmallVector<std::string, 16> Names;
    for (const Function *F : Chosen)
      Names.push_back(F->getName().str());
    makeReferences(M);
    Chosen.clear();
    for (const std::string &Name : Names)
      Chosen.push_back(M.getFunction(Name));
  }
  for (Function *F : Chosen) {
    makeEntry(*F);
    Random R(O.Seed, F->getName());
    if (R.chance(5)) {
      F->addFnAttr(Attribute::OptimizeNone);
      F->addFnAttr(Attribute::NoInline);
    } else if (R.chance(10)) {
      F->addFnAttr(Attribute::NoInline);
    } else if (R.chance(10)) {
      F->addFnAttr(Attribute::MinSize);
      F->addFnAttr(Attribute::OptimizeForSize);
    }
    if (R.chance(3))
      F->addFnAttr(Attribute::SafeStack);
  }
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && !F.isIntrinsic() &&
        !F.getName().starts_with(Prefix))
      makeStub(F);
  writeTables();
  Function *Personality = cast<Function>(
      M.getOrInsertFunction(
           "__gxx_personality_v0",
           FunctionType::get(Type::getInt32Ty(M.getContext()), true))
          .getCallee());
  for (Function &F : M)
    if (!F.isDeclaration()) {
      F.setGC(O.Strategy);
      F.setPersonalityFn(Personality);
    }
  M.addModuleFlag(Module::Error, "stack-map-version", 4);
  errs() << Chosen.size() << " functions\n";
}

void irstress::import(Module &M, const Options &O) { Importer(M, O).run(); }
