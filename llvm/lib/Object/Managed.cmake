# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_OBJECT_SOURCES
  ManagedMaps.cpp
  ManagedMapsBindings.cpp
  ManagedMapsELF.cpp
  ManagedMapsELFRelocations.cpp
  ManagedMapsELFSections.cpp
  ManagedMapsFields.cpp
  ManagedMapsMachO.cpp
  ManagedMapsMachOFixups.cpp
  ManagedMapsParser.cpp
  ManagedStackMaps.cpp
  ManagedStackMapsCursor.cpp
  ManagedStackMapsELF.cpp
  ManagedStackMapsIndex.cpp
  ManagedStackMapsRun.cpp
  ManagedStackMapsSafepoint.cpp
  ManagedStackMapsV3.cpp
  )
