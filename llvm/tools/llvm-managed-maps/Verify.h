//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command "verify".  The rules are listed in docs/ManagedMaps.md.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_VERIFY_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_VERIFY_H

#include "Code.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
namespace managed_maps {

/// Something that the verifier has to say about a table.
struct Finding {
  enum Severity {
    /// The rule is broken.
    Broken,
    /// Nothing shows that the rule is broken, but neither that it holds.
    Unproved,
    /// No rule is broken, but the compiler hardly meant this.
    Suspicious
  };

  /// An entry or a safepoint.
  struct Place {
    /// The section of the map, and the offset there.
    std::string Section;
    uint64_t Offset = 0;
    /// The faulting instruction, or where the call returns to.
    object::SectionedAddress PC;
  };

  /// The rule's name in the documentation.
  StringRef Rule;
  std::string Message;
  Severity Level = Broken;
  /// What it is about, if that is one of them.
  std::optional<Place> Where = std::nullopt;
  /// It is unproved, but the compiler may know what the instructions do not
  /// tell.
  bool MayBeKnown = false;
};

struct VerifyOptions {
  /// How many bytes from address zero on are never mapped.
  uint64_t GuardSize = 4096;
  /// What is not proved passes.
  bool AllowUnproved = false;
  /// What is suspicious does not pass, nor what the compiler may know.
  bool IsStrict = false;

  /// Whether \p F keeps a file from passing.
  bool isError(const Finding &F) const {
    return F.Level == Finding::Broken ||
           (F.Level == Finding::Unproved && !AllowUnproved &&
            (!F.MayBeKnown || IsStrict)) ||
           (F.Level == Finding::Suspicious && IsStrict);
  }
};

struct VerifyResult {
  size_t NumEntries = 0;
  /// Entries without findings.
  size_t NumProved = 0;
  std::vector<Finding> Findings;
};

/// What is said of a file.
struct FileResult {
  /// The code, if it has been read. The file outlives it.
  std::unique_ptr<const Code> C;
  VerifyResult FaultMaps;
  /// If the file has stack maps. Its entries are safepoints.
  std::optional<VerifyResult> StackMaps;
};

/// Verifies all fault maps and stack maps of \p Obj.  It is an error if nothing
/// can be said, such as for a target that the verifier does not know.
Expected<FileResult> verifyMaps(const object::ObjectFile &Obj,
                                const VerifyOptions &Options);

/// Adds an object for \p Obj, of which \p Result is said, to an array;
/// \p Title names the file. Returns whether it passes.
bool writeResult(const FileResult &Result, const object::ObjectFile &Obj,
                 StringRef Title, const VerifyOptions &Options,
                 json::OStream &J);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_VERIFY_H
