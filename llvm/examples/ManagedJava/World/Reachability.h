//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which methods a program can execute, in a closed world: rapid type analysis.
/// A method is reachable if it is a root, if a reachable one calls it directly,
/// or if a reachable one calls a method of that name and descriptor, and an
/// object of a class that has it is made. Initializers are reachable with what
/// needs the class initialized.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_WORLD_REACHABILITY_H
#define LLVM_EXAMPLES_MANAGEDJAVA_WORLD_REACHABILITY_H

#include "ClassFile/Bytecode.h"
#include "Translate/CallSites.h"
#include "World/World.h"
#include "llvm/ADT/SetVector.h"

namespace java {

class Reachability {
public:
  Reachability(World &W, CallSites &Sites) : W(W), Sites(Sites) {}

  void addRoot(const JavaMethod &M);
  /// Says that the runtime makes objects of \p Class.
  void addInstantiated(const JavaClass &Class);
  /// Looks at methods until none is added. What a method refers to and is not
  /// there is left out: the method does not compile, or throws.
  void run();

  bool contains(const JavaMethod &M) const { return Methods.contains(&M); }
  /// In the order in which they were found.
  llvm::ArrayRef<const JavaMethod *> methods() const {
    return Methods.getArrayRef();
  }
  /// Not those of arrays.
  const llvm::DenseSet<const JavaClass *> &instantiated() const {
    return Instantiated;
  }

private:
  using Key = std::pair<llvm::StringRef, llvm::StringRef>;

  void visit(const JavaMethod &M);
  void visit(const JavaMethod &M, const Instruction &I);
  void visitCall(const JavaMethod &M, const Instruction &I);
  void initialize(const JavaClass &Class);
  /// \p Class, or its elements, may be asked for the constants of an enum.
  void initializeEnum(const JavaClass *Class);
  /// A virtual call of that name and descriptor.
  void addCall(Key Called);
  /// \p M is what an object of a class that is made executes.
  void addVirtual(const JavaMethod *M);
  void instantiate(llvm::Expected<const JavaClass *> Class);

  World &W;
  CallSites &Sites;
  llvm::SetVector<const JavaMethod *> Methods;
  llvm::DenseSet<const JavaClass *> Instantiated, Initialized;
  llvm::DenseSet<Key> Called;
  /// What is executed as soon as something calls it.
  llvm::DenseMap<Key, std::vector<const JavaMethod *>> Waiting;
};

} // namespace java

#endif
