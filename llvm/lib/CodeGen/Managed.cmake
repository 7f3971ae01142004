# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_CODEGEN_SOURCES
  BranchFlags.cpp
  FaultingOp.cpp
  ImplicitNullChecks/AddressDistances.cpp
  ImplicitNullChecks/ImplicitNullCheckPass.cpp
  ImplicitNullChecks/ImplicitNullCheckRemarks.cpp
  ImplicitNullChecks/ImplicitNullCheckRewrite.cpp
  ImplicitNullChecks/ImplicitNullCheckSearch.cpp
  ImplicitNullChecks/NullCheckProbePass.cpp
  ImplicitNullChecks/NullCheckProbes.cpp
  ImplicitNullChecks/NullCheckPromises.cpp
  ImplicitNullChecks/NullCheckSinking.cpp
  ImplicitNullChecks/PathToCheck.cpp
  ImplicitNullChecks/PointerPlaces.cpp
  ManagedMaps/FaultMapEmitter.cpp
  ManagedMaps/FrameRules.cpp
  ManagedMaps/LinkedFragment.cpp
  ManagedMaps/StackMapEmitter.cpp
  ManagedMaps/StatepointSafepoint.cpp
  RegisterBits.cpp
  StackPlaces.cpp
  Statepoints/ForgottenSteps.cpp
  Statepoints/FramePolls.cpp
  Statepoints/PagePolls.cpp
  Statepoints/RootsInRegisters.cpp
  Statepoints/StackMapLimits.cpp
  Statepoints/StackMapOperands.cpp
  Statepoints/StackMapSpills.cpp
  Statepoints/StatepointFolding.cpp
  Statepoints/StatepointInput.cpp
  Statepoints/StatepointLandingPads.cpp
  Statepoints/StatepointOrigin.cpp
  Statepoints/StatepointPreparation.cpp
  Statepoints/StatepointRegisterFixup.cpp
  Statepoints/StatepointSpills.cpp
  Statepoints/StatepointRelocates.cpp
  Statepoints/StatepointSpillSlots.cpp
  Statepoints/StatepointStackObjects.cpp
  Statepoints/UndefinedRoots.cpp
  StatepointVerifier/StatepointAccesses.cpp
  StatepointVerifier/StatepointDeadStores.cpp
  StatepointVerifier/StatepointEdges.cpp
  StatepointVerifier/StatepointFaults.cpp
  StatepointVerifier/StatepointFlow.cpp
  StatepointVerifier/StatepointOrigins.cpp
  StatepointVerifier/StatepointPlaces.cpp
  StatepointVerifier/StatepointRecords.cpp
  StatepointVerifier/StatepointReferences.cpp
  StatepointVerifier/StatepointSlots.cpp
  StatepointVerifier/StatepointTransfer.cpp
  StatepointVerifier/StatepointValueNumbers.cpp
  StatepointVerifier/StatepointVerifier.cpp
  )
# ImplicitNullChecks/ImplicitNullCheckPass.cpp takes its place.
list(APPEND LLVM_OPTIONAL_SOURCES ImplicitNullChecks.cpp)
# Statepoints/StatepointRegisterFixup.cpp takes its place.
list(APPEND LLVM_OPTIONAL_SOURCES FixupStatepointCallerSaved.cpp)
