# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_CODEGEN_SOURCES
  FaultMapEmitter.cpp
  FaultingAccess.cpp
  FrameRules.cpp
  ImplicitNullCheckPass.cpp
  ImplicitNullCheckRemarks.cpp
  ImplicitNullCheckRewrite.cpp
  ImplicitNullCheckSearch.cpp
  LinkedFragment.cpp
  RegisterBits.cpp
  RootsInRegisters.cpp
  StackMapEmitter.cpp
  StatepointAccesses.cpp
  StatepointFlow.cpp
  StatepointFolding.cpp
  StatepointInput.cpp
  StatepointLandingPads.cpp
  StatepointOrigins.cpp
  StatepointPlaces.cpp
  StatepointPreparation.cpp
  StatepointRecords.cpp
  StatepointReferences.cpp
  StatepointRegisterFixup.cpp
  StatepointSafepoint.cpp
  StatepointSpillSlots.cpp
  StatepointSpills.cpp
  StatepointStackObjects.cpp
  StatepointSteps.cpp
  StatepointValueNumbers.cpp
  StatepointVerifier.cpp
  UndefinedRoots.cpp
  )
# ImplicitNullCheckPass.cpp takes its place.
list(APPEND LLVM_OPTIONAL_SOURCES ImplicitNullChecks.cpp)
# StatepointRegisterFixup.cpp takes its place.
list(APPEND LLVM_OPTIONAL_SOURCES FixupStatepointCallerSaved.cpp)
