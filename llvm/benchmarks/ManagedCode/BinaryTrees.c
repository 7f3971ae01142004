//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Allocates and walks binary trees.
///
//===----------------------------------------------------------------------===//

#include "Managed.h"

typedef struct Tree MANAGED *TreeRef;
struct Tree {
  unsigned long Header;
  TreeRef Left, Right;
  long Value;
};

static NOINLINE TreeRef make(long Depth, long Value) {
  TreeRef Result = managed_allocate(2, 1);
  Result->Value = Value;
  if (Depth > 0) {
    Result->Left = make(Depth - 1, 2 * Value);
    Result->Right = make(Depth - 1, 2 * Value + 1);
  }
  return Result;
}

static NOINLINE long check(TreeRef Node) {
  return Node ? Node->Value + check(Node->Left) - check(Node->Right) : 0;
}

static NOINLINE TreeRef insert(TreeRef Root, long Value) {
  if (!Root) {
    TreeRef New = managed_allocate(2, 1);
    New->Value = Value;
    return New;
  }
  if (Value < Root->Value)
    Root->Left = insert(Root->Left, Value);
  else
    Root->Right = insert(Root->Right, Value);
  return Root;
}

static NOINLINE TreeRef rotate(TreeRef Root) {
  if (!Root || !Root->Left)
    return Root;
  TreeRef Left = Root->Left;
  Root->Left = Left->Right;
  Left->Right = rotate(Root);
  return Left;
}

long benchmark(long Size) {
  TreeRef LongLived = make(Size, 1);
  long Sum = 0;
  for (long Depth = 1; Depth <= Size; ++Depth)
    Sum += check(make(Depth, Depth));
  TreeRef Search = 0;
  for (long I = 0; I < Size * 40; ++I)
    Search = insert(Search, I * 7919 % 1009);
  return Sum + check(LongLived) + check(rotate(Search));
}
