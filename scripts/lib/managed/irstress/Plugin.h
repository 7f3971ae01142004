//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps that make a program of a module that is none. They are passes of a
/// plugin for an unpatched opt, since what they make has to be right.
///
//===----------------------------------------------------------------------===//

#ifndef SCRIPTS_MANAGED_IRSTRESS_PLUGIN_H
#define SCRIPTS_MANAGED_IRSTRESS_PLUGIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <cstdint>
#include <random>
#include <string>

namespace irstress {

constexpr unsigned ReferenceSpace = 1;
/// What the names of the harness begin with.
constexpr char Prefix[] = "gcstress_";

struct Options {
  std::string Seed, Strategy;
  /// Functions that become external ones.
  llvm::StringSet<> Excluded;
  bool MakesReferences;
};

/// Numbers that are the same for the same seed on every machine.
class Random {
public:
  Random(llvm::StringRef Seed, llvm::StringRef Of);
  /// A number below \p N.
  uint64_t below(uint64_t N) { return Engine() % N; }
  bool chance(unsigned Percent) { return below(100) < Percent; }

private:
  std::mt19937_64 Engine;
};

inline bool isReference(const llvm::Type *T) {
  return T->isPointerTy() && T->getPointerAddressSpace() == ReferenceSpace;
}

/// The functions of the harness, and types that are needed often.
class Harness {
public:
  explicit Harness(llvm::Module &M);

  llvm::Module &M;
  llvm::Type *const Void;
  llvm::IntegerType *const Int;
  llvm::PointerType *const Pointer, *const Reference;

  /// A function of Driver.cpp. Leaf functions are no safepoints.
  llvm::FunctionCallee get(llvm::StringRef Name, llvm::Type *Result,
                           llvm::ArrayRef<llvm::Type *> Parameters,
                           bool IsLeaf = true);

  void poll(llvm::IRBuilder<> &B);
  llvm::Value *getInt(llvm::IRBuilder<> &B);
  /// 1, which no optimizer knows.
  llvm::Value *getOne(llvm::IRBuilder<> &B);
  llvm::Value *getTrue(llvm::IRBuilder<> &B);
  /// A reference, which is null in one of \p NullPercent of 100 cases.
  llvm::Value *getReference(llvm::IRBuilder<> &B, unsigned NullPercent);
  /// A value of any first-class type; null if there is none.
  llvm::Value *getValue(llvm::IRBuilder<> &B, llvm::Type *T,
                        unsigned NullPercent);
  /// Makes \p V matter to what the program prints.
  void use(llvm::IRBuilder<> &B, llvm::Value *V);
};

/// Whether values of the type can be made and used.
bool isSupported(llvm::Type *T);

/// Closes the module: everything external is defined, what is undefined
/// behavior in any case is gone, and there is a function without parameters for
/// each that the driver calls.
void import(llvm::Module &M, const Options &O);

/// Makes references out of pointers that point to no stack object, global
/// variable or function.
void makeReferences(llvm::Module &M);

/// Adds safepoints, and takes references through values of other types and
/// through memory.
void mutate(llvm::Module &M, const Options &O);

/// Has the harness check all accesses, and decide what memory holds that was
/// never written.
void instrument(llvm::Module &M);

} // namespace irstress

#endif // SCRIPTS_MANAGED_IRSTRESS_PLUGIN_H
