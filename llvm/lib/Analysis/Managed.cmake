# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_ANALYSIS_SOURCES
  GCBasePointers.cpp
  GCFrameRegions.cpp
  GCInteriorPointers.cpp
  GCMinimumCut.cpp
  GCPointerOrigins.cpp
  GCPointers.cpp
  GCReferences.cpp
  GCRootLiveness.cpp
  GCSlotAllocation.cpp
  GCStackObjectFlow.cpp
  GCStackObjects.cpp
  GCStateChoice.cpp
  GCStorePlacement.cpp
  InvariantGroups.cpp
  NullAddresses.cpp
  ReferenceEpochs.cpp
  ReferenceOrigins.cpp
  ReferenceSpeculation.cpp
  RelocatedBases.cpp
  SafepointStates.cpp
  StackMapVersion.cpp
  StaleStackObjects.cpp
  StatepointRules.cpp
  StatepointValues.cpp
  )
