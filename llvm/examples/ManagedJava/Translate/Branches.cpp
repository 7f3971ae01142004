//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Branches, switches and returns.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"

using namespace llvm;
using namespace java;

static CmpInst::Predicate predicateOf(Op Opcode) {
  switch (Opcode) {
  case Op::ifeq:
  case Op::if_icmpeq:
  case Op::if_acmpeq:
  case Op::ifnull:
    return CmpInst::ICMP_EQ;
  case Op::iflt:
  case Op::if_icmplt:
    return CmpInst::ICMP_SLT;
  case Op::ifge:
  case Op::if_icmpge:
    return CmpInst::ICMP_SGE;
  case Op::ifgt:
  case Op::if_icmpgt:
    return CmpInst::ICMP_SGT;
  case Op::ifle:
  case Op::if_icmple:
    return CmpInst::ICMP_SLE;
  default:
    return CmpInst::ICMP_NE;
  }
}

void MethodTranslator::translateBranch(const Instruction &I) {
  Value *Left, *Right;
  switch (I.Opcode) {
  case Op::if_icmpeq:
  case Op::if_icmpne:
  case Op::if_icmplt:
  case Op::if_icmpge:
  case Op::if_icmpgt:
  case Op::if_icmple:
    Right = popInt();
    Left = popInt();
    break;
  case Op::if_acmpeq:
  case Op::if_acmpne:
  case Op::ifnull:
  case Op::ifnonnull: {
    const bool IsNull = I.Opcode == Op::ifnull || I.Opcode == Op::ifnonnull;
    TypedValue Last = popAny();
    TypedValue First =
        IsNull ? TypedValue{{VerificationType::Null},
                            ConstantPointerNull::get(T.referenceType())}
               : popAny();
    if (!Last.Type.isReference() || !First.Type.isReference())
      fail("an operand is " + describe(Last.Type) + ", not a reference");
    Left = First.V;
    Right = Last.V;
    if (IsNull)
      std::swap(Left, Right);
    break;
  }
  default:
    Left = popInt();
    Right = B.getInt32(0);
  }
  if (failed())
    return;
  spillStack();
  Value *Condition = B.CreateICmp(predicateOf(I.Opcode), Left, Right);
  BasicBlock *IfTrue = flowTo(blockAt(I.Target));
  BasicBlock *IfFalse = flowTo(Blocks[BlockOf[Current->End]]);
  B.CreateCondBr(Condition, IfTrue, IfFalse);
}

void MethodTranslator::translateGoto(uint32_t Target) {
  spillStack();
  B.CreateBr(flowTo(blockAt(Target)));
}

void MethodTranslator::translateSwitch(const Instruction &I) {
  Value *V = popInt();
  if (failed())
    return;
  spillStack();
  SwitchInst *Switch =
      B.CreateSwitch(V, flowTo(blockAt(I.Target)), I.Cases.size());
  for (const SwitchCase &Case : I.Cases)
    Switch->addCase(B.getInt32(Case.Value), flowTo(blockAt(Case.Target)));
  for (unsigned N = 1; N < I.Cases.size(); ++N)
    if (I.Cases[N - 1].Value >= I.Cases[N].Value)
      fail("the values of the switch are not in order");
}

void MethodTranslator::translateReturn(Op Opcode) {
  const TypeDescriptor Type = Method.Type.Result;
  auto OpcodeFor = [](const TypeDescriptor &D) {
    switch (D.kind()) {
    case 'V':
      return Op::return_;
    case 'J':
      return Op::lreturn;
    case 'F':
      return Op::freturn;
    case 'D':
      return Op::dreturn;
    case 'L':
    case '[':
      return Op::areturn;
    default:
      return Op::ireturn;
    }
  };
  if (Opcode != OpcodeFor(Type))
    return fail(getName(Opcode) + " in a method that returns " + Type.text());
  for (const TypedValue &Local : Locals)
    if (Local.Type.K == VerificationType::UninitializedThis)
      return fail("the constructor returns and has not called another one");
  Value *Result = Type.isVoid() ? nullptr : pop(Type);
  if (failed())
    return;
  // Who reads a reference to the object later reads what is in final fields.
  if (Method.isConstructor() && any_of(Class.fields(), [](const JavaField &F) {
        return F.isFinal() && !F.isStatic();
      }))
    B.CreateFence(AtomicOrdering::Release);
  exitMonitor();
  if (!Result)
    B.CreateRetVoid();
  else
    B.CreateRet(narrow(Result, Type.kind()));
}
