//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which objects references point into.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCBasePointers.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

const std::pair<unsigned, GCPointerKind> Spaces[] = {
    {1, GCPointerKind::Derived}, {10, GCPointerKind::Base}};

class GCBasePointersTest : public testing::Test {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Function *F = nullptr;

protected:
  /// The base of %r in a function with \p Body: "null", a name, or "mirror of"
  /// and a name.
  std::string findBase(StringRef Body) {
    SMDiagnostic Problem;
    M = parseAssemblyString(
        ("@g = external addrspace(1) global i8\n"
         "declare ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p1"
         "(ptr addrspace(1))\n"
         "define void @f(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, "
         "<2 x ptr addrspace(1)> %v, ptr %p, ptr addrspace(10) %t, i64 %i) "
         "{\n" +
         Body + "}\n")
            .str(),
        Problem, Context);
    if (!M)
      return "error: " + Problem.getMessage().str();
    F = M->getFunction("f");
    GCBasePointers Bases{GCPointers(ArrayRef(Spaces))};
    const GCBase Base = Bases.find(F->getValueSymbolTable()->lookup("r"));
    if (auto *C = dyn_cast<Constant>(Base.V))
      return C->isNullValue() ? "null" : "constant";
    return (Base.IsMirror ? "mirror of " : "") + Base.V->getName().str();
  }
  std::string findBaseInLine(StringRef Line) {
    return findBase(("  " + Line + "\n  ret void\n").str());
  }
};

TEST_F(GCBasePointersTest, DefinitionsAreBases) {
  EXPECT_EQ(findBaseInLine("%r = load ptr addrspace(1), ptr %p"), "r");
  EXPECT_EQ(findBaseInLine("%r = inttoptr i64 %i to ptr addrspace(1)"), "r");
  EXPECT_EQ(findBaseInLine("%r = atomicrmw xchg ptr %p, ptr addrspace(1) %a "
                           "seq_cst"),
            "r");
  EXPECT_EQ(findBaseInLine("%x = cmpxchg ptr %p, ptr addrspace(1) %a, "
                           "ptr addrspace(1) %b seq_cst seq_cst\n"
                           "%r = extractvalue {ptr addrspace(1), i1} %x, 0"),
            "r");
  EXPECT_EQ(findBaseInLine("%r = va_arg ptr %p, ptr addrspace(1)"), "r");
}

TEST_F(GCBasePointersTest, LooksThroughDerivations) {
  EXPECT_EQ(findBaseInLine("%r = getelementptr i8, ptr addrspace(1) %a, i64 8"),
            "a");
  EXPECT_EQ(findBaseInLine("%r = freeze ptr addrspace(1) %a"), "a");
  EXPECT_EQ(findBaseInLine("%x = addrspacecast ptr addrspace(1) %a to ptr\n"
                           "%r = addrspacecast ptr %x to ptr addrspace(1)"),
            "a");
  EXPECT_EQ(findBaseInLine("%r = addrspacecast ptr %p to ptr addrspace(1)"),
            "r");
  EXPECT_EQ(findBaseInLine("%r = addrspacecast ptr addrspace(10) %t to "
                           "ptr addrspace(1)"),
            "t");
  EXPECT_EQ(findBaseInLine("%d = getelementptr i8, ptr addrspace(1) %a, i64 8\n"
                           "%r = call ptr addrspace(1) @llvm.experimental.gc."
                           "get.pointer.base.p1.p1(ptr addrspace(1) %d)"),
            "a");
}

TEST_F(GCBasePointersTest, ConstantsHaveNone) {
  EXPECT_EQ(
      findBaseInLine("%r = getelementptr i8, ptr addrspace(1) @g, i64 %i"),
      "null");
  EXPECT_EQ(findBaseInLine("%r = select i1 %c, ptr addrspace(1) @g, "
                           "ptr addrspace(1) null"),
            "null");
}

TEST_F(GCBasePointersTest, ChoicesOfBasesAreBases) {
  EXPECT_EQ(findBaseInLine("%r = select i1 %c, ptr addrspace(1) %a, "
                           "ptr addrspace(1) %b"),
            "r");
  EXPECT_EQ(findBaseInLine("%r = select i1 %c, ptr addrspace(1) %a, "
                           "ptr addrspace(1) null"),
            "r");
  EXPECT_EQ(
      findBaseInLine("%r = extractelement <2 x ptr addrspace(1)> %v, i32 0"),
      "r");
  EXPECT_EQ(findBaseInLine("%r = shufflevector <2 x ptr addrspace(1)> %v, "
                           "<2 x ptr addrspace(1)> %v, <2 x i32> <i32 1, i32 "
                           "2>"),
            "r");
}

