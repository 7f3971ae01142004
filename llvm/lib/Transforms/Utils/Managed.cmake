# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_TRANSFORMUTILS_SOURCES
  FoldDynamicCasts.cpp
  GCAggregates.cpp
  GCBaseMaterialization.cpp
  GCLandingPads.cpp
  GCNormalization.cpp
  GCStackAddresses.cpp
  GCStackRoots.cpp
  PropagateTypeTests.cpp
  ReloadVTablePointers.cpp
  SafepointIntrinsics.cpp
  SafepointNormalization.cpp
  SafepointVerifier.cpp
  StatepointBuilder.cpp
  StatepointInputCopies.cpp
  StatepointInputLiveness.cpp
  StatepointInputReturns.cpp
  StatepointInputValues.cpp
  StatepointInputVerifier.cpp
  StatepointPlan.cpp
  StatepointRelocations.cpp
  StatepointRematerialization.cpp
  StatepointStripping.cpp
  StripInvariantGroups.cpp
  VTableGuards.cpp
  )
