//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks, and the order in which they are translated: a block once control is
/// known to reach it, the first ones first. What nothing reaches has no types,
/// and is left out.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;
using namespace java;

char TranslationError::ID;

void TranslationError::log(raw_ostream &OS) const {
  OS << Where << ": ";
  if (Offset != ~0u)
    OS << "offset " << Offset << ": ";
  OS << Reason;
}

std::error_code TranslationError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

MethodTranslator::MethodTranslator(ModuleTranslator &T, const JavaMethod &M,
                                   Function &F)
    : T(T), W(T.world()), Method(M), Class(*M.Owner),
      Constants(Class.file()->Constants), F(F), Context(T.context()),
      B(Context) {
  if (M.Source->Body)
    Source = &*M.Source->Body;
}

void MethodTranslator::setFailure(TranslationError::Kind K,
                                  std::string Reason) {
  if (!Failure)
    Failure.emplace(K, std::move(Reason));
}

void MethodTranslator::fail(const Twine &Reason) {
  setFailure(TranslationError::Kind::Malformed, Reason.str());
}

void MethodTranslator::unsupported(const Twine &Reason) {
  setFailure(TranslationError::Kind::Unsupported, Reason.str());
}

void MethodTranslator::unresolved(Error E) {
  if (E.isA<TranslationError>()) {
    handleAllErrors(std::move(E), [&](const TranslationError &TE) {
      setFailure(TE.kind(), TE.reason().str());
    });
    return;
  }
  setFailure(TranslationError::Kind::Unresolved, toString(std::move(E)));
}

Error MethodTranslator::makeError(TranslationError::Kind K, StringRef Reason) {
  const std::string Where =
      (Class.file()->Path + "(" + Class.name() + "." + Method.Source->Name +
       " " + Method.Source->Descriptor + ")")
          .str();
  return make_error<TranslationError>(K, Where, Offset, Reason.str());
}

Error MethodTranslator::translate() {
  if (!Source)
    return makeError(TranslationError::Kind::Malformed, "no code");
  Expected<Bytecode> Code = Bytecode::decode(*Source, Constants);
  if (!Code) {
    Offset = ~0u; // the message has it
    return makeError(TranslationError::Kind::Malformed,
                     toString(Code.takeError()));
  }
  Decoded = std::move(*Code);
  Instructions = Decoded->instructions();

  makeBlocks();
  addFrames();
  if (!failed())
    enterMethod();
  while (!failed() && !Worklist.empty()) {
    const unsigned Next = *Worklist.begin();
    Worklist.erase(Worklist.begin());
    translateBlock(Blocks[Next]);
  }
  if (failed())
    return makeError(Failure->first, Failure->second);
  for (Block &Each : Blocks)
    if (!Each.IsReached)
      Each.Entry->eraseFromParent();
  promoteSlots();

  std::string Message;
  raw_string_ostream OS(Message);
  if (verifyFunction(F, &OS))
    return makeError(TranslationError::Kind::Internal, Message);
  return Error::success();
}

/// A handler and the begin and the end of what it handles, targets of branches,
/// and what follows a branch, begin blocks.
void MethodTranslator::makeBlocks() {
  const unsigned NumInstructions = Instructions.size();
  BlockOf.assign(NumInstructions, -1);
  auto AddLeader = [&](uint32_t At) { BlockOf[Decoded->indexAt(At)] = 0; };
  BlockOf[0] = 0;
  for (unsigned I = 0; I != NumInstructions; ++I) {
    const Instruction &Each = Instructions[I];
    if (Each.isConditionalBranch() || Each.isSwitch() ||
        Each.Opcode == Op::goto_)
      AddLeader(Each.Target);
    for (const SwitchCase &Case : Each.Cases)
      AddLeader(Case.Target);
    if ((Each.isConditionalBranch() || Each.isTerminator()) &&
        I + 1 != NumInstructions)
      BlockOf[I + 1] = 0;
  }
  for (const ExceptionHandler &Handler : Source->Handlers) {
    AddLeader(Handler.Begin);
    AddLeader(Handler.Handler);
    if (Handler.End < Source->Bytes.size())
      AddLeader(Handler.End);
  }
  for (const StackMapFrame &Frame : Source->Frames)
    AddLeader(Frame.Offset);

  for (unsigned I = 0; I != NumInstructions; ++I) {
    if (BlockOf[I] < 0)
      continue;
    if (!Blocks.empty())
      Blocks.back().End = I;
    BlockOf[I] = Blocks.size();
    Block &New = Blocks.emplace_back();
    New.Begin = I;
    const uint32_t At = Instructions[I].Offset;
    for (auto [Index, Handler] : enumerate(Source->Handlers))
      if (Handler.Begin <= At && At < Handler.End)
        New.Handlers.push_back(Index);
  }
  Blocks.back().End = NumInstructions;
}

