//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriterLock.h"
#include "FaultHandler.h"
#include "FaultProfile.h"
#include "FaultReporter.h"
#include "Readers.h"
#include <pthread.h>

using namespace llvm;
using namespace llvm::managed;

/// Makes writers exclude each other.
static pthread_mutex_t WriterMutex = PTHREAD_MUTEX_INITIALIZER;

static void lockBeforeFork() {
  pthread_mutex_lock(&WriterMutex);
  lockProfiles();
}

static void unlockInParent() {
  unlockProfiles();
  pthread_mutex_unlock(&WriterMutex);
}

/// Nobody but the caller is left, whatever the others were doing.
static void unlockInChild() {
  forgetReaders();
  forgetReporter();
  forgetInstallers();
  unlockInParent();
}

/// Before the embedder's own handlers are registered, if possible: locks are
/// taken in the reverse order, so that he may call the library while he holds
/// one that his handler takes. Other constructors may call the library earlier.
__attribute__((constructor)) static void prepareEarly() { prepareForFork(); }

void managed::prepareForFork() {
  static pthread_once_t Once = PTHREAD_ONCE_INIT;
  pthread_once(&Once, [] {
    pthread_atfork(lockBeforeFork, unlockInParent, unlockInChild);
  });
}

managed::WriterLock::WriterLock() { pthread_mutex_lock(&WriterMutex); }
managed::WriterLock::~WriterLock() { pthread_mutex_unlock(&WriterMutex); }
