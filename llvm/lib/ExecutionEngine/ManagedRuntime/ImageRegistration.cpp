//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers the maps of an executable or shared object when it is loaded, and
/// takes them out before it is unloaded.
///
/// A process that exits runs destructors while other threads may go on in
/// checked code, so nothing is taken out then. What the process was started
/// with is never unloaded, so whoever calls its destructors exits.
///
//===----------------------------------------------------------------------===//

#include "ImageRegistration.h"
#include "StartUpObjects.h"
#include "WideGuard.h"
#include "llvm-c/ManagedRuntime.h"
#include <atomic>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

using namespace llvm;

// A static executable has no loader.
#pragma weak dladdr
#pragma weak dlsym

void managed::pinImage(const void *Address) {
  Dl_info Info;
  if (isStartUpObject(Address) || !dladdr || !dlsym || !dladdr(Address, &Info))
    return;
  // A static executable that named dlopen() would get a warning from its
  // linker.
  using Function = void *(const char *, int);
  auto *Open = reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, "dlopen"));
  // The handle is never closed.
  if (Open)
    Open(Info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

static std::atomic<bool> IsExiting;

static void noteExit() { IsExiting.store(true, std::memory_order_relaxed); }

/// Has images stay registered when the process exits. The loader calls the
/// destructors of shared objects in a function for the exit that is registered
/// before main(); what is registered later is called earlier.
static void expectExit() {
  // One call is enough unless it is by a constructor that runs before main().
  // Plugins may come and go for ever, though.
  static std::atomic<unsigned> NumCalls;
  if (NumCalls.fetch_add(1, std::memory_order_relaxed) < 32)
    atexit(noteExit);
}

static void complain(const char *What, const char *Why) {
  const char *Words[] = {"LLVMManagedRuntime: ", What, ": ", Why, "\n"};
  for (const char *Word : Words)
    // Nothing can be done if it fails.
    if (write(STDERR_FILENO, Word, strlen(Word)) < 0)
      return;
}

/// Whether nothing is left of the section of an image: tools that take one out
/// of a linked file leave zeros. No linker makes a section without entries.
static bool isRemoved(const void *Begin, const void *End) {
  const auto *Byte = static_cast<const char *>(Begin);
  while (Byte != End && !*Byte)
    ++Byte;
  return Byte == End && Begin != End;
}

using ImageErrorHandler = void (*)(const LLVMManagedImageError *);

static void handle(ImageErrorHandler Handler, bool IsStackMap,
                   LLVMManagedStatus Status,
                   const LLVMManagedTableError &Table) {
  if (Status == LLVMManagedSuccess)
    return;
  const LLVMManagedImageError Error = {sizeof(Error), IsStackMap, Status,
                                       Table};
  Handler(&Error);
}

void LLVMManagedReportImageError(const LLVMManagedImageError *Error) {
  complain(Error->IsStackMap ? "a stack map was not registered"
                             : "a fault map was not registered",
           LLVMManagedStatusMessage(Error->Status));
  if (Error->IsStackMap)
    abort();
}

/// Without the guard, code that was compiled for it would access whatever is
/// mapped there.
static void reserveGuardOrAbort() {
  uintptr_t Mapped;
  const LLVMManagedStatus Status = managed::reserveGuard(Mapped);
  if (Status == LLVMManagedSuccess)
    return;
  if (!Mapped) {
    complain("the wide guard was not reserved",
             LLVMManagedStatusMessage(Status));
    abort();
  }
  char What[] = "the wide guard was not reserved, at 0x................";
  char *Digit = What + sizeof(What) - 1;
  for (; Digit[-1] != 'x'; Mapped >>= 4)
    *--Digit = "0123456789abcdef"[Mapped & 15];
  complain(What, LLVMManagedStatusMessage(Status));
  abort();
}

static LLVMManagedStatus registerMap(const LLVMManagedFaultTables *Tables,
                                     LLVMManagedFaultMapRef *Map,
                                     LLVMManagedTableError *Error) {
  if (isRemoved(Tables->ShortBegin, Tables->ShortEnd) ||
      isRemoved(Tables->LongBegin, Tables->LongEnd))
    return LLVMManagedRemovedTable;
  const LLVMManagedStatus Status =
      LLVMManagedRegisterFaultTables(Tables, Map, Error);
  if (Status != LLVMManagedGuardNotReserved)
    return Status;
  reserveGuardOrAbort();
  return LLVMManagedRegisterFaultTables(Tables, Map, Error);
}

static LLVMManagedStatus registerMap(const LLVMManagedStackMapTables *Tables,
                                     LLVMManagedStackMapRef *Map,
                                     LLVMManagedTableError *Error) {
  if (isRemoved(Tables->IndexBegin, Tables->IndexEnd) ||
      isRemoved(Tables->MapBegin, Tables->MapEnd))
    return LLVMManagedRemovedTable;
  return LLVMManagedRegisterStackMap(Tables, Map, Error);
}

void LLVMManagedRegisterImageMaps(
    const LLVMManagedFaultTables *FaultTables, LLVMManagedFaultMapRef *FaultMap,
    const LLVMManagedStackMapTables *StackMapTables,
    LLVMManagedStackMapRef *StackMap, ImageErrorHandler Handler) {
  if (!managed::isStartUpObject(FaultMap))
    expectExit();
  *FaultMap = nullptr;
  *StackMap = nullptr;
  LLVMManagedTableError Error = {};
  LLVMManagedStatus Status = registerMap(FaultTables, FaultMap, &Error);
  handle(Handler, /*IsStackMap=*/false, Status, Error);
  Error = {};
  Status = registerMap(StackMapTables, StackMap, &Error);
  handle(Handler, /*IsStackMap=*/true, Status, Error);
}

void LLVMManagedUnregisterImageMaps(LLVMManagedFaultMapRef *FaultMap,
                                    LLVMManagedStackMapRef *StackMap) {
  if ((!*FaultMap && !*StackMap) || IsExiting.load(std::memory_order_relaxed) ||
      managed::isStartUpObject(FaultMap))
    return;
  if (*StackMap)
    LLVMManagedUnregisterStackMap(*StackMap);
  if (*FaultMap)
    LLVMManagedUnregisterFaultTables(*FaultMap);
  *StackMap = nullptr;
  *FaultMap = nullptr;
}

void LLVMManagedReserveGuardAtStartUp(void) { reserveGuardOrAbort(); }

void LLVMManagedInstallAtStartUp(void) {
  LLVMManagedStatus Status = LLVMManagedInstallFaultHandler();
  if (Status != LLVMManagedSuccess)
    complain("the fault handler was not installed",
             LLVMManagedStatusMessage(Status));
}