TEST_F(GCBasePointersTest, ChoicesInOneObjectShareItsBase) {
  EXPECT_EQ(findBaseInLine("%d = getelementptr i8, ptr addrspace(1) %a, i64 8\n"
                           "%r = select i1 %c, ptr addrspace(1) %a, "
                           "ptr addrspace(1) %d"),
            "a");
}

TEST_F(GCBasePointersTest, OtherChoicesAreMirrored) {
  const StringRef Derived =
      "%d = getelementptr i8, ptr addrspace(1) %a, i64 8\n";
  EXPECT_EQ(findBaseInLine((Derived + "%r = select i1 %c, ptr addrspace(1) %b, "
                                      "ptr addrspace(1) %d")
                               .str()),
            "mirror of r");
  EXPECT_EQ(findBaseInLine("%r = select i1 %c, ptr addrspace(1) %a, "
                           "ptr addrspace(1) @g"),
            "mirror of r");
  // No value has one base for each element.
  EXPECT_EQ(
      findBaseInLine((Derived + "%r = insertelement <2 x ptr addrspace(1)> %v, "
                                "ptr addrspace(1) %d, i32 0")
                         .str()),
      "mirror of r");
  // An element that is undefined is no base.
  EXPECT_EQ(findBaseInLine("%r = insertelement <2 x ptr addrspace(1)> poison, "
                           "ptr addrspace(1) %a, i32 0"),
            "mirror of r");
}

} // end anonymous namespace

/// Two phis that choose from each other and from \p First and \p Second.
static std::string getCycle(StringRef First, StringRef Second) {
  return ("  %d = getelementptr i8, ptr addrspace(1) %a, i64 8\n"
          "  br label %x\n"
          "x:\n"
          "  %q = phi ptr addrspace(1) [ " +
          First +
          ", %0 ], [ %r, %y ]\n"
          "  br i1 %c, label %x2, label %y\n"
          "x2:\n"
          "  br label %y\n"
          "y:\n"
          "  %r = phi ptr addrspace(1) [ %q, %x ], [ " +
          Second +
          ", %x2 ]\n"
          "  br i1 %c, label %x, label %z\n"
          "z:\n"
          "  ret void\n")
      .str();
}

namespace {

TEST_F(GCBasePointersTest, CyclesAreAsGoodAsTrees) {
  EXPECT_EQ(findBase(getCycle("%a", "%b")), "r");
  EXPECT_EQ(findBase(getCycle("%a", "%d")), "a");
  EXPECT_EQ(findBase(getCycle("%b", "%d")), "mirror of r");
}

TEST_F(GCBasePointersTest, TypesThatAreBasesAreNotAskedAbout) {
  EXPECT_EQ(findBaseInLine("%r = getelementptr i8, ptr addrspace(10) %t, "
                           "i64 8"),
            "r");
}

TEST(GCBasePointers, ChainsOfAnyLength) {
  LLVMContext Context;
  Module M("chain", Context);
  Type *Ref = PointerType::get(Context, 1);
  Function *F = Function::Create(
      FunctionType::get(Type::getVoidTy(Context),
                        {Ref, Ref, Type::getInt1Ty(Context)}, false),
      GlobalValue::ExternalLinkage, "f", M);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", F));
  Value *OfOne = F->getArg(0), *OfTwo = F->getArg(0);
  for (unsigned I = 0; I != 100000; ++I) {
    Value *Next = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), OfOne, 8);
    OfOne = Builder.CreateSelect(F->getArg(2), OfOne, Next);
    Next = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), OfTwo, 8);
    OfTwo = Builder.CreateSelect(F->getArg(2), I ? Next : F->getArg(1), Next);
  }
  Builder.CreateRetVoid();
  GCBasePointers Bases{GCPointers(ArrayRef(Spaces))};
  EXPECT_EQ(Bases.find(OfOne), (GCBase{F->getArg(0), false}));
  EXPECT_EQ(Bases.find(OfTwo), (GCBase{OfTwo, true}));
}

} // end anonymous namespace
