//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVMManagedImage.o: linked into an executable or shared object, it registers
/// the fault map and the stack map of this image before the image's other
/// constructors run, and takes them out after the other destructors.
///
/// There is one in each image, so everything here is hidden. The linker defines
/// the boundaries of the sections that exist. Both boundaries of another one
/// are the same address: null or, in what gold links position-independently,
/// that of the image.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedRuntime.h"

#define BOUNDARY extern const char __attribute__((weak, visibility("hidden")))

BOUNDARY __start_llvm_faultmaps[];
BOUNDARY __stop_llvm_faultmaps[];
BOUNDARY __start_llvm_faultsites[];
BOUNDARY __stop_llvm_faultsites[];
BOUNDARY __start_llvm_wideguard[];
BOUNDARY __stop_llvm_wideguard[];
BOUNDARY __start_llvm_gcidx[];
BOUNDARY __stop_llvm_gcidx[];
BOUNDARY __start_llvm_gcmap[];
BOUNDARY __stop_llvm_gcmap[];

// Those of images that do not define them. If they were not defined at all,
// gold would not make them null either.
#pragma weak LLVMManagedImageOptions
#pragma weak LLVMManagedImageStackMapOptions
const LLVMManagedFaultTables LLVMManagedImageOptions;
const LLVMManagedStackMapTables LLVMManagedImageStackMapOptions;

// WideGuardSymbol in llvm/BinaryFormat/FaultMaps.h.
const char LLVMManagedImageHasGuard = 1;

LLVMManagedFaultMapRef LLVMManagedImageMap;
LLVMManagedStackMapRef LLVMManagedImageStackMap;

// That of images that do not define it.
__attribute__((weak)) void
LLVMManagedHandleImageError(const LLVMManagedImageError *Error) {
  LLVMManagedReportImageError(Error);
}

// Priorities up to 100 are for runtimes, which this is.
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"

__attribute__((constructor(1))) static void registerImage(void) {
  // Whatever becomes of the map.
  if (__start_llvm_wideguard != __stop_llvm_wideguard)
    LLVMManagedReserveGuardAtStartUp();

  LLVMManagedFaultTables FaultTables = {0};
  FaultTables.GuardSize = LLVMManagedImageOptions.GuardSize;
  FaultTables.Context = LLVMManagedImageOptions.Context;
  FaultTables.Flags = LLVMManagedImageOptions.Flags;
  FaultTables.ReportAfter = LLVMManagedImageOptions.ReportAfter;
  FaultTables.StructSize = sizeof(FaultTables);
  FaultTables.ShortBegin = __start_llvm_faultmaps;
  FaultTables.ShortEnd = __stop_llvm_faultmaps;
  FaultTables.LongBegin = __start_llvm_faultsites;
  FaultTables.LongEnd = __stop_llvm_faultsites;

  LLVMManagedStackMapTables StackMapTables = {0};
  StackMapTables.CodeBegin = LLVMManagedImageStackMapOptions.CodeBegin;
  StackMapTables.CodeEnd = LLVMManagedImageStackMapOptions.CodeEnd;
  StackMapTables.Context = LLVMManagedImageStackMapOptions.Context;
  StackMapTables.StructSize = sizeof(StackMapTables);
  StackMapTables.IndexBegin = __start_llvm_gcidx;
  StackMapTables.IndexEnd = __stop_llvm_gcidx;
  StackMapTables.MapBegin = __start_llvm_gcmap;
  StackMapTables.MapEnd = __stop_llvm_gcmap;

  LLVMManagedRegisterImageMaps(&FaultTables, &LLVMManagedImageMap,
                               &StackMapTables, &LLVMManagedImageStackMap,
                               LLVMManagedHandleImageError);
}

__attribute__((destructor(1))) static void unregisterImage(void) {
  LLVMManagedUnregisterImageMaps(&LLVMManagedImageMap,
                                 &LLVMManagedImageStackMap);
}
