# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_IPO_SOURCES
  AnnotateVirtualCalls.cpp
  CacheDynamicCasts.cpp
  GuardedDevirtualization.cpp
  KnownCallees.cpp
  PropagateVTablePointers.cpp
  SpecializedGuards.cpp
  TrimDevirtualization.cpp
  VirtualCallGuards.cpp
  VirtualCallTypes.cpp
  VTableHierarchy.cpp
  )
