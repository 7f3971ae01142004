//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "Heap.h"
#include "Program.h"
#include "Throwing.h"
#include <atomic>
#include <chrono>
#include <thread>

using namespace java;

static std::thread TheCollector;
static std::atomic<bool> Ends;

/// Stops the Java thread, if it is another than the caller, and collects.
static void stopAndCollect() {
  if (const LLVMManagedStatus S = LLVMManagedStopThreads(nullptr))
    fatal("the threads cannot be stopped: %d", int(S));
  collect();
  if (const LLVMManagedStatus S = LLVMManagedResumeThreads())
    fatal("the threads cannot be resumed: %d", int(S));
}

void java::collectNow() {
  // Another thread may be collecting.
  if (When == CollectWhen::Concurrent)
    stopAndCollect();
  else
    collect();
}

void java::startCollector() {
  TheCollector = std::thread([] {
    while (!Ends) {
      stopAndCollect();
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  });
}

void java::stopCollector() {
  Ends = true;
  TheCollector.join();
}
