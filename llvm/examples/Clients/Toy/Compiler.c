//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One pass over the words, which makes the IR as it goes; a pass before it
/// declares the functions.
///
/// References are pointers of address space 1. Variables are allocas, which
/// mem2reg removes. A cell of a list is a header of the collector, the next
/// cell and a number (MovingCollector/Heap.h).
///
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "Lexer.h"
#include "llvm-c/Core.h"
#include "llvm-c/ManagedCode.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MaxVariables = 64, MaxParameters = 8, NextField = 1, ValueField = 2 };

struct Variable {
  char Name[32];
  LLVMTypeRef Type;
  LLVMValueRef Place;
};

struct Compiler {
  struct Lexer Words;
  LLVMContextRef Context;
  LLVMModuleRef Module;
  LLVMBuilderRef Builder;
  LLVMTypeRef Int, List;
  LLVMValueRef Allocate, Poll, Null;
  LLVMValueRef Function;
  struct Variable Variables[MaxVariables];
  unsigned NumVariables;
};

void registerToyStrategy(void) {
  const unsigned Spaces[] = {1};
  LLVMGCStrategy Strategy = {0};
  Strategy.Size = sizeof(Strategy);
  Strategy.StackMapVersion = 4;
  Strategy.KeepsRootsInRegisters = 1;
  Strategy.MovesObjects = 1;
  Strategy.ReferenceSpaces = Spaces;
  Strategy.NumReferenceSpaces = 1;
  Strategy.UnmappedNullSpaces = Spaces;
  Strategy.NumUnmappedNullSpaces = 1;
  LLVMErrorRef Error = LLVMRegisterGCStrategy(TOY_STRATEGY, &Strategy);
  if (Error) {
    fprintf(stderr, "toyc: %s\n", LLVMGetErrorMessage(Error));
    exit(1);
  }
}

static LLVMBasicBlockRef addBlock(struct Compiler *C, const char *Name) {
  return LLVMAppendBasicBlockInContext(C->Context, C->Function, Name);
}

static void copyName(struct Compiler *C, char Name[32]) {
  const struct Token *T = &C->Words.Current;
  if (T->Kind != NameToken)
    reportError(&C->Words, "expected a name, but found '%.*s'", (int)T->Length,
                T->Text);
  if (T->Length > 31)
    reportError(&C->Words, "the name is too long");
  memcpy(Name, T->Text, T->Length);
  Name[T->Length] = 0;
  nextToken(&C->Words);
}

static struct Variable *findVariable(struct Compiler *C, const char *Name) {
  for (unsigned I = C->NumVariables; I--;)
    if (!strcmp(C->Variables[I].Name, Name))
      return &C->Variables[I];
  return NULL;
}

static void addVariable(struct Compiler *C, const char *Name,
                        LLVMValueRef Value) {
  if (C->NumVariables == MaxVariables)
    reportError(&C->Words, "there are too many variables");
  struct Variable *V = &C->Variables[C->NumVariables++];
  // In the first block, so that mem2reg removes it.
  LLVMBasicBlockRef Here = LLVMGetInsertBlock(C->Builder);
  LLVMBasicBlockRef Entry = LLVMGetEntryBasicBlock(C->Function);
  LLVMValueRef First = LLVMGetFirstInstruction(Entry);
  if (First)
    LLVMPositionBuilderBefore(C->Builder, First);
  else
    LLVMPositionBuilderAtEnd(C->Builder, Entry);
  strcpy(V->Name, Name);
  V->Type = LLVMTypeOf(Value);
  V->Place = LLVMBuildAlloca(C->Builder, V->Type, Name);
  LLVMPositionBuilderAtEnd(C->Builder, Here);
  LLVMBuildStore(C->Builder, Value, V->Place);
}

static void checkType(struct Compiler *C, LLVMValueRef Value, LLVMTypeRef Type,
                      const char *What) {
  if (LLVMTypeOf(Value) != Type)
    reportError(&C->Words, "%s is %s", What,
                Type == C->Int ? "a list, not a number"
                               : "a number, not a list");
}

static LLVMValueRef compileExpression(struct Compiler *C);

