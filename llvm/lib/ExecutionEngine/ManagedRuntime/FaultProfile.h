//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts the faults of each entry, and reports those that fault often to
/// somebody outside the signal handler.
///
/// Each entry has a counter and a bit that says that a report is due. The
/// handler that makes the counter reach the limit, and no other, sets the bit
/// and, unless the profile is queued already, pushes it to a list without
/// locks. Whoever drains takes the whole list, says of each profile that it is
/// not queued any more, and then takes its bits. So a bit that is set later
/// queues the profile again, and no report is lost or delivered twice.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTPROFILE_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTPROFILE_H

#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include <atomic>
#include <stddef.h>
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

class CodeObject;

/// The counters of a code object.
struct FaultProfile {
  const CodeObject &Object;
  const size_t NumEntries;
  /// Never, if zero.
  const uint64_t ReportAfter;
  std::atomic<uint64_t> *Counts = nullptr;
  /// One bit for each entry: a report is due.
  std::atomic<uint64_t> *Due = nullptr;
  std::atomic<bool> IsQueued{false};
  /// The next in the list; written by who queues it.
  FaultProfile *NextQueued = nullptr;

  FaultProfile(const CodeObject &Object, size_t NumEntries,
               uint64_t ReportAfter)
      : Object(Object), NumEntries(NumEntries), ReportAfter(ReportAfter) {}
};

/// Makes counters for the entries of \p Object; null if there is no memory.
FaultProfile *createProfile(const CodeObject &Object, uint64_t ReportAfter);

/// Releases \p Profile, which no fault can reach any more.
void destroyProfile(FaultProfile *Profile);

/// Counts a fault of entry \p Index.  Async-signal-safe; for readers.
void countFault(FaultProfile &Profile, size_t Index);

/// See LLVMManagedDrainFaultReports().
size_t drainReports(LLVMManagedFaultReport *Reports, size_t MaxReports);

/// Has handlers write to \p Descriptor; -1 ends it. Unlike
/// reportToDescriptor(), asks neither who owns it nor whether writing waits.
LLVMManagedStatus setReportDescriptor(int Descriptor);

/// For a process that was forked: nothing is written any more.
void forgetDescriptor();

/// Keeps the list as it is while the process is forked.
void lockProfiles();
void unlockProfiles();

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTPROFILE_H
