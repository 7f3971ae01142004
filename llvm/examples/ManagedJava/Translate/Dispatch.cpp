//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which function translates which opcode.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"

using namespace llvm;
using namespace java;

void MethodTranslator::translateInstruction(const Instruction &I) {
  using VT = VerificationType;
  switch (I.Opcode) {
  case Op::nop:
    return;

  // Constants. bipush stands for all ints (Bytecode.h).
  case Op::aconst_null:
    return push({VT::Null}, ConstantPointerNull::get(T.referenceType()));
  case Op::bipush:
    return pushInt(B.getInt32(I.Value));
  case Op::lconst:
    return push({VT::Long}, B.getInt64(I.Value));
  case Op::fconst:
    return push({VT::Float}, ConstantFP::get(B.getFloatTy(), I.Value));
  case Op::dconst:
    return push({VT::Double}, ConstantFP::get(B.getDoubleTy(), I.Value));
  case Op::ldc:
  case Op::ldc2_w:
    return translateConstant(I.Index);

  // Local variables.
  case Op::iload:
    return loadLocal(I.Index, VT::Int);
  case Op::lload:
    return loadLocal(I.Index, VT::Long);
  case Op::fload:
    return loadLocal(I.Index, VT::Float);
  case Op::dload:
    return loadLocal(I.Index, VT::Double);
  case Op::aload:
    return loadReference(I.Index);
  case Op::istore:
    return storeLocal(I.Index, VT::Int);
  case Op::lstore:
    return storeLocal(I.Index, VT::Long);
  case Op::fstore:
    return storeLocal(I.Index, VT::Float);
  case Op::dstore:
    return storeLocal(I.Index, VT::Double);
  case Op::astore:
    return storeReference(I.Index);
  case Op::iinc:
    return increment(I.Index, I.Value);

  // The operand stack.
  case Op::pop:
  case Op::pop2:
  case Op::dup:
  case Op::dup_x1:
  case Op::dup_x2:
  case Op::dup2:
  case Op::dup2_x1:
  case Op::dup2_x2:
  case Op::swap:
    return permute(I.Opcode);

  // Arrays.
  case Op::newarray:
    return translateNewArray(I.Value);
  case Op::anewarray:
    return translateNewReferenceArray(I.Index);
  case Op::multianewarray:
    return translateMultiNewArray(I.Index, I.Value);
  case Op::arraylength:
    return translateArrayLength();
  case Op::iaload:
  case Op::laload:
  case Op::faload:
  case Op::daload:
  case Op::aaload:
  case Op::baload:
  case Op::caload:
  case Op::saload:
    return translateArrayLoad(I.Opcode);
  case Op::iastore:
  case Op::lastore:
  case Op::fastore:
  case Op::dastore:
  case Op::aastore:
  case Op::bastore:
  case Op::castore:
  case Op::sastore:
    return translateArrayStore(I.Opcode);

  // Arithmetic.
  case Op::iadd:
  case Op::isub:
  case Op::imul:
  case Op::idiv:
  case Op::irem:
  case Op::iand:
  case Op::ior:
  case Op::ixor:
  case Op::ladd:
  case Op::lsub:
  case Op::lmul:
  case Op::ldiv:
  case Op::lrem:
  case Op::land:
  case Op::lor:
  case Op::lxor:
  case Op::fadd:
  case Op::fsub:
  case Op::fmul:
  case Op::fdiv:
  case Op::frem:
  case Op::dadd:
  case Op::dsub:
  case Op::dmul:
  case Op::ddiv:
  case Op::drem:
    return translateBinary(I.Opcode);
  case Op::ishl:
  case Op::ishr:
  case Op::iushr:
  case Op::lshl:
  case Op::lshr:
  case Op::lushr:
    return translateShift(I.Opcode);
  case Op::ineg:
    return translateNegation(VT::Int);
  case Op::lneg:
    return translateNegation(VT::Long);
  case Op::fneg:
    return translateNegation(VT::Float);
  case Op::dneg:
    return translateNegation(VT::Double);
  case Op::i2l:
  case Op::i2f:
  case Op::i2d:
  case Op::l2i:
  case Op::l2f:
  case Op::l2d:
  case Op::f2i:
  case Op::f2l:
  case Op::f2d:
  case Op::d2i:
  case Op::d2l:
  case Op::d2f:
  case Op::i2b:
  case Op::i2c:
  case Op::i2s:
    return translateConversion(I.Opcode);
  case Op::lcmp:
  case Op::fcmpl:
  case Op::fcmpg:
  case Op::dcmpl:
  case Op::dcmpg:
    return translateComparison(I.Opcode);

  // Branches.
  case Op::ifeq:
  case Op::ifne:
  case Op::iflt:
  case Op::ifge:
  case Op::ifgt:
  case Op::ifle:
  case Op::if_icmpeq:
  case Op::if_icmpne:
  case Op::if_icmplt:
  case Op::if_icmpge:
  case Op::if_icmpgt:
  case Op::if_icmple:
  case Op::if_acmpeq:
  case Op::if_acmpne:
  case Op::ifnull:
  case Op::ifnonnull:
    return translateBranch(I);
  case Op::goto_:
    return translateGoto(I.Target);
  case Op::tableswitch:
  case Op::lookupswitch:
    return translateSwitch(I);
  case Op::ireturn:
  case Op::lreturn:
  case Op::freturn:
  case Op::dreturn:
  case Op::areturn:
  case Op::return_:
    return translateReturn(I.Opcode);

  // Fields.
  case Op::getfield:
    return translateGetField(I.Index);
  case Op::putfield:
    return translatePutField(I.Index);
  case Op::getstatic:
    return translateGetStatic(I.Index);
  case Op::putstatic:
    return translatePutStatic(I.Index);

  // Calls.
  case Op::invokevirtual:
  case Op::invokespecial:
  case Op::invokestatic:
  case Op::invokeinterface:
    return translateInvoke(I);
  case Op::invokedynamic:
    return translateInvokeDynamic(I.Index);

  // Objects.
  case Op::new_:
    return translateNew(I.Index, I.Offset);
  case Op::instanceof:
    return translateInstanceOf(I.Index);
  case Op::checkcast:
    return translateCheckCast(I.Index);
  case Op::monitorenter:
    return translateMonitor(/*IsEnter=*/true);
  case Op::monitorexit:
    return translateMonitor(/*IsEnter=*/false);
  case Op::athrow:
    return translateThrow();

  default:
    return unsupported("opcode " + getName(I.Opcode));
  }
}