/// The arguments of a call, from the parenthesis on.
static unsigned compileArguments(struct Compiler *C, LLVMValueRef *Values) {
  unsigned Count = 0;
  expectToken(&C->Words, "(");
  while (!acceptToken(&C->Words, ")")) {
    if (Count)
      expectToken(&C->Words, ",");
    if (Count == MaxParameters)
      reportError(&C->Words, "there are too many arguments");
    Values[Count++] = compileExpression(C);
  }
  return Count;
}

static LLVMValueRef call(struct Compiler *C, LLVMValueRef Function,
                         LLVMValueRef *Arguments, unsigned Count) {
  return LLVMBuildCall2(C->Builder, LLVMGlobalGetValueType(Function), Function,
                        Arguments, Count, "");
}

/// The place of a field of \p Cell, which is not nil.
static LLVMValueRef getField(struct Compiler *C, LLVMValueRef Cell,
                             unsigned Field) {
  LLVMValueRef Index = LLVMConstInt(C->Int, Field, 0);
  return LLVMBuildInBoundsGEP2(C->Builder, C->Int, Cell, &Index, 1, "");
}

/// Ends the program if \p Cell is nil. The check becomes implicit: the access
/// after it faults, and the runtime goes on at the call of toy_null. The site
/// id is the line.
static void checkNil(struct Compiler *C, LLVMValueRef Cell) {
  LLVMBasicBlockRef IsNull = addBlock(C, "nil"), NotNull = addBlock(C, "cell");
  LLVMImplicitNullCheck Check = {0};
  Check.Size = sizeof(Check);
  Check.HasSite = 1;
  Check.Site = C->Words.Line;
  LLVMBuildImplicitNullCheck(C->Builder, Cell, IsNull, NotNull, &Check);
  LLVMPositionBuilderAtEnd(C->Builder, IsNull);
  LLVMValueRef Line =
      LLVMConstInt(LLVMInt32TypeInContext(C->Context), Check.Site, 0);
  call(C, C->Null, &Line, 1);
  LLVMBuildUnreachable(C->Builder);
  LLVMPositionBuilderAtEnd(C->Builder, NotNull);
}

static LLVMValueRef compileCons(struct Compiler *C, LLVMValueRef *Arguments) {
  LLVMTypeRef Int32 = LLVMInt32TypeInContext(C->Context);
  LLVMValueRef Sizes[] = {LLVMConstInt(Int32, 1, 0), LLVMConstInt(Int32, 1, 0)};
  LLVMValueRef Cell = call(C, C->Allocate, Sizes, 2);
  LLVMBuildStore(C->Builder, Arguments[0], getField(C, Cell, ValueField));
  LLVMBuildStore(C->Builder, Arguments[1], getField(C, Cell, NextField));
  return Cell;
}

/// A call of \p Name, one of the functions that the language has.
static LLVMValueRef compileBuiltin(struct Compiler *C, const char *Name,
                                   LLVMValueRef *Arguments, unsigned Count) {
  const int IsCons = !strcmp(Name, "cons"), IsSet = !strcmp(Name, "set");
  if (Count != 1u + (IsCons || IsSet))
    reportError(&C->Words, "wrong number of arguments of %s", Name);
  checkType(C, Arguments[IsCons], C->List, "the argument");
  if (IsCons || IsSet)
    checkType(C, Arguments[IsSet], C->Int, "the argument");
  if (IsCons)
    return compileCons(C, Arguments);
  checkNil(C, Arguments[0]);
  const int IsTail = !strcmp(Name, "tail");
  LLVMValueRef Field =
      getField(C, Arguments[0], IsTail ? NextField : ValueField);
  if (IsSet) {
    LLVMBuildStore(C->Builder, Arguments[1], Field);
    return Arguments[1];
  }
  return LLVMBuildLoad2(C->Builder, IsTail ? C->List : C->Int, Field, "");
}

static LLVMValueRef compileCall(struct Compiler *C, const char *Name) {
  static const char *const Builtins[] = {"cons", "head", "tail", "set"};
  LLVMValueRef Arguments[MaxParameters];
  const unsigned Count = compileArguments(C, Arguments);
  for (unsigned I = 0; I != sizeof(Builtins) / sizeof(*Builtins); ++I)
    if (!strcmp(Name, Builtins[I]))
      return compileBuiltin(C, Name, Arguments, Count);
  char Symbol[64];
  snprintf(Symbol, sizeof(Symbol), "toy.%s", Name);
  LLVMValueRef Function = LLVMGetNamedFunction(C->Module, Symbol);
  if (!Function)
    reportError(&C->Words, "there is no function %s", Name);
  if (LLVMCountParams(Function) != Count)
    reportError(&C->Words, "wrong number of arguments of %s", Name);
  for (unsigned I = 0; I != Count; ++I)
    checkType(C, Arguments[I], LLVMTypeOf(LLVMGetParam(Function, I)),
              "the argument");
  return call(C, Function, Arguments, Count);
}

