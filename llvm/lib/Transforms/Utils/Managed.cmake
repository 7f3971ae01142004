# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_TRANSFORMUTILS_SOURCES
  InlinedGCCode.cpp
  InvariantGroupLoads.cpp
  LoopNullChecks.cpp
  NullCheckRecurrences.cpp
  SplitVTables.cpp
  StripInvariantGroups.cpp
  UndefinedReferences.cpp
  VTableForwarders.cpp
  VTableGuards.cpp
  )
