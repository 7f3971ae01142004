//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Forking while another thread registers and unregisters, and holds a lock of
/// the program's that is also taken over forks. Children use the library.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#define DEFINE_PROBES
#include "probes.h"
#include "test.h"
#include "llvm-c/ManagedRuntime.h"

#include <pthread.h>

static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int IsOver;
static volatile unsigned NumRegistered;

static void lock(void) { pthread_mutex_lock(&Lock); }
static void unlock(void) { pthread_mutex_unlock(&Lock); }

extern const char __start_llvm_faultmaps[], __stop_llvm_faultmaps[];

static LLVMManagedFaultMapRef registerProbes(void) {
  LLVMManagedFaultTables Tables;
  memset(&Tables, 0, sizeof(Tables));
  Tables.StructSize = sizeof(Tables);
  Tables.ShortBegin = __start_llvm_faultmaps;
  Tables.ShortEnd = __stop_llvm_faultmaps;
  LLVMManagedFaultMapRef Map = NULL;
  EXPECT(!LLVMManagedRegisterFaultTables(&Tables, &Map, NULL));
  return Map;
}

static void *registerForever(void *Argument) {
  (void)Argument;
  while (!IsOver) {
    lock();
    LLVMManagedUnregisterFaultTables(registerProbes());
    unlock();
    ++NumRegistered;
  }
  return NULL;
}

static void useTheLibrary(void) {
  lock();
  LLVMManagedFaultMapRef Map = registerProbes();
  EXPECT(!LLVMManagedInstallFaultHandler());
  EXPECT(probeLoad(NULL) == -1);
  EXPECT(!LLVMManagedUninstallFaultHandler());
  LLVMManagedUnregisterFaultTables(Map);
  unlock();
}

int main(void) {
  // The library has prepared for forks by now, so this comes first.
  EXPECT(!pthread_atfork(lock, unlock, unlock));
  pthread_t Thread;
  EXPECT(!pthread_create(&Thread, NULL, registerForever, NULL));
  while (!NumRegistered)
    usleep(1000);
  for (int I = 0; I < 200; ++I)
    EXPECT(passes(useTheLibrary));
  IsOver = 1;
  pthread_join(Thread, NULL);
  return finish();
}