static LLVMValueRef compilePrimary(struct Compiler *C) {
  struct Lexer *L = &C->Words;
  if (L->Current.Kind == NumberToken) {
    LLVMValueRef Value =
        LLVMConstInt(C->Int, (unsigned long long)L->Current.Number, 1);
    nextToken(L);
    return Value;
  }
  if (acceptToken(L, "(")) {
    LLVMValueRef Value = compileExpression(C);
    expectToken(L, ")");
    return Value;
  }
  if (acceptToken(L, "-")) {
    LLVMValueRef Value = compilePrimary(C);
    checkType(C, Value, C->Int, "the operand");
    return LLVMBuildNeg(C->Builder, Value, "");
  }
  char Name[32];
  copyName(C, Name);
  if (!strcmp(Name, "nil"))
    return LLVMConstNull(C->List);
  if (isToken(L, "("))
    return compileCall(C, Name);
  struct Variable *V = findVariable(C, Name);
  if (!V)
    reportError(L, "there is no variable %s", Name);
  return LLVMBuildLoad2(C->Builder, V->Type, V->Place, "");
}

static LLVMValueRef compileArithmetic(struct Compiler *C, int IsProduct) {
  LLVMValueRef Left = IsProduct ? compilePrimary(C) : compileArithmetic(C, 1);
  while (isToken(&C->Words, IsProduct ? "*" : "+") ||
         (!IsProduct && isToken(&C->Words, "-"))) {
    const LLVMOpcode Opcode = IsProduct                 ? LLVMMul
                              : isToken(&C->Words, "-") ? LLVMSub
                                                        : LLVMAdd;
    nextToken(&C->Words);
    LLVMValueRef Right =
        IsProduct ? compilePrimary(C) : compileArithmetic(C, 1);
    checkType(C, Left, C->Int, "the left operand");
    checkType(C, Right, C->Int, "the right operand");
    Left = LLVMBuildBinOp(C->Builder, Opcode, Left, Right, "");
  }
  return Left;
}

/// A comparison is a number, 1 or 0.
static LLVMValueRef compileExpression(struct Compiler *C) {
  static const struct {
    const char *Sign;
    LLVMIntPredicate Predicate;
  } Signs[] = {{"==", LLVMIntEQ},  {"!=", LLVMIntNE}, {"<=", LLVMIntSLE},
               {">=", LLVMIntSGE}, {"<", LLVMIntSLT}, {">", LLVMIntSGT}};
  LLVMValueRef Left = compileArithmetic(C, 0);
  for (unsigned I = 0; I != sizeof(Signs) / sizeof(*Signs); ++I) {
    if (!acceptToken(&C->Words, Signs[I].Sign))
      continue;
    LLVMValueRef Right = compileArithmetic(C, 0);
    checkType(C, Right, LLVMTypeOf(Left), "the right operand");
    if (I > 1)
      checkType(C, Left, C->Int, "the left operand");
    LLVMValueRef Result =
        LLVMBuildICmp(C->Builder, Signs[I].Predicate, Left, Right, "");
    return LLVMBuildZExt(C->Builder, Result, C->Int, "");
  }
  return Left;
}

/// Branches to \p True if the next expression is not 0, or else to \p False.
static void compileCondition(struct Compiler *C, LLVMBasicBlockRef True,
                             LLVMBasicBlockRef False) {
  LLVMValueRef Value = compileExpression(C);
  checkType(C, Value, C->Int, "the condition");
  LLVMValueRef Test = LLVMBuildICmp(C->Builder, LLVMIntNE, Value,
                                    LLVMConstInt(C->Int, 0, 0), "");
  LLVMBuildCondBr(C->Builder, Test, True, False);
}

static void compileBlock(struct Compiler *C);

