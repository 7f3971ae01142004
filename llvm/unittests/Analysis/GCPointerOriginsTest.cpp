//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each intrinsic and each instruction that can yield a pointer has a row in
/// the table of origins, and verifiers derive the same from elsewhere.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Intrinsics.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

using Descriptor = Intrinsic::IITDescriptor;
using Origin = GCPointerOrigin;

} // end anonymous namespace

/// Whether the type at the front of \p Table, which is taken from it, can be or
/// contain a pointer. What depends on other types is taken to.
static bool takePointer(ArrayRef<Descriptor> &Table) {
  const Descriptor D = Table.consume_front();
  switch (D.Kind) {
  case Descriptor::Void:
  case Descriptor::VarArg:
  case Descriptor::MMX:
  case Descriptor::Token:
  case Descriptor::Metadata:
  case Descriptor::Half:
  case Descriptor::BFloat:
  case Descriptor::Float:
  case Descriptor::Double:
  case Descriptor::Quad:
  case Descriptor::Integer:
  case Descriptor::ExtendArgument:
  case Descriptor::TruncArgument:
  case Descriptor::VecOfBitcastsToInt:
  case Descriptor::AMX:
  case Descriptor::PPCQuad:
  case Descriptor::AArch64Svcount:
    return false;
  case Descriptor::Pointer:
  case Descriptor::VecOfAnyPtrsToElt:
  case Descriptor::OneNthEltsVecArgument:
  case Descriptor::VecElementArgument:
  case Descriptor::Subdivide2Argument:
  case Descriptor::Subdivide4Argument:
    return true;
  case Descriptor::Vector:
  case Descriptor::SameVecWidthArgument:
    return takePointer(Table);
  case Descriptor::Struct: {
    bool Result = false;
    for (unsigned I = 0; I != D.Struct_NumElements; ++I)
      Result |= takePointer(Table);
    return Result;
  }
  case Descriptor::Argument:
    return D.getArgumentKind() != Descriptor::AK_AnyInteger &&
           D.getArgumentKind() != Descriptor::AK_AnyFloat;
  }
  ADD_FAILURE() << "unknown type in the tables of intrinsics";
  return true;
}

static bool canYieldPointer(Intrinsic::ID ID) {
  SmallVector<Descriptor, 8> Table;
  Intrinsic::getIntrinsicInfoTableEntries(ID, Table);
  ArrayRef<Descriptor> Rest = Table;
  return takePointer(Rest);
}

static ReferenceOrigin::Kind translate(Origin::Kind Kind) {
  switch (Kind) {
  case Origin::Base:
    return ReferenceOrigin::Base;
  case Origin::Copy:
    return ReferenceOrigin::Same;
  case Origin::Derived:
    return ReferenceOrigin::Inside;
  case Origin::Choice:
    return ReferenceOrigin::OneOf;
  case Origin::MemoryOr:
    return ReferenceOrigin::LoadedOrOneOf;
  default:
    return ReferenceOrigin::Unknown;
  }
}

namespace {

TEST(GCPointerOriginsTest, EachIntrinsicHasARow) {
  unsigned Count = 0, OfTargets = 0;
  for (Intrinsic::ID ID = 1; ID != Intrinsic::num_intrinsics; ++ID) {
    if (!canYieldPointer(ID))
      continue;
    ++Count;
    OfTargets += Intrinsic::isTargetIntrinsic(ID);
    EXPECT_NE(getGCPointerOrigin(ID).K, Origin::Unknown)
        << Intrinsic::getBaseName(ID).str()
        << " may return a pointer; say in GCPointerOrigins.cpp where from";
  }
  // The tables were read.
  EXPECT_GT(Count, 200u);
  EXPECT_GT(OfTargets, 1000u);
}

TEST(GCPointerOriginsTest, RowsAreOfIntrinsicsThatReturnPointers) {
  for (Intrinsic::ID ID = 1; ID != Intrinsic::num_intrinsics; ++ID)
    if (!Intrinsic::isTargetIntrinsic(ID) && !canYieldPointer(ID))
      EXPECT_EQ(getGCPointerOrigin(ID).K, Origin::Unknown)
          << Intrinsic::getBaseName(ID).str();
}

TEST(GCPointerOriginsTest, VerifiersAgree) {
  for (Intrinsic::ID ID = 1; ID != Intrinsic::num_intrinsics; ++ID) {
    const Origin Row = getGCPointerOrigin(ID);
    const ReferenceOrigin Other = getReferenceOrigin(ID);
    EXPECT_EQ(translate(Row.K), Other.K) << Intrinsic::getBaseName(ID).str();
    unsigned Operands = 0;
    for (const unsigned N : Other.Operands)
      Operands |= 1u << N;
    EXPECT_EQ(Row.Operands, Operands) << Intrinsic::getBaseName(ID).str();
  }
}

TEST(GCPointerOriginsTest, EachInstructionHasARow) {
#define HANDLE_INST(Number, Name, Class)                                       \
  EXPECT_NE(getGCPointerOriginOfOpcode(Number).K, Origin::Unknown) << #Name;
#define HANDLE_USER_INST(Number, Name, Class)
#include "llvm/IR/Instruction.def"
}

TEST(GCPointerOriginsTest, SomeRows) {
  EXPECT_EQ(getGCPointerOrigin(Intrinsic::ptrmask).K, Origin::Derived);
  EXPECT_EQ(getGCPointerOrigin(Intrinsic::ptrmask).getOperand(), 0u);
  EXPECT_EQ(getGCPointerOrigin(Intrinsic::masked_load).K, Origin::MemoryOr);
  EXPECT_TRUE(getGCPointerOrigin(Intrinsic::vp_merge).hasOperand(2));
  EXPECT_FALSE(getGCPointerOrigin(Intrinsic::vp_merge).hasOperand(0));
  EXPECT_TRUE(getGCPointerOrigin(Intrinsic::vp_add).isUnknown());
  EXPECT_EQ(getGCPointerOriginOfOpcode(Instruction::Freeze).K, Origin::Copy);
}

} // end anonymous namespace
