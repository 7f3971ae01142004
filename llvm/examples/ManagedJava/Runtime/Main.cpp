//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Starts a program: heap, thread, collector; and calls its main method.
///
/// The environment says how:
///   JAVA_HEAP=N        each of the two spaces has N MiB (256)
///   JAVA_GC=full       collects when there is no room (the default)
///   JAVA_GC=always     at each allocation, to addresses that were not used
///   JAVA_GC=concurrent when a second thread has stopped the program, at its
///                      polls, which it does ten thousand times a second
///   JAVA_VERIFY=1      compares stack maps with unwind tables before each
///                      collection
///   JAVA_STATISTICS=1  prints to standard error what was collected
///
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "Exceptions.h"
#include "Heap.h"
#include "Natives.h"
#include "Program.h"
#include "Roots.h"
#include "StackGuard.h"
#include "Throwing.h"
#include "llvm-c/ManagedThreads.h"
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace java;

[[noreturn]] static void usage(const char *Variable, const char *Value,
                               const char *Wanted) {
  std::fprintf(stderr, "managed-java: error: %s is '%s' and has to be %s\n",
               Variable, Value, Wanted);
  std::exit(2);
}

static uint64_t readHeapSize() {
  const char *Text = std::getenv("JAVA_HEAP");
  if (!Text)
    return 256ull << 20;
  char *End;
  const unsigned long long Megabytes = std::strtoull(Text, &End, 10);
  if (!*Text || *End || !Megabytes || Megabytes > 1 << 20)
    usage("JAVA_HEAP", Text, "a number of MiB from 1 to 1048576");
  return uint64_t(Megabytes) << 20;
}

static CollectWhen readWhen() {
  const char *Text = std::getenv("JAVA_GC");
  if (!Text || !std::strcmp(Text, "full"))
    return CollectWhen::Full;
  if (!std::strcmp(Text, "always"))
    return CollectWhen::Always;
  if (!std::strcmp(Text, "concurrent"))
    return CollectWhen::Concurrent;
  usage("JAVA_GC", Text, "full, always or concurrent");
}

static bool readFlag(const char *Variable) {
  const char *Text = std::getenv(Variable);
  if (!Text || !std::strcmp(Text, "0"))
    return false;
  if (std::strcmp(Text, "1"))
    usage(Variable, Text, "0 or 1");
  return true;
}

static void run() {
  prepareThrowing();
  auto *Arguments = findMethod<Array *(*)()>("arguments")();
  findMethod<void (*)(Array *)>("main")(Arguments);
  findMethod<void (*)()>("finish")();
}

/// Prints an exception that nothing has caught.
static void report(Object *Thrown) {
  TheHeap.useReserve();
  if (Object *Another = catchThrown(
          [=] { findMethod<void (*)(Object *)>("uncaught")(Thrown); }))
    fatal("an uncaught exception cannot be printed because of %s",
          Another->Type->Name);
}

static void printStatistics() {
  std::fprintf(stderr,
               "%" PRIu64 " collections, %" PRIu64 " bytes moved, %" PRIu64
               " null checks failed by a fault\n",
               TheHeap.numCollections(), TheHeap.numBytesMoved(),
               LLVMManagedRecoveredFaults());
}

static bool PrintsStatistics;

void java::endProcess(int Status) {
  LLVMManagedEnterNative();
  if (When == CollectWhen::Concurrent)
    stopCollector();
  if (PrintsStatistics)
    printStatistics();
  std::exit(Status);
}

int main(int argc, char **argv) {
  setArguments(argc - 1, argv + 1);
  When = readWhen();
  VerifyFrames = readFlag("JAVA_VERIFY");
  PrintsStatistics = readFlag("JAVA_STATISTICS");
  TheHeap.create(readHeapSize(), /*Fresh=*/When != CollectWhen::Full);
  installStackGuard();
  if (LLVMManagedInstallFaultHandler() != LLVMManagedSuccess)
    fatal("the handler of faults cannot be installed");
  LLVMManagedAttachOptions Options = {};
  Options.StructSize = sizeof(Options);
  Options.Flags = LLVMManagedAlternateStack;
  if (const LLVMManagedStatus S = LLVMManagedAttachThread(&Options))
    fatal("the thread cannot be attached: %d", int(S));
  JavaThread = LLVMManagedCurrentThread();
  registerFrames();
  if (const LLVMManagedStatus S = LLVMManagedLeaveNative())
    fatal("the thread cannot run Java: %d", int(S));
  if (When == CollectWhen::Concurrent)
    startCollector();
  Object *Thrown = catchThrown(run);
  if (Thrown)
    report(Thrown);
  endProcess(Thrown ? 1 : 0);
}