static void compileWhile(struct Compiler *C) {
  LLVMBasicBlockRef Loop = addBlock(C, "loop"), Body = addBlock(C, "body"),
                    After = addBlock(C, "after");
  LLVMBuildBr(C->Builder, Loop);
  LLVMPositionBuilderAtEnd(C->Builder, Loop);
  compileCondition(C, Body, After);
  LLVMPositionBuilderAtEnd(C->Builder, Body);
  // A loop without allocations can be interrupted, too.
  call(C, C->Poll, NULL, 0);
  compileBlock(C);
  LLVMBuildBr(C->Builder, Loop);
  LLVMPositionBuilderAtEnd(C->Builder, After);
}

static void compileIf(struct Compiler *C) {
  LLVMBasicBlockRef Then = addBlock(C, "then"), Else = addBlock(C, "else"),
                    After = addBlock(C, "after");
  compileCondition(C, Then, Else);
  LLVMPositionBuilderAtEnd(C->Builder, Then);
  compileBlock(C);
  LLVMBuildBr(C->Builder, After);
  LLVMPositionBuilderAtEnd(C->Builder, Else);
  if (acceptToken(&C->Words, "else"))
    compileBlock(C);
  LLVMBuildBr(C->Builder, After);
  LLVMPositionBuilderAtEnd(C->Builder, After);
}

static void compileReturn(struct Compiler *C) {
  LLVMValueRef Value = compileExpression(C);
  checkType(C, Value, LLVMGetReturnType(LLVMGlobalGetValueType(C->Function)),
            "what is returned");
  LLVMBuildRet(C->Builder, Value);
  LLVMPositionBuilderAtEnd(C->Builder, addBlock(C, "dead"));
}

static void compileStatement(struct Compiler *C) {
  struct Lexer *L = &C->Words;
  if (acceptToken(L, "while")) {
    compileWhile(C);
    return;
  }
  if (acceptToken(L, "if")) {
    compileIf(C);
    return;
  }
  if (acceptToken(L, "return")) {
    compileReturn(C);
  } else if (acceptToken(L, "var")) {
    char Name[32];
    copyName(C, Name);
    expectToken(L, "=");
    addVariable(C, Name, compileExpression(C));
  } else {
    const struct Lexer Start = *L;
    nextToken(L);
    if (Start.Current.Kind == NameToken && acceptToken(L, "=")) {
      const struct Lexer Value = *L;
      char Name[32];
      *L = Start;
      copyName(C, Name);
      struct Variable *V = findVariable(C, Name);
      if (!V)
        reportError(L, "there is no variable %s", Name);
      *L = Value;
      LLVMValueRef New = compileExpression(C);
      checkType(C, New, V->Type, "what is assigned");
      LLVMBuildStore(C->Builder, New, V->Place);
    } else {
      *L = Start;
      compileExpression(C);
    }
  }
  expectToken(L, ";");
}

static void compileBlock(struct Compiler *C) {
  const unsigned NumVariables = C->NumVariables;
  expectToken(&C->Words, "{");
  while (!acceptToken(&C->Words, "}"))
    compileStatement(C);
  C->NumVariables = NumVariables;
}

static LLVMTypeRef parseType(struct Compiler *C) {
  if (acceptToken(&C->Words, "int"))
    return C->Int;
  if (acceptToken(&C->Words, "list"))
    return C->List;
  reportError(&C->Words, "expected a type, but found '%.*s'",
              (int)C->Words.Current.Length, C->Words.Current.Text);
}

struct Header {
  char Name[32];
  char Parameters[MaxParameters][32];
  LLVMTypeRef Types[MaxParameters], Result;
  unsigned NumParameters;
};

/// fun name(type name, ...): type
static struct Header parseHeader(struct Compiler *C) {
  struct Header H = {0};
  expectToken(&C->Words, "fun");
  copyName(C, H.Name);
  expectToken(&C->Words, "(");
  while (!acceptToken(&C->Words, ")")) {
    if (H.NumParameters)
      expectToken(&C->Words, ",");
    if (H.NumParameters == MaxParameters)
      reportError(&C->Words, "there are too many parameters");
    H.Types[H.NumParameters] = parseType(C);
    copyName(C, H.Parameters[H.NumParameters++]);
  }
  expectToken(&C->Words, ":");
  H.Result = parseType(C);
  return H;
}

