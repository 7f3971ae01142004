# The fork's own tests in this directory. CMakeLists.txt adds the list to the
# program; a new file is added here.
set(LLVM_MANAGED_ANALYSIS_TESTS
  GCBasePointersTest.cpp
  GCFrameRegionsTest.cpp
  GCMinimumCutTest.cpp
  GCPointerOriginsTest.cpp
  GCRootLivenessTest.cpp
  GCSlotAllocationTest.cpp
  GCStateChoiceTest.cpp
  GCStorePlacementTest.cpp
  GCPollsTest.cpp
  GCTransitionsTest.cpp
  GCStrategyTraitsTest.cpp
  NullAddressesTest.cpp
  ReferenceSpeculationTest.cpp
  StackMapVersionTest.cpp
  )
