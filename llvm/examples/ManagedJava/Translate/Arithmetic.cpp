//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arithmetic, as exact as the JVMS wants it: what is undefined in LLVM IR
/// (division by zero, MIN / -1, shifts by too much, conversions of what does
/// not fit) is defined in Java.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"

using namespace llvm;
using namespace java;

Value *MethodTranslator::divide(Value *A, Value *By, bool IsRemainder) {
  Constant *Zero = ConstantInt::get(By->getType(), 0);
  auto *Divisor = dyn_cast<ConstantInt>(By);
  if (!Divisor || Divisor->isZero())
    branchIfUnlikely(B.CreateICmpEQ(By, Zero), "zero", [&] {
      call("java_throw_arithmetic", {});
      B.CreateUnreachable();
    });
  // By -1, the result is -A, also if that overflows.
  Constant *MinusOne = ConstantInt::getAllOnesValue(By->getType());
  Value *IsMinusOne = B.CreateICmpEQ(By, MinusOne);
  Value *Safe =
      B.CreateSelect(IsMinusOne, ConstantInt::get(By->getType(), 1), By);
  if (IsRemainder)
    return B.CreateSRem(A, Safe);
  return B.CreateSelect(IsMinusOne, B.CreateNeg(A), B.CreateSDiv(A, Safe));
}

void MethodTranslator::translateBinary(Op Opcode) {
  using VT = VerificationType;
  VT::Kind K;
  switch (Opcode) {
  case Op::iadd:
  case Op::isub:
  case Op::imul:
  case Op::idiv:
  case Op::irem:
  case Op::iand:
  case Op::ior:
  case Op::ixor:
    K = VT::Int;
    break;
  case Op::fadd:
  case Op::fsub:
  case Op::fmul:
  case Op::fdiv:
  case Op::frem:
    K = VT::Float;
    break;
  case Op::dadd:
  case Op::dsub:
  case Op::dmul:
  case Op::ddiv:
  case Op::drem:
    K = VT::Double;
    break;
  default:
    K = VT::Long;
  }
  Value *Right = pop(K), *Left = pop(K);
  if (failed())
    return;
  auto Result = [&]() -> Value * {
    switch (Opcode) {
    case Op::iadd:
    case Op::ladd:
      return B.CreateAdd(Left, Right);
    case Op::isub:
    case Op::lsub:
      return B.CreateSub(Left, Right);
    case Op::imul:
    case Op::lmul:
      return B.CreateMul(Left, Right);
    case Op::idiv:
    case Op::ldiv:
      return divide(Left, Right, /*IsRemainder=*/false);
    case Op::irem:
    case Op::lrem:
      return divide(Left, Right, /*IsRemainder=*/true);
    case Op::iand:
    case Op::land:
      return B.CreateAnd(Left, Right);
    case Op::ior:
    case Op::lor:
      return B.CreateOr(Left, Right);
    case Op::ixor:
    case Op::lxor:
      return B.CreateXor(Left, Right);
    case Op::fadd:
    case Op::dadd:
      return B.CreateFAdd(Left, Right);
    case Op::fsub:
    case Op::dsub:
      return B.CreateFSub(Left, Right);
    case Op::fmul:
    case Op::dmul:
      return B.CreateFMul(Left, Right);
    case Op::fdiv:
    case Op::ddiv:
      return B.CreateFDiv(Left, Right);
    default: // that of fmod, which is Java's
      return B.CreateFRem(Left, Right);
    }
  };
  push({K}, Result());
}

void MethodTranslator::translateShift(Op Opcode) {
  const bool IsLong =
      Opcode == Op::lshl || Opcode == Op::lshr || Opcode == Op::lushr;
  const auto K = IsLong ? VerificationType::Long : VerificationType::Int;
  Value *By = popInt(), *V = pop(K);
  if (failed())
    return;
  By = B.CreateAnd(By, IsLong ? 63 : 31);
  if (IsLong)
    By = B.CreateZExt(By, B.getInt64Ty());
  switch (Opcode) {
  case Op::ishl:
  case Op::lshl:
    return push({K}, B.CreateShl(V, By));
  case Op::ishr:
  case Op::lshr:
    return push({K}, B.CreateAShr(V, By));
  default:
    return push({K}, B.CreateLShr(V, By));
  }
}