static LLVMValueRef addManagedFunction(struct Compiler *C, const char *Name,
                                       LLVMTypeRef Type) {
  LLVMValueRef Function = LLVMAddFunction(C->Module, Name, Type);
  LLVMSetGC(Function, TOY_STRATEGY);
  // The runtime knows where managed code is.
  LLVMSetSection(Function, "managed_text");
  LLVMEnableImplicitNullChecks(Function);
  return Function;
}

static void declareFunctions(struct Compiler *C) {
  while (C->Words.Current.Kind != EndToken) {
    struct Header H = parseHeader(C);
    char Symbol[64];
    snprintf(Symbol, sizeof(Symbol), "toy.%s", H.Name);
    if (LLVMGetNamedFunction(C->Module, Symbol))
      reportError(&C->Words, "there are two functions %s", H.Name);
    LLVMValueRef Function = addManagedFunction(
        C, Symbol,
        LLVMFunctionType(H.Result, H.Types, H.NumParameters, /*IsVarArg=*/0));
    LLVMSetLinkage(Function, LLVMInternalLinkage);
    unsigned Depth = 0;
    do {
      Depth += isToken(&C->Words, "{");
      Depth -= isToken(&C->Words, "}") && Depth;
      if (C->Words.Current.Kind == EndToken)
        reportError(&C->Words, "a brace is missing");
      nextToken(&C->Words);
    } while (Depth);
  }
}

static void compileFunction(struct Compiler *C) {
  struct Header H = parseHeader(C);
  char Symbol[64];
  snprintf(Symbol, sizeof(Symbol), "toy.%s", H.Name);
  C->Function = LLVMGetNamedFunction(C->Module, Symbol);
  C->NumVariables = 0;
  LLVMPositionBuilderAtEnd(C->Builder, addBlock(C, "entry"));
  for (unsigned I = 0; I != H.NumParameters; ++I)
    addVariable(C, H.Parameters[I], LLVMGetParam(C->Function, I));
  compileBlock(C);
  // Without a return statement, a function returns 0 or nil.
  LLVMBuildRet(C->Builder, LLVMConstNull(H.Result));
}

/// managed_main, which the runtime calls.
static void addMain(struct Compiler *C) {
  LLVMTypeRef Type = LLVMFunctionType(C->Int, &C->Int, 1, /*IsVarArg=*/0);
  LLVMValueRef Main = LLVMGetNamedFunction(C->Module, "toy.main");
  if (!Main || LLVMGlobalGetValueType(Main) != Type)
    reportError(&C->Words, "there is no function main(int): int");
  C->Function = addManagedFunction(C, "managed_main", Type);
  LLVMPositionBuilderAtEnd(C->Builder, addBlock(C, "entry"));
  LLVMValueRef N = LLVMGetParam(C->Function, 0);
  LLVMBuildRet(C->Builder, call(C, Main, &N, 1));
}

static void declareRuntime(struct Compiler *C) {
  LLVMTypeRef Void = LLVMVoidTypeInContext(C->Context);
  LLVMTypeRef Int32 = LLVMInt32TypeInContext(C->Context);
  LLVMTypeRef Sizes[] = {Int32, Int32};
  C->Allocate = LLVMAddFunction(C->Module, "gc_allocate",
                                LLVMFunctionType(C->List, Sizes, 2, 0));
  C->Poll =
      LLVMAddFunction(C->Module, "gc_poll", LLVMFunctionType(Void, NULL, 0, 0));
  C->Null = LLVMAddFunction(C->Module, "toy_null",
                            LLVMFunctionType(Void, &Int32, 1, 0));
  // It does not collect.
  LLVMAddAttributeAtIndex(
      C->Null, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(C->Context, "gc-leaf-function", 16, "", 0));
}

LLVMModuleRef compileToy(LLVMContextRef Context, const char *File,
                         const char *Text) {
  struct Compiler C = {0};
  C.Context = Context;
  C.Module = LLVMModuleCreateWithNameInContext(File, Context);
  C.Builder = LLVMCreateBuilderInContext(Context);
  C.Int = LLVMInt64TypeInContext(Context);
  C.List = LLVMPointerTypeInContext(Context, 1);
  declareRuntime(&C);
  startLexer(&C.Words, File, Text);
  declareFunctions(&C);
  startLexer(&C.Words, File, Text);
  while (C.Words.Current.Kind != EndToken)
    compileFunction(&C);
  addMain(&C);
  LLVMDisposeBuilder(C.Builder);
  return C.Module;
}
