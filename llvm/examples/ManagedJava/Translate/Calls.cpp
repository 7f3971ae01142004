//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls. Static methods, constructors, private methods and those of super are
/// called directly; so is a virtual method if class hierarchy analysis finds a
/// single one. If other classes may be loaded that override it, the direct call
/// is guarded by a comparison with the function in the vtable.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;
using namespace java;

CallBase *MethodTranslator::call(FunctionCallee Callee,
                                 ArrayRef<Value *> Arguments) {
  const auto *Target = dyn_cast<Function>(Callee.getCallee());
  BasicBlock *Pad = Target && Target->hasFnAttribute("gc-leaf-function")
                        ? nullptr
                        : landingPad();
  if (!Pad)
    return B.CreateCall(Callee, Arguments);
  BasicBlock *Next = newBlock("");
  InvokeInst *Invoke = B.CreateInvoke(Callee, Next, Pad, Arguments);
  B.SetInsertPoint(Next);
  return Invoke;
}

/// The last one is on top of the stack.
bool MethodTranslator::popArguments(const MethodDescriptor &Type,
                                    SmallVectorImpl<Value *> &Arguments) {
  for (TypeDescriptor Parameter : reverse(Type.Parameters))
    Arguments.push_back(pop(Parameter));
  std::reverse(Arguments.begin(), Arguments.end());
  return !failed();
}

void MethodTranslator::callMethod(const JavaMethod &M,
                                  ArrayRef<Value *> Arguments, Value *Callee) {
  Value *Result = call({T.functionType(M), Callee}, Arguments);
  if (!M.Type.Result.isVoid())
    push(M.Type.Result, Result);
}

Value *MethodTranslator::virtualCallee(const JavaMethod &M, Value *Receiver) {
  return loadConstant(B.getPtrTy(), typeWord(Receiver),
                      offsetof(java::Class, VTable) +
                          M.VTableIndex * sizeof(void *));
}

/// The verifier takes every object for an interface, so the object may not have
/// it.
Value *MethodTranslator::interfaceCallee(const JavaMethod &M, Value *Receiver) {
  Value *IsEntry;
  Value *Entry = interfaceEntry(typeWord(Receiver), *M.Owner, IsEntry);
  branchIfUnlikely(B.CreateNot(IsEntry), "incompatible", [&] {
    call("java_throw_incompatible", {Receiver, T.declareClass(*M.Owner)});
    B.CreateUnreachable();
  });
  Value *Methods =
      loadConstant(B.getPtrTy(), Entry, offsetof(InterfaceEntry, Methods));
  return loadConstant(B.getPtrTy(), Methods, M.InterfaceIndex * sizeof(void *));
}

/// Calls \p Callee, which is likely \p Target.
void MethodTranslator::callGuarded(const JavaMethod &M,
                                   const JavaMethod &Target,
                                   ArrayRef<Value *> Arguments, Value *Callee) {
  Function *Guess = T.declareMethod(Target);
  BasicBlock *Direct = newBlock("direct");
  BasicBlock *Indirect = newColdBlock("indirect");
  B.CreateCondBr(B.CreateICmpEQ(Callee, Guess), Direct, Indirect,
                 MDBuilder(Context).createLikelyBranchWeights());
  B.SetInsertPoint(Direct);
  Value *First = call(Guess, Arguments);
  BasicBlock *FirstEnd = B.GetInsertBlock();
  BasicBlock *Next = newBlock("");
  B.CreateBr(Next);
  B.SetInsertPoint(Indirect);
  Value *Second = call({T.functionType(M), Callee}, Arguments);
  BasicBlock *SecondEnd = B.GetInsertBlock();
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
  if (M.Type.Result.isVoid())
    return;
  PHINode *Result = B.CreatePHI(First->getType(), 2);
  Result->addIncoming(First, FirstEnd);
  Result->addIncoming(Second, SecondEnd);
  push(M.Type.Result, Result);
}

/// A constructor of \p Name was called for \p Object: all copies are objects
/// now.
void MethodTranslator::constructed(const TypedValue &Object, StringRef Name) {
  const VerificationType Old = Object.Type;
  const StringRef Now =
      Old.K == VerificationType::UninitializedThis ? Class.name() : Name;
  auto Replace = [&](VerificationType &Type) {
    if (Type.K == Old.K && Type.Offset == Old.Offset)
      Type = {VerificationType::Object, 0, Now};
  };
  for (TypedValue &Local : Locals)
    Replace(Local.Type);
  for (TypedValue &Operand : Stack)
    Replace(Operand.Type);
  LocalsChanged = true;
}

