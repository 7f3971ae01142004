//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// New objects, initialization of classes, and monitors.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;
using namespace java;

/// Calls \p Fast, which collects nothing, and \p Slow if it returned null.
Value *MethodTranslator::allocate(FunctionCallee Fast, FunctionCallee Slow,
                                  ArrayRef<Value *> FastArguments,
                                  ArrayRef<Value *> SlowArguments) {
  Value *First = call(Fast, FastArguments);
  BasicBlock *From = B.GetInsertBlock(), *SlowEnd = nullptr;
  Value *Second = nullptr;
  branchIfUnlikely(B.CreateIsNull(First), "full", [&] {
    Second = call(Slow, SlowArguments);
    SlowEnd = B.GetInsertBlock();
  });
  PHINode *Result = B.CreatePHI(T.referenceType(), 2);
  Result->addIncoming(First, From);
  Result->addIncoming(Second, SlowEnd);
  NotNull.insert(Result);
  return Result;
}

void MethodTranslator::translateNew(unsigned Index, uint32_t At) {
  Expected<StringRef> Name = Constants.className(Index);
  if (!Name)
    return fail(toString(Name.takeError()));
  const JavaClass *C = load(*Name);
  if (!C)
    return;
  if (C->isArray())
    return fail("new of an array");
  if (C->isAbstract())
    return unresolved(createStringError(*Name + " is abstract"));
  // An older object of this instruction must not get the new one's type.
  for (const TypedValue &Operand : Stack)
    if (Operand.Type.K == VerificationType::Uninitialized &&
        Operand.Type.Offset == At)
      return fail("an operand is " + describe(Operand.Type));
  for (TypedValue &Local : Locals)
    if (Local.Type.K == VerificationType::Uninitialized &&
        Local.Type.Offset == At)
      Local = TypedValue();
  initialize(*C);
  GlobalVariable *Type = T.declareClass(*C);
  Value *Object =
      allocate(T.runtime("java_allocate_fast"), T.runtime("java_allocate"),
               {Type, B.getInt32(C->instanceSize())}, {Type});
  push({VerificationType::Uninitialized, uint16_t(At), C->name()}, Object);
}

/// A class is initialized if a method of it, or of a subclass, runs; an
/// interface is not (JVMS 5.5).
void MethodTranslator::initialize(const JavaClass &C) {
  if (&C != &Class && (C.isInterface() || !Class.isSubclassOf(&C)))
    testState(C);
}

void MethodTranslator::testState(const JavaClass &C) {
  if (!C.needsInitialization())
    return;
  GlobalVariable *Type = T.declareClass(C);
  LoadInst *State = B.CreateAlignedLoad(
      B.getInt32Ty(), address(Type, offsetof(java::Class, State)), Align(4));
  State->setAtomic(AtomicOrdering::Acquire);
  branchIfUnlikely(B.CreateICmpNE(State, B.getInt32(Initialized)), "initialize",
                   [&] { call("java_initialize", {Type}); });
}

/// Constant strings exist before their class is initialized, so that comes
/// first.
void MethodTranslator::translateEntry() {
  B.SetInsertPoint(BasicBlock::Create(Context, "entry", &F));
  // The lines of what is inlined would be lost without one here.
  if (Source) {
    startLines();
    setLine(0);
  }
  if (Expected<const JavaClass *> String = W.load("java/lang/String"))
    testState(**String);
  else
    consumeError(String.takeError());
  testState(Class);
  SmallVector<Value *, 2> Arguments(make_pointer_range(F.args()));
  Value *Result = call(T.declareMethod(Method), Arguments);
  if (Method.Type.Result.isVoid())
    B.CreateRetVoid();
  else
    B.CreateRet(Result);
}

void MethodTranslator::translateMonitor(bool IsEnter) {
  const TypedValue Object = popObject();
  if (failed())
    return;
  checkNull(Object);
  call(IsEnter ? "java_monitor_enter" : "java_monitor_exit", {Object.V});
}

/// Of a synchronized method.
void MethodTranslator::enterMonitor() {
  if (!(Method.Source->Flags & ACC_SYNCHRONIZED))
    return;
  Value *Object =
      Method.isStatic()
          ? B.CreateCall(T.runtime("java_class_mirror"), T.declareClass(Class))
          : static_cast<Value *>(F.getArg(0));
  B.CreateCall(T.runtime("java_monitor_enter"), Object);
  Monitor = Object;
}

void MethodTranslator::exitMonitor() {
  if (Monitor)
    B.CreateCall(T.runtime("java_monitor_exit"), Monitor);
}