void MethodTranslator::addFrames() {
  for (const StackMapFrame &Frame : Source->Frames) {
    Offset = Frame.Offset;
    if (Frame.Locals.size() > Source->MaxLocals)
      return fail("the frame has more local variables than the method");
    unsigned Depth = 0;
    for (const VerificationType &Type : Frame.Stack)
      Depth += isWide(Type) ? 2 : 1;
    if (Depth > Source->MaxStack)
      return fail("the frame has more operands than the method");
    Block &At = blockAt(Frame.Offset);
    At.Frame = &Frame;
    At.Locals.assign(Frame.Locals.begin(), Frame.Locals.end());
    At.Locals.resize(Source->MaxLocals);
    At.Stack.assign(Frame.Stack.begin(), Frame.Stack.end());
    for (VerificationType &Type : At.Locals)
      nameNew(Type);
    for (VerificationType &Type : At.Stack)
      nameNew(Type);
    for (unsigned I = 0, E = At.Locals.size(); I != E; ++I)
      if (isWide(At.Locals[I]) &&
          (I + 1 == E || At.Locals[I + 1].K != VerificationType::Top))
        return fail("the frame has half of a long or double");
    for (const VerificationType &Type : At.Stack)
      if (Type.K == VerificationType::Top)
        return fail("the frame has an operand without type");
  }
  Offset = 0;
}

/// A frame names an object that is not constructed by its `new` only.
void MethodTranslator::nameNew(VerificationType &Type) {
  if (Type.K != VerificationType::Uninitialized)
    return;
  const auto *New =
      llvm::lower_bound(Instructions, Type.Offset,
                        [](const java::Instruction &I, uint32_t Offset) {
                          return I.Offset < Offset;
                        });
  if (New == Instructions.end() || New->Offset != Type.Offset ||
      New->Opcode != Op::new_)
    return fail("there is no new at " + Twine(Type.Offset));
  Type.Class = cantFail(Constants.className(New->Index));
}

MethodTranslator::Block &MethodTranslator::blockAt(uint32_t At) {
  return Blocks[BlockOf[Decoded->indexAt(At)]];
}

/// Stores the parameters in local variables.
void MethodTranslator::enterMethod() {
  BasicBlock *Entry = BasicBlock::Create(Context, "entry", &F);
  for (Block &Each : Blocks)
    Each.Entry = BasicBlock::Create(
        Context, "b" + Twine(Instructions[Each.Begin].Offset), &F);
  B.SetInsertPoint(Entry);
  startLines();
  setLine(0);

  unsigned Needed = Method.Type.numSlots() + (Method.isStatic() ? 0 : 1);
  if (Needed > Source->MaxLocals)
    return fail("the parameters need more local variables than the method has");
  ThisIsConstant =
      !Method.isStatic() && none_of(Instructions, [](const Instruction &I) {
        switch (I.Opcode) {
        case Op::istore:
        case Op::lstore:
        case Op::fstore:
        case Op::dstore:
        case Op::astore:
        case Op::iinc:
          return I.Index == 0;
        default:
          return false;
        }
      });
  Locals.assign(Source->MaxLocals, TypedValue());
  unsigned Index = 0, Argument = 0;
  if (!Method.isStatic()) {
    const bool IsNew = Method.isConstructor() && Class.super();
    VerificationType This = {IsNew ? VerificationType::UninitializedThis
                                   : VerificationType::Object,
                             0, Class.name()};
    F.getArg(0)->setName("this");
    setLocal(Index++, {This, F.getArg(Argument++)});
  }
  for (TypeDescriptor Type : Method.Type.Parameters) {
    setLocal(Index, {typeOf(Type), F.getArg(Argument++)});
    Index += Type.isWide() ? 2 : 1;
  }
  enterMonitor();
  B.CreateBr(flowTo(Blocks.front()));
}

