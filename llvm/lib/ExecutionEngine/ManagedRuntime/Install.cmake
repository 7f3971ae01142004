# The shared library, the objects that register an image and install the
# handler, and what tells other build systems where they are.

find_package(Threads REQUIRED)

add_library(ManagedRuntimeShared SHARED ${MANAGED_RUNTIME_SOURCES})
target_include_directories(ManagedRuntimeShared PRIVATE
  "${MANAGED_RUNTIME_INCLUDE}")
# The handler's address may be anywhere once it was installed, so the library
# stays.  Linked as C, it does not need C++'s runtime.
target_link_options(ManagedRuntimeShared PRIVATE
  -Wl,-z,defs -Wl,-z,now -Wl,-z,nodelete)
target_link_libraries(ManagedRuntimeShared PRIVATE Threads::Threads)
set_target_properties(ManagedRuntimeShared PROPERTIES
  OUTPUT_NAME LLVMManagedRuntime
  LINKER_LANGUAGE C
  SOVERSION 1
  VERSION 1.0)
install(TARGETS ManagedRuntimeShared
  LIBRARY DESTINATION "${MANAGED_RUNTIME_LIBDIR}")

foreach(name Image Auto Guard SigChain)
  add_library(Managed${name}Object OBJECT Image/${name}.c)
  target_include_directories(Managed${name}Object PRIVATE
    "${MANAGED_RUNTIME_INCLUDE}")
  target_compile_options(Managed${name}Object PRIVATE
    -fPIC -Wall -Wextra ${MANAGED_RUNTIME_PROTECTION})
  install(FILES "$<TARGET_OBJECTS:Managed${name}Object>"
    DESTINATION "${MANAGED_RUNTIME_LIBDIR}" RENAME "LLVMManaged${name}.o")
endforeach()

set(_package "${MANAGED_RUNTIME_LIBDIR}/cmake/LLVMManagedRuntime")
include(CMakePackageConfigHelpers)
set(MANAGED_RUNTIME_INCLUDEDIR "include")
if(CMAKE_INSTALL_INCLUDEDIR)
  set(MANAGED_RUNTIME_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_package_config_file(Package/LLVMManagedRuntimeConfig.cmake.in
  "${CMAKE_CURRENT_BINARY_DIR}/LLVMManagedRuntimeConfig.cmake"
  INSTALL_DESTINATION "${_package}"
  PATH_VARS MANAGED_RUNTIME_LIBDIR MANAGED_RUNTIME_INCLUDEDIR)
write_basic_package_version_file(
  "${CMAKE_CURRENT_BINARY_DIR}/LLVMManagedRuntimeConfigVersion.cmake"
  VERSION 1.0 COMPATIBILITY SameMajorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/LLVMManagedRuntimeConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/LLVMManagedRuntimeConfigVersion.cmake"
  DESTINATION "${_package}")

foreach(name runtime image auto guard sigchain)
  configure_file(Package/llvm-managed-${name}.pc.in
    "${CMAKE_CURRENT_BINARY_DIR}/llvm-managed-${name}.pc" @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/llvm-managed-${name}.pc"
    DESTINATION "${MANAGED_RUNTIME_LIBDIR}/pkgconfig")
endforeach()
