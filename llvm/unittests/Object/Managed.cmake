# The fork's own tests in this directory. CMakeLists.txt adds the list to the
# program; a new file is added here.
set(LLVM_MANAGED_OBJECT_TESTS
  ManagedMapsELFErrorTest.cpp
  ManagedMapsELFObjectTest.cpp
  ManagedMapsFixupsTest.cpp
  ManagedMapsMachOTest.cpp
  ManagedMapsParserErrorTest.cpp
  ManagedMapsParserTest.cpp
  ManagedMapsRelocationErrorTest.cpp
  ManagedStackMapsIndexTest.cpp
  ManagedStackMapsObjectTest.cpp
  ManagedStackMapsRunErrorTest.cpp
  ManagedStackMapsRunTest.cpp
  ManagedStackMapsTablesTest.cpp
  )
