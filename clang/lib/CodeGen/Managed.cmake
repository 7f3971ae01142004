# The sources that Managed LLVM adds to clangCodeGen.
set(CLANG_MANAGED_CODEGEN_SOURCES
  AssumedVTables.cpp
  CGDevirt.cpp
  CGDynamicCast.cpp
  CGImplicitNullChecks.cpp
  CGReferences.cpp
  ConstantMembers.cpp
  LargeMethods.cpp
  NamedObjects.cpp
  ObjectBarriers.cpp
  QuietConstruction.cpp
  VariableClasses.cpp
  )
