# The static library, when this is a project of its own.

include(GNUInstallDirs)
set(MANAGED_RUNTIME_LIBDIR "${CMAKE_INSTALL_LIBDIR}")
set(MANAGED_RUNTIME_INCLUDE "${CMAKE_CURRENT_SOURCE_DIR}/../../../include")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)

add_library(LLVMManagedRuntime STATIC ${MANAGED_RUNTIME_SOURCES})
target_include_directories(LLVMManagedRuntime PRIVATE
  "${MANAGED_RUNTIME_INCLUDE}")
target_compile_options(LLVMManagedRuntime PRIVATE
  ${MANAGED_RUNTIME_STATIC_OPTIONS})
install(TARGETS LLVMManagedRuntime
  ARCHIVE DESTINATION "${MANAGED_RUNTIME_LIBDIR}")

foreach(header llvm-c/ManagedNativeEntry.h llvm-c/ManagedRuntime.h
        llvm-c/ManagedSignalChain.h llvm-c/ManagedStatus.h
        llvm-c/ManagedThreads.h
        llvm/BinaryFormat/FaultMaps.h llvm/BinaryFormat/StackMaps.h)
  get_filename_component(directory "${header}" DIRECTORY)
  install(FILES "${MANAGED_RUNTIME_INCLUDE}/${header}"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${directory}")
endforeach()
