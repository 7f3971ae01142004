//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which type may stand where another is wanted (JVMS 4.10.1.2). As there, an
/// interface takes every object: a call of its methods looks the interface up,
/// and throws if the object does not have it.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace java;

std::string MethodTranslator::describe(const VerificationType &Type) {
  switch (Type.K) {
  case VerificationType::Top:
    return "undefined";
  case VerificationType::Int:
    return "int";
  case VerificationType::Float:
    return "float";
  case VerificationType::Double:
    return "double";
  case VerificationType::Long:
    return "long";
  case VerificationType::Null:
    return "null";
  case VerificationType::UninitializedThis:
    return "this, which is not constructed";
  case VerificationType::Object:
    return Type.Class.str();
  case VerificationType::Uninitialized:
    return ("an object of offset " + Twine(Type.Offset) +
            ", which is not constructed")
        .str();
  }
  llvm_unreachable("no such type");
}

bool MethodTranslator::isAssignable(StringRef From, StringRef To) {
  if (From == To || To == "java/lang/Object")
    return true;
  if (To.starts_with("[")) {
    // Arrays of arrays and of references, or of the same primitives.
    const TypeDescriptor Wanted(To.drop_front());
    if (!From.starts_with("[") || !Wanted.isReference())
      return false;
    const TypeDescriptor Element(From.drop_front());
    return Element.isReference() &&
           isAssignable(Element.className(), Wanted.className());
  }
  const JavaClass *Target = load(To);
  if (!Target || Target->isInterface())
    return true; // or reported
  if (From.starts_with("["))
    return false;
  const JavaClass *Given = load(From);
  return !Given || Given->isSubclassOf(Target);
}

bool MethodTranslator::isAssignable(const VerificationType &From,
                                    const VerificationType &To) {
  if (To.K == VerificationType::Top)
    return true;
  if (To.K == VerificationType::Object) {
    if (From.K == VerificationType::Null)
      return true;
    return From.K == VerificationType::Object &&
           isAssignable(From.Class, To.Class);
  }
  return From.K == To.K && (From.K != VerificationType::Uninitialized ||
                            From.Offset == To.Offset);
}

/// \p Where says which frame it is.
void MethodTranslator::checkLocals(const Block &To, const Twine &Where) {
  bool WasUninitialized = false, IsUninitialized = false;
  for (unsigned I = 0, E = Locals.size(); I != E; ++I) {
    const VerificationType &Given = Locals[I].Type, &Wanted = To.Locals[I];
    if (!isAssignable(Given, Wanted))
      return fail("local variable " + Twine(I) + " is " + describe(Given) +
                  ", not " + describe(Wanted) + " as at " + Where);
    WasUninitialized |= Given.K == VerificationType::UninitializedThis;
    IsUninitialized |= Wanted.K == VerificationType::UninitializedThis;
  }
  // Otherwise the constructor could return without constructing.
  if (WasUninitialized && !IsUninitialized)
    fail("this is not constructed, but is at " + Where);
}

/// The types at a branch have to be those of the frame of its target.
void MethodTranslator::checkFlow(const Block &To) {
  const std::string Where = utostr(Instructions[To.Begin].Offset);
  if (Stack.size() != To.Stack.size())
    return fail("the stack has " + Twine(Stack.size()) + " operands, not " +
                Twine(To.Stack.size()) + " as at " + Where);
  for (auto [Operand, Wanted] : zip(Stack, To.Stack))
    if (!isAssignable(Operand.Type, Wanted))
      return fail("an operand is " + describe(Operand.Type) + ", not " +
                  describe(Wanted) + " as at " + Where);
  checkLocals(To, Where);
}

/// What is thrown may get to each handler with the local variables as they are.
void MethodTranslator::checkHandlers() {
  for (unsigned Index : Current->Handlers) {
    const uint32_t At = Source->Handlers[Index].Handler;
    const Block &To = blockAt(At);
    if (!To.Frame)
      return fail("no stack map frame at handler " + Twine(At));
    checkLocals(To, "handler " + Twine(At));
  }
}