/// Whether the constructor does nothing, as that of java/lang/Object.
static bool isEmpty(const JavaMethod &M) {
  return M.Owner->name() == "java/lang/Object" && M.isConstructor() &&
         M.Source->Body && M.Source->Body->Bytes.size() == 1;
}

void MethodTranslator::translateInvoke(const java::Instruction &I) {
  Expected<MemberRef> Ref = Constants.method(I.Index);
  if (!Ref)
    return fail(toString(Ref.takeError()));
  if (W.isSignaturePolymorphic(*Ref))
    return unsupported("method handle: call of " + Ref->Class + "." +
                       Ref->Name);
  if (Ref->Name == "<clinit>" ||
      (Ref->Name == "<init>" && I.Opcode != Op::invokespecial))
    return fail(getName(I.Opcode) + " of " + Ref->Name);
  if ((I.Opcode == Op::invokeinterface) != Ref->OfInterface &&
      (I.Opcode == Op::invokeinterface || I.Opcode == Op::invokevirtual))
    return fail(getName(I.Opcode) + " of the wrong kind of constant");
  const JavaMethod *M = check(W.resolveMethod(*Ref, Class));
  if (!M)
    return;
  const bool IsStatic = I.Opcode == Op::invokestatic;
  if (M->isStatic() != IsStatic)
    return unresolved(createStringError(Ref->Class + "." + Ref->Name +
                                        (IsStatic ? " is not" : " is") +
                                        " static"));
  SmallVector<Value *, 8> Arguments;
  if (!popArguments(M->Type, Arguments))
    return;

  if (IsStatic) {
    if (Value *Result = intrinsic(*M, Arguments))
      return push(M->Type.Result, Result);
    initialize(*M->Owner);
    return callMethod(*M, Arguments, T.declareMethod(*M));
  }

  TypedValue Receiver;
  const bool IsConstructor = Ref->Name == "<init>";
  if (IsConstructor) {
    Receiver = popAny();
    const VerificationType &Type = Receiver.Type;
    const bool Fits =
        (Type.K == VerificationType::Uninitialized &&
         Type.Class == Ref->Class) ||
        (Type.K == VerificationType::UninitializedThis &&
         (Ref->Class == Class.name() ||
          (Class.super() && Ref->Class == Class.super()->name())));
    if (!Fits)
      return fail("the receiver is " + describe(Type) +
                  " and cannot be constructed as " + Ref->Class);
  } else {
    // That of invokespecial is an object of this class.
    Receiver =
        popObject(I.Opcode == Op::invokespecial ? Class.name() : Ref->Class);
  }
  if (failed())
    return;
  checkNull(Receiver);
  Arguments.insert(Arguments.begin(), Receiver.V);

  if (I.Opcode == Op::invokespecial) {
    const JavaMethod *Target = check(W.selectSpecial(*Ref, *M, Class));
    if (!Target)
      return;
    if (!isEmpty(*Target))
      callMethod(*Target, Arguments, T.declareMethod(*Target));
    if (IsConstructor)
      constructed(Receiver, Ref->Class);
    return;
  }
  if (M->Source->Flags & ACC_PRIVATE)
    return callMethod(*M, Arguments, T.declareMethod(*M));
  // The class that the verifier knows may be more special than the constant.
  const JavaClass *Known =
      load(Receiver.Type.K == VerificationType::Object ? Receiver.Type.Class
                                                       : Ref->Class);
  if (!Known)
    return;
  if (M->Owner->isInterface()
          ? !Known->allInterfaces().empty() && !Known->isAssignableTo(M->Owner)
          : !Known->isSubclassOf(M->Owner))
    Known = load(Ref->Class);
  const JavaMethod *Target = W.findOnlyTarget(*M, *Known);
  if (Target && W.isCertain(*M, *Known) && !Known->isInterface())
    return callMethod(*Target, Arguments, T.declareMethod(*Target));
  if (M->VTableIndex < 0 && M->InterfaceIndex < 0)
    return unresolved(createStringError(Ref->Class + "." + Ref->Name +
                                        " is in no table of methods"));
  Value *Callee = M->VTableIndex < 0 ? interfaceCallee(*M, Receiver.V)
                                     : virtualCallee(*M, Receiver.V);
  if (Target)
    return callGuarded(*M, *Target, Arguments, Callee);
  callMethod(*M, Arguments, Callee);
}

void MethodTranslator::translateInvokeDynamic(unsigned Index) {
  const JavaMethod *M = check(T.Sites.get(Class, Index));
  if (!M)
    return;
  T.SyntheticClasses.insert(M->Owner);
  SmallVector<Value *, 8> Arguments;
  if (popArguments(M->Type, Arguments))
    callMethod(*M, Arguments, T.declareMethod(*M));
}
