//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Value numbers of what registers and stack slots hold around statepoints.
///
/// Equal numbers are equal values. A number knows how its value came about, and
/// that is enough to decide, once all are there, which values are references
/// and which of these are from before a collection.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTVALUENUMBERS_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTVALUENUMBERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <tuple>
#include <vector>

namespace llvm {

class MachineBasicBlock;
class MachineInstr;
class raw_ostream;

class StatepointValueNumbers {
public:
  using Id = unsigned;
  /// No value yet: that of a path which has not been followed.
  static constexpr Id None = 0;
  /// What no collection changes: constants, and values that nothing reads.
  static constexpr Id Constant = 1;
  /// What is in a slot before anything was stored there, and what is undefined
  /// in a register.
  static constexpr Id Nothing = 2;

  StatepointValueNumbers();

  /// An argument, or what an instruction loaded or a call returned, in the
  /// place \p Place: possibly a reference.
  Id source(const void *Where, unsigned Place);
  /// The result of any other computation.
  Id unknown(const void *Where, unsigned Place);
  /// \p Of, which \p Statepoint lists, after it.
  Id relocated(const MachineInstr *Statepoint, Id Of);
  /// \p Of in a place that a statepoint does not list, after it.
  Id stale(Id Of);
  /// \p Of and a number.
  Id sum(Id Of, int64_t Offset);
  /// One of \p Inputs and what is computed from the others.
  Id sum(const MachineInstr *MI, ArrayRef<Id> Inputs);
  /// What arrives at \p MBB in \p Place from the predecessors, in their order.
  Id phi(const MachineBasicBlock *MBB, unsigned Place, ArrayRef<Id> Inputs);

  /// \p Statepoint lists \p Derived with the base pointer \p Base.
  void list(const MachineInstr *Statepoint, Id Base, Id Derived);

  /// \p V is a reference, or derived from one.
  void use(Id V) { Used.push_back(V); }

  /// \p V and, if it is a sum, what it is a sum of.
  SmallVector<Id, 4> addendsOf(Id V) const;

  /// Decides what the functions below answer. All values are there.
  void finish();

  /// Whether \p V is \p Other on some path.
  bool mayBe(Id V, Id Other) const;

  /// Whether \p V is from before a collection on some path, be it a reference
  /// or not.
  bool mayBeStale(Id V) const;

  /// Whether \p V is a reference from before a collection, on some path.
  bool isStaleReference(Id V) const { return Values[V].Bad; }

  /// Whether it is one on each path.
  bool isAlwaysStaleReference(Id V) const;

  /// Whether \p Derived was certainly not derived from \p Base, or \p Base is
  /// certainly no base pointer, where \p Statepoint lists them so.
  bool isWrongBase(const MachineInstr *Statepoint, Id Base, Id Derived) const;

  /// Prints \p V and what it is made of, for debugging.
  void print(Id V, raw_ostream &OS) const;

private:
  enum ValueKind : uint8_t {
    Undefined,
    Source,
    Unknown,
    Relocated,
    Stale,
    Sum,
    Phi
  };
  struct Value {
    ValueKind Kind;
    /// It is listed, or reaches a place that is.
    bool Listed = false;
    /// The same through a place that was left out, where only those count
    /// that are references for certain.
    bool ListedStale = false;
    bool Used = false;
    bool Reference = false;
    bool Bad = false;
    const void *Where = nullptr;
    int64_t Offset = 0;
    /// What it is after a statepoint that does not list it, if that was asked
    /// for.
    Id Stale = None;
    SmallVector<Id, 2> Inputs;
  };
  using Key = std::tuple<ValueKind, const void *, uint64_t, int64_t>;

  Id intern(ValueKind Kind, const void *Where, uint64_t Index, int64_t Offset,
            ArrayRef<Id> Inputs);
  void markListed();
  void markUsed();
  void markReferences();
  void markBad();
  bool anyPath(Id V, function_ref<bool(Id)> Holds) const;
  /// The value that \p V is derived from, or None.
  Id rootOf(Id V) const;
  bool isDerived(const MachineInstr *Statepoint, Id V) const;
  Id originOf(Id V) const;
  bool areDistinct(Id A, Id B,
                   SmallVectorImpl<std::pair<Id, Id>> &Visited) const;

  std::vector<Value> Values;
  DenseMap<Key, Id> Ids;
  SmallVector<Id, 32> Used;
  /// The base pointers of a value at a statepoint.
  std::map<std::pair<const MachineInstr *, Id>, SmallVector<Id, 1>> Bases;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTVALUENUMBERS_H
