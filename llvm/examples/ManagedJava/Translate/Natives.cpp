//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Native methods. Some static methods are intrinsics. All others, of the
/// class C say, are functions of the runtime that are named as in JNI
/// (Java_C_method), but have the parameters of the method, and references are
/// the addresses of objects.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace java;

namespace {

enum class Form { Same, WithResult, Counted, Reinterpreted, Rotated };

struct IntrinsicMethod {
  const char *Class, *Name, *Descriptor;
  Intrinsic::ID ID;
  Form F;
};

} // namespace

static const IntrinsicMethod *findIntrinsic(const JavaMethod &M) {
  namespace I = Intrinsic;
  static const IntrinsicMethod Table[] = {
      {"java/lang/Math", "sqrt", "(D)D", I::sqrt, Form::Same},
      {"java/lang/Math", "abs", "(D)D", I::fabs, Form::Same},
      {"java/lang/Math", "abs", "(F)F", I::fabs, Form::Same},
      {"java/lang/Math", "floor", "(D)D", I::floor, Form::Same},
      {"java/lang/Math", "ceil", "(D)D", I::ceil, Form::Same},
      {"java/lang/Math", "rint", "(D)D", I::roundeven, Form::Same},
      {"java/lang/Math", "fma", "(DDD)D", I::fma, Form::Same},
      {"java/lang/Math", "fma", "(FFF)F", I::fma, Form::Same},
      {"java/lang/Math", "min", "(DD)D", I::minimum, Form::Same},
      {"java/lang/Math", "min", "(FF)F", I::minimum, Form::Same},
      {"java/lang/Math", "max", "(DD)D", I::maximum, Form::Same},
      {"java/lang/Math", "max", "(FF)F", I::maximum, Form::Same},
      {"java/lang/Math", "min", "(II)I", I::smin, Form::Same},
      {"java/lang/Math", "min", "(JJ)J", I::smin, Form::Same},
      {"java/lang/Math", "max", "(II)I", I::smax, Form::Same},
      {"java/lang/Math", "max", "(JJ)J", I::smax, Form::Same},
      {"java/lang/StrictMath", "sqrt", "(D)D", I::sqrt, Form::Same},
      {"java/lang/Integer", "bitCount", "(I)I", I::ctpop, Form::Same},
      {"java/lang/Long", "bitCount", "(J)I", I::ctpop, Form::WithResult},
      {"java/lang/Integer", "numberOfLeadingZeros", "(I)I", I::ctlz,
       Form::Counted},
      {"java/lang/Long", "numberOfLeadingZeros", "(J)I", I::ctlz,
       Form::Counted},
      {"java/lang/Integer", "numberOfTrailingZeros", "(I)I", I::cttz,
       Form::Counted},
      {"java/lang/Long", "numberOfTrailingZeros", "(J)I", I::cttz,
       Form::Counted},
      {"java/lang/Integer", "reverseBytes", "(I)I", I::bswap, Form::Same},
      {"java/lang/Long", "reverseBytes", "(J)J", I::bswap, Form::Same},
      {"java/lang/Integer", "rotateLeft", "(II)I", I::fshl, Form::Rotated},
      {"java/lang/Integer", "rotateRight", "(II)I", I::fshr, Form::Rotated},
      {"java/lang/Long", "rotateLeft", "(JI)J", I::fshl, Form::Rotated},
      {"java/lang/Long", "rotateRight", "(JI)J", I::fshr, Form::Rotated},
      {"java/lang/Float", "floatToRawIntBits", "(F)I", I::not_intrinsic,
       Form::Reinterpreted},
      {"java/lang/Float", "intBitsToFloat", "(I)F", I::not_intrinsic,
       Form::Reinterpreted},
      {"java/lang/Double", "doubleToRawLongBits", "(D)J", I::not_intrinsic,
       Form::Reinterpreted},
      {"java/lang/Double", "longBitsToDouble", "(J)D", I::not_intrinsic,
       Form::Reinterpreted},
  };
  const auto *Entry = find_if(Table, [&](const IntrinsicMethod &Each) {
    return M.Source->Name == Each.Name &&
           M.Source->Descriptor == Each.Descriptor &&
           M.Owner->name() == Each.Class;
  });
  return Entry == std::end(Table) ? nullptr : Entry;
}

Value *MethodTranslator::intrinsic(const JavaMethod &M,
                                   ArrayRef<Value *> Arguments) {
  const IntrinsicMethod *I = findIntrinsic(M);
  if (!I)
    return nullptr;
  Value *First = Arguments.front();
  llvm::Type *Result = T.typeOf(M.Type.Result);
  switch (I->F) {
  case Form::Same:
    return B.CreateIntrinsic(I->ID, {First->getType()}, Arguments);
  case Form::WithResult:
    return B.CreateTrunc(
        B.CreateIntrinsic(I->ID, {First->getType()}, Arguments), Result);
  case Form::Counted: // the number of bits, of zero
    return B.CreateZExtOrTrunc(
        B.CreateIntrinsic(I->ID, {First->getType()}, {First, B.getFalse()}),
        Result);
  case Form::Rotated: // by the low bits
    return B.CreateIntrinsic(
        I->ID, {First->getType()},
        {First, First, B.CreateZExt(Arguments[1], First->getType())});
  case Form::Reinterpreted:
    return B.CreateBitCast(First, Result);
  }
  llvm_unreachable("no such form");
}

/// JNI's rules for names.
static void mangle(StringRef Name, std::string &Result) {
  auto Units = decodeModifiedUTF8(Name);
  if (!Units) { // names were checked
    consumeError(Units.takeError());
    return;
  }
  for (uint16_t Unit : *Units) {
    if (Unit < 128 && isAlnum(char(Unit)))
      Result += char(Unit);
    else if (Unit == '/')
      Result += '_';
    else if (Unit == '_')
      Result += "_1";
    else if (Unit == ';')
      Result += "_2";
    else if (Unit == '[')
      Result += "_3";
    else
      Result += "_0" + utohexstr(Unit, /*LowerCase=*/true, /*Width=*/4);
  }
}

static std::string nativeName(const JavaMethod &M) {
  std::string Result = "Java_";
  mangle(M.Owner->name(), Result);
  Result += '_';
  mangle(M.Source->Name, Result);
  const bool IsOverloaded =
      count_if(M.Owner->methods(), [&](const JavaMethod &Other) {
        return Other.isNative() && Other.Source->Name == M.Source->Name;
      }) > 1;
  if (IsOverloaded) {
    Result += "__";
    mangle(M.Source->Descriptor.split(')').first.drop_front(), Result);
  }
  return Result;
}

/// The function of a native method calls the function of the runtime.
Error MethodTranslator::translateNative() {
  Offset = ~0u;
  B.SetInsertPoint(BasicBlock::Create(Context, "entry", &F));
  SmallVector<Value *, 8> Arguments(make_pointer_range(F.args()));
  Value *Result = Method.isStatic() ? intrinsic(Method, Arguments) : nullptr;
  if (!Result) {
    enterMonitor();
    const FunctionCallee Native =
        T.module().getOrInsertFunction(nativeName(Method), F.getFunctionType());
    Result = call(Native, Arguments);
    exitMonitor();
  }
  if (Method.Type.Result.isVoid())
    B.CreateRetVoid();
  else
    B.CreateRet(narrow(Result, Method.Type.Result.kind()));
  return Error::success();
}
