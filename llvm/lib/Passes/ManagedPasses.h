//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The declarations that ManagedPassRegistry.def needs.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_PASSES_MANAGEDPASSES_H
#define LLVM_LIB_PASSES_MANAGEDPASSES_H

#include "DevirtualizationPipeline.h"
#include "UnswitchNullChecks.h"
#include "llvm/CodeGen/ImplicitNullChecks.h"
#include "llvm/Passes/GCRootPipelines.h"
#include "llvm/Transforms/Devirtualization/AnnotateVirtualCalls.h"
#include "llvm/Transforms/Devirtualization/CacheDynamicCasts.h"
#include "llvm/Transforms/Devirtualization/DropUnnamedTypeInfo.h"
#include "llvm/Transforms/Devirtualization/FoldDynamicCasts.h"
#include "llvm/Transforms/Devirtualization/FoldObjectMethods.h"
#include "llvm/Transforms/Devirtualization/ForwardUnnamedMethods.h"
#include "llvm/Transforms/Devirtualization/GuardedDevirtualization.h"
#include "llvm/Transforms/Devirtualization/KeepObjectVTables.h"
#include "llvm/Transforms/Devirtualization/PeelGuardedLoops.h"
#include "llvm/Transforms/Devirtualization/PropagateTypeTests.h"
#include "llvm/Transforms/Devirtualization/PropagateVTablePointers.h"
#include "llvm/Transforms/Devirtualization/ReloadVTablePointers.h"
#include "llvm/Transforms/Devirtualization/SimplifyMarked.h"
#include "llvm/Transforms/Devirtualization/StripInvariantGroupsPass.h"
#include "llvm/Transforms/Devirtualization/StripLastInvariantGroups.h"
#include "llvm/Transforms/Devirtualization/TrimDevirtualization.h"
#include "llvm/Transforms/GC/GCInvariantVerifier.h"
#include "llvm/Transforms/GC/GCNormalization.h"
#include "llvm/Transforms/GC/JuliaPasses.h"
#include "llvm/Transforms/GC/LowerGCFrame.h"
#include "llvm/Transforms/GC/PlaceGCRoots.h"
#include "llvm/Transforms/GC/PlacePolls.h"
#include "llvm/Transforms/GC/RewriteStatepoints.h"
#include "llvm/Transforms/GC/SafepointPollVerifier.h"
#include "llvm/Transforms/GC/SafepointVerifier.h"
#include "llvm/Transforms/GC/StatepointInputVerifier.h"
#include "llvm/Transforms/GC/VerifyGCRoots.h"

#endif // LLVM_LIB_PASSES_MANAGEDPASSES_H