void MethodTranslator::reach(Block &To) {
  if (To.IsReached)
    return;
  To.IsReached = true;
  Worklist.insert(&To - Blocks.data());
}

BasicBlock *MethodTranslator::flowTo(Block &To) {
  if (To.Frame) {
    checkFlow(To);
  } else if (To.IsReached || &To == Current) {
    fail("no stack map frame at " + Twine(Instructions[To.Begin].Offset));
  } else {
    for (const TypedValue &Local : Locals)
      To.Locals.push_back(Local.Type);
    for (const TypedValue &Operand : Stack)
      To.Stack.push_back(Operand.Type);
  }
  reach(To);
  return To.Entry;
}

void MethodTranslator::translateBlock(Block &Block) {
  Current = &Block;
  Offset = Instructions[Block.Begin].Offset;
  B.SetInsertPoint(Block.Entry);
  setLine(Offset);
  NotNull.clear();
  Exact.clear();
  if (!Method.isStatic())
    NotNull.insert(F.getArg(0));
  Locals.clear();
  for (const VerificationType &Type : Block.Locals)
    Locals.push_back({Type, nullptr});
  if (ThisIsConstant && Locals[0].Type.isReference())
    Locals[0].V = F.getArg(0);
  Stack.clear();
  StackDepth = 0;
  for (const VerificationType &Type : Block.Stack) {
    const Kind K = kindOf(Type);
    push(Type, B.CreateLoad(typeOf(K), stackSlot(Stack.size(), K)));
  }
  LocalsChanged = true;

  for (unsigned I = Block.Begin; I != Block.End && !failed(); ++I) {
    Offset = Instructions[I].Offset;
    setLine(Offset);
    if (LocalsChanged && !Block.Handlers.empty())
      checkHandlers();
    LocalsChanged = false;
    translateInstruction(Instructions[I]);
  }
  const Instruction &Last = Instructions[Block.End - 1];
  if (failed() || Last.isConditionalBranch() || Last.isTerminator())
    return;
  // Bytecode::decode has seen that the method does not end here.
  spillStack();
  B.CreateBr(flowTo(Blocks[BlockOf[Block.End]]));
}

BasicBlock *MethodTranslator::newBlock(const Twine &Name) {
  return BasicBlock::Create(Context, Name, &F,
                            B.GetInsertBlock()->getNextNode());
}

BasicBlock *MethodTranslator::newColdBlock(const Twine &Name) {
  return BasicBlock::Create(Context, Name, &F);
}

BranchInst *MethodTranslator::branchIfUnlikely(Value *Condition,
                                               const Twine &Name,
                                               function_ref<void()> Cold) {
  BasicBlock *Rare = newColdBlock(Name);
  BasicBlock *Next = newBlock("");
  BranchInst *Branch = B.CreateCondBr(
      Condition, Rare, Next, MDBuilder(Context).createUnlikelyBranchWeights());
  B.SetInsertPoint(Rare);
  Cold();
  if (!B.GetInsertBlock()->getTerminator())
    B.CreateBr(Next);
  B.SetInsertPoint(Next);
  return Branch;
}