void MethodTranslator::translateNegation(VerificationType::Kind K) {
  Value *V = pop(K);
  const bool IsInteger =
      K == VerificationType::Int || K == VerificationType::Long;
  push({K}, IsInteger ? B.CreateNeg(V) : B.CreateFNeg(V));
}

Value *MethodTranslator::narrow(Value *V, char Type) {
  switch (Type) {
  case 'Z':
    return B.CreateAnd(V, 1);
  case 'B':
    return B.CreateSExt(B.CreateTrunc(V, B.getInt8Ty()), B.getInt32Ty());
  case 'C':
    return B.CreateZExt(B.CreateTrunc(V, B.getInt16Ty()), B.getInt32Ty());
  case 'S':
    return B.CreateSExt(B.CreateTrunc(V, B.getInt16Ty()), B.getInt32Ty());
  default:
    return V;
  }
}

void MethodTranslator::translateConversion(Op Opcode) {
  using VT = VerificationType;
  Type *I32 = B.getInt32Ty(), *I64 = B.getInt64Ty();
  Type *F32 = B.getFloatTy(), *F64 = B.getDoubleTy();
  // Saturates, and is 0 for what is no number.
  auto ToInteger = [&](Value *V, Type *To) {
    return B.CreateIntrinsic(Intrinsic::fptosi_sat, {To, V->getType()}, {V});
  };
  switch (Opcode) {
  case Op::i2l:
    return push({VT::Long}, B.CreateSExt(popInt(), I64));
  case Op::i2f:
    return push({VT::Float}, B.CreateSIToFP(popInt(), F32));
  case Op::i2d:
    return push({VT::Double}, B.CreateSIToFP(popInt(), F64));
  case Op::l2i:
    return push({VT::Int}, B.CreateTrunc(pop(VT::Long), I32));
  case Op::l2f:
    return push({VT::Float}, B.CreateSIToFP(pop(VT::Long), F32));
  case Op::l2d:
    return push({VT::Double}, B.CreateSIToFP(pop(VT::Long), F64));
  case Op::f2i:
    return push({VT::Int}, ToInteger(pop(VT::Float), I32));
  case Op::f2l:
    return push({VT::Long}, ToInteger(pop(VT::Float), I64));
  case Op::f2d:
    return push({VT::Double}, B.CreateFPExt(pop(VT::Float), F64));
  case Op::d2i:
    return push({VT::Int}, ToInteger(pop(VT::Double), I32));
  case Op::d2l:
    return push({VT::Long}, ToInteger(pop(VT::Double), I64));
  case Op::d2f:
    return push({VT::Float}, B.CreateFPTrunc(pop(VT::Double), F32));
  case Op::i2b:
    return pushInt(narrow(popInt(), 'B'));
  case Op::i2c:
    return pushInt(narrow(popInt(), 'C'));
  default:
    return pushInt(narrow(popInt(), 'S'));
  }
}

/// -1, 0 or 1.
void MethodTranslator::translateComparison(Op Opcode) {
  using VT = VerificationType;
  VT::Kind K = VT::Long;
  if (Opcode == Op::fcmpl || Opcode == Op::fcmpg)
    K = VT::Float;
  if (Opcode == Op::dcmpl || Opcode == Op::dcmpg)
    K = VT::Double;
  Value *Right = pop(K), *Left = pop(K);
  if (failed())
    return;
  if (K == VT::Long)
    return pushInt(B.CreateIntrinsic(
        Intrinsic::scmp, {B.getInt32Ty(), B.getInt64Ty()}, {Left, Right}));
  // What is not ordered is less, or greater.
  const bool IsLess = Opcode == Op::fcmpl || Opcode == Op::dcmpl;
  Value *IsEqual = B.CreateFCmpOEQ(Left, Right);
  Value *IsOther =
      IsLess ? B.CreateFCmpOGT(Left, Right) : B.CreateFCmpOLT(Left, Right);
  const int Other = IsLess ? 1 : -1;
  pushInt(B.CreateSelect(
      IsOther, B.getInt32(Other),
      B.CreateSelect(IsEqual, B.getInt32(0), B.getInt32(-Other))));
}
